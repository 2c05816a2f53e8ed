//! What costs take besides mana and want from one another: objects to tap or to give up, life, energy, counters (118.3).
//! Each object is counted once: taps on one side, leaving on the other, since what was tapped may still be given up.

use std::collections::BTreeMap;

use lawmage_ir::CounterKind;
use smallvec::SmallVec;

use super::flow::assign;
use crate::state::State;
use crate::state::ids::{ObjectId, PlayerId};
use crate::table::payment::{Need, Pledge};

/// What there is a number of, for all costs together.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stock {
    /// Life (119.4).
    Life,
    /// Energy (107.14).
    Energy,
    /// Cards in the library, for milling.
    Library,
    /// Counters of a kind on an object.
    Counters(ObjectId, CounterKind),
    /// Costs of which it isn't known how they get in each other's way: one is counted on.
    Odd,
}

/// What the rest of a cost takes, which mana abilities have to leave to it.
#[derive(Clone, Debug, Default)]
pub struct Rest {
    /// Objects.
    pub needs: SmallVec<[Need; 2]>,
    /// Amounts.
    pub draws: SmallVec<[(Stock, u32); 2]>,
    /// The object whose {T} or {Q} the cost needs: it isn't tapped for mana (605.3c).
    pub busy: Option<ObjectId>,
    /// The sets of objects of which some are given up.
    given: SmallVec<[SmallVec<[ObjectId; 8]>; 2]>,
}

impl Rest {
    /// Whether mana abilities have nothing to leave to it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.needs.is_empty() && self.draws.is_empty() && self.busy.is_none()
    }

    /// Adds objects that have to be there still when the cost is paid.
    pub(super) fn keep(&mut self, need: Need) {
        match self.needs.iter_mut().find(|n| n.gone && n.from == need.from) {
            Some(same) => same.count = same.count.max(need.count),
            None => self.needs.push(need),
        }
    }

    /// Adds objects that the cost gives up. Where it only wanted them to be there, they are.
    pub(super) fn give(&mut self, need: Need) {
        match self.needs.iter().position(|n| n.gone && n.from == need.from && !self.given.contains(&need.from)) {
            Some(place) => self.needs[place].count = self.needs[place].count.max(need.count),
            None if self.given.contains(&need.from) => {
                if let Some(same) = self.needs.iter_mut().find(|n| n.gone && n.from == need.from) {
                    same.count += need.count;
                }
            }
            None => self.needs.push(need.clone()),
        }
        self.given.push(need.from);
    }

    /// "{T}, Sacrifice all lands you control": the source, which has to be there to be tapped, may be one of those that are given up.
    pub(super) fn give_what_stays(&mut self, source: ObjectId) {
        if !self.needs.contains(&Need::one(source, true)) {
            return;
        }
        let with_others =
            |n: &Need| n.gone && n.from.len() > 1 && n.from.contains(&source) && self.given.contains(&n.from);
        let Some(place) = self.needs.iter().position(with_others) else { return };
        let need = &mut self.needs[place];
        need.from.retain(|id| *id != source);
        need.count -= 1;
        if need.count == 0 {
            self.needs.remove(place);
        }
    }

    /// How much of something it takes.
    #[must_use]
    pub fn takes(&self, stock: &Stock) -> u32 {
        self.draws.iter().filter(|(s, _)| s == stock).map(|(_, n)| n).sum()
    }
}

impl State {
    /// How much of something a player can pay with.
    pub(super) fn in_stock(&self, player: PlayerId, stock: &Stock) -> u32 {
        let seat = self.player(player);
        match stock {
            Stock::Life => {
                let life = u32::try_from(seat.life).unwrap_or(0);
                if self.replaces_life_payment(player, 1) { u32::MAX } else { life }
            }
            Stock::Energy => seat.counters.get(&CounterKind::Energy),
            Stock::Library => seat.library.len() as u32,
            Stock::Counters(id, kind) => self.get(*id).map_or(0, |o| o.counters.get(kind)),
            Stock::Odd => 1,
        }
    }
}

/// How many different claims on objects are told apart; sources with more are left out (a board of nobody's making).
const MOST_CLAIMS: usize = 8;

