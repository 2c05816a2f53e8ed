//! The parts of a cost that are not mana (118.3, 601.2h).

use lawmage_ir::{Amount, Choice as IrChoice, CostPart, CounterKind, Deed, Keyword, Prohibition, Ref, Selector, Zone};
use smallvec::SmallVec;

use super::needs::{Rest, Stock};
use crate::read::context::Context;
use crate::state::State;
use crate::state::ids::{Entities, Entity, ObjectId, PlayerId};
use crate::state::object::Counters;
use crate::table::decision::PickLimit;
use crate::table::payment::Need;

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
    /// A part of a cost, where "life equal to its mana value", of what is paid for, is a number by now.
    pub(super) fn known_now(&self, part: &CostPart, context: &Context<'_>) -> CostPart {
        match part {
            CostPart::Life(amount)
                if context.it.is_some() && lawmage_ir::visit::any(amount, |r: &Ref| *r == Ref::It) =>
            {
                CostPart::Life(Amount::Const(i32::try_from(self.count(amount, context)).unwrap_or(i32::MAX)))
            }
            other => other.clone(),
        }
    }

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
                // 400.7: as a triggered ability resolves, what its event moved is paid with as the card that it is now.
                let now = |id: ObjectId| self.follow(id, context.frame).unwrap_or(id);
                let from: SmallVec<_> = objects(&self.selected(selector, context)).into_iter().map(now).collect();
                let count = (from.len() as u32).max(1);
                Needed { from, min: count, max: count, random: false }
            }
            // 601.2a: what is being cast is in that hand no more.
            _ => {
                let mut all = objects(&self.selected(selector, context));
                all.retain(|id| Some(*id) != casting);
                Needed::all(all)
            }
        };
        needed.from.retain(|id| Some(*id) != casting && self.can_give(player, part, *id, context.is_offer));
        needed
    }

    /// Whether an object can pay a part of a cost (118.3).
    pub(crate) fn can_give(&self, player: PlayerId, part: &CostPart, id: ObjectId, offered: bool) -> bool {
        let Some(object) = self.get(id) else { return false };
        let mine = |zone: Zone| object.zone == zone && self.controller(id) == player;
        let untapped = || self.permanent(id).is_some_and(|p| !p.tapped);
        match part {
            // 701.17a
            CostPart::Sacrifice(_) => {
                mine(Zone::Battlefield)
                    && !(offered && self.keeps_from_sacrificing(player, id))
                    && !self.forbidden(|cant, context| match cant {
                        // 614.17b: what can't happen is no way to pay.
                        Prohibition::Sacrifice(what) => self.is_selected(id.into(), what, context),
                        Prohibition::SacrificeForCosts(who, what) => {
                            !offered && self.is_among(player, who, context) && self.fits(id.into(), what, context)
                        }
                        _ => false,
                    })
            }
            CostPart::Discard(_) if offered && self.keeps_from(player, &|deed, _| matches!(deed, Deed::Discard)) => {
                false
            }
            CostPart::Discard(_) | CostPart::Reveal(_) => object.zone == Zone::Hand && object.owner == player,
            CostPart::Behold(_) => mine(Zone::Battlefield) || object.zone == Zone::Hand && object.owner == player,
            CostPart::TapThose(what) => {
                object.zone == Zone::Battlefield && untapped() && !self.keeps_from_crewing(id, what)
            }
            CostPart::UntapThose(_) => object.zone == Zone::Battlefield && !untapped(),
            CostPart::Bounce(_) => object.zone == Zone::Battlefield,
            // 701.3d: only what is attached.
            CostPart::Unattach(_) => self.permanent(id).is_some_and(|p| p.attached_to.is_some()),
            _ => true,
        }
    }

    /// Whether a part of a cost that is not mana can be paid now; `used` are objects that parts before it
    /// need: to tap them, or (`true`) to give them up. What other parts could be paid with too is taken last: `wanted`
    /// holds an object once for each part it fits.
    pub(crate) fn part_payable(
        &self,
        player: PlayerId,
        part: &CostPart,
        context: &Context<'_>,
        casting: Option<ObjectId>,
        used: &mut SmallVec<[(ObjectId, bool); 8]>,
        wanted: &[ObjectId],
    ) -> bool {
        let source = context.source;
        match part {
            CostPart::Mana(_)
            | CostPart::Waterbend(_)
            | CostPart::LessBy { .. }
            | CostPart::LessByManaCost(_)
            | CostPart::ManaTimes(..)
            | CostPart::Change(..)
            | CostPart::OnX(_)
            | CostPart::OnlyFrom(_)
            | CostPart::OnlyChosen(_) => true,
            CostPart::XAtMost(most) => self.count(&Amount::X, context) <= self.count(most, context), // 107.3a
            // 118.6: what is still a part has no mana cost.
            CostPart::ManaCostOf(..) => false,
            // 107.5, 302.6
            CostPart::Tap => {
                used.push((source, false));
                self.permanent(source).is_some_and(|p| !p.tapped) && !self.is_held_back(source)
            }
            // 107.6
            CostPart::Untap => self.permanent(source).is_some_and(|p| p.tapped) && !self.is_held_back(source),
            CostPart::Life(n) => {
                self.is_defined(n, context)
                    && self.has_life_for(player, self.count(n, context), context.is_offer, context.is_for_mana)
            }
            CostPart::Energy(n) => self.player(player).counters.get(&CounterKind::Energy) >= self.count(n, context),
            CostPart::FlipCoins(_) | CostPart::RollDie(_) | CostPart::TicketAndSticker => true,
            // Only who chose it can reveal it.
            CostPart::RevealChosen(linked) => self.values_chosen_by(source, *linked).any(|(by, _)| by == player),
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
                let kept = |e: &Entity, k: &CounterKind| self.forbids_removal(*e, k);
                let held = |e: &Entity, c: &Counters| {
                    let of = |(k, n): (&CounterKind, u32)| {
                        if kind.as_ref().is_some_and(|asked| asked != k) || kept(e, k) { 0 } else { n }
                    };
                    c.iter().map(of).sum::<u32>()
                };
                match from {
                    Selector::Choose(choice) => {
                        let from = self.selected(&choice.from, context);
                        from.iter().any(|e| self.counters_of(*e).is_some_and(|c| held(e, c) >= count))
                    }
                    // "from among": all of them have so many together.
                    Selector::All(_) => {
                        let from = self.selected(from, context);
                        let all = from.iter().filter_map(|e| Some(u64::from(held(e, self.counters_of(*e)?))));
                        all.sum::<u64>() >= u64::from(count)
                    }
                    other => {
                        let from = self.selected(other, context);
                        !from.is_empty()
                            && from.iter().all(|e| self.counters_of(*e).is_some_and(|c| held(e, c) >= count))
                    }
                }
            }
            CostPart::LetGain { each, .. } => self.can_let_gain(*each, player, source),
            CostPart::ChooseValue(..) => true,
            CostPart::Promise => !self.others(false, player, source).is_empty(),
            // 2026:701.68: who controls no creature can't.
            CostPart::Blight(n) => {
                let context = &Context { you: player, ..*context };
                self.part_payable(player, &CostPart::blighting(n), context, casting, used, wanted)
            }
            CostPart::PutCounters(_, _, on) => match on {
                Selector::Choose(choice) => !self.selected(&choice.from, context).is_empty(),
                other => !self.selected(other, context).is_empty(),
            },
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
                let needed = self.needed(player, part, what, context, casting);
                // What is tapped for one part may still be given up for another, but not tapped again.
                let taps = matches!(part, CostPart::TapThose(_));
                let clash = |id: &ObjectId| used.iter().any(|(other, gone)| other == id && (*gone || taps));
                let mut free: Entities =
                    needed.from.iter().filter(|id| !clash(id)).map(|id| Entity::Object(*id)).collect();
                if !wanted.is_empty() {
                    free.sort_by_key(|e| wanted.iter().filter(|id| Entity::Object(**id) == *e).count());
                }
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
    pub(super) fn cost_limit(&self, what: &Selector, from: &Entities, context: &Context<'_>) -> Option<PickLimit> {
        let Selector::Choose(choice) = what else { return None };
        choice.limit.as_ref().map(|limit| self.pick_limit(limit, from, context))
    }

    /// Some picks that pay a part, so few as can be; `None` when no picks keep the limit.
    pub(super) fn least_picks(
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
    pub(super) fn counters_of(&self, entity: Entity) -> Option<&Counters> {
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
    /// and lacks haste (302.6, 702.10c).
    #[must_use]
    pub fn is_summoning_sick(&self, id: ObjectId) -> bool {
        self.permanent(id).is_some() && !self.is_controlled_throughout(id) && !self.chars(id).has(Keyword::Haste)
    }

    /// Whether a permanent has been under its controller's control continuously since their most recent turn began.
    pub(crate) fn is_controlled_throughout(&self, id: ObjectId) -> bool {
        let Some(permanent) = self.permanent(id) else { return false };
        let controller = self.controller(id);
        let began = if self.is_active(controller) { self.turn.number } else { self.player(controller).turn_began };
        began == 0 || permanent.controlled_since < began
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

    /// What the parts of a cost need left of what could pay for mana.
    pub(super) fn rest(
        &self,
        player: PlayerId,
        parts: &[(u8, CostPart)],
        context: &Context<'_>,
        casting: Option<ObjectId>,
    ) -> Rest {
        let mut rest = Rest::default();
        for (_, part) in parts {
            let what = match part {
                CostPart::Tap | CostPart::Untap => {
                    rest.busy = Some(context.source);
                    rest.keep(Need::one(context.source, true));
                    continue;
                }
                CostPart::RemoveCounters(_, _, Selector::Ref(Ref::This))
                | CostPart::PutCounters(_, _, Selector::Ref(Ref::This))
                | CostPart::Loyalty(_)
                | CostPart::LoyaltyX => {
                    rest.draws.extend(self.drawn(part, context).filter(|(_, n)| *n > 0));
                    rest.keep(Need::one(context.source, true));
                    continue;
                }
                CostPart::TapThose(what)
                | CostPart::Sacrifice(what)
                | CostPart::Exile(what, _)
                | CostPart::Bounce(what)
                | CostPart::Put(what, _)
                | CostPart::Discard(what)
                | CostPart::Exert(what) => what,
                _ => {
                    rest.draws.extend(self.drawn(part, context).filter(|(_, n)| *n > 0));
                    continue;
                }
            };
            let mut needed = self.needed(player, part, what, context, casting);
            if self.is_limited_choice(what) {
                self.keep_within_limit(what, &mut needed, context);
            }
            if needed.min == 0 {
                continue;
            }
            let need = Need { from: needed.from, count: needed.min, gone: true };
            if matches!(part, CostPart::TapThose(_)) {
                // It has to be there to be tapped then; what is tapped may still be given up for another part.
                rest.needs.push(Need { gone: false, ..need.clone() });
                rest.keep(need);
            } else {
                rest.give(need);
            }
        }
        rest.give_what_stays(context.source);
        rest
    }

    /// What a part takes of something there is a number of.
    fn drawn(&self, part: &CostPart, context: &Context<'_>) -> Option<(Stock, u32)> {
        Some(match part {
            CostPart::Life(n) => (Stock::Life, self.count(n, context)),
            CostPart::Energy(n) => (Stock::Energy, self.count(n, context)),
            CostPart::Mill(n) => (Stock::Library, self.count(n, context)),
            CostPart::RemoveCounters(Some(kind), n, Selector::Ref(Ref::This)) => {
                (Stock::Counters(context.source, kind.clone()), self.count(n, context))
            }
            CostPart::RemoveCounters(..) => (Stock::Odd, 1),
            _ => return None,
        })
    }

    /// Whether a choice in a cost has a limit over all that is chosen.
    pub(super) fn is_limited_choice(&self, what: &Selector) -> bool {
        matches!(what, Selector::Choose(choice) if choice.limit.is_some())
    }

    /// Of a choice with a limit, keeps some objects that meet it: those without mana abilities if they do.
    fn keep_within_limit(&self, what: &Selector, needed: &mut Needed, context: &Context<'_>) {
        let idle = needed.from.iter().filter(|id| !self.chars(**id).marks.mana).copied().collect();
        for from in [idle, needed.from.clone()] {
            let free: Entities = from.iter().map(|id| Entity::Object(*id)).collect();
            let Some(picks) = self.least_picks(what, &free, (needed.min, needed.max), context) else { continue };
            if picks.len() as u32 >= needed.min {
                needed.from = picks.iter().filter_map(|i| from.get(*i as usize).copied()).collect();
                needed.min = needed.from.len() as u32;
                return;
            }
        }
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
            | CostPart::Put(what, _)
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
        CostPart::Mill(_) | CostPart::FlipCoins(_) | CostPart::RollDie(_) | CostPart::TicketAndSticker => true,
        CostPart::Discard(Selector::Choose(choice)) | CostPart::Sacrifice(Selector::Choose(choice)) => choice.random,
        CostPart::Exile(Selector::Top(..), _) => true,
        _ => false,
    }
}
