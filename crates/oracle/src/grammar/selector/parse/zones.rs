//! The zones of cards that a phrase picks.

use lawmage_ir::{Amount, Choice, Filter, Kind, Quality, Ref, Selector, SetLimit, Test, Who, Zone, ZoneSet};

use super::{Picked, target};
use crate::grammar::noun::Noun;
use crate::grammar::{amount, player, zone};
use crate::parse::{Handle, Parser, Referent, Sort};

/// Fills in the zone of cards whose zone the verb tells: a discarded card is in hand.
pub fn fill_zone(selector: &mut Selector, zone: Zone, owner: Option<&Who>) {
    match selector {
        Selector::Choose(choice) => fill_zone(&mut choice.from, zone, owner),
        Selector::All(filter) => {
            if let Kind::Card(zones) = &mut filter.kind
                && *zones == ZoneSet::default()
            {
                *zones = ZoneSet::of(zone);
                if let Some(owner) = owner {
                    let old = std::mem::replace(&mut filter.test, Test::Any);
                    filter.test = Test::all([old, Test::Owned(owner.clone())]);
                }
            }
        }
        Selector::Those(inner, _) => fill_zone(inner, zone, owner),
        Selector::Except(a, b) => {
            fill_zone(a, zone, owner);
            fill_zone(b, zone, owner);
        }
        Selector::Union(all) => all.iter_mut().for_each(|s| fill_zone(s, zone, owner)),
        Selector::Ref(_)
        | Selector::Players(_)
        | Selector::Top(..)
        | Selector::Bottom(..)
        | Selector::GraveyardEnd { .. } => {}
    }
}

/// Where chosen cards are, where it is one zone, and whose it is.
pub(super) fn place_of(selector: &Selector) -> Option<(Zone, Option<Who>)> {
    let Selector::Choose(choice) = selector else { return None };
    let Selector::All(Filter { kind: Kind::Card(zones), test }) = &choice.from else { return None };
    let zone = zones.iter().next().filter(|zone| *zones == ZoneSet::of(*zone))?;
    let owner = |test: &Test| if let Test::Owned(who) = test { Some(who.clone()) } else { None };
    let owner = if let Test::And(all) = test { all.iter().find_map(owner) } else { owner(test) };
    Some((zone, owner))
}

/// Whether a selection speaks of cards without saying in which zone.
#[must_use]
pub fn lacks_zone(selector: &Selector) -> bool {
    match selector {
        Selector::Choose(choice) => lacks_zone(&choice.from),
        Selector::All(filter) => matches!(filter.kind, Kind::Card(zones) if zones == ZoneSet::default()),
        Selector::Those(inner, _) => lacks_zone(inner),
        Selector::Except(a, b) => lacks_zone(a) || lacks_zone(b),
        Selector::Union(all) => all.iter().any(lacks_zone),
        Selector::Ref(_)
        | Selector::Players(_)
        | Selector::Top(..)
        | Selector::Bottom(..)
        | Selector::GraveyardEnd { .. } => false,
    }
}

