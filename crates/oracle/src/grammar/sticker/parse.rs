//! Stickers (123): which kind, what is counted on them, what puts and moves them.

use lawmage_ir::{Amount, Clause, Instruction, Letters, Modification, Ref, StickerKind, StickersOf, Test};

use crate::grammar::effect::{acting, emit_sticker};
use crate::grammar::{reference, selector};
use crate::lex::TokenKind;
use crate::parse::Parser;

/// How "that sticker" is found among what was spoken of.
pub const SPOKEN: &str = "stickered";

/// "name sticker", "power and toughness stickers", "sticker": of any kind when `None`.
pub fn kind(p: &mut Parser<'_>) -> Option<Option<StickerKind>> {
    p.attempt(|p| {
        let kind = StickerKind::ALL.into_iter().find(|k| p.eat(k.word()));
        p.eat_any(&["sticker", "stickers"])?;
        Some(kind)
    })
}

/// After "put": "a name sticker on target creature you own" (123.3).
pub fn put(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.eat_any(&["a", "an"])?;
    let kind = kind(p)?;
    p.expect("on")?;
    let picked = selector::objects(p)?;
    let free = p.eat("without paying its ticket cost");
    let who = acting(p);
    let does = Instruction::PutSticker { who, kind, on: picked.selector.clone(), free };
    picked.mention(p);
    out.push(emit_sticker(p, does, picked.referent));
    Some(())
}

/// After "move": "a sticker from ~ onto another target creature you own" (123.3d).
pub fn moved(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.eat_any(&["a", "an"])?;
    let kind = kind(p)?;
    p.eat_any(&["from", "on"])?;
    let from = selector::objects(p)?;
    from.mention(p);
    p.eat_any(&["onto", "to"])?;
    let to = selector::objects(p)?;
    to.mention(p);
    let does = Instruction::MoveSticker { kind, from: from.selector, to: to.selector };
    out.push(emit_sticker(p, does, to.referent));
    Some(())
}

/// "with a sticker on it", "with an art sticker on them".
pub fn with(p: &mut Parser<'_>) -> Option<Test> {
    p.eat_any(&["a", "an"])?;
    let kind = kind(p)?;
    p.expect("on")?;
    p.eat_any(&["it", "them"])?;
    Some(Test::Stickered(kind))
}

/// The sticker or stickers that a number is about: "that sticker", "name stickers on it".
fn spoken_of(p: &mut Parser<'_>, kind: StickerKind) -> Option<StickersOf> {
    if p.eat("that sticker") {
        let said = p.scope.latest(|r| r.verb == Some(SPOKEN))?;
        return match said.handle {
            crate::parse::Handle::Clause(clause) => Some(StickersOf::Slot(p.scope.bind(clause))),
            _ => None,
        };
    }
    (self::kind(p)? == Some(kind)).then_some(())?;
    p.expect("on")?;
    reference::reference(p).map(StickersOf::On)
}

/// "unique vowel on that sticker", "E on name stickers on it" (123.6d-e), after "for each" or "the number of".
pub fn letters(p: &mut Parser<'_>) -> Option<Amount> {
    let which = if p.eat("unique vowel") || p.eat("unique vowels") {
        Letters::UniqueVowels
    } else {
        let token = p.peek().filter(|t| t.kind == TokenKind::Word)?;
        let mut letters = token.text.strip_suffix("'s").unwrap_or(&token.text).chars();
        let letter = letters.next()?.to_ascii_uppercase();
        if letters.next().is_some() || !token.capital || !letter.is_ascii_uppercase() {
            return p.fail("a letter");
        }
        p.advance();
        let _ = p.eat("'s");
        Letters::Each(letter)
    };
    p.expect("on")?;
    spoken_of(p, StickerKind::Name).map(|of| Amount::StickerLetters(which, of))
}

/// "that sticker's power" (123.8a), "the total toughness of power and toughness stickers on it".
pub fn size(p: &mut Parser<'_>) -> Option<Amount> {
    if let Some(total) = p.eat_any(&["the total power of", "the total toughness of"]) {
        return spoken_of(p, StickerKind::PowerToughness).map(|of| Amount::StickerSize(total == 0, of));
    }
    let of = spoken_of(p, StickerKind::PowerToughness)?;
    p.expect("'s")?;
    let which = p.eat_any(&["power", "toughness"])?;
    Some(Amount::StickerSize(which == 0, of))
}

/// After "gains" or "has": "the abilities of ability stickers on ~" (123.7a).
pub fn abilities(p: &mut Parser<'_>) -> Option<Modification> {
    p.expect("the abilities of ability stickers on")?;
    if let Some((target, _)) = p.attempt(|p| selector::target(p)) {
        return Some(Modification::StickerAbilities(Ref::Target(target)));
    }
    reference::reference(p).map(Modification::StickerAbilities)
}
