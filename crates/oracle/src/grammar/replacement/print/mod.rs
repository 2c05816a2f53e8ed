//! Replacement and prevention effects (614, 615).

mod entering;
mod lands;
mod number;
mod resolving;

pub(crate) use lands::lands_produce;
use lawmage_ir::visit;
use lawmage_ir::{
    Amount, Clause, Cmp, Condition, Continuous, Destination, EventPattern, Filter, Instead, Instruction, Ref,
    Replacement, Selector, Test, Who, Zone,
};

use super::parse::draws;
use crate::grammar::event::damage::damage_word;
use crate::grammar::replacement::they_share_a_color;
use crate::grammar::selector::Quant;
use crate::print::{Printer, words};

impl Printer<'_> {
    /// A replacement effect as a sentence without its full stop; `when` is "this turn" or the like.
    pub(crate) fn replacement(&mut self, replacement: &Replacement, when: &str) -> String {
        let condition = match &replacement.condition {
            // With the event: "while …".
            Some(_) if matches!(replacement.event, EventPattern::Nth(_, 1)) => String::new(),
            Some(_) if begins(&replacement.event).is_some() || happens_while(replacement) => String::new(),
            Some(_) if when.is_empty() && prevents_and_more(replacement) => String::new(),
            Some(c) if *c == they_share_a_color() => String::new(),
            Some(c) => format!("if {}, ", self.condition(c)),
            None => String::new(),
        };
        if let EventPattern::While(inner, turn) = &replacement.event
            && let (EventPattern::Begins { step, .. }, lawmage_ir::Condition::ExtraTurnOf(_)) = (&**inner, &**turn)
        {
            return format!("skip the {} of that turn", step.word());
        }
        if matches!(&replacement.event, EventPattern::While(_, by) if **by == Condition::CausedBy(Who::All)) {
            return format!(
                "{condition}if an effect causes you to discard a card, discard it, but you may put it on top of your library \
                 instead of into your graveyard"
            );
        }
        if let EventPattern::DamageCostsLife { who: Who::You, below: Amount::Const(i32::MAX) } = &replacement.event {
            return format!("{condition}damage doesn't cause you to lose life");
        }
        if let EventPattern::DamageCostsLoyalty(of) = &replacement.event {
            return format!(
                "{condition}if damage dealt to {} would result in all loyalty counters on it being removed, instead all but one of those counters are removed",
                self.one(of)
            );
        }
        if let EventPattern::DamageCostsLife { who, below } = &replacement.event {
            let whose = self.who(who).possessive();
            let below = self.expression(below);
            let when = if when.is_empty() { String::new() } else { format!(" {when}") };
            return format!(
                "{condition}damage that would reduce {whose} life total to less than {below} reduces it to {below} instead{when}"
            );
        }
        if let (EventPattern::TokenCreated { by: Who::Opponents, .. }, Instead::Enter(_)) =
            (&replacement.event, &replacement.instead)
        {
            let when = if when.is_empty() { String::new() } else { format!(" {when}") };
            return format!(
                "each token that would be created under an opponent's control{when} is created under your control instead"
            );
        }
        let text = match &replacement.instead {
            Instead::Prevent { amount, then } => self.prevention(replacement, amount.as_ref(), then, when),
            Instead::Enter(entering) => return self.entering(replacement, entering),
            Instead::Redirect { to, amount } if !when.is_empty() && !replacement.once => {
                self.redirected(&replacement.event, to, amount.as_ref(), when)
            }
            other => self.instead(replacement, other, when),
        };
        format!("{condition}{text}")
    }

    fn prevention(
        &mut self,
        replacement: &Replacement,
        amount: Option<&Amount>,
        then: &[Clause],
        when: &str,
    ) -> String {
        let when = if when.is_empty() { String::new() } else { format!(" {when}") };
        self.notice(&replacement.event);
        let Some((by, to, combat)) = damage_of(&replacement.event) else {
            let event = self.would(&replacement.event);
            return format!("if {event}{when}, prevent it");
        };
        let sources = self.both_ways(&replacement.event);
        let text = match amount {
            None if replacement.once => {
                let event = self.would(&replacement.event);
                format!("the next time {event}{when}, prevent that damage")
            }
            None if !then.is_empty() && when.is_empty() && sources.is_none() => {
                let of_recipient = visit::any(then, |r: &Ref| *r == Ref::Event(lawmage_ir::Role::Object));
                let event = if replacement.apart && by.test == Test::Any {
                    format!("a source would deal {} to {}", damage_word(combat), self.recipient(to, false).text)
                } else if of_recipient && by.test == Test::Any && !matches!(to.test, Test::Is(_)) {
                    format!("{} would be dealt to {}", damage_word(combat), self.one(to))
                } else {
                    self.would(&replacement.event)
                };
                let condition = replacement.condition.as_ref();
                let while_so = condition.map(|c| format!(" while {}", self.condition(c))).unwrap_or_default();
                format!("if {event}{while_so}, prevent that damage")
            }
            None if matches!(replacement.event, EventPattern::Number(..)) => {
                let event = self.would(&replacement.event);
                format!("if {event}{when}, prevent that damage")
            }
            None if replacement.condition == Some(they_share_a_color()) => {
                let (to, by) = (self.one(to), self.singular(by));
                format!("prevent all {}{when} to {to} by another {by} if they share a color", would_be_dealt(combat))
            }
            None => format!("prevent all {}{when}", self.prevented_damage(sources, by, to, combat)),
            Some(Amount::Minus(all, left)) if when.is_empty() && **all == Amount::Event => {
                let event = self.would(&replacement.event);
                format!("if {event}, prevent all but {} of that damage", self.digits(left))
            }
            Some(n) if when.is_empty() => {
                let event = self.would(&replacement.event);
                let may = if replacement.optional == Some(Who::You) { "you may " } else { "" };
                format!("if {event}, {may}prevent {} of that damage{}", self.digits(n), self.where_x())
            }
            Some(n) => {
                let n = self.digits(n);
                format!("prevent the next {n} {}{when}", self.prevented_damage(sources, by, to, combat))
            }
        };
        if then.is_empty() {
            return text;
        }
        format!("{text}. {}", self.besides_prevented(then, when.is_empty()))
    }

    /// "prevent the next 1 damage that would be dealt to each creature this turn": a shield around each (615.11).
    pub(crate) fn shields(&mut self, over: &Selector, body: &[Clause]) -> Option<String> {
        let [Clause { does: Instruction::Effect { effects, duration }, .. }] = body else { return None };
        let [Continuous::Replace(replacement)] = effects.as_slice() else { return None };
        let Instead::Prevent { amount: Some(amount), then } = &replacement.instead else { return None };
        let EventPattern::Damage { by, to, combat: None } = &replacement.event else { return None };
        if to.test != Test::Is(Ref::Each) || by.test != Test::Any || !then.is_empty() {
            return None;
        }
        let duration = self.duration_of_rule(duration);
        if let Amount::Share(target) = amount {
            let n = self.targets.get(usize::from(*target)).and_then(|t| t.divide.clone())?;
            let n = self.digits(&n);
            let to = self.those_of(over, Quant::Bare);
            let x = self.where_x();
            return Some(format!(
                "prevent the next {n} damage that would be dealt {duration} to {to}, divided as you choose{x}"
            ));
        }
        let n = self.digits(amount);
        let to = self.those_of(over, Quant::Each);
        Some(format!("prevent the next {n} damage that would be dealt to {to} {duration}"))
    }

    /// "damage that would be dealt to you", "damage that would be dealt to and dealt by ~".
    fn prevented_damage(&mut self, both: Option<String>, by: &Filter, to: &Filter, combat: Option<bool>) -> String {
        match both {
            Some(both) => {
                let damage = if combat == Some(true) { "combat damage" } else { "damage" };
                format!("{damage} that would be dealt to and dealt by {both}")
            }
            None => self.damage_that_would(by, to, combat),
        }
    }

    /// "dealt to and dealt by": a pair of patterns that mirror each other.
    fn both_ways(&mut self, event: &EventPattern) -> Option<String> {
        let EventPattern::Or(pair) = event else { return None };
        let [EventPattern::Damage { by, to, .. }, EventPattern::Damage { by: by2, to: to2, .. }] = pair.as_slice()
        else {
            return None;
        };
        let one = |f: &Filter| matches!(f.test, Test::Is(_));
        if one(to) && to.test == by2.test && !one(by) && !one(to2) {
            return Some(self.one(to));
        }
        if one(by) && by.test == to2.test {
            return Some(self.one(by));
        }
        // "to and dealt by creatures you control"
        if to == by2 && by.test == Test::Any && to2.test == Test::Any {
            return Some(self.plural(to));
        }
        None
    }

    fn instead(&mut self, replacement: &Replacement, instead: &Instead, when: &str) -> String {
        let mut when = if when.is_empty() { String::new() } else { format!(" {when}") };
        // "It deals twice that much damage": then a source was spoken of.
        self.source_said |= matches!(instead, Instead::Number(_)) && damage_of(&replacement.event).is_some();
        let event = match self.would_begin(&replacement.event) {
            Some(event) => match &replacement.condition {
                Some(condition) => format!("{event} while {}", self.condition(condition)),
                None => event,
            },
            None if happens_while(replacement) => {
                let event = self.would(&replacement.event);
                let condition = replacement.condition.as_ref().map(|c| self.condition(c)).unwrap_or_default();
                let and = visit::any(&replacement.condition, |r: &Ref| matches!(r, Ref::Event(_)));
                let when = std::mem::take(&mut when);
                format!("{event}{when} {} {condition}", if and { "and" } else { "while" })
            }
            None => self.would(&replacement.event),
        };
        let each = match &replacement.condition {
            Some(condition)
                if visit::any(condition, |who: &lawmage_ir::Condition| {
                    *who == lawmage_ir::Condition::TurnOf(Who::You)
                }) =>
            {
                "during each of your turns"
            }
            _ => "each turn",
        };
        let head = if let EventPattern::Nth(inner, 1) = &replacement.event {
            let event = self.would(inner).replacen("create a token", "create one or more tokens", 1);
            format!("the first time {event} {each}, ")
        } else if replacement.once {
            format!("the next time {event}{when}, ")
        } else {
            format!("if {event}{when}, ")
        };
        let may = match &replacement.optional {
            Some(Who::You) => "you may ",
            _ => "",
        };
        match instead {
            Instead::Do(clauses)
                if clauses.is_empty()
                    && let EventPattern::GainsLife(who) | EventPattern::LosesLife(who) = &replacement.event =>
            {
                let verb = if matches!(replacement.event, EventPattern::GainsLife(_)) { "gain" } else { "lose" };
                format!("{head}{} no life instead", words_gain(&self.repeat_player(who), verb))
            }
            Instead::Do(clauses) if clauses.is_empty() && draws(&replacement.event) => {
                let yours = replacement.event == EventPattern::draws(Who::You);
                let who = if yours || !may.is_empty() { "skip" } else { "that player skips" };
                format!("{head}{may}{who} that draw instead")
            }
            Instead::Do(clauses) if clauses.is_empty() && begins(&replacement.event).is_none() => {
                format!("{head}instead that doesn't happen")
            }
            Instead::Also(clauses) if let EventPattern::TurnedFaceUp(what) = &replacement.event => {
                self.thing = None;
                let what = self.one(what);
                format!("as {what} is turned face up, {may}{}", self.deeds(clauses))
            }
            Instead::Also(clauses) if let EventPattern::TransformsInto(what) = &replacement.event => {
                self.thing = None;
                let (what, into) = (self.one(what), self.own_name());
                format!("as {what} transforms into {into}, {may}{}", self.deeds(clauses))
            }
            Instead::Also(clauses) if let EventPattern::Attached { what, to } = &replacement.event => {
                self.thing = None;
                let (what, to) = (self.one(what), self.one(to));
                format!("as {what} becomes attached to {to}, {}", self.deeds(clauses))
            }
            Instead::Also(clauses) if matches!(replacement.event, EventPattern::TokenCreated { .. }) => {
                let more = self.deeds(clauses);
                let more = more.strip_prefix("create ").unwrap_or(&more);
                format!("{head}those tokens plus {more} are created instead")
            }
            _ => format!("{head}{}", self.what_instead(&replacement.event, instead, may)),
        }
    }

    /// What is done instead of an event, by whoever `may` choose it.
    pub(crate) fn what_instead(&mut self, event: &EventPattern, instead: &Instead, may: &str) -> String {
        match instead {
            Instead::MoveTo(to) => {
                let it = Selector::Ref(Ref::Event(lawmage_ir::Role::Subject));
                let it = match event {
                    EventPattern::Moves { what: Filter { test: Test::Is(r), .. }, .. } => Selector::Ref(r.clone()),
                    _ => it,
                };
                if let (EventPattern::While(..), Destination::Battlefield(_)) = (event, to) {
                    self.thing = Some(Ref::This);
                    let put = self.motion(&lawmage_ir::THIS, to, lawmage_ir::Cause::Put);
                    return format!("{may}{put} instead of putting it into your graveyard");
                }
                let cause = if to.zone() == Zone::Exile { lawmage_ir::Cause::Exile } else { lawmage_ir::Cause::Put };
                let text = match to {
                    Destination::LibraryShuffled => {
                        let what =
                            if it == lawmage_ir::THIS { self.this_named() } else { self.those_of(&it, Quant::Bare) };
                        format!("reveal {what} and shuffle it into its owner's library")
                    }
                    _ => self.motion(&it, to, cause),
                };
                format!("{may}{text} instead")
            }
            Instead::MoveAnd(to, clauses) => {
                let moved = self.what_instead(event, &Instead::MoveTo(to.clone()), may);
                if let [Clause { does: Instruction::Reflexive(program), .. }] = clauses.as_slice() {
                    return format!("{moved}. {}", words::capital(&self.reflexive(program).finite()));
                }
                format!("instead {} and {}", moved.trim_end_matches(" instead"), self.deeds(clauses))
            }
            Instead::Number(n) => self.changed_number(event, n),
            Instead::Mana(kind, one) => {
                let amount = if *one { " and amount" } else { "" };
                format!("it produces {kind} instead of any other type{amount}")
            }
            Instead::Redirect { to: Selector::Ref(Ref::Event(lawmage_ir::Role::Subject)), .. } => {
                "it deals that damage to itself instead".to_owned()
            }
            Instead::Redirect { to, .. } => {
                format!("that damage is dealt to {} instead", self.those_of(to, Quant::Bare))
            }
            // 614.10b
            Instead::Do(_) if let EventPattern::ExtraTurnBegins(who) = event => match who {
                Who::You => "skip that turn instead".to_owned(),
                _ => "that player skips that turn instead".to_owned(),
            },
            Instead::Do(clauses) if begins(event).is_some() => {
                let what = begins(event).unwrap_or_default();
                let then = self.deeds(clauses);
                let then = if clauses.is_empty() { String::new() } else { format!(". If you do, {then}") };
                format!("{may}skip that {what} instead{then}")
            }
            Instead::Do(clauses) if clauses.iter().any(|c| matches!(c.does, Instruction::If { .. })) => {
                let text = words::lower(&self.sentences(clauses));
                let text = text.trim_end_matches('.');
                match event {
                    EventPattern::Moves { what, .. } if what.test.is_this() => {
                        price_told(clauses, &text.replacen(". ", " instead. ", 1))
                    }
                    _ => format!("{may}instead {text}"),
                }
            }
            Instead::Do(clauses) if draws(event) && clauses.len() > 1 => {
                let text = self.sentences(clauses);
                format!("{may}instead {}", words::lower(text.trim_end_matches('.')))
            }
            Instead::Do(clauses) if crate::grammar::replacement::one_of_each(event).as_ref() == Some(clauses) => {
                format!("{may}instead create one of each")
            }
            Instead::Do(clauses) => {
                let text = self.deeds(clauses);
                format!("{may}instead {text}")
            }
            Instead::Also(clauses) => format!("{may}{}", self.deeds(clauses)),
            Instead::Prevent { .. } | Instead::Enter(_) => String::new(),
        }
    }

    /// "you would begin your draw step" (614.10).
    fn would_begin(&mut self, event: &EventPattern) -> Option<String> {
        let (whose, what) = match event {
            EventPattern::TurnBegins(whose) => (whose, "turn"),
            EventPattern::Begins { step: lawmage_ir::Step::BeginCombat, whose } => (whose, "combat phase"),
            EventPattern::Begins { step, whose } => (whose, step.word()),
            _ => return None,
        };
        let who = self.player_subject(whose);
        Some(format!("{} would begin {} {what}", who.text, if who.you { "your" } else { "their" }))
    }

    fn repeat_player(&mut self, who: &Who) -> crate::print::Phrase {
        match who {
            Who::You => crate::print::Phrase::you(),
            _ => crate::print::Phrase::one("that player"),
        }
    }
}

