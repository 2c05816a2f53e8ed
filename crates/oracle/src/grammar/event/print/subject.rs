//! Who and what plays a role in an event: "one or more Goblins you control", "an opponent".

use lawmage_ir::{Amount, Cmp, Condition, EventPattern, Filter, Kind, Ref, Test, Who};

use super::facts::{roles, says_you};
use crate::grammar::noun::is_this;
use crate::print::{Noun, Phrase, Printer, Spoken, words};

impl Printer<'_> {
    /// What the event's roles are called afterwards.
    pub(crate) fn notice(&mut self, event: &EventPattern) {
        let (subject, object) = roles(event);
        if let EventPattern::AttackDeclared { with, .. } = event {
            self.subject = Some(Noun::new(&self.noun_of(with, true).head.replace("permanent", "creature"), true));
            self.subject_is = None;
        }
        // "One or more counters on a creature": that is one.
        let of_counters =
            matches!(event, EventPattern::Batch(inner) if matches!(**inner, EventPattern::CountersPut { .. }));
        let plural = crate::grammar::noun::is_batch(event) && !of_counters;
        self.dying = matches!(event, EventPattern::Moves { from: lawmage_ir::ZoneSet::BATTLEFIELD, to, .. }
            if *to == lawmage_ir::ZoneSet::of(lawmage_ir::Zone::Graveyard));
        // "The next time that creature would deal damage", of the event's: it stays what it was.
        let same = |filter: &&Filter| filter.test != Test::Is(Ref::Event(lawmage_ir::Role::Subject));
        if let Some(filter) = subject.filter(same) {
            self.subject = Some(self.noun_of(filter, plural));
            self.subject_is = match &filter.test {
                Test::Is(r) => Some(r.clone()),
                _ => None,
            };
            if matches!(&filter.test, Test::Or(all) if all.contains(&Test::Is(Ref::This))) {
                self.subject = Some(Noun::new("creature", plural));
            }
        }
        if let Some(filter) = object {
            self.object = Some(self.noun_of(filter, false));
        }
        self.notice_either(event);
        self.notice_block(event);
    }

    /// The two creatures of a block, where neither is told by more than that.
    fn notice_block(&mut self, event: &EventPattern) {
        let (blocker, attacker) = match event {
            EventPattern::While(inner, _) => return self.notice_block(inner),
            EventPattern::Blocks { whom: Some(_), .. } => (&mut self.subject, &mut self.object),
            EventPattern::BecomesBlocked { by: Some(_), .. } => (&mut self.object, &mut self.subject),
            _ => return,
        };
        if self.subject_is.is_none()
            && let (Some(blocker), Some(attacker)) = (blocker, attacker)
            && blocker.head == attacker.head
        {
            blocker.head = format!("blocking {}", blocker.head);
            attacker.head = format!("attacking {}", attacker.head);
        }
    }

    /// "Whenever ~ saddles a Mount or crews a Vehicle, that Mount or Vehicle …": the one as well as the other.
    fn notice_either(&mut self, event: &EventPattern) {
        match event {
            EventPattern::While(inner, _) => self.notice_either(inner),
            EventPattern::Or(all) => {
                if let [EventPattern::Does { object: Some(a), .. }, EventPattern::Does { object: Some(b), .. }] = &**all
                    && let (Test::Subtype(a), Test::Subtype(b)) = (&a.test, &b.test)
                {
                    let head = format!("{} or {}", a.word(), b.word());
                    self.object = Some(Noun::new(&head, false));
                }
            }
            _ => {}
        }
    }

    /// The player in a trigger: "you", "an opponent", "a player".
    pub(crate) fn player_subject(&mut self, who: &Who) -> Phrase {
        match who {
            Who::Opponents => Phrase::one("an opponent"),
            Who::All => Phrase::one("a player"),
            Who::Others => Phrase::one("another player"),
            other => {
                // "Whenever an opponent who controls an artifact draws a card": each of them on their own.
                let phrase = self.who(other);
                match phrase.text.strip_prefix("each ").filter(|rest| rest.contains(" who ")) {
                    Some(rest) => Phrase::one(words::article(rest)),
                    None => phrase,
                }
            }
        }
    }

    pub(crate) fn member(&mut self, filter: &Filter, batch: bool) -> Phrase {
        if (&filter.kind, &filter.test) == (&Kind::Player, &Test::Controlled(Who::You)) {
            return Phrase::you();
        }
        if let (Kind::Player, Test::Controlled(chosen @ Who::Chosen(_))) = (&filter.kind, &filter.test) {
            return self.who(chosen);
        }
        let phrase = if let (true, Some(others)) = (batch, this_and_others(filter)) {
            let name = self.this_named();
            Phrase::many(format!("{name} and/or one or more other {}", self.plural(&others)))
        } else if batch && !is_this(filter) {
            Phrase::many(format!("one or more {}", self.plural(filter)))
        } else if is_this(filter) {
            Phrase::one(self.this_named())
        } else {
            Phrase::one(self.one(filter))
        };
        let spoken = match &filter.test {
            Test::Is(r) => r.clone(),
            _ => Ref::Event(lawmage_ir::Role::Subject),
        };
        if filter.kind != Kind::Player {
            self.speak(Spoken::Thing(spoken));
        }
        phrase
    }

    pub(crate) fn members_as_object(&mut self, filter: &Filter, batch: bool) -> String {
        let text =
            if batch && !is_this(filter) { format!("one or more {}", self.plural(filter)) } else { self.one(filter) };
        self.speak(Spoken::Thing(Ref::Event(lawmage_ir::Role::Subject)));
        text
    }

    /// The event's other party was named last, so that "it" is that object.
    pub(crate) fn spoke_of_object(&mut self, filter: &Filter) {
        if filter.kind != Kind::Player {
            self.thing = match &filter.test {
                Test::Is(r) => Some(r.clone()),
                _ => Some(Ref::Event(lawmage_ir::Role::Object)),
            };
        }
    }

    pub(crate) fn defender(&mut self, whom: &Filter) -> String {
        match (&whom.kind, &whom.test) {
            (Kind::Player, Test::Is(r)) => self.object(r),
            (Kind::Player, Test::Controlled(Who::You)) => "you".to_owned(),
            (Kind::Player, Test::If(c)) if has_most_life(c) => {
                "the player with the most life or tied for most life".to_owned()
            }
            (Kind::Player, Test::If(c)) => match &**c {
                _ if matches!(**c, Condition::TurnOf(_)) => self.one(whom),
                _ => self.one(whom),
            },
            (Kind::PlayerOrPermanent, test) if says_you(test) => "you or a planeswalker you control".to_owned(),
            _ => {
                let text = self.one(whom);
                if text == "a player who is you" { "you".to_owned() } else { text }
            }
        }
    }
}

/// Whether no player has more life than the one it is asked of.
fn has_most_life(condition: &Condition) -> bool {
    let it = Who::Ref(Ref::It);
    *condition == Condition::Compare(Amount::Life(it), Cmp::AtLeast, Amount::GreatestLife(Who::All))
}

/// The others, where the object itself or such others are meant.
fn this_and_others(filter: &Filter) -> Option<Filter> {
    let Test::Or(both) = &filter.test else { return None };
    let [Test::Is(Ref::This), Test::And(others)] = both.as_slice() else { return None };
    let other = Test::not(Test::Is(Ref::This));
    let rest = others.iter().filter(|test| **test != other).cloned();
    others.contains(&other).then(|| Filter::new(filter.kind.clone(), Test::all(rest)))
}
