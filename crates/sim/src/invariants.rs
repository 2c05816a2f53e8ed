//! What must hold of every state between ticks (design §7).

use lawmage_engine::object::ObjectKind;
use lawmage_engine::{Entity, ObjectId, State};
use lawmage_ir::Zone;

/// Checks a state. `owned` is what [`cards_owned`] said as the game began.
///
/// # Errors
/// Which invariant is broken, and where.
pub fn check(state: &State, owned: &[usize]) -> Result<(), String> {
    if cards_owned(state) != owned {
        return Err(format!("cards were not conserved: {:?}, not {owned:?}", cards_owned(state)));
    }
    one_zone_each(state)?;
    attachments_agree(state)?;
    combat_is_on_the_battlefield(state)
}

fn listed(state: &State) -> impl Iterator<Item = (ObjectId, Zone)> + '_ {
    let shared = [
        (&state.battlefield, Zone::Battlefield),
        (&state.stack, Zone::Stack),
        (&state.exile, Zone::Exile),
        (&state.command, Zone::Command),
    ];
    let own = state.players.iter().flat_map(|p| {
        [
            (&p.library, Zone::Library),
            (&p.hand, Zone::Hand),
            (&p.graveyard, Zone::Graveyard),
            (&p.sideboard, Zone::Outside),
            (&p.attractions, Zone::Command),
        ]
    });
    shared.into_iter().chain(own).flat_map(|(ids, zone)| ids.iter().map(move |id| (*id, zone)))
}

/// Every object stands in the one list of its zone, under its present id.
fn one_zone_each(state: &State) -> Result<(), String> {
    let mut seen = vec![false; state.objects.len()];
    for (id, zone) in listed(state) {
        let Some(object) = state.get(id) else { return Err(format!("{id:?} in {zone:?} is no longer that object")) };
        if object.zone != zone {
            return Err(format!("{} is listed in {zone:?} but is in {:?}", object.base.name, object.zone));
        }
        if std::mem::replace(&mut seen[id.index()], true) {
            return Err(format!("{} is in two zones", object.base.name));
        }
        if (zone == Zone::Battlefield) != object.permanent.is_some() {
            return Err(format!("{} in {zone:?} has the parts of a permanent amiss", object.base.name));
        }
        if (zone == Zone::Stack) != object.stack.is_some() {
            return Err(format!("{} in {zone:?} has the parts of a stack object amiss", object.base.name));
        }
    }
    for (slot, object) in state.objects.iter().enumerate() {
        if (object.kind == ObjectKind::Vacant) == seen[slot] {
            return Err(format!("slot {slot} ({:?}, {}) is in no zone", object.kind, object.base.name));
        }
    }
    Ok(())
}

/// What is attached knows its host, and the host knows it.
fn attachments_agree(state: &State) -> Result<(), String> {
    for id in &state.battlefield {
        let Some(permanent) = state.permanent(*id) else { continue };
        if let Some(Entity::Object(host)) = permanent.attached_to
            && let Some(other) = state.permanent(host)
            && !other.attachments.contains(id)
        {
            return Err(format!("{} is attached to {}, which doesn't know", state.name_of(*id), state.name_of(host)));
        }
        for attachment in &permanent.attachments {
            if state.permanent(*attachment).and_then(|p| p.attached_to) != Some(Entity::Object(*id)) {
                return Err(format!("{} holds an attachment that isn't there", state.name_of(*id)));
            }
        }
    }
    Ok(())
}

fn combat_is_on_the_battlefield(state: &State) -> Result<(), String> {
    let Some(combat) = &state.combat else { return Ok(()) };
    for id in combat.attackers.iter().map(|a| a.id).chain(combat.blockers.iter().map(|(b, _)| *b)) {
        if state.permanent(id).is_none() {
            return Err("a creature in combat is not on the battlefield (506.4)".to_owned());
        }
    }
    Ok(())
}

/// How many cards each player owns, for comparing before and after.
#[must_use]
pub fn cards_owned(state: &State) -> Vec<usize> {
    state
        .seats()
        .map(|p| state.objects.iter().filter(|o| o.owner == p && matches!(o.kind, ObjectKind::Card(_))).count())
        .collect()
}
