//! Libraries and hidden cards: search, shuffle, look, reveal, scry, surveil (701.16 on).

use lawmage_ir::{
    Amount, Clause, Destination, Filter, Instruction, Kind, Ref, Selector, SetLimit, Test, Who, Zone, ZoneSet,
};

use crate::grammar::effect::{actor, emit, emit_number, mention};
use crate::grammar::{amount, noun, player, selector, zone};
use crate::parse::{Handle, Parser, Referent, Sort};

/// Reads what follows one of these verbs.
pub fn verb(p: &mut Parser<'_>, verb: &str, out: &mut Vec<Clause>) -> Option<()> {
    match verb {
        "search" => search(p, out),
        "shuffle" => shuffle(p, out),
        "look" => look(p, out),
        "reveal" => reveal(p, out),
        "scry" | "surveil" => {
            let counted = p.at("a number of");
            let n = amount::amount(p)?;
            if counted {
                p.expect("cards")?;
            }
            let who = actor(p);
            let does = if verb == "scry" { Instruction::Scry(who, n) } else { Instruction::Surveil(who, n) };
            out.push(emit(p, does));
            Some(())
        }
        "fateseal" => {
            let n = amount::amount(p)?;
            if actor(p) != Who::You {
                return p.fail("what you do");
            }
            out.push(emit(p, Instruction::Fateseal(n)));
            Some(())
        }
        _ => play_more_lands(p, out),
    }
}

/// "play an additional land this turn" (305.2).
fn play_more_lands(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let n = if p.eat("an additional land") {
        Amount::ONE
    } else {
        let _ = p.eat("up to");
        let n = amount::amount(p)?;
        p.expect("additional lands")?;
        n
    };
    p.expect("this turn")?;
    let who = actor(p);
    out.push(emit(p, Instruction::ExtraLands(who, n)));
    Some(())
}

/// "search your library for up to two basic land cards, reveal them, …" (701.19).
fn search(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let who = actor(p);
    // "search the graveyard, hand, and library of that spell's controller"
    let of = p.attempt(|p| {
        p.expect("the")?;
        let zones = zone::zones(p)?;
        p.expect("of")?;
        player::relation(p).map(|whose| (zones, whose))
    });
    let (zones, whose) = match of {
        Some((zones, whose)) => (Some(zones), whose),
        None => (None, player::possessive(p)?),
    };
    // "… Then that player shuffles": whose library it is.
    if !matches!(whose, Who::You | Who::Ref(Ref::Each)) && !whose.is_group() {
        player::mention(p, &whose);
    }
    let zones = zones.map_or_else(|| zone::zones(p), Some)?;
    p.expect("for")?;
    let all = p.eat("all");
    let (up_to, max) = if all || p.eat("any number of") {
        (true, None)
    } else if p.eat("up to") {
        let most = amount::amount(p)?;
        // "up to one an artifact card": as it is printed.
        let _ = most == Amount::ONE && p.at_any(&["an artifact card"]) && p.eat("an");
        (true, Some(most))
    } else if p.at("any card") && p.eat("any") {
        (false, Some(Amount::ONE))
    } else {
        (false, Some(amount::amount(p)?))
    };
    let mut noun = noun::noun(p)?;
    if noun.sort() != Sort::Card || noun.among.is_some() {
        return p.fail("cards");
    }
    if max == Some(Amount::ONE)
        && !up_to
        && let Some(others) = p.attempt(or_others)
    {
        noun.filter.test = Test::Or(std::iter::once(noun.filter.test).chain(others).collect());
    }
    // "for up to X basic land cards, where X is the total amount of mana paid this way, puts them …"
    let max = match p.attempt(|p| {
        p.expect(", where x is")?;
        let defined = amount::defined(p)?;
        p.at(",").then_some(defined)
    }) {
        Some(defined) if max == Some(Amount::X) => Some(defined),
        Some(_) => return p.fail("an X to define"),
        None => max,
    };
    let max = match one_of_each(p, &mut noun, max.as_ref())? {
        Some(each) => Some(Amount::Const(each)),
        None => max,
    };
    noun.filter.kind = Kind::Card(zones);
    noun.plural = max != Some(Amount::ONE);
    // 701.19b: one may fail to find a card with a stated quality, not just "a card".
    let any_card = noun.filter.test == Test::Any && zones == ZoneSet::of(Zone::Library);
    let min = match &max {
        Some(n) if any_card && !up_to => n.clone(),
        _ => Amount::Const(0),
    };
    let reveal = p
        .attempt(|p| {
            let _ = p.comma();
            let _ = p.eat("and");
            p.eat_any(&[
                "reveal it",
                "reveal them",
                "reveal that card",
                "reveal those cards",
                "reveals it",
                "reveals them",
            ])
        })
        .is_some();
    let does = Instruction::Search {
        who,
        whose,
        zones,
        what: noun.filter.clone(),
        min,
        max,
        all,
        limit: noun.limit.clone(),
        reveal,
    };
    let clause = emit_number(p, does);
    p.scope.group = clause.out.map(Handle::Clause);
    p.scope.taken.clear();
    mention(p, &clause, Some(noun.referent(Handle::Clause(0))), "found");
    out.push(clause);
    Some(())
}

