//! What may differ among things, so that its kinds are counted.

use lawmage_ir::KindOf;

/// The word for each, in the singular; where things are told apart by it, "different" stands before it.
pub(crate) const KINDS: [(&str, KindOf); 9] = [
    ("card type", KindOf::CardType),
    ("permanent type", KindOf::PermanentType),
    ("color", KindOf::Color),
    ("basic land type", KindOf::BasicLandType),
    ("creature type", KindOf::CreatureType),
    ("different name", KindOf::Name),
    ("different mana value", KindOf::ManaValue),
    ("different mana cost", KindOf::ManaCost),
    ("different power", KindOf::Power),
];

/// What counters are told apart by.
pub(crate) const KINDS_OF_COUNTERS: [&str; 2] = ["kind of counter", "kinds of counters"];
