//! Sentences and what joins them: "if you do", "otherwise", "instead", durations and delays in front, chains with "then".

use std::sync::Arc;

use lawmage_ir::{
    Amount, Clause, Condition, Continuous, Duration, EventPattern, Instruction, ManaRider, Modification, Program, Ref,
    Selector, Step, Test, TriggeredAbility, Who, Zone, ZoneSet,
};

use super::{clause, emit, replacing};
use crate::lex::TokenKind;
use crate::parse::{Handle, Parser, Referent, Sort, condition, duration, event, noun, who};

/// Sentences up to the end, the closing quotation mark, the next bullet, or a sentence that annotates the ability.
pub fn sentences(p: &mut Parser<'_>) -> Option<Vec<Clause>> {
    let mut out = Vec::new();
    loop {
        while p.peek().is_some_and(|t| t.kind == TokenKind::Newline) && !matches!(p.word_at(1), "•" | "prize") {
            p.advance();
        }
        if p.at_end()
            || p.peek().is_some_and(|t| matches!(t.kind, TokenKind::QuoteClose | TokenKind::Newline))
            || p.at("•")
        {
            break;
        }
        if annotates(p) && !out.is_empty() {
            break;
        }
        sentence(p, &mut out)?;
        // A sentence may end within the quotation that ends it.
        if !p.eat(".") && !p.at_stop() && !p.last().is_some_and(|t| t.kind == TokenKind::QuoteClose) {
            return p.fail("the end of the sentence");
        }
    }
    if out.is_empty() { p.fail("an effect") } else { Some(out) }
}

/// The sentences of one line: a row of a results table.
pub(super) fn row(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    while !p.at_end() && !p.peek().is_some_and(|t| matches!(t.kind, TokenKind::Newline | TokenKind::QuoteClose)) {
        sentence(p, out)?;
        if !p.eat(".") && !p.at_stop() {
            return p.fail("the end of the sentence");
        }
    }
    (!out.is_empty()).then_some(())
}

/// Whether the sentence here is about the ability itself.
fn annotates(p: &Parser<'_>) -> bool {
    p.at_any(&[
        "activate only",
        "activate this ability",
        "activate no more than",
        "this ability triggers only",
        "do this only once",
        "any player may activate",
        "only your opponents may activate",
        "x can't be 0",
        "this ability costs",
        "this effect doesn't",
        "this is a special action",
    ])
}

/// One sentence, added to those before it, which it may change ("otherwise", "instead", "it can't be regenerated").
fn sentence(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let actor = p.scope.actor.take();
    let is = p.at_any(&["that permanent is", "that creature is", "that artifact is", "it's", "it is"]);
    let length = out.len();
    let done = p.attempt(|p| rider(p, out)).or_else(|| {
        let before = out.clone();
        let read = p.with_where(|p| {
            let mut clauses = before.clone();
            p.scope.actor = None;
            body(p, &mut clauses)?;
            Some(clauses)
        })?;
        *out = read;
        Some(())
    });
    p.scope.actor = actor;
    if is && done.is_some() && out.len() == length + 1 {
        is_as_it_enters(p, out);
    }
    done
}

/// 611.2e: what a permanent that was just put onto the battlefield "is", it is as it enters; what it "becomes" or "gains",
/// it gets afterwards.
fn is_as_it_enters(p: &mut Parser<'_>, out: &mut Vec<Clause>) {
    let Some(Clause { does: Instruction::Effect { effects, duration: Duration::Forever }, .. }) = out.last() else {
        return;
    };
    let [Continuous::Modify { what: Selector::Ref(Ref::Slot(slot)), mods }] = effects.as_slice() else { return };
    if !mods.iter().all(|m| matches!(m, Modification::AddTypes(_) | Modification::AddColors(_))) {
        return;
    }
    let (slot, mods) = (*slot, mods.clone());
    let Some(place) = out.len().checked_sub(2) else { return };
    let moved = &mut out[place];
    if !p.scope.bound.iter().any(|(clause, to)| Some(*clause) == moved.out && *to == slot) {
        return;
    }
    if let Instruction::Move { to: lawmage_ir::Destination::Battlefield(arrival), .. } = &mut moved.does {
        arrival.mods.extend(mods);
        out.pop();
    }
}

