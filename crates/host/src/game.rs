//! A game with its seats, and all who watch it.

use std::fmt;

use lawmage_engine::{Event, Hearer, Illegal, Occurrence, Player, PlayerId, Session, Sight, State, View, Viewer};
use lawmage_ir::Rule;
use lawmage_protocol::{self as protocol, Ask, FromTable, Observation};

use crate::observe::{outcome, viewer};
use crate::question::{not_asked, to_engine};
use crate::watch::Watch;

/// Who decides for a seat.
pub enum Sits {
    /// Somebody who answers later.
    Away,
    /// A program that answers at once.
    Here(Box<dyn Player>),
}

impl fmt::Debug for Sits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Away => "Away",
            Self::Here(_) => "Here",
        })
    }
}

/// All who watch a game; each hears what they may.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Watches {
    each: Vec<Watch>,
    /// Something hidden or left to chance has come to light since this was last reset.
    shown: bool,
}

impl Hearer for Watches {
    fn hear(&mut self, state: &State, occurrence: &Occurrence) {
        self.shown |= shows(&occurrence.event);
        self.each.hear(state, occurrence);
    }

    fn note(&mut self, state: &State, rule: Rule, text: &str) {
        self.each.note(state, rule, text);
    }

    fn taken_back(&mut self) {
        self.each.taken_back();
    }
}

/// Whether an event brings to light what was hidden, or left to chance.
fn shows(event: &Event) -> bool {
    match event {
        Event::Moved { from, .. } => !from.is_public(),
        Event::Revealed { .. }
        | Event::RevealedDrawn { .. }
        | Event::LookedAt { .. }
        | Event::Searched(..)
        | Event::Shuffled(_)
        | Event::Flipped { .. }
        | Event::Rolled { .. }
        | Event::PlanarRolled { .. }
        | Event::TurnedFaceUp(_) => true,
        _ => false,
    }
}

/// An answer that was given.
#[derive(Clone, Copy, Debug)]
struct Given {
    /// By whom.
    by: PlayerId,
    /// Something came to light between it and the next question.
    shown: bool,
}

/// A game whose seats answer at once or later.
#[derive(Debug)]
pub struct HostedGame {
    session: Session<Watches>,
    seats: Vec<Sits>,
    /// The answers given, in order.
    given: Vec<Given>,
}

impl HostedGame {
    /// Begins a game from a state, watched by all seats that answer later and by `others`; runs until one of them is asked.
    #[must_use]
    pub fn new(state: State, seats: Vec<Sits>, others: &[Viewer]) -> Self {
        let away = (0u8..).zip(&seats).filter(|(_, sits)| matches!(sits, Sits::Away));
        let viewers = away.map(|(seat, _)| Viewer::Player(PlayerId(seat))).chain(others.iter().copied());
        let watches = Watches { each: viewers.map(Watch::new).collect(), shown: false };
        let mut game = Self { session: Session::heard_by(state, watches), seats, given: Vec::new() };
        game.run();
        game
    }

    /// The state at the question, or at the end.
    #[must_use]
    pub fn state(&self) -> &State {
        self.session.state()
    }

    /// Why the game can't go on: a cap was reached. `None` in all ordinary games.
    #[must_use]
    pub fn failure(&self) -> Option<&str> {
        self.session.failure()
    }

    /// Who watches.
    pub fn viewers(&mut self) -> Vec<Viewer> {
        self.session.hearer_mut().each.iter().map(Watch::viewer).collect()
    }

    /// Who is asked, or who decides for them (720.5).
    #[must_use]
    pub fn asked(&self) -> Option<PlayerId> {
        let question = self.session.question()?;
        Some(self.session.state().decider(question.player))
    }

    /// What a viewer sees now; nothing for one who doesn't watch.
    pub fn observe(&mut self, of: Viewer) -> Option<Observation> {
        self.watching(of, |watch, sight, _| watch.observe(sight))
    }

    /// The question that waits, if it is that player's to answer.
    pub fn ask(&mut self, player: PlayerId) -> Option<Ask> {
        self.asked().filter(|asked| *asked == player)?;
        let id = self.session.answered() as u32;
        self.watching(Viewer::Player(player), |watch, sight, question| Some(watch.ask(sight, id, question?))).flatten()
    }

