//! `lawmage deck convert`: a decklist in the format of another program.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use lawmage_cards::deck::{self, DeckLine, Decklist, ListFormat};
use lawmage_cards::files::write_whole;
use lawmage_cards::{CardPool, LookupError};

use crate::args::Shared;
use crate::console::Console;
use crate::data;
use crate::failure::Outcome;

/// `lawmage deck convert`
#[derive(Args)]
pub struct ConvertArgs {
    /// The decklist: a file, a starter deck's name, or - for standard input
    file: String,
    /// The format to write
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: To,
    /// The file to write [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The card of the list that is its commander, where the list doesn't say; may be given twice for partners
    #[arg(long, value_name = "CARD")]
    commander: Vec<String>,
}

/// The formats that are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum To {
    /// Lines like “4 Plains”
    Text,
    /// Magic: The Gathering Arena
    Arena,
    /// Magic: The Gathering Online, text
    Mtgo,
    /// Magic: The Gathering Online, .dek
    Dek,
    /// Cockatrice
    #[value(alias = "cockatrice")]
    Cod,
    /// Forge, .dck
    #[value(alias = "dck")]
    Forge,
    /// XMage, .dck
    Xmage,
    /// Moxfield, text
    Moxfield,
    /// Archidekt, text
    Archidekt,
    /// A table, as Archidekt imports it
    Csv,
}

impl From<To> for ListFormat {
    fn from(to: To) -> Self {
        match to {
            To::Text => Self::Text,
            To::Arena => Self::Arena,
            To::Mtgo => Self::Mtgo,
            To::Dek => Self::Dek,
            To::Cod => Self::Cockatrice,
            To::Forge => Self::Forge,
            To::Xmage => Self::XMage,
            To::Moxfield => Self::Moxfield,
            To::Archidekt => Self::Archidekt,
            To::Csv => Self::Csv,
        }
    }
}

/// Converts the list. Cards that are not known keep the names they have; what the format can't say is told.
pub fn run(args: &ConvertArgs, shared: &Shared, console: &Console) -> Outcome {
    let pool = data::pool(shared, console)?;
    let mut list = data::decklist(&args.file)?;
    for name in &args.commander {
        if !list.name_commander(name) {
            return Err(crate::failure::Failure::new(format!("{}: the list has no card “{name}”", args.file)));
        }
    }
    let format = ListFormat::from(args.to);
    rename(&mut list, &pool, format, console);
    tell_losses(&list, format, console);
    let text = deck::write(&list, format);
    match &args.out {
        Some(path) => write_whole(path, |out| out.write_all(text.as_bytes()))?,
        None => console.prompt(text),
    }
    Ok(ExitCode::SUCCESS)
}

/// Gives each card the name that the format's users know it by.
fn rename(list: &mut Decklist, pool: &CardPool, format: ListFormat, console: &Console) {
    let parts = [&mut list.commander, &mut list.main, &mut list.sideboard, &mut list.aside];
    let lines: Vec<&mut DeckLine> = parts.into_iter().flatten().collect();
    for line in lines {
        match pool.find(&line.name) {
            Ok(id) => {
                let layout = pool.source(id).map(|(source, _)| source.layout).unwrap_or_default();
                line.name = deck::name_for(pool.name(id), layout, format).to_owned();
            }
            Err(error @ (LookupError::Unknown { .. } | LookupError::Ambiguous { .. })) => {
                console.warn(format!("line {}: {error}; written as it stands", line.line));
            }
        }
    }
}

fn tell_losses(list: &Decklist, format: ListFormat, console: &Console) {
    if !list.commander.is_empty() && !format.has_commander() {
        console.warn("the format has no place for commanders: they stand in the sideboard, as its users put them");
    }
    if !list.aside.is_empty() && !format.has_aside() {
        let count: u32 = list.aside.iter().map(|l| l.count).sum();
        console.warn(format!("{count} cards that stand beside the deck (a maybeboard) are left out"));
    }
}
