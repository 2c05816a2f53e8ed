//! Mana, mana symbols and mana costs (106, 107.4, 202).

use std::fmt;

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::visit::Node;
use crate::{Color, ColorSet};

/// One of the six types of mana (106.1b).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum ManaType {
    /// Mana of a color.
    Color(Color),
    /// Colorless mana.
    Colorless,
}

impl ManaType {
    /// All six types, the five colors (106.1a) and colorless; a type's place here is its [`ManaType::index`].
    pub const ALL: [Self; 6] = [
        Self::Color(Color::White),
        Self::Color(Color::Blue),
        Self::Color(Color::Black),
        Self::Color(Color::Red),
        Self::Color(Color::Green),
        Self::Colorless,
    ];

    /// 0 to 4 for the colors, 5 for colorless.
    #[must_use]
    pub const fn index(self) -> usize {
        match self {
            Self::Color(c) => c as usize,
            Self::Colorless => 5,
        }
    }
}

impl fmt::Display for ManaType {
    /// As its symbol (107.4a, 107.4c): "{R}", "{C}".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        ManaSymbol::from(*self).fmt(f)
    }
}

/// A mana symbol in a cost (107.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum ManaSymbol {
    /// {X}, 107.3.
    X,
    /// {0}, {1}, {2}, …: generic mana (107.4b).
    Generic(u16),
    /// {W}, {U}, {B}, {R}, {G} (107.4a).
    Color(Color),
    /// {C} (107.4c).
    Colorless,
    /// {W/U}: either color (107.4e).
    Hybrid(Color, Color),
    /// {2/B}: two generic or one of the color (107.4e).
    MonoHybrid(u16, Color),
    /// {C/W}: one colorless or one of the color (107.4e).
    ColorlessHybrid(Color),
    /// {W/P}: one of the color or 2 life (107.4f).
    Phyrexian(Color),
    /// {W/U/P}: one of two colors or 2 life (107.4f).
    HybridPhyrexian(Color, Color),
    /// {S}: one mana of any type from a snow source (107.4h).
    Snow,
}

impl ManaSymbol {
    /// Its part of a mana value: X counts as 0, and hybrid symbols as their largest component (202.3e-g).
    #[must_use]
    pub const fn value(self) -> u32 {
        match self {
            Self::X => 0,
            Self::Generic(n) | Self::MonoHybrid(n, _) => n as u32,
            _ => 1,
        }
    }

    /// Whether it is a Phyrexian mana symbol (107.4f-g).
    #[must_use]
    pub const fn is_phyrexian(self) -> bool {
        matches!(self, Self::Phyrexian(_) | Self::HybridPhyrexian(..))
    }

    /// The colors of the symbol (105.2, 107.4): five there are (202.2a), and hybrid symbols have both of theirs (202.2d).
    #[must_use]
    pub fn colors(self) -> ColorSet {
        match self {
            Self::X | Self::Generic(_) | Self::Colorless | Self::Snow => ColorSet::COLORLESS,
            Self::Color(c) | Self::MonoHybrid(_, c) | Self::ColorlessHybrid(c) | Self::Phyrexian(c) => c.into(),
            Self::Hybrid(a, b) | Self::HybridPhyrexian(a, b) => ColorSet::of(a).union(b.into()),
        }
    }

    /// Reads what stands between the braces: `W`, `2`, `2/B`, `W/U/P`.
    #[must_use]
    pub fn parse(inner: &str) -> Option<Self> {
        let one = |s: &str| {
            let mut chars = s.chars();
            let color = Color::from_letter(chars.next()?)?;
            chars.next().is_none().then_some(color)
        };
        let parts: SmallVec<[&str; 3]> = inner.split('/').collect();
        Some(match parts.as_slice() {
            ["X"] => Self::X,
            ["C"] => Self::Colorless,
            ["S"] => Self::Snow,
            [n] if n.bytes().all(|b| b.is_ascii_digit()) => Self::Generic(n.parse().ok()?),
            [c] => Self::Color(one(c)?),
            ["C", c] => Self::ColorlessHybrid(one(c)?),
            [c, "P"] => Self::Phyrexian(one(c)?),
            [n, c] if n.bytes().all(|b| b.is_ascii_digit()) => Self::MonoHybrid(n.parse().ok()?, one(c)?),
            [a, b] => Self::Hybrid(one(a)?, one(b)?),
            [a, b, "P"] => Self::HybridPhyrexian(one(a)?, one(b)?),
            _ => return None,
        })
    }
}

impl From<ManaType> for ManaSymbol {
    fn from(mana: ManaType) -> Self {
        match mana {
            ManaType::Color(color) => Self::Color(color),
            ManaType::Colorless => Self::Colorless,
        }
    }
}

impl fmt::Display for ManaSymbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::X => write!(f, "{{X}}"),
            Self::Generic(n) => write!(f, "{{{n}}}"),
            Self::Color(c) => write!(f, "{{{}}}", c.letter()),
            Self::Colorless => write!(f, "{{C}}"),
            Self::Hybrid(a, b) => write!(f, "{{{}/{}}}", a.letter(), b.letter()),
            Self::MonoHybrid(n, c) => write!(f, "{{{n}/{}}}", c.letter()),
            Self::ColorlessHybrid(c) => write!(f, "{{C/{}}}", c.letter()),
            Self::Phyrexian(c) => write!(f, "{{{}/P}}", c.letter()),
            Self::HybridPhyrexian(a, b) => write!(f, "{{{}/{}/P}}", a.letter(), b.letter()),
            Self::Snow => write!(f, "{{S}}"),
        }
    }
}

/// A mana cost or a cost's mana part: its symbols in printed order (202.1). `{0}` is `[Generic(0)]`; an object
/// *without* a mana cost has no `ManaCost` at all (202.1b).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, Node)]
pub struct ManaCost(pub SmallVec<[ManaSymbol; 6]>);

impl ManaCost {
    /// The same symbols in an order that is the same for all of which only that differs.
    #[must_use]
    pub fn in_order(&self) -> Self {
        let mut cost = self.clone();
        cost.0.sort_unstable();
        cost
    }

    /// The mana value, with X as 0 (202.3).
    #[must_use]
    pub fn value(&self) -> u32 {
        self.0.iter().map(|s| s.value()).sum()
    }

    /// How many {X} it has.
    #[must_use]
    pub fn xs(&self) -> u32 {
        self.0.iter().filter(|s| matches!(s, ManaSymbol::X)).count() as u32
    }

    /// The colors of its symbols (105.2, 202.2): none without colored ones (202.2b), all of several (202.2c).
    #[must_use]
    pub fn colors(&self) -> ColorSet {
        self.0.iter().fold(ColorSet::COLORLESS, |set, s| set.union(s.colors()))
    }

    /// Reads `{2}{G}{G}`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut symbols = SmallVec::new();
        let mut rest = text;
        while let Some(tail) = rest.strip_prefix('{') {
            let (inner, tail) = tail.split_once('}')?;
            symbols.push(ManaSymbol::parse(inner)?);
            rest = tail;
        }
        rest.is_empty().then_some(Self(symbols))
    }
}

impl fmt::Display for ManaCost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|s| s.fmt(f))
    }
}