/// The sentence's frame, then its chain of clauses.
fn body(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let _ = p.eat("then") && p.eat(",");
    if matches!(out.last(), Some(Clause { does: Instruction::Damage { .. }, .. }))
        && let Some(()) = p.attempt(|p| same_damage_if(p, out))
    {
        return Some(());
    }
    if !out.is_empty() && p.eat("this ability can't be countered") {
        out.push(emit(p, Instruction::Uncounterable));
        return Some(());
    }
    // 701.19: what was searched is shuffled; nothing where searching was forbidden.
    if !out.is_empty() && p.eat("if you search your library this way , shuffle") {
        let searched = Condition::Happened(Box::new(EventPattern::Searches(Who::You)), lawmage_ir::Span::ThisTurn, 1);
        let then = vec![emit(p, Instruction::Shuffle(Who::You))];
        out.push(emit(p, Instruction::If { condition: searched, then, otherwise: Vec::new() }));
        return Some(());
    }
    match p.word() {
        "if" => {
            if let Some(()) = p.attempt(|p| if_done(p, out)) {
                return Some(());
            }
            if let Some(()) = p.attempt(|p| replacing::if_would(p, out)) {
                return Some(());
            }
            prefixed_if(p, out)
        }
        "otherwise" => otherwise(p, out),
        "when" | "whenever" => p.attempt(|p| when_you_do(p, out)).or_else(|| delayed_event(p, out)),
        "at" => delayed_step(p, out),
        "until" | "this" | "for" => {
            if let Some(()) = p.attempt(|p| {
                let duration = duration::duration(p)?;
                p.expect(",")?;
                framed(p, out, &duration)
            }) {
                return Some(());
            }
            if let Some(()) = p.attempt(|p| for_each(p, out)) {
                return Some(());
            }
            chain(p, out)
        }
        // 311.7
        "chaos" if p.eat("chaos ensues") => {
            out.push(emit(p, Instruction::Casual(lawmage_ir::CasualAction::Chaos)));
            Some(())
        }
        // 104.4c
        "the" if p.eat("the game is a draw") => {
            out.push(emit(p, Instruction::DrawGame));
            Some(())
        }
        "prevent" => p.attempt(|p| replacing::prevent(p, out)).or_else(|| chain(p, out)),
        "the" => p
            .attempt(|p| replacing::next_time(p, out))
            .or_else(|| p.attempt(|p| replacing::next_spell(p, out)))
            .or_else(|| p.attempt(|p| replacing::next_time_would(p, out)))
            .or_else(|| chain(p, out)),
        "all" => p.attempt(|p| replacing::redirect(p, out)).or_else(|| chain(p, out)),
        "damage" => p
            .attempt(|p| replacing::unpreventable(p, out))
            .or_else(|| p.attempt(|p| replacing::life_floor(p, out)))
            .or_else(|| chain(p, out)),
        _ => chain(p, out),
    }
}

/// What a flashback cost is where the keyword is granted without one: the permission to cast it is for its mana cost.
pub const EQUAL_TO_MANA_COST: &[&str] = &[
    "the flashback cost is equal to its mana cost",
    "the flashback cost is equal to that card 's mana cost",
    "the flashback cost is equal to the card 's mana cost",
    "its flashback cost is equal to its mana cost",
    "its flashback cost is equal to that card 's mana cost",
];

