//! The parts of a cost besides mana, paid one after the other (601.2h).

use lawmage_ir::{Amount, CostPart, Selector, ValueKind, rule};

use super::parts::{is_late, named};
use super::total_cost::Payment;
use crate::read::context::Context;
use crate::state::event::Event;
use crate::state::ids::{ObjectId, PlayerId};
use crate::state::proposal::Proposal;
use crate::state::stack::PaidPart;
use crate::table::about::Matter;
use crate::table::decision::{Ask, Decision};
use crate::table::game::{Game, Res};
use crate::table::named;

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

    /// Chooses a thing by its name, for the spell that is cast.
    pub(super) fn choose_as_cost(
        &mut self,
        player: PlayerId,
        what: &ValueKind,
        linked: u8,
        source: ObjectId,
    ) -> Res<()> {
        let options = named::things(what);
        let picked = self.pick(Decision::pick(player, Ask::Value, rule!("601.2b"), Some(source), options, 1, 1))?;
        for one in picked.into_iter().filter_map(named::chosen) {
            self.state.with_memory(source, |memory| memory.chosen.push((linked, one)));
        }
        self.record(Event::ChoseValue { source, by: player }, rule!("601.2b"), None);
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

    /// 119.7: an opponent of the payer's choice, or each other player, gains life.
    pub(super) fn let_gain(
        &mut self,
        player: PlayerId,
        each: bool,
        amount: &Amount,
        context: &Context<'_>,
    ) -> Res<PaidPart> {
        let (amount, source) = (self.state.count(amount, context), context.source);
        let mut others = self.state.others(each, player, source);
        if !each {
            others.retain(|other| !self.state.forbids_gain(*other));
            others = self.one_of_players(player, others, source, rule!("601.2h"))?.into_iter().collect();
        }
        let gains = others.iter().map(|other| Proposal::GainLife { player: *other, amount });
        self.happen(gains.collect(), rule!("601.2h"))?;
        Ok(PaidPart { number: amount, ..PaidPart::default() })
    }
}
