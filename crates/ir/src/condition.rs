//! Conditions: whether.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::visit::Node;
use crate::{Amount, Cmp, CostLabel, EventPattern, Filter, Keyword, Ref, Slot, Span, Step, Test, Who, ZoneSet};

/// A yes-or-no question about the game. One type serves intervening ifs (603.4), "as long as", "activate only if",
/// "unless" and "if" anywhere.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum Condition {
    /// All hold.
    And(Vec<Condition>),
    /// One holds.
    Or(Vec<Condition>),
    /// Does not hold.
    Not(Box<Condition>),
    /// Two numbers compare so. "You control a Swamp" counts and compares with 1.
    Compare(Amount, Cmp, Amount),
    /// The test holds of what the reference denotes, now or as it last existed; false for nothing.
    Is(Ref, Test),
    /// The object is in one of these zones.
    InZone(Ref, ZoneSet),
    /// At least so many such events happened.
    Happened(Box<EventPattern>, Span, u32),
    /// It is the turn of one of these players.
    TurnOf(Who),
    /// It is the extra turn that the instruction of that slot made (500.7): "that turn".
    ExtraTurnOf(Slot),
    /// It is the additional combat phase that the instruction of that slot made (500.8): "that combat".
    ExtraCombatOf(Slot),
    /// It is one of the first so many turns that one of these players has in the game.
    FirstTurns(Who, u32),
    /// The step or phase at hand is one of these.
    During(Vec<Step>),
    /// The instruction of that slot was done: "if you do".
    Done(Slot),
    /// The cost of that label was paid for the object: "if it was kicked", "if its evoke cost was paid".
    Paid(Ref, CostLabel),
    /// The object was cast; from one of the zones when given; by one of the players when given.
    WasCast(Ref, Option<ZoneSet>, Option<Who>),
    /// How often this ability was activated this turn, or has resolved this turn (the resolution at hand counts):
    /// "if this is the third time this ability has resolved this turn".
    AbilityUsed {
        /// Resolved rather than activated.
        resolved: bool,
        /// How the number compares.
        cmp: Cmp,
        /// With what.
        times: u32,
    },
    /// You have added mana with this ability this turn (106.4).
    AddedMana,
    /// The condition noted under that number ([`crate::Face::noted`]) held as the object became cast (601.2i).
    AsCast(u8),
    /// One of the players is the monarch (722).
    Monarch(Who),
    /// One of the players has the city's blessing (702.131).
    Blessing(Who),
    /// One of the players has the initiative (723).
    Initiative(Who),
    /// One of the players has completed a dungeon (309.7), or the one of that name.
    CompletedDungeon(Who, Option<Arc<str>>),
    /// Its controller or owner could begin to cast it now, whatever it costs (702.62a).
    CouldCast(Ref),
    /// It came under its controller's control since the beginning of their last upkeep (702.30a).
    CameUnderControl(Ref),
    /// The word was chosen under that linked number (607.2d).
    ChoseWord(u8, Arc<str>),
    /// One of the players is the starting player (103.1).
    PlaysFirst(Who),
    /// This is the companion that its owner has revealed and not yet put into their hand (702.139a).
    ChosenCompanion,
    /// The player has cast another spell with this one's name this game.
    CastNamesake(Who),
    /// A spell or ability that one of the players controls causes what happens: its instructions say so, or offer it at a price
    /// (118.12). Asked of what would happen or has just happened, in [`EventPattern::While`].
    CausedBy(Who),
    /// Such a spell, which is resolving, causes what has just happened: an instruction of it says so. Likewise.
    CausedBySpell(Filter),
    /// A triggered ability of that keyword, which is resolving, causes what happens: "a modular triggered ability would put …".
    CausedByTrigger(Keyword),
    /// An attack was declared during the last turn of one of these players, before the turn at hand (508.6).
    AttackedLastTurn {
        /// In whose last turn.
        of: Who,
        /// With that creature; with any when `None`.
        with: Option<Ref>,
        /// On one of these players; on anything when `None`.
        whom: Option<Who>,
        /// In the last combat phase of theirs that has ended, rather than in all of that turn.
        combat: bool,
    },
    /// What enters is a token that a resolving ability of that keyword creates: "~ was embalmed" (702.128b). Asked as it enters.
    CreatedBy(Keyword),
    /// A card for which the test holds was exiled with this object's delve ability (702.66a), wherever it is by now.
    Delved(Test),
    /// The event, of a creature that becomes tapped, is that it is declared as an attacker (508.1f).
    TappedToAttack,
    /// The number is a prime number.
    Prime(Amount),
    /// It is day (`true`) or night (`false`) (728.1).
    Day(bool),
}
