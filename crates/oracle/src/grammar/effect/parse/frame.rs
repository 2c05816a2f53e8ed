//! Durations and "for each" in front of a sentence.

use lawmage_ir::{
    Amount, Choice, Clause, Condition, Continuous, DoubledSize, Duration, EventPattern, Instruction, Kind, KindOf,
    Modification, Permission, Quality, Ref, Selector, SetLimit, Span, Test, Who, ZoneSet, visit,
};

use super::delayed::delayed_for;
use super::emit;
use super::sentence::chain;
use crate::grammar::event::{and_test, subject_of};
use crate::grammar::noun::{self, Noun};
use crate::grammar::replacement::{effect, mana, shields};
use crate::grammar::selector;
use crate::parse::{Handle, Parser, Referent, Sort};

/// "Until end of turn, …": the duration of every effect of the chain that has none of its own.
pub(crate) fn framed(p: &mut Parser<'_>, out: &mut Vec<Clause>, duration: &Duration) -> Option<()> {
    if let Some(()) = p.attempt(|p| {
        let start = out.len();
        if !p.at_any(&["if", "whenever", "when"]) {
            return None;
        }
        delayed_for(p, out, Some(duration.clone()))?;
        (out.len() > start).then_some(())
    }) {
        return Some(());
    }
    let start = out.len();
    let outer = std::mem::replace(&mut p.scope.framed, true);
    let read = p
        .attempt_into(out, effect::life_floor)
        .or_else(|| p.attempt_into(out, effect::flash))
        .or_else(|| p.attempt_into(out, effect::if_would_at_all))
        .or_else(|| p.attempt_into(out, mana::for_a_time))
        .or_else(|| p.attempt_into(out, effect::entering))
        .or_else(|| p.attempt_into(out, effect::spells_for_a_time))
        .or_else(|| p.attempt_into(out, effect::tokens_under_your_control))
        .or_else(|| p.attempt_into(out, shields::prevent))
        .or_else(|| p.attempt_into(out, effect::if_would_for))
        .or_else(|| p.attempt_into(out, crate::grammar::instruction::stack::one_of_each_type))
        .or_else(|| p.attempt_into(out, kept_mana))
        .or_else(|| chain(p, out));
    // "Until your next turn, you may cast creature spells as though they had flash, and each creature you control enters with …"
    let more = |p: &mut Parser<'_>, out: &mut Vec<Clause>| {
        p.comma().then_some(())?;
        p.expect("and")?;
        effect::entering(p, out)
    };
    let _ = read.is_some() && p.attempt_into(out, more).is_some();
    p.scope.framed = outer;
    read?;
    // One of them in all is one a turn only while that is one turn.
    if *duration != Duration::EndOfTurn {
        out.iter_mut().skip(start).for_each(|clause| lets_one_be_cast(&mut clause.does));
    }
    let mut any = false;
    for clause in out.iter_mut().skip(start) {
        any |= set_duration(&mut clause.does, duration);
    }
    if any { Some(()) } else { p.fail("an effect with a duration") }
}

/// "you don't lose unspent red mana as steps and phases end" (106.4).
fn kept_mana(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let effects = vec![Continuous::May(crate::grammar::permission::mana_stays(p)?)];
    out.push(emit(p, Instruction::Effect { effects, duration: Duration::Forever }));
    Some(())
}

/// Of the cards that were spoken of one may be cast in all, not one each turn.
fn lets_one_be_cast(does: &mut Instruction) {
    lawmage_ir::visit::walk_mut(does, &mut |node| {
        if let Some(Permission::Play { what, per_turn, in_all, .. }) = node.get_mut::<Permission>()
            && what.test.conjuncts().iter().any(|test| matches!(test, Test::Is(Ref::Slot(_))))
            && in_all.is_none()
        {
            *in_all = per_turn.take();
        }
        lawmage_ir::visit::Go::Into
    });
}

/// "During any turn you attacked with a commander, you may play those cards.": for good, but only in such turns (508.6).
pub(crate) fn in_such_turns(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("during any turn you")?;
    if p.eat("put a lore counter on ~ , you may") {
        let (on, kind) = (lawmage_ir::Filter::permanent(Test::Is(Ref::This)), Some(lawmage_ir::CounterKind::Lore));
        let put = EventPattern::CountersPut { on, kind, by: Some(Who::You), by_effect: false };
        return played_in_turns_of(p, out, put);
    }
    p.expect("attacked with")?;
    let with = subject_of(p)?;
    p.expect(", you may")?;
    let attacked = if with.this {
        let what = and_test(with.filter, Test::Controlled(Who::You));
        EventPattern::Attacks { what, whom: None, alone: false, others: 0 }
    } else if with.filter.kind == Kind::Permanent {
        EventPattern::AttackDeclared { by: Who::You, with: with.filter, least: with.least }
    } else {
        return p.fail("what you attacked with");
    };
    played_in_turns_of(p, out, attacked)
}

