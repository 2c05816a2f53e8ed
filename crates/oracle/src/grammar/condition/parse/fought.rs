//! Excess damage (120.10), of what was dealt before and of a fight (701.12).

use lawmage_ir::{Amount, CardType, Cmp, Condition, EventPattern, Filter, Ref, Span, Test, Who};

use crate::grammar::amount;
use crate::parse::Parser;

/// "excess damage was dealt to that creature this way" (120.10): by the damage before. "That many" is how much, then.
pub(super) fn excess_dealt(p: &mut Parser<'_>) -> Option<Condition> {
    if let Some(fought) = p.attempt(excess_of_theirs) {
        return Some(fought);
    }
    p.eat_any(&["excess damage was dealt", "excess damage is dealt"])?;
    p.eat_any(&["to that creature", "to that permanent", "to a permanent", "to it"]);
    p.expect("this way")?;
    let excess = amount::excess(p)?;
    p.scope.number_clause = None;
    p.scope.number = Some(excess.clone());
    Some(Condition::Compare(excess, Cmp::AtLeast, Amount::ONE))
}

/// "the creature an opponent controls is dealt excess damage this way", "excess damage is dealt to the creature an opponent controls this
/// way": of the two targets that fought, theirs. "That much" is how much, then.
pub(super) fn excess_of_theirs(p: &mut Parser<'_>) -> Option<Condition> {
    const SAID: &[&str] = &[
        "the creature the opponent controls is dealt excess damage this way",
        "the creature an opponent controls is dealt excess damage this way",
        "excess damage is dealt to the creature an opponent controls this way",
        "excess damage is dealt to the creature the opponent controls this way",
    ];
    p.eat_any(SAID)?;
    let theirs = [Test::Type(CardType::Creature), Test::Controlled(Who::Opponents)];
    let is_theirs = |test: &Test| theirs.iter().all(|t| test.conjuncts().contains(t));
    let mut places = p.scope.targets.iter().enumerate().filter(|(_, spec)| is_theirs(&spec.filter.test));
    let (Some((place, _)), None) = (places.next(), places.next()) else {
        return p.fail("one target that an opponent controls");
    };
    let excess = excess_dealt_to(&Ref::Target(u8::try_from(place).ok()?));
    (p.scope.number_clause, p.scope.number) = (None, Some(excess.clone()));
    Some(Condition::Compare(excess, Cmp::AtLeast, Amount::ONE))
}

/// The excess damage that this creature has been dealt in the resolution at hand (120.10).
pub(crate) fn excess_dealt_to(creature: &Ref) -> Amount {
    let to = Filter::permanent(Test::Is(creature.clone()));
    Amount::HappenedSum(Box::new(EventPattern::ExcessDamage { to, combat: None }), Span::ThisWay)
}
