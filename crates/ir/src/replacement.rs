//! Replacement and prevention effects (614, 615), how permanents enter (614.12), and where objects are put.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::visit::{self, Node};
use crate::{
    Amount, Clause, Condition, CounterKind, Duration, EventPattern, Face, ManaType, Modification, Ref, Selector, Who,
    Zone,
};

/// A replacement or prevention effect (614.1, 615.1).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub struct Replacement {
    /// What would happen.
    pub event: EventPattern,
    /// "If …" besides the event.
    pub condition: Option<Condition>,
    /// What happens instead.
    pub instead: Instead,
    /// Who may choose whether it applies: "you may".
    pub optional: Option<Who>,
    /// "The next time": it applies once and is used up (615.8, 701.15a).
    pub once: bool,
    /// "If a source would deal damage, prevent that damage and …": what is done besides is done for each source.
    #[serde(default)]
    pub apart: bool,
}

/// What a replacement effect makes of the event.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum Instead {
    /// Prevents the damage: that much, or all; `then` uses the amount prevented as [`Amount::Event`]. As a shield
    /// of "the next N damage" it wears off as it prevents (615.7).
    Prevent {
        /// How much; all when `None`.
        amount: Option<Amount>,
        /// What happens besides.
        then: Vec<Clause>,
    },
    /// The event with another number; [`Amount::Event`] is the old one: "twice that much".
    Number(Amount),
    /// The mana is of that type instead of any other (106.12b): as much as it would be, or one where it is instead of any amount,
    /// too.
    Mana(ManaType, bool),
    /// The damage is dealt to another instead (614.9).
    Redirect {
        /// To whom or what.
        to: Selector,
        /// How much of it, wearing off as it is dealt elsewhere: "the next 1 damage". All when `None`.
        amount: Option<Amount>,
    },
    /// It goes to that zone instead, or otherwise: "exile it instead".
    MoveTo(Destination),
    /// The same, and this besides, as a part of it: "instead exile it and you gain 2 life".
    MoveAnd(Destination, Vec<Clause>),
    /// It enters otherwise (614.12): tapped, with counters, after choices.
    Enter(Box<Entering>),
    /// The event does not happen; this does (614.6). Empty: it is skipped.
    Do(Vec<Clause>),
    /// The event happens and this besides, as a part of it.
    Also(Vec<Clause>),
}

impl Instead {
    /// How much damage it prevents or redirects as a shield that wears off by that (615.7): not where it prevents a part of the
    /// damage itself, "half that damage".
    #[must_use]
    pub fn wears_off(&self) -> Option<&Amount> {
        let (Self::Prevent { amount, .. } | Self::Redirect { amount, .. }) = self else { return None };
        amount.as_ref().filter(|n| !visit::any(*n, |n: &Amount| *n == Amount::Event))
    }
}

/// How a permanent enters the battlefield otherwise (614.1c-d, 614.12).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, Node)]
pub struct Entering {
    /// "As ~ enters, choose/pay/reveal …": done first; its slots may be used below.
    pub first: Vec<Clause>,
    /// Under whose control instead (616.1b).
    pub controller: Option<Who>,
    /// Tapped.
    pub tapped: bool,
    /// Untapped, whatever else would have it enter tapped.
    #[serde(default)]
    pub untapped: bool,
    /// Prepared (2026:722.3).
    #[serde(default)]
    pub prepared: bool,
    /// With counters.
    pub counters: Vec<(CounterKind, Amount)>,
    /// With a counter of one of these kinds, which its controller chooses as it enters.
    #[serde(default)]
    pub one_of: Vec<CounterKind>,
    /// With a counter of each kind that there is on that object.
    #[serde(default)]
    pub each_kind_on: Option<Ref>,
    /// With these changes, for as long as it is there: "and with flying", "and as a Mutant in addition to its other types".
    #[serde(default)]
    pub mods: Vec<Modification>,
    /// Whether the tapped, the counters, the changes and the copy apply; asked after `first`, whose slots it may use:
    /// "if you don't, it enters tapped".
    pub only: Option<Condition>,
    /// As a copy of the (chosen) object, with exceptions (707.9); nothing chosen, nothing copied.
    pub copy: Option<(Selector, Vec<Modification>)>,
    /// How long it is that copy; for as long as it is there, when `None`.
    #[serde(default)]
    pub copy_until: Option<Duration>,
    /// What triggers on its having entered as that copy: "when you do, …" (603.11, 707.9g).
    #[serde(default)]
    pub copy_then: Vec<Clause>,
    /// Exceptions of that copy besides, where this holds: "except if ~ was embalmed, …".
    #[serde(default)]
    pub copy_if: Option<(Condition, Vec<Modification>)>,
}

