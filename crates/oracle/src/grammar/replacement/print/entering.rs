//! How permanents enter (614.12).

use lawmage_ir::{
    Amount, Clause, Condition, CostLabel, Entering, EventPattern, Filter, Instruction, Keyword, Kind, Modification,
    Ref, Replacement, Selector, Stat, Test, Who, ZoneSet,
};

use super::super::counters::if_it_is;
use super::one_of_counters;
use crate::grammar::selector::Quant;
use crate::print::{Printer, words};

impl Printer<'_> {
    /// "if a token would enter, it enters under your control instead".
    pub(crate) fn entering_under(&mut self, event: &EventPattern, who: &Who) -> String {
        let event = self.would(event);
        if let Who::Ref(Ref::Slot(_)) = who {
            let what = event.replacen(" would enter", "", 1);
            return format!("{what} enters under the control of an opponent of your choice");
        }
        format!("if {event}, it enters under your control instead")
    }

    /// What is said in a way of its own: "if it's neither day nor night, it becomes day as ~ enters", "as ~ enters, choose a basic land
    /// type. Tap ~ unless you pay 2 life".
    fn entering_alone(
        &mut self,
        replacement: &Replacement,
        entering: &Entering,
        what: &str,
        enter: &str,
    ) -> Option<String> {
        if let ([Clause { does: Instruction::BecomeDay(day), .. }], Some(condition)) =
            (entering.first.as_slice(), &replacement.condition)
        {
            let word = if *day { "day" } else { "night" };
            let condition = self.condition(condition);
            return Some(format!("if {condition}, it becomes {word} as {what} {enter}"));
        }
        if let Some(of) = &entering.each_kind_on {
            let (of, it) = (self.object(of), if enter == "enter" { "them" } else { "it" });
            return Some(format!(
                "for each kind of counter on {of}, {what} {enter} with a counter of that kind on {it}"
            ));
        }
        if let Some(copy) =
            self.enters_as_one_of_those(entering, what).or_else(|| self.enters_and_then(replacement, entering))
        {
            return Some(copy);
        }
        let [chosen @ .., Clause { does: Instruction::MayPay { cost, .. }, .. }] = entering.first.as_slice() else {
            return None;
        };
        (!chosen.is_empty() && entering.tapped).then(|| {
            let (chosen, pay) = (self.deeds(chosen), self.cost_as_deed(cost, false));
            format!("as {what} {enter}, {chosen}. Tap {what} unless you {pay}")
        })
    }

    /// ", except if ~ was embalmed, it's white".
    fn copied_if(&mut self, entering: &Entering) -> String {
        let Some((so, but)) = &entering.copy_if else { return String::new() };
        let (so, but) = (self.condition(so), self.exceptions(but));
        format!(", except if {so}, {}", but.trim_start_matches(", except "))
    }

    /// "~ enters tapped", "as ~ enters, choose a color", "you may have ~ enter as a copy of …".
    pub(crate) fn entering(&mut self, replacement: &Replacement, entering: &Entering) -> String {
        if let EventPattern::Moves { what: Filter { test: Test::SameCard(_), .. }, .. } = &replacement.event {
            return "if you play a land this way, it enters tapped".to_owned();
        }
        let what = match &replacement.event {
            EventPattern::Moves { what, .. } => what.clone(),
            _ => Filter::permanent(Test::Is(Ref::This)),
        };
        let own = matches!(what.test, Test::Is(Ref::This));
        let subject = if own {
            crate::print::Phrase::one(self.this_named())
        } else if let Test::Is(_) = what.test {
            crate::print::Phrase::one(self.one(&what))
        } else {
            crate::print::Phrase::many(self.plural(&what))
        };
        let enter = words::agree("enter", subject.plural);
        if let Some(who) = &entering.controller {
            return self.entering_under(&replacement.event, who);
        }
        if let Some(text) = self.entering_alone(replacement, entering, &subject.text, &enter) {
            return text;
        }
        let mut sentences = Vec::new();
        if !entering.first.is_empty() {
            // Of several things the first would be done as it enters, the others whenever.
            let looks = entering.first.iter().any(|c| matches!(c.does, Instruction::LookAt { .. }));
            let first = remembers_chosen(&entering.first).map_or(entering.first.as_slice(), |(_, done)| done);
            let deeds = if looks { self.deeds(first) } else { self.sentences(first) };
            sentences.push(format!("as {} {enter}, {}", subject.text, words::lower(deeds.trim_end_matches('.'))));
        }
        let condition = replacement.condition.as_ref();
        let mut how = Vec::new();
        let status = [(entering.tapped, "tapped"), (entering.prepared, "prepared"), (entering.untapped, "untapped")];
        how.extend(status.into_iter().filter(|(is, _)| *is).map(|(_, word)| word.to_owned()));
        let of_copy = !if_it_is(&entering.counters).is_empty();
        let if_found = if of_copy { None } else { self.enters_if_found(&entering.counters, &subject.text) };
        if !entering.counters.is_empty() && if_found.is_none() && !of_copy {
            how.push(self.enters_with(&entering.counters, own, subject.plural));
        }
        sentences.extend(if_found.unwrap_or_default());
        how.extend(one_of_counters(&entering.one_of));
        how.extend(self.entering_mods(&entering.mods));
        if let Some((of, exceptions)) = &entering.copy {
            let of = match of {
                Selector::Choose(choice) => match &choice.from {
                    Selector::All(filter) => {
                        let noun = self.singular(filter);
                        format!("any {noun}{}", if filter.kind == Kind::Permanent { " on the battlefield" } else { "" })
                    }
                    other => self.those_of(other, Quant::Bare),
                },
                other => self.those_of(other, Quant::Bare),
            };
            let with = if_it_is(&entering.counters);
            let except = match (with.as_slice(), self.exceptions(exceptions)) {
                ([], except) => except,
                (with, except) => {
                    let rest = except.strip_prefix(", except ").map(str::to_owned);
                    format!(", except {}", words::list(&with.iter().cloned().chain(rest).collect::<Vec<_>>(), "and"))
                }
            };
            if let Some(until) = &entering.copy_until {
                let until = self.duration(until);
                return format!("as {} {enter}, you may have it become a copy of {of} {until}{except}", subject.text);
            }
            how.push(format!("as a copy of {of}{except}{}", self.copied_if(entering)));
        }
        let tail = self.where_x();
        if !how.is_empty() {
            let cast = if subject.plural { "spent to cast them" } else { "spent to cast it" };
            let how = how.join(" and ").replacen("tapped and as a copy of", "tapped as a copy of", 1);
            let how = how.replace("spent to cast that permanent", cast);
            let text = match &replacement.optional {
                Some(Who::You) => format!("you may have {} enter {how}{tail}", subject.text),
                Some(who) => format!("{} may have {} enter {how}{tail}", self.who(who).text, subject.text),
                None => format!("{} {enter} {how}{tail}", subject.text),
            };
            let unless = self.unless_revealed(entering);
            let only = if unless.is_some() { None } else { entering.only.as_ref().map(|c| self.question(c)) };
            sentences.push(match condition {
                None if unless.is_some() => format!("{text} unless {}", unless.unwrap_or_default()),
                None if only.is_some() => format!("if {}, {text}", only.unwrap_or_default()),
                None => text,
                Some(lawmage_ir::Condition::Paid(Ref::This, CostLabel::Keyword(Keyword::Escape, _)))
                    if own && replacement.optional.is_none() =>
                {
                    format!("{} escapes {how}{tail}", subject.text)
                }
                Some(lawmage_ir::Condition::Not(inner)) if own || entering.tapped => {
                    format!("{text} unless {}", self.condition(inner))
                }
                Some(c) => format!("if {}, {text}", self.condition(c)),
            });
        }
        sentences.join(". ")
    }

    /// "you may have ~ enter as a copy of any creature card in a graveyard. When you do, exile the copied card".
    fn enters_and_then(&mut self, replacement: &Replacement, entering: &Entering) -> Option<String> {
        let [Clause { does: does @ Instruction::Choose(of), out: Some(slot) }] = entering.first.as_slice() else {
            return None;
        };
        let [Clause { does: Instruction::Reflexive(program), .. }] = entering.copy_then.as_slice() else {
            return None;
        };
        let exceptions = entering.copy.as_ref()?.1.clone();
        let copy = Some((of.clone(), exceptions));
        let enters = Entering { first: Vec::new(), copy, copy_then: Vec::new(), ..entering.clone() };
        let enters = self.entering(replacement, &enters);
        self.fill(*slot, does);
        if let Some(held) = self.held.get_mut(slot) {
            held.participle = "copied";
        }
        Some(format!("{enters}. {}", words::capital(&self.reflexive(program).finite())))
    }

    /// "as ~ enters, you may exile two creature cards from graveyards. If you do, it enters as a copy of one of those cards with a
    /// number of additional +1/+1 counters on it equal to the power of the other card".
    fn enters_as_one_of_those(&mut self, entering: &Entering, subject: &str) -> Option<String> {
        let [done @ .., Clause { does: Instruction::If { then, .. }, .. }] = entering.first.as_slice() else {
            return None;
        };
        let ([Clause { does: Instruction::Choose(_), out: Some(one) }], [(kind, Amount::Total(Stat::Power, _))]) =
            (then.as_slice(), entering.counters.as_slice())
        else {
            return None;
        };
        if entering.copy.as_ref()?.0 != Selector::slot(*one) {
            return None;
        }
        let done = self.deeds(done);
        let counters = format!("a number of additional {kind} counters on it");
        let copy =
            format!("it enters as a copy of one of those cards with {counters} equal to the power of the other card");
        Some(format!("as {subject} enters, {done}. If you do, {copy}"))
    }

    /// "you revealed a Soldier card this way or you control a Soldier": otherwise it enters so.
    pub(crate) fn unless_revealed(&mut self, entering: &Entering) -> Option<String> {
        let Some(Condition::Not(inner)) = &entering.only else { return None };
        let Condition::Or(any) = &**inner else { return None };
        let ([Condition::Done(_), or], [Clause { does: Instruction::May { body, .. }, .. }]) =
            (any.as_slice(), entering.first.as_slice())
        else {
            return None;
        };
        let [Clause { does: Instruction::Reveal { what: Selector::Choose(choice) }, .. }] = body.as_slice() else {
            return None;
        };
        let Selector::All(from) = &choice.from else { return None };
        let test = from.test.conjuncts().iter().filter(|t| !matches!(t, Test::Controlled(_) | Test::Owned(_)));
        let card = Filter::new(Kind::Card(ZoneSet::default()), Test::all(test.cloned()));
        Some(format!("you revealed {} this way or {}", self.one(&card), self.condition(or)))
    }

    /// "with first strike", "as a Mutant in addition to its other types".
    pub(crate) fn entering_mods(&mut self, mods: &[Modification]) -> Vec<String> {
        let mut how = Vec::new();
        for change in mods {
            for verb in self.predicates(false, std::slice::from_ref(change), true) {
                how.push(match (verb.strip_prefix("has "), verb.strip_prefix("is ")) {
                    (Some(ability), _) => format!("with {ability}"),
                    (_, Some(what)) => format!("as {what}"),
                    _ => verb,
                });
            }
        }
        how
    }
}

