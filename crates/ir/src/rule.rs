//! Citations of the Comprehensive Rules.

use std::fmt;
use std::str::FromStr;

use crate::visit::Node;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A rule number such as 601.2a, four bytes wide. Made by [`rule!`](crate::rule!), which checks its shape when
/// the program is compiled.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Node)]
pub struct Rule {
    /// The section: 601.
    pub section: u16,
    /// The number within the section, 0 when the section itself is meant.
    pub number: u8,
    /// The letter of the subrule as ASCII, 0 when there is none.
    pub letter: u8,
}

impl Rule {
    /// Reads a rule number in constant evaluation. The number may have at most one letter.
    ///
    /// # Panics
    /// When the text is no rule number; through [`rule!`](crate::rule!) that stops the compilation.
    #[must_use]
    pub const fn new(text: &str) -> Self {
        match Self::parse(text.as_bytes()) {
            Some(rule) => rule,
            None => panic!("not a rule number: write it like 601.2a"),
        }
    }

    const fn parse(text: &[u8]) -> Option<Self> {
        let mut section = 0u16;
        let mut i = 0;
        while i < text.len() && text[i].is_ascii_digit() {
            if section > 999 {
                return None;
            }
            section = section * 10 + (text[i] - b'0') as u16;
            i += 1;
        }
        if section < 100 || section > 999 {
            return None;
        }
        if i == text.len() {
            return Some(Self { section, number: 0, letter: 0 });
        }
        if text[i] != b'.' {
            return None;
        }
        i += 1;
        let start = i;
        let mut number = 0u8;
        while i < text.len() && text[i].is_ascii_digit() {
            if number > 24 {
                return None;
            }
            number = number * 10 + (text[i] - b'0');
            i += 1;
        }
        if i == start {
            return None;
        }
        let letter = if i < text.len() && text[i].is_ascii_lowercase() {
            i += 1;
            text[i - 1]
        } else {
            0
        };
        if i == text.len() { Some(Self { section, number, letter }) } else { None }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.section)?;
        if self.number != 0 {
            write!(f, ".{}", self.number)?;
        }
        if self.letter != 0 {
            write!(f, "{}", char::from(self.letter))?;
        }
        Ok(())
    }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a rule number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadRule(pub String);

impl fmt::Display for BadRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "“{}” is not a rule number: write it like 601.2a", self.0)
    }
}

impl std::error::Error for BadRule {}

impl FromStr for Rule {
    type Err = BadRule;

    fn from_str(text: &str) -> Result<Self, BadRule> {
        Self::parse(text.as_bytes()).ok_or_else(|| BadRule(text.to_owned()))
    }
}

impl Serialize for Rule {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Rule {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// Cites a rule: `rule!("601.2a")`. A malformed number does not compile.
#[macro_export]
macro_rules! rule {
    ($text:literal) => {{
        const RULE: $crate::Rule = $crate::Rule::new($text);
        RULE
    }};
}
