//! Whom and what the permissions in force are about (611).

use lawmage_ir::{Continuous, Permission, Selector, Who};

use crate::state::State;
use crate::state::ids::{ObjectId, PlayerId};

impl State {
    /// Whether a permission of that kind is about the object.
    pub(crate) fn lets(&self, id: ObjectId, find: &dyn Fn(&Permission) -> Option<&Selector>) -> bool {
        self.rules().mays.iter().any(|rule| match rule.what() {
            Some(Continuous::May(permission)) => {
                find(permission).is_some_and(|what| self.is_selected(id.into(), what, &rule.context()))
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
