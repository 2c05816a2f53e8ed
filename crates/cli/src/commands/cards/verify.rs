//! `lawmage cards verify`: what compiled programs speak of that isn't there, by rule.

use std::collections::BTreeSet;
use std::process::ExitCode;

use clap::Args;
use lawmage_cards::{CardId, CardOrigin, Flawed, Verified};
use serde::Serialize;

use crate::args::{Format, Shared};
use crate::console::Console;
use crate::data;
use crate::failure::Outcome;

/// `lawmage cards verify`
#[derive(Args)]
pub struct VerifyArgs {
    /// How many to list of a rule; all in JSON
    #[arg(long, default_value_t = 5, value_name = "N")]
    most: usize,
    /// Only cards that call themselves complete, not those that are declined for what is undefined
    #[arg(long)]
    complete: bool,
    /// How to print the findings
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// What was found as JSON.
#[derive(Serialize)]
struct Report<'v> {
    /// How many cards were looked at.
    cards: usize,
    /// How many of them are wrong: they call themselves complete, and a finding is on them.
    flawed: usize,
    /// What is undefined on cards that call themselves complete.
    findings: &'v [Flawed],
    /// What is undefined on cards that are not complete, for this or another sentence.
    declined: &'v [Flawed],
}

/// Verifies the cards of `--cards` files if there are any, else all that are at hand; exit code 1 when a card that calls itself
/// complete speaks of what isn't there.
pub fn run(args: &VerifyArgs, shared: &Shared, console: &Console) -> Outcome {
    let pool = data::pool(shared, console)?;
    let wanted = |id: &CardId| shared.card_files.is_empty() || matches!(pool.origin(*id), CardOrigin::File(_));
    let ids: Vec<CardId> = pool.ids().filter(wanted).collect();
    let verified = Verified::of(&pool, &ids)?;
    let (findings, mut declined): (Vec<Flawed>, Vec<Flawed>) = verified.findings.into_iter().partition(|f| f.complete);
    if args.complete {
        declined.clear();
    }
    match args.format {
        Format::Json => console.json(&Report {
            cards: verified.cards,
            flawed: count_cards(&findings),
            findings: &findings,
            declined: &declined,
        })?,
        Format::Text => {
            if !declined.is_empty() {
                console.line("Not complete, since it is not clear what they speak of:");
                list(&declined, args.most, console);
            }
            if !findings.is_empty() {
                console.line("Complete, and wrong:");
                list(&findings, args.most, console);
            }
            let found = match findings.len() {
                0 => "0 findings".to_owned(),
                n => format!("{n} findings on {} cards that call themselves complete", count_cards(&findings)),
            };
            let without = match count_cards(&declined) {
                0 => String::new(),
                n => format!("; {n} cards declined (not complete)"),
            };
            console.line(format!("{} cards verified: {found}{without}", verified.cards));
        }
    }
    Ok(if findings.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn count_cards(findings: &[Flawed]) -> usize {
    findings.iter().map(|f| &f.card).collect::<BTreeSet<_>>().len()
}

/// Lists what was found under the rule that asks for it.
fn list(findings: &[Flawed], most: usize, console: &Console) {
    for of_rule in findings.chunk_by(|a, b| a.rule == b.rule) {
        let Some(first) = of_rule.first() else { continue };
        console.line(format!("{} ({}):", first.rule.asks(), of_rule.len()));
        for finding in of_rule.iter().take(most) {
            console.line(format!("  {}: {}", finding.face, finding.what));
        }
        if of_rule.len() > most {
            console.line(console.dim(format!("  and {} more", of_rule.len() - most)));
        }
    }
}
