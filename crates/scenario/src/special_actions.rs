//! Special actions that an entry means (116.2).

use lawmage_engine::{Action, Illegal, ObjectId, PlayerId, State};
use lawmage_ir::rule;

use crate::refs::Names;

/// The special action that turns a face-down permanent face up (116.2b); `cost` tells several apart.
pub(crate) fn turn_up(
    state: &State,
    names: &Names,
    player: PlayerId,
    reference: &str,
    cost: Option<&str>,
) -> Result<Action, Illegal> {
    let folded = crate::refs::fold(reference);
    let named =
        |id: &ObjectId| names.is(state, *id, reference) || crate::refs::fold(&state.face_up(*id).name) == folded;
    let agendas = state.legal_actions(player).into_iter().find(|a| match a {
        Action::Unveil { conspiracy } => named(conspiracy),
        _ => false,
    });
    if let Some(action) = agendas {
        return Ok(action);
    }
    let down = || state.permanents().filter(|id| state.is_face_down(*id));
    let mut all: Vec<ObjectId> = names.among(state, reference, down());
    if all.is_empty() {
        // Its controller knows its name (708.5).
        let wanted = crate::refs::fold(reference);
        all = down().filter(|id| state.hidden_name(*id).is_some_and(|n| crate::refs::fold(&n) == wanted)).collect();
    }
    all.sort_by_key(|id| state.controller(*id) != player);
    let supply = state.supply(player, false);
    let face = lawmage_ir::Face::default();
    let context = lawmage_oracle::Context { face: &face };
    let mut refused = None;
    for id in all {
        for (by, price) in state.ways_up(id) {
            let text = lawmage_oracle::print_cost(&price, &context);
            if cost.is_some_and(|c| crate::refs::fold(c) != crate::refs::fold(&text)) {
                continue;
            }
            match state.may_turn_up(player, id, by, &supply) {
                Ok(_) => return Ok(Action::TurnFaceUp { permanent: id, by }),
                Err(illegal) => refused = refused.or(Some(illegal)),
            }
        }
    }
    Err(refused.unwrap_or_else(|| Illegal::new(rule!("116.2b"), format!("{reference} can't be turned face up"))))
}

/// Unlocking the door of that name (116.2m).
pub(crate) fn unlock(state: &State, names: &Names, player: PlayerId, door: &str) -> Result<Action, Illegal> {
    let wanted = crate::refs::fold(door.split('#').next().unwrap_or(door));
    let supply = state.supply(player, false);
    let mut refused = None;
    for id in names.among(state, door, state.permanents().filter(|id| state.halves(*id).is_some())) {
        let half = state.halves(id).and_then(|h| h.named(|name| crate::refs::fold(name) == wanted));
        let Some(half) = half else { continue };
        match state.may_unlock(player, id, half, &supply) {
            Ok(_) => return Ok(Action::Unlock { permanent: id, half }),
            Err(illegal) => refused = refused.or(Some(illegal)),
        }
    }
    Err(refused.unwrap_or_else(|| Illegal::new(rule!("116.2m"), format!("there is no door {door}"))))
}
