//! "exiled this way", "dealt damage this way": what an instruction before has done.

use lawmage_ir::{Condition, Kind, Ref, Test, Who, ZoneSet};

use super::relative::dealt_damage;
use crate::grammar::noun::Noun;
use crate::parse::{Handle, Parser, Sort};

/// "revealed this way", "destroyed this way": one of what that clause of the same ability concerned.
pub(super) fn this_way(p: &mut Parser<'_>, noun: &mut Noun) -> Option<Test> {
    if p.at("returned to") {
        return returned_to_hand(p, noun);
    }
    let verb: &str = p.word();
    let there = match () {
        () if p.at("put into your hand") => Some(lawmage_ir::Zone::Hand),
        () if p.at("put onto the battlefield") => Some(lawmage_ir::Zone::Battlefield),
        () => None,
    };
    let graveyard = done_words(p)?;
    // 607.2: the ability that speaks of it as it enters is another than the one that did it as it was cast.
    let here = |r: &crate::parse::Referent| r.verb == Some("sacrificed");
    if verb == "sacrificed" && p.scope.face.links_sacrificed && p.scope.latest(here).is_none() {
        return Some(Test::Is(Ref::Linked(lawmage_ir::SACRIFICED)));
    }
    // A token that was created was not put anywhere (111.1), nor were dice and coins.
    let made = |r: &crate::parse::Referent| verb == "put" && (r.verb == Some("created") || r.sort == Sort::Player);
    // "put into your hand": what was put there, though other cards were put elsewhere after that.
    let there = there.and_then(|zone| p.scope.latest(|r| r.verb == Some("put") && r.to == Some(zone)));
    if let Some(said) = there {
        return of_done(p, noun, &said, graveyard);
    }
    let said = p
        .scope
        .latest(|r| r.verb == Some(verb) || (verb == "put" && r.verb.is_some() && !made(r)))
        .or_else(|| p.scope.latest(|r| matches!(r.handle, Handle::Clause(_)) && r.sort != Sort::Player && !made(r)))?;
    of_done(p, noun, &said, graveyard)
}

/// "put there this way", of cards in graveyards: by what was sacrificed, destroyed, discarded or milled just before.
pub(super) fn put_there(p: &mut Parser<'_>, noun: &Noun) -> Option<Test> {
    p.expect("put there this way")?;
    if noun.filter.kind != Kind::Card(ZoneSet::of(lawmage_ir::Zone::Graveyard)) {
        return p.fail("cards in a graveyard");
    }
    let put = |r: &crate::parse::Referent| {
        matches!(r.verb, Some("sacrificed" | "destroyed" | "discarded" | "milled")) && r.clause().is_some()
    };
    let mut clauses: Vec<Handle> = p.scope.referents.iter().filter(|r| put(r)).map(|r| r.handle.clone()).collect();
    clauses.dedup();
    let [one] = clauses.as_slice() else { return p.fail("what one clause put there") };
    let it = p.scope.reference(one)?;
    Some(Test::PutThisWay(it, ZoneSet::of(lawmage_ir::Zone::Graveyard)))
}

/// Behind "that": "died this way", of what was destroyed (700.4).
pub(super) fn died(p: &mut Parser<'_>) -> Option<Test> {
    p.expect("died this way")?;
    let said = p.scope.latest(|r| r.verb == Some("destroyed")).or_else(|| p.fail("what was destroyed"))?;
    Some(Test::PutThisWay(p.scope.reference(&said.handle)?, ZoneSet::of(lawmage_ir::Zone::Graveyard)))
}

/// "returned to its owner's hand this way", "returned to your hand this way": what got there, and is yours (400.3).
pub(crate) fn returned_to_hand(p: &mut Parser<'_>, noun: &mut Noun) -> Option<Test> {
    p.expect("returned")?;
    let yours = p.eat_any(&["to your hand", "to its owner 's hand", "to their owner 's hand"])? == 0;
    p.expect("this way")?;
    let said = p.scope.latest(|r| r.verb == Some("returned") && r.clause().is_some())?;
    let it = p.scope.reference(&said.handle)?;
    if let Kind::Card(zones) = &noun.filter.kind {
        if *zones != ZoneSet::default() {
            return p.fail("cards wherever they are");
        }
        noun.among = Some(lawmage_ir::Selector::Ref(it.clone()));
    }
    let there = Test::PutThisWay(it, ZoneSet::of(lawmage_ir::Zone::Hand));
    Some(Test::all(yours.then_some(Test::Owned(Who::You)).into_iter().chain([there])))
}

