//! What is done the same, and what is said of each of those just spoken of.

use lawmage_ir::{
    Amount, Cause, Clause, Condition, Continuous, Destination, Filter, Instruction, Kind, Modification, Ref, Selector,
    Slot, Stat, Test, Who,
};

use super::verbs::player_verb;
use super::{clause, emit};
use crate::grammar::player;
use crate::parse::{Handle, Parser, Referent, Sort};

/// "for each one they gained control of this way": of the targets of the sentence before, which those players didn't control, the ones
/// that they do.
pub(super) fn gained_control_of(p: &mut Parser<'_>, before: &[Clause]) -> Option<Amount> {
    p.expect("for each one they gained control of this way")?;
    let Some(Clause { does: Instruction::Effect { effects, .. }, .. }) = before.last() else { return None };
    let [Continuous::Modify { what: Selector::Ref(what @ Ref::Target(n)), mods }] = effects.as_slice() else {
        return None;
    };
    let [Modification::Controller(who @ Who::Ref(_))] = mods.as_slice() else { return None };
    let yours = |target: &lawmage_ir::TargetSpec| target.filter.test.conjuncts().contains(&Test::Controlled(Who::You));
    if !p.scope.targets.get(usize::from(*n)).is_some_and(yours) {
        return p.fail("what they didn't control before");
    }
    let theirs = Test::all([Test::Is(what.clone()), Test::Controlled(who.clone())]);
    Some(Amount::Count(Box::new(Selector::All(Filter::permanent(theirs)))))
}

/// "Each opponent attacking that player does the same.": what you did in the sentence before, if that is one thing.
pub(super) fn does_the_same(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let group = player::who(p).filter(Who::is_group)?;
    p.expect("does the same")?;
    let [.., last] = out.as_slice() else { return p.fail("what is done the same") };
    let mut does = last.does.clone();
    match &mut does {
        Instruction::Draw { who: who @ Who::You, count: Amount::Const(_) }
        | Instruction::GainLife(who @ Who::You, Amount::Const(_))
        | Instruction::CreateToken { who: who @ Who::You, count: Amount::Const(_), .. } => *who = group,
        _ => return p.fail("what anyone can do the same"),
    }
    let clause = emit(p, does);
    out.push(clause);
    Some(())
}

/// "tap each creature … and it doesn't untap during its controller's next untap step": each of them, in its controller's.
pub(super) fn each_stays_tapped(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let tapped = match out.last() {
        Some(last) if matches!(last.does, Instruction::Tap(Selector::All(_))) => super::id(last),
        _ => return p.fail("each of those that were tapped"),
    };
    if !p.at("it doesn't untap during its controller 's next untap step") {
        return p.fail("that each stays tapped");
    }
    let over = Selector::slot(p.scope.bind(tapped));
    p.scope.mention(Referent::new(Handle::Ref(Ref::Each), Sort::Permanent));
    let mut body = Vec::new();
    clause::clause(p, &mut body)?;
    let clause = emit(p, Instruction::ForEach { over, body });
    out.push(clause);
    Some(())
}

/// "Players dealt damage this way can't cast noncreature spells this turn.": each of them.
pub(super) fn players_dealt_damage(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("players dealt damage this way")?;
    let dealt = p.scope.latest(|r| r.verb == Some("dealt damage")).or_else(|| p.fail("damage dealt before"))?;
    let them = p.scope.reference(&dealt.handle)?;
    let each = Who::Ref(Ref::Each);
    p.expect("can't")?;
    let cant = crate::grammar::prohibition::players(p, &each)?;
    let duration = crate::grammar::duration::duration(p)?;
    let body = vec![emit(p, Instruction::Effect { effects: vec![Continuous::Cant(cant)], duration })];
    let over = Selector::All(Filter::new(Kind::Player, Test::Is(them)));
    out.push(emit(p, Instruction::ForEach { over, body }));
    Some(())
}

