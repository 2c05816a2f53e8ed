//! Runs: interrupted and gone on with, on several threads, until they are precise enough; and games that go wrong in them.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use lawmage_cards::{CardPool, deck, starter};
use lawmage_engine::{Answer, Listener, Occurrence, State};
use lawmage_ir::{Card, Rule};
use lawmage_sim::journal::{self, Header, JournalError};
use lawmage_sim::{
    Bot, Caps, Cards, Config, Ended, Entrant, GameEnd, Games, Pace, Played, Reason, Record, Report, Watch, Watching,
    all_pairs, next_setup, play, play_number, run, setup,
};

pub(crate) fn entrant(name: &str, bot: Bot) -> Entrant {
    let pool = CardPool::starter().expect("the starter set");
    let list = starter::deck(name).expect("a starter deck");
    let deck: Vec<Arc<Card>> = deck::resolve(&list, &pool).expect("its cards").cards().cloned().collect();
    Entrant { name: name.to_owned(), deck, bot, ..Entrant::default() }
}

fn config(games: u32) -> Config {
    let names = ["red-raiders", "green-stampede", "black-toll"];
    let entrants = names.map(|name| entrant(name, Bot::Basic)).to_vec();
    Config { pairs: all_pairs(3), entrants, games, seed: 5, ..Config::default() }
}

/// Nobody watches.
struct Nobody;
impl Watch for Nobody {}

/// Stops after so many games.
struct StopAfter(AtomicU32);
impl Watch for StopAfter {
    fn stops(&self) -> bool {
        self.0.load(Ordering::SeqCst) == 0
    }

    fn played(&self, _: &mut Played) -> Result<(), String> {
        self.0.fetch_sub(1, Ordering::SeqCst);
        Ok(())
    }
}

/// A report without what depends on the clock.
fn figures(config: &Config, games: &Games) -> serde_json::Value {
    let mut report = serde_json::to_value(Report::new(config, games, Pace::default())).expect("JSON");
    report["threads"] = 0.into();
    report
}

fn journal_of(config: &Config, games: &Games) -> String {
    let mut text = Header::of(config).line().expect("JSON");
    for played in games.values() {
        text += &journal::played_line(played).expect("JSON");
    }
    text
}

#[test]
fn an_interrupted_run_comes_to_the_same_in_the_end() {
    let config = Config { card_figures: true, ..config(7) };
    let whole = run(&config, Games::new(), &Nobody);
    assert_eq!((whole.early, whole.games.len()), (None, 21));
    for stop in [1, 4, 13, 20] {
        let begun = run(&config, Games::new(), &StopAfter(AtomicU32::new(stop)));
        assert_eq!(begun.early, Some(Ended::Stopped));
        assert_eq!(begun.games.len(), stop as usize);
        // Torn at any byte, nothing is lost but what was not written whole, and nothing is counted twice.
        let text = journal_of(&config, &begun.games);
        let torn = text.len() - 1 - stop as usize * 17;
        let bytes = text.as_bytes().get(..torn).expect("shorter");
        let kept = journal::read(bytes, &Header::of(&config)).expect("a journal");
        assert!(kept.games.len() < stop as usize && kept.whole <= torn && kept.damaged == 0);
        let more = Config { threads: 3, ..config.clone() };
        let resumed = run(&more, kept.games, &Nobody);
        assert_eq!(figures(&config, &resumed.games), figures(&config, &whole.games), "stopped after {stop}");
    }
}

