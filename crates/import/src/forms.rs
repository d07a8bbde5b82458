//! Who is in the game: the types that can ever appear, on which side, and by which letter.

use crate::config::Config;
use crate::fen::Fen;
use crate::types::Type;
use std::collections::{BTreeMap, BTreeSet};

/// A type of piece of ours: one of theirs, or what one of theirs has promoted to, which becomes that
/// again in the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Form {
    /// The type that it is where nothing has promoted, or was before.
    pub(crate) base: Type,
    /// The type that it moves as, if it has promoted.
    pub(crate) promoted: Option<Type>,
}

impl Form {
    pub(crate) fn plain(base: Type) -> Form {
        Form { base, promoted: None }
    }

    /// The type that it moves as, and counts as.
    pub(crate) fn kind(self) -> Type {
        self.promoted.unwrap_or(self.base)
    }
}

/// What promotes to what, and who has it.
pub(crate) struct Forms {
    /// All forms that can appear, and whether on each side.
    pub(crate) sides: BTreeMap<Form, [bool; 2]>,
    /// What each form may become.
    pub(crate) promotes: BTreeMap<Form, Vec<Form>>,
}

/// The sides' keys.
pub(crate) const COLOURS: [&str; 2] = ["White", "Black"];

/// What promotions there are.
pub(crate) struct Promoting {
    /// Types that promote as pawns do, for each side.
    pub(crate) pawns: [BTreeSet<Type>; 2],
    /// What they become.
    pub(crate) choices: [Vec<Type>; 2],
    /// Types that promote as pieces of shogi do, and to what.
    pub(crate) pieces: BTreeMap<Type, Type>,
    /// Whether promoted pawns are pawns again in the hand.
    pub(crate) reverts: bool,
}

impl Promoting {
    pub(crate) fn of(config: &Config) -> Promoting {
        let has = |kind: &Type| config.pieces.contains_key(kind);
        let of_side = |key: &str, side: usize| config.types(&format!("{key}{}", COLOURS[side]));
        let pawns = [0, 1].map(|side| {
            let named = of_side("promotionPawnTypes", side).named;
            // The type called pawn always promotes.
            named.into_iter().chain([Type::PAWN]).filter(has).collect()
        });
        // The strongest stand first, as far as the order of types says it.
        let order = [Type::QUEEN, Type::ROOK, Type::BISHOP, Type::KNIGHT];
        let rank = |kind: &Type| order.iter().position(|k| k == kind).unwrap_or(order.len());
        let choices = [0, 1].map(|side| {
            let named = of_side("promotionPieceTypes", side).named;
            let mut choices: Vec<Type> = named.into_iter().filter(has).collect();
            choices.sort_by_key(rank);
            choices
        });
        let pairs = config.pairs("promotedPieceType").into_iter();
        let pieces = pairs.filter(|(from, to)| has(from) && has(to)).collect();
        let reverts = config.flag("capturesToHand") && !config.flag("dropLoop");
        Promoting { pawns, choices, pieces, reverts }
    }

    /// What a piece of one side may become.
    pub(crate) fn of_form(&self, form: Form, side: usize, demotes: bool) -> Vec<Form> {
        if form.promoted.is_some() {
            return if demotes { vec![Form::plain(form.base)] } else { Vec::new() };
        }
        let promoted = |kind: Type| Form { base: form.base, promoted: Some(kind) };
        let mut all = Vec::new();
        if self.pawns[side].contains(&form.base) {
            let as_pawn = |kind: &Type| match self.reverts {
                true => promoted(*kind),
                false => Form::plain(*kind),
            };
            all.extend(self.choices[side].iter().map(as_pawn));
        }
        all.extend(self.pieces.get(&form.base).map(|kind| promoted(*kind)));
        all
    }
}

impl Forms {
    /// Everything that can come about from a start position.
    pub(crate) fn of(config: &Config, fen: &Fen, promoting: &Promoting) -> Forms {
        let mut forms = Forms { sides: BTreeMap::new(), promotes: BTreeMap::new() };
        let mut queue: Vec<(Form, usize)> = Vec::new();
        for man in fen.men.values() {
            let Some(base) = config.lettered(man.letter) else { continue };
            let promoted = promoting.pieces.get(&base).copied().filter(|_| man.promoted);
            queue.push((Form { base, promoted }, usize::from(man.second)));
        }
        for (letter, counts) in &fen.hands {
            let Some(base) = config.lettered(*letter) else { continue };
            let held = (0..2).filter(|side| counts[*side] > 0);
            queue.extend(held.map(|side| (Form::plain(base), side)));
        }
        let demotes = config.flag("pieceDemotion");
        let to_hand = config.flag("capturesToHand");
        while let Some((form, side)) = queue.pop() {
            let seen = &mut forms.sides.entry(form).or_default()[side];
            if std::mem::replace(seen, true) {
                continue;
            }
            let next = promoting.of_form(form, side, demotes);
            queue.extend(next.iter().map(|form| (*form, side)));
            if to_hand && form.kind() != Type::KING {
                queue.push((Form::plain(form.base), 1 - side));
            }
            let known = forms.promotes.entry(form).or_default();
            for form in next {
                if !known.contains(&form) {
                    known.push(form);
                }
            }
        }
        forms
    }

    /// All forms that move as one of these types.
    pub(crate) fn moving_as<'a>(
        &'a self,
        wanted: impl Fn(Type) -> bool + 'a,
    ) -> impl Iterator<Item = Form> + 'a {
        self.sides.keys().copied().filter(move |form| wanted(form.kind()))
    }

    /// The letter of a form: what has promoted has that of what it was, with a `+`; where several things
    /// can become of that, the letter of what it moves as.
    pub(crate) fn id(&self, config: &Config, form: Form) -> String {
        let kind = if self.is_one_of_several(form) { form.kind() } else { form.base };
        let plus = if form.promoted.is_some() { "+" } else { "" };
        format!("{plus}{}", config.pieces[&kind].letter)
    }

    /// Whether it has promoted, and something else could have become of it.
    pub(crate) fn is_one_of_several(&self, form: Form) -> bool {
        let choices = self.promotes.get(&Form::plain(form.base));
        form.promoted.is_some()
            && choices.is_some_and(|all| all.iter().filter(|to| to.promoted.is_some()).count() > 1)
    }

    /// The sides on which something moves as that type.
    pub(crate) fn sides_of(&self, kind: Type) -> [bool; 2] {
        let both = self.sides.iter().filter(|(form, _)| form.kind() == kind);
        both.fold([false; 2], |[a, b], (_, [c, d])| [a || *c, b || *d])
    }
}
