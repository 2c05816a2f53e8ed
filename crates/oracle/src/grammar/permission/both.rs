//! A land and a spell, each of which may be played once a turn.

use lawmage_ir::{CardType, Condition, Continuous, Filter, Kind, Permission, Price, Test, Who};

use super::parse::from_where;
use crate::grammar::ability::statics::Rule;
use crate::grammar::noun;
use crate::parse::Parser;

/// How sentences begin that let something be played once in each of one's turns: more than a condition.
pub(crate) const ONCE_IN_YOUR_TURNS: [&str; 3] = [
    "during each of your turns , you may cast a",
    "during each of your turns , you may cast an",
    "during each of your turns , you may play a land and cast",
];

/// "During each of your turns, you may play a land and cast a spell from among cards in graveyards that were put there from libraries
/// this turn.": two permissions, as either is used up by itself.
pub(crate) fn land_and_spell(p: &mut Parser<'_>) -> Option<Vec<Rule>> {
    p.eat_any(&["during each of your turns ,", "once during each of your turns ,"])?;
    p.expect("you may play a land and cast")?;
    p.eat_any(&["a", "an"])?;
    let spell = noun::filter(p).filter(|spell| spell.kind == Kind::Spell)?;
    let place = from_where(p)?;
    if !p.at_stop() {
        return p.fail("no other terms");
    }
    let land = Test::Type(CardType::Land);
    let once = |test: Test| {
        let what = Filter::new(place.kind.clone(), Test::all([test, place.test.clone()]));
        let mut play = Permission::play(Who::You, what, Price::Usual);
        if let Permission::Play { per_turn, .. } = &mut play {
            *per_turn = Some(1);
        }
        Rule { condition: Some(Condition::TurnOf(Who::You)), ..Rule::one(Continuous::May(play)) }
    };
    Some(vec![once(land.clone()), once(Test::all([spell.test, Test::not(land)]))])
}
