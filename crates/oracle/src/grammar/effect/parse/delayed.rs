//! Delayed triggered abilities (603.7): "at the beginning of the next end step", "whenever … this turn".

use std::sync::Arc;

use lawmage_ir::{
    Amount, Clause, Cmp, Condition, Continuous, Duration, EventPattern, Filter, Instruction, Kind, ManaYield,
    Permission, Program, Ref, Role, Selector, Step, Test, TriggeredAbility, Waits, Who, ZoneSet, visit,
};

use super::emit;
use super::if_done::if_done;
use super::sentence::{apart, body, chain};
use crate::grammar::event::facts::caused;
use crate::grammar::{condition, duration, event, player};
use crate::parse::{Parser, Referent, Sort};

/// "Whenever [event] this turn, …", "When that creature dies this turn, …": a delayed triggered ability (603.7).
pub(crate) fn delayed_event(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    delayed_for(p, out, None)
}

/// How what is done as something happens by what was said before begins.
pub(crate) const TOLD_THIS_WAY: &[&str] =
    &["when you cast a spell this way ,", "when you play a card this way ,", "when it regenerates this way ,"];

/// Whichever of these it is.
pub(crate) fn told_this_way(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    match p.eat_any(TOLD_THIS_WAY)? {
        2 => regenerated_this_way(p, out),
        cast_or_played => played_this_way(p, out, cast_or_played == 1),
    }
}

/// "You may play that card this turn. When you cast a spell this way, …", "When you play a card this way, …": when it is cast, or
/// played as a land, that was let be played before (400.7h), as long as it may be.
fn played_this_way(p: &mut Parser<'_>, out: &mut Vec<Clause>, lands: bool) -> Option<()> {
    let (card, duration) = match out.last().map(|last| &last.does) {
        Some(Instruction::Effect { effects, duration }) => match effects.as_slice() {
            [Continuous::May(Permission::Play { by: Who::You, what, .. })] => match what.test.conjuncts().first() {
                Some(Test::Is(card @ Ref::Slot(_))) => (card.clone(), duration.clone()),
                _ => return p.fail("cards spoken of before"),
            },
            _ => return p.fail("what may be cast"),
        },
        _ => return p.fail("what may be cast"),
    };
    let cast = EventPattern::Casts { by: Who::You, what: Filter::new(Kind::Spell, Test::SameCard(card.clone())) };
    let event = if lands {
        let what = Filter::permanent(Test::SameCard(card));
        EventPattern::Or(vec![cast, EventPattern::PlaysLand { by: Who::You, what, from: ZoneSet::ANYWHERE }])
    } else {
        cast
    };
    let program = apart(p, |p| {
        p.scope.mention(Referent::event(Role::Subject, if lands { Sort::Card } else { Sort::Spell }));
        let mut clauses = Vec::new();
        body(p, &mut clauses)?;
        Some(clauses)
    })?;
    let waits = Waits::For(duration);
    let clause = emit(p, Instruction::Delayed { ability: Arc::new(triggered(event, program)), waits });
    out.push(clause);
    Some(())
}

/// "Regenerate this creature. When it regenerates this way, …": by what was just done to it, and by no other effect (701.15a).
fn regenerated_this_way(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let (what, shield) = match out.last() {
        Some(Clause { does: Instruction::Regenerate(Selector::Ref(what)), out: Some(id) }) => (what.clone(), *id),
        _ => return p.fail("one permanent that is regenerated"),
    };
    let regenerates = EventPattern::Regenerates(Filter::permanent(Test::Is(what)));
    let event = EventPattern::Number(Box::new(regenerates), Cmp::Equal, Amount::Slot(p.scope.bind(shield)));
    let program = apart(p, |p| {
        let mut clauses = Vec::new();
        body(p, &mut clauses)?;
        Some(clauses)
    })?;
    let (ability, waits) = (Arc::new(triggered(event, program)), Waits::For(Duration::EndOfTurn));
    out.push(emit(p, Instruction::Delayed { ability, waits }));
    Some(())
}

