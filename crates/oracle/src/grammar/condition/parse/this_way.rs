//! What was done "this way": to such things, by a clause before (608.2c).

use lawmage_ir::{Amount, CardType, Cmp, Color, Condition, Filter, Kind, Ref, Selector, Test, Who, Zone, ZoneSet};

use crate::grammar::effect::clause::lemma;
use crate::grammar::noun::{self, Noun, after};
use crate::grammar::words::participle;
use crate::grammar::{player, reference, selector};
use crate::parse::{Handle, Parser, Referent, Sort};

/// What was done to how many things of which sort.
pub(crate) struct Done {
    /// That it was.
    pub condition: Condition,
    /// Whether it is done no more than once, or spoken of as one event however often: a reflexive ability triggers once.
    pub once: bool,
}

/// "a creature card was exiled this way", "you discarded a land card this way", "that creature was destroyed this way".
pub(super) fn condition(p: &mut Parser<'_>) -> Option<Condition> {
    if let Some(countered) = p.attempt(ability_countered) {
        return Some(countered);
    }
    if let Some(dealt) = p.attempt(dealt_to_you) {
        return Some(dealt);
    }
    if let Some(two) = p.attempt(two_that_share) {
        return Some(two);
    }
    done(p).map(|done| done.condition)
}

/// "both cards share a color", "they're both nonland cards that share a color", "two cards that share a card type were milled this way":
/// of what the clause before milled or discarded.
fn two_that_share(p: &mut Parser<'_>) -> Option<Condition> {
    let spoken = p.eat_any(&["both cards share a color", "they're both nonland cards that share a color"]);
    let (test, color, verb) = match spoken {
        Some(0) => (Test::Any, true, None),
        Some(_) => (Test::not(Test::Type(CardType::Land)), true, None),
        None => {
            p.expect("two cards that share a card type")?;
            p.eat_any(&["were", "are"])?;
            let verb = ["milled", "discarded"].get(p.eat_any(&["milled this way", "discarded this way"])?).copied();
            (Test::Any, false, verb)
        }
    };
    let said = p.scope.latest(|r| r.clause().is_some() && r.sort == Sort::Card)?;
    let fits = |of: &str| verb.is_none_or(|verb| verb == of);
    if !said.verb.is_some_and(|of| matches!(of, "milled" | "discarded") && fits(of)) {
        return p.fail("cards milled or discarded before");
    }
    let cards = p.scope.select(&said.handle);
    Some(pair(&cards, &test, color))
}

/// That at least two of these cards, for which the test holds, share a color, or a card type.
pub(crate) fn pair(cards: &Selector, test: &Test, color: bool) -> Condition {
    let qualities: Vec<Test> = match color {
        true => Color::ALL.into_iter().map(Test::Color).collect(),
        false => CardType::ALL.iter().copied().map(Test::Type).collect(),
    };
    let two = |quality| {
        let such = selector::those(cards.clone(), Test::all([test.clone(), quality]));
        Condition::Compare(Amount::Count(Box::new(such)), Cmp::AtLeast, Amount::Const(2))
    };
    Condition::Or(qualities.into_iter().map(two).collect())
}

/// "this creature deals damage to you this way": it has, in the resolution at hand.
fn dealt_to_you(p: &mut Parser<'_>) -> Option<Condition> {
    // Of what the ability has done, only its object has dealt damage.
    let deals = |two: &[crate::lex::Token]| two[0].kind == crate::lex::TokenKind::This && &*two[1].text == "deals";
    let it = p.at("it") && p.tokens().get(..p.pos()).is_some_and(|before| before.windows(2).any(deals)) && p.eat("it");
    if !it {
        p.expect("~")?;
    }
    p.eat_any(&["deals damage to you this way", "dealt damage to you this way"])?;
    let by = Filter::new(Kind::Object, Test::Is(Ref::This));
    let to = crate::grammar::event::player_filter(Who::You);
    let dealt = lawmage_ir::EventPattern::Damage { by, to, combat: None };
    // "It" is that object on.
    p.scope.mention(Referent::this());
    Some(Condition::Happened(Box::new(dealt), lawmage_ir::Span::ThisWay, 1))
}

