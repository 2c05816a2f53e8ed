//! An object's history through the layers, in words.

use lawmage_engine::read::layers::{By, History, LayerStep, Look};
use lawmage_engine::{ObjectId, State};

use crate::refs::Names;
use crate::report::{Explained, ExplainedStep, Outcomes};
use crate::{effects, words};

/// How everything that a reference speaks of came by its characteristics; `ended` tells the effects on an object that have
/// ended.
pub(crate) fn explain(
    state: &State,
    names: &Names,
    reference: &str,
    ended: impl Fn(ObjectId) -> Vec<String>,
) -> Outcomes<Vec<Explained>> {
    let found = names.anywhere(state, reference);
    if found.is_empty() {
        return Err(names.nothing(state, reference, format!("--explain {reference}: nothing there is called so")));
    }
    let histories = found.into_iter().filter_map(|id| Some((id, state.explain(id)?)));
    Ok(histories.map(|(id, history)| told(state, id, &history, ended(id))).collect())
}

fn told(state: &State, id: ObjectId, history: &History, ended: Vec<String>) -> Explained {
    let zone = state.get(id).map_or("", |o| o.zone.word());
    let controller = &state.player(state.controller(id)).name;
    Explained {
        object: format!("{} ({zone}, {controller}'s)", words::object(state, id)),
        first: values(state, &history.first),
        steps: history.steps.iter().map(|s| step(state, s)).collect(),
        last: values(state, &history.last),
        ended,
    }
}

fn step(state: &State, step: &LayerStep) -> ExplainedStep {
    let (source, effect) = by(state, &step.by);
    let names = |ids: &[ObjectId]| ids.iter().map(|id| words::object(state, *id)).collect::<Vec<_>>().join(" and ");
    let mut notes = Vec::new();
    if step.defines {
        notes.push("it defines the characteristic and so comes first in its layer (613.3)".to_owned());
    }
    if !step.waited_for.is_empty() {
        notes.push(format!("it depends on the effect of {} and waits for it (613.8b)", names(&step.waited_for)));
    }
    if !step.ahead_of.is_empty() {
        let whose = names(&step.ahead_of);
        notes.push(format!("before the earlier effect of {whose}, which depends on it (613.8b)"));
    }
    if step.goes_on {
        notes.push("it began in an earlier layer and goes on with the same objects (613.6)".to_owned());
    }
    if !step.in_force {
        notes.push("not in force: the ability is gone or its condition does not hold (604.2)".to_owned());
    }
    if let By::Effect { id, .. } = &step.by
        && let Some(effect) = state.effects().iter().find(|e| e.id == *id)
    {
        notes.push(effects::lasts(state, effect));
    }
    ExplainedStep {
        layer: step.layer_name.to_owned(),
        rule: step.layer.to_string(),
        source,
        effect,
        timestamp: step.timestamp,
        notes,
        changes: changes(state, &step.before, &step.after),
    }
}

/// Whose effect it is, and what it says.
pub(crate) fn by(state: &State, by: &By) -> (String, String) {
    match by {
        By::Ability { source, ability, .. } => {
            let name = words::object(state, *source);
            let text = effects::ability_text(ability, &name);
            (name, text)
        }
        By::Effect { source, what, .. } => {
            let name = words::object(state, *source);
            let text = effects::text(what, &name);
            (name, text)
        }
        By::Sticker { what } => ("a sticker on it".to_owned(), effects::text(what, "it")),
        By::KeywordCounter { what } => ("a keyword counter on it (122.1b)".to_owned(), effects::text(what, "it")),
        By::Counters(counters) => {
            let all: Vec<String> = counters.iter().map(|(kind, n)| format!("{n} {kind}")).collect();
            ("counters on it (122.1a)".to_owned(), all.join(", "))
        }
        By::Rule(rule) => (format!("rule {rule}"), rule_text(&rule.to_string()).to_owned()),
    }
}

fn rule_text(rule: &str) -> &'static str {
    match rule {
        "208.3" => "a permanent that is no creature has no power and toughness",
        "710.2" => "flipped, it has its alternative characteristics",
        "709.5" => "as a Room it has those of its unlocked doors",
        _ => "",
    }
}

/// Every characteristic with its value.
fn values(state: &State, look: &Look) -> Vec<(String, String)> {
    let chars = &look.chars;
    let mut all = vec![("name".to_owned(), chars.name.to_string())];
    let mut add = |what: &str, value: Option<String>| {
        if let Some(value) = value {
            all.push((what.to_owned(), value));
        }
    };
    add("mana cost", chars.mana_cost.as_ref().map(ToString::to_string).filter(|c| !c.is_empty()));
    add("color", Some(words::colors(chars)));
    add("type", Some(words::type_line(chars)));
    add("power and toughness", words::size(chars));
    add("base power and toughness", base(look).filter(|base| Some(base) != words::size(chars).as_ref()));
    add("defense", chars.defense.map(|n| n.to_string()));
    for ability in chars.abilities.iter().filter_map(|on| words::ability(chars, on)) {
        add("ability", Some(ability));
    }
    add("controller", Some(state.player(look.controller).name.clone()));
    all
}

fn base(look: &Look) -> Option<String> {
    let side = |n: Option<i32>| n.map_or_else(|| "none".to_owned(), |n| n.to_string());
    let chars = &look.chars;
    (chars.base_power.is_some() || chars.base_toughness.is_some())
        .then(|| format!("{}/{}", side(chars.base_power), side(chars.base_toughness)))
}

/// What differs between two looks: characteristic, before, after.
pub(crate) fn changes(state: &State, before: &Look, after: &Look) -> Vec<(String, String, String)> {
    let mut all = Vec::new();
    let mut add = |what: &str, was: String, is: String| {
        if was != is {
            all.push((what.to_owned(), was, is));
        }
    };
    let (old, new) = (&before.chars, &after.chars);
    let none = || "none".to_owned();
    let cost = |look: &Look| look.chars.mana_cost.as_ref().map_or_else(none, ToString::to_string);
    add("name", old.name.to_string(), new.name.to_string());
    add("mana cost", cost(before), cost(after));
    add("color", words::colors(old), words::colors(new));
    add("type", words::type_line(old), words::type_line(new));
    let size = |look: &Look| words::size(&look.chars).unwrap_or_else(none);
    add("power and toughness", size(before), size(after));
    if size(before) == size(after) {
        let base = |look: &Look| base(look).unwrap_or_else(none);
        add("base power and toughness", base(before), base(after));
    }
    let defense = |look: &Look| look.chars.defense.map_or_else(none, |n| n.to_string());
    add("defense", defense(before), defense(after));
    add("controller", state.player(before.controller).name.clone(), state.player(after.controller).name.clone());
    // Abilities one by one: those that are gone, then those that have come.
    let list = |look: &Look| -> Vec<String> {
        look.chars.abilities.iter().filter_map(|on| words::ability(&look.chars, on)).collect()
    };
    let (was, mut come) = (list(before), list(after));
    for ability in was {
        match come.iter().position(|other| *other == ability) {
            Some(place) => drop(come.remove(place)),
            None => add("ability", ability, none()),
        }
    }
    for ability in come {
        add("ability", none(), ability);
    }
    all
}
