//! Those of several objects spoken of before that something more is said of.

use lawmage_ir::{Filter, Kind, Selector, Test};

use super::Picked;
use crate::grammar::noun::{Noun, any_card};
use crate::grammar::reference;
use crate::parse::{Handle, Parser, Referent, Sort};

/// "each of those creatures with flying", "each of those cards that has suspend", "any of them that are Walls": those of them.
pub(super) fn those_that(p: &mut Parser<'_>) -> Option<Picked> {
    if p.eat("all of them with that name") {
        let name = p.scope.face.name.or_else(|| p.fail("a name chosen before"))?;
        let group = p.scope.group.clone().or_else(|| p.fail("cards looked at or revealed"))?;
        let selector = Selector::Those(Box::new(p.scope.select(&group)), Test::ChosenName(name));
        let referent = Referent::new(Handle::Select(Box::new(selector.clone())), Sort::Card);
        return Some(Picked::of(selector, Some(Referent { plural: true, ..referent })));
    }
    let any = p.eat_any(&["each of", "any of"])? == 1;
    let those = reference::referent(p).filter(|those| those.plural && those.sort != Sort::Player)?;
    let with = p.at("with");
    if !p.at("that") && (any || !with) {
        return p.fail("which of them");
    }
    let kind = if those.sort == Sort::Permanent { Kind::Permanent } else { any_card().filter.kind };
    let mut noun = Noun { filter: Filter::new(kind, Test::Any), ..any_card() };
    crate::grammar::noun::after::modifiers(p, &mut noun)?;
    // "Exile each of those cards with a time counter on it" says how.
    let test = noun.filter.test;
    if test == Test::Any || noun.among.is_some() || with && !matches!(test, Test::Keyword(_)) {
        return p.fail("which of them");
    }
    let selector = Selector::Those(Box::new(p.scope.select(&those.handle)), test);
    let handle = Handle::Select(Box::new(selector.clone()));
    Some(Picked::of(selector, Some(Referent { handle, before: None, ..those })))
}
