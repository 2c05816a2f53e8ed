//! Replacement and prevention effects (614, 615): "enters tapped", "if … would …, … instead", "prevent all …".

mod as_chosen;
mod as_copied;
mod becoming;
pub(crate) mod effect;
mod price;

pub(crate) mod enters;
mod instead;
pub(crate) mod mana;
mod more_counters;
pub(crate) mod next_spell;
mod prevent;
pub(crate) mod shields;
mod turning_up;
mod would;

use lawmage_ir::{
    Amount, Cause, Cmp, Condition, Continuous, CounterKind, Destination, Duration, EventPattern, Filter, Instead,
    Instruction, Kind, Ref, Replacement, Selector, Test, Zone, ZoneSet,
};

use crate::grammar::ability::statics::Rule;
use crate::grammar::condition;
use crate::grammar::event::facts::caused;
use crate::parse::Parser;

pub(crate) use as_chosen::{anchor_word, enters_or_is_turned_up};
pub(crate) use enters::itself_entering;
pub(crate) use instead::one_of_each;
pub(crate) use prevent::{prevention, redirection, they_share_a_color, unpreventable};

/// A replacement that always applies.
pub(crate) fn plain(event: EventPattern, instead: Instead) -> Replacement {
    Replacement { event, condition: None, instead, optional: None, once: false, apart: false }
}

