//! Priority, tick by tick (117.3-117.5).

use lawmage_ir::rule;
use smallvec::SmallVec;

use crate::state::ids::PlayerId;
use crate::state::turn::Progress;
use crate::table::action::Action;
use crate::table::decision::{Ask, Choice, Decision};
use crate::table::game::{Game, Halt, Res};

/// Rounds of state-based actions and triggers before one priority, beyond which the game is called capped.
const MOST_ROUNDS: u32 = 2_000;

impl Game<'_> {
    /// A player with priority acts, or, when all have passed, the top of the stack resolves or the step ends (117.4).
    pub(crate) fn priority_tick(&mut self) -> Res<()> {
        let playing = self.state.priority_order().count(); // 807.5a
        if usize::from(self.state.turn.passes) >= playing {
            return self.all_passed();
        }
        let chosen = self.table.has_chosen();
        // Nothing has happened since the last check when the player before has only passed.
        if chosen.is_none() && self.state.turn.passes == 0 && !self.before_priority()? {
            return Ok(());
        }
        let Some(player) = self.state.turn.priority.filter(|p| self.state.player(*p).is_playing()) else {
            self.give_priority();
            return Ok(());
        };
        let action = match chosen {
            Some(action) => {
                self.decisions += 1;
                action
            }
            None => self.choose_action(player)?,
        };
        match action {
            Action::Pass => {
                self.state.turn.passes += 1;
                // 117.3d
                self.state.turn.priority = if self.state.shares_turns() {
                    self.state.next_to_pass(player)
                } else {
                    self.next_in_order(player)
                };
            }
            action => {
                self.state.turn.passes = 0; // 117.3c, 116.3: the player who acted has priority again.
                self.state.turn.watch.choice();
                self.state.note_act(player, &action);
                self.take_action(player, &action)?;
            }
        }
        Ok(())
    }

    /// Decisions that could have broken a loop.
    const fn decided(&self) -> u64 {
        self.decisions - self.declined
    }

    /// 117.4: all players have passed in succession; what was put on the stack last resolves first (117.7, 405.5); with an
    /// empty stack the step ends (505.2).
    fn all_passed(&mut self) -> Res<()> {
        self.state.turn.passes = 0;
        let Some(top) = self.state.stack.last().copied() else {
            self.state.turn.priority = None;
            self.state.turn.progress = Progress::EndStep; // 500.2
            return Ok(());
        };
        let (asked, by) = (self.decided(), self.state.controller(top));
        self.resolve(top)?; // 608.1
        // A resolution that ends the turn has set what comes next.
        if self.state.turn.progress == Progress::Priority {
            self.give_priority(); // 117.3b
        }
        if self.decided() == asked {
            self.watch_for_loop(by);
        } else {
            self.state.turn.watch.choice();
        }
        Ok(())
    }

    /// 117.5, 117.2d, 405.6f, 704.1, 704.3: state-based actions until none is performed, then triggered abilities onto the
    /// stack, until there are neither. Tells whether the game goes on.
    ///
    /// # Errors
    /// The table's halt; [`Halt::Capped`] when triggers never end.
    pub fn before_priority(&mut self) -> Res<bool> {
        for _ in 0..MOST_ROUNDS {
            self.exile_what_nobody_controls()?;
            // 704.4: only now, never in the middle of a resolution.
            self.state_based_actions()?;
            self.check_end();
            if self.is_over() {
                return Ok(false);
            }
            self.departures()?;
            self.look_for_state_triggers();
            let asked = self.decided();
            let any = self.put_triggers_on_stack()?;
            if self.decided() != asked {
                self.state.turn.watch.choice();
            }
            if !any {
                return Ok(true);
            }
        }
        Err(Halt::Capped("triggered abilities without end"))
    }

    /// Only here is anybody asked what to do with priority: never while something resolves (117.2e).
    fn choose_action(&mut self, player: PlayerId) -> Res<Action> {
        let mut actions = self.legal_actions(player);
        if actions.len() > 1
            && let Some(barred) = self.state.loop_to_break(player)
        {
            actions.retain(|action| *action != barred); // 729.3
        }
        if actions.len() <= 1 {
            return Ok(actions.pop().unwrap_or(Action::Pass));
        }
        let options = actions.into_iter().map(|a| Choice::Action(Box::new(a))).collect();
        let decision = Decision::pick(player, Ask::Priority, rule!("117.1"), None, options, 1, 1);
        match self.pick(decision)?.into_iter().next() {
            Some(Choice::Action(action)) => Ok(*action),
            _ => Ok(Action::Pass),
        }
    }

    fn next_in_order(&self, player: PlayerId) -> Option<PlayerId> {
        let order: SmallVec<[PlayerId; 4]> = self.state.priority_order().collect();
        let place = order.iter().position(|p| *p == player)?;
        order.get((place + 1) % order.len()).copied()
    }
}
