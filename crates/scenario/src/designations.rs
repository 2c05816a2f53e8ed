//! Designations of permanents and players, by name.

use lawmage_engine::state::object::SECTORS;
use lawmage_engine::{ObjectId, PlayerId, State, View};
use serde_json::Value;

use crate::expectations::compare;
use crate::model::{Designation, OneOrMany};
use crate::refs::{self, Names};
use crate::report::{Outcomes, Trouble};

/// Fails when an object or player does not have the designation as expected.
pub(crate) fn holds(state: &State, names: &Names, asked: &Designation) -> Outcomes<()> {
    let what = format!("{} {}", asked.of, asked.name);
    let name = crate::refs::fold(&asked.name).replace(['-', '_', '’', '\''], " ");
    let found = match refs::player(state, &asked.of) {
        Some(player) => of_player(state, player, &name),
        None if name == "visible" => Some(Value::Bool(is_visible(state, names, asked)?)),
        None => {
            let player = asked.player.as_deref().and_then(|p| refs::player(state, p));
            let all = state.permanents().filter(|id| player.is_none_or(|p| state.controller(*id) == p));
            let Some(id) = names.among(state, &asked.of, all).first().copied() else {
                return Err(Trouble::fail(format!("there is no {} on the battlefield", asked.of)));
            };
            let by: Vec<String> = asked.by.as_ref().map(OneOrMany::texts).unwrap_or_default();
            of_permanent(state, id, &name, &by)?
        }
    };
    let found = found.ok_or_else(|| Trouble::unsupported(format!("the designation {}", asked.name)))?;
    // A number and a flag say the same where there is one or none.
    let number = |v: &Value| v.as_i64().or_else(|| v.as_bool().map(i64::from));
    match (number(&asked.is), number(&found)) {
        (Some(wanted), Some(found)) => compare(&what, &wanted, &found),
        _ => compare(&what, &asked.is.to_string(), &found.to_string()),
    }
}

/// Whether those players see an object; of what is face down, its face.
fn is_visible(state: &State, names: &Names, asked: &Designation) -> Outcomes<bool> {
    let player = |n: &String| refs::known_player(state, n);
    let players = asked.by.as_ref().map(OneOrMany::texts).unwrap_or_default();
    let players = players.iter().map(player).collect::<Outcomes<Vec<PlayerId>>>()?;
    let Some(id) = names.anywhere(state, &asked.of).first().copied() else {
        return Err(Trouble::fail(format!("there is no {}", asked.of)));
    };
    let down = state.is_face_down(id);
    let sees = |view: View<'_>| if down { view.under(id).is_some() } else { view.may_look(id) };
    Ok(players.iter().all(|p| sees(View::new(state, *p, None))))
}

fn of_player(state: &State, player: PlayerId, name: &str) -> Option<Value> {
    let seat = state.player(player);
    Some(match name {
        "initiative" => Value::Bool(state.initiative() == Some(player)),
        "completed dungeons" => Value::from(seat.completed.len()),
        "room" => Value::from(state.room_of(player).map_or("none", |room| &room.name)),
        "monarch" => Value::Bool(state.monarch() == Some(player)),
        "city s blessing" | "citys blessing" | "blessing" => Value::Bool(seat.blessing),
        "controlled" => Value::Bool(state.decider(player) != player),
        "decided by" => Value::from(state.player(state.decider(player)).name.as_str()),
        "turn marker" => Value::from(state.markers().iter().find(|m| m.holder == player).map_or(0, |m| m.number)),
        "taking a turn" => Value::Bool(state.markers().iter().any(|m| m.holder == player && m.taking)),
        "speed" => Value::from(seat.speed),
        "max speed" => Value::Bool(seat.speed >= 4),
        _ => return None,
    })
}

fn of_permanent(state: &State, id: ObjectId, name: &str, by: &[String]) -> Outcomes<Option<Value>> {
    let Some(permanent) = state.permanent(id) else { return Ok(None) };
    let marks = permanent.designations;
    let players = || -> Outcomes<Vec<PlayerId>> { by.iter().map(|n| refs::known_player(state, n)).collect() };
    Ok(Some(match name {
        "suspected" => Value::Bool(marks.suspected.is_some()),
        "monstrous" => Value::Bool(marks.monstrous),
        "renowned" => Value::Bool(marks.renowned),
        "exerted" => Value::Bool(marks.exerted != 0),
        "sector" => Value::from(state.sector(id).map_or("none", |n| SECTORS[usize::from(n.min(2))])),
        "left half unlocked" => Value::Bool(marks.unlocked[0]),
        "right half unlocked" => Value::Bool(marks.unlocked[1]),
        "saddled" => Value::Bool(marks.saddled),
        "solved" => Value::Bool(marks.solved),
        "harnessed" => Value::Bool(marks.harnessed),
        "prepared" => Value::Bool(marks.prepared.is_some()),
        "ring-bearer" | "ring bearer" => Value::Bool(marks.ring_bearer),
        // 716.2d
        "level" | "class level" => Value::from(permanent.level.max(1)),
        "commander" => Value::Bool(state.is_commander(id)),
        "signature spell" => Value::Bool(state.is_signature_spell(id)),
        "protector" => {
            let wanted = players()?;
            Value::Bool(permanent.protector.is_some_and(|p| wanted.is_empty() || wanted.contains(&p)))
        }
        "goaded" => {
            let goaders: Vec<PlayerId> = state.goaders(id).collect();
            Value::Bool(!goaders.is_empty() && players()?.iter().all(|p| goaders.contains(p)))
        }
        _ => return Ok(None),
    }))
}
