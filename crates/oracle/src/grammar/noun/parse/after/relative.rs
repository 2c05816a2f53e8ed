//! Relative clauses and participles: "that shares a color with it", "dealt damage this turn", "exiled this way".

use lawmage_ir::{Cause, Condition, EventPattern, Filter, Kind, Ref, Span, Status, Test, Who, Zone, ZoneSet};

use super::any_object;
use super::attached::how_put_there;
use super::combat::{dealt_damage_to, other_in_combat};
use super::produce::could_produce;
use super::shared::{share_among_themselves, share_none, shares};
use crate::grammar::noun::{self, Noun};
use crate::grammar::reference;
use crate::parse::Parser;

/// Whose permanents they are, behind "that".
const OPPONENTS_CONTROL: &[&str] = &["your opponents control", "one of your opponents controls"];

/// "that's tapped", "that isn't a Wall", "that was dealt damage this turn", "who lost life this turn", "that targets …".
pub(super) fn relative(p: &mut Parser<'_>, noun: &mut Noun) -> Option<Test> {
    if p.eat("that has an adventure") || p.eat("that have an adventure") {
        return Some(Test::HasAdventure);
    }
    let readers = [enchanted_by, targetable, super::one_of::one_of, how_put_there, could_produce];
    if let Some(test) = readers.iter().find_map(|read| p.attempt(|p| read(p, noun))) {
        return Some(test);
    }
    if p.eat("that's") {
        let is = thats(p)?;
        return Some(super::whose::or_has(p, noun, is));
    }
    if noun.plural
        && noun.limit.is_none()
        && let Some(limit) = p.attempt(share_among_themselves).or_else(|| p.attempt(share_none))
    {
        noun.limit = Some(limit);
        return Some(Test::Any);
    }
    if p.eat("that share") || p.eat("that shares") {
        return sharing(p, noun);
    }
    if noun.filter.kind == Kind::Player && p.eat("whose life total is") {
        let total = crate::grammar::condition::life_is(p, &Who::Ref(Ref::It))?;
        return Some(Test::If(Box::new(total)));
    }
    if noun.filter.kind == Kind::Permanent && p.eat("whose power and toughness aren't equal") {
        let toughness = lawmage_ir::Amount::Stat(lawmage_ir::Stat::Toughness, Ref::It);
        return Some(Test::Stat(lawmage_ir::Stat::Power, lawmage_ir::Cmp::NotEqual, toughness));
    }
    if noun.filter.kind == Kind::Permanent && p.at("whose controller") {
        return super::whose::whose_controller(p);
    }
    let _ = p.eat("that") || p.eat("who");
    if noun.filter.kind == Kind::Player
        && let Some(test) = p.attempt(player_did)
    {
        return Some(test);
    }
    // "permanents you own that your opponents control"
    if noun.filter.kind == Kind::Permanent && p.eat_any(OPPONENTS_CONTROL).is_some() {
        return Some(Test::Controlled(Who::Opponents));
    }
    if p.eat("attacked during their controller 's last turn") {
        let of = Who::Controller(Box::new(Ref::It));
        let attacked = Condition::AttackedLastTurn { of, with: Some(Ref::It), whom: None, combat: false };
        return Some(Test::If(Box::new(attacked)));
    }
    if let Some(test) = p.first(&[super::combat::in_this_turn, super::attached::could_enchant, super::cast::not_cast]) {
        return Some(test);
    }
    if p.at("hasn't been chosen")
        && let Some(test) = p.attempt(not_yet_chosen)
    {
        return Some(test);
    }
    if p.eat("isn't") || p.eat("aren't") || p.eat("is not") || p.eat("wasn't") || p.eat("weren't") {
        return isnt(p, noun).map(Test::not);
    }
    if p.eat_any(&["was dealt damage", "were dealt damage", "has been dealt damage", "have been dealt damage"])
        .is_some()
    {
        return dealt_damage(p, None);
    }
    if p.eat("was dealt combat damage") || p.eat("were dealt combat damage") {
        return dealt_damage(p, Some(true));
    }
    let others = [had_counters, super::shared::one_of_keywords];
    if let Some(test) = p.first(&others).or_else(|| p.attempt(|p| gone_or_loose(p, noun))) {
        return Some(test);
    }
    if p.eat("has") || p.eat("have") || noun.plural && p.eat("each have") {
        return crate::grammar::noun::with::quality(p, noun);
    }
    if p.eat("is") || p.eat("are") {
        return are(p);
    }
    if p.eat("don't have") || p.eat("doesn't have") {
        return crate::grammar::noun::with::quality(p, noun).map(Test::not);
    }
    if p.eat("convoked") {
        return reference::reference(p).map(Test::Convoked); // 702.51c
    }
    if p.eat("don't share") || p.eat("doesn't share") {
        return shares(p, &noun.filter.kind).map(Test::not);
    }
    if p.eat("targets only a single") || p.eat("target only a single") {
        return Some(Test::TargetsOnly(Box::new(noun::filter(p)?)));
    }
    if p.eat("targets only") || p.eat("target only") {
        return targets(p).map(|f| Test::TargetsOnly(Box::new(f)));
    }
    if p.eat("targets") || p.eat("target") {
        return targets(p).map(|f| Test::Targets(Box::new(f)));
    }
    if let Some(by) = p.attempt(|p| super::cast::cast_for(p, noun)) {
        return Some(by);
    }
    history(p, noun)
}

