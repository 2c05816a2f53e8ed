//! What players can't do, and what holds of the game: "Players can't gain life.", "Damage can't be prevented."

use lawmage_ir::{
    Condition, Continuous, Deed, EventPattern, Filter, Kind, Prohibition, Selector, THIS, Test, Who, Zone, ZoneSet,
};

use super::{Rule, STACK};
use crate::grammar::ability::annotation;
use crate::grammar::event::object_of;
use crate::grammar::{condition, noun, permission, player};
use crate::parse::Parser;

/// "This spell can't be countered.", "This spell can't be copied."
pub(crate) fn this_spell(p: &mut Parser<'_>) -> Option<Rule> {
    if p.eat("~ can't be copied") {
        return Some(Rule::in_zones(Continuous::Cant(Prohibition::BeCopied(THIS)), STACK));
    }
    p.expect("~ can't be countered")?;
    let mut effects = vec![Continuous::Cant(Prohibition::Counter(THIS))];
    // The only damage there is to speak of is what the spell deals.
    if p.eat("and the damage can't be prevented") {
        let by = Filter::new(Kind::Object, Test::Is(lawmage_ir::Ref::This));
        effects.push(Continuous::Cant(Prohibition::PreventDamage { by, combat: None }));
    }
    Some(Rule { zones: Some(STACK), effects, ..Rule::default() })
}

/// "You can't cast this spell unless an opponent lost life this turn." (113.6e)
pub(crate) fn cast_unless(p: &mut Parser<'_>) -> Option<Rule> {
    if let Some(what) = p.attempt(super::subjects::not_as_target) {
        return Some(Rule::in_zones(Continuous::Cant(Prohibition::TargetAsCast(what)), STACK));
    }
    let banned = if p.eat("you can't cast ~ during your") {
        // "… first, second, or third turns of the game"
        Condition::FirstTurns(Who::You, crate::grammar::condition::first_turns(p)?)
    } else if p.eat("you can't cast ~ if") {
        crate::grammar::condition::condition(p)?
    } else {
        p.expect("you can't cast ~ unless")?;
        Condition::Not(Box::new(crate::grammar::condition::condition(p)?))
    };
    let cant = Prohibition::Cast(Who::All, Filter::new(Kind::Object, Test::Is(lawmage_ir::Ref::This)));
    let rule = Rule::in_zones(Continuous::Cant(cant), lawmage_ir::ZoneSet::ANYWHERE);
    Some(Rule { condition: Some(banned), ..rule })
}

/// "Cast this spell only during combat.": at any other time it can't be cast (113.6e, 604.6).
pub(crate) fn cast_only(p: &mut Parser<'_>) -> Option<Rule> {
    p.expect("cast ~ only")?;
    let mut all = Vec::new();
    loop {
        all.push(annotation::window(p)?);
        if !p.eat("and only") {
            break;
        }
    }
    let when = if all.len() == 1 { all.pop()? } else { Condition::And(all) };
    let cant = Prohibition::Cast(Who::All, Filter::new(Kind::Object, Test::Is(lawmage_ir::Ref::This)));
    let rule = Rule::in_zones(Continuous::Cant(cant), lawmage_ir::ZoneSet::ANYWHERE);
    Some(Rule { condition: Some(Condition::Not(Box::new(when))), ..rule })
}

