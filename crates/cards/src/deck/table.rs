//! Decks in CSV, as Archidekt and Moxfield export them: a heading, then a line for each card.

use csv::{ReaderBuilder, StringRecord};

use super::text::Section;
use super::{DeckLine, Decklist, MOST_COPIES};
use crate::{Error, Result};

/// The columns that matter.
struct Columns {
    count: usize,
    name: usize,
    section: Option<usize>,
}

impl Columns {
    fn of(heading: &StringRecord) -> Option<Self> {
        let column = |names: &[&str]| heading.iter().position(|h| names.contains(&h.trim().to_lowercase().as_str()));
        Some(Self {
            count: column(&["quantity", "count", "qty", "amount", "number"])?,
            name: column(&["name", "card name", "card"])?,
            section: column(&["categories", "category", "board", "section", "zone"]),
        })
    }
}

/// Whether a text is a table of cards: its first line names the columns.
pub(super) fn is_table(text: &str) -> bool {
    let first = text.lines().next().unwrap_or_default();
    let heading = ReaderBuilder::new().has_headers(false).from_reader(first.as_bytes()).into_records().next();
    heading.and_then(Result::ok).is_some_and(|heading| Columns::of(&heading).is_some())
}

pub(super) fn parse(text: &str) -> Result<Decklist> {
    let mut list = Decklist::default();
    let mut reader = ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
    let broken = |e: &csv::Error| {
        let line = e.position().map_or(1, |p| p.line() as usize);
        Error::new(format!("is a broken table: {e}")).at_line(line).hint("export it again")
    };
    let columns = reader.headers().ok().and_then(Columns::of);
    let columns = columns.ok_or_else(|| Error::new("has no columns for number and name").at_line(1))?;
    for record in reader.records() {
        let record = record.map_err(|e| broken(&e))?;
        let line = record.position().map_or(1, |p| p.line() as usize);
        let field = |at: usize| record.get(at).unwrap_or_default().trim();
        let count = field(columns.count);
        let wrong = |what: String| Error::new(what).at_line(line);
        let number = count.parse().ok().filter(|n| (1..=MOST_COPIES).contains(n));
        let count = number.ok_or_else(|| wrong(format!("“{count}” is no number of copies from 1 to {MOST_COPIES}")))?;
        let name = field(columns.name);
        if name.is_empty() {
            return Err(wrong("the card has no name".into()));
        }
        let card = DeckLine { count, name: name.to_owned(), line };
        let section = columns.section.map(field).unwrap_or_default();
        list.push(Section::of_categories(section), card);
    }
    Ok(list)
}
