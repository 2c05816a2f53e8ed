//! Filters and selectors: which objects and players (109, 115).

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::visit::Node;
use crate::{
    Amount, CardType, Cmp, Color, Condition, CounterKind, EventPattern, Keyword, ManaCost, Quality, Ref, Slot, Span,
    SpentMana, Subtype, Supertype, Who, ZoneSet,
};

/// What kind of thing a noun phrase speaks of.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum Kind {
    /// "creature", "permanent", "Goblin": permanents on the battlefield (110.1, 109.2).
    Permanent,
    /// "creature card in your graveyard": cards in one of these zones (109.2a).
    Card(ZoneSet),
    /// "creature spell": spells on the stack (112.1, 109.2b).
    Spell,
    /// "activated or triggered ability": abilities on the stack (113.1c).
    Ability,
    /// "spell or ability": anything on the stack.
    OnStack,
    /// "spell or permanent", "spell or creature": of which sort the test asks ([`Status::Spell`]).
    SpellOrPermanent,
    /// "creatures from the battlefield and/or creature cards from graveyards": permanents, and cards in these zones.
    PermanentOrCard(ZoneSet),
    /// "player", "opponent".
    Player,
    /// Creatures, planeswalkers, battles and players: "any target" (115.4).
    AnyTarget,
    /// Players and permanents of the filter's test: "player or planeswalker"; the test is asked of permanents only.
    PlayerOrPermanent,
    /// Any object wherever it is: sources of damage (609.7), objects looked back at.
    Object,
}

/// Which objects or players: a kind and a test.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub struct Filter {
    /// What kind of thing, and so in which zone.
    pub kind: Kind,
    /// What must hold of it.
    pub test: Test,
}

impl Filter {
    /// A filter of that kind.
    #[must_use]
    pub const fn new(kind: Kind, test: Test) -> Self {
        Self { kind, test }
    }

    /// Whose they are, where it says so of all.
    #[must_use]
    pub fn owner(&self) -> Option<&Who> {
        self.test.conjuncts().iter().find_map(|test| if let Test::Owned(who) = test { Some(who) } else { None })
    }

    /// Permanents for which the test holds.
    #[must_use]
    pub const fn permanent(test: Test) -> Self {
        Self::new(Kind::Permanent, test)
    }
}

/// A number an object has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum Stat {
    /// 208.
    Power,
    /// 208.
    Toughness,
    /// 202.3.
    ManaValue,
    /// Power before layer 7c (208.4b's base power).
    BasePower,
    /// Toughness before layer 7c.
    BaseToughness,
    /// 209.
    Loyalty,
    /// Marked damage (120.6).
    Damage,
    /// How many colors it has.
    Colors,
    /// Its power as it crews Vehicles (702.122b).
    CrewPower,
    /// Its power as it saddles Mounts (702.171a).
    SaddlePower,
    /// A creature's total toxic value (702.164b).
    Toxic,
    /// The numbers of its bushido abilities together (702.45).
    Bushido,
}

