//! Events against event patterns: for triggers, history and replacement.

use std::sync::Arc;

use lawmage_ir::{CardType, CasualEvent, EventPattern, Filter, Kind, Span, Test, Who, Zone, ZoneSet};

use crate::read::context::Context;
use crate::state::State;
use crate::state::event::{Event, Occurrence};
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::last_known::Seen;

/// Who has which part in an event (see [`lawmage_ir::EventPattern`]).
#[derive(Clone, Copy, Debug, Default)]
pub struct Roles {
    /// [`lawmage_ir::Role::Subject`].
    pub subject: Option<Entity>,
    /// [`lawmage_ir::Role::Object`].
    pub object: Option<Entity>,
    /// [`Who::Actor`].
    pub actor: Option<PlayerId>,
    /// The event's number.
    pub number: u32,
}

impl Roles {
    fn of(subject: impl Into<Entity>) -> Self {
        Self { subject: Some(subject.into()), number: 1, ..Self::default() }
    }

    const fn by(self, player: PlayerId) -> Self {
        Self { actor: Some(player), ..self }
    }

    fn with(self, object: impl Into<Entity>) -> Self {
        Self { object: Some(object.into()), ..self }
    }

    const fn numbered(self, number: u32) -> Self {
        Self { number, ..self }
    }
}

impl Event {
    /// Who has which part in it.
    #[must_use]
    pub fn roles(&self) -> Roles {
        match self {
            // 603.6, 603.10: what left the battlefield is spoken of as it last existed; what enters it, and all else, as it
            // is now.
            Self::Moved { object, now, from, to, by, .. } => {
                let past = matches!(from, Zone::Battlefield | Zone::Stack) && *to != Zone::Battlefield;
                let subject = if past { *object } else { *now };
                let roles = Roles::of(subject);
                by.map_or(roles, |p| roles.by(p))
            }
            Self::Damage { source, to, amount, .. } | Self::Prevented { source, to, amount } => {
                Roles::of(*source).with(*to).numbered(*amount)
            }
            Self::ExcessDamage { to, amount, .. } => Roles::of(*to).numbered(*amount),
            Self::Attacked { attacker, defender, .. } => Roles::of(*attacker).with(*defender),
            Self::AttackDeclared { by, count } => Roles { actor: Some(*by), number: *count, ..Roles::default() },
            Self::Blocked { blocker, attacker, .. } => Roles::of(*blocker).with(*attacker),
            Self::BecameBlocked { attacker, by, .. } => {
                let roles = Roles::of(*attacker);
                by.map_or(roles, |b| roles.with(b))
            }
            Self::Unblocked { attacker } => Roles::of(*attacker),
            Self::Cast { spell, by } => Roles::of(*spell).by(*by),
            Self::Copied { copy, by } => Roles::of(*copy).by(*by),
            Self::PlayedLand { land, by } => Roles::of(*land).by(*by),
            Self::Activated { source, by, item, .. } => {
                let roles = Roles::of(*source).by(*by);
                item.map_or(roles, |ability| roles.with(ability))
            }
            Self::Triggered { source, by, ability } => Roles::of(*source).by(*by).with(*ability),
            Self::Resolved { object, .. } => Roles::of(*object),
            Self::LifeGained { player, amount } | Self::LifeLost { player, amount } => {
                Roles::of(*player).by(*player).numbered(*amount)
            }
            Self::CountersPut { on, amount, by, .. } => {
                let roles = Roles::of(*on).numbered(*amount);
                by.map_or(roles, |p| roles.by(p))
            }
            Self::CountersRemoved { from, amount, .. } => Roles::of(*from).numbered(*amount),
            Self::Tapped(id)
            | Self::Untapped(id)
            | Self::Transformed(id)
            | Self::TurnedFaceUp(id)
            | Self::TurnedFaceDown(id)
            | Self::TurnedUpsideDown(id)
            | Self::BecameMonstrous(id)
            | Self::PhasedOut(id)
            | Self::PhasedIn(id)
            | Self::Regenerated(id) => Roles::of(*id),
            Self::Mutated { creature, spell } => Roles::of(*creature).with(*spell),
            Self::Paired(one, other) => Roles::of(*one).with(*other),
            Self::Unlocked { permanent, by, .. } | Self::Locked { permanent, by, .. } => Roles::of(*permanent).by(*by),
            Self::EnteredRoom { dungeon, by, .. } | Self::CompletedDungeon { dungeon, by } => {
                Roles::of(*dungeon).by(*by)
            }
            Self::LevelBecame { permanent, level } => Roles::of(*permanent).numbered(*level),
            Self::TappedForMana { object, by, .. } => Roles::of(*object).by(*by),
            Self::ManaAdded { player, source, made } => {
                Roles::of(*source).by(*player).numbered(made.iter().map(|n| u32::from(*n)).sum())
            }
            Self::Targeted { target, by } => Roles::of(*target).with(*by),
            Self::TurnBegan { player, number } => Roles::of(*player).by(*player).numbered(*number),
            Self::StepBegan { active, .. } => Roles::of(*active).by(*active),
            Self::Shuffled(p)
            | Self::Searched(p)
            | Self::Scried(p)
            | Self::Initiative(p)
            | Self::Monarch(p)
            | Self::Lost(p)
            | Self::Won(p) => Roles::of(*p).by(*p),
            Self::Cycled { card, by } => Roles::of(*card).by(*by),
            Self::Attraction { by, attraction, result, .. } => {
                let roles = attraction.map_or_else(|| Roles::of(*by), Roles::of);
                roles.by(*by).numbered(*result)
            }
            Self::Stickered { object, by, .. } => Roles::of(*object).by(*by),
            Self::Exerted { object, by } => Roles::of(*object).by(*by),
            Self::Attached { what, to } => Roles::of(*what).with(*to),
            Self::Unattached { what, from } => Roles::of(*what).with(*from),
            Self::Exploited { by, what } => Roles::of(*by).with(*what),
            Self::Countered { object, by } => Roles::of(*object).with(*by),
            Self::ControlChanged { object, to, .. } => Roles::of(*object).by(*to),
            Self::Revealed { by, .. }
            | Self::LookedAt { by, .. }
            | Self::Flipped { by, .. }
            | Self::Mulliganed { player: by, .. } => Roles::of(*by).by(*by),
            Self::LifePaid { player, amount } => Roles::of(*player).by(*player).numbered(*amount),
            Self::RevealedDrawn { card, by, .. } => Roles::of(*card).by(*by),
            Self::Rolled { by, result } => Roles::of(*by).by(*by).numbered(*result),
            Self::ChoseValue { source, by } => Roles::of(*source).by(*by),
            Self::Replaced { source } => Roles::of(*source),
            Self::Drawn | Self::DayBecame { .. } => Roles::default(),
            Self::Planeswalked { by, plane: id, .. }
            | Self::SetInMotion { by, scheme: id }
            | Self::Abandoned { by, scheme: id } => Roles::of(*id).by(*by),
            Self::ChaosEnsued { by } | Self::PlanarRolled { by, .. } => Roles::of(*by).by(*by),
        }
    }
}