/// "or a basic land card", behind "for an artifact card with a mana ability".
fn or_others(p: &mut Parser<'_>) -> Option<Vec<Test>> {
    let mut others = Vec::new();
    loop {
        let comma = p.comma();
        let last = p.eat("or");
        if !comma && !last {
            return p.fail("another card");
        }
        p.eat_any(&["a", "an"])?;
        let other = noun::noun(p)?;
        let whole = other.limit.is_some() || other.among.is_some() || other.plural || other.filter.test == Test::Any;
        if other.sort() != Sort::Card || whole {
            return p.fail("a card");
        }
        others.push(other.filter.test);
        if last {
            return Some(others);
        }
    }
}

/// "for a Forest card and a Plains card", "for an Aura card and/or an Equipment card": one that fits each of the two, which one card that fits both is not.
fn one_of_each(p: &mut Parser<'_>, noun: &mut noun::Noun, max: Option<&Amount>) -> Option<Option<i32>> {
    if max == Some(&Amount::ONE) && noun.limit.is_none() && p.eat("of each basic land type") {
        if noun.filter.test != Test::Type(lawmage_ir::CardType::Land) || noun.plural {
            return p.fail("a land card");
        }
        let each = lawmage_ir::Subtype::BASIC_LANDS.map(Test::Subtype).to_vec();
        noun.filter.test = Test::Or(each.clone());
        noun.limit = Some(SetLimit::OneEach(each.clone()));
        return Some(i32::try_from(each.len()).ok());
    }
    const LAST: [&str; 4] = ["and/or a", "and/or an", "and a", "and an"];
    // "for a white card, a blue card, and a green card"
    let list = p.at_any(&[", a", ", an"]);
    if max != Some(&Amount::ONE) || !p.at_any(&LAST) && !list {
        return Some(None);
    }
    let mut each = vec![noun.filter.test.clone()];
    let one = |p: &mut Parser<'_>| {
        let other = noun::noun(p)?;
        let whole = other.sort() != Sort::Card || other.among.is_some() || other.limit.is_some() || other.plural;
        if whole { p.fail("a card") } else { Some(other.filter.test) }
    };
    while p.eat_any(&[", a", ", an"]).is_some() {
        each.push(one(p)?);
    }
    if list {
        p.comma();
    }
    p.eat_any(&LAST)?;
    each.push(one(p)?);
    if noun.limit.is_some() {
        return p.fail("a card");
    }
    noun.filter.test = Test::Or(each.clone());
    noun.limit = Some(SetLimit::OneEach(each.clone()));
    Some(i32::try_from(each.len()).ok())
}

