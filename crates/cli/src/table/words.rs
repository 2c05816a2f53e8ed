//! Decisions and their options in words.

use lawmage_engine::chars::{AbilityKey, Chars};
use lawmage_engine::object::ability_of;
use lawmage_engine::pay::Plan;
use lawmage_engine::special::SpecialAction;
use lawmage_engine::view::ObjectView;
use lawmage_engine::{Action, Ask, Choice, Decision, Domain, Entity, ObjectId, View, WayKind};
use lawmage_ir::{Ability, CostLabel, Face, ManaType, Program};
use lawmage_oracle::{Context as PrintContext, print_ability, print_program};

/// The question.
pub fn question(view: &View<'_>, decision: &Decision) -> String {
    let about = decision.source.map(|id| format!(" for {}", view.object_name(id))).unwrap_or_default();
    let what = match &decision.ask {
        Ask::PlayFirst => "Who plays first?".to_owned(),
        Ask::KeepHand => {
            "Keep this hand? Else a mulligan: a new hand, of which one card more goes to the bottom.".to_owned()
        }
        Ask::BottomCards => "Which cards go to the bottom of your library?".to_owned(),
        Ask::OpeningHand => "Use one of these from your opening hand?".to_owned(),
        Ask::BeforeMulligan => "Use one of these before you keep the hand or take a mulligan?".to_owned(),
        Ask::BeforeShuffle => "Reveal one of these before you shuffle your deck?".to_owned(),
        Ask::Companion => "Reveal one of these as your companion?".to_owned(),
        Ask::Priority => "You have priority.".to_owned(),
        Ask::Modes => format!("Which modes{about}?"),
        Ask::X => format!("How much is X{about}?"),
        Ask::OptionalCost(label) => format!("Pay the {} cost{about}?", label_word(label)),
        Ask::CostOption => format!("How do you pay{about}?"),
        Ask::PayLife => format!("Pay 2 life instead of the Phyrexian mana{about}?"),
        Ask::Targets(_) => format!("Choose targets{about}."),
        Ask::Divide => format!("How is it divided{about}?"),
        Ask::Payment => format!("Pay{about}:"),
        Ask::CostObjects => format!("What do you pay the cost with{about}?"),
        Ask::Mana => format!("Which mana{about}?"),
        Ask::May | Ask::MayChoose(_) => format!("Do you want to{about}?"),
        Ask::MayPay => format!("Do you pay{about}?"),
        Ask::Choose => format!("Choose{about}."),
        Ask::Search => format!("What do you find{about}?"),
        Ask::Scry => "Which of these don't stay on top?".to_owned(),
        Ask::CastDuring => format!("What do you cast{about}?"),
        Ask::Value => format!("Name one{about}."),
        Ask::OrderCards => "In which order, the first on top?".to_owned(),
        Ask::Splice => "Splice a card onto it?".to_owned(),
        Ask::OrderActions => "In which order is it done?".to_owned(),
        Ask::OrderTriggers => "In which order do your abilities go on the stack? The last resolves first.".to_owned(),
        Ask::Replacement => "Which effect applies first?".to_owned(),
        Ask::MayReplace => format!("Apply the effect{about}?"),
        Ask::LegendRule => "Which one do you keep?".to_owned(),
        Ask::HandSize => "Which cards do you discard?".to_owned(),
        Ask::Untap => "Which of these untap?".to_owned(),
        Ask::Attack => "Declare attackers.".to_owned(),
        Ask::Block => "Declare blockers.".to_owned(),
        Ask::CombatCost => "Pay what this combat costs?".to_owned(),
        Ask::CombatDamage => match &decision.domain {
            Domain::Divide { .. } => format!("How is the combat damage divided{about}?"),
            _ => format!("Assign combat damage as though it weren't blocked{about}?"),
        },
        Ask::Defender => format!("What is attacked{about}?"),
        Ask::Under => format!("Put it under the creature{about}?"),
        Ask::Enchant => format!("What is enchanted{about}?"),
        Ask::NewTargets => format!("Choose new targets{about}."),
        Ask::Counters => format!("Which counters{about}?"),
        Ask::Sticker => format!("Which sticker{about}?"),
        Ask::NamePlace => "After how many words of its name does the sticker stand?".to_owned(),
    };
    format!("{what} ({})", decision.rule)
}

fn label_word(label: &CostLabel) -> &'static str {
    match label {
        CostLabel::Keyword(keyword, _) => keyword.word(),
        CostLabel::Other(_) => "additional",
    }
}

/// An option.
pub fn option(view: &View<'_>, decision: &Decision, choice: &Choice) -> String {
    match choice {
        Choice::Object(id) => object(view, *id),
        Choice::Player(player) if *player == view.me() => "you".to_owned(),
        Choice::Player(player) => view.name(*player).to_owned(),
        Choice::Yes => "yes".to_owned(),
        Choice::No => "no".to_owned(),
        Choice::Action(taken) => action(view, taken),
        Choice::Mode(mode) => mode_text(view, decision.source, usize::from(*mode)),
        Choice::Color(color) => color.word().to_owned(),
        Choice::Mana(mana) => mana.iter().map(|m| symbol(*m)).collect(),
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
        Choice::Cost(n) => format!("cost {}", n + 1),
    }
}

