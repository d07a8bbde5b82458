//! Files of networks: a few lines of text, then the weights.
//!
//! ```text
//! komadai net 1
//! game minishogi
//! rules 8d3f0c51aa02b9e7
//! hidden 32
//! buckets 8
//! sight kings
//! scale 240
//! license MIT OR Apache-2.0
//! learnt positions 801000 games 43674 loss 0.6021 before 0.6188 elo 97 error 28
//!
//! ```
//!
//! `sight kings` stands there only where pieces are seen from kings, see [`Sight`].
//!
//! After an empty line follow the weights in the order of [`Weights`], each little-endian, and the CRC-32 of all that
//! stands before it.

use super::{MOST_HIDDEN, Net, Sight, Weights};
use komadai_rules::Variant;
use std::fmt::{self, Display};

const FIRST_LINE: &str = "komadai net 1";
const MOST_BUCKETS: usize = 64;
const MOST_SCALE: i32 = 100_000;

/// What a file says of its network.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// The game.
    pub game: String,
    /// A fingerprint of the rules of the game, see [`fingerprint`](crate::fingerprint).
    pub rules: u64,
    /// Hidden units that each side has.
    pub hidden: usize,
    /// Sets of weights in the second layer.
    pub buckets: usize,
    /// What it sees.
    pub sight: Sight,
    /// Centipawns that change the odds of winning by a factor of e.
    pub scale: i32,
    /// Under what it may be copied.
    pub license: String,
    /// How it came about, generation by generation.
    pub learnt: Vec<Learnt>,
}

/// One generation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Learnt {
    /// Positions that it was trained on, and the games that they come from.
    pub positions: u64,
    /// See `positions`.
    pub games: u64,
    /// The loss on positions that it was not trained on, in ten thousandths, and that of the evaluation without any
    /// network.
    pub loss: [u32; 2],
    /// What it gained in a match, and how far off that may be with 95 % confidence; 0 where one side has won all
    /// games, so that only one bound is known. None where no match was played.
    pub elo: Option<[i32; 2]>,
}

/// Why a file is no network for a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NetError {
    /// It does not begin as such a file does.
    Foreign,
    /// A line of its text says something else.
    Line(String),
    /// It is cut off, or its checksum is another one.
    Damaged,
    /// It has not as many weights as the game has inputs.
    Size,
    /// It was made for other rules.
    Rules {
        /// The game that it was made for.
        game: String,
    },
}

impl Display for NetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetError::Foreign => {
                write!(f, "this is no network of Komadai (it does not begin with `{FIRST_LINE}`)")
            }
            NetError::Line(line) => {
                write!(f, "the network says `{line}`, which nothing is known of")
            }
            NetError::Damaged => {
                f.write_str("the network is damaged: its checksum is wrong, or it is cut off")
            }
            NetError::Size => f.write_str("the network is of another size than its game"),
            NetError::Rules { game } => {
                write!(f, "the network was made for other rules than these (`{game}`)")
            }
        }
    }
}

impl std::error::Error for NetError {}

impl Header {
    fn text(&self) -> String {
        let Header { game, rules, hidden, buckets, sight, scale, license, learnt } = self;
        let sight = match sight {
            Sight::Squares => "",
            Sight::Kings => "sight kings\n",
        };
        let mut text = format!(
            "{FIRST_LINE}\ngame {game}\nrules {rules:016x}\nhidden {hidden}\nbuckets {buckets}\n\
             {sight}scale {scale}\nlicense {license}\n"
        );
        for one in learnt {
            let Learnt { positions, games, loss: [loss, before], elo } = one;
            text +=
                &format!("learnt positions {positions} games {games} loss {loss} before {before}");
            if let Some([elo, error]) = elo {
                text += &format!(" elo {elo} error {error}");
            }
            text.push('\n');
        }
        text.push('\n');
        text
    }

    fn parse(text: &str) -> Result<Self, NetError> {
        let mut lines = text.lines();
        if lines.next() != Some(FIRST_LINE) {
            return Err(NetError::Foreign);
        }
        let mut header = Header::default();
        for line in lines {
            header.line(line).ok_or_else(|| NetError::Line(line.chars().take(80).collect()))?;
        }
        let fits = (..=MOST_HIDDEN).contains(&header.hidden)
            && (1..=MOST_BUCKETS).contains(&header.buckets)
            && (1..=MOST_SCALE).contains(&header.scale);
        if fits { Ok(header) } else { Err(NetError::Size) }
    }

    fn line(&mut self, line: &str) -> Option<()> {
        let (key, value) = line.split_once(' ')?;
        match key {
            "game" => self.game = value.to_owned(),
            "rules" => self.rules = u64::from_str_radix(value, 16).ok()?,
            "hidden" => self.hidden = value.parse().ok()?,
            "buckets" => self.buckets = value.parse().ok()?,
            "sight" => self.sight = (value == "kings").then_some(Sight::Kings)?,
            "scale" => self.scale = value.parse().ok()?,
            "license" => self.license = value.to_owned(),
            "learnt" => self.learnt.push(Learnt::parse(value)?),
            _ => return None,
        }
        Some(())
    }
}

impl Learnt {
    fn parse(text: &str) -> Option<Self> {
        let words: Vec<&str> = text.split(' ').collect();
        let mut learnt = Learnt::default();
        for pair in words.chunks(2) {
            let &[key, value] = pair else { return None };
            match key {
                "positions" => learnt.positions = value.parse().ok()?,
                "games" => learnt.games = value.parse().ok()?,
                "loss" => learnt.loss[0] = value.parse().ok()?,
                "before" => learnt.loss[1] = value.parse().ok()?,
                "elo" => learnt.elo.get_or_insert_default()[0] = value.parse().ok()?,
                "error" => learnt.elo.get_or_insert_default()[1] = value.parse().ok()?,
                _ => return None,
            }
        }
        Some(learnt)
    }
}

