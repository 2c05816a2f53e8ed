//! Cards that stay revealed in a hand because of an ability of theirs.

use lawmage_ir::{Keyword, Step, Zone};

use crate::state::State;
use crate::state::event::Event;
use crate::state::ids::ObjectId;
use crate::state::stack::StackKind;

impl State {
    /// Whether a card in a hand is revealed to all: while its ninjutsu ability is on the stack (702.49b), and for the rest of the
    /// upkeep step in which its forecast ability was activated (702.57b).
    pub(crate) fn is_shown_in_hand(&self, card: ObjectId) -> bool {
        let in_hand = self.get(card).is_some_and(|o| o.zone == Zone::Hand);
        in_hand && (self.has_ninjutsu_on_stack(card) || self.is_forecast(card))
    }

    fn has_ninjutsu_on_stack(&self, card: ObjectId) -> bool {
        let mut items = self.stack.iter().filter_map(|id| self.get(*id)?.stack.as_deref());
        items.any(|item| match item.kind {
            StackKind::Activated { key, .. } => {
                item.source == card && self.keyword_of(card, key) == Some(Keyword::Ninjutsu)
            }
            _ => false,
        })
    }

    fn is_forecast(&self, card: ObjectId) -> bool {
        self.step() == Step::Upkeep
            && self.history.iter().any(|o| match o.event {
                Event::Activated { source, key, .. } => {
                    source == card && self.keyword_of(card, key) == Some(Keyword::Forecast)
                }
                _ => false,
            })
    }
}
