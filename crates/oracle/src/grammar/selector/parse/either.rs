//! One of two sorts of things, of which one is chosen.

use lawmage_ir::{Amount, CardType, Choice, Ref, Role, Selector, TargetSpec, Test};

use super::{Picked, one};
use crate::grammar::noun;
use crate::parse::{Handle, Parser, Referent, Sort};

/// "a card from their hand or a permanent they control", "a nonland card from it or a card from their graveyard".
pub(crate) fn either(p: &mut Parser<'_>) -> Option<Picked> {
    p.sentence_says(&["or"]).then_some(())?;
    let (first, sort) = chosen(p)?;
    p.expect("or")?;
    let (second, other) = chosen(p)?;
    if first.by != second.by {
        return p.fail("the choice of one player");
    }
    let from = Selector::Union(vec![first.from, second.from]);
    let selector = Selector::Choose(Box::new(Choice { by: first.by, ..Choice::exactly(1, from) }));
    let sort = if sort == other { sort } else { Sort::Object };
    let referent = Referent::new(Handle::Select(Box::new(selector.clone())), sort);
    Some(Picked::of(selector, Some(referent)))
}

/// "the chosen creatures", of two target creatures; "the cards exiled with ~" (607.2a).
pub(super) fn told_before(p: &mut Parser<'_>) -> Option<Picked> {
    if p.at("the cards exiled with") {
        p.expect("the")?;
        let cards = noun::noun(p).filter(|cards| cards.plural && cards.is_of_all() && cards.limit.is_none())?;
        let referent = cards.referent(Handle::Select(Box::new(Selector::All(cards.filter.clone()))));
        return Some(Picked::of(Selector::All(cards.filter), Some(referent)));
    }
    p.expect("the chosen creatures")?;
    let creature = Test::Type(CardType::Creature);
    let one = |spec: &TargetSpec| spec.max == Some(Amount::ONE) && spec.filter.test.conjuncts().contains(&creature);
    if !matches!(p.scope.targets.as_slice(), [a, b] if one(a) && one(b)) {
        return p.fail("two target creatures");
    }
    let both = Selector::Union([0, 1].map(|n| Selector::Ref(Ref::Target(n))).to_vec());
    let referent = Referent::new(Handle::Select(Box::new(both.clone())), Sort::Permanent);
    Some(Picked::of(both, Some(Referent { plural: true, ..referent })))
}

/// "both creatures", of an event in which one blocks the other: the two of them.
pub(super) fn both_in_event(p: &mut Parser<'_>) -> Option<Picked> {
    p.expect("both creatures")?;
    let roles = [Role::Subject, Role::Object].map(Ref::Event);
    let creature = |role: &Ref| p.scope.latest(|r| r.handle == Handle::Ref(role.clone()) && r.sort == Sort::Permanent);
    if !roles.iter().all(|role| creature(role).is_some_and(|r| !r.plural)) {
        return p.fail("two creatures of the event");
    }
    let both = Selector::Union(roles.map(Selector::Ref).to_vec());
    let referent = Referent::new(Handle::Select(Box::new(both.clone())), Sort::Permanent);
    Some(Picked::of(both, Some(Referent { plural: true, ..referent })))
}

/// "the chosen cards", where several clauses had cards chosen.
pub(super) fn all_chosen(p: &mut Parser<'_>) -> Option<Picked> {
    p.expect("the chosen cards")?;
    let chosen = p.scope.referents.iter().filter(|r| r.verb == Some("chosen") && r.sort == Sort::Card && !r.plural);
    let chosen: Vec<Handle> = chosen.filter(|r| r.clause().is_some()).map(|r| r.handle.clone()).collect();
    if chosen.len() < 2 {
        return p.fail("several cards chosen before");
    }
    let selector = Selector::Union(chosen.iter().map(|handle| p.scope.select(handle)).collect());
    let referent = Referent::new(Handle::Select(Box::new(selector.clone())), Sort::Card);
    Some(Picked::of(selector, Some(Referent { plural: true, ..referent })))
}

/// One thing, whichever it is.
fn chosen(p: &mut Parser<'_>) -> Option<(Choice, Sort)> {
    if !p.at_any(&["a", "an"]) {
        return p.fail("one of two");
    }
    let picked = one(p)?;
    let sort = picked.referent.as_ref()?.sort;
    match picked.selector {
        Selector::Choose(choice)
            if choice.limit.is_none()
                && !choice.random
                && *choice == Choice { by: choice.by.clone(), ..Choice::exactly(1, choice.from.clone()) } =>
        {
            Some((*choice, sort))
        }
        _ => p.fail("one of them"),
    }
}
