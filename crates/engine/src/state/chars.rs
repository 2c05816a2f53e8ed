//! Characteristics of objects (109.3), with their abilities laid out for quick questions.

use std::sync::Arc;

use lawmage_ir::visit::{self, Go, Part};
use lawmage_ir::{
    Ability, Amount, CardType, ColorSet, Condition, Continuous, Face, Keyword, KeywordAbility, KeywordParam,
    KeywordSet, ManaCost, Permission, Selector, Subtype, SubtypeSet, Supertype, SupertypeSet, Test, TypeSet, Who, Zone,
    ZoneSet,
};
use serde::{Deserialize, Serialize};

use crate::state::halves::Halves;

/// Tells the abilities of one object apart, two of the same kind too (113.2c), so that "once each turn" and linked abilities
/// know which is meant. Printed abilities count from 0; granted ones carry the effect that grants them (see
/// [`AbilityKey::granted`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct AbilityKey(pub u64);

impl AbilityKey {
    /// The `index`th printed ability; `part` counts the abilities that a keyword means, from 1 (0: the keyword itself).
    #[must_use]
    pub const fn printed(index: usize, part: usize) -> Self {
        Self(((index as u64) << 8) | part as u64)
    }

    /// The `index`th ability that the effect numbered `effect` grants.
    #[must_use]
    pub const fn granted(effect: u32, index: usize, part: usize) -> Self {
        Self((1 << 63) | ((effect as u64) << 24) | ((index as u64) << 8) | part as u64)
    }

    /// The same for the `n`th ability that an object takes over from the `from`th of others: with all that came from that one
    /// it makes a group of its own (607.5).
    #[must_use]
    pub const fn acquired(self, from: u8, n: u8, part: usize) -> Self {
        Self((self.0 & !0xff_ffff) | (1 << 62) | ((from as u64) << 16) | ((n as u64) << 8) | part as u64)
    }

    /// With which others it was acquired, if it was.
    #[must_use]
    pub const fn acquired_with(self) -> Option<u64> {
        if self.0 >> 62 == 3 { Some(self.0 >> 16) } else { None }
    }

    /// Whether it is an ability as it is written, not a part of what a keyword means.
    #[must_use]
    pub const fn is_whole(self) -> bool {
        self.0 & 0xff == 0 || self.0 >> 62 == 1
    }

    /// Whether an effect grants it.
    #[must_use]
    pub const fn is_granted(self) -> bool {
        self.0 >> 63 == 1
    }

    /// The number of the effect that grants it, if one does.
    #[must_use]
    pub(crate) const fn granted_by(self) -> Option<u32> {
        if self.is_granted() { Some((self.0 >> 24) as u32) } else { None }
    }

    /// The ability that rule 305.6 gives lands of the `index`th basic land type.
    #[must_use]
    pub const fn basic_land(index: usize) -> Self {
        Self((1 << 62) | index as u64)
    }

    /// The ability that every Siege has (310.11b).
    pub const SIEGE: Self = Self((1 << 62) | 8);

    /// The mark of an ability of a right half (709.5).
    pub(crate) const RIGHT_HALF: u64 = 1 << 48;

    /// The same for a keyword and all that it means.
    #[must_use]
    pub const fn group(self) -> u64 {
        self.0 >> 8
    }

    /// Whether an effect grants the abilities of a [`group`](Self::group).
    #[must_use]
    pub const fn is_granted_group(group: u64) -> bool {
        Self(group << 8).is_granted()
    }

    /// The key of the same place in a flip card's alternative text box.
    #[must_use]
    const fn upside_down(self) -> Self {
        Self(self.0 | 1 << 40)
    }

    /// The key of a printed ability so many places further on; of any other, the same.
    #[must_use]
    pub(crate) const fn further(self, by: usize) -> Self {
        if self.printed_index().is_some() { Self(self.0 + ((by as u64) << 8)) } else { self }
    }

    /// The number of a printed ability.
    #[must_use]
    pub const fn printed_index(self) -> Option<usize> {
        if self.0 >> 62 == 0 { Some(((self.0 & !Self::RIGHT_HALF) >> 8) as usize) } else { None }
    }
}

/// An ability an object has. What a keyword means stands beside the keyword as abilities of its own.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AbilityOn {
    /// Which one.
    pub key: AbilityKey,
    /// The ability.
    pub ability: Arc<Ability>,
}

