//! What players do: "you cast your second spell each turn", "an opponent draws a card".

use lawmage_ir::{Amount, Cause, Cmp, EventPattern, Filter, Kind, Test, Who, Zone, ZoneSet};

use super::attack::{attacked, attacks};
use super::casts::casts;
use super::casual::{attractions, casual, completes, rolls, stickers, unlocks};
use super::deeds::{acts, cast_or_cycled, kicks, taps, turns_up};
use super::limits::nth_of_a_turn;
use super::object::counter_kind;
use super::subject::{and_test, object_of, or_another, player_filter, player_phrase, subject_of};
use super::{Found, damage, zones};
use crate::grammar::noun;
use crate::grammar::words::ordinal_word;
use crate::parse::Parser;

type Verb = fn(&mut Parser<'_>, &Who) -> Option<Found>;

/// An event with a player as its subject.
pub(crate) fn player_event(p: &mut Parser<'_>) -> Option<Found> {
    let several = p.at("one or more");
    let who = if p.at("you're dealt") { Who::You } else { player_phrase(p)? };
    if let Some(found) = p.attempt(|p| targeted_too(p, &who)) {
        return Some(found);
    }
    // "One or more of your opponents are attacked": once for a declaration.
    if several && p.eat("are attacked") {
        let creature = Filter::permanent(Test::Type(lawmage_ir::CardType::Creature));
        let with = and_test(creature, Test::Attacking { whom: who, and_permanents: false });
        return Some(Found::acted(EventPattern::AttackDeclared { by: Who::All, with, least: 1 }, &Who::You));
    }
    // "When you next cast …": the waiting ability triggers once.
    p.eat("next");
    let mut found = verb(p, &who)?;
    let mut all = vec![found.pattern.clone()];
    // "an opponent scries, surveils, or searches their library"
    if let Some(more) = p.attempt(|p| {
        let mut more = Vec::new();
        while p.comma() {
            let last = p.eat("or");
            more.push(verb(p, &who)?.pattern);
            if last {
                return (more.len() > 1).then_some(more);
            }
        }
        None
    }) {
        all.extend(more);
    }
    while let Some(next) = p.attempt(|p| {
        p.comma();
        p.expect("or")?;
        verb(p, &who)
    }) {
        all.push(next.pattern);
    }
    if all.len() > 1 {
        // "Play a land or cast a spell from anywhere other than your hand": both.
        if let [EventPattern::PlaysLand { from, .. }, EventPattern::Casts { what, .. }] = all.as_mut_slice()
            && let Test::CastFrom(zones) = &what.test
            && *from == ZoneSet::ANYWHERE
        {
            *from = *zones;
        }
        found.pattern = EventPattern::Or(all);
    }
    Some(found)
}

/// "you or a permanent you control becomes the target of …"; of "you and/or at least one permanent" once for one spell or ability.
fn targeted_too(p: &mut Parser<'_>, who: &Who) -> Option<Found> {
    let once = p.eat("and/or at least one");
    let other = if once { noun::filter(p)? } else { or_another(p)? };
    if other.kind != Kind::Permanent {
        return p.fail("a permanent");
    }
    p.eat_any(&["become the target of", "becomes the target of"])?;
    p.eat_any(&["a", "an"])?;
    let by = noun::filter(p)?;
    let targeted = |what| EventPattern::Targeted { what, by: by.clone() };
    let either = EventPattern::Or(vec![targeted(player_filter(who.clone())), targeted(other)]);
    let pattern = if once { EventPattern::Batch(Box::new(either)) } else { either };
    Some(Found { object: Some(by.clone()), ..Found::acted(pattern, &Who::You) })
}

fn verb(p: &mut Parser<'_>, who: &Who) -> Option<Found> {
    const VERBS: &[Verb] = &[
        casts, plays, draws, removes, discards, mills, sacrifices, control, life, attacks, attacked, mana, taps,
        activates, cycles, library, tokens, counters, suffers, exerts, unlocks, completes, crime, expend, stickers,
        casual, acts,
    ];
    let mut all =
        VERBS.iter().chain(&[attractions as Verb, rolls, kicks, cast_or_cycled, turns_up, creates_or_sacrifices]);
    all.find_map(|verb| p.attempt(|p| verb(p, who)))
}

/// "expend 4" (700.14)
fn expend(p: &mut Parser<'_>, who: &Who) -> Option<Found> {
    either(p, "expend", "expends")?;
    let n = u32::try_from(p.number()?).ok()?;
    Some(Found::acted(EventPattern::Expends(who.clone(), n), who))
}

/// "commit a crime" (700.13): once for each spell or ability, however many targets make it one.
fn crime(p: &mut Parser<'_>, who: &Who) -> Option<Found> {
    either(p, "commit a crime", "commits a crime")?;
    Some(Found::acted(EventPattern::Batch(Box::new(EventPattern::CommitsCrime(who.clone()))), who))
}

pub(super) fn either(p: &mut Parser<'_>, base: &'static str, third: &'static str) -> Option<()> {
    (p.eat(third) || p.eat(base)).then_some(())
}

/// "your second", "their first": an ordinal, and then "each turn" after the noun.
pub(super) fn ordinal(p: &mut Parser<'_>) -> Option<u32> {
    p.attempt(|p| {
        p.eat_any(&["your", "their", "his or her", "the"])?;
        let nth = ordinal_word(p.word())?;
        p.advance();
        Some(nth)
    })
}

/// "lose control of ~" (603.10d), "gain control of ~ from another player", "gains control of a permanent from you".
fn control(p: &mut Parser<'_>, who: &Who) -> Option<Found> {
    if either(p, "gain control of", "gains control of").is_some() {
        let subject = subject_of(p)?;
        let from = if p.eat("from another player") { None } else { p.expect("from you").map(|()| Some(Who::You))? };
        let what = subject.filter.clone();
        return Some(subject.found(EventPattern::GainsControl { by: who.clone(), what, from }));
    }
    either(p, "lose control of", "loses control of")?;
    let subject = subject_of(p)?;
    Some(subject.found(EventPattern::LosesControl { by: who.clone(), what: subject.filter.clone() }))
}

/// "plays a land", "play a card", "play a card from exile".
fn plays(p: &mut Parser<'_>, who: &Who) -> Option<Found> {
    either(p, "play", "plays")?;
    let pattern = zones::played(p, who)?;
    let mut found = Found::acted(pattern, who);
    found.subject = Some(match &found.pattern {
        EventPattern::PlaysLand { what, .. } => Filter::permanent(what.test.clone()),
        _ => Filter::new(Kind::Object, Test::Any),
    });
    Some(found)
}

/// "draws a card", "draw your second card each turn".
fn draws(p: &mut Parser<'_>, who: &Who) -> Option<Found> {
    either(p, "draw", "draws")?;
    let pattern = EventPattern::draws(who.clone());
    if let Some(nth) = ordinal(p) {
        // "your first or second card each turn": either.
        let other = p.attempt(|p| {
            p.expect("or")?;
            let nth = ordinal_word(p.word())?;
            p.advance();
            Some(nth)
        });
        p.expect("card")?;
        let first = nth_of_a_turn(p, who, pattern.clone(), nth)?;
        let either = match (other, &first) {
            (None, _) => first,
            (Some(other), EventPattern::Nth(drawn, _)) if **drawn == pattern => {
                EventPattern::Or(vec![first, EventPattern::Nth(Box::new(pattern), other)])
            }
            _ => return p.fail("each turn"),
        };
        return Some(Found::acted(either, who));
    }
    let pattern = match p.eat_any(&["a card", "one or more cards"])? {
        0 => pattern,
        _ => EventPattern::Batch(Box::new(pattern)),
    };
    Some(Found::acted(pattern, who))
}

/// "discards a card", "discard one or more land cards".
fn discards(p: &mut Parser<'_>, who: &Who) -> Option<Found> {
    either(p, "discard", "discards")?;
    discarded(p, who)
}

/// What these players discard.
pub(super) fn discarded(p: &mut Parser<'_>, who: &Who) -> Option<Found> {
    moved(p, who, Cause::Discard, ZoneSet::of(Zone::Hand))
}

/// "mills a nonland card", "mill one or more creature cards" (701.13).
fn mills(p: &mut Parser<'_>, who: &Who) -> Option<Found> {
    either(p, "mill", "mills")?;
    moved(p, who, Cause::Mill, ZoneSet::of(Zone::Library))
}

/// "you create or sacrifice a token".
fn creates_or_sacrifices(p: &mut Parser<'_>, who: &Who) -> Option<Found> {
    p.eat_any(&["create or sacrifice a token", "creates or sacrifices a token"])?;
    let token = Filter::permanent(Test::Token);
    let created = EventPattern::TokenCreated { by: who.clone(), what: token.clone() };
    let sacrificed = EventPattern::Moves {
        what: token,
        from: ZoneSet::BATTLEFIELD,
        to: ZoneSet::ANYWHERE,
        cause: Some(Cause::Sacrifice),
        by: Some(who.clone()),
    };
    Some(Found::acted(EventPattern::Or(vec![created, sacrificed]), who))
}

/// "sacrifices a permanent".
fn sacrifices(p: &mut Parser<'_>, who: &Who) -> Option<Found> {
    either(p, "sacrifice", "sacrifices")?;
    moved(p, who, Cause::Sacrifice, ZoneSet::BATTLEFIELD)
}

/// What these players moved, and how.
fn moved(p: &mut Parser<'_>, who: &Who, cause: Cause, from: ZoneSet) -> Option<Found> {
    let subject = subject_of(p)?;
    let kind = match &subject.filter.kind {
        Kind::Card(_) if cause != Cause::Sacrifice => Kind::Object,
        Kind::Permanent if cause == Cause::Discard => Kind::Object,
        kind => kind.clone(),
    };
    let what = Filter::new(kind, subject.filter.test.clone());
    let to = if p.eat("into exile") { ZoneSet::of(Zone::Exile) } else { ZoneSet::ANYWHERE };
    let pattern = EventPattern::Moves { what, from, to, cause: Some(cause), by: Some(who.clone()) };
    let pattern = if subject.batch { EventPattern::Batch(Box::new(pattern)) } else { pattern };
    let mut found = subject.found(pattern).counted();
    found.actor = *who != Who::You;
    Some(found)
}

/// "gains life", "lose life", "each lose exactly 1 life".
fn life(p: &mut Parser<'_>, who: &Who) -> Option<Found> {
    if let Some(exact) = p.attempt(|p| {
        p.expect("each")?;
        let gains = p.eat_any(&["gain exactly", "lose exactly"])? == 0;
        let n = Amount::Const(p.number()?);
        p.expect("life")?;
        let each = if gains { EventPattern::GainsLife(who.clone()) } else { EventPattern::LosesLife(who.clone()) };
        Some(EventPattern::Batch(Box::new(EventPattern::Number(Box::new(each), Cmp::Equal, n))))
    }) {
        return Some(Found::acted(exact, &Who::You));
    }
    if p.eat("gain or lose life") || p.eat("gains or loses life") {
        let either = vec![EventPattern::GainsLife(who.clone()), EventPattern::LosesLife(who.clone())];
        return Some(Found::acted(EventPattern::Or(either), who).counted());
    }
    let pattern = match p.eat_any(&["gain life", "gains life", "pay life", "pays life", "lose life", "loses life"])? {
        0 | 1 => EventPattern::GainsLife(who.clone()),
        2 | 3 => EventPattern::PaysLife(who.clone()),
        _ => EventPattern::LosesLife(who.clone()),
    };
    Some(Found::acted(pattern, who).counted())
}

/// "taps a land for mana" (106.12).
pub(super) fn mana(p: &mut Parser<'_>, who: &Who) -> Option<Found> {
    either(p, "tap", "taps")?;
    let subject = subject_of(p)?;
    p.expect("for mana")?;
    let what = subject.filter.clone();
    let mut found = subject.found(EventPattern::TappedForMana { what, by: who.clone(), of: None });
    found.actor = *who != Who::You;
    Some(found)
}

/// "activates an ability [of a creature] [that isn't a mana ability]".
fn activates(p: &mut Parser<'_>, who: &Who) -> Option<Found> {
    either(p, "activate", "activates")?;
    activated(p, who, "")
}

/// "an ability of equipped creature is activated", whoever activates it.
pub(super) fn is_activated(p: &mut Parser<'_>) -> Option<Found> {
    let mut found = activated(p, &Who::All, "is activated")?;
    found.actor = false;
    found.subject.is_some().then_some(found)
}

/// "an artifact they control", of one of several players who do something: controlled by that player.
fn theirs(p: &mut Parser<'_>, who: &Who) -> Option<Filter> {
    if !who.is_group() {
        return None;
    }
    p.eat_any(&["a", "an"])?;
    let noun = crate::grammar::noun::bare(p).filter(|noun| !noun.plural && noun.filter.kind == Kind::Permanent)?;
    p.expect("they control")?;
    Some(noun.filter)
}

/// "this creature's outlast ability".
fn own_keyword(p: &mut Parser<'_>, who: &Who) -> Option<Found> {
    p.expect("~ 's")?;
    let keyword = crate::grammar::noun::word::keyword_word(p)?;
    p.expect("ability")?;
    let only = Some(lawmage_ir::ActivatedSort::Keyword(keyword));
    let source = Filter::new(Kind::Object, Test::Is(lawmage_ir::Ref::This));
    let pattern = EventPattern::Activates { by: who.clone(), source, mana_too: true, only };
    Some(Found { object: Some(Filter::new(Kind::Ability, Test::Any)), ..Found::acted(pattern, who) })
}

/// The ability and, behind it, what may be said of it.
fn activated(p: &mut Parser<'_>, who: &Who, verb: &'static str) -> Option<Found> {
    use lawmage_ir::{ActivatedSort, Keyword};
    if let Some(own) = p.attempt(|p| own_keyword(p, who)) {
        return Some(own);
    }
    // "an artifact's ability"
    let whose = p.attempt(|p| {
        p.eat_any(&["a", "an"])?;
        let noun = noun::bare(p).filter(|noun| !noun.plural && noun.filter.kind == Kind::Permanent)?;
        p.expect("'s ability").map(|()| noun.filter)
    });
    let sorts = ["an ability", "a boast ability", "an exhaust ability", "a power-up ability", "a loyalty ability"];
    let mut only = match p.eat_any(&sorts) {
        _ if whose.is_some() => None,
        Some(0) => None,
        Some(1) => Some(ActivatedSort::Keyword(Keyword::Boast)),
        Some(2) => Some(ActivatedSort::Keyword(Keyword::Exhaust)),
        Some(3) => Some(ActivatedSort::Keyword(Keyword::PowerUp)),
        Some(_) => Some(ActivatedSort::Loyalty),
        None => {
            p.expect("a ninjutsu ability")?;
            Some(ActivatedSort::Keyword(Keyword::Ninjutsu))
        }
    };
    let own = p.attempt(|p| {
        p.expect("of")?;
        theirs(p, who)
    });
    let of = match whose.as_ref().or(own.as_ref()) {
        Some(of) => Some(of.clone()),
        None if p.eat("of") => Some(object_of(p)?),
        None => None,
    };
    if !verb.is_empty() {
        p.expect(verb)?;
    }
    let targets = if of.is_none() && verb.is_empty() { p.attempt(targeting) } else { None };
    if only.is_none() {
        let with = p.eat_any(&["with {T} in its activation cost", "without {T} in its activation cost"]);
        only = with.map(|which| ActivatedSort::Tapping(which == 0));
    }
    let not_mana = ["that isn't a mana ability", "if it isn't a mana ability", ", if it isn't a mana ability"];
    let mana_too = p.eat_any(&not_mana).is_none();
    let source = of.clone().unwrap_or(Filter::new(Kind::Object, Test::Any));
    let mut pattern = EventPattern::Activates { by: who.clone(), source, mana_too, only };
    if own.is_some() {
        let source = lawmage_ir::Ref::Event(lawmage_ir::Role::Subject);
        let theirs = lawmage_ir::Condition::Is(source, Test::Controlled(Who::Actor));
        pattern = EventPattern::While(Box::new(pattern), Box::new(theirs));
    }
    if let Some(targets) = targets {
        let aims = lawmage_ir::Condition::Is(lawmage_ir::Ref::Event(lawmage_ir::Role::Object), targets);
        pattern = EventPattern::While(Box::new(pattern), Box::new(aims));
    }
    let mut found = Found::acted(pattern, who);
    found.subject = of;
    found.object = Some(Filter::new(Kind::Ability, Test::Any));
    Some(found)
}

/// "that targets a creature or player", of the ability.
fn targeting(p: &mut Parser<'_>) -> Option<Test> {
    p.expect("that targets")?;
    let what = crate::grammar::noun::after::targets(p)?;
    Some(Test::Targets(Box::new(what)))
}

/// "cycle ~", "cycle a card", "cycle or discard a card" (702.29).
fn cycles(p: &mut Parser<'_>, who: &Who) -> Option<Found> {
    let or_discard = p.eat("cycle or discard") || p.eat("cycles or discards");
    if !or_discard {
        either(p, "cycle", "cycles")?;
    }
    let subject = subject_of(p)?;
    let what = Filter::new(Kind::Object, subject.filter.test.clone());
    let cycled = EventPattern::Cycles { by: who.clone(), what: what.clone() };
    let pattern = if or_discard {
        // 702.29d: to cycle is to discard; the or is one event.
        EventPattern::Moves {
            what,
            from: ZoneSet::of(Zone::Hand),
            to: ZoneSet::ANYWHERE,
            cause: Some(Cause::Discard),
            by: Some(who.clone()),
        }
    } else {
        cycled
    };
    let mut found = subject.found(pattern);
    found.actor = *who != Who::You;
    Some(found)
}

/// "exert ~", "exert a creature" (701.39).
fn exerts(p: &mut Parser<'_>, who: &Who) -> Option<Found> {
    either(p, "exert", "exerts")?;
    let subject = subject_of(p)?;
    let attacking = p.eat("as it attacks");
    let mut found = subject.found(EventPattern::Exerts { by: who.clone(), what: subject.filter.clone(), attacking });
    found.actor = *who != Who::You;
    Some(found)
}

/// Scrying, surveilling, searching, shuffling, proliferating, flipping coins, losing the game.
fn library(p: &mut Parser<'_>, who: &Who) -> Option<Found> {
    if p.eat("scry") || p.eat("scries") {
        return Some(Found::acted(EventPattern::Scries(who.clone()), who).counted());
    }
    let pattern = if p.eat("surveil") || p.eat("surveils") {
        EventPattern::Surveils(who.clone())
    } else if p.eat("proliferate") || p.eat("proliferates") {
        EventPattern::Proliferates(who.clone())
    } else if p.eat("win a coin flip") || p.eat("wins a coin flip") {
        EventPattern::FlipsCoin { by: who.clone(), won: true }
    } else if p.eat("lose a coin flip") || p.eat("loses a coin flip") {
        EventPattern::FlipsCoin { by: who.clone(), won: false }
    } else if p.eat_any(&["search your library", "searches their library", "search their library"]).is_some() {
        EventPattern::Searches(who.clone())
    } else if p.eat_any(&["shuffle your library", "shuffles their library", "shuffles", "shuffle"]).is_some() {
        EventPattern::Shuffles(who.clone())
    } else if p.eat_any(&["lose the game", "loses the game"]).is_some() {
        EventPattern::LosesGame(who.clone())
    } else {
        return None;
    };
    Some(Found::acted(pattern, who))
}

/// "creates a token", "create one or more creature tokens".
fn tokens(p: &mut Parser<'_>, who: &Who) -> Option<Found> {
    either(p, "create", "creates")?;
    let subject = subject_of(p)?;
    let pattern = EventPattern::TokenCreated { by: who.clone(), what: subject.filter.clone() };
    let pattern = if subject.batch { EventPattern::Batch(Box::new(pattern)) } else { pattern };
    Some(subject.found(pattern))
}

/// "get one or more {E}" (107.14).
fn gets_energy(p: &mut Parser<'_>, who: &Who) -> Option<Found> {
    either(p, "get", "gets")?;
    p.expect("one or more {E}")?;
    let kind = Some(lawmage_ir::CounterKind::Energy);
    let put = EventPattern::CountersPut { on: player_filter(who.clone()), kind, by: None, by_effect: false };
    Some(Found::acted(EventPattern::Batch(Box::new(put)), who).counted())
}

/// "put one or more +1/+1 counters on a creature".
fn counters(p: &mut Parser<'_>, who: &Who) -> Option<Found> {
    if let Some(found) = p.attempt(|p| gets_energy(p, who)) {
        return Some(found);
    }
    either(p, "put", "puts")?;
    let batch = matches!(p.eat_any(&["one or more", "a", "an"])?, 0);
    let kind = counter_kind(p)?;
    p.expect("on")?;
    let subject = subject_of(p)?;
    let pattern =
        EventPattern::CountersPut { on: subject.filter.clone(), kind, by: Some(who.clone()), by_effect: false };
    let pattern = if batch { EventPattern::Batch(Box::new(pattern)) } else { pattern };
    Some(subject.found(pattern).counted())
}

/// "remove the last intervention counter from ~", "remove a time counter from this card": by what an effect of theirs does.
fn removes(p: &mut Parser<'_>, who: &Who) -> Option<Found> {
    either(p, "remove", "removes")?;
    let last = p.eat_any(&["a", "the last"])? == 1;
    let kind = counter_kind(p)?;
    p.expect("from")?;
    let subject = subject_of(p).filter(|subject| subject.this)?;
    let from = Filter::new(Kind::Object, subject.filter.test.clone());
    let removed = EventPattern::CountersRemoved { from, kind, last };
    let by = Box::new(lawmage_ir::Condition::CausedBy(who.clone()));
    Some(subject.found(EventPattern::While(Box::new(removed), by)).counted())
}

/// What happens to players: "are dealt damage", "become the target of a spell".
fn suffers(p: &mut Parser<'_>, who: &Who) -> Option<Found> {
    if p.eat_any(&["are dealt", "is dealt", "'re dealt", "you're dealt"]).is_some() {
        let to = player_filter(who.clone());
        let (pattern, by) = damage::dealt(p, &to)?;
        let mut found = Found::acted(pattern, &Who::You).counted();
        found.subject = by;
        found.object = (*who != Who::You).then_some(to);
        return Some(found);
    }
    p.eat_any(&["become the target of", "becomes the target of"])?;
    p.eat_any(&["a", "an"])?;
    let by = noun::filter(p)?;
    let pattern = EventPattern::Targeted { what: player_filter(who.clone()), by: by.clone() };
    let mut found = Found::acted(pattern, &Who::You);
    found.object = Some(by);
    Some(found)
}
