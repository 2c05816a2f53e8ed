//! "can't" (101.2).

use lawmage_ir::{
    CardType, Condition, Continuous, EventPattern, Filter, Kind, Prohibition, Ref, Selector, Span, Test, Who, Zone,
};

use super::prices::{unless_pays, unless_sacrificed, unless_you};
use super::table::{OF_OBJECTS, OF_PLAYERS};
use crate::grammar::continuous::creatures;
use crate::grammar::{cost, counter, noun, player, selector, zone};
use crate::parse::{Parser, Referent};

/// After "can't", of objects.
pub fn objects(p: &mut Parser<'_>, subject: &Selector) -> Option<Vec<Prohibition>> {
    let what = subject.clone();
    if p.eat("attack or block alone") {
        return Some(vec![Prohibition::AttackAlone(what.clone()), Prohibition::BlockAlone(what)]);
    }
    if let Some((words, make)) = OF_OBJECTS.iter().find(|(words, _)| p.eat(words)) {
        if *words == "be countered" && p.eat("by") && !p.eat("spells or abilities") {
            let by = noun::filter(p)?;
            let on_stack = matches!(by.kind, Kind::Spell | Kind::Ability | Kind::OnStack);
            return if on_stack { Some(vec![Prohibition::CounterBy(what, by)]) } else { p.fail("spells or abilities") };
        }
        // Of certain permanents it would have to be known which they were as they phased out.
        if *words == "phase in" && !matches!(&what, Selector::All(all) if all.test == Test::Any) {
            return p.fail("all permanents");
        }
        return Some(vec![make(what)]);
    }
    // "attack, block, or crew Vehicles"
    if let Some(make) = p.attempt(|p| {
        p.expect("attack , block , or")?;
        OF_OBJECTS.iter().find(|(words, _)| p.eat(words)).map(|(_, make)| make)
    }) {
        return Some(vec![
            Prohibition::Attack { what: what.clone(), whom: None, unless: None },
            Prohibition::Block { what: what.clone(), whom: None, unless: None },
            make(what),
        ]);
    }
    if p.eat("attack or block") {
        let unless = unless_pays(p);
        return Some(vec![
            Prohibition::Attack { what: what.clone(), whom: None, unless: unless.clone() },
            Prohibition::Block { what, whom: None, unless },
        ]);
    }
    if let Some(with) = p.attempt(|p| super::company::unless_with(p, subject)) {
        return Some(vec![with]);
    }
    if p.eat("attack") {
        let whom = defenders(p);
        let unless = unless_pays(p)
            .or_else(|| p.attempt(|p| unless_you(p, subject)))
            .or_else(|| p.attempt(|p| unless_sacrificed(p, subject)));
        let or_block = whom.is_none() && unless.is_none() && p.eat("or block");
        let mut all = vec![Prohibition::Attack { what: what.clone(), whom, unless }];
        if or_block {
            all.push(Prohibition::Block { what, whom: None, unless: None });
        }
        return Some(all);
    }
    if p.eat("block or be blocked by") {
        let others = noun::noun(p)?;
        if !others.plural || others.among.is_some() || others.limit.is_some() || others.filter.kind != Kind::Permanent {
            return p.fail("creatures");
        }
        let others = Selector::All(others.filter);
        let block = Prohibition::Block { what: what.clone(), whom: Some(others.clone()), unless: None };
        return Some(vec![block, Prohibition::Block { what: others, whom: Some(what), unless: None }]);
    }
    if p.eat("block") {
        let whom = p.attempt(|p| selector::one(p)).filter(|s| !s.players).map(|s| s.selector);
        let unless = unless_pays(p);
        return Some(vec![Prohibition::Block { what, whom, unless }]);
    }
    if let Some(over) = p.attempt(|p| counters_over(p, subject)) {
        return Some(vec![over]);
    }
    if p.eat("have") {
        let kind = if p.eat("more than one") { None } else { Some(()) };
        kind?;
        let kind = counter::kind(p)?;
        p.expect("put on")?;
        p.eat_any(&["it", "them"])?;
        return Some(vec![Prohibition::Counters(what, kind)]);
    }
    p.expect("be")?;
    passive(p, what).map(|c| vec![c])
}

