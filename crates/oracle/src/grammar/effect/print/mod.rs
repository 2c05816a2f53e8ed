//! Clauses as sentences, and the instructions that hold clauses: if, may, unless, for each, delayed.

pub(crate) mod deed;

use lawmage_ir::{
    Amount, Clause, Condition, Continuous, Cost, Duration, EventPattern, Filter, Instead, Instruction, Kind, Program,
    Ref, Selector, Step, Test, TriggeredAbility, Who,
};

use crate::grammar::effect::deed::{Deed, acting};
use crate::print::{Noun, Phrase, Printer, words};

impl Printer<'_> {
    /// Clauses as sentences, capitals and full stops included.
    pub(crate) fn sentences(&mut self, clauses: &[Clause]) -> String {
        let parts = self.joined(clauses);
        let sentences: Vec<String> = parts.iter().map(|p| words::sentence(p)).collect();
        sentences.join(" ")
    }

    /// Clauses as one run of words behind "if …," or "may": "draw a card, then discard a card".
    pub(crate) fn deeds(&mut self, clauses: &[Clause]) -> String {
        let parts = self.joined(clauses);
        let whole = parts
            .iter()
            .any(|p| p.contains(". ") || p.contains('\n') || p.starts_with("if ") || p.contains(" unless "));
        match parts.as_slice() {
            [first, rest @ ..] if whole => {
                let mut text = first.clone();
                for part in rest {
                    text.push_str(". ");
                    text.push_str(&words::capital(part));
                }
                text
            }
            [first, second] if !first.contains(", ") && !first.contains(" and ") => format!("{first} and {second}"),
            [first, rest @ ..] => {
                let mut text = first.clone();
                for part in rest {
                    text.push_str(", then ");
                    text.push_str(part);
                }
                text
            }
            [] => String::new(),
        }
    }

    /// Clauses as sentences without capital or full stop, those that belong together joined.
    fn joined(&mut self, clauses: &[Clause]) -> Vec<String> {
        let mut all: Vec<String> = Vec::new();
        let mut before: Option<&Clause> = None;
        let mut told = false;
        for (at, clause) in clauses.iter().enumerate() {
            let next = clauses.get(at + 1);
            if std::mem::take(&mut told) {
                continue;
            }
            if let Some(text) = self.next_time_of_source(clause, next) {
                all.push(text);
                told = true;
                before = next;
                continue;
            }
            if self.says_itself(clause, next) {
                continue;
            }
            let link = before.map_or(Link::Sentence, |b| link(b, clause, next));
            let text = self.linked(clause, &link);
            match (link, all.last_mut()) {
                (Link::Sentence, _) | (_, None) => all.push(text),
                (Link::Third(_), Some(last)) => last.push_str(&format!(", {text}")),
                (Link::ThenThird(_), Some(last)) => last.push_str(&format!(", then {text}")),
                (Link::Comma, Some(last)) => last.push_str(&format!(", {text}")),
                (Link::Then, Some(last)) => last.push_str(&format!(", then {text}")),
                (Link::And | Link::Same(_) | Link::Rest, Some(last)) => last.push_str(&format!(" and {text}")),
            }
            before = Some(clause);
        }
        all
    }

    /// "the next time a red source of your choice would deal damage to you this turn, prevent that damage": the choice and
    /// the shield in one sentence.
    fn next_time_of_source(&mut self, clause: &Clause, next: Option<&Clause>) -> Option<String> {
        let (Instruction::Choose(Selector::Choose(choice)), Some(slot)) = (&clause.does, clause.out) else {
            return None;
        };
        let Selector::All(filter) = &choice.from else { return None };
        let Instruction::Effect { effects, duration } = &next?.does else { return None };
        let [Continuous::Replace(replacement)] = effects.as_slice() else { return None };
        let EventPattern::Damage { by, to, combat } = &replacement.event else { return None };
        let chosen = Test::Is(Ref::Slot(slot));
        let same = by.test == Test::all([chosen, filter.test.clone()]);
        if filter.kind != Kind::Object || !same || !replacement.once {
            return None;
        }
        let source = self.singular(filter);
        let kind = if *combat == Some(true) { "combat damage" } else { "damage" };
        let any = Filter::new(Kind::Object, Test::Any);
        let dealt = self.damage_that_would(&any, to, None);
        let to = dealt.strip_prefix("damage that would be dealt").unwrap_or_default().to_owned();
        let when = self.duration_of_rule(duration);
        let source = words::article(&source);
        let besides = match &replacement.instead {
            Instead::Prevent { then, .. } if !then.is_empty() => {
                self.notice(&replacement.event);
                format!(". If damage is prevented this way, {}", self.deeds(then))
            }
            _ => String::new(),
        };
        Some(format!(
            "the next time {source} of your choice would deal {kind}{to} {when}, prevent that damage{besides}"
        ))
    }

    /// "a creature dealt damage this way": a choice with nothing to choose, said where its slot is used.
    fn says_itself(&mut self, clause: &Clause, next: Option<&Clause>) -> bool {
        let (Instruction::Choose(Selector::Choose(choice)), Some(slot)) = (&clause.does, clause.out) else {
            return false;
        };
        let Selector::All(filter) = &choice.from else { return false };
        let told = match &filter.test {
            lawmage_ir::Test::And(all) => {
                all.iter().any(|t| matches!(t, lawmage_ir::Test::Is(r) if self.damaged.contains(r)))
            }
            lawmage_ir::Test::Is(r) => self.damaged.contains(r),
            _ => false,
        };
        if !told || !next.is_some_and(|n| matches!(n.does, Instruction::Effect { .. })) {
            return false;
        }
        let phrase = self.choice(choice);
        self.fill(slot, &clause.does);
        self.fresh.insert(slot, phrase);
        true
    }

    fn linked(&mut self, clause: &Clause, link: &Link) -> String {
        let saved = self.actor.clone();
        if let Link::Same(who) | Link::Third(who) | Link::ThenThird(who) = link {
            self.actor = Some(who.clone());
        }
        let deed = self.clause(clause);
        let mut text = match link {
            Link::Same(_) | Link::Third(_) | Link::ThenThird(_) => match &deed {
                Deed::Act { subject: None, verb } => words::agree(verb, false),
                other => other.finite(),
            },
            _ => deed.finite(),
        };
        self.actor = saved;
        text.push_str(&self.where_x());
        if let Link::Rest = link {
            for verb in ["put ", "return ", "exile "] {
                if let Some(rest) = text.strip_prefix(verb) {
                    text = rest.to_owned();
                    break;
                }
            }
        }
        text
    }

    /// One clause; its slot is filled.
    pub(crate) fn clause(&mut self, clause: &Clause) -> Deed {
        let deed = self.instruction(&clause.does);
        self.first_of_trigger = false;
        match &clause.does {
            Instruction::Damage { to: Selector::Ref(r), .. } => self.damaged.push(r.clone()),
            Instruction::DamageDivided { target, .. } | Instruction::DamageEvenly { target, .. } => {
                self.damaged.push(Ref::Target(*target));
            }
            _ => {}
        }
        match clause.out {
            Some(slot) => {
                self.fill(slot, &clause.does);
                if let Instruction::Damage { .. } = clause.does {
                    self.damaged.push(Ref::Slot(slot));
                    self.thing = None;
                }
            }
            None if leaves_something(&clause.does) => self.thing = None,
            None => {}
        }
        deed
    }

    /// Instructions that hold clauses.
    pub(crate) fn structure(&mut self, does: &Instruction) -> Deed {
        match does {
            Instruction::Effect { effects, duration } => {
                let text = self.effects(effects, duration, false);
                let imperative = ["gain control", "switch", "prevent", "if "].iter().any(|w| text.starts_with(w));
                Deed::Whole(if self.bare && !imperative { format!("have {text}") } else { text })
            }
            Instruction::Delayed { ability, duration } => self.delayed(ability, duration.as_ref()),
            Instruction::Reflexive(program) => self.reflexive(program),
            Instruction::Emblem(who, abilities) => {
                let who = self.who(who);
                let mut quotes = Vec::new();
                for ability in abilities {
                    let mut inner = Printer::new(&crate::print::Context { face: self.face });
                    inner.quoted = true;
                    quotes.push(format!("\"{}\"", inner.ability(ability)));
                }
                Deed::does(who, format!("get an emblem with {}", words::list(&quotes, "and")))
            }
            Instruction::Seq(clauses) => Deed::Whole(self.deeds(clauses)),
            Instruction::If { condition, then, otherwise } => self.if_then(condition, then, otherwise),
            Instruction::May { who, body } => self.may(who, body),
            Instruction::MayPay { who, cost, then, otherwise } => self.may_pay(who, cost, then, otherwise),
            Instruction::Haunt { what, whom } => {
                let what = self.those_of(what, crate::grammar::selector::Quant::All);
                let whom = self.those_of(whom, crate::grammar::selector::Quant::All);
                Deed::order(format!("exile {what} haunting {whom}"))
            }
            Instruction::MustPay { who, cost } => {
                let subject = self.actor(who);
                let text = self.cost_as_deed(cost, false);
                Deed::act(subject, text)
            }
            Instruction::PayTimes { who, cost } => {
                let subject = self.who(who);
                let deed = self.cost_as_deed(cost, false);
                Deed::Whole(format!("{} may {deed} any number of times", subject.text))
            }
            Instruction::Uncounterable => Deed::Whole("this ability can't be countered".to_owned()),
            Instruction::Unless { who, cost, body } => self.unless(who, cost, body),
            Instruction::ForEach { over, body } => self.for_each(over, body),
            Instruction::Repeat { times, body } if crate::grammar::token::incubated(body).is_some() => {
                let text = self.deeds(body);
                match times {
                    Amount::Const(2) => Deed::Whole(format!("{text} twice")),
                    Amount::Const(n) => Deed::Whole(format!("{text} {} times", words::number(*n))),
                    other => Deed::Whole(format!("{text} {} times", self.number_word(other))),
                }
            }
            Instruction::Repeat { times, body } => {
                let times = match times {
                    Amount::Const(n) => format!("{} times", words::number(*n)),
                    other => format!("{} times", self.number_word(other)),
                };
                let body = self.deeds(body);
                Deed::Whole(format!("{body}. Repeat this process {times}"))
            }
            Instruction::ChooseMode { who: Who::You, min: 1, max: 1, modes } if tap_or_untap(modes).is_some() => {
                let what = tap_or_untap(modes).map(|what| self.those_of(what, crate::grammar::selector::Quant::All));
                Deed::order(format!("tap or untap {}", what.unwrap_or_default()))
            }
            Instruction::ChooseMode { who, min: 1, max: 1, modes } if top_or_bottom(modes).is_some() => {
                let subject = self.actor(who);
                let what = top_or_bottom(modes).map(|what| self.those_of(what, crate::grammar::selector::Quant::All));
                let your = if *who == Who::You { "your" } else { "their" };
                let text =
                    format!("put {} on {your} choice of the top or bottom of {your} library", what.unwrap_or_default());
                Deed::act(subject, text)
            }
            Instruction::ChooseMode { who: Who::You, min: 1, max: 1, modes } if chosen_abilities(modes).is_some() => {
                let Some((what, abilities, duration)) = chosen_abilities(modes) else { return Deed::order("") };
                let does = |mods| Instruction::Effect {
                    effects: vec![Continuous::Modify { what: what.clone(), mods: vec![mods] }],
                    duration: duration.clone(),
                };
                // What each would say, but for the one that is chosen.
                let first = abilities.first().map(|m| self.structure(&does((*m).clone())).finite()).unwrap_or_default();
                let words: Vec<String> = abilities.iter().map(|m| granted_word(m)).collect();
                let own = words.first().cloned().unwrap_or_default();
                Deed::Whole(first.replacen(&own, &format!("your choice of {}", words::list(&words, "or")), 1))
            }
            Instruction::ChooseMode { who, min, max, modes } => {
                let subject = self.who(who).does("choose");
                let number =
                    if min == max { words::number(i32::try_from(*min).unwrap_or(1)) } else { "one or more".to_owned() };
                let mut text = format!("{subject} {number} —");
                for mode in modes {
                    text.push_str("\n• ");
                    text.push_str(&self.sentences(&mode.clauses));
                }
                Deed::Whole(text)
            }
            Instruction::FlipCoin { who, won, lost } => {
                let subject = self.actor(who);
                let head = Deed::act(subject, "flip a coin").finite();
                let mut text = head;
                if !won.is_empty() {
                    text.push_str(&format!(". If you win the flip, {}", self.deeds(won)));
                }
                if !lost.is_empty() {
                    text.push_str(&format!(". If you lose the flip, {}", self.deeds(lost)));
                }
                Deed::Whole(text)
            }
            Instruction::ClaimPrize(prize) => {
                let text = self.sentences(prize);
                self.prize = Some(text);
                Deed::order("claim the prize")
            }
            Instruction::RollDie { who, count, sides, plus, ignore } => {
                let dice = match count {
                    Amount::Const(1) => format!("a d{sides}"),
                    other => format!("{} d{sides}", self.number_word(other)),
                };
                let ignored = if *ignore > 0 { " and ignore the lowest roll" } else { "" };
                let plus = plus.as_ref().map(|n| format!(" and add {}", self.expression(n))).unwrap_or_default();
                Deed::act(self.actor(who), format!("roll {dice}{ignored}{plus}"))
            }
            Instruction::ResultsTable(_, rows) => {
                let mut lines = Vec::new();
                for row in rows {
                    let range = match row.most {
                        Some(most) if most == row.least => row.least.to_string(),
                        Some(most) => format!("{}—{most}", row.least),
                        None => format!("{}+", row.least),
                    };
                    lines.push(format!("{range} | {}", self.sentences(&row.then)));
                }
                Deed::Whole(lines.join("\n"))
            }
            _ => Deed::Whole(String::new()),
        }
    }

    fn if_then(&mut self, condition: &Condition, then: &[Clause], otherwise: &[Clause]) -> Deed {
        if let (Condition::Done(_), [Clause { does: Instruction::Reflexive(program), .. }], []) =
            (condition, then, otherwise)
        {
            return self.reflexive(program);
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
            return Deed::Whole(format!("when this ability resolves for the {nth} time this turn, {body}"));
        }
        if let (Condition::Happened(event, ..), [Clause { does: Instruction::Shuffle(Who::You), .. }]) =
            (condition, then)
            && **event == EventPattern::Searches(Who::You)
        {
            return Deed::Whole("if you search your library this way, shuffle".to_owned());
        }
        if then.is_empty() && !otherwise.is_empty() {
            let not = Condition::Not(Box::new(condition.clone()));
            return self.if_then(&not, otherwise, &[]);
        }
        if std::mem::take(&mut self.first_of_trigger)
            && !matches!(condition, Condition::Done(_))
            && otherwise.is_empty()
        {
            let text = self.deeds(then);
            return Deed::Whole(format!("{text} if {}", self.condition(condition)));
        }
        if !otherwise.is_empty() && self.names_new_target(condition) {
            let first = self.deeds(otherwise);
            let question = self.condition(condition);
            return Deed::Whole(format!("{first}. If {question}, instead {}", self.deeds(then)));
        }
        let question = match condition {
            Condition::Done(_) => match &self.doer {
                Some(Who::You) | None => "you do".to_owned(),
                Some(_) => "that player does".to_owned(),
            },
            Condition::Not(inner) if matches!(**inner, Condition::Done(_)) => match &self.doer {
                Some(Who::You) | None => "you don't".to_owned(),
                Some(_) => "that player doesn't".to_owned(),
            },
            other => self.condition(other),
        };
        let saved = self.actor.take();
        let mut text = format!("if {question}, {}", self.deeds(then));
        if !otherwise.is_empty() {
            text.push_str(&format!(". Otherwise, {}", self.deeds(otherwise)));
        }
        self.actor = saved;
        Deed::Whole(text)
    }

    /// Whether the condition would be the first to speak of a target, which only an instruction can introduce.
    fn names_new_target(&self, condition: &Condition) -> bool {
        let text = format!("{condition:?}");
        self.said.iter().enumerate().any(|(n, said)| !said && text.contains(&format!("Target({n})")))
    }

    fn may(&mut self, who: &Who, body: &[Clause]) -> Deed {
        let subject = self.who(who);
        self.doer = Some(who.clone());
        let saved = self.actor.replace(who.clone());
        let text = match body {
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
        Deed::Whole(format!("{} may {text}", subject.text))
    }

    /// A clause behind "may".
    pub(crate) fn behind_may(&mut self, clause: &Clause) -> String {
        let before = std::mem::replace(&mut self.bare, true);
        let mut text = self.clause(clause).bare();
        self.bare = before;
        text.push_str(&self.where_x());
        text
    }

    pub(crate) fn joined_bare(&mut self, clauses: &[Clause]) -> String {
        let mut text = String::new();
        let mut before: Option<&Clause> = None;
        for (at, clause) in clauses.iter().enumerate() {
            let next = clauses.get(at + 1);
            let deed = self.behind_may(clause);
            match before {
                None => text.push_str(&deed),
                Some(b) => {
                    let word = match link(b, clause, next) {
                        Link::Comma | Link::Third(_) => ", ",
                        Link::Then | Link::ThenThird(_) => ", then ",
                        _ => " and ",
                    };
                    text.push_str(word);
                    text.push_str(&deed);
                }
            }
            before = Some(clause);
        }
        text
    }

    fn may_pay(&mut self, who: &Who, cost: &Cost, then: &[Clause], otherwise: &[Clause]) -> Deed {
        let subject = self.who(who);
        let deed = self.cost_as_deed(cost, false);
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
            text.push_str(&format!(". If {dont}, {}", self.deeds(otherwise)));
        }
        self.doer = Some(who.clone());
        Deed::Whole(text)
    }

    fn unless(&mut self, who: &Who, cost: &Cost, body: &[Clause]) -> Deed {
        let text = self.deeds(body);
        let subject = match who {
            Who::All => Phrase::one("a player"),
            Who::Opponents => Phrase::one("an opponent"),
            other => self.who(other),
        };
        let saved = self.actor.replace(who.clone());
        let deed = self.cost_as_deed(cost, !subject.plural);
        self.actor = saved;
        Deed::Whole(format!("{text} unless {} {deed}", subject.text))
    }

    fn for_each(&mut self, over: &Selector, body: &[Clause]) -> Deed {
        if let Selector::Players(who) = over {
            let subject = self.who(who);
            self.each.push(Noun::new("player", false));
            self.each_player = Some(subject);
            let text = self.deeds(body);
            self.each_player = None;
            self.each.pop();
            return Deed::Whole(text);
        }
        if let Selector::Union(all) = over
            && let [Selector::Players(Who::You), Selector::Players(other)] = all.as_slice()
        {
            let other = self.whom(other);
            let saved = self.actor.replace(Who::Ref(Ref::Each));
            let text = self.deeds(body);
            self.actor = saved;
            return Deed::Whole(format!("you and {other} each {text}"));
        }
        let mut noun = self.noun_of_selector(over);
        noun.plural = false;
        let things = match over {
            Selector::All(filter) => self.singular(filter),
            Selector::Ref(r) => format!("of {}", self.object(r)),
            other => self.each_of(other),
        };
        self.thing = Some(Ref::Each);
        self.each.push(noun);
        self.thing = None;
        let text = self.deeds(body);
        self.each.pop();
        Deed::Whole(format!("for each {things}, {text}"))
    }

    fn delayed(&mut self, ability: &TriggeredAbility, duration: Option<&Duration>) -> Deed {
        let clauses = ability.program.modes.first().map(|m| m.clauses.clone()).unwrap_or_default();
        let when = match &ability.event {
            EventPattern::Begins { step, whose } => Some(self.next_step(*step, whose)),
            EventPattern::Or(any) => match any.as_slice() {
                [
                    EventPattern::Begins { step: lawmage_ir::Step::Main, whose },
                    EventPattern::Begins { step: lawmage_ir::Step::Main2, .. },
                ] => Some(self.next_step(lawmage_ir::Step::Main, whose).replace("precombat ", "")),
                _ => None,
            },
            _ => None,
        };
        let inner_targets = ability.program.modes.first().is_some_and(|m| !m.targets.is_empty());
        if let Some(when) = when
            && duration.is_none()
        {
            let condition =
                ability.condition.as_ref().map(|c| format!(" if {}", self.condition(c))).unwrap_or_default();
            if clauses.len() == 1 && !inner_targets {
                let text = self.deeds(&clauses);
                return Deed::Whole(format!("{text} {when}{condition}"));
            }
            let body = self.inner_program(&ability.program);
            return Deed::Whole(format!("{when}{condition}, {}", words::lower(body.trim_end_matches('.'))));
        }
        let roles = (self.subject.clone(), self.object.clone(), self.subject_is.clone());
        let event = self.trigger(&ability.event);
        let until = match duration {
            Some(d) => format!(" {}", self.duration_of_rule(d)),
            None => String::new(),
        };
        let event = match (ability.per_turn, duration) {
            (Some(_), _) => event.replacen("whenever you ", "when you next ", 1),
            (None, None) => event.replacen("whenever ", "when ", 1),
            _ => event,
        };
        let condition = ability.condition.as_ref().map(|c| format!(", if {}", self.condition(c))).unwrap_or_default();
        let body = self.inner_program(&ability.program);
        let body = self.continue_sentence(body.trim_end_matches('.'));
        (self.subject, self.object, self.subject_is) = roles;
        Deed::Whole(format!("{event}{until}{condition}, {body}"))
    }

    /// A program inside another: its own targets.
    fn inner_program(&mut self, program: &Program) -> String {
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

    fn next_step(&mut self, step: Step, whose: &Who) -> String {
        match (step, whose) {
            (Step::EndCombat, _) => "at end of combat".to_owned(),
            (Step::End, Who::All) => "at the beginning of the next end step".to_owned(),
            (Step::Upkeep, Who::All) => "at the beginning of the next turn's upkeep".to_owned(),
            (step, who) => {
                let word = match step {
                    Step::Upkeep => "upkeep",
                    other => other.word(),
                };
                format!("at the beginning of {} next {word}", self.who(who).possessive())
            }
        }
    }

    fn reflexive(&mut self, program: &Program) -> Deed {
        let body = self.inner_program(program);
        let body = self.continue_sentence(body.trim_end_matches('.'));
        let when = match &self.doer {
            Some(Who::You) | None => "when you do",
            Some(_) => "when that player does",
        };
        Deed::Whole(format!("{when}, {body}"))
    }
}

