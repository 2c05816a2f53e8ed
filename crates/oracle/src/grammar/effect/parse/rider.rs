//! Riders: sentences that change what the one before does ("it can't be regenerated", "spend this mana only …", excess damage).

use std::sync::Arc;

use lawmage_ir::visit;
use lawmage_ir::{
    CardType, Clause, Condition, Duration, Instruction, ManaRider, Selector, SpillingDamage, StackCopies, Test, Who,
};

use super::frame::set_duration;
use crate::grammar::instruction::stack::countered_to;
use crate::grammar::mana::restriction;
use crate::grammar::noun;
use crate::parse::Parser;

/// "until end of turn, you don't lose this mana as steps and phases end"; whether it is until end of combat.
fn lasting_mana(p: &mut Parser<'_>) -> Option<bool> {
    p.attempt(|p| {
        let combat = p.eat_any(&["until end of turn ,", "until end of combat ,"])? == 1;
        p.eat_any(&["you don't", "they don't", "that player doesn't"])?;
        p.expect("lose this mana as steps")?;
        // Steps end as phases do (500.4).
        p.eat("and phases");
        p.expect("end").map(|()| combat)
    })
}

/// "It's still a land" (205.1b), behind a sentence that was read so.
pub(crate) fn still(p: &mut Parser<'_>) -> bool {
    const STILL: &[&str] = &[
        "it's still a land",
        "they're still lands",
        "they're still a land",
        "it's still a creature",
        "it's still an enchantment",
        "it's still a planeswalker",
        "he's still a planeswalker",
        "she's still a planeswalker",
    ];
    p.eat_any(STILL).is_some()
}

/// "This cost is reduced by {2} for each …", of what is paid lest something happens (601.2f).
fn reduced(p: &mut Parser<'_>, out: &mut [Clause]) -> Option<()> {
    let less = lawmage_ir::CostDelta::Less(p.mana_cost()?);
    let each = crate::grammar::amount::for_each(p)?;
    match out.last_mut().map(|clause| &mut clause.does) {
        Some(Instruction::Unless { cost, .. }) => {
            cost.parts.push(lawmage_ir::CostPart::Change(less, each, None));
            Some(())
        }
        _ => p.fail("a cost before"),
    }
}

/// "It enters with two additional +1/+1 counters on it.", "Each of them enters with an additional -1/-1 counter on it.", of what was just
/// said to be put onto the battlefield (614.1c).
fn enters_with(p: &mut Parser<'_>, out: &mut [Clause]) -> Option<()> {
    let creature = p.eat_any(&["if it enters as a creature ,", "if a creature enters this way ,"]).is_some();
    let such = if creature { Some(Test::Type(CardType::Creature)) } else { p.attempt(if_of_mana_value) };
    p.eat_any(&["it enters with", "they enter with", "each of them enters with", "that creature enters with"])?;
    let mut counters = vec![counters_if(p, such.as_ref())?];
    while let Some(more) = p.attempt(|p| {
        p.expect("and")?;
        counters_if(p, None)
    }) {
        counters.push(more);
    }
    if !p.at_stop() {
        return p.fail("the end of the sentence");
    }
    // What is put there later: "at the beginning of the next end step" (603.7).
    let last = super::sentence::last_done(out)?;
    let last = match &mut last.does {
        Instruction::Delayed { ability, .. } => {
            std::sync::Arc::make_mut(ability).program.modes.last_mut()?.clauses.last_mut()?
        }
        _ => last,
    };
    let one = |what: &Selector| match what {
        Selector::Ref(_) => true,
        Selector::Choose(choice) => such.is_some() && choice.max == Some(lawmage_ir::Amount::ONE),
        _ => false,
    };
    match &mut last.does {
        Instruction::Move { what, to: lawmage_ir::Destination::Battlefield(arrival), .. }
            if arrival.counters.is_empty() && one(what) =>
        {
            arrival.counters.extend(counters);
            Some(())
        }
        _ => p.fail("what is put onto the battlefield"),
    }
}

