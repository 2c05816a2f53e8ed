//! What would happen, and what causes it.

use lawmage_ir::{Cmp, Condition, EventPattern, Who};

use super::damage;
use crate::print::{Printer, words};

impl Printer<'_> {
    /// "a spell or ability an opponent controls causes you to discard ~".
    pub(crate) fn caused(&mut self, event: &EventPattern, by: &Who) -> String {
        if let EventPattern::Shuffles(Who::All) = event {
            let whom = if *by == Who::Actor { "its controller" } else { "a player" };
            return format!("a spell or ability causes {whom} to shuffle their library");
        }
        if let EventPattern::Countered(what) = event {
            let by = self.relation("control", by, false);
            return format!("a spell or ability {by} counters {}", self.one(what));
        }
        if let EventPattern::CountersRemoved { from, kind: Some(kind), last } = event {
            let which =
                if *last { format!("the last {kind} counter") } else { words::article(&format!("{kind} counter")) };
            let (who, from) = (self.player_subject(by), self.member(from, false).text);
            return format!("{} {which} from {from}", who.does("remove"));
        }
        let happening = self.happening(event, crate::grammar::noun::is_batch(event));
        let by = self.relation("control", by, false);
        format!("a spell or ability {by} causes {} to {}", happening.subject.text, happening.verb)
    }

    /// The event as what would happen: "a creature you control would die".
    pub(crate) fn would(&mut self, event: &EventPattern) -> String {
        if let EventPattern::Number(inner, cmp, lawmage_ir::Amount::Const(n)) = event
            && matches!(**inner, EventPattern::Damage { .. })
        {
            // "a source would deal 4 or more damage to you"
            let many = format!("{n} or {} ", if *cmp == Cmp::AtMost { "less" } else { "more" });
            let text = self.would(inner);
            let at = ["be dealt ", "deal "].iter().find_map(|verb| text.find(verb).map(|at| at + verb.len()));
            let (head, tail) = text.split_at(at.unwrap_or(text.len()));
            return format!("{head}{many}{tail}");
        }
        // "would deal an amount of noncombat damage less than ~'s power to an opponent"
        if let EventPattern::Number(inner, Cmp::Less, n) = event
            && let EventPattern::Damage { combat, .. } = &**inner
        {
            let (word, text) = (damage::damage_word(*combat), self.would(inner));
            let less = format!("an amount of {word} less than {}", self.expression(n));
            return text.replacen(word, &less, 1);
        }
        self.notice(event);
        match event {
            EventPattern::While(inner, condition) if let Condition::CausedBy(by) = &**condition => {
                self.caused(inner, by)
            }
            EventPattern::While(inner, condition)
                if let (Condition::CausedByTrigger(keyword), EventPattern::CountersPut { on, kind, .. }) =
                    (&**condition, &**inner) =>
            {
                let put = self.put_by_effect(on, kind.as_ref()).verb;
                format!("{} triggered ability would {put}", words::article(keyword.word()))
            }
            EventPattern::While(inner, condition) => {
                let head = self.would(inner);
                format!("{head} {}", self.while_clause(condition))
            }
            EventPattern::Or(all)
                if let [first @ EventPattern::Moves { what, .. }, other @ EventPattern::Moves { what: of, .. }] =
                    all.as_slice()
                    && what != of =>
            {
                let first = self.would(first);
                self.thing = None;
                format!("{first} or {}", self.would(other))
            }
            EventPattern::ProducesMana { .. } => self.event(event),
            EventPattern::Scries(who) => format!("{} would scry a number of cards", self.player_subject(who).text),
            other => {
                let several = matches!(other, EventPattern::CountersPut { by_effect: false, .. });
                let happening = self.happening(other, several || crate::grammar::noun::is_batch(other));
                format!("{} would {}", happening.subject.text, happening.verb)
            }
        }
    }
}
