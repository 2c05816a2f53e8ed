//! Damage (120, 601.2d).

use lawmage_ir::{Amount, CardType, Choice, Clause, Cmp, Condition, Filter, Instruction, Ref, Selector, Stat, Test};

use crate::grammar::effect::{emit_number, mention, scale};
use crate::grammar::{amount, selector};
use crate::parse::{Handle, Parser, Referent, Sort};

/// "deals [amount] damage to [recipients]", with a second amount: "and 1 damage to each other creature".
pub fn deals(p: &mut Parser<'_>, subject: &Selector, out: &mut Vec<Clause>) -> Option<()> {
    let each = p.eat("each");
    // "It also deals 2 damage to that creature's controller": besides what was said before.
    p.eat_any(&["deals", "deal", "also deals"])?;
    let several = matches!(subject, Selector::Ref(Ref::Target(n)) if is_several(p, *n));
    let (source, each) = match subject {
        Selector::Ref(r) if !each && !several => (as_it_was(p, r), None),
        all => (Ref::Each, Some(all.clone())),
    };
    let start = out.len();
    let begun = p.pos();
    // "Each creature deals 1 damage to its controller."; other pronouns speak of what was said before.
    let own = (0..6).any(|n| p.word_at(n) == "to" && p.word_at(n + 1) == "its" && p.word_at(n + 2) == "controller");
    if each.is_some() && own {
        p.scope.mention(Referent::new(Handle::Ref(Ref::Each), Sort::Permanent));
    }
    dealt(p, &source, out)?;
    // What deals damage to itself is said to: "it" and "that creature" in one clause are two.
    let said = p.tokens().get(begun..p.pos()).unwrap_or_default();
    let itself = said.iter().any(|t| matches!(&*t.text, "itself" | "themselves" | "himself" | "herself"));
    let dealer = Selector::Ref(source.clone());
    let same = |c: &Clause| matches!(&c.does, Instruction::Damage { to, .. } if *to == dealer);
    let target = matches!(source, Ref::Target(_) | Ref::Slot(_));
    if target && !itself && out.iter().skip(start).any(same) {
        return p.fail("another source than what is dealt damage");
    }
    if each.is_some() && own {
        p.scope.referents.retain(|r| !matches!(r.handle, Handle::Ref(Ref::Each)));
    }
    if let Some(over) = each {
        let body = out.split_off(start);
        let clause = crate::grammar::effect::emit(p, Instruction::ForEach { over, body });
        out.push(clause);
    }
    Some(())
}

/// "Each of those creatures deals damage equal to its toughness to the other.", of the only two targets: at once (608.2c).
pub fn each_to_the_other(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("each of")?;
    let those = crate::grammar::reference::referent(p)?;
    let Handle::Select(both) = those.handle else { return p.fail("two targets") };
    let Selector::Union(both) = *both else { return p.fail("two targets") };
    let [Selector::Ref(one @ Ref::Target(_)), Selector::Ref(other @ Ref::Target(_))] = both.as_slice() else {
        return p.fail("two targets");
    };
    p.expect("deals damage equal to its")?;
    let stat = crate::grammar::noun::after::stat(p)?;
    p.expect("to the other")?;
    let part = |from: &Ref, to: &Ref| (from.clone(), Selector::Ref(to.clone()), Amount::Stat(stat, from.clone()));
    out.push(emit_number(p, Instruction::DamageTogether(vec![part(one, other), part(other, one)])));
    Some(())
}

/// Whether a target phrase is of several, each of which deals its own damage.
fn is_several(p: &Parser<'_>, target: u8) -> bool {
    p.scope.targets.get(usize::from(target)).is_some_and(|spec| spec.max != Some(Amount::ONE))
}

/// "Sacrifice ~ and it deals 3 damage": it, as it was when it can't be sacrificed, or last was (608.2h), deals the damage.
fn as_it_was(p: &Parser<'_>, source: &Ref) -> Ref {
    let Ref::Slot(slot) = source else { return source.clone() };
    let said = p.scope.latest(|r| {
        r.sort == Sort::Permanent && !r.plural && r.clause().and_then(|id| p.scope.slot_of(id)) == Some(*slot)
    });
    said.and_then(|r| r.before).unwrap_or_else(|| source.clone())
}

