//! Life, control, and counters (119, 122).

use lawmage_ir::{
    Amount, Clause, Continuous, CounterKind, Duration, Instruction, KindsOf, Ref, Selector, Test, Who, WithKinds,
};

use crate::grammar::effect::{actor, emit, emit_number, emit_repeated, mention};
use crate::grammar::{amount, continuous, counter, duration, player, quoted, reference, selector};
use crate::parse::{Handle, Parser, Referent, Sort};

/// Reads what follows "gain", "lose", "win", "get".
pub fn verb(p: &mut Parser<'_>, verb: &str, out: &mut Vec<Clause>) -> Option<()> {
    let who = actor(p);
    match verb {
        "win" => {
            p.expect("the game")?;
            out.push(emit(p, Instruction::WinGame(who)));
            Some(())
        }
        "get" => get(p, who, out),
        "redistribute" if who == Who::You => {
            p.expect("any number of players 's life totals")?;
            out.push(emit(p, Instruction::RedistributeLife));
            Some(())
        }
        "pay" if p.at("any amount of") && !p.at("any amount of life") => {
            p.go_back_to(p.pos().saturating_sub(1));
            if !p.at("pay") {
                return p.fail("one who pays");
            }
            counter::chosen::pay_any(p, &who, false, out)
        }
        "pay" if !p.at("any amount of life") => {
            let cost = crate::grammar::cost(p)?;
            out.push(emit(p, Instruction::MustPay { who, cost }));
            Some(())
        }
        "pay" => {
            p.expect("any amount of life")?;
            let linked = p.scope.face.links_paid.then(|| p.scope.face.paid());
            out.push(emit_number(p, Instruction::PayLife { who, linked }));
            Some(())
        }
        "lose" if p.eat("the game") => {
            out.push(emit(p, Instruction::LoseGame(who)));
            Some(())
        }
        "lose" if let Some(kind) = p.attempt(all_counters) => {
            let from = Selector::Players(who);
            out.push(emit_number(p, Instruction::RemoveCounters { kind, count: None, from }));
            Some(())
        }
        "lose" if p.eat("all unspent mana") => {
            // 106.13
            let to = p.attempt(|p| {
                p.expect("and")?;
                let heir = player::who(p)?;
                p.eat_any(&["add", "adds"])?;
                p.expect("the mana lost this way")?;
                Some(heir)
            });
            out.push(emit_number(p, Instruction::LoseMana { who, to }));
            Some(())
        }
        "gain" if p.eat("control of") => super::control::control(p, who, out),
        _ if let Some(mods) = p.attempt(|p| continuous::of_players(p, verb)) => {
            // 113.1b: abilities of players.
            let effects = vec![Continuous::Modify { what: Selector::Players(who), mods }];
            let duration = p.attempt(|p| duration::duration(p)).unwrap_or(Duration::Forever);
            out.push(emit(p, Instruction::Effect { effects, duration }));
            Some(())
        }
        "gain" if p.eat("life and draw cards equal to") => {
            let n = amount::described(p)?;
            out.push(emit_number(p, Instruction::GainLife(who.clone(), n.clone())));
            out.push(emit_number(p, Instruction::Draw { who, count: n }));
            Some(())
        }
        _ => {
            let mut n = life(p)?;
            if verb == "gain"
                && let Some(most) = p.attempt(|p| super::limit::but_not_more(p, out))
            {
                n = Amount::Min(Box::new(n), Box::new(most));
            }
            let does = if verb == "gain" { Instruction::GainLife(who, n) } else { Instruction::LoseLife(who, n) };
            out.push(emit_number(p, does));
            Some(())
        }
    }
}

/// "all counters", "all poison counters".
fn all_counters(p: &mut Parser<'_>) -> Option<Option<CounterKind>> {
    p.expect("all")?;
    if p.eat("counters") { Some(None) } else { crate::grammar::event::counter_kind(p) }
}

