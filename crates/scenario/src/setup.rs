//! The position a scenario begins with.

use std::sync::Arc;

use lawmage_cards::CardPool;
use lawmage_engine::read::context::Context;
use lawmage_engine::state::object::Counters;
use lawmage_engine::state::turn::Progress;
use lawmage_engine::state::zones::Place;
use lawmage_engine::{Entity, ObjectId, PlayerId, State};
use lawmage_ir::{
    Ability, Amount, Card, CardType, Continuous, CounterKind, EventPattern, Instead, ManaType, Ref, Test, Zone, ZoneSet,
};

use crate::cards::Cards;
use crate::model::{Deck, PlacedCard, Scenario, Seat, Spot};
use crate::refs::{self, Names, fold};
use crate::report::{Outcome, Outcomes, Trouble};
use crate::{kind, legal};

/// Cards in a library that nothing is said about.
const FILLERS: u32 = 40;
/// The most copies of a card that one entry may place.
const MOST_COPIES: u32 = 1_000;

/// The position, and the names the script uses.
pub(crate) fn position(scenario: &Scenario, pool: &CardPool) -> Outcomes<(State, Names)> {
    kind::supported(scenario)?;
    let mut cards = Cards::new(scenario, pool)?;
    let life = kind::starting_life(scenario)?;
    let seats: Vec<(String, i32)> = scenario.players.iter().map(|p| (p.name.clone(), p.life.unwrap_or(life))).collect();
    if seats.iter().zip(1..).any(|((name, _), n)| seats.iter().skip(n).any(|(other, _)| other == name)) {
        return Err(Trouble::error("two players have the same name"));
    }
    let mut state = State::empty(&seats, scenario.game.seed, std::iter::empty());
    for player in state.seats() {
        state.player_mut(player).starting_life = life;
    }
    let mut names = Names::default();
    names.decks = crate::decks::broken_rules(scenario, pool)?;
    let mut attach: Vec<(ObjectId, String, Spot)> = Vec::new();
    for (seat, index) in scenario.players.iter().zip(0..) {
        if kind::starts_before(scenario) && seat.has_begun() {
            return Err(Trouble::error(format!("{} begins with a deck, a sideboard and a command zone", seat.name)));
        }
        sit(&mut state, PlayerId(index), seat, &mut cards, &mut names, &mut attach)?;
    }
    if kind::has_commanders(scenario) {
        let is_scheme = |id: &ObjectId| state.get(*id).is_some_and(|o| o.base.is(CardType::Scheme));
        let commanders: Vec<ObjectId> = state.command().iter().copied().filter(|id| !is_scheme(id)).collect();
        for id in commanders {
            state.make_commander(id); // 903.6
            if kind::starts_before(scenario) {
                state.rehome(id, Zone::Library, Place::Bottom); // 903.3: a card of the deck
            }
        }
    }
    kind::apply(scenario, &mut state)?;
    know_named(scenario, &mut state, &cards);
    state.touch();
    state.refresh();
    for (what, host, line) in attach {
        let Some(to) = names.entity(&state, &host) else {
            let trouble = names.nothing(&state, &host, format!("{host} matches nothing"));
            return Err(Trouble { outcome: Outcome::Error, ..trouble }.at(line));
        };
        legal::attached(&state, what, to).map_err(|t| t.about(&host).at(line))?;
        if let Some(permanent) = state.permanent_mut(what) {
            permanent.attached_to = Some(to);
        }
        if let Entity::Object(to) = to
            && let Some(permanent) = state.permanent_mut(to)
        {
            permanent.attachments.push(what);
        }
    }
    state.set_progress(Progress::BeginTurn);
    if kind::starts_before(scenario) {
        let first = kind::first(scenario, &state)?;
        state.begin_start(first);
    }
    state.touch();
    state.refresh();
    Ok((state, names))
}

/// Card names that answers choose are known to the game, though no such card is in it (201.4).
fn know_named(scenario: &Scenario, state: &mut State, cards: &Cards<'_>) {
    let chosen = scenario
        .answers
        .values()
        .flatten()
        .map(|value| &value.value)
        .filter_map(|value| value.get("choose").and_then(|v| v.as_str()).or_else(|| value.as_str()));
    for name in chosen.filter(|n| !n.starts_with('@')) {
        let known = state.cards().iter().any(|d| fold(&d.card.name) == fold(name));
        let found =
            if known { None } else { cards.pool.find(name).ok().filter(|id| fold(cards.pool.name(*id)) == fold(name)) };
        if let Some(card) = found.and_then(|id| cards.pool.card(id).ok()) {
            state.know(&card);
        }
    }
}

