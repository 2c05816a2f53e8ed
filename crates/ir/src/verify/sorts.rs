//! What sort of thing a reference may denote, as far as that is known.

use std::fmt;

use crate::{Destination, Filter, Instruction, Kind, Selector};

/// A set of sorts: what something spoken of may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sorts(u8);

impl Sorts {
    /// On the battlefield.
    pub const PERMANENT: Self = Self(1);
    /// In a hand, library, graveyard or in exile, also what has gone there from elsewhere.
    pub const CARD: Self = Self(2);
    /// A spell.
    pub const SPELL: Self = Self(4);
    /// An ability on the stack.
    pub const ABILITY: Self = Self(8);
    /// A player.
    pub const PLAYER: Self = Self(16);
    /// What can be on the stack.
    pub const STACK: Self = Self(12);
    /// Any object.
    pub const OBJECT: Self = Self(15);
    /// What damage is dealt to.
    pub const RECIPIENT: Self = Self(17);
    /// Anything.
    pub const ANY: Self = Self(31);
    /// Nothing at all.
    pub const NONE: Self = Self(0);

    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub const fn only(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// What fits a filter.
    pub const fn of_kind(kind: &Kind) -> Self {
        match kind {
            Kind::Permanent => Self::PERMANENT,
            Kind::Card(_) => Self::CARD,
            Kind::Spell => Self::SPELL,
            Kind::Ability => Self::ABILITY,
            Kind::OnStack => Self::STACK,
            Kind::PermanentOrCard(_) => Self::PERMANENT.union(Self::CARD),
            Kind::SpellOrPermanent => Self::PERMANENT.union(Self::SPELL),
            Kind::Player => Self::PLAYER,
            Kind::AnyTarget | Kind::PlayerOrPermanent => Self::RECIPIENT,
            Kind::Object => Self::ANY,
        }
    }

    /// What fits a filter.
    pub const fn of(filter: &Filter) -> Self {
        Self::of_kind(&filter.kind)
    }
}

impl fmt::Display for Sorts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = [
            (Self::PERMANENT, "permanent"),
            (Self::CARD, "card"),
            (Self::SPELL, "spell"),
            (Self::ABILITY, "ability"),
            (Self::PLAYER, "player"),
        ];
        let mine: Vec<&str> = words.into_iter().filter(|(sort, _)| self.meets(*sort)).map(|(_, word)| word).collect();
        f.write_str(&if mine.is_empty() { "nothing".to_owned() } else { mine.join(" or ") })
    }
}

/// Where something is put.
const fn arrived(to: &Destination) -> Sorts {
    match to {
        Destination::Battlefield(_) => Sorts::PERMANENT,
        _ => Sorts::CARD,
    }
}

/// What the slot of an instruction holds once it has been followed. `selected` says what a selection in it may hold.
pub(super) fn left_by(does: &Instruction, selected: impl Fn(&Selector) -> Sorts) -> Sorts {
    use Instruction as I;
    match does.bare() {
        I::Move { to, .. } => arrived(to),
        I::Destroy { .. }
        | I::Sacrifice { .. }
        | I::Discard { .. }
        | I::Draw { .. }
        | I::DrawUpTo { .. }
        | I::Mill { .. }
        | I::ExileUntilLeaves { .. }
        | I::ExileUntilCrowned(_)
        | I::Search { .. }
        | I::RevealUntil { .. } => Sorts::CARD,
        I::CreateToken { .. } | I::Populate { .. } | I::Manifest { .. } | I::ManifestDread(_) => Sorts::PERMANENT,
        I::Blight(..) => Sorts::PERMANENT,
        I::Clash { .. } => Sorts::PLAYER,
        I::Reveal { what } | I::LookAt { what, .. } => selected(what),
        I::Choose(what) | I::Tap(what) | I::Untap(what) | I::PutCounters { on: what, .. } => selected(what),
        I::WithKinds(_) => Sorts::NONE,
        I::ForEach { over, .. } => selected(over),
        I::InTurnOrder(_) => Sorts::PLAYER,
        I::May { .. } | I::MayPay { .. } | I::MustPay { .. } | I::PayTimes { .. } | I::Unless { .. } => Sorts::PLAYER,
        I::GainLife(..) | I::LoseLife(..) | I::FlipCoin { .. } | I::FlipCoins(_) => Sorts::PLAYER,
        I::Damage { .. } | I::DamageDivided { .. } | I::DamageEvenly { .. } | I::DamageTogether(_) => Sorts::RECIPIENT,
        _ => Sorts::ANY,
    }
}
