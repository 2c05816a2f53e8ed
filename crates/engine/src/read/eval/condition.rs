//! Conditions worked out.

use lawmage_ir::{Amount, Cmp, Condition, Ref, Step, Test, Who, Zone, ZoneSet, rule};

use crate::read::context::Context;
use crate::state::State;
use crate::state::chars::AbilityKey;
use crate::state::event::Event;
use crate::state::ids::{Entity, ObjectId};
use crate::state::object::Chosen;

impl State {
    /// Whether an effect lasts "for as long as" that holds (611.2b): what an object is asked for it is only while it is that
    /// object, however it last was.
    #[must_use]
    pub fn lasts(&self, condition: &Condition, context: &Context<'_>) -> bool {
        match condition {
            Condition::And(all) => all.iter().all(|c| self.lasts(c, context)),
            Condition::Or(any) => any.iter().any(|c| self.lasts(c, context)),
            Condition::Not(inner) => !self.holds(inner, context) && self.can_track(inner, context),
            other => self.holds(other, context) && self.can_track(other, context),
        }
    }

    /// Whether all that is asked of single objects can be asked: none of them has become another object, nor phased out (702.26f).
    fn can_track(&self, condition: &Condition, context: &Context<'_>) -> bool {
        let denoted = |of: &Ref, such: &dyn Fn(ObjectId) -> bool| {
            self.denote(of, context).iter().filter_map(|e| e.object()).all(such)
        };
        let is_out = |id: ObjectId| self.permanent(id).is_some_and(|p| p.phased_out);
        let of_amount = |amount: &Amount| match amount {
            Amount::Stat(_, of) | Amount::Counters(_, of) => denoted(of, &|id| !is_out(id)),
            _ => true,
        };
        match condition {
            // 702.103f: what is bestowed phases out with what it enchants, and stays so.
            Condition::Is(of, Test::AttachedTo(Ref::Host(_))) => denoted(of, &|id| self.get(id).is_some()),
            Condition::Is(of, _) => denoted(of, &|id| self.get(id).is_some() && !is_out(id)),
            Condition::Compare(a, _, b) => of_amount(a) && of_amount(b),
            _ => true,
        }
    }

