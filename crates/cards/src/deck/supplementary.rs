//! What stands beside a deck in casual variants (9): planar decks, scheme decks, vanguards.

use std::collections::BTreeMap;

use lawmage_ir::{Card, CardType, rule};

use super::{Copies, Deck, Finding, total_copies};

/// The types of nontraditional cards that begin in the command zone (108.2, 311.2, 312.2, 313.2, 314.2).
const NONTRADITIONAL: [CardType; 4] = [CardType::Plane, CardType::Phenomenon, CardType::Vanguard, CardType::Scheme];

fn is(card: &Card, types: &[CardType]) -> bool {
    card.faces.iter().any(|f| types.iter().any(|t| f.types.has(*t)))
}

/// Whether a card begins in the command zone, in no deck.
pub(super) fn is_nontraditional(copies: &Copies) -> bool {
    is(&copies.card, &NONTRADITIONAL)
}

/// Checks what stands beside a deck, where something does.
pub(super) fn check(deck: &Deck, findings: &mut Vec<Finding>) {
    let of = |types: &[CardType]| deck.command.iter().filter(|c| is(&c.card, types)).cloned().collect::<Vec<_>>();
    let mut add = |rule, what, line| findings.push(Finding { rule, what, line });
    let planar = of(&[CardType::Plane, CardType::Phenomenon]);
    let size = total_copies(&planar);
    if !planar.is_empty() {
        let phenomena = total_copies(&of(&[CardType::Phenomenon]));
        if size < 10 {
            add(rule!("901.3"), format!("{size} cards in the planar deck; it has at least 10"), None);
        }
        if phenomena > 2 {
            add(rule!("901.3"), format!("{phenomena} phenomena in the planar deck; it has at most 2"), None);
        }
        for (name, (count, line)) in by_name(&planar).into_iter().filter(|(_, (count, _))| *count > 1) {
            add(rule!("901.3"), format!("{count} of {name} in the planar deck; at most 1"), Some(line));
        }
    }
    let schemes = of(&[CardType::Scheme]);
    let size = total_copies(&schemes);
    if !schemes.is_empty() && size < 20 {
        add(rule!("904.3"), format!("{size} schemes; a scheme deck has at least 20"), None);
    }
    for (name, (count, line)) in by_name(&schemes).into_iter().filter(|(_, (count, _))| *count > 2) {
        add(rule!("904.3"), format!("{count} of {name} in the scheme deck; at most 2"), Some(line));
    }
    let vanguards = total_copies(&of(&[CardType::Vanguard]));
    if vanguards > 1 {
        add(rule!("902.3"), format!("{vanguards} vanguards; a player has one"), None);
    }
    // 315.3: they begin in the sideboard (905.4).
    for copies in deck.main.iter().filter(|c| is(&c.card, &[CardType::Conspiracy])) {
        let what = format!("{} can't be in a deck: conspiracies stand in the sideboard", copies.card.name);
        add(rule!("315.3"), what, Some(copies.line));
    }
}

/// How many there are of each name, and the line that it stands on first.
fn by_name(among: &[Copies]) -> BTreeMap<&str, (u32, usize)> {
    let mut names = BTreeMap::new();
    for copies in among {
        let sum: &mut (u32, usize) = names.entry(&*copies.card.name).or_insert((0, copies.line));
        sum.0 = sum.0.saturating_add(copies.count);
    }
    names
}
