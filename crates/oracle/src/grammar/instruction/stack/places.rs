//! From where cards are cast while something resolves (608.2g).

use lawmage_ir::{
    Amount, CardType, Clause, Cmp, Continuous, CounterKind, Destination, Duration, Filter, Instruction, Kind,
    Permission, Price, Ref, Selector, SetLimit, Spending, Stat, Test, Who, Zone, ZoneSet,
};

use super::parse::price;
use crate::grammar::effect::emit;
use crate::grammar::{noun, reference, selector};
use crate::parse::{Parser, Sort};

/// ". If that spell is countered this way, put that card on the top or bottom of its owner's library instead of into that player's
/// graveyard": where, is chosen as it is countered (608.2d).
pub(super) fn countered_to_either_end(p: &mut Parser<'_>, what: &Selector, out: &mut Vec<Clause>) -> Option<()> {
    p.expect(".")?;
    p.eat_any(&["if that spell is countered this way ,", "if the spell is countered this way ,"])?;
    p.eat_any(&["put it on", "put that card on"])?;
    p.eat_any(&[
        "the top or bottom of its owner 's library",
        "your choice of the top or bottom of its owner 's library",
    ])?;
    p.expect("instead of")?;
    p.eat_any(&["into its owner 's graveyard", "into that player 's graveyard"])?;
    let mode = |to| lawmage_ir::Mode::plain(vec![Instruction::Counter { what: what.clone(), to: Some(to) }.into()]);
    let ends = [Destination::LibraryTop { random: false }, Destination::LibraryBottom { random: false }];
    let modes = ends.map(mode).to_vec();
    out.push(emit(p, Instruction::ChooseMode { who: Who::You, min: 1, max: 1, modes }));
    Some(())
}

/// ". If the spell is countered this way, exile it with three time counters on it instead of putting it into its owner's graveyard".
pub(super) fn exiled_with(p: &mut Parser<'_>) -> Option<(CounterKind, Amount)> {
    p.eat_any(&[
        ". if that spell is countered this way , exile it with",
        ". if the spell is countered this way , exile it with",
    ])?;
    let counters = crate::grammar::instruction::moves::counters(p)?;
    p.expect("instead of putting it into its owner 's graveyard").map(|()| counters)
}

/// "cards exiled this way", "those exiled cards": of the clause that exiled them; "nonland cards exiled this way" where `nonland`.
pub(super) fn exiled_this_way(p: &mut Parser<'_>, nonland: bool) -> Option<Ref> {
    if nonland && p.at_any(&["nonland cards exiled", "nonland cards from among"]) {
        p.advance();
    }
    p.eat_any(&["cards exiled this way", "those exiled cards", "the exiled cards"])?;
    cards_exiled(p)
}

/// Cards spoken of before. "Each opponent exiles the top card of their library. You may play those cards this turn."
pub(super) fn cards_meant(p: &mut Parser<'_>) -> Option<Ref> {
    let Some(picked) = p.attempt(|p| selector::one(p)) else {
        return p.eat("those cards").then(|| cards_exiled(p)).flatten();
    };
    picked.mention(p);
    match picked.selector {
        Selector::Ref(what) if !picked.players => Some(what),
        _ => p.fail("cards spoken of before"),
    }
}

