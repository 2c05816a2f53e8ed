//! What everybody may know of a game beside its zones: priority, designations, targets.

use lawmage_ir::Zone;
use smallvec::SmallVec;

use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::table::view::Sight;

impl<'a> Sight<'a> {
    /// Who has priority (117).
    #[must_use]
    pub const fn priority(&self) -> Option<PlayerId> {
        self.state().turn.priority
    }

    /// Who is the monarch (722).
    #[must_use]
    pub const fn monarch(&self) -> Option<PlayerId> {
        self.state().monarch
    }

    /// Who has the initiative (723).
    #[must_use]
    pub const fn initiative(&self) -> Option<PlayerId> {
        self.state().initiative
    }

    /// Whether it is day rather than night (728.1); `None` for neither.
    #[must_use]
    pub const fn day(&self) -> Option<bool> {
        self.state().day
    }

    /// Whether a player has the city's blessing (702.131).
    #[must_use]
    pub fn is_blessed(&self, player: PlayerId) -> bool {
        self.state().player(player).blessing
    }

    /// A player's speed (702.179); 0 for none.
    #[must_use]
    pub fn speed(&self, player: PlayerId) -> u8 {
        self.state().player(player).speed
    }

    /// How often the Ring has tempted a player (701.52c).
    #[must_use]
    pub fn tempted(&self, player: PlayerId) -> u32 {
        self.state().player(player).tempted
    }

    /// The targets of a spell or ability on the stack (115), in the order they were chosen.
    #[must_use]
    pub fn targets(&self, id: ObjectId) -> SmallVec<[Entity; 2]> {
        let state = self.state();
        let seen = state.seen(id).filter(|seen| seen.object.zone == Zone::Stack);
        seen.map(|seen| state.targets_of(&seen).collect()).unwrap_or_default()
    }

    /// Whether a creature is goaded (701.38).
    #[must_use]
    pub fn is_goaded(&self, id: ObjectId) -> bool {
        self.state().is_goaded(id)
    }

    /// Whether an object lies face down: a permanent, a spell, a card in exile or the command zone.
    #[must_use]
    pub fn is_face_down(&self, id: ObjectId) -> bool {
        self.state().is_face_down(id) || self.state().is_concealed(id)
    }

    /// Who owns an object that is in a public zone, or that the viewer may see (108.3).
    #[must_use]
    pub fn owner(&self, id: ObjectId) -> Option<PlayerId> {
        let object = self.state().get(id)?;
        (object.zone.is_public() || self.can_see(id)).then_some(object.owner)
    }

    /// Those cards of a player's library that the viewer may see, with their places in it, 0 on top.
    pub fn seen_of_library(&self, player: PlayerId) -> impl Iterator<Item = (usize, ObjectId)> + use<'_, 'a> {
        let library = self.state().player(player).library.iter().copied();
        library.enumerate().filter(|(_, id)| self.can_see(*id))
    }

    /// Those cards a player has outside the game (400.11) that the viewer may see.
    pub fn seen_outside(&self, player: PlayerId) -> impl Iterator<Item = ObjectId> + use<'_, 'a> {
        self.state().player(player).sideboard.iter().copied().filter(|id| self.can_see(*id))
    }

    /// A sticker by its place among those of the game: sticker sheets are revealed (123.2c).
    #[must_use]
    pub fn sticker(&self, place: u16) -> Option<&'a lawmage_ir::Sticker> {
        self.state().stickers.get(usize::from(place)).map(|s| &*s.sticker)
    }

    /// The stickers on an object that the player may see, oldest first.
    pub fn stickers_on(&self, id: ObjectId) -> impl Iterator<Item = &'a lawmage_ir::Sticker> + use<'a> {
        let places = if self.can_see(id) { self.state().stickers_on(id) } else { Default::default() };
        let state = self.state();
        places.into_iter().filter_map(move |place| state.stickers.get(place)).map(|s| &*s.sticker)
    }
}
