//! Linked numbers (607) of abilities that an object gets from different sources, kept apart.

use lawmage_ir::visit::{self, Go, Part, walk_mut};
use lawmage_ir::{Ability, DEVOURED, Destination, Ref};

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

/// Has abilities remember what they exile, and speak of it, under linked numbers that are greater by so much.
pub(crate) fn shift(part: &mut (impl Part + ?Sized), by: u8) {
    let moved = |n: &mut u8| {
        if *n < DEVOURED {
            *n = n.saturating_add(by).min(DEVOURED - 1);
        }
    };
    walk_mut(part, &mut |node| {
        if let Some(Ref::Linked(n)) = node.get_mut() {
            moved(n);
        }
        if let Some(Destination::Exile { linked: Some(n), .. }) = node.get_mut() {
            moved(n);
        }
        Go::Into
    });
}