/// "3 damage to each creature without flying if {R} was spent to cast it": nothing if it wasn't, which is no damage (120.8).
fn one_if_spent(p: &mut Parser<'_>, source: &Ref) -> Option<Instruction> {
    let Instruction::Damage { source, to, amount: Amount::Const(n) } = one(p, source)? else {
        return p.fail("a number of damage");
    };
    p.expect("if")?;
    let condition = crate::grammar::condition(p)?;
    let Condition::Compare(spent @ Amount::ManaSpent(..), Cmp::AtLeast, Amount::ONE) = condition else {
        return p.fail("mana that was spent");
    };
    let amount = Amount::Times(n, Box::new(Amount::Min(Box::new(spent), Box::new(Amount::ONE))));
    Some(Instruction::Damage { source, to, amount })
}

/// Two or more such parts.
fn parts_if_spent(p: &mut Parser<'_>, source: &Ref) -> Option<Vec<Instruction>> {
    let mut parts = vec![one_if_spent(p, source)?];
    p.expect("and")?;
    parts.push(one_if_spent(p, source)?);
    Some(parts)
}

/// "1 damage to each nonblack creature and an additional 1 damage to each green creature": what is both is dealt the sum at once.
fn with_more(p: &mut Parser<'_>, source: &Ref) -> Option<Vec<Instruction>> {
    let Instruction::Damage { to: Selector::All(some), amount, .. } = one(p, source)? else {
        return p.fail("each of some permanents");
    };
    p.expect("and")?;
    let leading = p.eat("an additional");
    let more = amount::amount(p)?;
    p.expect(if leading { "damage" } else { "additional damage" })?;
    p.expect("to")?;
    let Selector::All(others) = selector::one(p)?.selector else { return p.fail("each of some permanents") };
    if some.kind != others.kind {
        return p.fail("permanents alike");
    }
    let apart = |of: &Filter, from: &Filter| {
        Test::all(of.test.conjuncts().iter().filter(|test| !from.test.conjuncts().contains(test)).cloned())
    };
    let shared = some.test.conjuncts().iter().filter(|test| others.test.conjuncts().contains(test)).cloned();
    let shared = Test::all(shared);
    let (first, second) = (apart(&some, &others), apart(&others, &some));
    let not = |test: &Test| if let Test::Not(inner) = test { (**inner).clone() } else { Test::not(test.clone()) };
    let sum = match (&amount, &more) {
        (Amount::Const(a), Amount::Const(b)) => Amount::Const(a + b),
        (a, b) => Amount::Plus(Box::new(a.clone()), Box::new(b.clone())),
    };
    let part = |one: Test, other: Test, amount: Amount| {
        let test = Test::all([one, other, shared.clone()]);
        let to = Selector::All(Filter::new(some.kind.clone(), test));
        Instruction::Damage { source: source.clone(), to, amount }
    };
    Some(vec![
        part(first.clone(), not(&second), amount),
        part(first.clone(), second.clone(), sum),
        part(not(&first), second, more),
    ])
}

