//! A game with its seats, and all who watch it.

mod shortcut;
mod undo;
mod why_not;

use std::fmt;

use lawmage_engine::{
    Choice, Decision, Entry, Event, Hearer, Illegal, Occurrence, Player, PlayerId, Session, Sight, State, Steps, View,
    Viewer,
};
use lawmage_ir::{Rule, Zone, rule};
use lawmage_protocol::{self as protocol, Ask, FromTable, Observation};
use lawmage_words::refusal;

use crate::automation::Assistant;
use crate::observe::{outcome, viewer};
use crate::question::{not_asked, to_engine, to_protocol};
use crate::steps::{step_to_engine, step_to_protocol};
use crate::watch::Watch;

/// Who decides for a seat.
pub enum Sits {
    /// Somebody who answers later.
    Away,
    /// Somebody who answers later, but for what is answered for them.
    Assisted(Box<Assistant>),
    /// A program that answers at once.
    Here(Box<dyn Player>),
}

impl fmt::Debug for Sits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Away => "Away",
            Self::Assisted(_) => "Assisted",
            Self::Here(_) => "Here",
        })
    }
}

/// All who watch a game; each hears what they may.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Watches {
    each: Vec<Watch>,
    /// What has come to light since this was last reset.
    shown: Shown,
}

/// What has come to light.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Shown {
    /// Something hidden from somebody, or left to chance.
    all: bool,
    /// Cards that players played from their hands, as bits: the others learn something by that, whoever played them nothing.
    played: u32,
}

impl Shown {
    /// Whether a player has learnt something by it.
    const fn to(self, player: PlayerId) -> bool {
        self.all || self.played & !(1 << (player.0 & 31)) != 0
    }
}

impl Hearer for Watches {
    fn hear(&mut self, state: &State, occurrence: &Occurrence) {
        match &occurrence.event {
            Event::Moved { now, from: Zone::Hand, to: Zone::Stack | Zone::Battlefield, .. } => {
                let owner = state.objects().get(now.index()).map_or(PlayerId(0), |object| object.owner);
                self.shown.played |= 1 << (owner.0 & 31);
            }
            event => self.shown.all |= shows(event),
        }
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
    /// What came to light between it and the next question.
    shown: Shown,
    /// It was given for them, not by them.
    by_itself: bool,
}

/// A game whose seats answer at once or later.
#[derive(Debug)]
pub struct HostedGame {
    session: Session<Watches>,
    seats: Vec<Sits>,
    /// The answers given, in order.
    given: Vec<Given>,
    /// What was done since this was last asked for, where somebody writes it down.
    entries: Option<Vec<Entry>>,
    /// The question of that number is the player's to answer: they went back to it.
    held: Option<usize>,
    /// Players may take back whatever they did.
    any_undo: bool,
}

impl HostedGame {
    /// Begins a game from a state, watched by all seats that answer later and by `others`; runs until one of them is asked.
    #[must_use]
    pub fn new(state: State, seats: Vec<Sits>, others: &[Viewer]) -> Self {
        let mut game = Self::begin(state, seats, others, None);
        game.run();
        game
    }

    /// The same for a game that is written down ([`HostedGame::take_entries`]): what was written before is done again, and told to
    /// nobody but as what happened lately ([`HostedGame::recent`]).
    ///
    /// # Errors
    /// Which entry can't be done again, counted from 1, and why.
    pub fn written_down(
        state: State,
        seats: Vec<Sits>,
        others: &[Viewer],
        before: &[Entry],
    ) -> Result<Self, (usize, String)> {
        let mut game = Self::begin(state, seats, others, Some(Vec::new()));
        for (entry, number) in before.iter().zip(1..) {
            game.follow(entry).map_err(|why| (number, why))?;
            game.settle_told();
        }
        game.run();
        Ok(game)
    }

    fn begin(state: State, seats: Vec<Sits>, others: &[Viewer], entries: Option<Vec<Entry>>) -> Self {
        let away = (0u8..).zip(&seats).filter(|(_, sits)| !matches!(sits, Sits::Here(_)));
        let viewers = away.map(|(seat, _)| Viewer::Player(PlayerId(seat))).chain(others.iter().copied());
        let watches = Watches { each: viewers.map(Watch::new).collect(), shown: Shown::default() };
        Self {
            session: Session::heard_by(state, watches),
            seats,
            given: Vec::new(),
            entries,
            held: None,
            any_undo: false,
        }
    }

