//! Events: what happened, for triggers, for history and for the reader; and what would happen, for replacement (614).

use lawmage_ir::{Cause, CounterKind, Step, Zone};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::state::chars::AbilityKey;
use crate::state::ids::{Entity, ObjectId, PlayerId};

/// Something that happened. The roles that [`lawmage_ir::EventPattern`] names are told by [`Event::roles`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Event {
    /// An object changed zones (400.7). For tokens created, `from` is [`Zone::Outside`].
    Moved {
        /// As it was.
        object: ObjectId,
        /// As it is now; a token or ability that ceased to exist has none worth finding.
        now: ObjectId,
        /// From.
        from: Zone,
        /// To.
        to: Zone,
        /// In which way.
        cause: Cause,
        /// Who did it or whose card it is: drew, discarded, sacrificed, milled.
        by: Option<PlayerId>,
    },
    /// Damage was dealt (120).
    Damage {
        /// The source.
        source: ObjectId,
        /// The recipient.
        to: Entity,
        /// How much.
        amount: u32,
        /// Whether it was combat damage.
        combat: bool,
    },
    /// A permanent was dealt more damage than was lethal, or than it had loyalty or defense (120.10).
    ExcessDamage {
        /// The permanent.
        to: ObjectId,
        /// How much more.
        amount: u32,
        /// Whether it was combat damage.
        combat: bool,
    },
    /// A creature was declared as an attacker (508.1).
    Attacked {
        /// The attacker.
        attacker: ObjectId,
        /// Player, planeswalker or battle.
        defender: Entity,
        /// Attackers declared together with it, itself not counted.
        others: u32,
    },
    /// A player attacked with at least one creature (508.3d).
    AttackDeclared {
        /// Who.
        by: PlayerId,
        /// With how many.
        count: u32,
    },
    /// A creature was declared as a blocker (509.1).
    Blocked {
        /// The blocker.
        blocker: ObjectId,
        /// The attacker.
        attacker: ObjectId,
        /// The first attacker that this blocker blocks in this declaration (509.3a: once however many).
        first: bool,
    },
    /// An attacker became blocked (509.3c).
    BecameBlocked {
        /// The attacker.
        attacker: ObjectId,
        /// By this creature; `None` by an effect (509.1h).
        by: Option<ObjectId>,
        /// The first of its blockers (509.3c: once however many).
        first: bool,
    },
    /// An attacker wasn't blocked (509.3g).
    Unblocked {
        /// The attacker.
        attacker: ObjectId,
    },
    /// A spell was cast (601.2i).
    Cast {
        /// The spell.
        spell: ObjectId,
        /// Who.
        by: PlayerId,
    },
    /// A spell was copied (707.10).
    Copied {
        /// The copy.
        copy: ObjectId,
        /// What it is a copy of.
        of: ObjectId,
        /// Who controls it.
        by: PlayerId,
    },
    /// A land was played (305.1).
    PlayedLand {
        /// The land.
        land: ObjectId,
        /// Who.
        by: PlayerId,
        /// From where.
        from: Zone,
    },
    /// An ability was activated (602.2).
    Activated {
        /// The source.
        source: ObjectId,
        /// Which ability.
        key: AbilityKey,
        /// Who.
        by: PlayerId,
        /// A mana ability (605).
        mana: bool,
        /// The ability on the stack, if it is there.
        item: Option<ObjectId>,
    },
    /// An ability triggered and was put onto the stack (603.3).
    Triggered {
        /// The source.
        source: ObjectId,
        /// The ability on the stack.
        ability: ObjectId,
        /// Who controls it.
        by: PlayerId,
    },
    /// A spell or ability resolved (608) or left the stack without effect.
    Resolved {
        /// It.
        object: ObjectId,
        /// Which.
        how: super::stack::Resolution,
    },
    /// Life was gained (119.3).
    LifeGained {
        /// Who.
        player: PlayerId,
        /// How much.
        amount: u32,
    },
    /// Life was lost (119.3), by damage too (120.3a).
    LifeLost {
        /// Who.
        player: PlayerId,
        /// How much.
        amount: u32,
    },
    /// Counters were put (122.6).
    CountersPut {
        /// On what.
        on: Entity,
        /// Which.
        kind: CounterKind,
        /// How many.
        amount: u32,
        /// How many of the kind there are then.
        now: u32,
        /// Who put them.
        by: Option<PlayerId>,
        /// Whether an effect did (609.1), not a cost or a turn-based action.
        effect: bool,
    },
    /// Counters were removed (122.1).
    CountersRemoved {
        /// From what.
        from: Entity,
        /// Which.
        kind: CounterKind,
        /// How many.
        amount: u32,
        /// How many of the kind are left.
        left: u32,
    },
    /// A permanent became tapped (701.21a); that player tapped it.
    Tapped(ObjectId, PlayerId),
    /// A permanent became untapped (701.21b); that player untapped it.
    Untapped(ObjectId, PlayerId),
    /// A permanent was tapped for mana (106.12).
    TappedForMana {
        /// Which.
        object: ObjectId,
        /// By whom.
        by: PlayerId,
        /// What it made, by [`lawmage_ir::ManaType::index`].
        made: [u16; 6],
    },
    /// Mana was added to a pool (106.4).
    ManaAdded {
        /// Whose pool.
        player: PlayerId,
        /// The source.
        source: ObjectId,
        /// What, by [`lawmage_ir::ManaType::index`].
        made: [u16; 6],
    },
    /// Something became a target (115, 603.2f).
    Targeted {
        /// The target.
        target: Entity,
        /// The spell or ability.
        by: ObjectId,
    },
    /// A turn began (500).
    TurnBegan {
        /// Whose.
        player: PlayerId,
        /// Its number, from 1.
        number: u32,
    },
    /// A step or phase began (500.1).
    StepBegan {
        /// Which.
        step: Step,
        /// Whose turn.
        active: PlayerId,
    },
    /// A player shuffled (701.20).
    Shuffled(PlayerId),
    /// A player, the first, searched the library of one (701.19).
    Searched(PlayerId, PlayerId),
    /// A player scried (701.18), and looked at so many cards.
    Scried(PlayerId, u32),
    /// A player surveiled (701.42d).
    Surveiled(PlayerId),
    /// A player proliferated (701.27).
    Proliferated(PlayerId),
    /// A permanent explored (701.40b), and whether the card revealed, if there was one, was a land card.
    Explored(ObjectId, Option<bool>),
    /// A card was cycled (702.29).
    Cycled {
        /// The card, as it is now.
        card: ObjectId,
        /// Who.
        by: PlayerId,
        /// The cycling ability on the stack.
        ability: ObjectId,
    },
    /// An object became attached to another or to a player (701.3), as it entered the battlefield (303.4f) if `true`.
    Attached(ObjectId, Entity, bool),
    /// An object became unattached (701.3d).
    Unattached {
        /// What.
        what: ObjectId,
        /// From what.
        from: Entity,
    },
    /// A permanent transformed (701.28).
    Transformed(ObjectId),
    /// A permanent converted (701.50).
    Converted(ObjectId),
    /// A creature became monstrous (701.31b), by that much (701.31c).
    BecameMonstrous(ObjectId, u32),
    /// A permanent was flipped (710).
    TurnedUpsideDown(ObjectId),
    /// A player planeswalked (701.24).
    Planeswalked {
        /// Who.
        by: PlayerId,
        /// The plane or phenomenon; as it was, when it is the one walked away from.
        plane: ObjectId,
        /// Whether they walked away from it.
        away: bool,
    },
    /// Chaos ensued (311.7), for that planar controller.
    ChaosEnsued(PlayerId),
    /// The planar die was rolled (901.9).
    PlanarRolled {
        /// Who.
        by: PlayerId,
        /// The face, unless it is blank.
        face: Option<lawmage_ir::PlanarFace>,
    },
    /// A scheme was set in motion (701.25).
    SetInMotion {
        /// The archenemy.
        by: PlayerId,
        /// The scheme.
        scheme: ObjectId,
    },
    /// A scheme was abandoned (701.26).
    Abandoned {
        /// The archenemy.
        by: PlayerId,
        /// The scheme, as it was.
        scheme: ObjectId,
    },
    /// It became day or night (728.1).
    DayBecame {
        /// Day rather than night.
        day: bool,
        /// It was the other before (728.1a), not neither.
        turned: bool,
    },
    /// A permanent was turned face up (708.8).
    TurnedFaceUp(ObjectId),
    /// A permanent was turned face down.
    TurnedFaceDown(ObjectId),
    /// A spell merged with a creature as a mutating creature spell (702.140d).
    Mutated {
        /// The creature.
        creature: ObjectId,
        /// The spell.
        spell: ObjectId,
    },
    /// A player opened or visited an Attraction, claimed its prize, or rolled to visit theirs (701.48, 701.49, 702.159b).
    Attraction {
        /// What was done.
        deed: lawmage_ir::AttractionDeed,
        /// Who.
        by: PlayerId,
        /// Which Attraction.
        attraction: Option<ObjectId>,
        /// The result of the roll.
        result: u32,
    },
    /// A sticker was put on an object (123.3), or moved to it.
    Stickered {
        /// The object.
        object: ObjectId,
        /// Which sticker of the game's.
        sticker: u16,
        /// Who.
        by: PlayerId,
    },
    /// Two creatures were paired (702.95b).
    Paired(ObjectId, ObjectId),
    /// A permanent's class level became that (716.2a).
    LevelBecame {
        /// Which permanent.
        permanent: ObjectId,
        /// The level.
        level: u32,
    },
    /// A half of a permanent was unlocked (709.5e-f), as it entered (709.5d) or later.
    Unlocked {
        /// Which permanent.
        permanent: ObjectId,
        /// Which half.
        half: u8,
        /// Who unlocked it.
        by: PlayerId,
        /// The other half was unlocked already (709.5i).
        fully: bool,
    },
    /// A half of a permanent was locked (709.5g).
    Locked {
        /// Which permanent.
        permanent: ObjectId,
        /// Which half.
        half: u8,
        /// Who locked it.
        by: PlayerId,
    },
    /// A player moved their venture marker into a room (309.4).
    EnteredRoom {
        /// Of which dungeon.
        dungeon: ObjectId,
        /// Its number.
        room: u8,
        /// Who.
        by: PlayerId,
    },
    /// A player completed a dungeon (309.7).
    CompletedDungeon {
        /// Which, as it was.
        dungeon: ObjectId,
        /// Who.
        by: PlayerId,
    },
    /// A player did what the rules have a word for; its subject and its object.
    Acted(PlayerId, lawmage_ir::KeywordDeed, Option<ObjectId>, Option<ObjectId>),
    /// A player took the initiative (723).
    Initiative(PlayerId),
    /// A permanent phased out (702.26).
    PhasedOut(ObjectId),
    /// A permanent phased in (702.26).
    PhasedIn(ObjectId),
    /// A spell or ability was countered (701.5).
    Countered {
        /// It, as it was.
        object: ObjectId,
        /// By which source.
        by: ObjectId,
    },
    /// A creature exploited another (702.110b).
    Exploited {
        /// The creature with exploit.
        by: ObjectId,
        /// The creature sacrificed.
        what: ObjectId,
    },
    /// A permanent was regenerated (701.15), by the regeneration shield of that number; 0 where it needs none.
    Regenerated(ObjectId, u32),
    /// A player gained control of a permanent.
    ControlChanged {
        /// Which.
        object: ObjectId,
        /// From.
        from: PlayerId,
        /// To.
        to: PlayerId,
    },
    /// Cards were revealed to all players (701.16).
    Revealed {
        /// By whom.
        by: PlayerId,
        /// Which.
        objects: SmallVec<[ObjectId; 4]>,
    },
    /// Life was paid (119.4): besides the loss.
    LifePaid {
        /// Who.
        player: PlayerId,
        /// How much.
        amount: u32,
    },
    /// A drawn card was revealed by a static ability (603.11).
    RevealedDrawn {
        /// Whose ability.
        source: ObjectId,
        /// Which card.
        card: ObjectId,
        /// By whom.
        by: PlayerId,
    },
    /// A player looked at cards others don't see.
    LookedAt {
        /// Who.
        by: PlayerId,
        /// Which.
        objects: SmallVec<[ObjectId; 4]>,
    },
    /// A value was chosen for an object.
    ChoseValue {
        /// For which object.
        source: ObjectId,
        /// Who.
        by: PlayerId,
    },
    /// A coin was flipped (705).
    Flipped {
        /// Who.
        by: PlayerId,
        /// Whether they won, or it came up heads.
        won: bool,
        /// Whether it was called: else nobody wins or loses (705.2).
        called: bool,
    },
    /// A player would do that so many times: only what would happen is told so (614.1a).
    WouldDo(PlayerId, super::proposal::WouldDo, u32),
    /// A die was rolled (706).
    #[expect(missing_docs, reason = "natural: what the die alone shows (706.2); result: with what is added to it")]
    Rolled { by: PlayerId, sides: u32, natural: u32, result: u32 },
    /// A player took a mulligan (103.5).
    Mulliganed {
        /// Who.
        player: PlayerId,
        /// To how many cards.
        to: u32,
    },
    /// A player exerted a permanent (701.39).
    Exerted {
        /// The permanent.
        object: ObjectId,
        /// Who.
        by: PlayerId,
        /// Whether as it attacked (508.1g).
        attacking: bool,
    },
    /// A player lost the game (104.3).
    Lost(PlayerId),
    /// A player won the game (104.2).
    Won(PlayerId),
    /// The game ended in a draw (104.4).
    Drawn,
    /// Damage was prevented (615).
    Prevented {
        /// The source of the damage.
        source: ObjectId,
        /// Whom it would have been dealt to.
        to: Entity,
        /// How much.
        amount: u32,
    },
    /// An effect replaced an event or held of it (614): the effect's source.
    Replaced(ObjectId),
}
