//! Turns, choices of values, chance, the game itself (500.7, 705, 706, 104).

use lawmage_ir::{
    Ability, AfterPhase, Amount, CasualAction, Clause, Continuous, EndsNow, ExtraPhase, Filter, Instruction,
    Modification, Selector, StaticAbility, Step, Supertype, Test, TypeLine, ValueKind, Who, ZoneSet,
};

use super::dice;
use super::values::value;
use crate::grammar::effect::{actor, emit, emit_number, mention};
use crate::grammar::{player, selector};
use crate::parse::{Handle, Parser, Referent, Sort};

/// Reads what follows one of these verbs.
pub fn verb(p: &mut Parser<'_>, verb: &str, out: &mut Vec<Clause>) -> Option<()> {
    let who = actor(p);
    match verb {
        "take" => {
            if p.eat("the initiative") {
                out.push(emit(p, Instruction::TakeInitiative(who)));
                return Some(());
            }
            let times = if p.eat("an extra turn") { 1 } else { p.number()? };
            let _ = p.eat("extra turns");
            p.expect("after this one")?;
            if let Some(count) = p.attempt(|p| {
                p.expect("for each")?;
                super::coins::flips_won(p)
            }) {
                let turn = emit(p, Instruction::ExtraTurn(who));
                out.push(emit(p, Instruction::Repeat { times: count, body: vec![turn] }));
                return Some(());
            }
            for _ in 0..times {
                out.push(emit(p, Instruction::ExtraTurn(who.clone())));
            }
            Some(())
        }
        "venture" => {
            p.expect("into")?;
            let into = if p.eat("the dungeon") {
                None
            } else {
                let subtype = lawmage_ir::Subtype::from_word(p.word());
                let into = subtype.filter(|s| s.kind() == lawmage_ir::SubtypeKind::Dungeon)?;
                p.advance();
                Some(into)
            };
            out.push(emit(p, Instruction::Venture { who, into }));
            Some(())
        }
        "become" => {
            p.expect("the monarch")?;
            out.push(emit(p, Instruction::BecomeMonarch(who)));
            Some(())
        }
        "increase" => {
            p.expect("your speed by")?;
            let n = p.amount_word()?;
            out.push(emit(p, Instruction::SpeedUp(Who::You, n)));
            Some(())
        }
        "end" => {
            p.expect("the")?;
            let what = EndsNow::ALL.into_iter().find(|what| p.eat(what.name()))?;
            out.push(emit(p, Instruction::EndNow(what)));
            Some(())
        }
        "restart" => restart(p, out),
        "skip" => skip(p, who, out),
        "note" => note(p, out),
        "flip" => flip(p, who, out),
        "roll" if p.eat("the planar die") => {
            out.push(emit(p, Instruction::Casual(CasualAction::RollPlanarDie(who))));
            Some(())
        }
        "roll" | "open" | "claim"
            if p.attempt_into(out, |p, out| {
                for does in crate::grammar::attraction::instruction(p, verb, who.clone())? {
                    out.push(emit_number(p, does));
                }
                Some(())
            })
            .is_some() =>
        {
            Some(())
        }
        "roll" => dice::roll(p, who, out),
        "reroll" if who == Who::You => dice::reroll(p, out),
        _ => choose(p, who, out),
    }
}

/// Reads what follows a verb of casual variants: "planeswalk", "set the top card of your scheme deck in motion" (701.24, 701.25).
pub fn casual(p: &mut Parser<'_>, verb: &str, out: &mut Vec<Clause>) -> Option<()> {
    let who = actor(p);
    let action = match verb {
        "planeswalk" => CasualAction::Planeswalk(who),
        _ => {
            p.eat_any(&["the top card of your scheme deck in motion", "the top card of their scheme deck in motion"])?;
            CasualAction::SetInMotion(who)
        }
    };
    out.push(emit(p, Instruction::Casual(action)));
    Some(())
}

/// "The game is a draw." (104.4c) "Players play a Magic subgame, using their libraries as their decks." (726.1)
pub(crate) fn drawn_or_within(p: &mut Parser<'_>) -> Option<Clause> {
    if p.eat("the game is a draw") {
        return Some(emit(p, Instruction::DrawGame));
    }
    if !p.eat("players play a magic subgame , using their libraries as their decks") {
        return None;
    }
    let clause = emit(p, Instruction::Subgame);
    p.scope.doers = clause.out;
    Some(clause)
}

