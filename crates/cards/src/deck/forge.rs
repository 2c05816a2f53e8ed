//! Forge's .dck: sections in brackets, cards as `4 Name|SET|number`.

use super::text::{Section, copies};
use super::{DeckLine, Decklist};
use crate::{Error, Result};

/// Whether a text has Forge's sections.
pub(super) fn is_forge(text: &str) -> bool {
    text.lines().map(str::trim).any(|l| l.eq_ignore_ascii_case("[metadata]") || l.eq_ignore_ascii_case("[main]"))
}

pub(super) fn parse(text: &str) -> Result<Decklist> {
    let mut list = Decklist::default();
    let mut section = None;
    let mut in_metadata = false;
    for (number, line) in (1..).zip(text.lines().map(str::trim)) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(heading) = line.strip_prefix('[').and_then(|l| l.strip_suffix(']')) {
            in_metadata = heading.eq_ignore_ascii_case("metadata");
            section = Some(match heading.to_ascii_lowercase().as_str() {
                "main" => Section::Main,
                "sideboard" => Section::Sideboard,
                "commander" => Section::Commander,
                // Planes, schemes, conspiracies, avatars, attractions: decks of their own.
                _ => Section::Aside,
            });
            continue;
        }
        if in_metadata {
            if let Some((key, value)) = line.split_once('=')
                && key.trim().eq_ignore_ascii_case("name")
            {
                list.name = value.trim().to_owned();
            }
            continue;
        }
        let Some(section) = section else {
            return Err(Error::new(format!("“{line}” stands under no heading"))
                .at_line(number)
                .hint("write [Main] above"));
        };
        let (count, rest) = copies(line, number)?;
        let name = rest.split('|').next().unwrap_or(rest).trim();
        if name.is_empty() {
            return Err(Error::new(format!("expected a card's name after “{line}”")).at_line(number));
        }
        list.push(section, DeckLine { count, name: name.to_owned(), line: number });
    }
    Ok(list)
}
