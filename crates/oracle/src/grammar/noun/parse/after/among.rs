//! From among which others something is chosen.

use lawmage_ir::{CardType, Kind, Ref, Selector, Test};

use super::controlled;
use crate::grammar::noun::{self, Noun};
use crate::grammar::words;
use crate::parse::{Parser, Sort};

/// "from among the cards milled this way", "from among cards exiled this way", "from among the milled cards", "from among those exiled
/// cards": of the clause that did that.
pub(crate) fn among_this_way(p: &mut Parser<'_>) -> Option<lawmage_ir::Selector> {
    p.expect("from among")?;
    let verb = if p.eat("the milled cards") {
        "milled"
    } else if p.eat_any(&["the exiled cards", "those exiled cards"]).is_some() {
        if p.at("used") {
            return p.fail("cards exiled this way");
        }
        "exiled"
    } else {
        p.eat("the");
        p.expect("cards")?;
        if p.at("exiled with") {
            return p.fail("what was done this way");
        }
        let verb = words::done(p.word())?;
        p.advance();
        p.expect("this way")?;
        verb
    };
    let said = p.scope.latest(|r| r.verb == Some(verb) && r.sort == Sort::Card)?;
    Some(p.scope.select(&said.handle))
}

/// "a red source", "another legendary source that's not a commander", behind "ability from" (113.7).
pub(super) fn from_source(p: &mut Parser<'_>) -> Option<Test> {
    let other = p.eat_any(&["a", "an", "another"])? == 2;
    let source = noun::bare(p).filter(|source| source.filter.kind == Kind::Object)?;
    let commander = Test::Status(lawmage_ir::Status::Commander);
    let not = p.eat("that's not a commander").then(|| Test::not(commander));
    let other = other.then(|| Test::not(Test::Is(Ref::This)));
    Some(Test::SourceIs(Box::new(Test::all([source.filter.test].into_iter().chain(other).chain(not)))))
}

/// "permanent with mana value 3 or greater from among permanents your opponents control": which is one of them.
pub(super) fn among_permanents(p: &mut Parser<'_>, noun: &Noun) -> Option<Test> {
    p.expect("from among permanents")?;
    if noun.filter.kind != Kind::Permanent || noun.plural {
        return p.fail("a permanent");
    }
    let mut all = Noun { plural: true, ..noun::any_player() };
    all.filter.kind = Kind::Permanent;
    p.attempt(|p| controlled(p, &mut all))
}

/// "cards from among cards exiled with ~".
pub(super) fn among_exiled(p: &mut Parser<'_>, noun: &mut Noun) -> Option<Test> {
    p.expect("from among cards")?;
    if !matches!(noun.filter.kind, Kind::Card(_)) || !p.at("exiled with") {
        return p.fail("cards exiled with it");
    }
    super::exiled_with(p, noun)
}

/// "spells from among those nonland cards": of the group spoken of.
pub(super) fn among_nonland(p: &mut Parser<'_>, noun: &Noun) -> Option<Selector> {
    p.eat_any(&["from among those nonland cards", "from among all nonland cards exiled this way"])?;
    let group = p.scope.group.clone().filter(|_| noun.filter.kind == Kind::Spell)?;
    Some(crate::grammar::selector::those(p.scope.select(&group), Test::not(Test::Type(CardType::Land))))
}
