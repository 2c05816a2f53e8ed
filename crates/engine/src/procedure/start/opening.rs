//! What is done with cards of an opening hand (103.6).

use lawmage_ir::{Amount, Cause, CounterKind, Destination, PregameAction, rule};
use smallvec::SmallVec;

use super::pregame::Found;
use crate::read::context::Context;
use crate::state::event::{Entry, Event, Proposal};
use crate::state::ids::{ObjectId, PlayerId};
use crate::table::decision::Ask;
use crate::table::game::{Game, Res};

impl Game<'_> {
    /// 103.6: the starting player takes any actions their opening hand allows, in any order, then each other player in turn
    /// order.
    pub(super) fn opening_actions(&mut self) -> Res<()> {
        let opens = |action: &PregameAction| matches!(action, PregameAction::Begin(_) | PregameAction::Reveal);
        for player in self.in_order() {
            loop {
                let hand = self.state.player(player).hand.clone();
                let Some(found) = self.pick_once(player, &hand, opens, Ask::OpeningHand, rule!("103.6"))? else {
                    break;
                };
                self.open_with(&found, player)?;
            }
        }
        Ok(())
    }

    fn open_with(&mut self, found: &Found, player: PlayerId) -> Res<()> {
        let mut card = found.card;
        match &found.pregame.action {
            PregameAction::Begin(counters) => {
                let Some(begun) = self.begin_with(card, counters, player)? else { return Ok(()) };
                card = begun;
            }
            _ => self.show_until_the_first_turn(card, player),
        }
        self.do_before(card, &found.pregame.then, player)
    }

    /// 103.6a: the card is put onto the battlefield.
    fn begin_with(
        &mut self,
        object: ObjectId,
        counters: &[(CounterKind, Amount)],
        by: PlayerId,
    ) -> Res<Option<ObjectId>> {
        let context = Context::of(object, by);
        let counters = counters.iter().map(|(kind, n)| (kind.clone(), self.state.count(n, &context))).collect();
        let begun = Proposal::Move {
            object,
            to: Destination::Battlefield(Box::default()),
            cause: Cause::Put,
            by: Some(by),
            entry: Box::new(Entry { controller: Some(by), counters, ..Entry::default() }),
        };
        Ok(self.happen_one(begun, rule!("103.6a"))?.members.first().and_then(|e| e.object()))
    }

    /// 103.6b: the card is revealed until the first turn begins.
    fn show_until_the_first_turn(&mut self, card: ObjectId, by: PlayerId) {
        if let Some(opening) = &mut self.state.opening {
            opening.revealed.push(card);
        }
        let objects: SmallVec<_> = smallvec::smallvec![card];
        self.record(Event::Revealed { by, objects }, rule!("103.6b"), None);
    }
}
