//! On what terms something is cast: at what price, with what mana.

use lawmage_ir::{CostDelta, CostPart, Price, Spending};

use crate::grammar::words;
use crate::print::Printer;

/// Whether it is life equal to the spell's mana value.
pub(super) fn is_life_for_it(price: &Price) -> bool {
    *price == crate::grammar::permission::life_for_mana_value()
}

/// By how much less is paid for it.
pub(super) fn less_for_it(price: &Price) -> Option<&lawmage_ir::ManaCost> {
    let Price::Besides(cost) = price else { return None };
    match cost.parts.as_slice() {
        [CostPart::Change(CostDelta::Less(less), lawmage_ir::Amount::Const(1), None)] => Some(less),
        _ => None,
    }
}

impl Printer<'_> {
    /// The price right behind what is cast; nothing of those that are said behind all else.
    pub(super) fn price_said(&mut self, price: &Price) -> String {
        match price {
            Price::Usual => String::new(),
            Price::Free => " without paying its mana cost".to_owned(),
            _ if less_for_it(price).is_some() || is_life_for_it(price) => String::new(),
            Price::Besides(cost) => {
                let cost = crate::grammar::permission::as_gerunds(&self.cost(cost));
                format!(" by {cost} in addition to paying its other costs")
            }
            Price::Instead(cost) => {
                let cost = words::lower(&self.cost(cost));
                let cost = cost.strip_prefix("pay ").unwrap_or(&cost);
                format!(" by paying {cost} rather than paying its mana cost")
            }
        }
    }
}

/// How these are said, behind all else.
pub(super) fn life_said(price: &Price) -> String {
    if let Some(less) = less_for_it(price) {
        return format!(". Spells you cast this way cost {less} less to cast");
    }
    match is_life_for_it(price) {
        true => ". If you cast a spell this way, pay life equal to its mana value rather than pay its mana cost".into(),
        false => String::new(),
    }
}

/// As what mana may be spent on what is played so (609.4b).
pub(crate) fn spent(spending: Spending) -> String {
    match spending {
        Spending::AsIs => String::new(),
        Spending::AnyType => ", and mana of any type can be spent to cast it".to_owned(),
        other => format!(", and you may spend {} to cast it", crate::grammar::permission::spending::spent_as(other)),
    }
}