/// A zone stands for all its cards (400.12): "shuffle", "shuffle your library", "shuffle ~ into its owner's library", "shuffle your graveyard into your library".
fn shuffle(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let who = actor(p);
    // "Each player who searched their library this way shuffles it."
    if p.at("that pile") {
        return crate::grammar::instruction::face_down::shuffled_pile(p, out);
    }
    let searchers = matches!(&who, Who::Such(_, condition) if lawmage_ir::visit::any(&**condition, |event: &lawmage_ir::EventPattern| {
        matches!(event, lawmage_ir::EventPattern::Searches(_))
    }));
    if searchers && p.at("it") && p.eat("it") && !p.at_stop() {
        return p.fail("the end of the sentence");
    }
    if p.at_stop() || p.at(",") || p.at("and") || p.at("then") {
        // The library just searched: its owner shuffles it, where nobody else is said to.
        let last = out.iter().rev().find_map(searched).filter(|_| !searchers);
        let whose = last.unwrap_or(who);
        out.push(emit(p, Instruction::Shuffle(whose)));
        return Some(());
    }
    if let Some(whose) = p.attempt(|p| {
        let whose = if p.eat("that library") { None } else { Some(player::possessive(p)?) };
        if whose.is_some() {
            p.eat_any(&["library", "libraries"])?;
        }
        (!p.at("into")).then_some(whose)
    }) {
        let whose = match whose {
            Some(whose) if p.scope.actor.is_some() && whose == p.scope.actor_here() => who,
            Some(whose) => whose,
            None => out.iter().rev().find_map(searched)?,
        };
        out.push(emit(p, Instruction::Shuffle(whose)));
        return Some(());
    }
    let mut picked = selector::objects(p)?;
    picked.mention(p);
    p.expect("into")?;
    // Each goes to its own owner's library, however the owner is called (400.3).
    if !p.eat("their owner 's") && !p.eat("their owners 's") {
        player::possessive(p)?;
    }
    p.eat_any(&["library", "libraries"])?;
    // "Shuffle ~ into your library from your graveyard."
    if picked.selector == lawmage_ir::THIS && p.eat("from your graveyard") {
        let there = Test::PutThisWay(Ref::This, ZoneSet::of(Zone::Graveyard));
        picked.selector = selector::those(picked.selector, there);
    }
    let does = Instruction::Move {
        what: picked.selector,
        to: Destination::LibraryShuffled,
        cause: lawmage_ir::Cause::Shuffle,
    };
    out.push(emit_number(p, does));
    Some(())
}

/// "shuffles", without saying who: whose library was searched by another.
pub fn shuffles(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    // "Put those on top of their owners' libraries, then those players shuffle": the owners.
    if p.at("those players shuffle") {
        let put = out
            .last()
            .filter(|clause| matches!(clause.does, Instruction::Move { to: Destination::LibraryTop { .. }, .. }));
        let put = put.and_then(|clause| clause.out).or_else(|| p.fail("whose libraries"))?;
        p.expect("those players shuffle")?;
        let owners = Who::Owner(Box::new(Ref::Slot(p.scope.bind(put))));
        out.push(emit(p, Instruction::Shuffle(owners)));
        return Some(());
    }
    let whose = out.iter().rev().find_map(searched).filter(|whose| *whose != Who::You)?;
    p.expect("shuffles")?;
    out.push(emit(p, Instruction::Shuffle(whose)));
    Some(())
}

fn searched(clause: &Clause) -> Option<Who> {
    match &clause.does {
        // "Each player searches their library": each of them, one after the other.
        Instruction::Search { who, whose: Who::Ref(Ref::Each), .. } if who.is_group() => Some(who.clone()),
        Instruction::Search { whose, .. } => Some(whose.clone()),
        _ => None,
    }
}

/// "look at the top four cards of your library", "look at target player's hand".
fn look(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("at")?;
    let who = actor(p);
    // One opponent's, whom you choose first.
    if p.eat("an opponent 's hand") {
        let chosen = emit(p, Instruction::Choose(selector::one_opponent()));
        let whose = Who::Ref(Ref::Slot(p.scope.bind(crate::grammar::effect::id(&chosen))));
        out.push(chosen);
        let cards = Filter::new(Kind::Card(ZoneSet::of(Zone::Hand)), Test::Owned(whose.clone()));
        p.scope.mention(Referent::player(whose));
        let clause = emit_number(p, Instruction::LookAt { who, what: Selector::All(cards) });
        group(p, &clause, None, "looked at");
        out.push(clause);
        return Some(());
    }
    let mut picked = selector::one(p)?;
    let hand = |f: &Filter| f.kind == Kind::Card(ZoneSet::of(Zone::Hand));
    if matches!(&picked.selector, Selector::All(filter) if hand(filter)) {
        picked.selector = and_more_hidden(p, picked.selector);
    }
    let clause = emit_number(p, Instruction::LookAt { who, what: picked.selector });
    group(p, &clause, picked.referent, "looked at");
    out.push(clause);
    Some(())
}

