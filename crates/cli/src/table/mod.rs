//! A person at the table, on plain lines, against a bot.

mod board;
mod entry;
mod help;
pub mod save;
mod stops;
mod words;

use std::io::BufRead;
use std::path::Path;

use lawmage_cards::CardPool;
use lawmage_engine::{Answer, Ask, Choice, Decision, Domain, GameResult, Player, PlayerId, Session, Told, narrate};
use lawmage_sim::RecordSeat;

use crate::console::Console;
use crate::failure::{Failure, Outcome};

pub use stops::Stops;

/// The person's seat.
pub const PERSON: PlayerId = PlayerId(0);

/// How many lines `log` shows.
const LOG_LINES: usize = 40;

/// A game between a person and a bot.
pub struct Sitting<'a> {
    /// Where to print.
    pub console: &'a Console,
    /// All cards, for `card NAME`.
    pub pool: &'a CardPool,
    /// The game.
    pub session: Session,
    /// The opponent.
    pub bot: Box<dyn Player>,
    /// When to ask.
    pub stops: Stops,
    /// Whether mana abilities are listed among the actions.
    pub manual: bool,
    /// From which all randomness came.
    pub seed: u64,
    /// Who sits where.
    pub seats: Vec<RecordSeat>,
    state: Progress,
}

/// What changes while sitting.
#[derive(Default)]
struct Progress {
    log: Vec<String>,
    /// How many answers there were before each answer of the person.
    marks: Vec<usize>,
    /// The turn that is passed through.
    passing: Option<u32>,
    /// Whether the board is shown at the next question.
    stale: bool,
    conceded: bool,
    quit: bool,
}

impl<'a> Sitting<'a> {
    /// Sits down.
    #[expect(clippy::too_many_arguments, reason = "all that a sitting is made of")]
    pub fn new(
        console: &'a Console,
        pool: &'a CardPool,
        session: Session,
        bot: Box<dyn Player>,
        stops: Stops,
        manual: bool,
        seed: u64,
        seats: Vec<RecordSeat>,
    ) -> Self {
        let state = Progress { stale: true, ..Progress::default() };
        Self { console, pool, session, bot, stops, manual, seed, seats, state }
    }

    /// Who conceded, if the person did.
    pub fn conceded(&self) -> Option<PlayerId> {
        self.state.conceded.then_some(PERSON)
    }

    /// Plays until the game ends or the person leaves.
    pub fn play(&mut self, input: &mut dyn BufRead) -> Outcome<()> {
        self.console.line(self.console.dim("? shows help"));
        loop {
            self.tell_news();
            if let Some(failure) = self.session.failure() {
                return Err(Failure::new(format!("the game can't go on: {failure}")));
            }
            let Some(decision) = self.session.question().cloned() else {
                self.tell_result();
                return Ok(());
            };
            let answer = if decision.player == PERSON {
                match self.automatic(&decision) {
                    Some(answer) => answer,
                    None => match self.ask(&decision, input) {
                        Some(answer) => answer,
                        None if self.state.quit => return Ok(()),
                        // The question has changed.
                        None => continue,
                    },
                }
            } else {
                let view = self.session.view(decision.player);
                self.bot.decide(&view, &decision).map_err(|halt| Failure::new(halt.to_string()))?
            };
            if let Err(illegal) = self.session.answer(answer) {
                if decision.player == PERSON {
                    self.console.line(self.console.bad(format!("That can't be: {illegal}")));
                    self.state.marks.pop();
                    continue;
                }
                return Err(Failure::new(format!("the bot answered what can't be: {illegal}")));
            }
        }
    }

    fn tell_news(&mut self) {
        let mut lines: Vec<String> = Vec::new();
        for told in self.session.take_news() {
            lines.extend(match &told {
                Told::Event(occurrence) => narrate::tell(self.session.state(), occurrence, Some(PERSON)),
                Told::Note(rule, text) => Some(format!("{text} ({rule})")),
            });
        }
        for run in lines.chunk_by(|a, b| a == b) {
            let times = if run.len() > 1 { format!(" ×{}", run.len()) } else { String::new() };
            self.console.line(format!("  {}{times}", self.console.dim(run.first().map_or("", String::as_str))));
        }
        self.state.stale |= !lines.is_empty();
        self.state.log.append(&mut lines);
    }

