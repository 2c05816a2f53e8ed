//! Creating tokens (111, 701.6), populating (701.30), emblems (114).

use std::sync::Arc;

use lawmage_ir::{
    Ability, Amount, Arrival, CardType, Clause, Instruction, Layout, MAKER, Modification, Slot, TokenSpec, Who, Zone,
    rule,
};

use crate::read::context::{Context, Scope, for_player};
use crate::read::linked;
use crate::state::State;
use crate::state::chars::{AbilityKey, Chars, in_command_zone};
use crate::state::event::Event;
use crate::state::ids::{Entity, ObjectId};
use crate::state::object::ObjectKind;
use crate::state::proposal::{Outcome, Proposal};
use crate::state::stack::{Frame, SlotValue};
use crate::table::decision::Ask;
use crate::table::game::{Game, Halt, Res};

/// How many objects a game may have before it is reported as capped.
const OBJECT_CAP: usize = 10_000;

impl Game<'_> {
    /// Creates tokens, all at once (111.2, 701.6a): what replaces their creation counts first, what replaces their entering as they
    /// enter (701.6b).
    pub(super) fn create_tokens(
        &mut self,
        who: &Who,
        count: &Amount,
        token: &TokenSpec,
        arrival: &Arrival,
        scope: Scope,
        frame: &Frame,
    ) -> Res<SlotValue> {
        let proposals = self.tokens_to_create(who, count, token, arrival, scope, frame)?;
        let made = SlotValue::moved(self.happen(proposals, rule!("111.2"))?);
        self.link_created(&made, arrival, scope);
        Ok(made)
    }

    /// 607.2c: abilities that are linked speak of the tokens created with their object.
    fn link_created(&mut self, made: &SlotValue, arrival: &Arrival, scope: Scope) {
        let Some(linked) = arrival.linked else { return };
        for token in &made.members {
            self.state.link_member(scope.source, linked, *token);
        }
    }

    /// Creates the different tokens of one instruction at once: "create a Food token and a Treasure token". Tells whether
    /// the first were created.
    pub(super) fn create_together(&mut self, clauses: &[Clause], scope: Scope, frame: &mut Frame) -> Res<bool> {
        let mut proposals = Vec::new();
        let mut counts = Vec::with_capacity(clauses.len());
        for clause in clauses {
            let Instruction::CreateToken { who, count, token, arrival } = &clause.does else { continue };
            self.tell_begins(&clause.does, scope);
            let more = self.tokens_to_create(who, count, token, arrival, scope, frame)?;
            counts.push((clause, more.len(), arrival));
            proposals.extend(more);
        }
        let mut outcomes = self.happen(proposals, rule!("111.2"))?.into_iter();
        let mut first = None;
        for (clause, count, arrival) in counts {
            let made = SlotValue::moved(outcomes.by_ref().take(count).collect());
            self.tell_ends(&clause.does, scope, &made);
            self.link_created(&made, arrival, scope);
            first.get_or_insert(made.done);
            if let Some(slot) = clause.out {
                frame.set(slot, made);
            }
        }
        Ok(first.unwrap_or(false))
    }

    /// "For each …, create a token": all of them at once (111.2, 608.2f), after each "may" of theirs is answered (608.2e); then
    /// what is done with each.
    pub(super) fn create_for_each(
        &mut self,
        members: &[Entity],
        creating: &Creating<'_>,
        scope: Scope,
        frame: &mut Frame,
    ) -> Res<()> {
        let (proposals, counts) =
            self.proposed_of_each(members, frame, |game, frame| game.tokens_for_one(creating, scope, frame))?;
        self.tell_begins(creating.does, scope);
        let mut outcomes = self.happen(proposals, rule!("111.2"))?.into_iter();
        let made: Vec<Vec<Outcome>> = counts.into_iter().map(|n| outcomes.by_ref().take(n).collect()).collect();
        let mut all = SlotValue::moved(made.iter().flatten().cloned().collect());
        all.shared_among(members.iter().zip(made.iter().map(|made| made.iter().filter(|o| o.done).count())));
        self.tell_ends(creating.does, scope, &all);
        self.link_created(&all, creating.arrival, scope);
        if !creating.rest.is_empty() {
            let rounds = members.iter().copied().map(Some);
            self.rounds_with(creating.rest, scope, frame, rounds, |round, frame| {
                if let (Some(slot), Some(made)) = (creating.out, made.get(round)) {
                    frame.set(slot, SlotValue::moved(made.clone()));
                }
            })?;
        }
        for slot in creating.out.into_iter().chain(creating.asked.and_then(|(_, out)| out)) {
            frame.set(slot, all.clone());
        }
        Ok(())
    }

    /// The tokens created for the member at hand: none, where a player who may doesn't.
    fn tokens_for_one(&mut self, creating: &Creating<'_>, scope: Scope, frame: &Frame) -> Res<Vec<Proposal>> {
        if let Some((who, _)) = creating.asked
            && !self.does_who_may(who, scope, frame)?
        {
            return Ok(Vec::new());
        }
        self.tokens_to_create(creating.who, creating.count, creating.token, creating.arrival, scope, frame)
    }

    /// The tokens that an instruction creates.
    pub(crate) fn tokens_to_create(
        &mut self,
        who: &Who,
        count: &Amount,
        token: &TokenSpec,
        arrival: &Arrival,
        scope: Scope,
        frame: &Frame,
    ) -> Res<Vec<Proposal>> {
        let kinds = self.token_chars(token, scope, frame)?;
        let mut proposals = Vec::new();
        for player in self.state.players_in_order(who, &scope.context(frame)) {
            let count = self.state.count(count, &for_player(scope.context(frame), who, player));
            if count == 0 {
                continue;
            }
            self.check_room(count as usize)?;
            for (chars, shared) in &kinds {
                let mut entry = Box::new(self.entry(arrival, player, None, scope, frame)?);
                if let Some(by) = shared {
                    let memory = self.state.shared_memory(scope.source, frame);
                    entry.members.extend(memory.into_iter().map(|(n, e)| (n.saturating_add(*by), e)));
                }
                proposals.push(Proposal::CreateTokens { player, chars: chars.clone(), count, entry });
            }
        }
        Ok(proposals)
    }

    fn check_room(&self, more: usize) -> Res<()> {
        if self.state.objects.len().saturating_add(more) > OBJECT_CAP {
            return Err(Halt::Capped("10000 objects"));
        }
        Ok(())
    }

    /// With which characteristics tokens are created: one entry for each object copied. With each, whether its abilities are
    /// linked to the one that creates it (607.1d), and by how much their numbers are greater than those of that one.
    fn token_chars(&mut self, token: &TokenSpec, scope: Scope, frame: &Frame) -> Res<Vec<(Arc<Chars>, Option<u8>)>> {
        Ok(match token {
            TokenSpec::Face(face) => {
                let chars = self.state.speaking_of_giver(Chars::printed(face), &scope.context(frame));
                vec![(Arc::new(chars), Some(0))]
            }
            TokenSpec::Sized(face, power, toughness) => {
                // 111.3, 608.2h: worked out once, as it is created.
                let power = Some(self.state.amount(power, &scope.context(frame)));
                let toughness = Some(self.state.amount(toughness, &scope.context(frame)));
                let printed = self.state.speaking_of_giver(Chars::printed(face), &scope.context(frame));
                let chars = Chars { power, toughness, base_power: power, base_toughness: toughness, ..printed };
                vec![(Arc::new(chars), Some(0))]
            }
            // 111.11: the card of that name says what it is, with both faces where it has two (707.8a).
            TokenSpec::Named(name) => {
                let def = self.state.cards.iter().find(|d| d.card.name == *name);
                let front = def.and_then(|d| d.faces.first());
                let back = def.filter(|d| d.card.layout == Layout::Transform).and_then(|d| d.faces.get(1)).cloned();
                front.map(|front| (Arc::new(Chars { back, ..Chars::clone(front) }), None)).into_iter().collect()
            }
            TokenSpec::Copy(what, exceptions) => {
                // 111.12: nothing to copy, no token.
                let copied = self.pick_out(what, scope, frame)?;
                let context = scope.context(frame);
                copied
                    .into_iter()
                    .filter_map(Entity::object)
                    .map(|id| self.state.token_of(id, exceptions, &context))
                    .collect()
            }
        })
    }

    /// Populates (701.30a): a copy of a creature token that the player controls.
    pub(super) fn populate(&mut self, attacking: bool, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let options: Vec<_> = self
            .state
            .permanents()
            .filter(|id| self.state.objects[id.index()].is_token())
            .filter(|id| self.state.chars(*id).is(CardType::Creature) && self.state.controller(*id) == scope.you)
            .collect();
        let picked = self.pick_some(scope.you, Ask::Choose, rule!("701.30a"), scope.source, &options, (1, 1))?;
        let Some(token) = picked.first() else { return Ok(SlotValue::default()) }; // 701.30b
        self.check_room(1)?;
        let arrival = Arrival { tapped: attacking, attacking, ..Arrival::default() };
        let proposal = Proposal::CreateTokens {
            player: scope.you,
            chars: self.state.copied_whole(*token),
            count: 1,
            entry: Box::new(self.entry(&arrival, scope.you, None, scope, frame)?),
        };
        Ok(SlotValue::moved(vec![self.happen_one(proposal, rule!("701.30a"))?]))
    }

    /// Players get an emblem with abilities, in the command zone (114.1, 408.2): each owns and controls it (114.2, 109.4c).
    /// It is no permanent (114.5).
    pub(super) fn emblem(&mut self, who: &Who, abilities: &[Ability], scope: Scope, frame: &Frame) -> SlotValue {
        let chars = Arc::new(emblem_of(abilities));
        // 607.1d: cards exiled with what made it, which may be entering only now.
        let entering = self.entering.contains(&scope.source);
        let maker = if entering { scope.source.next() } else { scope.source };
        let speaks = linked::remembers(abilities);
        let mut made = Vec::new();
        for player in self.state.players_in_order(who, &scope.context(frame)) {
            let emblem = State::blank(ObjectKind::Emblem, player, Zone::Command, chars.clone());
            let emblem = self.state.allocate(emblem);
            if speaks {
                self.state.link_member(emblem, MAKER, maker.into());
            }
            made.push(Entity::Object(emblem));
        }
        self.state.refresh();
        SlotValue::of(made)
    }
}

