//! The parts of a cost that are not mana (118.3, 601.2h).

use lawmage_ir::{
    Amount, Cause, Choice as IrChoice, Cost, CostPart, CounterKind, Destination, Keyword, Prohibition, Selector, Zone,
    rule,
};
use smallvec::SmallVec;

use super::plan::Reserve;
use crate::context::Context;
use crate::decision::{Ask, Choice, Decision, Domain, PickLimit};
use crate::event::{Entry, Event, Proposal};
use crate::game::{Game, Res};
use crate::ids::{Entities, Entity, ObjectId, PlayerId};
use crate::object::{Counters, PaidPart};
use crate::state::State;

/// The objects a part of a cost asks for.
pub(super) struct Needed {
    /// What it may be paid with.
    pub from: SmallVec<[ObjectId; 8]>,
    /// How many at least.
    pub min: u32,
    /// How many at most.
    pub max: u32,
    /// Chosen at random.
    pub random: bool,
}

impl Needed {
    fn all(from: SmallVec<[ObjectId; 8]>) -> Self {
        let count = from.len() as u32;
        Self { from, min: count, max: count, random: false }
    }
}

fn objects(entities: &Entities) -> SmallVec<[ObjectId; 8]> {
    entities.iter().filter_map(|e| e.object()).collect()
}

impl State {
    /// Which objects a selection in a cost can be paid with. `casting`: the card being cast, which is no longer where it was.
    pub(super) fn needed(
        &self,
        player: PlayerId,
        part: &CostPart,
        selector: &Selector,
        context: &Context<'_>,
        casting: Option<ObjectId>,
    ) -> Needed {
        // What a part is paid with is the payer's (118.3), whoever's ability asks for it.
        let context = &Context { you: player, ..*context };
        let mut needed = match selector {
            Selector::Choose(choice) => {
                let IrChoice { from, min, max, random, .. } = &**choice;
                let from = objects(&self.selected(from, context));
                let most = max.as_ref().map_or(from.len() as u32, |m| self.count(m, context));
                Needed { min: self.count(min, context), max: most, from, random: *random }
            }
            Selector::Top(_, n) | Selector::Bottom(_, n) | Selector::GraveyardEnd { count: n, .. } => {
                let from = objects(&self.selected(selector, context));
                let count = self.count(n, context);
                Needed { from, min: count, max: count, random: false }
            }
            // "This" has to be there; "your hand" may be empty.
            Selector::Ref(_) => {
                let from = objects(&self.selected(selector, context));
                let count = (from.len() as u32).max(1);
                Needed { from, min: count, max: count, random: false }
            }
            _ => Needed::all(objects(&self.selected(selector, context))),
        };
        needed.from.retain(|id| Some(*id) != casting && self.can_give(player, part, *id, context.is_offer));
        needed
    }

    /// Whether an object can pay a part of a cost (118.3).
    fn can_give(&self, player: PlayerId, part: &CostPart, id: ObjectId, offered: bool) -> bool {
        let Some(object) = self.get(id) else { return false };
        let mine = |zone: Zone| object.zone == zone && self.controller(id) == player;
        let untapped = || self.permanent(id).is_some_and(|p| !p.tapped);
        match part {
            // 701.17a
            CostPart::Sacrifice(_) => {
                mine(Zone::Battlefield)
                    && !self.forbidden(|cant, context| match cant {
                        // 614.17b: what can't happen is no way to pay.
                        Prohibition::Sacrifice(what) => self.is_selected(id.into(), what, context),
                        Prohibition::SacrificeForCosts(who, what) => {
                            !offered && self.is_among(player, who, context) && self.fits(id.into(), what, context)
                        }
                        _ => false,
                    })
            }
            CostPart::Discard(_) | CostPart::Reveal(_) => object.zone == Zone::Hand && object.owner == player,
            CostPart::TapThose(_) => object.zone == Zone::Battlefield && untapped(),
            CostPart::UntapThose(_) => object.zone == Zone::Battlefield && !untapped(),
            CostPart::Bounce(_) => object.zone == Zone::Battlefield,
            _ => true,
        }
    }

