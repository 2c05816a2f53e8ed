//! What is told beside whether a scenario holds: the board, the layers of an object, the whole line of play.

use std::sync::atomic::AtomicBool;

use lawmage_cards::CardPool;
use lawmage_scenario::{Outcome, Report, Show, Wishes, parse, run_with};

type Done = Result<(), Box<dyn std::error::Error>>;

fn told(text: &str, wishes: &Wishes) -> Result<Report, Box<dyn std::error::Error>> {
    let scenarios = parse(text)?;
    let scenario = scenarios.first().ok_or("no scenario")?;
    Ok(run_with(scenario, &CardPool::starter()?, wishes, &AtomicBool::new(false)))
}

fn explain(text: &str, object: &str) -> Result<Report, Box<dyn std::error::Error>> {
    told(text, &Wishes { explain: vec![object.to_owned()], ..Wishes::default() })
}

const LAYERS: &str = r#"
title: t
cards:
  - {name: Test Growth, cost: "{G}", type: Instant, text: "Target creature gets +3/+3 until end of turn."}
  - {name: Test Anthem, cost: "{W}", type: Enchantment, text: "Creatures you control get +1/+1 and have vigilance."}
  - {name: Test Hush, cost: "{W}", type: Enchantment, text: "All creatures lose all abilities and have base power and toughness 1/1."}
players:
  - {name: A, battlefield: [Test Anthem, {card: Bramble Cub, as: cub, counters: {+1/+1: 1}}, Test Hush, Forest], hand: [Test Growth]}
  - {name: B}
script:
  - {turn: 1, step: main, player: A, cast: Test Growth, targets: ["@cub"]}
  - {turn: 1, step: main, player: A, resolve: all}
stop: {turn: 1, step: main}
expect:
  - {pt: {of: "@cub", power: 6, toughness: 6}}
"#;

#[test]
fn an_object_is_explained_layer_by_layer() -> Done {
    let report = explain(LAYERS, "@cub")?;
    assert_eq!(report.outcome, Outcome::Pass, "{}", report.reason);
    let cub = report.explained.first().ok_or("not explained")?;
    let steps: Vec<(&str, &str, usize)> =
        cub.steps.iter().map(|s| (s.rule.as_str(), s.source.as_str(), s.changes.len())).collect();
    assert_eq!(
        steps,
        [
            ("613.1f", "Test Anthem", 1),
            ("613.1f", "Test Hush", 2),
            ("613.4b", "Test Hush", 1),
            ("613.4c", "counters on it (122.1a)", 1),
            ("613.4c", "Test Anthem", 1),
            ("613.4c", "Test Growth", 1),
        ]
    );
    let growth = cub.steps.last().ok_or("no steps")?;
    assert_eq!(growth.changes, [("power and toughness".to_owned(), "3/3".to_owned(), "6/6".to_owned())]);
    assert!(growth.notes.iter().any(|n| n.contains("until end of turn (514.2)")), "{:?}", growth.notes);
    assert!(cub.last.contains(&("power and toughness".to_owned(), "6/6".to_owned())), "{:?}", cub.last);
    Ok(())
}

#[test]
fn dependency_is_told_where_it_changes_the_order() -> Done {
    let text = r#"
title: t
cards:
  - {name: Test Green, cost: "{G}", type: Enchantment, text: "Swamps are green."}
  - {name: Test Life, cost: "{G}", type: Enchantment, text: "All Forests are 1/1 creatures that are still lands."}
  - {name: Test Moor, cost: "{B}", type: Enchantment, text: "Nonbasic lands are Forests."}
  - {name: Test Dell, type: Land, text: "{T}: Add {C}."}
players:
  - {name: A, battlefield: [Test Dell, Test Life, Test Moor]}
  - {name: B}
stop: {turn: 1, step: main}
expect:
  - {types: {of: Test Dell, has: Creature}}
"#;
    let report = explain(text, "Test Dell")?;
    assert_eq!(report.outcome, Outcome::Pass, "{}", report.reason);
    let dell = report.explained.first().ok_or("not explained")?;
    let notes = |source: &str| -> String {
        dell.steps.iter().filter(|s| s.source == source && s.rule == "613.1d").flat_map(|s| s.notes.clone()).collect()
    };
    assert!(notes("Test Moor").contains("before the earlier effect of Test Life"), "{:?}", dell.steps);
    assert!(notes("Test Life").contains("depends on the effect of Test Moor"), "{:?}", dell.steps);
    Ok(())
}