/// A replacement line of a permanent.
pub(crate) fn replacement(p: &mut Parser<'_>) -> Option<Rule> {
    let read: [fn(&mut Parser<'_>) -> Option<Replacement>; 13] = [
        first_time,
        enters::enters,
        turning_up::turning_up,
        as_chosen::turning_over,
        as_chosen::becoming_attached,
        enters::day_as_it_enters,
        always_would,
        prevent_always,
        prevent::doubled,
        redirection,
        life_floor,
        loyalty_floor,
        no_life_lost,
    ];
    if let Some(rule) = p.attempt(mana::lands_produce) {
        return Some(rule);
    }
    let found = read.iter().find_map(|r| p.attempt(|p| r(p)))?;
    let zones = works_in(p, &found);
    let rule = Rule::one(Continuous::Replace(Box::new(found)));
    Some(Rule { zones, ..rule })
}

/// Where a replacement works, when not on the battlefield (113.6): where the object is that it speaks of.
fn works_in(p: &Parser<'_>, replacement: &Replacement) -> Option<ZoneSet> {
    let event = caused(&replacement.event).unwrap_or(&replacement.event);
    if let EventPattern::Moves { what, from, .. } = event
        && what.test == Test::Is(Ref::This)
        && [Zone::Hand, Zone::Stack].into_iter().any(|z| *from == ZoneSet::of(z))
    {
        return Some(*from);
    }
    // "from anywhere": wherever it is put there from.
    if let EventPattern::Moves { what, from, to, .. } = &replacement.event
        && what.test == Test::Is(Ref::This)
        && *from == ZoneSet::ANYWHERE
        && !to.has(Zone::Battlefield)
    {
        return Some(ZoneSet::ANYWHERE);
    }
    crate::grammar::ability::source_zone(p)
}

fn always_would(p: &mut Parser<'_>) -> Option<Replacement> {
    match would(p)? {
        (replacement, None) => Some(replacement),
        _ => None,
    }
}

fn prevent_always(p: &mut Parser<'_>) -> Option<Replacement> {
    match prevention(p)? {
        (replacement, None) => Some(replacement),
        _ => None,
    }
}

/// "If a creature would die [this turn], exile it instead": the replacement, and its duration where it says one.
pub fn would(p: &mut Parser<'_>) -> Option<(Replacement, Option<Duration>)> {
    p.attempt(|p| {
        p.eat_any(&["if", "each time"])?;
        let a_source = p.at("a source");
        let (event, duration) = would::event(p)?;
        let condition = p.attempt(|p| {
            p.eat_any(&["and", "while"])?;
            condition::condition(p)
        });
        if !p.comma() {
            return p.fail("a comma after what would happen");
        }
        let (instead, optional) = instead::instead(p, &event)?;
        let apart = a_source && matches!(&instead, Instead::Prevent { then, .. } if !then.is_empty());
        Some((Replacement { event, condition, instead, optional, once: false, apart }, duration))
    })
}

/// "Damage doesn't cause you to lose life" (120.3a): whatever it would leave.
fn no_life_lost(p: &mut Parser<'_>) -> Option<Replacement> {
    p.expect("damage doesn't cause you to lose life")?;
    let event = EventPattern::DamageCostsLife { who: lawmage_ir::Who::You, below: Amount::Const(i32::MAX) };
    Some(plain(event, Instead::Number(Amount::Const(0))))
}

/// "If damage dealt to a planeswalker you control would result in all loyalty counters on it being removed, instead all but one of
/// those counters are removed": one is left of them (120.3c).
fn loyalty_floor(p: &mut Parser<'_>) -> Option<Replacement> {
    p.expect("if damage dealt to")?;
    let of = crate::grammar::event::object_of(p).filter(|of| of.kind == Kind::Permanent)?;
    p.expect("would result in all loyalty counters on it being removed ,")?;
    p.expect("instead all but one of those counters are removed")?;
    let there = Amount::Counters(Some(CounterKind::Loyalty), Ref::Event(lawmage_ir::Role::Subject));
    let number = Amount::Minus(Box::new(there), Box::new(Amount::ONE));
    Some(plain(EventPattern::DamageCostsLoyalty(of), Instead::Number(number)))
}

/// "Damage that would reduce your life total to less than 1 reduces it to 1 instead": what the damage would make the player lose
/// (120.3a) is as much as leaves that.
pub(crate) fn life_floor(p: &mut Parser<'_>) -> Option<Replacement> {
    p.expect("damage that would reduce")?;
    let who = crate::grammar::player::possessive(p)?;
    p.expect("life total to less than")?;
    let below = Amount::Const(p.number()?);
    p.expect("reduces it to")?;
    (Amount::Const(p.number()?) == below).then_some(())?;
    p.expect("instead")?;
    let left = Amount::Minus(Box::new(Amount::Life(who.clone())), Box::new(below.clone()));
    let loss = Amount::Max(Box::new(Amount::Const(0)), Box::new(left));
    Some(plain(EventPattern::DamageCostsLife { who, below }, Instead::Number(loss)))
}

/// "The first time you would create one or more tokens during each of your turns, you may instead …": each turn once.
fn first_time(p: &mut Parser<'_>) -> Option<Replacement> {
    p.expect("the first time")?;
    let (event, None) = would::event(p)? else { return p.fail("each turn") };
    if !matches!(event, EventPattern::TokenCreated { .. }) {
        return p.fail("tokens that are created");
    }
    let mut condition = match p.eat_any(&["each turn", "during each of your turns"])? {
        0 => None,
        _ => Some(Condition::TurnOf(lawmage_ir::Who::You)),
    };
    if !p.comma() {
        return p.fail("a comma after what would happen");
    }
    let (instead, optional) = instead::instead(p, &event)?;
    // Who may choose one of a number of creatures can't where there is none (608.2d): that is asked of the effect.
    let there_is = match &instead {
        Instead::Do(clauses) => clauses.iter().find_map(|clause| match &clause.does {
            Instruction::Choose(Selector::Choose(choice)) => {
                Some(Condition::Compare(Amount::Count(Box::new(choice.from.clone())), Cmp::AtLeast, Amount::ONE))
            }
            _ => None,
        }),
        _ => None,
    };
    if let Some(there_is) = there_is {
        crate::grammar::ability::annotation::require(&mut condition, there_is);
    }
    let event = EventPattern::Nth(Box::new(event), 1);
    Some(Replacement { condition, optional, ..plain(event, instead) })
}

/// "The next time you would draw a card this turn, … instead": as [`would`], once.
pub fn next_time(p: &mut Parser<'_>) -> Option<(Replacement, Option<Duration>)> {
    p.attempt(|p| {
        p.expect("the next time")?;
        let (event, duration) = would::event(p)?;
        if !p.comma() {
            return p.fail("a comma after what would happen");
        }
        let (instead, optional) = instead::instead(p, &event)?;
        Some((Replacement { optional, once: true, ..plain(event, instead) }, duration))
    })
}

/// Where a spell goes as it leaves the stack: "exile it instead of putting it anywhere else any time it would leave the
/// stack" (702.34a), "put it into its owner's hand instead of into their graveyard as it resolves" (702.27a). The
/// condition before it is the sentence's.
pub(crate) fn leaving_the_stack(p: &mut Parser<'_>) -> Option<Rule> {
    let stack = ZoneSet::of(Zone::Stack);
    let leaves = |to: ZoneSet, cause| EventPattern::Moves {
        what: Filter::new(Kind::Object, Test::Is(Ref::This)),
        from: stack,
        to,
        cause,
        by: None,
    };
    let exile = Destination::Exile { linked: None, face_down: false };
    let resolves = Some(lawmage_ir::Cause::Resolve);
    let to = match p.eat_any(&["exile it", "put it into its owner 's hand"])? {
        0 => exile,
        _ => Destination::Hand,
    };
    p.expect("instead of")?;
    p.eat("putting it");
    let event = match p.eat_any(&["anywhere else any time it would leave the stack", "into"])? {
        0 => leaves(elsewhere(Zone::Stack), None),
        _ => {
            p.eat_any(&["your", "a", "their", "its owner 's"])?;
            p.expect("graveyard as it resolves")?;
            leaves(ZoneSet::of(Zone::Graveyard), resolves)
        }
    };
    let effect = Continuous::Replace(Box::new(plain(event, Instead::MoveTo(to))));
    Some(Rule::in_zones(effect, stack))
}

/// "If ~ would be put into a graveyard from anywhere, …", which an instant or sorcery may say of itself, too.
pub(crate) fn of_itself(p: &mut Parser<'_>) -> Option<Rule> {
    let said = p.scope.face.spell && p.at("if ~ would be put into a graveyard from anywhere");
    if said { replacement(p) } else { p.fail("what would become of the spell") }
}

/// Whether it is that cards would be drawn.
pub(crate) fn draws(event: &EventPattern) -> bool {
    match event {
        EventPattern::DrawsCards { .. } => true,
        EventPattern::Moves { cause, .. } => *cause == Some(Cause::Draw),
        _ => false,
    }
}

/// Whether it is of how the object itself enters.
pub(crate) fn is_of_its_own_entering(replacement: &Replacement) -> bool {
    matches!(&replacement.instead, Instead::Enter(_))
        && matches!(&replacement.event, EventPattern::Moves { what, .. } if what.test == Test::Is(Ref::This))
}

/// Every zone but that.
pub(crate) fn elsewhere(zone: Zone) -> ZoneSet {
    Zone::ALL
        .into_iter()
        .filter(|z| *z != zone && *z != Zone::Outside)
        .fold(ZoneSet::default(), |set, z| set.union(ZoneSet::of(z)))
}

/// A condition on a replacement, besides those it has.
pub(crate) fn when(mut replacement: Replacement, condition: Condition) -> Replacement {
    replacement.condition = Some(match replacement.condition.take() {
        None => condition,
        Some(first) => Condition::And(vec![first, condition]),
    });
    replacement
}
