//! Tables that outlive the process: an SQLite file, written by one thread in groups. Whoever writes waits until what they wrote lasts.

use std::fs::{File, TryLockError};
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use lawmage_cards::{Error, Result};
use lawmage_protocol::{Automation, Seat, TableState};
use lawmage_sim::Record;
use rusqlite::{Connection, OptionalExtension, params};
use serde::{Deserialize, Serialize};

use crate::table::{KeptClock, KeptContest};

/// The most changes that are written at once.
const GROUP: usize = 512;

/// The layout of the file. Another one is refused rather than misread.
const LAYOUT: i64 = 2;

const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS tables (id TEXT PRIMARY KEY, seed TEXT, seats TEXT NOT NULL, state TEXT NOT NULL, turn INTEGER NOT NULL,
        game INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS games (id TEXT NOT NULL, game INTEGER NOT NULL, first TEXT NOT NULL, PRIMARY KEY (id, game)) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS entries (id TEXT NOT NULL, game INTEGER NOT NULL, number INTEGER NOT NULL, lines TEXT NOT NULL,
        PRIMARY KEY (id, game, number)) WITHOUT ROWID;";

/// What the second layout has more. It comes with its number or not at all.
const MORE: &str = "
    BEGIN;
    ALTER TABLE tables ADD COLUMN more TEXT NOT NULL DEFAULT '{}';
    PRAGMA user_version = 2;
    COMMIT;";

/// A table as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Kept {
    /// Its name in addresses.
    pub id: String,
    /// The seed that was asked for.
    pub seed: Option<String>,
    /// Its seats.
    pub seats: Vec<KeptSeat>,
    /// How far it is.
    pub state: TableState,
    /// The turn it was in when that was last noted.
    pub turn: u32,
    /// Which game is on, counted from 1; 0 before the first.
    pub game: u32,
    /// What else there is to it.
    pub more: KeptMore,
}

/// What else is kept of a table: what not every table has.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct KeptMore {
    /// The clocks of its game.
    pub clock: Option<KeptClock>,
    /// Who chooses who takes the first turn of the next game (103.1), or of this one did.
    pub chooser: Option<Seat>,
    /// The match that its games are of.
    pub contest: Option<KeptContest>,
}

/// A seat as it is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct KeptSeat {
    /// The player's name.
    pub name: String,
    /// A starter deck's name or a list; none where the seat is open.
    pub deck: Option<String>,
    /// The bot that plays it.
    pub bot: Option<String>,
    /// The hash of its secret; none of a bot.
    pub lock: Option<String>,
    /// When the table answers for it.
    #[serde(default)]
    pub automation: Option<Automation>,
}

/// Something to be kept.
#[derive(Debug)]
pub(crate) enum Change {
    /// A table was made.
    Made(Kept),
    /// Who sits where has changed, or what they set.
    Seats(String, Vec<KeptSeat>),
    /// A game began: which, and the first line of its record.
    Began(String, u32, String),
    /// What else there is to a table has changed.
    More(String, KeptMore),
    /// Lines of the record of a game: their place among all that were written of it.
    Lines(String, u32, u32, String),
    /// How far the table is.
    State(String, TableState, u32),
}

/// Changes that are kept together, and who waits for it.
struct Batch {
    changes: Vec<Change>,
    done: SyncSender<std::result::Result<(), String>>,
}

/// The file, with its writer.
#[derive(Debug)]
pub(crate) struct Store {
    to: Sender<Batch>,
    reader: Mutex<Connection>,
    /// Held as long as the file is open.
    _lock: File,
}

