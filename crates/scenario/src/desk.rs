//! The table of a scenario: answers decisions from the script and the answers, and keeps what happened.

use std::sync::atomic::{AtomicBool, Ordering};

use lawmage_engine::combat::{AttackDomain, BlockDomain};
use lawmage_engine::{
    Action, Answer, Ask, Choice, Decision, Domain, Entity, Event, Halt, Illegal, ObjectId, Occurrence, PlayerId, Res,
    State, Table, narrate,
};
use lawmage_ir::{Rule, Step, rule};
use serde_json::Value;
use smallvec::SmallVec;

use crate::answers::{self, Kind, Matcher, label_is, opponent};
use crate::model::{Entry, Fails, Scenario, Strict, Unanswered};
use crate::refs::{self, Names};
use crate::report::{Outcomes, Trouble};

/// An entry of the script, and whether it is done.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub entry: Entry,
    pub line: u64,
    pub done: bool,
}

/// What is said about the action being taken.
#[derive(Clone, Debug)]
pub(crate) struct Announcing {
    pub player: PlayerId,
    pub targets: Vec<String>,
    pub x: Option<u32>,
    pub modes: Vec<String>,
    pub with: Vec<String>,
    /// The mana that the ability's text, as the entry writes it, adds: "{G}" of "{T}: Add {G}".
    pub makes: Option<String>,
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
    pub events: Vec<String>,
    pub resolved: u32,
    /// Set from outside when the scenario takes too long.
    stop: &'s AtomicBool,
}

impl<'s> Desk<'s> {
    pub(crate) fn new(scenario: &Scenario, state: &State, names: Names, stop: &'s AtomicBool) -> Outcomes<Self> {
        let mut answers: Vec<Vec<(Value, bool)>> = vec![Vec::new(); state.players.len()];
        for (name, list) in &scenario.answers {
            let player = refs::player(state, name)
                .ok_or_else(|| Trouble::error(format!("answers of {name}: there is no such player")))?;
            for value in list {
                match answers::kind(value) {
                    Some(Kind::Chance) => return Err(Trouble::unsupported("fixed coins and dice")),
                    Some(_) => answers[player.index()].push((value.clone(), false)),
                    None => return Err(Trouble::error(format!("{value} is no answer"))),
                }
            }
        }
        let script = scenario
            .script
            .iter()
            .map(|e| Line { entry: e.value.clone(), line: e.referenced.line(), done: false })
            .collect();
        let strict = scenario.game.strict || !matches!(scenario.strict, Strict::Flag(false));
        Ok(Self {
            names,
            script,
            answers,
            unanswered: scenario.unanswered,
            strict,
            announcing: None,
            trouble: None,
            events: Vec::new(),
            resolved: 0,
            stop,
        })
    }

    /// Fails when the scenario takes too long.
    pub(crate) fn in_time(&self) -> Outcomes<()> {
        if self.stop.load(Ordering::Relaxed) { Err(Trouble::fail("gave up: it takes too long")) } else { Ok(()) }
    }

    /// Whose entry it is.
    pub(crate) fn player_of(&self, state: &State, entry: &Entry) -> PlayerId {
        entry.player.as_deref().and_then(|name| refs::player(state, name)).unwrap_or(state.turn.active)
    }

    /// Whether an entry belongs to this turn and step.
    pub(crate) fn is_now(state: &State, entry: &Entry) -> bool {
        entry.turn == state.turn.number && entry.step.is_none_or(|s| s.step() == state.turn.step)
    }

