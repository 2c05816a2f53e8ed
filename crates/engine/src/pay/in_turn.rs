//! The parts of a cost besides mana, paid one after the other (601.2h).

use lawmage_ir::{CostPart, Selector, rule};

use super::parts::{is_late, named};
use super::total_cost::Payment;
use crate::read::context::Context;
use crate::state::ids::{ObjectId, PlayerId};
use crate::table::about::Matter;
use crate::table::game::{Game, Res};

impl Game<'_> {
    /// Pays these parts, each so that those after it can be paid.
    pub(super) fn pay_in_turn(
        &mut self,
        player: PlayerId,
        mut parts: Vec<(u8, CostPart)>,
        context: &Context<'_>,
        payment: &mut Payment,
    ) -> Res<()> {
        // 601.2h: {T} first, so that nothing else is tapped for it; what is random or reveals library cards last.
        parts.sort_by_key(|(_, p)| (is_late(p), !matches!(p, CostPart::Tap | CostPart::Untap)));
        for place in 0..parts.len() {
            let kept = named(&self.state, &parts[place + 1..], context);
            let (number, part) = parts[place].clone();
            // 118.3: what is chosen for this part leaves enough for those after it.
            let own = self.pledge.needs.len();
            if part.selector().is_some_and(|what| matches!(what, Selector::Choose(_))) && place + 1 < parts.len() {
                self.pledge.needs.extend(self.state.rest(player, &parts[place + 1..], context, None).needs);
            }
            let paid = self.telling(
                || Matter::CostPart(part.clone()),
                context,
                |game| game.pay_part(player, &part, context, &kept),
            );
            self.pledge.needs.truncate(own);
            let paid = paid?;
            if let Some(slot) = payment.paid.get_mut(usize::from(number)) {
                *slot = paid;
            }
        }
        Ok(())
    }

    /// Promises a gift to an opponent (702.174a).
    pub(super) fn promise(&mut self, player: PlayerId, source: ObjectId) -> Res<()> {
        let opponents = self.state.others(false, player, source);
        if let Some(promised) = self.one_of_players(player, opponents, source, rule!("702.174a"))? {
            self.state.link_member(source, lawmage_ir::PROMISED, promised.into());
        }
        Ok(())
    }
}
