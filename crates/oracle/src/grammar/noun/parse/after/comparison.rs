//! Numbers of objects, and how they compare.

use lawmage_ir::{Amount, Cmp, Stat};

use crate::grammar::amount;
use crate::parse::Parser;

/// A comparison of a number after its name: "2 or less", "greater than its power", "equal to X", "3".
pub fn comparison(p: &mut Parser<'_>) -> Option<(Cmp, Amount)> {
    p.attempt(|p| {
        if p.eat("less than or equal to") {
            return Some((Cmp::AtMost, amount::described(p)?));
        }
        if p.eat("greater than or equal to") || p.eat("equal to or greater than") {
            return Some((Cmp::AtLeast, amount::described(p)?));
        }
        if p.eat("less than") || p.eat("fewer than") {
            return Some((Cmp::Less, amount::described(p)?));
        }
        if p.eat("greater than") || p.eat("more than") {
            return Some((Cmp::Greater, amount::described(p)?));
        }
        if p.eat("equal to") || p.eat("exactly") {
            return Some((Cmp::Equal, amount::described(p)?));
        }
        let n = amount::amount(p)?;
        if p.eat("or less") || p.eat("or fewer") {
            return Some((Cmp::AtMost, n));
        }
        if p.eat("or greater") || p.eat("or more") {
            return Some((Cmp::AtLeast, n));
        }
        Some((Cmp::Equal, n))
    })
}

/// "power", "toughness", "mana value" and kin.
pub fn stat(p: &mut Parser<'_>) -> Option<Stat> {
    if p.eat("converted mana cost") {
        return Some(Stat::ManaValue);
    }
    let words = ["power", "toughness", "mana value", "base power", "base toughness", "total toxic value", "loyalty"];
    Some(match p.eat_any(&words)? {
        0 => Stat::Power,
        1 => Stat::Toughness,
        2 => Stat::ManaValue,
        3 => Stat::BasePower,
        4 => Stat::BaseToughness,
        5 => Stat::Toxic,
        _ => Stat::Loyalty,
    })
}