#[test]
fn damaged_lines_and_other_runs_are_known() {
    let config = config(2);
    let games = run(&config, Games::new(), &Nobody).games;
    let text = journal_of(&config, &games);
    let header = Header::of(&config);
    let damaged: String = text.replacen("\"turns\":1", "\"turns\":2", 1);
    let kept = journal::read(damaged.as_bytes(), &header).expect("a journal");
    assert_eq!((kept.damaged, kept.games.len()), (1, 5));
    let doubled = format!("{text}{}", text.lines().last().expect("a line").to_owned() + "\n");
    assert_eq!(journal::read(doubled.as_bytes(), &header).expect("a journal").games, games);
    let read = |config: &Config| journal::read(text.as_bytes(), &Header::of(config)).map(|kept| kept.games.len());
    assert_eq!(read(&Config { games: 90, threads: 7, until: Some(0.1), ..config.clone() }), Ok(6));
    let differs = |found: Result<usize, JournalError>, what: &str| match found {
        Err(JournalError::Differs(part, ..)) => assert_eq!(part, what),
        found => panic!("{found:?}"),
    };
    differs(read(&Config { seed: 6, ..config.clone() }), "the seed");
    differs(read(&Config { best_of: 3, ..config.clone() }), "best of");
    let mut other = config.clone();
    other.entrants[1].deck.pop();
    differs(read(&other), "the decks");
    let mut errata = config.clone();
    let card = Arc::make_mut(&mut errata.entrants[0].deck[0]);
    card.uncertain_text();
    differs(read(&errata), "the cards' data");
    for wrong in ["4 Plains\n", "{}", "{\"sum\":\"\",\"row\":1}\n"] {
        assert_eq!(journal::read(wrong.as_bytes(), &header).err(), Some(JournalError::NoJournal), "{wrong}");
    }
    assert!(journal::read(b"", &header).is_ok_and(|kept| kept.games.is_empty()));
}

trait Uncertain {
    fn uncertain_text(&mut self);
}
impl Uncertain for Card {
    /// As if the card's data had changed.
    fn uncertain_text(&mut self) {
        if let Some(face) = self.faces.first_mut() {
            Arc::make_mut(face).name = "as if the text were another".into();
        }
    }
}

#[test]
fn a_run_until_it_is_precise_does_not_depend_on_threads() {
    let config = Config { until: Some(0.08), games: 1_000, ..config(0) };
    let one = run(&config, Games::new(), &Nobody).games;
    let several = run(&Config { threads: 4, ..config.clone() }, Games::new(), &Nobody).games;
    assert_eq!(figures(&config, &one), figures(&config, &several));
    let report = Report::new(&config, &one, Pace::default());
    for pair in &report.pairs {
        assert!(pair.a_rate.half_width() <= 0.08, "{pair:?}");
        assert!((50..250).contains(&pair.a_rate.of), "{pair:?}");
    }
    let short = run(&Config { time_limit: Some(Duration::ZERO), ..config }, Games::new(), &Nobody);
    assert_eq!((short.early, short.games.len()), (Some(Ended::Time), 0));
}

/// Breaks in the middle of a game.
struct Breaks(u32);
impl Listener for Breaks {
    fn hear(&mut self, _: &State, _: &Occurrence) {
        self.0 += 1;
        assert!(self.0 < 60, "a listener broke");
    }

    fn note(&mut self, _: &State, _: Rule, _: &str) {}
}

#[test]
fn a_panic_is_a_result_with_a_record() {
    lawmage_sim::keep_quiet();
    let (a, b) = (entrant("red-raiders", Bot::Basic), entrant("blue-tides", Bot::Basic));
    let setup = setup(&[&a, &b], 9);
    let how = Watching { keep_answers: true, ..Watching::default() };
    let game = play(&setup, &[Bot::Basic; 2], how, Some(&mut Breaks(0)));
    let GameEnd::Error(why) = &game.end else { panic!("{game:?}") };
    assert!(why.starts_with("panicked at ") && why.ends_with(": a listener broke"), "{why}");
    assert_eq!((game.reason, game.seed), (Reason::Error, 9.into()));
    let record = Record::of_broken(&setup, game.answers.clone(), why.clone());
    assert_eq!(record.answers(), game.answers.len());
    assert!(record.play_back(&setup, usize::MAX, &mut |_| {}).is_ok());

    // An answer that can't be: the record has those before it, and says which it was.
    let mut answers = game.answers;
    answers.push(Answer::Number(999));
    let record = Record::of_broken(&setup, answers.clone(), "an illegal answer".to_owned());
    assert_eq!(record.answers() + 1, answers.len());
    assert_eq!(record.end.as_ref().and_then(|end| end.broken.as_ref()?.at.clone()), Some(Answer::Number(999)));
    assert!(record.play_back(&setup, usize::MAX, &mut |_| {}).is_ok());
}

