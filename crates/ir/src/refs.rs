//! References: which object or player, of those already spoken of.
//!
//! The compiler binds every "it", "that creature" and "those cards" to one of these, so that nothing is searched
//! for while a game runs. A reference denotes a *set* (often of one): a target slot may hold several targets or none.

use serde::{Deserialize, Serialize};

use crate::Condition;
use crate::TypeSet;
use crate::visit::Node;

/// Number of a slot in which an instruction leaves what it did (see [`Clause`](crate::Clause)). Slots are numbered
/// through a whole ability, its modes included.
pub type Slot = u8;

/// The linked number under which a permanent remembers what it devoured (702.82b-c).
pub const DEVOURED: u8 = 250;

/// The linked number under which a spell, and the permanent it becomes, knows what was exiled for its delve ability (702.66a).
pub const DELVED: u8 = 249;

/// The linked number under which a permanent knows the cards exiled to craft it (702.167c).
pub const CRAFTED: u8 = 248;

/// The linked number under which a spell, and the permanent it becomes, knows what was sacrificed for its ability that triggered as
/// it was cast (607.2): "~ enters with a +1/+1 counter on it for each creature sacrificed this way".
pub const SACRIFICED: u8 = 247;

/// The linked number under which a permanent knows what its abilities have put onto the battlefield (607.2).
pub const PUT_THERE: u8 = 246;

/// The linked number under which a card knows the creature it haunts.
pub const HAUNTED: u8 = u8::MAX;

/// The linked number under which a spell, and the permanent it becomes, knows the opponent to whom its gift was promised (702.174a).
pub const PROMISED: u8 = 251;

/// The linked number under which a permanent remembers the opponent who paid tribute for it (702.104b).
pub const TRIBUTE: u8 = 252;

/// The linked number under which a Saga with read ahead keeps the number chosen as it enters (702.155b).
pub const READ_AHEAD: u8 = 253;

/// The linked number under which an emblem knows the object that made it (607.1d): no ability speaks of it.
pub const MAKER: u8 = 254;

/// A role in the event that triggered an ability or that is being replaced. Each [`EventPattern`](crate::EventPattern)
/// variant says what its roles are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum Role {
    /// What did it or what it happened to: the creature that enters, dies, attacks, blocks, deals damage; the spell
    /// cast; the permanent that becomes a target.
    Subject,
    /// The other party: the damage's recipient, the defender, the creature blocked, the spell or ability that targets.
    Object,
}

/// One or more objects or players spoken of before.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum Ref {
    /// The object whose ability this is: "this creature", the card's own name. On a resolving ability whose source has
    /// left its zone, the source as it last existed (113.7a), or the card it has become where the rules follow it (400.7).
    This,
    /// The targets chosen for target phrase `n` of this mode.
    Target(u8),
    /// What the instruction that fills this slot acted on or produced: moved cards as the *new* objects, created
    /// tokens, chosen things, players who did it.
    Slot(Slot),
    /// Of the cards that slot holds, those that these players own: "the card you discarded", where each player discarded one.
    Theirs(Slot, Box<Who>),
    /// The object or player in that role of the event.
    Event(Role),
    /// The objects with which cost component `n` was paid: "the sacrificed creature", "the exiled card" (as they last
    /// existed). Components are numbered in the order of [`Cost::parts`](crate::Cost), additional costs of a spell first.
    Paid(u8),
    /// What the object is attached to, now or as it last was: "enchanted creature", "equipped creature", "enchanted player";
    /// whatever kind of attachment the object is (301.5f, 303.4m).
    Host(Box<Ref>),
    /// What an attacking creature attacks, now or as it last did: a player, or a permanent of one of those types.
    Attacked(Box<Ref>, TypeSet),
    /// The targets of a spell or ability on the stack, now or as it last was: "that creature", of a spell that targets one (115.9).
    AimedAt(Box<Ref>),
    /// The creature it is paired with (702.95b), now or as it last was.
    Partner(Box<Ref>),
    /// The source of an ability on the stack (113.7), or of one that was there.
    Source(Box<Ref>),
    /// What linked abilities of this object remember under that number (607): cards "exiled with this", a chosen
    /// player or object.
    Linked(u8),
    /// The last of those that another reference holds, in the order in which they were remembered, that has one of these types;
    /// as it is there now: "the last creature card exiled with it".
    Last(Box<Ref>, TypeSet),
    /// The top card of the player's library, while it may be known (401.5).
    TopCard(Box<Who>),
    /// What was exiled before the game with cards that had this object's name then, under that number (607.2n).
    LinkedByName(u8),
    /// In an ability that an effect grants: the object whose effect it is (201.5a). As printed it is nobody in particular; as
    /// the ability is granted it becomes that object, by its place and which object there it is.
    Giver(Option<(u32, u32)>),
    /// The member at hand of the innermost "for each" loop, or the player at hand of "each player …".
    Each,
    /// Players, where a reference is asked for: "attacking defending player".
    Players(Box<Who>),
    /// The object or player that the innermost filter is testing.
    It,
}

/// One or more players.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum Who {
    /// The controller of the ability ("you", 109.5).
    You,
    /// Your opponents: as an actor "each opponent", in a relation "an opponent".
    Opponents,
    /// Those players' opponents: "each of that player's opponents", "one of their opponents".
    OpponentsOf(Box<Who>),
    /// All players: "each player", "a player".
    All,
    /// All players but you: "each other player".
    Others,
    /// You and your teammates (102.3): "you or one of your teammates".
    Team,
    /// The players among what a reference denotes: "that player", "target opponent", "enchanted player".
    Ref(Ref),
    /// The player who did what the event tells: cast, drew, discarded, gained life, whose step begins.
    Actor,
    /// The controller of an object, now or as it last existed; of a spell or ability too. Of a player: that player ("that
    /// player or that planeswalker's controller").
    Controller(Box<Ref>),
    /// The owner of an object.
    Owner(Box<Ref>),
    /// The defending player (508.5), of the event's attacker or of this creature.
    Defending,
    /// The active player (102.1).
    Active,
    /// The player who sits next to that player, on that side of them (101.4): "the player to your right".
    Beside(Box<Who>, Side),
    /// Those of the players for whom a condition holds; [`Ref::It`] is the player tested: "each player who …".
    Such(Box<Who>, Box<Condition>),
    /// The player chosen under that linked number: "the chosen player".
    Chosen(u8),
    /// The player to whom the choice of the targets of the phrase at hand is left ([`TargetSpec::by`](crate::TargetSpec)): "target
    /// creature of an opponent's choice they control".
    Chooser,
}

/// On which side of a player. Turn order goes to the left (101.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum Side {
    /// To the left.
    Left,
    /// To the right.
    Right,
    /// In the direction, left or right, that was chosen last under that linked number.
    Chosen(u8),
    /// In the other direction than that one.
    NotChosen(u8),
}

impl Side {
    /// From whom a player sits on that side, to that player: who is to your right has you to their left.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
            Self::Chosen(n) => Self::NotChosen(n),
            Self::NotChosen(n) => Self::Chosen(n),
        }
    }
}

impl Who {
    /// Whether it speaks of each of several players, so that [`Ref::Each`] is the one at hand.
    #[must_use]
    pub const fn is_group(&self) -> bool {
        matches!(self, Self::All | Self::Opponents | Self::OpponentsOf(_) | Self::Others | Self::Team | Self::Such(..))
    }
}
