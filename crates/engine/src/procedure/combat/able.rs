//! Which creatures can attack at all, and what: summoning sickness (302.6), defender (702.3b), and what makes them do it all the same;
//! and which can block though they are tapped (509.1a).

use lawmage_ir::{CardType, Continuous, Keyword, Permission};

use crate::state::State;
use crate::state::ids::{Entity, ObjectId, PlayerId};

impl State {
    /// Whether a creature could be chosen to attack at all (302.5, 508.1a, 302.6, 702.3b).
    pub(super) fn can_be_attacker(&self, id: ObjectId, player: PlayerId) -> bool {
        let Some(permanent) = self.permanent(id) else { return false };
        if permanent.tapped || !self.acts_for(self.controller(id), player) {
            return false;
        }
        let chars = self.chars(id);
        if !chars.is_creature() || chars.is(CardType::Battle) {
            return false;
        }
        // 302.6: it has been under this player's control since the turn began, or has haste.
        if self.is_sick(id) && !self.attacks_as_though(id, None, true) {
            return false;
        }
        !chars.has(Keyword::Defender) || self.attacks_despite_defender(id) || self.attacks_as_though(id, None, false)
    }

    /// 302.6, 702.10b: it came under this player's control this turn, and has no haste.
    fn is_sick(&self, id: ObjectId) -> bool {
        let since = self.permanent(id).is_some_and(|permanent| permanent.controlled_since == self.turn.number);
        since && !self.chars(id).has(Keyword::Haste)
    }

    /// Whether a creature can attack as though it had haste, or didn't have defender: that defender, or some.
    pub(super) fn attacks_as_though(&self, id: ObjectId, defender: Option<Entity>, as_hasty: bool) -> bool {
        self.rules().mays.iter().any(|rule| match rule.what() {
            Some(Continuous::May(Permission::AttackAsThough { what, whom, haste })) if *haste == as_hasty => {
                let context = rule.context();
                let on = |whom| defender.is_none_or(|defender| self.fits(defender, whom, &context));
                self.is_selected(id.into(), what, &context) && whom.as_ref().is_none_or(on)
            }
            _ => false,
        })
    }

    /// What lets a creature attack at all may let it attack only some.
    pub(super) fn may_attack_as_it_is(&self, id: ObjectId, defender: Entity) -> bool {
        let barred = self.chars(id).has(Keyword::Defender) && !self.attacks_despite_defender(id);
        (!self.is_sick(id) || self.attacks_as_though(id, Some(defender), true))
            && (!barred || self.attacks_as_though(id, Some(defender), false))
    }

    pub(super) fn attacks_despite_defender(&self, id: ObjectId) -> bool {
        self.rules().mays.iter().any(|rule| match rule.what() {
            Some(Continuous::May(Permission::AttackDespiteDefender(what))) => {
                self.is_selected(id.into(), what, &rule.context())
            }
            _ => false,
        })
    }

    /// Whether a creature can block as though it were untapped (609.4).
    pub(super) fn blocks_tapped(&self, id: ObjectId) -> bool {
        self.rules().mays.iter().any(|rule| match rule.what() {
            Some(Continuous::May(Permission::BlockTapped(what))) => self.is_selected(id.into(), what, &rule.context()),
            _ => false,
        })
    }
}
