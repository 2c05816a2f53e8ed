//! Meld cards, whose backs are the two halves of one card (712.5): data that give a card another back are put right by what
//! the cards say of each other.

use std::collections::BTreeMap;

use lawmage_ir::Layout;
use lawmage_oracle::FaceSource;

use super::ImportedCard;

/// Gives a card that melds with another, as its reminder text says, the back of that one (712.5): the name of that back
/// stands in the instruction to meld them.
pub(super) fn share_backs(cards: &mut [ImportedCard]) {
    let named: BTreeMap<String, FaceSource> = cards
        .iter()
        .filter(|card| card.source.layout == Layout::Meld)
        .filter_map(|card| match card.source.faces.as_slice() {
            [front, back] if front.text.contains(&format!("meld them into {}", back.name)) => {
                Some((front.name.clone(), back.clone()))
            }
            _ => None,
        })
        .collect();
    for card in cards.iter_mut().filter(|card| card.source.layout == Layout::Meld) {
        let [front, back] = card.source.faces.as_mut_slice() else { continue };
        let other = front.text.split_once("(Melds with ").and_then(|(_, rest)| rest.split_once(".)"));
        let Some(common) = other.and_then(|(name, _)| named.get(name)).filter(|common| common.name != back.name) else {
            continue;
        };
        card.source.name = format!("{} // {}", front.name, common.name);
        *back = common.clone();
    }
}
