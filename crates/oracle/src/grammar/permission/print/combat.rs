//! Rules of combat that are relaxed (508, 509, 510).

use lawmage_ir::{Amount, Filter, Keyword, Ref, Selector, Test};

use crate::grammar::prohibition::Said;
use crate::grammar::selector::Quant;
use crate::print::{Phrase, Printer, words};

impl Printer<'_> {
    /// "can block an additional creature each combat".
    pub(crate) fn block_more(&mut self, what: &Selector, n: Option<&Amount>) -> Said {
        let subject = self.subject(what, Quant::Bare);
        let many = match n {
            None => "any number of creatures".to_owned(),
            Some(Amount::Const(1)) => "an additional creature each combat".to_owned(),
            Some(Amount::Const(n)) => format!("an additional {} creatures each combat", words::number(*n)),
            Some(n) => {
                let each = self.split_each(n).map(|(_, each)| format!(" for each {each}")).unwrap_or_default();
                format!("an additional creature each combat{each}")
            }
        };
        Said::new(what, subject, format!("can block {many}"))
    }

    /// "can block as though they were untapped".
    pub(crate) fn block_tapped(&mut self, what: &Selector) -> Said {
        let subject = self.subject(what, Quant::Bare);
        let they = if subject.plural { "they" } else { "it" };
        Said::new(what, subject, format!("can block as though {they} were untapped"))
    }

    /// "you may have it assign its combat damage as though it weren't blocked".
    pub(crate) fn assign_as_unblocked(&mut self, what: &Selector) -> Said {
        let subject = self.subject(what, Quant::Bare);
        let it = if subject.plural { "they weren't" } else { "it weren't" };
        let its = if subject.plural { "their" } else { "its" };
        if let Selector::All(filter) = what {
            let each = Phrase::one(format!("for each {}, you", self.singular(filter)));
            let verb = "may have that creature assign its combat damage as though it weren't blocked";
            return Said::plain(each, verb);
        }
        if let Selector::Ref(Ref::Host(_)) = what {
            let controller = Phrase::one(format!("{}'s controller", subject.text));
            return Said::plain(controller, format!("may have it assign its combat damage as though {it} blocked"));
        }
        Said::plain(
            Phrase::you(),
            format!("may have {} assign {its} combat damage as though {it} blocked", subject.text),
        )
    }

    /// "assigns combat damage equal to its toughness rather than its power".
    pub(crate) fn assign_toughness(&mut self, what: &Selector) -> Said {
        let subject = self.subject(what, Quant::Each);
        let verb = words::agree("assign", subject.plural);
        let its = if subject.plural { "their" } else { "its" };
        Said::new(what, subject, format!("{verb} combat damage equal to {its} toughness rather than {its} power"))
    }

    /// "saddles Mounts and crews Vehicles as though its power were 2 greater" (702.122b).
    pub(crate) fn crew_as(&mut self, what: &Selector, more: Option<&lawmage_ir::Amount>, saddles: bool) -> Said {
        let subject = self.subject(what, Quant::Each);
        let its = if subject.plural { "their" } else { "its" };
        let crew = words::agree("crew", subject.plural);
        let deeds = match saddles {
            true => format!("{} Mounts and {crew} Vehicles", words::agree("saddle", subject.plural)),
            false => format!("{crew} Vehicles"),
        };
        let how = match more {
            Some(more) => format!("as though {its} power were {} greater", self.digits(more)),
            None => format!("using {its} toughness rather than {its} power"),
        };
        Said::new(what, subject, format!("{deeds} {how}"))
    }

    /// "can attack as though it didn't have defender".
    pub(crate) fn attack_despite_defender(&mut self, what: &Selector) -> Said {
        let subject = self.subject(what, Quant::Bare);
        let it = if subject.plural { "they" } else { "it" };
        Said::new(what, subject, format!("can attack as though {it} didn't have defender"))
    }

    /// "can attack as though it had haste".
    pub(crate) fn attack_as_though(&mut self, what: &Selector, whom: Option<&Filter>, haste: bool) -> Said {
        let subject = self.subject(what, Quant::Bare);
        let whom = match whom.map(|whom| &whom.test) {
            Some(Test::If(_)) => " players who attacked you during their last turn",
            Some(_) => " your opponents and planeswalkers your opponents control",
            None => "",
        };
        let it = if subject.plural { "they" } else { "it" };
        let how = if haste { "had haste" } else { "didn't have defender" };
        Said::new(what, subject, format!("can attack{whom} as though {it} {how}"))
    }

    /// "can block creatures with shadow as though it had shadow".
    pub(crate) fn block_as_though(&mut self, what: &Selector, keyword: Keyword, whom: Option<&Filter>) -> Said {
        let subject = self.subject(what, Quant::Bare);
        let it = if subject.plural { "they" } else { "it" };
        if let Some(whom) = whom {
            let whom = self.plural(whom);
            return Said::new(what, subject, format!("can block {whom} as though {it} had reach"));
        }
        Said::new(what, subject, format!("can block creatures with {0} as though {it} had {0}", keyword.word()))
    }

    /// "can be blocked as though they didn't have islandwalk".
    pub(crate) fn be_blocked_despite(&mut self, what: &Selector, land: Option<lawmage_ir::Subtype>) -> Said {
        let subject = self.subject(what, Quant::Bare);
        let it = if subject.plural { "they" } else { "it" };
        let walk = match land {
            Some(land) => format!("{}walk", land.word().to_lowercase()),
            None => "landwalk abilities".to_owned(),
        };
        Said::new(what, subject, format!("can be blocked as though {it} didn't have {walk}"))
    }

    /// "you may exert it as it attacks".
    pub(crate) fn may_exert(&mut self, what: &Selector) -> Said {
        let subject = self.subject(what, Quant::Bare);
        let they = if subject.plural { "they attack" } else { "it attacks" };
        Said::plain(Phrase::one("you may".to_owned()), format!("exert {} as {they}", subject.text))
    }
}
