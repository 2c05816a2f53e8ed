//! Sideboard plans: which cards come in and go out after the first game of a match, deck by deck.
//!
//! ```text
//! red-raiders against blue-tides
//! -2 Flint Shot
//! +2 Searbolt
//! red-raiders against *
//! ```
//! A section names a deck and an opponent, or `*` for every opponent without a section of its own. A deck without a section
//! keeps its main deck.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use lawmage_cards::Error;
use lawmage_cards::deck::{Deck, each};
use lawmage_cards::files::read_text;
use lawmage_cards::suggest::nearest;
use lawmage_ir::Card;
use lawmage_sim::{Cards, Entrant};

use crate::failure::Outcome;

/// Cards to swap, of one section.
#[derive(Debug, Default)]
struct Section {
    deck: String,
    opponent: String,
    /// Line, copies and name of what goes out.
    out: Vec<(usize, usize, String)>,
    /// And of what comes in.
    into: Vec<(usize, usize, String)>,
    line: usize,
}

/// Reads the plan and gives each entrant what it plays against each opponent. The entrants still have their decks' names.
pub fn apply(file: &Path, decks: &[Deck], entrants: &mut [Entrant]) -> Outcome<()> {
    let origin = file.display().to_string();
    let sections = parse(&read_text(file)?).map_err(|e| e.within(&origin))?;
    let names: Vec<String> = decks.iter().map(|d| d.name.clone()).collect();
    for section in &sections {
        for name in [&section.deck, &section.opponent] {
            if name != "*" && !names.contains(name) {
                let what = format!("no deck of this run is called “{name}”");
                let mut error = Error::new(what).within(&origin).at_line(section.line);
                if let Some(near) = nearest(name, names.iter().map(String::as_str), 1).first() {
                    error = error.hint(format!("did you mean “{near}”?"));
                }
                return Err(error.into());
            }
        }
    }
    for (deck, entrant) in decks.iter().zip(entrants.iter_mut()) {
        let mut boarded = BTreeMap::new();
        for (place, opponent) in names.iter().enumerate() {
            let fits = |name: &str| sections.iter().find(|s| s.deck == deck.name && s.opponent == name);
            let Some(section) = fits(opponent).or_else(|| fits("*")) else { continue };
            boarded.insert(place, swap(section, deck).map_err(|e| e.within(&origin))?);
        }
        entrant.boarded = boarded;
    }
    Ok(())
}

fn parse(text: &str) -> Result<Vec<Section>, Error> {
    let mut sections: Vec<Section> = Vec::new();
    for (text, line) in text.lines().zip(1..) {
        let text = text.trim();
        if text.is_empty() || text.starts_with('#') || text.starts_with("//") {
            continue;
        }
        if let Some(rest) = text.strip_prefix(['-', '+']) {
            let wrong =
                || Error::new(format!("“{text}” is no swap")).at_line(line).hint("write lines like “-2 Plains”");
            let (count, name) = rest.trim().split_once(char::is_whitespace).ok_or_else(wrong)?;
            let count = count.trim_end_matches('x').parse::<usize>().map_err(|_| wrong())?;
            let Some(section) = sections.last_mut() else {
                return Err(Error::new("cards before any section")
                    .at_line(line)
                    .hint("begin with a line like “my-deck against their-deck”"));
            };
            let list = if text.starts_with('-') { &mut section.out } else { &mut section.into };
            list.push((line, count, name.trim().to_owned()));
        } else if let Some((deck, opponent)) = text.split_once(" against ") {
            let (deck, opponent) = (deck.trim().to_owned(), opponent.trim().to_owned());
            if sections.iter().any(|s| s.deck == deck && s.opponent == opponent) {
                return Err(Error::new(format!("{deck} against {opponent} is there already")).at_line(line));
            }
            sections.push(Section { deck, opponent, line, ..Section::default() });
        } else {
            return Err(Error::new(format!("“{text}” is neither a section nor a swap"))
                .at_line(line)
                .hint("write “my-deck against their-deck”, then lines like “-2 Plains” and “+2 Island”"));
        }
    }
    Ok(sections)
}

/// The deck after the swaps of a section.
fn swap(section: &Section, deck: &Deck) -> Result<Cards, Error> {
    let mut cards =
        Cards { deck: deck.cards().cloned().collect(), sideboard: each(&deck.sideboard).cloned().collect() };
    let size = cards.deck.len();
    let (mut gone, mut come) = (Vec::new(), Vec::new());
    for (line, count, name) in &section.out {
        gone.extend(take(&mut cards.deck, *count, name, "the main deck").map_err(|e| e.at_line(*line))?);
    }
    for (line, count, name) in &section.into {
        come.extend(take(&mut cards.sideboard, *count, name, "the sideboard").map_err(|e| e.at_line(*line))?);
    }
    if gone.len() != come.len() {
        let what = format!("{} cards go out and {} come in", gone.len(), come.len());
        return Err(Error::new(what).at_line(section.line).hint("a deck keeps its size"));
    }
    cards.deck.extend(come);
    cards.sideboard.extend(gone);
    debug_assert_eq!(cards.deck.len(), size);
    Ok(cards)
}

fn take(from: &mut Vec<Arc<Card>>, count: usize, name: &str, place: &str) -> Result<Vec<Arc<Card>>, Error> {
    let is = |card: &Arc<Card>| card.name.eq_ignore_ascii_case(name);
    let there = from.iter().filter(|c| is(c)).count();
    if there < count {
        let names: Vec<String> = from.iter().map(|c| c.name.to_string()).collect();
        let mut error = Error::new(format!("{count} {name}: {place} has {there}"));
        if there == 0
            && let Some(near) = nearest(name, names.iter().map(String::as_str), 1).first()
        {
            error = error.hint(format!("did you mean “{near}”?"));
        }
        return Err(error);
    }
    let mut taken = Vec::with_capacity(count);
    // The last ones, so that the order of what stays is the list's.
    for _ in 0..count {
        if let Some(at) = from.iter().rposition(is) {
            taken.push(from.remove(at));
        }
    }
    Ok(taken)
}
