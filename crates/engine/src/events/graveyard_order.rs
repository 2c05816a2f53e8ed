//! The order in which cards go to one graveyard at once (404.3).

use lawmage_ir::{Destination, rule};

use crate::state::State;
use crate::state::event::Proposal;
use crate::state::ids::{Entity, ObjectId};
use crate::table::decision::{Ask, Choice, Decision, Domain};
use crate::table::game::{Game, Res};

impl State {
    /// Whether anything in the game speaks of the order of a graveyard (404.2). Where nothing does, nobody is asked for it.
    fn minds_graveyard_order(&self) -> bool {
        self.cards.iter().any(|def| def.card.faces.iter().any(|face| face.orders_graveyard))
    }
}

impl Game<'_> {
    /// 404.3: cards put into one graveyard at once go there in any order that their owner chooses, the first on top. Asked
    /// where some card of the game speaks of that order, and the cards differ.
    pub(crate) fn order_burials(&mut self, settled: &mut [(usize, Proposal)]) -> Res<()> {
        let buried = |proposal: &Proposal| match proposal {
            Proposal::Move { object, to: Destination::Graveyard, .. } => Some(*object),
            _ => None,
        };
        let places: Vec<(usize, ObjectId)> =
            settled.iter().enumerate().filter_map(|(i, (_, p))| Some((i, buried(p)?))).collect();
        if places.len() < 2 || !self.state.minds_graveyard_order() {
            return Ok(());
        }
        for owner in self.state.apnap().collect::<Vec<_>>() {
            let card = |id: ObjectId| self.state.get(id).filter(|o| o.owner == owner && o.is_card());
            let mine: Vec<(usize, ObjectId)> = places.iter().copied().filter(|(_, id)| card(*id).is_some()).collect();
            let kind = |id: ObjectId| card(id).map(|o| &o.kind);
            if mine.windows(2).all(|two| kind(two[0].1) == kind(two[1].1)) {
                continue;
            }
            let options = mine.iter().map(|(_, id)| Choice::Object(*id)).collect();
            let domain = Domain::Order(options);
            let decision = Decision {
                player: owner,
                ask: Ask::OrderCards,
                rule: rule!("404.3"),
                source: None,
                domain,
                about: None,
            };
            let order = self.order(decision)?;
            let chosen = order.iter().rev().filter_map(|c| c.entity().and_then(Entity::object));
            let moved: Vec<(usize, Proposal)> = chosen
                .filter_map(|id| mine.iter().find(|(_, other)| *other == id))
                .map(|(place, _)| settled[*place].clone())
                .collect();
            if moved.len() == mine.len() {
                for ((place, _), one) in mine.iter().zip(moved) {
                    settled[*place] = one;
                }
            }
        }
        Ok(())
    }
}
