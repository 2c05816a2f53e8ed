//! A shortcut as it is proposed: tried out, accepted or shortened by the other players (729.2a-b).

use std::hash::{Hash, Hasher};

use lawmage_ir::rule;
use serde::{Deserialize, Serialize};

use crate::procedure::shortcut::follow::is_at_priority;
use crate::procedure::shortcut::{Follower, Following, Met, Shortcut, go};
use crate::state::State;
use crate::state::ids::{ObjectId, PlayerId};
use crate::state::rng::Rng;
use crate::table::decision::{Answer, Decision, Illegal};
use crate::table::drive::Digest;
use crate::table::game::{Halt, Luck as Chance, Res, Table};
use crate::table::view::View;

/// Decisions that a sequence may take.
const MOST_CHOICES: usize = 200_000;

/// A shortcut that a player has suggested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// Who suggests it.
    pub by: PlayerId,
    /// What is suggested.
    pub shortcut: Shortcut,
    /// The decisions on the way, in order.
    pub met: Vec<Met>,
    /// Those who have still to accept it or to shorten it, next first.
    waiting: Vec<PlayerId>,
    /// Where it ends, where it has been shortened.
    pub shortened: Option<Shortening>,
    /// Whether chance has a part in it.
    chance: bool,
}

/// A place that a player has named, to choose otherwise there (729.2b).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shortening {
    /// Who.
    pub by: PlayerId,
    /// Before the decision of that number among those on the way.
    pub at: usize,
}

/// What came of trying a sequence out.
struct Tried {
    state: State,
    met: Vec<Met>,
    /// A digest of the positions on the way.
    way: u64,
    end: Result<(), Illegal>,
}

/// One who decides for a player whose choice a sequence has: may say another answer.
type Asked<'a> = &'a mut dyn FnMut(&State, &Decision, &Answer) -> Res<bool>;

/// A table at which all is answered as a sequence says.
struct Trial<'a> {
    follower: Follower,
    asked: Option<Asked<'a>>,
    refused: Option<Illegal>,
    luck: Option<Luck>,
    way: Digest,
}

/// What chance, and the order of cards that nobody knows, is tried with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Luck {
    /// All flips lost, all rolls 1, libraries in the order of the names.
    Least,
    /// The other way around.
    Most,
    /// From a seed.
    Seed(u64),
}

impl Table for Trial<'_> {
    fn luck(&mut self, _: PlayerId, what: Chance) -> Option<u32> {
        match (self.luck?, what) {
            (_, Chance::Shuffle) | (Luck::Seed(_), _) => None,
            (Luck::Least, Chance::Coin) => Some(0),
            (Luck::Least, Chance::Die(_)) | (Luck::Most, Chance::Coin) => Some(1),
            (Luck::Most, Chance::Die(sides)) => Some(sides),
        }
    }

    fn answer(&mut self, state: &State, decision: &Decision) -> Res<Answer> {
        if self.luck.is_some() {
            state.position().hash(&mut self.way);
        }
        if self.follower.met.len() >= MOST_CHOICES {
            return Err(Halt::Capped("too many choices in one shortcut"));
        }
        match self.follower.answer(state, decision) {
            Ok(answer) => {
                if let Some(asked) = &mut self.asked
                    && asked(state, decision, &answer)?
                {
                    return Err(Halt::Stopped);
                }
                Ok(answer)
            }
            Err(illegal) => {
                self.refused = Some(illegal);
                Err(Halt::Stopped)
            }
        }
    }
}

impl Following for Trial<'_> {
    fn follower(&self) -> &Follower {
        &self.follower
    }
}

/// Goes through a sequence.
fn attempt(state: &State, shortcut: &Shortcut, luck: Option<Luck>, asked: Option<Asked<'_>>) -> Tried {
    let follower = Follower::new(shortcut.clone());
    let mut table = Trial { follower, asked, refused: None, luck, way: Digest::default() };
    let (state, end) = go(state.clone(), &mut table);
    let end = match end {
        Ok(()) => Ok(()),
        Err(Halt::Stopped) => table.refused.take().map_or(Ok(()), Err),
        Err(halt) => Err(Illegal::new(rule!("729.2a"), format!("the sequence doesn't come to its end: {halt}"))),
    };
    state.position().hash(&mut table.way);
    Tried { state, met: table.follower.met, way: table.way.finish(), end }
}

impl Proposal {
    /// Suggests a shortcut for the player who has priority (729.2, 729.2a), in the state before they are asked. It is tried out: its
    /// choices must be legal one after another, whatever chance brings, and end where a player has priority.
    ///
    /// # Errors
    /// Why it can't be suggested.
    pub fn new(state: &State, shortcut: Shortcut) -> Result<Self, Illegal> {
        let by = state.turn.priority.filter(|_| is_at_priority(state));
        let Some(by) = by else {
            return Err(Illegal::new(rule!("729.2a"), "only a player with priority suggests a shortcut"));
        };
        if matches!(&shortcut, Shortcut::Parts(parts) if parts.is_empty() || parts.iter().any(|p| p.times == 0 || p.choices.is_empty()))
        {
            return Err(Illegal::new(
                rule!("729.2a"),
                "a sequence has choices, and a loop is repeated a number of times",
            ));
        }
        let mut tried = attempt(state, &shortcut, None, None);
        let libraries = |state: &State| state.players.iter().map(|p| p.library.clone()).collect::<Vec<_>>();
        let chance = tried.state.rng != state.rng || libraries(&tried.state) != libraries(state);
        if chance {
            tried = Self::predicted(state, by, &shortcut)?;
        }
        tried.end?;
        let waiting = state.from_seat(by).filter(|p| *p != by).collect();
        Ok(Self { by, shortcut, met: tried.met, waiting, shortened: None, chance })
    }

