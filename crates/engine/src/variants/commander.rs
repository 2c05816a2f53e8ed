//! The Commander variant (903).

use lawmage_ir::{Amount, Cause, Color, ColorSet, Destination, Who, Zone, rule, visit};
use smallvec::SmallVec;

use crate::read::context::Context;
use crate::state::State;
use crate::state::event::Event;
use crate::state::ids::{ObjectId, PlayerId};
use crate::state::object::{Chosen, Object, ObjectKind};
use crate::state::proposal::{Entry, Proposal};
use crate::state::variants::Commander;
use crate::state::zones::Place;
use crate::table::decision::{Ask, Decision};
use crate::table::game::{Game, Res};

/// Combat damage by one commander that loses a player the game (104.3j, 903.10a).
const LETHAL: u32 = 21;

impl State {
    /// Designates a card as its owner's commander (903.3).
    pub fn make_commander(&mut self, id: ObjectId) {
        if let Some(object) = self.get(id) {
            let (slot, owner, card) = (id.slot, object.owner, object.kind.clone());
            let damage = SmallVec::new();
            let fresh = Commander { slot, card, owner, casts: 0, from_command: false, signature: false, damage };
            self.commanders.push(fresh);
        }
    }

    /// Whether an object is a commander: the card itself, whatever it is now a copy of.
    #[must_use]
    pub fn is_commander(&self, id: ObjectId) -> bool {
        !self.commanders.is_empty()
            && self.commanders.iter().any(|c| c.slot == id.slot && !c.signature)
            && self.objects.get(id.index()).is_some_and(|o| {
                let merged = o.permanent.as_deref().is_some_and(|p| p.merged.is_some());
                matches!(o.kind, ObjectKind::Card(_)) || merged
            })
    }

    /// The colors in the color identity of a player's commander, of two in that of both (702.124c); `None`, which is another thing
    /// than colorless, without a commander (903.4f).
    #[must_use]
    pub fn commander_identity(&self, player: PlayerId) -> Option<ColorSet> {
        let mut identity = None;
        for commander in self.commanders.iter().filter(|c| c.owner == player && !c.signature) {
            let colors: &mut ColorSet = identity.get_or_insert_default();
            // 903.4a: as its cards say, whatever it is now.
            if let ObjectKind::Card(card) = commander.card
                && let Some(def) = self.cards.get(usize::from(card))
            {
                *colors = colors.union(def.card.identity);
            }
            // 903.4b: a color chosen for it before the game is one of its colors.
            let chosen = self.chosen_before.iter().filter(|(slot, _)| *slot == commander.slot);
            for (_, chosen) in chosen.flat_map(|(_, memory)| memory.chosen.iter()) {
                if let Chosen::Color(color) = chosen {
                    colors.insert(*color);
                }
            }
        }
        identity
    }

    /// The colors that are not in the color identity of these players' commanders; none where they have no commander (903.4f).
    pub(crate) fn colors_off_identity(&self, who: &Who, context: &Context<'_>) -> ColorSet {
        let players = self.who(who, context);
        let identity = players.iter().filter_map(|player| self.commander_identity(*player)).reduce(ColorSet::union);
        identity.map(|of| Color::ALL.into_iter().filter(|color| !of.has(*color)).collect()).unwrap_or_default()
    }

    /// Whether a card may be brought in from outside the game. In a Commander game (903.11) that is neither a card that its owner has
    /// in the game already, as the cards of the starting deck are, nor one with a color that is not in the color identity of
    /// their commander.
    pub(crate) fn may_bring_in(&self, id: ObjectId) -> bool {
        if self.commanders.is_empty() {
            return true;
        }
        let Some(outside) = self.get(id) else { return false };
        let same = |owner: PlayerId, kind: &ObjectKind| owner == outside.owner && *kind == outside.kind;
        let merged = |object: &Object| {
            let parts = object.permanent.as_deref().and_then(|p| p.merged.as_deref());
            parts.is_some_and(|m| m.components.iter().any(|c| same(c.owner, &c.kind)))
        };
        let mut in_game = self.objects.iter().filter(|o| o.zone != Zone::Outside);
        if in_game.any(|o| same(o.owner, &o.kind) || merged(o)) {
            return false;
        }
        let identity = match outside.kind {
            ObjectKind::Card(card) => self.cards.get(usize::from(card)).map(|def| def.card.identity),
            _ => None,
        };
        let of_commander = self.commander_identity(outside.owner);
        identity.zip(of_commander).is_none_or(|(own, of)| own.intersection(of) == own)
    }

