"""``python -m komadai engine``: the engine for programs that speak USI, UCI or XBoard's protocol."""

import argparse
import signal
import sys
from typing import Tuple

from ._komadai import serve


def _pair(text: str) -> Tuple[str, str]:
    key, found, value = text.partition("=")
    if not found:
        raise argparse.ArgumentTypeError(f"`{text}` has no `=`")
    return key, value


def main() -> int:
    """Runs the command."""
    parser = argparse.ArgumentParser(prog="python -m komadai", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    engine = commands.add_parser("engine", help="speak USI, UCI or XBoard's protocol")
    engine.add_argument("--variant", help="the game to begin with, or the path of a variant file")
    engine.add_argument("--set", metavar="KEY=VALUE", action="append", type=_pair, default=[])
    engine.add_argument("--option", metavar="NAME=VALUE", action="append", type=_pair, default=[])
    args = parser.parse_args()
    # While the engine talks, Python looks at no signals.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    serve(args.variant, args.set, args.option)
    return 0


if __name__ == "__main__":
    sys.exit(main())
