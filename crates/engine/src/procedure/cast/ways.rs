//! Who may cast or play what, when and how (601.3, 305, 307, 702.8).

use std::sync::Arc;

use lawmage_ir::{
    Ability, Condition, Continuous, Cost, CostLabel, Filter, Keyword, KeywordAbility, Kind, Layout, ManaCost,
    Modification, Permission, Price, Spending, StaticAbility, Test, Zone,
};
use smallvec::SmallVec;

use super::cast_as::{is_prototype, is_transformed};
use super::fitting_x::FittingX;
use super::granted_costs::GrantedCost;
use super::other_costs::leaves_price_open;
use crate::read::context::Context;
use crate::state::State;
use crate::state::cache::ActiveRule;
use crate::state::chars::{AbilityKey, Chars};
use crate::state::ids::{ObjectId, PlayerId};
use crate::state::object::ability_of;
use crate::table::action::{Way, WayKind};

/// The number of both halves together, among the faces of a split card (702.102b).
pub(crate) const FUSED: u8 = 2;

/// On what terms a way lets a card be played.
#[derive(Clone, Debug)]
pub(crate) struct Terms {
    /// At what cost.
    pub price: Price,
    /// What is paid in addition (118.8).
    pub besides: Option<Cost>,
    /// As what mana can be spent on it.
    pub spending: Spending,
    /// Under which name it is spoken of later.
    pub label: Option<CostLabel>,
    /// The name of what lets it be cast, where that of an alternative cost stands above.
    pub under: Option<CostLabel>,
    /// Which instance of its keyword offers the alternative cost (702.152b).
    pub instance: Option<u64>,
    /// Only when a sorcery could be cast.
    pub sorcery_timing: bool,
    /// The permission used up by it, where it has a limit.
    pub uses: Option<(ObjectId, AbilityKey, u32)>,
    /// The permission of which there is one use less, where it has so many in all.
    pub takes_from: Option<AbilityKey>,
    /// As though it had flash, for that much more (601.3c).
    pub flash_for: Option<ManaCost>,
    /// As though it had flash, but only if that additional cost is paid (601.3c).
    pub owes: Option<CostLabel>,
    /// As though it had flash, but only if it targets such an object or player (601.3b).
    pub aims: Option<Filter>,
    /// What is played so gets these, from that source (611.3d).
    pub gives: Vec<Modification>,
    /// What triggers as it is played so, of that source (603.12).
    pub when: Option<Arc<lawmage_ir::TriggeredAbility>>,
    /// Whose permission gives them.
    pub giver: Option<ObjectId>,
    /// The keyword ability that lets it be cast so, where an effect grants that to the card: the spell keeps all of it.
    pub keeps: Option<KeywordAbility>,
    /// With which X, where what lets it be cast or forbids it asks for its mana value.
    pub fitting_x: Option<FittingX>,
}

impl Terms {
    pub(crate) const fn at(price: Price) -> Self {
        Self {
            price,
            besides: None,
            spending: Spending::AsIs,
            label: None,
            under: None,
            instance: None,
            sorcery_timing: false,
            uses: None,
            takes_from: None,
            flash_for: None,
            owes: None,
            aims: None,
            gives: Vec::new(),
            when: None,
            giver: None,
            keeps: None,
            fitting_x: None,
        }
    }

    /// At that price, or without paying the mana cost (118.9).
    pub(crate) fn instead_of_mana(price: Option<&Cost>) -> Self {
        Self::at(match price {
            None => Price::Free,
            Some(cost) if cost.is_own() => Price::Usual,
            Some(cost) => Price::Instead(cost.clone()),
        })
    }
}

impl State {
    /// The static abilities of a card, wherever it is, whose conditions hold. The caller asks for those that speak of the
    /// card itself as it is cast (113.6, 113.6d): its additional and alternative costs (113.2b), what lets it be cast from there
    /// (113.6f).
    pub(crate) fn self_statics(
        &self,
        id: ObjectId,
        you: PlayerId,
    ) -> impl Iterator<Item = (AbilityKey, &StaticAbility)> {
        let holds = move |c: &Condition| self.holds(c, &Context::of(id, you));
        self.all_statics(id).filter(move |(_, ability)| ability.condition.as_ref().is_none_or(holds))
    }

