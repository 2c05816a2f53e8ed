//! What follows "is" or "was" of an object: "tapped", "a Zombie", "white or blue", "attacking".

use lawmage_ir::{Amount, Cmp, Color, Kind, Ref, Stat, Status, Supertype, Test};

use super::table::{PHRASES, status_of};
use crate::grammar::noun;
use crate::parse::Parser;

/// A complement as a test, alternatives joined by "or", with its "not".
pub fn complement(p: &mut Parser<'_>) -> Option<Test> {
    p.attempt(|p| {
        let first = both(p)?;
        let mut all = vec![first];
        while let Some(next) = p.attempt(|p| {
            p.comma();
            p.eat_any(&["or", "and/or"])?;
            both(p)
        }) {
            all.push(next);
        }
        if all.len() == 1 { all.pop() } else { Some(Test::Or(all)) }
    })
}

/// "tapped and attacking", "black and a creature".
fn both(p: &mut Parser<'_>) -> Option<Test> {
    let first = one(p)?;
    match p.attempt(|p| {
        p.expect("and")?;
        p.eat("is");
        one(p)
    }) {
        Some(second) => Some(Test::all([first, second])),
        None => Some(first),
    }
}

fn one(p: &mut Parser<'_>) -> Option<Test> {
    if p.eat("not") {
        return one(p).map(Test::not);
    }
    if p.eat("attacking or blocking alone") {
        return Some(Test::Or(vec![Test::Status(Status::AttackingAlone), Test::Status(Status::BlockingAlone)]));
    }
    if p.eat("unpaired") {
        return Some(Test::not(Test::Status(Status::Paired)));
    }
    if let Some(status) = status(p) {
        return Some(Test::Status(status));
    }
    if let Some(chosen) = p.attempt(chosen) {
        return Some(chosen);
    }
    if let Some(color) = p.attempt(|p| {
        let color = Color::from_word(p.word())?;
        p.advance();
        // "a white creature" is a noun phrase, not this.
        Some(Test::Color(color))
    }) {
        return Some(color);
    }
    if p.eat("all colors") {
        return Some(Test::Stat(Stat::Colors, Cmp::Equal, Amount::Const(5)));
    }
    if p.eat("colorless") {
        return Some(Test::Colorless);
    }
    if p.eat("multicolored") {
        return Some(Test::Multicolored);
    }
    if p.eat("monocolored") {
        return Some(Test::Monocolored);
    }
    if p.eat("legendary") {
        return Some(Test::Supertype(Supertype::Legendary));
    }
    // "a nonbasic land" is a noun phrase, not this.
    if p.eat("nonbasic") {
        return Some(Test::not(Test::Supertype(Supertype::Basic)));
    }
    // "a snow land" is a noun phrase, not this.
    if p.at_any(&["snow ,", "snow ."]) && p.eat("snow") {
        return Some(Test::Supertype(Supertype::Snow));
    }
    if p.eat("historic") {
        return Some(Test::Historic);
    }
    if p.eat("under your control") {
        return Some(Test::Controlled(lawmage_ir::Who::You));
    }
    if p.eat("attached to") {
        let to = p.first(&[attached_to])?;
        return Some(to);
    }
    if p.eat("a token") {
        return Some(Test::Token);
    }
    let noun = p.attempt(|p| {
        p.eat_any(&["a", "an"]);
        noun::filter(p)
    })?;
    let test = match noun.kind {
        Kind::Player => Test::Player,
        _ => noun.test,
    };
    Some(test)
}

/// Behind "attached to": "a creature", "creatures".
pub(crate) fn attached_to(p: &mut Parser<'_>) -> Option<Test> {
    p.eat_any(&["a", "an"]);
    let filter = noun::filter(p)?;
    // What it is attached to, and that there is such a thing: a player is no permanent.
    let host = Ref::Host(Box::new(Ref::It));
    let test = match filter.test {
        Test::Any => Test::not(Test::Player),
        whose @ Test::Controlled(_) => Test::all([Test::not(Test::Player), whose]),
        test if test.conjuncts().iter().any(|t| matches!(t, Test::Type(_) | Test::Subtype(_))) => test,
        _ => return p.fail("a permanent of some type"),
    };
    Some(Test::If(Box::new(lawmage_ir::Condition::Is(host, test))))
}

fn status(p: &mut Parser<'_>) -> Option<Status> {
    if let Some((_, status)) = PHRASES.iter().find(|(words, _)| p.eat(words)) {
        return Some(*status);
    }
    status_of(p.word()).inspect(|_| p.advance())
}

/// "the chosen color", "at least one of the chosen colors", "of the chosen type".
fn chosen(p: &mut Parser<'_>) -> Option<Test> {
    p.eat("of");
    p.eat("at least one of");
    match p.eat_any(&["the chosen colors", "the chosen color", "the chosen type", "the chosen creature type"])? {
        0 | 1 => p.scope.face.color.map(Test::ChosenColor),
        _ => p.scope.face.chosen_type.map(Test::ChosenType),
    }
}
