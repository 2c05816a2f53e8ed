//! Event patterns: what triggers look for, what replacement effects replace, what history is asked about.

use serde::{Deserialize, Serialize};

use crate::visit::Node;
use crate::{Amount, CasualEvent, Condition, CounterKind, Filter, KeywordDeed, Kind, Step, Test, Who, Zone, ZoneSet};

/// Why an object changes zones; each names itself in the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum Cause {
    /// Destroyed by an effect or a state-based action (701.7b).
    Destroy,
    /// Put into a graveyard by a state-based action that does not destroy (704).
    StateBased,
    /// Sacrificed (701.17).
    Sacrifice,
    /// Discarded (701.8).
    Discard,
    /// Milled (701.13).
    Mill,
    /// Drawn (121).
    Draw,
    /// Cast or played (601, 305).
    Play,
    /// A spell that resolved goes where resolved spells go (608).
    Resolve,
    /// Countered (701.5).
    Counter,
    /// Exiled (701.11).
    Exile,
    /// Returned (from anywhere to a hand or to the battlefield).
    Return,
    /// Put.
    Put,
    /// Created as a token (111).
    Create,
    /// Shuffled into a library.
    Shuffle,
    /// A rule moved it: cleanup, a player who left, setup.
    Rule,
}

/// A sort of activated abilities.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum ActivatedSort {
    /// What a keyword means, or what it stands before (702.1a, 702.142b).
    Keyword(crate::Keyword),
    /// Loyalty abilities (606).
    Loyalty,
    /// Those with {T} in their activation costs, or those without.
    Tapping(bool),
}

