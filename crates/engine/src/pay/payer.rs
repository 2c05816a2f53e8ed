//! The automatic payer at work: what a demand can be paid from, the choice among it, and the plan written down.

use lawmage_ir::{Filter, ManaRider, ManaType};
use smallvec::SmallVec;

use super::flow::assign;
use super::mana_due::CostSymbols;
use super::needs::{Rest, Stock};
use super::plan::{Purpose, Supply, is_free_to_spend};
use super::source::{Source, Tapping, unit};
use crate::state::State;
use crate::state::ids::{ObjectId, PlayerId};
use crate::table::payment::{ANY, Demand, Help, Mask, Plan, TYPES, WATER, color};

/// What one mana can be spent on: a [`Mask`] for the cost itself, and one, shifted by [`BILLS`], for the costs of mana
/// abilities on the way. What is asked for has one of them only; mana pays for it when the two meet.
pub(super) type Wide = u32;

/// Where the mask for the costs of mana abilities stands.
pub(super) const BILLS: u32 = 16;

/// Where a mana comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum From {
    Pool(ManaType),
    Special(usize),
    /// A source of one mana, whichever ability is used.
    Lone(usize),
    /// A use of a mana ability in a certain way.
    Act(usize),
    Help(ObjectId, Help),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Unit {
    pub mask: Wide,
    /// The part of the mask that convoke adds to a mana source.
    pub convoke: Mask,
    pub rank: u32,
    pub from: From,
}

/// A use of a mana ability.
#[derive(Clone, Copy, Debug)]
pub(super) struct Act {
    pub source: usize,
    pub ability: usize,
    /// Which way it turns out.
    pub way: usize,
    /// The place in time of one that costs mana.
    pub filter: Option<usize>,
}

/// What a payment is made from and for.
pub(super) struct Payer<'a> {
    pub state: &'a State,
    pub player: PlayerId,
    pub purpose: Purpose,
    pub supply: &'a Supply,
    pub rest: &'a Rest,
    /// The sources of abilities that cost mana.
    pub filters: SmallVec<[ObjectId; 4]>,
    /// Whether a part of it is a waterbend cost.
    pub water: bool,
    /// What symbols the cost has in it.
    pub symbols: CostSymbols,
    /// The sources of which alone the mana for it may come.
    pub from: Option<&'a Filter>,
}

/// What is at hand for a demand.
#[derive(Clone, Debug, Default)]
pub(super) struct Hand {
    pub units: Vec<Unit>,
    pub acts: Vec<Act>,
}

impl<'a> Payer<'a> {
    /// A payer.
    pub fn new(state: &'a State, player: PlayerId, purpose: Purpose, supply: &'a Supply, rest: &'a Rest) -> Self {
        let costs = |s: &&Source| s.abilities.iter().any(|t| t.bill.is_some());
        let filters = supply.sources.iter().filter(costs).map(|s| s.object).collect();
        Self {
            state,
            player,
            purpose,
            supply,
            rest,
            filters,
            water: false,
            symbols: CostSymbols::default(),
            from: None,
        }
    }

    /// The plan for a demand, if there is one: first with what stands alone, then whatever there is.
    pub fn pay(&self, demand: &Demand) -> Option<Plan> {
        let mut hand = Hand::default();
        self.pool_units(&mut hand.units);
        let mut choices = false;
        for index in 0..self.supply.sources.len() {
            choices |= !self.stands_alone(index, &mut hand);
        }
        choices |= self.helper_units(&mut hand.units);
        let most = hand.units.len() as u32;
        let plan = if most < demand.total() { None } else { self.matched(demand, &hand) };
        if plan.is_some() || !(choices || self.is_shared()) {
            return plan;
        }
        self.searched(demand)
    }

    /// Whether something might be claimed twice, so that other choices than the first could work.
    fn is_shared(&self) -> bool {
        let tight = |t: &Tapping| !t.draws.is_empty() || t.hurt > 0 || t.leaves;
        !self.rest.needs.is_empty()
            || !self.rest.draws.is_empty()
            || self.supply.sources.iter().any(|s| s.abilities.iter().any(tight))
    }

    pub(super) fn pool_units(&self, units: &mut Vec<Unit>) {
        let pool = &self.state.player(self.player).mana;
        for (index, mana) in pool.special.iter().enumerate() {
            let mask = self.wide(unit(1 << mana.mana.index(), mana.snow), mana.rider.as_deref(), Some(mana.source));
            if mask != 0 {
                units.push(Unit { mask, convoke: 0, rank: 0, from: From::Special(index) });
            }
        }
        for mana in ManaType::ALL {
            let mask = self.wide(unit(1 << mana.index(), false), None, None);
            for _ in 0..pool.plain[mana.index()] {
                units.push(Unit { mask, convoke: 0, rank: 1, from: From::Pool(mana) });
            }
        }
    }

