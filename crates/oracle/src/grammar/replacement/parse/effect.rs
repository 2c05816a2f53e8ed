//! Replacement and prevention effects that resolving spells and abilities make (614, 615).

use lawmage_ir::{
    Amount, Clause, Continuous, Destination, Duration, EventPattern, Filter, Instead, Instruction, Kind, Prohibition,
    Ref, Replacement, Selector, Test, Who, Zone, ZoneSet,
};

use crate::grammar::effect::emit;
use crate::grammar::instruction::moves;
use crate::grammar::{amount, duration, noun, reference, selector};
use crate::parse::{Parser, Referent, Sort};

/// "Damage can't be prevented this turn."
pub fn unpreventable(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("damage can't be prevented")?;
    let duration = duration::duration(p)?;
    let all = Filter::new(Kind::Object, Test::Any);
    let effects = vec![Continuous::Cant(Prohibition::PreventDamage(all))];
    out.push(emit(p, Instruction::Effect { effects, duration }));
    Some(())
}

/// "damage that would reduce your life total to less than 1 reduces it to 1 instead", for a while.
pub fn life_floor(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let replacement = crate::grammar::replacement::life_floor(p)?;
    let lasts = p.attempt(|p| duration::duration(p));
    if lasts.is_none() && !p.scope.framed {
        return p.fail("for how long");
    }
    let effects = vec![Continuous::Replace(Box::new(replacement))];
    out.push(emit(p, Instruction::Effect { effects, duration: lasts.unwrap_or(Duration::Forever) }));
    Some(())
}

/// "You may cast sorcery spells this turn as though they had flash.", and the like behind a duration.
pub fn flash(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let (permission, this_turn) = crate::grammar::permission::flash_for(p)?;
    let duration = match (this_turn, p.scope.framed) {
        (true, _) => Duration::EndOfTurn,
        (false, true) => Duration::Forever,
        (false, false) => duration::duration(p)?,
    };
    let effects = vec![Continuous::May(permission)];
    out.push(emit(p, Instruction::Effect { effects, duration }));
    Some(())
}

/// Behind a duration: "each creature you control enters with an additional +1/+1 counter on it".
pub fn entering(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let replacement = super::enters::enters(p)?;
    let others = match &replacement.event {
        EventPattern::Moves { what, .. } => what.kind == Kind::Permanent && !matches!(what.test, Test::Is(_)),
        _ => false,
    };
    if !others || !p.scope.framed || !p.scope.targets.is_empty() {
        return p.fail("how other permanents enter");
    }
    let effects = vec![Continuous::Replace(Box::new(replacement))];
    out.push(emit(p, Instruction::Effect { effects, duration: Duration::Forever }));
    Some(())
}

/// The filter that fits what a selection denotes, for the role of an event.
pub fn role(p: &mut Parser<'_>, selector: Selector) -> Option<Filter> {
    match selector {
        Selector::Ref(r) => Some(Filter::new(Kind::Object, Test::Is(r))),
        Selector::All(filter) => Some(filter),
        Selector::Players(who) => Some(crate::grammar::event::player_filter(who)),
        Selector::Union(all) => {
            let mut tests = Vec::new();
            let mut kind = Kind::Object;
            for selector in all {
                let filter = role(p, selector)?;
                if filter.kind == Kind::Player {
                    kind = Kind::PlayerOrPermanent;
                }
                tests.push(match filter.kind {
                    Kind::Player => Test::all([Test::Player, filter.test]),
                    _ => filter.test,
                });
            }
            Some(Filter::new(kind, Test::Or(tests)))
        }
        _ => p.fail("all of some objects"),
    }
}

/// What is named here and may be spoken of later, for the role of an event.
fn said_role(p: &mut Parser<'_>) -> Option<Filter> {
    let picked = selector::objects(p)?;
    picked.mention(p);
    role(p, picked.selector)
}

/// "to you" and the like; anything when nothing is said.
fn recipient(p: &mut Parser<'_>) -> Option<Filter> {
    if p.eat("to") { said_role(p) } else { Some(anything()) }
}

fn anything() -> Filter {
    Filter::new(Kind::Object, Test::Any)
}

