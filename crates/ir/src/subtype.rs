//! Subtypes (205.3).

use std::fmt;
use std::sync::{PoisonError, RwLock};

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use smallvec::SmallVec;

use crate::CardType;
use crate::visit::Node;

#[path = "subtype_table.rs"]
mod table;

/// Which card types a subtype belongs to (205.3g-q).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
pub enum SubtypeKind {
    /// Artifact types (205.3g).
    Artifact,
    /// Enchantment types (205.3h).
    Enchantment,
    /// Land types (205.3i).
    Land,
    /// Planeswalker types (205.3j).
    Planeswalker,
    /// Spell types, of instants and sorceries (205.3k).
    Spell,
    /// Creature types, of creatures and kindreds (205.3m).
    Creature,
    /// Battle types (205.3q, 310.3).
    Battle,
    /// Dungeon types (205.3p).
    Dungeon,
    /// Planar types (205.3n): each new plane has one of its own, so that no list of them is kept.
    Planar,
}

impl SubtypeKind {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Artifact,
        Self::Enchantment,
        Self::Land,
        Self::Planeswalker,
        Self::Spell,
        Self::Creature,
        Self::Battle,
        Self::Dungeon,
        Self::Planar,
    ];

    /// Its word, as saves have it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Artifact => "Artifact",
            Self::Enchantment => "Enchantment",
            Self::Land => "Land",
            Self::Planeswalker => "Planeswalker",
            Self::Spell => "Spell",
            Self::Creature => "Creature",
            Self::Battle => "Battle",
            Self::Dungeon => "Dungeon",
            Self::Planar => "Planar",
        }
    }

    /// Whether an object of that card type can have subtypes of this kind (205.3d).
    #[must_use]
    pub const fn fits(self, card_type: CardType) -> bool {
        match self {
            Self::Artifact => matches!(card_type, CardType::Artifact),
            Self::Enchantment => matches!(card_type, CardType::Enchantment),
            Self::Land => matches!(card_type, CardType::Land),
            Self::Planeswalker => matches!(card_type, CardType::Planeswalker),
            Self::Spell => matches!(card_type, CardType::Instant | CardType::Sorcery),
            Self::Creature => matches!(card_type, CardType::Creature | CardType::Kindred),
            Self::Battle => matches!(card_type, CardType::Battle),
            Self::Dungeon => matches!(card_type, CardType::Dungeon),
            Self::Planar => matches!(card_type, CardType::Plane),
        }
    }
}

/// A subtype: an index into the table of all of them, or one that a card file made up ([`Subtype::own`]).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Node)]
pub struct Subtype(u16);

/// In the index of a subtype that is not in the table: a mark, its kind, its place among those made up.
const OWN: u16 = 1 << 15;
const OWN_PLACES: u16 = 1 << OWN_BITS;
const OWN_BITS: u16 = 11;