/// "cards you own exiled with ~", "cards from exile with a page counter on them": whichever there are as long as it may be; "a card
/// exiled with ~": one of them in all.
pub(super) fn all_exiled(p: &mut Parser<'_>, who: &Who) -> Option<Clause> {
    let one = p.eat_any(&["a", "an"]).is_some();
    let cards = noun::noun(p).filter(|cards| cards.plural != one && cards.is_of_all() && cards.limit.is_none())?;
    let told = |test: &Test| matches!(test, Test::Is(Ref::Linked(_)) | Test::Counters(..));
    if !cards.filter.test.conjuncts().iter().any(told) || cards.filter.kind != Kind::Card(ZoneSet::of(Zone::Exile)) {
        return p.fail("cards exiled with it");
    }
    let free = p.at_any(&["without paying its mana cost", "without paying their mana costs"]);
    let told = if free { Some(price(p)?.map_or(Price::Free, Price::Instead)) } else { None };
    let lasts = p.attempt(crate::grammar::duration::duration);
    let less = |p: &mut Parser<'_>| p.attempt(crate::grammar::permission::costs_more).map(Price::Besides);
    let price = told.or_else(|| less(p)).unwrap_or(Price::Usual);
    if !p.at_stop() || lasts.is_some() == p.scope.framed {
        return p.fail("for how long");
    }
    let mut play = Permission::play(who.clone(), cards.filter, price);
    if let Permission::Play { in_all, .. } = &mut play {
        *in_all = one.then_some(1);
    }
    let duration = lasts.unwrap_or(Duration::Forever);
    Some(emit(p, Instruction::Effect { effects: vec![Continuous::May(play)], duration }))
}

/// "one of", "up to two of", before "those cards": how many of them at most.
pub(super) fn some_of(p: &mut Parser<'_>) -> Option<u32> {
    let _ = p.eat("up to");
    let most = u32::try_from(p.number()?).ok()?;
    p.expect("of")?;
    // Of cards exiled by several instructions "those" are not the last of them alone.
    let mut exiled = p.scope.referents.iter().filter(|r| r.verb == Some("exiled") && r.clause().is_some());
    let several = exiled.nth(1).is_some();
    if p.at_any(&["those cards", "them"]) && !several { Some(most) } else { p.fail("those cards") }
}

/// The cards that the last clause exiled that exiles some.
fn cards_exiled(p: &mut Parser<'_>) -> Option<Ref> {
    let said = p.scope.latest(|r| r.verb == Some("exiled") && r.sort == Sort::Card)?;
    match p.scope.select(&said.handle) {
        Selector::Ref(of) => Some(of),
        _ => p.fail("cards that were exiled"),
    }
}

/// "play lands and cast spells from among cards exiled this way without paying their mana costs", "play one of those cards without
/// paying its mana cost", as this resolves.
pub(super) fn play_any(p: &mut Parser<'_>, who: &Who) -> Option<Instruction> {
    let (from, max) = match p.eat("play lands and cast spells from among") {
        true => (Selector::Ref(exiled_this_way(p, false)?), None),
        false => {
            p.expect("play")?;
            let max = some_of(p)?;
            let them = reference::referent(p).filter(|them| them.plural && them.sort == Sort::Card)?;
            (p.scope.select(&them.handle), Some(max))
        }
    };
    let None = price(p)? else { return p.fail("without paying their mana costs") };
    if !p.at_stop() {
        return p.fail("no duration");
    }
    let what = Filter::new(Kind::Card(ZoneSet::ANYWHERE), Test::Any);
    let (who, price, optional, play, spending) = (who.clone(), None, true, true, Spending::AsIs);
    Some(Instruction::Cast { who, from, what, price, max, optional, play, transformed: false, total: None, spending })
}

/// After "cast it from your graveyard": only if it is there, for its mana cost unless something else is said.
pub(super) fn cast_there(p: &mut Parser<'_>, who: &Who, optional: bool, from: Selector) -> Option<Instruction> {
    let from = match from {
        // The ability works only where the card itself is (113.6m).
        Selector::Ref(Ref::This) => Selector::Ref(Ref::This),
        Selector::Ref(of @ (Ref::Event(_) | Ref::Slot(_))) => {
            let there = Test::PutThisWay(of.clone(), ZoneSet::of(Zone::Graveyard));
            selector::those(Selector::Ref(of), there)
        }
        _ => return p.fail("a card spoken of before"),
    };
    let price = if p.at_stop() { Some(lawmage_ir::Cost::own()) } else { price(p)? };
    Some(one_card(who, optional, from, (price, Spending::AsIs)))
}