fn sit(
    state: &mut State,
    player: PlayerId,
    seat: &Seat,
    cards: &mut Cards<'_>,
    names: &mut Names,
    attach: &mut Vec<(ObjectId, String, Spot)>,
) -> Outcomes<()> {
    let deck = match &seat.deck {
        Some(Deck::Named(name)) => Some(cards.deck(name)?),
        _ => None,
    };
    crate::stickers::reveal(state, player, seat)?;
    for name in &seat.attractions {
        let card = cards.find(name)?;
        state.add_attraction(&card, player);
    }
    let seated = state.player_mut(player);
    seated.manual_payment = seat.manual_payment;
    for (kind, count) in &seat.counters {
        seated.counters.add(&CounterKind::from_word(kind), *count);
    }
    if let Some(mana) = &seat.mana {
        for (mana, count) in pool_mana(mana)? {
            seated.mana.add(mana, count);
        }
    }
    let zones = [
        (&seat.battlefield, Zone::Battlefield),
        (&seat.hand, Zone::Hand),
        (&seat.graveyard, Zone::Graveyard),
        (&seat.exile, Zone::Exile),
        (&seat.command, Zone::Command),
        (&seat.sideboard, Zone::Outside),
    ];
    for (entries, zone) in zones {
        for entry in entries {
            let line = Spot::from(entry);
            let placed = entry.value.long();
            put(state, player, &placed, zone, cards, names, attach, line).map_err(|t| t.at(line))?;
        }
    }
    match (&seat.library, &seat.deck) {
        (None, Some(Deck::Cards(entries))) => {
            for entry in entries.iter().rev() {
                put(state, player, &entry.long(), Zone::Library, cards, names, attach, Spot::default())?;
            }
        }
        (Some(entries), _) => {
            // What is placed goes on top: the last one first.
            for entry in entries.iter().rev() {
                let line = Spot::from(entry);
                put(state, player, &entry.value.long(), Zone::Library, cards, names, attach, line)
                    .map_err(|t| t.at(line))?;
            }
        }
        (None, Some(Deck::Named(_))) => {
            for (card, count, zone) in deck.into_iter().flatten() {
                for _ in 0..count {
                    state.place(&card, player, zone);
                }
            }
            state.shuffle_library(player);
        }
        (None, None) => {
            let filler = cards.filler()?;
            for _ in 0..FILLERS {
                state.place(&filler, player, Zone::Library);
            }
        }
    }
    Ok(())
}

#[expect(clippy::too_many_arguments, reason = "one card and everything around it")]
fn put(
    state: &mut State,
    player: PlayerId,
    placed: &PlacedCard,
    zone: Zone,
    cards: &mut Cards<'_>,
    names: &mut Names,
    attach: &mut Vec<(ObjectId, String, Spot)>,
    line: Spot,
) -> Outcomes<()> {
    legal::status(placed, zone)?;
    let card = cards.find(&placed.card)?;
    let owner = match &placed.owner {
        Some(name) => refs::known_player(state, name)?,
        None => player,
    };
    let count = placed.count.unwrap_or(1);
    // 717.2: of a deck list, Attractions are a deck of their own.
    if zone == Zone::Library && card.is_attraction() {
        for _ in 0..count.min(MOST_COPIES) {
            state.add_attraction(&card, player);
        }
        return Ok(());
    }
    if count > MOST_COPIES {
        return Err(Trouble::error(format!("{count} of {}: at most {MOST_COPIES} go into one entry", placed.card)));
    }
    for _ in 0..count {
        let id = state.place(&card, owner, zone);
        legal::zone(state, id, zone)?;
        if let Some(alias) = &placed.alias {
            names.name(alias, id);
        }
        if zone == Zone::Battlefield {
            show_face(state, id, placed, &card)?;
            legal::permanent(state, id, placed)?;
            if placed.face_down {
                state.place_face_down(id);
            }
        }
        if zone == Zone::Exile && placed.face_down {
            state.conceal(id, std::iter::once(owner).collect());
        }
        let started = starting_counters(state, id, placed, zone);
        crate::stickers::stick(state, id, owner, &placed.stickers)?;
        let Some(object) = state.get_mut(id) else { continue };
        object.counters = started;
        if zone == Zone::Battlefield {
            object.controller = player;
            if let Some(permanent) = &mut object.permanent {
                permanent.tapped = placed.tapped;
                permanent.controlled_since = u32::from(placed.sick);
            }
        }
        if let Some(host) = &placed.attached_to {
            attach.push((id, host.clone(), line));
        }
    }
    Ok(())
}