impl Occurrence {
    /// The event's number; for a batch, the sum.
    #[must_use]
    pub fn number(&self) -> u32 {
        if self.subjects.is_empty() { self.event.roles().number } else { self.sum }
    }
}

impl State {
    /// The events of a span that match a pattern, oldest first.
    pub fn occurrences<'a>(
        &'a self,
        pattern: &'a EventPattern,
        span: Span,
        context: &'a Context<'a>,
    ) -> impl Iterator<Item = &'a Occurrence> {
        let (record, from) = match span {
            Span::ThisTurn => (&self.history, 0),
            Span::LastTurn => (&self.last_turn, 0),
            // Combat began with its first step's beginning.
            Span::ThisCombat => {
                let began =
                    |o: &Occurrence| matches!(o.event, Event::StepBegan { step: lawmage_ir::Step::BeginCombat, .. });
                (&self.history, self.history.iter().rposition(began).unwrap_or(0))
            }
        };
        // What a filter tests stays "it" within the events it asks about: "a creature that was dealt damage this turn".
        let context = if context.it.is_some() { context.fixed() } else { *context };
        record.iter().skip(from).filter(move |o| self.matches(pattern, o, &context))
    }

    /// Whether at least so many events of a span match a pattern.
    #[must_use]
    pub fn happened(&self, pattern: &EventPattern, span: Span, context: &Context<'_>, least: u32) -> bool {
        self.occurrences(pattern, span, context).take(least as usize).count() as u32 >= least
    }

    /// Whether an event matches a pattern. State triggers never do: they look at the state (603.8).
    #[must_use]
    pub fn matches(&self, pattern: &EventPattern, occurrence: &Occurrence, context: &Context<'_>) -> bool {
        let fits = |e: Entity, f: &Filter| self.fits(e, f, context);
        let fits_id = |id: ObjectId, f: &Filter| self.fits(id.into(), f, context);
        let among = |p: PlayerId, w: &Who| self.is_among(p, w, context);
        match (pattern, &occurrence.event) {
            (EventPattern::Or(any), _) => any.iter().any(|p| self.matches(p, occurrence, context)),
            (EventPattern::Batch(inner), _) => self.matches(inner, occurrence, context),
            (EventPattern::While(inner, condition), _) => {
                self.matches(inner, occurrence, context) && {
                    let mut frame = context.frame.cloned().unwrap_or_default();
                    frame.event = Some(Arc::new(occurrence.clone()));
                    self.holds(condition, &Context { frame: Some(&frame), ..*context })
                }
            }
            (EventPattern::Before(inner), _) => {
                let before = context.frame.and_then(|f| f.event.as_ref()).is_none_or(|e| occurrence.batch < e.batch);
                before && self.matches(inner, occurrence, context)
            }
            (EventPattern::Exploits { by, what }, Event::Exploited { by: with, what: gone }) => {
                fits_id(*with, by) && fits_id(*gone, what)
            }
            (EventPattern::Number(inner, cmp, amount), event) => {
                self.matches(inner, occurrence, context) && {
                    let number = match &**inner {
                        EventPattern::Batch(each) => self.sum_at_once(each, occurrence, context),
                        _ => event.roles().number,
                    };
                    cmp.holds(number as i32, self.amount(amount, context))
                }
            }
            (EventPattern::Nth(inner, n), event) => {
                self.matches(inner, occurrence, context) && {
                    let actor = event.roles().actor;
                    let alike = |o: &&Occurrence| o.event.roles().actor == actor && self.matches(inner, o, context);
                    self.is_nth(occurrence, *n as usize, matches!(**inner, EventPattern::Batch(_)), &alike)
                }
            }
            (
                EventPattern::Moves { what, from, to, cause, by },
                Event::Moved { object, now, from: was, to: is, cause: how, by: who },
            ) => {
                comes_from(*from, *was)
                    && to.has(*is)
                    && cause.is_none_or(|c| c == *how)
                    && by.as_ref().is_none_or(|w| who.is_some_and(|p| among(p, w)))
                    && {
                        let (subject, zone) =
                            if is_spoken_of_as_it_was(what, *from, *was, *is) { (*object, *was) } else { (*now, *is) };
                        // An object that nobody kept a picture of, or that has moved on, is seen where it was then.
                        self.seen(subject).is_some_and(|seen| self.fits_seen(&Seen { zone, ..seen }, what, context))
                    }
            }
            (
                EventPattern::Damage { by, to, combat },
                Event::Damage { source, to: recipient, combat: is_combat, .. },
            ) => combat.is_none_or(|c| c == *is_combat) && fits(*recipient, to) && fits_id(*source, by),
            // 120.10
            (EventPattern::ExcessDamage { to, combat }, Event::ExcessDamage { to: whom, combat: is_combat, .. }) => {
                combat.is_none_or(|c| c == *is_combat) && fits_id(*whom, to)
            }
            // 122.7
            (
                EventPattern::CountersReach { on, kind, nth },
                Event::CountersPut { on: what, kind: put, amount, now, .. },
            ) => kind == put && now >= nth && now.saturating_sub(*amount) < *nth && fits(*what, on),
            (
                EventPattern::Attacks { what, whom, alone, others },
                Event::Attacked { attacker, defender, others: beside },
            ) => {
                // 508.2a, 508.3a: as it is declared, and never as it enters attacking (508.4).
                (!alone || *beside == 0)
                    && beside >= others
                    && whom.as_ref().is_none_or(|f| fits(*defender, f))
                    && fits_id(*attacker, what)
            }
            (EventPattern::AttackDeclared { by, with, least }, Event::AttackDeclared { by: who, count }) => {
                // 508.6: who attacked, with what, is told by the declaration.
                let all = with.test == Test::Type(CardType::Creature);
                among(*who, by)
                    && count >= least
                    && (all
                        || self
                            .declared_in(occurrence.batch)
                            .filter(|id| fits_id(*id, with))
                            .take(*least as usize)
                            .count()
                            == *least as usize)
            }
            (EventPattern::Blocks { what, whom }, Event::Blocked { blocker, attacker, first }) => {
                fits_id(*blocker, what) && whom.as_ref().map_or(*first, |f| fits_id(*attacker, f))
            }
            (EventPattern::BecomesBlocked { what, by }, Event::BecameBlocked { attacker, by: blocker, first }) => {
                // 509.3f: as both are when it becomes blocked.
                fits_id(*attacker, what) && by.as_ref().map_or(*first, |f| blocker.is_some_and(|b| fits_id(b, f)))
            }
            // 508.3f: in the declare blockers step.
            (EventPattern::Unblocked(what), Event::Unblocked { attacker }) => fits_id(*attacker, what),
            (EventPattern::Casts { by, what }, Event::Cast { spell, by: who }) => {
                among(*who, by) && fits_id(*spell, what)
            }
            (EventPattern::Copies { by, what }, Event::Copied { copy, by: who }) => {
                among(*who, by) && fits_id(*copy, what)
            }
            (EventPattern::PlaysLand { by }, Event::PlayedLand { by: who, .. }) => among(*who, by),
            (
                EventPattern::Activates { by, source, mana_too },
                Event::Activated { source: what, by: who, mana, .. },
            ) => (!mana || *mana_too) && among(*who, by) && fits_id(*what, source),
            (EventPattern::GainsLife(by), Event::LifeGained { player, .. })
            | (EventPattern::LosesLife(by), Event::LifeLost { player, .. })
            | (EventPattern::Shuffles(by), Event::Shuffled(player))
            | (EventPattern::Searches(by), Event::Searched(player))
            | (EventPattern::Scries(by), Event::Scried(player))
            | (EventPattern::LosesGame(by), Event::Lost(player)) => among(*player, by),
            (EventPattern::CountersPut { on, kind, by }, Event::CountersPut { on: what, kind: k, by: who, .. }) => {
                kind.as_ref().is_none_or(|want| want == k)
                    && by.as_ref().is_none_or(|w| who.is_some_and(|p| among(p, w)))
                    && fits(*what, on)
            }
            (
                EventPattern::CountersRemoved { from, kind, last },
                Event::CountersRemoved { from: what, kind: k, left, .. },
            ) => kind.as_ref().is_none_or(|want| want == k) && (!last || *left == 0) && fits(*what, from),
            (EventPattern::Tapped(what), Event::Tapped(id))
            | (EventPattern::Untapped(what), Event::Untapped(id))
            | (EventPattern::Transforms(what), Event::Transformed(id))
            | (EventPattern::TurnedFaceUp(what), Event::TurnedFaceUp(id))
            | (EventPattern::Mutates(what), Event::Mutated { creature: id, .. }) => fits_id(*id, what),
            (EventPattern::CommitsCrime(by), Event::Targeted { target, by: source }) => {
                let criminal = self.seen(*source).map(|s| s.controller);
                criminal.is_some_and(|p| among(p, by) && self.is_crime(p, *target))
            }
            (EventPattern::Expends(by, n), Event::Cast { spell, by: who }) => {
                // 700.14
                among(*who, by) && {
                    let after = self.expended(*who, occurrence.batch);
                    after >= *n && after - self.mana_spent_on(*spell) < *n
                }
            }
            (EventPattern::BecomesMonstrous(what), Event::BecameMonstrous(id)) => fits_id(*id, what),
            (EventPattern::DayTurns, Event::DayBecame { turned, .. }) => *turned, // 728.1a
            (EventPattern::Unlocks { by, what, fully }, Event::Unlocked { permanent, by: who, fully: full, .. }) => {
                among(*who, by) && (!fully || *full) && fits_id(*permanent, what)
            }
            (
                EventPattern::Attractions { by, deed, what },
                Event::Attraction { deed: done, by: who, attraction, .. },
            ) => deed == done && among(*who, by) && attraction.is_none_or(|id| fits_id(id, what)),
            (EventPattern::Rolls(by), Event::Rolled { by: who, .. }) => among(*who, by), // 706.1
            (EventPattern::PutsSticker { by, kind, on }, Event::Stickered { object, sticker, by: who }) => {
                let at = self.stickers.get(usize::from(*sticker));
                let fits_kind = kind.is_none_or(|kind| at.is_some_and(|s| s.sticker.kind() == kind));
                fits_kind && among(*who, by) && fits_id(*object, on)
            }
            (EventPattern::EntersRoom(n), Event::EnteredRoom { dungeon, room, .. }) => {
                n == room && *dungeon == context.source // 309.4c
            }
            (EventPattern::CompletesDungeon(who), Event::CompletedDungeon { by, .. }) => among(*by, who),
            (EventPattern::Casual(pattern), event) => match (pattern, event) {
                (CasualEvent::PlaneswalksTo(who, what), Event::Planeswalked { by, plane, away: false })
                | (CasualEvent::PlaneswalksFrom(who, what), Event::Planeswalked { by, plane, away: true })
                // 312.5: to encounter it is to move it off a planar deck and turn it face up.
                | (CasualEvent::Encounters(who, what), Event::Planeswalked { by, plane, away: false })
                | (CasualEvent::SetsInMotion(who, what), Event::SetInMotion { by, scheme: plane })
                | (CasualEvent::Abandons(who, what), Event::Abandoned { by, scheme: plane }) => {
                    among(*by, who) && self.test((*plane).into(), &what.test, context)
                }
                (CasualEvent::Chaos, Event::ChaosEnsued { .. }) => true,
                (CasualEvent::RollsPlanarDie(who, face), Event::PlanarRolled { by, face: rolled }) => {
                    among(*by, who) && face.is_none_or(|f| *rolled == Some(f))
                }
                _ => false,
            },
            (EventPattern::BecomesLevel(what, n), Event::LevelBecame { permanent, level }) => {
                level == n && fits_id(*permanent, what)
            }
            (EventPattern::TappedForMana { what, by }, Event::TappedForMana { object, by: who, .. }) => {
                among(*who, by) && fits_id(*object, what)
            }
            (EventPattern::Targeted { what, by }, Event::Targeted { target, by: spell }) => {
                fits(*target, what) && fits_id(*spell, by)
            }
            (EventPattern::Begins { step, whose }, Event::StepBegan { step: is, active }) => {
                step == is && among(*active, whose)
            }
            // 607.2h, 603.11: only what the static ability of the same object revealed.
            (EventPattern::RevealsDrawn(what), Event::RevealedDrawn { source, card, .. }) => {
                *source == context.source && fits_id(*card, what)
            }
            (EventPattern::PaysLife(who), Event::LifePaid { player, .. }) => among(*player, who),
            (EventPattern::TurnBegins(who), Event::TurnBegan { player, .. }) => among(*player, who),
            (EventPattern::Exerts { by, what }, Event::Exerted { object, by: who }) => {
                among(*who, by) && fits_id(*object, what)
            }
            (EventPattern::Cycles { by, what }, Event::Cycled { card, by: who }) => {
                among(*who, by) && fits_id(*card, what)
            }
            (EventPattern::Attached { what, to }, Event::Attached { what: id, to: host }) => {
                fits_id(*id, what) && fits(*host, to)
            }
            (
                EventPattern::TokenCreated { by, what },
                Event::Moved { now, from: Zone::Outside, to: Zone::Battlefield, by: Some(who), .. },
            ) => {
                self.get(*now).is_some_and(crate::state::object::Object::is_token)
                    && among(*who, by)
                    && fits_id(*now, what)
            }
            // 603.10c: what has left since is seen as it was.
            (EventPattern::Unattached { what, from }, Event::Unattached { what: id, from: host }) => {
                self.test((*id).into(), &what.test, context) && self.test(*host, &from.test, context)
            }
            (EventPattern::PhasesOut(what), Event::PhasedOut(id)) => {
                self.test((*id).into(), &what.test, context) // 603.10b
            }
            // 603.10d
            (EventPattern::LosesControl { by, what }, Event::ControlChanged { object, from, .. }) => {
                among(*from, by) && self.test((*object).into(), &what.test, context)
            }
            (EventPattern::LosesControl { by, what }, Event::Moved { object, from: Zone::Battlefield, to, .. })
                if *to != Zone::Battlefield =>
            {
                self.seen(*object).is_some_and(|s| among(s.controller, by))
                    && self.test((*object).into(), &what.test, context)
            }
            // 603.10e: a spell that was countered is seen as it was on the stack.
            // 615.13
            (EventPattern::Prevented { by, to }, Event::Prevented { source, to: whom, .. }) => {
                fits_id(*source, by) && fits(*whom, to)
            }
            (EventPattern::Countered(what), Event::Countered { object, .. }) => fits_id(*object, what),
            (EventPattern::ProducesMana { source, by }, Event::ManaAdded { player, source: what, .. }) => {
                among(*player, by) && fits_id(*what, source)
            }
            _ => false,
        }
    }
}

