//! What is done with a spell instead of putting it into a graveyard as it resolves (608.2n).

use lawmage_ir::{
    Cause, Destination, Duration, EventPattern, Instead, Instruction, Replacement, Test, Who, Zone, ZoneSet,
};

use crate::print::Printer;

impl Printer<'_> {
    /// Where a spell goes that was cast, or let be cast, before.
    pub(crate) fn of_a_spell(&mut self, replacement: &Replacement, lasts: &Duration) -> Option<String> {
        match of_that_spell(replacement).filter(|_| *lasts == Duration::EndOfTurn) {
            Some(instead) => Some(format!("if that spell would be put into a graveyard, {instead} instead")),
            None => self.as_it_resolves(replacement),
        }
    }

    /// "exile it with a dream counter on it instead of putting it into your graveyard as it resolves".
    fn as_it_resolves(&mut self, replacement: &Replacement) -> Option<String> {
        let EventPattern::Moves { what, from, to, cause: Some(Cause::Resolve), by: None } = &replacement.event else {
            return None;
        };
        if *from != ZoneSet::of(Zone::Stack) || *to != ZoneSet::of(Zone::Graveyard) || replacement.condition.is_some() {
            return None;
        }
        let (Test::Is(it), more) = what.test.conjuncts().split_first()? else { return None };
        let whose = if more == [Test::Owned(Who::You)] { "your" } else { "a" };
        let mut exiled = None;
        let (with, rest) = match &replacement.instead {
            Instead::MoveTo(Destination::Exile { face_down: false, .. }) => (String::new(), [].as_slice()),
            Instead::Do(clauses) => match clauses.as_slice() {
                [moved, put, rest @ ..] if let Instruction::PutCounters { kind, count, .. } = &put.does => {
                    exiled = moved.out.map(|slot| (slot, &moved.does));
                    (format!(" with {} on it", self.counted(count, &format!("{kind} counter"))), rest)
                }
                [moved, rest @ ..] => {
                    exiled = moved.out.map(|slot| (slot, &moved.does));
                    (String::new(), rest)
                }
                [] => return None,
            },
            _ => return None,
        };
        let it = self.object(it);
        if let Some((slot, moves)) = exiled {
            self.fill(slot, moves);
        }
        let rest = if rest.is_empty() { String::new() } else { format!(". If you do, {}", self.deeds(rest)) };
        Some(format!("exile {it}{with} instead of putting it into {whose} graveyard as it resolves{rest}"))
    }
}

/// What it does with a spell that was cast so, instead of its being put into a graveyard from the stack.
fn of_that_spell(replacement: &Replacement) -> Option<&'static str> {
    let EventPattern::Moves { what, from, to, cause: None, by: None } = &replacement.event else { return None };
    let of_it = matches!(what.test, Test::SameCard(_)) && *from == ZoneSet::of(Zone::Stack);
    match replacement.instead {
        _ if !of_it || *to != ZoneSet::of(Zone::Graveyard) => None,
        Instead::MoveTo(Destination::Exile { linked: None, face_down: false }) => Some("exile it"),
        Instead::MoveTo(Destination::LibraryBottom { .. }) => Some("put it on the bottom of its owner's library"),
        _ => None,
    }
}
