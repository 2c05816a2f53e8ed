//! Between the games of a match: cards go from the deck to the sideboard and back (100.4), by hand, and are checked.

use lawmage_cards::suggest::nearest;
use lawmage_sim::RecordSeat;

use super::{Heard, Input, Leaving};
use crate::console::Console;

/// What can be typed.
const HELP: &str = "\
-2 NAME   two of them go to the sideboard
+2 NAME   two of them come into the deck
deck      the deck and the sideboard as they are
reset     as it was in the last game
done      play on";

/// Copies of cards, one entry a name.
type Pile = Vec<(u32, String)>;

/// Asks the person which cards go out and come in; `check` says what is wrong with the deck as it would be. The seat keeps what it was
/// where the person leaves, which is told.
pub fn swap(
    seat: &mut RecordSeat,
    input: &Input,
    console: &Console,
    check: &dyn Fn(&RecordSeat) -> Vec<String>,
) -> Option<Leaving> {
    let before = seat.clone();
    console.line("Your sideboard: ? shows what can be typed, Enter plays on.");
    show(seat, console);
    loop {
        console.prompt("sideboard [-2 NAME, +2 NAME, deck, reset, done] > ");
        let line = match input.next() {
            Heard::Line(line) => line,
            Heard::Garbled(why) => {
                console.line(console.bad(why));
                continue;
            }
            Heard::Interrupt | Heard::End(_) => {
                *seat = before;
                console.line("");
                return Some(Leaving::Left);
            }
        };
        match line.trim() {
            "?" | "help" => HELP.lines().for_each(|line| console.line(line)),
            "deck" => show(seat, console),
            "reset" => {
                *seat = before.clone();
                show(seat, console);
            }
            "quit" | "q" => {
                *seat = before;
                return Some(Leaving::Left);
            }
            "" | "done" => {
                let wrong = check(seat);
                if wrong.is_empty() {
                    return None;
                }
                wrong.iter().for_each(|why| console.wrapped(console.bad(why), ""));
            }
            text => match one_swap(seat, text) {
                Ok(()) => console.line(sizes(seat)),
                Err(why) => console.wrapped(console.bad(why), ""),
            },
        }
    }
}

/// "-2 Plains", "+1 Island".
fn one_swap(seat: &mut RecordSeat, text: &str) -> Result<(), String> {
    let wrong = || format!("“{text}” is no swap: type -2 and a name, or +2 and a name");
    let out = match text.chars().next() {
        Some('-' | '−') => true,
        Some('+') => false,
        _ => return Err(wrong()),
    };
    let rest = text.trim_start_matches(['-', '−', '+']).trim();
    let (count, name) = match rest.split_once(char::is_whitespace) {
        Some((count, name)) if count.trim_end_matches('x').parse::<u32>().is_ok() => {
            (count.trim_end_matches('x').parse::<u32>().map_err(|_| wrong())?, name.trim())
        }
        _ => (1, rest),
    };
    let (from, to, place) = if out {
        (&mut seat.cards, &mut seat.sideboard, "the deck")
    } else {
        (&mut seat.sideboard, &mut seat.cards, "the sideboard")
    };
    let name = found(from, name, place)?;
    let there: u32 = from.iter().filter(|(_, n)| *n == name).map(|(count, _)| count).sum();
    if there < count {
        return Err(format!("{place} has {there} {name}"));
    }
    take(from, count, &name);
    match to.iter_mut().find(|(_, n)| *n == name) {
        Some((have, _)) => *have += count,
        None => to.push((count, name)),
    }
    Ok(())
}

/// The one name among those that is meant: it may be a part of it.
fn found(among: &Pile, name: &str, place: &str) -> Result<String, String> {
    let wanted = lawmage_cards::fold_name(name);
    let names = || among.iter().map(|(_, n)| n);
    if let Some(exact) = names().find(|n| lawmage_cards::fold_name(n) == wanted) {
        return Ok(exact.clone());
    }
    let mut part: Vec<&String> = names().filter(|n| lawmage_cards::fold_name(n).contains(&wanted)).collect();
    part.sort_unstable();
    part.dedup();
    match part.as_slice() {
        [one] => Ok((*one).clone()),
        [] => Err(match nearest(name, names().map(String::as_str), 1).first() {
            Some(near) => format!("{place} has no {name}; did you mean {near}?"),
            None => format!("{place} has no {name}"),
        }),
        several => {
            let several: Vec<&str> = several.iter().map(|n| n.as_str()).collect();
            Err(format!("“{name}” is a part of {}", several.join(", ")))
        }
    }
}

fn take(from: &mut Pile, count: u32, name: &str) {
    let mut left = count;
    // The last ones, so that the order of what stays is the list's.
    for (have, n) in from.iter_mut().rev().filter(|(_, n)| n == name) {
        let gone = left.min(*have);
        debug_assert_eq!(n, name);
        (*have, left) = (*have - gone, left - gone);
    }
    from.retain(|(have, _)| *have > 0);
}

fn total(pile: &Pile) -> u32 {
    pile.iter().map(|(count, _)| count).sum()
}

fn sizes(seat: &RecordSeat) -> String {
    format!("{} cards in the deck, {} in the sideboard", total(&seat.cards), total(&seat.sideboard))
}

fn show(seat: &RecordSeat, console: &Console) {
    for (what, pile) in [("Deck", &seat.cards), ("Sideboard", &seat.sideboard)] {
        let cards: Vec<String> = pile.iter().map(|(count, name)| format!("{count} {name}")).collect();
        console.wrapped(format!("{what} ({}): {}", total(pile), cards.join(", ")), "  ");
    }
}
