//! Symbols, rule numbers and subtypes as they are written.

use lawmage_ir::{ManaCost, Rule, Subtype, SubtypeKind, rule};

#[test]
fn costs_print_as_they_read() {
    for text in ["{2}{G}{G}", "{X}{R}{R}", "{W/U}{2/B}{G/P}{W/U/P}{C/R}{S}{C}", "{0}"] {
        assert_eq!(ManaCost::parse(text).map(|c| c.to_string()).as_deref(), Some(text));
    }
    assert_eq!(ManaCost::parse("{2/B}{X}{W/P}").map(|c| c.value()), Some(3));
    assert!(ManaCost::parse("{2").is_none());
}

#[test]
fn rules_print_as_they_read() {
    for text in ["100", "104.4b", "601.2", "702.179a", "613.8"] {
        assert_eq!(text.parse::<Rule>().map(|r| r.to_string()), Ok(text.to_owned()));
    }
    assert_eq!(rule!("613.8").to_string(), "613.8");
    assert!("613.8ab".parse::<Rule>().is_err());
    assert!("61".parse::<Rule>().is_err());
}

#[test]
fn a_subtype_may_be_made_up() {
    let zorbl = Subtype::own("Zorbl", SubtypeKind::Creature).expect("a subtype");
    assert_eq!(Subtype::own("Zorbl", SubtypeKind::Creature), Some(zorbl));
    assert_ne!(Subtype::own("Zorbl", SubtypeKind::Land), Some(zorbl));
    assert_eq!((zorbl.word(), zorbl.kind(), zorbl.is_own()), ("Zorbl", SubtypeKind::Creature, true));
    assert!(Subtype::all().all(|s| s != zorbl) && Subtype::from_word("Zorbl").is_none());
    assert_eq!(Subtype::own(&"Z".repeat(41), SubtypeKind::Creature), None);
}
