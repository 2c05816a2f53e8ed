//! Tokens whose power and toughness are told behind them.

use std::sync::Arc;

use lawmage_ir::{Amount, CardType, Face, Printed, TokenSpec};

use crate::grammar::amount;
use crate::parse::Parser;

/// "with power equal to that card's power and toughness equal to that card's toughness".
pub(super) fn sized(p: &mut Parser<'_>) -> Option<(Amount, Amount)> {
    p.expect("with power equal to")?;
    let power = amount::described(p)?;
    p.expect("and toughness equal to")?;
    Some((power, amount::described(p)?))
}

/// "Its power is equal to that card's power and its toughness is equal to that card's toughness.", of tokens without a size.
pub(crate) fn size_told(p: &mut Parser<'_>) -> Option<(Amount, Amount)> {
    p.expect("its power is equal to")?;
    let power = amount::described(p)?;
    p.expect("and its toughness is equal to")?;
    Some((power, amount::described(p)?))
}

/// The token with that power and toughness, where it has none yet.
pub(crate) fn with_size(token: &mut TokenSpec, (power, toughness): &(Amount, Amount)) -> bool {
    let TokenSpec::Face(face) = token else { return false };
    if face.power.is_some() || !face.types.has(CardType::Creature) {
        return false;
    }
    let mut face = Face::clone(face);
    (face.power, face.toughness) = (Some(Printed::Number(0)), Some(Printed::Number(0)));
    *token = TokenSpec::Sized(Arc::new(face), power.clone(), toughness.clone());
    true
}

/// "token", behind what it is. What is created is one (111.2), though the word is left out: "two colorless Treasure artifacts with …".
pub(super) fn token(p: &mut Parser<'_>, told: bool) -> Option<()> {
    const HEADS: [&str; 4] = ["creature", "creatures", "artifact", "artifacts"];
    let headed = p.at("with") && p.last().is_some_and(|t| HEADS.contains(&&*t.text));
    (p.eat_any(&["token", "tokens"]).is_some() || headed || told).then_some(())
}
