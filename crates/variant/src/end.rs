//! The table `[end]`.

use crate::format::{declaration as declared, ends as key, game};
use crate::roster::Roster;
use crate::section::Section;
use crate::squares::Frame;
use crate::tree::Value;
use crate::{
    Chase, Checks, CountLimit, Counting, DeadPosition, Declaration, End, Extinction, Flag, Mate,
    Outcome, PieceType, PointValue, Points, QuietMoves, Repetition, RepetitionResult, Royals,
    Variant,
};

/// So many counts of moves a game may have, and each of them so many limits: they are asked at every move. So many
/// values of pieces, too.
const MOST_COUNTS: usize = 16;

/// So many tables may say what may not be chased for ever: all are asked for every capture that is threatened.
const MOST_CHASES: usize = 16;

/// Reads when the game ends.
pub(super) fn read(file: &Section<'_>, frame: &Frame, roster: &Roster) -> End {
    let end = file.table(&game::END);
    let read = End {
        royals_may_be_left: end.choice(&key::CHECK),
        check_may_be_given: end.choice(&key::GIVING_CHECK),
        royals: end.choice(&key::ROYALS),
        stalemate: end.choice(&key::STALEMATE),
        mate: end.choice(&key::MATE),
        mated: end.choice(&key::MATED),
        burn_is_check: end.flag(&key::BURN_IS_CHECK),
        check_through_shock: end.flag(&key::CHECK_THROUGH_SHOCK),
        repetition: repetition(&end, frame, roster),
        quiet: quiet_moves(&end, roster),
        move_limit: move_limit(&end),
        illegal_move: end.choice(&key::ILLEGAL_MOVE),
        dead: dead_position(&end, roster),
        declaration: declaration(&end, frame, roster),
        flag: flag(&end, frame, roster),
        extinction: extinction(&end, roster),
        checks: checks(&end),
        counting: counting(&end, roster),
        two_passes: end.choice(&key::TWO_PASSES),
        facing: end.choice(&key::FACING),
        points: points(&end, roster),
    };
    if read.royals == Royals::AllAttacked && read.royals_may_be_left {
        let message = "`end.royals = \"all-attacked\"` contradicts `end.check = \"none\"`";
        let help =
            "it says which attacks must be answered, and none has to be: use `royals = \"all\"`";
        end.report.error_help(end.place(key::ROYALS.name), message, help);
    }
    check_mate(&end, &read);
    check_giving_check(&end, &read);
    read
}

/// Rules about checks that are given contradict that none may be.
fn check_giving_check(end: &Section<'_>, read: &End) {
    if read.checks.is_some() && !read.check_may_be_given {
        let message = "`end.checks` contradicts `end.giving_check = \"forbidden\"`";
        let help = "where no move may give check there are none to count";
        end.report.error_help(end.place(key::CHECKS.name), message, help);
    }
    let perpetual = read.repetition.as_ref().is_some_and(|rule| rule.perpetual_check_loses);
    if perpetual && !read.check_may_be_given {
        let table = end.table(&key::REPETITION);
        let message = "`perpetual_check` contradicts `end.giving_check = \"forbidden\"`";
        let help = "where no move may give check there is no perpetual check: set `perpetual_check = \"none\"`";
        table.report.error_help(table.place(key::PERPETUAL_CHECK.name), message, help);
    }
}

/// Where a side is mated because its last royal falls next, mate is that loss.
fn check_mate(end: &Section<'_>, read: &End) {
    if read.mate != Mate::NoMoveKeepsARoyal {
        return;
    }
    if !read.royals_may_be_left {
        let help = "with `end.check = \"must-answer\"` mate is `no-move`";
        let message = "`end.mate = \"no-move-keeps-a-royal\"` contradicts the duty to answer check";
        end.report.error_help(end.place(key::MATE.name), message, help);
    }
    if read.mated != Outcome::Loss {
        let help = "there mate says only that the last royal will be taken, and who loses that has lost; \
                    with `mate = \"no-move\"` mate has a result of its own";
        let message = "`end.mated` contradicts `end.mate = \"no-move-keeps-a-royal\"`";
        end.report.error_help(end.place(key::MATED.name), message, help);
    }
}

impl Variant {
    /// Whether royals can leave the board, so that losing them decides the game: where check need
    /// not be answered, and where fire or an explosion may take them unannounced.
    pub fn royals_can_fall(&self) -> bool {
        let burned = !self.end.burn_is_check && self.pieces.iter().any(|p| p.burns.is_some());
        let exploded = |piece: PieceType| {
            self.explosion.as_ref().is_some_and(|explosion| explosion.destroys(piece))
        };
        let types = (0..self.pieces.len()).map(|i| PieceType(i as u8));
        types
            .filter(|piece| self.pieces[piece.index()].royal)
            .any(|piece| self.end.royals_may_be_left || burned || exploded(piece))
    }
}

