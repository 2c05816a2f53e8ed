//! The table of a scenario: answers decisions from the script and the answers, and keeps what happened.

use std::sync::atomic::{AtomicBool, Ordering};

use lawmage_engine::procedure::shortcut::GameChoice;
use lawmage_engine::{
    Action, Answer, Ask, Choice, Decision, Domain, Entity, Event, Halt, Illegal, Luck, Occurrence, PlayerId, Res,
    State, Table,
};
use lawmage_ir::{Rule, rule};
use serde_json::Value;
use smallvec::SmallVec;

use crate::answers::{self, Kind, Matcher};
use crate::model::{Entry, Scenario, Spot, Strict, Unanswered};
use crate::refs::{self, Names};
use crate::refused;
use crate::report::{Outcomes, Trouble};
use crate::story::{self, Story};
use crate::ways::is_extra;

/// An entry of the script, and whether it is done.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub entry: Entry,
    pub line: Spot,
    pub done: bool,
    /// Why it could not be done when it was tried, if it waits for another chance.
    pub why: Option<String>,
}

/// What is said about the action being taken.
#[derive(Clone, Debug)]
pub(crate) struct Announcing {
    pub player: PlayerId,
    pub targets: Vec<String>,
    pub x: Option<u32>,
    /// What came of it: nothing yet, or whether it was legal.
    pub x_taken: Option<Result<(), Illegal>>,
    pub modes: Vec<String>,
    /// Modes were said.
    pub modes_said: bool,
    pub with: Vec<String>,
    /// The mana that the ability's text, as the entry writes it, adds: "{G}" of "{T}: Add {G}".
    pub makes: Option<String>,
    /// Those of `with` that nothing has asked for yet.
    pub unpaid: Vec<String>,
}

/// The table.
pub(crate) struct Desk<'s> {
    pub names: Names,
    pub script: Vec<Line>,
    pub answers: Vec<Vec<(Value, bool)>>,
    pub unanswered: Unanswered,
    pub strict: bool,
    pub announcing: Option<Announcing>,
    pub trouble: Option<Trouble>,
    pub story: Story,
    pub resolved: u32,
    /// All choices made so far: what a shortcut may repeat.
    pub choices: Vec<GameChoice>,
    /// Those whose deck is a list in the order in which it is drawn: no shuffle changes it before the first turn.
    stacked: Vec<PlayerId>,
    /// Set from outside when the scenario takes too long.
    stop: &'s AtomicBool,
}

impl<'s> Desk<'s> {
    pub(crate) fn new(scenario: &Scenario, state: &State, names: Names, stop: &'s AtomicBool) -> Outcomes<Self> {
        let mut answers: Vec<Vec<(Value, bool)>> = vec![Vec::new(); state.players().len()];
        for (name, list) in &scenario.answers {
            let place = list.first().map(Spot::from).unwrap_or_default();
            let player = refs::known_player(state, name).map_err(|t| t.at(place))?;
            for value in list {
                match answers::kind(&value.value) {
                    Some(_) => answers[player.index()].push((value.value.clone(), false)),
                    None => return Err(refused::no_answer(&value.value).at(value)),
                }
            }
        }
        let script = scenario
            .script
            .iter()
            .map(|e| Line { entry: e.value.clone(), line: e.into(), done: false, why: None })
            .collect();
        for entry in &scenario.script {
            check_names(&entry.value, state, &names, scenario).map_err(|t| t.at(entry))?;
        }
        let strict = scenario.game.strict || !matches!(scenario.strict, Strict::Flag(false));
        Ok(Self {
            names,
            script,
            answers,
            unanswered: scenario.unanswered,
            strict,
            announcing: None,
            trouble: None,
            story: Story::default(),
            resolved: 0,
            choices: Vec::new(),
            stacked: (0..)
                .map(PlayerId)
                .zip(&scenario.players)
                .filter(|(_, p)| p.is_listed())
                .map(|(id, _)| id)
                .collect(),
            stop,
        })
    }

    /// Fails when the scenario takes too long.
    pub(crate) fn in_time(&self) -> Outcomes<()> {
        if self.stop.load(Ordering::Relaxed) { Err(Trouble::fail("gave up: it takes too long")) } else { Ok(()) }
    }

