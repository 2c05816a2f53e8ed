//! Events against event patterns: for triggers, history and replacement.

use std::sync::Arc;

use lawmage_ir::{CardType, CasualEvent, Cause, EventPattern, Filter, Kind, Ref, Span, Test, Who, Zone, ZoneSet};

use crate::read::context::Context;
use crate::state::State;
use crate::state::event::Event;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::last_known::Seen;
use crate::state::occurrence::Occurrence;

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
            Span::ThisStep => {
                let began = |o: &Occurrence| matches!(o.event, Event::StepBegan { .. });
                (&self.history, self.history.iter().rposition(began).unwrap_or(0))
            }
            Span::ThisCombat => (&self.history, self.combat_began()),
            Span::ThisWay => (&self.history, self.begun(context.frame)),
            Span::AtOnce => (&self.history, 0),
        };
        let batch = context.frame.and_then(|frame| frame.event.as_ref()).map(|event| event.batch);
        let at_once = move |o: &&Occurrence| span != Span::AtOnce || Some(o.batch) == batch;
        // What a filter tests stays "it" within the events it asks about: "a creature that was dealt damage this turn".
        let context = if context.it.is_some() { context.fixed() } else { *context };
        record.iter().skip(from).filter(at_once).filter(move |o| self.matches(pattern, o, &context.back_at(o.batch)))
    }

    /// Whether at least so many events of a span match a pattern.
    #[must_use]
    pub fn happened(&self, pattern: &EventPattern, span: Span, context: &Context<'_>, least: u32) -> bool {
        self.occurrences(pattern, span, context).take(least as usize).count() as u32 >= least
    }

    /// Whether an event matches a pattern. State triggers never do: they look at the state (603.8).
    #[must_use]
    pub fn matches(&self, pattern: &EventPattern, occurrence: &Occurrence, context: &Context<'_>) -> bool {
        match (pattern, &occurrence.event) {
            (EventPattern::Or(any), _) => any.iter().any(|p| self.matches(p, occurrence, context)),
            // 700.1: one happening may be one event to this, and several to others.
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
            (EventPattern::Number(..), Event::PlanarRolled { .. }) => false, // 706.7: it has no number
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
            (EventPattern::Casual(pattern), event) => self.matches_casual(pattern, event, context),
            (EventPattern::Does { by, deed, what, object }, Event::Acted(who, did, one, other)) => {
                let fits = |id: Option<ObjectId>, filter: &Option<Filter>| match filter {
                    Some(filter) => id.is_some_and(|id| self.test(id.into(), &filter.test, context)),
                    None => true,
                };
                deed == did && self.is_among(*who, by, context) && fits(*one, what) && fits(*other, object)
            }
            (
                _,
                Event::Attacked { .. }
                | Event::AttackDeclared { .. }
                | Event::Blocked { .. }
                | Event::BecameBlocked { .. }
                | Event::Unblocked { .. }
                | Event::Damage { .. }
                | Event::ExcessDamage { .. }
                | Event::Prevented { .. }
                | Event::Exerted { .. }
                | Event::Exploited { .. },
            ) => self.matches_combat(pattern, occurrence, context),
            (_, Event::Moved { .. } | Event::ControlChanged { .. }) => {
                self.matches_move(pattern, &occurrence.event, context)
            }
            (
                _,
                Event::CountersPut { .. }
                | Event::CountersRemoved { .. }
                | Event::Tapped { .. }
                | Event::Untapped { .. }
                | Event::Transformed { .. }
                | Event::Converted { .. }
                | Event::TurnedFaceUp { .. }
                | Event::Mutated { .. }
                | Event::BecameMonstrous { .. }
                | Event::LevelBecame { .. }
                | Event::Attached(..)
                | Event::Unattached { .. }
                | Event::PhasedOut { .. }
                | Event::PhasedIn { .. }
                | Event::Unlocked { .. }
                | Event::Stickered { .. }
                | Event::TappedForMana { .. },
            ) => self.matches_state_of(pattern, &occurrence.event, context),
            _ => self.matches_deed(pattern, occurrence, context),
        }
    }

    /// The same of attacks, blocks and damage.
    fn matches_combat(&self, pattern: &EventPattern, occurrence: &Occurrence, context: &Context<'_>) -> bool {
        let fits = |e: Entity, f: &Filter| self.fits(e, f, context);
        let fits_id = |id: ObjectId, f: &Filter| self.fits(id.into(), f, context);
        let among = |p: PlayerId, w: &Who| self.is_among(p, w, context);
        match (pattern, &occurrence.event) {
            (EventPattern::Exploits { by, what }, Event::Exploited { by: with, what: gone }) => {
                fits_id(*with, by) && fits_id(*gone, what)
            }
            (
                EventPattern::Damage { by, to, combat },
                Event::Damage { source, to: recipient, combat: is_combat, .. },
            ) => combat.is_none_or(|c| c == *is_combat) && fits(*recipient, to) && fits_id(*source, by),
            // 120.10
            (EventPattern::ExcessDamage { to, combat }, Event::ExcessDamage { to: whom, combat: is_combat, .. }) => {
                combat.is_none_or(|c| c == *is_combat) && fits_id(*whom, to)
            }
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
            (EventPattern::Exerts { by, what, attacking }, Event::Exerted { object, by: who, attacking: did }) => {
                (*did || !attacking) && among(*who, by) && fits_id(*object, what)
            }
            // 615.13
            (EventPattern::Prevented { by, to }, Event::Prevented { source, to: whom, .. }) => {
                fits_id(*source, by) && fits(*whom, to)
            }
            _ => false,
        }
    }

    /// The same of zone changes and changes of control.
    fn matches_move(&self, pattern: &EventPattern, event: &Event, context: &Context<'_>) -> bool {
        let among = |p: PlayerId, w: &Who| self.is_among(p, w, context);
        match (pattern, event) {
            (
                EventPattern::Moves { what, from, to, cause, by },
                Event::Moved { object, now, from: was, to: is, cause: how, by: who },
            ) => {
                comes_from(*from, *was)
                    && to.has(*is)
                    && is_so_moved(*cause, *how, *is)
                    && by.as_ref().is_none_or(|w| who.is_some_and(|p| among(p, w)))
                    && if is_the_tested(what) {
                        // What is asked about is the one it was or the one it has become (400.7).
                        let it = self.denote(&Ref::It, context);
                        [*object, *now].into_iter().any(|id| it.contains(&Entity::Object(id)))
                    } else {
                        let (subject, zone) =
                            if is_spoken_of_as_it_was(what, *from, *was, *is) { (*object, *was) } else { (*now, *is) };
                        // An object that nobody kept a picture of, or that has moved on, is seen where it was then.
                        self.seen_then(subject, context)
                            .is_some_and(|seen| self.fits_seen(&Seen { zone, ..seen }, what, context))
                    }
            }
            (
                EventPattern::TokenCreated { by, what },
                Event::Moved { now, from: Zone::Outside, to: Zone::Battlefield, by: Some(who), .. },
            ) => {
                let made = |s: Seen<'_>| s.object.is_token() && self.fits_seen(&s, what, context);
                among(*who, by) && self.seen_then(*now, context).is_some_and(made)
            }
            // 603.10d
            (EventPattern::LosesControl { by, what }, Event::ControlChanged { object, from, .. }) => {
                among(*from, by) && self.test((*object).into(), &what.test, context)
            }
            (EventPattern::GainsControl { by, what, from }, Event::ControlChanged { object, to, from: before }) => {
                among(*to, by)
                    && from.as_ref().is_none_or(|from| among(*before, from))
                    && self.test((*object).into(), &what.test, context)
            }
            (EventPattern::LosesControl { by, what }, Event::Moved { object, from: Zone::Battlefield, to, .. })
                if *to != Zone::Battlefield =>
            {
                self.seen(*object).is_some_and(|s| among(s.controller, by))
                    && self.test((*object).into(), &what.test, context)
            }
            _ => false,
        }
    }

    /// The same of what becomes of objects where they are, and of counters.
    fn matches_state_of(&self, pattern: &EventPattern, event: &Event, context: &Context<'_>) -> bool {
        let fits = |e: Entity, f: &Filter| self.fits(e, f, context);
        let fits_id = |id: ObjectId, f: &Filter| self.fits(id.into(), f, context);
        let among = |p: PlayerId, w: &Who| self.is_among(p, w, context);
        match (pattern, event) {
            // 122.7
            (
                EventPattern::CountersReach { on, kind, nth },
                Event::CountersPut { on: what, kind: put, amount, now, .. },
            ) => kind == put && now >= nth && now.saturating_sub(*amount) < *nth && fits(*what, on),
            (
                EventPattern::CountersPut { on, kind, by, by_effect },
                Event::CountersPut { on: what, kind: k, by: who, effect, .. },
            ) => {
                (!by_effect || *effect)
                    && kind.as_ref().is_none_or(|want| want == k)
                    && by.as_ref().is_none_or(|w| who.is_some_and(|p| among(p, w)))
                    && fits(*what, on)
            }
            (
                EventPattern::CountersRemoved { from, kind, last },
                Event::CountersRemoved { from: what, kind: k, left, .. },
            ) => kind.as_ref().is_none_or(|want| want == k) && (!last || *left == 0) && fits(*what, from),
            (EventPattern::Taps { by, what }, Event::Tapped(id, who))
            | (EventPattern::Untaps { by, what }, Event::Untapped(id, who)) => among(*who, by) && fits_id(*id, what),
            (EventPattern::Tapped(what), Event::Tapped(id, _))
            | (EventPattern::Untapped(what), Event::Untapped(id, _))
            | (EventPattern::PhasesIn(what), Event::PhasedIn(id))
            | (EventPattern::Transforms(what), Event::Transformed(id))
            | (EventPattern::TransformsInto(what), Event::Transformed(id) | Event::Converted(id)) // 701.28e
            | (EventPattern::TurnedFaceUp(what), Event::TurnedFaceUp(id))
            | (EventPattern::Mutates(what), Event::Mutated { creature: id, .. }) => fits_id(*id, what),
            (EventPattern::BecomesMonstrous(what), Event::BecameMonstrous(id, _)) => fits_id(*id, what),
            (EventPattern::Unlocks { by, what, fully }, Event::Unlocked { permanent, by: who, fully: full, .. }) => {
                among(*who, by) && (!fully || *full) && fits_id(*permanent, what)
            }
            (EventPattern::PutsSticker { by, kind, on }, Event::Stickered { object, sticker, by: who }) => {
                let at = self.stickers.get(usize::from(*sticker));
                let fits_kind = kind.is_none_or(|kind| at.is_some_and(|s| s.sticker.kind() == kind));
                fits_kind && among(*who, by) && fits_id(*object, on)
            }
            (EventPattern::BecomesLevel(what, n), Event::LevelBecame { permanent, level }) => {
                level == n && fits_id(*permanent, what)
            }
            (EventPattern::TappedForMana { what, by, of }, Event::TappedForMana { object, by: who, made }) => {
                let chosen = |n: u8| self.has_chosen_color(context.source, n, made);
                among(*who, by) && fits_id(*object, what) && of.is_none_or(chosen)
            }
            (EventPattern::Attached { what, to }, Event::Attached(id, host, _))
            | (EventPattern::EntersAttached { what, to }, Event::Attached(id, host, true)) => {
                fits_id(*id, what) && fits(*host, to)
            }
            // 603.10c: what has left since is seen as it was.
            (EventPattern::Unattached { what, from }, Event::Unattached { what: id, from: host }) => {
                self.test((*id).into(), &what.test, context) && self.test(*host, &from.test, context)
            }
            (EventPattern::PhasesOut(what), Event::PhasedOut(id)) => {
                self.test((*id).into(), &what.test, context) // 603.10b
            }
            _ => false,
        }
    }

    /// Whether there is mana of a color among this that was chosen for an object under that linked number.
    fn has_chosen_color(&self, source: ObjectId, linked: u8, made: &[u16; 6]) -> bool {
        self.colors_chosen(source, linked).any(|color| made[lawmage_ir::ManaType::Color(color).index()] > 0)
    }

    /// The same of what players do and of the turn.
    fn matches_deed(&self, pattern: &EventPattern, occurrence: &Occurrence, context: &Context<'_>) -> bool {
        let fits = |e: Entity, f: &Filter| self.fits(e, f, context);
        let fits_id = |id: ObjectId, f: &Filter| self.fits(id.into(), f, context);
        let among = |p: PlayerId, w: &Who| self.is_among(p, w, context);
        match (pattern, &occurrence.event) {
            (EventPattern::Casts { by, what }, Event::Cast { spell, by: who }) => {
                among(*who, by) && fits_id(*spell, what)
            }
            (EventPattern::Copies { by, what }, Event::Copied { copy, by: who, .. }) => {
                among(*who, by) && fits_id(*copy, what)
            }
            (EventPattern::PlaysLand { by, what, from: zones }, Event::PlayedLand { land, by: who, from }) => {
                zones.has(*from) && among(*who, by) && (what.test == Test::Any || fits_id(*land, what))
            }
            (EventPattern::Activates { by, source, .. }, Event::Activated { source: what, by: who, .. }) => {
                among(*who, by) && fits_id(*what, source) && self.is_such_activation(pattern, &occurrence.event)
            }
            (EventPattern::GainsLife(by), Event::LifeGained { player, .. })
            | (EventPattern::LosesLife(by), Event::LifeLost { player, .. })
            | (EventPattern::Shuffles(by), Event::Shuffled(player))
            | (EventPattern::Scries(by), Event::Scried(player, _))
            | (EventPattern::Surveils(by), Event::Surveiled(player)) // 701.42d
            | (EventPattern::Proliferates(by), Event::Proliferated(player))
            | (EventPattern::LosesGame(by), Event::Lost(player)) => among(*player, by),
            // "Searches their library": their own.
            (EventPattern::Searches(by), Event::Searched(player, library_of)) => {
                player == library_of && among(*player, by)
            }
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
            // 705.2
            (EventPattern::FlipsCoin { by, won }, Event::Flipped { by: who, won: did, called }) => {
                *called && won == did && among(*who, by)
            }
            // 701.40c: what has left explores as it last existed.
            (EventPattern::Explores { what, land }, Event::Explored(permanent, shown)) => {
                land.is_none_or(|land| *shown == Some(land)) && self.test((*permanent).into(), &what.test, context)
            }
            (EventPattern::Regenerates(what), Event::Regenerated(permanent, _)) => fits_id(*permanent, what), // 701.15
            (EventPattern::DayTurns, Event::DayBecame { turned, .. }) => *turned, // 728.1a
            (
                EventPattern::Attractions { by, deed, what },
                Event::Attraction { deed: done, by: who, attraction, .. },
            ) => deed == done && among(*who, by) && attraction.is_none_or(|id| fits_id(id, what)),
            // 706.1, 706.7, 901.9d: the planar die is one, too.
            (EventPattern::Rolls(by), Event::Rolled { by: who, .. } | Event::PlanarRolled { by: who, .. }) => {
                among(*who, by)
            }
            // 706.2
            (EventPattern::RollsNatural(by, wanted), Event::Rolled { by: who, sides, natural, .. }) => {
                *natural == wanted.unwrap_or(*sides) && among(*who, by)
            }
            (EventPattern::EntersRoom(n), Event::EnteredRoom { dungeon, room, .. }) => {
                n == room && *dungeon == context.source // 309.4c
            }
            (EventPattern::CompletesDungeon(who), Event::CompletedDungeon { by, .. }) => among(*by, who),
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
            (EventPattern::Cycles { by, what }, Event::Cycled { card, by: who, .. }) => {
                among(*who, by) && fits_id(*card, what)
            }
            // 603.10e: a spell that was countered is seen as it was on the stack.
            (EventPattern::Countered(what), Event::Countered { object, .. }) => fits_id(*object, what),
            (EventPattern::ProducesMana { source, by, of }, Event::ManaAdded { player, source: what, made }) => {
                let chosen = |n: u8| self.has_chosen_color(context.source, n, made);
                among(*player, by) && fits_id(*what, source) && of.is_none_or(chosen)
            }
            _ => false,
        }
    }

    /// The same of casual variants (901, 904).
    fn matches_casual(&self, pattern: &CasualEvent, event: &Event, context: &Context<'_>) -> bool {
        let among = |p: PlayerId, w: &Who| self.is_among(p, w, context);
        match (pattern, event) {
            (CasualEvent::PlaneswalksTo(who, what), Event::Planeswalked { by, plane, away: false })
            | (CasualEvent::PlaneswalksFrom(who, what), Event::Planeswalked { by, plane, away: true })
            // 312.5: to encounter it is to move it off a planar deck and turn it face up.
            | (CasualEvent::Encounters(who, what), Event::Planeswalked { by, plane, away: false })
            | (CasualEvent::SetsInMotion(who, what), Event::SetInMotion { by, scheme: plane })
            | (CasualEvent::Abandons(who, what), Event::Abandoned { by, scheme: plane }) => {
                among(*by, who) && self.test((*plane).into(), &what.test, context)
            }
            (CasualEvent::Chaos, Event::ChaosEnsued(_)) => true,
            (CasualEvent::RollsPlanarDie(who, face), Event::PlanarRolled { by, face: rolled }) => {
                among(*by, who) && face.is_none_or(|f| *rolled == Some(f))
            }
            _ => false,
        }
    }
}