/// "Prevent all combat damage that would be dealt to you this turn.", "Prevent the next 3 damage …" (615).
pub fn prevent(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("prevent")?;
    let (amount, combat) = if p.eat("all combat damage") {
        (None, Some(true))
    } else if p.eat("all noncombat damage") {
        (None, Some(false))
    } else if p.eat("all damage") {
        (None, None)
    } else {
        p.expect("the next")?;
        let n = amount::amount(p)?;
        p.expect("damage")?;
        (Some(n), None)
    };
    let chosen = p.attempt_into(out, |p, out| {
        let by = chosen_source(p, out)?;
        p.expect("would deal")?;
        Some(by)
    });
    if let Some(by) = chosen.or_else(|| p.attempt(|p| dealers(p))) {
        // "Prevent all damage creatures would deal this turn."
        let to = recipient(p)?;
        let duration = duration::duration(p)?;
        out.push(shield(p, EventPattern::Damage { by, to, combat }, amount, duration));
        return Some(());
    }
    p.expect("that would be dealt")?;
    let mut early = p.attempt(|p| duration::duration(p));
    let mut patterns = Vec::new();
    let mut shielded = None;
    if p.eat("to and dealt by") {
        let what = said_role(p)?;
        patterns.push(EventPattern::Damage { by: anything(), to: what.clone(), combat });
        patterns.push(EventPattern::Damage { by: what, to: anything(), combat });
    } else {
        let mut by = None;
        let mut to = None;
        while let Some(side) = p.eat_any(&["to", "by"]) {
            if side == 1
                && let Some(source) = p.attempt_into(out, chosen_source)
            {
                by = Some(source);
                early = early.or_else(|| p.attempt(|p| duration::duration(p)));
                continue;
            }
            // One shield around all of them (615.7).
            if side == 0 && (p.eat("you and/or permanents you control") || p.eat("you or a permanent you control")) {
                to = Some(yours());
                early = early.or_else(|| p.attempt(|p| duration::duration(p)));
                continue;
            }
            let picked = selector::objects(p)?;
            picked.mention(p);
            if side == 0 && amount.is_some() && several(&picked.selector) {
                shielded = Some(picked.selector);
                to = Some(Filter::new(Kind::Object, Test::Is(Ref::Each)));
            } else if side == 0 {
                to = Some(role(p, picked.selector)?);
            } else {
                by = Some(role(p, picked.selector)?);
            }
            early = early.or_else(|| p.attempt(|p| duration::duration(p)));
        }
        patterns.push(EventPattern::Damage {
            by: by.unwrap_or_else(anything),
            to: to.unwrap_or_else(anything),
            combat,
        });
    }
    let framed = p.scope.framed.then_some(Duration::Forever);
    let duration = early.or_else(|| p.attempt(|p| duration::duration(p))).or(framed)?;
    let event = if patterns.len() == 1 { patterns.pop()? } else { EventPattern::Or(patterns) };
    let mut clause = shield(p, event, amount, duration);
    if let Some(over) = shielded {
        clause = emit(p, Instruction::ForEach { over, body: vec![clause] });
    }
    out.push(clause);
    Some(())
}

/// Whether "the next 1 damage" that would be dealt to these makes a shield around each of them (615.11).
const fn several(recipients: &Selector) -> bool {
    !matches!(recipients, Selector::Ref(_) | Selector::Players(Who::You | Who::Ref(_)))
}

/// A prevention effect that lasts.
fn shield(p: &mut Parser<'_>, event: EventPattern, amount: Option<Amount>, duration: Duration) -> Clause {
    let then = besides(p);
    let replacement = crate::grammar::replacement::plain(event, Instead::Prevent { amount, then });
    let effects = vec![Continuous::Replace(Box::new(replacement))];
    emit(p, Instruction::Effect { effects, duration })
}

/// ". If damage is prevented this way, …", ". You gain life equal to the damage prevented this way": what is done besides,
/// right after (615.5).
fn besides(p: &mut Parser<'_>) -> Vec<Clause> {
    let read = p.attempt(|p| {
        p.expect(".")?;
        if !p.eat("if damage is prevented this way ,") && !speaks_of_prevented(p) {
            return None;
        }
        p.scope.number = Some(Amount::Event);
        p.scope.number_clause = None;
        p.scope.mention(Referent::event(lawmage_ir::Role::Subject, Sort::Object));
        let mut out = Vec::new();
        crate::grammar::effect::sentence::chain(p, &mut out)?;
        Some(out)
    });
    read.unwrap_or_default()
}

