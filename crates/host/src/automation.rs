//! What a table answers for a player: passing where nothing can matter, answers that were settled before.

use lawmage_engine::{Action, Answer, Ask, Choice, Decision, Domain, ObjectId, View};
use lawmage_ir::Step;
use lawmage_protocol::{self as protocol, Until};
use lawmage_words::{option, question};

use crate::stops::{Stops, can_act, only_taps};

/// Answers for a player who is there, as they have set it. Whatever it doesn't answer, they are asked.
#[derive(Clone, Debug)]
pub struct Assistant {
    settings: protocol::Automation,
    stops: Stops,
    passing: Option<Passing>,
}

/// The passing that a player has asked for.
#[derive(Clone, Debug)]
struct Passing {
    until: Until,
    /// The turn in which they asked for it.
    turn: u32,
    /// What was on the stack then: it is passed over.
    known: Vec<ObjectId>,
    /// They were attacked then, and know it.
    attacked: bool,
}

impl Assistant {
    /// One with those settings.
    ///
    /// # Errors
    /// The first stop that names no step.
    pub fn new(settings: protocol::Automation) -> Result<Self, String> {
        let stops = Stops::of_words(&settings.stops)?;
        let settings = protocol::Automation { stops: stops.words(), ..settings };
        Ok(Self { settings, stops, passing: None })
    }

    /// The settings.
    #[must_use]
    pub const fn settings(&self) -> &protocol::Automation {
        &self.settings
    }

    /// How long it passes, while it does.
    #[must_use]
    pub fn passing(&self) -> Option<Until> {
        self.passing.as_ref().map(|passing| passing.until)
    }

    /// Passes from now on.
    pub(crate) fn pass_until(&mut self, until: Until, view: &View<'_>) {
        let (known, attacked) = (view.stack().to_vec(), attacked(view));
        self.passing = Some(Passing { until, turn: view.turn(), known, attacked });
    }

    /// Passes no more.
    pub(crate) fn stop_passing(&mut self) {
        self.passing = None;
    }

    /// The answer to a question, where it isn't the player's to give. Who is asked passes no more.
    pub(crate) fn decide(&mut self, view: &View<'_>, decision: &Decision) -> Option<Answer> {
        self.end_passing(view);
        let answer = self.answer(view, decision);
        if answer.is_none() {
            self.passing = None;
        }
        answer
    }

    /// Ends the passing that has come to where it was asked for.
    fn end_passing(&mut self, view: &View<'_>) {
        let Some(passing) = &self.passing else { return };
        let over = match passing.until {
            Until::Stop => false,
            Until::Turn => view.turn() != passing.turn,
            Until::MyTurn => view.turn() != passing.turn && view.active() == view.me(),
            Until::Stack => view.stack().is_empty(),
        };
        if over {
            self.passing = None;
        }
    }

    fn answer(&self, view: &View<'_>, decision: &Decision) -> Option<Answer> {
        match (&decision.ask, &decision.domain) {
            (Ask::Priority, Domain::Pick { options, .. }) => {
                let is_pass = |choice: &Choice| matches!(choice, Choice::Action(action) if **action == Action::Pass);
                let pass = options.iter().position(is_pass)?;
                self.passes(view, decision).then(|| Answer::pick(pass as u32))
            }
            (Ask::Attack, Domain::Attack(domain)) if self.passes_turns() => {
                Some(Answer::Attack(domain.legalize(&[]), Vec::new()))
            }
            (Ask::Payment, Domain::Pick { options, .. }) if self.settings.auto_pay => {
                let plain = |choice: &Choice| matches!(choice, Choice::Plan(plan) if only_taps(view, plan));
                options.iter().position(plain).map(|place| Answer::pick(place as u32))
            }
            (Ask::OrderTriggers, Domain::Order(options)) if self.settings.auto_order => {
                let mut texts = options.iter().map(|choice| option(view, decision, choice));
                let first = texts.next()?;
                texts.all(|text| text == first).then(|| decision.any_legal())
            }
            (_, Domain::Pick { options, min: 1, max: 1, .. }) => {
                let wanted = if self.settled(view, decision)? { Choice::Yes } else { Choice::No };
                let place = options.iter().position(|choice| *choice == wanted)?;
                Some(Answer::pick(place as u32))
            }
            _ => None,
        }
    }

    /// Whether to pass, with priority.
    fn passes(&self, view: &View<'_>, decision: &Decision) -> bool {
        let automatic = self.settings.auto_pass || self.passing.is_some();
        if !automatic {
            return false;
        }
        if !can_act(view, decision, !self.settings.auto_pay) {
            // A stop that is none of the usual ones was set to be asked there, whatever can be done.
            let meant = self.stops.here(view) && !Stops::default().here(view);
            return !meant || !view.stack().is_empty() || self.passes_turns();
        }
        if let Some(top) = view.stack().last() {
            let known = self.passing.as_ref().is_some_and(|passing| passing.known.contains(top));
            return known || view.object(*top).is_some_and(|top| top.controller == view.me());
        }
        let knows = |passing: &Passing| passing.attacked && passing.turn == view.turn();
        if attacked(view) && !self.passing.as_ref().is_some_and(knows) {
            return false;
        }
        self.passes_turns() || !self.stops.here(view)
    }

    /// Whether the player asked for whole turns to be passed, whatever their stops.
    fn passes_turns(&self) -> bool {
        matches!(self.passing(), Some(Until::Turn | Until::MyTurn))
    }

    /// What the player has settled for a question that comes again.
    fn settled(&self, view: &View<'_>, decision: &Decision) -> Option<bool> {
        if self.settings.yields.is_empty() {
            return None;
        }
        let source = view.object_name(decision.source?);
        let mut of_source = self.settings.yields.iter().filter(|settled| *settled.source == *source).peekable();
        of_source.peek()?;
        let text = question(view, decision);
        of_source.find(|settled| settled.text == text).map(|settled| settled.answer)
    }
}

/// Whether the player has just been attacked, in a step where that was declared.
fn attacked(view: &View<'_>) -> bool {
    view.step() == Step::DeclareAttackers
        && view.combat().is_some_and(|combat| combat.attackers.iter().any(|attacker| attacker.defending == view.me()))
}
