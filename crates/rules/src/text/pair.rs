//! Which Chinese wording is of which rule of today.
//!
//! The Chinese documents are older than the English rulebook: rules were inserted and removed since, so that one number may be
//! of two rules. A wording is shown beside a rule only when both speak of the same things: each text is reduced to the words of
//! the rules that are in it (`vocabulary.txt`) and the sections it cites, rare ones weighing more, and the rules of a section are
//! aligned in their order so that what they share is most. A wording that shares too little with every rule is left alone.

use std::collections::{BTreeMap, BTreeSet};

use lawmage_ir::Rule;

use crate::text::refs::{Target, references};
use crate::text::{Chinese, Rulebook, is_heading, parent};

/// A word a line: its beginnings in English, and what it is in Chinese.
const VOCABULARY: &str = include_str!("../../vocabulary.txt");
/// Two texts say the same when they share this much of what they speak of.
const SAME: f32 = 0.5;
/// Whole sections moved by a few numbers at most.
const MOVED: u16 = 3;
/// How many comparisons are made at most; the real rulebook takes 1.3 million.
const MOST: usize = 4_000_000;
/// Cited sections of the last chapters were renumbered too often to tell anything.
const STEADY: u16 = 700;

/// What a text speaks of: words of the vocabulary by their line, cited sections behind them.
type Topics = BTreeSet<u16>;

struct Side {
    rule: Rule,
    topics: Topics,
    weight: f32,
    length: usize,
}

/// A pair that an alignment proposes.
struct Claim {
    english: Rule,
    chinese: Rule,
    gain: f32,
}

/// Says of each Chinese wording which English rule it is of.
pub fn pair(book: &Rulebook, chinese: &mut BTreeMap<Rule, Chinese>) {
    for wording in chinese.values_mut() {
        wording.meets = None;
    }
    if book.rules.is_empty() || chinese.is_empty() {
        return;
    }
    let english = book.rules.iter().filter(|(_, w)| !is_heading(&w.text));
    let english: Vec<(Rule, usize, Topics)> =
        english.map(|(rule, w)| (*rule, w.text.chars().count(), topics(&w.text, true))).collect();
    let texts = chinese.iter().filter(|(_, c)| !is_title(&c.wording.text));
    let texts: Vec<(Rule, usize, Topics)> =
        texts.map(|(rule, c)| (*rule, c.wording.text.chars().count(), topics(&c.wording.text, false))).collect();
    let weights = weights(&english, &texts);
    let (english, texts) = (sections(english, &weights), sections(texts, &weights));
    let mut claims = Vec::new();
    let mut left = MOST;
    for (section, theirs) in &texts {
        let near =
            english.range(section.saturating_sub(MOVED)..=section + MOVED).filter(|(s, _)| *s / 100 == section / 100);
        let aligned = near.map(|(s, ours)| (*s == *section, align(ours, theirs, &weights, &mut left)));
        // Another section must be much the better one.
        let worth = |(same, found): &(bool, Vec<Claim>)| {
            found.iter().map(|c| c.gain).sum::<f32>() * if *same { 2.0 } else { 1.0 }
        };
        let best = aligned.max_by(|a, b| worth(a).total_cmp(&worth(b)));
        claims.extend(best.into_iter().flat_map(|(_, found)| found));
    }
    claims.sort_by(|a, b| b.gain.total_cmp(&a.gain).then(a.chinese.cmp(&b.chinese)));
    let mut taken = BTreeSet::new();
    for claim in claims {
        if let Some(wording) = chinese.get_mut(&claim.chinese)
            && taken.insert(claim.english)
        {
            wording.meets = Some(claim.english);
        }
    }
    pair_titles(book, chinese, &taken);
}

/// A title is of the keyword whose subrules its own subrules are of.
fn pair_titles(book: &Rulebook, chinese: &mut BTreeMap<Rule, Chinese>, taken: &BTreeSet<Rule>) {
    let mut of: BTreeMap<Rule, Rule> = BTreeMap::new();
    for (rule, wording) in chinese.iter().filter(|(rule, _)| rule.letter != 0) {
        if let Some(meets) = wording.meets.filter(|m| m.letter != 0) {
            of.entry(parent(*rule)).or_insert(parent(meets));
        }
    }
    let mut taken = taken.clone();
    for (rule, meets) in of {
        let title = book.rules.get(&meets).is_some_and(|w| is_heading(&w.text));
        if let Some(wording) = chinese.get_mut(&rule).filter(|c| title && is_title(&c.wording.text))
            && taken.insert(meets)
        {
            wording.meets = Some(meets);
        }
    }
}

/// A Chinese heading, like that of a keyword.
fn is_title(text: &str) -> bool {
    text.chars().count() <= 16 && !text.contains(['。', '，', '：', '（'])
}

