//! How many play what kind of game, for `play` and `sim`.

use clap::Args;
use lawmage_engine::state::variants::AttackOption;
use lawmage_engine::variants::kind::{Kind, Variant};

use crate::failure::{Failure, Outcome};

/// How many play, and what.
#[derive(Args, Clone, Debug, Default)]
pub struct VariantArgs {
    /// How many players sit at the table [default: 2, or as many as the kind of game takes at least]
    #[arg(long, value_name = "N")]
    players: Option<usize>,
    /// What kind of game: free-for-all, team-vs-team, two-headed-giant, emperor, grand-melee, alternating-teams, commander,
    /// brawl, oathbreaker, planechase, vanguard, archenemy, conspiracy [default: commander or oathbreaker where decks are led so, else
    /// free-for-all]. Who has no planes, schemes, vanguard or conspiracies in their list is dealt some of the starter set
    #[arg(long, value_name = "KIND", value_parser = kind)]
    variant: Option<Kind>,
    /// Options of the table: attack=left, right, one or multiple (802, 803); range=N, how many seats influence reaches (801)
    #[arg(long = "option", value_name = "KEY=VALUE", value_delimiter = ',')]
    options: Vec<String>,
}

impl VariantArgs {
    /// Whether more than the plain game of two is asked for.
    pub fn is_plain(&self) -> bool {
        self.players.is_none_or(|n| n == 2) && self.variant.is_none() && self.options.is_empty()
    }

    /// How many players were asked for; else as many as there are decks, or the kind takes at least.
    pub fn count(&self, decks: usize) -> Outcome<usize> {
        let kind = self.variant.unwrap_or_default();
        let least = (decks.max(2)..=MOST_PLAYERS).find(|n| kind.takes(*n).is_ok());
        let players = self.players.or(least).unwrap_or(decks);
        if !(2..=MOST_PLAYERS).contains(&players) {
            return Err(Failure::usage(format!("--players {players}: 2 to {MOST_PLAYERS} sit at a table")));
        }
        kind.takes(players).map_err(|why| Failure::usage(format!("--players {players}: {why}")))?;
        Ok(players)
    }

    /// The kind of game that is asked for.
    pub const fn kind(&self) -> Option<Kind> {
        self.variant
    }

    /// The kind of game with its options: the one of the decks, unless another is asked for.
    pub fn variant(&self, of_decks: Kind) -> Outcome<Variant> {
        let kind = self.variant.unwrap_or(of_decks);
        let mut variant = Variant { kind, ..Variant::default() };
        for option in &self.options {
            match option.split_once('=') {
                Some(("attack", word)) => {
                    let attack = attack(word).ok_or_else(|| {
                        Failure::usage(format!("--option {option}: attack is left, right, one or multiple"))
                    })?;
                    variant.attack = Some(attack);
                }
                Some(("range", number)) => {
                    let seats = number.parse::<u8>().ok().filter(|n| *n > 0);
                    let seats = seats.ok_or_else(|| {
                        Failure::usage(format!("--option {option}: range is a number of seats, 1 or more"))
                    })?;
                    variant.range = Some(seats);
                }
                _ => return Err(Failure::usage(format!("--option {option}: there are attack=… and range=N"))),
            }
        }
        Ok(variant)
    }
}

/// The most players at a table of the command line.
const MOST_PLAYERS: usize = 12;

fn kind(name: &str) -> Result<Kind, String> {
    Kind::named(name).ok_or_else(|| {
        let names: Vec<&str> = Kind::ALL.iter().map(|kind| kind.name()).collect();
        format!("there are {}", names.join(", "))
    })
}

fn attack(word: &str) -> Option<AttackOption> {
    Some(match word {
        "left" => AttackOption::Left,
        "right" => AttackOption::Right,
        "one" => AttackOption::One,
        "multiple" => AttackOption::Multiple,
        _ => return None,
    })
}
