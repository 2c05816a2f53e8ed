//! Normalising printed text: by which names a face speaks of itself, and which words mean the same.

use lawmage_ir::{CardType, SubtypeKind};

use crate::lexicon::Lexicon;

/// The names under which a face speaks of itself, longest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SelfNames {
    names: Vec<String>,
    /// The short name of a legend, where it is a creature type too: it depends on where it stands which of both is meant.
    types: Vec<String>,
}

impl SelfNames {
    /// Of a face of that name; legends are also called by the part before the comma or by their first name.
    #[must_use]
    pub fn new(name: &str, legendary: bool, lexicon: &Lexicon) -> Self {
        let mut names = vec![name.to_owned()];
        if let Some((first, _)) = name.split_once(", ") {
            names.push(first.to_owned());
        }
        if legendary {
            let short = name.split_once(", ").map_or(name, |(first, _)| first);
            for cut in [" of ", " the ", " the, "] {
                if let Some((first, _)) = short.split_once(cut) {
                    names.push(first.to_owned());
                }
            }
            if let Some((first, _)) = short.split_once(' ')
                && !matches!(first, "The" | "A" | "An" | "High" | "Old" | "Lord" | "King" | "Queen" | "Captain" | "Sir")
                && first.len() > 2
            {
                names.push(first.trim_end_matches(',').to_owned());
            }
        }
        // The card type has another word today than cards are named by (308), and texts that speak of such a card have it.
        if name.split(' ').any(|word| word == "Tribal") {
            names.push(name.replace("Tribal", "Kindred"));
        }
        // A planeswalker's short name is its type too; "Jace planeswalker" is told apart where it stands.
        let is_type = |n: &str| lexicon.subtype(n).is_some_and(|s| s.kind() != SubtypeKind::Planeswalker);
        // A legend that is the one creature of its type is meant by its name.
        let own = |n: &str| legendary && n == name;
        let short = name.split_once(", ").filter(|(first, _)| legendary && is_type(first));
        let types = short.map(|(first, _)| first.to_owned()).into_iter().collect();
        names.retain(|n| !n.is_empty() && (own(n) || !is_type(n)) && CardType::from_word(n).is_none());
        // "Flash" by itself is the keyword.
        names.retain(|n| n == name || n != "Flash");
        names.sort_by_key(|n| std::cmp::Reverse(n.len()));
        names.dedup();
        Self { names, types }
    }

    /// Adds another name the face goes by: the full name of a card of several faces.
    pub fn add(&mut self, name: &str) {
        self.names.push(name.to_owned());
        self.names.sort_by_key(|n| std::cmp::Reverse(n.len()));
        self.names.dedup();
    }

    /// The length of a short name that is a creature type too, if the text begins with it and the object itself is meant: behind
    /// "before" and in front of a verb, or the other way round, no type stands without an article.
    #[must_use]
    pub fn type_at_start_of(&self, before: &str, text: &str) -> Option<usize> {
        let subject = matches!(before, "" | "\n" | "\"" | "." | ":" | "—" | ",")
            || matches!(before, "when" | "whenever" | "if" | "as" | "while" | "then" | "damage");
        let object =
            matches!(before, "on" | "to" | "exile" | "sacrifice" | "tap" | "untap" | "regenerate" | "transform");
        self.types.iter().find_map(|name| {
            let rest = text.strip_prefix(name.as_str())?;
            let ends = rest.is_empty() || rest.starts_with(['.', ',', ':', '\n', '"', '\'', '’']);
            let verb = |word: &str| VERBS.contains(&word);
            // "or another creature" goes with the object itself alone.
            let does = rest.starts_with(" or another ")
                || rest.strip_prefix(' ').and_then(|more| more.split([' ', ',', '.']).next()).is_some_and(verb);
            (subject && does || object && ends).then_some(name.len())
        })
    }