/// "Restart the game, leaving in exile all artifact cards exiled with ~." (724.1, 724.5)
fn restart(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("the game")?;
    let leaving = if p.eat(", leaving in exile") { Some(selector::objects(p)?.selector) } else { None };
    let clause = emit(p, Instruction::Restart(leaving));
    let mut cards = Referent::new(Handle::Clause(0), Sort::Card);
    cards.plural = true;
    mention(p, &clause, Some(cards), "left");
    out.push(clause);
    Some(())
}

/// "After this phase, there is an additional combat phase followed by an additional main phase", "there is an additional
/// end step after this step", "you get two additional upkeep steps after this phase" (500.8-10).
pub fn extra_phase(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    const AFTER: &[&str] = &["after this phase", "after this main phase", "after this combat phase"];
    if !p.at_any(&["after this", "there is", "there's", "there are", "you get", "that player gets"]) {
        return None;
    }
    let mut after = p.eat_any(AFTER);
    let first = after.is_some();
    if first {
        p.expect(",")?;
    }
    let of = if p.eat_any(&["there is", "there's", "there are"]).is_some() {
        None
    } else {
        let who = player::who(p)?;
        p.eat_any(&["get", "gets"])?;
        Some(who)
    };
    let count = if p.eat("that many") { p.scope.number.clone()? } else { Amount::Const(p.article()?) };
    p.expect("additional")?;
    let step = |p: &mut Parser<'_>| {
        p.eat_any(&["upkeep steps", "upkeep step", "end step", "draw step"]).map(|n| match n {
            0 | 1 => Step::Upkeep,
            2 => Step::End,
            _ => Step::Draw,
        })
    };
    let mut what = match p.eat_any(&["combat phases", "combat phase", "main phase", "beginning phase"]) {
        Some(0 | 1) => ExtraPhase::Combat,
        Some(2) => ExtraPhase::Main,
        Some(_) => ExtraPhase::Beginning,
        None => ExtraPhase::Step(step(p)?),
    };
    match what {
        ExtraPhase::Step(step) if !first && p.eat("after this step") => what = ExtraPhase::SameStep(step),
        _ if !first => after = Some(p.eat_any(AFTER)?),
        _ => {}
    }
    let and_main = p.attempt(|p| {
        p.comma();
        p.expect("followed by an additional main phase")
    });
    if and_main.is_some() {
        what = if what == ExtraPhase::Combat { ExtraPhase::CombatThenMain } else { return None };
    }
    let after = match after {
        Some(1) => AfterPhase::Main,
        Some(2) => AfterPhase::Combat,
        _ => AfterPhase::Any,
    };
    let one = count == Amount::ONE && matches!(what, ExtraPhase::Combat | ExtraPhase::CombatThenMain);
    let clause = emit(p, Instruction::ExtraPhase { what, count, after, of });
    if one {
        let phase = Referent { hidden: true, ..Referent::new(Handle::Clause(0), Sort::Ability) };
        mention(p, &clause, Some(phase), crate::grammar::duration::ADDED_COMBAT);
    }
    out.push(clause);
    Some(())
}

/// "skip your next draw step", "skips their next combat phase", "skip your next turn".
fn skip(p: &mut Parser<'_>, who: Who, out: &mut Vec<Clause>) -> Option<()> {
    if p.eat("all combat phases of their next turn") {
        let skips = lawmage_ir::Permission::Skip(who.clone(), Step::BeginCombat);
        let effects = vec![lawmage_ir::Continuous::May(skips)];
        out.push(emit(p, Instruction::Effect { effects, duration: lawmage_ir::Duration::NextTurn(who) }));
        return Some(());
    }
    if who == Who::You && p.eat("your draw step this turn") {
        let effects = vec![lawmage_ir::Continuous::May(lawmage_ir::Permission::Skip(who, Step::Draw))];
        out.push(emit(p, Instruction::Effect { effects, duration: lawmage_ir::Duration::EndOfTurn }));
        return Some(());
    }
    p.eat_any(&["your next", "their next"])?;
    // 614.10a: each of them is another effect.
    if p.eat("two turns") {
        for _ in 0..2 {
            out.push(emit(p, Instruction::SkipNext(who.clone(), None)));
        }
        return Some(());
    }
    let step = match p.eat_any(&["turn", "draw step", "untap step", "upkeep", "combat phase"])? {
        0 => None,
        1 => Some(Step::Draw),
        2 => Some(Step::Untap),
        3 => Some(Step::Upkeep),
        _ => Some(Step::BeginCombat),
    };
    out.push(emit(p, Instruction::SkipNext(who, step)));
    Some(())
}

/// "it becomes day", "it becomes night" (728.1).
pub fn day(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let day = p.eat_any(&["it becomes day", "it becomes night"])? == 0;
    out.push(emit(p, Instruction::BecomeDay(day)));
    Some(())
}

