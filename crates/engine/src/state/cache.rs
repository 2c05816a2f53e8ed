//! Characteristics worked out (613), and the rules in force (613.11): what `read::layers` makes of the state, kept until it
//! changes.

use std::sync::Arc;

use lawmage_ir::{Ability, Continuous, KeywordSet};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::state::chars::{AbilityKey, Chars, reaches_players};
use crate::state::ids::{ObjectId, PlayerId};
use crate::state::stack::Frame;

/// What the layers made of one object.
#[derive(Clone, Debug)]
pub(crate) struct Worked {
    /// Which object of the slot.
    pub(crate) generation: u32,
    /// Its characteristics.
    pub(crate) chars: Arc<Chars>,
}

/// What the effects in force look at of what passes: see `read::layers::steady`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outlook {
    /// At nothing of it.
    Steady,
    /// At how things stand: the step, life, what is tapped.
    Passing,
    /// At what has happened, too.
    Recalling,
}

/// Characteristics worked out, and the rules in force. No part of the state's identity: it can be thrown away and is
/// then made anew.
#[derive(Clone, Debug, Default)]
pub struct Cache {
    /// Whether it tells of the state as it is; [`State::touch`](crate::state::State::touch) says no.
    pub(crate) clean: bool,
    /// Whether the state was worked out before, so that a change of control can be told from a first look.
    pub(crate) known: bool,
    /// By slot; `None` where the base holds.
    pub(crate) worked: Vec<Option<Worked>>,
    /// The slots of `worked` that hold something.
    pub(crate) filled: Vec<u32>,
    /// Objects whose controller an effect has changed (layer 2), oldest change first.
    pub(crate) controllers: SmallVec<[(ObjectId, PlayerId); 2]>,
    /// Copiable values of objects that a copy effect applies to (613.2c).
    pub(crate) copiable: SmallVec<[(ObjectId, Arc<Chars>); 1]>,
    /// Abilities that effects in force say objects can't have (113.11).
    pub(crate) banned: SmallVec<[(ObjectId, KeywordSet); 1]>,
    /// What the effects in force look at of what passes, if that was asked.
    pub(crate) outlook: Option<Outlook>,
    /// Whether any effect changes characteristics or control.
    pub(crate) modifies: bool,
    /// Whether such an effect grants an ability that replaces events.
    pub(crate) grants_replacing: bool,
    /// Whether such an effect grants abilities to spells.
    pub(crate) grants_to_spells: bool,
    /// Whether among those abilities there are alternative costs (118.9).
    pub(crate) grants_costs_to_spells: bool,
    /// The rules in force.
    pub(crate) rules: Arc<Rules>,
    /// Permanents whose control changed and for which the game has not yet drawn the consequences.
    pub(crate) control_changes: SmallVec<[ControlChange; 1]>,
    /// The permanents that have triggered abilities, oldest first.
    pub(crate) watching: Vec<ObjectId>,
    /// What something about to enter is taken for meanwhile (614.12).
    pub(crate) imagined: Option<(ObjectId, Arc<Chars>)>,
    /// While something is tried: what stood where it has changed something, by slot, to be put back.
    pub(crate) journal: Option<Vec<(u32, Option<Worked>)>>,
}

impl Cache {
    /// Forgets what was worked out.
    pub(crate) fn clear(&mut self, slots: usize) {
        for slot in self.filled.drain(..) {
            self.worked[slot as usize] = None;
        }
        self.worked.resize(slots, None);
        self.outlook = None;
        self.controllers.clear();
        self.copiable.clear();
    }

    /// Puts what is imagined of an object in the place of what the layers made of it.
    pub(crate) fn imagine(&mut self) {
        let Some((id, chars)) = &self.imagined else { return };
        let Some(slot) = self.worked.get_mut(id.index()) else { return };
        if slot.is_none() {
            self.filled.push(id.slot);
        }
        *slot = Some(Worked { generation: id.generation, chars: chars.clone() });
    }

