//! A copy of the workspace whose engine can have any of its conditions negated, built once for all mutants.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::mutants::{Mutant, with_calls};
use super::sites::Site;

const NEGATE: &str = include_str!("../../mutants/negate.rs");
const RUNNER: &str = include_str!("../../mutants/runner.rs");
const RUNNER_MANIFEST: &str = "[package]\nname = \"mutant-runner\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[dependencies]\n\
    lawmage-cards.workspace = true\nlawmage-engine.workspace = true\nlawmage-scenario.workspace = true\n";
const PROFILE: &str =
    "\n[profile.mutants]\ninherits = \"release\"\nopt-level = 1\ncodegen-units = 16\nincremental = true\n";
/// How often what the compiler won't have is left out before giving up.
const TRIALS: usize = 12;

/// Where the copy is.
pub(crate) struct Scratch {
    root: PathBuf,
    folder: PathBuf,
    written: BTreeSet<PathBuf>,
}

impl Scratch {
    /// A copy of the workspace `root` in a folder.
    pub(crate) fn new(root: &Path, folder: &Path) -> Self {
        Self { root: root.to_path_buf(), folder: folder.to_path_buf(), written: BTreeSet::new() }
    }

    /// Builds the runner with all those mutants; `left_out` are those that the compiler won't have, and grows.
    ///
    /// # Errors
    /// Why it can't be built.
    pub(crate) fn build(&mut self, mutants: &[Mutant], left_out: &mut BTreeSet<usize>) -> Result<PathBuf, String> {
        self.copy(Path::new("crates"))?;
        self.copy(Path::new("cards"))?;
        // What runs must not change under it, whatever is written in the checkout meanwhile.
        self.copy(Path::new("scenarios"))?;
        self.copy_file(Path::new("Cargo.lock"))?;
        let manifest = self.read(Path::new("Cargo.toml"))?;
        let lines = manifest.lines().map(|line| match line.split(' ').next() {
            Some("members") => "members = [\"crates/*\", \"runner\"]",
            Some("default-members") => "default-members = [\"runner\"]",
            _ => line,
        });
        let mut manifest = lines.collect::<Vec<_>>().join("\n") + PROFILE;
        for package in ["ir", "engine", "bots", "sim"] {
            manifest += &format!("\n[profile.mutants.package.lawmage-{package}]\ncodegen-units = 16\n");
        }
        self.write(Path::new("Cargo.toml"), manifest.as_bytes())?;
        self.write(Path::new("runner/Cargo.toml"), RUNNER_MANIFEST.as_bytes())?;
        self.write(Path::new("runner/src/main.rs"), RUNNER.as_bytes())?;
        self.write(Path::new("crates/engine/src/mutant.rs"), NEGATE.as_bytes())?;
        for folder in ["crates", "cards", "scenarios"] {
            self.forget_others(Path::new(folder))?;
        }
        for _ in 0..TRIALS {
            self.instrument(mutants, left_out)?;
            match self.compile(mutants)? {
                None => return Ok(self.folder.join("target/mutants/mutant-runner")),
                Some(wrong) => left_out.extend(wrong),
            }
        }
        Err(format!("after {TRIALS} trials there are still conditions that the compiler won't have negated"))
    }

