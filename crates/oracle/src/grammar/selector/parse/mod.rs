//! Quantified noun phrases: targets (115), choices, "each" and "all", references, whole zones, players.

mod all_but;
mod chosen;
mod either;
mod joined;
mod most;
mod target;
mod those;
mod zones;

use lawmage_ir::{Amount, Choice, Filter, Ref, Selector, Test, Who};

pub(crate) use self::either::either;
pub(crate) use self::most::tie_of_before;
pub(crate) use self::target::{OR_THEIRS, one_more_each_kick, opponents_and_theirs, target};
pub(crate) use self::zones::graveyard_end;
pub use self::zones::{fill_zone, lacks_zone};

use self::all_but::{all_but, all_but_end, all_but_of};
use self::chosen::chosen;
use self::joined::{of_those_players, other_than_host};
use self::target::{another_opponent, target_chosen_by, targets};
use self::zones::{library, place_of, whole_zone};
use crate::grammar::noun::{Noun, noun};
use crate::grammar::{amount, player, reference, words};
use crate::parse::{Handle, Parser, Referent, Sort};

/// What a quantified phrase picks, and what to mention of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picked {
    /// Which.
    pub selector: Selector,
    /// What later pronouns may mean; `None` for targets and references, which are mentioned already.
    pub referent: Option<Referent>,
    /// Whether it is of players.
    pub players: bool,
    /// Whether there may be several.
    pub plural: bool,
}

impl Picked {
    fn of(selector: Selector, referent: Option<Referent>) -> Self {
        let plural = referent.as_ref().is_some_and(|r| r.plural);
        Self { selector, referent, players: false, plural }
    }

    /// Mentions it, when it is not mentioned yet.
    pub fn mention(&self, p: &mut Parser<'_>) {
        if let Some(referent) = &self.referent {
            p.scope.mention(referent.clone());
        }
    }
}

/// A quantified phrase, or several joined by "and".
pub fn objects(p: &mut Parser<'_>) -> Option<Picked> {
    joined(p, false)
}

/// The same as a subject: "target creature and each other creature that shares a color with it" gain something together.
pub fn subjects(p: &mut Parser<'_>) -> Option<Picked> {
    joined(p, true)
}

fn joined(p: &mut Parser<'_>, subject: bool) -> Option<Picked> {
    p.attempt(|p| {
        let first = one(p)?;
        let mut all = vec![first];
        while let Some(more) = p.attempt(|p| {
            let comma = p.comma();
            let and = p.eat("and") || p.at("and/or up to one target") && p.eat("and/or");
            if !comma && !and {
                return None;
            }
            // "Enchanted creature and other creatures that share a creature type with it": it, and others than it.
            let of_host = p.at_any(&["other", "all auras attached to that", "all auras attached to it"]);
            let host = match (of_host, all.last().map(|before| (&before.selector, before))) {
                (true, Some((Selector::Ref(host @ Ref::Host(_)), before))) => {
                    before.clone().mention(p);
                    Some(host.clone())
                }
                _ => None,
            };
            let mut more = one(p)?;
            if let (Some(host), Selector::All(filter)) = (host, &mut more.selector) {
                other_than_host(&mut filter.test, &host);
            }
            let together = subject && and && p.at_any(&words::TOGETHER);
            if words::begins_predicate(p.word()) && !together || p.at("also") || (comma && !and && !p.at(",")) {
                return None;
            }
            Some(more)
        }) {
            if let Some(before) = all.last() {
                before.clone().mention(p);
            }
            all.push(more);
        }
        if all.len() == 1 {
            return all.pop();
        }
        let players = all.iter().all(|a| a.players);
        let referents: Vec<Referent> = all.iter().filter_map(|a| a.referent.clone()).collect();
        let mut parts: Vec<Selector> = all.into_iter().map(|a| a.selector).collect();
        if p.scope.actor.is_none()
            && let Some((Selector::Players(group), rest)) = parts.split_first_mut()
        {
            of_those_players(group, rest);
        }
        // "a creature card and a land card from your graveyard": both from there.
        if let Some((last, front)) = parts.split_last_mut()
            && let Some((zone, owner)) = place_of(last)
        {
            front.iter_mut().for_each(|part| fill_zone(part, zone, owner.as_ref()));
        }
        let selector = Selector::Union(parts);
        let mut referent =
            referents.first().cloned().unwrap_or_else(|| Referent::new(Handle::Ref(Ref::This), Sort::Object));
        referent.handle = Handle::Select(Box::new(selector.clone()));
        referent.plural = true;
        referent.before = None;
        Some(Picked { selector, referent: Some(referent), players, plural: true })
    })
}

