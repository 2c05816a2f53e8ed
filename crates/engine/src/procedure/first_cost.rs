//! Another cost for the first ability of a keyword that a player activates in a turn (602.2b, 118.9).

use std::borrow::Cow;

use lawmage_ir::{
    ActivatedSort, Continuous, Cost, CostPart, EventPattern, Filter, KeywordParam, Kind, Permission, Span, Test, Who,
};

use crate::read::context::Context;
use crate::state::State;
use crate::state::chars::AbilityKey;
use crate::state::ids::{ObjectId, PlayerId};

impl State {
    /// What activating an ability costs, where an effect lets a player choose to pay another cost for the first of its keyword in a
    /// turn: one of the two costs then, and what the keyword asks for besides.
    pub(crate) fn cost_to_activate<'a>(
        &self,
        player: PlayerId,
        source: ObjectId,
        key: AbilityKey,
        cost: &'a Cost,
    ) -> Cow<'a, Cost> {
        self.rather_for_first(player, source, key, cost).map_or(Cow::Borrowed(cost), Cow::Owned)
    }

    fn rather_for_first(&self, player: PlayerId, source: ObjectId, key: AbilityKey, cost: &Cost) -> Option<Cost> {
        let mut rules = self.rules().mays.iter().filter_map(|rule| match rule.what() {
            Some(Continuous::May(Permission::PayRatherForFirst { keyword, cost, yours })) => {
                let you = rule.context().you == player && (!yours || self.is_active(player));
                you.then_some((*keyword, cost))
            }
            _ => None,
        });
        let own = self.keyword_of(source, key)?;
        let (_, other) = rules.find(|(keyword, _)| *keyword == own)?;
        let activated = EventPattern::Activates {
            by: Who::You,
            source: Filter::new(Kind::Object, Test::Any),
            mana_too: true,
            only: Some(ActivatedSort::Keyword(own)),
        };
        if self.happened(&activated, Span::ThisTurn, &Context::of(source, player), 1) {
            return None;
        }
        let printed = self.chars(source).keyword(own).find_map(|k| match &k.param {
            KeywordParam::Cost(printed) | KeywordParam::QualityCost(_, printed) => {
                cost.parts.starts_with(&printed.parts).then_some(printed)
            }
            _ => None,
        })?;
        let either = CostPart::OneOf(vec![printed.clone(), other.clone()]);
        let rest = cost.parts.iter().skip(printed.parts.len()).cloned();
        Some(Cost { parts: std::iter::once(either).chain(rest).collect() })
    }
}
