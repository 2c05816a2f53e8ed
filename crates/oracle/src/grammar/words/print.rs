//! Articles, verbs that agree, possessives, lists, sentences.

use super::{plural, regular};

/// With "a" or "an".
pub(crate) fn article(text: &str) -> String {
    if text.starts_with("another ") || text.starts_with("any ") {
        return text.to_owned();
    }
    format!("{} {text}", if vowel(text) { "an" } else { "a" })
}

fn vowel(text: &str) -> bool {
    let word = text.split([' ', '-', '/']).next().unwrap_or_default();
    match word {
        "8" | "11" | "18" | "X" | "hour" => return true,
        _ => {}
    }
    let lower = word.to_ascii_lowercase();
    if ["uni", "eu", "use", "one", "ur-", "ute", "uto"].iter().any(|p| lower.starts_with(p)) {
        return lower.starts_with("unin") || lower.starts_with("unim");
    }
    lower.starts_with(['a', 'e', 'i', 'o', 'u'])
}

/// The verb (in its bare form, perhaps with more words behind it) as it stands after a subject of that number.
pub(crate) fn agree(verb: &str, plural: bool) -> String {
    let (first, rest) = match verb.find(' ') {
        Some(at) => verb.split_at(at),
        None => (verb, ""),
    };
    let form = match (first, plural) {
        ("be", true) => "are".to_owned(),
        ("be", false) => "is".to_owned(),
        ("don't", false) => "doesn't".to_owned(),
        ("can't" | "may" | "must" | "would" | "could" | "can", _) | (_, true) => first.to_owned(),
        ("have", false) => "has".to_owned(),
        ("do" | "go", false) => format!("{first}es"),
        _ => regular(first),
    };
    format!("{form}{rest}")
}

/// The possessive of a noun phrase or pronoun.
pub(crate) fn possessive(text: &str) -> String {
    match text {
        "you" => "your".to_owned(),
        "it" => "its".to_owned(),
        "they" | "them" => "their".to_owned(),
        _ if text.ends_with("s") && !text.ends_with("ss") && plural_phrase(text) => format!("{text}'"),
        _ => format!("{text}'s"),
    }
}

fn plural_phrase(text: &str) -> bool {
    text.starts_with("your opponents")
        || text.starts_with("those ")
        || text.ends_with("players")
        || text.ends_with("creatures")
}

/// "a, b, and c" with that conjunction.
pub(crate) fn list(items: &[String], conjunction: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [a, b] => format!("{a} {conjunction} {b}"),
        [front @ .., last] => format!("{}, {conjunction} {last}", front.join(", ")),
    }
}

/// With a capital at its start.
pub(crate) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}

/// In quotation marks, of the other sort within others.
pub(crate) fn quote(text: &str, within: bool) -> String {
    if within { format!("'{text}'") } else { format!("\"{text}\"") }
}

/// Sentences: capitalised, with a full stop.
pub(crate) fn sentence(text: &str) -> String {
    let text = capital(text.trim());
    if text.is_empty() || text.ends_with(['.', '!', '?']) || text.ends_with(".\"") {
        return text;
    }
    // A quoted ability at the end keeps the full stop inside.
    match text.strip_suffix(['"', '\'']) {
        Some(inner) if inner.trim_end_matches('\'').ends_with(['.', '!']) => text,
        _ => format!("{text}."),
    }
}

/// With a small letter at its start, unless it starts with a name, X or a symbol.
pub(crate) fn lower(text: &str) -> String {
    if subtype(text) {
        return text.to_owned();
    }
    let mut chars = text.chars();
    match chars.next() {
        Some(first) if first.is_uppercase() && chars.clone().next().is_some_and(char::is_lowercase) => {
            first.to_lowercase().chain(chars).collect()
        }
        _ => text.to_owned(),
    }
}

/// Whether the text begins with a subtype, in the singular or plural.
fn subtype(text: &str) -> bool {
    let word = text.split([' ', ',', '.']).next().unwrap_or_default();
    lawmage_ir::Subtype::all()
        .map(lawmage_ir::Subtype::word)
        .chain(lawmage_ir::Subtype::own_words())
        .any(|name| word == name || (word.starts_with(name.get(..2).unwrap_or(name)) && plural(name) == word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn english_holds() {
        assert_eq!(article("artifact"), "an artifact");
        assert_eq!(article("unicorn"), "a unicorn");
        assert_eq!(article("8/8 green Elephant"), "an 8/8 green Elephant");
        assert_eq!(article("untapped creature"), "an untapped creature");
        assert_eq!(agree("have flying", false), "has flying");
        assert_eq!(agree("scry 2", false), "scries 2");
        assert_eq!(list(&["a".into(), "b".into(), "c".into()], "or"), "a, b, or c");
        assert_eq!(possessive("each player"), "each player's");
    }
}
