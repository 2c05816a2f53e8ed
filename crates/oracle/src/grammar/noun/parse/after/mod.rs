//! Modifiers after the head of a noun phrase: whose, where, with what, in which relation, with which history.

mod among;
mod attached;
mod cast;
mod combat;
mod comparison;
pub(crate) mod crafted;
mod each_done;
mod last;
mod named;
mod one_of;
mod produce;
mod relative;
mod shared;
mod this_way;
mod wherever;
mod whose;

use lawmage_ir::{Filter, Kind, Quality, Ref, Status, Test, Who, Zone, ZoneSet};

pub(crate) use self::among::among_this_way;
use self::among::{among_exiled, among_nonland, among_permanents};
pub(crate) use self::attached::drawn_this_turn;
pub(crate) use self::cast::by_its_cost;
pub use self::combat::combat_modifier;
pub use self::comparison::{comparison, stat};
pub(crate) use self::named::name;
pub(crate) use self::relative::targets;
pub(crate) use self::relative::{cast_from, cast_this_turn, cast_zones};
pub(crate) use self::shared::{all_colors, nth_spell, quality, shared_with, shares};
pub(crate) use self::this_way::{dealt_this_way, done_this_way, of_done, returned_to_hand, theirs_this_way};

pub(super) use self::attached::attached;
pub(crate) use self::attached::was_attached;
use self::combat::{FOUGHT_THIS, what_fought_this};
use self::named::named;
use self::relative::relative;
use self::this_way::this_way;
use crate::grammar::noun::with::{with, without};
use crate::grammar::noun::{self, Noun};
use crate::grammar::{player, reference, words, zone};
use crate::parse::{Parser, Sort};

/// Reads every modifier that stands here into the noun.
pub fn modifiers(p: &mut Parser<'_>, noun: &mut Noun) -> Option<()> {
    loop {
        let before = p.pos();
        if let Some(test) = p.attempt(|p| modifier(p, noun)) {
            if last::says_of_last(&mut noun.filter.test, &test) {
                continue;
            }
            let old = std::mem::replace(&mut noun.filter.test, Test::Any);
            noun.filter.test = Test::all([old, test]);
        }
        if p.pos() == before {
            return Some(());
        }
    }
}

