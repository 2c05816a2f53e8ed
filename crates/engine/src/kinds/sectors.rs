//! Space sculptor (702.158): the sectors of creatures.

use std::sync::Arc;

use lawmage_ir::{Keyword, rule};
use smallvec::SmallVec;

use crate::state::State;
use crate::state::ids::{ObjectId, PlayerId};
use crate::state::object::StackKind;
use crate::table::decision::{Ask, Choice, Decision};
use crate::table::game::{Game, Res};

/// The three sector designations (702.158b), which creatures get by space sculptor (702.158a).
pub const SECTORS: [&str; 3] = ["alpha sector", "beta sector", "gamma sector"];

impl State {
    /// The sector of a permanent, by its place among [`SECTORS`]. It is no part of its copiable values (702.158b).
    #[must_use]
    pub fn sector(&self, id: ObjectId) -> Option<u8> {
        self.permanent(id).and_then(|p| p.designations.sector)
    }

    /// The creatures on the battlefield without a sector designation.
    pub(crate) fn unplaced(&self) -> SmallVec<[ObjectId; 4]> {
        self.permanents().filter(|id| self.chars(*id).is_creature() && self.sector(*id).is_none()).collect()
    }

    /// 702.158b: sectors last until no player controls a permanent with space sculptor or an ability of such a source.
    pub(crate) fn forget_sectors(&mut self, sculptors: &[PlayerId]) {
        if !self.sectored || !sculptors.is_empty() {
            return;
        }
        let pending = self.stack.iter().any(|id| {
            let item = self.get(*id).and_then(|o| o.stack.as_deref()).filter(|i| !matches!(i.kind, StackKind::Spell));
            item.and_then(|i| self.seen(i.source)).is_some_and(|s| s.chars.has(Keyword::SpaceSculptor))
        });
        if pending {
            return;
        }
        self.sectored = false;
        for place in 0..self.battlefield.len() {
            let id = self.battlefield[place];
            if let Some(permanent) = self.permanent_mut(id) {
                permanent.designations.sector = None;
            }
        }
        self.touch();
    }
}

impl Game<'_> {
    /// 702.158c, 704.5u: players without a permanent with space sculptor choose sectors for their creatures first, then the
    /// others. Tells whether any was chosen.
    pub(crate) fn choose_sectors(&mut self, sculptors: &[PlayerId]) -> Res<bool> {
        let creatures = self.state.unplaced();
        if creatures.is_empty() {
            return Ok(false);
        }
        let (later, first): (Vec<PlayerId>, Vec<PlayerId>) =
            self.state.apnap().partition(|player| sculptors.contains(player));
        for player in first.into_iter().chain(later) {
            for id in &creatures {
                if self.state.controller(*id) != player {
                    continue;
                }
                let options = SECTORS.iter().map(|s| Choice::Word(Arc::from(*s))).collect();
                let ask = Decision::pick(player, Ask::Value, rule!("704.5u"), Some(*id), options, 1, 1);
                let picked = self.pick(ask)?;
                let Some(Choice::Word(word)) = picked.first() else { continue };
                let sector = SECTORS.iter().position(|s| *s == &**word).map(|n| n as u8);
                if let Some(permanent) = self.state.permanent_mut(*id) {
                    permanent.designations.sector = sector;
                }
            }
        }
        self.state.sectored = true;
        self.state.touch();
        Ok(true)
    }
}
