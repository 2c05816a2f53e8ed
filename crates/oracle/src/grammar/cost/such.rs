//! Costs of which one among those of a total cost is changed, read and said: "buyback costs cost {2} less" (118.7).

use lawmage_ir::{Amount, Continuous, CostDelta, CostOf, CostPart, Keyword, Who};

use crate::grammar::ability::statics::Rule;
use crate::grammar::{amount, keyword};
use crate::parse::Parser;
use crate::print::{Phrase, Printer};

/// "Unlock costs you pay cost {1} less.", "Buyback costs cost {2} less.", "Blitz costs you pay cost {1} less for each …".
pub(super) fn such_costs(p: &mut Parser<'_>) -> Option<Rule> {
    // "All morph costs": whoever pays them.
    let all = p.eat("all");
    let of = match !all && p.eat("unlock") {
        true => CostOf::Unlocking,
        false => CostOf::KeywordCosts(
            keyword::bare_keyword(p).filter(|k| matches!(k, Keyword::Buyback | Keyword::Blitz | Keyword::Morph))?,
        ),
    };
    p.expect("costs")?;
    let by = if !all && p.eat("you pay") { Who::You } else { Who::All };
    p.expect("cost")?;
    let mana = p.mana_cost()?;
    let change = match p.eat_any(&["less", "more"])? {
        0 => CostDelta::Less(mana),
        _ => CostDelta::More(mana),
    };
    let times = if p.at("for each") { amount::for_each(p)? } else { Amount::ONE };
    Some(Rule::one(Continuous::CostChange { by, of, change, times }))
}

impl Printer<'_> {
    /// "collect evidence 4", of a part of a cost that is that (701.57a).
    pub(super) fn evidence(&mut self, part: &CostPart) -> Option<String> {
        part.evidence().map(|n| format!("collect evidence {}", self.digits(n)))
    }

    /// "buyback costs", "unlock costs you pay".
    pub(crate) fn such_costs(&mut self, of: &CostOf, by: &Who) -> Phrase {
        let word = match of {
            CostOf::KeywordCosts(keyword) => keyword.word(),
            _ => "unlock",
        };
        let pay = if *by == Who::You { " you pay" } else { "" };
        Phrase::many(format!("{word} costs{pay}"))
    }
}
