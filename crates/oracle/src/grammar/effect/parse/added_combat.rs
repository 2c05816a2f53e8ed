//! What is said of an additional combat phase that was just added (500.8): "at the beginning of that combat".

use std::sync::Arc;

use lawmage_ir::{
    CardType, Clause, Condition, Continuous, Duration, EventPattern, Filter, Instruction, Kind, Prohibition, Selector,
    Slot, Step, Test, Waits, Who,
};

use super::emit;
use crate::parse::Parser;

/// The additional combat phase that was spoken of last.
fn added(p: &mut Parser<'_>) -> Option<Slot> {
    let phase = p.scope.latest(|r| r.verb == Some(crate::grammar::duration::ADDED_COMBAT));
    let phase = phase.and_then(|phase| phase.clause()).or_else(|| p.fail("an additional combat phase before"))?;
    Some(p.scope.bind(phase))
}

/// "At the beginning of that combat, untap all creatures you control."
pub(super) fn at_its_beginning(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("at the beginning of that combat ,")?;
    let that_combat = Box::new(Condition::ExtraCombatOf(added(p)?));
    let begins = EventPattern::Begins { step: Step::BeginCombat, whose: Who::All };
    let event = EventPattern::While(Box::new(begins), that_combat);
    let program = super::sentence::apart(p, |p| {
        let mut clauses = Vec::new();
        super::sentence::body(p, &mut clauses)?;
        Some(clauses)
    })?;
    let ability = super::delayed::triggered(event, program);
    out.push(emit(p, Instruction::Delayed { ability: Arc::new(ability), waits: Waits::Once }));
    Some(())
}

/// "Only land creatures can attack during that combat phase."
pub(super) fn only_those(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("only")?;
    let able = crate::grammar::selector::one(p)?;
    p.expect("can attack during that combat phase")?;
    let able = match able.selector {
        Selector::All(Filter { kind: Kind::Permanent, test }) => test,
        Selector::Ref(those) => Test::Is(those),
        _ => return p.fail("creatures"),
    };
    let others = Filter::permanent(Test::all([Test::Type(CardType::Creature), Test::not(able)]));
    let cant = Prohibition::Attack { what: Selector::All(others), whom: None, unless: None };
    let duration = Duration::ExtraCombat(added(p)?);
    out.push(emit(p, Instruction::Effect { effects: vec![Continuous::Cant(cant)], duration }));
    Some(())
}
