//! How it is said what can't be done with permanents.

use lawmage_ir::{Filter, Kind, Ref, Requirement, Selector, Test, Who};

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

impl Printer<'_> {
    /// "attacks each combat if able".
    pub(crate) fn requirement(&mut self, one: &Requirement, when: &str) -> Said {
        if let Some(said) = self.required_jointly(one) {
            return said;
        }
        let tail = if when.is_empty() { "each combat" } else { when };
        match one {
            Requirement::Attack { what, whom } => {
                let subject = self.subject(what, Quant::Bare);
                let whom = match whom {
                    Some(Selector::Players(Who::All)) => " a player".to_owned(),
                    whom => whom.as_ref().map(|w| format!(" {}", self.those_of(w, Quant::Bare))).unwrap_or_default(),
                };
                let verb = words::agree("attack", subject.plural);
                Said::new(what, subject, format!("{verb}{whom} {tail} if able"))
            }
            Requirement::Goaded(what) => {
                let subject = self.subject(what, Quant::Bare);
                let verb = format!("{} goaded", words::agree("be", subject.plural));
                Said::new(what, subject, verb)
            }
            Requirement::AttackOther { what, not } => {
                let subject = self.subject(what, Quant::Bare);
                let not = self.those_of(not, Quant::Bare);
                let verb = words::agree("attack", subject.plural);
                let when = if when.is_empty() { String::new() } else { format!(" {when}") };
                Said::new(what, subject, format!("{verb} a player other than {not}{when} if able"))
            }
            Requirement::Block { what, whom } => {
                let subject = self.subject(what, Quant::Bare);
                let whom = whom.as_ref().map(|w| format!(" {}", self.those_of(w, Quant::Bare))).unwrap_or_default();
                let verb = words::agree("block", subject.plural);
                Said::new(what, subject, format!("{verb}{whom} {tail} if able"))
            }
            Requirement::BeBlocked(what) => {
                let subject = self.subject(what, Quant::Bare);
                let when = if when.is_empty() { String::new() } else { format!(" {when}") };
                Said::new(what, subject, format!("must be blocked{when} if able"))
            }
            Requirement::BeBlockedBySuch { what, by, all: false } => {
                let subject = self.subject(what, Quant::Bare);
                let by = self.one(by);
                let when = if when.is_empty() { String::new() } else { format!(" {when}") };
                Said::new(what, subject, format!("must be blocked{when} by {by} if able"))
            }
            Requirement::BeBlockedBySoMany { what, least, most } => {
                let subject = self.subject(what, Quant::Bare);
                let n = words::number(i32::try_from(*least).unwrap_or(1));
                let many = match most {
                    Some(1) => "exactly one creature".to_owned(),
                    Some(_) => format!("exactly {n} creatures"),
                    None => format!("{n} or more creatures"),
                };
                Said::new(what, subject, format!("must be blocked by {many} if able"))
            }
            Requirement::AttackWithOne { .. }
            | Requirement::AttackTogether { .. }
            | Requirement::BeBlockedByAll(_)
            | Requirement::BeBlockedBySuch { .. } => {
                let (what, by) = match one {
                    Requirement::BeBlockedBySuch { what, by, .. } => (what, self.plural(by)),
                    Requirement::BeBlockedByAll(what) => (what, "creatures".to_owned()),
                    _ => return Said::plain(Phrase::many(""), ""),
                };
                let what = self.those_of(what, Quant::Bare);
                let when = if when.is_empty() { String::new() } else { format!(" {when}") };
                Said::plain(Phrase::many(format!("all {by} able to block {what}{when}")), "do so")
            }
        }
    }
}

/// What is asked of the sources of spells and abilities, and whose those are.
pub(super) fn of_such_sources(test: &Test) -> Option<(&Test, Option<&Who>)> {
    match test.conjuncts() {
        [Test::SourceIs(quality)] => Some((quality, None)),
        [Test::SourceIs(quality), Test::Controlled(who)] => Some((quality, Some(who))),
        _ => None,
    }
}
