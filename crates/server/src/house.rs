//! All tables of a server.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use lawmage::Cards;
use lawmage_cards::{Error, Result};
use lawmage_protocol::web::{MadeTable, NewTable};
use lawmage_protocol::{TableInfo, TableState};
use tokio::sync::mpsc;

use crate::limits::{Addresses, Limits};
use crate::opening;
use crate::store::{Kept, Store};
use crate::table::{self, Say};

/// So many things may be said to a table that it hasn't heard yet; who says more waits.
const UNHEARD: usize = 64;

/// Some tables need deep calls: of long chains of effects.
pub(crate) const STACK: usize = 16 << 20;

/// The most tables that the lobby lists.
const LISTED: usize = 200;

/// The tables, and what they share.
#[derive(Debug)]
pub(crate) struct House {
    pub cards: CardsAtHand,
    pub store: Store,
    pub limits: Limits,
    pub addresses: Arc<Addresses>,
    /// What wakes tables whose clocks run out.
    pub runtime: tokio::runtime::Handle,
    /// Where the rulebook is that the user imported.
    pub rules: Option<std::path::PathBuf>,
    rooms: Mutex<BTreeMap<String, Room>>,
    visitors: AtomicU64,
}

/// Why a table can't be spoken to.
#[derive(Debug)]
pub(crate) enum NoTable {
    /// There is none of that name, or it can't be opened.
    Unknown(Error),
    /// No more are played at once.
    Full(Error),
}

impl From<Error> for NoTable {
    fn from(why: Error) -> Self {
        Self::Unknown(why)
    }
}

/// Cards, which are too many to be shown.
pub(crate) struct CardsAtHand(pub Cards);

impl std::fmt::Debug for CardsAtHand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("CardsAtHand")
    }
}

impl std::ops::Deref for CardsAtHand {
    type Target = Cards;

    fn deref(&self) -> &Cards {
        &self.0
    }
}

/// A table that the lobby knows.
#[derive(Debug)]
struct Room {
    info: Arc<Mutex<TableInfo>>,
    /// Its thread, where it is in memory.
    to: Option<mpsc::Sender<Say>>,
    /// Since when nobody was seen there.
    idle: Instant,
}

impl Room {
    fn new(kept: &Kept) -> Self {
        let info = Arc::new(Mutex::new(opening::info(kept, |_| false)));
        Self { info, to: None, idle: Instant::now() }
    }

    fn info(&self) -> TableInfo {
        self.info.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn thread(&self) -> Option<&mpsc::Sender<Say>> {
        self.to.as_ref().filter(|to| !to.is_closed())
    }

    /// Has the table end its thread, if nobody is there. One that is too busy to hear it is none to sleep.
    fn sleep(&self) {
        if let Some(to) = self.thread() {
            let _ = to.try_send(Say::Sleep);
        }
    }
}

impl House {
    /// A house with the tables of a store, in the runtime at hand.
    pub fn new(cards: Cards, store: Store, limits: Limits, rules: Option<std::path::PathBuf>) -> Result<Self> {
        let rooms = store.unfinished()?.into_iter().map(|kept| (kept.id.clone(), Room::new(&kept))).collect();
        let addresses = Arc::new(Addresses::new(limits));
        let cards = CardsAtHand(cards);
        let runtime = tokio::runtime::Handle::current();
        let (rooms, visitors) = (Mutex::new(rooms), AtomicU64::new(0));
        Ok(Self { cards, store, limits, addresses, runtime, rules, rooms, visitors })
    }

    /// A number for one who comes in.
    pub fn visitor(&self) -> u64 {
        self.visitors.fetch_add(1, Ordering::Relaxed)
    }

    /// Makes a table, which is kept when this returns.
    pub fn make(&self, new: NewTable) -> Result<MadeTable> {
        let (kept, changes, told) = opening::made(new, &self.cards)?;
        self.store.keep(changes)?;
        self.rooms().insert(kept.id.clone(), Room::new(&kept));
        Ok(told)
    }

