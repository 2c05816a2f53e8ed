//! What is wrong with a file, in the words of the format instead of those of the library that reads it.

use lawmage_cards::Error;
use lawmage_cards::suggest::nearest;
use serde_saphyr::Error as Yaml;

use super::source::{Source, Spot};

/// The error in our words, with the place and the nearest right word.
pub(super) fn read(error: &Yaml, source: &Source) -> Error {
    let error = error.without_snippet();
    let place = error.location().map(Spot::from).unwrap_or_default();
    let (what, hint, about) = told(error);
    let found = hint.into_iter().fold(Error::new(what), Error::hint);
    source.point(found, place, about.as_deref())
}

/// What is wrong, what to do, and the words to blame.
fn told(error: &Yaml) -> (String, Option<String>, Option<String>) {
    match error {
        Yaml::SerdeUnknownField { field, expected, .. } => {
            (format!("there is no key “{field}” here"), Some(instead(field, expected, "keys")), Some(field.clone()))
        }
        Yaml::SerdeUnknownVariant { variant, expected, .. } => {
            let what = if expected.contains(&"permanents") {
                format!("there is no expectation “{variant}”")
            } else {
                format!("“{variant}” is none of the words that fit here")
            };
            (what, Some(instead(variant, expected, "words")), Some(variant.clone()))
        }
        Yaml::SerdeMissingField { field, .. } => (format!("the key “{field}” is missing"), None, None),
        Yaml::SerdeInvalidType { unexpected, expected, .. } | Yaml::SerdeInvalidValue { unexpected, expected, .. } => {
            (format!("{} stands where {} is due", given(unexpected), due(expected)), None, quoted(unexpected))
        }
        Yaml::InvalidScalar { ty, .. } => (format!("this is not {}", due(ty)), None, None),
        Yaml::Unexpected { expected, .. } => (format!("{} is due here", due(expected)), None, None),
        Yaml::DuplicateMappingKey { key, .. } => {
            let key = key.clone().unwrap_or_default();
            (format!("the key “{key}” stands here twice"), Some("keep one of them".to_owned()), None)
        }
        Yaml::ExternallyTaggedEnumExpectedScalarOrMapping { .. }
        | Yaml::ExpectedStringKeyForExternallyTaggedEnum { .. }
        | Yaml::ExpectedMappingEndAfterEnumVariantValue { .. } => {
            ("an expectation has one key".to_owned(), Some("write another item for the next".to_owned()), None)
        }
        Yaml::UnknownAnchor { .. } => ("nothing has that anchor".to_owned(), None, None),
        Yaml::Eof { .. } => ("the file ends too early".to_owned(), None, None),
        Yaml::MultipleDocuments { .. } => (
            "a file holds one scenario or one list of them".to_owned(),
            Some("write a list, not “---”".to_owned()),
            None,
        ),
        Yaml::ExternalMessage { msg, .. } => (format!("this is no YAML: {}", line(msg)), None, None),
        Yaml::Message { msg, .. } => (line(msg).to_owned(), None, None),
        other => (line(&other.to_string()).to_owned(), None, None),
    }
}

fn line(text: &str) -> &str {
    text.lines().next().unwrap_or_default().trim()
}

/// The nearest right word, or all there are.
pub(crate) fn instead(wanted: &str, right: &[&str], what: &str) -> String {
    let folded: Vec<String> = right.iter().map(|word| word.to_lowercase()).collect();
    let near = nearest(&wanted.to_lowercase(), folded.iter().map(String::as_str), 2);
    let words: Vec<String> = near
        .iter()
        .filter_map(|near| right.get(folded.iter().position(|word| word == near)?))
        .map(|word| format!("“{word}”"))
        .collect();
    if words.is_empty() {
        return format!("the {what} are: {}", right.join(", "));
    }
    format!("did you mean {}?", words.join(" or "))
}

/// What was found, in plain words: the library says `string "x"`, "integer `5`", "map".
fn given(unexpected: &str) -> String {
    let words = [("string ", "the text "), ("integer ", "the number "), ("floating point ", "the number ")];
    for (word, ours) in words {
        if let Some(rest) = unexpected.strip_prefix(word) {
            return format!("{ours}“{}”", rest.trim_matches(['"', '`']));
        }
    }
    match unexpected {
        "map" => "a mapping".to_owned(),
        "sequence" => "a list".to_owned(),
        "unit value" | "null" => "nothing".to_owned(),
        other => other.strip_prefix("boolean ").map_or(other, |b| b).replace('`', "").clone(),
    }
}

/// The text within a quoted one.
fn quoted(unexpected: &str) -> Option<String> {
    let text = unexpected.strip_prefix("string ").or_else(|| unexpected.strip_prefix("integer "))?;
    Some(text.trim_matches(['"', '`']).to_owned())
}

/// What was due, in plain words.
fn due(expected: &str) -> String {
    let numbers = ["u8", "u16", "u32", "u64", "usize", "i8", "i16", "i32", "i64", "isize"];
    if numbers.iter().any(|n| expected.split([' ', '`']).any(|w| w == *n)) {
        return "a whole number".to_owned();
    }
    let own = ["text", "a list", "a mapping", "a number", "true or false"];
    match expected {
        e if own.iter().any(|o| e.starts_with(o)) => e.to_owned(),
        e if e.contains("bool") => "true or false".to_owned(),
        e if e.contains("seq") => "a list".to_owned(),
        e if e.starts_with("struct ") || e.contains("map") => "a mapping".to_owned(),
        e if e.contains("string") || e.contains("scalar") => "a text".to_owned(),
        e if e.starts_with("enum ") => "one of its words".to_owned(),
        other => other.to_owned(),
    }
}
