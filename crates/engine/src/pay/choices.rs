//! What the search chooses among: sources with choices in groups, resources that several of them share, and lone mana.

use std::collections::BTreeMap;

use smallvec::SmallVec;

use super::needs::{Claims, Stock};
use super::payer::{Act, BILLS, From, Hand, Payer, Unit, Wide, cost_of};
use super::search::{Alternative, Group, Problem, Tally, Use};
use super::source::{Source, Tapping, unit};
use crate::state::ids::ObjectId;
use crate::table::payment::{ANY, Demand, Help, Mask, Plan};

/// What a way of a group stands for in one of its members.
#[derive(Clone, Copy, Debug)]
enum Deed {
    Act { ability: usize, way: usize },
    Help(Unit),
}

/// A source, or an object that helps, in a group.
#[derive(Clone, Debug)]
struct Member {
    object: ObjectId,
    source: Option<usize>,
    times: u16,
    deeds: Vec<Deed>,
}

/// Who claims what: the numbers of shared resources.
#[derive(Default)]
struct Shared {
    tapped: Claims,
    gone: Claims,
    /// The claim on an object's being tapped by its own ability or for help, where others want it tapped.
    taps: BTreeMap<ObjectId, usize>,
    /// The claim on its leaving by its own ability or for help, where others want it.
    leaves: BTreeMap<ObjectId, usize>,
    stocks: Vec<Stock>,
    /// Sides (tapped, gone) and stocks of which there is enough whatever is done.
    plenty: [bool; 2],
}

struct Choices<'p, 'a> {
    payer: &'p Payer<'a>,
    demand: &'p Demand,
    shared: Shared,
    classes: Vec<Wide>,
    /// Whether mana differs in whether it pays for the cost or for abilities that cost mana.
    apart: bool,
    problem: Problem,
    members: Vec<Vec<Member>>,
    lone: Hand,
}

/// A source's ways to be used: what each is, and as the search sees it.
type Ways = Vec<(Deed, Alternative)>;

impl Payer<'_> {
    /// The plan for a demand where sources have choices or want the same things.
    pub(super) fn searched(&self, demand: &Demand) -> Option<Plan> {
        let mut choices = Choices::of(self, demand)?;
        choices.gather();
        if choices.relieve() {
            choices.gather();
        }
        let problem = std::mem::take(&mut choices.problem);
        let mut found = None;
        problem.solve(&mut |path| {
            let hand = choices.hand(&problem, path);
            found = hand.and_then(|hand| self.matched(demand, &hand));
            found.is_some()
        });
        found
    }

    fn usable_abilities<'s>(&'s self, source: &'s Source) -> impl Iterator<Item = (usize, &'s Tapping, Wide)> {
        let usable = move |(i, t): (usize, &'s Tapping)| self.usable(source, t).map(|wide| (i, t, wide));
        source.abilities.iter().enumerate().filter_map(usable)
    }
}

impl<'p, 'a> Choices<'p, 'a> {
    fn of(payer: &'p Payer<'a>, demand: &'p Demand) -> Option<Self> {
        let mut choices = Self {
            payer,
            demand,
            shared: Shared::default(),
            classes: Vec::new(),
            apart: false,
            problem: Problem::default(),
            members: Vec::new(),
            lone: Hand::default(),
        };
        choices.share()?;
        choices.classify();
        Some(choices)
    }