/// What an emblem with these abilities is (114.3).
pub(super) fn emblem_of(abilities: &[Ability]) -> Chars {
    let mut chars = Chars::default();
    for (index, ability) in abilities.iter().enumerate() {
        chars.add_ability(&Arc::new(in_command_zone(ability)), |part| AbilityKey::printed(index, part));
    }
    chars
}

impl State {
    /// What a token that is a copy of an object is, with exceptions, and how its abilities are linked to what creates it: those of
    /// the exceptions alone are, and they share no number with those that are copied (607.1, 607.1d).
    fn token_of(&self, id: ObjectId, exceptions: &[Modification], context: &Context<'_>) -> (Arc<Chars>, Option<u8>) {
        let copied = self.copied_whole(id);
        if !linked::remembers(exceptions) {
            return (self.with_exceptions(&copied, exceptions, context), None);
        }
        let by = linked::first_free(copied.abilities.iter().map(|on| &*on.ability));
        let mut apart = exceptions.to_vec();
        linked::shift(&mut apart, by);
        (self.with_exceptions(&copied, &apart, context), Some(by))
    }

    /// 607.1d: an ability of a token may be linked to the one that created it: it speaks of what that one has just put where
    /// its object remembers it, or, if nothing, of all that the object remembers.
    fn shared_memory(&self, source: ObjectId, frame: &Frame) -> Vec<(u8, Entity)> {
        let Some(memory) = self.seen(source).and_then(|s| s.object.memory.as_deref()) else { return Vec::new() };
        let put = |e: &Entity, event: &Event| matches!(event, Event::Moved { now, .. } if *e == Entity::Object(*now));
        let ours = || self.history.iter().rev().take_while(|o| o.batch >= frame.since);
        let now = |e: &Entity| ours().any(|o| put(e, &o.event));
        let recent: Vec<(u8, Entity)> = memory.members.iter().filter(|(_, e)| now(e)).copied().collect();
        if recent.is_empty() { memory.members.clone() } else { recent }
    }
}

