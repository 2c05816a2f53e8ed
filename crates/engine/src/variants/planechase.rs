//! Planechase (901): planes (311), phenomena (312), the planar die.

use lawmage_ir::{
    CardType, CasualAction, CasualEvent, Cost, CostPart, EventPattern, Instruction, ManaCost, ManaSymbol, PlanarFace,
    Rule, TriggeredAbility, Who, Zone, rule,
};

use crate::read::context::{Context, Scope};
use crate::state::State;
use crate::state::event::Event;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::stack::{Frame, SlotValue, StackKind};
use crate::state::variants::Planar;
use crate::table::decision::Illegal;
use crate::table::game::{Game, Luck, Res};

/// Faces of the planar die (901.3a): the first is the chaos symbol, the last the Planeswalker symbol, the others are blank.
const FACES: u32 = 6;

/// The types of cards in planar decks.
const PLANAR: [CardType; 2] = [CardType::Plane, CardType::Phenomenon];

impl State {
    /// Makes the game one of Planechase (311.1, 312.1, 901.2): the cards in the command zone become planar decks, in the order they
    /// are in. With a single planar deck (901.15a) all of them are one deck, the first player's.
    pub fn begin_planechase(&mut self, communal: bool) {
        let rolls = vec![0; self.players.len()];
        self.casual_mut().planar = Some(Planar { controller: PlayerId(0), communal, rolls });
        for id in self.face_up_of(&PLANAR) {
            self.put_under(id);
        }
    }

    /// In a Planechase game without a plane face up, the player who takes the first turn turns up the first plane of their planar
    /// deck (103.7, 901.5); phenomena before it go to the bottom. Nothing triggers.
    pub fn turn_up_starting_plane(&mut self, first: PlayerId) {
        let Some(planar) = self.casual.as_mut().and_then(|c| c.planar.as_mut()) else { return };
        if first == self.turn.first {
            planar.controller = first;
        }
        // 901.14: of several players who take a turn first, each turns up one.
        if self.face_up_of(&[CardType::Plane]).into_iter().any(|id| !self.has_markers() || self.controls(first, id)) {
            return;
        }
        self.own_planar_deck(first);
        let deck = self.deck_used_by(first).index();
        let most = self.casual_mut().decks.get(deck).map_or(0, Vec::len);
        for _ in 0..most {
            let Some(top) = self.turn_up_top(first) else { return };
            if self.printed_face(top, Zone::Command).is_some_and(|chars| chars.is(CardType::Plane)) {
                return;
            }
            self.put_under(top);
        }
    }

    /// 901.15b: the planar controller owns the cards of a single planar deck.
    fn own_planar_deck(&mut self, player: PlayerId) {
        let Some(casual) = self.casual.as_deref().filter(|c| c.planar.as_ref().is_some_and(|p| p.communal)) else {
            return;
        };
        let deck = casual.decks.iter().flatten().copied().collect::<Vec<_>>();
        for id in deck.into_iter().chain(self.face_up_of(&PLANAR)) {
            if let Some(object) = self.get_mut(id) {
                object.owner = player;
            }
        }
    }

    /// Whose place holds the supplementary deck that a player uses: their own, or in a game with a single planar deck the first
    /// player's (901.12a, 901.15c).
    pub(crate) fn deck_used_by(&self, player: PlayerId) -> PlayerId {
        let communal = self.casual.as_ref().and_then(|c| c.planar.as_ref()).is_some_and(|p| p.communal);
        if communal { PlayerId(0) } else { player }
    }

    /// The planar controller, in a Planechase game.
    #[must_use]
    pub fn planar_controller(&self) -> Option<PlayerId> {
        self.casual.as_ref()?.planar.as_ref().map(|p| p.controller)
    }

