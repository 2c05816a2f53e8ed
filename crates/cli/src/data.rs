//! Where imported cards are kept, and the pool of all cards at hand.

use std::fs::File;
use std::path::{Path, PathBuf};

use lawmage_cards::deck::{Deck, Decklist};
use lawmage_cards::files::{read_short, read_text};
use lawmage_cards::{CardPool, Database, Error, card_file, deck, starter};

use crate::args::Shared;
use crate::console::Console;
use crate::failure::Outcome;

/// The database's file.
pub fn database_path(shared: &Shared) -> Outcome<PathBuf> {
    Ok(directory(shared)?.join("cards.db"))
}

/// The file of the imported rules.
pub fn rules_path(shared: &Shared) -> Outcome<PathBuf> {
    Ok(directory(shared)?.join("rules.db"))
}

/// The file of the tables that `lawmage serve` keeps.
pub fn tables_path(shared: &Shared) -> Outcome<PathBuf> {
    Ok(directory(shared)?.join("tables.db"))
}

fn directory(shared: &Shared) -> Outcome<PathBuf> {
    let dir = shared.data.clone().or_else(platform_dir).ok_or_else(|| {
        Error::new("no data directory: neither HOME nor a platform directory is set").hint("give --data DIR")
    })?;
    Ok(dir)
}

#[allow(clippy::disallowed_methods, reason = "the command line may read the environment")]
fn platform_dir() -> Option<PathBuf> {
    let dir = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|p| p.is_absolute());
    let base = if cfg!(windows) {
        dir("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        dir("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        dir("XDG_DATA_HOME").or_else(|| dir("HOME").map(|home| home.join(".local/share")))
    };
    base.map(|base| base.join("lawmage"))
}

/// Every card at hand: card files given, the starter set, the imported database.
pub fn pool(shared: &Shared, console: &Console) -> Outcome<CardPool> {
    let mut pool = CardPool::starter()?;
    for path in &shared.card_files {
        let origin = path.display().to_string();
        pool.push_file(&origin, card_file::parse(&read_text(path)?, &origin)?);
    }
    // Without a home there is no database, and the starter set still plays.
    if let Ok(path) = database_path(shared)
        && path.exists()
    {
        match Database::open(&path) {
            Ok(database) => pool.push_database(database),
            Err(error) => console.warn(format!("playing without imported cards: {error}")),
        }
    }
    Ok(pool)
}

/// The imported cards alone.
pub fn database_alone(shared: &Shared) -> Outcome<CardPool> {
    let mut pool = CardPool::empty();
    pool.push_database(Database::open(&database_path(shared)?)?);
    Ok(pool)
}

/// A decklist in a file.
pub fn deck_file(path: &Path) -> Result<Decklist, Error> {
    let origin = path.display().to_string();
    let file = File::open(path).map_err(|e| Error::new(format!("cannot be opened: {e}")).within(&origin))?;
    let text = read_short(file, deck::LONGEST_LIST).map_err(|e| e.within(&origin))?;
    deck::parse(&text, &origin)
}

/// A decklist: a file, `-` for standard input, or the name of a starter deck.
pub fn decklist(spec: &str) -> Outcome<Decklist> {
    let path = Path::new(spec);
    if spec == "-" {
        let text = read_short(std::io::stdin().lock(), deck::LONGEST_LIST).map_err(|e| e.within("standard input"))?;
        return Ok(deck::parse(&text, "standard input")?);
    }
    if path.exists() {
        return Ok(deck_file(path)?);
    }
    starter::deck(spec).map_err(|error| {
        let known = error.hint.unwrap_or_default();
        Error::new(format!("no file and no starter deck of that name; {known}")).within(spec).into()
    })
}

/// The name of the deck that is made of the cards of `--cards` files.
const OWN: &str = "own";

/// Whether a deck is the one made of the cards of `--cards` files, to try them with: no rule is asked about it.
pub fn is_own(spec: &str) -> bool {
    spec == OWN && !Path::new(spec).exists()
}

/// A deck to play with; `own` is one made of the cards of `--cards` files. One with cards that are not understood completely is refused unless `incomplete` says otherwise.
pub fn playable_deck(spec: &str, pool: &CardPool, incomplete: bool) -> Outcome<Deck> {
    let list = if is_own(spec) { card_file::quick_deck(pool)? } else { decklist(spec)? };
    playable(&list, spec, pool, incomplete)
}

/// The same of a list at hand; `spec` is what errors call it.
pub fn playable(list: &Decklist, spec: &str, pool: &CardPool, incomplete: bool) -> Outcome<Deck> {
    let deck = deck::resolve(list, pool)?;
    if !incomplete {
        let hint = "see `lawmage card NAME`; --incomplete plays them as far as they are";
        deck.is_complete().map_err(|why| why.within(spec).hint(hint))?;
    }
    deck.has_cards().map_err(|why| why.within(spec))?;
    Ok(deck)
}
