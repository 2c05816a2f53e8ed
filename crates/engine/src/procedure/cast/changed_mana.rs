//! What a change of a cost makes of the mana that is due (118.7, 601.2f).

use lawmage_ir::{Amount, Condition, CostDelta};

use crate::pay::ManaDue;
use crate::read::context::Context;
use crate::state::State;

impl State {
    /// Changes what mana is due, so many times, where the condition holds.
    pub(crate) fn change_mana(
        &self,
        bill: &mut ManaDue,
        change: &CostDelta,
        times: &Amount,
        condition: Option<&Condition>,
        context: &Context<'_>,
    ) {
        if condition.is_some_and(|c| !self.holds(c, context)) {
            return;
        }
        let times = match times {
            Amount::Const(n) => u32::try_from(*n).unwrap_or(0),
            other => self.count(other, context),
        };
        match change {
            CostDelta::More(mana) => (0..times.min(10_000)).for_each(|_| bill.add(mana, 0)),
            CostDelta::MoreLife(n) => bill.life = bill.life.saturating_add(n.saturating_mul(times)),
            CostDelta::Less(mana) => (0..times.min(10_000)).for_each(|_| bill.reduce(mana)),
            CostDelta::LessDownTo(mana, least) => bill.reduce_down_to(mana, times.min(10_000), *least),
            // 2026:702.193a
            CostDelta::LessByManaCostOf(of) => {
                let cost = self.mana_cost_to_pay(of, None, context).map(|(mana, _)| mana).unwrap_or_default();
                (0..times.min(10_000)).for_each(|_| bill.reduce(&cost));
            }
            CostDelta::LessColored(mana) => (0..times.min(10_000)).for_each(|_| bill.reduce_colored(mana)),
            CostDelta::AtLeast(n) => bill.floor = bill.floor.max(*n),
            CostDelta::Loyalty(_) => {}
        }
    }
}