    /// Finds what several uses could want: claims on objects, and stocks.
    fn share(&mut self) -> Option<()> {
        let payer = self.payer;
        let mut shared = Shared::default();
        for need in payer.rest.needs.iter().filter(|n| n.count > 0) {
            let need = payer.without_the_spell(need);
            let side = if need.gone { &mut shared.gone } else { &mut shared.tapped };
            side.claim(&need.from)?;
        }
        let mut tappers: Vec<ObjectId> = Vec::new();
        let mut leavers: BTreeMap<ObjectId, u32> = BTreeMap::new();
        for source in &payer.supply.sources {
            for (_, tapping, _) in payer.usable_abilities(source) {
                for need in &tapping.needs {
                    let need = payer.without_the_spell(need);
                    let side = if need.gone { &mut shared.gone } else { &mut shared.tapped };
                    side.claim(&need.from);
                }
                for (stock, _) in payer.takes(tapping, self.demand) {
                    if !shared.stocks.contains(&stock) {
                        shared.stocks.push(stock);
                    }
                }
                if tapping.taps {
                    tappers.push(source.object);
                }
            }
            if payer.usable_abilities(source).any(|(_, t, _)| t.leaves) {
                *leavers.entry(source.object).or_default() += 1;
            }
        }
        for (id, help) in payer.helpers() {
            // What is tapped to help has to be there still.
            *leavers.entry(id).or_default() += 1;
            if help != Help::Delve {
                tappers.push(id);
            }
        }
        let wanted = tappers.into_iter().filter(|id| shared.tapped.met_by(*id) != 0);
        let wanted: Vec<(ObjectId, u32)> = wanted.map(|id| (id, shared.tapped.met_by(id))).collect();
        shared.taps = claim_alike(&mut shared.tapped, &wanted);
        let wanted = leavers.into_iter().filter(|(id, n)| *n > 1 || shared.gone.met_by(*id) != 0);
        let wanted: Vec<(ObjectId, u32)> =
            wanted.map(|(id, n)| (id, shared.gone.met_by(id) << 1 | u32::from(n > 1))).collect();
        shared.leaves = claim_alike(&mut shared.gone, &wanted);
        shared.tapped.count_met();
        shared.gone.count_met();
        self.shared = shared;
        Some(())
    }

    /// Finds the classes of mana that are asked for.
    fn classify(&mut self) {
        let payer = self.payer;
        let differs = |wide: Wide| wide & Wide::from(Mask::MAX) != wide >> BILLS;
        let mut bills: Vec<Demand> = Vec::new();
        let mut apart = !payer.helpers().is_empty();
        let mut units = Vec::new();
        payer.pool_units(&mut units);
        apart |= units.iter().any(|u| differs(u.mask));
        for source in &payer.supply.sources {
            for (_, tapping, wide) in payer.usable_abilities(source) {
                apart |= differs(wide) || tapping.altered.is_some();
                bills.extend(cost_of(tapping));
            }
        }
        self.apart = apart && !bills.is_empty();
        let bills = bills.iter().flat_map(Demand::units).map(|m| self.asking(m, true));
        let mut classes: Vec<Wide> = self.demand.units().map(|m| self.asking(m, false)).chain(bills).collect();
        classes.sort_unstable();
        classes.dedup();
        self.classes = classes;
    }

    /// A mana asked for, as a class.
    fn asking(&self, mask: Mask, bill: bool) -> Wide {
        if bill && self.apart { Wide::from(mask) << BILLS } else { Wide::from(mask) }
    }

    /// How much a demand asks of each class.
    fn tally(&self, demand: &Demand, bill: bool) -> Tally {
        let mut tally: Tally = smallvec::smallvec![0; self.classes.len()];
        for mask in demand.units() {
            if let Ok(place) = self.classes.binary_search(&self.asking(mask, bill)) {
                tally[place] = tally[place].saturating_add(1);
            }
        }
        tally
    }

    /// The classes that a mana pays, as bits.
    fn pays(&self, wide: Wide) -> u32 {
        let meets = |(i, class): (usize, &Wide)| u32::from(class & wide != 0) << i;
        self.classes.iter().take(32).enumerate().map(meets).sum()
    }

