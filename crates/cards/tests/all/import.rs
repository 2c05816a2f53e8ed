//! Importers and database on small hand-made data, in both shapes and all compressions.

use std::io::Write;

use lawmage_cards::import::{self, Imported, SkipReason};
use lawmage_cards::{COMPILER_STAMP, CardPool, Database, Legality, LookupError, Record};
use lawmage_ir::Layout;

const MTGJSON: &str = r#"{
  "meta": {"date": "2030-01-02", "version": "9"},
  "data": {
    "Ash Wolf": [{"name": "Ash Wolf", "layout": "normal", "manaCost": "{1}{R}", "type": "Creature — Wolf",
      "text": "Haste", "power": "2", "toughness": "1", "legalities": {"modern": "Legal", "legacy": "Banned"}}],
    "Wax // Wane Moon": [
      {"name": "Wax // Wane Moon", "faceName": "Wane Moon", "side": "b", "layout": "split", "manaCost": "{W}",
        "type": "Instant", "text": "Draw a card."},
      {"name": "Wax // Wane Moon", "faceName": "Wax", "side": "a", "layout": "split", "manaCost": "{G}",
        "type": "Instant", "text": "You gain 2 life."}],
    "Sun // Wane Moon": [
      {"name": "Sun // Wane Moon", "faceName": "Sun", "side": "a", "layout": "split", "manaCost": "{G}",
        "type": "Instant", "text": "Draw a card."},
      {"name": "Sun // Wane Moon", "faceName": "Wane Moon", "side": "b", "layout": "split", "manaCost": "{W}",
        "type": "Sorcery", "text": "You gain 2 life."}],
    "Odd Trick": [
      {"name": "Odd Trick", "layout": "normal", "type": "Instant", "text": "Draw a card."},
      {"name": "Odd Trick", "layout": "normal", "type": "Instant", "text": "Draw two cards."}],
    "Some Plane": [{"name": "Some Plane", "layout": "planar", "type": "Plane — Here"}],
    "New Shape": [{"name": "New Shape", "layout": "wedge", "type": "Artifact"}],
    "Broken": [{"name": "Broken", "layout": 4}],
    "Green Shade": [{"name": "Green Shade", "layout": "normal", "colorIndicator": ["G"], "type": "Creature — Shade",
      "power": "*", "toughness": "1+*"}]
  }
}"#;

const SCRYFALL: &str = r#"[
  {"object": "card", "name": "Ash Wolf", "layout": "normal", "mana_cost": "{1}{R}", "type_line": "Creature — Wolf",
    "oracle_text": "Haste", "power": "2", "toughness": "1", "legalities": {"modern": "legal", "vintage": "restricted"}},
  {"name": "Wax // Wane", "layout": "split", "mana_cost": "{G} // {W}", "type_line": "Instant // Instant",
    "card_faces": [
      {"name": "Wax", "mana_cost": "{G}", "type_line": "Instant", "oracle_text": "You gain 2 life."},
      {"name": "Wane", "mana_cost": "{W}", "type_line": "Sorcery", "oracle_text": "Aftermath\nDraw a card."}]},
  {"name": "Day Elf // Night Elf", "layout": "transform", "type_line": "Creature — Elf // Creature — Elf",
    "card_faces": [
      {"name": "Day Elf", "mana_cost": "{G}", "type_line": "Creature — Elf", "oracle_text": "", "power": "1", "toughness": "1"},
      {"name": "Night Elf", "mana_cost": "", "color_indicator": ["G", "B"], "type_line": "Creature — Elf", "oracle_text": "", "power": "3", "toughness": "3"}]},
  {"name": "Upper Half", "layout": "meld", "mana_cost": "{3}", "type_line": "Creature — Golem", "power": "2", "toughness": "2",
    "all_parts": [{"component": "meld_part", "name": "Upper Half"}, {"component": "meld_result", "name": "The Whole"}]},
  {"name": "Lower Half", "layout": "meld", "mana_cost": "{2}", "type_line": "Creature — Golem", "power": "2", "toughness": "2",
    "all_parts": [{"component": "meld_part", "name": "Lower Half"}, {"component": "meld_result", "name": "The Whole"}]},
  {"name": "The Whole", "layout": "meld", "mana_cost": "", "type_line": "Creature — Golem", "power": "9", "toughness": "9",
    "all_parts": [{"component": "meld_part", "name": "Lower Half"}, {"component": "meld_result", "name": "The Whole"}]},
  {"name": "Twin // Twin", "layout": "reversible_card", "card_faces": [
      {"name": "Twin", "mana_cost": "{2}", "type_line": "Artifact", "oracle_text": ""},
      {"name": "Twin", "mana_cost": "{2}", "type_line": "Artifact", "oracle_text": ""}]},
  {"name": "Soldier", "layout": "token", "type_line": "Token Creature — Soldier"},
  {"name": "Ash Wolf", "layout": "normal", "mana_cost": "{1}{R}", "type_line": "Creature — Wolf"}
]"#;

