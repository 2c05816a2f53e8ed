//! Who and what plays a role in an event: "~ or another creature", "one or more Goblins you control", "an opponent".

use lawmage_ir::{CardType, EventPattern, Filter, Kind, Ref, Selector, Test, Who};

use super::Found;
use crate::grammar::noun;
use crate::parse::Parser;

/// The subject of an event.
#[derive(Clone, Debug)]
pub(crate) struct Subject {
    /// What fits.
    pub filter: Filter,
    /// "one or more".
    pub batch: bool,
    /// It is the object itself and nothing else.
    pub this: bool,
    /// How many at least: "two or more".
    pub least: u32,
}

impl Subject {
    fn single(filter: Filter) -> Self {
        let this = filter.test == Test::Is(Ref::This);
        Self { filter, batch: false, this, least: 1 }
    }

    /// An event with this subject.
    pub fn found(&self, pattern: EventPattern) -> Found {
        Found {
            pattern,
            subject: Some(self.filter.clone()),
            this: self.this,
            plural: self.batch,
            object: None,
            actor: false,
            number: false,
            attacker: None,
        }
    }
}

/// The object itself, or it with others.
const THIS: Test = Test::Is(Ref::This);

/// An object as the subject of an event.
pub(crate) fn subject_of(p: &mut Parser<'_>) -> Option<Subject> {
    if p.eat("~") {
        if p.at("'s") {
            return None;
        }
        return Some(with_others(p));
    }
    // 702.55b
    if p.eat("the creature it haunts") || p.eat("the creature ~ haunts") {
        return Some(Subject::single(Filter::permanent(Test::Is(Ref::Linked(lawmage_ir::HAUNTED)))));
    }
    if let Some(host) = p.attempt(host) {
        return Some(Subject::single(host));
    }
    if p.eat("either of") || p.eat("any of") {
        return match noun::selector(p)? {
            Selector::Ref(r) => Some(Subject::single(Filter::permanent(Test::Is(r)))),
            _ => None,
        };
    }
    if p.eat("a card or token") {
        return Some(Subject::single(Filter::new(Kind::Object, Test::Any)));
    }
    if let Some(commander) = p.attempt(commander) {
        return Some(Subject::single(commander));
    }
    if p.eat("one or more of") || p.eat("one or more") {
        let filter = noun::filter(p)?;
        return Some(Subject { filter, batch: true, this: false, least: 1 });
    }
    if let Some((least, filter)) = p.attempt(|p| {
        let at_least = p.eat("at least");
        let least = p.number()?;
        if !at_least {
            p.expect("or more")?;
        }
        Some((least, noun::filter(p)?))
    }) {
        return Some(Subject { filter, batch: true, this: false, least: u32::try_from(least).ok()? });
    }
    if p.at("another") {
        return noun::filter(p).map(Subject::single);
    }
    if p.eat("a") || p.eat("an") || p.eat("any") {
        return noun::filter(p).map(Subject::single);
    }
    // "that creature", "it", "either of those creatures": delayed triggers.
    p.eat_any(&["either of", "any of", "one of"]);
    // A source may be a spell or anything else (609.7a).
    let said = crate::grammar::reference::referent(&mut p.clone());
    let source = said.is_some_and(|said| said.sort == crate::parse::Sort::Object && !said.this);
    let kind = if source { Kind::Object } else { Kind::Permanent };
    let referred = p.attempt(|p| match noun::selector(p)? {
        Selector::Ref(r) => Some(r),
        _ => None,
    })?;
    Some(Subject::single(Filter::new(kind, Test::Is(referred))))
}

/// "your commander" (903.3): a permanent, wherever nothing else is said.
fn commander(p: &mut Parser<'_>) -> Option<Filter> {
    p.expect("your commander")?;
    if p.at("'s") {
        return p.fail("what it does");
    }
    Some(Filter::permanent(crate::grammar::condition::your_commander()))
}

/// A second of two that may have the part: "or equipped creature", "or a land you control", "or your commander". Of another
/// kind than the first it makes an event of its own.
pub(super) fn or_another(p: &mut Parser<'_>) -> Option<Filter> {
    p.attempt(|p| {
        p.expect("or")?;
        if let Some(found) = p.first(&[host, commander]) {
            return Some(found);
        }
        if !p.at("another") {
            p.eat_any(&["a", "an"])?;
        }
        noun::filter(p)
    })
}

/// The subject or this other.
pub(super) fn either(subject: &Subject, other: Filter) -> Subject {
    let test = Test::Or(vec![subject.filter.test.clone(), other.test]);
    Subject { filter: Filter::new(other.kind, test), this: false, ..subject.clone() }
}