/// What may be played for good, but only in turns in which that happened.
fn played_in_turns_of(p: &mut Parser<'_>, out: &mut Vec<Clause>, happened: EventPattern) -> Option<()> {
    let outer = std::mem::replace(&mut p.scope.framed, true);
    let clause = crate::grammar::instruction::stack::may_later(p, &Who::You);
    p.scope.framed = outer;
    let mut clause = clause?;
    let Instruction::Effect { effects, duration: Duration::Forever } = &mut clause.does else {
        return p.fail("what may be played in such turns");
    };
    let [Continuous::May(Permission::Play { what, .. })] = effects.as_mut_slice() else {
        return p.fail("what may be played in such turns");
    };
    let asked = Test::If(Box::new(Condition::Happened(Box::new(happened), Span::ThisTurn, 1)));
    what.test = Test::all([what.test.clone(), asked]);
    out.push(clause);
    Some(())
}

/// Whether they change rules alone: of what they hold is asked anew each time (611.2c).
pub(super) fn are_rules(effects: &[Continuous]) -> bool {
    effects.iter().all(|e| matches!(e, Continuous::Must(_) | Continuous::Cant(_) | Continuous::May(_)))
}

pub(crate) fn set_duration(does: &mut Instruction, to: &Duration) -> bool {
    match does {
        Instruction::Effect { effects, .. } if matches!(to, Duration::NextTurn(_)) && !are_rules(effects) => false,
        Instruction::Effect { duration, .. } | Instruction::DoubleSize(DoubledSize { duration, .. })
            if *duration == Duration::Forever =>
        {
            *duration = to.clone();
            true
        }
        Instruction::May { body, .. }
        | Instruction::Seq(body)
        | Instruction::ForEach { body, .. }
        | Instruction::Repeat { body, .. } => {
            let mut any = false;
            for clause in body {
                any |= set_duration(&mut clause.does, to);
            }
            any
        }
        Instruction::ChooseMode { modes, .. } => {
            let mut any = false;
            for clause in modes.iter_mut().flat_map(|mode| &mut mode.clauses) {
                any |= set_duration(&mut clause.does, to);
            }
            any
        }
        _ => false,
    }
}

/// "For each card less than two a player draws this way, that player gains 2 life", of what each of them drew.
fn fewer_drawn(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("card less than")?;
    let most = p.number()?;
    p.expect("a player draws this way , that player gains")?;
    let life = p.number()?;
    p.expect("life")?;
    let mut draws = None;
    lawmage_ir::visit::clauses(out.as_slice(), |clause| {
        if matches!(&clause.does, Instruction::DrawUpTo { most: of, .. } if *of == Amount::Const(most)) {
            draws = clause.out;
        }
    });
    let draws = draws.or_else(|| p.fail("what each player may draw"))?;
    let drawn = Amount::Slot(p.scope.bind(draws));
    let fewer = Amount::Minus(Box::new(Amount::Const(most)), Box::new(drawn));
    out.push(emit(p, Instruction::GainLife(Who::All, Amount::Times(life, Box::new(fewer)))));
    Some(())
}

/// "other opponent", of one player who is attacked: the opponents but that one.
fn other_than_attacked(p: &mut Parser<'_>) -> Option<Who> {
    p.expect("other opponent")?;
    let whom = Ref::Event(lawmage_ir::Role::Object);
    let handles = [Handle::Ref(whom.clone()), Handle::Who(Who::Ref(whom.clone()))];
    let said = p.scope.latest(|r| r.sort == Sort::Player)?;
    if !handles.contains(&said.handle) {
        return p.fail("the player who is attacked");
    }
    let that = Condition::Is(Ref::It, Test::Is(whom));
    Some(Who::Such(Box::new(Who::Opponents), Box::new(Condition::Not(Box::new(that)))))
}

