//! All of several but so many, which who acts chooses; or but one end of a library.

use lawmage_ir::{Amount, Choice, Filter, Kind, Selector, Test, Zone, ZoneSet};

use super::Picked;
use super::zones::library;
use crate::grammar::amount;
use crate::grammar::noun::Noun;
use crate::parse::{Handle, Parser, Referent, Sort};

/// "all lands they control except for three": as many as there are more than that, of the choice of who acts.
pub(super) fn all_but(p: &mut Parser<'_>, noun: &Noun) -> Option<Picked> {
    p.expect("except for")?;
    let kept = amount::amount(p)?;
    if !p.scope.is_player_actor() || noun.limit.is_some() || !noun.is_of_all() {
        return p.fail("what a player does with all but some of them");
    }
    let from = Selector::All(noun.filter.clone());
    let more = Amount::Minus(Box::new(Amount::Count(Box::new(from.clone()))), Box::new(kept));
    let (by, max) = (p.scope.actor_here(), Some(more.clone()));
    let selector = Selector::Choose(Box::new(Choice { by, from, min: more, max, limit: None, random: false }));
    let referent = noun.referent(Handle::Select(Box::new(selector.clone())));
    Some(Picked::of(selector, Some(referent)))
}

/// "all but the bottom card of target player's library".
pub(super) fn all_but_end(p: &mut Parser<'_>) -> Option<Picked> {
    p.at_any(&["all but the bottom", "all but the top"]).then_some(())?;
    p.expect("all but")?;
    let kept = library(p)?.selector;
    let whose = match &kept {
        Selector::Top(whose, _) | Selector::Bottom(whose, _) if !whose.is_group() => whose.clone(),
        _ => return p.fail("one library"),
    };
    let all = Selector::All(Filter::new(Kind::Card(ZoneSet::of(Zone::Library)), Test::Owned(whose)));
    let selector = Selector::Except(Box::new(all), Box::new(kept));
    let referent = Referent { plural: true, ..Referent::new(Handle::Select(Box::new(selector.clone())), Sort::Card) };
    Some(Picked::of(selector, Some(referent)))
}

/// "all but one of them": the others than those that are chosen to be kept.
pub(super) fn all_but_of(p: &mut Parser<'_>) -> Option<Picked> {
    let kept = p.number()?;
    p.expect("of them")?;
    let group = p.scope.group.clone().filter(|_| p.scope.taken.is_empty())?;
    let all = Box::new(p.scope.select(&group));
    let (by, kept, max) = (p.scope.actor_here(), Amount::Const(kept), Some(Amount::Const(kept)));
    let kept = Choice { by, from: (*all).clone(), min: kept, max, limit: None, random: false };
    let selector = Selector::Except(all, Box::new(Selector::Choose(Box::new(kept))));
    let referent = Referent { plural: true, ..Referent::new(Handle::Select(Box::new(selector.clone())), Sort::Card) };
    Some(Picked::of(selector, Some(referent)))
}
