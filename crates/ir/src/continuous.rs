//! Continuous effects (611): what holds while it lasts. Static abilities and resolving spells use the same nodes; they
//! differ in that a resolving spell's modification locks in its objects (611.2c) and a static ability's does not (611.3a).

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::visit::Node;
use crate::{
    Ability, Amount, CardType, Clause, ColorSet, Condition, Cost, CostLabel, CounterKind, EventPattern, Face, Filter,
    Keyword, ManaCost, Pregame, Ref, Selector, Subtype, SubtypeSet, Supertype, SupertypeSet, TypeSet, Who, Zone,
};

/// How long a continuous effect of a resolved spell or ability lasts (611.2).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum Duration {
    /// "until end of turn", "this turn" (514.2).
    EndOfTurn,
    /// "until end of combat", "this combat" (511.3).
    EndOfCombat,
    /// "until your next turn".
    UntilNextTurn(Who),
    /// "until your next end step".
    UntilNextEndStep(Who),
    /// "until the end of your next turn".
    EndOfNextTurn(Who),
    /// "during its controller's next untap step": ends when that step does.
    NextUntapStep(Who),
    /// "for as long as …".
    While(Condition),
    /// "until this leaves the battlefield".
    UntilLeaves(Ref),
    /// Until a player pays, any time they have priority: "you may pay {W} to end this effect" (116.2c).
    UntilPaid(Who, Cost),
    /// No duration stated: until the end of the game (611.2a).
    Forever,
}

/// A continuous effect.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum Continuous {
    /// Changes characteristics or control of objects (613.1).
    Modify {
        /// Of which objects.
        what: Selector,
        /// How. Each applies in its own layer.
        mods: Vec<Modification>,
    },
    /// "can't".
    Cant(Prohibition),
    /// "must", "if able".
    Must(Requirement),
    /// "may", "as though", and rules that are relaxed.
    May(Permission),
    /// Changes what something costs (601.2f, 118.7).
    CostChange {
        /// Whose actions.
        by: Who,
        /// Of what.
        of: CostOf,
        /// By how much.
        change: CostDelta,
        /// Multiplied by this number: "for each …".
        times: Amount,
    },
    /// An additional cost to cast the spell (118.8): of this spell, or of spells that fit.
    AdditionalCost {
        /// Which spells; [`Ref::This`] for "this spell".
        of: Filter,
        /// The cost.
        cost: Cost,
        /// Whether it is optional (kicker).
        optional: bool,
        /// Whether it may be paid any number of times (multikicker).
        repeat: bool,
        /// Under which name it is spoken of later.
        label: Option<CostLabel>,
    },
    /// An alternative cost of this spell (118.9): "you may pay … rather than pay this spell's mana cost".
    AlternativeCost {
        /// The cost.
        cost: Cost,
        /// Under which name it is spoken of later.
        label: CostLabel,
    },
    /// Effects on the next such spell that a player casts (611.2f): changes of its cost hold as it is cast, the rest begins
    /// once it is. In them the spell is the subject of the event, [`Role::Subject`](crate::Role::Subject).
    NextSpell {
        /// Who.
        by: Who,
        /// Which spells.
        what: Filter,
        /// What holds of it.
        effects: Vec<Continuous>,
    },
    /// A replacement or prevention effect (614, 615).
    Replace(Box<Replacement>),
    /// Abilities of such permanents that such an event causes to trigger, trigger an additional time (603.2d).
    TriggersAgain {
        /// The cause; any when `None`.
        event: Option<Box<EventPattern>>,
        /// The permanents whose abilities do.
        source: Filter,
    },
    /// What is done before the first turn (103).
    Pregame(Box<Pregame>),
    /// Effects that players may take an action to ignore until end of turn (116.2d).
    Ignorable {
        /// Who may.
        by: Who,
        /// At what cost.
        cost: Cost,
        /// What holds of those who don't.
        effects: Vec<Continuous>,
    },
    /// An Aura or the like can be attached only to what fits (303.4a, 702.5).
    Enchants(Filter),
}

