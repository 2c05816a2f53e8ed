//! Proposals as the events they would be: what of them replacement effects look at (614.1), and whom they affect (616.1).

use std::sync::Arc;

use lawmage_ir::{Cause, Condition, CounterKind, Destination, EventPattern, Kind, Replacement, Rule, Span, Test, Zone};

use crate::read::context::Context;
use crate::read::eval::{comes_from, is_so_moved};
use crate::state::State;
use crate::state::event::Event;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::last_known::Seen;
use crate::state::mana::all_of;
use crate::state::object::ObjectKind;
use crate::state::occurrence::Occurrence;
use crate::state::proposal::{Entry, KeywordAct, Proposal, WouldDo};

impl State {
    /// Whether an effect would replace a proposal: asked of the source as it is now (609.7b, 615.9).
    pub(crate) fn would_replace(
        &self,
        replacement: &Replacement,
        proposal: &Proposal,
        rule: Rule,
        context: &Context<'_>,
    ) -> bool {
        self.would_match(&replacement.event, proposal, rule, context)
            && replacement.condition.as_ref().is_none_or(|c| {
                let mut frame = context.frame.cloned().unwrap_or_default();
                frame.event = Some(Arc::new(Occurrence::new(proposal.as_event(self), rule, 0)));
                self.holds(c, &Context { frame: Some(&frame), ..*context })
            })
    }

    /// Whether a proposed event matches a pattern. An object that would enter is looked at as it would be (614.12).
    fn would_match(&self, pattern: &EventPattern, proposal: &Proposal, rule: Rule, context: &Context<'_>) -> bool {
        match (pattern, proposal) {
            (EventPattern::Or(any), _) => any.iter().any(|p| self.would_match(p, proposal, rule, context)),
            (EventPattern::Batch(inner), _) => self.would_match(inner, proposal, rule, context),
            // "The first time you would": nothing of the kind has happened this turn.
            (EventPattern::Nth(inner, 1), _) => {
                self.would_match(inner, proposal, rule, context)
                    && !self.holds(&Condition::Happened(inner.clone(), Span::ThisTurn, 1), context)
            }
            (EventPattern::While(inner, condition), _) => {
                self.would_match(inner, proposal, rule, context) && {
                    let mut frame = context.frame.cloned().unwrap_or_default();
                    frame.event = Some(Arc::new(Occurrence::new(proposal.as_event(self), rule, 0)));
                    self.holds(condition, &Context { frame: Some(&frame), ..*context })
                }
            }
            (EventPattern::Number(inner, cmp, amount), _) => {
                self.would_match(inner, proposal, rule, context)
                    && cmp.holds(proposal.as_event(self).roles().number as i32, self.amount(amount, context))
            }
            (EventPattern::Damage { by, to, combat }, Proposal::Damage { source, to: whom, combat: is_combat, .. })
                if self.is_limited() =>
            {
                combat.is_none_or(|c| c == *is_combat) && self.shields_in_range(by, to, *source, *whom, context)
            }
            (
                EventPattern::Moves { what, from, to, cause, by },
                Proposal::Move { object, to: dest, cause: how, by: who, entry },
            ) => {
                let Some(seen) = self.seen(*object) else { return false };
                comes_from(*from, seen.zone)
                    && to.has(dest.zone())
                    && is_so_moved(*cause, *how, dest.zone())
                    && by.as_ref().is_none_or(|w| who.is_some_and(|p| self.is_among(p, w, context)))
                    && self.would_be(&seen, dest, entry, what, context)
            }
            (EventPattern::Moves { what, cause: Some(Cause::Destroy), .. }, Proposal::Destroy { object, .. }) => {
                self.fits((*object).into(), what, context)
            }
            (EventPattern::Moves { to, cause: Some(Cause::Draw), by, .. }, Proposal::Draw { player }) => {
                to.has(Zone::Hand) && by.as_ref().is_none_or(|w| self.is_among(*player, w, context))
            }
            (EventPattern::TokenCreated { by, what }, Proposal::CreateTokens { player, chars, .. }) => {
                let token = Self::blank(ObjectKind::Token, *player, Zone::Battlefield, chars.clone());
                let id = ObjectId { slot: u32::MAX, generation: 0 };
                let seen =
                    Seen { id, object: &token, chars, controller: *player, zone: Zone::Battlefield, past_combat: None };
                self.is_among(*player, by, context) && self.fits_seen(&seen, what, context)
            }
            // 121.2a
            (EventPattern::DrawsCards { by, least }, Proposal::DrawCards { player, count }) => {
                count >= least && self.is_among(*player, by, context)
            }
            (
                EventPattern::DamageCostsLife { who, below },
                Proposal::LoseLife { player, amount, damage: Some(gained) },
            ) => {
                let total = i64::from(self.player(*player).life) + i64::from(*gained) - i64::from(*amount);
                self.is_among(*player, who, context) && total < i64::from(self.amount(below, context))
            }
            (
                EventPattern::DamageCostsLoyalty(of),
                Proposal::RemoveCounters { from: from @ Entity::Object(id), amount, damage: true, .. },
            ) => {
                let loyalty = self.get(*id).map_or(0, |o| o.counters.get(&CounterKind::Loyalty));
                *amount >= loyalty && self.fits(*from, of, context)
            }
            (EventPattern::ExtraTurnBegins(who), Proposal::BeginTurn { player, extra }) => {
                *extra && self.is_among(*player, who, context) // 500.7
            }
            (EventPattern::Copies { by, what }, Proposal::Act { player, act: KeywordAct::CopySpell, .. }) => {
                what.test == Test::Any && self.is_among(*player, by, context)
            }
            (EventPattern::Proliferates(who), Proposal::Act { player, act: KeywordAct::Proliferate, .. })
            | (EventPattern::Scries(who), Proposal::Act { player, act: KeywordAct::Scry, .. })
            | (EventPattern::Mills(who), Proposal::Act { player, act: KeywordAct::Mill, .. }) => {
                self.is_among(*player, who, context)
            }
            // 106.12b
            (EventPattern::ProducesMana { source, by, .. }, Proposal::AddMana { player, source: what, tapped, .. }) => {
                *tapped && self.is_among(*player, by, context) && self.fits((*what).into(), source, context)
            }
            (
                _,
                Proposal::Move { .. }
                | Proposal::Destroy { .. }
                | Proposal::Draw { .. }
                | Proposal::DrawCards { .. }
                | Proposal::Act { .. }
                | Proposal::CreateTokens { .. },
            ) => false,
            _ => self.matches(pattern, &Occurrence::new(proposal.as_event(self), rule, u32::MAX), context),
        }
    }