/// "your life total becomes 10" (119.5).
pub fn total(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    // "If your life total is less than your starting life total, it becomes equal to your starting life total."
    let asked = |three: &[crate::lex::Token]| three.iter().map(|t| &*t.text).eq(["your", "life", "total"]);
    if p.tokens().get(..p.pos()).is_some_and(|before| before.windows(3).any(asked))
        && p.eat("it becomes equal to your starting life total")
    {
        out.push(emit_number(p, Instruction::SetLife(Who::You, Amount::StartingLife(Who::You))));
        return Some(());
    }
    let who = p.attempt(player::possessive).or_else(|| p.attempt(player::up_to_one))?;
    p.eat_any(&["life total becomes", "life totals become", "life total become"])?;
    // "Each player's life total becomes the number of creatures they control": each of them for themselves.
    let actor = p.scope.actor.take();
    p.scope.actor = (who.is_group() || matches!(who, Who::Ref(Ref::Target(_)))).then(|| who.clone());
    let n = p.attempt(|p| amount::amount(p)).or_else(|| {
        let _ = p.eat("equal to");
        amount::described(p)
    });
    p.scope.actor = actor;
    let n = n?;
    player::mention(p, &who);
    out.push(emit_number(p, Instruction::SetLife(who, n)));
    Some(())
}

/// "3 life", "life equal to its power", "that much life", "half their life, rounded up".
fn life(p: &mut Parser<'_>) -> Option<Amount> {
    if p.eat_any(&["life equal to", "an amount of life equal to", "x life equal to"]).is_some() {
        return amount::described(p);
    }
    if p.eat("half your life") {
        p.comma();
        let up = p.eat_any(&["rounded down", "rounded up"])? == 1;
        return Some(Amount::Divide { of: Box::new(Amount::Life(Who::You)), by: 2, up });
    }
    if let Some(part) = p.eat_any(&["half their life", "a third of their life"]) {
        let up = amount::rounded_up(p)?;
        let of = Box::new(Amount::Life(p.scope.actor_here()));
        return Some(Amount::Divide { of, by: if part == 0 { 2 } else { 3 }, up });
    }
    let n = amount::amount(p)?;
    p.expect("life")?;
    Some(n)
}

/// After "give each player": "a rad counter".
pub fn given_to(p: &mut Parser<'_>, who: Who, out: &mut Vec<Clause>) -> Option<()> {
    let known = out.len();
    get(p, who, out)?;
    let counters = |clause: &Clause| matches!(clause.does, Instruction::PutCounters { .. });
    if !out.get(known..).unwrap_or_default().iter().all(counters) {
        return p.fail("counters");
    }
    Some(())
}

/// "get an emblem with …", "get {E}{E}", "get two poison counters".
fn get(p: &mut Parser<'_>, who: Who, out: &mut Vec<Clause>) -> Option<()> {
    if p.eat("the city 's blessing") {
        p.eat("for the rest of the game");
        out.push(emit(p, Instruction::GetBlessing(who)));
        return Some(());
    }
    if p.eat("an emblem with") {
        let abilities = p.list("and", |p| quoted(p))?;
        out.push(emit(p, Instruction::Emblem(who, abilities.into_iter().flatten().collect())));
        return Some(());
    }
    let on = match who {
        Who::Ref(r) => Selector::Ref(r),
        who => Selector::Players(who),
    };
    if let Some(count) = p.attempt(energy) {
        out.push(emit_number(p, Instruction::PutCounters { kind: CounterKind::Energy, count, on }));
        return Some(());
    }
    let mut energy = 0;
    while p.eat("{E}") {
        energy += 1;
    }
    // 107.17: each {TK} is a ticket counter.
    let mut tickets = 0;
    while p.eat("{TK}") {
        tickets += 1;
    }
    let (kind, count) = if energy > 0 {
        (CounterKind::Energy, Amount::Const(energy))
    } else if tickets > 0 {
        (CounterKind::from_word("ticket"), Amount::Const(tickets))
    } else {
        let n = if p.eat_any(&["an additional", "another"]).is_some() { Amount::ONE } else { amount::amount(p)? };
        (counter::kind(p)??, n)
    };
    out.push(emit_number(p, Instruction::PutCounters { kind, count, on }));
    Some(())
}

