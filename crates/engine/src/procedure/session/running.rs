//! How a session runs: from the state it keeps, with the answers given since, to the next question. Where a player with priority is
//! asked, nothing is under way, and it is played on from there; a question in the middle of a tick is come to again by playing
//! that tick again.

use lawmage_ir::{Rule, Step};

use super::{Hearer, Session};
use crate::state::State;
use crate::state::occurrence::Occurrence;
use crate::state::turn::Progress;
use crate::table::action::Action;
use crate::table::decision::{Answer, Ask, Choice, Decision};
use crate::table::game::{Game, Halt, Res, Table};

/// How many ticks may pass without a decision before the game is called capped.
const TICKS_WITHOUT_DECISION: u32 = 100_000;

/// What was played since the state that a session keeps, until the tick at hand began.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Since {
    /// Ticks played to their end.
    ticks: u32,
    /// Answers given in them.
    pub(super) answers: usize,
    /// Events that happened in them.
    events: usize,
    /// What the player with priority chose there, where that is known: the first of the answers since.
    chosen: Option<Box<Action>>,
}

/// Gives the answers there are, then asks.
pub(super) struct Replaying<'a> {
    answers: &'a [Answer],
    /// How many answers were given.
    next: usize,
    /// What the first of them chose.
    chosen: Option<Box<Action>>,
    /// Events that happened.
    seen: usize,
    told: usize,
    hearer: &'a mut dyn Hearer,
}

impl<'a> Replaying<'a> {
    /// With those answers, where so many events were told before.
    pub(super) fn new(answers: &'a [Answer], told: usize, hearer: &'a mut dyn Hearer) -> Self {
        Self { answers, next: 0, chosen: None, seen: 0, told, hearer }
    }

    /// Whether what happens now is to be told: what runs again tells only what it had not told before.
    fn is_new(&mut self) -> bool {
        self.seen += 1;
        self.seen > self.told
    }

    /// What was played so far, between two ticks.
    const fn since(&self, ticks: u32) -> Since {
        Since { ticks, answers: self.next, events: self.seen, chosen: None }
    }
}

impl Table for Replaying<'_> {
    fn answer(&mut self, _: &State, decision: &Decision) -> Res<Answer> {
        let Some(answer) = self.answers.get(self.next) else {
            return Err(Halt::Question(Box::new(decision.clone())));
        };
        self.next += 1;
        Ok(answer.clone())
    }

    fn has_chosen(&mut self) -> Option<Action> {
        let action = self.chosen.take()?;
        self.next += 1;
        Some(*action)
    }

    fn listens(&self) -> bool {
        self.hearer.listens()
    }

    fn explains(&self) -> bool {
        true
    }

    fn hear(&mut self, state: &State, occurrence: &Occurrence) {
        if self.is_new() {
            self.hearer.hear(state, occurrence);
        }
    }

    fn note(&mut self, state: &State, rule: Rule, text: &str) {
        if self.is_new() {
            self.hearer.note(state, rule, text);
        }
    }
}

/// Plays a tick; the state at its end, or where it stopped.
fn tick(state: State, table: &mut dyn Table) -> (State, Res<()>) {
    let mut game = Game::new(state, table);
    let end = game.tick();
    (game.state, end)
}

/// Whether nothing is under way in that state but that a player with priority is asked: then the tick can begin there. In a
/// subgame a tick of the main game is under way (726.1).
fn can_begin_at(state: &State, question: &Decision) -> bool {
    question.ask == Ask::Priority && state.depth == 0
}

/// Whether the tick that begins in that state is likely to ask somebody in its middle; then the state is worth a copy.
const fn is_likely_to_ask(state: &State) -> bool {
    match state.turn.progress {
        Progress::Start(_) => true,
        Progress::BeginStep => matches!(state.turn.step, Step::DeclareAttackers | Step::DeclareBlockers),
        _ => false,
    }
}

/// The action that an answer to a player with priority chooses.
fn chosen(question: &Decision, answer: &Answer) -> Option<Box<Action>> {
    let Answer::Picks(picks) = answer else { return None };
    match question.options().get(*picks.first()? as usize)? {
        Choice::Action(action) => Some(action.clone()),
        _ => None,
    }
}

impl<H: Hearer + Default> Session<H> {
    /// Gives the question that waits its answer, and runs to the next.
    pub(super) fn go_on_with(&mut self, answer: Answer) {
        self.come_to_tick();
        if self.now.is_none() && self.answers.is_empty() {
            self.since.chosen = self.question.as_ref().and_then(|question| chosen(question, &answer));
        }
        self.answers.push(answer);
        self.advance();
    }

    /// Keeps the state in which the tick at hand began: what was played before it is not played again.
    pub(super) fn come_to_tick(&mut self) {
        if self.since.ticks == 0 {
            return;
        }
        let since = std::mem::take(&mut self.since);
        let mut table = Replaying::new(&self.answers, usize::MAX, &mut self.hearer);
        table.chosen.clone_from(&since.chosen);
        let mut state = self.before.clone();
        for _ in 0..since.ticks {
            let (after, end) = tick(state, &mut table);
            state = after;
            if let Err(halt) = end {
                self.failure = Some(halt.to_string());
                return;
            }
        }
        self.play_on_from(state, &since);
    }

    /// Keeps that state, which was come to by what was played since.
    fn play_on_from(&mut self, state: State, since: &Since) {
        let before = std::mem::replace(&mut self.before, state);
        if since.answers > 0 {
            self.keep(before, self.log.len());
            self.log.extend(self.answers.drain(..since.answers));
        }
        self.told -= since.events.min(self.told);
        self.since = Since::default();
    }

    /// Runs ticks until one asks what has no answer yet.
    pub(super) fn advance(&mut self) {
        self.question = None;
        self.now = None;
        if self.before.result.is_some() || self.failure.is_some() {
            return;
        }
        let mut table = Replaying::new(&self.answers, self.told, &mut self.hearer);
        table.chosen.clone_from(&self.since.chosen);
        let (mut state, mut since, mut quiet) = (self.before.clone(), Since::default(), 0);
        let (end, begun) = loop {
            let begun = (since.ticks > 0 && is_likely_to_ask(&state)).then(|| state.clone());
            let (after, end) = tick(state, &mut table);
            state = after;
            if end.is_err() || state.result.is_some() {
                break (end, begun);
            }
            quiet = if table.next > since.answers { 0 } else { quiet + 1 };
            since = table.since(since.ticks + 1);
            if quiet > TICKS_WITHOUT_DECISION {
                break (Err(Halt::Capped("too long without a decision")), None);
            }
        };
        let all = table.since(since.ticks);
        self.told = self.told.max(all.events);
        match end {
            Err(Halt::Question(question)) if !can_begin_at(&state, &question) => {
                if let Some(begun) = begun {
                    self.play_on_from(begun, &since);
                } else {
                    self.since = Since { chosen: self.since.chosen.take(), ..since };
                }
                self.now = Some(state);
                self.question = Some(*question);
            }
            Err(Halt::Question(question)) => {
                self.play_on_from(state, &all);
                self.question = Some(*question);
            }
            Err(halt) => {
                self.failure = Some(halt.to_string());
                self.now = Some(state);
            }
            Ok(()) => self.play_on_from(state, &all),
        }
    }
}