    /// What the layers have made of an object so far.
    #[inline]
    pub(crate) fn get(&self, id: ObjectId) -> Option<&Arc<Chars>> {
        let worked = self.worked.get(id.index())?.as_ref()?;
        (worked.generation == id.generation).then_some(&worked.chars)
    }

    /// An object's working copy, to change; made from the base at the first change.
    pub(crate) fn edit(&mut self, id: ObjectId, base: &Arc<Chars>) -> &mut Chars {
        if let Some(journal) = &mut self.journal {
            journal.push((id.slot, self.worked[id.index()].clone()));
        }
        let filled = &mut self.filled;
        let worked = self.worked[id.index()].get_or_insert_with(|| {
            filled.push(id.slot);
            Worked { generation: id.generation, chars: base.clone() }
        });
        Arc::make_mut(&mut worked.chars)
    }
}

/// A permanent whose controller has become another player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ControlChange {
    /// Which.
    pub object: ObjectId,
    /// From.
    pub from: PlayerId,
    /// To.
    pub to: PlayerId,
}

/// A rule-changing continuous effect in force: of a static ability or of a resolved effect.
#[derive(Clone, Debug, PartialEq, Eq)]
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
#[derive(Clone, Debug, PartialEq, Eq)]
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
///
/// Of permanents, emblems and resolved effects: all. Of objects elsewhere whose abilities work there: only "can't" and
/// "must" (a spell on the stack that can't be countered), and what cards replace from their graveyard (113.6b). What else
/// such an object says is about itself, and those who cast or move it ask
/// [`State::own_statics`](crate::state::State::own_statics).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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
    /// [`Continuous::Modify`] that gives players abilities or takes them (113.1b).
    pub players: Vec<ActiveRule>,
    /// [`Continuous::TriggersAgain`] and [`Continuous::NoTriggers`].
    pub echoes: Vec<ActiveRule>,
    /// [`Continuous::Ignorable`] of permanents; what they say is among the others, too.
    pub ignorable: Vec<ActiveRule>,
}

impl Rules {
    pub(crate) fn lists(&mut self) -> [&mut Vec<ActiveRule>; 8] {
        let Self { cants, musts, mays, costs, replacements, players, echoes, ignorable } = self;
        [cants, musts, mays, costs, replacements, players, echoes, ignorable]
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.cants.is_empty()
            && self.musts.is_empty()
            && self.mays.is_empty()
            && self.costs.is_empty()
            && self.replacements.is_empty()
            && self.players.is_empty()
            && self.echoes.is_empty()
            && self.ignorable.is_empty()
    }

    /// The list for a rule of that kind.
    pub(crate) fn list_for(&mut self, what: &Continuous) -> Option<&mut Vec<ActiveRule>> {
        match what {
            Continuous::Cant(_) => Some(&mut self.cants),
            Continuous::Must(_) => Some(&mut self.musts),
            Continuous::May(_) => Some(&mut self.mays),
            Continuous::CostChange { .. } | Continuous::AdditionalCost { .. } | Continuous::NextSpell { .. } => {
                Some(&mut self.costs)
            }
            Continuous::Replace(_) => Some(&mut self.replacements),
            Continuous::Cascading { .. } => Some(&mut self.mays),
            Continuous::Modify { what, .. } if reaches_players(what) => Some(&mut self.players),
            Continuous::TriggersAgain { .. } | Continuous::NoTriggers { .. } => Some(&mut self.echoes),
            Continuous::Ignorable { .. } => Some(&mut self.ignorable),
            // 601.2b, 303.4a: these are asked of the object itself.
            Continuous::Modify { .. }
            | Continuous::AlternativeCost { .. }
            | Continuous::Enchants(_)
            | Continuous::Becoming(_)
            | Continuous::Pregame(_) => None,
        }
    }
}