    /// What a viewer has heard since this was last asked.
    pub fn take_heard(&mut self, of: Viewer) -> Vec<protocol::Event> {
        let watches = &mut self.session.hearer_mut().each;
        watches.iter_mut().find(|watch| watch.viewer() == of).map(Watch::take_heard).unwrap_or_default()
    }

    /// Answers the question of that number for a player, and runs until someone who answers later is asked.
    ///
    /// # Errors
    /// The rule that the answer breaks; nothing has changed then.
    pub fn answer(&mut self, player: PlayerId, ask: u32, answer: &protocol::Answer) -> Result<(), Illegal> {
        let Some(question) = self.session.question().filter(|_| self.asked() == Some(player)) else {
            return Err(not_asked(player));
        };
        if ask as usize != self.session.answered() {
            let reason = format!("question {ask} has been answered; the one that waits is {}", self.session.answered());
            return Err(Illegal::new(question.rule, reason));
        }
        let answer = to_engine(question, answer)?;
        self.session.check(&answer)?;
        self.give(player, answer)?;
        self.run();
        Ok(())
    }

    /// Takes back a player's last answer and what programs answered since, unless something hidden came to light meanwhile or
    /// someone else answered. Tells the number of the question that is asked again.
    pub fn undo(&mut self, player: PlayerId) -> Option<u32> {
        let last = self.given.iter().rposition(|given| given.by == player)?;
        let since = self.given.get(last..)?;
        let by_programs = |given: &Given| matches!(self.seats.get(given.by.index()), Some(Sits::Here(_)));
        if since.iter().any(|given| given.shown) || !since.iter().skip(1).all(by_programs) {
            return None;
        }
        let undone = self.session.undo_to(last);
        if undone {
            self.given.truncate(last);
            self.run();
        }
        undone.then_some(last as u32)
    }

    /// Concedes for a player (104.3a). In a subgame that stands among the answers given.
    pub fn concede(&mut self, player: PlayerId) {
        self.session.concede(player);
        self.given.resize(self.session.answered(), Given { by: player, shown: true });
        self.run();
    }

    /// What is to be said to a viewer now: what they heard, what they see, what they are asked or who else is, how it ended.
    pub fn messages(&mut self, of: Viewer) -> Vec<FromTable> {
        let mut said = Vec::new();
        let events = self.take_heard(of);
        if !events.is_empty() {
            said.push(FromTable::Events { viewer: viewer(of), events });
        }
        said.extend(self.observe(of).map(|seen| FromTable::Snapshot { observation: Box::new(seen) }));
        if let Some(result) = &self.session.state().result() {
            said.push(FromTable::Result { outcome: outcome(result) });
            return said;
        }
        let ask = match of {
            Viewer::Player(player) => self.ask(player),
            _ => None,
        };
        said.extend(match ask {
            Some(ask) => Some(FromTable::Ask { ask: Box::new(ask) }),
            None => self.asked().map(|player| FromTable::Waiting { players: vec![player.0] }),
        });
        said
    }

    fn watching<T>(
        &mut self,
        of: Viewer,
        does: impl FnOnce(&mut Watch, &Sight<'_>, Option<&lawmage_engine::Decision>) -> T,
    ) -> Option<T> {
        let (watches, state, question) = self.session.parts();
        let watch = watches.each.iter_mut().find(|watch| watch.viewer() == of)?;
        Some(does(watch, &Sight::new(state, of, question), question))
    }

    /// Has programs answer until somebody else is asked or the game is over.
    fn run(&mut self) {
        while let Some(asked) = self.asked() {
            let Some(Sits::Here(player)) = self.seats.get_mut(asked.index()) else { return };
            let Some(question) = self.session.question() else { return };
            let view = View::new(self.session.state(), question.player, Some(question));
            let decided = player.decide(&view, question);
            let answer = decided.ok().filter(|answer| question.check(answer).is_ok());
            // A program that fails to answer still has to do something.
            let answer = answer.unwrap_or_else(|| question.any_legal());
            if self.give(asked, answer).is_err() {
                return;
            }
        }
    }

    fn give(&mut self, by: PlayerId, answer: lawmage_engine::Answer) -> Result<(), Illegal> {
        self.session.hearer_mut().shown = false;
        self.session.answer(answer)?;
        let shown = self.session.hearer_mut().shown;
        self.given.push(Given { by, shown });
        Ok(())
    }
}
