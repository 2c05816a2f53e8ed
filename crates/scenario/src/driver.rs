//! Plays a scenario: tick by tick, with the script's entries in between.

use std::collections::BTreeMap;
use std::panic::AssertUnwindSafe;
use std::sync::atomic::AtomicBool;

use lawmage_cards::CardPool;
use lawmage_engine::state::turn::Progress;
use lawmage_engine::{Game, Halt, PlayerId, Res, State};
use lawmage_ir::Step;

use crate::board::board;
use crate::desk::{Desk, Line, verb};
use crate::entry::{Done, take};
use crate::expectations::holds;
use crate::explain::explain;
use crate::model::{At, Expectation, Fails, Scenario, Source, Spanned, Stop, Strict};
use crate::report::{Board, Outcome, Outcomes, Report, Trouble};
use crate::setup::position;
use crate::shortcut::Otherwise;
use crate::story::Story;

/// Ticks after which a scenario is given up.
const MOST_TICKS: u32 = 20_000;
/// Events shown of a failure.
const LAST_EVENTS: usize = 12;

/// At which moments the board is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Show {
    /// At none.
    #[default]
    Never,
    /// The position.
    Start,
    /// Where the scenario stops.
    End,
    /// Whenever a step is over, and where the scenario stops.
    Steps,
}

/// What is to be told of a scenario beside whether it holds.
#[derive(Clone, Debug, Default)]
pub struct Wishes {
    /// The whole line of play.
    pub trace: bool,
    /// The board.
    pub show: Show,
    /// How these objects, in the words of the script, came by their characteristics at the end.
    pub explain: Vec<String>,
}

/// Plays a scenario with those cards; `trace` keeps all events in the report.
#[must_use]
pub fn run(scenario: &Scenario, pool: &CardPool, trace: bool) -> Report {
    run_until(scenario, pool, trace, &AtomicBool::new(false))
}

/// Plays a scenario with those cards, until it is over or `stop` is set by another thread.
#[must_use]
pub fn run_until(scenario: &Scenario, pool: &CardPool, trace: bool, stop: &AtomicBool) -> Report {
    run_with(scenario, pool, &Wishes { trace, ..Wishes::default() }, stop)
}

/// The same, and tells what is wished for.
#[must_use]
pub fn run_with(scenario: &Scenario, pool: &CardPool, wishes: &Wishes, stop: &AtomicBool) -> Report {
    // The last net: what goes wrong in lawmage itself is told of the one scenario.
    let played = std::panic::catch_unwind(AssertUnwindSafe(|| play(scenario, pool, wishes, stop)));
    let mut report = played.unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let what = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("it panicked");
        Report::of(Outcome::Error, None, format!("lawmage's own defect: {what}"), None)
    });
    report.id.clone_from(&scenario.id);
    report.title.clone_from(&scenario.title);
    report
}

/// The state that a scenario's line of play comes to: to look at, or to play on from.
///
/// # Errors
/// Why the line of play doesn't come to its end.
pub fn end_state(scenario: &Scenario, pool: &CardPool) -> Result<State, String> {
    let stop = AtomicBool::new(false);
    let told = |trouble: Trouble| trouble.finding(scenario.source.as_ref()).what.to_string();
    let mut stage = Stage::begin(scenario, pool, &Wishes::default(), &stop).map_err(told)?;
    stage.play(scenario).map_err(told)?;
    stage.state.refresh();
    Ok(stage.state)
}

fn play(scenario: &Scenario, pool: &CardPool, wishes: &Wishes, stop: &AtomicBool) -> Report {
    let mut report = Report::empty();
    let done = Stage::begin(scenario, pool, wishes, stop).and_then(|mut stage| {
        if wishes.show == Show::Start {
            stage.boards.push(board(&stage.state));
        }
        let played = stage.play(scenario);
        stage.tell(wishes, &mut report);
        for trouble in std::mem::take(&mut stage.unmet) {
            report.find(trouble.finding(scenario.source.as_ref()));
        }
        played
    });
    if let Err(trouble) = done {
        report.find(trouble.finding(scenario.source.as_ref()));
    }
    if !wishes.trace {
        let extra = report.events.len().saturating_sub(LAST_EVENTS);
        report.events.drain(..extra);
        if report.outcome == Outcome::Pass {
            report.events.clear();
        }
    }
    report
}

impl Desk<'_> {
    fn unused(&self) -> Vec<String> {
        self.answers.iter().flatten().filter(|(_, used)| !used).map(|(value, _)| value.to_string()).collect()
    }
}

/// The game and its table, between ticks.
pub(crate) struct Stage<'s> {
    pub state: State,
    pub desk: Desk<'s>,
    /// The entry that passes until so many objects have resolved in all.
    pub resolving: BTreeMap<usize, u32>,
    /// Expectations that did not hold.
    pub unmet: Vec<Trouble>,
    /// What the player with priority must not choose, at the end of a shortcut that they have shortened.
    pub otherwise: Option<Otherwise>,
    /// The boards shown so far.
    boards: Vec<Board>,
    show: Show,
    /// The text of the scenario.
    source: Option<Source>,
    ticks: u32,
}

