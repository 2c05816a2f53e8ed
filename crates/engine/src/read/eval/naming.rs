//! The names of objects, and whether two are one (201.2).

use super::face_fits;
use crate::state::State;
use crate::state::chars::Chars;

impl State {
    /// Whether an object has that name; 612.7: it may have those of all cards of a kind.
    pub(super) fn is_named(&self, chars: &Chars, name: &str) -> bool {
        // 709.5: both unlocked, each half has its name.
        if chars.halves.is_some() && chars.name.split(" // ").any(|half| same_name(name, half)) {
            return true;
        }
        same_name(name, &chars.name) || self.has_more_name(chars, name)
    }

    fn has_more_name(&self, chars: &Chars, name: &str) -> bool {
        chars.more_names.as_ref().is_some_and(|test| {
            let mut faces = self.cards.iter().flat_map(|card| &card.faces);
            faces.any(|face| same_name(name, &face.name) && face_fits(face, test))
        })
    }

    /// Whether two objects have a name in common: 201.2c, one without a name has none that others have, and none that differs.
    pub(crate) fn share_name(&self, a: &Chars, b: &Chars) -> bool {
        same_name(&a.name, &b.name)
            || self.has_more_name(a, &b.name)
            || self.has_more_name(b, &a.name)
            || (a.more_names.is_some() && a.more_names == b.more_names)
    }
}

/// Whether two names are one name (201.2a); the empty name is none.
fn same_name(a: &str, b: &str) -> bool {
    if a.is_empty() || b.is_empty() {
        return false;
    }
    // 709.4a: a split card has two names; any of them counts.
    let halves = |name: &str| name.contains(" // ");
    a == b || (halves(a) || halves(b)) && a.split(" // ").any(|one| b.split(" // ").any(|other| one == other))
}
