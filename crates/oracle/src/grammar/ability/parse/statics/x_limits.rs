//! What X of a spell may be (107.3a, 601.2e), told by the mana value that the spell would have.

use lawmage_ir::{Continuous, Filter, Kind, Prohibition, Test, Who};

use super::Rule;
use crate::parse::Parser;

/// "X can't be 0.", of a spell with {X} in its mana cost: with that X its mana value would be what it is without X (202.3e), and it can't
/// be cast (601.2e); nor where its mana cost isn't paid, so that X is 0 (107.3b).
pub(super) fn x_not_zero(p: &mut Parser<'_>) -> Option<Rule> {
    p.expect("x can't be 0")?;
    let value = p.scope.face.value_without_x.filter(|_| p.scope.face.spell);
    let least = i32::try_from(value.or_else(|| p.fail("a spell with {X} in its mana cost"))?).ok()?;
    let test = Test::all([Test::Is(lawmage_ir::Ref::This), without_x(least)]);
    let cant = Prohibition::Cast(Who::All, Filter::new(Kind::Object, test));
    Some(Rule::in_zones(Continuous::Cant(cant), lawmage_ir::ZoneSet::ANYWHERE))
}

/// "X can't be greater than the number of players in the game.", of a spell with one {X} in its mana cost: its mana value would tell.
pub(super) fn x_at_most(p: &mut Parser<'_>) -> Option<Rule> {
    p.expect("x can't be greater than")?;
    let value = p.scope.face.value_without_x.filter(|_| p.scope.face.spell && p.scope.face.one_x);
    let rest = i32::try_from(value.or_else(|| p.fail("a spell with one {X} in its mana cost"))?).ok()?;
    let most = crate::grammar::amount::described(p)?;
    let test = Test::all([Test::Is(lawmage_ir::Ref::This), with_x_above(rest, most)]);
    let cant = Prohibition::Cast(Who::All, Filter::new(Kind::Object, test));
    Some(Rule::in_zones(Continuous::Cant(cant), lawmage_ir::ZoneSet::ANYWHERE))
}

/// Has more mana value than with that X, where it has so much without.
fn with_x_above(rest: i32, most: lawmage_ir::Amount) -> Test {
    let all = lawmage_ir::Amount::Plus(Box::new(lawmage_ir::Amount::Const(rest)), Box::new(most));
    Test::Stat(lawmage_ir::Stat::ManaValue, lawmage_ir::Cmp::Greater, all)
}

/// Has no more mana value than without its X.
fn without_x(value: i32) -> Test {
    Test::Stat(lawmage_ir::Stat::ManaValue, lawmage_ir::Cmp::AtMost, lawmage_ir::Amount::Const(value))
}
