//! The game's randomness, and the seeds from which it comes.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use rand_chacha::ChaCha12Rng;
use rand_core::{Rng as _, SeedableRng};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// From which all randomness of a game comes: 256 bits that nobody can guess, or a number that anybody can type, for tests and for
/// games that are to be played again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seed {
    /// A number.
    Number(u64),
    /// 256 bits.
    Bits([u8; 32]),
}

/// What a seed is for: each part of a game has randomness of its own, and none tells anything of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The game itself.
    Game,
    /// The next game of a match.
    NextGame,
    /// The program that sits at that seat.
    Seat(u8),
    /// What the player at that seat is dealt before the game.
    Deal(u8),
}

impl Seed {
    /// The seed of a part: who knows it knows neither this one nor that of another part.
    #[must_use]
    pub fn part(self, part: Part) -> Self {
        let mut rng = ChaCha12Rng::from_seed(self.key());
        // Stream 0 is what comes of the seed itself.
        rng.set_stream(match part {
            Part::Game => 1,
            Part::NextGame => 2,
            Part::Seat(seat) => 0x100 + u64::from(seat),
            Part::Deal(seat) => 0x200 + u64::from(seat),
        });
        let mut bits = [0; 32];
        rng.fill_bytes(&mut bits);
        Self::Bits(bits)
    }

    /// The generator's key.
    fn key(self) -> [u8; 32] {
        match self {
            Self::Number(number) => ChaCha12Rng::seed_from_u64(number).get_seed(),
            Self::Bits(bits) => bits,
        }
    }
}

impl Default for Seed {
    fn default() -> Self {
        Self::Number(0)
    }
}

impl From<u64> for Seed {
    fn from(number: u64) -> Self {
        Self::Number(number)
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Bits(bits) => bits.iter().try_for_each(|byte| write!(f, "{byte:02x}")),
        }
    }
}

impl FromStr for Seed {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Ok(number) = text.parse() {
            return Ok(Self::Number(number));
        }
        let digits: Option<Vec<u8>> = text.chars().map(|c| Some(c.to_digit(16)? as u8)).collect();
        let digits = digits.and_then(|digits| <[u8; 64]>::try_from(digits).ok());
        let Some(digits) = digits else {
            return Err(format!("a seed is a whole number from 0 to {}, or 64 hexadecimal digits", u64::MAX));
        };
        let mut bits = [0; 32];
        for (byte, pair) in bits.iter_mut().zip(digits.chunks_exact(2)) {
            *byte = pair.iter().fold(0, |byte, digit| byte << 4 | digit);
        }
        Ok(Self::Bits(bits))
    }
}

impl Serialize for Seed {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Number(number) => to.serialize_u64(*number),
            Self::Bits(_) => to.collect_str(self),
        }
    }
}

impl<'de> Deserialize<'de> for Seed {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Number(u64),
            Text(String),
        }
        match Written::deserialize(from)? {
            Written::Number(number) => Ok(Self::Number(number)),
            Written::Text(text) => text.parse().map_err(D::Error::custom),
        }
    }
}

/// Randomness: seeded, saved with the state, the same on every machine. What it has said tells nothing of what it will say.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Kept", into = "Kept")]
pub struct Rng {
    now: ChaCha12Rng,
    /// As what it goes on, once it has given so many words.
    then: Option<Box<(u64, Rng)>>,
}

/// A generator as it is saved.
#[derive(Clone, Serialize, Deserialize)]
struct Kept {
    seed: Seed,
    /// How many words it has given.
    words: u64,
    /// As what it goes on, once it has given so many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    then: Option<Box<(u64, Rng)>>,
}

impl From<Rng> for Kept {
    fn from(rng: Rng) -> Self {
        Self { seed: Seed::Bits(rng.now.get_seed()), words: rng.words(), then: rng.then }
    }
}

impl From<Kept> for Rng {
    fn from(Kept { seed, words, then }: Kept) -> Self {
        let mut now = ChaCha12Rng::from_seed(seed.key());
        now.set_word_pos(words.into());
        Self { now, then }
    }
}

impl Rng {
    /// From a seed.
    #[must_use]
    pub fn new(seed: impl Into<Seed>) -> Self {
        Self { now: ChaCha12Rng::from_seed(seed.into().key()), then: None }
    }

