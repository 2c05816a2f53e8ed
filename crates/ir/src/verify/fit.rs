//! What verbs can be done to.

use super::flow::Walk;
use super::sorts::Sorts;
use crate::{Instruction, Selector};

/// What each selection of an instruction has to be.
fn asked(does: &Instruction) -> Vec<(&Selector, Sorts, &'static str)> {
    use Instruction as I;
    let permanent = Sorts::PERMANENT;
    let counted = permanent.union(Sorts::CARD).union(Sorts::PLAYER);
    match does {
        I::Destroy { what, .. } => vec![(what, permanent, "destroyed")],
        I::Sacrifice { what, .. } => vec![(what, permanent, "sacrificed")],
        I::SacrificeAndReturn { what, returned, .. } => {
            vec![(what, permanent, "sacrificed"), (returned, Sorts::CARD, "returned")]
        }
        I::TapAndUntap { tap, untap, .. } => vec![(tap, permanent, "tapped"), (untap, permanent, "untapped")],
        I::Discard { what, .. } => vec![(what, Sorts::CARD, "discarded")],
        I::Move { what, .. } => vec![(what, Sorts::OBJECT, "moved")],
        I::ExileUntilLeaves { what, .. } | I::ExileUntilCrowned(what) => vec![(what, Sorts::OBJECT, "exiled")],
        I::Damage { to, .. } => vec![(to, Sorts::RECIPIENT, "dealt damage")],
        I::DamageTogether(parts) => parts.iter().map(|(_, to, _)| (to, Sorts::RECIPIENT, "dealt damage")).collect(),
        I::PutCounters { on, .. } => vec![(on, counted, "given counters")],
        I::PutUpTo(put) => vec![(&put.on, counted, "given counters")],
        I::WithKinds(with) => match &with.of {
            crate::KindsOf::On(on) => vec![(on, counted, "asked for its counters")],
            crate::KindsOf::Among(..) => Vec::new(),
        },
        I::SpreadCounters { among, .. } => vec![(among, counted, "given counters")],
        I::RemoveCounters { from, .. } => vec![(from, counted, "stripped of counters")],
        I::TakeCounters(takes) => {
            let mut all = vec![(&takes.from, counted, "stripped of counters")];
            all.extend(takes.to.iter().map(|to| (to, counted, "given counters")));
            all
        }
        I::MoveCounters { from, to, .. } => {
            vec![(from, counted, "stripped of counters"), (to, counted, "given counters")]
        }
        I::DoubleCounters(_, what) => vec![(what, counted, "given counters")],
        I::Counter { what, .. } => vec![(what, Sorts::STACK, "countered")],
        I::ChangeTargets { what, .. } => vec![(what, Sorts::STACK, "given new targets")],
        I::NoteCard(_, what) => vec![(what, Sorts::CARD, "noted")],
        I::CopyStack(copies) => vec![(&copies.what, Sorts::STACK.union(Sorts::CARD), "copied")],
        I::DoubleX(what) => vec![(what, Sorts::STACK, "given another X")],
        I::Tap(what) => vec![(what, permanent, "tapped")],
        I::Untap(what) => vec![(what, permanent, "untapped")],
        I::Attach { what, to, .. } => vec![(what, permanent, "attached"), (to, Sorts::RECIPIENT, "attached to")],
        I::Unattach(what) => vec![(what, permanent, "unattached")],
        I::Regenerate(what) => vec![(what, permanent, "regenerated")],
        I::Fight(one, other) | I::FightEach(one, other) => {
            vec![(one, permanent, "fighting"), (other, permanent, "fought")]
        }
        I::Transform(what) => vec![(what, permanent, "transformed")],
        I::Convert(what) => vec![(what, permanent, "converted")],
        I::Flip(what) => vec![(what, permanent, "flipped")],
        I::PhaseOut(what) | I::PhaseOutUntilLeaves { what, .. } => vec![(what, permanent, "phased out")],
        I::TurnFaceUp(what) | I::TurnFaceDown(what) => vec![(what, permanent.union(Sorts::CARD), "turned")],
        I::RemoveFromCombat(what) => vec![(what, permanent, "removed from combat")],
        I::BecomeBlocked(what) => vec![(what, permanent, "blocked")],
        I::DoubleSize(doubled) => vec![(&doubled.what, permanent, "doubled")],
        I::Detain(what) => vec![(what, permanent, "detained")],
        I::Goad(what) => vec![(what, permanent, "goaded")],
        I::Exert(what) => vec![(what, permanent, "exerted")],
        I::Connive(what, _) => vec![(what, permanent, "conniving")],
        I::Endure(what, _) => vec![(what, permanent, "enduring")],
        I::Explore(what) => vec![(what, permanent, "exploring")],
        I::RemoveDamage(what) => vec![(what, permanent, "healed")],
        I::Designate(_, what, _) => vec![(what, permanent, "designated")],
        I::Cast { from, .. } => vec![(from, Sorts::CARD, "cast")],
        _ => Vec::new(),
    }
}

impl Walk {
    /// Whether what an instruction is about can be done that to.
    pub(super) fn fit(&mut self, does: &Instruction) {
        // 304.4, 307.4; its other face may.
        if let Instruction::Move { what, to: crate::Destination::Battlefield(entering), .. } = does
            && self.home.spell
            && !entering.transformed
            && *what == crate::THIS
        {
            self.find(super::Rule::Fit, "an instant or sorcery can't enter the battlefield: “it” is something else");
        }
        for (what, wanted, verb) in asked(does) {
            let is = self.selected(what);
            if is.meets(Sorts::ANY) && !is.meets(wanted) {
                self.misfit(format!("a {is} can't be {verb}: only a {wanted} can"));
            }
        }
    }
}