/// "Each attacking creature doesn't untap during its controller's next untap step": those that are such now, each in its controller's.
pub(super) fn each_of_those_stays(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    if !p.at("each") {
        return p.fail("each of several");
    }
    let over = crate::grammar::selector::subjects(p)?;
    if over.players || !matches!(over.selector, Selector::All(_) | Selector::Union(_)) {
        return p.fail("permanents");
    }
    p.expect("doesn't untap during its controller 's next untap step")?;
    let each = Selector::Ref(Ref::Each);
    let effects = vec![Continuous::Cant(lawmage_ir::Prohibition::UntapStep(each))];
    let duration = lawmage_ir::Duration::NextUntapStep(Who::Controller(Box::new(Ref::Each)));
    let body = vec![emit(p, Instruction::Effect { effects, duration })];
    out.push(emit(p, Instruction::ForEach { over: over.selector, body }));
    Some(())
}

/// "If the card a player revealed has the name they chose, that player puts it into their hand. If it doesn't, that player puts it on the
/// bottom of their library.": of each of several players who chose and revealed.
pub(super) fn revealed(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("if the card a player revealed has the name they chose ,")?;
    let linked = p.scope.face.name.or_else(|| p.fail("a name chosen before"))?;
    let said = p.scope.latest(|r| r.verb == Some("revealed") && r.by.as_ref().is_some_and(Who::is_group))?;
    let who = said.by.clone()?;
    let Some(Ref::Slot(slot)) = p.scope.reference(&said.handle) else { return p.fail("what each of them revealed") };
    let each = Who::Ref(Ref::Each);
    let card = Ref::Theirs(slot, Box::new(each.clone()));
    let condition = Condition::Is(card.clone(), Test::NameChosenBy(linked, each.clone()));
    let known = p.scope.referents.len();
    let arm = |p: &mut Parser<'_>| {
        p.expect("that player")?;
        p.scope.mention(Referent::new(Handle::Ref(card.clone()), Sort::Card));
        p.scope.subject = None;
        p.scope.actor = Some(each.clone());
        let mut body = Vec::new();
        player_verb(p, &mut body)?;
        p.scope.referents.truncate(known);
        Some(body)
    };
    let then = arm(p)?;
    let otherwise = if p.eat(". if it doesn't ,") { arm(p)? } else { Vec::new() };
    p.scope.actor = None;
    let body = vec![emit(p, Instruction::If { condition, then, otherwise })];
    out.push(emit(p, Instruction::ForEach { over: Selector::Players(who), body }));
    Some(())
}

/// Whether that is two players: you and another, or two that are targeted.
fn are_two(p: &Parser<'_>, who: &Who) -> bool {
    let Who::Such(_, condition) = who else { return false };
    match &**condition {
        Condition::Is(Ref::It, Test::Or(both)) => {
            matches!(both.as_slice(), [Test::Controlled(Who::You), Test::Controlled(other)] if !other.is_group())
        }
        Condition::Is(Ref::It, Test::Is(Ref::Target(n))) => {
            let two = Some(Amount::Const(2));
            p.scope.targets.get(usize::from(*n)).is_some_and(|spec| spec.max == two && Some(&spec.min) == two.as_ref())
        }
        _ => false,
    }
}

/// What each of two players loses life for, that the other of them revealed.
pub(crate) fn of_the_other(two: &Who, slot: Slot) -> Amount {
    let same = Condition::Is(Ref::It, Test::Is(Ref::Each));
    let other = Who::Such(Box::new(two.clone()), Box::new(Condition::Not(Box::new(same))));
    Amount::Stat(Stat::ManaValue, Ref::Theirs(slot, Box::new(other)))
}

/// "You each lose life equal to the mana value of the card revealed by the other player.", "They each put the card they revealed into
/// their hand.": of two players who each revealed one.
pub(super) fn by_the_other(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.eat_any(&["you each", "they each"])?;
    let said = p.scope.latest(|r| r.verb == Some("revealed") && r.by.as_ref().is_some_and(Who::is_group))?;
    let two = said.by.clone().filter(|who| are_two(p, who)).or_else(|| p.fail("two players who revealed cards"))?;
    let Some(Ref::Slot(slot)) = p.scope.reference(&said.handle) else { return p.fail("what each of them revealed") };
    if p.eat("lose life equal to the mana value of the card revealed by the other player") {
        let lost = of_the_other(&two, slot);
        out.push(super::emit_number(p, Instruction::LoseLife(two, lost)));
        return Some(());
    }
    p.eat_any(&["put the card you revealed into your hand", "put the card they revealed into their hand"])?;
    let what = Selector::slot(slot);
    out.push(emit(p, Instruction::Move { what, to: Destination::Hand, cause: Cause::Put }));
    Some(())
}

