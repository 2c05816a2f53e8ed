//! Copies (707) and face-down permanents (708.2).

use lawmage_ir::{CardType, Color, ColorSet, Keyword, Modification, Ref, Subtype};

use super::*;
use crate::testkit::{A, table};

fn copy_of_slot(exceptions: Vec<Modification>) -> Modification {
    Modification::CopyOf(Ref::Slot(0), exceptions)
}

/// `copier` becomes a copy of `of` for good.
fn become_copy(state: &mut State, copier: ObjectId, of: ObjectId, exceptions: Vec<Modification>) {
    let what = Continuous::Modify { what: this(), mods: vec![copy_of_slot(exceptions)] };
    start(state, copier, of, what, Duration::Forever);
}

/// 707.2: a copy has the copiable values; not what other effects and counters do.
#[test]
fn copies_take_copiable_values() {
    let mut state = table(2);
    let lord = field(&mut state, A, &with(creature("Lord", 2, 3), vec![changes(all_creatures(), vec![plus(1)])]));
    let blob = field(&mut state, A, &creature("Blob", 0, 1));
    until_end_of_turn(&mut state, lord, lord, vec![set(9), Modification::SetColors(ColorSet::of(Color::Red))]);
    become_copy(&mut state, blob, lord, Vec::new());
    assert_eq!(&*state.chars(blob).name, "Lord");
    assert!(state.chars(blob).colors.is_empty());
    // Both lords' abilities apply to both.
    assert_eq!(size(&state, blob), (4, 5));
    assert_eq!(size(&state, lord), (11, 11));
}

/// 707.3, 707.9b: exceptions become copiable values: a copy of the copy has them too.
#[test]
fn copies_of_copies_keep_exceptions() {
    let mut state = table(2);
    let model = field(&mut state, A, &bear());
    let first = field(&mut state, A, &creature("Blob", 0, 1));
    let second = field(&mut state, A, &creature("Blob", 0, 1));
    let exceptions = vec![set(7), gains(Keyword::Flying), Modification::AddTypes(types(&[CardType::Artifact]))];
    become_copy(&mut state, first, model, exceptions);
    become_copy(&mut state, second, first, vec![gains(Keyword::Haste)]);
    let chars = state.chars(second);
    assert!(chars.has(Keyword::Flying) && chars.has(Keyword::Haste) && chars.is(CardType::Artifact));
    assert_eq!(size(&state, second), (7, 7));
    assert!(!state.chars(first).has(Keyword::Haste));
    assert_eq!(&*chars.name, "Bear");
}

/// 707.2b: the copy does not change when the original does later.
#[test]
fn copies_stay_as_they_began() {
    let mut state = table(2);
    let model = field(&mut state, A, &bear());
    let giant = field(&mut state, A, &creature("Giant", 4, 4));
    let blob = field(&mut state, A, &creature("Blob", 0, 1));
    become_copy(&mut state, blob, model, Vec::new());
    become_copy(&mut state, model, giant, Vec::new());
    assert_eq!(&*state.chars(blob).name, "Bear");
    assert_eq!(&*state.chars(model).name, "Giant");
}

/// 707.9d: what defines power and toughness is not copied where the exception sets them.
#[test]
fn exceptions_drop_what_defines_the_same() {
    let mut state = table(2);
    let count = lawmage_ir::Amount::Count(Box::new(all_creatures()));
    let ability = defines(vec![Modification::SetPowerToughness(Some(count.clone()), Some(count))]);
    let model = field(&mut state, A, &with(creature("Crowd", 0, 0), vec![ability]));
    let blob = field(&mut state, A, &creature("Blob", 0, 1));
    become_copy(&mut state, blob, model, vec![set(4)]);
    assert_eq!(size(&state, model), (2, 2));
    assert_eq!(size(&state, blob), (4, 4));
}

/// 613.2b, 708.2: a face-down permanent stays the 2/2 without text whatever it is made a copy of, and that is what is
/// copied.
#[test]
fn face_down_hides_copies() {
    let mut state = table(2);
    let model = field(&mut state, A, &creature("Giant", 4, 4));
    let hidden = field(&mut state, A, &with(creature("Spy", 1, 1), vec![keyword(Keyword::Flying)]));
    let object = &mut state.objects[hidden.index()];
    object.base = crate::kinds::face_down::FaceDown::Effect.chars();
    object.permanent.as_mut().expect("a permanent").face_down = true;
    state.touch();
    state.refresh();
    become_copy(&mut state, hidden, model, Vec::new());
    assert_eq!(size(&state, hidden), (2, 2));
    assert!(state.chars(hidden).name.is_empty());
    let blob = field(&mut state, A, &creature("Blob", 0, 1));
    become_copy(&mut state, blob, hidden, Vec::new());
    assert_eq!(size(&state, blob), (2, 2));
    // 708.8: turned face up, the copy effect shows.
    let object = &mut state.objects[hidden.index()];
    object.permanent.as_mut().expect("a permanent").face_down = false;
    state.touch();
    state.refresh();
    assert_eq!(&*state.chars(hidden).name, "Giant");
}

/// 305.6, 305.7: a copy of a land has its types' mana; the copy's own text is gone.
#[test]
fn copies_of_lands_make_mana() {
    let mut state = table(2);
    let forest = field(&mut state, A, &land("Wood", &[Subtype::FOREST]));
    let other = field(&mut state, A, &with(land("Keep", &[]), vec![keyword(Keyword::Hexproof)]));
    become_copy(&mut state, other, forest, Vec::new());
    assert!(state.chars(other).marks.mana && !state.chars(other).has(Keyword::Hexproof));
}