/// "died this way", "was attached to ~", of permanents.
fn gone_or_loose(p: &mut Parser<'_>, noun: &Noun) -> Option<Test> {
    let read = p.first(&[super::was_attached, super::this_way::died]);
    read.filter(|_| noun.filter.kind == Kind::Permanent)
}

/// "that spell could target", "that the spell could target" (707.10d).
fn targetable(p: &mut Parser<'_>, noun: &Noun) -> Option<Test> {
    if noun.filter.kind != Kind::Permanent {
        return p.fail("permanents");
    }
    p.eat_any(&["that spell could target", "that the spell could target", "that that spell could target"])?;
    let spell = p.scope.latest(|r| r.sort == crate::parse::Sort::Spell && !r.plural && !r.hidden())?;
    p.scope.reference(&spell.handle).map(Test::TargetableBy)
}

/// Behind "isn't": "of the chosen type", "black".
fn isnt(p: &mut Parser<'_>, noun: &mut Noun) -> Option<Test> {
    if p.at("chosen this way") {
        // By all of those who chose.
        let chosen: Vec<Test> = noun::all_chosen(p).into_iter().map(Test::Is).collect();
        p.expect("chosen this way").filter(|()| !chosen.is_empty())?;
        return Some(if let [one] = chosen.as_slice() { one.clone() } else { Test::Or(chosen) });
    }
    if p.at("put there this way") {
        return super::this_way::put_there(p, noun);
    }
    let chosen = p.at_any(&["of a type chosen this way", "of the chosen type"]);
    if chosen { super::of(p, noun) } else { noun::complement(p) }
}

/// "that's enchanted by a red Aura", "that are enchanted by Auras you control".
fn enchanted_by(p: &mut Parser<'_>, noun: &Noun) -> Option<Test> {
    if noun.filter.kind != Kind::Permanent {
        return p.fail("permanents");
    }
    if !(noun.plural && p.eat("that are enchanted by")) {
        p.expect("that's enchanted by")?;
        p.eat_any(&["a", "an"])?;
    }
    let aura = noun::filter(p)?;
    let is = aura.test.conjuncts().contains(&Test::Subtype(lawmage_ir::Subtype::AURA));
    is.then(|| Test::HasAttached(Box::new(aura.test)))
}

/// Behind "that's": "both red and white", "an artifact or creature", "not blue".
fn thats(p: &mut Parser<'_>) -> Option<Test> {
    if p.eat("both") {
        // "that's both red and white"
        let both = p.list("and", |p| noun::complement(p))?;
        return Some(Test::all(both));
    }
    if let Some(any) = p.attempt(super::one_of::one_of_types) {
        return Some(any);
    }
    let negated = p.eat("not") || p.eat("neither");
    let test = noun::complement(p)?;
    Some(if negated { Test::not(test) } else { test })
}

/// Behind "that are": "tapped", "black and/or red".
fn are(p: &mut Parser<'_>) -> Option<Test> {
    let one = noun::complement(p)?;
    if !p.at("and/or") || !matches!(one, Test::Color(_)) {
        return Some(one);
    }
    // "that are black and/or red"
    let mut all = vec![one];
    while p.eat("and/or") {
        all.push(noun::complement(p).filter(|test| matches!(test, Test::Color(_)))?);
    }
    Some(Test::Or(all))
}

