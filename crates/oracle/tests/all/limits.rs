//! The limits of the compiler: hostile texts end in a diagnostic, on a thread of 2 MB and soon; printed cards come nowhere near.

#![allow(clippy::print_stderr, reason = "a test that skips says so")]

#[allow(dead_code, reason = "shared with other tests")]
use crate::corpus;
use std::path::Path;
use std::time::{Duration, Instant};

use lawmage_ir::visit::is_deeper;
use lawmage_oracle::{CardSource, FaceSource, Limit, compile, describe_face, print_face, rules_behind};

fn card(type_line: &str, text: &str) -> CardSource {
    let face = FaceSource {
        name: "Deep Well".into(),
        type_line: type_line.into(),
        text: text.into(),
        power: Some("1".into()),
        toughness: Some("1".into()),
        ..FaceSource::default()
    };
    CardSource { name: face.name.clone(), faces: vec![face], ..CardSource::default() }
}

/// Compiles, prints and describes on a thread as small as those of the standard library and rayon.
fn on_a_small_thread(type_line: &str, text: &str) -> Vec<Option<Limit>> {
    let source = card(type_line, text);
    let work = move || {
        let start = Instant::now();
        let compiled = compile(&source);
        for face in &compiled.card.faces {
            let printed = print_face(face);
            let _ = (describe_face(face), rules_behind(face), printed);
        }
        assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
        assert_eq!(compiled.card.is_complete(), compiled.diagnostics.is_empty());
        compiled.diagnostics.iter().map(|d| d.limit).collect()
    };
    // Unoptimized, a function has a place of its own on the stack for each variant of what it clones.
    let stack = if cfg!(debug_assertions) { 4 << 20 } else { 2 << 20 };
    std::thread::Builder::new().stack_size(stack).spawn(work).expect("a thread").join().expect("no panic")
}

/// Phrases that stand within phrases: what stands before, what is repeated, what stands after.
const NESTED: &[(&str, &str, &str)] = &[
    ("Destroy target creature ", "that's a creature ", "."),
    ("Destroy target creature ", "that's a creature with ", "flying."),
    ("Destroy target creature. ", "Unless you pay {1}, ", "draw a card."),
    ("Draw a card", " unless you pay {1}", "."),
    ("Draw a card", " unless you discard a card", "."),
    ("Destroy target creature ", "other than a creature ", "."),
    ("Destroy target creature ", "except for a creature ", "."),
    ("Destroy target creature ", "not ", "attacking."),
    ("Destroy target creature ", "dealt damage this turn by a creature ", "."),
    ("Destroy target spell ", "that targets a spell ", "."),
    ("Destroy target creature with ", "power equal to the number of creatures with ", "flying."),
    ("Destroy target creature with power less than ", "the number of creatures you control plus ", "1."),
    ("Draw a card for each ", "creature with power equal to twice ", "its power."),
    ("Draw cards equal to ", "twice ", "its power."),
    ("Draw cards equal to ", "half ", "its power, rounded up."),
    ("You gain life equal to ", "the number of creatures you control plus ", "1."),
    ("You may ", "have you ", "draw a card."),
    ("", "You may ", "draw a card."),
    ("", "If you control a creature, ", "draw a card."),
    ("", "Whenever a creature dies, ", "draw a card."),
    ("Draw a card", " if you control a creature", "."),
    ("Draw a card", " for each creature you control", "."),
    ("Draw a card", " and you gain 1 life", "."),
    ("Draw a card", ", then draw a card", "."),
    ("Draw a card.", " If you do, draw a card.", ""),
    ("Draw a card.", " Otherwise, draw a card.", ""),
    ("Draw a card. ", "If you control a creature, instead ", "draw two cards."),
    ("", "As long as you control a creature, ", "creatures you control have flying."),
    ("Creatures you control have ", "\"Creatures you control have ", "flying."),
    ("Creatures you control have ", "“Creatures you control have ", "flying."),
    ("Creatures you control have ", "\"Creatures you control have '", "flying."),
    (
        "Create a 1/1 white Bird creature token with ",
        "\"When this creature dies, create a 1/1 white Bird creature token with ",
        "flying.",
    ),
    ("Choose one —\n", "• Choose one —\n", "• Draw a card."),
    ("", "Ward—Ward—", "{1}"),
    ("", "Equip creature with equip ", "{1}"),
    ("", "Enchant creature with enchant ", "creature"),
    ("", "Protection from creatures with protection from ", "red"),
    ("Destroy target ", "red ", "creature."),
    ("Destroy target ", "creature or ", "creature."),
    ("Destroy target creature ", "you control ", "."),
    ("", "(", ""),
    ("", "\"", ""),
    ("", "{", ""),
    ("", "[", ""),
    ("", "unless ", ""),
    ("", "• ", ""),
    ("", "that's ", ""),
    ("Exile target creature ", "until you exile target creature ", "."),
    ("Each opponent ", "who controls a creature an opponent ", "controls draws a card."),
    ("If a creature would die, ", "if a creature would die, ", "exile it instead."),
    ("At the beginning of ", "the upkeep of the player who controls ", "it, draw a card."),
    ("Pay {1}", ", Pay {1}", ": Draw a card."),
    ("", "Sacrifice a creature with \"", "{T}: Draw a card."),
    ("Repeat this process", " unless a player repeats this process", "."),
    ("Draw a card.", " Repeat this process.", ""),
    ("At the beginning of the next end step, ", "at the beginning of the next end step, ", "draw a card."),
    ("For each creature, ", "for each creature, ", "draw a card."),
    ("Until end of turn, ", "until end of turn, ", "target creature gains flying."),
    ("Counter target spell", " unless its controller pays {1}", "."),
    ("Sacrifice this creature", " unless you sacrifice a creature", "."),
];

