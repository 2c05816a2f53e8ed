//! What stands around an object or a player: who controls it, what blocks and enchants it, who is the monarch.

use lawmage_ir::{Amount, Cmp, Condition, EventPattern, Filter, Kind, Ref, Selector, Span, Test, Who, Zone, ZoneSet};

use super::controls::quantity;
use crate::grammar::event::and_test;
use crate::grammar::noun;
use crate::parse::{Handle, Parser, Sort};

/// "two or more creatures are blocking it" (509.1g).
pub(super) fn are_blocking(p: &mut Parser<'_>) -> Option<Condition> {
    let quantity = quantity(p)?;
    let filter = quantity.filter(p)?;
    p.eat_any(&["are blocking", "is blocking"])?;
    let it = crate::grammar::cost::object(p)?;
    (filter.kind == Kind::Permanent).then(|| quantity.counted(and_test(filter, Test::Blocking(it))))
}

/// "two or more of those creatures are attacking you and/or planeswalkers you control": of attackers, that still do (506.4).
pub(super) fn so_many_attack(p: &mut Parser<'_>) -> Option<Condition> {
    let n = Amount::Const(p.number()?);
    p.expect("or more of those creatures are attacking")?;
    let those = p.scope.latest(|r| r.plural && r.sort == Sort::Permanent && !r.hidden())?;
    let those = p.scope.reference(&those.handle)?;
    let and_permanents = p.eat_any(&["you and/or planeswalkers you control", "you"])? == 0;
    let attacking = Test::Attacking { whom: Who::You, and_permanents };
    let still = Filter::permanent(Test::all([Test::Is(those), attacking]));
    Some(Condition::Compare(Amount::Count(Box::new(Selector::All(still))), Cmp::AtLeast, n))
}

/// "none of those creatures attacked you", of attackers that were just declared; "they aren't attacking you", of the attacking player.
pub(super) fn none_attack_you(p: &mut Parser<'_>) -> Option<Condition> {
    let declared = p.eat_any(&["none of those creatures attacked you", "they aren't attacking you"])? == 0;
    let attacker = p.scope.latest(|r| r.sort == Sort::Player && r.verb == Some("attacked"))?;
    let Handle::Who(attacker) = attacker.handle else { return None };
    if declared {
        let what = Filter::permanent(Test::Controlled(attacker));
        let whom = Some(crate::grammar::event::player_filter(Who::You));
        let attacked = EventPattern::Attacks { what, whom, alone: false, others: 0 };
        let attacked = Condition::Happened(Box::new(attacked), Span::ThisCombat, 1);
        return Some(super::negate(attacked, true));
    }
    let attacking = Test::Attacking { whom: Who::You, and_permanents: false };
    let theirs = Filter::permanent(Test::all([attacking, Test::Controlled(attacker)]));
    let number = Amount::Count(Box::new(Selector::All(theirs)));
    Some(Condition::Compare(number, Cmp::Equal, Amount::Const(0)))
}

/// "you're attacking two or more opponents": with creatures of yours, and them rather than what they control.
pub(super) fn you_attack_several(p: &mut Parser<'_>) -> Option<Condition> {
    p.expect("you're attacking")?;
    let n = Amount::Const(p.number()?);
    p.expect("or more opponents")?;
    Some(Condition::Compare(Amount::Players(attacked_by_you()), Cmp::AtLeast, n))
}

/// Your opponents whom creatures you control attack (508.1b).
pub(crate) fn attacked_by_you() -> Who {
    let attacking = Test::Attacking { whom: Who::Ref(Ref::It), and_permanents: false };
    let yours = Filter::permanent(Test::all([attacking, Test::Controlled(Who::You)]));
    let attackers = Amount::Count(Box::new(Selector::All(yours)));
    let attacked = Condition::Compare(attackers, Cmp::AtLeast, Amount::ONE);
    Who::Such(Box::new(Who::Opponents), Box::new(attacked))
}

