//! Words by which players are called: "friend or foe", "fame or fortune".

use std::sync::Arc;

use lawmage_ir::{Clause, Condition, Instruction, Labels, Ref, Test, Who};

use super::parse::word;
use crate::grammar::effect::emit;
use crate::grammar::player;
use crate::parse::Parser;
use crate::print::{Phrase, Printer};

/// "For each player, choose friend or foe.", "Each opponent chooses fame or fortune.", where the words are spoken of later.
pub(crate) fn labels(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let (players, by_each) = if p.eat("for each player , choose") {
        (Who::All, false)
    } else {
        let who = player::who(p).filter(|who| matches!(who, Who::All | Who::Opponents | Who::Others))?;
        p.expect("chooses").map(|()| (who, true))?
    };
    let mut words = vec![word(p)?];
    while p.comma() {
        let _ = p.eat("or");
        words.push(word(p)?);
    }
    if words.len() == 1 {
        p.expect("or")?;
        words.push(word(p)?);
    } else if !by_each {
        return p.fail("one of two words");
    }
    let spoken_of = |word: &Arc<str>| {
        let after = p.tokens().get(p.pos()..).unwrap_or_default();
        after.windows(2).any(|pair| match pair {
            [lead, said] => matches!(&*lead.text, "each" | "chose") && said.text.eq_ignore_ascii_case(word),
            _ => false,
        })
    };
    if !p.at(".") || !words.iter().all(spoken_of) {
        return p.fail("words that are spoken of later");
    }
    let slots: Vec<_> = words.iter().map(|_| p.scope.slot()).collect();
    p.scope.votes.extend(words.iter().cloned().zip(slots.iter().copied()));
    out.push(emit(p, Instruction::Label(Box::new(Labels { players, by_each, words, slots }))));
    Some(())
}

/// "each friend": those players.
pub(crate) fn each(p: &mut Parser<'_>) -> Option<Who> {
    p.expect("each")?;
    let condition = called(p)?;
    // What each of them finds is their own, which is put onto the battlefield by its finder.
    if p.at("searches") {
        return p.fail("what they do to what is spoken of");
    }
    Some(Who::Such(Box::new(Who::All), Box::new(condition)))
}

/// "friend", "fame", behind what asks who is that or chose it.
pub(crate) fn called(p: &mut Parser<'_>) -> Option<Condition> {
    let slot = p.scope.votes.iter().rev().find(|(word, _)| **word == *p.word()).map(|(_, slot)| *slot)?;
    p.advance();
    Some(Condition::Is(Ref::It, Test::Is(Ref::Slot(slot))))
}

impl Printer<'_> {
    /// "for each player, choose friend or foe".
    pub(crate) fn labels(&mut self, labels: &Labels) -> String {
        for (word, slot) in labels.words.iter().zip(&labels.slots) {
            let called = if labels.by_each { format!("player who chose {word}") } else { word.to_string() };
            self.tallied.insert(*slot, called);
        }
        let words = crate::print::words::list(&labels.words.iter().map(ToString::to_string).collect::<Vec<_>>(), "or");
        if labels.by_each {
            self.who(&labels.players).does(&format!("choose {words}"))
        } else {
            format!("for each player, choose {words}")
        }
    }

    /// "each friend", "each player who chose fame".
    pub(crate) fn labelled(&self, condition: &Condition) -> Option<Phrase> {
        let Condition::Is(Ref::It, Test::Is(Ref::Slot(slot))) = condition else { return None };
        self.tallied.get(slot).map(|called| Phrase::one(format!("each {called}")))
    }
}
