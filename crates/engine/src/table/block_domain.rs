//! The legal declarations of blockers as plain data (509.1).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use lawmage_ir::rule;
use serde::{Deserialize, Serialize};

use crate::state::ids::ObjectId;
use crate::table::company::Company;
use crate::table::decision::Illegal;
use crate::table::requirements::{Problem, solve};

/// An attacker that can be blocked, and by how many at once.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Blockable {
    /// The attacker.
    pub id: ObjectId,
    /// The least number of blockers, if any blocks it (menace: 2).
    pub least: u32,
    /// The greatest number.
    pub most: Option<u32>,
}

/// The legal declarations of blockers, as plain data (509.1).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct BlockDomain {
    /// Each creature that can block, and what it can block: one list for all that can block the same.
    pub blockers: Vec<(ObjectId, Arc<Vec<ObjectId>>)>,
    /// How many attackers each can block; `None` for any number.
    pub capacity: Vec<Option<u32>>,
    /// The attackers.
    pub attackers: Vec<Blockable>,
    /// Creatures that can't block alone (506.5), by their place.
    pub not_alone: Vec<u16>,
    /// Creatures that block only with others.
    #[serde(default)]
    pub company: Vec<Company>,
    /// The most creatures that can block.
    pub most: Option<u32>,
    /// Blocks that cost something (509.1d): blocker and attacker by their places.
    pub costly: Vec<(u16, u16)>,
    /// How many such blocks the player can pay for together.
    pub most_costly: u32,
    /// The requirements (509.1c): each is obeyed when one of its blocks is made; blocker and attacker by their places.
    pub requirements: Vec<Vec<(u16, u16)>>,
    /// Requirements that are obeyed where so many creatures block an attacker: its place, the least, the most.
    pub counted: Vec<(u16, u32, u32)>,
    /// How many requirements must be obeyed: as many as can be without disobeying a restriction or paying a cost.
    pub required: u32,
    /// Blocks that obey so many.
    pub best: Vec<(u16, u16)>,
}

/// Blocks by places: blocker and attacker.
type Places = Vec<(u16, u16)>;

/// The places of creatures in a domain.
struct Known {
    blockers: BTreeMap<ObjectId, u16>,
    attackers: BTreeMap<ObjectId, u16>,
}

/// What some blocks come to.
struct Tally {
    /// How many each creature makes.
    blockers: Vec<u32>,
    /// How many there are of each attacker.
    attackers: Vec<u32>,
    /// How many creatures block.
    blocking: u32,
    /// How many blocks cost something.
    costs: u32,
    made: BTreeSet<(u16, u16)>,
}

impl Tally {
    fn of(domain: &BlockDomain, places: &[(u16, u16)]) -> Self {
        let mut tally = Self {
            blockers: vec![0; domain.blockers.len()],
            attackers: vec![0; domain.attackers.len()],
            blocking: 0,
            costs: 0,
            made: BTreeSet::new(),
        };
        places.iter().for_each(|pair| tally.add(domain, *pair));
        tally
    }

    fn add(&mut self, domain: &BlockDomain, pair: (u16, u16)) {
        if let Some(count) = self.blockers.get_mut(usize::from(pair.0)) {
            self.blocking += u32::from(*count == 0);
            *count += 1;
        }
        if let Some(count) = self.attackers.get_mut(usize::from(pair.1)) {
            *count += 1;
        }
        self.costs += u32::from(domain.costly.contains(&pair));
        self.made.insert(pair);
    }
}

impl BlockDomain {
    /// Drops blocks that no declaration can hold, and works out how many requirements can be obeyed (509.1c). Called once,
    /// when all else is filled in.
    pub fn finish(&mut self) {
        self.drop_hopeless();
        (self.required, self.best) = if self.requirements.is_empty() && self.counted.is_empty() {
            (0, Vec::new())
        } else {
            solve(&self.problem())
        };
    }

