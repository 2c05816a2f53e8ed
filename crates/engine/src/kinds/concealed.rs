//! Cards exiled face down (406.3): who may look at them, and how they are played.

use std::sync::Arc;

use lawmage_ir::{CardType, Clause, Condition, Continuous, Instruction, Kind, Permission, Test, Zone, rule};

use crate::read::context::{Context, Scope};
use crate::state::State;
use crate::state::cache::ActiveRule;
use crate::state::chars::Chars;
use crate::state::event::Event;
use crate::state::ids::{Entity, ObjectId, PlayerId, Players};
use crate::state::object::{Object, ObjectKind};
use crate::state::relations::Concealed;
use crate::state::stack::Frame;
use crate::state::zones::{Place, no_chars};
use crate::table::action::{Way, WayKind};
use crate::table::decision::Illegal;
use crate::table::game::{Game, Halt, Res};

impl Game<'_> {
    /// 702.143f: as a player leaves the game, or as it ends, all players see the face-down foretold cards that player owns.
    pub(crate) fn reveal_foretold(&mut self, player: PlayerId) {
        let state = &self.state;
        let theirs =
            state.concealed.iter().map(|c| c.id).filter(|id| {
                state.seen(*id).is_some_and(|seen| seen.object.owner == player && state.is_foretold(&seen))
            });
        for id in theirs.collect::<Vec<_>>() {
            self.state.unconceal(id);
            let objects = smallvec::smallvec![id];
            self.record(Event::Revealed { by: player, objects }, rule!("702.143f"), None);
        }
    }
}

impl State {
    /// Whether a player may look at a card in exile: at one that is face down only where something allows it (406.3).
    #[must_use]
    pub fn may_look(&self, player: PlayerId, id: ObjectId) -> bool {
        let hidden = self.concealed.iter().find(|c| c.id == id);
        hidden.is_none_or(|c| c.lookers.contains(&player))
    }

    /// What a card prints that is exiled face down; of anything else, its copiable values before copy effects.
    #[must_use]
    pub fn face_up(&self, id: ObjectId) -> &Arc<Chars> {
        let object = &self.objects[id.index()];
        if self.is_concealed(id)
            && let ObjectKind::Card(card) = object.kind
            && let Some(front) = self.cards.get(usize::from(card)).and_then(|c| c.faces.first())
        {
            return front;
        }
        &object.base
    }

    /// A card with what it is face up, if it is one that is somewhere.
    pub(crate) fn card_itself(&self, id: ObjectId) -> Option<(&Object, &Chars)> {
        let object = self.get(id)?;
        let ObjectKind::Card(card) = object.kind else { return None };
        let hidden = self.is_concealed(id) || self.permanent(id).is_some_and(|p| p.face_down);
        let front = self.cards.get(usize::from(card)).and_then(|c| c.faces.first()).filter(|_| hidden);
        let itself = front.map(|front| &**front);
        Some((object, itself.unwrap_or_else(|| self.chars(id))))
    }

    /// Turns a card in exile, or a conspiracy (315.5b), face down: it has no characteristics (406.3a), on either face (712.17).
    pub fn conceal(&mut self, id: ObjectId, lookers: Players) {
        let hides = |zone: Zone| matches!(zone, Zone::Exile | Zone::Command);
        let Some(object) = self.get_mut(id).filter(|o| hides(o.zone) && o.is_card()) else { return };
        object.base = no_chars();
        self.concealed.push(Concealed { id, lookers: lookers.into_iter().collect() });
        self.touch();
    }

    /// 400.9: a face-up object in the command zone that is turned face down becomes a new object. Its owner may look at it.
    pub(crate) fn turn_down_in_command_zone(&mut self, id: ObjectId) -> Option<ObjectId> {
        let object = self.get(id).filter(|o| o.zone == Zone::Command && o.is_card() && !self.is_concealed(id))?;
        let owner = object.owner;
        let now = self.rehome(id, Zone::Command, Place::Top);
        self.conceal(now, std::iter::once(owner).collect());
        Some(now)
    }

    /// Turns a card that is exiled face down face up.
    pub(crate) fn unconceal(&mut self, id: ObjectId) {
        if !self.is_concealed(id) {
            return;
        }
        let up = self.face_up(id).clone();
        self.concealed.retain(|c| c.id != id);
        if let Some(object) = self.get_mut(id) {
            object.base = up;
        }
        self.touch();
        self.refresh();
    }

    /// The state as it would be if a card exiled face down were face up.
    pub(crate) fn with_face_up(&self, id: ObjectId) -> Self {
        let mut trial = self.clone();
        trial.unconceal(id);
        trial
    }

    /// Who was told to look at a card that is now exiled face down, by the instructions being followed: they may go on
    /// looking at it (406.3).
    pub(crate) fn who_just_looked_at(&self, id: ObjectId) -> Players {
        let from_library = self.get(id).is_some_and(|o| o.zone == Zone::Library);
        let mut found = Players::new();
        for occurrence in self.history.iter().rev() {
            match &occurrence.event {
                Event::Resolved { .. } | Event::StepBegan { .. } | Event::Cast { .. } => break,
                Event::LookedAt { by, objects } if objects.contains(&id) => found.push(*by),
                Event::Searched(by, _) if from_library => found.push(*by),
                _ => {}
            }
        }
        found
    }

