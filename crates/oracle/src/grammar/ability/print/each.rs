//! Target phrases of which one target is of each of several players.

use lawmage_ir::{Amount, Clause, Instruction, Ref, Selector, TargetSpec, Test, Who};

use crate::print::{Noun, Printer};

impl Printer<'_> {
    /// "For each opponent, tap target creature that player controls. Those creatures …": what is done first is said of each,
    /// what follows of all (608.2f).
    pub(super) fn of_each(
        &mut self,
        who: &str,
        (single, all): (TargetSpec, &TargetSpec),
        clauses: &[Clause],
    ) -> String {
        let targets = |clause: &Clause| lawmage_ir::visit::any(&clause.does, |r: &Ref| matches!(r, Ref::Target(_)));
        let (before, clauses) = clauses.split_at(clauses.iter().position(targets).unwrap_or(0));
        let before = if before.is_empty() { String::new() } else { self.sentences(before) + " " };
        let hidden = clauses.iter().skip(1).take_while(|c| matches!(c.does, Instruction::Remember(..))).count();
        let (first, rest) = clauses.split_at((1 + hidden).min(clauses.len()));
        let first = &first.iter().map(may_for_each).collect::<Vec<_>>();
        self.enter_mode(vec![single]);
        self.each.push(Noun::new("player", false));
        let text = self.sentences(first);
        self.each.pop();
        let mut text = format!("{before}For each {who}, {}", self.continue_sentence(&text));
        if let Some(target) = self.targets.first_mut() {
            *target = all.clone();
        }
        if !rest.is_empty() {
            text.push(' ');
            text.push_str(&self.sentences(rest));
        }
        text
    }
}

/// What may be done with any number of the targets, as it is said of each: "you may put it onto the battlefield".
fn may_for_each(clause: &Clause) -> Clause {
    let Instruction::Move { what: Selector::Choose(choice), to, cause } = &clause.does else { return clause.clone() };
    let any = choice.by == Who::You && choice.min == Amount::Const(0) && choice.max.is_none() && !choice.random;
    match &choice.from {
        Selector::Ref(Ref::Target(n)) if any => {
            let what = Selector::Ref(Ref::Target(*n));
            let body = vec![Instruction::Move { what, to: to.clone(), cause: *cause }.into()];
            Clause { does: Instruction::May { who: Who::You, body }, out: clause.out }
        }
        _ => clause.clone(),
    }
}

/// A target phrase with one target of each of several players, as it is said of each: "target creature that player controls".
pub(super) fn one_of_each(spec: &TargetSpec) -> Option<(&'static str, TargetSpec)> {
    use lawmage_ir::{Quality, SetLimit};
    let (Some(SetLimit::AllDiffer(Quality::Controller)), Some(Amount::Players(who))) = (&spec.limit, &spec.max) else {
        return None;
    };
    let word = match who {
        Who::Opponents => "opponent",
        Who::Others => "other player",
        _ => "player",
    };
    let mut single = spec.clone();
    let tests = match &mut single.filter.test {
        Test::And(all) => all.as_mut_slice(),
        one => std::slice::from_mut(one),
    };
    for test in tests {
        match test {
            Test::Controlled(whose) | Test::Owned(whose) if whose == who => *whose = Who::Ref(Ref::Each),
            _ => {}
        }
    }
    single.limit = None;
    single.max = Some(Amount::ONE);
    single.min = if spec.min == Amount::Const(0) { Amount::Const(0) } else { Amount::ONE };
    Some((word, single))
}
