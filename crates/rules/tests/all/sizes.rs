//! Files stay under 500 lines and functions under 100, so that each is read in one go (CONTRIBUTING.md).

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

/// The most lines a file has.
const FILE: usize = 500;
/// The most lines a function has.
const FUNCTION: usize = 100;

/// Of what is told for each variant of an enum.
const EACH_KIND: &str = "one arm for each kind, and the compiler's word that none is forgotten";

/// What is longer, and why.
const LONGER: [(&str, &str, &str); 15] = [
    (
        "crates/engine/src/effects/mod.rs",
        "carry_out",
        "one line for each instruction, and the compiler's word that none is forgotten",
    ),
    ("crates/ir/src/instruction.rs", "", "one enum: the instructions there are, with what each takes and its rule"),
    ("crates/oracle/src/describe/rules.rs", "of_instruction", "one line for each instruction"),
    ("crates/engine/src/pay/giving.rs", "pay_part", EACH_KIND),
    ("crates/engine/src/pay/parts.rs", "part_payable", EACH_KIND),
    ("crates/engine/src/read/eval/condition.rs", "holds", EACH_KIND),
    ("crates/ir/src/verify/flow.rs", "instruction", EACH_KIND),
    ("crates/oracle/src/describe.rs", "structure_lines", EACH_KIND),
    ("crates/oracle/src/grammar/amount/print.rs", "expression", EACH_KIND),
    ("crates/oracle/src/grammar/condition/print/mod.rs", "condition", EACH_KIND),
    ("crates/oracle/src/grammar/event/print/mod.rs", "happening", EACH_KIND),
    ("crates/oracle/src/grammar/modification/print.rs", "modification", EACH_KIND),
    ("crates/oracle/src/grammar/permission/print/mod.rs", "permission", EACH_KIND),
    ("crates/oracle/src/grammar/prohibition/print.rs", "prohibition", EACH_KIND),
    ("crates/oracle/src/grammar/test/print.rs", "test", EACH_KIND),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The Rust files below a folder, in order.
fn files(folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            if path.file_name().is_none_or(|name| name != "target") {
                files(&path, found)?;
            }
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
    found.sort();
    Ok(())
}

/// The name of the function that a line begins, and how far it is set in.
fn begins(line: &str) -> Option<(&str, usize)> {
    let inner = line.trim_start();
    let mut rest = inner;
    loop {
        let (word, more) = rest.split_once(' ')?;
        match word {
            "fn" => {
                let end = more.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(more.len());
                return Some((&more[..end], line.len() - inner.len()));
            }
            "const" | "async" | "unsafe" => rest = more,
            _ if word.starts_with("pub") => rest = more,
            _ => return None,
        }
    }
}

/// The functions of a file, as rustfmt sets them, with their lines from `fn` to the closing brace.
fn functions(text: &str) -> Vec<(String, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let Some((name, inset)) = begins(line) else { continue };
        if line.ends_with('}') || line.ends_with(';') {
            continue;
        }
        let close = format!("{}}}", " ".repeat(inset));
        let length = lines[at..].iter().position(|l| *l == close).map_or(1, |n| n + 1);
        found.push((name.to_owned(), length));
    }
    found
}

/// What of a file is too long, and how long: a function by its name, the file by none.
fn too_long(text: &str) -> Vec<(String, usize)> {
    let mut found: Vec<(String, usize)> =
        functions(text).into_iter().filter(|(_, length)| *length > FUNCTION).collect();
    let lines = text.lines().count();
    found.extend((lines > FILE).then(|| (String::new(), lines)));
    found
}

#[test]
fn files_and_functions_are_short() -> Result<(), Box<dyn Error>> {
    let mut all = Vec::new();
    for folder in ["crates", "fuzz", "xtask"] {
        files(&root().join(folder), &mut all)?;
    }
    assert!(all.len() > 300, "{} files found", all.len());
    let mut left: Vec<(&str, &str)> = LONGER.iter().map(|(path, name, _)| (*path, *name)).collect();
    let mut found = Vec::new();
    for file in &all {
        let path = file.strip_prefix(root())?.to_string_lossy().replace('\\', "/");
        for (name, lines) in too_long(&fs::read_to_string(file)?) {
            match left.iter().position(|known| *known == (path.as_str(), name.as_str())) {
                Some(place) => drop(left.remove(place)),
                None => found.push(format!("{path} {name} has {lines} lines")),
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    assert!(left.is_empty(), "short by now, and to leave the list: {left:?}");
    Ok(())
}

#[test]
fn a_long_function_is_seen() {
    let body = "        work();\n".repeat(FUNCTION);
    let text = format!(
        "impl X {{\n    pub(crate) const fn long(\n        self,\n    ) -> u8 {{\n{body}    }}\n\n    fn short() {{}}\n}}\n"
    );
    assert_eq!(too_long(&text), [("long".to_owned(), FUNCTION + 4)]);
    assert_eq!(too_long(&"\n".repeat(FILE + 1)), [(String::new(), FILE + 1)]);
}