    /// What was done since this was last asked, to be written down before anybody is told of it.
    pub fn take_entries(&mut self) -> Vec<Entry> {
        self.entries.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Lets no more than so many earlier ticks be gone back to ([`Session::limit_undo`]).
    pub fn limit_undo(&mut self, ticks: usize) {
        self.session.limit_undo(ticks);
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
        let question = self.session.answered();
        let watches = &mut self.session.hearer_mut().each;
        watches.iter_mut().find(|watch| watch.viewer() == of).map(|watch| watch.settle(question)).unwrap_or_default()
    }

    /// The last of what a viewer was told, for one who comes back: some two hundred events, if there were any.
    pub fn recent(&mut self, of: Viewer) -> Option<FromTable> {
        let watches = &self.session.hearer_mut().each;
        let events = watches.iter().find(|watch| watch.viewer() == of).map(Watch::recent)?;
        (!events.is_empty()).then(|| FromTable::Events { viewer: viewer(of), events })
    }

    /// Takes what all have heard for told.
    fn settle_told(&mut self) {
        let question = self.session.answered();
        for watch in &mut self.session.hearer_mut().each {
            watch.settle(question);
        }
    }

    /// Has all forget what was told after a question to which it was gone back.
    fn forget_told(&mut self, question: usize) {
        for watch in &mut self.session.hearer_mut().each {
            watch.forget_after(question);
        }
    }

    /// What can be said next to the question of that number after some steps, and the answer where these make a whole one.
    ///
    /// # Errors
    /// Where another question waits, or a step can't be taken; nothing changes in any case.
    pub fn steps(
        &self,
        ask: u32,
        taken: &[protocol::Step],
    ) -> Result<(Vec<protocol::Step>, Option<protocol::Answer>), Illegal> {
        let question = self.waiting(ask)?;
        let mut steps = Steps::new(question);
        for (place, step) in taken.iter().enumerate() {
            if !steps.take(&step_to_engine(step)) {
                let reason = format!("step {place} of those taken can't be said there; steps count from 0");
                return Err(Illegal::new(question.rule, reason));
            }
        }
        let answer = steps.answer().map(|answer| to_protocol(question, &answer));
        Ok((steps.options().iter().map(step_to_protocol).collect(), answer))
    }

    /// The question that waits, where it has that number.
    fn waiting(&self, ask: u32) -> Result<&Decision, Illegal> {
        let Some(question) = self.session.question() else {
            return Err(Illegal::new(rule!("104.1"), "the game is over: nobody is asked"));
        };
        if ask as usize != self.session.answered() {
            let reason = format!("question {ask} has been answered; the one that waits is {}", self.session.answered());
            return Err(Illegal::new(question.rule, reason));
        }
        Ok(question)
    }

    /// Answers the question of that number for a player, and runs until someone who answers later is asked.
    ///
    /// # Errors
    /// The rule that the answer breaks; nothing has changed then.
    pub fn answer(&mut self, player: PlayerId, ask: u32, answer: &protocol::Answer) -> Result<(), Illegal> {
        if self.asked() != Some(player) {
            return Err(not_asked(player));
        }
        let question = self.waiting(ask)?;
        let answer = to_engine(question, answer)?;
        if let Err(illegal) = self.session.check(&answer) {
            let sight = View::new(self.session.state(), question.player, Some(question));
            return Err(refusal(&sight, question, &answer, illegal));
        }
        self.give(player, answer, false)?;
        if let Some(assistant) = self.assistant(player) {
            assistant.stop_passing();
        }
        self.run();
        Ok(())
    }

    /// Who answers for a player who is there, if somebody does.
    fn assistant(&mut self, player: PlayerId) -> Option<&mut Assistant> {
        match self.seats.get_mut(player.index()) {
            Some(Sits::Assisted(assistant)) => Some(assistant),
            _ => None,
        }
    }

    /// What is answered for a player, and how long is passed for them.
    #[must_use]
    pub fn automation(&self, player: PlayerId) -> Option<&Assistant> {
        match self.seats.get(player.index()) {
            Some(Sits::Assisted(assistant)) => Some(assistant),
            _ => None,
        }
    }

    /// Has other things be answered for a player who is assisted, from now on.
    pub fn automate(&mut self, player: PlayerId, assistant: Assistant) {
        if let Some(before) = self.assistant(player) {
            *before = assistant;
            self.run();
        }
    }

    /// Passes for a player who is assisted, from now on.
    pub fn pass_until(&mut self, player: PlayerId, until: protocol::Until) {
        let view = View::new(self.session.state(), player, None);
        if let Some(Sits::Assisted(assistant)) = self.seats.get_mut(player.index()) {
            assistant.pass_until(until, &view);
            self.held = None;
            self.run();
        }
    }

    /// Concedes for a player (104.3a). In a subgame that stands among the answers given.
    pub fn concede(&mut self, player: PlayerId) {
        self.session.concede(player);
        self.done(player, Entry::Concede(player));
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

    /// Has programs and assistants answer until somebody is asked themselves or the game is over.
    fn run(&mut self) {
        while let Some(asked) = self.asked() {
            let Some(question) = self.session.question() else { return };
            let view = View::new(self.session.state(), question.player, Some(question));
            let is_legal = |answer: &lawmage_engine::Answer| question.check(answer).is_ok();
            let answer = match self.seats.get_mut(asked.index()) {
                Some(Sits::Here(player)) => {
                    let decided = player.decide(&view, question).ok().filter(is_legal);
                    // A program that fails to answer still has to do something.
                    Some(decided.unwrap_or_else(|| question.any_legal()))
                }
                // What is decided for another player (720) was not settled for them.
                Some(Sits::Assisted(assistant)) if asked == question.player => {
                    let held = self.held == Some(self.session.answered());
                    if held { None } else { assistant.decide(&view, question).filter(is_legal) }
                }
                _ => None,
            };
            let Some(answer) = answer else { return };
            if self.give(asked, answer, true).is_err() {
                return;
            }
        }
        if self.session.state().result().is_some() {
            // What has ended isn't taken back (104.1).
            self.session.forget_before(usize::MAX);
        }
    }

    fn give(&mut self, by: PlayerId, answer: lawmage_engine::Answer, by_itself: bool) -> Result<(), Illegal> {
        let question = self.session.question().filter(|_| self.entries.is_some());
        let entry = question.map(|question| Entry::answer(question, answer.clone()));
        self.session.hearer_mut().shown = Shown::default();
        self.session.answer(answer)?;
        self.held = None;
        self.note_given(by, by_itself);
        if let (Some(entries), Some(entry)) = (&mut self.entries, entry) {
            entries.push(entry);
        }
        Ok(())
    }

    /// Does again what was written down.
    fn follow(&mut self, entry: &Entry) -> Result<(), String> {
        let by = self.asked();
        self.session.hearer_mut().shown = Shown::default();
        self.session.follow(entry)?;
        match (entry, by) {
            // Who answered for those who are there was not written down: they may take it back one by one.
            (Entry::Answer { .. }, Some(by)) => {
                let program = matches!(self.seats.get(by.index()), Some(Sits::Here(_)));
                self.note_given(by, program);
            }
            (Entry::Concede(by), _) => self.settle(*by),
            _ => {
                let last = self.session.answered();
                self.given.truncate(last);
                self.forget_told(last);
            }
        }
        Ok(())
    }

    fn note_given(&mut self, by: PlayerId, by_itself: bool) {
        let mut shown = self.session.hearer_mut().shown;
        shown.all |= self.question_shows();
        self.given.push(Given { by, shown, by_itself });
        self.forget_out_of_reach();
    }

    /// Whether the question that waits shows whoever is asked a card that they don't see otherwise.
    fn question_shows(&self) -> bool {
        let Some(question) = self.session.question() else { return false };
        let viewer = Viewer::Player(question.player);
        let sees = |shown| Sight::new(self.session.state(), viewer, shown);
        let (before, now) = (sees(None), sees(Some(question)));
        let offered = question.options().iter().filter_map(|option| match option {
            Choice::Object(id) => Some(*id),
            _ => None,
        });
        offered.chain(question.source).any(|id| now.can_see(id) && !before.can_see(id))
    }

    /// Has as many given as there are answers: a concession takes some away, and in a subgame stands among them.
    fn settle(&mut self, by: PlayerId) {
        self.given
            .resize(self.session.answered(), Given { by, shown: Shown { all: true, played: 0 }, by_itself: false });
    }

    /// Notes what was done beside answering.
    fn done(&mut self, by: PlayerId, entry: Entry) {
        self.settle(by);
        if let Some(entries) = &mut self.entries {
            entries.push(entry);
        }
    }
}
