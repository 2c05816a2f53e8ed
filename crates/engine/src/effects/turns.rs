//! Extra turns and phases, skipping, ending the turn, ending the game (104, 500.7-11, 721, 722).

use lawmage_ir::{AfterPhase, Amount, Cause, Destination, EndsNow, ExtraPhase, Prohibition, Step, Who, rule};
use smallvec::{SmallVec, smallvec};

use crate::read::context::{Scope, for_player};
use crate::state::ids::{Entity, ObjectId, PlayerId, Players};
use crate::state::proposal::Proposal;
use crate::state::stack::{Frame, SlotValue};
use crate::state::turn::Progress;
use crate::table::game::{Game, Res};

/// Phases that one effect can add: enough for any game, and no more than memory bears.
const MOST_EXTRA_PHASES: u32 = 1_000;

impl Game<'_> {
    /// Players take an extra turn after this one; of several, the one made last is taken first (500.7).
    pub(super) fn extra_turn(&mut self, who: &Who, scope: Scope, frame: &Frame) -> SlotValue {
        let players = self.state.players_in_order(who, &scope.context(frame));
        for player in self.state.one_of_each_team(&players) {
            self.state.turn.add_extra(player);
        }
        // "That turn" is the one that was made.
        SlotValue { number: self.state.turn.extra_made, ..SlotValue::of(players.into_iter().map(Entity::Player)) }
    }

    /// A player will control others during their next turns; the last such effect is the one that works (720.1a).
    pub(super) fn control_turn(
        &mut self,
        by: &Who,
        who: &Who,
        extra_after: bool,
        scope: Scope,
        frame: &Frame,
    ) -> SlotValue {
        let context = scope.context(frame);
        // Nobody is there to do it (609.3).
        let Some(by) = self.state.players_in_order(by, &context).first().copied() else { return SlotValue::default() };
        let players = self.state.players_in_order(who, &context);
        for player in self.state.one_of_each_team(&players) {
            self.state.player_mut(player).extra_after_next += u32::from(extra_after);
            // 805.8: the whole team.
            for member in self.state.seats().filter(|p| self.state.acts_for(*p, player)).collect::<Players>() {
                self.state.player_mut(member).controlled_next = Some(by);
            }
        }
        SlotValue::of(players.into_iter().map(Entity::Player))
    }

    /// Additional phases after this phase (500.8); of several, the one made last comes first.
    pub(super) fn extra_phase(
        &mut self,
        what: ExtraPhase,
        count: &Amount,
        after: AfterPhase,
        of: Option<&Who>,
        scope: Scope,
        frame: &Frame,
    ) -> SlotValue {
        let context = scope.context(frame);
        let step = self.state.turn.step;
        let is_that_phase = match after {
            AfterPhase::Any => true,
            AfterPhase::Main => step.is_main(),
            AfterPhase::Combat => step.in_combat(),
        };
        if !is_that_phase {
            return SlotValue::done(false);
        }
        // 500.10a: "you get" adds nothing to another player's turn.
        let active = || self.state.active_players().into_iter();
        if of.is_some_and(|who| !active().any(|player| self.state.is_among(player, who, &context))) {
            return SlotValue::done(false);
        }
        let count = self.state.count(count, &context).min(MOST_EXTRA_PHASES);
        let turn = &mut self.state.turn;
        const COMBAT: [Step; 5] =
            [Step::BeginCombat, Step::DeclareAttackers, Step::DeclareBlockers, Step::CombatDamage, Step::EndCombat];
        let steps: SmallVec<[Step; 6]> = match what {
            ExtraPhase::Combat => COMBAT.into_iter().collect(),
            ExtraPhase::CombatThenMain => COMBAT.into_iter().chain([Step::Main2]).collect(),
            // 505.1a: only the first main phase of a turn is a precombat main phase.
            ExtraPhase::Main => smallvec![Step::Main2],
            ExtraPhase::Beginning => smallvec![Step::Untap, Step::Upkeep, Step::Draw],
            // 500.10: the other steps of the phase are skipped; 500.9: the step comes directly after this one.
            ExtraPhase::Step(step) | ExtraPhase::SameStep(step) => smallvec![step],
        };
        let rest = if matches!(what, ExtraPhase::SameStep(_)) { 0 } else { turn.rest_of_phase() };
        let number = turn.combat_before(rest);
        for _ in 0..count {
            turn.upcoming.splice(rest..rest, steps.iter().copied());
        }
        SlotValue { number, ..SlotValue::done(true) }
    }

    /// Players skip their next such step, or turn (500.11).
    pub(super) fn skip_next(&mut self, who: &Who, step: Option<Step>, scope: Scope, frame: &Frame) -> SlotValue {
        let players = self.state.players_in_order(who, &scope.context(frame));
        for player in self.state.one_of_each_team(&players) {
            self.state.player_mut(player).skips.push(step);
        }
        SlotValue::of(players.into_iter().map(Entity::Player))
    }

    /// Ends the turn (721.1) or the combat phase (721.2).
    pub(super) fn end_now(&mut self, what: EndsNow) -> Res<SlotValue> {
        // 721.2g.
        if what == EndsNow::CombatPhase && !self.state.turn.step.in_combat() {
            return Ok(SlotValue::done(false));
        }
        // 721.1a, 721.2a: abilities that have triggered but are not on the stack cease to exist.
        self.state.pending.clear();
        // 721.1b, 721.2b: every object on the stack is exiled, this one included.
        let (abilities, spells): (Vec<ObjectId>, Vec<ObjectId>) =
            self.state.stack.iter().partition(|id| self.state.objects[id.index()].is_ability());
        let proposals = spells.into_iter().map(|object| Proposal::Move {
            object,
            to: Destination::Exile { linked: None, face_down: false },
            cause: Cause::Rule,
            by: None,
            entry: Box::default(),
        });
        let exiled = if what == EndsNow::Turn { rule!("721.1b") } else { rule!("721.2b") };
        self.happen(proposals.collect(), exiled)?;
        for id in abilities {
            self.state.cease(id);
        }
        self.state.refresh();
        self.state_based_actions()?; // 721.1c, 721.2c: no player gets priority, nothing is put onto the stack
        // 721.1d, 721.2d: all leave combat, and the game skips straight to the cleanup step, or to the next phase. What would
        // trigger as a step between begins doesn't (721.1e, 721.2e); what has triggered meanwhile waits (721.1f, 721.2f).
        if self.state.turn.step.in_combat() {
            self.end_combat();
        }
        match what {
            EndsNow::Turn => self.state.turn.upcoming = vec![Step::Cleanup],
            EndsNow::CombatPhase => {
                let rest = self.state.turn.rest_of_phase();
                self.state.turn.upcoming.drain(..rest);
            }
        }
        self.state.turn.progress = Progress::EndStep;
        self.state.turn.priority = None;
        self.state.touch();
        Ok(SlotValue::done(true))
    }

    /// Players win the game (104.2b): their opponents lose.
    pub(super) fn win_game(&mut self, who: &Who, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let mut winners: SmallVec<[PlayerId; 2]> = SmallVec::new();
        for player in self.state.players_in_order(who, &scope.context(frame)) {
            // 810.8a: nor does who wins and loses with one who can't.
            let state = &self.state;
            let barred = state.forbidden(|cant, context| match cant {
                Prohibition::WinGame(who) => state.is_among_or_shares(player, who, context),
                _ => false,
            });
            if !barred {
                winners.push(player);
            }
        }
        let value = SlotValue::of(winners.iter().copied().map(Entity::Player));
        if self.state.is_limited() {
            return self.win_in_range(&winners).map(|()| value);
        }
        if !winners.is_empty() {
            self.win(winners, rule!("104.2b"));
        }
        Ok(value)
    }

    /// 801.14: all opponents within the range of those who would win lose instead.
    fn win_in_range(&mut self, winners: &[PlayerId]) -> Res<()> {
        let beaten =
            |p: &PlayerId| winners.iter().any(|w| self.state.are_opponents(*w, *p) && self.state.reaches(*w, *p));
        let losers = self.state.apnap().filter(beaten).map(|player| Proposal::Lose { player, rule: rule!("801.14") });
        self.happen(losers.collect(), rule!("801.14"))?;
        self.check_end();
        Ok(())
    }

    /// An effect states that the game is a draw (104.4c): where influence is limited, for those within range of its controller
    /// (801.15); they leave, and the game goes on.
    pub(super) fn draw_by_effect(&mut self, scope: Scope) {
        if !self.state.is_limited() {
            return self.draw_game(rule!("104.4c"));
        }
        self.draw_in_range(&[scope.you], rule!("801.15"));
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

    /// Players venture into the dungeon (701.46).
    pub(super) fn venture_all(
        &mut self,
        who: &Who,
        into: Option<lawmage_ir::Subtype>,
        scope: Scope,
        frame: &Frame,
    ) -> Res<SlotValue> {
        let players = self.state.players_in_order(who, &scope.context(frame));
        for player in &players {
            self.venture(*player, into)?;
        }
        Ok(SlotValue::of(players.into_iter().map(Entity::Player)))
    }

    /// A player takes the initiative (723.1).
    pub(super) fn initiative_taken(&mut self, who: &Who, scope: Scope, frame: &Frame) -> SlotValue {
        let Some(player) = self.state.players_in_order(who, &scope.context(frame)).first().copied() else {
            return SlotValue::default();
        };
        self.take_initiative(player, rule!("723.1"));
        SlotValue::of([player.into()])
    }

    /// A player becomes the monarch (722.1).
    pub(super) fn become_monarch(&mut self, who: &Who, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let Some(player) = self.state.players_in_order(who, &scope.context(frame)).first().copied() else {
            return Ok(SlotValue::default());
        };
        self.crown(player)?;
        Ok(SlotValue::of([player.into()]))
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
