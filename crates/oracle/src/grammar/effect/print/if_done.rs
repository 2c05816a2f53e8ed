//! "If", "may", "unless", and what follows from what was just done.

use lawmage_ir::visit;
use lawmage_ir::{
    Amount, Clause, Cmp, Condition, Cost, CostPart, Destination, EventPattern, Filter, Instruction, Kind, Program, Ref,
    Selector, Slot, Test, Who,
};

use super::deed::Deed;
use crate::grammar::condition::superlative::outdone;
use crate::print::{Phrase, Printer, words};

impl Printer<'_> {
    /// What is said as a whole: "when this ability resolves for the third time this turn, …", "if target spell has only one target …".
    fn whole_if(&mut self, condition: &Condition, then: &[Clause], otherwise: &[Clause]) -> Option<Deed> {
        // "When you do, if …"
        if let (Condition::And(both), [Clause { does: Instruction::Reflexive(program), .. }], []) =
            (condition, then, otherwise)
            && let [Condition::Done(_), also] = both.as_slice()
            && asks_again(program, also)
        {
            return Some(self.reflexive(program));
        }
        if let (
            Condition::AbilityUsed { resolved: true, cmp: lawmage_ir::Cmp::Equal, times },
            [Clause { does: Instruction::Reflexive(program), .. }],
            [],
        ) = (condition, then, otherwise)
        {
            let body = self.inner_program(program);
            let body = self.continue_sentence(body.trim_end_matches('.'));
            let nth = words::ordinal(*times);
            return Some(Deed::Whole(format!("when this ability resolves for the {nth} time this turn, {body}")));
        }
        if let (
            Condition::Compare(lawmage_ir::Amount::Count(of), cmp, n),
            [Clause { does: Instruction::Reflexive(program), .. }],
            [],
        ) = (condition, then, otherwise)
            && let Some(done) = self.done_this_way(of, *cmp, n)
        {
            let done = self.sacrificed_by_you(of, *cmp, n).unwrap_or(done);
            let body = self.inner_program(program);
            let body = self.continue_sentence(body.trim_end_matches('.'));
            return Some(Deed::Whole(format!("when {done}, {body}")));
        }
        self.only_target(condition, then)
    }

    pub(crate) fn if_then(&mut self, condition: &Condition, then: &[Clause], otherwise: &[Clause]) -> Deed {
        if let (Condition::Done(_), [Clause { does: Instruction::Reflexive(program), .. }], []) =
            (condition, then, otherwise)
        {
            return self.reflexive(program);
        }
        if let Some(said) = self.whole_if(condition, then, otherwise) {
            return said;
        }
        if let (Condition::Done(slot), [Clause { does: Instruction::Again(None), .. }], []) =
            (condition, then, otherwise)
            && self.slot_participle(*slot) == "put"
        {
            return Deed::order("repeat this process until no one puts a card onto the battlefield");
        }
        // 120.10
        if let (
            Condition::Compare(Amount::Excess(_), cmp, n),
            [Clause { does: Instruction::Reflexive(program), .. }],
            [],
        ) = (condition, then, otherwise)
            && crate::grammar::selector::at_least_one(*cmp, n)
        {
            let body = self.inner_program(program);
            let body = self.continue_sentence(body.trim_end_matches('.'));
            return Deed::Whole(format!("when it deals excess damage this way, {body}"));
        }
        // In front, it would be nobody's number that the others' are compared with.
        let unsaid = matches!(condition, Condition::Compare(rivals, cmp, n) if outdone(rivals, *cmp, n).is_some());
        // "Put a counter on that creature if the exiled creature was a Thrull": in front, "that creature" would be the exiled one.
        let paid = |r: &Ref| matches!(r, Ref::Paid(_));
        let put =
            |clause: &Clause| matches!(clause.does, Instruction::PutCounters { on: Selector::Ref(Ref::Slot(_)), .. });
        let of_paid = matches!((condition, then), (Condition::Is(asked, _), [only]) if paid(asked) && put(only));
        if otherwise.is_empty() && (unsaid || of_paid || self.asks_of_new_target(condition, then)) {
            let text = self.deeds(then);
            return Deed::Whole(format!("{text} if {}", self.condition(condition)));
        }
        let asked = match condition {
            Condition::And(both) if let [Condition::Done(_), searched] = both.as_slice() => searched,
            asked => asked,
        };
        if let (Condition::Happened(event, ..), [Clause { does: Instruction::Shuffle(Who::You), .. }]) = (asked, then)
            && **event == EventPattern::Searches(Who::You)
        {
            return Deed::Whole("if you search your library this way, shuffle".to_owned());
        }
        if let (true, false, Condition::Compare(Amount::FlipsLost(_), ..)) =
            (then.is_empty(), otherwise.is_empty(), condition)
        {
            let (asked, text) = (self.condition(condition), self.sentences(otherwise));
            return Deed::Whole(format!(
                "if {asked}, {} has no effect. {}",
                self.own_name(),
                text.trim_end_matches('.')
            ));
        }
        if then.is_empty()
            && let [one] = otherwise
            && !matches!(condition, Condition::Done(_))
        {
            let text = self.deeds(std::slice::from_ref(one));
            self.thing = None;
            return Deed::Whole(format!("{text} unless {}", self.condition(condition)));
        }
        if then.is_empty() && !otherwise.is_empty() {
            let not = Condition::Not(Box::new(condition.clone()));
            return self.if_then(&not, otherwise, &[]);
        }
        let first = std::mem::take(&mut self.first_of_trigger);
        if first && !matches!(condition, Condition::Done(_)) && otherwise.is_empty() {
            let text = self.deeds(then);
            let condition = self.condition(condition);
            if let Some((copy, new)) =
                text.split_once(". You may choose new targets for ").filter(|_| copies_alone(then))
            {
                return Deed::Whole(format!("{copy} if {condition}, and you may choose new targets for {new}"));
            }
            return Deed::Whole(format!("{text} if {condition}"));
        }
        let first_of_trigger = first && !matches!(condition, Condition::Done(_));
        if let [replaced] = otherwise
            && (first_of_trigger
                || self.names_new_target(condition)
                || self.pays_for_new_target(condition, replaced)
                || Self::told_alike(then, replaced))
        {
            let first = self.deeds(std::slice::from_ref(replaced));
            let question = self.condition(condition);
            return Deed::Whole(format!("{first}. If {question}, instead {}", self.deeds(then)));
        }
        let question = self.question(condition);
        let saved = self.actor.take();
        let mut text = format!("if {question}, {}", self.deeds(then));
        if !otherwise.is_empty() {
            text.push_str(&format!(". Otherwise, {}", self.deeds(otherwise)));
        }
        self.actor = saved;
        Deed::Whole(text)
    }

    /// "you sacrifice one or more artifacts this way", of what only you were to sacrifice.
    fn sacrificed_by_you(&mut self, of: &Selector, cmp: Cmp, n: &Amount) -> Option<String> {
        let Selector::All(Filter { kind: kind @ Kind::Permanent, test }) = of else { return None };
        let by_you =
            |test: &Test| matches!(test, Test::Is(Ref::Slot(slot)) if self.slot_participle(*slot) == "sacrificed");
        let (done, rest): (Vec<&Test>, Vec<&Test>) = test.conjuncts().iter().partition(|test| by_you(test));
        if done.is_empty()
            || !crate::grammar::selector::at_least_one(cmp, n)
            || self.doer.as_ref().is_some_and(|who| *who != Who::You)
        {
            return None;
        }
        let things = self.plural(&Filter::new(kind.clone(), Test::all(rest.into_iter().cloned())));
        Some(format!("you sacrifice one or more {things} this way"))
    }

    /// "Return target creature to its owner's hand. If it's attacking, you may put it on top of its owner's library instead.": what may
    /// be done, and the clause after it, done if it wasn't, which speaks of the target first.
    pub(crate) fn offered_instead(&mut self, clause: &Clause, next: Option<&Clause>) -> Option<String> {
        let Instruction::If { condition, then: offer, otherwise } = &clause.does else { return None };
        let Instruction::If { condition: Condition::Done(done), then, otherwise: replaced } = &next?.does else {
            return None;
        };
        let [offered @ Clause { does: Instruction::May { .. }, .. }] = offer.as_slice() else { return None };
        let follows = otherwise.is_empty() && then.is_empty() && clause.out == Some(*done);
        if !follows || !self.names_new_target(condition) && !self.names_new_target(offered) {
            return None;
        }
        let first = self.deeds(replaced);
        let question = self.condition(condition);
        Some(format!("{first}. If {question}, {} instead", self.deeds(offer)))
    }

    /// "destroy target land unless its controller has ~ deal 2 damage to them"
    pub(crate) fn unless_dealt(&mut self, clause: &Clause, next: Option<&Clause>) -> Option<String> {
        let Instruction::May { who, body } = &clause.does else { return None };
        let ([dealt @ Clause { does: Instruction::Damage { .. }, .. }], false) = (body.as_slice(), *who == Who::You)
        else {
            return None;
        };
        let Instruction::If { condition, then, otherwise } = &next?.does else { return None };
        let (slot, undone) = match condition {
            Condition::Done(slot) if then.is_empty() => (*slot, otherwise),
            Condition::Not(done) => match **done {
                Condition::Done(slot) if otherwise.is_empty() => (slot, then),
                _ => return None,
            },
            _ => return None,
        };
        // "Draw three cards unless target player …": it would not be said whom it is about.
        let of_theirs = matches!(who, Who::Controller(_))
            || undone.first().and_then(|clause| super::deed::acting(&clause.does)) == Some(who);
        if clause.out != Some(slot) || undone.len() != 1 || !of_theirs {
            return None;
        }
        let text = self.deeds(undone);
        self.thing = self.thing.take().filter(|thing| *thing != Ref::This);
        let player = self.who(who);
        let saved = self.actor.replace(who.clone());
        let has = words::agree(&self.behind_may(dealt), player.plural).replace(" to that player", " to them");
        self.actor = saved;
        Some(format!("{text} unless {} {has}", player.text))
    }

    /// A condition as an instruction asks it: "you do" of what somebody may have done.
    pub(crate) fn question(&mut self, condition: &Condition) -> String {
        match condition {
            Condition::Done(_) => match &self.doer {
                Some(Who::You) | None => "you do".to_owned(),
                Some(Who::All | Who::Opponents) => "a player does".to_owned(),
                Some(_) => "that player does".to_owned(),
            },
            Condition::Not(inner) if matches!(**inner, Condition::Done(slot) if self.put == Some(slot)) => {
                "you don't put a card into your hand this way".to_owned()
            }
            Condition::Not(inner)
                if let Condition::Done(slot) = **inner
                    && let Some(what) = self.sacrificed_before(slot) =>
            {
                format!("you can't sacrifice {what}")
            }
            Condition::Not(inner)
                if let Condition::Done(slot) = **inner
                    && let Some(one) = self.player_chosen_before(slot) =>
            {
                format!("you can't choose {one} this way")
            }
            Condition::Not(inner) if matches!(**inner, Condition::Done(_)) => match &self.doer {
                Some(Who::You) | None => "you don't".to_owned(),
                Some(Who::All | Who::Opponents) => "no one does".to_owned(),
                Some(_) => "that player doesn't".to_owned(),
            },
            Condition::Or(any) if let [done @ Condition::Done(_), or] = any.as_slice() => {
                format!("{} or if {}", self.question(done), self.condition(or))
            }
            other => self.condition(other),
        }
    }

    /// "a creature": what an earlier clause than the last had you sacrifice.
    fn sacrificed_before(&self, slot: Slot) -> Option<String> {
        let earlier = self.latest != Some(slot) && self.slot_participle(slot) == "sacrificed" && self.doer.is_none();
        let noun = self.slots.get(&slot).filter(|_| earlier)?;
        Some(words::article(&noun.head))
    }

    /// "an opponent": whom an earlier clause than the last had you choose.
    fn player_chosen_before(&self, slot: Slot) -> Option<&'static str> {
        let earlier = self.latest != Some(slot) && self.slot_participle(slot) == "chosen" && self.doer.is_none();
        self.slots.get(&slot).filter(|noun| earlier && noun.player)?;
        Some(if self.slot_owner(slot) == Some(Who::Opponents) { "an opponent" } else { "a player" })
    }

    /// Whether the condition would be the first to speak of a target, which only an instruction can introduce.
    fn names_new_target(&self, condition: &impl visit::Part) -> bool {
        visit::any(condition, |r: &Ref| matches!(r, Ref::Target(n) if self.said.get(usize::from(*n)) == Some(&false)))
    }

    /// Whether the one target that a condition first speaks of is what an object is done something to.
    fn asks_of_new_target(&self, condition: &Condition, then: &[Clause]) -> bool {
        let [Clause { does, .. }] = then else { return false };
        let what = match does {
            Instruction::Counter { what, .. } | Instruction::Move { what, .. } | Instruction::Destroy { what, .. } => {
                what
            }
            _ => return false,
        };
        matches!(what, Selector::Ref(Ref::Target(_))) && self.names_new_target(condition)
    }

    /// Whether a target is first spoken of in an arm of an "if" on a cost: behind "if", only who paid it would choose one.
    fn pays_for_new_target(&self, condition: &Condition, replaced: &Clause) -> bool {
        let offers = matches!(replaced.does, Instruction::Unless { .. });
        (offers || matches!(condition, Condition::Paid(..))) && self.names_new_target(replaced)
    }

    /// Whether what is done otherwise leaves what it did in the same slot, to be spoken of in the same words.
    fn told_alike(then: &[Clause], replaced: &Clause) -> bool {
        let [only] = then else { return false };
        let same = std::mem::discriminant(&only.does) == std::mem::discriminant(&replaced.does);
        same && only.out.is_some() && only.out == replaced.out
    }

    pub(crate) fn may(&mut self, who: &Who, body: &[Clause]) -> Deed {
        let subject = self.who(who);
        self.doer = Some(who.clone());
        let hand = |c: &&Clause| matches!(c.does, Instruction::Move { to: Destination::Hand, .. });
        self.put = body.split_first().and_then(|(_, rest)| rest.iter().rfind(hand)).and_then(|c| c.out);
        let saved = self.actor.replace(who.clone());
        let each = self.each_player.take();
        self.each_player = matches!(who, Who::All | Who::Opponents).then(|| Phrase::many("them"));
        let text = match body {
            [Clause { does: Instruction::Again(None), .. }] => "repeat this process any number of times".to_owned(),
            [one] => self.behind_may(one),
            [first, ..] => {
                // The first verb behind "may" is bare; the rest follow it.
                let parts = self.joined_bare(body);
                let _ = first;
                parts
            }
            [] => String::new(),
        };
        self.actor = saved;
        self.each_player = each;
        let subject = match who {
            Who::All => "any player".to_owned(),
            Who::Opponents => "any opponent".to_owned(),
            _ => subject.text,
        };
        Deed::Whole(format!("{subject} may {text}"))
    }

    pub(crate) fn may_pay(&mut self, who: &Who, cost: &Cost, then: &[Clause], otherwise: &[Clause]) -> Deed {
        if let [Clause { does: Instruction::Again(None), .. }] = then
            && !otherwise.is_empty()
        {
            let unless = self.unless(who, cost, otherwise).finite();
            return Deed::Whole(format!("{unless} and repeat this process"));
        }
        let subject = self.who(who);
        let deed = match cost.parts.as_slice() {
            [only] if let Some(n) = only.evidence() => format!("collect evidence {}", self.digits(n)),
            _ => self.cost_as_deed(cost, false),
        };
        self.notice_paid(cost);
        let mut text = format!("{} may {deed}", subject.text);
        if let ([Clause { does: Instruction::Reflexive(program), .. }], []) = (then, otherwise) {
            let deed = self.reflexive(program).finite();
            return Deed::Whole(format!("{text}. {}", words::capital(&deed)));
        }
        let (do_, dont) =
            if subject.you { ("you do", "you don't") } else { ("that player does", "that player doesn't") };
        if !then.is_empty() {
            text.push_str(&format!(". If {do_}, {}", self.deeds(then)));
        }
        if !otherwise.is_empty() {
            let deeds = self.deeds(otherwise).replace(". It can't be regen", " and it can't be regen");
            text.push_str(&format!(". If {dont}, {deeds}"));
        }
        for part in cost.parts.iter().filter(|part| matches!(part, CostPart::XAtMost(_))) {
            text.push_str(&format!(". {}", self.cost_part(part)));
        }
        self.doer = Some(who.clone());
        Deed::Whole(text)
    }

    pub(crate) fn unless(&mut self, who: &Who, cost: &Cost, body: &[Clause]) -> Deed {
        // What stands before "unless" is the one clause that it governs.
        if body.len() > 1 {
            let unless = self.tell_unless(who, cost);
            return Deed::Whole(format!("{unless}, {}", self.deeds(body)));
        }
        let text = self.deeds(body);
        // Who pays was not spoken of by what is done to an object of theirs.
        let does = body.first().and_then(|clause| super::deed::acting(&clause.does));
        let of_object = matches!(who, Who::Controller(_) | Who::Owner(_)) && does != Some(who);
        if of_object {
            self.player = None;
        }
        let subject = match who {
            Who::All => Phrase::one("a player"),
            Who::Opponents => Phrase::one("an opponent"),
            other => self.who(other),
        };
        let saved = self.actor.replace(who.clone());
        let deed = self.cost_as_deed(cost, !subject.plural);
        self.actor = saved;
        if of_object {
            self.player = None;
        }
        // "Destroy target creature unless its controller pays 3 life. It can't be regenerated."
        let (text, rider) = match text.find(". ") {
            Some(at) if text.ends_with(" can't be regenerated") || text.contains(" countered this way, ") => {
                text.split_at(at)
            }
            _ => (text.as_str(), ""),
        };
        let changes: String =
            self.reductions(cost).iter().map(|change| format!(". {}", change.trim_end_matches('.'))).collect();
        Deed::Whole(format!("{text} unless {} {deed}{rider}{changes}", subject.text))
    }
}

/// Whether a reflexive ability asks as it resolves what was asked as it would trigger (603.4).
fn asks_again(program: &Program, asked: &Condition) -> bool {
    let [mode] = program.modes.as_slice() else { return false };
    let [Clause { does: Instruction::If { condition, otherwise, .. }, .. }] = mode.clauses.as_slice() else {
        return false;
    };
    condition == asked && otherwise.is_empty()
}

/// Whether they copy what is on the stack, and no more.
fn copies_alone(clauses: &[Clause]) -> bool {
    matches!(clauses, [Clause { does: Instruction::CopyStack(_), .. }])
}
