//! Amounts: how many.

use serde::{Deserialize, Serialize};

use crate::visit::Node;
use crate::{Color, ColorSet, CounterKind, EventPattern, Ref, Selector, Slot, Span, Stat, Who};

/// A number, perhaps to be worked out when it is needed. Halves are rounded as the text says; all else is whole (107.1).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum Amount {
    /// A literal.
    Const(i32),
    /// The X chosen for this spell or ability (107.3), or of the spell that became this permanent (107.3m).
    X,
    /// How many a selection has.
    Count(Box<Selector>),
    /// A number of one object (the sum, if the reference holds several).
    Stat(Stat, Ref),
    /// The sum of a number over a selection.
    Total(Stat, Box<Selector>),
    /// The greatest of a number over a selection; 0 for none.
    Greatest(Stat, Box<Selector>),
    /// The least of a number over a selection; 0 for none.
    Least(Stat, Box<Selector>),
    /// Counters of a kind (any, when `None`) on an object or player.
    Counters(Option<CounterKind>, Ref),
    /// Counters of a kind (any, when `None`) on all that a selection has, objects or players.
    CountersAmong(Option<CounterKind>, Box<Selector>),
    /// The mana symbols of any of those colors in the mana costs of what a selection has (107.4).
    Symbols(ColorSet, Box<Selector>),
    /// The event's number: damage dealt, life gained, counters put, cards drawn.
    Event,
    /// The number that the instruction of a slot reached: damage dealt, life lost, cards moved, a die's result.
    Slot(Slot),
    /// Of the numbers that several players reached in the instruction of a slot all together, or the greatest: "the total amount of
    /// mana paid this way", "the greatest number of cards a player discarded this way".
    OfAll(Slot, Fold),
    /// How many of the coins that the instruction of a slot flipped were lost, or came up tails (705.2).
    FlipsLost(Slot),
    /// How many of the dice that the instruction of a slot rolled have such a result (706.4).
    Dice(Slot, crate::DiceShowing),
    /// The excess damage that the instruction of a slot dealt (120.10).
    Excess(Slot),
    /// What the member at hand ([`Ref::Each`]) has been given of what was divided among target phrase `n` (601.2d).
    Share(u8),
    /// The number of things with which cost component `n` was paid, or a number paid.
    Paid(u8),
    /// A number a linked ability chose.
    Linked(u8),
    /// The total value of the results stored on the source under that linked number (706.8a), or how many have that value.
    Stored(u8, Option<u32>),
    /// A player's life total.
    Life(Who),
    /// The life total with which a player started the game (103.4).
    StartingLife(Who),
    /// The greatest life total among these players.
    GreatestLife(Who),
    /// The least life total among these players.
    LeastLife(Who),
    /// The greatest or the least of a number over these players, in which [`Ref::Each`] is the player.
    OfPlayers {
        /// Over whom.
        who: Who,
        /// Of which number.
        of: Box<Amount>,
        /// The greatest, else the least.
        greatest: bool,
    },
    /// How many creatures are in a player's party (700.8).
    Party(Who),
    /// A player's speed, 0 for none (702.179).
    Speed(Who),
    /// How often the Ring has tempted a player this game (701.52c).
    RingTempted(Who),
    /// How often something was chosen as a target of a spell or ability (115.9a): "that many", of one with one or more targets.
    TargetsOf(Ref),
    /// Cards in hand of these players.
    HandSize(Who),
    /// Cards in the graveyards of these players.
    GraveyardSize(Who),
    /// How many dungeons of different names these players have completed (309.7).
    DungeonsCompleted(Who),
    /// How many players have lost the game (104.3).
    PlayersLost,
    /// How often the ability at hand has resolved this turn, the resolution at hand among them.
    TimesResolved,
    /// How many supertypes, card types and subtypes an object has together (205).
    TypesOf(Ref),
    /// How many players.
    Players(Who),
    /// Devotion to colors (700.5).
    Devotion(Who, ColorSet),
    /// Devotion to the color chosen under a linked number (700.5).
    DevotionChosen(Who, u8),
    /// How many different values of a quality the selection has among its members: "card types among cards in …",
    /// "colors among permanents you control", "basic land types among lands you control".
    Kinds(KindOf, Box<Selector>),
    /// The greatest number of members of the selection that have a creature type in common (205.3m).
    MostOfOneType(Box<Selector>),
    /// The greatest number of members of the selection that have the same name (201.2).
    MostOfOneName(Box<Selector>),
    /// How many of the colors chosen under linked number `n` the object is.
    ChosenColors(Ref, u8),
    /// How many such events happened.
    Happened(Box<EventPattern>, Span),
    /// How often such an event happened, though it be to one and the same: "each time it has attacked this turn".
    HowOften(Box<EventPattern>, Span),
    /// The sum of the numbers of such events: "the total life lost by your opponents this turn".
    HappenedSum(Box<EventPattern>, Span),
    /// The sum of a number of the objects to which such events happened, as they were (608.2h): "the total power of creatures you
    /// controlled that were destroyed this way".
    HappenedStat(Stat, Box<EventPattern>, Span),
    /// How many different values of a quality the objects have among them with which such events happened, as they were (608.2h):
    /// "card types among spells you've cast this turn".
    HappenedKinds(KindOf, Box<EventPattern>, Span),
    /// The mana spent to cast an object; with a color set, how many of those colors were spent (converge).
    ManaSpent(Ref, Option<ColorSet>),
    /// How much mana of a sort was spent to cast an object.
    ManaOf(Ref, SpentMana),
    /// How much mana of a sort was spent to activate the ability at hand (602.2b).
    ActivationMana(SpentMana),
    /// How often that commander has been cast from the command zone this game (903.8).
    CastFromCommand(Ref),
    /// How often a spell has merged with that permanent by mutating (702.140).
    Mutations(Ref),
    /// An object's class level; 1 where it has none (716.2d).
    Level(Ref),
    /// How many halves of these permanents are unlocked (709.5c): "unlocked doors among Rooms you control".
    Doors(Box<Selector>),
    /// How many such letters stand on name stickers (123.6d-e).
    StickerLetters(crate::Letters, crate::StickersOf),
    /// The power (`true`) or toughness printed on power and toughness stickers (123.8a), together.
    StickerSize(bool, crate::StickersOf),
    /// How many spells these players have cast this game.
    SpellsCast(Who),
    /// How often these players have cast their commanders from the command zone this game (903.8).
    CommanderCasts(Who),
    /// How many colors there are in the color identity of these players' commanders (903.4); a cost of so much can't be paid by who
    /// has none (903.4f).
    IdentityColors(Who),
    /// How often the cost of that label was paid (multikicker).
    TimesPaid(crate::CostLabel),
    /// The sum.
    Plus(Box<Amount>, Box<Amount>),
    /// What a player or permanent has to lose by damage: the life total, the loyalty of a planeswalker, the toughness of a creature; of
    /// a creature that is a planeswalker the smaller of both. Of anything else it is no limit.
    Vital(Ref),
    /// The difference, below zero too.
    Minus(Box<Amount>, Box<Amount>),
    /// The product.
    Times(i32, Box<Amount>),
    /// The product of two numbers.
    Product(Box<Amount>, Box<Amount>),
    /// The quotient; `up` rounds up.
    Divide {
        /// What is divided.
        of: Box<Amount>,
        /// By how much.
        by: i32,
        /// Whether it is rounded up.
        up: bool,
    },
    /// A number as it is while the spell is cast or the ability activated: of targets, or what is divided among them (601.2c-d).
    AsCast {
        /// The number.
        of: Box<Amount>,
        /// "as you activate this ability" rather than "as you cast this spell".
        activated: bool,
    },
    /// The number noted under that number ([`crate::Face::noted_numbers`]) as the object became cast (601.2i).
    Noted(u8),
    /// The greater.
    Max(Box<Amount>, Box<Amount>),
    /// The smaller.
    Min(Box<Amount>, Box<Amount>),
}

