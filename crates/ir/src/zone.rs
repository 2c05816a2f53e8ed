//! Zones (400) and the parts of a turn (500).

use crate::visit::Node;
use serde::{Deserialize, Serialize};

/// A kind of zone (400.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum Zone {
    /// 401.
    Library,
    /// 402.
    Hand,
    /// 403.
    Battlefield,
    /// 404.
    Graveyard,
    /// 405.
    Stack,
    /// 406.
    Exile,
    /// 408.
    Command,
    /// Outside the game, where sideboards are (400.11).
    Outside,
}

impl Zone {
    /// All zones, in the order of 401-408.
    pub const ALL: [Self; 8] = [
        Self::Library,
        Self::Hand,
        Self::Battlefield,
        Self::Graveyard,
        Self::Stack,
        Self::Exile,
        Self::Command,
        Self::Outside,
    ];

    /// Whether all players can see the cards' faces there (400.2).
    #[must_use]
    pub const fn is_public(self) -> bool {
        !matches!(self, Self::Library | Self::Hand | Self::Outside)
    }

    /// Its English word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Library => "library",
            Self::Hand => "hand",
            Self::Battlefield => "battlefield",
            Self::Graveyard => "graveyard",
            Self::Stack => "stack",
            Self::Exile => "exile",
            Self::Command => "command zone",
            Self::Outside => "outside the game",
        }
    }
}

/// A set of zones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, Node)]
pub struct ZoneSet(u8);

impl ZoneSet {
    /// Only the battlefield.
    pub const BATTLEFIELD: Self = Self::of(Zone::Battlefield);
    /// Every zone in the game.
    pub const ANYWHERE: Self = Self(0x7f);

    /// The set of one zone.
    #[must_use]
    pub const fn of(zone: Zone) -> Self {
        Self(1 << zone as u8)
    }

    /// Whether it holds that zone.
    #[inline]
    #[must_use]
    pub const fn has(self, zone: Zone) -> bool {
        self.0 & (1 << zone as u8) != 0
    }

    /// All others, outside the game too.
    #[must_use]
    pub const fn complement(self) -> Self {
        Self(!self.0)
    }

    /// Whether it is "anywhere other than your hand", as another player's hand is.
    #[must_use]
    pub fn is_all_but_hand(self) -> bool {
        self.union(Self::of(Zone::Outside)) == Self::of(Zone::Hand).complement()
    }

    /// The zones in either.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Its zones.
    pub fn iter(self) -> impl Iterator<Item = Zone> {
        Zone::ALL.into_iter().filter(move |z| self.has(*z))
    }
}

/// A step, or a phase that has none (500.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum Step {
    /// 502.
    Untap,
    /// 503.
    Upkeep,
    /// 504.
    Draw,
    /// The precombat main phase (505).
    Main,
    /// 507.
    BeginCombat,
    /// 508.
    DeclareAttackers,
    /// 509.
    DeclareBlockers,
    /// The combat damage step that first and double strike add (510.4).
    FirstStrikeDamage,
    /// 510.
    CombatDamage,
    /// 511.
    EndCombat,
    /// The postcombat main phase (505).
    Main2,
    /// 513.
    End,
    /// 514.
    Cleanup,
}

impl Step {
    /// All, in turn order.
    pub const ALL: [Self; 13] = [
        Self::Untap,
        Self::Upkeep,
        Self::Draw,
        Self::Main,
        Self::BeginCombat,
        Self::DeclareAttackers,
        Self::DeclareBlockers,
        Self::FirstStrikeDamage,
        Self::CombatDamage,
        Self::EndCombat,
        Self::Main2,
        Self::End,
        Self::Cleanup,
    ];

    /// Whether it belongs to the combat phase (506.1).
    #[must_use]
    pub const fn in_combat(self) -> bool {
        matches!(
            self,
            Self::BeginCombat
                | Self::DeclareAttackers
                | Self::DeclareBlockers
                | Self::FirstStrikeDamage
                | Self::CombatDamage
                | Self::EndCombat
        )
    }

    /// Whether it is a main phase (505.1).
    #[must_use]
    pub const fn is_main(self) -> bool {
        matches!(self, Self::Main | Self::Main2)
    }

    /// Its name as the rules write it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Untap => "untap step",
            Self::Upkeep => "upkeep step",
            Self::Draw => "draw step",
            Self::Main => "precombat main phase",
            Self::BeginCombat => "beginning of combat step",
            Self::DeclareAttackers => "declare attackers step",
            Self::DeclareBlockers => "declare blockers step",
            Self::FirstStrikeDamage => "first combat damage step",
            Self::CombatDamage => "combat damage step",
            Self::EndCombat => "end of combat step",
            Self::Main2 => "postcombat main phase",
            Self::End => "end step",
            Self::Cleanup => "cleanup step",
        }
    }
}
