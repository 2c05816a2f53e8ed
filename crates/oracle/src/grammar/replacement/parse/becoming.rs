//! What permanents become as they enter (614.1c), and what is remembered of what is chosen then (607.2d).

use lawmage_ir::{Clause, Entering, Instead, Instruction, Kind, Modification, Replacement, Selector};

use super::enters::entering;
use super::plain;
use crate::grammar::noun;
use crate::parse::{Handle, Parser};

/// "As a historic permanent you control enters, it becomes a 7/7 Dinosaur creature in addition to its other types.": for as long as it
/// is there, whatever becomes of what says so.
pub(super) fn becomes(p: &mut Parser<'_>) -> Option<Replacement> {
    p.eat_any(&["as a", "as an"])?;
    let what = noun::filter(p).filter(|what| what.kind == Kind::Permanent)?;
    p.expect("enters , it becomes")?;
    let mods = crate::grammar::modification::described_as(p)?;
    let plain_change = |m: &Modification| matches!(m, Modification::AddTypes(_) | Modification::SetPowerToughness(..));
    if !mods.iter().all(plain_change) || !p.at_stop() {
        return p.fail("types in addition to its own, and a size");
    }
    let entry = Entering { mods, ..Entering::default() };
    Some(plain(entering(what), Instead::Enter(Box::new(entry))))
}

/// "As ~ enters, choose another creature you control.": remembered, where another ability speaks of "the chosen creature" (607.2d).
pub(super) fn remember_chosen(p: &mut Parser<'_>, first: &mut Vec<Clause>) {
    let Some(Clause { does: Instruction::Choose(Selector::Choose(choice)), out: Some(id) }) = first.last() else {
        return;
    };
    let objects = matches!(&choice.from, Selector::All(of) if of.kind == Kind::Permanent);
    if !objects || !p.scope.face.links_chosen {
        return;
    }
    let chosen = p.scope.select(&Handle::Clause(*id));
    let linked = p.scope.face.link();
    p.scope.face.chosen_object = Some(linked);
    first.push(Instruction::Remember(linked, chosen).into());
}
