//! Tests of the layers, each titled with the rule it shows. All cards are made up.

mod copies;
mod dependency;
mod durations;
mod numbers;
mod plain;
mod rulings;
mod speed;
mod types;
mod words;

use std::sync::Arc;

use lawmage_ir::{
    Ability, Amount, CardType, Continuous, Duration, Face, Filter, Keyword, KeywordAbility, KeywordParam, Modification,
    Ref, Selector, StaticAbility, Subtype, SubtypeSet, Test, TypeLine, TypeSet, Who, Zone, ZoneSet,
};

use crate::read::context::Context;
use crate::state::State;
use crate::state::ids::{ObjectId, PlayerId};
use crate::table::game::Game;
use crate::testkit::{Script, creature, face, put, with};

/// A keyword that needs nothing but its word.
fn keyword(keyword: Keyword) -> Ability {
    Ability::Keyword(KeywordAbility { keyword, param: KeywordParam::None, means: Arc::new([]) })
}

/// A static ability that works on the battlefield.
fn statics(effects: Vec<Continuous>) -> Ability {
    Ability::Static(StaticAbility { zones: ZoneSet::BATTLEFIELD, condition: None, effects, defines: false })
}

/// A static ability that changes those objects so.
fn changes(what: Selector, mods: Vec<Modification>) -> Ability {
    statics(vec![Continuous::Modify { what, mods }])
}

/// A characteristic-defining ability.
fn defines(mods: Vec<Modification>) -> Ability {
    let effects = vec![Continuous::Modify { what: this(), mods }];
    Ability::Static(StaticAbility { zones: ZoneSet::ANYWHERE, condition: None, effects, defines: true })
}

const fn this() -> Selector {
    Selector::Ref(Ref::This)
}

/// All permanents that pass.
const fn all(test: Test) -> Selector {
    Selector::All(Filter::permanent(test))
}

fn all_creatures() -> Selector {
    all(Test::Type(CardType::Creature))
}

/// "+n/+n".
fn plus(n: i32) -> Modification {
    Modification::AddPowerToughness(Amount::Const(n), Amount::Const(n))
}

/// "are n/n".
fn set(n: i32) -> Modification {
    Modification::SetPowerToughness(Some(Amount::Const(n)), Some(Amount::Const(n)))
}

fn gains(k: Keyword) -> Modification {
    Modification::AddAbility(Arc::new(keyword(k)))
}

fn types(all: &[CardType]) -> TypeLine {
    TypeLine { types: all.iter().copied().collect::<TypeSet>(), ..TypeLine::default() }
}

fn subtypes(words: &[Subtype]) -> SubtypeSet {
    words.iter().copied().collect()
}

fn subtype(word: &str) -> Subtype {
    Subtype::from_word(word).unwrap_or_else(|| panic!("{word}"))
}

fn land(name: &str, words: &[Subtype]) -> Face {
    Face { subtypes: subtypes(words), ..face(name, &[CardType::Land]) }
}

fn enchantment(name: &str, abilities: Vec<Ability>) -> Face {
    with(face(name, &[CardType::Enchantment]), abilities)
}

fn bear() -> Face {
    creature("Bear", 2, 2)
}

/// Puts a permanent onto the battlefield.
fn field(state: &mut State, player: PlayerId, face: &Face) -> ObjectId {
    put(state, player, Zone::Battlefield, face)
}

/// Power and toughness.
fn size(state: &State, id: ObjectId) -> (i32, i32) {
    let chars = state.chars(id);
    (chars.power.unwrap_or(-99), chars.toughness.unwrap_or(-99))
}

/// A resolved effect on one object until end of turn.
fn until_end_of_turn(state: &mut State, source: ObjectId, on: ObjectId, mods: Vec<Modification>) {
    resolved(state, source, on, mods, Duration::EndOfTurn);
}

/// A resolved effect on one object, which stands in slot 0.
fn resolved(state: &mut State, source: ObjectId, on: ObjectId, mods: Vec<Modification>, duration: Duration) {
    let what = Continuous::Modify { what: Selector::slot(0), mods };
    start(state, source, on, what, duration);
}

/// Starts an effect of the source with an object in slot 0.
fn start(state: &mut State, source: ObjectId, slot: ObjectId, what: Continuous, duration: Duration) {
    let mut script = Script::default();
    let mut game = Game::new(state.clone(), &mut script);
    let mut frame = crate::state::object::Frame::default();
    let members = smallvec::smallvec![slot.into()];
    frame.slots.push(crate::state::object::SlotValue { members, done: true, ..Default::default() });
    let you = game.state.controller(source);
    let started = game.start_effects(&[what], &duration, &Context::with(source, you, &frame));
    assert!(started.is_ok());
    *state = game.state;
}

/// "you control".
const fn yours() -> Test {
    Test::Controlled(Who::You)
}