/// One change of an object's characteristics, in one layer (613.1).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum Modification {
    /// Layer 1a: becomes a copy of the (first) referenced object (707), with exceptions applied as part of the copy.
    CopyOf(Ref, Vec<Modification>),
    /// Layer 2: its controller becomes that player.
    Controller(Who),
    /// Layer 3: one word is replaced by another (612).
    ReplaceWord(TextWord, TextWord),
    /// Layer 4: gains these types besides its own: "is an artifact in addition to its other types".
    AddTypes(TypeLine),
    /// Layer 4: has these instead: supertypes stay, and so do subtypes that fit a kept type (205.1a).
    SetTypes(TypeLine),
    /// Layer 4: loses a card type and the subtypes that go with it.
    RemoveType(CardType),
    /// Layer 4: loses a supertype.
    RemoveSupertype(Supertype),
    /// Layer 4: is every creature type (702.73).
    AllCreatureTypes,
    /// Layer 4: its land types become these; if basic, it loses other abilities from its rules text and gets their mana
    /// abilities (305.7).
    SetLandTypes(SubtypeSet),
    /// Layer 4: gains the basic land type chosen as linked number `n`.
    AddChosenType(u8),
    /// Layer 5: becomes these colors.
    SetColors(ColorSet),
    /// Layer 5: is these colors besides its own.
    AddColors(ColorSet),
    /// Layer 5: becomes the color chosen as linked number `n`.
    SetChosenColor(u8),
    /// Layer 6: gains the ability.
    AddAbility(Arc<Ability>),
    /// Layer 6: gains the ability that says so: "except it has this ability" (707.9a).
    ThisAbility,
    /// Layer 6: loses the keyword.
    LoseKeyword(Keyword),
    /// Layer 6: loses all abilities.
    LoseAllAbilities,
    /// Layer 6: can't have or gain the keyword.
    CantHave(Keyword),
    /// Layer 7a when it defines characteristics, else 7b: base power and toughness become these.
    SetPowerToughness(Option<Amount>, Option<Amount>),
    /// Layer 7c: gets +power/+toughness.
    AddPowerToughness(Amount, Amount),
    /// Layer 7d: switches them.
    SwitchPowerToughness,
    /// It has no mana cost (part of a copy effect's exceptions).
    LoseManaCost,
    /// Its name becomes that (layer 1 or 3 as copy exception, 612.8).
    SetName(Arc<str>),
    /// Layer 3: a name sticker's words stand in its name after so many other words (612.9).
    StickerWord(Arc<str>, u32),
    /// Layer 6: gains the abilities that stand on the ability stickers on that object (123.7a).
    StickerAbilities(Ref),
    /// Layer 3: it has this rules text instead of its own (612.5).
    SetText(Vec<Arc<Ability>>),
    /// Layer 3: it has the full text of the (first) selected object, and these abilities besides (612.6).
    FullText(Box<Selector>, Vec<Arc<Ability>>),
    /// Layer 3: it has the names of all such cards besides its own (612.7).
    AllNames(Box<Filter>),
    /// Layer 6: has all abilities of a sort that the selected objects have; those of one object are linked to each other
    /// alone (607.5).
    AbilitiesOf(AbilitySort, Box<Selector>),
    /// The same, worked out as the effect began: from which of the objects, and what.
    Acquired(Vec<(u8, Arc<Ability>)>),
}

/// Abilities of which sort an object takes over from others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum AbilitySort {
    /// Activated abilities (602).
    Activated,
    /// Loyalty abilities (606).
    Loyalty,
}

impl Modification {
    /// Gains a keyword that needs nothing but its word.
    #[must_use]
    pub fn gains(keyword: crate::KeywordAbility) -> Self {
        Self::AddAbility(Arc::new(Ability::Keyword(keyword)))
    }
}

/// What stands on a type line.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, Node)]
pub struct TypeLine {
    /// 205.4.
    pub supertypes: SupertypeSet,
    /// 205.2.
    pub types: TypeSet,
    /// 205.3.
    pub subtypes: SubtypeSet,
}

/// A word that a text-changing effect can change (612.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum TextWord {
    /// A color word.
    Color(crate::Color),
    /// A basic land type or creature type.
    Subtype(Subtype),
}

/// A kind of word that a text-changing effect may change (612.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum WordKind {
    /// Color words.
    Color,
    /// Basic land types.
    BasicLandType,
    /// Creature types.
    CreatureType,
}

