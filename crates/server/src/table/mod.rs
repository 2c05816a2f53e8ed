//! A table: its game, who sits there and who watches. Each that somebody visits has a thread of its own; what is done there is kept in
//! the store before anybody is told of it.

mod clock;
mod contest;
mod hear;
mod tell;

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::ws::Utf8Bytes;
use lawmage_cards::{Error, Result};
use lawmage_engine::{GameResult, Viewer};
use lawmage_host::{Assistant, HostedGame, Sits};
use lawmage_protocol::web::TakeSeat;
use lawmage_protocol::{Automation, FromPlayer, Seat, TableInfo, TableState, Until};
use tokio::sync::{mpsc, oneshot};

pub(crate) use clock::KeptClock;
pub(crate) use contest::{KeptContest, deck_now};

use clock::Running;

use crate::house::House;
use crate::opening;
use crate::starting;
use crate::store::{Change, Kept};

/// What a table's thread is told.
#[derive(Debug)]
pub(crate) enum Say {
    /// Somebody comes in.
    Enter {
        /// A number of their own.
        visitor: u64,
        /// The secret of a seat; none of one who watches.
        secret: Option<String>,
        /// What is said to them goes here.
        to: mpsc::Sender<Utf8Bytes>,
    },
    /// They say something.
    Hear(u64, Box<FromPlayer>),
    /// They leave.
    Leave(u64),
    /// Somebody takes an open seat.
    Take(Seat, Box<TakeSeat>, oneshot::Sender<Result<()>>),
    /// If nobody is here, end.
    Sleep,
    /// Somebody's time may be out.
    Alarm,
}

/// Somebody who is there.
#[derive(Debug)]
struct Visitor {
    number: u64,
    seat: Option<Seat>,
    to: mpsc::Sender<Utf8Bytes>,
}

/// The most lines of talk that are told to who comes in.
const TALK: usize = 50;

/// A table at hand.
struct Table {
    house: Arc<House>,
    kept: Kept,
    /// What everybody may know of it; the lobby reads it.
    info: Arc<Mutex<TableInfo>>,
    game: Option<HostedGame>,
    /// Why there is none though it has begun.
    failure: Option<String>,
    /// How many times lines of the game's record were written.
    written: u32,
    /// How many things were done in the game.
    entries: u32,
    visitors: Vec<Visitor>,
    talk: VecDeque<Utf8Bytes>,
    /// Which seats would play again.
    again: Vec<bool>,
    /// Who takes the first turn of the next game, as whoever chooses that has said.
    first: Option<Seat>,
    /// How long each seat was last told to be passed for.
    passing: Vec<Option<Until>>,
    /// Whose time runs.
    running: Running,
    /// Where this table is spoken to.
    to: mpsc::WeakSender<Say>,
}

/// Whether a table goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goes {
    On,
    /// It leaves the memory, unless somebody comes; whoever comes later finds it again in the store.
    Away,
    /// It leaves the memory whoever is there: what was done last can't be kept.
    Lost,
}

/// Runs a table until nobody needs it.
pub(crate) fn run(
    house: Arc<House>,
    kept: Kept,
    info: Arc<Mutex<TableInfo>>,
    to: mpsc::WeakSender<Say>,
    mut from: mpsc::Receiver<Say>,
) {
    let (house, id) = (&house, kept.id.clone());
    let mut table = Table::open(house.clone(), kept, info, to);
    table.note();
    while let Some(say) = from.blocking_recv() {
        // A mistake in the engine ends this visit of the table and nothing else: nothing of what failed was kept.
        let does = std::panic::AssertUnwindSafe(|| table.does(say));
        match std::panic::catch_unwind(does) {
            Ok(Goes::On) => {}
            Ok(Goes::Away) if house.put_away(&id, &mut from, false) => return,
            Ok(Goes::Away) => {}
            Ok(Goes::Lost) => break,
            Err(_) => {
                table.tell_everybody("that answer met a mistake of lawmage itself and was not taken: answer otherwise");
                break;
            }
        }
    }
    table.visitors.clear();
    // A mistake of the engine may have left anything; what is public stays as it was.
    let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| table.note()));
    house.put_away(&id, &mut from, true);
}

