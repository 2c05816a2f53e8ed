//! Event phrases: what follows "when", "whenever" and "at" (603), and "would" sentences' cousins in replace.rs.
//!
//! An event mentions its roles, so that "it", "that creature", "that player" and "that much" find them.

mod attack;
pub(crate) mod blocks;
mod casts;
mod casual;
mod caused;
mod damage;
mod deeds;
mod limits;
mod object;
mod player;
mod step;
pub(crate) mod subject;
mod zones;

use lawmage_ir::{
    Amount, CasualEvent, Cmp, Condition, EventPattern, Filter, KeywordDeed, Kind, Ref, Role, Test, Who, Zone, ZoneSet,
};

use crate::grammar::condition;
use crate::grammar::noun::{sort, words_of};
use crate::grammar::reference;
use crate::parse::{Parser, Referent, Sort};

pub(crate) use casts::{cast_with_mana, none_before};
pub(crate) use caused::{causer, is_discard};
pub(crate) use damage::{AS_MUCH, as_much, damage_kind, to_its_owner};
pub(crate) use deeds::manned;
pub(crate) use limits::{but_the_first_drawn, first_drawn, total_power_of_attackers, with_total_power};
pub(crate) use object::counter_kind;
pub(crate) use subject::{Subject, and_test, object_of, player_filter, player_or, player_phrase, subject_of};
pub(crate) use zones::{all_but, cast_elsewhere, of_two_types, played, zone};

/// An event that was read, and who plays which role in it.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    /// The pattern.
    pub pattern: EventPattern,
    /// What the subject is; `None` when there is none, or when it needs no mention.
    pub subject: Option<Filter>,
    /// Whether the subject is the object itself, so that "it" is it.
    pub this: bool,
    /// Whether the subject is plural.
    pub plural: bool,
    /// What the object is.
    pub object: Option<Filter>,
    /// Whether there is an acting player to be spoken of.
    pub actor: bool,
    /// Whether there is a number to be spoken of ("that much").
    pub number: bool,
    /// Who attacks, of an attack in which no player acts: "that attacking player".
    pub attacker: Option<Who>,
}

impl Found {
    /// An event that has no roles but an actor.
    pub fn acted(pattern: EventPattern, who: &Who) -> Self {
        Self {
            pattern,
            subject: None,
            this: false,
            plural: false,
            object: None,
            actor: *who != Who::You,
            number: false,
            attacker: None,
        }
    }

    fn counted(mut self) -> Self {
        self.number = true;
        self
    }
}

/// An event phrase without its "when", "whenever" or "at"; mentions its roles.
pub fn event(p: &mut Parser<'_>) -> Option<EventPattern> {
    p.attempt(|p| {
        let mut found = one(p)?;
        mention(p, &found);
        // "~ enters and at the beginning of your upkeep", "… and whenever …": two triggers in one line.
        while let Some(next) = p.attempt(|p| {
            p.comma();
            let joined = ["and at", "or at", "and whenever", "or whenever", "and when", "or when"];
            p.eat_any(&joined)?;
            one(p)
        }) {
            mention(p, &next);
            found.pattern = join(found.pattern, next.pattern);
        }
        Some(found.pattern)
    })
}

/// "…leaves the battlefield, if it didn't die, …": without dying.
pub(crate) fn if_it_did_not_die(p: &mut Parser<'_>, mut pattern: EventPattern) -> EventPattern {
    if let EventPattern::Moves { from, to, .. } = &mut pattern
        && (*from, *to) == (ZoneSet::BATTLEFIELD, ZoneSet::ANYWHERE)
        && p.eat("if it didn't die ,")
    {
        *to = zones::all_but(Zone::Graveyard);
    }
    pattern
}

fn join(first: EventPattern, second: EventPattern) -> EventPattern {
    match first {
        EventPattern::Or(mut all) => {
            all.push(second);
            EventPattern::Or(all)
        }
        first => EventPattern::Or(vec![first, second]),
    }
}

