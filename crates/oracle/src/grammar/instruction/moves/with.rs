//! Counters with which objects are moved: "exile it with two time counters on it".

use lawmage_ir::{
    Amount, Arrival, Cause, Clause, Destination, Filter, Instruction, Kind, Ref, Selector, Test, Who, Zone, ZoneSet,
    visit,
};

use crate::grammar::effect::emit;
use crate::grammar::{amount, counter, selector};
use crate::parse::Parser;

/// "put a creature card onto the battlefield from your hand or graveyard tapped": where the cards are is said behind where they go.
pub(super) fn onto_from(p: &mut Parser<'_>, what: &mut Selector) -> Option<Destination> {
    p.expect("onto the battlefield from your")?;
    let Selector::Choose(choice) = what else { return p.fail("a card") };
    let Selector::All(Filter { kind: Kind::Card(zones), test }) = &mut choice.from else { return p.fail("a card") };
    if *zones != ZoneSet::default() {
        return p.fail("a card that may be anywhere");
    }
    let (hand, graveyard) = (ZoneSet::of(Zone::Hand), ZoneSet::of(Zone::Graveyard));
    *zones = match p.eat_any(&["hand or graveyard", "graveyard or hand", "hand", "graveyard"])? {
        0 | 1 => hand.union(graveyard),
        2 => hand,
        _ => graveyard,
    };
    *test = Test::all([std::mem::replace(test, Test::Any), Test::Owned(Who::You)]);
    super::arrival(p).map(|arrival| Destination::Battlefield(Box::new(arrival)))
}

/// "[put] onto the battlefield attached to it any number of Aura cards from your graveyard and/or hand".
pub(crate) fn onto_attached(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("onto the battlefield attached to")?;
    let host = crate::grammar::token::attached_to_one(p)?;
    let picked = selector::objects(p)?;
    if picked.players || selector::lacks_zone(&picked.selector) {
        return p.fail("cards, and where they are");
    }
    let arrival = Arrival { attached_to: Some(Selector::Ref(host)), ..Arrival::default() };
    let to = Destination::Battlefield(Box::new(arrival));
    out.push(emit(p, Instruction::Move { what: picked.selector, to, cause: Cause::Put }));
    Some(())
}

/// "two +1/+1 counters on it": kind and number.
pub(crate) fn counters(p: &mut Parser<'_>) -> Option<(lawmage_ir::CounterKind, Amount)> {
    let one = p.eat("an additional") || p.at_any(&["+1/+1", "-1/-1"]);
    let n = if one { Amount::ONE } else { amount::amount(p)? };
    let _ = p.eat("additional");
    let kind = counter::kind(p)??;
    p.expect("on")?;
    p.eat_any(&["it", "them", "each of them"])?;
    Some((kind, n))
}

/// "two +1/+1 counters on it", "a hexproof counter and an indestructible counter on it".
pub(super) fn each_kind(p: &mut Parser<'_>) -> Option<Vec<(lawmage_ir::CounterKind, Amount)>> {
    if let Some(one) = p.attempt(|p| counters(p)) {
        return Some(vec![one]);
    }
    let all = p.list("and", |p| {
        let n = Amount::Const(p.article()?);
        Some((counter::kind(p)??, n))
    })?;
    p.expect("on")?;
    p.eat_any(&["it", "them"])?;
    Some(all)
}

/// "Exile a card from your hand with a number of time counters on it equal to its mana value": the card's.
pub(super) fn of_the_exiled(p: &mut Parser<'_>, count: &mut Amount, on: &Selector, plural: bool) -> Option<()> {
    let Selector::Ref(it) = on else { return p.fail("whose number it is") };
    if plural {
        return p.fail("whose number it is");
    }
    visit::walk_mut(count, &mut |node| {
        if let Some(of @ Ref::This) = node.get_mut::<Ref>() {
            *of = it.clone();
        }
        visit::Go::Into
    });
    Some(())
}

/// So many of what enters, if the test holds of it; else none.
pub(crate) fn if_such(n: i32, test: Test) -> Amount {
    let of = Selector::Those(Box::new(Selector::Ref(Ref::It)), test);
    Amount::Times(n, Box::new(Amount::Count(Box::new(of))))
}

/// The number and the test of [`if_such`].
pub(super) fn if_such_is(n: &Amount) -> Option<(i32, &Test)> {
    let Amount::Times(many, count) = n else { return None };
    let Amount::Count(of) = &**count else { return None };
    match &**of {
        Selector::Those(it, test) if **it == Selector::Ref(Ref::It) => Some((*many, test)),
        _ => None,
    }
}