/// Sentences that only say more of the instruction before them.
fn rider(p: &mut Parser<'_>, out: &mut [Clause]) -> Option<()> {
    if p.eat("it can't be regenerated")
        || p.eat("they can't be regenerated")
        || p.eat("that creature can't be regenerated")
        || p.eat("those creatures can't be regenerated")
    {
        let told = out.last_mut().is_some_and(|last| {
            innermost(last, &mut |does| match does {
                Instruction::Destroy { no_regeneration, .. } => {
                    *no_regeneration = true;
                    true
                }
                _ => false,
            })
        });
        return if told { Some(()) } else { p.fail("something destroyed before") };
    }
    if p.eat("until end of turn , you don't lose this mana as steps and phases end")
        || p.eat("until end of turn , they don't lose this mana as steps and phases end")
        || p.eat("until end of turn , that player doesn't lose this mana as steps and phases end")
    {
        let told = out.last_mut().is_some_and(|last| {
            innermost(last, &mut |does| match does {
                Instruction::AddMana { rider, .. } => {
                    let none =
                        ManaRider { spells: None, abilities: None, on_spell: Vec::new(), until_end_of_turn: true };
                    rider.get_or_insert_with(|| Box::new(none)).until_end_of_turn = true;
                    true
                }
                _ => false,
            })
        });
        return if told { Some(()) } else { p.fail("mana added before") };
    }
    if p.eat("it's still a land")
        || p.eat("they're still lands")
        || p.eat("they're still a land")
        || p.eat("it's still a creature")
    {
        return (!out.is_empty()).then_some(());
    }
    // 116.2c
    if let Some(cost) = p.attempt(|p| {
        p.expect("you may")?;
        let cost = crate::parse::cost(p)?;
        p.expect("to end this effect")?;
        Some(cost)
    }) {
        let mut any = false;
        for clause in out.iter_mut() {
            any |= set_duration(&mut clause.does, &Duration::UntilPaid(Who::You, cost.clone()));
        }
        return if any { Some(()) } else { p.fail("an effect before") };
    }
    if p.at("excess damage is dealt to") {
        return spills(p, out, None);
    }
    if p.scope.costless && p.eat_any(EQUAL_TO_MANA_COST).is_some() {
        return (!out.is_empty()).then_some(());
    }
    if p.at("spend this mana only to") {
        let rider = spend_only(p)?;
        let told = out.last_mut().is_some_and(|last| {
            innermost(last, &mut |does| match does {
                Instruction::AddMana { rider: slot, .. } => {
                    *slot = Some(Box::new(rider.clone()));
                    true
                }
                _ => false,
            })
        });
        return if told { Some(()) } else { p.fail("mana added before") };
    }
    p.fail("a rider")
}

/// "Excess damage is dealt to that creature's controller instead" (120.4a): of the damage before.
fn spills(p: &mut Parser<'_>, out: &mut [Clause], only: Option<Condition>) -> Option<()> {
    p.expect("excess damage is dealt to")?;
    let rest = crate::parse::select::objects(p)?.selector;
    p.expect("instead")?;
    let told = out.last_mut().is_some_and(|last| {
        innermost(last, &mut |does| {
            let Instruction::Damage { source, to, amount } = does else { return false };
            let (source, to, amount) = (source.clone(), to.clone(), amount.clone());
            *does = Instruction::DamageSpilling { source, to, amount, rest: rest.clone(), only: only.clone() };
            true
        })
    });
    if told { Some(()) } else { p.fail("damage before") }
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
        other => change(other),
    }
}

/// "Spend this mana only to cast creature spells or activate abilities of creatures" (106.6).
fn spend_only(p: &mut Parser<'_>) -> Option<ManaRider> {
    p.expect("spend this mana only to")?;
    let mut rider = ManaRider { spells: None, abilities: None, on_spell: Vec::new(), until_end_of_turn: false };
    loop {
        if p.eat("cast") {
            let _ = p.eat("a") || p.eat("an");
            rider.spells = Some(noun::filter(p)?);
        } else if p.eat("activate") {
            let _ = p.eat("an ability of") || p.eat("abilities of");
            let _ = p.eat("a") || p.eat("an");
            rider.abilities = Some(noun::filter(p)?);
        } else {
            return p.fail("cast or activate");
        }
        if !p.eat("or") {
            return Some(rider);
        }
        let _ = p.eat("to");
    }
}

