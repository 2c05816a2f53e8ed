//! Limited range of influence (801).

use lawmage_ir::{CardType, Filter, Test, Who};

use crate::read::context::Context;
use crate::state::State;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::last_known::Seen;
use crate::state::proposal::Proposal;

impl State {
    /// Whether a player is within another's range of influence (801.2); everybody is, where it is not limited.
    #[inline]
    #[must_use]
    pub fn reaches(&self, of: PlayerId, player: PlayerId) -> bool {
        match self.options.as_deref() {
            None => true,
            Some(options) => options.within.get(of.index()).is_none_or(|set| set >> player.0 & 1 == 1),
        }
    }

    /// Whether influence is limited at all.
    pub(crate) fn is_limited(&self) -> bool {
        self.options.as_deref().is_some_and(|o| !o.within.is_empty())
    }

    /// Whether an object or player is within a player's range of influence (801.2d).
    #[must_use]
    pub fn reaches_entity(&self, of: PlayerId, entity: Entity) -> bool {
        match entity {
            _ if self.options.is_none() => true,
            Entity::Player(player) => self.reaches(of, player),
            Entity::Object(id) => self.seen(id).is_none_or(|seen| self.reaches_seen(of, &seen)),
        }
    }

    /// The same of an object as seen: its controller is, or a battle's protector is (801.2d).
    fn reaches_seen(&self, of: PlayerId, seen: &Seen<'_>) -> bool {
        let protector = || seen.permanent().and_then(|p| p.protector).filter(|_| seen.chars.is(CardType::Battle));
        self.reaches(of, seen.controller) || protector().is_some_and(|p| self.reaches(of, p))
    }

    /// Whether a spell or ability can see a player (801.10, 801.11): what it targets (801.4), affects, counts, and what makes
    /// it trigger (801.7).
    pub(crate) fn knows_player(&self, player: PlayerId, context: &Context<'_>) -> bool {
        self.reaches(context.you, player) || self.is_boundless(context.source)
    }

    /// Whether a spell or ability can see an object (801.10, 801.11). What has left is looked at where it was (801.7a).
    pub(crate) fn knows(&self, seen: &Seen<'_>, context: &Context<'_>) -> bool {
        self.reaches_seen(context.you, seen) || self.is_boundless(context.source)
    }

    /// 801.5c: where nobody within range can make a choice, the nearest player to the left who could.
    pub(crate) fn nearest_beyond(&self, who: &Who, you: PlayerId) -> Option<PlayerId> {
        let could = |player: &PlayerId| match who {
            Who::Opponents => self.are_opponents(*player, you),
            Who::Others => *player != you,
            _ => false,
        };
        self.is_limited().then(|| self.from_seat(you).find(could)).flatten()
    }

    /// 801.18, 901.13: planes and phenomena are exempt, but in Grand Melee.
    fn is_boundless(&self, source: ObjectId) -> bool {
        self.is_planar(source) && !self.has_markers()
    }

    /// Whether an object is a plane or phenomenon.
    pub(crate) fn is_planar(&self, source: ObjectId) -> bool {
        self.seen(source).is_some_and(|s| s.chars.is(CardType::Plane) || s.chars.is(CardType::Phenomenon))
    }

    /// 801.13a: whether a source would deal damage beyond its controller's range, whatever has turned it there.
    pub(crate) fn is_out_of_range(&self, proposal: &Proposal) -> bool {
        let Proposal::Damage { source, to, .. } = proposal else { return false };
        let Some(by) = self.seen(*source).map(|s| s.controller) else { return false };
        !self.reaches_entity(by, *to) && !self.is_boundless(*source)
    }

    /// 801.13b: what an effect names, the source of damage or who would be dealt it, must be within range; both, when it names
    /// neither.
    pub(crate) fn shields_in_range(
        &self,
        by: &Filter,
        to: &Filter,
        source: ObjectId,
        whom: Entity,
        context: &Context<'_>,
    ) -> bool {
        let (any_source, anybody) = (by.test == Test::Any, to.test == Test::Any);
        let by_source = || self.fits(source.into(), by, context);
        let by_recipient = || self.fits(whom, to, context);
        match (any_source, anybody) {
            (true, false) => by_recipient(),
            (false, true) => by_source(),
            _ => by_source() && by_recipient(),
        }
    }

    /// 801.2c: as a turn begins, who is within whose range: so many seats away on either side, not counting the seats of those
    /// who have left; oneself always (801.2b).
    pub fn measure_ranges(&mut self) {
        let Some(options) = self.options.as_deref() else { return };
        if options.range.iter().all(Option::is_none) {
            return;
        }
        let seated: Vec<PlayerId> = self.seats().filter(|p| self.player(*p).is_playing()).collect();
        let count = seated.len();
        let mut within = vec![0_u32; self.players.len()];
        for (place, player) in seated.iter().enumerate() {
            let range = options.range.get(player.index()).copied().flatten().map_or(count, usize::from);
            for (other_place, other) in seated.iter().enumerate() {
                let apart = place.abs_diff(other_place);
                if apart.min(count - apart) <= range
                    && let Some(set) = within.get_mut(player.index())
                {
                    *set |= 1 << other.0;
                }
            }
        }
        self.options_mut().within = within.into();
        self.touch();
    }
}
