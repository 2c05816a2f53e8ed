//! Rules as a page of text for people.

use std::path::{Path, PathBuf};

use lawmage_ir::Rule;
use lawmage_rules::markdown::Known;
use lawmage_rules::text::refs::{Place, Target};
use lawmage_rules::text::{Chinese, Wording, is_heading, parent};
use lawmage_rules::{Place as Source, Status};

use crate::commands::rules::show::ShowArgs;
use crate::commands::rules::show::answer::{Answer, Block, ChineseLine, Desk, Entry, Line};
use crate::commands::rules::{Lang, map};
use crate::console::Console;
use crate::wrap::{fit, width, wrap};

/// The columns of a rule's number; 702.179a has eight.
const NUMBER: usize = 9;
/// The columns of what stands before references.
const LABEL: usize = 10;
/// A section with more rules is shown by its headings.
const LONG: usize = 60;

/// Prints answers.
pub struct Page<'p, 'b> {
    console: &'p Console,
    desk: &'p Desk<'b>,
    args: &'p ShowArgs,
    width: usize,
    began: bool,
    /// Whether some Chinese was shown, and whether all that was wanted was there.
    chinese: bool,
}

impl<'p, 'b> Page<'p, 'b> {
    /// An empty page.
    pub fn new(console: &'p Console, desk: &'p Desk<'b>, args: &'p ShowArgs) -> Self {
        Self { console, desk, args, width: width(), began: false, chinese: false }
    }

    /// Prints one answer.
    pub fn answer(&mut self, answer: &Answer) {
        for entry in &answer.glossary {
            // What is printed in full right below needs no reference.
            let shown: Vec<Target> = answer.blocks.iter().map(|b| b.of).collect();
            self.entry(entry, &shown);
        }
        for block in &answer.blocks {
            self.block(block);
        }
    }

    /// Ends the page.
    pub fn end(&self) {
        if self.chinese {
            let note = "The Chinese wordings are older than the English, which decides.";
            self.console.line(self.console.dim(format!("\n{note}")));
        }
    }

    /// An empty line between two things.
    fn apart(&mut self) {
        if std::mem::replace(&mut self.began, true) {
            self.console.line("");
        }
    }

    fn entry(&mut self, entry: &Entry, shown: &[Target]) {
        self.apart();
        self.console.line(format!("{}  {}", self.console.bold(&entry.term.name), self.console.dim("glossary")));
        self.console.line(wrap(&entry.term.text, self.width, "  ", 2));
        let seen: Vec<Target> = entry.refers_to.iter().filter(|t| !shown.contains(t)).copied().collect();
        self.targets(&seen);
        let mut label = if seen.is_empty() { "see" } else { "" };
        for name in &entry.see {
            let text = self.desk.book.term(name).map(|t| t.text.as_str()).unwrap_or_default();
            self.console.line(fit(&format!("{label:LABEL$}{name}: {text}").replace('\n', " "), self.width));
            label = "";
        }
    }

    fn block(&mut self, block: &Block) {
        self.apart();
        self.context(block);
        if let (Target::Rule(rule), Some(title)) = (block.of, block.title) {
            self.console.line(self.console.bold(format!("{rule}. {title}").trim_end_matches(". ")));
        }
        for (section, title) in &block.sections {
            let line = wrap(title, self.width, &format!("{:5}", format!("{section}")), 5);
            self.console.line(line);
        }
        let section = matches!(block.of, Target::Rule(rule) if rule.number == 0);
        let outline = section && block.rules.len() > LONG && !self.args.full;
        if outline {
            self.outline(block);
        } else {
            for line in &block.rules {
                self.rule(line);
            }
        }
        self.console.line("");
        if !section {
            self.targets(&block.refers_to);
        }
        self.places(&block.referred_to_by);
        if self.args.with_code {
            block.rules.iter().filter_map(|line| line.lawmage.as_ref()).for_each(|known| self.code(known));
        } else {
            self.state(block);
        }
    }

    /// The titles above what is shown.
    fn context(&self, block: &Block) {
        let book = self.desk.book;
        let (chapter, section) = match block.of {
            Target::Chapter(chapter) => (u16::from(chapter), None),
            Target::Rule(rule) if rule.number == 0 => (rule.section / 100, None),
            Target::Range(rule, _) if rule.number == 0 => (rule.section / 100, None),
            Target::Rule(rule) | Target::Range(rule, _) => (rule.section / 100, Some(rule)),
        };
        let title = u8::try_from(chapter).ok().and_then(|c| book.chapters.get(&c)).filter(|t| !t.is_empty());
        let mut titles: Vec<String> = title.map(|t| format!("{chapter}. {t}")).into_iter().collect();
        if let Some(rule) = section {
            let title = book.sections.get(&rule.section).filter(|t| !t.is_empty());
            titles.extend(title.map(|t| format!("{}. {t}", rule.section)));
            let up = parent(rule);
            let heading = book.rules.get(&up).filter(|w| up.number != 0 && is_heading(&w.text));
            titles.extend(heading.map(|w| format!("{up}. {}", w.text)).filter(|_| block.rules.len() == 1));
        }
        if !titles.is_empty() {
            self.console.line(self.console.dim(fit(&titles.join(" › "), self.width)));
        }
    }