/// "with your choice of a flying counter or a first strike counter on it".
fn one_of_counters(kinds: &[lawmage_ir::CounterKind]) -> Option<String> {
    let kinds: Vec<String> = kinds.iter().map(|kind| words::article(&format!("{kind} counter"))).collect();
    (!kinds.is_empty()).then(|| format!("with your choice of {} on it", words::list(&kinds, "or")))
}

/// What would begin: a step, a phase, a turn.
fn begins(event: &EventPattern) -> Option<&'static str> {
    match event {
        EventPattern::TurnBegins(_) | EventPattern::ExtraTurnBegins(_) => Some("turn"),
        EventPattern::Begins { step: lawmage_ir::Step::BeginCombat, .. } => Some("phase"),
        EventPattern::Begins { .. } => Some("step"),
        _ => None,
    }
}

/// Whether it prevents all damage, and something is done besides.
fn prevents_and_more(replacement: &Replacement) -> bool {
    let one_way = matches!(replacement.event, EventPattern::Damage { .. });
    one_way
        && !replacement.once
        && matches!(&replacement.instead, Instead::Prevent { amount: None, then } if !then.is_empty())
}

/// Whether the condition is said behind the event: "you would draw a card while you have no cards in hand".
fn happens_while(replacement: &Replacement) -> bool {
    let life = matches!(replacement.event, EventPattern::GainsLife(_) | EventPattern::PaysLife(_));
    let entering = matches!(replacement.event, EventPattern::Moves { .. })
        && visit::any(&replacement.condition, |r: &Ref| matches!(r, Ref::Event(_)));
    replacement.condition.is_some() && (draws(&replacement.event) || life || entering)
}

