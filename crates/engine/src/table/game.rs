//! The running game: a state, and the table that answers its questions and hears its events.

use std::fmt;
use std::sync::Arc;

use lawmage_ir::{Instruction, Rule};
use smallvec::SmallVec;

use crate::state::State;
use crate::state::cache::ActiveRule;
use crate::state::chars::AbilityKey;
use crate::state::ids::{ObjectId, PlayerId};
use crate::state::occurrence::Occurrence;
use crate::state::stack::SlotValue;
use crate::table::about::About;
use crate::table::action::Action;
use crate::table::card_name::NameDomain;
use crate::table::decision::{Answer, Ask, Choice, Decision, Domain, Illegal};
use crate::table::payment::Pledge;
use crate::table::replacing::Applicable;
use crate::table::view::{Sight, Viewer};

/// Why straight code stops in the middle.
#[derive(Debug)]
pub enum Halt {
    /// A question waits for an answer (suspended drive).
    Question(Box<Decision>),
    /// An action turned out to be illegal; it is undone whole (730.1).
    Illegal(Illegal),
    /// A player answered with what is not legal: a mistake of the player's program.
    BadAnswer(Box<(Decision, Answer, Illegal)>),
    /// A question came up that no answer is legal for: a mistake of this program.
    NoAnswer(Box<Decision>),
    /// A cap was reached; the game is reported as capped, not hung.
    Capped(&'static str),
    /// A player concedes the subgame at hand.
    Conceded(PlayerId),
    /// The driver wants to stop (a person left, time is up).
    Stopped,
}

impl fmt::Display for Halt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Question(decision) => write!(f, "a decision waits ({})", decision.rule),
            Self::Illegal(illegal) => illegal.fmt(f),
            Self::BadAnswer(what) => write!(f, "illegal answer to a question of rule {}: {}", what.0.rule, what.2),
            Self::NoAnswer(what) => {
                write!(f, "no answer to a question of rule {} is legal: a mistake of lawmage", what.rule)
            }
            Self::Capped(what) => write!(f, "stopped at the cap: {what}"),
            Self::Conceded(_) => write!(f, "a player conceded what is no subgame"),
            Self::Stopped => write!(f, "stopped"),
        }
    }
}

impl std::error::Error for Halt {}

impl From<Illegal> for Halt {
    fn from(illegal: Illegal) -> Self {
        Self::Illegal(illegal)
    }
}

/// A result of straight rules code.
pub type Res<T> = Result<T, Halt>;

/// What chance decides (705, 706).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Luck {
    /// A coin flip.
    Coin,
    /// A roll of a die with so many sides.
    Die(u32),
    /// The shuffle of a deck as the game starts (103.3): any result leaves it in the order it has, the hand of a mulligan at
    /// the bottom.
    Shuffle,
}

/// Who sits at the table: answers decisions, hears events.
pub trait Table {
    /// Answers a decision. The state is that of the moment.
    ///
    /// # Errors
    /// [`Halt::Question`] when the answer comes later, [`Halt::Stopped`] when it never will.
    fn answer(&mut self, state: &State, decision: &Decision) -> Res<Answer>;

    /// What the player with priority has chosen, where they were asked before and nothing has happened since.
    fn has_chosen(&mut self) -> Option<Action> {
        None
    }

    /// Learns of a decision with one legal answer, which nobody is asked.
    fn forced(&mut self, state: &State, decision: &Decision) {
        let _ = (state, decision);
    }

    /// The result of a player's next coin flip (1: won, 0: lost) or die roll, where the table has fixed it.
    fn luck(&mut self, player: PlayerId, what: Luck) -> Option<u32> {
        let _ = (player, what);
        None
    }

    /// Whether [`Table::hear`] and [`Table::note`] want to be called; when not, nothing is worked out for them.
    fn listens(&self) -> bool {
        false
    }

    /// Whether decisions come with the text they stem from (`Decision::about`), for people to read.
    fn explains(&self) -> bool {
        false
    }

    /// Learns, if it explains, that an instruction of that object is about to be carried out (608.2c).
    fn begins(&mut self, state: &State, does: &Instruction, source: ObjectId) {
        let _ = (state, does, source);
    }

    /// Learns, if it explains, what an instruction came to that it was told of. Of one that is broken off it doesn't.
    fn ends(&mut self, state: &State, does: &Instruction, source: ObjectId, value: &SlotValue) {
        let _ = (state, does, source, value);
    }

