//! Life totals (119).

use lawmage_ir::{Amount, Instruction, Ref, Who};

use super::limit::NOT_MORE;
use crate::grammar::amount::for_each_reads;
use crate::grammar::effect::deed::Deed;
use crate::print::Printer;

impl Printer<'_> {
    /// Life totals (119).
    pub(crate) fn of_life(&mut self, does: &Instruction) -> Option<Deed> {
        Some(match does {
            Instruction::GainLife(Who::All, Amount::Times(n, fewer))
                if let Amount::Minus(most, drawn) = &**fewer
                    && matches!(**drawn, Amount::Slot(_)) =>
            {
                let most = self.number_word(most);
                Deed::Whole(format!(
                    "for each card less than {most} a player draws this way, that player gains {n} life"
                ))
            }
            Instruction::GainLife(who, Amount::Min(n, most)) if matches!(**most, Amount::Linked(_)) => {
                let (subject, text) = (self.explicit(who), self.life("gain", n));
                Deed::act(subject, format!("{text}{}", NOT_MORE.replace(" ,", ",").replace(" 's", "'s")))
            }
            Instruction::GainLife(who, n) => {
                let subject = self.explicit(who);
                let text = self.life("gain", n);
                Deed::act(subject, text)
            }
            Instruction::LoseToRadiation(n) => {
                let subject = self.explicit(&Who::You);
                let text = self.life("lose", n);
                Deed::act(subject, text)
            }
            Instruction::LoseLife(two, n @ Amount::Stat(_, Ref::Theirs(slot, _)))
                if *n == crate::grammar::effect::of_the_other(two, *slot) =>
            {
                let each = if self.told { self.who(two).text } else { "they each".to_owned() };
                Deed::Whole(format!(
                    "{each} lose life equal to the mana value of the card revealed by the other player"
                ))
            }
            Instruction::LoseLife(who, n) => {
                let subject = self.explicit(who);
                let text = self.life("lose", n);
                Deed::act(subject, text)
            }
            Instruction::ExchangeLifeForSize { who, of, stat } => {
                let whose = if *who == Who::You { "your".to_owned() } else { self.who(who).possessive() };
                let size = self.expression(&Amount::Stat(*stat, of.clone()));
                Deed::order(format!("exchange {whose} life total with {size}"))
            }
            Instruction::RedistributeLife => Deed::order("redistribute any number of players' life totals"),
            Instruction::ExchangeLife(one, other) if one == other => {
                Deed::Whole(format!("{} exchange life totals", self.whom(one)))
            }
            Instruction::ExchangeLife(Who::You, other) => {
                let other = self.whom(other);
                Deed::order(format!("exchange life totals with {other}"))
            }
            Instruction::ExchangeLife(one, other) => {
                let (one, other) = (self.whom(one), self.whom(other));
                Deed::Whole(format!("{one} and {other} exchange life totals"))
            }
            Instruction::SetLife(who, n) => {
                let whose = self.who(who).possessive();
                self.each_player = who.is_group().then(|| crate::print::Phrase::many("they"));
                let n = self.expression(n);
                self.each_player = None;
                Deed::Whole(format!("{whose} life total becomes {n}"))
            }
            Instruction::PayLife { who, .. } => Deed::act(self.actor(who), "pay any amount of life"),
            _ => return None,
        })
    }

    fn life(&mut self, verb: &str, n: &Amount) -> String {
        match n {
            Amount::Const(_) | Amount::X | Amount::Event => format!("{verb} {} life", self.digits(n)),
            Amount::Slot(_) => format!("{verb} life equal to {}", self.expression(n)),
            other if for_each_reads(other) => match self.split_each(other) {
                Some((n, each)) => format!("{verb} {n} life for each {each}"),
                None => format!("{verb} life equal to {}", self.expression(other)),
            },
            Amount::Divide { of, by: by @ (2 | 3), up } if let Amount::Life(whose) = &**of => {
                let part = if *by == 2 { "half" } else { "a third of" };
                let whose = if *whose == Who::You { "your" } else { "their" };
                format!("{verb} {part} {whose} life, rounded {}", if *up { "up" } else { "down" })
            }
            other => format!("{verb} life equal to {}", self.expression(other)),
        }
    }
}
