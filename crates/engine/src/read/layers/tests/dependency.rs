//! Dependency (613.8).

use lawmage_ir::{Amount, CardType, Color, ColorSet, Modification, Ref, Stat, Subtype, Supertype, Test};

use super::*;
use crate::testkit::{A, B, table};

/// "Nonbasic lands are Mountains."
fn heat() -> Face {
    let nonbasic = Test::all([Test::Type(CardType::Land), Test::not(Test::Supertype(Supertype::Basic))]);
    enchantment("Heat", vec![changes(all(nonbasic), vec![Modification::SetLandTypes(subtypes(&[Subtype::MOUNTAIN]))])])
}

/// "Each land is a Swamp in addition to its other land types", on a nonbasic land.
fn mire() -> Face {
    let swamp = Modification::AddTypes(TypeLine { subtypes: subtypes(&[Subtype::SWAMP]), ..TypeLine::default() });
    with(land("Mire", &[]), vec![changes(all(Test::Type(CardType::Land)), vec![swamp])])
}

/// 613.8a: an effect whose ability another in its layer takes away depends on it: the older does not apply.
#[test]
fn existence_is_a_dependency() {
    for mire_first in [true, false] {
        let mut state = table(2);
        let plains = field(&mut state, A, &land("Field", &[Subtype::PLAINS]));
        state.objects[plains.index()].base = {
            let mut basic = state.chars(plains).clone();
            basic.supertypes.insert(Supertype::Basic);
            Arc::new(basic)
        };
        let faces = if mire_first { [mire(), heat()] } else { [heat(), mire()] };
        let ids = faces.map(|f| field(&mut state, A, &f));
        let mire = if mire_first { ids[0] } else { ids[1] };
        assert_eq!(state.chars(plains).subtypes, subtypes(&[Subtype::PLAINS]), "mire first: {mire_first}");
        assert_eq!(state.chars(mire).subtypes, subtypes(&[Subtype::MOUNTAIN]));
    }
}

/// 613.8a: an effect depends on what changes the set it applies to: "lands are creatures" after "this is a land".
#[test]
fn the_set_is_a_dependency() {
    for awaken_first in [true, false] {
        let mut state = table(2);
        let stone = field(&mut state, A, &face("Stone", &[CardType::Artifact]));
        let awaken = enchantment(
            "Awaken",
            vec![changes(
                all(Test::Type(CardType::Land)),
                vec![Modification::AddTypes(types(&[CardType::Creature])), set(1)],
            )],
        );
        let ground = enchantment(
            "Ground",
            vec![changes(all(Test::Type(CardType::Artifact)), vec![Modification::AddTypes(types(&[CardType::Land]))])],
        );
        let faces = if awaken_first { [awaken, ground] } else { [ground, awaken] };
        for face in &faces {
            field(&mut state, A, face);
        }
        assert!(state.chars(stone).is_creature(), "awaken first: {awaken_first}");
        assert_eq!(size(&state, stone), (1, 1));
    }
}

/// 613.8a: an effect depends on what changes what it does: its number reads what another raises in the same layer.
#[test]
fn what_it_does_is_a_dependency() {
    for copycat_first in [true, false] {
        let mut state = table(2);
        let giant = field(&mut state, B, &creature("Giant", 4, 4));
        let power = Amount::Greatest(Stat::Power, Box::new(all(Test::Is(Ref::Host(Box::new(Ref::This))))));
        let copycat = with(
            creature("Copycat", 0, 1),
            vec![changes(this(), vec![Modification::AddPowerToughness(power, Amount::Const(0))])],
        );
        let anthem = enchantment(
            "Anthem",
            vec![changes(all(Test::all([Test::Type(CardType::Creature), yours()])), vec![plus(1)])],
        );
        let cat = if copycat_first {
            let cat = field(&mut state, A, &copycat);
            field(&mut state, B, &anthem);
            cat
        } else {
            field(&mut state, B, &anthem);
            field(&mut state, A, &copycat)
        };
        state.objects[cat.index()].permanent.as_mut().expect("a permanent").attached_to = Some(giant.into());
        state.touch();
        state.refresh();
        assert_eq!(size(&state, cat), (5, 1), "copycat first: {copycat_first}");
    }
}

/// "Creatures of that color are of this color."
fn paint(from: Color, change: Modification) -> Face {
    let what = all(Test::all([Test::Type(CardType::Creature), Test::Color(from)]));
    enchantment("Paint", vec![changes(what, vec![change])])
}

/// 613.8b: in a loop of dependencies, timestamps decide. With a white and a red creature, each of the two would bring the
/// other one more creature.
#[test]
fn loops_fall_back_to_timestamps() {
    for white_first in [true, false] {
        let mut state = table(2);
        let bears = ["{W}", "{R}"].map(|cost| field(&mut state, A, &crate::testkit::costing(bear(), cost)));
        let white = paint(Color::White, Modification::SetColors(ColorSet::of(Color::Red)));
        let red = paint(Color::Red, Modification::SetColors(ColorSet::of(Color::White)));
        for face in if white_first { [white, red] } else { [red, white] } {
            field(&mut state, A, &face);
        }
        let expected = if white_first { Color::White } else { Color::Red };
        for bear in bears {
            assert_eq!(state.chars(bear).colors, ColorSet::of(expected), "white first: {white_first}");
        }
    }
}

/// 613.8c: the order is looked at anew after each effect: that white is also blue makes "black is also green" wait for
/// "blue is also black", of which it did not depend before.
#[test]
fn the_order_is_looked_at_anew() {
    let mut state = table(2);
    let bear = field(&mut state, A, &crate::testkit::costing(bear(), "{W}"));
    for (from, to) in [(Color::White, Color::Blue), (Color::Black, Color::Green), (Color::Blue, Color::Black)] {
        field(&mut state, A, &paint(from, Modification::AddColors(ColorSet::of(to))));
    }
    let expected: ColorSet = [Color::White, Color::Blue, Color::Black, Color::Green].into_iter().collect();
    assert_eq!(state.chars(bear).colors, expected);
}

/// 613.8, layer 2: who "you" is depends on control of the ability's object.
#[test]
fn control_depends_on_control() {
    let mut state = table(2);
    let bear = field(&mut state, A, &bear());
    let host = || Selector::Ref(Ref::Host(Box::new(Ref::This)));
    let steal = || enchantment("Steal", vec![changes(host(), vec![Modification::Controller(Who::You)])]);
    let inner = field(&mut state, A, &steal());
    let outer = field(&mut state, B, &steal());
    state.objects[inner.index()].permanent.as_mut().expect("a permanent").attached_to = Some(bear.into());
    state.objects[outer.index()].permanent.as_mut().expect("a permanent").attached_to = Some(inner.into());
    state.touch();
    state.refresh();
    assert_eq!(state.controller(inner), B);
    assert_eq!(state.controller(bear), B);
}
