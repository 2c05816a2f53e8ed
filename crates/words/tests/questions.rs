//! Every question says what it asks: many games are played, and none of their questions is without content.

use std::collections::BTreeSet;
use std::sync::Arc;

use lawmage_bots::RandomBot;
use lawmage_cards::{CardPool, card_file, deck, starter};
use lawmage_engine::procedure::start::{Seat, Setup};
use lawmage_engine::{Player, Session, State, View};
use lawmage_ir::Card;
use lawmage_words as words;

/// Questions after which a game is long enough.
const LONG_ENOUGH: usize = 900;

/// Cards that ask things in the middle, in words of our own.
const ASKING: &str = r#"
- {name: Test Ponderer, cost: '{U}', type: Sorcery, text: "Look at the top three cards of your library, then put them back in any order. You may shuffle.\nDraw a card."}
- {name: Test Storm of Thought, cost: '{U}', type: Instant, text: "Draw three cards, then put two cards from your hand on top of your library in any order."}
- {name: Test Leak, cost: '{1}{U}', type: Instant, text: "Counter target spell unless its controller pays {3}."}
- {name: Test Double, cost: '{2}{U}', type: Creature — Shapeshifter, pt: 0/0, text: "You may have this creature enter as a copy of any creature on the battlefield."}
- {name: Test Edict, cost: '{U}', type: Sorcery, text: "Target player sacrifices a creature of their choice."}
- {name: Test Altar, cost: '{1}', type: Artifact, text: "Sacrifice a creature: Scry 1."}
- {name: Test Tutor, cost: '{U}', type: Sorcery, text: "Search your library for a creature card, reveal it, put it into your hand, then shuffle."}
- {name: Test Bell, cost: '{1}', type: Artifact, text: "Whenever a creature enters, you may pay {1}. If you do, draw a card."}
- {name: Test Chooser, cost: '{1}{U}', type: Instant, text: "Choose one —\n• Draw a card.\n• Tap target creature."}
- {name: Test Walker, cost: '{1}', type: Artifact Creature — Golem, pt: 1/1, text: ''}
"#;

fn pool() -> CardPool {
    let mut pool = CardPool::starter().expect("the starter set is read");
    pool.push_file("asking.yaml", card_file::parse(ASKING, "asking.yaml").expect("the cards are read"));
    pool
}

fn starter_deck(name: &str, pool: &CardPool) -> Vec<Arc<Card>> {
    let list = starter::deck(name).expect("a starter deck");
    deck::resolve(&list, pool).expect("its cards are known").cards().cloned().collect()
}

fn asking_deck(pool: &CardPool) -> Vec<Arc<Card>> {
    let names = ASKING.lines().filter_map(|l| l.strip_prefix("- {name: ")?.split(',').next());
    let mut cards: Vec<Arc<Card>> = Vec::new();
    for (name, count) in names.map(|n| (n, 4)).chain([("Island", 24)]) {
        let card = pool.card(pool.find(name).expect(name)).expect(name);
        assert!(card.is_complete(), "{name} is understood");
        cards.extend(std::iter::repeat_n(card, count));
    }
    cards
}