/// "If you do, …", "If you don't, …", "If they do, …": whether the clause before was done.
fn if_done(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let positive = p.eat_any(&[
        "if you do ,",
        "if they do ,",
        "if that player does ,",
        "if a player does ,",
        "if the player does ,",
        "if a player pays this cost ,",
        "if you don't ,",
        "if they don't ,",
        "if that player doesn't ,",
        "if no one does ,",
        "if you can't ,",
        "if you didn't ,",
        "if you don't put it onto the battlefield ,",
        "if you don't put that card onto the battlefield ,",
        "if you don't put the card onto the battlefield ,",
        "if you don't put a card onto the battlefield this way ,",
        "if you don't put that card into your hand ,",
        "if you don't put the card into your hand ,",
        "if you don't put it into your hand ,",
        "if you don't put a card into your hand this way ,",
        "if you didn't put a card into your hand this way ,",
        "if you don't cast it ,",
        "if you don't cast that card ,",
        "if you don't cast the card ,",
        "if you don't cast a card this way ,",
        "if the player doesn't ,",
        "if no player does ,",
    ])? <= 5;
    let Some(last) = out.last().and_then(|c| c.out) else { return p.fail("something to do before") };
    let mut body_clauses = Vec::new();
    frame_chain(p, &mut body_clauses)?;
    let instead = p.eat("instead");
    if instead {
        return p.fail("no instead");
    }
    if let Some(Instruction::MayPay { then, otherwise, .. }) = out.last_mut().map(|c| &mut c.does) {
        let arm = if positive { then } else { otherwise };
        if arm.is_empty() {
            *arm = body_clauses;
            return Some(());
        }
    }
    if !positive
        && let Some(Instruction::If { otherwise, condition: Condition::Done(_), .. }) =
            out.last_mut().map(|c| &mut c.does)
        && otherwise.is_empty()
    {
        *otherwise = body_clauses;
        return Some(());
    }
    let done = Condition::Done(p.scope.bind(last));
    let (then, otherwise) = if positive { (body_clauses, Vec::new()) } else { (Vec::new(), body_clauses) };
    let clause = emit(p, Instruction::If { condition: done, then, otherwise });
    out.push(clause);
    Some(())
}

/// A chain that may have a frame of its own: "If you do, until end of turn, …".
fn frame_chain(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    body(p, out)
}

/// "When you do, …": a reflexive triggered ability with its own targets (603.12).
fn when_you_do(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let condition = match p.attempt(resolves_for_the_nth_time) {
        Some(condition) => condition,
        None => {
            if let Some(excess) = p.attempt(|p| {
                p.eat_any(&["when", "whenever"])?;
                excess_dealt(p)
            }) {
                return reflexive(p, out, excess);
            }
            p.eat_any(&[
                "when you pay this cost one or more times ,",
                "when you do ,",
                "when they do ,",
                "when that player does ,",
                "whenever you do ,",
            ])?;
            let last = out.last().and_then(|c| c.out)?;
            Condition::Done(p.scope.bind(last))
        }
    };
    reflexive(p, out, condition)
}

/// "it deals excess damage this way,", "excess damage is dealt to that creature this way,".
fn excess_dealt(p: &mut Parser<'_>) -> Option<Condition> {
    let condition = if p.eat("it deals excess damage this way") {
        let excess = crate::parse::amount::excess(p)?;
        (p.scope.number_clause, p.scope.number) = (None, Some(excess.clone()));
        Condition::Compare(excess, lawmage_ir::Cmp::AtLeast, Amount::ONE)
    } else {
        condition(p)?
    };
    let Condition::Compare(Amount::Excess(_), ..) = condition else { return None };
    p.expect(",")?;
    Some(condition)
}

/// A reflexive triggered ability, created if the condition holds.
fn reflexive(p: &mut Parser<'_>, out: &mut Vec<Clause>, condition: Condition) -> Option<()> {
    let program = apart(p, |p| {
        let mut clauses = Vec::new();
        body(p, &mut clauses)?;
        // What follows is a part of the reflexive ability: it speaks of what that does and targets.
        while let Some(more) = p.attempt(|p| {
            p.expect(".")?;
            if p.at_end() || p.at_stop() || annotates(p) {
                return None;
            }
            let mut more = clauses.clone();
            sentence(p, &mut more)?;
            Some(more)
        }) {
            clauses = more;
        }
        Some(clauses)
    })?;
    let reflexive = emit(p, Instruction::Reflexive(Arc::new(program)));
    let clause = emit(p, Instruction::If { condition, then: vec![reflexive], otherwise: Vec::new() });
    out.push(clause);
    Some(())
}

/// "When this ability resolves for the third time this turn, …": created in that resolution alone, and triggering at its end
/// (603.7h, 608.2p).
fn resolves_for_the_nth_time(p: &mut Parser<'_>) -> Option<Condition> {
    p.expect("when this ability resolves for the")?;
    let times = crate::text::ordinal_word(p.word())?;
    p.advance();
    p.expect("time this turn ,")?;
    Some(Condition::AbilityUsed { resolved: true, cmp: lawmage_ir::Cmp::Equal, times })
}

