//! Sentences, one after another, and chains of clauses with "then".

use std::sync::Arc;

use lawmage_ir::{
    Amount, CardType, Clause, Condition, Continuous, Duration, EventPattern, Filter, Instruction, Kind, Modification,
    Program, Prohibition, Ref, Selector, TokenSpec, TypeSet, Waits, Who,
};

use super::delayed::{MANA_SPENT, TOLD_THIS_WAY, delayed_event, delayed_step, mana_spent, told_this_way};
use super::frame::{for_each, framed};
use super::if_done::{if_done, when_you_do};
use super::instead::{otherwise, prefixed_if, same_damage_if};
use super::rider::{no_regeneration, rider};
use super::suffixes::suffixes;
use super::{clause, emit};
use crate::grammar::duration;
use crate::grammar::instruction::game;
use crate::grammar::instruction::permanents::designation::if_any_are;
use crate::grammar::instruction::stack::COPY_GAINS;
use crate::grammar::instruction::stack::only_target::aimed_anew;
use crate::grammar::replacement::{effect, shields};
use crate::lex::TokenKind;
use crate::parse::{Handle, Parser, Referent, Sort};

/// Sentences up to the end, the closing quotation mark, the next bullet, or a sentence that annotates the ability.
pub fn sentences(p: &mut Parser<'_>) -> Option<Vec<Clause>> {
    paragraphs(p, true)
}

/// The sentences of one mode: a paragraph that follows is no part of it, but for the rows of a table.
pub(super) fn of_mode(p: &mut Parser<'_>) -> Option<Vec<Clause>> {
    paragraphs(p, false)
}

fn paragraphs(p: &mut Parser<'_>, all: bool) -> Option<Vec<Clause>> {
    let mut out = Vec::new();
    loop {
        while (all || out.is_empty())
            && p.peek().is_some_and(|t| t.kind == TokenKind::Newline)
            && !matches!(p.word_at(1), "•" | "+" | "{P}" | "prize")
        {
            p.advance();
        }
        if p.at_end()
            || p.peek().is_some_and(|t| matches!(t.kind, TokenKind::QuoteClose | TokenKind::Newline))
            || p.at("•")
        {
            break;
        }
        // Of what is so if an intervening "if" holds, "the same is true" for other keywords: that is said of the trigger.
        let no_if = !matches!(out.last(), Some(Clause { does: Instruction::If { .. }, .. }));
        if (annotates(p) || no_if && p.at("the same is true for")) && !out.is_empty() {
            break;
        }
        super::process::sentence(p, &mut out)?;
        // A sentence may end within the quotation that ends it.
        if !p.eat(".")
            && !p.at_stop()
            && !p.last().is_some_and(|t| t.kind == TokenKind::QuoteClose)
            && !ends_with_mana(p)
        {
            return p.fail("the end of the sentence");
        }
    }
    if out.is_empty() { p.fail("an effect") } else { Some(out) }
}

/// "Add {C}{C} Spend this mana only …": the full stop behind mana symbols is left out.
fn ends_with_mana(p: &Parser<'_>) -> bool {
    p.last().is_some_and(|t| t.kind == TokenKind::Symbol)
        && p.peek().is_some_and(|t| t.capital)
        && p.at_any(crate::grammar::mana::restriction::SPEND_ONLY)
}

/// The sentences of one line: a row of a results table.
pub(crate) fn row(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    while !p.at_end() && !p.peek().is_some_and(|t| matches!(t.kind, TokenKind::Newline | TokenKind::QuoteClose)) {
        sentence(p, out)?;
        if !p.eat(".") && !p.at_stop() {
            return p.fail("the end of the sentence");
        }
    }
    (!out.is_empty()).then_some(())
}

/// Whether the sentence here is about the ability itself.
pub(crate) fn annotates(p: &Parser<'_>) -> bool {
    p.at_any(&[
        "activate only",
        "activate this ability",
        "activate no more than",
        "you can't activate this ability",
        "this ability triggers only",
        "do this only once",
        "any player may activate",
        "only your opponents may activate",
        "only any opponent may activate",
        "only ~ 's owner may activate",
        "only the player ~ is attacking may activate",
        "x can't be 0",
        "whenever you reveal a",
        "spend only",
        "this ability costs",
        "this effect doesn't",
        "this is a special action",
    ])
}

