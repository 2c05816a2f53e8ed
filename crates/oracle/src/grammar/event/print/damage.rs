//! Damage as an event (120): "deals combat damage to a player", "is dealt damage".

use lawmage_ir::{Amount, Clause, Condition, EventPattern, Filter, Instruction, Kind, Ref, Role, Test, Who};

use super::Happening;
use crate::grammar::selector::Quant;
use crate::print::{Phrase, Printer, Spoken, words};

impl Printer<'_> {
    /// "damage would reduce your life total to less than 1".
    pub(crate) fn damage_costs_life(&mut self, who: &Who, below: &Amount) -> Happening {
        let whose = self.who(who).possessive();
        let below = self.expression(below);
        Happening::new(Phrase::one("damage"), format!("reduce {whose} life total to less than {below}"))
    }

    pub(crate) fn damage_event(&mut self, by: &Filter, to: &Filter, combat: Option<bool>, batch: bool) -> Happening {
        let kind = damage_word(combat);
        if by.test == Test::Any && by.kind == Kind::Object && !self.source_said {
            if to.kind == Kind::PlayerOrPermanent && to.test.is_of_players() && !batch {
                let whom = self.one(to);
                return Happening::new(Phrase::one(kind), format!("be dealt to {whom}"));
            }
            let subject = match (&to.kind, &to.test) {
                (Kind::Player, Test::Controlled(Who::You)) => Phrase::you(),
                // One recipient is dealt damage by several sources at once: no "one or more" of it.
                _ => self.recipient(to, batch && !matches!(to.test, Test::Is(_))),
            };
            return Happening::new(subject, format!("be dealt {kind}"));
        }
        let subject = self.as_source(|p| p.member(by, batch));
        if to.test == Test::Any && !matches!(to.kind, Kind::Player | Kind::Permanent) {
            return Happening::new(subject, format!("deal {kind}"));
        }
        let keep = self.thing.clone();
        // Of one source, it is the recipients that are several.
        let several = batch && matches!(by.test, Test::Is(_));
        let text = self.recipient(to, several).text;
        self.thing = keep;
        if !several {
            self.spoke_of_object(to);
        }
        Happening::new(subject, format!("deal {kind} to {text}"))
    }

    /// "one or more creatures you control deal combat damage to one or more players", once for all of it (603.2c).
    pub(crate) fn several_dealt(&mut self, each: &EventPattern) -> Happening {
        let EventPattern::Damage { by, to, combat } = each else { return self.happening(each, true) };
        let subject = self.as_source(|p| p.member(by, true));
        let whom = self.recipient(to, true).text;
        Happening::new(subject, format!("deal {} to {whom}", damage_word(*combat)))
    }

    /// Says what deals damage.
    fn as_source<T>(&mut self, say: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.source_named, true);
        let said = say(self);
        self.source_named = before;
        said
    }

    pub(crate) fn recipient(&mut self, to: &Filter, batch: bool) -> Phrase {
        match (&to.kind, &to.test) {
            (Kind::Player, Test::Controlled(Who::You)) => Phrase::you(),
            (Kind::Player, Test::Is(r)) => self.reference(r),
            (Kind::Player, Test::If(cast)) if let Condition::WasCast(giver @ Ref::Giver(_), None, _) = &**cast => {
                Phrase::one(format!("the player who cast {}", self.reference(giver).text))
            }
            (Kind::PlayerOrPermanent, Test::Or(all)) if *all == [Test::Player, Test::not(Test::Player)] => {
                Phrase::one("a permanent or player".to_owned())
            }
            (Kind::PlayerOrPermanent, Test::Or(all)) if let Some(theirs) = you_and(all) => {
                Phrase::one(format!("you or {}", self.one(&Filter::permanent(theirs))))
            }
            (Kind::PlayerOrPermanent, Test::Type(t)) => Phrase::one(format!("a player or {}", t.word().to_lowercase())),
            _ => self.member(to, batch),
        }
    }

    /// "damage", "combat damage that would be dealt by creatures you control".
    pub(crate) fn damage_that_would_be_dealt_by(&mut self, by: &Filter, combat: Option<bool>) -> String {
        if by.test == Test::Any && by.kind == Kind::Object {
            return damage_word(combat).to_owned();
        }
        self.damage_that_would(by, &Filter::new(Kind::PlayerOrPermanent, Test::Any), combat)
    }

    /// "damage that would be dealt to you".
    pub(crate) fn damage_that_would(&mut self, by: &Filter, to: &Filter, combat: Option<bool>) -> String {
        let kind = damage_word(combat);
        let any = |f: &Filter| f.test == Test::Any && !matches!(f.kind, Kind::Permanent | Kind::Player | Kind::Spell);
        let recipient = |p: &mut Self| match (&to.kind, &to.test) {
            (Kind::Player, Test::Controlled(Who::You)) => "you".to_owned(),
            (_, Test::Is(r)) => p.object(r),
            (_, Test::Or(all)) if let Some(theirs) = you_and(all) => {
                format!("you and {}", p.plural(&Filter::permanent(theirs)))
            }
            (Kind::Player, Test::Any) => "players".to_owned(),
            _ => p.plural(to),
        };
        if any(by) && any(to) {
            return format!("{kind} that would be dealt");
        }
        if any(by) {
            return format!("{kind} that would be dealt to {}", recipient(self));
        }
        // The recipient is said first: "it" would be that.
        let to = if any(to) { String::new() } else { format!(" to {}", recipient(self)) };
        let source = match &by.test {
            Test::Is(r) => self.object(r),
            _ => self.as_source(|p| p.those_of(&lawmage_ir::Selector::All(by.clone()), Quant::Bare)),
        };
        format!("{kind} that would be dealt{to} by {source}")
    }

    /// "all damage that would be dealt to you this turn is dealt to target creature instead" (614.9).
    pub(crate) fn redirected(
        &mut self,
        event: &EventPattern,
        to: &lawmage_ir::Selector,
        amount: Option<&lawmage_ir::Amount>,
        when: &str,
    ) -> String {
        let EventPattern::Damage { by, to: at, combat } = event else { return String::new() };
        let much = match amount {
            Some(amount) => format!("the next {}", self.digits(amount)),
            None => "all".to_owned(),
        };
        let damage = self.damage_that_would(by, at, *combat);
        let there = self.those_of(to, Quant::Bare);
        format!("{much} {damage} {when} is dealt to {there} instead{}", self.where_x())
    }

    /// What is done besides preventing damage (615.5): always so, or for as long as a shield lasts.
    pub(crate) fn besides_prevented(&mut self, then: &[Clause], always: bool) -> String {
        if let Some(text) = self.of_sources_prevented(then) {
            return text;
        }
        if let Some(text) = self.when_prevented(then) {
            return text;
        }
        let (then, each) = of_each_point(then);
        if always && !each {
            return self.sentences(&then);
        }
        let deeds = self.deeds(&then);
        match (always, each) {
            (true, _) => format!("{} for each 1 damage prevented this way", words::capital(&deeds)),
            (_, true) => format!("For each 1 damage prevented this way, {deeds}"),
            _ => format!("If damage is prevented this way, {deeds}"),
        }
    }

    /// "When damage is prevented this way, …" (603.12).
    pub(crate) fn when_prevented(&mut self, then: &[Clause]) -> Option<String> {
        let [Clause { does: Instruction::Reflexive(program), .. }] = then else { return None };
        let body = self.inner_program(program);
        let body = self.continue_sentence(body.trim_end_matches('.'));
        Some(format!("When damage is prevented this way, {body}"))
    }

    /// "If damage from a red source is prevented this way, …", one such sentence after the other.
    pub(crate) fn of_sources_prevented(&mut self, then: &[Clause]) -> Option<String> {
        let parts = then.iter().map(|clause| match &clause.does {
            Instruction::If { condition: Condition::Is(Ref::Event(Role::Subject), test), then, otherwise }
                if otherwise.is_empty() =>
            {
                Some((test, then))
            }
            _ => None,
        });
        let parts: Vec<_> = parts.collect::<Option<_>>().filter(|parts: &Vec<_>| !parts.is_empty())?;
        let mut sentences = Vec::new();
        for (test, then) in parts {
            let source = self.as_source(|p| p.one(&Filter::new(Kind::Object, test.clone())));
            self.speak(Spoken::Thing(Ref::Event(Role::Subject)));
            sentences.push(format!("If damage from {source} is prevented this way, {}", self.deeds(then)));
        }
        Some(sentences.join(". "))
    }

    /// "is dealt excess combat damage".
    pub(crate) fn excess_damage(&mut self, to: &Filter, combat: Option<bool>, batch: bool) -> Happening {
        let subject = self.member(to, batch);
        Happening::new(subject, format!("be dealt excess {}", damage_word(combat)))
    }

    /// "damage that would be dealt to you is prevented".
    pub(crate) fn prevented(&mut self, by: &Filter, to: &Filter) -> Happening {
        let damage = self.damage_that_would(by, to, None);
        Happening::new(Phrase::one(damage), "be prevented")
    }
}

/// "damage", of which sort.
pub(crate) const fn damage_word(combat: Option<bool>) -> &'static str {
    match combat {
        Some(true) => "combat damage",
        Some(false) => "noncombat damage",
        None => "damage",
    }
}

/// What besides you is meant, where both are: "you and creatures you control".
fn you_and(all: &[Test]) -> Option<Test> {
    let [Test::And(you), theirs] = all else { return None };
    if you.as_slice() != [Test::Player, Test::Controlled(Who::You)] {
        return None;
    }
    match theirs {
        Test::And(tests) if tests.iter().any(|t| matches!(t, Test::Not(_))) => None,
        theirs => Some(theirs.clone()),
    }
}

/// Counters or tokens as many as damage is prevented (615.5): those of each 1 damage, and whether it is so.
fn of_each_point(then: &[Clause]) -> (Vec<Clause>, bool) {
    let mut one = then.to_vec();
    let [Clause { does: Instruction::PutCounters { count, .. } | Instruction::CreateToken { count, .. }, .. }] =
        one.as_mut_slice()
    else {
        return (one, false);
    };
    let each = *count == Amount::Event;
    if each {
        *count = Amount::ONE;
    }
    (one, each)
}