/// Behind "each player may": "attack only the nearest opponent in the chosen direction and planeswalkers controlled by that opponent".
pub(crate) fn only_nearest(p: &mut Parser<'_>) -> Option<Prohibition> {
    p.expect("attack only the nearest opponent in the")?;
    p.eat_any(&["chosen direction", "last chosen direction"])?;
    p.expect("and planeswalkers controlled by that opponent")?;
    let directions = p.scope.face.words.iter().map(|word| &**word).eq(crate::grammar::test::kind::DIRECTIONS);
    let linked = p.scope.face.word.filter(|_| directions).or_else(|| p.fail("a direction chosen before"))?;
    Some(Prohibition::AttackOnlyNearest(linked))
}

/// "have more than seven charge counters on it" (704.5r).
fn counters_over(p: &mut Parser<'_>, what: &Selector) -> Option<Prohibition> {
    p.expect("have more than")?;
    let most = u32::try_from(p.number()?).ok()?;
    let kind = counter::kind(p)??;
    p.expect("on")?;
    p.eat_any(&["it", "them"])?;
    Some(Prohibition::CountersOver(what.clone(), kind, most))
}

/// "~ can be attached only to a legendary creature": to nothing else.
pub(crate) fn attached_only(p: &mut Parser<'_>) -> Option<Prohibition> {
    p.expect("~ can be attached only to")?;
    p.eat_any(&["a", "an"])?;
    let noun = noun::noun(p)?;
    if noun.plural || noun.among.is_some() || noun.limit.is_some() || noun.filter.kind != Kind::Permanent {
        return p.fail("a permanent");
    }
    let others = Filter::permanent(Test::not(noun.filter.test));
    Some(Prohibition::Attach { what: Selector::All(others), by: Filter::permanent(Test::Is(Ref::This)) })
}

/// "creatures with even mana values", with which players can't block: such creatures of theirs can't (509.1b).
fn block_with(p: &mut Parser<'_>, who: Who) -> Option<Prohibition> {
    let noun = noun::noun(p)?;
    if !noun.plural || noun.among.is_some() || noun.limit.is_some() || noun.filter.kind != Kind::Permanent {
        return p.fail("creatures");
    }
    let test = Test::all([noun.filter.test, Test::Controlled(who)]);
    Some(Prohibition::Block { what: Selector::All(Filter::permanent(test)), whom: None, unless: None })
}

/// After "can't be".
fn passive(p: &mut Parser<'_>, what: Selector) -> Option<Prohibition> {
    if p.eat("blocked") {
        return blocked(p, what);
    }
    if p.eat("cast") {
        return match what {
            Selector::All(spells) if spells.kind == Kind::Spell => Some(Prohibition::Cast(Who::All, spells)),
            _ => p.fail("spells"),
        };
    }
    if p.eat("enchanted") {
        let aura = Test::Subtype(lawmage_ir::Subtype::AURA);
        let other = p.eat("by other auras").then(|| Test::not(Test::Is(Ref::This)));
        let by = Filter::permanent(Test::all([aura].into_iter().chain(other)));
        return Some(Prohibition::Attach { what, by });
    }
    if p.eat("played") {
        return match what {
            Selector::All(lands) if super::is_of_lands(&lands) => {
                Some(Prohibition::PlayLand(Who::All, super::as_cards(&lands)))
            }
            _ => p.fail("lands"),
        };
    }
    if p.eat("equipped") {
        let by = Filter::permanent(Test::Subtype(lawmage_ir::Subtype::EQUIPMENT));
        return Some(Prohibition::Attach { what, by });
    }
    p.expect("the")?;
    p.eat_any(&["target of", "targets of"])?;
    let _ = p.eat("a");
    let by = match p.attempt(from_such_sources).or_else(|| p.attempt(abilities_from)) {
        Some(by) => by,
        None => noun::noun(p)?.filter,
    };
    let by = (by != Filter::new(Kind::OnStack, Test::Any)).then_some(by);
    Some(Prohibition::Target { what, by })
}