    /// The static abilities of a card, whether or not their conditions hold.
    pub(super) fn all_statics(&self, id: ObjectId) -> impl Iterator<Item = (AbilityKey, &StaticAbility)> {
        let chars = self.chars(id);
        let abilities = if chars.marks.statics { chars.abilities.as_slice() } else { &[] };
        abilities.iter().filter_map(move |on| match &*on.ability {
            Ability::Static(ability) => Some((on.key, ability)),
            _ => None,
        })
    }

    /// The ways in which a player could play a card from where it is, as a land or as a spell (601.1a), timing aside.
    pub(crate) fn ways(&self, player: PlayerId, id: ObjectId) -> SmallVec<[Way; 2]> {
        let mut ways = SmallVec::new();
        let Some(object) = self.get(id) else { return ways };
        let faces = self.playable_faces(id);
        let usual = self.is_cast_as_usual(player, id);
        if usual {
            if object.zone == Zone::Hand && self.can_be_fused(id) {
                ways.push(Way {
                    face: FUSED,
                    kind: WayKind::Normal,
                    label: Some(CostLabel::Keyword(Keyword::Fuse, 0)),
                });
            }
            ways.extend(faces.iter().map(|face| Way { face: *face, kind: WayKind::Normal, label: None }));
        }
        for (key, ability) in self.self_statics(id, player) {
            for effect in &ability.effects {
                match effect {
                    // 118.9
                    Continuous::AlternativeCost { label, .. } if usual => {
                        let kind = WayKind::Alternative(key);
                        ways.push(Way { face: self.face_cast_for(id, key, label), kind, label: Some(label.clone()) });
                    }
                    // 601.3c
                    Continuous::May(Permission::FlashFor(_)) if object.zone == Zone::Hand && object.owner == player => {
                        ways.push(Way { face: 0, kind: WayKind::Permission { source: id, key }, label: None });
                    }
                    Continuous::May(Permission::Play { by, what, label, price, .. })
                        if ability.zones.has(object.zone)
                            && what.test.is_this()
                            && fits_zone(&what.kind, object.zone)
                            && self.is_among(player, by, &Context::of(id, player)) =>
                    {
                        let kind = WayKind::Permission { source: id, key };
                        let face = match label {
                            Some(label) if is_transformed(label) => 1,
                            _ => self.half_of(id, key),
                        };
                        ways.push(Way { face, kind, label: label.clone() });
                        if leaves_price_open(price, label.as_ref()) {
                            ways.extend(self.at_alternatives(player, id, face, kind));
                        }
                    }
                    _ => {}
                }
            }
        }
        self.ways_at_other_costs(player, id, &faces, usual, &mut ways);
        let granted = self.granted_costs(player, id, &faces);
        if usual {
            ways.extend(granted.iter().map(GrantedCost::way));
        }
        for rule in &self.rules().mays {
            let Some(Continuous::May(Permission::Play { by, what, label, price, .. })) = rule.what() else { continue };
            if rule.source == id && rule.effect.is_none() && what.test.is_this() {
                continue; // Seen above.
            }
            let context = rule.context();
            if !fits_zone(&what.kind, object.zone)
                || !self.is_among(player, by, &context)
                || !self.is_reachable(id, object.zone)
            {
                continue;
            }
            let Some(kind) = way_kind(rule) else { continue };
            let fits = |face: u8, price: &Price| {
                self.face_fits(id, face, what, &context) || self.fits_for_some_x(id, face, (what, price), &context)
            };
            let fitting = faces.iter().filter(|face| fits(**face, price));
            ways.extend(fitting.map(|face| Way { face: *face, kind, label: label.clone() }));
            // 702.102a: from a hand both halves may be cast, whatever lets the card be cast.
            if object.zone == Zone::Hand && self.can_be_fused(id) && fits(FUSED, price) {
                ways.push(Way { face: FUSED, kind, label: Some(CostLabel::Keyword(Keyword::Fuse, 0)) });
            }
            if label.is_none() {
                // 118.9a: no two alternative costs; prototype is none (718.3).
                let own = matches!(price, Price::Usual | Price::Besides(_));
                for (key, cost, label) in self.alternatives(player, id) {
                    let face = self.face_cast_for(id, key, label);
                    let free = if own { !usual } else { is_prototype(label) };
                    let fits = free
                        && match self.guised(id, face, Some(label)) {
                            Some(chars) => self.fits_once(id, &chars, what, &context),
                            None => fits(face, &Price::Instead(cost.clone())),
                        };
                    if fits {
                        ways.push(Way { face, kind, label: Some(label.clone()) });
                    }
                }
                if own && !usual {
                    let fitting = granted.iter().filter(|other| fits(other.face, &Price::Instead(other.cost.clone())));
                    ways.extend(fitting.map(|other| Way { kind, ..other.way() }));
                }
            }
        }
        ways
    }

