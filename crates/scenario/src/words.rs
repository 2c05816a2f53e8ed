//! Objects and what they are, in words.

use lawmage_engine::state::chars::{AbilityOn, Chars};
use lawmage_engine::{Entity, ObjectId, State};
use lawmage_ir::{Ability, CardType, Color, Face, Supertype};
use lawmage_oracle::{Context, print_ability};

use crate::texts::keyword_of;

/// Colors, or "colorless".
pub(crate) fn colors(chars: &Chars) -> String {
    let words: Vec<&str> = chars.colors.iter().map(Color::word).collect();
    if words.is_empty() { "colorless".to_owned() } else { words.join(" and ") }
}

/// "Legendary Creature — Elf Druid".
pub(crate) fn type_line(chars: &Chars) -> String {
    let supertypes = Supertype::ALL.iter().filter(|s| chars.has_supertype(**s)).map(|s| s.word());
    let types = chars.types.as_printed().map(CardType::word);
    let mut line = supertypes.chain(types).collect::<Vec<_>>().join(" ");
    let mut subtypes: Vec<&str> = chars.subtypes.listed.iter().map(|s| s.word()).collect();
    if chars.subtypes.all_creature_types {
        subtypes.push("(every creature type)");
    }
    if !subtypes.is_empty() {
        line.push_str(" — ");
        line.push_str(&subtypes.join(" "));
    }
    if line.is_empty() { "no types".to_owned() } else { line }
}

/// "3/4", where there is one.
pub(crate) fn size(chars: &Chars) -> Option<String> {
    let side = |n: Option<i32>| n.map_or_else(|| "none".to_owned(), |n| n.to_string());
    (chars.power.is_some() || chars.toughness.is_some())
        .then(|| format!("{}/{}", side(chars.power), side(chars.toughness)))
}

/// An ability as it would be printed; `None` for what a keyword means, which the keyword says.
pub(crate) fn ability(chars: &Chars, on: &AbilityOn) -> Option<String> {
    if keyword_of(chars, on.key).is_some_and(|k| !matches!(&*on.ability, Ability::Keyword(_)) || k.key < on.key) {
        return None;
    }
    let face = Face { name: chars.name.clone(), types: chars.types, ..Face::default() };
    Some(print_ability(&on.ability, &Context { face: &face }).replace('\n', " "))
}

/// Its abilities in order, or "no abilities".
pub(crate) fn abilities(state: &State, id: ObjectId) -> String {
    let chars = state.chars(id);
    let all: Vec<String> = chars.abilities.iter().filter_map(|on| ability(chars, on)).collect();
    if all.is_empty() { "without abilities".to_owned() } else { all.join("; ") }
}

/// An object by its name; a nameless one by what it is.
pub(crate) fn object(state: &State, id: ObjectId) -> String {
    let name = state.name_of(id);
    if !name.is_empty() {
        return name.to_string();
    }
    if state.is_face_down(id) { "a face-down permanent".to_owned() } else { "a nameless object".to_owned() }
}

/// An object or a player.
pub(crate) fn entity(state: &State, entity: Entity) -> String {
    match entity {
        Entity::Object(id) => object(state, id),
        Entity::Player(player) => state.player(player).name.clone(),
    }
}
