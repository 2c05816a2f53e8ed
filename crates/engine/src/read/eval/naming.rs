//! The names of objects, and whether two are one (201.2).

use lawmage_ir::{Ability, Continuous, Permission};

use super::face_fits;
use crate::read::context::Context;
use crate::state::State;
use crate::state::chars::Chars;
use crate::state::last_known::Seen;

impl State {
    /// Whether an object has that name; 612.7: it may have those of all cards of a kind.
    pub(super) fn is_named(&self, chars: &Chars, name: &str) -> bool {
        // 709.5: both unlocked, each half has its name.
        if chars.halves.is_some() && chars.name.split(" // ").any(|half| same_name(name, half)) {
            return true;
        }
        same_name(name, &chars.name) || self.has_more_name(chars, name)
    }

    /// Whether the effect at hand, which is from a spell of that name, counts a card as one of that name, as the card says.
    pub(super) fn counts_as(&self, seen: &Seen<'_>, name: &str, context: &Context<'_>) -> bool {
        let says = |ability: &Ability| match ability {
            Ability::Static(ability) => ability.zones.has(seen.zone)
                && ability.effects.iter().any(
                    |effect| matches!(effect, Continuous::May(Permission::CountAs(other)) if same_name(name, other)),
                ),
            _ => false,
        };
        seen.chars.abilities.iter().any(|on| says(&on.ability))
            && self.seen(context.source).is_some_and(|source| source.is_spell() && self.is_named(source.chars, name))
    }

    fn has_more_name(&self, chars: &Chars, name: &str) -> bool {
        chars.more_names.as_ref().is_some_and(|test| {
            let mut faces = self.cards.iter().flat_map(|card| card.faces.iter());
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
