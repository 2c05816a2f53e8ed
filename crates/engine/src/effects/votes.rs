//! Votes (701.32).

use lawmage_ir::{Continuous, Labels, Permission, Vote, rule};

use crate::read::context::Scope;
use crate::state::ids::{Entities, Entity, ObjectId, PlayerId, Players};
use crate::state::stack::{Frame, SlotValue};
use crate::table::decision::{Ask, Choice, Decision};
use crate::table::game::{Game, Res};
use crate::table::view::Sight;

/// What a vote is for.
fn named(sight: &Sight<'_>, vote: &Choice) -> String {
    match vote {
        Choice::Object(id) => sight.object_name(*id).to_string(),
        Choice::Player(player) => sight.name(*player).to_owned(),
        Choice::Word(word) => word.to_string(),
        _ => String::new(),
    }
}

impl Game<'_> {
    /// Has the players vote, and does what the result says.
    pub(super) fn vote(&mut self, vote: &Vote, scope: Scope, frame: &mut Frame) -> Res<SlotValue> {
        let done = match vote {
            Vote::Objects { among, most, then } => {
                let options = self.pick_out(among, scope, frame)?.into_iter().map(Choice::from).collect();
                let tally = self.votes(options, Ask::Choose, false, scope)?;
                let highest = tally.iter().map(|(_, votes)| votes.len()).max().unwrap_or(0);
                let ahead: Entities = tally
                    .iter()
                    .filter(|(_, votes)| !votes.is_empty() && votes.len() == highest)
                    .filter_map(|(choice, _)| choice.entity())
                    .collect();
                frame.set(*most, SlotValue::of(ahead));
                self.run_body(then, scope, frame)?
            }
            Vote::Words { words, first, second } => {
                let options = words.iter().cloned().map(Choice::Word).collect();
                let tally = self.votes(options, Ask::Value, false, scope)?;
                let of = |place: usize| tally.get(place).map_or(0, |(_, votes)| votes.len());
                self.run_body(if of(0) > of(1) { first } else { second }, scope, frame)?
            }
            Vote::Tally { words, slots, secret } => {
                let options = words.iter().cloned().map(Choice::Word).collect();
                let tally = self.votes(options, Ask::Value, *secret, scope)?;
                for (slot, (_, votes)) in slots.iter().zip(tally) {
                    let number = votes.len() as i32;
                    let members = votes.into_iter().map(Entity::Player).collect();
                    frame.set(*slot, SlotValue { number, done: number > 0, members, ..SlotValue::default() });
                }
                true
            }
        };
        Ok(SlotValue::done(done))
    }

    /// Calls each of several players by one of the words: of those that you call, you choose who is the first (608.2d); those
    /// who choose for themselves do so in APNAP order (101.4).
    pub(super) fn label(&mut self, labels: &Labels, scope: Scope, frame: &mut Frame) -> Res<SlotValue> {
        let players = self.state.players_in_order(&labels.players, &scope.context(frame));
        let mut called: Vec<Vec<PlayerId>> = vec![Vec::new(); labels.words.len()];
        if labels.by_each {
            let options: Vec<Choice> = labels.words.iter().cloned().map(Choice::Word).collect();
            for player in players.iter().copied() {
                let of = options.clone();
                let asked = Decision::pick(player, Ask::Value, rule!("608.2d"), Some(scope.source), of, 1, 1);
                let picked = self.pick(asked)?;
                let place = options.iter().position(|option| picked.first() == Some(option));
                if let Some(those) = place.and_then(|place| called.get_mut(place)) {
                    those.push(player);
                }
            }
        } else {
            let options: Vec<Choice> = players.iter().copied().map(Choice::Player).collect();
            let most = options.len() as u32;
            let asked = Decision::pick(scope.you, Ask::Choose, rule!("608.2d"), Some(scope.source), options, 0, most);
            let picked = self.pick(asked)?;
            let (first, others) = players.iter().copied().partition(|player| picked.contains(&Choice::Player(*player)));
            called = vec![first, others];
        }
        for (slot, members) in labels.slots.iter().zip(called) {
            frame.set(*slot, SlotValue::of(members.into_iter().map(Entity::Player)));
        }
        Ok(SlotValue::done(true))
    }

    /// 701.32a: each player votes, starting with the controller of the effect and in turn order. What each voted is known to
    /// those who vote later, unless it is secret. Who voted for which is kept.
    fn votes(
        &mut self,
        options: Vec<Choice>,
        ask: Ask,
        secret: bool,
        scope: Scope,
    ) -> Res<Vec<(Choice, Vec<PlayerId>)>> {
        let mut tally: Vec<(Choice, Vec<PlayerId>)> =
            options.iter().cloned().map(|choice| (choice, Vec::new())).collect();
        // 609.3: without choices nobody votes.
        if options.is_empty() {
            return Ok(tally);
        }
        let voters: Players = self.state.from_seat(scope.you).collect();
        for voter in voters {
            for _ in 0..self.votes_of(voter)? {
                let question =
                    Decision::pick(voter, ask.clone(), rule!("701.32a"), Some(scope.source), options.clone(), 1, 1);
                let picked = self.pick(question)?;
                if let Some(vote) = picked.first().filter(|_| !secret) {
                    self.note(rule!("101.4b"), |s| format!("{} votes for {}", s.name(voter), named(s, vote)));
                }
                if let Some((_, votes)) = tally.iter_mut().find(|(choice, _)| picked.first() == Some(choice)) {
                    votes.push(voter);
                }
            }
        }
        Ok(tally)
    }

    /// 701.32d: how often a player votes, all at the same time; in votes alone (701.32c).
    fn votes_of(&mut self, voter: PlayerId) -> Res<u32> {
        let more: Vec<(ObjectId, bool)> = (self.state.rules().mays.iter())
            .filter_map(|rule| match rule.what() {
                Some(Continuous::May(Permission::ExtraVote { who, optional })) => {
                    self.state.is_among(voter, who, &rule.context()).then_some((rule.source, *optional))
                }
                _ => None,
            })
            .collect();
        let mut votes = 1;
        for (source, optional) in more {
            if !optional || self.yes(Decision::yes_no(voter, Ask::May, rule!("701.32d"), Some(source)))? {
                votes += 1;
            }
        }
        Ok(votes)
    }
}
