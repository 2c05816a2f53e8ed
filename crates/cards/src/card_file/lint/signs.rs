//! Signs that a keyboard has in place of those that cards are printed with: dashes, bullets, symbols without braces or with other
//! words in them.

use std::ops::Range;

use lawmage_ir::ManaSymbol;

use super::{Said, Trial, line_around};

/// What people write for a symbol that has no mana in it.
const ALIASES: &[(&str, &str)] = &[("tap", "{T}"), ("untap", "{Q}"), ("energy", "{E}"), ("ticket", "{TK}")];

/// A sign that is printed otherwise.
struct Sign {
    span: Range<usize>,
    /// What is printed there.
    printed: String,
    what: &'static str,
}

impl Trial<'_> {
    /// The signs that are printed otherwise, where the text is understood better with those that are printed; and symbols that there
    /// are none of.
    pub(super) fn signs(&self) -> Vec<Said> {
        let signs = self.mistyped();
        let changes: Vec<(Range<usize>, String)> = signs.iter().map(|s| (s.span.clone(), s.printed.clone())).collect();
        let mut all = Vec::new();
        if !changes.is_empty() && self.failures(&changes) < self.failures(&[]) {
            all.extend(signs.into_iter().map(|sign| {
                let written = self.text.get(sign.span.clone()).unwrap_or_default().trim().to_owned();
                Said {
                    span: Some(sign.span),
                    what: format!("{}, not “{written}”", sign.what),
                    mend: Some(format!("write “{}”", sign.printed.trim())),
                }
            }));
        }
        let told: Vec<Range<usize>> = all.iter().filter_map(|s: &Said| s.span.clone()).collect();
        for span in self.braces().into_iter().filter(|span| !told.contains(span) && !self.is_symbol(span)) {
            all.push(Said {
                what: format!("“{}” is no symbol", &self.text[span.clone()]),
                mend: Some(match self.parts(&span) {
                    Some(parts) => format!("write “{parts}”"),
                    None => "symbols are {T}, {Q}, {E}, numbers, {X}, {W}, {U}, {B}, {R}, {G}, {C}, {S}, and {W/U}, {2/W}, {W/P}".to_owned(),
                }),
                span: Some(span),
            });
        }
        all
    }

    /// Whether what a diagnostic says of a place is said by the signs already: they stand in its line or the next.
    pub(super) fn is_told(&self, at: usize, signs: &[Said]) -> bool {
        let line = line_around(self.text, at);
        let next = line_around(self.text, (line.end + 1).min(self.text.len()));
        let within = |span: &Range<usize>| line.contains(&span.start) || next.contains(&span.start);
        signs.iter().filter_map(|s| s.span.as_ref()).any(within)
    }

    /// What stands between braces, with them.
    fn braces(&self) -> Vec<Range<usize>> {
        let mut all = Vec::new();
        let mut open = None;
        for (at, c) in self.text.char_indices() {
            match c {
                '{' => open = Some(at),
                '}' => all.extend(open.take().map(|start: usize| start..at + 1)),
                '\n' => open = None,
                _ => {}
            }
        }
        all
    }

    fn is_symbol(&self, span: &Range<usize>) -> bool {
        let symbol = &self.text[span.clone()];
        is_known(symbol.trim_matches(['{', '}']))
    }

    /// A symbol of several taken apart: "{2T}", "{Q2}".
    fn parts(&self, span: &Range<usize>) -> Option<String> {
        let inner = self.text[span.clone()].trim_matches(['{', '}']);
        let split = inner
            .find(|c: char| !c.is_ascii_digit())
            .filter(|n| *n > 0)
            .or_else(|| inner.find(|c: char| c.is_ascii_digit()))?;
        let (first, second) = inner.split_at_checked(split)?;
        // What is paid in mana stands first.
        let (first, second) =
            if first.starts_with(|c: char| c.is_ascii_digit()) { (first, second) } else { (second, first) };
        let is_mana = ManaSymbol::parse(second).is_some();
        let between = if is_mana { "" } else { ", " };
        (is_known(first) && is_known(second)).then(|| format!("{{{first}}}{between}{{{second}}}"))
    }

    /// Signs that may stand for others.
    fn mistyped(&self) -> Vec<Sign> {
        let mut signs = Vec::new();
        let mut start = 0;
        for line in self.text.split_inclusive('\n') {
            let bare = line.trim_end();
            let chooses = bare.to_lowercase().starts_with("choose ");
            if let Some(dash) = ["--", "-", "–", ":"].into_iter().find(|d| chooses && bare.ends_with(d)) {
                let what = "a long dash stands before the modes";
                signs.push(Sign {
                    span: start + bare.len() - dash.len()..start + bare.len(),
                    printed: "—".to_owned(),
                    what,
                });
            }
            if let Some(bullet) = ["- ", "* ", "– ", "· "].into_iter().find(|b| line.starts_with(b)) {
                let what = "a mode begins with a bullet";
                signs.push(Sign { span: start..start + bullet.len(), printed: "• ".to_owned(), what });
            }
            signs.extend(self.bare_cost(start, line));
            start += line.len();
        }
        for span in self.braces() {
            let inner = self.text[span.clone()].trim_matches(['{', '}']).to_lowercase();
            if let Some((_, symbol)) = ALIASES.iter().find(|(alias, _)| *alias == inner) {
                signs.push(Sign { span, printed: (*symbol).to_owned(), what: "symbols are written as on cards" });
            }
        }
        signs
    }

    /// "2, T: …": a cost of symbols without their braces.
    fn bare_cost(&self, start: usize, line: &str) -> Option<Sign> {
        let (cost, _) = line.split_once(':').filter(|(cost, _)| cost.len() <= 20 && !cost.is_empty())?;
        let symbols = cost.split(',').map(|part| {
            let part = part.trim();
            let (number, letters) = part.split_at(part.find(|c: char| !c.is_ascii_digit()).unwrap_or(part.len()));
            let one = |name: &str| is_known(name).then(|| format!("{{{name}}}"));
            let letters = letters.chars().map(|c| one(&c.to_string()));
            one(part).or_else(|| (!number.is_empty()).then(|| one(number)).into_iter().chain(letters).collect())
        });
        let printed = symbols.collect::<Option<Vec<String>>>()?.join(", ");
        Some(Sign { span: start..start + cost.len(), printed, what: "the symbols of a cost stand in braces" })
    }
}

/// Whether there is a symbol of that name, without its braces.
fn is_known(name: &str) -> bool {
    let others = ["T", "Q", "E", "TK", "P", "A", "CHAOS"];
    others.contains(&name) || ManaSymbol::parse(name).is_some()
}
