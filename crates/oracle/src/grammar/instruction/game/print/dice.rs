//! Coins and dice (705, 706).

use lawmage_ir::{
    Amount, Clause, Cmp, CoinFlips, DiceRoll, DiceShowing, DieChange, DieModifier, DieRow, Fold, Instruction, Who,
};

use crate::grammar::effect::deed::Deed;
use crate::print::{Printer, words};

impl Printer<'_> {
    /// "flip a coin" and what hangs on it (705).
    pub(crate) fn flip_coin(&mut self, who: &Who, won: &[Clause], lost: &[Clause]) -> Deed {
        let subject = self.actor(who);
        let head = Deed::act(subject, "flip a coin").finite();
        let mut text = head;
        if let ([Clause { does: Instruction::Again(None), .. }], []) = (won, lost) {
            return Deed::Whole(format!("{text} until you lose a flip"));
        }
        if let ([Clause { does: Instruction::May { body, .. }, .. }], []) = (won, lost)
            && let [Clause { does: Instruction::Again(None), .. }] = body.as_slice()
        {
            return Deed::Whole(format!("{text} until you lose a flip or choose to stop flipping"));
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

    /// "flip two coins", "flip a coin that many times or until you lose a flip, whichever comes first" (705).
    pub(crate) fn flip_coins(&mut self, flips: &CoinFlips) -> Deed {
        let many = match &flips.count {
            Amount::Linked(_) if !self.told => "that many".to_owned(),
            Amount::Linked(_) => "the chosen number of".to_owned(),
            count => self.number_word(count),
        };
        let text = match &flips.count {
            _ if flips.until_lost => {
                format!("flip a coin {many} times or until you lose a flip, whichever comes first")
            }
            Amount::Const(1) => "flip a coin".to_owned(),
            _ => format!("flip {many} coins"),
        };
        Deed::act(self.actor(&flips.who), text)
    }

    /// "flip you lose", "coin that comes up tails", behind "for each"; "flip" for all of them.
    pub(crate) fn flip_counted(&self, amount: &Amount) -> Option<String> {
        match amount {
            Amount::Dice(_, showing) => Some(format!("{} result", shown(*showing))),
            Amount::FlipsLost(n) => {
                let won = self.tallied.get(n)?;
                Some(if won.starts_with("flips") { "flip you lose" } else { "coin that comes up tails" }.to_owned())
            }
            Amount::OfAll(n, Fold::Sum) if self.tallied.get(n)?.starts_with("coins") => {
                Some("coin that comes up heads".to_owned())
            }
            other => all_flips(other).then(|| "flip".to_owned()),
        }
    }

    /// "you win two or more flips", "both coins come up heads": a number of flips that is compared.
    pub(crate) fn compare_flips(&self, a: &Amount, cmp: Cmp, b: &Amount) -> Option<String> {
        let Amount::Const(count) = b else { return None };
        if let (Amount::Dice(_, DiceShowing::Different), Cmp::Equal, 1) = (a, cmp, count) {
            return Some("you rolled doubles".to_owned());
        }
        if let (Amount::Dice(_, DiceShowing::Exactly(result)), Cmp::Equal) = (a, cmp) {
            return Some(format!("you rolled {result} exactly {} times", words::number(*count)));
        }
        let (won, of) = match a {
            Amount::OfAll(of, Fold::Sum) => (true, of),
            Amount::FlipsLost(of) => (false, of),
            _ => return None,
        };
        let tallied = self.tallied.get(of)?;
        let n = words::number(*count);
        if tallied.starts_with("coins") {
            let side = if won { "heads" } else { "tails" };
            return match (cmp, count) {
                (Cmp::Equal, 2) => Some(format!("both coins come up {side}")),
                (Cmp::AtLeast, 1) => Some(format!("it comes up {side}")),
                _ => None,
            };
        }
        match (won, cmp, count) {
            _ if !tallied.starts_with("flips") => None,
            (true, Cmp::AtLeast, _) => Some(format!("you win {n} or more flips")),
            (true, Cmp::Equal, _) => Some(format!("you won {n} flips this way")),
            (false, Cmp::AtLeast, 1) => Some("you lose a flip".to_owned()),
            (false, Cmp::Equal, 0) => Some("you win all the flips".to_owned()),
            _ => None,
        }
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
        let DiceRoll { who, count, sides, plus, ignore, other, stored } = roll;
        let dice = match count {
            Amount::Const(1) => format!("a d{sides}"),
            other => format!("{} d{sides}", self.number_word(other)),
        };
        let ignored = if *ignore > 0 { " and ignore the lowest roll" } else { "" };
        let plus = plus.as_ref().map(|n| format!(" and add {}", self.expression(n))).unwrap_or_default();
        let chosen = if other.is_some() { " and choose one result" } else { "" };
        let stored = stored.map(|_| format!(" and store those results on {}", self.own_name())).unwrap_or_default();
        Deed::act(self.actor(who), format!("roll {dice}{ignored}{chosen}{plus}{stored}"))
    }

    /// "the total value of ~'s stored results", "the number of stored results of ~ with value 6" (706.8a).
    pub(crate) fn stored_results(&self, of: Option<u32>) -> String {
        match of {
            None => format!("the total value of {}'s stored results", self.own_name()),
            Some(value) => format!("the number of stored results of {} with value {value}", self.own_name()),
        }
    }

    /// "after you roll a die, you", "may pay 1 life. If you do, increase or decrease the result by 1" (706.2a).
    pub(crate) fn die_modifier(&mut self, modifier: &DieModifier) -> (String, String) {
        let when = match modifier.showing {
            None => "after you roll a die, you".to_owned(),
            Some((natural, sides)) => format!("if you roll a {natural} on a d{sides} die, you"),
        };
        let change = match modifier.change {
            DieChange::Reroll => "reroll that die".to_owned(),
            DieChange::Up(n) => format!("increase the result by {n}"),
            DieChange::Down(n) => format!("decrease the result by {n}"),
            DieChange::UpOrDown(n) => format!("increase or decrease the result by {n}"),
        };
        let what = match &modifier.cost {
            None => format!("may {change}"),
            Some(cost) => format!("may {}. If you do, {change}", self.cost_as_deed(cost, false)),
        };
        (when, what)
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
            let outer = std::mem::replace(&mut self.in_row, true);
            lines.push(format!("{range} | {}", self.sentences(&row.then)));
            self.in_row = outer;
        }
        Deed::Whole(lines.join("\n"))
    }
}

/// The word for such results.
pub(crate) fn shown(showing: DiceShowing) -> String {
    match showing {
        DiceShowing::Even => "even".to_owned(),
        DiceShowing::Odd => "odd".to_owned(),
        DiceShowing::Different => "different".to_owned(),
        DiceShowing::Exactly(n) => format!("{n}"),
    }
}

/// Whether it is how many coins were flipped: those won and those lost.
pub(crate) fn all_flips(amount: &Amount) -> bool {
    let Amount::Plus(won, lost) = amount else { return false };
    matches!((&**won, &**lost), (Amount::OfAll(n, Fold::Sum), Amount::FlipsLost(m)) if n == m)
}
