//! The board, and what lies beside it, on plain lines.

use lawmage_engine::{ObjectId, PlayerId, View};
use lawmage_ir::CardType;
use lawmage_words as words;

use crate::console::Console;

/// Under what a list's further lines stand.
const INDENT: &str = "    ";

/// Prints the game as the view shows it.
pub fn show(view: &View<'_>, console: &Console) {
    let me = view.me();
    heading(view, console);
    for player in view.players().filter(|p| *p != me) {
        side(view, player, console);
    }
    side(view, me, console);
    let hand: Vec<String> = view.hand().iter().map(|id| words::card(view, *id)).collect();
    console.wrapped(format!("  Hand: {}", list(hand)), INDENT);
    stack(view, console);
}

/// Prints the turn and the step.
pub fn heading(view: &View<'_>, console: &Console) {
    let mut when = words::when(view);
    if let Some(first) = when.get(..1).map(str::to_uppercase) {
        when.replace_range(..1, &first);
    }
    console.line("");
    console.wrapped(console.bold(format!("── {when} ──")), "");
}

/// The stack, the top first; nothing where it is empty.
pub fn stack(view: &View<'_>, console: &Console) {
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
        console.wrapped(format!("  {title} {} ({whose}){at}", view.object_name(*id)), INDENT);
    }
}

/// A player's name as the person is told it.
fn called(view: &View<'_>, player: PlayerId) -> String {
    if player == view.me() { "You".to_owned() } else { view.name(player).to_owned() }
}

/// "your graveyard", "Bot's graveyard".
fn whose(view: &View<'_>, player: PlayerId) -> String {
    if player == view.me() { "Your".to_owned() } else { format!("{}'s", view.name(player)) }
}

/// Prints graveyards, the top card first: that of the players of that name, or all.
pub fn graveyards(view: &View<'_>, name: &str, console: &Console) {
    let wanted = name.to_lowercase();
    let mine = matches!(wanted.as_str(), "me" | "my" | "mine" | "you" | "your");
    let theirs = matches!(wanted.as_str(), "their" | "theirs" | "opponent" | "opponent's");
    let fits = |player: &PlayerId| {
        let me = *player == view.me();
        wanted.is_empty() || (mine && me) || (theirs && !me) || view.name(*player).to_lowercase().starts_with(&wanted)
    };
    let found: Vec<PlayerId> = view.players().filter(fits).collect();
    if found.is_empty() {
        let names: Vec<&str> = view.players().map(|p| view.name(p)).collect();
        console.line(console.bad(format!("no player is called `{name}`: {}", names.join(", "))));
    }
    for player in found {
        let cards: Vec<String> = view.graveyard(player).iter().rev().map(|id| words::card(view, *id)).collect();
        let count = cards.len();
        console.wrapped(format!("{} graveyard ({count}): {}", whose(view, player), list_in_order(cards)), INDENT);
    }
}

/// Prints exile and the command zone.
pub fn exile(view: &View<'_>, console: &Console) {
    for player in view.players() {
        let owned = |id: &&ObjectId| view.object(**id).map_or(player == view.me(), |o| o.owner == player);
        let cards: Vec<String> = view.exile().iter().filter(owned).map(|id| words::card(view, *id)).collect();
        console.wrapped(format!("{} exiled cards: {}", whose(view, player), list(cards)), INDENT);
    }
}

/// Prints the mana in every pool.
pub fn mana(view: &View<'_>, console: &Console) {
    for player in view.players() {
        let pool = words::mana_pool(view.mana(player));
        let pool = if pool.is_empty() { "empty".to_owned() } else { pool };
        console.line(format!("{} mana pool: {pool}", whose(view, player)));
    }
}

fn side(view: &View<'_>, player: PlayerId, console: &Console) {
    let mut facts = vec![
        format!("{} life", view.life(player)),
        format!("{} in hand", view.hand_size(player)),
        format!("{} in library", view.library_size(player)),
        format!("{} in graveyard", view.graveyard(player).len()),
    ];
    facts.extend(view.player_counters(player).iter().map(|(kind, n)| format!("{n} {kind}")));
    let pool = view.mana(player);
    if !pool.is_empty() {
        facts.push(format!("mana {}", words::mana_pool(pool)));
    }
    console.wrapped(format!("{}  {}", console.bold(called(view, player)), facts.join(", ")), INDENT);
    let group = |of: &dyn Fn(ObjectId) -> bool| -> Vec<String> {
        let all = view.battlefield().filter(|o| o.controller == player && of(o.id));
        grouped(all.map(|o| combat_mark(view, o.id) + &words::permanent(view, &o)).collect())
    };
    let types = |id: ObjectId| view.object(id).map(|o| o.chars.types).unwrap_or_default();
    let creature = |id| types(id).has(CardType::Creature);
    let land = |id| types(id).has(CardType::Land) && !creature(id);
    let owned = |id: &&ObjectId| view.object(**id).is_some_and(|o| o.owner == player);
    let command = view.command().iter().filter(owned).map(|id| words::card(view, *id)).collect();
    let others = player != view.me();
    let revealed = view.seen_of_hand(player).filter(|_| others).map(|id| words::card(view, id)).collect();
    let rows = [
        ("Revealed hand", grouped(revealed)),
        ("Creatures", group(&creature)),
        ("Others", group(&|id| !creature(id) && !land(id))),
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
