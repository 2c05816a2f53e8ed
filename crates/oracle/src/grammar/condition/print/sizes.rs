//! Numbers of counters, life totals and hands that are compared.

use lawmage_ir::{Amount, Cmp, CounterKind, EventPattern, Kind, Ref, Span, Test, Who};

use crate::grammar::selector::at_least_one;
use crate::print::{Printer, words};

impl Printer<'_> {
    /// " by a source you controlled", of the past.
    pub(super) fn by_controlled(&mut self, by: &lawmage_ir::Filter) -> String {
        format!(" by {}", self.member(by, false).text.replace("you control", "you controlled"))
    }

    /// "three or more creature cards were put into graveyards from anywhere", "you cycled two or more cards"
    pub(super) fn so_many_cards_happened(&mut self, event: &EventPattern, many: &str) -> Option<String> {
        match event {
            EventPattern::Moves { cause: None, by: None, .. } => {
                let happening = self.happening(event, true);
                let what = happening.subject.text.strip_prefix("one or more ")?.to_owned();
                let verb = happening.verb.replacen("into a graveyard", "into graveyards", 1);
                Some(format!("{many} {what} {}", words::past(&verb, true)))
            }
            EventPattern::Cycles { by: Who::You, what } if what.test == Test::Any => {
                Some(format!("you cycled {many} cards"))
            }
            _ => None,
        }
    }

    /// "it deals damage to you this way"
    pub(super) fn dealt_to_you(&mut self, event: &EventPattern) -> Option<String> {
        let EventPattern::Damage { by, to, combat } = event else { return None };
        let you = to.kind == Kind::Player && to.test == Test::Controlled(Who::You) && by.test != Test::Any;
        let damage = crate::grammar::event::damage::damage_word(*combat);
        you.then(|| format!("{} deals {damage} to you this way", self.one(by)))
    }

    /// "~ has dealt 3 or more damage this turn", "4 or more damage was dealt to it this turn".
    pub(super) fn has_dealt(&mut self, event: &EventPattern, span: Span, (cmp, n): (Cmp, &Amount)) -> Option<String> {
        let EventPattern::Damage { by, to, combat } = event else { return None };
        let many = format!("{} {}", self.digits_cmp(cmp, n), crate::grammar::event::damage::damage_word(*combat));
        let span = super::history::span_word(span);
        let anything = to.test == Test::Any;
        let to_whom = match &to.test {
            _ if anything => String::new(),
            Test::Is(r) => format!(" to {}", self.object(r)),
            _ => return None,
        };
        match &by.test {
            Test::Any if !anything => Some(format!("{many} was dealt{to_whom} {span}")),
            Test::Is(r) => {
                let by = self.reference(r);
                Some(format!("{} dealt {many}{to_whom} {span}", by.does("have")))
            }
            Test::And(all) if anything && all.contains(&Test::Controlled(Who::You)) => {
                let by = self.plural(by).replace("you control", "you controlled");
                Some(format!("{by} dealt {many} {span}"))
            }
            _ => None,
        }
    }

    /// "it has three +1/+1 counters on it".
    pub(crate) fn compare_counters(&mut self, kind: Option<&CounterKind>, r: &Ref, cmp: Cmp, b: &Amount) -> String {
        if cmp == Cmp::AtLeast && *r != Ref::This {
            self.asked_counters = Some(Amount::Counters(kind.cloned(), r.clone()));
        }
        let what = self.reference(r);
        let word = kind.as_ref().map(|k| format!("{k} ")).unwrap_or_default();
        let on = match kind {
            // 122.1f: players have these.
            Some(CounterKind::Poison | CounterKind::Energy | CounterKind::Experience | CounterKind::Rad) => "",
            _ if what.plural => " on them",
            _ => " on it",
        };
        match (cmp, b) {
            (Cmp::Equal | Cmp::AtMost, Amount::Const(0)) => format!("{} no {word}counters{on}", what.does("have")),
            _ if at_least_one(cmp, b) => {
                format!("{} {}{on}", what.does("have"), words::article(&format!("{word}counter")))
            }
            _ => format!("{} {} {word}counters{on}", what.does("have"), self.many(cmp, b)),
        }
    }

    /// "you have 5 or less life".
    pub(crate) fn compare_life(&mut self, who: &Who, cmp: Cmp, b: &Amount) -> String {
        let who = self.player_subject(who);
        match (cmp, b) {
            (Cmp::Less | Cmp::Greater, Amount::Const(_)) => {
                let number = self.digits_cmp(cmp, b);
                format!("{} life total is {number}", who.possessive())
            }
            (_, Amount::StartingLife(_)) => {
                let number = self.digits_cmp(cmp, b);
                format!("{} life total is {number}", who.possessive())
            }
            (Cmp::AtLeast, Amount::Plus(base, more)) if matches!(**base, Amount::StartingLife(_)) => {
                let (base, more) = (self.expression(base), self.expression(more));
                format!("{} life total is at least {more} greater than {base}", who.possessive())
            }
            (_, Amount::Life(other)) => {
                let other = self.who(other);
                let than = if cmp == Cmp::Less { "less" } else { "more" };
                format!("{} {than} life than {}", who.does("have"), other.text)
            }
            (_, Amount::Const(_) | Amount::X) => {
                let number = self.digits_cmp(cmp, b);
                format!("{} {number} life", who.does("have"))
            }
            _ => {
                let whose = who.possessive();
                let number = self.digits_cmp(cmp, b);
                format!("{whose} life total is {number}")
            }
        }
    }

    /// "you have no cards in hand".
    pub(crate) fn compare_hand(&mut self, who: &Who, cmp: Cmp, b: &Amount) -> String {
        let who = self.player_subject(who);
        match (cmp, b) {
            (Cmp::Equal | Cmp::AtMost, Amount::Const(0)) => format!("{} no cards in hand", who.does("have")),
            _ if at_least_one(cmp, b) => format!("{} a card in hand", who.does("have")),
            (_, Amount::HandSize(other)) => {
                let other = self.who(other);
                let than = if cmp == Cmp::Less { "fewer" } else { "more" };
                format!("{} {than} cards in hand than {}", who.does("have"), other.text)
            }
            _ => format!("{} {} cards in hand", who.does("have"), self.many(cmp, b)),
        }
    }
}

impl Printer<'_> {
    /// "you control a prime number of lands".
    pub(super) fn prime(&mut self, number: &lawmage_ir::Amount) -> String {
        if let lawmage_ir::Amount::Count(of) = number
            && let lawmage_ir::Selector::All(filter) = &**of
        {
            let you = lawmage_ir::Test::Controlled(lawmage_ir::Who::You);
            let rest = filter.test.conjuncts().iter().filter(|t| **t != you).cloned();
            let things = self.plural(&lawmage_ir::Filter::new(filter.kind.clone(), lawmage_ir::Test::all(rest)));
            return format!("you control a prime number of {things}");
        }
        format!("{} is a prime number", self.expression(number))
    }
}
