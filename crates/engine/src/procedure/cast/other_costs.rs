//! What may be paid rather than the mana cost of what a player could cast anyway, or casts as something resolves (118.9).

use lawmage_ir::{Continuous, Cost, CostLabel, Keyword, Permission, Price, Spending};
use smallvec::SmallVec;

use super::cast_as::is_prototype;
use super::granted_costs::GrantedCost;
use super::ways::{Terms, fits_zone, terms_of, way_kind};
use crate::read::context::{Context, for_player};
use crate::state::State;
use crate::state::chars::AbilityKey;
use crate::state::ids::{ObjectId, PlayerId};
use crate::table::action::{Way, WayKind};

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
            // Of several players each is the member at hand, as who would cast it.
            let (context, Some(kind)) = (for_player(rule.context(), by, player), way_kind(rule)) else { continue };
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
                in_all: None,
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

    /// The ways to cast a face of a card at an alternative cost, that of a permission of its own (118.9).
    pub(super) fn at_alternatives(
        &self,
        player: PlayerId,
        id: ObjectId,
        face: u8,
        kind: WayKind,
    ) -> impl Iterator<Item = Way> {
        let own =
            self.alternatives(player, id).filter(move |(key, _, label)| self.face_cast_for(id, *key, label) == face);
        let granted = self.granted_costs(player, id, &[face]).into_iter().map(|other| other.way().label);
        own.map(|(.., label)| Some(label.clone())).chain(granted).map(move |label| Way { face, kind, label })
    }

    /// The ways in which a player could pay something else than the mana cost of a card that something lets them cast as it
    /// resolves (118.9, 601.2b, 608.2g): its own alternative costs, those that effects grant it, what effects let them pay rather.
    pub(crate) fn ways_besides_mana(&self, player: PlayerId, id: ObjectId, faces: &[u8]) -> SmallVec<[Way; 2]> {
        let mut ways: SmallVec<[Way; 2]> = SmallVec::new();
        for (key, _, label) in self.alternatives(player, id).filter(|(.., label)| !is_prototype(label)) {
            // 2026:702.190a: in a step and from a hand, of one's own accord.
            if matches!(label, CostLabel::Keyword(Keyword::Sneak, _)) {
                continue;
            }
            let face = self.face_cast_for(id, key, label);
            ways.push(Way { face, kind: WayKind::Alternative(key), label: Some(label.clone()) });
        }
        ways.extend(self.granted_costs(player, id, faces).iter().map(GrantedCost::way));
        self.ways_at_other_costs(player, id, faces, true, &mut ways);
        ways
    }

    /// The terms on which a card is cast as something resolves: for that price, where nothing else is paid instead.
    pub(crate) fn terms_during(
        &self,
        player: PlayerId,
        id: ObjectId,
        (price, spending): (Option<&Cost>, Spending),
        way: &Way,
    ) -> Option<Terms> {
        let terms = match way.kind {
            WayKind::Normal => Terms { label: way.label.clone(), ..Terms::instead_of_mana(price) },
            WayKind::Alternative(_) => self.terms_with_any_x(player, id, way)?,
            WayKind::Permission { .. } | WayKind::Effect(_) => self.permitted(way.kind)?.1,
        };
        Some(Terms { spending: terms.spending.max(spending), ..terms })
    }
}

/// Whether what lets a card be cast says nothing of the cost that is paid rather than its mana cost, or asks for more besides
/// (702.81a): then an alternative cost may be chosen. Flashback is one itself (702.34a).
pub(super) fn leaves_price_open(price: &Price, label: Option<&CostLabel>) -> bool {
    matches!(price, Price::Usual | Price::Besides(_))
        && !matches!(label, Some(CostLabel::Keyword(Keyword::Flashback, _)))
}