/// "black spells or abilities from black sources", "nongreen spells your opponents control or abilities from nongreen sources your
/// opponents control": a spell is its own source (113.7).
fn from_such_sources(p: &mut Parser<'_>) -> Option<Filter> {
    let (not, color) = color_word(p)?;
    p.expect("spells")?;
    let whose = p.attempt(controllers);
    p.expect("or abilities from")?;
    (color_word(p)? == (not, color)).then_some(())?;
    p.expect("sources")?;
    (p.attempt(controllers) == whose).then_some(())?;
    let quality = if not { Test::not(Test::Color(color)) } else { Test::Color(color) };
    let whose = whose.map(Test::Controlled);
    let test = Test::all([Test::SourceIs(Box::new(quality))].into_iter().chain(whose));
    Some(Filter::new(Kind::OnStack, test))
}

/// "abilities from artifact sources": not spells.
fn abilities_from(p: &mut Parser<'_>) -> Option<Filter> {
    p.expect("abilities from")?;
    let (of, plural) = noun::word::card_type(p.word())?;
    p.advance();
    p.expect("sources").filter(|()| !plural)?;
    Some(Filter::new(Kind::Ability, Test::SourceIs(Box::new(Test::Type(of)))))
}

/// "black" or "nonblack".
fn color_word(p: &mut Parser<'_>) -> Option<(bool, lawmage_ir::Color)> {
    let word = p.word();
    let (not, word) = word.strip_prefix("non").map_or((false, word), |rest| (true, rest));
    let color = lawmage_ir::Color::from_word(word.trim_start_matches('-'))?;
    p.advance();
    Some((not, color))
}

fn controllers(p: &mut Parser<'_>) -> Option<Who> {
    let whose = player::relation(p)?;
    p.eat_any(&["control", "controls"])?;
    Some(whose)
}

/// After "can't be blocked": "", "by creatures with power 2 or less", "except by two or more creatures", "by more than one creature".
fn blocked(p: &mut Parser<'_>, what: Selector) -> Option<Prohibition> {
    if p.at("this turn except by") || p.at("this turn by") {
        p.expect("this turn")?;
        p.scope.early = Some(lawmage_ir::Duration::EndOfTurn);
    }
    if p.eat("unless all creatures defending player controls block it") {
        return Some(Prohibition::BlockedUnlessByAll(what));
    }
    if let Some(cost) = p.attempt(|p| {
        p.expect("unless defending player pays")?;
        let cost = cost(p)?;
        p.expect("for each creature they control that's blocking it").map(|()| cost)
    }) {
        let all = Selector::All(creatures());
        return Some(Prohibition::Block { what: all, whom: Some(what), unless: Some(cost) }); // 509.1d
    }
    if p.eat("by more than one creature") {
        return Some(Prohibition::BlockedByMore(what, 1));
    }
    if let Some(n) = p.attempt(|p| {
        p.expect("except by")?;
        let n = p.number()?;
        p.expect("or more creatures")?;
        u32::try_from(n).ok()
    }) {
        return Some(Prohibition::BlockedByFewer(what, n));
    }
    let blockers = if p.eat("by creatures with greater power") {
        // Than the attacker they would block.
        let greater = lawmage_ir::Amount::Stat(lawmage_ir::Stat::Power, Ref::Each);
        let test = Test::Stat(lawmage_ir::Stat::Power, lawmage_ir::Cmp::Greater, greater);
        Filter::permanent(Test::all([Test::Type(CardType::Creature), test]))
    } else if p.eat("except by") {
        let _ = p.eat("a") || p.eat("an");
        let fits = noun::noun(p)?.filter;
        Filter::new(Kind::Permanent, Test::all([Test::Type(CardType::Creature), Test::not(fits.test)]))
    } else if p.eat("by") {
        let _ = p.eat("a") || p.eat("an");
        noun::noun(p)?.filter
    } else {
        creatures()
    };
    Some(Prohibition::Block { what: Selector::All(blockers), whom: Some(what), unless: None })
}