    /// Whose entry it is.
    pub(crate) fn player_of(&self, state: &State, entry: &Entry) -> PlayerId {
        entry.player.as_deref().and_then(|name| refs::player(state, name)).unwrap_or(state.turn().active)
    }

    /// Whether an entry belongs to this game, turn and step.
    pub(crate) fn is_now(state: &State, entry: &Entry) -> bool {
        entry.subgame == state.subgame_depth()
            && entry.turn == state.turn().number
            && entry.step.is_none_or(|s| s.step() == state.turn().step)
    }

    /// Whether a player with priority takes an entry now: it belongs here, and what it waits for on the stack is so.
    pub(crate) fn is_due(&self, state: &State, player: PlayerId, line: &Line) -> bool {
        let (entry, names) = (&line.entry, &self.names);
        if line.done || !Self::is_now(state, entry) || self.player_of(state, entry) != player {
            return false;
        }
        if entry.attack.is_some() || entry.block.is_some() {
            return false;
        }
        let on_stack = |r: &String| !names.among(state, r, state.stack().iter().copied()).is_empty();
        let on_top = |r: &String| !names.among(state, r, state.stack().last().copied()).is_empty();
        entry.if_on_stack.as_ref().is_none_or(on_stack)
            && !entry.if_not_on_stack.as_ref().is_some_and(on_stack)
            && entry.if_on_top.as_ref().is_none_or(on_top)
    }

    fn decide(&mut self, state: &State, decision: &Decision) -> Outcomes<Result<Answer, Illegal>> {
        self.in_time()?;
        match &decision.domain {
            Domain::Attack(domain) => return self.attack(state, decision, domain).map(Ok),
            Domain::Block(domain) => return self.block(state, decision, domain).map(Ok),
            _ => {}
        }
        if decision.ask == Ask::Priority {
            if state.subgame_depth() > 0
                && let Some(answer) = self.within_subgame(state, decision)?
            {
                return Ok(Ok(answer));
            }
            let pass = decision.options().iter().position(|c| matches!(c, Choice::Action(a) if **a == Action::Pass));
            return Ok(Ok(Answer::pick(pass.unwrap_or(0) as u32)));
        }
        if let Some(said) = self.announced(state, decision) {
            return Ok(said);
        }
        if let Some(answer) = self.queued(state, decision)? {
            return Ok(Ok(answer));
        }
        if decision.ask == Ask::Payment && self.announcing.is_some() {
            // `manual_payment`: nothing but the pool pays.
            let pool = |c: &Choice| matches!(c, Choice::Plan(plan) if plan.steps.is_empty());
            let place = decision.options().iter().position(pool);
            let none = || Illegal::new(rule!("601.2h"), "the mana pool doesn't pay for it");
            return Ok(place.map(|at| Answer::pick(at as u32)).ok_or_else(none));
        }
        let name = &state.player(decision.player).name;
        let source = decision.source.map(|id| state.name_of(id).to_string()).unwrap_or_default();
        if self.strict && !matches!(decision.ask, Ask::CostObjects | Ask::Payment | Ask::Mana) {
            return Err(Trouble::fail(format!(
                "no answer of {name} fits: {name} {} for {source}; {}",
                story::asked(&decision.ask),
                offered(state, decision)
            )));
        }
        let matcher = Matcher { state, names: &self.names, decision };
        match matcher.unanswered(self.unanswered) {
            Some(answer) => Ok(Ok(answer)),
            None => Err(Trouble::fail(format!(
                "no legal answer was found: {name} {} for {source}",
                story::asked(&decision.ask)
            ))),
        }
    }

    /// Keeps a choice that was made.
    pub(crate) fn took(&mut self, state: &State, decision: &Decision, answer: &Answer) {
        self.story.decided(state, decision, answer);
        self.choices.push(GameChoice::of(state, decision, answer));
    }

