//! "Exchange" (701.10).

use lawmage_ir::{Instruction, Kind, Ref, Role, Selector, Zone, ZoneSet};

use super::parse::one;
use crate::grammar::{noun, player, reference, selector};
use crate::parse::{Handle, Parser, Referent, Sort};

/// What stands behind "exchange".
pub(super) fn exchange(p: &mut Parser<'_>) -> Option<Instruction> {
    if p.eat("the text boxes of") {
        let what = one(p)?;
        let duration = p.attempt(|p| crate::grammar::duration::duration(p)).unwrap_or(lawmage_ir::Duration::Forever);
        return Some(Instruction::ExchangeText { what, duration });
    }
    if p.eat("life totals with") {
        let with = player::who(p)?;
        player::mention(p, &with);
        return Some(Instruction::ExchangeLife(p.scope.actor_here(), with));
    }
    if let Some(does) =
        p.attempt(exchange_zones).or_else(|| p.attempt(exchange_life_for_size)).or_else(|| p.attempt(for_card))
    {
        return Some(does);
    }
    p.expect("control of")?;
    exchange_control(p)
}

/// "exchange ~ with an Aura card in your hand" (701.10d).
fn for_card(p: &mut Parser<'_>) -> Option<Instruction> {
    let what = reference::reference(p)?;
    p.expect("with")?;
    p.eat_any(&["a", "an"])?;
    let card = noun::noun(p)?;
    let own_hand = card.filter.kind == Kind::Card(ZoneSet::of(Zone::Hand));
    if card.plural || card.among.is_some() || card.limit.is_some() || !own_hand {
        return p.fail("a card in your hand");
    }
    Some(Instruction::ExchangeForCard(what, card.filter))
}

/// "exchange your hand and graveyard" (701.10f).
fn exchange_zones(p: &mut Parser<'_>) -> Option<Instruction> {
    let who = player::possessive(p).filter(|who| !who.is_group())?;
    let own = |p: &mut Parser<'_>| {
        let zones = [Zone::Hand, Zone::Graveyard, Zone::Library];
        zones.into_iter().find(|zone| p.eat(zone.word())).or_else(|| p.fail("a zone of a player's own"))
    };
    let one = own(p)?;
    p.expect("and")?;
    let other = own(p)?;
    Some(Instruction::ExchangeZones(who, one, other))
}

/// "exchange your life total with ~'s toughness", "exchange target opponent's life total with ~'s toughness" (701.10g).
fn exchange_life_for_size(p: &mut Parser<'_>) -> Option<Instruction> {
    let who = player::possessive(p)?;
    if who.is_group() {
        return p.fail("one player");
    }
    p.expect("life total with")?;
    let of = reference::possessor(p)?;
    let stat = match p.eat_any(&["power", "toughness"])? {
        0 => lawmage_ir::Stat::Power,
        _ => lawmage_ir::Stat::Toughness,
    };
    Some(Instruction::ExchangeLifeForSize { who, of, stat })
}

/// "those permanents", of the one that the event is about and the one target: "whenever a creature enters, its controller chooses
/// target permanent another player controls".
fn of_event_and_target(p: &mut Parser<'_>) -> Option<Instruction> {
    p.expect("those permanents")?;
    let event = Ref::Event(Role::Subject);
    let one = |of: &Ref| {
        let permanent = |r: &Referent| r.handle == Handle::Ref(of.clone()) && r.sort == Sort::Permanent;
        p.scope.latest(permanent).is_some_and(|r| !r.plural)
    };
    let several = p.scope.latest(|r| r.plural && r.sort != Sort::Player).is_some();
    if several || p.scope.targets.len() != 1 || !one(&event) || !one(&Ref::Target(0)) {
        return p.fail("two permanents");
    }
    Some(Instruction::ExchangeControl(Selector::Ref(event), Selector::Ref(Ref::Target(0))))
}

/// "exchange control of two target creatures", "… of target artifact you control and target artifact an opponent controls".
fn exchange_control(p: &mut Parser<'_>) -> Option<Instruction> {
    if let Some(two) = p.attempt(of_event_and_target) {
        return Some(two);
    }
    let first = selector::one(p)?;
    if p.eat("and") {
        let second = selector::one(p)?;
        return Some(Instruction::ExchangeControl(first.selector, second.selector));
    }
    // Both are of the one phrase: an empty second says so.
    let all = first.selector;
    Some(Instruction::ExchangeControl(all.clone(), all))
}