/// Whether the sentence here speaks of damage "prevented this way".
fn speaks_of_prevented(p: &Parser<'_>) -> bool {
    let words: Vec<&str> = (0..).map_while(|i| p.peek_at(i)).map(|t| &*t.text).take_while(|w| *w != ".").collect();
    words.windows(3).any(|three| three == ["prevented", "this", "way"])
}

/// "The next time you would draw a card this turn, create a 2/2 green Bear creature token instead."
pub fn next_time_would(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let (replacement, duration) = crate::grammar::replacement::next_time(p)?;
    let effects = vec![Continuous::Replace(Box::new(replacement))];
    out.push(emit(p, Instruction::Effect { effects, duration: duration? }));
    Some(())
}

/// "creatures would deal", "target creature would deal": the sources.
fn dealers(p: &mut Parser<'_>) -> Option<Filter> {
    let picked = selector::objects(p)?;
    p.expect("would deal")?;
    picked.mention(p);
    role(p, picked.selector)
}

/// You and permanents you control.
fn yours() -> Filter {
    let yours = || Test::Controlled(Who::You);
    let (you, permanents) = (Test::all([Test::Player, yours()]), Test::all([Test::not(Test::Player), yours()]));
    Filter::new(Kind::PlayerOrPermanent, Test::Or(vec![you, permanents]))
}

