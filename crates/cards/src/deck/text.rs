//! Decklists in text: plain ("4 Name", "4x Name", "SB: 2 Name", "Sideboard"), Arena and Moxfield ("Deck", "4 Name (SET) 123",
//! "Commander"), MTGO (deck, empty line, sideboard), Archidekt ("1x Name (set) 12 [Category]"), XMage ("4 [SET:12] Name").

use super::{DeckLine, Decklist, MOST_COPIES};
use crate::{Error, Result};

/// The part of a list that a line belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Section {
    Main,
    Sideboard,
    Commander,
    /// Arena's "About": a line "Name …".
    About,
    /// Cards that are listed but belong to no deck: "Maybeboard".
    Aside,
}

impl Section {
    fn of_heading(line: &str) -> Option<Self> {
        let heading = line.trim_start_matches(['/', '#', '[', ' ']).trim_end_matches([':', ']', ' ']);
        // "Sideboard (15)" counts its cards.
        let heading = heading.split(" (").next().unwrap_or(heading);
        Some(match heading.to_ascii_lowercase().as_str() {
            "deck" | "main" | "maindeck" | "mainboard" | "main deck" => Self::Main,
            "sideboard" | "side" | "side board" => Self::Sideboard,
            "commander" | "commanders" | "oathbreaker" | "oathbreakers" | "signature spell" | "signature spells" => {
                Self::Commander
            }
            // A companion starts outside the game, in the sideboard (702.139).
            "companion" => Self::Sideboard,
            "about" => Self::About,
            "maybeboard" | "considering" | "tokens" => Self::Aside,
            _ => return None,
        })
    }

    /// The part that Archidekt's categories name: "Commander{top},Ramp". Categories of one's own are the deck's.
    pub(super) fn of_categories(categories: &str) -> Self {
        let named = categories.split([',', ';']).filter_map(|category| {
            let (name, options) = category.trim().split_once('{').unwrap_or((category.trim(), ""));
            if options.contains("noDeck") {
                return Some(Self::Aside);
            }
            Self::of_heading(name).filter(|section| !matches!(section, Self::About))
        });
        named.into_iter().next().unwrap_or(Self::Main)
    }
}

pub(super) fn parse(text: &str) -> Result<Decklist> {
    let mut list = Decklist::default();
    let mut section = Section::Main;
    let mut headings = false;
    // Where the deck is split by the one empty line of an MTGO export.
    let mut breaks = Vec::new();
    for (number, raw) in (1..).zip(text.lines()) {
        let line = raw.trim();
        if line.is_empty() {
            if !list.main.is_empty() && breaks.last() != Some(&list.main.len()) {
                breaks.push(list.main.len());
            }
            continue;
        }
        if let Some(next) = Section::of_heading(line) {
            section = next;
            headings = true;
            continue;
        }
        if line.starts_with("//") || line.starts_with('#') || is_layout_of_xmage(line) {
            continue;
        }
        if let Some(name) = line.strip_prefix("NAME:") {
            list.name = name.trim().to_owned();
            continue;
        }
        if let Some(name) = line.strip_prefix("Name ").filter(|_| section == Section::About) {
            list.name = name.trim().to_owned();
            continue;
        }
        let (line, section) = match strip_sideboard_mark(line) {
            Some(rest) => {
                headings = true;
                (rest, Section::Sideboard)
            }
            None => (line, section),
        };
        let (card, category) = card_line(line, number)?;
        if section == Section::About {
            return Err(Error::new("cards stand under “About”").at_line(number).hint("put “Deck” before them"));
        }
        headings |= category.is_some();
        list.push(category.filter(|c| *c != Section::Main).unwrap_or(section), card);
    }
    if !headings {
        split_mtgo(&mut list, &breaks);
    }
    Ok(list)
}

/// XMage writes who made the deck and how its window was arranged.
fn is_layout_of_xmage(line: &str) -> bool {
    ["AUTHOR:", "LAYOUT MAIN:", "LAYOUT SIDEBOARD:"].iter().any(|start| line.starts_with(start))
}

fn strip_sideboard_mark(line: &str) -> Option<&str> {
    let mark = line.get(..3)?;
    mark.eq_ignore_ascii_case("sb:").then(|| line.get(3..).unwrap_or_default().trim_start())
}