fn read(text: &str) -> Imported {
    import::read(text.as_bytes()).expect("the data reads")
}

fn names(imported: &Imported) -> Vec<&str> {
    imported.cards.iter().map(|c| c.source.name.as_str()).collect()
}

fn skipped(imported: &Imported) -> Vec<(SkipReason, usize)> {
    imported.skipped.iter().map(|(reason, count, _)| (reason.clone(), count)).collect()
}

fn database(imported: &Imported) -> (tempfile::TempDir, Database) {
    let dir = tempfile::tempdir().expect("a directory");
    let database = Database::create(&dir.path().join("new/cards.db"), imported, &|_| {}).expect("it is written");
    (dir, database)
}

#[test]
fn mtgjson_cards_are_read_and_the_rest_is_counted() {
    let imported = read(MTGJSON);
    assert_eq!(imported.kind, import::Kind::Mtgjson);
    assert_eq!(imported.version.as_deref(), Some("2030-01-02"));
    assert_eq!(
        names(&imported),
        ["Ash Wolf", "Green Shade", "New Shape", "Odd Trick", "Sun // Wane Moon", "Wax // Wane Moon"]
    );
    let wax = &imported.cards[5].source;
    assert_eq!(wax.layout, Layout::Split);
    assert_eq!(wax.faces.iter().map(|f| f.name.as_str()).collect::<Vec<_>>(), ["Wax", "Wane Moon"], "sides in order");
    let shade = &imported.cards[1].source.faces[0];
    assert_eq!(shade.color_indicator.as_deref(), Some("G"));
    assert_eq!(shade.toughness.as_deref(), Some("1+*"));
    assert_eq!(imported.cards[0].legalities.get("legacy"), Some(&Legality::Banned));
    let skipped = skipped(&imported);
    assert_eq!(imported.skipped.total(), 3, "{skipped:?}");
    assert!(skipped.contains(&(SkipReason::OtherDeck, 1)));
    assert!(skipped.contains(&(SkipReason::Variant, 1)));
    // What is of a shape that nobody knows is a card all the same, and says what it lacks.
    let shape = &imported.cards[2].source;
    assert_eq!((shape.unknown_layout.as_deref(), shape.faces.len()), (Some("wedge"), 1));
    assert!(!lawmage_oracle::compile(shape).card.is_complete());
    assert!(skipped.iter().any(|(reason, _)| matches!(reason, SkipReason::Malformed(_))));
}

#[test]
fn scryfall_cards_are_read_and_the_rest_is_counted() {
    let imported = read(SCRYFALL);
    assert_eq!(imported.kind, import::Kind::Scryfall);
    let expected = [
        "Ash Wolf",
        "Day Elf // Night Elf",
        "Lower Half // The Whole",
        "Twin",
        "Upper Half // The Whole",
        "Wax // Wane",
    ];
    assert_eq!(names(&imported), expected);
    assert_eq!(imported.cards[5].source.layout, Layout::Aftermath);
    assert_eq!(imported.cards[1].source.faces[1].color_indicator.as_deref(), Some("GB"));
    assert_eq!(imported.cards[1].source.faces[1].mana_cost, None);
    assert_eq!(imported.cards[2].source.faces[1].power.as_deref(), Some("9"));
    assert_eq!(imported.cards[0].source.faces[0].text, "Haste");
    let skipped = skipped(&imported);
    let expected = [(SkipReason::NotACard, 1), (SkipReason::Duplicate, 1), (SkipReason::MeldResult, 1)];
    assert_eq!(skipped, expected);
}