/// "For each [objects], …": a loop.
pub(crate) fn for_each(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    // "For any number of opponents, destroy target permanent that player controls": of each of them at most one.
    let any = p.eat("for any number of opponents");
    if !any {
        p.expect("for each")?;
    }
    if let Some(()) = p.attempt_into(out, crate::grammar::mana::of_each_color) {
        return Some(());
    }
    if let Some(()) = p.attempt_into(out, super::each_sort::of_each_sort) {
        return Some(());
    }
    if let Some(()) = p.attempt_into(out, of_each_power).or_else(|| p.attempt_into(out, fewer_drawn)) {
        return Some(());
    }
    if let Some(()) = p.attempt_into(out, super::turn_order::of_each_voter) {
        return Some(());
    }
    if let Some(times) = p.attempt(so_many) {
        return so_often(p, out, &times);
    }
    let over = if any {
        p.scope.mention(Referent::player(Who::Ref(Ref::Each)));
        Selector::Players(Who::Opponents)
    } else if p.eat("opponent other than defending player") {
        // 702.116a
        let defending = Condition::Is(Ref::It, Test::Controlled(Who::Defending));
        p.scope.mention(Referent::player(Who::Ref(Ref::Each)));
        Selector::Players(Who::Such(Box::new(Who::Opponents), Box::new(Condition::Not(Box::new(defending)))))
    } else if let Some(others) = p.attempt(other_than_attacked) {
        p.scope.mention(Referent::player(Who::Ref(Ref::Each)));
        Selector::Players(others)
    } else if let Some(who) = p.attempt(|p| {
        let who = match p.eat_any(&["opponent", "player", "other player"])? {
            0 => Who::Opponents,
            1 => Who::All,
            _ => Who::Others,
        };
        if p.at("who") { crate::grammar::player::such(p, who) } else { Some(who) }
    }) {
        p.scope.mention(Referent::player(Who::Ref(Ref::Each)));
        Selector::Players(who)
    } else if let Some(over) = p.attempt(of_those).or_else(|| p.attempt(of_targets)) {
        over
    } else {
        let mut noun = noun::noun(p)?;
        if noun.plural {
            return None;
        }
        // "For each card": of those looked at or revealed. "For each creature card among them" says so.
        if noun.among.is_none() && noun.filter.kind == Kind::Card(ZoneSet::default()) {
            p.eat_any(&["among them", "among those cards"]);
            let group = p.scope.group.clone().or_else(|| p.fail("which cards"))?;
            noun.among = Some(p.scope.select(&group));
        }
        // "For each Spirit sacrificed this way, that creature gets +3/+0": what is gone gets nothing, one spoken of before does.
        let gone = matches!(noun.filter.kind, Kind::Card(_)) || matches!(noun.among, Some(Selector::Ref(Ref::Paid(_))));
        if !(gone && p.at_any(&[", that creature gets", ", that creature gains", ", that permanent gets"])) {
            p.scope.mention(noun.referent(Handle::Ref(Ref::Each)));
        }
        match noun.among {
            Some(group) => crate::grammar::selector::those(group, noun.filter.test),
            None => Selector::All(noun.filter),
        }
    };
    p.expect(",")?;
    let mut body = Vec::new();
    let (targets, known) = (p.scope.targets.len(), p.scope.referents.len());
    chain(p, &mut body)?;
    if matches!(over, Selector::Players(_)) {
        let _ = p.attempt_into(&mut body, when_done_of_each);
    }
    // "Those cards", after the loop, are what all its rounds chose or made.
    let made: Vec<Referent> = p.scope.referents.get(known..).unwrap_or_default().to_vec();
    let all = made.into_iter().filter(|r| r.clause().is_some() && !r.plural);
    p.scope.referents.splice(known..known, all.map(|r| Referent { plural: true, ..r }));
    if p.scope.targets.len() != targets {
        let Selector::Players(who) = &over else { return p.fail("a loop without targets") };
        let more = super::of_each::more_of_each(p, targets, &mut body);
        one_of_each(p, targets, who, &mut body)?;
        if any {
            p.scope.targets.get_mut(targets)?.min = Amount::Const(0);
        }
        out.append(&mut body);
        out.extend(more);
        return Some(());
    }
    if any {
        return p.fail("a target of each");
    }
    let clause = emit(p, Instruction::ForEach { over, body });
    out.push(clause);
    Some(())
}

/// A number that "for each" is followed by, and not by things: "for each vote", "for each spell you've cast this turn".
fn so_many(p: &mut Parser<'_>) -> Option<Amount> {
    let times = p.first(&[
        crate::grammar::amount::tallied,
        crate::grammar::amount::spells_cast,
        crate::grammar::amount::counters_on_one,
        crate::grammar::amount::so_many_removed,
    ])?;
    p.expect(",").map(|()| times)
}