    /// What the entry being taken says to a decision.
    fn announced(&mut self, state: &State, decision: &Decision) -> Option<Result<Answer, Illegal>> {
        let announcing = self.announcing.as_mut().filter(|a| a.player == decision.player)?;
        let matcher = Matcher { state, names: &self.names, decision };
        match &decision.ask {
            Ask::Targets(_) if !announcing.targets.is_empty() => {
                let Domain::Pick { min, max, .. } = decision.domain else { return None };
                let mut picks: SmallVec<[u32; 4]> = SmallVec::new();
                // Where only one choice was legal nobody was asked: what the entry names for that phrase is passed over. What
                // was not taken in the end is found afterwards.
                let fits = |t: &String| matcher.option(t, &[]).is_some();
                if min > 0
                    && let Some(place) = announcing.targets.iter().position(fits)
                {
                    announcing.targets.drain(..place);
                }
                while picks.len() < max as usize {
                    let Some(text) = announcing.targets.first() else { break };
                    let Some(place) = matcher.option(text, &picks) else { break };
                    picks.push(place);
                    announcing.targets.remove(0);
                }
                if (picks.len() as u32) < min {
                    let what = announcing.targets.first().cloned().unwrap_or_default();
                    let rule = rule!("601.2c");
                    return Some(Err(Illegal::new(
                        rule,
                        format!("{what} is no legal target; {}", offered(state, decision)),
                    )));
                }
                let answer = Answer::Picks(picks);
                Some(decision.check(&answer).map(|()| answer))
            }
            Ask::Mana => {
                let makes = announcing.makes.as_deref()?;
                let place = matcher.option(makes, &[])?;
                Some(Ok(Answer::pick(place)))
            }
            Ask::X => {
                let x = announcing.x?;
                let checked = decision.check(&Answer::Number(x));
                announcing.x_taken = Some(checked.clone());
                Some(checked.map(|()| Answer::Number(x)))
            }
            // 700.2d: one at a time, until no more is said.
            Ask::Modes if announcing.modes_said && decision.options().contains(&Choice::No) => {
                if announcing.modes.is_empty() {
                    let no = decision.options().iter().position(|c| *c == Choice::No)?;
                    return Some(Ok(Answer::pick(no as u32)));
                }
                let text = announcing.modes.remove(0);
                Some(matcher.option(&text, &[]).map(Answer::pick).ok_or_else(|| no_mode(&text)))
            }
            Ask::Modes if !announcing.modes.is_empty() => {
                let mut picks: SmallVec<[u32; 4]> = SmallVec::new();
                let Domain::Pick { max, .. } = decision.domain else { return None };
                while !announcing.modes.is_empty() && (picks.len() as u32) < max {
                    let text = announcing.modes.remove(0);
                    match matcher.option(&text, &picks) {
                        Some(place) => picks.push(place),
                        None => return Some(Err(no_mode(&text))),
                    }
                }
                let answer = Answer::Picks(picks);
                Some(decision.check(&answer).map(|()| answer))
            }
            Ask::OptionalCost(label) => {
                let is = |w: &String| is_extra(state, decision.source, label, w);
                let times = announcing.with.iter().filter(|w| is(w)).count() as u32;
                announcing.unpaid.retain(|w| !is(w));
                match decision.domain {
                    // What the entry names is all that is paid.
                    Domain::Number { min, .. } if times == 0 && !announcing.with.is_empty() => {
                        Some(Ok(Answer::Number(min)))
                    }
                    _ if times == 0 && !announcing.with.is_empty() => Some(Ok(Answer::pick(1))),
                    _ if times == 0 => None,
                    Domain::Number { max, .. } => Some(Ok(Answer::Number(times.min(max)))),
                    _ => Some(Ok(Answer::pick(0))),
                }
            }
            _ => None,
        }
    }

