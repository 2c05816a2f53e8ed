//! Running instructions (608.2c, 701): one small file for each family.
//!
//! An instruction leaves what it did in its clause's slot: the objects or players concerned (moved objects as the new
//! ones, 400.7), the number reached, and whether anything was done.

mod actions;
mod amounts_chosen;
mod arrive;
mod casting;
mod coins;
mod control_flow;
mod counters;
mod creatures;
mod damage;
mod dice;
mod exchange;
mod flip_and_meld;
mod foretold;
mod in_step;
mod keywords;
mod kinds;
mod lasting;
mod library;
mod life;
mod limit;
mod mana;
mod manifest;
mod moves;
mod offers;
mod permanents;
mod piles;
mod process;
mod ring;
mod search;
mod select;
mod shared_actions;
mod stack;
mod tokens;
mod turn_order;
mod turns;
mod until;
pub(crate) mod values;
mod votes;

#[cfg(test)]
mod tests;

use lawmage_ir::{Clause, Instruction, Selector, Who, rule};

use crate::kinds::turning::Turning;
use crate::read::context::{Context, Scope};
use crate::state::State;
use crate::state::ids::{Entities, Entity, ObjectId, PlayerId, Players};
use crate::state::object::Chosen;
use crate::state::stack::{Frame, SlotValue};
use crate::table::game::{Game, Res};

/// How often a loop in an effect may run before the game is reported as capped.
const LOOP_CAP: u32 = 100_000;

impl State {
    /// Those players of a phrase who are still in the game, in APNAP order (101.4).
    pub(crate) fn players_in_order(&self, who: &Who, context: &Context<'_>) -> Players {
        let players = self.who(who, context);
        if players.len() < 2 {
            return players.into_iter().filter(|p| self.player(*p).is_playing()).collect();
        }
        self.apnap().filter(|p| players.contains(p)).collect()
    }
}