/// After "~": "or another creature you control", "and/or one or more other creatures".
fn with_others(p: &mut Parser<'_>) -> Subject {
    let this = Filter::permanent(THIS);
    if p.eat("or a creature it's paired with") {
        let partner = Test::Is(Ref::Partner(Box::new(Ref::This)));
        return Subject::single(Filter::permanent(Test::Or(vec![THIS, partner])));
    }
    if let Some(host) = p.attempt(|p| {
        p.expect("or")?;
        host(p)
    }) {
        return Subject::single(Filter::permanent(Test::Or(vec![THIS, host.test])));
    }
    let more = p.attempt(|p| {
        let batch = !matches!(
            p.eat_any(&["or another", "or other", "and/or one or more other", "or one or more other"])?,
            0 | 1
        );
        let other = noun::filter(p)?;
        // "~ or another creature with the same name"
        let namesake = p.eat("with the same name").then_some(Test::Shares(lawmage_ir::Quality::Name, Ref::This));
        Some((Filter::new(other.kind, Test::all(std::iter::once(other.test).chain(namesake))), batch))
    });
    match more {
        Some((other, batch)) => {
            let test = Test::Or(vec![THIS, Test::all([other.test, Test::not(THIS)])]);
            Subject { filter: Filter::new(other.kind, test), batch, this: false, least: 1 }
        }
        None => Subject::single(this),
    }
}

/// "enchanted creature", "equipped creature": what it is attached to.
fn host(p: &mut Parser<'_>) -> Option<Filter> {
    p.eat_any(&["enchanted", "equipped", "fortified"])?;
    if p.eat("player") {
        return None;
    }
    let filter = noun::filter(p)?;
    // "enchanted creature's controller" is a player's phrase.
    if p.at("'s") {
        return None;
    }
    let plain = matches!(filter.test, Test::Type(_) | Test::Subtype(_) | Test::Any);
    plain.then(|| Filter::permanent(Test::Is(Ref::Host(Box::new(Ref::This)))))
}

/// A recipient, defender, blocker or the like: "a player", "you", "a creature", "another creature".
pub(crate) fn object_of(p: &mut Parser<'_>) -> Option<Filter> {
    if let Some(filter) = p.attempt(player_or_permanent) {
        return Some(filter);
    }
    if let Some(who) = p.attempt(player_phrase) {
        return Some(player_filter(who));
    }
    let subject = p.attempt(subject_of)?;
    // "two or more creatures" is more than a filter says.
    (subject.least == 1).then_some(subject.filter)
}

/// "you or a planeswalker you control", "a player or planeswalker", "an opponent or battle".
fn player_or_permanent(p: &mut Parser<'_>) -> Option<Filter> {
    const PHRASES: &[(&str, Who, &[CardType], bool)] = &[
        ("you or a planeswalker you control", Who::You, &[CardType::Planeswalker], true),
        ("you and/or one or more planeswalkers you control", Who::You, &[CardType::Planeswalker], true),
        ("you and/or planeswalkers you control", Who::You, &[CardType::Planeswalker], true),
        ("you or a permanent you control", Who::You, &[], true),
        ("you or another permanent you control", Who::You, &[], true),
        ("a player or planeswalker", Who::All, &[CardType::Planeswalker], false),
        ("a player or a planeswalker", Who::All, &[CardType::Planeswalker], false),
        ("a player or battle", Who::All, &[CardType::Battle], false),
        ("a player , planeswalker , or battle", Who::All, &[CardType::Planeswalker, CardType::Battle], false),
        ("an opponent or a planeswalker an opponent controls", Who::Opponents, &[CardType::Planeswalker], true),
        (
            "one of your opponents or a planeswalker an opponent controls",
            Who::Opponents,
            &[CardType::Planeswalker],
            true,
        ),
        ("one of your opponents or a planeswalker they control", Who::Opponents, &[CardType::Planeswalker], true),
        ("an opponent or a permanent an opponent controls", Who::Opponents, &[], true),
        ("an opponent or planeswalker", Who::Opponents, &[CardType::Planeswalker], false),
        ("an opponent or battle", Who::Opponents, &[CardType::Battle], false),
        ("a creature or player", Who::All, &[CardType::Creature], false),
        ("a permanent or player", Who::All, &[], false),
        ("a player or permanent", Who::All, &[], false),
        ("a creature or opponent", Who::Opponents, &[CardType::Creature], false),
    ];
    if p.eat("the chosen player or a permanent they control") {
        let who = Who::Chosen(p.scope.face.player?);
        return Some(player_or(&who, Test::Controlled(who.clone())));
    }
    if let Some(who) = p.attempt(|p| {
        let who = player_phrase(p)?;
        p.expect("or a permanent that player controls")?;
        matches!(who, Who::Ref(_)).then_some(who)
    }) {
        return Some(player_or(&who, Test::Controlled(who.clone())));
    }
    if p.eat("~ and/or you") || p.eat("you and/or ~") {
        let you = Test::all([Test::Player, Test::Controlled(Who::You)]);
        return Some(Filter::new(Kind::PlayerOrPermanent, Test::Or(vec![THIS, you])));
    }
    if p.eat("the player with the most life or tied for most life") {
        let life = |who: Who| lawmage_ir::Amount::Life(who);
        let most = lawmage_ir::Amount::GreatestLife(Who::All);
        let leads = lawmage_ir::Condition::Compare(life(Who::Ref(Ref::It)), lawmage_ir::Cmp::AtLeast, most);
        return Some(Filter::new(Kind::Player, Test::If(Box::new(leads))));
    }
    for (phrase, who, types, theirs) in PHRASES {
        if p.eat(phrase) {
            let types = match types {
                [] => Test::Any,
                [one] => Test::Type(*one),
                many => Test::Or(many.iter().map(|t| Test::Type(*t)).collect()),
            };
            let other = phrase.contains(" another ").then_some(Test::not(THIS));
            let theirs = theirs.then(|| Test::Controlled(who.clone()));
            let permanents = Test::all(other.into_iter().chain([types]).chain(theirs));
            return Some(player_or(who, permanents));
        }
    }
    // "you or a white creature you control"
    p.eat_any(&["you or a", "you or an"])?;
    let theirs = noun::noun(p).filter(|noun| !noun.plural && noun.filter.kind == Kind::Permanent)?;
    theirs
        .filter
        .test
        .conjuncts()
        .contains(&Test::Controlled(Who::You))
        .then(|| player_or(&Who::You, theirs.filter.test))
}

