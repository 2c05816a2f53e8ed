//! Two things that would happen to one object at once and exclude each other (400.6).

use lawmage_ir::{Clause, Destination, Instruction, Ref, Selector, rule};

use crate::events::happen::Batch;
use crate::state::event::Proposal;
use crate::table::decision::{Ask, Choice, Decision};
use crate::table::game::{Game, Res};

impl Game<'_> {
    /// Where an event would move an object, and what replaces another event of the same batch would move it elsewhere, the
    /// object's controller chooses which of them does (400.6).
    pub(crate) fn settle_contradictions(&mut self, settled: &mut Vec<(usize, Proposal)>, batch: &Batch) -> Res<()> {
        for after in &batch.afterwards {
            let Some(other) = moves_itself(&after.clauses) else { continue };
            let found = settled.iter().enumerate().find_map(|(place, (_, proposal))| match proposal {
                Proposal::Move { object, to, .. } if *object == after.source => Some((place, to.zone())),
                _ => None,
            });
            let Some((place, zone)) = found.filter(|(_, zone)| *zone != other.zone()) else { continue };
            let chooser = self.state.controller(after.source);
            let options = [zone, other.zone()].map(|z| Choice::Word(z.word().into())).to_vec();
            let ask =
                Decision::pick(chooser, Ask::Replacement, rule!("400.6"), Some(after.source), options.clone(), 1, 1);
            if self.pick(ask)?.first() == options.get(1) {
                settled.remove(place);
            }
        }
        Ok(())
    }
}

/// Where those instructions move their own source, if they do.
fn moves_itself(clauses: &[Clause]) -> Option<&Destination> {
    clauses.iter().find_map(|clause| match &clause.does {
        Instruction::Move { what: Selector::Ref(Ref::This), to, .. } => Some(to),
        _ => None,
    })
}
