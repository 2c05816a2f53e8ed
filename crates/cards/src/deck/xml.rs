//! Decks in XML: MTGO's .dek and Cockatrice's .cod.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::{DeckLine, Decklist, MOST_COPIES};
use crate::{Error, Result};

/// What is being read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Elsewhere,
    /// Cockatrice's name of the deck.
    Name,
}

/// The part of a Cockatrice deck that cards stand in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Zone {
    Main,
    Side,
    /// Tokens and the like.
    Aside,
}

pub(super) fn parse(text: &str) -> Result<Decklist> {
    let mut list = Decklist::default();
    let mut reader = Reader::from_str(text);
    let mut known = false;
    let mut place = Place::Elsewhere;
    let mut zone = Zone::Main;
    let mut lines = LineCounter { text, at: 0, line: 1 };
    loop {
        let line = lines.at(reader.buffer_position());
        let event = reader.read_event().map_err(|error| {
            let line = lines.at(reader.error_position());
            Error::new(format!("is broken XML: {error}")).at_line(line).hint("export the deck again")
        })?;
        match event {
            Event::Start(tag) | Event::Empty(tag) => match tag.name().as_ref() {
                b"Deck" | b"cockatrice_deck" => known = true,
                b"Cards" => mtgo_card(&tag, line, &mut list)?,
                b"zone" => zone = zone_of(attribute(&tag, "name", line)?.as_deref()),
                b"card" => cockatrice_card(&tag, line, zone, &mut list)?,
                b"deckname" => place = Place::Name,
                _ => {}
            },
            Event::End(_) => place = Place::Elsewhere,
            Event::Text(words) if place == Place::Name => list.name.push_str(&words.decode().unwrap_or_default()),
            Event::GeneralRef(entity) if place == Place::Name => {
                let plain = entity.decode().ok().and_then(|e| quick_xml::escape::resolve_predefined_entity(&e));
                let char = entity.resolve_char_ref().ok().flatten();
                list.name.extend(char.map(String::from).or(plain.map(str::to_owned)));
            }
            Event::Eof => break,
            _ => {}
        }
    }
    list.name = list.name.trim().to_owned();
    if known {
        return Ok(list);
    }
    let what = "is XML, but neither an MTGO deck (<Deck>) nor a Cockatrice deck (<cockatrice_deck>)";
    Err(Error::new(what).hint("give a .dek or .cod file, or a text list"))
}

/// The lines of growing places in a text.
struct LineCounter<'t> {
    text: &'t str,
    at: usize,
    line: usize,
}

impl LineCounter<'_> {
    fn at(&mut self, position: u64) -> usize {
        let position = usize::try_from(position).unwrap_or(usize::MAX).min(self.text.len());
        let passed = self.text.as_bytes().get(self.at..position).unwrap_or_default();
        self.line += passed.iter().filter(|b| **b == b'\n').count();
        self.at = self.at.max(position);
        self.line
    }
}

fn zone_of(name: Option<&str>) -> Zone {
    match name {
        Some("side") => Zone::Side,
        Some("main") | None => Zone::Main,
        Some(_) => Zone::Aside,
    }
}

fn mtgo_card(tag: &BytesStart<'_>, line: usize, list: &mut Decklist) -> Result<()> {
    let card = card(tag, ["Quantity", "Name"], line)?;
    let side = attribute(tag, "Sideboard", line)?.is_some_and(|s| s.eq_ignore_ascii_case("true"));
    if side {
        list.sideboard.push(card)
    } else {
        list.main.push(card)
    }
    Ok(())
}

fn cockatrice_card(tag: &BytesStart<'_>, line: usize, zone: Zone, list: &mut Decklist) -> Result<()> {
    let card = card(tag, ["number", "name"], line)?;
    match zone {
        Zone::Main => list.main.push(card),
        Zone::Side => list.sideboard.push(card),
        Zone::Aside => list.aside.push(card),
    }
    Ok(())
}

fn card(tag: &BytesStart<'_>, [number, name]: [&str; 2], line: usize) -> Result<DeckLine> {
    let element = String::from_utf8_lossy(tag.name().as_ref()).into_owned();
    let missing =
        |what: String| Error::new(format!("<{element}> has no {what}")).at_line(line).hint("export the deck again");
    let count = attribute(tag, number, line)?.and_then(|n| n.trim().parse().ok());
    let count = count.filter(|n| (1..=MOST_COPIES).contains(n));
    let count = count.ok_or_else(|| missing(format!("{number} from 1 to {MOST_COPIES}")))?;
    let name = attribute(tag, name, line)?.filter(|n| !n.trim().is_empty()).ok_or_else(|| missing(name.to_owned()))?;
    Ok(DeckLine { count, name: name.trim().to_owned(), line })
}

/// The value of an attribute, its entities decoded.
fn attribute(tag: &BytesStart<'_>, name: &str, line: usize) -> Result<Option<String>> {
    let broken = |e: &dyn std::fmt::Display| {
        Error::new(format!("is broken XML: {e}")).at_line(line).hint("export the deck again")
    };
    let found = tag.try_get_attribute(name).map_err(|e| broken(&e))?;
    found.map(|a| a.unescape_value().map(|v| v.into_owned()).map_err(|e| broken(&e))).transpose()
}