    /// The mask of a mana with a rider for the cost and for abilities that cost mana, as far as it may be spent on them (106.6).
    /// What may be spent on some of those abilities only is kept from all.
    pub(super) fn wide(&self, mask: Mask, rider: Option<&ManaRider>, source: Option<ObjectId>) -> Wide {
        let wide = Wide::from(mask);
        let fits = self.state.comes_from(source, self.from, self.player);
        let (Some(rider), Some(source)) = (rider.filter(|r| !is_free_to_spend(r)), source) else {
            return if fits { wide | wide << BILLS } else { wide << BILLS };
        };
        let wide = Wide::from(spendable(mask, rider));
        let may =
            |purpose: Purpose, symbols: CostSymbols| self.state.may_spend(self.player, rider, source, purpose, symbols);
        let main = if fits && may(self.purpose, self.symbols) { wide } else { 0 };
        let bills = !self.filters.is_empty()
            && self.filters.iter().all(|f| may(Purpose::Ability(*f, None), CostSymbols::default()));
        main | if bills { wide << BILLS } else { 0 }
    }

    /// Whether a source's ability may be used in this payment, and what its mana may then be spent on.
    pub(super) fn usable(&self, source: &Source, tapping: &Tapping) -> Option<Wide> {
        let busy = self.rest.busy == Some(source.object) && tapping.taps;
        // The card being cast or whose ability is activated from a hand is not there to pay.
        let itself = matches!(self.purpose, Purpose::Spell(id) if id == source.object);
        let all = self.wide(Mask::MAX, tapping.rider.as_deref(), Some(source.object));
        (!busy && !itself && all != 0).then_some(all)
    }

    /// A source that the cost needs otherwise comes last.
    pub(super) fn rank(&self, source: &Source) -> u32 {
        source.rank + 2 + self.reserved(source.object)
    }

    pub(super) fn reserved(&self, id: ObjectId) -> u32 {
        if self.rest.needs.iter().any(|n| n.from.contains(&id)) { 10_000 } else { 0 }
    }

    /// Puts a source to what is at hand, if it makes its mana without a choice that matters to others. Whether that is all there
    /// is to it.
    fn stands_alone(&self, index: usize, hand: &mut Hand) -> bool {
        let Some(source) = self.supply.sources.get(index) else { return true };
        let rank = self.rank(source);
        let mut usable = SmallVec::<[(usize, Wide); 4]>::new();
        let mut all = true;
        for (place, tapping) in source.abilities.iter().enumerate() {
            let Some(wide) = self.usable(source, tapping) else { continue };
            if tapping.bill.is_some() || !tapping.needs.is_empty() || wide & Wide::from(Mask::MAX) == 0 {
                all = false;
            } else {
                usable.push((place, wide));
            }
        }
        if usable.is_empty() {
            return all;
        }
        let single = |m: Mask, place: usize| source.abilities[place].single().map(|one| m | one);
        if let Some(mask) = usable.iter().try_fold(0, |m, (place, _)| single(m, *place)) {
            let wide = usable.iter().fold(Wide::MAX, |w, (_, one)| w & one);
            let mask = unit(mask, source.snow);
            let mask = (Wide::from(mask) | Wide::from(mask) << BILLS) & wide;
            for _ in 0..source.times {
                hand.units.push(Unit { mask, convoke: 0, rank, from: From::Lone(index) });
            }
            return all;
        }
        if let [(place, _)] = usable.as_slice()
            && source.abilities[*place].is_single_way()
        {
            for _ in 0..source.times {
                self.add_act(hand, Act { source: index, ability: *place, way: 0, filter: None });
            }
            return all;
        }
        false
    }

    /// Puts a use of an ability to what is at hand.
    pub(super) fn add_act(&self, hand: &mut Hand, act: Act) {
        let Some(source) = self.supply.sources.get(act.source) else { return };
        let Some(tapping) = source.abilities.get(act.ability) else { return };
        let rank = if act.filter.is_some() { 1 } else { self.rank(source) };
        let from = From::Act(hand.acts.len());
        for mask in self.way_masks(source, tapping, act.way) {
            hand.units.push(Unit { mask, convoke: 0, rank, from });
        }
        hand.acts.push(act);
    }

    /// What the mana of an ability can be spent on, in one of its ways: first its own, then what is added to it.
    pub(super) fn way_masks(&self, source: &Source, tapping: &Tapping, way: usize) -> SmallVec<[Wide; 4]> {
        let ways = tapping.ways();
        let Some(way) = ways.get(way) else { return SmallVec::new() };
        let own =
            way.own.iter().map(|m| self.wide(unit(*m, source.snow), tapping.rider.as_deref(), Some(source.object)));
        // Of what type it will be is not known of some: they pay for generic mana of the cost.
        let known = |m: Mask| if m & TYPES == 0 { Wide::from(Mask::MAX) } else { Wide::MAX };
        let more = way.more.iter().map(|m| self.wide(m | ANY, None, None) & known(*m));
        own.chain(more).collect()
    }