    /// An attacker that needs more blockers than there are for it can't be blocked.
    fn drop_hopeless(&mut self) {
        if self.attackers.iter().all(|a| a.least <= 1 && a.most != Some(0)) {
            return self.drop_idle();
        }
        let mut able: BTreeMap<ObjectId, u32> = BTreeMap::new();
        for run in self.blockers.chunk_by(|(_, a), (_, b)| Arc::ptr_eq(a, b)) {
            for option in run[0].1.iter() {
                *able.entry(*option).or_default() += run.len() as u32;
            }
        }
        let hopeless = |a: &&Blockable| {
            let able = able.get(&a.id).copied().unwrap_or(0);
            (a.least > 1 || a.most == Some(0)) && (able < a.least || a.most.is_some_and(|m| m < a.least.max(1)))
        };
        let hopeless: BTreeSet<ObjectId> = self.attackers.iter().filter(hopeless).map(|a| a.id).collect();
        if !hopeless.is_empty() {
            for run in self.blockers.chunk_by_mut(|(_, a), (_, b)| Arc::ptr_eq(a, b)) {
                let left = run[0].1.iter().copied().filter(|a| !hopeless.contains(a)).collect();
                let left: Arc<Vec<ObjectId>> = Arc::new(left);
                run.iter_mut().for_each(|(_, options)| *options = left.clone());
            }
        }
        self.drop_idle();
    }

    /// A creature that can block nothing is no blocker.
    fn drop_idle(&mut self) {
        let idle: Vec<usize> = (0..self.blockers.len()).filter(|b| self.blockers[*b].1.is_empty()).collect();
        for place in idle.into_iter().rev() {
            self.remove_blocker(place);
        }
    }

    fn remove_blocker(&mut self, place: usize) {
        self.blockers.remove(place);
        if place < self.capacity.len() {
            self.capacity.remove(place);
        }
        let gone = place as u16;
        let shift = |b: &mut u16| {
            if *b > gone {
                *b -= 1;
            }
        };
        self.not_alone.retain(|b| *b != gone);
        self.not_alone.iter_mut().for_each(shift);
        self.company.retain(|company| company.creature != gone);
        for company in &mut self.company {
            company.among.retain(|b| *b != gone);
            std::iter::once(&mut company.creature).chain(&mut company.among).for_each(shift);
        }
        for pairs in self.requirements.iter_mut().chain(std::iter::once(&mut self.costly)) {
            pairs.retain(|(b, _)| *b != gone);
            pairs.iter_mut().for_each(|(b, _)| shift(b));
        }
        self.requirements.retain(|r| !r.is_empty());
    }

    /// The requirements as a problem of its own: costly blocks left out, for nobody must pay (509.1c).
    fn problem(&self) -> Problem {
        let options = self
            .blockers
            .iter()
            .enumerate()
            .map(|(b, (_, options))| {
                options
                    .iter()
                    .filter_map(|id| self.attacker_place(*id))
                    .filter(|a| !self.costly.contains(&(b as u16, *a)))
                    .collect()
            })
            .collect();
        Problem {
            options,
            capacity: (0..self.blockers.len()).map(|b| self.capacity_of(b)).collect(),
            least: self.attackers.iter().map(|a| a.least).collect(),
            most: self.attackers.iter().map(|a| a.most.unwrap_or(u32::MAX)).collect(),
            clauses: self.requirements.clone(),
            counted: self.counted.clone(),
            most_blockers: self.most.unwrap_or(u32::MAX),
            company: self.company.clone(),
            not_alone: (0..self.blockers.len()).map(|b| self.not_alone.contains(&(b as u16))).collect(),
        }
    }

    fn capacity_of(&self, blocker: usize) -> u32 {
        self.capacity.get(blocker).copied().unwrap_or(Some(1)).unwrap_or(u32::MAX)
    }

    fn attacker_place(&self, id: ObjectId) -> Option<u16> {
        self.attackers.iter().position(|a| a.id == id).map(|p| p as u16)
    }

    /// The only legal declaration, where there is only one.
    #[must_use]
    pub fn forced(&self) -> Option<Vec<(ObjectId, ObjectId)>> {
        (self.blockers.is_empty() || self.most == Some(0)).then(Vec::new)
    }

    /// Whether a declaration is legal.
    ///
    /// # Errors
    /// The rule it breaks.
    pub fn check(&self, block: &[(ObjectId, ObjectId)]) -> Result<(), Illegal> {
        let known = self.known();
        let mut places = Places::with_capacity(block.len());
        let mut made: BTreeSet<(u16, u16)> = BTreeSet::new();
        for (blocker, attacker) in block {
            let Some(b) = known.blockers.get(blocker) else {
                return Err(Illegal::new(rule!("509.1a"), "that creature can't block"));
            };
            let Some(a) = known.attackers.get(attacker).filter(|a| self.is_able(*b, **a, *attacker)) else {
                return Err(Illegal::new(rule!("509.1b"), "that creature can't block that attacker"));
            };
            if !made.insert((*b, *a)) {
                return Err(Illegal::new(rule!("509.1a"), "a creature blocks the same attacker twice"));
            }
            places.push((*b, *a));
        }
        self.check_places(&places)
    }

