//! What the tables hold is read and said alike: text to IR to text.

use lawmage_ir::{Ability, CardType, Face};

/// What a text of ours reads as when it is said again.
fn again(text: &str) -> Option<String> {
    let mut face = Face { name: "Reed Warden".into(), ..Face::default() };
    face.types.insert(CardType::Creature);
    let all: Vec<Ability> = crate::compile_ability_text(text, "Reed Warden")?;
    let said: Vec<String> = all.iter().map(|a| crate::print_ability(a, &crate::Context { face: &face })).collect();
    Some(said.join("\n"))
}

fn reads_itself(text: &str) {
    assert_eq!(again(text).as_deref(), Some(text));
}

#[test]
fn prohibitions() {
    let others = ["be countered", "phase in"];
    for (words, _) in super::prohibition::OF_OBJECTS.iter().filter(|(words, _)| !others.contains(words)) {
        reads_itself(&format!("Enchanted creature can't {words}."));
    }
    // What is phased out is treated as though it weren't there (702.26b): nothing tells it from others.
    reads_itself("Permanents can't phase in.");
    assert_eq!(again("Enchanted creature can't phase in."), None);
    for (words, _) in super::prohibition::OF_PLAYERS {
        reads_itself(&format!("Players can't {words}."));
    }
}

#[test]
fn permissions() {
    for (words, _) in super::permission::FRAMES {
        let text = words
            .replace('…', "creatures you control")
            .replace("loyalty abilities of creatures", "loyalty abilities of planeswalkers");
        reads_itself(&crate::grammar::words::sentence(&text));
    }
    for text in [
        "You have no maximum hand size.",
        "Each player has no maximum hand size.",
        "Each opponent has no maximum hand size.",
        "Each player plays with the top card of their library revealed.",
        "Each player plays with their hand revealed.",
    ] {
        reads_itself(text);
    }
    let said = again("Players play with their hands revealed.");
    assert_eq!(said.as_deref(), Some("Each player plays with their hand revealed."));
    assert_eq!(again("Play with your hand revealed.").as_deref(), Some("You play with your hand revealed."));
}

/// "This Equipment", within an ability that equipped creature has, is not the creature but what gives it (201.5a).
#[test]
fn what_gives_an_ability_is_not_what_has_it() {
    let creature = again("Equipped creature has \"{T}, Sacrifice this creature: Draw a card.\"");
    let giver = again("Equipped creature has \"{T}, Sacrifice this Equipment: Draw a card.\"");
    assert!(creature.is_some() && giver.is_some());
    assert_ne!(creature, giver);
}

/// Nobody chooses what goes at random, in a cost either.
#[test]
fn costs_at_random() {
    reads_itself("Discard a card at random: Draw a card.");
    reads_itself("{1}, Discard two cards at random: Draw a card.");
}

#[test]
fn durations_and_verbs() {
    for (words, _) in super::instruction::permanents::VERBS.iter().filter(|(words, _)| *words != "flip") {
        reads_itself(&format!("{{T}}: {} target creature.", crate::grammar::words::capital(words)));
    }
    for lasts in [
        "until end of turn",
        "until end of combat",
        "until your next turn",
        "until the end of your next turn",
        "until your next end step",
    ] {
        reads_itself(&format!("{{T}}: Target creature gets +1/+1 {lasts}."));
    }
}

#[test]
fn plurals_that_look_like_singulars() {
    for kind in ["Kavu", "Merfolk", "Aurochs", "Samurai"] {
        reads_itself(&format!("Other {kind} you control get +1/+1."));
    }
    reads_itself("Other Elves you control get +1/+1.");
}

#[test]
fn families_of_sentences() {
    for text in [
        "{T}: You gain X life, where X is the amount of life your opponents have lost this turn.",
        "{T}: You gain X life, where X is the total life lost by your opponents this turn.",
        "{T}: Counter target spell. If that spell is countered this way, put it on the bottom of its owner's library instead of into its owner's graveyard.",
        "{T}: Counter target spell. If that spell is countered this way, put that card into its owner's hand instead of into its owner's graveyard.",
        "{T}: You may draw a card. If you don't, you gain 2 life.",
    ] {
        assert!(again(text).is_some(), "{text}");
    }
}

/// A noun beside adjectives is one of the alternatives; it does not go for the adjectives too.
#[test]
fn adjectives_beside_nouns() {
    use lawmage_ir::{Filter, Test, visit};
    for (text, shared) in [
        ("Other snow or Zombie creatures you control get +1/+1.", "a Zombie goes for none of the others"),
        ("Whenever you cast a noncreature or Dragon spell, draw a card.", "nor does a Dragon"),
        ("Whenever you cast a noncreature or artifact creature spell, draw a card.", "creature goes for both"),
    ] {
        reads_itself(text);
        let all = crate::compile_ability_text(text, "Reed Warden").expect(text);
        let mut or = 0;
        for ability in &all {
            visit::each(ability, |filter: &Filter| {
                let tests = match &filter.test {
                    Test::And(all) => all.clone(),
                    one => vec![one.clone()],
                };
                or += tests
                    .iter()
                    .filter(|t| matches!(t, Test::Or(any) if any.len() == 2 && !any.contains(&Test::Any)))
                    .count();
                assert!(!tests.iter().any(|t| matches!(t, Test::Subtype(_))), "{shared}: {filter:?}");
            });
        }
        assert_eq!(or, 1, "{text}: {all:?}");
    }
    assert_eq!(again("Destroy target legendary or creature."), None, "what they share can't be told");
}