/// "that didn't attack or enter this turn".
pub(super) fn neither_attacked_nor_entered() -> Test {
    let attacks = EventPattern::Attacks { what: the_tested(), whom: None, alone: false, others: 0 };
    let (from, to) = (ZoneSet::ANYWHERE, ZoneSet::BATTLEFIELD);
    let enters = EventPattern::Moves { what: the_tested(), from, to, cause: None, by: None };
    let either = EventPattern::Or(vec![attacks, enters]);
    Test::not(Test::Did(Box::new(either), Span::ThisTurn))
}

/// "that didn't attack this turn", "that didn't enter this turn".
fn did_not(p: &mut Parser<'_>) -> Option<Test> {
    p.expect("didn't")?;
    let event = match p.eat_any(&["attack this turn", "enter this turn"])? {
        0 => EventPattern::Attacks { what: the_tested(), whom: None, alone: false, others: 0 },
        _ => EventPattern::Moves {
            what: the_tested(),
            from: ZoneSet::ANYWHERE,
            to: ZoneSet::BATTLEFIELD,
            cause: None,
            by: None,
        },
    };
    Some(Test::not(Test::Did(Box::new(event), Span::ThisTurn)))
}

/// "a creature type with it", "a creature type with it and has mana value …", behind "that shares".
fn sharing(p: &mut Parser<'_>, noun: &mut Noun) -> Option<Test> {
    let shared = shares(p, &noun.filter.kind)?;
    let has = p.attempt(|p| {
        p.eat_any(&["and has", "and have"])?;
        noun::with::quality(p, noun)
    });
    Some(Test::all([shared].into_iter().chain(has)))
}

/// "that hasn't been chosen this way": by those of several players who chose before.
fn not_yet_chosen(p: &mut Parser<'_>) -> Option<Test> {
    p.expect("hasn't been chosen")?;
    let _ = p.eat("this way");
    let so_far = p.scope.so_far.or_else(|| p.fail("what several players choose"))?;
    // What was chosen before they do is of other clauses.
    let known = |r: &crate::parse::Referent| r.sort == crate::parse::Sort::Permanent && r.clause().is_some();
    if p.scope.latest(|r| r.verb == Some("chosen") && !known(r)).is_some() {
        return p.fail("permanents chosen before");
    }
    let before = noun::all_chosen(p).into_iter().chain([Ref::Slot(p.scope.bind(so_far))]);
    Some(Test::all(before.map(|one| Test::not(Test::Is(one)))))
}

/// "that had a +1/+1 counter put on it this way", "that had counters put on it this way".
fn had_counters(p: &mut Parser<'_>) -> Option<Test> {
    p.expect("had")?;
    let _ = p.eat("a") || p.eat("an") || p.eat("one or more");
    let kind = crate::grammar::event::counter_kind(p)?;
    p.expect("put on")?;
    p.eat_any(&["it", "them"])?;
    p.expect("this way")?;
    let put = EventPattern::CountersPut { on: the_tested(), kind, by: None, by_effect: false };
    Some(Test::Did(Box::new(put), Span::ThisWay))
}

/// "who has cast a nonartifact spell this turn", "who attacked with a creature this turn", "who discarded a card this way".
fn player_did(p: &mut Parser<'_>) -> Option<Test> {
    if let Some(test) = p.attempt(|p| {
        let not = p.eat("didn't");
        let it = Who::Ref(Ref::It);
        let event = p
            .attempt(|p| crate::grammar::condition::did_this_way(p, &it))
            .or_else(|| p.attempt(|p| crate::grammar::condition::did_just_now(p, &it)))?;
        let did = Test::Did(Box::new(event), Span::ThisWay);
        Some(if not { Test::not(did) } else { did })
    }) {
        return Some(test);
    }
    let by = Who::Ref(Ref::It);
    let event = if p.eat("attacked with a creature") || (p.at("attacked this turn") && p.eat("attacked")) {
        let with = Filter::permanent(Test::Type(lawmage_ir::CardType::Creature));
        EventPattern::AttackDeclared { by, with, least: 1 }
    } else {
        p.eat_any(&["has", "have"]);
        p.expect("cast")?;
        p.eat_any(&["a", "an"])?;
        let what = noun::filter(p)?;
        if what.kind != Kind::Spell {
            return p.fail("a spell");
        }
        EventPattern::Casts { by, what }
    };
    p.expect("this turn")?;
    // "… who cast a spell this turn with the same name as that card": the spell's, not the player's.
    if p.at("with") {
        return p.fail("no more of what was cast");
    }
    Some(Test::Did(Box::new(event), Span::ThisTurn))
}

