//! Nobody is shown or told what they may not know: many games with secrets are played, and at many of their questions the hidden
//! cards are dealt anew. Nothing that a viewer sees or is asked may differ by it.

use std::collections::BTreeSet;
use std::sync::Arc;

use lawmage_bots::RandomBot;
use lawmage_cards::{CardPool, card_file};
use lawmage_engine::procedure::start::{Seat, Setup};
use lawmage_engine::{
    self as engine, CardReference, Decision, Player, PlayerId, Reference, Session, Sight, State, View, Viewer,
};
use lawmage_host::Watch;
use lawmage_host::question::to_engine;
use lawmage_ir::{Card, Face};
use lawmage_protocol::Answer;

/// Questions after which a game is long enough.
const LONG_ENOUGH: usize = 400;

/// At every so many questions, the hidden cards are dealt anew.
const EVERY: usize = 9;

/// Cards with secrets, in words of our own.
const SECRETIVE: &str = r#"
- {name: Veiled Runner, cost: '{3}{U}', type: Creature — Rogue, pt: 3/3, text: "Morph {2}"}
- {name: Cloaked Sage, cost: '{4}{U}', type: Creature — Wizard, pt: 2/4, text: "Disguise {1}{U}"}
- {name: Foreseen Gale, cost: '{4}{U}', type: Sorcery, text: "Draw two cards.\nForetell {1}{U}"}
- {name: Buried Scheme, cost: '{U}', type: Sorcery, text: "Manifest the top card of your library."}
- {name: Whispered Order, cost: '{U}', type: Instant, text: "Scry 3."}
- {name: Turned Thought, cost: '{U}', type: Instant, text: "Draw three cards, then put two cards from your hand on top of your library in any order."}
- {name: Open Palm, cost: '{U}', type: Sorcery, text: "Target player reveals their hand."}
- {name: Quiet Search, cost: '{U}', type: Sorcery, text: "Search your library for a creature card, put it into your hand, then shuffle."}
- {name: Loud Search, cost: '{U}', type: Sorcery, text: "Search your library for a creature card, reveal it, put it into your hand, then shuffle."}
- {name: Sent Home, cost: '{U}', type: Instant, text: "Return target creature to its owner's hand."}
- {name: Locked Drawer, cost: '{1}{U}', type: Sorcery, text: "Look at the top four cards of your library, then exile one of them face down and put the rest on the bottom of your library in a random order."}
- {name: Glass Crown, cost: '{2}', type: Artifact, text: "Play with the top card of your library revealed."}
- {name: Mirror Pool, cost: '{2}', type: Artifact, text: "You may look at the top card of your library any time."}
- {name: Cut Purse, cost: '{U}', type: Sorcery, text: "Look at target opponent's hand and choose a card from it. That player discards that card."}
- {name: Placed Stone, cost: '{U}', type: Sorcery, text: "Put target creature on the bottom of its owner's library."}
"#;

/// Cards about names.
const SPOKEN: &str = r#"
- {name: Spoken Word, cost: '{U}', type: Sorcery, text: "Choose a nonland card name. Target player reveals their hand."}
- {name: Kept Secret, cost: '{U}', type: Sorcery, text: "Draw a card."}
- {name: Another Card, cost: '{U}', type: Sorcery, text: "Draw a card."}
"#;

fn deck() -> Vec<Arc<Card>> {
    let mut pool = CardPool::starter().expect("the starter set is read");
    pool.push_file("secretive.yaml", card_file::parse(SECRETIVE, "secretive.yaml").expect("the cards are read"));
    let names = SECRETIVE.lines().filter_map(|line| line.strip_prefix("- {name: ")?.split(',').next());
    let mut cards: Vec<Arc<Card>> = Vec::new();
    for (name, count) in names.map(|name| (name, 2)).chain([("Island", 16)]) {
        let card = pool.card(pool.find(name).expect(name)).expect(name);
        assert!(card.is_complete(), "{name} is understood");
        cards.extend(std::iter::repeat_n(card, count));
    }
    cards
}