/// Reads an ability inside the ability. Without targets of its own it may speak of the outer ones; with them it can't, as
/// they are told apart by number only.
fn apart(p: &mut Parser<'_>, read: impl Fn(&mut Parser<'_>) -> Option<Vec<Clause>>) -> Option<Program> {
    let targets = std::mem::take(&mut p.scope.targets);
    let referents = p.scope.referents.clone();
    let open = p.attempt(|p| read(p).filter(|_| p.scope.targets.is_empty()));
    let clauses = open.or_else(|| {
        p.scope
            .referents
            .retain(|r| !matches!(r.handle, Handle::Ref(Ref::Target(_)) | Handle::Who(Who::Ref(Ref::Target(_)))));
        read(p)
    });
    let own = std::mem::replace(&mut p.scope.targets, targets);
    p.scope.referents = referents;
    Some(Program::plain(own, clauses?))
}

/// "If [condition], …", with "instead": then the sentence before is what happens otherwise.
fn prefixed_if(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("if")?;
    let condition = condition(p)?;
    p.expect(",")?;
    if let Some(()) = p.attempt(|p| spills(p, out, Some(condition.clone()))) {
        return Some(());
    }
    if let Some(()) = p.attempt(|p| other_damage(p, &condition, out)) {
        return Some(());
    }
    let early = p.eat("instead");
    let mut then = Vec::new();
    let before_it = p.scope.targets.len();
    // What happens instead of a clause can't speak of what that clause did.
    if (early || instead_follows(p))
        && let Some(replaced) = out.last().and_then(|c| c.out)
    {
        p.scope.referents.retain(|r| r.handle != Handle::Clause(replaced));
    }
    match p.attempt(|p| same_damage(p, out.last(), early)) {
        Some(again) => then.push(again),
        None => body(p, &mut then)?,
    }
    let instead = early || p.eat("instead");
    only_if_paid(p, &condition, before_it, instead)?;
    if instead {
        return instead_of_last(p, out, condition, then);
    }
    let clause = emit(p, Instruction::If { condition, then, otherwise: Vec::new() });
    out.push(clause);
    Some(())
}

/// What happens instead of the clause before if a condition holds: that clause must be the only one, or of the same kind.
fn instead_of_last(p: &mut Parser<'_>, out: &mut Vec<Clause>, condition: Condition, then: Vec<Clause>) -> Option<()> {
    let same = |a: Option<&Clause>, b: Option<&Clause>| {
        a.zip(b).is_some_and(|(a, b)| std::mem::discriminant(&a.does) == std::mem::discriminant(&b.does))
    };
    if out.len() != 1 && !same(out.last(), then.first()) {
        return p.fail("what happens otherwise");
    }
    let Some(before) = out.pop() else { return p.fail("something to do before") };
    let clause = emit(p, Instruction::If { condition, then, otherwise: vec![before] });
    out.push(clause);
    Some(())
}

/// "~ deals 4 damage instead if you control three or more artifacts."
fn same_damage_if(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let again = same_damage(p, out.last(), false)?;
    p.expect("instead if")?;
    let condition = condition(p)?;
    instead_of_last(p, out, condition, vec![again])
}

/// "it deals 4 damage instead": the damage before, to the same.
fn other_damage(p: &mut Parser<'_>, condition: &Condition, out: &mut Vec<Clause>) -> Option<()> {
    p.eat_any(&["it deals", "~ deals"])?;
    let amount = crate::parse::amount::amount(p)?;
    p.expect("damage instead")?;
    let Some(Instruction::Damage { source, to, .. }) = out.last().map(|c| &c.does) else {
        return p.fail("damage before");
    };
    let does = Instruction::Damage { source: source.clone(), to: to.clone(), amount };
    let then = vec![emit(p, does)];
    let before = vec![out.pop()?];
    let clause = emit(p, Instruction::If { condition: condition.clone(), then, otherwise: before });
    out.push(clause);
    Some(())
}

