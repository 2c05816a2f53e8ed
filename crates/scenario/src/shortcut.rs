//! Shortcuts in scripts (729.2): what was done is proposed again, other players shorten it, and it is taken.

use lawmage_engine::procedure::shortcut::{Follower, Following, Part, Proposal, Shortcut, go, last_actions};
use lawmage_engine::{Action, Answer, Choice, Decision, Halt, Illegal, Occurrence, PlayerId, Res, State, Table};
use lawmage_ir::{Rule, rule};

use crate::desk::Desk;
use crate::driver::Stage;
use crate::model::{Entry, ProposedPlace, ProposedShortcut};
use crate::refs;
use crate::report::{Outcomes, Trouble};

/// What a player who has shortened a shortcut must not choose where it ended (729.2c).
#[derive(Clone, Debug)]
pub(crate) struct Otherwise {
    pub player: PlayerId,
    pub not: Action,
}

/// The table while a shortcut is taken: decisions are answered as it says; all else is the desk's.
struct Taking<'t, 's> {
    desk: &'t mut Desk<'s>,
    follower: Follower,
    end: Option<usize>,
    stopped: Option<Action>,
    refused: Option<Illegal>,
}

impl Table for Taking<'_, '_> {
    fn answer(&mut self, state: &State, decision: &Decision) -> Res<Answer> {
        let is_end = self.end == Some(self.follower.met.len());
        match self.follower.answer(state, decision) {
            Ok(answer) if is_end => {
                self.stopped = chosen(decision, &answer);
                Err(Halt::Stopped)
            }
            Ok(answer) => {
                self.desk.took(state, decision, &answer);
                Ok(answer)
            }
            Err(illegal) => {
                self.refused = Some(illegal);
                Err(Halt::Stopped)
            }
        }
    }

    fn listens(&self) -> bool {
        true
    }

    fn hear(&mut self, state: &State, occurrence: &Occurrence) {
        self.desk.hear(state, occurrence);
    }

    fn note(&mut self, state: &State, rule: Rule, text: &str) {
        self.desk.note(state, rule, text);
    }
}

impl Following for Taking<'_, '_> {
    fn follower(&self) -> &Follower {
        &self.follower
    }
}

fn chosen(decision: &Decision, answer: &Answer) -> Option<Action> {
    let Answer::Picks(picks) = answer else { return None };
    match decision.options().get(*picks.first()? as usize)? {
        Choice::Action(action) => Some((**action).clone()),
        _ => None,
    }
}

/// Proposes what the entry says, has it shortened and takes it. Why not, if it can't be proposed.
pub(crate) fn propose(
    stage: &mut Stage<'_>,
    player: PlayerId,
    entry: &Entry,
    what: &ProposedShortcut,
) -> Outcomes<Option<Illegal>> {
    stage.state.refresh();
    let shortcut = match (what.repeat, what.until) {
        (Some(times), None) => {
            let line = &stage.desk.choices;
            let Some(begun) = last_actions(line, player, what.actions) else {
                return Err(Trouble::error("no action was taken that the shortcut could repeat"));
            };
            Shortcut::Parts(vec![Part::repeating(&line[begun..], &stage.state, times)])
        }
        (None, Some(step)) => Shortcut::PassUntil(what.turn.unwrap_or(entry.turn), step.step()),
        _ => return Err(Trouble::error("a shortcut has either `repeat` or `until`")),
    };
    let mut proposal = match Proposal::new(&stage.state, shortcut) {
        Ok(proposal) => proposal,
        Err(illegal) => return Ok(Some(illegal)),
    };
    let name = stage.state.player(player).name.clone();
    stage.desk.story.tell(|| format!("{name} suggests a shortcut of {} choices (729.2a)", proposal.len()));
    for who in what.shorten.keys() {
        refs::known_player(&stage.state, who)?;
    }
    while let Some(asked) = proposal.asked() {
        let name = stage.state.player(asked).name.clone();
        let Some(place) = what.shorten.get(&name) else {
            proposal.accept();
            continue;
        };
        let at = place_in(&proposal, asked, place);
        let done = at.ok_or_else(|| Illegal::new(rule!("729.2b"), format!("{name} has no such choice in it")));
        if let Err(illegal) = done.and_then(|at| proposal.shorten(at)) {
            return Ok(Some(illegal));
        }
        stage.desk.story.tell(|| format!("{name} shortens it (729.2b)"));
    }
    run(stage, &proposal)
}

impl Stage<'_> {
    /// Why a player who has shortened a shortcut can't take an action, where that is what it had where it ended (729.2c).
    pub(crate) fn chooses_otherwise(&mut self, player: PlayerId, action: &Action) -> Option<Illegal> {
        let otherwise = self.otherwise.take_if(|o| o.player == player)?;
        if otherwise.not != *action {
            return None;
        }
        self.otherwise = Some(otherwise);
        let why = "who has shortened a shortcut must choose something else than it had here";
        Some(Illegal::new(rule!("729.2c"), why))
    }

    /// 729.2c: who has shortened a shortcut where it had them pass does something.
    pub(crate) fn may_pass(&mut self, player: PlayerId) -> Outcomes<()> {
        match self.otherwise.take_if(|o| o.player == player) {
            Some(otherwise) if otherwise.not == Action::Pass => {
                let name = &self.state.player(player).name;
                Err(Trouble::fail(format!("{name} has shortened a shortcut, and must not pass where it ends (729.2c)")))
            }
            _ => Ok(()),
        }
    }
}

/// The decision of a player that a place means.
fn place_in(proposal: &Proposal, player: PlayerId, place: &ProposedPlace) -> Option<usize> {
    let meant = (0..).zip(&proposal.met).filter(|(_, met)| {
        met.player == player
            && met.priority
            && place.round.is_none_or(|round| met.round == round)
            && place.step.is_none_or(|step| met.step == step.step())
            && place.turn.is_none_or(|turn| met.turn == turn)
    });
    meant.map(|(at, _)| at).nth(place.choice.saturating_sub(1))
}

/// The game advances to the end of the shortcut (729.2c).
fn run(stage: &mut Stage<'_>, proposal: &Proposal) -> Outcomes<Option<Illegal>> {
    let end = proposal.shortened.map(|s| s.at);
    let follower = Follower::new(proposal.shortcut.clone());
    let state = std::mem::replace(&mut stage.state, State::empty(&[], 0, std::iter::empty()));
    let mut table = Taking { desk: &mut stage.desk, follower, end, stopped: None, refused: None };
    let (mut state, ended) = go(state, &mut table);
    let (stopped, refused) = (table.stopped.take(), table.refused.take());
    state.touch();
    state.refresh();
    stage.state = state;
    stage.otherwise = stopped.zip(proposal.shortened).map(|(not, s)| Otherwise { player: s.by, not });
    match ended {
        Ok(()) | Err(Halt::Stopped) => Ok(refused),
        Err(halt) => Err(Trouble::fail(format!("the game stopped: {halt}"))),
    }
}