/// "that many {E}", "X {E}", "an amount of {E} equal to its power" (107.14).
fn energy(p: &mut Parser<'_>) -> Option<Amount> {
    if p.eat("an amount of {E} equal to") {
        return amount::described(p);
    }
    let n = amount::amount(p)?;
    p.expect("{E}")?;
    Some(n)
}

/// "that creature's toughness", behind "on each other creature you control equal to": of each its own.
fn own_number(p: &mut Parser<'_>, on: &Selector) -> Option<lawmage_ir::Stat> {
    if !matches!(on, Selector::All(_)) {
        return p.fail("all of them");
    }
    p.eat_any(&["that creature 's", "that permanent 's"])?;
    crate::grammar::noun::after::stat(p).filter(|_| p.at_stop())
}

/// After "put": "two +1/+1 counters on target creature", "a number of … counters equal to …", "another …".
pub fn put_counters(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    if let Some((from, kind)) = p.attempt(counter::whose) {
        let to = one(p)?;
        out.push(emit_number(p, Instruction::MoveCounters { kind, count: None, from, to, as_many: true }));
        return Some(());
    }
    if p.at("your choice of") {
        return counter::choice::put(p, out);
    }
    let choices = [counter::up_to::put, counter::choice::put_one_or_other, counter::choice::put_and_one_of];
    if choices.into_iter().any(|read| p.attempt_into(out, read).is_some()) {
        return Some(());
    }
    if p.eat("the same number of each kind of counter on") {
        return as_many_of_each(p, out);
    }
    let mut count = if p.eat("a number of") {
        None
    } else if p.eat("an additional") || p.eat("another") {
        Some(Amount::ONE)
    } else {
        // "put +1/+1 counters on that creature equal to its power"
        match p.clone().attempt(|p| counter::kind(p).filter(|_| p.last().is_some_and(|t| &*t.text == "counters"))) {
            Some(_) => None,
            None => Some(amount::amount(p)?),
        }
    };
    let kind = counter::kind(p)??;
    if count.is_none() && p.eat("equal to") {
        count = Some(amount::described(p)?);
    }
    // "a +1/+1 counter and a flying counter on it": of each kind so many on the same.
    let mut others: Vec<(CounterKind, Amount)> = Vec::new();
    while let Some(other) = p.attempt(|p| {
        let comma = p.comma();
        let and = p.eat("and");
        (comma || and).then_some(())?;
        let n = amount::amount(p)?;
        Some((counter::kind(p)??, n))
    }) {
        others.push(other);
    }
    if !others.is_empty() && (count.is_none() || !p.at("on")) {
        return p.fail("how many of each kind");
    }
    p.expect("on")?;
    let _ = p.eat("each of") && !p.at_any(&["them", "those"]) && {
        p.go_back_to(p.pos().saturating_sub(2));
        true
    };
    // A spell is given no counters: "whenever you cast a spell that targets this creature, put a +1/+1 counter on it".
    let picked = match p.attempt(counter::choice::any_one) {
        Some(one) => one,
        None => crate::grammar::effect::without_spells(p, selector::objects)?,
    };
    picked.mention(p);
    if count.is_none() {
        p.expect("equal to")?;
        if let Some(stat) = p.attempt(|p| own_number(p, &picked.selector)) {
            let does = Instruction::PutCounters { kind, count: Amount::Stat(stat, Ref::It), on: picked.selector };
            out.push(crate::grammar::effect::emit(p, does));
            return Some(());
        }
        let n = amount::described(p)?;
        // "On each creature equal to its power": of several, each has its own number, which no reference tells.
        let one = matches!(&picked.selector, Selector::Ref(Ref::This | Ref::Event(_) | Ref::Slot(_) | Ref::Target(_)))
            && picked.referent.as_ref().is_none_or(|r| !r.plural);
        if !one && lawmage_ir::visit::any(&n, |r: &Ref| *r != Ref::This) {
            return p.fail("a number that is the same for all of them");
        }
        count = Some(n);
    }
    let mut does = Instruction::PutCounters { kind, count: count?, on: picked.selector };
    if let Some(mut by) = amount::for_each(p) {
        other_than_it(&mut by, &does);
        crate::grammar::effect::scale(&mut does, &by)?;
    }
    if p.eat("equal to") {
        return p.fail("a number before the counters");
    }
    let (chose, on) = match &does {
        Instruction::PutCounters { on, .. } => (matches!(on, Selector::Choose(_)), on.clone()),
        _ => return None,
    };
    let clause = emit_number(p, does);
    if chose {
        mention(p, &clause, picked.referent, "chosen");
    }
    let on = if chose && !others.is_empty() {
        Selector::slot(p.scope.bind(crate::grammar::effect::id(&clause)))
    } else {
        on
    };
    out.push(clause);
    for (kind, count) in others {
        out.push(emit(p, Instruction::PutCounters { kind, count, on: on.clone() }));
    }
    Some(())
}

