//! Banding (702.22), which modifies the rules for combat (702.22a): attacking bands as they are declared, are blocked and lose
//! members, and who divides damage.

use lawmage_ir::{Keyword, KeywordParam, Rule, rule};
use smallvec::SmallVec;

use crate::read::context::Context;
use crate::state::State;
use crate::state::combat::Bands;
use crate::state::ids::{Entity, ObjectId};
use crate::table::attack_domain::{AttackDomain, Fellowship};
use crate::table::decision::Illegal;

impl AttackDomain {
    /// Whether any band could be declared at all.
    #[must_use]
    pub fn has_bands(&self) -> bool {
        !self.banding.is_empty() || !self.fellowships.is_empty()
    }

    /// Whether bands of attacking creatures are legal (508.1e).
    ///
    /// # Errors
    /// The rule they break.
    pub fn check_bands(&self, attack: &[(ObjectId, Entity)], bands: &[Vec<ObjectId>]) -> Result<(), Illegal> {
        let wrong = |rule: Rule, reason: &str| Err(Illegal::new(rule, reason));
        for (number, band) in bands.iter().enumerate() {
            let mut defender = None;
            let mut places: SmallVec<[u16; 4]> = SmallVec::new();
            for (at, id) in band.iter().enumerate() {
                let Some((_, to)) = attack.iter().find(|(a, _)| a == id) else {
                    return wrong(rule!("508.1e"), "only creatures chosen to attack can be banded");
                };
                let elsewhere = bands.iter().take(number).any(|b| b.contains(id));
                if elsewhere || band.iter().take(at).any(|other| other == id) {
                    return wrong(rule!("702.22c"), "a creature can be a member of only one band");
                }
                // 702.22d, 802.3b
                if *defender.get_or_insert(*to) != *to {
                    return wrong(rule!("702.22d"), "all creatures in a band must attack the same player or permanent");
                }
                if let Some(place) = self.attackers.iter().position(|(a, _)| a == id) {
                    places.push(place as u16);
                }
            }
            // 702.22c: one or more with banding and up to one without; or creatures of one quality, led by one that bands
            // with others of it.
            let without = places.iter().filter(|p| !self.banding.contains(p)).count();
            let by_banding = without <= 1 && without < places.len();
            let by_quality = || {
                self.fellowships.iter().any(|f| {
                    places.iter().all(|p| f.members.contains(p)) && places.iter().any(|p| f.leaders.contains(p))
                })
            };
            if !by_banding && !by_quality() {
                return wrong(rule!("702.22c"), "a band has at most one creature without banding, and one with it");
            }
        }
        Ok(())
    }

    /// Bands at random for a declaration: what can join a creature with banding does so half of the time.
    pub fn random_bands(&self, attack: &[(ObjectId, Entity)], below: &mut dyn FnMut(u32) -> u32) -> Bands {
        let mut bands = Bands::new();
        if !self.has_bands() {
            return bands;
        }
        for (id, _) in attack {
            let band = (below(2) == 0).then(|| {
                let fits = |b: &usize, bands: &Bands| {
                    let mut tried = bands.clone();
                    tried[*b].push(*id);
                    self.check_bands(attack, &tried).is_ok()
                };
                (0..bands.len()).find(|b| fits(b, &bands))
            });
            match band.flatten() {
                Some(place) => bands[place].push(*id),
                None if self.check_bands(attack, &[vec![*id]]).is_ok() => bands.push(vec![*id]),
                None => {}
            }
        }
        bands.retain(|b| b.len() > 1);
        bands
    }
}

impl State {
    /// Tells a domain which of its attackers could be banded (702.22a, 702.22c). Having banding twice is having it (702.22m).
    pub(crate) fn band_together(&self, domain: &mut AttackDomain) {
        for (place, (id, _)) in domain.attackers.iter().enumerate() {
            if self.chars(*id).has(Keyword::Banding) {
                domain.banding.push(place as u16);
            }
        }
        let ids: Vec<ObjectId> = domain.attackers.iter().map(|(id, _)| *id).collect();
        domain.fellowships = self.fellowships(&ids);
    }

    /// For each quality of "bands with other" among creatures, who has the ability and who the quality, by place.
    fn fellowships(&self, ids: &[ObjectId]) -> Vec<Fellowship> {
        let mut found = Vec::new();
        for id in ids {
            let chars = self.chars(*id);
            if !chars.has(Keyword::BandsWithOther) {
                continue;
            }
            let context = Context::of(*id, self.controller(*id));
            for ability in chars.keyword(Keyword::BandsWithOther) {
                let KeywordParam::Quality(filter) = &ability.param else { continue };
                let places = 0_u16..;
                let members: Vec<u16> = places
                    .zip(ids)
                    .filter(|(_, other)| self.test((**other).into(), &filter.test, &context))
                    .map(|(place, _)| place)
                    .collect();
                // 702.22m: each kind counts once.
                let has = |place: &u16| {
                    ids.get(usize::from(*place)).is_some_and(|other| {
                        self.chars(*other).keyword(Keyword::BandsWithOther).any(|a| a.param == ability.param)
                    })
                };
                let leaders: Vec<u16> = members.iter().copied().filter(has).collect();
                let fellowship = Fellowship { leaders, members };
                if !fellowship.leaders.is_empty() && !found.contains(&fellowship) {
                    found.push(fellowship);
                }
            }
        }
        found
    }

    /// Whether creatures that one creature blocks, or that block it, turn the division of its damage over to their side:
    /// one with banding, or two of a quality one of which bands with others of it (702.22j, 702.22k).
    pub(crate) fn bands_divide(&self, creatures: &[ObjectId]) -> bool {
        creatures.iter().any(|id| self.chars(*id).has(Keyword::Banding))
            || self.fellowships(creatures).iter().any(|f| f.members.len() > 1)
    }

    /// The attackers that become blocked along with one: its band (702.22h, 702.22i).
    pub(crate) fn band_of(&self, attacker: ObjectId) -> SmallVec<[ObjectId; 4]> {
        self.combat.iter().flat_map(|c| c.banded_with(attacker)).collect()
    }
}