    /// A card's own alternative costs, which can be chosen wherever it may be cast from (118.9, 601.2b), each with its ability and
    /// its name.
    pub(super) fn alternatives(
        &self,
        player: PlayerId,
        id: ObjectId,
    ) -> impl Iterator<Item = (AbilityKey, &Cost, &CostLabel)> {
        self.self_statics(id, player).flat_map(|(key, ability)| {
            ability.effects.iter().filter_map(move |effect| match effect {
                Continuous::AlternativeCost { cost, label } => Some((key, cost, label)),
                _ => None,
            })
        })
    }

    /// The face that is cast for an alternative cost.
    pub(super) fn face_cast_for(&self, id: ObjectId, key: AbilityKey, label: &CostLabel) -> u8 {
        if is_transformed(label) { 1 } else { self.half_of(id, key) }
    }

    /// What a card is as a prototyped spell, if it can be one (718.3).
    pub(crate) fn prototype_of(&self, player: PlayerId, id: ObjectId) -> Option<(Arc<Chars>, CostLabel)> {
        if !self.chars(id).has(Keyword::Prototype) {
            return None;
        }
        let (key, _, label) = self.alternatives(player, id).find(|(.., label)| is_prototype(label))?;
        Some((self.guised(id, self.face_cast_for(id, key, label), Some(label))?, label.clone()))
    }

    /// The terms of a permission, for one of the card's own alternative costs where that is chosen (118.9a).
    pub(super) fn terms_in_guise(&self, player: PlayerId, id: ObjectId, way: &Way, terms: Terms) -> Terms {
        let Some(wanted) = way.label.as_ref().filter(|l| terms.label.as_ref() != Some(*l)) else { return terms };
        if way.face == FUSED {
            return Terms { label: Some(wanted.clone()), ..terms }; // 702.102a
        }
        let found = self.alternatives(player, id).find(|(.., label)| *label == wanted);
        let Some((key, cost, _)) = found else {
            return match self.granted_cost(player, id, way.face, |other| other.label == *wanted) {
                Some(other) => {
                    let (label, under) = (Some(other.label), terms.label.clone());
                    Terms { label, under, price: Price::Instead(other.cost), ..terms }
                }
                None => terms,
            };
        };
        let price = if is_prototype(wanted) { terms.price.clone() } else { Price::Instead(cost.clone()) };
        let keeps = self.granted_keyword(id, key).or_else(|| terms.keeps.clone());
        let (label, under, instance) = (Some(wanted.clone()), terms.label.clone(), Some(key.group()));
        Terms { price, label, under, instance, keeps, ..terms }
    }

    /// Whether a card fits a permission as that face: with the characteristics it would have as it is cast (601.3e).
    pub(super) fn face_fits(&self, id: ObjectId, face: u8, what: &Filter, context: &Context<'_>) -> bool {
        let up = self.shows_face(id, face);
        let Some(chars) = self.face_chars(id, face).filter(|_| !up) else { return self.fits(id.into(), what, context) };
        // 712.8a, 715.4: what is asked of the card is asked of what it is where it lies; of the spell, what it would be (715.3a).
        let (card, spell): (Vec<Test>, Vec<Test>) =
            what.test.conjuncts().iter().cloned().partition(|test| matches!(test, Test::AsCard(_)));
        let asks = |tests| Filter::new(what.kind.clone(), Test::all(tests));
        (card.is_empty() || self.fits(id.into(), &asks(card), context))
            && self.with_face(id, face, chars.clone()).fits(id.into(), &asks(spell), context)
    }

    /// A copy of the state in which a card is that face.
    pub(crate) fn with_face(&self, id: ObjectId, face: u8, chars: Arc<Chars>) -> Self {
        let mut trial = self.clone();
        if let Some(object) = trial.get_mut(id) {
            object.base = chars;
            object.face = face;
        }
        trial.touch();
        trial.refresh();
        trial
    }

    /// The faces a card could be played as while something resolves, both halves of a fused one in a hand among them.
    pub(crate) fn faces_to_play(&self, id: ObjectId) -> SmallVec<[u8; 2]> {
        let mut faces = self.playable_faces(id);
        // 702.102a
        if self.get(id).is_some_and(|o| o.zone == Zone::Hand) && self.can_be_fused(id) {
            faces.push(FUSED);
        }
        faces
    }

