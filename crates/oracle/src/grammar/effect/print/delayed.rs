//! Delayed and reflexive triggered abilities (603.7, 603.12).

use lawmage_ir::{
    Amount, Clause, Cmp, Destination, Duration, EventPattern, Filter, Instruction, Program, Ref, Selector, Step, Test,
    TriggeredAbility, Waits, Who,
};

use super::deed::Deed;
use crate::grammar::effect::once_in_a_game;
use crate::grammar::event::step_word;
use crate::print::{Printer, words};

impl Printer<'_> {
    pub(crate) fn delayed(&mut self, ability: &TriggeredAbility, waits: &Waits) -> Deed {
        let duration = waits.duration();
        let clauses = ability.program.modes.first().map(|m| m.clauses.clone()).unwrap_or_default();
        let when = match &ability.event {
            EventPattern::Begins { step, whose } if owner_returns(whose, &clauses) => {
                Some(format!("at the beginning of their next {}", step_word(*step)))
            }
            EventPattern::Begins { step, whose } => Some(self.next_step(*step, whose, waits)),
            EventPattern::Or(any) => match any.as_slice() {
                [
                    EventPattern::Begins { step: lawmage_ir::Step::Main, whose },
                    EventPattern::Begins { step: lawmage_ir::Step::Main2, .. },
                ] => {
                    let next = self.next_step(lawmage_ir::Step::Main, whose, waits);
                    Some(next.replace("precombat ", "").replace("each player's next", "the next"))
                }
                _ => None,
            },
            _ => None,
        };
        let inner_targets = ability.program.modes.first().is_some_and(|m| !m.targets.is_empty());
        let this_turn = ability.per_turn == Some(1) && duration == Some(&Duration::EndOfTurn);
        let of_this_turn = |when: String| match &ability.event {
            EventPattern::Or(_) => format!("{when} this turn"),
            EventPattern::Begins { step: Step::BeginCombat, .. } => format!("{when} phase this turn"),
            _ => "at this turn's next end of combat".to_owned(),
        };
        let awaited = matches!(duration, None | Some(Duration::NextTurn(_)));
        let when = if this_turn { when.map(of_this_turn) } else { when.filter(|_| awaited) };
        if let (Waits::UnlessPaid(who, cost), Some(when)) = (waits, &when) {
            let text = format!("{} {when}", self.deeds(&clauses));
            let payer = self.who(who);
            let saved = self.actor.replace(who.clone());
            let deed = self.cost_as_deed(cost, !payer.plural && !payer.you);
            self.actor = saved;
            return Deed::Whole(format!("{text} unless {} {deed} before that step", payer.text));
        }
        if let Some(when) = when {
            let condition =
                ability.condition.as_ref().map(|c| format!(" if {}", self.condition(c))).unwrap_or_default();
            // "At the beginning of the next end step, if it didn't attack this turn, …": asked then.
            let asks =
                matches!(clauses.as_slice(), [lawmage_ir::Clause { does: lawmage_ir::Instruction::If { .. }, .. }]);
            if clauses.len() == 1 && !inner_targets && !this_turn && !asks {
                let text = self.deeds(&clauses);
                // What X is, and a price, stand behind all else.
                let behind = [", where X is ", " unless ", ". It enters with "].iter().any(|said| text.contains(said));
                if behind && condition.is_empty() {
                    return Deed::Whole(format!("{when}, {}", words::lower(&text)));
                }
                return Deed::Whole(format!("{text} {when}{condition}"));
            }
            let body = self.put_off(&ability.program);
            return Deed::Whole(format!("{when}{condition}, {}", words::lower(body.trim_end_matches('.'))));
        }
        let roles = (self.subject.clone(), self.object.clone(), self.subject_is.clone());
        let event = self.trigger(&ability.event);
        if once_in_a_game(&ability.event) && duration == Some(&Duration::Forever) {
            let event = event.replacen("whenever an opponent ", "when each opponent ", 1);
            let event = event.replacen("whenever a player ", "when each player ", 1);
            let body = self.put_off(&ability.program);
            let body = self.continue_sentence(body.trim_end_matches('.'));
            (self.subject, self.object, self.subject_is) = roles;
            return Deed::Whole(format!("{event}, {body}"));
        }
        let same = |what: &Filter| matches!(what.test, Test::SameCard(Ref::Slot(_)));
        let this_way = match &ability.event {
            EventPattern::Casts { what, .. } if same(what) => Some("when you cast a spell this way"),
            EventPattern::Or(any)
                if any.iter().all(|e| matches!(e, EventPattern::Casts { what, .. } | EventPattern::PlaysLand { what, .. } if same(what))) =>
            {
                Some("when you play a card this way")
            }
            EventPattern::Number(inner, Cmp::Equal, Amount::Slot(_))
                if matches!(**inner, EventPattern::Regenerates(_)) =>
            {
                Some("when it regenerates this way")
            }
            _ => None,
        };
        let event = this_way.map_or(event, str::to_owned);
        let until = match duration.filter(|_| this_way.is_none()) {
            Some(d) => format!(" {}", self.duration_of_rule(d)),
            None => String::new(),
        };
        let event = match (ability.per_turn, duration) {
            (Some(_), _) => event.replacen("whenever you ", "when you next ", 1),
            (None, None) => event.replacen("whenever ", "when ", 1),
            _ => event,
        };
        let condition = ability.condition.as_ref().map(|c| format!(", if {}", self.condition(c))).unwrap_or_default();
        let body = self.put_off(&ability.program);
        let body = self.continue_sentence(body.trim_end_matches('.'));
        (self.subject, self.object, self.subject_is) = roles;
        Deed::Whole(format!("{event}{until}{condition}, {body}"))
    }

    /// What a delayed ability does: in one sentence, as the next one is no part of it.
    fn put_off(&mut self, program: &Program) -> String {
        match program.modes.as_slice() {
            [mode] if mode.targets.is_empty() && program.modal.is_none() => self.deeds(&mode.clauses),
            _ => self.inner_program(program),
        }
    }

    /// A program inside another: its own targets.
    pub(crate) fn inner_program(&mut self, program: &Program) -> String {
        let mode = program.modes.first();
        if mode.is_some_and(|m| m.targets.is_empty()) && program.modal.is_none() {
            return mode.map(|m| self.sentences(&m.clauses)).unwrap_or_default();
        }
        let targets = std::mem::take(&mut self.targets);
        let said = std::mem::take(&mut self.said);
        let text = self.program(program);
        self.targets = targets;
        self.said = said;
        text
    }

    pub(crate) fn next_step(&mut self, step: Step, whose: &Who, waits: &Waits) -> String {
        if let Waits::For(Duration::NextTurn(who)) = waits {
            return format!("at the beginning of the {} on {} next turn", step_word(step), self.who(who).possessive());
        }
        match (step, whose) {
            (Step::EndCombat, _) => "at end of combat".to_owned(),
            (Step::End, Who::All) => "at the beginning of the next end step".to_owned(),
            (Step::Cleanup, Who::All) => "at the beginning of the next cleanup step".to_owned(),
            (Step::BeginCombat, Who::All) => "at the beginning of the next combat".to_owned(),
            (Step::Upkeep, Who::All) if *waits == Waits::NextTurn => {
                "at the beginning of the next turn's upkeep".to_owned()
            }
            (Step::Upkeep, Who::All) => "at the beginning of the next upkeep".to_owned(),
            (step, who) => {
                let word = step_word(step);
                format!("at the beginning of {} next {word}", self.who(who).possessive())
            }
        }
    }

    pub(crate) fn reflexive(&mut self, program: &Program) -> Deed {
        let when = match &self.doer {
            Some(Who::You) | None => "when you do",
            Some(_) => "when that player does",
        };
        let body = self.inner_program(program);
        let body = self.continue_sentence(body.trim_end_matches('.'));
        Deed::Whole(format!("{when}, {body}"))
    }
}

/// Whether it is the step of the owner under whose control the one thing is put onto the battlefield then.
fn owner_returns(whose: &Who, clauses: &[Clause]) -> bool {
    let (Who::Owner(of), [Clause { does: Instruction::Move { what: Selector::Ref(what), to, .. }, .. }]) =
        (whose, clauses)
    else {
        return false;
    };
    let Destination::Battlefield(arrival) = to else { return false };
    **of == *what && matches!(&arrival.controller, Some(Who::Owner(of)) if **of == Ref::It)
}