/// An MTGO export says "sideboard" by an empty line alone: one such line, a whole deck before, at most 15 cards after.
/// Lists that group their cards with empty lines have more of them, or too small a first part.
fn split_mtgo(list: &mut Decklist, breaks: &[usize]) {
    let inner: Vec<usize> = breaks.iter().copied().filter(|at| *at < list.main.len()).collect();
    let [at] = inner.as_slice() else { return };
    let (deck, rest) = list.main.split_at(*at);
    // 100.2a, 100.4a
    if super::total(deck) >= 60 && super::total(rest) <= 15 {
        list.sideboard = list.main.split_off(*at);
    }
}

/// The number of copies that a line opens with, and what stands after it.
pub(super) fn copies(line: &str, number: usize) -> Result<(u32, &str)> {
    let wrong = |what: String| Error::new(what).at_line(number).hint("write lines like “4 Plains”");
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let (count, rest) = line.split_at(digits);
    if count.is_empty() {
        return Err(wrong(format!("expected a number of copies, found “{}”", short(line))));
    }
    let parsed = count.parse().ok().filter(|n| *n <= MOST_COPIES);
    let parsed: u32 = parsed.ok_or_else(|| wrong(format!("{} copies are too many", short(count))))?;
    let rest = rest.strip_prefix(['x', 'X']).filter(|r| r.starts_with(char::is_whitespace)).unwrap_or(rest);
    if !rest.starts_with(char::is_whitespace) && !rest.is_empty() {
        return Err(wrong(format!("expected a space after the number, found “{}”", short(line))));
    }
    if parsed == 0 {
        return Err(wrong(format!("0 copies of “{}”", short(rest.trim()))));
    }
    Ok((parsed, rest.trim()))
}

/// The start of a line, for a message.
fn short(line: &str) -> String {
    let start: String = line.chars().take(60).collect();
    if start.len() < line.len() { format!("{start}…") } else { start }
}

/// "4 Name", "4x Name", "4 Name (SET) 123 *F*", `4 [SET] Name`, and the part of the deck that a category in brackets names.
fn card_line(line: &str, number: usize) -> Result<(DeckLine, Option<Section>)> {
    let (count, rest) = copies(line, number)?;
    let (rest, category) = strip_category(rest);
    let name = strip_printing(rest);
    if name.is_empty() {
        let what = format!("expected a card's name after “{}”", short(line.trim()));
        return Err(Error::new(what).at_line(number).hint("write lines like “4 Plains”"));
    }
    Ok((DeckLine { count, name: name.to_owned(), line: number }, category))
}

/// Archidekt's "[Ramp] ^Have,#37d67a^" and "[Sideboard]" after the name.
fn strip_category(text: &str) -> (&str, Option<Section>) {
    let text = match text.rsplit_once(" ^") {
        Some((before, label)) if label.ends_with('^') => before.trim_end(),
        _ => text,
    };
    match text.strip_suffix(']').and_then(|t| t.rsplit_once(" [")) {
        Some((before, category)) if !is_set_code(category) => {
            (before.trim_end(), Some(Section::of_categories(category)))
        }
        _ => (text, None),
    }
}

/// The name without what tells the printing: set code, collector number, foil marks, a comment.
fn strip_printing(text: &str) -> &str {
    let text = text.split_once(" #").map_or(text, |(name, _)| name).trim();
    let text = match text.strip_prefix('[').and_then(|t| t.split_once("] ")) {
        Some((set, name)) if is_set_code(set) || is_printing_of_xmage(set) => name.trim(),
        _ => text,
    };
    let mut name = text;
    while let Some((rest, mark)) = name.rsplit_once(' ')
        && mark.len() >= 3
        && mark.starts_with('*')
        && mark.ends_with('*')
    {
        name = rest.trim_end();
    }
    for (open, close) in [(" (", ')'), (" [", ']')] {
        if let Some((before, rest)) = name.rsplit_once(open)
            && let Some((set, collector)) = rest.split_once(close)
            && (collector.is_empty() || (collector.starts_with(' ') && !collector.trim().contains(' ')))
            // Archidekt writes set codes in lower case, with a number after them.
            && (is_set_code(set) || !collector.is_empty() && is_set_code(&set.to_ascii_uppercase()))
        {
            return before.trim_end();
        }
    }
    name
}

/// "M10:146".
fn is_printing_of_xmage(text: &str) -> bool {
    let word = |t: &str| t.chars().all(|c| !c.is_whitespace());
    text.split_once(':').is_some_and(|(set, number)| word(set) && word(number) && text.len() < 20)
}

/// Set codes are capitals and digits; words in parentheses that belong to a name are not.
fn is_set_code(text: &str) -> bool {
    (2..=6).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
}