#[test]
fn phrases_within_phrases_end_in_a_diagnostic_on_a_small_stack() {
    for (before, part, after) in NESTED {
        for type_line in ["Instant", "Creature — Elf", "Enchantment"] {
            for size in [300, 2_000, 5_500, 15_000, 80_000] {
                let text = format!("{before}{}{after}", part.repeat(size / part.len()));
                let limits = on_a_small_thread(type_line, &text);
                let long = text.lines().map(str::len).max().unwrap_or(0) > Limit::Ability.most();
                // Reminder text is no text, and reading ends at it.
                if long && *part != "(" {
                    assert!(limits.iter().any(Option::is_some), "{type_line}: {before}{part}…{after}");
                }
            }
        }
    }
}

#[test]
fn long_texts_are_refused_by_the_limit_they_pass() {
    let sentences = "Draw a card. ".repeat(8_000);
    assert_eq!(on_a_small_thread("Sorcery", &sentences), [Some(Limit::Text)]);
    let ability = "Draw a card. ".repeat(Limit::Ability.most() / 13 + 1);
    assert_eq!(on_a_small_thread("Sorcery", &ability), [Some(Limit::Ability)]);
    let lines = "Flying\n".repeat(Limit::Abilities.most() + 5);
    assert_eq!(on_a_small_thread("Creature — Bird", &lines), [Some(Limit::Abilities)]);
    let within = "Draw a card. ".repeat(Limit::Ability.most() / 13 - 1);
    assert_eq!(on_a_small_thread("Sorcery", &within), []);
    let diagnostic = compile(&card("Sorcery", &sentences)).diagnostics.remove(0).to_string();
    assert!(diagnostic.contains("longer than 16000 bytes") && diagnostic.contains("shorten"), "{diagnostic}");
}

/// What the printed cards need, at most: a limit must be twice as much.
#[test]
fn printed_cards_come_nowhere_near_the_limits() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/cards/AtomicCards.json.gz");
    let Ok(cards) = corpus::atomic_cards(&path) else {
        eprintln!("skipped: no card data");
        return;
    };
    let (mut text, mut line, mut lines, mut depth, mut steps) = ((0, ""), (0, ""), (0, ""), (0, ""), (0, ""));
    for source in cards.values() {
        let compiled = compile(source);
        let name = source.name.as_str();
        for face in &source.faces {
            text = text.max((face.text.len(), name));
            line = line.max((face.text.lines().map(str::len).max().unwrap_or(0), name));
            lines = lines.max((face.text.lines().count(), name));
        }
        depth = depth.max((compiled.effort.depth, name));
        steps = steps.max((compiled.effort.steps, name));
        for face in &compiled.card.faces {
            assert!(!is_deeper(&face.abilities, Limit::Meaning.most() / 2), "{name}");
        }
        assert!(compiled.diagnostics.iter().all(|d| d.limit.is_none()), "{name}");
    }
    let needed = [text, line, lines, depth, steps];
    for (limit, needed) in Limit::ALL.into_iter().zip(needed) {
        assert!(needed.0 * 2 <= limit.most(), "{limit:?}: {needed:?}");
    }
}