    /// Puts objects that help to what is at hand. Whether one of them is a source with choices besides.
    fn helper_units(&self, units: &mut Vec<Unit>) -> bool {
        let mut choices = false;
        for (id, help) in self.helpers() {
            let colors = self.help_colors(id, help);
            let own = |s: &Source| s.object == id && s.abilities.iter().any(|t| t.taps && self.usable(s, t).is_some());
            if help != Help::Delve
                && let Some(index) = self.supply.sources.iter().position(own)
            {
                // Tapped for mana or tapped to help, not both.
                match units.iter_mut().find(|u| u.from == From::Lone(index)) {
                    Some(same) => {
                        same.convoke = colors;
                        same.mask |= Wide::from(colors);
                    }
                    None => choices = true,
                }
                continue;
            }
            units.push(self.help_unit(id, help));
        }
        choices
    }

    /// What helps to pay for the spell, as far as the rest of its cost leaves it.
    pub(super) fn helpers(&self) -> SmallVec<[(ObjectId, Help); 8]> {
        let mut helpers = self.state.helpers(self.player, self.purpose, self.water);
        helpers.retain(|(id, help)| self.rest.busy != Some(*id) || *help == Help::Delve);
        helpers
    }

    /// 702.51a
    pub(super) fn help_colors(&self, id: ObjectId, help: Help) -> Mask {
        match help {
            Help::Convoke => self.state.chars(id).colors.iter().fold(0, |m, c| m | color(c)),
            Help::Waterbend => WATER,
            Help::Improvise | Help::Delve => 0,
        }
    }

    pub(super) fn help_unit(&self, id: ObjectId, help: Help) -> Unit {
        let colors = self.help_colors(id, help);
        let rank = match help {
            Help::Delve => 40,
            Help::Improvise | Help::Waterbend => 35,
            Help::Convoke => 55,
        };
        let mask = Wide::from(if help == Help::Waterbend { WATER } else { ANY | colors });
        Unit { mask, convoke: colors, rank: rank + self.reserved(id), from: From::Help(id, help) }
    }

    /// Matches what is at hand with what is to be paid, the least dear first, and writes the plan down if it can be kept.
    pub(super) fn matched(&self, demand: &Demand, hand: &Hand) -> Option<Plan> {
        let mut units = hand.units.clone();
        units.sort_by_key(|u| u.rank);
        // Each demand with the ability whose cost it is.
        let mut asked: SmallVec<[(Wide, Option<usize>); 16]> = demand.units().map(|m| (Wide::from(m), None)).collect();
        for act in &hand.acts {
            let Some(order) = act.filter else { continue };
            let tapping = self.supply.sources.get(act.source)?.abilities.get(act.ability)?;
            let costs = cost_of(tapping)?;
            asked.extend(costs.units().map(|m| (Wide::from(m) << BILLS, Some(order))));
        }
        let uses = assign(units.len(), asked.len(), |u, d| {
            let (unit, (mask, of)) = (&units[u], asked[d]);
            let made = match unit.from {
                From::Act(act) => hand.acts.get(act).and_then(|a| a.filter),
                _ => None,
            };
            // The mana of such an ability pays for later ones and for the cost.
            let in_time = of.is_none_or(|asking| made.is_none_or(|made| made < asking));
            in_time && unit.mask & mask != 0
        })?;
        self.written(demand, &units, &uses, &asked, hand)
    }

    /// How much of a stock is left for mana abilities beside a demand.
    pub(super) fn left_of(&self, stock: &Stock, demand: &Demand) -> u32 {
        let there = self.state.in_stock(self.player, stock);
        let life = if *stock == Stock::Life { demand.life } else { 0 };
        if there == u32::MAX { there } else { there.saturating_sub(self.rest.takes(stock) + life) }
    }

    /// What a use of an ability takes of a stock; life lost as it resolves can't be paid for the rest.
    pub(super) fn takes(&self, tapping: &Tapping, demand: &Demand) -> SmallVec<[(Stock, u32); 2]> {
        let mut takes: SmallVec<[(Stock, u32); 2]> = tapping.draws.iter().cloned().collect();
        if tapping.hurt > 0 && demand.life + self.rest.takes(&Stock::Life) > 0 {
            takes.push((Stock::Life, tapping.hurt));
        }
        takes
    }
}

/// What mana with that rider pays for, of what it would without (106.6).
pub(super) const fn spendable(mask: Mask, rider: &ManaRider) -> Mask {
    if rider.not_generic { mask & !ANY } else { mask }
}

/// What a mana ability costs of mana.
pub(super) fn cost_of(tapping: &Tapping) -> Option<Demand> {
    tapping.bill.as_ref().and_then(|b| b.demands().into_iter().find(|d| d.life == 0))
}
