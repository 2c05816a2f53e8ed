//! Mana spent as though it were other mana (609.4b), read and said.

use lawmage_ir::{Color, ColorSet, Filter, Kind, ManaType, Permission, SpendSort, Spending, SpendingOn, Test, Who};

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
        return Some(Permission::SpendAs(Who::You, Spending::AnyType, Some(own)));
    }
    let (who, spending) = match p.attempt(|p| doers(p, "may spend mana as though it were mana of any")) {
        Some(who) if p.eat("color") => (who, Spending::AnyColor),
        Some(who) => {
            p.expect("type")?;
            (who, Spending::AnyType)
        }
        None => {
            p.expect("you may spend")?;
            (Who::You, like(p)?)
        }
    };
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
    Some(Permission::SpendAs(who, spending, on))
}

impl Printer<'_> {
    /// The same.
    pub(super) fn spends_as(&mut self, who: &Who, spending: Spending, on: Option<&SpendingOn>) -> Said {
        let on = match on {
            None => String::new(),
            Some(SpendingOn::Spells(what)) => format!(" to cast {}", self.plural(what)),
            Some(SpendingOn::Abilities(what)) if what.test == Test::Is(lawmage_ir::Ref::This) => {
                format!(" to pay the activation costs of {}'s abilities", self.own_name())
            }
            Some(SpendingOn::Abilities(what)) => format!(" to activate abilities of {}", self.plural(what)),
        };
        Said::plain(self.who(who), format!("may spend {}{on}", spent_as(spending)))
    }
}

/// "white mana as though it were red mana", "mana from snow sources as though it were mana of any color".
pub(super) fn like(p: &mut Parser<'_>) -> Option<Spending> {
    let sort = if p.eat("mana from snow sources") {
        SpendSort::Snow
    } else {
        let mana = mana_type(p)?;
        p.expect("mana")?;
        SpendSort::Type(mana)
    };
    p.expect("as though it were")?;
    let colors = if p.eat("mana of any color") {
        ColorSet::ALL
    } else {
        let color = match mana_type(p)? {
            ManaType::Color(color) => color,
            ManaType::Colorless => return p.fail("a color"),
        };
        p.expect("mana")?;
        std::iter::once(color).collect()
    };
    Some(Spending::Like(sort, colors))
}

/// "white", "colorless".
fn mana_type(p: &mut Parser<'_>) -> Option<ManaType> {
    if p.eat("colorless") {
        return Some(ManaType::Colorless);
    }
    let color = Color::from_word(p.word()).or_else(|| p.fail("a color"))?;
    p.advance();
    Some(ManaType::Color(color))
}

/// The same in words: "mana as though it were mana of any color".
pub(crate) fn spent_as(spending: Spending) -> String {
    match spending {
        Spending::AsIs => "mana".to_owned(),
        Spending::AnyColor => "mana as though it were mana of any color".to_owned(),
        Spending::AnyType => "mana as though it were mana of any type".to_owned(),
        Spending::Like(sort, colors) => {
            let what = match sort {
                SpendSort::Snow => "mana from snow sources".to_owned(),
                SpendSort::Type(ManaType::Color(color)) => format!("{} mana", color.word()),
                SpendSort::Type(ManaType::Colorless) => "colorless mana".to_owned(),
            };
            let of = match colors.iter().next() {
                Some(color) if colors != ColorSet::ALL => format!("{} mana", color.word()),
                _ => "mana of any color".to_owned(),
            };
            format!("{what} as though it were {of}")
        }
    }
}
