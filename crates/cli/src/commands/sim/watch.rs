//! What goes on beside a run: the bar, the journal, the records, and Ctrl-C.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use lawmage_cards::Error;
use lawmage_engine::procedure::start::Setup;
use lawmage_sim::{Config, GameEnd, GameRecord, Played, Record, Watch, setup_of};

use super::journal::Journal;
use crate::failure::Outcome;
use crate::table::save;

/// The exit code of a program that was interrupted twice, as shells have it.
const INTERRUPTED: i32 = 130;

/// Watches a run.
pub struct Watcher<'a> {
    config: &'a Config,
    bar: ProgressBar,
    journal: Mutex<Option<Journal>>,
    records: Option<PathBuf>,
    stopped: Arc<AtomicBool>,
}

impl<'a> Watcher<'a> {
    /// A watcher; `resumed` games are there already.
    pub fn new(config: &'a Config, journal: Option<Journal>, records: Option<PathBuf>, resumed: u64) -> Outcome<Self> {
        if let Some(dir) = &records {
            std::fs::create_dir_all(dir)
                .map_err(|e| Error::new(format!("cannot be made: {e}")).within(dir.display().to_string()))?;
        }
        let stopped = Arc::new(AtomicBool::new(false));
        let heard = stopped.clone();
        let bar = progress(resumed);
        let shown = bar.clone();
        // Where signals can't be handled, an interruption ends the program at once; a journal survives that too.
        let _ = ctrlc::set_handler(move || {
            if heard.swap(true, Ordering::SeqCst) {
                std::process::exit(INTERRUPTED);
            }
            shown.println("ending the games that are running; Ctrl-C again ends at once");
        });
        Ok(Self { config, bar, journal: Mutex::new(journal), records, stopped })
    }

    /// Ends the watch; what could not be done.
    pub fn finish(self) -> Vec<String> {
        self.bar.finish_and_clear();
        let mut journal = self.journal();
        journal.as_mut().and_then(|journal| journal.sync().err()).into_iter().collect()
    }

    fn journal(&self) -> MutexGuard<'_, Option<Journal>> {
        self.journal.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Watch for Watcher<'_> {
    fn stops(&self) -> bool {
        self.stopped.load(Ordering::SeqCst)
    }

    fn planned(&self, count: u64) {
        self.bar.set_length(self.bar.position() + count);
    }

    fn played(&self, played: &mut Played) -> Result<(), String> {
        // The record first: what the journal says was played has its record.
        if let Some(dir) = &self.records {
            let mut before: Option<&GameRecord> = None;
            for (game, number) in played.games.iter().zip(0..) {
                let setup = setup_of(self.config, played.pair, played.number, number, before);
                before = Some(game);
                let Some(setup) = setup else { continue };
                let path = dir.join(format!("{}.json", played.id(self.config, number as usize)));
                save::write_record(&record(&setup, game), &path).map_err(|failure| failure.to_string())?;
            }
        }
        for game in &mut played.games {
            game.answers = Vec::new();
        }
        if let Some(journal) = self.journal().as_mut() {
            journal.add(played)?;
        }
        self.bar.inc(1);
        Ok(())
    }
}

/// The record of a game; of one that went wrong or was given up, with what was the matter.
pub fn record(setup: &Setup, game: &GameRecord) -> Record {
    let why = match &game.end {
        GameEnd::Capped(why) | GameEnd::Error(why) => why.clone(),
        GameEnd::Won(_) | GameEnd::Draw => match Record::new(setup, game.answers.clone(), None) {
            Ok(record) => return record,
            Err(diverged) => diverged.to_string(),
        },
    };
    Record::of_broken(setup, game.answers.clone(), why)
}

/// A bar on the error stream; nothing when that is no terminal.
pub fn progress(resumed: u64) -> ProgressBar {
    let bar = ProgressBar::new(resumed).with_position(resumed);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {per_sec}, {eta} to go") {
        bar.set_style(style);
    }
    bar.reset_eta();
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
