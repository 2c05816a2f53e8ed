//! The fields of a card: each is read where it is written, and what is wrong with it is said there.

use std::ops::Range;

use lawmage_ir::{CardType, Color, Layout, ManaCost, ManaSymbol, Supertype, TypeSet};
use lawmage_oracle::{CardSource, FaceSource, loyalty, printed};

use super::node::{self, Kind, Node};
use super::{Place, Reader, Written};
use crate::suggest::nearest;

/// No printed type line comes near it.
const LONGEST_TYPE_LINE: usize = 300;

/// The fields of a card and of a face.
const NAMES: [&str; 14] = [
    "name", "layout", "cost", "colors", "type", "pt", "loyalty", "defense", "hand", "life", "lights", "circled",
    "text", "faces",
];

/// The fields of a card or face, by their names.
pub(super) struct Fields<'n> {
    node: &'n Node,
    /// The value of each of [`NAMES`].
    values: [Option<&'n Node>; NAMES.len()],
    /// Whether a field that is no field stood there.
    stray: bool,
}

impl<'n> Fields<'n> {
    pub fn of(reader: &mut Reader<'_>, node: &'n Node, pairs: &'n [(Node, Node)]) -> Self {
        let mut fields = Self { node, values: [None; NAMES.len()], stray: false };
        for (key, value) in pairs {
            let word = key.text().unwrap_or_default();
            let Some(place) = NAMES.iter().position(|n| *n == word) else {
                let hint = match nearest(&word.to_lowercase(), NAMES.into_iter(), 1).first() {
                    Some(near) => format!("write {near}:"),
                    None => format!("there are {}", NAMES.join(", ")),
                };
                reader.wrong(&key.span, format!("“{word}” is no field of a card"), hint);
                fields.stray = true;
                continue;
            };
            let Some(slot) = fields.values.get_mut(place) else { continue };
            if slot.is_some() {
                reader.wrong(&key.span, format!("{word}: stands here twice"), "leave one out");
            } else if !value.is_nothing() {
                *slot = Some(value);
            }
        }
        fields
    }

