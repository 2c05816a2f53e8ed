//! What the players' decks must be (100.2, 903.5).

use lawmage_cards::CardPool;
use lawmage_cards::deck::{self, Construction, DeckLine, Decklist};
use lawmage_ir::Rule;
use lawmage_oracle::CardSource;

use crate::cards::own_cards;
use crate::model::{Deck, Expectation, Placed, Scenario, Seat};
use crate::refs::fold;
use crate::report::{Outcomes, Trouble};

/// The rules that each player's deck breaks, each once; nothing where the scenario doesn't ask.
pub(crate) fn broken_rules(scenario: &Scenario, pool: &CardPool) -> Outcomes<Vec<Vec<Rule>>> {
    if !scenario.expect.iter().any(|e| matches!(e.value, Expectation::Deck(_))) {
        return Ok(Vec::new());
    }
    let construction = match scenario.game.format.as_deref() {
        Some("commander") => Construction::Commander,
        Some("brawl") => Construction::Brawl,
        Some("oathbreaker") => Construction::Oathbreaker,
        _ => Construction::Constructed,
    };
    let limited = |seat: &Seat| {
        scenario.expect.iter().any(
            |e| matches!(&e.value, Expectation::Deck(asked) if asked.limited && fold(&asked.player) == fold(&seat.name)),
        )
    };
    let own = own_cards(scenario)?;
    let of = |seat: &Seat| if limited(seat) { Construction::Limited } else { construction };
    scenario.players.iter().map(|seat| breaks(seat, &own, pool, of(seat))).collect()
}

fn breaks(seat: &Seat, own: &[CardSource], pool: &CardPool, construction: Construction) -> Outcomes<Vec<Rule>> {
    let Some(Deck::Cards(main)) = &seat.deck else {
        return Err(Trouble::error(format!("the deck of {} is not listed", seat.name)));
    };
    let lines = |placed: Vec<&Placed>| -> Vec<DeckLine> {
        let long = placed.into_iter().map(Placed::long).zip(1..);
        long.map(|(card, line)| DeckLine { count: card.count.unwrap_or(1), name: card.card, line }).collect()
    };
    let list = Decklist {
        name: seat.name.clone(),
        main: lines(main.iter().collect()),
        sideboard: lines(seat.sideboard.iter().map(|p| &p.value).collect()),
        commander: lines(seat.command.iter().map(|p| &p.value).collect()),
        aside: Vec::new(),
    };
    // The scenario's own cards, and those of the pool that the deck names.
    let mut sources = own.to_vec();
    for line in list.lines() {
        if !sources.iter().any(|s| fold(&s.name) == fold(&line.name))
            && let Ok(id) = pool.find(&line.name)
        {
            sources.push(pool.source(id).map_err(|e| Trouble::error(e.to_string()))?.0);
        }
    }
    let mut cards = CardPool::empty();
    cards.push_file("the scenario", sources);
    let first = |errors: Vec<lawmage_cards::Error>| errors.first().map(ToString::to_string).unwrap_or_default();
    let found = deck::resolve(&list, &cards).map_err(|errors| Trouble::error(first(errors)))?;
    let found = deck::check(&found, &cards, construction, None).map_err(|e| Trouble::error(e.to_string()))?;
    let mut rules: Vec<Rule> = found.into_iter().map(|finding| finding.rule).collect();
    rules.sort_unstable();
    rules.dedup();
    Ok(rules)
}