impl Store {
    /// Opens the file, or makes it.
    pub fn open(path: &Path) -> Result<Self> {
        let within = |why: &dyn std::fmt::Display| Error::new(why.to_string()).within(path.display().to_string());
        let open = || -> rusqlite::Result<Connection> {
            let file = Connection::open(path)?;
            file.busy_timeout(Duration::from_secs(5))?;
            file.pragma_update(None, "journal_mode", "WAL")?;
            // What was told to somebody lasts even where the power fails.
            file.pragma_update(None, "synchronous", "FULL")?;
            Ok(file)
        };
        // Two processes that play one game would tell its players two stories.
        let mut beside = path.as_os_str().to_owned();
        beside.push(".lock");
        let lock =
            File::options().write(true).create(true).truncate(false).open(&beside).map_err(|why| within(&why))?;
        if let Err(TryLockError::WouldBlock) = lock.try_lock() {
            return Err(
                within(&"another lawmage serves these tables").hint("end it first, or give another --store FILE")
            );
        }
        let writer = open().map_err(|why| within(&why))?;
        let layout: i64 =
            writer.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(|why| within(&why))?;
        if layout > LAYOUT {
            let error =
                within(&format!("was written by a later version of lawmage (layout {layout}, this reads {LAYOUT})"));
            return Err(error.hint("give another --store FILE"));
        }
        writer.execute_batch(TABLES).map_err(|why| within(&why))?;
        if layout < LAYOUT {
            writer.execute_batch(MORE).map_err(|why| within(&why))?;
        }
        let reader = open().map_err(|why| within(&why))?;
        let (to, from) = channel();
        let thread = thread::Builder::new().name("store".to_owned());
        thread.spawn(move || write_all(writer, &from)).map_err(|why| within(&why))?;
        Ok(Self { to, reader: Mutex::new(reader), _lock: lock })
    }

    /// Keeps changes, all or none; returns when they last.
    pub fn keep(&self, changes: Vec<Change>) -> Result<()> {
        if changes.is_empty() {
            return Ok(());
        }
        let (done, wait) = sync_channel(1);
        let gone = || Error::new("the store is closed");
        self.to.send(Batch { changes, done }).map_err(|_| gone())?;
        let kept = wait.recv().map_err(|_| gone())?;
        kept.map_err(|why| Error::new(format!("can't be kept: {why}")).hint("look whether the disk is full"))
    }

    /// A table.
    pub fn table(&self, id: &str) -> Result<Option<Kept>> {
        let sql = "SELECT id, seed, seats, state, turn, game, more FROM tables WHERE id = ?1";
        self.read(|file| file.prepare_cached(sql)?.query_row([id], kept).optional())
    }

    /// The tables that are not over.
    pub fn unfinished(&self) -> Result<Vec<Kept>> {
        let sql = "SELECT id, seed, seats, state, turn, game, more FROM tables WHERE state <> 'over'";
        self.read(|file| file.prepare_cached(sql)?.query_map([], kept)?.collect())
    }

    /// The record of a game, and how many times lines were written of it.
    pub fn record(&self, id: &str, game: u32) -> Result<(Record, u32)> {
        let (text, count) = self.read(|file| {
            let mut text: String = file
                .prepare_cached("SELECT first FROM games WHERE id = ?1 AND game = ?2")?
                .query_row(params![id, game], |row| row.get(0))?;
            let mut count = 0;
            let mut lines =
                file.prepare_cached("SELECT lines FROM entries WHERE id = ?1 AND game = ?2 ORDER BY number")?;
            let mut rows = lines.query(params![id, game])?;
            while let Some(row) = rows.next()? {
                text.push_str(row.get_ref(0)?.as_str()?);
                count += 1;
            }
            Ok((text, count))
        })?;
        let record = Record::from_json(&text).map_err(|why| Error::new(why.to_string()))?;
        Ok((record, count))
    }

