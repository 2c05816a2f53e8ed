//! What effects take off a cost that is one of several in a total cost (118.7): a buyback cost, a blitz cost, an unlock cost.

use std::borrow::Cow;

use lawmage_ir::{Continuous, Cost, CostDelta, CostLabel, CostOf, CostPart, ManaCost, ManaSymbol};

use crate::pay::mana_due::cut_generic;
use crate::state::State;
use crate::state::ids::PlayerId;

impl State {
    /// A cost that a spell has by its keyword, as it is for that player: what it costs less is taken off it alone.
    pub(super) fn keyword_cost<'a>(
        &self,
        player: PlayerId,
        label: Option<&CostLabel>,
        cost: &'a Cost,
    ) -> Cow<'a, Cost> {
        match label {
            Some(CostLabel::Keyword(keyword, _)) => self.cost_of_such(player, &CostOf::KeywordCosts(*keyword), cost),
            _ => Cow::Borrowed(cost),
        }
    }

    /// A cost of such a sort, as it is for that player.
    pub(crate) fn cost_of_such<'a>(&self, player: PlayerId, such: &CostOf, cost: &'a Cost) -> Cow<'a, Cost> {
        let mut off = 0;
        for rule in &self.rules().costs {
            if let Some(Continuous::CostChange { by, of, change: CostDelta::Less(mana), times }) = rule.what()
                && of == such
                && self.is_among(player, by, &rule.context())
            {
                off += mana.value().saturating_mul(self.count(times, &rule.context()));
            }
        }
        if off == 0 {
            return Cow::Borrowed(cost);
        }
        let mut less = cost.clone();
        for part in &mut less.parts {
            match part {
                CostPart::Mana(mana) => cut_generic(mana, &mut off),
                // "The blitz cost is equal to its mana cost."
                CostPart::ManaCostOf(_, already) => {
                    let all = already.as_ref().map_or(0, ManaCost::value).saturating_add(off);
                    let all = ManaSymbol::Generic(u16::try_from(all).unwrap_or(u16::MAX));
                    *already = Some(ManaCost([all].into_iter().collect()));
                    off = 0;
                }
                _ => {}
            }
        }
        Cow::Owned(less)
    }
}
