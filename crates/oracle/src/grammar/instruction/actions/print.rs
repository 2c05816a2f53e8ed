//! Keyword actions in words.

use lawmage_ir::{Instruction, KeywordDeed};

use super::word;
use crate::grammar::effect::deed::Deed;
use crate::grammar::selector::Quant;
use crate::print::Printer;

impl Printer<'_> {
    /// "earthbend 2", "airbend target creature".
    pub(crate) fn of_actions(&mut self, does: &Instruction) -> Option<Deed> {
        let Instruction::Action { deed, number, body } = does else { return None };
        let word = word(*deed);
        let text = match (deed, number, body.as_slice()) {
            (KeywordDeed::Airbends, _, [exiles, ..]) => {
                let Instruction::Move { what, .. } = &exiles.does else { return None };
                format!("{word} {}", self.those_of(what, Quant::All))
            }
            (_, Some((number, _)), _) => format!("{word} {}{}", self.digits(number), self.where_x()),
            _ => word.to_owned(),
        };
        // What it is done to is spoken of from here on as if its meaning had been said.
        if *deed == KeywordDeed::Earthbends {
            let _ = self.deeds(body);
        } else {
            for clause in body {
                if let Some(slot) = clause.out {
                    self.fill(slot, &clause.does);
                }
            }
        }
        Some(Deed::order(text))
    }
}
