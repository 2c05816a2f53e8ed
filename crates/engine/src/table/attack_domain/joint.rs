//! Requirements and restrictions that bind creatures to one another (508.1c-d): what they can do at best is sought for all at once.

use serde::{Deserialize, Serialize};

use super::{AttackDomain, AttackRequirement, Places};

/// Beyond so many steps the search gives the best it has found.
const MOST_STEPS: u32 = 200_000;

/// A requirement that is about several creatures (508.1d).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Joint {
    /// One of these attacks is declared: creature and option by their places.
    One(Vec<(u16, u16)>),
    /// If one of the first creatures attacks, the other does.
    Follow {
        /// The first.
        firsts: Vec<u16>,
        /// The other.
        then: u16,
    },
}

impl AttackDomain {
    /// Whether any of these bind creatures here.
    pub(super) fn is_joint(&self) -> bool {
        !self.joint.is_empty() || !self.company.is_empty()
    }

    /// One of the attacks that are meant must be declared, if one can be.
    pub(crate) fn require_one(
        &mut self,
        meant: impl Fn(crate::state::ids::ObjectId, &crate::state::ids::Entity) -> bool,
    ) {
        let mut pairs = Vec::new();
        for (place, (id, options)) in self.attackers.iter().enumerate() {
            let fitting = (0..options.len()).filter(|option| meant(*id, &options[*option]));
            pairs.extend(fitting.map(|option| (place as u16, option as u16)));
        }
        if !pairs.is_empty() {
            self.joint.push(Joint::One(pairs));
        }
    }

    /// The creatures upon whose attack others must follow, that attack so.
    pub(super) fn firsts(&self, places: &[(usize, usize)]) -> Vec<u16> {
        let attacks = |first: u16| places.iter().any(|(place, _)| *place == usize::from(first));
        let mut firsts: Vec<u16> = Vec::new();
        for joint in &self.joint {
            if let Joint::Follow { firsts: all, .. } = joint {
                firsts.extend(all.iter().copied().filter(|first| attacks(*first)));
            }
        }
        firsts.sort_unstable();
        firsts.dedup();
        firsts
    }

    /// How many of the requirements that one attack of several obeys are obeyed.
    pub(super) fn ones_obeyed(&self, places: &[(usize, usize)]) -> u32 {
        let made = |(place, option): &(u16, u16)| places.contains(&(usize::from(*place), usize::from(*option)));
        let obeyed = |joint: &&Joint| matches!(joint, Joint::One(pairs) if pairs.iter().any(made));
        self.joint.iter().filter(obeyed).count() as u32
    }

    /// How many of those by which creatures follow others are: where the first doesn't attack nothing is asked, and a creature that can't
    /// attack for nothing isn't made to.
    fn follows_obeyed(&self, places: &[(usize, usize)]) -> u32 {
        let attacks = |creature: u16| places.iter().any(|(place, _)| *place == usize::from(creature));
        let obeyed = |joint: &&Joint| match joint {
            Joint::One(_) => false,
            Joint::Follow { firsts, then } => {
                !firsts.iter().any(|first| attacks(*first)) || attacks(*then) || !self.is_free(*then)
            }
        };
        self.joint.iter().filter(obeyed).count() as u32
    }

    /// Whether a creature can attack something for nothing.
    fn is_free(&self, creature: u16) -> bool {
        let place = usize::from(creature);
        let options = self.attackers.get(place).map_or(0, |(_, options)| options.len());
        (0..options).any(|option| !self.is_costly(place, option))
    }

    /// What a declaration is worth: the requirements it obeys, and of two that obey as many the one in which more creatures follow.
    fn worth(&self, places: &[(usize, usize)]) -> u32 {
        self.value(places) * (self.joint.len() as u32 + 1) + self.follows_obeyed(places)
    }

    /// Whether as many creatures follow those that attack as can, where these attack.
    pub(super) fn follows_enough(&self, places: &[(usize, usize)]) -> bool {
        let firsts = self.firsts(places);
        if firsts.is_empty() {
            return true;
        }
        let mut bound = self.clone();
        let weight = self.requirements.len() + self.joint.len() + 1;
        for first in &firsts {
            let all = self.attackers.get(usize::from(*first)).map_or(0, |(_, options)| options.len());
            // As it was declared, it was paid for.
            bound.costly.retain(|(creature, _)| creature != first);
            let must = AttackRequirement { attacker: *first, options: (0..all as u16).collect() };
            bound.requirements.extend(std::iter::repeat_n(must, weight));
        }
        let best = bound.sought();
        // Where restrictions leave one of them out, these declare what no other declaration with them obeys better.
        let found = bound.firsts(&best);
        !firsts.iter().all(|first| found.contains(first)) || self.worth(places) >= self.worth(&best)
    }

    /// Whether restrictions let these attack together.
    fn may_together(&self, places: &[(usize, usize)]) -> bool {
        let attacks = |creature: u16| places.iter().any(|(place, _)| *place == usize::from(creature));
        self.most.is_none_or(|most| places.len() as u32 <= most)
            && self.within_limits(places)
            && !matches!(places, [(alone, _)] if self.not_alone.contains(&(*alone as u16)))
            && (places.len() < 2 || !places.iter().any(|(place, _)| self.is_loner(*place)))
            && self.company.iter().all(|company| company.is_kept(attacks))
    }