/// These players, or permanents for which the test holds.
pub(crate) fn player_or(who: &Who, permanents: Test) -> Filter {
    let players = match who {
        // Each of them, where "deals damage" alone says nothing of whom (120.2).
        Who::All if permanents == Test::Any => {
            let all = Test::Or(vec![Test::Player, Test::not(Test::Player)]);
            return Filter::new(Kind::PlayerOrPermanent, all);
        }
        Who::All => return Filter::new(Kind::PlayerOrPermanent, permanents),
        who => Test::all([Test::Player, Test::Controlled(who.clone())]),
    };
    let permanents = Test::all([Test::not(Test::Player), permanents]);
    Filter::new(Kind::PlayerOrPermanent, Test::Or(vec![players, permanents]))
}

/// A player as subject or object of an event.
pub(crate) fn player_phrase(p: &mut Parser<'_>) -> Option<Who> {
    const PHRASES: &[(&str, Who)] = &[
        ("you or one of your teammates", Who::Team),
        ("you", Who::You),
        ("a player", Who::All),
        ("any player", Who::All),
        ("one or more players", Who::All),
        ("each player", Who::All),
        ("an opponent", Who::Opponents),
        ("one of your opponents", Who::Opponents),
        ("one or more opponents", Who::Opponents),
        ("one or more of your opponents", Who::Opponents),
        ("each opponent", Who::Opponents),
        ("another player", Who::Others),
        ("defending player", Who::Defending),
    ];
    for (phrase, who) in PHRASES {
        if p.at(phrase) {
            let end = phrase.split(' ').count();
            if matches!(p.word_at(end), "'s" | "control" | "controls" | "own" | "owns") {
                return None;
            }
            p.eat(phrase);
            if p.at("who") && matches!(who, Who::All | Who::Opponents | Who::Others) {
                return crate::grammar::player::such(p, who.clone());
            }
            return Some(who.clone());
        }
    }
    if p.eat("enchanted player") || p.eat("enchanted opponent") {
        return Some(Who::Ref(Ref::Host(Box::new(Ref::This))));
    }
    if p.eat("the chosen player") {
        return p.scope.face.player.map(Who::Chosen);
    }
    if p.eat("one of the chosen players") {
        return p.scope.face.players.map(Who::Chosen);
    }
    if p.eat("that player") || p.eat("they") {
        let that = p.scope.latest(|r| r.sort == crate::parse::Sort::Player)?;
        return match that.handle {
            crate::parse::Handle::Who(who) => Some(who),
            _ => None,
        };
    }
    super::step::host_player(p)
}

/// A filter for these players.
pub(crate) fn player_filter(who: Who) -> Filter {
    match who {
        Who::All => Filter::new(Kind::Player, Test::Any),
        Who::Ref(r) => Filter::new(Kind::Player, Test::Is(r)),
        who => Filter::new(Kind::Player, Test::Controlled(who)),
    }
}

/// The filter with one more test.
pub(crate) fn and_test(filter: Filter, test: Test) -> Filter {
    Filter::new(filter.kind, Test::all([filter.test, test]))
}

/// Whether each such event is of one object, so that their number is how many objects they are of.
pub(super) fn of_one_each(pattern: &EventPattern) -> bool {
    match pattern {
        EventPattern::Or(any) => any.iter().all(of_one_each),
        EventPattern::Moves { .. }
        | EventPattern::Attacks { .. }
        | EventPattern::Tapped(_)
        | EventPattern::Untapped(_)
        | EventPattern::TurnedFaceUp(_)
        | EventPattern::PhasesOut(_)
        | EventPattern::PhasesIn(_) => true,
        _ => false,
    }
}
