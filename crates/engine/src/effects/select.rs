//! Choices of objects and players made during a resolution (608.2d, 101.4).

use lawmage_ir::{Choice, Ref, Selector, rule};

use crate::read::context::Context;
use crate::state::State;
use crate::state::ids::{Entities, Entity, ObjectId, PlayerId, Players};
use crate::state::stack::Frame;
use crate::table::decision::{Ask, Decision, Domain};
use crate::table::game::{Game, Res};

/// Whether somebody has to be asked.
pub(super) fn has_choice(what: &Selector) -> bool {
    match what {
        Selector::Choose(_) => true,
        Selector::Those(base, _) => has_choice(base),
        Selector::Except(base, without) => has_choice(base) || has_choice(without),
        Selector::Union(parts) => parts.iter().any(has_choice),
        Selector::Ref(_)
        | Selector::All(_)
        | Selector::Players(_)
        | Selector::Top(..)
        | Selector::Bottom(..)
        | Selector::GraveyardEnd { .. } => false,
    }
}

/// What may be chosen at all, besides what the text says: "can't be sacrificed", "a card in their own hand".
pub(crate) type Allowed<'a> = &'a dyn Fn(&State, Entity) -> bool;

impl State {
    /// The object to act on: itself if it is still there, or what it has become where the rules let the effect follow it
    /// (400.7, 400.7j).
    pub(crate) fn at_hand(&self, id: ObjectId, frame: &Frame) -> Option<ObjectId> {
        let found = self.follow(id, Some(frame)).or_else(|| {
            // 400.7j: what a cost moved to a public zone is found by the effect.
            let next = id.next();
            let paid = frame.paid.iter().chain(&frame.facts.paid).any(|part| part.moved && part.objects.contains(&id));
            (paid && self.get(next).is_some_and(|o| o.zone.is_public())).then_some(next)
        });
        let found = found.or_else(|| self.renewed_as(id));
        // 702.26d-e: a phased-out permanent is treated as though it didn't exist.
        found.filter(|id| self.permanent(*id).is_none_or(|p| !p.phased_out))
    }

    /// What a cost moved to a public zone, as it is there (400.7j); anything else as it is.
    pub(crate) fn where_paid(&self, entity: Entity, frame: &Frame) -> Entity {
        match entity {
            Entity::Object(id) if self.get(id).is_none() => {
                self.at_hand(id, frame).filter(|now| self.permanent(*now).is_none()).map_or(entity, Entity::Object)
            }
            _ => entity,
        }
    }

    /// What a selector could select, whatever is chosen; nobody is targeted (115.10, 115.10a-b), and where there are fewer
    /// than asked for, those are taken (101.3); any number may be none (107.1c).
    pub(crate) fn candidates(&self, what: &Selector, context: &Context<'_>) -> Entities {
        match what {
            Selector::Choose(choice) => self.candidates(&choice.from, context),
            Selector::Those(base, test) => self
                .candidates(base, context)
                .into_iter()
                .filter(|e| self.test(*e, test, &context.testing(*e)))
                .collect(),
            Selector::Except(base, _) => self.candidates(base, context),
            Selector::Union(parts) => parts.iter().flat_map(|p| self.candidates(p, context)).collect(),
            _ => self.selected(what, context),
        }
    }
}

