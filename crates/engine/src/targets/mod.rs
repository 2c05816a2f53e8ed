//! Targets (115): what may be targeted, and the choices made as something is put on the stack (601.2b-d).

mod choose;
mod legal_x;
mod modes;
mod renew;
mod sets;
#[cfg(test)]
mod tests;

use lawmage_ir::{Ability, Continuous, Filter, Keyword, KeywordParam, Kind, Prohibition, TargetSpec, Test, Who, Zone};

use crate::read::context::Context;
use crate::state::State;
use crate::state::event::Event;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::occurrence::Occurrence;
use crate::state::stack::TargetChoice;

pub(crate) use legal_x::{LegalX, asks_x, is_quality_in, payable_x};
pub(crate) use sets::mentions;

/// Whether targets are chosen together: some may be right alone and wrong with others.
pub(crate) fn is_joint(specs: &[TargetSpec]) -> bool {
    specs.len() > 1 || specs.iter().any(|s| s.limit.is_some() || s.divide.is_some())
}

/// Targets of one phrase, for tests and tools.
pub type Chosen = TargetChoice;

impl State {
    /// What has happened this turn since a spell or ability had that as a target; `None` where it became none.
    pub(crate) fn since_targeted(&self, target: Entity, by: ObjectId) -> Option<&[Occurrence]> {
        let targeted =
            |o: &Occurrence| matches!(o.event, Event::Targeted { target: t, by: b } if t == target && b == by);
        self.history.iter().rposition(targeted).map(|place| &self.history[place..])
    }