    /// Where chance has a part, or cards that nobody knows: the sequence must be legal and come through the same positions however
    /// they fall, so that its results are predictable.
    fn predicted(state: &State, by: PlayerId, shortcut: &Shortcut) -> Result<Tried, Illegal> {
        let luck = [Luck::Least, Luck::Most, Luck::Seed(1), Luck::Seed(2)];
        let mut tried = luck.into_iter().map(|luck| attempt(&unknown(state, by, luck), shortcut, Some(luck), None));
        let first = tried.next().filter(|one| one.end.is_ok());
        let alike = |one: &Tried, other: &Tried| other.end.is_ok() && (one.way, &one.met) == (other.way, &other.met);
        match first {
            Some(one) if tried.all(|other| alike(&one, &other)) => Ok(one),
            _ => {
                let why = "what chance decides, and cards that nobody knows, make a difference to what comes of it";
                Err(Illegal::new(rule!("729.2a"), why))
            }
        }
    }

    /// Who accepts or shortens it next (729.2b); nobody, once all have.
    #[must_use]
    pub fn asked(&self) -> Option<PlayerId> {
        self.waiting.first().copied()
    }

    /// How many decisions it still goes through.
    #[must_use]
    pub fn len(&self) -> usize {
        self.shortened.map_or(self.met.len(), |s| s.at)
    }

    /// Whether it goes through none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The player who is asked accepts it as it is.
    pub fn accept(&mut self) {
        if !self.waiting.is_empty() {
            self.waiting.remove(0);
        }
    }

    /// The player who is asked names a place where they will choose otherwise: before the decision of that number (729.2b).
    ///
    /// # Errors
    /// Why that can't be; they are still asked then.
    pub fn shorten(&mut self, at: usize) -> Result<(), Illegal> {
        let refuse = |why: &str| Err(Illegal::new(rule!("729.2b"), why));
        let Some(by) = self.asked() else { return refuse("all players have accepted or shortened it") };
        match self.met.get(at).filter(|_| at < self.len()) {
            None => refuse("there is no such place in the sequence"),
            Some(met) if met.player != by || !met.priority => {
                refuse("a place is named where that player has priority, and takes an action or passes")
            }
            Some(met) if !met.open => refuse("nothing else can be chosen there"),
            Some(_) => {
                self.shortened = Some(Shortening { by, at });
                self.accept();
                Ok(())
            }
        }
    }

    /// Where the player who is asked would choose otherwise, if `decide` is how they choose: what a bot does. The state is that
    /// in which it was suggested.
    ///
    /// # Errors
    /// What `decide` stops with.
    pub fn other_choice(
        &self,
        state: &State,
        decide: &mut dyn FnMut(&View<'_>, &Decision) -> Res<Answer>,
    ) -> Res<Option<usize>> {
        let Some(player) = self.asked() else { return Ok(None) };
        let luck = Luck::Seed(3);
        let seen = if self.chance { unknown(state, player, luck) } else { state.clone() };
        let (mut place, mut found, mut stopped) = (0, None, None);
        let mut asked = |state: &State, decision: &Decision, answer: &Answer| -> Res<bool> {
            let at = place;
            place += 1;
            let theirs = self.met.get(at).is_some_and(|m| m.player == player && m.priority && m.open);
            if !theirs || at >= self.len() || decision.player != player {
                return Ok(false);
            }
            match decide(&View::new(state, player, Some(decision)), decision) {
                Ok(other) if other == *answer || decision.check(&other).is_err() => Ok(false),
                Ok(_) => {
                    found = Some(at);
                    Ok(true)
                }
                Err(halt) => {
                    stopped = Some(halt);
                    Ok(true)
                }
            }
        };
        let _ = attempt(&seen, &self.shortcut, self.chance.then_some(luck), Some(&mut asked));
        stopped.map_or(Ok(found), Err)
    }
}

/// The state with other luck to come, and what that player doesn't know of libraries in another order.
fn unknown(state: &State, player: PlayerId, luck: Luck) -> State {
    let mut other = state.clone();
    let mut rng = Rng::new(if let Luck::Seed(seed) = luck { seed } else { 0 });
    other.rng = rng.clone();
    let view = View::new(state, player, None);
    for seat in &mut other.players {
        let hidden: Vec<usize> = (0..seat.library.len()).filter(|i| !view.can_see(seat.library[*i])).collect();
        let mut cards: Vec<ObjectId> = hidden.iter().map(|i| seat.library[*i]).collect();
        match luck {
            Luck::Seed(_) => rng.shuffle(&mut cards),
            Luck::Least | Luck::Most => cards.sort_by_key(|id| state.name_of(*id)),
        }
        if luck == Luck::Most {
            cards.reverse();
        }
        for (i, card) in hidden.into_iter().zip(cards) {
            seat.library[i] = card;
        }
    }
    other.touch();
    other.refresh();
    other
}
