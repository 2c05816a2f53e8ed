//! The kind of game: formats and options.

use lawmage_engine::state::variants::AttackOption;
use lawmage_engine::variants::kind::Kind;
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

/// The options of a game.
const OPTIONS: [&str; 10] = [
    "starting_life",
    "day_night",
    "start",
    "first",
    "range_of_influence",
    "attack",
    "teams",
    "multiplayer",
    "planar_deck",
    "commanders",
];

fn format(scenario: &Scenario) -> &str {
    scenario.game.format.as_deref().unwrap_or("two-player")
}

/// The multiplayer variant: the format, or what the option says of a casual one.
fn multiplayer(scenario: &Scenario) -> &str {
    scenario.game.options.get("multiplayer").and_then(Value::as_str).unwrap_or_else(|| format(scenario))
}

/// Whether Archenemy is played with commanders (904.13a).
fn is_archenemy_commander(scenario: &Scenario) -> bool {
    format(scenario) == "archenemy" && scenario.game.options.get("commanders") == Some(&Value::Bool(true))
}

/// Says what is not there yet, and what is wrong.
pub(crate) fn supported(scenario: &Scenario) -> Outcomes<()> {
    let format = format(scenario);
    if !FORMATS.contains(&format) {
        return Err(Trouble::no_such("there is no format", format, &FORMATS, "formats"));
    }
    for (option, value) in &scenario.game.options {
        let done = match option.as_str() {
            "starting_life" => value.is_i64(),
            "day_night" => true,
            "start" => value.as_str() == Some("pregame"),
            "first" => starts_before(scenario) && value.as_str().is_some(),
            "range_of_influence" => value.as_str() == Some("all") || value.is_u64() || value.is_object(),
            "attack" => value.is_string(),
            "teams" => is_of_teams(format) && teams(value).is_some(),
            "multiplayer" => match format {
                "planechase" => value == "two-headed-giant" || value == "grand-melee",
                "archenemy" => value == "free-for-all",
                _ => false,
            },
            "planar_deck" => format == "planechase" && value == "communal",
            "commanders" => format == "archenemy" && value.is_boolean(),
            _ => return Err(Trouble::no_such("a game has no option", option, &OPTIONS, "options")),
        };
        if !done {
            return Err(Trouble::unsupported(format!("the option {option}: {value}")));
        }
    }
    if scenario.players.len() < 2 || scenario.players.len() > 16 {
        return Err(Trouble::error("a game needs two to sixteen players"));
    }
    if format == "team-vs-team" && !scenario.game.options.contains_key("teams") {
        return Err(Trouble::unsupported("team-vs-team without teams"));
    }
    let size = of_team(scenario).map_or(3, |(_, size)| usize::from(size.max(3)));
    if format == "emperor" && (!scenario.players.len().is_multiple_of(size) || scenario.players.len() < 2 * size) {
        return Err(Trouble::error("an Emperor game has teams of three or more, all of one size"));
    }
    if format == "two-headed-giant" && (!scenario.players.len().is_multiple_of(2) || scenario.players.len() < 4) {
        return Err(Trouble::error("a Two-Headed Giant game has two teams of one size"));
    }
    let teams = of_team(scenario).map_or(2, |(teams, _)| usize::from(teams.max(2)));
    if format == "alternating-teams" && !scenario.players.len().is_multiple_of(teams) {
        return Err(Trouble::error("the teams of an Alternating Teams game are of one size"));
    }
    if format == "two-player" && scenario.players.len() != 2 {
        return Err(Trouble::error("a two-player game has two players"));
    }
    Ok(())
}

/// Whether players compete in teams.
fn is_of_teams(format: &str) -> bool {
    matches!(format, "team-vs-team" | "emperor" | "alternating-teams" | "two-headed-giant")
}

/// Whether conspiracies begin in the command zone, whose owners name cards for them.
pub(crate) fn has_agendas(scenario: &Scenario) -> bool {
    format(scenario) == "conspiracy" && !starts_before(scenario)
}

/// Whether cards in the command zone are commanders.
pub(crate) fn has_commanders(scenario: &Scenario) -> bool {
    matches!(format(scenario), "commander" | "brawl" | "oathbreaker") || is_archenemy_commander(scenario)
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
            None => refs::known_player(state, name).map(Some),
        },
    }
}

/// 103.4, 903.7, 903.12f.
pub(crate) fn starting_life(scenario: &Scenario) -> Outcomes<i32> {
    if let Some(life) = scenario.game.options.get("starting_life") {
        let life = life.as_i64().and_then(|n| i32::try_from(n).ok());
        return life.ok_or_else(|| Trouble::error("starting_life is no number"));
    }
    let kind = Kind::named(multiplayer(scenario)).unwrap_or_default();
    Ok(kind.starting_life(scenario.players.len()))
}

/// How many teams the option names, and how many players the first has.
fn of_team(scenario: &Scenario) -> Option<(u8, u8)> {
    let teams = teams(scenario.game.options.get("teams")?)?;
    Some((u8::try_from(teams.len()).ok()?, u8::try_from(teams.first()?.len()).ok()?))
}

