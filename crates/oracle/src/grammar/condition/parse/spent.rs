//! What mana was spent to cast something (601.2h).

use lawmage_ir::{Amount, Cmp, Color, ColorSet, Condition, Kind, ManaSymbol, ManaType, Ref, SpentMana};

use super::object::it;
use crate::grammar::cost;
use crate::parse::{Parser, Sort};

/// "{R} was spent to cast it", "no mana was spent to cast it" (601.2h).
pub(super) fn mana_was_spent(p: &mut Parser<'_>) -> Option<Condition> {
    if let Some(much) = p.attempt(much_mana_was_spent) {
        return Some(much);
    }
    if let Some(from) = p.attempt(|p| {
        let sort = mana_from(p)?;
        if p.eat("was spent to activate this ability") {
            return Some(Amount::ActivationMana(sort));
        }
        p.expect("was spent to cast")?;
        Some(Amount::ManaOf(spent_on(p)?, sort))
    }) {
        return Some(Condition::Compare(from, Cmp::AtLeast, Amount::ONE));
    }
    if let Some(colored) = p.eat_any(&["no colored mana", "no mana"]) {
        p.expect("was spent to cast")?;
        let of = (colored == 0).then_some(ColorSet::ALL);
        return Some(Condition::Compare(Amount::ManaSpent(spent_on(p)?, of), Cmp::Equal, Amount::Const(0)));
    }
    let symbols = p.mana_cost()?.0;
    let none = p.eat_any(&["was spent to cast", "wasn't spent to cast"])? == 1;
    let what = spent_on(p)?;
    let number = i32::try_from(symbols.len()).ok()?;
    let mut colors = ColorSet::COLORLESS;
    for symbol in &symbols {
        match symbol {
            ManaSymbol::Color(color) => colors.insert(*color),
            ManaSymbol::Colorless if number == 1 => {
                let spent = Amount::ManaOf(what, SpentMana::Type(ManaType::Colorless));
                let (cmp, number) = if none { (Cmp::Equal, Amount::Const(0)) } else { (Cmp::AtLeast, Amount::ONE) };
                return Some(Condition::Compare(spent, cmp, number));
            }
            _ => return p.fail("colors of mana"),
        }
    }
    if none {
        return p.fail("mana that was spent");
    }
    // "{G}{W}": some of both; "{R}{R}": two of that one.
    let spent = match colors.iter().next() {
        Some(one) if colors.len() == 1 && number > 1 => Amount::ManaOf(what, SpentMana::Type(ManaType::Color(one))),
        _ if usize::try_from(colors.len()).ok() == Some(symbols.len()) => Amount::ManaSpent(what, Some(colors)),
        _ => return p.fail("one color or several different ones"),
    };
    Some(Condition::Compare(spent, Cmp::AtLeast, Amount::Const(number)))
}

/// Mana from a snow source, which {S} stands for (107.4h).
pub(crate) fn snow_mana() -> SpentMana {
    let snow = lawmage_ir::Test::Supertype(lawmage_ir::Supertype::Snow);
    SpentMana::From(Box::new(lawmage_ir::Filter::new(Kind::Object, snow)))
}

/// "mana from a Treasure", "mana from an artifact source", "{S}".
pub(crate) fn mana_from(p: &mut Parser<'_>) -> Option<SpentMana> {
    if p.eat("{S}") {
        return Some(snow_mana());
    }
    p.expect("mana from")?;
    p.eat_any(&["a", "an"])?;
    let source = crate::grammar::noun::filter(p)?;
    if !matches!(source.kind, Kind::Permanent | Kind::Object) {
        return p.fail("a source of mana");
    }
    Some(SpentMana::From(Box::new(source)))
}

/// What mana was spent to cast: "it", "them", "this spell".
pub(crate) fn spent_on(p: &mut Parser<'_>) -> Option<Ref> {
    if p.eat("it") {
        return it(p);
    }
    if p.eat("them") {
        let them = p.scope.latest(|r| r.sort != Sort::Player).and_then(|r| p.scope.reference(&r.handle));
        return them.or_else(|| it(p));
    }
    cost::object(p)
}

/// "at least three red mana was spent to cast this spell", "four or more mana was spent to cast it", "at least three mana of the
/// same color was spent to cast it" (601.2h).
fn much_mana_was_spent(p: &mut Parser<'_>) -> Option<Condition> {
    let least = p.eat("at least");
    let n = p.number()?;
    if !least {
        p.expect("or more")?;
    }
    let color = Color::from_word(p.word()).inspect(|_| p.advance());
    p.expect("mana")?;
    let sort = match color {
        Some(color) => Some(SpentMana::Color(color)),
        None if p.eat("of the same color") => Some(SpentMana::OneColor),
        None if p.eat("from") => {
            let sources = crate::grammar::noun::noun(p)?;
            if sources.filter.kind != Kind::Permanent || !sources.plural || !sources.is_of_all() {
                return p.fail("sources of mana");
            }
            Some(SpentMana::From(Box::new(sources.filter)))
        }
        None => None,
    };
    p.expect("was spent to cast")?;
    let what = spent_on(p)?;
    let spent = match sort {
        Some(sort) => Amount::ManaOf(what, sort),
        None => Amount::ManaSpent(what, None),
    };
    p.scope.number = Some(spent.clone());
    p.scope.number_clause = None;
    Some(Condition::Compare(spent, Cmp::AtLeast, Amount::Const(n)))
}