/// "can't": what rules and effects forbid; beats any permission (101.2).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum Prohibition {
    /// These can't attack; not these defenders, when given (508.1c). With a cost: unless their controller pays it (508.1h).
    Attack {
        /// Attackers.
        what: Selector,
        /// Defenders.
        whom: Option<Filter>,
        /// The price at which they can.
        unless: Option<Cost>,
    },
    /// These can't block those (509.1b): "can't block", "can't be blocked", "can't be blocked except by …".
    Block {
        /// Blockers; [`Ref::It`] within is the blocker, [`Ref::Each`] the attacker.
        what: Selector,
        /// Attackers; any when `None`.
        whom: Option<Selector>,
        /// The price at which they can.
        unless: Option<Cost>,
    },
    /// These can't attack alone.
    AttackAlone(Selector),
    /// These can't block alone.
    BlockAlone(Selector),
    /// These can't be blocked by fewer than so many creatures (menace: 2).
    BlockedByFewer(Selector, u32),
    /// These can't be blocked by more than so many creatures.
    BlockedByMore(Selector, u32),
    /// No more than so many creatures of these players can attack each combat.
    AttackersMax(Who, u32),
    /// No more than so many creatures of these players can block each combat.
    BlockersMax(Who, u32),
    /// These can't be the targets of those spells and abilities (702.11 hexproof, 702.18 shroud).
    Target {
        /// Objects or players.
        what: Selector,
        /// Spells or abilities; any when `None`.
        by: Option<Filter>,
    },
    /// Activated abilities of these can't be activated; mana abilities neither, unless spared.
    Activate {
        /// Sources.
        what: Selector,
        /// Whether mana abilities still can.
        but_mana: bool,
        /// Only by these players.
        by: Option<Who>,
    },
    /// These players can't cast such spells.
    Cast(Who, Filter),
    /// These players can't cast more than so many such spells each turn.
    CastMax(Who, Filter, u32),
    /// These players can't play lands.
    PlayLand(Who),
    /// Such objects can't enter the battlefield; the kind's zones say from where.
    Enter(Filter),
    /// These players can't gain life.
    GainLife(Who),
    /// These players can't lose life.
    LoseLife(Who),
    /// These players can't pay life to cast spells or activate abilities (119.4); what effects offer can be paid.
    PayLife(Who),
    /// These players can't sacrifice such permanents to pay costs.
    SacrificeForCosts(Who, Filter),
    /// These players can't draw more than so many cards each turn.
    DrawMax(Who, u32),
    /// These players can't search libraries.
    Search(Who),
    /// These players can't lose the game.
    LoseGame(Who),
    /// These players can't win the game.
    WinGame(Who),
    /// These can't be countered.
    Counter(Selector),
    /// These can't be regenerated.
    Regenerate(Selector),
    /// Damage can't be prevented; of such sources.
    PreventDamage(Filter),
    /// These don't untap during their controllers' untap steps.
    UntapStep(Selector),
    /// These can't become untapped.
    Untap(Selector),
    /// These can't be sacrificed.
    Sacrifice(Selector),
    /// These can't have more than that many counters of a kind on them (704.5r).
    CountersOver(Selector, CounterKind, u32),
    /// These can't have counters of that kind (any when `None`) put on them.
    Counters(Selector, Option<CounterKind>),
    /// These can't be enchanted, equipped or otherwise have such objects attached.
    Attach {
        /// Hosts.
        what: Selector,
        /// Attachments.
        by: Filter,
    },
    /// These can't transform.
    Transform(Selector),
    /// These can't be turned face up.
    TurnFaceUp(Selector),
}

/// "must … if able" (508.1d, 509.1c).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum Requirement {
    /// These attack (each combat, this turn) if able; one of those defenders when given.
    Attack {
        /// Attackers.
        what: Selector,
        /// Defenders, objects or players.
        whom: Option<Selector>,
    },
    /// These attack someone other than those if able (goad, 701.38b).
    AttackOther {
        /// Attackers.
        what: Selector,
        /// Whom not to attack.
        not: Selector,
    },
    /// These block (each combat, this turn) if able; one of those attackers when given.
    Block {
        /// Blockers.
        what: Selector,
        /// Attackers.
        whom: Option<Selector>,
    },
    /// These must be blocked if able: by at least one creature.
    BeBlocked(Selector),
    /// All creatures able to block these do so.
    BeBlockedByAll(Selector),
}

