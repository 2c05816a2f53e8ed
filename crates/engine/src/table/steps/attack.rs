//! A declaration of attackers, one creature at a time, then bands.

use crate::state::combat::Bands;
use crate::state::ids::{Entity, ObjectId};
use crate::table::attack_domain::{AttackDomain, AttackRequirement};
use crate::table::decision::Answer;
use crate::table::steps::Step;

/// A declaration on its way.
#[derive(Clone, Debug)]
pub(super) struct Attacking<'d> {
    domain: &'d AttackDomain,
    /// What the first creatures attack, by its place among their options, if anything.
    decided: Vec<Option<u32>>,
    bands: Bands,
    /// No more bands are declared.
    whole: bool,
}

impl<'d> Attacking<'d> {
    pub(super) fn new(domain: &'d AttackDomain) -> Self {
        let mut attacking = Self { domain, decided: Vec::new(), bands: Bands::new(), whole: false };
        attacking.go_on();
        attacking
    }

    pub(super) fn options(&self) -> Vec<Step> {
        if self.whole {
            return Vec::new();
        }
        if self.decided.len() == self.domain.attackers.len() {
            return self.band_options();
        }
        self.creature_options()
    }

    pub(super) fn take(&mut self, step: &Step) {
        match step {
            Step::Option(option) => self.decided.push(Some(*option)),
            Step::Band(member, other) => self.bands = self.banded(*member, *other).unwrap_or_default(),
            _ if self.decided.len() < self.domain.attackers.len() => self.decided.push(None),
            _ => self.whole = true,
        }
        self.go_on();
    }

    pub(super) fn answer(&self) -> Answer {
        Answer::Attack(self.attack(), self.bands.clone())
    }

    /// The next step to a declaration.
    pub(super) fn toward(&self, attack: &[(ObjectId, Entity)], bands: &Bands) -> Option<Step> {
        let place = |id: &ObjectId| self.domain.attackers.iter().position(|(other, _)| other == id).map(|p| p as u32);
        if let Some((id, whom)) = self.domain.attackers.get(self.decided.len()) {
            let Some((_, at)) = attack.iter().find(|(attacker, _)| attacker == id) else { return Some(Step::Done) };
            return Some(Step::Option(whom.iter().position(|other| other == at)? as u32));
        }
        let missing = |band: &Vec<ObjectId>| {
            let begun = self.bands.iter().find(|own| own.iter().any(|id| band.contains(id)));
            let members = band.iter().filter_map(place);
            let pairs = members.flat_map(|one| band.iter().filter_map(place).map(move |other| Step::Band(one, other)));
            let left = self.band_options();
            (begun.map_or(0, Vec::len) < band.len())
                .then(|| pairs.into_iter().find(|pair| left.contains(pair)))
                .flatten()
        };
        Some(bands.iter().find_map(missing).unwrap_or(Step::Done))
    }

    /// Passes over creatures about which there is no choice.
    fn go_on(&mut self) {
        while !self.whole {
            match self.options()[..] {
                [Step::Done] | [] if self.decided.len() == self.domain.attackers.len() => self.whole = true,
                [Step::Done] => self.decided.push(None),
                [Step::Option(option)] => self.decided.push(Some(option)),
                // By the domain some declaration is legal: that of the first creatures was chosen with it in view.
                [] => self.decided.push(None),
                _ => return,
            }
        }
    }

    fn attack(&self) -> Vec<(ObjectId, Entity)> {
        let declared = self.domain.attackers.iter().zip(&self.decided);
        declared.filter_map(|((id, whom), at)| Some((*id, *whom.get((*at)? as usize)?))).collect()
    }

    fn creature_options(&self) -> Vec<Step> {
        let Some((_, whom)) = self.domain.attackers.get(self.decided.len()) else { return Vec::new() };
        let all = (0..whom.len() as u32).map(Some).chain([None]);
        let can_end = all.filter(|at| {
            let mut decided = self.decided.clone();
            decided.push(*at);
            self.domain.completes(&decided)
        });
        can_end.map(|at| at.map_or(Step::Done, Step::Option)).collect()
    }

    /// Two creatures of which one is in no band yet.
    fn band_options(&self) -> Vec<Step> {
        if !self.domain.has_bands() {
            return vec![Step::Done];
        }
        let count = self.domain.attackers.len() as u32;
        let pairs = (0..count).flat_map(|one| (0..count).map(move |other| (one, other)));
        let legal = pairs.filter(|(one, other)| {
            one != other
                && self.banded(*one, *other).is_some_and(|b| self.domain.check_bands(&self.attack(), &b).is_ok())
        });
        legal.map(|(one, other)| Step::Band(one, other)).chain([Step::Done]).collect()
    }

    /// The bands with one creature banded with another, whose band it joins if that has one.
    fn banded(&self, member: u32, other: u32) -> Option<Bands> {
        let id = |place: u32| self.domain.attackers.get(place as usize).map(|(id, _)| *id);
        let (member, other) = (id(member)?, id(other)?);
        let mut bands = self.bands.clone();
        if bands.iter().any(|band| band.contains(&other)) {
            return None;
        }
        match bands.iter_mut().find(|band| band.contains(&member)) {
            Some(band) => band.push(other),
            None => bands.push(vec![member, other]),
        }
        Some(bands)
    }
}

impl AttackDomain {
    /// Whether the first creatures can do so in a legal declaration: one is sought in which they must, and in which nothing else that
    /// costs something is paid for, or else one attack more: for company (506.5).
    fn completes(&self, decided: &[Option<u32>]) -> bool {
        let mut forced = self.clone();
        let weight = (self.requirements.len() + self.joint.len()) as u16 + 1;
        for (place, at) in (0u16..).zip(decided) {
            let Some((_, whom)) = self.attackers.get(usize::from(place)) else { continue };
            let at = at.map(|at| at as u16);
            forced.costly.retain(|(attacker, _)| *attacker != place);
            let others = (0..whom.len() as u16).filter(|option| at != Some(*option));
            forced.costly.extend(others.map(|option| (place, option)));
            if let Some(at) = at {
                let must = AttackRequirement { attacker: place, options: smallvec::smallvec![at] };
                forced.requirements.extend(std::iter::repeat_n(must, usize::from(weight)));
            }
        }
        if self.is_found_by(&mut forced, decided) {
            return true;
        }
        let company: Vec<(u16, u16)> =
            forced.costly.iter().copied().filter(|(place, _)| usize::from(*place) >= decided.len()).collect();
        company.into_iter().any(|attack| {
            let mut forced = forced.clone();
            forced.costly.retain(|other| *other != attack);
            self.is_found_by(&mut forced, decided)
        })
    }

    /// Whether the best declaration of a domain is one of this, with those creatures doing so.
    fn is_found_by(&self, forced: &mut Self, decided: &[Option<u32>]) -> bool {
        forced.finish();
        let found = forced.legalize(&[]);
        let as_decided = self.attackers.iter().zip(decided).all(|((id, whom), at)| {
            let attacks = found.iter().find(|(attacker, _)| attacker == id).map(|(_, at)| at);
            attacks == at.and_then(|at| whom.get(at as usize))
        });
        as_decided && self.check(&found).is_ok()
    }
}
