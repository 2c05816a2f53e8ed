//! What things there are to have a keyword.

use lawmage_ir::{Amount, Cmp, Condition, Filter, Kind, Ref, Selector, Test, Who, Zone, ZoneSet};

use crate::grammar::{amount, noun, selector};
use crate::parse::Parser;

/// "a creature you control has flying", "a creature card in your graveyard has flying", "a card discarded this way has flying":
/// that there is one that does.
pub(super) fn one_has(p: &mut Parser<'_>) -> Option<Condition> {
    p.eat_any(&["a", "an"])?;
    let noun = noun::noun(p)?;
    if noun.plural || noun.limit.is_some() || noun.random || noun.chooser.is_some() {
        return p.fail("one of them");
    }
    let filter = noun.filter;
    if !matches!(filter.kind, Kind::Permanent | Kind::Card(_)) {
        return p.fail("permanents or cards");
    }
    p.expect("has")?;
    let counter = p.attempt(|p| {
        p.eat_any(&["a", "an"])?;
        let kind = crate::grammar::event::counter_kind(p)?;
        p.expect("on it").map(|()| Test::Counters(kind, Cmp::AtLeast, Amount::ONE))
    });
    let keyword = match counter {
        Some(counter) => counter,
        None => Test::Keyword(crate::grammar::keyword::bare_keyword(p)?),
    };
    // Whose it is is said last: "you control a creature with flying".
    let whose = |test: &&Test| matches!(test, Test::Controlled(_) | Test::Owned(_));
    let (last, first): (Vec<&Test>, Vec<&Test>) = filter.test.conjuncts().iter().partition(whose);
    let test = Test::all(first.into_iter().cloned().chain([keyword]).chain(last.into_iter().cloned()));
    let such = match noun.among {
        Some(group) => selector::those(group, test),
        None => Selector::All(Filter::new(filter.kind, test)),
    };
    let such = Amount::Count(Box::new(such));
    Some(Condition::Compare(such, Cmp::AtLeast, Amount::ONE))
}

/// "a creature is attacking you": there is one that does.
pub(super) fn one_fights(p: &mut Parser<'_>) -> Option<Condition> {
    p.expect("a creature is")?;
    let fights = noun::after::combat_modifier(p)?;
    let creature = Test::Type(lawmage_ir::CardType::Creature);
    let such = Selector::All(Filter::permanent(Test::all([creature, fights])));
    Some(Condition::Compare(Amount::Count(Box::new(such)), Cmp::AtLeast, Amount::ONE))
}

/// "a library has twenty or fewer cards in it": the smallest of all has no more.
pub(super) fn small_library(p: &mut Parser<'_>) -> Option<Condition> {
    p.expect("a library has")?;
    let most = p.number()?;
    p.expect("or fewer cards in it")?;
    Some(Condition::Compare(smallest_library(), Cmp::AtMost, Amount::Const(most)))
}

/// How many cards are in the smallest library.
pub(crate) fn smallest_library() -> Amount {
    let cards = Filter::new(Kind::Card(ZoneSet::of(Zone::Library)), Test::Owned(Who::Ref(Ref::Each)));
    let of = Box::new(Amount::Count(Box::new(Selector::All(cards))));
    Amount::OfPlayers { who: Who::All, of, greatest: false }
}

/// "creatures you control have total power 8 or greater", "those creatures have total power 8 or greater".
pub(crate) fn total(p: &mut Parser<'_>) -> Option<Condition> {
    let all = match p.at("those") {
        true => {
            let those = crate::grammar::reference::referent(p).filter(|those| those.plural)?;
            p.scope.select(&those.handle)
        }
        false => Selector::All(noun::filter(p)?),
    };
    p.expect("have total")?;
    let stat = crate::grammar::noun::after::stat(p)?;
    let n = p.amount_word()?;
    let cmp = super::or_more(p).unwrap_or(Cmp::Equal);
    Some(Condition::Compare(Amount::Total(stat, Box::new(all)), cmp, n))
}

/// "four or more card types among cards in your graveyard".
pub(super) fn kinds_among(p: &mut Parser<'_>) -> Option<Condition> {
    let n = p.number()?;
    // "there are five colors among permanents you control": there are no more of them (105.1).
    let cmp = if n == 5 && p.at("colors") { Cmp::AtLeast } else { super::or_more(p)? };
    if p.eat("unlocked doors among") {
        let doors = Amount::Doors(Box::new(Selector::All(noun::filter(p)?)));
        return Some(Condition::Compare(doors, cmp, Amount::Const(n)));
    }
    let kind = match p.eat_any(&[
        "card types",
        "colors",
        "basic land types",
        "different mana values",
        "mana values",
        "permanent types",
        "kinds of counters",
        "different kinds of counters",
        "different names",
    ])? {
        0 => lawmage_ir::KindOf::CardType,
        1 => lawmage_ir::KindOf::Color,
        2 => lawmage_ir::KindOf::BasicLandType,
        5 => lawmage_ir::KindOf::PermanentType,
        6 | 7 => lawmage_ir::KindOf::Counter,
        8 => lawmage_ir::KindOf::Name,
        _ => lawmage_ir::KindOf::ManaValue,
    };
    p.expect("among")?;
    // 709.5: as many names as doors that are unlocked and have different ones.
    if kind == lawmage_ir::KindOf::Name {
        p.eat("unlocked doors of");
    }
    let of = match p.attempt(what_was_paid) {
        Some(paid) => Selector::Ref(paid),
        None => Selector::All(noun::filter(p)?),
    };
    Some(Condition::Compare(Amount::Kinds(kind, Box::new(of)), cmp, Amount::Const(n)))
}

