//! From a card as written to a card the engine can play.

use std::rc::Rc;
use std::sync::Arc;

use lawmage_ir::verify;
use lawmage_ir::{Ability, Card, ColorSet, Continuous, Face, ManaSymbol, Modification, StaticAbility};

use crate::diagnostic::Diagnostic;
use crate::grammar::ability;
use crate::lexicon::Lexicon;
use crate::parse::reading::{Effort, Reading};
use crate::source::{CardSource, FaceSource};
use crate::typeline;

/// A compiled card, and what could not be compiled of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compiled {
    /// The card; its faces list what is missing in [`Face::uncompiled`].
    pub card: Card,
    /// Why, with places.
    pub diagnostics: Vec<Diagnostic>,
    /// How hard it was.
    pub effort: Effort,
}

/// Compiles a card. What it cannot read is reported and listed on the face, never dropped.
#[must_use]
pub fn compile(source: &CardSource) -> Compiled {
    let mut diagnostics = Vec::new();
    let reading = Rc::new(Reading::new(Arc::clone(&source.lexicon)));
    let mut faces: Vec<Arc<Face>> = source
        .faces
        .iter()
        .enumerate()
        .map(|(index, face)| Arc::new(compile_face(source, index, face, &reading, &mut diagnostics)))
        .collect();
    crate::tidy::tidy(&mut faces);
    let identity = identity(source, &faces);
    let name = source.name.as_str().into();
    let mut card = Card { name, layout: source.layout, faces, identity, related: Vec::new() };
    verify_links(&mut card, &mut diagnostics);
    if let (Some(layout), Some(face)) = (&source.unknown_layout, card.faces.first_mut().map(Arc::make_mut)) {
        let message = format!("“{layout}” is no layout known");
        face.uncompiled.push(format!("layout: {layout}").into());
        diagnostics.push(Diagnostic { face: face.name.to_string(), message, ..Diagnostic::default() });
    }
    Compiled { card, diagnostics, effort: reading.effort() }
}

/// 607: what linked abilities speak of is chosen or kept by one of them, on whichever face. The lines of an ability are verified
/// where they are read; the first face tells what is wrong with all of them together.
fn verify_links(card: &mut Card, diagnostics: &mut Vec<Diagnostic>) {
    if !card.is_complete() {
        return;
    }
    for finding in verify::links(card) {
        let Some(face) = card.faces.first_mut().map(Arc::make_mut) else { return };
        diagnostics.push(Diagnostic::undefined(&face.name, &finding, 0..face.text.len()));
        face.uncompiled.push(Arc::clone(&face.text));
    }
}

fn compile_face(
    card: &CardSource,
    index: usize,
    source: &FaceSource,
    reading: &Rc<Reading>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Face {
    let mut face = Face { name: source.name.as_str().into(), text: source.text.as_str().into(), ..Face::default() };
    characteristics(&mut face, source, &reading.lexicon, diagnostics);
    for missing in ability::text_box(card, index, &mut face, reading, diagnostics) {
        face.uncompiled.push(missing.into());
    }
    face
}

/// Everything outside the text box (109.3).
fn characteristics(face: &mut Face, source: &FaceSource, lexicon: &Lexicon, diagnostics: &mut Vec<Diagnostic>) {
    let mut fail = |face: &mut Face, what: &'static str, text: &str| {
        face.uncompiled.push(text.into());
        diagnostics.push(Diagnostic {
            face: source.name.clone(),
            message: format!("“{text}” is no {what} known"),
            expected: vec![what],
            ..Diagnostic::default()
        });
    };
    let (line, unknown) = typeline::type_line(lexicon, &source.type_line);
    face.supertypes = line.supertypes;
    face.types = line.types;
    face.subtypes = line.subtypes;
    face.lights.clone_from(&source.lights);
    for word in unknown.types.into_iter().chain(unknown.subtypes) {
        fail(face, "card type or subtype", &word);
    }
    match typeline::mana_cost(source.mana_cost.as_deref()) {
        Ok(cost) => face.mana_cost = cost,
        Err(text) => fail(face, "mana cost", &text),
    }
    // 105.2, 202.2e, 204.2: the colors of the mana symbols, or those of the indicator.
    let printed = source.color_indicator.as_deref().map_or(ColorSet::COLORLESS, typeline::indicator);
    face.colors = face.mana_cost.as_ref().map_or(ColorSet::COLORLESS, lawmage_ir::ManaCost::colors).union(printed);
    if let Some(text) = &source.power {
        face.power = typeline::printed(text);
        if face.power.is_none() {
            fail(face, "power", text);
        }
    }
    if let Some(text) = &source.toughness {
        face.toughness = typeline::printed(text);
        if face.toughness.is_none() {
            fail(face, "toughness", text);
        }
    }
    if let Some(text) = &source.loyalty {
        face.loyalty = typeline::loyalty(text);
        if face.loyalty.is_none() {
            fail(face, "loyalty", text);
        }
    }
    if source.hand.is_some() || source.life.is_some() {
        face.modifiers = Some((source.hand.unwrap_or(0), source.life.unwrap_or(0)));
    }
    if let Some(text) = &source.defense {
        face.defense = text.trim().parse().ok();
        if face.defense.is_none() {
            fail(face, "defense", text);
        }
    }
}

/// The colors that an ability defines its object to be (604.3).
fn defined_colors(ability: &Ability) -> ColorSet {
    let Ability::Static(StaticAbility { defines: true, effects, .. }) = ability else { return ColorSet::COLORLESS };
    let mods = effects.iter().filter_map(|effect| match effect {
        Continuous::Modify { mods, .. } => Some(mods.iter()),
        _ => None,
    });
    let colors = mods.flatten().filter_map(|modification| match modification {
        Modification::SetColors(colors) => Some(*colors),
        _ => None,
    });
    colors.fold(ColorSet::COLORLESS, ColorSet::union)
}

/// 903.4: the colors of the mana symbols in costs and rules text, of color indicators, and of basic land types'
/// mana abilities (903.4 through 305.6), and the colors that characteristic-defining abilities give (604.3). Reminder text
/// does not count (903.4c); back faces (903.4d) and what else a card may be, as an Adventure (903.4e), do.
fn identity(source: &CardSource, faces: &[Arc<Face>]) -> ColorSet {
    let mut set = ColorSet::COLORLESS;
    for (face, text) in faces.iter().zip(source.faces.iter().map(|f| f.text.as_str())) {
        set = face.abilities.iter().fold(set.union(face.colors), |set, ability| set.union(defined_colors(ability)));
        for subtype in &face.subtypes.listed {
            set = set.union(subtype.basic_land_color().map_or(ColorSet::COLORLESS, ColorSet::of));
        }
        let (mut depth, mut open) = (0, None);
        for (at, letter) in text.char_indices() {
            match letter {
                '(' => depth += 1,
                ')' => depth -= 1,
                '{' if depth == 0 => open = Some(at + 1),
                '}' => {
                    let inner = open.take().and_then(|start| text.get(start..at));
                    set = set.union(inner.and_then(ManaSymbol::parse).map_or(ColorSet::COLORLESS, ManaSymbol::colors));
                }
                _ => {}
            }
        }
    }
    set
}
