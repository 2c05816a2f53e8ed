//! Mana spent as though it were other mana (609.4b), read and said.

use lawmage_ir::{Filter, Kind, Permission, SpendingOn, Test, Who};

use super::parse::doers;
use crate::grammar::noun;
use crate::grammar::prohibition::Said;
use crate::parse::Parser;
use crate::print::Printer;

/// "You may spend mana as though it were mana of any color.", "… to cast planeswalker spells.", "… to activate abilities of creatures
/// you control."
pub(super) fn spending(p: &mut Parser<'_>) -> Option<Permission> {
    if p.eat("mana of any type can be spent to activate ~ 's abilities") {
        let own = SpendingOn::Abilities(Filter::permanent(Test::Is(lawmage_ir::Ref::This)));
        return Some(Permission::SpendAsAny(Who::You, true, Some(own)));
    }
    let who = doers(p, "may spend mana as though it were mana of any")?;
    let any_type = p.eat_any(&["color", "type"])? == 1;
    let on = if p.eat("to cast") {
        let noun = noun::noun(p)?;
        if noun.filter.kind != Kind::Spell || !noun.plural {
            return p.fail("spells");
        }
        Some(SpendingOn::Spells(noun.filter))
    } else if p.eat("to pay the activation costs of ~ 's abilities") {
        Some(SpendingOn::Abilities(Filter::permanent(Test::Is(lawmage_ir::Ref::This))))
    } else if p.eat("to activate abilities of") {
        let noun = noun::noun(p)?;
        if noun.filter.kind != Kind::Permanent || !noun.plural {
            return p.fail("permanents");
        }
        Some(SpendingOn::Abilities(noun.filter))
    } else {
        None
    };
    Some(Permission::SpendAsAny(who, any_type, on))
}

impl Printer<'_> {
    /// The same.
    pub(super) fn spends_as_any(&mut self, who: &Who, any_type: bool, on: Option<&SpendingOn>) -> Said {
        let kind = if any_type { "type" } else { "color" };
        let on = match on {
            None => String::new(),
            Some(SpendingOn::Spells(what)) => format!(" to cast {}", self.plural(what)),
            Some(SpendingOn::Abilities(what)) if what.test == Test::Is(lawmage_ir::Ref::This) => {
                format!(" to pay the activation costs of {}'s abilities", self.own_name())
            }
            Some(SpendingOn::Abilities(what)) => format!(" to activate abilities of {}", self.plural(what)),
        };
        Said::plain(self.who(who), format!("may spend mana as though it were mana of any {kind}{on}"))
    }
}
