//! What may be paid rather than the mana cost of what a player could cast anyway (118.9).

use lawmage_ir::{Continuous, Permission, Price};
use smallvec::SmallVec;

use super::ways::{Terms, fits_zone, terms_of, way_kind};
use crate::read::context::Context;
use crate::state::State;
use crate::state::chars::AbilityKey;
use crate::state::ids::{ObjectId, PlayerId};
use crate::table::action::Way;

impl State {
    /// What effects let a player pay rather than the mana cost of what they could cast anyway, from wherever that is (118.9).
    pub(super) fn ways_at_other_costs(
        &self,
        player: PlayerId,
        id: ObjectId,
        faces: &[u8],
        usual: bool,
        ways: &mut SmallVec<[Way; 2]>,
    ) {
        for rule in &self.rules().mays {
            let Some(Continuous::May(Permission::PayRather { by, what, .. })) = rule.what() else { continue };
            let (context, Some(kind)) = (rule.context(), way_kind(rule)) else { continue };
            if self.is_among(player, by, &context) {
                let spell = |face: &u8| self.face_chars(id, *face).is_none_or(|c| !c.is_land());
                let fits = |face: &u8| spell(face) && self.face_fits(id, *face, what, &context);
                let castable = |face: &u8| usual || self.cast_at_own_price(player, id, *face).is_some();
                let fitting = faces.iter().copied().filter(|face| fits(face) && castable(face));
                ways.extend(fitting.map(|face| Way { face, kind, label: None }));
            }
        }
    }

    /// The terms of a permission, with no limit to its uses, to cast a card from where it is for what it costs.
    fn cast_at_own_price(&self, player: PlayerId, id: ObjectId, face: u8) -> Option<Terms> {
        let zone = self.get(id)?.zone;
        let lets = |effect: &Continuous, context: &Context<'_>| match effect {
            Continuous::May(Permission::Play {
                by,
                what,
                label: None,
                price: Price::Usual | Price::Besides(_),
                per_turn: None,
                ..
            }) => {
                fits_zone(&what.kind, zone)
                    && self.is_among(player, by, context)
                    && self.is_reachable(id, zone)
                    && self.face_fits(id, face, what, context)
            }
            _ => false,
        };
        let mut rules = self.rules().mays.iter().filter_map(|rule| Some((rule, rule.what()?)));
        let (rule, effect) = rules.find(|(rule, effect)| lets(effect, &rule.context()))?;
        // The key is asked for where uses are counted; here none are.
        terms_of(effect, rule.source, rule.key.unwrap_or(AbilityKey(0)))
    }

    /// The terms of a permission for a card where it is. To pay something else for it lets nobody cast it from elsewhere than a
    /// hand: what does is a part of the terms (118.9, 601.3).
    pub(super) fn terms_from_there(
        &self,
        player: PlayerId,
        id: ObjectId,
        way: &Way,
        effect: &Continuous,
        terms: Terms,
    ) -> Option<Terms> {
        let rather = matches!(effect, Continuous::May(Permission::PayRather { .. }));
        if !rather || self.is_cast_as_usual(player, id) {
            return Some(self.terms_in_guise(player, id, way, terms));
        }
        let there = self.cast_at_own_price(player, id, way.face)?;
        Some(Terms { price: terms.price, uses: terms.uses, flash_for: terms.flash_for, ..there })
    }
}
