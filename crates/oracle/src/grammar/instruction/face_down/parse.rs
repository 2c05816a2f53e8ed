//! Manifest, cloak, manifest dread (701.34, 701.56, 701.60), pairing (702.95) and class levels (716.2).

use lawmage_ir::{
    Amount, Choice, Clause, Continuous, Destination, Duration, Filter, Instruction, Kind, Permission, Ref, Selector,
    Test, Who, Zone, ZoneSet,
};

use crate::grammar::effect::{actor, emit, emit_number, emit_repeated, mention};
use crate::grammar::instruction::{moves, stack};
use crate::grammar::{duration, selector};
use crate::parse::Referent;
use crate::parse::{Handle, Parser, Sort};

/// Reads what follows "manifest", "cloak" or "pair".
pub fn verb(p: &mut Parser<'_>, verb: &str, out: &mut Vec<Clause>) -> Option<()> {
    let who = actor(p);
    if verb == "pair" {
        let one = selector::objects(p)?;
        one.mention(p);
        p.expect("with")?;
        let other = selector::objects(p)?;
        if one.players || other.players {
            return p.fail("two creatures");
        }
        out.push(emit(p, Instruction::Pair(one.selector, other.selector)));
        return Some(());
    }
    let mut taken = None;
    let (does, plural) = if verb == "manifest" && p.eat("dread") {
        (Instruction::ManifestDread(who), false)
    } else {
        let picked = selector::objects(p)?;
        if picked.players {
            return p.fail("cards");
        }
        let what = picked.selector.clone();
        let plural = picked.plural;
        taken = Some(picked);
        (Instruction::Manifest { who, what, cloak: verb == "cloak" }, plural)
    };
    let clause = if taken.is_none() { emit_repeated(p, does) } else { emit_number(p, does) };
    if let Instruction::Repeat { body, .. } = &clause.does {
        // What all the rounds did is told together.
        if let Some(done) = body.first().cloned() {
            let all = Referent { plural: true, ..Referent::new(Handle::Clause(0), Sort::Permanent) };
            mention(p, &done, Some(all), "manifested");
        }
        out.push(clause);
        return Some(());
    }
    // "Cloak two of them and put the rest on the bottom."
    if let Some(picked) = &taken {
        moves::took(p, picked, &clause);
    }
    let referent = Referent { plural, ..Referent::new(Handle::Clause(0), Sort::Permanent) };
    mention(p, &clause, Some(referent), if verb == "cloak" { "cloaked" } else { "manifested" });
    out.push(clause);
    Some(())
}

/// What follows of cards that are exiled in a pile of which nobody knows which is which.
pub(crate) const SHUFFLED_PILE: &[&str] = &[
    "in a face-down pile , shuffle that pile , then manifest",
    "in a face-down pile , shuffle that pile , then cloak",
];

/// After "shuffle": "that pile, then manifest those cards", of cards just exiled face down: one at a time, in no known order (701.34e).
pub(crate) fn shuffled_pile(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("that pile , then")?;
    let cloak = p.eat_any(&["manifest those cards", "cloak those cards", "manifest them", "cloak them"])? % 2 == 1;
    let piled = |clause: &&Clause| {
        matches!(clause.does, Instruction::Move { to: Destination::Exile { face_down: true, .. }, .. })
    };
    let pile = out.last().filter(piled).map(crate::grammar::effect::id).or_else(|| p.fail("a face-down pile"))?;
    if p.scope.actor.is_some() {
        return p.fail("your pile");
    }
    let what = in_any_order(p.scope.select(&Handle::Clause(pile)));
    let clause = emit_number(p, Instruction::Manifest { who: Who::You, what, cloak });
    let referent = Referent { plural: true, ..Referent::new(Handle::Clause(0), Sort::Permanent) };
    mention(p, &clause, Some(referent), if cloak { "cloaked" } else { "manifested" });
    out.push(clause);
    Some(())
}

/// All of these, in an order that chance makes.
fn in_any_order(from: Selector) -> Selector {
    let choice = Choice { by: Who::You, from, min: Amount::Const(0), max: None, limit: None, random: true };
    Selector::Choose(Box::new(choice))
}

/// Of what such an order is.
pub(super) fn shuffled(what: &Selector) -> Option<&Selector> {
    let Selector::Choose(choice) = what else { return None };
    (*what == in_any_order(choice.from.clone())).then_some(&choice.from)
}

/// "you may look at that card for as long as it remains exiled", "you may look at and play those cards this turn" (406.3).
pub fn may_look(p: &mut Parser<'_>, who: &Who) -> Option<Vec<Clause>> {
    p.expect("look at")?;
    let play = p.attempt(|p| {
        p.expect("and")?;
        p.at_any(&["play", "cast"]).then_some(())?;
        stack::may_later(p, who)
    });
    if let Some(play) = play {
        let Instruction::Effect { effects, duration } = &play.does else { return None };
        let [Continuous::May(Permission::Play { what, .. })] = effects.as_slice() else { return None };
        let tests = what.test.conjuncts();
        let of = tests.iter().find(|t| matches!(t, Test::Is(_)))?.clone();
        let look = looking(p, who, of, duration.clone());
        return Some(vec![look, play]);
    }
    if p.scope.framed
        && let Some(what) = p.attempt(crate::grammar::permission::face_down_any_time)
    {
        let effects = vec![Continuous::May(Permission::LookAt(who.clone(), what))];
        return Some(vec![emit(p, Instruction::Effect { effects, duration: Duration::Forever })]);
    }
    let picked = selector::one(p)?;
    picked.mention(p);
    let Selector::Ref(what) = picked.selector else { return p.fail("cards spoken of before") };
    let lasts = p.attempt(|p| duration::duration(p));
    if lasts.is_none() && !p.scope.framed {
        return p.fail("for how long");
    }
    Some(vec![looking(p, who, Test::Is(what), lasts.unwrap_or(Duration::Forever))])
}

fn looking(p: &mut Parser<'_>, who: &Who, of: Test, duration: Duration) -> Clause {
    let what = Filter::new(Kind::Card(ZoneSet::of(Zone::Exile)), of);
    let effects = vec![Continuous::May(Permission::LookAt(who.clone(), what))];
    emit(p, Instruction::Effect { effects, duration })
}

/// "~'s level becomes 2" (716.2a).
pub fn level(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("~ 's level becomes")?;
    let level = Amount::Const(p.number()?);
    out.push(emit(p, Instruction::SetLevel(Selector::Ref(Ref::This), level)));
    Some(())
}
