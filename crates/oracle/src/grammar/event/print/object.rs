//! What objects do and what happens to them: "attacks you", "becomes blocked by a creature".

use lawmage_ir::{CounterKind, Filter, Kind, Ref, Test, Who};

use super::Happening;
use crate::print::{Phrase, Printer, words};

impl Printer<'_> {
    /// "attacks alone", "attacks you", "and at least two other creatures attack".
    pub(crate) fn attack(
        &mut self,
        what: &Filter,
        whom: Option<&Filter>,
        alone: bool,
        others: u32,
        batch: bool,
    ) -> Happening {
        let subject = self.member(what, batch);
        let mut verb = "attack".to_owned();
        if alone {
            verb.push_str(" alone");
        }
        if let Some(whom) = whom {
            verb.push(' ');
            verb.push_str(&self.defender(whom));
            self.spoke_of_object(whom);
        }
        if others > 0 {
            let n = i32::try_from(others).unwrap_or(0);
            verb.push_str(&format!(
                " and at least {} other creature{}",
                words::number(n),
                if n == 1 { "" } else { "s" }
            ));
            return Happening::new(
                Phrase::many(format!(
                    "{} and at least {} other creature{}",
                    subject.text,
                    words::number(n),
                    if n == 1 { "" } else { "s" }
                )),
                "attack",
            );
        }
        Happening::new(subject, verb)
    }

    /// "blocks", "blocks a creature with flying".
    pub(crate) fn block(&mut self, what: &Filter, whom: Option<&Filter>, batch: bool) -> Happening {
        // Of one that blocks, it is the blocked that are several.
        let single = batch && matches!(what.test, Test::Is(_));
        let subject = self.member(what, batch && !single);
        let verb = match whom {
            Some(whom) if single => format!("block {}", self.member(whom, true).text),
            Some(whom) => {
                let text = format!("block {}", self.one(whom));
                self.spoke_of_object(whom);
                text
            }
            None => "block".to_owned(),
        };
        Happening::new(subject, verb)
    }

    /// "becomes blocked by a creature".
    pub(crate) fn become_blocked(&mut self, what: &Filter, by: Option<&Filter>, batch: bool) -> Happening {
        let single = batch && matches!(what.test, Test::Is(_));
        let subject = self.member(what, batch && !single);
        let verb = match by {
            Some(by) if single => {
                format!("become blocked by {}", self.member(by, true).text)
            }
            Some(by) => {
                let text = format!("become blocked by {}", self.one(by));
                self.spoke_of_object(by);
                text
            }
            None => "become blocked".to_owned(),
        };
        Happening::new(subject, verb)
    }

    /// "you put one or more +1/+1 counters on it", "a counter is put on it".
    pub(crate) fn counters_put(
        &mut self,
        on: &Filter,
        kind: Option<&CounterKind>,
        by: Option<&Who>,
        batch: bool,
    ) -> Happening {
        // 107.14
        if let (Some(CounterKind::Energy), None, lawmage_ir::Test::Controlled(who)) = (kind, by, &on.test) {
            return Happening::new(self.player_subject(who), "get one or more {E}");
        }
        let word = kind.as_ref().map(|k| format!("{k} ")).unwrap_or_default();
        let counters =
            if batch { format!("one or more {word}counters") } else { words::article(&format!("{word}counter")) };
        // "on a creature you control or on yourself"
        if let (Some(Who::You), Kind::PlayerOrPermanent, Test::Or(either)) = (by, &on.kind, &on.test)
            && let [Test::And(permanent), you] = either.as_slice()
            && *you == Test::all([Test::Player, Test::Controlled(Who::You)])
            && let Some((first, rest)) = permanent.split_first()
            && *first == Test::not(Test::Player)
        {
            let what = self.one(&Filter::permanent(Test::all(rest.to_vec())));
            return Happening::new(Phrase::you(), format!("put {counters} on {what} or on yourself"));
        }
        match by {
            Some(by) => {
                let subject = self.player_subject(by);
                Happening::new(subject, format!("put {counters} on {}", self.member(on, false).text))
            }
            None => {
                let on = self.member(on, false).text;
                Happening::new(Phrase { text: counters, plural: batch, you: false }, format!("be put on {on}"))
            }
        }
    }

    /// "an effect would put one or more +1/+1 counters on it".
    pub(crate) fn put_by_effect(&mut self, on: &Filter, kind: Option<&CounterKind>) -> Happening {
        let word = kind.map(|k| format!("{k} ")).unwrap_or_default();
        let on = self.member(on, false).text;
        Happening::new(Phrase::one("an effect".to_owned()), format!("put one or more {word}counters on {on}"))
    }

    /// "the last time counter is removed from it".
    pub(crate) fn counters_removed(&mut self, from: &Filter, kind: Option<&CounterKind>, last: bool) -> Happening {
        let word = kind.as_ref().map(|k| format!("{k} ")).unwrap_or_default();
        let what = if last { format!("the last {word}counter") } else { words::article(&format!("{word}counter")) };
        // Wherever it is, as suspended cards are in exile.
        let from = match (&from.kind, &from.test) {
            (Kind::Object, Test::Is(Ref::This)) => "this card".to_owned(),
            _ => self.member(from, false).text,
        };
        Happening::new(Phrase::one(what), format!("be removed from {from}"))
    }

    /// "the third lore counter is put on it".
    pub(crate) fn counters_reach(&mut self, on: &Filter, kind: &CounterKind, nth: u32) -> Happening {
        let on = self.member(on, false).text;
        let counter = format!("the {} {kind} counter", words::ordinal(nth));
        Happening::new(Phrase::one(counter), format!("be put on {on}"))
    }

    /// "becomes the target of a spell".
    pub(crate) fn targeted(&mut self, what: &Filter, by: &Filter, batch: bool) -> Happening {
        let subject = self.member(what, batch);
        let verb = format!("become the target of {}", self.one(by));
        Happening::new(subject, verb)
    }

    /// "becomes unattached from a creature".
    pub(crate) fn unattached(&mut self, what: &Filter, from: &Filter, batch: bool) -> Happening {
        let subject = self.member(what, batch);
        let verb = format!("become unattached from {}", self.one(from));
        self.spoke_of_object(from);
        Happening::new(subject, verb)
    }

    /// "exploits a creature".
    pub(crate) fn exploits(&mut self, by: &Filter, what: &Filter, batch: bool) -> Happening {
        let subject = self.member(by, batch);
        let what = self.one(what);
        Happening::new(subject, format!("exploit {what}"))
    }

    /// "becomes level 3".
    pub(crate) fn becomes_level(&mut self, what: &Filter, n: u32, batch: bool) -> Happening {
        Happening::new(self.member(what, batch), format!("become level {n}"))
    }

    /// "becomes attached to a creature", "enters attached to a creature".
    pub(crate) fn attached(&mut self, verb: &str, what: &Filter, to: &Filter, batch: bool) -> Happening {
        let subject = self.member(what, batch);
        let verb = format!("{verb} attached to {}", self.one(to));
        if verb.starts_with("enter") {
            self.spoke_of_object(to);
        }
        Happening::new(subject, verb)
    }
}
