//! The effects that change the rules rather than characteristics (611.1, 613.10, 613.11), collected after the layers:
//! what a card says takes precedence over the rule it contradicts (101.1).

use std::sync::Arc;

use lawmage_ir::{Ability, Continuous, StaticAbility, Zone, ZoneSet};

use crate::read::context::Context;
use crate::read::player_abilities::reaches_players;
use crate::state::State;
use crate::state::chars::{AbilityKey, Chars};
use crate::state::ids::{ObjectId, PlayerId};
use crate::state::object::Frame;

use super::in_force::static_of;

/// Where a card says it works that replaces events from there.
const GRAVEYARD: ZoneSet = ZoneSet::of(Zone::Graveyard);

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
/// "must" (a spell on the stack that can't be countered), and what cards replace from their graveyard (113.6b). What else such an object says is about itself, and those who
/// cast or move it ask [`State::own_statics`].
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
    /// [`Continuous::TriggersAgain`].
    pub echoes: Vec<ActiveRule>,
    /// [`Continuous::Ignorable`] of permanents; what they say is among the others, too.
    pub ignorable: Vec<ActiveRule>,
}

impl Rules {
    fn lists(&mut self) -> [&mut Vec<ActiveRule>; 8] {
        let Self { cants, musts, mays, costs, replacements, players, echoes, ignorable } = self;
        [cants, musts, mays, costs, replacements, players, echoes, ignorable]
    }

    fn is_empty(&self) -> bool {
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
    fn list_for(&mut self, what: &Continuous) -> Option<&mut Vec<ActiveRule>> {
        match what {
            Continuous::Cant(_) => Some(&mut self.cants),
            Continuous::Must(_) => Some(&mut self.musts),
            Continuous::May(_) => Some(&mut self.mays),
            Continuous::CostChange { .. } | Continuous::AdditionalCost { .. } | Continuous::NextSpell { .. } => {
                Some(&mut self.costs)
            }
            Continuous::Replace(_) => Some(&mut self.replacements),
            Continuous::Modify { what, .. } if reaches_players(what) => Some(&mut self.players),
            Continuous::TriggersAgain { .. } => Some(&mut self.echoes),
            Continuous::Ignorable { .. } => Some(&mut self.ignorable),
            // 601.2b, 303.4a: these are asked of the object itself.
            Continuous::Modify { .. }
            | Continuous::AlternativeCost { .. }
            | Continuous::Enchants(_)
            | Continuous::Pregame(_) => None,
        }
    }
}

impl State {
    /// The static abilities of an object that work where it is, and whose conditions hold: what it says of itself, to
    /// those who cast it (cost changes, ways of casting, flash), put it somewhere or attach it.
    pub fn own_statics(&self, id: ObjectId) -> impl Iterator<Item = (AbilityKey, &StaticAbility)> {
        let chars: Option<&Chars> = self.get(id).map(|_| self.chars(id)).filter(|c| c.marks.statics);
        chars.into_iter().flat_map(|c| &c.abilities).filter_map(move |on| {
            let ability = static_of(&on.ability)?;
            (self.works(id, ability) && self.is_met(id, ability)).then_some((on.key, ability))
        })
    }

    /// Whether a static ability's condition holds.
    fn is_met(&self, id: ObjectId, ability: &StaticAbility) -> bool {
        ability.condition.as_ref().is_none_or(|c| self.holds(c, &Context::of(id, self.controller(id))))
    }

    /// Collects the rules in force, oldest first: those for players (613.10) and for the game, without anyone having priority
    /// (117.2b). They take precedence over what they contradict (101.1). Conditions look at characteristics with all layers
    /// applied (613.11).
    pub(super) fn collect_rules(&mut self) {
        let mut shared = std::mem::take(&mut self.cache.rules);
        let rules = Arc::make_mut(&mut shared);
        if !rules.is_empty() {
            rules.lists().into_iter().for_each(Vec::clear);
        }
        for id in self.bearers(&self.cache.filled, |marks| marks.rules) {
            let chars = self.cache.get(id).unwrap_or(&self.objects[id.index()].base);
            let in_force = self.is_in_force(id);
            if in_force || chars.marks.elsewhere {
                self.collect_from(id, chars, in_force, rules);
            }
        }
        for effect in &self.effects {
            if let Some(list) = rules.list_for(&effect.what) {
                list.push(ActiveRule {
                    source: effect.source,
                    controller: effect.controller,
                    key: None,
                    effect: Some(effect.id),
                    frame: Some(effect.frame.clone()),
                    node: RuleNode::Effect(effect.what.clone()),
                    timestamp: effect.timestamp,
                });
            }
        }
        if !rules.is_empty() {
            rules.lists().into_iter().for_each(|list| list.sort_by_key(|r| r.timestamp));
        }
        self.cache.rules = shared;
    }

    fn collect_from(&self, id: ObjectId, chars: &Chars, in_force: bool, rules: &mut Rules) {
        for on in &chars.abilities {
            let Some(ability) = static_of(&on.ability) else { continue };
            if !self.works(id, ability) || !self.is_met(id, ability) {
                continue;
            }
            for (index, what) in ability.effects.iter().enumerate() {
                let elsewhere = match what {
                    Continuous::Cant(_) | Continuous::Must(_) => true,
                    Continuous::Replace(_) => ability.zones == GRAVEYARD,
                    _ => false,
                };
                if !in_force && !elsewhere {
                    continue;
                }
                if let Continuous::Ignorable { effects, .. } = what {
                    let (effects, frame) = self.unless_ignored(id, on.key, effects);
                    for inner in effects {
                        let Some(list) = rules.list_for(&inner) else { continue };
                        list.push(ActiveRule {
                            source: id,
                            controller: self.controller(id),
                            key: Some(on.key),
                            effect: None,
                            frame: frame.clone(),
                            node: RuleNode::Effect(Arc::new(inner)),
                            timestamp: self.objects[id.index()].timestamp,
                        });
                    }
                }
                if let Some(list) = rules.list_for(what) {
                    list.push(ActiveRule {
                        source: id,
                        controller: self.controller(id),
                        key: Some(on.key),
                        effect: None,
                        frame: None,
                        node: RuleNode::Static(on.ability.clone(), index),
                        timestamp: self.objects[id.index()].timestamp,
                    });
                }
            }
        }
    }
}