/// One quantified phrase.
pub fn one(p: &mut Parser<'_>) -> Option<Picked> {
    p.first(&[
        |p| reference::the_rest(p).map(|(left, plural)| Picked { plural, ..Picked::of(left, None) }),
        bare_one,
        all_but_end,
        ring_bearer,
        of_group,
        targets,
        attacked,
        target_chosen_by,
        graveyard_end,
        library,
        another_opponent,
        players,
        most::the_most,
        either::all_chosen,
        either::told_before,
        either::both_in_event,
        of_this_way,
        those::those_that,
        reference,
        whole_zone,
        all,
        chosen,
        plural,
    ])
}

/// "the player or planeswalker it's attacking" (508.1b).
fn attacked(p: &mut Parser<'_>) -> Option<Picked> {
    let permanents = reference::attacked_permanents(p)?;
    let of = if p.eat("it's attacking") {
        let it = reference::it_of(p);
        p.scope.reference(&it.handle)?
    } else {
        let of = reference::reference(p)?;
        p.expect("is attacking")?;
        of
    };
    Some(Picked::of(Selector::Ref(Ref::Attacked(Box::new(of), permanents)), None))
}

/// A pronoun or definite phrase.
fn reference(p: &mut Parser<'_>) -> Option<Picked> {
    let referent = reference::referent(p)?;
    if p.at("'s") {
        return p.fail("an object");
    }
    let selector = p.scope.select(&referent.handle);
    // "each of those creatures you don't control"
    if referent.plural
        && let Some(whose) = p.eat_any(&["you control", "you don't control"])
    {
        let yours = Test::Controlled(Who::You);
        let some = those(selector, if whose == 0 { yours } else { Test::not(yours) });
        let referent = Referent { handle: Handle::Select(Box::new(some.clone())), before: None, ..referent };
        return Some(Picked { selector: some, plural: true, players: false, referent: Some(referent) });
    }
    Some(Picked { selector, plural: referent.plural, players: false, referent: Some(referent) })
}

/// Players: "you", "each opponent", "that player", "its controller".
fn players(p: &mut Parser<'_>) -> Option<Picked> {
    if p.at("they")
        || p.at("each player 's")
        || p.at_any(&["that player or planeswalker", "that opponent or planeswalker"])
    {
        return None;
    }
    if let Some(which) = p.eat_any(&["an opponent chosen at random", "a player chosen at random"]) {
        let among = if which == 0 { Who::Opponents } else { Who::All };
        let choice = Choice { random: true, ..Choice::exactly(1, Selector::Players(among)) };
        let selector = Selector::Choose(Box::new(choice));
        return Some(Picked { selector, referent: None, players: true, plural: false });
    }
    let who = player::who(p)?;
    if p.at("'s") {
        return p.fail("players");
    }
    player::mention(p, &who);
    let selector = match who {
        Who::Ref(r) => Selector::Ref(r),
        who => Selector::Players(who),
    };
    Some(Picked { selector, referent: None, players: true, plural: false })
}

// ---- targets ---------------------------------------------------------------------------------------------------

/// How many: at least, at most (`None`: any number).
type Range = (Amount, Option<Amount>);

fn exactly(n: Amount) -> Range {
    (n.clone(), Some(n))
}

/// "two", "up to two", "any number of", "one or two", "one, two, or three", "one or more".
fn range(p: &mut Parser<'_>) -> Option<Range> {
    if p.eat("any number of") {
        // "any number of a permanent cards": several all the same.
        let _ = p.at("a permanent cards") && p.eat("a");
        return Some((Amount::Const(0), None));
    }
    if p.eat("up to") {
        return Some((Amount::Const(0), Some(amount::amount(p)?)));
    }
    if p.eat("one or more") {
        return Some((Amount::ONE, None));
    }
    if p.eat("one or both") || p.eat("one or two") {
        return Some((Amount::ONE, Some(Amount::Const(2))));
    }
    if p.eat("one , two , or three") {
        return Some((Amount::ONE, Some(Amount::Const(3))));
    }
    if p.eat("two or three") {
        return Some((Amount::Const(2), Some(Amount::Const(3))));
    }
    if p.eat("exactly") {
        return amount::amount(p).map(exactly);
    }
    amount::amount(p).map(exactly)
}

