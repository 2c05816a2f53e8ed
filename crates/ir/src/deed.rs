//! What players do that the rules have a word for.

use serde::{Deserialize, Serialize};

use crate::Filter;
use crate::visit::Node;

/// What players do that the rules have a word for (701, 702), where events ask for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum KeywordDeed {
    /// The Ring tempts them (701.52). Subject: the creature chosen as their Ring-bearer, if one was.
    RingTempts,
    /// They airbend (2026:701.65). Subject: none.
    Airbends,
    /// They earthbend (2026:701.66). Subject: none.
    Earthbends,
    /// They pay a waterbend cost (2026:701.67c). Subject: none.
    Waterbends,
    /// A firebending ability of theirs resolves (2026:702.189b). Subject: its source, as it is or last existed.
    Firebends,
    /// They blight (2026:701.68c). Subject: none.
    Blights,
    /// They crew a Vehicle (702.122b). Subject: a creature tapped for it. Object: the Vehicle.
    Crews,
    /// They saddle a Mount (702.171b). Subject: a creature tapped for it. Object: the Mount.
    Saddles,
    /// A spell or ability that they control destroys a permanent (701.7a). Subject: the permanent, as it last existed.
    Destroys,
    /// A crew ability of a Vehicle resolves: it becomes crewed (702.122d). Subject: the Vehicle.
    BecomesCrewed,
    /// They exile a permanent by a champion ability: it is championed (702.72c). Subject: the permanent with champion. Object: the
    /// one exiled, as it last existed.
    Champions,
    /// +1/+1 counters are put on a creature by its evolve ability: it evolves (702.100b). Subject: the creature.
    Evolves,
    /// +1/+1 counters are put on a creature by its training ability: it trains (702.149c). Subject: the creature.
    Trains,
    /// They become the monarch (722.1). Subject: none.
    BecomesMonarch,
    /// They clash (701.23). Subject: none.
    Clashes,
    /// They clash and win (701.23d). Subject: none.
    WinsClash,
    /// They discover (701.55). Subject: none.
    Discovers,
    /// They collect evidence (701.57). Subject: none.
    CollectsEvidence,
    /// They foretell a card (702.143c). Subject: none, as it is face down.
    Foretells,
    /// A mentor ability resolves (702.134c). Subject: its source. Object: the creature mentored.
    Mentors,
    /// A permanent becomes renowned (702.112b). Subject: the permanent.
    BecomesRenowned,
    /// A permanent becomes prepared (2026:722.3). Subject: the permanent.
    BecomesPrepared,
    /// They forage (701.59a, 2026:701.61). Subject: none.
    Forages,
    /// The final chapter ability of a Saga triggers (714.2e). Subject: the Saga.
    FinalChapterTriggers,
    /// The final chapter ability of a Saga resolves (714.2e). Subject: the Saga.
    FinalChapterResolves,
    /// They give a gift (702.174c). Subject: none.
    GivesGift,
    /// A card of theirs in exile becomes plotted (702.170a, 702.170c). Subject: the card.
    BecomesPlotted,
    /// They turn a face-down permanent face up (708.7, 708.8). Subject: the permanent.
    TurnsFaceUp,
    /// A permanent connives, though some of it was impossible (701.47b). Subject: the permanent, or as it last existed (701.47c).
    Connives,
    /// A creature fights (701.12). Subject: the creature. Object: what it fights.
    Fights,
    /// They manifest dread, though some of it was impossible (701.60b). Subject: none.
    ManifestsDread,
    /// They enlist a creature (702.154c). Subject: the attacking creature. Object: the one tapped.
    Enlists,
}

/// What a spell or ability can be kept from making players do.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum Deed {
    /// Sacrifice such permanents (701.17).
    Sacrifice(Filter),
    /// Discard cards (701.8).
    Discard,
    /// Search their library (701.19).
    Search,
}
