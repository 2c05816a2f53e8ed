//! The whole board on lines: what a judge sees who stands at the table, and what is hidden from players.

use lawmage_engine::state::object::ObjectKind;
use lawmage_engine::state::player::Standing;
use lawmage_engine::{ObjectId, PlayerId, State};
use lawmage_ir::{CounterKind, ManaType, Zone};

use crate::report::Board;
use crate::story::step_name;
use crate::{effects, words};

/// The board as it is.
pub(crate) fn board(state: &State) -> Board {
    let turn = state.turn();
    let when = match turn.number {
        0 => "before the first turn".to_owned(),
        n => format!("turn {n} of {}, {}", state.player(turn.active).name, step_name(turn.step)),
    };
    let mut lines = Vec::new();
    for player in state.seats() {
        seat(state, player, &mut lines);
    }
    combat(state, &mut lines);
    stack(state, &mut lines);
    game(state, &mut lines);
    Board { when, lines }
}

/// A player with their zones and permanents.
fn seat(state: &State, player: PlayerId, lines: &mut Vec<String>) {
    let seated = state.player(player);
    let mut facts = vec![format!("{} life", seated.life)];
    facts.extend(seated.counters.iter().map(|(kind, n)| counters(kind, n)));
    match seated.standing {
        Standing::Playing => {}
        Standing::Lost(rule) => facts.push(format!("has lost ({rule})")),
        Standing::Conceded => facts.push("has conceded (104.3a)".to_owned()),
        Standing::Drew => facts.push("has drawn (801.15)".to_owned()),
    }
    let turn = state.turn();
    for (is, word) in [
        (turn.active == player, "active player"),
        (turn.priority == Some(player) && state.result().is_none(), "has priority"),
        (state.monarch() == Some(player), "the monarch"),
        (state.initiative() == Some(player), "has the initiative"),
        (seated.blessing, "has the city's blessing"),
    ] {
        if is {
            facts.push(word.to_owned());
        }
    }
    if seated.speed > 0 {
        facts.push(format!("speed {}", seated.speed));
    }
    if turn.active == player && seated.lands_played > 0 {
        facts.push(format!("land plays taken this turn: {}", seated.lands_played));
    }
    if !seated.mana.is_empty() {
        facts.push(format!("mana pool {}", pool(state, player)));
    }
    if !seated.completed.is_empty() {
        facts.push(format!("dungeons completed: {}", seated.completed.join(", ")));
    }
    lines.push(format!("{}: {}", seated.name, facts.join(", ")));
    for id in state.permanents().filter(|id| state.controller(*id) == player) {
        permanent(state, id, lines);
    }
    for id in state.battlefield().iter().filter(|id| state.permanent(**id).is_some_and(|p| p.phased_out)) {
        if state.controller(*id) == player {
            lines.push(format!("  {} is phased out (702.26b)", words::object(state, *id)));
        }
    }
    zones(state, player, lines);
}

/// Mana with its colors, and what of it is special.
fn pool(state: &State, player: PlayerId) -> String {
    let pool = &state.player(player).mana;
    let plain = ManaType::ALL.iter().map(|m| m.to_string().repeat(usize::from(pool.plain[m.index()])));
    let special = pool.special.iter().map(|mana| {
        let snow = if mana.snow { " (snow)" } else { "" };
        let only = if mana.rider.is_some() { " (restricted)" } else { "" };
        format!("{}{snow}{only} of {}", mana.mana, words::object(state, mana.source))
    });
    plain.chain(special).filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
}

fn counters(kind: &CounterKind, n: u32) -> String {
    format!("{n} {kind} counter{}", if n == 1 { "" } else { "s" })
}

/// One permanent: what it is, then all that is so of it.
fn permanent(state: &State, id: ObjectId, lines: &mut Vec<String>) {
    let (Some(object), Some(permanent)) = (state.get(id), state.permanent(id)) else { return };
    let chars = state.chars(id);
    let mut facts = Vec::new();
    if let Some(size) = words::size(chars) {
        facts.push(size);
    }
    facts.push(words::type_line(chars));
    facts.push(words::colors(chars));
    if permanent.damage > 0 {
        facts.push(format!(
            "{} damage{}",
            permanent.damage,
            if permanent.deathtouched { ", from deathtouch" } else { "" }
        ));
    }
    facts.extend(object.counters.iter().map(|(kind, n)| counters(kind, n)));
    let sick = chars.is_creature() && state.is_summoning_sick(id);
    for (is, word) in [
        (permanent.tapped, "tapped"),
        (permanent.face_down, "face down"),
        (permanent.flipped, "flipped"),
        (sick, "summoning sick (302.6)"),
        (permanent.loyalty_uses > 0, "loyalty ability activated this turn"),
        (permanent.designations.monstrous, "monstrous"),
        (permanent.designations.renowned, "renowned"),
        (permanent.designations.suspected.is_some(), "suspected"),
        (permanent.designations.saddled, "saddled"),
        (permanent.designations.solved, "solved"),
        (permanent.designations.ring_bearer, "Ring-bearer"),
        (permanent.designations.exerted != 0, "exerted"),
        (!permanent.regeneration_shields.is_empty(), "will regenerate"),
        (matches!(object.kind, ObjectKind::Token), "token"),
    ] {
        if is {
            facts.push(word.to_owned());
        }
    }
    if permanent.level > 0 {
        facts.push(format!("level {}", permanent.level));
    }
    if let Some(host) = permanent.attached_to {
        facts.push(format!("attached to {}", words::entity(state, host)));
    }
    if let Some(protector) = permanent.protector {
        facts.push(format!("protected by {}", state.player(protector).name));
    }
    if object.owner != state.controller(id) {
        facts.push(format!("owned by {}", state.player(object.owner).name));
    }
    if let Some(printed) = printed_name(state, id).filter(|name| *name != &*chars.name) {
        let what = if permanent.face_down { "it is" } else { "the card is" };
        facts.push(format!("{what} {printed}"));
    }
    let abilities: Vec<String> = chars.abilities.iter().filter_map(|on| words::ability(chars, on)).collect();
    lines.push(format!("  {} — {}", words::object(state, id), facts.join(", ")));
    if !abilities.is_empty() {
        lines.push(format!("      {}", abilities.join(" / ")));
    }
}