    fn tell_result(&self) {
        let text = match &self.session.state().result {
            Some(GameResult::Won(players)) if players.contains(&PERSON) => "You win.",
            Some(GameResult::Won(_)) => "You lose.",
            _ => "The game is a draw.",
        };
        self.console.line(self.console.bold(text));
    }

    /// What is answered without asking: passing where nothing can matter.
    fn automatic(&mut self, decision: &Decision) -> Option<Answer> {
        let view = self.session.view(PERSON);
        if self.state.passing.is_some_and(|turn| turn != view.turn()) {
            self.state.passing = None;
        }
        let passing = self.state.passing.is_some();
        match (&decision.ask, &decision.domain) {
            (Ask::Priority, _) => {
                let answered = passing && view.stack().is_empty();
                (answered || !self.stops.asks(&view, decision, self.manual))
                    .then(|| entry::default_pick(decision).map(Answer::pick))
                    .flatten()
            }
            (Ask::Attack, Domain::Attack(domain)) if passing => Some(Answer::Attack(domain.legalize(&[]), Vec::new())),
            _ => None,
        }
    }

    /// Asks the person. `None`: a command has changed what is asked, or they leave.
    fn ask(&mut self, decision: &Decision, input: &mut dyn BufRead) -> Option<Answer> {
        let view = self.session.view(PERSON);
        if self.state.stale {
            board::show(&view, self.console);
            self.state.stale = false;
        }
        let shown = self.show(decision);
        loop {
            self.console.prompt(format!("[{}] > ", entry::hint(decision)));
            let mut line = String::new();
            match input.read_line(&mut line) {
                Ok(0) => {
                    self.console.line("\nThe input has ended: the game stops here.");
                    self.state.quit = true;
                    return None;
                }
                Ok(_) => {}
                Err(error) => {
                    self.console.line(format!("\nThe input can't be read: {error}"));
                    self.state.quit = true;
                    return None;
                }
            }
            let line = line.trim();
            match self.command(line) {
                Said::Answer => {}
                Said::Done => continue,
                Said::Changed => return None,
            }
            let answer = match entry::read(line, decision, &shown) {
                Ok(answer) => answer,
                Err(why) => {
                    self.console.line(self.console.bad(why));
                    continue;
                }
            };
            match decision.check(&answer) {
                Ok(()) => {
                    self.state.marks.push(self.session.all_answers().len());
                    return Some(answer);
                }
                Err(illegal) => self.console.line(self.console.bad(format!("That can't be: {illegal}"))),
            }
        }
    }

