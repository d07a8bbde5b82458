#!/bin/sh
# A small engine: engine.sh PROTOCOL HOW [MOVE...]
# It plays the moves in each game, and when there are no more does what HOW says.
protocol=$1
how=$2
shift 2
script="$*"

answer() {
    case $protocol in
    xboard) echo "move $1" ;;
    *)
        echo "info depth 3 score cp -700 nodes 42 pv $1"
        echo "bestmove $1"
        ;;
    esac
}

misbehave() {
    case $how in
    hang) ;;
    flood) while true; do echo "info string nobody wants to know"; done ;;
    wail) while true; do echo "nobody wants to know" >&2; done ;;
    deaf) while true; do sleep 1; done ;;
    crash)
        echo "something terrible" >&2
        exit 3
        ;;
    slow)
        sleep 0.7
        answer "${1:-1a1b}"
        ;;
    silly) echo "bestmove" ;;
    offer)
        echo "offer draw"
        echo "move $1"
        ;;
    claim-win) echo "1-0 {White wins}" ;;
    claim-draw) echo "1/2-1/2 {Draw}" ;;
    quit-claim) echo "0-1 {White resigns}" ;;
    *) answer "$how" ;;
    esac
}

go() {
    if [ $# -gt 0 ]; then
        first=$1
        shift
        rest="$*"
        # A move of several legs is told in several lines.
        case $protocol:$first in
        xboard:offer:*) echo "offer draw"; answer "${first#offer:}" ;;
        xboard:*,*) answer "${first%%,*},"; answer "${first#*,}" ;;
        *) answer "$first" ;;
        esac
    else
        rest=
        misbehave
    fi
}

rest=$script
force=1
[ "$how" = stuck ] && while true; do sleep 1; done
while read -r line; do
    case $line in
    usi) echo "option name USI_Variant type string default shogi"; echo usiok ;;
    uci) echo "option name UCI_Variant type combo default chess var chess var minishogi"; echo uciok ;;
    protover*) echo 'feature ping=1 setboard=1 usermove=1 myname="Small" variants="normal,minishogi,raichu"'; echo "feature done=1" ;;
    isready) echo readyok ;;
    usinewgame | ucinewgame) rest=$script ;;
    new) rest=$script; force=1 ;;
    force) force=1 ;;
    ping*) echo "pong ${line#ping }" ;;
    go*) force=0; go $rest ;;
    usermove*) [ $force = 0 ] && go $rest ;;
    quit) exit 0 ;;
    esac
done
