//! One clause: a subject, perhaps unspoken, and a verb.

use lawmage_ir::{Clause, Continuous, Duration, Instruction, Ref, Selector, Who};

use super::verbs::player_verb;
use super::{emit, mention, sentence};
use crate::grammar::instruction::{damage, face_down, game, library, life, permanents, stack};
use crate::grammar::{continuous, duration, player, selector};
use crate::parse::{Handle, Parser};

/// The base form of a verb in the third person.
#[must_use]
pub fn lemma(word: &str) -> &str {
    match word {
        "searches" => "search",
        "does" => "do",
        "has" => "have",
        "copies" => "copy",
        "populates" => "populate",
        "scries" => "scry",
        "becomes" => "become",
        "attaches" => "attach",
        "amass" | "amasses" => "amass",
        "harness" | "harnesses" => "harness",
        _ => word.strip_suffix('s').unwrap_or(word),
    }
}

/// Verbs of what objects do or have done to them, that can begin a clause without a subject of its own.
const OBJECT_VERBS: &[&str] = &[
    "gets", "get", "gains", "gain", "loses", "lose", "deals", "deal", "has", "have", "is", "are", "becomes", "become",
    "can't", "fights", "doesn't", "don't", "must", "attacks", "attack", "blocks", "can", "phases", "phase", "explores",
    "explore", "assigns", "connives", "connive", "endures", "endure",
];

/// Reads a clause, and for "you may" the rest of its chain, into `out`.
pub fn clause(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let start = out.len();
    one_clause(p, out)?;
    super::several::chosen_before(p, out, start);
    Some(())
}

fn one_clause(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    if p.at("you may") || p.at("may") || p.at("then you may") {
        let _ = p.eat("then");
        return may(p, out);
    }
    super::one_of::before_the_verb(p)?;
    if p.scope.actor.is_none() && p.at("choose new targets for target") {
        return stack::new_targets(p, out);
    }
    if p.eat("secretly choose") {
        let chooses = game::secret(p)?;
        out.push(emit(p, chooses));
        return Some(());
    }
    if p.at("pay")
        && let Some(()) = p.attempt_into(out, super::paying::pay_or)
    {
        return Some(());
    }
    if let Some(read) = super::several::of_several_sentences(p, out) {
        return read;
    }
    if p.at("you have no maximum hand size") {
        return crate::grammar::replacement::effect::flash(p, out);
    }
    const SAID_WHOLE: [Clauses; 11] = [
        super::one_of::turned_at_once,
        super::subjects::player_cant_either,
        game::extra_phase,
        game::ring,
        game::control_turn,
        super::as_resolves::as_it_resolves,
        super::told_cards::becomes,
        game::day,
        game::meld,
        life::total,
        super::frame::in_the_middle,
    ];
    if let Some(()) = first_of(p, out, &SAID_WHOLE) {
        return Some(());
    }
    // "put a +1/+1 counter on that creature and a +1/+1 counter on this creature"
    if out.last().is_some_and(super::several::puts_counters)
        && let Some(()) = p.attempt_into(out, life::put_counters)
    {
        return Some(());
    }
    // The subject of the clause before goes on: "… and gains flying", "… and loses 2 life".
    if p.scope.subject.is_some()
        && p.at_any(OBJECT_VERBS)
        && let Some(()) = p.attempt_into(out, goes_on)
    {
        return Some(());
    }
    // 311.7
    if p.eat("chaos ensues") {
        out.push(emit(p, Instruction::Casual(lawmage_ir::CasualAction::Chaos)));
        return Some(());
    }
    // "Search target opponent's library for a card, …, then shuffles": that opponent does.
    let shuffled = p.scope.actor.is_none() && p.at("shuffles") || p.at("those players shuffle");
    if shuffled && library::shuffles(p, out).is_some() {
        return Some(());
    }
    let third = p.scope.actor.is_some() && p.word().ends_with('s');
    if third && let Some(()) = p.attempt_into(out, player_verb) {
        return Some(());
    }
    if let Some(()) = p.attempt_into(out, |p, out| {
        if !p.at("they") {
            p.scope.actor = None;
        }
        p.scope.subject = None;
        player_verb(p, out)
    }) {
        return Some(());
    }
    const WITH_SUBJECT: [Clauses; 17] = [
        damage::each_to_the_other,
        super::of_each::controller_of_each,
        super::of_each::each_of_those_stays,
        super::of_each::by_the_other,
        super::several::you_and,
        super::several::starting_with_you,
        life_total,
        super::leader::gains_control,
        super::several::several_targets,
        super::several::each_of_them,
        player_clause,
        all_block,
        super::it_is::it_is,
        permanents::base_size::becomes,
        super::subjects::abilities_off,
        face_down::level,
        object_clause,
    ];
    first_of(p, out, &WITH_SUBJECT)
}