#[test]
fn compression_is_seen_from_the_content() {
    let plain = MTGJSON.as_bytes();
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gz.write_all(plain).expect("in memory");
    let mut xz = liblzma::write::XzEncoder::new(Vec::new(), 1);
    xz.write_all(plain).expect("in memory");
    let zst = zstd::encode_all(plain, 1).expect("in memory");
    for packed in [gz.finish().expect("gz"), xz.finish().expect("xz"), zst] {
        assert_eq!(import::read(&packed[..]).expect("it unpacks"), read(MTGJSON));
    }
}

#[test]
fn what_is_no_card_data_says_so() {
    for (data, word) in [
        (&b""[..], "empty"),
        (b"PK\x03\x04 zip", "zip"),
        (b"{\"data\": {\"A\": [", "not whole JSON"),
        (b"{\"data\": {\"SET\": {\"cards\": []}}}", "holds no cards"),
        (b"[]", "holds no cards"),
        (b"7", "not whole JSON"),
    ] {
        let error = import::read(data).expect_err("no cards").to_string();
        assert!(error.contains(word), "{error}");
        assert!(!error.contains('\n') && error.contains("download"), "{error}");
    }
    let error = import::read_file(std::path::Path::new("/nowhere/x.json"), &|_| {}).expect_err("no file").to_string();
    assert!(error.starts_with("/nowhere/x.json: cannot be opened"), "{error}");
}

#[test]
fn the_database_gives_back_what_was_imported() {
    let imported = read(MTGJSON);
    let (_dir, database) = database(&imported);
    assert_eq!(database.len(), imported.cards.len());
    assert!(database.is_current());
    for (index, card) in (0..).zip(&imported.cards) {
        let Record { source, legalities, .. } = database.record(index).expect("the source");
        assert_eq!((&source, &legalities), (&card.source, &card.legalities));
        assert_eq!(*database.card(index).expect("the card"), lawmage_oracle::compile(&source).card);
    }
    assert!(database.card(99).is_err());
}

#[test]
fn a_database_of_another_compiler_is_compiled_anew() {
    let imported = read(MTGJSON);
    let (_dir, database) = database(&imported);
    let mut bytes = std::fs::read(database.path()).expect("the file");
    let stamp = COMPILER_STAMP.as_bytes();
    let at = bytes.windows(stamp.len()).position(|w| w == stamp).expect("the stamp");
    bytes[at] = if bytes[at] == b'0' { b'1' } else { b'0' };
    // The index is checked too: after the magic word its length, its checksum, itself.
    let length = u64::from_le_bytes(bytes[10..18].try_into().expect("eight bytes")) as usize;
    let mut sum = flate2::Crc::new();
    sum.update(&bytes[22..22 + length]);
    bytes[18..22].copy_from_slice(&sum.sum().to_le_bytes());
    std::fs::write(database.path(), &bytes).expect("written");
    let stale = Database::open(database.path()).expect("it opens");
    assert!(!stale.is_current());
    let card = stale.card(0).expect("the card");
    assert_eq!(*card, lawmage_oracle::compile(&imported.cards[0].source).card);
}

#[test]
fn a_broken_database_is_refused() {
    let imported = read(MTGJSON);
    let (dir, database) = database(&imported);
    let whole = std::fs::read(database.path()).expect("the file");
    for length in [0, 5, 17, 60, whole.len() - 1] {
        let path = dir.path().join("cut.db");
        std::fs::write(&path, &whole[..length]).expect("written");
        let error = Database::open(&path).err().map(|e| e.to_string()).unwrap_or_default();
        assert!(error.contains("cards import"), "{length}: {error}");
    }
}