    /// Whether an effect forbids something: some prohibition in force for which the question is answered yes.
    #[must_use]
    pub fn forbidden(&self, mut asks: impl FnMut(&Prohibition, &Context<'_>) -> bool) -> bool {
        self.rules().cants.iter().any(|rule| match rule.what() {
            Some(Continuous::Cant(prohibition)) => asks(prohibition, &rule.context()),
            _ => false,
        })
    }

    /// What a target phrase may target now (115.1, 115.2, 115.4), as a spell is cast (115.1a), an ability is activated (115.1c) or
    /// put on the stack (115.1d, 115.1e), with the targets chosen so far for the same mode in the
    /// context's frame. `stack` is the spell or ability that targets, for hexproof, shroud, protection and the like.
    #[must_use]
    pub fn target_candidates(&self, spec: &TargetSpec, stack: ObjectId, context: &Context<'_>) -> Vec<Entity> {
        let all = self.all(&spec.filter, context);
        all.into_iter().filter(|e| self.may_be_targeted(*e, stack, context.you)).collect()
    }

    /// Whether a chosen target is still legal (608.2b).
    #[must_use]
    pub fn is_legal_target(&self, target: Entity, spec: &TargetSpec, stack: ObjectId, context: &Context<'_>) -> bool {
        let there = match target {
            Entity::Object(id) => self.get(id).is_some() && self.permanent(id).is_none_or(|p| !p.phased_out),
            Entity::Player(player) => self.player(player).is_playing(),
        };
        there && self.fits(target, &spec.filter, context) && self.may_be_targeted(target, stack, context.you)
    }

    /// Whether rules and effects let something be the target of that spell or ability, controlled by `you`.
    #[must_use]
    pub fn may_be_targeted(&self, target: Entity, stack: ObjectId, you: PlayerId) -> bool {
        if let Entity::Object(id) = target {
            // 115.5
            if id == stack && self.get(id).is_some_and(|o| o.zone == Zone::Stack) {
                return false;
            }
            if self.get(id).is_some_and(|o| o.zone == Zone::Battlefield) && self.is_shielded(id, stack, you) {
                return false;
            }
        }
        // 113.1b
        if let Entity::Player(player) = target
            && self.is_player_shielded(player, self.source_of(stack), you)
        {
            return false;
        }
        if self.rules().cants.is_empty() {
            return true;
        }
        !self.forbidden(|cant, context| match cant {
            Prohibition::Target { what, by } => {
                self.is_selected(target, what, context)
                    && by.as_ref().is_none_or(|filter| self.is_targeting_so(stack, filter, context))
                    && !(is_hexproof_of_player(target, by.as_ref()) && self.is_targeted_despite_hexproof(target, you))
            }
            _ => false,
        })
    }

    /// Shroud (702.18), hexproof (702.11) and protection (702.16b) of a permanent.
    fn is_shielded(&self, id: ObjectId, stack: ObjectId, you: PlayerId) -> bool {
        let chars = self.chars(id);
        // 702.18a
        if chars.has(Keyword::Shroud) {
            return true;
        }
        let source = self.source_of(stack);
        // 702.11b, 702.11d: spells and abilities opponents control, or those of them with the quality. 702.11e: that is hexproof, too;
        // 702.11h: how many of them say so is the same.
        if chars.has(Keyword::Hexproof) {
            let controller = self.controller(id);
            let context = Context::of(id, controller);
            let from = |param: &KeywordParam| match param {
                KeywordParam::Quality(filter) if filter.kind == Kind::Ability => {
                    self.is_targeting_so(stack, filter, &context)
                }
                KeywordParam::Quality(filter) => self.test(source.into(), &filter.test, &context),
                _ => true,
            };
            if self.are_opponents(controller, you)
                && chars.keyword(Keyword::Hexproof).any(|k| from(&k.param))
                && !self.is_targeted_despite_hexproof(id.into(), you)
            {
                return true;
            }
        }
        // 702.16b
        let controller = self.controller(id);
        let bars = |param: &KeywordParam| self.bars_target_of(you, source, param, id, controller);
        let as_a_spell = |param: &KeywordParam| {
            asked_of_a_card(param).is_some_and(|asked| self.is_about_to_be_cast(stack) && bars(&asked))
        };
        // 702.16m
        chars.keyword(Keyword::Protection).any(|k| bars(&k.param) || as_a_spell(&k.param))
    }

    /// Whether that is a card whose casting is only being thought of: it will be a spell (601.2a). Where it could be an activated
    /// ability of the card as well, nothing is said.
    fn is_about_to_be_cast(&self, stack: ObjectId) -> bool {
        let in_play = |zone| matches!(zone, Zone::Stack | Zone::Battlefield);
        self.seen(stack).is_some_and(|seen| {
            let activated = seen.chars.abilities.iter().any(|on| matches!(&*on.ability, Ability::Activated(_)));
            !seen.object.is_ability() && !in_play(seen.zone) && !activated
        })
    }

    /// The source of a spell or ability on the stack (113.7); of anything else, itself.
    #[must_use]
    pub fn source_of(&self, stack: ObjectId) -> ObjectId {
        self.seen(stack).and_then(|s| s.object.stack.as_ref()).map_or(stack, |item| item.source)
    }

    /// Whether a spell or ability is such as a prohibition to target speaks of; what is only about to be cast or activated
    /// counts as though it were on the stack.
    fn is_targeting_so(&self, stack: ObjectId, filter: &Filter, context: &Context<'_>) -> bool {
        let Some(seen) = self.seen(stack) else { return false };
        let kind = match filter.kind {
            Kind::Spell => !seen.object.is_ability() && seen.zone != Zone::Battlefield,
            Kind::Ability => seen.object.is_ability() || seen.zone == Zone::Battlefield,
            _ => true,
        };
        kind && self.test(stack.into(), &filter.test, context)
    }
}

/// What a quality of spells asks of a card before it is one.
fn asked_of_a_card(param: &KeywordParam) -> Option<KeywordParam> {
    let KeywordParam::Quality(filter) = param else { return None };
    let spell = Test::Status(lawmage_ir::Status::Spell);
    let tests = filter.test.conjuncts();
    let rest = tests.iter().filter(|test| **test != spell).cloned();
    let asked = Filter::new(filter.kind.clone(), Test::all(rest));
    tests.contains(&spell).then(|| KeywordParam::Quality(Box::new(asked)))
}

/// Whether that is what a player with hexproof can't be the target of (702.11c): no text says so in other words.
fn is_hexproof_of_player(target: Entity, by: Option<&Filter>) -> bool {
    let theirs = |by: &Filter| by.kind == Kind::OnStack && by.test == Test::Controlled(Who::Opponents);
    target.player().is_some() && by.is_some_and(theirs)
}