/// "For each opponent, tap up to one untapped creature you control. When you do, … target creature that player controls": a
/// reflexive ability of each round that speaks of its player.
fn when_done_of_each(p: &mut Parser<'_>, body: &mut Vec<Clause>) -> Option<()> {
    p.expect(".")?;
    super::if_done::when_you_do(p, body)?;
    let made = body.last()?;
    let of_each = lawmage_ir::visit::any(made, |r: &Ref| *r == Ref::Each);
    if of_each { Some(()) } else { p.fail("what speaks of each player") }
}

/// "of those creatures", behind "for each": where they have moved since, what they were ("its controller", 608.2h); cards are what they
/// have become.
fn of_those(p: &mut Parser<'_>) -> Option<Selector> {
    let said_as =
        p.eat_any(&["of those creatures", "of those permanents", "of them", "of those cards", "of those tokens"])?;
    let said = p.scope.latest(|r| r.plural && r.sort != Sort::Player)?;
    let over = match &said.before {
        Some(were) if said_as < 2 => Selector::Ref(were.clone()),
        Some(_) if said_as == 2 => return p.fail("what they were, or what they became"),
        _ => p.scope.select(&said.handle),
    };
    p.scope.mention(Referent { handle: Handle::Ref(Ref::Each), plural: false, before: None, ..said });
    Some(over)
}

/// "of up to X target creatures", behind "for each".
fn of_targets(p: &mut Parser<'_>) -> Option<Selector> {
    p.expect("of")?;
    let (n, noun) = selector::target(p)?;
    if !noun.plural || noun.filter.kind == Kind::Player {
        return p.fail("several objects");
    }
    p.scope.mention(Noun { plural: false, ..noun }.referent(Handle::Ref(Ref::Each)));
    Some(Selector::Ref(Ref::Target(n)))
}

/// "For each different power among creatures on the battlefield, choose a creature with that power": as many as there are powers,
/// no two of the same.
fn of_each_power(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("different power among")?;
    let among = noun::filter(p).filter(|among| among.kind == Kind::Permanent)?;
    p.expect(", choose a")?;
    let one = noun::bare(p)?;
    if one.plural || one.filter != among {
        return p.fail("one of those");
    }
    p.expect("with that power")?;
    let from = Selector::All(among);
    let number = Amount::Kinds(KindOf::Power, Box::new(from.clone()));
    let limit = Some(SetLimit::AllDiffer(Quality::Power));
    let choice = Choice { by: Who::You, from, min: number.clone(), max: Some(number), limit, random: false };
    let clause = emit(p, Instruction::Choose(Selector::Choose(Box::new(choice))));
    super::mention(p, &clause, Some(Referent { plural: true, ..one.referent(Handle::Clause(0)) }), "chosen");
    out.push(clause);
    Some(())
}

/// "For each flip you won, create a token": that many of what is numbered, or as often as that.
fn so_often(p: &mut Parser<'_>, out: &mut Vec<Clause>, times: &Amount) -> Option<()> {
    let mut body = Vec::new();
    let (targets, known) = (p.scope.targets.len(), p.scope.referents.len());
    // 701.36a: so often, not so many Clues at once.
    let investigates = p.at_any(&["investigate", "you investigate"]);
    chain(p, &mut body)?;
    if p.scope.targets.len() != targets {
        super::of_each::as_many_targets(p, targets, &body, times)?;
        out.append(&mut body);
        return Some(());
    }
    for made in p.scope.referents.iter_mut().skip(known) {
        made.plural |= made.clause().is_some();
    }
    if let [only] = body.as_mut_slice()
        && !investigates
        && super::scale(&mut only.does, times).is_some()
    {
        out.append(&mut body);
        return Some(());
    }
    let clause = emit(p, Instruction::Repeat { times: times.clone(), body });
    out.push(clause);
    Some(())
}