/// "a red source of your choice" (609.7): chosen first; it is asked for its properties again as it would deal the damage.
fn chosen_source(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<Filter> {
    p.eat_any(&["a", "an"])?;
    let noun = noun::noun(p)?;
    if noun.filter.kind != Kind::Object || noun.chooser != Some(Who::You) {
        return p.fail("a source of your choice");
    }
    let (kind, test) = (noun.filter.kind.clone(), noun.filter.test.clone());
    let from = Selector::All(noun.filter);
    let choose = emit(p, Instruction::Choose(Selector::Choose(Box::new(lawmage_ir::Choice::exactly(1, from)))));
    let source = Test::Is(lawmage_ir::Ref::Slot(p.scope.bind(crate::grammar::effect::id(&choose))));
    out.push(choose);
    Some(Filter::new(kind, Test::all([source, test])))
}

/// "The next time a red source of your choice would deal damage to you this turn, prevent that damage." (609.7, 615.8): the
/// source is chosen first, and is asked for its properties again as it would deal the damage.
pub fn next_time(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("the next time")?;
    p.eat_any(&["a", "an"])?;
    let noun = noun::noun(p)?;
    if noun.filter.kind == Kind::Player || noun.chooser != Some(Who::You) {
        return p.fail("a source of your choice");
    }
    p.expect("would deal")?;
    let combat = if p.eat("combat") { Some(true) } else { None };
    p.expect("damage")?;
    let (kind, test) = (noun.filter.kind.clone(), noun.filter.test.clone());
    let from = Selector::All(noun.filter);
    let choose = emit(p, Instruction::Choose(Selector::Choose(Box::new(lawmage_ir::Choice::exactly(1, from)))));
    let source = Test::Is(lawmage_ir::Ref::Slot(p.scope.bind(crate::grammar::effect::id(&choose))));
    out.push(choose);
    let to = recipient(p)?;
    let duration = duration::duration(p)?;
    let by = Filter::new(kind, Test::all([source, test]));
    let event = EventPattern::Damage { by, to, combat };
    p.expect(",")?;
    p.scope.number = Some(Amount::Event);
    p.scope.mention(Referent::event(lawmage_ir::Role::Subject, Sort::Object));
    let (instead, optional) = if p.eat("prevent that damage") {
        (Instead::Prevent { amount: None, then: besides(p) }, None)
    } else {
        super::instead::instead(p, &event)?
    };
    let replacement = Replacement { once: true, optional, ..crate::grammar::replacement::plain(event, instead) };
    let effects = vec![Continuous::Replace(Box::new(replacement))];
    out.push(emit(p, Instruction::Effect { effects, duration }));
    Some(())
}

/// "The next creature spell you cast this turn costs {2} less to cast.", "… can't be countered." (611.2f)
pub fn next_spell(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("the next")?;
    let what = noun::filter(p)?;
    if what.kind != Kind::Spell {
        return p.fail("a spell");
    }
    p.expect("you cast this turn")?;
    let by = Who::You;
    if p.at("has") {
        let spell = Selector::Ref(lawmage_ir::Ref::Event(lawmage_ir::Role::Subject));
        let effects = crate::grammar::continuous::predicate(p, &spell)?;
        if !effects.iter().all(|e| matches!(e, Continuous::Modify { .. })) {
            return p.fail("abilities");
        }
        let effects = vec![Continuous::NextSpell { by, what, effects }];
        out.push(emit(p, Instruction::Effect { effects, duration: Duration::EndOfTurn }));
        return Some(());
    }
    let effect = if p.eat("costs") {
        let of = lawmage_ir::CostOf::Spells(what.clone());
        let (change, times) = crate::grammar::cost::change::change(p, "to cast")?;
        Continuous::CostChange { by: by.clone(), of, change, times }
    } else if p.eat("can be cast as though it had flash") {
        Continuous::May(lawmage_ir::Permission::Flash(by.clone(), what.clone()))
    } else {
        p.expect("can't be countered")?;
        let spell = lawmage_ir::Ref::Event(lawmage_ir::Role::Subject);
        Continuous::Cant(Prohibition::Counter(Selector::Ref(spell)))
    };
    let effects = vec![Continuous::NextSpell { by, what, effects: vec![effect] }];
    out.push(emit(p, Instruction::Effect { effects, duration: Duration::EndOfTurn }));
    Some(())
}

/// "Instant and sorcery spells you cast this turn cost {1} less to cast."
pub fn spells_this_turn(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let what = noun::filter(p)?;
    if what.kind != Kind::Spell {
        return p.fail("spells");
    }
    p.expect("you cast")?;
    let early = p.eat("this turn");
    p.expect("cost")?;
    let (change, times) = crate::grammar::cost::change::change(p, "to cast")?;
    if !early {
        p.expect("this turn")?;
    }
    let of = lawmage_ir::CostOf::Spells(what);
    let effects = vec![Continuous::CostChange { by: Who::You, of, change, times }];
    out.push(emit(p, Instruction::Effect { effects, duration: Duration::EndOfTurn }));
    Some(())
}

/// "All damage that would be dealt to you this turn is dealt to target creature instead." (614.9)
pub fn redirect(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let (replacement, duration) = crate::grammar::replacement::redirection(p)?;
    let effects = vec![Continuous::Replace(Box::new(replacement))];
    out.push(emit(p, Instruction::Effect { effects, duration: duration? }));
    Some(())
}

/// "If damage would be dealt to you this turn, …": whatever of this kind has its duration in it.
fn if_would_at_all(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let (replacement, duration) = crate::grammar::replacement::would(p)?;
    let effects = vec![Continuous::Replace(Box::new(replacement))];
    out.push(emit(p, Instruction::Effect { effects, duration: duration? }));
    Some(())
}

/// "If that spell would be put into a graveyard, exile it instead.": of what the clause before casts or lets be cast.
fn that_spell(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.eat_any(&["that spell", "that card", "a spell cast this way", "a card cast this way", "the spell"])?;
    p.expect("would be put into")?;
    p.eat_any(&["your graveyard", "a graveyard", "its owner 's graveyard", "their graveyard"])?;
    p.eat("this turn");
    p.expect(", exile it instead")?;
    let last = out.last()?;
    let (id, does) = (last.out, last.does.clone());
    let (of, duration) = match &does {
        Instruction::Cast { .. } => (lawmage_ir::Ref::Slot(p.scope.bind(id?)), Duration::EndOfTurn),
        Instruction::Effect { .. } => let_be_played(&does)?,
        _ => return p.fail("something cast"),
    };
    let event = EventPattern::Moves {
        what: Filter::new(Kind::Object, Test::SameCard(of)),
        from: ZoneSet::of(Zone::Stack),
        to: ZoneSet::of(Zone::Graveyard),
        cause: None,
        by: None,
    };
    let to = Destination::Exile { linked: None, face_down: false };
    let replacement = crate::grammar::replacement::plain(event, Instead::MoveTo(to));
    let effects = vec![Continuous::Replace(Box::new(replacement))];
    out.push(emit(p, Instruction::Effect { effects, duration }));
    Some(())
}

/// What a clause lets be played, and for how long effects on it last.
fn let_be_played(does: &Instruction) -> Option<(lawmage_ir::Ref, Duration)> {
    let Instruction::Effect { effects, duration } = does else { return None };
    let [Continuous::May(lawmage_ir::Permission::Play { what, .. })] = effects.as_slice() else { return None };
    let tests = what.test.conjuncts();
    let of = tests.iter().find_map(|t| if let Test::Is(r) = t { Some(r.clone()) } else { None })?;
    let lasts = if *duration == Duration::EndOfTurn { Duration::EndOfTurn } else { Duration::Forever };
    Some((of, lasts))
}

/// "[If] you play a land this way, it enters tapped.": the effect finds the land that the card has become (400.7i).
fn land_this_way(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("you play a land this way , it enters tapped")?;
    p.eat("this turn");
    let (of, duration) = let_be_played(&out.last()?.does)?;
    let event = EventPattern::Moves {
        what: Filter::new(Kind::Object, Test::SameCard(of)),
        from: ZoneSet::ANYWHERE,
        to: ZoneSet::BATTLEFIELD,
        cause: Some(lawmage_ir::Cause::Play),
        by: None,
    };
    let entering = lawmage_ir::Entering { tapped: true, ..lawmage_ir::Entering::default() };
    let replacement = crate::grammar::replacement::plain(event, Instead::Enter(Box::new(entering)));
    let effects = vec![Continuous::Replace(Box::new(replacement))];
    out.push(emit(p, Instruction::Effect { effects, duration }));
    Some(())
}

/// "If a creature dealt damage this way would die this turn, exile it instead."
pub fn if_would(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.attempt_into(out, if_leaves).or_else(|| p.attempt_into(out, if_would_at_all))
}

fn if_leaves(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("if")?;
    if let Some(()) = p.attempt_into(out, that_spell).or_else(|| p.attempt_into(out, land_this_way)) {
        return Some(());
    }
    let what = subject(p)?;
    if p.eat("would leave the battlefield ,") {
        // Unearth and its kin: for as long as it is there.
        p.eat_any(&["exile it instead of putting it anywhere else", "exile it instead"])?;
        let event = EventPattern::Moves {
            what,
            from: ZoneSet::BATTLEFIELD,
            to: crate::grammar::replacement::elsewhere(Zone::Battlefield),
            cause: None,
            by: None,
        };
        let to = Destination::Exile { linked: None, face_down: false };
        let replacement = crate::grammar::replacement::plain(event, Instead::MoveTo(to));
        let effects = vec![Continuous::Replace(Box::new(replacement))];
        out.push(emit(p, Instruction::Effect { effects, duration: Duration::Forever }));
        return Some(());
    }
    p.eat_any(&["would die", "would be put into a graveyard"])?;
    let _ = p.eat("from the battlefield");
    p.expect("this turn ,")?;
    let to = if p.eat("exile it instead") {
        Destination::Exile { linked: None, face_down: false }
    } else {
        p.eat_any(&["put it", "put that card", "return it"])?;
        let to = moves::destination(p)?;
        p.expect("instead")?;
        to
    };
    let replacement = Replacement {
        event: EventPattern::Moves {
            what,
            from: ZoneSet::BATTLEFIELD,
            to: ZoneSet::of(Zone::Graveyard),
            cause: None,
            by: None,
        },
        condition: None,
        instead: Instead::MoveTo(to),
        optional: None,
        once: false,
    };
    let effects = vec![Continuous::Replace(Box::new(replacement))];
    out.push(emit(p, Instruction::Effect { effects, duration: Duration::EndOfTurn }));
    Some(())
}

/// "a creature dealt damage this way", "that creature", "it", as the subject of what would happen.
fn subject(p: &mut Parser<'_>) -> Option<Filter> {
    if let Some(it) = p.attempt(|p| reference::referent(p)) {
        let it = p.scope.reference(&it.handle)?;
        return Some(Filter::new(Kind::Object, Test::Is(it)));
    }
    p.eat_any(&["a", "an"])?;
    let noun = noun::noun(p)?;
    (noun.sort() == Sort::Permanent).then_some(noun.filter)
}