    /// Where everything stands.
    fn known(&self) -> Known {
        Known {
            blockers: self.blockers.iter().enumerate().rev().map(|(place, (id, _))| (*id, place as u16)).collect(),
            attackers: self.attackers.iter().enumerate().rev().map(|(place, a)| (a.id, place as u16)).collect(),
        }
    }

    /// Whether a blocker can block an attacker: of those that every creature can block each stands where it does among all.
    fn is_able(&self, blocker: u16, place: u16, attacker: ObjectId) -> bool {
        let Some((_, options)) = self.blockers.get(usize::from(blocker)) else { return false };
        options.get(usize::from(place)) == Some(&attacker) || options.contains(&attacker)
    }

    fn check_places(&self, places: &[(u16, u16)]) -> Result<(), Illegal> {
        self.check_restrictions(places)?;
        let obeyed = self.value(places);
        if obeyed < self.required {
            let reason = format!("{} requirements can be obeyed, these blocks obey {obeyed}", self.required);
            return Err(Illegal::new(rule!("509.1c"), reason));
        }
        Ok(())
    }

    fn check_restrictions(&self, places: &[(u16, u16)]) -> Result<(), Illegal> {
        let wrong = |reason: String| Err(Illegal::new(rule!("509.1b"), reason));
        let mut blocking: Vec<u16> = places.iter().map(|(b, _)| *b).collect();
        blocking.sort_unstable();
        for run in blocking.chunk_by(|a, b| a == b) {
            let capacity = self.capacity_of(usize::from(run[0]));
            if run.len() as u32 > capacity {
                let most = if capacity == 1 { "one attacker".to_owned() } else { format!("{capacity} attackers") };
                return Err(Illegal::new(rule!("509.1a"), format!("a creature can block only {most}")));
            }
        }
        blocking.dedup();
        if self.most.is_some_and(|m| blocking.len() as u32 > m) {
            return wrong(format!("no more than {} creatures can block", self.most.unwrap_or(0)));
        }
        if let [alone] = blocking[..]
            && self.not_alone.contains(&alone)
        {
            return wrong("it can't block alone".to_owned());
        }
        if !self.company.iter().all(|company| company.is_kept(|place| blocking.contains(&place))) {
            return wrong("it can block only with others".to_owned());
        }
        let tally = Tally::of(self, places);
        for (attacker, count) in self.attackers.iter().zip(tally.attackers) {
            if count > 0 && count < attacker.least {
                return wrong(format!("an attacker can't be blocked by fewer than {} creatures", attacker.least));
            }
            if attacker.most.is_some_and(|m| count > m) {
                let most = attacker.most.unwrap_or(0);
                return wrong(format!("an attacker can't be blocked by more than {most} creatures"));
            }
        }
        if self.costs(places) > self.most_costly {
            return Err(Illegal::new(
                rule!("509.1f"),
                format!("no more than {} blocks that cost something can be paid for", self.most_costly),
            ));
        }
        Ok(())
    }

    /// Makes a legal declaration out of any, keeping what can be kept of it.
    #[must_use]
    pub fn legalize(&self, partial: &[(ObjectId, ObjectId)]) -> Vec<(ObjectId, ObjectId)> {
        let known = self.known();
        let mut wanted = Places::new();
        let mut tally = Tally::of(self, &[]);
        for (blocker, attacker) in partial {
            let Some(b) = known.blockers.get(blocker) else { continue };
            let Some(a) = known.attackers.get(attacker).filter(|a| self.is_able(*b, **a, *attacker)) else {
                continue;
            };
            let pair = (*b, *a);
            if !tally.made.contains(&pair) && self.has_room(&tally, pair) {
                wanted.push(pair);
                tally.add(self, pair);
            }
        }
        let mended = self.mend(&wanted);
        if self.check_places(&mended).is_ok() {
            return self.name(&mended);
        }
        // Not enough: begin with blocks that obey the most, and add what was wanted as far as it fits. Blocks of one
        // attacker go in together, for the sake of those that need several.
        let mut places = self.best.clone();
        for attacker in 0..self.attackers.len() as u16 {
            let mut more = places.clone();
            let mut tally = Tally::of(self, &more);
            for pair in wanted.iter().filter(|(_, a)| *a == attacker) {
                if !tally.made.contains(pair) && self.has_room(&tally, *pair) {
                    more.push(*pair);
                    tally.add(self, *pair);
                }
            }
            if more.len() > places.len() && self.check_places(&more).is_ok() {
                places = more;
            }
        }
        self.name(&places)
    }