/// A status or condition of an object that needs no parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum Status {
    /// 110.5.
    Tapped,
    /// 110.5.
    Untapped,
    /// 110.5.
    FaceDown,
    /// Attacking anyone (508.1k).
    Attacking,
    /// Blocking anything (509.1g).
    Blocking,
    /// An effect required it to attack when attackers were last declared (506.6).
    HadToAttack,
    /// The only attacking creature (506.5).
    AttackingAlone,
    /// The only blocking creature (506.5).
    BlockingAlone,
    /// A blocked creature (509.1h).
    Blocked,
    /// An unblocked creature (509.1h).
    Unblocked,
    /// Has an Aura attached (303.4).
    Enchanted,
    /// Has an Equipment attached (301.5).
    Equipped,
    /// Has a counter, an Equipment, or an Aura its controller controls (700.9).
    Modified,
    /// Paired with another creature (702.95b).
    Paired,
    /// Came under its controller's control since their most recent turn began and lacks haste (302.6).
    SummoningSick,
    /// Has dealt damage since it is there.
    DealtDamage,
    /// Its controller has controlled it continuously since their most recent turn began (302.6).
    ControlledThroughout,
    /// 701.31.
    Monstrous,
    /// 702.112.
    Renowned,
    /// 702.171.
    Saddled,
    /// 701.58.
    Suspected,
    /// A goaded creature (701.38a).
    Goaded,
    /// 719.3b.
    Solved,
    /// 2026:701.64.
    Harnessed,
    /// 2026:722.3.
    Prepared,
    /// A spell with the characteristics inset in a preparation card (2026:722.2).
    PrepareSpell,
    /// Has such a spell inset in its frame (2026:722.2).
    HasPrepareSpell,
    /// A Ring-bearer of whoever controls it (701.52b).
    RingBearer,
    /// Has a mana ability.
    HasManaAbility,
    /// Has an activated ability (602), mana abilities too (`true`) or not counted.
    HasActivated(bool),
    /// Has no abilities.
    NoAbilities,
    /// Is a commander (903.3).
    Commander,
    /// A transformed permanent: its back face is up (701.28g).
    Transformed,
    /// An activated ability on the stack (113.3b).
    Activated,
    /// A triggered ability on the stack (113.3c).
    Triggered,
    /// A spell (112.1).
    Spell,
    /// A foretold card in exile (702.143c-d).
    Foretold,
    /// A suspended card: in exile, with suspend and a time counter (702.62b).
    Suspended,
}

