//! The moments at which durations end (611.2).

use lawmage_ir::Zone;

use crate::state::ids::{ObjectId, PlayerId};
use crate::state::turn::Turn;
use crate::state::{Expiry, State};

/// A moment at which effects with a duration end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// The cleanup step (514.2).
    Cleanup,
    /// The combat phase ends (511.3).
    CombatEnd,
    /// An end step begins (513.1).
    EndBegin,
    /// An upkeep begins (503.1).
    UpkeepBegin,
    /// A turn begins, before its untap step (500.5).
    TurnBegin,
    /// An untap step begins (502.1).
    UntapBegin,
    /// The active player's untap step ends.
    UntapEnd,
}

impl State {
    /// Ends the effects and delayed triggered abilities whose duration ends now, all at once (514.2).
    pub fn expire(&mut self, moment: Moment) {
        self.end_those(moment == Moment::Cleanup, |expiry, turn| expiry.comes(moment, turn));
    }

    /// 800.4m: what lasts until a turn of a player who has left, or until a point in it, ends as that would have begun.
    pub(crate) fn expire_turn_of(&mut self, left: PlayerId) {
        let until = |expiry: &Expiry, _: &Turn| match expiry {
            Expiry::TurnOf(player)
            | Expiry::EndStepOf(player)
            | Expiry::UpkeepOf(player)
            | Expiry::UntapOf(player)
            | Expiry::EndOfTurnOf(player, _)
            | Expiry::InTurnOf(player, _)
            | Expiry::UntapStepOf(player, _)
            | Expiry::CombatOf(player, ..) => *player == left,
            _ => false,
        };
        self.end_those(false, until);
    }

    /// Ends the continuous effects and delayed abilities whose duration is over, and the effects on nothing any more.
    fn end_those(&mut self, idle: bool, over: impl Fn(&Expiry, &Turn) -> bool) {
        let before = self.effects.len();
        // 807.4: "this turn" is the one in which it was made, of several that are taken at once.
        let others = self.made_in_other_turns();
        let elsewhere = |id: u32, expiry: &Expiry| {
            expiry.is_of_this_turn() && others.iter().any(|(from, to)| (*from..*to).contains(&id))
        };
        self.effects.retain(|e| !over(&e.expiry, &self.turn) || elsewhere(e.id, &e.expiry));
        self.delayed.retain(|d| !over(&d.expiry, &self.turn) || elsewhere(d.id, &d.expiry));
        if idle {
            self.drop_idle_effects();
        }
        if self.effects.len() != before {
            self.touch();
            self.refresh();
        }
    }

    /// Until that card is cast from exile, where it is or has been put since (400.7j). What has left exile otherwise is never cast
    /// from there.
    pub(super) fn until_cast(&self, card: ObjectId) -> Expiry {
        let exiled = |id: &ObjectId| self.get(*id).is_some_and(|o| o.zone == Zone::Exile);
        [card, card.next()].into_iter().find(exiled).map_or(Expiry::Never, Expiry::Cast)
    }

    /// Ends what lasts until a player exiles another card with that object, as they do.
    pub(crate) fn end_until_exiled_with(&mut self, source: ObjectId, linked: u8, by: PlayerId) {
        let now = Expiry::ExilesWith { source, linked, by };
        if self.effects.iter().any(|e| e.expiry == now) {
            self.effects.retain(|e| e.expiry != now);
            self.touch();
        }
    }

    /// Ends what lasts until that card is cast, as it becomes cast (601.2i).
    pub(crate) fn end_until_cast(&mut self, card: ObjectId) {
        if self.effects.iter().any(|e| e.expiry == Expiry::Cast(card)) {
            self.effects.retain(|e| e.expiry != Expiry::Cast(card));
            self.touch();
        }
    }
}

impl Expiry {
    /// Whether it comes at a moment of a turn.
    #[must_use]
    pub fn comes(&self, moment: Moment, at: &Turn) -> bool {
        let turn = at.number;
        match (self, moment) {
            (Self::Cleanup | Self::InCombat(_), Moment::Cleanup)
            | (Self::CombatEnd, Moment::CombatEnd)
            | (Self::EndStep, Moment::EndBegin) => true,
            (Self::TurnOf(player), Moment::TurnBegin)
            | (Self::EndStepOf(player), Moment::EndBegin)
            | (Self::UntapOf(player), Moment::UntapBegin)
            | (Self::UpkeepOf(player), Moment::UpkeepBegin) => at.is_of(*player),
            (Self::EndOfTurnOf(player, since) | Self::InTurnOf(player, since), Moment::Cleanup)
            | (Self::UntapStepOf(player, since), Moment::UntapEnd) => at.is_of(*player) && turn > *since,
            (Self::CombatOf(player, since, begun), Moment::CombatEnd) => {
                at.is_of(*player) && (turn, at.combats) > (*since, *begun)
            }
            (Self::InCombat(combat), Moment::CombatEnd) => at.combat_at_hand() == Some(*combat),
            (Self::OfTurn(number), Moment::Cleanup) => turn >= *number,
            _ => false,
        }
    }

    /// Whether what holds or waits in a certain turn or phase does so now.
    #[must_use]
    pub fn has_begun(&self, turn: &Turn) -> bool {
        match self {
            Self::OfTurn(number) => turn.number >= *number,
            Self::InTurnOf(player, since) => turn.is_of(*player) && turn.number > *since,
            Self::InCombat(combat) => turn.combat_at_hand() == Some(*combat),
            _ => true,
        }
    }
}
