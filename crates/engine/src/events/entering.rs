//! Permanents about to enter: what they would be on the battlefield (614.12), what can't be chosen meanwhile (614.13),
//! and in which order those that enter together get their timestamps (613.7m).

use std::sync::Arc;

use lawmage_ir::{Continuous, CounterKind, Destination, Entering, EventPattern, Filter, Ref, Zone, rule};

use crate::events::happen::Batch;
use crate::read::context::Context;
use crate::state::State;
use crate::state::chars::Chars;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::object::ObjectKind;
use crate::state::proposal::{Entry, Proposal};
use crate::state::stack::Frame;
use crate::table::decision::{Ask, Choice, Decision, Domain};
use crate::table::game::{Game, Res};
use crate::table::replacing::Applicable;

/// Whether a pattern speaks of something entering the battlefield.
pub(crate) fn enters(pattern: &EventPattern) -> bool {
    entering_filter(pattern).is_some()
}

/// 614.12: an object's own effect on its entering is one that speaks of that object alone, not of permanents in general.
pub(crate) fn enters_itself(pattern: &EventPattern) -> bool {
    entering_filter(pattern).is_some_and(|what| what.test.is_this())
}

fn entering_filter(pattern: &EventPattern) -> Option<&Filter> {
    match pattern {
        EventPattern::Moves { what, to, .. } => to.has(Zone::Battlefield).then_some(what),
        EventPattern::Or(any) => any.iter().find_map(entering_filter),
        EventPattern::While(inner, _) | EventPattern::Batch(inner) => entering_filter(inner),
        _ => None,
    }
}

/// Whether an effect on counters speaks of those on its own object alone.
fn on_itself(pattern: &EventPattern) -> bool {
    match pattern {
        EventPattern::CountersPut { on, .. } => on.test.is_this(),
        EventPattern::While(inner, _) | EventPattern::Batch(inner) | EventPattern::Number(inner, ..) => {
            on_itself(inner)
        }
        _ => false,
    }
}

impl Batch {
    /// 614.4, 614.12: counters are what permanents enter with; the abilities of those that enter, or of others that enter with
    /// them, change nothing about that, but for an ability that speaks of its own object alone.
    pub(crate) fn came_too_late(&self, proposal: &Proposal, candidate: &Applicable) -> bool {
        let Proposal::PutCounters { on: Entity::Object(on), .. } = proposal else { return false };
        let (new, source) = (&self.entered, candidate.source);
        let own = || source == *on && candidate.replacement().is_some_and(|r| on_itself(&r.event));
        candidate.effect.is_none() && new.contains(on) && new.contains(&source) && !own()
    }
}

impl Proposal {
    /// The object that would enter the battlefield, and how.
    pub(crate) const fn arrival(&self) -> Option<(ObjectId, &Entry)> {
        match self {
            Self::Move { object, to: Destination::Battlefield(_), entry, .. } => Some((*object, entry)),
            _ => None,
        }
    }
}

impl Entry {
    /// The copiable values that it gets as it enters and that no duration ends.
    pub(crate) const fn copy_to_stay(&self) -> Option<&Arc<Chars>> {
        match &self.passing {
            Some((_, under)) => under.as_ref(),
            None => self.copy.as_ref(),
        }
    }
}

impl State {
    /// 614.12: the characteristics of a permanent as it would exist on the battlefield: with what has already modified how
    /// it enters, its own static abilities, and the continuous effects there are. `None` when no effect looks at it.
    pub(crate) fn prospect(&mut self, object: ObjectId, entry: &Entry) -> Option<Arc<Chars>> {
        let base = self.entering_values(object, entry)?;
        let watched = base.marks.replaces
            || self.grants_replacing()
            || self.rules().replacements.iter().any(|active| match active.what() {
                Some(Continuous::Replace(replacement)) => enters(&replacement.event),
                _ => false,
            });
        if !watched {
            return None;
        }
        if !base.marks.modifies && !self.has_modifications() {
            return Some(base);
        }
        let controller = entry.controller.unwrap_or_else(|| self.controller(object));
        Some(self.rehearse(object, base, controller))
    }

    /// 707.5: has something enter as a copy of another object, with the exceptions there are (707.9), for as long as the effect
    /// says. What that is then tells what else replaces its entering, and what triggers on it.
    pub(crate) fn enter_as_copy(&self, entry: &mut Entry, of: ObjectId, how: &Entering, context: &Context<'_>) {
        let Some((_, exceptions)) = &how.copy else { return };
        let mut copied = self.with_exceptions(&self.copiable(of), exceptions, context);
        if let Some((_, but)) = how.copy_if.as_ref().filter(|(so, _)| self.holds(so, context)) {
            copied = self.with_exceptions(&copied, but, context);
        }
        let ends = how.copy_until.as_ref().and_then(|until| self.expiry(until, context));
        entry.copy_counters.clear(); // 707.9e
        // 707.9g: of an earlier copy effect nothing triggers.
        let then = |frame: &Frame| Box::new((how.copy_then.clone(), context.you, frame.clone()));
        entry.copy_then = context.frame.filter(|_| !how.copy_then.is_empty()).map(then);
        entry.passing = ends.map(|expiry| (expiry, entry.copy_to_stay().cloned()));
        entry.copy = Some(copied);
    }

