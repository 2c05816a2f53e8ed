//! Changing text (612).

use lawmage_ir::{Duration, Instruction, WordKind};

use crate::grammar::selector;
use crate::parse::Parser;

/// "change the text of target permanent by replacing all instances of one color word with another" (612).
pub(super) fn change_text(p: &mut Parser<'_>) -> Option<Instruction> {
    p.expect("the text of")?;
    let picked = selector::one(p)?;
    picked.mention(p);
    p.expect("by replacing all instances of one")?;
    let mut words = vec![word_kind(p)?];
    loop {
        if p.eat("or") || p.eat("with another or one") {
            words.push(word_kind(p)?);
        } else {
            p.expect("with another")?;
            break;
        }
    }
    let duration = p.attempt(|p| crate::grammar::duration::duration(p)).unwrap_or(Duration::Forever);
    Some(Instruction::ChangeText { what: picked.selector, words, duration })
}

fn word_kind(p: &mut Parser<'_>) -> Option<WordKind> {
    Some(match p.eat_any(&["color word", "basic land type", "creature type"])? {
        0 => WordKind::Color,
        1 => WordKind::BasicLandType,
        _ => WordKind::CreatureType,
    })
}
