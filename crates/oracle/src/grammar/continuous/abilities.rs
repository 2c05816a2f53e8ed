//! Which abilities can't be activated, and of which the costs change.

use lawmage_ir::{Continuous, Filter, Kind, Prohibition, Selector, Test, Who};

use crate::parse::Parser;
use crate::print::Printer;

/// After the possessive: "activated abilities can't be activated unless they're mana abilities".
pub fn activated_abilities(p: &mut Parser<'_>, subject: &Selector) -> Option<Vec<Continuous>> {
    if p.eat("activated abilities with {T} in their costs can't be activated") {
        return Some(vec![Continuous::Cant(Prohibition::ActivateByTapping(subject.clone()))]);
    }
    p.expect("activated abilities can't be activated")?;
    let but_mana = p.eat("unless they're mana abilities");
    let cant = Prohibition::Activate { what: subject.clone(), but_mana, by: None };
    Some(vec![Continuous::Cant(cant)])
}

impl Printer<'_> {
    /// "equip abilities you activate that target this creature", "loyalty abilities of planeswalkers your opponents control".
    pub(super) fn some_abilities(
        &mut self,
        by: &Who,
        source: &Filter,
        keyword: Option<lawmage_ir::Keyword>,
        targets: Option<&Filter>,
        loyalty: bool,
    ) -> String {
        if let Some(whom) = targets {
            let word = keyword.map(|k| format!("{} ", k.word())).unwrap_or_default();
            let who = self.player_subject(by);
            let who = if *by == Who::Opponents { "your opponents".to_owned() } else { who.text };
            return format!("{word}abilities {who} activate that target {}", self.one(whom));
        }
        let word = if loyalty { "loyalty abilities" } else { "activated abilities" };
        if source.kind == Kind::Object && source.test == Test::Any {
            match by {
                Who::You if !loyalty => return "abilities you activate".to_owned(),
                Who::Opponents if !loyalty => return "abilities your opponents activate".to_owned(),
                _ => {}
            }
            return word.to_owned();
        }
        format!("{word} of {}", self.plural(source))
    }
}