/// Claims on the objects of one side (tapped, or gone), counted, with Hall's condition over them: any set of claims meets
/// at least as many objects as it asks for.
#[derive(Clone, Debug, Default)]
pub(super) struct Claims {
    /// Which objects each claim may be met with.
    sets: Vec<SmallVec<[ObjectId; 8]>>,
    /// For every set of claims, how many objects meet one of them.
    reach: Vec<u32>,
}

impl Claims {
    /// Adds a claim, and gives its number.
    pub fn claim(&mut self, from: &[ObjectId]) -> Option<usize> {
        let mut from: SmallVec<[ObjectId; 8]> = from.iter().copied().collect();
        from.sort_unstable();
        if let Some(place) = self.sets.iter().position(|s| *s == from) {
            return Some(place);
        }
        (self.sets.len() < MOST_CLAIMS).then(|| {
            self.sets.push(from);
            self.sets.len() - 1
        })
    }

    /// The number of a claim there is.
    pub fn find(&self, from: &[ObjectId]) -> Option<usize> {
        let mut from: SmallVec<[ObjectId; 8]> = from.iter().copied().collect();
        from.sort_unstable();
        self.sets.iter().position(|s| *s == from)
    }

    /// Which claims an object can meet, as bits.
    pub fn met_by(&self, id: ObjectId) -> u32 {
        let meets = |(i, set): (usize, &SmallVec<[ObjectId; 8]>)| u32::from(set.contains(&id)) << i;
        self.sets.iter().enumerate().map(meets).sum()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.sets.len()
    }

    /// Works out how many objects each set of claims meets.
    pub fn count_met(&mut self) {
        let mut kinds: BTreeMap<u32, u32> = BTreeMap::new();
        let mut all: Vec<ObjectId> = self.sets.iter().flatten().copied().collect();
        all.sort_unstable();
        all.dedup();
        for id in all {
            *kinds.entry(self.met_by(id)).or_default() += 1;
        }
        let sets = 0..1u32 << self.sets.len();
        self.reach = sets.map(|set| kinds.iter().filter(|(k, _)| *k & set != 0).map(|(_, n)| n).sum()).collect();
    }

    /// Whether so many of each claim can be met at once.
    pub fn can_meet(&self, asked: &[u16]) -> bool {
        self.reach.iter().enumerate().skip(1).all(|(set, reach)| {
            let total: u32 =
                asked.iter().enumerate().filter(|(i, _)| set & (1 << i) != 0).map(|(_, n)| u32::from(*n)).sum();
            total <= *reach
        })
    }
}

/// Gives every need objects of its own, dear ones last; for each need those it gets. `None` where they don't suffice.
pub(super) fn meet(needs: &[Need], dear: impl Fn(ObjectId) -> u32) -> Option<Vec<SmallVec<[ObjectId; 2]>>> {
    let mut met = vec![SmallVec::new(); needs.len()];
    for gone in [false, true] {
        let asked: Vec<usize> = needs
            .iter()
            .enumerate()
            .filter(|(_, n)| n.gone == gone)
            .flat_map(|(i, n)| std::iter::repeat_n(i, n.count as usize))
            .collect();
        if asked.is_empty() {
            continue;
        }
        let mut objects: Vec<ObjectId> = asked.iter().flat_map(|i| needs[*i].from.iter().copied()).collect();
        objects.sort_unstable();
        objects.dedup();
        objects.sort_by_key(|id| dear(*id));
        let uses = assign(objects.len(), asked.len(), |o, d| needs[asked[d]].from.contains(&objects[o]))?;
        for (object, use_) in objects.iter().zip(uses) {
            if let Some(need) = use_.and_then(|d| asked.get(d)) {
                met[*need].push(*object);
            }
        }
    }
    Some(met)
}

impl Pledge {
    /// Whether what is to come can still be met once those objects are tapped or gone.
    pub fn allows(&self, state: &State, taken: &[ObjectId], gone: bool) -> bool {
        if gone && taken.iter().any(|id| self.kept.contains(id)) {
            return false;
        }
        let mut needs = self.needs.clone();
        for need in &mut needs {
            // What is tapped or gone already is there no longer.
            need.from.retain(|id| {
                state.get(*id).is_some_and(|o| need.gone || o.permanent.as_ref().is_some_and(|p| !p.tapped))
            });
        }
        for need in needs.iter_mut().filter(|n| gone || !n.gone) {
            need.from.retain(|id| !taken.contains(id));
        }
        meet(&needs, |_| 0).is_some()
    }
}
