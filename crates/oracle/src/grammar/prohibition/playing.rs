//! Cards that can't be played: lands (305), and cards of a zone, which are lands and spells (701.14a).

use lawmage_ir::{CardType, Filter, Kind, Prohibition, Ref, Test, Who, Zone, ZoneSet};

use super::Said;
use crate::grammar::{noun, zone};
use crate::parse::Parser;
use crate::print::Printer;

/// Behind "can't": "play lands", "play land cards from graveyards", "play cards from your hand".
pub(crate) fn playing(p: &mut Parser<'_>, who: &Who) -> Option<Vec<Prohibition>> {
    p.expect("play")?;
    if p.eat("cards from") {
        let (own, from) = own_zone(p, who)?;
        let land = Filter::new(Kind::Card(from), own.clone());
        let spell = Filter::new(Kind::Spell, Test::all([Test::CastFrom(from), own]));
        return Some(vec![Prohibition::PlayLand(who.clone(), land), Prohibition::Cast(who.clone(), spell)]);
    }
    if let Some(from) = p.attempt(|p| {
        p.expect("land cards from")?;
        zone::zones(p)
    }) {
        return Some(vec![Prohibition::PlayLand(who.clone(), Filter::new(Kind::Card(from), Test::Any))]);
    }
    such_lands(p).map(|which| vec![Prohibition::PlayLand(who.clone(), which)])
}

/// "your hand", "their hand": of a player's own cards.
fn own_zone(p: &mut Parser<'_>, who: &Who) -> Option<(Test, ZoneSet)> {
    let owner = match who {
        Who::You => p.eat("your").then_some(Who::You),
        who if who.is_group() => p.eat("their").then_some(Who::Ref(Ref::Each)),
        who => p.eat("their").then(|| who.clone()),
    }?;
    let from = match p.eat_any(&["hands", "hand", "graveyards", "graveyard"])? {
        0 | 1 => Zone::Hand,
        _ => Zone::Graveyard,
    };
    Some((Test::Owned(owner), ZoneSet::of(from)))
}

/// "lands", "nonbasic lands with the same name as a nontoken permanent", as the cards that they are before they are played.
fn such_lands(p: &mut Parser<'_>) -> Option<Filter> {
    let noun = noun::noun(p)?;
    let all = noun.plural && noun.is_of_all() && noun.limit.is_none() && !noun.random;
    if !all || !is_of_lands(&noun.filter) {
        return p.fail("lands");
    }
    Some(as_cards(&noun.filter))
}

/// Whether they are lands, wherever these are.
pub(super) fn is_of_lands(what: &Filter) -> bool {
    what.kind == Kind::Permanent && what.test.conjuncts().contains(&Test::Type(CardType::Land))
}

/// Lands as the cards that they are before they are played.
pub(super) fn as_cards(lands: &Filter) -> Filter {
    let rest = lands.test.conjuncts().iter().filter(|test| **test != Test::Type(CardType::Land)).cloned();
    Filter::new(Kind::Card(ZoneSet::default()), Test::all(rest))
}

impl Printer<'_> {
    /// "can't play land cards from graveyards".
    pub(super) fn cant_play(&mut self, who: &Who, which: &Filter) -> Said {
        let from = match which.kind {
            Kind::Card(zones) => super::from_words(zones),
            _ => String::new(),
        };
        let who = self.players(who);
        if !from.is_empty() && which.test == Test::Any {
            return Said::plain(who, format!("can't play land cards from {from}"));
        }
        let test = Test::all([Test::Type(CardType::Land), which.test.clone()]);
        let lands = self.plural(&Filter::permanent(test));
        Said::plain(who, format!("can't play {lands}"))
    }

    /// "can't play cards from your hand", of lands and spells alike.
    pub(crate) fn cant_play_from(&mut self, land: &Prohibition, spell: &Prohibition) -> Option<Said> {
        let (Prohibition::PlayLand(who, lands), Prohibition::Cast(same, spells)) = (land, spell) else { return None };
        let (Kind::Card(from), Test::Owned(owner)) = (&lands.kind, &lands.test) else { return None };
        let both = Test::all([Test::CastFrom(*from), Test::Owned(owner.clone())]);
        if who != same || spells.test != both {
            return None;
        }
        let whose = if *owner == Who::You { "your" } else { "their" };
        let from = from.iter().next()?.word();
        Some(Said::plain(self.players(who), format!("can't play cards from {whose} {from}")))
    }
}
