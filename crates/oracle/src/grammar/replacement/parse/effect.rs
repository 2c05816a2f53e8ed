//! Replacement and prevention effects that resolving spells and abilities make (614, 615).

use lawmage_ir::{
    Amount, Clause, Continuous, Destination, Duration, EventPattern, Filter, Instead, Instruction, Kind, Prohibition,
    Replacement, Selector, Test, Who, Zone, ZoneSet,
};

use crate::grammar::effect::emit;
use crate::grammar::instruction::moves;
use crate::grammar::{duration, noun, reference, selector};
use crate::parse::{Handle, Parser, Referent, Sort};

/// "Damage can't be prevented this turn."
pub fn unpreventable_for(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let cant = super::prevent::unpreventable(p)?;
    let duration = duration::duration(p)?;
    let effects = vec![Continuous::Cant(cant)];
    out.push(emit(p, Instruction::Effect { effects, duration }));
    Some(())
}

/// How a sentence begins that says how the permanent enters that a spell becomes.
pub const SPELL_ENTERS: &[&str] = &["that creature enters with", "that permanent enters with", "it enters with"];

/// "When you next cast a creature spell this turn, that creature enters with an additional +1/+1 counter on it" (614.1c): the
/// permanent that the spell becomes.
pub fn spell_enters(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let creature = p.at("that creature");
    p.eat_any(&["that creature enters", "that permanent enters", "it enters"])?;
    let spell = p.scope.latest(|r| r.sort != Sort::Player);
    let spell = spell
        .filter(|r| r.sort == Sort::Spell && !r.plural && (!creature || r.types.has(lawmage_ir::CardType::Creature)));
    let spell = spell.or_else(|| p.fail("a spell cast before"))?;
    let spell = p.scope.reference(&spell.handle)?;
    let replacement = super::enters::spell_entering(p, spell)?;
    let effects = vec![Continuous::Replace(Box::new(replacement))];
    out.push(emit(p, Instruction::Effect { effects, duration: Duration::Forever }));
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
    // "You have no maximum hand size for the rest of the game", which is said of it without a duration too (611.2a).
    if p.eat("you have no maximum hand size") {
        let duration = match p.attempt(duration::duration) {
            None if !p.scope.framed && !p.at_stop() => return p.fail("how long"),
            lasts => lasts.unwrap_or(Duration::Forever),
        };
        let effects = vec![Continuous::May(lawmage_ir::Permission::NoMaxHandSize(Who::You))];
        out.push(emit(p, Instruction::Effect { effects, duration }));
        return Some(());
    }
    if let Some(permission) = p.attempt(crate::grammar::permission::twice_this_turn) {
        let effects = vec![Continuous::May(permission)];
        out.push(emit(p, Instruction::Effect { effects, duration: Duration::EndOfTurn }));
        return Some(());
    }
    if let Some(effect) = p.attempt(|p| {
        let effects = vec![Continuous::May(crate::grammar::permission::despite_hexproof(p)?)];
        let duration = if p.scope.framed { Duration::Forever } else { duration::duration(p)? };
        Some(Instruction::Effect { effects, duration })
    }) {
        out.push(emit(p, effect));
        return Some(());
    }
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

/// "Each token that would be created under an opponent's control this turn is created under your control instead": they create
/// none, you do (111.2).
pub fn tokens_under_your_control(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("each token that would be created under an opponent 's control")?;
    let before = p.attempt(duration::duration);
    p.expect("is created under your control instead")?;
    let duration = match before {
        Some(lasts) => lasts,
        None if p.scope.framed => Duration::Forever,
        None => return p.fail("for how long"),
    };
    let event = EventPattern::TokenCreated { by: Who::Opponents, what: Filter::permanent(Test::Any) };
    let entering = lawmage_ir::Entering { controller: Some(Who::You), ..Default::default() };
    let replacement = super::plain(event, Instead::Enter(Box::new(entering)));
    let effects = vec![Continuous::Replace(Box::new(replacement))];
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

/// What holds of spells or of permanents that enter, with its duration in the sentence.
pub fn for_a_time(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.attempt_into(out, spells_for_a_time).or_else(|| p.attempt_into(out, entering_for_a_time))
}

/// "Lands you control enter tapped this turn."
fn entering_for_a_time(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.sentence_says(&["enters", "enter"]).then_some(())?;
    let replacement = super::enters::enters(p)?;
    let others = match &replacement.event {
        EventPattern::Moves { what, .. } => what.kind == Kind::Permanent && !matches!(what.test, Test::Is(_)),
        _ => false,
    };
    if !others || p.scope.framed {
        return p.fail("how other permanents enter");
    }
    let duration = crate::grammar::duration::duration(p)?;
    let effects = vec![Continuous::Replace(Box::new(replacement))];
    out.push(emit(p, Instruction::Effect { effects, duration }));
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
pub(super) fn said_role(p: &mut Parser<'_>) -> Option<Filter> {
    let picked = selector::objects(p)?;
    picked.mention(p);
    role(p, picked.selector)
}

/// "to you" and the like; anything when nothing is said.
pub(super) fn recipient(p: &mut Parser<'_>) -> Option<Filter> {
    if p.eat("to") { said_role(p) } else { Some(anything()) }
}

pub(super) fn anything() -> Filter {
    Filter::new(Kind::Object, Test::Any)
}

/// "The next time you would draw a card this turn, create a 2/2 green Bear creature token instead."
pub fn next_time_would(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let known = p.scope.referents.len();
    let (replacement, duration) = crate::grammar::replacement::next_time(p)?;
    // What is replaced is an event only while it is: nothing said later speaks of it.
    let of_event = |r: &Referent| matches!(r.handle, Handle::Ref(lawmage_ir::Ref::Event(_)));
    let new = p.scope.referents.split_off(known.min(p.scope.referents.len()));
    p.scope.referents.extend(new.into_iter().filter(|referent| !of_event(referent)));
    let effects = vec![Continuous::Replace(Box::new(replacement))];
    out.push(emit(p, Instruction::Effect { effects, duration: duration? }));
    Some(())
}

/// "a red source of your choice" (609.7): chosen first; it is asked for its properties again as it would deal the damage.
pub(super) fn chosen_source(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<Filter> {
    p.eat_any(&["a", "an"])?;
    let noun = noun::noun(p)?;
    if !matches!(noun.filter.kind, Kind::Object | Kind::Permanent) || noun.chooser != Some(Who::You) {
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
        (Instead::Prevent { amount: None, then: super::shields::besides(p, None) }, None)
    } else {
        super::instead::instead(p, &event)?
    };
    let replacement = Replacement { once: true, optional, ..crate::grammar::replacement::plain(event, instead) };
    let effects = vec![Continuous::Replace(Box::new(replacement))];
    out.push(emit(p, Instruction::Effect { effects, duration }));
    Some(())
}

/// "As you cast spells from your hand this turn, they gain cascade.": each of them, as it is put onto the stack.
pub fn as_you_cast(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("as you cast")?;
    let mut spells = noun::noun(p)?;
    if spells.filter.kind != Kind::Spell || !spells.plural || spells.among.is_some() || spells.limit.is_some() {
        return p.fail("spells");
    }
    if p.eat("from your hand") {
        let from = Test::CastFrom(ZoneSet::of(Zone::Hand));
        spells.filter = crate::grammar::event::and_test(spells.filter, from);
    }
    p.expect("this turn , they")?;
    let spell = Selector::Ref(lawmage_ir::Ref::Event(lawmage_ir::Role::Subject));
    let effects = crate::grammar::continuous::predicate(p, &spell)?;
    if !effects.iter().all(|e| matches!(e, Continuous::Modify { .. })) {
        return p.fail("abilities");
    }
    let effects = vec![Continuous::NextSpell { by: Who::You, what: spells.filter, effects, every: true }];
    out.push(emit(p, Instruction::Effect { effects, duration: Duration::EndOfTurn }));
    Some(())
}

/// "Instant and sorcery spells you cast this turn cost {1} less to cast.", "Noncreature spells your opponents cast cost {2} more to cast
/// until your next turn."
pub fn spells_for_a_time(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let mut what = noun::filter(p)?;
    if what.kind != Kind::Spell {
        return p.fail("spells");
    }
    let by = match p.eat_any(&["you cast", "your opponents cast"]) {
        Some(0) => Who::You,
        Some(_) => Who::Opponents,
        None if p.eat("they cast") => p.scope.they()?,
        None => {
            let who = crate::grammar::player::relation(p)?;
            p.expect("casts")?;
            who
        }
    };
    let mut lasts = p.eat("this turn").then_some(Duration::EndOfTurn);
    if p.at_any(&["that are", "that target"]) {
        let mut more = noun::Noun { filter: what, ..noun::any_card() };
        noun::after::modifiers(p, &mut more)?;
        what = more.filter;
    }
    if by == Who::You && p.eat("can't be countered") {
        // A copy of a spell is cast by nobody (707.10).
        let cast = lawmage_ir::Condition::WasCast(lawmage_ir::Ref::It, None, Some(by));
        let spells = Selector::All(crate::grammar::event::and_test(what, Test::If(Box::new(cast))));
        let effects = vec![Continuous::Cant(Prohibition::Counter(spells))];
        out.push(emit(p, Instruction::Effect { effects, duration: lasts? }));
        return Some(());
    }
    p.expect("cost")?;
    let (change, times) = crate::grammar::cost::change::change(p, "to cast")?;
    if lasts.is_none() {
        lasts = match p.attempt(duration::duration) {
            None if p.scope.framed => Some(Duration::Forever),
            lasts => lasts,
        };
    }
    let of = lawmage_ir::CostOf::Spells(what);
    let effects = vec![Continuous::CostChange { by, of, change, times }];
    out.push(emit(p, Instruction::Effect { effects, duration: lasts? }));
    Some(())
}

/// "If damage would be dealt to you this turn, …": whatever of this kind has its duration in it, or stands behind one.
pub fn if_would_at_all(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let (replacement, duration) = crate::grammar::replacement::would(p)?;
    let duration = duration.or(p.scope.framed.then_some(Duration::Forever));
    let effects = vec![Continuous::Replace(Box::new(replacement))];
    out.push(emit(p, Instruction::Effect { effects, duration: duration? }));
    Some(())
}

/// Behind a duration: "if you would put one or more +1/+1 counters on a creature you control, put that many plus one on it instead".
pub fn if_would_for(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let (replacement, None) = crate::grammar::replacement::would(p)? else { return p.fail("one duration") };
    let effects = vec![Continuous::Replace(Box::new(replacement))];
    out.push(emit(p, Instruction::Effect { effects, duration: Duration::Forever }));
    Some(())
}

/// "If that spell would be put into a graveyard, exile it instead.": of what the clause before casts or lets be cast.
fn that_spell(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let any = ["that spell", "that card", "a spell cast this way", "a card cast this way", "the spell", "those spells"];
    let such = match p.eat_any(&any) {
        Some(_) => Test::Any,
        // "an instant or sorcery spell cast this way", of one that may be another
        None => {
            p.eat_any(&["a", "an"])?;
            let spell = crate::grammar::noun::bare(p).filter(|spell| spell.filter.kind == Kind::Spell)?;
            p.expect("cast this way").map(|()| spell.filter.test)?
        }
    };
    p.expect("would be put into")?;
    p.eat_any(&["your graveyard", "a graveyard", "its owner 's graveyard", "their graveyard"])?;
    p.eat("this turn");
    let instead =
        [", exile it instead", ", exile them instead", ", put it on the bottom of its owner 's library instead"];
    let to = match p.eat_any(&instead)? {
        0 | 1 => Destination::Exile { linked: None, face_down: false },
        _ => Destination::LibraryBottom { random: false },
    };
    let last = out.last()?;
    let (id, does) = (last.out, last.does.clone());
    let (of, duration) = match &does {
        Instruction::Cast { .. } => (lawmage_ir::Ref::Slot(p.scope.bind(id?)), Duration::EndOfTurn),
        Instruction::Effect { .. } => let_be_played(&does)?,
        _ => return p.fail("something cast"),
    };
    let event = EventPattern::Moves {
        what: Filter::new(Kind::Object, Test::all([Test::SameCard(of), such])),
        from: ZoneSet::of(Zone::Stack),
        to: ZoneSet::of(Zone::Graveyard),
        cause: None,
        by: None,
    };
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
        apart: false,
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