    /// The same randomness up to where another has come, which began as this one; from there on that of `next`.
    pub(crate) fn until(&self, come: &Self, next: Self) -> Self {
        let (until, then) = match self.then.as_deref() {
            _ if come.now.get_seed() == self.now.get_seed() => (come.words(), next),
            Some((until, then)) => (*until, then.until(come, next)),
            None => return next,
        };
        if until <= self.words() { then } else { Self { now: self.now.clone(), then: Some(Box::new((until, then))) } }
    }

    /// A seed.
    pub(crate) fn seed(&mut self) -> Seed {
        let mut bits = [0; 32];
        for four in bits.chunks_exact_mut(4) {
            four.copy_from_slice(&self.word().to_le_bytes());
        }
        Seed::Bits(bits)
    }

    /// How many words it has given.
    fn words(&self) -> u64 {
        self.now.get_word_pos() as u64
    }

    fn word(&mut self) -> u32 {
        if let Some((_, then)) = self.then.as_deref().filter(|(until, _)| self.words() >= *until) {
            *self = then.clone();
        }
        self.now.next_u32()
    }

    /// A number below `bound`, each as likely; 0 when the bound is 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        if bound == 0 {
            return 0;
        }
        // Lemire's method: the high half of a product, rejecting the few values that would favour some results.
        loop {
            let product = u64::from(self.word()) * u64::from(bound);
            if product as u32 >= bound.wrapping_neg() % bound {
                return (product >> 32) as u32;
            }
        }
    }

    /// Puts a slice in random order.
    pub fn shuffle<T>(&mut self, slice: &mut [T]) {
        for i in (1..slice.len()).rev() {
            slice.swap(i, self.below(i as u32 + 1) as usize);
        }
    }
}

impl Hash for Rng {
    fn hash<H: Hasher>(&self, to: &mut H) {
        self.now.get_seed().hash(to);
        self.now.get_word_pos().hash(to);
        self.then.hash(to);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_a_seed_are_different_seeds() {
        for seed in [Seed::from(7), Seed::Bits([3; 32])] {
            let parts = [Part::Game, Part::NextGame, Part::Seat(0), Part::Seat(1), Part::Deal(0)];
            let mut keys: Vec<[u8; 32]> = parts.iter().map(|part| seed.part(*part).key()).collect();
            keys.push(seed.key());
            keys.sort_unstable();
            keys.dedup();
            assert_eq!(keys.len(), parts.len() + 1, "no two are the same");
        }
    }

    #[test]
    fn a_seed_is_read_as_it_is_told() {
        for seed in [Seed::from(7), Seed::from(u64::MAX), Seed::default(), Seed::from(7).part(Part::Game)] {
            assert_eq!(seed.to_string().parse(), Ok(seed));
        }
        for text in ["", "-1", "x", "18446744073709551616", &"f".repeat(63), &"é".repeat(64)] {
            assert!(text.parse::<Seed>().is_err(), "{text} is no seed");
        }
    }

    #[test]
    fn it_goes_on_where_it_was_saved() {
        let mut rng = Rng::new(7);
        for given in 0..70 {
            let mut again = Rng::from(Kept::from(rng.clone()));
            assert_eq!((again.clone(), again.below(6)), (rng.clone(), rng.below(6)), "after {given}");
        }
    }

    #[test]
    fn it_is_another_from_where_one_has_come() {
        let begun = Rng::new(7);
        let mut come = begun.clone();
        let first: Vec<u32> = (0..9).map(|_| come.word()).collect();
        let mut fork = begun.until(&come, Rng::new(8));
        let further: Vec<u32> = (0..9).map(|_| fork.clone().word()).collect();
        assert_eq!(further.first(), first.first());
        let mut twice = fork.clone();
        let nine = |rng: &mut Rng| (0..9).map(|_| rng.word()).collect::<Vec<u32>>();
        assert_eq!(nine(&mut twice), first, "as it was");
        assert_eq!(nine(&mut twice), nine(&mut Rng::new(8)), "then another");
        let mut thrice = fork.until(&twice, Rng::new(9));
        assert_eq!((nine(&mut thrice), nine(&mut thrice)), (nine(&mut fork), nine(&mut fork)));
        assert_eq!(nine(&mut thrice), nine(&mut Rng::new(9)), "and a third");
        assert_eq!(begun.until(&begun, Rng::new(8)), Rng::new(8), "from here on");
    }

    #[test]
    fn the_same_number_gives_the_same_randomness_for_ever() {
        let mut rng = Rng::new(7);
        let rolls: Vec<u32> = (0..8).map(|_| rng.below(100)).collect();
        assert_eq!(rolls, [41, 3, 14, 30, 6, 14, 65, 54]);
    }
}