/// What the two modes of "the top or bottom" are about.
fn top_or_bottom(modes: &[lawmage_ir::Mode]) -> Option<&Selector> {
    use lawmage_ir::Destination::{LibraryBottom, LibraryTop};
    match modes {
        [one, other] => match (one.clauses.as_slice(), other.clauses.as_slice()) {
            (
                [Clause { does: Instruction::Move { what, to: LibraryTop { .. }, .. }, .. }],
                [Clause { does: Instruction::Move { what: same, to: LibraryBottom { .. }, .. }, .. }],
            ) if what == same => Some(what),
            _ => None,
        },
        _ => None,
    }
}

/// What the two modes of "tap or untap" are about.
fn tap_or_untap(modes: &[lawmage_ir::Mode]) -> Option<&Selector> {
    match modes {
        [one, other] => match (one.clauses.as_slice(), other.clauses.as_slice()) {
            ([Clause { does: Instruction::Tap(what), .. }], [Clause { does: Instruction::Untap(same), .. }])
                if what == same =>
            {
                Some(what)
            }
            _ => None,
        },
        _ => None,
    }
}

/// Whether "it" would mean what the instruction left behind.
fn leaves_something(does: &Instruction) -> bool {
    use Instruction as I;
    match does {
        I::Move { to, .. } => matches!(to, lawmage_ir::Destination::Battlefield(_)),
        I::Damage { .. }
        | I::Sacrifice { .. }
        | I::Discard { .. }
        | I::Draw { .. }
        | I::Mill { .. }
        | I::Search { .. }
        | I::Reveal { .. }
        | I::CreateToken { .. } => true,
        _ => false,
    }
}

