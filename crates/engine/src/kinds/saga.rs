//! Saga cards (714).

use lawmage_ir::visit;
use lawmage_ir::{
    Ability, Amount, Condition, CounterKind, EventPattern, Keyword, KeywordDeed, TriggeredAbility, Zone, rule,
};

use crate::state::State;
use crate::state::chars::Chars;
use crate::state::event::Event;
use crate::state::ids::ObjectId;
use crate::state::stack::StackKind;
use crate::state::waiting::Pending;
use crate::table::game::Game;

/// The final chapter number (714.2d): the greatest number in a chapter symbol. A chapter ability (107.15, 107.15a-b) is a
/// triggered ability on lore counters put on this that compares a number of them (714.2b). Without chapter abilities it is 0,
/// which every number of lore counters reaches.
#[must_use]
pub fn final_chapter(chars: &Chars) -> u32 {
    let chapters = chars.abilities.iter().filter_map(|on| match &*on.ability {
        Ability::Triggered(ability) if is_on_lore(&ability.event) => greatest_chapter(ability),
        _ => None,
    });
    chapters.max().and_then(|n| u32::try_from(n).ok()).unwrap_or(0)
}

fn is_on_lore(event: &EventPattern) -> bool {
    let lore = Some(CounterKind::Lore);
    visit::any(event, |event: &EventPattern| matches!(event, EventPattern::CountersPut { kind, .. } if *kind == lore))
}

/// The greatest number with which an ability compares lore counters as it triggers.
fn greatest_chapter(ability: &TriggeredAbility) -> Option<i32> {
    let mut greatest = None;
    let mut look = |condition: &Condition| {
        if let Condition::Compare(Amount::Counters(Some(CounterKind::Lore), _), _, Amount::Const(n)) = condition {
            greatest = greatest.max(Some(*n));
        }
    };
    visit::each(&ability.event, &mut look);
    visit::each(&ability.condition, &mut look);
    greatest
}

impl Game<'_> {
    /// The final chapter ability of a Saga triggers (714.2e), that many times.
    pub(crate) fn tell_of_final_chapter(&mut self, pending: &Pending, times: usize) {
        if self.state.is_final_chapter(pending.source, &pending.ability) {
            for _ in 0..times {
                let deed = KeywordDeed::FinalChapterTriggers;
                self.record(Event::Acted(pending.controller, deed, Some(pending.source), None), rule!("714.2e"), None);
            }
        }
    }
}

impl State {
    /// 714.2e: whether an ability is its source's final chapter ability.
    pub(crate) fn is_final_chapter(&self, source: ObjectId, ability: &TriggeredAbility) -> bool {
        is_on_lore(&ability.event)
            && greatest_chapter(ability)
                .and_then(|n| u32::try_from(n).ok())
                .is_some_and(|chapter| self.seen(source).is_some_and(|saga| final_chapter(saga.chars) == chapter))
    }

    /// 714.4: whether a chapter ability of a Saga has triggered and not yet left the stack.
    pub(crate) fn has_chapter_waiting(&self, saga: ObjectId) -> bool {
        let on_stack = |id: &ObjectId| {
            let item = self.get(*id).and_then(|object| object.stack.as_deref()).filter(|item| item.source == saga);
            item.is_some_and(|i| matches!(&i.kind, StackKind::Triggered { ability, .. } if is_on_lore(&ability.event)))
        };
        self.pending.iter().any(|p| p.source == saga && is_on_lore(&p.ability.event)) || self.stack.iter().any(on_stack)
    }

    /// 702.155a: in the turn in which a Saga with read ahead entered, a chapter ability triggers only if there are exactly as many
    /// lore counters on it as its chapter symbol says.
    pub(crate) fn is_read_ahead_of(&self, pending: &Pending) -> bool {
        if self.permanent(pending.source).is_none() || !self.chars(pending.source).has(Keyword::ReadAhead) {
            return false;
        }
        let entered =
            |event: &Event| matches!(event, Event::Moved { now, to: Zone::Battlefield, .. } if *now == pending.source);
        if !self.history.iter().any(|o| entered(&o.event)) {
            return false;
        }
        let lore = self.get(pending.source).map_or(0, |o| o.counters.get(&CounterKind::Lore));
        is_on_lore(&pending.ability.event)
            && greatest_chapter(&pending.ability).is_some_and(|chapter| u32::try_from(chapter) != Ok(lore))
    }
}
