//! How often abilities may be activated, and when, where effects say so (602.5b, 602.5d, 606.3, 702.177).

use lawmage_ir::{Continuous, Keyword, Permission};

use crate::state::State;
use crate::state::chars::AbilityKey;
use crate::state::ids::{ObjectId, PlayerId};
use crate::state::stack::StackKind;

impl State {
    /// Whether an effect lets an ability be one that plots a card from where it is (702.170f): performing the special action of a
    /// plot ability is to plot (702.170e). Of a library that is the top card alone.
    pub(super) fn plots_from_there(&self, id: ObjectId, key: AbilityKey) -> bool {
        let plots = |may: &Permission| matches!(may, Permission::PlotFrom(_));
        let any =
            || self.rules().mays.iter().any(|rule| matches!(rule.what(), Some(Continuous::May(may)) if plots(may)));
        any()
            && self.keyword_of(id, key) == Some(Keyword::Plot)
            && self.get(id).is_some_and(|object| self.is_reachable(id, object.zone))
            && self.lets(id, &|may| if let Permission::PlotFrom(what) = may { Some(what) } else { None })
    }

    /// How often a boast ability may be activated in a turn, where an effect changes that, and any other ability that may be once
    /// (702.142a).
    pub(super) fn boast_limit(&self, player: PlayerId, id: ObjectId, key: AbilityKey) -> u32 {
        let boasts = self.keyword_of(id, key) == Some(Keyword::Boast) && self.is_active(player);
        let twice = || self.lets(id, &|may| if let Permission::BoastTwice(what) = may { Some(what) } else { None });
        if boasts && twice() { 2 } else { 1 }
    }

    /// How many loyalty abilities of a permanent may be activated in a turn (606.3).
    pub(super) fn loyalty_limit(&self, player: PlayerId, id: ObjectId) -> u32 {
        let twice = self.lets(id, &|may| if let Permission::LoyaltyTwice(what) = may { Some(what) } else { None });
        let more = self.times_lets(id, &|may| if let Permission::LoyaltyMore(what) = may { Some(what) } else { None });
        let more = if self.is_active(player) { more } else { 0 };
        more + if twice { 2 } else { 1 }
    }

    /// Whether an effect lets a player activate that ability any time they could cast an instant.
    pub(super) fn activates_any_time(&self, player: PlayerId, id: ObjectId, key: AbilityKey) -> bool {
        let own = self.keyword_of(id, key);
        self.lets_player(player, &|may| match may {
            Permission::ActivateAnyTime(who, keyword) if own == Some(*keyword) => Some(who),
            _ => None,
        })
    }

    /// Whether an effect lets a player activate an exhaust ability once more. 702.177b: not while another is on the stack, which
    /// they have begun to activate.
    pub(super) fn exhausts_again(&self, player: PlayerId, id: ObjectId, key: AbilityKey) -> bool {
        let exhausts = |id, key| self.keyword_of(id, key) == Some(Keyword::Exhaust);
        let begun = |item: &ObjectId| {
            let item = self.get(*item).filter(|item| item.controller == player).and_then(|item| item.stack.as_deref());
            item.is_some_and(|item| match item.kind {
                StackKind::Activated { key, .. } => exhausts(item.source, key),
                _ => false,
            })
        };
        let lets = || {
            self.lets_player(player, &|may| match may {
                Permission::ExhaustAgain(who) => Some(who),
                _ => None,
            })
        };
        exhausts(id, key) && lets() && !self.stack.iter().any(begun)
    }
}