/// "Players can't gain life.", "You have hexproof.", "Your opponents can't cast spells during your turn."
pub(crate) fn players(p: &mut Parser<'_>) -> Option<Rule> {
    if let Some(cant) = p.attempt(crate::grammar::replacement::unpreventable) {
        return Some(Rule::one(Continuous::Cant(cant)));
    }
    if let Some(rule) = p.attempt(|p| {
        let who = player::who(p)?;
        p.expect("can")?;
        let abilities = p.eat_any(&["cast spells and activate abilities", "cast spells"])? == 0;
        if who == Who::You {
            p.expect("only during your turn")?;
        } else {
            p.eat_any(&["only during their own turns", "only during their own turn"])?;
        }
        let spells = in_own_turns(who);
        let barred = match (abilities, spells.effects.as_slice()) {
            (false, _) => return Some(spells),
            (true, [Continuous::Cant(Prohibition::Cast(barred @ Who::Such(..), _))]) => barred.clone(),
            (true, _) => return None,
        };
        let any = Selector::All(Filter::new(Kind::Object, Test::Any));
        let cant = Prohibition::Activate { what: any, but_mana: false, by: Some(barred) };
        Some(Rule { effects: [spells.effects, vec![Continuous::Cant(cant)]].concat(), ..spells })
    }) {
        return Some(rule);
    }
    if p.at("you can cast no more than") {
        let (can, most) = (p.eat("you can cast"), p.eat("no more than"));
        let n = u32::try_from(p.number()?).ok()?;
        let what = noun::noun(p).filter(|what| what.filter.kind == Kind::Spell && can && most)?;
        p.expect("each turn")?;
        return Some(Rule::one(Continuous::Cant(Prohibition::CastMax(Who::You, what.filter, n))));
    }
    // "You have no maximum hand size and don't lose …": of you, of whom the sentence speaks.
    let goes_on = p.last().is_some_and(|token| &*token.text == "and") && says_of_you(p);
    if p.eat("you don't lose the game for having 0 or less life")
        || goes_on && p.eat("don't lose the game for having 0 or less life")
    {
        return Some(Rule::one(Continuous::Cant(Prohibition::LoseForLife(Who::You))));
    }
    if let Some(rule) = p.attempt(spells_cant) {
        return Some(rule);
    }
    if let Some(rule) = p.attempt(search_the_top) {
        return Some(rule);
    }
    if let Some(all) = p.attempt(crate::grammar::prohibition::life_total) {
        return Some(Rule::of(all));
    }
    let who = player::who(p)?;
    if let Some(rule) = p.attempt(|p| protected(p, &who)) {
        return Some(rule);
    }
    p.eat("each");
    p.expect("can't")?;
    let mut all = crate::grammar::continuous::players_cant(p, &who)?;
    while let Some(more) = p.attempt(|p| {
        p.comma();
        p.eat_any(&["and", "or"])?;
        p.eat("can't");
        crate::grammar::continuous::players_cant(p, &who)
    }) {
        all.extend(more);
    }
    super::define::of_other_types(p, &mut all)?;
    Some(Rule::of(all))
}

/// "Each opponent can cast spells only any time they could cast a sorcery." (307.1): of several players each in their own turn.
pub(crate) fn as_sorceries(p: &mut Parser<'_>) -> Option<Vec<Rule>> {
    let who = player::who(p)?;
    p.expect("can cast spells only any time they could cast a sorcery")?;
    let any = Filter::new(Kind::Spell, Test::Any);
    let time = Condition::And(vec![
        Condition::During(vec![lawmage_ir::Step::Main, lawmage_ir::Step::Main2]),
        Condition::Compare(stack_size(), lawmage_ir::Cmp::Equal, lawmage_ir::Amount::Const(0)),
    ]);
    let cant = Rule::one(Continuous::Cant(Prohibition::Cast(who.clone(), any)));
    Some(vec![Rule { condition: Some(Condition::Not(Box::new(time))), ..cant }, in_own_turns(who)])
}

/// Whether the sentence begins with "you".
fn says_of_you(p: &Parser<'_>) -> bool {
    let before = p.tokens().get(..p.pos()).unwrap_or_default();
    before
        .rsplit(|token| &*token.text == ".")
        .next()
        .is_some_and(|said| said.first().is_some_and(|t| &*t.text == "you"))
}

/// Players cast spells in their own turns alone.
fn in_own_turns(who: Who) -> Rule {
    let any = Filter::new(Kind::Spell, Test::Any);
    let whose = |who| Condition::Not(Box::new(Condition::TurnOf(who)));
    let barred = match who {
        Who::You => {
            let cant = Rule::one(Continuous::Cant(Prohibition::Cast(Who::You, any)));
            return Rule { condition: Some(whose(Who::You)), ..cant };
        }
        who => Who::Such(Box::new(who), Box::new(whose(Who::Ref(lawmage_ir::Ref::It)))),
    };
    Rule::one(Continuous::Cant(Prohibition::Cast(barred, any)))
}