    /// Whether no part of a number is undefined, as the color identity of a commander is where there is none (903.4f).
    pub(crate) fn is_defined(&self, amount: &Amount, context: &Context<'_>) -> bool {
        let of_nobody = |part: &Amount| match part {
            Amount::IdentityColors(who) => self.who(who, context).iter().all(|p| self.commander_identity(*p).is_none()),
            _ => false,
        };
        !visit::any(amount, of_nobody)
    }

    /// 903.3b-c: what a commander becomes a part of is a commander from now on.
    pub(crate) fn commander_joins(&mut self, card: ObjectId, permanent: ObjectId) {
        self.commanders.iter_mut().filter(|c| c.slot == card.slot).for_each(|c| c.slot = permanent.slot);
    }

    /// 903.3: of the cards that a permanent has come apart into, the commander is one again.
    pub(crate) fn commander_parts(&mut self, permanent: ObjectId, now: ObjectId) {
        let Some((card, owner)) = self.get(now).map(|o| (o.kind.clone(), o.owner)) else { return };
        let own = self.objects.get(permanent.index()).map(|o| o.kind.clone());
        let of = |c: &Commander| {
            c.slot == permanent.slot && c.card == card && c.owner == owner && own != Some(c.card.clone())
        };
        self.commanders.iter_mut().filter(|c| of(c)).for_each(|c| c.slot = now.slot);
    }

    /// Whether a player may cast a card from where it is as their commander (903.8), or as the signature spell of their oathbreaker.
    pub(crate) fn is_castable_commander(&self, player: PlayerId, id: ObjectId) -> bool {
        let there =
            !self.commanders.is_empty() && self.get(id).is_some_and(|o| o.zone == Zone::Command && o.owner == player);
        there && (self.is_commander(id) || (self.is_signature_spell(id) && self.has_oathbreaker(player)))
    }

    /// 903.8: {2} more for each time before; for signature spells too.
    pub(crate) fn commander_tax(&self, spell: ObjectId) -> u32 {
        let Some(commander) = self.commanders.iter().find(|c| c.slot == spell.slot) else { return 0 };
        let there = match self.get(spell).map(|o| o.zone) {
            Some(Zone::Command) => true,
            Some(Zone::Stack) => commander.from_command,
            _ => false,
        };
        if there { commander.casts.saturating_mul(2) } else { 0 }
    }

    /// Notes from where a card is about to be cast (601.2a).
    pub(crate) fn note_casting(&mut self, card: ObjectId, from: Zone) {
        if let Some(commander) = self.commanders.iter_mut().find(|c| c.slot == card.slot) {
            commander.from_command = from == Zone::Command;
        }
    }

    /// Notes that it has become cast (601.2i).
    pub(crate) fn note_cast(&mut self, card: ObjectId, from: Zone) {
        if from == Zone::Command
            && let Some(commander) = self.commanders.iter_mut().find(|c| c.slot == card.slot)
        {
            commander.casts += 1;
            self.touch();
        }
    }

    /// How often that commander has been cast from the command zone this game, and not another of the same player (702.124d).
    pub(crate) fn casts_of(&self, id: ObjectId) -> u32 {
        self.commanders.iter().filter(|c| c.slot == id.slot).map(|c| c.casts).sum()
    }

    /// Notes combat damage that a commander dealt to a player.
    pub(crate) fn note_commander_damage(&mut self, source: ObjectId, player: PlayerId, amount: u32) {
        if !self.is_commander(source) {
            return;
        }
        // 903.10a: each commander that is a part of it, and each for itself (702.124d).
        for commander in self.commanders.iter_mut().filter(|c| c.slot == source.slot) {
            match commander.damage.iter_mut().find(|(p, _)| *p == player) {
                Some((_, dealt)) => *dealt = dealt.saturating_add(amount),
                None => commander.damage.push((player, amount)),
            }
        }
    }

    /// Whether one commander has dealt a player 21 combat damage (704.6c); in Brawl that loses nobody the game (903.12h).
    pub(crate) fn is_overrun(&self, player: PlayerId) -> bool {
        !self.brawl
            && !self.oathbreaker
            && self.commanders.iter().any(|c| c.damage.iter().any(|(p, dealt)| *p == player && *dealt >= LETHAL))
    }
}

