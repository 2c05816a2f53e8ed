//! `lawmage rules`: the rules to read and to search, and what lawmage does about each.

mod import;
mod map;
mod search;
mod show;

use clap::{Subcommand, ValueEnum};
use lawmage_rules::text::Library;

use crate::args::Shared;
use crate::console::Console;
use crate::data;
use crate::failure::Outcome;

/// `lawmage rules`
#[derive(Subcommand)]
pub enum RulesCommand {
    /// Show rules, sections, keywords and terms of the glossary, what they refer to, and whether lawmage enforces them
    Show(show::ShowArgs),
    /// Find the rules and terms that have all the words
    Search(search::SearchArgs),
    /// Import the text of the rules, which you downloaded
    Import(import::ImportArgs),
    /// Say of each rule whether it is enforced, where in the code, and which scenarios show it
    Map(map::MapArgs),
}

/// A language to read the rules in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, ValueEnum)]
pub enum Lang {
    /// English
    #[default]
    En,
    /// Chinese, as far as it was imported
    Zh,
    /// English, and below it the Chinese wording that says the same
    Both,
}

/// Runs `lawmage rules`.
pub fn run(command: &RulesCommand, shared: &Shared, console: &Console) -> Outcome {
    match command {
        RulesCommand::Show(args) => show::run(args, shared, console),
        RulesCommand::Search(args) => search::run(args, shared, console),
        RulesCommand::Import(args) => import::run(args, shared, console),
        RulesCommand::Map(args) => map::run(args, shared, console),
    }
}

/// How to get the text of the rules.
const HOW: &str = "no rules text is imported: download the Comprehensive Rules as a text file (TXT) from the rules page of \
    Wizards of the Coast (magic.wizards.com/rules), then: lawmage rules import FILE";

/// What was imported; `None` when nothing was.
fn library(shared: &Shared) -> Outcome<Option<Library>> {
    Ok(Library::open(&data::rules_path(shared)?)?)
}