/// How many of the first clauses only create tokens that are described outright, so that none speaks of another's.
pub(super) fn created_together(clauses: &[Clause]) -> usize {
    let outright = |clause: &&Clause| match &clause.does {
        Instruction::CreateToken { count: Amount::Const(_), token, arrival, .. } => {
            matches!(**token, TokenSpec::Face(_) | TokenSpec::Named(_)) && arrival.attached_to.is_none()
        }
        _ => false,
    };
    clauses.iter().take_while(outright).count()
}

/// The body of a loop that begins with creating tokens.
pub(super) struct Creating<'a> {
    /// The instruction that creates them.
    does: &'a Instruction,
    /// Who may, and the slot of their answer.
    asked: Option<(&'a Who, Option<Slot>)>,
    who: &'a Who,
    count: &'a Amount,
    token: &'a TokenSpec,
    arrival: &'a Arrival,
    /// The slot that keeps what was created.
    out: Option<Slot>,
    /// What is done for each member then.
    rest: &'a [Clause],
}

impl<'a> Creating<'a> {
    pub(super) fn of(body: &'a [Clause]) -> Option<Self> {
        let (first, rest) = body.split_first()?;
        match &first.does {
            Instruction::CreateToken { who, count, token, arrival } => {
                Some(Self { does: &first.does, asked: None, who, count, token, arrival, out: first.out, rest })
            }
            Instruction::May { who, body } if rest.is_empty() && !who.is_group() => {
                let inner = Self::of(body).filter(|inner| inner.asked.is_none() && inner.rest.is_empty())?;
                Some(Self { asked: Some((who, first.out)), ..inner })
            }
            _ => None,
        }
    }
}