    /// Makes a player the planar controller (901.6), who controls what is face up.
    pub(crate) fn pass_planes_to(&mut self, player: PlayerId) {
        let Some(planar) = self.casual.as_mut().and_then(|c| c.planar.as_mut()) else { return };
        planar.controller = player;
        self.own_planar_deck(player);
        // 901.14a: of several planar controllers each keeps theirs.
        let others: Vec<PlayerId> = self.asides().map(|aside| aside.planar).collect();
        for id in self.face_up_of(&PLANAR) {
            if let Some(object) = self.get_mut(id).filter(|object| !others.contains(&object.controller)) {
                object.controller = player;
            }
        }
        self.touch();
    }

    /// As a turn begins: the active player, of a team the primary player (901.12b), is the planar controller (901.6), and has
    /// not rolled the planar die this turn.
    pub(crate) fn planar_turn(&mut self) {
        let active = self.turn.active;
        let several = self.has_markers();
        if let Some(planar) = self.casual.as_mut().and_then(|c| c.planar.as_mut()) {
            let mine = |seat: &(usize, &mut u32)| !several || seat.0 == active.index();
            planar.rolls.iter_mut().enumerate().filter(mine).for_each(|(_, rolls)| *rolls = 0);
            self.pass_planes_to(active);
        }
    }

    /// Whether a player may roll the planar die (901.9, 116.2i): the active player, each of a team (901.12d), in a main phase,
    /// with an empty stack, for as much mana as they have taken this action before in the turn.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn may_roll_planar_die(&self, player: PlayerId) -> Result<Cost, Illegal> {
        let planar = self.casual.as_ref().and_then(|c| c.planar.as_ref());
        let Some(planar) = planar.filter(|_| self.is_sorcery_time(player)) else {
            return Err(Illegal::new(rule!("901.9"), "only in one's own main phase, with an empty stack"));
        };
        let rolls = planar.rolls.get(player.index()).copied().unwrap_or(0);
        let mut parts = Vec::new();
        if rolls > 0 {
            parts.push(CostPart::Mana(ManaCost(smallvec::smallvec![ManaSymbol::Generic(rolls.min(1_000) as u16)])));
        }
        Ok(Cost { parts })
    }

    /// A phenomenon that is face up and whose trigger has left the stack (312.7).
    pub(crate) fn is_past_phenomenon(&self) -> bool {
        self.face_up_of(&[CardType::Phenomenon]).into_iter().any(|id| !self.has_trigger_waiting(id))
    }
}

impl State {
    fn controls(&self, player: PlayerId, id: ObjectId) -> bool {
        self.get(id).is_some_and(|object| object.controller == player)
    }
}

