//! Colors (105).

use std::fmt;

use crate::visit::Node;
use serde::{Deserialize, Serialize};

/// One of the five colors, in the order of 105.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum Color {
    /// White, {W}.
    White,
    /// Blue, {U}.
    Blue,
    /// Black, {B}.
    Black,
    /// Red, {R}.
    Red,
    /// Green, {G}.
    Green,
}

impl Color {
    /// All five, in the order of 105.1.
    pub const ALL: [Self; 5] = [Self::White, Self::Blue, Self::Black, Self::Red, Self::Green];

    /// The letter of its mana symbol.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'W',
            Self::Blue => 'U',
            Self::Black => 'B',
            Self::Red => 'R',
            Self::Green => 'G',
        }
    }

    /// The color of a mana symbol's letter.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'W' => Some(Self::White),
            'U' => Some(Self::Blue),
            'B' => Some(Self::Black),
            'R' => Some(Self::Red),
            'G' => Some(Self::Green),
            _ => None,
        }
    }

    /// The English word, in lower case.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Blue => "blue",
            Self::Black => "black",
            Self::Red => "red",
            Self::Green => "green",
        }
    }

    /// The color of an English word in lower case.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|c| c.word() == word)
    }
}

/// A set of colors; the empty set is colorless (105.2c).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, Node)]
pub struct ColorSet(u8);

impl ColorSet {
    /// No color.
    pub const COLORLESS: Self = Self(0);
    /// All five colors.
    pub const ALL: Self = Self(31);

    /// The set of one color.
    #[must_use]
    pub const fn of(color: Color) -> Self {
        Self(1 << color as u8)
    }

    /// Whether the color is in the set.
    #[inline]
    #[must_use]
    pub const fn has(self, color: Color) -> bool {
        self.0 & (1 << color as u8) != 0
    }

    /// Adds a color.
    pub fn insert(&mut self, color: Color) {
        self.0 |= 1 << color as u8;
    }

    /// The colors in either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The colors in both sets.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// How many colors.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether it is colorless.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Its colors in the order of 105.1.
    pub fn iter(self) -> impl Iterator<Item = Color> {
        Color::ALL.into_iter().filter(move |c| self.has(*c))
    }
}

impl FromIterator<Color> for ColorSet {
    fn from_iter<I: IntoIterator<Item = Color>>(colors: I) -> Self {
        let mut set = Self::COLORLESS;
        for color in colors {
            set.insert(color);
        }
        set
    }
}

impl From<Color> for ColorSet {
    fn from(color: Color) -> Self {
        Self::of(color)
    }
}

impl fmt::Debug for ColorSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters: String = self.iter().map(Color::letter).collect();
        write!(f, "{{{letters}}}")
    }
}