/// The face named, or the one whose name the card was called by.
fn show_face(state: &mut State, id: ObjectId, placed: &PlacedCard, card: &Arc<Card>) -> Outcomes<()> {
    let wanted = fold(placed.face.as_deref().unwrap_or(&placed.card));
    let face = card.faces.iter().position(|f| fold(&f.name) == wanted);
    let Some(face) = face else {
        if placed.face.is_none() && fold(&card.name) == wanted && state.get(id).is_some_and(|o| o.base.halves.is_some())
        {
            // By its full name, both doors are unlocked.
            state.place_unlocked(id, 0);
            state.place_unlocked(id, 1);
            return Ok(());
        }
        return match &placed.face {
            Some(name) => {
                let faces: Vec<&str> = card.faces.iter().map(|f| &*f.name).collect();
                Err(Trouble::no_such(&format!("{} has no face", card.name), name, &faces, "faces"))
            }
            None => Ok(()),
        };
    };
    let def = state.cards().iter().find(|d| d.card.name == card.name);
    let Some(chars) = def.and_then(|d| d.faces.get(face).cloned()) else { return Ok(()) };
    if let Some(object) = state.get_mut(id) {
        object.face = face as u8;
        object.base = chars;
    }
    if state.get(id).is_some_and(|o| o.base.halves.is_some()) {
        state.place_unlocked(id, face as u8); // 709.5c
    }
    Ok(())
}

/// The counters given; where none are, those that its own text says it enters with (614.1c), loyalty (306.5b) and
/// defense (310.4b).
fn starting_counters(state: &State, id: ObjectId, placed: &PlacedCard, zone: Zone) -> Counters {
    let mut counters = Counters::default();
    for (kind, count) in &placed.counters {
        counters.add(&CounterKind::from_word(kind), *count);
    }
    let Some(object) = state.get(id).filter(|_| zone == Zone::Battlefield) else { return counters };
    if placed.counters.is_empty() {
        for (kind, amount) in object.base.abilities.iter().flat_map(|on| enters_with(&on.ability)) {
            counters.add(kind, state.count(amount, &Context::of(id, object.owner)));
        }
    }
    if object.base.is(CardType::Planeswalker)
        && counters.get(&CounterKind::Loyalty) == 0
        && let Some(Amount::Const(n)) = object.base.loyalty
    {
        counters.add(&CounterKind::Loyalty, n.unsigned_abs());
    }
    if let Some(defense) = object.base.defense
        && counters.get(&CounterKind::Defense) == 0
    {
        counters.add(&CounterKind::Defense, defense);
    }
    counters
}

/// The counters with which an ability says that its own object enters, whatever else is the case.
fn enters_with(ability: &Ability) -> &[(CounterKind, Amount)] {
    let Ability::Static(ability) = ability else { return &[] };
    match ability.effects.as_slice() {
        [Continuous::Replace(replacement)] if ability.condition.is_none() && replacement.condition.is_none() => {
            match (&replacement.event, &replacement.instead) {
                (EventPattern::Moves { what, to: ZoneSet::BATTLEFIELD, .. }, Instead::Enter(entering))
                    if what.test == Test::Is(Ref::This) && entering.first.is_empty() && entering.only.is_none() =>
                {
                    &entering.counters
                }
                _ => &[],
            }
        }
        _ => &[],
    }
}

/// "{R}{R}{C}" as mana.
fn pool_mana(text: &str) -> Outcomes<Vec<(ManaType, u16)>> {
    let wrong = || Trouble::error(format!("{text} is no mana"));
    let mut found = Vec::new();
    for symbol in text.split(['{', '}']).filter(|s| !s.trim().is_empty()) {
        let mana = ManaType::ALL.iter().find(|m| match m {
            ManaType::Color(c) => symbol.len() == 1 && symbol.starts_with(c.letter()),
            ManaType::Colorless => symbol == "C",
        });
        found.push((*mana.ok_or_else(wrong)?, 1));
    }
    Ok(found)
}
