//! How many different values of a quality objects have among them (201.2b, 205, 709.5).

use lawmage_ir::{Color, KindOf, Stat, Subtype, SubtypeKind, TypeSet};

use crate::state::State;
use crate::state::chars::Chars;
use crate::state::ids::Entity;
use crate::state::last_known::Seen;

impl State {
    /// The same of objects as they are or last were (608.2h).
    pub(super) fn kinds_among(&self, kind: KindOf, members: &[Entity]) -> i32 {
        let seen: Vec<Seen<'_>> = members.iter().filter_map(|e| e.object()).filter_map(|id| self.seen(id)).collect();
        match kind {
            KindOf::CardType => types_among(&seen).len() as i32,
            KindOf::PermanentType => types_among(&seen).permanent().len() as i32,
            KindOf::Color => Color::ALL.iter().filter(|c| seen.iter().any(|s| s.chars.colors.has(**c))).count() as i32,
            KindOf::BasicLandType => {
                Subtype::BASIC_LANDS.iter().filter(|t| seen.iter().any(|s| s.chars.has_subtype(**t))).count() as i32
            }
            KindOf::CreatureType => Subtype::all()
                .filter(|t| t.kind() == SubtypeKind::Creature)
                .filter(|t| seen.iter().any(|s| s.chars.has_subtype(*t)))
                .count() as i32,
            // 201.2b: what has no name is of none that differ.
            // 709.5: both unlocked, each half has its name.
            KindOf::Name => distinct(seen.iter().flat_map(|s| names(s.chars)).filter(|name| !name.is_empty())),
            KindOf::Counter => {
                let held = members.iter().filter_map(|e| self.counters_held(*e));
                distinct(held.flat_map(|c| c.iter().filter(|(_, n)| *n > 0).map(|(kind, _)| kind.clone())))
            }
            KindOf::Power => distinct(seen.iter().filter_map(|s| s.chars.power)),
            // 202.1: the order of the symbols is no part of the cost.
            KindOf::ManaCost => distinct(seen.iter().filter_map(|s| Some(s.chars.mana_cost.as_ref()?.in_order()))),
            KindOf::ManaValue => distinct(seen.iter().filter_map(|s| self.stat_seen(s, Stat::ManaValue))),
        }
    }
}

/// The names of an object: of one with halves, each has its own.
fn names(chars: &Chars) -> Vec<&str> {
    if chars.halves.is_some() { chars.name.split(" // ").collect() } else { vec![&*chars.name] }
}

/// The card types that any of them has.
fn types_among(all: &[Seen<'_>]) -> TypeSet {
    all.iter().fold(TypeSet::NONE, |types, seen| types.union(seen.chars.types))
}

/// How many different ones there are.
pub(super) fn distinct<T: Ord>(items: impl Iterator<Item = T>) -> i32 {
    let mut all: Vec<T> = items.collect();
    all.sort_unstable();
    all.dedup();
    all.len() as i32
}