/// "you", "you or planeswalkers you control", "its owner".
fn defenders(p: &mut Parser<'_>) -> Option<Filter> {
    // "a player it has already attacked this turn": each such attack was on that player (508.6).
    if p.eat("a player it has already attacked this turn") {
        let (what, whom) = (Filter::permanent(Test::Is(Ref::This)), Filter::new(Kind::Player, Test::Is(Ref::It)));
        let attack = EventPattern::Attacks { what, whom: Some(whom), alone: false, others: 0 };
        return Some(Filter::new(Kind::Player, Test::Did(Box::new(attack), Span::ThisTurn)));
    }
    if p.eat("planeswalkers you control") {
        let test = Test::all([Test::Type(CardType::Planeswalker), Test::Controlled(Who::You)]);
        return Some(Filter::permanent(test));
    }
    p.attempt(|p| {
        let whom = player::relation(p)?;
        // Whatever of theirs can be attacked.
        if p.attempt(|p| {
            p.expect("or permanents")?;
            (player::relation(p)? == whom).then_some(())?;
            p.eat_any(&["control", "controls"])
        })
        .is_some()
        {
            return Some(Filter::new(Kind::AnyTarget, Test::Controlled(whom)));
        }
        let with_planeswalkers = p.attempt(|p| {
            p.eat_any(&["or planeswalkers", "or a planeswalker"])?;
            player::relation(p)?;
            p.eat_any(&["control", "controls"])
        });
        let of = Test::Controlled(whom);
        Some(match with_planeswalkers {
            Some(_) => Filter::new(
                Kind::AnyTarget,
                Test::all([of, Test::Or(vec![Test::Player, Test::Type(CardType::Planeswalker)])]),
            ),
            None => Filter::new(Kind::Player, of),
        })
    })
}

/// What the players have cast who are spoken of as those who have: "each player who has cast a nonartifact spell this turn".
pub(crate) fn who_cast(who: &Who) -> Option<&Filter> {
    let Who::Such(_, condition) = who else { return None };
    match &**condition {
        Condition::Is(Ref::It, Test::Did(event, Span::ThisTurn)) => match &**event {
            EventPattern::Casts { by: Who::Ref(Ref::It), what } => Some(what),
            _ => None,
        },
        _ => None,
    }
}

/// What stands behind costs that can't be paid so.
const COSTS: &str = "to cast spells or activate abilities";

/// "sacrifice those creatures", "sacrifice creatures to cast spells or activate abilities".
fn sacrifice(p: &mut Parser<'_>, who: &Who) -> Option<Prohibition> {
    p.expect("sacrifice")?;
    // What others control then they may sacrifice.
    if let Some(those) = p.attempt(|p| crate::grammar::reference::referent(p).filter(|r| r.plural)) {
        let those = selector::those(p.scope.select(&those.handle), Test::Controlled(who.clone()));
        return Some(Prohibition::Sacrifice(those));
    }
    let what = noun::noun(p)?;
    p.expect(COSTS)?;
    what.plural.then(|| Prohibition::SacrificeForCosts(who.clone(), what.filter))
}

/// "attack that player": their creatures can't (508.1c).
fn attack(p: &mut Parser<'_>, who: &Who) -> Option<Prohibition> {
    p.expect("attack")?;
    let whom = Some(defenders(p)?);
    let theirs = Test::all([Test::Type(CardType::Creature), Test::Controlled(who.clone())]);
    Some(Prohibition::Attack { what: Selector::All(Filter::permanent(theirs)), whom, unless: None })
}