/// "a permanent's ability is countered this way": one whose source is a permanent, of which "that permanent" speaks then.
fn ability_countered(p: &mut Parser<'_>) -> Option<Condition> {
    // "an ability of an artifact, creature, or planeswalker is countered this way"
    let such = p.attempt(|p| {
        p.expect("an ability of")?;
        p.eat_any(&["a", "an"])?;
        let of = noun::noun(p).filter(|of| !of.plural && of.filter.kind == Kind::Permanent)?;
        p.expect("is countered this way").map(|()| of.filter.test)
    });
    if such.is_none() {
        p.expect("a permanent 's ability is countered this way")?;
    }
    let said = p.scope.latest(|r| r.verb == Some("countered"))?;
    let source = Ref::Source(Box::new(p.scope.reference(&said.handle)?));
    p.scope.mention(Referent::new(Handle::Ref(source.clone()), Sort::Permanent));
    let there = Condition::InZone(source.clone(), ZoneSet::BATTLEFIELD);
    Some(match such {
        Some(test) => Condition::And(vec![there, Condition::Is(source, test)]),
        None => there,
    })
}

/// "a creature card with flying was exiled with ~'s delve ability" (702.66a).
pub(super) fn delved(p: &mut Parser<'_>) -> Option<Condition> {
    p.eat_any(&["a", "an"])?;
    let noun = noun_of(p, true)?;
    p.expect("was exiled with ~ 's delve ability")?;
    match noun.filter.kind {
        Kind::Card(zones) if zones == ZoneSet::default() => Some(Condition::Delved(noun.filter.test)),
        _ => p.fail("a card"),
    }
}

/// "you sacrificed a creature this way", of what each of several players sacrificed or discarded.
pub(super) fn you_this_way(p: &mut Parser<'_>) -> Option<Condition> {
    // "You may reveal it. … if you revealed it this way": that you did it.
    if p.eat("you revealed it this way") {
        let revealed = p.scope.latest(|r| r.verb == Some("revealed") && r.clause().is_some());
        let may = p.scope.doers.filter(|_| revealed.is_some()).or_else(|| p.fail("what you may have revealed"))?;
        return Some(Condition::Done(p.scope.bind(may)));
    }
    p.expect("you")?;
    let did = super::did_this_way(p, &Who::You)?;
    let lawmage_ir::EventPattern::Moves {
        cause: Some(cause @ (lawmage_ir::Cause::Sacrifice | lawmage_ir::Cause::Discard)),
        ..
    } = &did
    else {
        return None;
    };
    let verb = if *cause == lawmage_ir::Cause::Sacrifice { "sacrificed" } else { "discarded" };
    let all = p.scope.latest(|r| r.verb == Some(verb) && r.by.as_ref().is_some_and(Who::is_group))?;
    // "Another card" is another than the one that was yours.
    if verb == "sacrificed" {
        p.scope.mention(Referent { verb: Some(noun::YOURS), hidden: true, ..all });
    }
    Some(Condition::Happened(Box::new(did), lawmage_ir::Span::ThisWay, 1))
}

/// As a condition, and whether it is so but once.
pub(crate) fn done(p: &mut Parser<'_>) -> Option<Done> {
    p.first(&[passive, active, of_that])
}

/// How many, as it is compared, and whether a singular noun follows.
fn quantity(p: &mut Parser<'_>) -> Option<(Cmp, i32, bool)> {
    if p.eat("no") {
        return Some((Cmp::Equal, 0, false));
    }
    if p.eat("a") || p.eat("an") {
        return Some((Cmp::AtLeast, 1, true));
    }
    if p.eat("fewer than") {
        return Some((Cmp::Less, p.number()?, false));
    }
    if p.eat("at least") {
        let n = p.number()?;
        return Some((Cmp::AtLeast, n, n == 1));
    }
    let n = p.number()?;
    super::or_more(p).filter(|cmp| *cmp == Cmp::AtLeast).map(|cmp| (cmp, n, false))
}

/// A noun whose members alone are asked about, of that number.
fn noun_of(p: &mut Parser<'_>, singular: bool) -> Option<Noun> {
    let noun = noun::noun(p)?;
    let whole = noun.limit.is_some() || noun.random || noun.chooser.is_some() || noun.among.is_some();
    if whole
        || noun.plural == singular
        || !matches!(noun.filter.kind, Kind::Permanent | Kind::Card(_) | Kind::Spell | Kind::Player)
    {
        return p.fail("what things it was done to");
    }
    Some(noun)
}