impl Game<'_> {
    /// Runs clauses in order for a source and the player who is "you" (608.2c): effects are not on the stack (405.6a),
    /// and one-shot ones are done once (610.1).
    ///
    /// # Errors
    /// The table's halt.
    pub fn run(&mut self, clauses: &[Clause], source: ObjectId, you: PlayerId, frame: &mut Frame) -> Res<()> {
        self.run_body(clauses, Scope::new(source, you), frame).map(drop)
    }

    /// Runs clauses; tells whether the first of them was done, which is what "if you do" asks.
    pub(crate) fn run_body(&mut self, clauses: &[Clause], scope: Scope, frame: &mut Frame) -> Res<bool> {
        let mut first = None;
        let mut rest = clauses;
        while let Some((clause, more)) = rest.split_first() {
            if self.is_over() {
                break;
            }
            self.state.refresh();
            let together = tokens::created_together(rest);
            if together > 1 {
                let (creating, after) = rest.split_at(together);
                first.get_or_insert(self.create_together(creating, scope, frame)?);
                rest = after;
                continue;
            }
            rest = more;
            let does = &clause.does;
            let value = self.explained(does, scope, frame, |game, frame| game.perform(does, scope, frame))?;
            first.get_or_insert(value.done);
            if let Some(slot) = clause.out {
                frame.set(slot, value);
            }
        }
        Ok(first.unwrap_or(true))
    }

    /// What a selector selects, with players asked where it holds a choice.
    ///
    /// # Errors
    /// The table's halt.
    pub fn select(&mut self, what: &Selector, source: ObjectId, you: PlayerId, frame: &Frame) -> Res<Entities> {
        self.select_in(what, &Context::with(source, you, frame), &|_, _| true)
    }

    /// Selects for an instruction.
    pub(crate) fn pick_out(&mut self, what: &Selector, scope: Scope, frame: &Frame) -> Res<Entities> {
        self.select_in(what, &scope.context(frame), &|_, _| true)
    }

    /// Selects objects that are there to act on: an object that the effect may follow as what it has become (400.7),
    /// none that is gone.
    pub(crate) fn pick_objects(&mut self, what: &Selector, scope: Scope, frame: &Frame) -> Res<Vec<ObjectId>> {
        let chosen = self.pick_out(what, scope, frame)?;
        let mut found = Vec::with_capacity(chosen.len());
        for id in chosen.into_iter().filter_map(Entity::object) {
            let Some(now) = self.state.at_hand(id, frame) else { continue };
            if !found.contains(&now) {
                found.push(now);
            }
            if now != id || matches!(what, Selector::Ref(lawmage_ir::Ref::Event(_))) {
                found.extend(self.state.parted(now)); // 712.21c, 727.3c
            }
        }
        Ok(found)
    }

    /// Selects permanents to act on.
    pub(crate) fn pick_permanents(&mut self, what: &Selector, scope: Scope, frame: &Frame) -> Res<Vec<ObjectId>> {
        let chosen = self.pick_out(what, scope, frame)?;
        let there = |id: &ObjectId| self.state.permanent(*id).is_some_and(|p| !p.phased_out);
        Ok(chosen.into_iter().filter_map(Entity::object).filter(there).collect())
    }

    /// Performs one instruction, which then causes what happens: as a payment that it asks for, too (118.12).
    pub(super) fn perform(&mut self, does: &Instruction, scope: Scope, frame: &mut Frame) -> Res<SlotValue> {
        self.caused_by(Some(scope.you), |game| game.carry_out(does, scope, frame))
    }

    fn carry_out(&mut self, does: &Instruction, scope: Scope, frame: &mut Frame) -> Res<SlotValue> {
        match does {
            Instruction::Destroy { what, no_regeneration } => self.destroy(what, *no_regeneration, scope, frame),
            Instruction::Move { what, to, cause } => self.move_all(what, to, *cause, scope, frame),
            Instruction::Sacrifice { who, what } => self.sacrifice(who, what, scope, frame),
            Instruction::Discard { who, what } => self.discard(who, what, scope, frame),
            Instruction::Draw { who, count } => self.draw(who, count, scope, frame),
            Instruction::DrawUpTo { who, most } => self.draw_up_to(who, most, scope, frame),
            Instruction::Mill { who, count } => self.mill(who, count, scope, frame),
            Instruction::Haunt { what, whom } => self.haunt(what, whom, scope, frame),
            Instruction::ExileUntilCrowned(what) => self.exile_until_crowned(what, scope, frame),
            Instruction::ExileUntilLeaves { what, until } => self.exile_until_leaves(what, until, scope, frame),

            Instruction::Damage { source, to, amount } => {
                self.damage(std::slice::from_ref(&(source, to, amount)), scope, frame)
            }
            Instruction::DamageTogether(parts) => {
                let parts: Vec<_> = parts.iter().map(|(source, to, amount)| (source, to, amount)).collect();
                self.damage(&parts, scope, frame)
            }
            Instruction::DamageSpilling(damage) => self.damage_spilling(damage, scope, frame),
            Instruction::DamageDivided { source, target } => self.damage_divided(source, *target, scope, frame),
            Instruction::DamageEvenly { source, target, amount } => {
                self.damage_evenly(source, *target, amount, scope, frame)
            }
            Instruction::SacrificeAndReturn { who, what, returned } => {
                self.sacrifice_and_return(who, what, returned, scope, frame)
            }
            Instruction::GainLife(who, amount) => self.gain_life(who, amount, scope, frame),
            Instruction::LoseLife(who, amount) => self.lose_life(who, amount, scope, frame),
            Instruction::LoseToRadiation(amount) => self.lose_to_radiation(amount, scope, frame),
            Instruction::ExchangeForCard(what, card) => self.exchange_for_card(what, card, scope, frame),
            Instruction::ExchangeZones(who, one, other) => self.exchange_zones(who, [*one, *other], scope, frame),
            Instruction::ExchangeLife(one, other) => self.exchange_life(one, other, scope, frame),
            Instruction::RedistributeLife => self.redistribute_life(scope),
            Instruction::ExchangeLifeForSize { who, of, stat } => self.exchange_for_size(who, of, *stat, scope, frame),
            Instruction::SetLife(who, amount) => self.set_life(who, amount, scope, frame),
            Instruction::DoubleSize(doubled) => self.double_size(doubled, scope, frame),
            Instruction::PayAny(pays) => self.pay_any(pays, scope, frame),
            Instruction::TakeCounters(takes) => self.take_counters(takes, scope, frame),
            Instruction::PayLife { who, linked } => self.pay_any_life(who, *linked, scope, frame),
            Instruction::PutCounters { kind, count, on } => self.put_counters(kind, count, on, scope, frame),
            Instruction::PutUpTo(puts) => self.put_up_to(puts, scope, frame),
            Instruction::DistributeCounters { kind, target } => self.distribute_counters(kind, *target, scope, frame),
            Instruction::WithKinds(with) => self.with_kinds(with, scope, frame),
            Instruction::SpreadCounters { kind, count, among } => {
                self.spread_counters(kind, count, among, scope, frame)
            }
            Instruction::RemoveCounters { kind, count, from } => {
                self.remove_counters(kind.as_ref(), count.as_ref(), from, scope, frame)
            }
            Instruction::MoveCounters { kind, count, from, to, as_many } => {
                self.move_counters(kind.as_ref(), count.as_ref(), (from, to), *as_many, scope, frame)
            }
            Instruction::DoubleCounters(kind, what) => self.double_counters(kind.as_ref(), what, scope, frame),
            Instruction::Proliferate => self.proliferate(scope),
            Instruction::OpenAttraction(who) => self.open_attractions(who, scope, frame),
            Instruction::RollToVisit(who) => self.roll_to_visit(who, scope, frame),
            Instruction::ClaimPrize(prize) => self.claim_prize(prize, scope, frame),
            Instruction::PutSticker { who, kind, on, free } => self.put_sticker(who, *kind, on, *free, scope, frame),
            Instruction::MoveSticker { kind, from, to } => self.move_sticker(*kind, from, to, scope, frame),
            Instruction::AddMana { who, mana, times, rider } => {
                self.add_mana(who, mana, times, rider.as_deref(), scope, frame)
            }

            Instruction::DoubleMana(who) => self.double_mana(who, scope, frame),
            Instruction::LoseMana { who, to } => self.lose_mana(who, to.as_ref(), scope, frame),
            Instruction::ActivateManaOf(who, what) => self.activate_mana_of(who, what, scope, frame),

            Instruction::CreateToken { who, count, token, arrival } => {
                self.create_tokens(who, count, token, arrival, scope, frame)
            }
            Instruction::Populate { attacking } => self.populate(*attacking, scope, frame),
            Instruction::Counter { what, to } => self.counter(what, to.as_ref(), scope, frame),
            Instruction::CopyNamed(copied) => self.copy_named(copied, scope),
            Instruction::CopyInExile(of) => Ok(self.copy_in_exile(of, &scope.context(frame))),
            Instruction::NoteCard(linked, what) => {
                let cards = self.pick_out(what, scope, frame)?;
                self.state.with_memory(scope.source, |memory| memory.members.retain(|(n, _)| n != linked));
                cards.iter().for_each(|card| self.state.link_member(scope.source, *linked, *card));
                Ok(SlotValue::of(cards))
            }
            Instruction::CopyStack(copies) => self.copy_stack(copies, scope, frame),
            Instruction::ChangeTargets { what, who, how, to } => {
                self.change_targets(what, who, *how, to.as_ref(), scope, frame)
            }
            Instruction::Cast { .. } => self.cast_among(does, scope, frame),

            Instruction::Tap(what) => self.tap(what, scope, frame),
            Instruction::Untap(what) => self.untap(what, scope, frame),
            Instruction::TapAndUntap { who, tap, untap } => self.tap_and_untap(who, [tap, untap], scope, frame),
            Instruction::Attach { what, to, as_creature } => self.attach_to(what, to, *as_creature, scope, frame),
            Instruction::Unattach(what) => self.unattach_all(what, scope, frame),
            Instruction::Regenerate(what) => self.regenerate(what, scope, frame),
            Instruction::FightEach(each, others) => self.fight_each(each, others, scope, frame),
            Instruction::Fight(one, other) => self.fight(one, other, scope, frame),
            Instruction::ExchangeControl(one, other) => self.exchange_control(one, other, scope, frame),
            Instruction::Transform(what) => self.transform_all(what, Turning::Transform, scope, frame),
            Instruction::Convert(what) => self.transform_all(what, Turning::Convert, scope, frame),
            Instruction::Flip(what) => self.flip_permanents(what, scope, frame),
            Instruction::Meld { with, into } => self.meld(with, into, scope, frame),
            Instruction::PhaseOut(what) => self.phase_out(what, scope, frame),
            Instruction::PhaseOutUntilLeaves { what, until } => self.phase_out_until_leaves(what, until, scope, frame),
            Instruction::TurnFaceUp(what) => self.turn_all_face_up(what, scope, frame),
            Instruction::TurnFaceDown(what) => self.turn_all_face_down(what, scope, frame),
            Instruction::Manifest { who, what, cloak } => self.manifest(who, what, *cloak, scope, frame),
            Instruction::ManifestDread(who) => self.manifest_dread(who, scope, frame),
            Instruction::Pair(one, other) => self.pair(one, other, scope, frame),
            Instruction::SetLevel(what, level) => self.set_level(what, level, scope, frame),
            Instruction::RemoveFromCombat(what) => self.remove_all_from_combat(what, scope, frame),
            Instruction::Reselect { what, permanents } => self.reselect(what, *permanents, scope, frame),
            Instruction::TurnDoors { what, lock, unlock } => self.turn_doors(what, *lock, *unlock, scope, frame),
            Instruction::BecomeAttacking { what, whom } => self.become_attacking(what, whom, scope, frame),
            Instruction::BecomeBlocked(what) => self.become_blocked(what, scope, frame),
            Instruction::Detain(what) => self.detain(what, scope, frame),
            Instruction::Goad(what) => self.goad(what, scope, frame),
            Instruction::Exert(what) => self.exert(what, scope, frame),
            Instruction::Monstrosity(count) => self.monstrosity(count, scope, frame),
            Instruction::Adapt(count) => self.adapt(count, scope, frame),
            Instruction::Amass(kind, count) => self.amass(*kind, count, scope, frame),
            Instruction::Connive(what, count) => self.connive(what, count, scope, frame),
            Instruction::Endure(what, count) => self.endure(what, count, scope, frame),
            Instruction::Blight(who, count) => self.blight(who, count, scope, frame),
            Instruction::Learn => self.learn(scope, frame),
            Instruction::TimeTravel => self.time_travel(scope),
            Instruction::Clash { with, won, lost } => self.clash(*with, won, lost, scope, frame),
            Instruction::Bolster(count) => self.bolster(count, scope, frame),
            Instruction::Discover(count) => self.discover(count, scope, frame),
            Instruction::Exploit => self.exploit(scope),
            Instruction::Designate(status, what, on) => self.designate(*status, what, *on, scope, frame),
            Instruction::RemoveDamage(what) => self.remove_damage(what, scope, frame),

            Instruction::Scry(who, count) => self.scry(who, count, scope, frame),
            Instruction::Fateseal(count) => self.fateseal(count, scope, frame),
            Instruction::Surveil(who, count) => self.surveil(who, count, scope, frame),
            Instruction::Explore(what) => self.explore(what, scope, frame),
            Instruction::LookAt { who, what } => self.look_at(who, what, scope, frame),
            Instruction::Reveal { what } => self.reveal(what, scope, frame),
            Instruction::RevealUntil { who, count, total, filter, found, exile: false } => {
                self.reveal_until(who, (count, *total), filter, *found, scope, frame)
            }
            Instruction::RevealUntil { who, count, total, filter, found, exile: true } => {
                self.exile_until(who, (count, *total), filter, *found, scope, frame)
            }
            Instruction::Search { .. } => self.search(does, scope, frame),
            Instruction::Shuffle(who) => self.shuffle(who, scope, frame),

            Instruction::Choose(what) => Ok(SlotValue::of(self.pick_out(what, scope, frame)?)),
            Instruction::ChooseValue { who, what, count, linked } => {
                self.choose_value(who, what, *count, *linked, scope, frame)
            }
            Instruction::ChangeText { what, words, duration } => self.change_text(what, words, duration, scope, frame),
            Instruction::DoubleX(what) => {
                let spells = self.pick_objects(what, scope, frame)?;
                for id in &spells {
                    if let Some(item) = self.state.get_mut(*id).and_then(|o| o.stack.as_deref_mut())
                        && let Some(x) = &mut std::sync::Arc::make_mut(&mut item.facts).x
                    {
                        *x = x.saturating_mul(2); // 107.3
                    }
                }
                self.state.touch();
                Ok(SlotValue::of(spells.into_iter().map(Entity::Object)))
            }
            Instruction::NoteNumber { number, linked } => {
                let number = self.state.count(number, &scope.context(frame));
                Ok(self.note_value(*linked, Chosen::Number(number), scope))
            }
            Instruction::RerollStored(linked) => self.reroll_stored(*linked, scope),
            Instruction::NoteMana(linked) => Ok(self.note_mana(*linked, scope, frame)),
            Instruction::ExchangeText { what, duration } => self.exchange_text(what, duration, scope, frame),
            Instruction::Remember(linked, what) => self.remember_members(*linked, what, scope, frame),

            Instruction::Effect { effects, duration } => {
                let scope = self.state.where_played_from(effects, scope, frame);
                let context = scope.context(frame);
                let more = self.state.with_own_foretell_costs(effects, &context);
                let plotted = self.state.plotted_by(effects, &context);
                let started = self.start_effects(more.as_deref().unwrap_or(effects), duration, &context)?;
                self.become_plotted(&plotted);
                Ok(started)
            }
            // 610.2
            Instruction::Delayed { ability, waits } => Ok(self.delay(ability, waits, scope, frame)),
            Instruction::Reflexive(program) => Ok(self.reflex(program, scope, frame)),
            Instruction::Emblem(who, abilities) => Ok(self.emblem(who, abilities, scope, frame)),

            Instruction::Seq(body) => Ok(SlotValue::done(self.run_body(body, scope, frame)?)),
            Instruction::Unpreventable(deal) => self.carry_out(deal, Scope { unpreventable: true, ..scope }, frame),
            // 614.15: "instead" within an effect's own text chooses what is done, before other effects look at it.
            Instruction::If { condition, then, otherwise } => {
                let branch = if self.holds_for(condition, then, scope, frame) { then } else { otherwise };
                let done = self.run_body(branch, scope, frame)?;
                Ok(SlotValue::done(done && !branch.is_empty()))
            }
            Instruction::May { who, body } => self.may(who, body, scope, frame),
            Instruction::MustPay { who, cost } => self.must_pay(who, cost, scope, frame),
            Instruction::MayPay { who, cost, then, otherwise } => {
                self.may_pay(who, cost, then, otherwise, scope, frame)
            }
            Instruction::PayTimes { who, cost } => self.pay_times(who, cost, scope, frame),
            Instruction::ResolvesAnyway => Ok(SlotValue::default()), // 608.2b: as its targets are looked at
            Instruction::Uncounterable => Ok(SlotValue::default()),  // 603.1a: while it is on the stack
            Instruction::Unless { who, cost, body } => self.unless(who, cost, body, scope, frame),
            Instruction::ForEach { over, body } => self.for_each(over, body, scope, frame),
            Instruction::InTurnOrder(order) => self.in_turn_order(order, scope, frame),
            Instruction::Repeat { times, body } => self.repeat(times, body, scope, frame),
            Instruction::Process { body, again } => self.process(body, *again, scope, frame),
            Instruction::Again(most) => Ok(self.again(most.as_ref(), scope, frame)),
            Instruction::ChooseMode { who, min, max, modes } => self.choose_mode(who, *min, *max, modes, scope, frame),
            Instruction::Face { who, options } => self.face(who, options, scope, frame),
            Instruction::Piles(piles) => self.piles(piles, scope, frame),
            Instruction::PilesOfEach(piles) => self.piles_of_each(piles, scope, frame),
            Instruction::Vote(vote) => self.vote(vote, scope, frame),
            Instruction::Label(labels) => self.label(labels, scope, frame),
            Instruction::FlipCoin { who, won, lost } => self.flip_coin(who, won, lost, scope, frame),
            Instruction::FlipCoins(flips) => self.flip_coins(flips, scope, frame),
            Instruction::RollDie(roll) => self.roll_dice(roll, scope, frame),
            Instruction::ResultsTable(result, rows) => self.results_table(result, rows, scope, frame),

            Instruction::ExtraTurn(who) => Ok(self.extra_turn(who, scope, frame)),
            Instruction::ExtraPhase { what, count, after, of } => {
                Ok(self.extra_phase(*what, count, *after, of.as_ref(), scope, frame))
            }
            Instruction::ControlTurn { by, who, extra_after } => {
                Ok(self.control_turn(by, who, *extra_after, scope, frame))
            }
            Instruction::SkipNext(who, step) => Ok(self.skip_next(who, *step, scope, frame)),
            Instruction::BecomeDay(day) => Ok(SlotValue::done(self.become_day(*day, rule!("728.1")))),
            Instruction::Subgame => self.subgame(),
            Instruction::EndNow(what) => self.end_now(*what),
            Instruction::Restart(leaving) => self.restart(leaving.as_ref(), scope, frame),
            Instruction::WinGame(who) => self.win_game(who, scope, frame),
            Instruction::LoseGame(who) => self.lose_game(who, scope, frame),
            Instruction::DrawGame => {
                self.draw_by_effect(scope);
                Ok(SlotValue::done(true))
            }
            Instruction::Venture { who, into } => self.venture_all(who, *into, scope, frame),
            Instruction::TakeInitiative(who) => Ok(self.initiative_taken(who, scope, frame)),
            Instruction::BecomeMonarch(who) => self.become_monarch(who, scope, frame),
            Instruction::Casual(action) => self.casual_action(action, scope, frame),
            Instruction::Action { deed, number, body } => {
                self.keyword_action(*deed, number.as_ref(), body, scope, frame)
            }
            Instruction::RingTempts(abilities) => self.ring_tempts(abilities, scope),
            Instruction::GetBlessing(who) => Ok(self.get_blessing(who, scope, frame)),
            Instruction::SpeedUp(who, amount) => Ok(self.increase_speed(who, amount, scope, frame)),
            Instruction::ExtraLands(who, amount) => Ok(self.extra_lands(who, amount, scope, frame)),
        }
    }
}