/// A question about one object or player.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum Test {
    /// Holds of all.
    Any,
    /// All hold.
    And(Vec<Test>),
    /// One holds.
    Or(Vec<Test>),
    /// Does not hold.
    Not(Box<Test>),
    /// Has the card type.
    Type(CardType),
    /// Has the supertype.
    Supertype(Supertype),
    /// Has the subtype.
    Subtype(Subtype),
    /// Has the color.
    Color(Color),
    /// Has no color.
    Colorless,
    /// Has exactly one color (105.2a).
    Monocolored,
    /// Has two or more colors (105.2b).
    Multicolored,
    /// Has at least one of the colors chosen under that linked number.
    ChosenColor(u8),
    /// Has a color that isn't in the color identity of these players' commanders; nothing does where they have none (903.4f).
    OffIdentity(Who),
    /// Has the subtype or card type chosen under that linked number.
    ChosenType(u8),
    /// Attacks in the same band as that creature, another one (702.22c).
    BandedWith(Ref),
    /// Is in the sector chosen last under that linked number (702.158d).
    ChosenSector(u8),
    /// Is in the same sector as what the reference denotes (702.158e).
    SameSector(Ref),
    /// Has the name chosen under that linked number.
    ChosenName(u8),
    /// Has the name that one of those players chose under that linked number, where several did.
    NameChosenBy(u8, Who),
    /// A player who chose that word under that linked number, where several did.
    ChoseWord(u8, Arc<str>),
    /// Has no name (201.2b, 708.2a).
    Nameless,
    /// A battle that one of these players protects (310.8).
    Protected(Who),
    /// Its controller (of cards elsewhere than on battlefield and stack: owner) is among these players. A player is their own.
    Controlled(Who),
    /// Its owner is among these players.
    Owned(Who),
    /// Is a token (111).
    Token,
    /// Is a card, not a token or copy (108).
    Card,
    /// Is a permanent card or permanent spell: has a permanent type (110.4).
    PermanentType,
    /// Artifact, legendary or Saga (700.6).
    Historic,
    /// Has the status.
    Status(Status),
    /// Attacks one of these players or a planeswalker or battle of theirs, as `and_permanents` says.
    Attacking {
        /// Which players.
        whom: Who,
        /// Whether attacking a planeswalker or battle of theirs counts.
        and_permanents: bool,
    },
    /// Blocks that creature.
    Blocking(Ref),
    /// Is blocked by that creature.
    BlockedBy(Ref),
    /// Has the keyword ability.
    Keyword(Keyword),
    /// "with enchant creature" (702.5)
    Enchants(Box<Filter>),
    /// "that could produce {C}" (106.7)
    CouldProduce(crate::ManaType),
    /// Has a landwalk ability of any or that land type (702.14).
    Landwalk(Option<Subtype>),
    /// The number of its counters of a kind (any kind when `None`) compares so.
    Counters(Option<CounterKind>, Cmp, Amount),
    /// One of its numbers compares so.
    Stat(Stat, Cmp, Amount),
    /// Is one of what the reference denotes. "other" and "another" are its negation.
    Is(Ref),
    /// Is what the referenced card has become: "that spell", of a card that may be cast later.
    SameCard(Ref),
    /// Has that name.
    Named(Arc<str>),
    /// Shares a quality with one of what the reference denotes.
    Shares(Quality, Ref),
    /// Was tapped for convoke to cast that spell, or what it became (702.51c).
    Convoked(Ref),
    /// Shares a quality with at least one object that one of these filters fits: "with the same name as a card in your graveyard".
    SharesWithOne {
        /// Which.
        quality: Quality,
        /// With any that fits one of these.
        with: Vec<Filter>,
        /// Another than the object itself: "as another creature you control".
        other: bool,
    },
    /// Shares a quality with a commander of yours (903.3), wherever it is.
    SharesWithCommander(Quality),
    /// Is attached to what the reference denotes.
    AttachedTo(Ref),
    /// Could have that attached to it (301.5, 303.4, 702.5): "a creature this Aura can enchant".
    CouldHold(Ref),
    /// Could be attached to that (303.4, 702.5): "an Aura card that could enchant that creature".
    CouldEnchant(Ref),
    /// Is above that card in the same graveyard (404.2); right above it (`true`).
    Above(Ref, bool),
    /// Has an attached object for which the test holds.
    HasAttached(Box<Test>),
    /// A spell or ability with a target that fits the filter.
    Targets(Box<Filter>),
    /// A spell or ability that targets one object or player only, once or several times, which fits the filter (115.9c).
    TargetsOnly(Box<Filter>),
    /// A legal target for each instance of the word "target" in that spell or ability: "that spell could target" (707.10d).
    TargetableBy(Ref),
    /// A spell or ability for which a target was chosen just once (115.9a).
    SingleTarget,
    /// An ability (on the stack) whose source fits.
    SourceIs(Box<Test>),
    /// Such an event with [`Ref::It`] in it has happened: "that was dealt damage this turn".
    Did(Box<EventPattern>, Span),
    /// The condition holds, with [`Ref::It`] as the one tested: "player who lost life this turn".
    If(Box<Condition>),
    /// Is a player.
    Player,
    /// Has a sticker on it, of that kind or of any (123.4).
    Stickered(Option<crate::StickerKind>),
    /// Has exactly one of those mana costs (202.1).
    ManaCost(Vec<ManaCost>),
    /// Was cast with {X} in its mana cost.
    HasX,
    /// Has an Adventure (715.2a).
    HasAdventure,
    /// Is represented by a double-faced card (712.1).
    DoubleFaced,
    /// Has a Phyrexian mana symbol of whichever sort in its mana cost (107.4g).
    HasPhyrexian,
    /// Was kicked, or cast with that cost label.
    PaidCost(crate::CostLabel),
    /// Was cast as that one of the spells that these players, taken together, have cast in its turn: "the second spell cast this turn".
    NthSpell(Who, u32),
    /// Mana of that sort was spent to cast it (601.2h).
    ManaSpent(SpentMana),
    /// Was cast from one of these zones.
    CastFrom(ZoneSet),
    /// Is one of those, and what it became is in one of these zones: "put into a graveyard this way" (400.7).
    PutThisWay(Ref, ZoneSet),
    /// A player who did what left that in its slot: "who discarded a card this way", "who does".
    Doer(Ref),
    /// Held as it was chosen as a target (601.2c), and isn't asked again: "who had more life than you did as you activated this
    /// ability".
    AsChosen(Box<Test>),
    /// "If it's a permanent card", of what was one: the card itself, where it is now, not as effects made it (608.2h, 708.2).
    AsCard(Box<Test>),
}

