//! What is said of files that are wrong, and of positions that the rules don't allow: the words, the place, the nearest right
//! word.

use std::sync::Arc;

use lawmage_cards::CardPool;
use lawmage_scenario::{Outcome, Report, parse_each, run};

type Done = Result<(), Box<dyn std::error::Error>>;

/// All that is said of the scenarios of a file.
fn said(text: &str) -> Result<Vec<Report>, Box<dyn std::error::Error>> {
    let pool = Arc::new(CardPool::starter()?);
    Ok(parse_each(text)
        .into_iter()
        .map(|scenario| match scenario {
            Ok(scenario) => run(&scenario, &pool, false),
            Err(error) => Report::from(error),
        })
        .collect())
}

/// The first scenario is wrong, and this is drawn.
fn wrong(text: &str, drawn: &str) -> Done {
    let reports = said(text)?;
    let report = reports.first().ok_or("no report")?;
    let told = report.findings.first().map(|f| f.what.to_string()).unwrap_or_default();
    assert_eq!((report.outcome, told.as_str()), (Outcome::Error, drawn));
    Ok(())
}

#[test]
fn unknown_keys_are_shown_with_the_nearest_one() -> Done {
    wrong(
        "title: t\nplyers: []\n",
        "line 2:1: there is no key “plyers” here; did you mean “players”?\n  | plyers: []\n  | ^^^^^^",
    )?;
    wrong(
        "title: t\nplayers:\n  - {name: A, batlefield: [Forest]}\n",
        "line 3:15: there is no key “batlefield” here; did you mean “battlefield”?\n  |   - {name: A, batlefield: [Forest]}\n  |               ^^^^^^^^^^",
    )?;
    wrong(
        "title: t\nplayers:\n  - {name: A, battlefield: [{card: Forest, taped: true}]}\n",
        "line 3:44: there is no key “taped” here; did you mean “tapped”?\n  |   - {name: A, battlefield: [{card: Forest, taped: true}]}\n  |                                            ^^^^^",
    )
}

#[test]
fn unknown_words_are_shown_with_the_nearest_one() -> Done {
    wrong(
        "title: t\nplayers: [{name: A}, {name: B}]\nexpect:\n  - {lifee: {player: A, is: 20}}\n",
        "line 4:6: there is no expectation “lifee”; did you mean “life”?\n  |   - {lifee: {player: A, is: 20}}\n  |      ^^^^^",
    )?;
    wrong(
        "title: t\nplayers: [{name: A}, {name: B}]\nscript:\n  - {turn: 1, step: mian, player: A, concede: true}\n",
        "line 4:21: “mian” is none of the words that fit here; did you mean “main”?\n  |   - {turn: 1, step: mian, player: A, concede: true}\n  |                     ^^^^",
    )?;
    wrong(
        "title: t\nplayers: [{name: A}, {name: B, battlefield: [Bramble Cub]}]\nstop: {turn: 1, step: main}\nexpect:\n  - {types: {of: Bramble Cub, has: Creture}}\n",
        "line 5:36: there is no type “Creture”; did you mean “Creature”?\n  |   - {types: {of: Bramble Cub, has: Creture}}\n  |                                    ^^^^^^^",
    )
}

#[test]
fn unknown_names_are_shown_with_the_nearest_one() -> Done {
    wrong(
        "title: t\nplayers:\n  - {name: A, hand: [Bramble Cbu]}\n  - {name: B}\n",
        "line 3:22: no card is named “Bramble Cbu”; did you mean “Bramble Cub”?\n  |   - {name: A, hand: [Bramble Cbu]}\n  |                      ^^^^^^^^^^^",
    )?;
    wrong(
        "title: t\nplayers: [{name: Alice}, {name: Bob}]\nscript:\n  - {turn: 1, step: main, player: Alise, concede: true}\n",
        "line 4:35: there is no player “Alise”; did you mean “Alice”?\n  |   - {turn: 1, step: main, player: Alise, concede: true}\n  |                                   ^^^^^",
    )?;
    wrong(
        "title: t\nplayers: [{name: A, battlefield: [{card: Bramble Cub, as: cub}]}, {name: B}]\nscript:\n  - {turn: 1, step: declare-attackers, player: A, attack: '@cup'}\n",
        "line 4:60: nothing is called @cup; did you mean @cub?\n  |   - {turn: 1, step: declare-attackers, player: A, attack: '@cup'}\n  |                                                            ^^^^",
    )
}

