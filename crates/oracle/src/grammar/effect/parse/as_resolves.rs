//! What is done with a spell instead of putting it into a graveyard as it resolves (608.2n, 614.1a).

use lawmage_ir::{
    Cause, Clause, Continuous, Destination, Duration, EventPattern, Filter, Instead, Instruction, Kind, Ref, Role,
    Selector, Test, Who, Zone, ZoneSet,
};

use super::sentence::{chain, sentence};
use super::{emit, mention};
use crate::grammar::instruction::moves;
use crate::parse::{Handle, Parser, Referent, Sort};

/// "exile that card with a dream counter on it instead of putting it into your graveyard as it resolves", of a spell that was cast;
/// "If you do, return it to your hand at the beginning of the next end step", as a part of that.
pub(crate) fn as_it_resolves(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("exile")?;
    p.eat_any(&["it", "that card", "that spell"])?;
    let spell = p.scope.latest(|r| r.sort == Sort::Spell && !r.plural && !r.hidden())?;
    let it = Ref::Event(Role::Subject);
    if spell.handle != Handle::Ref(it.clone()) {
        return p.fail("a spell that was cast");
    }
    let counters = p.attempt(|p| {
        p.expect("with")?;
        moves::counters(p)
    });
    p.expect("instead of putting it into")?;
    let yours = p.eat_any(&["a graveyard", "its owner 's graveyard", "your graveyard"])? == 2;
    p.expect("as it resolves")?;
    let exile =
        Destination::Exile { linked: p.scope.face.links_exile.then(|| p.scope.face.exiled()), face_down: false };
    let moved = emit(p, Instruction::Move { what: Selector::Ref(it.clone()), to: exile.clone(), cause: Cause::Exile });
    let referents = p.scope.referents.clone();
    mention(p, &moved, Some(Referent::new(Handle::Clause(0), Sort::Card)), "exiled");
    let mut clauses = vec![moved];
    if let Some((kind, count)) = counters {
        let on = Selector::slot(p.scope.bind(clauses.first()?.out?));
        clauses.push(emit(p, Instruction::PutCounters { kind, count, on }));
    }
    let more = p.attempt_into(&mut clauses, |p, clauses| {
        if p.eat(". if you do ,") {
            return chain(p, clauses);
        }
        p.expect(". then")?;
        p.at("if the exiled card").then(|| sentence(p, clauses)).flatten()
    });
    p.scope.referents = referents;
    // What is said of the exiled card can't be done before the spell resolves.
    if more.is_none() && p.at_any(&[". then if the exiled card", ". if you do"]) {
        return p.fail("what is done with it then");
    }
    let instead = if clauses.len() == 1 { Instead::MoveTo(exile) } else { Instead::Do(clauses) };
    let owned = yours.then_some(Test::Owned(Who::You));
    let event = EventPattern::Moves {
        what: Filter::new(Kind::Object, Test::all([Test::Is(it)].into_iter().chain(owned))),
        from: ZoneSet::of(Zone::Stack),
        to: ZoneSet::of(Zone::Graveyard),
        cause: Some(Cause::Resolve),
        by: None,
    };
    let effects = vec![Continuous::Replace(Box::new(crate::grammar::replacement::plain(event, instead)))];
    out.push(emit(p, Instruction::Effect { effects, duration: Duration::Forever }));
    Some(())
}
