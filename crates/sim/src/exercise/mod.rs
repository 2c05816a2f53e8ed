//! Every ability run: each card is put into positions in which its abilities can be used, both players use them, and what never
//! acts is told.
//!
//! Positions (`position`) hold the card in every zone it may do something in, things of all sorts around it (`props`, `spells`), and things made
//! to the filters of its text (`shape`). Some turns are played from each (`driver`). An instruction has acted when it ran and
//! the state was another after it, or a question was asked; the engine tells tables that explain their questions of each. A
//! continuous effect, a change of characteristics or a keyword has acted when the same turns go otherwise without it (`nodes`).

mod alike;
mod driver;
mod extras;
mod needed;
mod nodes;
mod position;
mod props;
mod report;
mod shape;
mod spells;
mod wishes;

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use lawmage_engine::state::object::ObjectKind;
use lawmage_engine::{Digest, Game, Halt, State, View};
use lawmage_ir::{Card, ManaType, Zone};

pub use alike::Unlike;
pub use nodes::Sort;
pub use props::Props;
pub use report::{AbilityRun, CardRun, Figures, Idle, Reason};

use driver::{Deed, Driver, Manner};
use nodes::{Part, Piece};
use wishes::Wishes;

/// Turns played from a position.
const TURNS: u32 = 4;
/// Ticks after which a position is left.
const TICKS: usize = 700;

/// How much is tried.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Positions for each card at most.
    pub positions: u32,
    /// How long one may take.
    pub patience: Duration,
}

impl Default for Effort {
    fn default() -> Self {
        Self { positions: 56, patience: Duration::from_secs(5) }
    }
}

/// Exercises a card.
#[must_use]
pub fn exercise(card: &Arc<Card>, props: &Props, effort: Effort) -> CardRun {
    let pieces = nodes::pieces(card);
    let wishes = Wishes::of(card);
    let mut found = Found::default();
    let mut tried = Arc::new(driver::Tried::new());
    for number in 0..effort.positions {
        let open = open(&pieces, &found);
        if open.is_empty() {
            break;
        }
        let deadline = Instant::now() + effort.patience;
        let seat = Seat { wishes: &wishes, props, number, tried: &tried };
        let whole = turns(card, seat, deadline, None);
        found.hear(&whole);
        for (piece, part) in open.into_iter().filter(|(_, part)| part.sort != nodes::Sort::Instruction) {
            let less = Arc::new(nodes::without(card, piece, part));
            let deadline = Instant::now() + effort.patience;
            let other = turns(&less, seat, deadline, Some((&whole.trace, part.sort)));
            if other.differs {
                found.matters.insert((piece.face, piece.index, part.sort, part.place), ());
            }
        }
        tried = Arc::new(whole.tries);
    }
    report::of(card, &pieces, &found)
}

/// Exercises cards, several at once. `heard` is told of each, in no order.
pub fn exercise_all(cards: &[Arc<Card>], effort: Effort, threads: usize, heard: &(dyn Fn(usize, CardRun) + Sync)) {
    let props = Props::default();
    let each = |place: usize| {
        if let Some(card) = cards.get(place) {
            heard(place, exercise(card, &props, effort));
        }
        true
    };
    crate::run::at_once(cards.len(), threads, &each);
}

