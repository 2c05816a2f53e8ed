//! "Land or nonland", chosen, and "of the chosen kind".

use std::sync::Arc;

use lawmage_ir::{CardType, Condition, Instruction, Ref, Stat, Subtype, Test, ValueKind, Who};

use crate::parse::Parser;

/// The kinds to choose from.
const KINDS: [&str; 2] = ["land", "nonland"];

/// The directions to choose from, in which a player is nearest.
pub(crate) const DIRECTIONS: [&str; 2] = ["left", "right"];

/// What a number may be.
const PARITIES: [&str; 2] = ["odd", "even"];

/// The sorts of permanents to choose from.
const SORTS: [&str; 4] = ["artifact", "creature", "land", "non-Aura enchantment"];

/// After "choose": "land or nonland", "left or right", "artifact, creature, land, or non-Aura enchantment".
pub(crate) fn choose(p: &mut Parser<'_>, who: &Who) -> Option<Instruction> {
    let choices =
        ["land or nonland", "left or right", "odd or even", "artifact , creature , land , or non-aura enchantment"];
    let words: &[&str] = match p.eat_any(&choices)? {
        0 => &KINDS,
        1 => &DIRECTIONS,
        2 => &PARITIES,
        _ => &SORTS,
    };
    let linked = p.scope.link_here();
    let words: Vec<Arc<str>> = words.iter().copied().map(Arc::from).collect();
    p.scope.face.word = Some(linked);
    p.scope.face.words.clone_from(&words);
    Some(Instruction::ChooseValue { who: who.clone(), what: ValueKind::Word(words), count: 1, linked })
}

/// "the chosen kind".
pub(crate) fn chosen(p: &mut Parser<'_>) -> Option<Test> {
    p.expect("the chosen kind")?;
    if !p.scope.face.words.iter().map(|word| &**word).eq(KINDS) {
        return p.fail("a kind chosen before");
    }
    p.scope.face.word.map(|linked| Test::If(Box::new(of_kind(linked))))
}

/// After "of", where one of the sorts was chosen: "that type".
pub(crate) fn sort(p: &mut Parser<'_>) -> Option<Test> {
    p.expect("that type")?;
    if !p.scope.face.words.iter().map(|word| &**word).eq(SORTS) {
        return p.fail("a sort chosen before");
    }
    p.scope.face.word.map(|linked| Test::If(Box::new(of_sort(linked))))
}

/// Behind "with" or "from each": "mana value of the chosen quality", "power of the chosen quality".
pub(crate) fn of_chosen_parity(p: &mut Parser<'_>) -> Option<Test> {
    let stat = if p.eat_any(&["mana value", "power"])? == 0 { Stat::ManaValue } else { Stat::Power };
    p.eat_any(&["of the chosen quality", "of that quality", "of the chosen value"])?;
    if !p.scope.face.words.iter().map(|word| &**word).eq(PARITIES) {
        return p.fail("a quality chosen before");
    }
    p.scope.face.word.map(|linked| Test::If(Box::new(of_parity(linked, stat))))
}

/// That such a number of what is tested is odd or even, as was chosen.
fn of_parity(linked: u8, stat: Stat) -> Condition {
    let tests = [false, true].map(|even| crate::grammar::noun::with::parity_of(stat, even));
    so_chosen(linked, PARITIES.into_iter().zip(tests))
}

/// That what is tested is a land, if that was chosen, and none otherwise.
fn of_kind(linked: u8) -> Condition {
    let land = Test::Type(CardType::Land);
    so_chosen(linked, KINDS.into_iter().zip([land.clone(), Test::not(land)]))
}

/// That what is tested is of the sort that was chosen.
fn of_sort(linked: u8) -> Condition {
    let no_aura = Test::not(Test::Subtype(Subtype::AURA));
    let tests = [
        Test::Type(CardType::Artifact),
        Test::Type(CardType::Creature),
        Test::Type(CardType::Land),
        Test::all([Test::Type(CardType::Enchantment), no_aura]),
    ];
    so_chosen(linked, SORTS.into_iter().zip(tests))
}

fn so_chosen(linked: u8, tests: impl Iterator<Item = (&'static str, Test)>) -> Condition {
    let so = |(word, test): (&str, Test)| {
        Condition::And(vec![Condition::ChoseWord(linked, word.into()), Condition::Is(Ref::It, test)])
    };
    Condition::Or(tests.map(so).collect())
}

/// How it is said that something is of the kind or sort that was chosen, if the condition is that.
pub(crate) fn of_what_was_chosen(held: &Condition) -> Option<&'static str> {
    let Condition::Or(all) = held else { return None };
    let Some(Condition::And(both)) = all.first() else { return None };
    let Some(Condition::ChoseWord(linked, _)) = both.first() else { return None };
    if *held == of_kind(*linked) {
        return Some("of the chosen kind");
    }
    if *held == of_parity(*linked, Stat::ManaValue) {
        return Some("with mana value of the chosen quality");
    }
    if *held == of_parity(*linked, Stat::Power) {
        return Some("with power of the chosen quality");
    }
    (*held == of_sort(*linked)).then_some("of that type")
}
