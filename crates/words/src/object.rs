//! Objects, players and mana in words.

use lawmage_engine::state::chars::{AbilityKey, Chars};
use lawmage_engine::state::mana::ManaPool;
use lawmage_engine::state::object::ability_of;
use lawmage_engine::table::view::ObjectView;
use lawmage_engine::{Entity, ObjectId, Sight};
use lawmage_ir::{Ability, Color, Face, ManaType, Subtype, Zone};
use lawmage_oracle::{Context, print_ability, print_program};

/// An object: its name and what tells it apart.
#[must_use]
pub fn object(view: &Sight<'_>, id: ObjectId) -> String {
    let Some(seen) = view.object(id) else { return "a card you can't see".to_owned() };
    let whose = if seen.permanent.is_some() && !view.is_me(seen.controller) {
        format!("{}'s ", view.name(seen.controller))
    } else {
        String::new()
    };
    let place = match seen.zone {
        _ if seen.permanent.is_some() => String::new(),
        Zone::Hand if view.is_me(seen.owner) => String::new(),
        Zone::Hand | Zone::Library | Zone::Graveyard if !view.is_me(seen.owner) => {
            format!(" ({}'s {})", view.name(seen.owner), seen.zone.word())
        }
        zone => format!(" ({})", zone.word()),
    };
    format!("{whose}{}{place}", permanent(view, &seen))
}

/// Power and toughness, where an object has them: "2/3".
#[must_use]
pub fn size(chars: &Chars) -> Option<String> {
    let (power, toughness) = (chars.power?, chars.toughness?);
    Some(format!("{power}/{toughness}"))
}

/// A permanent or card in a few words: name, size, state.
#[must_use]
pub fn permanent(view: &Sight<'_>, seen: &ObjectView<'_>) -> String {
    let chars = seen.chars;
    let mut text = name(view, seen);
    if let Some(size) = size(chars) {
        text += &format!(" {size}");
    }
    let words = if chars.is_creature() { keywords(chars) } else { Vec::new() };
    if !words.is_empty() {
        text += &format!(" {}", words.join(", "));
    }
    let mut notes: Vec<String> = Vec::new();
    if view.is_commander(seen.id) {
        notes.push("commander".to_owned());
    }
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

fn name(view: &Sight<'_>, seen: &ObjectView<'_>) -> String {
    if let Some(face) = view.under(seen.id) {
        return format!("face-down {}", face.name);
    }
    match seen.chars.name.is_empty() {
        // A face-down permanent has no name, and an ability on the stack goes by its source.
        true if seen.stack.is_some() => view.object_name(seen.id).to_string(),
        true => "face-down card".to_owned(),
        false => seen.chars.name.to_string(),
    }
}

/// The keyword abilities of an object (702) in a few words, equal ones once.
#[must_use]
pub fn keywords(chars: &Chars) -> Vec<String> {
    let shown = face(chars);
    let mut words: Vec<String> = Vec::new();
    for on in &chars.abilities {
        let Ability::Keyword(keyword) = &*on.ability else { continue };
        let text = print_ability(&Ability::Keyword(keyword.clone()), &Context { face: &shown });
        let mut letters = text.trim_end_matches('.').chars();
        let lower: String = letters.next().into_iter().flat_map(char::to_lowercase).chain(letters).collect();
        // Long ones carry a text of their own, which is on the card.
        let text = if lower.chars().count() > 30 { keyword.keyword.word().to_owned() } else { lower };
        if !words.contains(&text) {
            words.push(text);
        }
    }
    words
}

/// A card's name with its cost.
#[must_use]
pub fn card(view: &Sight<'_>, id: ObjectId) -> String {
    let Some(seen) = view.object(id) else { return "a card".to_owned() };
    let cost = seen.chars.mana_cost.as_ref().map(|c| format!(" {c}")).unwrap_or_default();
    format!("{}{cost}", name(view, &seen))
}

/// What an object says, as it is now: its types, its abilities, its size.
#[must_use]
pub fn described(view: &Sight<'_>, id: ObjectId) -> Vec<String> {
    let Some(seen) = view.object(id) else { return Vec::new() };
    let mut lines = lines_of(seen.chars);
    if let Some(face) = view.under(id) {
        lines.push(format!("Face up it is {}:", face.name));
        lines.extend(lines_of(face));
    }
    lines
}

fn lines_of(chars: &Chars) -> Vec<String> {
    let colors: Vec<&str> = Color::ALL.into_iter().filter(|c| chars.colors.has(*c)).map(Color::word).collect();
    let color = if colors.is_empty() { "colorless".to_owned() } else { colors.join(" and ") };
    let mut lines = vec![format!("{} ({color})", type_line(chars))];
    for text in texts(chars) {
        if !lines.contains(&text) {
            lines.push(text);
        }
    }
    lines.extend(size(chars));
    lines
}

/// The type line (205): "Legendary Creature — Elf". Where it has all the types of a kind, they are not listed.
#[must_use]
pub fn type_line(chars: &Chars) -> String {
    let types = chars.supertypes.iter().map(|t| t.word()).chain(chars.types.iter().map(|t| t.word()));
    let mut line = types.collect::<Vec<_>>().join(" ");
    let subtypes: Vec<&str> = Subtype::all().filter(|s| chars.has_subtype(*s)).map(|s| s.word()).collect();
    if !subtypes.is_empty() && subtypes.len() < 20 {
        line.push_str(&format!(" — {}", subtypes.join(" ")));
    }
    line
}

/// The abilities that an object has now, each in English.
#[must_use]
pub fn texts(chars: &Chars) -> Vec<String> {
    let shown = face(chars);
    // What a keyword means stands beside it as parts of it.
    let whole = chars.abilities.iter().filter(|on| on.key.is_whole());
    whole.map(|on| print_ability(&on.ability, &Context { face: &shown })).collect()
}

/// What an ability on the stack does, in English.
#[must_use]
pub fn does(view: &Sight<'_>, id: ObjectId) -> Option<String> {
    let item = view.object(id)?.stack?;
    let program = item.program.as_deref()?;
    let shown = view.known_chars(item.source).map(face).unwrap_or_default();
    Some(print_program(program, &Context { face: &shown }))
}

/// What attacks or is attacked, in words.
#[must_use]
pub fn entity(view: &Sight<'_>, entity: Entity) -> String {
    match entity {
        Entity::Player(player) if view.is_me(player) => "you".to_owned(),
        Entity::Player(player) => view.name(player).to_owned(),
        Entity::Object(id) => object(view, id),
    }
}

/// An ability's text, printed from what was compiled.
#[must_use]
pub fn ability_text(view: &Sight<'_>, source: ObjectId, key: AbilityKey) -> Option<String> {
    let seen = view.object(source)?;
    let ability = ability_of(seen.chars, key)?;
    Some(print_ability(ability, &Context { face: &face(seen.chars) }))
}

/// What the printer needs of a face.
pub(crate) fn face(chars: &Chars) -> Face {
    Face {
        name: chars.name.clone(),
        types: chars.types,
        supertypes: chars.supertypes,
        subtypes: chars.subtypes.clone(),
        ..Face::default()
    }
}

/// The mana in a pool: "{R}{R}{G}"; nothing when it is empty.
#[must_use]
pub fn mana_pool(pool: &ManaPool) -> String {
    ManaType::ALL.into_iter().map(|mana| mana.to_string().repeat(pool.of(mana) as usize)).collect()
}