pub(crate) fn delayed_for(p: &mut Parser<'_>, out: &mut Vec<Clause>, frame: Option<Duration>) -> Option<()> {
    let each_time = p.eat_any(&["when", "whenever"])? == 1;
    let next = p.at("you next") || p.at("you cast your next");
    let each = !each_time && p.at_any(&["each opponent", "each player"]);
    let event = event(p)?;
    // It is no effect that a spell or ability causes this to be discarded later: that ability is the card's own.
    if caused(&event).is_some() {
        return p.fail("an event that is waited for");
    }
    // 603.7a: what was put onto the battlefield has entered before the ability is there.
    if let EventPattern::Moves { what, to, .. } = &event
        && *to == ZoneSet::BATTLEFIELD
        && matches!(what.test, Test::Is(Ref::Slot(_)))
    {
        return p.fail("an event that is still to come");
    }
    let mut duration = frame.or_else(|| p.attempt(|p| duration::duration(p)));
    if each {
        // "When each opponent casts their first spell of the game": once for each of them.
        if !once_in_a_game(&event) || duration.is_some() {
            return p.fail("what each of them does once");
        }
        duration = Some(Duration::Forever);
    }
    p.expect(",")?;
    let program = apart(p, |p| {
        let mut clauses = Vec::new();
        body(p, &mut clauses)?;
        answers(p, &mut clauses);
        while each_time && p.attempt(|p| of_its_event(p, &mut clauses)).is_some() {}
        Some(clauses)
    })?;
    if each_time && duration.is_none() {
        return p.fail("for how long");
    }
    let mut ability = triggered(event, program);
    ability.per_turn = next.then_some(1);
    let waits = duration.map_or(Waits::Once, Waits::For);
    let clause = emit(p, Instruction::Delayed { ability: Arc::new(ability), waits });
    out.push(clause);
    Some(())
}

/// "when ~ leaves the battlefield", "when that token dies", behind what is done then.
pub(super) fn leaves_later(p: &mut Parser<'_>) -> Option<EventPattern> {
    p.expect("when")?;
    let event = event(p)?;
    match &event {
        EventPattern::Moves { what, from, cause: None, .. }
            if *from == ZoneSet::BATTLEFIELD
                && matches!(what.test, Test::Is(Ref::This | Ref::Slot(_)))
                && p.at_stop() =>
        {
            Some(event)
        }
        _ => p.fail("that something spoken of leaves the battlefield"),
    }
}

/// Whether a player does that once in a game at most.
pub(crate) fn once_in_a_game(event: &EventPattern) -> bool {
    let EventPattern::While(_, condition) = event else { return false };
    matches!(&**condition, Condition::Compare(Amount::SpellsCast(Who::Actor), Cmp::Equal, _))
}

/// How a sentence begins that says what happens as the mana added before is spent.
pub(crate) const MANA_SPENT: &[&str] = &[
    "when you spend this mana to",
    "when you spend that mana to",
    "when that mana is spent to",
    "when this mana is spent to",
];

/// "When you spend this mana to cast a creature spell, …": said of the mana added before (106.6, 603.7a).
pub(crate) fn mana_spent(p: &mut Parser<'_>, out: &mut [Clause]) -> Option<()> {
    p.eat_any(MANA_SPENT)?;
    let referents = p.scope.referents.clone();
    let event = crate::grammar::event::cast_with_mana(p)?;
    p.expect(",")?;
    let program = apart(p, |p| {
        let mut clauses = Vec::new();
        body(p, &mut clauses)?;
        Some(clauses)
    })?;
    p.scope.referents = referents;
    let ability = Arc::new(triggered(event, program));
    match out.last_mut().map(|last| &mut last.does) {
        // 106.6a: it triggers for the one mana that is made; of several it would be one for all.
        Some(Instruction::AddMana { who: Who::You, mana, times, rider }) if is_one(mana) && *times == Amount::ONE => {
            let rider = rider.get_or_insert_with(Box::default);
            if rider.when_cast.is_some() {
                return p.fail("one such ability");
            }
            rider.when_cast = Some(ability);
            Some(())
        }
        _ => p.fail("one mana added before"),
    }
}

/// Whether it is one mana.
fn is_one(mana: &ManaYield) -> bool {
    match mana {
        ManaYield::Fixed(one) => one.len() == 1,
        ManaYield::OneOf(bundles) => bundles.iter().all(|b| b.len() == 1),
        ManaYield::AnyColor { count, .. } => *count == Amount::ONE,
        _ => true,
    }
}

/// "If you do, …" after what is put off is put off with it: nothing has been done yet (603.7).
fn answers(p: &mut Parser<'_>, clauses: &mut Vec<Clause>) {
    while let Some(more) = p.attempt(|p| {
        let mut more = clauses.clone();
        p.expect(".")?;
        if_done(p, &mut more)?;
        Some(more)
    }) {
        *clauses = more;
    }
}

pub(crate) fn triggered(event: EventPattern, program: Program) -> TriggeredAbility {
    let mana = crate::grammar::mana::restriction::is_triggered_mana(&event, &program); // 605.1b: a delayed one too
    TriggeredAbility { mana, ..TriggeredAbility::new(event, program) }
}

