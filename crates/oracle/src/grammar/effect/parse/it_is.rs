//! "It's a Zombie in addition to its other types": as "it is", said of what was spoken of.

use lawmage_ir::{
    Clause, Continuous, Destination, Instruction, Modification, Ref, Requirement, Selector, Subtype, Zone,
};

use super::clause::effect;
use super::emit;
use super::sentence::last_done;
use crate::grammar::continuous::losing;
use crate::grammar::instruction::permanents::designation;
use crate::grammar::{modification, reference};
use crate::parse::Parser;

/// "It's an artifact", "they're black Zombies in addition to their other colors and types", "it's goaded".
pub(super) fn it_is(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let many = match p.word() {
        "it's" => false,
        "they're" => true,
        _ => return p.fail("what it is"),
    };
    let it = if many { reference::they(p)? } else { reference::it(p)? };
    p.advance();
    p.scope.actor = None;
    let subject = p.scope.select(&it.handle);
    p.scope.subject = Some(subject.clone());
    if p.eat("goaded") {
        return effect(p, vec![Continuous::Must(Requirement::Goaded(subject))], out);
    }
    if let Some(status) = p.attempt(designation::no_longer) {
        out.push(emit(p, Instruction::Designate(status, subject, false)));
        return Some(());
    }
    let mut mods = modification::described_as(p)?;
    if p.eat_any(&["and has no abilities", "and have no abilities"]).is_some() {
        mods.push(Modification::LoseAllAbilities);
    }
    // "It's a Treasure artifact with …, and it loses all other card types" (205.1a)
    if let Some(abilities) = p.attempt(|p| {
        p.comma();
        p.expect("and")?;
        losing::other_kinds(p)
    }) {
        let said = vec![Continuous::Modify { what: subject.clone(), mods }];
        mods = match losing::only_these(p, &subject, said, abilities)?.pop()? {
            Continuous::Modify { mods, .. } => mods,
            _ => return p.fail("what it is"),
        };
    }
    if it.to == Some(Zone::Battlefield) {
        return as_it_entered(p, &subject, mods, out);
    }
    // 708.2: what it is as long as it is face down alone, and only if it was turned so.
    if out.last().is_some_and(|clause| matches!(clause.does, Instruction::TurnFaceDown(..))) {
        return p.fail("what is said of what was turned face down");
    }
    effect(p, vec![Continuous::Modify { what: subject, mods }], out)
}

/// What something is, rather than has or becomes (611.2e). An Aura would have to be attached as it enters (303.4f).
pub(super) fn is_at_once(said: &Modification) -> bool {
    match said {
        Modification::AddTypes(line) | Modification::SetTypes(line) => !line.subtypes.listed.contains(&Subtype::AURA),
        Modification::AddColors(_)
        | Modification::SetColors(_)
        | Modification::SetPowerToughness(..)
        | Modification::SetName(_)
        | Modification::LoseAllAbilities => true,
        _ => false,
    }
}

/// Whether all of that is; "a Treasure artifact with [an ability]" is one that has it.
pub(super) fn are_at_once(mods: &[Modification]) -> bool {
    let whole = mods.iter().any(|m| matches!(m, Modification::SetTypes(_)));
    mods.iter().all(|m| is_at_once(m) || whole && matches!(m, Modification::AddAbility(_)))
}

/// 611.2e: what was put onto the battlefield is so as it enters; what is face down is what it was put there as (708.2).
fn as_it_entered(p: &mut Parser<'_>, what: &Selector, mods: Vec<Modification>, out: &mut [Clause]) -> Option<()> {
    let Selector::Ref(Ref::Slot(slot)) = what else { return p.fail("what was put onto the battlefield before") };
    let with = |said: &Modification| matches!(said, Modification::AddAbility(_));
    if !mods.iter().all(|said| is_at_once(said) || with(said)) {
        return p.fail("what it is as it enters");
    }
    for clause in out.iter_mut().rev() {
        let Some(done) = last_done(std::slice::from_mut(clause)) else { continue };
        if done.out.and_then(|id| p.scope.slot_of(id)) == Some(*slot)
            && let Instruction::Move { to: Destination::Battlefield(arrival), .. } = &mut done.does
            && !arrival.face_down
        {
            arrival.mods.extend(mods);
            return Some(());
        }
    }
    p.fail("what was put onto the battlefield before")
}
