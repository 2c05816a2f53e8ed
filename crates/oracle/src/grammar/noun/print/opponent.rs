//! Players who are opponents of those who choose them.

use lawmage_ir::{Amount, Cmp, Condition, Filter, Kind, Ref, Selector, Test, Who, ZoneSet};

use crate::print::Printer;

impl Printer<'_> {
    /// "player who controls more creatures than they do and is their opponent", of a target that another player than you chooses.
    pub(super) fn their_opponent(&mut self, filter: &Filter) -> Option<String> {
        let Test::Controlled(Who::Such(base, condition)) = &filter.test else { return None };
        let Who::OpponentsOf(they) = &**base else { return None };
        if let Condition::Compare(Amount::Count(theirs), cmp, Amount::Count(_)) = &**condition
            && let Selector::All(cards) = &**theirs
            && matches!(cards.kind, Kind::Card(_))
        {
            let owned = Test::Owned(Who::Ref(Ref::It));
            let tests = cards.test.conjuncts().iter().filter(|test| **test != owned).cloned();
            let cards = self.plural(&Filter::new(Kind::Card(ZoneSet::default()), Test::all(tests)));
            let more = if *cmp == Cmp::Less { "fewer" } else { "more" };
            return Some(format!(
                "player whose graveyard has {more} {cards} in it than their graveyard does and is their opponent"
            ));
        }
        let than = format!(" than {}", self.who(they).text);
        let asked = self.who(&Who::Such(Box::new(Who::All), condition.clone())).text.replace(&than, " than they do");
        let asked = asked.strip_prefix("each ").unwrap_or(&asked);
        Some(format!("{asked} and is their opponent"))
    }
}