    /// Whether a part of a cost that is not mana can be paid now; `used` are objects that parts before it
    /// need: to tap them, or (`true`) to give them up.
    pub(crate) fn part_payable(
        &self,
        player: PlayerId,
        part: &CostPart,
        context: &Context<'_>,
        casting: Option<ObjectId>,
        used: &mut SmallVec<[(ObjectId, bool); 8]>,
    ) -> bool {
        let source = context.source;
        match part {
            CostPart::Mana(_) | CostPart::ManaTimes(..) => true,
            // 118.6: what is still a part has no mana cost.
            CostPart::ManaCostOf(..) => false,
            // 107.5, 302.6
            CostPart::Tap => {
                used.push((source, false));
                self.permanent(source).is_some_and(|p| !p.tapped) && !self.is_held_back(source)
            }
            // 107.6
            CostPart::Untap => self.permanent(source).is_some_and(|p| p.tapped) && !self.is_held_back(source),
            CostPart::Life(n) => self.has_life_for(player, self.count(n, context), context.is_offer),
            CostPart::Energy(n) => self.player(player).counters.get(&CounterKind::Energy) >= self.count(n, context),
            CostPart::Mill(n) => self.player(player).library.len() >= self.count(n, context) as usize,
            CostPart::Loyalty(n) => {
                // 107.7, 606.6
                *n >= 0 || self.get(source).is_some_and(|o| o.counters.get(&CounterKind::Loyalty) >= n.unsigned_abs())
            }
            CostPart::LoyaltyX => {
                let x = self.count(&Amount::X, context);
                self.get(source).is_some_and(|o| o.counters.get(&CounterKind::Loyalty) >= x)
            }
            CostPart::RemoveCounters(kind, n, from) => {
                let count = self.count(n, context);
                let held = |c: &Counters| kind.as_ref().map_or(c.total(), |k| c.get(k));
                match from {
                    Selector::Choose(choice) => {
                        let from = self.selected(&choice.from, context);
                        from.iter().any(|e| self.counters_of(*e).is_some_and(|c| held(c) >= count))
                    }
                    other => {
                        let from = self.selected(other, context);
                        !from.is_empty() && from.iter().all(|e| self.counters_of(*e).is_some_and(|c| held(c) >= count))
                    }
                }
            }
            CostPart::PutCounters(_, _, on) => match on {
                Selector::Choose(choice) => !self.selected(&choice.from, context).is_empty(),
                other => !self.selected(other, context).is_empty(),
            },
            CostPart::Sacrifice(what)
            | CostPart::Discard(what)
            | CostPart::Exile(what, _)
            | CostPart::Bounce(what)
            | CostPart::ToLibrary(what, _)
            | CostPart::TapThose(what)
            | CostPart::UntapThose(what)
            | CostPart::Reveal(what)
            | CostPart::Exert(what) => {
                let needed = self.needed(player, part, what, context, casting);
                // What is tapped for one part may still be given up for another, but not tapped again.
                let taps = matches!(part, CostPart::TapThose(_));
                let clash = |id: &ObjectId| used.iter().any(|(other, gone)| other == id && (*gone || taps));
                let free: Entities = needed.from.iter().filter(|id| !clash(id)).map(|id| Entity::Object(*id)).collect();
                let Some(picks) = self.least_picks(what, &free, (needed.min, needed.max), context) else {
                    return false;
                };
                let taken: SmallVec<[ObjectId; 8]> =
                    picks.iter().filter_map(|i| free.get(*i as usize)).filter_map(|e| e.object()).collect();
                let enough = taken.len() as u32 >= needed.min;
                used.extend(taken.iter().map(|id| (*id, !taps)));
                enough
            }
            CostPart::OneOf(costs) => costs.iter().any(|c| self.can_pay_now(player, c, context, casting)),
        }
    }

    /// The limit of a choice in a cost, over what it is chosen from: "with total power 3 or greater".
    fn cost_limit(&self, what: &Selector, from: &Entities, context: &Context<'_>) -> Option<PickLimit> {
        let Selector::Choose(choice) = what else { return None };
        choice.limit.as_ref().map(|limit| self.pick_limit(limit, from, context))
    }

    /// Some picks that pay a part, so few as can be; `None` when no picks keep the limit.
    fn least_picks(
        &self,
        what: &Selector,
        from: &Entities,
        (min, max): (u32, u32),
        context: &Context<'_>,
    ) -> Option<Vec<u32>> {
        let count = from.len() as u32;
        match self.cost_limit(what, from, context) {
            None => Some((0..min.min(count)).collect()),
            Some(limit) => {
                let order: Vec<u32> = (0..count).collect();
                limit.choose(&order, min.min(count) as usize, max as usize).map(|picks| picks.to_vec())
            }
        }
    }