fn words_gain(who: &crate::print::Phrase, verb: &str) -> String {
    who.does(verb)
}

fn damage_of(event: &EventPattern) -> Option<(&Filter, &Filter, Option<bool>)> {
    match event {
        EventPattern::Damage { by, to, combat } => Some((by, to, *combat)),
        EventPattern::Or(all) => all.first().and_then(damage_of),
        EventPattern::While(inner, _) | EventPattern::Batch(inner) | EventPattern::Number(inner, ..) => {
            damage_of(inner)
        }
        _ => None,
    }
}

/// What enters at a price, where so many things are given for it: whether they were, is what "if you do" asks.
fn price_told(clauses: &[Clause], text: &str) -> String {
    let so_many = |clause: &Clause| {
        let Instruction::If { condition, .. } = &clause.does else { return false };
        matches!(condition, Condition::Compare(Amount::Slot(_), Cmp::Equal, Amount::Const(_)))
    };
    match (text.split_once(". If "), clauses.iter().any(so_many)) {
        (Some((price, rest)), true) => match rest.split_once(", ") {
            Some((_, then)) => format!("{price}. If you do, {then}"),
            None => text.to_owned(),
        },
        _ => text.to_owned(),
    }
}

const fn would_be_dealt(combat: Option<bool>) -> &'static str {
    match combat {
        Some(true) => "combat damage that would be dealt",
        Some(false) => "noncombat damage that would be dealt",
        None => "damage that would be dealt",
    }
}