// ---- groups, libraries, zones ----------------------------------------------------------------------------------

/// "put one onto the battlefield and the other into your hand": one of the cards found or looked at.
fn bare_one(p: &mut Parser<'_>) -> Option<Picked> {
    // "Search your library for three cards and reveal them. An opponent chooses one."
    let chosen =
        p.at("one .") && p.tokens().get(..p.pos()).and_then(<[_]>::last).is_some_and(|t| &*t.text == "chooses");
    let two = p.at("two onto");
    if !chosen && !two && !p.at_any(&["one onto", "one into", "one on", "one back", "one face down"]) {
        return p.fail("one of them");
    }
    p.advance();
    let group = p.scope.group.clone()?;
    let from = not_yet_moved(p, &group);
    let choice = Choice { by: p.scope.actor_here(), ..Choice::exactly(if two { 2 } else { 1 }, from) };
    let selector = Selector::Choose(Box::new(choice));
    let referent = Referent { plural: two, ..Referent::new(Handle::Select(Box::new(selector.clone())), Sort::Card) };
    Some(Picked::of(selector, Some(referent)))
}

/// "one of them", "up to two of those cards", "any number of them", "a card from among them".
fn of_group(p: &mut Parser<'_>) -> Option<Picked> {
    let any = p.at("any number of"); // read with its "of"
    if p.eat("all but") {
        return all_but_of(p);
    }
    let (min, max) = if p.eat("either") { exactly(Amount::ONE) } else { range(p)? };
    if !any {
        p.expect("of")?;
    }
    // Of cards revealed until so many permanent cards are, those.
    let found = |handle: &Handle| matches!(handle, Handle::Ref(Ref::Slot(_)));
    let found = p.scope.taken.iter().find(|taken| found(taken)).cloned();
    if let Some(found) = found.filter(|_| p.eat("those permanent cards")) {
        // They are where they were, until some of them are taken.
        p.scope.taken.retain(|taken| *taken != found);
        return Some(some_of(p, &found, min, max));
    }
    let permanent = p.at("those permanent cards") && p.scope.group.is_some();
    let entered = |r: &Referent| r.handle == Handle::Ref(Ref::Event(lawmage_ir::Role::Subject)) && r.plural;
    let others = p.at("the other creatures").then(|| p.scope.latest(entered)).flatten();
    let group = if let Some(others) = others {
        // "Whenever one or more other creatures you control enter, … one of the other creatures": of those.
        p.expect("the other creatures")?;
        others.handle
    } else if p.eat("them")
        || p.eat("those cards")
        || p.eat("the revealed cards")
        || permanent && p.eat("those permanent cards")
    {
        match p.scope.group.clone() {
            Some(group) => group,
            None => p.scope.latest(|r| r.sort != Sort::Player && r.plural)?.handle,
        }
    } else {
        let said = reference::referent(p)?;
        let (those, moved) = (said.handle, said.verb != Some("chosen"));
        // All of them have been taken: "the rest" would be what they aren't, not what of them is left.
        if moved && p.scope.taken.contains(&those) {
            return p.fail("some of what is left");
        }
        those
    };
    // "Put the other on the bottom": of the targets, of which some are taken first.
    if p.scope.group.is_none() && matches!(group, Handle::Ref(Ref::Target(_))) {
        p.scope.group = Some(group.clone());
        p.scope.taken.clear();
    }
    if permanent {
        let from = those(not_yet_moved(p, &group), Test::PermanentType);
        return Some(some_among(p, from, min, max));
    }
    Some(some_of(p, &group, min, max))
}

/// Some of those that were not moved yet.
fn some_of(p: &mut Parser<'_>, group: &Handle, min: Amount, max: Option<Amount>) -> Picked {
    let from = not_yet_moved(p, group);
    some_among(p, from, min, max)
}