/// "The controller of each of those artifacts gains life equal to its mana value.", of what was destroyed: of each of them.
pub(super) fn controller_of_each(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("the controller of each of those")?;
    let mut noun = crate::grammar::noun::bare(p).filter(|noun| noun.plural && noun.filter.kind == Kind::Permanent)?;
    noun.plural = false;
    let said = p.scope.latest(|r| r.verb == Some("destroyed") && r.plural && r.clause().is_some())?;
    let of_them = crate::grammar::noun::after::of_done(p, &mut noun, &said, None)?;
    noun.filter.test = Test::all([noun.filter.test.clone(), of_them]);
    p.scope.mention(noun.referent(Handle::Ref(Ref::Each)));
    p.scope.subject = None;
    p.scope.actor = Some(Who::Controller(Box::new(Ref::Each)));
    let mut body = Vec::new();
    player_verb(p, &mut body)?;
    out.push(emit(p, Instruction::ForEach { over: Selector::All(noun.filter), body }));
    Some(())
}

/// "For each isolation counter on it, exile up to one target nonland permanent until ~ leaves the battlefield": as many targets.
pub(super) fn as_many_targets(p: &mut Parser<'_>, place: usize, body: &[Clause], times: &Amount) -> Option<()> {
    let [Clause { does: Instruction::ExileUntilLeaves { what: Selector::Ref(Ref::Target(n)), .. }, .. }] = body else {
        return p.fail("a loop without targets");
    };
    let only = p.scope.targets.len() == place + 1 && usize::from(*n) == place;
    match p.scope.targets.get_mut(place) {
        Some(spec) if only && spec.min == Amount::Const(0) && spec.max == Some(Amount::ONE) && spec.limit.is_none() => {
            spec.max = Some(times.clone());
            Some(())
        }
        _ => p.fail("up to one target each time"),
    }
}

/// "[For each opponent, exile up to one target creature that player controls] and that player gains life equal to its power", "… and put a
/// page counter on it": what is done besides with each of the targets, and by whoever controlled it. Taken from what is done.
pub(super) fn more_of_each(p: &mut Parser<'_>, place: usize, body: &mut Vec<Clause>) -> Option<Clause> {
    let [Clause { does: Instruction::Move { what: Selector::Ref(Ref::Target(n)), .. }, out }, .., last] =
        body.as_slice()
    else {
        return None;
    };
    let (target, each) = (Ref::Target(*n), Ref::Each);
    let moved = out.and_then(|id| p.scope.slot_of(id)).map(Ref::Slot);
    if usize::from(*n) != place || body.iter().filter(|c| !matches!(c.does, Instruction::Remember(..))).count() != 2 {
        return None;
    }
    match &last.does {
        // All those that were moved.
        Instruction::PutCounters { on: Selector::Ref(Ref::Slot(_)), count: Amount::Const(_), .. } => body.pop(),
        // As it was (608.2h).
        Instruction::GainLife(who, Amount::Stat(_, of))
            if (*who == Who::Ref(Ref::Each) || *who == Who::Controller(Box::new(target.clone())))
                && (*of == target || Some(of) == moved.as_ref()) =>
        {
            let Instruction::GainLife(_, Amount::Stat(stat, _)) = body.pop()?.does else { return None };
            let who = Who::Controller(Box::new(each.clone()));
            let gains = emit(p, Instruction::GainLife(who, Amount::Stat(stat, each)));
            Some(emit(p, Instruction::ForEach { over: Selector::Ref(target), body: vec![gains] }))
        }
        _ => None,
    }
}