impl<'s> Stage<'s> {
    /// The position of a scenario, before anything is done.
    fn begin(scenario: &'s Scenario, pool: &CardPool, wishes: &Wishes, stop: &'s AtomicBool) -> Outcomes<Self> {
        let (state, names) = position(scenario, pool)?;
        let mut desk = Desk::new(scenario, &state, names, stop)?;
        desk.story = Story::new(wishes.trace, wishes.trace || !wishes.explain.is_empty());
        let (show, source) = (wishes.show, scenario.source.clone());
        let (resolving, unmet, boards) = (BTreeMap::new(), Vec::new(), Vec::new());
        let otherwise = None;
        Ok(Self { state, desk, resolving, unmet, otherwise, boards, show, source, ticks: 0 })
    }
}

impl Stage<'_> {
    /// What was wished to be told, as the game is now.
    fn tell(&mut self, wishes: &Wishes, report: &mut Report) {
        self.state.refresh();
        report.events = self.desk.story.take();
        report.unused = self.desk.unused();
        if matches!(wishes.show, Show::End | Show::Steps) {
            self.boards.push(board(&self.state));
        }
        report.shown = std::mem::take(&mut self.boards);
        for reference in &wishes.explain {
            let ended = |id| self.desk.story.ended_on(id);
            match explain(&self.state, &self.desk.names, reference, ended) {
                Ok(mut told) => report.explained.append(&mut told),
                Err(trouble) => self.unmet.push(Trouble { outcome: Outcome::Error, ..trouble }),
            }
        }
    }

    /// Does something with the game.
    pub(crate) fn with<T>(&mut self, act: impl FnOnce(&mut Game<'_>) -> Res<T>) -> Outcomes<T> {
        let state = std::mem::replace(&mut self.state, State::empty(&[], 0, std::iter::empty()));
        let mut game = Game::new(state, &mut self.desk);
        let done = act(&mut game);
        self.state = game.state;
        match done {
            Ok(value) => Ok(value),
            Err(halt) => Err(match (self.desk.trouble.take(), halt) {
                (Some(trouble), _) => trouble,
                (None, Halt::Capped(what)) => Trouble::fail(format!("the game does not end: {what}")),
                (None, halt) => Trouble::fail(format!("the game stopped: {halt}")),
            }),
        }
    }

    fn play(&mut self, scenario: &Scenario) -> Outcomes<()> {
        if crate::kind::has_agendas(scenario) {
            self.with(|game| game.hide_agendas())?;
        }
        while !self.is_over() && !self.is_past(scenario.stop.as_ref()) {
            self.ticks += 1;
            if self.ticks > MOST_TICKS {
                return Err(Trouble::fail(format!("gave up after {MOST_TICKS} ticks")));
            }
            self.desk.in_time()?;
            self.missed()?;
            let step = (self.state.turn().number, self.state.turn().step);
            self.desk.story.heading(&self.state);
            match self.with_priority() {
                Some(player) => {
                    if self.priority(player, scenario.stop.as_ref())? {
                        break;
                    }
                }
                None => self.tick(step)?,
            }
        }
        if let Some(line) = self.desk.script.iter().find(|l| !l.done && l.entry.concede.is_none() && !self.never(l)) {
            // What waits for the stack is done when the game is.
            let over = self.is_over() && (line.entry.check.is_some() || line.entry.resolve.is_some());
            if !over {
                let what = verb(&line.entry);
                return Err(Trouble::fail(format!("the game ended before {what}")).at(line.line));
            }
        }
        self.desk.story.ended(&self.state);
        for expectation in &scenario.expect {
            self.expect(expectation)?;
        }
        self.desk.never_refused()?;
        if matches!(&scenario.strict, Strict::Word(word) if word == "answers") {
            let unused = self.desk.unused();
            if !unused.is_empty() {
                return Err(Trouble::fail(format!("answers never used: {}", unused.join(", "))));
            }
        }
        Ok(())
    }

    /// A tick without priority; as it ends a step, the board is shown before.
    fn tick(&mut self, step: (u32, Step)) -> Outcomes<()> {
        let ends = self.show == Show::Steps && self.state.turn().progress == Progress::EndStep;
        if ends && step.0 > 0 {
            self.boards.push(board(&self.state));
        }
        self.with(|game| game.tick())
    }

    /// Looks whether something holds. That it doesn't is kept, and the scenario goes on; an expectation that can't be asked
    /// ends it.
    pub(crate) fn expect(&mut self, expectation: &Spanned<Expectation>) -> Outcomes<()> {
        let held = holds(&expectation.value, &self.state, &self.desk.names).map_err(|t| t.at(expectation));
        let failure = held.as_ref().err().map(|t| t.reason.as_str());
        let written = || self.source.as_ref().map(|s| s.written(expectation.into())).unwrap_or_default();
        self.desk.story.held(written, failure);
        match held {
            Err(trouble) if trouble.outcome == Outcome::Fail => self.unmet.push(trouble),
            other => other?,
        }
        Ok(())
    }

    const fn is_over(&self) -> bool {
        self.state.result().is_some()
    }

    /// The player who is about to act.
    fn with_priority(&self) -> Option<PlayerId> {
        let turn = self.state.turn();
        let playing = self.state.priority_order().count();
        let open = turn.progress == Progress::Priority && usize::from(turn.passes) < playing;
        turn.priority.filter(|_| open)
    }

    /// Whether the game has come to where it stops, but for stops at a priority.
    fn is_past(&self, stop: Option<&Stop>) -> bool {
        let Some(stop) = stop else {
            if matches!(self.state.turn().progress, Progress::Start(_)) {
                return false;
            }
            // Without a stop the game goes on until the script is done.
            let left = self.desk.script.iter().any(|l| !l.done);
            return !left && self.resolving.is_empty();
        };
        // Of several turns that are taken at once, that one.
        let Some(turn) = self.state.turn_numbered(stop.turn) else { return self.state.turns_begun() >= stop.turn };
        let step = stop.step.step();
        if turn.progress == Progress::BeginTurn {
            return true;
        }
        if turn.step > step {
            return true;
        }
        stop.at == At::Start && turn.step == step && turn.progress == Progress::BeginStep
    }

    /// Entries whose step has gone by.
    fn missed(&self) -> Outcomes<()> {
        let mut lines = self.desk.script.iter().enumerate();
        let gone = |index: usize, line: &Line| {
            let turn = self.state.turn_numbered(line.entry.turn);
            let over = turn.is_none_or(|turn| turn.progress == Progress::BeginTurn);
            self.is_gone(line) && (over || !self.desk.waits_for_another(index))
        };
        let Some((_, line)) = lines.find(|(index, l)| !l.done && gone(*index, l) && !self.never(l)) else {
            return Ok(());
        };
        let what = verb(&line.entry);
        let why = match &line.why {
            Some(why) => format!("{what} is refused: {why}"),
            None => format!("{what} was never possible in its step"),
        };
        Err(Trouble::fail(why).at(line.line))
    }

    /// Whether an entry's step has gone by, or never comes.
    fn is_gone(&self, line: &Line) -> bool {
        if line.entry.subgame > 0 {
            return false;
        }
        let step = line.entry.step.map_or(Step::Cleanup, super::model::StepName::step);
        match self.state.turn_numbered(line.entry.turn) {
            None => line.entry.turn <= self.state.turns_begun(),
            Some(turn) => {
                let passed = step < turn.step && turn.upcoming.iter().all(|s| *s != step);
                turn.progress == Progress::BeginTurn || passed
            }
        }
    }

    /// An entry that must fail, and did: its player never had priority in its step. Or one that declares nothing.
    fn never(&self, line: &Line) -> bool {
        let mut declared = [&line.entry.attack, &line.entry.block].into_iter().flatten();
        let nothing = line.entry.fails.is_none() && declared.any(|r| r == "none");
        (nothing || line.entry.fails == Some(Fails::Flag(true))) && self.is_gone(line)
    }

    /// A player has priority: entries are taken, or they pass. Tells whether the scenario stops here.
    fn priority(&mut self, player: PlayerId, stop: Option<&Stop>) -> Outcomes<bool> {
        if !self.with(|game| game.before_priority())? {
            return Ok(false);
        }
        self.desk.undeclared(&self.state)?;
        while let Some(index) = self.next_entry(player) {
            match take(self, player, index)? {
                Done::Yes => self.desk.script[index].done = true,
                Done::Pass => return self.pass(player),
                Done::Gone => {
                    self.desk.script[index].done = true;
                    return Ok(false);
                }
            }
            if self.is_over() || !self.with(|game| game.before_priority())? {
                return Ok(false);
            }
        }
        if let Some(stop) = stop
            && stop.at == At::Priority
            && self.state.turn().number == stop.turn
            && self.state.turn().step == stop.step.step()
            && !self.desk.script.iter().any(|l| !l.done && Desk::is_now(&self.state, &l.entry))
        {
            return Ok(true);
        }
        if stop.is_none() && self.desk.script.iter().all(|l| l.done) {
            return Ok(true);
        }
        self.pass(player)
    }

    /// A player passes, which stops no scenario.
    fn pass(&mut self, player: PlayerId) -> Outcomes<bool> {
        self.may_pass(player)?;
        self.desk.story.passes(&self.state, player);
        self.with(|game| game.tick())?;
        Ok(false)
    }

    /// The first entry of a player for this turn and step that doesn't wait. All that comes after a shortcut waits for it.
    fn next_entry(&self, player: PlayerId) -> Option<usize> {
        let state = &self.state;
        let waits = |line: &&Line| !line.done && line.entry.shortcut.is_some() && Desk::is_now(state, &line.entry);
        (0..self.desk.script.len()).find(|i| {
            if self.desk.script.iter().take(*i).any(|line| waits(&line)) {
                return false;
            }
            self.desk.is_due(state, player, &self.desk.script[*i])
        })
    }
}
