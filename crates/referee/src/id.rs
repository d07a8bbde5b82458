//! Names that cannot be guessed: those of games, and the tokens of seats.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;
use subtle::ConstantTimeEq;

/// The name of a game: 128 random bits. Whoever knows it may look on.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct GameId(String);

impl GameId {
    /// A new one. It does not begin with a dash: on a command line it would be taken for an option.
    ///
    /// # Errors
    /// When the system has no random numbers.
    pub fn new() -> Result<Self, getrandom::Error> {
        loop {
            let text = random_text()?;
            if !text.starts_with('-') {
                return Ok(GameId(text));
            }
        }
    }

    /// Reads one; `None` for anything that no game can be called.
    pub fn parse(text: &str) -> Option<Self> {
        is_random_text(text).then(|| GameId(text.to_owned()))
    }

    /// Its text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Bytes of chance in a name.
const BYTES: usize = 16;
/// Characters of a name: six bits each.
const LENGTH: usize = (BYTES * 8).div_ceil(6);

fn random_text() -> Result<String, getrandom::Error> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes)?;
    Ok(URL_SAFE_NO_PAD.encode(bytes))
}

fn is_random_text(text: &str) -> bool {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b == b'-' || b == b'_';
    text.len() == LENGTH && text.bytes().all(plain)
}

/// What a player shows to act for a side. It is told once, and never stored.
#[derive(Clone, PartialEq, Eq, Serialize)]
pub struct Token(String);

impl Token {
    /// A new one.
    ///
    /// # Errors
    /// When the system has no random numbers.
    pub fn new() -> Result<Self, getrandom::Error> {
        random_text().map(Token)
    }

    /// Reads one that somebody has made; `None` for what is none.
    pub fn parse(text: &str) -> Option<Self> {
        is_random_text(text).then(|| Token(text.to_owned()))
    }

    /// Its hash.
    pub fn seal(&self) -> Seal {
        Seal::of(&self.0)
    }

    /// Its text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// It is never shown, in a log for instance.
impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token")
    }
}

/// No token is longer.
pub const MOST_BYTES_OF_A_TOKEN: usize = 64;

/// A token's hash, by which it is known again: whoever reads the database can act for nobody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seal(String);

impl Seal {
    fn of(token: &str) -> Self {
        Seal(URL_SAFE_NO_PAD.encode(Sha256::digest(token.as_bytes())))
    }

    /// One that was kept.
    pub fn kept(text: String) -> Self {
        Seal(text)
    }

    /// Its text, to be kept.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether a text is the token, found out in the same time whatever it is: what is longer than any token is none.
    pub fn fits(&self, token: &str) -> bool {
        let token = if token.len() > MOST_BYTES_OF_A_TOKEN { "" } else { token };
        self.0.as_bytes().ct_eq(Seal::of(token).0.as_bytes()).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_differ_and_read_back() {
        let (a, b) = (GameId::new().unwrap(), GameId::new().unwrap());
        assert_ne!(a, b);
        assert_eq!(GameId::parse(a.as_str()), Some(a));
        for text in ["", "a", "../../../../etc/passwd", "aaaaaaaaaaaaaaaaaaaaa'", &"a".repeat(23)] {
            assert_eq!(GameId::parse(text), None, "{text}");
        }
    }

    #[test]
    fn no_game_is_taken_for_an_option() {
        assert!((0..1_000).all(|_| !GameId::new().unwrap().as_str().starts_with('-')));
    }

    #[test]
    fn a_seal_fits_its_token_alone() {
        let (a, b) = (Token::new().unwrap(), Token::new().unwrap());
        assert!(a.seal().fits(&a.0) && !a.seal().fits(&b.0) && !a.seal().fits(""));
    }
}