fn modifier(p: &mut Parser<'_>, noun: &mut Noun) -> Option<Test> {
    match p.word() {
        "with" => with(p, noun),
        "each" if p.at("each with") => with(p, noun),
        "without" => without(p),
        "that" if p.eat("that don't have a name") || p.eat("that doesn't have a name") => Some(Test::Nameless),
        _ if let Some(protected) = p.attempt(|p| whose::protected(p, noun)) => Some(protected),
        // "a card of their hand"
        "of" if noun.filter.kind == Kind::Card(ZoneSet::default()) && p.at("of their hand") => {
            p.advance();
            let (zones, owner) = crate::grammar::zone::owned_zone(p)?;
            noun.filter.kind = Kind::Card(zones);
            Some(Test::Owned(owner))
        }
        "of" => of(p, noun),
        "in" if p.eat("in that sector") => p.scope.face.sector.map(Test::ChosenSector),
        "in" if p.eat("in the same sector as") => {
            let of = if p.eat("~") { Ref::This } else { reference::reference(p)? };
            Some(Test::SameSector(of))
        }
        "from" if noun.filter.kind == Kind::Permanent && wherever::from_there_or(p, noun.plural) => {
            wherever::or_cards(p, noun)
        }
        "in" | "from" | "on" => place(p, noun),
        "total" if p.at("total in all graveyards") && p.eat("total") => place(p, noun),
        "at" | "chosen" if p.at_any(&["at random", "chosen at random"]) => {
            p.eat_any(&["at random", "chosen at random"])?;
            noun.random = true;
            Some(Test::Any)
        }
        "attached" => attached(p),
        "attacking" | "blocking" | "blocked" => combat_modifier(p),
        "it" | "it's" | "~" if p.at_any(FOUGHT_THIS) => what_fought_this(p),
        "banded" => {
            p.expect("banded with")?;
            Some(Test::BandedWith(if p.eat("~") { Ref::This } else { reference::reference(p)? }))
        }
        "named" => named(p),
        "controlled" if p.at("controlled by players who chose") => by_choosers(p),
        "controlled" if p.eat("controlled by that player or by that planeswalker 's controller") => of_target(p),
        "owned" if p.eat("owned by another player") => Some(Test::Owned(Who::Others)),
        "owned" if p.at("owned by the voter") => self::shared::owned_by(p),
        "controlled" if p.at_any(&["controlled by the next player", "controlled by the player to"]) => {
            p.expect("controlled by")?;
            player::beside(p).map(Test::Controlled)
        }
        "controlled" if p.at("controlled by") && noun.plural && noun.limit.is_none() => controlled_alike(p, noun),
        "other" => {
            p.expect("other than")?;
            other_than(p, noun)
        }
        "except" => {
            p.expect("except")?;
            let _ = p.eat("for");
            other_than(p, noun)
        }
        "that"
            if matches!(noun.filter.kind, Kind::Card(_))
                && p.at_any(&["that aren't on the battlefield", "that isn't on the battlefield"]) =>
        {
            p.eat_any(&["that aren't on the battlefield", "that isn't on the battlefield"])?;
            noun.filter.kind = Kind::Card(crate::grammar::replacement::elsewhere(Zone::Battlefield));
            Some(Test::Any)
        }
        "that" if p.at("that was exiled with ~") && p.eat("that was") => exiled_with(p, noun),
        "that" | "that's" | "who" | "whose" => {
            p.attempt(|p| relative(p, noun)).or_else(|| p.attempt(|p| controlled(p, noun)))
        }
        "dealt" => this_way::dealt_this_way(p),
        "cast" if noun.filter.kind == Kind::Spell => p.attempt(cast_from),
        "you've" if noun.filter.kind == Kind::Spell => p.attempt(this_way::you_cast),
        "exiled" if p.at("exiled this way") => {
            p.attempt(|p| each_done::each_exiled(p, noun)).or_else(|| this_way(p, noun))
        }
        "exiled" => exiled_with(p, noun),
        "created" if p.at("created with ~") || p.at("created with it") && reference::it_of(p).this => {
            p.eat_any(&["created with ~", "created with it"])?;
            Some(Test::Is(Ref::Linked(p.scope.face.created())))
        }
        "drawn" if p.at("drawn this turn") && matches!(noun.filter.kind, Kind::Card(_)) => {
            p.expect("drawn this turn").map(|()| drawn_this_turn())
        }
        word if words::done(word).is_some() => this_way(p, noun),
        "not" => {
            p.expect("not")?;
            let test = p.attempt(|p| modifier(p, noun)).or_else(|| unit_after_not(p))?;
            Some(Test::not(test))
        }
        "you" if p.at("you put into your hand this way") => {
            p.expect("you")?;
            this_way(p, noun)
        }
        "used" => crafted::used(p),
        "using" if noun.filter.kind == Kind::Spell => p.first(&[cast::using_its_mana, cast::by_its_cost]),
        "~" if p.eat("~ can enchant") => Some(Test::CouldHold(Ref::This)),
        _ => p.attempt(|p| theirs_this_way(p, noun)).or_else(|| controlled(p, noun)),
    }
}

/// "exiled with ~", "exiled with it", "exiled with cards named ~" (607.2a).
fn exiled_with(p: &mut Parser<'_>, noun: &mut Noun) -> Option<Test> {
    // "This creature has … of all cards exiled with it."
    let own = p.scope.latest(|r| r.sort != crate::parse::Sort::Player && !r.plural && !r.hidden());
    let named = p.eat_any(&["exiled with cards named ~", "exiled with a card named ~"]).is_some();
    // "Sacrifice this, then return all cards exiled with it": as it was there.
    let this = |r: &crate::parse::Referent| {
        r.this || r.before == Some(Ref::This) || r.handle == crate::parse::Handle::Ref(Ref::It)
    };
    let its = !named && own.as_ref().is_none_or(this);
    let said = named || (its && p.eat("exiled with it"));
    if !said {
        p.expect("exiled with ~")?;
    }
    let linked = p.scope.face.exiled();
    // "Each other card exiled with ~", right after one was: other than that one.
    let number = |r: &crate::parse::Referent| r.plural == noun.plural || !r.plural;
    if let Some(last) = p.scope.latest(|r| r.sort == Sort::Card && r.verb == Some("exiled") && number(r))
        && let Some(one) = p.scope.reference(&last.handle)
    {
        let other = Test::not(Test::Is(Ref::This));
        match &mut noun.filter.test {
            test if *test == other => *test = Test::not(Test::Is(one)),
            Test::And(all) => all.iter_mut().filter(|t| **t == other).for_each(|t| {
                *t = Test::not(Test::Is(one.clone()));
            }),
            _ => {}
        }
    }
    if let Kind::Card(zones) = &mut noun.filter.kind {
        *zones = ZoneSet::of(Zone::Exile);
    }
    Some(Test::Is(if named { Ref::LinkedByName(linked) } else { Ref::Linked(linked) }))
}

