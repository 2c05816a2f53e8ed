//! Abilities found by their text.

use lawmage_engine::chars::AbilityKey;
use lawmage_engine::object::ObjectKind;
use lawmage_engine::{ObjectId, State};
use lawmage_ir::{Ability, Face};
use lawmage_oracle::{Context, print_ability};

use crate::refs::fold;

/// The activated abilities of an object whose text, or whose keyword's name, starts so.
pub(crate) fn activated(state: &State, id: ObjectId, text: &str) -> Vec<AbilityKey> {
    let chars = state.chars(id);
    let name = chars.name.to_string();
    let wanted = plain(text, &name);
    let Some(face) = face_of(state, id) else { return Vec::new() };
    let context = Context { face: &face };
    let mut found = Vec::new();
    for on in &chars.abilities {
        let Ability::Activated(_) = &*on.ability else { continue };
        let keyword = chars.abilities.iter().find_map(|other| match &*other.ability {
            Ability::Keyword(k) if other.key.group() == on.key.group() && other.key != on.key => {
                Some((k.keyword, other))
            }
            _ => None,
        });
        let fits = match keyword {
            Some((keyword, other)) => {
                let printed = plain(&print_ability(&other.ability, &context), &name);
                let word = fold(keyword.word());
                printed.starts_with(&wanted) || wanted.starts_with(&word) && same_cost(&wanted, &word, &printed)
            }
            None => {
                let printed = plain(&print_ability(&on.ability, &context), &name);
                printed.starts_with(&wanted) || same_head(&printed, &wanted)
            }
        };
        if fits {
            found.push(on.key);
        }
    }
    found
}

/// Whether "equip {2}" means what is printed as "equip {2}", and "equip" any.
fn same_cost(wanted: &str, word: &str, printed: &str) -> bool {
    let rest = wanted.strip_prefix(word).unwrap_or_default().trim();
    rest.is_empty() || printed.contains(rest)
}

/// Whether the costs before the colon are the same and the effects begin with the same word.
fn same_head(printed: &str, wanted: &str) -> bool {
    let (Some((a, effect)), Some((b, start))) = (printed.split_once(':'), wanted.split_once(':')) else { return false };
    let first = |t: &str| t.split_whitespace().next().unwrap_or_default().to_owned();
    a.trim() == b.trim() && (start.trim().is_empty() || first(start) == first(effect))
}

/// Whether an object has an ability that is that keyword or whose text starts so.
pub(crate) fn has(state: &State, id: ObjectId, text: &str) -> usize {
    let chars = state.chars(id);
    let name = chars.name.to_string();
    let wanted = plain(text, &name);
    let face = face_of(state, id).unwrap_or_default();
    let context = Context { face: &face };
    chars
        .abilities
        .iter()
        .filter(|on| {
            if let Ability::Keyword(k) = &*on.ability
                && fold(k.keyword.word()) == wanted
            {
                return true;
            }
            plain(&print_ability(&on.ability, &context), &name).starts_with(&wanted)
        })
        .count()
}

/// The face an object shows, for the printer; a token's is made up of its name.
pub(crate) fn face_of(state: &State, id: ObjectId) -> Option<Face> {
    let seen = state.seen(id)?;
    let mut face = match seen.object.kind {
        ObjectKind::Card(card) => {
            let def = state.cards.get(usize::from(card))?;
            def.card.faces.get(usize::from(seen.object.face)).map(|f| (**f).clone()).unwrap_or_default()
        }
        _ => Face::default(),
    };
    face.name = seen.chars.name.clone();
    face.types = seen.chars.types;
    face.subtypes = seen.chars.subtypes.clone();
    Some(face)
}

/// Text made comparable: no capitals, the object itself as `~`, plain minus signs, single spaces.
pub(crate) fn plain(text: &str, name: &str) -> String {
    // Loyalty symbols stand in brackets on cards (606.4).
    let mut text = fold(text).replace(['−', '–'], "-").replace(['[', ']'], "");
    // Ability words stand before a dash.
    if let Some((word, rest)) = text.split_once(" — ")
        && !word.contains(['{', ':', '.'])
    {
        text = rest.to_owned();
    }
    let name = fold(name);
    if !name.is_empty() {
        text = text.replace(&name, "~");
        if let Some((short, _)) = name.split_once(", ") {
            text = text.replace(short, "~");
        }
    }
    text = text.replace("{this}", "~").replace("{source}", "~");
    for kind in [
        "creature",
        "artifact",
        "enchantment",
        "land",
        "permanent",
        "card",
        "spell",
        "aura",
        "equipment",
        "vehicle",
        "token",
    ] {
        text = text.replace(&format!("this {kind}"), "~");
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
