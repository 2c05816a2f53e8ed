//! Where an X stands, in costs that may be paid.

use crate::visit::{self, Part};
use crate::{Ability, Amount, Continuous, CostPart, KeywordAbility, ManaSymbol};

/// Whether an additional or alternative cost of the object, or a permission to cast it, has X in it.
pub(super) fn has_own_x(abilities: &[Ability]) -> bool {
    visit::any(abilities, |continuous: &Continuous| match continuous {
        Continuous::AdditionalCost { cost, .. } | Continuous::AlternativeCost { cost, .. } => has_x(cost),
        Continuous::May(permission) => has_x(permission),
        _ => false,
    }) || visit::any(abilities, |ability: &KeywordAbility| has_x(&ability.param))
}

/// Whether X stands in a cost.
pub(super) fn has_x(part: &impl Part) -> bool {
    visit::any(part, |symbol: &ManaSymbol| *symbol == ManaSymbol::X)
        || visit::any(part, |amount: &Amount| *amount == Amount::X)
        || visit::any(part, |cost: &CostPart| *cost == CostPart::LoyaltyX)
}
