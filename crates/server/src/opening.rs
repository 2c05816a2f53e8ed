//! Tables as they are made, and their games as they begin.

use lawmage::{Cards, system_seed};
use lawmage_cards::deck::each;
use lawmage_cards::{Error, Result, starter};
use lawmage_engine::variants::kind::Kind;
use lawmage_engine::{GameResult, State};
use lawmage_protocol::web::{MadeSeat, MadeTable, NewTable};
use lawmage_protocol::{Clock, Seat, SeatInfo, SeatedPlayer, TableInfo, TableState};

use lawmage_sim::loser;

use crate::secret;
use crate::starting;
use crate::store::{Change, Kept, KeptMore, KeptSeat};
use crate::table::{KeptClock, KeptContest, deck_now};

/// How many may sit at a table.
const SEATS: std::ops::RangeInclusive<usize> = 2..=6;

/// How many seconds a clock may give for a game.
const TIMES: std::ops::RangeInclusive<u32> = 1..=86_400;

/// How many it may give more with a turn.
const MOST_MORE: u32 = 3_600;

/// The most games of a match.
const MOST_GAMES: u32 = 9;

/// The longest name of a player, in characters.
const LONGEST_NAME: usize = 40;

/// A table with those seats, what keeps it, and what its maker is told.
pub(crate) fn made(new: NewTable, cards: &Cards) -> Result<(Kept, Vec<Change>, MadeTable)> {
    if !SEATS.contains(&new.seats.len()) {
        return Err(Error::new(format!("{} seats: a table has {} to {}", new.seats.len(), SEATS.start(), SEATS.end())));
    }
    let mut seats = Vec::new();
    let mut told = Vec::new();
    for (seat, place) in new.seats.into_iter().zip(0..) {
        let mut kept = KeptSeat { deck: seat.deck, bot: seat.bot, ..KeptSeat::default() };
        if let Some(bot) = &kept.bot {
            starting::bot_named(bot)?;
        }
        let is_open = kept.bot.is_none() && kept.deck.is_none();
        kept.name = match seat.name.trim() {
            "" if kept.bot.is_some() => format!("Bot {}", place + 1),
            "" if is_open => String::new(),
            said => name(said, place)?,
        };
        if let Some(deck) = &kept.deck {
            starting::deck_of(deck, &kept.name, cards)?;
        }
        let secret = if kept.bot.is_some() { None } else { Some(secret::secret()?) };
        kept.lock = secret.as_deref().map(secret::lock_of);
        seats.push(kept);
        told.push(MadeSeat { seat: place, secret });
    }
    let id = secret::table_name()?;
    let state = TableState::Waiting;
    if let Some(clock) = new.clock.filter(|clock| !TIMES.contains(&clock.seconds) || clock.increment > MOST_MORE) {
        let Clock { seconds, increment } = clock;
        let (least, most) = (TIMES.start(), TIMES.end());
        return Err(Error::new(format!(
            "a clock of {seconds} seconds and {increment} more a turn: {least} to {most} seconds, at most {MOST_MORE} more"
        )));
    }
    let clock = new.clock.map(|clock| KeptClock::new(clock, seats.len()));
    if new.best_of.is_some_and(|games| games == 0 || games > MOST_GAMES || games.is_multiple_of(2)) {
        return Err(Error::new(format!("a match is of 1, 3 or up to {MOST_GAMES} games: an odd number")));
    }
    // 100.6a: one of more players usually is of one game.
    if seats.len() != 2 && new.best_of.is_some_and(|games| games > 1) {
        return Err(Error::new("a match of several games is between two players"));
    }
    let contest = new.best_of.filter(|games| *games > 1).map(|games| KeptContest::new(games, seats.len()));
    let more = KeptMore { clock, chooser: None, contest };
    let mut kept = Kept { id: id.clone(), seed: new.seed, seats, state, turn: 0, game: 0, more };
    let mut changes = vec![Change::Made(kept.clone())];
    if is_full(&kept) {
        changes.extend(begin(&mut kept, None, cards)?);
    }
    Ok((kept, changes, MadeTable { table: id, seats: told }))
}

/// Whether no seat is open.
pub(crate) fn is_full(table: &Kept) -> bool {
    table.seats.iter().all(|seat| seat.bot.is_some() || seat.deck.is_some())
}