/// "enchanted by two or more Auras" (303.4): so many are attached to it.
pub(super) fn enchanted_by(p: &mut Parser<'_>, it: &Ref) -> Option<Condition> {
    p.expect("enchanted by")?;
    let quantity = quantity(p)?;
    let filter = quantity.filter(p)?;
    let auras = filter.test.conjuncts().contains(&Test::Subtype(lawmage_ir::Subtype::AURA));
    (auras && filter.kind == Kind::Permanent).then(|| quantity.counted(and_test(filter, Test::AttachedTo(it.clone()))))
}

/// "all nonland permanents you control are white": there is none that isn't.
pub(super) fn all_are(p: &mut Parser<'_>) -> Option<Condition> {
    p.expect("all")?;
    let noun = noun::noun(p)?;
    if !noun.plural || noun.limit.is_some() || !noun.is_of_all() || noun.filter.kind != Kind::Permanent {
        return p.fail("permanents");
    }
    p.expect("are")?;
    let is = crate::grammar::test::complement(p)?;
    // "If all lands on the battlefield are Islands, … from them": from all of those.
    let all = Box::new(Selector::All(noun.filter.clone()));
    p.scope.mention(noun.referent(crate::parse::Handle::Select(all)));
    let others = Selector::All(and_test(noun.filter, Test::not(is)));
    Some(Condition::Compare(Amount::Count(Box::new(others)), Cmp::Equal, Amount::Const(0)))
}

/// "no creatures are on the battlefield".
pub(super) fn none_there(p: &mut Parser<'_>) -> Option<Condition> {
    p.expect("no")?;
    let noun = noun::noun(p)?;
    if !noun.plural || noun.limit.is_some() || !noun.is_of_all() || noun.filter.kind != Kind::Permanent {
        return p.fail("permanents");
    }
    p.expect("are on the battlefield")?;
    Some(Condition::Compare(Amount::Count(Box::new(Selector::All(noun.filter))), Cmp::Equal, Amount::Const(0)))
}

/// "no cards are in that graveyard": in that of the owner of the card spoken of (404.1).
pub(super) fn in_that_graveyard(p: &mut Parser<'_>) -> Option<Condition> {
    p.expect("no cards are in that graveyard")?;
    let card = p.scope.latest(|r| r.sort == Sort::Card && !r.plural && !r.hidden())?;
    let owner = Who::Owner(Box::new(p.scope.reference(&card.handle)?));
    let cards = Filter::new(Kind::Card(ZoneSet::of(Zone::Graveyard)), Test::Owned(owner));
    Some(Condition::Compare(Amount::Count(Box::new(Selector::All(cards))), Cmp::Equal, Amount::Const(0)))
}

/// "you control that creature", "another player controls enchanted creature": who controls it, or did last (608.2h).
pub(super) fn who_controls(p: &mut Parser<'_>) -> Option<Condition> {
    const WHO: &[&str] = &["you control", "you don't control", "another player controls", "an opponent controls"];
    let (who, not) = match p.eat_any(WHO)? {
        0 => (Who::You, false),
        1 => (Who::You, true),
        2 => (Who::Others, false),
        _ => (Who::Opponents, false),
    };
    let it = if p.eat("it") { super::object::it(p)? } else { crate::grammar::cost::object(p)? };
    Some(super::negate(Condition::Is(it, Test::Controlled(who)), not))
}

/// Behind "you control … and": "have no cards in hand", "an enchantment" that you control as well.
pub(super) fn you_also(p: &mut Parser<'_>) -> Option<Condition> {
    if p.at("have") {
        return super::controls::has_so_much(p, &Who::You, false, false);
    }
    p.eat_any(&["a", "an"])?;
    let what = noun::filter(p).filter(|what| what.kind == Kind::Permanent)?;
    if super::turn_past::says_whose(&what.test) || !p.at_stop() && !p.at_any(&[",", "as you cast ~"]) {
        return p.fail("what else you control");
    }
    let yours = Selector::All(and_test(what, Test::Controlled(Who::You)));
    Some(Condition::Compare(Amount::Count(Box::new(yours)), Cmp::AtLeast, Amount::ONE))
}