    /// Whether a card passes a test once the way it is cast has made it what it would be (601.3b): a copy of the state is
    /// asked. Only what is cast in such a guise has characteristics that aren't its own.
    pub(super) fn fits_once(&self, id: ObjectId, chars: &Chars, what: &Filter, context: &Context<'_>) -> bool {
        if std::ptr::eq(chars, self.chars(id)) {
            return false;
        }
        let mut trial = self.clone();
        if let Some(object) = trial.get_mut(id) {
            object.base = Arc::new(chars.clone());
        }
        trial.touch();
        trial.refresh();
        trial.test(id.into(), &what.test, context)
    }

    /// Whether a permission can speak of that card: of a library only the top card is known.
    pub(crate) fn is_reachable(&self, id: ObjectId, zone: Zone) -> bool {
        zone != Zone::Library || self.players.iter().any(|p| p.library.first() == Some(&id))
    }

    /// The faces a card could be played as (709.3, 712.11b, 712.12, 715.3); any other double-faced card with its front up
    /// (712.11).
    fn playable_faces(&self, id: ObjectId) -> SmallVec<[u8; 2]> {
        let one = smallvec::smallvec![0];
        let Some(def) = self.get(id).and_then(|o| self.cards.get(usize::from(o.printed_on()?))) else { return one };
        match def.card.layout {
            Layout::Split | Layout::ModalDfc | Layout::Adventure => (0..def.faces.len().min(2) as u8).collect(),
            // 702.127a: a half with aftermath can't be cast from any zone other than a graveyard.
            Layout::Aftermath => {
                let buried = self.get(id).is_some_and(|o| o.zone == Zone::Graveyard);
                (0..2)
                    .filter(|f| buried || self.face_chars(id, *f).is_some_and(|c| !c.has(Keyword::Aftermath)))
                    .collect()
            }
            _ => one,
        }
    }

    /// Whether a card in hand may be cast as a fused split spell (702.102a).
    fn can_be_fused(&self, id: ObjectId) -> bool {
        self.face_chars(id, FUSED).is_some_and(|c| c.has(Keyword::Fuse))
    }

    /// The face that an ability of the card itself is about: the half of a split card that has it (702.127a), else the first.
    fn half_of(&self, id: ObjectId, key: AbilityKey) -> u8 {
        if self.is_both_halves(id) { key.half() } else { 0 }
    }

    /// What a face of a card prints.
    pub(crate) fn face_chars(&self, id: ObjectId, face: u8) -> Option<&Arc<Chars>> {
        self.cards.get(usize::from(self.get(id)?.printed_on()?))?.faces.get(usize::from(face))
    }

    /// The terms of a way; `None` when there is no such way (any more).
    pub(crate) fn terms(&self, player: PlayerId, id: ObjectId, way: &Way) -> Option<Terms> {
        let mut terms = self.terms_with_any_x(player, id, way)?;
        terms.fitting_x = self.fitting_x(player, id, way, &terms);
        terms.aims = self.aims_for_time(player, id, way.face, &terms);
        terms.owes = self.owed_for_time(player, id, way.face, &terms);
        Some(terms)
    }

    pub(super) fn terms_with_any_x(&self, player: PlayerId, id: ObjectId, way: &Way) -> Option<Terms> {
        match way.kind {
            WayKind::Normal => {
                self.is_cast_as_usual(player, id).then(|| Terms { label: way.label.clone(), ..Terms::at(Price::Usual) })
            }
            WayKind::Alternative(key) => {
                let instance = Some(key.group());
                let Some((_, cost, label)) = self.alternatives(player, id).find(|(k, ..)| *k == key) else {
                    let granted = self.granted_cost(player, id, way.face, |other| other.key == key)?;
                    let price = Price::Instead(granted.cost);
                    return Some(Terms { label: Some(granted.label), instance, ..Terms::at(price) });
                };
                let price = if is_prototype(label) { Price::Usual } else { Price::Instead(cost.clone()) };
                let keeps = self.granted_keyword(id, key);
                Some(Terms { label: Some(label.clone()), instance, keeps, ..Terms::at(price) })
            }
            WayKind::Permission { source, key } if source == id => {
                let (_, ability) = self.self_statics(id, player).find(|(k, _)| *k == key)?;
                let terms = ability.effects.iter().find_map(|e| terms_of(e, source, key))?;
                let terms = Terms { keeps: self.granted_keyword(id, key), ..terms };
                Some(self.terms_in_guise(player, id, way, terms))
            }
            WayKind::Permission { .. } | WayKind::Effect(_) => {
                let (effect, terms) = self.permitted(way.kind)?;
                self.terms_from_there(player, id, way, effect, terms)
            }
        }
    }

