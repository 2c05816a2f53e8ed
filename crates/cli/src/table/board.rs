//! The board, and what lies beside it, on plain lines.

use lawmage_protocol::Entity;
use lawmage_protocol::observation::{Object, Player};

use super::seen::{Seen, card, name};
use crate::console::Console;

/// Under what a list's further lines stand.
const INDENT: &str = "    ";

/// Prints the game as it is seen.
pub fn show(seen: Seen<'_>, console: &Console) {
    heading(seen, console);
    for player in seen.players() {
        side(seen, player, console);
    }
    let hand = seen.players().filter(|player| seen.is_me(player.seat)).flat_map(|player| &player.hand);
    console.wrapped(format!("  Hand: {}", list(hand.map(card).collect())), INDENT);
    stack(seen, console);
}

/// Prints the turn and the step.
pub fn heading(seen: Seen<'_>, console: &Console) {
    let mut when = seen.when();
    if let Some(first) = when.get(..1).map(str::to_uppercase) {
        when.replace_range(..1, &first);
    }
    console.line("");
    console.wrapped(console.bold(format!("── {when} ──")), "");
}

/// The stack, the top first; nothing where it is empty.
pub fn stack(seen: Seen<'_>, console: &Console) {
    for (place, object) in seen.0.stack.iter().rev().enumerate() {
        let title = if place == 0 { "Stack:" } else { "      " };
        let whose = if seen.is_me(object.controller) { "you" } else { seen.name(object.controller) };
        let targets: Vec<String> = object.targets.iter().map(|target| seen.entity(*target)).collect();
        let at = if targets.is_empty() { String::new() } else { format!(" → {}", targets.join(", ")) };
        console.wrapped(format!("  {title} {} ({whose}){at}", name(object)), INDENT);
    }
}

/// Prints graveyards, the top card first: that of the players of that name, or all.
pub fn graveyards(seen: Seen<'_>, name: &str, console: &Console) {
    let wanted = name.to_lowercase();
    let mine = matches!(wanted.as_str(), "me" | "my" | "mine" | "you" | "your");
    let theirs = matches!(wanted.as_str(), "their" | "theirs" | "opponent" | "opponent's");
    let fits = |player: &&Player| {
        let me = seen.is_me(player.seat);
        wanted.is_empty() || (mine && me) || (theirs && !me) || player.name.to_lowercase().starts_with(&wanted)
    };
    let found: Vec<&Player> = seen.0.players.iter().filter(fits).collect();
    if found.is_empty() {
        let names: Vec<&str> = seen.0.players.iter().map(|player| player.name.as_str()).collect();
        console.line(console.bad(format!("no player is called `{name}`: {}", names.join(", "))));
    }
    for player in found {
        let cards: Vec<String> = player.graveyard.iter().rev().map(card).collect();
        let count = cards.len();
        let whose = seen.whose(player.seat);
        console.wrapped(format!("{whose} graveyard ({count}): {}", list_in_order(cards)), INDENT);
    }
}

/// Prints the exiled cards of each player.
pub fn exile(seen: Seen<'_>, console: &Console) {
    for player in &seen.0.players {
        let cards = seen.0.exile.iter().filter(|object| object.owner == player.seat).map(card).collect();
        console.wrapped(format!("{} exiled cards: {}", seen.whose(player.seat), list(cards)), INDENT);
    }
}

/// Prints the mana in every pool.
pub fn mana(seen: Seen<'_>, console: &Console) {
    for player in &seen.0.players {
        let pool = if player.mana.is_empty() { "empty" } else { &player.mana };
        console.line(format!("{} mana pool: {pool}", seen.whose(player.seat)));
    }
}

fn side(seen: Seen<'_>, player: &Player, console: &Console) {
    let mut facts = vec![
        format!("{} life", player.life),
        format!("{} in hand", player.hand_size),
        format!("{} in library", player.library_size),
        format!("{} in graveyard", player.graveyard.len()),
    ];
    facts.extend(player.counters.iter().map(|counters| format!("{} {}", counters.count, counters.kind)));
    facts.extend(player.marks.iter().cloned());
    if !player.mana.is_empty() {
        facts.push(format!("mana {}", player.mana));
    }
    console.wrapped(format!("{}  {}", console.bold(seen.called(player.seat)), facts.join(", ")), INDENT);
    let group = |of: &dyn Fn(&Object) -> bool| -> Vec<String> {
        let all = seen.0.battlefield.iter().filter(|object| object.controller == player.seat && of(object));
        grouped(all.map(|object| combat_mark(seen, object) + &seen.permanent(object)).collect())
    };
    let is = |object: &Object, card_type: &str| {
        object.face.as_ref().is_some_and(|face| face.types.split(" — ").next().unwrap_or("").contains(card_type))
    };
    let creature = |object: &Object| is(object, "Creature");
    let land = |object: &Object| is(object, "Land") && !creature(object);
    let command = seen.0.command.iter().filter(|object| object.owner == player.seat).map(card).collect();
    let revealed = player.hand.iter().filter(|_| !seen.is_me(player.seat)).map(card).collect();
    let rows = [
        ("Revealed hand", grouped(revealed)),
        ("Creatures", group(&creature)),
        ("Others", group(&|object| !creature(object) && !land(object))),
        ("Lands", group(&land)),
        ("Command zone", grouped(command)),
    ];
    for (title, row) in rows {
        if !row.is_empty() {
            console.wrapped(format!("  {title}: {}", row.join(" · ")), INDENT);
        }
    }
}

/// What a creature does in the combat at hand.
fn combat_mark(seen: Seen<'_>, object: &Object) -> String {
    let attackers = seen.0.combat.iter().flat_map(|combat| &combat.attackers);
    for attacker in attackers {
        if attacker.creature == object.handle {
            return "attacking ".to_owned();
        }
        if attacker.blockers.contains(&object.handle) {
            return format!("blocking {}: ", seen.entity(Entity::Object(attacker.creature)));
        }
    }
    String::new()
}

/// Equal ones once, with their number; "none" for none.
fn list(all: Vec<String>) -> String {
    if all.is_empty() { "none".to_owned() } else { grouped(all).join(" · ") }
}

/// As they lie, neighbours that are equal once: the order of a graveyard counts.
fn list_in_order(all: Vec<String>) -> String {
    if all.is_empty() {
        return "none".to_owned();
    }
    let runs = all.chunk_by(|a, b| a == b).filter_map(|run| {
        let first = run.first()?;
        Some(if run.len() > 1 { format!("{}× {first}", run.len()) } else { first.clone() })
    });
    runs.collect::<Vec<_>>().join(" · ")
}

fn grouped(all: Vec<String>) -> Vec<String> {
    let mut groups: Vec<(String, usize)> = Vec::new();
    for one in all {
        match groups.iter_mut().find(|(text, _)| *text == one) {
            Some((_, n)) => *n += 1,
            None => groups.push((one, 1)),
        }
    }
    groups.into_iter().map(|(text, n)| if n > 1 { format!("{n}× {text}") } else { text }).collect()
}