/// One card, whatever it is, is cast as this resolves (608.2g) for that price, paid as with that mana.
pub(super) fn one_card(
    who: &Who,
    optional: bool,
    from: Selector,
    (price, spending): (Option<lawmage_ir::Cost>, Spending),
) -> Instruction {
    let what = Filter::new(Kind::Card(ZoneSet::ANYWHERE), Test::Any);
    let (who, max, total) = (who.clone(), Some(1), None);
    Instruction::Cast { who, from, what, price, max, optional, play: false, transformed: false, total, spending }
}

/// "spells from among cards exiled with ~ with total mana value X or less": the group, and what is said of all that are cast.
pub(super) fn from_among(p: &mut Parser<'_>, spells: &mut noun::Noun) -> Option<()> {
    p.attempt(|p| {
        p.expect("from among")?;
        p.eat("the");
        let cards = noun::noun(p)?;
        if !matches!(cards.filter.kind, Kind::Card(zones) if zones != ZoneSet::default()) || !cards.plural {
            return p.fail("cards, and where they are");
        }
        if !cards.is_of_all() || cards.random || spells.limit.is_some() {
            return p.fail("all those cards");
        }
        spells.limit = cards.limit;
        spells.among = Some(Selector::All(cards.filter));
        Some(())
    })
}

/// The greatest total mana value of what is cast, the only thing said of all of them.
pub(super) fn total(p: &mut Parser<'_>, spells: &mut noun::Noun) -> Option<Option<Amount>> {
    match spells.limit.take() {
        None => Some(None),
        Some(SetLimit::Total(Stat::ManaValue, Cmp::AtMost, most)) => Some(Some(most)),
        Some(_) => p.fail("the total mana value of all of them"),
    }
}

/// "a spell with mana value 3 or less from your hand without paying its mana cost".
pub(super) fn cast_from_zone(
    p: &mut Parser<'_>,
    who: &Who,
    optional: bool,
    noun: &noun::Noun,
    max: Option<u32>,
    total: Option<Amount>,
) -> Option<Instruction> {
    let zones = p.attempt(|p| {
        p.expect("from")?;
        crate::grammar::zone::owned_zone(p)
    });
    // "a spell from your hand with mana value 3 or less"
    let more = match &zones {
        Some(_) if p.eat("with") => noun::with::quality(p, &mut noun.clone())?,
        _ => Test::Any,
    };
    let (from, test) = match (zones, &noun.filter.kind) {
        (Some((zones, whose)), Kind::Spell) => {
            let test = Test::all([noun.filter.test.clone(), more]);
            (Selector::All(Filter::new(Kind::Card(zones), Test::Owned(whose))), test)
        }
        (None, Kind::Card(zones)) if *zones != ZoneSet::default() => (Selector::All(noun.filter.clone()), Test::Any),
        _ => return p.fail("from where"),
    };
    let exiled = noun.filter.test.conjuncts().iter().any(|test| matches!(test, Test::Is(Ref::Linked(_))));
    let (price, spending) = terms(p, exiled && optional && !p.scope.framed)?;
    Some(Instruction::Cast {
        who: who.clone(),
        from,
        what: Filter::new(Kind::Spell, test),
        price,
        max,
        optional,
        play: false,
        transformed: false,
        total,
        spending,
    })
}

/// What is paid for what is cast as this resolves (608.2g), and as what mana: where it isn't said, `here`, its mana cost.
pub(super) fn terms(p: &mut Parser<'_>, here: bool) -> Option<(Option<lawmage_ir::Cost>, Spending)> {
    if here && let Some(spending) = p.attempt(crate::grammar::permission::spending_on_it) {
        return if p.at_stop() { Some((Some(lawmage_ir::Cost::own()), spending)) } else { p.fail("no duration") };
    }
    let price = if here && p.at_stop() { Some(lawmage_ir::Cost::own()) } else { price(p)? };
    Some((price, Spending::AsIs))
}