#[test]
fn cards_are_found_by_full_name_then_front_face_then_any_face() {
    let (_dir, database) = database(&read(MTGJSON));
    let mut pool = CardPool::empty();
    pool.push_database(database);
    let find = |name: &str| pool.find(name).map(|id| pool.name(id).to_owned());
    assert_eq!(find("ash WOLF").as_deref(), Ok("Ash Wolf"));
    assert_eq!(find("Wax/Wane Moon").as_deref(), Ok("Wax // Wane Moon"));
    assert_eq!(find("wax").as_deref(), Ok("Wax // Wane Moon"));
    let Err(LookupError::Ambiguous { candidates, .. }) = find("Wane Moon") else { panic!("two cards have that face") };
    assert_eq!(candidates, ["Sun // Wane Moon", "Wax // Wane Moon"]);
    let Err(LookupError::Unknown { near, .. }) = find("Ash Wlf") else { panic!("no such card") };
    assert_eq!(near, ["Ash Wolf"]);
}

#[test]
fn who_asks_for_a_card_that_another_has_gets_the_same() {
    let (_dir, database) = database(&read(MTGJSON));
    let mut pool = CardPool::empty();
    pool.push_database(database);
    let card = |pool: &CardPool| pool.card(pool.find("Ash Wolf").expect("it is there")).expect("it is read");
    let (one, two) = (card(&pool), card(&pool));
    assert!(std::sync::Arc::ptr_eq(&one, &two));
    // Other layers are other cards.
    let mut other = one.faces[0].name.to_string();
    other.push_str(" again");
    pool.push_file("mine.txt", vec![lawmage_oracle::CardSource { name: other.clone(), ..Default::default() }]);
    assert!(
        pool.name(pool.find(&other).expect("it is there")) == other && card(&pool).faces[0].name == one.faces[0].name
    );
}

#[test]
fn a_byte_order_mark_before_the_data_is_skipped() {
    let marked = [b"\xef\xbb\xbf", MTGJSON.as_bytes()].concat();
    assert_eq!(import::read(&marked[..]).expect("it reads"), read(MTGJSON));
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(&marked).expect("in memory");
    assert_eq!(import::read(&packed.finish().expect("gz")[..]).expect("it reads"), read(MTGJSON));
    let error = import::read(&b"\xff\xfe[\0]\0"[..]).expect_err("UTF-16").to_string();
    assert!(error.contains("UTF-16"), "{error}");
}

