//! A question and its options, printed.

use lawmage_engine::{Ask, Choice, Decision, Domain, View};
use lawmage_words as words;

use lawmage_host::stops;

use super::entry;
use crate::console::Console;

/// Under what an option's further lines stand.
const INDENT: &str = "      ";

/// Prints the question and its options; gives the options shown by their places. `manual`: mana abilities are options too.
pub fn question(view: &View<'_>, decision: &Decision, manual: bool, console: &Console) -> Vec<u32> {
    console.line("");
    let asked = format!("{} ({})", words::question(view, decision), decision.rule);
    console.wrapped(console.bold(asked), "  ");
    let line = |n: usize, text: String| console.wrapped(format!("  {n:>2}  {text}"), INDENT);
    match &decision.domain {
        Domain::Pick { options, .. } => return picks(view, decision, options, manual, &line),
        Domain::Order(options) | Domain::Divide { among: options, .. } => {
            for (n, option) in options.iter().enumerate() {
                line(n + 1, words::option(view, decision, option));
            }
        }
        Domain::Number { .. } => {}
        Domain::Name(domain) => {
            let known: Vec<&str> = domain.known.iter().map(|name| &**name).collect();
            console.wrapped(format!("  any card's; of those you know are: {}", known.join("; ")), INDENT);
        }
        Domain::Attack(domain) => {
            for (n, (id, options)) in domain.attackers.iter().enumerate() {
                let whom: Vec<String> =
                    (1..).zip(options).map(|(k, o): (usize, _)| format!("{k}: {}", words::entity(view, *o))).collect();
                let whom = if whom.len() > 1 { format!("  (attacks {})", whom.join(", ")) } else { String::new() };
                let banding = if domain.banding.contains(&(n as u16)) { "  (banding)" } else { "" };
                line(n + 1, words::object(view, *id) + &whom + banding);
            }
        }
        Domain::Block(domain) => {
            console.line("  Attackers");
            for (n, attacker) in domain.attackers.iter().enumerate() {
                let least =
                    if attacker.least > 1 { format!(" (by {} or more)", attacker.least) } else { String::new() };
                line(n + 1, words::object(view, attacker.id) + &least);
            }
            console.line("  Your blockers");
            for (n, (id, able)) in domain.blockers.iter().enumerate() {
                let able: Vec<String> = (1..)
                    .zip(&domain.attackers)
                    .filter(|(_, a)| able.contains(&a.id))
                    .map(|(k, _): (usize, _)| k.to_string())
                    .collect();
                line(n + 1, format!("{}  (can block {})", words::object(view, *id), able.join(", ")));
            }
        }
    }
    Vec::new()
}

fn picks(
    view: &View<'_>,
    decision: &Decision,
    options: &[Choice],
    manual: bool,
    line: &dyn Fn(usize, String),
) -> Vec<u32> {
    let hidden = |o: &Choice| decision.ask == Ask::Priority && !manual && stops::is_mana(view, o);
    let shown: Vec<u32> = (0u32..).zip(options).filter(|(_, o)| !hidden(o)).map(|(place, _)| place).collect();
    // For yes or no the hint says it all.
    if matches!(options, [Choice::Yes, Choice::No]) {
        return shown;
    }
    let default = entry::default_pick(decision);
    for (n, place) in shown.iter().enumerate() {
        let Some(option) = options.get(*place as usize) else { continue };
        let mark = if default == Some(*place) { " *" } else { "" };
        line(n + 1, words::option(view, decision, option) + mark);
    }
    shown
}
