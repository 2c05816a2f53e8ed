//! A card prepared for comparing: its words folded when they are first asked for.

use std::cell::OnceCell;

use lawmage_ir::{ColorSet, Layout};
use lawmage_oracle::FaceSource;
use lawmage_oracle::text::without_reminders;

use super::value::{colors, star_value};
use crate::facts::{identity, produces, symbol_colors};
use crate::names::fold_letter;
use crate::{CardId, CardPool, Record};

/// A card that a query is held against.
pub(super) struct Subject<'p> {
    pub(super) pool: &'p CardPool,
    pub(super) id: CardId,
    pub(super) record: Record,
    name: OnceCell<String>,
    types: OnceCell<String>,
    text: OnceCell<String>,
    tilde: OnceCell<String>,
    full: OnceCell<String>,
}

/// Letters as they are compared: lower case, without accents, with plain quotes and hyphens.
pub(super) fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '“' | '”' => folded.push('"'),
            c if c.is_ascii() => folded.push(c.to_ascii_lowercase()),
            c => c.to_lowercase().for_each(|c| fold_letter(c, &mut folded)),
        }
    }
    folded
}

impl<'p> Subject<'p> {
    pub(super) fn new(pool: &'p CardPool, id: CardId, record: Record) -> Self {
        let (name, types, text) = Default::default();
        Self { pool, id, record, name, types, text, tilde: OnceCell::new(), full: OnceCell::new() }
    }

    pub(super) fn faces(&self) -> &[FaceSource] {
        &self.record.source.faces
    }

    pub(super) fn layout(&self) -> Layout {
        self.record.source.layout
    }

    /// Its full name, and those of its faces.
    pub(super) fn name(&self) -> &str {
        self.name.get_or_init(|| crate::fold_name(&self.record.source.name))
    }

    /// Its type lines, a line each.
    pub(super) fn types(&self) -> &str {
        self.types.get_or_init(|| fold(&self.joined(|f| f.type_line.clone())))
    }

    /// Its rules text without reminders.
    pub(super) fn text(&self) -> &str {
        self.text.get_or_init(|| fold(&self.joined(|f| without_reminders(&f.text))))
    }

    /// Its rules text with reminders.
    pub(super) fn full_text(&self) -> &str {
        self.full.get_or_init(|| fold(&self.joined(|f| f.text.clone())))
    }

    /// Its rules text with `~` where it speaks of itself.
    pub(super) fn tilde_text(&self) -> &str {
        self.tilde.get_or_init(|| {
            let mut text = self.text().to_owned();
            for face in self.faces() {
                let name = fold(&face.name);
                text = text.replace(&name, "~");
                // A legendary card may call itself by the first part of its name (201.5c).
                if let Some((short, _)) = name.split_once(',') {
                    text = text.replace(short, "~");
                }
            }
            let kinds =
                ["creature", "artifact", "enchantment", "land", "spell", "permanent", "vehicle", "equipment", "aura"];
            for kind in kinds.into_iter().chain(["planeswalker", "card", "saga", "class"]) {
                text = text.replace(&format!("this {kind}"), "~");
            }
            text
        })
    }

    fn joined(&self, part: impl Fn(&FaceSource) -> String) -> String {
        self.faces().iter().map(part).collect::<Vec<_>>().join("\n")
    }

    /// Whether a type line has that word, in lower case.
    pub(super) fn is_type(&self, word: &str) -> bool {
        self.types().split_whitespace().any(|w| w == word)
    }

    /// Whether it has two faces of which only one is seen at a time (712.1, 712.2).
    pub(super) fn is_double_faced(&self) -> bool {
        matches!(self.layout(), Layout::Transform | Layout::ModalDfc | Layout::Meld)
    }

    /// Its colors; of double-faced cards those of each face, else those of all faces together (105.2, 709.4b).
    pub(super) fn colors(&self) -> Vec<u8> {
        let of = |f: &FaceSource| match f.color_indicator.as_deref() {
            // 204
            Some(letters) => colors(letters).unwrap_or(0),
            None if f.text.contains("Devoid") => 0,
            None => bits(symbol_colors(f.mana_cost.as_deref().unwrap_or_default())),
        };
        let each = self.faces().iter().map(of);
        if self.is_double_faced() { each.collect() } else { vec![each.fold(0, |set, c| set | c)] }
    }

    pub(super) fn identity(&self) -> u8 {
        bits(identity(&self.record.source))
    }

    /// The mana it makes: bits of colors, and 32 for colorless.
    pub(super) fn produces(&self) -> u8 {
        let (colors, colorless) = produces(&self.record.source);
        bits(colors) | if colorless { 32 } else { 0 }
    }

    /// The mana value of the card as it is in a deck (202.3): of split cards both halves, of others the front.
    pub(super) fn mana_value(&self) -> f64 {
        let of = |f: &FaceSource| super::value::cost_value(f.mana_cost.as_deref().unwrap_or_default());
        match self.layout() {
            // 202.3d
            Layout::Split | Layout::Aftermath => self.faces().iter().map(of).sum(),
            _ => self.faces().first().map_or(0.0, of),
        }
    }

    /// A number of each face that has it.
    pub(super) fn numbers<'s>(&'s self, of: impl Fn(&'s FaceSource) -> Option<&'s str>) -> Vec<f64> {
        self.faces().iter().filter_map(|f| star_value(of(f)?)).collect()
    }

    /// Whether it has that keyword, in lower case: by the data, or as a word of a line of keywords.
    pub(super) fn has_keyword(&self, keyword: &str) -> bool {
        let listed = self.record.facts.keywords.iter().any(|k| fold(k) == keyword);
        listed
            || self.text().lines().any(|line| {
                line.split([',', ';']).any(|part| {
                    let rest = part.trim_start().strip_prefix(keyword);
                    rest.is_some_and(|r| r.is_empty() || r.starts_with([' ', '—']) && r.len() < 24)
                })
            })
    }
}

/// A bit for each color: 1, 2, 4, 8, 16 for white, blue, black, red, green.
pub(super) fn bits(set: ColorSet) -> u8 {
    lawmage_ir::Color::ALL.into_iter().filter(|c| set.has(*c)).fold(0, |bits, c| bits | 1 << c as u8)
}
