//! How it is said what can't be done with permanents.

use lawmage_ir::{Filter, Kind, Ref, Selector, Test};

use super::print::{Said, you_control};
use crate::grammar::selector::Quant;
use crate::print::{Phrase, Printer, words};

impl Printer<'_> {
    /// "doesn't untap during its controller's untap step".
    pub(crate) fn doesnt_untap(&mut self, what: &Selector) -> Said {
        let subject = self.subject(what, Quant::Bare);
        let dont = words::agree("don't", subject.plural);
        let step = if you_control(what) {
            "your untap step"
        } else if subject.plural {
            "their controllers' untap steps"
        } else if self.is_mine(what) {
            "your untap step"
        } else {
            "its controller's untap step"
        };
        Said::new(what, subject, format!("{dont} untap during {step}"))
    }

    /// "can't be enchanted".
    pub(crate) fn cant_be_attached(&mut self, what: &Selector, by: &Filter) -> Said {
        if let (Selector::All(Filter { kind: Kind::Permanent, test: Test::Not(fits) }), Test::Is(Ref::This)) =
            (what, &by.test)
        {
            let only = Filter::permanent((**fits).clone());
            let text = format!("can be attached only to {}", self.one(&only));
            return Said::new(&lawmage_ir::THIS, Phrase::one(self.this_named()), text);
        }
        let subject = self.subject(what, Quant::Bare);
        let others = [Test::Subtype(lawmage_ir::Subtype::AURA), Test::not(Test::Is(Ref::This))];
        let text = match by.test {
            Test::And(ref all) if *all == others => "can't be enchanted by other Auras".to_owned(),
            Test::Subtype(s) if s == lawmage_ir::Subtype::AURA => "can't be enchanted".to_owned(),
            Test::Subtype(s) if s == lawmage_ir::Subtype::EQUIPMENT => "can't be equipped".to_owned(),
            _ => format!("can't be enchanted by {}", self.plural(by)),
        };
        Said::new(what, subject, text)
    }
}