/// "If an opponent would search a library, that player searches the top four cards of that library instead."
fn search_the_top(p: &mut Parser<'_>) -> Option<Rule> {
    p.expect("if")?;
    let who = crate::grammar::event::player_phrase(p)?;
    p.expect("would search a library ,")?;
    p.eat_any(&["that player searches the top", "they search the top"])?;
    let depth = u32::try_from(p.number()?).ok()?;
    p.expect("cards of that library instead")?;
    Some(Rule::one(Continuous::Cant(Prohibition::SearchBeyond(who, depth))))
}

/// How many objects are on the stack.
fn stack_size() -> lawmage_ir::Amount {
    lawmage_ir::Amount::Count(Box::new(Selector::All(Filter::new(Kind::OnStack, Test::Any))))
}

/// "You have hexproof.", "You have shroud." (702.11c, 702.18)
fn protected(p: &mut Parser<'_>, who: &Who) -> Option<Rule> {
    p.eat_any(&["have", "has"])?;
    let what = Selector::Players(who.clone());
    let by = match p.eat_any(&["hexproof", "shroud"])? {
        0 => Some(Filter::new(Kind::OnStack, Test::Controlled(Who::Opponents))),
        _ => None,
    };
    Some(Rule::one(Continuous::Cant(Prohibition::Target { what, by })))
}

/// "Creature spells you control can't be countered."
fn spells_cant(p: &mut Parser<'_>) -> Option<Rule> {
    let filter = noun::filter(p)?;
    if filter.kind != Kind::Spell {
        return p.fail("spells");
    }
    let filter = match super::casters(p) {
        Some(who) => crate::grammar::event::and_test(filter, Test::Controlled(who)),
        None => filter,
    };
    if p.eat("can't be cast") {
        return Some(Rule::one(Continuous::Cant(Prohibition::Cast(Who::All, filter))));
    }
    p.expect("can't be countered")?;
    Some(Rule::one(Continuous::Cant(Prohibition::Counter(Selector::All(filter)))))
}

/// "Lands can't enter the battlefield.", "Creature cards in graveyards and libraries can't enter the battlefield."
pub(crate) fn entering(p: &mut Parser<'_>) -> Option<Rule> {
    let what = noun::filter(p)?;
    p.expect("can't enter")?;
    p.eat("the battlefield");
    Some(Rule::one(Continuous::Cant(Prohibition::Enter(what))))
}

/// Behind "~ enters tapped": "and doesn't untap during your untap step".
pub(super) fn stays_tapped(p: &mut Parser<'_>, rules: &mut [Rule]) {
    let Some(Rule { effects, .. }) = rules.last_mut() else { return };
    let own = |of: &lawmage_ir::Replacement| crate::grammar::replacement::is_of_its_own_entering(of);
    if matches!(effects.as_slice(), [Continuous::Replace(of)] if own(of))
        && p.eat("and doesn't untap during your untap step")
    {
        effects.push(Continuous::Cant(Prohibition::UntapStep(THIS)));
    }
}

/// "Counters can't be put on artifacts, creatures, enchantments, or lands.", "Stun counters can't be removed from permanents your
/// opponents control."
pub(crate) fn no_counters(p: &mut Parser<'_>) -> Option<Rule> {
    let stays = p.attempt(|p| {
        let kind = crate::grammar::counter::kind(p)?;
        p.expect("can't be removed from").map(|()| kind)
    });
    if stays.is_none() {
        p.expect("counters can't be put on")?;
    }
    let what = Selector::All(noun::filter(p).filter(|what| what.kind == Kind::Permanent)?);
    Some(Rule::one(Continuous::Cant(match stays {
        Some(kind) => Prohibition::LoseCounters(what, kind),
        None => Prohibition::Counters(what, None),
    })))
}