    fn read<T>(&self, read: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T> {
        let file = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
        read(&file).map_err(|why| Error::new(format!("the store can't be read: {why}")))
    }
}

fn kept(row: &rusqlite::Row<'_>) -> rusqlite::Result<Kept> {
    let json = |place: usize, why: serde_json::Error| {
        rusqlite::Error::FromSqlConversionFailure(place, rusqlite::types::Type::Text, Box::new(why))
    };
    let seats: String = row.get(2)?;
    let state: String = row.get(3)?;
    let more: String = row.get(6)?;
    Ok(Kept {
        id: row.get(0)?,
        seed: row.get(1)?,
        seats: serde_json::from_str(&seats).map_err(|why| json(2, why))?,
        state: match state.as_str() {
            "waiting" => TableState::Waiting,
            "playing" => TableState::Playing,
            _ => TableState::Over,
        },
        turn: row.get(4)?,
        game: row.get(5)?,
        more: serde_json::from_str(&more).map_err(|why| json(6, why))?,
    })
}

/// Writes what comes until nobody can send any more; what has come meanwhile is written at once.
fn write_all(mut file: Connection, from: &Receiver<Batch>) {
    while let Ok(first) = from.recv() {
        let mut count = first.changes.len();
        let mut group = vec![first];
        while count < GROUP
            && let Ok(next) = from.try_recv()
        {
            count += next.changes.len();
            group.push(next);
        }
        let all = write(&mut file, group.iter().flat_map(|batch| &batch.changes));
        for batch in group {
            // Where one of them can't be written, the others still can.
            let done = if all.is_ok() { Ok(()) } else { write(&mut file, batch.changes.iter()) };
            // Who asked for it may be gone.
            let _ = batch.done.send(done.map_err(|why| why.to_string()));
        }
    }
}

fn write<'c>(file: &mut Connection, changes: impl Iterator<Item = &'c Change>) -> rusqlite::Result<()> {
    let all = file.transaction()?;
    for change in changes {
        apply(&all, change)?;
    }
    all.commit()
}

fn apply(file: &Connection, change: &Change) -> rusqlite::Result<()> {
    let text = |seats: &[KeptSeat]| json(seats);
    match change {
        Change::Made(table) => {
            let sql =
                "INSERT INTO tables (id, seed, seats, state, turn, game, more) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
            let (seats, more) = (text(&table.seats)?, json(&table.more)?);
            file.prepare_cached(sql)?.execute(params![
                table.id,
                table.seed,
                seats,
                word(table.state),
                table.turn,
                table.game,
                more
            ])?;
        }
        Change::Seats(id, seats) => {
            file.prepare_cached("UPDATE tables SET seats = ?2 WHERE id = ?1")?.execute(params![id, text(seats)?])?;
        }
        Change::Began(id, game, first) => {
            file.prepare_cached("INSERT INTO games (id, game, first) VALUES (?1, ?2, ?3)")?
                .execute(params![id, game, first])?;
            file.prepare_cached("UPDATE tables SET game = ?2, state = 'playing', turn = 0 WHERE id = ?1")?
                .execute(params![id, game])?;
        }
        Change::More(id, more) => {
            file.prepare_cached("UPDATE tables SET more = ?2 WHERE id = ?1")?.execute(params![id, json(more)?])?;
        }
        Change::Lines(id, game, number, lines) => {
            file.prepare_cached("INSERT INTO entries (id, game, number, lines) VALUES (?1, ?2, ?3, ?4)")?
                .execute(params![id, game, number, lines])?;
        }
        Change::State(id, state, turn) => {
            file.prepare_cached("UPDATE tables SET state = ?2, turn = ?3 WHERE id = ?1")?.execute(params![
                id,
                word(*state),
                turn
            ])?;
        }
    }
    Ok(())
}

fn json(value: &(impl Serialize + ?Sized)) -> rusqlite::Result<String> {
    serde_json::to_string(value).map_err(|why| rusqlite::Error::ToSqlConversionFailure(Box::new(why)))
}

const fn word(state: TableState) -> &'static str {
    match state {
        TableState::Waiting => "waiting",
        TableState::Playing => "playing",
        TableState::Over => "over",
    }
}