    /// A counter of each kind that there is on that.
    pub(crate) fn one_of_each_kind(&self, on: &Ref, context: &Context<'_>) -> Vec<(CounterKind, u32)> {
        let objects = self.denote(on, context).into_iter().filter_map(Entity::object);
        let counters = objects.filter_map(|id| self.get(id)).flat_map(|object| object.counters.iter());
        counters.map(|(kind, _)| (kind.clone(), 1)).collect()
    }

    /// The copiable values with which an object would enter.
    pub(crate) fn entering_values(&self, id: ObjectId, entry: &Entry) -> Option<Arc<Chars>> {
        let object = self.get(id)?;
        if let Some(copy) = &entry.copy {
            return Some(copy.clone());
        }
        if let Some(by) = entry.face_down {
            return Some(by.chars()); // 708.3
        }
        if let ObjectKind::Card(card) = object.kind
            && entry.transformed
        {
            // 616.1d: its back face is the one that counts.
            return self.cards.get(usize::from(card))?.faces.get(1).cloned();
        }
        Some(self.face_up(id).clone())
    }
}

/// Cards lifted out of their zones, with their places there.
pub(crate) type Aside = Vec<(ObjectId, usize)>;

impl Game<'_> {
    /// 614.12: how something's entering is modified is worked out from what that would be on the battlefield.
    pub(crate) fn as_it_would_be(
        &mut self,
        object: ObjectId,
        would_be: Option<Arc<Chars>>,
        work: impl FnOnce(&mut Self) -> Res<()>,
    ) -> Res<()> {
        let now = self.state.chars_arc(object);
        let Some(other) = would_be.filter(|chars| !Arc::ptr_eq(chars, &now) && **chars != *now) else {
            return work(self);
        };
        let before = self.state.imagine(Some((object, other)));
        let done = work(self);
        self.state.imagine(before);
        done
    }

    /// 614.13a, 614.13c: while a choice is made for something that enters, the cards that enter can't be chosen, nor are
    /// they among the cards milled or exiled from a library.
    pub(crate) fn set_aside(&mut self) -> Aside {
        let Self { entering, state, .. } = self;
        entering.iter().filter_map(|id| state.lift(*id).map(|place| (*id, place))).collect()
    }

    /// Puts back what was set aside.
    pub(crate) fn put_back(&mut self, aside: Aside) {
        for (id, place) in aside.into_iter().rev() {
            self.state.lay(id, place);
        }
    }

    /// 613.7m: what enters at once gets its timestamps in APNAP order, each player's own in an order of that player's
    /// choice, where it can matter.
    pub(crate) fn order_arrivals(&mut self, settled: &mut [(usize, Proposal)]) -> Res<()> {
        let places: Vec<usize> = (0..settled.len()).filter(|i| settled[*i].1.arrival().is_some()).collect();
        if places.len() < 2 {
            return Ok(());
        }
        let mut sorted: Vec<usize> = Vec::with_capacity(places.len());
        for player in self.state.apnap().collect::<Vec<_>>() {
            let mine: Vec<usize> =
                places.iter().copied().filter(|i| self.arrives_under(&settled[*i].1) == Some(player)).collect();
            sorted.extend(self.order_own_arrivals(player, mine, settled)?);
        }
        if sorted.len() == places.len() && sorted != places {
            let moved: Vec<(usize, Proposal)> = sorted.iter().map(|i| settled[*i].clone()).collect();
            for (place, one) in places.into_iter().zip(moved) {
                settled[place] = one;
            }
        }
        Ok(())
    }

    fn arrives_under(&self, proposal: &Proposal) -> Option<PlayerId> {
        let (object, entry) = proposal.arrival()?;
        Some(entry.controller.unwrap_or_else(|| self.state.controller(object)))
    }

    /// Asks a player for the order of those whose static abilities change characteristics, if they differ.
    fn order_own_arrivals(
        &mut self,
        player: PlayerId,
        mine: Vec<usize>,
        settled: &[(usize, Proposal)],
    ) -> Res<Vec<usize>> {
        let values = |state: &State, i: usize| {
            let (object, entry) = settled[i].1.arrival()?;
            state.entering_values(object, entry).filter(|chars| chars.marks.modifies)
        };
        let timely: Vec<usize> = mine.iter().copied().filter(|i| values(&self.state, *i).is_some()).collect();
        if timely.windows(2).all(|two| values(&self.state, two[0]) == values(&self.state, two[1])) {
            return Ok(mine);
        }
        let objects: Vec<ObjectId> = timely.iter().filter_map(|i| settled[*i].1.arrival().map(|a| a.0)).collect();
        let domain = Domain::Order(objects.iter().copied().map(Choice::Object).collect());
        let decision =
            Decision { player, ask: Ask::OrderCards, rule: rule!("613.7m"), source: None, domain, about: None };
        let order = self.order(decision)?;
        let mut ordered = order
            .iter()
            .filter_map(|c| c.entity().and_then(Entity::object))
            .filter_map(|id| objects.iter().position(|o| *o == id).map(|at| timely[at]));
        Ok(mine.iter().map(|i| if timely.contains(i) { ordered.next().unwrap_or(*i) } else { *i }).collect())
    }
}
