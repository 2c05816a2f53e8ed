//! The legal declarations of attackers as plain data (508.1).

use std::collections::BTreeMap;

use lawmage_ir::rule;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::state::ids::{Entity, ObjectId};
use crate::table::company::Company;
use crate::table::decision::Illegal;

mod joint;
mod limits;

pub use joint::Joint;

/// A requirement on one creature (508.1d): it is obeyed when the creature attacks one of these.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AttackRequirement {
    /// The creature, by its place in [`AttackDomain::attackers`].
    pub attacker: u16,
    /// Its options that obey, by their place.
    pub options: SmallVec<[u16; 2]>,
}

/// The legal declarations of attackers, as plain data (508.1).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct AttackDomain {
    /// Each creature that can attack, and what it can attack.
    pub attackers: Vec<(ObjectId, Vec<Entity>)>,
    /// Creatures that can't attack alone (506.5), by their place.
    pub not_alone: Vec<u16>,
    /// Creatures that can attack only alone, by their place.
    pub only_alone: Vec<u16>,
    /// The most creatures that can attack.
    pub most: Option<u32>,
    /// The most creatures that can attack one of these.
    #[serde(default)]
    pub most_at: Vec<(Entity, u32)>,
    /// Attacks that cost something (508.1h): creature and option by their places.
    pub costly: Vec<(u16, u16)>,
    /// How many such attacks the player can pay for together.
    pub most_costly: u32,
    /// Creatures that attack only with others.
    #[serde(default)]
    pub company: Vec<Company>,
    /// The requirements (508.1d).
    pub requirements: Vec<AttackRequirement>,
    /// Those about several creatures.
    #[serde(default)]
    pub joint: Vec<Joint>,
    /// How many requirements must be obeyed: as many as can be without disobeying a restriction or paying a cost.
    pub required: u32,
    /// The creatures with banding (702.22c), by their place.
    pub banding: Vec<u16>,
    /// The creatures that "bands with other" brings together.
    pub fellowships: Vec<Fellowship>,
}

/// A declaration by places: creature and option.
type Places = Vec<(usize, usize)>;

impl AttackDomain {
    /// The creature at that place must attack one of those defenders; with none of them to attack, nothing is asked (508.1d).
    pub(crate) fn require(&mut self, attacker: u16, obeys: impl Fn(&Entity) -> bool) {
        let Some((_, all)) = self.attackers.get(usize::from(attacker)) else { return };
        let options: SmallVec<[u16; 2]> = (0..all.len()).filter(|o| obeys(&all[*o])).map(|o| o as u16).collect();
        if !options.is_empty() {
            self.requirements.push(AttackRequirement { attacker, options });
        }
    }

    /// No more than so many creatures can attack each of those defenders.
    pub(crate) fn limit(&mut self, most: u32, limited: impl Fn(&Entity) -> bool) {
        let mut all: Vec<Entity> = self.attackers.iter().flat_map(|(_, options)| options.iter().copied()).collect();
        all.sort_unstable();
        all.dedup();
        for defender in all.into_iter().filter(|defender| limited(defender)) {
            match self.most_at.iter_mut().find(|(at, _)| *at == defender) {
                Some((_, least)) => *least = most.min(*least),
                None => self.most_at.push((defender, most)),
            }
        }
    }

    /// Exactly these creatures attack, as another player has chosen: whom they attack is left to choose.
    pub(crate) fn only(&mut self, chosen: &[ObjectId]) {
        let gone: Vec<u16> = (0..self.attackers.len() as u16)
            .filter(|place| !chosen.contains(&self.attackers[usize::from(*place)].0))
            .collect();
        // Their places stay, so that all else that speaks of them does.
        for place in &gone {
            self.attackers[usize::from(*place)].1.clear();
        }
        self.requirements.retain(|r| !gone.contains(&r.attacker));
        self.joint.clear();
        self.company.clear();
        self.costly.retain(|(attacker, _)| !gone.contains(attacker));
        for place in (0..self.attackers.len() as u16).filter(|place| !gone.contains(place)) {
            self.require(place, |_| true);
        }
        self.finish();
    }

    /// Works out how many requirements can be obeyed (508.1d). Called once, when all else is filled in.
    pub fn finish(&mut self) {
        let asks = !self.requirements.is_empty() || !self.joint.is_empty();
        self.required = if asks { self.value(&self.optimum()) } else { 0 };
    }

    /// The only legal declaration, where there is only one.
    #[must_use]
    pub fn forced(&self) -> Option<Vec<(ObjectId, Entity)>> {
        (self.attackers.is_empty() || self.most == Some(0)).then(Vec::new)
    }

