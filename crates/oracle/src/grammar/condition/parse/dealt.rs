//! Damage that was dealt: by how many, and how much.

use lawmage_ir::{Amount, Cmp, Condition, EventPattern, Filter, Kind, Test, Who};

use super::history::span;
use super::or_more;
use crate::grammar::event::{and_test, player_filter};
use crate::grammar::{cost, noun};
use crate::parse::Parser;

/// "you've been dealt damage by two or more creatures this turn": so many different ones.
pub(super) fn dealt_by_several(p: &mut Parser<'_>) -> Option<Condition> {
    p.expect("you've been dealt damage by")?;
    let least = p.number()?;
    p.expect("or more")?;
    let by = noun::filter(p)?;
    if by.kind != Kind::Permanent {
        return p.fail("permanents");
    }
    let span = span(p)?;
    let dealt = EventPattern::Damage { by, to: player_filter(Who::You), combat: None };
    Some(Condition::Compare(Amount::Happened(Box::new(dealt), span), Cmp::AtLeast, Amount::Const(least)))
}

/// "three or more sources you controlled dealt damage this turn": so many different ones.
pub(super) fn several_dealt(p: &mut Parser<'_>) -> Option<Condition> {
    let least = p.number()?;
    p.expect("or more")?;
    let by = noun::bare(p).filter(|noun| noun.plural && noun.filter.kind == Kind::Object)?.filter;
    p.expect("you controlled dealt damage")?;
    let by = and_test(by, Test::Controlled(Who::You));
    let to = Filter::new(Kind::PlayerOrPermanent, Test::Any);
    let dealt = EventPattern::Damage { by, to, combat: None };
    Some(Condition::Compare(Amount::Happened(Box::new(dealt), span(p)?), Cmp::AtLeast, Amount::Const(least)))
}

/// "4 or more damage was dealt to it this turn": in all.
pub(super) fn dealt_to_it(p: &mut Parser<'_>) -> Option<Condition> {
    let least = p.number()?;
    p.expect("or more damage was dealt to")?;
    let it = cost::object(p)?;
    let (by, to) = (Filter::new(Kind::Object, Test::Any), Filter::permanent(Test::Is(it)));
    let dealt = EventPattern::Damage { by, to, combat: None };
    let sum = Amount::HappenedSum(Box::new(dealt), span(p)?);
    Some(Condition::Compare(sum, Cmp::AtLeast, Amount::Const(least)))
}

/// "red sources you controlled dealt 4 or more noncombat damage this turn", "~ has dealt 3 or more damage this turn": all of it
/// together.
pub(super) fn dealt_so_much(p: &mut Parser<'_>) -> Option<Condition> {
    let by = match p.attempt(cost::object) {
        Some(one) => Filter::new(Kind::Object, Test::Is(one)),
        None => {
            let noun = noun::noun(p).filter(|noun| noun.plural)?;
            noun.filter
        }
    };
    p.eat_any(&["has", "have"]);
    p.expect("dealt")?;
    let n = Amount::Const(p.number()?);
    let cmp = or_more(p)?;
    let combat = crate::grammar::event::damage_kind(p)?;
    let to = match p.eat("to") {
        true => crate::grammar::event::object_of(p)?,
        false => Filter::new(Kind::PlayerOrPermanent, Test::Any),
    };
    let span = span(p)?;
    let dealt = EventPattern::Damage { by, to, combat };
    Some(Condition::Compare(Amount::HappenedSum(Box::new(dealt), span), cmp, n))
}