    fn get(&self, name: &str) -> Option<&'n Node> {
        let place = NAMES.iter().position(|n| *n == name)?;
        self.values.get(place).copied().flatten()
    }

    fn text(&self, reader: &mut Reader<'_>, name: &str) -> Option<(&'n str, &'n Node)> {
        let node = self.get(name)?;
        match node.text() {
            Some(text) => Some((text.trim(), node)),
            None => {
                let hint = if name == "text" {
                    "write the text in quotes, or below “text: |-”"
                } else {
                    "write it in quotes"
                };
                reader.wrong(&node.span, format!("{name}: expected a text, found {}", node.sort()), hint);
                None
            }
        }
    }

    fn number<N: std::str::FromStr>(&self, reader: &mut Reader<'_>, name: &str) -> Option<N> {
        let (text, node) = self.text(reader, name)?;
        let number = text.parse().ok();
        if number.is_none() {
            reader.wrong(&node.span, format!("{name}: “{text}” is no number"), "");
        }
        number
    }

    /// Where something that is not there is missed: at the first line of the card.
    fn here(&self) -> Range<usize> {
        self.get("name").map_or(self.node.span.start..self.node.span.start + 1, |n| n.span.clone())
    }

    /// The card, unless it lacks what no card can be without.
    pub fn card(self, reader: &mut Reader<'_>) -> Option<Written> {
        let layout = self.text(reader, "layout").map(|(word, node)| (layout(reader, word, node), node));
        let layout = layout.map_or(Layout::Normal, |(layout, _)| layout);
        let Some(faces) = self.get("faces") else {
            let (face, place) = self.face(reader)?;
            let source = CardSource { name: face.name.clone(), layout, faces: vec![face], ..CardSource::default() };
            return Some(Written { source, faces: vec![place] });
        };
        for name in ["cost", "type", "text", "pt", "colors", "loyalty", "defense", "lights", "circled"] {
            if let Some(node) = self.get(name) {
                let what = format!("a card with faces has no {name} of its own");
                reader.wrong(&node.span, what, "move it into a face");
            }
        }
        let Kind::List(nodes) = &faces.kind else {
            reader.wrong(&faces.span, format!("faces: expected a list, found {}", faces.sort()), "");
            return None;
        };
        if layout == Layout::Normal || nodes.len() < 2 {
            let hint = "write layout: split, aftermath, flip, transform, modal_dfc, meld or adventure";
            reader.wrong(&self.here(), "a card with faces needs two of them and a layout", hint);
        }
        let mut read = Vec::new();
        for node in nodes {
            let Kind::Map(pairs) = &node.kind else {
                reader.wrong(&node.span, format!("expected a face, found {}", node.sort()), "");
                continue;
            };
            let fields = Fields::of(reader, node, pairs);
            for name in ["layout", "faces"] {
                if let Some(node) = fields.get(name) {
                    reader.wrong(&node.span, format!("a face has no {name}"), "it belongs to the card");
                }
            }
            read.extend(fields.face(reader));
        }
        if read.len() < nodes.len() {
            return None;
        }
        let (faces, places): (Vec<FaceSource>, Vec<Place>) = read.into_iter().unzip();
        let joined = faces.iter().map(|f| f.name.as_str()).collect::<Vec<_>>().join(" // ");
        let name = self.text(reader, "name").map_or(joined, |(name, _)| name.to_owned());
        Some(Written { source: CardSource { name, layout, faces, ..CardSource::default() }, faces: places })
    }

    fn face(&self, reader: &mut Reader<'_>) -> Option<(FaceSource, Place)> {
        let name = self.text(reader, "name").filter(|(name, _)| !name.is_empty());
        let line = self.text(reader, "type");
        let (Some((name, name_node)), Some((line, line_node))) = (name, line) else {
            // A card whose field is misspelt is told so there.
            if !self.stray {
                let (what, hint) = match (name, line) {
                    (None, None) => ("a card needs a name and a type", "write name: and type:"),
                    (None, _) => ("a card needs a name", "write name:"),
                    _ => ("a card needs a type", "write type:"),
                };
                reader.wrong(&self.here(), what, hint);
            }
            return None;
        };
        let type_line = type_line(line);
        let types = self.types(reader, &type_line, line_node);
        let cost = self.text(reader, "cost");
        if let Some((cost, node)) = cost {
            check_cost(reader, cost, node);
        }
        let colors = self.text(reader, "colors");
        if let Some((letters, node)) = colors {
            check_colors(reader, letters, node);
        }
        let (power, toughness) = self.size(reader, types);
        let text_node = self.text(reader, "text");
        let text = text_node.map_or("", |(text, _)| text);
        let place = Place {
            name: name_node.span.clone(),
            type_line: line_node.span.clone(),
            text: text_node.map(|(text, node)| text_places(reader.text, text, node)).unwrap_or_default(),
        };
        let face = FaceSource {
            name: name.to_owned(),
            mana_cost: cost.map(|(cost, _)| cost.to_owned()),
            color_indicator: colors.map(|(letters, _)| letters.to_owned()),
            type_line,
            text: self.circled(reader, text),
            power,
            toughness,
            loyalty: self.measure(reader, "loyalty", types, CardType::Planeswalker, "306.5a"),
            defense: self.measure(reader, "defense", types, CardType::Battle, "310.4a"),
            hand: self.number(reader, "hand"),
            life: self.number(reader, "life"),
            lights: self.lights(reader),
        };
        Some((face, place))
    }

    /// The card types of the line; words before the dash that are none are wrong.
    fn types(&self, reader: &mut Reader<'_>, line: &str, node: &Node) -> TypeSet {
        if line.len() > LONGEST_TYPE_LINE {
            let what = format!("the type line is longer than {LONGEST_TYPE_LINE} bytes");
            reader.wrong(&node.span, what, "write it like Creature — Elf Druid: types, a dash, subtypes");
            return TypeSet::default();
        }
        let left = line.split(" — ").next().unwrap_or_default();
        let types: TypeSet = left.split_whitespace().filter_map(card_type).collect();
        let known = |w: &str| card_type(w).is_some() || Supertype::from_word(w).is_some();
        let strange: Vec<&str> = left.split_whitespace().filter(|w| !known(w)).collect();
        let words: Vec<&str> =
            CardType::ALL.iter().map(|t| t.word()).chain(Supertype::ALL.iter().map(|s| s.word())).collect();
        for word in &strange {
            let folded: Vec<String> = words.iter().map(|w| w.to_lowercase()).collect();
            let near = nearest(&word.to_lowercase(), folded.iter().map(String::as_str), 1);
            let near = near.first().and_then(|n| words.iter().find(|w| w.eq_ignore_ascii_case(n)));
            let hint = match near {
                Some(near) => format!("write {}", capital(near)),
                None => "write it like Creature — Elf Druid: types, a dash, subtypes".to_owned(),
            };
            let what = if types.is_empty() {
                format!("“{line}” has no card type: “{word}” is none")
            } else {
                format!("“{word}” is no card type or supertype")
            };
            reader.wrong(&within(reader.text, node, word), what, hint);
        }
        if types.is_empty() && strange.is_empty() {
            reader.wrong(&node.span, format!("“{line}” has no card type"), "write it like Creature — Elf Druid");
        }
        types
    }

    fn size(&self, reader: &mut Reader<'_>, types: TypeSet) -> (Option<String>, Option<String>) {
        let Some((pt, node)) = self.text(reader, "pt") else {
            if types.has(CardType::Creature) && self.get("pt").is_none() {
                // 208.1
                reader.wrong(&self.here(), "a creature needs power and toughness", "write pt: 2/2");
            }
            return (None, None);
        };
        let Some((power, toughness)) = pt.split_once('/').map(|(p, t)| (p.trim(), t.trim())) else {
            reader.wrong(&node.span, format!("“{pt}” is no power and toughness"), "write it like 2/3");
            return (None, None);
        };
        for number in [power, toughness] {
            if printed(number).is_none() {
                let what = format!("“{number}” is no power or toughness");
                reader.wrong(&node.span, what, "write a number, *, or 1+*");
            }
        }
        (Some(power.to_owned()), Some(toughness.to_owned()))
    }

    /// Loyalty or defense: a number or X, on cards of that type alone.
    fn measure(&self, reader: &mut Reader<'_>, name: &str, types: TypeSet, of: CardType, rule: &str) -> Option<String> {
        let kind = of.word().to_lowercase();
        let Some((number, node)) = self.text(reader, name) else {
            if types.has(of) && self.get(name).is_none() {
                reader.wrong(&self.here(), format!("a {kind} needs {name} ({rule})"), format!("write {name}: 4"));
            }
            return None;
        };
        if !types.has(of) {
            reader.wrong(&node.span, format!("only a {kind} has {name}"), "leave it out");
        } else if loyalty(number).is_none() {
            reader.wrong(&node.span, format!("{name}: “{number}” is no number"), "write a number or X");
        }
        Some(number.to_owned())
    }

    /// The text with the mana symbols of the two colors that are circled on the card: they are a part of it (207.5). What says to
    /// circle them is done as the deck is made.
    fn circled(&self, reader: &mut Reader<'_>, text: &str) -> String {
        let Some((letters, node)) = self.text(reader, "circled") else { return text.to_owned() };
        let symbols: Vec<char> = letters.chars().filter(|c| "WUBRG".contains(*c)).collect();
        let [one, other] = symbols.as_slice() else {
            reader.wrong(&node.span, format!("“{letters}” is not two colors"), "write circled: WU");
            return text.to_owned();
        };
        if one == other || letters.len() != symbols.len() {
            reader.wrong(&node.span, format!("“{letters}” is not two colors"), "write circled: WU");
        }
        let made = text.replace("one mana of either of the circled colors", &format!("{{{one}}} or {{{other}}}"));
        let lines =
            made.lines().map(|line| match line.strip_prefix("As you create your deck, circle two of the colors") {
                Some(_) => format!("({line})"),
                None => line.to_owned(),
            });
        lines.collect::<Vec<_>>().join("\n")
    }

    fn lights(&self, reader: &mut Reader<'_>) -> Vec<u8> {
        let Some(node) = self.get("lights") else { return Vec::new() };
        let Kind::List(all) = &node.kind else {
            reader.wrong(&node.span, "lights: expected a list of numbers", "write lights: [2, 6]");
            return Vec::new();
        };
        let mut lights = Vec::new();
        for one in all {
            match one.text().and_then(|t| t.parse().ok()).filter(|n| (1..=6).contains(n)) {
                Some(light) => lights.push(light),
                None => reader.wrong(&one.span, "a light is a number from 1 to 6", ""),
            }
        }
        lights
    }
}

