//! What designers write: words of their own, mistakes, and the examples of docs/card-files.md.

use lawmage_cards::card_file::{Gravity, lint, parse, quick_deck, read};
use lawmage_cards::{CardPool, deck};
use lawmage_ir::Card;
use lawmage_oracle::{compile, print_face};

fn compiled(text: &str) -> Vec<Card> {
    let cards = parse(text, "mine.yaml").unwrap_or_else(|e| panic!("{e}"));
    let cards = cards.iter().map(compile).map(|c| {
        assert!(c.diagnostics.is_empty(), "{}: {}", c.card.name, c.diagnostics[0]);
        c.card
    });
    cards.collect()
}

fn problems(text: &str) -> Vec<String> {
    lint(text, "m.yaml", |_| None).iter().map(|p| p.error.to_string()).collect()
}

/// The first problem of a card with that text, whose line is the text's.
fn of_text(text: &str) -> String {
    let card =
        format!("- name: Well\n  type: Creature — Elf\n  pt: 1/1\n  text: |-\n    {}\n", text.replace('\n', "\n    "));
    problems(&card).into_iter().next().unwrap_or_default()
}

#[test]
fn the_examples_of_the_document_are_understood() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/card-files.md");
    let document = std::fs::read_to_string(path).expect("the document");
    let mut seen = 0;
    for block in document.split("```yaml\n").skip(1) {
        let text = block.split("```").next().unwrap_or_default();
        assert_eq!(problems(text), Vec::<String>::new(), "{text}");
        seen += compiled(text).len();
    }
    assert!(seen >= 6, "{seen}");
}

#[test]
fn loyalty_is_read_in_both_spellings() {
    let card = |a: &str, b: &str, c: &str, d: &str| {
        let text = format!("{a}: Draw a card.\n    {b}: You lose 2 life.\n    {c}: Draw X cards.\n    {d}: Scry 1.");
        compiled(&format!("- name: Vell\n  type: Planeswalker — Vell\n  loyalty: 4\n  text: |-\n    {text}\n"))
            .remove(0)
    };
    let boxed = card("[+1]", "[-2]", "[-X]", "[0]");
    for other in [card("+1", "-2", "-X", "0"), card("+1", "−2", "−X", "0")] {
        assert_eq!(other.faces[0].abilities, boxed.faces[0].abilities);
        assert!(
            print_face(&other.faces[0]).starts_with("[+1]: Draw a card.\n[−2]:"),
            "{}",
            print_face(&other.faces[0])
        );
    }
}

#[test]
fn subtypes_are_learnt_from_type_lines() {
    let cards = compiled(
        "- {name: Chief, type: Creature — Zorbl, pt: 2/2, text: Other Zorbls you control get +1/+1.}\n\
         - {name: Scout, type: Artifact Creature — Zorbl Gear, pt: 1/1, text: This Zorbl can't be blocked.}\n\
         - {name: Cog, type: Artifact — Gear, text: 'When this Gear enters, destroy target nonZorbl creature.'}\n\
         - {name: Vale, type: Land — Mire, text: '{T}: Add {G}.'}\n\
         - {name: Step, type: Creature — Zorbl, pt: 1/1, text: \"Mirewalk\\nSacrifice a Gear: Draw a card.\"}\n",
    );
    let kinds: Vec<String> = cards
        .iter()
        .flat_map(|c| &c.faces[0].subtypes.listed)
        .map(|s| format!("{:?} {}", s.kind(), s.word()))
        .collect();
    assert_eq!(
        kinds,
        ["Creature Zorbl", "Creature Zorbl", "Artifact Gear", "Artifact Gear", "Land Mire", "Creature Zorbl"]
    );
    for card in &cards {
        let printed = print_face(&card.faces[0]);
        assert!(!printed.contains("zorbl"), "{printed}");
    }
    let json = serde_json::to_string(&cards[0]).expect("written");
    assert_eq!(serde_json::from_str::<Card>(&json).expect("read"), cards[0]);
}

