//! Decisions in steps: whatever is said at each step ends in a legal answer, and every legal answer can be come to so.

use std::sync::Arc;

use lawmage_bots::RandomBot;
use lawmage_cards::{CardPool, card_file, deck, starter};
use lawmage_engine::procedure::start::{Seat, Setup};

use lawmage_engine::{Answer, Decision, Player, Rng, Session, State, Step, Steps, View};
use lawmage_ir::Card;

/// Cards that make attacks, blocks, divisions and picks hard to declare.
const DEMANDING: &str = r#"
- {name: Goaded Boar, cost: '{R}', type: Creature — Boar, pt: 3/3, text: "This creature attacks each combat if able."}
- {name: Shy Wolf, cost: '{G}', type: Creature — Wolf, pt: 3/2, text: "This creature can't attack or block alone."}
- {name: Tall Giant, cost: '{R}', type: Creature — Giant, pt: 4/4, text: "Menace\nTrample"}
- {name: Busy Guard, cost: '{W}', type: Creature — Human, pt: 1/4, text: "This creature can block an additional creature each combat."}
- {name: Keen Guard, cost: '{W}', type: Creature — Human, pt: 1/3, text: "This creature blocks each combat if able."}
- {name: Old Comrade, cost: '{W}', type: Creature — Human, pt: 2/2, text: "Banding"}
- {name: Paid Toll, cost: '{W}', type: Enchantment, text: "Creatures can't attack you unless their controller pays {1} for each of those creatures."}
- {name: Split Bolt, cost: '{X}{R}', type: Sorcery, text: "Split Bolt deals X damage divided as you choose among any number of target creatures."}
- {name: Small Search, cost: '{G}', type: Sorcery, text: "Search your library for up to two creature cards with total mana value 2 or less, reveal them, put them into your hand, then shuffle."}
- {name: Odd Counsel, cost: '{U}', type: Instant, text: "Scry 3."}
"#;

fn demanding() -> Vec<Arc<Card>> {
    let mut pool = CardPool::starter().expect("the starter set is read");
    pool.push_file("demanding.yaml", card_file::parse(DEMANDING, "demanding.yaml").expect("the cards are read"));
    let names = DEMANDING.lines().filter_map(|line| line.strip_prefix("- {name: ")?.split(',').next());
    let lands = ["Plains", "Mountain", "Forest", "Island"].map(|name| (name, 4));
    let mut cards = Vec::new();
    for (name, count) in names.map(|name| (name, 3)).chain(lands) {
        let card = pool.card(pool.find(name).expect(name)).expect(name);
        assert!(card.is_complete(), "{name} is understood");
        cards.extend(std::iter::repeat_n(card, count));
    }
    cards
}

fn starter_deck(name: &str) -> Vec<Arc<Card>> {
    let pool = CardPool::starter().expect("the starter set is read");
    let list = starter::deck(name).expect("a starter deck");
    deck::resolve(&list, &pool).expect("its cards are known").cards().cloned().collect()
}

/// Steps at random to a whole answer, which is legal.
fn wander(decision: &Decision, rng: &mut Rng) {
    let mut steps = Steps::new(decision);
    loop {
        let options = steps.options();
        if options.is_empty() {
            break;
        }
        let step = options[rng.below(options.len() as u32) as usize].clone();
        assert!(steps.take(&step), "what is offered can be said: {step:?}");
        assert!(steps.taken() < 2_000, "{decision:?}");
    }
    let answer = steps.answer().expect("no step is left");
    assert_eq!(decision.check(&answer), Ok(()), "{answer:?} to {decision:?}");
}

/// The steps to an answer: all are offered, and lead there.
fn retrace(decision: &Decision, answer: &Answer) {
    let mut steps = Steps::new(decision);
    while !steps.options().is_empty() {
        let step = steps.toward(answer).unwrap_or_else(|| {
            panic!("{answer:?} to {decision:?} is not come to: {:?} after {} steps", steps.options(), steps.taken())
        });
        assert!(steps.take(&step));
    }
    let sorted = |answer: &Answer| match answer.clone() {
        Answer::Attack(mut attack, mut bands) => {
            attack.sort_unstable();
            bands.iter_mut().for_each(|band| band.sort_unstable());
            bands.sort_unstable();
            Answer::Attack(attack, bands)
        }
        Answer::Block(mut block) => {
            block.sort_unstable();
            Answer::Block(block)
        }
        other => other,
    };
    assert_eq!(steps.answer().as_ref().map(sorted), Some(sorted(answer)), "{decision:?}");
}

fn play(decks: [Vec<Arc<Card>>; 2], seed: u64) -> usize {
    let seat = |(name, deck): (&str, _)| Seat { name: name.to_owned(), deck, ..Seat::default() };
    let seats = ["Ann", "Ben"].into_iter().zip(decks).map(seat).collect();
    let setup = Setup { seats, seed: seed.into(), ..Setup::default() };
    let mut session = Session::new(State::new_game(&setup).expect("a setup"));
    let mut bots = [RandomBot::new(seed), RandomBot::new(seed + 1000)];
    let mut rng = Rng::new(seed);
    let mut asked = 0;
    while let Some(decision) = session.question().cloned() {
        let view = View::new(session.state(), decision.player, Some(&decision));
        let answer = bots[decision.player.index()].decide(&view, &decision).expect("a bot answers");
        wander(&decision, &mut rng);
        retrace(&decision, &answer);
        retrace(&decision, &decision.any_legal());
        session.answer(answer).expect("a legal answer");
        asked += 1;
    }
    assert_eq!(session.failure(), None);
    asked
}

#[test]
fn steps_end_in_legal_answers_and_come_to_all_of_them() {
    let demanding = demanding();
    let asked: usize = (0..8).map(|seed| play([demanding.clone(), demanding.clone()], seed)).sum();
    assert!(asked > 500, "{asked} questions");
    for (seed, name) in (0..).zip(starter::deck_names()) {
        play([starter_deck(name), demanding.clone()], seed);
    }
}

/// What is not offered can't be said.
#[test]
fn other_steps_are_refused() {
    let decision = Decision::number(
        lawmage_engine::PlayerId(0),
        lawmage_engine::Ask::X,
        lawmage_ir::rule!("107.3"),
        None,
        (2, 1_000_000),
    );
    let mut steps = Steps::new(&decision);
    assert!(!steps.take(&Step::Done) && !steps.take(&Step::Option(0)) && !steps.take(&Step::Between(0, 1)));
    let mut said = 0;
    while let Some(step) = steps.toward(&Answer::Number(777_777)) {
        assert!(steps.take(&step));
        said += 1;
    }
    assert_eq!((steps.answer(), said), (Some(Answer::Number(777_777)), 6), "ten ranges a step");
}
