//! Games of more than two players, and of kinds other than the plain one: who sits at which table, and what came of it.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Instant;

use lawmage_engine::Rng;
use lawmage_engine::procedure::start::Setup;
use lawmage_engine::state::rng::Part;
use lawmage_engine::variants::kind::Variant;
use serde::Serialize;

use crate::config::{Bot, Caps, Entrant};
use crate::ending::GameEnd;
use crate::matches::most_games;
use crate::play::{GameRecord, Watching, next_first, play, seat};
use crate::run::at_once;
use crate::stats::{Rate, z};

/// A simulation of tables.
#[derive(Clone, Debug)]
pub struct Pods {
    /// Who takes part.
    pub entrants: Vec<Entrant>,
    /// How many sit at a table.
    pub players: usize,
    /// What kind of game they play.
    pub variant: Variant,
    /// Games, or matches.
    pub games: u32,
    /// Of how many games a match is: who wins more than half of them wins it. One is no match.
    pub best_of: u32,
    /// From which all randomness comes.
    pub seed: u64,
    /// How many threads.
    pub threads: usize,
    /// Check invariants after every so many ticks; never when `None`.
    pub check_every: Option<u32>,
    /// Where games are given up.
    pub caps: Caps,
    /// How sure an interval is to hold the true value: 0.95.
    pub confidence: f64,
}

/// What came of the games.
#[derive(Clone, Debug, Serialize)]
pub struct PodReport {
    /// What kind of game was played.
    pub kind: &'static str,
    /// How many sat at a table.
    pub players: usize,
    /// Games played.
    pub games: u32,
    /// Matches played, where it were matches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matches: Option<u32>,
    /// Of them, draws.
    pub draws: u32,
    /// Given up at a cap.
    pub capped: u32,
    /// Went wrong.
    pub errors: u32,
    /// Turns, on average.
    pub turns: f64,
    /// Decisions of all games.
    pub decisions: u64,
    /// How long all took, in seconds.
    pub seconds: f64,
    /// How often each deck won of the games it sat in, by place.
    pub entrants: Vec<PodEntrant>,
    /// How often who sits so many places behind the first player won.
    pub places: Vec<Rate>,
    /// Why games ended.
    pub ends: BTreeMap<&'static str, u32>,
    /// What was the matter with games that did not come to a result, each with its number.
    pub messages: Vec<String>,
    /// Sums up all games: the same on every machine, on however many threads.
    pub digest: String,
}

/// A deck among those at the tables.
#[derive(Clone, Debug, Serialize)]
pub struct PodEntrant {
    /// Its name.
    pub name: String,
    /// Who plays it.
    pub bot: &'static str,
    /// How often it won.
    pub rate: Rate,
    /// How often it won a match, where it were matches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matches: Option<Rate>,
}

impl Pods {
    /// Who sits at the table of a game, in turn order. All play about as often, and everybody with everybody.
    #[must_use]
    pub fn seats(&self, game: u32) -> Vec<usize> {
        let count = self.entrants.len().max(1);
        // Rounds in which everybody sits once, at tables one after another; at the last table those whose turn it is sit again.
        let tables = count.div_ceil(self.players.max(1));
        let (round, table) = (game / tables as u32, (game as usize) % tables);
        let mut order: Vec<usize> = (0..count).collect();
        Rng::new(self.seed ^ u64::from(round).wrapping_mul(0x9e37_79b9_7f4a_7c15)).shuffle(&mut order);
        let mut seats: Vec<usize> = order.chunks(self.players.max(1)).nth(table).unwrap_or_default().to_vec();
        let spare = (tables * self.players).saturating_sub(count);
        let turn = (round as usize).saturating_mul(spare);
        let others: Vec<usize> =
            (0..count).map(|n| (turn + n) % count).filter(|other| !seats.contains(other)).collect();
        let again = if others.is_empty() { order } else { others };
        seats.extend(again.into_iter().cycle().take(self.players.saturating_sub(seats.len())));
        seats
    }

    /// The setup of a game.
    #[must_use]
    pub fn setup(&self, game: u32) -> Setup {
        let at = self.seats(game);
        let seats = at.iter().zip(1..).filter_map(|(place, n)| {
            let entrant = self.entrants.get(*place)?;
            let mut seat = seat(entrant, &entrant.deck, &entrant.sideboard);
            // One deck may be played by several at a table.
            if at.iter().filter(|other| *other == place).count() > 1 {
                seat.name = format!("{} ({n})", entrant.name);
            }
            Some(seat)
        });
        let seed = self.seed.wrapping_mul(0xbf58_476d_1ce4_e5b9).wrapping_add(u64::from(game));
        Setup { seats: seats.collect(), seed: seed.into(), variant: self.variant.clone(), ..Setup::default() }
    }

    /// Plays a game, or the games of a match.
    #[must_use]
    pub fn play(&self, number: u32) -> Vec<GameRecord> {
        let bots: Vec<Bot> =
            self.seats(number).iter().filter_map(|place| Some(self.entrants.get(*place)?.bot)).collect();
        let how = Watching { caps: self.caps, check_every: self.check_every, keep_answers: false };
        let mut games = Vec::new();
        let mut next = Some(self.setup(number));
        while let Some(setup) = next {
            games.push(play(&setup, &bots, how, None));
            next = self.next_setup(number, &games);
        }
        games
    }

