//! Games as they begin, and as they go on where they were: decks of texts, who sits where, records taken up again.

use std::sync::Arc;

use lawmage::{Cards, system_seed};
use lawmage_cards::deck::{self, Deck, Decklist};
use lawmage_cards::{Error, Result, starter};
use lawmage_engine::procedure::start::Setup;
use lawmage_engine::state::rng::Part;
use lawmage_engine::{PlayerId, Seed, State, Viewer};
use lawmage_host::{HostedGame, Sits};
use lawmage_protocol::{Seat, SeatedPlayer};
use lawmage_sim::{Bot, Entrant, PlaybackError, Record, setup};

/// The bot of that name.
///
/// # Errors
/// When there is none; which there are.
pub fn bot_named(name: &str) -> Result<Bot> {
    match name {
        "basic" => Ok(Bot::Basic),
        "random" => Ok(Bot::Random),
        _ => Err(Error::new(format!("there is no bot “{name}”: basic, random"))),
    }
}

/// A decklist: a starter deck's by its name, or one as text. `of` is whose it is, in errors.
///
/// # Errors
/// Why the text is none.
pub fn list_of(text: &str, of: &str) -> Result<Decklist> {
    starter::deck(text).or_else(|_| deck::parse(text, &format!("the deck of {of}")))
}

/// A deck to play with: a starter deck by its name, or a list as text. `of` is whose it is, in errors.
///
/// # Errors
/// What can't be used in it, line by line.
pub fn deck_of(text: &str, of: &str, cards: &Cards) -> Result<Deck> {
    let list = list_of(text, of)?;
    let deck = deck::resolve(&list, cards.pool()).map_err(|errors| {
        let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
        Error::new(lines.join("; "))
    })?;
    deck.is_complete().and_then(|()| deck.has_cards()).map_err(|why| why.within(of))?;
    Ok(deck)
}

/// How a game begins between those seats with those decks, as its record says it. `first` takes the first turn, where that is settled (103.1).
///
/// # Errors
/// What is wrong with a bot or the seed.
pub fn begun(
    seats: &[SeatedPlayer],
    decks: &[Deck],
    seed: Option<&str>,
    first: Option<Seat>,
    cards: &Cards,
) -> Result<(Setup, Record)> {
    let seed = match seed {
        Some(seed) => seed.parse::<Seed>().map_err(|why| Error::new(format!("seed “{seed}”: {why}")))?,
        None => system_seed().map_err(|why| Error::new(why.to_string()))?,
    };
    let mut entrants = Vec::with_capacity(seats.len());
    for (seat, deck) in seats.iter().zip(decks) {
        seat.bot.as_deref().map(bot_named).transpose()?;
        entrants.push(Entrant {
            name: seat.name.clone(),
            deck: deck.cards().cloned().collect(),
            command: deck::each(&deck.command).cloned().collect(),
            commanders: deck::each(&deck.commander).cloned().collect(),
            ..Entrant::default()
        });
    }
    let mut setup: Setup = setup(&entrants.iter().collect::<Vec<_>>(), seed);
    setup.reference = cards.reference();
    setup.first = first.map(PlayerId);
    let mut record = Record::begun(&setup);
    for (seat, said) in record.decks.iter_mut().zip(seats) {
        seat.bot.clone_from(&said.bot);
    }
    Ok((setup, record))
}

/// A record's setup, with its cards from those at hand.
///
/// # Errors
/// The first card that is not at hand.
pub fn setup_of(record: &Record, cards: &Cards) -> Result<Setup> {
    let pool = cards.pool();
    let find = |name: &str| {
        let id = pool
            .find(name)
            .map_err(|e| format!("{e}; lawmage cards import PATH adds real cards, --cards FILE your own"))?;
        pool.card(id).map_err(|e| e.to_string())
    };
    let find: &dyn Fn(&str) -> std::result::Result<Arc<lawmage_ir::Card>, String> = &find;
    let setup = record.setup(find).map_err(|e| Error::new(e.to_string()))?;
    Ok(Setup { reference: cards.reference(), ..setup })
}

/// The game of a record, with all that was done in it. `away` is who sits where no bot does.
///
/// # Errors
/// Why no such game can be: other cards, or an answer that meets another question than it answered.
pub fn hosted(
    record: &Record,
    setup: &Setup,
    away: &mut dyn FnMut(u8) -> Sits,
    others: &[Viewer],
) -> Result<HostedGame> {
    if let Some(cards) = record.other_cards(setup) {
        let error = Error::new(format!("the game was begun with {cards}"));
        return Err(error.hint("play it with the --cards and --data it was begun with, and the same version"));
    }
    let state = State::new_game(setup).map_err(|why| Error::new(why.to_string()))?;
    let mut sits = Vec::with_capacity(record.decks.len());
    for (seat, place) in record.decks.iter().zip(0..) {
        sits.push(match seat.bot.as_deref().map(bot_named).transpose()? {
            Some(bot) => Sits::Here(bot.seat(setup.seed.part(Part::Seat(place)))),
            None => away(place),
        });
    }
    HostedGame::written_down(state, sits, others, &record.entries).map_err(|(number, why)| {
        let changes = record.changes(setup).map(|changes| format!("; it was begun with {changes}"));
        Error::new(format!("{}{}", PlaybackError::Diverged(number, why), changes.unwrap_or_default()))
    })
}