/// "the sacrificed permanents": what a cost was paid with.
pub(super) fn what_was_paid(p: &mut Parser<'_>) -> Option<Ref> {
    p.at("the").then_some(())?;
    crate::grammar::reference::reference(p).filter(|of| matches!(of, Ref::Paid(_)))
}

/// Whether it asks about what a cost was paid with.
pub(super) fn is_of_paid(condition: &Condition) -> bool {
    lawmage_ir::visit::any(condition, |of: &Ref| matches!(of, Ref::Paid(_)))
}

/// "an Equipment named Bride's Gown is attached to a creature you control": there is such a creature with one.
pub(super) fn attached_to_one(p: &mut Parser<'_>) -> Option<Condition> {
    p.eat_any(&["a", "an"])?;
    let attached = noun::filter(p).filter(|filter| filter.kind == Kind::Permanent)?;
    p.expect("is attached to")?;
    p.eat_any(&["a", "an"])?;
    let host = noun::filter(p).filter(|filter| filter.kind == Kind::Permanent)?;
    let test = Test::all([host.test, Test::HasAttached(Box::new(attached.test))]);
    let such = Amount::Count(Box::new(Selector::All(Filter::permanent(test))));
    Some(Condition::Compare(such, Cmp::AtLeast, Amount::ONE))
}

/// "two or more permanents you don't control have an aim counter on them".
pub(super) fn so_many_have(p: &mut Parser<'_>) -> Option<Condition> {
    let n = p.number()?;
    let cmp = super::or_more(p).filter(|cmp| *cmp == Cmp::AtLeast)?;
    let mut noun = noun::noun(p).filter(|noun| noun.plural && noun.is_of_all() && noun.limit.is_none())?;
    p.expect("have")?;
    let has = noun::with::quality(p, &mut noun)?;
    if noun.filter.kind != Kind::Permanent {
        return p.fail("permanents");
    }
    let such = Selector::All(Filter::permanent(Test::all([noun.filter.test.clone(), has])));
    let referent = noun.referent(crate::parse::Handle::Select(Box::new(such.clone())));
    p.scope.mention(referent);
    Some(Condition::Compare(Amount::Count(Box::new(such)), cmp, Amount::Const(n)))
}

/// "a card is exiled with ~" (607.2a).
pub(super) fn one_is_exiled(p: &mut Parser<'_>) -> Option<Condition> {
    p.expect("a card is exiled with")?;
    if !(p.eat("~") || p.at("it") && crate::grammar::reference::it_of(p).this && p.eat("it")) {
        return p.fail("what it is exiled with");
    }
    let cards = Filter::new(Kind::Card(ZoneSet::of(Zone::Exile)), Test::Is(Ref::Linked(p.scope.face.exiled())));
    let all = Amount::Count(Box::new(Selector::All(cards)));
    Some(Condition::Compare(all, Cmp::AtLeast, Amount::ONE))
}

/// "that spell's mana cost or that ability's activation cost contains {X}": of what was cast or activated.
pub(super) fn contains_x(p: &mut Parser<'_>) -> Option<Condition> {
    p.expect("that spell 's mana cost or that ability 's activation cost contains {X}")?;
    let cast = Ref::Event(lawmage_ir::Role::Subject);
    let activated = Ref::Event(lawmage_ir::Role::Object);
    Some(Condition::Or(vec![
        Condition::And(vec![
            Condition::InZone(cast.clone(), lawmage_ir::ZoneSet::of(lawmage_ir::Zone::Stack)),
            Condition::Is(cast, Test::HasX),
        ]),
        Condition::Is(activated, Test::HasX),
    ]))
}

/// "your library has at least that many cards in it", "your library has no cards in it".
pub(super) fn library_holds(p: &mut Parser<'_>) -> Option<Condition> {
    let whose = crate::grammar::player::possessive(p)?;
    p.expect("library has")?;
    let library = Filter::new(Kind::Card(lawmage_ir::ZoneSet::of(lawmage_ir::Zone::Library)), Test::Owned(whose));
    if p.eat("no cards in it") {
        return Some(Condition::Compare(Amount::Count(Box::new(Selector::All(library))), Cmp::Equal, Amount::Const(0)));
    }
    p.expect("at least")?;
    let n = amount::amount(p)?;
    p.expect("cards in it")?;
    Some(Condition::Compare(Amount::Count(Box::new(Selector::All(library))), Cmp::AtLeast, n))
}

/// "the top card of your graveyard is a creature card".
pub(super) fn top_of_graveyard(p: &mut Parser<'_>) -> Option<Condition> {
    p.expect("the top card of")?;
    let whose = crate::grammar::player::possessive(p)?;
    p.expect("graveyard is")?;
    p.eat_any(&["a", "an"])?;
    let card = noun::bare(p)?;
    p.scope.face.orders_graveyard = true;
    let top = Selector::GraveyardEnd { who: whose, count: Amount::ONE, test: Test::Any, top: true };
    let referent = card.referent(crate::parse::Handle::Select(Box::new(top.clone())));
    p.scope.mention(referent);
    let fitting = Selector::Those(Box::new(top), card.filter.test);
    Some(Condition::Compare(Amount::Count(Box::new(fitting)), Cmp::AtLeast, Amount::ONE))
}

/// "loyalty counters": of a kind, however many.
pub(super) fn has_named_counters(p: &Parser<'_>) -> bool {
    let number = matches!(p.word(), "x" | "those" | "that" | "its" | "more" | "fewer") || p.clone().number().is_some();
    p.word_at(1) == "counters" && !number
}