/// What someone sees and is asked, as it would be sent.
fn sent(watch: &Watch, state: &State, decision: Option<&Decision>) -> String {
    let mut watch = watch.clone();
    let sight = Sight::new(state, watch.viewer(), decision);
    let seen = serde_json::to_string(&watch.observe(&sight)).expect("an observation is written");
    let asked = sight.decision().map(|decision| watch.ask(&sight, 0, decision));
    format!("{seen}\n{}", serde_json::to_string(&asked).expect("a question is written"))
}

/// Plays a game with random bots, watched by those; at each question `look` looks at it: how many were asked before, the state, the
/// question, and each who watches in turn.
fn play(
    decks: Vec<Vec<Arc<Card>>>,
    viewers: &[Viewer],
    seed: u64,
    look: &mut dyn FnMut(usize, &State, &Decision, &mut Watch),
) {
    let seat = |(name, deck): (&str, _)| Seat { name: name.to_owned(), deck, ..Seat::default() };
    let seats: Vec<Seat> = ["Ann", "Ben", "Cid"].into_iter().zip(decks).map(seat).collect();
    let mut bots: Vec<RandomBot> = (1..=seats.len() as u64).map(|n| RandomBot::new(seed * 5 + n)).collect();
    let state = State::new_game(&Setup { seats, seed: seed.into(), first: None, ..Setup::default() }).expect("a setup");
    let watches: Vec<Watch> = viewers.iter().copied().map(Watch::new).collect();
    let mut session = Session::heard_by(state, watches);
    for asked in 0..LONG_ENOUGH {
        let (watches, state, Some(decision)) = session.parts() else { break };
        for watch in watches {
            look(asked, state, decision, watch);
        }
        let view = View::new(state, decision.player, Some(decision));
        let answer = bots[decision.player.index()].decide(&view, decision).expect("a random bot answers");
        session.answer(answer).expect("its answers are legal");
    }
    assert!(session.failure().is_none(), "{:?}", session.failure());
}

/// Plays a game of three, and looks at it from all seats and from outside.
fn look_at(seed: u64, cards: &[Arc<Card>]) {
    let viewers = [0, 1, 2].map(|seat| Viewer::Player(PlayerId(seat))).into_iter().chain([Viewer::Spectator]);
    let viewers: Vec<Viewer> = viewers.collect();
    play(vec![cards.to_vec(); 3], &viewers, seed, &mut |asked, state, decision, watch| {
        watch.observe(&Sight::new(state, watch.viewer(), Some(decision)));
        if asked % EVERY > 0 {
            return;
        }
        let dealt = state.fork(watch.viewer(), Some(decision), asked as u64);
        let (is, might_be) = (sent(watch, state, Some(decision)), sent(watch, &dealt, Some(decision)));
        assert_eq!(is, might_be, "{:?} can tell what is hidden (seed {seed}, question {asked})", watch.viewer());
    });
}

#[test]
fn hidden_cards_dealt_anew_change_nothing_that_a_viewer_sees_or_is_asked() {
    let cards = deck();
    for seed in 0..12 {
        look_at(seed, &cards);
    }
}

