//! What held of a target as the ability was activated (601.2c, 602.2b): "who had more life than you did as you activated this
//! ability".

use lawmage_ir::{Amount, Cmp, Condition, Filter, Kind, Ref, Selector, Test, Who, Zone, ZoneSet};

use crate::grammar::noun;
use crate::parse::Parser;
use crate::print::{Printer, words};

/// Of what a player has more or fewer than another.
enum Had {
    Life,
    Hand,
    /// Such cards in their graveyard.
    Cards(Test),
    /// Such permanents under their control.
    Permanents(Test),
}

impl Had {
    /// The number of them that a player has.
    fn of(&self, who: Who) -> Amount {
        let count = |kind, test: &Test, whose| {
            let filter = Filter::new(kind, Test::all([test.clone(), whose]));
            Amount::Count(Box::new(Selector::All(filter)))
        };
        match self {
            Self::Life => Amount::Life(who),
            Self::Hand => Amount::HandSize(who),
            Self::Cards(test) => count(Kind::Card(ZoneSet::of(Zone::Graveyard)), test, Test::Owned(who)),
            Self::Permanents(test) => count(Kind::Permanent, test, Test::Controlled(who)),
        }
    }

    /// Of which that is the number that you have.
    fn yours(number: &Amount) -> Option<Self> {
        let rest = |filter: &Filter, own: &Test| {
            let tests = filter.test.conjuncts();
            tests.contains(own).then(|| Test::all(tests.iter().filter(|test| *test != own).cloned()))
        };
        match number {
            Amount::Life(Who::You) => Some(Self::Life),
            Amount::HandSize(Who::You) => Some(Self::Hand),
            Amount::Count(of) => match &**of {
                Selector::All(filter) if filter.kind == Kind::Permanent => {
                    rest(filter, &Test::Controlled(Who::You)).map(Self::Permanents)
                }
                Selector::All(filter) if matches!(filter.kind, Kind::Card(_)) => {
                    rest(filter, &Test::Owned(Who::You)).map(Self::Cards)
                }
                _ => None,
            },
            _ => None,
        }
    }
}

/// Behind "target opponent".
pub(crate) fn who_had(p: &mut Parser<'_>) -> Option<Test> {
    let controlled = p.eat_any(&["who had", "who has", "who controlled"])? == 2;
    let least = if p.eat("at least") { Some(p.number()?) } else { None };
    let more = p.eat_any(&["more", "fewer"])? == 0;
    let had = if controlled {
        let noun = noun::bare(p).filter(|noun| noun.plural && noun.filter.kind == Kind::Permanent)?;
        Had::Permanents(noun.filter.test)
    } else {
        match p.eat_any(&["life", "cards in hand"]) {
            Some(0) => Had::Life,
            Some(_) => Had::Hand,
            None => {
                let noun = noun::bare(p).filter(|noun| noun.plural && matches!(noun.filter.kind, Kind::Card(_)))?;
                p.expect("in their graveyard")?;
                Had::Cards(noun.filter.test)
            }
        }
    };
    p.eat_any(&["than you did as you activated this ability", "than you do as you activate this ability"])?;
    let (theirs, yours) = (had.of(Who::Ref(Ref::It)), had.of(Who::You));
    let plus = |base, n| Amount::Plus(Box::new(base), Box::new(Amount::Const(n)));
    let compared = match (least, more) {
        (None, true) => Condition::Compare(theirs, Cmp::Greater, yours),
        (None, false) => Condition::Compare(theirs, Cmp::Less, yours),
        (Some(n), true) => Condition::Compare(theirs, Cmp::AtLeast, plus(yours, n)),
        (Some(n), false) => Condition::Compare(plus(theirs, n), Cmp::AtMost, yours),
    };
    let such = Who::Such(Box::new(Who::All), Box::new(compared));
    Some(Test::AsChosen(Box::new(Test::Controlled(such))))
}

impl Printer<'_> {
    /// "who had at least two more cards in hand than you did as you activated this ability".
    pub(crate) fn as_activated(&mut self, held: &Test) -> Option<String> {
        let Test::Controlled(Who::Such(_, compared)) = held else { return None };
        let Condition::Compare(theirs, cmp, yours) = &**compared else { return None };
        let (yours, least) = match (theirs, yours) {
            (_, Amount::Plus(yours, n)) => (&**yours, Some(n)),
            (Amount::Plus(_, n), yours) => (yours, Some(n)),
            (_, yours) => (yours, None),
        };
        let least = match least.map(|n| &**n) {
            Some(Amount::Const(n)) => format!("at least {} ", words::number(*n)),
            Some(_) => return None,
            None => String::new(),
        };
        let more = if matches!(cmp, Cmp::Greater | Cmp::AtLeast) { "more" } else { "fewer" };
        let (had, what) = match Had::yours(yours)? {
            Had::Life => ("had", "life".to_owned()),
            Had::Hand => {
                return Some(format!("who has {least}{more} cards in hand than you do as you activate this ability"));
            }
            Had::Cards(test) => {
                let cards = self.plural(&Filter::new(Kind::Card(ZoneSet::default()), test));
                ("had", format!("{cards} in their graveyard"))
            }
            Had::Permanents(test) => ("controlled", self.plural(&Filter::permanent(test))),
        };
        Some(format!("who {had} {least}{more} {what} than you did as you activated this ability"))
    }
}
