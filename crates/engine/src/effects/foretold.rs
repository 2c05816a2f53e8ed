//! Cards that become foretold (702.143d).

use lawmage_ir::{Continuous, CostLabel, Keyword, KeywordParam, Permission, Price, Who};

use crate::read::context::Context;
use crate::state::State;
use crate::state::ids::Entity;

impl State {
    /// The effects by which a card becomes foretold, and what lets it be cast for each foretell cost that it has itself (702.143d).
    pub(super) fn with_own_foretell_costs(
        &self,
        effects: &[Continuous],
        context: &Context<'_>,
    ) -> Option<Vec<Continuous>> {
        let mut more = Vec::new();
        for effect in effects {
            let Continuous::May(play) = effect else { continue };
            let Permission::Play { by: Who::Owner(it), label: Some(CostLabel::Keyword(Keyword::Foretell, _)), .. } =
                play
            else {
                continue;
            };
            for id in self.denote(it, context).into_iter().filter_map(Entity::object) {
                for own in self.face_up(id).keyword(Keyword::Foretell) {
                    let (KeywordParam::Cost(cost), mut play) = (&own.param, play.clone()) else { continue };
                    if let Permission::Play { price, .. } = &mut play {
                        *price = Price::Instead(cost.clone());
                    }
                    more.push(Continuous::May(play));
                }
            }
        }
        (!more.is_empty()).then(|| effects.iter().cloned().chain(more).collect())
    }
}
