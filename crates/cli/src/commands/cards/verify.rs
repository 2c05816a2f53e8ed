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
    /// How many of a rule's findings to list; all in JSON
    #[arg(long, default_value_t = 5, value_name = "N")]
    most: usize,
    /// Only cards all of whose sentences are understood
    #[arg(long)]
    complete: bool,
    /// How to print the findings
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// The findings as JSON.
#[derive(Serialize)]
struct Report<'v> {
    cards: usize,
    flawed: usize,
    findings: &'v [Flawed],
}

/// Verifies the cards of `--cards` files if there are any, else all that are at hand; exit code 1 when something is found.
pub fn run(args: &VerifyArgs, shared: &Shared, console: &Console) -> Outcome {
    let pool = data::pool(shared, console)?;
    let wanted = |id: &CardId| shared.card_files.is_empty() || matches!(pool.origin(*id), CardOrigin::File(_));
    let ids: Vec<CardId> = pool.ids().filter(wanted).collect();
    let mut verified = Verified::of(&pool, &ids)?;
    if args.complete {
        verified.findings.retain(|f| f.complete);
    }
    let flawed = verified.findings.iter().map(|f| &f.card).collect::<BTreeSet<_>>().len();
    match args.format {
        Format::Json => {
            console.json(&Report { cards: verified.cards, flawed, findings: &verified.findings })?;
        }
        Format::Text => {
            for (rule, findings) in verified.by_rule() {
                console.line(format!("{} ({}):", rule.asks(), findings.len()));
                for finding in findings.iter().take(args.most) {
                    console.line(format!("  {}: {}", finding.face, finding.what));
                }
                if findings.len() > args.most {
                    console.line(console.dim(format!("  and {} more", findings.len() - args.most)));
                }
            }
            let found = match verified.findings.len() {
                0 => "nothing wrong".to_owned(),
                1 => "1 finding".to_owned(),
                n => format!("{n} findings on {flawed} cards"),
            };
            console.line(format!("{} cards verified, {found}", verified.cards));
        }
    }
    Ok(if verified.findings.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}
