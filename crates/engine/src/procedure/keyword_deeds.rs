//! What the rules say happens as what a keyword means has resolved: it evolves, trains, firebends, gives a gift.

use lawmage_ir::{Cause, CostLabel, CounterKind, Keyword, KeywordDeed, Zone, rule};

use crate::state::event::Event;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::object::keyword_among;
use crate::state::occurrence::Occurrence;
use crate::state::stack::{StackItem, StackKind};
use crate::table::game::Game;

impl Game<'_> {
    /// What the rules say of an ability that a keyword means, as it has resolved: a Vehicle becomes crewed (702.122d), a permanent
    /// was championed (702.72c), a creature evolved (702.100b), became renowned (702.112b), mentored
    /// another (702.134c) or trained (702.149c).
    pub(super) fn tell_of_keyword(&mut self, item: &StackItem, you: PlayerId, since: u32) {
        if let StackKind::Triggered { ability, .. } = &item.kind
            && self.state.is_final_chapter(item.source, ability)
        {
            let deed = KeywordDeed::FinalChapterResolves;
            self.record(Event::Acted(you, deed, Some(item.source), None), rule!("714.2e"), None);
        }
        let Some(key) = item.ability_key() else { return };
        match self.state.seen(item.source).and_then(|seen| keyword_among(seen.chars, key)) {
            Some(Keyword::Crew) => {
                let crewed = Event::Acted(you, KeywordDeed::BecomesCrewed, Some(item.source), None);
                self.record(crewed, rule!("702.122d"), None);
            }
            Some(Keyword::Champion) => {
                let exiled = |o: &Occurrence| match o.event {
                    Event::Moved { object, from: Zone::Battlefield, cause: Cause::Exile, .. } => Some(object),
                    _ => None,
                };
                let now = self.state.history.iter().rev().take_while(|o| o.batch >= since);
                let championed: Vec<ObjectId> = now.filter_map(exiled).filter(|id| *id != item.source).collect();
                for object in championed {
                    let event = Event::Acted(you, KeywordDeed::Champions, Some(item.source), Some(object));
                    self.record(event, rule!("702.72c"), None);
                }
            }
            Some(keyword @ (Keyword::Evolve | Keyword::Training)) => {
                let grew = |o: &Occurrence| {
                    matches!(&o.event, Event::CountersPut { on, kind: CounterKind::PLUS, amount: 1.., .. }
                        if *on == Entity::Object(item.source))
                };
                if self.state.history.iter().rev().take_while(|o| o.batch >= since).any(grew) {
                    let (deed, rule) = match keyword {
                        Keyword::Evolve => (KeywordDeed::Evolves, rule!("702.100b")),
                        _ => (KeywordDeed::Trains, rule!("702.149c")),
                    };
                    self.record(Event::Acted(you, deed, Some(item.source), None), rule, None);
                }
            }
            // 702.112c: it was not renowned before.
            Some(Keyword::Renown) if self.state.permanent(item.source).is_some_and(|p| p.designations.renowned) => {
                let event = Event::Acted(you, KeywordDeed::BecomesRenowned, Some(item.source), None);
                self.record(event, rule!("702.112b"), None);
            }
            Some(Keyword::Mentor) => {
                let targets = item.modes.iter().flat_map(|m| &m.targets).flat_map(|t| &t.chosen);
                for mentored in targets.filter_map(|e| e.object()).collect::<Vec<_>>() {
                    let event = Event::Acted(you, KeywordDeed::Mentors, Some(item.source), Some(mentored));
                    self.record(event, rule!("702.134c"), None);
                }
            }
            // 2026:702.189b
            Some(Keyword::Firebending) => {
                self.record(Event::Acted(you, KeywordDeed::Firebends, Some(item.source), None), rule!("608.2"), None);
            }
            // 702.174c: of a permanent; its intervening if has held.
            Some(Keyword::Gift) => {
                self.record(Event::Acted(you, KeywordDeed::GivesGift, None, None), rule!("702.174c"), None);
            }
            _ => {}
        }
    }

    /// Whenever a player gives a gift (702.174c): an instant or sorcery spell has resolved whose gift cost was paid.
    pub(super) fn tell_of_gift(&mut self, item: &StackItem, object: ObjectId, you: PlayerId) {
        let promised = |(label, n): &(CostLabel, u32)| *n > 0 && matches!(label, CostLabel::Keyword(Keyword::Gift, _));
        if matches!(item.kind, StackKind::Spell)
            && item.facts.labels.iter().any(promised)
            && self.state.seen(object).is_some_and(|seen| !seen.chars.types.any_permanent())
        {
            self.record(Event::Acted(you, KeywordDeed::GivesGift, None, None), rule!("702.174c"), None);
        }
    }
}