    /// A file or folder of the copy.
    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.folder.join(path)
    }

    /// What tells one version of all that is built from another.
    pub(crate) fn fingerprint(&self) -> Result<String, String> {
        let mut hasher = DefaultHasher::new();
        for path in self.written.iter().filter(|path| path.starts_with("crates") || path.starts_with("cards")) {
            let source = if self.root.join(path).exists() { self.root.join(path) } else { self.folder.join(path) };
            path.hash(&mut hasher);
            fs::read(&source).map_err(|e| format!("{}: {e}", source.display()))?.hash(&mut hasher);
        }
        Ok(format!("{:016x}", hasher.finish()))
    }

    fn read(&self, path: &Path) -> Result<String, String> {
        fs::read_to_string(self.root.join(path)).map_err(|e| format!("{}: {e}", path.display()))
    }

    /// Writes a file of the copy, if it is not the same already: what is not touched is not compiled again.
    fn write(&mut self, path: &Path, text: &[u8]) -> Result<(), String> {
        let to = self.folder.join(path);
        self.written.insert(path.to_path_buf());
        if fs::read(&to).is_ok_and(|old| old == text) {
            return Ok(());
        }
        let wrong = |e: std::io::Error| format!("{}: {e}", to.display());
        to.parent().map_or(Ok(()), fs::create_dir_all).map_err(wrong)?;
        fs::write(&to, text).map_err(wrong)
    }

    fn copy_file(&mut self, path: &Path) -> Result<(), String> {
        let text = fs::read(self.root.join(path)).map_err(|e| format!("{}: {e}", path.display()))?;
        self.write(path, &text)
    }

    /// Copies a folder, but for the engine's sources, which are written with their mutants.
    fn copy(&mut self, folder: &Path) -> Result<(), String> {
        let wrong = |e: std::io::Error| format!("{}: {e}", folder.display());
        for entry in fs::read_dir(self.root.join(folder)).map_err(wrong)? {
            let entry = entry.map_err(wrong)?;
            let path = folder.join(entry.file_name());
            if entry.file_type().map_err(wrong)?.is_dir() {
                if entry.file_name() != "target" {
                    self.copy(&path)?;
                }
            } else if path.starts_with("crates/engine/src") {
                self.written.insert(path);
            } else {
                self.copy_file(&path)?;
            }
        }
        Ok(())
    }

    /// Removes from the copy what is no longer in the checkout.
    fn forget_others(&self, folder: &Path) -> Result<(), String> {
        let wrong = |e: std::io::Error| format!("{}: {e}", folder.display());
        let Ok(entries) = fs::read_dir(self.folder.join(folder)) else { return Ok(()) };
        for entry in entries {
            let entry = entry.map_err(wrong)?;
            let path = folder.join(entry.file_name());
            if entry.file_type().map_err(wrong)?.is_dir() {
                self.forget_others(&path)?;
            } else if !self.written.contains(&path) {
                fs::remove_file(entry.path()).map_err(wrong)?;
            }
        }
        Ok(())
    }

    fn instrument(&mut self, mutants: &[Mutant], left_out: &BTreeSet<usize>) -> Result<(), String> {
        let mut by_file: BTreeMap<&str, Vec<(usize, &Site)>> = BTreeMap::new();
        for (id, mutant) in mutants.iter().enumerate().filter(|(id, _)| !left_out.contains(id)) {
            by_file.entry(&mutant.file).or_default().push((id, &mutant.site));
        }
        let sources: Vec<PathBuf> =
            self.written.iter().filter(|p| p.starts_with("crates/engine/src")).cloned().collect();
        for path in sources.into_iter().filter(|path| !path.ends_with("src/mutant.rs")) {
            let text = self.read(&path)?;
            let name = path.strip_prefix("crates/engine/src").unwrap_or(&path).to_string_lossy().replace('\\', "/");
            let mut text = with_calls(&text, by_file.get(&*name).map_or(&[], Vec::as_slice));
            if name == "lib.rs" {
                text += "\npub mod mutant;\n";
            }
            self.write(&path, text.as_bytes())?;
        }
        Ok(())
    }

    /// Compiles the copy; if it can't, the mutants at the places that the compiler speaks of.
    fn compile(&self, mutants: &[Mutant]) -> Result<Option<BTreeSet<usize>>, String> {
        let mut cargo = Command::new("cargo");
        cargo.args([
            "build",
            "--offline",
            "--profile",
            "mutants",
            "--package",
            "mutant-runner",
            "--message-format=json",
        ]);
        cargo.current_dir(&self.folder).env("CARGO_TARGET_DIR", self.folder.join("target"));
        let done = cargo.stderr(Stdio::piped()).output().map_err(|e| format!("cargo: {e}"))?;
        if done.status.success() {
            return Ok(None);
        }
        let mut wrong = BTreeSet::new();
        let messages = String::from_utf8_lossy(&done.stdout);
        for message in messages.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok()) {
            if message["message"]["level"] != "error" {
                continue;
            }
            for span in message["message"]["spans"].as_array().into_iter().flatten() {
                let file = span["file_name"].as_str().unwrap_or_default().replace('\\', "/");
                let number = |key: &str| span[key].as_u64().and_then(|n| usize::try_from(n).ok()).unwrap_or(0);
                let (first, last) = (number("line_start"), number("line_end"));
                let there = mutants.iter().enumerate().filter(|(_, m)| {
                    file.strip_prefix("crates/engine/src/") == Some(m.file.as_str())
                        && (m.site.line..=m.site.last_line).any(|line| line == first || line == last)
                });
                wrong.extend(there.map(|(id, _)| id));
            }
        }
        if wrong.is_empty() {
            let told = String::from_utf8_lossy(&done.stderr);
            let first = messages.lines().find(|line| line.contains("\"level\":\"error\"")).unwrap_or_default();
            return Err(format!("the copy in {} can't be built:\n{told}\n{first}", self.folder.display()));
        }
        Ok(Some(wrong))
    }
}