    /// Whether a condition holds.
    #[must_use]
    pub fn holds(&self, condition: &Condition, context: &Context<'_>) -> bool {
        match condition {
            Condition::And(all) => all.iter().all(|c| self.holds(c, context)),
            Condition::Or(any) => any.iter().any(|c| self.holds(c, context)),
            Condition::Not(inner) => !self.holds(inner, context),
            Condition::Compare(Amount::Count(what), Cmp::AtLeast, Amount::Const(least)) => {
                self.has_at_least(what, *least, context)
            }
            Condition::Compare(a, cmp, b) => cmp.holds(self.amount(a, context), self.amount(b, context)),
            Condition::Is(reference, test) => {
                let members = self.denote(reference, context);
                let passes = |e: &Entity| match e.object().filter(|id| self.was_unveiled(*id, context)) {
                    Some(id) => self.test_card(id, test, context),
                    None => self.test(*e, test, context),
                };
                !members.is_empty() && members.iter().all(passes)
            }
            Condition::InZone(reference, zones) => {
                let members = self.denote(reference, context);
                !members.is_empty()
                    && members.iter().all(|e| {
                        matches!(e, Entity::Object(id) if self.get(*id).is_some_and(|o| zones.has(o.zone)
                            && o.permanent.as_ref().is_none_or(|p| !p.phased_out)))
                    })
            }
            Condition::Happened(pattern, span, least) => self.happened(pattern, *span, context, *least),
            Condition::TurnOf(who) if self.options.is_some() => {
                // 805.4a, 807.4
                self.seats().any(|p| self.is_taking_turn(p) && self.is_among(p, who, context))
            }
            Condition::TurnOf(who) => self.is_among(self.turn.active, who, context),
            Condition::FirstTurns(who, most) => {
                let active = self.active_players();
                active.iter().any(|p| self.player(*p).turns <= *most && self.is_among(*p, who, context))
            }
            Condition::During(steps) => self.is_during(steps),
            Condition::ExtraCombatOf(slot) => {
                context.slot(*slot).is_some_and(|s| self.turn.combat_at_hand() == Some(s.number))
            }
            Condition::ExtraTurnOf(slot) => context.slot(*slot).is_some_and(|s| self.turn.mark == Some(s.number)),
            Condition::Done(slot) => context.slot(*slot).is_some_and(|s| s.done),
            Condition::Paid(reference, label) => self
                .denote(reference, context)
                .iter()
                .filter_map(|e| e.object())
                .any(|id| self.paid_label(id, label, context)),
            Condition::WasCast(reference, zones, by) => {
                self.denote(reference, context).iter().filter_map(|e| e.object()).any(|id| {
                    self.cast_facts(id).is_some_and(|facts| {
                        // "You cast it from your graveyard": one's own cards alone are there (400.3).
                        let own = self.seen(id).is_some_and(|seen| facts.by == Some(seen.object.owner));
                        let other = *by == Some(Who::You) && facts.from == Some(Zone::Graveyard) && !own;
                        // "This spell was cast from your hand": not from that of who has lost control of it (702.88a).
                        let theirs = *reference != Ref::It
                            && facts.from == Some(Zone::Hand)
                            && facts.by.is_some_and(|p| p != context.you);
                        let from = |zones: ZoneSet| match theirs {
                            true => zones.is_all_but_hand(),
                            false => self.was_cast_from(id, zones) == Some(true),
                        };
                        facts.by.is_some_and(|p| by.as_ref().is_none_or(|who| self.is_among(p, who, context)))
                            && (zones.is_none() || !other)
                            && zones.is_none_or(from)
                    })
                })
            }
            Condition::AsCast(n) => {
                let noted = match context.frame.map(|f| f.facts.noted) {
                    Some(bits) if bits != 0 => bits,
                    _ => self.cast_facts(context.source).map_or(0, |f| f.noted),
                };
                noted & (1 << n) != 0
            }
            Condition::AbilityUsed { resolved, cmp, times } => {
                context.frame.and_then(|f| f.ability).is_some_and(|key| {
                    let n = match resolved {
                        true => self.ability_use(context.source, key).resolved,
                        false => self.times_activated(context.source, key),
                    };
                    cmp.holds(n as i32, *times as i32)
                })
            }
            Condition::AddedMana => context
                .frame
                .and_then(|f| f.ability)
                .is_some_and(|key| self.ability_use(context.source, key).added_mana.contains(&context.you)),
            // 722.5: nobody is while there is none
            Condition::Monarch(who) => self.monarch.is_some_and(|p| self.is_among(p, who, context)),
            Condition::Blessing(who) => self.who(who, context).iter().any(|p| self.player(*p).blessing),
            Condition::Initiative(who) => self.initiative.is_some_and(|p| self.is_among(p, who, context)),
            Condition::CompletedDungeon(who, name) => self.who(who, context).iter().any(|p| {
                let done = &self.player(*p).completed;
                name.as_ref().map_or(!done.is_empty(), |name| done.contains(name))
            }),
            Condition::CouldCast(reference) => self
                .denote(reference, context)
                .iter()
                .filter_map(|e| e.object())
                .any(|id| self.could_begin_to_cast(context.you, id)),
            // 702.30a
            Condition::CameUnderControl(reference) => {
                let since = self.player(context.you).turn_before;
                self.denote(reference, context)
                    .iter()
                    .filter_map(|e| e.object())
                    .any(|id| self.permanent(id).is_some_and(|p| p.controlled_since > 0 && p.controlled_since >= since))
            }
            // 607.2f, 607.2m
            Condition::CastNamesake(who) => {
                let name = self.seen(context.source).map(|s| s.chars.name.clone()).unwrap_or_default();
                let is_own = context.frame.is_some_and(|f| f.facts.by.is_some());
                self.who(who, context).into_iter().any(|player| {
                    let cast = self.casts.iter().filter(|(by, spell)| *by == player && *spell == name).count();
                    cast > usize::from(is_own)
                })
            }
            Condition::ChoseWord(linked, word) => {
                self.chosen_values(context.source, *linked).any(|c| matches!(c, Chosen::Word(w) if w == word))
            }
            Condition::PlaysFirst(who) => self.is_among(self.turn.first, who, context),
            Condition::ChosenCompanion => self.player(context.you).companion == Some(context.source),
            Condition::CausedBy(who) => self.causing.is_some_and(|p| self.is_among(p, who, context)),
            Condition::CausedBySpell(what) => self.causing.is_some() && self.is_resolving(what, context),
            Condition::CausedByTrigger(keyword) => self.causing.is_some() && self.is_resolving_trigger(*keyword),
            Condition::AttackedLastTurn { of, with, whom, combat } => {
                let with = with.as_ref().map(|of| self.denote(of, context));
                let on = |one: Entity, who: &Who| matches!(one, Entity::Player(p) if self.is_among(p, who, context));
                let attacks = if *combat { &self.last_combats } else { &self.own_attacks };
                attacks.iter().any(|attack| {
                    self.is_among(attack.by, of, context)
                        && with.as_ref().is_none_or(|all| all.contains(&attack.attacker.into()))
                        && whom.as_ref().is_none_or(|who| on(attack.whom, who))
                })
            }
            Condition::Delved(test) => {
                self.remembered(context.source, lawmage_ir::DELVED).iter().any(|card| self.test(*card, test, context))
            }
            Condition::CreatedBy(keyword) => self.is_created_by(context.source, *keyword),
            Condition::TappedToAttack => {
                let event = context.frame.and_then(|frame| frame.event.as_ref());
                event.is_some_and(|o| matches!(o.event, Event::Tapped { .. }) && o.rule == rule!("508.1f"))
            }
            Condition::Prime(number) => is_prime(self.amount(number, context)),
            Condition::Day(day) => self.day == Some(*day),
        }
    }