/// After "your commander from the command zone".
pub(super) fn cast_commander(p: &mut Parser<'_>, who: &Who, optional: bool) -> Option<Instruction> {
    let from = Selector::All(crate::grammar::instruction::moves::in_command_zone());
    let price = price(p)?;
    Some(one_card(who, optional, from, (price, Spending::AsIs)))
}

/// "lands and cast spells from your graveyard [this turn]".
pub(super) fn from_graveyard(p: &mut Parser<'_>, who: &Who) -> Option<Clause> {
    p.expect("lands and cast spells from your graveyard")?;
    let duration = if p.eat("this turn") {
        Duration::EndOfTurn
    } else if p.scope.framed {
        Duration::Forever
    } else {
        return p.fail("for how long");
    };
    let graveyard = Filter::new(Kind::Card(ZoneSet::of(Zone::Graveyard)), Test::Owned(Who::You));
    let play = Permission::play(who.clone(), graveyard, Price::Usual);
    Some(emit(p, Instruction::Effect { effects: vec![Continuous::May(play)], duration }))
}

/// Behind "until end of turn, you may": "look at the top card of your library any time, and you may play lands and cast spells from the
/// top of your library".
pub(crate) fn top_of_library(p: &mut Parser<'_>, who: &Who) -> Option<Clause> {
    p.expect("look at the top card of your library any time")?;
    p.comma();
    p.expect("and you may")?;
    p.eat_any(&["play lands and cast spells from the top of your library", "play cards from the top of your library"])?;
    let price = p.attempt(crate::grammar::permission::life_for_it).unwrap_or(Price::Usual);
    let lasts = p.attempt(|p| crate::grammar::duration::duration(p));
    if *who != Who::You || lasts.is_some() == p.scope.framed || !p.at_stop() {
        return p.fail("for how long");
    }
    let library = Filter::new(Kind::Card(ZoneSet::of(Zone::Library)), Test::Owned(Who::You));
    let play = Permission::play(Who::You, library, price);
    let effects = vec![Continuous::May(Permission::LookAtTop(Who::You)), Continuous::May(play)];
    Some(emit(p, Instruction::Effect { effects, duration: lasts.unwrap_or(Duration::Forever) }))
}

/// "spells from your hand this turn without paying their mana costs".
pub(super) fn all_from_hand(p: &mut Parser<'_>, who: &Who) -> Option<Clause> {
    p.expect("spells from your hand")?;
    let before = p.eat("this turn");
    let None = price(p)? else { return p.fail("without paying their mana costs") };
    if *who != Who::You || !before && !p.eat("this turn") {
        return p.fail("for how long");
    }
    let cards = Test::all([Test::not(Test::Type(lawmage_ir::CardType::Land)), Test::Owned(Who::You)]);
    let play = Permission::play(who.clone(), Filter::new(Kind::Card(ZoneSet::of(Zone::Hand)), cards), Price::Free);
    Some(emit(p, Instruction::Effect { effects: vec![Continuous::May(play)], duration: Duration::EndOfTurn }))
}