fn one(p: &mut Parser<'_>) -> Option<Found> {
    let mut found = p.first(&[
        day_turns,
        deeds::ring,
        deeds::final_chapter,
        chaos,
        caused::caused,
        step::beginning,
        casts::nth_of_all,
        damage::prevented,
        damage::opponents_dealt,
        damage::dealt_to,
        player::player_event,
        player::is_activated,
        object::object_event,
        state,
    ])?;
    limits::limits(p, &mut found);
    // "You cast a black spell or a Swamp you control enters": either of two events, each with a subject of its own.
    while let Some(next) = p.attempt(|p| {
        p.comma();
        p.expect("or")?;
        let mut next = p.first(&[player::player_event, object::object_event, caused::caused])?;
        limits::limits(p, &mut next);
        Some(next)
    }) {
        found = either_of(found, next);
    }
    Some(found)
}

/// One of two events. Only what both have alike can be spoken of.
fn either_of(one: Found, other: Found) -> Found {
    let subject = match (one.subject, other.subject) {
        (Some(a), Some(b)) if a.kind == b.kind && one.this == other.this => {
            let test = if a.test == b.test { a.test } else { Test::Or(vec![a.test, b.test]) };
            Some(Filter::new(a.kind, test))
        }
        _ => None,
    };
    Found {
        pattern: join(one.pattern, other.pattern),
        this: one.this && other.this && subject.is_some(),
        plural: one.plural && other.plural,
        subject: subject.filter(|_| one.plural == other.plural),
        object: one.object.filter(|object| other.object.as_ref() == Some(object)),
        actor: one.actor && other.actor,
        number: one.number && other.number,
        attacker: one.attacker.filter(|who| other.attacker.as_ref() == Some(who)),
    }
}

/// "day becomes night or night becomes day" (728.1a).
fn day_turns(p: &mut Parser<'_>) -> Option<Found> {
    p.expect("day becomes night or night becomes day")?;
    Some(Found::acted(EventPattern::DayTurns, &Who::You))
}

/// A player pays or loses energy counters (107.14).
pub(crate) fn energy_lost(who: Who) -> EventPattern {
    let kind = Some(lawmage_ir::CounterKind::Energy);
    EventPattern::CountersRemoved { from: player_filter(who), kind, last: false }
}

/// "chaos ensues" (311.7).
fn chaos(p: &mut Parser<'_>) -> Option<Found> {
    p.expect("chaos ensues")?;
    Some(Found::acted(EventPattern::Casual(CasualEvent::Chaos), &Who::You))
}

/// A state trigger (603.8): "you control no Islands".
fn state(p: &mut Parser<'_>) -> Option<Found> {
    let condition = match p.attempt(|p| p.expect("a player other than ~ 's owner controls it")) {
        // Who controls it as the ability triggers controls the ability (603.3a): "that player" is you.
        Some(()) => {
            p.scope.mention(Referent::player(Who::You));
            Condition::Is(Ref::This, Test::not(Test::Owned(Who::You)))
        }
        None => condition::state(p)?,
    };
    // "When this creature's power is 7 or greater, sacrifice it."
    let this = matches!(&condition, Condition::Compare(Amount::Stat(_, Ref::This), ..));
    Some(Found {
        pattern: EventPattern::State(Box::new(condition)),
        subject: None,
        this,
        plural: false,
        object: None,
        actor: false,
        number: false,
        attacker: None,
    })
}

/// How a spell is spoken of that a player has copied.
pub(crate) const ORIGINAL: &str = "copied before";

/// Of a spell that targets only a single creature, "that creature" is that one.
fn mention_aimed(p: &mut Parser<'_>, pattern: &EventPattern) {
    let EventPattern::Casts { what, .. } = pattern else { return };
    let tests = what.test.conjuncts();
    let only = tests.iter().find_map(|test| if let Test::TargetsOnly(at) = test { Some(&**at) } else { None });
    let Some(at) = only.filter(|at| at.test != Test::Is(Ref::This)) else { return };
    let aimed = Ref::AimedAt(Box::new(Ref::Event(Role::Subject)));
    let referent = match at.kind {
        Kind::Player => Referent::player(Who::Ref(aimed)),
        _ => Referent { handle: crate::parse::Handle::Ref(aimed), ..role(Role::Subject, at) },
    };
    p.scope.mention(referent);
}

