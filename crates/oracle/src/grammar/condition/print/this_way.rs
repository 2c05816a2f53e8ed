//! What was done "this way" to so many things.

use lawmage_ir::{
    Amount, CardType, Cause, Cmp, Condition, EventPattern, Filter, Kind, Ref, Selector, Test, Who, Zone, ZoneSet,
};

use crate::grammar::condition::pair;
use crate::grammar::selector::at_least_one;
use crate::print::{Printer, words};

impl Printer<'_> {
    /// "the creature an opponent controls is dealt excess damage this way".
    pub(super) fn excess_of_theirs(&mut self, dealt: &Amount) -> Option<String> {
        let Amount::HappenedSum(event, lawmage_ir::Span::ThisWay) = dealt else { return None };
        let EventPattern::ExcessDamage { to, .. } = &**event else { return None };
        let Test::Is(of @ Ref::Target(_)) = &to.test else { return None };
        let theirs = if self.told { self.object(of) } else { "the creature an opponent controls".to_owned() };
        Some(format!("{theirs} is dealt excess damage this way"))
    }

    /// "two cards that share a card type were milled this way", "both cards share a color".
    pub(crate) fn pair_that_shares(&mut self, all: &[Condition]) -> Option<String> {
        let Condition::Compare(Amount::Count(first), ..) = all.first()? else { return None };
        let Selector::Those(cards, _) = &**first else { return None };
        let Selector::Ref(Ref::Slot(slot)) = &**cards else { return None };
        let nonland = Test::not(Test::Type(CardType::Land));
        let is = |test: &Test, color| pair(cards, test, color) == Condition::Or(all.to_vec());
        if is(&nonland, true) {
            return Some("they're both nonland cards that share a color".to_owned());
        }
        if is(&Test::Any, true) {
            return Some("both cards share a color".to_owned());
        }
        let done = self.slot_participle(*slot);
        is(&Test::Any, false).then(|| format!("two cards that share a card type were {done} this way"))
    }

    /// "a creature card was exiled this way", "no cards were discarded this way".
    pub(crate) fn done_this_way(&mut self, of: &Selector, cmp: Cmp, n: &Amount) -> Option<String> {
        let (filter, done) = self.of_done(of)?;
        let be = |plural: bool| if plural { "were" } else { "was" };
        let (things, plural) = match (cmp, n) {
            (Cmp::Equal, Amount::Const(0)) => (self.none(&filter), true),
            _ if at_least_one(cmp, n) => (words::article(&self.singular(&filter)), false),
            (Cmp::Less, Amount::Const(n)) => {
                (format!("fewer than {} {}", words::number(*n), self.plural(&filter)), true)
            }
            (Cmp::AtLeast, Amount::Const(_)) => (format!("{} {}", self.many(cmp, n), self.plural(&filter)), true),
            _ => return None,
        };
        if let (Selector::All(Filter { kind: Kind::Permanent, test }), "dealt damage") = (of, done.as_str())
            && let Some(slot) = test.conjuncts().iter().find_map(dealt_to)
        {
            // It is known by then to be no player.
            self.slots.insert(slot, self.noun_of(&filter, plural));
            self.thing = Some(Ref::Slot(slot));
        }
        Some(format!("{things} {} {done} this way", be(plural)))
    }

    /// Which of the things, and what was done to them.
    fn of_done(&self, of: &Selector) -> Option<(Filter, String)> {
        let cards = || Kind::Card(ZoneSet::default());
        match of {
            Selector::Ref(r) => Some((Filter::new(cards(), Test::Any), self.participle_of(r)?)),
            Selector::Those(of, test) => {
                let Selector::Ref(r) = &**of else { return None };
                let (test, done) = self.without_deed(test);
                let paid = match r {
                    Ref::Paid(n) => self.paid_how.get(usize::from(*n)).copied(),
                    _ => None,
                };
                let kind = if matches!(paid, Some("sacrificed" | "tapped")) { Kind::Permanent } else { cards() };
                Some((Filter::new(kind, test), done.or_else(|| self.participle_of(r))?))
            }
            Selector::All(filter) => {
                let (test, done) = self.without_deed(&filter.test);
                Some((Filter::new(filter.kind.clone(), test), done?))
            }
            _ => None,
        }
    }

    /// "exiled", "sacrificed": what was done to what that denotes.
    pub(crate) fn participle_of(&self, r: &Ref) -> Option<String> {
        match r {
            Ref::Slot(n) if self.held.get(n).is_some_and(|h| h.participle != "chosen") => {
                let place = match self.held.get(n).filter(|h| h.participle == "put").and_then(|h| h.to) {
                    Some(Zone::Battlefield) => " onto the battlefield",
                    Some(Zone::Hand) => " into your hand",
                    _ => "",
                };
                Some(format!("{}{place}", self.slot_participle(*n)))
            }
            Ref::Paid(n) => self.paid_how.get(usize::from(*n)).map(|how| (*how).to_owned()),
            _ => None,
        }
    }

    /// The test without the part that says what was done, and that.
    fn without_deed(&self, test: &Test) -> (Test, Option<String>) {
        let deed = |test: &Test| match test {
            Test::Is(r) if self.damaged.contains(r) => Some("dealt damage".to_owned()),
            Test::Is(r @ Ref::Slot(_)) => self.participle_of(r),
            Test::PutThisWay(_, zones) if zones.has(Zone::Hand) => Some("returned to its owner's hand".to_owned()),
            Test::PutThisWay(..) => Some("put into a graveyard".to_owned()),
            _ => None,
        };
        let tests: &[Test] = match test {
            Test::And(all) => all,
            one => std::slice::from_ref(one),
        };
        // 400.3
        if let [Test::Owned(Who::You), Test::PutThisWay(_, zones)] = tests
            && zones.has(Zone::Hand)
        {
            return (Test::Any, Some("returned to your hand".to_owned()));
        }
        let rest = Test::all(tests.iter().filter(|t| deed(t).is_none()).cloned());
        (rest, tests.iter().find_map(deed))
    }
}