    /// Whether a declaration is legal.
    ///
    /// # Errors
    /// The rule it breaks.
    pub fn check(&self, attack: &[(ObjectId, Entity)]) -> Result<(), Illegal> {
        let known = self.known();
        let mut places = Places::with_capacity(attack.len());
        let mut declared = vec![false; self.attackers.len()];
        for (id, defender) in attack {
            let Some(place) = known.get(id).copied() else {
                return Err(Illegal::new(rule!("508.1a"), "that creature can't attack"));
            };
            let Some(option) = self.attackers[place].1.iter().position(|d| d == defender) else {
                return Err(Illegal::new(rule!("508.1b"), "that creature can't attack that"));
            };
            if std::mem::replace(&mut declared[place], true) {
                return Err(Illegal::new(rule!("508.1a"), "a creature is declared twice"));
            }
            places.push((place, option));
        }
        self.check_places(&places)
    }

    /// Where every creature stands.
    fn known(&self) -> BTreeMap<ObjectId, usize> {
        self.attackers.iter().enumerate().rev().map(|(place, (id, _))| (*id, place)).collect()
    }

    fn check_places(&self, places: &[(usize, usize)]) -> Result<(), Illegal> {
        let count = places.len() as u32;
        if let Some(most) = self.most
            && count > most
        {
            return Err(Illegal::new(rule!("508.1c"), format!("no more than {most} creatures can attack")));
        }
        if !self.within_limits(places) {
            return Err(Illegal::new(rule!("508.1c"), "so many creatures can't attack that"));
        }
        if let [(alone, _)] = places
            && self.not_alone.contains(&(*alone as u16))
        {
            return Err(Illegal::new(rule!("508.1c"), "it can't attack alone"));
        }
        if places.len() > 1 && places.iter().any(|(place, _)| self.is_loner(*place)) {
            return Err(Illegal::new(rule!("508.1c"), "it can attack only alone"));
        }
        let attacks = |creature: u16| places.iter().any(|(place, _)| *place == usize::from(creature));
        if !self.company.iter().all(|company| company.is_kept(attacks)) {
            return Err(Illegal::new(rule!("508.1c"), "it can attack only with others"));
        }
        if self.costs(places) > self.most_costly {
            return Err(Illegal::new(
                rule!("508.1j"),
                format!("no more than {} attacks that cost something can be paid for", self.most_costly),
            ));
        }
        let obeyed = self.value(places);
        if obeyed < self.required {
            let reason = format!("{} requirements can be obeyed, these attacks obey {obeyed}", self.required);
            return Err(Illegal::new(rule!("508.1d"), reason));
        }
        if !self.follows_enough(places) {
            return Err(Illegal::new(rule!("508.1d"), "others must attack if one of these does"));
        }
        Ok(())
    }

    /// Makes a legal declaration out of any, keeping what can be kept of it.
    #[must_use]
    pub fn legalize(&self, partial: &[(ObjectId, Entity)]) -> Vec<(ObjectId, Entity)> {
        let known = self.known();
        let mut wanted = Places::new();
        let mut declared = vec![false; self.attackers.len()];
        for (id, defender) in partial {
            let Some(place) = known.get(id).copied() else { continue };
            let Some(option) = self.attackers[place].1.iter().position(|d| d == defender) else { continue };
            let costs = self.costs(&wanted) + u32::from(self.is_costly(place, option));
            let alone = self.is_loner(place) || wanted.iter().any(|(other, _)| self.is_loner(*other));
            let joins = wanted.is_empty() || !alone;
            let room = self.has_room(wanted.len()) && self.has_room_at(&wanted, place, option);
            if !declared[place] && joins && costs <= self.most_costly && room {
                wanted.push((place, option));
                declared[place] = true;
            }
        }
        if self.check_places(&wanted).is_ok() {
            return self.name(&wanted);
        }
        // Not enough: begin with the best, and add or change what costs it nothing.
        let best = self.optimum();
        let mut places = best.clone();
        for (place, option) in wanted {
            let costly = self.is_costly(place, option);
            if costly && self.costs(&places) >= self.most_costly {
                continue;
            }
            match places.iter().position(|(p, _)| *p == place) {
                Some(at) if self.weight(place, option) >= self.weight(place, places[at].1) => {
                    places[at].1 = option;
                }
                None if self.has_room(places.len()) && self.has_room_at(&places, place, option) => {
                    places.push((place, option));
                }
                _ => {}
            }
        }
        self.name(if self.check_places(&places).is_ok() { &places } else { &best })
    }

