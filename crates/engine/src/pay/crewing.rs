//! What is tapped to crew Vehicles and saddle Mounts (702.122, 702.171).

use lawmage_ir::{KeywordDeed, Prohibition, Selector, SetLimit, Stat};

use crate::state::State;
use crate::state::ids::ObjectId;

impl State {
    /// Whether what would be tapped for such a cost would crew a Vehicle by it and can't (702.122c).
    pub(super) fn keeps_from_crewing(&self, id: ObjectId, what: &Selector) -> bool {
        drives(what) == Some(KeywordDeed::Crews)
            && self.forbids_object(id, &|cant| if let Prohibition::Crew(what) = cant { Some(what) } else { None })
    }
}

/// What those do that are tapped for such a cost.
pub(super) fn drives(what: &Selector) -> Option<KeywordDeed> {
    let Selector::Choose(choice) = what else { return None };
    match choice.limit {
        Some(SetLimit::Total(Stat::CrewPower, ..)) => Some(KeywordDeed::Crews),
        Some(SetLimit::Total(Stat::SaddlePower, ..)) => Some(KeywordDeed::Saddles),
        _ => None,
    }
}
