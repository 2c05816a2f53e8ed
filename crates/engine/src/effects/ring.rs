//! Keyword actions that text defines, villainous choices (701.53), and the Ring that tempts (701.52).

use std::sync::Arc;

use lawmage_ir::{Ability, Amount, Clause, KeywordDeed, Permission, Slot, Who, Zone, rule};

use super::tokens::emblem_of;
use crate::read::context::Scope;
use crate::state::State;
use crate::state::event::Event;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::object::ObjectKind;
use crate::state::stack::{Frame, SlotValue};
use crate::table::decision::{Ask, Choice, Decision};
use crate::table::game::{Game, Res};

impl State {
    /// 701.52c: the emblem, with what it has after so many temptations.
    fn wear_ring(&mut self, player: PlayerId, abilities: &[Ability]) {
        let holder = self.player_mut(player);
        holder.tempted = holder.tempted.saturating_add(1);
        let times = usize::try_from(holder.tempted).unwrap_or(usize::MAX);
        let old = holder.ring;
        let has = times.saturating_add(1).min(abilities.len());
        let mut chars = emblem_of(abilities.get(..has).unwrap_or_default());
        chars.name = "The Ring".into();
        let chars = Arc::new(chars);
        match old.and_then(|id| self.get_mut(id)) {
            Some(emblem) => emblem.base = chars,
            None => {
                let emblem = self.allocate(Self::blank(ObjectKind::Emblem, player, Zone::Command, chars));
                self.player_mut(player).ring = Some(emblem);
            }
        }
        self.touch();
        self.refresh();
    }
}

impl Game<'_> {
    /// What text defines of what the rules have a word for: its number is worked out once, as it begins.
    pub(super) fn keyword_action(
        &mut self,
        deed: KeywordDeed,
        number: Option<&(Amount, Slot)>,
        body: &[Clause],
        scope: Scope,
        frame: &mut Frame,
    ) -> Res<SlotValue> {
        if let Some((number, slot)) = number {
            let number = i32::try_from(self.state.count(number, &scope.context(frame))).unwrap_or(i32::MAX);
            frame.set(*slot, SlotValue { number, ..SlotValue::done(true) });
        }
        let done = self.run_body(body, scope, frame)?;
        if done {
            self.record(Event::Acted(scope.you, deed, None, None), rule!("701.1"), None);
        }
        Ok(SlotValue::done(done))
    }

    /// Players face a villainous choice, one after the other (701.53a, 701.53d).
    pub(super) fn face(
        &mut self,
        who: &Who,
        options: &[Vec<Clause>],
        scope: Scope,
        frame: &mut Frame,
    ) -> Res<SlotValue> {
        let mut value = SlotValue::default();
        for player in self.state.players_in_order(who, &scope.context(frame)) {
            // 701.53c: each time by itself.
            let more = self
                .state
                .times_let(player, &|may| if let Permission::FaceAgain(who) = may { Some(who) } else { None });
            for _ in 0..more.saturating_add(1) {
                self.each_of(who, player, frame, |game, frame| {
                    // 701.53b: an impossible option may be chosen.
                    let all = (0..options.len() as u8).map(Choice::Mode).collect();
                    let ask = Decision::pick(player, Ask::Modes, rule!("701.53a"), Some(scope.source), all, 1, 1);
                    if let Some(Choice::Mode(option)) = game.pick(ask)?.first()
                        && let Some(body) = options.get(usize::from(*option))
                    {
                        value.done = true;
                        game.run_body(body, scope, frame)?;
                    }
                    Ok(())
                })?;
            }
        }
        Ok(value)
    }

    /// The Ring tempts a player: the emblem, then the Ring-bearer (701.52a, c).
    pub(super) fn ring_tempts(&mut self, abilities: &[Ability], scope: Scope) -> Res<SlotValue> {
        let you = scope.you;
        self.state.wear_ring(you, abilities);
        let mine = |id: &ObjectId| self.state.controller(*id) == you;
        let yours: Vec<ObjectId> = self.state.permanents().filter(mine).collect();
        let creatures: Vec<ObjectId> = yours.iter().copied().filter(|id| self.state.chars(*id).is_creature()).collect();
        let chosen = match creatures.is_empty() {
            true => None,
            false => {
                let picked = self.pick_some(you, Ask::Choose, rule!("701.52a"), scope.source, &creatures, (1, 1))?;
                picked.first().copied()
            }
        };
        if let Some(bearer) = chosen {
            for id in yours {
                if let Some(permanent) = self.state.permanent_mut(id) {
                    permanent.designations.ring_bearer = id == bearer;
                }
            }
            self.state.touch();
        }
        self.record(Event::Acted(you, KeywordDeed::RingTempts, chosen, None), rule!("701.52d"), None);
        Ok(SlotValue { done: true, ..SlotValue::of(chosen.map(Entity::Object)) })
    }
}