/// "if that card has mana value 3 or less,", of what is put onto the battlefield.
fn if_of_mana_value(p: &mut Parser<'_>) -> Option<Test> {
    p.expect("if that card has mana value")?;
    let n = lawmage_ir::Amount::Const(p.number()?);
    let cmp = crate::grammar::condition::or_more(p)?;
    p.expect(",")?;
    Some(Test::Stat(lawmage_ir::Stat::ManaValue, cmp, n))
}

/// "an additional +1/+1 counter on it if it's a creature": of what it is as it enters (614.12).
fn counters_if(p: &mut Parser<'_>, such: Option<&Test>) -> Option<(lawmage_ir::CounterKind, lawmage_ir::Amount)> {
    let (kind, n) = crate::grammar::instruction::moves::counters(p)?;
    let told = p.attempt(|p| {
        p.expect("if it's a")?;
        let (of, plural) = crate::grammar::noun::word::card_type(p.word())?;
        p.advance();
        (!plural).then_some(Test::Type(of))
    });
    let Some(such) = such.cloned().or(told) else { return Some((kind, n)) };
    let lawmage_ir::Amount::Const(many) = n else { return p.fail("so many counters") };
    Some((kind, crate::grammar::instruction::moves::if_such(many, such)))
}

/// "X can't be greater than …", of the {X} that may be paid as the ability resolves (107.3f).
fn x_at_most(p: &mut Parser<'_>, out: &mut [Clause]) -> Option<()> {
    p.at("x can't be greater than").then_some(())?;
    let most = super::without(p, out, crate::grammar::cost::additional::x_at_most)?;
    match out.last_mut().map(|clause| &mut clause.does) {
        Some(Instruction::MayPay { cost, .. }) if cost.has_x() => {
            cost.parts.push(most);
            Some(())
        }
        _ => p.fail("an X that is paid"),
    }
}

/// Sentences that only say more of the instruction before them.
pub(crate) fn rider(p: &mut Parser<'_>, out: &mut [Clause]) -> Option<()> {
    for read in [no_regeneration, x_at_most, enters_with, crate::grammar::counter::up_to::within] {
        if let Some(()) = p.attempt(|p| read(p, out)) {
            return Some(());
        }
    }
    if let Some(()) = p.attempt(|p| crate::grammar::selector::tie_of_before(p, out)) {
        return Some(());
    }
    if let Some(combat) = lasting_mana(p) {
        return tell_of_mana(p, out, |rider| {
            let rider = rider.get_or_insert_default();
            *(if combat { &mut rider.until_end_of_combat } else { &mut rider.until_end_of_turn }) = true;
            true
        });
    }
    // 611.2e: as it is put there, and no creature any longer (205.1a).
    if p.eat("it's an enchantment") || p.eat("that permanent is an enchantment") {
        if !p.at_stop() {
            return p.fail("the end of the sentence");
        }
        let types = lawmage_ir::TypeSet::of(lawmage_ir::CardType::Enchantment);
        let is = lawmage_ir::Modification::SetTypes(lawmage_ir::TypeLine { types, ..Default::default() });
        return tell(p, out, "what was put onto the battlefield", &mut |does| match does {
            Instruction::Move { to: lawmage_ir::Destination::Battlefield(arrival), .. } => {
                arrival.mods.push(is.clone());
                true
            }
            _ => false,
        });
    }
    // Of what was spoken of before the token.
    let created: Vec<Clause> = out.last().cloned().into_iter().collect();
    if p.at("its power is equal to")
        && let Some(size) = super::without(p, &created, |p| p.attempt(crate::grammar::token::size_told))
    {
        return tell(p, out, "a token without a size", &mut |does| match does {
            Instruction::CreateToken { token, .. } => crate::grammar::token::with_size(token, &size),
            _ => false,
        });
    }
    // What was halved has been rounded so.
    if p.eat("round up each time") {
        return if p.at_stop() && !out.is_empty() { Some(()) } else { p.fail("what is halved before") };
    }
    if still(p) {
        return (!out.is_empty()).then_some(());
    }
    if let Some(up) = p.eat_any(&crate::grammar::amount::ROUNDED) {
        let half = |n: &lawmage_ir::Amount| matches!(n, lawmage_ir::Amount::Divide { up: u, .. } if *u == (up == 1));
        return visit::any(&*out, half).then_some(());
    }
    if p.eat("this cost is reduced by") {
        return reduced(p, out);
    }
    // 116.2c
    if let Some(cost) = p.attempt(|p| {
        p.expect("you may")?;
        let cost = crate::grammar::cost(p)?;
        p.expect("to end this effect")?;
        Some(cost)
    }) {
        let mut any = false;
        for clause in out.iter_mut() {
            any |= set_duration(&mut clause.does, &Duration::UntilPaid(Who::You, cost.clone()));
        }
        return if any { Some(()) } else { p.fail("an effect before") };
    }
    if let Some(()) = p.attempt(|p| countered_elsewhere(p, out)) {
        return Some(());
    }
    if let Some(()) = p.attempt(|p| unpreventable(p, out)).or_else(|| p.attempt(|p| new_targets(p, out))) {
        return Some(());
    }
    if let Some(()) = p.attempt(|p| enters_attacking(p, out)) {
        return Some(());
    }
    if p.at("excess damage is dealt to") {
        return spills(p, out, None);
    }
    if crate::grammar::keyword::equal_to_mana_cost(p).is_some() {
        return (!out.is_empty()).then_some(());
    }
    if p.at_any(restriction::SPEND_ONLY) {
        let rider = restriction::rider(p)?;
        return tell_of_mana(p, out, |slot| {
            *slot = Some(Box::new(rider.clone()));
            true
        });
    }
    if p.at_any(restriction::SPENT_ON) {
        let brought = restriction::brought(p)?;
        return tell_of_mana(p, out, |rider| {
            let brings = &mut rider.get_or_insert_default().brings;
            brings.is_none() && brings.replace(Box::new(brought.clone())).is_none()
        });
    }
    p.fail("a rider")
}