/// 601.2c: targets that a spell has only if a cost was paid for it, from `first` on; those that they take the place of
/// it has only if it was not.
fn only_if_paid(p: &mut Parser<'_>, condition: &Condition, first: usize, instead: bool) -> Option<()> {
    let Condition::Paid(Ref::This, label) = condition else { return Some(()) };
    if p.scope.targets.len() == first || !p.scope.face.spell {
        return Some(());
    }
    for (place, spec) in p.scope.targets.iter_mut().enumerate() {
        let new = place >= first;
        if !new && !instead {
            continue;
        }
        let number = |n: &Amount| match n {
            Amount::Const(n) => Some(Amount::only_if_paid(*n, label.clone(), new)),
            _ => None,
        };
        spec.min = number(&spec.min)?;
        spec.max = Some(number(spec.max.as_ref()?)?);
    }
    Some(())
}

/// Whether the sentence here has an "instead".
fn instead_follows(p: &Parser<'_>) -> bool {
    (0..).map_while(|i| p.peek_at(i)).take_while(|t| &*t.text != ".").any(|t| &*t.text == "instead")
}

/// "it deals 4 damage instead": the damage of the clause before, with another number, to the same recipients.
fn same_damage(p: &mut Parser<'_>, before: Option<&Clause>, early: bool) -> Option<Clause> {
    let Some(Instruction::Damage { source, to, .. }) = before.map(|b| b.does.clone()) else { return None };
    p.eat_any(&["it deals", "~ deals", "that spell deals", "that creature deals"])?;
    let amount = crate::parse::amount::amount(p)?;
    p.expect("damage")?;
    let said = p.at("instead") || early && p.at_stop();
    if !said {
        return p.fail("instead");
    }
    Some(super::emit_number(p, Instruction::Damage { source, to, amount }))
}

fn otherwise(p: &mut Parser<'_>, out: &mut [Clause]) -> Option<()> {
    p.expect("otherwise")?;
    p.comma();
    let mut clauses = Vec::new();
    body(p, &mut clauses)?;
    match out.last_mut().map(|c| &mut c.does) {
        Some(Instruction::If { otherwise, .. } | Instruction::MayPay { otherwise, .. }) if otherwise.is_empty() => {
            *otherwise = clauses;
            Some(())
        }
        _ => p.fail("an if before"),
    }
}

/// "Until end of turn, …": the duration of every effect of the chain that has none of its own.
fn framed(p: &mut Parser<'_>, out: &mut Vec<Clause>, duration: &Duration) -> Option<()> {
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
    let read = p.attempt(|p| replacing::life_floor(p, out)).or_else(|| chain(p, out));
    p.scope.framed = outer;
    read?;
    let mut any = false;
    for clause in out.iter_mut().skip(start) {
        any |= set_duration(&mut clause.does, duration);
    }
    if any { Some(()) } else { p.fail("an effect with a duration") }
}

fn set_duration(does: &mut Instruction, to: &Duration) -> bool {
    match does {
        Instruction::Effect { duration, .. } if *duration == Duration::Forever => {
            *duration = to.clone();
            true
        }
        Instruction::May { body, .. } | Instruction::Seq(body) | Instruction::ForEach { body, .. } => {
            let mut any = false;
            for clause in body {
                any |= set_duration(&mut clause.does, to);
            }
            any
        }
        _ => false,
    }
}

/// "For each [objects], …": a loop.
fn for_each(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("for each")?;
    let over = if p.eat("opponent other than defending player") {
        // 702.116a
        let defending = Condition::Is(Ref::It, Test::Controlled(Who::Defending));
        p.scope.mention(Referent::player(Who::Ref(Ref::Each)));
        Selector::Players(Who::Such(Box::new(Who::Opponents), Box::new(Condition::Not(Box::new(defending)))))
    } else if let Some(who) = p.attempt(|p| match p.eat_any(&["opponent", "player", "other player"])? {
        0 => Some(Who::Opponents),
        1 => Some(Who::All),
        _ => Some(Who::Others),
    }) {
        p.scope.mention(Referent::player(Who::Ref(Ref::Each)));
        Selector::Players(who)
    } else if let Some(said) = p.attempt(|p| {
        p.eat_any(&["of them", "of those cards", "of those creatures", "of those permanents"])?;
        p.scope.latest(|r| r.plural && r.sort != Sort::Player)
    }) {
        p.scope.mention(Referent { handle: Handle::Ref(Ref::Each), plural: false, ..said.clone() });
        p.scope.select(&said.handle)
    } else {
        let noun = noun::noun(p)?;
        if noun.plural {
            return None;
        }
        p.scope.mention(noun.referent(Handle::Ref(Ref::Each)));
        match noun.among {
            Some(group) => crate::parse::select::those(group, noun.filter.test),
            None => Selector::All(noun.filter),
        }
    };
    p.expect(",")?;
    let mut body = Vec::new();
    let targets = p.scope.targets.len();
    chain(p, &mut body)?;
    if p.scope.targets.len() != targets {
        let Selector::Players(who) = &over else { return p.fail("a loop without targets") };
        one_of_each(p, targets, who, &body)?;
        out.append(&mut body);
        return Some(());
    }
    let clause = emit(p, Instruction::ForEach { over, body });
    out.push(clause);
    Some(())
}

