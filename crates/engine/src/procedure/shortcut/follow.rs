//! Following a sequence of game choices: each decision that comes gets the choice that the sequence has for it.

use lawmage_ir::{Step, rule};

use crate::procedure::shortcut::{GameChoice, Part, Shortcut};
use crate::state::State;
use crate::state::ids::PlayerId;
use crate::state::turn::Progress;
use crate::table::action::Action;
use crate::table::decision::{Answer, Ask, Choice, Decision, Domain, Illegal};
use crate::table::game::{Game, Halt, Res, Table};

/// Passes in a row that a sequence doesn't name, after which what it names next is taken not to come.
const MOST_PASSES: u32 = 256;

/// A decision that was met on the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Met {
    /// Whose.
    pub player: PlayerId,
    /// Whether it was one about what to do with priority.
    pub priority: bool,
    /// Whether something else could have been chosen.
    pub open: bool,
    /// In which turn.
    pub turn: u32,
    /// In which step.
    pub step: Step,
    /// In which round, counted from 1 through all parts.
    pub round: u32,
}

/// One who answers as a sequence says.
#[derive(Clone, Debug)]
pub struct Follower {
    shortcut: Shortcut,
    part: usize,
    round: u32,
    next: usize,
    /// How much was on the stack as the round began.
    base: i32,
    begun: bool,
    passes: u32,
    rounds: u32,
    /// The decisions met so far.
    pub met: Vec<Met>,
}

impl Follower {
    /// At the beginning of a sequence.
    #[must_use]
    pub const fn new(shortcut: Shortcut) -> Self {
        Self { shortcut, part: 0, round: 0, next: 0, base: 0, begun: false, passes: 0, rounds: 1, met: Vec::new() }
    }

    /// Whether it is at its end, where a player has priority (729.2a): what has triggered is on the stack by then.
    #[must_use]
    pub fn is_done(&self, state: &State) -> bool {
        let now = &state.turn;
        match &self.shortcut {
            Shortcut::Parts(parts) => parts.last().is_none_or(|last| {
                let all = self.current().is_none();
                // What players who have passed before can't be asked any more is chosen, too.
                let stuck = || now.priority.is_some_and(|p| state.legal_actions(p).len() < 2);
                let depth = if all { self.base } else { self.base + last.growth };
                let place = (now.priority, now.step, state.stack.len() as i32);
                place == (last.ends.0, last.ends.1, depth) && (all || (self.has_only_passes() && stuck()))
            }),
            Shortcut::PassUntil(turn, step) => now.number > *turn || (now.number == *turn && now.step >= *step),
        }
    }

    /// Whether nothing is left of it to choose but that players pass.
    #[must_use]
    pub fn has_only_passes(&self) -> bool {
        let Shortcut::Parts(parts) = &self.shortcut else { return false };
        let Some((part, _)) = self.current() else { return true };
        let last = self.part + 1 == parts.len() && self.round + 1 == part.times;
        last && part.choices.iter().skip(self.next).all(GameChoice::is_pass)
    }

    fn current(&self) -> Option<(&Part, &GameChoice)> {
        let Shortcut::Parts(parts) = &self.shortcut else { return None };
        let part = parts.get(self.part)?;
        part.choices.get(self.next).map(|choice| (part, choice))
    }

    /// Past the empty parts and rounds.
    fn settle(&mut self) {
        let Shortcut::Parts(parts) = &self.shortcut else { return };
        while let Some(part) = parts.get(self.part) {
            if self.next < part.choices.len() && self.round < part.times {
                return;
            }
            if !part.choices.is_empty() && self.round < part.times {
                self.base += part.growth;
                self.rounds += 1;
            }
            self.next = 0;
            self.round += 1;
            if self.round >= part.times || part.choices.is_empty() {
                (self.part, self.round) = (self.part + 1, 0);
            }
        }
    }

    /// Whether the choice of that place in the round is for this decision, in its step and with as much on the stack.
    fn fits(&self, place: usize, state: &State, decision: &Decision) -> bool {
        let Some((part, _)) = self.current() else { return false };
        let (Some(choice), Some(first)) = (part.choices.get(place), part.choices.first()) else { return false };
        choice.is_for(decision)
            && choice.step == state.turn.step
            && choice.depth - first.depth == state.stack.len() as i32 - self.base
    }