    fn decide(&mut self, state: &State, decision: &Decision) -> Outcomes<Result<Answer, Illegal>> {
        self.in_time()?;
        match &decision.domain {
            Domain::Attack(domain) => return self.attack(state, decision, domain).map(Ok),
            Domain::Block(domain) => return self.block(state, decision, domain).map(Ok),
            _ => {}
        }
        if decision.ask == Ask::Priority {
            let pass = decision.options().iter().position(|c| matches!(c, Choice::Action(a) if **a == Action::Pass));
            return Ok(Ok(Answer::pick(pass.unwrap_or(0) as u32)));
        }
        if let Some(said) = self.announced(state, decision) {
            return Ok(said);
        }
        if let Some(answer) = self.queued(state, decision) {
            return Ok(Ok(answer));
        }
        let name = &state.player(decision.player).name;
        let source = decision.source.map(|id| state.name_of(id).to_string()).unwrap_or_default();
        if self.strict && !matches!(decision.ask, Ask::CostObjects | Ask::Payment | Ask::Mana) {
            return Err(Trouble::fail(format!(
                "no answer of {name} fits the decision {:?} {source}; {}",
                decision.ask,
                offered(state, decision)
            )));
        }
        let matcher = Matcher { state, names: &self.names, decision };
        match matcher.unanswered(self.unanswered) {
            Some(answer) => Ok(Ok(answer)),
            None => Err(Trouble::fail(format!("no legal answer was found for {:?} {source}", decision.ask))),
        }
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
                Some(Ok(Answer::Picks(picks)))
            }
            Ask::Mana => {
                let makes = announcing.makes.as_deref()?;
                let place = matcher.option(makes, &[])?;
                Some(Ok(Answer::pick(place)))
            }
            Ask::X => {
                let x = announcing.x?;
                Some(decision.check(&Answer::Number(x)).map(|()| Answer::Number(x)))
            }
            Ask::Modes if !announcing.modes.is_empty() => {
                let mut picks: SmallVec<[u32; 4]> = SmallVec::new();
                for text in &announcing.modes {
                    match matcher.option(text, &picks) {
                        Some(place) => picks.push(place),
                        None => {
                            return Some(Err(Illegal::new(rule!("601.2b"), format!("{text} is no mode to choose"))));
                        }
                    }
                }
                let answer = Answer::Picks(picks);
                Some(decision.check(&answer).map(|()| answer))
            }
            Ask::OptionalCost(label) => {
                let times = announcing.with.iter().filter(|w| label_is(label, w)).count() as u32;
                match decision.domain {
                    _ if times == 0 => None,
                    Domain::Number { max, .. } => Some(Ok(Answer::Number(times.min(max)))),
                    _ => Some(Ok(Answer::pick(0))),
                }
            }
            _ => None,
        }
    }

    fn queued(&mut self, state: &State, decision: &Decision) -> Option<Answer> {
        let queue = &self.answers[decision.player.index()];
        let left: Vec<usize> = queue.iter().enumerate().filter(|(_, (_, used))| !used).map(|(i, _)| i).collect();
        let values: Vec<&Value> = left.iter().filter_map(|i| queue.get(*i).map(|(v, _)| v)).collect();
        if let Ask::MayChoose(options) = &decision.ask
            && self.names_one(state, decision, options, &values)
        {
            return Some(Answer::pick(0));
        }
        let matcher = Matcher { state, names: &self.names, decision };
        let found = [false, true]
            .into_iter()
            .find_map(|late| (0..values.len()).find_map(|at| Some((at, matcher.try_at(&values, at, late)?))));
        let (at, (answer, taken)) = found?;
        let kind = answers::kind(values.get(at)?);
        let passed_over: Vec<usize> = (0..at).filter(|i| answers::kind(values[*i]) == kind).collect();
        let used: Vec<usize> =
            passed_over.into_iter().chain(at..at + taken).filter_map(|i| left.get(i).copied()).collect();
        for index in used {
            if let Some(entry) = self.answers[decision.player.index()].get_mut(index) {
                entry.1 = true;
            }
        }
        Some(answer)
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

    /// The entries of one declaration that still wait.
    fn declared(&self, state: &State, player: PlayerId, is: impl Fn(&Entry) -> bool) -> Vec<usize> {
        (0..self.script.len())
            .filter(|i| {
                let line = &self.script[*i];
                let step = if line.entry.attack.is_some() { Step::DeclareAttackers } else { Step::DeclareBlockers };
                !line.done
                    && is(&line.entry)
                    && line.entry.turn == state.turn.number
                    && state.turn.step == step
                    && self.player_of(state, &line.entry) == player
            })
            .collect()
    }

    /// The creature an entry means: of that player's, not meant by another entry before; one that can do it first.
    fn creature(
        &self,
        state: &State,
        player: PlayerId,
        reference: &str,
        used: &[ObjectId],
        able: &dyn Fn(ObjectId) -> bool,
    ) -> Option<ObjectId> {
        let mine = state.permanents().filter(|id| state.controller(*id) == player);
        let mut found = self.names.among(state, reference, mine);
        found.retain(|id| !used.contains(id));
        found.sort_by_key(|id| !able(*id));
        found.first().copied()
    }

    fn attack(&mut self, state: &State, decision: &Decision, domain: &AttackDomain) -> Outcomes<Answer> {
        let player = decision.player;
        let lines = self.declared(state, player, |e| e.attack.is_some());
        if lines.is_empty() {
            return Ok(Answer::Attack(domain.legalize(&[])));
        }
        let mut attack: Vec<(ObjectId, Entity)> = Vec::new();
        let mut refused: Vec<(usize, Option<(ObjectId, Entity)>)> = Vec::new();
        for index in lines {
            let (entry, line) = (self.script[index].entry.clone(), self.script[index].line);
            self.script[index].done = true;
            let Some(reference) = entry.attack.as_deref().filter(|r| *r != "none") else {
                if entry.fails.is_some() {
                    refused.push((index, None));
                }
                continue;
            };
            if entry.band.is_some() {
                return Err(Trouble::unsupported("bands").at(line));
            }
            let used: Vec<ObjectId> = attack.iter().map(|(id, _)| *id).collect();
            let able = |id: ObjectId| domain.attackers.iter().any(|(a, _)| *a == id);
            let Some(id) = self.creature(state, player, reference, &used, &able) else {
                return Err(Trouble::fail(format!("{reference} is nothing to attack with")).at(line));
            };
            let defender = self.defender(state, player, &entry).map_err(|t| t.at(line))?;
            if entry.fails.is_some() {
                refused.push((index, Some((id, defender))));
            } else {
                attack.push((id, defender));
            }
        }
        let only_refused = !refused.is_empty() && attack.is_empty();
        for (index, one) in refused {
            let mut tried = attack.clone();
            tried.extend(one);
            self.refused(index, state.check_attack(player, domain, &tried).err())?;
        }
        if only_refused {
            // The script says only what can't be declared.
            return Ok(Answer::Attack(domain.legalize(&[])));
        }
        match state.check_attack(player, domain, &attack) {
            Ok(()) => Ok(Answer::Attack(attack)),
            Err(illegal) => Err(Trouble::fail(format!("the attack is illegal: {illegal}"))),
        }
    }

    /// Whom an entry attacks.
    pub(crate) fn defender(&self, state: &State, player: PlayerId, entry: &Entry) -> Outcomes<Entity> {
        let found = match entry.defender.as_deref() {
            Some(reference) => self.names.entity(state, reference),
            None => opponent(state, player).map(Entity::Player),
        };
        found.ok_or_else(|| Trouble::fail(format!("{:?} is nothing to attack", entry.defender)))
    }

    fn block(&mut self, state: &State, decision: &Decision, domain: &BlockDomain) -> Outcomes<Answer> {
        let player = decision.player;
        let lines = self.declared(state, player, |e| e.block.is_some());
        if lines.is_empty() {
            return Ok(Answer::Block(domain.legalize(&[])));
        }
        let mut block: Vec<(ObjectId, ObjectId)> = Vec::new();
        let mut refused: Vec<(usize, Option<(ObjectId, ObjectId)>)> = Vec::new();
        for index in lines {
            let (entry, line) = (self.script[index].entry.clone(), self.script[index].line);
            self.script[index].done = true;
            let Some(reference) = entry.block.as_deref().filter(|r| *r != "none") else {
                if entry.fails.is_some() {
                    refused.push((index, None));
                }
                continue;
            };
            let Some(pair) = self.block_pair(state, player, &entry, &block, domain) else {
                let attacker = entry.attacker.as_deref().unwrap_or("what");
                return Err(Trouble::fail(format!("{reference} or {attacker} matches nothing")).at(line));
            };
            if entry.fails.is_some() {
                refused.push((index, Some(pair)));
            } else {
                block.push(pair);
            }
        }
        let only_refused = !refused.is_empty() && block.is_empty();
        for (index, one) in refused {
            let mut tried = block.clone();
            tried.extend(one);
            self.refused(index, state.check_block(player, domain, &tried).err())?;
        }
        if only_refused {
            // The script says only what can't be declared.
            return Ok(Answer::Block(domain.legalize(&[])));
        }
        match state.check_block(player, domain, &block) {
            Ok(()) => Ok(Answer::Block(block)),
            Err(illegal) => Err(Trouble::fail(format!("the block is illegal: {illegal}"))),
        }
    }

    fn block_pair(
        &self,
        state: &State,
        player: PlayerId,
        entry: &Entry,
        block: &[(ObjectId, ObjectId)],
        domain: &BlockDomain,
    ) -> Option<(ObjectId, ObjectId)> {
        let attacking = state.attackers().iter().map(|a| a.id);
        let attackers = match entry.attacker.as_deref() {
            Some(reference) => self.names.among(state, reference, attacking),
            None => attacking.collect(),
        };
        let reference = entry.block.as_deref()?;
        // A creature that blocks several attackers stands several times: it is another one only for the same attacker.
        let attacker = *attackers.first()?;
        let used: Vec<ObjectId> = block.iter().filter(|(_, a)| *a == attacker).map(|(b, _)| *b).collect();
        let busy: Vec<ObjectId> = block.iter().map(|(b, _)| *b).collect();
        let able = |id: ObjectId| {
            !busy.contains(&id) && domain.blockers.iter().any(|(b, to)| *b == id && to.contains(&attacker))
        };
        Some((self.creature(state, player, reference, &used, &able)?, attacker))
    }

    /// Holds a refusal against what the entry says of it.
    pub(crate) fn refused(&self, index: usize, refusal: Option<Illegal>) -> Outcomes<()> {
        let line = &self.script[index];
        let what = verb(&line.entry);
        match (&line.entry.fails, refusal) {
            (None | Some(Fails::Flag(false)), None) => Ok(()),
            (None | Some(Fails::Flag(false)), Some(illegal)) => {
                Err(Trouble::fail(format!("{what} is refused: {illegal}")).at(line.line))
            }
            (Some(_), None) => Err(Trouble::fail(format!("{what} must be refused, and is not")).at(line.line)),
            (Some(Fails::Flag(true)), Some(_)) => Ok(()),
            (Some(Fails::Rule(wanted)), Some(illegal)) => {
                let given: Result<Rule, _> = wanted.parse();
                if given.is_ok_and(|rule| rule == illegal.rule) {
                    return Ok(());
                }
                Err(Trouble::fail(format!("{what} must be refused by {wanted}, and is by: {illegal}")).at(line.line))
            }
        }
    }
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
        .unwrap_or_else(|| if entry.check.is_some() { "check".to_owned() } else { "an entry".to_owned() })
}

/// The options of a decision, for messages.
fn offered(state: &State, decision: &Decision) -> String {
    let options: Vec<String> = decision
        .options()
        .iter()
        .take(12)
        .map(|choice| match choice.entity() {
            Some(Entity::Object(id)) => state.name_of(id).to_string(),
            Some(Entity::Player(id)) => state.player(id).name.clone(),
            None => format!("{choice:?}"),
        })
        .collect();
    format!("offered: {}", options.join(", "))
}

impl Table for Desk<'_> {
    fn answer(&mut self, state: &State, decision: &Decision) -> Res<Answer> {
        match self.decide(state, decision) {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(illegal)) => Err(illegal.into()),
            Err(trouble) => {
                self.trouble = Some(trouble);
                Err(Halt::Stopped)
            }
        }
    }

    fn listens(&self) -> bool {
        true
    }

    fn hear(&mut self, state: &State, occurrence: &Occurrence) {
        if matches!(occurrence.event, Event::Resolved { .. }) {
            self.resolved += 1;
        }
        if let Some(line) = narrate::tell(state, occurrence, None) {
            self.events.push(line);
        }
    }

    fn note(&mut self, _: &State, rule: Rule, text: &str) {
        self.events.push(format!("{text} ({rule})"));
    }
}