    /// Puts all there is into the problem: lone mana, or groups of sources that look alike.
    fn gather(&mut self) {
        let payer = self.payer;
        self.problem = Problem {
            asked: self.tally(self.demand, false),
            apart: self.apart,
            tapped: self.shared.tapped.clone(),
            gone: self.shared.gone.clone(),
            stocks: self.shared.stocks.iter().map(|s| payer.left_of(s, self.demand)).collect(),
            taken: self.taken_by_rest(),
            ..Problem::default()
        };
        let any = |c: &Wide| *c == Wide::from(ANY) || *c == Wide::from(ANY) << BILLS;
        self.problem.generic =
            self.classes.iter().enumerate().filter(|(_, c)| any(c)).fold(0, |m, (i, _)| m | 1 << i.min(31));
        self.members.clear();
        self.lone = Hand::default();
        payer.pool_units(&mut self.lone.units);
        let helpers = payer.helpers();
        let mut order: Vec<usize> = (0..payer.supply.sources.len()).collect();
        // The dearest first: the search spares the first groups.
        order.sort_by_key(|i| std::cmp::Reverse(payer.rank(&payer.supply.sources[*i])));
        for index in order {
            let source = &payer.supply.sources[index];
            let taps = source.abilities.iter().any(|t| t.taps);
            let help = helpers.iter().find(|(id, help)| taps && *id == source.object && *help != Help::Delve);
            self.add_source(index, source, help.copied());
        }
        for (id, help) in helpers {
            let has_own = |s: &Source| s.object == id && payer.usable_abilities(s).any(|(_, t, _)| t.taps);
            if help == Help::Delve || !payer.supply.sources.iter().any(has_own) {
                self.add_helper(id, help);
            }
        }
        for unit in &self.lone.units {
            let pays = self.pays(unit.mask);
            match self.problem.lone.iter_mut().find(|(m, _)| *m == pays) {
                Some((_, n)) => *n += 1,
                None => self.problem.lone.push((pays, 1)),
            }
        }
    }

    fn taken_by_rest(&self) -> Tally {
        let shared = &self.shared;
        let claims = shared.tapped.len() + shared.gone.len();
        let mut taken: Tally = smallvec::smallvec![0; claims + shared.stocks.len()];
        for need in &self.payer.rest.needs {
            let need = self.payer.without_the_spell(need);
            if let Some(place) = self.claim_of(&need.from, need.gone) {
                taken[place] += need.count.min(1000) as u16;
            }
        }
        taken
    }

    /// The number of a claim among all resources; none where there is plenty.
    fn claim_of(&self, from: &[ObjectId], gone: bool) -> Option<usize> {
        if gone {
            self.shared.gone.find(from).map(|p| p + self.shared.tapped.len())
        } else {
            self.shared.tapped.find(from)
        }
    }

    /// The shared resources that a use of an ability takes; `None` where its claims are too many to tell apart.
    fn takes(&self, source: &Source, tapping: &Tapping) -> Option<SmallVec<[(usize, u16); 2]>> {
        let shared = &self.shared;
        let mut takes = SmallVec::new();
        for need in &tapping.needs {
            let need = self.payer.without_the_spell(need);
            if need.from.len() < need.count as usize {
                return None;
            }
            if !shared.plenty[usize::from(need.gone)] && need.count > 0 {
                takes.push((self.claim_of(&need.from, need.gone)?, need.count.min(1000) as u16));
            }
        }
        takes.extend(self.own_claim(source.object, tapping.taps, tapping.leaves));
        for (stock, n) in self.payer.takes(tapping, self.demand) {
            if let Some(place) = shared.stocks.iter().position(|s| *s == stock) {
                takes.push((shared.tapped.len() + shared.gone.len() + place, n.min(10_000) as u16));
            }
        }
        Some(takes)
    }

    fn own_claim(&self, id: ObjectId, taps: bool, leaves: bool) -> SmallVec<[(usize, u16); 2]> {
        let shared = &self.shared;
        let tap = shared.taps.get(&id).filter(|_| taps && !shared.plenty[0]).map(|p| (*p, 1));
        let leave = shared.leaves.get(&id).filter(|_| leaves && !shared.plenty[1]);
        tap.into_iter().chain(leave.map(|p| (p + shared.tapped.len(), 1))).collect()
    }

    /// The ways to use a source, those alike to the demand once.
    fn ways(&self, source: &Source) -> Ways {
        let mut ways: Ways = Vec::new();
        for (ability, tapping, _) in self.payer.usable_abilities(source) {
            let Some(takes) = self.takes(source, tapping) else { continue };
            let bill = match &tapping.bill {
                None => Tally::new(),
                Some(_) => match cost_of(tapping) {
                    Some(cost) => self.tally(&cost, true),
                    None => continue,
                },
            };
            for way in 0..tapping.ways().len() {
                let masks = self.payer.way_masks(source, tapping, way);
                let mut pays: SmallVec<[u32; 4]> = masks.iter().map(|m| self.pays(*m)).filter(|m| *m != 0).collect();
                pays.sort_unstable();
                let alike = Alternative { pays, takes: takes.clone(), bill: bill.clone() };
                if !alike.pays.is_empty() && ways.iter().all(|(_, a)| *a != alike) {
                    ways.push((Deed::Act { ability, way }, alike));
                }
            }
        }
        ways
    }

