//! Keys with the type of what they take.

use super::{KeyInfo, Table, ValueForm, Word};

/// A key of a variant file. `K` is what it takes; the loader gets from it a value of that type.
#[derive(Clone, Copy)]
pub(crate) struct Key<K> {
    pub(crate) name: &'static str,
    pub(crate) kind: K,
    required: bool,
    default: Option<&'static str>,
    example: &'static str,
    means: &'static str,
}

impl<K> Key<K> {
    /// A key with what it takes, an example of that, and what it means.
    pub(super) const fn new(
        name: &'static str,
        kind: K,
        example: &'static str,
        means: &'static str,
    ) -> Key<K> {
        Key { name, kind, required: false, default: None, example, means }
    }

    /// The file must have it, or inherit it.
    pub(super) const fn required(self) -> Key<K>
    where
        K: Copy,
    {
        Key { required: true, ..self }
    }

    /// What holds without it, in words.
    pub(super) const fn otherwise(self, default: &'static str) -> Key<K>
    where
        K: Copy,
    {
        Key { default: Some(default), ..self }
    }
}

impl<A: Copy, B: Copy> Key<Or<A, B>> {
    /// The key as one that takes the first kind only.
    pub(crate) fn one_way(&self) -> Key<A> {
        self.with(self.kind.0)
    }

    /// The key as one that takes the second kind only.
    pub(crate) fn other_way(&self) -> Key<B> {
        self.with(self.kind.1)
    }

    fn with<K>(&self, kind: K) -> Key<K> {
        let Key { name, required, default, example, means, .. } = *self;
        Key { name, kind, required, default, example, means }
    }
}

/// A key whatever it takes.
pub(super) trait AnyKey: Sync {
    fn name(&self) -> &'static str;
    fn entry(&self) -> KeyInfo;
}

impl<K: Form + Sync> AnyKey for Key<K> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn entry(&self) -> KeyInfo {
        let in_words = self.default.map(|words| format!(" {words}"));
        KeyInfo {
            name: self.name,
            kind: self.kind.kind(),
            required: self.required,
            default: in_words.or_else(|| self.kind.default()),
            means: self.means,
            example: self.example,
        }
    }
}

/// What keys take.
pub(crate) trait Form {
    /// The same for whoever explains it.
    fn kind(&self) -> ValueForm;

    /// What holds where the key is absent, as TOML.
    fn default(&self) -> Option<String> {
        None
    }
}

/// What is written as one text.
pub(crate) trait OneText: Form {}
/// What is written as a text or a list of texts.
pub(crate) trait ManyTexts: Form {}

