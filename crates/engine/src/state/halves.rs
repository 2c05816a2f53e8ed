//! Objects with two halves (709): what both of them have together, and which of it a permanent has (709.5).

use std::sync::Arc;

use lawmage_ir::{ColorSet, ManaCost};
use serde::{Deserialize, Serialize};

use crate::state::chars::{AbilityKey, AbilityOn, Chars};

/// The two halves of an object with a shared type line, its doors (709.5j). They are part of its copiable values, on the
/// stack too (709.5b).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Halves([Arc<Chars>; 2]);

impl Halves {
    /// Lays the halves of a split card out for play if they share a type line of permanent types (709.5).
    pub(crate) fn lay_out(faces: &mut [Arc<Chars>]) {
        let [left, right] = faces else { return };
        let shared = left.types.any_permanent()
            && left.types == right.types
            && left.subtypes == right.subtypes
            && !left.is_land();
        if !shared {
            return;
        }
        for on in &mut Arc::make_mut(right).abilities {
            on.key = on.key.of_right_half();
        }
        let halves = Arc::new(Self([left.clone(), right.clone()]));
        Arc::make_mut(left).halves = Some(halves.clone());
        Arc::make_mut(right).halves = Some(halves);
    }

    /// What one half prints.
    #[must_use]
    pub fn half(&self, half: u8) -> &Arc<Chars> {
        &self.0[usize::from(half.min(1))]
    }

    /// The number of the half with that name.
    #[must_use]
    pub fn named(&self, is: impl Fn(&str) -> bool) -> Option<u8> {
        (0..2).find(|half| is(&self.half(*half).name))
    }

    /// The permanent with those halves unlocked: it lacks the name, mana cost and rules text of those that aren't (709.5); its
    /// types are those of the shared type line (709.5a).
    pub(crate) fn unlocked(self: &Arc<Self>, unlocked: [bool; 2]) -> Chars {
        let [left, right] = &self.0;
        let mut chars = match unlocked {
            [true, false] => Chars::clone(left),
            [false, true] => Chars::clone(right),
            [true, true] => both(left, right),
            [false, false] => Chars {
                name: "".into(),
                mana_cost: None,
                colors: ColorSet::COLORLESS,
                abilities: Vec::new(),
                ..Chars::clone(left)
            },
        };
        chars.remark();
        chars.halves = Some(self.clone());
        chars
    }
}

/// A permanent with both halves unlocked has both names, both mana costs and all abilities.
fn both(left: &Chars, right: &Chars) -> Chars {
    let symbols = left.mana_cost.iter().chain(&right.mana_cost).flat_map(|c| c.0.iter().copied());
    let abilities: Vec<AbilityOn> = left.abilities.iter().chain(&right.abilities).cloned().collect();
    Chars {
        name: format!("{} // {}", left.name, right.name).into(),
        mana_cost: Some(ManaCost(symbols.collect())),
        colors: left.colors.union(right.colors),
        abilities,
        ..left.clone()
    }
}

/// A split card, which is one card (709.2), outside the stack, and a fused split spell (702.102b, 709.4d): what its two halves
/// have together (709.4), the left half's text first: both names (709.4a), both mana costs and the colors of both (709.4b),
/// each card type and each ability (709.4c).
#[must_use]
pub fn fused(left: &Chars, right: &Chars) -> Chars {
    let mut chars = left.clone();
    chars.name = format!("{} // {}", left.name, right.name).into();
    // 702.102c
    let symbols = left.mana_cost.iter().chain(&right.mana_cost).flat_map(|c| c.0.iter().copied());
    chars.mana_cost = Some(lawmage_ir::ManaCost(symbols.collect()));
    chars.colors = left.colors.union(right.colors);
    chars.types = left.types.union(right.types);
    // As the spell resolves, its abilities are followed in this order (702.102d).
    for on in &right.abilities {
        let key = on.key.of_right_half();
        chars.abilities.push(AbilityOn { key, ability: on.ability.clone() });
    }
    chars.remark();
    chars
}

impl AbilityKey {
    /// The same ability as one of a right half.
    pub(crate) const fn of_right_half(self) -> Self {
        Self(self.0 | Self::RIGHT_HALF)
    }

    /// Which half of its object an ability belongs to.
    #[must_use]
    pub const fn half(self) -> u8 {
        (self.0 >> 63 == 0 && self.0 & Self::RIGHT_HALF != 0) as u8
    }
}
