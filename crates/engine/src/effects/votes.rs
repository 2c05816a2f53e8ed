//! Votes (701.32).

use lawmage_ir::{Vote, rule};

use crate::read::context::Scope;
use crate::state::ids::{Entities, Players};
use crate::state::stack::{Frame, SlotValue};
use crate::table::decision::{Ask, Choice, Decision};
use crate::table::game::{Game, Res};

impl Game<'_> {
    /// Has the players vote, and does what the result says.
    pub(super) fn vote(&mut self, vote: &Vote, scope: Scope, frame: &mut Frame) -> Res<SlotValue> {
        let done = match vote {
            Vote::Objects { among, most, then } => {
                let options = self.pick_out(among, scope, frame)?.into_iter().map(Choice::from).collect();
                let tally = self.votes(options, Ask::Choose, scope)?;
                let highest = tally.iter().map(|(_, votes)| *votes).max().unwrap_or(0);
                let ahead: Entities = tally
                    .iter()
                    .filter(|(_, votes)| *votes > 0 && *votes == highest)
                    .filter_map(|(choice, _)| choice.entity())
                    .collect();
                frame.set(*most, SlotValue::of(ahead));
                self.run_body(then, scope, frame)?
            }
            Vote::Words { words, first, second } => {
                let options = words.iter().cloned().map(Choice::Word).collect();
                let tally = self.votes(options, Ask::Value, scope)?;
                let of = |place: usize| tally.get(place).map_or(0, |(_, votes)| *votes);
                self.run_body(if of(0) > of(1) { first } else { second }, scope, frame)?
            }
        };
        Ok(SlotValue::done(done))
    }

    /// 701.32a: each player votes, starting with the controller of the effect and in turn order. What each voted is known to
    /// those who vote later.
    fn votes(&mut self, options: Vec<Choice>, ask: Ask, scope: Scope) -> Res<Vec<(Choice, u32)>> {
        let mut tally: Vec<(Choice, u32)> = options.iter().cloned().map(|choice| (choice, 0)).collect();
        // 609.3: without choices nobody votes.
        if options.is_empty() {
            return Ok(tally);
        }
        let voters: Players = self.state.from_seat(scope.you).collect();
        for voter in voters {
            let question =
                Decision::pick(voter, ask.clone(), rule!("701.32a"), Some(scope.source), options.clone(), 1, 1);
            let picked = self.pick(question)?;
            for (choice, votes) in &mut tally {
                *votes += u32::from(picked.first() == Some(choice));
            }
        }
        Ok(tally)
    }
}
