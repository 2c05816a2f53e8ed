//! The program, run as a user runs it, and what it printed.

use std::path::Path;
use std::process::{Command, Output, Stdio};

/// The program's path. `LAWMAGE_PROGRAM` names another one, such as that of an older commit, which a test of something mended
/// since must fail on.
#[allow(clippy::disallowed_methods, reason = "which program is tested is said from outside")]
pub fn program() -> String {
    std::env::var("LAWMAGE_PROGRAM").unwrap_or_else(|_| env!("CARGO_BIN_EXE_lawmage").to_owned())
}

/// The program in this folder, which also holds its data, with nothing to read and nothing of the terminal's own.
pub fn command(dir: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(program());
    command.current_dir(dir).args(args).env("LAWMAGE_DATA", dir).env("COLUMNS", "80").env_remove("NO_COLOR");
    command.stdin(Stdio::null());
    command
}

/// The same, run to its end.
pub fn lawmage(dir: &Path, args: &[&str]) -> Output {
    command(dir, args).output().expect("the binary runs")
}

/// What it printed.
pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

/// What it printed as errors and notices.
pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

/// What it printed, as JSON.
pub fn json(output: &Output) -> serde_json::Value {
    serde_json::from_str(&stdout(output)).unwrap_or_else(|e| panic!("{e}: {}", stderr(output)))
}

/// An empty folder that goes with the test.
pub fn dir() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// A file with this text, and its path.
pub fn file(dir: &Path, name: &str, text: &str) -> String {
    let path = dir.join(name);
    std::fs::write(&path, text).expect("written");
    path.display().to_string()
}
