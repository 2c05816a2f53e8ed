//! What several that are named together say of each other.

use lawmage_ir::{Ref, Selector, Test, Who, visit};

/// "Other" is said of the host spoken of before it.
pub(super) fn other_than_host(test: &mut Test, host: &Ref) {
    if let Test::And(all) = test {
        let other = Test::not(Test::Is(Ref::This));
        all.iter_mut().filter(|t| **t == other).for_each(|t| *t = Test::not(Test::Is(host.clone())));
    }
}

/// "each opponent and each creature they control": what any of those players controls. Nothing goes through them one by one.
pub(super) fn of_those_players(group: &Who, rest: &mut [Selector]) {
    visit::walk_mut(rest, &mut |node| match node.get_mut::<Who>() {
        Some(they) if *they == Who::Ref(Ref::Each) => {
            *they = group.clone();
            visit::Go::Past
        }
        _ => visit::Go::Into,
    });
}
