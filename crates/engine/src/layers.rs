//! The layers (613): from copiable values to the values that rules see. SKELETON: owner E1.

use std::sync::Arc;

use lawmage_ir::{Ability, Continuous};

use crate::chars::{AbilityKey, Chars};
use crate::ids::{ObjectId, PlayerId};
use crate::object::Frame;
use crate::state::State;

/// A rule-changing continuous effect in force: of a static ability or of a resolved effect.
#[derive(Clone, Debug)]
pub struct ActiveRule {
    /// The object whose ability it is, or the effect's source.
    pub source: ObjectId,
    /// "you" in it.
    pub controller: PlayerId,
    /// The ability, for those of static abilities.
    pub key: Option<AbilityKey>,
    /// The number of the resolved effect, for those.
    pub effect: Option<u32>,
    /// What its references denote, for resolved effects.
    pub frame: Option<Arc<Frame>>,
    /// Where the node is.
    pub node: RuleNode,
    /// 613.7.
    pub timestamp: u32,
}

/// Where a rule's node is.
#[derive(Clone, Debug)]
pub enum RuleNode {
    /// The `n`th effect of a static ability.
    Static(Arc<Ability>, usize),
    /// A resolved effect's.
    Effect(Arc<Continuous>),
}

impl ActiveRule {
    /// What holds.
    #[must_use]
    pub fn what(&self) -> Option<&Continuous> {
        match &self.node {
            RuleNode::Static(ability, n) => match &**ability {
                Ability::Static(s) => s.effects.get(*n),
                _ => None,
            },
            RuleNode::Effect(what) => Some(what),
        }
    }
}

/// The rule-changing effects in force, by kind, oldest first.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// [`Continuous::Cant`].
    pub cants: Vec<ActiveRule>,
    /// [`Continuous::Must`].
    pub musts: Vec<ActiveRule>,
    /// [`Continuous::May`].
    pub mays: Vec<ActiveRule>,
    /// [`Continuous::CostChange`] and [`Continuous::AdditionalCost`] of permanents.
    pub costs: Vec<ActiveRule>,
    /// [`Continuous::Replace`] of permanents and resolved effects.
    pub replacements: Vec<ActiveRule>,
}

/// Characteristics worked out, and the rules in force. No part of the state's identity.
#[derive(Clone, Debug, Default)]
pub struct Cache {
    /// Whether the state has changed since.
    pub dirty: bool,
    /// By slot; `None` where the base holds.
    pub chars: Vec<Option<Arc<Chars>>>,
    /// The rules in force.
    pub rules: Arc<Rules>,
}

impl PartialEq for Cache {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Cache {}

impl std::hash::Hash for Cache {
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}

impl State {
    /// Works the characteristics out anew, if anything they depend on has changed.
    pub fn refresh(&mut self) {}

    /// Says that something they depend on has changed.
    pub fn touch(&mut self) {
        self.cache.dirty = true;
    }

    /// The characteristics of an object, worked out (613). Of an object that is no longer there: as it last existed.
    #[must_use]
    pub fn chars(&self, id: ObjectId) -> &Chars {
        &self.objects[id.index()].base
    }

    /// The controller of an object (108.4), worked out (layer 2). Of an object that is no longer there: as it last existed.
    #[must_use]
    pub fn controller(&self, id: ObjectId) -> PlayerId {
        self.objects[id.index()].controller
    }

    /// The rule-changing effects in force.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.cache.rules
    }

    /// The worked-out characteristics, to keep.
    #[must_use]
    pub fn chars_arc(&self, id: ObjectId) -> Arc<Chars> {
        self.cache.chars.get(id.index()).and_then(Clone::clone).unwrap_or_else(|| self.objects[id.index()].base.clone())
    }
}