/// The places of a rules text, of which the white space around it is cut.
fn text_places(file: &str, trimmed: &str, node: &Node) -> Vec<usize> {
    let whole = node.text().unwrap_or_default();
    let cut = whole.len() - whole.trim_start().len();
    let places = node::places(file, node);
    places.get(cut..(cut + trimmed.len() + 1).min(places.len())).unwrap_or_default().to_vec()
}

/// Where a word of a value stands; the whole value where it can't be found.
fn within(file: &str, node: &Node, word: &str) -> Range<usize> {
    let written = file.get(node.span.clone()).unwrap_or_default();
    match written.find(word).filter(|_| !word.is_empty()) {
        Some(at) => node.span.start + at..node.span.start + at + word.len(),
        None => node.span.clone(),
    }
}

pub(super) fn card_type(word: &str) -> Option<CardType> {
    // "Tribal" is what kindred was called.
    CardType::from_word(word).or_else(|| word.eq_ignore_ascii_case("tribal").then_some(CardType::Kindred))
}

fn check_cost(reader: &mut Reader<'_>, cost: &str, node: &Node) {
    if ManaCost::parse(cost).is_some() {
        return;
    }
    let mut rest = cost;
    while let Some((_, symbol)) = rest.split_once('{') {
        let (symbol, after) = symbol.split_once('}').unwrap_or((symbol, ""));
        rest = after;
        if ManaSymbol::parse(symbol).is_none() {
            let braced = format!("{{{symbol}}}");
            let letters = in_braces(symbol);
            let hint = match letters {
                Some(mend) => format!("write {mend}"),
                None => "symbols are {W} {U} {B} {R} {G} {C} {X} {2} {W/U} {2/W} {W/P} {S}".to_owned(),
            };
            let span = within(reader.text, node, &braced);
            return reader.wrong(&span, format!("{braced} is no mana symbol"), hint);
        }
    }
    let hint = match in_braces(cost) {
        Some(mend) => format!("write \"{mend}\""),
        None => "write it like \"{2}{G}\", in quotes".to_owned(),
    };
    reader.wrong(&node.span, format!("“{cost}” is no mana cost"), hint);
}

