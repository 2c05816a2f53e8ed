//! Which abilities' costs change.

use lawmage_ir::{Filter, Kind, Test, Who};

use crate::print::Printer;

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
