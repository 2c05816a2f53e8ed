//! Special actions that effects allow (116.2c-d): ending an effect, ignoring one until end of turn.

use std::sync::Arc;

use lawmage_ir::{Condition, Continuous, Cost, Prohibition, Ref, Selector, Test, Who, rule};

use crate::read::context::Context;
use crate::state::chars::AbilityKey;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::relations::Ignoring;
use crate::state::stack::{Frame, SlotValue};
use crate::state::{Expiry, State};
use crate::table::action::SpecialAction;
use crate::table::decision::Illegal;
use crate::table::game::{Game, Res};

impl State {
    /// The special actions that effects allow a player now, whose cost they can pay.
    pub(crate) fn special_actions(&self, player: PlayerId) -> Vec<SpecialAction> {
        let ignore = self.rules().ignorable.iter().filter_map(|rule| {
            let (source, key) = (rule.source, rule.key?);
            Some(SpecialAction::Ignore { source, key })
        });
        let ends = self.effects.iter().map(|e| (e.id, &e.expiry)).chain(self.delayed.iter().map(|d| (d.id, &d.expiry)));
        let ends = ends.filter(|(_, expiry)| matches!(expiry, Expiry::Paid(..) | Expiry::PaidBy(..)));
        let all = ignore.chain(ends.map(|(id, _)| SpecialAction::End(id)));
        all.filter(|action| {
            self.special_cost(player, *action).is_some_and(|(source, cost)| {
                self.can_pay_now(player, &cost, &Context::of(source, player).offering(), None)
            })
        })
        .collect()
    }

    /// What an action costs a player who may take it, and the object whose effect it is about.
    fn special_cost(&self, player: PlayerId, action: SpecialAction) -> Option<(ObjectId, Cost)> {
        match action {
            SpecialAction::End(id) => {
                if let Some(delayed) = self.delayed.iter().find(|d| d.id == id) {
                    let Expiry::PaidBy(who, cost) = &delayed.expiry else { return None };
                    let context = Context::with(delayed.source, delayed.controller, &delayed.frame);
                    return self.is_among(player, who, &context).then(|| (delayed.source, cost.clone()));
                }
                let effect = self.effects.iter().find(|e| e.id == id)?;
                match &effect.expiry {
                    Expiry::Paid(who, cost) if *who == player => Some((effect.source, cost.clone())),
                    _ => None,
                }
            }
            SpecialAction::Ignore { source, key } => {
                let rule = self.rules().ignorable.iter().find(|r| r.source == source && r.key == Some(key))?;
                let Some(Continuous::Ignorable { by, cost, .. }) = rule.what() else { return None };
                let already = self.ignoring.contains(&Ignoring { source, key, player });
                (!already && self.is_among(player, by, &rule.context())).then(|| (source, cost.clone()))
            }
        }
    }

    /// What holds of an ability that some players ignore: of all others. The players are in the frame's first slot.
    pub(crate) fn unless_ignored(
        &self,
        source: ObjectId,
        key: AbilityKey,
        effects: &[Continuous],
    ) -> (Vec<Continuous>, Option<Arc<Frame>>) {
        let players = self.ignoring.iter().filter(|i| i.source == source && i.key == key);
        let players: Vec<Entity> = players.map(|i| Entity::Player(i.player)).collect();
        if players.is_empty() {
            return (effects.to_vec(), None);
        }
        let mut frame = Frame::default();
        frame.set(0, SlotValue::of(players));
        (effects.iter().map(spared).collect(), Some(Arc::new(frame)))
    }
}

impl Game<'_> {
    /// Takes such an action: its cost is paid and it is done, without the stack.
    pub(crate) fn take_special(&mut self, player: PlayerId, action: SpecialAction) -> Res<()> {
        let Some((source, cost)) = self.state.special_cost(player, action) else {
            return Err(Illegal::new(rule!("116.2"), "no effect allows that action").into());
        };
        if self.pay(player, &cost, &Context::of(source, player))?.is_none() {
            return Err(Illegal::new(rule!("118.3"), "its cost can't be paid").into());
        }
        match action {
            SpecialAction::End(id) => {
                // 116.2c: what began with it ends with it.
                if let Some(effect) = self.state.effects.iter().find(|e| e.id == id).cloned() {
                    self.state.effects.retain(|e| {
                        !(e.source == effect.source && e.expiry == effect.expiry && e.frame == effect.frame)
                    });
                }
                // Or a delayed triggered ability is stopped from triggering.
                self.state.delayed.retain(|d| d.id != id);
                self.note(rule!("116.2c"), |s| format!("the effect of {} ends", s.object_name(source)));
            }
            SpecialAction::Ignore { source, key } => {
                self.state.ignoring.push(Ignoring { source, key, player });
                self.note(rule!("116.2d"), |s| {
                    format!("{} ignores {} this turn", s.name(player), s.object_name(source))
                });
            }
        }
        self.state.touch();
        self.state.refresh();
        Ok(())
    }
}

const SLOT: Ref = Ref::Slot(0);

/// A prohibition that says nothing of those players, nor of what they control.
fn spared(effect: &Continuous) -> Continuous {
    let Continuous::Cant(cant) = effect else { return effect.clone() };
    let mut cant = cant.clone();
    let others = |who: &mut Who| {
        let not = Condition::Not(Box::new(Condition::Is(Ref::It, Test::Is(SLOT))));
        *who = Who::Such(Box::new(who.clone()), Box::new(not));
    };
    let of_others = |what: &mut Selector| {
        let theirs = Test::not(Test::Controlled(Who::Ref(SLOT)));
        *what = match what.clone() {
            Selector::All(mut filter) => {
                filter.test = Test::all([filter.test, theirs]);
                Selector::All(filter)
            }
            other => Selector::Those(Box::new(other), theirs),
        };
    };
    match &mut cant {
        Prohibition::Cast(who, _)
        | Prohibition::CastMax(who, ..)
        | Prohibition::PlayLand(who, _)
        | Prohibition::GainLife(who)
        | Prohibition::LoseLife(who)
        | Prohibition::DrawMax(who, _)
        | Prohibition::Search(who) => others(who),
        Prohibition::Attack { what, .. }
        | Prohibition::Block { what, .. }
        | Prohibition::Activate { what, .. }
        | Prohibition::AttackAlone(what)
        | Prohibition::AttackUnlessWith { what, .. }
        | Prohibition::BlockUnlessWith { what, .. }
        | Prohibition::BlockAlone(what)
        | Prohibition::UntapStep(what)
        | Prohibition::Untap(what) => of_others(what),
        _ => {}
    }
    Continuous::Cant(cant)
}
