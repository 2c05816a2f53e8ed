//! What abilities are made of, as far as it can act: instructions, continuous effects and their changes, keywords that the rules
//! know by themselves.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use lawmage_engine::Digest;
use lawmage_ir::visit::{Go, Node, walk, walk_mut};
use lawmage_ir::{
    Ability, Amount, Card, CardType, Condition, Continuous, EventPattern, Filter, Instruction, Keyword, Modification,
    Permission, Selector, StaticAbility, TokenSpec, ZoneSet,
};
use serde::Serialize;

/// A sort of node that can act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Sort {
    /// An instruction: it ran, and did something.
    Instruction,
    /// A continuous effect: without it a game goes otherwise.
    Continuous,
    /// A change of characteristics: likewise.
    Modification,
    /// A keyword that means no abilities, but something to the rules: likewise.
    Keyword,
}

/// A node of an ability.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) sort: Sort,
    /// Which one of its sort in the ability, in the order of a walk.
    pub(super) place: usize,
    /// The names of the variants: `Effect`, `Cant.Attack`.
    pub(super) kind: String,
    /// What an instruction is told by when it runs.
    pub(super) digest: u64,
    /// The places of the instructions around it, the outermost first.
    pub(super) within: Option<String>,
}

/// An ability of a card.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) face: usize,
    pub(super) index: usize,
    /// What sort of ability: "spell", "triggered" …
    pub(super) sort: &'static str,
    pub(super) parts: Vec<Part>,
}

/// The abilities of a card.
pub(super) fn pieces(card: &Card) -> Vec<Piece> {
    let mut found = Vec::new();
    let is_creature = card.faces.iter().any(|face| face.types.has(CardType::Creature));
    for (face, there) in card.faces.iter().enumerate() {
        for (index, ability) in there.abilities.iter().enumerate() {
            let mut parts = parts(ability);
            // 702.62a: haste is for creature spells, and only their reminder text speaks of it.
            if matches!(ability, Ability::Keyword(k) if k.keyword == Keyword::Suspend) && !is_creature {
                parts.retain(|part| part.within.as_deref() != Some("If"));
            }
            found.push(Piece { face, index, sort: sort(ability), parts });
        }
    }
    found
}

fn sort(ability: &Ability) -> &'static str {
    match ability {
        Ability::Keyword(_) => "keyword",
        Ability::Spell(_) | Ability::SpellInstead(..) => "spell",
        Ability::Activated(ability) if ability.loyalty => "loyalty",
        Ability::Activated(ability) if ability.mana => "mana",
        Ability::Activated(_) => "activated",
        Ability::Triggered(_) => "triggered",
        Ability::Static(ability) if ability.effects.iter().any(|e| matches!(e, Continuous::Replace(_))) => {
            "replacement"
        }
        Ability::Static(ability) if ability.effects.iter().any(|e| matches!(e, Continuous::Pregame(_))) => "pregame",
        Ability::Static(_) => "static",
    }
}

fn parts(ability: &Ability) -> Vec<Part> {
    let mut found: Vec<Part> = Vec::new();
    walk(ability, &mut |node| {
        let (part, go) = seen(node);
        if let Some((sort, kind, digest)) = part {
            let place = found.iter().filter(|p| p.sort == sort).count();
            let within = around(ability, node);
            found.push(Part { sort, place, kind, digest, within });
        }
        go
    });
    found
}

/// The innermost instruction that carries a node out on a condition, by its name.
fn around(ability: &Ability, wanted: &dyn Node) -> Option<String> {
    let mut found = None;
    walk(ability, &mut |node| {
        if std::ptr::addr_eq(node, wanted) {
            return Go::Stop;
        }
        if let Some(does) = node.get::<Instruction>()
            && is_control(does)
            && holds(does, wanted)
        {
            found = Some(does.called().to_owned());
        }
        seen(node).1
    });
    found
}

fn holds(does: &Instruction, wanted: &dyn Node) -> bool {
    walk(does, &mut |node| if std::ptr::addr_eq(node, wanted) { Go::Stop } else { Go::Into })
}

/// Whether an instruction does nothing but to carry out others.
pub(super) fn is_control(does: &Instruction) -> bool {
    matches!(
        does,
        Instruction::Seq(_)
            | Instruction::Action { .. }
            | Instruction::If { .. }
            | Instruction::May { .. }
            | Instruction::MayPay { .. }
            | Instruction::MustPay { .. }
            | Instruction::PayTimes { .. }
            | Instruction::Unless { .. }
            | Instruction::ForEach { .. }
            | Instruction::InTurnOrder(_)
            | Instruction::WithKinds(_)
            | Instruction::Repeat { .. }
            | Instruction::Process { .. }
            | Instruction::ChooseMode { .. }
            | Instruction::Piles(_)
            | Instruction::PilesOfEach(_)
            | Instruction::Vote(_)
            | Instruction::FlipCoin { .. }
            | Instruction::FlipCoins(_)
            | Instruction::Clash { .. }
            | Instruction::RollDie(_)
            | Instruction::ResultsTable(..)
            | Instruction::Delayed { .. }
            | Instruction::Reflexive(_)
            | Instruction::ClaimPrize(_)
            | Instruction::Uncounterable
            | Instruction::ResolvesAnyway
    )
}

