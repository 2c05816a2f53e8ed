//! The replacement effects that the running game has under way (614.5).

use std::sync::Arc;

use lawmage_ir::{Ability, Continuous, Instead, Ref, Replacement, Who, visit};

use crate::state::chars::AbilityKey;
use crate::state::ids::{ObjectId, PlayerId};
use crate::state::stack::Frame;

/// A replacement or prevention effect that could apply.
#[derive(Clone)]
pub(crate) struct Applicable {
    pub(crate) source: ObjectId,
    pub(crate) you: PlayerId,
    pub(crate) key: Option<AbilityKey>,
    pub(crate) effect: Option<u32>,
    /// Which of the ability's effects, when it has several.
    pub(crate) nth: usize,
    /// Whether it is an ability that the object enters with as a copy (614.12): another one than the object's own.
    pub(crate) copied: bool,
    pub(crate) frame: Option<Arc<Frame>>,
    pub(crate) node: Node,
}

#[derive(Clone)]
pub(crate) enum Node {
    Static(Arc<Ability>, usize),
    Effect(Arc<Continuous>),
}

impl Applicable {
    pub(crate) fn replacement(&self) -> Option<&Replacement> {
        let what = match &self.node {
            Node::Static(ability, n) => match &**ability {
                Ability::Static(s) => s.effects.get(*n),
                _ => None,
            },
            Node::Effect(what) => Some(&**what),
        };
        match what {
            Some(Continuous::Replace(replacement)) => Some(replacement),
            _ => None,
        }
    }

    /// Whether it makes of an event what the other would: not where that is said of what each is an ability of ("destroy this
    /// Aura", 702.89a), of its controller or its targets, and those are not the same.
    pub(crate) fn does_as(&self, other: &Self) -> bool {
        let (Some(one), Some(two)) = (self.replacement(), other.replacement()) else { return false };
        let of_source = || visit::any(&one.instead, |r: &Ref| *r == Ref::This);
        let of_player = || one.optional.is_some() || visit::any(&one.instead, |who: &Who| *who != Who::All);
        let of_others = || visit::any(&one.instead, |r: &Ref| matches!(r, Ref::Target(_) | Ref::Slot(_)));
        one == two
            && (self.frame == other.frame || !of_others())
            && (self.source == other.source || !of_source())
            && (self.you == other.you || !of_player())
    }

    pub(crate) fn same(&self, other: &Self) -> bool {
        self.source == other.source
            && self.key == other.key
            && self.effect == other.effect
            && self.nth == other.nth
            && self.copied == other.copied
    }

    /// 616.1b-e: which effects must be chosen before others: those on whose control it enters under, then those that make it
    /// a copy, then other changes of how it enters. (616.1a: self-replacement is part of an effect's own instructions.)
    pub(crate) fn order(&self) -> u8 {
        match self.replacement().map(|r| &r.instead) {
            Some(Instead::Enter(entering)) if entering.controller.is_some() => 0, // 616.1b
            Some(Instead::Enter(entering)) if entering.copy.is_some() => 1,       // 616.1c
            _ => 2,
        }
    }
}
