//! The board on plain lines.

use lawmage_engine::{ObjectId, PlayerId, View};
use lawmage_ir::CardType;

use super::words;
use crate::console::Console;

/// Prints the game as the view shows it.
pub fn show(view: &View<'_>, console: &Console) {
    let me = view.me();
    let whose =
        if view.active() == me { "your turn".to_owned() } else { format!("{}'s turn", view.name(view.active())) };
    console.line("");
    let when = match view.turn() {
        0 => "Before the first turn".to_owned(),
        turn => format!("Turn {turn} ({whose}), {}", view.step().word()),
    };
    console.line(console.bold(format!("── {when} ──")));
    for player in view.players().filter(|p| *p != me) {
        side(view, player, console);
    }
    side(view, me, console);
    let hand: Vec<String> = view.hand().iter().map(|id| words::card(view, *id)).collect();
    console.line(format!("  Hand: {}", if hand.is_empty() { "none".to_owned() } else { grouped(hand).join(" · ") }));
    stack(view, console);
}

/// The stack, the top first.
fn stack(view: &View<'_>, console: &Console) {
    for (place, id) in view.stack().iter().rev().enumerate() {
        let Some(seen) = view.object(*id) else { continue };
        let title = if place == 0 { "Stack:" } else { "      " };
        let whose = if seen.controller == view.me() { "you" } else { view.name(seen.controller) };
        let targets: Vec<String> = seen
            .stack
            .into_iter()
            .flat_map(|s| &s.modes)
            .flat_map(|m| &m.targets)
            .flat_map(|t| &t.chosen)
            .map(|t| words::entity(view, *t))
            .collect();
        let at = if targets.is_empty() { String::new() } else { format!(" → {}", targets.join(", ")) };
        console.line(format!("  {title} {} ({whose}){at}", view.object_name(*id)));
    }
}

fn side(view: &View<'_>, player: PlayerId, console: &Console) {
    let name = if player == view.me() { "You".to_owned() } else { view.name(player).to_owned() };
    let mut facts = vec![
        format!("{} life", view.life(player)),
        format!("{} in hand", view.hand_size(player)),
        format!("{} in library", view.library_size(player)),
        format!("{} in graveyard", view.graveyard(player).len()),
    ];
    facts.extend(view.player_counters(player).iter().map(|(kind, n)| format!("{n} {kind}")));
    let pool = view.mana(player);
    if !pool.is_empty() {
        facts.push(format!("{} mana in the pool", pool.total()));
    }
    console.line(format!("{}  {}", console.bold(name), facts.join(", ")));
    let group = |of: &dyn Fn(ObjectId) -> bool| -> Vec<String> {
        let all = view.battlefield().filter(|o| o.controller == player && of(o.id));
        grouped(all.map(|o| combat_mark(view, o.id) + &words::permanent(view, &o)).collect())
    };
    let types = |id: ObjectId| view.object(id).map(|o| o.chars.types).unwrap_or_default();
    let creature = |id| types(id).has(CardType::Creature);
    let land = |id| types(id).has(CardType::Land) && !creature(id);
    let rows =
        [("Creatures", group(&creature)), ("Others", group(&|id| !creature(id) && !land(id))), ("Lands", group(&land))];
    for (title, row) in rows {
        if !row.is_empty() {
            console.line(format!("  {title}: {}", row.join(" · ")));
        }
    }
}

/// What a creature does in the combat at hand.
fn combat_mark(view: &View<'_>, id: ObjectId) -> String {
    let Some(combat) = view.combat() else { return String::new() };
    if combat.attacker(id).is_some() {
        return "attacking ".to_owned();
    }
    match combat.blocked_by(id).and_then(<[ObjectId]>::first) {
        Some(attacker) => format!("blocking {}: ", view.object_name(*attacker)),
        None => String::new(),
    }
}

/// Equal ones once, with their number.
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
