//! The words of noun phrases: types, subtypes, colors, statuses, and the heads that tell what kind of thing is meant.

use lawmage_ir::{Amount, CardType, Cmp, Color, Keyword, Ref, Stat, Status, Subtype, Supertype, Test};

use crate::grammar::test::status_of;
use crate::grammar::words;
use crate::lex::{Token, TokenKind};
use crate::lexicon::Lexicon;
use crate::parse::Parser;

/// What kind of thing a head noun names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Head {
    /// "permanent"
    Permanent,
    /// "card"
    Card,
    /// "spell"
    Spell,
    /// "ability"
    Ability,
    /// "player"
    Player,
    /// "opponent"
    Opponent,
    /// "source"
    Source,
}

/// One word of a noun phrase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unit {
    /// An adjective.
    Adjective(Test),
    /// A type or subtype, which can be the head too.
    Noun {
        /// What it asks.
        test: Test,
        /// Whether it is a plural.
        plural: bool,
    },
    /// A head.
    Head {
        /// Which.
        head: Head,
        /// Whether it is a plural.
        plural: bool,
    },
}

/// The card type a word in lower case names, and whether it is a plural.
#[must_use]
pub fn card_type(word: &str) -> Option<(CardType, bool)> {
    let (single, plural) = match word {
        "sorceries" => ("sorcery", true),
        "artifacts" | "battles" | "creatures" | "enchantments" | "instants" | "lands" | "planeswalkers" => {
            (word.trim_end_matches('s'), true)
        }
        _ => (word, false),
    };
    let card_type = CardType::from_word(single)?;
    (!matches!(
        card_type,
        CardType::Conspiracy
            | CardType::Phenomenon
            | CardType::Plane
            | CardType::Scheme
            | CardType::Vanguard
            | CardType::Dungeon
    ))
    .then_some((card_type, plural))
}

/// Whether nouns joined by "or" are plurals, as the last is: "creatures and/or Spacecraft", too, whose last looks like a singular.
pub(super) fn is_plural<'a>(nouns: impl Iterator<Item = (&'a [Test], bool)> + Clone) -> bool {
    let alike = |tests: &[Test]| matches!(tests, [Test::Subtype(s)] if words::alike(s.word()));
    let any = nouns.clone().any(|(_, plural)| plural);
    nouns.last().is_some_and(|(tests, plural)| plural || any && alike(tests))
}

/// The subtype a word names, and whether it is a plural.
#[must_use]
pub fn subtype(lexicon: &Lexicon, word: &str) -> Option<(Subtype, bool)> {
    if let Some(subtype) = lexicon.subtype(word) {
        return Some((subtype, false));
    }
    words::singulars(word).find_map(|one| lexicon.subtype(&one)).map(|subtype| (subtype, true))
}

/// The keyword that stands here, of up to three words, without its parameter.
pub fn keyword_word(p: &mut Parser<'_>) -> Option<Keyword> {
    for len in (1..=3).rev() {
        let words: Vec<&str> = (0..len).map(|i| p.word_at(i)).collect();
        if words.iter().any(|w| w.is_empty()) {
            continue;
        }
        if let Some(keyword) = Keyword::from_word(&words.join(" ")) {
            for _ in 0..len {
                p.advance();
            }
            return Some(keyword);
        }
    }
    p.fail("a keyword")
}

/// "islandwalk", "nonbasic landwalk" and kin, as a test.
pub fn landwalk(p: &mut Parser<'_>) -> Option<Test> {
    let word = p.word();
    if word == "landwalk" {
        p.advance();
        return Some(Test::Landwalk(None));
    }
    let land = p.lexicon().subtype(word.strip_suffix("walk")?)?;
    p.advance();
    Some(Test::Landwalk(Some(land)))
}

/// The keyword test that stands here: "flying", "islandwalk".
pub fn keyword_test(p: &mut Parser<'_>) -> Option<Test> {
    if let Some(test) = landwalk(p) {
        return Some(test);
    }
    keyword_word(p).map(Test::Keyword)
}

fn adjective(word: &str) -> Option<Test> {
    if let Some(color) = Color::from_word(word) {
        return Some(Test::Color(color));
    }
    if let Some(status) = status_of(word) {
        return Some(Test::Status(status));
    }
    Some(match word {
        "face-up" => Test::not(Test::Status(lawmage_ir::Status::FaceDown)),
        "colorless" => Test::Colorless,
        "multicolored" | "multicolor" => Test::Multicolored,
        "monocolored" => Test::Monocolored,
        "legendary" => Test::Supertype(Supertype::Legendary),
        "basic" => Test::Supertype(Supertype::Basic),
        "snow" => Test::Supertype(Supertype::Snow),
        "world" => Test::Supertype(Supertype::World),
        "historic" => Test::Historic,
        "double-faced" => Test::DoubleFaced,
        "stickered" => Test::Stickered(None),
        "kicked" => Test::PaidCost(lawmage_ir::CostLabel::Keyword(lawmage_ir::Keyword::Kicker, 0)),
        "unpaired" => Test::not(Test::Status(Status::Paired)),
        _ => return None,
    })
}

