//! Every format of decklists: what is written is read back the same, and broken files say where.

use lawmage_cards::deck::{self, DeckLine, Decklist, ListFormat};
use proptest::prelude::*;

fn part(lines: &[DeckLine]) -> Vec<(u32, String)> {
    lines.iter().map(|l| (l.count, l.name.clone())).collect()
}

fn parts(list: &Decklist) -> [Vec<(u32, String)>; 4] {
    [part(&list.commander), part(&list.main), part(&list.sideboard), part(&list.aside)]
}

/// Names as cards have them: letters with accents, marks, two halves.
fn name() -> impl Strategy<Value = String> {
    let word = "[A-ZÉÛ][a-zéû'&,!-]{1,8}";
    prop_oneof![
        4 => proptest::collection::vec(word, 1..4).prop_map(|words| words.join(" ")),
        1 => (word, word).prop_map(|(a, b)| format!("{a} // {b}")),
        1 => word.prop_map(|w| format!("{w} \"{w}\" <of> It")),
    ]
}

fn lines(most: usize) -> impl Strategy<Value = Vec<DeckLine>> {
    let line = (1_u32..40, name()).prop_map(|(count, name)| DeckLine { count, name, line: 0 });
    proptest::collection::vec(line, 0..most)
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(
        title in "[A-Z][a-z&<']{0,8}( [A-Z][a-z]{1,5})?",
        main in lines(12), sideboard in lines(5), commander in lines(3), aside in lines(3),
        marks in any::<bool>(),
    ) {
        prop_assume!(!main.is_empty());
        let list = Decklist { name: title, main, sideboard, commander, aside };
        for format in ListFormat::ALL {
            let mut text = deck::write(&list, format);
            if marks {
                text = format!("\u{feff}{}", text.replace('\n', "\r\n"));
            }
            let kept = list.as_kept_by(format);
            let read = deck::parse(&text, "deck").map_err(|e| TestCaseError::fail(format!("{format:?}: {e}\n{text}")))?;
            prop_assert_eq!(parts(&read), parts(&kept), "{:?}\n{}", format, text);
            if format.has_name() {
                prop_assert_eq!(&read.name, &kept.name);
            }
        }
    }

    #[test]
    fn any_text_is_a_list_or_an_error(text in "\\PC{0,60}", mix in "[0-9a-z<>/\"=&;,\\[\\]|: \n-]{0,80}") {
        for start in ["", "<Deck>", "<cockatrice_deck><zone name=\"main\">", "[metadata]\n[Main]\n", "Quantity,Name\n", "1 x\n"] {
            let _ = deck::parse(&format!("{start}{text}"), "x");
            let _ = deck::parse(&format!("{start}{mix}"), "x");
        }
    }
}

#[test]
fn cockatrice() {
    let list = deck::parse(
        "<?xml version=\"1.0\"?>\n<cockatrice_deck version=\"1\">\n <deckname>Fire &amp; Ash</deckname>\n <comments>4 x</comments>\n <zone name=\"main\">\n  <card number=\"4\" name=\"Ash &quot;Wolf&quot;\"/>\n </zone>\n <zone name=\"side\">\n  <card number=\"2\" name=\"Searbolt\" price=\"0\"/>\n </zone>\n <zone name=\"tokens\"><card number=\"1\" name=\"Goblin\"/></zone>\n</cockatrice_deck>",
        "x.cod",
    );
    let list = list.expect("a deck");
    assert_eq!(list.name, "Fire & Ash");
    assert_eq!(part(&list.main), [(4, "Ash \"Wolf\"".to_owned())]);
    assert_eq!((part(&list.sideboard), list.sideboard[0].line), (vec![(2, "Searbolt".to_owned())], 9));
    assert_eq!(part(&list.aside), [(1, "Goblin".to_owned())]);
}

