//! Keywords (702) and the form they are printed in.

use lawmage_ir::{Amount, ColorSet, Keyword, Ref};

/// What a keyword's parameter is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    Nothing,
    Number,
    NumberOrNothing,
    Cost,
    NumberCost,
    Quality,
    QualityFrom,
    Equip,
    Enchant,
    Prototype,
}

/// The number of a keyword that sunburst sets: "modular—sunburst" (702.44c).
pub(crate) const SUNBURST: Amount = Amount::ManaSpent(Ref::This, Some(ColorSet::ALL));

/// Whether a card may be cast by that keyword's ability where something else lets it be: "using its mutate ability".
pub(crate) const fn is_way(keyword: Keyword) -> bool {
    matches!(keyword, Keyword::Mutate | Keyword::Blitz | Keyword::Bestow | Keyword::Warp)
}

/// What stands behind a keyword.
pub(crate) const fn shape(keyword: Keyword) -> Shape {
    match keyword {
        Keyword::Enchant => Shape::Enchant,
        Keyword::Prototype => Shape::Prototype,
        Keyword::Equip => Shape::Equip,
        Keyword::Protection | Keyword::Hexproof => Shape::QualityFrom,
        Keyword::Affinity | Keyword::Landwalk | Keyword::Champion | Keyword::BandsWithOther => Shape::Quality,
        Keyword::Rampage
        | Keyword::Bushido
        | Keyword::Fading
        | Keyword::Modular
        | Keyword::Soulshift
        | Keyword::Dredge
        | Keyword::Bloodthirst
        | Keyword::Graft
        | Keyword::Absorb
        | Keyword::Frenzy
        | Keyword::Poisonous
        | Keyword::Devour
        | Keyword::Annihilator
        | Keyword::Toxic
        | Keyword::Fabricate
        | Keyword::Crew
        | Keyword::Afflict
        | Keyword::Afterlife
        | Keyword::Casualty
        | Keyword::Saddle
        | Keyword::Mobilize
        | Keyword::Firebending
        | Keyword::Renown
        | Keyword::Tribute
        | Keyword::Hideaway
        | Keyword::Ripple
        | Keyword::Backup
        | Keyword::Teamwork
        | Keyword::Amplify => Shape::Number,
        Keyword::Vanishing => Shape::NumberOrNothing,
        Keyword::Reinforce | Keyword::Suspend | Keyword::Awaken | Keyword::Impending => Shape::NumberCost,
        Keyword::Ward
        | Keyword::CumulativeUpkeep
        | Keyword::Buyback
        | Keyword::Cycling
        | Keyword::Echo
        | Keyword::Kicker
        | Keyword::Flashback
        | Keyword::Madness
        | Keyword::Morph
        | Keyword::Entwine
        | Keyword::Ninjutsu
        | Keyword::Transmute
        | Keyword::Replicate
        | Keyword::Recover
        | Keyword::AuraSwap
        | Keyword::Fortify
        | Keyword::Transfigure
        | Keyword::Evoke
        | Keyword::Prowl
        | Keyword::Unearth
        | Keyword::LevelUp
        | Keyword::Miracle
        | Keyword::Overload
        | Keyword::Scavenge
        | Keyword::Bestow
        | Keyword::Outlast
        | Keyword::Dash
        | Keyword::Surge
        | Keyword::Emerge
        | Keyword::Escalate
        | Keyword::Embalm
        | Keyword::Eternalize
        | Keyword::Spectacle
        | Keyword::Escape
        | Keyword::Mutate
        | Keyword::Encore
        | Keyword::Foretell
        | Keyword::Disturb
        | Keyword::Cleave
        | Keyword::Reconfigure
        | Keyword::Blitz
        | Keyword::Squad
        | Keyword::MoreThanMeetsTheEye
        | Keyword::Disguise
        | Keyword::Plot
        | Keyword::Freerunning
        | Keyword::Offspring
        | Keyword::Warp
        | Keyword::Mayhem
        | Keyword::Harmonize
        | Keyword::Sneak
        | Keyword::WebSlinging => Shape::Cost,
        _ => Shape::Nothing,
    }
}

/// The word between a keyword and its quality: "protection from", "affinity for", "partner with", "splice onto".
pub(crate) const fn joint(keyword: Keyword) -> Option<&'static str> {
    match keyword {
        Keyword::Protection | Keyword::Hexproof | Keyword::Emerge => Some("from"),
        Keyword::Affinity => Some("for"),
        Keyword::Partner => Some("with"),
        Keyword::Splice => Some("onto"),
        _ => None,
    }
}
