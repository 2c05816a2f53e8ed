//! Expectations.

use serde::Deserialize;
use serde::de::MapAccess;
use serde::de::value::MapAccessDeserializer;

use super::either::{Either, either};

/// What must hold.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the keys of the format, described in docs/scenarios.md")]
pub enum Expectation {
    Life(Life),
    Permanents(Cards),
    Hand(Cards),
    Graveyard(Cards),
    Exile(Cards),
    Command(Cards),
    Library(Cards),
    Pt(Pt),
    Counters(Counters),
    Ability(Ability),
    Types(Types),
    Subtypes(Types),
    Supertypes(Types),
    Colors(Types),
    Tapped(Tapped),
    Attached(Attached),
    Damage(Damage),
    Mana(ManaIs),
    Attacking(OfIs),
    Blocking(OfIs),
    Attackers(CombatSet),
    Blockers(CombatSet),
    Stack(StackIs),
    Can(Can),
    CanAttack(CanAttack),
    Controller(OfIs2),
    Monarch(String),
    Initiative(String),
    ActivePlayer(String),
    DayNight(String),
    Result(ResultIs),
    InGame(InGame),
    Turn(u32),
    Emblems(Emblems),
    TopRevealed(TopRevealed),
    Designation(Designation),
    Name(NameIs),
    Stickers(Stickers),
    Deck(DeckIs),
    ColorIdentity(IdentityIs),
}

macro_rules! shape {
    ($(#[$doc:meta])* $name:ident { $($(#[$attr:meta])* $field:ident: $type:ty),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Deserialize)]
        #[serde(deny_unknown_fields)]
        #[expect(missing_docs, reason = "the keys of the format, described in docs/scenarios.md")]
        pub struct $name { $($(#[$attr])* pub $field: $type),* }
    };
}

shape!(/// A life total.
    Life { player: String, is: i32 });
shape!(/// Cards in a zone.
    Cards { player: Option<String>, card: Option<String>, count: Option<u32>, tapped: Option<bool>, token: Option<bool>, at: Option<usize> });
shape!(/// Power and toughness.
    Pt { of: String, player: Option<String>, power: Option<i32>, toughness: Option<i32>, #[serde(default)] base: bool, #[serde(default)] all: bool });
shape!(/// Counters on an object or player.
    Counters { on: String, player: Option<String>, kind: String, count: u32, zone: Option<String> });
shape!(/// An ability had or lacked.
    Ability { of: String, player: Option<String>, has: Option<String>, lacks: Option<String>, count: Option<usize>, #[serde(default)] all: bool });
shape!(/// Types, subtypes, supertypes or colors.
    Types { of: String, player: Option<String>, has: Option<super::OneOrMany>, lacks: Option<super::OneOrMany>, exactly: Option<super::OneOrMany>, zone: Option<String>, #[serde(default)] all: bool });
shape!(/// Tapped or not.
    Tapped { of: String, player: Option<String>, is: bool, count: Option<usize> });
shape!(/// Attachments.
    Attached { what: Option<String>, to: Option<String>, player: Option<String>, is: Option<bool>, count: Option<usize> });
shape!(/// Marked damage.
    Damage { on: String, player: Option<String>, is: u32 });
shape!(/// Mana in a pool.
    ManaIs { player: String, color: Option<String>, is: u32 });
shape!(/// Something is so or not.
    OfIs { of: String, player: Option<String>, is: bool });
shape!(/// Something's controller.
    OfIs2 { of: String, player: Option<String>, is: String });
shape!(/// All attackers or blockers.
    CombatSet { player: Option<String>, exactly: Vec<String> });
shape!(/// The stack.
    StackIs { player: Option<String>, size: Option<usize>, object: Option<String>, count: Option<usize> });
shape!(/// Something can be done.
    Can { player: Option<String>, #[serde(rename = "do")] what: String, with: Option<super::OneOrMany>, is: bool });
shape!(/// Something can attack.
    CanAttack { of: String, defender: Option<String>, player: Option<String>, is: bool });
shape!(/// Emblems.
    Emblems { player: Option<String>, name: Option<String>, count: usize });
shape!(/// A library's top card is revealed.
    TopRevealed { player: Option<String>, is: bool });
shape!(/// A designation.
    Designation { of: String, name: String, player: Option<String>, is: serde_json::Value, by: Option<super::OneOrMany> });
shape!(/// An object's name.
    NameIs { of: String, player: Option<String>, is: String });
shape!(/// Stickers on an object.
    Stickers { on: String, player: Option<String>, kind: Option<String>, has: Option<String>, count: usize });
shape!(/// The rules of deck construction that a deck breaks.
    DeckIs { player: String, #[serde(default)] limited: bool, breaks: Vec<lawmage_ir::Rule> });
shape!(/// The colors of a card's color identity.
    IdentityIs { of: String, exactly: Vec<String> });
shape!(/// Still in the game.
    InGame { player: String, is: bool });

/// How the game ended.
#[derive(Clone, Debug)]
pub enum ResultIs {
    /// `draw`.
    Word(String),
    /// `{won: A}` and the like.
    Of(ResultOf),
}

either!(ResultIs);

impl Either for ResultIs {
    const DUE: &'static str = "the word draw, or a mapping with won, lost, not_lost or not_won";

    fn text(text: &str) -> Option<Self> {
        (text == "draw").then(|| Self::Word(text.to_owned()))
    }

    fn mapping<'de, A: MapAccess<'de>>(map: MapAccessDeserializer<A>) -> Result<Self, A::Error> {
        ResultOf::deserialize(map).map(Self::Of)
    }
}

shape!(/// Who won or lost.
    ResultOf { won: Option<String>, lost: Option<String>, not_lost: Option<String>, not_won: Option<String> });