    /// Counters on an object or player.
    fn counters_of(&self, entity: Entity) -> Option<&Counters> {
        match entity {
            Entity::Object(id) => self.get(id).map(|o| &o.counters),
            Entity::Player(id) => Some(&self.player(id).counters),
        }
    }

    /// Whether {T} and {Q} in a cost of it can't be paid: a creature too new, without haste (302.6, 602.5a).
    #[must_use]
    pub fn is_held_back(&self, id: ObjectId) -> bool {
        self.chars(id).is_creature() && self.is_summoning_sick(id) && !self.may_act_as_though_haste(id)
    }

    /// Whether a permanent has not been under its controller's control continuously since their most recent turn began,
    /// and lacks haste (302.6).
    #[must_use]
    pub fn is_summoning_sick(&self, id: ObjectId) -> bool {
        let Some(permanent) = self.permanent(id) else { return false };
        let controller = self.controller(id);
        let began = if self.is_active(controller) { self.turn.number } else { self.player(controller).turn_began };
        began > 0 && permanent.controlled_since >= began && !self.chars(id).has(Keyword::Haste)
    }

    fn may_act_as_though_haste(&self, id: ObjectId) -> bool {
        use lawmage_ir::{Continuous, Permission};
        self.rules().mays.iter().any(|rule| match rule.what() {
            Some(Continuous::May(Permission::ActivateAsThoughHaste(what))) => {
                self.is_selected(id.into(), what, &rule.context())
            }
            _ => false,
        })
    }