/// Which sorts of abilities there are on an object, so that most questions end at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct AbilityMarks {
    /// Has a static ability (604) or a keyword whose rules act as one.
    pub statics: bool,
    /// Has a triggered ability (603).
    pub triggers: bool,
    /// Has an activated ability that is no mana ability (602).
    pub activated: bool,
    /// Has an activated mana ability (605).
    pub mana: bool,
    /// Has a characteristic-defining ability (604.3).
    pub defines: bool,
    /// Has a replacement or prevention effect (614, 615) among its static abilities.
    pub replaces: bool,
    /// The zones in which its triggered abilities work.
    pub trigger_zones: ZoneSet,
    /// Has a static ability that changes characteristics or control of objects (613.1).
    pub modifies: bool,
    /// Has a static ability that changes rules: can't, must, may, costs, replacements (613.11).
    pub rules: bool,
    /// Has a static ability that works outside the battlefield (113.6).
    pub elsewhere: bool,
    /// Has a static ability that looks at what has happened.
    pub recalls: bool,
}

/// The characteristics of an object (109.3): copiable values, or what the layers have made of them.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Chars {
    /// 201.
    pub name: Arc<str>,
    /// The names of all cards for which this holds are names of it too (612.7).
    pub more_names: Option<Arc<lawmage_ir::Test>>,
    /// 202; `None`: no mana cost.
    pub mana_cost: Option<ManaCost>,
    /// 105.2.
    pub colors: ColorSet,
    /// 205.4.
    pub supertypes: SupertypeSet,
    /// 205.2.
    pub types: TypeSet,
    /// 205.3.
    pub subtypes: SubtypeSet,
    /// 208; `None` for what has no power.
    pub power: Option<i32>,
    /// 208.
    pub toughness: Option<i32>,
    /// Power as layer 7b left it (208.4b).
    pub base_power: Option<i32>,
    /// Toughness as layer 7b left it.
    pub base_toughness: Option<i32>,
    /// 209, 306.5: the printed loyalty, an amount where it is X; off the battlefield it is what counts (306.5a).
    pub loyalty: Option<Amount>,
    /// 210, 310.4: the printed defense (310.4a); on the battlefield it is counters that count (310.4c).
    pub defense: Option<u32>,
    /// What it has instead while it is flipped, where it has such characteristics (710.1b).
    pub flip: Option<Arc<Chars>>,
    /// Whether the alternative characteristics of an Adventure exist for it (715.2a-b).
    #[serde(default)]
    pub adventure: bool,
    /// The characteristics of the spell inset in its frame, which a copy of it has while it is prepared (2026:722.2).
    #[serde(default)]
    pub inset: Option<Arc<Chars>>,
    /// Whether these are such characteristics.
    #[serde(default)]
    pub prepare: bool,
    /// The numbers lit up on an Attraction (717.1), a bit each.
    pub lights: u8,
    /// Its other face, of a transforming double-faced token or copy of a spell (111.10i, 707.8a, 707.10g).
    pub back: Option<Arc<Chars>>,
    /// Whether of those two the other one is the front face.
    #[serde(default)]
    pub back_up: bool,
    /// 113, in order: printed, then granted.
    pub abilities: Vec<AbilityOn>,
    /// Its keywords.
    pub keywords: KeywordSet,
    /// What sorts of abilities it has.
    pub marks: AbilityMarks,
    /// The halves of a permanent card with a shared type line (709.5).
    pub halves: Option<Arc<Halves>>,
}

impl Chars {
    /// The characteristics a face prints (707.2), which are those of the permanent (110.3) or spell (112.3) until effects
    /// change them, with `*` as 0 until an ability defines it (208.2a).
    #[must_use]
    pub fn printed(face: &Face) -> Self {
        let mut chars = Self {
            name: face.name.clone(),
            mana_cost: face.mana_cost.clone(),
            // 105.2: of its mana cost or its color indicator (107.13).
            colors: face.colors,
            supertypes: face.supertypes,
            types: face.types,
            subtypes: face.subtypes.clone(),
            power: face.power.map(lawmage_ir::Printed::base),
            toughness: face.toughness.map(lawmage_ir::Printed::base),
            base_power: face.power.map(lawmage_ir::Printed::base),
            base_toughness: face.toughness.map(lawmage_ir::Printed::base),
            loyalty: face.loyalty.clone(),
            defense: face.defense,
            lights: face.lights.iter().filter(|n| **n < 8).fold(0, |set, n| set | 1 << n),
            back: face.back.as_ref().map(|back| Arc::new(Self::printed(back))),
            ..Self::default()
        };
        let nontraditional = is_nontraditional(face.types);
        for (index, ability) in face.abilities.iter().enumerate() {
            let ability = if nontraditional { in_command_zone(ability) } else { ability.clone() };
            chars.add_ability(&Arc::new(ability), |part| AbilityKey::printed(index, part));
        }
        chars.apply_own_words();
        chars
    }

