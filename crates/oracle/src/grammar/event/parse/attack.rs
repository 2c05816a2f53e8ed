//! Players who attack and are attacked (508.3b-e).

use lawmage_ir::{Amount, Cmp, Condition, EventPattern, Filter, Kind, Ref, Role, Test, TypeSet, Who};

use super::Found;
use super::player::either;
use super::subject::{Subject, and_test, object_of, player_filter, subject_of};
use crate::parse::{Parser, Referent};

/// "you attack", "attack with two or more creatures", "attack a player".
pub(super) fn attacks(p: &mut Parser<'_>, who: &Who) -> Option<Found> {
    either(p, "attack", "attacks")?;
    if let Some(found) = p.attempt(|p| attacks_whom(p, who)) {
        return Some(found);
    }
    let mut with = Filter::permanent(Test::Type(lawmage_ir::CardType::Creature));
    let mut least = 1;
    let mut plural = None;
    if p.eat("with ~ and/or your commander") {
        let yours = Test::Or(vec![Test::Is(lawmage_ir::Ref::This), crate::grammar::condition::your_commander()]);
        with = and_test(with, yours);
    } else if p.eat("with exactly") {
        // The number of the event is that of all creatures declared.
        let n = Amount::Const(p.number()?);
        p.eat_any(&["creatures", "creature"])?;
        let attack = EventPattern::AttackDeclared { by: who.clone(), with: with.clone(), least: 1 };
        let found = Found::acted(EventPattern::Number(Box::new(attack), Cmp::Equal, n), who).counted();
        return Some(Found { subject: Some(with), plural: true, ..found });
    } else if p.eat("with creatures") || p.at(", if two or more of those creatures") {
        plural = Some(with.clone());
        if *who == Who::You
            && let Some(least) = p.attempt(super::limits::total_power)
        {
            let attack = EventPattern::AttackDeclared { by: Who::You, with: with.clone(), least: 1 };
            let together = Box::new(super::total_power_of_attackers(least));
            let found = Found::acted(EventPattern::While(Box::new(attack), together), who).counted();
            return Some(Found { subject: Some(with), plural: true, ..found });
        }
    } else if p.eat("with") {
        let subject = subject_of(p)?;
        if !subject.batch {
            // 508.3c: "with a creature" triggers for each such creature.
            let what = and_test(subject.filter.clone(), Test::Controlled(who.clone()));
            return Some(subject.found(EventPattern::Attacks { what, whom: None, alone: false, others: 0 }));
        }
        least = subject.least;
        with = subject.filter;
        plural = Some(with.clone());
    } else if let Some(place) =
        p.eat_any(&["you and/or one or more planeswalkers you control", "you or a planeswalker you control", "you"])
    {
        with = and_test(with, Test::Attacking { whom: Who::You, and_permanents: place < 2 });
    } else if p.eat("one or more opponents") || p.eat("one or more of your opponents") {
        with = and_test(with, Test::Attacking { whom: Who::Opponents, and_permanents: false });
    } else if p.at_any(&["one", "another"]) {
        return None;
    } else if p.eat(", if they attacked you and/or a planeswalker you control") {
        // Whom they attacked is a fact of the event: asking again as the ability resolves (603.4) changes nothing.
        with = and_test(with, Test::Attacking { whom: Who::You, and_permanents: true });
    }
    let pattern = EventPattern::AttackDeclared { by: who.clone(), with, least };
    let mut found = Found::acted(pattern, who).counted();
    found.subject = plural;
    found.plural = true;
    Some(found)
}