    /// Whether one more block fits the limits that only more blocks can break.
    fn has_room(&self, tally: &Tally, pair: (u16, u16)) -> bool {
        let mine = tally.blockers.get(usize::from(pair.0)).copied().unwrap_or(0);
        let its = tally.attackers.get(usize::from(pair.1)).copied().unwrap_or(0);
        let most = self.attackers.get(usize::from(pair.1)).and_then(|a| a.most);
        mine < self.capacity_of(usize::from(pair.0))
            && most.is_none_or(|m| its < m)
            && self.most.is_none_or(|m| tally.blocking + u32::from(mine == 0) <= m)
            && tally.costs + u32::from(self.costly.contains(&pair)) <= self.most_costly
    }

    /// Takes out blocks of attackers that have too few, and a lone blocker that can't be one.
    fn mend(&self, wanted: &[(u16, u16)]) -> Places {
        let tally = Tally::of(self, wanted);
        let count = |a: u16| tally.attackers.get(usize::from(a)).copied().unwrap_or(0);
        let least = |a: u16| self.attackers.get(usize::from(a)).map_or(0, |a| a.least);
        let mut kept: Places = wanted.iter().copied().filter(|(_, a)| count(*a) >= least(*a)).collect();
        if let Some((first, _)) = kept.first().copied()
            && kept.iter().all(|(b, _)| *b == first)
            && self.not_alone.contains(&first)
        {
            kept.clear();
        }
        // Each that is taken out may be missed by others.
        while let Some(without) = self.company.iter().find(|c| !c.is_kept(|b| kept.iter().any(|(of, _)| *of == b))) {
            kept.retain(|(b, _)| *b != without.creature);
        }
        kept
    }

    /// A random legal declaration; `below(n)` gives a number below `n`.
    pub fn random(&self, below: &mut dyn FnMut(u32) -> u32) -> Vec<(ObjectId, ObjectId)> {
        let keen = below(5);
        let mut wanted: Vec<(ObjectId, ObjectId)> = Vec::new();
        for (place, (id, options)) in self.blockers.iter().enumerate() {
            if options.is_empty() || below(4) >= keen {
                continue;
            }
            for _ in 0..self.capacity_of(place).min(options.len() as u32) {
                // Joining a block already begun is as likely as a fresh choice, so that menace is met too.
                let joined = wanted.last().map(|(_, a)| *a).filter(|a| options.contains(a));
                let fresh = options[below(options.len() as u32) as usize % options.len()];
                wanted.push((*id, joined.filter(|_| below(2) == 0).unwrap_or(fresh)));
            }
        }
        self.legalize(&wanted)
    }

    pub(super) fn costs(&self, places: &[(u16, u16)]) -> u32 {
        if self.costly.is_empty() {
            return 0;
        }
        places.iter().filter(|p| self.costly.contains(p)).count() as u32
    }

    fn value(&self, places: &[(u16, u16)]) -> u32 {
        let its = |a: u16| places.iter().filter(|(_, of)| *of == a).count() as u32;
        let counted = self.counted.iter().filter(|(a, least, most)| (*least..=*most).contains(&its(*a))).count();
        let made = self.requirements.iter().filter(|pairs| pairs.iter().any(|p| places.contains(p))).count();
        (made + counted) as u32
    }

    fn name(&self, places: &[(u16, u16)]) -> Vec<(ObjectId, ObjectId)> {
        let mut named = places.to_vec();
        named.sort_unstable();
        named.iter().map(|(b, a)| (self.blockers[usize::from(*b)].0, self.attackers[usize::from(*a)].id)).collect()
    }
}