/// "The token enters tapped and attacking", or the token of that name: as it is created (508.4).
fn enters_attacking(p: &mut Parser<'_>, out: &mut [Clause]) -> Option<()> {
    if p.attempt(|p| named_enters(p, out)).is_none() {
        p.expect("the token enters tapped and attacking")?;
    }
    let mut how = lawmage_ir::Arrival { tapped: true, attacking: true, ..lawmage_ir::Arrival::default() };
    p.attempt(|p| crate::grammar::instruction::moves::attacked(p, &mut how));
    match out.last_mut().map(|clause| &mut clause.does) {
        Some(Instruction::CreateToken { arrival, count: lawmage_ir::Amount::Const(1), .. })
            if !arrival.attacking && !arrival.tapped =>
        {
            (arrival.tapped, arrival.attacking, arrival.attacks) = (true, true, how.attacks);
            arrival.or_planeswalker = how.or_planeswalker;
            Some(())
        }
        Some(Instruction::Populate { attacking: attacking @ false }) if how.attacks.is_none() => {
            *attacking = true;
            Some(())
        }
        _ => p.fail("a token that was just created"),
    }
}

/// "Ragged enters tapped and attacking", of a token of that name.
fn named_enters(p: &mut Parser<'_>, out: &[Clause]) -> Option<()> {
    let Some(Instruction::CreateToken { token, .. }) = out.last().map(|clause| &clause.does) else { return None };
    let lawmage_ir::TokenSpec::Face(face) = &**token else { return None };
    if !p.eat_text(&face.name.to_lowercase()) {
        return p.fail("the name of the token");
    }
    p.expect("enters tapped and attacking")
}

/// "Counter target spell unless its controller pays {3}. If that spell is countered this way, exile it instead of …"
fn countered_elsewhere(p: &mut Parser<'_>, out: &mut [Clause]) -> Option<()> {
    let place = countered_to(p)?;
    tell(p, out, "a spell countered before", &mut |does| match does {
        Instruction::Counter { to: to @ None, .. } => {
            *to = Some(place.clone());
            true
        }
        _ => false,
    })
}