macro_rules! named_subtypes {
    ($($(#[$doc:meta])* $name:ident = $word:literal),+ $(,)?) => {
        impl Subtype {
            $($(#[$doc])* pub const $name: Self = Self::known($word);)+
        }
    };
}

named_subtypes! {
    /// The basic land type Plains (305.6).
    PLAINS = "Plains",
    /// The basic land type Island (305.6).
    ISLAND = "Island",
    /// The basic land type Swamp (305.6).
    SWAMP = "Swamp",
    /// The basic land type Mountain (305.6).
    MOUNTAIN = "Mountain",
    /// The basic land type Forest (305.6).
    FOREST = "Forest",
    /// Auras (303.4).
    AURA = "Aura",
    /// Classes (716).
    CLASS = "Class",
    /// Humans, which mutating creature spells can't target (702.140a).
    HUMAN = "Human",
    /// Equipment (301.5).
    EQUIPMENT = "Equipment",
    /// Fortifications (301.6).
    FORTIFICATION = "Fortification",
    /// Attractions (717).
    ATTRACTION = "Attraction",
    /// Vehicles (301.7).
    VEHICLE = "Vehicle",
    /// Sagas (714).
    SAGA = "Saga",
    /// Roles (303.7).
    ROLE = "Role",
    /// Armies, which amass makes (701.44).
    ARMY = "Army",
    /// Adventures (715).
    ADVENTURE = "Adventure",
    /// Omens, after which their card is shuffled into the library.
    OMEN = "Omen",
    /// Sieges, the only battle type there is (310.11).
    SIEGE = "Siege",
    /// The only dungeon type (205.3p), into which the initiative leads (723.2).
    UNDERCITY = "Undercity",
}

impl Subtype {
    /// The five basic land types in the order of their colors (305.6).
    pub const BASIC_LANDS: [Self; 5] = [Self::PLAINS, Self::ISLAND, Self::SWAMP, Self::MOUNTAIN, Self::FOREST];

    /// The creature types of a party (700.8).
    pub const PARTY: [Self; 4] =
        [Self::known("Cleric"), Self::known("Rogue"), Self::known("Warrior"), Self::known("Wizard")];

    const fn known(word: &str) -> Self {
        let mut i = 0;
        while i < table::TABLE.len() {
            let name = table::TABLE[i].0.as_bytes();
            let want = word.as_bytes();
            if name.len() == want.len() {
                let mut k = 0;
                while k < want.len() && name[k] == want[k] {
                    k += 1;
                }
                if k == want.len() {
                    return Self(i as u16);
                }
            }
            i += 1;
        }
        panic!("not a subtype of 205.3")
    }

    /// A subtype that the rules don't have, made up by a card file; `None` when the word is too long (40 bytes) or there are
    /// more than 2,048 of them. What it is depends on word and kind alone: their texts are kept so that a subtype stays
    /// as small as a number, and no list of subtypes has it ([`Subtype::all`]).
    #[must_use]
    pub fn own(word: &str, kind: SubtypeKind) -> Option<Self> {
        if word.is_empty() || word.len() > 40 {
            return None;
        }
        let kind_place = SubtypeKind::ALL.iter().position(|k| *k == kind)?;
        let mut words = own_words().write().unwrap_or_else(PoisonError::into_inner);
        let place = match words.iter().position(|known| *known == word) {
            Some(place) => place,
            None if words.len() < usize::from(OWN_PLACES) => {
                words.push(Box::leak(word.to_owned().into_boxed_str()));
                words.len() - 1
            }
            None => return None,
        };
        Some(Self(OWN | (kind_place as u16) << OWN_BITS | place as u16))
    }

    /// Whether a card file made it up.
    #[must_use]
    pub const fn is_own(self) -> bool {
        self.0 & OWN != 0
    }

    /// The words of all subtypes that were made up so far, for printing.
    #[must_use]
    pub fn own_words() -> Vec<&'static str> {
        own_words().read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Every subtype of the rules, in the table's order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..table::TABLE.len()).map(|i| Self(i as u16))
    }

    /// Its name as on a type line.
    #[must_use]
    pub fn word(self) -> &'static str {
        if self.is_own() {
            let place = usize::from(self.0 % OWN_PLACES);
            return own_words().read().unwrap_or_else(PoisonError::into_inner).get(place).copied().unwrap_or_default();
        }
        table::TABLE[usize::from(self.0)].0
    }

    /// Which card types it belongs to.
    #[must_use]
    pub fn kind(self) -> SubtypeKind {
        if self.is_own() {
            return SubtypeKind::ALL[usize::from((self.0 & !OWN) >> OWN_BITS)];
        }
        table::TABLE[usize::from(self.0)].1
    }

    /// The subtype of the rules of that name, whatever its capitals.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        table::TABLE.iter().position(|(name, _)| name.eq_ignore_ascii_case(word)).map(|i| Self(i as u16))
    }

    /// The color of mana that lands of this basic land type make (305.6).
    #[must_use]
    pub fn basic_land_color(self) -> Option<crate::Color> {
        let place = Self::BASIC_LANDS.iter().position(|b| *b == self)?;
        Some(crate::Color::ALL[place])
    }
}

/// The words of the subtypes that were made up.
fn own_words() -> &'static RwLock<Vec<&'static str>> {
    static WORDS: RwLock<Vec<&'static str>> = RwLock::new(Vec::new());
    &WORDS
}

impl fmt::Debug for Subtype {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl Serialize for Subtype {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if self.is_own() {
            return to.serialize_str(&format!("{}:{}", self.kind().word(), self.word()));
        }
        to.serialize_str(self.word())
    }
}

impl<'de> Deserialize<'de> for Subtype {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let word = std::borrow::Cow::<'_, str>::deserialize(from)?;
        let own = word.split_once(':').and_then(|(kind, word)| {
            let kind = SubtypeKind::ALL.into_iter().find(|k| k.word() == kind)?;
            Self::own(word, kind)
        });
        own.or_else(|| Self::from_word(&word))
            .ok_or_else(|| serde::de::Error::custom(format!("“{word}” is no subtype")))
    }
}

/// The subtypes of an object: those listed, and every creature type when `all_creature_types` (702.73a).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, Node)]
pub struct SubtypeSet {
    /// The listed ones, in printed order.
    pub listed: SmallVec<[Subtype; 4]>,
    /// Whether it has every creature type.
    pub all_creature_types: bool,
}

impl SubtypeSet {
    /// Whether it has that subtype.
    #[must_use]
    pub fn has(&self, subtype: Subtype) -> bool {
        self.listed.contains(&subtype) || (self.all_creature_types && subtype.kind() == SubtypeKind::Creature)
    }

    /// Adds a subtype.
    pub fn insert(&mut self, subtype: Subtype) {
        if !self.listed.contains(&subtype) {
            self.listed.push(subtype);
        }
    }

    /// Takes out every subtype of that kind.
    pub fn remove_kind(&mut self, kind: SubtypeKind) {
        self.listed.retain(|s| s.kind() != kind);
        if kind == SubtypeKind::Creature {
            self.all_creature_types = false;
        }
    }
}

impl FromIterator<Subtype> for SubtypeSet {
    fn from_iter<I: IntoIterator<Item = Subtype>>(all: I) -> Self {
        let mut set = Self::default();
        for one in all {
            set.insert(one);
        }
        set
    }
}
