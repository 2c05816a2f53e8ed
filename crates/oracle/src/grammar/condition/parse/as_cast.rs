//! What is noted as a spell becomes cast (601.2i), for its text to ask later.

use lawmage_ir::{Amount, Cmp, Condition, CostLabel, Filter, Kind, Ref, Selector, Test, Who};

use super::controlled;
use super::turn::your_main_phase;
use crate::grammar::noun;
use crate::parse::Parser;

/// 307.5a: it isn't the caster's main phase, or something else is on the stack. What is cast without priority is cast while
/// something resolves, which is there yet (608.2).
pub(crate) fn no_sorcery_time() -> Condition {
    let others = Filter::new(Kind::OnStack, Test::not(Test::Is(Ref::This)));
    let mut sorcery_time = your_main_phase();
    sorcery_time.push(Condition::Compare(Amount::Count(Box::new(Selector::All(others))), Cmp::Equal, Amount::Const(0)));
    Condition::Not(Box::new(Condition::And(sorcery_time)))
}

/// "you revealed a Dragon card or controlled a Dragon as you cast this spell", "you controlled a Dragon as you cast this
/// spell": what is noted as the spell becomes cast. What was revealed is this spell's additional cost.
pub(super) fn as_cast(p: &mut Parser<'_>) -> Option<Condition> {
    if p.eat("you cast ~ during your main phase") {
        return note(p, Condition::And(your_main_phase()));
    }
    if p.eat_any(&[
        "you cast it any time a sorcery couldn't have been cast",
        "you cast ~ any time a sorcery couldn't have been cast",
    ])
    .is_some()
    {
        return note(p, no_sorcery_time());
    }
    p.expect("you")?;
    let revealed = p.attempt(|p| {
        p.eat_any(&["revealed a", "revealed an"])?;
        let card = noun::filter(p)?;
        matches!(card.kind, Kind::Card(_)).then_some(())?;
        p.expect("or")
    });
    p.eat_any(&["controlled a", "controlled an"])?;
    let filter = noun::filter(p)?;
    p.expect("as you cast ~")?;
    let count = Amount::Count(Box::new(Selector::All(controlled(filter, Who::You))));
    let held = Condition::Compare(count, Cmp::AtLeast, Amount::ONE);
    let held = note(p, held)?;
    Some(match revealed {
        Some(()) => Condition::Or(vec![Condition::Paid(Ref::This, CostLabel::Other(0)), held]),
        None => held,
    })
}

/// What is noted as the spell becomes cast.
fn note(p: &mut Parser<'_>, held: Condition) -> Option<Condition> {
    let noted = &mut p.scope.face.noted;
    let at = noted.iter().position(|c| *c == held).unwrap_or_else(|| {
        noted.push(held);
        noted.len() - 1
    });
    Some(Condition::AsCast(u8::try_from(at).ok()?))
}
