//! Writing a plan down: which abilities are activated in which order, what each makes, takes and is paid with, and whether
//! all of that can be kept (118.3).

use smallvec::SmallVec;

use super::needs::{Stock, meet};
use super::payer::{Act, BILLS, From, Hand, Payer, Unit, Wide};
use super::source::{Source, Tapping, types_of};
use crate::state::ids::ObjectId;
use crate::table::payment::{ANY, Bundle, Demand, Help, Mask, Need, Plan, PlanStep, SNOW, TYPES, WATER};

/// A step of a plan on the way.
struct Draft<'a> {
    source: &'a Source,
    tapping: &'a Tapping,
    step: PlanStep,
    /// Which act it is, if it is one.
    act: Option<usize>,
    filter: Option<usize>,
    /// The steps it waits for.
    after: SmallVec<[usize; 4]>,
}

/// The objects that a step takes.
#[derive(Clone, Debug, Default)]
struct Given {
    tapped: SmallVec<[ObjectId; 4]>,
    gone: SmallVec<[ObjectId; 4]>,
}

/// What an ability that costs mana is paid with: its place among those, the step that makes the mana, what it is asked for,
/// and what it can be spent on.
type Paid = (usize, Option<usize>, Mask, Wide);

impl Payer<'_> {
    /// Writes the plan down, if what it takes is there and leaves what the rest of the cost needs.
    pub(super) fn written(
        &self,
        demand: &Demand,
        units: &[Unit],
        uses: &[Option<usize>],
        asked: &[(Wide, Option<usize>)],
        hand: &Hand,
    ) -> Option<Plan> {
        let mut plan = Plan { demand: Demand { life: demand.life, ..Demand::default() }, ..Plan::default() };
        let mut drafts: Vec<Draft<'_>> = Vec::new();
        // Which step makes what each ability that costs mana is paid with, and what mana that is.
        let mut paid: SmallVec<[Paid; 8]> = SmallVec::new();
        for (unit, use_) in units.iter().zip(uses) {
            let Some((wide, of)) = use_.and_then(|d| asked.get(d)).copied() else { continue };
            let mask = if of.is_some() { (wide >> BILLS) as Mask } else { wide as Mask };
            let mut helped = None;
            let mut maker = None;
            match unit.from {
                From::Help(id, help) => helped = Some((id, help)),
                From::Lone(index) => {
                    let source = self.supply.sources.get(index)?;
                    let made = source.abilities.iter().fold(0, |m, t| m | t.types());
                    let can = unit.mask as Mask & !unit.convoke | made;
                    if can & mask & (TYPES | SNOW | ANY) == 0 {
                        let help = if mask & WATER != 0 { Help::Waterbend } else { Help::Convoke };
                        helped = Some((source.object, help));
                    } else {
                        maker = Some(drafts.len());
                        drafts.push(self.lone_step(source, mask, of.is_some())?);
                    }
                }
                From::Act(act) => {
                    maker = drafts.iter().position(|d| d.act == Some(act));
                    if maker.is_none() {
                        maker = Some(drafts.len());
                        drafts.push(self.act_step(act, units, uses, asked, hand)?);
                    }
                }
                From::Pool(_) | From::Special(_) => {}
            }
            if let Some(order) = of {
                let made = match (unit.from, maker) {
                    (From::Lone(_), Some(maker)) => made_by(&drafts[maker].step.mana),
                    _ => (unit.mask >> BILLS) as Mask & TYPES,
                };
                let kind = if made & mask & TYPES == 0 { made } else { made & mask };
                paid.push((order, maker, kind, unit.mask));
            } else if let Some(help) = helped {
                plan.helpers.push(help);
            } else if mask == ANY {
                plan.demand.generic += 1;
            } else {
                plan.demand.masks.push(mask);
            }
        }
        for (order, maker, mana, wide) in paid {
            let place = drafts.iter().position(|d| d.filter == Some(order));
            // An ability nothing of which is spent needs not be used.
            let Some(place) = place else { continue };
            let kind = types_of(mana).next()?;
            drafts[place].step.pays.push((kind, wide & (Wide::from(SNOW) << BILLS) != 0));
            drafts[place].after.extend(maker);
        }
        self.kept(plan, drafts, demand)
    }

    fn step(source: &Source, tapping: &Tapping, mana: Bundle, more: Bundle) -> PlanStep {
        let mut takes: SmallVec<[Need; 2]> = tapping.needs.iter().cloned().collect();
        if tapping.taps {
            takes.push(Need::one(source.object, false));
        }
        if tapping.leaves {
            takes.push(Need::one(source.object, true));
        }
        PlanStep { source: source.object, key: tapping.key, mana, more, pays: SmallVec::new(), takes }
    }

    /// Which ability of a source of one mana to use for a demand, and the mana to make.
    fn lone_step<'b>(&self, source: &'b Source, mask: Mask, for_bill: bool) -> Option<Draft<'b>> {
        let fits = |tapping: &&Tapping| {
            let made = tapping.single().unwrap_or(0);
            let pays = mask & (ANY | SNOW) != 0 || made & mask != 0;
            let half = Wide::from(Mask::MAX) << if for_bill { BILLS } else { 0 };
            let may = self.usable(source, tapping).is_some_and(|wide| wide & half != 0);
            tapping.bill.is_none() && tapping.needs.is_empty() && made != 0 && pays && may
        };
        let tapping = source.abilities.iter().find(fits)?;
        let made = tapping.single()?;
        let kind = types_of(made & mask).next().or_else(|| types_of(made).next())?;
        let mut bundle = Bundle::default();
        bundle[kind.index()] = 1;
        let step = Self::step(source, tapping, bundle, Bundle::default());
        Some(Draft { source, tapping, step, act: None, filter: None, after: SmallVec::new() })
    }

    /// A use of an ability, with the mana that all its units make together: of a free choice, what the demand it pays wants.
    fn act_step(
        &self,
        number: usize,
        units: &[Unit],
        uses: &[Option<usize>],
        asked: &[(Wide, Option<usize>)],
        hand: &Hand,
    ) -> Option<Draft<'_>> {
        let act: &Act = hand.acts.get(number)?;
        let source = self.supply.sources.get(act.source)?;
        let tapping = source.abilities.get(act.ability)?;
        let ways = tapping.ways();
        let way = ways.get(act.way)?;
        let (mut mana, mut more) = (Bundle::default(), Bundle::default());
        let mine = units.iter().zip(uses).filter(|(u, _)| u.from == From::Act(number));
        for (place, (_, paid)) in mine.enumerate() {
            let wanted = paid
                .and_then(|d| asked.get(d))
                .map_or(0, |(wide, of)| if of.is_some() { (*wide >> BILLS) as Mask } else { *wide as Mask });
            let own = way.own.get(place);
            let types = own.or_else(|| way.more.get(place - way.own.len())).copied().unwrap_or(0) & TYPES;
            if let Some(made) = types_of(types & wanted).next().or_else(|| types_of(types).next()) {
                if own.is_some() {
                    mana[made.index()] += 1;
                } else if types.count_ones() > 1 {
                    more[made.index()] += 1;
                }
            }
        }
        let step = Self::step(source, tapping, way.told.unwrap_or(mana), more);
        Some(Draft { source, tapping, step, act: Some(number), filter: act.filter, after: SmallVec::new() })
    }

    /// Whether no object is tapped or given up twice, what the rest of the cost needs is left, stocks suffice, and the steps
    /// have an order: it is the plan then.
    fn kept(&self, mut plan: Plan, drafts: Vec<Draft<'_>>, demand: &Demand) -> Option<Plan> {
        // What leaves its source goes late, so that the source may be tapped for mana before; last what costs mana.
        let gives = |d: &Draft<'_>| d.step.takes.iter().any(|n| n.gone);
        let mut order: Vec<usize> = (0..drafts.len()).collect();
        order.sort_by_key(|i| (drafts[*i].filter.map_or(0, |f| f + 1), gives(&drafts[*i])));
        let plain = |d: &Draft<'_>| d.tapping.is_alone() && !d.tapping.leaves && d.tapping.hurt == 0;
        if self.rest.is_empty() && plan.helpers.is_empty() && drafts.iter().all(plain) {
            plan.steps = order.into_iter().map(|i| drafts[i].step.clone()).collect();
            return Some(plan);
        }
        let mut totals: Vec<(Stock, u32)> = Vec::new();
        for (stock, n) in drafts.iter().flat_map(|d| self.takes(d.tapping, demand)) {
            match totals.iter_mut().find(|(s, _)| *s == stock) {
                Some((_, all)) => *all += n,
                None => totals.push((stock, n)),
            }
        }
        if totals.iter().any(|(stock, n)| *n > self.left_of(stock, demand)) {
            return None;
        }
        let given = self.given(&plan, &drafts)?;
        plan.steps = in_order(&drafts, order, &given)?;
        Some(plan)
    }

    /// The objects that each step taps and gives up, if there are enough for all and the rest of the cost. The sources of other
    /// steps are taken last; a step gives up no source of those that wait for its mana.
    fn given(&self, plan: &Plan, drafts: &[Draft<'_>]) -> Option<Vec<Given>> {
        let mut needs: Vec<Need> = Vec::new();
        let mut whose: Vec<Option<usize>> = Vec::new();
        for (place, draft) in drafts.iter().enumerate() {
            for need in &draft.step.takes {
                let mut need = self.without_the_spell(need);
                if need.gone && need.from.len() > 1 {
                    let waits = waiting_for(drafts, place);
                    need.from.retain(|id| !waits.iter().any(|w| drafts[*w].source.object == *id));
                }
                needs.push(need);
                whose.push(Some(place));
            }
        }
        let steps = needs.len();
        for (id, help) in &plan.helpers {
            // What is tapped to help has to be there still.
            if *help != Help::Delve {
                needs.push(Need::one(*id, false));
                whose.push(None);
            }
            needs.push(Need::one(*id, true));
            whose.push(None);
        }
        let mut tapped: SmallVec<[&Need; 2]> = SmallVec::new();
        for need in &self.rest.needs {
            if need.gone {
                needs.push(need.clone());
                whose.push(None);
            } else {
                tapped.extend(std::iter::repeat_n(need, need.count as usize));
            }
        }
        let dear = |id: ObjectId| u32::from(drafts.iter().any(|d| d.source.object == id));
        let met = meet_with_taps(&needs, steps, &tapped, &dear, &mut { MOST_TRIES })?;
        let mut given = vec![Given::default(); drafts.len()];
        for ((objects, place), need) in met.into_iter().zip(whose).zip(&needs) {
            if let Some(place) = place {
                let side = if need.gone { &mut given[place].gone } else { &mut given[place].tapped };
                side.extend(objects);
            }
        }
        Some(given)
    }

    /// The card being cast is no longer where it was when the cost is paid.
    pub(super) fn without_the_spell(&self, need: &Need) -> Need {
        let mut need = need.clone();
        if let super::plan::Purpose::Spell(spell) = self.purpose {
            need.from.retain(|id| *id != spell);
        }
        if !need.gone {
            need.from.retain(|id| self.rest.busy != Some(*id));
        }
        need
    }
}