/// One sentence, added to those before it, which it may change ("otherwise", "instead", "it can't be regenerated").
pub(crate) fn sentence(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    if let Some(()) = p.attempt(|p| of_what_returns_later(p, out)) {
        return Some(());
    }
    if let Some(()) = p.attempt(|p| super::doers::in_the_arm(p, out)) {
        return Some(());
    }
    let actor = p.scope.actor.take();
    let is = p.at_any(&[
        "that permanent is",
        "that creature is",
        "that artifact is",
        "it's",
        "it is",
        "they are",
        "they're",
        "those permanents are",
    ]);
    let has = p.at_any(&[
        "it has",
        "they have",
        "they each have",
        "that token has",
        "those tokens have",
        "the token has",
        "the tokens have",
        "the tokens each have",
        "each of those tokens has",
        "those creatures have",
    ]);
    let length = out.len();
    let bound = p.scope.bound.len();
    let done =
        p.attempt(|p| super::of_each::does_the_same(p, out)).or_else(|| p.attempt(|p| rider(p, out))).or_else(|| {
            let before = out.clone();
            let read = |p: &mut Parser<'_>| {
                let mut clauses = before.clone();
                p.scope.actor = None;
                // "Put those cards into your hand instead if …": what is done instead can't speak of what the clause before did.
                if let Some(replaced) = clauses.last().and_then(|c| c.out).filter(|_| p.says_instead_if()) {
                    p.scope.referents.retain(|r| r.handle != crate::parse::Handle::Clause(replaced));
                }
                body(p, &mut clauses)?;
                Some(clauses)
            };
            // A reflexive ability says itself what X is: its targets are others (603.12).
            let reflexive =
                p.at_any(&["when you do ,", "when they do ,", "when that player does ,", "whenever you do ,"]);
            let read = if reflexive { read(p) } else { p.with_where(read) }?;
            *out = read;
            Some(())
        });
    p.scope.actor = actor;
    if done.is_some() && !super::doers::were_told(out, &p.scope) {
        return p.fail("what all of them were told");
    }
    if done.is_some() && out.len() == length + 1 {
        if is {
            is_as_it_enters(p, out);
        } else if has {
            has_as_created(p, out);
            if out.len() == length {
                p.scope.unbind(bound);
            }
        }
    }
    done
}

/// What the last clause says, for good and of nothing else, of what the one before it made or moved; and that one.
fn said_of_the_last<'c>(p: &Parser<'_>, out: &'c mut [Clause]) -> Option<(&'c mut Clause, Vec<Modification>)> {
    let (told, before) = out.split_last_mut()?;
    let before = last_done(before)?;
    let Instruction::Effect { effects, duration: Duration::Forever } = &told.does else { return None };
    let [Continuous::Modify { what, mods }] = effects.as_slice() else { return None };
    let slot = before.out.and_then(|id| p.scope.slot_of(id))?;
    (*what == Selector::slot(slot)).then(|| (before, mods.clone()))
}

/// What is done last, also where it is what one may do, what is done for each, or if something is so.
pub(super) fn last_done(clauses: &mut [Clause]) -> Option<&mut Clause> {
    let last = clauses.last_mut()?;
    let holds = match &last.does {
        Instruction::May { .. } | Instruction::ForEach { .. } => true,
        Instruction::If { otherwise, .. } | Instruction::MayPay { otherwise, .. } => otherwise.is_empty(),
        _ => false,
    };
    if !holds {
        return Some(last);
    }
    match &mut last.does {
        Instruction::May { body: inner, .. }
        | Instruction::ForEach { body: inner, .. }
        | Instruction::If { then: inner, .. }
        | Instruction::MayPay { then: inner, .. } => last_done(inner),
        _ => None,
    }
}