/// Whether what moved is so moved as is asked: whatever is moved to exile is exiled (701.11a), if it was sacrificed or destroyed, too.
pub(crate) fn is_so_moved(asked: Option<Cause>, cause: Cause, to: Zone) -> bool {
    asked.is_none_or(|asked| asked == cause || (asked == Cause::Exile && to == Zone::Exile))
}

/// Whether a zone change begins where a pattern says; tokens, which are made outside the game, come "from anywhere".
pub(crate) fn comes_from(from: ZoneSet, was: Zone) -> bool {
    from.has(was) || (was == Zone::Outside && from == ZoneSet::ANYWHERE)
}

/// Whether a filter of an event is the object of which it is asked whether it had part in that.
fn is_the_tested(what: &Filter) -> bool {
    what.kind == Kind::Object && what.test == Test::Is(Ref::It)
}

/// Which of the two objects of a zone change a filter speaks of: the one it was, for what left the battlefield or the stack
/// (603.10a), a graveyard, or a public zone for a hand or library, and for cards named by the zone they came from; else the
/// one it is. "Put into a graveyard from anywhere" speaks of the card there (603.6c: it is no ability that looks back).
fn is_spoken_of_as_it_was(what: &Filter, stated: ZoneSet, from: Zone, to: Zone) -> bool {
    match &what.kind {
        Kind::Permanent if to == Zone::Battlefield => false,
        Kind::Permanent | Kind::Spell | Kind::Ability | Kind::OnStack | Kind::SpellOrPermanent => true,
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
}
