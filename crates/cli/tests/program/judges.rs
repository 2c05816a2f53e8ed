//! What a judge asks of a scenario on the command line: the board, the layers of an object, what is wrong and where.

use super::common::lawmage;

type Done = Result<(), Box<dyn std::error::Error>>;

const POSITION: &str = "title: t\nplayers:\n  - {name: A, battlefield: [{card: Bramble Cub, as: cub, counters: {+1/+1: 1}}]}\n  - {name: B, life: 7}\nstop: {turn: 1, step: main}\nexpect:\n  - {life: {player: B, is: 8}}\n  - {turn: 2}\n";

#[test]
fn the_board_and_the_layers_are_printed() -> Done {
    let dir = tempfile::tempdir()?;
    std::fs::write(dir.path().join("a.yaml"), POSITION)?;
    let output = lawmage(dir.path(), &["scenario", "run", "--show", "--explain", "@cub", "a.yaml"]);
    let text = String::from_utf8(output.stdout)?;
    assert_eq!(output.status.code(), Some(1), "{text}");
    for said in
        ["── turn 1 of A, main phase ──", "B: 7 life", "1 +1/+1 counter", "layer 7c", "(613.4c)", "counters on it"]
    {
        assert!(text.contains(said), "{said}\n{text}");
    }
    Ok(())
}

#[test]
fn all_that_does_not_hold_is_in_json_too() -> Done {
    let dir = tempfile::tempdir()?;
    std::fs::write(dir.path().join("a.yaml"), POSITION)?;
    let output = lawmage(dir.path(), &["scenario", "run", "--show=start", "--format", "json", "a.yaml"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    let findings = report["findings"].as_array().ok_or("no findings")?;
    let places: Vec<(Option<u64>, Option<u64>)> =
        findings.iter().map(|f| (f["line"].as_u64(), f["column"].as_u64())).collect();
    assert_eq!(places, [(Some(7), Some(5)), (Some(8), Some(5))], "{report}");
    assert_eq!((findings[0]["expected"].as_str(), findings[0]["found"].as_str()), (Some("B's life: 8"), Some("7")));
    assert_eq!(report["boards"].as_array().map(Vec::len), Some(1));
    Ok(())
}

#[test]
fn a_mistake_is_drawn_with_its_file_and_caret() -> Done {
    let dir = tempfile::tempdir()?;
    std::fs::write(dir.path().join("b.yaml"), "title: t\nplayers:\n  - {name: A, batlefield: [Forest]}\n")?;
    let output = lawmage(dir.path(), &["scenario", "run", "b.yaml"]);
    let text = String::from_utf8(output.stdout)?;
    assert_eq!(output.status.code(), Some(1));
    assert!(text.contains("b.yaml:3:15: there is no key “batlefield” here; did you mean “battlefield”?"), "{text}");
    assert!(text.lines().any(|l| l.trim_start_matches([' ', '|']) == "^^^^^^^^^^"), "{text}");
    Ok(())
}
