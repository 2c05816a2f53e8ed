//! Objects made to what filters ask for.

use std::collections::BTreeSet;
use std::sync::Arc;

use lawmage_engine::Rng;
use lawmage_ir::visit;
use lawmage_ir::{
    Ability, Amount, Card, CardType, Cmp, Color, ColorSet, Condition, CounterKind, Face, Filter, Instruction, Keyword,
    KeywordAbility, KeywordParam, Kind, ManaCost, Modification, Permission, Printed, Stat, Status, Subtype,
    SubtypeKind, Supertype, Test, Zone, ZoneSet,
};

/// Something to be put somewhere because a filter asks for it.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    pub(super) card: Arc<Card>,
    pub(super) zones: ZoneSet,
    pub(super) tapped: bool,
    pub(super) token: bool,
    pub(super) face_down: bool,
    pub(super) equipped: bool,
    pub(super) counters: Vec<(CounterKind, u32)>,
    pub(super) status: Option<Status>,
}

impl Shape {
    /// Gives it more abilities.
    pub(super) fn learns(&mut self, abilities: &[Ability]) {
        if let Some(face) = Arc::make_mut(&mut self.card).faces.first_mut()
            && face.types.any_permanent()
        {
            Arc::make_mut(face).abilities.extend(abilities.iter().cloned());
        }
    }
}

/// All filters of a card that speak of objects, each once.
pub(super) fn filters(card: &Card) -> Vec<Filter> {
    let mut found = BTreeSet::new();
    for face in &card.faces {
        visit::each(face.as_ref(), |filter: &Filter| {
            found.insert(filter.clone());
        });
        // What loses a keyword must have it.
        visit::each(face.as_ref(), |change: &Modification| {
            if let Modification::LoseKeyword(keyword) = change {
                let test = Test::And(vec![Test::Type(CardType::Creature), Test::Keyword(*keyword)]);
                found.insert(Filter::permanent(test));
            }
        });
        // What is blocked, or not, is an attacker with that keyword.
        visit::each(face.as_ref(), |permission: &Permission| match permission {
            Permission::BlockAsThough(_, keyword, None) => {
                let test = Test::And(vec![Test::Type(CardType::Creature), Test::Keyword(*keyword)]);
                found.insert(Filter::permanent(test));
            }
            Permission::BeBlockedDespiteWalk(_, land) => {
                let test = Test::And(vec![Test::Type(CardType::Creature), Test::Landwalk(*land)]);
                found.insert(Filter::permanent(test));
            }
            _ => {}
        });
        // What populates copies a creature token (701.30a).
        visit::each(face.as_ref(), |does: &Instruction| {
            if matches!(does, Instruction::Populate { .. }) {
                found.insert(Filter::permanent(Test::And(vec![Test::Type(CardType::Creature), Test::Token])));
            }
        });
        // “If it's legendary”: what is spoken of may as well be such.
        visit::each(face.as_ref(), |condition: &Condition| {
            if let Condition::Is(_, test) = condition {
                found.insert(Filter::permanent(test.clone()));
            }
        });
    }
    found.into_iter().collect()
}

/// Something that fits a filter as far as characteristics go; alternatives by chance.
pub(super) fn shape(filter: &Filter, number: usize, rng: &mut Rng) -> Option<Shape> {
    let zones = match &filter.kind {
        Kind::Permanent | Kind::AnyTarget | Kind::PlayerOrPermanent | Kind::SpellOrPermanent => ZoneSet::BATTLEFIELD,
        Kind::Card(zones) | Kind::PermanentOrCard(zones) => *zones,
        Kind::Spell | Kind::OnStack => ZoneSet::of(Zone::Hand),
        Kind::Object => ZoneSet::BATTLEFIELD.union(ZoneSet::of(Zone::Hand)),
        Kind::Ability | Kind::Player => return None,
    };
    let mut maker = Maker {
        face: Face { name: format!("Shape {number}").into(), ..Face::default() },
        value: None,
        shape: Shape {
            card: Arc::default(),
            zones,
            tapped: false,
            token: false,
            face_down: false,
            equipped: false,
            counters: Vec::new(),
            status: None,
        },
    };
    if rng.below(3) > 0 {
        let color = Color::ALL[rng.below(5) as usize];
        maker.face.colors = ColorSet::of(color);
    }
    maker.test(&filter.test, true, rng);
    Some(maker.finish(&filter.kind, rng))
}