    /// Prints the question and its options; gives the options shown by their places.
    fn show(&self, decision: &Decision) -> Vec<u32> {
        let console = self.console;
        let view = self.session.view(PERSON);
        console.line("");
        console.line(console.bold(words::question(&view, decision)));
        let line = |n: usize, text: String| console.line(format!("  {n:>2}  {text}"));
        match &decision.domain {
            Domain::Pick { options, .. } => {
                let hidden = |o: &Choice| decision.ask == Ask::Priority && !self.manual && stops::is_mana(&view, o);
                let shown: Vec<u32> =
                    (0u32..).zip(options).filter(|(_, o)| !hidden(o)).map(|(place, _)| place).collect();
                let default = entry::default_pick(decision);
                for (n, place) in shown.iter().enumerate() {
                    let Some(option) = options.get(*place as usize) else { continue };
                    let mark = if default == Some(*place) { " *" } else { "" };
                    line(n + 1, words::option(&view, decision, option) + mark);
                }
                return shown;
            }
            Domain::Order(options) | Domain::Divide { among: options, .. } => {
                for (n, option) in options.iter().enumerate() {
                    line(n + 1, words::option(&view, decision, option));
                }
            }
            Domain::Number { .. } => {}
            Domain::Attack(domain) => {
                for (n, (id, options)) in domain.attackers.iter().enumerate() {
                    let whom: Vec<String> = options
                        .iter()
                        .enumerate()
                        .map(|(k, o)| format!("{}: {}", k + 1, words::entity(&view, *o)))
                        .collect();
                    let whom = if whom.len() > 1 { format!("  (attacks {})", whom.join(", ")) } else { String::new() };
                    let banding = if domain.banding.contains(&(n as u16)) { "  (banding)" } else { "" };
                    line(n + 1, words::object(&view, *id) + &whom + banding);
                }
            }
            Domain::Block(domain) => {
                console.line("  Attackers");
                for (n, attacker) in domain.attackers.iter().enumerate() {
                    let least =
                        if attacker.least > 1 { format!(" (by {} or more)", attacker.least) } else { String::new() };
                    line(n + 1, words::object(&view, attacker.id) + &least);
                }
                console.line("  Your blockers");
                for (n, (id, able)) in domain.blockers.iter().enumerate() {
                    let able: Vec<String> = (1..)
                        .zip(&domain.attackers)
                        .filter(|(_, a)| able.contains(&a.id))
                        .map(|(k, _): (usize, _)| k.to_string())
                        .collect();
                    line(n + 1, format!("{}  (can block {})", words::object(&view, *id), able.join(", ")));
                }
            }
        }
        Vec::new()
    }

    /// Does what a command says.
    fn command(&mut self, line: &str) -> Said {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["?" | "help" | "h"] => self.console.line(help::TEXT),
            ["board" | "b"] => {
                self.state.stale = true;
                return Said::Changed;
            }
            ["log"] => {
                let from = self.state.log.len().saturating_sub(LOG_LINES);
                self.state.log.iter().skip(from).for_each(|line| self.console.line(format!("  {line}")));
            }
            ["card" | "c", name @ ..] if !name.is_empty() => help::card(self.pool, &name.join(" "), self.console),
            ["stops"] => self.console.line(format!("Stops: {}", self.stops.list())),
            ["stops" | "stop", step @ ..] => match self.stops.toggle(step) {
                Ok(text) => self.console.line(text),
                Err(why) => self.console.line(self.console.bad(why)),
            },
            ["save", file] => match save::write(self, Path::new(file)) {
                Ok(()) => self.console.line(format!("Saved to {file}; play on with --load {file}")),
                Err(why) => self.console.line(self.console.bad(why)),
            },
            ["undo" | "u"] => return self.undo(),
            ["concede"] => {
                self.session.concede(PERSON);
                self.state.conceded = true;
                return Said::Changed;
            }
            ["quit" | "q" | "exit"] => {
                self.state.quit = true;
                return Said::Changed;
            }
            ["pass" | "p", "turn" | "t"] | ["pt"] => {
                self.state.passing = Some(self.session.view(PERSON).turn());
                // Where this question is no priority it must still be answered.
                return if self.session.question().is_some_and(|q| matches!(q.ask, Ask::Priority | Ask::Attack)) {
                    Said::Changed
                } else {
                    Said::Done
                };
            }
            _ => return Said::Answer,
        }
        Said::Done
    }

    /// Back to the person's last answer.
    fn undo(&mut self) -> Said {
        let Some(mark) = self.state.marks.pop() else {
            self.console.line("There is nothing to undo.");
            return Said::Done;
        };
        while self.session.all_answers().len() > mark && self.session.undo() {}
        let back = self.session.all_answers().len();
        if back > mark {
            self.console.line("No more can be undone.");
        } else {
            self.console.line("Undone.");
        }
        self.session.take_news();
        self.state.passing = None;
        self.state.stale = true;
        Said::Changed
    }
}

/// What a line was.
enum Said {
    /// No command.
    Answer,
    /// A command, done.
    Done,
    /// A command that has changed what is asked.
    Changed,
}
