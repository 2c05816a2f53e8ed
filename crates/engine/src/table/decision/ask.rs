//! What is asked: one kind of question a row.

use lawmage_ir::CostLabel;
use serde::{Deserialize, Serialize};

use crate::state::ids::{Entity, PlayerId};

/// What a decision is about.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Ask {
    /// Who starts (103.1).
    PlayFirst,
    /// Keep the hand (yes) or take a mulligan (no) (103.5).
    KeepHand,
    /// Which cards go to the bottom after mulligans (103.5).
    BottomCards,
    /// Begin the game with an opening-hand action (103.6).
    OpeningHand,
    /// With which card to do what it lets its player do before declaring whether they take a mulligan (103.5b).
    BeforeMulligan,
    /// With which card to do what it lets its player do before decks are shuffled (607.2n).
    BeforeShuffle,
    /// Which companion to reveal (103.2b).
    Companion,
    /// What to do with priority (117.1).
    Priority,
    /// Which modes (601.2b, 700.2).
    Modes,
    /// The value of X (601.2b).
    X,
    /// Whether (or how often) to pay an optional additional cost (601.2b).
    OptionalCost(CostLabel),
    /// How to pay for a hybrid or Phyrexian symbol, or which of several costs to pay (601.2b).
    CostOption,
    /// Whether a Phyrexian mana symbol is paid with 2 life rather than with mana (601.2b, 107.4f).
    PayLife,
    /// Which card to splice onto the spell next, if any (702.47b).
    Splice,
    /// Which other player may help to pay for a spell, if any (702.132a).
    Assist,
    /// How much of a spell's generic mana to pay for another player (702.132a).
    AssistMana,
    /// The targets of a target phrase (601.2c); its number.
    Targets(u8),
    /// A division among targets (601.2d).
    Divide,
    /// How to pay mana: the plan offered, or mana abilities by hand (601.2g).
    Payment,
    /// With what to pay a cost: sacrifice, discard, tap, exile … (601.2h).
    CostObjects,
    /// Which mana to add (605).
    Mana,
    /// Whether to do it: "you may" (608.2d).
    May,
    /// Likewise, where the objects or players to do it with are chosen next: among these.
    MayChoose(Vec<Entity>),
    /// Whose life total that player gets (119.7).
    LifeTotalOf(PlayerId),
    /// Whether to pay (118.12).
    MayPay,
    /// A choice of objects or players while resolving (608.2d).
    Choose,
    /// Cards found by a search (701.19).
    Search,
    /// Which cards go to the bottom (or graveyard) of those looked at (701.18, 701.42).
    Scry,
    /// Which card to cast during a resolution (608.2g).
    CastDuring,
    /// A color, type, name, number or word (608.2d).
    Value,
    /// The order of cards put into a library or graveyard (401.4, 404.3).
    OrderCards,
    /// The order in which an effect acts on objects and players of one player (608.2f).
    OrderActions,
    /// The order of one's triggered abilities on the stack (603.3b); first goes on first.
    OrderTriggers,
    /// Which of several replacement or prevention effects applies next (616.1).
    Replacement,
    /// Whether to go through the process at hand again (608.2d).
    Repeat,
    /// Whether to apply an optional replacement effect (614).
    MayReplace,
    /// Which legendary permanent (or world, or role) to keep (704.5j).
    LegendRule,
    /// Which cards to discard down to the maximum hand size (514.1).
    HandSize,
    /// Which permanents to untap, or to leave tapped (502.3).
    Untap,
    /// Attackers (508.1).
    Attack,
    /// Blockers (509.1).
    Block,
    /// Whether to pay what attacking or blocking costs (508.1h, 509.1f).
    CombatCost,
    /// How an attacker or blocker divides its combat damage (510.1c-d).
    CombatDamage,
    /// What a permanent that enters attacking attacks; what a battle's protector is, and the like.
    Defender,
    /// Whether a mutating creature spell goes under the creature (yes) or on top of it (no) (702.140c).
    Under,
    /// What an Aura put onto the battlefield enchants (303.4f).
    Enchant,
    /// Copies' new targets (707.10c, 115.7).
    NewTargets,
    /// Which counters to proliferate, move or remove (701.27).
    Counters,
    /// Which sticker to put on an object, or to move (123.3).
    Sticker,
    /// After how many words of an object's name those of a name sticker stand (123.6b).
    NamePlace,
}

impl Ask {
    /// A word for it that stays, for programs: "priority", "legend-rule".
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self {
            Self::PlayFirst => "play-first",
            Self::KeepHand => "keep-hand",
            Self::BottomCards => "bottom-cards",
            Self::OpeningHand => "opening-hand",
            Self::BeforeMulligan => "before-mulligan",
            Self::BeforeShuffle => "before-shuffle",
            Self::Companion => "companion",
            Self::Priority => "priority",
            Self::Modes => "modes",
            Self::X => "x",
            Self::OptionalCost(_) => "optional-cost",
            Self::CostOption => "cost-option",
            Self::PayLife => "pay-life",
            Self::Splice => "splice",
            Self::Assist => "assist",
            Self::AssistMana => "assist-mana",
            Self::Targets(_) => "targets",
            Self::Divide => "divide",
            Self::Payment => "payment",
            Self::CostObjects => "cost-objects",
            Self::Mana => "mana",
            Self::May => "may",
            Self::MayChoose(_) => "may-choose",
            Self::LifeTotalOf(_) => "life-total-of",
            Self::MayPay => "may-pay",
            Self::Choose => "choose",
            Self::Search => "search",
            Self::Scry => "scry",
            Self::CastDuring => "cast-during",
            Self::Value => "value",
            Self::OrderCards => "order-cards",
            Self::OrderActions => "order-actions",
            Self::OrderTriggers => "order-triggers",
            Self::Replacement => "replacement",
            Self::Repeat => "repeat",
            Self::MayReplace => "may-replace",
            Self::LegendRule => "legend-rule",
            Self::HandSize => "hand-size",
            Self::Untap => "untap",
            Self::Attack => "attack",
            Self::Block => "block",
            Self::CombatCost => "combat-cost",
            Self::CombatDamage => "combat-damage",
            Self::Defender => "defender",
            Self::Under => "under",
            Self::Enchant => "enchant",
            Self::NewTargets => "new-targets",
            Self::Counters => "counters",
            Self::Sticker => "sticker",
            Self::NamePlace => "name-place",
        }
    }
}
