//! Effects on the next spell that a player casts (611.2f).

use lawmage_ir::{
    Amount, Cause, Clause, Continuous, Destination, Duration, EventPattern, Filter, Instead, Instruction, Kind,
    Prohibition, Replacement, Selector, Test, Who, Zone, ZoneSet,
};

use crate::grammar::effect::emit;
use crate::grammar::noun;
use crate::parse::Parser;

/// "The next creature spell you cast this turn costs {2} less to cast.", "… can't be countered." (611.2f)
pub fn next_spell(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    if let Some(()) = p.attempt_into(out, put_into_hand) {
        return Some(());
    }
    p.expect("the next")?;
    let what = noun::filter(p)?;
    if what.kind != Kind::Spell {
        return p.fail("a spell");
    }
    let by = match p.eat_any(&["you cast this turn", "they cast this turn", "that player casts this turn"])? {
        0 => Who::You,
        _ => p.scope.they().filter(|who| !who.is_group()).or_else(|| p.fail("one player"))?,
    };
    if p.at("has") {
        let spell = Selector::Ref(lawmage_ir::Ref::Event(lawmage_ir::Role::Subject));
        let effects = crate::grammar::continuous::predicate(p, &spell)?;
        if !effects.iter().all(|e| matches!(e, Continuous::Modify { .. })) {
            return p.fail("abilities");
        }
        let effects = vec![Continuous::NextSpell { by, what, effects, every: false }];
        out.push(emit(p, Instruction::Effect { effects, duration: Duration::EndOfTurn }));
        return Some(());
    }
    let effect = if p.eat("costs") {
        let of = lawmage_ir::CostOf::Spells(what.clone());
        let (change, mut times) = crate::grammar::cost::change::change(p, "to cast")?;
        if p.eat("as you cast it") {
            times = Amount::AsCast { of: Box::new(times), activated: false };
        }
        // 611.2d: it goes without saying.
        p.eat("as this ability resolves");
        Continuous::CostChange { by: by.clone(), of, change, times }
    } else if p.eat("can be cast as though it had flash") {
        Continuous::May(lawmage_ir::Permission::Flash(by.clone(), what.clone()))
    } else {
        p.expect("can't be countered")?;
        let spell = lawmage_ir::Ref::Event(lawmage_ir::Role::Subject);
        Continuous::Cant(Prohibition::Counter(Selector::Ref(spell)))
    };
    let mut effects = vec![effect];
    while let Some(more) = p.attempt(|p| said_besides(p, &what)) {
        effects.push(more);
    }
    let effects = vec![Continuous::NextSpell { by, what, effects, every: false }];
    out.push(emit(p, Instruction::Effect { effects, duration: Duration::EndOfTurn }));
    Some(())
}

/// "The next time you cast an instant or sorcery spell from your hand this turn, put that card into your hand instead of into your
/// graveyard as it resolves." (608.2n, 614.1a)
fn put_into_hand(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("the next time you cast")?;
    p.eat_any(&["a", "an"])?;
    let mut what = noun::filter(p).filter(|what| what.kind == Kind::Spell)?;
    if p.eat("from your hand") {
        what.test = Test::all([what.test, Test::CastFrom(ZoneSet::of(Zone::Hand))]);
    }
    p.expect("this turn ,")?;
    p.expect("put that card into your hand instead of into your graveyard as it resolves")?;
    let effects = vec![Continuous::Replace(Box::new(into_hand()))];
    let effects = vec![Continuous::NextSpell { by: Who::You, what, effects, every: false }];
    out.push(emit(p, Instruction::Effect { effects, duration: Duration::EndOfTurn }));
    Some(())
}

/// What puts the spell that was cast into your hand as it resolves.
pub(crate) fn into_hand() -> Replacement {
    let spell = lawmage_ir::Ref::Event(lawmage_ir::Role::Subject);
    let event = EventPattern::Moves {
        what: Filter::new(Kind::Object, Test::all([Test::Is(spell), Test::Owned(Who::You)])),
        from: ZoneSet::of(Zone::Stack),
        to: ZoneSet::of(Zone::Graveyard),
        cause: Some(Cause::Resolve),
        by: None,
    };
    super::plain(event, Instead::MoveTo(Destination::Hand))
}

/// ". That spell can't be countered", ". That creature enters with an additional +1/+1 counter on it": of the same spell.
fn said_besides(p: &mut Parser<'_>, what: &Filter) -> Option<Continuous> {
    p.expect(".")?;
    let spell = lawmage_ir::Ref::Event(lawmage_ir::Role::Subject);
    if p.eat("that spell can't be countered") {
        return Some(Continuous::Cant(Prohibition::Counter(Selector::Ref(spell))));
    }
    if !what.test.conjuncts().contains(&Test::Type(lawmage_ir::CardType::Creature)) {
        return p.fail("a creature spell");
    }
    p.expect("that creature enters")?;
    super::enters::spell_entering(p, spell).map(|enters| Continuous::Replace(Box::new(enters)))
}