/// "an instant or sorcery card from each graveyard", "a card at random from each opponent's graveyard", of which the noun has been read:
/// one of each (101.3), all of them at once.
pub(super) fn of_each_graveyard(
    p: &mut Parser<'_>,
    begun: usize,
    noun: &Noun,
    range: &(Amount, Option<Amount>),
) -> Option<Option<Picked>> {
    let words = p.tokens().get(begun..p.pos()).unwrap_or_default();
    let said = words.windows(2).any(|two| &*two[0].text == "each" && &*two[1].text == "graveyard");
    let whose = if said {
        Who::All
    } else if p.eat_any(&["from each opponent 's graveyard", "in each opponent 's graveyard"]).is_some() {
        Who::Opponents
    } else {
        return Some(None);
    };
    let zones = if said { ZoneSet::of(Zone::Graveyard) } else { ZoneSet::default() };
    // Whether you may leave out some of them isn't said behind "you may".
    let may = begun.checked_sub(3).and_then(|at| p.tokens().get(at)).is_some_and(|t| &*t.text == "may");
    let yours = !may && noun.chooser.is_none() && !p.scope.is_player_actor();
    let plain = !noun.plural && noun.limit.is_none() && noun.among.is_none() && noun.filter.kind == Kind::Card(zones);
    let one = *range == (Amount::ONE, Some(Amount::ONE));
    if !yours || !plain || !one {
        return p.fail("one card of each graveyard, of which you choose");
    }
    let owned = (!said).then(|| Test::Owned(whose.clone()));
    let test = Test::all(std::iter::once(noun.filter.test.clone()).chain(owned));
    let from = Selector::All(Filter::new(Kind::Card(ZoneSet::of(Zone::Graveyard)), test));
    let number = Amount::Players(whose);
    let (limit, random) = (Some(SetLimit::AllDiffer(Quality::Controller)), noun.random);
    let choice = Choice { by: Who::You, from, min: number.clone(), max: Some(number), limit, random };
    let selector = Selector::Choose(Box::new(choice));
    let referent = Referent { plural: true, ..noun.referent(Handle::Select(Box::new(selector.clone()))) };
    Some(Some(Picked::of(selector, Some(referent))))
}

/// "the top creature card of your graveyard", "the top three black cards of your graveyard" (404.2).
pub(crate) fn graveyard_end(p: &mut Parser<'_>) -> Option<Picked> {
    let top = p.eat_any(&["the top", "the bottom"])? == 0;
    let count = p.attempt(|p| Some(Amount::Const(p.number()?))).unwrap_or(Amount::ONE);
    let noun = crate::grammar::noun::bare(p)?;
    if !matches!(noun.filter.kind, Kind::Card(_)) {
        return p.fail("cards");
    }
    p.expect("of")?;
    let who = player::possessive(p)?;
    p.expect("graveyard")?;
    p.scope.face.orders_graveyard = true;
    let plural = count != Amount::ONE;
    let selector = Selector::GraveyardEnd { who, count, test: noun.filter.test, top };
    let referent = Referent { plural, ..Referent::new(Handle::Select(Box::new(selector.clone())), Sort::Card) };
    Some(Picked::of(selector, Some(referent)))
}

/// "the top three cards of your library", "the bottom card of their library", "that many cards from the top of …".
pub(super) fn library(p: &mut Parser<'_>) -> Option<Picked> {
    let (top, n) = if p.eat("the top of") {
        return p.fail("cards");
    } else if let Some(top) = p.attempt(top_of_shuffled).or_else(|| p.attempt(half_of_library)) {
        return Some(top);
    } else if let Some(equal) = p.attempt(from_the_top) {
        return Some(equal);
    } else if p.eat("the top") || p.eat("the bottom") {
        let top = p.last().is_some_and(|t| &*t.text == "top");
        let n = if p.at("card") { Amount::ONE } else { amount::amount(p)? };
        p.eat_any(&["cards of", "card of"])?;
        (top, n)
    } else {
        let n = if p.eat("cards equal to") {
            let n = amount::described(p)?;
            p.expect("from the top of")?;
            n
        } else {
            let n = amount::amount(p)?;
            p.eat_any(&["cards from the top of", "card from the top of"])?;
            n
        };
        (true, n)
    };
    // "Whenever an opponent shuffles, look at the top two cards of that library."
    let whose = match p.eat("that library") {
        true => match p.scope.latest(|r| r.sort == Sort::Player)?.handle {
            Handle::Who(who @ Who::Actor) => who,
            _ => return p.fail("whose library it is"),
        },
        false => {
            let whose = player::possessive(p)?;
            p.eat_any(&["library", "libraries"])?;
            whose
        }
    };
    Some(end_of_library(top, whose, n))
}

/// "cards from the top of your library equal to the damage prevented this way".
fn from_the_top(p: &mut Parser<'_>) -> Option<Picked> {
    p.expect("cards from the top of")?;
    let whose = player::possessive(p)?;
    p.expect("library equal to")?;
    let n = amount::described(p)?;
    Some(end_of_library(true, whose, n))
}

