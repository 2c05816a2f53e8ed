//! The card file format.

use lawmage_cards::card_file::{parse, read};
use lawmage_ir::Layout;

#[test]
fn a_card_is_flat_and_faces_are_a_list() {
    let cards = parse(
        r#"
- name: Ember Wolf
  cost: "{1}{R}"
  type: Creature - Wolf
  pt: 2/1
  text: |
    Haste
    {R}: This creature gets +1/+0 until end of turn.
- name: Old Sage
  cost: "{2}{U}"
  type: Legendary Planeswalker — Sage
  loyalty: 4
  text: "+1: Draw a card."
- layout: split
  faces:
    - {name: Wax, cost: "{G}", type: Instant, text: You gain 2 life.}
    - {name: Wane, cost: "{W}", type: Instant, text: Draw a card.}
- {name: Grave Shade, colors: B, type: Creature — Shade, pt: "*/1+*"}
"#,
        "test.yaml",
    )
    .expect("a card file");
    let wolf = &cards[0].faces[0];
    assert_eq!(
        (wolf.type_line.as_str(), wolf.power.as_deref(), wolf.toughness.as_deref()),
        ("Creature — Wolf", Some("2"), Some("1"))
    );
    assert_eq!(wolf.text, "Haste\n{R}: This creature gets +1/+0 until end of turn.");
    assert_eq!(cards[1].faces[0].loyalty.as_deref(), Some("4"));
    assert_eq!((cards[2].name.as_str(), cards[2].layout), ("Wax // Wane", Layout::Split));
    let shade = &cards[3].faces[0];
    assert_eq!((shade.power.as_deref(), shade.toughness.as_deref()), (Some("*"), Some("1+*")));
    assert_eq!(shade.color_indicator.as_deref(), Some("B"));
}

#[test]
fn errors_name_file_line_column_and_what_to_do() {
    for (text, start, hint) in [
        ("- name: A\n  type: Instant\n- name: B\n", "c.yaml:3:9: a card needs a type", "write type:"),
        ("- type: Instant\n", "c.yaml:1:3: a card needs a name", "write name:"),
        ("- {name: A, type: Instant, cost: 2G}", "c.yaml:1:34: “2G” is no mana cost", "\"{2}{G}\""),
        ("- {name: A, type: Instant, cost: '{1}{Q2}'}", "c.yaml:1:38: {Q2} is no mana symbol", "{W/U}"),
        ("- {name: A, type: Creature — Elf}", "c.yaml:1:10: a creature needs power and toughness", "pt: 2/2"),
        ("- {name: A, type: Creature — Elf, pt: 3}", "c.yaml:1:39: “3” is no power", "2/3"),
        ("- {name: A, type: Creature — Elf, pt: 3/b}", "c.yaml:1:39: “b” is no power or toughness", "1+*"),
        ("- {name: A, type: Wizardry}", "c.yaml:1:19: “Wizardry” has no card type", "Creature"),
        ("- {name: A, type: Legendary Creture, pt: 1/1}", "c.yaml:1:29: “Legendary Creture” has no", "write Creature"),
        ("- {name: A, type: Planeswalker — B}", "c.yaml:1:10: a planeswalker needs loyalty", "write loyalty: 4"),
        ("- {name: A, type: Instant, loyalty: 4}", "c.yaml:1:37: only a planeswalker has loyalty", "leave it out"),
        ("- {name: A, type: Battle — Siege, defense: x4}", "c.yaml:1:44: defense: “x4” is no number", "X"),
        ("- {name: A, type: Instant, colors: XQ}", "c.yaml:1:36: “X” is the letter of no color", "WUBRG"),
        ("- {name: A, type: Instant, colors: red}", "c.yaml:1:36: “red” is no color indicator", "write R"),
        ("- {name: A, type: Instant, flavor: x}", "c.yaml:1:28: “flavor” is no field", "name, layout"),
        ("- {name: A, typo: Instant}", "c.yaml:1:13: “typo” is no field", "write type:"),
        ("- {name: A, name: B, type: Instant}", "c.yaml:1:13: name: stands here twice", "leave one out"),
        ("name: A", "c.yaml:1:1: expected a list of cards, found fields", "docs/card-files.md"),
        ("- {layout: odd, name: A, type: Instant}", "c.yaml:1:12: “odd” is no layout", "split"),
        ("- {name: A, type: Instant, text: [a]}", "c.yaml:1:34: text: expected a text, found a list", "|-"),
        (
            "- {name: A, type: Instant}\n- {name: a, type: Instant}",
            "c.yaml:2:10: a second card is named “a”; the first is in line 1",
            "different",
        ),
        (
            "- layout: split\n  faces:\n    - {name: A, type: Instant}\n    - {name: B, type: Instant, cost: Q}",
            "c.yaml:4:38: “Q” is no mana cost",
            "{2}{G}",
        ),
        ("- [a]", "c.yaml:1:3: expected a card, found a list", "fields"),
        ("- name: A: b\n", "c.yaml:1:", "quotes"),
    ] {
        let error = parse(text, "c.yaml").expect_err(text).to_string();
        assert!(error.starts_with(start) && error.contains(hint) && error.contains('^'), "{error}");
    }
}

#[test]
fn all_that_is_wrong_is_told_not_only_the_first() {
    let text =
        "- {name: A, type: Instant, cost: 2G, colors: Q}\n- {name: B, type: Creature}\n- {name: B, type: Instant}\n";
    let (file, errors) = read(text, "c.yaml");
    let lines: Vec<Option<usize>> = errors.iter().map(|e| e.line).collect();
    assert_eq!(lines, [Some(1), Some(1), Some(2), Some(3)], "{errors:?}");
    assert_eq!(file.cards.len(), 2);
}

/// Found by fuzz/: each of thirty thousand wrong words held the whole line, half a gigabyte in all.
#[test]
fn a_long_line_with_many_mistakes_is_told_briefly() {
    let text = format!("- {{name: A, type: Instant {}}}", "that's a ".repeat(30_000));
    let (_, errors) = read(&text, "c.yaml");
    let told: usize = errors.iter().map(|e| e.to_string().len()).sum();
    assert!(!errors.is_empty() && told < 10_000, "{} errors, {told} bytes", errors.len());
    let fields: String = (0..5_000).map(|n| format!("wrong{n}: 1, ")).collect();
    let (_, errors) = read(&format!("- {{{fields}name: A, type: Instant}}"), "c.yaml");
    assert!(errors.iter().all(|e| e.to_string().len() < 1_000), "{} errors", errors.len());
}
