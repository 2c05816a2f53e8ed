//! Events that happen at once, and which of a turn's events one is.

use lawmage_ir::{EventPattern, Kind};

use crate::read::context::Context;
use crate::state::State;
use crate::state::event::Event;
use crate::state::ids::ObjectId;
use crate::state::occurrence::Occurrence;

impl State {
    /// The creatures declared as attackers in a batch of this turn or the last.
    pub(crate) fn declared_in(&self, batch: u32) -> impl Iterator<Item = ObjectId> + '_ {
        self.history.iter().rev().chain(self.last_turn.iter().rev()).filter_map(move |o| match o.event {
            Event::Attacked { attacker, .. } if o.batch == batch => Some(attacker),
            _ => None,
        })
    }

    /// 508.3e: whether two creatures that attack at once are one event of that kind: of an attack on a player, whichever that is,
    /// only those that attack the same. What is no attack is one event.
    pub(crate) fn is_one_attack(&self, pattern: &EventPattern, a: &Event, b: &Event) -> bool {
        let (Event::Attacked { defender: x, .. }, Event::Attacked { defender: y, .. }) = (a, b) else { return true };
        match pattern {
            EventPattern::Attacks { whom: Some(whom), .. } if whom.kind == Kind::Player => {
                self.player_of(*x) == self.player_of(*y)
            }
            // "A player or planeswalker", whichever: each by itself.
            EventPattern::Attacks { whom: Some(whom), .. }
                if whom.kind == Kind::Permanent
                    || whom.kind == Kind::PlayerOrPermanent && !whom.test.is_of_players() =>
            {
                x == y
            }
            EventPattern::Batch(inner)
            | EventPattern::While(inner, _)
            | EventPattern::Nth(inner, _)
            | EventPattern::Number(inner, ..) => self.is_one_attack(inner, a, b),
            EventPattern::Or(any) => any.iter().all(|one| self.is_one_attack(one, a, b)),
            _ => true,
        }
    }

    /// The sum of the numbers of the events that happened at once with this one and match: "two or more creatures".
    pub(super) fn sum_at_once(&self, each: &EventPattern, occurrence: &Occurrence, context: &Context<'_>) -> u32 {
        let recorded = self.history.iter().rev().take_while(|o| o.batch >= occurrence.batch);
        let at_once = recorded.filter(|o| {
            o.batch == occurrence.batch
                && self.is_one_attack(each, &o.event, &occurrence.event)
                && is_one_recipient(&o.event, &occurrence.event)
                && self.matches(each, o, context)
        });
        let sum: u32 = at_once.map(|o| o.event.roles().number).sum();
        sum.max(occurrence.event.roles().number)
    }

    /// Whether an event is the nth of its kind this turn. Events that happen at once count as one where the pattern
    /// says "one or more" (603.2c); else the first of them is the nth.
    pub(super) fn is_nth(
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

/// Whether damage of two events is dealt to the same; what is no damage is.
fn is_one_recipient(a: &Event, b: &Event) -> bool {
    match (a, b) {
        (Event::Damage { to: x, .. }, Event::Damage { to: y, .. }) => x == y,
        _ => true,
    }
}