/// Whether a node is one that can act, and whether there may be others in it.
fn seen(node: &dyn Node) -> (Option<(Sort, String, u64)>, Go) {
    if let Some(Ability::Keyword(keyword)) = node.get() {
        if builds_decks(keyword.keyword) {
            return (None, Go::Past);
        }
        // What is printed as a color or type at once is taken out whole.
        let own = keyword.means.is_empty() || matches!(keyword.keyword, Keyword::Devoid | Keyword::Changeling);
        let part = own.then(|| (Sort::Keyword, keyword.keyword.called().to_owned(), 0));
        return (part, if own { Go::Past } else { Go::Into });
    }
    if let Some(does) = node.get::<Instruction>() {
        let go = if matches!(does, Instruction::Emblem(..)) { Go::Past } else { Go::Into };
        return (Some((Sort::Instruction, does.called().to_owned(), digest(does))), go);
    }
    if let Some(effect) = node.get::<Continuous>() {
        if matches!(effect, Continuous::May(Permission::BeCommander | Permission::DeckCopies(_))) {
            return (None, Go::Past); // 113.6n, 903.3: it says what a deck may be
        }
        // Changes are looked at one by one.
        let whole = matches!(effect, Continuous::Modify { mods, .. } if !mods.is_empty())
            || matches!(effect, Continuous::Ignorable { .. } | Continuous::NextSpell { .. });
        return ((!whole).then(|| (Sort::Continuous, deep_name(effect), 0)), Go::Into);
    }
    if let Some(change) = node.get::<Modification>() {
        let go = match change {
            Modification::CopyOf(..) => Go::Into,
            _ => Go::Past,
        };
        return (Some((Sort::Modification, deep_name(change), 0)), go);
    }
    let passed = node.get::<TokenSpec>().is_some()
        || node.get::<Filter>().is_some()
        || node.get::<EventPattern>().is_some()
        || node.get::<Condition>().is_some()
        || node.get::<Amount>().is_some();
    (None, if passed { Go::Past } else { Go::Into })
}

/// Whether a keyword says only what a deck may be (702.124, 702.139).
const fn builds_decks(keyword: Keyword) -> bool {
    matches!(
        keyword,
        Keyword::Partner | Keyword::DoctorsCompanion | Keyword::ChooseABackground | Keyword::FriendsForever
    )
}

/// What an instruction is told by.
pub(super) fn digest(does: &Instruction) -> u64 {
    let mut digest = Digest::default();
    does.hash(&mut digest);
    digest.finish()
}

/// The name of a variant, and of what it holds where that tells more: `Cant.Attack`.
fn deep_name(node: &dyn Node) -> String {
    let mut name = node.called().to_owned();
    if matches!(node.called(), "Cant" | "Must" | "May" | "AddAbility") {
        let mut first = None;
        node.children(&mut |child| {
            first.get_or_insert(child.called());
        });
        name.extend(first.into_iter().flat_map(|held| [".", held]));
    }
    name
}

/// The card without one of the nodes: something that does nothing stands in its place. Instructions are not taken out.
pub(super) fn without(card: &Card, piece: &Piece, part: &Part) -> Card {
    let mut card = card.clone();
    // 702.102a: fuse is one static ability of a split card, printed on each of its halves; either would do.
    if part.kind == Keyword::Fuse.called() {
        let halves = card.faces.iter_mut().flat_map(|face| Arc::make_mut(face).abilities.iter_mut());
        for ability in halves.filter(|a| matches!(a, Ability::Keyword(k) if k.keyword == Keyword::Fuse)) {
            *ability = nothing();
        }
        return card;
    }
    let Some(face) = card.faces.get_mut(piece.face) else { return card };
    let Some(ability) = Arc::make_mut(face).abilities.get_mut(piece.index) else { return card };
    let mut place = 0;
    walk_mut(ability, &mut |node| {
        let (found, go) = seen(node);
        if found.is_none_or(|(sort, ..)| sort != part.sort) {
            return go;
        }
        place += 1;
        if place != part.place + 1 {
            return go;
        }
        if let Some(ability) = node.get_mut::<Ability>() {
            *ability = nothing();
        } else if let Some(effect) = node.get_mut::<Continuous>() {
            *effect = Continuous::Modify { what: Selector::Union(Vec::new()), mods: Vec::new() };
        } else if let Some(change) = node.get_mut::<Modification>() {
            *change = Modification::AddPowerToughness(Amount::Const(0), Amount::Const(0));
        }
        Go::Past
    });
    card
}

/// An ability that does nothing.
fn nothing() -> Ability {
    let (zones, condition, effects, defines) = (ZoneSet::BATTLEFIELD, None, Vec::new(), false);
    Ability::Static(StaticAbility { zones, condition, effects, defines })
}