    /// What answers a decision that nobody is asked, as only one answer is legal, is used up: the targets of the entry, and
    /// the next answer if it names that.
    fn use_up(&mut self, state: &State, decision: &Decision) {
        if let (Ask::X, Some(announcing)) = (&decision.ask, self.announcing.as_mut())
            && let Some(x) = announcing.x.filter(|_| announcing.player == decision.player)
        {
            let only = decision.forced().is_some_and(|only| only == Answer::Number(x));
            let refusal = || Illegal::new(rule!("601.2b"), format!("X can't be {x}: only one value is legal for it"));
            announcing.x_taken = Some(if only { Ok(()) } else { Err(refusal()) });
        }
        if decision.options().is_empty() || matches!(decision.ask, Ask::OrderTriggers | Ask::Replacement) {
            return;
        }
        let matcher = Matcher { state, names: &self.names, decision };
        if let Some(announcing) = self.announcing.as_mut().filter(|a| a.player == decision.player) {
            let said = match decision.ask {
                Ask::Targets(_) => &mut announcing.targets,
                Ask::Modes => &mut announcing.modes,
                _ => &mut Vec::new(),
            };
            // A phrase that doesn't apply ("if this spell was kicked, … target") takes none of them.
            let taken = match decision.forced() {
                Some(Answer::Picks(only)) => only.len(),
                _ => decision.options().len(),
            };
            for _ in 0..taken {
                if said.first().is_some_and(|text| matcher.option(text, &[]).is_some()) {
                    said.remove(0);
                }
            }
        }
        let queue = &self.answers[decision.player.index()];
        let waiting =
            |(_, (value, used)): &(usize, &(Value, bool))| !used && answers::kind(value) != Some(Kind::Chance);
        let Some((place, (value, _))) = queue.iter().enumerate().find(waiting) else { return };
        // A cost that can't be paid is not paid, whoever was ready to say so.
        let declined = decision.options() == [Choice::No] && *value == Value::Bool(false);
        let named = !matches!(value, Value::Bool(_)) && !answers::is_skip(value);
        if declined || (named && matcher.try_at(&[value], 0, false).is_some()) {
            self.answers[decision.player.index()][place].1 = true;
        }
    }

    fn queued(&mut self, state: &State, decision: &Decision) -> Outcomes<Option<Answer>> {
        let queue = &self.answers[decision.player.index()];
        let left: Vec<usize> = queue.iter().enumerate().filter(|(_, (_, used))| !used).map(|(i, _)| i).collect();
        let values: Vec<&Value> = left.iter().filter_map(|i| queue.get(*i).map(|(v, _)| v)).collect();
        if let Ask::MayChoose(options) = &decision.ask
            && self.names_one(state, decision, options, &values)
        {
            return Ok(Some(Answer::pick(0)));
        }
        let matcher = Matcher { state, names: &self.names, decision };
        // Who says how much they pay does pay; the amount is asked next.
        if decision.ask == Ask::MayPay
            && matches!(decision.domain, Domain::Pick { .. })
            && let Some(amount) = values.first().and_then(|v| answers::amount(v))
            && amount > 0
        {
            return Ok(Some(Answer::pick(0)));
        }
        // What is said to be a mode answers a choice of modes before all else does.
        let modes = |at: &usize| decision.ask == Ask::Modes && answers::kind(values[*at]) == Some(Kind::Mode);
        let said = (0..values.len()).filter(modes).find_map(|at| Some((at, matcher.try_at(&values, at, false)?)));
        let found = said.or_else(|| {
            [false, true]
                .into_iter()
                .find_map(|late| (0..values.len()).find_map(|at| Some((at, matcher.try_at(&values, at, late)?))))
        });
        let Some((at, (answer, taken))) = found else { return Ok(None) };
        let kind = values.get(at).and_then(|value| answers::kind(value));
        let refused = refused::before(&matcher, &values, at)?;
        let passed_over: Vec<usize> = (0..at).filter(|i| answers::kind(values[*i]) == kind).collect();
        let used: Vec<usize> =
            passed_over.into_iter().chain(refused).chain(at..at + taken).filter_map(|i| left.get(i).copied()).collect();
        for index in used {
            if let Some(entry) = self.answers[decision.player.index()].get_mut(index) {
                entry.1 = true;
            }
        }
        Ok(Some(answer))
    }

    /// Whether an answer left, with no `true` or `false` before it, names one of those that are chosen next if the player
    /// does what they may: then they do it.
    fn names_one(&self, state: &State, asked: &Decision, options: &[Entity], values: &[&Value]) -> bool {
        let options: Vec<Choice> = options.iter().map(|e| Choice::from(*e)).collect();
        let max = options.len() as u32;
        let next = Decision::pick(asked.player, Ask::Choose, asked.rule, asked.source, options, 1, max);
        let matcher = Matcher { state, names: &self.names, decision: &next };
        let named = |place: usize| {
            let naming = matches!(
                values.get(place).and_then(|v| answers::kind(v)),
                Some(Kind::Choose | Kind::Target | Kind::Text)
            );
            naming && matcher.try_at(values, place, true).is_some()
        };
        let flag = |v: &&&Value| answers::kind(v) == Some(Kind::Flag);
        (0..values.iter().take_while(|v| !flag(v)).count()).any(named)
    }
}