/// "For each opponent, gain control of target permanent that player controls": as many targets, each of another's, on all of
/// which the one instruction acts at once (608.2f).
fn one_of_each(p: &mut Parser<'_>, place: usize, who: &Who, body: &[Clause]) -> Option<()> {
    let each = Test::Controlled(Who::Ref(Ref::Each));
    let number = |n: &Amount| match n {
        Amount::Const(0) => Some(Amount::Const(0)),
        Amount::Const(1) => Some(Amount::Players(who.clone())),
        _ => None,
    };
    if body.len() != 1 || p.scope.targets.len() != place + 1 {
        return p.fail("one instruction with one target of each");
    }
    let spec = p.scope.targets.get_mut(place)?;
    let whose = match &mut spec.filter.test {
        Test::And(all) => all.iter_mut().find(|t| **t == each)?,
        one => Some(one).filter(|t| **t == each)?,
    };
    *whose = Test::Controlled(who.clone());
    spec.min = number(&spec.min)?;
    spec.max = Some(number(spec.max.as_ref()?)?);
    spec.limit = Some(lawmage_ir::SetLimit::AllDiffer(lawmage_ir::Quality::Controller));
    Some(())
}

/// "Whenever [event] this turn, …", "When that creature dies this turn, …": a delayed triggered ability (603.7).
fn delayed_event(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    delayed_for(p, out, None)
}

fn delayed_for(p: &mut Parser<'_>, out: &mut Vec<Clause>, frame: Option<Duration>) -> Option<()> {
    let each_time = p.eat_any(&["when", "whenever"])? == 1;
    let next = p.at("you next");
    let event = event(p)?;
    let duration = frame.or_else(|| p.attempt(|p| duration::duration(p)));
    p.expect(",")?;
    let program = apart(p, |p| {
        let mut clauses = Vec::new();
        body(p, &mut clauses)?;
        Some(clauses)
    })?;
    if each_time && duration.is_none() {
        return p.fail("for how long");
    }
    let mut ability = triggered(event, program);
    ability.per_turn = next.then_some(1);
    let clause = emit(p, Instruction::Delayed { ability: Arc::new(ability), duration });
    out.push(clause);
    Some(())
}

fn triggered(event: EventPattern, program: Program) -> TriggeredAbility {
    TriggeredAbility {
        event,
        condition: None,
        program,
        zones: ZoneSet::of(Zone::Battlefield),
        per_turn: None,
        do_once: false,
        mana: false,
    }
}

/// The step of "at the beginning of the next end step" and kin, as an event.
pub fn next_step(p: &mut Parser<'_>) -> Option<EventPattern> {
    p.attempt(|p| {
        if p.eat("at end of combat") {
            return Some(EventPattern::Begins { step: Step::EndCombat, whose: Who::All });
        }
        p.expect("at the beginning of")?;
        if p.eat("the next end step") || p.eat("that turn 's end step") || p.eat("the end step") {
            return Some(EventPattern::Begins { step: Step::End, whose: Who::All });
        }
        if p.eat_any(&["the next turn 's upkeep", "the next upkeep", "the first upkeep"]).is_some() {
            return Some(EventPattern::Begins { step: Step::Upkeep, whose: Who::All });
        }
        if p.eat("the next cleanup step") {
            return Some(EventPattern::Begins { step: Step::Cleanup, whose: Who::All });
        }
        let whose = who::possessive(p)?;
        // What was done before the first turn waits for the first one.
        p.eat_any(&["next", "first"])?;
        if p.eat("main phase") {
            // Whichever of the two comes first (505.1).
            let begins = |step| EventPattern::Begins { step, whose: whose.clone() };
            return Some(EventPattern::Or(vec![begins(Step::Main), begins(Step::Main2)]));
        }
        let step = match p.eat_any(&["upkeep", "end step", "draw step", "precombat main phase"])? {
            0 => Step::Upkeep,
            1 => Step::End,
            2 => Step::Draw,
            _ => Step::Main,
        };
        Some(EventPattern::Begins { step, whose })
    })
}