    fn add_source(&mut self, index: usize, source: &Source, help: Option<(ObjectId, Help)>) {
        let mut ways = self.ways(source);
        let help = help.map(|(id, help)| self.payer.help_unit(id, help));
        let free = |t: &Tapping| t.bill.is_none() && self.takes(source, t).is_some_and(|t| t.is_empty());
        let plain: Vec<(usize, &Tapping, Wide)> =
            self.payer.usable_abilities(source).filter(|(_, t, _)| t.bill.is_none()).collect();
        let costly = ways.iter().any(|(_, a)| !a.bill.is_empty());
        let same = plain.windows(2).all(|two| two[0].2 == two[1].2);
        let single = plain.iter().try_fold(0, |m, (_, t, _)| t.single().map(|one| m | one));
        let unshared = help.is_none() || self.own_claim(source.object, true, true).is_empty();
        let lone = !plain.is_empty() && same && unshared && plain.iter().all(|(_, t, _)| t.needs.is_empty() && free(t));
        let mut pays = 0;
        if let (true, Some(mask)) = (lone, single) {
            // One mana, whichever ability it is: lone mana, unless an ability that costs mana is used instead.
            let mask = unit(mask, source.snow);
            let wide = (Wide::from(mask) | Wide::from(mask) << BILLS) & plain[0].2;
            let convoke = help.map_or(0, |h| h.convoke);
            let mask = wide | help.map_or(0, |h| h.mask);
            pays = self.pays(mask);
            let one = Unit { mask, convoke, rank: self.payer.rank(source), from: From::Lone(index) };
            self.lone.units.extend(std::iter::repeat_n(one, source.times as usize));
            ways.retain(|(_, a)| !a.bill.is_empty());
        } else {
            if let ([(ability, tapping, _)], true, false, None) = (plain.as_slice(), lone, costly, &help)
                && tapping.is_single_way()
            {
                for _ in 0..source.times {
                    let act = Act { source: index, ability: *ability, way: 0, filter: None };
                    self.payer.add_act(&mut self.lone, act);
                }
                return;
            }
            if let Some(unit) = help {
                let takes = self.own_claim(source.object, true, true);
                let pays = smallvec::smallvec![self.pays(unit.mask)];
                ways.push((Deed::Help(unit), Alternative { pays, takes, bill: Tally::new() }));
            }
        }
        let times = source.times.min(250) as u16;
        self.add_member(source.object, Some(index), times, ways, pays);
    }

    fn add_helper(&mut self, id: ObjectId, help: Help) {
        let unit = self.payer.help_unit(id, help);
        let takes = self.own_claim(id, help != Help::Delve, true);
        if takes.is_empty() {
            self.lone.units.push(unit);
            return;
        }
        let pays = smallvec::smallvec![self.pays(unit.mask)];
        let way = Alternative { pays, takes, bill: Tally::new() };
        self.add_member(id, None, 1, vec![(Deed::Help(unit), way)], 0);
    }

    /// Puts a source to the group of those like it.
    fn add_member(&mut self, object: ObjectId, source: Option<usize>, times: u16, ways: Ways, lone: u32) {
        if ways.is_empty() {
            return;
        }
        let (deeds, ways): (Vec<Deed>, Vec<Alternative>) = ways.into_iter().unzip();
        let member = Member { object, source, times, deeds };
        match self.problem.groups.iter().position(|g| g.lone == lone && g.ways == ways) {
            Some(place) => {
                let group = &mut self.problem.groups[place];
                group.times = group.times.saturating_add(times);
                // The least dear of a group are used first.
                self.members[place].insert(0, member);
            }
            None => {
                self.problem.groups.push(Group { times, ways, lone });
                self.members.push(vec![member]);
            }
        }
    }

