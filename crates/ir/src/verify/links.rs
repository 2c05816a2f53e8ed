//! Linked numbers (607): each that is read is written somewhere on the card.

use std::collections::BTreeSet;

use super::{Finding, Rule};
use crate::visit::{Go, Node, walk};
use crate::{
    Amount, Arrival, CRAFTED, Card, Condition, CostPart, DELVED, DEVOURED, Destination, Duration, HAUNTED, Instruction,
    Keyword, KeywordParam, ManaYield, Modification, PROMISED, READ_AHEAD, Ref, Side, TRIBUTE, Test, Who,
};

/// What a card reads and never writes.
pub(super) fn findings(card: &Card) -> Vec<Finding> {
    let mut written = BTreeSet::from([CRAFTED, DELVED, DEVOURED, HAUNTED, PROMISED, READ_AHEAD, TRIBUTE]);
    let mut read = BTreeSet::new();
    // 702.106: its name is chosen by the keyword, before the game.
    let agenda = |k: &Keyword| *k == Keyword::HiddenAgenda;
    if card.faces.iter().any(|face| crate::visit::any(&face.abilities, agenda)) {
        return Vec::new();
    }
    for face in &card.faces {
        walk(&face.abilities, &mut |node| {
            written.extend(writes(node));
            read.extend(reads(node));
            Go::Into
        });
    }
    read.iter()
        .filter(|(n, _)| !written.contains(n))
        .map(|(n, what)| Finding {
            rule: Rule::Link,
            what: format!("{what} under linked number {n} is spoken of, and nothing on the card sets it"),
        })
        .collect()
}

fn writes(node: &dyn Node) -> Option<u8> {
    if let Some(does) = node.get::<Instruction>() {
        return match does {
            Instruction::ChooseValue { linked, .. }
            | Instruction::NoteNumber { linked, .. }
            | Instruction::NoteMana(linked)
            | Instruction::Remember(linked, _) => Some(*linked),
            Instruction::NoteCard(linked, _) => Some(*linked),
            Instruction::CopyNamed(copied) if !copied.names.is_empty() => copied.linked,
            Instruction::RollDie(roll) => roll.stored,
            Instruction::PayLife { linked, .. } => *linked,
            _ => None,
        };
    }
    if let Some(Destination::Exile { linked, .. }) = node.get() {
        return *linked;
    }
    if let Some(CostPart::Exile(_, linked)) = node.get() {
        return *linked;
    }
    if let Some(CostPart::ChooseValue(_, linked)) = node.get() {
        return Some(*linked);
    }
    node.get::<Arrival>().and_then(|arrival| arrival.linked)
}

fn reads(node: &dyn Node) -> Option<(u8, &'static str)> {
    match node.get() {
        Some(Ref::Linked(n)) => return Some((*n, "what is remembered")),
        Some(Ref::LinkedByName(n)) => return Some((*n, "what was exiled before the game")),
        _ => {}
    }
    if let Some(Amount::Linked(n) | Amount::ChosenColors(_, n)) = node.get() {
        return Some((*n, "a number"));
    }
    if let Some(Amount::Stored(n, _)) = node.get() {
        return Some((*n, "stored results"));
    }
    if let Some(Instruction::CopyNamed(copied)) = node.get() {
        return copied.linked.map(|n| (n, "a noted card"));
    }
    if let Some(Instruction::RerollStored(n)) = node.get() {
        return Some((*n, "stored results"));
    }
    if let Some(
        Test::ChosenColor(n)
        | Test::ChosenType(n)
        | Test::ChosenName(n)
        | Test::NameChosenBy(n, _)
        | Test::ChoseWord(n, _)
        | Test::ChosenSector(n),
    ) = node.get()
    {
        return Some((*n, "what was chosen"));
    }
    if let Some(ManaYield::Chosen(n) | ManaYield::OrChosen(_, n) | ManaYield::Noted(n)) = node.get() {
        return Some((*n, "mana"));
    }
    if let Some(
        Modification::AddChosenType(n)
        | Modification::SetChosenType(n)
        | Modification::SetChosenColor(n)
        | Modification::AddChosenColor(n),
    ) = node.get()
    {
        return Some((*n, "what was chosen"));
    }
    if let Some(Who::Chosen(n)) = node.get() {
        return Some((*n, "the player chosen"));
    }
    if let Some(Side::Chosen(n) | Side::NotChosen(n)) = node.get() {
        return Some((*n, "the direction chosen"));
    }
    if let Some(KeywordParam::Chosen(n)) = node.get() {
        return Some((*n, "what was chosen"));
    }
    if let Some(Duration::UntilExilesWith(n)) = node.get() {
        return Some((*n, "what is exiled"));
    }
    match node.get() {
        Some(Condition::ChoseWord(n, _)) => Some((*n, "the word chosen")),
        _ => None,
    }
}
