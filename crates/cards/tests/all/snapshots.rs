//! What users read, kept as it is read: the outlines of the starter set's cards, and what is said of card texts that go wrong. A
//! change of either shows in `snapshots/`; `INSTA_UPDATE=always cargo test -p lawmage-cards --test all snapshots` takes it over.

use std::fmt::Write as _;

use lawmage_cards::card_file::lint;
use lawmage_cards::starter;
use lawmage_oracle::{compile, describe_face};

#[test]
fn outlines_of_the_starter_set() {
    let mut all = String::new();
    for source in starter::cards().expect("the starter set is read") {
        for face in &compile(&source).card.faces {
            let text = source.faces.iter().find(|f| *f.name == *face.name).map_or("", |f| f.text.as_str());
            writeln!(all, "== {}\n{text}\n--\n{}\n", face.name, describe_face(face)).expect("a string grows");
        }
    }
    insta::assert_snapshot!(all);
}

/// Card texts that users wrote or might write, each wrong in its own way.
const WRONG: &[&str] = &[
    "Flyng",
    "{T}: Draw card.",
    "When this creature entres, draww a card.",
    "When this creature enters, you draws two card.",
    "Destroy target creatures.",
    "This creature gains flying until end of turn.",
    "Other creature you control have trample.",
    "At the begin of your upkeep, scry 1.",
    "Whenever this creature attacks, it get +1/+1 until end of turn.",
    "Sacrifice a creature Draw two cards.",
    "Frobnicate the wozzle three times.",
    "{Q2}: Draw a card.",
    "When this creature dies, return it to its owner hand.",
    "Creatures you control gets +1/+1.",
    "(This is only a reminder.",
    "You may pay {2}. If you do draw a card.",
    "Choose one -\n• Draw a card.\n• You gain 3 life.",
    "Counter target spell unless it's controller pays {3}.",
];

#[test]
fn diagnostics_of_wrong_texts() {
    let mut all = String::new();
    for text in WRONG {
        let indented = text.replace('\n', "\n    ");
        let file = format!("- name: Well\n  type: Creature — Elf\n  pt: 1/1\n  text: |-\n    {indented}\n");
        writeln!(all, "== {text}").expect("a string grows");
        for problem in lint(&file, "mine.yaml", |_| None) {
            writeln!(all, "{}", problem.error).expect("a string grows");
        }
        all.push('\n');
    }
    insta::assert_snapshot!(all);
}
