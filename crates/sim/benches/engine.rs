//! How fast the engine is: whole games, decisions, copies of a state, legal actions, layers. Each bench asserts what it
//! worked out, so that a faster engine that plays another game fails.

use std::hint::black_box;
use std::sync::Arc;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use lawmage_bots::RandomBot;
use lawmage_cards::{CardPool, deck, starter};
use lawmage_engine::procedure::start::{Seat, Setup};
use lawmage_engine::{Ask, Player, PlayerId, Session, State};
use lawmage_ir::{Card, Zone};
use lawmage_sim::{Bot, Caps, Entrant, GameRecord, play_game};

fn cards(pool: &CardPool, name: &str) -> Vec<Arc<Card>> {
    let list = starter::deck(name).expect("a starter deck");
    deck::resolve(&list, pool).expect("its cards").cards().cloned().collect()
}

fn entrants(bot: Bot) -> [Entrant; 2] {
    let pool = CardPool::starter().expect("the starter set");
    ["red-raiders", "green-stampede"].map(|name| Entrant {
        name: name.to_owned(),
        deck: cards(&pool, name),
        bot,
        ..Entrant::default()
    })
}

fn game(entrants: &[Entrant; 2], seed: u64) -> GameRecord {
    let [a, b] = entrants;
    play_game(&[a, b], seed, Caps::default(), None, false, None)
}

/// A game in its middle: the state at the first priority of a late turn.
fn middle() -> Session {
    let pool = CardPool::starter().expect("the starter set");
    let seat = |name: &str| Seat { name: name.to_owned(), deck: cards(&pool, name), ..Seat::default() };
    let setup = Setup {
        seats: vec![seat("white-vanguard"), seat("green-stampede")],
        seed: 3.into(),
        first: None,
        ..Setup::default()
    };
    let mut session = Session::new(State::new_game(&setup).expect("a setup"));
    let mut players = [RandomBot::new(1), RandomBot::new(2)];
    while let Some(question) = session.question().cloned() {
        if session.state().turn().number >= 12 && question.ask == Ask::Priority {
            return session;
        }
        let answer = {
            let view = session.view(question.player);
            players[question.player.index()].decide(&view, &question).expect("an answer")
        };
        session.answer(answer).expect("a legal answer");
    }
    panic!("the game ended before its middle");
}

fn playouts(criterion: &mut Criterion) {
    for (name, bot) in [("random", Bot::Random), ("basic", Bot::Basic)] {
        let entrants = entrants(bot);
        let expected = game(&entrants, 1);
        assert!(expected.decisions > 0 && expected.digest == game(&entrants, 1).digest);
        let mut group = criterion.benchmark_group("playouts");
        group.throughput(Throughput::Elements(1));
        let mut seed = 0;
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                seed += 1;
                black_box(game(&entrants, seed).digest)
            });
        });
        group.finish();
    }
}

fn decisions(criterion: &mut Criterion) {
    let entrants = entrants(Bot::Random);
    let record = game(&entrants, 7);
    let mut group = criterion.benchmark_group("decisions");
    group.throughput(Throughput::Elements(record.decisions));
    group.bench_function("of one game", |bencher| {
        bencher.iter(|| assert_eq!(game(&entrants, 7).digest, record.digest));
    });
    group.finish();
}

fn states(criterion: &mut Criterion) {
    let session = middle();
    let state = session.state();
    let player = session.question().map_or(PlayerId(0), |q| q.player);
    criterion.bench_function("clone of a state in mid-game", |bencher| {
        bencher.iter(|| black_box(state.clone()));
    });
    let count = state.legal_actions(player).len();
    assert!(count > 0);
    criterion.bench_function("legal actions in mid-game", |bencher| {
        bencher.iter(|| assert_eq!(black_box(state.legal_actions(player)).len(), count));
    });
}

fn layers(criterion: &mut Criterion) {
    let pool = CardPool::starter().expect("the starter set");
    let all: Vec<Arc<Card>> = ["white-vanguard", "brass-works"].iter().flat_map(|name| cards(&pool, name)).collect();
    let mut state = State::empty(&[("A".to_owned(), 20), ("B".to_owned(), 20)], 1, all.iter());
    let permanent = |card: &&Arc<Card>| card.faces.first().is_some_and(|f| f.types.any_permanent());
    for (place, card) in all.iter().filter(permanent).cycle().take(200).enumerate() {
        state.place(card, PlayerId((place % 2) as u8), Zone::Battlefield);
    }
    assert_eq!(state.permanents().count(), 200);
    state.touch();
    state.refresh();
    criterion.bench_function("layers on a board of 200", |bencher| {
        bencher.iter_batched_ref(
            || {
                let mut fresh = state.clone();
                fresh.touch();
                fresh
            },
            |state| state.refresh(),
            BatchSize::SmallInput,
        );
    });
}

criterion_group!(benches, playouts, decisions, states, layers);
criterion_main!(benches);