#[test]
fn the_words_of_the_library_are_not_seen() -> Done {
    for text in [
        "title: t\nplayers: [{name: A, life: 3, life: 4}, {name: B}]\n",
        "title: t\nplayers: [{name: A, life: lots}, {name: B}]\n",
        "title: t\nplayers: [{name: [A]}, {name: B}]\n",
        "title: t\nplayers: [{name: A}, {name: B}]\nexpect: [{life: {player: A, is: 20}, turn: 1}]\n",
        "title: t\nplayers: [{name: A}, {name: B}]\nexpect: [{life: {player: A}}]\n",
        "title: t\nplayers: [{name: A, battlefield: [5]}, {name: B}]\n",
        "title: t\nplayers: [{name: A}, {name: B}]\nscript: [{turn: 1, play: Forest, fails: 305.2}]\n",
        "title: t\nplayers: [{name: A}, {name: B}\nstop: {turn: 1}\n",
        "title: t\nplayers: [{name: A}, {name: B}]\nrules: [bla]\n",
    ] {
        let reports = said(text)?;
        let report = reports.first().ok_or("no report")?;
        let finding = report.findings.first().ok_or("nothing is found")?;
        let drawn = finding.what.to_string();
        for word in
            ["variant", "Policy", "untagged", "deserialize", "unknown field", "u32", "i32", "struct", "mapping key"]
        {
            assert!(!drawn.contains(word), "{text}\n{drawn}");
        }
        assert_eq!(report.outcome, Outcome::Error, "{drawn}");
        assert!(finding.what.line.is_some() && finding.what.excerpt.is_some(), "{text}\n{drawn}");
    }
    Ok(())
}

#[test]
fn a_wrong_scenario_of_a_list_leaves_the_lines_of_all_exact() -> Done {
    let text = "- title: one\n  players: [{name: A}, {name: B}]\n  stop: {turn: 1, step: main}\n  expect:\n    - {life: {player: A, is: 19}}\n- title: two\n  players:\n    - {name: A, lif: 3}\n- title: three\n  players: [{name: A}, {name: B, life: 4, life: 5}]\n# between\n- title: four\n  players: [{name: A}, {name: B}]\n  stop: {turn: 1, step: main}\n  expect: [{life: {player: B, is: 19}}]\n";
    let places = |reports: &[Report]| -> Vec<(Outcome, Option<u64>, Option<usize>)> {
        let column = |r: &Report| r.findings.first()?.what.excerpt.as_ref().map(|e| e.column);
        reports.iter().map(|r| (r.outcome, r.line, column(r))).collect()
    };
    let block = [
        (Outcome::Fail, Some(5), Some(7)),
        (Outcome::Error, Some(8), Some(17)),
        (Outcome::Error, Some(10), Some(43)),
        (Outcome::Fail, Some(15), Some(12)),
    ];
    assert_eq!(places(&said(text)?), block);
    let flow = "[{\"title\": \"ü\", \"players\": [{\"name\": \"A\"}, {\"name\": \"B\"}],\n \"stop\": {\"turn\": 1, \"step\": \"main\"}, \"expect\": [{\"turn\": 2}]},\n {\"title\": \"two\", \"plyers\": []}\n]\n";
    assert_eq!(places(&said(flow)?), [(Outcome::Fail, Some(2), Some(50)), (Outcome::Error, Some(3), Some(20))]);
    Ok(())
}