/// The teams, as lists of names of players.
fn teams(value: &Value) -> Option<Vec<Vec<&str>>> {
    value.as_array()?.iter().map(|team| team.as_array()?.iter().map(Value::as_str).collect()).collect()
}

/// What the format and its options say of the position.
pub(crate) fn apply(scenario: &Scenario, state: &mut State) -> Outcomes<()> {
    state.set_brawl(format(scenario) == "brawl");
    if format(scenario) == "oathbreaker" {
        state.begin_oathbreaker();
    }
    seat_teams(scenario, state)?;
    set_attack(scenario, state)?;
    set_range(scenario, state)?;
    if let Some(value) = scenario.game.options.get("day_night") {
        state.set_day(day_night(value.as_str().unwrap_or_default())?);
    }
    Ok(())
}

/// Who is on which team: as the option says (808.1), or as the variant seats them: three by three (809.1), or every other player
/// (811.3).
fn seat_teams(scenario: &Scenario, state: &mut State) -> Outcomes<()> {
    let lives: Vec<Option<i32>> = scenario.players.iter().map(|p| p.life).collect();
    match multiplayer(scenario) {
        "grand-melee" => state.begin_grand_melee(),
        "emperor" => state.begin_emperor(of_team(scenario).map_or(3, |(_, size)| size)),
        "alternating-teams" => state.begin_alternating_teams(of_team(scenario).map_or(2, |(teams, _)| teams)),
        "two-headed-giant" => state.begin_two_headed_giant(),
        "archenemy" if is_archenemy_commander(scenario) => state.begin_archenemy_commander(&lives),
        "archenemy" => state.begin_archenemy(lives.first().copied().flatten()),
        "free-for-all" if format(scenario) == "archenemy" => state.begin_supervillain_rumble(&lives),
        _ => {}
    }
    if let Some(value) = scenario.game.options.get("teams") {
        for (team, names) in (0..).zip(teams(value).unwrap_or_default()) {
            for name in names {
                let seat = seat_of(state, name)?;
                state.player_mut(seat).team = team;
            }
        }
    }
    if format(scenario) == "vanguard" {
        state.begin_vanguard();
        for (seat, life) in state.seats().zip(lives) {
            if let Some(life) = life {
                state.player_mut(seat).life = life;
            }
        }
    }
    if format(scenario) == "planechase" {
        state.begin_planechase(scenario.game.options.contains_key("planar_deck"));
        if !starts_before(scenario) {
            for player in state.first_holders() {
                state.turn_up_starting_plane(player);
            }
        }
    }
    Ok(())
}

fn seat_of(state: &State, name: &str) -> Outcomes<PlayerId> {
    let found = state.seats().find(|p| state.player(*p).name == name);
    found.map_or_else(|| refs::known_player(state, name), Ok)
}

/// Whom a player may attack.
fn set_attack(scenario: &Scenario, state: &mut State) -> Outcomes<()> {
    let word = scenario.game.options.get("attack").and_then(Value::as_str);
    let attack = match (word, format(scenario)) {
        (Some("multiple"), _) => AttackOption::Multiple,
        (Some("one"), _) => AttackOption::One,
        (Some("left"), _) => AttackOption::Left,
        (Some("right"), _) => AttackOption::Right,
        (None, _) => return Ok(()),
        (Some(word), _) => {
            let words = ["left", "right", "one", "multiple"];
            return Err(Trouble::no_such("there is no way to attack called", word, &words, "words"));
        }
    };
    if attack != AttackOption::Multiple || !state.is_plain() {
        state.options_mut().attack = attack;
    }
    Ok(())
}

/// How far influence reaches: a number of seats for everybody, or for each player by name.
fn set_range(scenario: &Scenario, state: &mut State) -> Outcomes<()> {
    let everybody = |n: Option<u64>| vec![n.and_then(|n| u8::try_from(n).ok()); scenario.players.len()];
    let range = match (scenario.game.options.get("range_of_influence"), format(scenario)) {
        (Some(Value::Object(of)), _) => {
            let mut range = everybody(None);
            for (name, seats) in of {
                let seat = seat_of(state, name)?;
                range[seat.index()] = seats.as_u64().and_then(|n| u8::try_from(n).ok());
            }
            range
        }
        (Some(value), _) => everybody(value.as_u64()),
        (None, _) => {
            state.measure_ranges();
            return Ok(());
        }
    };
    state.options_mut().range = range;
    state.measure_ranges();
    Ok(())
}

/// Day, night or neither (731).
pub(crate) fn day_night(word: &str) -> Outcomes<Option<bool>> {
    match word {
        "day" => Ok(Some(true)),
        "night" => Ok(Some(false)),
        "neither" => Ok(None),
        other => Err(Trouble::no_such("it can't be", other, &["day", "night", "neither"], "words")),
    }
}