fn unit_after_not(p: &mut Parser<'_>) -> Option<Test> {
    p.fail("a modifier")
}

/// "controlled by that player or by that planeswalker's controller": the target's, whichever it is.
fn of_target(p: &mut Parser<'_>) -> Option<Test> {
    let said = p.scope.latest(|r| r.sort == Sort::Any && r.handle.is_of_targets() && !r.plural)?;
    let target = p.scope.reference(&said.handle)?;
    Some(Test::Controlled(Who::Controller(Box::new(target))))
}

/// "controlled by players who chose war".
fn by_choosers(p: &mut Parser<'_>) -> Option<Test> {
    p.expect("controlled by players")?;
    crate::grammar::player::such(p, Who::All).map(Test::Controlled)
}

/// "controlled by the same player", "controlled by different opponents": of all of them together.
fn controlled_alike(p: &mut Parser<'_>, noun: &mut Noun) -> Option<Test> {
    use lawmage_ir::SetLimit;
    if noun.filter.kind != Kind::Permanent {
        return p.fail("permanents");
    }
    const ALIKE: [&str; 4] = [
        "controlled by the same player",
        "controlled by the same opponent",
        "controlled by different players",
        "controlled by different opponents",
    ];
    let which = p.eat_any(&ALIKE)?;
    if which < 2 {
        // Who controls one of them controls all.
        noun.owner = Some(Who::All);
        noun.limit = Some(SetLimit::AllShare(Quality::Controller));
    } else {
        noun.limit = Some(SetLimit::AllDiffer(Quality::Controller));
    }
    Some(if which % 2 == 0 { Test::Any } else { Test::Controlled(Who::Opponents) })
}

/// "you control", "an opponent controls", "you don't control", "you own", "that player controls".
fn controlled(p: &mut Parser<'_>, noun: &mut Noun) -> Option<Test> {
    // "you" begins many things: look ahead before reading a player.
    let whose = if p.eat("you and your opponents") { Who::All } else { player::relation(p)? };
    if whose == Who::Active && p.eat("has controlled continuously since the beginning of the turn") {
        return Some(Test::all([Test::Controlled(whose), Test::Status(Status::ControlledThroughout)]));
    }
    let _ = p.at("already control") && p.eat("already");
    let negated = p.eat_any(&["don't", "doesn't", "didn't"]).is_some();
    // "a Spider you controlled": who controlled it as it did what is spoken of.
    let test = if p.eat("control") || p.eat("controls") || p.eat("controlled") {
        if !negated && (p.eat("but don't own") || p.eat("but doesn't own")) {
            Test::all([Test::Controlled(whose.clone()), Test::not(Test::Owned(whose.clone()))])
        } else {
            Test::Controlled(whose.clone())
        }
    } else if !negated && p.at("own but") {
        // "permanent you own but don't control"
        p.expect("own but")?;
        p.eat_any(&["don't control", "doesn't control"])?;
        Test::all([Test::Owned(whose.clone()), Test::not(Test::Controlled(whose.clone()))])
    } else if !negated && (p.eat("neither own nor control") || p.eat("neither owns nor controls")) {
        Test::all([Test::not(Test::Owned(whose.clone())), Test::not(Test::Controlled(whose.clone()))])
    } else if !negated && p.eat("own or control") {
        Test::Or(vec![Test::Owned(whose.clone()), Test::Controlled(whose.clone())])
    } else if p.eat("both own and control") || p.eat("own and control") {
        Test::all([Test::Owned(whose.clone()), Test::Controlled(whose.clone())])
    } else if !negated && noun.filter.kind == Kind::Spell && p.at("cast") && (p.eat("cast has") || p.eat("cast have")) {
        // "each instant spell you cast has …": who casts a spell controls it.
        p.go_back_to(p.pos().saturating_sub(1));
        Test::Controlled(whose.clone())
    } else if !negated
        && noun.filter.kind == Kind::Spell
        && p.at_any(&["cast with", "cast that's", "cast that are", "cast of the chosen", "casts with"])
    {
        // "creature spells you cast with mana value 6 or greater": what follows is said of the spells.
        p.advance();
        Test::Controlled(whose.clone())
    } else if !negated && noun.filter.kind == Kind::Spell && p.at_any(&["cast using", "cast for its", "cast for their"])
    {
        p.advance();
        Test::all([Test::Controlled(whose.clone()), cast::by_its_cost(p)?])
    } else if !negated && noun.filter.kind == Kind::Spell && p.at("cast from") {
        // "spells you cast from exile have …"
        let from = cast_from(p)?;
        p.at_any(&["has", "have", "with"]).then_some(())?;
        Test::all([Test::Controlled(whose.clone()), from])
    } else if !negated && whose == Who::You && noun.filter.kind == Kind::Permanent && p.eat("cast this turn") {
        cast_this_turn(Some(Who::You))
    } else if p.eat("own") || p.eat("owns") {
        let test = Test::Owned(whose.clone());
        // "creature card you own in exile"
        test
    } else {
        return p.fail("control");
    };
    if !negated && !matches!(whose, Who::You) {
        noun.owner = Some(whose);
    }
    Some(if negated { Test::not(test) } else { test })
}