/// That so many of what the clause spoken of concerned are such things.
fn compared(p: &mut Parser<'_>, (cmp, n, singular): (Cmp, i32, bool), noun: Noun, test: Test, said: &Referent) -> Done {
    // "If a creature is dealt damage this way, it loses indestructible."
    if singular
        && !said.plural
        && noun.filter.kind == Kind::Player
        && let Some(it) = p.scope.reference(&said.handle)
    {
        p.scope.mention(Referent::player(Who::Ref(it)));
    } else if singular && !said.plural {
        let sort = if said.sort == Sort::Any { noun::sort(&noun.filter.kind) } else { said.sort };
        p.scope.mention(Referent { hidden: false, sort, ..said.clone() });
    }
    let test = Test::all([noun.filter.test, test]);
    let count = match noun.among {
        Some(group) => selector::those(group, test),
        None => Selector::All(Filter::new(noun.filter.kind, test)),
    };
    let several = said.plural || said.by.as_ref().is_none_or(Who::is_group);
    Done {
        condition: Condition::Compare(Amount::Count(Box::new(count)), cmp, Amount::Const(n)),
        once: cmp == Cmp::AtLeast && n == 1 && (!singular || !several),
    }
}

/// "a creature card was exiled this way", "no cards are put into your hand this way".
fn passive(p: &mut Parser<'_>) -> Option<Done> {
    let quantity = quantity(p)?;
    let mut noun = noun_of(p, quantity.2)?;
    // "A permanent you controlled or a token was destroyed this way."
    if let Some(other) = p.attempt(|p| {
        p.eat_any(&["or a", "or an"])?;
        noun_of(p, true).filter(|other| quantity.2 && other.filter.kind == noun.filter.kind)
    }) {
        noun.filter.test = Test::Or(vec![noun.filter.test, other.filter.test]);
    }
    if p.eat_any(&["dies this way", "died this way"]).is_some() {
        let said = clause_that(p, "destroyed", None, None)?;
        let there = Test::PutThisWay(p.scope.reference(&said.handle)?, ZoneSet::of(Zone::Graveyard));
        return if noun.filter.kind == Kind::Permanent {
            Some(compared(p, quantity, noun, there, &said))
        } else {
            None
        };
    }
    p.eat_any(&["was", "were", "is", "are"])?;
    if p.at("dealt damage this way") {
        let said = p.scope.latest(|r| r.verb == Some("dealt damage"))?;
        if said.plural && quantity.2 {
            return p.fail("which of several it was dealt to");
        }
        let test = after::dealt_this_way(p)?;
        return Some(compared(p, quantity, noun, test, &said));
    }
    let said = if p.at("put into") && place(p, 1).is_none() {
        // Into a graveyard: by whatever was done that may have put it there.
        let moved = |r: &Referent| matches!(r.verb, Some("destroyed" | "sacrificed" | "milled" | "discarded" | "put"));
        p.scope.latest(moved)?
    } else {
        clause_that(p, p.word(), place(p, 1), None)?
    };
    let test = match p.at("returned to") {
        true => after::returned_to_hand(p, &mut noun)?,
        false => after::done_this_way(p, &mut noun, &said)?,
    };
    Some(compared(p, quantity, noun, test, &said))
}

/// "you discarded a land card this way", "that player doesn't discard a card this way".
fn active(p: &mut Parser<'_>) -> Option<Done> {
    let who = player::relation(p).filter(|who| !who.is_group())?;
    let not = p.eat_any(&["don't", "doesn't", "didn't"]).is_some();
    let bare = lemma(p.word());
    let verb = crate::grammar::words::done(&participle(bare)).or_else(|| crate::grammar::words::done(p.word()));
    let verb = verb.or_else(|| (bare == "cast").then_some("cast"))?;
    p.advance();
    let mut quantity = quantity(p)?;
    if not {
        (quantity == (Cmp::AtLeast, 1, true)).then_some(())?;
        quantity = (Cmp::Equal, 0, true);
    }
    let mut noun = noun_of(p, quantity.2)?;
    let to = place(p, 0);
    let said = clause_that(p, verb, to, Some(&who))?;
    if to.is_some() {
        p.eat_any(PLACES.map(|(words, _)| words).as_slice())?;
    }
    p.at("this way").then_some(())?;
    let test = after::of_done(p, &mut noun, &said, None)?;
    p.expect("this way")?;
    Some(compared(p, quantity, noun, test, &said))
}