/// `2G` with its braces, `{2}{G}`, when each letter and number is a symbol.
fn in_braces(cost: &str) -> Option<String> {
    let mut mended = String::new();
    let mut chars = cost.chars().filter(|c| !c.is_whitespace()).peekable();
    while let Some(c) = chars.next() {
        let mut symbol = c.to_uppercase().to_string();
        while c.is_ascii_digit() && chars.peek().is_some_and(char::is_ascii_digit) {
            symbol.extend(chars.next());
        }
        ManaSymbol::parse(&symbol)?;
        mended.push_str(&format!("{{{symbol}}}"));
    }
    (!mended.is_empty()).then_some(mended)
}

fn check_colors(reader: &mut Reader<'_>, letters: &str, node: &Node) {
    let Some(wrong) = letters.chars().find(|c| Color::from_letter(*c).is_none()) else { return };
    let word = Color::ALL.into_iter().find(|c| letters.eq_ignore_ascii_case(c.word())).map(|c| c.letter());
    let (what, span, hint) = match word {
        Some(letter) => (format!("“{letters}” is no color indicator"), node.span.clone(), format!("write {letter}")),
        None => {
            let span = within(reader.text, node, &wrong.to_string());
            (format!("“{wrong}” is the letter of no color"), span, "write letters of WUBRG (204)".to_owned())
        }
    };
    reader.wrong(&span, what, hint);
}

/// "Creature - Elf" is as good as "Creature — Elf".
pub(super) fn type_line(written: &str) -> String {
    let line = written.trim();
    match line.split_once(" - ").or_else(|| line.split_once(" -- ")).or_else(|| line.split_once(" – ")) {
        Some((types, subtypes)) => format!("{types} — {subtypes}"),
        None => line.to_owned(),
    }
}

fn layout(reader: &mut Reader<'_>, word: &str, node: &Node) -> Layout {
    Layout::from_word(word).unwrap_or_else(|| {
        let words: Vec<&str> = Layout::ALL.iter().map(|l| l.word()).collect();
        let hint = match nearest(word, words.iter().copied(), 1).first() {
            Some(near) => format!("write {near}"),
            None => format!("write one of {}", words.join(", ")),
        };
        reader.wrong(&node.span, format!("“{word}” is no layout"), hint);
        Layout::Normal
    })
}

fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}