/// "at the beginning of the next end step" and kin, as an event, and how it is waited for.
pub(crate) fn next_step(p: &mut Parser<'_>) -> Option<(EventPattern, Waits)> {
    let next_turn = p.attempt(|p| p.expect("at the beginning of the next turn 's upkeep"));
    if next_turn.is_some() {
        return Some((EventPattern::Begins { step: Step::Upkeep, whose: Who::All }, Waits::NextTurn));
    }
    if let Some(whose_and_step) = p.attempt(of_next_turn) {
        return Some(whose_and_step);
    }
    let event = step_to_come(p)?;
    // "At the beginning of the next main phase this turn": of no other turn's.
    let combat = EventPattern::Begins { step: Step::BeginCombat, whose: Who::All };
    let this_turn = (matches!(event, EventPattern::Or(_)) || event == combat) && p.eat("this turn");
    Some((event, if this_turn { Waits::For(Duration::EndOfTurn) } else { Waits::Once }))
}

/// "at the beginning of the end step on your next turn", "at the beginning of the end step of that player's next turn": of that turn alone.
fn of_next_turn(p: &mut Parser<'_>) -> Option<(EventPattern, Waits)> {
    p.expect("at the beginning of the")?;
    let steps = ["end step", "upkeep", "declare attackers step"];
    let step = *[Step::End, Step::Upkeep, Step::DeclareAttackers].get(p.eat_any(&steps)?)?;
    p.eat_any(&["on", "of"])?;
    let whose = player::possessive(p).filter(|whose| !whose.is_group())?;
    p.expect("next turn")?;
    let waits = Waits::For(Duration::NextTurn(whose.clone()));
    Some((EventPattern::Begins { step, whose }, waits))
}

/// A delayed triggered ability that waits so: where a step of one turn is waited for, for the first such step of it.
pub(crate) fn waiting(event: EventPattern, program: Program, waits: &Waits) -> TriggeredAbility {
    let once = matches!(waits, Waits::For(Duration::NextTurn(_) | Duration::EndOfTurn)).then_some(1);
    TriggeredAbility { per_turn: once, ..triggered(event, program) }
}

/// Whether it is asked what happened this turn: "if it didn't attack this turn".
pub(crate) fn looks_back(condition: &Condition) -> bool {
    visit::any(condition, |asked: &Condition| matches!(asked, Condition::Happened(..)))
        || visit::any(condition, |asked: &Test| matches!(asked, Test::Did(..)))
}

/// "Destroy it at the beginning of the next end step if it didn't attack this turn": asked when that comes (603.7).
pub(crate) fn only_if(p: &mut Parser<'_>, ability: &mut Arc<TriggeredAbility>, condition: Condition) -> Option<()> {
    let mode = Arc::make_mut(ability).program.modes.last_mut()?;
    let then = std::mem::take(&mut mode.clauses);
    mode.clauses.push(emit(p, Instruction::If { condition, then, otherwise: Vec::new() }));
    Some(())
}

/// The step, whenever it comes.
fn step_to_come(p: &mut Parser<'_>) -> Option<EventPattern> {
    p.attempt(|p| {
        if p.eat("at end of combat") || p.eat("at the end of combat") {
            return Some(EventPattern::Begins { step: Step::EndCombat, whose: Who::All });
        }
        p.expect("at the beginning of")?;
        if p.eat("the next end step") || p.eat("the end step") {
            return Some(EventPattern::Begins { step: Step::End, whose: Who::All });
        }
        if p.eat_any(&["the next upkeep", "the first upkeep"]).is_some() {
            return Some(EventPattern::Begins { step: Step::Upkeep, whose: Who::All });
        }
        if p.eat("the next combat") {
            // One that is to come this turn alone says how long it waits.
            if p.at("phase") && !(p.at("phase this turn") && p.eat("phase")) {
                return p.fail("a combat, whenever it comes");
            }
            return Some(EventPattern::Begins { step: Step::BeginCombat, whose: Who::All });
        }
        if p.eat("the next cleanup step") {
            return Some(EventPattern::Begins { step: Step::Cleanup, whose: Who::All });
        }
        if p.eat("the next main phase") {
            let begins = |step| EventPattern::Begins { step, whose: Who::All };
            return Some(EventPattern::Or(vec![begins(Step::Main), begins(Step::Main2)]));
        }
        let whose = player::possessive(p)?;
        // What was done before the first turn waits for the first one.
        p.eat_any(&["next", "first"])?;
        if p.eat("main phase") {
            // Whichever of the two comes first (505.1).
            let begins = |step| EventPattern::Begins { step, whose: whose.clone() };
            return Some(EventPattern::Or(vec![begins(Step::Main), begins(Step::Main2)]));
        }
        let steps = ["upkeep step", "upkeep", "end step", "draw step", "precombat main phase", "first main phase"]; // 505.1b
        let step = match p.eat_any(&steps)? {
            0 | 1 => Step::Upkeep,
            2 => Step::End,
            3 => Step::Draw,
            _ => Step::Main,
        };
        Some(EventPattern::Begins { step, whose })
    })
}

