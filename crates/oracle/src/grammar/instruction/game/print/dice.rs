//! Coins and dice (705, 706).

use lawmage_ir::{Amount, Clause, DiceRoll, DieRow, Who};

use crate::grammar::effect::deed::Deed;
use crate::print::Printer;

impl Printer<'_> {
    /// "flip a coin" and what hangs on it (705).
    pub(crate) fn flip_coin(&mut self, who: &Who, won: &[Clause], lost: &[Clause]) -> Deed {
        let subject = self.actor(who);
        let head = Deed::act(subject, "flip a coin").finite();
        let mut text = head;
        if let ([lawmage_ir::Clause { does: lawmage_ir::Instruction::Again(None), .. }], []) = (won, lost) {
            return Deed::Whole(format!("{text} until you lose a flip"));
        }
        let they = if *who == Who::You || who.is_group() { "you" } else { "they" };
        if !won.is_empty() {
            text.push_str(&format!(". If {they} win the flip, {}", self.deeds(won)));
        }
        if !lost.is_empty() {
            text.push_str(&format!(". If {they} lose the flip, {}", self.deeds(lost)));
        }
        Deed::Whole(text)
    }

    /// "clash with an opponent" and what hangs on it (701.23).
    pub(crate) fn clash(&mut self, with: lawmage_ir::Slot, won: &[Clause], lost: &[Clause]) -> Deed {
        self.player = Some(Who::Ref(lawmage_ir::Ref::Slot(with)));
        self.slots.insert(with, crate::print::Noun::new("player", false));
        // The arms are sentences of their own, whatever the clash stands behind.
        let bare = std::mem::replace(&mut self.bare, false);
        let mut text = format!("clash with an opponent. If you win, {}", self.deeds(won));
        if !lost.is_empty() {
            text.push_str(&format!(". Otherwise, {}", self.deeds(lost)));
        }
        self.bare = bare;
        Deed::Whole(text)
    }

    /// "roll two d6 and ignore the lowest roll" (706).
    pub(crate) fn roll_die(&mut self, roll: &DiceRoll) -> Deed {
        let DiceRoll { who, count, sides, plus, ignore } = roll;
        let dice = match count {
            Amount::Const(1) => format!("a d{sides}"),
            other => format!("{} d{sides}", self.number_word(other)),
        };
        let ignored = if *ignore > 0 { " and ignore the lowest roll" } else { "" };
        let plus = plus.as_ref().map(|n| format!(" and add {}", self.expression(n))).unwrap_or_default();
        Deed::act(self.actor(who), format!("roll {dice}{ignored}{plus}"))
    }

    /// The rows of a results table (706.3a).
    pub(crate) fn results_table(&mut self, rows: &[DieRow]) -> Deed {
        let mut lines = Vec::new();
        // No row speaks of what another does.
        let before = (self.thing.clone(), self.player.clone());
        for row in rows {
            (self.thing, self.player) = before.clone();
            let range = match row.most {
                Some(most) if most == row.least => row.least.to_string(),
                Some(most) => format!("{}—{most}", row.least),
                None => format!("{}+", row.least),
            };
            lines.push(format!("{range} | {}", self.sentences(&row.then)));
        }
        Deed::Whole(lines.join("\n"))
    }
}
