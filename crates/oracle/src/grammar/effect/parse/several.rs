//! What takes several sentences to say, and what several target players each do.

use lawmage_ir::{Amount, Clause, Condition, Instruction, Kind, Ref, Test, Who};

use super::clause::player_verb;
use crate::grammar::instruction::{piles, votes};
use crate::grammar::{player, selector};
use crate::parse::Parser;

/// Votes and piles: what is read of several sentences at once. `None` where there is no such thing here.
pub(super) fn of_several_sentences(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<Option<()>> {
    if p.at("starting with you") && !p.at("starting with you , each player may pay") {
        return Some(p.attempt_into(out, votes::parse::vote));
    }
    if p.at_any(&["separate", "an opponent separates", "that player separates", "target opponent separates"]) {
        return Some(p.attempt_into(out, piles::parse::piles));
    }
    None
}

/// "any number of target players each draw two cards": what is the same for each of them.
pub(super) fn several_targets(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    if !p.at_any(&["any number of target", "up to two target", "two target", "one or two target"]) {
        return p.fail("several target players");
    }
    let (n, noun) = selector::target(p)?;
    if noun.filter.kind != Kind::Player {
        return p.fail("players");
    }
    p.expect("each")?;
    let who = Who::Ref(Ref::Target(n));
    p.scope.subject = None;
    p.scope.actor = Some(who.clone());
    let start = out.len();
    player_verb(p, out)?;
    // What "they" are of each would be one player at a time.
    let same = |amount: &Amount| matches!(amount, Amount::X) || matches!(amount, Amount::Const(_));
    let plain = |clause: &Clause| match &clause.does {
        Instruction::Draw { who: of, count } | Instruction::Mill { who: of, count } => *of == who && same(count),
        Instruction::GainLife(of, count) | Instruction::LoseLife(of, count) => *of == who && same(count),
        _ => false,
    };
    if !p.at_stop() || !out.iter().skip(start).all(plain) {
        return p.fail("what is the same for each of them");
    }
    Some(())
}

/// "you and that player each draw a card": the two of them, as several players do what they all do (101.4).
pub(super) fn you_and(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("you and")?;
    let other = player::who(p)?;
    p.expect("each")?;
    let both = Test::Or(vec![Test::Controlled(Who::You), Test::Controlled(other)]);
    let both = Condition::Is(Ref::It, both);
    p.scope.subject = None;
    p.scope.actor = Some(Who::Such(Box::new(Who::All), Box::new(both)));
    let actor = p.scope.actor.clone();
    player_verb(p, out)?;
    // "… each draw a card and lose 1 life": each does both.
    while let Some(more) = p.attempt(|p| {
        let mut more = out.clone();
        p.expect("and")?;
        p.scope.actor.clone_from(&actor);
        player_verb(p, &mut more)?;
        Some(more)
    }) {
        *out = more;
    }
    Some(())
}

/// "starting with you, each player may pay any amount of mana": in turn order from you on.
pub(super) fn starting_with_you(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let before = p.eat("starting with you ,");
    let who = player::who(p).filter(Who::is_group)?;
    if !before {
        p.expect("starting with you")?;
    }
    p.expect("may")?;
    player::mention(p, &who);
    crate::grammar::counter::chosen::pay_any(p, &who, true, out)
}

/// Whether counters are put, be it if something is so.
pub(super) fn puts_counters(clause: &Clause) -> bool {
    match &clause.does {
        Instruction::PutCounters { .. } => true,
        Instruction::If { then, otherwise, .. } => otherwise.is_empty() && then.last().is_some_and(puts_counters),
        _ => false,
    }
}
