//! Which mana pays for what: matching of supplies with demands, exactly.

use smallvec::SmallVec;

use crate::table::payment::{ANY, Demand, Mask};

/// Supplies counted by what they can be; enough to say whether they cover a demand.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    by_mask: SmallVec<[(Mask, u32); 12]>,
    total: u32,
}

impl Counts {
    /// Counts some more of a mask.
    pub fn add(&mut self, mask: Mask, count: u32) {
        if count == 0 {
            return;
        }
        self.total += count;
        match self.by_mask.iter_mut().find(|(m, _)| *m == mask) {
            Some((_, n)) => *n += count,
            None => self.by_mask.push((mask, count)),
        }
    }

    /// How many there are.
    #[must_use]
    pub const fn total(&self) -> u32 {
        self.total
    }

    fn meeting(&self, mask: Mask) -> u32 {
        self.by_mask.iter().filter(|(m, _)| m & mask != 0).map(|(_, n)| n).sum()
    }

    /// Whether the demand's mana is covered, by Hall's theorem: every set of demands must meet at least as many supplies as
    /// it has members. It is enough to ask that of the sets closed under the union of their masks.
    #[must_use]
    pub fn cover(&self, demand: &Demand) -> bool {
        if demand.total() > self.total {
            return false;
        }
        let mut distinct: SmallVec<[(Mask, u32); 6]> = SmallVec::new();
        for mask in &demand.masks {
            match distinct.iter_mut().find(|(m, _)| m == mask) {
                Some((_, n)) => *n += 1,
                None => distinct.push((*mask, 1)),
            }
        }
        if distinct.len() > 10 {
            let supplies: Vec<Mask> =
                self.by_mask.iter().flat_map(|(m, n)| std::iter::repeat_n(*m, *n as usize)).collect();
            let demands: Vec<Mask> = demand.units().collect();
            return assign(supplies.len(), demands.len(), |s, d| supplies[s] & demands[d] != 0).is_some();
        }
        (1..1u32 << distinct.len()).all(|set| {
            let union = distinct
                .iter()
                .enumerate()
                .filter(|(i, _)| set & (1 << i) != 0)
                .fold(0, |union, (_, (mask, _))| union | mask);
            let asked: u32 = distinct.iter().filter(|(m, _)| m & !union == 0).map(|(_, n)| n).sum();
            asked <= self.meeting(union)
        })
    }
}

/// Gives every demand a supply of its own, where that is possible: for each supply the demand it pays, if any. Supplies are
/// taken in order, each used only if some demand still needs it: of all sets of supplies that pay, the one used is best
/// in that order (a transversal matroid's greedy basis).
#[must_use]
pub fn assign(
    supplies: usize,
    demands: usize,
    fits: impl Fn(usize, usize) -> bool,
) -> Option<SmallVec<[Option<usize>; 16]>> {
    let mut payer: SmallVec<[Option<usize>; 16]> = smallvec::smallvec![None; demands];
    let mut paid = 0;
    let mut seen: SmallVec<[bool; 16]> = SmallVec::new();
    for supply in 0..supplies {
        if paid == demands {
            break;
        }
        seen.clear();
        seen.resize(demands, false);
        if augment(supply, &fits, &mut payer, &mut seen) {
            paid += 1;
        }
    }
    if paid < demands {
        return None;
    }
    let mut uses = smallvec::smallvec![None; supplies];
    for (demand, supply) in payer.iter().enumerate() {
        if let Some(supply) = supply {
            uses[*supply] = Some(demand);
        }
    }
    Some(uses)
}

fn augment(
    supply: usize,
    fits: &impl Fn(usize, usize) -> bool,
    payer: &mut SmallVec<[Option<usize>; 16]>,
    seen: &mut SmallVec<[bool; 16]>,
) -> bool {
    for demand in 0..payer.len() {
        if seen[demand] || !fits(supply, demand) {
            continue;
        }
        seen[demand] = true;
        let free = match payer[demand] {
            None => true,
            Some(other) => augment(other, fits, payer, seen),
        };
        if free {
            payer[demand] = Some(supply);
            return true;
        }
    }
    false
}

/// Whether a mask pays for generic mana.
#[must_use]
pub const fn is_generic(mask: Mask) -> bool {
    mask == ANY
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tries every assignment.
    fn brute(supplies: &[Mask], demands: &[Mask], used: u32) -> bool {
        let Some((first, rest)) = demands.split_first() else { return true };
        (0..supplies.len())
            .any(|s| used & (1 << s) == 0 && supplies[s] & first != 0 && brute(supplies, rest, used | (1 << s)))
    }

    #[test]
    fn hall_and_matching_agree_with_brute_force() {
        let mut rng = crate::state::rng::Rng::new(7);
        let mut payable = 0;
        for _ in 0..4000 {
            let supplies: Vec<Mask> = (0..rng.below(7)).map(|_| (rng.below(64) as Mask) | ANY).collect();
            let masks: SmallVec<[Mask; 6]> = (0..rng.below(5)).map(|_| 1 + rng.below(63) as Mask).collect();
            let demand = Demand { masks, generic: rng.below(3), life: 0 };
            let units: Vec<Mask> = demand.units().collect();
            let expected = brute(&supplies, &units, 0);
            let mut counts = Counts::default();
            for mask in &supplies {
                counts.add(*mask, 1);
            }
            assert_eq!(counts.cover(&demand), expected, "{supplies:?} {demand:?}");
            let found = assign(supplies.len(), units.len(), |s, d| supplies[s] & units[d] != 0);
            assert_eq!(found.is_some(), expected, "{supplies:?} {demand:?}");
            if let Some(uses) = found {
                payable += 1;
                assert_eq!(uses.iter().flatten().count(), units.len());
                assert!(uses.iter().enumerate().all(|(s, d)| d.is_none_or(|d| supplies[s] & units[d] != 0)));
            }
        }
        assert!(payable > 500, "the sample has both answers");
    }

    #[test]
    fn the_first_supplies_that_suffice_are_used() {
        let (white, both) = (0b1 | ANY, 0b11 | ANY);
        // {W} from a white source first, though the other would do.
        let uses = assign(2, 1, |s, d| [white, both][s] & [0b1][d] != 0).unwrap_or_default();
        assert_eq!(uses.as_slice(), &[Some(0), None]);
    }
}