impl Test {
    /// The object that it asks to be in some relation to what is tested: that shares something with it, blocks it, is attached to it.
    #[must_use]
    pub const fn relative(&self) -> Option<&Ref> {
        match self {
            Self::BandedWith(of)
            | Self::SameSector(of)
            | Self::Blocking(of)
            | Self::BlockedBy(of)
            | Self::Is(of)
            | Self::SameCard(of)
            | Self::Shares(_, of)
            | Self::Convoked(of)
            | Self::AttachedTo(of)
            | Self::Above(of, _) => Some(of),
            _ => None,
        }
    }

    /// Whether it holds of the object whose ability it is, and of nothing else: "this spell", "this creature if it's red".
    #[must_use]
    pub fn is_this(&self) -> bool {
        *self == Self::Is(Ref::This) || matches!(self, Self::And(all) if all.iter().any(Self::is_this))
    }

    /// Whether it says which players fit: "you or a planeswalker you control". Others are of objects alone.
    #[must_use]
    pub fn is_of_players(&self) -> bool {
        match self {
            Self::Player => true,
            Self::And(all) | Self::Or(all) => all.iter().any(Self::is_of_players),
            Self::Not(inner) => inner.is_of_players(),
            _ => false,
        }
    }

    /// All that it asks for: its parts, or itself alone.
    #[must_use]
    pub fn conjuncts(&self) -> &[Self] {
        if let Self::And(all) = self { all } else { std::slice::from_ref(self) }
    }
}

/// A constraint on a set of chosen things as a whole.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum SetLimit {
    /// "with total mana value 4 or less"
    Total(Stat, Cmp, Amount),
    /// "with different names": no two share the quality.
    AllDiffer(Quality),
    /// "that share a creature type": all share one.
    AllShare(Quality),
    /// At most one for each of these tests: "an artifact, a creature, and a land".
    OneEach(Vec<Test>),
}

/// A choice made while an effect resolves or a cost is paid, without targeting.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub struct Choice {
    /// Who chooses.
    pub by: Who,
    /// What there is to choose from.
    pub from: Selector,
    /// The least number; a smaller choice is made only when there are not enough.
    pub min: Amount,
    /// The greatest number; `None` for any number.
    pub max: Option<Amount>,
    /// A constraint on the set.
    pub limit: Option<SetLimit>,
    /// Chosen at random, by nobody.
    pub random: bool,
}

/// Which objects or players an instruction is about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum Selector {
    /// Those already spoken of.
    Ref(Ref),
    /// All that fit: "each", "all", a bare plural.
    All(Filter),
    /// Players.
    Players(Who),
    /// Some that a player (or chance) chooses now.
    Choose(Box<Choice>),
    /// The top cards of a library, from the top.
    Top(Who, Amount),
    /// The top, or bottom, cards of a player's graveyard that pass a test (404.2).
    GraveyardEnd {
        /// Whose.
        who: Who,
        /// How many.
        count: Amount,
        /// Which cards count.
        test: Test,
        /// From the top.
        top: bool,
    },
    /// The bottom cards of a library, from the bottom.
    Bottom(Who, Amount),
    /// Those of a selection that fit the test: "all land cards revealed this way".
    Those(Box<Selector>, Test),
    /// The first without the second: "the rest", "the other".
    Except(Box<Selector>, Box<Selector>),
    /// All of several.
    Union(Vec<Selector>),
}

impl Selector {
    /// What an earlier instruction left in a slot.
    #[must_use]
    pub const fn slot(slot: Slot) -> Self {
        Self::Ref(Ref::Slot(slot))
    }
}
