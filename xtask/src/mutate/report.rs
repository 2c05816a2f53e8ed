//! What is told of the mutants.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::json;

use super::accepted::Accepted;
use super::mutants::Mutant;
use super::results::Fate;

/// How many there are of each fate.
#[derive(Clone, Copy, Default)]
struct Counts {
    killed: usize,
    survived: usize,
    unreached: usize,
    accepted: usize,
    unbuilt: usize,
}

impl Counts {
    fn words(self) -> String {
        let Self { killed, survived, unreached, accepted, unbuilt } = self;
        let tried = killed + survived + unreached + accepted;
        let unbuilt = if unbuilt == 0 { String::new() } else { format!(", {unbuilt} can't be built") };
        format!(
            "{tried} mutants: {killed} killed, {survived} survived, {unreached} not reached, {accepted} accepted{unbuilt}"
        )
    }
}

/// The report.
pub(crate) struct Report<'m> {
    all: Counts,
    near: Counts,
    files: BTreeMap<&'m str, Counts>,
    /// Those that nothing killed and nobody accepted: near a citation, and others.
    left: [Vec<(&'m Mutant, bool)>; 2],
    /// Those that are accepted and yet killed.
    needless: Vec<&'m Mutant>,
}

impl<'m> Report<'m> {
    /// The report of what became of those.
    pub(crate) fn new(told: &[(&'m Mutant, Fate)], accepted: &Accepted) -> Self {
        let (mut all, mut near) = (Counts::default(), Counts::default());
        let (mut files, mut left, mut needless) = (BTreeMap::new(), [Vec::new(), Vec::new()], Vec::new());
        for (mutant, fate) in told {
            let is_near = mutant.rules().next().is_some();
            let is_accepted = accepted.reason(mutant).is_some();
            let count = |counts: &mut Counts| match fate {
                Fate::Killed { .. } => counts.killed += 1,
                Fate::Unbuilt => counts.unbuilt += 1,
                _ if is_accepted => counts.accepted += 1,
                Fate::Survived => counts.survived += 1,
                Fate::Unreached => counts.unreached += 1,
            };
            count(&mut all);
            count(files.entry(mutant.file.as_str()).or_default());
            if is_near {
                count(&mut near);
            }
            match fate {
                Fate::Killed { .. } if is_accepted => needless.push(*mutant),
                Fate::Survived | Fate::Unreached if !is_accepted => {
                    left[usize::from(!is_near)].push((*mutant, *fate == Fate::Survived));
                }
                _ => {}
            }
        }
        Self { all, near, files, left, needless }
    }

    /// Whether nothing is left.
    pub(crate) fn is_clean(&self) -> bool {
        self.left.iter().all(Vec::is_empty)
    }

    /// For people.
    pub(crate) fn text(&self) -> String {
        let mut out = String::new();
        for (title, left) in ["near a citation", "elsewhere"].iter().zip(&self.left) {
            for (what, survived) in [("survived", true), ("not reached", false)] {
                let those: Vec<&Mutant> = left.iter().filter(|(_, s)| *s == survived).map(|(m, _)| *m).collect();
                if !those.is_empty() {
                    let _ = writeln!(out, "{what}, {title}:");
                }
                for mutant in those {
                    let _ = writeln!(out, "  {}", line(mutant));
                }
            }
        }
        for mutant in &self.needless {
            let _ = writeln!(out, "accepted, and yet killed: {}", line(mutant));
        }
        for (file, counts) in &self.files {
            let _ = writeln!(out, "{file}: {}", counts.words());
        }
        let _ = writeln!(out, "near a citation: {}", self.near.words());
        let _ = writeln!(out, "all: {}", self.all.words());
        out
    }

    /// For programs.
    pub(crate) fn json(&self) -> serde_json::Value {
        let counts = |c: &Counts| {
            json!({"killed": c.killed, "survived": c.survived, "unreached": c.unreached, "accepted": c.accepted,
                "unbuilt": c.unbuilt})
        };
        let one = |(mutant, survived): &(&Mutant, bool)| {
            json!({
                "file": format!("crates/engine/src/{}", mutant.file),
                "line": mutant.site.line,
                "function": mutant.site.function,
                "condition": mutant.site.text,
                "nth": mutant.nth,
                "close": mutant.close.iter().map(ToString::to_string).collect::<Vec<_>>(),
                "around": mutant.around.iter().map(ToString::to_string).collect::<Vec<_>>(),
                "fate": if *survived { "survived" } else { "unreached" },
            })
        };
        let files: BTreeMap<&str, serde_json::Value> = self.files.iter().map(|(file, c)| (*file, counts(c))).collect();
        json!({
            "all": counts(&self.all),
            "near": counts(&self.near),
            "files": files,
            "left": self.left.iter().flatten().map(one).collect::<Vec<_>>(),
        })
    }
}

/// A mutant in a line: where it is, the condition, the rules.
pub(crate) fn line(mutant: &Mutant) -> String {
    let rules: Vec<String> = mutant.rules().map(|rule| rule.to_string()).take(8).collect();
    let site = &mutant.site;
    format!("crates/engine/src/{}:{} {} `{}` {}", mutant.file, site.line, site.function, site.text, rules.join(" "))
}
