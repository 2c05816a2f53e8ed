//! Which player "the active player", "the attacking player" and "defending player" are, where there are several.

use lawmage_ir::{Program, Status, Test, Who, visit};

use crate::read::context::Context;
use crate::state::State;
use crate::state::event::Event;
use crate::state::ids::{Entity, PlayerId, Players};

impl State {
    /// Whom an ability means by "you": its controller; that of a plane or phenomenon all members of a team that shares its turns
    /// (901.12, 901.12c).
    pub(super) fn you_of(&self, context: &Context<'_>) -> Players {
        if self.options.is_none() || self.planar_controller() != Some(context.you) || !self.is_planar(context.source) {
            return Players::from_slice(&[context.you]);
        }
        self.apnap().filter(|player| self.acts_for(*player, context.you)).collect()
    }

    /// The active player that an ability speaks of: the only one, or of a team that has the turn the one who was chosen (805.9); the
    /// attacking player of an ability of a blocking creature is who attacks with what it blocks (805.10c).
    pub(super) fn active_meant(&self, context: &Context<'_>) -> PlayerId {
        if !self.shares_turns() {
            return self.turn.active;
        }
        let chosen = || context.frame.and_then(|f| f.meant.active);
        self.attacker_blocked(context).or_else(chosen).unwrap_or(self.turn.active)
    }

    /// Who controls the attacking creature that the source of an ability blocks, or that the event tells it blocks.
    fn attacker_blocked(&self, context: &Context<'_>) -> Option<PlayerId> {
        let by_event = context.frame.and_then(|f| f.event.as_ref()).and_then(|o| match o.event {
            Event::Blocked { attacker, .. } => Some(attacker),
            _ => None,
        });
        let blocked = || self.combat.as_ref()?.blocked_by(context.source)?.first().copied();
        let attacker = by_event.or_else(blocked)?;
        self.seen(attacker).map(|seen| seen.controller)
    }

    /// The defending player in terms of an ability (508.5, 805.10e): of the event's attacker, of its source, or of the combat.
    pub(super) fn defending(&self, context: &Context<'_>) -> Option<PlayerId> {
        let combat = self.combat.as_ref();
        self.defender_known(context)
            .or_else(|| context.frame.and_then(|f| f.meant.defending))
            .or_else(|| combat?.attackers.first().map(|a| a.defending))
            .or_else(|| combat?.chosen)
            // Outside combat, "defending player" of a two-player game can only be the nonactive one (506.2).
            .or_else(|| self.apnap().find(|p| self.are_opponents(*p, self.turn.active)))
    }

    fn defender_known(&self, context: &Context<'_>) -> Option<PlayerId> {
        let combat = self.combat.as_ref();
        let by_event = context.frame.and_then(|f| f.event.as_ref()).and_then(|o| match o.event {
            Event::Attacked { defender, .. } => Some(self.player_of(defender)),
            Event::Unblocked { attacker } | Event::BecameBlocked { attacker, .. } => combat?.defending(attacker),
            _ => None,
        });
        (context.defending.or(by_event)).or_else(|| combat?.defending(context.source)).or_else(|| match context.it {
            Some(Entity::Object(id)) => combat?.defending(id),
            _ => None,
        })
    }

    /// The active players among whom the controller of an ability chooses the one it speaks of (805.9).
    pub(crate) fn active_open(&self, program: &Program, context: &Context<'_>) -> Players {
        let speaks = || visit::any(program, |who: &Who| *who == Who::Active);
        if !self.shares_turns() || self.attacker_blocked(context).is_some() || !speaks() {
            return Players::new();
        }
        self.active_players().into_iter().collect()
    }

    /// The defending players among whom the controller of a spell or ability chooses the one it speaks of (802.2a, 805.10e). What
    /// speaks of attacking creatures speaks of the defending player of each.
    pub(crate) fn defenders_open(&self, program: &Program, context: &Context<'_>) -> Players {
        let speaks = || visit::any(program, |who: &Who| *who == Who::Defending);
        let attacking = |status: &Status| matches!(status, Status::Attacking | Status::AttackingAlone);
        let of_each =
            || visit::any(program, attacking) || visit::any(program, |t: &Test| matches!(t, Test::Attacking { .. }));
        if self.combat.is_none() || self.defender_known(context).is_some() || !speaks() || of_each() {
            return Players::new();
        }
        self.apnap().filter(|player| self.defends(*player, self.turn.active)).collect()
    }
}