fn dealt(p: &mut Parser<'_>, source: &Ref, out: &mut Vec<Clause>) -> Option<()> {
    let together = p.attempt(|p| parts_if_spent(p, source)).or_else(|| p.attempt(|p| with_more(p, source)));
    let mut parts = match together {
        Some(parts) => parts,
        None => vec![one(p, source)?],
    };
    while let Some(more) = p.attempt(|p| {
        let comma = p.comma();
        let and = p.eat("and");
        (comma || and).then_some(())?;
        let _ = p.eat("deals");
        // "damage equal to its power to target player and that much damage to target creature"
        let much = match parts.as_slice() {
            [Instruction::Damage { amount, .. }] if !matches!(amount, Amount::Const(_)) => Some(amount.clone()),
            _ => None,
        };
        let (number, clause) = (p.scope.number.clone(), p.scope.number_clause);
        if p.at("that much damage") && number.is_none() && clause.is_none() {
            p.scope.number = much;
        }
        let read = one(p, source);
        (p.scope.number, p.scope.number_clause) = (number, clause);
        read
    }) {
        parts.push(more);
    }
    let plural = parts.len() > 1;
    let does = if plural {
        let parts: Option<Vec<_>> = parts
            .into_iter()
            .map(|part| match part {
                Instruction::Damage { source, to, amount } => Some((source, to, amount)),
                _ => None,
            })
            .collect();
        Instruction::DamageTogether(parts?)
    } else {
        parts.pop()?
    };
    let clause = emit_number(p, does);
    let referent = Referent { plural, ..Referent::new(Handle::Clause(0), Sort::Any) };
    // "a creature dealt damage this way": whatever was dealt it; no pronoun of its own.
    mention(p, &clause, Some(Referent { hidden: true, ..referent }), "dealt damage");
    out.push(clause);
    Some(())
}

/// "3 damage to any target", "damage equal to its power to target creature", "damage to each opponent equal to …",
/// "5 damage divided as you choose among any number of targets".
fn one(p: &mut Parser<'_>, source: &Ref) -> Option<Instruction> {
    // "Deals equal to its power": damage is all that is dealt.
    let known = if p.eat("damage equal to") || p.eat("equal to") {
        let n = amount_of(p, source)?;
        if p.at(", to") {
            p.advance();
        }
        Some(n)
    } else if p.eat("damage") {
        None
    } else if p.eat("an amount of damage of your choice") {
        // 608.2d: how much is chosen before it is dealt.
        let linked = p.scope.link_here();
        p.scope.face.pending = Some((lawmage_ir::ValueKind::Number, linked, lawmage_ir::Who::You));
        Some(Amount::Linked(linked))
    } else if p.eat_any(&["that much damage", "that damage", "that amount of damage"]).is_some() {
        Some(p.scope.number_here().or_else(|| p.scope.removed.clone())?)
    } else {
        p.eat("an additional");
        let n = amount::amount(p)?;
        p.expect("damage")?;
        Some(n)
    };
    if let Some(n) = &known {
        if p.eat("divided evenly , rounded down , among") {
            let target = u8::try_from(p.scope.targets.len()).ok()?;
            selector::one(p)?;
            return Some(Instruction::DamageEvenly { source: source.clone(), target, amount: n.clone() });
        }
        if p.eat("divided as you choose among") {
            return divided(p, source, n);
        }
    }
    p.expect("to")?;
    let to = match p
        .attempt(them)
        .or_else(|| p.attempt(player_or_theirs))
        .or_else(|| p.attempt(|p| dealt_to_it(p, source)))
    {
        Some(known) => known,
        // "each Aura attached to a creature deals 2 damage to the creature it's attached to"
        None if *source == Ref::Each
            && p.eat_any(&["the creature it's attached to", "the permanent it is attached to"]).is_some() =>
        {
            Selector::Ref(Ref::Host(Box::new(Ref::Each)))
        }
        None if p.eat_any(&["itself", "themselves", "himself", "herself"]).is_some() => Selector::Ref(source.clone()),
        None => {
            let picked = selector::objects(p)?;
            picked.mention(p);
            picked.selector
        }
    };
    // "damage to each opponent who controls more lands than you equal to the difference": each of them their own.
    if known.is_none()
        && let Some(difference) = p.attempt(|p| of_each_such(p, &to))
    {
        return Some(Instruction::Damage { source: source.clone(), to, amount: difference });
    }
    // 107.3c: "X damage to any target equal to …" says what X is.
    let said_after = known == Some(Amount::X) && p.at("equal to");
    let amount = match known {
        Some(n) if !said_after => n,
        _ => {
            p.expect("equal to")?;
            amount_of(p, source)?
        }
    };
    let mut does = Instruction::Damage { source: source.clone(), to, amount };
    if let Some(by) = amount::for_each(p) {
        scale(&mut does, &by)?;
    }
    Some(does)
}

