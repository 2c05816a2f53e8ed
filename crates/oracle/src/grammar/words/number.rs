//! Numbers and ordinals.

/// Number words by their value.
const NUMBERS: [&str; 21] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
];

/// Those beyond them that are in use.
const TENS: [(&str, i32); 9] = [
    ("twenty", 20),
    ("thirty", 30),
    ("forty", 40),
    ("fifty", 50),
    ("sixty", 60),
    ("seventy", 70),
    ("eighty", 80),
    ("ninety", 90),
    ("ninety-nine", 99),
];

/// Ordinals by their value, from one on.
const ORDINALS: [&str; 12] = [
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth",
];

/// A number as a word, as Oracle writes counts of things.
pub(crate) fn number(n: i32) -> String {
    match usize::try_from(n).ok().and_then(|i| NUMBERS.get(i)) {
        Some(word) => (*word).to_owned(),
        None => {
            TENS.iter().find(|(_, value)| *value == n).map_or_else(|| n.to_string(), |(word, _)| (*word).to_owned())
        }
    }
}

/// The value of a number word.
#[must_use]
pub(crate) fn number_word(word: &str) -> Option<i32> {
    let tens = |word: &str| TENS.iter().find(|(ten, _)| *ten == word).map(|(_, value)| *value);
    // "ninety-nine"
    let ten = || match word.split_once('-') {
        Some((ten, one)) => {
            let one = NUMBERS[1..10].iter().position(|w| *w == one).and_then(|i| i32::try_from(i + 1).ok())?;
            Some(tens(ten)? + one)
        }
        None => tens(word),
    };
    NUMBERS.iter().position(|w| *w == word).and_then(|i| i32::try_from(i).ok()).or_else(ten)
}

/// "first", "second", "third", …
pub(crate) fn ordinal(n: u32) -> String {
    match usize::try_from(n).ok().and_then(|i| ORDINALS.get(i.checked_sub(1)?)) {
        Some(word) => (*word).to_owned(),
        None => format!("{n}th"),
    }
}

/// The value of an ordinal: "second".
#[must_use]
pub(crate) fn ordinal_word(word: &str) -> Option<u32> {
    ORDINALS.iter().position(|w| *w == word).and_then(|i| u32::try_from(i + 1).ok())
}