    /// What everybody may know of a table that the lobby knows.
    pub fn info(&self, id: &str) -> Option<TableInfo> {
        self.rooms().get(id).map(Room::info)
    }

    /// The tables that are not over, those that somebody is at first.
    pub fn lobby(&self) -> Vec<TableInfo> {
        let mut all: Vec<TableInfo> = self.rooms().values().map(Room::info).collect();
        let is_there = |info: &TableInfo| {
            info.spectators > 0 || info.seats.iter().any(|seat| seat.bot.is_none() && seat.connected)
        };
        all.retain(|info| info.state != TableState::Over || is_there(info));
        all.sort_by_key(|info| (!is_there(info), info.state != TableState::Waiting));
        all.truncate(LISTED);
        all
    }

    /// Where to speak to a table; it is taken into memory where it isn't there.
    pub fn table(self: &Arc<Self>, id: &str) -> Result<mpsc::Sender<Say>, NoTable> {
        if let Some(to) = self.rooms().get(id).and_then(Room::thread) {
            return Ok(to.clone());
        }
        let none = || Error::new(format!("there is no table “{id}”")).hint("look at the link, or make a table");
        let kept = self.store.table(id)?.ok_or_else(none)?;
        let mut rooms = self.rooms();
        let full = self.full(&rooms);
        let room = rooms.entry(kept.id.clone()).or_insert_with(|| Room::new(&kept));
        // Another may have come first.
        if let Some(to) = room.thread() {
            return Ok(to.clone());
        }
        if let Some(why) = full {
            return Err(NoTable::Full(why));
        }
        let (to, from) = mpsc::channel(UNHEARD);
        let (house, info, own) = (self.clone(), room.info.clone(), to.downgrade());
        let thread = std::thread::Builder::new().name("table".to_owned()).stack_size(STACK);
        thread
            .spawn(move || table::run(house, kept, info, own, from))
            .map_err(|why| Error::new(format!("no table can be opened: {why}")))?;
        (room.to, room.idle) = (Some(to.clone()), Instant::now());
        Ok(to)
    }

    /// Why no table can be made now, if none can.
    pub fn is_full(&self) -> Option<Error> {
        self.full(&self.rooms())
    }

    /// Why no more tables can be taken into memory, if so. Those that nobody is at are put away then.
    fn full(&self, rooms: &BTreeMap<String, Room>) -> Option<Error> {
        let (most, busy) = (self.limits.at_once, rooms.values().filter(|room| room.thread().is_some()).count());
        if busy < most {
            return None;
        }
        rooms.values().for_each(Room::sleep);
        let why = format!("this server is full: {busy} tables are played now, and no more than {most} are at once");
        Some(Error::new(why).hint("come again in a minute"))
    }

    /// Takes a table whose thread ends out of memory; not if something was said to it meanwhile, unless it `must` end. The lobby
    /// forgets one that is over: whoever comes finds it in the store.
    pub fn put_away(&self, id: &str, from: &mut mpsc::Receiver<Say>, must: bool) -> bool {
        let mut rooms = self.rooms();
        if !must && !from.is_empty() {
            return false;
        }
        from.close();
        if let Some(room) = rooms.get_mut(id) {
            (room.to, room.idle) = (None, Instant::now());
            if room.info().state == TableState::Over {
                rooms.remove(id);
            }
        }
        true
    }

    /// Lets tables sleep at which nobody has been for long; forgets those that are over.
    pub fn tidy(&self) {
        self.addresses.tidy();
        let idle = self.limits.idle;
        self.rooms().retain(|_, room| {
            let info = room.info();
            if info.spectators > 0 || info.seats.iter().any(|seat| seat.bot.is_none() && seat.connected) {
                room.idle = Instant::now();
            }
            if room.idle.elapsed() < idle {
                return true;
            }
            room.sleep();
            room.thread().is_some() || info.state != TableState::Over
        });
    }

    fn rooms(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, Room>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