/// After a player and "can't".
pub fn players(p: &mut Parser<'_>, who: &Who) -> Option<Prohibition> {
    let who = who.clone();
    if let Some((_, make)) = OF_PLAYERS.iter().find(|(words, _)| p.eat(words)) {
        return Some(make(who));
    }
    if p.eat("pay life") {
        if !p.at("or sacrifice") {
            p.expect(COSTS)?;
        }
        let but_mana = p.eat("that aren't mana abilities");
        return Some(Prohibition::PayLife { who, but_mana });
    }
    if let Some(found) = p.attempt(|p| sacrifice(p, &who)).or_else(|| p.attempt(|p| attack(p, &who))) {
        return Some(found);
    }
    if p.eat("get") {
        let kind = counter::kind(p)?;
        return Some(Prohibition::Counters(Selector::Players(who), kind));
    }
    if p.eat("block with more than") {
        let most = u32::try_from(p.number()?).ok()?;
        p.eat_any(&["creatures", "creature"])?;
        return Some(Prohibition::BlockersMax(who, most));
    }
    if p.eat("block with") {
        return block_with(p, who);
    }
    if p.eat("venture into the dungeon more than once each turn") {
        return Some(Prohibition::VentureMax(who, 1));
    }
    if p.eat("search their library") {
        return Some(Prohibition::Search(who));
    }
    if p.eat("draw cards") {
        return Some(Prohibition::DrawMax(who, 0));
    }
    if p.eat("draw more than") {
        let n = u32::try_from(p.number()?).ok()?;
        p.eat_any(&["cards", "card"])?;
        p.expect("each turn")?;
        return Some(Prohibition::DrawMax(who, n));
    }
    if p.eat("untap more than") {
        let n = u32::try_from(p.number()?).ok()?;
        let what = noun::noun(p)?.filter;
        p.eat_any(&["during their untap steps", "during their untap step", "during your untap step"])?;
        return (what.kind == Kind::Permanent).then_some(Prohibition::UntapMax(who, what, n));
    }
    if p.eat("be the target of") || p.eat("be the targets of") {
        let by = noun::noun(p)?.filter;
        let by = (by != Filter::new(Kind::OnStack, Test::Any)).then_some(by);
        return Some(Prohibition::Target { what: Selector::Players(who), by });
    }
    // 508.1c
    if p.eat("attack with creatures") {
        return Some(Prohibition::AttackersMax(who, 0));
    }
    if p.eat("cycle cards") {
        return Some(Prohibition::Cycle(who));
    }
    if p.eat("activate abilities that aren't mana abilities") {
        let any = Selector::All(Filter::new(Kind::Object, Test::Any));
        return Some(Prohibition::Activate { what: any, but_mana: true, by: Some(who) });
    }
    if p.eat("activate abilities of") {
        let of = noun::noun(p)?;
        let there = of.filter.kind == Kind::Permanent
            || matches!(of.filter.kind, Kind::Card(zones) if zones != lawmage_ir::ZoneSet::default());
        if !there || !of.plural {
            return p.fail("permanents, or cards somewhere");
        }
        return Some(Prohibition::Activate { what: Selector::All(of.filter), but_mana: false, by: Some(who) });
    }
    p.expect("cast")?;
    if p.eat("additional") {
        return cast_additional(p, who);
    }
    if p.eat("more than") {
        let n = u32::try_from(p.number()?).ok()?;
        let what = noun::noun(p)?.filter;
        p.expect("each turn")?;
        return Some(Prohibition::CastMax(who, what, n));
    }
    let mut what = of_the_caster(p, &who)?;
    let from = p.attempt(|p| {
        p.expect("from")?;
        if p.eat_any(&["anywhere other than their hands", "anywhere other than their hand"]).is_some() {
            return Some(crate::grammar::replacement::elsewhere(Zone::Hand));
        }
        zone::zones(p)
    });
    if let Some(from) = from {
        what.filter.test = Test::all([what.filter.test, Test::CastFrom(from)]);
    }
    (what.filter.kind == Kind::Spell && what.plural).then(|| Prohibition::Cast(who, what.filter))
}

/// "cast additional spells this turn"
fn cast_additional(p: &mut Parser<'_>, who: Who) -> Option<Prohibition> {
    // Of those who have cast such a spell.
    let what = noun::noun(p)?;
    // "You may cast that card. If you do, you can't cast additional spells this turn."
    let once_cast = who == Who::You && p.scope.latest(|r| r.verb == Some("cast")).is_some();
    if once_cast && what.plural && what.filter.kind == Kind::Spell {
        return Some(Prohibition::Cast(who, what.filter));
    }
    let again = what.plural && who_cast(&who) == Some(&what.filter);
    if again { Some(Prohibition::Cast(who, what.filter)) } else { p.fail("spells like those before") }
}

/// "spells with mana value greater than the number of lands that player controls": of who would cast them.
fn of_the_caster(p: &mut Parser<'_>, who: &Who) -> Option<noun::Noun> {
    let known = p.scope.referents.clone();
    if who.is_group() {
        p.scope.mention(Referent::player(Who::Ref(Ref::Each)));
    }
    let what = noun::noun(p);
    p.scope.referents = known;
    what
}

/// "your life total can't change": life is neither gained nor lost (119.7-8).
pub(crate) fn life_total(p: &mut Parser<'_>) -> Option<Vec<Continuous>> {
    let who = player::possessive(p)?;
    p.eat_any(&["life total can't change", "life totals can't change"])?;
    Some(vec![Continuous::Cant(Prohibition::GainLife(who.clone())), Continuous::Cant(Prohibition::LoseLife(who))])
}