    /// Hears of an event just after it happened.
    fn hear(&mut self, state: &State, occurrence: &Occurrence) {
        let _ = (state, occurrence);
    }

    /// Hears of a step a rule took by itself, in a sentence.
    fn note(&mut self, state: &State, rule: Rule, text: &str) {
        let _ = (state, rule, text);
    }
}

/// A game being played.
pub struct Game<'t> {
    /// The state.
    pub state: State,
    /// Who answers and listens.
    pub(crate) table: &'t mut dyn Table,
    /// Decisions asked so far (forced ones not counted).
    pub decisions: u64,
    /// Of them, payments offered that nobody made: they keep no loop from going on (729.6).
    pub(crate) declined: u64,
    /// The replacement effects that what happens now stems from (614.5).
    pub(crate) replaced: Vec<Applicable>,
    /// Those that have changed how many cards are to be drawn, which get no second chance at the single draws (614.5, 616.1g).
    pub(crate) draws_changed: Vec<Applicable>,
    /// How many counters of a kind the ability at hand can cause to be on what it puts them on, as long as it puts them.
    pub(crate) counters_within: Option<(lawmage_ir::CounterKind, u32)>,
    /// The objects about to enter the battlefield (614.13).
    pub(crate) entering: Vec<ObjectId>,
    /// While triggers look at a batch in which what has them trigger again, or keeps them from it, leaves: all such effects as
    /// they were before (603.10).
    pub(crate) echoes_before: Option<Vec<ActiveRule>>,
    /// How deep what comes right after prevented or replaced events (615.5) is nested in its like.
    pub(crate) nested: u32,
    /// How many spells and abilities are being paid for (121.8).
    pub(crate) paying: u32,
    /// The mana abilities that are being paid for (605.3c).
    pub(crate) begun: SmallVec<[(ObjectId, AbilityKey); 1]>,
    /// The permanent whose mana ability with {T} in its cost is resolving (106.12).
    pub(crate) tapping: Option<ObjectId>,
    /// With what mana the next cost is paid, where a plan says so.
    pub(crate) planned: Option<SmallVec<[(lawmage_ir::ManaType, bool); 2]>>,
    /// What the plan of the payment at hand still needs.
    pub(crate) pledge: Pledge,
    /// The mana that a plan counts on triggered mana abilities to add.
    pub(crate) wanted: [u16; 6],
    /// Whether questions come with their text.
    pub(crate) explains: bool,
    /// The instruction being carried out, for the questions it asks.
    pub(crate) doing: Option<Arc<About>>,
}

impl<'t> Game<'t> {
    /// What is done because of a spell or ability of that player, or because of none: what players pay for what they cast or
    /// activate meanwhile is their own doing.
    pub(crate) fn caused_by<T>(&mut self, by: Option<PlayerId>, act: impl FnOnce(&mut Self) -> Res<T>) -> Res<T> {
        let before = std::mem::replace(&mut self.state.causing, by);
        let done = act(self);
        self.state.causing = before;
        done
    }

    /// A game in that state, with that table.
    pub fn new(state: State, table: &'t mut dyn Table) -> Self {
        let explains = table.explains();
        let mut game = Self {
            state,
            table,
            decisions: 0,
            declined: 0,
            replaced: Vec::new(),
            draws_changed: Vec::new(),
            counters_within: None,
            entering: Vec::new(),
            echoes_before: None,
            nested: 0,
            paying: 0,
            begun: SmallVec::new(),
            tapping: None,
            planned: None,
            pledge: Pledge::default(),
            wanted: [0; 6],
            explains,
            doing: None,
        };
        game.state.refresh();
        game
    }

    /// Goes back to a state between ticks: what was under way since is taken back.
    pub(crate) fn go_back_to(&mut self, before: State) {
        self.state = before;
        self.replaced.clear();
        self.draws_changed.clear();
        self.entering.clear();
        self.begun.clear();
        (self.nested, self.paying) = (0, 0);
        (self.echoes_before, self.tapping, self.planned, self.doing) = (None, None, None, None);
        (self.pledge, self.wanted) = (Pledge::default(), [0; 6]);
    }

