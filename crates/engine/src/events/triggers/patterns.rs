//! What a pattern of a triggered ability says of the events of one batch (603.2c).

use lawmage_ir::{Amount, EventPattern, Filter, Kind, Test, visit};

use crate::read::context::Context;
use crate::state::State;
use crate::state::chars::AbilityKey;
use crate::state::event::Event;
use crate::state::ids::Entity;
use crate::state::occurrence::Occurrence;

/// Whether one of the events that a pattern speaks of is such a one, whatever else is said of it.
fn any(pattern: &EventPattern, is: fn(&EventPattern) -> bool) -> bool {
    match pattern {
        EventPattern::Or(all) => all.iter().any(|one| any(one, is)),
        EventPattern::While(inner, _) | EventPattern::Nth(inner, _) | EventPattern::Number(inner, ..) => any(inner, is),
        event => is(event),
    }
}

/// Whether it is of several events as one.
pub(super) fn is_batch(pattern: &EventPattern) -> bool {
    is_of_one_source(pattern) || any(pattern, |event| matches!(event, EventPattern::Batch(_)))
}

/// The part of a pattern that an event fits: of "discards a card or mills one or more cards", one of the two.
pub(super) fn part<'p>(
    state: &State,
    pattern: &'p EventPattern,
    occurrence: &Occurrence,
    context: &Context<'_>,
) -> &'p EventPattern {
    let EventPattern::Or(all) = pattern else { return pattern };
    let fitting = all.iter().find(|one| state.matches(one, occurrence, context));
    fitting.map_or(pattern, |one| part(state, one, occurrence, context))
}

/// The event as the trigger speaks of it: for "one or more", with its subject listed.
// 120.9: the number is that of the events the pattern speaks of.
pub(super) fn told(
    state: &State,
    pattern: &EventPattern,
    occurrence: &Occurrence,
    context: &Context<'_>,
) -> Occurrence {
    let pattern = part(state, pattern, occurrence, context);
    let mut occurrence = occurrence.clone();
    if is_batch(pattern) {
        let roles = occurrence.event.roles();
        occurrence.subjects = roles.subject.into_iter().collect();
        occurrence.sum = roles.number;
    } else if matches!(occurrence.event, Event::AttackDeclared { .. })
        && let Some(with) = declared_with(pattern)
    {
        // 508.3d: of all that attack, those the trigger speaks of.
        let fitting = state.declared_in(occurrence.batch).filter(|id| state.fits((*id).into(), with, context));
        occurrence.subjects = fitting.map(Entity::Object).collect();
        occurrence.sum = occurrence.subjects.len() as u32;
    }
    occurrence
}

/// Which attackers a trigger on a declaration of attackers speaks of.
fn declared_with(pattern: &EventPattern) -> Option<&Filter> {
    match pattern {
        EventPattern::AttackDeclared { with, .. } => Some(with),
        EventPattern::While(inner, _) | EventPattern::Nth(inner, _) | EventPattern::Number(inner, ..) => {
            declared_with(inner)
        }
        _ => None,
    }
}

/// Whether it is of what a player does to "one or more" objects: "whenever a player mills one or more cards".
pub(super) fn is_of_each_player(pattern: &EventPattern) -> bool {
    any(
        pattern,
        |event| matches!(event, EventPattern::Batch(inner) if matches!(**inner, EventPattern::Moves { by: Some(_), .. })),
    )
}

/// Whether it is of "one or more" that are dealt damage, each of which is dealt it by several sources as one (603.2c).
pub(super) fn is_of_several(pattern: &EventPattern) -> bool {
    match pattern {
        EventPattern::Batch(inner) => matches!(**inner, EventPattern::Batch(_)),
        EventPattern::While(inner, _) | EventPattern::Nth(inner, _) | EventPattern::Number(inner, ..) => {
            is_of_several(inner)
        }
        _ => false,
    }
}

/// Whether it is of a source that deals damage, to whomever, or of a certain one that deals it to "one or more": what that deals at
/// once to several is one event (603.2c, 120.2).
pub(super) fn is_of_one_source(pattern: &EventPattern) -> bool {
    any(pattern, |event| match event {
        EventPattern::Damage { to, .. } => to.kind == Kind::PlayerOrPermanent && to.test == Test::Any,
        EventPattern::Batch(inner) => {
            matches!(&**inner, EventPattern::Damage { by, .. } if matches!(by.test, Test::Is(_)))
        }
        _ => false,
    })
}

/// How often an event triggers what speaks of one counter: "whenever a +1/+1 counter is put on ~" once for each (603.2c).
pub(super) fn times(pattern: &EventPattern, event: &Event) -> u32 {
    match (pattern, event) {
        (EventPattern::CountersPut { .. }, Event::CountersPut { amount, .. })
        | (EventPattern::CountersRemoved { last: false, .. }, Event::CountersRemoved { amount, .. }) => {
            (*amount).clamp(1, MOST_TIMES)
        }
        (EventPattern::Or(any), _) => any.iter().map(|one| times(one, event)).max().unwrap_or(1),
        // A chapter ability is of one or more, whose number it asks for (714.2b).
        (EventPattern::While(inner, condition), _)
            if !visit::any(&**condition, |n: &Amount| matches!(n, Amount::Event)) =>
        {
            times(inner, event)
        }
        _ => 1,
    }
}

/// So many times one event triggers an ability at most.
const MOST_TIMES: u32 = 1_000;

/// It triggers once for each player who does so (603.2c).
pub(super) fn same_mover(a: &Event, b: &Event) -> bool {
    match (a, b) {
        (Event::Moved { by: x, .. }, Event::Moved { by: y, .. }) => x == y,
        _ => true,
    }
}

/// "One or more … deal damage to a player" triggers once for each player, as "one or more … attack a player" does (508.3e),
/// and "one or more counters are put on a creature" for each creature (603.2c).
pub(super) fn same_target(state: &State, pattern: &EventPattern, a: &Event, b: &Event) -> bool {
    match (a, b) {
        (Event::Attacked { .. }, Event::Attacked { .. }) => state.is_one_attack(pattern, a, b),
        (Event::Damage { to: x, .. }, Event::Damage { to: y, .. }) => x == y,
        (Event::CountersPut { on: x, .. }, Event::CountersPut { on: y, .. }) => x == y,
        _ => true,
    }
}

/// Whether both are damage that one source deals.
pub(super) fn same_source(a: &Event, b: &Event) -> bool {
    match (a, b) {
        (Event::Damage { source: x, .. }, Event::Damage { source: y, .. }) => x == y,
        _ => false,
    }
}

/// 709.5h: "when you unlock this door" speaks of the half that the ability is on.
pub(super) fn is_of_another_door(pattern: &EventPattern, event: &Event, key: AbilityKey) -> bool {
    match (pattern, event) {
        (EventPattern::Unlocks { fully: false, .. }, Event::Unlocked { half, .. }) => key.half() != *half,
        _ => false,
    }
}