/// Where and how an object is put (400).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum Destination {
    /// Onto the battlefield.
    Battlefield(Box<Arrival>),
    /// Into its owner's hand.
    Hand,
    /// Into its owner's graveyard.
    Graveyard,
    /// Into exile; the memory of linked number `linked` keeps it (607.2a); until this leaves, when `until_leaves`.
    Exile {
        /// Which linked number remembers it.
        linked: Option<u8>,
        /// Face down.
        face_down: bool,
    },
    /// On top of its owner's library; several in the order its owner chooses, or at random.
    LibraryTop {
        /// In random order.
        random: bool,
    },
    /// On the bottom of its owner's library.
    LibraryBottom {
        /// In random order.
        random: bool,
    },
    /// Into its owner's library just beneath the top n cards (401.7).
    LibraryNth(u32),
    /// The same, where the number is worked out as it is put there: "just beneath the top X cards".
    LibraryBeneath(Box<Amount>),
    /// Into its owner's library, which is then shuffled.
    LibraryShuffled,
    /// Into the command zone (903.9).
    Command,
}

impl Destination {
    /// The zone it names.
    #[must_use]
    pub const fn zone(&self) -> Zone {
        match self {
            Self::Battlefield(_) => Zone::Battlefield,
            Self::Hand => Zone::Hand,
            Self::Graveyard => Zone::Graveyard,
            Self::Exile { .. } => Zone::Exile,
            Self::LibraryTop { .. }
            | Self::LibraryBottom { .. }
            | Self::LibraryNth(_)
            | Self::LibraryBeneath(_)
            | Self::LibraryShuffled => Zone::Library,
            Self::Command => Zone::Command,
        }
    }
}

/// How something is put onto the battlefield.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, Node)]
pub struct Arrival {
    /// Under whose control; when `None`, that of who is told to put it there (110.2a). "under your control" is `You`.
    pub controller: Option<Who>,
    /// Tapped.
    pub tapped: bool,
    /// With these counters on it.
    pub counters: Vec<(CounterKind, Amount)>,
    /// Attached to this: an object, or a player (303.4f).
    pub attached_to: Option<Selector>,
    /// Attacking: whom its controller chooses (508.4).
    pub attacking: bool,
    /// Whom it attacks, when its controller doesn't choose.
    pub attacks: Option<Ref>,
    /// Its controller chooses between that player and a planeswalker they control (508.4).
    pub or_planeswalker: bool,
    /// Blocking this (509.4).
    pub blocking: Option<Ref>,
    /// With its back face up (712).
    pub transformed: bool,
    /// Face down as a 2/2 (708).
    pub face_down: bool,
    /// Remembered under that linked number (607.2c): "created with ~".
    pub linked: Option<u8>,
    /// With these changes, for as long as it is there: "it's a Zombie in addition to its other types".
    pub mods: Vec<Modification>,
}

/// A token to create (111.3).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum TokenSpec {
    /// With these characteristics; X-sized ones have their numbers beside.
    Face(Arc<Face>),
    /// With these characteristics and this power and toughness, fixed as it is created.
    Sized(Arc<Face>, Amount, Amount),
    /// A copy of an object, with exceptions (707.2).
    Copy(Selector, Vec<Modification>),
    /// Like the card of that name (111.11).
    Named(Arc<str>),
}
