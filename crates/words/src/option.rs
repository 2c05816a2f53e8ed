//! Options, actions and payments in words.

use lawmage_engine::table::action::SpecialAction;
use lawmage_engine::table::payment::Plan;
use lawmage_engine::{Action, Choice, Decision, ObjectId, Sight, WayKind};
use lawmage_ir::{Ability, CostLabel, Program};
use lawmage_oracle::{Context, print_program};

use crate::asked::Asked;
use crate::object::{ability_text, card, face, object};

/// An option of a decision.
#[must_use]
pub fn option(view: &Sight<'_>, decision: &Decision, choice: &Choice) -> String {
    match choice {
        Choice::Object(id) => object(view, *id),
        Choice::Player(player) if view.is_me(*player) => "you".to_owned(),
        Choice::Player(player) => view.name(*player).to_owned(),
        Choice::Yes => "yes".to_owned(),
        Choice::No => "no".to_owned(),
        Choice::Action(taken) => action(view, taken),
        Choice::Mode(mode) => mode_text(view, decision, usize::from(*mode)),
        Choice::Color(color) => color.word().to_owned(),
        Choice::Mana(mana) => mana.iter().map(ToString::to_string).collect(),
        Choice::Subtype(subtype) => subtype.word().to_owned(),
        Choice::CardType(card_type) => card_type.word().to_owned(),
        Choice::Word(word) => word.to_string(),
        Choice::Number(n) => n.to_string(),
        Choice::Counter(kind) => format!("{kind} counter"),
        Choice::Sticker(place) => {
            view.sticker(*place).map_or_else(String::new, |s| format!("{} sticker {}", s.kind().word(), s.text()))
        }
        Choice::Plan(payment) => plan(view, payment),
        Choice::Ability { source, key } => {
            let text = key.and_then(|key| ability_text(view, *source, key)).unwrap_or_default();
            format!("{}: {text}", view.object_name(*source)).trim_end_matches([':', ' ']).to_owned()
        }
        Choice::Cost(0) if decision.rule.section == 107 => "with mana".to_owned(),
        Choice::Cost(1) if decision.rule.section == 107 => "with life".to_owned(),
        Choice::Cost(n) => {
            let cost = Asked::of(view, decision).and_then(|asked| asked.cost(usize::from(*n)));
            cost.unwrap_or_else(|| format!("cost {}", n + 1))
        }
    }
}

/// An action with priority.
#[must_use]
pub fn action(view: &Sight<'_>, action: &Action) -> String {
    match action {
        Action::Pass => "pass".to_owned(),
        Action::Cast { card: id, way } => {
            let how = match (&way.label, way.kind) {
                (Some(label), _) => format!(" ({})", label_word(label)),
                (None, WayKind::Normal) if way.face > 0 => " (its other face)".to_owned(),
                (None, WayKind::Normal) => commander_tax(view, *id),
                (None, WayKind::Alternative(_)) => " (at its other cost)".to_owned(),
                (None, _) => " (by a permission)".to_owned(),
            };
            format!("cast {}{how}", card(view, *id))
        }
        Action::PlayLand { card, .. } => format!("play {}", view.object_name(*card)),
        Action::Activate { source, key } => {
            let text = ability_text(view, *source, *key).unwrap_or_else(|| "an ability".to_owned());
            format!("{}: {text}", view.object_name(*source))
        }
        Action::Unlock { permanent, half } => {
            let halves = view.object(*permanent).and_then(|o| o.chars.halves.clone());
            let door = halves.map_or_else(|| "a door".to_owned(), |h| h.half(*half).name.to_string());
            format!("unlock {door}")
        }
        Action::Unveil { conspiracy } => format!("turn {} face up", view.object_name(*conspiracy)),
        Action::RollPlanarDie => "roll the planar die".to_owned(),
        Action::Special(SpecialAction::End(_)) => "end an effect".to_owned(),
        Action::Special(SpecialAction::Ignore { source, .. }) => {
            format!("ignore {} until end of turn", view.object_name(*source))
        }
        Action::TurnFaceUp { permanent, .. } => format!("turn {} face up", view.object_name(*permanent)),
    }
}

/// 903.8
fn commander_tax(view: &Sight<'_>, id: ObjectId) -> String {
    let what = if view.is_signature_spell(id) { "signature spell" } else { "commander" };
    match view.commander_tax(id) {
        0 if view.is_commander(id) || view.is_signature_spell(id) => format!(" (your {what})"),
        0 => String::new(),
        tax => format!(" (your {what}, and {{{tax}}} more)"),
    }
}

pub(crate) fn label_word(label: &CostLabel) -> &'static str {
    match label {
        CostLabel::Keyword(keyword, _) => keyword.word(),
        CostLabel::Other(_) => "additional",
    }
}

/// How a payment is made.
#[must_use]
pub fn plan(view: &Sight<'_>, plan: &Plan) -> String {
    let mut parts: Vec<String> = Vec::new();
    for step in &plan.steps {
        parts.push(format!(
            "{} for {}",
            view.object_name(step.source),
            lawmage_engine::state::mana::symbols(&step.mana)
        ));
    }
    parts.extend(plan.helpers.iter().map(|(id, _)| view.object_name(*id).to_string()));
    if plan.demand.life > 0 {
        parts.push(format!("{} life", plan.demand.life));
    }
    if parts.is_empty() { "from your mana pool".to_owned() } else { format!("with {}", parts.join(", ")) }
}

fn mode_text(view: &Sight<'_>, decision: &Decision, place: usize) -> String {
    if let Some(text) = Asked::of(view, decision).and_then(|asked| asked.mode(place)) {
        return text;
    }
    let fallback = format!("mode {}", place + 1);
    let Some(seen) = decision.source.and_then(|id| view.object(id)) else { return fallback };
    let shown = face(seen.chars);
    let context = Context { face: &shown };
    let programs: Vec<&Program> = match seen.stack.and_then(|s| s.program.as_deref()) {
        Some(program) => vec![program],
        None => seen
            .chars
            .abilities
            .iter()
            .filter_map(|on| match &*on.ability {
                Ability::Spell(program) => Some(program),
                _ => None,
            })
            .collect(),
    };
    let mode = programs.iter().find_map(|p| p.modes.get(place));
    mode.map_or(fallback, |m| print_program(&Program { modal: None, modes: vec![m.clone()] }, &context))
}
