//! What is said of objects: which of them are meant.

use lawmage_ir::visit;
use lawmage_ir::{
    Clause, Continuous, Duration, Instruction, Kind, Modification, Prohibition, Ref, Selector, Test, Who,
};

use super::clause::effect;
use super::emit;
use crate::grammar::{continuous, noun, reference};
use crate::parse::Parser;

/// "its activated abilities can't be activated [this turn]".
pub(super) fn abilities_off(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    if p.eat("activated abilities of") {
        let it = reference::reference(p)?;
        p.expect("can't be activated")?;
        let cant = Prohibition::Activate { what: Selector::Ref(it), but_mana: false, by: None };
        return effect(p, vec![Continuous::Cant(cant)], out);
    }
    let it = reference::possessor(p)?;
    let effects = continuous::activated_abilities(p, &Selector::Ref(it))?;
    effect(p, effects, out)
}

/// "Each other creature you control becomes a copy of that creature": other than that one.
pub(super) fn other_than_copied(effect: &mut Continuous) {
    let Continuous::Modify { what: Selector::All(filter), mods } = effect else { return };
    let [Modification::CopyOf(of, _)] = mods.as_slice() else { return };
    let other = Test::not(Test::Is(Ref::This));
    visit::walk_mut(&mut filter.test, &mut |node| {
        if let Some(test) = node.get_mut::<Test>().filter(|test| **test == other) {
            *test = Test::not(Test::Is(of.clone()));
        }
        visit::Go::Into
    });
}

/// Whether it is one of what a clause before concerned.
pub(super) fn speaks_of_slot(test: &Test) -> bool {
    match test {
        Test::Is(Ref::Slot(_)) => true,
        Test::And(all) => all.iter().any(speaks_of_slot),
        _ => false,
    }
}

/// "Each attacking creature and each blocking creature doesn't untap during its controller's next untap step.": each of them in that of
/// its own controller (502.3).
pub(super) fn each_kept_tapped(p: &mut Parser<'_>) -> Option<Clause> {
    let mut all = p.list("and", |p| {
        p.expect("each")?;
        let noun = noun::noun(p).filter(|noun| !noun.plural && noun.is_of_all() && noun.limit.is_none())?;
        (noun.filter.kind == Kind::Permanent).then_some(Selector::All(noun.filter))
    })?;
    p.expect("doesn't untap during its controller 's next untap step")?;
    let over = if all.len() == 1 { all.pop()? } else { Selector::Union(all) };
    let kept = emit(p, kept_tapped());
    Some(emit(p, Instruction::ForEach { over, body: vec![kept] }))
}

/// That the one at hand doesn't untap in its controller's next untap step.
pub(crate) fn kept_tapped() -> Instruction {
    let effects = vec![Continuous::Cant(Prohibition::UntapStep(Selector::Ref(Ref::Each)))];
    Instruction::Effect { effects, duration: Duration::NextUntapStep(Who::Controller(Box::new(Ref::Each))) }
}