/// Kinds that have nothing to tell but which they are.
macro_rules! plain_kinds {
    ($($(#[$doc:meta])* $name:ident: $way:ident,)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub(crate) struct $name;

        impl Form for $name {
            fn kind(&self) -> ValueForm {
                ValueForm::$name
            }
        }

        impl $way for $name {}
    )*};
}

plain_kinds! {
    /// Any text.
    Text: OneText,
    /// A name for command lines.
    Name: OneText,
    /// The letter of a piece.
    Letter: OneText,
    /// A movement of directions and atoms only.
    Plain: OneText,
    /// The name of a game, or of a file in the same folder.
    FileName: OneText,
    /// Any texts.
    Texts: ManyTexts,
    /// Letters of pieces.
    Letters: ManyTexts,
    /// Squares.
    Squares: ManyTexts,
    /// Squares or ranks.
    Ranks: ManyTexts,
    /// The word `capture`, and letters of pieces.
    Reset: ManyTexts,
}

/// Pieces by their letters or by what they have in common.
#[derive(Clone, Copy)]
pub(crate) struct Selector;

impl Form for Selector {
    fn kind(&self) -> ValueForm {
        ValueForm::Selector(&super::pieces::GROUP)
    }
}

/// Movements, each by itself or in a table that says where it holds.
#[derive(Clone, Copy)]
pub(crate) struct Movements;

impl Form for Movements {
    fn kind(&self) -> ValueForm {
        ValueForm::Movements(&super::pieces::MOVEMENT)
    }
}

/// Squares or ranks, written for the first side and turned for the second, or a table with those of
/// each side.
#[derive(Clone, Copy)]
pub(crate) struct Zone;

impl Form for Zone {
    fn kind(&self) -> ValueForm {
        ValueForm::Or(vec![ValueForm::Ranks, ValueForm::Table(&super::play::ZONES)])
    }
}

impl ManyTexts for Zone {}

/// True or false; what holds without the key.
#[derive(Clone, Copy)]
pub(crate) struct Flag(pub(crate) bool);

impl Form for Flag {
    fn kind(&self) -> ValueForm {
        ValueForm::Flag
    }

    fn default(&self) -> Option<String> {
        Some(self.0.to_string())
    }
}

/// A whole number, from the first to the second.
#[derive(Clone, Copy)]
pub(crate) struct Number(pub(crate) u32, pub(crate) u32);

impl Form for Number {
    fn kind(&self) -> ValueForm {
        ValueForm::Number { low: self.0, high: self.1 }
    }
}

/// A number, and what holds without the key.
#[derive(Clone, Copy)]
pub(crate) struct Usual(pub(crate) Number, pub(crate) u32);

impl Form for Usual {
    fn kind(&self) -> ValueForm {
        self.0.kind()
    }

    fn default(&self) -> Option<String> {
        Some(self.1.to_string())
    }
}

/// Words with what each stands for in the rules, and what it means to people.
pub(crate) type Words<T> = &'static [(&'static str, T, &'static str)];

fn spoken<T>(words: Words<T>) -> Vec<Word> {
    words.iter().map(|&(word, _, means)| Word { word, means }).collect()
}

/// One of a few words. The first holds without the key.
#[derive(Clone, Copy)]
pub(crate) struct Choice<T: 'static>(pub(crate) Words<T>);

/// For which sides something holds.
pub(super) const SIDES: Choice<[bool; 2]> = Choice(&[
    ("both", [true, true], "each of them"),
    ("first", [true, false], "the first side only"),
    ("second", [false, true], "the second side only"),
]);

impl<T: 'static> Form for Choice<T> {
    fn kind(&self) -> ValueForm {
        ValueForm::Choice(spoken(self.0))
    }

    fn default(&self) -> Option<String> {
        match self.0 {
            // The only word there is says nothing, also where it is absent.
            [_] => None,
            words => words.first().map(|(word, ..)| match word.parse::<u32>() {
                Ok(number) => number.to_string(),
                Err(_) => format!("{word:?}"),
            }),
        }
    }
}

/// Any of a few words; none of them without the key.
#[derive(Clone, Copy)]
pub(crate) struct Several<T: 'static>(pub(crate) Words<T>);

impl<T: 'static> Form for Several<T> {
    fn kind(&self) -> ValueForm {
        ValueForm::Several(spoken(self.0))
    }
}

impl<T: 'static> ManyTexts for Several<T> {}

/// A table.
#[derive(Clone, Copy)]
pub(crate) struct Sub(pub(crate) &'static Table);

impl Form for Sub {
    fn kind(&self) -> ValueForm {
        ValueForm::Table(self.0)
    }
}

/// A table, any number of times.
#[derive(Clone, Copy)]
pub(crate) struct List(pub(crate) &'static Table);

impl Form for List {
    fn kind(&self) -> ValueForm {
        ValueForm::List(self.0)
    }
}

/// `false`: switched off.
#[derive(Clone, Copy)]
pub(crate) struct SwitchedOff;

impl Form for SwitchedOff {
    fn kind(&self) -> ValueForm {
        ValueForm::Off
    }

    fn default(&self) -> Option<String> {
        Some("false".to_owned())
    }
}

/// Either of two kinds.
#[derive(Clone, Copy)]
pub(crate) struct Or<A, B>(pub(crate) A, pub(crate) B);

/// A name in one language, or a table of names.
pub(crate) type Named = Or<Text, Sub>;

impl<A: Form, B: Form> Form for Or<A, B> {
    fn kind(&self) -> ValueForm {
        ValueForm::Or(vec![self.0.kind(), self.1.kind()])
    }

    fn default(&self) -> Option<String> {
        self.0.default().or_else(|| self.1.default())
    }
}
