//! A file of rules in English and Chinese, a record a line: `{"number": "100.1", "en": …, "en_source": …, "zh": …, "zh_source": …}`.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use lawmage_cards::{Error, Result};
use lawmage_ir::Rule;
use serde::Deserialize;

use crate::text::{Unread, Wording};

/// The rules of such a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Records {
    /// The English wordings.
    pub english: BTreeMap<Rule, Wording>,
    /// The Chinese wordings, by the numbers of the documents they are from.
    pub chinese: BTreeMap<Rule, Wording>,
    /// What was not understood.
    pub unread: Vec<Unread>,
}

#[derive(Deserialize)]
struct Record {
    number: String,
    en: Option<String>,
    en_source: Option<String>,
    zh: Option<String>,
    zh_source: Option<String>,
}

/// Whether a file looks like one of records.
#[must_use]
pub fn looks_like(text: &str) -> bool {
    text.trim_start().starts_with('{')
}

/// Reads a file of records.
///
/// # Errors
/// When there is no rule in it.
pub fn read(text: &str) -> Result<Records> {
    let mut records = Records::default();
    for (line, number) in text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty()) {
        let mut wrong = |why: String| records.unread.push(Unread::new(number, line, why));
        let record: Record = match serde_json::from_str(line) {
            Ok(record) => record,
            Err(error) => {
                wrong(format!("no record of a rule: {error}"));
                continue;
            }
        };
        let rule = match record.number.parse::<Rule>() {
            Ok(rule) if rule.number != 0 => rule,
            _ => {
                wrong(format!("“{}” is not a rule number", record.number));
                continue;
            }
        };
        if record.en.is_none() && record.zh.is_none() {
            wrong("neither “en” nor “zh” is there".to_owned());
        }
        let wordings = [
            (record.en, record.en_source, "Example:", &mut records.english),
            (record.zh, record.zh_source, "例如：", &mut records.chinese),
        ];
        for (text, source, example, into) in wordings {
            let Some(text) = text else { continue };
            match into.entry(rule) {
                Entry::Vacant(free) => {
                    free.insert(wording(&text, source, example));
                }
                Entry::Occupied(_) => {
                    records.unread.push(Unread::new(number, line, format!("a second {rule}; the first is kept")));
                }
            }
        }
    }
    if records.english.is_empty() && records.chinese.is_empty() {
        let first = records.unread.first().map(|u| format!("; line {}: {}", u.line, u.why)).unwrap_or_default();
        return Err(Error::new(format!("has no rules in it{first}")));
    }
    Ok(records)
}

/// Splits the worked examples, each a line of its own, from the text.
fn wording(text: &str, source: Option<String>, example: &str) -> Wording {
    let mut wording = Wording { source: source.map(|s| clean(&s)), ..Wording::default() };
    for line in clean(text).lines().map(str::trim).filter(|l| !l.is_empty()) {
        match line.strip_prefix(example) {
            Some(words) => wording.examples.push(words.trim().to_owned()),
            None => {
                if !wording.text.is_empty() {
                    wording.text.push('\n');
                }
                wording.text.push_str(line);
            }
        }
    }
    wording
}

/// JSON can spell what no terminal should see.
fn clean(text: &str) -> String {
    text.chars().filter(|c| *c == '\n' || !c.is_control()).collect()
}
