//! A person at the table, on plain lines, with bots in the other seats.

mod board;
mod command;
pub mod contest;
mod entry;
mod help;
mod input;
pub mod save;
mod sealed;
mod shortcut;
mod show;
pub mod sideboard;

use std::path::PathBuf;

use lawmage::Cards;
use lawmage_bots::RandomBot;
use lawmage_engine::variants::kind::Variant;
use lawmage_engine::{Answer, Ask, Choice, Decision, Domain, GameResult, Log, Player, PlayerId, Seed, Session};
use lawmage_sim::RecordSeat;
use lawmage_words as words;

use crate::console::Console;
use crate::failure::{Failure, Outcome};
use command::Said;
use contest::Contest;

pub use input::{Heard, INTERRUPTED, Input};
pub use lawmage_host::Stops;
use lawmage_host::stops;

/// The person's seat.
pub const PERSON: PlayerId = PlayerId(0);

/// How often another answer is tried for a bot whose own is not legal.
const BOT_TRIES: u64 = 64;

/// A game between a person and bots.
pub struct Sitting<'a> {
    /// Where to print.
    pub console: &'a Console,
    /// All cards, for `card NAME`.
    pub cards: &'a Cards,
    /// The game.
    pub session: Session<Log>,
    /// The other seats' players, in turn order from the one after the person's.
    pub bots: Vec<Box<dyn Player>>,
    /// When to ask.
    pub stops: Stops,
    /// Whether mana abilities are listed among the actions, and payments are asked for.
    pub manual: bool,
    /// From which all randomness came.
    pub seed: Seed,
    /// Who sits where.
    pub seats: Vec<RecordSeat>,
    /// What kind of game it is.
    pub variant: Variant,
    /// Who takes the first turn, where that was chosen before the game.
    pub first: Option<u8>,
    /// The match that the game is of, if it is of one.
    pub contest: Option<Contest>,
    /// Where the game is saved when the person leaves before its end.
    pub save_to: Option<PathBuf>,
    /// What happened, as the person was told.
    pub log: Vec<String>,
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
    /// The turn that is passed through.
    passing: Option<u32>,
    /// Whether the board is shown at the next question.
    stale: bool,
    /// Where the game was when the board was last shown.
    shown_at: String,
    /// So many answers were given where the person is to be asked whatever their stops.
    ask_at: Option<usize>,
    conceded: bool,
    leaving: Option<Leaving>,
}

/// Where the person began to do something, to be taken back to.
struct Mark {
    /// How many answers there were before.
    answers: usize,
    /// Where the tick began: what is done in one belongs together.
    tick: usize,
    /// How long the log was.
    log: usize,
    /// What they did, in a few words.
    what: String,
}

impl<'a> Sitting<'a> {
    /// Sits down.
    pub fn new(console: &'a Console, cards: &'a Cards, saved: save::Save, bots: Vec<Box<dyn Player>>) -> Self {
        let save::Save { seed, seats, variant, first, contest, stops, manual, session, log } = saved;
        let state = Progress { stale: true, ..Progress::default() };
        let save_to = None;
        Self { console, cards, session, bots, stops, manual, seed, seats, variant, first, contest, save_to, log, state }
    }

    /// The seats that have won the game; none before its end, and in a draw.
    pub fn winners(&self) -> Vec<usize> {
        match self.session.state().result() {
            Some(GameResult::Won(players)) => players.iter().map(|player| player.index()).collect(),
            _ => Vec::new(),
        }
    }

    /// Who conceded, if the person did.
    pub fn conceded(&self) -> Option<PlayerId> {
        self.state.conceded.then_some(PERSON)
    }

