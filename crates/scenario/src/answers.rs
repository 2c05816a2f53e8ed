//! Answers: which of those given fits a decision.

use lawmage_engine::state::object::ObjectKind;
use lawmage_engine::{Answer, Ask, Choice, Decision, Domain, NameDomain, State};
use lawmage_ir::CostLabel;
use serde_json::Value;
use smallvec::SmallVec;

use crate::refs::{Names, fold};

/// What an answer is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Flag,
    Number,
    Mode,
    Target,
    Choose,
    With,
    Divide,
    Order,
    Chance,
    Skip,
    Text,
    /// One that must be no legal answer to the decision that the next one answers.
    Refused,
}

/// The kind of an answer; `None` for what is no answer at all.
pub(crate) fn kind(value: &Value) -> Option<Kind> {
    Some(match value {
        Value::Bool(_) => Kind::Flag,
        Value::Number(_) => Kind::Number,
        Value::String(text) if text == "skip" => Kind::Skip,
        Value::String(text) if number_in(text).is_some() => Kind::Number,
        Value::String(_) | Value::Array(_) => Kind::Text,
        Value::Object(map) => {
            let has = |key: &str| map.contains_key(key);
            if has("refused") {
                Kind::Refused
            } else if has("mode") {
                Kind::Mode
            } else if has("amount") || has("divide") || has("amounts") {
                Kind::Divide
            } else if has("target") {
                Kind::Target
            } else if has("choose") {
                Kind::Choose
            } else if has("with") {
                Kind::With
            } else if has("order") {
                Kind::Order
            } else if has("coin") || has("die") {
                Kind::Chance
            } else {
                return None;
            }
        }
        Value::Null => return None,
    })
}

/// The number that an answer gives, if it is one.
pub(crate) fn amount(value: &Value) -> Option<u32> {
    match value {
        Value::Number(n) => n.as_u64().map(|n| n as u32),
        Value::String(text) => number_in(text),
        _ => None,
    }
}

/// "X=3" or "3".
pub(crate) fn number_in(text: &str) -> Option<u32> {
    text.strip_prefix("X=").unwrap_or(text).trim().parse().ok()
}

/// What answers are matched against.
pub(crate) struct Matcher<'a> {
    pub state: &'a State,
    pub names: &'a Names,
    pub decision: &'a Decision,
}

