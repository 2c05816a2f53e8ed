//! Shortcuts in a session (729.2).

use lawmage_ir::{Rule, rule};

use crate::procedure::session::{Hearer, Session};
use crate::procedure::shortcut::{Follower, GameChoice, Part, Proposal, Shortcut, last_actions};
use crate::state::ids::PlayerId;
use crate::table::decision::{Answer, Ask, Decision, Illegal};
use crate::table::game::Res;
use crate::table::view::View;

impl<H: Hearer + Default> Session<H> {
    /// What the player with priority did last, since so many of their actions ago, as a loop to repeat so many times (729.1b).
    ///
    /// # Errors
    /// Why there is none.
    pub fn last_loop(&self, actions: usize, times: u32) -> Result<Shortcut, Illegal> {
        let none = |why: &str| Illegal::new(rule!("729.2a"), why);
        let player = self.at_priority().ok_or_else(|| none("only a player with priority suggests a shortcut"))?;
        let choices: Vec<GameChoice> = self.choices.iter().map(|(_, choice)| choice.clone()).collect();
        let begun = last_actions(&choices, player, actions).ok_or_else(|| none("not so many actions were taken"))?;
        Ok(Shortcut::Parts(vec![Part::repeating(choices.get(begun..).unwrap_or_default(), self.state(), times)]))
    }

    /// The player with priority suggests a shortcut (729.2a); nothing has happened yet.
    ///
    /// # Errors
    /// Why it can't be suggested.
    pub fn propose(&self, shortcut: Shortcut) -> Result<Proposal, Illegal> {
        if self.at_priority().is_none() {
            return Err(Illegal::new(rule!("729.2a"), "only a player with priority suggests a shortcut"));
        }
        Proposal::new(&self.before, shortcut)
    }

    /// Asks who has still to accept or shorten it, as `decide` chooses for them (729.2b).
    ///
    /// # Errors
    /// What `decide` stops with.
    pub fn consult(
        &self,
        proposal: &mut Proposal,
        decide: &mut dyn FnMut(&View<'_>, &Decision) -> Res<Answer>,
    ) -> Res<()> {
        match proposal.other_choice(&self.before, decide)? {
            Some(at) if proposal.shorten(at).is_ok() => {}
            _ => proposal.accept(),
        }
        Ok(())
    }

    /// Takes a shortcut that all have accepted or shortened (729.2c): the choices in it are made one after another, up to its end.
    ///
    /// # Errors
    /// Where a choice could not be made: the game has come as far as that.
    pub fn take_shortcut(&mut self, proposal: &Proposal) -> Result<(), Illegal> {
        self.take_shortcut_by(proposal, &mut Self::answer)
    }

    /// The same; each choice is made by `answer`, for who keeps account of the answers.
    ///
    /// # Errors
    /// Where a choice could not be made.
    pub fn take_shortcut_by(
        &mut self,
        proposal: &Proposal,
        answers: &mut dyn FnMut(&mut Self, Answer) -> Result<(), Illegal>,
    ) -> Result<(), Illegal> {
        if let Some(player) = proposal.asked() {
            let name = &self.state().player(player).name;
            return Err(Illegal::new(rule!("729.2b"), format!("{name} has neither accepted nor shortened it")));
        }
        if self.at_priority() != Some(proposal.by) {
            return Err(Illegal::new(rule!("729.2a"), "it was suggested at another place"));
        }
        let mut follower = Follower::new(proposal.shortcut.clone());
        let name = |session: &Self, player: PlayerId| session.state().player(player).name.clone();
        let text = format!("a shortcut of {} is taken", name(self, proposal.by));
        self.tell_all(rule!("729.2c"), &text);
        while let Some(question) = self.question().cloned() {
            let at_end = follower.is_done(self.state()) && self.at_priority().is_some();
            // Where nothing can be done at its end, the next question comes later.
            if at_end || (follower.has_only_passes() && follower.met.len() >= proposal.met.len()) {
                return Ok(());
            }
            let answer = follower.answer(self.state(), &question)?;
            if let Some(shortened) = proposal.shortened
                && follower.met.len() > shortened.at
            {
                let text = format!("{} shortens it, and chooses otherwise here", name(self, shortened.by));
                self.tell_all(rule!("729.2c"), &text);
                self.otherwise = Some(answer);
                return Ok(());
            }
            answers(self, answer)?;
        }
        Ok(())
    }

    fn tell_all(&mut self, rule: Rule, text: &str) {
        let (hearer, state, _) = self.parts();
        hearer.note(state, rule, text);
    }

    /// Who has priority and is asked what to do with it, and nothing else.
    fn at_priority(&self) -> Option<PlayerId> {
        let question = self.question().filter(|q| q.ask == Ask::Priority && self.answers.is_empty())?;
        Some(question.player)
    }

    /// 729.2c: who has shortened a shortcut must choose otherwise at its end.
    pub(super) fn chooses_otherwise(&self, answer: &Answer) -> Result<(), Illegal> {
        if self.otherwise.as_ref() == Some(answer) {
            let why = "who has shortened a shortcut must choose something else than it had here";
            return Err(Illegal::new(rule!("729.2c"), why));
        }
        Ok(())
    }

    /// Forgets choices that were taken back.
    pub(super) fn forget_choices(&mut self) {
        let answered = self.answered();
        self.choices.retain(|(before, _)| *before < answered);
        self.otherwise = None;
    }
}