/// What a permanent chose as it entered, which another of its abilities speaks of (607.2d), in the clauses of how it enters: the
/// number, and the clauses without the one that remembers it.
fn remembers_chosen(first: &[Clause]) -> Option<(u8, &[Clause])> {
    match first {
        [done @ .., Clause { does: Instruction::Remember(n, Selector::Ref(lawmage_ir::Ref::Slot(kept))), .. }] => {
            match done.last()? {
                Clause { does: Instruction::Choose(Selector::Choose(_)), out: Some(slot) } if slot == kept => {
                    Some((*n, done))
                }
                _ => None,
            }
        }
        _ => None,
    }
}

impl Printer<'_> {
    /// "creature", "permanent": the word for what the object chose as it entered under that number.
    pub(crate) fn chosen_as_it_entered(&self, linked: u8) -> Option<&'static str> {
        let mut found = None;
        lawmage_ir::visit::each(&self.face.abilities, |entering: &Entering| {
            let chose = remembers_chosen(&entering.first).filter(|(n, _)| *n == linked);
            let creature = |test: &lawmage_ir::Test| *test == lawmage_ir::Test::Type(lawmage_ir::CardType::Creature);
            if let Some(Clause { does: Instruction::Choose(Selector::Choose(choice)), .. }) =
                chose.and_then(|(_, done)| done.last())
                && let Selector::All(of) = &choice.from
            {
                found = Some(if of.test.conjuncts().iter().any(creature) { "creature" } else { "permanent" });
            }
        });
        found
    }
}
