//! The messages as they are written: `golden/` holds some of every kind, which are read and written back byte for byte. What fails
//! here would be misread by a program that speaks the version of today: then `VERSION` grows.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use lawmage_protocol::{FromPlayer, FromTable};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

fn path(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(file)
}

/// Reads each line as a message, and compares what is written for it.
fn read_and_write_back<M: DeserializeOwned + Serialize>(which: &str) {
    let text = fs::read_to_string(path(&format!("tests/golden/{which}.jsonl"))).expect("a golden file");
    for (line, number) in text.lines().zip(1..) {
        let message: M = serde_json::from_str(line).unwrap_or_else(|why| panic!("{which}, line {number}: {why}"));
        let written = serde_json::to_string(&message).expect("a message is written");
        assert_eq!(written, line, "{which}, line {number}");
    }
    let schema = fs::read_to_string(path(&format!("generated/{which}.schema.json"))).expect("a schema");
    let schema: Value = serde_json::from_str(&schema).expect("JSON");
    let mut words = BTreeSet::new();
    said_in(&schema, &mut words);
    assert!(words.len() > 20, "the schema of {which} has kinds of messages");
    let missing: Vec<&String> = words.iter().filter(|word| !text.contains(&format!("\"{word}\""))).collect();
    assert!(missing.is_empty(), "golden/{which}.jsonl has nothing of the kinds {missing:?}");
}

/// The words by which a schema tells kinds apart: constants, what an enumeration lists, and the one field that a kind must have.
fn said_in(schema: &Value, words: &mut BTreeSet<String>) {
    match schema {
        Value::Object(fields) => {
            words.extend(fields.get("const").and_then(Value::as_str).map(str::to_owned));
            let listed = fields.get("enum").and_then(Value::as_array).into_iter().flatten();
            words.extend(listed.filter_map(Value::as_str).map(str::to_owned));
            if let Some([only]) = fields.get("required").and_then(Value::as_array).map(Vec::as_slice) {
                words.extend(only.as_str().map(str::to_owned));
            }
            fields.values().for_each(|value| said_in(value, words));
        }
        Value::Array(values) => values.iter().for_each(|value| said_in(value, words)),
        _ => {}
    }
}

#[test]
fn what_is_said_to_a_table() {
    read_and_write_back::<FromPlayer>("from-player");
}

#[test]
fn what_a_table_says() {
    read_and_write_back::<FromTable>("from-table");
}
