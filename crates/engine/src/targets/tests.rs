//! Targeting rules, one by one.

use lawmage_ir::{
    Ability, Amount, CardType, Color, Filter, Keyword, KeywordAbility, KeywordParam, Kind, Mode, Ref, TargetSpec, Test,
    Zone,
};

use crate::context::Context;
use crate::game::Game;
use crate::ids::Entity;
use crate::testkit::{A, B, Script, costing, creature, face, put, sorcery, table, with};

fn one(kind: Kind, test: Test) -> TargetSpec {
    let filter = Filter::new(kind, test);
    TargetSpec { filter, min: Amount::ONE, max: Some(Amount::ONE), limit: None, by: None, divide: None }
}

fn a_creature() -> TargetSpec {
    one(Kind::Permanent, Test::Type(CardType::Creature))
}

fn keyword(keyword: Keyword, param: KeywordParam) -> Ability {
    Ability::Keyword(KeywordAbility { keyword, param, means: Vec::new().into() })
}

#[test]
fn shroud_hexproof_and_protection_shield_702_11_16_18() {
    let mut state = table(2);
    let with_keyword = |name: &str, k: Keyword, p: KeywordParam| with(creature(name, 1, 1), vec![keyword(k, p)]);
    let plain = put(&mut state, B, Zone::Battlefield, &creature("Plain", 1, 1));
    let shroud = put(&mut state, A, Zone::Battlefield, &with_keyword("S", Keyword::Shroud, KeywordParam::None));
    let mine = put(&mut state, A, Zone::Battlefield, &with_keyword("H", Keyword::Hexproof, KeywordParam::None));
    let theirs = put(&mut state, B, Zone::Battlefield, &with_keyword("I", Keyword::Hexproof, KeywordParam::None));
    let black = KeywordParam::Quality(Box::new(Filter::new(Kind::Object, Test::Color(Color::Black))));
    let guarded = put(&mut state, B, Zone::Battlefield, &with_keyword("P", Keyword::Protection, black));
    let dark = put(&mut state, A, Zone::Hand, &costing(face("Dark", &[CardType::Instant]), "{B}"));
    let light = put(&mut state, A, Zone::Hand, &costing(face("Light", &[CardType::Instant]), "{W}"));
    let can = |spell, target| {
        state.target_candidates(&a_creature(), spell, &Context::of(spell, A)).contains(&Entity::Object(target))
    };
    assert!(can(dark, plain) && can(dark, mine));
    assert!(!can(dark, shroud), "702.18a");
    assert!(!can(dark, theirs), "702.11b");
    assert!(!can(dark, guarded), "702.16b");
    assert!(can(light, guarded));
}

#[test]
fn another_target_must_differ_and_both_must_exist_601_2c() {
    let mut state = table(2);
    let first = put(&mut state, A, Zone::Battlefield, &creature("One", 1, 1));
    let card = put(&mut state, A, Zone::Hand, &face("Spell", &[CardType::Instant]));
    let another =
        one(Kind::Permanent, Test::all([Test::Type(CardType::Creature), Test::not(Test::Is(Ref::Target(0)))]));
    let mode = Mode { cost: None, targets: vec![a_creature(), another], clauses: Vec::new() };
    assert!(!state.mode_has_targets(&mode, card, &Context::of(card, A)), "one creature is not two");
    let second = put(&mut state, B, Zone::Battlefield, &creature("Two", 1, 1));
    assert!(state.mode_has_targets(&mode, card, &Context::of(card, A)));
    let program = lawmage_ir::Program { modal: None, modes: vec![mode] };
    let mut script = Script::default();
    let mut game = Game::new(state, &mut script);
    let chosen = game.choose_modes_and_targets(A, &program, card, &Context::of(card, A));
    let Ok(Some(modes)) = chosen else { panic!("{chosen:?}") };
    let targets: Vec<Entity> = modes[0].targets.iter().flat_map(|t| t.chosen.clone()).collect();
    assert_eq!(targets, vec![Entity::Object(first), Entity::Object(second)]);
}

#[test]
fn a_division_gives_each_target_one_601_2d() {
    let mut state = table(2);
    let card = put(&mut state, A, Zone::Hand, &sorcery("Split", Vec::new(), Vec::new()));
    let spec = TargetSpec {
        min: Amount::Const(2),
        max: Some(Amount::Const(3)),
        divide: Some(Amount::Const(2)),
        ..one(Kind::AnyTarget, Test::Any)
    };
    put(&mut state, B, Zone::Battlefield, &creature("Bear", 2, 2));
    let program = lawmage_ir::Program::plain(vec![spec], Vec::new());
    let mut script = Script::default();
    let mut game = Game::new(state, &mut script);
    let chosen = game.choose_modes_and_targets(A, &program, card, &Context::of(card, A));
    let Ok(Some(modes)) = chosen else { panic!("{chosen:?}") };
    assert_eq!(modes[0].targets[0].divided.as_slice(), &[1, 1], "three targets can't share two");
}
