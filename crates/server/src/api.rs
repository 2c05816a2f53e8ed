//! What the server tells of decks, cards and rules.

use std::path::Path;

use lawmage::Cards;
use lawmage_cards::deck::{self, Decklist};
use lawmage_cards::search::{self, Query};
use lawmage_cards::{CardId, CardPool, Error, Result, starter};
use lawmage_ir::{Card, ColorSet, Rule};
use lawmage_protocol::web::{CardFace, CardInfo, CardsFound, CheckedLine, DeckCheck, DeckInfo, RuleText};
use lawmage_rules::text::Library;

/// The most cards that one search tells.
const MOST_CARDS: usize = 200;

/// So many unreadable lines of a list are told.
const MOST_UNREAD: usize = 50;

/// How to have rules to show.
const NO_RULES: &str = "no rulebook is imported: lawmage rules import FILE, with the rules as published";

/// The starter decks.
pub(crate) fn decks(cards: &Cards) -> Result<Vec<DeckInfo>> {
    let info = |id: &str| {
        let list = starter::deck(id)?;
        let deck = deck::resolve(&list, cards.pool())
            .map_err(|errors| errors.into_iter().next().unwrap_or_else(|| Error::new("is no deck")))?;
        let mut colors = ColorSet::COLORLESS;
        for copies in deck.commander.iter().chain(&deck.main) {
            colors = colors.union(printed(&copies.card));
        }
        Ok(DeckInfo {
            id: id.to_owned(),
            title: starter::about(id).to_owned(),
            colors: letters(colors),
            cards: list.size(),
            commanders: list.commander.iter().map(|line| line.name.clone()).collect(),
        })
    };
    starter::all_deck_names().map(info).collect()
}

/// What there is to say of a list.
pub(crate) fn check(text: &str, cards: &Cards) -> Result<DeckCheck> {
    let (list, mut lines) = match read(text) {
        Ok(read) => read,
        Err((why, lines)) => {
            return Ok(DeckCheck { cards: 0, sideboard: 0, problem: Some(why.to_string()), lines, playable: false });
        }
    };
    let parts = [(&list.commander, false, true), (&list.main, false, false), (&list.sideboard, true, false)];
    for (part, sideboard, commander) in parts {
        for line in part {
            let found =
                cards.pool().find(&line.name).map_err(Error::from).and_then(|id| Ok((id, cards.pool().card(id)?)));
            let problem = match &found {
                Ok((_, card)) if card.is_complete() => None,
                Ok((_, card)) => {
                    let missing: Vec<&str> =
                        card.faces.iter().flat_map(|face| &face.uncompiled).map(|line| &**line).collect();
                    Some(format!("is not understood completely: “{}”", missing.join("”, “")))
                }
                Err(why) => Some(why.to_string()),
            };
            let card = found.as_ref().ok().map(|(_, card)| &**card);
            let name = found.as_ref().map_or(line.name.as_str(), |(id, _)| cards.pool().name(*id));
            lines.push(CheckedLine {
                line: u32::try_from(line.line).unwrap_or(u32::MAX),
                count: line.count,
                name: name.to_owned(),
                problem,
                sideboard,
                commander,
                value: card.and_then(|card| {
                    Some(card.faces.first()?.mana_cost.as_ref().map_or(0, lawmage_ir::ManaCost::value))
                }),
                colors: card.map(|card| letters(printed(card))).unwrap_or_default(),
                types: found.as_ref().map(|(id, _)| types(cards.pool(), *id)).unwrap_or_default(),
            });
        }
    }
    lines.sort_by_key(|line| line.line);
    let bad = lines.iter().filter(|line| line.problem.is_some()).count();
    let problem = match bad {
        0 if list.main.is_empty() => Some("the deck is empty".to_owned()),
        0 => None,
        1 => Some("a line can't be used".to_owned()),
        more => Some(format!("{more} lines can't be used")),
    };
    Ok(DeckCheck { cards: list.size(), sideboard: list.sideboard_size(), playable: problem.is_none(), problem, lines })
}

