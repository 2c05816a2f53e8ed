//! Durations (611.2).

use lawmage_ir::{Condition, Duration, Ref, Status, Test, Who, ZoneSet};

use super::table::{FIXED, owned};
use crate::print::Printer;

impl Printer<'_> {
    /// "until end of turn"; nothing for a duration that is not stated.
    pub(crate) fn duration(&mut self, duration: &Duration) -> String {
        // "It" is still what it lasts for, whatever it depends on.
        let thing = self.thing.clone();
        let text = self.lasting_for(duration);
        if let Duration::While(_) = duration {
            self.thing = thing;
        }
        text
    }

    fn lasting_for(&mut self, duration: &Duration) -> String {
        if let Some(fixed) = FIXED.iter().find(|row| row.is == *duration) {
            return fixed.lasts.to_owned();
        }
        if let Some((words, whose)) = owned(duration) {
            return format!("{} {} {}", words.before, self.who(whose).possessive(), words.behind);
        }
        match duration {
            Duration::While(Condition::InZone(r, zones)) if *zones == ZoneSet::BATTLEFIELD => {
                let it = if *r == Ref::This { self.this_named() } else { self.object(r) };
                format!("for as long as {it} remains on the battlefield")
            }
            Duration::While(Condition::InZone(Ref::This, zones)) if *zones == ZoneSet::of(lawmage_ir::Zone::Exile) => {
                format!("for as long as {} remains exiled", self.own_card())
            }
            Duration::While(Condition::Is(r, Test::HasAttached(this))) if **this == Test::Is(Ref::This) => {
                let this = self.this_named();
                format!("for as long as {this} remains attached to {}", self.object(r))
            }
            Duration::While(Condition::Is(r, Test::Status(Status::Tapped))) => {
                self.thing = None;
                let it = if *r == Ref::This { self.this_named() } else { self.object(r) };
                format!("for as long as {it} remains tapped")
            }
            Duration::While(Condition::And(all))
                if matches!(
                    all.as_slice(),
                    [Condition::InZone(Ref::This, _), Condition::Is(Ref::This, Test::Controlled(Who::You))]
                ) =>
            {
                format!("for as long as you control {}", self.this_named())
            }
            Duration::While(Condition::And(all))
                if matches!(
                    all.as_slice(),
                    [
                        Condition::InZone(Ref::This, _),
                        Condition::Is(Ref::This, Test::Controlled(Who::You)),
                        Condition::Is(Ref::This, Test::Status(Status::Tapped))
                    ]
                ) =>
            {
                let it = self.this_named();
                format!("for as long as you control {it} and {it} remains tapped")
            }
            Duration::While(condition) => format!("for as long as {}", self.condition(condition)),
            Duration::UntilLeaves(r) => format!("until {} leaves the battlefield", self.object(r)),
            Duration::UntilCast(r) => format!("until {} is cast from exile", self.object(r)),
            Duration::ExtraCombat(_) => "that combat".to_owned(),
            Duration::UntilExilesWith(_) => format!("until you exile another card with {}", self.this_named()),
            Duration::UntilPaid(_, cost) => format!("until you {}", self.cost_as_deed(cost, false)),
            // In the tables, but for what lasts for ever.
            Duration::EndOfTurn
            | Duration::EndOfCombat
            | Duration::UntilNextTurn(_)
            | Duration::UntilNextEndStep(_)
            | Duration::UntilNextUpkeep(_)
            | Duration::UntilNextUntapStep(_)
            | Duration::EndOfNextTurn(_)
            | Duration::NextTurn(_)
            | Duration::NextUntapStep(_)
            | Duration::NextCombat(_)
            | Duration::Forever => String::new(),
        }
    }

    /// As rules of what can or must be done say it: "this turn", "this combat".
    pub(crate) fn duration_of_rule(&mut self, duration: &Duration) -> String {
        match FIXED.iter().find(|row| row.is == *duration) {
            Some(fixed) => fixed.rule.to_owned(),
            None => self.duration(duration),
        }
    }
}

/// Whether the untap step is the controller's of what the effect is about.
pub(crate) fn is_next_untap(duration: &Duration) -> Option<&Who> {
    match duration {
        Duration::NextUntapStep(who) => Some(who),
        _ => None,
    }
}
