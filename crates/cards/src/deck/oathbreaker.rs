//! What leads a deck of the Oathbreaker format: a planeswalker, the oathbreaker, and an instant or sorcery, its signature spell. The rules
//! leave formats of their own to those who make them (100.6).

use lawmage_ir::rule;
use lawmage_oracle::CardSource;

use super::eligible::{has_line, is};
use super::{Copies, Deck, Finding};
use crate::{CardPool, Result};

/// Whether a signature spell stands among what leads the deck.
pub(super) fn has_signature(deck: &Deck) -> bool {
    deck.commander.iter().any(|c| c.card.is_instant_or_sorcery())
}

/// Checks what leads the deck: an oathbreaker, or two that are partners, each with a signature spell.
pub(super) fn check(deck: &Deck, pool: &CardPool, findings: &mut Vec<Finding>) -> Result<()> {
    let (spells, leaders): (Vec<&Copies>, Vec<&Copies>) =
        deck.commander.iter().partition(|c| c.card.is_instant_or_sorcery());
    let mut add = |what: String, line| findings.push(Finding { rule: rule!("100.6"), what, line });
    let mut sources = Vec::new();
    for leader in &leaders {
        let source = pool.source(leader.id)?.0;
        if !is(&source, &["Planeswalker"]) {
            add(format!("{} can't be an oathbreaker: it is no planeswalker", source.name), Some(leader.line));
        }
        sources.push(source);
    }
    match sources.as_slice() {
        [] => add("no oathbreaker is named: put it under a line “Oathbreaker”".to_owned(), None),
        [_] => {}
        [one, other] if are_partners(one, other) => {}
        several => {
            let what = format!("{} oathbreakers; a deck has one, or two that are partners", several.len());
            add(what, leaders.last().map(|c| c.line));
        }
    }
    let copies = |of: &[&Copies]| of.iter().fold(0_u32, |sum, c| sum.saturating_add(c.count));
    let (spells, leaders) = (copies(&spells), copies(&leaders));
    if leaders > 0 && spells != leaders {
        add(format!("{spells} signature spells; each oathbreaker has one"), None);
    }
    Ok(())
}

fn are_partners(one: &CardSource, other: &CardSource) -> bool {
    let with = |card: &CardSource, other: &CardSource| has_line(card, &format!("Partner with {}", other.name));
    (has_line(one, "Partner") && has_line(other, "Partner")) || (with(one, other) && with(other, one))
}
