//! Text-changing effects (612).

use lawmage_ir::{
    Arrival, Clause, Color, ColorSet, Instruction, Modification, Program, Subtype, Test, TextWord, TokenSpec,
};

use super::*;
use crate::testkit::{A, table};

fn goblins_to_elves() -> Modification {
    Modification::ReplaceWord(TextWord::Subtype(subtype("Goblin")), TextWord::Subtype(subtype("Elf")))
}

fn goblin() -> Face {
    Face { subtypes: subtypes(&[subtype("Goblin")]), ..bear() }
}

fn elf() -> Face {
    Face { subtypes: subtypes(&[subtype("Elf")]), ..bear() }
}

/// 612.1-2: a word changes in rules text and type line.
#[test]
fn words_change_in_text_and_type_line() {
    let mut state = table(2);
    let others = Test::all([Test::Subtype(subtype("Goblin")), Test::not(Test::Is(Ref::This))]);
    let lord = field(&mut state, A, &with(goblin(), vec![changes(all(others), vec![plus(1)])]));
    let (goblin, elf) = (field(&mut state, A, &goblin()), field(&mut state, A, &elf()));
    until_end_of_turn(&mut state, lord, lord, vec![goblins_to_elves()]);
    assert_eq!(size(&state, elf), (3, 3));
    assert_eq!(size(&state, goblin), (2, 2));
    assert!(state.chars(lord).has_subtype(subtype("Elf")) && !state.chars(lord).has_subtype(subtype("Goblin")));
}

/// 612.3: abilities that other effects grant are not changed.
#[test]
fn granted_abilities_keep_their_words() {
    let mut state = table(2);
    let bear = field(&mut state, A, &bear());
    let goblin = field(&mut state, A, &goblin());
    let lord = changes(all(Test::Subtype(subtype("Goblin"))), vec![plus(1)]);
    until_end_of_turn(&mut state, bear, bear, vec![Modification::AddAbility(Arc::new(lord))]);
    until_end_of_turn(&mut state, bear, bear, vec![goblins_to_elves()]);
    assert_eq!(size(&state, goblin), (3, 3));
}

/// 612.2, 305.6: a basic land type on the type line changes, and with it the mana; a color word is no land type.
#[test]
fn land_types_change_their_mana() {
    let mut state = table(2);
    let wood = field(&mut state, A, &land("Wood", &[Subtype::FOREST]));
    let to_swamp = Modification::ReplaceWord(TextWord::Subtype(Subtype::FOREST), TextWord::Subtype(Subtype::SWAMP));
    let to_blue = Modification::ReplaceWord(TextWord::Color(Color::Green), TextWord::Color(Color::Blue));
    until_end_of_turn(&mut state, wood, wood, vec![to_swamp, to_blue]);
    let swamp = field(&mut state, A, &land("Bog", &[Subtype::SWAMP]));
    assert_eq!(state.chars(wood).abilities, state.chars(swamp).abilities);
}

/// 612.2a: a creature type that also names a token changes in both.
#[test]
fn tokens_are_named_by_changed_words() {
    let mut state = table(2);
    let token = Face { colors: ColorSet::of(Color::Red), name: "Goblin".into(), ..goblin() };
    let create = |token: Face| {
        let does = Instruction::CreateToken {
            who: Who::You,
            count: Amount::ONE,
            token: Box::new(TokenSpec::Face(Arc::new(token))),
            arrival: Box::<Arrival>::default(),
        };
        Ability::Spell(Program::plain(Vec::new(), vec![Clause::from(does)]))
    };
    let maker = field(&mut state, A, &with(bear(), vec![create(token.clone())]));
    let to_white = Modification::ReplaceWord(TextWord::Color(Color::Red), TextWord::Color(Color::White));
    until_end_of_turn(&mut state, maker, maker, vec![goblins_to_elves(), to_white]);
    let expected =
        Face { colors: ColorSet::of(Color::White), name: "Elf".into(), subtypes: subtypes(&[subtype("Elf")]), ..token };
    assert_eq!(*state.chars(maker).abilities[0].ability, create(expected));
}
