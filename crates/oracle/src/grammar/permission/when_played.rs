//! What triggers as something is played as a permission lets it be.

use std::sync::Arc;

use lawmage_ir::{EventPattern, Filter, Kind, Test, TriggeredAbility, Waits, Who, ZoneSet};

use crate::grammar::noun;
use crate::parse::{Parser, Referent, Sort};
use crate::print::{Printer, Spoken};

/// ". When they do, …", of whoever plays it; ". When you cast an Equipment spell this way, …", of those spells alone (603.11,
/// 607.2h).
pub(super) fn when_played(p: &mut Parser<'_>, by: &Who) -> Option<Arc<TriggeredAbility>> {
    p.expect(".")?;
    p.eat_any(&["when", "whenever"])?;
    let event = if p.eat(if *by == Who::You { "you do ," } else { "they do ," }) {
        if *by != Who::You {
            p.scope.mention(Referent::player(Who::Actor));
        }
        let land = EventPattern::PlaysLand {
            by: Who::All,
            what: Filter::permanent(Test::Type(lawmage_ir::CardType::Land)),
            from: ZoneSet::ANYWHERE,
        };
        let spell = EventPattern::Casts { by: Who::All, what: Filter::new(Kind::Spell, Test::Any) };
        EventPattern::Or(vec![land, spell])
    } else {
        p.expect("you cast")?;
        p.eat_any(&["a", "an"])?;
        let what = noun::filter(p).filter(|spell| spell.kind == Kind::Spell)?;
        p.expect("this way ,")?;
        if *by != Who::You {
            return p.fail("what is let be cast");
        }
        p.scope.mention(Referent::event(lawmage_ir::Role::Subject, Sort::Spell));
        EventPattern::Casts { by: Who::You, what }
    };
    let program = crate::grammar::effect::if_done::reflexive_program(p)?;
    Some(Arc::new(TriggeredAbility::new(event, program)))
}

impl Printer<'_> {
    /// The same.
    pub(super) fn when_played(&mut self, by: &Who, ability: &TriggeredAbility) -> Option<String> {
        let when = match &ability.event {
            EventPattern::Casts { what, .. } => format!("When you cast {} this way", self.one(what)),
            _ if *by == Who::You => "When you do".to_owned(),
            _ => "When they do".to_owned(),
        };
        if *by != Who::You {
            self.speak(Spoken::Player(Who::Actor));
        }
        let said = self.delayed(ability, &Waits::Once).finite();
        let (_, does) = said.split_once(", ")?;
        Some(format!(". {when}, {does}"))
    }
}