/// What a player or object may do beyond the usual rules.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum Permission {
    /// Cast such spells as though they had flash (702.8); [`Ref::This`] among them for the card itself.
    Flash(Who, Filter),
    /// Cast this card as though it had flash for that much more mana (601.3c).
    FlashFor(ManaCost),
    /// Play lands and cast spells from among such cards: from a zone they otherwise couldn't.
    Play {
        /// Who may.
        by: Who,
        /// Which cards; the kind's zones say from where.
        what: Filter,
        /// At what cost.
        price: Price,
        /// At most so often each turn (for each such permission).
        per_turn: Option<u32>,
        /// Mana of any type can be spent.
        any_mana: bool,
        /// The name under which the way of casting is spoken of later (flashback, escape).
        label: Option<CostLabel>,
        /// Only at the times a sorcery could (`None`: the card's own timing).
        sorcery_timing: bool,
        /// What is played so gets these (611.3d): "if you do, it gains …".
        gives: Vec<Modification>,
    },
    /// Play that many additional lands each turn (305.2).
    ExtraLands(Who, u32),
    /// Look at the top card of one's library any time.
    LookAtTop(Who),
    /// Look at such cards exiled face down (406.3).
    LookAt(Who, Filter),
    /// Plays with the top card of the library revealed.
    RevealTop(Who),
    /// Pay 2 life rather than a mana of that color in costs (107.4f).
    LifeForMana(Who, crate::Color),
    /// What damage is lethal to these is determined by their power rather than their toughness (704.5g).
    LethalByPower(Selector),
    /// You reveal the first card you draw each turn as you draw it, if it is such a card (603.11); you may, when optional.
    RevealDrawn {
        /// Which cards; [`Ref::This`] for the card itself.
        what: Filter,
        /// Whether it is a choice.
        optional: bool,
    },
    /// Plays with the hand revealed.
    RevealHand(Who),
    /// These can attack as though they didn't have defender.
    AttackDespiteDefender(Selector),
    /// Their controller may exert these as they attack (508.1g, 701.39).
    Exert(Selector),
    /// These can block that many additional creatures each combat; `None`: any number.
    BlockMore(Selector, Option<u32>),
    /// These can block creatures with flying, or shadow, as though …
    BlockAsThough(Selector, Keyword),
    /// These may assign combat damage as though they weren't blocked.
    AssignAsUnblocked(Selector),
    /// These assign combat damage by toughness rather than power.
    AssignToughness(Selector),
    /// These assign no combat damage.
    AssignNone(Selector),
    /// Spend mana as though it were of any color (`false`) or any type (`true`).
    SpendAsAny(Who, bool),
    /// No maximum hand size (402.2).
    NoMaxHandSize(Who),
    /// A maximum hand size other than seven.
    MaxHandSize(Who, Amount),
    /// The legend rule doesn't apply to these (704.5j).
    NoLegendRule(Selector),
    /// Activate such abilities as though the source had haste.
    ActivateAsThoughHaste(Selector),
    /// Mana in these players' pools doesn't empty as steps end (106.4); of the color or any.
    KeepMana(Who, Option<crate::Color>),
    /// You may choose not to untap these during your untap step (502.3).
    MayNotUntap(Selector),
    /// These untap during each other player's untap step.
    UntapEachTurn(Selector),
    /// Its controller is the starting player (103.1c).
    PlayFirst,
    /// This can be a commander (903.3): for building decks.
    BeCommander,
    /// Activate loyalty abilities of these on any turn at any time you could cast an instant (606.3).
    LoyaltyAnyTime(Selector),
    /// Of one or more dice these players would roll, one more is rolled and the lowest is ignored (706.6).
    ExtraDie(Who),
    /// Skips the step (614.10).
    Skip(Who, crate::Step),
}

/// At what cost a permission lets a card be cast.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum Price {
    /// Its usual cost.
    Usual,
    /// Without paying its mana cost.
    Free,
    /// That cost rather than its mana cost.
    Instead(Cost),
}

/// What a cost change is about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum CostOf {
    /// Casting spells that fit ([`Ref::It`] is the spell; `Is(This)` for "this spell").
    Spells(Filter),
    /// Activating abilities of such sources; only the abilities of that keyword, when given.
    Abilities(Filter, Option<Keyword>),
}

/// How a cost changes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum CostDelta {
    /// Costs that much more.
    More(ManaCost),
    /// Costs that much less (118.7); colored reductions fall on colored mana first (118.7c).
    Less(ManaCost),
    /// Can't be reduced below so much mana.
    AtLeast(u32),
    /// Loyalty symbols: an additional [+N] or [-N] (606.4-5).
    Loyalty(i32),
}

/// A replacement or prevention effect (614.1, 615.1).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub struct Replacement {
    /// What would happen.
    pub event: EventPattern,
    /// "If …" besides the event.
    pub condition: Option<Condition>,
    /// What happens instead.
    pub instead: Instead,
    /// Who may choose whether it applies: "you may".
    pub optional: Option<Who>,
    /// "The next time": it applies once and is used up (615.8, 701.15a).
    pub once: bool,
}

