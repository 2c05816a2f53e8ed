//! What only tells of how a text was read is left out of its IR: two texts that mean the same have the same.

use std::collections::BTreeSet;
use std::sync::Arc;

use lawmage_ir::visit::{self, Go, Part};
use lawmage_ir::{
    Amount, Clause, Condition, Continuous, CostPart, DEVOURED, Destination, Duration, Face, HAUNTED, InTurnOrder,
    Instruction, Mode, PROMISED, Piles, PilesOfEach, Ref, Slot, StickersOf, Vote,
};

/// Slots of which nothing speaks are not filled, and what is exiled is not remembered where nothing asks for it.
pub(crate) fn tidy(faces: &mut [Arc<Face>]) {
    let asked = links_asked_for(faces);
    for face in faces {
        // First, as a slot may be spoken of for that alone.
        if let Some(asked) = &asked {
            Arc::make_mut(face).abilities.iter_mut().for_each(|ability| forget(ability, asked));
        }
        let slots: Vec<BTreeSet<Slot>> = face.abilities.iter().map(slots_spoken_of).collect();
        let untidy = face.abilities.iter().zip(&slots).any(|(ability, slots)| {
            visit::any(ability, |clause: &Clause| clause.out.is_some_and(|slot| !slots.contains(&slot)))
        });
        if untidy {
            leave_out(face, &slots);
        }
        for ability in &mut Arc::make_mut(face).abilities {
            leave_out_of_arms(ability);
        }
        number_slots(face);
    }
}

/// One arm of an "if" can't be spoken of in the other: what it fills for that alone is not filled.
fn leave_out_of_arms(ability: &mut lawmage_ir::Ability) {
    if !visit::any(
        ability,
        |does: &Instruction| matches!(does, Instruction::If { otherwise, .. } if !otherwise.is_empty()),
    ) {
        return;
    }
    let all = spoken_in(ability);
    visit::walk_mut(ability, &mut |node| {
        if let Some(Instruction::If { then, otherwise, .. }) = node.get_mut() {
            let (first, second) = (spoken_in(then), spoken_in(otherwise));
            let only = |arm: &[Slot], slot: Slot| {
                let count = |slots: &[Slot]| slots.iter().filter(|known| **known == slot).count();
                count(arm) > 0 && count(arm) == count(&all)
            };
            let clear = |clause: &mut Clause, other: &[Slot]| {
                clause.out.take_if(|slot| only(other, *slot));
            };
            then.iter_mut().for_each(|clause| clear(clause, &second));
            otherwise.iter_mut().for_each(|clause| clear(clause, &first));
        }
        Go::Into
    });
}

