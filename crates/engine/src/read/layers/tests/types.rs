//! Layers 4 to 6: types (205.1, 305.6, 305.7), colors, abilities.

use lawmage_ir::{Ability, CardType, Color, ColorSet, Modification, Subtype, Supertype, Test};

use super::*;
use crate::state::chars::Chars;
use crate::testkit::{A, table};

fn mana_abilities(chars: &Chars) -> usize {
    chars.abilities.iter().filter(|a| matches!(&*a.ability, Ability::Activated(a) if a.mana)).count()
}

/// 305.6: a land with basic land types has their mana abilities, on no other ground than its type line.
#[test]
fn basic_land_types_give_mana() {
    let mut state = table(2);
    let both = field(&mut state, A, &land("Thicket", &[Subtype::FOREST, Subtype::SWAMP]));
    assert_eq!(mana_abilities(state.chars(both)), 2);
    assert!(state.chars(both).marks.mana);
    let more = Modification::AddTypes(TypeLine { subtypes: subtypes(&[Subtype::ISLAND]), ..TypeLine::default() });
    until_end_of_turn(&mut state, both, both, vec![more]);
    assert_eq!(mana_abilities(state.chars(both)), 3);
}

/// 305.7: setting a basic land type takes the old types and the abilities of the rules text, not supertypes, not card
/// types, and not what other effects grant.
#[test]
fn setting_a_land_type_takes_printed_abilities() {
    let mut state = table(2);
    let mut printed = with(land("Keep", &[Subtype::SWAMP]), vec![keyword(Keyword::Hexproof)]);
    printed.supertypes.insert(Supertype::Legendary);
    let keep = field(&mut state, A, &printed);
    until_end_of_turn(&mut state, keep, keep, vec![gains(Keyword::Indestructible)]);
    field(
        &mut state,
        A,
        &enchantment(
            "Heat",
            vec![changes(
                all(Test::all([Test::Type(CardType::Land), Test::not(Test::Supertype(Supertype::Basic))])),
                vec![Modification::SetLandTypes(subtypes(&[Subtype::MOUNTAIN]))],
            )],
        ),
    );
    let chars = state.chars(keep);
    assert!(!chars.has(Keyword::Hexproof) && chars.has(Keyword::Indestructible));
    assert!(chars.has_supertype(Supertype::Legendary));
    assert_eq!(chars.subtypes, subtypes(&[Subtype::MOUNTAIN]));
    assert_eq!(mana_abilities(chars), 1);
}

/// 205.1a-b: types set replace types; subtypes stay only with a type they fit; types added replace nothing.
#[test]
fn subtypes_go_with_their_types() {
    let mut state = table(2);
    let printed = Face {
        subtypes: subtypes(&[subtype("Goblin"), Subtype::EQUIPMENT]),
        types: types(&[CardType::Artifact, CardType::Creature]).types,
        ..creature("Contraption", 1, 1)
    };
    let thing = field(&mut state, A, &printed);
    until_end_of_turn(&mut state, thing, thing, vec![Modification::SetTypes(types(&[CardType::Enchantment]))]);
    assert!(state.chars(thing).subtypes.listed.is_empty());
    assert!(!state.chars(thing).is_creature());
    let other = field(&mut state, A, &printed);
    until_end_of_turn(&mut state, other, other, vec![Modification::RemoveType(CardType::Creature)]);
    assert_eq!(state.chars(other).subtypes, subtypes(&[Subtype::EQUIPMENT]));
    let line = TypeLine { subtypes: subtypes(&[subtype("Elf")]), ..TypeLine::default() };
    let third = field(&mut state, A, &printed);
    until_end_of_turn(&mut state, third, third, vec![Modification::SetTypes(line)]);
    assert_eq!(state.chars(third).subtypes, subtypes(&[Subtype::EQUIPMENT, subtype("Elf")]));
}

