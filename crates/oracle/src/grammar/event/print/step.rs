//! "At the beginning of …" (603.2b).

use lawmage_ir::{Condition, Ref, Step, Who};

use crate::grammar::event::step_word;
use crate::print::{Printer, words};

impl Printer<'_> {
    /// "your upkeep", "each end step", "combat on your turn".
    pub(crate) fn step_of(&mut self, step: Step, whose: &Who) -> String {
        let word = match step {
            Step::BeginCombat => {
                return match whose {
                    Who::All => "each combat".to_owned(),
                    Who::You => "combat on your turn".to_owned(),
                    other => format!("combat on {} turn", self.who(other).possessive()),
                };
            }
            Step::EndCombat => {
                return match whose {
                    Who::All => "each end of combat step".to_owned(),
                    other => format!("{} end of combat step", self.who(other).possessive()),
                };
            }
            other => step_word(other),
        };
        match whose {
            Who::Such(all, so) if **all == Who::All && **so == Condition::Monarch(Who::Ref(Ref::It)) => {
                format!("the monarch's {word}")
            }
            Who::All if step == Step::End => "each end step".to_owned(),
            Who::All => {
                format!("each {}", if step == Step::Upkeep { "upkeep".to_owned() } else { format!("player's {word}") })
            }
            Who::Controller(r) => {
                let of = self.reference(r).text;
                if matches!(**r, Ref::Host(_)) {
                    (self.host_said, self.thing) = (true, None);
                }
                format!("the {word} of {}", words::possessive(&of) + " controller")
            }
            other => format!("{} {word}", self.who(other).possessive()),
        }
    }
}
