//! What a setup may not be.

use std::error::Error;
use std::fmt;

use super::Setup;
use crate::state::ids::PlayerId;

/// The most players of a game. The rules name no number (100.1); seats are numbered in a byte.
const MOST_PLAYERS: usize = 100;
/// The most cards and sheets of a player. The rules name no number (100.5).
const MOST_CARDS: usize = 10_000;

/// Why no game starts with a setup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// A game has two or more players (100.1).
    Players(usize),
    /// That kind of game isn't played by so many: why.
    Kind(String),
    /// Nobody sits where the first turn begins.
    First(PlayerId, usize),
    /// A player's cards are beyond all reason: who, and how many.
    Cards(String, usize),
    /// A player would begin with no life left, and lose at once (104.3b): who, and with how much.
    Life(String, i32),
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Players(count) => write!(f, "a game has 2 to {MOST_PLAYERS} players, not {count} (100.1)"),
            Self::Kind(why) => f.write_str(why),
            Self::First(who, count) => {
                write!(f, "player {} cannot take the first turn: there are {count}, counted from 0 (103.1)", who.0)
            }
            Self::Cards(who, count) => write!(f, "{who} has {count} cards; {MOST_CARDS} are the most"),
            Self::Life(who, life) => {
                write!(f, "{who} would begin the game with {life} life, and lose it at once (104.3b)")
            }
        }
    }
}

impl Error for SetupError {}

impl Setup {
    /// Whether a game can start so.
    ///
    /// # Errors
    /// The first thing that stands against it.
    pub fn check(&self) -> Result<(), SetupError> {
        let count = self.seats.len();
        if !(2..=MOST_PLAYERS).contains(&count) {
            return Err(SetupError::Players(count));
        }
        self.variant.kind.takes(count).map_err(SetupError::Kind)?;
        if let Some(first) = self.first.filter(|first| usize::from(first.0) >= count) {
            return Err(SetupError::First(first, count));
        }
        for seat in &self.seats {
            let cards = [&seat.deck, &seat.sideboard, &seat.commanders, &seat.attractions, &seat.command].map(Vec::len);
            let cards = cards.iter().sum::<usize>() + seat.stickers.len();
            if cards > MOST_CARDS {
                return Err(SetupError::Cards(seat.name.clone(), cards));
            }
            if let Some(life) = seat.life.filter(|life| *life <= 0) {
                return Err(SetupError::Life(seat.name.clone(), life));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::procedure::start::Seat;
    use crate::state::State;

    #[test]
    fn a_setup_that_cannot_be_is_an_error() {
        let seat = |name: &str, life| Seat { name: name.to_owned(), life, ..Seat::default() };
        let setup = |seats: Vec<Seat>, first| Setup { seats, seed: 1.into(), first, ..Setup::default() };
        let refused = |setup: &Setup| State::new_game(setup).err();
        assert_eq!(refused(&Setup::default()), Some(SetupError::Players(0)));
        assert_eq!(refused(&setup(vec![seat("A", None); 101], None)), Some(SetupError::Players(101)));
        let two = vec![seat("A", None), seat("B", Some(7))];
        assert_eq!(refused(&setup(two.clone(), Some(PlayerId(9)))), Some(SetupError::First(PlayerId(9), 2)));
        assert_eq!(
            refused(&setup(vec![seat("A", None), seat("B", Some(0))], None)),
            Some(SetupError::Life("B".into(), 0))
        );
        assert_eq!(refused(&setup(two, Some(PlayerId(1)))), None);
    }
}
