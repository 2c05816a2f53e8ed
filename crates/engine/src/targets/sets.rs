//! Complete sets of targets: what can be chosen for each phrase so that all phrases of a mode get their targets, limits over
//! several targets kept (115.1, 601.2c, 603.3d, 700.2a).

use lawmage_ir::visit::{self, Part};
use lawmage_ir::{Amount, Mode, Ref, TargetSpec, Who};
use smallvec::SmallVec;

use crate::read::context::Context;
use crate::state::State;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::stack::{Frame, TargetChoice};
use crate::table::decision::{PickLimit, Picks};

/// Of the sets that could be chosen for a phrase that later ones mention, so many are looked at.
const MOST_SETS: u32 = 4_096;

/// What can be chosen for one target phrase, in terms of those before it.
pub(super) struct Offer {
    pub candidates: Vec<Entity>,
    pub min: u32,
    pub max: u32,
    /// What is divided among the targets (601.2d).
    pub divide: Option<u32>,
    pub limit: Option<PickLimit>,
}

/// Sets of candidates with which the phrases that come later get their targets.
pub(super) struct Serving {
    /// Those found, indices in rising order.
    pub sets: Vec<Picks>,
    /// Whether they are all that the phrase itself allows.
    pub all: bool,
}

impl Offer {
    fn order(&self) -> SmallVec<[u32; 32]> {
        (0..self.candidates.len() as u32).collect()
    }

    /// Whether the phrase by itself can be given its targets.
    pub(super) fn is_open(&self) -> bool {
        let most = self.max.min(self.candidates.len() as u32);
        most >= self.min
            && self.limit.as_ref().is_none_or(|l| l.choose(&self.order(), self.min as usize, most as usize).is_some())
    }

    fn targets(&self, picks: &[u32]) -> TargetChoice {
        let chosen = picks.iter().filter_map(|i| self.candidates.get(*i as usize).copied()).collect();
        TargetChoice { chosen, ..TargetChoice::default() }
    }

    /// Looks at the sets that the phrase by itself allows, small ones first, until one stops it. Tells whether it has looked
    /// at all of them.
    fn each_set(&self, mut stops: impl FnMut(&[u32]) -> bool) -> bool {
        let count = self.candidates.len();
        let mut left = MOST_SETS;
        for size in self.min as usize..=(self.max as usize).min(count) {
            let mut picks: Picks = (0..size as u32).collect();
            loop {
                if left == 0 {
                    return false;
                }
                left -= 1;
                let kept = self.limit.as_ref().is_none_or(|l| l.check(&picks).is_ok());
                if kept && stops(&picks) {
                    return false;
                }
                if !advance(&mut picks, count) {
                    break;
                }
            }
        }
        true
    }
}

/// The next of the sets of that size, in order; whether there is one.
fn advance(picks: &mut Picks, count: usize) -> bool {
    let size = picks.len();
    let Some(place) = (0..size).rev().find(|i| (picks[*i] as usize) < count - (size - i)) else { return false };
    picks[place] += 1;
    for i in place + 1..size {
        picks[i] = picks[i - 1] + 1;
    }
    true
}

impl State {
    /// What can be chosen for a phrase by a player.
    pub(super) fn offer(&self, spec: &TargetSpec, by: PlayerId, stack: ObjectId, terms: &Context<'_>) -> Offer {
        let terms = &Context { chooser: Some(by), ..*terms };
        let mut candidates = self.target_candidates(spec, stack, terms);
        if self.options.is_some() {
            candidates.retain(|e| self.reaches_entity(by, *e)); // 801.5a
        }
        let min = self.count(&spec.min, terms);
        let mut max = spec.max.as_ref().map_or(candidates.len() as u32, |m| self.count(m, terms));
        // 601.2d: each of them gets at least one.
        let divide = spec.divide.as_ref().map(|amount| self.count(amount, terms));
        if let Some(total) = divide {
            max = max.min(total);
        }
        let limit = spec.limit.as_ref().map(|l| self.pick_limit(l, &candidates, terms));
        Offer { candidates, min, max, divide, limit }
    }