    /// Plays until the game ends or the person leaves.
    pub fn play(&mut self, input: &Input) -> Outcome<Leaving> {
        self.console.line(self.console.dim("? shows help"));
        loop {
            self.tell_news();
            if self.console.is_broken() || (input.is_interrupted() && self.save_to.is_some()) {
                return Ok(Leaving::Interrupted);
            }
            if let Some(failure) = self.session.failure() {
                let failure = format!("the game can't go on: {failure}");
                self.back_from(failure)?;
                continue;
            }
            let Some(decision) = self.session.question().cloned() else {
                self.tell_result();
                return Ok(Leaving::GameOver);
            };
            let decider = self.session.state().decider(decision.player);
            if decider != PERSON {
                self.bot_answers(decider, &decision)?;
                continue;
            }
            let Some(answer) = self.automatic(&decision).or_else(|| self.ask(&decision, input)) else {
                match self.state.leaving.take() {
                    Some(leaving) => return Ok(leaving),
                    // The question has changed.
                    None => continue,
                }
            };
            if let Err(illegal) = self.session.answer(answer) {
                self.console.line(self.console.bad(format!("That can't be: {illegal}")));
                self.state.marks.pop();
            }
        }
    }

    /// The bot's answer; where it is none that the rules allow, another one is found for it.
    fn bot_answers(&mut self, decider: PlayerId, decision: &Decision) -> Outcome<()> {
        let view = self.session.view(decision.player);
        let Some(bot) = decider.index().checked_sub(1).and_then(|place| self.bots.get_mut(place)) else {
            return Err(Failure::new(format!("nobody sits at seat {}", decider.index() + 1)));
        };
        let answer = bot.decide(&view, decision).map_err(|halt| Failure::new(halt.to_string()))?;
        let Err(illegal) = decision.check(&answer) else {
            return self.session.answer(answer).map_err(|e| Failure::new(e.to_string()));
        };
        for seed in 0..BOT_TRIES {
            let view = self.session.view(decision.player);
            let other = RandomBot::new(seed).decide(&view, decision);
            if let Some(other) = other.ok().filter(|other| decision.check(other).is_ok()) {
                return self.session.answer(other).map_err(|e| Failure::new(e.to_string()));
            }
        }
        self.back_from(format!("the bot answered what can't be: {illegal}"))
    }

    /// Where the game can't go on, the person is taken back to where they last did something else than that.
    fn back_from(&mut self, why: String) -> Outcome<()> {
        match self.state.marks.pop() {
            Some(mark) if self.session.undo_to(mark.answers) => {
                self.console
                    .wrapped(self.console.bad(format!("{why}. It is taken back to before you {}.", mark.what)), "");
                self.returned(&mark);
                Ok(())
            }
            _ => Err(Failure::new(why)),
        }
    }

    fn tell_news(&mut self) {
        let mut lines = self.session.hearer_mut().take_lines();
        for run in lines.chunk_by(|a, b| a == b) {
            let times = if run.len() > 1 { format!(" ×{}", run.len()) } else { String::new() };
            let line = format!("  {}{times}", self.console.dim(run.first().map_or("", String::as_str)));
            self.console.wrapped(line, "  ");
        }
        self.state.stale |= !lines.is_empty();
        self.log.append(&mut lines);
    }

    fn tell_result(&self) {
        let text = match self.session.state().result() {
            Some(GameResult::Won(players)) if players.contains(&PERSON) => "You win.",
            Some(GameResult::Won(_)) => "You lose.",
            _ => "The game is a draw.",
        };
        self.console.line(self.console.bold(text));
    }

    /// What is answered without asking: passing where nothing can matter, paying with lands.
    fn automatic(&mut self, decision: &Decision) -> Option<Answer> {
        let view = self.session.view(decision.player);
        if self.state.passing.is_some_and(|turn| turn != view.turn()) {
            self.state.passing = None;
        }
        if self.state.ask_at.is_some_and(|at| at == self.session.answered()) {
            return None;
        }
        let passing = self.state.passing.is_some();
        match (&decision.ask, &decision.domain) {
            (Ask::Priority, _) => {
                let answered = passing && view.stack().is_empty();
                (answered || !self.stops.asks(&view, decision, self.manual))
                    .then(|| entry::default_pick(decision).map(Answer::pick))
                    .flatten()
            }
            (Ask::Payment, Domain::Pick { options, .. }) if !self.manual => {
                let plain = |o: &Choice| matches!(o, Choice::Plan(plan) if stops::only_taps(&view, plan));
                options.iter().position(plain).map(|place| Answer::pick(place as u32))
            }
            (Ask::Attack, Domain::Attack(domain)) if passing => Some(Answer::Attack(domain.legalize(&[]), Vec::new())),
            _ => None,
        }
    }

