//! Figures card by card: how often its deck won when the card was in the opening hand, drawn, played, or never seen.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::config::Config;
use crate::ending::GameEnd;
use crate::matches::Played;
use crate::play::GameRecord;
use crate::seen::{DRAWN, OPENING, PLAYED};
use crate::stats::Rate;

/// The figures of one card in one deck. A game counts once however many copies there are.
#[derive(Clone, Debug, Serialize)]
pub struct CardReport {
    /// The deck.
    pub deck: String,
    /// The place of the deck among the entrants.
    pub entrant: usize,
    /// The card.
    pub card: String,
    /// Copies in the main deck.
    pub copies: usize,
    /// Games won when it was in the opening hand that was kept.
    pub opening_hand: Rate,
    /// Games won when it was drawn later.
    pub drawn: Rate,
    /// Games won when it was in the hand at any time.
    pub in_hand: Rate,
    /// Games won when it was played by its owner.
    pub played: Rate,
    /// Games won when it was in the deck and never in the hand.
    pub not_seen: Rate,
}

/// Games and wins, by what became of a card.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    /// Opening hand, drawn, in hand, played, not seen: games of each.
    of: [u64; 5],
    won: [u64; 5],
}

/// Cards counted, by entrant and place among its card names.
#[derive(Clone, Debug, Default)]
pub(super) struct CardTally(BTreeMap<(usize, u16), Seen>);

impl CardTally {
    pub(super) fn add(&mut self, sides: [usize; 2], played: &Played, game: &GameRecord) {
        if !game.end.is_sound() {
            return;
        }
        for (seat, cards) in game.cards.iter().enumerate() {
            let Some(entrant) = sides.get(played.side(seat)) else { continue };
            let won = u64::from(game.end == GameEnd::Won(seat));
            for (card, marks) in cards {
                let held = marks & (OPENING | DRAWN) != 0;
                let is = [marks & OPENING != 0, marks & DRAWN != 0, held, marks & PLAYED != 0, !held];
                let seen = self.0.entry((*entrant, *card)).or_default();
                for ((of, wins), is) in seen.of.iter_mut().zip(&mut seen.won).zip(is) {
                    *of += u64::from(is);
                    *wins += if is { won } else { 0 };
                }
            }
        }
    }

    /// The figures, deck by deck, within each the card first whose deck won most when it was in the hand.
    pub(super) fn report(&self, config: &Config, z: f64) -> Vec<CardReport> {
        let names: Vec<_> =
            config.entrants.iter().map(|e| if self.0.is_empty() { Vec::new() } else { e.card_names() }).collect();
        let mut report: Vec<CardReport> = self
            .0
            .iter()
            .filter_map(|((entrant, card), seen)| {
                let deck = config.entrants.get(*entrant)?;
                let name = names.get(*entrant)?.get(usize::from(*card))?;
                let rate = |what: usize| Rate::new(seen.won[what], seen.of[what], z);
                Some(CardReport {
                    deck: deck.name.clone(),
                    entrant: *entrant,
                    card: name.to_string(),
                    copies: deck.deck.iter().chain(&deck.commanders).filter(|c| c.name == *name).count(),
                    opening_hand: rate(0),
                    drawn: rate(1),
                    in_hand: rate(2),
                    played: rate(3),
                    not_seen: rate(4),
                })
            })
            .collect();
        let share = |card: &CardReport| card.in_hand.rate.unwrap_or(-1.0);
        report.sort_by(|a, b| a.entrant.cmp(&b.entrant).then(share(b).total_cmp(&share(a))));
        report
    }
}
