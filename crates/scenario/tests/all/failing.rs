//! Scenarios that must not pass, and what is said of them.

use lawmage_cards::CardPool;
use lawmage_scenario::{Outcome, Report, parse, run};

fn report(text: &str) -> Result<Report, Box<dyn std::error::Error>> {
    let scenarios = parse(text)?;
    let pool = CardPool::starter()?;
    Ok(run(scenarios.first().ok_or("no scenario")?, &pool, false))
}

#[test]
fn what_does_not_hold_fails_at_its_line() -> Result<(), Box<dyn std::error::Error>> {
    let report = report(
        "title: t\nplayers: [{name: A}, {name: B}]\nstop: {turn: 1, step: main}\nexpect:\n  - {life: {player: A, is: 19}}\n",
    )?;
    assert_eq!((report.outcome, report.line), (Outcome::Fail, Some(5)), "{}", report.reason);
    assert!(report.reason.contains("19") && report.reason.contains("20"), "{}", report.reason);
    Ok(())
}

#[test]
fn what_may_not_be_done_fails_with_the_rule() -> Result<(), Box<dyn std::error::Error>> {
    let report = report(
        "title: t\nplayers: [{name: A, hand: [Forest]}, {name: B}]\nscript:\n  - {turn: 1, step: upkeep, player: A, play: Forest}\n",
    )?;
    assert_eq!((report.outcome, report.line), (Outcome::Fail, Some(4)), "{}", report.reason);
    assert!(report.reason.contains("305.1"), "{}", report.reason);
    Ok(())
}

#[test]
fn what_must_be_refused_and_is_not_fails() -> Result<(), Box<dyn std::error::Error>> {
    let report = report(
        "title: t\nplayers: [{name: A, hand: [Forest]}, {name: B}]\nscript:\n  - {turn: 1, step: main, player: A, play: Forest, fails: true}\n",
    )?;
    assert_eq!((report.outcome, report.line), (Outcome::Fail, Some(4)), "{}", report.reason);
    Ok(())
}

#[test]
fn unknown_cards_and_keys_are_named() -> Result<(), Box<dyn std::error::Error>> {
    let unknown = report("title: t\nplayers: [{name: A, hand: [No Such Card At All]}, {name: B}]\n")?;
    assert_eq!(unknown.outcome, Outcome::Unsupported, "{}", unknown.reason);
    let error = parse("title: t\nplayrs: []\nplayers: []\n").err().ok_or("it was read")?;
    assert!(error.to_string().contains("playrs"), "{error}");
    assert_eq!((error.line(), error.outcome()), (Some(2), Outcome::Error));
    Ok(())
}

#[test]
fn json_is_read_too() -> Result<(), Box<dyn std::error::Error>> {
    let report = report(
        r#"[{"title": "t", "players": [{"name": "A"}, {"name": "B", "life": 7}], "stop": {"turn": 2, "step": "upkeep"},
            "expect": [{"life": {"player": "B", "is": 7}}, {"active_player": "B"}]}]"#,
    )?;
    assert_eq!(report.outcome, Outcome::Pass, "{}", report.reason);
    Ok(())
}