/// How many choices of what the rest of a cost taps are tried.
const MOST_TRIES: u32 = 200;

/// Meets all needs, with a choice of what the rest of the cost taps: that is done last, so no step (whose needs are the first)
/// gives it up.
fn meet_with_taps(
    needs: &[Need],
    steps: usize,
    tapped: &[&Need],
    dear: &dyn Fn(ObjectId) -> u32,
    left: &mut u32,
) -> Option<Vec<SmallVec<[ObjectId; 2]>>> {
    let Some((first, rest)) = tapped.split_first() else {
        *left = left.checked_sub(1)?;
        return meet(needs, dear);
    };
    let mut from = first.from.clone();
    from.sort_by_key(|id| dear(*id));
    for id in from {
        let taken = |n: &Need| !n.gone && n.from.len() == 1 && n.from.contains(&id);
        if *left == 0 || needs.iter().any(taken) {
            continue;
        }
        let mut narrowed = needs.to_vec();
        for need in narrowed.iter_mut().take(steps).filter(|n| n.gone) {
            need.from.retain(|other| *other != id);
        }
        narrowed.push(Need::one(id, false));
        if let Some(mut met) = meet_with_taps(&narrowed, steps, rest, dear, left) {
            met.truncate(needs.len());
            return Some(met);
        }
    }
    None
}