/// What it can be attached to alone.
pub(crate) fn attached_only(p: &mut Parser<'_>) -> Option<Rule> {
    crate::grammar::prohibition::attached_only(p).map(|cant| Rule::one(Continuous::Cant(cant)))
}

/// Dungeons you own, which are in the command zone (309.2a).
pub(crate) fn your_dungeons() -> Filter {
    Filter::new(Kind::Object, Test::all([Test::Type(lawmage_ir::CardType::Dungeon), Test::Owned(Who::You)]))
}

/// "If a creature entering causes a triggered ability of a permanent you control to trigger, that ability triggers an
/// additional time." (603.2d) "While …" says when that is so.
pub(crate) fn triggers_again(p: &mut Parser<'_>) -> Option<Rule> {
    const AGAIN: &[&str] = &["that ability triggers an additional time", "it triggers an additional time"];
    // 309.4c: a dungeon's triggered abilities are its room abilities.
    if p.eat("room abilities of dungeons you own trigger an additional time") {
        return Some(Rule::one(Continuous::TriggersAgain { event: None, source: your_dungeons() }));
    }
    p.expect("if")?;
    let mut condition = None;
    let (event, source) = if p.eat_any(&["a triggered ability of", "an ability of"]).is_some() {
        let source = whose_ability(p)?;
        p.expect("triggers")?;
        if p.eat("while") {
            condition = Some(condition::condition(p)?);
        }
        p.expect(",")?;
        (None, source)
    } else if let Some(event) = p.attempt(super::subjects::drawing_or_turning_up) {
        p.expect("causes a triggered ability of")?;
        let source = object_of(p)?;
        p.expect("to trigger ,")?;
        (Some(Box::new(event)), source)
    } else if let Some(event) = p.attempt(dealing_damage) {
        p.expect("causes a triggered ability of")?;
        let source = object_of(p)?;
        p.expect("to trigger ,")?;
        (Some(Box::new(event)), source)
    } else if p.eat("you casting or copying") {
        p.eat_any(&["a", "an"])?;
        let what = noun::filter(p)?;
        if what.kind != Kind::Spell {
            return p.fail("a spell");
        }
        p.expect("causes a triggered ability of")?;
        let source = object_of(p)?;
        p.expect("to trigger ,")?;
        let casts = EventPattern::Casts { by: Who::You, what: what.clone() };
        let copies = EventPattern::Copies { by: Who::You, what };
        (Some(Box::new(EventPattern::Or(vec![casts, copies]))), source)
    } else {
        let what = object_of(p)?;
        let event = match attacking(p, &what) {
            Some(attack) => attack,
            None => causing(p, what)?,
        };
        p.expect("causes a triggered ability of")?;
        let source = object_of(p)?;
        p.expect("to trigger ,")?;
        (Some(Box::new(event)), source)
    };
    p.eat_any(AGAIN)?;
    Some(Rule { condition, ..Rule::one(Continuous::TriggersAgain { event, source }) })
}

/// "a creature you control dealing combat damage to a player".
fn dealing_damage(p: &mut Parser<'_>) -> Option<EventPattern> {
    let by = object_of(p)?;
    p.expect("dealing combat damage to a player")?;
    Some(EventPattern::Damage { by, to: crate::grammar::event::player_filter(Who::All), combat: Some(true) })
}

/// "a creature you control", "~ or an Equipment attached to it", "a Shaman or another Wizard you control": whose abilities.
fn whose_ability(p: &mut Parser<'_>) -> Option<Filter> {
    if let Some(both) = p.attempt(|p| {
        p.expect("~ or an equipment attached to it")?;
        let attached = Test::AttachedTo(lawmage_ir::Ref::This);
        let equipment = Test::all([Test::Subtype(lawmage_ir::Subtype::from_word("Equipment")?), attached]);
        Some(Filter::permanent(Test::Or(vec![Test::Is(lawmage_ir::Ref::This), equipment])))
    }) {
        return Some(both);
    }
    if let Some(two) = p.attempt(|p| {
        p.eat_any(&["a", "an"])?;
        let first = noun::bare(p).filter(|noun| !noun.plural)?;
        p.expect("or another")?;
        let other = noun::bare(p).filter(|noun| !noun.plural && noun.filter.kind == first.filter.kind)?;
        p.expect("you control")?;
        let other = Test::all([other.filter.test, Test::not(Test::Is(lawmage_ir::Ref::This))]);
        let test = Test::all([Test::Or(vec![first.filter.test, other]), Test::Controlled(Who::You)]);
        Some(Filter::new(first.filter.kind, test))
    }) {
        return Some(two);
    }
    p.attempt(super::subjects::spell_or_another).or_else(|| object_of(p))
}