/// Plays pairs of cards against each other, several at once: where each two go different ways, in order.
#[must_use]
pub fn play_all_alike(pairs: &[[Arc<Card>; 2]], effort: Effort, threads: usize) -> Vec<Option<Unlike>> {
    let props = Props::default();
    let found = Mutex::new(vec![None; pairs.len()]);
    let each = |place: usize| {
        let unlike = pairs.get(place).and_then(|[one, other]| alike::play_alike(one, other, &props, effort));
        if let Some(slot) = found.lock().unwrap_or_else(PoisonError::into_inner).get_mut(place) {
            *slot = unlike;
        }
        true
    };
    crate::run::at_once(pairs.len(), threads, &each);
    found.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// What the positions so far have shown.
#[derive(Default)]
struct Found {
    deeds: BTreeMap<u64, Deed>,
    /// Nodes without which a game went otherwise.
    matters: BTreeMap<(usize, usize, nodes::Sort, usize), ()>,
    troubles: Vec<String>,
}

impl Found {
    fn hear(&mut self, run: &Run) {
        for (digest, deed) in &run.deeds {
            let known = self.deeds.entry(*digest).or_default();
            *known = (*known).max(*deed);
        }
        self.troubles.extend(run.trouble.iter().filter(|t| !self.troubles.contains(t)).cloned().collect::<Vec<_>>());
    }

    fn deed(&self, piece: &Piece, part: &Part) -> Deed {
        match part.sort {
            nodes::Sort::Instruction => self.deeds.get(&part.digest).copied().unwrap_or_default(),
            sort if self.matters.contains_key(&(piece.face, piece.index, sort, part.place)) => Deed::Acted,
            _ => Deed::Idle,
        }
    }
}

/// The nodes that have not acted yet.
fn open<'p>(pieces: &'p [Piece], found: &Found) -> Vec<(&'p Piece, &'p Part)> {
    let all = pieces.iter().flat_map(|piece| piece.parts.iter().map(move |part| (piece, part)));
    all.filter(|(piece, part)| found.deed(piece, part) != Deed::Acted).collect()
}

/// What came of some turns.
#[derive(Default)]
struct Run {
    deeds: BTreeMap<u64, Deed>,
    /// After each tick: what was asked until then and how things stood, with the card's keywords and without.
    trace: Vec<(u64, u64)>,
    /// What of the card's own was tried in it and before.
    tries: driver::Tried,
    /// It went otherwise than the run that it was compared with.
    differs: bool,
    trouble: Option<String>,
}

/// From where turns are played.
#[derive(Clone, Copy)]
struct Seat<'a> {
    wishes: &'a Wishes,
    props: &'a Props,
    /// The number of the position.
    number: u32,
    /// What of the card's own was tried before.
    tried: &'a Arc<driver::Tried>,
}

impl Seat<'_> {
    /// The position with the card in it, and the two players.
    fn sit(self, card: &Arc<Card>, watches: bool, deadline: Instant) -> (State, Driver) {
        let number = self.number;
        let (state, subject) = position::position(card, self.wishes, self.props, number);
        (
            state,
            Driver::new(subject, u64::from(number), self.tried, watches, manner(number, self.wishes.ring), deadline),
        )
    }
}

/// How the players play from the position of that number.
const fn manner(number: u32, ring: bool) -> Manner {
    let odd = position::is_odd(number);
    Manner {
        waits: number % 3 == 2,
        still: odd && (number % 7 == 2 || number % 7 == 5),
        passive: odd && number.is_multiple_of(4),
        keeps: odd && number % 2 == 1,
        crowds: odd && (number % 5 == 1 || number % 5 == 3) || number % 3 == 1 && ring,
        quick: odd && number.is_multiple_of(3),
        looks: odd || number % 2 == 1,
    }
}

/// Plays turns from a position; where there is a run to compare with, until they differ.
fn turns(card: &Arc<Card>, seat: Seat<'_>, deadline: Instant, with: Option<(&[(u64, u64)], nodes::Sort)>) -> Run {
    let mut run = Run::default();
    let played = crate::panics::caught(|| {
        let (state, mut driver) = seat.sit(card, with.is_none(), deadline);
        let ended = play(state, seat, &mut driver, &mut |state, driver| {
            let stand = standing(state, driver.subject, driver.trace);
            let tick = run.trace.len();
            run.trace.push(stand);
            let Some((other, sort)) = with else { return true };
            let of = |(all, less): &(u64, u64)| if sort == nodes::Sort::Keyword { *less } else { *all };
            run.differs = other.get(tick).map(of) != Some(of(&stand));
            !run.differs
        });
        (std::mem::take(&mut driver.deeds), std::mem::take(&mut driver.tries), ended)
    });
    match played {
        Ok((deeds, tries, ended)) => {
            (run.deeds, run.tries) = (deeds, tries);
            run.trouble = ended;
        }
        Err(panic) => run.trouble = Some(panic),
    }
    if let Some((other, _)) = with
        && run.trouble.is_none()
        && run.trace.len() != other.len()
    {
        run.differs = true;
    }
    run
}

