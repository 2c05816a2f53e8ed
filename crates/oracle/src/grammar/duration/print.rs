//! Durations (611.2).

use lawmage_ir::{Condition, Duration, Ref, Status, Test, Who, ZoneSet};

use crate::print::Printer;

impl Printer<'_> {
    /// "until end of turn"; nothing for a duration that is not stated.
    pub(crate) fn duration(&mut self, duration: &Duration) -> String {
        match duration {
            Duration::EndOfTurn => "until end of turn".to_owned(),
            Duration::EndOfCombat => "until end of combat".to_owned(),
            Duration::UntilNextTurn(who) => format!("until {} next turn", self.who(who).possessive()),
            Duration::UntilNextEndStep(who) => format!("until {} next end step", self.who(who).possessive()),
            Duration::EndOfNextTurn(who) => format!("until the end of {} next turn", self.who(who).possessive()),
            Duration::NextUntapStep(who) => format!("during {} next untap step", self.who(who).possessive()),
            Duration::While(Condition::InZone(r, zones)) if *zones == ZoneSet::BATTLEFIELD => {
                let it = if *r == Ref::This { self.this_named() } else { self.object(r) };
                format!("for as long as {it} remains on the battlefield")
            }
            Duration::While(Condition::Is(r, Test::Status(Status::Tapped))) => {
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
            Duration::While(condition) => format!("for as long as {}", self.condition(condition)),
            Duration::UntilLeaves(r) => format!("until {} leaves the battlefield", self.object(r)),
            Duration::UntilPaid(_, cost) => format!("until you {}", self.cost_as_deed(cost, false)),
            Duration::Forever => String::new(),
        }
    }

    /// As rules of what can or must be done say it: "this turn", "this combat".
    pub(crate) fn duration_of_rule(&mut self, duration: &Duration) -> String {
        match duration {
            Duration::EndOfTurn => "this turn".to_owned(),
            Duration::EndOfCombat => "this combat".to_owned(),
            other => self.duration(other),
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
