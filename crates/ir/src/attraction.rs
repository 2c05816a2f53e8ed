//! Attractions (717): what players do with them.

use crate::visit::Node;
use serde::{Deserialize, Serialize};

/// What a player does with Attractions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum AttractionDeed {
    /// Opens one (701.48).
    Open,
    /// Rolls to visit theirs (701.49).
    Roll,
    /// Visits one (701.49a).
    Visit,
    /// Claims the prize of one (702.159b).
    ClaimPrize,
}
