//! Parts of a cost that nothing else contends with: whether they can be paid is told by the first permanents that pay them, so
//! that hundreds of permanents that each crew the others are looked at in time.

use lawmage_ir::{Choice, Cmp, CostPart, Selector, SetLimit};
use smallvec::SmallVec;

use crate::read::context::Context;
use crate::read::eval::permanents_of;
use crate::state::State;
use crate::state::ids::{ObjectId, PlayerId};

impl State {
    /// Whether a part of a cost can be paid, as [`State::part_payable`] says where no other part needs the same.
    pub(crate) fn lone_part_payable(
        &self,
        player: PlayerId,
        part: &CostPart,
        context: &Context<'_>,
        casting: Option<ObjectId>,
    ) -> bool {
        let choice = match part {
            CostPart::TapThose(Selector::Choose(choice)) | CostPart::Sacrifice(Selector::Choose(choice)) => {
                Some(choice)
            }
            _ => None,
        };
        choice
            .and_then(|choice| self.enough_permanents(player, part, choice, context))
            .unwrap_or_else(|| self.part_payable(player, part, context, casting, &mut SmallVec::new(), &[]))
    }

    /// Whether there are permanents enough to choose from; `None` where that isn't told by their number and one total.
    fn enough_permanents(
        &self,
        player: PlayerId,
        part: &CostPart,
        choice: &Choice,
        context: &Context<'_>,
    ) -> Option<bool> {
        let context = &Context { you: player, ..*context };
        let filter = permanents_of(&choice.from)?;
        let least = self.count(&choice.min, context);
        let total = match &choice.limit {
            None => None,
            Some(SetLimit::Total(stat, Cmp::AtLeast, bound)) if choice.max.is_none() && least <= 1 => {
                let bound = self.amount(bound, context);
                if bound <= 0 {
                    return None;
                }
                Some((*stat, bound))
            }
            Some(_) => return None,
        };
        let (mut number, mut sum) = (0, 0);
        let enough = |number: u32, sum: i32| number >= least && total.is_none_or(|(_, bound)| sum >= bound);
        for id in self.permanents() {
            if enough(number, sum) {
                break;
            }
            if self.can_give(player, part, id, context.is_offer) && self.fits(id.into(), filter, context) {
                number += 1;
                sum += total.map_or(0, |(stat, _)| self.stat_of(id.into(), stat).max(0));
            }
        }
        Some(enough(number, sum))
    }
}
