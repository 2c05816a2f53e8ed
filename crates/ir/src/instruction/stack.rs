//! Copies of spells and abilities (707.10), and new targets (115.7).

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::visit::Node;
use crate::{Amount, Filter, Modification, Ref, Selector, Who};

/// How many targets an effect lets a player change (115.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum Retarget {
    /// "choose new targets" (115.7d): any number, to whatever is legal.
    New,
    /// "change the target(s)" (115.7a): all of them or none.
    All,
    /// "change a target" (115.7b): one of them.
    One,
    /// "change any targets" (115.7c): any number.
    Any,
}

/// Copies of spells and abilities on the stack (707.10).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub struct StackCopies {
    /// Who controls the copies.
    pub who: Who,
    /// What.
    pub what: Selector,
    /// How many.
    pub count: Amount,
    /// Whether new targets may be chosen.
    pub new_targets: bool,
    /// How the copies differ: "except it isn't legendary" (707.9).
    pub except: Vec<Modification>,
    /// One for each thing that fits, besides its targets, that it could target, aimed at that (707.10d).
    pub for_each: Option<Filter>,
    /// Aimed at that, if it could target it: "the copy targets the chosen creature" (707.10e).
    pub at: Option<Ref>,
}

/// A copy of a card that is told by its name, outside the game (707.13).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub struct CopiedNamed {
    /// The name, or several of which one is chosen; none for that of the card noted under the linked number (707.14).
    pub names: Vec<Arc<str>>,
    /// Under which linked number a card was noted, or names are remembered of which each is chosen once.
    pub linked: Option<u8>,
}