/// An object: its name and what tells it apart.
pub fn object(view: &View<'_>, id: ObjectId) -> String {
    let Some(seen) = view.object(id) else { return "a card you can't see".to_owned() };
    let whose = if seen.permanent.is_some() && seen.controller != view.me() {
        format!("{}'s ", view.name(seen.controller))
    } else {
        String::new()
    };
    let place = if seen.permanent.is_some() || seen.zone == lawmage_ir::Zone::Hand {
        String::new()
    } else {
        format!(" ({})", seen.zone.word())
    };
    format!("{whose}{}{place}", permanent(view, &seen))
}

/// A permanent or card in a few words: name, size, state.
pub fn permanent(view: &View<'_>, seen: &ObjectView<'_>) -> String {
    let chars = seen.chars;
    let mut text = if chars.name.is_empty() { "face-down card".to_owned() } else { chars.name.to_string() };
    if let (Some(power), Some(toughness)) = (chars.power, chars.toughness) {
        text += &format!(" {power}/{toughness}");
    }
    let words: Vec<&str> = chars
        .abilities
        .iter()
        .filter_map(|on| match &*on.ability {
            Ability::Keyword(keyword) => Some(keyword.keyword.word()),
            _ => None,
        })
        .collect();
    if !words.is_empty() && chars.is_creature() {
        text += &format!(" {}", words.join(", "));
    }
    let mut notes: Vec<String> = Vec::new();
    if let Some(permanent) = seen.permanent {
        if permanent.tapped {
            notes.push("tapped".to_owned());
        }
        if permanent.damage > 0 {
            notes.push(format!("{} damage", permanent.damage));
        }
        if chars.is_creature() && !permanent.tapped && !view.can_tap(seen.id) && seen.controller == view.active() {
            notes.push("summoning sick".to_owned());
        }
        if let Some(host) = permanent.attached_to {
            notes.push(format!("on {}", view.entity_name(host)));
        }
    }
    notes.extend(seen.counters.iter().map(|(kind, n)| format!("{n} {kind}")));
    if notes.is_empty() { text } else { format!("{text} [{}]", notes.join(", ")) }
}

/// A card's name with its cost.
pub fn card(view: &View<'_>, id: ObjectId) -> String {
    let Some(seen) = view.object(id) else { return "a card".to_owned() };
    let cost = seen.chars.mana_cost.as_ref().map(|c| format!(" {c}")).unwrap_or_default();
    format!("{}{cost}", seen.chars.name)
}

fn action(view: &View<'_>, action: &Action) -> String {
    match action {
        Action::Pass => "pass".to_owned(),
        Action::Cast { card: id, way } => {
            let how = match (&way.label, way.kind) {
                (Some(label), _) => format!(" ({})", label_word(label)),
                (None, WayKind::Normal) if way.face > 0 => " (its other face)".to_owned(),
                (None, WayKind::Normal) => String::new(),
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

/// How a payment is made.
fn plan(view: &View<'_>, plan: &Plan) -> String {
    let mut parts: Vec<String> = Vec::new();
    for step in &plan.steps {
        parts.push(format!("{} for {}", view.object_name(step.source), lawmage_engine::pay::due::symbols(&step.mana)));
    }
    parts.extend(plan.helpers.iter().map(|(id, _)| view.object_name(*id).to_string()));
    if plan.demand.life > 0 {
        parts.push(format!("{} life", plan.demand.life));
    }
    if parts.is_empty() { "from your mana pool".to_owned() } else { format!("with {}", parts.join(", ")) }
}

/// An ability's text, printed from what was compiled.
pub fn ability_text(view: &View<'_>, source: ObjectId, key: AbilityKey) -> Option<String> {
    let seen = view.object(source)?;
    let ability = ability_of(seen.chars, key)?;
    Some(print_ability(ability, &PrintContext { face: &face(seen.chars) }))
}

fn mode_text(view: &View<'_>, source: Option<ObjectId>, place: usize) -> String {
    let fallback = format!("mode {}", place + 1);
    let Some(seen) = source.and_then(|id| view.object(id)) else { return fallback };
    let shown = face(seen.chars);
    let context = PrintContext { face: &shown };
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

/// What the printer needs of a face.
fn face(chars: &Chars) -> Face {
    Face {
        name: chars.name.clone(),
        types: chars.types,
        supertypes: chars.supertypes,
        subtypes: chars.subtypes.clone(),
        ..Face::default()
    }
}

fn symbol(mana: ManaType) -> String {
    match mana {
        ManaType::Color(color) => format!("{{{}}}", color.letter()),
        ManaType::Colorless => "{C}".to_owned(),
    }
}

/// What attacks or is attacked, in words.
pub fn entity(view: &View<'_>, entity: Entity) -> String {
    match entity {
        Entity::Player(player) if player == view.me() => "you".to_owned(),
        Entity::Player(player) => view.name(player).to_owned(),
        Entity::Object(id) => object(view, id),
    }
}