/// "Shuffle your library, then reveal the top card": of that library.
fn top_of_shuffled(p: &mut Parser<'_>) -> Option<Picked> {
    const SHUFFLED: [&str; 5] = ["shuffle", "your", "library", ",", "then"];
    let before = p.pos().checked_sub(6).and_then(|at| p.tokens().get(at..at + 5))?;
    let shuffled = before.iter().zip(SHUFFLED).all(|(token, word)| token.text.eq_ignore_ascii_case(word));
    p.expect("the top")?;
    let n = if p.at("card") { Amount::ONE } else { amount::amount(p)? };
    p.eat_any(&["card", "cards"])?;
    if !(shuffled && p.at_stop() || p.at("instead") && cards_of_library_before(p)) {
        return p.fail("of whose library");
    }
    Some(end_of_library(true, Who::You, n))
}

/// "half their library, rounded up", behind "exile": from the top, as cards are exiled from a library (107.1a).
fn half_of_library(p: &mut Parser<'_>) -> Option<Picked> {
    let last = p.last().map(|token| token.text.clone()).unwrap_or_default();
    let top = p.eat_any(&["half", "the top half of"])? == 1;
    let whose = player::possessive(p)?;
    p.expect("library ,")?;
    let up = p.eat_any(&["rounded down", "rounded up"])? == 1;
    let is_such = matches!(&*last, "exile" | "exiles") || (top && matches!(&*last, "put" | "puts"));
    if !is_such {
        return p.fail("cards that are exiled");
    }
    let _ = top && p.comma();
    let cards = Selector::All(Filter::new(Kind::Card(ZoneSet::of(Zone::Library)), Test::Owned(whose.clone())));
    let half = Amount::Divide { of: Box::new(Amount::Count(Box::new(cards))), by: 2, up };
    Some(end_of_library(true, whose, half))
}

/// "Exile the top two cards of your library. If …, exile the top three cards instead.": of that library.
fn cards_of_library_before(p: &Parser<'_>) -> bool {
    let before = p.tokens().get(..p.pos()).unwrap_or_default();
    let mut sentences = before.split(|token| &*token.text == ".").rev().skip(1);
    let last = sentences.next().and_then(|sentence| sentence.last_chunk::<3>());
    last.is_some_and(|words| words.each_ref().map(|token| &*token.text) == ["of", "your", "library"])
}

fn end_of_library(top: bool, whose: Who, n: Amount) -> Picked {
    let plural = n != Amount::ONE || whose.is_group();
    let selector = if top { Selector::Top(whose, n) } else { Selector::Bottom(whose, n) };
    let referent = Referent { plural, ..Referent::new(Handle::Select(Box::new(selector.clone())), Sort::Card) };
    Picked::of(selector, Some(referent))
}

/// "your hand", "their graveyard", "all graveyards", "your hand and graveyard", "the cards in their hand": every card there.
pub(super) fn whole_zone(p: &mut Parser<'_>) -> Option<Picked> {
    let cards = p.eat_any(&["the cards in", "the cards from"]).is_some();
    let whose = if !cards && !p.at("all opponents 's") && p.eat("all") {
        Who::All
    } else if p.at("any number of target players 's") {
        let (n, _) = target(p)?;
        p.expect("'s")?;
        Who::Ref(Ref::Target(n))
    } else {
        player::possessive(p)?
    };
    let zones = if cards { p.eat("hand").then(|| ZoneSet::of(Zone::Hand))? } else { zone::zones(p)? };
    let mut test = if whose == Who::All { Test::Any } else { Test::Owned(whose) };
    // "target player's graveyard other than basic land cards"
    if let Some(but) = p.attempt(|p| {
        p.expect("other than")?;
        crate::grammar::noun::bare(p).filter(|but| but.plural && matches!(but.filter.kind, Kind::Card(_)))
    }) {
        test = Test::all([test, Test::not(but.filter.test)]);
    }
    let selector = Selector::All(Filter::new(Kind::Card(zones), test));
    let referent = Referent { plural: true, ..Referent::new(Handle::Select(Box::new(selector.clone())), Sort::Card) };
    Some(Picked::of(selector, Some(referent)))
}
