//! Who may cast or play what, when and how (601.3, 305, 307, 702.8).

use std::sync::Arc;

use lawmage_ir::{
    Ability, CardType, Condition, Continuous, CostLabel, Filter, Keyword, Kind, Layout, ManaCost, Modification,
    Permission, Price, Prohibition, Ref, StaticAbility, Test, Zone, rule,
};
use smallvec::SmallVec;

use super::cast_as::{is_prototype, is_transformed};
use crate::read::context::Context;
use crate::read::layers::ActiveRule;
use crate::state::State;
use crate::state::chars::{AbilityKey, Chars};
use crate::state::event::Event;
use crate::state::ids::{ObjectId, PlayerId};
use crate::state::object::ObjectKind;
use crate::table::action::{Way, WayKind};
use crate::table::decision::Illegal;

/// The number of both halves together, among the faces of a split card (702.102b).
pub(crate) const FUSED: u8 = 2;

/// On what terms a way lets a card be played.
#[derive(Clone, Debug)]
pub(crate) struct Terms {
    /// At what cost.
    pub price: Price,
    /// Mana of any type can be spent.
    pub any_mana: bool,
    /// Under which name it is spoken of later.
    pub label: Option<CostLabel>,
    /// Only when a sorcery could be cast.
    pub sorcery_timing: bool,
    /// The permission used up by it, where it has a limit.
    pub uses: Option<(ObjectId, AbilityKey, u32)>,
    /// As though it had flash, for that much more (601.3c).
    pub flash_for: Option<ManaCost>,
    /// What is played so gets these, from that source (611.3d).
    pub gives: Vec<Modification>,
    /// Whose permission gives them.
    pub giver: Option<ObjectId>,
}

impl Terms {
    pub(crate) const fn at(price: Price) -> Self {
        Self {
            price,
            any_mana: false,
            label: None,
            sorcery_timing: false,
            uses: None,
            flash_for: None,
            gives: Vec::new(),
            giver: None,
        }
    }
}

