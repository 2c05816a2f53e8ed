//! The automatic payer at work: units of mana matched with what is to be paid.

use lawmage_ir::{ManaRider, ManaType};
use smallvec::SmallVec;

use super::bill::{ANY, Demand, Mask, SNOW, TYPES, color};
use super::flow::assign;
use super::plan::{Help, Plan, PlanStep, Purpose, Reserve, Supply, is_free_to_spend};
use super::source::{Bundle, Source, Tapping, types_of, unit};
use crate::ids::{ObjectId, PlayerId};
use crate::state::State;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum From {
    Pool(ManaType),
    Special(usize),
    Source { source: usize, ability: Option<usize> },
    Help(ObjectId, Help),
}

#[derive(Clone, Copy, Debug)]
struct Unit {
    mask: Mask,
    /// The part of the mask that convoke adds to a mana source.
    convoke: Mask,
    rank: u32,
    from: From,
    /// Which of the filters at work makes it.
    filter: Option<usize>,
}

/// A mana ability that costs mana, at work in a plan: which source and ability, and which way it turns out.
#[derive(Clone, Debug)]
struct Filtering {
    source: usize,
    ability: usize,
    made: SmallVec<[Mask; 4]>,
    costs: Demand,
}

/// What a payment is made from and for.
pub(super) struct Payer<'a> {
    pub state: &'a State,
    pub player: PlayerId,
    pub purpose: Purpose,
    pub supply: &'a Supply,
    pub reserves: &'a [Reserve],
    pub busy: Option<ObjectId>,
}

/// How many uses of mana abilities that cost mana a plan tries at most.
const FILTERS: usize = 4;
/// How many combinations of bundles a plan tries at most.
const COMBINATIONS: u32 = 20_000;