    /// Asks a player. Where only one answer is legal, nobody is asked.
    ///
    /// # Errors
    /// The table's halt; [`Halt::BadAnswer`] for an illegal answer, [`Halt::NoAnswer`] where none is legal.
    pub fn ask(&mut self, decision: Decision) -> Res<Answer> {
        if !decision.has_answer() {
            return Err(Halt::NoAnswer(Box::new(decision)));
        }
        if let Some(answer) = decision.forced() {
            self.table.forced(&self.state, &decision);
            return Ok(answer);
        }
        self.decisions += 1;
        let mut decision = if self.explains { self.with_text(decision) } else { decision };
        if !self.state.player(decision.player).is_playing()
            && let Some(next) = self.state.from_seat(decision.player).next()
        {
            decision.player = next; // 800.4h
        }
        let answer = self.table.answer(&self.state, &decision)?;
        if let Answer::Concede(player) = answer
            && self.state.depth > 0
        {
            return Err(Halt::Conceded(player));
        }
        match decision.check(&answer) {
            Ok(()) => Ok(answer),
            Err(illegal) => Err(Halt::BadAnswer(Box::new((decision, answer, illegal)))),
        }
    }

    /// Asks for picks, and gives the options picked, in the order picked.
    ///
    /// # Errors
    /// As [`Game::ask`].
    pub fn pick(&mut self, decision: Decision) -> Res<Vec<Choice>> {
        let options = decision.options().to_vec();
        match self.ask(decision)? {
            Answer::Picks(picks) => Ok(picks.iter().filter_map(|i| options.get(*i as usize).cloned()).collect()),
            _ => Ok(Vec::new()),
        }
    }

    /// Asks yes or no.
    ///
    /// # Errors
    /// As [`Game::ask`].
    pub fn yes(&mut self, decision: Decision) -> Res<bool> {
        Ok(matches!(self.ask(decision)?, Answer::Picks(picks) if picks.first() == Some(&0)))
    }

    /// Asks for a number.
    ///
    /// # Errors
    /// As [`Game::ask`].
    pub fn number(&mut self, decision: Decision) -> Res<u32> {
        match self.ask(decision)? {
            Answer::Number(n) => Ok(n),
            _ => Ok(0),
        }
    }

    /// Asks for an order, and gives the options in it.
    ///
    /// # Errors
    /// As [`Game::ask`].
    pub fn order(&mut self, decision: Decision) -> Res<Vec<Choice>> {
        let options = decision.options().to_vec();
        match self.ask(decision)? {
            Answer::Order(order) => Ok(order.iter().filter_map(|i| options.get(*i as usize).cloned()).collect()),
            _ => Ok(options),
        }
    }

    /// Asks for a division; an amount for each option.
    ///
    /// # Errors
    /// As [`Game::ask`].
    pub fn divide(&mut self, decision: Decision) -> Res<Vec<u32>> {
        match self.ask(decision)? {
            Answer::Amounts(amounts) => Ok(amounts.to_vec()),
            _ => Ok(Vec::new()),
        }
    }

    /// Asks for card names, and gives those chosen.
    ///
    /// # Errors
    /// As [`Game::ask`].
    pub(crate) fn name_cards(
        &mut self,
        player: PlayerId,
        rule: Rule,
        source: ObjectId,
        names: NameDomain,
    ) -> Res<SmallVec<[Arc<str>; 1]>> {
        let domain = Domain::Name(Box::new(names));
        match self.ask(Decision { player, ask: Ask::Value, rule, source: Some(source), domain, about: None })? {
            Answer::Names(names) => Ok(names),
            _ => Ok(SmallVec::new()),
        }
    }

    /// Tells listeners what a rule did by itself; the sentence is made only when someone listens.
    pub fn note(&mut self, rule: Rule, text: impl FnOnce(&Sight<'_>) -> String) {
        if self.table.listens() {
            // All hear it: it is said with what everybody sees.
            let text = text(&Sight::new(&self.state, Viewer::Spectator, None));
            self.table.note(&self.state, rule, &text);
        }
    }

    /// Whether the game is over.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.state.result.is_some()
    }

    /// The controller of a permanent, spell or ability, worked out (layer 2); of a card elsewhere, its owner (108.4a, 109.4).
    #[must_use]
    pub fn controller(&self, id: ObjectId) -> PlayerId {
        self.state.controller(id)
    }
}