/// Whether a test holds of the object whose ability it is, and of nothing else: "this spell".
pub(crate) fn is_self(test: &Test) -> bool {
    match test {
        Test::Is(Ref::This) => true,
        Test::And(all) => all.iter().any(is_self),
        _ => false,
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

    /// Whether a player could cast a sorcery, or a battle (310.1), now (307.1): their main phase, with an empty stack.
    #[must_use]
    pub fn is_sorcery_time(&self, player: PlayerId) -> bool {
        self.is_active(player) && self.turn.step.is_main() && self.stack.is_empty()
    }

    /// Whether a spell with split second is on the stack (702.61a).
    #[must_use]
    pub fn is_split_second(&self) -> bool {
        self.stack.iter().any(|id| self.chars(*id).has(Keyword::SplitSecond))
    }

    /// The ways in which a player could play a card from where it is, as a land or as a spell (601.1a), timing aside.
    pub(crate) fn ways(&self, player: PlayerId, id: ObjectId) -> SmallVec<[Way; 2]> {
        let mut ways = SmallVec::new();
        let Some(object) = self.get(id) else { return ways };
        let faces = self.playable_faces(id);
        // 903.8
        let usual = (object.zone == Zone::Hand && object.owner == player) || self.is_castable_commander(player, id);
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
                        let face = if is_transformed(label) { 1 } else { self.half_of(id, key) };
                        ways.push(Way { face, kind, label: Some(label.clone()) });
                    }
                    // 601.3c
                    Continuous::May(Permission::FlashFor(_)) if object.zone == Zone::Hand && object.owner == player => {
                        ways.push(Way { face: 0, kind: WayKind::Permission { source: id, key }, label: None });
                    }
                    Continuous::May(Permission::Play { by, what, label, .. })
                        if ability.zones.has(object.zone)
                            && is_self(&what.test)
                            && fits_zone(&what.kind, object.zone)
                            && self.is_among(player, by, &Context::of(id, player)) =>
                    {
                        let kind = WayKind::Permission { source: id, key };
                        let face = match label {
                            Some(label) if is_transformed(label) => 1,
                            _ => self.half_of(id, key),
                        };
                        ways.push(Way { face, kind, label: label.clone() });
                    }
                    _ => {}
                }
            }
        }
        for rule in &self.rules().mays {
            let Some(Continuous::May(Permission::Play { by, what, label, price, .. })) = rule.what() else { continue };
            if rule.source == id && rule.effect.is_none() && is_self(&what.test) {
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
            let fitting = faces.iter().filter(|face| self.face_fits(id, **face, what, &context));
            ways.extend(fitting.map(|face| Way { face: *face, kind, label: label.clone() }));
            // 702.102a: from a hand both halves may be cast, whatever lets the card be cast.
            if object.zone == Zone::Hand && self.can_be_fused(id) && self.face_fits(id, FUSED, what, &context) {
                ways.push(Way { face: FUSED, kind, label: Some(CostLabel::Keyword(Keyword::Fuse, 0)) });
            }
            if label.is_none() && matches!(price, Price::Usual) && !usual {
                let guises = self.guises(player, id).filter(|(chars, _)| self.fits_once(id, chars, what, &context));
                ways.extend(guises.map(|(_, label)| Way { face: 0, kind, label: Some(label) }));
            }
        }
        ways
    }

    /// What a card's own alternative ways of casting would make of it, where that changes it: face down, an Aura (601.3e).
    fn guises(&self, player: PlayerId, id: ObjectId) -> impl Iterator<Item = (Arc<Chars>, CostLabel)> {
        let effects = self.self_statics(id, player).flat_map(|(_, ability)| &ability.effects);
        effects.filter_map(move |effect| match effect {
            Continuous::AlternativeCost { label, .. } => Some((self.guised(id, 0, Some(label))?, label.clone())),
            _ => None,
        })
    }

    /// The terms of a permission, for one of the card's own alternative ways of casting where it is cast so (118.9a).
    fn terms_in_guise(&self, player: PlayerId, id: ObjectId, way: &Way, terms: Terms) -> Terms {
        let Some(wanted) = way.label.as_ref().filter(|l| terms.label.as_ref() != Some(*l)) else { return terms };
        if way.face == FUSED {
            return Terms { label: Some(wanted.clone()), ..terms }; // 702.102a
        }
        let mut effects = self.self_statics(id, player).flat_map(|(_, ability)| &ability.effects);
        let found = effects.find_map(|effect| match effect {
            Continuous::AlternativeCost { cost, label } if label == wanted => Some(cost.clone()),
            _ => None,
        });
        let Some(cost) = found else { return terms };
        let price = if is_prototype(wanted) { Price::Usual } else { Price::Instead(cost) };
        Terms { price, label: Some(wanted.clone()), ..terms }
    }

    /// Whether a card fits a permission as that face: with the characteristics it would have as it is cast (601.3e).
    fn face_fits(&self, id: ObjectId, face: u8, what: &Filter, context: &Context<'_>) -> bool {
        let up = self.shows_face(id, face);
        let Some(chars) = self.face_chars(id, face).filter(|_| !up) else { return self.fits(id.into(), what, context) };
        let mut trial = self.clone();
        if let Some(object) = trial.get_mut(id) {
            object.base = chars.clone();
            object.face = face;
        }
        trial.touch();
        trial.refresh();
        trial.fits(id.into(), what, context)
    }

    /// Whether a card passes a test once the way it is cast has made it what it would be (601.3b): a copy of the state is
    /// asked. Only what is cast in such a guise has characteristics that aren't its own.
    fn fits_once(&self, id: ObjectId, chars: &Chars, what: &Filter, context: &Context<'_>) -> bool {
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
    fn is_reachable(&self, id: ObjectId, zone: Zone) -> bool {
        zone != Zone::Library || self.players.iter().any(|p| p.library.first() == Some(&id))
    }

    /// The faces a card could be played as (709.3, 712.11b, 712.12, 715.3); any other double-faced card with its front up
    /// (712.11).
    fn playable_faces(&self, id: ObjectId) -> SmallVec<[u8; 2]> {
        let one = smallvec::smallvec![0];
        let Some(ObjectKind::Card(index)) = self.get(id).map(|o| &o.kind) else { return one };
        let Some(def) = self.cards.get(usize::from(*index)) else { return one };
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
        match self.get(id)?.kind {
            ObjectKind::Card(index) => self.cards.get(usize::from(index))?.faces.get(usize::from(face)),
            _ => None,
        }
    }

    /// The terms of a way; `None` when there is no such way (any more).
    pub(crate) fn terms(&self, player: PlayerId, id: ObjectId, way: &Way) -> Option<Terms> {
        let object = self.get(id)?;
        match way.kind {
            WayKind::Normal => {
                let there = object.zone == Zone::Hand && object.owner == player;
                (there || self.is_castable_commander(player, id))
                    .then(|| Terms { label: way.label.clone(), ..Terms::at(Price::Usual) })
            }
            WayKind::Alternative(key) => {
                let (_, ability) = self.self_statics(id, player).find(|(k, _)| *k == key)?;
                ability.effects.iter().find_map(|e| match e {
                    Continuous::AlternativeCost { cost, label } => {
                        let price = if is_prototype(label) { Price::Usual } else { Price::Instead(cost.clone()) };
                        Some(Terms { label: Some(label.clone()), ..Terms::at(price) })
                    }
                    _ => None,
                })
            }
            WayKind::Permission { source, key } if source == id => {
                let (_, ability) = self.self_statics(id, player).find(|(k, _)| *k == key)?;
                ability.effects.iter().find_map(|e| terms_of(e, source, key))
            }
            WayKind::Permission { source, key } => {
                let mine = |r: &&ActiveRule| r.source == source && r.key == Some(key);
                let mut rules = self.rules().mays.iter().filter(mine).filter_map(ActiveRule::what);
                let terms = rules.find_map(|e| terms_of(e, source, key))?;
                Some(self.terms_in_guise(player, id, way, terms))
            }
            WayKind::Effect(number) => {
                let rule = self.rules().mays.iter().find(|r| r.effect == Some(number))?;
                let terms = terms_of(rule.what()?, rule.source, AbilityKey::granted(number, 0, 0))?;
                Some(self.terms_in_guise(player, id, way, terms))
            }
        }
    }

    /// Whether a card may be cast at this time: at any time with priority, or only when a sorcery could be (307.1, 702.8).
    pub(crate) fn is_time_for(&self, player: PlayerId, id: ObjectId, chars: &Chars, terms: &Terms) -> bool {
        if self.is_sorcery_time(player) {
            return true;
        }
        terms.flash_for.is_some() || !terms.sorcery_timing && self.has_instant_timing(player, id, chars)
    }

    /// Whether a card is an instant, or has flash or may be cast as though it had (304.1, 702.8a, 601.3b-d).
    pub(crate) fn has_instant_timing(&self, player: PlayerId, id: ObjectId, chars: &Chars) -> bool {
        if chars.is(CardType::Instant) || chars.has(Keyword::Flash) {
            return true;
        }
        let by_rule = self.rules().mays.iter().any(|rule| match rule.what() {
            // 609.4a: whatever else lets the card be cast, this may serve besides.
            Some(Continuous::May(Permission::Flash(who, filter))) => {
                let context = rule.context();
                self.is_among(player, who, &context)
                    && (self.test(id.into(), &filter.test, &context) || self.fits_once(id, chars, filter, &context))
            }
            _ => false,
        });
        by_rule
            || self.flash_as_next_spell(player, id, chars)
            || self.self_statics(id, player).any(|(_, ability)| {
                ability.effects.iter().any(|e| match e {
                    Continuous::May(Permission::Flash(_, filter)) => is_self(&filter.test),
                    _ => false,
                })
            })
    }

    /// 611.2f: whether the next such spell that a player casts may be cast as though it had flash.
    fn flash_as_next_spell(&self, player: PlayerId, id: ObjectId, chars: &Chars) -> bool {
        self.rules().costs.iter().any(|rule| match rule.what() {
            Some(Continuous::NextSpell { by, what, effects }) => {
                let context = rule.context();
                effects.iter().any(|e| matches!(e, Continuous::May(Permission::Flash(..))))
                    && self.is_among(player, by, &context)
                    && (self.test(id.into(), &what.test, &context) || self.fits_once(id, chars, what, &context))
            }
            _ => false,
        })
    }

    /// Whether a player may begin to cast a card with priority now: its kind, the time, split second, uses left. Only the face or
    /// half that would be on the stack counts (709.3a, 712.11c), but for the ability that lets it be cast so (712.11d).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(crate) fn may_begin_to_cast(
        &self,
        player: PlayerId,
        id: ObjectId,
        face: u8,
        terms: &Terms,
    ) -> Result<(), Illegal> {
        // What another face would be is told by its print (601.3e).
        let up = self.shows_face(id, face);
        let guise = self.guised(id, face, terms.label.as_ref());
        let printed = || if up { self.chars(id) } else { self.face_chars(id, face).map_or(self.chars(id), |c| &**c) };
        let chars = guise.as_deref().unwrap_or_else(printed);
        if chars.is_land() {
            return Err(Illegal::new(rule!("305.9"), "a land can't be cast"));
        }
        if self.is_split_second() {
            return Err(Illegal::new(rule!("702.61b"), "a spell with split second is on the stack"));
        }
        if !self.is_time_for(player, id, chars, terms) {
            return Err(Illegal::new(rule!("307.1"), "only in one's own main phase, with an empty stack"));
        }
        if !self.has_uses(terms) {
            return Err(Illegal::new(rule!("601.3"), "the permission has no uses left this turn"));
        }
        Ok(())
    }

    /// Whether a player could begin to cast a card from where it is, whatever it costs (702.62a).
    pub(crate) fn could_begin_to_cast(&self, player: PlayerId, id: ObjectId) -> bool {
        let terms = Terms::at(Price::Usual);
        self.may_begin_to_cast(player, id, 0, &terms).is_ok() && self.may_cast(player, id).is_ok()
    }

    /// Whether nothing forbids a player to cast a spell (601.3, 101.2).
    ///
    /// # Errors
    /// The rule that does.
    pub(crate) fn may_cast(&self, player: PlayerId, id: ObjectId) -> Result<(), Illegal> {
        if self.rules().cants.is_empty() {
            return Ok(());
        }
        let forbidden = self.forbidden(|cant, context| match cant {
            Prohibition::Cast(who, filter) => {
                self.is_among(player, who, context) && self.test(id.into(), &filter.test, context)
            }
            Prohibition::CastMax(who, filter, most) => {
                self.is_among(player, who, context)
                    && self.test(id.into(), &filter.test, context)
                    && self.casts_this_turn(player, filter, context) >= *most
            }
            _ => false,
        });
        if forbidden {
            return Err(Illegal::new(rule!("601.3"), "an effect forbids casting it"));
        }
        Ok(())
    }

    /// Whether a player may begin to cast a spell: what its choices might still change doesn't forbid it (601.3a). With
    /// {X} in its cost, that is its mana value; when X is chosen, [`State::may_cast`] asks again (601.2e).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(crate) fn may_cast_somehow(&self, player: PlayerId, id: ObjectId, terms: &Terms) -> Result<(), Illegal> {
        let forbidden = self.may_cast(player, id);
        if forbidden.is_err() && self.spell_has_x(id, terms) {
            let otherwise = self.forbidden(|cant, context| match cant {
                Prohibition::Cast(who, filter) | Prohibition::CastMax(who, filter, _) => {
                    self.is_among(player, who, context)
                        && !asks_mana_value(&filter.test)
                        && self.test(id.into(), &filter.test, context)
                }
                _ => false,
            });
            return if otherwise { forbidden } else { Ok(()) };
        }
        forbidden
    }

    fn casts_this_turn(&self, player: PlayerId, filter: &lawmage_ir::Filter, context: &Context<'_>) -> u32 {
        let cast = |e: &Event| match e {
            Event::Cast { spell, by } => *by == player && self.test((*spell).into(), &filter.test, context),
            _ => false,
        };
        self.history.iter().filter(|o| cast(&o.event)).count() as u32
    }

    /// Whether a player may play a land now (305.1-3).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn may_play_land(&self, player: PlayerId) -> Result<(), Illegal> {
        // 805.4c: each player of the active team may.
        if !self.is_active(player) {
            return Err(Illegal::new(rule!("305.3"), "it isn't that player's turn"));
        }
        if self.player(player).lands_played >= self.land_plays(player) {
            return Err(Illegal::new(rule!("305.2b"), "no land plays are left this turn"));
        }
        let forbidden = self.forbidden(|cant, context| match cant {
            Prohibition::PlayLand(who) => self.is_among(player, who, context),
            _ => false,
        });
        if forbidden {
            return Err(Illegal::new(rule!("101.2"), "an effect forbids playing lands"));
        }
        Ok(())
    }

    /// How many lands a player can play this turn (305.2).
    #[must_use]
    pub fn land_plays(&self, player: PlayerId) -> u32 {
        let more = self.rules().mays.iter().map(|rule| match rule.what() {
            Some(Continuous::May(Permission::ExtraLands(who, n))) if self.is_among(player, who, &rule.context()) => *n,
            _ => 0,
        });
        1 + self.player(player).extra_lands + more.sum::<u32>()
    }

    /// Whether a permission has uses left this turn.
    pub(crate) fn has_uses(&self, terms: &Terms) -> bool {
        terms.uses.is_none_or(|(source, key, most)| self.uses(source, key).0 < most)
    }
}

