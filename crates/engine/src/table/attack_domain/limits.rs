//! Limits of how many creatures can attack one defender (508.1c).

use super::{AttackDomain, Places};

impl AttackDomain {
    /// How many more creatures can attack what that attack is on.
    fn room_at(&self, places: &[(usize, usize)], place: usize, option: usize) -> u32 {
        let whom = |(place, option): (usize, usize)| self.attackers.get(place).and_then(|(_, all)| all.get(option));
        let defender = whom((place, option));
        let Some((_, most)) = self.most_at.iter().find(|(at, _)| Some(at) == defender) else { return u32::MAX };
        let there = places.iter().filter(|attack| whom(**attack) == defender).count() as u32;
        most.saturating_sub(there)
    }

    /// Whether one more creature can attack what that attack is on.
    pub(super) fn has_room_at(&self, places: &[(usize, usize)], place: usize, option: usize) -> bool {
        self.most_at.is_empty() || self.room_at(places, place, option) > 0
    }

    /// Whether no defender is attacked by more creatures than can.
    pub(super) fn within_limits(&self, places: &[(usize, usize)]) -> bool {
        let fits = |at: usize| {
            let (place, option) = places[at];
            self.has_room_at(&places[..at], place, option)
        };
        self.most_at.is_empty() || (0..places.len()).all(fits)
    }

    /// What each creature that attacks with others can attack for nothing.
    fn free(&self) -> Vec<Places> {
        let options = |place: usize| {
            let all = self.attackers.get(place).map_or(0, |(_, all)| all.len());
            (0..all).filter(|option| !self.is_costly(place, *option)).map(|option| (place, option)).collect()
        };
        (0..self.attackers.len()).map(|place| if self.is_loner(place) { Vec::new() } else { options(place) }).collect()
    }

    /// Of those that may attack together the ones that obey the most requirements where defenders have room for so many only: one
    /// creature more at a time, for which others may have to attack something else.
    pub(super) fn together_within_limits(&self) -> Places {
        let free = self.free();
        let mut chosen = Places::new();
        while self.has_room(chosen.len())
            && let Some(more) = self.one_more(&free, &chosen)
        {
            chosen = more;
        }
        match chosen[..] {
            [(alone, _)] if self.not_alone.contains(&(alone as u16)) => self.not_by_itself(&free, alone),
            _ => chosen,
        }
    }

    /// The attacks with one creature more by which the most requirements more are obeyed, if any are: the longest way through
    /// creatures each of which takes another's place.
    fn one_more(&self, free: &[Places], chosen: &Places) -> Option<Places> {
        let at = |place: usize| chosen.iter().position(|(there, _)| *there == place);
        // How much is gained once a creature is left to be placed, and by whose attack.
        let mut gained: Vec<Option<i64>> = (0..free.len()).map(|place| at(place).is_none().then_some(0)).collect();
        let mut by: Vec<Option<(usize, usize)>> = vec![None; free.len()];
        for _ in 0..free.len() {
            let mut better = false;
            for (place, options) in free.iter().enumerate() {
                let Some(so_far) = gained[place] else { continue };
                for (_, option) in options.iter().filter(|(_, option)| !self.has_room_at(chosen, place, *option)) {
                    let gain = so_far + i64::from(self.weight(place, *option));
                    let whom = self.attackers[place].1[*option];
                    for (other, theirs) in chosen.iter().filter(|(p, o)| self.attackers[*p].1[*o] == whom) {
                        let gain = gain - i64::from(self.weight(*other, *theirs));
                        if *other != place && gained[*other].is_none_or(|known| gain > known) {
                            (gained[*other], by[*other]) = (Some(gain), Some((place, *option)));
                            better = true;
                        }
                    }
                }
            }
            if !better {
                break;
            }
        }
        let ends = free.iter().flatten().filter(|(place, option)| self.has_room_at(chosen, *place, *option));
        let ends = ends.filter_map(|(p, o)| Some((gained[*p]? + i64::from(self.weight(*p, *o)), *p, *o)));
        let (gain, mut place, mut option) = ends.max_by_key(|(gain, p, o)| (*gain, std::cmp::Reverse((*p, *o))))?;
        if gain <= 0 {
            return None;
        }
        let mut places = chosen.clone();
        for _ in 0..=free.len() {
            match at(place) {
                Some(there) => places[there].1 = option,
                None => {
                    places.push((place, option));
                    break;
                }
            }
            (place, option) = by[place]?;
        }
        Some(places)
    }

    /// The best that a creature which can't attack alone does with another, or another does without it.
    fn not_by_itself(&self, free: &[Places], alone: usize) -> Places {
        let others = || free.iter().flatten().copied().filter(|(place, _)| *place != alone);
        let mine = free.get(alone).into_iter().flatten().copied();
        let pairs = mine.flat_map(|one| others().map(move |other| vec![one, other]));
        let single = others().filter(|(place, _)| !self.not_alone.contains(&(*place as u16))).map(|one| vec![one]);
        let fits =
            |places: &Places| self.within_limits(places) && self.most.is_none_or(|most| places.len() <= most as usize);
        let best = pairs.chain(single).filter(fits).max_by_key(|places| self.value(places));
        best.filter(|places| self.value(places) > 0).unwrap_or_default()
    }
}