/// 111.3: what a token that was just created "has" is part of the text it is created with; what it "gains", it gets
/// afterwards.
fn has_as_created(p: &mut Parser<'_>, out: &mut Vec<Clause>) {
    let Some((created, mods)) = said_of_the_last(p, out) else { return };
    let gained = |m: Modification| match m {
        Modification::AddAbility(ability) => Some(Arc::unwrap_or_clone(ability)),
        _ => None,
    };
    let Some(abilities) = mods.into_iter().map(gained).collect::<Option<Vec<_>>>() else { return };
    let Instruction::CreateToken { token, arrival, .. } = &mut created.does else { return };
    let (TokenSpec::Face(face) | TokenSpec::Sized(face, ..)) = &mut **token else { return };
    Arc::make_mut(face).abilities.extend(abilities);
    // "Otherwise, create one of those tokens."
    p.scope.last_token = Some(((**token).clone(), (**arrival).clone()));
    out.pop();
}

/// "Return it to the battlefield at the beginning of your next upkeep. It gains haste.": a part of what is done then.
fn of_what_returns_later(p: &mut Parser<'_>, out: &mut [Clause]) -> Option<()> {
    // Looked at first, so that nothing is made of the ability without need.
    const OF_IT: [&str; 5] = [
        "it gains",
        "that creature is",
        "that permanent is",
        "if it entered under your control ,",
        "if you control it ,",
    ];
    if !p.at_any(&OF_IT) {
        return None;
    }
    let ability = match &mut out.last_mut()?.does {
        Instruction::Delayed { ability, waits: Waits::Once } => ability,
        Instruction::If { then, otherwise, .. } if otherwise.is_empty() => return of_what_returns_later(p, then),
        _ => return None,
    };
    let ability = Arc::make_mut(ability);
    let mode = ability.program.modes.last_mut()?;
    let returns =
        |clause: &Clause| matches!(clause.does, Instruction::Move { to: lawmage_ir::Destination::Battlefield(_), .. });
    let back = mode.clauses.last().filter(|clause| returns(clause))?.out?;
    let mut clauses = mode.clauses.clone();
    // "It" is what it has become by then.
    let known = p.scope.referents.len();
    let entered = Referent::new(Handle::Clause(back), Sort::Permanent);
    p.scope.mention(Referent { to: Some(lawmage_ir::Zone::Battlefield), ..entered });
    sentence(p, &mut clauses)?;
    p.scope.referents.truncate(known);
    mode.clauses = clauses;
    Some(())
}

/// 611.2e: what a permanent that was just put onto the battlefield "is", it is as it enters; what it "becomes" or "gains",
/// it gets afterwards.
fn is_as_it_enters(p: &Parser<'_>, out: &mut Vec<Clause>) {
    let Some((moved, mods)) = said_of_the_last(p, out) else { return };
    if !super::it_is::are_at_once(&mods) {
        return;
    }
    if let Instruction::Move { to: lawmage_ir::Destination::Battlefield(arrival), .. } = &mut moved.does {
        arrival.mods.extend(mods);
        out.pop();
    }
}