/// How a clause follows the one before.
#[derive(Clone, Debug)]
enum Link {
    /// A sentence of its own.
    Sentence,
    /// ", …"
    Comma,
    /// ", then …"
    Then,
    /// " and …"
    And,
    /// " and …" with the same subject, not said again.
    Same(Who),
    /// ", puts it …": the searching player goes on.
    Third(Who),
    /// ", then shuffles".
    ThenThird(Who),
    /// " and the rest …": the verb is not said again.
    Rest,
}

fn link(before: &Clause, clause: &Clause, next: Option<&Clause>) -> Link {
    use Instruction as I;
    match (&before.does, &clause.does) {
        (I::Search { .. } | I::Move { .. }, I::Shuffle(who)) if *who != Who::You => Link::ThenThird(who.clone()),
        (I::Search { .. } | I::Move { .. }, I::Shuffle(_)) => Link::Then,
        (I::Search { who, .. }, I::Move { .. }) if *who != Who::You => Link::Third(who.clone()),
        (I::Search { .. }, I::Move { .. }) => Link::Comma,
        (I::Search { .. }, I::Reveal { .. }) => Link::Comma,
        (I::Reveal { what: Selector::Ref(_) }, I::Move { .. })
            if next.is_some_and(|n| matches!(n.does, I::Shuffle(_))) =>
        {
            Link::Comma
        }
        (I::Reveal { what: Selector::Choose(_) }, I::Move { .. }) => Link::And,
        (I::CreateToken { .. } | I::Move { .. }, I::Populate) => Link::Then,
        (
            I::Move {
                to:
                    lawmage_ir::Destination::Hand
                    | lawmage_ir::Destination::Graveyard
                    | lawmage_ir::Destination::LibraryTop { .. }
                    | lawmage_ir::Destination::LibraryBottom { .. },
                ..
            },
            I::Move { what: Selector::Except(..), .. },
        ) => Link::Rest,
        (I::Draw { who: Who::You, .. }, I::Discard { who: Who::You, .. }) => Link::Then,
        (I::Scry(Who::You, _) | I::Surveil(Who::You, _), I::Draw { who: Who::You, .. }) => Link::Then,
        (I::CreateToken { .. }, I::PutCounters { .. }) => Link::Then,
        (a, b) => match (acting(a), acting(b)) {
            (Some(Who::You), Some(Who::You))
                if matches!(a, I::Draw { .. } | I::GainLife(..) | I::LoseLife(..))
                    && matches!(b, I::GainLife(..) | I::LoseLife(..)) =>
            {
                Link::And
            }
            (Some(x), Some(y)) if x == y && *x != Who::You && next_ok(a, b) => Link::Same(x.clone()),
            _ => match (a, b) {
                (I::Damage { .. } | I::LoseLife(..), I::GainLife(Who::You, n)) if !matches!(n, Amount::Slot(_)) => {
                    Link::And
                }
                _ => Link::Sentence,
            },
        },
    }
}