impl Amount {
    /// One.
    pub const ONE: Self = Self::Const(1);

    /// As many as there may be, where a number of targets depends on what was paid: more than a game has.
    pub const ANY_NUMBER: i32 = 10_000;

    /// `n` if the cost of that label was paid (`paid`), or if it was not; else 0: how many targets a spell has (601.2c, 702.33g).
    #[must_use]
    pub fn only_if_paid(n: i32, label: crate::CostLabel, paid: bool) -> Self {
        let once = Self::Min(Box::new(Self::TimesPaid(label)), Box::new(Self::ONE));
        let with = Self::Times(n, Box::new(once));
        if paid { with } else { Self::Minus(Box::new(Self::Const(n)), Box::new(with)) }
    }

    /// The other number if the cost of that label was paid, else `n` (601.2d).
    #[must_use]
    pub fn other_if_paid(n: i32, other: Self, label: crate::CostLabel) -> Self {
        let once = Self::Min(Box::new(Self::TimesPaid(label.clone())), Box::new(Self::ONE));
        let other = Self::Product(Box::new(other), Box::new(once));
        Self::Plus(Box::new(Self::only_if_paid(n, label, false)), Box::new(other))
    }

    /// The numbers and the label of [`other_if_paid`](Self::other_if_paid).
    #[must_use]
    pub fn said_other_if_paid(&self) -> Option<(i32, &Self, &crate::CostLabel)> {
        let Self::Plus(usual, product) = self else { return None };
        let Self::Product(other, once) = &**product else { return None };
        let Self::Min(times, _) = &**once else { return None };
        let Self::TimesPaid(label) = &**times else { return None };
        Some((usual.said_if_paid()?, other, label))
    }

    /// The `n` of [`only_if_paid`](Self::only_if_paid), for the phrase that says it.
    #[must_use]
    pub fn said_if_paid(&self) -> Option<i32> {
        match self {
            Self::Times(n, once) => match &**once {
                Self::Min(times, one) if **one == Self::ONE && matches!(**times, Self::TimesPaid(_)) => Some(*n),
                _ => None,
            },
            Self::Minus(n, with) if **n == Self::Const(with.said_if_paid()?) => with.said_if_paid(),
            _ => None,
        }
    }
}

/// What [`Amount::OfAll`] makes of several numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum Fold {
    /// Their sum.
    Sum,
    /// The greatest of them.
    Greatest,
}

/// The mana that [`Amount::ManaOf`] counts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum SpentMana {
    /// Mana of that color.
    Color(Color),
    /// Mana of that type, said by its symbol, which is no word (612.2): "{R}{R}", "{C}".
    Type(crate::ManaType),
    /// Mana of whichever one color was spent most.
    OneColor,
    /// Mana from sources that this fits, as they were when it was made: "from a Treasure".
    From(Box<crate::Filter>),
}

/// What [`Amount::Kinds`] counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum KindOf {
    /// Card types.
    CardType,
    /// Card types that permanents have (110.4).
    PermanentType,
    /// Colors.
    Color,
    /// Basic land types (domain).
    BasicLandType,
    /// Creature types.
    CreatureType,
    /// Names.
    Name,
    /// Powers.
    Power,
    /// Mana values.
    ManaValue,
    /// Mana costs (202.1): each order of the same symbols is the same cost.
    ManaCost,
    /// Kinds of counters on them.
    Counter,
}