/// What kind of event, and with whom in its roles.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum EventPattern {
    /// One of several: "enters or attacks", "enters or dies".
    Or(Vec<EventPattern>),
    /// An object changes zones. Subject: the object. Actor: who did it or whose it is (drew, discarded, sacrificed).
    /// Filters look back where 603.10 says so. Entering, dying, leaving, being discarded, drawn, milled, exiled, …
    Moves {
        /// The object.
        what: Filter,
        /// From one of these zones.
        from: ZoneSet,
        /// To one of these zones.
        to: ZoneSet,
        /// In that way, when it matters: sacrificed, discarded, milled, drawn, destroyed.
        cause: Option<Cause>,
        /// By one of these players, for drawing, discarding, sacrificing, milling.
        by: Option<Who>,
    },
    /// A source deals damage. Subject: the source. Object: the recipient. Number: the damage.
    Damage {
        /// The source.
        by: Filter,
        /// The recipient: permanent or player.
        to: Filter,
        /// Combat damage only (`true`), noncombat only (`false`), any (`None`).
        combat: Option<bool>,
    },
    /// A permanent is dealt excess damage (120.10), by one source or by several at the same time. Subject: the permanent.
    /// Number: the excess.
    ExcessDamage {
        /// The permanent.
        to: Filter,
        /// Combat damage only (`true`), noncombat only (`false`), any (`None`).
        combat: Option<bool>,
    },
    /// Damage makes a player lose life (120.3a), and the life total would become less than a number. Actor: the player.
    /// Number: how much life.
    DamageCostsLife {
        /// Who.
        who: Who,
        /// The number.
        below: Amount,
    },
    /// Damage makes a planeswalker lose all loyalty counters on it (120.3c). Subject: the planeswalker. Number: how many.
    DamageCostsLoyalty(Filter),
    /// A creature is declared as an attacker (508.3). Subject: the attacker. Object: the defender.
    Attacks {
        /// The attacker.
        what: Filter,
        /// The defender: player, planeswalker or battle.
        whom: Option<Filter>,
        /// Attacks alone (506.5).
        alone: bool,
        /// With at least that many other attackers besides.
        others: u32,
    },
    /// A player attacks (508.3d): once for the declaration. Actor: the player. Number: attackers.
    AttackDeclared {
        /// The attacking player.
        by: Who,
        /// With at least so many attackers that fit.
        with: Filter,
        /// The least number of them.
        least: u32,
    },
    /// A creature blocks (509.3a-b). Subject: the blocker. Object: the attacker.
    Blocks {
        /// The blocker.
        what: Filter,
        /// The attacker; when `None` it triggers once however many it blocks.
        whom: Option<Filter>,
    },
    /// An attacker becomes blocked (509.3c-d). Subject: the attacker. Object: the blocker.
    BecomesBlocked {
        /// The attacker.
        what: Filter,
        /// The blocker; when `None` it triggers once however many block it.
        by: Option<Filter>,
    },
    /// An attacker isn't blocked (509.3g). Subject: the attacker.
    Unblocked(Filter),
    /// A player casts a spell (601.2i). Subject: the spell. Actor: the caster.
    Casts {
        /// Who.
        by: Who,
        /// What.
        what: Filter,
    },
    /// A player copies a spell (707.10). Subject: the copy. Object: what it is a copy of. Actor: the player.
    Copies {
        /// Who.
        by: Who,
        /// What.
        what: Filter,
    },
    /// A player plays a land (305.1). Subject: the land. Actor: the player.
    PlaysLand {
        /// Who.
        by: Who,
        /// What.
        what: Filter,
        /// From where.
        from: ZoneSet,
    },
    /// A player activates an ability (602.2). Subject: the ability's source. Actor: the player.
    Activates {
        /// Who.
        by: Who,
        /// The source.
        source: Filter,
        /// Mana abilities too.
        mana_too: bool,
        /// Only such an ability: "a boast ability" (702.142), "a loyalty ability" (606).
        only: Option<ActivatedSort>,
    },
    /// A player gains life. Actor: the player. Number: how much.
    GainsLife(Who),
    /// A player loses life, by damage too. Actor: the player. Number: how much.
    LosesLife(Who),
    /// Counters are put on an object or player. Subject: it. Actor: who puts them. Number: how many.
    CountersPut {
        /// On what.
        on: Filter,
        /// Of which kind.
        kind: Option<CounterKind>,
        /// Who puts them.
        by: Option<Who>,
        /// Only as an effect puts them (609.1): not as a cost, nor as a turn-based action.
        by_effect: bool,
    },
    /// The nth counter of a kind is put on an object (122.7): there were fewer, and now there are as many or more.
    /// Subject: it. Number: how many were put.
    CountersReach {
        /// On what.
        on: Filter,
        /// Of which kind.
        kind: CounterKind,
        /// Which of them.
        nth: u32,
    },
    /// An instruction or rule would have a player draw at least so many cards (121.2a): asked before any of them is drawn.
    /// Actor: the player. Number: how many.
    DrawsCards {
        /// Who.
        by: Who,
        /// The least number.
        least: u32,
    },
    /// Counters are removed from an object. Subject: it. Number: how many.
    CountersRemoved {
        /// From what.
        from: Filter,
        /// Of which kind.
        kind: Option<CounterKind>,
        /// Only when none is left.
        last: bool,
    },
    /// A permanent becomes tapped. Subject: it.
    Tapped(Filter),
    /// A permanent becomes untapped. Subject: it.
    Untapped(Filter),
    /// A player taps an untapped permanent, by an instruction, for a cost or to attack with it (701.21a). Subject: it. Actor: the
    /// player.
    Taps {
        /// Who.
        by: Who,
        /// What.
        what: Filter,
    },
    /// A player untaps a tapped permanent (701.21b). Likewise.
    Untaps {
        /// Who.
        by: Who,
        /// What.
        what: Filter,
    },
    /// A permanent is tapped for mana (106.12). Subject: it. Actor: the player.
    TappedForMana {
        /// The permanent.
        what: Filter,
        /// Who taps it.
        by: Who,
        /// Only for mana of the color chosen under that linked number.
        of: Option<u8>,
    },
    /// An object or player becomes the target of a spell or ability (603.2f). Subject: the target. Object: the spell or ability.
    Targeted {
        /// The target.
        what: Filter,
        /// The spell or ability.
        by: Filter,
    },
    /// A step begins (603.2b). Actor: the active player.
    Begins {
        /// The step or phase.
        step: Step,
        /// Whose turn.
        whose: Who,
    },
    /// A player shuffles their library.
    Shuffles(Who),
    /// A player searches their library.
    Searches(Who),
    /// A player scries (701.18). Actor: the player. Number: how many cards they looked at.
    Scries(Who),
    /// A player surveils (701.42d).
    Surveils(Who),
    /// A player mills cards (701.13); only asked of what would happen. Actor: the player. Number: how many.
    Mills(Who),
    /// A player proliferates (701.27).
    Proliferates(Who),
    /// A player wins or loses a coin flip (705.2). Actor: the player.
    FlipsCoin {
        /// Who.
        by: Who,
        /// Wins rather than loses it.
        won: bool,
    },
    /// A permanent explores (701.40b). Subject: it, or as it last existed (701.40c).
    Explores {
        /// Which.
        what: Filter,
        /// Only where a land card is revealed (`true`), or a card that is none (`false`).
        land: Option<bool>,
    },
    /// A permanent regenerates (701.15). Subject: it. Number: by which effect, as the slot of its instruction has it; 0 where it always does.
    Regenerates(Filter),
    /// A player pays life (119.4). Actor: the player. Number: how much.
    PaysLife(Who),
    /// You reveal such a card by the static ability that this one is linked to (607.2h). Subject: the card.
    RevealsDrawn(Filter),
    /// A player's turn begins, where that could be skipped (614.10). Actor: the player.
    TurnBegins(Who),
    /// An extra turn of a player begins (500.7, 614.10); only asked of what would happen. Actor: the player.
    ExtraTurnBegins(Who),
    /// A player cycles a card (702.29). Subject: the card.
    Cycles {
        /// Who.
        by: Who,
        /// Which card.
        what: Filter,
    },
    /// A player exerts a permanent (701.39). Subject: it. Actor: the player.
    Exerts {
        /// Who.
        by: Who,
        /// What.
        what: Filter,
        /// Only as it attacks (508.1g, 607.2h).
        attacking: bool,
    },
    /// An object becomes attached. Subject: it. Object: what to.
    Attached {
        /// What.
        what: Filter,
        /// To what.
        to: Filter,
    },
    /// An object enters the battlefield attached (303.4f). Subject: it. Object: what to.
    EntersAttached {
        /// What.
        what: Filter,
        /// To what.
        to: Filter,
    },
    /// An object becomes unattached (701.3d). Subject: it. Object: what from.
    Unattached {
        /// What.
        what: Filter,
        /// From what.
        from: Filter,
    },
    /// A permanent phases out (702.26). Subject: it.
    PhasesOut(Filter),
    /// A permanent phases in (702.26). Subject: it.
    PhasesIn(Filter),
    /// A player loses control of an object, as it leaves the battlefield too (603.10d). Subject: the object. Actor: who
    /// gains control of it, if anyone does.
    LosesControl {
        /// Who.
        by: Who,
        /// Of what.
        what: Filter,
    },
    /// A player gains control of a permanent that another player controlled. Subject: the permanent. Actor: the player.
    GainsControl {
        /// Who.
        by: Who,
        /// Of what.
        what: Filter,
        /// From one of these players; from any other when `None`.
        from: Option<Who>,
    },
    /// A permanent transforms (701.28). Subject: it.
    Transforms(Filter),
    /// It transforms or converts into the face whose text this is (701.28e).
    TransformsInto(Filter),
    /// Day becomes night or night becomes day (728.1a).
    DayTurns,
    /// A player commits a crime (700.13). Actor: the player.
    CommitsCrime(Who),
    /// A player expends that much (700.14): the mana they have spent this turn to cast spells comes to it. Actor: the player.
    Expends(Who, u32),
    /// A creature becomes monstrous (701.31b). Subject: it. Number: the N of the monstrosity (701.31c).
    BecomesMonstrous(Filter),
    /// What happens in casual variants alone (section 9).
    Casual(CasualEvent),
    /// A permanent is turned face up (708.8). Subject: it.
    TurnedFaceUp(Filter),
    /// A spell merges with a creature as it resolves as a mutating creature spell (702.140d). Subject: the creature.
    Mutates(Filter),
    /// A permanent's class level becomes that (716.2a). Subject: it.
    BecomesLevel(Filter, u32),
    /// A player unlocks this door (709.5h) or fully unlocks a permanent (709.5i). Subject: the permanent. Actor: the player.
    Unlocks {
        /// Who.
        by: Who,
        /// Which permanent.
        what: Filter,
        /// Both halves are unlocked now; else it is the half with this ability that was.
        fully: bool,
    },
    /// A player opens or visits an Attraction, or claims its prize. Subject: it. Actor: the player. Or a player rolls to visit
    /// theirs (701.49). Number: the result.
    Attractions {
        /// Who.
        by: Who,
        /// What they do.
        deed: crate::AttractionDeed,
        /// Which Attraction; not asked for a roll.
        what: Filter,
    },
    /// A player rolls a die (706). Actor: the player. Number: the result.
    Rolls(Who),
    /// The natural result of a die that a player rolls is that, or the highest there is on it when none is said (706.2). Actor: the
    /// player. Number: the result.
    RollsNatural(Who, Option<u32>),
    /// A player puts a sticker on an object (123.3). Subject: the object. Actor: the player.
    PutsSticker {
        /// Who.
        by: Who,
        /// Of which kind; any when `None`.
        kind: Option<crate::StickerKind>,
        /// On what.
        on: Filter,
    },
    /// A player moves their venture marker into the room of that number of this dungeon (309.4c). Actor: the player.
    EntersRoom(u8),
    /// A player completes a dungeon (309.7). Actor: the player.
    CompletesDungeon(Who),
    /// A token is created. Subject: the token. Actor: its creator.
    TokenCreated {
        /// Under whose control.
        by: Who,
        /// Which token.
        what: Filter,
    },
    /// Damage that would be dealt is prevented (615.13). Subject: the source. Object: whom it would have been dealt to.
    /// Number: how much.
    Prevented {
        /// The source.
        by: Filter,
        /// The recipient: permanent or player.
        to: Filter,
    },
    /// A spell or ability is countered. Subject: it.
    Countered(Filter),
    /// Mana is added to a player's pool by an ability of such a source. Subject: the source. Actor: the player.
    ProducesMana {
        /// The source.
        source: Filter,
        /// Who.
        by: Who,
        /// Mana of the color chosen under that linked number is among it.
        #[serde(default)]
        of: Option<u8>,
    },
    /// A player would lose the game (104.3). Actor: the player.
    LosesGame(Who),
    /// A spell or ability that is a state trigger (603.8): the condition becomes true.
    State(Box<Condition>),
    /// The pattern, and only such an occurrence: one more condition on it, in whose terms [`Ref::Event`](crate::Ref::Event)
    /// is this event.
    While(Box<EventPattern>, Box<Condition>),
    /// Such events earlier than the one that [`Ref::Event`](crate::Ref::Event) speaks of: "cast before it this turn".
    Before(Box<EventPattern>),
    /// A creature exploits another (702.110b). Subject: the creature with exploit. Object: the one sacrificed.
    Exploits {
        /// The creature with exploit.
        by: Filter,
        /// The creature sacrificed.
        what: Filter,
    },
    /// A player does what the rules have a word for. Actor: the player. Subject and object: as the word says.
    Does {
        /// Who.
        by: Who,
        /// What.
        deed: KeywordDeed,
        /// The subject; any, or none, when `None`.
        what: Option<Filter>,
        /// The object; likewise.
        object: Option<Filter>,
    },
    /// Only the nth such event each turn (per actor, when the pattern names one): "your second spell each turn".
    Nth(Box<EventPattern>, u32),
    /// Such events that happen at once count as one (603.2c): "one or more". Subject: all of them. Number: their number or sum.
    Batch(Box<EventPattern>),
    /// Damage or another event with a number in this range.
    Number(Box<EventPattern>, crate::Cmp, Amount),
}

impl EventPattern {
    /// That these players draw a card (121), whichever.
    #[must_use]
    pub const fn draws(by: Who) -> Self {
        Self::Moves {
            what: Filter::new(Kind::Object, Test::Any),
            from: ZoneSet::of(Zone::Library),
            to: ZoneSet::of(Zone::Hand),
            cause: Some(Cause::Draw),
            by: Some(by),
        }
    }
}

/// How far back a question about events looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum Span {
    /// This turn.
    ThisTurn,
    /// The turn before.
    LastTurn,
    /// The combat phase at hand.
    ThisCombat,
    /// The step or phase at hand.
    ThisStep,
    /// The resolution at hand: "this way" (608.2c).
    ThisWay,
    /// The event at hand and what happened at once with it: "any of those results".
    AtOnce,
}