/// What a word says of an object by itself: an adjective, type or subtype, or the negation of one.
fn word_test(lexicon: &Lexicon, word: &str, capital: bool) -> Option<(Test, bool, bool)> {
    if let Some(test) = adjective(word) {
        return Some((test, false, false));
    }
    if word == "outlaw" || word == "outlaws" {
        // 700.12, 700.12a
        let types = ["Assassin", "Mercenary", "Pirate", "Rogue", "Warlock"].into_iter().filter_map(Subtype::from_word);
        return Some((Test::Or(types.map(Test::Subtype).collect()), true, word == "outlaws"));
    }
    // A word of one Equipment, as its reminder text explains it.
    if word == "worthy" {
        let colors = [Color::Red, Color::White].map(Test::Color).to_vec();
        let villain = Subtype::from_word("Villain").map(|villain| Test::not(Test::Subtype(villain)));
        let legendary = [Test::Type(CardType::Creature), Test::Supertype(Supertype::Legendary)];
        return Some((Test::all(legendary.into_iter().chain(villain).chain([Test::Or(colors)])), true, false));
    }
    if word == "token" || word == "tokens" {
        return Some((Test::Token, true, word == "tokens"));
    }
    if word == "commander" || word == "commanders" {
        return Some((Test::Status(Status::Commander), true, word == "commanders"));
    }
    if word == "ring-bearer" || word == "ring-bearers" {
        return Some((Test::Status(Status::RingBearer), true, word == "ring-bearers"));
    }
    if let Some((card_type, plural)) = card_type(word) {
        return Some((Test::Type(card_type), true, plural));
    }
    if capital && let Some((subtype, plural)) = subtype(lexicon, word) {
        return Some((Test::Subtype(subtype), true, plural));
    }
    if let Some(rest) = word.strip_prefix("non-").or_else(|| word.strip_prefix("non")) {
        let (test, _, plural) = word_test(lexicon, rest, true)?;
        return (!plural).then(|| (Test::not(test), false, false));
    }
    None
}

/// The subtype that a word with "'s" behind it is.
fn possessive_type(p: &Parser<'_>, word: &str) -> Option<Subtype> {
    let capital = p.peek().is_some_and(|t| t.capital);
    if capital && p.word_at(1) == "'s" { Subtype::from_word(&format!("{word}'s")) } else { None }
}

/// The subtype of two words of which this is the first, and whether it is a plural.
fn two_words(p: &Parser<'_>, first: &str) -> Option<(Subtype, bool)> {
    p.tokens().get(p.pos() + 1).filter(|next| next.capital)?;
    subtype(p.lexicon(), &format!("{first} {}", p.word_at(1)))
}

/// Reads one word of a noun phrase.
pub fn unit(p: &mut Parser<'_>) -> Option<Unit> {
    let token: &Token = p.peek()?;
    if token.kind == TokenKind::PowerToughness {
        return size(p).map(Unit::Adjective);
    }
    if token.kind != TokenKind::Word {
        return p.fail("a noun");
    }
    // "goaded attacking or blocking creature": goaded either way.
    if p.at("attacking or blocking") {
        let either = [Status::Attacking, Status::Blocking].map(Test::Status).to_vec();
        p.eat("attacking or blocking");
        return Some(Unit::Adjective(Test::Or(either)));
    }
    let head = |head, plural| Some(Unit::Head { head, plural });
    let unit = match &*token.text {
        // "each opponent chooses a different card": than those before chose.
        "different" if p.scope.so_far.is_some() => {
            let so_far = p.scope.so_far.map(|id| Ref::Slot(p.scope.bind(id)));
            so_far.map(|chosen| Unit::Adjective(Test::not(Test::Is(chosen))))
        }
        "permanent" => head(Head::Permanent, false),
        "permanents" => head(Head::Permanent, true),
        "card" => head(Head::Card, false),
        "cards" => head(Head::Card, true),
        "spell" => head(Head::Spell, false),
        "spells" => head(Head::Spell, true),
        "ability" => head(Head::Ability, false),
        "abilities" => head(Head::Ability, true),
        "player" => head(Head::Player, false),
        "players" => head(Head::Player, true),
        "opponent" => head(Head::Opponent, false),
        "opponents" => head(Head::Opponent, true),
        "source" => head(Head::Source, false),
        "sources" => head(Head::Source, true),
        // 205.3i: "Urza's" is a land type, which stands before a noun that says more of the land.
        word if possessive_type(p, word).is_some() => {
            let test = possessive_type(p, word).map(Test::Subtype)?;
            p.advance();
            Some(Unit::Adjective(test))
        }
        // 205.3m: "Time Lord" is one creature type of two words.
        word if token.capital && two_words(p, word).is_some() => {
            let (subtype, plural) = two_words(p, word)?;
            p.advance();
            Some(Unit::Noun { test: Test::Subtype(subtype), plural })
        }
        word => word_test(p.lexicon(), word, token.capital)
            .map(|(test, noun, plural)| if noun { Unit::Noun { test, plural } } else { Unit::Adjective(test) }),
    };
    match unit {
        Some(unit) => {
            p.advance();
            Some(unit)
        }
        None => p.fail("a noun"),
    }
}

/// "1/1" before a noun: of that power and toughness.
pub(crate) fn size(p: &mut Parser<'_>) -> Option<Test> {
    let (power, toughness) = p.power_toughness()?;
    let is = |stat, side: &str| {
        let n = side.parse().ok().filter(|_| side.bytes().all(|b| b.is_ascii_digit()))?;
        Some(Test::Stat(stat, Cmp::Equal, Amount::Const(n)))
    };
    Some(Test::And(vec![is(Stat::Power, power)?, is(Stat::Toughness, toughness)?]))
}