    /// The rules of a long section without their subrules, a line each.
    fn outline(&self, block: &Block) {
        for line in block.rules.iter().filter(|line| line.rule.letter == 0) {
            let number = format!("{:NUMBER$}", line.rule.to_string());
            let text = line.wording.text.lines().next().unwrap_or_default();
            let text = fit(text, self.width.saturating_sub(NUMBER));
            self.console.line(format!("{}{text}", self.console.bold(number)));
        }
        let count = block.rules.len();
        self.console.line(self.console.dim(format!("{:NUMBER$}--full prints all {count} rules", "")));
    }

    fn rule(&mut self, line: &Line) {
        let number = format!("{:NUMBER$}", line.rule.to_string());
        let mut first = self.console.bold(&number);
        if self.args.lang != Lang::Zh {
            self.wording(line.wording, &first, "Example: ");
            if let Some(source) = &line.wording.source {
                self.console.line(self.console.dim(format!("{:NUMBER$}(English of {source})", "")));
            }
            first = " ".repeat(NUMBER);
        }
        match &line.chinese {
            Some(chinese) => self.chinese(line.rule, chinese, &first),
            None if self.args.lang == Lang::En => {}
            None => self.no_chinese(line.rule, &first),
        }
    }

    fn wording(&self, wording: &Wording, first: &str, example: &str) {
        self.console.line(wrap(&wording.text, self.width, first, NUMBER));
        for text in &wording.examples {
            let first = format!("{:NUMBER$}{}", "", self.console.dim(example));
            self.console.line(wrap(text, self.width, &first, NUMBER));
        }
    }

    fn chinese(&mut self, rule: Rule, chinese: &ChineseLine, first: &str) {
        self.chinese = true;
        self.wording(chinese.wording, first, "例如：");
        if chinese.number != rule {
            let note = format!("{:NUMBER$}({} in the older numbering of the Chinese)", "", chinese.number);
            self.console.line(self.console.dim(note));
        }
    }

    /// Nothing in Chinese says what that rule says; what has its number is about something else.
    fn no_chinese(&self, rule: Rule, first: &str) {
        if self.desk.library.chinese.is_empty() {
            return self.console.line(wrap("no Chinese was imported", self.width, first, NUMBER));
        }
        let other = self.desk.library.chinese.get(&rule);
        let what =
            if self.args.lang == Lang::Zh { "no Chinese wording is known" } else { "(no Chinese wording is known)" };
        self.console.line(format!("{first}{}", self.console.dim(what)));
        if let Some(other) = other.filter(|_| self.args.lang == Lang::Zh) {
            let note = match other.meets {
                Some(meets) => format!("(the older Chinese {rule} is today's {meets})"),
                None => format!("(the older Chinese {rule} does not say what {rule} says today:)"),
            };
            self.console.line(self.console.dim(format!("{:NUMBER$}{note}", "")));
            if other.meets.is_none() {
                self.wording(&other.wording, &" ".repeat(NUMBER), "例如：");
            }
        }
    }

    /// What is referred to, a line each.
    fn targets(&self, targets: &[Target]) {
        let mut label = "see";
        for target in targets {
            let text = match target {
                Target::Chapter(chapter) => self.desk.book.chapters.get(chapter).map(String::as_str),
                Target::Rule(rule) | Target::Range(rule, _) => self.desk.book.line(*rule),
            };
            let text = text.unwrap_or("(not in this text)");
            self.console.line(fit(&format!("{label:LABEL$}{:NUMBER$} {text}", target.to_string()), self.width));
            label = "";
        }
    }

    fn places(&self, places: &[Place]) {
        if places.is_empty() {
            return;
        }
        let names = places.iter().map(|place| match place {
            Place::Rule(rule) => rule.to_string(),
            Place::Term(name) => format!("“{name}”"),
        });
        let names: Vec<String> = names.collect();
        self.console.line(wrap(&names.join(", "), self.width, &format!("{:LABEL$}", "cited by"), LABEL));
    }

