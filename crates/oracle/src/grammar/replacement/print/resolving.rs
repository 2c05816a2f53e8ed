//! What is done with a spell instead of putting it into a graveyard as it resolves (608.2n).

use lawmage_ir::{Cause, Destination, EventPattern, Instead, Instruction, Replacement, Test, Who, Zone, ZoneSet};

use crate::print::Printer;

impl Printer<'_> {
    /// "exile it with a dream counter on it instead of putting it into your graveyard as it resolves".
    pub(crate) fn as_it_resolves(&mut self, replacement: &Replacement) -> Option<String> {
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
