//! Targeting rules, one by one.

use lawmage_ir::{
    Ability, Amount, CardType, Cmp, Color, Filter, Keyword, KeywordAbility, KeywordParam, Kind, Mode, Quality, Ref,
    SetLimit, Stat, TargetSpec, Test, Zone, ZoneSet,
};

use crate::read::context::Context;
use crate::state::State;
use crate::state::ids::Entity;
use crate::table::decision::{Answer, Ask, Choice, Decision, Domain, PickLimit};
use crate::table::game::{Game, Halt};
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

/// Two cards in graveyards, under that constraint.
fn two_cards(limit: SetLimit) -> TargetSpec {
    let filter = Filter::new(Kind::Card(ZoneSet::of(Zone::Graveyard)), Test::Any);
    TargetSpec {
        filter,
        min: Amount::Const(2),
        max: Some(Amount::Const(2)),
        limit: Some(limit),
        by: None,
        divide: None,
    }
}

/// A card in hand whose phrases can or can't have their targets, and whether the choice is then possible.
fn agree(state: &mut State, specs: Vec<TargetSpec>) -> bool {
    let card = put(state, A, Zone::Hand, &face("Spell", &[CardType::Instant]));
    let mode = Mode { cost: None, targets: specs, clauses: Vec::new() };
    let offered = state.mode_has_targets(&mode, card, &Context::of(card, A));
    let program = lawmage_ir::Program { modal: None, modes: vec![mode] };
    for seed in 0..40 {
        let mut table = Chance(crate::state::rng::Rng::new(seed));
        let mut game = Game::new(state.clone(), &mut table);
        let chosen = game.choose_modes_and_targets(A, &program, card, &Context::of(card, A));
        assert_eq!(chosen.expect("an answer is legal").is_some(), offered, "offered and chosen differ");
    }
    offered
}

/// Answers at random, legally.
struct Chance(crate::state::rng::Rng);

impl crate::table::game::Table for Chance {
    fn answer(&mut self, _: &State, decision: &Decision) -> crate::table::game::Res<Answer> {
        let mut order: Vec<u32> = (0..decision.options().len() as u32).collect();
        self.0.shuffle(&mut order);
        // More than need be, where that is legal.
        for some in (1..=order.len()).rev().filter(|_| self.0.below(2) == 0).collect::<Vec<_>>() {
            let more = Answer::Picks(order[..some].iter().copied().collect());
            if decision.check(&more).is_ok() {
                return Ok(more);
            }
        }
        Ok(decision.picks_in_order(&order).map_or(Answer::Number(0), Answer::Picks))
    }
}

#[test]
fn limits_over_several_targets_are_seen_before_the_offer_601_2c() {
    let mut state = table(2);
    put(&mut state, A, Zone::Graveyard, &creature("One", 1, 1));
    put(&mut state, B, Zone::Graveyard, &creature("One", 1, 1));
    let one_grave = || two_cards(SetLimit::AllShare(Quality::Controller));
    let names = || two_cards(SetLimit::AllDiffer(Quality::Name));
    assert!(!agree(&mut state, vec![one_grave()]), "one card in each graveyard");
    assert!(!agree(&mut state, vec![names()]), "two of one name");
    put(&mut state, B, Zone::Graveyard, &costing(creature("Two", 1, 1), "{4}"));
    assert!(agree(&mut state, vec![one_grave()]));
    assert!(agree(&mut state, vec![names()]));
    let total = |n| two_cards(SetLimit::Total(Stat::ManaValue, Cmp::AtLeast, Amount::Const(n)));
    assert!(agree(&mut state, vec![total(4)]));
    assert!(!agree(&mut state, vec![total(5)]));
}

#[test]
fn what_later_phrases_need_is_left_to_them_601_2c() {
    let another =
        one(Kind::Permanent, Test::all([Test::Type(CardType::Creature), Test::not(Test::Is(Ref::Target(0)))]));
    let some = |min, max| TargetSpec { min: Amount::Const(min), max, ..a_creature() };
    let mut state = table(2);
    put(&mut state, A, Zone::Battlefield, &creature("One", 1, 1));
    put(&mut state, B, Zone::Battlefield, &creature("Two", 1, 1));
    assert!(!agree(&mut state, vec![some(2, Some(Amount::Const(2))), another.clone()]), "three are needed");
    assert!(agree(&mut state, vec![some(1, None), another.clone()]), "one is left");
    put(&mut state, B, Zone::Battlefield, &creature("Three", 1, 1));
    assert!(agree(&mut state, vec![some(2, Some(Amount::Const(2))), another.clone()]));
    assert!(agree(&mut state, vec![some(0, None), another]));
}

#[test]
fn a_division_of_less_than_there_must_be_targets_is_not_offered_601_2d() {
    let mut state = table(2);
    let spec = |n| TargetSpec { min: Amount::ONE, divide: Some(Amount::Const(n)), ..one(Kind::AnyTarget, Test::Any) };
    assert!(!agree(&mut state, vec![spec(0)]));
    assert!(agree(&mut state, vec![spec(1)]));
}

#[test]
fn a_question_without_a_legal_answer_is_never_asked() {
    let mut script = Script::default();
    let mut game = Game::new(table(2), &mut script);
    let options = vec![Choice::Number(0), Choice::Number(1)];
    let limit = Some(PickLimit::Total { values: vec![1, 1], cmp: Cmp::AtLeast, bound: 3 });
    let domain = Domain::Pick { options, min: 1, max: 2, limit };
    let ask =
        Decision { player: A, ask: Ask::Choose, rule: lawmage_ir::rule!("608.2d"), source: None, domain, about: None };
    assert!(matches!(game.ask(ask), Err(Halt::NoAnswer(_))));
    assert!(script.asked.is_empty());
}
