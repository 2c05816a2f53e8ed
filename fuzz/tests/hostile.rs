//! A small share of the hostile run, with every test run. The whole of it: `fuzz/run.sh`.

use std::process::Command;

#[test]
fn some_hostile_inputs_of_each_format_break_nothing() {
    let findings = tempfile::tempdir().expect("a folder");
    let mut fuzz = Command::new(env!("CARGO_BIN_EXE_lawmage-fuzz"));
    // Formats of files; the table's need the program itself, which this package doesn't build.
    fuzz.args([
        "card-text",
        "card-file",
        "import",
        "database",
        "decklist",
        "scenario",
        "session",
        "record",
        "rules",
        "rules-library",
    ]);
    fuzz.args(["--inputs", "150", "--seed", "11", "--findings"]).arg(findings.path());
    let output = fuzz.output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(said.matches("nothing broke").count(), 10, "{said}");
}