/// "Whenever a Zombie you control enters, put a +1/+1 counter on it for each other Zombie you control": other than that one.
fn other_than_it(by: &mut Amount, does: &Instruction) {
    let Instruction::PutCounters { on: Selector::Ref(it @ Ref::Event(_)), .. } = does else { return };
    let other = Test::not(Test::Is(Ref::This));
    lawmage_ir::visit::walk_mut(by, &mut |node| {
        if let Some(test) = node.get_mut::<Test>().filter(|test| **test == other) {
            *test = Test::not(Test::Is(it.clone()));
        }
        lawmage_ir::visit::Go::Into
    });
}

/// Remove, move, double, distribute, proliferate.
pub fn counters(p: &mut Parser<'_>, verb: &str, out: &mut Vec<Clause>) -> Option<()> {
    let does = match verb {
        // "proliferate, then proliferate again"
        "proliferate" => {
            let again = p.eat("again") && !out.last().is_some_and(|c| matches!(c.does, Instruction::Proliferate));
            if again {
                return p.fail("what was done before");
            }
            out.push(emit_repeated(p, Instruction::Proliferate));
            return Some(());
        }
        "remove" if p.attempt_into(out, |p, out| counter::chosen::take(p, false, out)).is_some() => return Some(()),
        "move" if p.attempt_into(out, |p, out| counter::chosen::take(p, true, out)).is_some() => return Some(()),
        "remove" => return remove(p, out),
        "move" if p.attempt_into(out, crate::grammar::sticker::moved).is_some() => return Some(()),
        "move" => {
            let (count, kind) = some_counters(p)?;
            p.eat_any(&["from", "on"])?;
            let from = one(p)?;
            p.eat_any(&["onto", "on", "to"])?;
            let to = one(p)?;
            Instruction::MoveCounters { kind, count, from, to, as_many: false }
        }
        "double" if p.eat("the amount of each type of unspent mana") => {
            p.eat_any(&["you have", "they have"])?;
            Instruction::DoubleMana(p.scope.actor_here())
        }
        "double" if p.eat("the value of x") => {
            let spell = p
                .scope
                .latest(|r| r.sort == Sort::Spell && r.handle == Handle::Ref(Ref::Event(lawmage_ir::Role::Subject)));
            spell.or_else(|| p.fail("a spell"))?;
            Instruction::DoubleX(Selector::Ref(Ref::Event(lawmage_ir::Role::Subject)))
        }
        "double" if p.attempt_into(out, crate::grammar::instruction::permanents::double::double).is_some() => {
            return Some(());
        }
        "double" => {
            p.expect("the number of")?;
            let kind = if p.eat("each kind of counter") { None } else { Some(counter::kind(p)??) };
            p.expect("on")?;
            // "Each kind of counter on each creature": each by its own (701.9e).
            Instruction::DoubleCounters(kind, one(p)?)
        }
        _ if p.attempt_into(out, counter::chosen::spread).is_some() => return Some(()),
        _ => {
            let n = amount::amount(p)?;
            let kind = counter::kind(p)??;
            p.expect("among")?;
            let target = u8::try_from(p.scope.targets.len()).ok()?;
            let on = one(p)?;
            if on != Selector::Ref(Ref::Target(target)) {
                return p.fail("targets");
            }
            p.scope.targets.get_mut(usize::from(target))?.divide = Some(n);
            Instruction::DistributeCounters { kind, target }
        }
    };
    out.push(emit_number(p, does));
    Some(())
}