/// The steps that wait for a step's mana, at once or in the end.
fn waiting_for(drafts: &[Draft<'_>], place: usize) -> SmallVec<[usize; 4]> {
    let mut waits: SmallVec<[usize; 4]> = SmallVec::new();
    let mut looked: SmallVec<[usize; 4]> = smallvec::smallvec![place];
    while let Some(at) = looked.pop() {
        for (other, draft) in drafts.iter().enumerate() {
            if other != place && draft.after.contains(&at) && !waits.contains(&other) {
                waits.push(other);
                looked.push(other);
            }
        }
    }
    waits
}

/// The steps in an order in which each can be taken: its mana is there, and nothing it gives up is needed by another still to
/// come.
fn in_order(drafts: &[Draft<'_>], mut pending: Vec<usize>, given: &[Given]) -> Option<Vec<PlanStep>> {
    let mut steps = Vec::with_capacity(drafts.len());
    while !pending.is_empty() {
        let ready = |i: &usize| {
            let others = || pending.iter().filter(|o| *o != i);
            let wanted =
                |id: &ObjectId| others().any(|o| drafts[*o].source.object == *id || given[*o].tapped.contains(id));
            drafts[*i].after.iter().all(|a| !pending.contains(a)) && !given[*i].gone.iter().any(wanted)
        };
        let place = pending.iter().position(ready)?;
        let next = pending.remove(place);
        steps.push(drafts[next].step.clone());
    }
    Some(steps)
}

/// The types of a bundle.
fn made_by(bundle: &Bundle) -> Mask {
    bundle.iter().enumerate().filter(|(_, n)| **n > 0).fold(0, |m, (i, _)| m | 1 << i)
}
