//! What is done as something else happens: as a spell becomes a permanent, as a player cascades.

use lawmage_ir::{Continuous, Ref};

use super::{Rule, STACK};
use crate::grammar::{condition, effect};
use crate::parse::{Handle, Parser, Referent, Sort};

/// "As ~ becomes a permanent, if its dash cost was paid, return it to its owner's hand at the beginning of the next end step.":
/// what a permanent spell does as it resolves (608.3g). "The controller of the permanent it becomes" says so too.
pub(crate) fn becoming(p: &mut Parser<'_>) -> Option<Rule> {
    if !p.at("the controller of the permanent it becomes") {
        p.expect("as ~ becomes a permanent ,")?;
    }
    let condition = p.attempt(|p| {
        p.expect("if")?;
        let condition = condition::condition(p)?;
        p.comma().then_some(condition)
    });
    let mut does = Vec::new();
    effect::sentence::sentence(p, &mut does)?;
    effect::finish::outs(&mut does, &p.scope);
    Some(Rule { condition, ..Rule::in_zones(Continuous::Becoming(does), STACK) })
}

/// "As you cascade, you may put a land card from among the exiled cards onto the battlefield tapped." (702.85b)
pub(crate) fn cascading(p: &mut Parser<'_>) -> Option<Rule> {
    p.expect("as you cascade ,")?;
    let exiled = p.scope.slot();
    let cards =
        Referent { plural: true, verb: Some("exiled"), ..Referent::new(Handle::Ref(Ref::Slot(exiled)), Sort::Card) };
    p.scope.mention(cards);
    let mut does = Vec::new();
    effect::sentence::sentence(p, &mut does)?;
    effect::finish::outs(&mut does, &p.scope);
    Some(Rule::one(Continuous::Cascading { exiled, does }))
}
