//! What there are how many kinds of, and how often something has happened in the game, which is counted.

use lawmage_ir::{Amount, KindOf, Selector, Stat, Who};

use super::{results, selection};
use crate::grammar::amount::table::KINDS;
use crate::grammar::{noun, reference, words};
use crate::lex::Token;
use crate::parse::Parser;

/// "card types among cards in your graveyard", "colors among permanents you control", "basic land types among …".
pub(crate) fn kinds(p: &mut Parser<'_>) -> Option<Amount> {
    let kind = p.attempt(|p| {
        p.eat("different");
        let (_, kind) = KINDS.iter().find(|(words, _)| {
            let word = words.trim_start_matches("different ");
            p.eat(word) || p.eat_text(&words::plural(word))
        })?;
        p.expect("among")?;
        Some(*kind)
    })?;
    // 709.5: as many names as doors that are unlocked and have different ones.
    if kind == KindOf::Name {
        p.eat("unlocked doors of");
    }
    // "card types among spells you've cast this turn"
    if let Some(event) = p.attempt(results::what_befell) {
        return Some(Amount::HappenedKinds(kind, Box::new(event), lawmage_ir::Span::ThisTurn));
    }
    let _ = p.eat("all");
    selection(p).map(|s| Amount::Kinds(kind, Box::new(s)))
}

/// "for every seven Foods you control": how often there are so many of what follows, in full.
pub(crate) fn for_every(p: &mut Parser<'_>) -> Option<Amount> {
    p.eat_any(&["for every", "for each"])?;
    let by = p.number().filter(|by| *by > 1)?;
    let of = Box::new(Amount::Count(Box::new(Selector::All(noun::filter(p)?))));
    Some(Amount::Divide { of, by, up: false })
}

/// "dungeon you've completed", of different names, "player who has lost the game", "times this ability has resolved this turn",
/// "supertype, card type, and subtype it has", "point of bushido it has".
pub(super) fn of_the_game(p: &mut Parser<'_>) -> Option<Amount> {
    const DUNGEONS: [&str; 2] =
        ["differently named dungeon you've completed", "differently named dungeons you've completed"];
    if p.eat_any(&DUNGEONS).is_some() {
        return Some(Amount::DungeonsCompleted(Who::You));
    }
    if p.eat_any(&["player who has lost the game", "players who have lost the game"]).is_some() {
        return Some(Amount::PlayersLost);
    }
    if p.eat_any(&["times this ability has resolved this turn", "time this ability has resolved this turn"]).is_some() {
        return Some(Amount::TimesResolved);
    }
    if let Some(kinds) = p.attempt(those_kinds) {
        return Some(kinds);
    }
    let types = p.eat_any(&["supertype , card type , and subtype", "point of bushido", "points of bushido"])? == 0;
    let of = reference::reference(p)?;
    p.expect("has")?;
    Some(if types { Amount::TypesOf(of) } else { Amount::Stat(Stat::Bushido, of) })
}

/// "those card types", of which a condition of the sentence has asked how many there are.
fn those_kinds(p: &mut Parser<'_>) -> Option<Amount> {
    p.expect("those card types")?;
    let before = p.tokens().get(..p.pos())?;
    let said = |words: &[Token]| words.iter().map(|t| &*t.text).eq(["card", "types", "among"]);
    let at = before.windows(3).position(said).or_else(|| p.fail("card types that were asked for"))?;
    let mut asked = p.clone();
    asked.go_back_to(at);
    kinds(&mut asked)
}