/// The sentence's frame, then its chain of clauses.
pub(crate) fn body(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let _ = p.eat("then") && p.eat(",");
    if matches!(out.last(), Some(Clause { does: Instruction::Damage { .. }, .. }))
        && let Some(()) = p.attempt_into(out, same_damage_if)
    {
        return Some(());
    }
    if let Some(()) = p.attempt_into(out, super::turn_order::of_that_turn) {
        return Some(());
    }
    const OF_ITSELF: [&str; 2] =
        ["this ability can't be countered", "this ability still resolves if its target becomes illegal"];
    if let Some(which) = (!out.is_empty()).then(|| p.eat_any(&OF_ITSELF)).flatten() {
        out.push(emit(p, if which == 0 { Instruction::Uncounterable } else { Instruction::ResolvesAnyway }));
        return Some(());
    }
    const SEARCHED: [&str; 2] = ["if you search your library this way ,", "if you searched your library this way ,"];
    if !out.is_empty() && p.eat_any(&SEARCHED).is_some() {
        return if_searched(p, out);
    }
    if p.at_any(&["for each kind of counter", "choose a kind of counter", "choose a counter on"]) {
        return super::kinds::kinds(p, out);
    }
    if let Some(()) = p.attempt_into(out, mana_of_a_color_of) {
        return Some(());
    }
    match p.word() {
        "count" if p.eat("count") => life_as_counted(p, out),
        "if" if p.at_any(&COPY_GAINS) => crate::grammar::instruction::stack::copy_gains(p, out),
        "if" => {
            if p.at("if the card a player revealed") {
                return super::of_each::revealed(p, out);
            }
            if p.at("if it doesn't")
                && let Some(all) = p.attempt(|p| {
                    let mut all = out.clone();
                    otherwise(p, &mut all)?;
                    Some(all)
                })
            {
                *out = all;
                return Some(());
            }
            if let Some(()) = p.attempt_into(out, if_done).or_else(|| p.attempt_into(out, if_any_are)) {
                return Some(());
            }
            if let Some(()) = p.attempt_into(out, effect::if_would).or_else(|| p.attempt_into(out, aimed_anew)) {
                return Some(());
            }
            prefixed_if(p, out)
        }
        "otherwise" => otherwise(p, out),
        "unless" => super::paying::unless_before(p, out),
        "when" if p.at_any(MANA_SPENT) => mana_spent(p, out),
        "when" if p.at_any(TOLD_THIS_WAY) => told_this_way(p, out),
        "when" | "whenever" => p.attempt_into(out, when_you_do).or_else(|| delayed_event(p, out)),
        "at" => p.attempt_into(out, super::added_combat::at_its_beginning).or_else(|| delayed_step(p, out)),
        "only" => super::added_combat::only_those(p, out),
        "during" if p.at("during any turn") => super::frame::in_such_turns(p, out),
        "until" | "this" | "for" | "during" => {
            if let Some(()) = p.attempt_into(out, |p, out| {
                let duration = duration::duration(p)?;
                p.expect(",")?;
                framed(p, out, &duration)
            }) {
                return Some(());
            }
            if let Some(()) = p.attempt_into(out, for_each) {
                return Some(());
            }
            chain(p, out)
        }
        "the" | "players" if let Some(clause) = game::drawn_or_within(p) => {
            out.push(clause);
            Some(())
        }
        "each" if p.at("each time") => effect::if_would_at_all(p, out),
        "as" => p.attempt_into(out, effect::as_you_cast).or_else(|| chain(p, out)),
        "players" => p.attempt_into(out, super::of_each::players_dealt_damage).or_else(|| chain(p, out)),
        "you" | "any" => p.attempt_into(out, effect::flash).or_else(|| chain(p, out)),
        "prevent" => p.attempt_into(out, super::suffixes::prevented).or_else(|| chain(p, out)),
        "the" => p
            .attempt_into(out, effect::next_time)
            .or_else(|| p.attempt_into(out, crate::grammar::replacement::next_spell::next_spell))
            .or_else(|| p.attempt_into(out, effect::next_time_would))
            .or_else(|| p.attempt_into(out, shields::redirect))
            .or_else(|| chain(p, out)),
        "that" | "it" if p.at_any(effect::SPELL_ENTERS) => {
            p.attempt_into(out, effect::spell_enters).or_else(|| chain(p, out))
        }
        "all" => p.attempt_into(out, shields::redirect).or_else(|| chain(p, out)),
        "damage" => p
            .attempt_into(out, effect::unpreventable_for)
            .or_else(|| p.attempt_into(out, effect::life_floor))
            .or_else(|| chain(p, out)),
        "each" if p.at("each token that would be created") => p.attempt_into(out, effect::tokens_under_your_control),
        _ => p.attempt_into(out, effect::for_a_time).or_else(|| chain(p, out)),
    }
}

/// 701.19: what was searched is shuffled; nothing where searching was forbidden.
fn if_searched(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let searched = searched(p, out);
    let mut then = Vec::new();
    chain(p, &mut then)?;
    out.push(emit(p, Instruction::If { condition: searched, then, otherwise: Vec::new() }));
    Some(())
}

/// That you searched your library just now.
pub(super) fn searched(p: &mut Parser<'_>, out: &[Clause]) -> Condition {
    let searched = Condition::Happened(Box::new(EventPattern::Searches(Who::You)), lawmage_ir::Span::ThisWay, 1);
    // One who may search has said so; one who must has searched, whatever was found.
    let optional = super::process::said(out).find(|c| matches!(c.does, Instruction::May { .. }));
    match optional.and_then(|c| c.out) {
        Some(last) => Condition::And(vec![Condition::Done(p.scope.bind(last)), searched]),
        None => searched,
    }
}