fn terms_of(effect: &Continuous, source: ObjectId, key: AbilityKey) -> Option<Terms> {
    if let Continuous::May(Permission::FlashFor(more)) = effect {
        return Some(Terms { flash_for: Some(more.clone()), ..Terms::at(Price::Usual) });
    }
    let Continuous::May(Permission::Play { price, per_turn, any_mana, label, sorcery_timing, gives, .. }) = effect
    else {
        return None;
    };
    Some(Terms {
        price: price.clone(),
        any_mana: *any_mana,
        label: label.clone(),
        sorcery_timing: *sorcery_timing,
        uses: per_turn.map(|n| (source, key, n)),
        flash_for: None,
        gives: gives.clone(),
        giver: Some(source),
    })
}

/// Whether a test asks for the mana value of what it tests.
fn asks_mana_value(test: &Test) -> bool {
    match test {
        Test::Stat(lawmage_ir::Stat::ManaValue, ..) => true,
        Test::And(all) | Test::Or(all) => all.iter().any(asks_mana_value),
        Test::Not(inner) => asks_mana_value(inner),
        _ => false,
    }
}

/// Whether a filter's kind reaches into a zone.
const fn fits_zone(kind: &Kind, zone: Zone) -> bool {
    match kind {
        Kind::Card(zones) => zones.has(zone),
        Kind::Object => !matches!(zone, Zone::Battlefield | Zone::Stack),
        _ => false,
    }
}

fn way_kind(rule: &ActiveRule) -> Option<WayKind> {
    match (rule.effect, rule.key) {
        (Some(number), _) => Some(WayKind::Effect(number)),
        (None, Some(key)) => Some(WayKind::Permission { source: rule.source, key }),
        (None, None) => None,
    }
}