#[test]
fn keywords_and_tokens_mean_what_their_definitions_say() {
    let own = "- keywords: |-\n    = zap n\n    When ~ enters, it deals [n] damage to any target.\n\n    = brace cost\n    [cost]: ~ gains hexproof until end of turn.\n\
               - tokens:\n    - {name: Gizmo, type: Artifact — Gizmo, text: '{T}, Sacrifice this token: Draw a card.'}\n\
               - {name: Rod, type: Artifact, text: \"Zap 3\\nBrace—Pay 2 life.\\nWhenever a creature dies, create a Gizmo token.\"}\n\
               - {name: Lens, type: Artifact, text: Creatures you control have zap 1.}\n";
    let plain = "- {name: Rod, type: Artifact, text: \"When this artifact enters, it deals 3 damage to any target.\\nPay 2 life: This artifact gains hexproof until end of turn.\"}\n";
    let cards = compiled(own);
    let plain = compiled(plain).remove(0);
    let means: Vec<_> = cards[0].faces[0]
        .abilities
        .iter()
        .filter_map(|a| match a {
            lawmage_ir::Ability::Keyword(k) => Some(k.means.to_vec()),
            _ => None,
        })
        .flatten()
        .collect();
    assert_eq!(means, plain.faces[0].abilities);
    let printed = print_face(&cards[0].faces[0]);
    assert!(printed.contains("Zap 3") && printed.contains("create a Gizmo token"), "{printed}");
}

#[test]
fn a_definition_that_does_not_compile_is_an_error_at_its_line() {
    for (definition, start) in [
        ("= zap n\n    When ~ entres, draw a card.", "m.yaml:3:12: not understood from “entres”"),
        ("= zap\n    ~ gets +[n]/+0.", "m.yaml:3:13: [n] needs “n” in the keyword's name line: = zap n"),
        ("= flying\n    Draw a card.", "m.yaml:2:5: “flying” is a keyword of the rules already"),
        ("= zap\n", "m.yaml:2:7: the keyword “zap” has no meaning"),
        ("When ~ enters, draw a card.", "m.yaml:2:5: a keyword begins with its name"),
    ] {
        let said = problems(&format!("- keywords: |-\n    {definition}\n"));
        assert!(said.first().is_some_and(|p| p.starts_with(start)), "{said:?}");
    }
    let said = problems(
        "- tokens:\n    - name: Gizmo\n      type: Artifact — Gizmo\n      text: When this token enters, drawe a card.\n",
    );
    assert!(
        said[0].starts_with("m.yaml:4:37: Gizmo: “drawe” is no word that card texts use; write “draw”"),
        "{said:?}"
    );
}

#[test]
fn signs_of_the_keyboard_are_shown_as_cards_print_them() {
    for (text, start) in [
        ("{Q2}: Draw a card.", "m.yaml:5:5: Well: “{Q2}” is no symbol; write “{2}, {Q}”\n"),
        ("{9T}: Draw a card.", "m.yaml:5:5: Well: “{9T}” is no symbol; write “{9}, {T}”\n"),
        ("{2}, {tap}: Draw a card.", "m.yaml:5:10: Well: symbols are written as on cards, not “{tap}”; write “{T}”\n"),
        ("{foo}: Draw a card.", "m.yaml:5:5: Well: “{foo}” is no symbol; symbols are {T}"),
        (
            "2R, T: Draw a card.",
            "m.yaml:5:5: Well: the symbols of a cost stand in braces, not “2R, T”; write “{2}{R}, {T}”\n",
        ),
    ] {
        let said = of_text(text);
        assert!(said.starts_with(start), "{said}");
    }
    let modes = |text: &str| problems(&format!("- name: Well\n  type: Instant\n  text: |-\n    {text}\n"));
    let said = modes("Choose one -\n    • Draw a card.\n    • You gain 3 life.");
    let dash = "m.yaml:4:16: Well: a long dash stands before the modes, not “-”; write “—”\n";
    assert!(said.len() == 1 && said[0].starts_with(dash), "{said:?}");
    let said = modes("Choose one —\n    * Draw a card.\n    * You gain 3 life.");
    let bullet = "m.yaml:5:5: Well: a mode begins with a bullet, not “*”; write “•”\n";
    assert!(said.len() == 2 && said[0].starts_with(bullet), "{said:?}");
}

