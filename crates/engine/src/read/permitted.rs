//! Whom and what the permissions in force are about (611).

use lawmage_ir::{Continuous, Permission, Selector, Who};

use crate::state::State;
use crate::state::cache::ActiveRule;
use crate::state::ids::{Entity, ObjectId, PlayerId};

impl State {
    /// Whether a permission of that kind is about the object.
    pub(crate) fn lets(&self, id: ObjectId, find: &dyn Fn(&Permission) -> Option<&Selector>) -> bool {
        self.times_lets(id, find) > 0
    }

    /// How many permissions of that kind are about the object.
    pub(crate) fn times_lets(&self, id: ObjectId, find: &dyn Fn(&Permission) -> Option<&Selector>) -> u32 {
        let about = |rule: &&ActiveRule| match rule.what() {
            Some(Continuous::May(permission)) => {
                find(permission).is_some_and(|what| self.is_selected(id.into(), what, &rule.context()))
            }
            _ => false,
        };
        self.rules().mays.iter().filter(about).count() as u32
    }

    /// Whether an object or player can be the target of that player's spells and abilities despite hexproof (702.11).
    pub(crate) fn is_targeted_despite_hexproof(&self, one: Entity, you: PlayerId) -> bool {
        self.rules().mays.iter().any(|rule| match rule.what() {
            Some(Continuous::May(Permission::TargetDespiteHexproof { what, by })) => {
                let context = rule.context();
                by.as_ref().is_none_or(|who| self.is_among(you, who, &context)) && self.is_selected(one, what, &context)
            }
            _ => false,
        })
    }

    /// Whether a permission of that kind is the player's.
    pub(crate) fn lets_player(&self, player: PlayerId, find: &dyn Fn(&Permission) -> Option<&Who>) -> bool {
        self.permissions_of(player, find).next().is_some()
    }

    /// How many permissions of that kind are the player's.
    pub(crate) fn times_let(&self, player: PlayerId, find: &dyn Fn(&Permission) -> Option<&Who>) -> u32 {
        self.permissions_of(player, find).count() as u32
    }

    fn permissions_of<'a>(
        &'a self,
        player: PlayerId,
        find: &'a dyn Fn(&Permission) -> Option<&Who>,
    ) -> impl Iterator<Item = &'a Permission> {
        self.rules().mays.iter().filter_map(move |rule| match rule.what() {
            Some(Continuous::May(permission)) => {
                let who = find(permission)?;
                self.is_among(player, who, &rule.context()).then_some(permission)
            }
            _ => None,
        })
    }
}
