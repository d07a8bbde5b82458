//! Games of any size behind one face.
//!
//! The rules are compiled for boards of up to 64, 128, 192 and 256 squares. Which of them a game needs is
//! decided once, when it is compiled; [`AnyGame`] and [`AnyPlay`] hold whichever it is, so that nobody
//! above has to know.

mod game;
mod play;

pub use game::AnyGame;
pub use play::AnyPlay;

/// Evaluates an expression with what an enum of the four sizes holds, such as [`AnyGame`](crate::AnyGame)
/// or [`AnyPlay`](crate::AnyPlay). This is how code that is generic over sizes is called.
///
/// ```
/// use komadai_rules::{AnyGame, Game, any_size, variant::load_builtin};
///
/// fn size_class<const N: usize>(_: &Game<N>) -> usize {
///     N
/// }
///
/// let shogi = load_builtin("shogi", &[]).unwrap().variant;
/// let game = AnyGame::compile(&shogi).unwrap();
/// assert_eq!(any_size!(AnyGame, &game, game => size_class(game)), 2);
/// ```
#[macro_export]
macro_rules! any_size {
    ($any:ident, $value:expr, $sized:ident => $answer:expr) => {
        match $value {
            $any::One($sized) => $answer,
            $any::Two($sized) => $answer,
            $any::Three($sized) => $answer,
            $any::Four($sized) => $answer,
        }
    };
}
