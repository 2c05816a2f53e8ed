//! Every scenario of the project's folder holds.

use std::fs;
use std::path::{Path, PathBuf};

use lawmage_cards::CardPool;
use lawmage_scenario::{Outcome, parse, run};

fn files(dir: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(dir).map(|d| d.filter_map(|e| e.ok().map(|e| e.path())).collect()).unwrap_or_default();
    entries.sort();
    for entry in entries {
        if entry.is_dir() {
            files(&entry, found);
        } else if entry.extension().is_some_and(|e| e == "yaml") {
            found.push(entry);
        }
    }
}

#[test]
fn every_scenario_of_the_folder_passes() -> Result<(), Box<dyn std::error::Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios");
    let mut all = Vec::new();
    files(&folder, &mut all);
    let pool = CardPool::starter()?;
    let mut wrong = Vec::new();
    let mut count = 0;
    for file in &all {
        let name = file.strip_prefix(&folder)?.display().to_string();
        for scenario in parse(&fs::read_to_string(file)?).map_err(|e| format!("{name}: {e}"))? {
            count += 1;
            assert!(!scenario.title.is_empty() && !scenario.rules.is_empty(), "{name}: title and rules");
            let report = run(&scenario, &pool, false);
            if report.outcome != Outcome::Pass {
                let line = report.line.unwrap_or_default();
                let events = report.events.join("\n    ");
                let (word, reason) = (report.outcome.word(), &report.reason);
                wrong.push(format!("{word} {name}:{line} {}: {reason}\n    {events}", report.name()));
            }
        }
    }
    assert!(count >= 50, "only {count} scenarios in {}", folder.display());
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
    Ok(())
}