/// Plays a game, and looks at each question as the player asked sees it.
fn questions(decks: [Vec<Arc<Card>>; 2], seed: u64, look: &mut dyn FnMut(&View<'_>, &lawmage_engine::Decision)) {
    let [one, other] = decks;
    let seat =
        |name: &str, deck, manual_payment| Seat { name: name.to_owned(), deck, manual_payment, ..Seat::default() };
    let seats = vec![seat("Ann", one, true), seat("Ben", other, false)];
    let mut session = Session::new(
        State::new_game(&Setup { seats, seed: seed.into(), first: None, ..Setup::default() }).expect("a setup"),
    );
    let mut bots = [RandomBot::new(seed), RandomBot::new(seed + 1)];
    for _ in 0..LONG_ENOUGH {
        let Some(decision) = session.question().cloned() else { break };
        let view = session.view(decision.player);
        look(&view, &decision);
        let answer = bots[decision.player.index()].decide(&view, &decision).expect("a bot answers");
        session.answer(answer).expect("a legal answer");
    }
    assert_eq!(session.failure(), None);
}

/// Whether a question has a verb and an object, not just a frame for them.
fn has_content(text: &str) -> bool {
    let empty =
        ["to for ", "Choose for", "do what its text", "pay what its text", "apply its effect", "choose one of these?"];
    let ends = text.ends_with(['.', '?', ':']);
    let (_, what) = text.split_once(": ").unwrap_or(("", text));
    ends && what.split_whitespace().count() >= 2
        && !empty.iter().any(|e| text.contains(e))
        && !text.contains("  ")
        && !what.starts_with(['?', '.'])
        || text.starts_with("Pay for ")
}

#[test]
fn no_question_is_without_content() {
    let pool = pool();
    let mut asks: BTreeSet<String> = BTreeSet::new();
    let mut empty: BTreeSet<String> = BTreeSet::new();
    let names: Vec<&str> = starter::deck_names().collect();
    for seed in 0..24u64 {
        let other = starter_deck(names[seed as usize % names.len()], &pool);
        questions([asking_deck(&pool), other], seed, &mut |view, decision| {
            let text = words::question(view, decision);
            asks.insert(format!("{:?}", decision.ask).split(['(', ' ']).next().unwrap_or_default().to_owned());
            if !has_content(&text) {
                empty.insert(format!("{:?} ({}): {text}", decision.ask, decision.rule));
            }
            for option in decision.options() {
                let text = words::option(view, decision, option);
                if text.is_empty() || text.starts_with("mode ") || text.starts_with("cost ") {
                    empty.insert(format!("{:?}, option {option:?}: {text}", decision.ask));
                }
            }
        });
    }
    assert!(empty.is_empty(), "without content: {empty:#?}");
    for wanted in ["May", "MayPay", "MayReplace", "Choose", "Search", "Targets", "Modes", "CostObjects", "OrderCards"] {
        assert!(asks.contains(wanted), "{wanted} was asked, among {asks:?}");
    }
}

#[test]
fn questions_are_sentences_of_the_cards() {
    let pool = pool();
    let mut said: BTreeSet<String> = BTreeSet::new();
    for seed in 100..124 {
        questions([asking_deck(&pool), asking_deck(&pool)], seed, &mut |view, decision| {
            said.insert(words::question(view, decision));
        });
    }
    for wanted in [
        "Test Ponderer: shuffle your library?",
        "Test Storm of Thought: put two cards from your hand on top of your library in any order.",
        "Test Double: have this creature enter as a copy of any creature on the battlefield?",
        "Test Edict: sacrifice a creature.",
        "Test Altar: sacrifice a creature to pay its cost.",
        "Test Tutor: search your library for a creature card, reveal it.",
        "Test Chooser: choose target creature.",
    ] {
        let near: Vec<&String> = said.iter().filter(|s| s.starts_with(&wanted[..9])).collect();
        assert!(said.contains(wanted), "{wanted}: {near:#?}");
    }
    assert!(said.iter().any(|s| s.starts_with("Test Leak: pay {3}? If you don't: counter ")), "{said:#?}");
    assert!(said.iter().any(|s| s.starts_with("Test Bell: pay {1}?")), "{said:#?}");
}

#[test]
fn equal_keywords_are_shown_once() {
    let mut pool = CardPool::empty();
    let text = "- {name: Test Sentinel, cost: '{W}', type: Creature — Soldier, pt: 1/1, \
        text: \"Vigilance, vigilance, protection from red, protection from blue\"}";
    pool.push_file("mine.yaml", card_file::parse(text, "mine.yaml").expect("read"));
    let card = pool.card(pool.find("Test Sentinel").expect("known")).expect("compiled");
    let mut state = State::empty(&[("Ann".to_owned(), 20), ("Ben".to_owned(), 20)], 1, std::iter::once(&card));
    let me = lawmage_engine::PlayerId(0);
    let id = state.place(&card, me, lawmage_ir::Zone::Battlefield);
    state.touch();
    state.refresh();
    let view = View::new(&state, me, None);
    let seen = view.object(id).expect("seen");
    let shown = words::permanent(&view, &seen);
    let wanted = "Test Sentinel 1/1 vigilance, protection from red, protection from blue";
    assert!(shown == wanted || shown.starts_with(&format!("{wanted} [")), "{shown}");
}

#[test]
fn a_stale_name_tells_nothing_hidden() {
    let pool = pool();
    let deck = starter_deck("red-raiders", &pool);
    let seats = ["Ann", "Ben"].map(|name| Seat { name: name.to_owned(), deck: deck.clone(), ..Seat::default() });
    let session = Session::new(
        State::new_game(&Setup { seats: seats.to_vec(), seed: 5.into(), first: None, ..Setup::default() })
            .expect("a setup"),
    );
    let view = session.view(lawmage_engine::PlayerId(0));
    for slot in 0..session.state().objects().len() as u32 {
        for generation in 0..3 {
            let id = lawmage_engine::ObjectId { slot, generation };
            if !view.can_see(id) {
                assert_eq!(&*view.object_name(id), "a card", "made-up and hidden ids name nothing");
            }
        }
    }
}