/// "Choose a color of a permanent you control. Add one mana of that color." (106.5)
fn mana_of_a_color_of(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("choose a color of")?;
    p.eat_any(&["a", "an"])?;
    let of = crate::grammar::noun::filter(p)?;
    p.expect(". add one mana of that color")?;
    let mana = lawmage_ir::ManaYield::ColorsOf(Box::new(Selector::All(of)));
    out.push(emit(p, Instruction::AddMana { who: Who::You, mana, times: Amount::ONE, rider: None }));
    Some(())
}

/// "Count the number of cards in your library. Your life total becomes that number.", behind the verb.
fn life_as_counted(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let n = crate::grammar::amount::described(p)?;
    p.expect(". your life total becomes that number")?;
    out.push(emit(p, Instruction::SetLife(Who::You, n)));
    Some(())
}

/// Reads an ability inside the ability. Without targets of its own it may speak of the outer ones; with them it can't, as
/// they are told apart by number only.
pub(crate) fn apart(p: &mut Parser<'_>, read: impl Fn(&mut Parser<'_>) -> Option<Vec<Clause>>) -> Option<Program> {
    let targets = std::mem::take(&mut p.scope.targets);
    let referents = p.scope.referents.clone();
    let open = p.attempt(|p| read(p).filter(|_| p.scope.targets.is_empty()));
    let clauses = open.or_else(|| {
        p.scope.referents.retain(|r| !r.handle.is_of_targets());
        // As it was before it moved, it is known as a target of the outer ability only.
        for referent in &mut p.scope.referents {
            referent.before.take_if(|before| lawmage_ir::visit::any(before, |r: &Ref| matches!(r, Ref::Target(_))));
        }
        read(p)
    });
    let own = std::mem::replace(&mut p.scope.targets, targets);
    p.scope.referents = referents;
    Some(Program::plain(own, clauses?))
}

/// Clauses joined by "then", commas and "and", with what hangs on the last of them.
pub fn chain(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    chain_before(p, out, &[])
}

/// A chain that ends before what begins with one of these words.
pub(super) fn chain_before(p: &mut Parser<'_>, out: &mut Vec<Clause>, ends: &[&str]) -> Option<()> {
    let start = out.len();
    clause::clause(p, out)?;
    if p.at("or") {
        p.attempt_into(out, |p, out| super::one_of::or_another(p, start, out));
    }
    loop {
        suffixes(p, out, start)?;
        let more = p.attempt(|p| {
            let mut more = out.clone();
            clause::further(p)?;
            if p.at_any(ends) {
                return None;
            }
            // "destroy that creature and it can't be regenerated"
            if let Some(()) = p.attempt(|p| no_regeneration(p, &mut more)) {
                return Some(more);
            }
            if let Some(()) = p.attempt(|p| super::rider::unpreventable(p, &mut more)) {
                return Some(more);
            }
            if let Some(()) = p.attempt(|p| super::of_each::each_stays_tapped(p, &mut more)) {
                return Some(more);
            }
            // "it can't be regenerated this turn, and if it would die this turn, exile it instead"
            if p.at("if it would die")
                && let Some(()) = p.attempt_into(&mut more, would_die)
            {
                return Some(more);
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

/// "If it would die this turn, exile it instead", behind "that creature can't be regenerated this turn and": of the same creature.
fn would_die(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let Some(Instruction::Effect { effects, .. }) = out.last().map(|clause| &clause.does) else { return None };
    let [Continuous::Cant(Prohibition::Regenerate(Selector::Ref(it)))] = effects.as_slice() else { return None };
    let same = Referent::new(Handle::Ref(it.clone()), Sort::Permanent);
    p.scope.mention(Referent { types: TypeSet::of(CardType::Creature), ..same });
    effect::if_would(p, out)
}

/// "Draw a card for each creature you control. Those creatures …": what was counted, as what was drawn is no creature.
pub(super) fn mention_counted(p: &mut Parser<'_>, clause: Option<&Clause>, by: Amount) {
    if let Some(Instruction::Draw { .. }) = clause.map(|c| &c.does)
        && let Amount::Count(counted) = by
        && let Selector::All(Filter { kind: Kind::Permanent, .. }) = *counted
    {
        let referent = Referent::new(Handle::Select(counted), Sort::Permanent);
        p.scope.mention(Referent { plural: true, ..referent });
    }
}