/// "it entered under your control", of what was put onto the battlefield just now.
pub(super) fn entered_under_yours(p: &mut Parser<'_>) -> Option<Condition> {
    p.eat_any(&["it entered under your control", "that creature entered under your control"])?;
    let moved = p.scope.latest(|r| r.sort != Sort::Player && !r.this && !r.hidden())?;
    if moved.to != Some(Zone::Battlefield) || moved.clause().is_none() || moved.plural {
        return p.fail("what was put onto the battlefield");
    }
    let it = p.scope.reference(&moved.handle)?;
    Some(Condition::Is(it, Test::Controlled(Who::You)))
}

/// "you lost life this way": as much as "that much" is then.
pub(super) fn life_lost(p: &mut Parser<'_>) -> Option<Condition> {
    p.expect("you lost life this way")?;
    let lost = lawmage_ir::EventPattern::LosesLife(Who::You);
    let span = lawmage_ir::Span::ThisWay;
    (p.scope.number_clause, p.scope.number) = (None, Some(Amount::HappenedSum(Box::new(lost.clone()), span)));
    Some(Condition::Happened(Box::new(lost), span, 1))
}

/// "that permanent is destroyed this way", "that creature was exiled this way".
fn of_that(p: &mut Parser<'_>) -> Option<Done> {
    let it = reference::referent(p)?;
    let died = p.eat_any(&["dies this way", "died this way"]).is_some();
    if !died {
        p.eat_any(&["was", "were", "is", "are"])?;
    }
    if died || p.eat("put into a graveyard this way") {
        let said = clause_that(p, "destroyed", None, None)?;
        if it.handle != said.handle || said.plural {
            return p.fail("what was destroyed");
        }
        let there = lawmage_ir::ZoneSet::of(Zone::Graveyard);
        let test = Test::PutThisWay(p.scope.reference(&said.handle)?, there);
        let noun = Noun { filter: Filter::permanent(Test::Any), ..noun::any_card() };
        return Some(compared(p, (Cmp::AtLeast, 1, true), noun, test, &said));
    }
    let said = clause_that(p, p.word(), place(p, 1), None)?;
    let same = it.handle == said.handle || it.this && said.before == Some(Ref::This);
    if !same || said.plural || said.sort != Sort::Permanent || said.verb != Some("destroyed") {
        return p.fail("what was done to it");
    }
    p.advance();
    p.expect("this way")?;
    let test = Test::Is(p.scope.reference(&said.handle)?);
    let noun = Noun { filter: Filter::permanent(Test::Any), ..noun::any_card() };
    Some(compared(p, (Cmp::AtLeast, 1, true), noun, test, &said))
}

/// Where things are put, as it is said.
const PLACES: [(&str, Zone); 4] = [
    ("onto the battlefield", Zone::Battlefield),
    ("into your hand", Zone::Hand),
    ("to your hand", Zone::Hand),
    ("to its owner 's hand", Zone::Hand),
];

/// The place said so many words on.
fn place(p: &Parser<'_>, after: usize) -> Option<Zone> {
    let at = |words: &str| words.split(' ').enumerate().all(|(i, word)| p.word_at(after + i) == word);
    PLACES.iter().find(|(words, _)| at(words)).map(|(_, zone)| *zone)
}

/// The one clause that did this, to that place, by that player where they are said.
fn clause_that(p: &Parser<'_>, verb: &str, to: Option<Zone>, by: Option<&Who>) -> Option<Referent> {
    let done = |verb: &str| p.scope.latest(|r| r.verb == Some(verb) && (to.is_none() || r.to == to));
    // "Search your library for a card and reveal it. If you reveal …": what was found.
    let said = done(verb).or_else(|| if verb == "revealed" && to.is_none() { done("found") } else { None })?;
    (by.is_none() || said.by.as_ref() == by).then_some(said)
}
