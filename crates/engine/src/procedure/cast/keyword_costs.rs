//! What effects take off a cost that is one of several in a total cost (118.7): a buyback cost, a blitz cost, an unlock cost.

use std::borrow::Cow;

use lawmage_ir::{Continuous, Cost, CostDelta, CostLabel, CostOf, CostPart, Keyword, ManaCost, ManaSymbol};

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
            // 702.37c: what a spell is cast face down for is no morph cost.
            Some(CostLabel::Keyword(Keyword::Morph, _)) => Cow::Borrowed(cost),
            Some(CostLabel::Keyword(keyword, _)) => self.cost_of_such(player, &CostOf::KeywordCosts(*keyword), cost),
            _ => Cow::Borrowed(cost),
        }
    }

    /// A cost of such a sort, as it is for that player.
    pub(crate) fn cost_of_such<'a>(&self, player: PlayerId, such: &CostOf, cost: &'a Cost) -> Cow<'a, Cost> {
        let (mut off, mut more) = (0, 0);
        for rule in &self.rules().costs {
            if let Some(Continuous::CostChange { by, of, change, times }) = rule.what()
                && of == such
                && self.is_among(player, by, &rule.context())
            {
                let times = self.count(times, &rule.context());
                match change {
                    CostDelta::Less(mana) => off += mana.value().saturating_mul(times),
                    CostDelta::More(mana) => more += mana.value().saturating_mul(times),
                    _ => {}
                }
            }
        }
        if (off, more) == (0, 0) {
            return Cow::Borrowed(cost);
        }
        let mut less = cost.clone();
        // 601.2f: increases come first. What is paid with the other parts is counted from the first of them.
        if more > 0 {
            let more = ManaSymbol::Generic(u16::try_from(more).unwrap_or(u16::MAX));
            less.parts.push(CostPart::Mana(ManaCost([more].into_iter().collect())));
        }
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