    /// Forgets shared resources of which there is enough whatever is done. Whether there were any.
    fn relieve(&mut self) -> bool {
        let problem = &self.problem;
        let mut most: Vec<u32> = problem.taken.iter().map(|n| u32::from(*n)).collect();
        for group in &problem.groups {
            for (place, all) in most.iter_mut().enumerate() {
                let of =
                    |w: &Alternative| w.takes.iter().filter(|(p, _)| *p == place).map(|(_, n)| u32::from(*n)).sum();
                *all += u32::from(group.times) * group.ways.iter().map(of).max().unwrap_or(0);
            }
        }
        let most: Tally = most.into_iter().map(|n| n.min(60_000) as u16).collect();
        let (tapped, gone) = (problem.tapped.len(), problem.tapped.len() + problem.gone.len());
        let part = |from: usize, to: usize| most.get(from..to).unwrap_or_default();
        let plenty = [
            tapped > 0 && problem.tapped.can_meet(part(0, tapped)),
            gone > tapped && problem.gone.can_meet(part(tapped, gone)),
        ];
        let mut short = most.iter().skip(gone).zip(&problem.stocks).map(|(n, there)| u32::from(*n) > *there);
        let before = self.shared.stocks.len();
        self.shared.stocks.retain(|_| short.next().unwrap_or(true));
        self.shared.plenty = plenty;
        plenty != [false, false] || self.shared.stocks.len() < before
    }

    /// What is at hand when the search has chosen.
    fn hand(&self, problem: &Problem, path: &[Use]) -> Option<Hand> {
        let mut hand = self.lone.clone();
        let costs = |(g, w): &&Use| !problem.groups[*g].ways[*w].bill.is_empty();
        let mut filters = path.iter().filter(costs).count();
        let mut used: Vec<Vec<u16>> = self.members.iter().map(|m| vec![0; m.len()]).collect();
        let (mut tapped, mut gone): (Vec<ObjectId>, Vec<ObjectId>) = (Vec::new(), Vec::new());
        for (g, w) in path {
            let members = &self.members[*g];
            let free = |place: &usize| {
                let member = &members[*place];
                let (taps, leaves) = self.uses_up(member, *w);
                used[*g][*place] < member.times
                    && !(taps && tapped.contains(&member.object))
                    && !(leaves && gone.contains(&member.object))
            };
            let place = (0..members.len()).find(free)?;
            let member = &members[place];
            let (taps, leaves) = self.uses_up(member, *w);
            used[*g][place] += 1;
            if taps {
                tapped.push(member.object);
            }
            if leaves {
                gone.push(member.object);
            }
            let costs = !problem.groups[*g].ways[*w].bill.is_empty();
            match (member.deeds.get(*w)?, member.source) {
                (Deed::Help(unit), _) => hand.units.push(*unit),
                (Deed::Act { ability, way }, Some(source)) => {
                    if costs {
                        filters -= 1;
                        // Its {T} is spent on that.
                        if taps {
                            hand.units.retain(|u| u.from != From::Lone(source));
                        }
                    }
                    let filter = costs.then_some(filters);
                    self.payer.add_act(&mut hand, Act { source, ability: *ability, way: *way, filter });
                }
                (Deed::Act { .. }, None) => return None,
            }
        }
        Some(hand)
    }

    /// Whether a deed taps its object, and whether the object leaves by it.
    fn uses_up(&self, member: &Member, way: usize) -> (bool, bool) {
        match (member.deeds.get(way), member.source) {
            (Some(Deed::Act { ability, .. }), Some(source)) => {
                let tapping = self.payer.supply.sources.get(source).and_then(|s| s.abilities.get(*ability));
                tapping.map_or((false, false), |t| (t.taps, t.leaves))
            }
            (Some(Deed::Help(unit)), _) => match unit.from {
                From::Help(_, Help::Delve) => (false, true),
                _ => (true, true),
            },
            _ => (false, false),
        }
    }
}

/// One claim for all objects that are wanted alike.
fn claim_alike(claims: &mut Claims, wanted: &[(ObjectId, u32)]) -> BTreeMap<ObjectId, usize> {
    let mut found = BTreeMap::new();
    for (id, kind) in wanted {
        let mut alike: Vec<ObjectId> = wanted.iter().filter(|(_, k)| k == kind).map(|(id, _)| *id).collect();
        alike.sort_unstable();
        alike.dedup();
        if let Some(claim) = claims.claim(&alike) {
            found.insert(*id, claim);
        }
    }
    found
}