fn next_ok(a: &Instruction, b: &Instruction) -> bool {
    !matches!(a, Instruction::Search { .. } | Instruction::LookAt { .. }) && !matches!(b, Instruction::Shuffle(_))
}

/// What the modes of "your choice of flying or haste" are: effects alike but for the ability.
fn chosen_abilities(modes: &[lawmage_ir::Mode]) -> Option<(&Selector, Vec<&lawmage_ir::Modification>, &Duration)> {
    let one = |mode: &'_ lawmage_ir::Mode| match mode.clauses.as_slice() {
        [Clause { does: Instruction::Effect { .. }, .. }] => Some(()),
        _ => None,
    };
    modes.iter().try_for_each(one)?;
    let parts: Option<Vec<(&Selector, &lawmage_ir::Modification, &Duration)>> = modes
        .iter()
        .map(|mode| match &mode.clauses.first()?.does {
            Instruction::Effect { effects, duration } => match effects.as_slice() {
                [Continuous::Modify { what, mods }] => match mods.as_slice() {
                    [added @ lawmage_ir::Modification::AddAbility(_)] => Some((what, added, duration)),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        })
        .collect();
    let parts = parts?;
    let (what, _, duration) = *parts.first()?;
    let alike = parts.len() > 1 && parts.iter().all(|(w, _, d)| *w == what && *d == duration);
    alike.then(|| (what, parts.iter().map(|(_, m, _)| *m).collect(), duration))
}

/// The word of a keyword that an effect grants.
fn granted_word(added: &lawmage_ir::Modification) -> String {
    match added {
        lawmage_ir::Modification::AddAbility(ability) => match &**ability {
            lawmage_ir::Ability::Keyword(k) => k.keyword.word().to_owned(),
            _ => String::new(),
        },
        _ => String::new(),
    }
}
