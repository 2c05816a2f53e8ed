//! "Starting with you, each player votes for …", with the sentences that say what comes of it.

use std::sync::Arc;

use lawmage_ir::{
    Amount, Cause, Clause, Destination, Fold, Instruction, Kind, Permission, Selector, Slot, Vote, Who, Zone, ZoneSet,
};

use crate::grammar::effect::emit;
use crate::grammar::effect::sentence::chain;
use crate::grammar::instruction::moves;
use crate::grammar::noun;
use crate::lex::TokenKind;
use crate::parse::Parser;

/// Reads a vote and what comes of it: a vote by itself is no effect.
pub(crate) fn vote(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.scope.actor = None;
    p.scope.subject = None;
    if p.eat("each player secretly votes for") {
        let vote = secret(p)?;
        out.push(emit(p, Instruction::Vote(Box::new(vote))));
        return Some(());
    }
    p.expect("starting with you , each player votes for")?;
    let vote = p.attempt(objects).or_else(|| p.attempt(words))?;
    out.push(emit(p, Instruction::Vote(Box::new(vote))));
    Some(())
}

/// "a nonland permanent you don't control. Exile each permanent with the most votes or tied for most votes.", "a creature card in your
/// graveyard. Return each card with the most votes or tied for most votes to your hand."
fn objects(p: &mut Parser<'_>) -> Option<Vote> {
    p.eat_any(&["a", "an"])?;
    let noun = noun::noun(p)?;
    let cards = noun.filter.kind == Kind::Card(ZoneSet::of(Zone::Graveyard));
    if noun.plural || !(cards || noun.filter.kind == Kind::Permanent) || noun.limit.is_some() || noun.among.is_some() {
        return p.fail("a permanent, or a card in a graveyard");
    }
    p.expect(".")?;
    let most = p.scope.slot();
    let what = Selector::slot(most);
    let most_votes = "with the most votes or tied for most votes";
    let does = match p.eat_any(&["exile each permanent", "destroy each permanent", "return each card"])? {
        2 if cards && p.at(most_votes) => {
            p.expect(most_votes)?;
            let to = moves::destination(p)?;
            let then = vec![emit(p, Instruction::Move { what, to, cause: Cause::Return })];
            return Some(Vote::Objects { among: Selector::All(noun.filter), most, then });
        }
        0 if !cards => {
            let to = Destination::Exile { linked: None, face_down: false };
            Instruction::Move { what, to, cause: Cause::Exile }
        }
        1 if !cards => Instruction::Destroy { what, no_regeneration: false },
        _ => return p.fail("what becomes of what has the most votes"),
    };
    p.expect(most_votes)?;
    let then = vec![emit(p, does)];
    Some(Vote::Objects { among: Selector::All(noun.filter), most, then })
}

/// "grace or doom. If grace gets more votes, draw a card. If doom gets more votes or the vote is tied, …"
fn words(p: &mut Parser<'_>) -> Option<Vote> {
    let one = word(p)?;
    p.expect("or")?;
    let other = word(p)?;
    if !p.at(&format!(". if {one} gets more votes ,")) {
        return tally(p, vec![one, other], false);
    }
    p.expect(".")?;
    let first = arm(p, &one, false)?;
    p.expect(".")?;
    let second = arm(p, &other, true)?;
    Some(Vote::Words { words: vec![one, other], first, second })
}

/// "truth or consequences, then those votes are revealed", behind "each player secretly votes for".
fn secret(p: &mut Parser<'_>) -> Option<Vote> {
    let one = word(p)?;
    p.expect("or")?;
    let other = word(p)?;
    p.expect(", then those votes are revealed")?;
    tally(p, vec![one, other], true)
}

/// "evidence or bribery": how many voted for which is spoken of afterwards.
fn tally(p: &mut Parser<'_>, words: Vec<Arc<str>>, secret: bool) -> Option<Vote> {
    if !p.at(".") {
        return p.fail("the end of the sentence");
    }
    let slots: Vec<Slot> = words.iter().map(|_| p.scope.slot()).collect();
    p.scope.votes.extend(words.iter().cloned().zip(slots.iter().copied()));
    Some(Vote::Tally { words, slots, secret })
}

/// "evidence vote", "evidence votes": how many there were.
pub(crate) fn votes(p: &mut Parser<'_>) -> Option<Amount> {
    let slot = p.scope.votes.iter().rev().find(|(word, _)| **word == *p.word()).map(|(_, slot)| *slot)?;
    p.advance();
    p.eat_any(&["vote", "votes"])?;
    Some(Amount::OfAll(slot, Fold::Sum))
}

/// "While voting, you may vote an additional time", "While voting, you get an additional vote" (701.32d); one more die (706.6).
pub(crate) fn more(p: &mut Parser<'_>) -> Option<Permission> {
    if p.eat("if you would roll one or more dice , instead roll that many dice plus one and ignore the lowest roll") {
        return Some(Permission::ExtraDie(Who::You));
    }
    if p.eat("if you would flip a coin , instead flip two coins and ignore one") {
        return Some(Permission::ExtraCoin(Who::You));
    }
    if p.eat("the first time you flip one or more coins each turn , those coins come up heads and you win those flips")
    {
        return Some(Permission::FirstFlipsWon(Who::You));
    }
    if p.eat("if an opponent would face a villainous choice , they face that choice an additional time") {
        return Some(Permission::FaceAgain(Who::Opponents));
    }
    if p.eat("you gain life rather than lose life from radiation") {
        return Some(Permission::GainFromRadiation(Who::You));
    }
    if p.eat("you may look at an additional") {
        let n = if p.eat("card") { 1 } else { u32::try_from(p.number()?).ok()? };
        let _ = p.eat("cards");
        p.expect("each time you surveil")?;
        return Some(Permission::SurveilMore(Who::You, n));
    }
    if let Some(modifier) = p.attempt(crate::grammar::instruction::game::dice::die_modifier) {
        return Some(Permission::ModifyRoll(modifier));
    }
    if p.eat("your devotion to each color and each combination of colors is increased by one") {
        return Some(Permission::MoreDevotion(Who::You));
    }
    p.expect("while voting , you")?;
    let optional = p.eat_any(&["may vote an additional time", "get an additional vote"])? == 0;
    Some(Permission::ExtraVote { who: Who::You, optional })
}

pub(super) fn word(p: &mut Parser<'_>) -> Option<Arc<str>> {
    let token = p.peek().filter(|t| t.kind == TokenKind::Word)?;
    let word = Arc::from(&*token.text);
    p.advance();
    Some(word)
}

/// What is done if that word wins. Nothing made in one arm is spoken of outside of it.
fn arm(p: &mut Parser<'_>, of: &str, or_tied: bool) -> Option<Vec<Clause>> {
    p.expect("if")?;
    if p.word() != of {
        return p.fail("what was voted for");
    }
    p.advance();
    p.expect(if or_tied { "gets more votes or the vote is tied ," } else { "gets more votes ," })?;
    let known = p.scope.referents.len();
    let mut body = Vec::new();
    p.scope.actor = None;
    p.scope.subject = None;
    chain(p, &mut body)?;
    p.scope.referents.truncate(known);
    p.scope.number_clause = None;
    if p.at_stop() { Some(body) } else { p.fail("the end of the sentence") }
}
