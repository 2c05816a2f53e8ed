//! What is done with cards of an opening hand (103.6).

use lawmage_ir::{Ability, Cause, Continuous, Destination, Permission, Zone, rule};

use crate::decision::{Ask, Choice, Decision};
use crate::event::{Entry, Proposal};
use crate::game::{Game, Res};
use crate::ids::{Entity, ObjectId, PlayerId};

impl Game<'_> {
    /// 103.6: the starting player takes any actions their opening hand allows, in any order, then each other player in turn order.
    pub(super) fn opening_actions(&mut self) -> Res<()> {
        for player in self.in_order() {
            while let Some(card) = self.opening_action(player)? {
                self.begin_with(card, player)?;
            }
        }
        Ok(())
    }

    /// The next card that a player takes an action with, if any.
    fn opening_action(&mut self, player: PlayerId) -> Res<Option<ObjectId>> {
        let hand = &self.state.player(player).hand;
        let able = |id: &&ObjectId| self.state.chars(**id).abilities.iter().any(|a| begins_in_play(&a.ability));
        let options: Vec<Choice> = hand.iter().filter(able).map(|id| Choice::Object(*id)).collect();
        let decision = Decision::pick(player, Ask::OpeningHand, rule!("103.6"), None, options, 0, 1);
        Ok(self.pick(decision)?.first().and_then(Choice::entity).and_then(Entity::object))
    }

    /// 103.6a: the card is put onto the battlefield.
    fn begin_with(&mut self, object: ObjectId, by: PlayerId) -> Res<()> {
        let begun = Proposal::Move {
            object,
            to: Destination::Battlefield(Box::default()),
            cause: Cause::Put,
            by: Some(by),
            entry: Box::new(Entry { controller: Some(by), ..Entry::default() }),
        };
        self.happen_one(begun, rule!("103.6a")).map(|_| ())
    }
}

/// "If this card is in your opening hand, you may begin the game with it on the battlefield": a static ability of the
/// hand with the permission to begin there.
fn begins_in_play(ability: &Ability) -> bool {
    match ability {
        Ability::Static(s) => {
            s.zones.has(Zone::Hand) && s.effects.iter().any(|e| matches!(e, Continuous::May(Permission::BeginInPlay)))
        }
        _ => false,
    }
}