    /// Lets a player look at a card exiled face down from now on (406.3).
    pub(crate) fn let_look(&mut self, player: PlayerId, id: ObjectId) {
        if let Some(hidden) = self.concealed.iter_mut().find(|c| c.id == id && !c.lookers.contains(&player)) {
            hidden.lookers.push(player);
        }
    }

    /// Notes who may look at cards exiled face down by the effects in force (406.3).
    pub(crate) fn note_who_may_look(&mut self) {
        let mut allowed: Vec<(PlayerId, ObjectId)> = Vec::new();
        for rule in &self.rules().mays {
            let Some(Continuous::May(Permission::LookAt(who, what))) = rule.what() else { continue };
            let context = rule.context();
            for hidden in self.concealed.iter().filter(|c| self.fits(c.id.into(), what, &context)) {
                allowed.extend(self.who(who, &context).into_iter().map(|player| (player, hidden.id)));
            }
        }
        for (player, id) in allowed {
            self.let_look(player, id);
        }
    }

    /// Whether some effect lets a player play cards from exile at all.
    pub(crate) fn lets_play_from_exile(&self, player: PlayerId) -> bool {
        self.rules().mays.iter().any(|rule| match rule.what() {
            Some(Continuous::May(Permission::Play { by, what, .. })) => {
                let reaches = match what.kind {
                    Kind::Card(zones) => zones.has(Zone::Exile),
                    _ => true,
                };
                reaches && self.is_among(player, by, &rule.context())
            }
            _ => false,
        })
    }

    /// Whether a player may choose to play a card exiled face down in a way: where what lets them asks for qualities, only
    /// if they may look at it (406.3b, 601.3f).
    pub(crate) fn may_choose(&self, player: PlayerId, id: ObjectId, way: &Way) -> bool {
        self.may_look(player, id) || !self.asks_qualities_of(way)
    }

    fn asks_qualities_of(&self, way: &Way) -> bool {
        let by_it = |rule: &&ActiveRule| match way.kind {
            WayKind::Effect(number) => rule.effect == Some(number),
            WayKind::Permission { source, key } => rule.source == source && rule.key == Some(key),
            WayKind::Normal | WayKind::Alternative(_) => false,
        };
        self.rules().mays.iter().filter(by_it).any(|rule| match rule.what() {
            Some(Continuous::May(Permission::Play { what, .. })) => asks_qualities(&what.test),
            _ => false,
        })
    }
}

/// Whether a test asks for more than which card it is, and that it is no land, which can't be cast (305.9).
pub(crate) fn asks_qualities(test: &Test) -> bool {
    match test {
        Test::Any | Test::Is(_) | Test::Owned(_) | Test::Did(..) => false,
        Test::Not(inner) if **inner == Test::Type(CardType::Land) => false,
        Test::Not(inner) => asks_qualities(inner),
        Test::And(all) | Test::Or(all) => all.iter().any(asks_qualities),
        _ => true,
    }
}

impl Game<'_> {
    /// 406.3a: a card exiled face down is turned face up just before it is played; 406.3b, 601.3f: a player who can't look at
    /// it can't cast it for its qualities. What is cast face down (708.4) is face down again at once: nobody has seen it.
    pub(crate) fn turn_up_to_play(&mut self, player: PlayerId, card: ObjectId, way: &Way) -> Res<()> {
        if !self.state.is_concealed(card) {
            return Ok(());
        }
        if !self.state.may_choose(player, card, way) {
            let why = "it is face down, and that player can't look at it";
            return Err(Halt::Illegal(Illegal::new(rule!("601.3f"), why)));
        }
        self.state.unconceal(card);
        Ok(())
    }

    /// Turns cards that are exiled face down face up, for all to see.
    pub(crate) fn turn_cards_face_up(&mut self, cards: &[ObjectId]) -> Vec<Entity> {
        let hidden: Vec<ObjectId> = cards.iter().copied().filter(|id| self.state.is_concealed(*id)).collect();
        hidden.iter().for_each(|id| self.state.unconceal(*id));
        self.show(&hidden);
        hidden.into_iter().map(Entity::Object).collect()
    }

    /// Whether a condition holds. Where it says whether a card exiled face down may be cast, it is about the spell the card
    /// would be, for a player who may look at it (406.3b).
    pub(crate) fn holds_for(&self, condition: &Condition, then: &[Clause], scope: Scope, frame: &Frame) -> bool {
        let context: Context<'_> = scope.context(frame);
        if self.state.concealed.is_empty() || !matches!(then, [Clause { does: Instruction::Cast { .. }, .. }, ..]) {
            return self.state.holds(condition, &context);
        }
        let mut trial = self.state.clone();
        let seen: Vec<ObjectId> = trial.concealed.iter().map(|c| c.id).collect();
        for id in seen.into_iter().filter(|id| self.state.may_look(scope.you, *id)) {
            trial.unconceal(id);
        }
        trial.holds(condition, &context)
    }
}