/// Behind "that target": what is targeted.
pub(crate) fn targets(p: &mut Parser<'_>) -> Option<Filter> {
    if p.eat("you or") {
        // "target you or a permanent you control"
        let other = targets(p).filter(|other| other.kind == Kind::Permanent)?;
        let you = Test::all([Test::Player, Test::Controlled(Who::You)]);
        let either = Test::Or(vec![you, Test::all([Test::not(Test::Player), other.test])]);
        return Some(Filter::new(Kind::PlayerOrPermanent, either));
    }
    if p.eat("you") {
        return Some(Filter::new(Kind::Player, Test::Controlled(Who::You)));
    }
    if let Some(it) = p.attempt(|p| reference::reference(p)) {
        return Some(Filter::new(Kind::Object, Test::Is(it)));
    }
    let _ = p.eat("a") || p.eat("an") || p.eat("one or more");
    noun::filter(p)
}

/// The object that the filter tests, as a filter of an event's role.
pub(super) fn the_tested() -> Filter {
    Filter::new(Kind::Object, Test::Is(Ref::It))
}

/// A permanent that was cast this turn: what was cast has entered in the same turn (400.7d).
pub(crate) fn cast_this_turn(by: Option<Who>) -> Test {
    let entered = EventPattern::Moves {
        what: the_tested(),
        from: ZoneSet::ANYWHERE,
        to: ZoneSet::BATTLEFIELD,
        cause: None,
        by: None,
    };
    let entered = Condition::Happened(Box::new(entered), Span::ThisTurn, 1);
    Test::If(Box::new(Condition::And(vec![Condition::WasCast(Ref::It, None, by), entered])))
}

/// After "dealt damage": "by ~ this turn", "this turn", "this way".
pub(super) fn dealt_damage(p: &mut Parser<'_>, combat: Option<bool>) -> Option<Test> {
    if combat.is_none() && p.eat("this way") {
        let dealt = p.scope.latest(|r| r.verb == Some("dealt damage"))?;
        return p.scope.reference(&dealt.handle).map(Test::Is);
    }
    let late = p.at("this turn by") && p.eat("this turn");
    let by = if p.eat("by") {
        match p.attempt(|p| reference::reference(p)) {
            Some(it) => Filter::new(Kind::Object, Test::Is(it)),
            None => {
                let _ = p.eat("a") || p.eat("an");
                noun::filter(p)?
            }
        }
    } else {
        any_object()
    };
    // "Whenever a creature dealt damage by that creature dies this turn": both in this turn.
    if !late && !p.at_any(&["dies this turn", "would die this turn"]) {
        p.expect("this turn")?;
    }
    let event = EventPattern::Damage { by, to: the_tested(), combat };
    Some(Test::Did(Box::new(event), Span::ThisTurn))
}

