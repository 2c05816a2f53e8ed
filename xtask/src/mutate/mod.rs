//! Mutants of the engine: each of its conditions is negated, one at a time, and the scenarios are played until one of them
//! notices. A condition that nothing notices is one that no scenario shows, that can't be seen, or that is wrong.
//!
//! All mutants are built at once: in a copy of the workspace each condition goes through a call that negates the chosen one.
//! Scenarios are played once to see which conditions they ask, and each mutant only on those that ask its own.

mod accepted;
mod crew;
mod mutants;
mod report;
mod results;
mod scratch;
mod sites;

use std::collections::{BTreeSet, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;

use accepted::Accepted;
use crew::{Coverage, Runner};
use mutants::{Mutant, mutants};
use report::Report;
use results::{Fate, Results};
use scratch::Scratch;

/// How the report is told.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// For people.
    Text,
    /// One object for programs.
    Json,
}

/// What is tried.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Only conditions near a citation of this section or rule; may be given several times.
    #[arg(long, value_name = "RULE")]
    section: Vec<String>,
    /// Only conditions within three lines of such a citation, not all of its function.
    #[arg(long)]
    near: bool,
    /// Only conditions in these files of crates/engine/src, such as 'procedure/combat/*'.
    #[arg(long, value_name = "GLOB")]
    file: Vec<String>,
    /// Only so many of them, chosen by a seed.
    #[arg(long, value_name = "N/SEED")]
    sample: Option<String>,
    /// Try those again that are accepted as survivors.
    #[arg(long)]
    accepted: bool,
    /// List the mutants, and try none.
    #[arg(long)]
    list: bool,
    /// How many processes try mutants.
    #[arg(long, value_name = "N", default_value_t = std::thread::available_parallelism().map_or(1, usize::from))]
    jobs: usize,
    /// How the report is told.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// The folder for the copy that is built and for the results.
    #[arg(long, value_name = "FOLDER")]
    scratch: Option<PathBuf>,
    /// The checkout that is looked at, instead of the one that this program was built in.
    #[arg(long, value_name = "FOLDER", default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/.."), hide_default_value = true)]
    root: PathBuf,
    /// Where cargo puts what it builds.
    #[arg(long, env = "CARGO_TARGET_DIR", hide = true)]
    target: Option<PathBuf>,
}

impl Options {
    fn takes(&self, mutant: &Mutant) -> bool {
        (!self.near || mutant.is_close(&self.section))
            && (self.section.is_empty() || mutant.is_near(&self.section))
            && (self.file.is_empty() || self.file.iter().any(|glob| fits(glob, &mutant.file)))
    }

    /// The mutants that are asked for: those near citations first.
    fn chosen(&self, mutants: &[Mutant]) -> Result<Vec<usize>, String> {
        let mut chosen: Vec<usize> = (0..mutants.len()).filter(|id| self.takes(&mutants[*id])).collect();
        if let Some(sample) = &self.sample {
            let wrong = || format!("--sample {sample}: a number and a seed, such as 200/1");
            let (count, seed) = sample.split_once('/').ok_or_else(wrong)?;
            let count: usize = count.parse().map_err(|_| wrong())?;
            chosen.sort_by_cached_key(|id| {
                let mut hasher = DefaultHasher::new();
                (seed, mutants[*id].key()).hash(&mut hasher);
                hasher.finish()
            });
            chosen.truncate(count);
        }
        chosen.sort_by_key(|id| (!mutants[*id].is_close(&self.section), mutants[*id].around.is_empty(), *id));
        Ok(chosen)
    }
}

/// Whether a path fits a pattern in which `*` stands for any text.
fn fits(glob: &str, path: &str) -> bool {
    match glob.split_once('*') {
        None => glob == path,
        Some((start, rest)) => path.strip_prefix(start).is_some_and(|path| {
            let ends = path.char_indices().map(|(at, _)| at).chain([path.len()]);
            ends.into_iter().any(|at| path.get(at..).is_some_and(|left| fits(rest, left)))
        }),
    }
}