#[test]
fn all_that_does_not_hold_is_told() -> Done {
    let reports = said(
        "title: t\nplayers: [{name: A}, {name: B, battlefield: [Bramble Cub]}]\nscript:\n  - turn: 1\n    step: main\n    player: A\n    check:\n      - {life: {player: A, is: 3}}\n      - {life: {player: A, is: 20}}\nstop: {turn: 1, step: main}\nexpect:\n  - {life: {player: B, is: 19}}\n  - {turn: 1}\n  - {ability: {of: Bramble Cub, has: Flyng}}\n",
    )?;
    let report = reports.first().ok_or("no report")?;
    let lines: Vec<Option<usize>> = report.findings.iter().map(|f| f.what.line).collect();
    assert_eq!(lines, [Some(8), Some(12), Some(14)], "{:?}", report.findings);
    let first = report.findings.first().ok_or("none")?;
    assert_eq!((first.expected.as_deref(), first.found.as_deref()), (Some("A's life: 3"), Some("20")));
    let last = report.findings.last().ok_or("none")?;
    assert!(last.what.hint.as_deref().is_some_and(|h| h.contains("flying")), "{}", last.what);
    assert_eq!((report.outcome, report.line), (Outcome::Fail, Some(8)));
    Ok(())
}

#[test]
fn positions_that_the_rules_do_not_allow_are_errors() -> Done {
    let cards = "cards:\n  - {name: Test Boon, cost: \"{W}\", type: Sorcery, text: You gain 1 life.}\n  - {name: Test Spark, cost: \"{R}\", type: Instant, text: Test Spark deals 1 damage to any target.}\n  - {name: Test Blade, cost: \"{1}\", type: Artifact — Equipment, text: \"Equipped creature gets +1/+0.\\nEquip {1}\"}\n  - {name: Test Plane, type: Plane, text: You have no maximum hand size.}\n";
    for (position, rule) in [
        ("battlefield: [Test Boon]", "307.4"),
        ("battlefield: [Test Spark]", "304.4"),
        ("hand: [Test Plane]", "311.2"),
        ("hand: [{card: Forest, tapped: true}]", "110.5d"),
        ("graveyard: [{card: Forest, sick: true}]", "302.6"),
        ("library: [{card: Forest, face_down: true}]", "110.5d"),
        ("battlefield: [Forest], hand: [{card: Test Blade, attached_to: Forest}]", "701.3a"),
        ("battlefield: [Forest, {card: Test Blade, attached_to: Forest}]", "301.5"),
        ("battlefield: [{card: Bramble Cub, as: one}, {card: Bramble Cub, attached_to: '@one'}]", "301.5"),
    ] {
        let reports = said(&format!("title: t\n{cards}players:\n  - {{name: A, {position}}}\n  - {{name: B}}\n"))?;
        let report = reports.first().ok_or("no report")?;
        let drawn = report.findings.first().map(|f| f.what.to_string()).unwrap_or_default();
        assert_eq!((report.outcome, report.line), (Outcome::Error, Some(8)), "{position}: {drawn}");
        assert!(drawn.contains(&format!("({rule}")) || drawn.contains(rule), "{position}: {drawn}");
    }
    // Under a face-down permanent there may be any card, and an Equipment may be where a creature is.
    for position in [
        "battlefield: [{card: Test Boon, face_down: true}]",
        "battlefield: [Bramble Cub, {card: Test Blade, attached_to: Bramble Cub}]",
        "command: [Test Plane]",
    ] {
        let reports = said(&format!("title: t\n{cards}players:\n  - {{name: A, {position}}}\n  - {{name: B}}\n"))?;
        let report = reports.first().ok_or("no report")?;
        assert_eq!(report.outcome, Outcome::Pass, "{position}: {}", report.reason);
    }
    Ok(())
}

#[test]
fn mistakes_in_the_scenarios_own_cards_are_shown_in_its_text() -> Done {
    let reports = said(
        "- title: t\n  cards:\n    - name: Test One\n      type: Creature — Bear\n      txt: Flying\n  players: [{name: A}, {name: B}]\n",
    )?;
    let report = reports.first().ok_or("no report")?;
    assert_eq!(report.outcome, Outcome::Error);
    assert!(report.line.is_some_and(|line| (3..=5).contains(&line)), "{:?}", report.findings);
    Ok(())
}
