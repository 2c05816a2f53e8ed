//! What is said of objects: which of them are meant.

use lawmage_ir::visit;
use lawmage_ir::{
    Clause, Continuous, Duration, Instruction, Kind, Modification, Prohibition, Ref, Selector, Test, Who,
};

use super::clause::effect;
use super::emit;
use crate::grammar::{continuous, noun, player, reference};
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

/// What players can't do; each of several in a time of their own, where it says so: "each opponent can't cast spells during that
/// player's next turn".
pub(super) fn players_cant(p: &mut Parser<'_>, who: &Who, out: &mut Vec<Clause>) -> Option<()> {
    if !who.is_group() || !p.sentence_says(&["during"]) {
        let effects = continuous::players_cant(p, who)?;
        return effect(p, effects, out);
    }
    let each = Who::Ref(Ref::Each);
    let mut body = Vec::new();
    let here = p.mark();
    let effects = continuous::players_cant(p, &each)?;
    player::mention(p, who);
    effect(p, effects, &mut body)?;
    match body.last().map(|clause| &clause.does) {
        Some(Instruction::Effect { duration: Duration::NextTurn(whose), .. }) if *whose == each => {
            out.push(emit(p, Instruction::ForEach { over: Selector::Players(who.clone()), body }));
            Some(())
        }
        _ => {
            p.reset(&here);
            let effects = continuous::players_cant(p, who)?;
            effect(p, effects, out)
        }
    }
}

/// "Target player can't play lands this turn … and can't cast creature spells this turn": the same player.
pub(super) fn player_cant_either(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let who = p.scope.actor.clone().filter(|who| !who.is_group())?;
    let joined = p.last().is_some_and(|token| &*token.text == "and");
    if !joined || !p.eat("can't") {
        return None;
    }
    let effects = continuous::players_cant(p, &who)?;
    effect(p, effects, out)
}
