//! What objects do and what happens to them: "~ or another creature you control dies".

use lawmage_ir::{
    Amount, Cause, Cmp, Condition, CounterKind, EventPattern, Filter, Kind, Ref, Selector, Status, Test, Who, Zone,
    ZoneSet,
};

use super::subject::{Subject, and_test, either, object_of, of_one_each, or_another, subject_of};
use super::{Found, damage, zones};
use crate::grammar::noun;
use crate::lex::TokenKind;
use crate::parse::{Handle, Parser, Referent, Sort};

type Verb = fn(&mut Parser<'_>, &Subject) -> Option<Found>;

/// An event with an object as its subject: the subject, and one or more verbs joined by "or".
pub(crate) fn object_event(p: &mut Parser<'_>) -> Option<Found> {
    if let Some(found) = p.first(&[nth_counter, counters_put]) {
        return Some(found);
    }
    let first = subject_of(p)?;
    // "A creature you control or a creature spell you control becomes the target …": an event of either.
    let before = p.mark();
    let (subject, mut found) = match p.attempt(|p| either_does(p, &first)) {
        Some(both) => both,
        None => {
            p.reset(&before);
            let found = verb(p, &first)?;
            (first, found)
        }
    };
    let mut all = vec![found.pattern.clone()];
    let mut apart = false;
    while let Some(next) = p.attempt(|p| {
        // "attacks, blocks, or becomes the target of a spell"
        if p.comma() && !p.at("or") {
            let next = verb(p, &subject)?;
            return if p.at(", or") { Some(next) } else { p.fail("a last event behind “or”") };
        }
        p.expect("or")?;
        p.attempt(|p| verb(p, &subject)).or_else(|| other_event(p))
    }) {
        if next.object.is_none() {
            found.object = None;
        }
        if next.subject.is_none() {
            apart |= found.subject.is_some() && !found.this;
            (found.subject, found.this) = (None, false);
        }
        found.number &= next.number;
        all.push(next.pattern);
    }
    if all.len() > 1 {
        found.pattern = EventPattern::Or(all);
    }
    if apart {
        in_no_one_role(p, &subject)?;
    }
    let declared = matches!(found.pattern, EventPattern::AttackDeclared { .. });
    if subject.batch && !declared {
        // 603.2c: such events at once trigger it once; "that many" is how many of them there were.
        found.number |= of_one_each(&found.pattern);
        found.pattern = EventPattern::Batch(Box::new(found.pattern));
        if subject.least > 1 {
            let least = lawmage_ir::Amount::Const(i32::try_from(subject.least).ok()?);
            found.pattern = EventPattern::Number(Box::new(found.pattern), lawmage_ir::Cmp::AtLeast, least);
        }
    }
    Some(found)
}

/// "Enchanted creature becomes tapped or is dealt damage": "it" is that creature, though one event has it as its subject, and the other
/// as its object. Of "a creature" there is no saying which it is.
fn in_no_one_role(p: &mut Parser<'_>, subject: &Subject) -> Option<()> {
    if let Test::Is(host @ Ref::Host(_)) = &subject.filter.test {
        p.scope.mention(Referent::new(Handle::Ref(host.clone()), Sort::Permanent));
        return Some(());
    }
    match p.sentence_says(&["it", "its"]) {
        true => p.fail("one event that says what “it” is"),
        false => Some(()),
    }
}

/// "~ or equipped creature attacks", "an attacking creature you control or a blocking creature an opponent controls dies".
fn either_does(p: &mut Parser<'_>, first: &Subject) -> Option<(Subject, Found)> {
    if first.batch {
        return None;
    }
    let other = or_another(p)?;
    if first.filter.kind == other.kind {
        let both = either(first, other);
        let found = verb(p, &both)?;
        return Some((both, found));
    }
    let before = p.mark();
    let one = verb(p, first)?;
    p.reset(&before);
    let other = Subject { filter: other, this: false, ..first.clone() };
    let found = super::either_of(one, verb(p, &other)?);
    Some((first.clone(), found))
}

/// "~ enters or the creature it haunts dies": what happened to which is not said later, so nothing can speak of it.
fn other_event(p: &mut Parser<'_>) -> Option<Found> {
    let other = subject_of(p).filter(|s| !s.batch)?;
    let found = verb(p, &other)?;
    Some(Found { subject: None, object: None, ..found })
}

fn verb(p: &mut Parser<'_>, subject: &Subject) -> Option<Found> {
    const VERBS: &[Verb] = &[
        enters,
        dies,
        leaves,
        put_into,
        attacks,
        super::blocks::blocks,
        damage::deals,
        damage::is_dealt,
        targeted,
        status,
        gone,
        exploits,
        super::deeds::enlists,
        super::deeds::of_its_keyword,
        super::deeds::championed,
        explores,
    ];
    VERBS.iter().find_map(|verb| p.attempt(|p| verb(p, subject)))
}

fn says(p: &mut Parser<'_>, singular: &'static str, plural: &'static str) -> Option<()> {
    (p.eat(singular) || p.eat(plural)).then_some(())
}

fn moves(what: Filter, from: ZoneSet, to: ZoneSet) -> EventPattern {
    EventPattern::Moves { what, from, to, cause: None, by: None }
}

/// "explores", "explores a land card" (701.40b).
fn explores(p: &mut Parser<'_>, subject: &Subject) -> Option<Found> {
    says(p, "explores", "explore")?;
    let land = p.eat_any(&["a nonland card", "a land card"]).map(|which| which == 1);
    Some(subject.found(EventPattern::Explores { what: subject.filter.clone(), land }))
}

/// "enters [tapped] [under your control] [from …]".
fn enters(p: &mut Parser<'_>, subject: &Subject) -> Option<Found> {
    // 700.15: "the battlefield" may stand behind it, or not.
    says(p, "enters", "enter")?;
    if p.eat("attached to") {
        let to = object_of(p)?;
        let what = subject.filter.clone();
        let mut found = subject.found(EventPattern::EntersAttached { what, to: to.clone() });
        found.object = Some(to);
        return Some(found);
    }
    let mut filter = subject.filter.clone();
    let mut from = ZoneSet::ANYWHERE;
    loop {
        if p.at("and under") {
            p.eat("and");
        }
        let test = if p.eat("tapped") {
            Test::Status(Status::Tapped)
        } else if p.eat("untapped") {
            Test::Status(Status::Untapped)
        } else if p.eat("under your control") {
            Test::Controlled(Who::You)
        } else if p.eat("under an opponent 's control") {
            // "…, they may tap that permanent": that opponent.
            if !subject.batch {
                p.scope.mention(Referent::player(Who::Controller(Box::new(Ref::Event(lawmage_ir::Role::Subject)))));
            }
            Test::Controlled(Who::Opponents)
        } else if p.eat("under your team 's control") {
            Test::Controlled(Who::Team)
        } else if p.eat("under enchanted player 's control") {
            let enchanted = Who::Ref(Ref::Host(Box::new(Ref::This)));
            p.scope.mention(Referent::player(enchanted.clone()));
            Test::Controlled(enchanted)
        } else if p.eat("transformed") {
            Test::Status(Status::Transformed)
        } else if p.eat("from") {
            let (zones, owner) = zones::zone(p)?;
            from = zones;
            owner.map_or(Test::Any, Test::Owned)
        } else {
            break;
        };
        filter = and_test(filter, test);
    }
    Some(subject.found(moves(filter, from, ZoneSet::BATTLEFIELD)))
}

/// "dies" (700.4), "is put into a graveyard from the battlefield" being the same.
fn dies(p: &mut Parser<'_>, subject: &Subject) -> Option<Found> {
    says(p, "dies", "die")?;
    let what = match p.eat("under your control") {
        true => and_test(subject.filter.clone(), Test::Controlled(Who::You)),
        false => subject.filter.clone(),
    };
    Some(subject.found(moves(what, ZoneSet::BATTLEFIELD, ZoneSet::of(Zone::Graveyard))))
}

/// "leaves the battlefield", "leave your graveyard".
fn leaves(p: &mut Parser<'_>, subject: &Subject) -> Option<Found> {
    says(p, "leaves", "leave")?;
    let (from, owner) = zones::zone(p)?;
    let mut filter = subject.filter.clone();
    if let Some(owner) = owner {
        filter = and_test(in_zones(filter, from), Test::Owned(owner));
    }
    let to = if p.eat("without dying") { zones::all_but(Zone::Graveyard) } else { ZoneSet::ANYWHERE };
    Some(subject.found(moves(filter, from, to)))
}

/// A filter whose objects are looked for in those zones.
fn in_zones(filter: Filter, zones: ZoneSet) -> Filter {
    let kind = match filter.kind {
        Kind::Card(_) if zones != ZoneSet::BATTLEFIELD => Kind::Card(zones),
        Kind::Permanent if zones != ZoneSet::BATTLEFIELD => Kind::Object,
        kind => kind,
    };
    Filter::new(kind, filter.test)
}

/// "is put into a graveyard from the battlefield", "are put into exile from your library", "is returned to your hand".
fn put_into(p: &mut Parser<'_>, subject: &Subject) -> Option<Found> {
    says(p, "is", "are")?;
    let graveyard = ZoneSet::of(Zone::Graveyard);
    let (to, mut owner, cause) =
        match p.eat_any(&["put into", "returned to", "exiled", "milled", "sacrificed", "destroyed", "discarded"])? {
            0 => zones::zone(p).map(|(to, owner)| (to, owner, None))?,
            1 => zones::zone(p).map(|(to, owner)| (to, owner, Some(Cause::Return)))?,
            2 => (ZoneSet::of(Zone::Exile), None, Some(Cause::Exile)),
            // 701.13c: wherever it went from there.
            3 => (ZoneSet::ANYWHERE, None, Some(Cause::Mill)),
            4 => (ZoneSet::ANYWHERE, None, Some(Cause::Sacrifice)),
            5 => (graveyard, None, Some(Cause::Destroy)),
            _ => (ZoneSet::ANYWHERE, None, Some(Cause::Discard)),
        };
    let mut from = match cause {
        Some(Cause::Sacrifice | Cause::Destroy) => ZoneSet::BATTLEFIELD,
        _ => ZoneSet::ANYWHERE,
    };
    let mut cause = cause;
    if p.eat("from") {
        let (zones, other) = zones::zone(p)?;
        from = zones;
        owner = owner.or(other);
    } else if p.eat("during its resolution") {
        (from, cause) = (ZoneSet::of(Zone::Stack), Some(Cause::Resolve));
    } else if ((to == graveyard || to == ZoneSet::of(Zone::Command)) && cause.is_none() || cause == Some(Cause::Return))
        && subject.filter.kind == Kind::Permanent
        && !subject.this
    {
        // 109.2, 603.6c: a permanent, and what an Aura enchants, is put there and returned from the battlefield.
        from = ZoneSet::BATTLEFIELD;
    }
    let mut filter = in_zones(subject.filter.clone(), from);
    if let Some(owner) = owner {
        filter = and_test(filter, Test::Owned(owner));
    }
    let moved = EventPattern::Moves { what: filter.clone(), from, to, cause, by: None };
    if cause == Some(Cause::Sacrifice) && p.eat("or destroyed") {
        let destroyed =
            EventPattern::Moves { what: filter, from, to: graveyard, cause: Some(Cause::Destroy), by: None };
        return Some(subject.found(EventPattern::Or(vec![moved, destroyed])));
    }
    Some(subject.found(moved))
}

/// "attacks [alone | a player …]", "attacks and isn't blocked", "and at least two other creatures attack".
fn attacks(p: &mut Parser<'_>, subject: &Subject) -> Option<Found> {
    let what = subject.filter.clone();
    if p.eat("and at least") {
        let others = u32::try_from(p.number()?).ok()?;
        if p.eat_any(&["other creatures attack", "other creature attack"]).is_none() {
            return attacks_with(p, subject, others);
        }
        return Some(subject.found(EventPattern::Attacks { what, whom: None, alone: false, others }));
    }
    says(p, "attacks", "attack")?;
    if p.eat("and isn't blocked") || p.eat("and aren't blocked") {
        return Some(subject.found(EventPattern::Unblocked(what)));
    }
    let alone = p.eat("alone");
    if subject.batch
        && !alone
        && let Some(found) = p.attempt(|p| super::attack::attack_players(p, subject))
    {
        return Some(found);
    }
    // It would trigger for each player attacked, not once for all of them (603.2c).
    if p.at("one or more") {
        return p.fail("a player that is attacked");
    }
    let whom = if alone { None } else { p.attempt(object_of) };
    if whom.as_ref().is_some_and(|whom| whom.kind == Kind::Player)
        && (p.eat("and isn't blocked") || p.eat("and aren't blocked"))
    {
        return super::attack::unblocked_of(p, subject, &whom?);
    }
    let mut found = subject.found(EventPattern::Attacks { what, whom: whom.clone(), alone, others: 0 });
    found.object = whom;
    Some(found)
}

/// "~ and at least one Human attack": such attackers besides it.
fn attacks_with(p: &mut Parser<'_>, subject: &Subject, others: u32) -> Option<Found> {
    let what = subject.filter.clone();
    if !what.test.is_this() {
        return p.fail("other creatures attack");
    }
    let other = p.eat("other");
    let of = crate::grammar::noun::filter(p)?;
    p.eat_any(&["attack", "attacks"])?;
    // The object itself is none of them, whether the text says "other" or not; it stands first where it does.
    let tests = [of.test, Test::Status(Status::Attacking)];
    let this = Test::not(Test::Is(Ref::This));
    let attackers =
        if other { Test::all(std::iter::once(this).chain(tests)) } else { Test::all(tests.into_iter().chain([this])) };
    let count = Amount::Count(Box::new(Selector::All(Filter::permanent(attackers))));
    let enough = Condition::Compare(count, Cmp::AtLeast, Amount::Const(i32::try_from(others).ok()?));
    let attacks = EventPattern::Attacks { what, whom: None, alone: false, others: 0 };
    Some(subject.found(EventPattern::While(Box::new(attacks), Box::new(enough))))
}

/// "becomes the target of a spell or ability an opponent controls".
fn targeted(p: &mut Parser<'_>, subject: &Subject) -> Option<Found> {
    p.eat_any(&["becomes the target of", "become the target of", "is the target of"])?;
    p.eat_any(&["a", "an"])?;
    let by = noun::filter(p)?;
    let mut found = subject.found(EventPattern::Targeted { what: subject.filter.clone(), by: by.clone() });
    found.object = Some(by);
    Some(found)
}

/// Changes of status: tapped, untapped, face up, transformed, attached.
fn status(p: &mut Parser<'_>, subject: &Subject) -> Option<Found> {
    let what = subject.filter.clone();
    let pattern = if p.eat_any(&["becomes tapped", "become tapped"]).is_some() {
        EventPattern::Tapped(what)
    } else if p.eat_any(&["becomes untapped", "become untapped"]).is_some() {
        EventPattern::Untapped(what)
    } else if p.eat_any(&["is turned face up", "are turned face up"]).is_some() {
        EventPattern::TurnedFaceUp(what)
    } else if p.eat_any(&["mutates", "mutate"]).is_some() {
        EventPattern::Mutates(what)
    } else if p.eat_any(&["becomes monstrous", "become monstrous"]).is_some() {
        // 701.31c: X is what it was for the ability that made it so.
        p.scope.x = Some(Amount::Event);
        return Some(subject.found(EventPattern::BecomesMonstrous(what)).counted());
    } else if p.eat("becomes level") {
        EventPattern::BecomesLevel(what, u32::try_from(p.number()?).ok()?)
    } else if p.eat_any(&["transforms", "transform"]).is_some() {
        // 701.28e: into a face's own name: it transformed, and this face is up.
        if p.eat("into") { super::deeds::transforms_into(p, what)? } else { EventPattern::Transforms(what) }
    } else if p.eat_any(&["is tapped for mana", "are tapped for mana"]).is_some() {
        let of = match p.eat("of the chosen color") {
            true => Some(p.scope.face.color?),
            false => None,
        };
        let mut found = subject.found(EventPattern::TappedForMana { what, by: Who::All, of });
        found.actor = true;
        return Some(found);
    } else if p.eat_any(&["phases out", "phase out"]).is_some() {
        EventPattern::PhasesOut(what)
    } else if p.eat_any(&["phases in", "phase in"]).is_some() {
        EventPattern::PhasesIn(what)
    } else if p.eat_any(&["becomes unattached from", "become unattached from"]).is_some() {
        let from = object_of(p)?;
        let mut found = subject.found(EventPattern::Unattached { what, from: from.clone() });
        found.object = Some(from);
        return Some(found);
    } else if p.eat_any(&["becomes attached to", "become attached to"]).is_some() {
        let to = object_of(p)?;
        let mut found = subject.found(EventPattern::Attached { what, to: to.clone() });
        found.object = Some(to);
        return Some(found);
    } else {
        return None;
    };
    Some(subject.found(pattern))
}

/// "is countered", "is cycled".
fn gone(p: &mut Parser<'_>, subject: &Subject) -> Option<Found> {
    if p.eat("is cast") || p.eat("are cast") {
        let cast = EventPattern::Casts { by: Who::All, what: subject.filter.clone() };
        return Some(Found { actor: true, ..subject.found(cast) });
    }
    p.eat_any(&["is countered", "are countered"])?;
    Some(subject.found(EventPattern::Countered(subject.filter.clone())))
}

/// "exploits a creature" (702.110b).
fn exploits(p: &mut Parser<'_>, subject: &Subject) -> Option<Found> {
    says(p, "exploits", "exploit")?;
    let what = object_of(p)?;
    let mut found = subject.found(EventPattern::Exploits { by: subject.filter.clone(), what: what.clone() });
    found.object = Some(what);
    Some(found)
}

/// "the third charge counter is put on ~" (122.7).
fn nth_counter(p: &mut Parser<'_>) -> Option<Found> {
    p.expect("the")?;
    let nth = crate::grammar::words::ordinal_word(p.word())?;
    p.advance();
    let kind = counter_kind(p)??;
    p.expect("is put on")?;
    let subject = subject_of(p)?;
    let on = subject.filter.clone();
    Some(subject.found(EventPattern::CountersReach { on, kind, nth }).counted())
}

/// "one or more +1/+1 counters are put on ~", "a loyalty counter is removed from ~", "the last time counter is
/// removed from ~".
fn counters_put(p: &mut Parser<'_>) -> Option<Found> {
    let last = p.eat("the last");
    let batch = !last && p.eat("one or more");
    if !last && !batch {
        p.eat_any(&["a", "an"])?;
    }
    let kind = counter_kind(p)?;
    p.eat_any(&["is", "are"])?;
    let put = matches!(p.eat_any(&["put on", "removed from", "placed on"])?, 0 | 2);
    let subject = subject_of(p)?;
    let on = if matches!(&subject.filter.test, Test::Is(Ref::This)) {
        // A card in exile has counters, too (702.62).
        let anywhere = last || p.at("while it's exiled");
        Filter::new(if anywhere { Kind::Object } else { Kind::Permanent }, subject.filter.test.clone())
    } else {
        subject.filter.clone()
    };
    let pattern = if put {
        EventPattern::CountersPut { on, kind, by: None, by_effect: false }
    } else {
        EventPattern::CountersRemoved { from: on, kind, last }
    };
    let pattern = if batch { EventPattern::Batch(Box::new(pattern)) } else { pattern };
    Some(subject.found(pattern).counted())
}

/// "+1/+1 counter", "time counters", "counter".
pub(crate) fn counter_kind(p: &mut Parser<'_>) -> Option<Option<CounterKind>> {
    if p.eat("counter") || p.eat("counters") {
        let that = p.scope.kind && p.eat("of that kind");
        return Some(that.then_some(CounterKind::That));
    }
    let token = p.peek()?;
    let mut word = token.text.to_string();
    let plain = matches!(token.kind, TokenKind::Word | TokenKind::PowerToughness);
    if !plain {
        return None;
    }
    p.advance();
    if !p.at_any(&["counter", "counters"]) {
        // "first strike counter"
        word = format!("{word} {}", p.word());
        p.advance();
    }
    p.eat_any(&["counter", "counters"])?;
    match CounterKind::from_word(&word) {
        // Of two words are only keywords (122.1b): "an additional X +1/+1 counters" names no kind so.
        CounterKind::Named(name) if name.contains(' ') => p.fail("a kind of counter"),
        kind => Some(Some(kind)),
    }
}