/// Tells the two creatures of a block apart, for "the blocking creature" and "the attacking creature".
fn mention_in_combat(p: &mut Parser<'_>, pattern: &EventPattern) {
    let (blocker, attacker) = match pattern {
        EventPattern::While(inner, _) => return mention_in_combat(p, inner),
        EventPattern::Blocks { whom: Some(_), .. } => (Role::Subject, Role::Object),
        EventPattern::BecomesBlocked { by: Some(_), .. } => (Role::Object, Role::Subject),
        _ => return,
    };
    let types = lawmage_ir::TypeSet::of(lawmage_ir::CardType::Creature);
    for (role, verb) in [(blocker, reference::BLOCKING), (attacker, reference::ATTACKING)] {
        let creature = Referent::event(role, Sort::Permanent);
        p.scope.mention(Referent { types, verb: Some(verb), hidden: true, ..creature });
    }
}

/// Speaks of the event's roles.
fn mention(p: &mut Parser<'_>, found: &Found) {
    mention_aimed(p, &found.pattern);
    // "Whenever you copy a spell, …": the one that was copied is only what is "also" copied.
    if let EventPattern::Copies { .. } = found.pattern {
        let original = Referent::event(Role::Object, Sort::Spell);
        p.scope.mention(Referent { verb: Some(ORIGINAL), hidden: true, ..original });
    }
    if found.actor {
        let attacks = matches!(found.pattern, EventPattern::AttackDeclared { .. });
        p.scope.mention(Referent { verb: attacks.then_some("attacked"), ..Referent::player(Who::Actor) });
    }
    if let Some(attacker) = &found.attacker {
        p.scope.mention(Referent { verb: Some("attacked"), ..Referent::player(attacker.clone()) });
    }
    // "Whenever ~ becomes the target of a spell, sacrifice it": "it" is what is targeted, the spell is "that spell". So is of an
    // activated ability "it" what the ability is of, if that is said.
    let targeted = is_targeted(&found.pattern);
    if let Some(filter) = found.object.as_ref().filter(|_| targeted) {
        // "… of a spell or ability an opponent controls, that player …"
        if says_opponent(&filter.test) {
            p.scope.mention(Referent::player(Who::Controller(Box::new(Ref::Event(Role::Object)))));
        }
        p.scope.mention(role(Role::Object, filter));
    }
    mention_in_combat(p, &found.pattern);
    if found.this {
        p.scope.mention(Referent::this());
    } else if let Some(filter) = &found.subject {
        // "Whenever a creature an opponent controls dies, that player …"
        if !found.actor && !found.plural && filter.kind != Kind::Player && says_opponent(&filter.test) {
            let whose = Who::Controller(Box::new(Ref::Event(Role::Subject)));
            p.scope.mention(Referent::player(whose));
        }
        // "Whenever a creature enters under enchanted player's control, that player …"
        let host = |test: &Test| match test {
            Test::Controlled(Who::Ref(host @ Ref::Host(_))) => Some(host.clone()),
            _ => None,
        };
        if let Some(host) = filter.test.conjuncts().iter().find_map(host).filter(|_| !found.actor) {
            p.scope.mention(Referent::player(Who::Ref(host)));
        }
        // "Whenever a card is put into an opponent's graveyard, that player …"
        if !found.actor && !found.plural && owned_by_opponent(&found.pattern) {
            p.scope.mention(Referent::player(Who::Owner(Box::new(Ref::Event(Role::Subject)))));
        }
        // "Whenever a nontoken permanent is put into a player's graveyard from the battlefield, that player …": its owner's (400.3).
        let said = p.tokens().get(..p.pos()).unwrap_or_default();
        let players = |words: &[crate::lex::Token]| {
            words.iter().map(|t| &*t.text).eq(["put", "into", "a", "player", "'s", "graveyard"])
        };
        if !found.actor && !found.plural && !found.this && said.windows(6).any(players) {
            p.scope.mention(Referent::player(Who::Owner(Box::new(Ref::Event(Role::Subject)))));
        }
        // "Whenever a permanent is returned to a player's hand, that player …": to its owner's (400.3).
        let returned = matches!(&found.pattern, EventPattern::Moves { to, cause: Some(lawmage_ir::Cause::Return), .. } if *to == ZoneSet::of(Zone::Hand));
        if returned && !found.actor && !found.plural && !found.this {
            p.scope.mention(Referent::player(Who::Owner(Box::new(Ref::Event(Role::Subject)))));
        }
        // "Whenever you attack with a creature an opponent owns, that player …"
        let owned = filter.test.conjuncts().contains(&Test::Owned(Who::Opponents));
        if owned && !found.actor && !found.plural && matches!(found.pattern, EventPattern::Attacks { .. }) {
            p.scope.mention(Referent::player(Who::Owner(Box::new(Ref::Event(Role::Subject)))));
        }
        let mut referent = role(Role::Subject, filter);
        referent.plural = found.plural;
        // What died is a card in a graveyard now.
        if let EventPattern::Moves { to, .. } = &found.pattern
            && *to == ZoneSet::of(Zone::Graveyard)
        {
            referent.to = Some(Zone::Graveyard);
        }
        p.scope.mention(referent);
    }
    if let Some(filter) = found.object.as_ref().filter(|_| !targeted) {
        let exploited = matches!(found.pattern, EventPattern::Exploits { .. }).then_some("exploited");
        p.scope.mention(Referent { verb: exploited, ..role(Role::Object, filter) });
    }
    // "Whenever you cast a spell with one or more targets, draw that many cards." (115.9a)
    if let EventPattern::Casts { what, .. } = &found.pattern
        && what.test.conjuncts().contains(&crate::grammar::noun::with::has_targets())
    {
        let targets = Amount::TargetsOf(Ref::Event(Role::Subject));
        (p.scope.number, p.scope.number_clause) = (Some(targets), None);
    }
    // "Whenever a creature with one or more counters on it dies, exile that many cards": as many as it had (608.2h).
    if let EventPattern::Moves { what, from, .. } = &found.pattern
        && *from == ZoneSet::BATTLEFIELD
        && let Some(Test::Counters(kind, Cmp::AtLeast, Amount::Const(1))) =
            what.test.conjuncts().iter().find(|test| matches!(test, Test::Counters(..)))
    {
        let counters = Amount::Counters(kind.clone(), Ref::Event(Role::Subject));
        (p.scope.number, p.scope.number_clause) = (Some(counters), None);
    }
    if found.number {
        // Whatever numbers were spoken of before.
        (p.scope.number, p.scope.number_clause) = (Some(Amount::Event), None);
    }
}

