//! What takes several sentences to say, and what several target players each do.

use lawmage_ir::{
    Amount, Clause, Condition, Continuous, Duration, Filter, Instruction, Keyword, KeywordAbility, KeywordParam, Kind,
    Mode, Modification, Ref, Selector, Test, ValueKind, Who,
};

use super::emit;
use super::verbs::player_verb;
use crate::grammar::instruction::{piles, votes};
use crate::grammar::{continuous, duration, player, selector};
use crate::parse::{Parser, Referent};

/// Votes and piles: what is read of several sentences at once. `None` where there is no such thing here.
pub(super) fn of_several_sentences(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<Option<()>> {
    if p.at_any(&["players discard cards", "players sacrifice", "each player discards cards the same way"]) {
        return Some(p.attempt_into(out, crate::grammar::instruction::game::the_same_way));
    }
    const EACH: [&str; 3] =
        ["each opponent separates", "each player separates", "starting with you , each player separates"];
    if p.at_any(&EACH) {
        return Some(p.attempt_into(out, piles::each::of_each));
    }
    if p.at("that creature 's owner puts it on the top or bottom of their library")
        && let Some(()) = p.attempt_into(out, each_on_top_or_bottom)
    {
        return Some(Some(()));
    }
    if p.at_any(&["starting with you , each player votes", "each player secretly votes for"]) {
        return Some(p.attempt_into(out, votes::parse::vote));
    }
    if p.at("choose")
        && p.scope.actor.is_none()
        && let Some(()) = p.attempt_into(out, super::one_of::ability_of_choice)
    {
        return Some(Some(()));
    }
    if p.at("starting with") && !p.at("starting with you , each player may pay") {
        return Some(p.attempt_into(out, super::turn_order::in_turn_order));
    }
    if p.at_any(&[
        "separate",
        "separates",
        "an opponent separates",
        "that player separates",
        "target opponent separates",
    ]) {
        return Some(p.attempt_into(out, piles::parse::piles));
    }
    None
}

/// "For each opponent, choose up to one target creature they control. That creature's owner puts it on the top or bottom of their
/// library.": each of those creatures' owners.
fn each_on_top_or_bottom(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("that creature 's owner puts it on the top or bottom of their library")?;
    let creature = lawmage_ir::CardType::Creature;
    let said = p.scope.latest(|r| r.sort == crate::parse::Sort::Permanent && r.types.has(creature))?;
    let of_each = |n: u8| {
        let spec = p.scope.targets.get(usize::from(n));
        spec.is_some_and(|spec| matches!(spec.limit, Some(lawmage_ir::SetLimit::AllDiffer(_))))
    };
    let over = match said.handle {
        crate::parse::Handle::Ref(of @ Ref::Target(n)) if said.plural && of_each(n) => Selector::Ref(of),
        _ => return p.fail("a target of each player"),
    };
    let mode = |to| {
        let moves = Instruction::Move { what: Selector::Ref(Ref::Each), to, cause: lawmage_ir::Cause::Put };
        Mode::plain(vec![moves.into()])
    };
    let modes = vec![
        mode(lawmage_ir::Destination::LibraryTop { random: false }),
        mode(lawmage_ir::Destination::LibraryBottom { random: false }),
    ];
    let who = Who::Owner(Box::new(Ref::Each));
    let chooses = Instruction::ChooseMode { who, min: 1, max: 1, modes };
    out.push(emit(p, Instruction::ForEach { over, body: vec![chooses.into()] }));
    Some(())
}

/// "any number of target players each draw two cards": as several players do what they all do (101.4).
pub(super) fn several_targets(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let one = p.at("up to one target");
    if !one && !p.at_any(&["any number of target", "up to two target", "two target", "one or two target"]) {
        return p.fail("several target players");
    }
    let (n, noun) = selector::target(p)?;
    if noun.filter.kind != Kind::Player {
        return p.fail("players");
    }
    // "Up to one target player puts all the cards from their graveyard …": that player, if there is one.
    if one {
        let who = Who::Ref(Ref::Target(n));
        p.scope.subject = None;
        p.scope.actor = Some(who.clone());
        player::mention(p, &who);
        return player_verb(p, out);
    }
    // "two target players exchange life totals"
    if p.eat("exchange life totals") {
        let two = p
            .scope
            .targets
            .get(usize::from(n))
            .is_some_and(|t| t.min == Amount::Const(2) && t.max == Some(Amount::Const(2)));
        if !two {
            return p.fail("two target players");
        }
        let who = Who::Ref(Ref::Target(n));
        out.push(emit(p, Instruction::ExchangeLife(who.clone(), who)));
        return Some(());
    }
    // "each", or "may each": what they do together is said without it.
    let may = p.eat("may");
    p.expect("each")?;
    let those = Condition::Is(Ref::It, Test::Is(Ref::Target(n)));
    let who = Who::Such(Box::new(Who::All), Box::new(those));
    // "A creature with the greatest power among creatures that player controls": each of them by themselves.
    p.scope.mention(Referent::player(Who::Ref(Ref::Each)));
    p.scope.subject = None;
    p.scope.actor = Some(who.clone());
    if may {
        return super::clause::may_of(p, out, who);
    }
    together(p, &who, out)
}

/// "Choose two target players. Each of them searches their library for a card, then shuffles and puts that card on top."
pub(super) fn each_of_them(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.eat_any(&["each of them", "each of those players", "those players each"])?;
    let target = |r: &Referent| match r.handle {
        crate::parse::Handle::Ref(Ref::Target(n)) | crate::parse::Handle::Who(Who::Ref(Ref::Target(n))) => Some(n),
        _ => None,
    };
    let players = |r: &Referent| r.sort == crate::parse::Sort::Player && r.plural && target(r).is_some();
    let said = p.scope.latest(players).or_else(|| p.fail("several target players"))?;
    let n = target(&said)?;
    let who = Who::Such(Box::new(Who::All), Box::new(Condition::Is(Ref::It, Test::Is(Ref::Target(n)))));
    p.scope.mention(Referent::player(Who::Ref(Ref::Each)));
    p.scope.subject = None;
    p.scope.actor = Some(who.clone());
    together(p, &who, out)
}

/// What they each do, to the end of the sentence: "mill a card and lose 1 life".
pub(super) fn together(p: &mut Parser<'_>, who: &Who, out: &mut Vec<Clause>) -> Option<()> {
    player_verb(p, out)?;
    while let Some(more) = p.attempt(|p| {
        let mut more = out.clone();
        super::clause::further(p)?;
        p.scope.subject = None;
        p.scope.actor = Some(who.clone());
        player_verb(p, &mut more)?;
        Some(more)
    }) {
        *out = more;
    }
    // Who does what stands behind that would be anyone's guess.
    if p.at_stop() || p.at("instead") { Some(()) } else { p.fail("the end of what they each do") }
}

/// "gains protection from artifacts or from the color of your choice until end of turn": one of the two, of which the second has a
/// color chosen.
pub(super) fn or_of_your_color(p: &mut Parser<'_>, subject: &Selector, out: &mut Vec<Clause>) -> Option<()> {
    p.eat_any(&["gains", "gain"])?;
    if !p.at("protection from") {
        return None;
    }
    let first = continuous::abilities_one(p)?;
    let [Modification::AddAbility(ability)] = first.as_slice() else { return None };
    let lawmage_ir::Ability::Keyword(KeywordAbility { keyword: Keyword::Protection, means, .. }) = &**ability else {
        return None;
    };
    p.expect("or from the color of your choice")?;
    let linked = p.scope.choose(ValueKind::Color)?;
    p.scope.face.pending = None;
    let param = KeywordParam::Chosen(linked);
    let second = KeywordAbility { keyword: Keyword::Protection, param, means: means.clone() };
    let duration = p.attempt(|p| duration::duration(p)).unwrap_or(Duration::Forever);
    let gains = |mods: Vec<Modification>| {
        let effects = vec![Continuous::Modify { what: subject.clone(), mods }];
        Clause::from(Instruction::Effect { effects, duration: duration.clone() })
    };
    let chooses = Instruction::ChooseValue { who: Who::You, what: ValueKind::Color, count: 1, linked };
    let second = vec![chooses.into(), gains(vec![Modification::gains(second)])];
    let modes = vec![Mode::plain(vec![gains(first)]), Mode::plain(second)];
    out.push(emit(p, Instruction::ChooseMode { who: Who::You, min: 1, max: 1, modes }));
    Some(())
}

/// 105.4, 608.2d: a color or type "of your choice" is chosen before what speaks of it is done.
pub(crate) fn chosen_before(p: &mut Parser<'_>, out: &mut Vec<Clause>, place: usize) {
    if let Some((what, linked, who)) = p.scope.face.pending.take() {
        let chosen = emit(p, Instruction::ChooseValue { who, what, count: 1, linked });
        out.insert(place.min(out.len()), chosen);
    }
}

/// "another target player", behind "you and": than you, where none was spoken of before.
fn another_than_you(p: &mut Parser<'_>) -> Option<Who> {
    if !p.at("another target player") || !p.scope.targets.is_empty() {
        return p.fail("another target player");
    }
    p.expect("another")?;
    let (n, _) = selector::target(p)?;
    let spec = p.scope.targets.get_mut(usize::from(n))?;
    spec.filter.test = Test::all([spec.filter.test.clone(), Test::Controlled(Who::Others)]);
    Some(Who::Ref(Ref::Target(n)))
}

/// "you and that player each draw a card": the two of them, as several players do what they all do (101.4).
pub(super) fn you_and(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("you and")?;
    if let Some(()) = p.attempt_into(out, gain_together) {
        return Some(());
    }
    let other = match p.attempt(another_than_you) {
        Some(other) => other,
        None => player::who(p)?,
    };
    p.expect("each")?;
    if p.eat("gain control of all creatures the other controls") {
        return exchange_all(p, &other, out);
    }
    let both = Test::Or(vec![Test::Controlled(Who::You), Test::Controlled(other)]);
    let who = Who::Such(Box::new(Who::All), Box::new(Condition::Is(Ref::It, both)));
    p.scope.subject = None;
    p.scope.actor = Some(who.clone());
    p.scope.you_each = true;
    let read = together(p, &who, out);
    p.scope.you_each = false;
    read
}

/// "you and each permanent you control gain protection from the color of your choice": a player and permanents.
fn gain_together(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let picked = selector::one(p)?;
    let Selector::All(Filter { kind: Kind::Permanent, .. }) = &picked.selector else { return p.fail("permanents") };
    p.eat_any(&["gain", "each gain"])?;
    let mods = crate::grammar::continuous::of_players(p, "gain")?;
    let what = Selector::Union(vec![Selector::Players(Who::You), picked.selector]);
    super::clause::effect(p, vec![Continuous::Modify { what, mods }], out)
}

/// "You and target opponent each gain control of all creatures the other controls until end of turn. Those creatures …": those that they
/// both controlled (611.2c).
fn exchange_all(p: &mut Parser<'_>, other: &Who, out: &mut Vec<Clause>) -> Option<()> {
    if *other == Who::You || other.is_group() {
        return p.fail("one other player");
    }
    player::mention(p, other);
    let duration = duration::duration(p)?;
    let creatures = |whose: &Who| {
        let test = Test::all([Test::Type(lawmage_ir::CardType::Creature), Test::Controlled(whose.clone())]);
        Selector::All(lawmage_ir::Filter::permanent(test))
    };
    let goes = |from: &Who, to: &Who| Continuous::Modify {
        what: creatures(from),
        mods: vec![Modification::Controller(to.clone())],
    };
    let effects = vec![goes(other, &Who::You), goes(&Who::You, other)];
    let clause = emit(p, Instruction::Effect { effects, duration });
    let mut those = Referent::new(crate::parse::Handle::Clause(0), crate::parse::Sort::Permanent);
    (those.plural, those.types) = (true, lawmage_ir::TypeSet::of(lawmage_ir::CardType::Creature));
    super::mention(p, &clause, Some(those), "affected");
    out.push(clause);
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

/// "put a plague counter on ~ or remove a plague counter from it": one of the two, chosen as it is done (608.2d).
pub(super) fn or_removes(p: &mut Parser<'_>, out: &mut Vec<Clause>, start: usize) -> Option<()> {
    let puts = out.split_off(start);
    let ([Clause { does: Instruction::PutCounters { .. }, .. }], true) = (puts.as_slice(), start == out.len()) else {
        return p.fail("counters that are put");
    };
    p.expect("or remove")?;
    let mut removes = Vec::new();
    match puts.as_slice() {
        [Clause { does: Instruction::PutCounters { kind, on: on @ Selector::Ref(_), .. }, .. }]
            if p.eat("one from it") =>
        {
            let (kind, count, from) = (Some(kind.clone()), Some(lawmage_ir::Amount::ONE), on.clone());
            removes.push(emit(p, Instruction::RemoveCounters { kind, count, from }));
        }
        _ => crate::grammar::instruction::life::counters(p, "remove", &mut removes)?,
    }
    let [Clause { does: Instruction::RemoveCounters { .. }, .. }] = removes.as_slice() else {
        return p.fail("counters that are removed");
    };
    // What was done is told by neither: which of them it is, is not known.
    let known = super::ids(&puts).into_iter().chain(super::ids(&removes)).collect::<Vec<_>>();
    p.scope.without(&known, &[]);
    let who = p.scope.actor_here();
    let modes = vec![Mode::plain(puts), Mode::plain(removes)];
    out.push(emit(p, Instruction::ChooseMode { who, min: 1, max: 1, modes }));
    Some(())
}

/// "Each of those Beasts fights a different one of those creatures": of the tokens that were created for each of them.
pub(super) fn fight_each(p: &mut Parser<'_>, subject: &Selector, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("fights a different one of those creatures")?;
    let Some(Clause { does: Instruction::ForEach { over: Selector::All(over), body }, out: Some(looped) }) = out.last()
    else {
        return p.fail("creatures spoken of before");
    };
    let creature = Test::Type(lawmage_ir::CardType::Creature);
    let ([Clause { does: Instruction::CreateToken { .. }, out: Some(made) }], true) =
        (body.as_slice(), over.test.conjuncts().contains(&creature))
    else {
        return p.fail("a token for each creature");
    };
    let (looped, made) = (*looped, *made);
    if *subject != Selector::slot(p.scope.bind(made)) {
        return p.fail("those tokens");
    }
    let others = Selector::slot(p.scope.bind(looped));
    out.push(emit(p, Instruction::FightEach(subject.clone(), others)));
    Some(())
}

/// "Each player creates a token and puts a number of +1/+1 counters on it equal to the total power of creatures they controlled …":
/// on each of the tokens as many as its controller's number says.
pub(super) fn counters_of_each(p: &mut Parser<'_>, out: &mut Vec<Clause>, start: usize) -> Option<()> {
    let [Clause { does: Instruction::PutCounters { kind, count, on: on @ Selector::Ref(Ref::Slot(_)) }, .. }] =
        out.get(start..)?
    else {
        return None;
    };
    let theirs = |n: &lawmage_ir::Amount| matches!(n, lawmage_ir::Amount::HappenedStat(..));
    if !lawmage_ir::visit::any(count, theirs) || !lawmage_ir::visit::any(count, |r: &Ref| *r == Ref::Each) {
        return None;
    }
    let Selector::Ref(made) = on else { return None };
    let made = Test::all([Test::Token, Test::Is(made.clone())]);
    let (kind, mut count, over) = (kind.clone(), count.clone(), Selector::All(lawmage_ir::Filter::permanent(made)));
    lawmage_ir::visit::walk_mut(&mut count, &mut |node| match node.get_mut::<Who>() {
        Some(who) if *who == Who::Ref(Ref::Each) => {
            *who = Who::Controller(Box::new(Ref::Each));
            lawmage_ir::visit::Go::Past
        }
        _ => lawmage_ir::visit::Go::Into,
    });
    let puts = Instruction::PutCounters { kind, count, on: Selector::Ref(Ref::Each) };
    out.truncate(start);
    out.push(emit(p, Instruction::ForEach { over, body: vec![puts.into()] }));
    Some(())
}

/// "tap all untapped permanents of the chosen type target player controls, or untap all tapped permanents of that type that player
/// controls": one of the two, chosen as it is done (608.2d).
pub(super) fn or_untaps(p: &mut Parser<'_>, out: &mut Vec<Clause>, start: usize) -> Option<()> {
    let taps = out.split_off(start);
    let ([Clause { does: Instruction::Tap(Selector::All(_)), .. }], true) = (taps.as_slice(), start == out.len())
    else {
        return p.fail("all of some permanents");
    };
    p.expect(", or untap")?;
    let picked = selector::objects(p)?;
    let Selector::All(_) = &picked.selector else { return p.fail("all of some permanents") };
    p.scope.without(&super::ids(&taps), &[]);
    let untaps = Mode::plain(vec![Instruction::Untap(picked.selector).into()]);
    let modes = vec![Mode::plain(taps), untaps];
    out.push(emit(p, Instruction::ChooseMode { who: Who::You, min: 1, max: 1, modes }));
    Some(())
}

/// "becomes a copy of another creature you control until end of turn": of one that is chosen as it does (608.2d).
pub(super) fn copy_of_chosen(p: &mut Parser<'_>, subject: &Selector, out: &mut Vec<Clause>) -> Option<()> {
    p.eat_any(&["becomes a copy of", "become a copy of"])?;
    let picked = selector::one(p)?;
    // "Another" is another than the object itself.
    if !matches!(picked.selector, Selector::Choose(_))
        || picked.players
        || picked.plural
        || *subject != lawmage_ir::THIS
    {
        return p.fail("one permanent that is chosen");
    }
    let chosen = emit(p, Instruction::Choose(picked.selector));
    super::mention(p, &chosen, picked.referent, "chosen");
    let of = Ref::Slot(p.scope.bind(super::id(&chosen)));
    out.push(chosen);
    let mods = vec![Modification::CopyOf(of, Vec::new())];
    super::clause::effect(p, vec![Continuous::Modify { what: subject.clone(), mods }], out)
}

/// "becomes a Plains or an Island", "has base power 1 or base toughness 1".
fn either_of_two(p: &mut Parser<'_>) -> Option<Vec<Vec<Modification>>> {
    let (one, other) = if p.eat("becomes") || p.eat("become") {
        let land = |p: &mut Parser<'_>| {
            p.eat_any(&["a", "an"])?;
            let subtype = p.lexicon().subtype(p.word()).filter(|s| s.kind() == lawmage_ir::SubtypeKind::Land)?;
            p.advance();
            Some(vec![Modification::SetLandTypes(std::iter::once(subtype).collect())])
        };
        let one = land(p)?;
        p.expect("or")?;
        (one, land(p)?)
    } else {
        p.eat_any(&["has", "have"])?;
        p.expect("base power")?;
        let power = crate::grammar::amount::amount(p)?;
        p.expect("or base toughness")?;
        let toughness = crate::grammar::amount::amount(p)?;
        let set = |power, toughness| vec![Modification::SetPowerToughness(power, toughness)];
        (set(Some(power), None), set(None, Some(toughness)))
    };
    Some(vec![one, other])
}

/// "put a +1/+1 counter on this creature or this creature gains flying, first strike, or trample": one of them, chosen as it is done.
pub(super) fn or_gains(p: &mut Parser<'_>, out: &mut Vec<Clause>, start: usize) -> Option<()> {
    let puts = out.get(start..).unwrap_or_default().to_vec();
    let [Clause { does: Instruction::PutCounters { on: Selector::Ref(on), .. }, .. }] = puts.as_slice() else {
        return p.fail("counters that are put on one object");
    };
    let on = on.clone();
    p.expect("or")?;
    let it = selector::one(p)?.selector;
    if it != Selector::Ref(on) {
        return p.fail("the same object");
    }
    p.expect("gains")?;
    let choices = p.list("or", |p| continuous::abilities_one(p))?;
    if !p.at_stop() {
        return p.fail("the end of the sentence");
    }
    p.scope.without(&super::ids(&puts), &[]);
    let gains = |mods: Vec<Modification>| {
        let effects = vec![Continuous::Modify { what: it.clone(), mods }];
        Mode::plain(vec![Instruction::Effect { effects, duration: Duration::Forever }.into()])
    };
    out.truncate(start);
    let modes = std::iter::once(Mode::plain(puts)).chain(choices.into_iter().map(gains)).collect();
    out.push(emit(p, Instruction::ChooseMode { who: Who::You, min: 1, max: 1, modes }));
    Some(())
}

/// "gains your choice of deathtouch or lifelink until end of turn": one of several effects, chosen as it is done.
pub(super) fn of_your_choice(p: &mut Parser<'_>, subject: &Selector, out: &mut Vec<Clause>) -> Option<()> {
    let choices = if p.eat_any(&["gains your choice of", "gain your choice of", "both gain your choice of"]).is_some() {
        p.list("or", |p| continuous::abilities_one(p))?
    } else if let Some(any) = p.attempt(either_of_two).or_else(|| p.attempt(continuous::one_lost_of)) {
        any
    } else {
        // "gets +2/+0 or +0/+2"
        p.eat_any(&["gets", "get"])?;
        let one = continuous::gets(p)?;
        p.expect("or")?;
        let other = continuous::gets(p)?;
        // "+1/+1 or -1/-1 for each …" doesn't tell whether both are.
        let counts = |mods: &Vec<lawmage_ir::Modification>| {
            lawmage_ir::visit::any(mods, |n: &lawmage_ir::Amount| !matches!(n, lawmage_ir::Amount::Const(_)))
        };
        if counts(&one) != counts(&other) {
            return p.fail("two changes alike");
        }
        vec![one, other]
    };
    let early = p.scope.early.take();
    let duration = early.or_else(|| p.attempt(|p| duration::duration(p))).unwrap_or(Duration::Forever);
    let mode = |mods: Vec<lawmage_ir::Modification>| {
        let effects = vec![Continuous::Modify { what: subject.clone(), mods }];
        let does = Instruction::Effect { effects, duration: duration.clone() };
        Mode::plain(vec![does.into()])
    };
    let modes = choices.into_iter().map(mode).collect();
    // "gets -1/-1 and gains your choice of … until end of turn": both for so long.
    if let Some(Clause { does, .. }) = out.last_mut()
        && let Instruction::Effect { effects, .. } = does
        && effects.iter().all(|e| matches!(e, Continuous::Modify { what, .. } if what == subject))
    {
        super::frame::set_duration(does, &duration);
    }
    out.push(emit(p, Instruction::ChooseMode { who: Who::You, min: 1, max: 1, modes }));
    Some(())
}
