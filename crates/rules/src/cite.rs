//! Citations of rules in the lines of programs and documents.

use lawmage_ir::Rule;

/// What a line of a program says to people: its strings and its comment.
#[must_use]
pub fn said(line: &str) -> String {
    let mut out = String::new();
    let mut quoted = false;
    let mut before = ' ';
    for (i, c) in line.char_indices() {
        if c == '"' && before != '\\' {
            quoted = !quoted;
            out.push(' ');
        } else if quoted {
            out.push(c);
        } else if c == '/' && before == '/' {
            out.push_str(line.get(i..).unwrap_or_default());
            break;
        }
        before = c;
    }
    out
}

/// The sections that `rule!("606")` names in a line; rules with a point are found by [`rules`].
pub fn sections(line: &str) -> impl Iterator<Item = Rule> + '_ {
    let named = line.split("rule!(\"").skip(1).filter_map(|rest| rest.split('"').next());
    named.filter(|number| !number.contains('.')).filter_map(|number| number.parse().ok())
}

/// The rules cited in a text: `601.2a`, and all those of the ranges `601.2a-d` and `510.1-2`; not those of a later rulebook,
/// which are cited with its year: `2026:701.63a` ([`later`]).
#[must_use]
pub fn rules(text: &str) -> Vec<Rule> {
    found(text, false)
}

/// The rules of the rulebook of 2026 that are cited in a text: `2026:701.63a`, and `2026:721` for a section.
#[must_use]
pub fn later(text: &str) -> Vec<Rule> {
    let mut rules = found(text, true);
    let sections = text.split("2026:").skip(1).filter_map(|rest| rest.get(..3).zip(rest.get(3..)));
    let apart = |rest: &str| {
        !rest.starts_with(|c: char| c.is_ascii_alphanumeric())
            && !rest.strip_prefix('.').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    rules.extend(sections.filter(|(_, rest)| apart(rest)).filter_map(|(number, _)| number.parse::<Rule>().ok()));
    rules
}

/// The rules cited with the year of the later rulebook, or those without.
fn found(text: &str, of_later: bool) -> Vec<Rule> {
    let bytes = text.as_bytes();
    let at = |i: usize| bytes.get(i).copied().unwrap_or(b' ');
    let digits = |from: usize| (from..).take_while(|i| at(*i).is_ascii_digit()).count();
    let letter = |i: usize| at(i).is_ascii_lowercase() && !at(i + 1).is_ascii_alphanumeric();
    let mut found = Vec::new();
    let mut i = 0;
    while i < bytes.len() {
        let start = i;
        let section = digits(i);
        i += section.max(1);
        let later = start > 1 && at(start - 1) == b':' && at(start - 2).is_ascii_digit();
        let apart = start == 0 || !(at(start - 1).is_ascii_alphanumeric() || at(start - 1) == b'.');
        let apart = apart && later == of_later;
        let number = digits(i + 1);
        if section != 3 || !apart || at(i) != b'.' || number == 0 {
            continue;
        }
        i += 1 + number;
        i += usize::from(letter(i));
        let goes_on = at(i).is_ascii_alphanumeric() || (at(i) == b'.' && at(i + 1).is_ascii_digit());
        let Some(first) = text.get(start..i).filter(|_| !goes_on).and_then(|t| t.parse::<Rule>().ok()) else {
            continue;
        };
        found.push(first);
        let Some(rest) = text.get(i..).and_then(|rest| rest.strip_prefix(['-', '–'])) else { continue };
        let end: &str = rest.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
        found.extend(range(first, end));
    }
    found
}

/// What follows the first rule of a range, up to its end: another letter of the same number, or another number.
fn range(first: Rule, end: &str) -> Vec<Rule> {
    match (first.letter, end.as_bytes(), end.parse::<u8>()) {
        // 107.1l and 107.1o would be too like digits: the rules have neither.
        (1.., [last @ b'a'..=b'z'], _) => {
            let letters = (first.letter + 1)..=*last;
            letters.filter(|l| !matches!(l, b'l' | b'o')).map(|letter| Rule { letter, ..first }).collect()
        }
        (0, _, Ok(last @ ..=99)) => (first.number + 1..=last).map(|number| Rule { number, ..first }).collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cited(text: &str) -> Vec<String> {
        rules(text).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn rules_and_ranges_are_found() {
        assert_eq!(
            cited("601.2a-d, 510.1-2; 702.19b's (508.1d)"),
            ["601.2a", "601.2b", "601.2c", "601.2d", "510.1", "510.2", "702.19b", "508.1d"]
        );
        assert_eq!(cited("1601.2, 3.601.2, 601.2ab, 601.2.3, 60.12, v601.2, 000.2"), [""; 0]);
        assert_eq!(cited("2026:701.63a, 702.9"), ["702.9"]);
        let of_2026: Vec<String> =
            later("2026:701.63a, 702.9, 2026:721; 2026:721.2").iter().map(Rule::to_string).collect();
        assert_eq!(of_2026, ["701.63a", "721.2", "721"]);
        assert_eq!(cited(&said("let share = 100.0 * part; // 601.2a")), ["601.2a"]);
        assert_eq!(cited(&said("    Flying => \"flying\", \"702.9\",")), ["702.9"]);
        let named: Vec<String> = sections("rule!(\"606\"), rule!(\"601.2a\")").map(|r| r.to_string()).collect();
        assert_eq!(named, ["606"]);
    }
}
