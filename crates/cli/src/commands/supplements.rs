//! What casual variants (9) add to decks: dealt from the starter set to players whose lists bring none.

use std::sync::Arc;

use lawmage_cards::{CardPool, Error, starter};
use lawmage_engine::state::rng::Part;
use lawmage_engine::variants::kind::Kind;
use lawmage_engine::{Rng, Seed};
use lawmage_ir::{Card, CardType};
use lawmage_sim::Entrant;

use crate::failure::Outcome;

/// How many cards a planar deck is dealt (901.3), and how many of them are phenomena at most.
const PLANAR: (usize, usize) = (10, 2);

/// How many different schemes a scheme deck is dealt, two of each (904.3).
const SCHEMES: usize = 10;

/// How many conspiracies a sideboard is dealt; the rules name no number (905.4).
const CONSPIRACIES: usize = 2;

/// Gives each of those who play a kind of game what it is played with and their list lacks.
pub fn deal(entrants: &mut [Entrant], kind: Kind, pool: &CardPool, seed: Seed) -> Outcome<()> {
    let names = starter::supplement(kind.name())?;
    let card = |name: &String| pool.find(name).map_err(Error::from).and_then(|id| pool.card(id));
    let cards: Vec<Arc<Card>> = names.iter().map(card).collect::<Result<_, _>>()?;
    for (place, entrant) in (0_u8..).zip(entrants) {
        // Lists may bring what other kinds of game are played with.
        entrant.command.retain(|card| kind.is_played_with(card));
        let brings = |cards: &[Arc<Card>]| cards.iter().any(|card| kind.is_played_with(card));
        if cards.is_empty() || brings(&entrant.command) || brings(&entrant.sideboard) {
            continue;
        }
        let mut dealt = cards.clone();
        // One shuffle deals the vanguards, so that no two at a table are alike while there are others.
        let own = if kind == Kind::Vanguard { 0 } else { place };
        Rng::new(seed.part(Part::Deal(own))).shuffle(&mut dealt);
        match kind {
            Kind::Planechase => entrant.command.extend(planar_deck(dealt)),
            Kind::Archenemy => {
                entrant.command.extend(dealt.into_iter().take(SCHEMES).flat_map(|card| [card.clone(), card]));
            }
            Kind::Vanguard => entrant.command.extend(dealt.into_iter().cycle().nth(place.into())),
            Kind::Conspiracy => entrant.sideboard.extend(dealt.into_iter().take(CONSPIRACIES)),
            _ => {}
        }
    }
    Ok(())
}

fn planar_deck(shuffled: Vec<Arc<Card>>) -> Vec<Arc<Card>> {
    let is_plane = |card: &Arc<Card>| card.faces.first().is_some_and(|f| f.types.has(CardType::Plane));
    let (mut planes, phenomena): (Vec<_>, Vec<_>) = shuffled.into_iter().partition(is_plane);
    let phenomena = phenomena.into_iter().take(PLANAR.1).collect::<Vec<_>>();
    planes.truncate(PLANAR.0 - phenomena.len());
    planes.extend(phenomena);
    planes
}