/// A number that `false` switches off.
fn move_limit(end: &Section<'_>) -> Option<u32> {
    match end.get(key::MOVE_LIMIT.name).map(|node| &node.value) {
        Some(Value::Flag(false)) => None,
        _ => end.number(&key::MOVE_LIMIT.one_way()),
    }
}

fn repetition(end: &Section<'_>, frame: &Frame, roster: &Roster) -> Option<Repetition> {
    let table = end.table(&key::REPETITION);
    if !table.present {
        return None;
    }
    let read = Repetition {
        claim: table.number(&key::REPETITION_CLAIM),
        times: table.number(&key::TIMES).unwrap_or(u32::MAX),
        result: table.choice(&key::REPETITION_RESULT),
        perpetual_check_loses: table.choice(&key::PERPETUAL_CHECK),
        perpetual_chase: perpetual_chase(&table, frame, roster),
        exempt_in_check: table.choice(&key::EXEMPT),
    };
    check_repetition(&table, &read);
    Some(read)
}

fn perpetual_chase(repetition: &Section<'_>, frame: &Frame, roster: &Roster) -> Vec<Chase> {
    let read = |table: Section<'_>| {
        let named = roster.select_or_others(&table, &key::CHASE_VICTIMS);
        let victims: Vec<PieceType> =
            named.iter().copied().filter(|piece| !roster.is_royal(*piece)).collect();
        if victims.is_empty() && !named.is_empty() {
            let help = "a royal is given check: `perpetual_check` is about that";
            let at = table.place(key::CHASE_VICTIMS.name);
            table.report.error_help(at, "a royal piece is never chased", help);
        }
        Chase {
            victims,
            by: roster.select_or_all(&table, &key::CHASE_BY),
            zone: frame.zone(&table, &key::CHASE_ZONE),
            protected: table.flag(&key::CHASE_PROTECTED),
        }
    };
    let rules: Vec<Chase> = repetition.tables(&key::PERPETUAL_CHASE).map(read).collect();
    if rules.len() > MOST_CHASES {
        let message =
            format!("`end.repetition.perpetual_chase` may hold {MOST_CHASES} tables at most");
        repetition.report.error(repetition.place(key::PERPETUAL_CHASE.name), message);
    }
    rules
}

fn check_repetition(table: &Section<'_>, read: &Repetition) {
    let forbidden = read.result == RepetitionResult::Forbidden;
    if read.exempt_in_check && !forbidden {
        let help = "only a forbidden repetition (`result = \"forbidden\"`) has exemptions";
        let at = table.place(key::EXEMPT.name);
        table.report.error_help(at, "`exempt` has no effect: no repetition is forbidden", help);
    }
    if read.perpetual_check_loses && forbidden {
        let help = "a forbidden repetition never happens: use `exempt` to spare the side in check";
        let message = "`perpetual_check` contradicts `result = \"forbidden\"`";
        table.report.error_help(table.place(key::PERPETUAL_CHECK.name), message, help);
    }
    if !read.perpetual_chase.is_empty() && forbidden {
        let help = "a forbidden repetition never happens, whoever chases";
        let message = "`perpetual_chase` contradicts `result = \"forbidden\"`";
        table.report.error_help(table.place(key::PERPETUAL_CHASE.name), message, help);
    }
    if read.claim.is_some_and(|claim| claim >= read.times) {
        let message =
            "a draw must be claimed before the repetition ends the game: `claim` < `times`";
        table.report.error(table.place(key::REPETITION_CLAIM.name), message);
    }
}

fn quiet_moves(end: &Section<'_>, roster: &Roster) -> Option<QuietMoves> {
    let table = end.table(&key::QUIET_MOVES);
    if !table.present {
        return None;
    }
    table.choice(&key::QUIET_RESULT);
    let mut read = QuietMoves {
        claim: table.number(&key::QUIET_CLAIM),
        plies: table.number(&key::QUIET_PLIES).unwrap_or(u32::MAX),
        reset_by_capture: !table.has(key::RESET.name),
        reset_by: Vec::new(),
    };
    for (word, at) in table.texts(&key::RESET) {
        match word {
            "capture" => read.reset_by_capture = true,
            id => read.reset_by.extend(roster.expect(&table, id, at)),
        }
    }
    if read.claim.is_some_and(|claim| claim >= read.plies) {
        let message = "a draw must be claimed before the count ends the game: `claim` < `plies`";
        table.report.error(table.place(key::QUIET_CLAIM.name), message);
    }
    Some(read)
}

/// `"draw"` for the bare royals alone, or a table of what else cannot win.
fn dead_position(end: &Section<'_>, roster: &Roster) -> Option<DeadPosition> {
    if let Some(Value::Text(_)) = end.get(key::DEAD_POSITION.name).map(|node| &node.value) {
        end.choice(&key::DEAD_POSITION.one_way());
        return Some(DeadPosition::default());
    }
    let table = end.table(&key::DEAD_POSITION.other_way().one_way());
    table.present.then(|| DeadPosition {
        lone: roster.select(&table, &key::LONE),
        one_colour: roster.select(&table, &key::ONE_COLOUR),
        walls: roster.select(&table, &key::WALLS),
    })
}