/// What a replacement effect makes of the event.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum Instead {
    /// Prevents the damage: that much, or all; `then` uses the amount prevented as [`Amount::Event`]. As a shield
    /// of "the next N damage" it wears off as it prevents (615.7).
    Prevent {
        /// How much; all when `None`.
        amount: Option<Amount>,
        /// What happens besides.
        then: Vec<Clause>,
    },
    /// The event with another number; [`Amount::Event`] is the old one: "twice that much".
    Number(Amount),
    /// The damage is dealt to this instead (614.9).
    Redirect(Selector),
    /// It goes to that zone instead, or otherwise: "exile it instead".
    MoveTo(Destination),
    /// It enters otherwise (614.12): tapped, with counters, after choices.
    Enter(Entering),
    /// The event does not happen; this does (614.6). Empty: it is skipped.
    Do(Vec<Clause>),
    /// The event happens and this besides, as a part of it.
    Also(Vec<Clause>),
}

/// How a permanent enters the battlefield otherwise (614.1c-d, 614.12).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, Node)]
pub struct Entering {
    /// Under whose control instead (616.1b).
    pub controller: Option<Who>,
    /// "As ~ enters, choose/pay/reveal …": done first; its slots may be used below.
    pub first: Vec<Clause>,
    /// Tapped.
    pub tapped: bool,
    /// With counters.
    pub counters: Vec<(CounterKind, Amount)>,
    /// Whether the tapped, the counters and the copy below apply; asked after `first`, whose slots it may use:
    /// "if you don't, it enters tapped".
    pub only: Option<Condition>,
    /// As a copy of the (chosen) object, with exceptions (707.9); nothing chosen, nothing copied.
    pub copy: Option<(Selector, Vec<Modification>)>,
}

/// Where and how an object is put (400).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum Destination {
    /// Onto the battlefield.
    Battlefield(Box<Arrival>),
    /// Into its owner's hand.
    Hand,
    /// Into its owner's graveyard.
    Graveyard,
    /// Into exile; the memory of linked number `linked` keeps it (607.2a); until this leaves, when `until_leaves`.
    Exile {
        /// Which linked number remembers it.
        linked: Option<u8>,
        /// Face down.
        face_down: bool,
    },
    /// On top of its owner's library; several in the order its owner chooses, or at random.
    LibraryTop {
        /// In random order.
        random: bool,
    },
    /// On the bottom of its owner's library.
    LibraryBottom {
        /// In random order.
        random: bool,
    },
    /// Into its owner's library just beneath the top n cards (401.7).
    LibraryNth(u32),
    /// Into its owner's library, which is then shuffled.
    LibraryShuffled,
    /// Into the command zone (903.9).
    Command,
}

impl Destination {
    /// The zone it names.
    #[must_use]
    pub const fn zone(&self) -> Zone {
        match self {
            Self::Battlefield(_) => Zone::Battlefield,
            Self::Hand => Zone::Hand,
            Self::Graveyard => Zone::Graveyard,
            Self::Exile { .. } => Zone::Exile,
            Self::LibraryTop { .. } | Self::LibraryBottom { .. } | Self::LibraryNth(_) | Self::LibraryShuffled => {
                Zone::Library
            }
            Self::Command => Zone::Command,
        }
    }
}

/// How something is put onto the battlefield.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, Node)]
pub struct Arrival {
    /// Under whose control; its owner's when `None` and the mover is nobody in particular. "under your control" is `You`.
    pub controller: Option<Who>,
    /// Tapped.
    pub tapped: bool,
    /// With these counters on it.
    pub counters: Vec<(CounterKind, Amount)>,
    /// Attached to this.
    pub attached_to: Option<Ref>,
    /// Attacking: whom its controller chooses (508.4).
    pub attacking: bool,
    /// Whom it attacks, when its controller doesn't choose; of a player, they or a planeswalker they control.
    pub attacks: Option<Ref>,
    /// Blocking this (509.4).
    pub blocking: Option<Ref>,
    /// With its back face up (712).
    pub transformed: bool,
    /// Face down as a 2/2 (708).
    pub face_down: bool,
    /// Remembered under that linked number (607.2c): "created with ~".
    pub linked: Option<u8>,
    /// With these changes, for as long as it is there: "it's a Zombie in addition to its other types".
    pub mods: Vec<Modification>,
}

/// A token to create (111.3).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum TokenSpec {
    /// With these characteristics; X-sized ones have their numbers beside.
    Face(Arc<Face>),
    /// With these characteristics and this power and toughness, fixed as it is created.
    Sized(Arc<Face>, Amount, Amount),
    /// A copy of an object, with exceptions (707.2).
    Copy(Selector, Vec<Modification>),
    /// Like the card of that name (111.11).
    Named(Arc<str>),
}
