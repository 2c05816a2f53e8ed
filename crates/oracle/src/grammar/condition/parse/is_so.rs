//! What an object is, said in one breath: "is 1/1", "is enchanted, equipped, and has a counter on it".

use lawmage_ir::{Amount, CardType, Cmp, Condition, Filter, Kind, Ref, Selector, Stat, Status, Test, TypeSet, Who};

use super::object::has;
use crate::grammar::noun;
use crate::grammar::test::complement;
use crate::parse::{Handle, Parser, Referent, Sort};

/// ", equipped, and has a counter on it", behind "is enchanted".
pub(super) fn is_and_has(p: &mut Parser<'_>, r: &Ref) -> Option<Vec<Condition>> {
    let mut all = Vec::new();
    while !p.eat(", and has") {
        p.expect(",")?;
        let test = complement(p).filter(|test| matches!(test, Test::Status(_)))?;
        all.push(Condition::Is(r.clone(), test));
    }
    all.push(has(p, r.clone(), false)?);
    Some(all)
}

/// "1/1", behind "is" alone: its power and its toughness.
pub(super) fn sized(p: &mut Parser<'_>, r: &Ref) -> Option<Condition> {
    let (power, toughness) = p.power_toughness()?;
    let is = |stat, number: &str| {
        let n = Amount::Const(number.parse().ok().filter(|n: &i32| *n >= 0 && !number.starts_with('+'))?);
        Some(Test::Stat(stat, Cmp::Equal, n))
    };
    let test = Test::all([is(Stat::Power, power)?, is(Stat::Toughness, toughness)?]);
    if !p.at_stop() && !p.at(",") {
        return p.fail("nothing but power and toughness");
    }
    Some(Condition::Is(r.clone(), test))
}

/// "you've controlled ~ continuously since the beginning of your most recent turn".
pub(super) fn controlled_throughout(p: &mut Parser<'_>) -> Option<Condition> {
    p.expect("you've controlled ~ continuously since the beginning of your most recent turn")?;
    let yours = Test::all([Test::Controlled(Who::You), Test::Status(Status::ControlledThroughout)]);
    Some(Condition::Is(Ref::This, yours))
}

/// "an Aura you controlled was attached to it", as it last existed (608.2h).
pub(super) fn one_was_attached(p: &mut Parser<'_>) -> Option<Condition> {
    p.eat_any(&["a", "an"])?;
    let Filter { kind: Kind::Permanent, test } = noun::filter(p)? else { return p.fail("a permanent") };
    let attached = Filter::permanent(Test::all([test, noun::after::was_attached(p)?]));
    Some(Condition::Compare(Amount::Count(Box::new(Selector::All(attached))), Cmp::AtLeast, Amount::ONE))
}

/// "the revealed land card was a Mountain": the one until which cards were revealed.
pub(super) fn found_was(p: &mut Parser<'_>) -> Option<Condition> {
    p.expect("the revealed")?;
    let noun = crate::grammar::noun::bare(p)?;
    p.eat_any(&["was", "is"])?;
    let (types, ..) = crate::grammar::noun::words_of(&noun.filter.test);
    let found = p.scope.latest(|r| {
        r.sort == Sort::Card && !r.plural && r.types == types && matches!(r.handle, Handle::Ref(Ref::Slot(_)))
    })?;
    let it = p.scope.reference(&found.handle)?;
    complement(p).map(|test| Condition::Is(it, test))
}

/// "exploited that creature", of the creature of the event (702.110b).
pub(super) fn exploited(p: &mut Parser<'_>, by: &Ref) -> Option<Condition> {
    p.expect("exploited that creature")?;
    p.eat("this turn");
    let that = Ref::Event(lawmage_ir::Role::Subject);
    let creature = |r: &crate::parse::Referent| {
        r.handle == crate::parse::Handle::Ref(that.clone()) && r.types.has(lawmage_ir::CardType::Creature) && !r.plural
    };
    p.scope.latest(creature).or_else(|| p.fail("the event's creature"))?;
    let one = |of: &Ref| lawmage_ir::Filter::new(lawmage_ir::Kind::Object, Test::Is(of.clone()));
    let exploits = lawmage_ir::EventPattern::Exploits { by: one(by), what: one(&that) };
    Some(Condition::Happened(Box::new(exploits), lawmage_ir::Span::ThisTurn, 1))
}

/// Behind "~ is paired with a creature": "with soulbond", of the partner (702.95b).
pub(super) fn paired(p: &mut Parser<'_>, r: Ref) -> Option<Condition> {
    let partner = Ref::Partner(Box::new(r.clone()));
    let mut referent = Referent::new(Handle::Ref(partner.clone()), Sort::Permanent);
    referent.types = TypeSet::of(CardType::Creature);
    p.scope.mention(referent);
    if !p.at("with") {
        return Some(Condition::Is(r, Test::Status(Status::Paired)));
    }
    let mut creature = noun::Noun { filter: Filter::permanent(Test::Any), ..noun::any_player() };
    let test = noun::with::with(p, &mut creature)?;
    Some(Condition::Is(partner, test)) // False where it has no partner.
}