/// "Whenever a creature you control attacks alone this turn, put a counter on it. It gains trample until end of turn.": a
/// sentence that speaks on of what the event is about is done with it.
fn of_its_event(p: &mut Parser<'_>, clauses: &mut Vec<Clause>) -> Option<()> {
    p.expect(".")?;
    if p.at_any(&["sacrifice them at", "exile them at", "sacrifice those tokens at", "exile those tokens at"]) {
        // Of what it creates, each time.
        return created_then(p, clauses);
    }
    if p.at("until the end of your next turn , you may play those cards") {
        return played_then(p, clauses);
    }
    if !p.at_any(&["it gains", "it gets", "that creature gains", "that creature gets"]) {
        return p.fail("more about what the event is about");
    }
    let known = clauses.len();
    body(p, clauses)?;
    let of_event = |r: &Ref| matches!(r, Ref::Event(_));
    let more = clauses.get(known..).unwrap_or_default();
    (!more.is_empty() && more.iter().all(|clause| visit::any(clause, of_event))).then_some(())
}

/// "Until the end of your next turn, you may play those cards.", of the cards that the last clause exiles, each time.
fn played_then(p: &mut Parser<'_>, clauses: &mut Vec<Clause>) -> Option<()> {
    let exiled = match clauses.last() {
        Some(Clause { does: Instruction::Move { to: lawmage_ir::Destination::Exile { .. }, .. }, out: Some(id) }) => {
            *id
        }
        _ => return p.fail("cards that are exiled"),
    };
    let known = clauses.len();
    body(p, clauses)?;
    let cards = Ref::Slot(p.scope.slot_of(exiled)?);
    let more = clauses.get(known..).unwrap_or_default();
    (more.len() == 1 && visit::any(more, |r: &Ref| *r == cards)).then_some(())
}

/// "Sacrifice them at the beginning of the next end step.", of the tokens that the last clause creates.
fn created_then(p: &mut Parser<'_>, clauses: &mut Vec<Clause>) -> Option<()> {
    let created = match clauses.last() {
        Some(Clause { does: Instruction::CreateToken { .. }, out: Some(id) }) => *id,
        _ => return p.fail("tokens that are created"),
    };
    let known = clauses.len();
    body(p, clauses)?;
    let tokens = Ref::Slot(p.scope.slot_of(created)?);
    let more = clauses.get(known..).unwrap_or_default();
    (more.len() == 1 && visit::any(more, |r: &Ref| *r == tokens)).then_some(())
}

/// "At the beginning of the next end step, …".
pub(crate) fn delayed_step(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    // "At this turn's next end of combat": of no other turn's.
    let this_turn = p.eat("at this turn 's next end of combat");
    let each_combat = p.eat("at the beginning of each combat this turn");
    let (event, waits) = if each_combat {
        (EventPattern::Begins { step: Step::BeginCombat, whose: Who::All }, Waits::For(Duration::EndOfTurn))
    } else if this_turn {
        (EventPattern::Begins { step: Step::EndCombat, whose: Who::All }, Waits::For(Duration::EndOfTurn))
    } else {
        next_step(p)?
    };
    p.expect(",")?;
    let program = apart(p, |p| {
        if let EventPattern::Begins { whose, .. } = &event
            && *whose != Who::You
        {
            p.scope.mention(Referent::player(Who::Actor));
        }
        let mut clauses = Vec::new();
        if p.eat("if") {
            let condition = condition(p)?;
            p.expect(",")?;
            let mut then = Vec::new();
            chain(p, &mut then)?;
            let clause = emit(p, Instruction::If { condition, then, otherwise: Vec::new() });
            clauses.push(clause);
        } else {
            chain(p, &mut clauses)?;
            answers(p, &mut clauses);
        }
        Some(clauses)
    })?;
    let mut ability = waiting(event, program, &waits);
    if each_combat {
        ability.per_turn = None;
    }
    let clause = emit(p, Instruction::Delayed { ability: Arc::new(ability), waits });
    out.push(clause);
    Some(())
}
