//! Costs of which one among those of a total cost is changed, read and said: "buyback costs cost {2} less" (118.7).

use lawmage_ir::{Amount, Continuous, Cost, CostDelta, CostOf, CostPart, Filter, Keyword, ManaCost, Selector, Who};

use crate::grammar::ability::statics::Rule;
use crate::grammar::selector::Quant;
use crate::grammar::{amount, keyword};
use crate::parse::Parser;
use crate::print::{Phrase, Printer, words};

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

    /// "{1} for each Faerie you control", "{X}, where X is …", "mana equal to …".
    pub(super) fn mana_times(&mut self, mana: &ManaCost, times: &Amount) -> String {
        // Its own X is another number.
        let other =
            matches!(times, Amount::Greatest(..)) && self.face.mana_cost.as_ref().is_some_and(|cost| cost.xs() > 0);
        match self.split_each(times) {
            Some((1, each)) => format!("{mana} for each {each}"),
            _ if *times == Amount::X => "{X}".to_owned(),
            _ if other => format!("mana equal to {}", self.expression(times)),
            _ => format!("{{{}}}", self.as_x(times)),
        }
    }

    /// "spend only mana produced by Treasures to cast it this way".
    pub(crate) fn only_from(&mut self, sources: &Filter, what: &str) -> String {
        format!("spend only mana produced by {} to cast {what}", self.plural(sources))
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

impl Printer<'_> {
    /// "discard a card or pay 2 life", "remove a +1/+1 counter or a charge counter from a permanent you control".
    pub(super) fn one_of_costs(&mut self, all: &[Cost]) -> String {
        if let Some((kinds, from)) = counters_of_two_kinds(all) {
            let kinds = kinds.map(|kind| words::article(&format!("{kind} counter"))).join(" or ");
            return format!("remove {kinds} from {}", self.those_of(from, Quant::Bare));
        }
        let texts: Vec<String> = all.iter().map(|c| self.cost_as_deed(c, false)).collect();
        words::list(&texts, "or")
    }
}

/// One counter of one kind or of another, from the same object.
fn counters_of_two_kinds(all: &[Cost]) -> Option<([&lawmage_ir::CounterKind; 2], &Selector)> {
    let [one, other] = all else { return None };
    match (one.parts.as_slice(), other.parts.as_slice()) {
        (
            [CostPart::RemoveCounters(Some(kind), Amount::Const(1), from)],
            [CostPart::RemoveCounters(Some(second), Amount::Const(1), same)],
        ) if from == same => Some(([kind, second], from)),
        _ => None,
    }
}
