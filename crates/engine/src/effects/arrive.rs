//! How an effect has objects enter the battlefield (110.2a, 303.4f, 508.4).

use lawmage_ir::{Arrival, CardType, Keyword, KeywordParam, Subtype, Who, rule};

use super::Scope;
use crate::decision::{Ask, Choice, Decision};
use crate::event::Entry;
use crate::game::{Game, Res};
use crate::ids::{Entity, ObjectId, PlayerId};
use crate::object::Frame;
use crate::state::State;

impl State {
    /// Under whose control an effect puts an object onto the battlefield: the player it names, or its owner.
    pub(crate) fn arrives_under(&self, arrival: &Arrival, object: ObjectId, scope: Scope, frame: &Frame) -> PlayerId {
        let owner = self.objects[object.index()].owner;
        let Some(who) = &arrival.controller else { return owner };
        let context = scope.context(frame).testing(object.into());
        let players = self.who(who, &context);
        // "Under their owners' control" of several objects names all the owners: each object's own is meant.
        if matches!(who, Who::Owner(_)) && players.contains(&owner) {
            return owner;
        }
        players.first().copied().unwrap_or(owner)
    }

    /// What a creature under that player's control can be put onto the battlefield attacking (508.4).
    fn attackable(&self, player: PlayerId) -> Vec<Entity> {
        // 508.4a: only an attacking player's creatures can enter attacking.
        if self.combat.is_none() || self.turn.active != player {
            return Vec::new();
        }
        let mut defenders: Vec<Entity> =
            self.apnap().filter(|p| self.are_opponents(*p, player)).map(Entity::Player).collect();
        for id in self.permanents() {
            let chars = self.chars(id);
            let defended = chars.is(CardType::Planeswalker) || chars.is(CardType::Battle);
            if defended && self.are_opponents(self.player_of(id.into()), player) {
                defenders.push(id.into());
            }
        }
        defenders
    }
}

impl Game<'_> {
    /// How something that an effect puts onto the battlefield would enter. `aura`: the object, when it is a card that may
    /// turn out to be an Aura.
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
        let mut attached_to =
            arrival.attached_to.as_ref().and_then(|to| self.state.denote(to, &context).first().copied());
        if attached_to.is_none()
            && !arrival.face_down
            && let Some(aura) = object
        {
            attached_to = self.choose_host(aura, controller)?;
        }
        let attacking = if arrival.attacking { self.choose_defender(controller, object, scope)? } else { None };
        Ok(Entry {
            controller: Some(controller),
            tapped: arrival.tapped,
            counters,
            attached_to,
            attacking,
            transformed: arrival.transformed,
            face_down: arrival.face_down,
            mods: arrival.mods.clone(),
            ..Entry::default()
        })
    }

    /// What a creature that enters attacking attacks: its controller chooses (508.4).
    fn choose_defender(&mut self, player: PlayerId, object: Option<ObjectId>, scope: Scope) -> Res<Option<Entity>> {
        let options: Vec<Choice> = self.state.attackable(player).into_iter().map(Choice::from).collect();
        if options.is_empty() {
            return Ok(None);
        }
        let source = object.or(Some(scope.source));
        let picked = self.pick(Decision::pick(player, Ask::Defender, rule!("508.4"), source, options, 1, 1))?;
        Ok(picked.first().and_then(Choice::entity))
    }

    /// What an Aura that isn't resolving as a spell enchants: the player who puts it chooses (303.4f). `None` for what is no
    /// Aura, or can't enchant anything: then it stays where it is (303.4g).
    fn choose_host(&mut self, aura: ObjectId, player: PlayerId) -> Res<Option<Entity>> {
        if !self.state.chars(aura).has_subtype(Subtype::AURA) {
            return Ok(None);
        }
        let hosts = self.state.hosts_for(aura, player);
        let options: Vec<Choice> = hosts.into_iter().map(Choice::from).collect();
        if options.is_empty() {
            return Ok(None);
        }
        let picked = self.pick(Decision::pick(player, Ask::Enchant, rule!("303.4f"), Some(aura), options, 1, 1))?;
        Ok(picked.first().and_then(Choice::entity))
    }
}

impl State {
    /// What an Aura could enchant, if it entered under that player's control (303.4f).
    pub(crate) fn hosts_for(&self, aura: ObjectId, player: PlayerId) -> Vec<Entity> {
        let context = crate::context::Context::of(aura, player);
        let filters: Vec<_> = self
            .chars(aura)
            .keyword(Keyword::Enchant)
            .filter_map(|k| match &k.param {
                KeywordParam::Quality(filter) => Some(filter),
                _ => None,
            })
            .collect();
        let Some(first) = filters.first() else { return Vec::new() };
        let found = self.all(first, &context);
        found.into_iter().filter(|host| self.can_attach(aura, *host).is_ok()).collect()
    }
}
