//! Short texts of our own, and what they must mean.

use lawmage_ir::{Ability, Amount, Clause, Condition, Continuous, Instruction, Program, Ref, Selector, Test, Who};

use crate::compile_ability_text;

/// The program of a triggered ability with that effect.
fn program(effect: &str) -> Option<Program> {
    let text = format!("When this creature enters, {effect}");
    match compile_ability_text(&text, "Reed Warden")?.pop()? {
        Ability::Triggered(ability) => Some(ability.program),
        _ => None,
    }
}

/// Its instructions.
fn does(effect: &str) -> Vec<Clause> {
    program(effect).and_then(|mut p| p.modes.pop()).map(|m| m.clauses).unwrap_or_default()
}

#[test]
fn its_controller_is_the_targets() {
    let clauses = does("destroy target artifact. Its controller draws a card.");
    let of = Who::Controller(Box::new(Ref::Target(0)));
    assert!(
        matches!(&clauses[..], [_, Clause { does: Instruction::Draw { who, .. }, .. }] if *who == of),
        "{clauses:?}"
    );
}

#[test]
fn a_returned_card_is_spoken_of_as_the_new_object() {
    let clauses = does("return target creature card from your graveyard to the battlefield. Tap it.");
    assert!(
        matches!(
            &clauses[..],
            [Clause { out: Some(0), .. }, Clause { does: Instruction::Tap(Selector::Ref(Ref::Slot(0))), .. }]
        ),
        "{clauses:?}"
    );
}

#[test]
fn the_rest_is_the_group_without_what_was_taken() {
    let clauses = does(
        "look at the top three cards of your library. Put one of them into your hand and the rest into your graveyard.",
    );
    let rest = Selector::Except(Box::new(Selector::slot(0)), Box::new(Selector::slot(1)));
    assert!(
        matches!(&clauses[..], [_, _, Clause { does: Instruction::Move { what, .. }, .. }] if *what == rest),
        "{clauses:?}"
    );
}

#[test]
fn it_behind_the_other_is_the_other() {
    let clauses = does(
        "choose up to two target creature cards in your graveyard. An opponent chooses one of them. \
         Return that card to your hand. Return the other to the battlefield under your control. It gains haste.",
    );
    let [.., Clause { out: Some(other), .. }, gains] = &clauses[..] else { panic!("{clauses:?}") };
    let Instruction::Effect { effects, .. } = &gains.does else { panic!("{gains:?}") };
    assert!(
        matches!(&effects[..], [Continuous::Modify { what: Selector::Ref(Ref::Slot(slot)), .. }] if slot == other),
        "{gains:?}"
    );
}

#[test]
fn each_player_chooses_among_their_own() {
    let clauses = does("each opponent sacrifices a creature of their choice.");
    let [Clause { does: Instruction::Sacrifice { who: Who::Opponents, what: Selector::Choose(choice) }, .. }] =
        &clauses[..]
    else {
        panic!("{clauses:?}");
    };
    assert_eq!(choice.by, Who::Ref(Ref::Each));
    assert!(
        matches!(&choice.from, Selector::All(f) if matches!(&f.test, Test::And(all) if all.contains(&Test::Controlled(Who::Ref(Ref::Each))))),
        "{choice:?}"
    );
}

#[test]
fn if_you_do_asks_whether_the_optional_part_was_done() {
    let clauses = does("you may sacrifice another creature. If you do, draw two cards.");
    assert!(
        matches!(
            &clauses[..],
            [
                Clause { does: Instruction::May { .. }, out: Some(a) },
                Clause { does: Instruction::If { condition: Condition::Done(b), .. }, .. }
            ] if a == b
        ),
        "{clauses:?}"
    );
}

#[test]
fn x_is_what_the_sentence_says() {
    let clauses = does("you gain X life, where X is the number of creatures you control.");
    assert!(
        matches!(&clauses[..], [Clause { does: Instruction::GainLife(Who::You, Amount::Count(_)), .. }]),
        "{clauses:?}"
    );
}

#[test]
fn a_multiplier_of_an_x_is_declined_not_dropped() {
    assert!(program("you gain X life for each creature you control.").is_none());
    assert!(program("draw a card for each creature you control.").is_some());
}

#[test]
fn what_is_not_understood_is_declined() {
    for text in [
        "destroy target creature sideways.",
        "draw a card and frobnicate.",
        "exile a card.",
        "put a creature card onto the battlefield.",
        "you gain that much life.",
        "put the rest into your graveyard.",
    ] {
        assert!(program(text).is_none(), "{text}");
    }
}

#[test]
fn another_target_is_not_the_first() {
    let program =
        program("target creature gets +1/+1 until end of turn. Another target creature gets -1/-1 until end of turn.");
    let targets = program.and_then(|mut p| p.modes.pop()).map(|m| m.targets).unwrap_or_default();
    let other = Test::not(Test::Is(Ref::Target(0)));
    assert!(
        matches!(&targets[..], [_, second] if matches!(&second.filter.test, Test::And(all) if all.contains(&other))),
        "{targets:?}"
    );
}

#[test]
fn stickers_attractions_and_dice_are_printed_as_they_are_read() {
    let face = lawmage_ir::Face { name: "Reed Warden".into(), ..lawmage_ir::Face::default() };
    for text in [
        "{T}: You may put a sticker on target nonland permanent you own without paying its ticket cost.",
        "{T}: Put a name sticker on target creature you own. You gain life equal to the number of E's on that sticker.",
        "{T}: Move a sticker from target creature onto another target creature you own.",
        "Whenever you put an art sticker on a creature, draw a card.",
        "Whenever you open an Attraction, draw a card.",
        "Whenever you roll to visit your Attractions, draw a card.",
        "Visit — Roll a d6. If the result is 4 or more, claim the prize.\nPrize — Draw two cards.",
        "Whenever you roll one or more dice, draw a card.",
        "Whenever you roll a 5 or higher, draw a card.",
        "If you would roll one or more dice, instead roll that many dice plus one and ignore the lowest roll.",
    ] {
        let read = compile_ability_text(text, "Reed Warden").and_then(|mut all| all.pop());
        let printed = read.map(|a| crate::print_ability(&a, &crate::Context { face: &face }));
        assert_eq!(printed.as_deref(), Some(text));
    }
}
