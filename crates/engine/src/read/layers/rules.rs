//! The effects that change the rules rather than characteristics (611.1, 613.10, 613.11), collected after the layers:
//! what a card says takes precedence over the rule it contradicts (101.1).

use std::sync::Arc;

use lawmage_ir::{Continuous, CostOf, StaticAbility, Test, Zone, ZoneSet};

use super::in_force::static_of;
use crate::read::context::Context;
use crate::state::State;
use crate::state::cache::{ActiveRule, RuleNode, Rules};
use crate::state::chars::{AbilityKey, Chars};
use crate::state::ids::ObjectId;

/// Where a card says it works that replaces events from there.
const GRAVEYARD: ZoneSet = ZoneSet::of(Zone::Graveyard);

impl State {
    /// The static abilities of an object that work where it is, and whose conditions hold: what it says of itself, to
    /// those who cast it (cost changes, ways of casting, flash), put it somewhere or attach it.
    pub fn own_statics(&self, id: ObjectId) -> impl Iterator<Item = (AbilityKey, &StaticAbility)> {
        let chars: Option<&Chars> = self.get(id).map(|_| self.chars(id)).filter(|c| c.marks.statics);
        chars.into_iter().flat_map(|c| &c.abilities).filter_map(move |on| {
            let ability = static_of(&on.ability)?;
            (self.works(id, ability) && self.is_met(id, on.key, ability)).then_some((on.key, ability))
        })
    }

    /// Whether a static ability's condition holds.
    fn is_met(&self, id: ObjectId, key: AbilityKey, ability: &StaticAbility) -> bool {
        ability.condition.as_ref().is_none_or(|c| self.holds(c, &Context::of_ability(id, self.controller(id), key)))
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
        for effect in self.effects.iter().filter(|effect| effect.expiry.has_begun(&self.turn)) {
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
            if !self.works(id, ability) || !self.is_met(id, on.key, ability) {
                continue;
            }
            for (index, what) in ability.effects.iter().enumerate() {
                let elsewhere = match what {
                    Continuous::Cant(_) | Continuous::Must(_) => true,
                    Continuous::Replace(_) => ability.zones == GRAVEYARD,
                    // 113.6: "as long as ~ is on the stack, spells that target it cost {2} more".
                    Continuous::CostChange { of: CostOf::Spells(spells), .. } => {
                        ability.zones == ZoneSet::of(Zone::Stack) && matches!(spells.test, Test::Targets(_))
                    }
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