/// "a creature spell from that player's graveyard this turn, and you may spend mana as though it were mana of any color to cast
/// that spell": one of the cards there, whichever it will be; "spells from among cards exiled with ~": any of those.
pub(super) fn cast_later(p: &mut Parser<'_>, who: &Who) -> Option<Clause> {
    if let Some(clause) = p.attempt(|p| one_of_those(p, who)) {
        return Some(clause);
    }
    let single = p.eat_any(&["a", "an"]).is_some();
    let mut noun = noun::bare(p)?;
    if noun.filter.kind != Kind::Spell || noun.plural == single {
        return p.fail("spells");
    }
    let place = match from_among(p, &mut noun).and(noun.among) {
        Some(Selector::All(cards)) if noun.limit.is_none() => cards,
        Some(_) => return p.fail("cards, whatever they are all together"),
        None => {
            p.expect("from")?;
            graveyard(p)?
        }
    };
    let before = p.eat("this turn");
    let free = p.eat_any(&["without paying its mana cost", "without paying their mana costs"]).is_some();
    let price = match p.attempt(crate::grammar::permission::besides) {
        Some(cost) if !free => Price::Besides(cost),
        Some(_) => return p.fail("one price"),
        None if free => Price::Free,
        None => Price::Usual,
    };
    let spending = p.attempt(crate::grammar::permission::spending_on_it).unwrap_or_default();
    let duration = if before || p.eat("this turn") {
        Duration::EndOfTurn
    } else if p.scope.framed {
        Duration::Forever
    } else {
        return p.fail("for how long");
    };
    let not_land = Test::not(Test::Type(CardType::Land));
    let cards = Filter::new(place.kind, Test::all([noun.filter.test, not_land, place.test]));
    let mut play = Permission::play(who.clone(), cards, price);
    if let Permission::Play { per_turn, spending: freely, gives, .. } = &mut play {
        (*per_turn, *freely) = (single.then_some(1), spending);
        *gives = p.attempt(crate::grammar::permission::given).unwrap_or_default();
    }
    let mut effects = vec![Continuous::May(play)];
    if duration == Duration::EndOfTurn
        && let Some(besides) = p.attempt(exiled_meanwhile)
    {
        effects.extend(besides);
    }
    Some(emit(p, Instruction::Effect { effects, duration }))
}

/// "that player's graveyard", "any graveyard": the cards there.
fn graveyard(p: &mut Parser<'_>) -> Option<Filter> {
    let whose = match p.eat("any") {
        true => Test::Any,
        false => Test::Owned(crate::grammar::player::possessive(p).filter(|whose| !whose.is_group())?),
    };
    p.expect("graveyard")?;
    Some(Filter::new(Kind::Card(ZoneSet::of(Zone::Graveyard)), whose))
}

/// ", and if a card would be put into your graveyard from anywhere this turn, exile it instead".
fn exiled_meanwhile(p: &mut Parser<'_>) -> Option<Vec<Continuous>> {
    p.comma();
    p.expect("and")?;
    let mut out = Vec::new();
    crate::grammar::replacement::effect::if_would_at_all(p, &mut out)?;
    match out.pop()?.does {
        Instruction::Effect { effects, duration: Duration::EndOfTurn } if out.is_empty() => Some(effects),
        _ => p.fail("what happens instead this turn"),
    }
}

/// "a spell from among those cards [without paying its mana cost]", for as long as was said before: one of them.
fn one_of_those(p: &mut Parser<'_>, who: &Who) -> Option<Clause> {
    p.eat_any(&["a", "an"])?;
    let noun = noun::noun(p)?;
    let (Some(Selector::Ref(those)), Kind::Spell, None) = (noun.among, noun.filter.kind, noun.limit) else {
        return p.fail("a spell from among cards spoken of before");
    };
    let lasts = |p: &mut Parser<'_>| p.attempt(crate::grammar::duration::duration);
    let before = lasts(p);
    let price = if p.eat("without paying its mana cost") { Price::Free } else { Price::Usual };
    let duration = before.or_else(|| lasts(p)).unwrap_or(Duration::Forever);
    let given = p.attempt(crate::grammar::permission::given).unwrap_or_default();
    if noun.plural || !p.at_stop() || duration == Duration::Forever && !p.scope.framed {
        return p.fail("a spell, and for how long");
    }
    // What is done later is not done as the next sentence is followed.
    if p.at_any(&[". if you", ". when you"]) {
        return p.fail("nothing that asks whether it was cast");
    }
    let mut play = one_spell(who, those, noun.filter.test, price);
    if let Permission::Play { gives, .. } = &mut play {
        *gives = given;
    }
    // One in all is one a turn only while that is one turn.
    if let Permission::Play { per_turn, in_all, .. } = &mut play
        && !matches!(duration, Duration::EndOfTurn | Duration::Forever)
    {
        *in_all = per_turn.take();
    }
    Some(emit(p, Instruction::Effect { effects: vec![Continuous::May(play)], duration }))
}

