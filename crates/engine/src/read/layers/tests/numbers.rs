//! Layer 7 (613.4) and 208.

use lawmage_ir::{
    Amount, CardType, CounterKind, Face, Filter, Kind, Modification, Printed, Selector, Test, Who, Zone, ZoneSet,
};

use super::*;
use crate::testkit::{A, B, table};

/// 613.4b-c: setting comes before modifying, whatever the timestamps.
#[test]
fn setting_comes_before_modifying() {
    let mut state = table(2);
    let bear = field(&mut state, A, &bear());
    field(&mut state, A, &enchantment("Anthem", vec![changes(all_creatures(), vec![plus(1)])]));
    state.objects[bear.index()].counters.add(&CounterKind::PLUS, 2);
    until_end_of_turn(&mut state, bear, bear, vec![set(0)]);
    assert_eq!(size(&state, bear), (3, 3));
    assert_eq!(state.chars(bear).base_power, Some(0));
}

/// 613.4d: switching comes last: +0/+1 before and after a switch count the same.
#[test]
fn switching_comes_last() {
    let mut state = table(2);
    let wall = field(&mut state, A, &creature("Wall", 1, 3));
    let wider = |n| Modification::AddPowerToughness(Amount::Const(0), Amount::Const(n));
    until_end_of_turn(&mut state, wall, wall, vec![wider(1)]);
    until_end_of_turn(&mut state, wall, wall, vec![Modification::SwitchPowerToughness]);
    assert_eq!(size(&state, wall), (4, 1));
    until_end_of_turn(
        &mut state,
        wall,
        wall,
        vec![Modification::AddPowerToughness(Amount::Const(5), Amount::Const(0))],
    );
    assert_eq!(size(&state, wall), (4, 6));
    until_end_of_turn(&mut state, wall, wall, vec![Modification::SwitchPowerToughness]);
    assert_eq!(size(&state, wall), (6, 4));
}

fn grave_counter() -> Face {
    let cards = Selector::All(Filter::new(Kind::Card(ZoneSet::of(Zone::Graveyard)), Test::Type(CardType::Creature)));
    let count = Amount::Count(Box::new(cards));
    let toughness = Amount::Plus(Box::new(count.clone()), Box::new(Amount::ONE));
    let mut face = with(
        creature("Feaster", 0, 1),
        vec![defines(vec![Modification::SetPowerToughness(Some(count), Some(toughness))])],
    );
    face.power = Some(Printed::Star(0));
    face.toughness = Some(Printed::Star(1));
    face
}

/// 604.3, 208.2a: a characteristic-defining ability works in every zone.
#[test]
fn defining_abilities_work_in_every_zone() {
    let mut state = table(2);
    let on_field = field(&mut state, A, &grave_counter());
    let in_hand = put(&mut state, A, Zone::Hand, &grave_counter());
    let in_grave = put(&mut state, B, Zone::Graveyard, &grave_counter());
    let in_library = put(&mut state, B, Zone::Library, &grave_counter());
    for id in [on_field, in_hand, in_grave, in_library] {
        assert_eq!(size(&state, id), (1, 2));
    }
    put(&mut state, B, Zone::Graveyard, &bear());
    assert_eq!(size(&state, in_library), (2, 3));
}

/// 613.4a-b: what sets power and toughness overrides what defines it.
#[test]
fn setting_overrides_defining() {
    let mut state = table(2);
    let feaster = field(&mut state, A, &grave_counter());
    put(&mut state, B, Zone::Graveyard, &bear());
    until_end_of_turn(&mut state, feaster, feaster, vec![set(5)]);
    assert_eq!(size(&state, feaster), (5, 5));
}

/// 208.3: a noncreature permanent has no power, though one is printed on it; as a creature it has.
#[test]
fn noncreatures_have_no_power() {
    let mut state = table(2);
    let printed = Face { types: types(&[CardType::Artifact]).types, ..creature("Cart", 3, 2) };
    let cart = field(&mut state, A, &printed);
    assert_eq!(state.chars(cart).power, None);
    field(&mut state, A, &enchantment("Anthem", vec![changes(all_creatures(), vec![plus(1)])]));
    assert_eq!(state.chars(cart).power, None);
    until_end_of_turn(&mut state, cart, cart, vec![Modification::AddTypes(types(&[CardType::Creature]))]);
    assert_eq!(size(&state, cart), (4, 3));
}

/// 611.3a, 611.2c: a static ability applies to whatever its text fits now; a resolved effect to what it fit then.
#[test]
fn resolved_effects_lock_their_objects() {
    let mut state = table(2);
    let first = field(&mut state, A, &bear());
    let what =
        Continuous::Modify { what: all(Test::all([Test::Type(CardType::Creature), yours()])), mods: vec![plus(1)] };
    start(&mut state, first, first, what, Duration::EndOfTurn);
    field(
        &mut state,
        A,
        &enchantment(
            "Anthem",
            vec![changes(all(Test::all([Test::Type(CardType::Creature), Test::Controlled(Who::You)])), vec![plus(2)])],
        ),
    );
    let second = field(&mut state, A, &bear());
    let foreign = field(&mut state, B, &bear());
    assert_eq!(size(&state, first), (5, 5));
    assert_eq!(size(&state, second), (4, 4));
    assert_eq!(size(&state, foreign), (2, 2));
}

/// 611.2d: a variable is worked out once; a static ability's always anew.
#[test]
fn variables_are_locked() {
    let mut state = table(2);
    let bear_id = field(&mut state, A, &bear());
    let count = Amount::Count(Box::new(all_creatures()));
    let by_count = Modification::AddPowerToughness(count.clone(), count);
    until_end_of_turn(&mut state, bear_id, bear_id, vec![by_count.clone()]);
    let crowd = field(&mut state, A, &with(creature("Crowd", 0, 1), vec![changes(this(), vec![by_count])]));
    field(&mut state, A, &bear());
    assert_eq!(size(&state, bear_id), (3, 3));
    assert_eq!(size(&state, crowd), (3, 4));
}

/// 122.1b, 613.1f: a keyword counter gives its keyword, and goes with all other abilities.
#[test]
fn keyword_counters_give_keywords() {
    let mut state = table(2);
    let bear = field(&mut state, A, &bear());
    state.objects[bear.index()].counters.add(&CounterKind::Keyword(Keyword::Flying), 1);
    state.touch();
    state.refresh();
    assert!(state.chars(bear).has(Keyword::Flying));
    until_end_of_turn(&mut state, bear, bear, vec![Modification::LoseAllAbilities]);
    assert!(!state.chars(bear).has(Keyword::Flying));
    // 613.7c: one put later comes after.
    let later = state.stamp();
    state.objects[bear.index()].counters.add_at(&CounterKind::Keyword(Keyword::Flying), 1, later);
    state.touch();
    state.refresh();
    assert!(state.chars(bear).has(Keyword::Flying));
}
