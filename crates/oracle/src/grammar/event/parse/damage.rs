//! Damage as an event (120): "deals combat damage to a player", "is dealt damage".

use lawmage_ir::{Amount, Cmp, Condition, EventPattern, Filter, Kind, Ref, Test, Who};

use super::Found;
use super::subject::{Subject, object_of};
use crate::parse::Parser;

/// "combat damage", "noncombat damage", "damage".
pub(crate) fn damage_kind(p: &mut Parser<'_>) -> Option<Option<bool>> {
    match p.eat_any(&["combat damage", "noncombat damage", "damage"])? {
        0 => Some(Some(true)),
        1 => Some(Some(false)),
        _ => Some(None),
    }
}

/// "6 or more", "exactly 1", before "damage": how much of it there must be.
fn range(p: &mut Parser<'_>) -> Option<(Cmp, Amount)> {
    p.attempt(|p| {
        let exactly = p.eat("exactly");
        let n = Amount::Const(p.number()?);
        let cmp = if exactly { Cmp::Equal } else { crate::grammar::condition::or_more(p)? };
        Some((cmp, n))
    })
}

/// The damage, if it is as much as that.
fn in_range(pattern: EventPattern, range: Option<(Cmp, Amount)>) -> EventPattern {
    match range {
        Some((cmp, n)) => EventPattern::Number(Box::new(pattern), cmp, n),
        None => pattern,
    }
}

/// Any recipient or source.
fn anything(kind: Kind) -> Filter {
    Filter::new(kind, Test::Any)
}

/// "deals [combat] damage [to …]".
pub(crate) fn deals(p: &mut Parser<'_>, subject: &Subject) -> Option<Found> {
    p.eat_any(&["deals", "deal"])?;
    let range = range(p);
    let combat = damage_kind(p)?;
    // "One or more creatures … to one or more players", "~ … to one or more creatures": all of it at once is one event
    // (603.2c). Of each of several sources it would be one event each.
    let several = p.at("to one or more") || subject.batch && p.at("to your opponents ,");
    if range.is_some() && (several || subject.batch) {
        return p.fail("one source and one recipient");
    }
    let single = subject.this || matches!(subject.filter.test, Test::Is(_));
    if several && !subject.batch && !single {
        return p.fail("one source");
    }
    let own = !several && range.is_none() && p.eat("to its owner");
    let to = match own || p.eat("to") {
        true if own => Some(anything(Kind::Player)),
        true if several && p.eat("your opponents") => Some(super::player_filter(Who::Opponents)),
        true => Some(recipient(p)?),
        false => None,
    };
    let mut by = subject.filter.clone();
    if by.kind == Kind::Permanent && by.test != Test::Is(lawmage_ir::Ref::This) && combat != Some(true) {
        // 120.3: the source may deal damage from any zone; creatures deal it from the battlefield.
        by.kind = Kind::Permanent;
    }
    let whom = to.clone().unwrap_or_else(|| anything(Kind::PlayerOrPermanent));
    let pattern = EventPattern::Damage { by, to: whom, combat };
    let mut pattern = if several { EventPattern::Batch(Box::new(pattern)) } else { in_range(pattern, range) };
    let creature = |to: &Filter| to.test.conjuncts().contains(&Test::Type(lawmage_ir::CardType::Creature));
    if !several && to.as_ref().is_some_and(creature) && p.eat(AS_MUCH) {
        pattern = EventPattern::While(Box::new(pattern), Box::new(as_much()));
    }
    if own {
        pattern = EventPattern::While(Box::new(pattern), Box::new(to_its_owner()));
    }
    let mut found = subject.found(pattern).counted();
    found.object = to.filter(|_| !several);
    Some(found)
}

/// How it is said that the damage is just lethal to an undamaged creature.
pub(crate) const AS_MUCH: &str = "equal to that creature 's toughness";

/// That the damage of the event is as much as the toughness of the creature it is dealt to.
pub(crate) fn as_much() -> Condition {
    let toughness = Amount::Stat(lawmage_ir::Stat::Toughness, Ref::Event(lawmage_ir::Role::Object));
    Condition::Compare(Amount::Event, Cmp::Equal, toughness)
}

/// That the damage of the event is dealt to the owner of what deals it.
pub(crate) fn to_its_owner() -> Condition {
    let owner = Who::Owner(Box::new(Ref::Event(lawmage_ir::Role::Subject)));
    Condition::Is(Ref::Event(lawmage_ir::Role::Object), Test::Controlled(owner))
}

