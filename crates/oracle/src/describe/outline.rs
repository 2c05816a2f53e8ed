//! Indented lines.

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