    /// What the parts of a cost need left of the objects that could pay for mana.
    pub(super) fn reserves(
        &self,
        player: PlayerId,
        parts: &[(u8, CostPart)],
        context: &Context<'_>,
        casting: Option<ObjectId>,
    ) -> SmallVec<[Reserve; 2]> {
        let mut reserves = SmallVec::new();
        for (_, part) in parts {
            let (what, by_tapping) = match part {
                CostPart::TapThose(what) => (what, true),
                CostPart::Sacrifice(what)
                | CostPart::Exile(what, _)
                | CostPart::Bounce(what)
                | CostPart::ToLibrary(what, _)
                | CostPart::Exert(what) => (what, false),
                _ => continue,
            };
            let needed = self.needed(player, part, what, context, casting);
            if needed.from.is_empty() {
                continue;
            }
            let spare = needed.from.len().saturating_sub(needed.min as usize);
            reserves.push(Reserve { objects: needed.from, spare, by_tapping });
        }
        reserves
    }
}

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
            CostPart::Mana(_) | CostPart::ManaTimes(..) | CostPart::ManaCostOf(..) | CostPart::OneOf(_) => {
                PaidPart::default()
            }
            CostPart::Tap => {
                // 118.11: what comes of it instead is no matter.
                self.happen_one(Proposal::Tap(source), rule!("107.5"))?;
                PaidPart { objects: smallvec::smallvec![source], number: 1 }
            }
            CostPart::Untap => {
                self.happen_one(Proposal::Untap(source), rule!("107.6"))?;
                PaidPart { objects: smallvec::smallvec![source], number: 1 }
            }
            CostPart::Life(n) => {
                let amount = self.state.count(n, context);
                self.pay_life(player, amount)?;
                number(amount)
            }
            CostPart::Energy(n) => {
                let amount = self.state.count(n, context);
                let kind = CounterKind::Energy;
                self.happen_one(Proposal::RemoveCounters { from: player.into(), kind, amount }, rule!("107.14"))?;
                number(amount)
            }
            CostPart::Mill(n) => {
                let count = self.state.count(n, context) as usize;
                let cards: SmallVec<[ObjectId; 8]> =
                    self.state.player(player).library.iter().take(count).copied().collect();
                self.give_up(player, &cards, &Destination::Graveyard, Cause::Mill)?
            }
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
            CostPart::PutCounters(kind, n, on) => {
                let amount = self.state.count(n, context);
                let on = match on {
                    Selector::Choose(choice) => {
                        let options = self.state.selected(&choice.from, context);
                        self.pick_cost(player, source, &options, 1, 1, None)?
                    }
                    other => self.state.selected(other, context),
                };
                let put =
                    on.iter().map(|e| Proposal::PutCounters { on: *e, kind: kind.clone(), amount, by: Some(player) });
                self.happen(put.collect(), rule)?;
                PaidPart { objects: on.iter().filter_map(|e| e.object()).collect(), number: amount }
            }
            CostPart::Sacrifice(what) => {
                let given = self.give(player, part, what, context, kept)?;
                self.give_up(player, &given, &Destination::Graveyard, Cause::Sacrifice)?
            }
            CostPart::Discard(what) => {
                let given = self.give(player, part, what, context, kept)?;
                self.give_up(player, &given, &Destination::Graveyard, Cause::Discard)?
            }
            CostPart::Exile(what, linked) => {
                let given = self.give(player, part, what, context, kept)?;
                let exile = Destination::Exile { linked: *linked, face_down: false };
                let with = linked.map(|number| (context.source, number)); // 607.2q
                self.give_up_with(player, &given, &exile, Cause::Exile, with)?
            }
            CostPart::Bounce(what) => {
                let given = self.give(player, part, what, context, kept)?;
                self.give_up(player, &given, &Destination::Hand, Cause::Return)?
            }
            CostPart::ToLibrary(what, top) => {
                let given = self.give(player, part, what, context, kept)?;
                let to = if *top {
                    Destination::LibraryTop { random: false }
                } else {
                    Destination::LibraryBottom { random: false }
                };
                self.give_up(player, &given, &to, Cause::Put)?
            }
            CostPart::TapThose(what) => {
                let given = self.give(player, part, what, context, kept)?;
                self.happen(given.iter().map(|id| Proposal::Tap(*id)).collect(), rule)?;
                PaidPart { number: given.len() as u32, objects: given.into_iter().collect() }
            }
            CostPart::UntapThose(what) => {
                let given = self.give(player, part, what, context, kept)?;
                self.happen(given.iter().map(|id| Proposal::Untap(*id)).collect(), rule)?;
                PaidPart { number: given.len() as u32, objects: given.into_iter().collect() }
            }
            CostPart::Reveal(what) => {
                let given = self.give(player, part, what, context, kept)?;
                let objects = given.iter().copied().collect();
                self.record(Event::Revealed { by: player, objects }, rule!("701.16"), None);
                PaidPart { number: given.len() as u32, objects: given.into_iter().collect() }
            }
            CostPart::Exert(what) => {
                let given = self.give(player, part, what, context, kept)?;
                for id in &given {
                    self.exert_one(*id, player);
                }
                PaidPart { number: given.len() as u32, objects: given.into_iter().collect() }
            }
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
        }
        Ok(())
    }

    fn pay_loyalty(&mut self, player: PlayerId, source: ObjectId, change: i32) -> Res<()> {
        let (kind, amount) = (CounterKind::Loyalty, change.unsigned_abs());
        // 606.4
        let proposal = if change >= 0 {
            Proposal::PutCounters { on: source.into(), kind, amount, by: Some(player) }
        } else {
            Proposal::RemoveCounters { from: source.into(), kind, amount }
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
        let held = |c: &Counters| kind.map_or(c.total(), |k| c.get(k));
        let from = match from {
            Selector::Choose(choice) => {
                let mut options = self.state.selected(&choice.from, context);
                options.retain(|e| self.state.counters_of(*e).is_some_and(|c| held(c) >= amount));
                self.pick_cost(player, context.source, &options, 1, 1, None)?
            }
            other => self.state.selected(other, context),
        };
        let mut proposals = Vec::new();
        for entity in &from {
            let mut left = amount;
            let kinds: SmallVec<[(CounterKind, u32); 2]> = match kind {
                Some(kind) => smallvec::smallvec![(kind.clone(), amount)],
                None => {
                    let counters = self.state.counters_of(*entity);
                    counters.into_iter().flat_map(Counters::iter).map(|(k, n)| (k.clone(), n)).collect()
                }
            };
            // Where there are several kinds the payer says of which, one counter at a time.
            let mut kinds = kinds;
            while left > 0 && !kinds.is_empty() {
                let place = if kinds.len() == 1 {
                    0
                } else {
                    let options = kinds.iter().map(|(k, _)| Choice::Counter(k.clone())).collect();
                    let ask =
                        Decision::pick(player, Ask::Counters, rule!("601.2h"), Some(context.source), options, 1, 1);
                    let picked = self.pick(ask)?;
                    let same = |k: &CounterKind| matches!(picked.first(), Some(Choice::Counter(p)) if p == k);
                    kinds.iter().position(|(k, _)| same(k)).unwrap_or(0)
                };
                let take = if kinds.len() == 1 { kinds[place].1.min(left) } else { 1 };
                proposals.push(Proposal::RemoveCounters { from: *entity, kind: kinds[place].0.clone(), amount: take });
                left -= take;
                kinds[place].1 -= take;
                if kinds[place].1 == 0 {
                    kinds.remove(place);
                }
            }
        }
        self.happen(proposals, rule!("601.2h"))?;
        Ok(PaidPart { objects: from.iter().filter_map(|e| e.object()).collect(), number: amount })
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
        }
        if (needed.from.len() as u32) < needed.min {
            // 118.3
            return Err(
                crate::decision::Illegal::new(rule!("118.3"), "there is not enough to pay the cost with").into()
            );
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
            return Err(crate::decision::Illegal::new(rule!("118.3"), why).into());
        }
        let given = self.pick_cost(player, context.source, &options, needed.min, needed.max, limit)?;
        Ok(given.iter().filter_map(|e| e.object()).collect())
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
        Ok(PaidPart { objects: ids.iter().copied().collect(), number: ids.len() as u32 })
    }
}

