//! The words that texts use, as far as the compiler knows them: to tell a misspelt word from a sentence that is not known.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use lawmage_ir::{CardType, Color, Keyword, Subtype, Supertype};

use crate::grammar::noun::word;
use crate::lexicon::Lexicon;

/// Gathered from the parser's own source by the build script.
static WORDS: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let mut words: BTreeSet<String> =
        include_str!(concat!(env!("OUT_DIR"), "/words.txt")).lines().map(str::to_owned).collect();
    let keywords = Keyword::ALL.iter().filter(|k| **k != Keyword::Own);
    words.extend(keywords.flat_map(|k| k.word().split(' ')).map(str::to_owned));
    words.extend(CardType::ALL.iter().flat_map(|t| [t.word().to_lowercase(), format!("{}s", t.word().to_lowercase())]));
    words.extend(Supertype::ALL.iter().map(|s| s.word().to_lowercase()));
    words.extend(Color::ALL.iter().map(|c| c.word().to_owned()));
    words
});

/// Whether texts use the word (in lower case), in whatever sentence: a word of the parser's, a subtype in the singular or plural,
/// "non" and one of these, or a word that the card file adds.
#[must_use]
pub fn is_word(word: &str, lexicon: &Lexicon) -> bool {
    let plain = |word: &str| {
        WORDS.contains(word)
            || word::subtype(lexicon, word).is_some()
            || lexicon.keywords().chain(lexicon.token_names()).any(|name| name.split(' ').any(|part| part == word))
    };
    let stem = |tail: &str| word.strip_suffix(tail).is_some_and(|stem| !stem.is_empty() && plain(stem));
    plain(word)
        || word.strip_prefix("non").is_some_and(|rest| plain(rest.trim_start_matches('-')))
        || stem("cycling")
        || stem("walk")
        || word.contains('-') && word.split('-').all(plain)
        || word.contains('/')
}

/// Every such word in lower case, for "did you mean".
pub fn words(lexicon: &Lexicon) -> impl Iterator<Item = String> + '_ {
    let subtypes = Subtype::all().chain(lexicon.subtypes()).map(|s| s.word().to_lowercase());
    let subtypes = subtypes.flat_map(|word| [format!("{word}s"), word]);
    let own = lexicon.keywords().map(str::to_owned);
    WORDS.iter().cloned().chain(subtypes).chain(own)
}
