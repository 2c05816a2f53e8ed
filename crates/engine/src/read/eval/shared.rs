//! What objects have in common.

use lawmage_ir::{Quality, Stat, SubtypeKind};

use crate::state::State;
use crate::state::ids::{ObjectId, PlayerId};
use crate::state::last_known::Seen;
use crate::state::stack::StackKind;

/// What sort of thing on the stack it is.
pub(super) fn stack_kind<'a>(seen: &'a Seen<'_>) -> Option<&'a StackKind> {
    seen.object.stack.as_deref().map(|item| &item.kind)
}

impl State {
    /// Whether two objects share a quality.
    pub(super) fn share(&self, a: &Seen<'_>, b: &Seen<'_>, quality: Quality) -> bool {
        match quality {
            Quality::Color => !a.chars.colors.intersection(b.chars.colors).is_empty(),
            Quality::CardType => a.chars.types.meets(b.chars.types),
            Quality::Name => self.share_name(a.chars, b.chars),
            Quality::Controller => a.controller == b.controller,
            Quality::ManaValue => self.stat_seen(a, Stat::ManaValue) == self.stat_seen(b, Stat::ManaValue),
            // 205.3i, 205.3m
            Quality::LandType | Quality::CreatureType => {
                let land = quality == Quality::LandType;
                let kind = if land { SubtypeKind::Land } else { SubtypeKind::Creature };
                let (x, y) = (&a.chars.subtypes, &b.chars.subtypes);
                x.listed.iter().filter(|s| s.kind() == kind).any(|s| y.has(*s))
                    || y.listed.iter().filter(|s| s.kind() == kind).any(|s| x.has(*s))
                    || (!land && x.all_creature_types && y.all_creature_types)
            }
        }
    }

    /// Whether an object shares a quality with one of a player's commanders, wherever that is (903.3d).
    pub(super) fn shares_with_commander(&self, seen: &Seen<'_>, owner: PlayerId, quality: Quality) -> bool {
        let theirs = self.commanders.iter().filter(|c| c.owner == owner).filter_map(|c| {
            let generation = self.objects.get(c.slot as usize)?.generation;
            let id = ObjectId { slot: c.slot, generation };
            if self.is_commander(id) { self.seen(id) } else { None }
        });
        theirs.into_iter().any(|other| self.share(seen, &other, quality))
    }
}
