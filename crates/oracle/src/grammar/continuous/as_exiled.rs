//! "Has the power, toughness, and creature types of the last creature card exiled with ~. It's still a Shapeshifter.": what an object
//! takes over of a card, read and said.

use lawmage_ir::{Amount, Modification, Ref, Stat, SubtypeKind, Test, TypeLine, TypeSet};

use crate::grammar::noun;
use crate::parse::Parser;
use crate::print::{Printer, words};

/// After "has".
pub(super) fn like_the_last(p: &mut Parser<'_>) -> Option<Vec<Modification>> {
    p.expect("the power , toughness , and creature types of the last")?;
    let card = noun::filter(p)?;
    let [Test::Type(of), Test::Is(exiled @ Ref::Linked(_))] = card.test.conjuncts() else {
        return p.fail("a card exiled with ~");
    };
    let last = Ref::Last(Box::new(exiled.clone()), TypeSet::of(*of));
    let size = |stat| Some(Amount::Stat(stat, last.clone()));
    let mut mods = vec![
        Modification::CreatureTypesOf(last.clone()),
        Modification::SetPowerToughness(size(Stat::Power), size(Stat::Toughness)),
    ];
    // 205.1b: a creature type that it keeps.
    mods.extend(p.attempt(|p| {
        p.expect(". it's still")?;
        p.eat_any(&["a", "an"])?;
        let kept = p.lexicon().subtype(p.word()).filter(|s| s.kind() == SubtypeKind::Creature)?;
        p.advance();
        let subtypes = [kept].into_iter().collect();
        Some(Modification::AddTypes(TypeLine { subtypes, ..TypeLine::default() }))
    }));
    Some(mods)
}

impl Printer<'_> {
    /// The same, with how many of the changes it says.
    pub(crate) fn like_the_last(&mut self, mods: &[Modification], plural: bool) -> Option<(String, usize)> {
        let [Modification::CreatureTypesOf(of), Modification::SetPowerToughness(Some(power), Some(_)), rest @ ..] =
            mods
        else {
            return None;
        };
        if *power != Amount::Stat(Stat::Power, of.clone()) {
            return None;
        }
        let (has, of) = (self.agree("have", plural), self.object(of));
        let said = format!("{has} the power, toughness, and creature types of {of}");
        match rest {
            [Modification::AddTypes(line), ..] => {
                let kept: Vec<String> = line.subtypes.listed.iter().map(|s| words::article(s.word())).collect();
                Some((format!("{said}. It's still {}", words::list(&kept, "and")), 3))
            }
            _ => Some((said, 2)),
        }
    }
}