struct Maker {
    face: Face,
    value: Option<u32>,
    shape: Shape,
}

impl Maker {
    fn test(&mut self, test: &Test, on: bool, rng: &mut Rng) {
        match test {
            Test::And(all) if on => all.iter().for_each(|t| self.test(t, on, rng)),
            Test::Or(any) if !on => any.iter().for_each(|t| self.test(t, on, rng)),
            Test::And(some) | Test::Or(some) => {
                if let Some(one) = some.get(rng.below(some.len() as u32) as usize) {
                    self.test(one, on, rng);
                }
            }
            Test::Not(inner) => self.test(inner, !on, rng),
            Test::Type(kind) if on => self.face.types.insert(*kind),
            Test::Type(kind) => self.face.types.remove(*kind),
            Test::Supertype(kind) if on => self.face.supertypes.insert(*kind),
            Test::Subtype(subtype) if on => self.subtype(*subtype),
            Test::Color(color) if on => self.face.colors.insert(*color),
            Test::Color(color) => {
                let others = Color::ALL.into_iter().filter(|c| c != color && self.face.colors.has(*c));
                self.face.colors = others.fold(ColorSet::COLORLESS, |set, c| set.union(c.into()));
            }
            Test::Colorless if on => self.face.colors = ColorSet::COLORLESS,
            Test::Colorless | Test::Monocolored => self.face.colors = ColorSet::of(Color::ALL[rng.below(5) as usize]),
            Test::Multicolored if on => {
                let first = rng.below(5) as usize;
                self.face.colors.insert(Color::ALL[first]);
                self.face.colors.insert(Color::ALL[(first + 1 + rng.below(4) as usize) % 5]);
            }
            Test::Historic if on => {
                if rng.below(2) == 0 {
                    self.face.types.insert(CardType::Artifact);
                } else {
                    self.face.supertypes.insert(Supertype::Legendary);
                }
            }
            Test::Keyword(keyword) if on => self.keyword(*keyword),
            Test::Landwalk(Some(land)) if on => {
                self.face.abilities.extend(super::needed::abilities(&format!("{}walk", land.word())));
            }
            Test::Landwalk(_) if on => self.keyword(Keyword::Landwalk),
            Test::Stat(stat, cmp, amount) => self.stat(*stat, *cmp, amount, on),
            Test::Named(name) if on => self.face.name = name.clone(),
            Test::Counters(kind, cmp, _) if on && !matches!(cmp, Cmp::Less | Cmp::AtMost) => {
                self.shape.counters.push((kind.clone().unwrap_or(CounterKind::PLUS), 2));
            }
            Test::Status(status) if on => self.status(*status),
            Test::Token if on => self.shape.token = true,
            Test::ManaCost(costs) if on => self.face.mana_cost = costs.first().cloned(),
            Test::HasX if on => self.face.mana_cost = ManaCost::parse("{X}{G}"),
            Test::HasPhyrexian if on => self.face.mana_cost = ManaCost::parse("{1}{G/P}"),
            Test::HasAttached(_) if on => self.shape.equipped = true,
            _ => {}
        }
    }

    fn subtype(&mut self, subtype: Subtype) {
        self.face.subtypes.insert(subtype);
        let kind = subtype.kind();
        let fits = [
            CardType::Creature,
            CardType::Artifact,
            CardType::Enchantment,
            CardType::Land,
            CardType::Planeswalker,
            CardType::Instant,
            CardType::Battle,
        ];
        if !self.face.types.iter().any(|t| kind.fits(t))
            && let Some(kind) = fits.into_iter().find(|t| kind.fits(*t))
        {
            self.face.types.insert(kind);
        }
    }

