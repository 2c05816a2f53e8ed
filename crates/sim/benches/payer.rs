//! How fast the payer answers: plain lands, and boards where sources have choices, add to one another and want the same
//! creatures. Each answer is asserted, and that it takes under 2 ms whether it is yes or no.

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use lawmage_cards::{CardPool, card_file};
use lawmage_engine::pay::needs::Rest;
use lawmage_engine::pay::{ManaDue, Purpose};
use lawmage_engine::{PlayerId, State};
use lawmage_ir::{Card, ManaCost, Zone};

/// What every answer may take; unoptimized, as tests build it, ten times as long.
const LIMIT: Duration = Duration::from_millis(if cfg!(debug_assertions) { 20 } else { 2 });

const CARDS: &str = r#"
- {name: Bench Meadow, type: Land, text: "{T}: Add {W}."}
- {name: Bench Lagoon, type: Land, text: "{T}: Add {W} or {U}."}
- {name: Bench Blossom, type: Artifact, text: "{T}: Add three mana of any one color."}
- {name: Bench Pyre, type: Artifact, text: "Sacrifice a creature: Add {C}{C}."}
- {name: Bench Kiln, type: Artifact, text: "Sacrifice another creature or artifact: Add {R}."}
- {name: Bench Beads, type: Artifact, text: "{1}, {T}: Add {W}{U}."}
- {name: Bench Shards, type: Artifact, text: "{1}, {T}: Add {B}{R}."}
- {name: Bench Bough, type: Artifact, text: "{1}, {T}: Add {G}{W}."}
- {name: Bench Whelp, type: Creature, pt: 1/1}
- {name: Bench Dryad, type: Creature, pt: 1/1, text: "{T}: Add {G}."}
- {name: Bench Spring, type: Enchantment, text: "Whenever a player taps a land for mana, that player adds one mana of any type that land produced."}
"#;

fn board(things: &[(&str, usize)]) -> State {
    let mut pool = CardPool::empty();
    pool.push_file("bench", card_file::parse(CARDS, "bench").expect("cards"));
    let card = |name: &str| -> Arc<Card> { pool.card(pool.find(name).expect(name)).expect(name) };
    let all: Vec<Arc<Card>> = things.iter().map(|(name, _)| card(name)).collect();
    let mut state = State::empty(&[("A".to_owned(), 20), ("B".to_owned(), 20)], 1, all.iter());
    for ((_, count), card) in things.iter().zip(&all) {
        for _ in 0..*count {
            state.place(card, PlayerId(0), Zone::Battlefield);
        }
    }
    state.touch();
    state.refresh();
    state
}

fn answer(state: &State, cost: &str) -> bool {
    let bill = ManaDue::of(&ManaCost::parse(cost).expect(cost), 0);
    let supply = state.supply(PlayerId(0), false);
    state.payable(PlayerId(0), &bill, Purpose::Other, &supply, &Rest::default())
}

/// A board's name, its cards with their numbers, and costs with whether they can be paid.
type Board<'a> = (&'a str, &'a [(&'a str, usize)], &'a [(&'a str, bool)]);

fn payer(criterion: &mut Criterion) {
    let lands: &[(&str, usize)] = &[("Bench Meadow", 5), ("Bench Lagoon", 3)];
    let blossoms: &[(&str, usize)] = &[("Bench Blossom", 10)];
    let twenty: &[(&str, usize)] = &[
        ("Bench Lagoon", 8),
        ("Bench Blossom", 6),
        ("Bench Pyre", 2),
        ("Bench Kiln", 1),
        ("Bench Dryad", 3),
        ("Bench Whelp", 4),
        ("Bench Spring", 1),
    ];
    let costly: &[(&str, usize)] = &[
        ("Bench Meadow", 2),
        ("Bench Beads", 4),
        ("Bench Shards", 4),
        ("Bench Bough", 4),
        ("Bench Blossom", 4),
        ("Bench Pyre", 1),
        ("Bench Whelp", 3),
    ];
    let boards: [Board<'_>; 4] = [
        ("plain lands", lands, &[("{3}{W}{U}", true), ("{5}{W}{U}{U}{U}{U}", false)]),
        (
            "ten with choices",
            blossoms,
            &[("{30}", true), ("{31}", false), ("{C}", false), ("{20}{W}{W}{U}{U}{B}", true)],
        ),
        (
            "twenty of three kinds",
            twenty,
            &[
                ("{40}{W}{W}{U}{U}", true),
                ("{10}{W}{W}{U}{U}", true),
                ("{10}{W}{W}{W}{W}{W}{U}{U}{U}{U}{U}{B}{B}{B}{R}", true),
                ("{59}", true),
                ("{60}", false),
                ("{30}{C}{C}{C}{C}{W}{U}", true),
                ("{12}{C}{C}{C}{C}{C}{C}{C}{C}{C}{C}{C}{C}{C}{C}{C}{C}", false),
                ("{10}{W}{W}{W}{W}{U}{U}{U}{U}{B}{B}{B}{B}{B}{B}{B}{G}{G}{G}{G}{G}{G}{G}{G}{G}{G}{G}{G}{G}", false),
            ],
        ),
        (
            "costing mana",
            costly,
            &[
                ("{W}{U}{B}{R}{G}", true),
                ("{20}{W}{U}", true),
                ("{33}", false),
                ("{5}{U}{U}{U}{U}{B}{B}{B}{B}{G}{G}", true),
            ],
        ),
    ];
    for (name, things, costs) in boards {
        let state = board(things);
        for (cost, expected) in costs {
            assert_eq!(answer(&state, cost), *expected, "{name}: {cost}");
            let best = (0..5)
                .map(|_| {
                    let start = Instant::now();
                    black_box(answer(&state, cost));
                    start.elapsed()
                })
                .min();
            assert!(best.is_some_and(|t| t < LIMIT), "{name}: {cost} takes {best:?}");
            criterion.bench_function(&format!("{name}: {cost}"), |bencher| {
                bencher.iter(|| assert_eq!(black_box(answer(&state, cost)), *expected));
            });
        }
    }
}

criterion_group!(benches, payer);
criterion_main!(benches);
