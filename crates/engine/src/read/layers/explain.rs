//! How an object came by its characteristics (613): each effect that applied to it, layer by layer.
//!
//! Told by the working-out itself: a [`Recorder`] goes along with it and looks at the object before and after whatever is
//! done. Where nobody asks there is no recorder, and nothing is looked at.

use std::sync::Arc;

use lawmage_ir::{Ability, Continuous, CounterKind, Rule, rule};

use super::apply::Work;
use super::in_force::{Live, Origin, Part};
use super::layer::Layer;
use crate::state::State;
use crate::state::chars::Chars;
use crate::state::ids::{ObjectId, PlayerId};

/// The history of an object's characteristics and controller, from its copiable values before copy effects to what they are.
#[derive(Clone, Debug)]
pub struct History {
    /// Which object.
    pub object: ObjectId,
    /// What it begins with: printed, defined by what created it, or the 2/2 of a face-down permanent (707.2, 708.2a).
    pub first: Look,
    /// What was done to it, in the order of application.
    pub steps: Vec<LayerStep>,
    /// What it has come to.
    pub last: Look,
}

/// An object at a moment between two effects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Look {
    /// Its characteristics.
    pub chars: Arc<Chars>,
    /// Its controller.
    pub controller: PlayerId,
}

/// One effect's share in one layer.
#[derive(Clone, Debug)]
pub struct LayerStep {
    /// The layer by its rule.
    pub layer: Rule,
    /// The layer in words.
    pub layer_name: &'static str,
    /// Whose effect.
    pub by: By,
    /// Its timestamp (613.7); `None` for what has none.
    pub timestamp: Option<u32>,
    /// Whether it is of a characteristic-defining ability, which comes before the others of its layer (613.3).
    pub defines: bool,
    /// The sources of the effects that it depends on and so had to wait for (613.8b).
    pub waited_for: Vec<ObjectId>,
    /// The sources of earlier effects that depend on it and so waited for it (613.8b).
    pub ahead_of: Vec<ObjectId>,
    /// Whether it had begun in an earlier layer, and so goes on whatever became of its ability (613.6).
    pub goes_on: bool,
    /// Whether it was in force: its ability may be gone, or its condition may not hold.
    pub in_force: bool,
    /// Before it.
    pub before: Look,
    /// After it.
    pub after: Look,
}

/// Whose effect it is.
#[derive(Clone, Debug)]
pub enum By {
    /// The `index`th effect of a static ability (611.3).
    Ability {
        /// The object that has the ability.
        source: ObjectId,
        /// The ability.
        ability: Arc<Ability>,
        /// Which of its effects.
        index: usize,
    },
    /// An effect of a resolved spell or ability (611.2).
    Effect {
        /// The source of that spell or ability.
        source: ObjectId,
        /// Its number: that of [`crate::state::Effect::id`].
        id: u32,
        /// What holds.
        what: Arc<Continuous>,
    },
    /// A sticker on the object (123).
    Sticker {
        /// What it does.
        what: Arc<Continuous>,
    },
    /// A keyword counter on it (122.1b).
    KeywordCounter {
        /// What it does.
        what: Arc<Continuous>,
    },
    /// Counters on it that change power and toughness (122.1a).
    Counters(Vec<(CounterKind, u32)>),
    /// A rule by itself.
    Rule(Rule),
}

/// Looks at one object while the layers are worked through.
#[derive(Clone, Debug)]
pub(super) struct Recorder {
    object: ObjectId,
    steps: Vec<LayerStep>,
    /// Effects that wait for others though their timestamps are earlier: parts of the work.
    waits: Vec<(usize, usize)>,
}

impl Recorder {
    const fn new(object: ObjectId) -> Self {
        Self { object, steps: Vec::new(), waits: Vec::new() }
    }

    /// A layer begins, or another round of it: nothing waits.
    pub fn begin(&mut self) {
        self.waits.clear();
    }

    /// The first of the parts waits for the second.
    pub fn wait(&mut self, waits: impl Iterator<Item = (usize, usize)>) {
        for wait in waits {
            if !self.waits.contains(&wait) {
                self.waits.push(wait);
            }
        }
    }
}

impl Layer {
    /// The rule and the words for it.
    const fn told(self) -> (Rule, &'static str) {
        match self {
            Self::Copy => (rule!("613.1a"), "layer 1: copiable values"),
            Self::Control => (rule!("613.1b"), "layer 2: control"),
            Self::Text => (rule!("613.1c"), "layer 3: text"),
            Self::Types => (rule!("613.1d"), "layer 4: types"),
            Self::Colors => (rule!("613.1e"), "layer 5: colors"),
            Self::Abilities => (rule!("613.1f"), "layer 6: abilities"),
            Self::Defined => (rule!("613.4a"), "layer 7a: power and toughness defined"),
            Self::Set => (rule!("613.4b"), "layer 7b: power and toughness set"),
            Self::Modified => (rule!("613.4c"), "layer 7c: power and toughness modified"),
            Self::Switched => (rule!("613.4d"), "layer 7d: power and toughness switched"),
        }
    }
}