/// "attacks one of your opponents", "attack a player with two or more creatures" (508.3e): once for each that is attacked.
fn attacks_whom(p: &mut Parser<'_>, who: &Who) -> Option<Found> {
    // 508.3c: "one or more of your opponents" are attacked at once.
    if p.at("one or more") {
        return None;
    }
    let another = p.eat("another one of your opponents"); // Nobody attacks themselves.
    let whom = if another { player_filter(Who::Opponents) } else { object_of(p)? };
    let mine = |filter: Filter| match who {
        Who::All => filter,
        who => and_test(filter, Test::Controlled(who.clone())),
    };
    let creature = Filter::permanent(Test::Type(lawmage_ir::CardType::Creature));
    let (with, least) = if p.eat("with") {
        let subject = subject_of(p)?;
        if !subject.batch || subject.filter.kind != Kind::Permanent {
            return p.fail("those it is attacked with");
        }
        (subject.filter, subject.least)
    } else if whom.kind == Kind::Player && !p.at_any(&["and/or", "or"]) {
        (creature, 1)
    } else {
        return p.fail("a player");
    };
    let attack = EventPattern::Attacks { what: mine(with.clone()), whom: Some(whom.clone()), alone: false, others: 0 };
    let mut pattern = EventPattern::Batch(Box::new(attack));
    if least > 1 {
        let least = Amount::Const(i32::try_from(least).ok()?);
        pattern = EventPattern::Number(Box::new(pattern), Cmp::AtLeast, least);
    }
    // "That player" is who attacks you, not you.
    let other = match &whom.kind {
        Kind::Player => whom.test != Test::Controlled(Who::You),
        Kind::PlayerOrPermanent => !whom.test.is_of_players(),
        _ => true,
    };
    Some(Found {
        // 508.1, 506.2: the attacking player is the active player, whoever controls the attackers by then.
        attacker: (*who != Who::You).then_some(Who::Active),
        subject: Some(with),
        plural: true,
        object: other.then_some(whom),
        ..Found::acted(pattern, &Who::You).counted()
    })
}

/// "attack one or more players", behind "one or more Devils you control": once for the declaration (508.3d).
pub(super) fn attack_players(p: &mut Parser<'_>, subject: &Subject) -> Option<Found> {
    p.expect("one or more players")?;
    let yours = Test::Controlled(Who::You);
    let rest: Vec<Test> = subject.filter.test.conjuncts().iter().filter(|test| **test != yours).cloned().collect();
    if rest.len() == subject.filter.test.conjuncts().len() {
        return p.fail("creatures of yours");
    }
    let with = Filter::permanent(Test::all(rest));
    let with = and_test(with, Test::Attacking { whom: Who::All, and_permanents: false });
    // "Those players" are all whom they attack.
    let attacked = Who::Ref(attacked_by(Ref::Event(Role::Subject)));
    p.scope.mention(Referent { plural: true, ..Referent::player(attacked) });
    let found = subject.found(EventPattern::AttackDeclared { by: Who::You, with: with.clone(), least: subject.least });
    Some(Found { subject: Some(with), ..found.counted() })
}

/// The player whom an attacking creature attacks.
fn attacked_by(attacker: Ref) -> Ref {
    Ref::Attacked(Box::new(attacker), TypeSet::NONE)
}

/// "attacks a player and isn't blocked" (509.3g): as no blockers are declared, such a player is whom it attacks.
pub(super) fn unblocked_of(p: &mut Parser<'_>, subject: &Subject, whom: &Filter) -> Option<Found> {
    if subject.batch {
        return p.fail("one creature");
    }
    let attacked = attacked_by(Ref::Event(Role::Subject));
    let test = if whom.test == Test::Any { Test::Player } else { whom.test.clone() };
    p.scope.mention(Referent::player(Who::Ref(attacked.clone())));
    let unblocked = EventPattern::Unblocked(subject.filter.clone());
    Some(subject.found(EventPattern::While(Box::new(unblocked), Box::new(Condition::Is(attacked, test)))))
}

/// "is attacked" (508.3b): once for each that is.
pub(super) fn attacked(p: &mut Parser<'_>, who: &Who) -> Option<Found> {
    if *who == Who::You && !p.at("are attacked") {
        return None;
    }
    p.eat_any(&["is attacked", "are attacked"])?;
    let whom = player_filter(who.clone());
    let attack =
        EventPattern::Attacks { what: Filter::permanent(Test::Any), whom: Some(whom.clone()), alone: false, others: 0 };
    let mut found = Found::acted(EventPattern::Batch(Box::new(attack)), &Who::You);
    found.object = (*who != Who::You).then_some(whom);
    Some(found)
}