/// A game that waits is forked at each kind of question, in the middle of ticks too: the viewer sees and is asked the same, other cards are
/// dealt, and the fork plays on to its end.
#[test]
fn a_game_is_forked_where_it_waits() {
    let cards = deck();
    let (mut within, mut other, mut none) = (0, 0, 0);
    for seed in 0..6 {
        let seat = |name: &str| Seat { name: name.to_owned(), deck: cards.clone(), ..Seat::default() };
        let seats = ["Ann", "Ben", "Cid"].map(seat).to_vec();
        let state = State::new_game(&Setup { seats, seed: seed.into(), ..Setup::default() }).expect("a setup");
        let mut bots: Vec<RandomBot> = (1..4).map(|n| RandomBot::new(seed * 5 + n)).collect();
        let mut session = Session::new(state);
        for asked in 0..LONG_ENOUGH {
            let Some(question) = session.question().cloned() else { break };
            let is_within = session.answered() > session.tick_began();
            if asked % 5 == 0 || is_within {
                let viewer = Viewer::Player(PlayerId((asked % 3) as u8));
                match session.fork(viewer, asked as u64) {
                    Some(fork) => {
                        let watch = Watch::new(viewer);
                        let (is, might_be) = (
                            sent(&watch, session.state(), Some(&question)),
                            sent(&watch, fork.state(), fork.question()),
                        );
                        let differs = is.bytes().zip(might_be.bytes()).position(|(a, b)| a != b);
                        let from = differs.unwrap_or(0).saturating_sub(150);
                        let part = |text: &str| text.chars().skip(from).take(300).collect::<String>();
                        assert!(
                            is == might_be,
                            "{viewer:?} sees another game (seed {seed}, question {asked}): {}\nfor {}",
                            part(&might_be),
                            part(&is)
                        );
                        within += u32::from(is_within);
                        let names = |state: &State| -> Vec<String> {
                            let all =
                                state.players().iter().flat_map(|player| player.hand.iter().chain(&player.library));
                            all.map(|id| Sight::new(state, Viewer::Judge, None).object_name(*id).to_string()).collect()
                        };
                        other += u32::from(names(session.state()) != names(fork.state()));
                        if asked % 20 == 0 {
                            play_out(fork, seed + asked as u64);
                        }
                    }
                    None => none += 1,
                }
            }
            let view = View::new(session.state(), question.player, Some(&question));
            let answer = bots[question.player.index()].decide(&view, &question).expect("a random bot answers");
            session.answer(answer).expect("its answers are legal");
        }
    }
    assert!(within > 120 && other > 300, "{within} in the middle of ticks, {other} with other cards, {none} none");
    assert!(none * 20 < other, "{other} with other cards, {none} none");
}

/// Plays a fork on for a while.
fn play_out(mut fork: Session, seed: u64) {
    let mut bot = RandomBot::new(seed);
    for _ in 0..200 {
        let Some(question) = fork.question().cloned() else { break };
        let view = View::new(fork.state(), question.player, Some(&question));
        let answer = bot.decide(&view, &question).expect("a random bot answers");
        fork.answer(answer).expect("its answers are legal");
    }
    assert!(fork.failure().is_none(), "{:?}", fork.failure());
}

/// A shuffled library's ids are in the order of its cards: they tell nothing of the deck list, in which a card always stands in
/// the same place.
#[test]
fn ids_do_not_follow_the_deck_list() {
    let cards = deck();
    let seat = |name: &str| Seat { name: name.to_owned(), deck: cards.clone(), ..Seat::default() };
    let setup = Setup {
        seats: ["Ann", "Ben"].map(seat).to_vec(),
        seed: 3.into(),
        first: Some(PlayerId(0)),
        ..Setup::default()
    };
    let session = Session::new(State::new_game(&setup).expect("a setup"));
    for player in session.state().players() {
        let dealt: Vec<u32> = player.hand.iter().chain(&player.library).map(|id| id.slot).collect();
        assert_eq!(dealt.len(), cards.len(), "hands are drawn");
        assert!(dealt.is_sorted(), "{dealt:?}");
    }
}

#[test]
fn what_is_told_of_hidden_cards_names_none() {
    let cards = deck();
    let names: BTreeSet<String> = cards.iter().map(|card| card.name.to_string()).filter(|n| n != "Island").collect();
    for seed in 100..112 {
        told_only_what_is_seen(seed, &cards, &names);
    }
}