    /// Applies what its own words always make of it and needs no layer to work out, as nothing comes before it in its
    /// layer (613.3): devoid (702.114), changeling (702.73), and the mana abilities of basic land types (305.6).
    pub(crate) fn apply_own_words(&mut self) {
        if self.has(Keyword::Devoid) {
            self.colors = ColorSet::COLORLESS;
        }
        if self.has(Keyword::Changeling) {
            self.subtypes.all_creature_types = true;
        }
        self.add_land_abilities();
        self.add_siege_ability();
    }

    /// 710.1b-c: takes the name, text, types, power and toughness of the alternative characteristics; color and mana cost stay.
    pub(crate) fn flip_to(&mut self, flip: &Self) {
        let (mana_cost, colors) = (self.mana_cost.take(), self.colors);
        *self = Self { mana_cost, colors, ..flip.clone() };
        for on in &mut self.abilities {
            on.key = on.key.upside_down();
        }
    }

    /// Adds an ability and what it means, if it is a keyword; `key` names the parts.
    pub fn add_ability(&mut self, ability: &Arc<Ability>, key: impl Fn(usize) -> AbilityKey) {
        self.push(key(0), ability.clone());
        if let Ability::Keyword(keyword) = &**ability {
            for (part, meant) in keyword.means.iter().enumerate() {
                self.push(key(part + 1), Arc::new(meant.clone()));
            }
        }
    }

    fn push(&mut self, key: AbilityKey, ability: Arc<Ability>) {
        self.mark(&ability);
        self.abilities.push(AbilityOn { key, ability });
    }

    /// Works out `keywords` and `marks` anew from the abilities.
    pub fn remark(&mut self) {
        self.keywords = KeywordSet::default();
        self.marks = AbilityMarks::default();
        for ability in std::mem::take(&mut self.abilities) {
            self.mark(&ability.ability);
            self.abilities.push(ability);
        }
    }

    fn mark(&mut self, ability: &Ability) {
        match ability {
            Ability::Keyword(k) => {
                // 702.124n: what is said of partner isn't said of variants like "partner—survivors".
                if !matches!(k.param, KeywordParam::Pair(_)) {
                    self.keywords.insert(k.keyword);
                }
                self.marks.statics |= k.means.is_empty();
            }
            Ability::Spell(_) | Ability::SpellInstead(..) => {}
            Ability::Activated(a) if a.mana => {
                self.marks.mana = true;
                // 602.5e; what its X is, the payer doesn't choose.
                self.marks.activated |= a.limits.instant || a.cost.has_x();
            }
            Ability::Activated(_) => self.marks.activated = true,
            Ability::Triggered(t) => {
                self.marks.triggers = true;
                self.marks.trigger_zones = self.marks.trigger_zones.union(t.zones);
            }
            Ability::Static(s) => {
                self.marks.statics = true;
                self.marks.defines |= s.defines;
                self.marks.elsewhere |= s.defines || s.zones != ZoneSet::BATTLEFIELD;
                for effect in &s.effects {
                    match effect {
                        Continuous::Modify { what, .. } => {
                            self.marks.modifies = true;
                            self.marks.rules |= reaches_players(what);
                        }
                        Continuous::Pregame(_) | Continuous::Becoming(_) => {}
                        Continuous::Replace(_) => (self.marks.replaces, self.marks.rules) = (true, true),
                        _ => self.marks.rules = true,
                    }
                }
                self.marks.recalls = self.marks.recalls || recalls(s);
            }
        }
    }

    /// Whether it has the keyword ability (113.1a).
    #[inline]
    #[must_use]
    pub const fn has(&self, keyword: Keyword) -> bool {
        self.keywords.has(keyword)
    }

    /// Its instances of a keyword ability (113.2, 113.2a), with their parameters.
    pub fn keyword(&self, keyword: Keyword) -> impl Iterator<Item = &KeywordAbility> {
        self.abilities.iter().filter_map(move |a| match &*a.ability {
            Ability::Keyword(k) if k.keyword == keyword => Some(k),
            _ => None,
        })
    }

    /// How many supertypes, card types and subtypes it has together (205).
    #[must_use]
    pub fn words_of_type_line(&self) -> u32 {
        let subtypes = lawmage_ir::Subtype::all().filter(|t| self.has_subtype(*t)).count() as u32;
        self.supertypes.len() + self.types.len() + subtypes
    }

    /// The numbers of its bushido abilities together (702.45).
    #[must_use]
    pub fn total_bushido(&self) -> u32 {
        self.numbers_of(Keyword::Bushido)
    }

    /// Its total toxic value (702.164b).
    #[must_use]
    pub fn total_toxic(&self) -> u32 {
        self.numbers_of(Keyword::Toxic)
    }