fn some_among(p: &mut Parser<'_>, from: Selector, min: Amount, max: Option<Amount>) -> Picked {
    let random = p.eat("at random");
    let plural = max != Some(Amount::ONE);
    let by = p.scope.actor_here();
    let selector = Selector::Choose(Box::new(Choice { by, from, min, max, limit: None, random }));
    let referent = Referent { plural, ..Referent::new(Handle::Select(Box::new(selector.clone())), Sort::Card) };
    Picked::of(selector, Some(referent))
}

/// The group without what was moved out of it: "Put one of them into your hand, one on the bottom, and exile one of them."
fn not_yet_moved(p: &mut Parser<'_>, group: &Handle) -> Selector {
    let all = p.scope.select(group);
    if p.scope.group.as_ref() != Some(group) {
        return all;
    }
    let moved = |p: &Parser<'_>, handle: &Handle| {
        // What another arm of an "if" did is hidden here.
        let said = p.scope.latest(|r| r.handle == *handle);
        said.is_some_and(|r| !matches!(r.verb, Some("chosen" | "revealed")))
    };
    let gone: Vec<Handle> = p.scope.taken.iter().filter(|handle| moved(p, handle)).cloned().collect();
    let mut gone: Vec<Selector> = gone.iter().map(|handle| p.scope.select(handle)).collect();
    match gone.len() {
        0 => all,
        1 => Selector::Except(Box::new(all), Box::new(gone.remove(0))),
        _ => Selector::Except(Box::new(all), Box::new(Selector::Union(gone))),
    }
}

/// "your Ring-bearer" (701.52e): there is one at most.
fn ring_bearer(p: &mut Parser<'_>) -> Option<Picked> {
    p.expect("your ring-bearer")?;
    if p.at("'s") {
        return None;
    }
    let selector = Selector::All(Filter::permanent(crate::grammar::condition::your_ring_bearer()));
    let types = lawmage_ir::TypeSet::of(lawmage_ir::CardType::Creature);
    let referent = Referent::new(Handle::Select(Box::new(selector.clone())), Sort::Permanent);
    Some(Picked::of(selector, Some(Referent { types, ..referent })))
}

// ---- all and some ----------------------------------------------------------------------------------------------

/// "each creature", "all lands", "each other creature you control".
fn all(p: &mut Parser<'_>) -> Option<Picked> {
    let each = p.eat("each") || p.eat("every");
    if !each {
        p.expect("all")?;
        let _ = p.eat("of the") || p.eat("the");
    }
    let noun = noun(p)?;
    if each && noun.plural {
        return p.fail("a singular noun");
    }
    if !each && p.at("except for") {
        return all_but(p, &noun);
    }
    Some(every(p, noun))
}

/// "the nonland cards revealed this way": all of them.
fn of_this_way(p: &mut Parser<'_>) -> Option<Picked> {
    p.expect("the")?;
    p.sentence_says(&["way"]).then_some(())?;
    let noun = noun(p)?;
    let whole = noun.plural && noun.limit.is_none() && p.last().is_some_and(|token| &*token.text == "way");
    if whole { Some(every(p, noun)) } else { p.fail("what was done this way") }
}

/// A bare plural: "creatures you control".
fn plural(p: &mut Parser<'_>) -> Option<Picked> {
    let noun = noun(p)?;
    if !noun.plural && !alike(&noun) {
        return p.fail("a plural noun");
    }
    Some(every(p, noun))
}

/// Whether the noun's plural looks like its singular: "Merfolk", "Eldrazi".
pub(crate) fn alike(noun: &Noun) -> bool {
    let (types, subtypes, token) = crate::grammar::noun::words_of(&noun.filter.test);
    types.is_empty() && !token && subtypes.last().is_some_and(|s| words::alike(s.word()))
}

fn every(p: &mut Parser<'_>, mut noun: Noun) -> Picked {
    noun.plural = true;
    let selector = match &noun.among {
        Some(group) => those(group.clone(), noun.filter.test.clone()),
        None => Selector::All(noun.filter.clone()),
    };
    if let Some(owner) = noun.owner.clone() {
        player::mention(p, &owner);
    }
    let referent = noun.referent(Handle::Select(Box::new(selector.clone())));
    Picked::of(selector, Some(referent))
}

/// Those of a group that fit; all of it when everything fits.
#[must_use]
pub fn those(group: Selector, test: Test) -> Selector {
    if test == Test::Any { group } else { Selector::Those(Box::new(group), test) }
}
