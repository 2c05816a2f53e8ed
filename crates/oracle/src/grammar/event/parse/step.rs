//! "At the beginning of …" (603.2b).

use lawmage_ir::{EventPattern, Ref, Step, Who};

use super::Found;
use crate::grammar::event::table::steps;
use crate::grammar::{reference, words};
use crate::parse::Parser;

/// What follows "at": "the beginning of your upkeep", "end of combat".
pub(crate) fn beginning(p: &mut Parser<'_>) -> Option<Found> {
    if p.eat("the end of combat on your turn") {
        return Some(found(Step::EndCombat, Who::You));
    }
    if p.eat("end of combat") {
        return Some(found(Step::EndCombat, Who::All));
    }
    p.expect("the beginning of")?;
    // "the upkeep of enchanted creature's controller", "the draw step of …"
    let of = p.attempt(|p| {
        p.expect("the")?;
        let step = step_word(p)?;
        p.expect("of")?;
        Some((step, host_player(p)?))
    });
    if let Some((step, whose)) = of {
        return Some(found(step, whose));
    }
    if p.eat_any(&["combat on enchanted player 's turn", "combat on enchanted opponent 's turn"]).is_some() {
        return Some(found(Step::BeginCombat, Who::Ref(Ref::Host(Box::new(Ref::This)))));
    }
    for (phrase, step, whose) in FIXED {
        if p.eat(phrase) {
            return Some(found(*step, whose.clone()));
        }
    }
    if p.eat("each of your main phases") {
        let main = |step| EventPattern::Begins { step, whose: Who::You };
        return Some(Found::acted(EventPattern::Or(vec![main(Step::Main), main(Step::Main2)]), &Who::You)); // 505.1
    }
    // 722.1: whoever is it then.
    if p.eat("the monarch 's end step") {
        let monarch = lawmage_ir::Condition::Monarch(Who::Ref(Ref::It));
        return Some(found(Step::End, Who::Such(Box::new(Who::All), Box::new(monarch))));
    }
    let whose = whose(p)?;
    if p.eat_any(&["second main phase", "second main phases"]).is_some() {
        return Some(Found::acted(second_main_phase(&whose), &whose));
    }
    // "enchanted player's first upkeep each turn"
    if let Some(step) = p.attempt(|p| {
        p.expect("first")?;
        let step = step_word(p)?;
        p.expect("each turn").map(|()| step)
    }) {
        let begins = EventPattern::Begins { step, whose: whose.clone() };
        return Some(Found::acted(EventPattern::Nth(Box::new(begins), 1), &whose));
    }
    let step = step_word(p)?;
    Some(found(step, whose))
}

/// 505.1b: the second of the main phases that a turn has, whichever these are.
fn second_main_phase(whose: &Who) -> EventPattern {
    let main = |step| EventPattern::Begins { step, whose: whose.clone() };
    EventPattern::Nth(Box::new(EventPattern::Or(vec![main(Step::Main), main(Step::Main2)])), 2)
}

const FIXED: &[(&str, Step, Who)] = &[
    ("combat on your turn", Step::BeginCombat, Who::You),
    ("combat on each opponent 's turn", Step::BeginCombat, Who::Opponents),
    ("combat on each other player 's turn", Step::BeginCombat, Who::Others),
    ("combat on each player 's turn", Step::BeginCombat, Who::All),
    ("each combat", Step::BeginCombat, Who::All),
    ("combat", Step::BeginCombat, Who::All),
    ("the end step", Step::End, Who::All),
    ("the upkeep", Step::Upkeep, Who::All),
];

fn found(step: Step, whose: Who) -> Found {
    let pattern = EventPattern::Begins { step, whose: whose.clone() };
    Found::acted(pattern, &whose)
}

/// A step by name, as it stands after "your", in the singular or plural: the longest name that stands here.
fn step_word(p: &mut Parser<'_>) -> Option<Step> {
    let (words, step) = steps()
        .flat_map(|(words, step)| [((*words).to_owned(), *step), (words::plural(words), *step)])
        .filter(|(words, _)| p.at(words))
        .max_by_key(|(words, _)| words.len())?;
    p.eat_text(&words).then_some(step)
}

fn whose(p: &mut Parser<'_>) -> Option<Who> {
    const WORDS: &[(&str, Who)] = &[
        ("each of your", Who::You),
        ("your", Who::You),
        ("each opponent 's", Who::Opponents),
        ("an opponent 's", Who::Opponents),
        ("each other player 's", Who::Others),
        ("each player 's", Who::All),
        ("each of their", Who::All),
        ("each", Who::All),
    ];
    if p.eat("each of enchanted player 's") {
        return Some(Who::Ref(Ref::Host(Box::new(Ref::This))));
    }
    for (word, who) in WORDS {
        if p.eat(word) {
            return Some(who.clone());
        }
    }
    if p.eat("enchanted player 's") {
        return Some(Who::Ref(Ref::Host(Box::new(Ref::This))));
    }
    if p.eat("the chosen player 's") {
        return p.scope.face.player.map(Who::Chosen);
    }
    let host = host_player(p)?;
    p.expect("'s")?;
    Some(host)
}

/// "enchanted creature's controller": "that creature" may follow.
pub(crate) fn host_player(p: &mut Parser<'_>) -> Option<Who> {
    p.attempt(|p| {
        p.at_any(&["enchanted", "equipped", "fortified"]).then_some(())?;
        let attached_to = reference::referent(p)?;
        p.expect("'s")?;
        p.scope.mention(attached_to);
        let host = Box::new(Ref::Host(Box::new(Ref::This)));
        match p.eat_any(&["controller", "owner"])? {
            0 => Some(Who::Controller(host)),
            _ => Some(Who::Owner(host)),
        }
    })
}
