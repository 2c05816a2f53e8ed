//! A land and a spell, each of which may be played once a turn.

use lawmage_ir::{
    Ability, CardType, Condition, Continuous, EventPattern, Filter, Kind, Permission, Price, Ref, Span, Test, Who,
};

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

/// "You can't cast more than one spell this way each turn.", of the spells that the sentence before lets you cast.
pub(crate) fn once_each_turn(p: &mut Parser<'_>, before: Option<&mut Ability>) -> Option<()> {
    p.expect("you can't cast more than one spell this way each turn")?;
    let Some(Ability::Static(before)) = before else { return p.fail("what may be cast") };
    let spells = Test::not(Test::Type(CardType::Land));
    match before.effects.as_mut_slice() {
        [Continuous::May(Permission::Play { what, per_turn: per_turn @ None, .. })]
            if what.test.conjuncts().contains(&spells) =>
        {
            *per_turn = Some(1);
            Some(())
        }
        _ => p.fail("spells that may be cast"),
    }
}

/// "The first spell each player casts during each of their turns may be cast without paying its mana cost.": one that has been cast
/// at whatever price was the first.
pub(super) fn first_for_free(p: &mut Parser<'_>) -> Option<Rule> {
    p.expect("the first spell each player casts during each of their turns may be cast without paying its mana cost")?;
    Some(Rule::one(Continuous::May(Permission::PayRather {
        by: in_own_turn(),
        what: first_of_turn(),
        cost: lawmage_ir::Cost::default(),
        per_turn: None,
        flash: false,
    })))
}

/// Each player in turns of theirs.
pub(crate) fn in_own_turn() -> Who {
    Who::Such(Box::new(Who::All), Box::new(Condition::TurnOf(Who::Ref(Ref::It))))
}

/// The first spell that a player casts in the turn.
pub(crate) fn first_of_turn() -> Filter {
    let any = Filter::new(Kind::Spell, Test::Any);
    let cast = EventPattern::Casts { by: Who::Ref(Ref::Each), what: any };
    let none = Condition::Not(Box::new(Condition::Happened(Box::new(cast), Span::ThisTurn, 1)));
    Filter::new(Kind::Object, Test::If(Box::new(none)))
}