/// "equal to the difference", of the numbers that tell which players are dealt damage.
fn of_each_such(p: &mut Parser<'_>, to: &Selector) -> Option<Amount> {
    p.expect("equal to the difference")?;
    let Selector::Players(lawmage_ir::Who::Such(_, such)) = to else { return p.fail("players told by two numbers") };
    let mut difference = amount::of_comparison(such)?;
    lawmage_ir::visit::walk_mut(&mut difference, &mut |node| {
        if let Some(it @ Ref::It) = node.get_mut::<Ref>() {
            *it = Ref::Each;
        }
        lawmage_ir::visit::Go::Into
    });
    Some(difference)
}

/// "that player or a planeswalker that player controls": one of these, as you choose (608.2d).
fn player_or_theirs(p: &mut Parser<'_>) -> Option<Selector> {
    p.expect("that player")?;
    let who = crate::grammar::reference::player(p)?;
    p.expect("or a planeswalker that player controls")?;
    let theirs = Test::all([Test::Type(CardType::Planeswalker), Test::Controlled(who.clone())]);
    let either = Selector::All(crate::grammar::event::player_or(&who, theirs));
    Some(Selector::Choose(Box::new(Choice::exactly(1, either))))
}

/// "them", of a player: who was spoken of last of those that it can mean, several things or a person.
fn them(p: &mut Parser<'_>) -> Option<Selector> {
    p.expect("them")?;
    let said =
        p.scope.latest(|r| !r.this && !r.hidden && (r.plural || r.sort == Sort::Player)).filter(|r| !r.plural)?;
    Some(p.scope.select(&said.handle))
}

/// "it", of a loop over what may be dealt damage: the member at hand, though a card was spoken of after it. What deals the damage
/// itself is never "it".
fn dealt_to_it(p: &mut Parser<'_>, source: &Ref) -> Option<Selector> {
    p.expect("it")?;
    if p.at("'s") {
        return None;
    }
    let said = p.scope.latest(|r| r.sort != Sort::Player && !r.plural && !r.hidden() && !r.this)?;
    let each = |r: &Referent| r.handle == Handle::Ref(Ref::Each) && matches!(r.sort, Sort::Permanent | Sort::Any);
    let Some(member) = p.scope.latest(|r| each(r)) else {
        let latest = p.scope.latest(|r| r.sort != Sort::Player && !r.plural && !r.hidden())?;
        return (*source == Ref::This && latest.this).then(|| p.scope.select(&said.handle));
    };
    (said.sort == Sort::Card || said == member).then_some(Selector::Ref(Ref::Each))
}

/// "its power" after "damage equal to" is the source's own, when the source is the subject.
fn amount_of(p: &mut Parser<'_>, source: &Ref) -> Option<Amount> {
    if p.at("its power") || p.at("its toughness") {
        let power = p.at("its power");
        let more = p.word_at(2) == "plus" || p.word_at(2) == "minus";
        if !more {
            p.advance();
            p.advance();
            let stat = if power { Stat::Power } else { Stat::Toughness };
            return Some(Amount::Stat(stat, source.clone()));
        }
    }
    if p.scope.number == Some(Amount::Event) && p.eat("the excess") {
        return p.scope.number.clone();
    }
    if p.eat("their power") {
        return Some(Amount::Stat(Stat::Power, source.clone()));
    }
    amount::described(p)
}

/// "divided as you choose among one, two, or three targets" (601.2d).
fn divided(p: &mut Parser<'_>, source: &Ref, n: &Amount) -> Option<Instruction> {
    let target = u8::try_from(p.scope.targets.len()).ok()?;
    let picked = selector::one(p)?;
    if picked.selector != Selector::Ref(Ref::Target(target)) {
        return p.fail("targets");
    }
    p.scope.targets.get_mut(usize::from(target))?.divide = Some(n.clone());
    Some(Instruction::DamageDivided { source: source.clone(), target })
}