/// "At the beginning of the next end step, …".
fn delayed_step(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let event = next_step(p)?;
    p.expect(",")?;
    let program = apart(p, |p| {
        if let EventPattern::Begins { whose, .. } = &event
            && *whose != Who::You
        {
            p.scope.mention(Referent::player(Who::Actor));
        }
        let mut clauses = Vec::new();
        if p.eat("if") {
            let condition = condition(p)?;
            p.expect(",")?;
            let mut then = Vec::new();
            chain(p, &mut then)?;
            let clause = emit(p, Instruction::If { condition, then, otherwise: Vec::new() });
            clauses.push(clause);
        } else {
            chain(p, &mut clauses)?;
        }
        Some(clauses)
    })?;
    let clause = emit(p, Instruction::Delayed { ability: Arc::new(triggered(event, program)), duration: None });
    out.push(clause);
    Some(())
}

/// Clauses joined by "then", commas and "and", with what hangs on the last of them.
pub fn chain(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let start = out.len();
    clause::clause(p, out)?;
    loop {
        suffixes(p, out, start)?;
        let more = p.attempt(|p| {
            let mut more = out.clone();
            let comma = p.comma();
            let and = p.eat("and");
            let then = p.eat("then");
            if !comma && !and && !then {
                return None;
            }
            clause::clause(p, &mut more)?;
            Some(more)
        });
        match more {
            Some(more) => *out = more,
            None => return Some(()),
        }
    }
}

/// What follows a clause and governs it: delays, conditions, "unless".
fn suffixes(p: &mut Parser<'_>, out: &mut Vec<Clause>, start: usize) -> Option<()> {
    loop {
        if p.at_any(&["at the beginning of", "at end of combat"]) {
            let Some(event) = next_step(p) else { return p.fail("a step") };
            let body = out.split_off(out.len().saturating_sub(1).max(start));
            if body.iter().any(|c| matches!(c.does, Instruction::Effect { .. })) {
                return p.fail("an instruction to delay");
            }
            let program = Program::plain(Vec::new(), body);
            let clause = emit(p, Instruction::Delayed { ability: Arc::new(triggered(event, program)), duration: None });
            out.push(clause);
            continue;
        }
        if p.at("unless") {
            let Some(()) = p.attempt(|p| clause::unless(p, out)) else { return p.fail("a cost") };
            continue;
        }
        if p.at("instead if") && out.len() > start && start > 0 {
            let then = out.split_off(start);
            p.expect("instead if")?;
            let condition = condition(p)?;
            instead_of_last(p, out, condition, then)?;
            continue;
        }
        if p.at("if") && !p.at("if able") {
            // What the clause makes of its object is not there yet when the condition is asked.
            let own = out.last().and_then(|c| c.out).map(Handle::Clause);
            let referents = p.scope.referents.clone();
            p.scope.referents.retain(|r| Some(&r.handle) != own.as_ref());
            let condition = p.attempt(|p| {
                p.expect("if")?;
                condition(p)
            });
            p.scope.referents = referents;
            let condition = condition?;
            let body = out.split_off(out.len().saturating_sub(1).max(start));
            let clause = emit(p, Instruction::If { condition, then: body, otherwise: Vec::new() });
            out.push(clause);
            continue;
        }
        if p.at("for each") {
            let by = crate::parse::amount::for_each(p)?;
            let scaled = out.last_mut().and_then(|c| super::scale(&mut c.does, &by));
            if scaled.is_none() {
                return p.fail("a number to multiply");
            }
            continue;
        }
        return Some(());
    }
}