fn is_targeted(pattern: &EventPattern) -> bool {
    match pattern {
        EventPattern::Targeted { .. } | EventPattern::Activates { .. } => true,
        EventPattern::Nth(inner, _) | EventPattern::While(inner, _) | EventPattern::Batch(inner) => is_targeted(inner),
        EventPattern::Or(all) => all.iter().all(is_targeted),
        _ => false,
    }
}

fn owned_by_opponent(pattern: &EventPattern) -> bool {
    match pattern {
        EventPattern::Moves { what, .. } => what.test.conjuncts().contains(&Test::Owned(Who::Opponents)),
        _ => false,
    }
}

fn says_opponent(test: &Test) -> bool {
    match test {
        Test::Controlled(Who::Opponents | Who::Others) => true,
        Test::And(all) => all.iter().any(says_opponent),
        _ => false,
    }
}

/// A referent for a role of the event, with the words its noun named.
pub(crate) fn role(role: Role, filter: &Filter) -> Referent {
    if let Test::Is(Ref::This) = &filter.test {
        // What is spoken of by itself stays what it is.
        return Referent { this: true, ..Referent::new(crate::parse::Handle::Ref(Ref::This), Sort::Permanent) };
    }
    if let Test::Is(Ref::Host(_)) = &filter.test
        && filter.kind != Kind::Player
    {
        // "When enchanted creature dies, return that card": the event's object, wherever it went (400.7).
        return Referent::event(role, Sort::Permanent);
    }
    let mut referent = match filter.kind {
        Kind::Player => Referent::player(Who::Ref(Ref::Event(role))),
        _ => Referent::event(role, sort(&filter.kind)),
    };
    (referent.types, referent.subtypes, referent.token) = words_of(&filter.test);
    referent
}

