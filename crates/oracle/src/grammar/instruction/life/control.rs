//! Control of permanents (613.1b).

use lawmage_ir::{Clause, Continuous, Duration, Filter, Instruction, Modification, Ref, Selector, Test, Who};

use crate::grammar::effect::{emit, mention};
use crate::grammar::{duration, player, selector};
use crate::parse::{Handle, Parser};

/// "gain control of target creature until end of turn" (613.1b).
pub(super) fn control(p: &mut Parser<'_>, who: Who, out: &mut Vec<Clause>) -> Option<()> {
    let picked = selector::objects(p)?;
    picked.mention(p);
    let mut what = picked.selector;
    if matches!(what, Selector::Choose(_)) {
        let clause = emit(p, Instruction::Choose(what));
        mention(p, &clause, picked.referent, "chosen");
        let id = crate::grammar::effect::id(&clause);
        out.push(clause);
        what = p.scope.select(&Handle::Clause(id));
    }
    let duration = p.attempt(|p| duration::duration(p)).unwrap_or(Duration::Forever);
    let (what, who) = if who.is_group() { to_each(p, what, who)? } else { (what, who) };
    let effects = vec![Continuous::Modify { what, mods: vec![Modification::Controller(who)] }];
    let does = Instruction::Effect { effects, duration };
    let clause = emit(p, does);
    crate::grammar::effect::clause::mention_changed(p, &clause);
    out.push(clause);
    Some(())
}

/// "Each player gains control of all nonland permanents controlled by the next player in the chosen direction": what each of those
/// controls goes to whoever sits on their other side, all at once.
fn to_each(p: &mut Parser<'_>, what: Selector, who: Who) -> Option<(Selector, Who)> {
    let side = |test: &Test| if let Test::Controlled(who) = test { player::sits_beside(who) } else { None };
    if who == Who::All
        && let Selector::All(Filter { kind, test }) = &what
        && let Some(of) = test.conjuncts().iter().find_map(side)
    {
        let rest = test.conjuncts().iter().filter(|test| side(test).is_none()).cloned();
        let from = Who::Controller(Box::new(Ref::Each));
        let all = Selector::All(Filter::new(kind.clone(), Test::all(rest)));
        return Some((all, Who::Beside(Box::new(from), of.opposite())));
    }
    to_their_owners(p, what, who)
}

/// "Each player gains control of all permanents they own": what those players own goes to whoever owns it.
fn to_their_owners(p: &mut Parser<'_>, what: Selector, who: Who) -> Option<(Selector, Who)> {
    let theirs = Test::Owned(Who::Ref(Ref::Each));
    let Selector::All(Filter { kind, test }) = what else { return p.fail("all of some permanents") };
    let tests = if let Test::And(all) = test { all } else { vec![test] };
    if !tests.contains(&theirs) {
        return p.fail("permanents that they own");
    }
    let rest = tests.into_iter().filter(|test| *test != theirs);
    let owned = (who != Who::All).then_some(Test::Owned(who));
    Some((Selector::All(Filter::new(kind, Test::all(rest.chain(owned)))), Who::Owner(Box::new(Ref::Each))))
}