/// Tries the mutants and tells of them; whether all are killed or accepted.
///
/// # Errors
/// Why they can't be tried.
pub(crate) fn run(options: &Options) -> Result<bool, String> {
    let root = &options.root;
    let all = mutants(&root.join("crates/engine/src"))?;
    let chosen = options.chosen(&all)?;
    if options.list {
        for id in chosen {
            println!("{}", report::line(&all[id]));
        }
        return Ok(true);
    }
    let list = root.join("xtask/accepted.txt");
    let list = std::fs::read_to_string(&list).map_err(|e| format!("{}: {e}", list.display()))?;
    let accepted = Accepted::read(&list).map_err(|e| format!("xtask/accepted.txt, {e}"))?;
    let target = options.target.clone().unwrap_or_else(|| root.join("target"));
    let folder = std::path::absolute(options.scratch.clone().unwrap_or_else(|| target.join("mutants")))
        .map_err(|e| e.to_string())?;
    std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;

    let mut results = Results::open(&folder.join("results.jsonl"))?;
    let is_unbuilt = |id: &usize| results.fate(&all[*id].key()) == Some(&Fate::Unbuilt);
    let mut left_out: BTreeSet<usize> = (0..all.len()).filter(is_unbuilt).collect();
    let mut scratch = Scratch::new(root, &folder.join("copy"));
    eprintln!("{} conditions, {} of them asked for; the copy is built", all.len(), chosen.len());
    let program = scratch.build(&all, &mut left_out)?;
    let runner = Runner { program, scenarios: scratch.path("scenarios"), jobs: options.jobs };
    let coverage = runner.cover(all.len(), &folder.join("reached.txt"))?;
    eprintln!("{} scenarios", coverage.scenarios.len());
    let versions = coverage.scenarios.iter().map(|played| played.version.clone()).collect();
    results.begin(&scratch.fingerprint()?, versions)?;
    for id in &left_out {
        results.note(&all[*id].key(), Fate::Unbuilt)?;
    }
    let is_tried = |id: &usize| {
        !left_out.contains(id)
            && coverage.is_reached(*id)
            && (options.accepted || accepted.reason(&all[*id]).is_none())
            && !is_settled(&all[*id], &coverage, &results)
    };
    let tried: VecDeque<usize> = chosen.iter().copied().filter(is_tried).collect();
    let results = runner.play(&all, tried, &coverage, results)?;

    let fate = |id: &usize| match results.fate(&all[*id].key()) {
        Some(Fate::Unbuilt) => Fate::Unbuilt,
        _ if !coverage.is_reached(*id) => Fate::Unreached,
        Some(fate) => fate.clone(),
        None => Fate::Survived,
    };
    let told: Vec<(&Mutant, Fate)> = chosen.iter().map(|id| (&all[*id], fate(id))).collect();
    let report = Report::new(&told, &accepted);
    match options.format {
        Format::Text => print!("{}", report.text()),
        Format::Json => println!("{}", report.json()),
    }
    for stale in accepted.stale(&all) {
        eprintln!("xtask/accepted.txt speaks of a condition that isn't there: {stale}");
    }
    Ok(report.is_clean())
}

/// Whether a scenario that is still the same killed it.
fn is_settled(mutant: &Mutant, coverage: &Coverage, results: &Results) -> bool {
    match results.fate(&mutant.key()) {
        Some(Fate::Killed { version, .. }) => {
            results.is_of_this_build(&mutant.key())
                && (version.is_empty() || coverage.scenarios.iter().any(|played| played.version == *version))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn a_star_stands_for_any_text() {
        assert!(fits("procedure/*", "procedure/combat/build.rs") && fits("*/build.rs", "procedure/combat/build.rs"));
        assert!(fits("lib.rs", "lib.rs") && !fits("lib", "lib.rs") && !fits("*/x", "y/xx"));
    }
}
