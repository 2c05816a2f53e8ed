//! Cards drawn (121): one by one, revealed as they are drawn (603.11), face down while something is paid for (121.8).

use std::sync::Arc;

use lawmage_ir::{Cause, Continuous, Destination, Permission, Rule, rule};
use smallvec::SmallVec;

use crate::events::happen::Batch;
use crate::state::State;
use crate::state::event::Event;
use crate::state::ids::{ObjectId, PlayerId};
use crate::state::occurrence::Occurrence;
use crate::state::proposal::{Entry, Outcome};
use crate::table::decision::{Ask, Decision};
use crate::table::game::{Game, Res};

impl State {
    /// Whether a player draws cards from the bottom of their library rather than the top (121.1).
    fn draws_from_bottom(&self, player: PlayerId) -> bool {
        self.lets_player(player, &|may| if let Permission::DrawFromBottom(who) = may { Some(who) } else { None })
    }
}

impl Game<'_> {
    pub(super) fn commit_draw(
        &mut self,
        player: PlayerId,
        rule: Rule,
        batch: &mut Batch,
        outcome: &mut Outcome,
    ) -> Res<()> {
        let library = &self.state.player(player).library;
        let end = if self.state.draws_from_bottom(player) { library.last() } else { library.first() };
        let Some(top) = end.copied() else {
            // 121.4: the attempt counts for 704.5b. 121.6a: what replaces draws has done so before.
            self.state.player_mut(player).drew_from_empty = true;
            return Ok(());
        };
        self.state.player_mut(player).drawn += 1;
        let entry = Entry::default();
        if self.spares_commander(top, &Destination::Hand)? {
            let to = Destination::Command; // 903.9b
            return self.commit_move(top, &to, Cause::Draw, Some(player), entry, rule, batch, outcome);
        }
        self.commit_move(top, &Destination::Hand, Cause::Draw, Some(player), entry, rule, batch, outcome)?;
        let first = self.state.player(player).drawn == 1 && self.state.turn.number > 0;
        if self.paying > 0 {
            self.state.cover(self.state.current(top), first);
        } else if first {
            if self.state.has_modifications() {
                self.state.refresh(); // an effect may give it miracle there (702.94a)
            }
            self.reveal_as_drawn(player, self.state.current(top), batch)?;
        }
        Ok(())
    }

    /// 121.8: once a spell has become cast, or an ability activated, the cards drawn meanwhile are looked at, and those that may
    /// be revealed as they are drawn are revealed.
    pub(crate) fn uncover_drawn(&mut self) -> Res<()> {
        if self.paying > 0 || self.state.covered.is_empty() {
            return Ok(());
        }
        let first: Vec<ObjectId> = self.state.uncover();
        for card in first {
            let start = self.state.history.len();
            let batch = Batch { number: self.state.next_batch, ..Batch::default() };
            self.state.next_batch += 1;
            let player = self.state.controller(card);
            self.reveal_as_drawn(player, card, &batch)?;
            self.close(start, &batch)?;
        }
        Ok(())
    }

    /// 603.11: static abilities may have a player reveal the first card they draw in a turn, as they draw it. The card is in
    /// their hand as they choose: they may look at it (121.9).
    fn reveal_as_drawn(&mut self, player: PlayerId, card: ObjectId, batch: &Batch) -> Res<()> {
        let mut by: SmallVec<[(ObjectId, bool); 1]> = SmallVec::new();
        for rule in &self.state.rules().mays {
            if let Some(Continuous::May(Permission::RevealDrawn { optional, .. })) = rule.what()
                && rule.controller == player
            {
                by.push((rule.source, *optional));
            }
        }
        if self.state.chars(card).marks.elsewhere {
            let own = self.state.own_statics(card).flat_map(|(_, ability)| &ability.effects);
            by.extend(own.filter_map(|effect| match effect {
                Continuous::May(Permission::RevealDrawn { optional, .. }) => Some((card, *optional)),
                _ => None,
            }));
        }
        for (source, optional) in by {
            if !optional || self.yes(Decision::yes_no(player, Ask::May, rule!("702.94a"), Some(source)))? {
                let event = Event::RevealedDrawn { source, card, by: player };
                self.push_event(event, rule!("603.11"), batch.number);
            }
        }
        Ok(())
    }
}

impl State {
    /// 702.94b: whether a player plays with a card of their hand revealed, as the ability that triggered as they revealed it is on
    /// the stack, or waits to be put there.
    pub(crate) fn stays_revealed(&self, card: ObjectId) -> bool {
        let of_it = |event: &Option<Arc<Occurrence>>| {
            event.as_ref().is_some_and(|o| matches!(o.event, Event::RevealedDrawn { card: drawn, .. } if drawn == card))
        };
        let item = |id: &ObjectId| self.get(*id).and_then(|o| o.stack.as_deref());
        self.pending.iter().any(|p| of_it(&p.event)) || self.stack().iter().filter_map(item).any(|i| of_it(&i.event))
    }

    /// 121.8: a card drawn while a spell is being cast or an ability activated is face down: it has no characteristics, and
    /// pays for nothing that asks for some.
    fn cover(&mut self, card: ObjectId, first: bool) {
        if let Some(object) = self.get_mut(card) {
            let base = std::mem::replace(&mut object.base, crate::state::zones::no_chars());
            self.covered.push((card, base, first));
            self.touch();
            self.refresh();
        }
    }

    /// Turns those cards face up; gives those that were the first their player drew this turn.
    pub(crate) fn uncover(&mut self) -> Vec<ObjectId> {
        let mut firsts = Vec::new();
        for (card, base, first) in std::mem::take(&mut self.covered) {
            if let Some(object) = self.get_mut(card) {
                object.base = base;
                firsts.extend(first.then_some(card));
            }
        }
        self.touch();
        self.refresh();
        firsts
    }
}
