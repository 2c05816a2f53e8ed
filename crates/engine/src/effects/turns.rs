//! Extra turns and phases, skipping, ending the turn, ending the game (104, 500.7-11, 721, 722).

use lawmage_ir::{Amount, Cause, Destination, Prohibition, Step, Who, rule};

use super::{Scope, for_player};
use crate::event::{Event, Proposal};
use crate::game::{Game, Res};
use crate::ids::{Entity, ObjectId};
use crate::object::{Frame, SlotValue};
use crate::turn::Progress;

impl Game<'_> {
    /// Players take an extra turn after this one; of several, the one made last is taken first (500.7).
    pub(super) fn extra_turn(&mut self, who: &Who, scope: Scope, frame: &Frame) -> SlotValue {
        let players = self.state.players_in_order(who, &scope.context(frame));
        for player in &players {
            self.state.turn.extra.insert(0, *player);
        }
        SlotValue::of(players.into_iter().map(Entity::Player))
    }

    /// An additional combat phase after this phase (500.8), and a main phase after it if so said.
    pub(super) fn extra_phase(&mut self, and_main: bool) -> SlotValue {
        let turn = &mut self.state.turn;
        // The rest of this phase comes first.
        let rest = if turn.step.in_combat() {
            turn.upcoming.iter().take_while(|s| s.in_combat() && **s != Step::BeginCombat).count()
        } else if turn.step.is_main() {
            0
        } else {
            turn.upcoming.iter().take_while(|s| matches!(s, Step::Upkeep | Step::Draw | Step::Cleanup)).count()
        };
        let mut steps =
            vec![Step::BeginCombat, Step::DeclareAttackers, Step::DeclareBlockers, Step::CombatDamage, Step::EndCombat];
        if and_main {
            steps.push(Step::Main2);
        }
        turn.upcoming.splice(rest..rest, steps);
        SlotValue::done(true)
    }

    /// Players skip their next such step, or turn (500.11).
    pub(super) fn skip_next(&mut self, who: &Who, step: Option<Step>, scope: Scope, frame: &Frame) -> SlotValue {
        let players = self.state.players_in_order(who, &scope.context(frame));
        for player in &players {
            self.state.player_mut(*player).skips.push(step);
        }
        SlotValue::of(players.into_iter().map(Entity::Player))
    }

    /// Ends the turn (721.1).
    pub(super) fn end_turn(&mut self) -> Res<SlotValue> {
        // 721.1a: abilities that have triggered but are not on the stack cease to exist.
        self.state.pending.clear();
        // 721.1b: every object on the stack is exiled, this one included.
        let (abilities, spells): (Vec<ObjectId>, Vec<ObjectId>) =
            self.state.stack.iter().partition(|id| self.state.objects[id.index()].is_ability());
        let proposals = spells.into_iter().map(|object| Proposal::Move {
            object,
            to: Destination::Exile { linked: None, face_down: false },
            cause: Cause::Rule,
            by: None,
            entry: Box::default(),
        });
        self.happen(proposals.collect(), rule!("721.1b"))?;
        for id in abilities {
            self.state.cease(id);
        }
        self.state.refresh();
        self.state_based_actions()?; // 721.1c: no player gets priority, nothing is put onto the stack
        self.state.combat = None;
        // 721.1d: straight to the cleanup step.
        self.state.turn.upcoming = vec![Step::Cleanup];
        self.state.turn.progress = Progress::EndStep;
        self.state.turn.priority = None;
        self.state.touch();
        Ok(SlotValue::done(true))
    }

    /// Players win the game (104.2b): their opponents lose.
    pub(super) fn win_game(&mut self, who: &Who, scope: Scope, frame: &Frame) -> SlotValue {
        let mut winners = smallvec::SmallVec::new();
        for player in self.state.players_in_order(who, &scope.context(frame)) {
            let barred = self.state.forbids_player(player, &|p| match p {
                Prohibition::WinGame(who) => Some(who),
                _ => None,
            });
            if !barred {
                winners.push(player);
            }
        }
        let value = SlotValue::of(winners.iter().copied().map(Entity::Player));
        if !winners.is_empty() {
            self.win(winners, rule!("104.2b"));
        }
        value
    }

    /// Players lose the game (104.3e).
    pub(super) fn lose_game(&mut self, who: &Who, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let players = self.state.players_in_order(who, &scope.context(frame));
        let proposals = players.iter().map(|p| Proposal::Lose { player: *p, rule: rule!("104.3e") }).collect();
        let outcomes = self.happen(proposals, rule!("104.3e"))?;
        self.check_end();
        let lost = players.into_iter().zip(outcomes).filter(|(_, o)| o.done).map(|(p, _)| p.into());
        Ok(SlotValue::of(lost))
    }

    /// A player becomes the monarch (722.1).
    pub(super) fn become_monarch(&mut self, who: &Who, scope: Scope, frame: &Frame) -> SlotValue {
        let Some(player) = self.state.players_in_order(who, &scope.context(frame)).first().copied() else {
            return SlotValue::default();
        };
        if self.state.monarch != Some(player) {
            self.state.monarch = Some(player);
            self.state.touch();
            self.record(Event::Monarch(player), rule!("722.1"), None);
        }
        SlotValue::of([player.into()])
    }

    /// Players may play additional lands this turn (305.2).
    pub(super) fn extra_lands(&mut self, who: &Who, amount: &Amount, scope: Scope, frame: &Frame) -> SlotValue {
        let players = self.state.players_in_order(who, &scope.context(frame));
        for player in &players {
            let more = self.state.count(amount, &for_player(scope.context(frame), who, *player));
            let lands = &mut self.state.player_mut(*player).extra_lands;
            *lands = lands.saturating_add(more);
        }
        SlotValue::of(players.into_iter().map(Entity::Player))
    }
}