#[test]
fn a_misspelt_word_is_shown_with_the_one_that_is_meant() {
    for (text, start, mend) in [
        (
            "Flying\n{R}: This creature gets +1/+0 untill end of turn.",
            "m.yaml:6:35: Well: “untill”",
            "; write “until”\n",
        ),
        ("Flyng", "m.yaml:5:5: Well: “Flyng”", "; write “Flying”\n"),
        (
            "When this creature enters, destroy target atrifact.",
            "m.yaml:5:47: Well: “atrifact”",
            "; write “artifact”\n",
        ),
        ("Other Gobilns you control have haste.", "m.yaml:5:11: Well: “Gobilns”", "; write “Goblin"),
        ("When this creature entres, draww a card.", "m.yaml:5:24: Well: “entres”", "; write “enters”\n"),
        (
            "When this creature enters, destroy target creatures.",
            "m.yaml:5:40: Well: “target creatures”",
            "; write “target creature”, or “up to two target creatures”\n",
        ),
        ("{T}: Draw card.", "m.yaml:5:", "write “a” before it\n"),
    ] {
        let said = of_text(text);
        assert!(said.starts_with(start) && said.contains(mend) && said.contains('^'), "{said}");
    }
    let both = "- {name: A, type: Instant, text: Drraw a crad.}";
    assert_eq!(problems(both).len(), 2, "{:?}", problems(both));
}

#[test]
fn places_are_found_in_every_notation() {
    for (text, place) in [
        ("text: >-\n    Draw\n    a crad.", "m.yaml:5:7"),
        ("text: 'It''s drawn. Drraw a card.'", "m.yaml:3:23"),
        ("text: \"Flying\\nDrraw a card.\"", "m.yaml:3:18"),
        ("text: Drraw a card.", "m.yaml:3:9"),
        ("text: |\n\n    Flash\n    Drraw a card.", "m.yaml:6:5"),
    ] {
        let said = problems(&format!("- name: A\n  type: Sorcery\n  {text}\n"));
        assert!(said.iter().any(|p| p.starts_with(place)), "{text}: {said:?}");
    }
}

#[test]
fn a_new_subtype_that_looks_like_a_slip_is_a_warning_and_a_hidden_card_a_note() {
    let text = "- {name: A, type: Creature — Gobiln, pt: 1/1}\n- {name: B, type: Creature — Zorbl, pt: 1/1}\n";
    let found = lint(text, "m.yaml", |name| (name == "B").then(|| "the starter set's card".to_owned()));
    let gravities: Vec<Gravity> = found.iter().map(|p| p.gravity).collect();
    assert_eq!(gravities, [Gravity::Warning, Gravity::Note], "{found:?}");
    assert!(found[0].error.to_string().contains("did you mean Goblin?"), "{}", found[0].error);
}

#[test]
fn own_cards_make_a_deck_at_once() {
    let text = "- {name: A, type: Creature — Elf, cost: '{G}', pt: 1/1}\n- {name: B, type: Instant, cost: '{1}{R}', text: Draw a card.}\n\
                - {name: C, type: Land, text: '{T}: Add {R}.'}\n- {name: D, type: Instant, text: Frobnicate.}\n";
    let mut pool = CardPool::starter().expect("the starter set");
    pool.push_file("mine.yaml", parse(text, "mine.yaml").expect("cards"));
    let list = quick_deck(&pool).expect("a deck");
    let said: Vec<String> = list.main.iter().map(|l| format!("{} {}", l.count, l.name)).collect();
    assert_eq!(said, ["18 A", "18 B", "1 C", "11 Mountain", "12 Forest"]);
    assert!(deck::resolve(&list, &pool).is_ok());
    let none = quick_deck(&CardPool::starter().expect("the starter set")).expect_err("no cards").to_string();
    assert!(none.contains("--cards FILE"), "{none}");
}

#[test]
fn a_file_may_be_large() {
    let card = "- {name: N, type: Creature — Elf, cost: '{G}', pt: 1/1, text: Flying}\n";
    let text: String = (0..30_000).map(|n| card.replace("name: N", &format!("name: N{n}"))).collect();
    let (file, errors) = read(&text, "m.yaml");
    assert_eq!((file.cards.len(), errors), (30_000, Vec::new()));
}
