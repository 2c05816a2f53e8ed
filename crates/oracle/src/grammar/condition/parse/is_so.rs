//! What an object is, said in one breath: "is 1/1", "is enchanted, equipped, and has a counter on it".

use lawmage_ir::{
    Amount, CardType, Cmp, Condition, EventPattern, Filter, Kind, Ref, Selector, Span, Stat, Status, Test, TypeSet, Who,
};

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

/// "~ and at least two other creatures attacked this combat".
pub(super) fn attacked_together(p: &mut Parser<'_>) -> Option<Condition> {
    p.expect("~ and at least")?;
    let n = u32::try_from(p.number()?).ok()?;
    let others = noun::filter(p)?;
    p.expect("attacked this combat")?;
    if !others.test.conjuncts().contains(&Test::not(Test::Is(Ref::This))) {
        return p.fail("other creatures");
    }
    Some(together(others, n))
}

/// That this object and so many others attacked in the combat phase at hand.
fn together(others: Filter, n: u32) -> Condition {
    let attacked = |what, n| {
        let attacks = EventPattern::Attacks { what, whom: None, alone: false, others: 0 };
        Condition::Happened(Box::new(attacks), Span::ThisCombat, n)
    };
    Condition::And(vec![attacked(Filter::permanent(Test::Is(Ref::This)), 1), attacked(others, n)])
}

/// The others and their number, where that is asked.
pub(crate) fn attacked_with(all: &[Condition]) -> Option<(&Filter, u32)> {
    let [_, Condition::Happened(event, Span::ThisCombat, n)] = all else { return None };
    let EventPattern::Attacks { what, .. } = &**event else { return None };
    (together(what.clone(), *n) == Condition::And(all.to_vec())).then_some((what, *n))
}

/// "~ didn't attack or come under your control this turn": your turn, that is.
pub(super) fn idle(p: &mut Parser<'_>) -> Option<Condition> {
    p.expect("~ didn't attack or come under your control this turn")?;
    let what = Filter::permanent(Test::Is(Ref::This));
    let attacks = EventPattern::Attacks { what, whom: None, alone: false, others: 0 };
    let attacked = Condition::Happened(Box::new(attacks), Span::ThisTurn, 1);
    let yours = Test::all([Test::Controlled(Who::You), Test::Status(Status::ControlledThroughout)]);
    Some(Condition::And(vec![Condition::Not(Box::new(attacked)), Condition::Is(Ref::This, yours)]))
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