    /// Whether it is one of those steps, as texts mean it that tell a time by the combat phase.
    fn is_during(&self, steps: &[Step]) -> bool {
        let step = self.turn.step;
        if !steps.contains(&step) {
            // 503.2: "after the upkeep step" means after the first: another one of the turn is after it.
            let after_upkeep = steps.contains(&Step::Draw) && steps.contains(&Step::End);
            return step == Step::Upkeep && after_upkeep && self.upkeeps() > 1;
        }
        // 506.7d: "before" a point of the combat phase, and no more, means the turn's first combat phase: no step after that
        // is before it, be it of a later beginning phase.
        let combats_so_far = u32::from(step.in_combat());
        if self.turn.combats > combats_so_far && steps.contains(&Step::Untap) && !steps.contains(&Step::End) {
            return false;
        }
        // 506.7f: "after blockers are declared" never comes where that step is skipped.
        let after_blocks = steps.contains(&Step::DeclareBlockers) && !steps.contains(&Step::DeclareAttackers);
        step != Step::EndCombat || !after_blocks || !self.has_no_fight(Step::DeclareBlockers)
    }

    /// How many upkeep steps of this turn have begun.
    fn upkeeps(&self) -> usize {
        use crate::state::event::Event;
        let begun = |e: &Event| matches!(e, Event::StepBegan { step: Step::Upkeep, .. });
        self.history.iter().filter(|o| begun(&o.event)).count()
    }

    /// How often that ability of an object was activated this turn.
    fn times_activated(&self, source: ObjectId, ability: AbilityKey) -> u32 {
        let same =
            |e: &Event| matches!(e, Event::Activated { source: of, key, .. } if *of == source && *key == ability);
        self.history.iter().filter(|o| same(&o.event)).count() as u32
    }

    /// Whether the cost of a label was paid for a spell, or for the spell that became the permanent. For the source of a
    /// resolving spell its own facts are in the frame.
    fn paid_label(&self, id: ObjectId, label: &lawmage_ir::CostLabel, context: &Context<'_>) -> bool {
        let own = context.frame.filter(|_| id == context.source);
        let ability = own.and_then(|f| f.ability).or_else(|| context.ability.filter(|_| id == context.source));
        own.is_some_and(|f| f.facts.times_paid(label, ability) > 0)
            || self.cast_facts(id).is_some_and(|f| f.times_paid(label, ability) > 0)
    }
}

/// Whether a number is greater than 1 and no product of two smaller ones.
fn is_prime(n: i32) -> bool {
    n > 1 && (2..n).take_while(|d| d.saturating_mul(*d) <= n).all(|d| n % d != 0)
}