/// "It can't be regenerated", "creatures destroyed this way can't be regenerated", of what the clause before destroys: said of the
/// destroying, as afterwards it would come too late (701.15).
pub(crate) fn no_regeneration(p: &mut Parser<'_>, out: &mut [Clause]) -> Option<()> {
    const SAID: &[&str] =
        &["it", "they", "that creature", "those creatures", "the creature", "that permanent", "those permanents"];
    let group = match p.eat_any(SAID) {
        Some(_) => None,
        None => {
            let _ = p.eat("a") || p.eat("an");
            let said = noun::bare(p)?.filter.test;
            p.expect("destroyed this way")?;
            Some(said)
        }
    };
    p.expect("can't be regenerated")?;
    if !p.at_stop() {
        return p.fail("the end of the sentence");
    }
    let Some(last) = out.last_mut() else { return p.fail("something destroyed before") };
    let mut told = false;
    // "Destroy all green creatures or all white creatures. They can't be regenerated.": whichever they are.
    let either = matches!(last.does, Instruction::ChooseMode { .. });
    match group.or_else(|| either.then_some(Test::Any)) {
        None => {
            told = innermost(last, &mut |does| match does {
                Instruction::Destroy { no_regeneration, .. } => {
                    *no_regeneration = true;
                    true
                }
                _ => false,
            });
        }
        Some(said) => visit::walk_mut(last, &mut |node| {
            if let Some(Instruction::Destroy { what, no_regeneration }) = node.get_mut::<Instruction>()
                && may_be(what, &said)
            {
                (*no_regeneration, told) = (true, true);
            }
            visit::Go::Into
        }),
    }
    if told { Some(()) } else { p.fail("something destroyed before") }
}

/// "Copy that spell twice instead. You may choose new targets for the copies": of whichever copies are made.
fn new_targets(p: &mut Parser<'_>, out: &mut [Clause]) -> Option<()> {
    p.eat_any(&["you may choose new targets for the copies", "you may choose new targets for the copy"])?;
    let mut told = false;
    if let Some(Clause { does: does @ Instruction::If { .. }, .. }) = out.last_mut() {
        visit::walk_mut(does, &mut |node| {
            if let Some(copies) = node.get_mut::<StackCopies>() {
                (copies.new_targets, told) = (true, true);
            }
            visit::Go::Into
        });
    }
    if told && p.at_stop() { Some(()) } else { p.fail("copies made before") }
}

/// "The damage can't be prevented" (615.12): of what the clause before deals.
pub(crate) fn unpreventable(p: &mut Parser<'_>, out: &mut [Clause]) -> Option<()> {
    p.eat_any(&["the damage can't be prevented", "that damage can't be prevented"])?;
    if !p.at_stop() {
        return p.fail("the end of the sentence");
    }
    // After "deals 3 damage. If …, it deals 6 damage instead." it could be said of either, or of both.
    if let Some(Instruction::If { otherwise, .. }) = out.last().map(|c| &c.does)
        && !otherwise.is_empty()
    {
        return p.fail("one instruction that deals damage");
    }
    tell(p, out, "damage before", &mut |does| {
        let deals = matches!(
            does,
            Instruction::Damage { .. } | Instruction::DamageDivided { .. } | Instruction::DamageEvenly { .. }
        );
        if deals {
            *does = Instruction::Unpreventable(Box::new(does.clone()));
        }
        deals
    })
}

/// Whether what is destroyed is of the kind that is spoken of: "all lands or all creatures. Creatures destroyed this way …".
fn may_be(what: &Selector, said: &Test) -> bool {
    let Selector::All(filter) = what else { return true };
    let all = filter.test.conjuncts();
    *said == Test::Any || !all.iter().any(|test| matches!(test, Test::Type(_))) || all.contains(said)
}