/// "you control target player during that player's next turn" (720.1).
pub fn control_turn(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let by = if p.eat_any(&["you control", "gain control of", "you gain control of"]).is_some() {
        Who::You
    } else {
        if !p.at_any(&["the first player", "the second player"]) {
            return p.fail("one of two players");
        }
        let by = player::who(p)?;
        p.expect("controls")?;
        by
    };
    let who = player::who(p)?;
    if who == by || who == Who::You || who.is_group() {
        return p.fail("another player");
    }
    player::mention(p, &who);
    p.expect("during")?;
    player::possessive(p).filter(|whose| *whose == who)?;
    p.expect("next turn")?;
    let extra_after = p.eat(". after that turn , that player takes an extra turn");
    out.push(emit(p, Instruction::ControlTurn { by, who, extra_after }));
    Some(())
}

/// What the emblem named The Ring has besides making the Ring-bearer legendary: one ability from the first temptation on, and one
/// more from each of the next three on (701.52c), in our own templates.
const THE_RING: [&str; 4] = [
    "Ring-bearers you control can't be blocked by creatures with power greater than your Ring-bearer's power.",
    "Whenever a Ring-bearer you control attacks, draw a card, then discard a card.",
    "Whenever a Ring-bearer you control becomes blocked by a creature, the blocking creature's controller sacrifices it at end of combat.",
    "Whenever a Ring-bearer you control deals combat damage to a player, each opponent loses 3 life.",
];

/// "the Ring tempts you" (701.52).
pub fn ring(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("the ring tempts you")?;
    let what = Selector::All(Filter::permanent(crate::grammar::condition::your_ring_bearer()));
    let supertypes = [Supertype::Legendary].into_iter().collect();
    let mods = vec![Modification::AddTypes(TypeLine { supertypes, ..TypeLine::default() })];
    let effects = vec![Continuous::Modify { what, mods }];
    let legendary = StaticAbility { zones: ZoneSet::BATTLEFIELD, condition: None, effects, defines: false };
    let mut abilities = vec![Ability::Static(legendary)];
    for text in THE_RING {
        abilities.extend(crate::grammar::ability_text(text).or_else(|| p.fail("the abilities of the Ring"))?);
    }
    let clause = emit(p, Instruction::RingTempts(abilities.into()));
    out.push(clause);
    Some(())
}

/// "exile them, then meld them into [name]" (701.37a), of what the condition before spoke of.
pub fn meld(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("exile them , then meld them into")?;
    let with = p.scope.face.meld.clone()?;
    let into = crate::grammar::noun::after::name(p)?;
    out.push(emit(p, Instruction::Meld { with, into }));
    Some(())
}

/// "flip a coin. If you win the flip, …. If you lose the flip, …." (705).
fn flip(p: &mut Parser<'_>, who: Who, out: &mut Vec<Clause>) -> Option<()> {
    if let Some(()) = p.attempt_into(out, |p, out| super::coins::several(p, &who, out)) {
        return Some(());
    }
    if !p.eat("a coin") {
        // 710.2: a permanent.
        let picked = selector::objects(p)?;
        if picked.players {
            return p.fail("a coin or permanents");
        }
        picked.mention(p);
        out.push(emit(p, Instruction::Flip(picked.selector)));
        return Some(());
    }
    super::coins::coin(p, who, out)
}

/// "note the number of creatures you control", "note the type of mana spent to pay this activation cost" (607.2e).
fn note(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    if let Some(()) = p.attempt_into(out, crate::grammar::instruction::stack::named::noted) {
        return Some(());
    }
    if p.eat("the type of mana spent to pay this activation cost") {
        let linked = p.scope.face.link();
        p.scope.face.noted_mana = Some(linked);
        out.push(emit(p, Instruction::NoteMana(linked)));
        return Some(());
    }
    let number = crate::grammar::amount::described(p)?;
    let linked = p.scope.face.link();
    p.scope.face.noted_number = Some(linked);
    out.push(emit(p, Instruction::NoteNumber { number, linked }));
    Some(())
}