    /// The setup of a match's next game, unless it is over: somebody has won more than half of the games, or a game came to no
    /// result, or so many were played without.
    fn next_setup(&self, number: u32, games: &[GameRecord]) -> Option<Setup> {
        let last = games.last()?;
        let most = most_games(self.best_of);
        if !last.end.is_sound()
            || games.len() as u32 >= most
            || !self.match_winners(games, self.best_of / 2 + 1).is_empty()
        {
            return None;
        }
        let mut setup = self.setup(number);
        setup.seed = last.seed.part(Part::NextGame);
        if self.variant.kind.loser_chooses_first() {
            setup.first = next_first(last, setup.seed);
        }
        Some(setup)
    }

    /// The seats that have won at least so many games, and as many as anybody.
    fn match_winners(&self, games: &[GameRecord], least: u32) -> Vec<usize> {
        let wins = |seat: usize| games.iter().filter(|game| game.winners.contains(&seat)).count() as u32;
        let most = (0..self.players).map(wins).max().unwrap_or(0);
        (0..self.players).filter(|seat| wins(*seat) == most && most >= least.max(1)).collect()
    }

    /// Plays them all; `played` hears of each game, from several threads, and says whether to go on.
    #[must_use]
    pub fn run(&self, played: &(dyn Fn(u32, &GameRecord) -> bool + Sync)) -> PodReport {
        let start = Instant::now();
        let records = Mutex::new(BTreeMap::new());
        at_once(self.games as usize, self.threads, &|game| {
            let game = game as u32;
            let match_games = self.play(game);
            let goes_on = match_games.iter().all(|record| played(game, record));
            records.lock().unwrap_or_else(std::sync::PoisonError::into_inner).insert(game, match_games);
            goes_on
        });
        let records = records.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        PodReport { seconds: start.elapsed().as_secs_f64(), ..self.report(&records) }
    }

    fn report(&self, records: &BTreeMap<u32, Vec<GameRecord>>) -> PodReport {
        let z = z(self.confidence);
        let mut won = vec![(0, 0); self.entrants.len()];
        let matches = self.match_tally(records);
        let mut places = vec![(0, 0); self.players];
        let mut report = PodReport {
            kind: self.variant.kind.name(),
            players: self.players,
            games: records.values().map(Vec::len).sum::<usize>() as u32,
            matches: (self.best_of > 1).then_some(records.len() as u32),
            draws: 0,
            capped: 0,
            errors: 0,
            turns: 0.0,
            decisions: 0,
            seconds: 0.0,
            entrants: Vec::new(),
            places: Vec::new(),
            ends: BTreeMap::new(),
            messages: Vec::new(),
            digest: String::new(),
        };
        let mut digest = 0_u64;
        for (game, record) in records.iter().flat_map(|(game, all)| all.iter().map(move |record| (game, record))) {
            digest = digest.rotate_left(7) ^ record.digest;
            report.turns += f64::from(record.turns);
            report.decisions += record.decisions;
            *report.ends.entry(record.reason.name()).or_default() += 1;
            match &record.end {
                GameEnd::Won(_) => {}
                GameEnd::Draw => report.draws += 1,
                GameEnd::Capped(why) => {
                    report.capped += 1;
                    report.messages.push(format!("game {}: {why}", game + 1));
                }
                GameEnd::Error(why) => {
                    report.errors += 1;
                    report.messages.push(format!("game {}: {why}", game + 1));
                }
            }
            if record.end.is_sound() {
                for (at, entrant) in self.seats(*game).into_iter().enumerate() {
                    let wins = u64::from(record.winners.contains(&at));
                    let place = (at + self.players - record.first.unwrap_or(0)) % self.players.max(1);
                    for tally in [won.get_mut(entrant), places.get_mut(place)].into_iter().flatten() {
                        *tally = (tally.0 + wins, tally.1 + 1);
                    }
                }
            }
        }
        report.turns /= f64::from(report.games.max(1));
        report.entrants = (self.entrants.iter().zip(won).zip(matches))
            .map(|((e, (n, of)), (match_n, match_of))| PodEntrant {
                name: e.name.clone(),
                bot: e.bot.name(),
                rate: Rate::new(n, of, z),
                matches: (self.best_of > 1).then(|| Rate::new(match_n, match_of, z)),
            })
            .collect();
        report.places = places.into_iter().map(|(n, of)| Rate::new(n, of, z)).collect();
        report.digest = format!("{digest:016x}");
        report
    }

    /// For each entrant, the matches won and those that came to a result: won by one player or one team, or drawn.
    fn match_tally(&self, records: &BTreeMap<u32, Vec<GameRecord>>) -> Vec<(u64, u64)> {
        let mut tally = vec![(0, 0); self.entrants.len()];
        let sound = |game: &GameRecord| game.end.is_sound();
        for (number, games) in records.iter().filter(|(_, games)| games.iter().all(sound)) {
            let won = self.match_winners(games, 1);
            // Of several who have won as many games, nobody has won the match, but where they won them together.
            let together = games.iter().any(|game| won.iter().all(|seat| game.winners.contains(seat)));
            for (seat, entrant) in self.seats(*number).into_iter().enumerate() {
                if let Some(of) = tally.get_mut(entrant) {
                    of.0 += u64::from(together && won.contains(&seat));
                    of.1 += 1;
                }
            }
        }
        tally
    }
}
