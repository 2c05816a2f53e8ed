//! Of what a static ability speaks: several kinds of objects, the first spell of a turn.

use lawmage_ir::{Condition, Continuous, EventPattern, Filter, Kind, Ref, Selector, Span, Test, Who};

use super::Rule;
use crate::grammar::{condition, continuous, modification, noun};
use crate::parse::{Parser, Sort};

/// ", spells, and permanents", "and creatures you control", behind a first subject.
pub(super) fn several(p: &mut Parser<'_>) -> Vec<Selector> {
    let mut more = Vec::new();
    // The last two may be read as one.
    more.extend(p.attempt(|p| {
        p.comma().then_some(())?;
        let start = p.pos();
        let second = noun::selector(p)?;
        let both = p.tokens()[start..p.pos()].iter().any(|t| &*t.text == "and");
        (both || p.at(", and")).then_some(second)
    }));
    let listed = !more.is_empty();
    more.extend(p.attempt(|p| {
        if listed {
            p.comma();
        }
        p.expect("and")?;
        noun::selector(p)
    }));
    more
}

/// "The first spell you cast each turn has cascade."
pub(super) fn first_spell(p: &mut Parser<'_>) -> Option<Rule> {
    p.expect("the first")?;
    let spell = noun::bare(p)?;
    if spell.filter.kind != Kind::Spell || spell.plural {
        return p.fail("a spell");
    }
    let mut tests = vec![spell.filter.test];
    p.expect("you")?;
    if !p.eat("cast each turn") {
        // Of each spell for itself, the others that were cast before among them.
        tests.push(match noun::after::cast_from(p)? {
            Test::If(cast) if let Condition::WasCast(Ref::It, Some(zones), None) = *cast => Test::CastFrom(zones),
            _ => return p.fail("from where it is cast"),
        });
        p.expect("each turn")?;
    }
    if let Some(spent) = p.attempt(|p| {
        p.expect("that")?;
        let sort = condition::mana_from(p)?;
        p.expect("was spent to cast")?;
        Some(Test::ManaSpent(sort))
    }) {
        tests.push(spent);
    }
    let such = Test::all(tests);
    let other = Test::all([such.clone(), Test::not(Test::Is(Ref::It))]);
    let cast = EventPattern::Casts { by: Who::You, what: Filter::new(Kind::Spell, other) };
    let none = Condition::Not(Box::new(Condition::Happened(Box::new(cast), Span::ThisTurn, 1)));
    let test = Test::all([such, Test::Controlled(Who::You), Test::If(Box::new(none))]);
    let subject = Selector::All(Filter::new(Kind::Spell, test));
    Some(Rule::of(continuous::predicate(p, &subject)?))
}

/// "It's a 1/1 Insect creature in addition to its other types", of what the condition before spoke of.
pub(super) fn it_is(p: &mut Parser<'_>) -> Option<Rule> {
    if !p.at_any(&["it's a", "it's an"]) {
        return None;
    }
    p.expect("it's")?;
    let it = match p.scope.latest(|r| r.sort != Sort::Player && !r.plural) {
        Some(referent) => p.scope.reference(&referent.handle)?,
        None => Ref::This,
    };
    let mods = modification::described_as(p)?;
    let what = Selector::Ref(it);
    let mut effects = vec![Continuous::Modify { what: what.clone(), mods }];
    // "… and can't be blocked"
    effects.extend(
        p.attempt(|p| {
            p.expect("and")?;
            if p.at("can't") { continuous::predicate(p, &what) } else { None }
        })
        .into_iter()
        .flatten(),
    );
    Some(Rule::of(effects))
}