/// "choose a color", "choose target creature", "choose a creature you control".
pub(super) fn choose(p: &mut Parser<'_>, who: Who, out: &mut Vec<Clause>) -> Option<()> {
    if who == Who::You
        && let Some(()) = p.attempt_into(out, crate::grammar::instruction::stack::named::chosen)
    {
        return Some(());
    }
    if let Some(combat) = p.attempt(|p| super::choosing::in_combat(p, &who, out.last())) {
        out.push(combat);
        return Some(());
    }
    if let Some(one) = p.attempt(|p| super::one_player::one_player(p, &who)) {
        out.push(one);
        return Some(());
    }
    if let Some(()) = p.attempt_into(out, |p, out| super::fewest::as_many(p, &who, out)) {
        return Some(());
    }
    if let Some(kind) = p.attempt(|p| crate::grammar::test::kind::choose(p, &who)) {
        out.push(emit(p, kind));
        return Some(());
    }
    if let Some(value) = p.attempt(|p| value(p, &who)) {
        // What is chosen anew as an ability resolves again is not what an earlier effect was to go by.
        if matches!(value, Instruction::ChooseValue { what: ValueKind::PlaneswalkerType, .. }) {
            return p.fail("a type chosen as the permanent enters");
        }
        if let Instruction::ChooseValue { what: ValueKind::Player(_), linked, .. } = &value {
            p.scope.mention(Referent::player(Who::Chosen(*linked)));
        }
        out.push(emit(p, value));
        return Some(());
    }
    if let Some(()) = p.attempt_into(out, |p, out| super::choosing::one_of_every_type(p, &who, out)) {
        return Some(());
    }
    if let Some(()) = p.attempt_into(out, |p, out| super::choosing::party(p, &who, out)) {
        return Some(());
    }
    if let Some(()) = p.attempt_into(out, |p, out| super::choosing::one_of_each_type(p, &who, out)) {
        return Some(());
    }
    if let Some(()) = p.attempt_into(out, |p, out| super::choosing::one_of_each_keyword(p, &who, out)) {
        return Some(());
    }
    if let Some(()) = p.attempt_into(out, |p, out| super::one_player::and_an_opponent(p, &who, out)) {
        return Some(());
    }
    let picked = match p.attempt(selector::one_more_each_kick).or_else(|| p.attempt(selector::either)) {
        Some(picked) => picked,
        None => selector::objects(p)?,
    };
    if let Selector::Ref(lawmage_ir::Ref::Target(n)) = picked.selector
        && who != Who::You
    {
        // 603.3d: who chooses the target isn't the ability's controller.
        if who.is_group() {
            return p.fail("which of them chooses the target");
        }
        let target = p.scope.targets.get_mut(usize::from(n))?;
        target.by = Some(lawmage_ir::Chooser::Player(who.clone()));
        of_another_player(&mut target.filter.test);
    }
    let does = Instruction::Choose(picked.selector.clone());
    // "Choose a creature and put that many counters on it": of one thing there is no number to speak of.
    let one = match &picked.selector {
        Selector::Choose(c) => c.min == Amount::ONE && c.max == Some(Amount::ONE),
        Selector::Ref(lawmage_ir::Ref::Target(n)) => p
            .scope
            .targets
            .get(usize::from(*n))
            .is_some_and(|spec| spec.min == Amount::ONE && spec.max == Some(Amount::ONE)),
        _ => false,
    };
    let clause = if one { emit(p, does) } else { emit_number(p, does) };
    super::choosing::leaves_the_rest(p, &who, &picked.selector, &clause);
    if matches!(picked.selector, Selector::Choose(_)) {
        if let (Selector::Choose(choice), Some(id)) = (&picked.selector, clause.out)
            && !matches!(choice.from, Selector::All(_))
        {
            // "An opponent chooses one of them … the other": the other one of those that were spoken of.
            if let (None, Selector::Ref(of)) = (&p.scope.group, &choice.from) {
                p.scope.group = Some(Handle::Ref(of.clone()));
            }
            p.scope.taken.push(Handle::Clause(id));
        }
        mention(p, &clause, picked.referent, "chosen");
        if one && p.at(", then that player") {
            whose_it_is(p, &picked.selector, &clause);
        }
    } else {
        picked.mention(p);
    }
    out.push(clause);
    Some(())
}

/// "choose a creature card in an opponent's graveyard, then that player …": whose graveyard the card is in.
fn whose_it_is(p: &mut Parser<'_>, chosen: &Selector, clause: &Clause) {
    let theirs = |test: &lawmage_ir::Test| *test == lawmage_ir::Test::Owned(Who::Opponents);
    if let Selector::Choose(choice) = chosen
        && let Selector::All(filter) = &choice.from
        && filter.test.conjuncts().iter().any(theirs)
        && let Some(id) = clause.out
    {
        let card = lawmage_ir::Ref::Slot(p.scope.bind(id));
        p.scope.mention(Referent::player(Who::Owner(Box::new(card))));
    }
}

/// "Target creature another player controls", where another than you chooses it: another player than that one.
fn of_another_player(test: &mut Test) {
    let another = |test: &Test| match test {
        Test::Controlled(Who::Others) => Test::not(Test::Controlled(Who::Chooser)),
        other => other.clone(),
    };
    *test = Test::all(test.conjuncts().iter().map(another));
}