impl Payer<'_> {
    /// The plan for a demand, if there is one.
    pub fn pay(&self, demand: &Demand) -> Option<Plan> {
        let mut units = Vec::new();
        let mut choosy = SmallVec::<[usize; 4]>::new();
        self.pool_units(&mut units);
        self.source_units(&mut units, &mut choosy);
        self.helper_units(&mut units);
        let mut left = COMBINATIONS;
        // The fewest uses of abilities that cost mana themselves come first.
        self.with_bundles(demand, &units, &choosy, &mut left).or_else(|| {
            (1..=FILTERS).find_map(|uses| self.with_filters(demand, &units, &choosy, &mut Vec::new(), uses, &mut left))
        })
    }

    fn pool_units(&self, units: &mut Vec<Unit>) {
        let pool = &self.state.player(self.player).mana;
        for (index, mana) in pool.special.iter().enumerate() {
            let free = mana.rider.as_deref();
            if free.is_none_or(|r| self.state.may_spend(self.player, r, mana.source, self.purpose)) {
                let mask = unit(1 << mana.mana.index(), mana.snow);
                units.push(Unit { mask, convoke: 0, rank: 0, from: From::Special(index), filter: None });
            }
        }
        for mana in ManaType::ALL {
            let mask = unit(1 << mana.index(), false);
            for _ in 0..pool.plain[mana.index()] {
                units.push(Unit { mask, convoke: 0, rank: 1, from: From::Pool(mana), filter: None });
            }
        }
    }

    /// Whether a source's ability may be used at all in this payment.
    fn usable(&self, source: &Source, ability: usize) -> bool {
        let Some(tapping) = source.abilities.get(ability) else { return false };
        let busy = self.busy == Some(source.object) && tapping.taps;
        let allowed =
            tapping.rider.as_deref().is_none_or(|r| self.state.may_spend(self.player, r, source.object, self.purpose));
        !busy && allowed && self.state.has_life(self.player, tapping.life)
    }

    /// A source that the cost needs otherwise comes last.
    fn rank(&self, source: &Source) -> u32 {
        let reserved = self.reserves.iter().any(|r| r.objects.contains(&source.object));
        source.rank + 2 + if reserved { 10_000 } else { 0 }
    }

    fn source_units(&self, units: &mut Vec<Unit>, choosy: &mut SmallVec<[usize; 4]>) {
        for (index, source) in self.supply.sources.iter().enumerate() {
            let rank = self.rank(source);
            let ready = |a: &usize| source.abilities[*a].bill.is_none() && self.usable(source, *a);
            let usable: SmallVec<[usize; 4]> = (0..source.abilities.len()).filter(ready).collect();
            let mask = usable.iter().map(|a| source.abilities[*a].make.single()).try_fold(0, |m, o| o.map(|o| m | o));
            match (mask, usable.as_slice()) {
                (_, []) => {}
                (Some(mask), _) => units.push(Unit {
                    mask: unit(mask, source.snow),
                    convoke: 0,
                    rank,
                    from: From::Source { source: index, ability: None },
                    filter: None,
                }),
                (None, [only]) if source.abilities[*only].make.ways().len() == 1 => {
                    for mask in source.abilities[*only].make.ways().iter().flatten() {
                        units.push(Unit {
                            mask: unit(*mask, source.snow),
                            convoke: 0,
                            rank,
                            from: From::Source { source: index, ability: Some(*only) },
                            filter: None,
                        });
                    }
                }
                _ => choosy.push(index),
            }
        }
    }

    fn helper_units(&self, units: &mut Vec<Unit>) {
        for (id, help) in self.state.helpers(self.player, self.purpose) {
            if self.busy == Some(id) && help != Help::Delve {
                continue;
            }
            let colors = match help {
                // 702.51a
                Help::Convoke => self.state.chars(id).colors.iter().fold(0, |m, c| m | color(c)),
                Help::Improvise | Help::Delve => 0,
            };
            let own = |u: &&mut Unit| match u.from {
                From::Source { source, .. } => {
                    let of = self.supply.sources.get(source);
                    of.is_some_and(|s| s.object == id && s.abilities.iter().any(|t| t.taps))
                }
                _ => false,
            };
            if let Some(same) = units.iter_mut().find(own) {
                // Tapped for mana or tapped to help, not both.
                if matches!(same.from, From::Source { ability: None, .. }) {
                    same.convoke = colors;
                    same.mask |= colors;
                }
                continue;
            }
            let rank = match help {
                Help::Delve => 40,
                Help::Improvise => 35,
                Help::Convoke => 55,
            };
            let reserved = self.reserves.iter().any(|r| r.objects.contains(&id));
            units.push(Unit {
                mask: ANY | colors,
                convoke: colors,
                rank: rank + if reserved { 10_000 } else { 0 },
                from: From::Help(id, help),
                filter: None,
            });
        }
    }

    /// Tries every way in which sources with several bundles can turn out.
    fn with_bundles(&self, demand: &Demand, units: &[Unit], choosy: &[usize], left: &mut u32) -> Option<Plan> {
        self.with_bundles_and(demand, units, choosy, &[], left)
    }

    fn with_bundles_and(
        &self,
        demand: &Demand,
        units: &[Unit],
        choosy: &[usize],
        filters: &[Filtering],
        left: &mut u32,
    ) -> Option<Plan> {
        let Some((index, rest)) = choosy.split_first() else {
            if *left == 0 {
                return None;
            }
            *left -= 1;
            return self.matched(demand, units, filters);
        };
        let source = self.supply.sources.get(*index)?;
        // Without it first: then with each bundle.
        if let Some(plan) = self.with_bundles_and(demand, units, rest, filters, left) {
            return Some(plan);
        }
        for (place, tapping) in source.abilities.iter().enumerate() {
            if tapping.bill.is_some() || !self.usable(source, place) {
                continue;
            }
            for way in tapping.make.ways() {
                let mut more = units.to_vec();
                more.extend(way.iter().map(|mask| Unit {
                    mask: unit(*mask, source.snow),
                    convoke: 0,
                    rank: self.rank(source),
                    from: From::Source { source: *index, ability: Some(place) },
                    filter: None,
                }));
                if let Some(plan) = self.with_bundles_and(demand, &more, rest, filters, left) {
                    return Some(plan);
                }
            }
        }
        None
    }

    /// Tries so many uses of mana abilities that cost mana.
    fn with_filters(
        &self,
        demand: &Demand,
        units: &[Unit],
        choosy: &[usize],
        filters: &mut Vec<Filtering>,
        uses: usize,
        left: &mut u32,
    ) -> Option<Plan> {
        for (index, source) in self.supply.sources.iter().enumerate() {
            for (place, tapping) in source.abilities.iter().enumerate() {
                let Some(bill) = &tapping.bill else { continue };
                let used = filters.iter().filter(|f| f.source == index && f.ability == place).count();
                let gone = (tapping.taps || tapping.leaves) && filters.iter().any(|f| f.source == index);
                if gone || used >= tapping.uses as usize || !self.usable(source, place) {
                    continue;
                }
                let Some(costs) = bill.demands().into_iter().next() else { continue };
                for made in tapping.make.ways() {
                    filters.push(Filtering { source: index, ability: place, made, costs: costs.clone() });
                    // The same object's other mana abilities with {T} are no longer there.
                    let free: Vec<Unit> = units
                        .iter()
                        .filter(|u| !matches!(u.from, From::Source { source: s, .. } if s == index && tapping.taps))
                        .copied()
                        .collect();
                    let found = if uses > 1 {
                        self.with_filters(demand, &free, choosy, filters, uses - 1, left)
                    } else {
                        self.with_bundles_and(demand, &free, choosy, filters, left)
                    };
                    if found.is_some() || *left == 0 {
                        return found;
                    }
                    filters.pop();
                }
            }
        }
        None
    }

    /// Matches units with what is to be paid.
    fn matched(&self, demand: &Demand, units: &[Unit], filters: &[Filtering]) -> Option<Plan> {
        let mut units = units.to_vec();
        for (order, filter) in filters.iter().enumerate() {
            let source = self.supply.sources.get(filter.source)?;
            units.extend(filter.made.iter().map(|mask| Unit {
                mask: unit(*mask, source.snow),
                convoke: 0,
                rank: 1,
                from: From::Source { source: filter.source, ability: Some(filter.ability) },
                filter: Some(order),
            }));
        }
        units.sort_by_key(|u| u.rank);
        // Each demand with the filter whose cost it is.
        let mut asked: SmallVec<[(Mask, Option<usize>); 16]> = demand.units().map(|m| (m, None)).collect();
        for (order, filter) in filters.iter().enumerate() {
            asked.extend(filter.costs.units().map(|m| (m, Some(order))));
        }
        let uses = assign(units.len(), asked.len(), |u, d| {
            let (unit, (mask, of)) = (&units[u], asked[d]);
            let in_time = match (unit.filter, of) {
                // A filter's mana pays for later filters and for the cost.
                (Some(made), Some(asking)) => made < asking,
                (None, Some(_)) => !matches!(unit.from, From::Help(..)) && !self.is_bound(unit),
                _ => true,
            };
            in_time && unit.mask & mask != 0
        })?;
        self.written(demand, &units, &uses, &asked, filters)
    }

    /// Whether a unit's mana may be spent on this purpose alone.
    fn is_bound(&self, unit: &Unit) -> bool {
        let bound = |r: &ManaRider| !is_free_to_spend(r);
        match unit.from {
            From::Special(index) => {
                let special = &self.state.player(self.player).mana.special;
                special.get(index).and_then(|s| s.rider.as_deref()).is_some_and(bound)
            }
            From::Source { source, .. } => self
                .supply
                .sources
                .get(source)
                .is_some_and(|s| s.abilities.iter().any(|t| t.rider.as_deref().is_some_and(bound))),
            _ => false,
        }
    }

    /// Writes the plan down, if it leaves what the rest of the cost needs and its abilities don't exclude each other.
    fn written(
        &self,
        demand: &Demand,
        units: &[Unit],
        uses: &[Option<usize>],
        asked: &[(Mask, Option<usize>)],
        filters: &[Filtering],
    ) -> Option<Plan> {
        let mut plan = Plan { demand: Demand { life: demand.life, ..Demand::default() }, ..Plan::default() };
        let mut used: SmallVec<[(usize, usize); 8]> = SmallVec::new();
        let mut bundles: SmallVec<[Bundle; 8]> = SmallVec::new();
        for (unit, paid) in units.iter().zip(uses) {
            let Some((mask, of)) = paid.and_then(|d| asked.get(d)) else { continue };
            let mut helped = None;
            match unit.from {
                From::Help(id, help) => helped = Some((id, help)),
                From::Source { .. } if unit.filter.is_some() => {}
                From::Source { source, ability } => {
                    let of_source = self.supply.sources.get(source)?;
                    let can = unit.mask & !unit.convoke | (self.types_made(of_source, ability));
                    if *mask != ANY && can & mask & (TYPES | SNOW) == 0 {
                        helped = Some((of_source.object, Help::Convoke));
                    } else {
                        match ability {
                            Some(place) if used.contains(&(source, place)) => {}
                            Some(place) => {
                                used.push((source, place));
                                bundles.push(bundle_of(unit, units, uses, asked));
                            }
                            None => {
                                let (place, bundle) = self.chosen(of_source, *mask)?;
                                used.push((source, place));
                                bundles.push(bundle);
                            }
                        }
                    }
                }
                From::Pool(_) | From::Special(_) => {}
            }
            match helped {
                Some(help) => plan.helpers.push(help),
                None if of.is_none() && *mask == ANY => plan.demand.generic += 1,
                None if of.is_none() => plan.demand.masks.push(*mask),
                None => {}
            }
        }
        // What leaves its source goes last, so that the source may be tapped for mana before.
        let mut steps: SmallVec<[(bool, PlanStep); 8]> = SmallVec::new();
        for ((source, ability), bundle) in used.iter().zip(bundles) {
            let of = self.supply.sources.get(*source)?;
            let tapping = of.abilities.get(*ability)?;
            steps.push((tapping.leaves, PlanStep { source: of.object, key: tapping.key, mana: bundle }));
        }
        steps.sort_by_key(|(leaves, _)| *leaves);
        plan.steps = steps.into_iter().map(|(_, s)| s).collect();
        for (order, filter) in filters.iter().enumerate() {
            let of = self.supply.sources.get(filter.source)?;
            let tapping = of.abilities.get(filter.ability)?;
            let from = From::Source { source: filter.source, ability: Some(filter.ability) };
            let first = units.iter().find(|u| u.from == from && u.filter == Some(order));
            let mana = first.map_or_else(Bundle::default, |u| bundle_of(u, units, uses, asked));
            plan.steps.push(PlanStep { source: of.object, key: tapping.key, mana });
        }
        self.leaves_enough(&plan).then_some(plan)
    }

    fn types_made(&self, source: &Source, ability: Option<usize>) -> Mask {
        let of = |t: &Tapping| t.make.ways().iter().flatten().fold(0, |m, one| m | one);
        match ability.and_then(|a| source.abilities.get(a)) {
            Some(tapping) => of(tapping),
            None => source.abilities.iter().fold(0, |m, t| m | of(t)),
        }
    }

    /// Which ability of a source of one mana to use for a demand, and the mana to make.
    fn chosen(&self, source: &Source, mask: Mask) -> Option<(usize, Bundle)> {
        let mut bundle = Bundle::default();
        let fits = |(place, tapping): &(usize, &Tapping)| {
            let made = tapping.make.single().unwrap_or(0);
            let pays = mask & (ANY | SNOW) != 0 || made & mask != 0;
            tapping.bill.is_none() && made != 0 && pays && self.usable(source, *place)
        };
        let (place, tapping) = source.abilities.iter().enumerate().find(fits)?;
        let made = tapping.make.single()?;
        let kind = types_of(made & mask).next().or_else(|| types_of(made).next())?;
        bundle[kind.index()] = 1;
        Some((place, bundle))
    }

    /// Whether the objects that the rest of the cost needs are left, no object is tapped or given up twice, and life
    /// suffices.
    fn leaves_enough(&self, plan: &Plan) -> bool {
        let mut tapped: SmallVec<[ObjectId; 16]> = SmallVec::new();
        let mut gone: SmallVec<[ObjectId; 4]> = SmallVec::new();
        let mut life = plan.demand.life;
        for step in &plan.steps {
            let tapping = self
                .supply
                .sources
                .iter()
                .filter(|s| s.object == step.source)
                .flat_map(|s| &s.abilities)
                .find(|t| t.key == step.key);
            let Some(tapping) = tapping else { return false };
            if (tapping.taps && tapped.contains(&step.source)) || (tapping.leaves && gone.contains(&step.source)) {
                return false;
            }
            if tapping.taps {
                tapped.push(step.source);
            }
            if tapping.leaves {
                gone.push(step.source);
            }
            life += tapping.life;
        }
        for (id, help) in &plan.helpers {
            match help {
                Help::Delve => gone.push(*id),
                Help::Convoke | Help::Improvise => {
                    if tapped.contains(id) {
                        return false;
                    }
                    tapped.push(*id);
                }
            }
        }
        self.state.has_life(self.player, life)
            && self.reserves.iter().all(|reserve| {
                let used = |id: &&ObjectId| gone.contains(id) || (reserve.by_tapping && tapped.contains(id));
                reserve.objects.iter().filter(used).count() <= reserve.spare
            })
    }
}

/// The mana that all units of one ability make together: of a free choice, what the demand it pays wants.
fn bundle_of(unit: &Unit, units: &[Unit], uses: &[Option<usize>], asked: &[(Mask, Option<usize>)]) -> Bundle {
    let mut bundle = Bundle::default();
    for (other, paid) in units.iter().zip(uses) {
        if other.from != unit.from || other.filter != unit.filter {
            continue;
        }
        let types = other.mask & TYPES;
        let wanted = paid.and_then(|d| asked.get(d)).map_or(0, |(mask, _)| *mask);
        if let Some(made) = types_of(types & wanted).next().or_else(|| types_of(types).next()) {
            bundle[made.index()] += 1;
        }
    }
    bundle
}
