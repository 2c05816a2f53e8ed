//! How an effect has objects enter the battlefield (110.2a, 508.4).

use lawmage_ir::{Arrival, CardType, Cause, Destination, Selector, Who, Zone, rule};

use crate::read::context::Scope;
use crate::state::State;
use crate::state::face_down::FaceDown;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::proposal::{Entry, Proposal};
use crate::state::stack::{Frame, SlotValue};
use crate::table::decision::{Ask, Choice, Decision};
use crate::table::game::{Game, Res};

impl State {
    /// Under whose control an effect puts an object onto the battlefield: the player it names, or who is told to do it (110.2a).
    pub(crate) fn arrives_under(&self, arrival: &Arrival, object: ObjectId, scope: Scope, frame: &Frame) -> PlayerId {
        let owner = self.objects[object.index()].owner;
        let Some(who) = &arrival.controller else {
            // 110.2a: the player told to do it. A player who is told to with their own cards is no "you"; out of a hand and a
            // library cards come that are one's own, where nothing is said.
            let of_others = frame.each.is_empty() && frame.targets.iter().all(|t| !t.chosen.contains(&owner.into()));
            let there = matches!(self.objects[object.index()].zone, Zone::Graveyard | Zone::Exile);
            return if there && of_others { scope.you } else { owner };
        };
        let context = scope.context(frame).testing(object.into());
        let players = self.who(who, &context);
        // "Under their owners' control" of several objects names all the owners: each object's own is meant.
        if matches!(who, Who::Owner(_)) && players.contains(&owner) {
            return owner;
        }
        players.first().copied().unwrap_or(owner)
    }

    /// What a creature under that player's control can be put onto the battlefield attacking (508.4).
    pub(crate) fn can_enter_attacking(&self, player: PlayerId) -> Vec<Entity> {
        // 508.4a: only an attacking player's creatures can enter attacking.
        if self.combat.is_none() || !self.is_active(player) {
            return Vec::new();
        }
        self.attackable(player)
    }

    /// Whether that is a planeswalker that the player controls.
    fn is_planeswalker_of(&self, what: Entity, player: Entity) -> bool {
        let (Some(id), Some(player)) = (what.object(), player.player()) else { return false };
        self.chars(id).is(CardType::Planeswalker) && self.controller(id) == player
    }
}

impl Game<'_> {
    /// How something that an effect puts onto the battlefield would enter: an object, or a token not made yet.
    pub(crate) fn entry(
        &mut self,
        arrival: &Arrival,
        controller: PlayerId,
        object: Option<ObjectId>,
        scope: Scope,
        frame: &Frame,
    ) -> Res<Entry> {
        let mut context = scope.context(frame);
        if let Some(object) = object {
            context = context.testing(object.into());
        }
        let counters = arrival.counters.iter().map(|(kind, n)| (kind.clone(), self.state.count(n, &context))).collect();
        // An Aura put there without a host gets one as it enters (303.4f).
        let attached_to =
            arrival.attached_to.as_ref().and_then(|to| self.state.selected(to, &context).first().copied());
        let blocking = arrival.blocking.as_ref().and_then(|to| self.state.denote(to, &context).first()?.object());
        let mut fits = Vec::new();
        if arrival.attacking || arrival.attacks.is_some() {
            fits = self.state.can_enter_attacking(controller);
        }
        if let Some(whom) = &arrival.attacks {
            // 508.4b, 508.4a, 506.3c: who or what is no longer there, or can't be attacked, isn't attacked.
            let whom = self.state.denote(whom, &context).first().copied();
            fits.retain(|d| {
                whom.is_some_and(|w| *d == w || (arrival.or_planeswalker && self.state.is_planeswalker_of(*d, w)))
            });
        }
        let (attacking, may_attack) = match object {
            Some(object) => (self.choose_defender(controller, fits, object)?, None),
            None => (None, (!fits.is_empty()).then(|| Box::new((scope.source, fits)))),
        };
        Ok(Entry {
            controller: Some(controller),
            tapped: arrival.tapped,
            counters,
            attached_to,
            attached: arrival.attached_to.is_some(),
            attacking,
            may_attack,
            blocking,
            transformed: arrival.transformed,
            face_down: arrival.face_down.then_some(FaceDown::Effect),
            mods: arrival.mods.clone(),
            ..Entry::default()
        })
    }

    /// Has a player sacrifice permanents and return cards to the battlefield, all at once.
    pub(super) fn sacrifice_and_return(
        &mut self,
        who: &Who,
        what: &Selector,
        returned: &Selector,
        scope: Scope,
        frame: &Frame,
    ) -> Res<SlotValue> {
        let Some(by) = self.state.players_in_order(who, &scope.context(frame)).first().copied() else {
            return Ok(SlotValue::default());
        };
        let given = self.propose_giving_up(who, what, Cause::Sacrifice, scope, frame)?;
        let mut proposals: Vec<Proposal> = given.into_iter().map(|(_, proposal)| proposal).collect();
        let arrival = Arrival::default();
        for object in self.pick_objects(returned, scope, frame)? {
            let entry = Box::new(self.entry(&arrival, by, Some(object), scope, frame)?);
            let to = Destination::Battlefield(Box::new(arrival.clone()));
            proposals.push(Proposal::Move { object, to, cause: Cause::Return, by: Some(by), entry });
        }
        Ok(SlotValue::moved(self.happen(proposals, rule!("701.17a"))?))
    }

    /// What a creature that enters attacking attacks: its controller chooses (508.4).
    /// Which of these what enters under a player's control attacks (508.4).
    pub(crate) fn choose_defender(
        &mut self,
        player: PlayerId,
        among: Vec<Entity>,
        source: ObjectId,
    ) -> Res<Option<Entity>> {
        let options: Vec<Choice> = among.into_iter().map(Choice::from).collect();
        if options.is_empty() {
            return Ok(None);
        }
        let picked = self.pick(Decision::pick(player, Ask::Defender, rule!("508.4"), Some(source), options, 1, 1))?;
        Ok(picked.first().and_then(Choice::entity))
    }
}
