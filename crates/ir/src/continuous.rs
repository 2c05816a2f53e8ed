//! Continuous effects (611): what holds while it lasts. Static abilities and resolving spells use the same nodes; they
//! differ in that a resolving spell's modification locks in its objects (611.2c) and a static ability's does not (611.3a).

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::visit::Node;
use crate::{
    Ability, Amount, CardType, Clause, ColorSet, Condition, Cost, CostDelta, CostLabel, CostOf, EventPattern, Filter,
    Keyword, Permission, Pregame, Prohibition, Ref, Replacement, Requirement, Selector, Slot, Subtype, SubtypeSet,
    Supertype, SupertypeSet, TypeSet, Who,
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
    /// "until the beginning of your next upkeep".
    UntilNextUpkeep(Who),
    /// "until its controller's next untap step": it ends as that step begins.
    UntilNextUntapStep(Who),
    /// "until the end of your next turn".
    EndOfNextTurn(Who),
    /// "during target player's next turn": holds in that turn alone.
    NextTurn(Who),
    /// "during its controller's next untap step": ends when that step does.
    NextUntapStep(Who),
    /// "during its controller's next combat phase": ends when that phase does (511.3).
    NextCombat(Who),
    /// "that combat": holds in the additional combat phase alone that the instruction of that slot made (500.8).
    ExtraCombat(Slot),
    /// "for as long as …".
    While(Condition),
    /// "until this leaves the battlefield".
    UntilLeaves(Ref),
    /// "until this is cast from exile", of the card that was put there.
    UntilCast(Ref),
    /// "until you exile another card with this": with an instruction that remembers what it exiles under that linked number (607.2a).
    UntilExilesWith(u8),
    /// Until a player pays, any time they have priority: "you may pay {W} to end this effect" (116.2c).
    UntilPaid(Who, Cost),
    /// No duration stated: until the end of the game (611.2a).
    Forever,
}

/// How long a delayed triggered ability waits, and how often it triggers (603.7b).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum Waits {
    /// Until it has triggered once.
    Once,
    /// Through the next turn alone, and until it has triggered once: "at the beginning of the next turn's upkeep".
    NextTurn,
    /// While that lasts; it triggers each time.
    For(Duration),
    /// Until it has triggered once, or until that player pays, any time they have priority: "unless they pay {2} before that
    /// step" (116.2c).
    UnlessPaid(Who, Cost),
}

impl Waits {
    /// How long, where that is a duration.
    #[must_use]
    pub const fn duration(&self) -> Option<&Duration> {
        match self {
            Self::For(duration) => Some(duration),
            Self::Once | Self::NextTurn | Self::UnlessPaid(..) => None,
        }
    }
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
        /// What holds of a spell for which it is paid, and of the permanent that it becomes; the spell is
        /// [`Ref::This`] in them, and how often it was paid [`Amount::TimesPaid`] of the label.
        gives: Vec<Continuous>,
    },
    /// An alternative cost of this spell (118.9): "you may pay … rather than pay this spell's mana cost".
    AlternativeCost {
        /// The cost.
        cost: Cost,
        /// Under which name it is spoken of later.
        label: CostLabel,
    },
    /// Effects on the next such spell that a player casts (611.2f), or on each that is cast: changes of its cost hold as it is
    /// cast, the rest begins once it is. In them the spell is the subject of the event, [`Role::Subject`](crate::Role::Subject).
    NextSpell {
        /// Who.
        by: Who,
        /// Which spells.
        what: Filter,
        /// Each of them, as long as the effect lasts: "as you cast spells this turn, they gain cascade".
        every: bool,
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
    /// Such an event causes no ability to trigger, or no ability of such permanents (101.2, 603.2).
    NoTriggers {
        /// The cause.
        event: Box<EventPattern>,
        /// The permanents whose abilities don't; all abilities when `None`.
        source: Option<Filter>,
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
    /// What a permanent spell does as it becomes a permanent, like creating a delayed triggered ability (608.3g).
    Becoming(Vec<Clause>),
    /// What its controller does, or may do, as they cascade (702.85b).
    Cascading {
        /// Where the cards are that were exiled.
        exiled: Slot,
        /// What.
        does: Vec<Clause>,
    },
}

impl Continuous {
    /// Whether it is about every such spell that a player casts, and so doesn't end with one.
    #[must_use]
    pub const fn is_of_every_spell(&self) -> bool {
        matches!(self, Self::NextSpell { every: true, .. })
    }
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
    /// Layer 4: loses all creature types.
    LoseCreatureTypes,
    /// Layer 4: has the creature types of the (first) referenced object instead of its own (205.1a).
    CreatureTypesOf(Ref),
    /// Layer 4: its land types become these; if basic, it loses other abilities from its rules text and gets their mana
    /// abilities (305.7).
    SetLandTypes(SubtypeSet),
    /// Layer 4: gains the creature or land type chosen as linked number `n`.
    AddChosenType(u8),
    /// Layer 4: has the creature or land type chosen as linked number `n` instead of its own of that kind (205.1a, 305.7).
    SetChosenType(u8),
    /// Layer 5: becomes these colors.
    SetColors(ColorSet),
    /// Layer 5: is these colors besides its own.
    AddColors(ColorSet),
    /// Layer 5: becomes the color, or the colors, chosen as linked number `n`.
    SetChosenColor(u8),
    /// Layer 5: is the color, or the colors, chosen as linked number `n` besides its own.
    AddChosenColor(u8),
    /// Of a copy: it keeps the colors that it had (707.9c).
    KeepColors,
    /// Layer 6: gains the ability.
    AddAbility(Arc<Ability>),
    /// Layer 6: gains the ability that says so: "except it has this ability" (707.9a).
    ThisAbility,
    /// Layer 6: loses the keyword.
    LoseKeyword(Keyword),
    /// Layer 6: loses landwalk of that land type (702.14).
    LoseLandwalk(Subtype),
    /// Layer 6: loses the ability that says so; the number tells it among those of its object, once the effect has begun.
    LoseThisAbility(Option<u64>),
    /// Layer 6: loses all abilities.
    LoseAllAbilities,
    /// Layer 6: loses all abilities but mana abilities (605).
    LoseAllButMana,
    /// Layer 6: loses that ability, every instance of it (113.10b).
    LoseAbility(Arc<Ability>),
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
    /// Activated abilities, each of which may be activated only once each turn.
    ActivatedOnce,
    /// Activated abilities but mana abilities (605).
    ActivatedButMana,
    /// Activated and triggered abilities (602, 603).
    ActivatedAndTriggered,
    /// Loyalty abilities (606).
    Loyalty,
    /// Abilities of that keyword, each with what stands behind its word: "landwalk", "protection".
    Keyword(Keyword),
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
