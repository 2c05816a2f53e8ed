//! The engine is built in floors (ARCHITECTURE.md): a file uses what lies on its own floor and below, never above. This test reads
//! the paths that each file names; it fails on an arrow upward, and so on any circle between floors.
//!
//! What it can't see: a method of `State` or `Game` that is called by its name alone. Such methods stand where their rule is.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

/// The floors from the ground up: folders of `src`.
const FLOORS: [&str; 10] =
    ["state", "read", "table", "events", "pay", "targets", "kinds", "variants", "procedure", "effects"];

/// What else `src` holds: the crate's page, and the kit of its tests, which stands on all floors.
const BESIDES: [&str; 2] = ["lib.rs", "testkit.rs"];

type Outcome = Result<(), Box<dyn Error>>;

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// Each file of a folder with its modules' names, tests aside: those use the kit and whatever they test.
fn files(folder: &Path, module: &[String], found: &mut Vec<(Vec<String>, String)>) -> Outcome {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)?.map(|e| e.map(|e| e.path())).collect::<Result<_, _>>()?;
    entries.sort();
    for path in entries {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if matches!(&*name, "tests" | "trials" | "testkit" | "lib") {
            continue;
        }
        let mut inner = module.to_vec();
        if name != "mod" {
            inner.push(name);
        }
        if path.is_dir() {
            files(&path, &inner, found)?;
        } else {
            found.push((inner, fs::read_to_string(&path)?));
        }
    }
    Ok(())
}

/// The code of a file: no comments, no tests at its end.
fn code(text: &str) -> String {
    let text = text.split("\n#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// The names at the beginning of a path after `crate::`: one, or all of a group in braces.
fn first_names(path: &str) -> Vec<String> {
    let name = |text: &str| text.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    match path.strip_prefix('{') {
        None => vec![name(path)],
        Some(group) => {
            let (mut depth, mut names, mut at) = (0_u32, Vec::new(), 0);
            for (place, letter) in group.char_indices() {
                match letter {
                    '{' => depth += 1,
                    ',' if depth == 0 => {
                        names.push(name(&group[at..place]));
                        at = place + 1;
                    }
                    '}' if depth == 0 => {
                        names.push(name(&group[at..place]));
                        break;
                    }
                    '}' => depth -= 1,
                    _ => {}
                }
            }
            names.retain(|n| !n.is_empty());
            names
        }
    }
}

/// The floors that a file's paths lead to, with the line of each.
fn paths(module: &[String], code: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for line_at in code.match_indices("crate::") {
        let (at, word) = line_at;
        let line = code[at..].lines().next().unwrap_or_default().to_owned();
        found.extend(first_names(&code[at + word.len()..]).into_iter().map(|name| (name, line.clone())));
    }
    // `super::super::x` leaves the floor when it climbs as high as the crate.
    for (at, _) in code.match_indices("super::") {
        let path = &code[at..];
        if code[..at].ends_with("super::") {
            continue;
        }
        let steps = path.split("::").take_while(|part| *part == "super").count();
        if steps >= module.len() {
            let rest = &path["super::".len() * steps..];
            let line = path.lines().next().unwrap_or_default();
            found.extend(first_names(rest).into_iter().map(|name| (name, line.to_owned())));
        }
    }
    found
}

fn rank(floor: &str) -> Option<usize> {
    FLOORS.iter().position(|f| *f == floor)
}

/// What one file names that lies above it, or on no floor.
fn upward(module: &[String], text: &str) -> Vec<String> {
    let floor = module.first().map(String::as_str).unwrap_or_default();
    let from = module.join("::");
    let Some(own) = rank(floor) else { return vec![format!("{from} is on no floor")] };
    let wrong = |(to, line): (String, String)| match rank(&to) {
        Some(other) if other <= own => None,
        Some(_) => Some(format!("{from} ({floor}) uses {to}, which lies above it: {line}")),
        None => Some(format!("{from} names {to}, which is no floor: {line}")),
    };
    paths(module, &code(text)).into_iter().filter_map(wrong).collect()
}

#[test]
fn no_file_uses_what_lies_above_it() -> Outcome {
    let mut all = Vec::new();
    files(&source(), &[], &mut all)?;
    assert!(all.len() > 100, "{} files found", all.len());
    let wrong: Vec<String> = all.iter().flat_map(|(module, text)| upward(module, text)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

#[test]
fn the_source_holds_the_floors_and_little_else() -> Outcome {
    let mut names: Vec<String> = Vec::new();
    for entry in fs::read_dir(source())? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    let mut expected: Vec<&str> = FLOORS.into_iter().chain(BESIDES).collect();
    expected.sort_unstable();
    assert_eq!(names, expected);
    Ok(())
}

/// The crate's page and the map tell of the same floors, in the same order.
#[test]
fn the_map_tells_of_the_floors() -> Outcome {
    let map = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ARCHITECTURE.md"))?;
    let page = fs::read_to_string(source().join("lib.rs"))?;
    for (text, mark) in [(&map, ["`", "/`"]), (&page, ["[`", "`]"])] {
        let rows: Vec<&str> = text.lines().filter(|line| line.contains("| ")).collect();
        let row = |floor: &&str| rows.iter().position(|r| r.contains(&format!("{}{floor}{}", mark[0], mark[1])));
        let places: Vec<Option<usize>> = FLOORS.iter().map(row).collect();
        assert!(
            places.iter().all(Option::is_some) && places.is_sorted(),
            "{:?}",
            FLOORS.iter().zip(&places).collect::<Vec<_>>()
        );
    }
    Ok(())
}

#[test]
fn an_arrow_upward_is_seen() {
    let module = |path: &str| path.split("::").map(str::to_owned).collect::<Vec<_>>();
    let wrong = |path: &str, text: &str| upward(&module(path), text).len();
    assert_eq!(wrong("state::object", "use crate::read::context::Context;"), 1);
    assert_eq!(wrong("state::object", "use crate::{state::State, table::{game::Game, view}, pay};"), 2);
    assert_eq!(wrong("state::object", "fn f(x: &crate::effects::Scope) {}"), 1);
    assert_eq!(wrong("state::object", "use super::super::pay::Plan;"), 1);
    assert_eq!(wrong("pay::tests_of", "use super::plan::Plan; use crate::state::State;"), 0);
    assert_eq!(wrong("kinds::rooms", "// crate::effects\nuse crate::kinds::sagas;"), 0);
    assert_eq!(wrong("odd", ""), 1);
}
