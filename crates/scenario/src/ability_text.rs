//! Abilities found by their text, word by word.

use lawmage_engine::state::chars::{AbilityKey, AbilityOn, Chars};
use lawmage_engine::state::object::ObjectKind;
use lawmage_engine::{ObjectId, State};
use lawmage_ir::{Ability, Amount, Face, Instruction, Keyword, KeywordParam};
use lawmage_oracle::text::without_reminders;
use lawmage_oracle::{Context, print_ability, print_cost};

use crate::refs::fold;
use crate::texts::{Texts, keyword_of};

/// A text that abilities are compared with.
pub(crate) struct Wanted {
    /// As written, and without an ability word before it.
    forms: Vec<String>,
}

impl Wanted {
    /// What a script says of an ability of something of that name.
    pub(crate) fn new(text: &str, name: &str) -> Self {
        Self { forms: forms(text, name) }
    }

    /// Whether a text of an ability starts so.
    pub(crate) fn starts(&self, text: &str, name: &str) -> bool {
        forms(text, name).iter().any(|t| self.forms.iter().any(|wanted| t.starts_with(wanted)))
    }

    /// Whether a text of an ability has the same costs, and its effect the same first word.
    fn resembles(&self, text: &str, name: &str) -> bool {
        forms(text, name).iter().any(|t| self.forms.iter().any(|wanted| same_head(t, wanted)))
    }

    /// Whether it is the keyword, alone or with the start of what follows it.
    fn is_keyword(&self, word: &str, printed: &[String], name: &str) -> bool {
        printed.iter().any(|text| self.starts(text, name))
            || self.forms.iter().any(|wanted| {
                let Some(rest) = wanted.strip_prefix(word) else { return false };
                let rest = rest.trim();
                rest.is_empty()
                    || (wanted.as_bytes().get(word.len()) == Some(&b' ')
                        && printed.iter().any(|text| plain(text, name).contains(rest)))
            })
    }
}

/// The activated abilities of an object whose text, or whose keyword's name, starts so; or those that only resemble it.
pub(crate) fn activated(state: &State, texts: &Texts, id: ObjectId, text: &str, near: bool) -> Vec<AbilityKey> {
    let chars = state.chars(id);
    if chars.name.is_empty() && chars.abilities.is_empty() {
        return Vec::new();
    }
    let wanted = Wanted::new(text, &chars.name);
    let abilities = || chars.abilities.iter().filter(|on| matches!(&*on.ability, Ability::Activated(_)));
    let all: Vec<(&AbilityOn, Vec<String>)> =
        abilities().map(|on| (on, all_texts(state, texts, id, chars, on))).collect();
    let fits = |(on, printed): &&(&AbilityOn, Vec<String>)| match keyword_of(chars, on.key).map(|k| &*k.ability) {
        Some(Ability::Keyword(keyword)) => {
            let word = fold(keyword.keyword.word());
            // "Crew 3" is that ability at whatever cost it is activated (118.9).
            let otherwise =
                matches!(&keyword.param, KeywordParam::Own { word, printed } if !fold(printed).starts_with(&**word));
            wanted.is_keyword(&word, printed, &chars.name)
                || otherwise && wanted.forms.iter().any(|form| form.starts_with(&word))
        }
        _ => printed.iter().any(|text| wanted.starts(text, &chars.name)),
    };
    if !near {
        return all.iter().filter(fits).map(|(on, _)| on.key).collect();
    }
    let resembles =
        |(_, printed): &&(&AbilityOn, Vec<String>)| printed.iter().any(|t| wanted.resembles(t, &chars.name));
    all.iter().filter(resembles).map(|(on, _)| on.key).collect()
}

/// Every text of an ability: as our printer says it, and as its card prints it; of a keyword's part, the keyword's.
pub(crate) fn all_texts(state: &State, texts: &Texts, id: ObjectId, chars: &Chars, on: &AbilityOn) -> Vec<String> {
    let face = face_of(state, id).unwrap_or_default();
    let context = Context { face: &face };
    let mut all = vec![print_ability(&on.ability, &context)];
    if let Some(keyword) = keyword_of(chars, on.key) {
        all.push(print_ability(&keyword.ability, &context));
        all.extend(texts.of(state, chars, keyword));
    }
    all.extend(texts.of(state, chars, on));
    all.extend(level_bar(&on.ability, &context));
    all
}

/// "{1}{G}: Level 2": how a class level bar is printed (716.2a).
fn level_bar(ability: &Ability, context: &Context<'_>) -> Option<String> {
    let Ability::Activated(bar) = ability else { return None };
    let [clause] = bar.program.modes.first()?.clauses.as_slice() else { return None };
    match &clause.does {
        Instruction::SetLevel(_, Amount::Const(n)) => Some(format!("{}: Level {n}", print_cost(&bar.cost, context))),
        _ => None,
    }
}

