//! Magic: The Gathering by its Comprehensive Rules: cards compiled from their English text, games in which every event and every
//! refusal names the rule behind it, and players for them.
//!
//! ```
//! use lawmage::{BasicBot, Cards, Match, Player};
//!
//! let cards = Cards::starter()?;                                  // or Cards::open("cards.lawmage")?
//! let mut game = Match::new()
//!     .seat("Ann", cards.starter_deck("red-raiders")?)
//!     .seat("Bob", cards.starter_deck("green-stampede")?)
//!     .seed(7)
//!     .start()?;
//! let mut bots = [BasicBot::new(1), BasicBot::new(2)];
//! while let Some(question) = game.question() {
//!     let answer = bots[question.player.index()].decide(&game.view(question.player), question)?;
//!     game.answer(answer)?;                                       // or question.any_legal()
//! }
//! assert!(game.result().is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | type | what it is |
//! |---|---|
//! | [`Cards`] | cards at hand: the starter set, imported ones, one's own; and the decks made of them |
//! | [`Match`], [`Game`] | a game about to start, and one that waits for answers |
//! | [`Question`], [`Answer`] | what a player is asked, with every legal answer, and what they say |
//! | [`View`] | what a player may see: all that a [`Player`] decides by |
//! | [`Illegal`] | a refusal: the rule, and why |
//! | [`scenario`] | positions, what is done in them, and what must be true: "what happens here?" |
//!
//! `examples/` has whole programs: two bots play, a question is answered with the rules behind it, a card of one's own is tried,
//! opening hands are counted. Below these few types lie the crates [`engine`], [`cards`], [`ir`] and [`words`], for those who want more.

mod at_hand;
mod game;

pub use at_hand::Cards;
pub use game::{Game, Match, StartError, system_seed};
pub use lawmage_bots::{BasicBot, RandomBot};
pub use lawmage_cards::deck::Deck;
pub use lawmage_cards::{self as cards, Error};
pub use lawmage_engine::{
    self as engine, Answer, Decision as Question, GameResult, Illegal, Player, PlayerId, View, Viewer,
};
pub use lawmage_ir::{self as ir, Card, Rule};
pub use {lawmage_scenario as scenario, lawmage_words as words};
