//! Sticker sheets and stickers in scenario files (123).

use std::sync::Arc;

use lawmage_engine::stickers::words_in;
use lawmage_engine::{ObjectId, PlayerId, State};
use lawmage_ir::{Sticker, StickerFace, StickerKind, StickerSheet};

use crate::expectations::compare;
use crate::model::{Seat, StickerSpec, Stickers, StuckOn};
use crate::refs::fold;
use crate::report::{Outcomes, Trouble};

/// Gives a player access to the stickers of their sheets: of more than three, chance picks three (103.2d).
pub(crate) fn reveal(state: &mut State, player: PlayerId, seat: &Seat) -> Outcomes<()> {
    let mut sheets = Vec::with_capacity(seat.sticker_sheets.len());
    for sheet in &seat.sticker_sheets {
        let stickers = sheet.stickers.iter();
        let stickers: Outcomes<Vec<Arc<Sticker>>> =
            stickers.map(|s| sticker(&s.value).map(Arc::new).map_err(|t| t.at(s))).collect();
        sheets.push(StickerSheet { name: sheet.sheet.as_str().into(), stickers: stickers? });
    }
    state.reveal_sheets(player, &sheets);
    Ok(())
}

/// A sticker of one of the four kinds (123.1).
fn sticker(spec: &StickerSpec) -> Outcomes<Sticker> {
    let face = match (&spec.name, &spec.ability, &spec.pt, &spec.art) {
        (Some(words), None, None, None) => StickerFace::Name(words.trim().into()),
        (None, Some(text), None, None) => {
            let abilities = lawmage_oracle::compile_ability_text(text, "~")
                .ok_or_else(|| Trouble::unsupported(format!("“{text}” on a sticker is not understood")))?;
            StickerFace::Abilities(abilities.into_iter().map(Arc::new).collect(), text.as_str().into())
        }
        (None, None, Some(pt), None) => {
            let sides = pt.split_once('/').and_then(|(p, t)| Some((p.trim().parse().ok()?, t.trim().parse().ok()?)));
            let (power, toughness) =
                sides.ok_or_else(|| Trouble::error(format!("“{pt}” is no power and toughness")))?;
            StickerFace::PowerToughness(power, toughness)
        }
        (None, None, None, Some(art)) => StickerFace::Art(art.as_str().into()),
        _ => return Err(Trouble::error("a sticker has one of name, ability, pt and art")),
    };
    Ok(Sticker { face, tickets: spec.tickets })
}

/// Puts stickers on a card of the position.
pub(crate) fn stick(state: &mut State, id: ObjectId, owner: PlayerId, stickers: &[StuckOn]) -> Outcomes<()> {
    for stuck in stickers {
        let (text, after) = match stuck {
            StuckOn::Short(text) => (text, words_in(&state.name_of(id))),
            StuckOn::Long(at) => (&at.sticker, at.after),
        };
        let is = |s: &lawmage_engine::stickers::StickerAt| {
            s.owner == owner && s.on.is_none() && fold(&s.sticker.text()) == fold(text)
        };
        let Some(place) = state.stickers.iter().position(is) else {
            return Err(Trouble::error(format!("no sheet of that player has a sticker {text} left")));
        };
        state.stick(place, id, after);
        state.refresh();
    }
    Ok(())
}

/// Fails when none of these objects has so many such stickers on it.
pub(crate) fn holds(state: &State, found: &[ObjectId], asked: &Stickers) -> Outcomes<()> {
    let kind = match asked.kind.as_deref() {
        None => None,
        Some(word) => Some(
            StickerKind::ALL
                .into_iter()
                .find(|k| k.word() == word)
                .ok_or_else(|| Trouble::error(format!("{word} is no kind of sticker")))?,
        ),
    };
    let count = |id: &ObjectId| {
        let there = state.stickers_on(*id).into_iter().filter_map(|place| state.stickers.get(place));
        there
            .filter(|s| kind.is_none_or(|kind| s.sticker.kind() == kind))
            .filter(|s| asked.has.as_deref().is_none_or(|text| fold(&s.sticker.text()) == fold(text)))
            .count()
    };
    if found.iter().any(|id| count(id) == asked.count) {
        return Ok(());
    }
    compare(&format!("stickers on {}", asked.on), &asked.count, &found.first().map_or(0, count))
}
