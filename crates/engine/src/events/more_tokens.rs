//! Tokens that replacement effects add to those created, or create instead (111.2, 614.1a).

use lawmage_ir::{Amount, Arrival, Clause, Instead, Instruction, Rule, visit};

use crate::events::happen::Batch;
use crate::read::context::Scope;
use crate::state::proposal::{Entry, Proposal};
use crate::state::stack::{Frame, SlotValue};
use crate::table::game::{Game, Res};
use crate::table::replacing::Applicable;

/// Whether nothing but tokens are created instead or besides.
pub(super) fn creates_tokens(instead: &Instead, proposal: &Proposal) -> bool {
    let (Instead::Do(clauses) | Instead::Also(clauses)) = instead else { return false };
    matches!(proposal, Proposal::CreateTokens { .. })
        && !clauses.is_empty()
        && clauses.iter().all(|c| matches!(c.does, Instruction::CreateToken { .. } | Instruction::Choose(_)))
        && clauses.iter().any(|c| matches!(c.does, Instruction::CreateToken { .. }))
}

/// Whether what is created is as many as are created anyway.
fn counts_event(clauses: &[Clause]) -> bool {
    clauses.iter().any(|clause| visit::any(clause, |amount: &Amount| *amount == Amount::Event))
}

/// 614.5: what adds to an event adds to the whole of it once, not again to what another such effect has added.
pub(super) fn more_once(more: &mut [(Proposal, Vec<Applicable>)], applied: &[Applicable]) {
    let adds = |one: &&Applicable| one.replacement().is_some_and(|r| matches!(r.instead, Instead::Also(_)));
    for (_, before) in more {
        let later: Vec<Applicable> =
            applied.iter().filter(adds).filter(|one| !before.iter().any(|a| a.same(one))).cloned().collect();
        before.extend(later);
    }
}

impl Game<'_> {
    /// More tokens besides those that would be created, or others instead. Gives what is left of the proposal.
    pub(super) fn tokens_instead(
        &mut self,
        instead: &Instead,
        chosen: &Applicable,
        frame: &Frame,
        proposal: Proposal,
        applied: &[Applicable],
        batch: &mut Batch,
    ) -> Res<Option<Proposal>> {
        let (Instead::Do(clauses) | Instead::Also(clauses), Proposal::CreateTokens { entry, .. }) =
            (instead, &proposal)
        else {
            return Ok(Some(proposal));
        };
        let tokens = self.tokens_besides(clauses, chosen, frame, entry)?;
        let more = tokens.into_iter().map(|one| (one, applied.to_vec()));
        if matches!(instead, Instead::Do(_)) {
            batch.more.extend(more);
            return Ok(None);
        }
        // One event may be several proposals; what adds a number of its own adds it once.
        let key = (chosen.source, chosen.key);
        if counts_event(clauses) || !batch.added.contains(&key) {
            batch.more.extend(more);
        }
        batch.added.push(key);
        Ok(Some(proposal))
    }

    /// The tokens that an effect speaks of, entering as those do that would be created: tapped, attacking.
    fn tokens_besides(
        &mut self,
        clauses: &[Clause],
        chosen: &Applicable,
        frame: &Frame,
        like: &Entry,
    ) -> Res<Vec<Proposal>> {
        let scope = Scope::new(chosen.source, chosen.you);
        let mut all = Vec::new();
        let frame = &mut frame.clone();
        for clause in clauses {
            // "You may instead choose a creature and create that many tokens that are copies of it."
            if let Instruction::Choose(_) = clause.does {
                self.run(std::slice::from_ref(clause), chosen.source, chosen.you, frame)?;
            }
            let Instruction::CreateToken { who, count, token, .. } = &clause.does else { continue };
            self.tell_begins(&clause.does, scope);
            let tokens = self.tokens_to_create(who, count, token, &Arrival::default(), scope, frame)?;
            self.tell_ends(&clause.does, scope, &SlotValue::done(!tokens.is_empty()));
            for one in tokens {
                if let Proposal::CreateTokens { player, chars, count, mut entry } = one {
                    entry.tapped = like.tapped;
                    entry.may_attack.clone_from(&like.may_attack);
                    all.push(Proposal::CreateTokens { player, chars, count, entry });
                }
            }
        }
        Ok(all)
    }

    /// Settles what was added to a proposal, as a part of it.
    pub(super) fn settle_more(
        &mut self,
        index: usize,
        rule: Rule,
        batch: &mut Batch,
        settled: &mut Vec<(usize, Proposal)>,
    ) -> Res<()> {
        for (proposal, applied) in std::mem::take(&mut batch.more) {
            let before = std::mem::replace(&mut self.replaced, applied);
            let done = self.settle(index, proposal, rule, batch, settled);
            self.replaced = before;
            done?;
        }
        Ok(())
    }
}
