//! Who takes part: decks with their sideboards and commanders, by whom they are played, and who plays whom.

use std::path::Path;

use lawmage_cards::deck::{Deck, each};
use lawmage_cards::{CardPool, Error, starter};
use lawmage_sim::{Bot, Entrant, all_pairs, pairs_against};

use super::{SimArgs, plan};
use crate::commands::deck::files::sources;
use crate::console::Console;
use crate::data;
use crate::failure::{Failure, Outcome};

/// Entrants, and which of them play each other, by their places.
type Field = (Vec<Entrant>, Vec<(usize, usize)>);

/// The decks named, those of directories, or the starter decks.
fn specs(args: &SimArgs) -> Outcome<Vec<String>> {
    let mut specs = args.decks.clone();
    for dir in &args.dirs {
        specs.extend(deck_files(dir)?);
    }
    if specs.is_empty() {
        specs = starter::deck_names_for(args.table.kind().unwrap_or_default().name()).map(str::to_owned).collect();
    }
    Ok(specs)
}

/// Who plays the entrant of that place.
fn bot(args: &SimArgs, place: usize) -> Bot {
    match args.bots.as_slice() {
        [] => Bot::Basic,
        [only] => (*only).into(),
        several => several[place.min(several.len() - 1)].into(),
    }
}

/// All entrants, who play each other at tables.
pub fn all(args: &SimArgs, pool: &CardPool, console: &Console) -> Outcome<Vec<Entrant>> {
    let decks = decks(&specs(args)?, args, pool, console)?;
    let mut entrants: Vec<Entrant> = (0..).zip(&decks).map(|(place, deck)| entrant(deck, bot(args, place))).collect();
    if !args.sideboards && args.best_of == 1 {
        // 905.4: conspiracies begin there.
        let kind = args.table.kind().unwrap_or_default();
        entrants.iter_mut().for_each(|entrant| entrant.sideboard.retain(|card| kind.is_played_with(card)));
    }
    if entrants.is_empty() {
        return Err(Failure::usage("no deck can be played"));
    }
    tell_apart(&mut entrants);
    Ok(entrants)
}

/// The entrants, and which of them play each other.
pub fn entrants(args: &SimArgs, pool: &CardPool, console: &Console) -> Outcome<Field> {
    let specs = specs(args)?;
    let mut own = decks(&specs, args, pool, console)?;
    let mut opponents = Vec::new();
    for spec in &args.against {
        let path = Path::new(spec);
        opponents.extend(if path.is_dir() { deck_files(path)? } else { vec![spec.clone()] });
    }
    let first = own.len();
    own.extend(decks(&opponents, args, pool, console)?);
    let lonely = if args.against.is_empty() { own.len() < 2 } else { first == 0 || own.len() == first };
    if lonely {
        return Err(Error::new("one deck has nobody to play")
            .hint("give --deck twice, the same deck if you like, or --against")
            .into());
    }
    let mut entrants: Vec<Entrant> = (0..).zip(&own).map(|(place, deck)| entrant(deck, bot(args, place))).collect();
    if let Some(file) = &args.sideboard_plan {
        if args.best_of == 1 {
            return Err(Failure::usage("--sideboard-plan is for matches: give --best-of 3 too"));
        }
        plan::apply(file, &own, &mut entrants)?;
    }
    tell_apart(&mut entrants);
    let count = entrants.len();
    let pairs = if args.against.is_empty() { all_pairs(count) } else { pairs_against(first, count) };
    Ok((entrants, pairs))
}

/// The decks; all that cannot be played are named at once, or left out if that is wanted.
fn decks(specs: &[String], args: &SimArgs, pool: &CardPool, console: &Console) -> Outcome<Vec<Deck>> {
    let mut decks = Vec::new();
    let mut unplayable: Option<Failure> = None;
    for spec in specs {
        match data::playable_deck(spec, pool, args.incomplete) {
            Ok(deck) => decks.push(deck),
            Err(failure) if args.skip_unplayable => {
                for line in failure.lines() {
                    console.warn(format!("left out: {line}"));
                }
            }
            Err(failure) => {
                unplayable = Some(match unplayable {
                    Some(before) => before.and(failure),
                    None => failure,
                });
            }
        }
    }
    match unplayable {
        Some(failure) if specs.len() > 1 => Err(failure.and(Failure::new("--skip-unplayable goes on without them"))),
        Some(failure) => Err(failure),
        None => Ok(decks),
    }
}

/// A deck with who plays it.
pub fn entrant(deck: &Deck, bot: Bot) -> Entrant {
    Entrant {
        name: deck.name.clone(),
        deck: deck.cards().cloned().collect(),
        command: each(&deck.command).cloned().collect(),
        sideboard: each(&deck.sideboard).cloned().collect(),
        commanders: each(&deck.commander).cloned().collect(),
        bot,
        ..Entrant::default()
    }
}

/// Gives entrants of one name names of their own: by who plays them, else by number.
fn tell_apart(entrants: &mut [Entrant]) {
    let named = |entrants: &[Entrant], name: &str| entrants.iter().filter(|e| e.name == name).count();
    let mut names: Vec<String> = entrants.iter().map(|e| e.name.clone()).collect();
    for (name, entrant) in names.iter_mut().zip(entrants.iter()) {
        let of_bot = entrants.iter().filter(|e| e.name == entrant.name && e.bot == entrant.bot).count();
        if of_bot < named(entrants, name) {
            *name = format!("{name} ({})", entrant.bot.name());
        }
    }
    for place in 0..names.len() {
        let same: Vec<usize> = (place..names.len()).filter(|other| names[*other] == names[place]).collect();
        if same.len() > 1 {
            for (number, other) in same.iter().enumerate() {
                names[*other] = format!("{} #{}", names[*other], number + 1);
            }
        }
    }
    for (entrant, name) in entrants.iter_mut().zip(names) {
        entrant.name = name;
    }
}

/// The decklists of a directory, by name.
fn deck_files(dir: &Path) -> Outcome<Vec<String>> {
    if !dir.is_dir() {
        let what = if dir.exists() { "is no directory" } else { "is not there" };
        return Err(Error::new(what).within(dir.display().to_string()).hint("--decks takes a directory").into());
    }
    Ok(sources(&[dir.display().to_string()])?.into_iter().map(|source| source.name).collect())
}