/// ", the top card of that player's library, and any face-down creatures they control", behind a player's hand.
fn and_more_hidden(p: &mut Parser<'_>, hand: Selector) -> Selector {
    let mut all = vec![hand];
    while let Some(more) = p.attempt(|p| {
        let comma = p.comma();
        let and = p.eat("and");
        let any = p.eat("any");
        let said = (comma || and) && (any || p.at("the top card of"));
        let more = if said { selector::one(p)?.selector } else { return None };
        let seen = match &more {
            Selector::Top(who, n) => !who.is_group() && *n == Amount::ONE,
            Selector::All(of) => any && of.test.conjuncts().contains(&Test::Status(lawmage_ir::Status::FaceDown)),
            _ => false,
        };
        seen.then_some(more)
    }) {
        all.push(more);
    }
    if all.len() == 1 { all.remove(0) } else { Selector::Union(all) }
}

/// "reveal the top five cards of your library", "reveals their hand", "reveal a creature card from among them".
fn reveal(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    if let Some(()) = p.attempt_into(out, |p, out| until(p, out, false)) {
        return Some(());
    }
    let mut picked = selector::one(p)?;
    let owner = p.scope.actor_here();
    let from_hand = selector::lacks_zone(&picked.selector);
    if from_hand {
        selector::fill_zone(&mut picked.selector, Zone::Hand, Some(&owner));
    }
    if let Selector::Choose(choice) = &mut picked.selector
        && let Some(other) = p.attempt(or_choose)
    {
        choice.from = Selector::Union(vec![choice.from.clone(), other]);
    }
    // "reveals their hand and the top card of their library"
    let hand = |f: &Filter| f.kind == Kind::Card(ZoneSet::of(Zone::Hand));
    if matches!(&picked.selector, Selector::All(filter) if hand(filter)) && p.at("and the top card of") {
        p.expect("and")?;
        let top = selector::one(p)?.selector;
        picked.selector = Selector::Union(vec![picked.selector, top]);
    }
    let part = matches!(&picked.selector, Selector::Choose(_)) && p.scope.group.is_some();
    let clause = emit_number(p, Instruction::Reveal { what: picked.selector });
    if part {
        if let Some(id) = clause.out {
            p.scope.taken.push(Handle::Clause(id));
        }
        mention(p, &clause, picked.referent, "revealed");
    } else {
        group(p, &clause, picked.referent, "revealed");
    }
    out.push(clause);
    Some(())
}

/// "or choose a face-up artifact card you own in exile", behind what is revealed from outside the game: what is seen by all need not be
/// revealed.
fn or_choose(p: &mut Parser<'_>) -> Option<Selector> {
    p.eat_any(&["or choose a face-up", "or a face-up"])?;
    p.go_back_to(p.pos().saturating_sub(2));
    match selector::one(p)?.selector {
        Selector::Choose(choice) if choice.max == Some(Amount::ONE) && choice.by == p.scope.actor_here() => {
            Some(choice.from)
        }
        _ => p.fail("a card in exile"),
    }
}

/// The cards of this clause are those that "among them" and "the rest" speak of.
fn group(p: &mut Parser<'_>, clause: &Clause, referent: Option<Referent>, verb: &'static str) {
    p.scope.group = clause.out.map(Handle::Clause);
    p.scope.taken.clear();
    let referent = referent.or_else(|| Some(Referent::new(Handle::Clause(0), Sort::Card)));
    mention(p, clause, referent, verb);
}

