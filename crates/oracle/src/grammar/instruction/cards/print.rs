//! Draw, discard, mill (121, 701.8, 701.13).

use lawmage_ir::{Amount, Filter, Instruction, Kind, Selector, Who};

use crate::grammar::amount::for_each_reads;
use crate::grammar::effect::deed::Deed;
use crate::grammar::instruction::moves::says_more;
use crate::grammar::selector::Quant;
use crate::print::Printer;

impl Printer<'_> {
    /// Cards drawn, discarded, milled.
    pub(crate) fn of_cards(&mut self, does: &Instruction) -> Option<Deed> {
        Some(match does {
            Instruction::Discard { who, what } => self.discard(who, what),
            Instruction::Draw { who: who @ Who::Such(_, fewer), count }
                if **fewer == crate::grammar::player::fewer_than_most_in_hand()
                    && *count == crate::grammar::player::fewer_in_hand() =>
            {
                Deed::act(self.actor(who), "draw cards equal to the difference")
            }
            Instruction::Draw { who, count } => {
                let subject = self.actor(who);
                let text = self.number_of_cards("draw", count);
                Deed::act(subject, text)
            }
            Instruction::DrawUpTo { who, most } => {
                let subject = self.actor(who);
                let text = self.number_of_cards("draw up to", most);
                Deed::act(subject, text)
            }
            Instruction::Mill { who, count } => {
                let subject = self.actor(who);
                // "Each mill cards equal to": "for each" would be of all of them.
                let each = subject.as_ref().is_some_and(|s| s.text.ends_with(" each"));
                let text = match count {
                    of if each && for_each_reads(of) => format!("mill cards equal to {}", self.expression(of)),
                    of => self.number_of_cards("mill", of),
                };
                Deed::act(subject, text)
            }
            _ => return None,
        })
    }

    fn discard(&mut self, who: &Who, what: &Selector) -> Deed {
        let subject = self.actor(who);
        let mine = *who == Who::You;
        if let Selector::Ref(_) = what {
            // Of a loop it is the card at hand, not the player.
            let text = self.those_of(what, Quant::All);
            return Deed::act(subject, format!("discard {text}"));
        }
        self.each.push(crate::print::Noun::new("player", false));
        let text = match what {
            Selector::All(Filter { kind: Kind::Card(_), test }) if !says_more(test) => {
                if mine {
                    "your hand".to_owned()
                } else {
                    "their hand".to_owned()
                }
            }
            other => self.own(other),
        };
        self.each.pop();
        Deed::act(subject, format!("discard {text}"))
    }

    fn number_of_cards(&mut self, verb: &str, n: &Amount) -> String {
        match n {
            Amount::Const(_) | Amount::X | Amount::Event | Amount::Slot(_) | Amount::TargetsOf(_) => {
                format!("{verb} {}", self.counted(n, "card"))
            }
            Amount::Times(2, inner) if matches!(**inner, Amount::Event | Amount::Slot(_)) => {
                format!("{verb} {}", self.counted(n, "card"))
            }
            Amount::Plus(n, by) if matches!(**n, Amount::X | Amount::Const(_)) && for_each_reads(by) => {
                let first = self.counted(n, "card");
                match self.split_each(by) {
                    Some((1, each)) => format!("{verb} {first} plus an additional card for each {each}"),
                    _ => format!("{verb} cards equal to {}", self.expression(&Amount::Plus(n.clone(), by.clone()))),
                }
            }
            other if for_each_reads(other) => match self.split_each(other) {
                Some((k, each)) => format!("{verb} {} for each {each}", self.counted(&Amount::Const(k), "card")),
                None => format!("{verb} cards equal to {}", self.expression(other)),
            },
            other => format!("{verb} cards equal to {}", self.expression(other)),
        }
    }
}
