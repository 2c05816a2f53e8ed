//! Players told by what they have: the one who has the most of something, who owns what was cast.

use lawmage_ir::{Amount, Cmp, Condition, Filter, Ref, Selector, Test, Who};

use crate::grammar::condition::owns_some;
use crate::grammar::selector::at_least_one;
use crate::print::{Printer, words};

impl Printer<'_> {
    /// "a player has more life than each other player": just one of those with the most.
    pub(super) fn leads(&mut self, who: &Who) -> Option<String> {
        Some(match most(who)? {
            Amount::Life(_) => "a player has more life than each other player".to_owned(),
            Amount::HandSize(_) => "a player has more cards in hand than each other player".to_owned(),
            number => format!("a player controls more {} than each other player", self.of_them(number)?),
        })
    }

    /// "you're attacking two or more opponents", "an opponent has no cards in hand": how many players there are.
    pub(super) fn compare_players(&mut self, who: &Who, cmp: Cmp, b: &Amount) -> Option<String> {
        if (cmp, b) == (Cmp::Equal, &Amount::ONE)
            && let Some(said) = self.leads(who)
        {
            return Some(said);
        }
        if *who == crate::grammar::condition::attacked_by_you()
            && let (Cmp::AtLeast, Amount::Const(n)) = (cmp, b)
        {
            return Some(format!("you're attacking {} or more opponents", words::number(*n)));
        }
        let Who::Such(base, condition) = who else { return None };
        let who = match &**base {
            _ if !at_least_one(cmp, b) => return None,
            Who::Opponents => "an opponent",
            Who::All => "a player",
            _ => "another player",
        };
        Some(self.said_of(who, condition))
    }

    /// "each player who owns a spell you cast this way".
    fn owner_of_cast(&mut self, who: &Who) -> Option<String> {
        let Who::Such(all, condition) = who else { return None };
        let Condition::Compare(Amount::Count(spells), ..) = &**condition else { return None };
        let Selector::Ref(theirs @ Ref::Theirs(slot, owner)) = &**spells else { return None };
        if self.slot_participle(*slot) != "cast" || **condition != owns_some(theirs.clone()) {
            return None;
        }
        let whose = Box::new(if **owner == Who::Ref(Ref::It) { Who::Ref(Ref::Each) } else { (**owner).clone() });
        self.thing = Some(Ref::Theirs(*slot, whose));
        Some(format!("{} who owns a spell you cast this way", self.who(all).text))
    }

    /// "the player with the most life".
    pub(crate) fn leader(&mut self, who: &Who) -> Option<String> {
        if let Some(owner) = self.owner_of_cast(who) {
            return Some(owner);
        }
        if let Who::Such(all, condition) = who
            && let (
                Who::All,
                Condition::Compare(number @ Amount::Count(_), cmp, Amount::OfPlayers { who: Who::All, greatest, .. }),
            ) = (&**all, &**condition)
            && *cmp == if *greatest { Cmp::AtLeast } else { Cmp::AtMost }
        {
            let extreme = if *greatest { "most" } else { "fewest" };
            return Some(format!("each player who controls the {extreme} {}", self.of_them(number)?));
        }
        Some(match most(who)? {
            Amount::Life(_) => "the player with the most life".to_owned(),
            Amount::HandSize(_) => "the player who has the most cards in hand".to_owned(),
            number => format!("the player who controls the most {}", self.of_them(number)?),
        })
    }

    /// "an Equipment named Bride's Gown is attached to a creature you control".
    pub(super) fn attached_to_one(&mut self, filter: &Filter) -> Option<String> {
        let all = filter.test.conjuncts();
        let attached = all.iter().find_map(|test| match test {
            Test::HasAttached(inner) if inner.conjuncts().iter().any(|t| matches!(t, Test::Named(_))) => Some(inner),
            _ => None,
        })?;
        let rest = all.iter().filter(|test| !matches!(test, Test::HasAttached(_))).cloned();
        let host = Filter::new(filter.kind.clone(), Test::all(rest));
        let attached = self.one(&Filter::permanent((**attached).clone()));
        Some(format!("{attached} is attached to {}", self.one(&host)))
    }

    fn of_them(&mut self, number: &Amount) -> Option<String> {
        let Amount::Count(all) = number else { return None };
        let Selector::All(filter) = &**all else { return None };
        let theirs = Test::Controlled(Who::Ref(Ref::It));
        let rest = filter.test.conjuncts().iter().filter(|test| **test != theirs).cloned();
        Some(self.plural(&Filter::new(filter.kind.clone(), Test::all(rest))))
    }
}

/// Of what they have the most, where that is said of players.
fn most(who: &Who) -> Option<&Amount> {
    let Who::Such(all, condition) = who else { return None };
    match (&**all, &**condition) {
        (Who::All, Condition::Compare(number, Cmp::Equal, Amount::OfPlayers { who: Who::All, greatest: true, .. })) => {
            Some(number)
        }
        _ => None,
    }
}
