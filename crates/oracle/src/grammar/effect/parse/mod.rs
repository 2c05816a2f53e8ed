//! Effects: sentences to clauses. Sentences are in `sentence`; what stands in front of them in `frame`, `delayed` and
//! `instead`; what follows from one in `if_done`, `instead` and `rider`; single clauses in `clause`, the verbs in the other files.

mod added_combat;
mod again_for;
mod as_resolves;
pub(crate) mod clause;
pub(crate) mod delayed;
mod doers;
pub(crate) mod each_sort;
pub(crate) mod finish;
pub(crate) mod frame;
pub(crate) mod if_done;
pub(crate) mod instead;
mod instead_of;
mod it_is;
mod kinds;
mod leader;
pub(crate) mod modes;
mod of_each;
mod one_of;
mod paying;
mod process;
pub(crate) mod rider;
pub(crate) mod same_is_true;
pub(crate) mod sentence;
mod several;
pub(crate) mod subjects;
mod suffixes;
#[cfg(test)]
mod tests;
pub(crate) mod told_cards;
mod turn_order;
mod verbs;

pub(crate) use crate::grammar::instruction::moves::arrival;
pub(crate) use crate::grammar::token::token_named;
pub(crate) use delayed::once_in_a_game;
pub(crate) use of_each::of_the_other;
pub(crate) use rider::still;
pub(crate) use several::chosen_before;
pub(crate) use suffixes::ended_in_quotation;

use lawmage_ir::{
    Amount, Clause, Continuous, Instruction, Modification, Program, Ref, Selector, Slot, StackCopies, TokenSpec, Who,
};

use crate::parse::{Handle, Parser, Referent, Scope};

/// The whole effect of a spell or ability up to the end of the tokens or the closing quotation mark, modes included. Stops
/// before sentences that only annotate the ability ("Activate only …", "This ability triggers only …").
pub fn program(p: &mut Parser<'_>) -> Option<Program> {
    p.attempt(|p| {
        // A choice that a cost or an event would speak of is made by nobody.
        if p.scope.face.pending.is_some() {
            return p.fail("what is chosen before");
        }
        if let Some(modal) = p.attempt(|p| modes::modal(p)) {
            return Some(modal);
        }
        let mut clauses = sentence::sentences(p)?;
        finish::outs(&mut clauses, &p.scope);
        Some(Program::plain(p.scope.targets.clone(), clauses))
    })
}

/// The clauses of an effect that is a part of something else: what happens instead, or as a permanent enters. Slots are
/// given out; no targets.
pub fn clauses(p: &mut Parser<'_>) -> Option<Vec<Clause>> {
    p.attempt(|p| {
        let mut out = Vec::new();
        sentence::chain(p, &mut out)?;
        finish::outs(&mut out, &p.scope);
        Some(out)
    })
}

/// As [`clauses`], with a sentence that says where what they found is put.
pub(crate) fn clauses_and_put(p: &mut Parser<'_>) -> Option<Vec<Clause>> {
    p.attempt(|p| {
        let mut out = Vec::new();
        sentence::chain(p, &mut out)?;
        if p.at(". put that card into") {
            p.advance();
            sentence::sentence(p, &mut out)?;
        }
        finish::outs(&mut out, &p.scope);
        Some(out)
    })
}

