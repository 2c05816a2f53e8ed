//! Help at the table: what can be typed, and what a card says.

use lawmage_cards::{CardId, CardPool, fold_name};
use lawmage_protocol::observation::Object;

use super::seen::{Seen, described};
use crate::console::Console;

/// What can be typed.
pub const TEXT: &str = "\
Answer with the numbers shown; the line before > says how.
  Enter, pass      pass priority (the option marked *)
  pass turn        pass until the turn ends; opponents' spells and attacks still stop you
  1 3, all         several at once; y and n for yes and no
  1>2              creature 1 blocks attacker 2, or attacks option 2
  undo             take back what you did last; again and again
  repeat 20        suggest to do again, so many times, what was done since your last action; the others accept or
                   shorten it (729.2). `repeat 20 3` since your last three actions
  board, log       the board again; the last events with their rules (`log 200`, `log all`)
  graveyard, exile what lies there; `graveyard their` for the opponent's
  stack, mana      what waits to resolve; the mana in pools
  card NAME        what a card or token says; a part of the name is enough
  stops            where you are asked for an action
  stops their upkeep   stop (or no longer stop) at that step: my, their, both; `stops none`, `stops default`
  manual           pay by hand, or again have lands tapped for you
  save FILE        save; `lawmage play --load FILE` plays on
  concede, quit    lose at once; leave without an end";

/// How many names are offered for a part of one.
const MOST_OFFERED: usize = 8;

/// Prints a card as written, or a token as it is. `name` may be a part of the name.
pub fn card(seen: Seen<'_>, pool: &CardPool, name: &str, console: &Console) {
    let wanted = fold_name(name);
    let here = on_the_table(seen);
    let named = |fits: &dyn Fn(&str) -> bool| -> Vec<(&str, &Object)> {
        let mut found: Vec<(&str, &Object)> = Vec::new();
        for (name, object) in &here {
            if fits(&fold_name(name)) && !found.iter().any(|(n, _)| n == name) {
                found.push((name, object));
            }
        }
        found
    };
    if let [(name, object)] = named(&|n| n == wanted).as_slice() {
        return one(pool, name, object, console);
    }
    let exact = pool.find(name);
    if let Ok(id) = exact {
        return printed(pool, id, console);
    }
    // What is on the table is meant before what is somewhere among all cards.
    let part = named(&|n| n.contains(&wanted));
    match part.as_slice() {
        [(name, object)] => return one(pool, name, object, console),
        [] => {}
        several => return offer(name, several.iter().map(|(n, _)| *n), console),
    }
    let mut names: Vec<(&str, CardId)> =
        pool.ids().map(|id| (pool.name(id), id)).filter(|(n, _)| fold_name(n).contains(&wanted)).collect();
    names.sort_unstable();
    match names.as_slice() {
        [(_, id)] => printed(pool, *id, console),
        [] => {
            if let Err(why) = exact {
                console.wrapped(console.bad(why), "");
            }
        }
        several => offer(name, several.iter().map(|(n, _)| *n), console),
    }
}

fn offer<'n>(name: &str, names: impl Iterator<Item = &'n str>, console: &Console) {
    let names: Vec<&str> = names.collect();
    let more = names.len().saturating_sub(MOST_OFFERED);
    let more = if more > 0 { format!(", and {more} more") } else { String::new() };
    let shown = names.get(..MOST_OFFERED.min(names.len())).unwrap_or_default().join("”, “");
    console.wrapped(console.bad(format!("“{name}” is a part of several names: “{shown}”{more}")), "");
}

/// The names of what the person sees, with one object of each.
fn on_the_table(seen: Seen<'_>) -> Vec<(&str, &Object)> {
    let named = |object: &'_ Object| object.face.as_ref().is_some_and(|face| !face.name.is_empty());
    let all = seen.objects().filter(|object| named(object));
    all.filter_map(|object| Some((object.face.as_ref()?.name.as_str(), object))).collect()
}

/// A card on the table as written; what no card is (a token, a copy) as it is now.
fn one(pool: &CardPool, name: &str, object: &Object, console: &Console) {
    if let (false, Ok(card)) = (object.token, pool.find(name)) {
        return printed(pool, card, console);
    }
    let cost = object.face.as_ref().and_then(|face| face.cost.as_ref()).map(|cost| format!("  {cost}"));
    let token = if object.token && !name.ends_with("Token") { " (token)" } else { "" };
    console.wrapped(format!("{}{}{token}", console.bold(name), cost.unwrap_or_default()), "");
    for line in described(object) {
        console.wrapped(line, "");
    }
}

/// A card as written.
fn printed(pool: &CardPool, id: CardId, console: &Console) {
    let source = match pool.source(id) {
        Ok((source, _)) => source,
        Err(why) => return console.line(console.bad(why)),
    };
    for face in &source.faces {
        let cost = face.mana_cost.as_deref().unwrap_or_default();
        console.wrapped(format!("{}  {cost}", console.bold(&face.name)).trim_end(), "");
        console.wrapped(&face.type_line, "");
        if !face.text.is_empty() {
            console.wrapped(&face.text, "");
        }
        if let (Some(power), Some(toughness)) = (&face.power, &face.toughness) {
            console.line(format!("{power}/{toughness}"));
        }
        if let Some(loyalty) = &face.loyalty {
            console.line(format!("Loyalty: {loyalty}"));
        }
    }
}