impl Game<'_> {
    /// 704.6d, 903.9a: commanders put into a graveyard or exile since the last check may go to the command zone.
    pub(crate) fn recall_commanders(&mut self, strays: &[ObjectId]) -> Res<Vec<Proposal>> {
        let mut moves = Vec::new();
        for id in strays {
            let Some(owner) = self.state.get(*id).map(|o| o.owner) else { continue };
            let ask = Decision::yes_no(owner, Ask::May, rule!("903.9a"), Some(*id));
            if self.yes(ask)? {
                moves.push(to_command(*id, owner, Box::default()));
            }
        }
        Ok(moves)
    }

    /// 903.9b: a commander that would be put into its owner's hand or library may be put into the command zone instead; of a
    /// permanent that several cards represent, that card alone (903.9c).
    pub(crate) fn commander_instead(&mut self, proposal: Proposal) -> Res<Proposal> {
        let Proposal::Move { object, to, .. } = &proposal else { return Ok(proposal) };
        if self.state.returns_to_command(*object, to.zone()) {
            let owner = self.state.get(*object).map_or(PlayerId(0), |o| o.owner);
            return Ok(to_command(*object, owner, Box::default()));
        }
        if !self.spares_commander(*object, to)? {
            return Ok(proposal);
        }
        let object = *object;
        let merged = self.state.permanent(object).is_some_and(|p| p.merged.is_some());
        match proposal {
            Proposal::Move { object, to, cause, by, mut entry } if merged => {
                entry.commanders_aside = true;
                Ok(Proposal::Move { object, to, cause, by, entry })
            }
            _ => Ok(to_command(object, self.state.get(object).map_or(PlayerId(0), |o| o.owner), Box::default())),
        }
    }

    /// Whether the owner of a commander that would go there has it put into the command zone instead (903.9b).
    pub(crate) fn spares_commander(&mut self, object: ObjectId, to: &Destination) -> Res<bool> {
        if self.state.commanders.is_empty()
            || !matches!(to.zone(), Zone::Hand | Zone::Library)
            || !self.state.is_commander(object)
        {
            return Ok(false);
        }
        let owner = self.state.get(object).map_or(PlayerId(0), |o| o.owner);
        self.yes(Decision::yes_no(owner, Ask::MayReplace, rule!("903.9b"), Some(object)))
    }
}

impl State {
    /// 903.9c: of the cards that a permanent has come apart into, those that are commanders go on to the command zone. Gives what the
    /// topmost is now.
    pub(crate) fn set_commanders_aside(&mut self, top: ObjectId) -> ObjectId {
        let others: SmallVec<[ObjectId; 1]> = self.parted(top).collect();
        for card in others {
            if self.is_commander(card) {
                let now = self.rehome(card, Zone::Command, Place::Top);
                self.parted.iter_mut().filter(|(_, other)| *other == card).for_each(|(_, other)| *other = now);
            }
        }
        if !self.is_commander(top) {
            return top;
        }
        let now = self.rehome(top, Zone::Command, Place::Top);
        self.parted.iter_mut().filter(|(first, _)| *first == top).for_each(|(first, _)| *first = now);
        now
    }
}

fn to_command(object: ObjectId, owner: PlayerId, entry: Box<Entry>) -> Proposal {
    Proposal::Move { object, to: Destination::Command, cause: Cause::Put, by: Some(owner), entry }
}

/// What an event tells of commanders that state-based actions look at (704.6d).
pub(crate) fn strayed(state: &State, event: &Event) -> Option<ObjectId> {
    let Event::Moved { now, to: Zone::Graveyard | Zone::Exile, .. } = event else { return None };
    let there = state.get(*now).is_some_and(|o| matches!(o.zone, Zone::Graveyard | Zone::Exile));
    (there && state.is_commander(*now)).then_some(*now)
}

impl State {
    /// 903.8: a commander is cast from the command zone by its owner alone.
    pub(crate) fn commander_casts(&self, who: &Who, context: &Context<'_>) -> i32 {
        let theirs = self.commanders.iter().filter(|c| !c.signature && self.is_among(c.owner, who, context));
        theirs.map(|c| c.casts as i32).sum()
    }
}
