//! Objects as they were in events that are looked back at (608.2i), and what an ability's source has become (400.7e, 400.7j).

use lawmage_ir::{Ability, ActivatedSort, EventPattern, Filter, Keyword, Ref, Zone};

use crate::read::context::Context;
use crate::state::State;
use crate::state::chars::AbilityKey;
use crate::state::event::Event;
use crate::state::ids::{Entity, ObjectId};
use crate::state::last_known::Seen;
use crate::state::object::{ability_of, keyword_among};
use crate::state::occurrence::Occurrence;
use crate::state::stack::{Frame, StackItem, StackKind};

impl State {
    /// An object as it is or last was; in events that are looked back at, as it was then (608.2i).
    pub(super) fn seen_then(&self, id: ObjectId, context: &Context<'_>) -> Option<Seen<'_>> {
        let seen = self.seen(id)?;
        let look = context.then.and_then(|batch| self.looks.iter().rev().find(|l| l.id == id && l.batch == batch));
        Some(match look {
            Some(look) => Seen { chars: &look.chars, controller: look.controller, ..seen },
            None => seen,
        })
    }

    /// 400.7e, 400.7j: what left is found as what it became by the event, or as the effect moved it, so that "another card" is
    /// not that.
    pub(super) fn is_source(&self, id: ObjectId, context: &Context<'_>) -> bool {
        let source = context.source;
        let moved = || context.frame.and_then(|frame| self.moved_meanwhile(source, frame));
        id == source
            || id.slot == source.slot && (self.follow(source, context.frame) == Some(id) || moved() == Some(id))
    }

    /// Whether an object is among what a reference denotes, or is the card that what the ability triggered on has become
    /// (400.7e), or is what an instruction did something to, as it was until then.
    pub(super) fn is_of(&self, seen: &Seen<'_>, reference: &Ref, context: &Context<'_>) -> bool {
        let id = seen.id;
        let became = |e: &Entity| {
            e.object().is_some_and(|o| o.slot == id.slot && o != id && self.follow(o, context.frame) == Some(id))
        };
        let named = self.denote(reference, context);
        // 400.7j: what a cost moved to a public zone is found by the effect.
        let paid = || {
            let whole = context.frame.filter(|_| matches!(reference, Ref::Paid(_)));
            whole.is_some_and(|frame| {
                let found = |o: ObjectId| o.slot == id.slot && self.at_hand(o, frame) == Some(id);
                named.iter().any(|e| e.object().is_some_and(found))
            })
        };
        named.contains(&Entity::Object(id))
            || paid()
            || matches!(reference, Ref::Event(_)) && seen.zone != Zone::Battlefield && named.iter().any(became)
            || matches!(reference, Ref::Slot(_) | Ref::Paid(_))
                && named.contains(&Entity::Object(id.next()))
                && self.left_battlefield(id)
    }

    /// What an object became as the resolution at hand moved it to a public zone.
    fn moved_meanwhile(&self, id: ObjectId, frame: &Frame) -> Option<ObjectId> {
        if frame.since == 0 {
            return None;
        }
        let ours = self.history.iter().rev().take_while(|o| o.batch >= frame.since);
        ours.map(|o| &o.event).find_map(|event| match event {
            Event::Moved { object, now, to, .. } if *object == id && to.is_public() => Some(*now),
            _ => None,
        })
    }

    /// Where in the record combat began, with its first step's beginning.
    pub(crate) fn combat_began(&self) -> usize {
        let began = |o: &Occurrence| matches!(o.event, Event::StepBegan { step: lawmage_ir::Step::BeginCombat, .. });
        self.history.iter().rposition(began).unwrap_or(0)
    }

    /// Where in the record the resolution at hand begins: what the spell or ability has done so far is "this way" (608.2c). Where none
    /// is resolving, nothing has been done.
    pub(super) fn begun(&self, frame: Option<&Frame>) -> usize {
        let since = frame.map_or(0, |frame| frame.since);
        self.history.iter().rposition(|o| since == 0 || o.batch < since).map_or(0, |at| at + 1)
    }
}

impl State {
    /// "each Aura you controlled that was attached to it": what was attached to an object that has left, as that last existed, of
    /// what fits as it last was (608.2h).
    pub(super) fn attached_to_gone<'a>(
        &'a self,
        filter: &'a lawmage_ir::Filter,
        context: &'a Context<'_>,
    ) -> Option<impl Iterator<Item = ObjectId> + 'a> {
        let host = |test: &'a lawmage_ir::Test| match test {
            lawmage_ir::Test::AttachedTo(host) => Some(host),
            _ => None,
        };
        let host = filter.test.conjuncts().iter().find_map(host)?;
        let host = self.denote_as_it_left(host, context).first().and_then(|e| e.object())?;
        let past =
            if self.get(host).is_none() { self.last_known(host)?.object.permanent.as_deref()? } else { return None };
        let fits = |id: &ObjectId| self.test((*id).into(), &filter.test, &context.testing((*id).into()));
        Some(past.attachments.iter().copied().filter(fits))
    }

    /// 702.128b: whether what enters is a token that a resolving ability of that keyword creates.
    pub(super) fn is_created_by(&self, token: ObjectId, keyword: Keyword) -> bool {
        self.resolving_item().is_some_and(|item| match item.kind {
            StackKind::Activated { key, .. } => {
                self.had_keyword(item.source, key, keyword)
                    && self.seen(token).is_some_and(|seen| seen.object.is_token())
            }
            _ => false,
        })
    }

    /// What is on top of the stack, while it resolves.
    fn resolving_item(&self) -> Option<&StackItem> {
        self.stack.last().and_then(|id| self.get(*id)?.stack.as_deref())
    }

    /// Whether what is resolving is such.
    pub(super) fn is_resolving(&self, what: &Filter, context: &Context<'_>) -> bool {
        self.stack.last().is_some_and(|id| self.fits((*id).into(), what, context))
    }

    /// Whether an ability of an object, which may have left since (113.7a), is one of that keyword (702.1a).
    fn had_keyword(&self, source: ObjectId, key: AbilityKey, keyword: Keyword) -> bool {
        self.seen(source).and_then(|seen| keyword_among(seen.chars, key)) == Some(keyword)
    }

    /// Whether what is resolving is a triggered ability of that keyword, whose source may have left since (113.7a).
    pub(crate) fn is_resolving_trigger(&self, keyword: Keyword) -> bool {
        self.resolving_item().is_some_and(|item| match item.kind {
            StackKind::Triggered { key: Some(key), .. } => self.had_keyword(item.source, key, keyword),
            _ => false,
        })
    }

    /// Whether an ability that was activated is of the sort asked for; its source may have left since.
    pub(super) fn is_such_activation(&self, pattern: &EventPattern, event: &Event) -> bool {
        let EventPattern::Activates { mana_too, only, .. } = pattern else { return false };
        let Event::Activated { source, key, item, mana, .. } = *event else { return false };
        if mana && !mana_too {
            return false;
        }
        let Some(sort) = *only else { return true };
        match sort {
            // 702.1a
            ActivatedSort::Keyword(keyword) => self.had_keyword(source, key, keyword),
            ActivatedSort::Tapping(taps) => self.seen(source).is_some_and(|seen| {
                let ability = ability_of(seen.chars, key).map(|ability| &**ability);
                matches!(ability, Some(Ability::Activated(activated)) if activated.cost.taps() == taps)
            }),
            // 606.2
            ActivatedSort::Loyalty => item.and_then(|id| self.seen(id)).is_some_and(|seen| {
                let kind = seen.object.stack.as_deref().map(|item| &item.kind);
                matches!(kind, Some(StackKind::Activated { loyalty: true, .. }))
            }),
        }
    }
}

/// What an instruction did or a cost was paid with, whose members a test asks for, besides other things.
pub(super) fn of_instruction(test: &lawmage_ir::Test) -> Option<&Ref> {
    match test {
        lawmage_ir::Test::Is(reference @ (Ref::Slot(_) | Ref::Paid(_) | Ref::Linked(lawmage_ir::SACRIFICED))) => {
            Some(reference)
        }
        lawmage_ir::Test::PutThisWay(reference, _) => Some(reference),
        lawmage_ir::Test::And(all) => all.iter().find_map(of_instruction),
        _ => None,
    }
}

/// Whether a test is asked of what was done something to, which may have left since.
pub(super) fn looks_back(test: &lawmage_ir::Test) -> bool {
    of_instruction(test).is_some() || test.conjuncts().iter().any(|t| convoked(t).is_some())
}

/// The spell that a test asks of whether something convoked it.
pub(super) const fn convoked(test: &lawmage_ir::Test) -> Option<&Ref> {
    if let lawmage_ir::Test::Convoked(spell) = test { Some(spell) } else { None }
}
