//! What is shown of each thing asked for, as data: the same for people and for programs.

use std::collections::BTreeMap;

use lawmage_ir::Rule;
use lawmage_rules::markdown::Known;
use lawmage_rules::text::lookup::{Found, Names};
use lawmage_rules::text::refs::{Place, Target, references, referring_to, see_terms};
use lawmage_rules::text::{Library, Rulebook, Term, Wording};
use serde::Serialize;

/// What is shown of one thing asked for.
#[derive(Serialize)]
pub struct Answer<'b> {
    /// The words asked.
    pub asked: String,
    /// Its entries in the glossary.
    pub glossary: Vec<Entry<'b>>,
    /// Its rules.
    pub blocks: Vec<Block<'b>>,
}

/// An entry of the glossary.
#[derive(Serialize)]
pub struct Entry<'b> {
    /// The entry.
    #[serde(flatten)]
    pub term: &'b Term,
    /// The rules it refers to.
    pub refers_to: Vec<Target>,
    /// The other terms it refers to.
    pub see: Vec<&'b str>,
}

/// A chapter, a section, a rule with its subrules, or a range.
#[derive(Serialize)]
pub struct Block<'b> {
    /// What it is.
    pub of: Target,
    /// The title of a chapter or section.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<&'b str>,
    /// The sections of a chapter.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sections: Vec<(u16, &'b str)>,
    /// The rules, each with its subrules behind it.
    pub rules: Vec<Line<'b>>,
    /// What they refer to outside of themselves.
    pub refers_to: Vec<Target>,
    /// What refers to them from outside.
    pub referred_to_by: Vec<Place>,
}

/// A rule.
#[derive(Serialize)]
pub struct Line<'b> {
    /// Its number.
    pub rule: Rule,
    /// What it says, with its examples.
    #[serde(flatten)]
    pub wording: &'b Wording,
    /// What it says in Chinese.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chinese: Option<ChineseLine<'b>>,
    /// What lawmage does about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lawmage: Option<Known>,
}

/// The Chinese wording of a rule.
#[derive(Serialize)]
pub struct ChineseLine<'b> {
    /// Its number in the older document that it is from.
    pub number: Rule,
    /// What it says there.
    #[serde(flatten)]
    pub wording: &'b Wording,
}

/// Where answers come from.
pub struct Desk<'b> {
    /// The rules in English.
    pub book: &'b Rulebook,
    /// Everything imported.
    pub library: &'b Library,
    /// What is done about each rule.
    pub known: &'b BTreeMap<Rule, Known>,
    /// The numbers that rules of today have in the Chinese documents; empty where no Chinese is wanted.
    pub chinese: BTreeMap<Rule, Rule>,
}

impl<'b> Desk<'b> {
    /// What is shown of something found.
    pub fn answer(&self, asked: String, found: &Found<'b>) -> Answer<'b> {
        let (mut targets, terms): (Vec<Target>, &[&Term]) = match found {
            Found::Number(target) => (vec![*target], &[]),
            Found::Name { rules, terms } => (rules.iter().map(|r| Target::Rule(*r)).collect(), terms),
        };
        let glossary = if terms.is_empty() { Vec::new() } else { self.entries(terms) };
        // A term of one rule is read there.
        if targets.is_empty() {
            let mut cited: Vec<Target> = glossary.iter().flat_map(|entry| entry.refers_to.clone()).collect();
            cited.dedup();
            if let [Target::Rule(rule)] = *cited.as_slice()
                && rule.number != 0
                && self.book.has(rule)
            {
                targets.push(Target::Rule(rule));
            }
        }
        Answer { asked, glossary, blocks: targets.into_iter().map(|target| self.block(target)).collect() }
    }

    /// The entries of terms, and of those that they only point to.
    fn entries(&self, terms: &[&'b Term]) -> Vec<Entry<'b>> {
        let names = Names::of(self.book);
        let mut entries: Vec<Entry> = Vec::new();
        let mut rest: Vec<&Term> = terms.to_vec();
        while let Some(term) = rest.first().copied() {
            rest.remove(0);
            if entries.iter().any(|entry| entry.term.name == term.name) {
                continue;
            }
            let (seen, _) = see_terms(&term.text, &names);
            let pointer = term.text.starts_with("See ") && references(&term.text).is_empty();
            let see = seen.iter().map(|t| t.name.as_str()).filter(|name| *name != term.name && !pointer).collect();
            entries.push(Entry { term, refers_to: references(&term.text), see });
            rest.extend(seen.into_iter().filter(|_| pointer));
        }
        entries
    }

    fn block(&self, of: Target) -> Block<'b> {
        let mut block = Block {
            of,
            title: None,
            sections: Vec::new(),
            rules: Vec::new(),
            refers_to: Vec::new(),
            referred_to_by: Vec::new(),
        };
        match of {
            Target::Chapter(chapter) => {
                block.title = self.book.chapters.get(&chapter).map(String::as_str);
                let sections = u16::from(chapter) * 100..(u16::from(chapter) + 1) * 100;
                block.sections = self.book.sections.range(sections).map(|(s, title)| (*s, title.as_str())).collect();
            }
            Target::Rule(rule) => {
                block.title = self.title(rule);
                block.rules = self.lines(rule);
                block.referred_to_by = self.referring(rule, &block.rules);
            }
            Target::Range(first, last) if first.number == 0 => {
                let sections = self.book.sections.range(first.section..=last.section);
                block.sections = sections.map(|(s, title)| (*s, title.as_str())).collect();
            }
            Target::Range(first, last) => {
                let last = if last.letter == 0 { Rule { letter: u8::MAX, ..last } } else { last };
                block.rules = self.book.rules.range(first..=last).map(|(r, w)| self.line(*r, w)).collect();
            }
        }
        let inside = |target: &Target| match target {
            Target::Rule(rule) => block.rules.iter().any(|line| line.rule == *rule),
            _ => false,
        };
        for line in &block.rules {
            let texts = std::iter::once(&line.wording.text).chain(&line.wording.examples);
            for target in texts.flat_map(|text| references(text)) {
                if !inside(&target) && target != of && !block.refers_to.contains(&target) {
                    block.refers_to.push(target);
                }
            }
        }
        block
    }

    fn title(&self, rule: Rule) -> Option<&'b str> {
        self.book.sections.get(&rule.section).map(String::as_str).filter(|_| rule.number == 0)
    }

    fn lines(&self, rule: Rule) -> Vec<Line<'b>> {
        let own = self.book.rules.get(&rule).map(|wording| (rule, wording));
        own.into_iter().chain(self.book.below(rule)).map(|(r, w)| self.line(r, w)).collect()
    }

    fn line(&self, rule: Rule, wording: &'b Wording) -> Line<'b> {
        let number = self.chinese.get(&rule).copied();
        let wording_of = |number: Rule| Some(&self.library.chinese.get(&number)?.wording);
        let chinese = number.and_then(|number| Some(ChineseLine { number, wording: wording_of(number)? }));
        Line { rule, wording, chinese, lawmage: self.known.get(&rule).cloned() }
    }

    /// What refers to a rule or its subrules from elsewhere; of a section, only what refers to the section itself.
    fn referring(&self, rule: Rule, lines: &[Line]) -> Vec<Place> {
        let mut found = referring_to(self.book, rule);
        if rule.number != 0 {
            found.extend(lines.iter().skip(1).flat_map(|line| referring_to(self.book, line.rule)));
        }
        found.retain(|place| !matches!(place, Place::Rule(from) if lines.iter().any(|line| line.rule == *from)));
        found.sort();
        found.dedup();
        found
    }
}