    /// The permission in force that a way of casting is by, and its terms.
    pub(super) fn permitted(&self, kind: WayKind) -> Option<(&Continuous, Terms)> {
        match kind {
            WayKind::Normal | WayKind::Alternative(_) => None,
            WayKind::Permission { source, key } => {
                let mine = |r: &&ActiveRule| r.source == source && r.key == Some(key);
                let mut rules = self.rules().mays.iter().filter(mine).filter_map(ActiveRule::what);
                rules.find_map(|e| Some((e, terms_of(e, source, key)?)))
            }
            WayKind::Effect(number) => {
                let rule = self.rules().mays.iter().find(|r| r.effect == Some(number))?;
                let effect = rule.what()?;
                Some((effect, terms_of(effect, rule.source, AbilityKey::granted(number, 0, 0))?))
            }
        }
    }

    /// Whether a card is where its owner may cast it without any permission (601.3, 903.8).
    pub(super) fn is_cast_as_usual(&self, player: PlayerId, id: ObjectId) -> bool {
        let in_hand = self.get(id).is_some_and(|o| o.zone == Zone::Hand && o.owner == player);
        in_hand || self.is_castable_commander(player, id) || self.is_prepared_spell(player, id)
    }

    /// The keyword ability that an ability is a part of, if an effect grants it.
    fn granted_keyword(&self, id: ObjectId, key: AbilityKey) -> Option<KeywordAbility> {
        if !key.is_granted() {
            return None;
        }
        match &**ability_of(self.chars(id), AbilityKey(key.0 & !0xff))? {
            Ability::Keyword(keyword) => Some(keyword.clone()),
            _ => None,
        }
    }

    /// Whether a permission has uses left this turn.
    pub(crate) fn has_uses(&self, terms: &Terms) -> bool {
        terms.uses.is_none_or(|(source, key, most)| self.uses(source, key).0 < most)
    }
}

pub(super) fn terms_of(effect: &Continuous, source: ObjectId, key: AbilityKey) -> Option<Terms> {
    if let Continuous::May(Permission::FlashFor(more)) = effect {
        return Some(Terms { flash_for: Some(more.clone()), ..Terms::at(Price::Usual) });
    }
    if let Continuous::May(Permission::PayRather { cost, per_turn, flash, .. }) = effect {
        let uses = per_turn.map(|n| (source, key, n));
        let flash_for = flash.then(ManaCost::default);
        return Some(Terms { uses, flash_for, ..Terms::at(Price::Instead(cost.clone())) });
    }
    let Continuous::May(Permission::Play {
        price, per_turn, in_all, spending, label, sorcery_timing, gives, when, ..
    }) = effect
    else {
        return None;
    };
    let (price, besides) = match price {
        Price::Besides(cost) => (Price::Usual, Some(cost.clone())),
        price => (price.clone(), None),
    };
    Some(Terms {
        besides,
        spending: *spending,
        label: label.clone(),
        sorcery_timing: *sorcery_timing,
        uses: per_turn.map(|n| (source, key, n)),
        takes_from: in_all.map(|_| key),
        gives: gives.clone(),
        when: when.clone(),
        giver: Some(source),
        ..Terms::at(price)
    })
}

/// Whether a test asks for the mana value of what it tests.
pub(super) fn asks_mana_value(test: &Test) -> bool {
    match test {
        Test::Stat(lawmage_ir::Stat::ManaValue, ..) => true,
        Test::And(all) | Test::Or(all) => all.iter().any(asks_mana_value),
        Test::Not(inner) => asks_mana_value(inner),
        _ => false,
    }
}

/// Whether a filter's kind reaches into a zone.
pub(super) const fn fits_zone(kind: &Kind, zone: Zone) -> bool {
    match kind {
        Kind::Card(zones) => zones.has(zone),
        Kind::Object => !matches!(zone, Zone::Battlefield | Zone::Stack),
        _ => false,
    }
}

pub(super) fn way_kind(rule: &ActiveRule) -> Option<WayKind> {
    match (rule.effect, rule.key) {
        (Some(number), _) => Some(WayKind::Effect(number)),
        (None, Some(key)) => Some(WayKind::Permission { source: rule.source, key }),
        (None, None) => None,
    }
}