fn no_mode(text: &str) -> Illegal {
    Illegal::new(rule!("601.2b"), format!("{text} is no mode to choose"))
}

/// Unknown players and aliases are errors.
fn check_names(entry: &Entry, state: &State, names: &Names, scenario: &Scenario) -> Outcomes<()> {
    if let Some(name) = &entry.player {
        refs::known_player(state, name)?;
    }
    // 107.3: what else is done asks for no X.
    let takes = entry.cast.is_some() || entry.activate.is_some() || entry.turn_face_up.is_some();
    if entry.x.is_some() && !takes {
        return Err(Trouble::error(format!("{} takes no x", verb(entry))));
    }
    let named = |alias: &str| {
        names.knows(alias)
            || scenario
                .script
                .iter()
                .any(|e| e.value.alias.as_deref().is_some_and(|a| a.trim_start_matches('@') == alias))
    };
    let unknown = entry.references().into_iter().find(|r| r.strip_prefix('@').is_some_and(|alias| !named(alias)));
    unknown.map_or(Ok(()), |reference| Err(names.unknown_alias(&reference)))
}

/// What an entry does, in short.
pub(crate) fn verb(entry: &Entry) -> String {
    let verbs = [
        ("play", &entry.play),
        ("cast", &entry.cast),
        ("activate", &entry.activate),
        ("mana", &entry.mana),
        ("turn_face_up", &entry.turn_face_up),
        ("unlock", &entry.unlock),
        ("attack", &entry.attack),
        ("block", &entry.block),
    ];
    verbs
        .iter()
        .find_map(|(verb, value)| value.as_ref().map(|v| format!("{verb}: {v}")))
        .or_else(|| entry.check.as_ref().map(|_| "check".to_owned()))
        .or_else(|| entry.resolve.as_ref().map(|_| "resolve".to_owned()))
        .or_else(|| entry.shortcut.as_ref().map(|_| "a shortcut".to_owned()))
        .or_else(|| entry.concede.map(|_| "concede".to_owned()))
        .unwrap_or_else(|| "an entry".to_owned())
}

/// The options of a decision, for messages.
fn offered(state: &State, decision: &Decision) -> String {
    let options: Vec<String> = decision.options().iter().take(12).map(|choice| story::choice(state, choice)).collect();
    format!("offered: {}", options.join(", "))
}

impl Table for Desk<'_> {
    fn answer(&mut self, state: &State, decision: &Decision) -> Res<Answer> {
        match self.decide(state, decision) {
            Ok(Ok(answer)) => {
                self.took(state, decision, &answer);
                Ok(answer)
            }
            Ok(Err(illegal)) => Err(illegal.into()),
            Err(trouble) => {
                self.trouble = Some(trouble);
                Err(Halt::Stopped)
            }
        }
    }

    fn forced(&mut self, state: &State, decision: &Decision) {
        self.use_up(state, decision);
    }

    fn luck(&mut self, player: PlayerId, what: Luck) -> Option<u32> {
        if what == Luck::Shuffle {
            return self.stacked.contains(&player).then_some(0);
        }
        let fixed = |value: &Value| match what {
            Luck::Shuffle => None,
            Luck::Coin => match value.get("coin")? {
                Value::Bool(won) => Some(u32::from(*won)),
                other => Some(u32::from(matches!(other.as_str()?, "won" | "heads"))),
            },
            Luck::Die(sides) => value.get("die")?.as_u64().map(|n| n as u32).filter(|n| (1..=sides).contains(n)),
        };
        let queue = self.answers.get_mut(player.index())?;
        let (result, entry) = queue.iter_mut().filter(|(_, used)| !used).find_map(|e| Some((fixed(&e.0)?, e)))?;
        entry.1 = true;
        Some(result)
    }

    fn listens(&self) -> bool {
        true
    }

    fn hear(&mut self, state: &State, occurrence: &Occurrence) {
        if matches!(occurrence.event, Event::Resolved { .. }) {
            self.resolved += 1;
        }
        self.story.happened(state, occurrence);
    }

    fn note(&mut self, _: &State, rule: Rule, text: &str) {
        self.story.tell(|| format!("{text} ({rule})"));
    }
}
