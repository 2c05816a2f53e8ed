//! A person at the table, on plain lines, with bots in the other seats. What is shown, asked and answered goes through the protocol
//! (`lawmage-protocol`): the person knows no more than any other program would.

mod board;
mod command;
pub mod contest;
mod entry;
mod help;
mod input;
pub mod save;
mod sealed;
mod seen;
mod shortcut;
mod show;
pub mod sideboard;
mod undo;

use std::path::PathBuf;

use lawmage::Cards;
use lawmage_engine::{PlayerId, State, Viewer};
use lawmage_host::{Assistant, HostedGame, Sits};
use lawmage_protocol::observation::Outcome as GameOutcome;
use lawmage_protocol::{Answer, Ask, Automation, Observation};
use lawmage_server::starting;
use lawmage_sim::Record;

use crate::console::Console;
use crate::failure::{Failure, Outcome};
use command::Said;
use contest::Contest;
use entry::Unread;
use seen::Seen;
use undo::Mark;

pub use input::{Heard, INTERRUPTED, Input};

/// The person's seat.
pub const PERSON: PlayerId = PlayerId(0);

/// Whose eyes the person sees with.
const VIEWER: Viewer = Viewer::Player(PERSON);

/// A game between a person and bots.
pub struct Sitting<'a> {
    console: &'a Console,
    /// All cards, for `card NAME`.
    cards: &'a Cards,
    game: HostedGame,
    /// How it began, and all that was done in it.
    record: Record,
    /// The match that the game is of, if it is of one.
    pub contest: Option<Contest>,
    /// Where the game is saved when the person leaves before its end.
    pub save_to: Option<PathBuf>,
    /// What happened, as the person was told, with the number of the question that came after it.
    log: Vec<(u32, String)>,
    state: Progress,
}

/// How a sitting ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaving {
    /// The game is over.
    GameOver,
    /// The person left, or nothing more is typed.
    Left,
    /// A signal ended it.
    Interrupted,
}

/// What changes while sitting.
#[derive(Default)]
struct Progress {
    marks: Vec<Mark>,
    /// The turn is passed through once this question is answered.
    passes_then: bool,
    /// Whether the board is shown at the next question.
    stale: bool,
    /// Where the game was when the board was last shown.
    shown_at: String,
    leaving: Option<Leaving>,
}

impl<'a> Sitting<'a> {
    /// Sits down.
    ///
    /// # Errors
    /// Why no such game can be.
    pub fn new(console: &'a Console, cards: &'a Cards, saved: save::Save) -> Outcome<Self> {
        let save::Save { record, automation, contest, log } = saved;
        let setup = starting::setup_of(&record, cards)?;
        let assistant = Assistant::new(automation).map_err(Failure::new)?;
        let mut sits = |_| Sits::Assisted(Box::new(assistant.clone()));
        let mut game = starting::hosted(&record, &setup, &mut sits, &[])?;
        game.allow_any_undo();
        let state = Progress { stale: true, ..Progress::default() };
        let log = log.into_iter().map(|line| (0, line)).collect();
        Ok(Self { console, cards, game, record, contest, save_to: None, log, state })
    }

    /// How the game began, and all that was done in it.
    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// The state of the game, for what comes after it.
    pub fn game_state(&self) -> &State {
        self.game.state()
    }

    /// What is answered for the person.
    pub fn automation(&self) -> Automation {
        self.game.automation(PERSON).map(|assistant| assistant.settings().clone()).unwrap_or_default()
    }

    /// Whether the person pays by hand.
    fn pays_by_hand(&self) -> bool {
        !self.automation().auto_pay
    }

    /// Plays until the game ends or the person leaves.
    pub fn play(&mut self, input: &Input) -> Outcome<Leaving> {
        self.console.line(self.console.dim("? shows help"));
        loop {
            self.tell_news();
            if self.console.is_broken() || (input.is_interrupted() && self.save_to.is_some()) {
                return Ok(Leaving::Interrupted);
            }
            if let Some(failure) = self.game.failure() {
                let failure = format!("the game can't go on: {failure}");
                self.back_from(&failure)?;
                continue;
            }
            let (Some(seen), asked) = (self.game.observe(VIEWER), self.game.ask(PERSON)) else {
                return Err(Failure::new("the person sees nothing of the game"));
            };
            if let Some(outcome) = &seen.result {
                self.tell_result(outcome);
                return Ok(Leaving::GameOver);
            }
            let Some(ask) = asked else { return Err(Failure::new("nobody is asked, and the game is not over")) };
            self.ask(&seen, &ask, input);
            if let Some(leaving) = self.state.leaving.take() {
                return Ok(leaving);
            }
        }
    }