impl Game<'_> {
    /// What a selector selects, as far as allowed, asking where it holds a choice.
    pub(crate) fn select_in(&mut self, what: &Selector, context: &Context<'_>, allowed: Allowed<'_>) -> Res<Entities> {
        if !has_choice(what) {
            let mut all = self.state.selected(what, context);
            all.retain(|e| allowed(&self.state, *e));
            return Ok(all);
        }
        match what {
            Selector::Choose(choice) => self.choose(choice, context, allowed),
            Selector::Those(base, test) => {
                let all = self.select_in(base, context, allowed)?;
                Ok(all.into_iter().filter(|e| self.state.test(*e, test, &context.testing(*e))).collect())
            }
            Selector::Except(base, without) => {
                let all = self.select_in(base, context, allowed)?;
                let gone = self.select_in(without, context, allowed)?;
                Ok(all.into_iter().filter(|e| !gone.contains(e)).collect())
            }
            Selector::Union(parts) => {
                let mut all = Entities::new();
                for part in parts {
                    for entity in self.select_in(part, context, allowed)? {
                        if !all.contains(&entity) {
                            all.push(entity);
                        }
                    }
                }
                Ok(all)
            }
            _ => Ok(self.state.selected(what, context)),
        }
    }

    /// Has each chooser choose, in APNAP order (101.4).
    fn choose(&mut self, choice: &Choice, context: &Context<'_>, allowed: Allowed<'_>) -> Res<Entities> {
        let choosers = match self.state.players_in_order(&choice.by, context) {
            none if none.is_empty() => self.stand_in(choice, context, allowed)?,
            choosers => choosers,
        };
        let mut chosen = Entities::new();
        for player in choosers {
            let context = if choice.by.is_group() { context.looping(player.into()) } else { *context };
            let options = self.select_in(&choice.from, &context, allowed)?;
            for entity in self.choose_from(player, options, choice, &context)? {
                if !chosen.contains(&entity) {
                    chosen.push(entity);
                }
            }
        }
        Ok(chosen)
    }

    /// 800.4g: who chooses in place of a player who has left: the controller says; for an opponent of theirs another opponent, if
    /// there is one.
    fn stand_in(&mut self, choice: &Choice, context: &Context<'_>, allowed: Allowed<'_>) -> Res<Players> {
        let gone = self.state.who(&choice.by, context).first().copied();
        let Some(gone) = gone.filter(|_| !choice.by.is_group() && self.state.player(context.you).is_playing()) else {
            return Ok(Players::new());
        };
        if self.select_in(&choice.from, context, allowed)?.is_empty() {
            return Ok(Players::new());
        }
        let opposed = self.state.are_opponents(gone, context.you);
        let mut others: Players = self.state.apnap().filter(|p| self.state.reaches(context.you, *p)).collect();
        if opposed && others.iter().any(|p| self.state.are_opponents(*p, context.you)) {
            others.retain(|p| self.state.are_opponents(*p, context.you));
        }
        let options = others.into_iter().map(crate::table::decision::Choice::Player).collect();
        let ask = Decision::pick(context.you, Ask::Choose, rule!("800.4g"), Some(context.source), options, 1, 1);
        Ok(self.pick(ask)?.iter().filter_map(|picked| picked.entity()?.player()).collect())
    }

    fn choose_from(
        &mut self,
        player: PlayerId,
        mut options: Entities,
        choice: &Choice,
        context: &Context<'_>,
    ) -> Res<Entities> {
        // 400.7: what has become a new object since it was found is among them no more ("one into your hand, one on top").
        let there = |e: &Entity| {
            e.object().is_none_or(|id| self.state.get(id).is_some() || self.state.renewed_as(id).is_some())
        };
        let found = lawmage_ir::visit::any(&choice.from, |r: &Ref| matches!(r, Ref::Slot(_)));
        if found && options.iter().any(there) {
            options.retain(|e| there(e));
        }
        // 801.5, 801.5a: within the range of whoever chooses, too. 801.5b: a choice between options is not limited.
        if self.state.options.is_some() {
            options.retain(|e| self.state.reaches_entity(player, *e));
        }
        let count = options.len() as u32;
        // 609.3: as many as there are.
        let max = choice.max.as_ref().map_or(count, |m| self.state.count(m, context)).min(count);
        let min = self.state.count(&choice.min, context).min(max);
        if choice.random {
            // 701.8b and the like: chance chooses, as many as it may.
            self.state.rng.shuffle(&mut options);
        }
        let limit = choice.limit.as_ref().map(|l| self.state.pick_limit(l, &options, context));
        if choice.random {
            let keeps = |picks: &[u32]| limit.as_ref().is_none_or(|limit| limit.check(picks).is_ok());
            let mut picks: Vec<u32> = Vec::new();
            for option in 0..count {
                picks.push(option);
                if picks.len() > max as usize || !keeps(&picks) {
                    picks.pop();
                }
            }
            return Ok(picks.iter().filter_map(|option| options.get(*option as usize).copied()).collect());
        }
        // 608.2d, 609.3: as many as are possible.
        let reach = limit.as_ref().map_or(Some(min), |l| l.within_reach(count, min, max));
        let Some(min) = reach else { return Ok(Entities::new()) };
        let domain = Domain::Pick { options: options.iter().map(|e| (*e).into()).collect(), min, max, limit };
        let decision = Decision {
            player,
            ask: Ask::Choose,
            rule: rule!("608.2d"),
            source: Some(context.source),
            domain,
            about: None,
        };
        Ok(self.pick(decision)?.iter().filter_map(crate::table::decision::Choice::entity).collect())
    }

    /// Has a player pick some of these objects.
    pub(crate) fn pick_some(
        &mut self,
        player: PlayerId,
        ask: Ask,
        rule: lawmage_ir::Rule,
        source: ObjectId,
        options: &[ObjectId],
        range: (u32, u32),
    ) -> Res<Vec<ObjectId>> {
        let choices = options.iter().map(|id| crate::table::decision::Choice::Object(*id)).collect();
        let picked = self.pick(Decision::pick(player, ask, rule, Some(source), choices, range.0, range.1))?;
        Ok(picked.iter().filter_map(|c| c.entity().and_then(Entity::object)).collect())
    }
}
