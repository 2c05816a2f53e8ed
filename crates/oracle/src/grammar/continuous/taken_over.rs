//! What objects take over from others: abilities of a sort, the full text (612.6); what each of several players takes over.

use std::sync::Arc;

use lawmage_ir::{AbilitySort, Filter, Modification, Ref, Selector, Test, Who, visit};

use crate::grammar::prohibition::Said;
use crate::grammar::quoted;
use crate::parse::{Handle, Parser};
use crate::print::{Phrase, Printer};

/// "all activated abilities of", "all landwalk abilities of".
fn all_of_sort(p: &mut Parser<'_>) -> Option<AbilitySort> {
    if p.eat("each activated ability of") {
        return Some(AbilitySort::Activated);
    }
    if p.eat("the loyalty abilities of") {
        return Some(AbilitySort::Loyalty);
    }
    p.expect("all")?;
    let sort = match p.eat_any(&["activated and triggered", "activated", "loyalty"]) {
        Some(0) => AbilitySort::ActivatedAndTriggered,
        Some(1) => AbilitySort::Activated,
        Some(_) => AbilitySort::Loyalty,
        None => AbilitySort::Keyword(crate::grammar::keyword::bare_keyword(p)?),
    };
    p.expect("abilities of").map(|()| sort)
}

/// "all activated abilities of lands your opponents control except mana abilities".
pub(super) fn abilities_of(p: &mut Parser<'_>) -> Option<Modification> {
    let mut sort = all_of_sort(p)?;
    let of = crate::grammar::selector::objects(p)?;
    if of.players || matches!(of.selector, Selector::Choose(_)) {
        return p.fail("objects that need no choice");
    }
    if sort == AbilitySort::Activated && p.eat("except mana abilities") {
        sort = AbilitySort::ActivatedButMana;
    }
    Some(Modification::AbilitiesOf(sort, Box::new(of.selector)))
}

/// "the full text of that card [and has the text …]", of the card at an end of a graveyard.
pub(super) fn full_text(p: &mut Parser<'_>) -> Option<Modification> {
    p.expect("the full text of that card")?;
    // 612.6
    let said =
        p.scope.latest(|r| matches!(&r.handle, Handle::Select(s) if matches!(**s, Selector::GraveyardEnd { .. })));
    let of = p.scope.select(&said?.handle);
    let besides = p.attempt(|p| {
        p.eat_any(&["and has the text", "and have the text"])?;
        p.list("and", |p| quoted(p))
    });
    let besides = besides.unwrap_or_default().into_iter().flatten().map(Arc::new).collect();
    Some(Modification::FullText(Box::new(of), besides))
}

/// Whether these grant a keyword that speaks of what only the permanent that says so knows: whom it has chosen, what it exiled, who
/// "you" are where others control what has it.
pub(super) fn of_the_giver(subject: &Selector, mods: &[Modification]) -> bool {
    let keyword =
        |m: &&Modification| matches!(m, Modification::AddAbility(a) if matches!(**a, lawmage_ir::Ability::Keyword(_)));
    let yours = matches!(subject, Selector::All(all) if all.test.conjuncts().contains(&Test::Controlled(Who::You)));
    mods.iter().filter(keyword).any(|m| {
        visit::any(m, |who: &Who| matches!(who, Who::Chosen(_)))
            || visit::any(m, |test: &Test| match test {
                Test::Shares(_, of) => matches!(of, Ref::Linked(_)),
                Test::SharesWithOne { .. } => !yours,
                _ => false,
            })
    })
}

impl Printer<'_> {
    /// "each player gains control of all permanents they own", "… controlled by the next player in the chosen direction".
    pub(super) fn taken_by_each(&mut self, what: &Selector, who: &Who) -> Option<Said> {
        let Selector::All(filter) = what else { return None };
        let all = match who {
            Who::Owner(of) if **of == Ref::Each => format!("{} they own", self.plural(filter)),
            Who::Beside(from, side) if **from == Who::Controller(Box::new(Ref::Each)) => {
                let beside = Who::Beside(Box::new(Who::Ref(Ref::Each)), side.opposite());
                let theirs = Test::all([filter.test.clone(), Test::Controlled(beside)]);
                self.plural(&Filter::new(filter.kind.clone(), theirs))
            }
            _ => return None,
        };
        Some(Said::plain(Phrase::one("each player"), format!("gains control of all {all}")))
    }
}
