//! `lawmage rules show WHAT`: rules, sections, keywords, terms; what they refer to; what lawmage does about them.

mod answer;
mod page;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use lawmage_ir::Rule;
use lawmage_rules::RuleMap;
use lawmage_rules::markdown::{Known, built_in};
use lawmage_rules::text::lookup::{Missing, find_all};
use lawmage_rules::text::{Library, Rulebook};

use crate::args::{Format, Shared};
use crate::commands::rules::{HOW, Lang, library, map};
use crate::console::Console;
use crate::failure::{Failure, Outcome};
use answer::{Answer, Desk};
use page::Page;

/// `lawmage rules show`
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ShowArgs {
    /// Rules (613.8), ranges (601.2a-d), sections (613), chapters (6), keywords and terms of the glossary (trample)
    #[arg(required = true, value_name = "WHAT")]
    what: Vec<String>,
    /// The language to read in
    #[arg(long, value_enum, default_value_t)]
    lang: Lang,
    /// All rules of a section, however many there are
    #[arg(long)]
    full: bool,
    /// Every line of code and every scenario of each rule, with the scenario's title when run in a checkout of lawmage
    #[arg(long)]
    with_code: bool,
    /// The checkout of lawmage to look at with --with-code [default: the one around the current directory]
    #[arg(long, value_name = "DIR", requires = "with_code")]
    source: Option<PathBuf>,
    /// How to print the rules
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

const EXAMPLES: &str = "\
Examples:
  lawmage rules show 613.8              a rule with its subrules and examples
  lawmage rules show 6 613 614-616      chapters and sections
  lawmage rules show trample            a keyword: its rule, and the glossary
  lawmage rules show copiable values    a term of the glossary
  lawmage rules show 510.1c --with-code where lawmage enforces it, and the scenarios that show it
  lawmage rules show 613.8 --lang both  with the Chinese wording, where one is known";

/// Runs `lawmage rules show`.
pub fn run(args: &ShowArgs, shared: &Shared, console: &Console) -> Outcome {
    let library = library(shared)?;
    let imported = library.as_ref().is_some_and(|l| !l.book.rules.is_empty());
    let library = library.unwrap_or_default();
    let bare = Rulebook::bare();
    let book = if imported { &library.book } else { &bare };
    let found = match find_all(book, &args.what) {
        Ok(found) => found,
        Err(_) if !imported && !is_number(&args.what) => return Err(Failure::new(HOW)),
        Err(missing) => return not_there(&missing, args, &library, console),
    };
    let known = known(args)?;
    let chinese = if args.lang == Lang::En { BTreeMap::new() } else { library.numbers_in_chinese() };
    let desk = Desk { book, library: &library, known: &known, chinese };
    let answers: Vec<Answer> = found.into_iter().map(|(asked, found)| desk.answer(asked, &found)).collect();
    match args.format {
        Format::Json => console.json(&answers)?,
        Format::Text => {
            let mut page = Page::new(console, &desk, args);
            for answer in &answers {
                page.answer(answer);
            }
            page.end();
        }
    }
    if !imported {
        return Err(Failure::new(HOW));
    }
    Ok(ExitCode::SUCCESS)
}

fn is_number(what: &[String]) -> bool {
    what.iter().all(|word| word.starts_with(|c: char| c.is_ascii_digit()))
}

/// What is done about each rule: as it was when the program was built, or with --with-code as it is in a checkout.
fn known(args: &ShowArgs) -> Outcome<BTreeMap<Rule, Known>> {
    let source = args.source.clone().or_else(map::checkout).filter(|_| args.with_code);
    let Some(root) = source else { return Ok(built_in()) };
    let map = RuleMap::of(&root).map_err(|error| Failure::new(error.to_string()))?;
    Ok(map.entries.iter().map(|entry| (entry.rule, Known::from(entry))).collect())
}

/// Says what is nearest. A number may be there in the older Chinese text alone.
fn not_there(missing: &Missing, args: &ShowArgs, library: &Library, console: &Console) -> Outcome {
    let chinese = missing.rule.and_then(|rule| library.chinese.get(&rule).map(|c| (rule, c)));
    if let Some((rule, chinese)) = chinese.filter(|_| args.lang != Lang::En) {
        page::older(console, rule, chinese);
    }
    let mut what = missing.what.clone();
    if !missing.near.is_empty() {
        what.push_str(&format!("; did you mean {}?", missing.near.join(", ")));
    } else if missing.rule.is_none() && !args.what.is_empty() {
        what.push_str(&format!("; to look through the texts: lawmage rules search {}", args.what.join(" ")));
    }
    if chinese.is_some() && args.lang == Lang::En {
        what.push_str(" (the older Chinese text has that number: --lang zh)");
    }
    Err(Failure::new(what))
}