/// Whether an ability of an object, as it is or last was, has a text that starts so.
pub(crate) fn ability_starts(state: &State, texts: &Texts, id: ObjectId, key: Option<AbilityKey>, text: &str) -> bool {
    let Some(seen) = state.seen(id) else { return false };
    let chars = seen.chars;
    let wanted = Wanted::new(text, &chars.name);
    let mut abilities = chars.abilities.iter().filter(|on| key.is_none_or(|k| on.key == k));
    abilities.any(|on| {
        let keyword = match keyword_of(chars, on.key).map_or(&*on.ability, |k| &*k.ability) {
            Ability::Keyword(k) => Some(fold(k.keyword.word())),
            _ => None,
        };
        let printed = all_texts(state, texts, id, chars, on);
        match keyword {
            Some(word) => wanted.is_keyword(&word, &printed, &chars.name),
            None => printed.iter().any(|t| wanted.starts(t, &chars.name)),
        }
    })
}

/// Whether the costs before the colon are the same and the effects begin with the same word; a symbol right after it is
/// one of those there ("Add {G}" of "Add {G} or {U}").
fn same_head(printed: &str, wanted: &str) -> bool {
    let (Some((a, effect)), Some((b, start))) = (printed.split_once(':'), wanted.split_once(':')) else { return false };
    let word = |t: &str, n: usize| t.split_whitespace().nth(n).unwrap_or_default().to_owned();
    let symbol = word(start, 1);
    a.trim() == b.trim()
        && (start.trim().is_empty() || word(start, 0) == word(effect, 0))
        && (!symbol.starts_with('{') || effect.contains(&symbol))
}

/// How often an object has an ability that is that keyword or whose text starts so.
pub(crate) fn has(state: &State, texts: &Texts, id: ObjectId, text: &str) -> usize {
    let chars = state.chars(id);
    let wanted = Wanted::new(text, &chars.name);
    let word = plain(text, &chars.name);
    chars
        .abilities
        .iter()
        .filter(|on| match &*on.ability {
            Ability::Keyword(k) if fold(k.keyword.word()) == word => true,
            // Of a keyword, only those of that word: another of the same printed line is none, and what the line of a leveler or
            // a Class grants, it has only when it is granted: then it is a keyword of its own.
            Ability::Keyword(_) | Ability::Static(_) if Keyword::from_word(&word).is_some() => false,
            // What a keyword means is no ability of its own here.
            _ if keyword_of(chars, on.key).is_some() => false,
            _ => all_texts(state, texts, id, chars, on).iter().any(|t| wanted.starts(t, &chars.name)),
        })
        .count()
}

/// The face an object shows, for the printer; a token's is made up of its name.
pub(crate) fn face_of(state: &State, id: ObjectId) -> Option<Face> {
    let seen = state.seen(id)?;
    let mut face = match seen.object.kind {
        ObjectKind::Card(card) => {
            let def = state.cards().get(usize::from(card))?;
            def.card.faces.get(usize::from(seen.object.face)).map(|f| (**f).clone()).unwrap_or_default()
        }
        _ => Face::default(),
    };
    face.name = seen.chars.name.clone();
    face.types = seen.chars.types;
    face.subtypes = seen.chars.subtypes.clone();
    Some(face)
}

/// A text made comparable, with and without an ability word before it (207.2c).
fn forms(text: &str, name: &str) -> Vec<String> {
    let whole = plain(text, name);
    match text.split_once(" — ").or_else(|| text.split_once(" - ")) {
        Some((word, rest)) if !word.contains(['{', ':', '.', '"']) => {
            let rest = plain(rest, name);
            if rest.is_empty() { vec![whole] } else { vec![whole, rest] }
        }
        _ => vec![whole],
    }
}

/// What "this" is called on cards.
const KINDS: [&str; 24] = [
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
    "planeswalker",
    "saga",
    "class",
    "case",
    "room",
    "battle",
    "siege",
    "mount",
    "spacecraft",
    "emblem",
    "fortification",
    "dungeon",
    "ability",
];

/// Text made comparable word by word: no capitals, reminder text or punctuation, the object itself as `~`, plain minus
/// signs, old words for new ones, single spaces.
pub(crate) fn plain(text: &str, name: &str) -> String {
    // Loyalty symbols stand in brackets on cards (606.4).
    let mut text = without_reminders(&fold(text)).replace(['−', '–'], "-").replace(['[', ']'], "");
    text = text.replace(['“', '”'], "\"").replace(['—', ',', ';', '•'], " ").replace(':', " : ");
    let name = fold(name);
    if !name.is_empty() {
        text = text.replace(&name.replace([',', ';'], " "), "~");
        if let Some((short, _)) = name.split_once(", ") {
            text = text.replace(short, "~");
        }
    }
    text = text.replace("{this}", "~").replace("{source}", "~");
    let words: Vec<&str> = text.split_whitespace().map(|w| w.trim_end_matches(['.', '"'])).collect();
    let mut out: Vec<&str> = Vec::with_capacity(words.len());
    let mut at = 0;
    while let Some(word) = words.get(at) {
        let next = words.get(at + 1).copied().unwrap_or_default();
        let bare = next.trim_end_matches("'s");
        if *word == "this" && KINDS.contains(&bare) {
            out.push(if bare == next { "~" } else { "~'s" });
            at += 2;
        } else if *word == "enters" && next == "the" && words.get(at + 2) == Some(&"battlefield") {
            out.push("enters");
            at += 3;
        } else {
            out.push(word);
            at += 1;
        }
    }
    out.retain(|w| !w.is_empty());
    out.join(" ")
}
