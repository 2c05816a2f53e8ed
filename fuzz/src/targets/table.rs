//! The table itself: `lawmage play` with what is typed, and its saved games.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use super::{Format, Target};

/// What a person types.
pub const SITTING: Target = Target {
    name: "table",
    invariant: "whatever is typed, the sitting ends with 0 or 1, and says why",
    words: &[
        "?",
        "1",
        "2",
        "0",
        "undo",
        "log",
        "stops",
        "stops combat",
        "save",
        "card",
        "concede",
        "y",
        "yes",
        "no",
        "quit",
        "auto",
        "board",
        "done",
        "all",
        "none",
        "1 2 3",
        "1>2",
    ],
    make: || Box::new(Sitting::new(false)),
};

/// A saved game.
pub const SAVE: Target = Target {
    name: "save",
    invariant: "a tampered save is refused, a whole one plays on",
    words: &["null", "-1", "9999", "\"life\":", "{}", "[]"],
    make: || Box::new(Sitting::new(true)),
};

/// How much is typed in one sitting.
const MOST_LINES: usize = 400;

/// Sittings of `lawmage play` in a folder of their own.
struct Sitting {
    folder: Option<tempfile::TempDir>,
    program: PathBuf,
    /// Whether the input is the saved game rather than what is typed.
    saves: bool,
}

impl Sitting {
    fn new(saves: bool) -> Self {
        let here = std::env::current_exe().unwrap_or_default();
        // Beside this program; a test stands one folder deeper.
        let beside = |up: usize| here.ancestors().nth(up).map(|dir| dir.join("lawmage"));
        let program = [beside(1), beside(2)].into_iter().flatten().find(|p| p.exists()).unwrap_or_default();
        Self { folder: tempfile::tempdir().ok(), program, saves }
    }

    fn play(&self, args: &[&str], typed: &[u8]) -> Result<(), String> {
        let folder = self.folder.as_ref().ok_or("no temporary folder")?;
        let mut command = Command::new(&self.program);
        command.arg("--data").arg(folder.path()).arg("play").args(args).current_dir(folder.path());
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
        let build = "build it: cargo build --release -p lawmage";
        let mut child = command.spawn().map_err(|e| format!("lawmage is not beside this program ({e}); {build}"))?;
        if let Some(mut input) = child.stdin.take() {
            // A sitting that ends before all is typed closes its end.
            let _ = input.write_all(typed);
        }
        let output = child.wait_with_output().map_err(|e| e.to_string())?;
        match output.status.code() {
            Some(0 | 1) => Ok(()),
            _ => Err(format!("{}: {}", output.status, String::from_utf8_lossy(&output.stderr).trim())),
        }
    }
}

impl Format for Sitting {
    fn samples(&self) -> Vec<Vec<u8>> {
        let typed = [
            "y\n1\n1\n\n\n1\n2\n\n\nundo\n\nlog\nstops\ncard Searbolt\nsave here.save\nconcede\ny\n",
            "y\n\n\n\n\n\n1\n1\n1\n\n\n1\n?\n",
            "n\ny\n1\n\n1\n\n1\n\n1\n\n1\nquit\n",
        ];
        if !self.saves {
            return typed.iter().map(|t| t.as_bytes().to_vec()).collect();
        }
        let Some(folder) = &self.folder else { return Vec::new() };
        let mut samples = Vec::new();
        for (seed, typed) in typed.iter().enumerate() {
            let path = folder.path().join("sample.save");
            let seed = seed.to_string();
            let typed = typed.replace("concede\ny\n", "");
            if self.play(&["--seed", &seed, "--save", "sample.save"], typed.as_bytes()).is_ok() {
                samples.extend(std::fs::read(path).ok());
            }
        }
        samples
    }

    fn run(&mut self, input: &[u8]) -> Result<(), String> {
        if !self.saves {
            // Thousands of saves, each synced to the disk, take their time and are no hang.
            let typed: Vec<&[u8]> = input.split_inclusive(|b| *b == b'\n').take(MOST_LINES).collect();
            return self.play(&["--seed", "3", "--save", "left.save"], &typed.concat());
        }
        let folder = self.folder.as_ref().ok_or("no temporary folder")?;
        std::fs::write(folder.path().join("input.save"), input).map_err(|e| e.to_string())?;
        self.play(&["--load", "input.save"], b"\n\n1\n\n1\n")
    }
}