    /// Asks the person. `None`: a command has changed what is asked, or they leave.
    fn ask(&mut self, decision: &Decision, input: &Input) -> Option<Answer> {
        let view = self.session.view(decision.player);
        let when = words::when(&view);
        if self.state.stale {
            board::show(&view, self.console);
            self.state.stale = false;
        } else if self.state.shown_at != when {
            // Another step is another question, though it may look the same.
            board::heading(&view, self.console);
        }
        let shown = show::question(&view, decision, self.manual, self.console);
        let place = capital(&when);
        self.state.shown_at = when;
        loop {
            self.console.prompt(format!("{place} [{}] > ", entry::hint(decision)));
            let line = self.hear(input)?;
            let line = line.trim();
            match self.command(line, input) {
                Said::Answer => {}
                Said::Done => continue,
                Said::Changed => return None,
            }
            let read = entry::read(line, decision, &shown);
            let answer = match read {
                Ok(answer) => answer,
                Err(why) => {
                    self.console.wrapped(self.console.bad(why), "");
                    continue;
                }
            };
            match self.session.check(&answer) {
                Ok(()) => {
                    self.mark(decision, &answer);
                    return Some(answer);
                }
                Err(illegal) => {
                    let view = self.session.view(decision.player);
                    let why = words::refusal(&view, decision, &answer, &illegal);
                    self.console.wrapped(self.console.bad(format!("That can't be: {why}")), "");
                }
            }
        }
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

    /// Remembers where the person began to do something.
    fn mark(&mut self, decision: &Decision, answer: &Answer) {
        self.state.ask_at = None;
        let (answers, tick) = (self.session.answered(), self.session.tick_began());
        if self.state.marks.last().is_some_and(|mark| mark.tick == tick && mark.answers <= answers) {
            return;
        }
        let view = self.session.view(decision.player);
        let what = format!("{} ({})", did(&view, decision, answer), words::when(&view));
        self.state.marks.push(Mark { answers, tick, log: self.log.len(), what });
    }

    /// Takes back what the person did last.
    fn undo(&mut self) -> Said {
        let Some(mark) = self.state.marks.pop() else {
            self.console.line("There is nothing to undo.");
            return Said::Done;
        };
        if !self.session.undo_to(mark.answers) {
            self.console.wrapped("That was too long ago to be undone.", "");
            self.state.marks.clear();
            return Said::Done;
        }
        self.console.wrapped(format!("Undone: it is before you {}.", mark.what), "");
        self.returned(&mark);
        Said::Changed
    }

    /// All is as it was at a mark, and the person is asked there.
    fn returned(&mut self, mark: &Mark) {
        self.session.hearer_mut().take_lines();
        self.log.truncate(mark.log);
        self.state.passing = None;
        self.state.stale = true;
        self.state.ask_at = Some(mark.answers);
    }
}

/// What a person did, in a few words behind "you".
fn did(view: &lawmage_engine::View<'_>, decision: &Decision, answer: &Answer) -> String {
    if let (Domain::Pick { options, .. }, Answer::Picks(picks)) = (&decision.domain, answer)
        && let [pick] = picks.as_slice()
        && let Some(Choice::Action(action)) = options.get(*pick as usize)
    {
        let text = words::action(view, action);
        return match text.split_once(' ') {
            Some(("cast", what)) => format!("cast {what}"),
            Some(("play", what)) => format!("played {what}"),
            _ if text == "pass" => "passed".to_owned(),
            _ => format!("did “{text}”"),
        };
    }
    match answer {
        Answer::Attack(attack, _) if attack.is_empty() => "attacked with nothing".to_owned(),
        Answer::Attack(..) => "attacked".to_owned(),
        Answer::Block(block) if block.is_empty() => "blocked with nothing".to_owned(),
        Answer::Block(_) => "blocked".to_owned(),
        _ => format!("answered “{}”", words::question(view, decision)),
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}