    /// The answer to a decision.
    ///
    /// # Errors
    /// Where the sequence has none: what is asked can't be told from it (729.2a).
    pub fn answer(&mut self, state: &State, decision: &Decision) -> Result<Answer, Illegal> {
        if !self.begun {
            (self.begun, self.base) = (true, state.stack.len() as i32);
            self.settle();
        }
        let round = self.rounds;
        let answer = self.choose(state, decision)?;
        self.settle();
        self.met.push(Met {
            player: decision.player,
            priority: decision.ask == Ask::Priority,
            open: decision.options().len() > 1,
            turn: state.turn.number,
            step: state.turn.step,
            round,
        });
        Ok(answer)
    }

    fn choose(&mut self, state: &State, decision: &Decision) -> Result<Answer, Illegal> {
        let name = |state: &State| state.player(decision.player).name.clone();
        let priority = decision.ask == Ask::Priority;
        if let Some((part, _)) = self.current() {
            // A player who was asked, and passed, may not be asked now: there is nothing else to do.
            let passed = part.choices.iter().skip(self.next).take_while(|choice| choice.is_pass()).count();
            let ahead = self.next..=self.next + passed;
            let found = ahead.into_iter().find(|place| self.fits(*place, state, decision));
            if let Some(place) = found {
                let Some((part, _)) = self.current() else { return Err(unsaid(state, decision)) };
                let answer = part.choices.get(place).and_then(|choice| choice.answer(state, decision));
                let Some(answer) = answer else {
                    let why = format!("what {} chose before can't be chosen again", name(state));
                    return Err(Illegal::new(rule!("729.2a"), why));
                };
                (self.next, self.passes) = (place + 1, 0);
                return Ok(answer);
            }
        }
        // Whoever isn't named passes: in the round that the sequence repeats, nothing else could be done there.
        if priority && self.passes < MOST_PASSES {
            self.passes += 1;
            return pass(decision).ok_or_else(|| unsaid(state, decision));
        }
        match (&self.shortcut, &decision.domain) {
            // Nobody attacks or blocks who need not.
            (Shortcut::PassUntil(..), Domain::Attack(domain)) if domain.check(&[]).is_ok() => {
                Ok(Answer::Attack(Vec::new(), Vec::new()))
            }
            (Shortcut::PassUntil(..), Domain::Block(domain)) if domain.check(&[]).is_ok() => {
                Ok(Answer::Block(Vec::new()))
            }
            _ => Err(unsaid(state, decision)),
        }
    }
}

/// A table at which a sequence is followed.
pub trait Following: Table {
    /// Who answers as the sequence says.
    fn follower(&self) -> &Follower;
}

/// Whether a player has priority.
pub(super) fn is_at_priority(state: &State) -> bool {
    let turn = &state.turn;
    turn.progress == Progress::Priority && usize::from(turn.passes) < state.priority_order().count()
}

/// Follows a sequence to its end, or to the end of the game. Where the table stops it the state is that before the tick at hand.
pub fn go(mut state: State, table: &mut impl Following) -> (State, Res<()>) {
    loop {
        if state.result.is_some() {
            return (state, Ok(()));
        }
        let before = state.clone();
        let mut game = Game::new(state, table);
        // What has triggered comes onto the stack before a player has priority (117.5).
        let waits = is_at_priority(&game.state);
        let ready = if waits { game.before_priority() } else { Ok(false) };
        state = game.state;
        let done = match ready {
            Ok(true) if table.follower().is_done(&state) => return (state, Ok(())),
            Ok(_) => {
                let mut game = Game::new(state, table);
                let done = game.tick();
                state = game.state;
                done
            }
            Err(halt) => Err(halt),
        };
        match done {
            Ok(()) => {}
            Err(Halt::Stopped) => return (before, Err(Halt::Stopped)),
            Err(halt) => return (state, Err(halt)),
        }
    }
}

fn unsaid(state: &State, decision: &Decision) -> Illegal {
    let name = &state.player(decision.player).name;
    Illegal::new(rule!("729.2a"), format!("the sequence doesn't say what {name} chooses by {}", decision.rule))
}

/// Passing, where it is offered.
pub(super) fn pass(decision: &Decision) -> Option<Answer> {
    let is_pass = |c: &Choice| matches!(c, Choice::Action(action) if **action == Action::Pass);
    decision.options().iter().position(is_pass).map(|place| Answer::pick(place as u32))
}