/// The objects that parts of a cost name outright ("this", "your hand"): other parts' choices leave them alone.
pub(super) fn named(state: &State, parts: &[(u8, CostPart)], context: &Context<'_>) -> SmallVec<[ObjectId; 2]> {
    let mut found = SmallVec::new();
    for (_, part) in parts {
        match part {
            CostPart::Sacrifice(what)
            | CostPart::Discard(what)
            | CostPart::Exile(what, _)
            | CostPart::Bounce(what)
            | CostPart::ToLibrary(what, _)
                if !matches!(what, Selector::Choose(_)) =>
            {
                found.extend(state.selected(what, context).iter().filter_map(|e| e.object()));
            }
            _ => {}
        }
    }
    found
}

/// Whether a part is paid last: it is random or moves cards from a library to a public zone (601.2h).
pub(super) fn is_late(part: &CostPart) -> bool {
    match part {
        CostPart::Mill(_) => true,
        CostPart::Discard(Selector::Choose(choice)) | CostPart::Sacrifice(Selector::Choose(choice)) => choice.random,
        CostPart::Exile(Selector::Top(..), _) => true,
        _ => false,
    }
}

/// Whether an amount is or holds X.
#[must_use]
pub fn amount_has_x(amount: &Amount) -> bool {
    match amount {
        Amount::X => true,
        Amount::Plus(a, b) | Amount::Minus(a, b) | Amount::Max(a, b) | Amount::Min(a, b) => {
            amount_has_x(a) || amount_has_x(b)
        }
        Amount::Times(_, a) | Amount::Divide { of: a, .. } => amount_has_x(a),
        _ => false,
    }
}

/// Whether a cost has an {X} or X in it (107.3a).
#[must_use]
pub fn cost_has_x(cost: &Cost) -> bool {
    let selected = |what: &Selector| match what {
        Selector::Choose(choice) => amount_has_x(&choice.min) || choice.max.as_ref().is_some_and(amount_has_x),
        Selector::Top(_, n) | Selector::Bottom(_, n) | Selector::GraveyardEnd { count: n, .. } => amount_has_x(n),
        _ => false,
    };
    cost.parts.iter().any(|part| match part {
        CostPart::Mana(mana) => mana.xs() > 0,
        CostPart::ManaTimes(mana, n) => mana.xs() > 0 || amount_has_x(n),
        CostPart::LoyaltyX => true,
        CostPart::Life(n) | CostPart::Energy(n) | CostPart::Mill(n) => amount_has_x(n),
        CostPart::RemoveCounters(_, n, what) | CostPart::PutCounters(_, n, what) => amount_has_x(n) || selected(what),
        CostPart::OneOf(costs) => costs.iter().any(cost_has_x),
        other => other.selector().is_some_and(selected),
    })
}
