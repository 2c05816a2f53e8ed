//! Assist (702.132): another player may pay for generic mana in a spell's total cost.

use lawmage_ir::{Keyword, rule};

use crate::pay::{ManaDue, Purpose, Rest, Spent, Supply, TotalCost};
use crate::read::context::Context;
use crate::state::State;
use crate::state::ids::{ObjectId, PlayerId};
use crate::table::decision::{Ask, Choice, Decision};
use crate::table::game::{Game, Res};

impl State {
    /// How much of a spell's generic mana each other player could pay, those that could pay some; nobody without assist.
    fn could_assist(&self, player: PlayerId, spell: ObjectId, due: &TotalCost) -> Vec<(PlayerId, u32)> {
        let generic = due.bill.generic_due();
        if generic == 0 || !self.chars(spell).keywords.has(Keyword::Assist) {
            return Vec::new();
        }
        let most = |other: PlayerId| {
            let supply = self.supply(other, false);
            let pays = |n: u32| {
                let bill = self.part_of(other, spell, n);
                self.payable(other, &bill, Purpose::Spell(spell), &supply, &Rest::default())
            };
            (1..=generic).rev().find(|n| pays(*n)).map(|n| (other, n))
        };
        self.apnap().filter(|other| *other != player).filter_map(most).collect()
    }

    /// So much generic mana, as that player may pay it.
    fn part_of(&self, other: PlayerId, spell: ObjectId, n: u32) -> ManaDue {
        let mut bill = ManaDue { generic: n, ..ManaDue::default() };
        self.let_spend(&mut bill, other, Purpose::Spell(spell));
        bill
    }

    /// Whether a spell can be paid for where one other player pays as much of it as they can: whether they will, is asked as it is
    /// paid for (702.132a).
    pub(super) fn payable_assisted(
        &self,
        player: PlayerId,
        spell: ObjectId,
        due: &TotalCost,
        supply: &Supply,
        context: &Context<'_>,
    ) -> bool {
        self.could_assist(player, spell, due).into_iter().any(|(_, most)| {
            let mut rest = due.clone();
            rest.bill.paid_by_another(most);
            self.due_payable(player, &rest, Purpose::Spell(spell), supply, context, Some(spell))
        })
    }
}

impl Game<'_> {
    /// 702.132a: a player who casts a spell with assist may choose another, who may pay for any amount of the generic mana in its
    /// total cost, before they themselves make mana for it. Takes that from what is due.
    pub(super) fn ask_to_assist(
        &mut self,
        player: PlayerId,
        spell: ObjectId,
        due: &mut TotalCost,
        context: &Context<'_>,
    ) -> Res<Spent> {
        let able = self.state.could_assist(player, spell, due);
        if able.is_empty() {
            return Ok(Spent::default());
        }
        let options = able.iter().map(|(other, _)| Choice::Player(*other)).collect();
        let ask = Decision::pick(player, Ask::Assist, rule!("702.132a"), Some(spell), options, 0, 1);
        let Some(Choice::Player(other)) = self.pick(ask)?.into_iter().next() else { return Ok(Spent::default()) };
        let most = able.iter().find(|(one, _)| *one == other).map_or(0, |(_, most)| *most);
        let n = self.number(Decision::number(other, Ask::AssistMana, rule!("702.132a"), Some(spell), (0, most)))?;
        if n == 0 {
            return Ok(Spent::default());
        }
        let part = TotalCost { bill: self.state.part_of(other, spell, n), ..TotalCost::default() };
        let paid = self.pay_unseen(other, part, Purpose::Spell(spell), context)?;
        due.bill.paid_by_another(n);
        Ok(paid.spent)
    }
}