/// "of the chosen color", "of that type", "of their choice".
fn of(p: &mut Parser<'_>, noun: &mut Noun) -> Option<Test> {
    p.expect("of")?;
    if p.eat_any(&["their choice", "his choice", "its controller 's choice", "that player 's choice"]).is_some() {
        // "They" are who acts, or who was spoken of last: "target creature that player controls of their choice".
        let owner = noun.owner.clone().filter(|_| p.scope.actor.is_none());
        noun.chooser = Some(owner.or_else(|| p.scope.they()).unwrap_or(Who::You));
        return Some(Test::Any);
    }
    if let Some(who) = p.eat_any(&["your choice", "defending player 's choice"]) {
        noun.chooser = Some(if who == 0 { Who::You } else { Who::Defending });
        return Some(Test::Any);
    }
    if p.eat("an opponent 's choice") {
        noun.chooser = Some(Who::Opponents);
        // "target creature of an opponent's choice they control"
        let theirs = p.eat_any(&["they control", "that they control"]).is_some();
        return Some(if theirs { Test::Controlled(Who::Chooser) } else { Test::Any });
    }
    if let Some(kind) = p.eat_any(&["the color of your choice", "the creature type of your choice"]) {
        return Some(match kind {
            0 => Test::ChosenColor(p.scope.choose(lawmage_ir::ValueKind::Color)?),
            _ => Test::ChosenType(p.scope.choose(lawmage_ir::ValueKind::CreatureType)?),
        });
    }
    if let Some(color) = p.scope.each_color
        && p.eat("that color")
    {
        return Some(Test::Color(color));
    }
    if p.scope.each_type && p.eat("that type") {
        return Some(Test::Any);
    }
    if p.eat("the chosen color") || p.eat("that color") || p.eat("the last chosen color") {
        return p.scope.face.color.map(Test::ChosenColor);
    }
    if p.eat("the chosen colors") {
        return p.scope.face.color.map(Test::ChosenColor);
    }
    if let Some(test) = p.attempt(crate::grammar::test::kind::sort) {
        return Some(test);
    }
    // "all cards of each of the sacrificed creature's colors"
    if let Some(test) = p.attempt(|p| {
        p.expect("each of")?;
        let of = reference::possessor(p)?;
        p.expect("colors").map(|()| Test::Shares(Quality::Color, of))
    }) {
        return Some(test);
    }
    if p.eat("a type chosen this way")
        || p.eat("the chosen type")
        || p.eat("that type")
        || p.eat("the chosen creature type")
        || p.eat("that creature type")
    {
        return p.scope.face.chosen_type.map(Test::ChosenType);
    }
    crate::grammar::test::kind::chosen(p).or_else(|| p.fail("a chosen quality"))
}

