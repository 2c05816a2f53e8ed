//! MTGO's .dek files: XML, of which only the `Cards` elements and their attributes matter.

use super::{DeckLine, Decklist};
use crate::{Error, Result};

pub(super) fn parse(text: &str) -> Result<Decklist> {
    let mut list = Decklist::default();
    let mut found_deck = false;
    let mut line = 1;
    let mut rest = text;
    while let Some(open) = rest.find('<') {
        line += newlines(rest.get(..open));
        let tag = rest.get(open + 1..).unwrap_or_default();
        let Some(length) = end_of_tag(tag) else {
            return Err(Error::new("a tag is not closed").at_line(line).hint("export the deck again"));
        };
        let (tag, after) = tag.split_at(length);
        let element = tag.split([' ', '\t', '\r', '\n', '/']).next().unwrap_or_default();
        match element {
            "Deck" => found_deck = true,
            "Cards" => card(tag, line, &mut list)?,
            _ => {}
        }
        line += newlines(Some(tag));
        rest = after;
    }
    if found_deck {
        Ok(list)
    } else {
        Err(Error::new("is XML but no MTGO deck: it has no <Deck>").hint("give a .dek file or a text list"))
    }
}

fn newlines(text: Option<&str>) -> usize {
    text.unwrap_or_default().bytes().filter(|b| *b == b'\n').count()
}

/// Where the tag ends: `>` may stand within quotes.
fn end_of_tag(tag: &str) -> Option<usize> {
    let mut quote = None;
    for (at, c) in tag.char_indices() {
        match (quote, c) {
            (None, '>') => return Some(at),
            (None, '"' | '\'') => quote = Some(c),
            (Some(q), c) if q == c => quote = None,
            _ => {}
        }
    }
    None
}

fn card(tag: &str, line: usize, list: &mut Decklist) -> Result<()> {
    let missing = |what: &str| Error::new(format!("<Cards> has no {what}")).at_line(line).hint("export the deck again");
    let count = attribute(tag, "Quantity").and_then(|n| n.parse().ok()).filter(|n| (1..=9999).contains(n));
    let count = count.ok_or_else(|| missing("Quantity from 1 to 9999"))?;
    let name = attribute(tag, "Name").filter(|n| !n.trim().is_empty()).ok_or_else(|| missing("Name"))?;
    let side = attribute(tag, "Sideboard").is_some_and(|s| s.eq_ignore_ascii_case("true"));
    let lines = if side { &mut list.sideboard } else { &mut list.main };
    lines.push(DeckLine { count, name: name.trim().to_owned(), line });
    Ok(())
}

/// The value of an attribute, its entities decoded.
fn attribute(tag: &str, name: &str) -> Option<String> {
    let mut rest = tag;
    loop {
        let at = rest.find(name)?;
        let before = rest.get(..at)?;
        let after = rest.get(at + name.len()..)?;
        let value = after.trim_start().strip_prefix('=').map(str::trim_start);
        match value {
            Some(value) if before.ends_with(char::is_whitespace) => {
                let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
                let (value, _) = value.get(1..)?.split_once(quote)?;
                return Some(decode(value));
            }
            _ => rest = after,
        }
    }
}

fn decode(text: &str) -> String {
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        decoded.push_str(before);
        let entity = after.split_once(';').and_then(|(entity, tail)| Some((entity_char(entity)?, tail)));
        match entity {
            Some((c, tail)) => {
                decoded.push(c);
                rest = tail;
            }
            None => {
                decoded.push('&');
                rest = after;
            }
        }
    }
    decoded.push_str(rest);
    decoded
}

fn entity_char(entity: &str) -> Option<char> {
    Some(match entity {
        "amp" => '&',
        "apos" => '\'',
        "quot" => '"',
        "lt" => '<',
        "gt" => '>',
        _ => {
            let number = entity.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code)?
        }
    })
}
