//! The legal declarations of blockers as plain data (509.1).

use lawmage_ir::rule;
use serde::{Deserialize, Serialize};

use crate::state::ids::ObjectId;
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
    /// Each creature that can block, and what it can block.
    pub blockers: Vec<(ObjectId, Vec<ObjectId>)>,
    /// How many attackers each can block; `None` for any number.
    pub capacity: Vec<Option<u32>>,
    /// The attackers.
    pub attackers: Vec<Blockable>,
    /// Creatures that can't block alone (506.5), by their place.
    pub not_alone: Vec<u16>,
    /// The most creatures that can block.
    pub most: Option<u32>,
    /// Blocks that cost something (509.1d): blocker and attacker by their places.
    pub costly: Vec<(u16, u16)>,
    /// How many such blocks the player can pay for together.
    pub most_costly: u32,
    /// The requirements (509.1c): each is obeyed when one of its blocks is made; blocker and attacker by their places.
    pub requirements: Vec<Vec<(u16, u16)>>,
    /// How many requirements must be obeyed: as many as can be without disobeying a restriction or paying a cost.
    pub required: u32,
    /// Blocks that obey so many.
    pub best: Vec<(u16, u16)>,
}

/// Blocks by places: blocker and attacker.
type Places = Vec<(u16, u16)>;

impl BlockDomain {
    /// Drops blocks that no declaration can hold, and works out how many requirements can be obeyed (509.1c). Called once,
    /// when all else is filled in.
    pub fn finish(&mut self) {
        self.drop_hopeless();
        (self.required, self.best) =
            if self.requirements.is_empty() { (0, Vec::new()) } else { solve(&self.problem()) };
    }

    /// An attacker that needs more blockers than there are for it can't be blocked.
    fn drop_hopeless(&mut self) {
        for attacker in &self.attackers {
            if attacker.least <= 1 && attacker.most != Some(0) {
                continue;
            }
            let able = self.blockers.iter().filter(|(_, options)| options.contains(&attacker.id)).count() as u32;
            if able < attacker.least || attacker.most.is_some_and(|m| m < attacker.least.max(1)) {
                for (_, options) in &mut self.blockers {
                    options.retain(|a| *a != attacker.id);
                }
            }
        }
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
            most_blockers: self.most.unwrap_or(u32::MAX),
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
        let mut places = Places::with_capacity(block.len());
        for (blocker, attacker) in block {
            let Some(b) = self.blockers.iter().position(|(id, _)| id == blocker) else {
                return Err(Illegal::new(rule!("509.1a"), "that creature can't block"));
            };
            let able = self.blockers[b].1.contains(attacker);
            let (true, Some(a)) = (able, self.attacker_place(*attacker)) else {
                return Err(Illegal::new(rule!("509.1b"), "that creature can't block that attacker"));
            };
            if places.contains(&(b as u16, a)) {
                return Err(Illegal::new(rule!("509.1a"), "a creature blocks the same attacker twice"));
            }
            places.push((b as u16, a));
        }
        self.check_places(&places)
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
        for (place, attacker) in self.attackers.iter().enumerate() {
            let count = places.iter().filter(|(_, a)| usize::from(*a) == place).count() as u32;
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
        let mut wanted = Places::new();
        for (blocker, attacker) in partial {
            let Some(b) = self.blockers.iter().position(|(id, _)| id == blocker) else { continue };
            let Some(a) = self.attacker_place(*attacker).filter(|_| self.blockers[b].1.contains(attacker)) else {
                continue;
            };
            let pair = (b as u16, a);
            if !wanted.contains(&pair) && self.has_room(&wanted, pair) {
                wanted.push(pair);
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
            for pair in wanted.iter().filter(|(_, a)| *a == attacker) {
                if !more.contains(pair) && self.has_room(&more, *pair) {
                    more.push(*pair);
                }
            }
            if self.check_places(&more).is_ok() {
                places = more;
            }
        }
        self.name(&places)
    }

    /// Whether one more block fits the limits that only more blocks can break.
    fn has_room(&self, places: &[(u16, u16)], pair: (u16, u16)) -> bool {
        let mine = places.iter().filter(|(b, _)| *b == pair.0).count() as u32;
        let its = places.iter().filter(|(_, a)| *a == pair.1).count() as u32;
        let most = self.attackers.get(usize::from(pair.1)).and_then(|a| a.most);
        let mut blockers: Vec<u16> = places.iter().map(|(b, _)| *b).chain([pair.0]).collect();
        blockers.sort_unstable();
        blockers.dedup();
        mine < self.capacity_of(usize::from(pair.0))
            && most.is_none_or(|m| its < m)
            && self.most.is_none_or(|m| blockers.len() as u32 <= m)
            && self.costs(places) + u32::from(self.costly.contains(&pair)) <= self.most_costly
    }

    /// Takes out blocks of attackers that have too few, and a lone blocker that can't be one.
    fn mend(&self, wanted: &[(u16, u16)]) -> Places {
        let count = |a: u16| wanted.iter().filter(|(_, x)| *x == a).count() as u32;
        let least = |a: u16| self.attackers.get(usize::from(a)).map_or(0, |a| a.least);
        let mut kept: Places = wanted.iter().copied().filter(|(_, a)| count(*a) >= least(*a)).collect();
        if let Some((first, _)) = kept.first().copied()
            && kept.iter().all(|(b, _)| *b == first)
            && self.not_alone.contains(&first)
        {
            kept.clear();
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

    fn costs(&self, places: &[(u16, u16)]) -> u32 {
        if self.costly.is_empty() {
            return 0;
        }
        places.iter().filter(|p| self.costly.contains(p)).count() as u32
    }

    fn value(&self, places: &[(u16, u16)]) -> u32 {
        self.requirements.iter().filter(|pairs| pairs.iter().any(|p| places.contains(p))).count() as u32
    }

    fn name(&self, places: &[(u16, u16)]) -> Vec<(ObjectId, ObjectId)> {
        let mut named = places.to_vec();
        named.sort_unstable();
        named.iter().map(|(b, a)| (self.blockers[usize::from(*b)].0, self.attackers[usize::from(*a)].id)).collect()
    }
}
