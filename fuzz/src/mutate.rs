//! Inputs made from samples by mutation: bytes, words, lines, numbers, nesting.

use rand_chacha::ChaCha12Rng;
use rand_core::{Rng, SeedableRng};

/// No input is longer.
const LONGEST: usize = 1 << 20;

/// What breaks parsers of any format.
const ODDITIES: &[&str] = &[
    "\u{feff}",
    "\u{0}",
    "\u{202e}",
    "\u{200d}",
    "é",
    "龍",
    "🧙",
    "\r",
    "\r\n",
    "\t",
    "\\",
    "\"",
    "'",
    "“",
    "—",
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    "<",
    ">",
    "&",
    "%",
    "#",
    ":",
    ",",
    "|",
    "*",
    "~",
    "-1",
    "0",
    "1e308",
    "NaN",
    "null",
    "true",
    "{}",
    "[]",
    "255",
    "256",
    "65536",
    "2147483648",
    "4294967295",
    "4294967296",
    "18446744073709551615",
    "99999999999999999999999",
];

/// Makes inputs: the same from the same samples, seed and number.
pub struct Mutator<'s> {
    samples: &'s [Vec<u8>],
    words: Vec<&'s str>,
    rng: ChaCha12Rng,
}

impl<'s> Mutator<'s> {
    /// The maker of one input. `words` are the format's own.
    pub fn new(samples: &'s [Vec<u8>], words: &[&'s str], seed: u64, number: u64) -> Self {
        let rng = ChaCha12Rng::seed_from_u64(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ number);
        Self { samples, words: words.iter().chain(ODDITIES).copied().collect(), rng }
    }

    /// A number below `n`, or 0.
    fn below(&mut self, n: usize) -> usize {
        if n == 0 { 0 } else { (self.rng.next_u64() % n as u64) as usize }
    }

    fn sample(&mut self) -> Vec<u8> {
        let which = self.below(self.samples.len());
        self.samples.get(which).cloned().unwrap_or_default()
    }

    fn word(&mut self) -> Vec<u8> {
        let which = self.below(self.words.len());
        self.words.get(which).map_or_else(Vec::new, |w| w.as_bytes().to_vec())
    }

    /// The input.
    pub fn make(mut self) -> Vec<u8> {
        let mut input = self.sample();
        // Most inputs are nearly right, so that they get far.
        let times = 1 + self.below(3) * self.below(4);
        for _ in 0..times {
            self.step(&mut input);
            input.truncate(LONGEST);
        }
        input
    }

    fn step(&mut self, input: &mut Vec<u8>) {
        let at = self.below(input.len() + 1);
        match self.below(14) {
            0 => {
                let bit = 1u8 << self.below(8);
                if let Some(byte) = input.get_mut(at) {
                    *byte ^= bit;
                }
            }
            1 => {
                let byte = self.below(256) as u8;
                input.insert(at, byte);
            }
            2 => self.cut(input, at),
            3 => self.repeat(input, at),
            4 | 5 => {
                let word = self.word();
                splice(input, at, 0, &word);
            }
            6 => self.number(input, at),
            7 => {
                let other = self.sample();
                let from = self.below(other.len() + 1);
                input.truncate(at);
                input.extend_from_slice(other.get(from..).unwrap_or_default());
            }
            8 => input.truncate(at),
            9 => self.swap_lines(input),
            10 | 11 => self.exchange_word(input, at),
            12 => self.nest(input, at),
            _ => {
                let other = self.sample();
                let from = self.below(other.len() + 1);
                let length = self.below(60);
                let piece = other.get(from..(from + length).min(other.len())).unwrap_or_default().to_vec();
                splice(input, at, 0, &piece);
            }
        }
    }

    fn cut(&mut self, input: &mut Vec<u8>, at: usize) {
        let length = match self.below(3) {
            0 => 1,
            1 => self.below(20),
            _ => self.below(input.len() / 2 + 1),
        };
        splice(input, at, length, b"");
    }

    fn repeat(&mut self, input: &mut Vec<u8>, at: usize) {
        let length = 1 + self.below(40);
        let piece = input.get(at..(at + length).min(input.len())).unwrap_or_default().to_vec();
        let times = match self.below(12) {
            0 => 2_000,
            1 | 2 => 100,
            _ => 1 + self.below(4),
        };
        splice(input, at, 0, &piece.repeat(times));
    }

    /// Another number in the place of the next one.
    fn number(&mut self, input: &mut Vec<u8>, at: usize) {
        let Some(start) = (at..input.len()).find(|i| input.get(*i).is_some_and(u8::is_ascii_digit)) else { return };
        let length = input.iter().skip(start).take_while(|b| b.is_ascii_digit()).count();
        let extremes =
            ["0", "1", "-1", "7", "20", "255", "65536", "4294967296", "18446744073709551616", "1e9", "0.5", "x"];
        let which = self.below(extremes.len());
        splice(input, start, length, extremes.get(which).map_or(b"", |e| e.as_bytes()));
    }

    fn swap_lines(&mut self, input: &mut Vec<u8>) {
        let mut lines: Vec<&[u8]> = input.split(|b| *b == b'\n').collect();
        let (a, b) = (self.below(lines.len()), self.below(lines.len()));
        lines.swap(a, b);
        *input = lines.join(&b'\n');
    }

    /// A word of another sample, or of the format, in the place of the next word.
    fn exchange_word(&mut self, input: &mut Vec<u8>, at: usize) {
        let is_letter = |b: &u8| b.is_ascii_alphanumeric();
        let start = (at..input.len()).find(|i| input.get(*i).is_some_and(is_letter)).unwrap_or(at);
        let length = input.iter().skip(start).take_while(|b| is_letter(b)).count();
        let word = if self.below(2) == 0 {
            self.word()
        } else {
            let other = self.sample();
            let words: Vec<&[u8]> = other.split(|b| !is_letter(b)).filter(|w| !w.is_empty()).collect();
            let which = self.below(words.len());
            words.get(which).map_or_else(Vec::new, |w| w.to_vec())
        };
        splice(input, start, length, &word);
    }

    /// The same opening again and again, deeper than any stack.
    fn nest(&mut self, input: &mut Vec<u8>, at: usize) {
        let openings =
            ["[", "{", "(", "{\"a\":", "- ", "\n  ", "\"", "unless ", "that's a ", "target ", "<a>", "not ", "if "];
        let which = self.below(openings.len());
        let piece = match self.below(3) {
            0 => self.word(),
            _ => openings.get(which).map_or_else(Vec::new, |o| o.as_bytes().to_vec()),
        };
        let times = [10, 300, 5_000, 30_000];
        let how = self.below(times.len());
        splice(input, at, 0, &piece.repeat(times.get(how).copied().unwrap_or(10)));
    }
}

/// Other bytes in the place of `length` bytes.
fn splice(input: &mut Vec<u8>, at: usize, length: usize, with: &[u8]) {
    let at = at.min(input.len());
    let end = (at + length).min(input.len());
    input.splice(at..end, with.iter().copied());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_numbers_make_the_same_input() {
        let samples = vec![b"4 Island\n3 Forest".to_vec(), b"Deck\n1 Swamp".to_vec()];
        let make = |number| Mutator::new(&samples, &["Sideboard"], 7, number).make();
        let all: Vec<Vec<u8>> = (0..400).map(make).collect();
        assert_eq!(all, (0..400).map(make).collect::<Vec<_>>());
        let distinct: std::collections::BTreeSet<&Vec<u8>> = all.iter().collect();
        assert!(distinct.len() > 300, "{} distinct inputs", distinct.len());
        assert!(all.iter().all(|input| input.len() <= LONGEST));
    }
}