/// What one player has in hand, behind "you have".
pub(super) fn in_hand(p: &mut Parser<'_>, who: &Who) -> Option<Condition> {
    p.attempt(|p| no_such_cards(p, who)).or_else(|| p.attempt(|p| either_number(p, who)))
}

/// "they don't have any rad counters".
pub(super) fn no_counters(p: &mut Parser<'_>) -> Option<Condition> {
    let who = crate::grammar::player::relation(p).filter(|who| !who.is_group())?;
    p.eat_any(&["don't have any", "doesn't have any", "have no", "has no"])?;
    let kind = crate::grammar::event::counter_kind(p)?;
    let held = match who {
        Who::Ref(one) => Amount::Counters(kind, one),
        one => Amount::CountersAmong(kind, Box::new(Selector::Players(one))),
    };
    Some(Condition::Compare(held, Cmp::Equal, Amount::Const(0)))
}

/// "no land cards in hand", behind "you have".
fn no_such_cards(p: &mut Parser<'_>, who: &Who) -> Option<Condition> {
    p.expect("no")?;
    let noun = noun::bare(p).filter(|noun| noun.filter.test != Test::Any)?;
    p.expect("in hand")?;
    if noun.filter.kind != Kind::Card(ZoneSet::default()) {
        return p.fail("cards");
    }
    let yours = Test::all([noun.filter.test, Test::Owned(who.clone())]);
    let cards = Selector::All(Filter::new(Kind::Card(ZoneSet::of(Zone::Hand)), yours));
    Some(Condition::Compare(Amount::Count(Box::new(cards)), Cmp::Equal, Amount::Const(0)))
}

/// "exactly zero or seven cards in hand", "exactly three or exactly four cards in hand", behind "you have".
fn either_number(p: &mut Parser<'_>, who: &Who) -> Option<Condition> {
    p.expect("exactly")?;
    let one = p.number()?;
    p.expect("or")?;
    let _ = p.eat("exactly");
    let other = p.number()?;
    p.expect("cards in hand")?;
    let is = |n| Condition::Compare(Amount::HandSize(who.clone()), Cmp::Equal, Amount::Const(n));
    Some(Condition::Or(vec![is(one), is(other)]))
}

/// "cards with five or more different mana values are exiled with ~", "cards with at least six different mana values are revealed this
/// way".
pub(super) fn so_many_values(p: &mut Parser<'_>) -> Option<Condition> {
    p.expect("cards with")?;
    let least = p.eat("at least");
    let n = p.number()?;
    if !least {
        p.expect("or more")?;
    }
    p.expect("different mana values are")?;
    let cards = if p.eat("revealed this way") {
        let said = p.scope.latest(|r| r.verb == Some("revealed") && r.clause().is_some())?;
        p.scope.select(&said.handle)
    } else {
        p.expect("exiled with ~")?;
        let exiled = Test::Is(Ref::Linked(p.scope.face.exiled()));
        Selector::All(Filter::new(Kind::Card(ZoneSet::of(Zone::Exile)), exiled))
    };
    let values = Amount::Kinds(lawmage_ir::KindOf::ManaValue, Box::new(cards));
    Some(Condition::Compare(values, Cmp::AtLeast, Amount::Const(n)))
}

/// "that player is you".
pub(super) fn is_you(p: &mut Parser<'_>) -> Option<Condition> {
    let Who::Ref(player) = crate::grammar::player::relation(p)? else { return p.fail("one player") };
    p.expect("is you")?;
    Some(Condition::Is(player, Test::Controlled(Who::You)))
}

