//! Answers: which fits a decision, and what is done without one.

use lawmage_engine::object::ObjectKind;
use lawmage_engine::{Answer, Ask, Choice, Decision, Domain, State};
use lawmage_ir::{Ability, CostLabel, ManaType, Program};
use lawmage_oracle::{Context, print_program};
use serde_json::Value;
use smallvec::SmallVec;

use crate::ability_text::{face_of, plain};
use crate::model::Unanswered;
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
            if has("mode") {
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

/// "X=3" or "3".
fn number_in(text: &str) -> Option<u32> {
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
            Domain::Number { min, max } => {
                let number = match value {
                    Value::Number(n) => n.as_u64()? as u32,
                    Value::String(text) => number_in(text)?,
                    Value::Bool(flag) => {
                        if *flag {
                            (*max).min(1)
                        } else {
                            *min
                        }
                    }
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
            Domain::Attack(_) | Domain::Block(_) => return None,
        };
        self.decision.check(&answer).is_ok().then_some((answer, taken))
    }

    fn picks(&self, queue: &[&Value], at: usize, min: u32, max: u32, late: bool) -> Option<(Answer, usize)> {
        let options = self.decision.options();
        let value = queue.get(at)?;
        let yes_no = options == [Choice::Yes, Choice::No];
        match value {
            Value::Bool(flag) => {
                if (options.len() == 2 && max == 1 && min == 1) || yes_no {
                    return Some((Answer::pick(u32::from(!flag)), 1));
                }
                if min == 0 && matches!(self.decision.ask, Ask::May | Ask::MayPay | Ask::OpeningHand | Ask::Choose) {
                    let picks = if *flag { self.fill(SmallVec::new(), 1, max)? } else { SmallVec::new() };
                    return Some((Answer::Picks(picks), 1));
                }
                return None;
            }
            Value::String(text) if text == "skip" => {
                return if yes_no {
                    Some((Answer::pick(1), 1))
                } else if min == 0 {
                    Some((Answer::Picks(SmallVec::new()), 1))
                } else {
                    None
                };
            }
            Value::Object(map) if map.contains_key("with") => {
                let Ask::OptionalCost(label) = &self.decision.ask else { return None };
                let wanted = map.get("with")?.as_str()?;
                return (label_is(label, wanted) && yes_no).then(|| (Answer::pick(0), 1));
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
            if is_skip(value) && min == 0 && self.text_in(value, late).is_some() {
                return Some((Answer::Picks(picks), 1));
            }
            return None;
        }
        Some((Answer::Picks(self.fill(picks, min, max)?), taken))
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

    /// The first option not picked yet that a text names; with a number, the one of that number.
    pub(crate) fn option(&self, text: &str, picked: &[u32]) -> Option<u32> {
        let options = self.decision.options();
        let objects: Vec<_> = options.iter().filter_map(|c| c.entity()?.object()).collect();
        if text.contains('#') && !text.starts_with('@') {
            let id = *self.names.among(self.state, text, objects).first()?;
            let place = options.iter().position(|c| *c == Choice::Object(id))? as u32;
            return (!picked.contains(&place)).then_some(place);
        }
        (0..options.len() as u32)
            .find(|i| !picked.contains(i) && options.get(*i as usize).is_some_and(|c| self.is(c, text)))
    }

    /// Whether a text names an option.
    fn is(&self, choice: &Choice, text: &str) -> bool {
        let folded = fold(text);
        match choice {
            Choice::Object(id) => self.names.is(self.state, *id, text),
            Choice::Player(id) => self.state.player(*id).name == text,
            Choice::Yes => folded == "yes" || folded == "true",
            Choice::No => folded == "no" || folded == "false",
            Choice::Mode(mode) => self.is_mode(*mode, text),
            Choice::Color(color) => color.word() == folded,
            Choice::Mana(mana) => mana_is(mana, text),
            Choice::Subtype(subtype) => fold(subtype.word()) == folded,
            Choice::CardType(card_type) => fold(card_type.word()) == folded,
            Choice::Word(word) => fold(word) == folded,
            Choice::Number(n) => number_in(text) == Some(*n),
            Choice::Counter(kind) => fold(&kind.to_string()) == folded,
            Choice::Ability { source, .. } => self.names.is(self.state, *source, text),
            Choice::Action(action) => match &**action {
                lawmage_engine::Action::Cast { card, .. } | lawmage_engine::Action::PlayLand { card, .. } => {
                    self.names.is(self.state, *card, text)
                }
                _ => false,
            },
            Choice::Plan(_) | Choice::Cost(_) => false,
        }
    }

    /// A mode by its number from 1, or by how its text begins.
    fn is_mode(&self, mode: u8, text: &str) -> bool {
        if let Ok(number) = text.parse::<u32>() {
            return number == u32::from(mode) + 1;
        }
        let Some(source) = self.decision.source else { return false };
        let (Some(seen), Some(face)) = (self.state.seen(source), face_of(self.state, source)) else { return false };
        let context = Context { face: &face };
        let wanted = plain(text, &face.name);
        let programs = seen.chars.abilities.iter().filter_map(|a| match &*a.ability {
            Ability::Spell(p) => Some(p),
            Ability::Activated(a) => Some(&a.program),
            Ability::Triggered(t) => Some(&t.program),
            _ => None,
        });
        programs.filter(|p| p.modal.is_some()).any(|p| {
            p.modes.get(usize::from(mode)).is_some_and(|m| {
                let one = Program { modal: None, modes: vec![m.clone()] };
                plain(&print_program(&one, &context), &face.name).starts_with(&wanted)
            })
        })
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
        } else {
            taken = 0;
            while let Some(text) = queue.get(at + taken).and_then(|v| self.text_in(v, true)) {
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

    fn division(&self, queue: &[&Value], at: usize, among: &[Choice]) -> Option<(Answer, usize)> {
        let mut amounts: SmallVec<[u32; 4]> = smallvec::smallvec![0; among.len()];
        let Some(Value::Object(map)) = queue.get(at) else { return None };
        if let Some(list) = map.get("amounts").and_then(Value::as_array) {
            let given = list.iter().map(|v| v.as_u64().unwrap_or(0) as u32);
            return Some((Answer::Amounts(given.collect()), 1));
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

    /// What is done without an answer.
    pub(crate) fn unanswered(&self, manner: Unanswered) -> Option<Answer> {
        let accept = manner == Unanswered::Accept;
        Some(match &self.decision.domain {
            Domain::Pick { options, min, max, .. } => {
                if options == &[Choice::Yes, Choice::No] {
                    // A hand is kept, and a declared attack or block paid for.
                    let yes = accept || matches!(self.decision.ask, Ask::KeepHand | Ask::CombatCost);
                    return Some(Answer::pick(u32::from(!yes)));
                }
                let all = matches!(self.decision.ask, Ask::Untap);
                let least = if all {
                    *max
                } else if accept && *min == 0 && !matches!(self.decision.ask, Ask::Scry | Ask::MayReplace) {
                    (*max).min(1)
                } else {
                    *min
                };
                match self.pick_first(least, *max) {
                    Some(picks) => Answer::Picks(picks),
                    None => Answer::Picks(self.fill(SmallVec::new(), *min, *max)?),
                }
            }
            Domain::Number { min, max } => {
                Answer::Number(if accept && matches!(self.decision.ask, Ask::OptionalCost(_)) {
                    (*max).min(1)
                } else {
                    *min
                })
            }
            Domain::Order(options) => Answer::Order((0..options.len() as u32).collect()),
            Domain::Divide { among, total, least, needs } => {
                let mut amounts: SmallVec<[u32; 4]> =
                    (0..among.len()).map(|i| least.get(i).copied().unwrap_or(0)).collect();
                let mut left = total.saturating_sub(amounts.iter().sum());
                for (amount, need) in amounts.iter_mut().zip(needs) {
                    let more = need.saturating_sub(*amount).min(left);
                    *amount += more;
                    left -= more;
                }
                // With trample, what is left over goes to the last (702.19b); else to the first.
                let place = if needs.is_empty() { 0 } else { amounts.len().saturating_sub(1) };
                *amounts.get_mut(place)? += left;
                Answer::Amounts(amounts)
            }
            Domain::Attack(domain) => Answer::Attack(domain.legalize(&[])),
            Domain::Block(domain) => Answer::Block(domain.legalize(&[])),
        })
    }

    fn pick_first(&self, least: u32, max: u32) -> Option<SmallVec<[u32; 4]>> {
        let picks: SmallVec<[u32; 4]> = (0..least.min(max).min(self.decision.options().len() as u32)).collect();
        self.decision.check(&Answer::Picks(picks.clone())).is_ok().then_some(picks)
    }
}

fn is_skip(value: &Value) -> bool {
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

/// Whether mana is what a text names: "red", "{R}", "R".
fn mana_is(mana: &[ManaType], text: &str) -> bool {
    let word = fold(text);
    let letters: String = text.chars().filter(|c| !matches!(c, '{' | '}')).collect();
    let is = |m: &ManaType| match m {
        ManaType::Color(c) => c.word() == word,
        ManaType::Colorless => word == "colorless",
    };
    let same: String = mana
        .iter()
        .map(|m| match m {
            ManaType::Color(c) => c.letter(),
            ManaType::Colorless => 'C',
        })
        .collect();
    same == letters || (!mana.is_empty() && mana.iter().all(is))
}

/// Whether an object is a token or a copy.
pub(crate) fn is_token(state: &State, id: lawmage_engine::ObjectId) -> bool {
    state.get(id).is_some_and(|o| matches!(o.kind, ObjectKind::Token))
}

/// A player by name, or everybody's first opponent.
pub(crate) fn opponent(state: &State, player: lawmage_engine::PlayerId) -> Option<lawmage_engine::PlayerId> {
    state.seats().find(|p| state.are_opponents(*p, player) && state.player(*p).is_playing())
}