#[test]
fn forge_and_xmage() {
    let forge = deck::parse(
        "[metadata]\nName=My Fire\n[Commander]\n1 Varka, Ash-Banner Chief|ABC|1\n[Main]\n4 Flint Shot|M10|[12]\n30 Mountain+|M10\n[Sideboard]\n2 Searbolt\n[Planes]\n1 Somewhere\n",
        "x.dck",
    );
    let forge = forge.expect("a deck");
    assert_eq!(forge.name, "My Fire");
    assert_eq!(part(&forge.commander), [(1, "Varka, Ash-Banner Chief".to_owned())]);
    assert_eq!(part(&forge.sideboard), [(2, "Searbolt".to_owned())]);
    assert_eq!(forge.main[0].name, "Flint Shot");
    assert_eq!(forge.aside.len(), 1);
    let xmage = deck::parse(
        "NAME:My Fire\nAUTHOR:me\n4 [M10:146] Flint Shot\n30 [M10:242a] Mountain\nSB: 2 [:0] Searbolt\nLAYOUT MAIN:(1,1)(NONE,false,50)|([M10:146],)\nLAYOUT SIDEBOARD:(1,1)\n",
        "x.dck",
    );
    let xmage = xmage.expect("a deck");
    assert_eq!((xmage.name.as_str(), part(&xmage.main)[0].clone()), ("My Fire", (4, "Flint Shot".to_owned())));
    assert_eq!(part(&xmage.sideboard), [(2, "Searbolt".to_owned())]);
}

#[test]
fn archidekt_and_moxfield() {
    let list = deck::parse(
        "1x Varka, Ash-Banner Chief (cmr) 12 [Commander{top},Big]\n1x Flint Shot (m10) 146a *F* [Burn] ^Have,#37d67a^\n2x Searbolt [Sideboard]\n1x Kiln Rat [Maybeboard{noDeck}{noPrice}]\n1x Erase (Not the Other One)\n",
        "x.txt",
    );
    let list = list.expect("a deck");
    assert_eq!(part(&list.commander), [(1, "Varka, Ash-Banner Chief".to_owned())]);
    assert_eq!(part(&list.main), [(1, "Flint Shot".to_owned()), (1, "Erase (Not the Other One)".to_owned())]);
    assert_eq!(part(&list.sideboard), [(2, "Searbolt".to_owned())]);
    assert_eq!(part(&list.aside), [(1, "Kiln Rat".to_owned())]);
    let table = deck::parse(
        "\u{feff}Quantity,Name,Finish,Categories\r\n1,\"Varka, Ash-Banner Chief\",Normal,Commander\r\n4,Flint Shot,Foil,\"Burn,Cheap\"\r\n",
        "x.csv",
    );
    let table = table.expect("a deck");
    assert_eq!((table.commander.len(), table.main[0].name.as_str()), (1, "Flint Shot"));
    let moxfield = deck::parse(
        "1 Varka, Ash-Banner Chief (CMR) 12 *F*\n4 Flint Shot (M10) 146 #burn\n\nSIDEBOARD:\n2 Searbolt (M10) 1\n",
        "x",
    );
    assert_eq!(part(&moxfield.expect("a deck").sideboard), [(2, "Searbolt".to_owned())]);
}

#[test]
fn broken_files_say_where() {
    for (text, start) in [
        ("<Deck>\n<Cards Quantity=\"1\" Name=\"A\"></Deck>", "x:2: is broken XML"),
        (
            "<cockatrice_deck>\n<zone name=\"main\">\n<card number=\"0\" name=\"A\"/>",
            "x:3: <card> has no number from 1",
        ),
        ("<Deck>\n<Cards Quantity=\"1\" Name=\"&bad;\"/></Deck>", "x:2: is broken XML"),
        ("[metadata]\nName=A\n4 Island\n[Main]\nIsland\n", "x:5: expected a number"),
        ("[metadata]\n[Main]\n99999 Island\n", "x:3: 99999 copies are too many"),
        ("Quantity,Name\n4,Island\nfour,Swamp\n", "x:3: “four” is no number"),
        ("Quantity,Name\n4,\n", "x:2: the card has no name"),
        ("1000000000 Island\n", "x:1: 1000000000 copies are too many"),
        ("9999 Island\n9999 Swamp\n", "x:2: more than 10000 cards"),
    ] {
        let error = deck::parse(text, "x").expect_err(text).to_string();
        assert!(error.starts_with(start), "{error}");
    }
    let many = "1 Island\n".repeat(200_000);
    assert!(deck::parse(&many, "x").expect_err("too many").to_string().contains("more than 10000 cards"));
}

#[test]
fn a_commander_is_named_afterwards() {
    let mut list = deck::parse("2 Ash Wolf\n1 Day Elf // Night Elf\n", "x").expect("a deck");
    assert!(list.name_commander("ash wolf") && list.name_commander("Day Elf") && !list.name_commander("Nobody"));
    assert_eq!((list.main.len(), list.main[0].count, list.commander.len()), (1, 1, 2));
}