/// A reader of one or more clauses.
type Clauses = fn(&mut Parser<'_>, &mut Vec<Clause>) -> Option<()>;

/// Reads with the first of these that can.
fn first_of(p: &mut Parser<'_>, out: &mut Vec<Clause>, readers: &[Clauses]) -> Option<()> {
    readers.iter().find_map(|read| p.attempt_into(out, |p, out| read(p, out)))
}

/// "Your life total can't change this turn."
fn life_total(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let effects = crate::grammar::prohibition::life_total(p)?;
    effect(p, effects, out)
}

/// A clause whose subject is players.
fn player_clause(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let who = match p.attempt_into(out, player::one_opponent) {
        Some(who) => who,
        None => player::who(p)?,
    };
    // "That player", who is you.
    let spoken = p.last().is_some_and(|token| &*token.text == "player");
    let _ = p.eat("each") || p.eat("also");
    p.scope.subject = None;
    p.scope.actor = (who != Who::You || spoken).then(|| who.clone());
    if p.eat("may") {
        return may_of(p, out, who);
    }
    if p.eat("can't") {
        return super::subjects::players_cant(p, &who, out);
    }
    if who != Who::You {
        player::mention(p, &who);
    }
    player_verb(p, out)
}

/// "you may …": the rest of the chain is what they may do.
fn may(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    if p.eat("you may") {
        let _ = p.at("then have") && p.eat("then");
        p.scope.actor = None;
        return may_of(p, out, Who::You);
    }
    p.expect("may")?;
    let who = p.scope.actor_here();
    may_of(p, out, who)
}

pub(super) fn may_of(p: &mut Parser<'_>, out: &mut Vec<Clause>, who: Who) -> Option<()> {
    if who != Who::You {
        player::mention(p, &who);
    }
    // What one may choose to do, one may do.
    let _ = p.at("choose to put") && p.eat("choose to");
    if who == Who::All
        && let Some(cant) = p.attempt(crate::grammar::prohibition::only_nearest)
    {
        return effect(p, vec![Continuous::Cant(cant)], out);
    }
    if let Some(cast) = p.attempt(|p| stack::may_later(p, &who)).or_else(|| p.attempt(|p| stack::may_cast(p, &who))) {
        out.push(cast);
        return Some(());
    }
    if let Some(top) = p.attempt(|p| stack::top_of_library(p, &who)) {
        out.push(top);
        return Some(());
    }
    if let Some(clauses) = p.attempt(|p| face_down::may_look(p, &who)) {
        out.extend(clauses);
        return Some(());
    }
    if p.at("repeat this process") {
        out.push(super::process::any_number(p, &who)?);
        return Some(());
    }
    if p.at("choose new targets for") {
        return stack::new_targets(p, out);
    }
    if p.at("also copy that spell") {
        return stack::also_copy(p, who, out);
    }
    if let Some(()) = p.attempt_into(out, |p, out| crate::grammar::counter::chosen::pay_any(p, &who, false, out)) {
        return Some(());
    }
    if super::paying::is_paid(p) {
        return super::paying::may_pay(p, who, out);
    }
    if let Some(cost) = p.attempt(|p| super::paying::one_of_two(p, &who)) {
        let several = who.is_group();
        let clause = emit(p, Instruction::MayPay { who, cost, then: Vec::new(), otherwise: Vec::new() });
        p.scope.last_done = clause.out;
        p.scope.doers = if several { clause.out } else { p.scope.doers };
        out.push(clause);
        return Some(());
    }
    let mut body = Vec::new();
    if p.eat("have") {
        let actor = p.scope.actor.take();
        // "You may have …, and you may …": the second is no part of the first.
        sentence::chain_before(p, &mut body, &["you may"])?;
        p.scope.actor = actor;
    } else {
        let several = who.is_group();
        if several {
            // Each of them decides in turn (101.4): a loop.
            p.scope.actor = Some(Who::Ref(Ref::Each));
        }
        p.scope.subject = None;
        bare_chain(p, &mut body)?;
        if several {
            super::turn_order::several_chosen(p, &body);
            let inner = emit(p, Instruction::May { who: Who::Ref(Ref::Each), body });
            let done = inner.out;
            let clause = emit(p, Instruction::ForEach { over: Selector::Players(who), body: vec![inner] });
            p.scope.doers = done;
            out.push(clause);
            return Some(());
        }
    }
    // More land plays are no choice made now: the player may use them (305.2).
    if let [Clause { does: Instruction::ExtraLands(..), .. }] = body.as_slice() {
        out.append(&mut body);
        return Some(());
    }
    let clause = emit(p, Instruction::May { who, body });
    p.scope.doers = clause.out;
    out.push(clause);
    Some(())
}

/// What joins a clause to the one before it: a comma, "and", "then", or several of them.
pub(super) fn further(p: &mut Parser<'_>) -> Option<()> {
    let comma = p.comma();
    let and = p.eat("and");
    let then = p.eat("then");
    (comma || and || then).then_some(())
}

/// A chain that begins with a verb in its base form, done by the acting player.
fn bare_chain(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let actor = p.scope.actor.clone();
    let start = out.len();
    player_verb(p, out)?;
    super::several::chosen_before(p, out, start);
    // "You may draw a card for each Shrine you control": how much is done is counted before it is.
    if p.at("for each") {
        let governed: Vec<Clause> = out.last().cloned().into_iter().collect();
        let by = super::without(p, &governed, crate::grammar::amount::for_each)?;
        let scaled = out.last_mut().and_then(|clause| super::scale(&mut clause.does, &by));
        scaled.or_else(|| p.fail("a number to multiply"))?;
    }
    loop {
        let more = p.attempt(|p| {
            let mut more = out.clone();
            further(p)?;
            // "You may …, then you may …": the second is no part of the first.
            if p.at("you may") {
                return None;
            }
            // "Each player may draw a card, then each player who does …": nor is what those do then.
            if actor == Some(Who::Ref(Ref::Each)) && p.at_any(&["each player", "each opponent", "each other player"]) {
                return None;
            }
            if let Some(()) = p.attempt(|p| {
                p.scope.actor.clone_from(&actor);
                player_verb(p, &mut more)
            }) {
                return Some(more);
            }
            sentence::chain(p, &mut more)?;
            Some(more)
        });
        match more {
            Some(more) => *out = more,
            None => return Some(()),
        }
    }
}

/// "all creatures able to block target creature this turn do so" (509.1c).
fn all_block(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("all creatures able to block")?;
    let picked = selector::one(p)?;
    picked.mention(p);
    let duration = duration::duration(p)?;
    p.expect("do so")?;
    let effects = vec![Continuous::Must(lawmage_ir::Requirement::BeBlockedByAll(picked.selector))];
    let clause = emit(p, Instruction::Effect { effects, duration });
    out.push(clause);
    Some(())
}

/// A clause whose subject is objects.
fn object_clause(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    if let Some(kept) = p.attempt(super::subjects::each_kept_tapped) {
        out.push(kept);
        return Some(());
    }
    let others = p.at_any(&["each other", "other", "all other"]);
    let picked = selector::subjects(p)?;
    if picked.players {
        return p.fail("objects");
    }
    p.scope.actor = None;
    let subject = chosen_first(p, picked, out);
    if p.at_any(&["also gain", "also gains", "also get", "also gets", "also deal", "also deals"]) {
        p.advance();
    }
    p.scope.subject = Some(subject.clone());
    if p.at("fights a different one of") {
        return super::several::fight_each(p, &subject, out);
    }
    object_verb(p, &subject, out)?;
    if others && let Some(Instruction::Effect { effects, .. }) = out.last_mut().map(|clause| &mut clause.does) {
        effects.iter_mut().for_each(super::subjects::other_than_copied);
    }
    Some(())
}

/// A subject that is a choice is chosen first, and then spoken of.
fn chosen_first(p: &mut Parser<'_>, picked: selector::Picked, out: &mut Vec<Clause>) -> Selector {
    let Selector::Choose(choice) = &picked.selector else {
        picked.mention(p);
        return picked.selector;
    };
    // "A creature dealt damage this way …" is every such creature, not one chosen.
    if let Selector::All(filter) = &choice.from
        && super::subjects::speaks_of_slot(&filter.test)
    {
        return choice.from.clone();
    }
    let clause = emit(p, Instruction::Choose(picked.selector));
    mention(p, &clause, picked.referent, "chosen");
    let id = super::id(&clause);
    out.push(clause);
    p.scope.select(&Handle::Clause(id))
}

/// What is said on of the subject of the clause before.
fn goes_on(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let subject = p.scope.subject.clone()?;
    let joined = p.last().is_some_and(|token| &*token.text == "and");
    let before = out.len();
    object_verb(p, &subject, out)?;
    if joined {
        lasts_as_long(out, before);
    }
    Some(())
}

/// "Gets +1/+1 until end of turn for each creature you control and gains menace": both for so long.
fn lasts_as_long(out: &mut [Clause], from: usize) {
    let (before, now) = out.split_at_mut(from);
    let lasting = |clause: &Clause| match &clause.does {
        Instruction::Effect { effects, duration } if matches!(effects.as_slice(), [Continuous::Modify { .. }]) => {
            Some(duration.clone())
        }
        _ => None,
    };
    let (Some(Duration::EndOfTurn), [clause]) = (before.last().and_then(lasting), now) else { return };
    if lasting(clause) == Some(Duration::Forever)
        && let Instruction::Effect { duration, .. } = &mut clause.does
    {
        *duration = Duration::EndOfTurn;
    }
}

/// A verb said of objects.
fn object_verb(p: &mut Parser<'_>, subject: &Selector, out: &mut Vec<Clause>) -> Option<()> {
    if p.at_any(&["deals", "deal", "each deal", "each deals", "also deals"]) {
        return damage::deals(p, subject, out);
    }
    // "Each blocking creature is sacrificed by its controller."
    if p.eat_any(&["is sacrificed by its controller", "are sacrificed by their controllers"]).is_some() {
        out.push(emit(p, Instruction::Sacrifice { who: Who::All, what: subject.clone() }));
        return Some(());
    }
    if let Some(does) = p.attempt(|p| permanents::subject_verb(p, subject)) {
        // "It explores X times."
        let explores = matches!(does, Instruction::Explore(_));
        // "It explores, then it explores again."
        let again = out.last().is_some_and(|before| before.does == does);
        if explores && p.eat("again") && !again {
            return p.fail("what has explored before");
        }
        let before = p.scope.number_clause;
        let clause = emit(p, does);
        out.push(if explores { super::repeated(p, clause, before) } else { clause });
        return Some(());
    }
    let choosing = [super::several::of_your_choice, super::several::or_of_your_color, super::several::copy_of_chosen];
    if choosing.into_iter().any(|read| p.attempt_into(out, |p, out| read(p, subject, out)).is_some()) {
        return Some(());
    }
    let effects = continuous::predicate(p, subject)?;
    effect(p, effects, out)
}

/// A continuous effect with the duration that follows, if one does.
pub fn effect(p: &mut Parser<'_>, mut effects: Vec<Continuous>, out: &mut Vec<Clause>) -> Option<()> {
    super::several::chosen_before(p, out, out.len());
    let early = p.scope.early.take();
    let duration = early.or_else(|| p.attempt(|p| duration::duration(p))).unwrap_or(Duration::Forever);
    if let Duration::NextTurn(_) = duration
        && !super::frame::are_rules(&effects)
    {
        return p.fail("what rules say of that turn");
    }
    let _ = p.eat("if able");
    // "… becomes a copy of that creature until end of turn, except it has flying" (707.9)
    if let [Continuous::Modify { mods, .. }] = effects.as_mut_slice()
        && let [lawmage_ir::Modification::CopyOf(_, but)] = mods.as_mut_slice()
        && but.is_empty()
    {
        *but = crate::grammar::modification::exceptions(p).unwrap_or_default();
    }
    // Said of what was just destroyed, that would come too late (701.15): a rider of the destroying, if anything.
    if duration == Duration::Forever
        && effects.iter().any(|e| matches!(e, Continuous::Cant(lawmage_ir::Prohibition::Regenerate(_))))
    {
        return p.fail("how long it can't be regenerated");
    }
    let of_tapped = matches!(effects.as_slice(), [Continuous::Cant(lawmage_ir::Prohibition::UntapStep(what))] if super::paying::tapped_in_arm(out, what));
    let clause = emit(p, Instruction::Effect { effects, duration });
    mention_changed(p, &clause);
    match out.last_mut().map(|clause| &mut clause.does) {
        Some(Instruction::MayPay { then, .. }) if of_tapped => then.push(clause),
        _ => out.push(clause),
    }
    Some(())
}

/// "Those creatures", after an effect on all that fit, are the ones it applies to (611.2c), whatever fits later.
pub fn mention_changed(p: &mut Parser<'_>, clause: &Clause) {
    let Instruction::Effect { effects, .. } = &clause.does else { return };
    let changed = effects.iter().find_map(|e| match e {
        Continuous::Modify { what: what @ Selector::All(_), .. } => Some(what),
        _ => None,
    });
    let Some(what) = changed else { return };
    let said = p.scope.latest(|r| matches!(&r.handle, Handle::Select(of) if **of == *what));
    mention(p, clause, said, "affected");
}
