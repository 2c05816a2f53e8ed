//! A question and its options, printed.

use lawmage_protocol::{Ask, Choice, Domain};

use super::entry;
use crate::console::Console;

/// Under what an option's further lines stand.
const INDENT: &str = "      ";

/// Prints the question and its options; gives the options shown by their places. `manual`: mana abilities are options too.
pub fn question(ask: &Ask, manual: bool, console: &Console) -> Vec<u32> {
    console.line("");
    console.wrapped(console.bold(format!("{} ({})", ask.text, ask.rule)), "  ");
    let line = |n: usize, text: String| console.wrapped(format!("  {n:>2}  {text}"), INDENT);
    match &ask.domain {
        Domain::Pick { options, .. } => return picks(ask, options, manual, &line),
        Domain::Order { options } | Domain::Divide { options, .. } => {
            for (option, n) in options.iter().zip(1..) {
                line(n, option.text.clone());
            }
        }
        Domain::Number { .. } => {}
        Domain::Name { known, .. } => {
            console.wrapped(format!("  any card's; of those you know are: {}", known.join("; ")), INDENT);
        }
        Domain::Attack { attackers } => {
            for (can, n) in attackers.iter().zip(1..) {
                let whom: Vec<String> =
                    can.defenders.iter().zip(1..).map(|(at, k): (_, usize)| format!("{k}: {}", at.text)).collect();
                let whom = if whom.len() > 1 { format!("  (attacks {})", whom.join(", ")) } else { String::new() };
                let banding = if can.banding { "  (banding)" } else { "" };
                line(n, format!("{}{whom}{banding}", can.creature.text));
            }
        }
        Domain::Block { blockers, attackers } => {
            console.line("  Attackers");
            for (attacker, n) in attackers.iter().zip(1..) {
                let least = attacker.least;
                let least = if least > 1 { format!(" (by {least} or more)") } else { String::new() };
                line(n, format!("{}{least}", attacker.creature.text));
            }
            console.line("  Your blockers");
            for (can, n) in blockers.iter().zip(1..) {
                let able = attackers.iter().zip(1..).filter(|(at, _)| can.attackers.contains(&at.creature));
                let able: Vec<String> = able.map(|(_, k): (_, usize)| k.to_string()).collect();
                line(n, format!("{}  (can block {})", can.creature.text, able.join(", ")));
            }
        }
    }
    Vec::new()
}

fn picks(ask: &Ask, options: &[Choice], manual: bool, line: &dyn Fn(usize, String)) -> Vec<u32> {
    let hidden = |option: &Choice| option.mana && !manual && entry::is_priority(ask);
    let shown: Vec<u32> = (0u32..).zip(options).filter(|(_, o)| !hidden(o)).map(|(place, _)| place).collect();
    // For yes or no the hint says it all.
    if entry::is_yes_or_no(options) {
        return shown;
    }
    let default = entry::default_pick(ask);
    for (n, place) in shown.iter().enumerate() {
        let Some(option) = options.get(*place as usize) else { continue };
        let mark = if default == Some(*place) { " *" } else { "" };
        line(n + 1, format!("{}{mark}", option.text));
    }
    shown
}