/// Plays a game in which one player's cards all are the only ones of their names: every name that another hears is one that they
/// have seen, or see just then.
fn told_only_what_is_seen(seed: u64, cards: &[Arc<Card>], names: &BTreeSet<String>) {
    let island: Vec<Arc<Card>> =
        cards.iter().filter(|card| &*card.name == "Island").cloned().cycle().take(40).collect();
    let mut seen = String::new();
    let ben = Viewer::Player(PlayerId(1));
    play(vec![cards.to_vec(), island], &[ben], seed, &mut |_, state, decision, watch| {
        let sight = Sight::new(state, ben, Some(decision));
        seen += &serde_json::to_string(&watch.observe(&sight)).expect("an observation is written");
        for event in watch.take_heard() {
            // What is shown and shuffled away at once is seen only in the telling.
            if event.text.contains("reveals") {
                seen += &event.text;
            }
            let unseen = names.iter().find(|name| event.text.contains(name.as_str()) && !seen.contains(name.as_str()));
            assert_eq!(unseen, None, "“{}” is told to one who hasn't seen that (seed {seed})", event.text);
        }
    });
}

/// Asked for a card name (201.4), a player is told none of those that only others' hidden cards have, and may choose any that there
/// is: of a card in no deck, too.
#[test]
fn card_names_are_of_all_cards_and_offered_of_those_known() {
    struct OneMore(Arc<Face>);
    impl CardReference for OneMore {
        fn face_named(&self, name: &str) -> Option<Arc<Face>> {
            Some(self.0.clone()).filter(|face| face.name.to_lowercase() == name.to_lowercase())
        }
        fn any_face(&self, wanted: &dyn Fn(&Face) -> bool) -> Option<Arc<Face>> {
            Some(self.0.clone()).filter(|face| wanted(face))
        }
    }
    let mut pool = CardPool::starter().expect("the starter set is read");
    pool.push_file("spoken.yaml", card_file::parse(SPOKEN, "spoken.yaml").expect("the cards are read"));
    let card = |name: &str| pool.card(pool.find(name).expect(name)).expect(name);
    let deck = |spell: &str| [vec![card(spell); 20], vec![card("Island"); 20]].concat();
    let (own, theirs) = (deck("Spoken Word"), deck("Kept Secret"));
    let asked = |reference: &Reference, seed: u64| {
        let seat = |(name, deck): (&str, &Vec<Arc<Card>>)| Seat {
            name: name.to_owned(),
            deck: deck.clone(),
            ..Seat::default()
        };
        let seats = [("Ann", &own), ("Ben", &theirs)].map(seat).to_vec();
        let (first, reference) = (Some(PlayerId(0)), reference.clone());
        let setup = Setup { seats, seed: seed.into(), first, reference, ..Setup::default() };
        let mut session = Session::new(State::new_game(&setup).expect("a setup"));
        let mut bot = RandomBot::new(seed);
        while let Some(decision) = session.question().cloned() {
            // Later on, Ben has shown his cards.
            if session.state().turn().number > 1 {
                return None;
            }
            if let engine::Domain::Name(domain) = &decision.domain {
                return Some((*domain.clone(), decision));
            }
            let answer = bot.decide(&View::new(session.state(), decision.player, Some(&decision)), &decision);
            session.answer(answer.expect("a random bot answers")).expect("its answers are legal");
        }
        None
    };
    let asks = |reference: Reference| (0..1_000).find_map(|seed| asked(&reference, seed)).expect("a name is asked for");
    let elsewhere = card("Another Card").faces.first().cloned().expect("a face");
    let (domain, decision) = asks(Reference::new(Arc::new(OneMore(elsewhere))));
    assert!(domain.known.iter().all(|name| &**name != "Kept Secret"), "{:?}", domain.known);
    let answer =
        |name: &str| to_engine(&decision, &Answer::Name(vec![name.to_owned()])).map(|answer| decision.check(&answer));
    assert_eq!(answer("another card"), Ok(Ok(())), "a card in no deck can be named");
    assert!(
        answer("Island").is_err(),
        "the reference of this test knows but one card, and a nonland name is asked for"
    );
    assert!(answer("No Such Card").is_err());
    let (domain, _) = asks(Reference::default());
    assert_eq!(
        domain.known.iter().map(|name| &**name).collect::<Vec<_>>(),
        ["Spoken Word"],
        "of the own cards, what is no land"
    );
}
