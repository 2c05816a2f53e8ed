//! Noun phrases of two kinds of things ("spell or nonland permanent"), and sizes before a noun ("1/1").

use lawmage_ir::{Amount, Cmp, Filter, Kind, Stat, Status, Test, Zone, ZoneSet};

use super::Parts;
use crate::print::Printer;

impl Printer<'_> {
    /// "creatures from the battlefield and/or creature cards from graveyards".
    pub(super) fn permanent_or_card(&mut self, zones: ZoneSet, test: &Test, plural: bool) -> Parts {
        if let Test::Or(both) = test
            && let [Test::And(permanent), Test::Status(Status::Suspended)] = both.as_slice()
        {
            let permanent = Test::all(permanent.iter().skip(1).cloned());
            let mut parts = self.parts(&Filter::permanent(permanent), plural);
            parts.after.push("or suspended card".to_owned());
            return parts;
        }
        let mut permanents = self.parts(&Filter::permanent(test.clone()), plural);
        if zones == ZoneSet::of(Zone::Command) {
            permanents.after.push("on the battlefield or in the command zone".to_owned());
            return permanents;
        }
        let others = test.conjuncts().iter().filter(|t| !self.is_another(t)).cloned();
        let cards = Filter::new(Kind::Card(zones), Test::all(others));
        let cards = self.parts(&cards, plural).whole(plural).replace(" in ", " from ");
        permanents.after.push(format!("from the battlefield and/or {cards}"));
        permanents
    }

    /// "commanders from the command zone": called so wherever they are (903.3).
    pub(super) fn of_commanders(&mut self, filter: &Filter, plural: bool) -> Option<Parts> {
        let there = filter.kind == Kind::Card(ZoneSet::of(Zone::Command));
        if !there || !filter.test.conjuncts().contains(&Test::Status(Status::Commander)) {
            return None;
        }
        let mut parts = self.parts(&Filter::permanent(filter.test.clone()), plural);
        parts.after.push("from the command zone".to_owned());
        Some(parts)
    }

    /// "spell or nonland permanent".
    pub(super) fn spell_or(&mut self, branches: &[Test], plural: bool, parts: &mut Parts) {
        let permanents = branches.get(1).cloned().unwrap_or(Test::Any);
        let permanents = self.parts(&Filter::permanent(permanents), plural).whole(plural);
        let spell = if plural { "spells" } else { "spell" };
        parts.heads = vec![format!("{spell} or {permanents}")];
        parts.complete = true;
    }
}

/// "1/1": where one power and one toughness are asked for, those tests are said so.
pub(super) fn take_size(tests: &mut Vec<Test>) -> Option<String> {
    exact_size(tests, Stat::Power, Stat::Toughness)
}

/// "with base power and toughness 1/1": taken from the tests.
pub(super) fn take_base_size(tests: &mut Vec<Test>) -> Option<String> {
    let size = exact_size(tests, Stat::BasePower, Stat::BaseToughness)?;
    Some(format!("with base power and toughness {size}"))
}

fn exact_size(tests: &mut Vec<Test>, power: Stat, toughness: Stat) -> Option<String> {
    let exactly = |of: Stat| {
        move |test: &Test| match test {
            Test::Stat(stat, Cmp::Equal, Amount::Const(n)) if *stat == of => Some(*n),
            _ => None,
        }
    };
    let (power, toughness) = (exactly(power), exactly(toughness));
    let size = format!("{}/{}", tests.iter().find_map(power)?, tests.iter().find_map(toughness)?);
    tests.retain(|test| power(test).is_none() && toughness(test).is_none());
    Some(size)
}

impl Printer<'_> {
    /// "red instant or sorcery spell you control or a red planeswalker you control": of two kinds, each with its own phrase.
    pub(super) fn spell_or_permanent(&mut self, filter: &Filter) -> Option<Parts> {
        let Test::Or(both) = &filter.test else { return None };
        let [Test::And(spell), Test::And(permanent)] = both.as_slice() else { return None };
        let is_spell = Test::Status(Status::Spell);
        let (first, spell) = spell.split_first()?;
        let (second, permanent) = permanent.split_first()?;
        if filter.kind != Kind::SpellOrPermanent || *first != is_spell || *second != Test::not(is_spell) {
            return None;
        }
        let spell = self.singular(&Filter::new(Kind::Spell, Test::all(spell.iter().cloned())));
        let permanent = self.one(&Filter::permanent(Test::all(permanent.iter().cloned())));
        Some(Parts { heads: vec![format!("{spell} or {permanent}")], complete: true, ..Parts::default() })
    }
}
