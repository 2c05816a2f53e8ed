//! "Copy the next instant or sorcery spell you cast this turn when you cast it": a delayed triggered ability (603.7).

use std::sync::Arc;

use lawmage_ir::{
    ActivatedSort, Amount, Clause, Duration, EventPattern, Filter, Instruction, Kind, Program, Ref, Role, Selector,
    StackCopies, Test, Waits, Who,
};

use super::parse::with_new_targets;
use crate::grammar::effect::delayed::triggered;
use crate::grammar::effect::emit;
use crate::grammar::noun;
use crate::parse::Parser;

/// After "copy": "the next loyalty ability you activate this turn when you activate it".
pub(super) fn copied_later(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("the next")?;
    let (event, role) = if p.eat("loyalty ability you activate this turn when you activate it") {
        let source = Filter::new(Kind::Object, Test::Any);
        let only = Some(ActivatedSort::Loyalty);
        (EventPattern::Activates { by: Who::You, source, mana_too: true, only }, Role::Object)
    } else {
        let what = noun::filter(p).filter(|what| what.kind == Kind::Spell)?;
        p.expect("you cast this turn when you cast it")?;
        (EventPattern::Casts { by: Who::You, what }, Role::Subject)
    };
    let new_targets = with_new_targets(p);
    let copy = StackCopies {
        who: Who::You,
        what: Selector::Ref(Ref::Event(role)),
        count: Amount::ONE,
        new_targets,
        except: Vec::new(),
        for_each: None,
        at: None,
    };
    let program = Program::plain(Vec::new(), vec![emit(p, Instruction::CopyStack(copy))]);
    let mut ability = triggered(event, program);
    ability.per_turn = Some(1);
    let waits = Waits::For(Duration::EndOfTurn);
    out.push(emit(p, Instruction::Delayed { ability: Arc::new(ability), waits }));
    Some(())
}

/// "twice", "once plus an additional time for each opponent who copied the spell this way": how often something is copied.
pub(super) fn times_told(p: &mut Parser<'_>) -> Option<Amount> {
    match p.eat_any(&["twice", "three times", "once plus an additional time", "an additional time"])? {
        0 => Some(Amount::Const(2)),
        1 => Some(Amount::Const(3)),
        // Besides what another ability copies.
        3 => Some(Amount::ONE),
        _ => {
            let more = crate::grammar::amount::for_each(p)?;
            Some(Amount::Plus(Box::new(more), Box::new(Amount::ONE)))
        }
    }
}