fn declaration(end: &Section<'_>, frame: &Frame, roster: &Roster) -> Option<Declaration> {
    let table = end.table(&key::DECLARATION);
    if !table.present {
        return None;
    }
    let win_27 = table.table(&declared::WIN_27);
    let rule_24 = table.table(&declared::RULE_24);
    Some(Declaration {
        zone: frame.zone(&table, &declared::ZONE).unwrap_or_default(),
        pieces: table.usual(&declared::PIECES),
        major: roster.select(&table, &declared::MAJOR),
        major_points: table.usual(&declared::MAJOR_POINTS),
        win_27: [win_27.usual(&declared::WIN_FIRST), win_27.usual(&declared::WIN_SECOND)],
        rule_24: (rule_24.usual(&declared::WIN_24), rule_24.usual(&declared::DRAW_24)),
        rule: table.choice(&declared::RULE),
    })
}

fn flag(end: &Section<'_>, frame: &Frame, roster: &Roster) -> Option<Flag> {
    let table = end.table(&key::FLAG);
    table.present.then(|| Flag {
        types: roster.select(&table, &key::FLAG_TYPES),
        zone: frame.zone(&table, &key::FLAG_ZONE).unwrap_or_default(),
        reply: table.choice(&key::FLAG_REPLY),
        safe: table.flag(&key::FLAG_SAFE),
    })
}

fn extinction(end: &Section<'_>, roster: &Roster) -> Vec<Extinction> {
    let read = |table: Section<'_>| {
        let rule = Extinction {
            types: roster.select(&table, &key::EXTINCTION_TYPES),
            each: table.flag(&key::EXTINCTION_EACH),
            count: table.usual(&key::EXTINCTION_COUNT),
            against: table.usual(&key::EXTINCTION_AGAINST),
            reply: table.flag(&key::EXTINCTION_REPLY),
            sides: table.choice(&key::EXTINCTION_SIDE),
            result: table.choice(&key::EXTINCTION_RESULT),
        };
        if rule.reply && rule.against == 0 {
            let help = "say how many pieces the other side needs, as in `against = 2`";
            let at = table.place(key::EXTINCTION_REPLY.name);
            table.report.error_help(at, "`reply` has no effect without `against`", help);
        }
        rule
    };
    end.tables(&key::EXTINCTION).map(read).collect()
}

fn counting(end: &Section<'_>, roster: &Roster) -> Vec<Counting> {
    let read = |table: Section<'_>| {
        let limits = table.tables(&key::COUNTING_LIMITS);
        let rule = Counting {
            without: roster.select(&table, &key::COUNTING_WITHOUT),
            at_most: table.number(&key::COUNTING_AT_MOST),
            from_pieces: table.flag(&key::COUNTING_FROM_PIECES),
            limits: limits.map(|limit| count_limit(&limit, roster)).collect(),
        };
        let name = key::COUNTING_LIMITS.name;
        if table.has(name) && !(1..=MOST_COUNTS).contains(&rule.limits.len()) {
            let message =
                format!("`{}` must hold from 1 to {MOST_COUNTS} tables", table.path(name));
            table.report.error(table.place(name), message);
        }
        rule
    };
    let rules: Vec<Counting> = end.tables(&key::COUNTING).map(read).collect();
    if rules.len() > MOST_COUNTS {
        let message = format!("`end.counting` may hold {MOST_COUNTS} tables at most");
        end.report.error(end.place(key::COUNTING.name), message);
    }
    rules
}

fn count_limit(table: &Section<'_>, roster: &Roster) -> CountLimit {
    CountLimit {
        types: roster.select_or_others(table, &key::LIMIT_TYPES),
        count: table.usual(&key::LIMIT_COUNT),
        moves: table.number(&key::LIMIT_MOVES).unwrap_or(1) as u16,
    }
}

fn checks(end: &Section<'_>) -> Option<Checks> {
    let table = end.table(&key::CHECKS);
    table.present.then(|| Checks {
        count: table.number(&key::CHECKS_COUNT).unwrap_or(1) as u8,
        result: table.choice(&key::CHECKS_RESULT),
    })
}

fn points(end: &Section<'_>, roster: &Roster) -> Option<Points> {
    let table = end.table(&key::POINTS);
    let value = |table: Section<'_>| PointValue {
        types: roster.select(&table, &key::VALUE_TYPES),
        points: table.number(&key::VALUE_POINTS).unwrap_or(0),
    };
    if table.tables(&key::POINTS_VALUES).count() > MOST_COUNTS {
        let message = format!("`end.points.values` may hold {MOST_COUNTS} tables at most");
        table.report.error(table.place(key::POINTS_VALUES.name), message);
    }
    table.present.then(|| Points {
        values: table.tables(&key::POINTS_VALUES).map(value).collect(),
        lead: table.number(&key::POINTS_LEAD).map(u32::cast_signed),
    })
}