/// Where an ability that triggers on this event works, when not on the battlefield (113.6): on what happens to the
/// object itself elsewhere.
pub(crate) fn zones_of(pattern: &EventPattern) -> Option<ZoneSet> {
    let this = |filter: &Filter| filter.test == Test::Is(Ref::This);
    match pattern {
        EventPattern::Casts { what, .. } if is_this(&what.test) => Some(ZoneSet::of(Zone::Stack)),
        EventPattern::Cycles { what, .. } if this(what) => Some(ZoneSet::ANYWHERE),
        // 113.6k: a card is plotted in exile.
        EventPattern::Does { deed: KeywordDeed::BecomesPlotted, .. } => Some(ZoneSet::of(Zone::Exile)),
        // 113.6k: what is haunted is so by a card in exile (702.55c).
        EventPattern::Moves { what, .. } if is_haunted(&what.test) => Some(ZoneSet::of(Zone::Exile)),
        // 113.6m: an Aura that moves itself out of the graveyard works on the battlefield, where what it enchants leaves it.
        EventPattern::Moves { what, from, .. }
            if *from == ZoneSet::BATTLEFIELD && matches!(what.test, Test::Is(Ref::Host(_))) =>
        {
            Some(ZoneSet::BATTLEFIELD)
        }
        EventPattern::Moves { what, from, to, .. }
            if is_this(&what.test) && *from != ZoneSet::BATTLEFIELD && *to != ZoneSet::BATTLEFIELD =>
        {
            Some(ZoneSet::ANYWHERE)
        }
        // "… while it's exiled" (113.6b)
        EventPattern::While(_, condition) if let Condition::InZone(Ref::This, zones) = &**condition => Some(*zones),
        EventPattern::While(inner, _) | EventPattern::Nth(inner, _) | EventPattern::Batch(inner) => zones_of(inner),
        // 113.6k: "When ~ dies or when you discard it": each works where it can happen.
        EventPattern::Or(any) => any.iter().any(|one| zones_of(one).is_some()).then(|| {
            any.iter().map(|one| zones_of(one).unwrap_or(ZoneSet::BATTLEFIELD)).fold(ZoneSet::default(), ZoneSet::union)
        }),
        _ => None,
    }
}

/// Whether it is that the object itself is cast.
pub(crate) fn is_own_cast(pattern: &EventPattern) -> bool {
    matches!(pattern, EventPattern::Casts { what, .. } if is_this(&what.test))
}

/// Whether it is that the object itself enters the battlefield or leaves it.
pub(crate) fn of_its_own_coming_or_going(pattern: &EventPattern) -> bool {
    match pattern {
        EventPattern::Moves { what, from, to, .. } => {
            is_this(&what.test) && (*from == ZoneSet::BATTLEFIELD || *to == ZoneSet::BATTLEFIELD)
        }
        EventPattern::Or(any) => any.iter().all(of_its_own_coming_or_going),
        EventPattern::While(inner, _) => of_its_own_coming_or_going(inner),
        _ => false,
    }
}

fn is_haunted(test: &Test) -> bool {
    match test {
        Test::Is(Ref::Linked(lawmage_ir::HAUNTED)) => true,
        Test::And(all) => all.iter().any(is_haunted),
        _ => false,
    }
}

fn is_this(test: &Test) -> bool {
    match test {
        Test::Is(Ref::This) => true,
        Test::And(all) => all.iter().any(is_this),
        _ => false,
    }
}
