//! Who controls what is spoken of.

use lawmage_ir::{Condition, Ref, Test, Who};

use crate::print::Printer;

impl Printer<'_> {
    /// "you control"; "whose controller was dealt combat damage by ~ this turn".
    pub(super) fn under_control(&mut self, who: &Who, plural: bool) -> String {
        if let Who::Such(all, dealt) = who
            && let (Who::All, Condition::Is(Ref::It, Test::Did(event, span))) = (&**all, &**dealt)
            && matches!(**event, lawmage_ir::EventPattern::Damage { .. })
        {
            return format!("whose controller {}", self.did(event, *span));
        }
        if let Who::Such(all, has) = who
            && **all == Who::All
            && matches!(**has, Condition::Compare(..))
        {
            self.it.push(crate::print::Phrase::one("whose controller"));
            let has = self.condition(has);
            self.it.pop();
            let rest = has.strip_prefix("that player ").map(str::to_owned);
            return rest.map_or(has, |rest| format!("whose controller {rest}"));
        }
        self.relation("control", who, plural)
    }
}