    /// A random legal declaration; `below(n)` gives a number below `n`.
    pub fn random(&self, below: &mut dyn FnMut(u32) -> u32) -> Vec<(ObjectId, Entity)> {
        // How keen this attack is, so that all-out attacks and none are as likely as those between.
        let keen = below(5);
        let mut wanted = Vec::new();
        for (id, options) in &self.attackers {
            if !options.is_empty() && below(4) < keen {
                wanted.push((*id, options[below(options.len() as u32) as usize % options.len()]));
            }
        }
        self.legalize(&wanted)
    }

    /// A legal declaration that obeys the most requirements: by those that may attack together, or by one that attacks only alone.
    fn optimum(&self) -> Places {
        if self.is_joint() {
            return self.sought();
        }
        let mut best = self.best_attacks();
        let loner = best.iter().copied().find(|(_, place, _)| self.is_loner(*place));
        best.retain(|(_, place, _)| !self.is_loner(*place));
        let together = if self.most_at.is_empty() { self.together(&best) } else { self.together_within_limits() };
        match loner {
            Some((weight, place, option)) if weight > self.value(&together) && self.has_room(0) => {
                let barred = self.not_alone.contains(&(place as u16));
                if barred { together } else { vec![(place, option)] }
            }
            _ => together,
        }
    }

    /// What each creature does best for nothing: how many requirements that obeys, and by which attack. The best come first.
    fn best_attacks(&self) -> Vec<(u32, usize, usize)> {
        let mut best: Vec<(u32, usize, usize)> = Vec::new();
        for (place, (_, options)) in self.attackers.iter().enumerate() {
            let free = (0..options.len()).filter(|o| !self.is_costly(place, *o));
            if let Some((weight, option)) =
                free.map(|o| (self.weight(place, o), o)).max_by_key(|(w, o)| (*w, std::cmp::Reverse(*o)))
            {
                best.push((weight, place, option));
            }
        }
        best.sort_by_key(|(weight, place, _)| (std::cmp::Reverse(*weight), *place));
        best
    }

    /// Of those that may attack together the ones that obey the most requirements. Requirements are each about one creature, so that
    /// creatures are independent but for the number of attackers and for those that can't attack alone: the best ones go first.
    fn together(&self, best: &[(u32, usize, usize)]) -> Places {
        let room = self.most.map_or(usize::MAX, |m| m as usize);
        let mut chosen: Places = best.iter().filter(|(w, ..)| *w > 0).take(room).map(|(_, p, o)| (*p, *o)).collect();
        if let [(alone, _)] = chosen[..]
            && self.not_alone.contains(&(alone as u16))
        {
            let company = best.iter().find(|(_, p, _)| *p != alone);
            match company {
                Some((_, p, o)) if room >= 2 => chosen.push((*p, *o)),
                _ => {
                    // It can't attack at all: the best that can do so alone does.
                    chosen = best
                        .iter()
                        .find(|(w, p, _)| *w > 0 && !self.not_alone.contains(&(*p as u16)))
                        .map(|(_, p, o)| (*p, *o))
                        .into_iter()
                        .take(room)
                        .collect();
                }
            }
        }
        chosen
    }

    fn has_room(&self, count: usize) -> bool {
        self.most.is_none_or(|m| (count as u32) < m)
    }

    fn is_loner(&self, place: usize) -> bool {
        self.only_alone.contains(&(place as u16))
    }

    fn is_costly(&self, place: usize, option: usize) -> bool {
        self.costly.contains(&(place as u16, option as u16))
    }

    fn costs(&self, places: &[(usize, usize)]) -> u32 {
        if self.costly.is_empty() {
            return 0;
        }
        places.iter().filter(|(p, o)| self.is_costly(*p, *o)).count() as u32
    }

    /// How many requirements a creature obeys by that attack.
    fn weight(&self, place: usize, option: usize) -> u32 {
        let (place, option) = (place as u16, option as u16);
        self.requirements.iter().filter(|r| r.attacker == place && r.options.contains(&option)).count() as u32
    }

    fn value(&self, places: &[(usize, usize)]) -> u32 {
        if self.requirements.is_empty() && self.joint.is_empty() {
            return 0;
        }
        places.iter().map(|(p, o)| self.weight(*p, *o)).sum::<u32>() + self.ones_obeyed(places)
    }

    fn name(&self, places: &[(usize, usize)]) -> Vec<(ObjectId, Entity)> {
        let mut named: Vec<_> = places.to_vec();
        named.sort_unstable();
        named.iter().map(|(p, o)| (self.attackers[*p].0, self.attackers[*p].1[*o])).collect()
    }
}

/// The creatures that one quality of "bands with other" brings together (702.22c).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Fellowship {
    /// Creatures of the quality that have the ability, by their place in [`AttackDomain::attackers`].
    pub leaders: Vec<u16>,
    /// All creatures of the quality.
    pub members: Vec<u16>,
}
