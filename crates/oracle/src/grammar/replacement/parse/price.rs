//! What enters only for something given for it instead (614.12).

use lawmage_ir::{
    Amount, Clause, Cmp, Condition, Destination, Entering, EventPattern, Instead, Instruction, Selector, Who,
};

use crate::grammar::effect;
use crate::parse::Parser;

/// "If ~ would enter, sacrifice an untapped Mountain instead. If you do, put ~ onto the battlefield. If you don't, put it into its owner's
/// graveyard."
pub(super) fn enters_at_a_price(p: &mut Parser<'_>, event: &EventPattern) -> Option<Instead> {
    let EventPattern::Moves { what, to, .. } = event else { return None };
    if *to != lawmage_ir::ZoneSet::BATTLEFIELD || !what.test.is_this() {
        return None;
    }
    let mut out = Vec::new();
    effect::sentence::chain(p, &mut out)?;
    p.expect("instead . if you do , put ~ onto the battlefield .")?;
    p.eat_any(&["if you don't ,", "otherwise ,"])?;
    p.eat_any(&["put it into its owner 's graveyard", "put ~ into its owner 's graveyard"])?;
    let [Clause { does, out: Some(paid) }] = out.as_slice() else { return p.fail("one price") };
    let so_many = |what: &Selector| match what {
        Selector::Choose(choice) => match choice.min {
            Amount::Const(n) if choice.max == Some(Amount::Const(n)) => Some(n),
            _ => None,
        },
        _ => None,
    };
    let given = match does {
        Instruction::Sacrifice { what, .. } => so_many(what),
        Instruction::May { body, .. } => match body.as_slice() {
            [Clause { does: Instruction::Discard { what, .. }, .. }] => so_many(what).filter(|n| *n == 1),
            _ => None,
        },
        _ => None,
    };
    let given = given.or_else(|| p.fail("so many things to give for it"))?;
    let put = |to| Instruction::Move { what: lawmage_ir::THIS, to, cause: lawmage_ir::Cause::Put }.into();
    let then = vec![put(Destination::Battlefield(Box::default()))];
    let paid = p.scope.bind(*paid);
    // Of two or more, as many as there are are sacrificed where there are no more (609.3), and that is not what is asked.
    let condition = match given {
        1 => Condition::Done(paid),
        n => Condition::Compare(Amount::Slot(paid), Cmp::Equal, Amount::Const(n)),
    };
    out.push(Instruction::If { condition, then, otherwise: vec![put(Destination::Graveyard)] }.into());
    effect::finish::outs(&mut out, &p.scope);
    Some(Instead::Do(out))
}

/// Something else altogether: the effect with its "instead" taken out.
pub(super) fn done(p: &mut Parser<'_>) -> Option<Instead> {
    if p.eat("instead") {
        let _ = p.eat("that player skips that draw and") || p.eat("you skip that draw and");
        return crate::grammar::effect::clauses_and_put(p).map(Instead::Do);
    }
    let clauses = crate::grammar::effect::clauses(p)?;
    p.expect("instead")?;
    Some(Instead::Do(clauses))
}

/// ". Tap ~ unless you pay 2 life", behind what is chosen as it enters: what is tapped as it enters, enters tapped.
pub(super) fn tapped_unless_paid(p: &mut Parser<'_>) -> Option<(Clause, Entering)> {
    p.expect(". tap ~ unless you pay")?;
    let cost = crate::grammar::cost(p)?;
    let pays = Instruction::MayPay { who: Who::You, cost, then: Vec::new(), otherwise: Vec::new() };
    let mut pays = [effect::emit(p, pays)];
    let paid = Condition::Done(p.scope.bind(effect::id(&pays[0])));
    effect::finish::outs(&mut pays, &p.scope);
    let only = Some(Condition::Not(Box::new(paid)));
    let [pays] = pays;
    Some((pays, Entering { tapped: true, only, ..Entering::default() }))
}
