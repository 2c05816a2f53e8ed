//! Card types and supertypes (205, 300).

use crate::visit::Node;
use serde::{Deserialize, Serialize};

macro_rules! word_enum {
    ($(#[$doc:meta])* $name:ident, $(#[$setdoc:meta])* $set:ident($bits:ty): $($variant:ident => $word:literal),+ $(,)?) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
        pub enum $name {
            $(#[doc = $word] $variant),+
        }

        impl $name {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The English word, capitalised as on a type line.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }

            /// The one of that name, whatever its capitals.
            #[must_use]
            pub fn from_word(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|t| t.word().eq_ignore_ascii_case(word))
            }
        }

        $(#[$setdoc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, Node)]
        pub struct $set($bits);

        impl $set {
            /// The empty set.
            pub const NONE: Self = Self(0);

            /// The set of one.
            #[must_use]
            pub const fn of(one: $name) -> Self { Self(1 << one as u32) }

            /// Whether it holds that one.
            #[must_use]
            #[inline]
            pub const fn has(self, one: $name) -> bool { self.0 & (1 << one as u32) != 0 }

            /// Adds one.
            pub fn insert(&mut self, one: $name) { self.0 |= 1 << one as u32; }

            /// Takes one out.
            pub fn remove(&mut self, one: $name) { self.0 &= !(1 << one as u32); }

            /// What either holds.
            #[must_use]
            pub const fn union(self, other: Self) -> Self { Self(self.0 | other.0) }

            /// Whether they have one in common.
            #[must_use]
            pub const fn meets(self, other: Self) -> bool { self.0 & other.0 != 0 }

            /// Whether it is empty.
            #[must_use]
            pub const fn is_empty(self) -> bool { self.0 == 0 }

            /// How many it holds.
            #[must_use]
            pub const fn len(self) -> u32 { self.0.count_ones() }

            /// What it holds, in declaration order.
            pub fn iter(self) -> impl Iterator<Item = $name> {
                $name::ALL.iter().copied().filter(move |t| self.has(*t))
            }
        }

        impl FromIterator<$name> for $set {
            fn from_iter<I: IntoIterator<Item = $name>>(all: I) -> Self {
                let mut set = Self::NONE;
                for one in all { set.insert(one); }
                set
            }
        }
    };
}

word_enum! {
    /// A card type (205.2a, 300.1).
    CardType,
    /// A set of card types.
    TypeSet(u16):
    Artifact => "Artifact",
    Battle => "Battle",
    Conspiracy => "Conspiracy",
    Creature => "Creature",
    Dungeon => "Dungeon",
    Enchantment => "Enchantment",
    Instant => "Instant",
    Kindred => "Kindred",
    Land => "Land",
    Phenomenon => "Phenomenon",
    Plane => "Plane",
    Planeswalker => "Planeswalker",
    Scheme => "Scheme",
    Sorcery => "Sorcery",
    Vanguard => "Vanguard",
}

impl CardType {
    /// Whether an object of this type can be a permanent (110.4).
    #[must_use]
    pub const fn is_permanent(self) -> bool {
        matches!(
            self,
            Self::Artifact | Self::Battle | Self::Creature | Self::Enchantment | Self::Land | Self::Planeswalker
        )
    }
}

impl TypeSet {
    /// The permanents that can be attacked (506.3).
    pub const ATTACKED: Self = Self::of(CardType::Planeswalker).union(Self::of(CardType::Battle));

    /// Its types in the order in which type lines print them: kindred, enchantment, artifact and land before creature and the rest.
    pub fn as_printed(self) -> impl Iterator<Item = CardType> {
        const FIRST: [CardType; 4] = [CardType::Kindred, CardType::Enchantment, CardType::Artifact, CardType::Land];
        let rest = self.iter().filter(|t| !FIRST.contains(t));
        FIRST.into_iter().filter(move |t| self.has(*t)).chain(rest)
    }

    /// Those that are permanent types (110.4).
    #[must_use]
    pub fn permanent(self) -> Self {
        self.iter().filter(|t| t.is_permanent()).collect()
    }

    /// Whether one of the types is a permanent type (110.4).
    #[must_use]
    pub fn any_permanent(self) -> bool {
        self.iter().any(CardType::is_permanent)
    }
}

word_enum! {
    /// A supertype (205.4a).
    Supertype,
    /// A set of supertypes.
    SupertypeSet(u8):
    Basic => "Basic",
    Legendary => "Legendary",
    Ongoing => "Ongoing",
    Snow => "Snow",
    World => "World",
}
