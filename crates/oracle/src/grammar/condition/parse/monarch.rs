//! Who the monarch is (722).

use lawmage_ir::{Condition, Who};

use crate::parse::{Handle, Parser, Sort};

/// "you're the monarch", "there is no monarch" (722).
pub(super) fn monarch(p: &mut Parser<'_>) -> Option<Condition> {
    if p.eat("they're the monarch") {
        // Not whoever controls what is taken from them.
        let said =
            p.scope.latest(|r| r.sort == Sort::Player && !matches!(r.handle, Handle::Who(Who::Controller(_))))?;
        return match said.handle {
            Handle::Who(who) if !who.is_group() => Some(Condition::Monarch(who)),
            Handle::Ref(one) => Some(Condition::Monarch(Who::Ref(one))),
            _ => p.fail("who the monarch is"),
        };
    }
    if p.eat("that player is the monarch") {
        let said = p.scope.latest(|r| r.sort == Sort::Player)?;
        return match said.handle {
            Handle::Who(who) => Some(Condition::Monarch(who)),
            handle => p.scope.reference(&handle).map(|r| Condition::Monarch(Who::Ref(r))),
        };
    }
    if let Some(who) = p.attempt(|p| {
        let who = crate::grammar::player::relation(p)?;
        p.expect("is the monarch")?;
        matches!(who, Who::Controller(_)).then_some(who)
    }) {
        return Some(Condition::Monarch(who));
    }
    let said = [
        "you're the monarch",
        "you are the monarch",
        "an opponent is the monarch",
        "defending player is the monarch",
        "there is no monarch",
        "you're not the monarch",
        "you aren't the monarch",
    ];
    Some(match p.eat_any(&said)? {
        0 | 1 => Condition::Monarch(Who::You),
        2 => Condition::Monarch(Who::Opponents),
        3 => Condition::Monarch(Who::Defending),
        4 => Condition::Not(Box::new(Condition::Monarch(Who::All))),
        _ => Condition::Not(Box::new(Condition::Monarch(Who::You))),
    })
}
