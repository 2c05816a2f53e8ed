//! Linked numbers (607) of abilities that an object gets from different sources, kept apart.

use lawmage_ir::visit::{self, Go, Node, Part, walk_mut};
use lawmage_ir::{
    Ability, Amount, Arrival, Condition, CopiedNamed, CostPart, DEVOURED, Destination, DiceRoll, Duration,
    EventPattern, Instruction, KeywordParam, ManaYield, Modification, Prohibition, Ref, SACRIFICED, Test, Who,
};

/// More than the linked numbers that one card uses, those aside that keywords have of their own.
const ONE_CARD: u8 = 50;

/// Whether abilities speak of what is remembered under a linked number.
pub(crate) fn remembers(part: &(impl Part + ?Sized)) -> bool {
    visit::any(part, |object: &Ref| matches!(object, Ref::Linked(n) if *n < DEVOURED))
}

/// What to add to the linked numbers of other abilities, so that they share none with these.
pub(crate) fn first_free<'n>(abilities: impl IntoIterator<Item = &'n Ability>) -> u8 {
    let mut free = ONE_CARD;
    for ability in abilities {
        visit::each(ability, |object: &Ref| {
            if let Ref::Linked(n) = object
                && (free..DEVOURED - ONE_CARD).contains(n)
            {
                free = (n / ONE_CARD + 1) * ONE_CARD;
            }
        });
    }
    free
}

/// What to add to the linked numbers of abilities, so that they use none of the used ones: nothing where they use none, or
/// where there are no others left.
pub(crate) fn free_besides<'n>(used: &[u8], abilities: impl IntoIterator<Item = &'n Ability>) -> u8 {
    let mut own = Vec::new();
    for ability in abilities {
        each_number(&mut ability.clone(), &mut |n| own.push(*n));
    }
    let free = |by: &u8| own.iter().all(|n| n.checked_add(*by).is_some_and(|n| n < SACRIFICED && !used.contains(&n)));
    (0..SACRIFICED / ONE_CARD).map(|nth| nth * ONE_CARD).find(free).unwrap_or(0)
}

/// Has abilities remember, choose and exile, and speak of it, under linked numbers that are greater by so much.
pub(crate) fn shift(part: &mut (impl Part + ?Sized), by: u8) {
    each_number(part, &mut |n| *n = n.saturating_add(by).min(SACRIFICED - 1));
}

/// Every linked number that abilities use, those that keywords have of their own aside.
fn each_number(part: &mut (impl Part + ?Sized), found: &mut dyn FnMut(&mut u8)) {
    walk_mut(part, &mut |node| {
        let number = read_number(node).filter(|n| **n < SACRIFICED);
        if let Some(number) = number {
            found(number);
        }
        let number = written_number(node).filter(|n| **n < SACRIFICED);
        if let Some(number) = number {
            found(number);
        }
        Go::Into
    });
}

/// The linked number under which a node reads.
fn read_number(node: &mut dyn Node) -> Option<&mut u8> {
    if node.get::<Ref>().is_some() {
        let Some(Ref::Linked(n) | Ref::LinkedByName(n)) = node.get_mut() else { return None };
        return Some(n);
    }
    if node.get::<Amount>().is_some() {
        let Some(Amount::Linked(n) | Amount::Stored(n, _) | Amount::ChosenColors(_, n) | Amount::DevotionChosen(_, n)) =
            node.get_mut()
        else {
            return None;
        };
        return Some(n);
    }
    if node.get::<Test>().is_some() {
        let Some(
            Test::ChosenColor(n)
            | Test::ChosenType(n)
            | Test::ChosenName(n)
            | Test::NameChosenBy(n, _)
            | Test::ChoseWord(n, _)
            | Test::ChosenSector(n),
        ) = node.get_mut()
        else {
            return None;
        };
        return Some(n);
    }
    if node.get::<Modification>().is_some() {
        let Some(
            Modification::AddChosenType(n)
            | Modification::SetChosenType(n)
            | Modification::SetChosenColor(n)
            | Modification::AddChosenColor(n),
        ) = node.get_mut()
        else {
            return None;
        };
        return Some(n);
    }
    if node.get::<ManaYield>().is_some() {
        let Some(ManaYield::Chosen(n) | ManaYield::OrChosen(_, n) | ManaYield::Noted(n)) = node.get_mut() else {
            return None;
        };
        return Some(n);
    }
    if node.get::<EventPattern>().is_some() {
        let Some(EventPattern::TappedForMana { of: Some(n), .. }) = node.get_mut() else { return None };
        return Some(n);
    }
    read_rarely(node)
}

fn read_rarely(node: &mut dyn Node) -> Option<&mut u8> {
    if node.get::<Who>().is_some() {
        let Some(Who::Chosen(n)) = node.get_mut() else { return None };
        return Some(n);
    }
    if node.get::<KeywordParam>().is_some() {
        let Some(KeywordParam::Chosen(n)) = node.get_mut() else { return None };
        return Some(n);
    }
    if node.get::<Duration>().is_some() {
        let Some(Duration::UntilExilesWith(n)) = node.get_mut() else { return None };
        return Some(n);
    }
    if node.get::<Prohibition>().is_some() {
        let Some(Prohibition::AttackOnlyNearest(n)) = node.get_mut() else { return None };
        return Some(n);
    }
    let Some(Condition::ChoseWord(n, _)) = node.get_mut() else { return None };
    Some(n)
}

/// The linked number under which a node has something remembered.
fn written_number(node: &mut dyn Node) -> Option<&mut u8> {
    if node.get::<Instruction>().is_some() {
        let Some(
            Instruction::ChooseValue { linked, .. }
            | Instruction::NoteNumber { linked, .. }
            | Instruction::NoteMana(linked)
            | Instruction::Remember(linked, _)
            | Instruction::RerollStored(linked)
            | Instruction::NoteCard(linked, _)
            | Instruction::CopyNamed(CopiedNamed { linked: Some(linked), .. })
            | Instruction::RollDie(DiceRoll { stored: Some(linked), .. })
            | Instruction::PayLife { linked: Some(linked), .. },
        ) = node.get_mut()
        else {
            return None;
        };
        return Some(linked);
    }
    if node.get::<CostPart>().is_some() {
        let Some(CostPart::Exile(_, Some(n)) | CostPart::RevealChosen(n) | CostPart::ChooseValue(_, n)) =
            node.get_mut()
        else {
            return None;
        };
        return Some(n);
    }
    if node.get::<Destination>().is_some() {
        let Some(Destination::Exile { linked: Some(n), .. }) = node.get_mut() else { return None };
        return Some(n);
    }
    let Some(Arrival { linked: Some(n), .. }) = node.get_mut() else { return None };
    Some(n)
}
