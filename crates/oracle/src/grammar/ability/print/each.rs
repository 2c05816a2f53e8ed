//! Target phrases of which one target is of each of several players.

use lawmage_ir::{Amount, Clause, Instruction, TargetSpec, Test, Who};

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
        let hidden = clauses.iter().skip(1).take_while(|c| matches!(c.does, Instruction::Remember(..))).count();
        let (first, rest) = clauses.split_at((1 + hidden).min(clauses.len()));
        self.enter_mode(vec![single]);
        self.each.push(Noun::new("player", false));
        let text = self.sentences(first);
        self.each.pop();
        let mut text = format!("For each {who}, {}", self.continue_sentence(&text));
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

/// A target phrase with one target of each of several players, as it is said of each: "target creature that player controls".
pub(super) fn one_of_each(spec: &TargetSpec) -> Option<(&'static str, TargetSpec)> {
    use lawmage_ir::{Quality, Ref, SetLimit};
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
    for test in tests.iter_mut().filter(|t| **t == Test::Controlled(who.clone())) {
        *test = Test::Controlled(Who::Ref(Ref::Each));
    }
    single.limit = None;
    single.max = Some(Amount::ONE);
    single.min = if spec.min == Amount::Const(0) { Amount::Const(0) } else { Amount::ONE };
    Some((word, single))
}