/// That the source of an ability that is countered is on the battlefield.
pub(super) const fn source_is_there(ability: &Ref) -> &'static str {
    match ability {
        Ref::Target(_) => "that permanent is on the battlefield",
        _ => "a permanent's ability is countered this way",
    }
}

fn dealt_to(test: &Test) -> Option<lawmage_ir::Slot> {
    match test {
        Test::Is(Ref::Slot(slot)) => Some(*slot),
        _ => None,
    }
}

impl Printer<'_> {
    /// "creatures" and "you controlled that were destroyed", "cards" and "exiled from their hand".
    pub(crate) fn befell_this_way(&mut self, event: &EventPattern, plural: bool) -> Option<(String, String)> {
        let EventPattern::Moves { what, from, to, cause, by: None } = event else { return None };
        let whose = what.test.conjuncts().iter().find_map(|test| match test {
            Test::Controlled(who) | Test::Owned(who) => Some(who.clone()),
            _ => None,
        });
        let those = what.test.conjuncts().iter().find_map(|test| match test {
            Test::Is(Ref::Slot(n)) => Some(*n),
            _ => None,
        });
        let these = those.is_some();
        let done = those.map(|n| self.slot_participle(n).to_string()).filter(|done| done == "exiled");
        let done = done.unwrap_or_else(|| "destroyed".to_owned());
        let rest = |t: &&Test| !matches!(t, Test::Controlled(_) | Test::Owned(_) | Test::Is(Ref::Slot(_)));
        let rest = Test::all(what.test.conjuncts().iter().filter(rest).cloned());
        let (kind, did) = match (cause, whose) {
            (None, Some(who)) if these => {
                let were = if plural { "were" } else { "was" };
                let who = if who == Who::You { "you".to_owned() } else { self.player_subject(&who).text };
                (what.kind.clone(), format!("{who} controlled that {were} {done}"))
            }
            (Some(Cause::Exile), Some(who)) => {
                let whose = if self.actor_is(&who) { "their".to_owned() } else { self.who(&who).possessive() };
                (Kind::Card(ZoneSet::default()), format!("exiled from {whose} hand"))
            }
            (None, _) => return self.came_or_went(what, *from, *to, plural),
            _ => return None,
        };
        let things = Filter::new(kind, rest);
        Some((if plural { self.plural(&things) } else { self.singular(&things) }, did))
    }
}
