//! What several conditions say together.

use lawmage_ir::{Amount, Cmp, Condition, Filter, Ref, Selector, Test, Who};

/// What must be owned and controlled besides the object itself, for melding the two.
pub(super) fn meld_pair(all: &[Condition]) -> Option<Filter> {
    let mine = [Test::Owned(Who::You), Test::Controlled(Who::You)];
    let [Condition::Is(Ref::This, Test::And(of_this)), Condition::Compare(Amount::Count(other), Cmp::AtLeast, one)] =
        all
    else {
        return None;
    };
    let Selector::All(Filter { kind, test: Test::And(tests) }) = &**other else { return None };
    let rest = tests.strip_suffix(&mine)?;
    (of_this.as_slice() == mine && *one == Amount::ONE)
        .then(|| Filter::new(kind.clone(), Test::all(rest.iter().cloned())))
}

/// Two conditions that you control one of a sort with a name each: of which sort, and the names.
pub(super) fn one_of_each_name(all: &[Condition]) -> Option<(Filter, String)> {
    let of = |condition: &Condition| match condition {
        Condition::Compare(Amount::Count(of), Cmp::AtLeast, Amount::Const(1)) => match &**of {
            Selector::All(filter) if filter.test.conjuncts().contains(&Test::Controlled(Who::You)) => {
                let named = |t: &Test| if let Test::Named(name) = t { Some(name.clone()) } else { None };
                let name = filter.test.conjuncts().iter().find_map(named)?;
                let rest = filter.test.conjuncts().iter();
                let rest = rest.filter(|t| !matches!(t, Test::Named(_) | Test::Controlled(Who::You))).cloned();
                Some((Filter::new(filter.kind.clone(), Test::all(rest)), name))
            }
            _ => None,
        },
        _ => None,
    };
    let [one, other] = all else { return None };
    let ((such, first), (same, second)) = (of(one)?, of(other)?);
    (such == same && such.test != Test::Any).then(|| (such, format!("{first} and {second}")))
}

/// On what counters were put before, as a condition on the event at hand has it.
pub(super) fn first_counters(condition: &Condition) -> Option<(&Filter, Option<&lawmage_ir::CounterKind>)> {
    let Condition::Happened(event, lawmage_ir::Span::ThisTurn, 1) = condition else { return None };
    let lawmage_ir::EventPattern::Before(put) = &**event else { return None };
    match &**put {
        lawmage_ir::EventPattern::CountersPut { on, kind, by: None, .. } => Some((on, kind.as_ref())),
        _ => None,
    }
}
