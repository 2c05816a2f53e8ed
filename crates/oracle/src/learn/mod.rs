//! Words learnt from the cards that bring them: what a new set adds must not wait for a new program. Subtypes stand on type
//! lines (205.3); what a keyword or a token of its own name means is printed in parentheses (207.2).
//!
//! Only words that neither the rules nor this program know are learnt. Reminder text is looser than rules text; it is told
//! in full as [`crate::witness`] tells it, and what can't be read even so, or is read in two ways, is not learnt.

mod action;
mod keyword;
mod token;

use std::collections::BTreeMap;
use std::sync::Arc;

use lawmage_ir::{Subtype, SubtypeKind, TypeSet};
use serde::{Deserialize, Serialize};

use crate::keywords::Definition;
use crate::lexicon::{Lexicon, kind_of};
use crate::source::{CardSource, FaceSource};
use crate::typeline;

/// What was learnt from cards: to be kept with them, and made a [`Lexicon`] of.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Learnt {
    subtypes: Vec<Subtype>,
    keywords: Vec<Definition>,
    #[serde(default)]
    actions: Vec<Definition>,
    tokens: Vec<FaceSource>,
}

impl Learnt {
    /// Whether it is nothing.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.subtypes.is_empty() && self.keywords.is_empty() && self.actions.is_empty() && self.tokens.is_empty()
    }

    /// The subtypes.
    #[must_use]
    pub fn subtypes(&self) -> &[Subtype] {
        &self.subtypes
    }

    /// The keywords' words in lower case; one that was learnt only with some numbers stands there with each: "zap 2".
    pub fn keywords(&self) -> impl Iterator<Item = &str> {
        self.keywords.iter().map(|k| k.word.as_str())
    }

    /// The words of keyword actions (701), likewise.
    pub fn actions(&self) -> impl Iterator<Item = &str> {
        self.actions.iter().map(|k| k.word.as_str())
    }

    /// The tokens' names.
    pub fn tokens(&self) -> impl Iterator<Item = &str> {
        self.tokens.iter().map(|t| t.name.as_str())
    }

    /// The words, for the texts of these cards.
    #[must_use]
    pub fn lexicon(&self) -> Lexicon {
        let mut lexicon = Lexicon::default();
        for subtype in &self.subtypes {
            // Known ones are of another compiler's time.
            let _ = lexicon.learn_subtype(subtype.word(), subtype.kind());
        }
        self.keywords.iter().for_each(|k| lexicon.learn_keyword(k.clone()));
        self.actions.iter().for_each(|k| lexicon.learn_action(k.clone()));
        for token in &self.tokens {
            lexicon.define_token(token);
        }
        lexicon
    }
}

pub(crate) use action::tell;

/// The learnt keyword actions that a text tells of, as what they mean.
#[must_use]
pub fn actions_told<'l>(lexicon: &'l Lexicon, text: &str) -> Vec<&'l str> {
    action::told_in(lexicon, text)
}

/// Learns what these cards bring. `is_card` says whether a card has that name: a token of its name is a copy of it (111.11).
#[must_use]
pub fn learn<'c>(cards: impl Iterator<Item = &'c CardSource> + Clone, is_card: &dyn Fn(&str) -> bool) -> Learnt {
    let faces = || cards.clone().flat_map(|card| &card.faces);
    let of_tokens: Vec<String> = faces().flat_map(|face| token::creature_lines(&face.text)).collect();
    let lines = faces().map(|f| f.type_line.as_str()).chain(of_tokens.iter().map(String::as_str));
    let mut learnt = Learnt { subtypes: subtypes(lines), ..Learnt::default() };
    let sightings = token::sightings(faces(), is_card);
    for subtype in token::subtypes(&sightings) {
        if !learnt.subtypes.contains(&subtype) {
            learnt.subtypes.push(subtype);
        }
    }
    let lexicon = learnt.lexicon();
    learnt.tokens = token::tokens(&sightings, &lexicon);
    let lexicon = Arc::new(learnt.lexicon());
    learnt.actions = action::actions(faces(), &lexicon);
    let lexicon = Arc::new(learnt.lexicon());
    learnt.keywords = keyword::keywords(faces(), &lexicon);
    learnt
}

