//! What only tells of how a text was read is left out of its IR: two texts that mean the same have the same.

use std::collections::BTreeSet;
use std::sync::Arc;

use lawmage_ir::visit::{self, Go, Part};
use lawmage_ir::{
    Amount, Clause, Condition, Continuous, CostPart, DEVOURED, Destination, Face, HAUNTED, Instruction, PROMISED,
    Piles, Ref, Slot, StickersOf, Vote,
};

/// Slots of which nothing speaks are not filled, and what is exiled is not remembered where nothing asks for it.
pub(crate) fn tidy(faces: &mut [Arc<Face>]) {
    let asked = links_asked_for(faces);
    for face in faces {
        let slots: Vec<BTreeSet<Slot>> = face.abilities.iter().map(slots_spoken_of).collect();
        let untidy = face.abilities.iter().zip(&slots).any(|(ability, slots)| {
            visit::any(ability, |clause: &Clause| clause.out.is_some_and(|slot| !slots.contains(&slot)))
        });
        if untidy || asked.is_some() {
            leave_out(face, &slots, asked.as_ref());
        }
        number_slots(face);
    }
}

/// Leaves out slots of which nothing speaks, and what is kept for nobody.
fn leave_out(face: &mut Arc<Face>, slots: &[BTreeSet<Slot>], asked: Option<&BTreeSet<u8>>) {
    for (ability, slots) in Arc::make_mut(face).abilities.iter_mut().zip(slots) {
        visit::walk_mut(ability, &mut |node| {
            if let Some(clause) = node.get_mut::<Clause>() {
                clause.out.take_if(|slot| !slots.contains(slot));
            }
            Go::Into
        });
        if let Some(asked) = asked {
            forget(ability, asked);
        }
    }
}

/// Slots are numbered in the order in which an ability speaks of them, whichever way its text made them.
fn number_slots(face: &mut Arc<Face>) {
    let numbered = |ability: &lawmage_ir::Ability| slots_spoken_of(ability).iter().any(|slot| *slot > 0);
    if !face.abilities.iter().any(numbered) {
        return;
    }
    for ability in Arc::make_mut(face).abilities.iter_mut().filter(|ability| numbered(ability)) {
        let (mut spoken, mut filled) = (Vec::new(), Vec::new());
        visit::walk_mut(ability, &mut |node| {
            each_slot(node, &mut |slot| spoken.push(*slot));
            if let Some(clause) = node.get_mut::<Clause>() {
                filled.extend(clause.out);
            }
            Go::Into
        });
        let mut order: Vec<Slot> = Vec::new();
        for slot in spoken.into_iter().chain(filled) {
            if !order.contains(&slot) {
                order.push(slot);
            }
        }
        let number = |slot: &mut Slot| {
            let place = order.iter().position(|known| known == slot).and_then(|n| Slot::try_from(n).ok());
            *slot = place.unwrap_or(*slot);
        };
        visit::walk_mut(ability, &mut |node| {
            each_slot(node, &mut |slot| number(slot));
            if let Some(slot) = node.get_mut::<Clause>().and_then(|clause| clause.out.as_mut()) {
                number(slot);
            }
            Go::Into
        });
    }
}

/// The slots that a node itself speaks of, those that a clause fills aside.
fn each_slot(node: &mut dyn visit::Node, look: &mut dyn FnMut(&mut Slot)) {
    if let Some(Ref::Slot(slot)) = node.get_mut() {
        look(slot);
    } else if let Some(Amount::Slot(slot) | Amount::OfAll(slot, _) | Amount::Excess(slot)) = node.get_mut() {
        look(slot);
    } else if let Some(Condition::Done(slot)) = node.get_mut() {
        look(slot);
    } else if let Some(StickersOf::Slot(slot)) = node.get_mut() {
        look(slot);
    } else if let Some(
        Instruction::Action { number: Some((_, slot)), .. }
        | Instruction::Clash { with: slot, .. }
        | Instruction::RevealUntil { found: slot, .. },
    ) = node.get_mut()
    {
        look(slot);
    } else if let Some(Piles { chosen, other, .. }) = node.get_mut() {
        look(chosen);
        look(other);
    } else if let Some(Vote::Objects { most, .. }) = node.get_mut() {
        look(most);
    }
}

/// The slots of which an ability speaks, those that it grants included.
fn slots_spoken_of(ability: &impl Part) -> BTreeSet<Slot> {
    let mut slots = BTreeSet::new();
    visit::walk(ability, &mut |node| {
        if let Some(Ref::Slot(slot)) = node.get() {
            slots.insert(*slot);
        } else if let Some(Amount::Slot(slot) | Amount::OfAll(slot, _) | Amount::Excess(slot)) = node.get() {
            slots.insert(*slot);
        } else if let Some(Condition::Done(slot)) = node.get() {
            slots.insert(*slot);
        } else if let Some(StickersOf::Slot(slot)) = node.get() {
            slots.insert(*slot);
        }
        Go::Into
    });
    slots
}

/// The linked numbers under which something is asked for (607.2a); `None` where all that are kept are, or what was not read may.
fn links_asked_for(faces: &[Arc<Face>]) -> Option<BTreeSet<u8>> {
    if faces.iter().any(|face| !face.uncompiled.is_empty()) {
        return None;
    }
    let mut asked = BTreeSet::from([DEVOURED, HAUNTED, PROMISED, lawmage_ir::READ_AHEAD, lawmage_ir::TRIBUTE]);
    let mut kept = BTreeSet::new();
    for ability in faces.iter().flat_map(|face| &face.abilities) {
        let stopped = visit::walk(ability, &mut |node| {
            if let Some(Ref::Linked(n) | Ref::LinkedByName(n)) = node.get() {
                asked.insert(*n);
            } else if let Some(Amount::Linked(n)) = node.get() {
                asked.insert(*n);
            } else if let Some(Destination::Exile { linked: Some(n), .. }) = node.get() {
                kept.insert(*n);
            } else if let Some(CostPart::Exile(_, Some(n))) = node.get() {
                kept.insert(*n);
            } else if let Some(Instruction::Remember(n, _)) = node.get() {
                kept.insert(*n);
            }
            if matches!(node.get(), Some(Continuous::Pregame(_))) { Go::Stop } else { Go::Into }
        });
        if stopped {
            return None;
        }
    }
    kept.iter().any(|n| !asked.contains(n)).then_some(asked)
}

/// Leaves out what is kept under other numbers than these.
fn forget(ability: &mut impl Part, asked: &BTreeSet<u8>) {
    let unasked = |n: &mut u8| !asked.contains(n);
    visit::walk_mut(ability, &mut |node| {
        if let Some(Destination::Exile { linked, .. }) = node.get_mut() {
            linked.take_if(unasked);
        } else if let Some(CostPart::Exile(_, linked)) = node.get_mut() {
            linked.take_if(unasked);
        }
        Go::Into
    });
}