    fn keyword(&mut self, keyword: Keyword) {
        let ability = KeywordAbility { keyword, param: KeywordParam::None, means: Arc::from([]) };
        self.face.abilities.push(Ability::Keyword(ability));
    }

    fn stat(&mut self, stat: Stat, cmp: Cmp, amount: &Amount, on: bool) {
        let bound = if let Amount::Const(n) = amount { *n } else { 2 };
        let value = match (cmp, on) {
            (Cmp::Less, true) | (Cmp::AtLeast, false) => bound - 1,
            (Cmp::Greater | Cmp::NotEqual, true) | (Cmp::AtMost | Cmp::Equal, false) => bound + 1,
            _ => bound,
        };
        match stat {
            Stat::Power | Stat::BasePower => self.face.power = Some(Printed::Number(value)),
            Stat::Toughness | Stat::BaseToughness => self.face.toughness = Some(Printed::Number(value)),
            Stat::ManaValue => self.value = Some(value.max(0).unsigned_abs()),
            Stat::Colors if value > 1 => self.face.colors = ColorSet::ALL,
            _ => {}
        }
    }

    fn status(&mut self, status: Status) {
        match status {
            Status::Tapped => self.shape.tapped = true,
            Status::FaceDown => self.shape.face_down = true,
            Status::Enchanted | Status::Equipped => self.shape.equipped = true,
            Status::Modified => self.shape.counters.push((CounterKind::PLUS, 1)),
            other => self.shape.status = Some(other),
        }
    }

    fn finish(mut self, kind: &Kind, rng: &mut Rng) -> Shape {
        let face = &mut self.face;
        if face.types.is_empty() {
            let any = match kind {
                Kind::Spell | Kind::OnStack => {
                    if rng.below(2) == 0 {
                        CardType::Instant
                    } else {
                        CardType::Creature
                    }
                }
                _ => {
                    [CardType::Creature, CardType::Creature, CardType::Artifact, CardType::Enchantment, CardType::Land]
                        [rng.below(5) as usize]
                }
            };
            face.types.insert(any);
        }
        if face.types.has(CardType::Kindred) && face.types.len() == 1 {
            face.types.insert(CardType::Instant);
        }
        if face.types.has(CardType::Creature) {
            face.power.get_or_insert(Printed::Number(1 + rng.below(4) as i32));
            face.toughness.get_or_insert(Printed::Number(1 + rng.below(5) as i32));
            if face.subtypes.listed.iter().all(|s| s.kind() != SubtypeKind::Creature) && rng.below(2) == 0 {
                face.subtypes.insert(Subtype::HUMAN);
            }
        }
        if face.types.has(CardType::Planeswalker) {
            face.loyalty = Some(Amount::Const(4));
        }
        if face.types.has(CardType::Battle) {
            face.defense = Some(4);
        }
        if face.mana_cost.is_none() && !face.types.has(CardType::Land) {
            face.mana_cost = cost(face.colors, self.value);
        }
        if face.types.has(CardType::Instant) || face.types.has(CardType::Sorcery) {
            face.abilities.push(super::props::drawing());
        }
        if let Some(aura) = face.subtypes.has(Subtype::AURA).then(super::props::enchanting) {
            face.abilities.push(aura);
        }
        let card = Card { name: face.name.clone(), faces: vec![Arc::new(self.face)], ..Card::default() };
        Shape { card: Arc::new(card), ..self.shape }
    }
}

/// A cost of those colors, with that mana value if it can be.
pub(super) fn cost(colors: ColorSet, value: Option<u32>) -> Option<ManaCost> {
    let pips = colors.len();
    let generic = value.map_or(1, |v| v.saturating_sub(pips));
    let mut text = if generic > 0 || pips == 0 { format!("{{{generic}}}") } else { String::new() };
    if value.is_none_or(|v| v >= pips) {
        for color in colors.iter() {
            text.push_str(&format!("{{{}}}", color.letter()));
        }
    }
    ManaCost::parse(&text)
}