    /// Who may choose for a phrase or modes: the controller, or those to whom it is left (601.6).
    pub(super) fn choosers(&self, by: Option<&Who>, terms: &Context<'_>) -> SmallVec<[PlayerId; 2]> {
        let able: SmallVec<[PlayerId; 2]> =
            by.map(|who| self.who(who, terms).into_iter().collect()).unwrap_or_default();
        if able.is_empty() { smallvec::smallvec![terms.you] } else { able }
    }

    /// The sets that could be chosen for a phrase such that those after it get their targets.
    pub(super) fn serving(
        &self,
        offer: &Offer,
        rest: &[TargetSpec],
        stack: ObjectId,
        context: &Context<'_>,
        frame: &Frame,
    ) -> Serving {
        let (mut sets, mut refused) = (Vec::new(), false);
        let looked = offer.each_set(|picks| {
            if self.rest_has_targets_after(offer.targets(picks), rest, stack, context, frame) {
                sets.push(Picks::from_slice(picks));
            } else {
                refused = true;
            }
            false
        });
        // What has not been looked at is trusted only where nothing speaks against it.
        Serving { all: !refused && (looked || !sets.is_empty()), sets }
    }

    /// Whether every target phrase of a mode can be given its targets, all of them together.
    #[must_use]
    pub fn mode_has_targets(&self, mode: &Mode, stack: ObjectId, context: &Context<'_>) -> bool {
        self.have_targets(&mode.targets, stack, context)
    }

    /// The same of phrases.
    pub(crate) fn have_targets(&self, specs: &[TargetSpec], stack: ObjectId, context: &Context<'_>) -> bool {
        if specs.is_empty() {
            return true;
        }
        let mut frame = context.frame.cloned().unwrap_or_default();
        frame.targets.clear();
        self.rest_has_targets(specs, stack, context, &frame)
    }

    /// Whether target phrases can be given targets after those already in the frame.
    pub(super) fn rest_has_targets(
        &self,
        specs: &[TargetSpec],
        stack: ObjectId,
        context: &Context<'_>,
        frame: &Frame,
    ) -> bool {
        let Some((spec, rest)) = specs.split_first() else { return true };
        let terms = Context { frame: Some(frame), ..*context };
        let number = frame.targets.len() as u8;
        let depends = depend_on(rest, number);
        self.choosers(spec.left_to(), &terms).into_iter().any(|by| {
            let offer = self.offer(spec, by, stack, &terms);
            if !offer.is_open() {
                return false;
            }
            if !depends {
                return self.rest_has_targets_after(TargetChoice::default(), rest, stack, context, frame);
            }
            let mut found = false;
            offer.each_set(|picks| {
                found = self.rest_has_targets_after(offer.targets(picks), rest, stack, context, frame);
                found
            });
            found
        })
    }

    fn rest_has_targets_after(
        &self,
        choice: TargetChoice,
        rest: &[TargetSpec],
        stack: ObjectId,
        context: &Context<'_>,
        frame: &Frame,
    ) -> bool {
        if rest.is_empty() {
            return true;
        }
        let mut frame = frame.clone();
        frame.targets.push(choice);
        self.rest_has_targets(rest, stack, context, &frame)
    }
}

/// Whether it matters to phrases which targets phrase `n` has: to those that look back at them and can't do without targets.
pub(super) fn depend_on(rest: &[TargetSpec], n: u8) -> bool {
    rest.iter().any(|s| s.min != Amount::Const(0) && mentions(s, n))
}

/// Whether a part of a phrase, or of what depends on targets, speaks of the targets of phrase `n`.
pub(crate) fn mentions(part: &impl Part, n: u8) -> bool {
    visit::any(part, |reference: &Ref| *reference == Ref::Target(n))
}
