//! Whether to write in colours.

use clap::{Args, ValueEnum};
use std::io::IsTerminal;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Color {
    /// On terminals, unless NO_COLOR is set
    Auto,
    Always,
    Never,
}

/// Whether to write in colours.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Ink {
    /// When to use colours
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = Color::Auto)]
    color: Color,
}

impl Ink {
    pub(crate) fn on_stdout(self) -> bool {
        self.on(std::io::stdout().is_terminal())
    }

    pub(crate) fn on_stderr(self) -> bool {
        self.on(std::io::stderr().is_terminal())
    }

    fn on(self, is_terminal: bool) -> bool {
        let wanted = || std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        match self.color {
            Color::Auto => is_terminal && wanted(),
            Color::Always => true,
            Color::Never => false,
        }
    }
}