impl Matcher<'_> {
    /// The answer that begins at `at` among those left: it, and the indices of the answers it takes. `late`: targets may
    /// answer choices too.
    pub(crate) fn try_at(&self, queue: &[&Value], at: usize, late: bool) -> Option<(Answer, usize)> {
        let value = queue.get(at)?;
        let (answer, taken) = match &self.decision.domain {
            Domain::Pick { min, max, .. } => self.picks(queue, at, *min, *max, late)?,
            Domain::Number { min, max, .. } => {
                let number = match value {
                    Value::Number(_) | Value::String(_) => amount(value)?,
                    // An optional cost that can be paid several times: once more for each `true`, up to a `false`.
                    Value::Bool(_) => return self.times(queue, at, *min, *max),
                    Value::Object(map) => map.get("choose").and_then(|v| match v {
                        Value::Number(n) => n.as_u64().map(|n| n as u32),
                        Value::String(text) => number_in(text),
                        _ => None,
                    })?,
                    _ => return None,
                };
                (Answer::Number(number), 1)
            }
            Domain::Order(options) => self.order(queue, at, options)?,
            Domain::Divide { among, .. } => self.division(queue, at, among)?,
            Domain::Name(domain) => self.names(queue, at, domain)?,
            Domain::Attack(_) | Domain::Block(_) => return None,
        };
        self.decision.check(&answer).is_ok().then_some((answer, taken))
    }

    fn picks(&self, queue: &[&Value], at: usize, min: u32, max: u32, late: bool) -> Option<(Answer, usize)> {
        let options = self.decision.options();
        let value = queue.get(at)?;
        let yes_no = options == [Choice::Yes, Choice::No];
        if self.decision.ask == Ask::NewTargets
            && let Some(answer) = self.new_target(queue, at)
        {
            return Some(answer);
        }
        if at == 0 && yes_no && self.names_card_to_pay(value) {
            return Some((Answer::pick(0), 0)); // what is named is asked for as the cost is paid
        }
        match value {
            Value::Bool(flag) => {
                // Objects, players, modes and mana are named; of other things `true` is the first of two.
                let named = options.iter().any(|c| c.entity().is_some())
                    || matches!(self.decision.ask, Ask::Modes | Ask::Mana | Ask::Counters);
                if (options.len() == 2 && max == 1 && min == 1 && !named) || yes_no {
                    return Some((Answer::pick(u32::from(!flag)), 1));
                }
                let optional = matches!(
                    self.decision.ask,
                    Ask::May
                        | Ask::MayPay
                        | Ask::OpeningHand
                        | Ask::BeforeMulligan
                        | Ask::BeforeShuffle
                        | Ask::Companion
                        | Ask::Choose
                        | Ask::CastDuring
                        | Ask::Search
                );
                if min == 0 && optional {
                    let picks = if *flag { self.fill(SmallVec::new(), 1, max)? } else { SmallVec::new() };
                    return Some((Answer::Picks(picks), 1));
                }
                return None;
            }
            value if is_skip(value) && self.is_asked_so(value, late) => return self.none(min).map(|none| (none, 1)),
            Value::Object(map) if map.contains_key("with") => {
                let Ask::OptionalCost(label) = &self.decision.ask else { return None };
                let wanted = map.get("with")?.as_str()?;
                let is = crate::ways::is_extra(self.state, self.decision.source, label, wanted);
                return (is && yes_no).then(|| (Answer::pick(0), 1));
            }
            _ => {}
        }
        let mut picks: SmallVec<[u32; 4]> = SmallVec::new();
        // A list answers one decision whole.
        if let Some(list) = self.list_in(value, late) {
            for text in list {
                picks.push(self.option(&text, &picks)?);
            }
            return Some((Answer::Picks(self.fill(picks, min, max)?), 1));
        }
        let mut taken = 0;
        while let Some(value) = queue.get(at + taken) {
            if taken > 0 && is_skip(value) {
                taken += 1;
                break;
            }
            if picks.len() as u32 >= max {
                break;
            }
            let Some(text) = self.text_in(value, late) else { break };
            let Some(place) = self.option(&text, &picks) else { break };
            picks.push(place);
            taken += 1;
        }
        if picks.is_empty() {
            return None;
        }
        // A `skip` right after all that could be chosen ends this choice, and no other.
        if taken > 0 && picks.len() as u32 >= max && max > 1 && queue.get(at + taken).is_some_and(|v| is_skip(v)) {
            taken += 1;
        }
        Some((Answer::Picks(self.fill(picks, min, max)?), taken))
    }

    /// Whether to choose a new target (115.7d), and which: the old one is offered first.
    fn new_target(&self, queue: &[&Value], at: usize) -> Option<(Answer, usize)> {
        let value = queue.get(at)?;
        if is_skip(value) || **value == Value::Bool(false) {
            return Some((Answer::pick(0), 1));
        }
        if **value != Value::Bool(true) {
            return None;
        }
        let named = queue.get(at + 1).and_then(|v| self.option(&self.text_in(v, true)?, &[]));
        Some(match named {
            Some(place) => (Answer::pick(place), 2),
            None => (Answer::pick(1.min(self.decision.options().len() as u32 - 1)), 1),
        })
    }

    /// Choosing no more, or none.
    fn none(&self, min: u32) -> Option<Answer> {
        let no = self.decision.options().iter().position(|c| *c == Choice::No);
        match no {
            Some(no) => Some(Answer::pick(no as u32)),
            None => (min == 0).then(|| Answer::Picks(SmallVec::new())),
        }
    }

    /// Whether an answer is of a kind for this decision, whatever it names.
    fn is_asked_so(&self, value: &Value, late: bool) -> bool {
        matches!(value, Value::String(_)) || self.text_in(value, late).is_some()
    }

    /// Whether the next answer chooses a card of the hand or graveyard where an optional cost of the spell's own text is asked for: "you
    /// may reveal a Dragon card from your hand" is paid by naming one (601.2b).
    fn names_card_to_pay(&self, value: &Value) -> bool {
        let Ask::OptionalCost(CostLabel::Other(_)) = &self.decision.ask else { return false };
        let Some(wanted) = value.get("choose").and_then(Value::as_str) else { return false };
        let player = self.state.player(self.decision.player);
        let cards = player.hand.iter().chain(player.graveyard.iter()).copied();
        !self.names.among(self.state, wanted, cards).is_empty()
    }

    /// How often an optional cost is paid: the run of flags from `at` on.
    fn times(&self, queue: &[&Value], at: usize, min: u32, max: u32) -> Option<(Answer, usize)> {
        let flag = |i: usize| queue.get(i).and_then(|v| v.as_bool());
        if !matches!(self.decision.ask, Ask::OptionalCost(_)) {
            let number = if flag(at)? { max.min(1) } else { min };
            return Some((Answer::Number(number), 1));
        }
        let times = (0..max as usize).take_while(|n| flag(at + n) == Some(true)).count();
        let ended = (times as u32) < max && flag(at + times) == Some(false);
        let taken = times + usize::from(ended);
        (taken > 0).then_some((Answer::Number((times as u32).max(min)), taken))
    }

    /// Adds the first options that go with the picks until there are enough.
    pub(crate) fn fill(&self, mut picks: SmallVec<[u32; 4]>, least: u32, max: u32) -> Option<SmallVec<[u32; 4]>> {
        let count = self.decision.options().len() as u32;
        let least = least.min(count).min(max);
        if picks.len() as u32 >= least && self.decision.check(&Answer::Picks(picks.clone())).is_ok() {
            return Some(picks);
        }
        self.search(&mut picks, 0, least as usize, max as usize, &mut 5_000).then_some(picks)
    }

    fn search(&self, picks: &mut SmallVec<[u32; 4]>, from: u32, least: usize, max: usize, tries: &mut u32) -> bool {
        if picks.len() >= least && self.decision.check(&Answer::Picks(picks.clone())).is_ok() {
            return true;
        }
        if picks.len() >= max || *tries == 0 {
            return false;
        }
        *tries -= 1;
        for place in from..self.decision.options().len() as u32 {
            if picks.contains(&place) {
                continue;
            }
            picks.push(place);
            if self.search(picks, place + 1, least, max, tries) {
                return true;
            }
            picks.pop();
        }
        false
    }

    /// The texts of a list, when the value is one for this decision.
    fn list_in(&self, value: &Value, late: bool) -> Option<Vec<String>> {
        let list = match value {
            Value::Array(list) => list,
            Value::Object(map) => {
                let targets = map.get("target").filter(|_| late || self.is_target());
                let chosen = map.get("choose").filter(|_| !self.is_target());
                match targets.or(chosen)? {
                    Value::Array(list) => list,
                    _ => return None,
                }
            }
            _ => return None,
        };
        Some(list.iter().map(crate::model::text_of).collect())
    }

    const fn is_target(&self) -> bool {
        matches!(self.decision.ask, Ask::Targets(_) | Ask::NewTargets)
    }

    /// What the value names, when it is of a kind for this decision.
    fn text_in(&self, value: &Value, late: bool) -> Option<String> {
        match value {
            Value::String(text) => Some(text.clone()),
            Value::Object(map) => {
                if let Some(mode) = map.get("mode") {
                    return matches!(self.decision.ask, Ask::Modes).then(|| crate::model::text_of(mode));
                }
                if map.contains_key("amount") && !self.is_target() {
                    return None;
                }
                let target = map.get("target").filter(|_| self.is_target() || late);
                let chosen = map.get("choose").filter(|_| !self.is_target());
                target.or(chosen).map(crate::model::text_of)
            }
            Value::Number(n) => Some(n.to_string()),
            _ => None,
        }
    }

    /// Those named first, the rest as offered.
    fn order(&self, queue: &[&Value], at: usize, options: &[Choice]) -> Option<(Answer, usize)> {
        let value = queue.get(at)?;
        let mut named: SmallVec<[u32; 4]> = SmallVec::new();
        let mut taken = 1;
        let list = match value {
            Value::Object(map) => map.get("order").and_then(Value::as_array),
            Value::Array(list) => Some(list),
            _ => None,
        };
        if let Some(list) = list {
            for value in list {
                named.push(self.option(&crate::model::text_of(value), &named)?);
            }
            if named.is_empty() {
                return None;
            }
        } else {
            taken = 0;
            // The last one needs no answer.
            while named.len() + 1 < options.len()
                && let Some(text) = queue.get(at + taken).and_then(|v| self.text_in(v, true))
            {
                let Some(place) = self.option(&text, &named) else { break };
                named.push(place);
                taken += 1;
            }
            if taken == 0 {
                return None;
            }
        }
        let rest = (0..options.len() as u32).filter(|i| !named.contains(i));
        let order = named.iter().copied().chain(rest).collect();
        Some((Answer::Order(order), taken))
    }

    /// As many card names as are asked for.
    fn names(&self, queue: &[&Value], at: usize, domain: &NameDomain) -> Option<(Answer, usize)> {
        let (texts, taken) = match self.list_in(queue.get(at)?, false) {
            Some(list) => (list, 1),
            None => {
                let texts = queue.iter().skip(at).map_while(|value| self.text_in(value, false));
                let texts: Vec<String> = texts.take(domain.count as usize).collect();
                let taken = texts.len();
                (texts, taken)
            }
        };
        let names: Option<SmallVec<_>> = texts.iter().map(|text| domain.name(text).ok()).collect();
        Some((Answer::Names(names?), taken))
    }

    fn division(&self, queue: &[&Value], at: usize, among: &[Choice]) -> Option<(Answer, usize)> {
        let mut amounts: SmallVec<[u32; 4]> = smallvec::smallvec![0; among.len()];
        let Some(Value::Object(map)) = queue.get(at) else { return None };
        if let Some(list) = map.get("amounts").and_then(Value::as_array) {
            let mut given: SmallVec<[u32; 4]> = list.iter().map(|v| v.as_u64().unwrap_or(0) as u32).collect();
            given.resize(among.len().max(given.len()), 0);
            return Some((Answer::Amounts(given), 1));
        }
        if let Some(divide) = map.get("divide").and_then(Value::as_object) {
            let mut named: SmallVec<[u32; 4]> = SmallVec::new();
            for (reference, amount) in divide {
                let place = self.option(reference, &named)?;
                named.push(place);
                *amounts.get_mut(place as usize)? = amount.as_u64()? as u32;
            }
            return Some((Answer::Amounts(amounts), 1));
        }
        let mut taken = 0;
        let mut named: SmallVec<[u32; 4]> = SmallVec::new();
        while let Some(Value::Object(map)) = queue.get(at + taken) {
            let (Some(target), Some(amount)) = (map.get("target"), map.get("amount").and_then(Value::as_u64)) else {
                break;
            };
            let Some(place) = self.option(&crate::model::text_of(target), &named) else { break };
            named.push(place);
            if let Some(slot) = amounts.get_mut(place as usize) {
                *slot = amount as u32;
            }
            taken += 1;
        }
        (taken > 0).then_some((Answer::Amounts(amounts), taken))
    }
}

/// Whether an answer says to choose no more, or none.
pub(crate) fn is_skip(value: &Value) -> bool {
    match value {
        Value::String(text) => text == "skip",
        Value::Object(map) => map.values().any(|v| v.as_str() == Some("skip")),
        _ => false,
    }
}

/// Whether a way or cost is the one of that name.
pub(crate) fn label_is(label: &CostLabel, wanted: &str) -> bool {
    match label {
        CostLabel::Keyword(keyword, _) => fold(keyword.word()) == fold(wanted),
        CostLabel::Other(n) => wanted.parse() == Ok(*n),
    }
}

/// Whether an object is a token or a copy.
pub(crate) fn is_token(state: &State, id: lawmage_engine::ObjectId) -> bool {
    state.get(id).is_some_and(|o| matches!(o.kind, ObjectKind::Token))
}

/// A player by name, or everybody's first opponent.
pub(crate) fn opponent(state: &State, player: lawmage_engine::PlayerId) -> Option<lawmage_engine::PlayerId> {
    state.seats().find(|p| state.are_opponents(*p, player) && state.player(*p).is_playing())
}
