//! `lawmage cards lint`: what is wrong with card files of your own, where, and how to mend it.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use lawmage_cards::card_file::{self, Gravity, Problem};
use lawmage_cards::files::read_text;
use lawmage_cards::{CardOrigin, CardPool};
use serde::Serialize;

use crate::args::{Format, Shared};
use crate::console::Console;
use crate::data;
use crate::failure::Outcome;

/// `lawmage cards lint`
#[derive(Args)]
pub struct LintArgs {
    /// Card files (see docs/card-files.md)
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// How to print the problems
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// A problem as JSON.
#[derive(Serialize)]
struct Report<'p> {
    gravity: Gravity,
    file: Option<&'p str>,
    line: Option<usize>,
    /// In characters, counted from 1.
    column: Option<usize>,
    /// How many characters are to blame.
    width: Option<usize>,
    card: Option<&'p str>,
    what: &'p str,
    /// What to do about it.
    mend: Option<&'p str>,
}

/// Tells all problems of all files; exit code 1 when there are errors or warnings.
pub fn run(args: &LintArgs, shared: &Shared, console: &Console) -> Outcome {
    let pool = data::pool(&Shared { data: shared.data.clone(), card_files: Vec::new() }, console)?;
    let mut problems = Vec::new();
    let mut cards = 0;
    for path in &args.files {
        let text = read_text(path)?;
        let origin = path.display().to_string();
        cards += card_file::read(&text, &origin).0.cards.len();
        problems.extend(card_file::lint(&text, &origin, |name| hidden(&pool, name)));
    }
    let bad = problems.iter().filter(|p| p.gravity != Gravity::Note).count();
    match args.format {
        Format::Json => console.json(&problems.iter().map(report).collect::<Vec<_>>())?,
        Format::Text => {
            for problem in &problems {
                let mark = match problem.gravity {
                    Gravity::Error => console.bad("error"),
                    Gravity::Warning => console.bad("warning"),
                    Gravity::Note => console.dim("note"),
                };
                console.line(format!("{mark}: {}", problem.error));
            }
            let found = match bad {
                0 => "nothing wrong".to_owned(),
                1 => "1 problem".to_owned(),
                n => format!("{n} problems"),
            };
            console.line(format!("{cards} cards read, {found}"));
        }
    }
    Ok(if bad == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// Whose card of that name a card of a file hides.
fn hidden(pool: &CardPool, name: &str) -> Option<String> {
    let id = pool.find(name).ok().filter(|id| pool.name(*id).eq_ignore_ascii_case(name))?;
    Some(match pool.origin(id) {
        CardOrigin::Starter => "the starter set's card".to_owned(),
        CardOrigin::Database => "the imported card".to_owned(),
        CardOrigin::File(file) => format!("the card of {file}"),
    })
}

fn report(problem: &Problem) -> Report<'_> {
    let error = &problem.error;
    Report {
        gravity: problem.gravity,
        file: error.origin.as_deref(),
        line: error.line,
        column: error.excerpt.as_ref().map(|e| e.column),
        width: error.excerpt.as_ref().map(|e| e.width),
        card: problem.card.as_deref(),
        what: &error.what,
        mend: error.hint.as_deref(),
    }
}