/// After "the same number of each kind of counter on": as on what a condition asked for counters of.
fn as_many_of_each(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let Some((None, from)) = p.scope.counters.clone() else { return p.fail("counters spoken of before") };
    let picked = selector::objects(p)?;
    picked.mention(p);
    let kind = CounterKind::That;
    let count = Amount::Counters(Some(kind.clone()), from.clone());
    let put = Instruction::PutCounters { kind, count, on: picked.selector };
    let of = KindsOf::On(Selector::Ref(from));
    let with = WithKinds { of, each: true, random: false, slot: None, body: vec![put.into()] };
    out.push(emit(p, Instruction::WithKinds(Box::new(with))));
    Some(())
}

/// After "give": "that permanent or player another counter of that kind".
pub fn given(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let picked = selector::objects(p)?;
    if picked.plural || !matches!(picked.selector, Selector::Ref(_)) {
        return p.fail("one permanent or player");
    }
    p.eat_any(&["a", "another"])?;
    let kind = counter::kind(p)??;
    out.push(emit_number(p, Instruction::PutCounters { kind, count: Amount::ONE, on: picked.selector }));
    Some(())
}

fn one(p: &mut Parser<'_>) -> Option<Selector> {
    let picked = selector::objects(p)?;
    picked.mention(p);
    Some(picked.selector)
}

/// "all counters", "a +1/+1 counter", "two charge counters".
fn some_counters(p: &mut Parser<'_>) -> Option<(Option<Amount>, Option<CounterKind>)> {
    let count = if p.eat("all") { None } else { Some(amount::amount(p)?) };
    Some((count, counter::kind(p)?))
}

fn remove(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    if let Some(picked) = p.attempt(|p| {
        let picked = selector::objects(p)?;
        p.expect("from combat").map(|()| picked)
    }) {
        let clause = emit(p, Instruction::RemoveFromCombat(picked.selector.clone()));
        // "Them", of all attacking creatures: attacking no more, they are those that were.
        match picked.selector {
            Selector::All(_) => crate::grammar::effect::mention(p, &clause, picked.referent, "removed"),
            _ => picked.mention(p),
        }
        out.push(clause);
        return Some(());
    }
    if p.eat("all damage marked on") || p.eat("all damage from") {
        let what = one(p)?;
        out.push(emit(p, Instruction::RemoveDamage(what)));
        return Some(());
    }
    let does = match p.attempt(those_counters).or_else(|| p.attempt(super::limit::all_but)) {
        Some(does) => does,
        None => {
            let (count, kind) = some_counters(p)?;
            p.expect("from")?;
            Instruction::RemoveCounters { kind, count, from: one(p)? }
        }
    };
    let clause = emit_number(p, does);
    let referent = Referent { hidden: true, ..Referent::new(Handle::Clause(0), Sort::Object) };
    mention(p, &clause, Some(referent), "removed");
    out.push(clause);
    Some(())
}

/// "those counters", "them", "all of them": those whose number a condition asked for.
fn those_counters(p: &mut Parser<'_>) -> Option<Instruction> {
    let all = p
        .eat_any(&["those counters", "all of them", "them all", "them"])
        .filter(|which| *which < 3 || !p.at("from"))?;
    let all = matches!(all, 1 | 2);
    // "all of them from it": from what the condition asked about.
    if all && p.at("from it") {
        p.expect("from it")?;
        let it = reference::it_of(p);
        let (_, on) = p.scope.counters.clone()?;
        if p.scope.reference(&it.handle) != Some(on) {
            return p.fail("what was asked about");
        }
    }
    if !p.at_stop() && !p.at_any(&[",", "and", "then"]) {
        return p.fail("the end of the clause");
    }
    let (kind, on) = p.scope.counters.clone().or_else(|| p.fail("counters spoken of before"))?;
    Some(Instruction::RemoveCounters { kind, count: None, from: Selector::Ref(on) })
}