/// Plays some turns, as long as `looks` wishes, which is told how things stand after each tick. What broke, if something did.
fn play(
    mut state: State,
    seat: Seat<'_>,
    driver: &mut Driver,
    looks: &mut dyn FnMut(&State, &Driver) -> bool,
) -> Option<String> {
    let number = seat.number;
    let last = state.turn().number + TURNS;
    // Where it is asked what was spent, there is plenty of one color alone.
    let hue = (seat.wishes.spent && number % 2 == 1).then(|| seat.wishes.pool(number / 2));
    for _ in 0..TICKS {
        if state.result().is_some() || state.turn().number >= last {
            break;
        }
        fill_pools(&mut state, number, hue);
        let mut game = Game::new(state, driver);
        let ended = game.tick();
        state = game.state;
        match ended {
            Ok(()) => {}
            Err(Halt::Capped(why)) => return Some(format!("capped: {why}")),
            Err(halt) => return Some(halt.to_string()),
        }
        if !looks(&state, driver) {
            return None;
        }
    }
    None
}

/// Mana in plenty, but for who is to be thrifty.
fn fill_pools(state: &mut State, number: u32, hue: Option<[u16; 6]>) {
    for player in [position::ONE, position::OTHER] {
        if position::is_thrifty(number) && player == position::ONE {
            continue;
        }
        let pool = &mut state.player_mut(player).mana;
        for mana in ManaType::ALL {
            // Now of these colors more, now of those: what is spent differs.
            let least = match hue {
                Some(hue) => hue[mana.index()],
                None if (number as usize + mana.index()).is_multiple_of(3) => 4,
                None => 9,
            };
            pool.plain[mana.index()] = pool.plain[mana.index()].max(least);
        }
    }
}

/// How things stand, as far as a player would notice: with the keywords of the card itself, and without.
fn standing(state: &State, subject: u16, asked: Digest) -> (u64, u64) {
    let mut all = asked;
    for player in state.players() {
        (&player.mana, player.speed, &player.sideboard).hash(&mut all);
        (player.life, &player.counters, player.hand.len(), player.library.len(), &player.graveyard).hash(&mut all);
    }
    (state.turn().number, state.step(), state.stack(), state.effects().len()).hash(&mut all);
    for viewer in [position::ONE, position::OTHER] {
        let view = View::new(state, viewer, None);
        let other = if viewer == position::ONE { position::OTHER } else { position::ONE };
        let tops = [viewer, other].map(|p| state.player(p).library.first().is_some_and(|id| view.may_look(*id)));
        let hand = state.player(other).hand.iter().filter(|id| view.may_look(**id)).count();
        (tops, hand, state.exile().iter().filter(|id| view.may_look(**id)).count()).hash(&mut all);
    }
    let mut less = all;
    for (slot, object) in state.objects().iter().enumerate() {
        if matches!(object.kind, ObjectKind::Vacant) {
            continue;
        }
        let id = lawmage_engine::ObjectId { slot: slot as u32, generation: object.generation };
        let chars = state.chars(id);
        let is_subject = matches!(object.kind, ObjectKind::Card(place) if place == subject);
        for (digest, keywords) in [(&mut all, true), (&mut less, !is_subject)] {
            (object.zone, slot, object.generation, &object.counters, state.controller(id)).hash(digest);
            (&chars.name, &chars.mana_cost, chars.colors, chars.supertypes, chars.types, &chars.subtypes).hash(digest);
            (chars.power, chars.toughness, chars.abilities.len()).hash(digest);
            if keywords {
                chars.keywords.hash(digest);
            }
            if object.zone == Zone::Battlefield
                && let Some(permanent) = state.permanent(id)
            {
                (permanent.tapped, permanent.damage, permanent.attached_to, permanent.phased_out).hash(digest);
            }
        }
    }
    (all.finish(), less.finish())
}
