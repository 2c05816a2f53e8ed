//! Paying the parts of a cost that are not mana (118.3, 601.2h).

use lawmage_ir::{Amount, Cause, CostPart, CounterKind, Destination, KeywordDeed, PutTo, Rule, Selector, Who, rule};
use smallvec::SmallVec;

use super::crewing::drives;
use super::parts::Needed;
use crate::read::context::Context;
use crate::state::State;
use crate::state::event::Event;
use crate::state::ids::{Entities, Entity, ObjectId, PlayerId};
use crate::state::object::Counters;
use crate::state::proposal::{Entry, Proposal};
use crate::state::stack::PaidPart;
use crate::table::decision::{Ask, Choice, Decision, Domain, Illegal, PickLimit};
use crate::table::game::{Game, Res};

impl Game<'_> {
    /// Pays a part of a cost that is not mana.
    pub(super) fn pay_part(
        &mut self,
        player: PlayerId,
        part: &CostPart,
        context: &Context<'_>,
        kept: &[ObjectId],
    ) -> Res<PaidPart> {
        let source = context.source;
        let number = |n: u32| PaidPart { number: n, ..PaidPart::default() };
        let rule = rule!("601.2h");
        Ok(match part {
            CostPart::Mana(_)
            | CostPart::Waterbend(_)
            | CostPart::LessBy { .. }
            | CostPart::LessByManaCost(_)
            | CostPart::ManaTimes(..)
            | CostPart::ManaCostOf(..)
            | CostPart::OneOf(_)
            | CostPart::Change(..)
            | CostPart::OnX(_)
            | CostPart::OnlyFrom(_)
            | CostPart::OnlyChosen(_)
            | CostPart::XAtMost(_) => PaidPart::default(),
            CostPart::Tap => {
                // 118.11: what comes of it instead is no matter.
                self.happen_one(Proposal::Tap(source, player), rule!("107.5"))?;
                PaidPart { objects: smallvec::smallvec![source], ..number(1) }
            }
            CostPart::Untap => {
                self.happen_one(Proposal::Untap(source, player), rule!("107.6"))?;
                PaidPart { objects: smallvec::smallvec![source], ..number(1) }
            }
            CostPart::Life(n) => {
                let amount = self.state.count(n, context);
                self.pay_life(player, amount)?;
                number(amount)
            }
            CostPart::Energy(n) => {
                let amount = self.state.count(n, context);
                let kind = CounterKind::Energy;
                self.happen_one(Proposal::remove_counters(player.into(), kind, amount), rule!("107.14"))?;
                number(amount)
            }
            CostPart::Mill(n) => {
                let count = self.state.count(n, context) as usize;
                let cards: SmallVec<[ObjectId; 8]> =
                    self.state.player(player).library.iter().take(count).copied().collect();
                self.give_up(player, &cards, &Destination::Graveyard, Cause::Mill)?
            }
            CostPart::RevealChosen(_) => {
                self.record(Event::ChoseValue { source, by: player }, rule!("607.2d"), None);
                number(1)
            }
            CostPart::ChooseValue(what, linked) => {
                self.choose_as_cost(player, what, *linked, source).map(|()| number(1))?
            }
            CostPart::FlipCoins(n) => {
                let count = self.state.count(n, context);
                self.flip(player, count, true, Some(source))?;
                number(count)
            }
            CostPart::TicketAndSticker => {
                self.ticket_and_sticker(player, source)?;
                number(1)
            }
            CostPart::RollDie(sides) => number(self.roll(player, 1, *sides, 0, 0)?.iter().sum()),
            CostPart::Loyalty(n) => {
                self.pay_loyalty(player, source, *n)?;
                number(n.unsigned_abs())
            }
            CostPart::LoyaltyX => {
                let x = self.state.count(&Amount::X, context);
                self.pay_loyalty(player, source, -(x.min(i32::MAX as u32) as i32))?;
                number(x)
            }
            CostPart::RemoveCounters(kind, n, from) => {
                let amount = self.state.count(n, context);
                self.pay_counters(player, kind.as_ref(), amount, from, context)?
            }
            CostPart::LetGain { each, amount } => self.let_gain(player, *each, amount, context)?,
            CostPart::Promise => self.promise(player, source).map(|()| number(1))?,
            CostPart::Blight(n) => {
                let n = Amount::Const(i32::try_from(self.state.count(n, context)).unwrap_or(i32::MAX));
                let context = &Context { you: player, ..*context };
                let blighted = self.pay_part(player, &CostPart::blighting(&n), context, kept)?;
                self.record(Event::Acted(player, KeywordDeed::Blights, None, None), rule!("601.2h"), None);
                blighted
            }
            CostPart::PutCounters(kind, n, on) => {
                let amount = self.state.count(n, context);
                let on = match on {
                    Selector::Choose(choice) => {
                        let options = self.state.selected(&choice.from, context);
                        self.pick_cost(player, source, &options, 1, 1, None)?
                    }
                    other => self.state.selected(other, context),
                };
                let put = on.iter().map(|e| Proposal::PutCounters {
                    on: *e,
                    kind: kind.clone(),
                    amount,
                    by: Some(player),
                    effect: false,
                });
                self.happen(put.collect(), rule)?;
                PaidPart { objects: on.iter().filter_map(|e| e.object()).collect(), ..number(amount) }
            }
            CostPart::Sacrifice(what)
            | CostPart::Discard(what)
            | CostPart::Exile(what, _)
            | CostPart::Bounce(what)
            | CostPart::Put(what, _)
            | CostPart::TapThose(what)
            | CostPart::UntapThose(what)
            | CostPart::Reveal(what)
            | CostPart::Behold(what)
            | CostPart::Unattach(what)
            | CostPart::Exert(what) => {
                let given = self.give(player, part, what, context, kept)?;
                self.pay_with(player, part, given, context.source)?
            }
        })
    }

    /// The one of several players whom the payer chooses.
    pub(super) fn one_of_players(
        &mut self,
        payer: PlayerId,
        players: Vec<PlayerId>,
        source: ObjectId,
        rule: Rule,
    ) -> Res<Option<PlayerId>> {
        let options = players.into_iter().map(Choice::Player).collect();
        let ask = Decision::pick(payer, Ask::Choose, rule, Some(source), options, 1, 1);
        Ok(self.pick(ask)?.first().and_then(Choice::entity).and_then(Entity::player))
    }

    /// Pays a part of a cost with the objects given for it.
    fn pay_with(
        &mut self,
        player: PlayerId,
        part: &CostPart,
        given: SmallVec<[ObjectId; 8]>,
        source: ObjectId,
    ) -> Res<PaidPart> {
        let rule = rule!("601.2h");
        Ok(match part {
            CostPart::Sacrifice(_) => self.give_up(player, &given, &Destination::Graveyard, Cause::Sacrifice)?,
            CostPart::Discard(_) => self.give_up(player, &given, &Destination::Graveyard, Cause::Discard)?,
            CostPart::Exile(_, linked) => {
                let exile = Destination::Exile { linked: *linked, face_down: false };
                let with = linked.map(|number| (source, number)); // 607.2q
                let exiled = self.give_up_with(player, &given, &exile, Cause::Exile, with)?;
                if part.evidence().is_some() {
                    self.record(
                        Event::Acted(player, KeywordDeed::CollectsEvidence, None, None),
                        rule!("701.57a"),
                        None,
                    );
                }
                exiled
            }
            CostPart::Bounce(_) => self.give_up(player, &given, &Destination::Hand, Cause::Return)?,
            CostPart::Put(_, to) => {
                let to = match to {
                    PutTo::LibraryTop => Destination::LibraryTop { random: false },
                    PutTo::LibraryBottom => Destination::LibraryBottom { random: false },
                    PutTo::Graveyard => Destination::Graveyard,
                };
                self.give_up(player, &given, &to, Cause::Put)?
            }
            CostPart::TapThose(what) => {
                self.happen(given.iter().map(|id| Proposal::Tap(*id, player)).collect(), rule)?;
                // 702.122b, 702.171a, 702.171c: what is tapped to pay for a crew or saddle ability crews or saddles.
                if let Some(deed) = drives(what) {
                    let each = given.iter().map(|id| Event::Acted(player, deed, Some(*id), Some(source)));
                    self.record_all(each, rule!("702.122b"), None);
                }
                given_as_they_are(given)
            }
            CostPart::UntapThose(_) => {
                self.happen(given.iter().map(|id| Proposal::Untap(*id, player)).collect(), rule)?;
                given_as_they_are(given)
            }
            CostPart::Reveal(_) => {
                let objects = given.iter().copied().collect();
                self.record(Event::Revealed { by: player, objects }, rule!("701.16"), None);
                given_as_they_are(given)
            }
            // What is chosen on the battlefield is seen by all.
            CostPart::Behold(_) => {
                let hidden = |id: &ObjectId| self.state.get(*id).is_some_and(|o| o.zone == lawmage_ir::Zone::Hand);
                let objects: SmallVec<[ObjectId; 4]> = given.iter().copied().filter(hidden).collect();
                if !objects.is_empty() {
                    self.record(Event::Revealed { by: player, objects }, rule!("701.16"), None);
                }
                given_as_they_are(given)
            }
            CostPart::Unattach(_) => {
                for id in &given {
                    self.unattach(*id, rule!("701.3d"));
                }
                given_as_they_are(given)
            }
            CostPart::Exert(_) => {
                for id in &given {
                    self.exert_one(*id, player);
                }
                given_as_they_are(given)
            }
            _ => PaidPart::default(),
        })
    }

    /// Pays life (118.3b, 119.4); 0 life is always paid (119.4b).
    pub(super) fn pay_life(&mut self, player: PlayerId, amount: u32) -> Res<()> {
        if amount == 0 {
            return Ok(());
        }
        // 614.6: something else may be done instead of paying life.
        let paid = !self.state.replaces_life_payment(player, amount)
            || self.happen_one(Proposal::PayLife { player, amount }, rule!("119.4"))?.done;
        if paid {
            self.happen_one(Proposal::LoseLife { player, amount, damage: None }, rule!("119.4"))?;
            self.record(Event::LifePaid { player, amount }, rule!("119.4"), None);
        }
        Ok(())
    }

    fn pay_loyalty(&mut self, player: PlayerId, source: ObjectId, change: i32) -> Res<()> {
        let (kind, amount) = (CounterKind::Loyalty, change.unsigned_abs());
        // 606.4
        let proposal = if change >= 0 {
            Proposal::PutCounters { on: source.into(), kind, amount, by: Some(player), effect: false }
        } else {
            Proposal::remove_counters(source.into(), kind, amount)
        };
        if amount > 0 {
            self.happen_one(proposal, rule!("606.4"))?;
        }
        Ok(())
    }

    fn pay_counters(
        &mut self,
        player: PlayerId,
        kind: Option<&CounterKind>,
        amount: u32,
        from: &Selector,
        context: &Context<'_>,
    ) -> Res<PaidPart> {
        if let Selector::All(_) = from {
            return self.pay_counters_among(player, kind, amount, from, context);
        }
        let held = |c: &Counters| kind.map_or(c.total(), |k| c.get(k));
        let from = match from {
            Selector::Choose(choice) => {
                let mut options = self.state.selected(&choice.from, context);
                options.retain(|e| self.state.counters_of(*e).is_some_and(|c| held(c) >= amount));
                self.pick_cost(player, context.source, &options, 1, 1, None)?
            }
            other => self.state.selected(other, context),
        };
        for entity in &from {
            self.take_off(player, *entity, kind, amount, context)?;
        }
        let objects = from.iter().filter_map(|e| e.object()).collect();
        Ok(PaidPart { objects, number: amount, moved: false })
    }

    /// Removes counters of a kind from an object, or of those that the payer says.
    fn take_off(
        &mut self,
        player: PlayerId,
        entity: Entity,
        kind: Option<&CounterKind>,
        amount: u32,
        context: &Context<'_>,
    ) -> Res<()> {
        let mut proposals = Vec::new();
        let mut left = amount;
        let mut kinds: SmallVec<[(CounterKind, u32); 2]> = match kind {
            Some(kind) => smallvec::smallvec![(kind.clone(), amount)],
            None => {
                let counters = self.state.counters_of(entity);
                counters.into_iter().flat_map(Counters::iter).map(|(k, n)| (k.clone(), n)).collect()
            }
        };
        // Where there are several kinds the payer says of which, one counter at a time.
        while left > 0 && !kinds.is_empty() {
            let place = if kinds.len() == 1 {
                0
            } else {
                let options = kinds.iter().map(|(k, _)| Choice::Counter(k.clone())).collect();
                let ask = Decision::pick(player, Ask::Counters, rule!("601.2h"), Some(context.source), options, 1, 1);
                let picked = self.pick(ask)?;
                let same = |k: &CounterKind| matches!(picked.first(), Some(Choice::Counter(p)) if p == k);
                kinds.iter().position(|(k, _)| same(k)).unwrap_or(0)
            };
            let take = if kinds.len() == 1 { kinds[place].1.min(left) } else { 1 };
            proposals.push(Proposal::remove_counters(entity, kinds[place].0.clone(), take));
            left -= take;
            kinds[place].1 -= take;
            if kinds[place].1 == 0 {
                kinds.remove(place);
            }
        }
        self.happen(proposals, rule!("601.2h"))?;
        Ok(())
    }

    /// Counters from among several objects: one after the other, as the payer chooses where there is a choice.
    fn pay_counters_among(
        &mut self,
        player: PlayerId,
        kind: Option<&CounterKind>,
        amount: u32,
        from: &Selector,
        context: &Context<'_>,
    ) -> Res<PaidPart> {
        let from = self.state.selected(from, context);
        let mut objects: SmallVec<[ObjectId; 1]> = SmallVec::new();
        let mut left = amount;
        while left > 0 {
            let held = |c: &Counters| kind.map_or(c.total(), |k| c.get(k));
            let mut options = from.clone();
            options.retain(|e| self.state.counters_of(*e).is_some_and(|c| held(c) > 0));
            let Some(only) = options.first().copied() else {
                return Err(Illegal::new(rule!("118.3"), "there are not enough counters").into());
            };
            let (one, take) = if options.len() == 1 {
                (only, left.min(self.state.counters_of(only).map_or(0, held)))
            } else {
                (self.pick_cost(player, context.source, &options, 1, 1, None)?.first().copied().unwrap_or(only), 1)
            };
            self.take_off(player, one, kind, take, context)?;
            objects.extend(one.object());
            left -= take;
        }
        objects.dedup();
        Ok(PaidPart { objects, number: amount, moved: false })
    }

    /// Asks with which objects a part is paid. `kept` are objects that other parts name and so are left to them.
    fn give(
        &mut self,
        player: PlayerId,
        part: &CostPart,
        what: &Selector,
        context: &Context<'_>,
        kept: &[ObjectId],
    ) -> Res<SmallVec<[ObjectId; 8]>> {
        let mut needed = self.state.needed(player, part, what, context, None);
        if matches!(what, Selector::Choose(_)) {
            needed.from.retain(|id| !kept.contains(id));
            if !needed.random {
                self.leave_pledged(part, &mut needed);
            }
        }
        if (needed.from.len() as u32) < needed.min {
            // 118.3
            return Err(Illegal::new(rule!("118.3"), "there is not enough to pay the cost with").into());
        }
        if needed.random {
            let mut from: Vec<ObjectId> = needed.from.to_vec();
            self.state.rng.shuffle(&mut from);
            from.truncate(needed.min as usize);
            return Ok(from.into_iter().collect());
        }
        let options: Entities = needed.from.iter().map(|id| Entity::Object(*id)).collect();
        let limit = self.state.cost_limit(what, &options, context);
        // 118.3
        if self.state.least_picks(what, &options, (needed.min, needed.max), context).is_none() {
            let why = "what there is does not pay the cost together";
            return Err(Illegal::new(rule!("118.3"), why).into());
        }
        let given = self.pick_cost(player, context.source, &options, needed.min, needed.max, limit)?;
        Ok(given.iter().filter_map(|e| e.object()).collect())
    }

    /// Takes out what the plan of the payment at hand still needs.
    fn leave_pledged(&self, part: &CostPart, needed: &mut Needed) {
        if self.pledge.needs.is_empty() && self.pledge.kept.is_empty() {
            return;
        }
        let gone = !matches!(part, CostPart::TapThose(_));
        let free: SmallVec<[ObjectId; 8]> =
            needed.from.iter().filter(|id| self.pledge.allows(&self.state, &[**id], gone)).copied().collect();
        // Each may be free while several together are not: then only so many as are free together.
        if needed.min > 1 && !self.pledge.allows(&self.state, &free, gone) {
            let mut taken: SmallVec<[ObjectId; 8]> = SmallVec::new();
            for id in free {
                taken.push(id);
                if !self.pledge.allows(&self.state, &taken, gone) {
                    taken.pop();
                }
            }
            needed.from = taken;
        } else {
            needed.from = free;
        }
    }

    fn pick_cost(
        &mut self,
        player: PlayerId,
        source: ObjectId,
        from: &Entities,
        min: u32,
        max: u32,
        limit: Option<PickLimit>,
    ) -> Res<Entities> {
        let options = from.iter().map(|e| Choice::from(*e)).collect();
        let domain = Domain::Pick { options, min, max, limit };
        let ask = Decision {
            player,
            ask: Ask::CostObjects,
            rule: rule!("601.2h"),
            source: Some(source),
            domain,
            about: None,
        };
        Ok(self.pick(ask)?.iter().filter_map(Choice::entity).collect())
    }

    fn give_up(&mut self, player: PlayerId, ids: &[ObjectId], to: &Destination, cause: Cause) -> Res<PaidPart> {
        self.give_up_with(player, ids, to, cause, None)
    }

    /// As [`Game::give_up`], where what is exiled is remembered by an object under a linked number.
    fn give_up_with(
        &mut self,
        player: PlayerId,
        ids: &[ObjectId],
        to: &Destination,
        cause: Cause,
        exiled_with: Option<(ObjectId, u8)>,
    ) -> Res<PaidPart> {
        let proposals = ids
            .iter()
            .map(|id| Proposal::Move {
                object: *id,
                to: to.clone(),
                cause,
                by: Some(player),
                entry: Box::new(Entry { exiled_with, ..Entry::default() }),
            })
            .collect();
        self.happen(proposals, rule!("601.2h"))?;
        Ok(PaidPart { objects: ids.iter().copied().collect(), number: ids.len() as u32, moved: true })
    }
}

impl State {
    /// A player's opponents, or all other players.
    pub(super) fn others(&self, each: bool, player: PlayerId, source: ObjectId) -> Vec<PlayerId> {
        let who = if each { Who::Others } else { Who::Opponents };
        self.players_in_order(&who, &Context::of(source, player)).into_iter().collect()
    }

    /// 119.7: whether others can be let gain life as a cost: not those who can't gain any.
    pub(super) fn can_let_gain(&self, each: bool, player: PlayerId, source: ObjectId) -> bool {
        let others = self.others(each, player, source);
        let able = |other: &PlayerId| !self.forbids_gain(*other);
        if each { others.iter().all(able) } else { others.iter().any(able) }
    }
}

/// What was given for a cost and stays where it is.
fn given_as_they_are(given: SmallVec<[ObjectId; 8]>) -> PaidPart {
    PaidPart { number: given.len() as u32, objects: given.into_iter().collect(), moved: false }
}
