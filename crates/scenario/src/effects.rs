//! Continuous effects in words: what holds, and until when.

use lawmage_engine::{PlayerId, State, state::Effect, state::Expiry};
use lawmage_ir::{Ability, Continuous, Face, StaticAbility, ZoneSet};
use lawmage_oracle::{Context, print_ability, print_condition, print_cost};

use crate::words;

/// What an effect of something of that name says.
pub(crate) fn text(what: &Continuous, source: &str) -> String {
    let effects = vec![what.clone()];
    let ability = StaticAbility { zones: ZoneSet::BATTLEFIELD, condition: None, effects, defines: false };
    ability_text(&Ability::Static(ability), source)
}

/// What an ability of something of that name says.
pub(crate) fn ability_text(ability: &Ability, source: &str) -> String {
    let face = Face { name: source.into(), ..Face::default() };
    print_ability(ability, &Context { face: &face }).replace('\n', " ")
}

/// How long an effect lasts, with the rule that ends it.
pub(crate) fn lasts(state: &State, effect: &Effect) -> String {
    let player = |id: &PlayerId| state.player(*id).name.as_str();
    match &effect.expiry {
        Expiry::Cleanup => "until end of turn (514.2)".to_owned(),
        Expiry::CombatEnd => "until end of combat (511.3)".to_owned(),
        Expiry::TurnOf(whose) => format!("until {}'s next turn (500.7)", player(whose)),
        Expiry::EndStep => "until the next end step (611.2a)".to_owned(),
        Expiry::EndStepOf(whose) => format!("until {}'s next end step (611.2a)", player(whose)),
        Expiry::UpkeepOf(whose) => format!("until {}'s next upkeep (503.1)", player(whose)),
        Expiry::UntapOf(whose) => format!("until {}'s next untap step (503.1)", player(whose)),
        Expiry::EndOfTurnOf(whose, _) => format!("until the end of {}'s next turn (514.2)", player(whose)),
        Expiry::InTurnOf(whose, _) => format!("during {}'s next turn (514.2)", player(whose)),
        Expiry::UntapStepOf(whose, _) => format!("until {}'s next untap step is over (611.2a)", player(whose)),
        Expiry::CombatOf(whose, ..) => format!("until {}'s next combat phase is over (511.3)", player(whose)),
        Expiry::InCombat(_) => "in an additional combat phase alone (500.8)".to_owned(),
        Expiry::OfTurn(number) => format!("in turn {number} (603.7b)"),
        Expiry::While(condition) => {
            let face = Face { name: state.name_of(effect.source), ..Face::default() };
            format!("for as long as {} (611.2b)", print_condition(condition, &Context { face: &face }))
        }
        Expiry::Leaves(id) => format!("until {} leaves the battlefield (611.2b)", words::object(state, *id)),
        Expiry::Cast(id) => format!("until {} is cast (611.2a)", words::object(state, *id)),
        Expiry::ExilesWith { source, .. } => {
            format!("until another card is exiled with {} (611.2a)", words::object(state, *source))
        }
        Expiry::PaidBy(_, cost) => {
            let face = Face::default();
            format!("until a player pays {} (116.2c)", print_cost(cost, &Context { face: &face }))
        }
        Expiry::Paid(whose, cost) => {
            let face = Face::default();
            format!("until {} pays {} (116.2c)", player(whose), print_cost(cost, &Context { face: &face }))
        }
        Expiry::Never => "for the rest of the game (611.2a)".to_owned(),
    }
}

/// An effect in one line: whose, what, on what, until when.
pub(crate) fn line(state: &State, effect: &Effect) -> String {
    let source = words::object(state, effect.source);
    let on = match &effect.locked {
        Some(locked) if !locked.is_empty() => {
            let names: Vec<String> = locked.iter().map(|e| words::entity(state, *e)).collect();
            format!(", on {}", names.join(", "))
        }
        _ => String::new(),
    };
    let left = effect.left.map(|n| format!(", {n} left")).unwrap_or_default();
    let what = text(&effect.what, &source);
    let what = what.trim_end_matches('.');
    format!("{source}: “{what}”{on}{left}, {}, timestamp {}", lasts(state, effect), effect.timestamp)
}