    /// The length of the self-name with which the text begins, if it does.
    #[must_use]
    pub fn at_start_of(&self, text: &str) -> Option<usize> {
        // "this Hydro-Man"
        let demonstrative = if text.starts_with("this ") { "this ".len() } else { 0 };
        let text = text.get(demonstrative..).unwrap_or("");
        self.names.iter().find_map(|name| {
            let rest = text.strip_prefix(name.as_str())?;
            let ends = rest.chars().next().is_none_or(|c| !c.is_alphanumeric() && c != '-');
            // "Regenerate target creature" on a card of that name: a verb.
            (ends && !rest.starts_with(" planeswalker") && !rest.starts_with(" target "))
                .then_some(demonstrative + name.len())
        })
    }
}

/// What one creature does or is.
const VERBS: [&str; 20] = [
    "assigns", "attacks", "becomes", "blocks", "can", "can't", "deals", "dealt", "dies", "doesn't", "enters", "fights",
    "gains", "gets", "has", "is", "isn't", "leaves", "loses", "would",
];

/// The text without what stands in parentheses, which reminds of rules (207.2, 207.2a).
#[must_use]
pub fn without_reminders(text: &str) -> String {
    let mut depth = 0_usize;
    let mut kept = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '(' => depth += 1,
            ')' if depth > 0 => depth -= 1,
            c if depth == 0 => kept.push(c),
            _ => {}
        }
    }
    kept
}

/// Whether `this <noun>` speaks of the object itself.
#[must_use]
pub fn is_self_noun(noun: &str, lexicon: &Lexicon) -> bool {
    matches!(
        noun.to_ascii_lowercase().as_str(),
        "creature"
            | "land"
            | "artifact"
            | "enchantment"
            | "planeswalker"
            | "battle"
            | "token"
            | "spell"
            | "card"
            | "permanent"
            | "emblem"
            | "plane"
            | "phenomenon"
            | "scheme" // 314.7
            | "vanguard"
            | "conspiracy"
    ) || (noun.chars().next().is_some_and(char::is_uppercase) && lexicon.subtype(noun).is_some())
}

/// Contractions that look like possessives.
const CONTRACTIONS: &[&str] = &["it's", "that's", "who's", "he's", "she's", "there's", "what's", "here's", "one's"];

/// Whether a word ending in 's is a contraction, not a possessive.
#[must_use]
pub fn is_contraction(lower: &str) -> bool {
    CONTRACTIONS.contains(&lower)
}

/// Prefixes before " — " that have rules meaning; every other prefix is an ability word or flavor word (207.2c).
const GATES: &[&str] = &[
    "solved",
    "to solve",
    "max speed",
    "exhaust",
    "power-up",
    "boast",
    "forecast",
    "companion",
    "channel",
    "level",
    "visit",
];

/// The length of an ability word with its dash and spaces at the start of a line (207.2c): "Landfall — ".
#[must_use]
pub fn ability_word(line: &str) -> Option<usize> {
    let (prefix, _) = line.split_once(" — ")?;
    let whole = prefix.len() + " — ".len();
    // "Raid (the Fridge)"
    let prefix = prefix.strip_suffix(')').and_then(|p| p.split_once(" (")).map_or(prefix, |(word, _)| word);
    let plain =
        prefix.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '\'' | '-' | '’' | '!' | ',' | '?' | '.'));
    // A number alone is a row of results (706.2).
    let number = prefix.chars().all(|c| c.is_ascii_digit() || c == '-');
    let starts_upper = prefix.chars().next().is_some_and(|c| c.is_uppercase() || c.is_ascii_digit()) && !number;
    let lower = prefix.to_lowercase();
    let gate = GATES.contains(&lower.as_str()) && lower != "channel";
    let header = ["choose", "when", "whenever", "at the", "if", "you may", "then", "each", "target", "spree"]
        .iter()
        .any(|w| lower == *w || lower.starts_with(&format!("{w} ")));
    let chapter = lower.split(", ").all(|p| !p.is_empty() && p.chars().all(|c| matches!(c, 'i' | 'v' | 'x')));
    let short = prefix.split(' ').count() <= 7;
    (plain && starts_upper && !gate && !header && !chapter && short).then_some(whole)
}
