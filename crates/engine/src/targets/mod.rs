//! Targets (115): what may be targeted, and the choices made as something is put on the stack (601.2b-d).

mod choose;
mod modes;
mod renew;
#[cfg(test)]
mod tests;

use lawmage_ir::{
    Amount, Continuous, Filter, Keyword, KeywordParam, Kind, Mode, Prohibition, Ref, Selector, TargetSpec, Test, Zone,
};
use smallvec::SmallVec;

use crate::context::Context;
use crate::ids::{Entity, ObjectId, PlayerId};
use crate::object::{Frame, TargetChoice};
use crate::state::State;

/// Targets of one phrase, for tests and tools.
pub type Chosen = TargetChoice;

impl State {
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
        // 702.11b, 702.11d: spells and abilities opponents control, or those of them with the quality.
        if chars.has(Keyword::Hexproof) {
            let controller = self.controller(id);
            let context = Context::of(id, controller);
            let from = |param: &KeywordParam| match param {
                KeywordParam::Quality(filter) => self.test(source.into(), &filter.test, &context),
                KeywordParam::Color(color) => self.seen(source).is_some_and(|s| s.chars.colors.has(*color)),
                _ => true,
            };
            if self.are_opponents(controller, you) && chars.keyword(Keyword::Hexproof).any(|k| from(&k.param)) {
                return true;
            }
        }
        // 702.16b
        chars.has(Keyword::Protection) && self.is_protected_from(id, source)
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

    /// Whether every target phrase of a mode can be given its least number of targets.
    #[must_use]
    pub fn mode_has_targets(&self, mode: &Mode, stack: ObjectId, context: &Context<'_>) -> bool {
        if mode.targets.is_empty() {
            return true;
        }
        let mut frame = context.frame.cloned().unwrap_or_default();
        frame.targets.clear();
        self.rest_has_targets(&mode.targets, stack, context, &frame)
    }

    /// Whether target phrases can be given targets after those already in the frame.
    pub(crate) fn rest_has_targets(
        &self,
        specs: &[TargetSpec],
        stack: ObjectId,
        context: &Context<'_>,
        frame: &Frame,
    ) -> bool {
        let Some((spec, rest)) = specs.split_first() else { return true };
        let terms = Context { frame: Some(frame), ..*context };
        let candidates = self.target_candidates(spec, stack, &terms);
        let least = self.count(&spec.min, &terms) as usize;
        if candidates.len() < least {
            return false;
        }
        // Only phrases that look back at this one's targets depend on which they are.
        let number = frame.targets.len() as u8;
        if rest.iter().all(|s| !mentions(&s.filter.test, number)) {
            let mut frame = frame.clone();
            frame.targets.push(TargetChoice::default());
            return self.rest_has_targets(rest, stack, context, &frame);
        }
        let with = |chosen: SmallVec<[Entity; 2]>| {
            let mut frame = frame.clone();
            frame.targets.push(TargetChoice { chosen, divided: SmallVec::new() });
            self.rest_has_targets(rest, stack, context, &frame)
        };
        if least == 0 && with(SmallVec::new()) {
            return true;
        }
        match least {
            0 | 1 => candidates.iter().any(|c| with(smallvec::smallvec![*c])),
            _ => candidates.windows(least).any(|some| with(some.iter().copied().collect())),
        }
    }
}

/// Whether a test speaks of the targets of phrase `n`.
#[must_use]
pub fn mentions(test: &Test, n: u8) -> bool {
    let of = |r: &Ref| ref_mentions(r, n);
    match test {
        Test::And(all) | Test::Or(all) => all.iter().any(|t| mentions(t, n)),
        Test::Not(inner) | Test::HasAttached(inner) | Test::SourceIs(inner) => mentions(inner, n),
        Test::Is(r) | Test::Blocking(r) | Test::BlockedBy(r) | Test::AttachedTo(r) | Test::Shares(_, r) => of(r),
        Test::Controlled(who) | Test::Owned(who) => who_mentions(who, n),
        Test::Attacking { whom, .. } => who_mentions(whom, n),
        Test::Stat(_, _, amount) | Test::Counters(_, _, amount) => amount_mentions(amount, n),
        Test::Targets(filter) | Test::TargetsOnly(filter) => mentions(&filter.test, n),
        _ => false,
    }
}

fn ref_mentions(reference: &Ref, n: u8) -> bool {
    match reference {
        Ref::Target(m) => *m == n,
        Ref::Host(inner) | Ref::Partner(inner) => ref_mentions(inner, n),
        _ => false,
    }
}

fn who_mentions(who: &lawmage_ir::Who, n: u8) -> bool {
    use lawmage_ir::Who;
    match who {
        Who::Ref(r) => ref_mentions(r, n),
        Who::Controller(r) | Who::Owner(r) => ref_mentions(r, n),
        Who::Such(inner, _) => who_mentions(inner, n),
        _ => false,
    }
}

/// Whether an amount speaks of the targets of phrase `n`.
#[must_use]
pub fn amount_mentions(amount: &Amount, n: u8) -> bool {
    match amount {
        Amount::Stat(_, r) | Amount::Counters(_, r) => ref_mentions(r, n),
        Amount::Count(s) | Amount::Total(_, s) | Amount::Greatest(_, s) | Amount::Least(_, s) | Amount::Kinds(_, s) => {
            selector_mentions(s, n)
        }
        Amount::Plus(a, b) | Amount::Minus(a, b) | Amount::Max(a, b) | Amount::Min(a, b) => {
            amount_mentions(a, n) || amount_mentions(b, n)
        }
        Amount::Times(_, a) | Amount::Divide { of: a, .. } => amount_mentions(a, n),
        Amount::Life(who) | Amount::HandSize(who) | Amount::Players(who) => who_mentions(who, n),
        _ => false,
    }
}

fn selector_mentions(selector: &Selector, n: u8) -> bool {
    match selector {
        Selector::Ref(r) => ref_mentions(r, n),
        Selector::All(filter) => mentions(&filter.test, n),
        Selector::Players(who) => who_mentions(who, n),
        Selector::Those(inner, test) => selector_mentions(inner, n) || mentions(test, n),
        Selector::Except(a, b) => selector_mentions(a, n) || selector_mentions(b, n),
        Selector::Union(all) => all.iter().any(|s| selector_mentions(s, n)),
        _ => false,
    }
}