    /// Tells what happened, and notes what was done.
    fn tell_news(&mut self) {
        self.record.entries.append(&mut self.game.take_entries());
        let events = self.game.take_heard(VIEWER);
        let lines: Vec<String> = events.iter().map(|event| format!("{} ({})", event.text, event.rule)).collect();
        for run in lines.chunk_by(|a, b| a == b) {
            let times = if run.len() > 1 { format!(" ×{}", run.len()) } else { String::new() };
            let line = format!("  {}{times}", self.console.dim(run.first().map_or("", String::as_str)));
            self.console.wrapped(line, "  ");
        }
        self.state.stale |= !lines.is_empty();
        let before = self.game.ask(PERSON).map_or(u32::MAX, |ask| ask.id);
        self.log.extend(lines.into_iter().map(|line| (before, line)));
    }

    fn tell_result(&self, outcome: &GameOutcome) {
        let text = match outcome {
            GameOutcome::Won(seats) if seats.contains(&PERSON.0) => "You win.",
            GameOutcome::Won(_) => "You lose.",
            GameOutcome::Draw(_) => "The game is a draw.",
        };
        self.console.line(self.console.bold(text));
    }

    /// Asks the person, until they answer, a command changes what is asked, or they leave.
    fn ask(&mut self, seen: &Observation, ask: &Ask, input: &Input) {
        let seen = Seen(seen);
        let when = seen.when();
        if self.state.stale {
            board::show(seen, self.console);
            self.state.stale = false;
        } else if self.state.shown_at != when {
            // Another step is another question, though it may look the same.
            board::heading(seen, self.console);
        }
        let shown = show::question(ask, self.pays_by_hand(), self.console);
        let place = capital(&when);
        self.state.shown_at = when;
        loop {
            self.console.prompt(format!("{place} [{}] > ", entry::hint(ask)));
            let Some(line) = self.hear(input) else { return };
            let line = line.trim();
            match self.command(line, seen, ask, input) {
                Said::Answer => {}
                Said::Done => continue,
                Said::Changed => return,
            }
            let why = match entry::read(line, ask, &shown) {
                Ok(answer) => match self.answer(seen, ask, &answer) {
                    Ok(()) => return,
                    Err(why) => format!("That can't be: {why}"),
                },
                Err(Unread::Wrong(why)) => why,
                Err(Unread::NoBlock { blocker, attacker }) => {
                    let why = self.game.why_not_block(ask.id, blocker, attacker);
                    let (Ok(Some(why)) | Err(why)) = why else { continue };
                    format!("That can't be: {why}")
                }
            };
            self.console.wrapped(self.console.bad(why), "");
        }
    }

    /// Gives the person's answer.
    fn answer(&mut self, seen: Seen<'_>, ask: &Ask, answer: &Answer) -> Result<(), lawmage_engine::Illegal> {
        let what = format!("{} ({})", did(ask, answer), seen.when());
        self.game.answer(PERSON, ask.id, answer)?;
        self.mark(ask.id, what);
        if std::mem::take(&mut self.state.passes_then) {
            self.game.pass_until(PERSON, lawmage_protocol::Until::Turn);
        }
        Ok(())
    }

    /// The next line typed; `None` when the person leaves.
    fn hear(&mut self, input: &Input) -> Option<String> {
        let mut warned = false;
        loop {
            match input.next() {
                Heard::Line(line) => return Some(line),
                Heard::Garbled(why) => self.console.prompt(self.console.bad(format!("{why}\n> "))),
                Heard::Interrupt if self.save_to.is_none() && input.by_hand && !warned => {
                    warned = true;
                    self.console
                        .wrapped("\nThe game is not saved: `save FILE` saves it, `quit` or Ctrl-C again leaves.", "");
                    self.console.prompt("> ");
                }
                Heard::Interrupt => {
                    self.console.line("\nInterrupted.");
                    self.state.leaving = Some(Leaving::Interrupted);
                    return None;
                }
                Heard::End(why) => {
                    match why {
                        None => self.console.line("\nThe input has ended: the game stops here."),
                        Some(error) => self.console.line(format!("\nThe input can't be read: {error}")),
                    }
                    self.state.leaving = Some(Leaving::Left);
                    return None;
                }
            }
        }
    }
}

/// What a person did, in a few words behind "you".
fn did(ask: &Ask, answer: &Answer) -> String {
    if let (lawmage_protocol::Domain::Pick { options, .. }, Answer::Pick(picks)) = (&ask.domain, answer)
        && entry::is_priority(ask)
        && let [pick] = picks.as_slice()
        && let Some(action) = options.get(*pick as usize)
    {
        let text = &action.text;
        return match text.split_once(' ') {
            Some(("cast", what)) => format!("cast {what}"),
            Some(("play", what)) => format!("played {what}"),
            _ if text == "pass" => "passed".to_owned(),
            _ => format!("did “{text}”"),
        };
    }
    match answer {
        Answer::Attack(attack) if attack.attackers.is_empty() => "attacked with nothing".to_owned(),
        Answer::Attack(_) => "attacked".to_owned(),
        Answer::Block(block) if block.is_empty() => "blocked with nothing".to_owned(),
        Answer::Block(_) => "blocked".to_owned(),
        _ => format!("answered “{}”", ask.text),
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}
