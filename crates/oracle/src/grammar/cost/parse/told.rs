//! What sentences on changed costs say besides (601.2f): life, shared qualities, the colors chosen, conditions and limits behind them.

use lawmage_ir::{
    Amount, Condition, Continuous, CostDelta, CostOf, EventPattern, Filter, Keyword, Kind, ManaCost, Ref, Selector,
    Span, StaticAbility, Status, Test, Who,
};

use super::change::change;
use crate::grammar::ability::statics::{Rule, STACK};
use crate::grammar::event::and_test;
use crate::grammar::{amount, keyword, noun};
use crate::parse::Parser;

/// "an additional 3 life to cast", "3 life more to cast" (119.4).
pub(super) fn life_more(p: &mut Parser<'_>, besides: bool, what: &'static str) -> Option<CostDelta> {
    let n = u32::try_from(p.number()?).ok()?;
    p.expect("life")?;
    if !besides {
        p.expect("more")?;
    }
    p.expect(what)?;
    Some(CostDelta::MoreLife(n))
}

/// "for each target": of the one target phrase that there is.
pub(super) fn all_targets() -> Amount {
    Amount::Count(Box::new(Selector::Ref(Ref::Target(0))))
}

/// "Mana abilities of ~ cost an additional 1 life to activate."
pub(super) fn mana_abilities(p: &mut Parser<'_>) -> Option<Rule> {
    p.expect("mana abilities of ~ cost")?;
    let (change, times) = change(p, "to activate")?;
    let of = CostOf::ManaAbilities(Filter::permanent(Test::Is(Ref::This)));
    Some(Rule::one(Continuous::CostChange { by: Who::All, of, change, times }))
}

/// "As long as ~ is on the stack, spells that target it cost {2} more to cast."
pub(crate) fn while_on_stack(p: &mut Parser<'_>) -> Option<Rule> {
    p.expect("as long as ~ is on the stack , spells that target it cost")?;
    let (change, times) = change(p, "to cast")?;
    let this = Filter::new(Kind::Spell, Test::Is(Ref::This));
    let of = CostOf::Spells(Filter::new(Kind::Spell, Test::Targets(Box::new(this))));
    Some(Rule::in_zones(Continuous::CostChange { by: Who::All, of, change, times }, STACK))
}

/// "that share a card type with the exiled card", of spells.
pub(super) fn sharing(p: &mut Parser<'_>, spells: Filter) -> Option<Filter> {
    p.expect("that share")?;
    noun::after::shares(p, &spells.kind).map(|shared| and_test(spells, shared))
}

/// "for each of the chosen colors it is", of the spell.
pub(super) fn chosen_colors(p: &mut Parser<'_>) -> Option<Amount> {
    p.expect("for each of the chosen colors it is")?;
    let linked = p.scope.face.color.or_else(|| p.fail("colors chosen before"))?;
    Some(Amount::ChosenColors(Ref::Each, linked))
}

/// "if it has mutate", of the spell.
pub(super) fn if_it_has(p: &mut Parser<'_>) -> Option<Keyword> {
    p.expect("if it has")?;
    keyword::bare_keyword(p)
}

/// "and {2} less to cast for each other artifact you've sacrificed this turn", behind the same for each that a cost is paid with: that is
/// not done yet as the cost is worked out.
pub(super) fn and_for_each_other(p: &mut Parser<'_>, before: &CostDelta) -> Option<Amount> {
    p.expect("and")?;
    let mana = p.mana_cost()?;
    p.expect("less to cast for each other")?;
    let other = amount::counted(p, false)?;
    let past = matches!(other, Amount::Happened(..));
    (past && *before == CostDelta::Less(mana)).then_some(other)
}

/// "This effect can't reduce the amount of mana this spell costs by more than {5}.", of as many times {1} less.
pub(super) fn set_most(p: &mut Parser<'_>, ability: &mut StaticAbility) -> Option<()> {
    p.expect("this effect can't reduce the amount of mana ~ costs by more than")?;
    let most = p.mana_cost()?;
    let [Continuous::CostChange { change: CostDelta::Less(mana), times, .. }] = ability.effects.as_mut_slice() else {
        return p.fail("a cost that is reduced before");
    };
    let generic = |mana: &ManaCost| mana.0.iter().all(|s| matches!(s, lawmage_ir::ManaSymbol::Generic(_)));
    if mana.value() != 1 || !generic(mana) || !generic(&most) {
        return p.fail("generic mana");
    }
    let most = Amount::Const(i32::try_from(most.value()).ok()?);
    *times = Amount::Min(Box::new(std::mem::replace(times, Amount::ONE)), Box::new(most));
    Some(())
}

/// "The first activated ability you activate during your turn that targets a creature you control costs {2} less to activate.": while no
/// such thing has become the target of one that you activated before.
pub(super) fn first_ability(p: &mut Parser<'_>) -> Option<Rule> {
    p.expect("the first activated ability you activate")?;
    let yours = p.eat_any(&["during your turn", "each turn"])? == 0;
    p.expect("that targets")?;
    let whom = noun::after::targets(p)?;
    p.expect("costs")?;
    let (change, times) = change(p, "to activate")?;
    let first = none_before(&whom);
    let condition = if yours { Condition::And(vec![Condition::TurnOf(Who::You), first]) } else { first };
    let source = Filter::new(Kind::Object, Test::Any);
    let targets = Some(whom);
    let of = CostOf::SomeAbilities { source, keyword: None, targets, but_mana: false, loyalty: false };
    let effect = Continuous::CostChange { by: Who::You, of, change, times };
    Some(Rule { condition: Some(condition), ..Rule::one(effect) })
}

/// That you have activated no ability this turn that targets such a thing.
pub(crate) fn none_before(whom: &Filter) -> Condition {
    let activated = Test::all([Test::Status(Status::Activated), Test::Controlled(Who::You)]);
    let targeted = EventPattern::Targeted { what: whom.clone(), by: Filter::new(Kind::Ability, activated) };
    Condition::Not(Box::new(Condition::Happened(Box::new(targeted), Span::ThisTurn, 1)))
}

/// "The first card you foretell each turn costs {0} to foretell.": {2} less than it does (116.2h, 702.143a).
pub(super) fn first_foretold(p: &mut Parser<'_>) -> Option<Rule> {
    p.expect("the first card you foretell each turn costs {0} to foretell")?;
    let of = CostOf::Abilities(Filter::new(Kind::Object, Test::Any), Some(Keyword::Foretell));
    let change = CostDelta::Less(ManaCost([lawmage_ir::ManaSymbol::Generic(2)].into_iter().collect()));
    let less = Continuous::CostChange { by: Who::You, of, change, times: Amount::ONE };
    let deed = lawmage_ir::KeywordDeed::Foretells;
    let foretold = EventPattern::Does { by: Who::You, deed, what: None, object: None };
    let once = Condition::Happened(Box::new(foretold), Span::ThisTurn, 1);
    Some(Rule { condition: Some(Condition::Not(Box::new(once))), ..Rule::one(less) })
}