#[test]
fn effects_that_have_ended_are_told() -> Done {
    let text = LAYERS
        .replace("stop: {turn: 1, step: main}", "stop: {turn: 2, step: main}")
        .replace("power: 6, toughness: 6", "power: 3, toughness: 3");
    let report = explain(&text, "Bramble Cub")?;
    assert_eq!(report.outcome, Outcome::Pass, "{}", report.reason);
    let cub = report.explained.first().ok_or("not explained")?;
    assert!(
        cub.ended.iter().any(|e| e.contains("Test Growth") && e.contains("turn 1, cleanup step")),
        "{:?}",
        cub.ended
    );
    Ok(())
}

#[test]
fn what_is_not_there_cannot_be_explained() -> Done {
    let report = explain(LAYERS, "Bramble Cbu")?;
    assert_eq!(report.outcome, Outcome::Error);
    let said = report.findings.first().ok_or("none")?.what.to_string();
    assert!(said.contains("did you mean Bramble Cub?"), "{said}");
    Ok(())
}

#[test]
fn the_board_shows_everything() -> Done {
    let text = r#"
title: t
cards:
  - {name: Test Blade, cost: "{1}", type: Artifact — Equipment, text: "Equipped creature gets +1/+0.\nEquip {1}"}
players:
  - name: A
    life: 17
    mana: "{R}{G}{G}"
    counters: {poison: 2}
    battlefield: [{card: Bramble Cub, tapped: true, counters: {+1/+1: 1}}, {card: Test Blade, attached_to: Bramble Cub}]
    hand: [Forest]
    graveyard: [Forest, Searbolt]
    library: [Hornback Charger, Forest]
  - {name: B, battlefield: [{card: Hornback Charger, sick: true}]}
stop: {turn: 1, step: upkeep}
"#;
    let report = told(text, &Wishes { show: Show::Start, ..Wishes::default() })?;
    let board = report.shown.first().ok_or("no board")?.lines.join("\n");
    for fact in [
        "17 life",
        "2 poison counters",
        "{R} {G}{G}",
        "Bramble Cub — ",
        "tapped",
        "1 +1/+1 counter",
        "attached to Bramble Cub",
        "hand (1, hidden from opponents): Forest",
        "graveyard (2, top first): Searbolt, Forest",
        "library (2, hidden, top first): Hornback Charger, Forest",
    ] {
        assert!(board.contains(fact), "{fact}\n{board}");
    }
    let steps = told(text, &Wishes { show: Show::Steps, ..Wishes::default() })?;
    assert!(steps.shown.len() > 1, "{:?}", steps.shown);
    Ok(())
}

#[test]
fn the_trace_tells_what_a_judge_would() -> Done {
    let report = told(LAYERS, &Wishes { trace: true, ..Wishes::default() })?;
    let told = report.events.join("\n");
    for said in [
        "A pays {G} for Test Growth (601.2h)",
        "A adds {G} with Forest",
        "targeting Bramble Cub",
        "A passes, with Test Growth on top of the stack (117.3d)",
        "an effect begins: Test Growth:",
        "Bramble Cub: power and toughness 3/3 → 6/6",
        "Test Growth goes to A's graveyard (608.2n)",
        "holds: {pt: {of: \"@cub\", power: 6, toughness: 6}}",
    ] {
        assert!(told.contains(said), "{said}\n---\n{told}");
    }
    Ok(())
}
