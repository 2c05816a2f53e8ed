//! One game of a run again, by its id in the rows: told event by event.

use std::process::ExitCode;

use lawmage_cards::Error;
use lawmage_engine::table::narrate::tell;
use lawmage_engine::{Listener, Occurrence, State, Viewer};
use lawmage_ir::Rule;
use lawmage_sim::{Config, Watching, next_setup, play, play_number};

use super::{SimArgs, watch};
use crate::args::Format;
use crate::console::Console;
use crate::failure::Outcome;
use crate::table::save;

/// Prints what happens.
struct Teller<'a>(&'a Console);

impl Listener for Teller<'_> {
    fn hear(&mut self, state: &State, occurrence: &Occurrence) {
        if let Some(line) = tell(state, occurrence, Viewer::Judge) {
            self.0.line(line);
        }
    }

    fn note(&mut self, _: &State, rule: Rule, text: &str) {
        self.0.line(format!("{text} ({rule})"));
    }
}

/// Plays the game of that id again.
pub fn run(config: &Config, id: &str, args: &SimArgs, console: &Console) -> Outcome {
    let (pair, number, game) = place(config, id)?;
    let mut played = play_number(config, pair, number, game);
    let Some(setup) = next_setup(config, &played).filter(|_| played.games.len() == game as usize) else {
        let what = format!("game {id}: the match was over after {} games", played.games.len());
        return Err(Error::new(what).into());
    };
    let Some(sides) = config.pair(pair) else { return Err(no_such(config, id).into()) };
    let bots = [sides[played.side(0)].bot, sides[played.side(1)].bot];
    let how = Watching { caps: config.caps, check_every: config.check_every, keep_answers: true };
    let mut teller = Teller(console);
    let record = match args.format {
        Format::Text => play(&setup, &bots, how, Some(&mut teller)),
        Format::Json => play(&setup, &bots, how, None),
    };
    if let Some(dir) = &args.record {
        std::fs::create_dir_all(dir)
            .map_err(|e| Error::new(format!("cannot be made: {e}")).within(dir.display().to_string()))?;
        let path = dir.join(format!("{}.json", played.id(config, game as usize)));
        save::write_record(&watch::record(&setup, &record), &path)?;
    }
    let sound = record.end.is_sound();
    played.games.push(record);
    let row = played.rows(config).pop();
    match (args.format, row) {
        (Format::Json, row) => console.json(&row)?,
        (Format::Text, Some(row)) => {
            let winner = match row.winner {
                Some(1) => format!("{} won", row.deck_1),
                Some(_) => format!("{} won", row.deck_2),
                None => row.result.to_owned(),
            };
            let rule = row.rule.map(|r| format!(" ({r})")).unwrap_or_default();
            let what = format!("game {}: {winner}, {}{rule}, in turn {}", row.id, row.reason, row.turns);
            console.line(console.bold(format!("{what}; seed {}, digest {}", row.seed, row.digest)));
            if let Some(message) = row.message {
                console.warn(message);
            }
        }
        (Format::Text, None) => {}
    }
    Ok(if sound { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// `17` (of the only pair), `3-17`, or `3-17-2`: pair, number and game, counted from 0.
fn place(config: &Config, id: &str) -> Result<(usize, u32, u32), Error> {
    let parts: Option<Vec<u32>> = id.split('-').map(|part| part.parse::<u32>().ok()?.checked_sub(1)).collect();
    let found = match parts.as_deref() {
        Some([number]) if config.pairs.len() == 1 => Some((0, *number, 0)),
        Some([pair, number]) => Some((*pair as usize, *number, 0)),
        Some([pair, number, game]) => Some((*pair as usize, *number, *game)),
        _ => None,
    };
    found.filter(|(pair, ..)| *pair < config.pairs.len()).ok_or_else(|| no_such(config, id))
}

fn no_such(config: &Config, id: &str) -> Error {
    let form = if config.best_of > 1 { "PAIR-MATCH-GAME, as in 1-17-2" } else { "PAIR-NUMBER, as in 1-17" };
    Error::new(format!("no game of this run has the id {id}"))
        .hint(format!("an id is {form}; there are {} pairs", config.pairs.len()))
}