/// "blocking or blocked by a Goblin", of a creature (509.1g).
pub(super) fn blocking_or_blocked_by(p: &mut Parser<'_>, it: &Ref) -> Option<Condition> {
    p.expect("blocking or blocked by")?;
    p.eat_any(&["a", "an"])?;
    let other = crate::grammar::noun::filter(p).filter(|other| other.kind == Kind::Permanent)?;
    let either = Test::Or(vec![Test::BlockedBy(it.clone()), Test::Blocking(it.clone())]);
    let fighting = Amount::Count(Box::new(Selector::All(and_test(other, either))));
    Some(Condition::Compare(fighting, Cmp::AtLeast, Amount::ONE))
}

/// "an even number of counters on it", behind "has".
pub(super) fn even_counters(p: &mut Parser<'_>, it: &Ref) -> Option<Condition> {
    let which = p.eat_any(&["an even number of", "an odd number of"])?;
    let kind = crate::grammar::event::counter_kind(p)?;
    p.eat_any(&["on it", "on ~"])?;
    let count = Amount::Counters(kind, it.clone());
    let half = super::twice_its_half(&count);
    Some(Condition::Compare(count, if which == 0 { Cmp::Equal } else { Cmp::NotEqual }, half))
}

/// "attacked during its controller's last turn", behind the creature (508.6).
pub(super) fn attacked_last_turn(p: &mut Parser<'_>, it: &Ref) -> Option<Condition> {
    p.expect("attacked during")?;
    let of = crate::grammar::player::possessive(p)?;
    p.expect("last turn")?;
    Some(Condition::AttackedLastTurn { of, with: Some(it.clone()), whom: None, combat: false })
}

/// "that player attacked you during their last turn".
pub(super) fn attacked_you(p: &mut Parser<'_>) -> Option<Condition> {
    let of = crate::grammar::player::relation(p).filter(|who| matches!(who, Who::Ref(_)))?;
    p.expect("attacked you during their last turn")?;
    Some(Condition::AttackedLastTurn { of, with: None, whom: Some(Who::You), combat: false })
}

/// "the player is your opponent and has four or more cards in hand".
pub(super) fn is_your_opponent(p: &mut Parser<'_>) -> Option<Condition> {
    p.eat_any(&["that player is your opponent", "the player is your opponent"])?;
    let who = crate::grammar::reference::player(p)?;
    p.scope.mention(crate::parse::Referent::player(who.clone()));
    let opponent = Condition::Is(Ref::Players(Box::new(who.clone())), Test::Controlled(Who::Opponents));
    if !p.eat("and") {
        return Some(opponent);
    }
    let has = super::controls::has_so_much(p, &who, false, false)?;
    Some(Condition::And(vec![opponent, has]))
}

/// "you control a land creature or a land entered under your control this turn": what stands before "or" is a condition of its own.
pub(super) fn before_what_entered(p: &mut Parser<'_>) -> Option<Condition> {
    if !p.at("you control") {
        return p.fail("what you control");
    }
    let rest = || (0..).map_while(|n| p.peek_at(n).map(|_| n)).take_while(|n| !matches!(p.word_at(*n), "." | ","));
    let entered = rest().find(|n| matches!(p.word_at(*n), "entered"))?;
    let or = rest().take(entered).filter(|n| p.word_at(*n) == "or").last()?;
    let end = p.pos() + or;
    let mut before = Parser::new(p.source(), p.tokens().get(..end)?, p.scope.clone(), p.reading());
    before.go_back_to(p.pos());
    let condition = super::one(&mut before)?;
    if !before.at_end() {
        return p.fail("what you control");
    }
    p.go_back_to(end);
    Some(condition)
}

/// "you control a prime number of lands": how many there are is "that many" then.
pub(super) fn prime(p: &mut Parser<'_>) -> Option<Condition> {
    p.expect("you control a prime number of")?;
    let things = noun::noun(p).filter(|things| things.plural && things.filter.kind == Kind::Permanent)?;
    let count = Amount::Count(Box::new(Selector::All(super::controlled(things.filter, Who::You))));
    (p.scope.number, p.scope.number_clause) = (Some(count.clone()), None);
    Some(Condition::Prime(count))
}