impl Game<'_> {
    /// The special action of rolling the planar die (116.2i, 901.9).
    pub(crate) fn take_planar_roll(&mut self, player: PlayerId) -> Res<()> {
        let cost = self.state.may_roll_planar_die(player)?;
        let Some(source) = self.state.any_object_of(player) else { return Ok(()) };
        if !cost.parts.is_empty() && self.pay(player, &cost, &Context::of(source, player))?.is_none() {
            return Err(Illegal::new(rule!("601.2h"), "the mana for the planar die can't be paid").into());
        }
        if let Some(planar) = self.state.casual.as_mut().and_then(|c| c.planar.as_mut())
            && let Some(rolls) = planar.rolls.get_mut(player.index())
        {
            *rolls += 1;
        }
        self.roll_planar_die(player);
        Ok(())
    }

    /// A player rolls the planar die: nothing on a blank face (901.9a), chaos on the chaos symbol (901.9b), on the Planeswalker
    /// symbol the planeswalking ability triggers (901.9c, 901.8).
    pub(crate) fn roll_planar_die(&mut self, player: PlayerId) {
        let fixed = self.table.luck(player, Luck::Die(FACES));
        let face = match fixed.unwrap_or_else(|| self.state.rng.below(FACES) + 1) {
            1 => Some(PlanarFace::Chaos),
            FACES => Some(PlanarFace::Planeswalker),
            _ => None,
        };
        self.record(Event::PlanarRolled { by: player, face }, rule!("901.9"), None);
        match face {
            None => {}
            Some(PlanarFace::Chaos) => self.chaos_ensues(rule!("901.9b")),
            Some(PlanarFace::Planeswalker) => {
                let event = CasualEvent::RollsPlanarDie(Who::You, face);
                let planeswalk = Instruction::Casual(CasualAction::Planeswalk(Who::You));
                self.trigger_without_source(player, EventPattern::Casual(event), planeswalk, None); // 901.8
            }
        }
    }

    /// Chaos ensues (311.7): chaos abilities of face-up planes trigger, under the planar controller's control.
    pub(crate) fn chaos_ensues(&mut self, why: Rule) {
        if let Some(by) = self.state.planar_controller() {
            self.record(Event::ChaosEnsued(by), why, None);
        }
    }

    /// A player planeswalks (701.24b), for whatever reason (701.24c, 901.11a): each face-up plane and phenomenon goes to the
    /// bottom of its owner's planar deck, then the top card of the player's planar deck is turned up. Only the planar
    /// controller may (701.24a). Gives the plane.
    pub(crate) fn planeswalk(&mut self, player: PlayerId, why: Rule) -> Option<ObjectId> {
        if self.state.planar_controller() != Some(player) {
            return None;
        }
        // 901.11c: all of them; in Grand Melee those within the player's range of influence (801.10, 801.18).
        let mut left = self.state.face_up_of(&PLANAR);
        left.retain(|id| !self.state.has_markers() || self.state.reaches(player, self.state.controller(*id)));
        for id in &left {
            self.state.put_under(*id);
        }
        let mut batch = None;
        for plane in left {
            batch = Some(self.record(Event::Planeswalked { by: player, plane, away: true }, why, batch)); // 701.24d, 901.11b
        }
        self.turn_up_plane(player, why)
    }

    /// A player turns up the top card of their planar deck after the game has begun: they have planeswalked (901.11).
    fn turn_up_plane(&mut self, player: PlayerId, why: Rule) -> Option<ObjectId> {
        let plane = self.state.turn_up_top(player)?;
        self.state.refresh();
        self.record(Event::Planeswalked { by: player, plane, away: false }, why, None);
        Some(plane)
    }

    /// An instruction of a casual variant.
    pub(crate) fn casual_action(&mut self, action: &CasualAction, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let mut value = SlotValue::done(true);
        match action {
            CasualAction::Planeswalk(who) => {
                for player in self.state.players_in_order(who, &scope.context(frame)) {
                    value.members.extend(self.planeswalk(player, rule!("701.24b")).map(Entity::Object));
                }
            }
            CasualAction::Chaos => self.chaos_ensues(rule!("311.7")),
            CasualAction::RollPlanarDie(who) => {
                for player in self.state.players_in_order(who, &scope.context(frame)) {
                    self.roll_planar_die(player);
                }
            }
            CasualAction::SetInMotion(who) => {
                for player in self.state.players_in_order(who, &scope.context(frame)) {
                    value.members.extend(self.set_in_motion(player, rule!("701.25b")).map(Entity::Object));
                }
            }
            CasualAction::Abandon(what) => {
                let schemes = self.select(what, scope.source, scope.you, frame)?;
                value.done = false;
                for scheme in schemes.into_iter().filter_map(Entity::object) {
                    value.done |= self.abandon(scheme, scope.you);
                }
            }
        }
        Ok(value)
    }

    /// Before a player leaves: another becomes the planar controller (311.5, 312.4, 800.4p, 901.6). Tells whether a card of
    /// theirs is face up.
    pub(crate) fn planes_before_leaving(&mut self, player: PlayerId) -> bool {
        if self.state.planar_controller().is_none() {
            return false;
        }
        if self.state.has_markers() {
            self.planes_of_several_before_leaving(player);
        } else if self.state.planar_controller() == Some(player)
            && let Some(next) = self.state.next_in_turn(player)
        {
            self.state.pass_planes_to(next);
        }
        self.hand_on_phenomena(player);
        self.state.face_up_of(&PLANAR).into_iter().any(|id| self.state.get(id).is_some_and(|o| o.owner == player))
    }

    /// The same with several planar controllers. Where a turn marker is lost by who leaves, nobody takes their place: what they controlled
    /// goes to the bottom of its owner's planar deck, and nobody has planeswalked (901.14b).
    fn planes_of_several_before_leaving(&mut self, player: PlayerId) {
        let Some(melee) = self.state.melee() else { return };
        let (here, count) = (melee.here, melee.markers.len());
        let reduces = melee.reduced_by.contains(&player);
        let next = self.state.next_in_turn(player);
        for place in 0..count {
            self.state.show_turn(place);
            if self.state.planar_controller() != Some(player) {
                continue;
            }
            if reduces {
                for id in self.state.face_up_of(&PLANAR) {
                    if self.state.controls(player, id) {
                        self.state.put_under(id);
                    }
                }
            } else if let Some(next) = next {
                self.state.pass_planes_to(next); // 901.6
            }
        }
        self.state.show_turn(here);
    }

    /// 901.10b: abilities from phenomena that a leaving player owns stay on the stack, under the new planar controller's control.
    fn hand_on_phenomena(&mut self, player: PlayerId) {
        let Some(heir) = self.state.planar_controller().filter(|heir| *heir != player) else { return };
        let phenomena = self.state.face_up_of(&[CardType::Phenomenon]);
        for place in 0..self.state.stack.len() {
            let id = self.state.stack[place];
            if let Some(object) = self.state.get_mut(id)
                && object.stack.as_ref().is_some_and(|item| phenomena.contains(&item.source))
                && object.controller == player
            {
                (object.owner, object.controller) = (heir, heir);
            }
        }
        for pending in self.state.pending.iter_mut().filter(|p| p.controller == player) {
            if phenomena.contains(&pending.source) {
                pending.controller = heir;
            }
        }
    }

    /// The planeswalking abilities on the stack, or about to be put there, cease to exist.
    fn end_planeswalking(&mut self) {
        let is_it = |ability: &TriggeredAbility| {
            matches!(
                ability.event,
                EventPattern::Casual(CasualEvent::RollsPlanarDie(_, Some(PlanarFace::Planeswalker)))
            )
        };
        let walks = |id: &ObjectId| {
            let item = self.state.get(*id).and_then(|o| o.stack.as_deref());
            matches!(item.map(|i| &i.kind), Some(StackKind::Triggered { key: None, ability }) if is_it(ability))
        };
        let walking: Vec<ObjectId> = self.state.stack.iter().copied().filter(walks).collect();
        for id in walking {
            self.state.cease(id);
        }
        self.state.pending.retain(|p| p.key.is_some() || !is_it(&p.ability));
    }

    /// 901.10: who left took a face-up plane along: the planar controller turns up the top card of their planar deck.
    pub(crate) fn planes_after_leaving(&mut self, player: PlayerId, took: bool) {
        if let Some(casual) = self.state.casual.as_mut().filter(|c| !c.planar.as_ref().is_some_and(|p| p.communal))
            && let Some(deck) = casual.decks.get_mut(player.index())
        {
            deck.clear();
        }
        if took {
            self.end_planeswalking(); // 901.10a
        }
        if took && let Some(controller) = self.state.planar_controller() {
            self.turn_up_plane(controller, rule!("901.10"));
        }
    }

    /// 704.6f, 312.7: past a phenomenon the planar controller planeswalks. Tells whether that is so.
    pub(crate) fn leave_phenomenon(&mut self) -> bool {
        if self.state.planar_controller().is_none() || !self.state.is_past_phenomenon() {
            return false;
        }
        let Some(controller) = self.state.planar_controller() else { return false };
        self.planeswalk(controller, rule!("704.6f"));
        true
    }
}