impl State {
    /// How an object that is there came by its characteristics and its controller (613). `None` where it is not there.
    #[must_use]
    pub fn explain(&self, object: ObjectId) -> Option<History> {
        self.get(object)?;
        let mut state = self.clone();
        state.refresh();
        let base = state.get(object)?;
        let first = Look { chars: base.base.clone(), controller: base.controller };
        let work = state.work_out_with(Work::recorded(Recorder::new(object)));
        let steps = work.record.map(|r| r.steps).unwrap_or_default();
        Some(History { object, first, steps, last: state.look_at(object) })
    }

    fn look_at(&self, object: ObjectId) -> Look {
        Look { chars: self.chars_arc(object), controller: self.controller(object) }
    }

    /// The object as it is before something is done, if it is the one looked at.
    pub(super) fn look_before(&self, work: &Work, is_reached: impl Fn(ObjectId) -> bool) -> Option<Look> {
        let object = work.record.as_deref()?.object;
        is_reached(object).then(|| self.look_at(object))
    }

    /// Records what an effect has done in a layer.
    pub(super) fn record_part(&self, work: &mut Work, place: usize, layer: Layer, before: Look, goes_on: bool) {
        self.record(work, place, layer, before, goes_on, true);
    }

    /// Records that an effect which would apply is not in force: its ability is gone (613.6), or its condition does not hold.
    pub(super) fn record_absence(&self, work: &mut Work, place: usize, layer: Layer) {
        let Some(object) = work.record.as_deref().map(|r| r.object) else { return };
        let Some(part) = work.parts.get(place) else { return };
        let live = Live { source: part.source, you: self.controller(part.source), origin: part.origin.clone() };
        if self.reach(&live).contains(&object) {
            let before = self.look_at(object);
            self.record(work, place, layer, before, false, false);
        }
    }

    fn record(&self, work: &mut Work, place: usize, layer: Layer, before: Look, goes_on: bool, in_force: bool) {
        let Some(part) = work.parts.get(place) else { return };
        let (layer, layer_name) = layer.told();
        let Some(recorder) = work.record.as_deref_mut() else { return };
        let source_of = |at: &usize| work.parts.get(*at).map(|p| p.source);
        let waited_for = recorder.waits.iter().filter(|(one, _)| *one == place).filter_map(|(_, on)| source_of(on));
        let ahead_of = recorder.waits.iter().filter(|(_, on)| *on == place).filter_map(|(one, _)| source_of(one));
        let step = LayerStep {
            layer,
            layer_name,
            by: by(part),
            timestamp: Some(part.timestamp),
            defines: part.defines,
            waited_for: waited_for.collect(),
            ahead_of: ahead_of.collect(),
            goes_on,
            in_force,
            after: self.look_at(recorder.object),
            before,
        };
        recorder.steps.push(step);
    }

    /// Records what counters have done (613.4c).
    pub(super) fn record_counters(&self, work: &mut Work, before: Option<Look>) {
        let Some(object) = work.record.as_deref().map(|r| r.object) else { return };
        let counters = self.get(object).into_iter().flat_map(|o| o.counters.iter());
        let sized = counters.filter(|(kind, _)| matches!(kind, CounterKind::PowerToughness(..)));
        let by = By::Counters(sized.map(|(kind, count)| (kind.clone(), count)).collect());
        self.record_rule(work, Some(Layer::Modified), by, before);
    }

    /// Records what was done by no effect, if it was done to the object.
    pub(super) fn record_rule(&self, work: &mut Work, layer: Option<Layer>, by: By, before: Option<Look>) {
        let (Some(recorder), Some(before)) = (work.record.as_deref_mut(), before) else { return };
        let after = self.look_at(recorder.object);
        if before == after {
            return;
        }
        let (layer, layer_name) = match (layer, &by) {
            (Some(layer), _) => layer.told(),
            (None, By::Rule(rule)) => (*rule, "after the layers"),
            (None, _) => (rule!("613.1"), "after the layers"),
        };
        recorder.steps.push(LayerStep {
            layer,
            layer_name,
            by,
            timestamp: None,
            defines: false,
            waited_for: Vec::new(),
            ahead_of: Vec::new(),
            goes_on: false,
            in_force: true,
            before,
            after,
        });
    }
}

/// Whose effect a part is.
fn by(part: &Part) -> By {
    match &part.origin {
        Origin::Static { ability, index, .. } => {
            By::Ability { source: part.source, ability: ability.clone(), index: *index }
        }
        Origin::Resolved { what, id, .. } if super::keyword_counter::is_number(*id) => {
            By::KeywordCounter { what: what.clone() }
        }
        Origin::Resolved { id: super::keyword_counter::SUSPECTED, .. } => By::Rule(rule!("701.58c")),
        Origin::Resolved { what, id, .. } => By::Effect { source: part.source, id: *id, what: what.clone() },
        Origin::Sticker { what, .. } => By::Sticker { what: what.clone() },
    }
}