impl Net {
    /// The file of a network.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.header.text().into_bytes();
        let Weights { first, first_bias, values, second, second_bias } = &self.weights;
        for weight in [first, first_bias, values, second].into_iter().flatten() {
            bytes.extend(weight.to_le_bytes());
        }
        bytes.extend(second_bias.iter().flat_map(|weight| weight.to_le_bytes()));
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Reads the header of a file alone, whatever game it is for.
    ///
    /// # Errors
    /// Where the file is none of a network.
    pub fn header_of(bytes: &[u8]) -> Result<Header, NetError> {
        split(bytes).map(|(header, _)| header)
    }

    /// Reads a file for a game with these rules; see [`fingerprint`](crate::fingerprint).
    ///
    /// # Errors
    /// Where the file is damaged, or is for another game.
    pub fn parse(bytes: &[u8], variant: &Variant, rules: u64) -> Result<Self, NetError> {
        let (header, mut rest) = split(bytes)?;
        if header.rules != rules {
            return Err(NetError::Rules { game: header.game });
        }
        let inputs = super::Inputs::of(variant, header.sight).count();
        let Header { hidden, buckets, .. } = header;
        let small = [inputs * hidden, hidden, inputs, 2 * hidden * buckets];
        if rest.len() != 2 * small.iter().sum::<usize>() + 4 * buckets {
            return Err(NetError::Size);
        }
        let mut take = |count: usize| -> Vec<i16> {
            let (taken, left) = rest.split_at(2 * count);
            rest = left;
            taken.chunks_exact(2).map(|two| i16::from_le_bytes([two[0], two[1]])).collect()
        };
        let [first, first_bias, values, second] = small.map(&mut take);
        let four = |four: &[u8]| i32::from_le_bytes([four[0], four[1], four[2], four[3]]);
        let second_bias = rest.chunks_exact(4).map(four).collect();
        Net::new(variant, header, Weights { first, first_bias, values, second, second_bias })
    }
}

/// The header of a file and its weights, after a look at the checksum.
fn split(bytes: &[u8]) -> Result<(Header, &[u8]), NetError> {
    if !bytes.starts_with(FIRST_LINE.as_bytes()) {
        return Err(NetError::Foreign);
    }
    let (body, sum) = bytes.split_last_chunk::<4>().ok_or(NetError::Damaged)?;
    if crc32fast::hash(body) != u32::from_le_bytes(*sum) {
        return Err(NetError::Damaged);
    }
    let end = body.windows(2).position(|two| two == b"\n\n").ok_or(NetError::Damaged)?;
    let text = std::str::from_utf8(&body[..end]).map_err(|_| NetError::Foreign)?;
    Ok((Header::parse(text)?, &body[end + 2..]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::Inputs;
    use crate::random::Random;
    use komadai_rules::variant::load_builtin;

    fn small(variant: &Variant, sight: Sight) -> Net {
        let (count, hidden, buckets) = (Inputs::of(variant, sight).count(), 16, 2);
        let learnt = Learnt { positions: 7, games: 2, loss: [6_000, 6_100], elo: Some([9, 5]) };
        let header = Header {
            game: "minishogi".into(),
            rules: 3,
            hidden,
            buckets,
            sight,
            scale: 300,
            license: "CC0".into(),
            learnt: vec![learnt, Learnt { elo: None, ..learnt }],
        };
        let weights = Weights {
            first: vec![-3; count * hidden],
            first_bias: vec![500; hidden],
            values: vec![12; count],
            second: vec![-127; 2 * hidden * buckets],
            second_bias: vec![i32::MIN, i32::MAX],
        };
        Net::new(variant, header, weights).unwrap()
    }

    #[test]
    fn a_net_comes_back_as_it_was() {
        let variant = load_builtin("minishogi", &[]).unwrap().variant;
        let net = small(&variant, Sight::Kings);
        assert_eq!(Net::parse(&net.to_bytes(), &variant, 3), Ok(net));
        let net = small(&variant, Sight::Squares);
        let bytes = net.to_bytes();
        assert_eq!(Net::parse(&bytes, &variant, 3), Ok(net.clone()));
        assert_eq!(Net::header_of(&bytes).as_ref(), Ok(net.header()));
        let other = NetError::Rules { game: "minishogi".into() };
        assert_eq!(Net::parse(&bytes, &variant, 4), Err(other));
        assert_eq!(Net::parse(b"komadai", &variant, 3), Err(NetError::Foreign));
        let judkins = load_builtin("judkins", &[]).unwrap().variant;
        assert_eq!(Net::parse(&bytes, &judkins, 3), Err(NetError::Size));
    }

    /// Whatever a file says, with a right checksum or a wrong one.
    #[test]
    fn any_bytes_are_read_or_refused() {
        let variant = load_builtin("minishogi", &[]).unwrap().variant;
        let bytes = small(&variant, Sight::Kings).to_bytes();
        let mut random = Random(5);
        for turn in 0..2_000_u64 {
            let mut changed = bytes.clone();
            changed.truncate(changed.len() - random.below(40) as usize * (turn % 2) as usize);
            for _ in 0..=random.below(3) {
                let at = random.below(300) as usize;
                changed[at] = random.next() as u8;
            }
            if turn % 3 > 0
                && let Some((body, sum)) = changed.split_last_chunk_mut::<4>()
            {
                *sum = crc32fast::hash(body).to_le_bytes();
            }
            if let Ok(net) = Net::parse(&changed, &variant, 3) {
                assert_eq!(Net::parse(&net.to_bytes(), &variant, 3), Ok(net));
            }
        }
    }
}
