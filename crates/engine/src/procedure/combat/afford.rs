//! How many attacks and blocks that cost something a player could pay for (508.1j, 509.1f).

use lawmage_ir::CostPart;

use crate::procedure::combat::build::{Bill, Toll, is_plain};
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::table::game::Game;

impl Bill {
    /// How much mana it asks for.
    fn mana(&self) -> u32 {
        let mana = |part: &CostPart| if let CostPart::Mana(cost) = part { cost.value() } else { 0 };
        self.cost.parts.iter().map(mana).sum()
    }
}

impl Game<'_> {
    /// How many of the attacks or blocks that cost something the player could pay for together: each creature makes the one that costs
    /// the least mana of those that can be paid for, the cheapest of all first.
    pub(super) fn affordable(&self, player: PlayerId, tolls: &[Toll]) -> u32 {
        let bills = |those: &[(ObjectId, Entity)]| {
            Toll::sum_up(tolls.iter().filter(|t| those.contains(&(t.creature, t.option))))
        };
        let can_pay = |bills: &[Bill]| bills.iter().all(|b| self.can_pay(player, &b.cost, &b.rule.context()));
        let mut pairs: Vec<(ObjectId, Entity)> = tolls.iter().map(|t| (t.creature, t.option)).collect();
        pairs.dedup();
        let priced = pairs.into_iter().map(|pair| (pair, bills(&[pair])));
        let mut open: Vec<((ObjectId, Entity), Vec<Bill>)> = priced.filter(|(_, bills)| can_pay(bills)).collect();
        open.sort_by_key(|(_, bills)| bills.iter().map(Bill::mana).sum::<u32>());
        let mut paid: Vec<(ObjectId, Entity)> = Vec::new();
        for (pair, own) in open {
            if paid.iter().any(|(creature, _)| *creature == pair.0) {
                continue;
            }
            paid.push(pair);
            if can_pay(&bills(&paid)) {
                continue;
            }
            paid.pop();
            // All that is left costs as much mana at least.
            if own.iter().all(|bill| is_plain(&bill.cost)) {
                break;
            }
        }
        paid.len() as u32
    }
}
