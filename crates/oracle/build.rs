#![allow(clippy::print_stdout, missing_docs)]
//! Gathers the words that the parser reads, from its string literals and the definitions of keywords, so that a misspelt word
//! can be told from one that only stands in a sentence not known ([`vocabulary`](src/vocabulary.rs)).

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=src");
    let mut files = Vec::new();
    collect(Path::new("src/parse"), &mut files)?;
    collect(Path::new("src/grammar"), &mut files)?;
    files.retain(|file| !file.iter().any(|part| part == "print" || part == "print.rs"));
    files.extend(["src/lex.rs", "src/text.rs"].map(PathBuf::from));
    let mut words = BTreeSet::new();
    for file in files {
        literals(&fs::read_to_string(file)?, &mut words);
    }
    for line in fs::read_to_string("src/keywords.txt")?.lines().filter(|l| !l.starts_with('#')) {
        split(line, &mut words);
    }
    let all: Vec<String> = words.into_iter().collect();
    #[allow(clippy::disallowed_methods, reason = "where a build script writes is told by the environment")]
    let out = env::var_os("OUT_DIR").map(PathBuf::from).unwrap_or_default();
    fs::write(out.join("words.txt"), all.join("\n"))
}

fn collect(dir: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

/// The words of a source file's string literals, tests and what is expected of a phrase left out.
fn literals(source: &str, words: &mut BTreeSet<String>) {
    let source = source.split("#[cfg(test)]").next().unwrap_or_default();
    for line in source.lines().filter(|l| !l.trim_start().starts_with("//") && !l.contains("p.fail(")) {
        let line = line.split(" // ").next().unwrap_or_default();
        // Every other part between quotation marks is a literal.
        line.split('"').skip(1).step_by(2).for_each(|literal| split(literal, words));
    }
}

fn split(text: &str, words: &mut BTreeSet<String>) {
    let letter = |c: char| c.is_alphabetic() || matches!(c, '-' | '\'');
    for word in text.split(|c: char| !letter(c)) {
        let word = word.trim_matches(['-', '\'']).to_lowercase();
        if word.len() > 1 || word == "a" || word == "x" {
            words.insert(word);
        }
    }
}
