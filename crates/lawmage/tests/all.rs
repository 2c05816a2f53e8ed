//! What the front crate promises: its examples run, and what can't be is refused with the reason.

use lawmage::{Cards, Match, PlayerId};

#[path = "../examples/opening_hands.rs"]
mod opening_hands;
#[path = "../examples/own_card.rs"]
mod own_card;
#[path = "../examples/two_bots.rs"]
mod two_bots;
#[path = "../examples/what_happens.rs"]
mod what_happens;

type Outcome = Result<(), Box<dyn std::error::Error>>;

#[test]
fn the_examples_run() -> Outcome {
    two_bots::main()?;
    what_happens::main()?;
    own_card::main()?;
    opening_hands::main()
}

#[test]
fn what_can_not_be_is_refused_with_the_reason() -> Outcome {
    let cards = Cards::with_own("[{name: Odd Thing, cost: '{R}', type: Sorcery, text: Do something odd.}]", "mine")?;
    let refused = |list: &str| cards.list(list, "list").err().map(|why| why.to_string()).unwrap_or_default();
    assert!(refused("4 Odd Thing").contains("not understood completely: Odd Thing"), "{}", refused("4 Odd Thing"));
    assert!(refused("4 No Such Card").contains("No Such Card"), "{}", refused("4 No Such Card"));
    assert!(refused("").contains("list"), "{}", refused(""));
    let alone = Match::new().seat("Ann", cards.starter_deck("red-raiders")?).seed(1).start();
    assert!(alone.is_err(), "nobody plays alone");
    Ok(())
}

#[test]
fn an_answer_that_breaks_a_rule_names_it_and_changes_nothing() -> Outcome {
    let cards = Cards::starter()?;
    let seat = |name: &str| (name.to_owned(), cards.starter_deck("red-raiders"));
    let mut table = Match::new().first(1).names_of(&cards).seed(3);
    for (name, deck) in ["Ann", "Bob"].map(seat) {
        table = table.seat(&name, deck?);
    }
    let mut game = table.start()?;
    let question = game.question().expect("the game has begun").clone();
    let refused = game.answer(lawmage::Answer::Number(7)).expect_err("no number was asked for");
    assert_eq!((refused.rule, game.question()), (question.rule, Some(&question)));
    game.answer(question.any_legal())?;
    game.concede(PlayerId(0));
    assert!(game.happened().iter().any(|line| line.ends_with("(104.3a)")));
    assert!(game.result().is_some());
    Ok(())
}