    /// The numbers behind a keyword, of all its abilities of that keyword together.
    fn numbers_of(&self, keyword: Keyword) -> u32 {
        let value = |k: &KeywordAbility| match &k.param {
            KeywordParam::Number(Amount::Const(n)) => u32::try_from(*n).unwrap_or(0),
            _ => 0,
        };
        self.keyword(keyword).map(value).sum()
    }

    /// Whether it has the card type, among others (205.2b, 300.2); so may tokens and copies, which are no cards (205.2c).
    #[inline]
    #[must_use]
    pub const fn is(&self, card_type: CardType) -> bool {
        self.types.has(card_type)
    }

    /// Whether it is a creature.
    #[inline]
    #[must_use]
    pub const fn is_creature(&self) -> bool {
        self.types.has(CardType::Creature)
    }

    /// Whether it is a land.
    #[inline]
    #[must_use]
    pub const fn is_land(&self) -> bool {
        self.types.has(CardType::Land)
    }

    /// Whether it has the supertype.
    #[must_use]
    pub const fn has_supertype(&self, supertype: Supertype) -> bool {
        self.supertypes.has(supertype)
    }

    /// Whether it has landwalk, of lands of that type where one is asked for (702.14a).
    #[must_use]
    pub fn has_landwalk(&self, of: Option<&Subtype>) -> bool {
        self.keyword(Keyword::Landwalk).any(|k| match (of, &k.param) {
            (None, _) => true,
            (Some(want), KeywordParam::Quality(lands)) => lawmage_ir::visit::any(&**lands, |s: &Subtype| s == want),
            _ => false,
        })
    }

    /// Whether it has the subtype.
    #[must_use]
    pub fn has_subtype(&self, subtype: Subtype) -> bool {
        self.subtypes.has(subtype)
    }

    /// How many of its abilities raise its controller's devotion (700.5a).
    pub(crate) fn adds_devotion(&self) -> usize {
        let raises = |effect: &&Continuous| matches!(effect, Continuous::May(Permission::MoreDevotion(Who::You)));
        let of = |on: &AbilityOn| match &*on.ability {
            Ability::Static(ability) => ability.effects.iter().filter(raises).count(),
            _ => 0,
        };
        self.abilities.iter().map(of).sum()
    }

    /// Its mana value with X as 0 (202.3); 0 without a mana cost (202.3a).
    #[must_use]
    pub fn mana_value(&self) -> u32 {
        self.mana_cost.as_ref().map_or(0, ManaCost::value)
    }
}

/// Whether a card of these types is a nontraditional one that begins in the command zone and never leaves it (400.4b, 408.3).
#[must_use]
pub fn is_nontraditional(types: TypeSet) -> bool {
    const TYPES: [CardType; 5] =
        [CardType::Plane, CardType::Phenomenon, CardType::Vanguard, CardType::Scheme, CardType::Conspiracy];
    TYPES.iter().any(|t| types.has(*t))
}

/// An ability that works in the command zone: an emblem's (114.4), and those of nontraditional cards (311.4, 313.4, 314.4, 315.5,
/// 901.7, 902.7, 904.8).
pub(crate) fn in_command_zone(ability: &Ability) -> Ability {
    let mut ability = ability.clone();
    match &mut ability {
        Ability::Triggered(triggered) => triggered.zones = ZoneSet::of(Zone::Command),
        Ability::Activated(activated) => activated.zones = ZoneSet::of(Zone::Command),
        Ability::Static(fixed) => fixed.zones = ZoneSet::of(Zone::Command),
        Ability::Keyword(_) | Ability::Spell(_) | Ability::SpellInstead(..) => {}
    }
    ability
}

/// Whether a selection may hold players.
#[must_use]
pub fn reaches_players(what: &Selector) -> bool {
    match what {
        Selector::Players(_) => true,
        Selector::Union(parts) => parts.iter().any(reaches_players),
        Selector::Those(base, _) | Selector::Except(base, _) => reaches_players(base),
        _ => false,
    }
}

/// Whether a part of an ability looks at what has happened.
pub(crate) fn recalls(part: &impl Part) -> bool {
    visit::walk(part, &mut |node| {
        let looks = matches!(node.get(), Some(Test::Did(..)))
            || matches!(
                node.get(),
                Some(
                    Amount::Happened(..)
                        | Amount::HowOften(..)
                        | Amount::HappenedSum(..)
                        | Amount::HappenedStat(..)
                        | Amount::HappenedKinds(..)
                )
            )
            || matches!(
                node.get(),
                Some(
                    Condition::Happened(..)
                        | Condition::AbilityUsed { .. }
                        | Condition::AddedMana
                        | Condition::CastNamesake(_)
                        | Condition::During(_)
                )
            );
        if looks { Go::Stop } else { Go::Into }
    })
}