    /// The legal declaration for nothing that is worth the most.
    pub(super) fn sought(&self) -> Places {
        let options: Vec<Vec<(u32, usize)>> =
            (0..self.attackers.len()).map(|place| self.telling_options(place)).collect();
        // Those that obey the most by themselves come first: whom others follow is known before these.
        let mut order: Vec<usize> = (0..options.len()).collect();
        order.sort_by_key(|place| std::cmp::Reverse(options[*place].first().map_or(0, |(weight, _)| *weight)));
        let mut search = Search { domain: self, options, order, best: None, steps: 0, made: Places::new() };
        search.creature(0);
        search.best.map(|(_, places)| places).unwrap_or_default()
    }

    /// The attacks of a creature for nothing, and how many requirements each obeys; of those that nothing tells apart one.
    fn telling_options(&self, place: usize) -> Vec<(u32, usize)> {
        let hopeless = |company: &&crate::table::company::Company| company.among.len() < company.least as usize;
        if self.company.iter().filter(hopeless).any(|company| usize::from(company.creature) == place) {
            return Vec::new();
        }
        let options = self.attackers.get(place).map_or(0, |(_, options)| options.len());
        let mut seen: Vec<(u32, Vec<bool>, bool)> = Vec::new();
        let mut all = Vec::new();
        for option in (0..options).filter(|option| !self.is_costly(place, *option)) {
            let pair = (place as u16, option as u16);
            let ones = self.joint.iter().map(|joint| matches!(joint, Joint::One(pairs) if pairs.contains(&pair)));
            let whom = self.attackers[place].1[option];
            let limited = self.most_at.iter().any(|(at, _)| *at == whom);
            let sign = (self.weight(place, option), ones.collect(), limited);
            if limited || !seen.contains(&sign) {
                all.push((sign.0, option));
                seen.push(sign);
            }
        }
        all.sort_by_key(|(weight, option)| (std::cmp::Reverse(*weight), *option));
        all
    }
}

/// Branch and bound over the creatures.
struct Search<'d> {
    domain: &'d AttackDomain,
    options: Vec<Vec<(u32, usize)>>,
    /// The creatures, as they are decided about.
    order: Vec<usize>,
    made: Places,
    best: Option<(u32, Places)>,
    steps: u32,
}

impl Search<'_> {
    fn creature(&mut self, at: usize) {
        self.steps += 1;
        let beyond = self.domain.most.is_some_and(|most| self.made.len() as u32 > most);
        if beyond || !self.domain.within_limits(&self.made) {
            return;
        }
        if let Some((best, _)) = &self.best
            && (self.steps > MOST_STEPS || self.bound(at) <= *best)
        {
            return;
        }
        let Some(place) = self.order.get(at).copied() else {
            if self.domain.may_together(&self.made) {
                let worth = self.domain.worth(&self.made);
                if self.best.as_ref().is_none_or(|(best, _)| worth > *best) {
                    self.best = Some((worth, self.made.clone()));
                }
            }
            return;
        };
        let options = self.options[place].clone();
        // What obeys nothing, and follows nobody, comes after doing nothing.
        let follows = self.domain.joint.iter().any(|joint| match joint {
            Joint::Follow { firsts, then } => {
                let attacks = |first: &u16| self.made.iter().any(|(made, _)| *made == usize::from(*first));
                usize::from(*then) == place && firsts.iter().any(attacks)
            }
            Joint::One(_) => false,
        });
        let idle = options.iter().position(|(weight, _)| *weight == 0).filter(|_| !follows).unwrap_or(options.len());
        for (number, (_, option)) in options.iter().enumerate() {
            if number == idle {
                self.creature(at + 1);
            }
            self.made.push((place, *option));
            self.creature(at + 1);
            self.made.pop();
        }
        if idle == options.len() {
            self.creature(at + 1);
        }
    }

    /// No more can be reached from here on.
    fn bound(&self, at: usize) -> u32 {
        let made: u32 = self.made.iter().map(|(place, option)| self.domain.weight(*place, *option)).sum();
        let left = self.order.get(at..).unwrap_or_default().iter();
        let most: u32 = left.map(|place| self.options[*place].first().map_or(0, |(weight, _)| *weight)).sum();
        let ones = self.domain.joint.iter().filter(|joint| matches!(joint, Joint::One(_))).count() as u32;
        let for_nothing =
            |(place, option): &(u16, u16)| !self.domain.is_costly(usize::from(*place), usize::from(*option));
        let in_reach = |joint: &&Joint| matches!(joint, Joint::One(pairs) if pairs.iter().any(for_nothing));
        let in_reach = self.domain.joint.iter().filter(in_reach).count() as u32;
        let joints = self.domain.joint.len() as u32;
        let attacks = |creature: u16| self.made.iter().any(|(place, _)| *place == usize::from(creature));
        let decided = self.order.get(..at).unwrap_or_default();
        let broken = |joint: &&Joint| match joint {
            Joint::Follow { firsts, then } => {
                firsts.iter().any(|first| attacks(*first))
                    && !attacks(*then)
                    && decided.contains(&usize::from(*then))
                    && self.domain.is_free(*then)
            }
            Joint::One(_) => false,
        };
        let broken = self.domain.joint.iter().filter(broken).count() as u32;
        (made + most + in_reach) * (joints + 1) + (joints - ones - broken)
    }
}
