//! A match of several games (100.6a): the score, and who chooses who begins the next game (103.1).

use lawmage_engine::Seed;
use lawmage_engine::variants::kind::Kind;
use lawmage_sim::{loser, most_games};
use serde::{Deserialize, Serialize};

/// A match, as far as it has come.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contest {
    /// Of how many games it is: who has won more than half of them has won it.
    pub best_of: u32,
    /// How many games have come to their end.
    pub played: u32,
    /// How many each seat has won; a team wins together.
    pub wins: Vec<u32>,
    /// Who chose who takes the first turn of the game at hand, if somebody did.
    pub chooser: Option<u8>,
}

impl Contest {
    /// A match between so many, before its first game.
    pub fn new(best_of: u32, players: usize) -> Self {
        Self { best_of, played: 0, wins: vec![0; players], chooser: None }
    }

    /// Notes which seats won a game; none in a draw.
    pub fn note(&mut self, winners: &[usize]) {
        self.played += 1;
        for seat in winners {
            if let Some(wins) = self.wins.get_mut(*seat) {
                *wins += 1;
            }
        }
    }

    /// Whether no further game is played.
    pub fn is_over(&self) -> bool {
        self.played >= most_games(self.best_of) || self.wins.iter().any(|wins| *wins > self.best_of / 2)
    }

    /// The seats that have won the match: those with more games than anybody else. Nobody where several tie who have not won the last
    /// game together; `last` are its winners.
    pub fn winners(&self, last: &[usize]) -> Vec<usize> {
        let most = self.wins.iter().copied().max().unwrap_or(0);
        let seats: Vec<usize> = (0..self.wins.len()).filter(|seat| self.wins.get(*seat) == Some(&most)).collect();
        let together = seats.len() == 1 || seats.iter().all(|seat| last.contains(seat));
        if most > 0 && together { seats } else { Vec::new() }
    }

    /// The seat that chooses who takes the first turn after a game: its loser, of several the one that chance picks; after a draw
    /// whoever chose before. Nobody where the kind of game says who begins.
    pub fn next_chooser(&self, winners: &[usize], began: usize, kind: Kind, seed: Seed) -> Option<usize> {
        if !kind.loser_chooses_first() {
            return None;
        }
        if winners.is_empty() {
            return Some(self.chooser.map_or(began, usize::from));
        }
        loser(self.wins.len(), |seat| winners.contains(&seat), seed)
    }

    /// The score in words.
    pub fn score(&self, names: &[String]) -> String {
        let parts: Vec<String> = names.iter().zip(&self.wins).map(|(name, wins)| format!("{name} {wins}")).collect();
        format!("Games won: {}", parts.join(", "))
    }
}