    fn would_be(
        &self,
        seen: &Seen<'_>,
        to: &Destination,
        entry: &Entry,
        what: &lawmage_ir::Filter,
        context: &Context<'_>,
    ) -> bool {
        if what.test == Test::Is(lawmage_ir::Ref::This) {
            return seen.id == context.source;
        }
        let entering = to.zone() == Zone::Battlefield && matches!(what.kind, Kind::Permanent);
        let landing = matches!(&what.kind, Kind::Card(zones) if zones.has(to.zone()) && !zones.has(seen.zone));
        if entering {
            let chars = entry.would_be.as_deref().or(entry.copy.as_deref()).unwrap_or(seen.chars);
            let controller = entry.controller.unwrap_or(seen.controller);
            let seen = Seen { chars, controller, zone: Zone::Battlefield, ..*seen };
            return self.fits_seen(&seen, what, context);
        }
        if landing {
            return self.fits_seen(&Seen { zone: to.zone(), ..*seen }, what, context);
        }
        self.fits_seen(seen, what, context)
    }

    /// Whom an event affects: who chooses among replacement effects (616.1).
    pub(crate) fn affected(&self, proposal: &Proposal) -> PlayerId {
        match proposal {
            Proposal::Move { object, entry, .. } => entry.controller.unwrap_or_else(|| self.controller(*object)),
            Proposal::Destroy { object, .. } | Proposal::Tap(object, _) | Proposal::Untap(object, _) => {
                self.controller(*object)
            }
            // 701.40c
            Proposal::Explore(object) => self.seen(*object).map_or_else(|| self.controller(*object), |s| s.controller),
            Proposal::Damage { to: entity, .. }
            | Proposal::PutCounters { on: entity, .. }
            | Proposal::RemoveCounters { from: entity, .. } => match entity {
                Entity::Player(player) => *player,
                Entity::Object(id) => self.controller(*id),
            },
            Proposal::GainLife { player, .. }
            | Proposal::LoseLife { player, .. }
            | Proposal::Draw { player }
            | Proposal::DrawCards { player, .. }
            | Proposal::Act { player, .. }
            | Proposal::CreateTokens { player, .. }
            | Proposal::AddMana { player, .. }
            | Proposal::Lose { player, .. } => *player,
            Proposal::BeginStep { active, .. }
            | Proposal::BeginTurn { player: active, .. }
            | Proposal::PayLife { player: active, .. } => *active,
        }
    }
}

