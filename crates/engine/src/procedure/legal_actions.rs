//! Timing and priority (117): what a player may do: activate abilities whenever they have priority (117.1b), take special actions
//! (117.1c).

use std::cell::OnceCell;
use std::rc::Rc;

use lawmage_ir::{Ability, CardType, Continuous, EventPattern, Keyword, Zone, rule};
use smallvec::SmallVec;

use crate::pay::Supply;
use crate::procedure::cast::program::paragraphs;
use crate::procedure::cast::ways::Terms;
use crate::state::State;
use crate::state::chars::Chars;
use crate::state::ids::{ObjectId, PlayerId};
use crate::state::object::ObjectKind;
use crate::table::action::{Action, Way, WayKind};
use crate::table::decision::Illegal;
use crate::table::game::{Game, Halt, Res};
use crate::targets::is_joint;

/// What holds for one look at all of a player's actions.
struct Scan<'a> {
    state: &'a State,
    player: PlayerId,
    /// What the player could pay with; gathered when first asked for.
    supply: OnceCell<Rc<Supply>>,
    /// A spell with split second is on the stack (702.61).
    split_second: bool,
    /// A sorcery, or another spell that is no instant, could be cast (307.1, 505.6a).
    sorcery: bool,
    found: Vec<Action>,
}

impl Game<'_> {
    /// Every action that player may take with priority now (117.1, 117.1b-c), passing first. What is listed can be completed;
    /// nothing happens by itself because it costs {0} (118.5, 118.5a).
    #[must_use]
    pub fn legal_actions(&self, player: PlayerId) -> Vec<Action> {
        self.state.legal_actions(player)
    }

    /// Takes an action (other than passing). What turns out illegal is undone whole (730.1), and the game goes on.
    ///
    /// # Errors
    /// The table's halt.
    pub fn take_action(&mut self, player: PlayerId, action: &Action) -> Res<()> {
        if *action == Action::Pass {
            return Ok(());
        }
        // What is listed can be completed, except where choices on the way may lead astray: only then the state is kept.
        let before = self.is_risky(player, action).then(|| self.state.clone());
        match (self.act(player, action), before) {
            // A refused land play has changed nothing.
            (Err(Halt::Illegal(illegal)), None) if matches!(action, Action::PlayLand { .. }) => {
                self.note(illegal.rule, |_| format!("undone: {}", illegal.reason));
                Ok(())
            }
            (Err(Halt::Illegal(illegal)), Some(before)) => {
                self.state = before;
                self.note(illegal.rule, |_| format!("undone: {}", illegal.reason));
                Ok(())
            }
            (done, _) => done,
        }
    }

    pub(crate) fn act(&mut self, player: PlayerId, action: &Action) -> Res<()> {
        self.state.hide_new_tops(); // 401.5
        let done = self.act_on(player, action);
        self.state.show_new_tops();
        done
    }

    fn act_on(&mut self, player: PlayerId, action: &Action) -> Res<()> {
        match action {
            Action::Pass => Ok(()),
            Action::Cast { card, way } => self.cast(player, *card, way),
            Action::PlayLand { card, way } => {
                self.turn_up_to_play(player, *card, way)?;
                self.may_begin_to_play(player, *card, way)?;
                self.play_land_in(player, *card, way)
            }
            Action::Activate { source, key } => self.activate(player, *source, *key),
            Action::Special(action) => self.take_special(player, *action),
            Action::Unlock { permanent, half } => self.unlock_by_action(player, *permanent, *half),
            Action::Unveil { conspiracy } => self.unveil(player, *conspiracy),
            Action::RollPlanarDie => self.take_planar_roll(player),
            Action::TurnFaceUp { permanent, by } => self.turn_up_by_action(player, *permanent, *by),
        }
    }

    /// 305.1: a land card, a way to play it, a main phase of that player's turn, an empty stack.
    fn may_begin_to_play(&self, player: PlayerId, card: ObjectId, way: &Way) -> Res<()> {
        let land = self.state.face_chars(card, way.face).is_some_and(|c| c.is_land());
        if !land || self.state.terms(player, card, way).is_none() {
            return Err(Illegal::new(rule!("305.1"), "nothing lets that card be played as a land").into());
        }
        if !self.state.is_sorcery_time(player) {
            return Err(Illegal::new(rule!("305.1"), "only in one's own main phase, with an empty stack").into());
        }
        Ok(())
    }

    /// Whether an action may turn out illegal after it has begun.
    fn is_risky(&self, player: PlayerId, action: &Action) -> bool {
        if self.state.player(player).manual_payment {
            return true;
        }
        let pays = matches!(action, Action::Cast { .. } | Action::Activate { .. });
        if pays && (!self.state.supply(player, false).is_plain() || self.state.replaces_mana()) {
            return true;
        }
        match action {
            Action::PlayLand { card, .. } => self.state.is_concealed(*card),
            Action::Pass | Action::Unveil { .. } => false,
            Action::Cast { card, way } => {
                let chars = self.state.chars(*card);
                !matches!(way.kind, WayKind::Normal)
                    || way.face > 0
                    || chars.marks.statics
                    || chars.keywords.has(lawmage_ir::Keyword::Assist) // 702.132a: the other player may pay nothing
                    || chars.mana_cost.as_ref().is_some_and(|c| c.xs() > 0)
                    || paragraphs(chars).any(|p| p.modal.is_some() || p.modes.iter().any(|m| is_joint(&m.targets)))
                    || !self.state.rules().costs.is_empty()
            }
            Action::Activate { source, key } => {
                let chars = self.state.chars(*source);
                let ability = crate::state::object::ability_of(chars, *key);
                match ability.map(|a| &**a) {
                    Some(Ability::Activated(a)) => {
                        a.cost.parts.len() > 1
                            || a.cost.has_x()
                            || a.program.modes.iter().any(|m| is_joint(&m.targets))
                            // 601.2f: the targets chosen may decide what it costs.
                            || chars.marks.statics
                            || !self.state.rules().costs.is_empty()
                    }
                    _ => true,
                }
            }
            Action::TurnFaceUp { .. } | Action::Unlock { .. } | Action::RollPlanarDie | Action::Special(_) => true,
        }
    }
}