/// A list and its lines that can't be read; why the rest can't be either.
fn read(text: &str) -> std::result::Result<(Decklist, Vec<CheckedLine>), (Error, Vec<CheckedLine>)> {
    let mut rest: Vec<&str> = text.lines().collect();
    let mut unread = Vec::new();
    loop {
        let why = match deck::parse(&rest.join("\n"), "the list") {
            Ok(list) => return Ok((list, unread)),
            Err(why) => why,
        };
        let at = why.line.and_then(|line| line.checked_sub(1));
        match at.and_then(|at| rest.get_mut(at).filter(|line| !line.is_empty())) {
            Some(line) if unread.len() < MOST_UNREAD => {
                unread.push(unreadable(why.line.unwrap_or_default(), line, &why));
                *line = "";
            }
            _ => return Err((why, unread)),
        }
    }
}

/// A line that is none of a decklist.
fn unreadable(line: usize, text: &str, why: &Error) -> CheckedLine {
    CheckedLine {
        line: u32::try_from(line).unwrap_or(u32::MAX),
        count: 0,
        name: text.trim().to_owned(),
        problem: Some(why.what.clone()),
        sideboard: false,
        commander: false,
        value: None,
        colors: Vec::new(),
        types: String::new(),
    }
}

/// The cards that a query finds.
pub(crate) fn search(query: &str, limit: Option<usize>, cards: &Cards) -> Result<CardsFound> {
    let query = Query::parse(query)?;
    let found = search::find(cards.pool(), &query)?;
    let shown = found.iter().take(limit.unwrap_or(MOST_CARDS / 4).min(MOST_CARDS));
    let infos: Result<Vec<CardInfo>> = shown.map(|found| info(cards.pool(), found.id)).collect();
    Ok(CardsFound { total: u32::try_from(found.len()).unwrap_or(u32::MAX), cards: infos? })
}

/// A card by its name.
pub(crate) fn card(name: &str, cards: &Cards) -> Result<CardInfo> {
    info(cards.pool(), cards.pool().find(name)?)
}

fn info(pool: &CardPool, id: CardId) -> Result<CardInfo> {
    let (source, _) = pool.source(id)?;
    let card = pool.card(id)?;
    let missing = card.faces.iter().flat_map(|face| &face.uncompiled).map(|line| line.to_string()).collect();
    let mut compiled = card.faces.iter();
    let faces = source.faces.into_iter().map(|face| CardFace {
        colors: compiled.next().map(|face| letters(face.colors)).unwrap_or_default(),
        name: face.name,
        cost: face.mana_cost,
        types: face.type_line,
        text: face.text,
        power: face.power,
        toughness: face.toughness,
        loyalty: face.loyalty,
        defense: face.defense,
    });
    Ok(CardInfo { name: source.name, faces: faces.collect(), missing })
}

/// A rule of the rulebook that was imported, with those under it.
pub(crate) fn rule(number: &str, file: Option<&Path>) -> Result<RuleText> {
    let library = file.map(Library::open).transpose()?.flatten();
    let library = library.filter(|library| !library.book.rules.is_empty()).ok_or_else(|| Error::new(NO_RULES))?;
    let rule: Rule = number
        .trim_end_matches('.')
        .parse()
        .map_err(|_| Error::new(format!("“{number}” is no number of a rule, as 117.1b is")))?;
    let text = |rule: Rule| {
        Some(RuleText { number: rule.to_string(), text: library.book.line(rule)?.to_owned(), under: Vec::new() })
    };
    let mut shown = text(rule).ok_or_else(|| Error::new(format!("the rulebook has no rule {rule}")))?;
    shown.under = library.book.below(rule).filter_map(|(rule, _)| text(rule)).collect();
    Ok(shown)
}

/// The type line of a card's first face.
fn types(pool: &CardPool, id: CardId) -> String {
    let source = pool.source(id).ok();
    source.and_then(|(source, _)| source.faces.into_iter().next()).map(|face| face.type_line).unwrap_or_default()
}

/// The colors of a card's faces.
fn printed(card: &Card) -> ColorSet {
    card.faces.iter().fold(ColorSet::COLORLESS, |all, face| all.union(face.colors))
}

fn letters(colors: ColorSet) -> Vec<String> {
    colors.iter().map(|color| color.letter().to_string()).collect()
}