/// The subtypes of type lines that nobody knows. Of which kind one is, is told by the card types beside it (205.3d): those that
/// all of its lines have in common.
fn subtypes<'c>(lines: impl Iterator<Item = &'c str>) -> Vec<Subtype> {
    let known = Lexicon::default();
    let mut beside: BTreeMap<String, Vec<TypeSet>> = BTreeMap::new();
    for text in lines {
        let (line, unknown) = typeline::type_line(&known, text);
        for word in unknown.subtypes {
            beside.entry(word).or_default().push(line.types);
        }
    }
    let mut lexicon = Lexicon::default();
    let kind = |lines: &[TypeSet]| -> Option<SubtypeKind> {
        let common =
            SubtypeKind::ALL.into_iter().filter(|kind| lines.iter().all(|types| types.iter().any(|t| kind.fits(t))));
        let common: Vec<_> = common.collect();
        // An artifact creature alone could bring either; new creature types are the usual thing.
        common.iter().copied().find(|k| *k == SubtypeKind::Creature).or_else(|| common.first().copied())
    };
    let learnt = beside.iter().filter_map(|(word, lines)| {
        let kind = kind(lines).or_else(|| lines.first().copied().and_then(kind_of))?;
        lexicon.learn_subtype(word, kind).ok()
    });
    learnt.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile;

    fn card(name: &str, type_line: &str, text: &str) -> CardSource {
        let face = FaceSource {
            name: name.to_owned(),
            mana_cost: Some("{1}{R}".to_owned()),
            type_line: type_line.to_owned(),
            text: text.to_owned(),
            power: type_line.contains("Creature").then(|| "2".to_owned()),
            toughness: type_line.contains("Creature").then(|| "2".to_owned()),
            ..FaceSource::default()
        };
        CardSource { name: name.to_owned(), faces: vec![face], ..CardSource::default() }
    }

    /// Learns from the cards, and says which are complete with what was learnt.
    fn complete(cards: &[CardSource]) -> (Learnt, Vec<bool>) {
        let learnt = learn(cards.iter(), &|name| name == "Card");
        let lexicon = Arc::new(learnt.lexicon());
        let with = |card: &CardSource| CardSource { lexicon: Arc::clone(&lexicon), ..card.clone() };
        let complete = cards.iter().map(|card| compile(&with(card)).card.is_complete()).collect();
        (learnt, complete)
    }

    #[test]
    fn a_subtype_is_of_the_kind_that_its_lines_have_in_common() {
        let cards = [
            card("Brass Wisp", "Artifact Creature — Wisple Gizmo", "Flying"),
            card("Wisp Keeper", "Creature — Wisple", "Other Wisples you control get +1/+1."),
            card("Odd Gizmo", "Artifact — Gizmo", "{T}: Add {C}."),
        ];
        let (learnt, complete) = complete(&cards);
        let kinds: Vec<_> = learnt.subtypes().iter().map(|s| (s.word(), s.kind())).collect();
        assert_eq!(kinds, [("Gizmo", SubtypeKind::Artifact), ("Wisple", SubtypeKind::Creature)]);
        assert_eq!(complete, [true; 3]);
    }

    #[test]
    fn a_creature_type_is_learnt_from_tokens_alone() {
        let text = "Create two 1/1 green and white Wisple Elf creature tokens. Wisples you control get +1/+1 until end of turn.";
        let cards = [
            card("Call Them", "Sorcery", text),
            card("Steel", "Sorcery", "Create a 2/2 Gizmot artifact creature token."),
        ];
        let (learnt, all) = complete(&cards);
        let kinds: Vec<_> = learnt.subtypes().iter().map(|s| (s.word(), s.kind())).collect();
        assert_eq!(kinds, [("Gizmot", SubtypeKind::Creature), ("Wisple", SubtypeKind::Creature)]);
        assert!(all[0]);
    }

    #[test]
    fn a_keyword_with_a_number_is_learnt_from_two_numbers() {
        let cards = [
            card("One", "Creature — Elf", "Zapple 1 (When this creature enters, it deals 1 damage to any target.)"),
            card(
                "Two",
                "Creature — Elf",
                "Flying, zapple 2 (When this creature enters, it deals 2 damage to any target.)",
            ),
            card("Five", "Creature — Elf", "Zapple 5"),
        ];
        let (learnt, all) = complete(&cards);
        assert_eq!(learnt.keywords().collect::<Vec<_>>(), ["zapple"]);
        assert_eq!(all, [true; 3]);
        // With one number there is nothing to tell which of several numbers is meant.
        let (learnt, all) = complete(&cards[1..]);
        assert_eq!(learnt.keywords().collect::<Vec<_>>(), ["zapple 2"]);
        assert_eq!(all, [true, false]);
    }

    #[test]
    fn a_keyword_with_a_cost_is_learnt() {
        let cards = [
            card("One", "Sorcery", "Draw a card.\nRezap {2}{R} ({2}{R}, Discard this card: Draw two cards.)"),
            card("Two", "Sorcery", "Draw a card.\nRezap {4} ({4}, Discard this card: Draw two cards.)"),
        ];
        let (learnt, all) = complete(&cards);
        assert_eq!((learnt.keywords().collect::<Vec<_>>(), all), (vec!["rezap"], vec![true; 2]));
    }

    #[test]
    fn what_is_explained_in_two_ways_or_not_understood_is_not_learnt() {
        let cards = [
            card("One", "Creature — Elf", "Zapple (When this creature enters, draw a card.)"),
            card("Two", "Creature — Elf", "Zapple (When this creature enters, draw two cards.)"),
        ];
        assert!(complete(&cards).0.is_empty());
        let cards = [card("One", "Creature — Elf", "Zapple (This creature zips around a lot.)")];
        assert!(complete(&cards).0.is_empty());
        // What the rules define is not for cards to say.
        let cards = [card("One", "Creature — Elf", "Vigilance (When this creature enters, draw a card.)")];
        assert!(complete(&cards).0.is_empty());
    }

    #[test]
    fn a_keyword_action_is_learnt_where_it_ends_a_sentence() {
        let grow = |n: &str| format!("Put {n} +1/+1 counters on target creature you control. You gain 1 life.");
        let cards = [
            card("One", "Creature — Elf", &format!("When this creature enters, gizmo 2. ({})", grow("two"))),
            card("Two", "Sorcery", &format!("Draw a card, then gizmo 3. ({})", grow("three"))),
            card("Three", "Creature — Elf", "Whenever this creature attacks, if you control an artifact, gizmo 5."),
            // Whether the second sentence depends on the choice can't be told there.
            card("Four", "Sorcery", "You may gizmo 2."),
            card("Five", "Sorcery", "Gizmo 2. It gains flying until end of turn."),
        ];
        let (learnt, all) = complete(&cards);
        assert_eq!(learnt.actions().collect::<Vec<_>>(), ["gizmo"]);
        assert_eq!(all, [true, true, true, false, false]);
        let cards = [card("One", "Sorcery", "Recruit. (Create a 1/1 white Elf creature token.)")];
        assert_eq!(complete(&cards).1, [true]);
        // What is done first is told last.
        let text = "Gizmo 2. (Put two +1/+1 counters on an Elf you control. If you control no Elf, create a 0/0 green Elf \
                    creature token first.)";
        assert_eq!(complete(&[card("One", "Sorcery", text)]).1, [true]);
        // What something has is nothing that is done.
        let text = "Target creature gets +1/+1 and has gizmo. (Draw a card.)";
        assert!(complete(&[card("One", "Sorcery", text)]).0.is_empty());
    }

    #[test]
    fn a_token_is_learnt_by_its_name() {
        let text = "Create two Gadgetto tokens. (They're artifacts with \"{1}, Sacrifice this token: Draw a card.\")";
        let cards = [card("One", "Sorcery", text), card("Two", "Sorcery", "Create a Treasure token.")];
        let (learnt, all) = complete(&cards);
        assert_eq!((learnt.tokens().collect::<Vec<_>>(), all), (vec!["Gadgetto"], vec![true; 2]));
    }
}