/// That one spell that fits may be cast from among those cards.
pub(crate) fn one_spell(who: &Who, those: Ref, test: Test, price: Price) -> Permission {
    let not_land = Test::not(Test::Type(CardType::Land));
    let cards = Filter::new(Kind::Object, Test::all([Test::Is(those), test, not_land]));
    let mut play = Permission::play(who.clone(), cards, price);
    if let Permission::Play { per_turn, .. } = &mut play {
        *per_turn = Some(1);
    }
    play
}

/// "for each nonland card type, you may cast a spell of that type from among the exiled cards without paying its mana cost". Of
/// each type one, so that a spell of two types is cast as the one of either.
pub(crate) fn one_of_each_type(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("for each nonland card type , you may cast a spell of that type")?;
    let Some(Selector::Ref(those)) = p.attempt(noun::after::among_this_way) else {
        return p.fail("cards exiled before");
    };
    p.expect("without paying its mana cost")?;
    if !p.scope.framed || !p.at_stop() {
        return p.fail("for how long");
    }
    let of_type = |of: CardType| one_spell(&Who::You, those.clone(), Test::Type(of), Price::Free);
    let effects = SPELL_TYPES.into_iter().map(|of| Continuous::May(of_type(of))).collect();
    out.push(emit(p, Instruction::Effect { effects, duration: Duration::Forever }));
    Some(())
}

/// The nonland card types of which there are spells (112.1, 305.9).
pub(crate) const SPELL_TYPES: [CardType; 8] = [
    CardType::Artifact,
    CardType::Battle,
    CardType::Creature,
    CardType::Enchantment,
    CardType::Instant,
    CardType::Kindred,
    CardType::Planeswalker,
    CardType::Sorcery,
];

/// "if you control a Kavu", behind what may be played as long as it may: asked as it is played.
pub(super) fn if_you_control(p: &mut Parser<'_>) -> Option<lawmage_ir::Condition> {
    p.at("if you control").then_some(())?;
    p.advance();
    let condition = crate::grammar::condition::condition(p)?;
    // Behind it nothing of the sentence is left that the condition could be of.
    if p.at_stop() { Some(condition) } else { p.fail("the end of the sentence") }
}

/// "if it's an instant or sorcery spell".
pub(super) fn it_is_spell(p: &mut Parser<'_>) -> Option<Test> {
    p.expect("if")?;
    p.eat_any(&["it's a", "it's an"])?;
    let noun = noun::noun(p)?;
    (noun.filter.kind == Kind::Spell && !noun.plural).then_some(noun.filter.test)
}

/// "if the resulting spell has mana value less than …" (702.85a), "if it's an instant spell with mana value 2 or less", "if that spell's
/// mana value is 8 or less": of the face or half that is cast.
pub(super) fn resulting_spell(p: &mut Parser<'_>) -> Option<Test> {
    if let Some(kind) = p.attempt(it_is_spell) {
        return Some(kind);
    }
    p.expect("if")?;
    let has = p.eat_any(&["the resulting spell has", "that spell 's", "the spell 's"])? == 0;
    let stat = noun::after::stat(p)?;
    if !has {
        p.expect("is")?;
    }
    let (cmp, number) = noun::after::comparison(p)?;
    Some(Test::Stat(stat, cmp, number))
}

/// "the copy", "any number of the copies": of the cards copied before (707.12), and how many at most.
pub(super) fn the_copies(p: &mut Parser<'_>) -> Option<(Selector, Option<u32>)> {
    let one =
        p.eat_any(&["the copy", "that copy", "the copies", "any number of the copies", "up to one of the copies"])?;
    let copies = p.scope.latest(|r| r.verb == Some("copied"))?;
    Some((p.scope.select(&copies.handle), (one < 2 || one == 4).then_some(1)))
}