/// "a creature card is revealed", "four land cards are revealed", behind "until".
fn until_it_is(p: &mut Parser<'_>, exile: bool) -> Option<(Amount, noun::Noun)> {
    let count = amount::amount(p)?;
    let noun = noun::noun(p)?;
    let done = if exile { ["is exiled", "are exiled"] } else { ["is revealed", "are revealed"] };
    p.eat_any(&done).map(|_| (count, noun))
}

/// "they have exiled cards with total mana value 5 or greater this way".
fn until_total(p: &mut Parser<'_>) -> Option<(Amount, noun::Noun)> {
    player::relation(p).or_else(|| p.eat("that player").then_some(Who::You))?;
    p.eat_any(&["have exiled", "has exiled"])?;
    let mut noun = noun::noun(p)?;
    let Some(SetLimit::Total(lawmage_ir::Stat::ManaValue, lawmage_ir::Cmp::AtLeast, count)) = noun.limit.take() else {
        return p.fail("their total mana value");
    };
    p.eat("this way");
    if noun.plural { Some((count, noun)) } else { p.fail("cards") }
}

/// "reveal cards from the top of your library until you reveal a creature card"; likewise "exile".
pub fn until(p: &mut Parser<'_>, out: &mut Vec<Clause>, exile: bool) -> Option<()> {
    let whose = if p.at("cards from the top of it until") {
        shuffled_before(p)?
    } else {
        p.expect("cards from the top of")?;
        let whose = player::possessive(p)?;
        p.expect("library until")?;
        whose
    };
    let mut total = None;
    let (count, noun) = match p.attempt(|p| until_it_is(p, exile)) {
        Some(found) => found,
        None if exile && let Some((count, noun)) = p.attempt(until_total) => {
            total = Some(lawmage_ir::Stat::ManaValue);
            (count, noun)
        }
        None => {
            player::relation(p)?;
            let verbs = if exile { ["exile", "exiles"] } else { ["reveal", "reveals"] };
            p.eat_any(&verbs)?;
            let count = amount::amount(p)?;
            let mut noun = noun::noun(p)?;
            // "An artifact card, a creature card with flying, or a Forest card"
            if count == Amount::ONE
                && !noun.plural
                && let Some(others) = p.attempt(or_others)
            {
                noun.filter.test = Test::Or(std::iter::once(noun.filter.test).chain(others).collect());
            }
            (count, noun)
        }
    };
    let filter = Filter::new(Kind::Card(ZoneSet::of(Zone::Library)), noun.filter.test.clone());
    let found = p.scope.slot();
    let clause = emit_number(p, Instruction::RevealUntil { who: whose, count, total, filter, found, exile });
    let all = Referent { plural: true, ..Referent::new(Handle::Clause(0), Sort::Card) };
    group(p, &clause, Some(all), if exile { "exiled" } else { "revealed" });
    let found = Handle::Ref(lawmage_ir::Ref::Slot(found));
    // What is exiled and stays in exile is among "the rest".
    if !exile {
        p.scope.taken.push(found.clone());
    }
    let id = crate::grammar::effect::id(&clause);
    // "Until they reveal four land cards, then puts those cards into their graveyard": all that was revealed.
    let all_of_them = noun.plural && p.at_any(&[", then put those cards", ", then puts those cards"]);
    if !all_of_them {
        p.scope.mention(noun.referent(found));
    }
    out.push(clause);
    if exile {
        crate::grammar::effect::remember_exiled(p, id, out);
    }
    Some(())
}

/// "[Shuffle your library, then reveal] cards from the top of it until": of that library.
fn shuffled_before(p: &mut Parser<'_>) -> Option<lawmage_ir::Who> {
    const SHUFFLED: [&str; 6] = ["shuffle", "your", "library", ",", "then", "reveal"];
    let before = p.pos().checked_sub(6).and_then(|at| p.tokens().get(at..at + 6))?;
    if !before.iter().zip(SHUFFLED).all(|(token, word)| token.text.eq_ignore_ascii_case(word)) {
        return p.fail("whose library it is");
    }
    p.expect("cards from the top of it until").map(|()| lawmage_ir::Who::You)
}