/// Who chooses who takes the first turn of the next game: the loser of this one, of several the one that chance picks; after a draw
/// whoever chose before, or who began (103.1).
pub(crate) fn chooser(over: &State, before: Option<Seat>) -> Option<Seat> {
    let players = over.players().len();
    match over.result()? {
        GameResult::Draw(_) => Some(before.unwrap_or(over.turn().first.0)),
        GameResult::Won(won) => {
            let seed = system_seed().ok()?;
            loser(players, |seat| won.iter().any(|winner| winner.index() == seat), seed)
                .and_then(|seat| seat.try_into().ok())
        }
    }
}

/// The next game of a table, where that player takes the first turn if it is settled, and what keeps it.
pub(crate) fn begin(table: &mut Kept, takes_first: Option<Seat>, cards: &Cards) -> Result<Vec<Change>> {
    table.more.contest = table.more.contest.take().map(KeptContest::next);
    let given = |(place, seat): (usize, &KeptSeat)| {
        let text = deck_now(table, place);
        text.map(|text| starting::deck_of(text, &seat.name, cards)).transpose()
    };
    let given = table.seats.iter().enumerate().map(given).collect::<Result<Vec<_>>>()?;
    let kinds = given.iter().flatten().map(|deck| Kind::led_by(each(&deck.commander).map(AsRef::as_ref)));
    let kind = kinds.rev().find(|kind| *kind != Kind::FreeForAll).unwrap_or(Kind::FreeForAll);
    // Whom nobody gave a deck plays a starter deck for that kind of game, the next one each.
    let starters: Vec<&str> = starter::deck_names_for(kind.name()).collect();
    let mut starters = starters.iter().cycle();
    let (mut seats, mut decks) = (Vec::new(), Vec::new());
    for (place, (seat, given)) in table.seats.iter().zip(given).enumerate() {
        let text = deck_now(table, place)
            .map(str::to_owned)
            .or_else(|| starters.next().map(|name| (*name).to_owned()))
            .unwrap_or_default();
        decks.push(given.map_or_else(|| starting::deck_of(&text, &seat.name, cards), Ok)?);
        seats.push(SeatedPlayer { name: seat.name.clone(), deck: text, bot: seat.bot.clone() });
    }
    let (setup, record) = starting::begun(&seats, &decks, table.seed.as_deref(), takes_first, cards)?;
    setup.check().map_err(|why| Error::new(why.to_string()))?;
    let first = record.first_line().map_err(|why| Error::new(why.to_string()))?;
    (table.game, table.state, table.turn) = (table.game + 1, TableState::Playing, 0);
    table.more.clock = table.more.clock.take().map(|clock| KeptClock::new(clock.of, table.seats.len()));
    Ok(vec![Change::Began(table.id.clone(), table.game, first), Change::More(table.id.clone(), table.more.clone())])
}

/// A player's name as it is shown: of one line, not too long.
pub(crate) fn name(said: &str, place: Seat) -> Result<String> {
    let name: String = said.trim().chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    match name.chars().count() {
        0 => Ok(format!("Player {}", place + 1)),
        1..=LONGEST_NAME => Ok(name),
        long => Err(Error::new(format!("the name of seat {place} has {long} characters: at most {LONGEST_NAME}"))),
    }
}

/// What everybody may know of a table.
pub(crate) fn info(table: &Kept, connected: impl Fn(Seat) -> bool) -> TableInfo {
    let seats = table.seats.iter().zip(0..).map(|(seat, place)| SeatInfo {
        seat: place,
        name: seat.name.clone(),
        bot: seat.bot.clone(),
        open: seat.bot.is_none() && seat.deck.is_none(),
        connected: seat.bot.is_some() || connected(place),
        rematch: false,
    });
    TableInfo {
        table: table.id.clone(),
        seats: seats.collect(),
        state: table.state,
        turn: table.turn,
        game: table.game,
        spectators: 0,
        failure: None,
        clock: table.more.clock.as_ref().map(|clock| clock.of),
        chooser: table.more.chooser.filter(|_| table.state == TableState::Over),
        contest: table.more.contest.as_ref().map(KeptContest::told),
    }
}

/// That a secret opens no seat.
pub(crate) fn wrong_secret() -> Error {
    Error::new("that secret opens no seat of this table").hint("use the link that was given for the seat, or watch")
}