/// Whether a zone change begins where a pattern says; tokens, which are made outside the game, come "from anywhere".
pub(crate) fn comes_from(from: ZoneSet, was: Zone) -> bool {
    from.has(was) || (was == Zone::Outside && from == ZoneSet::ANYWHERE)
}

/// Which of the two objects of a zone change a filter speaks of: the one it was, for what left the battlefield or the
/// stack (603.10a), a graveyard, or a public zone for a hand or library, and for cards named by the zone they came from; else the one it is. "Put into a graveyard from
/// anywhere" speaks of the card there (603.6c: it is no ability that looks back).
fn is_spoken_of_as_it_was(what: &Filter, stated: ZoneSet, from: Zone, to: Zone) -> bool {
    match &what.kind {
        Kind::Permanent if to == Zone::Battlefield => false,
        Kind::Permanent | Kind::Spell | Kind::Ability | Kind::OnStack => true,
        Kind::Card(zones) => !zones.has(to),
        _ if stated == ZoneSet::of(Zone::Graveyard) => to != Zone::Battlefield,
        _ if from.is_public() && matches!(to, Zone::Hand | Zone::Library) => true,
        _ => from == Zone::Battlefield && !(stated == ZoneSet::ANYWHERE && to == Zone::Graveyard),
    }
}

