//! Functions of the effect grammar that the line grammar calls, until they land.

use lawmage_ir::{Amount, Clause, Continuous, Modification, Ref, Selector, Who};

use super::Parser;

pub fn for_each(p: &mut Parser<'_>) -> Option<Amount> {
    p.fail("for each")
}
pub fn possessor(p: &mut Parser<'_>) -> Option<Ref> {
    p.fail("an object")
}
pub fn players_cant(p: &mut Parser<'_>, _: &Who) -> Option<Vec<Continuous>> {
    p.fail("what players can't do")
}
pub fn activated_abilities(p: &mut Parser<'_>, _: &Selector) -> Option<Vec<Continuous>> {
    p.fail("activated abilities")
}
pub fn exceptions(p: &mut Parser<'_>) -> Option<Vec<Modification>> {
    p.fail("exceptions")
}
pub fn clauses(p: &mut Parser<'_>) -> Option<Vec<Clause>> {
    p.fail("an effect")
}