/// 702.73a, 702.114a: changeling and devoid define characteristics, in every zone.
#[test]
fn changeling_and_devoid_define() {
    let mut state = table(2);
    let printed =
        with(crate::testkit::costing(bear(), "{R}"), vec![keyword(Keyword::Changeling), keyword(Keyword::Devoid)]);
    for zone in [Zone::Hand, Zone::Battlefield, Zone::Library] {
        let id = put(&mut state, A, zone, &printed);
        assert!(state.chars(id).has_subtype(subtype("Goblin")) && state.chars(id).colors.is_empty());
        assert!(!state.chars(id).has_subtype(Subtype::ISLAND));
    }
    let red =
        enchantment("Paint", vec![changes(all_creatures(), vec![Modification::SetColors(ColorSet::of(Color::Blue))])]);
    field(&mut state, A, &red);
    let painted = state.battlefield[0];
    assert_eq!(state.chars(painted).colors, ColorSet::of(Color::Blue));
}

/// 613.6: an effect that has begun in an earlier layer goes on, though layer 6 takes its ability away; one that begins
/// after does not begin.
#[test]
fn an_effect_that_has_begun_goes_on() {
    let mut state = table(2);
    let beast = changes(this(), vec![Modification::SetColors(ColorSet::of(Color::Green)), plus(3)]);
    let grower = field(&mut state, A, &with(bear(), vec![beast]));
    let later = field(&mut state, A, &with(bear(), vec![changes(this(), vec![plus(3)])]));
    field(&mut state, A, &enchantment("Silence", vec![changes(all_creatures(), vec![Modification::LoseAllAbilities])]));
    assert_eq!(size(&state, grower), (5, 5));
    assert_eq!(size(&state, later), (2, 2));
    assert!(state.chars(grower).abilities.is_empty());
}

/// 613.6: what an effect made a creature in layer 4 it sizes in layer 7, though the text no longer fits: "all noncreature
/// artifacts become 2/2 creatures".
#[test]
fn an_effect_keeps_its_objects() {
    let mut state = table(2);
    let stone = field(&mut state, A, &face("Stone", &[CardType::Artifact]));
    let what = all(Test::all([Test::Type(CardType::Artifact), Test::not(Test::Type(CardType::Creature))]));
    field(
        &mut state,
        A,
        &enchantment("March", vec![changes(what, vec![Modification::AddTypes(types(&[CardType::Creature])), set(2)])]),
    );
    assert_eq!(size(&state, stone), (2, 2));
}

/// 613.7: within a layer the later timestamp wins: gained after all was lost, the keyword is there.
#[test]
fn later_timestamps_win() {
    let mut state = table(2);
    let bear = field(&mut state, A, &bear());
    until_end_of_turn(&mut state, bear, bear, vec![gains(Keyword::Flying)]);
    until_end_of_turn(&mut state, bear, bear, vec![Modification::LoseAllAbilities]);
    assert!(!state.chars(bear).has(Keyword::Flying));
    until_end_of_turn(&mut state, bear, bear, vec![gains(Keyword::Reach)]);
    assert!(state.chars(bear).has(Keyword::Reach));
}

/// 113.11: what can't have an ability neither keeps nor gains it.
#[test]
fn cant_have_beats_gaining() {
    let mut state = table(2);
    let bear = field(&mut state, A, &with(bear(), vec![keyword(Keyword::Flying)]));
    until_end_of_turn(&mut state, bear, bear, vec![Modification::CantHave(Keyword::Flying)]);
    until_end_of_turn(&mut state, bear, bear, vec![gains(Keyword::Flying)]);
    assert!(!state.chars(bear).has(Keyword::Flying));
}

/// 613.7a: an ability granted works from layer 6 on, with the timestamp of what granted it.
#[test]
fn granted_abilities_apply() {
    let mut state = table(2);
    let lord = changes(all_creatures(), vec![plus(1)]);
    let bear = field(&mut state, A, &bear());
    until_end_of_turn(&mut state, bear, bear, vec![Modification::AddAbility(Arc::new(lord))]);
    assert_eq!(size(&state, bear), (3, 3));
}