/// "they exiled this way": of what each player did that to, their own.
pub(crate) fn theirs_this_way(p: &mut Parser<'_>, noun: &mut Noun) -> Option<Test> {
    p.expect("they")?;
    let who = p.scope.they().filter(|who| *who == Who::Ref(Ref::Each))?;
    let verb = crate::grammar::words::done(p.word())?;
    p.advance();
    p.expect("this way")?;
    let each = |by: &Who| by.is_group() || *by == Who::Ref(Ref::Each);
    let said = p.scope.latest(|r| r.verb == Some(verb) && r.by.as_ref().is_some_and(each))?;
    if noun.among.is_some() || said.sort != Sort::Card || !matches!(noun.filter.kind, Kind::Card(_)) {
        return p.fail("cards of each player");
    }
    noun.among = Some(p.scope.select(&said.handle));
    Some(Test::Owned(who))
}

/// As it is said of things that were spoken of in other words: of what that clause concerned.
pub(crate) fn done_this_way(p: &mut Parser<'_>, noun: &mut Noun, said: &crate::parse::Referent) -> Option<Test> {
    let graveyard = done_words(p)?;
    of_done(p, noun, said, graveyard)
}

/// "dealt damage this way".
pub(crate) fn dealt_this_way(p: &mut Parser<'_>) -> Option<Test> {
    p.expect("dealt damage")?;
    dealt_damage(p, None)
}

/// "revealed this way", "put into your graveyard this way": whether it says a graveyard, and whether yours.
pub(super) fn done_words(p: &mut Parser<'_>) -> Option<Option<bool>> {
    let put = p.at("put");
    p.advance();
    const GRAVEYARDS: &[&str] = &[
        "into a graveyard",
        "into graveyards",
        "into their graveyard",
        "into their graveyards",
        "into that graveyard",
        "into your graveyard",
    ];
    let graveyard = if put { p.eat_any(GRAVEYARDS) } else { None };
    if put && graveyard.is_none() {
        p.eat_any(&["into your hand", "onto the battlefield"]);
    }
    p.eat_any(&["this way", "as an additional cost"])?;
    // What goes to a graveyard goes to its owner's (400.3): "your graveyard" says whose cards.
    Some(graveyard.and_then(|place| GRAVEYARDS.get(place)).map(|words| words.contains("your")))
}

/// One of what that clause concerned; put into a graveyard by it, where it says so: yours, or any.
pub(crate) fn of_done(
    p: &mut Parser<'_>,
    noun: &mut Noun,
    said: &crate::parse::Referent,
    graveyard: Option<bool>,
) -> Option<Test> {
    let dead = graveyard.is_some();
    // Of what was milled or put there by its owner, that goes without saying.
    let several = matches!(said.verb, Some("destroyed" | "sacrificed"));
    let mine =
        |test: Test| if graveyard == Some(true) && several { Test::all([test, Test::Owned(Who::You)]) } else { test };
    let it = p.scope.reference(&said.handle)?;
    // What was destroyed or milled may have gone elsewhere (614.6).
    if dead && noun.filter.kind == Kind::Permanent {
        return Some(mine(Test::PutThisWay(it, ZoneSet::of(lawmage_ir::Zone::Graveyard))));
    }
    // What a cost was paid with is counted as it last was (608.2h); a spell that was countered is on the stack no more.
    let on_stack = matches!(noun.filter.kind, Kind::Spell | Kind::Ability | Kind::OnStack);
    if matches!(it, Ref::Paid(_)) || on_stack && said.verb == Some("countered") {
        noun.among = Some(lawmage_ir::Selector::Ref(it));
        return Some(Test::Any);
    }
    if let Kind::Card(zones) = &mut noun.filter.kind
        && *zones == ZoneSet::default()
    {
        noun.among = Some(lawmage_ir::Selector::Ref(it.clone()));
        let there = |it| mine(Test::PutThisWay(it, ZoneSet::of(lawmage_ir::Zone::Graveyard)));
        return Some(if dead { there(it) } else { Test::Any });
    }
    Some(Test::Is(it))
}

/// "you've cast", of a spell that is countered: a copy of a spell is cast by nobody (707.10).
pub(super) fn you_cast(p: &mut Parser<'_>) -> Option<Test> {
    p.at("you've cast is countered").then_some(())?;
    p.expect("you've cast")?;
    Some(Test::If(Box::new(Condition::WasCast(Ref::It, None, Some(Who::You)))))
}