/// Clauses, and what `then` reads after them, which may speak of what they did.
pub fn clauses_then<T>(
    p: &mut Parser<'_>,
    then: impl FnOnce(&mut Parser<'_>, &mut Vec<Clause>) -> Option<T>,
) -> Option<(Vec<Clause>, T)> {
    p.attempt(|p| {
        let mut out = Vec::new();
        sentence::chain(p, &mut out)?;
        let read = then(p, &mut out)?;
        finish::outs(&mut out, &p.scope);
        Some((out, read))
    })
}

/// The acting player of the verb at hand.
pub(crate) fn actor(p: &Parser<'_>) -> Who {
    p.scope.actor.clone().unwrap_or(Who::You)
}

/// The provisional numbers of clauses and of all in them, what waits to be done included.
pub(crate) fn ids(clauses: &[Clause]) -> Vec<Slot> {
    let mut ids = Vec::new();
    lawmage_ir::visit::each(clauses, |clause: &Clause| ids.extend(clause.out));
    ids
}

/// What the clauses in these, what waits to be done included, did something to, where that was spoken of before.
pub(crate) fn acted_on(clauses: &[Clause]) -> Vec<(Slot, Ref)> {
    let mut known = Vec::new();
    lawmage_ir::visit::each(clauses, |clause: &Clause| {
        let object = match &clause.does {
            Instruction::Destroy { what: Selector::Ref(r), .. }
            | Instruction::Move { what: Selector::Ref(r), .. }
            | Instruction::Sacrifice { what: Selector::Ref(r), .. }
            | Instruction::Tap(Selector::Ref(r))
            | Instruction::Reveal { what: Selector::Ref(r) }
            | Instruction::Counter { what: Selector::Ref(r), .. } => Some(r),
            Instruction::CreateToken { token, .. } => match &**token {
                TokenSpec::Copy(Selector::Ref(r), _) => Some(r),
                _ => None,
            },
            _ => None,
        };
        known.extend(clause.out.zip(object.cloned()));
    });
    known
}

/// Reads with `read` what can't speak of what these clauses did: it is asked before them, or done in their stead.
pub(crate) fn without<T>(
    p: &mut Parser<'_>,
    clauses: &[Clause],
    read: impl FnOnce(&mut Parser<'_>) -> Option<T>,
) -> Option<T> {
    let number = p.scope.number_clause;
    let read = but_for(p, |scope| scope.without(&ids(clauses), &acted_on(clauses)), read);
    if p.scope.number_clause.is_none() {
        p.scope.number_clause = number;
    }
    read
}

/// Reads with `read` what can't speak of spells and abilities on the stack.
pub(crate) fn without_spells<T>(p: &mut Parser<'_>, read: impl FnOnce(&mut Parser<'_>) -> Option<T>) -> Option<T> {
    but_for(p, |scope| scope.referents.retain(|r| !r.sort.is_on_stack()), read)
}

/// Reads with fewer things to speak of; what is spoken of meanwhile stays.
fn but_for<T>(
    p: &mut Parser<'_>,
    forget: impl FnOnce(&mut Scope),
    read: impl FnOnce(&mut Parser<'_>) -> Option<T>,
) -> Option<T> {
    let referents = p.scope.referents.clone();
    forget(&mut p.scope);
    let known = p.scope.referents.len();
    let read = read(p);
    let new: Vec<Referent> = p.scope.referents.drain(known.min(p.scope.referents.len())..).collect();
    p.scope.referents = referents;
    p.scope.referents.extend(new);
    read
}

/// A clause that does this: with a provisional number, by which later text finds its result.
pub(crate) fn emit(p: &mut Parser<'_>, does: Instruction) -> Clause {
    let id = p.scope.clause();
    p.scope.last_done = Some(id);
    Clause { does, out: Some(id) }
}

/// As [`emit`], for a clause whose number "that much" can mean.
pub(crate) fn emit_number(p: &mut Parser<'_>, does: Instruction) -> Clause {
    // "put that many counters on it, then exile up to that many": the number stays the one spoken of first.
    let number = p.scope.number_clause.and_then(|id| p.scope.slot_of(id)).map(Amount::Slot);
    // So does the event's: "you draw that many cards, create that many Treasure tokens".
    let said = |number: &Amount| matches!(number, Amount::Event | Amount::Happened(..));
    let number = number.or_else(|| p.scope.number.clone().filter(said));
    let again = number.is_some_and(|number| {
        // "Tap up to that many target creatures and draw that many cards": a target phrase speaks of it, too.
        let counted = |r: &Ref| match r {
            Ref::Target(n) => {
                p.scope.targets.get(usize::from(*n)).is_some_and(|spec| spec.max.as_ref() == Some(&number))
            }
            _ => false,
        };
        lawmage_ir::visit::any(&does, |amount: &Amount| *amount == number) || lawmage_ir::visit::any(&does, counted)
    });
    let clause = emit(p, does);
    if !again {
        p.scope.number_clause = clause.out;
    }
    clause
}

/// "twice", "three times", "X times", "that many times".
fn often(p: &mut Parser<'_>) -> Option<Amount> {
    if p.eat("twice") {
        return Some(Amount::Const(2));
    }
    // "Three times" alone, not three times a number.
    if let Some(n) = p.attempt(|p| {
        let n = p.number()?;
        p.expect("times").filter(|()| p.at_stop() || p.at(","))?;
        Some(n)
    }) {
        return Some(Amount::Const(n));
    }
    let times = crate::grammar::amount::amount(p)?;
    p.expect("times").map(|()| times)
}

/// A keyword action as a clause, done as often as is said behind it.
pub(crate) fn emit_repeated(p: &mut Parser<'_>, does: Instruction) -> Clause {
    let before = p.scope.number_clause;
    let action = emit_number(p, does);
    repeated(p, action, before)
}

/// A keyword action, done as often as is said behind it; `number` is what "that many" meant before it.
pub(crate) fn repeated(p: &mut Parser<'_>, action: Clause, number: Option<Slot>) -> Clause {
    let own = std::mem::replace(&mut p.scope.number_clause, number);
    match p.attempt(often) {
        Some(times) => emit(p, Instruction::Repeat { times, body: vec![action] }),
        None => {
            p.scope.number_clause = own;
            action
        }
    }
}

/// Mentions what a clause produced or concerned, under its participle.
pub(crate) fn mention(p: &mut Parser<'_>, clause: &Clause, referent: Option<Referent>, verb: &'static str) {
    if let (Some(id), Some(mut referent)) = (clause.out, referent) {
        referent.handle = Handle::Clause(id);
        referent.verb = Some(verb);
        referent.by = Some(actor(p));
        referent.to = match &clause.does {
            Instruction::Move { to, .. } => Some(to.zone()),
            _ => None,
        };
        p.scope.mention(referent);
    }
}

/// As [`actor`], for what stands in another module.
pub(crate) fn acting(p: &Parser<'_>) -> Who {
    actor(p)
}

/// A clause that puts a sticker: "it" is what it is put on, "that sticker" is found by a mention of its own.
pub(crate) fn emit_sticker(p: &mut Parser<'_>, does: Instruction, on: Option<Referent>) -> Clause {
    let clause = emit(p, does);
    mention(p, &clause, on, "chosen");
    let sticker = Referent { hidden: true, ..Referent::new(Handle::Clause(0), crate::parse::Sort::Player) };
    mention(p, &clause, Some(sticker), crate::grammar::sticker::SPOKEN);
    clause
}

/// The provisional number of a clause.
pub(crate) fn id(clause: &Clause) -> Slot {
    clause.out.unwrap_or_default()
}

/// 607.2a: what a clause has exiled is remembered, where another ability of the face speaks of it.
pub(crate) fn remember_exiled(p: &mut Parser<'_>, exiling: Slot, out: &mut Vec<Clause>) {
    if p.scope.face.links_exile {
        let linked = p.scope.face.exiled();
        let exiled = p.scope.select(&Handle::Clause(exiling));
        out.push(Instruction::Remember(linked, exiled).into());
    }
}

/// "for each …" after a clause: its number times that. Declines when the clause has no number to multiply.
pub(crate) fn scale(does: &mut Instruction, by: &Amount) -> Option<()> {
    use crate::grammar::continuous::times;
    let number = match does {
        Instruction::Draw { count, .. }
        | Instruction::Mill { count, .. }
        | Instruction::PutCounters { count, .. }
        | Instruction::CreateToken { count, .. }
        | Instruction::CopyStack(StackCopies { count, .. }) => count,
        Instruction::GainLife(_, n) | Instruction::LoseLife(_, n) | Instruction::Scry(_, n) => n,
        Instruction::Damage { amount, .. } => amount,
        Instruction::RemoveCounters { count: Some(count), .. } => count,
        // "discard a card for each card drawn this way"
        Instruction::Discard { what: Selector::Choose(choice), .. }
        | Instruction::Tap(Selector::Choose(choice))
        | Instruction::Untap(Selector::Choose(choice))
        | Instruction::Choose(Selector::Choose(choice))
        | Instruction::Sacrifice { what: Selector::Choose(choice), .. }
        | Instruction::Move { what: Selector::Choose(choice), .. } => {
            let number = choice.max.clone().filter(|max| *max == choice.min && choice.limit.is_none())?;
            let number = times(&number, by)?;
            (choice.min, choice.max) = (number.clone(), Some(number));
            return Some(());
        }
        Instruction::AddMana { times, .. } | Instruction::Repeat { times, .. } => times,
        // "exile a card from the top of your library face down for each opponent you have"
        Instruction::Move { what: Selector::Top(_, count), .. } => count,
        // "gets +1/+1 until end of turn for each …"
        Instruction::Effect { effects, .. } => {
            let [Continuous::Modify { mods, .. }] = effects.as_mut_slice() else { return None };
            let [Modification::AddPowerToughness(power, toughness)] = mods.as_mut_slice() else { return None };
            let (more, tougher) = (times(power, by)?, times(toughness, by)?);
            (*power, *toughness) = (more, tougher);
            return Some(());
        }
        _ => return None,
    };
    *number = times(number, by)?;
    Some(())
}
