//! Kinds of counters (122).

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::Keyword;
use crate::visit::Node;

/// A kind of counter. Kinds with rules of their own have a variant; any other word is [`CounterKind::Named`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum CounterKind {
    /// +X/+Y counters of any size (122.1a), the signs included.
    PowerToughness(i8, i8),
    /// Keyword counters (122.1b).
    Keyword(Keyword),
    /// 306.5b.
    Loyalty,
    /// 310.4c.
    Defense,
    /// 714.
    Lore,
    /// 122.1c.
    Shield,
    /// 122.1d.
    Stun,
    /// 122.1h.
    Finality,
    /// 122.1f, on players.
    Poison,
    /// {E}, on players (107.14).
    Energy,
    /// On players.
    Experience,
    /// On players (725).
    Rad,
    /// Suspend, vanishing (702.62, 702.63).
    Time,
    /// Any other word.
    Named(Arc<str>),
    /// "A counter of that kind": the one at hand in [`crate::WithKinds`], for which the engine puts the kind itself.
    That,
}

impl CounterKind {
    /// +1/+1.
    pub const PLUS: Self = Self::PowerToughness(1, 1);
    /// -1/-1.
    pub const MINUS: Self = Self::PowerToughness(-1, -1);

    /// The kind that a word before "counter" names.
    #[must_use]
    pub fn from_word(word: &str) -> Self {
        if let Some((power, toughness)) = word.split_once('/')
            && let (Ok(power), Ok(toughness)) = (power.parse(), toughness.parse())
        {
            return Self::PowerToughness(power, toughness);
        }
        match word {
            "loyalty" => Self::Loyalty,
            "defense" => Self::Defense,
            "lore" => Self::Lore,
            "shield" => Self::Shield,
            "stun" => Self::Stun,
            "finality" => Self::Finality,
            "poison" => Self::Poison,
            "energy" => Self::Energy,
            "experience" => Self::Experience,
            "rad" => Self::Rad,
            "time" => Self::Time,
            _ => match Keyword::from_word(word) {
                Some(keyword) if Self::can_be_keyword(keyword) => Self::Keyword(keyword),
                _ => Self::Named(word.into()),
            },
        }
    }

    /// The keywords that 122.1b lets a counter grant.
    #[must_use]
    pub const fn can_be_keyword(keyword: Keyword) -> bool {
        matches!(
            keyword,
            Keyword::Flying
                | Keyword::FirstStrike
                | Keyword::DoubleStrike
                | Keyword::Deathtouch
                | Keyword::Decayed
                | Keyword::Exalted
                | Keyword::Haste
                | Keyword::Hexproof
                | Keyword::Indestructible
                | Keyword::Lifelink
                | Keyword::Menace
                | Keyword::Reach
                | Keyword::Shadow
                | Keyword::Trample
                | Keyword::Vigilance
        )
    }
}

impl fmt::Display for CounterKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PowerToughness(p, t) => {
                // "-2/-0" keeps its minus: a zero takes the sign of its partner.
                let sign = |n: i8, other: i8| if n < 0 || (n == 0 && other < 0) { '-' } else { '+' };
                write!(f, "{}{}/{}{}", sign(*p, *t), p.unsigned_abs(), sign(*t, *p), t.unsigned_abs())
            }
            Self::Keyword(k) => f.write_str(k.word()),
            Self::Loyalty => f.write_str("loyalty"),
            Self::Defense => f.write_str("defense"),
            Self::Lore => f.write_str("lore"),
            Self::Shield => f.write_str("shield"),
            Self::Stun => f.write_str("stun"),
            Self::Finality => f.write_str("finality"),
            Self::Poison => f.write_str("poison"),
            Self::Energy => f.write_str("energy"),
            Self::Experience => f.write_str("experience"),
            Self::Rad => f.write_str("rad"),
            Self::Time => f.write_str("time"),
            Self::Named(word) => f.write_str(word),
            Self::That => f.write_str("~that"),
        }
    }
}
