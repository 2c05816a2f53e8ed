//! Cards that become foretold (702.143d) or plotted (702.170).

use lawmage_ir::{Continuous, CostLabel, Keyword, KeywordDeed, KeywordParam, Permission, Price, Test, Who, Zone, rule};

use crate::read::context::Context;
use crate::state::State;
use crate::state::event::Event;
use crate::state::ids::{Entity, ObjectId};
use crate::table::game::Game;

impl Game<'_> {
    /// 702.170a, 702.170c: tells of cards in exile that have become plotted.
    pub(super) fn become_plotted(&mut self, cards: &[ObjectId]) {
        for card in cards {
            let Some(owner) = self.state.get(*card).map(|object| object.owner) else { continue };
            self.record(Event::Acted(owner, KeywordDeed::BecomesPlotted, Some(*card), None), rule!("702.170c"), None);
        }
    }
}

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

    /// The cards in exile that become plotted as these effects begin: what lets them be cast is named so.
    pub(super) fn plotted_by(&self, effects: &[Continuous], context: &Context<'_>) -> Vec<ObjectId> {
        let plots = |effect: &Continuous| {
            let Continuous::May(Permission::Play { what, label, .. }) = effect else { return Vec::new() };
            let of = what.test.conjuncts().iter().find_map(|t| if let Test::Is(of) = t { Some(of) } else { None });
            match (label, of) {
                (Some(CostLabel::Keyword(Keyword::Plot, _)), Some(of)) => self.denote(of, context).to_vec(),
                _ => Vec::new(),
            }
        };
        let cards = effects.iter().flat_map(plots).filter_map(Entity::object);
        cards.filter(|id| self.get(*id).is_some_and(|object| object.zone == Zone::Exile)).collect()
    }
}
