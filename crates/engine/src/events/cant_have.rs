//! Abilities that objects can't have aren't given to them by effects of resolving spells and abilities (113.11).

use std::borrow::Cow;

use lawmage_ir::{Ability, Keyword, KeywordSet, Modification};

use crate::state::State;
use crate::state::ids::{Entity, ObjectId};

impl State {
    /// Whether changes add a keyword that some object can't have.
    pub(super) fn forbids_some(&self, mods: &[Modification]) -> bool {
        mods.iter().filter_map(added_keyword).any(|k| self.cache.banned.iter().any(|(_, set)| set.has(k)))
    }

    /// The changes without keywords that the object can't have: that part of a resolving effect doesn't apply (113.11).
    pub(super) fn allowed_for<'m>(&self, mods: &'m [Modification], object: Option<Entity>) -> Cow<'m, [Modification]> {
        if !self.forbids_some(mods) {
            return Cow::Borrowed(mods);
        }
        let of = |id: &ObjectId| object == Some(Entity::Object(*id));
        let banned = self.cache.banned.iter().find(|(id, _)| of(id)).map_or_else(KeywordSet::default, |(_, set)| *set);
        mods.iter().filter(|one| !added_keyword(one).is_some_and(|k| banned.has(k))).cloned().collect()
    }
}

/// The keyword that a change adds, if it adds one.
fn added_keyword(change: &Modification) -> Option<Keyword> {
    let Modification::AddAbility(ability) = change else { return None };
    match &**ability {
        Ability::Keyword(keyword) => Some(keyword.keyword),
        _ => None,
    }
}