/// "in your graveyard", "from your hand", "on the battlefield", "from among them".
fn place(p: &mut Parser<'_>, noun: &mut Noun) -> Option<Test> {
    // "Each land in your graveyard": there are none but cards there (109.2a).
    if noun.filter == Filter::permanent(Test::Type(lawmage_ir::CardType::Land)) && p.at("in your graveyard") {
        noun.filter.kind = Kind::Card(ZoneSet::default());
    }
    // 903.3: the designation is of the card, wherever it is.
    if noun.filter.kind == Kind::Permanent
        && noun.filter.test.conjuncts().contains(&Test::Status(lawmage_ir::Status::Commander))
        && (p.eat("on the battlefield or in the command zone") || p.eat("in the command zone or on the battlefield"))
    {
        noun.filter.kind = Kind::PermanentOrCard(ZoneSet::of(Zone::Command));
        return Some(Test::Any);
    }
    if noun.filter.kind == Kind::Permanent
        && noun.filter.test.conjuncts().contains(&Test::Status(lawmage_ir::Status::Commander))
        && p.eat("from the command zone")
    {
        noun.filter.kind = Kind::Card(ZoneSet::of(Zone::Command));
        return Some(Test::Any);
    }
    // "all creatures from the battlefield and all creature cards from all graveyards"
    if noun.filter.kind == Kind::Permanent
        && (noun.filter.test.conjuncts().contains(&Test::Status(lawmage_ir::Status::Commander))
            || p.at_any(&["from the battlefield and all", "from the battlefield , all"]))
        && p.eat("from the battlefield")
    {
        return Some(Test::Any);
    }
    if p.eat("on the battlefield") {
        return (noun.filter.kind == Kind::Permanent).then_some(Test::Any);
    }
    if p.eat("on the stack") {
        return Some(Test::Any);
    }
    // "a creature card with mana value less than or equal to the number of lands you control from among them": the card is.
    let held = noun.filter.kind == Kind::Permanent
        && noun.filter.test.conjuncts().iter().any(|test| matches!(test, Test::Controlled(_)));
    if held && p.at("from among them") {
        return None;
    }
    if p.eat("from among them")
        || p.eat("from among those cards")
        || p.eat("from among the revealed cards")
        || p.eat("from it")
    {
        let group = p.scope.group.clone()?;
        noun.among = Some(p.scope.select(&group));
        return Some(Test::Any);
    }
    if let Some(among) = p.attempt(|p| among_nonland(p, noun)).or_else(|| p.attempt(among_this_way)) {
        noun.among = Some(among);
        return Some(Test::Any);
    }
    if let Some(test) = p.attempt(|p| among_permanents(p, noun)).or_else(|| p.attempt(|p| among_exiled(p, noun))) {
        return Some(test);
    }
    if p.at("from among") || p.at("in addition") {
        return None;
    }
    if noun.filter.kind == Kind::Ability && p.eat("from") {
        return among::from_source(p);
    }
    // "instant and sorcery cards you own in exile and in your graveyard"
    if let Kind::Card(at) = &mut noun.filter.kind
        && noun.filter.test.conjuncts().contains(&Test::Owned(Who::You))
        && p.eat("in exile and in your graveyard")
    {
        *at = ZoneSet::of(Zone::Exile).union(ZoneSet::of(Zone::Graveyard));
        return Some(Test::Any);
    }
    if !p.eat("in") && !p.eat("from") {
        return None;
    }
    if p.eat("a single graveyard") {
        return wherever::in_one_graveyard(p, noun);
    }
    // "Two cards from an opponent's graveyard" are of one opponent.
    let of_one = noun.plural && p.at("an opponent 's") && noun.limit.is_none();
    let (zones, whose) = zone::owned_zone(p)?;
    if of_one {
        noun.limit = Some(lawmage_ir::SetLimit::AllShare(Quality::Controller));
    }
    match &mut noun.filter.kind {
        Kind::Card(at) => *at = zones,
        // "creatures in your graveyard" is not Oracle; "permanents from …" neither.
        _ => return p.fail("cards"),
    }
    match whose {
        Who::All => Some(Test::Any),
        whose => {
            if whose != Who::You {
                noun.owner = Some(whose.clone());
            }
            Some(Test::Owned(whose))
        }
    }
}

/// After "other than": "~", "it", "a Wall", "basic land cards".
fn other_than(p: &mut Parser<'_>, noun: &mut Noun) -> Option<Test> {
    if p.at("target") {
        let (n, one) = crate::grammar::selector::target(p)?;
        return (!one.plural).then(|| Test::not(Test::Is(Ref::Target(n))));
    }
    if noun.filter.kind == Kind::Player && p.eat("~ 's owner") {
        return Some(Test::not(Test::Is(Ref::Players(Box::new(Who::Owner(Box::new(Ref::This)))))));
    }
    if noun.filter.kind == Kind::Player && p.at("that player") {
        let who = player::who(p)?;
        return Some(Test::not(Test::Is(Ref::Players(Box::new(who)))));
    }
    if let Some(it) = p.attempt(|p| reference::reference(p)) {
        let other = p.attempt(|p| {
            p.expect("or")?;
            reference::reference(p)
        });
        let not = |r| Test::not(Test::Is(r));
        return Some(Test::all(std::iter::once(it).chain(other).map(not)));
    }
    let _ = p.eat("a") || p.eat("an");
    let but = noun::noun(p)?;
    // "A card other than a basic land card from it": where it is from is said of the whole.
    if let Some(group) = but.among {
        if noun.among.is_some() {
            return p.fail("one group");
        }
        noun.among = Some(group);
    }
    Some(Test::not(but.filter.test))
}

fn any_object() -> Filter {
    Filter::new(Kind::Object, Test::Any)
}