impl State {
    /// Whether some effect may replace the making of mana (106.6a, 614).
    pub(crate) fn replaces_mana(&self) -> bool {
        self.rules().replacements.iter().any(|rule| match rule.what() {
            Some(Continuous::Replace(replacement)) => matches!(
                replacement.event,
                EventPattern::ProducesMana { .. } | EventPattern::TappedForMana { .. } | EventPattern::Tapped(_)
            ),
            _ => false,
        })
    }

    /// Every action that player may take with priority now, passing first.
    #[must_use]
    pub fn legal_actions(&self, player: PlayerId) -> Vec<Action> {
        let mut scan = Scan {
            state: self,
            player,
            supply: OnceCell::new(),
            split_second: self.is_split_second(),
            sorcery: self.is_sorcery_time(player),
            found: vec![Action::Pass],
        };
        scan.hand();
        scan.elsewhere();
        scan.permanents();
        scan.companion();
        scan.found.extend(self.special_actions(player).into_iter().map(Action::Special));
        if self.casual.is_some() {
            scan.planar_die();
            let agendas = self.agendas_of(player).map(|conspiracy| Action::Unveil { conspiracy });
            scan.found.extend(agendas);
        }
        scan.found
    }
}

impl Scan<'_> {
    fn supply(&self) -> Rc<Supply> {
        self.supply.get_or_init(|| Rc::new(self.state.supply(self.player, false))).clone()
    }

    /// Cards in hand; indistinguishable ones once.
    fn hand(&mut self) {
        let state = self.state;
        let mut seen: SmallVec<[u16; 8]> = SmallVec::new();
        for id in &state.player(self.player).hand {
            let Some(object) = state.get(*id) else { continue };
            if let ObjectKind::Card(card) = object.kind {
                if seen.contains(&card) {
                    continue;
                }
                if object.memory.is_none() {
                    seen.push(card);
                }
            }
            self.card(*id, Zone::Hand);
            self.abilities(*id);
        }
    }

    /// 116.2g: a companion that waits outside the game.
    fn companion(&mut self) {
        if let Some(companion) = self.state.player(self.player).companion.filter(|id| self.state.may_bring_in(*id)) {
            self.abilities(companion);
        }
    }

    /// Graveyards, exile, the command zone, and the tops of libraries: what has permissions or abilities there.
    fn elsewhere(&mut self) {
        let state = self.state;
        let permitted = !state.rules().mays.is_empty();
        let mut seen: SmallVec<[u16; 8]> = SmallVec::new();
        for seat in state.seats() {
            for id in &state.player(seat).graveyard {
                let chars = state.chars(*id);
                if !permitted && !chars.marks.activated && !chars.marks.statics {
                    continue;
                }
                if let Some(ObjectKind::Card(card)) = state.get(*id).map(|o| &o.kind) {
                    if seat == self.player && seen.contains(card) {
                        continue;
                    }
                    if seat == self.player {
                        seen.push(*card);
                    }
                }
                if permitted || chars.marks.statics {
                    self.card(*id, Zone::Graveyard);
                }
                self.abilities(*id);
            }
            if permitted && let Some(top) = state.player(seat).library.first() {
                self.card(*top, Zone::Library);
                self.abilities(*top); // 702.170f
            }
        }
        for (zone, ids) in [(Zone::Exile, &state.exile), (Zone::Command, &state.command)] {
            for id in ids {
                if state.is_concealed(*id) {
                    if permitted {
                        self.face_down_card(*id);
                    }
                    continue;
                }
                let chars = state.chars(*id);
                let castable =
                    state.is_castable_commander(self.player, *id) || state.is_prepared_spell(self.player, *id);
                if permitted || chars.marks.statics || castable {
                    self.card(*id, zone);
                }
                if chars.marks.activated {
                    self.abilities(*id);
                }
            }
        }
    }

    /// A card exiled face down: the questions are asked of a copy of the state in which it is face up (406.3a).
    fn face_down_card(&mut self, id: ObjectId) {
        if !self.state.lets_play_from_exile(self.player) {
            return;
        }
        let up = self.state.with_face_up(id);
        let (player, split_second, sorcery) = (self.player, self.split_second, self.sorcery);
        let mut scan =
            Scan { state: &up, player, supply: self.supply.clone(), split_second, sorcery, found: Vec::new() };
        scan.card(id, Zone::Exile);
        let found = scan.found;
        self.found.extend(found.into_iter().filter(|action| match action {
            Action::Cast { way, .. } | Action::PlayLand { way, .. } => self.state.may_choose(player, id, way),
            _ => false,
        }));
    }

    /// 116.2i, 901.9.
    fn planar_die(&mut self) {
        let (state, player) = (self.state, self.player);
        let Ok(cost) = state.may_roll_planar_die(player) else { return };
        let Some(source) = state.any_object_of(player) else { return };
        if cost.parts.is_empty() || state.can_pay_action(player, &cost, source) {
            self.found.push(Action::RollPlanarDie);
        }
    }

    fn permanents(&mut self) {
        let state = self.state;
        let manual = state.player(self.player).manual_payment;
        for id in state.permanents() {
            let chars = state.chars(id);
            let marks = &chars.marks;
            if chars.halves.is_some() && self.sorcery {
                self.doors(id);
            }
            if marks.activated || (manual && marks.mana) {
                self.abilities(id);
            }
            if state.permanent(id).is_some_and(|p| p.face_down) {
                self.turning_up(id);
            }
        }
    }

    /// 116.2m: unlocking a locked half.
    fn doors(&mut self, id: ObjectId) {
        for half in 0..2 {
            if self.state.may_unlock(self.player, id, half, &self.supply()).is_ok() {
                self.found.push(Action::Unlock { permanent: id, half });
            }
        }
    }

    /// 116.2b: turning a face-down permanent face up.
    fn turning_up(&mut self, id: ObjectId) {
        for (by, _) in self.state.ways_up(id) {
            if self.state.may_turn_up(self.player, id, by, &self.supply()).is_ok() {
                self.found.push(Action::TurnFaceUp { permanent: id, by });
            }
        }
    }

    /// The ways to cast or play one card.
    fn card(&mut self, id: ObjectId, zone: Zone) {
        let state = self.state;
        let chars = state.chars(id);
        // Most cards in hand are settled by a look at their types.
        if zone == Zone::Hand && !self.sorcery && self.is_slow(id) {
            return;
        }
        let is_land = chars.is_land();
        if zone == Zone::Hand && is_land && !chars.marks.statics && !self.has_other_faces(id) && !self.can_play_lands()
        {
            return;
        }
        for way in state.ways(self.player, id) {
            let Some(terms) = state.terms(self.player, id, &way) else { continue };
            if !state.has_uses(&terms) {
                continue;
            }
            if let Some(guise) = state.guised(id, way.face, terms.label.as_ref()) {
                self.as_though(id, way, &terms, guise);
            } else if state.face_chars(id, way.face).is_some_and(|f| f.types != chars.types)
                || way.face > 0
                || state.is_both_halves(id)
            {
                self.other_face(id, way, &terms);
            } else if is_land {
                if self.can_play_land(id, way.face) && !matches!(way.kind, WayKind::Alternative(_)) {
                    self.found.push(Action::PlayLand { card: id, way });
                }
            } else if self.castable(state, id, &terms) {
                self.found.push(Action::Cast { card: id, way });
            }
        }
    }

    /// Whether a card in hand can only be played when a sorcery could be.
    fn is_slow(&self, id: ObjectId) -> bool {
        let chars = self.state.chars(id);
        let quick = chars.is(CardType::Instant)
            || chars.has(Keyword::Flash)
            || chars.marks.statics
            || !self.state.rules().mays.is_empty()
            || self.state.effects.iter().any(|e| matches!(*e.what, Continuous::NextSpell { .. }));
        !quick && !self.has_other_faces(id)
    }

    fn has_other_faces(&self, id: ObjectId) -> bool {
        let card = self.state.get(id).and_then(|o| o.printed_on());
        card.is_some_and(|card| self.state.cards.get(usize::from(card)).is_some_and(|def| def.faces.len() > 1))
    }

    /// 305.1: a main phase of their turn, with an empty stack.
    fn can_play_lands(&self) -> bool {
        self.sorcery && self.state.may_play_land(self.player).is_ok()
    }

    /// Whether no effect forbids to play that land, either.
    fn can_play_land(&self, id: ObjectId, face: u8) -> bool {
        self.sorcery && self.state.may_play_as_land(self.player, id, face).is_ok()
    }

    /// A face that isn't up: the questions are asked of a copy of the state in which it is (601.3e).
    fn other_face(&mut self, id: ObjectId, way: Way, terms: &Terms) {
        let Some(chars) = self.state.face_chars(id, way.face).cloned() else { return };
        if chars.is_land() {
            if self.can_play_land(id, way.face) {
                self.found.push(Action::PlayLand { card: id, way });
            }
            return;
        }
        self.as_though(id, way, terms, chars);
    }

    /// The questions are asked of a copy of the state in which the card is what the spell would be.
    fn as_though(&mut self, id: ObjectId, way: Way, terms: &Terms, chars: std::sync::Arc<Chars>) {
        let trial = self.state.with_face(id, way.face, chars);
        if self.castable(&trial, id, terms) {
            self.found.push(Action::Cast { card: id, way });
        }
    }

    /// Whether casting a card on those terms could be completed.
    fn castable(&self, state: &State, id: ObjectId, terms: &Terms) -> bool {
        // 702.61b
        if self.split_second {
            return false;
        }
        let player = self.player;
        let chars = state.chars(id);
        // 305.9
        if chars.is_land()
            || !state.is_time_for(player, id, chars, terms)
            || state.may_cast_somehow(player, id, terms).is_err()
        {
            return false;
        }
        state.can_complete(player, id, terms, &self.supply())
    }

    /// The activated abilities of an object.
    fn abilities(&mut self, id: ObjectId) {
        let state = self.state;
        let chars = state.chars(id);
        if !chars.marks.activated && !chars.marks.mana {
            return;
        }
        let manual = state.player(self.player).manual_payment;
        for on in &chars.abilities {
            let Ability::Activated(ability) = &*on.ability else { continue };
            let by_payment = ability.mana && !ability.limits.instant && !ability.cost.has_x();
            if (by_payment && !manual) || (self.split_second && !ability.mana && !ability.limits.special) {
                continue;
            }
            let supply = || self.supply();
            if state.can_activate(self.player, id, on.key, ability, &supply) {
                self.found.push(Action::Activate { source: id, key: on.key });
            }
        }
    }
}
