//! Continuous effects as they begin and end, and what they make of objects, from one moment of a game to the next.

use std::collections::BTreeMap;
use std::sync::Arc;

use lawmage_engine::read::layers::{LayerStep, Look};
use lawmage_engine::state::Effect;
use lawmage_engine::{Entity, ObjectId, State};

use crate::story::step_name;
use crate::{effects, explain, words};

/// What was seen last.
#[derive(Clone, Debug, Default)]
pub(crate) struct Watch {
    effects: Vec<Effect>,
    objects: BTreeMap<ObjectId, Look>,
    /// Effects that have ended, and how that was told.
    ended: Vec<(Effect, String)>,
    /// What is to be told.
    pub news: Vec<String>,
}

impl Watch {
    /// Effects of resolved spells and abilities that have come or gone (611.2).
    pub(crate) fn effects(&mut self, state: &State) {
        if self.effects.len() == state.effects().len()
            && self.effects.iter().zip(state.effects()).all(|(a, b)| a.id == b.id)
        {
            return;
        }
        for effect in state.effects().iter().filter(|e| self.effects.iter().all(|known| known.id != e.id)) {
            self.news.push(format!("an effect begins: {} (611.2)", effects::line(state, effect)));
        }
        let gone = |known: &&Effect| state.effects().iter().all(|e| e.id != known.id);
        let over: Vec<Effect> = self.effects.iter().filter(gone).cloned().collect();
        for effect in over {
            let line = effects::line(state, &effect);
            self.news.push(format!("an effect is over: {line}"));
            let turn = state.turn();
            let when = format!("{line}: over in turn {}, {}", turn.number, step_name(turn.step));
            self.ended.push((effect, when));
        }
        self.effects = state.effects().to_vec();
    }

    /// Objects on the battlefield and the stack whose characteristics have changed.
    pub(crate) fn objects(&mut self, state: &State) {
        let ids: Vec<ObjectId> = state.permanents().chain(state.stack().iter().copied()).collect();
        for id in &ids {
            let now = Look { chars: state.chars_arc(*id), controller: state.controller(*id) };
            let before = match self.objects.get(id) {
                Some(known) => known.clone(),
                None => {
                    let Some(object) = state.get(*id) else { continue };
                    Look { chars: object.base.clone(), controller: object.controller }
                }
            };
            let same = Arc::ptr_eq(&before.chars, &now.chars) || before.chars == now.chars;
            if !same || before.controller != now.controller {
                self.changed(state, *id, &before, &now);
            }
            self.objects.insert(*id, now);
        }
        self.objects.retain(|id, _| ids.contains(id));
    }

    fn changed(&mut self, state: &State, id: ObjectId, before: &Look, now: &Look) {
        let changes = explain::changes(state, before, now);
        if changes.is_empty() {
            return;
        }
        let each: Vec<String> = changes.iter().map(|(what, was, is)| format!("{what} {was} → {is}")).collect();
        let steps = state.explain(id).map(|history| history.steps).unwrap_or_default();
        let does = |step: &&LayerStep| step.before != step.after;
        let mut by: Vec<String> =
            steps.iter().filter(does).map(|s| format!("{} {}", explain::by(state, &s.by).0, s.layer)).collect();
        by.dedup();
        let by = if by.is_empty() { "no effect applies to it".to_owned() } else { by.join(", ") };
        self.news.push(format!("{}: {} ({by})", words::object(state, id), each.join("; ")));
    }

    /// Effects on an object that have ended.
    pub(crate) fn ended_on(&self, id: ObjectId) -> Vec<String> {
        let on = |effect: &Effect| effect.locked.iter().flatten().any(|e| *e == Entity::Object(id));
        self.ended.iter().filter(|(effect, _)| on(effect)).map(|(_, when)| when.clone()).collect()
    }
}