/// What is printed as the name of the face that is, or would be, up.
fn printed_name(state: &State, id: ObjectId) -> Option<&str> {
    let object = state.get(id)?;
    let ObjectKind::Card(card) = object.kind else { return None };
    let def = state.cards().get(usize::from(card))?;
    Some(&def.faces.get(usize::from(object.face))?.name)
}

/// The player's other zones; what is hidden is said to be so.
fn zones(state: &State, player: PlayerId, lines: &mut Vec<String>) {
    let names = |ids: &[ObjectId]| {
        let mut all: Vec<(String, usize)> = Vec::new();
        for id in ids {
            let object = state.get(*id);
            let on: Vec<String> =
                object.iter().flat_map(|o| o.counters.iter().map(|(kind, n)| counters(kind, n))).collect();
            let mut name = if state.is_concealed(*id) {
                format!("{} (face down)", state.face_up(*id).name)
            } else {
                words::object(state, *id)
            };
            if !on.is_empty() {
                name.push_str(&format!(" with {}", on.join(", ")));
            }
            match all.iter_mut().find(|(other, _)| *other == name) {
                Some((_, n)) => *n += 1,
                None => all.push((name, 1)),
            }
        }
        let each = all.into_iter().map(|(name, n)| if n > 1 { format!("{n} {name}") } else { name });
        each.collect::<Vec<_>>().join(", ")
    };
    let seated = state.player(player);
    let own = |all: &[ObjectId]| -> Vec<ObjectId> {
        all.iter().copied().filter(|id| state.get(*id).is_some_and(|o| o.owner == player)).collect()
    };
    let top_first: Vec<ObjectId> = seated.graveyard.iter().rev().copied().collect();
    for (zone, ids, note) in [
        (Zone::Hand, seated.hand.clone(), "hidden from opponents"),
        (Zone::Graveyard, top_first, "top first"),
        (Zone::Exile, own(state.exile()), ""),
        (Zone::Command, own(state.command()), ""),
    ] {
        if !ids.is_empty() {
            let note = if note.is_empty() { String::new() } else { format!(", {note}") };
            lines.push(format!("  {} ({}{note}): {}", zone.word(), ids.len(), names(&ids)));
        }
    }
    const TOP: usize = 7;
    let library = seated.library.len();
    let top = seated.library.get(..library.min(TOP)).unwrap_or_default();
    let rest = if library > TOP { ", …" } else { "" };
    lines.push(format!("  library ({library}, hidden, top first): {}{rest}", names(top)));
}

fn combat(state: &State, lines: &mut Vec<String>) {
    let Some(combat) = state.combat() else { return };
    for attacker in &combat.attackers {
        let at = attacker.defender.map_or_else(|| "nothing".to_owned(), |d| words::entity(state, d));
        let blockers: Vec<String> = attacker.blockers.iter().map(|id| words::object(state, *id)).collect();
        let blocked = match attacker.blocked {
            None => "blockers are not declared yet".to_owned(),
            Some(false) => "unblocked".to_owned(),
            Some(true) if blockers.is_empty() => "blocked by nothing that is still there (509.1h)".to_owned(),
            Some(true) => format!("blocked by {}", blockers.join(", ")),
        };
        lines.push(format!("Combat: {} attacks {at}, {blocked}", words::object(state, attacker.id)));
    }
}

/// The stack, top first, with what is known of each.
fn stack(state: &State, lines: &mut Vec<String>) {
    for (n, id) in state.stack().iter().rev().enumerate() {
        let Some(seen) = state.seen(*id) else { continue };
        let whose = &state.player(seen.controller).name;
        let kind = if seen.object.is_ability() { "ability of " } else { "" };
        let targets: Vec<String> = state.targets_of(&seen).map(|t| words::entity(state, t)).collect();
        let at = if targets.is_empty() { String::new() } else { format!(", targeting {}", targets.join(", ")) };
        let x = seen.object.stack.as_ref().and_then(|s| s.facts.x).map(|x| format!(", X = {x}")).unwrap_or_default();
        lines.push(format!("Stack {}: {kind}{} ({whose}'s){at}{x}", n + 1, words::object(state, *id)));
    }
}

/// What belongs to nobody: day and night, effects, what waits, the result.
fn game(state: &State, lines: &mut Vec<String>) {
    if let Some(day) = state.day() {
        lines.push(if day { "It is day." } else { "It is night." }.to_owned());
    }
    lines.extend(state.effects().iter().map(|effect| format!("Effect: {}", effects::line(state, effect))));
    for waiting in state.delayed() {
        lines.push(format!("Waiting: a delayed triggered ability of {}", words::object(state, waiting.source)));
    }
    match state.result() {
        Some(lawmage_engine::GameResult::Draw(rule)) => lines.push(format!("The game is a draw ({rule}).")),
        Some(lawmage_engine::GameResult::Won(players)) => {
            let names: Vec<&str> = players.iter().map(|p| state.player(*p).name.as_str()).collect();
            lines.push(format!("The game is won by {}.", names.join(", ")));
        }
        None => {}
    }
}