/// Leaves out slots of which nothing speaks.
fn leave_out(face: &mut Arc<Face>, slots: &[BTreeSet<Slot>]) {
    for (ability, slots) in Arc::make_mut(face).abilities.iter_mut().zip(slots) {
        visit::walk_mut(ability, &mut |node| {
            if let Some(clause) = node.get_mut::<Clause>() {
                clause.out.take_if(|slot| !slots.contains(slot));
            }
            Go::Into
        });
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

/// Looks at the slot that a node asks for what is in it, got as it is or to be changed; tells whether there is one.
macro_rules! slot_asked_for {
    ($node:expr, $get:ident, $look:expr) => {
        if let Some(Ref::Slot(slot) | Ref::Theirs(slot, _)) = $node.$get() {
            $look(slot);
            true
        } else if let Some(
            Amount::Slot(slot)
            | Amount::OfAll(slot, _)
            | Amount::Excess(slot)
            | Amount::FlipsLost(slot)
            | Amount::Dice(slot, _),
        ) = $node.$get()
        {
            $look(slot);
            true
        } else if let Some(Condition::Done(slot) | Condition::ExtraTurnOf(slot) | Condition::ExtraCombatOf(slot)) =
            $node.$get()
        {
            $look(slot);
            true
        } else if let Some(Duration::ExtraCombat(slot)) = $node.$get() {
            $look(slot);
            true
        } else if let Some(StickersOf::Slot(slot)) = $node.$get() {
            $look(slot);
            true
        } else if let Some(Instruction::Process { again: slot, .. }) = $node.$get() {
            $look(slot);
            true
        } else {
            false
        }
    };
}

/// The slots that a node itself speaks of, those that a clause fills aside.
fn each_slot(node: &mut dyn visit::Node, look: &mut dyn FnMut(&mut Slot)) {
    if slot_asked_for!(node, get_mut, look) {
        return;
    }
    if let Some(
        Instruction::Action { number: Some((_, slot)), .. }
        | Instruction::Clash { with: slot, .. }
        | Instruction::RevealUntil { found: slot, .. },
    ) = node.get_mut()
    {
        look(slot);
    } else if let Some(Piles { chosen, other, .. }) = node.get_mut() {
        look(chosen);
        look(other);
    } else if let Some(PilesOfEach { chosen, other, .. }) = node.get_mut() {
        look(chosen);
        look(other);
    } else if let Some(InTurnOrder { so_far: Some(slot), .. }) = node.get_mut() {
        look(slot);
    } else if let Some(Vote::Objects { most, .. }) = node.get_mut() {
        look(most);
    } else if let Some(lawmage_ir::Labels { slots, .. }) = node.get_mut() {
        slots.iter_mut().for_each(look);
    } else if let Some(Vote::Tally { slots, .. }) = node.get_mut() {
        slots.iter_mut().for_each(look);
    } else if let Some(lawmage_ir::DiceRoll { other: Some(slot), .. }) = node.get_mut() {
        look(slot);
    }
}

/// The slots of which an ability speaks, those that it grants included.
fn slots_spoken_of(ability: &impl Part) -> BTreeSet<Slot> {
    spoken_in(ability).into_iter().collect()
}

/// Likewise, each as often as it is spoken of.
fn spoken_in(part: &impl Part) -> Vec<Slot> {
    let mut slots = Vec::new();
    visit::walk(part, &mut |node| {
        slot_asked_for!(node, get, |slot: &Slot| slots.push(*slot));
        Go::Into
    });
    slots
}

/// The linked numbers under which something is asked for (607.2a); `None` where all that are kept are, or what was not read may.
fn links_asked_for(faces: &[Arc<Face>]) -> Option<BTreeSet<u8>> {
    if faces.iter().any(|face| !face.uncompiled.is_empty()) {
        return None;
    }
    let mut asked = BTreeSet::from([
        lawmage_ir::CRAFTED,
        lawmage_ir::DELVED,
        DEVOURED,
        HAUNTED,
        PROMISED,
        lawmage_ir::READ_AHEAD,
        lawmage_ir::TRIBUTE,
    ]);
    let mut kept = BTreeSet::new();
    for ability in faces.iter().flat_map(|face| &face.abilities) {
        let stopped = visit::walk(ability, &mut |node| {
            if let Some(Ref::Linked(n) | Ref::LinkedByName(n)) = node.get() {
                asked.insert(*n);
            } else if let Some(Amount::Linked(n)) = node.get() {
                asked.insert(*n);
            } else if let Some(Duration::UntilExilesWith(n)) = node.get() {
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
        for clauses in clauses_of(node) {
            clauses.retain(|clause| !matches!(clause.does, Instruction::Remember(n, _) if !asked.contains(&n)));
        }
        Go::Into
    });
}

/// The clauses that a node itself holds.
fn clauses_of(node: &mut dyn visit::Node) -> Vec<&mut Vec<Clause>> {
    use Instruction as I;
    if node.get::<Mode>().is_some() {
        return node.get_mut().map(|mode: &mut Mode| &mut mode.clauses).into_iter().collect();
    }
    match node.get_mut() {
        Some(
            I::Seq(body)
            | I::May { body, .. }
            | I::ForEach { body, .. }
            | I::InTurnOrder(InTurnOrder { body, .. })
            | I::Repeat { body, .. }
            | I::Process { body, .. },
        ) => vec![body],
        Some(I::If { then, otherwise, .. } | I::MayPay { then, otherwise, .. }) => vec![then, otherwise],
        _ => Vec::new(),
    }
}
