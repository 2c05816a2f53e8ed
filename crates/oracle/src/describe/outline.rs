//! Indented lines, and IR nodes shortened to what a person wants to see.

use std::fmt::Debug;

use lawmage_ir::Rule;

/// Lines with indentation.
#[derive(Debug, Default)]
pub(crate) struct Outline {
    text: String,
    depth: usize,
}

impl Outline {
    pub(crate) fn line(&mut self, text: &str) {
        for _ in 0..self.depth {
            self.text.push_str("  ");
        }
        self.text.push_str(text);
        self.text.push('\n');
    }

    /// A line with the rule behind it.
    pub(crate) fn cited(&mut self, text: &str, rule: Rule) {
        self.line(&format!("{text} ({rule})"));
    }

    pub(crate) fn deeper(&mut self, body: impl FnOnce(&mut Self)) {
        self.depth += 1;
        body(self);
        self.depth -= 1;
    }

    pub(crate) fn finish(self) -> String {
        self.text.trim_end().to_owned()
    }
}

/// A node as text: its debug form without what is empty and without the wrapping of lone values.
pub(crate) fn node(value: &impl Debug) -> String {
    let text = format!("{value:?}");
    let mut text = text;
    for (from, to) in [
        ("Filter { kind: Permanent, test: ", "permanent { "),
        ("Filter { kind: Player, test: ", "player { "),
        ("Filter { kind: Spell, test: ", "spell { "),
        ("Filter { kind: ", "{ "),
        ("Selector::", ""),
        ("Const(1)", "1"),
        ("test: Any", "any"),
        (", no_regeneration: false", ""),
        (", rider: None", ""),
        (", limit: None", ""),
        (", random: false", ""),
        (", by: None", ""),
        (", face_down: false", ""),
        (", tapped: false", ""),
        (", counters: []", ""),
        (", attached_to: None", ""),
        (", attacking: false", ""),
        (", transformed: false", ""),
        (", mods: []", ""),
        (", otherwise: []", ""),
        (", then: []", ""),
    ] {
        text = text.replace(from, to);
    }
    unwrap_numbers(&text)
}

/// `Const(7)` as `7`.
fn unwrap_numbers(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("Const(") {
        let (head, tail) = rest.split_at(at);
        out.push_str(head);
        let inner = tail.strip_prefix("Const(").unwrap_or_default();
        match inner.split_once(')') {
            Some((number, after)) if number.parse::<i32>().is_ok() => {
                out.push_str(number);
                rest = after;
            }
            _ => {
                out.push_str("Const(");
                rest = inner;
            }
        }
    }
    out.push_str(rest);
    out
}