fn topics(text: &str, english: bool) -> Topics {
    let mut found = Topics::new();
    let text = text.to_lowercase().replace('’', "'");
    let begins = |word: &str| {
        text.match_indices(word)
            .any(|(at, _)| !english || !text.get(..at).is_some_and(|before| before.ends_with(char::is_alphanumeric)))
    };
    for (line, id) in VOCABULARY.lines().filter(|l| !l.starts_with('#')).zip(0..) {
        let words = line.split_once(" = ").map(|(e, z)| if english { e } else { z }).unwrap_or_default();
        if words.split('|').any(|word| !word.is_empty() && begins(word)) {
            found.insert(id);
        }
    }
    for target in references(&text) {
        if let Target::Rule(rule) | Target::Range(rule, _) = target
            && rule.section < STEADY
        {
            found.insert(10_000 + rule.section);
        }
    }
    found
}

/// What a topic weighs: the rarer, the more.
fn weights(english: &[(Rule, usize, Topics)], chinese: &[(Rule, usize, Topics)]) -> BTreeMap<u16, f32> {
    let count = |side: &[(Rule, usize, Topics)]| {
        let mut counts: BTreeMap<u16, usize> = BTreeMap::new();
        for topic in side.iter().flat_map(|(_, _, topics)| topics) {
            *counts.entry(*topic).or_default() += 1;
        }
        counts
    };
    let (ours, theirs) = (count(english), count(chinese));
    let all: BTreeSet<u16> = ours.keys().chain(theirs.keys()).copied().collect();
    let of = |counts: &BTreeMap<u16, usize>, topic| counts.get(&topic).copied().unwrap_or_default();
    let weigh = |topic| {
        let most = of(&ours, topic).max(of(&theirs, topic));
        (topic, (1.0 + english.len() as f32 / (1.0 + most as f32)).ln())
    };
    all.into_iter().map(weigh).collect()
}

fn sections(rules: Vec<(Rule, usize, Topics)>, weights: &BTreeMap<u16, f32>) -> BTreeMap<u16, Vec<Side>> {
    let mut sections: BTreeMap<u16, Vec<Side>> = BTreeMap::new();
    for (rule, length, topics) in rules {
        let weight = topics.iter().filter_map(|t| weights.get(t)).sum();
        sections.entry(rule.section).or_default().push(Side { rule, topics, weight, length });
    }
    sections
}

/// How much of what two texts speak of they share, from 0 to 1.
fn likeness(ours: &Side, theirs: &Side, weights: &BTreeMap<u16, f32>) -> f32 {
    // Damaged sources run on into what follows the rule.
    if theirs.length > 60 && theirs.length > ours.length {
        return 0.0;
    }
    let shared: f32 = ours.topics.intersection(&theirs.topics).filter_map(|t| weights.get(t)).sum();
    let all = ours.weight + theirs.weight;
    if all > 0.0 { 2.0 * shared / all } else { 0.0 }
}

/// The pairs of two sections that share most, in the order of both; none when there are no comparisons `left` for them.
fn align(ours: &[Side], theirs: &[Side], weights: &BTreeMap<u16, f32>, left: &mut usize) -> Vec<Claim> {
    let width = theirs.len() + 1;
    let Some(rest) = left.checked_sub(ours.len().saturating_mul(width)) else { return Vec::new() };
    *left = rest;
    let gain = |a: &Side, b: &Side| {
        let likeness = likeness(a, b, weights);
        // A rule that became a subrule, or one of another letter, must be all the more alike.
        let needed = match (a.rule == b.rule, a.rule.letter == b.rule.letter) {
            (true, _) => SAME - 0.1,
            (_, true) => SAME,
            _ if (a.rule.letter == 0) == (b.rule.letter == 0) => SAME + 0.1,
            _ => SAME + 0.2,
        };
        if likeness < needed { 0.0 } else { likeness - needed + 0.1 }
    };
    // best[i][j]: the most that the first i and the first j can share.
    let mut best = vec![0.0f32; (ours.len() + 1) * width];
    let mut gains = vec![0.0f32; ours.len() * theirs.len()];
    let at = |table: &[f32], i: usize, j: usize| table.get(i * width + j).copied().unwrap_or_default();
    for (i, a) in ours.iter().enumerate() {
        for (j, b) in theirs.iter().enumerate() {
            let found = gain(a, b);
            let paired = if found > 0.0 { at(&best, i, j) + found } else { 0.0 };
            let most = paired.max(at(&best, i, j + 1)).max(at(&best, i + 1, j));
            for (table, cell, value) in
                [(&mut best, (i + 1) * width + j + 1, most), (&mut gains, i * theirs.len() + j, found)]
            {
                if let Some(cell) = table.get_mut(cell) {
                    *cell = value;
                }
            }
        }
    }
    let mut claims = Vec::new();
    let (mut i, mut j) = (ours.len(), theirs.len());
    while i > 0 && j > 0 {
        let here = at(&best, i, j);
        if here == at(&best, i - 1, j) {
            i -= 1;
        } else if here == at(&best, i, j - 1) {
            j -= 1;
        } else {
            i -= 1;
            j -= 1;
            let found = gains.get(i * theirs.len() + j).copied().unwrap_or_default();
            if let (Some(a), Some(b)) = (ours.get(i), theirs.get(j)) {
                claims.push(Claim { english: a.rule, chinese: b.rule, gain: found });
            }
        }
    }
    claims
}
