//! Verbs with their past forms and participles (701 and the verbs of English around them).

use super::agree;

/// A verb whose forms are its own.
struct Irregular {
    bare: &'static str,
    past: &'static str,
    participle: &'static str,
}

const fn irregular(bare: &'static str, past: &'static str, participle: &'static str) -> Irregular {
    Irregular { bare, past, participle }
}

const IRREGULAR: [Irregular; 19] = [
    irregular("airbend", "airbent", "airbent"),
    irregular("be", "was", "been"),
    irregular("become", "became", "become"),
    irregular("cast", "cast", "cast"),
    irregular("choose", "chose", "chosen"),
    irregular("deal", "dealt", "dealt"),
    irregular("draw", "drew", "drawn"),
    irregular("earthbend", "earthbent", "earthbent"),
    irregular("fight", "fought", "fought"),
    irregular("find", "found", "found"),
    irregular("firebend", "firebent", "firebent"),
    irregular("leave", "left", "left"),
    irregular("lose", "lost", "lost"),
    irregular("pay", "paid", "paid"),
    irregular("put", "put", "put"),
    irregular("surveil", "surveilled", "surveilled"),
    irregular("tap", "tapped", "tapped"),
    irregular("untap", "untapped", "untapped"),
    irregular("waterbend", "waterbent", "waterbent"),
];

/// Verbs that begin what is said of a subject, so that what stands before them behind "and" is that subject.
const OF_SUBJECTS: [&str; 27] = [
    "get",
    "gain",
    "lose",
    "deal",
    "have",
    "become",
    "can",
    "can't",
    "may",
    "fight",
    "attack",
    "block",
    "don't",
    "draw",
    "discard",
    "sacrifice",
    "mill",
    "put",
    "create",
    "reveal",
    "search",
    "shuffle",
    "exile",
    "return",
    "choose",
    "pay",
    "skip",
];

/// Words that begin such a predicate besides the forms of those verbs; "this creature and that creature phase out" has one subject.
const BESIDES: [&str; 13] = [
    "perpetually",
    "is",
    "are",
    "was",
    "were",
    "dies",
    "enters",
    "phases",
    "scry",
    "untap",
    "tap",
    "assigns",
    "assign",
];

/// Participles of what instructions do, by which things are spoken of later: "the sacrificed creature", "cards exiled this way".
const DONE: [&str; 17] = [
    "sacrificed",
    "exiled",
    "discarded",
    "revealed",
    "chosen",
    "returned",
    "milled",
    "tapped",
    "destroyed",
    "copied",
    "amassed",
    "goaded",
    "created",
    "put",
    "drawn",
    "countered",
    "manifested",
];

/// Whether the word begins what is said of a subject.
pub(crate) fn begins_predicate(word: &str) -> bool {
    let same = |verb: &&&str| verb.as_bytes().first() == word.as_bytes().first();
    BESIDES.contains(&word)
        || OF_SUBJECTS.iter().filter(same).any(|verb| agree(verb, true) == word || agree(verb, false) == word)
}

/// The participle, when the word is one that says what was done to things.
pub(crate) fn done(word: &str) -> Option<&'static str> {
    DONE.iter().find(|participle| **participle == word).copied()
}

fn forms(verb: &str) -> Option<&'static Irregular> {
    IRREGULAR.iter().find(|v| v.bare == verb)
}

/// The past form of a verb (with what stands behind it).
pub(crate) fn past(verb: &str, plural: bool) -> String {
    let (first, rest) = first_word(verb);
    let form = match forms(first) {
        Some(_) if first == "be" && plural => "were".to_owned(),
        Some(forms) => forms.past.to_owned(),
        None => regular_past(first),
    };
    format!("{form}{rest}")
}

/// The participle of a verb (with what stands behind it): "sacrificed", "drawn".
pub(crate) fn participle(verb: &str) -> String {
    let (first, rest) = first_word(verb);
    format!("{}{rest}", forms(first).map_or_else(|| regular_past(first), |forms| forms.participle.to_owned()))
}

fn first_word(verb: &str) -> (&str, &str) {
    verb.find(' ').map_or((verb, ""), |at| verb.split_at(at))
}

fn regular_past(verb: &str) -> String {
    if verb == "commit" {
        return "committed".to_owned();
    }
    if verb.ends_with('e') {
        return format!("{verb}d");
    }
    match verb.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => format!("{stem}ied"),
        _ => format!("{verb}ed"),
    }
}

/// What several subjects joined by "and" do together.
pub(crate) const TOGETHER: [&str; 7] = ["get", "gain", "have", "lose", "become", "both", "can't be blocked"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_hold() {
        assert_eq!(past("lose life", false), "lost life");
        assert_eq!(past("be tapped", true), "were tapped");
        assert_eq!(participle("draw"), "drawn");
        assert!(
            begins_predicate("gets")
                && begins_predicate("get")
                && begins_predicate("is")
                && !begins_predicate("creature")
        );
        assert_eq!(done("drawn"), Some("drawn"));
    }
}
