//! Damage and its results (120): of combat (120.2a) and of spells and abilities (120.2b), of any object (120.2). What it does
//! destroys nothing (120.5): state-based actions do.

use lawmage_ir::{CardType, CounterKind, Keyword, Rule};

use crate::commander::counted;
use crate::event::{Event, Outcome, Proposal};
use crate::game::Game;
use crate::happen::{Batch, NOBODY};
use crate::ids::{Entity, ObjectId};

impl Game<'_> {
    /// Damage of any object (120.2), in combat (120.2a) or by a spell or ability (120.2b), that nothing prevented (120.4, 120.4b): it is dealt, and its results follow in the same batch (120.3, 120.4c-d): replaced in
    /// their turn, and life lost is life lost (119.2).
    #[expect(clippy::too_many_arguments, reason = "one proposal's parts, taken apart once")]
    pub(crate) fn commit_damage(
        &mut self,
        source: ObjectId,
        to: Entity,
        amount: u32,
        combat: bool,
        rule: Rule,
        batch: &mut Batch,
        outcome: &mut Outcome,
    ) {
        if amount == 0 {
            return; // 120.8
        }
        let Some(seen) = self.state.seen(source) else { return };
        let controller = seen.controller;
        let has = |keyword| seen.chars.has(keyword);
        let (deathtouch, lifelink) = (has(Keyword::Deathtouch), has(Keyword::Lifelink));
        let (infect, wither) = (has(Keyword::Infect), has(Keyword::Wither));
        let toxic: u32 = seen
            .chars
            .keyword(Keyword::Toxic)
            .map(|k| match &k.param {
                lawmage_ir::KeywordParam::Number(lawmage_ir::Amount::Const(n)) => *n as u32,
                _ => 0,
            })
            .sum();
        let mut follow = |proposal| batch.follow.push((NOBODY, proposal));
        let by = Some(controller);
        if let Some(player) = counted(to, combat).filter(|_| !self.state.commanders.is_empty()) {
            self.state.note_commander_damage(source, player, amount);
        }
        match to {
            Entity::Player(player) => {
                if infect {
                    // 120.3b
                    follow(Proposal::PutCounters { on: to, kind: CounterKind::Poison, amount, by });
                } else {
                    follow(Proposal::LoseLife { player, amount }); // 120.3a
                }
                if combat && toxic > 0 {
                    // 120.3g
                    follow(Proposal::PutCounters { on: to, kind: CounterKind::Poison, amount: toxic, by });
                }
            }
            Entity::Object(id) => {
                let Some(target) = self.state.get(id) else { return };
                let types = self.state.chars(id).types;
                let loyalty = target.counters.get(&CounterKind::Loyalty);
                let defense = target.counters.get(&CounterKind::Defense);
                if types.has(CardType::Planeswalker) {
                    // 120.3c
                    let amount = amount.min(loyalty);
                    follow(Proposal::RemoveCounters { from: to, kind: CounterKind::Loyalty, amount });
                }
                if types.has(CardType::Battle) {
                    // 120.3h, 310.6
                    let amount = amount.min(defense);
                    follow(Proposal::RemoveCounters { from: to, kind: CounterKind::Defense, amount });
                }
                if types.has(CardType::Creature) {
                    if infect || wither {
                        // 120.3d
                        follow(Proposal::PutCounters { on: to, kind: CounterKind::MINUS, amount, by });
                    } else if let Some(permanent) = self.state.permanent_mut(id) {
                        permanent.damage = permanent.damage.saturating_add(amount); // 120.3e
                    }
                    if deathtouch && let Some(permanent) = self.state.permanent_mut(id) {
                        permanent.deathtouched = true; // 704.5h
                    }
                }
            }
        }
        if lifelink {
            follow(Proposal::GainLife { player: controller, amount }); // 120.3f
        }
        self.state.touch();
        self.push_event(Event::Damage { source, to, amount, combat }, rule, batch.number);
        if !outcome.members.contains(&to) {
            outcome.members.push(to);
        }
        outcome.number += amount;
        outcome.done = true;
    }
}