/// "a creature you control attacking", before "causes": the noun phrase has read what such a creature does.
fn attacking(p: &Parser<'_>, what: &Filter) -> Option<EventPattern> {
    let attacking = |test: &Test| *test == Test::Status(lawmage_ir::Status::Attacking);
    let said = p.at("causes") && p.last().is_some_and(|token| &*token.text == "attacking");
    if !said || what.kind != Kind::Permanent || !what.test.conjuncts().iter().any(attacking) {
        return None;
    }
    let test = Test::all(what.test.conjuncts().iter().filter(|test| !attacking(test)).cloned());
    let what = Filter::permanent(test);
    // 508.3d: what triggers as a player attacks with it is caused by that, too.
    let with = EventPattern::AttackDeclared { by: Who::All, with: what.clone(), least: 1 };
    Some(EventPattern::Or(vec![caused_by(what, 4), with]))
}

/// "Spells and abilities your opponents control can't cause you to discard cards or sacrifice permanents."
pub(crate) fn cant_cause(p: &mut Parser<'_>) -> Option<Rule> {
    // Each of them its own controller.
    if p.eat("spells and abilities your opponents control can't cause their controller to search their library") {
        let (by, whom) = (Who::Opponents, Who::Opponents);
        return Some(Rule::one(Continuous::Cant(Prohibition::Cause { by, whom, deed: Deed::Search })));
    }
    p.expect("spells and abilities your opponents control can't cause you to")?;
    let deeds = p.list("or", |p| {
        if p.eat("discard cards") {
            return Some(Deed::Discard);
        }
        p.expect("sacrifice")?;
        let what = noun::noun(p)?;
        what.plural.then_some(Deed::Sacrifice(what.filter))
    })?;
    let cant = |deed| Continuous::Cant(Prohibition::Cause { by: Who::Opponents, whom: Who::You, deed });
    Some(Rule::of(deeds.into_iter().map(cant).collect()))
}

/// "Creatures entering don't cause abilities to trigger.", "… don't cause abilities of permanents your opponents control to
/// trigger."
pub(crate) fn no_triggers(p: &mut Parser<'_>) -> Option<Rule> {
    let what = noun::filter(p)?;
    if what.kind != Kind::Permanent {
        return p.fail("permanents");
    }
    let event = causing(p, what)?;
    p.expect("don't cause abilities")?;
    let source = if p.eat("of") { Some(noun::filter(p)?) } else { None };
    p.expect("to trigger")?;
    Some(Rule::one(Continuous::NoTriggers { event: Box::new(event), source }))
}

/// "entering", "dying", "attacking", "leaving the battlefield" of such objects.
fn causing(p: &mut Parser<'_>, what: Filter) -> Option<EventPattern> {
    // "entering under your control", "entering or leaving the battlefield"
    let (what, mut verbs) =
        match p.eat_any(&["entering or leaving the battlefield", "entering or dying", "entering under your control"]) {
            Some(0) => (what, vec![0, 3]),
            Some(1) => (what, vec![0, 2]),
            Some(_) => (crate::grammar::event::and_test(what, Test::Controlled(Who::You)), vec![0]),
            None => {
                let verbs = ["entering the battlefield", "entering", "dying", "leaving the battlefield", "attacking"];
                (what, vec![p.eat_any(&verbs)?])
            }
        };
    if verbs.len() == 1 {
        return Some(caused_by(what, verbs.pop()?));
    }
    Some(EventPattern::Or(verbs.into_iter().map(|verb| caused_by(what.clone(), verb)).collect()))
}