/// "damage that would be dealt to you is prevented": once for what is prevented at once (615.13).
pub(crate) fn prevented(p: &mut Parser<'_>) -> Option<Found> {
    p.expect("damage that would be dealt to")?;
    let to = recipient(p)?;
    let by = if p.eat("by") { object_of(p)? } else { anything(Kind::Object) };
    p.expect("is prevented")?;
    let pattern = EventPattern::Batch(Box::new(EventPattern::Prevented { by, to: to.clone() }));
    Some(Found { object: Some(to), number: true, ..Found::acted(pattern, &Who::You) })
}

/// Whom damage is dealt to.
pub(crate) fn recipient(p: &mut Parser<'_>) -> Option<Filter> {
    p.attempt(caster_of_giver).or_else(|| object_of(p))
}

/// "the player who cast ~", of the spell whose effect grants the ability that says so (201.5a): nobody cast a copy of it.
fn caster_of_giver(p: &mut Parser<'_>) -> Option<Filter> {
    p.expect("the player who cast")?;
    let giver = crate::grammar::reference::reference(p).filter(|r| matches!(r, Ref::Giver(_)))?;
    let cast = Condition::WasCast(giver, None, Some(Who::Ref(Ref::It)));
    Some(Filter::new(Kind::Player, Test::If(Box::new(cast))))
}

/// "is dealt [combat] damage [by …]".
pub(crate) fn is_dealt(p: &mut Parser<'_>, subject: &Subject) -> Option<Found> {
    p.eat_any(&["is dealt", "are dealt"])?;
    if p.eat("excess") {
        let combat = damage_kind(p)?;
        return Some(subject.found(EventPattern::ExcessDamage { to: subject.filter.clone(), combat }).counted());
    }
    let to = subject.filter.clone();
    let (pattern, by) = dealt(p, &to)?;
    let mut found = subject.found(pattern).counted();
    // The recipient stands in the event's object role, the source in its subject role.
    found.object = Some(to);
    found.subject = by;
    found.this = false;
    Some(found)
}

/// "your opponents are dealt combat damage, if any of that damage was dealt by a Warrior": once, where one such source dealt some of
/// the damage that is dealt to them at once.
pub(super) fn opponents_dealt(p: &mut Parser<'_>) -> Option<Found> {
    p.expect("your opponents are dealt")?;
    let combat = damage_kind(p)?;
    p.expect(", if any of that damage was dealt by")?;
    p.eat_any(&["a", "an"])?;
    let by = crate::grammar::noun::filter(p)?;
    let to = crate::grammar::event::player_filter(Who::Opponents);
    let dealt = EventPattern::Damage { by, to, combat };
    // "One or more Warriors deal combat damage to one or more opponents" (603.2c).
    let at_once = EventPattern::Batch(Box::new(EventPattern::Batch(Box::new(dealt))));
    Some(Found::acted(at_once, &Who::You))
}

/// Behind "is dealt": the damage, and by what.
pub(super) fn dealt(p: &mut Parser<'_>, to: &Filter) -> Option<(EventPattern, Option<Filter>)> {
    let range = range(p);
    let combat = damage_kind(p)?;
    // "by a single source": how much one source deals it at once.
    let single = range.is_some() && p.eat("by a single source");
    let by = if !single && p.eat("by") { Some(object_of(p)?) } else { None };
    let mut pattern = dealt_by(by.clone(), to, combat, single, range.clone());
    // "by a red spell you control or by a red planeswalker you control"
    if by.is_some()
        && let Some(other) = p.attempt(|p| {
            p.expect("or by")?;
            object_of(p)
        })
    {
        pattern = EventPattern::Or(vec![pattern, dealt_by(Some(other), to, combat, single, range)]);
        return Some((pattern, None));
    }
    Some((pattern, by))
}

/// One that is dealt damage by several sources at once is dealt damage once (603.2c).
fn dealt_by(
    by: Option<Filter>,
    to: &Filter,
    combat: Option<bool>,
    single: bool,
    range: Option<(Cmp, Amount)>,
) -> EventPattern {
    let once = by.is_none() && !single;
    let by = by.unwrap_or_else(|| anything(Kind::Object));
    let pattern = EventPattern::Damage { by, to: to.clone(), combat };
    in_range(if once { EventPattern::Batch(Box::new(pattern)) } else { pattern }, range)
}

/// "combat damage is dealt to you or a planeswalker you control".
pub(crate) fn dealt_to(p: &mut Parser<'_>) -> Option<Found> {
    let range = range(p);
    let combat = damage_kind(p)?;
    p.expect("is dealt to")?;
    let to = recipient(p)?;
    let by = if p.eat("by") { Some(object_of(p)?) } else { None };
    let pattern = dealt_by(by.clone(), &to, combat, false, range);
    Some(Found { subject: by, object: Some(to), number: true, ..Found::acted(pattern, &Who::You) })
}
