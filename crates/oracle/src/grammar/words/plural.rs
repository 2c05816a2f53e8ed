//! Plurals of nouns.

/// Nouns whose plural looks like their singular.
const ALIKE: [&str; 30] = [
    "Aetherborn",
    "Aurochs",
    "Azra",
    "Caribou",
    "Dauthi",
    "Djinn",
    "Eldrazi",
    "Equipment",
    "Fish",
    "Jellyfish",
    "Kavu",
    "Kirin",
    "Kithkin",
    "Kor",
    "Merfolk",
    "Moonfolk",
    "Moose",
    "Myr",
    "Naga",
    "Nephilim",
    "Plains",
    "Power-Plant",
    "Samurai",
    "Sheep",
    "Soltari",
    "Spacecraft",
    "Starfish",
    "Thalakos",
    "Treefolk",
    "Vedalken",
];

/// Nouns with a plural of their own.
const IRREGULAR: [(&str, &str); 16] = [
    ("Cyclops", "Cyclopes"),
    ("Dwarf", "Dwarves"),
    ("Elf", "Elves"),
    ("Fungus", "Fungi"),
    ("Hero", "Heroes"),
    ("Homunculus", "Homunculi"),
    ("is", "are"),
    ("Mouse", "Mice"),
    ("Octopus", "Octopuses"),
    ("Ox", "Oxen"),
    ("Pegasus", "Pegasi"),
    ("they", "they"),
    ("Thief", "Thieves"),
    ("Werewolf", "Werewolves"),
    ("Wolf", "Wolves"),
    ("hero", "heroes"),
];

/// Whether a noun's plural looks like its singular: "Merfolk", "Eldrazi".
pub(crate) fn alike(noun: &str) -> bool {
    ALIKE.contains(&noun)
}

/// The plural of a noun's last word.
pub(crate) fn plural(noun: &str) -> String {
    let (head, last) = match noun.rfind(' ') {
        Some(at) => noun.split_at(at + 1),
        None => ("", noun),
    };
    if ALIKE.contains(&last) {
        return noun.to_owned();
    }
    match IRREGULAR.iter().find(|(one, _)| *one == last) {
        Some((_, many)) => format!("{head}{many}"),
        None => format!("{head}{}", regular(last)),
    }
}

/// What a word in lower case is the irregular plural of.
pub(crate) fn irregular_singular(word: &str) -> Option<&'static str> {
    let nouns = IRREGULAR.iter().filter(|(one, many)| one != many && *one != "is");
    nouns.copied().find_map(|(one, many)| many.eq_ignore_ascii_case(word).then_some(one))
}

/// The plural of a regular noun; verbs make their third person alike.
pub(crate) fn regular(word: &str) -> String {
    if word.ends_with(['s', 'x', 'z']) || word.ends_with("ch") || word.ends_with("sh") {
        return format!("{word}es");
    }
    match word.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => format!("{stem}ies"),
        _ => format!("{word}s"),
    }
}

/// What a word in lower case may be the plural of, likeliest first.
pub(crate) fn singulars(word: &str) -> impl Iterator<Item = String> + '_ {
    /// Endings of plurals and of the nouns they are of; a card file's own nouns may have any.
    const ENDINGS: [(&str, &str); 7] =
        [("s", ""), ("ves", "f"), ("ves", "fe"), ("ies", "y"), ("es", ""), ("men", "man"), ("ies", "ie")];
    let irregular = IRREGULAR.iter().filter(move |(_, many)| many.eq_ignore_ascii_case(word));
    let regular = ENDINGS.iter().filter_map(move |(tail, put)| Some(format!("{}{put}", word.strip_suffix(tail)?)));
    irregular.map(|(one, _)| one.to_lowercase()).chain(regular)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_is_read() {
        let irregular = IRREGULAR.iter().map(|(one, _)| *one);
        for one in irregular.chain(["Goblin", "Ally", "Faerie", "Ooze", "Fox", "Sphinx", "Bear"]) {
            let many = plural(one).to_lowercase();
            assert!(singulars(&many).any(|s| s == one.to_lowercase()), "{one}: {many}");
        }
    }

    #[test]
    fn plurals_are_the_rulebooks() {
        assert_eq!(plural("green Elf"), "green Elves");
        assert_eq!(plural("ability"), "abilities");
        assert_eq!(plural("other Kavu"), "other Kavu");
        assert_eq!(plural("Elk"), "Elks");
        assert_eq!(plural("Aurochs"), "Aurochs");
        assert!(alike("Merfolk") && !alike("Elf"));
    }
}