impl Proposal {
    /// The event it would be.
    pub(crate) fn as_event(&self, state: &State) -> Event {
        match self {
            Self::Move { object, to, cause, by, .. } => Event::Moved {
                object: *object,
                now: *object,
                from: state.get(*object).map_or(Zone::Outside, |o| o.zone),
                to: to.zone(),
                cause: *cause,
                by: *by,
            },
            Self::Destroy { object, .. } => Event::Moved {
                object: *object,
                now: *object,
                from: Zone::Battlefield,
                to: Zone::Graveyard,
                cause: Cause::Destroy,
                by: None,
            },
            Self::Damage { source, to, amount, combat, .. } => {
                Event::Damage { source: *source, to: *to, amount: *amount, combat: *combat }
            }
            Self::GainLife { player, amount } => Event::LifeGained { player: *player, amount: *amount },
            Self::LoseLife { player, amount, .. } => Event::LifeLost { player: *player, amount: *amount },
            Self::PutCounters { on, kind, amount, by, effect } => {
                let (on, kind) = (*on, kind.clone());
                Event::CountersPut { on, kind, amount: *amount, now: 0, by: *by, effect: *effect }
            }
            Self::RemoveCounters { from, kind, amount, .. } => {
                Event::CountersRemoved { from: *from, kind: kind.clone(), amount: *amount, left: 0 }
            }
            Self::Draw { player } => {
                let top = state.player(*player).library.first().copied();
                let object = top.unwrap_or(ObjectId { slot: 0, generation: u32::MAX });
                let (from, to, cause, by) = (Zone::Library, Zone::Hand, Cause::Draw, Some(*player));
                Event::Moved { object, now: object, from, to, cause, by }
            }
            // Which cards is not known yet, and the tokens don't exist; what counts is who and how many.
            Self::DrawCards { player, count } => Event::WouldDo(*player, WouldDo::Draw, *count),
            Self::Act { player, act, number } => Event::WouldDo(*player, WouldDo::Act(*act), *number),
            Self::CreateTokens { player, count, .. } => Event::WouldDo(*player, WouldDo::Create, *count),
            Self::Explore(id) => Event::Explored(*id, None),
            Self::Tap(id, by) => Event::Tapped(*id, *by),
            Self::Untap(id, by) => Event::Untapped(*id, *by),
            Self::AddMana { player, source, mana, .. } => {
                Event::ManaAdded { player: *player, source: *source, made: *mana }
            }
            Self::Lose { player, .. } => Event::Lost(*player),
            Self::BeginStep { step, active } => Event::StepBegan { step: *step, active: *active },
            Self::PayLife { player, amount } => Event::LifePaid { player: *player, amount: *amount },
            Self::BeginTurn { player, .. } => Event::TurnBegan { player: *player, number: state.turn.number + 1 },
        }
    }

    /// The life that a player gains in the event in which damage makes them lose life (120.4c).
    pub(super) const fn gained(&self) -> u32 {
        match self {
            Self::LoseLife { damage: Some(gained), .. } => *gained,
            _ => 0,
        }
    }

    /// The same with mana of that type alone (106.12b).
    pub(super) fn with_mana_of(self, kind: lawmage_ir::ManaType, one: bool) -> Self {
        match self {
            Self::AddMana { player, source, mana, rider, tapped } => {
                Self::AddMana { player, source, mana: all_of(mana, kind, one), rider, tapped }
            }
            other => other,
        }
    }

    /// The same with another number; what has none stays as it is.
    pub(super) fn with_number(self, n: u32) -> Self {
        match self {
            Self::Damage { source, to, combat, unpreventable, .. } => {
                Self::Damage { source, to, amount: n, combat, unpreventable }
            }
            Self::GainLife { player, .. } => Self::GainLife { player, amount: n },
            Self::LoseLife { player, damage, .. } => Self::LoseLife { player, amount: n, damage },
            Self::DrawCards { player, .. } => Self::DrawCards { player, count: n },
            Self::Act { player, act, .. } => Self::Act { player, act, number: n },
            Self::PutCounters { on, kind, by, effect, .. } => Self::PutCounters { on, kind, amount: n, by, effect },
            Self::RemoveCounters { from, kind, damage, .. } => Self::RemoveCounters { from, kind, amount: n, damage },
            Self::CreateTokens { player, chars, entry, .. } => Self::CreateTokens { player, chars, count: n, entry },
            // 106.6a: more of each type, with the same rider.
            Self::AddMana { player, source, mana, rider, tapped } => {
                let total: u32 = mana.iter().map(|m| u32::from(*m)).sum();
                let times = u16::try_from(n.checked_div(total).unwrap_or(1)).unwrap_or(u16::MAX);
                Self::AddMana { player, source, mana: mana.map(|m| m.saturating_mul(times)), rider, tapped }
            }
            other => other,
        }
    }
}
