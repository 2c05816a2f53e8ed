//! Prevention without "if": "Prevent all combat damage that would be dealt to you this turn." (615)

use lawmage_ir::{
    Amount, Condition, Duration, EventPattern, Filter, Instead, Kind, Prohibition, Quality, Ref, Replacement, Role,
    Selector, Test,
};

use super::plain;
use crate::grammar::event::{damage_kind, object_of};
use crate::grammar::noun;
use crate::parse::Parser;

/// The prevention effect, and its duration where it says one.
pub fn prevention(p: &mut Parser<'_>) -> Option<(Replacement, Option<Duration>)> {
    p.attempt(|p| {
        p.expect("prevent")?;
        let amount = if p.eat("all") {
            None
        } else {
            p.expect("the next")?;
            Some(p.amount_word()?)
        };
        let combat = damage_kind(p)?;
        let mut early = p.eat("this turn");
        let event = match p.attempt(|p| would_deal(p, combat)) {
            Some(event) => event,
            None => {
                p.eat_any(&["that would be dealt", "that would"])?;
                early |= p.eat("this turn");
                dealt(p, combat)?
            }
        };
        let turn = early || p.eat("this turn");
        let instead = Instead::Prevent { amount, then: Vec::new() };
        if p.eat("if they share a color") {
            return Some((sharing_a_color(p, event, instead)?, turn.then_some(Duration::EndOfTurn)));
        }
        Some((plain(event, instead), turn.then_some(Duration::EndOfTurn)))
    })
}

/// "to a creature by another creature if they share a color": another than the one that would be dealt it.
fn sharing_a_color(p: &mut Parser<'_>, mut event: EventPattern, instead: Instead) -> Option<Replacement> {
    let EventPattern::Damage { by, to, .. } = &mut event else { return p.fail("two creatures") };
    let other = Test::not(Test::Is(Ref::This));
    if to.kind != Kind::Permanent || !by.test.conjuncts().contains(&other) {
        return p.fail("another creature");
    }
    by.test = Test::all(by.test.conjuncts().iter().filter(|test| **test != other).cloned());
    Some(Replacement { condition: Some(they_share_a_color()), ..plain(event, instead) })
}

/// That the two of a damage event are not the same and share a color.
pub(crate) fn they_share_a_color() -> Condition {
    let (source, dealt) = (Ref::Event(Role::Subject), Ref::Event(Role::Object));
    let other = Condition::Is(source.clone(), Test::not(Test::Is(dealt.clone())));
    Condition::And(vec![other, Condition::Is(source, Test::Shares(Quality::Color, dealt))])
}

/// "Damage can't be prevented", "combat damage that would be dealt by creatures you control can't be prevented" (615.12).
pub fn unpreventable(p: &mut Parser<'_>) -> Option<Prohibition> {
    let combat = damage_kind(p)?;
    let by = if p.eat("that would be dealt by") { party(p)? } else { source() };
    p.expect("can't be prevented")?;
    Some(Prohibition::PreventDamage { by, combat })
}

/// "All damage that would be dealt to you is dealt to ~ instead.": the redirection (614.9) that always applies.
pub fn redirection(p: &mut Parser<'_>) -> Option<Replacement> {
    p.expect("all")?;
    let combat = damage_kind(p)?;
    p.expect("that would be dealt to")?;
    let to = party(p)?;
    let by = if p.eat("by") { party(p)? } else { source() };
    p.expect("is dealt to")?;
    // "… dealt to enchanted creature is dealt to its controller"
    if to.kind != Kind::Player {
        p.scope.mention(crate::grammar::event::role(lawmage_ir::Role::Object, &to));
    }
    let there = crate::grammar::selector::objects(p)?;
    there.mention(p);
    p.expect("instead")?;
    let event = EventPattern::Damage { by, to, combat };
    Some(plain(event, Instead::Redirect { to: there.selector, amount: None }))
}

/// "that ~ would deal to snow creatures".
fn would_deal(p: &mut Parser<'_>, combat: Option<bool>) -> Option<EventPattern> {
    p.eat("that");
    let by = party(p)?;
    p.expect("would deal")?;
    let mut to = if p.eat("to") { party(p)? } else { anything() };
    // "to ~ and to creatures banded with ~"
    if let Some(other) = p.attempt(|p| {
        p.expect("and to")?;
        party(p)
    }) {
        to = Filter::new(other.kind, Test::Or(vec![to.test, other.test]));
    }
    Some(EventPattern::Damage { by, to, combat })
}

/// "Double all damage that creatures you control would deal." (701.9g)
pub(super) fn doubled(p: &mut Parser<'_>) -> Option<Replacement> {
    p.expect("double all")?;
    let combat = damage_kind(p)?;
    let event = would_deal(p, combat)?;
    Some(plain(event, Instead::Number(Amount::Times(2, Box::new(Amount::Event)))))
}

/// "to you by creatures", "to and dealt by ~", "by attacking creatures".
fn dealt(p: &mut Parser<'_>, combat: Option<bool>) -> Option<EventPattern> {
    if p.eat("to and dealt by") || p.eat("to and by") {
        let one = party(p)?;
        let to = EventPattern::Damage { by: source(), to: one.clone(), combat };
        let by = EventPattern::Damage { by: one, to: anything(), combat };
        return Some(EventPattern::Or(vec![to, by]));
    }
    let mut to = anything();
    let mut by = source();
    if p.eat("to") {
        to = party(p)?;
    }
    if p.eat("by") {
        by = party(p)?;
    }
    Some(EventPattern::Damage { by, to, combat })
}

/// Who deals or is dealt: one, or all that fit.
fn party(p: &mut Parser<'_>) -> Option<Filter> {
    // What is chosen (609.7a) is no filter.
    if (1..6).any(|n| [p.word_at(n), p.word_at(n + 1), p.word_at(n + 2)] == ["of", "your", "choice"]) {
        return p.fail("all sources that fit");
    }
    if let Some(both) = p.attempt(super::shields::you_and) {
        return Some(both);
    }
    if let Some(filter) = p.attempt(object_of) {
        return Some(filter);
    }
    match noun::selector(p)? {
        Selector::All(filter) => Some(filter),
        Selector::Ref(r) => Some(referred(r)),
        Selector::Players(who) => Some(crate::grammar::event::player_filter(who)),
        _ => None,
    }
}

fn referred(r: Ref) -> Filter {
    Filter::new(Kind::PlayerOrPermanent, Test::Is(r))
}

fn anything() -> Filter {
    Filter::new(Kind::PlayerOrPermanent, Test::Any)
}

fn source() -> Filter {
    Filter::new(Kind::Object, Test::Any)
}
