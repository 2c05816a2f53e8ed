//! Text-changing effects (612): one color word or subtype in an object's text becomes another.
//!
//! The text is gone by the time a game runs; what a word meant stands in nodes of the IR: its colors and subtypes. Mana
//! symbols are no words (612.2), nor are names of cards.

use std::sync::Arc;

use lawmage_ir::visit::{Go, Node, Part, walk_mut};
use lawmage_ir::{
    Ability, Amount, Color, ColorSet, Face, ManaSymbol, ManaType, ManaYield, Permission, Subtype, SubtypeSet, TextWord,
};

use crate::state::chars::Chars;

impl Chars {
    /// Replaces a word in its rules text and type line (612.1). Abilities that other effects grant are not yet there
    /// (612.3): they come in a later layer. A token's are what it was created with (612.4).
    pub(crate) fn replace_word(&mut self, from: TextWord, to: TextWord) {
        let change = Change { from, to };
        change.within(&mut self.subtypes);
        for on in &mut self.abilities {
            let mut changed = Ability::clone(&on.ability);
            change.within(&mut changed);
            if changed != *on.ability {
                on.ability = Arc::new(changed);
            }
        }
        self.drop_unfit_subtypes();
    }
}

/// A replacement of one word by another.
#[derive(Clone, Copy)]
struct Change {
    from: TextWord,
    to: TextWord,
}

impl Change {
    /// Makes the change in all words of a part of the IR.
    fn within(self, part: &mut (impl Part + ?Sized)) {
        walk_mut(part, &mut |node| self.at(node));
    }

    /// Makes the change in a node that is a word; says whether there can be words among its children.
    fn at(self, node: &mut dyn Node) -> Go {
        if let Some(color) = node.get_mut::<Color>() {
            *color = self.color(*color);
        } else if let Some(colors) = node.get_mut::<ColorSet>() {
            *colors = colors.iter().map(|c| self.color(c)).collect();
        } else if let Some(subtype) = node.get_mut::<Subtype>() {
            *subtype = self.subtype(*subtype);
        } else if let Some(subtypes) = node.get_mut::<SubtypeSet>() {
            let listed = std::mem::take(&mut subtypes.listed);
            let all_creature_types = subtypes.all_creature_types;
            *subtypes = listed.into_iter().map(|s| self.subtype(s)).collect();
            subtypes.all_creature_types = all_creature_types;
        } else if let Some(face) = node.get_mut::<Face>() {
            self.rename(face);
            return Go::Into;
        } else {
            return if self.is_symbol(node) { Go::Past } else { Go::Into };
        }
        Go::Past
    }

    /// Whether the colors of a node are those of mana symbols, which are no words (612.2). What else it says is changed.
    fn is_symbol(self, node: &mut dyn Node) -> bool {
        if let Some(ManaYield::AnyColor { count, .. }) = node.get_mut() {
            self.within(count);
            return true;
        }
        if let Some(Permission::LifeForMana(who, _)) = node.get_mut() {
            self.within(who);
            return true;
        }
        if let Some(Amount::ManaSpent(of, _)) = node.get_mut() {
            self.within(of);
            return true;
        }
        node.get::<ManaSymbol>().is_some() || node.get::<ManaType>().is_some() || node.get::<TextWord>().is_some()
    }

    fn color(self, color: Color) -> Color {
        match (self.from, self.to) {
            (TextWord::Color(from), TextWord::Color(to)) if color == from => to,
            _ => color,
        }
    }

    fn subtype(self, subtype: Subtype) -> Subtype {
        match (self.from, self.to) {
            (TextWord::Subtype(from), TextWord::Subtype(to)) if subtype == from => to,
            _ => subtype,
        }
    }

    /// 612.2a: a token named for its subtypes is named by words used as subtypes.
    fn rename(self, face: &mut Face) {
        if let (TextWord::Subtype(from), TextWord::Subtype(to)) = (self.from, self.to)
            && face.subtypes.listed.contains(&from)
        {
            let name: Vec<&str> = face.name.split(' ').map(|w| if w == from.word() { to.word() } else { w }).collect();
            face.name = name.join(" ").into();
        }
    }
}