/// What objects do: enter (0, 1), die, leave the battlefield, attack.
fn caused_by(what: Filter, verb: usize) -> EventPattern {
    if verb == 4 {
        return EventPattern::Attacks { what, whom: None, alone: false, others: 0 };
    }
    let (from, to) = match verb {
        0 | 1 => (ZoneSet::ANYWHERE, ZoneSet::BATTLEFIELD),
        2 => (ZoneSet::BATTLEFIELD, ZoneSet::of(Zone::Graveyard)),
        _ => (ZoneSet::BATTLEFIELD, ZoneSet::ANYWHERE),
    };
    EventPattern::Moves { what, from, to, cause: None, by: None }
}

/// "You control enchanted creature." (layer 2, 613.1b)
pub(crate) fn control(p: &mut Parser<'_>) -> Option<Rule> {
    // 722.1: one player, if anyone.
    let monarch = p.eat("the monarch controls");
    if !monarch {
        p.expect("you control")?;
    }
    let host = p.attempt(|p| match noun::selector(p)? {
        Selector::Ref(r @ lawmage_ir::Ref::Host(_)) => Some(r),
        _ => None,
    })?;
    let is_monarch = Condition::Monarch(Who::Ref(lawmage_ir::Ref::It));
    let who = if monarch { Who::Such(Box::new(Who::All), Box::new(is_monarch)) } else { Who::You };
    let mods = vec![lawmage_ir::Modification::Controller(who)];
    Some(Rule::one(Continuous::Modify { what: Selector::Ref(host), mods }))
}

/// "~ can block only creatures with flying.", "All creatures able to block ~ do so."
pub(crate) fn blocking(p: &mut Parser<'_>) -> Option<Rule> {
    if p.eat("all creatures able to block") {
        let what = noun::selector(p)?;
        let what = match p.eat("or") {
            true => Selector::Union(vec![what, noun::selector(p)?]),
            false => what,
        };
        p.expect("do so")?;
        return Some(Rule::one(Continuous::Must(lawmage_ir::Requirement::BeBlockedByAll(what))));
    }
    if p.eat("all") {
        let by = noun::noun(p).filter(|by| by.plural && by.filter.kind == Kind::Permanent)?.filter;
        p.expect("able to block")?;
        let what = noun::selector(p)?;
        p.expect("do so")?;
        return Some(Rule::one(Continuous::Must(lawmage_ir::Requirement::BeBlockedBySuch { what, by, all: true })));
    }
    let what = noun::selector(p)?;
    p.expect("can block only")?;
    let only = noun::filter(p)?;
    let others = Test::all([Test::Type(lawmage_ir::CardType::Creature), Test::not(only.test)]);
    let whom = Some(Selector::All(Filter::permanent(others)));
    Some(Rule::one(Continuous::Cant(Prohibition::Block { what, whom, unless: None })))
}

/// Skipped steps.
pub(crate) fn steps(p: &mut Parser<'_>) -> Option<Rule> {
    permission::skip(p).map(|permission| Rule::one(Continuous::May(permission)))
}

/// "Its activated abilities can't be activated", "Activated abilities of artifacts can't be activated".
pub(super) fn abilities_of(p: &mut Parser<'_>) -> Option<Rule> {
    if p.eat("activated abilities with {T} in their costs of") {
        let what = noun::selector(p)?;
        if super::chooses(&what) {
            return None;
        }
        p.expect("can't be activated")?;
        return Some(Rule::one(Continuous::Cant(Prohibition::ActivateByTapping(what))));
    }
    if p.eat("activated abilities of") {
        let what = noun::selector(p)?;
        if super::chooses(&what) {
            return None;
        }
        p.expect("can't be activated")?;
        let but_mana = p.eat("unless they're mana abilities");
        let cant = Prohibition::Activate { what, but_mana, by: None };
        return Some(Rule::one(Continuous::Cant(cant)));
    }
    let of = crate::grammar::reference::possessor(p)?;
    crate::grammar::continuous::activated_abilities(p, &Selector::Ref(of)).map(Rule::of)
}
