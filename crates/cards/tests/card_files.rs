//! The card file format.

use lawmage_cards::card_file::parse;
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
fn errors_name_file_line_and_what_to_do() {
    for (text, start, hint) in [
        ("- name: A\n  type: Instant\n- name: B\n", "c.yaml:3: a card needs a name and a type", "write name:"),
        ("- {name: A, type: Instant, cost: 2G}", "c.yaml:1: A: “2G” is no mana cost", "{2}{G}"),
        ("- {name: A, type: Creature — Elf}", "c.yaml:1: A: a creature needs power and toughness", "pt: 2/2"),
        ("- {name: A, type: Creature — Elf, pt: 3}", "c.yaml:1: A: “3” is no power", "2/3"),
        ("- {name: A, type: Wizardry}", "c.yaml:1: A: “Wizardry” has no card type", "Creature"),
        ("- {name: A, type: Instant, flavor: x}", "c.yaml:1: ", "docs/card-files.md"),
        ("name: A", "c.yaml:1: ", "docs/card-files.md"),
        ("- {layout: odd, name: A, type: Instant}", "c.yaml:1: “odd” is no layout", "split"),
        (
            "- layout: split\n  faces:\n    - {name: A, type: Instant}\n    - {name: B, type: Instant, cost: Q}",
            "c.yaml:4: B: “Q”",
            "{2}{G}",
        ),
    ] {
        let error = parse(text, "c.yaml").expect_err(text).to_string();
        assert!(error.starts_with(start) && error.contains(hint) && !error.contains('\n'), "{error}");
    }
}
