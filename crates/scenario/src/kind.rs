//! The kind of game: formats and options.

use lawmage_engine::{PlayerId, State};
use serde_json::Value;

use crate::model::Scenario;
use crate::refs;
use crate::report::{Outcomes, Trouble};

/// The formats of the language.
const FORMATS: [&str; 14] = [
    "two-player",
    "free-for-all",
    "two-headed-giant",
    "team-vs-team",
    "emperor",
    "grand-melee",
    "alternating-teams",
    "commander",
    "brawl",
    "oathbreaker",
    "planechase",
    "vanguard",
    "archenemy",
    "conspiracy",
];

fn format(scenario: &Scenario) -> &str {
    scenario.game.format.as_deref().unwrap_or("two-player")
}

/// Says what is not there yet, and what is wrong.
pub(crate) fn supported(scenario: &Scenario) -> Outcomes<()> {
    let format = format(scenario);
    if !FORMATS.contains(&format) {
        return Err(Trouble::error(format!("{format} is no format")));
    }
    if !matches!(format, "two-player" | "free-for-all" | "team-vs-team" | "commander" | "brawl") {
        return Err(Trouble::unsupported(format!("the format {format}")));
    }
    for (option, value) in &scenario.game.options {
        let players = scenario.players.len() as u64;
        let done = match option.as_str() {
            "starting_life" => value.is_i64(),
            "day_night" => true,
            "start" => value.as_str() == Some("pregame"),
            "first" => starts_before(scenario) && value.as_str().is_some(),
            // 801.2: a range that reaches everybody limits nobody.
            "range_of_influence" => value.as_str() == Some("all") || value.as_u64().is_some_and(|n| n >= players / 2),
            "attack" => value.as_str() == Some("multiple") || players == 2,
            "teams" => format == "team-vs-team" && teams(value).is_some(),
            _ => return Err(Trouble::error(format!("{option} is no option of a game"))),
        };
        if !done {
            return Err(Trouble::unsupported(format!("the option {option}: {value}")));
        }
    }
    if scenario.players.len() < 2 || scenario.players.len() > 8 {
        return Err(Trouble::error("a game needs two to eight players"));
    }
    if format == "team-vs-team" && !scenario.game.options.contains_key("teams") {
        return Err(Trouble::unsupported("team-vs-team without teams"));
    }
    if format == "two-player" && scenario.players.len() != 2 {
        return Err(Trouble::error("a two-player game has two players"));
    }
    Ok(())
}

/// Whether cards in the command zone are commanders.
pub(crate) fn has_commanders(scenario: &Scenario) -> bool {
    matches!(format(scenario), "commander" | "brawl")
}

/// Whether the game is played from before its first turn on (103).
pub(crate) fn starts_before(scenario: &Scenario) -> bool {
    scenario.game.options.get("start").and_then(Value::as_str) == Some("pregame")
}

/// Who takes the first turn, where the game is played from before it: the first player, the one named, or whom a player chosen
/// by chance chooses (103.1).
pub(crate) fn first(scenario: &Scenario, state: &State) -> Outcomes<Option<PlayerId>> {
    match scenario.game.options.get("first").and_then(Value::as_str) {
        None => Ok(Some(PlayerId(0))),
        Some("chosen") => Ok(None),
        Some(name) => match refs::player(state, name) {
            Some(player) => Ok(Some(player)),
            None => Err(Trouble::error(format!("first: there is no player {name}"))),
        },
    }
}

/// 103.4, 903.7, 903.12f.
pub(crate) fn starting_life(scenario: &Scenario) -> Outcomes<i32> {
    if let Some(life) = scenario.game.options.get("starting_life") {
        let life = life.as_i64().and_then(|n| i32::try_from(n).ok());
        return life.ok_or_else(|| Trouble::error("starting_life is no number"));
    }
    Ok(match (format(scenario), scenario.players.len()) {
        ("commander", _) => 40,
        // 103.4d, 119.1d
        ("brawl", 2) => 25,
        ("brawl", _) => 30,
        _ => 20,
    })
}

/// The teams, as lists of names of players.
fn teams(value: &Value) -> Option<Vec<Vec<&str>>> {
    value.as_array()?.iter().map(|team| team.as_array()?.iter().map(Value::as_str).collect()).collect()
}

/// What options say of the position.
pub(crate) fn apply(scenario: &Scenario, state: &mut State) -> Outcomes<()> {
    // 808.1: each player is on one team.
    if let Some(value) = scenario.game.options.get("teams") {
        for (team, names) in (0..).zip(teams(value).unwrap_or_default()) {
            for name in names {
                let Some(seat) = state.seats().find(|p| state.player(*p).name == name) else {
                    return Err(Trouble::error(format!("{name} of the teams is no player")));
                };
                state.player_mut(seat).team = team;
            }
        }
    }
    state.brawl = format(scenario) == "brawl";
    if let Some(value) = scenario.game.options.get("day_night") {
        state.day = day_night(value.as_str().unwrap_or_default())?;
    }
    if let Some(Value::String(word)) = scenario.game.options.get("attack")
        && !matches!(word.as_str(), "left" | "right" | "multiple")
    {
        return Err(Trouble::error(format!("attack: {word} is neither left, right nor multiple")));
    }
    Ok(())
}

/// Day, night or neither (731).
pub(crate) fn day_night(word: &str) -> Outcomes<Option<bool>> {
    match word {
        "day" => Ok(Some(true)),
        "night" => Ok(Some(false)),
        "neither" => Ok(None),
        other => Err(Trouble::error(format!("{other} is neither day nor night"))),
    }
}