impl Table {
    fn open(house: Arc<House>, kept: Kept, info: Arc<Mutex<TableInfo>>, to: mpsc::WeakSender<Say>) -> Self {
        let (again, passing) = (vec![false; kept.seats.len()], vec![None; kept.seats.len()]);
        let mut table = Self {
            house,
            kept,
            info,
            game: None,
            failure: None,
            written: 0,
            entries: 0,
            visitors: Vec::new(),
            talk: VecDeque::new(),
            again,
            first: None,
            passing,
            running: Running::default(),
            to,
        };
        let taken_up = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| table.take_up()));
        let why = match taken_up {
            Ok(Ok(())) => return table,
            Ok(Err(why)) => why.to_string(),
            Err(_) => "the game met a mistake of lawmage itself".to_owned(),
        };
        table.game = None;
        table.failure = Some(why);
        table
    }

    /// Goes on with the game where it was; nothing where none has begun.
    fn take_up(&mut self) -> Result<()> {
        if self.kept.game == 0 {
            return Ok(());
        }
        let (record, written) = self.house.store.record(&self.kept.id, self.kept.game)?;
        let setup = starting::setup_of(&record, &self.house.cards)?;
        self.entries = u32::try_from(record.entries.len()).unwrap_or(u32::MAX);
        self.written = written;
        let mut game = starting::hosted(&record, &setup, &mut |seat| self.sits(seat), &[Viewer::Spectator])?;
        game.limit_undo(UNDO);
        self.game = Some(game);
        self.keep()
    }

    /// Who sits at a seat that no bot has.
    fn sits(&self, seat: Seat) -> Sits {
        let settings = self.kept.seats.get(usize::from(seat)).and_then(|seat| seat.automation.clone());
        let assistant = Assistant::new(settings.unwrap_or_default()).or_else(|_| Assistant::new(Automation::default()));
        assistant.map_or(Sits::Away, |assistant| Sits::Assisted(Box::new(assistant)))
    }

    fn does(&mut self, say: Say) -> Goes {
        match say {
            Say::Enter { visitor, secret, to } => self.enter(visitor, secret.as_deref(), to),
            Say::Alarm => {
                if let Err(why) = self.look_at_clock() {
                    self.tell_everybody(&why.to_string());
                    return Goes::Lost;
                }
            }
            Say::Hear(visitor, message) => {
                let Some(place) = self.visitors.iter().position(|other| other.number == visitor) else {
                    return Goes::On;
                };
                if let Err(why) = self.look_at_clock().and_then(|()| self.hear(place, *message)) {
                    self.tell_everybody(&why.to_string());
                    return Goes::Lost;
                }
            }
            Say::Leave(visitor) => {
                self.visitors.retain(|other| other.number != visitor);
                self.tick();
                self.note();
                // A game that is over needs no memory when nobody looks at it.
                if self.visitors.is_empty() && self.kept.state == TableState::Over {
                    return Goes::Away;
                }
            }
            Say::Take(seat, take, reply) => {
                let taken = self.take_seat(seat, *take);
                // Who asked for it may be gone.
                let _ = reply.send(taken);
            }
            Say::Sleep if self.visitors.is_empty() => return Goes::Away,
            Say::Sleep => {}
        }
        self.note();
        Goes::On
    }

    /// Somebody who holds its secret takes an open seat; with the last one the game begins.
    fn take_seat(&mut self, seat: Seat, take: TakeSeat) -> Result<()> {
        let TakeSeat { secret, name, deck } = take;
        if self.seat_of(&secret) != Some(seat) {
            return Err(opening::wrong_secret());
        }
        let mut kept = self.kept.clone();
        let Some(at) = kept.seats.get_mut(usize::from(seat)).filter(|at| at.deck.is_none()) else {
            return Err(Error::new(format!("seat {seat} is taken already")));
        };
        at.name = opening::name(&name, seat)?;
        starting::deck_of(&deck, &at.name, &self.house.cards)?;
        at.deck = Some(deck);
        let mut changes = vec![Change::Seats(kept.id.clone(), kept.seats.clone())];
        if opening::is_full(&kept) {
            changes.extend(opening::begin(&mut kept, None, &self.house.cards)?);
        }
        self.house.store.keep(changes)?;
        self.kept = kept;
        if let Err(why) = self.take_up() {
            self.failure = Some(why.to_string());
        }
        // That the game is on is told before anything of it.
        self.note();
        self.tell();
        Ok(())
    }

    /// Which seat a secret opens.
    fn seat_of(&self, secret: &str) -> Option<Seat> {
        let mut seats = (0..).zip(&self.kept.seats);
        seats
            .find(|(_, seat)| seat.lock.as_deref().is_some_and(|lock| crate::secret::opens(secret, lock)))
            .map(|(n, _)| n)
    }

    /// Keeps what was done since, before anybody is told of it.
    fn keep(&mut self) -> Result<()> {
        self.tick();
        let Some(game) = &mut self.game else { return Ok(()) };
        let entries = game.take_entries();
        let (id, number) = (&self.kept.id, self.kept.game);
        let mut changes = Vec::new();
        if !entries.is_empty() {
            let lines = lawmage_sim::entry_lines(&entries).map_err(|why| Error::new(why.to_string()))?;
            changes.push(Change::Lines(id.clone(), number, self.written, lines));
        }
        let state = if game.state().result().is_some() { TableState::Over } else { TableState::Playing };
        let turn = game.state().turn().number;
        let mut more = self.kept.more.clone();
        if state == TableState::Over && self.kept.state != TableState::Over {
            more.chooser = opening::chooser(game.state(), more.chooser);
            if let Some(contest) = &mut more.contest {
                let won =
                    |result: &GameResult| if let GameResult::Won(won) = result { won.to_vec() } else { Vec::new() };
                contest.note(&game.state().result().map(won).unwrap_or_default());
            }
        }
        let is_other = (&more.chooser, &more.contest) != (&self.kept.more.chooser, &self.kept.more.contest);
        if is_other || more.clock.is_some() && !changes.is_empty() {
            changes.push(Change::More(id.clone(), more.clone()));
        }
        if (state, turn) != (self.kept.state, self.kept.turn) {
            changes.push(Change::State(id.clone(), state, turn));
        }
        if changes.is_empty() {
            return Ok(());
        }
        self.house.store.keep(changes)?;
        (self.kept.state, self.kept.turn, self.kept.more) = (state, turn, more);
        self.written += u32::from(!entries.is_empty());
        self.entries = self.entries.saturating_add(u32::try_from(entries.len()).unwrap_or(u32::MAX));
        Ok(())
    }

    /// Tells the lobby and all who are there how the table is, where that has changed.
    fn note(&mut self) {
        let connected = |seat: Seat| self.visitors.iter().any(|visitor| visitor.seat == Some(seat));
        let mut now = opening::info(&self.kept, connected);
        for (seat, again) in now.seats.iter_mut().zip(&self.again) {
            seat.rematch = *again;
        }
        now.spectators = self.visitors.iter().filter(|visitor| visitor.seat.is_none()).count() as u32;
        now.failure = self.failure.clone().or_else(|| Some(self.game.as_ref()?.failure()?.to_owned()));
        let mut before = self.info.lock().unwrap_or_else(PoisonError::into_inner);
        if *before == now {
            return;
        }
        before.clone_from(&now);
        drop(before);
        self.tell_info(&now);
    }
}

/// So many ticks can be gone back at most: each is a copy of the state.
const UNDO: usize = 64;