/// "For each opponent, gain control of target permanent that player controls": as many targets, each of another's, on all of
/// which the one instruction acts at once (608.2f).
fn one_of_each(p: &mut Parser<'_>, place: usize, who: &Who, body: &mut [Clause]) -> Option<()> {
    let each = [Test::Controlled(Who::Ref(Ref::Each)), Test::Owned(Who::Ref(Ref::Each))];
    let number = |n: &Amount| match n {
        Amount::Const(0) => Some(Amount::Const(0)),
        Amount::Const(1) => Some(Amount::Players(who.clone())),
        _ => None,
    };
    let said = body.iter().filter(|clause| !matches!(clause.does, Instruction::Remember(..))).count();
    if said != 1 || p.scope.targets.len() != place + 1 {
        return p.fail("one instruction with one target of each");
    }
    let spec = p.scope.targets.get_mut(place)?;
    let whose = match &mut spec.filter.test {
        Test::And(all) => all.iter_mut().find(|t| each.contains(t))?,
        one => Some(one).filter(|t| each.contains(t))?,
    };
    *whose = match whose {
        Test::Owned(_) => Test::Owned(who.clone()),
        _ => Test::Controlled(who.clone()),
    };
    spec.min = number(&spec.min)?;
    spec.max = Some(number(spec.max.as_ref()?)?);
    spec.limit = Some(lawmage_ir::SetLimit::AllDiffer(lawmage_ir::Quality::Controller));
    let all = Ref::Target(u8::try_from(place).ok()?);
    for clause in body.iter_mut() {
        let does = match &clause.does {
            Instruction::May { who: Who::You, body } => move_any_of(body, &all),
            _ => continue,
        };
        clause.does = does.or_else(|| p.fail("what may be done with any number of them at once"))?;
    }
    // "Untap those creatures": all the targets.
    let targets = Handle::Ref(Ref::Target(u8::try_from(place).ok()?));
    p.scope.referents.iter_mut().filter(|r| r.handle == targets).for_each(|r| r.plural = true);
    Some(())
}

/// "You may put target creature card from that player's graveyard onto the battlefield", said of each: any number of them, at once.
fn move_any_of(body: &[Clause], all: &Ref) -> Option<Instruction> {
    let [Clause { does: Instruction::Move { what: Selector::Ref(what), to, cause }, .. }] = body else { return None };
    let from = Selector::Ref(what.clone());
    let choice = Choice { by: Who::You, from, min: Amount::Const(0), max: None, limit: None, random: false };
    let what = (what == all).then(|| Selector::Choose(Box::new(choice)))?;
    Some(Instruction::Move { what, to: to.clone(), cause: *cause })
}

/// Whether the rules text lets the players of the instruction do it each for themselves (101.4).
pub(super) fn bears_actor(does: &Instruction) -> bool {
    // "Each player gains control of all permanents they own": it is said of each permanent who does.
    if let Instruction::Effect { effects, .. } = does {
        let to_each = |mods: &[Modification]| {
            let each = |who: &Who| {
                matches!(who, Who::Owner(_) | Who::Beside(..)) && visit::any(who, |r: &Ref| *r == Ref::Each)
            };
            matches!(mods, [Modification::Controller(who)] if each(who))
        };
        return matches!(effects.as_slice(), [Continuous::Modify { what: Selector::All(_), mods }] if to_each(mods));
    }
    matches!(
        does,
        Instruction::Sacrifice { .. }
            | Instruction::Discard { .. }
            | Instruction::Draw { .. }
            | Instruction::DrawUpTo { .. }
            | Instruction::Mill { .. }
            | Instruction::GainLife(..)
            | Instruction::LoseLife(..)
            | Instruction::SetLife(..)
            | Instruction::AddMana { .. }
            | Instruction::CreateToken { .. }
            | Instruction::Scry(..)
            | Instruction::Surveil(..)
            | Instruction::Search { .. }
            | Instruction::Shuffle(..)
            | Instruction::ExtraTurn(..)
            | Instruction::SkipNext(..)
            | Instruction::WinGame(..)
            | Instruction::LoseGame(..)
            | Instruction::Emblem(..)
            | Instruction::ExtraLands(..)
            | Instruction::Venture { .. }
            | Instruction::TakeInitiative(..)
            | Instruction::BecomeMonarch(..)
            | Instruction::Casual(..)
            | Instruction::Manifest { .. }
            | Instruction::ManifestDread(..)
            | Instruction::PutCounters { .. }
            | Instruction::CopyStack(_)
            | Instruction::Blight(..)
            | Instruction::ForEach { .. }
            | Instruction::InTurnOrder(_)
            | Instruction::Face { .. }
            | Instruction::ChooseValue { .. }
    )
}

/// "[All permanents you control phase out,] and until your next turn, your life total can't change": for so long is what follows, to
/// the end of the sentence.
pub(super) fn in_the_middle(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    if p.last().is_none_or(|token| &*token.text != "and")
        || !p.at_any(&["until your next turn ,", "until end of turn ,"])
    {
        return None;
    }
    let duration = crate::grammar::duration::duration(p)?;
    p.expect(",")?;
    framed(p, out, &duration)
}