/// "Excess damage is dealt to that creature's controller instead" (120.4a): of the damage before.
pub(crate) fn spills(p: &mut Parser<'_>, out: &mut [Clause], only: Option<Condition>) -> Option<()> {
    p.expect("excess damage is dealt to")?;
    let rest = crate::grammar::selector::objects(p)?.selector;
    p.expect("instead")?;
    tell(p, out, "damage before", &mut |does| {
        let Instruction::Damage { source, to, amount } = does else { return false };
        let (source, to, amount) = (source.clone(), to.clone(), amount.clone());
        let (rest, only) = (rest.clone(), only.clone());
        *does = Instruction::DamageSpilling(SpillingDamage { source, to, amount, rest, only });
        true
    })
}

/// "Return all creatures to their owners' hands except for Krakens and Serpents": said of what is moved or destroyed.
pub(crate) fn excepted(p: &mut Parser<'_>, out: &mut [Clause]) -> Option<()> {
    p.expect("except for")?;
    let but = noun::noun(p)?;
    if !but.plural || but.among.is_some() || but.limit.is_some() {
        return p.fail("a group");
    }
    tell(p, out, "all of a group before", &mut |does| match does {
        Instruction::Move { what: Selector::All(all), .. } | Instruction::Destroy { what: Selector::All(all), .. }
            if all.kind == but.filter.kind =>
        {
            let test = std::mem::replace(&mut all.test, Test::Any);
            all.test = Test::all([test, Test::not(but.filter.test.clone())]);
            true
        }
        _ => false,
    })
}

/// Changes the instruction before, or says what there should have been.
fn tell(
    p: &mut Parser<'_>,
    out: &mut [Clause],
    of: &'static str,
    change: &mut dyn FnMut(&mut Instruction) -> bool,
) -> Option<()> {
    if out.last_mut().is_some_and(|last| innermost(last, change)) { Some(()) } else { p.fail(of) }
}

/// The same of the mana added before (106.6).
fn tell_of_mana(
    p: &mut Parser<'_>,
    out: &mut [Clause],
    change: impl Fn(&mut Option<Box<ManaRider>>) -> bool,
) -> Option<()> {
    let mut tells = |does: &mut Instruction| match does {
        Instruction::AddMana { rider, .. } => change(rider),
        _ => false,
    };
    // "If that Island is snow, its controller may add an additional {U}{U} instead. … this mana": whichever it is.
    let instead = |does: &Instruction| matches!(does, Instruction::If { condition: Condition::Done(_), otherwise, .. } if !otherwise.is_empty());
    if out.last().is_some_and(|last| instead(&last.does)) {
        let mut told = 0;
        for clause in out.iter_mut() {
            visit::walk_mut(clause, &mut |node| {
                told += u32::from(node.get_mut::<Instruction>().is_some_and(&mut tells));
                visit::Go::Into
            });
        }
        return if told > 1 { Some(()) } else { p.fail("mana added either way") };
    }
    // "Add {R} and you gain 3 life. … this mana": whatever else was done with adding it.
    if out.iter_mut().rev().any(|clause| innermost(clause, &mut tells)) {
        Some(())
    } else {
        p.fail("mana added before")
    }
}

/// Changes the instruction that a rider speaks of: the last one done, within "you may" and the like.
fn innermost(clause: &mut Clause, change: &mut dyn FnMut(&mut Instruction) -> bool) -> bool {
    match &mut clause.does {
        Instruction::May { body, .. } | Instruction::Unless { body, .. } | Instruction::Seq(body) => {
            body.last_mut().is_some_and(|last| innermost(last, change))
        }
        Instruction::If { then, otherwise, .. } if otherwise.is_empty() => {
            then.last_mut().is_some_and(|last| innermost(last, change))
        }
        // "When ~ leaves the battlefield, destroy that creature. It can't be regenerated."
        Instruction::Delayed { ability, .. } => {
            let last = Arc::make_mut(ability).program.modes.last_mut().and_then(|mode| mode.clauses.last_mut());
            last.is_some_and(|last| innermost(last, change))
        }
        // "instead destroy that creature. It can't be regenerated.": whichever of the two it can be said of.
        Instruction::If { then, otherwise, .. } => {
            let mut told = |arm: &mut Vec<Clause>| arm.last_mut().is_some_and(|last| innermost(last, change));
            told(then) || told(otherwise)
        }
        other => change(other),
    }
}