/// What the thing did or had done to it this turn.
pub(super) fn history(p: &mut Parser<'_>, noun: &mut Noun) -> Option<Test> {
    if p.at("didn't") {
        return did_not(p);
    }
    if p.eat("its controller has controlled continuously since the beginning of their most recent turn") {
        return Some(Test::Status(Status::ControlledThroughout));
    }
    let moves = |to: Zone, from: ZoneSet| EventPattern::Moves {
        what: the_tested(),
        from,
        to: ZoneSet::of(to),
        cause: None,
        by: None,
    };
    let event = if p.eat("attacked or blocked") {
        EventPattern::Or(vec![
            EventPattern::Attacks { what: the_tested(), whom: None, alone: false, others: 0 },
            EventPattern::Blocks { what: the_tested(), whom: None },
        ])
    } else if p.eat("blocked or was blocked by") {
        p.eat_any(&["a", "an"])?;
        let other = noun::filter(p)?;
        EventPattern::Or(vec![
            EventPattern::Blocks { what: the_tested(), whom: Some(other.clone()) },
            EventPattern::BecomesBlocked { what: the_tested(), by: Some(other) },
        ])
    } else if p.eat("attacked") {
        let whom = p.eat("you").then(|| crate::grammar::event::player_filter(Who::You));
        EventPattern::Attacks { what: the_tested(), whom, alone: false, others: 0 }
    } else if p.eat("was blocked by") || p.eat("were blocked by") {
        EventPattern::BecomesBlocked { what: the_tested(), by: Some(other_in_combat(p)?) }
    } else if p.eat("blocked or was blocked") {
        let other = if p.eat("by") { Some(other_in_combat(p)?) } else { None };
        EventPattern::Or(vec![
            EventPattern::Blocks { what: the_tested(), whom: other.clone() },
            EventPattern::BecomesBlocked { what: the_tested(), by: other },
        ])
    } else if p.eat("was turned face up") || p.eat("were turned face up") {
        EventPattern::TurnedFaceUp(the_tested())
    } else if p.eat("was activated") || p.eat("were activated") {
        EventPattern::Activates { by: Who::All, source: the_tested(), mana_too: true, only: None } // 700.10
    } else if p.eat("blocked") {
        EventPattern::Blocks { what: the_tested(), whom: None }
    } else if let Some((deed, object)) = p.attempt(crate::grammar::event::manned) {
        EventPattern::Does { by: Who::All, deed, what: Some(the_tested()), object: Some(object) }
    } else if p.eat("entered") {
        moves(Zone::Battlefield, ZoneSet::ANYWHERE)
    } else if p.eat_any(&["were put there from", "was put there from"]).is_some() {
        moves(Zone::Graveyard, crate::grammar::event::zone(p)?.0)
    } else if matches!(noun.filter.kind, Kind::Card(zones) if zones == ZoneSet::default())
        && p.eat_any(&[
            "were put into your graveyard from the battlefield",
            "was put into your graveyard from the battlefield",
        ])
        .is_some()
    {
        // 400.3: a card in your graveyard is one that you own.
        noun.filter.kind = Kind::Card(ZoneSet::of(Zone::Graveyard));
        noun.filter.test = Test::all([noun.filter.test.clone(), Test::Owned(Who::You)]);
        moves(Zone::Graveyard, ZoneSet::BATTLEFIELD)
    } else if p.eat("were milled") || p.eat("was milled") {
        EventPattern::Moves {
            what: the_tested(),
            from: ZoneSet::of(Zone::Library),
            to: ZoneSet::ANYWHERE,
            cause: Some(Cause::Mill),
            by: None,
        }
    } else if p.at("dealt damage to") || p.at("dealt combat damage to") {
        dealt_damage_to(p)?
    } else if p.eat("dealt damage") {
        EventPattern::Damage { by: the_tested(), to: Filter::new(Kind::PlayerOrPermanent, Test::Any), combat: None }
    } else if noun.filter.kind == Kind::Permanent && p.eat_any(&["was cast this turn", "were cast this turn"]).is_some()
    {
        return Some(cast_this_turn(None));
    } else if p.eat("lost life") {
        EventPattern::LosesLife(Who::Ref(Ref::It))
    } else if p.eat("gained life") {
        EventPattern::GainsLife(Who::Ref(Ref::It))
    } else {
        return p.fail("what it did");
    };
    let span = if p.eat("this turn") {
        Span::ThisTurn
    } else if p.eat("this combat") {
        Span::ThisCombat
    } else if p.eat("last turn") {
        Span::LastTurn
    } else {
        return p.fail("this turn");
    };
    Some(Test::Did(Box::new(event), span))
}

/// "cast from exile", "cast from anywhere other than your hand".
pub(crate) fn cast_from(p: &mut Parser<'_>) -> Option<Test> {
    p.expect("cast from")?;
    let (zones, own) = cast_zones(p)?;
    let cast = Test::If(Box::new(Condition::WasCast(Ref::It, Some(zones), None)));
    Some(Test::all([cast].into_iter().chain(own.then_some(Test::Owned(Who::You)))))
}

/// From where something is cast, and whether only one's own cards are there.
pub(crate) fn cast_zones(p: &mut Parser<'_>) -> Option<(ZoneSet, bool)> {
    let hand = ZoneSet::of(Zone::Hand);
    if p.eat("graveyards or from exile") {
        return Some((ZoneSet::of(Zone::Graveyard).union(ZoneSet::of(Zone::Exile)), false));
    }
    // "Cast from your graveyard" is said of one's own cards: another's graveyard isn't that.
    let own = p.at("your graveyard");
    let zones = match p.eat_any(&[
        "anywhere other than your hand",
        "anywhere other than their hands",
        "anywhere other than their owner 's hand",
        "exile",
        "your graveyard",
        "graveyards",
        "a graveyard",
        "your hand",
        "the top of your library",
    ])? {
        0..=2 => Zone::ALL
            .into_iter()
            .filter(|z| ZoneSet::ANYWHERE.has(*z) && !hand.has(*z))
            .map(ZoneSet::of)
            .fold(ZoneSet::default(), ZoneSet::union),
        3 => ZoneSet::of(Zone::Exile),
        4..=6 => ZoneSet::of(Zone::Graveyard),
        7 => hand,
        _ => ZoneSet::of(Zone::Library),
    };
    Some((zones, own))
}
