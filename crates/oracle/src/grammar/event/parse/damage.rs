//! Damage as an event (120): "deals combat damage to a player", "is dealt damage".

use lawmage_ir::{EventPattern, Filter, Kind, Test};

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

/// Any recipient or source.
fn anything(kind: Kind) -> Filter {
    Filter::new(kind, Test::Any)
}

/// "deals [combat] damage [to …]".
pub(crate) fn deals(p: &mut Parser<'_>, subject: &Subject) -> Option<Found> {
    p.eat_any(&["deals", "deal"])?;
    let combat = damage_kind(p)?;
    // "One or more creatures … to one or more players", "~ … to one or more creatures": all of it at once is one event
    // (603.2c). Of each of several sources it would be one event each.
    let several = p.at("to one or more");
    let single = subject.this || matches!(subject.filter.test, Test::Is(_));
    if several && !subject.batch && !single {
        return p.fail("one source");
    }
    let to = if p.eat("to") { Some(recipient(p)?) } else { None };
    let mut by = subject.filter.clone();
    if by.kind == Kind::Permanent && by.test != Test::Is(lawmage_ir::Ref::This) && combat != Some(true) {
        // 120.3: the source may deal damage from any zone; creatures deal it from the battlefield.
        by.kind = Kind::Permanent;
    }
    let whom = to.clone().unwrap_or_else(|| anything(Kind::PlayerOrPermanent));
    let pattern = EventPattern::Damage { by, to: whom, combat };
    let pattern = if several { EventPattern::Batch(Box::new(pattern)) } else { pattern };
    let mut found = subject.found(pattern).counted();
    found.object = to.filter(|_| !several);
    Some(found)
}

/// "damage that would be dealt to you is prevented": once for what is prevented at once (615.13).
pub(crate) fn prevented(p: &mut Parser<'_>) -> Option<Found> {
    p.expect("damage that would be dealt to")?;
    let to = recipient(p)?;
    let by = if p.eat("by") { object_of(p)? } else { anything(Kind::Object) };
    p.expect("is prevented")?;
    let pattern = EventPattern::Batch(Box::new(EventPattern::Prevented { by, to: to.clone() }));
    Some(Found { pattern, subject: None, this: false, plural: false, object: Some(to), actor: false, number: true })
}

/// Whom damage is dealt to.
pub(crate) fn recipient(p: &mut Parser<'_>) -> Option<Filter> {
    object_of(p)
}

/// "is dealt [combat] damage [by …]".
pub(crate) fn is_dealt(p: &mut Parser<'_>, subject: &Subject) -> Option<Found> {
    p.eat_any(&["is dealt", "are dealt"])?;
    if p.eat("excess") {
        let combat = damage_kind(p)?;
        return Some(subject.found(EventPattern::ExcessDamage { to: subject.filter.clone(), combat }).counted());
    }
    let combat = damage_kind(p)?;
    let by = if p.eat("by") { Some(object_of(p)?) } else { None };
    let source = by.clone().unwrap_or_else(|| anything(Kind::Object));
    let pattern = EventPattern::Damage { by: source, to: subject.filter.clone(), combat };
    // One that is dealt damage by several sources at once is dealt damage once (603.2c).
    let pattern = if by.is_none() { EventPattern::Batch(Box::new(pattern)) } else { pattern };
    let mut found = subject.found(pattern).counted();
    // The recipient stands in the event's object role, the source in its subject role.
    found.object = subject.this.then(|| subject.filter.clone()).or_else(|| Some(subject.filter.clone()));
    found.subject = by;
    found.this = false;
    Some(found)
}