#[test]
fn a_game_that_takes_too_long_is_capped() {
    let (a, b) = (entrant("red-raiders", Bot::Basic), entrant("blue-tides", Bot::Basic));
    let caps = Caps { time: Some(Duration::from_nanos(1)), ..Caps::default() };
    let game = play(&setup(&[&a, &b], 3), &[Bot::Basic; 2], Watching { caps, ..Watching::default() }, None);
    assert_eq!((game.end, game.reason), (GameEnd::Capped("the limit of time for a game".to_owned()), Reason::Time));
}

#[test]
fn in_a_match_the_loser_plays_first_and_sideboards_come_in() {
    let mut config = Config { best_of: 3, ..config(20) };
    config.pairs = vec![(0, 1)];
    let boarded = config.entrants[2].deck.clone();
    let first = config.entrants[0].deck.len();
    config.entrants[0].boarded.insert(1, Cards { deck: boarded.clone(), sideboard: Vec::new() });
    let games = run(&config, Games::new(), &Nobody).games;
    let mut lengths = [0; 4];
    for played in games.values() {
        let [a, b] = played.score();
        assert!(a.max(b) == 2 && a.min(b) < 2 && played.games.len() == (a + b) as usize, "{played:?}");
        lengths[played.games.len()] += 1;
        for two in played.games.windows(2) {
            let GameEnd::Won(winner) = two[0].end else { panic!("{two:?}") };
            assert_eq!(two[1].first, Some(1 - winner), "103.1: the loser of the game before");
            assert_ne!(two[0].seed, two[1].seed);
        }
        let begun = Played { games: played.games[..1].to_vec(), ..played.clone() };
        let next = next_setup(&config, &begun).expect("nobody has won twice");
        let seat = usize::from(!played.number.is_multiple_of(2));
        assert_eq!((first, next.seats[seat].deck.len()), (first, boarded.len()));
        assert!(next.seats[seat].deck.iter().zip(&boarded).all(|(a, b)| a.name == b.name));
    }
    assert!(lengths[2] > 0 && lengths[3] > 0, "{lengths:?}");
    let report = Report::new(&config, &games, Pace::default());
    let pair = report.pairs.first().expect("a pair");
    let (a, b) = (pair.a_matches.expect("matches"), pair.b_matches.expect("matches"));
    assert_eq!((a.of, a.won + b.won, report.matches), (20, 20, Some(20)));
}

#[test]
fn card_figures_count_every_game_once_and_change_none() {
    let plain = config(6);
    let with = Config { card_figures: true, ..plain.clone() };
    let games = run(&with, Games::new(), &Nobody).games;
    let report = Report::new(&with, &games, Pace::default());
    let before = Report::new(&plain, &run(&plain, Games::new(), &Nobody).games, Pace::default());
    assert_eq!((&report.digest, before.cards.len()), (&before.digest, 0));
    assert!(!report.cards.is_empty());
    for card in &report.cards {
        assert_eq!(card.in_hand.of + card.not_seen.of, 12, "{card:?}");
        assert_eq!(card.in_hand.won + card.not_seen.won, report.entrants[card.entrant].rate.won, "{card:?}");
        assert!(card.opening_hand.of <= card.in_hand.of && card.drawn.of <= card.in_hand.of, "{card:?}");
        assert!(card.played.of <= card.in_hand.of, "{card:?}");
    }
    let lands = report.cards.iter().find(|c| c.card == "Mountain").expect("a basic land");
    assert!(lands.played.of >= 10 && lands.opening_hand.of >= 10, "{lands:?}");
}

#[test]
fn the_play_the_draw_and_the_ends_add_up() {
    let config = config(10);
    let games = run(&config, Games::new(), &Nobody).games;
    let report = Report::new(&config, &games, Pace::default());
    for (entrant, (name, wins)) in report.entrants.iter().zip(&report.wins) {
        assert_eq!((&entrant.name, entrant.rate.won), (name, *wins));
        assert_eq!(entrant.on_the_play.won + entrant.on_the_draw.won, *wins);
        assert_eq!(entrant.on_the_play.of + entrant.on_the_draw.of, 20);
    }
    assert_eq!(report.ends.values().sum::<u64>(), 30);
    assert_eq!(report.mulligans.values().sum::<u64>(), 60);
    let one = play_number(&config, 1, 3, 1);
    assert_eq!(games[&(1, 3)].games[0].digest, one.games[0].digest, "one game alone is that game");
}