#[test]
fn a_small_file_that_unpacks_to_a_huge_entry_is_refused() {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(br#"{"data": {"A": [{"name": ""#).expect("in memory");
    for _ in 0..100 {
        packed.write_all(&[b'x'; 1 << 20]).expect("in memory");
    }
    let error = import::read(&packed.finish().expect("gz")[..]).expect_err("too much").to_string();
    assert!(error.contains("more than 16 MB"), "{error}");
}

#[test]
fn a_card_whose_named_card_is_missing_is_incomplete_by_every_count() {
    let card = |name: &str, text: &str| {
        format!(
            r#""{name}": [{{"name": "{name}", "layout": "normal", "manaCost": "{{B}}", "type": "Sorcery", "text": "{text}"}}]"#
        )
    };
    let data = format!(
        r#"{{"data": {{{}, {}}}}}"#,
        card("Night Call", "Create a token that's a copy of a card named Grave Bell. "),
        card("Plain Trick", "Draw a card.")
    );
    let (_dir, database) = database(&read(&data));
    let counted = database.complete();
    let mut pool = CardPool::empty();
    pool.push_database(database);
    let ids: Vec<_> = pool.ids().collect();
    let coverage = lawmage_cards::Coverage::of(&pool, &ids).expect("it is measured");
    assert_eq!(counted, coverage.complete);
    let complete = ids.iter().filter(|id| pool.is_complete(**id).expect("it reads")).count();
    assert_eq!(counted, complete);
}

#[test]
fn damaged_bytes_are_noticed() {
    let (dir, database) = database(&read(MTGJSON));
    let whole = std::fs::read(database.path()).expect("the file");
    let path = dir.path().join("damaged.db");
    for place in (0..whole.len()).step_by(7) {
        let mut bytes = whole.clone();
        bytes[place] ^= 0x55;
        std::fs::write(&path, &bytes).expect("written");
        let Ok(damaged) = Database::open(&path) else { continue };
        let read = (0..damaged.len() as u32).all(|i| damaged.record(i).is_ok() && damaged.card(i).is_ok());
        assert!(!read, "that byte {place} of {} is damaged was not noticed", whole.len());
    }
    let old = [&b"LAWMAGEDB\x01"[..], &whole[10..]].concat();
    std::fs::write(&path, old).expect("written");
    let error = Database::open(&path).err().map(|e| e.to_string()).unwrap_or_default();
    assert!(error.contains("another version") && error.contains("cards import"), "{error}");
}

/// 204.1, 604.3: where the data name no indicator, a color that neither cost nor text gives can only be printed as one.
#[test]
fn a_color_without_cost_or_text_comes_from_an_indicator() {
    let imported = read(
        r#"{"data": {
        "Day Elf // Night Elf": [
          {"name": "Day Elf // Night Elf", "faceName": "Day Elf", "side": "a", "layout": "transform", "manaCost": "{G}", "colors": ["G"],
            "type": "Creature — Elf", "power": "1", "toughness": "1"},
          {"name": "Day Elf // Night Elf", "faceName": "Night Elf", "side": "b", "layout": "transform", "colors": ["B", "G"],
            "type": "Creature — Elf", "power": "3", "toughness": "3"}],
        "Free Kobold": [{"name": "Free Kobold", "layout": "normal", "manaCost": "{0}", "colors": ["R"], "type": "Creature — Kobold",
          "power": "0", "toughness": "1"}],
        "Many Guild": [{"name": "Many Guild", "layout": "normal", "manaCost": "{7}", "colors": ["W", "U", "B", "R", "G"],
          "type": "Artifact Creature — Sphinx", "text": "Many Guild is all colors.", "power": "5", "toughness": "5"}],
        "Pale Drone": [{"name": "Pale Drone", "layout": "normal", "manaCost": "{R}", "colors": [], "type": "Creature — Drone",
          "text": "Devoid", "power": "1", "toughness": "1"}]}}"#,
    );
    let indicators = |name: &str| -> Vec<Option<&str>> {
        let card = imported.cards.iter().find(|c| c.source.name == name).expect("it is there");
        card.source.faces.iter().map(|f| f.color_indicator.as_deref()).collect()
    };
    assert_eq!(indicators("Day Elf // Night Elf"), [None, Some("BG")]);
    assert_eq!(indicators("Free Kobold"), [Some("R")]);
    assert_eq!((indicators("Many Guild"), indicators("Pale Drone")), (vec![None], vec![None]));
}

/// 712.5: both cards of a meld pair have the halves of one card on their backs.
#[test]
fn a_meld_card_has_the_back_that_its_partner_names() {
    let face = |card: &str, name: &str, side: &str, text: &str| {
        format!(
            r#"{{"name": "{card}", "faceName": "{name}", "side": "{side}", "layout": "meld", "type": "Creature — Rat",
            "power": "1", "toughness": "1", "text": "{text}"}}"#
        )
    };
    let entry = |card: &str, front: (&str, &str), back: &str| {
        format!(r#""{card}": [{}, {}]"#, face(card, front.0, "a", front.1), face(card, back, "b", "Trample"))
    };
    let melds = "At the beginning of your upkeep, exile them, then meld them into Great Swarm.";
    let data = format!(
        r#"{{"data": {{{}, {}}}}}"#,
        entry("Left Rat // Other Thing", ("Left Rat", "(Melds with Right Rat.)"), "Other Thing"),
        entry("Right Rat // Great Swarm", ("Right Rat", melds), "Great Swarm"),
    );
    let imported = read(&data);
    assert_eq!(names(&imported), ["Left Rat // Great Swarm", "Right Rat // Great Swarm"]);
    assert_eq!(imported.cards[0].source.faces[1], imported.cards[1].source.faces[1]);
}
