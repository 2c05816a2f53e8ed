//! A game that waits for an answer, as it might be for all that a viewer knows: in the middle of a tick too.
//!
//! There the tick is played again with other hidden cards, and the same is answered to the same questions. Where that comes to something
//! else than the viewer has seen (a card that was searched for isn't what it has to be), other cards are dealt.

use std::collections::BTreeSet;

use super::{Nobody, Session, Since};
use crate::procedure::session::Hearer;
use crate::state::State;
use crate::state::rng::{Rng, Seed};
use crate::table::decision::{Answer, Choice, Decision};
use crate::table::game::{Game, Halt, Res, Table};
use crate::table::view::Viewer;

/// How often other cards are dealt, where the viewer has seen something else.
const TRIES: u32 = 40;

/// How many ticks may lie between the state that a session keeps and its question.
const TICKS: u32 = 1_000;

impl<H: Hearer + Default> Session<H> {
    /// The game as it might be for all that a viewer knows ([`State::fork`]), at the question that waits; what comes is left to another
    /// chance. Nothing where the game is over, and where so few hidden cards fit what was seen in the tick at hand that none of
    /// several deals did.
    #[must_use]
    pub fn fork(&self, viewer: Viewer, seed: impl Into<Seed>) -> Option<Session> {
        let question = self.question.as_ref()?;
        let mut chance = Rng::new(seed);
        let met = self.met()?;
        (0..TRIES).find_map(|_| {
            let fork = self.forked(viewer, question, &met, &mut chance)?;
            fork.question.as_ref().is_some_and(|other| is_asked_alike(viewer, question, other)).then_some(fork)
        })
    }

    /// The game with one deal of what the viewer can't tell apart.
    fn forked(&self, viewer: Viewer, question: &Decision, met: &[Decision], chance: &mut Rng) -> Option<Session> {
        let now = self.state();
        let (mut before, dealt) = self.before.fork_before(now, viewer, question, chance.seed());
        before.rng = self.before.rng.until(&now.rng, Rng::new(chance.seed()));
        let answers = answered_alike(before.clone(), met, &self.answers)?;
        let fork = self.playing_on(before, answers);
        fork.state().is_alike(now, &dealt).then_some(fork)
    }

    /// The questions since the state that is kept, but for the one that waits.
    fn met(&self) -> Option<Vec<Decision>> {
        let mut table = Recalling { answers: &self.answers, met: Vec::new() };
        let end = run(self.before.clone(), &mut table);
        matches!(end, Err(Halt::Question(_))).then_some(table.met)
    }

    /// A session that plays on from that state with those answers, of which nobody hears.
    fn playing_on(&self, before: State, answers: Vec<Answer>) -> Session {
        let mut session = Session {
            version: self.version,
            before,
            answers,
            log: self.log.clone(),
            now: None,
            since: Since::default(),
            question: None,
            past: std::collections::VecDeque::new(),
            undo_depth: 0,
            told: usize::MAX,
            hearer: Nobody,
            choices: self.choices.clone(),
            otherwise: self.otherwise.clone(),
            failure: None,
        };
        session.advance();
        session
    }
}

/// Whether a viewer is asked the same, or sees the same player be asked: what another may answer depends on what is hidden.
fn is_asked_alike(viewer: Viewer, question: &Decision, other: &Decision) -> bool {
    let own = matches!(viewer, Viewer::Player(player) if player == question.player) || viewer == Viewer::Judge;
    let same = (question.player, &question.ask, question.source) == (other.player, &other.ask, other.source);
    same && (!own || question == other)
}

/// Plays ticks until a question has no answer.
fn run(state: State, table: &mut dyn Table) -> Res<()> {
    let mut game = Game::new(state, table);
    for _ in 0..TICKS {
        if game.is_over() {
            return Ok(());
        }
        game.tick()?;
    }
    Ok(())
}

/// Gives the answers there are, and keeps what was asked.
struct Recalling<'a> {
    answers: &'a [Answer],
    met: Vec<Decision>,
}

impl Table for Recalling<'_> {
    fn answer(&mut self, _: &State, decision: &Decision) -> Res<Answer> {
        let Some(answer) = self.answers.get(self.met.len()) else {
            return Err(Halt::Question(Box::new(decision.clone())));
        };
        self.met.push(decision.clone());
        Ok(answer.clone())
    }
}

/// Answers the same to the same questions, whatever else is offered.
struct Following<'a> {
    met: &'a [Decision],
    answers: &'a [Answer],
    given: Vec<Answer>,
}

impl Table for Following<'_> {
    fn answer(&mut self, _: &State, decision: &Decision) -> Res<Answer> {
        let number = self.given.len();
        let (Some(met), Some(answer)) = (self.met.get(number), self.answers.get(number)) else {
            return Err(Halt::Question(Box::new(decision.clone())));
        };
        let same = (met.player, &met.ask, met.source) == (decision.player, &decision.ask, decision.source);
        let answer = same.then(|| translated(met, answer, decision)).flatten();
        let legal = answer.filter(|answer| decision.check(answer).is_ok());
        let answer = legal.ok_or(Halt::Capped("another question than was asked"))?;
        self.given.push(answer.clone());
        Ok(answer)
    }
}

/// The answers by which a tick with other cards comes to the same question.
fn answered_alike(before: State, met: &[Decision], answers: &[Answer]) -> Option<Vec<Answer>> {
    let mut table = Following { met, answers, given: Vec::new() };
    let end = run(before, &mut table);
    (matches!(end, Err(Halt::Question(_))) && table.given.len() == answers.len()).then_some(table.given)
}

/// An answer to one question, given to another: what was picked is looked for among the options.
fn translated(from: &Decision, answer: &Answer, to: &Decision) -> Option<Answer> {
    let find = |place: &u32| -> Option<u32> {
        let wanted: &Choice = from.options().get(*place as usize)?;
        to.options().iter().position(|option| option == wanted).map(|place| place as u32)
    };
    Some(match answer {
        Answer::Picks(picks) => Answer::Picks(picks.iter().map(find).collect::<Option<_>>()?),
        Answer::Order(order) => Answer::Order(order.iter().map(find).collect::<Option<_>>()?),
        Answer::Amounts(_) if from.options() != to.options() => return None,
        other => other.clone(),
    })
}

impl State {
    /// Whether a viewer who can't tell which cards lie in some slots sees the same in both.
    fn is_alike(&self, other: &Self, dealt: &BTreeSet<u32>) -> bool {
        let objects = |state: &Self| -> Vec<(u32, lawmage_ir::Zone)> {
            state.objects().iter().map(|object| (object.generation, object.zone)).collect()
        };
        let shown = |slot: usize| !dealt.contains(&(slot as u32));
        let same = |slot: usize| self.objects().get(slot) == other.objects().get(slot);
        objects(self) == objects(other)
            && self.turn() == other.turn()
            && (0..self.objects().len()).filter(|slot| shown(*slot)).all(same)
            && self.players().len() == other.players().len()
            && self.players().iter().zip(other.players()).all(|(a, b)| {
                (&a.hand, &a.library, &a.graveyard, a.life, &a.mana)
                    == (&b.hand, &b.library, &b.graveyard, b.life, &b.mana)
            })
    }
}