    /// One line on what lawmage does about what is shown.
    fn state(&self, block: &Block) {
        let known: Vec<&Known> = block.rules.iter().filter_map(|line| line.lawmage.as_ref()).collect();
        let Some(first) = known.first() else { return };
        let text = match known.as_slice() {
            [one] => said(one),
            // A heading has nothing of its own.
            _ if matches!(block.of, Target::Rule(rule) if rule.number != 0)
                && !block.rules.first().is_some_and(is_title) =>
            {
                let rest = known.get(1..).unwrap_or_default();
                format!("{}; {}", said(first), counted(rest, "subrules"))
            }
            all if block.rules.first().is_some_and(is_title) => counted(all.get(1..).unwrap_or_default(), "subrules"),
            all => counted(all, "rules"),
        };
        self.console.line(wrap(&text, self.width, &format!("{:LABEL$}", "lawmage"), LABEL));
    }

    /// Every place of a rule, with the titles of the scenarios where they can be read.
    fn code(&self, known: &Known) {
        let root = self.args.source.clone().or_else(map::checkout);
        let reason = known.reason.as_ref().map(|r| format!(": {r}")).unwrap_or_default();
        self.console.line(format!(
            "{:LABEL$}{:NUMBER$} {}{reason}",
            "lawmage",
            known.rule.to_string(),
            known.status.word()
        ));
        let more = |count: usize| if count == 0 { String::new() } else { format!(" and {count} more") };
        for place in &known.code {
            self.console.line(format!("{:LABEL$}{place}", ""));
        }
        if known.more_code > 0 {
            self.console.line(format!("{:LABEL$}{} files", "", more(known.more_code).trim_start()));
        }
        for place in &known.scenarios {
            let title = root.as_ref().and_then(|root| title(root, place)).unwrap_or_default();
            self.console.line(fit(&format!("{:LABEL$}{place}  {title}", ""), self.width.max(60)));
        }
        if known.more_scenarios > 0 {
            self.console.line(format!("{:LABEL$}{} files of scenarios", "", more(known.more_scenarios).trim_start()));
        }
    }
}

fn is_title(line: &Line) -> bool {
    line.rule.number != 0 && is_heading(&line.wording.text) && !line.wording.text.is_empty()
}

/// What is done about one rule, in words.
fn said(known: &Known) -> String {
    let some = |places: &[Source], more: usize| {
        let first = places.first().map(ToString::to_string).unwrap_or_default();
        match places.len().saturating_sub(1) + more {
            0 => first,
            more => format!("{first} and {more} more"),
        }
    };
    match known.status {
        Status::Enforced => format!(
            "enforces it: {}; shown by {}",
            some(&known.code, known.more_code),
            some(&known.scenarios, known.more_scenarios)
        ),
        Status::Definition => format!("has nothing to enforce: {}", known.reason.clone().unwrap_or_default()),
        Status::NotYet if known.code.is_empty() => "does not enforce it yet".to_owned(),
        Status::NotYet => format!("enforces it, and no scenario shows it yet: {}", some(&known.code, known.more_code)),
    }
}

/// How many of several rules are enforced, and which are not.
fn counted(known: &[&Known], what: &str) -> String {
    let all = |of: &dyn Fn(&&&Known) -> bool| known.iter().filter(|k| of(k)).map(|k| k.rule).collect::<Vec<Rule>>();
    let enforced = all(&|k| k.status == Status::Enforced);
    let defined = all(&|k| k.status == Status::Definition);
    let unshown = all(&|k| k.status == Status::NotYet && !k.code.is_empty());
    let absent = all(&|k| k.status == Status::NotYet && k.code.is_empty());
    let mut text = format!("{} of {} {what} enforced and shown", enforced.len(), known.len());
    if !defined.is_empty() {
        text.push_str(&format!("; {} with nothing to enforce", defined.len()));
    }
    for (rules, why) in [(unshown, "enforced, no scenario yet"), (absent, "not cited in the code")] {
        if !rules.is_empty() {
            let numbers: Vec<String> = rules.iter().take(8).map(ToString::to_string).collect();
            let more =
                if rules.len() > numbers.len() { format!(" and {} more", rules.len() - 8) } else { String::new() };
            text.push_str(&format!("; {why}: {}{more}", numbers.join(", ")));
        }
    }
    text
}

/// The title of the scenario that begins at a line.
fn title(root: &Path, place: &Source) -> Option<String> {
    let path: PathBuf = root.join(&place.file);
    let text = std::fs::read_to_string(path).ok()?;
    let line = text.lines().nth(place.line?.checked_sub(1)?)?;
    let (_, title) = line.split_once("title:")?;
    Some(title.trim().trim_matches('"').to_owned())
}

/// A wording that only the older Chinese text has under its number.
pub fn older(console: &Console, rule: Rule, chinese: &Chinese) {
    let first = format!("{:NUMBER$}", rule.to_string());
    console.line(wrap(&chinese.wording.text, width(), &console.bold(first), NUMBER));
    let today = match chinese.meets {
        Some(meets) => format!("the older numbering of the Chinese; today it is {meets}"),
        None => "the older numbering of the Chinese; no rule of today says the same".to_owned(),
    };
    console.line(console.dim(format!("{:NUMBER$}({today})", "")));
}