impl State {
    /// The mana a player has spent this turn to cast spells, up to a batch of events.
    fn expended(&self, player: PlayerId, batch: u32) -> u32 {
        let cast = self.history.iter().take_while(|o| o.batch <= batch).filter_map(|o| match o.event {
            Event::Cast { spell, by } if by == player => Some(spell),
            _ => None,
        });
        cast.map(|spell| self.mana_spent_on(spell)).sum()
    }

    fn mana_spent_on(&self, spell: ObjectId) -> u32 {
        self.cast_facts(spell).map_or(0, |f| f.spent.iter().map(|n| u32::from(*n)).sum())
    }

    /// 700.13: to target an opponent, anything an opponent controls, or a card in an opponent's graveyard.
    fn is_crime(&self, player: PlayerId, target: Entity) -> bool {
        let victim = match target {
            Entity::Player(other) => Some(other),
            Entity::Object(id) => self.seen(id).and_then(|s| match s.zone {
                Zone::Battlefield | Zone::Stack => Some(s.controller),
                Zone::Graveyard => Some(s.object.owner),
                _ => None,
            }),
        };
        victim.is_some_and(|other| self.are_opponents(player, other))
    }

    /// The creatures declared as attackers in a batch of this turn or the last.
    fn declared_in(&self, batch: u32) -> impl Iterator<Item = ObjectId> + '_ {
        self.history.iter().rev().chain(self.last_turn.iter().rev()).filter_map(move |o| match o.event {
            Event::Attacked { attacker, .. } if o.batch == batch => Some(attacker),
            _ => None,
        })
    }

    /// The sum of the numbers of the events that happened at once with this one and match: "two or more creatures".
    fn sum_at_once(&self, each: &EventPattern, occurrence: &Occurrence, context: &Context<'_>) -> u32 {
        let recorded = self.history.iter().rev().take_while(|o| o.batch >= occurrence.batch);
        let at_once = recorded.filter(|o| o.batch == occurrence.batch && self.matches(each, o, context));
        let sum: u32 = at_once.map(|o| o.event.roles().number).sum();
        sum.max(occurrence.event.roles().number)
    }

    /// Whether an event is the nth of its kind this turn. Events that happen at once count as one where the pattern
    /// says "one or more" (603.2c); else the first of them is the nth.
    fn is_nth(
        &self,
        occurrence: &Occurrence,
        n: usize,
        at_once_is_one: bool,
        alike: &dyn Fn(&&Occurrence) -> bool,
    ) -> bool {
        let mut before = 0;
        let mut last = None;
        for other in self.history.iter().take_while(|o| o.batch < occurrence.batch).filter(alike) {
            if !at_once_is_one || last != Some(other.batch) {
                before += 1;
            }
            last = Some(other.batch);
        }
        if at_once_is_one {
            return before + 1 == n;
        }
        let at_once = self.history.iter().skip_while(|o| o.batch < occurrence.batch);
        let earlier = at_once.take_while(|o| o.batch == occurrence.batch && !std::ptr::eq(*o, occurrence));
        before + earlier.filter(alike).count() + 1 == n
    }
}
