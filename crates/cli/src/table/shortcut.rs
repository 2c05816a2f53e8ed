//! Shortcuts at the table (729.2): `repeat`.

use lawmage_engine::procedure::shortcut::Proposal;
use lawmage_engine::{Ask, Illegal};

use super::command::Said;
use super::{Mark, Sitting};
use crate::console::Console;

impl Sitting<'_> {
    /// Suggests to repeat what was done since the person's last actions; the bots accept or shorten it, and it is taken.
    pub(super) fn repeat(&mut self, times: &str, actions: &str) -> Said {
        let (Ok(times), Ok(actions)) = (times.parse(), actions.parse()) else {
            self.console
                .wrapped(self.console.bad("type `repeat 20`, or `repeat 20 3` for your last three actions"), "");
            return Said::Done;
        };
        let suggested = self.session.last_loop(actions, times).and_then(|shortcut| self.session.propose(shortcut));
        let mut proposal = match suggested {
            Ok(proposal) => proposal,
            Err(illegal) => return refused(self.console, &illegal),
        };
        if !self.others_answer(&mut proposal) {
            return Said::Done;
        }
        let what = format!("suggested to repeat it {times} times");
        let (answers, tick) = (self.session.answered(), self.session.tick_began());
        self.state.marks.push(Mark { answers, tick, log: self.log.len(), what });
        if let Err(illegal) = self.session.take_shortcut(&proposal) {
            // The game has come as far as that.
            refused(self.console, &illegal);
        }
        self.state.ask_at = self.session.question().filter(|q| q.ask == Ask::Priority).map(|_| self.session.answered());
        Said::Changed
    }

    /// The others accept it or shorten it, in turn order (729.2b). Tells whether all have.
    fn others_answer(&mut self, proposal: &mut Proposal) -> bool {
        while let Some(player) = proposal.asked() {
            let decider = self.session.state().decider(player);
            let name = self.session.state().player(player).name.clone();
            let before = proposal.shortened;
            match decider.index().checked_sub(1).and_then(|place| self.bots.get_mut(place)) {
                Some(bot) => {
                    let asked = self.session.consult(proposal, &mut |view, decision| bot.decide(view, decision));
                    if let Err(halt) = asked {
                        self.console.line(self.console.bad(halt.to_string()));
                        return false;
                    }
                }
                None => proposal.accept(),
            }
            let said = if proposal.shortened == before { "accepts" } else { "shortens it" };
            self.console.line(format!("{name} {said}."));
        }
        true
    }
}

fn refused(console: &Console, illegal: &Illegal) -> Said {
    console.wrapped(console.bad(format!("That can't be: {illegal}")), "");
    Said::Done
}
