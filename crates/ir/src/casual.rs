//! What happens, and what is done, in casual variants alone (section 9): planes, phenomena, schemes.

use serde::{Deserialize, Serialize};

use crate::visit::Node;
use crate::{Filter, Selector, Who};

/// A face of the planar die that is not blank (901.3a).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum PlanarFace {
    /// The Planeswalker symbol.
    Planeswalker,
    /// The chaos symbol.
    Chaos,
}

/// An event of a casual variant.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum CasualEvent {
    /// A player planeswalks to a plane (701.24d). Subject: the plane. Actor: the player.
    PlaneswalksTo(Who, Filter),
    /// A player planeswalks away from a plane (701.24d), which is seen as it was (603.10g). Subject: the plane. Actor: the player.
    PlaneswalksFrom(Who, Filter),
    /// A player encounters a phenomenon (312.5). Subject: it. Actor: the player.
    Encounters(Who, Filter),
    /// Chaos ensues (311.7). Actor: the planar controller.
    Chaos,
    /// A player rolls the planar die, or a face of it (901.9). Actor: the player.
    RollsPlanarDie(Who, Option<PlanarFace>),
    /// A player sets a scheme in motion (701.25). Subject: the scheme. Actor: the player.
    SetsInMotion(Who, Filter),
    /// A player abandons a scheme (701.26). Subject: the scheme. Actor: the player.
    Abandons(Who, Filter),
}

impl CasualEvent {
    /// Whose event it is.
    #[must_use]
    pub const fn by(&self) -> Option<&Who> {
        match self {
            Self::PlaneswalksTo(who, _)
            | Self::PlaneswalksFrom(who, _)
            | Self::Encounters(who, _)
            | Self::RollsPlanarDie(who, _)
            | Self::SetsInMotion(who, _)
            | Self::Abandons(who, _) => Some(who),
            Self::Chaos => None,
        }
    }

    /// Which card it is about.
    #[must_use]
    pub const fn what(&self) -> Option<&Filter> {
        match self {
            Self::PlaneswalksTo(_, what)
            | Self::PlaneswalksFrom(_, what)
            | Self::Encounters(_, what)
            | Self::SetsInMotion(_, what)
            | Self::Abandons(_, what) => Some(what),
            Self::Chaos | Self::RollsPlanarDie(..) => None,
        }
    }
}

/// An instruction of a casual variant.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum CasualAction {
    /// A player planeswalks (701.24). The slot holds the plane planeswalked to.
    Planeswalk(Who),
    /// Chaos ensues (311.7).
    Chaos,
    /// A player rolls the planar die (901.9).
    RollPlanarDie(Who),
    /// A player sets the top card of their scheme deck in motion (701.25). The slot holds it.
    SetInMotion(Who),
    /// Schemes are abandoned (701.26).
    Abandon(Selector),
}
