//! What stands around a card as it is exercised: permanents of all sorts, and spells that do to it, and to everything, what the
//! rules have words for.

use std::sync::Arc;

use lawmage_ir::{
    Ability, ActivatedAbility, ActivationLimits, Amount, Card, CardType, Color, ColorSet, Continuous, Cost, CostPart,
    EventPattern, Face, Filter, Instruction, Keyword, KeywordAbility, KeywordParam, ManaCost, ManaType, ManaYield,
    Modification, Printed, Program, Ref, Room, Selector, StaticAbility, Subtype, Supertype, Test, TriggeredAbility,
    Who, Zone, ZoneSet,
};

use super::needed::{self, Needed};
use super::spells::{spells, this};

/// The things that every position is made of.
#[derive(Clone, Debug)]
pub struct Props {
    pub(super) lands: Vec<Arc<Card>>,
    pub(super) permanents: Vec<Arc<Card>>,
    pub(super) spells: Vec<Arc<Card>>,
    pub(super) attachments: Vec<Arc<Card>>,
    pub(super) dungeons: Vec<Arc<Card>>,
    /// What only some cards need.
    pub(super) needed: Vec<Needed>,
    /// Abilities that trigger whatever comes and goes.
    pub(super) triggers: Vec<Ability>,
    /// Abilities that can be activated.
    pub(super) tools: Vec<Ability>,
}

impl Default for Props {
    fn default() -> Self {
        Self {
            lands: lands(),
            permanents: permanents(),
            spells: spells(),
            attachments: attachments(),
            dungeons: dungeons(),
            needed: needed::needed(),
            triggers: needed::abilities(needed::HERALD),
            tools: needed::tools(),
        }
    }
}

pub(super) fn card(face: Face) -> Arc<Card> {
    let identity = face.colors;
    Arc::new(Card { name: face.name.clone(), faces: vec![Arc::new(face)], identity, ..Card::default() })
}

pub(super) fn face(name: &str, types: &[CardType], cost: &str) -> Face {
    let cost = ManaCost::parse(cost);
    Face {
        name: name.into(),
        types: types.iter().copied().collect(),
        colors: cost.as_ref().map_or(ColorSet::COLORLESS, ManaCost::colors),
        mana_cost: cost,
        ..Face::default()
    }
}

pub(super) fn creature(name: &str, cost: &str, size: (i32, i32), subtypes: &[&str], keywords: &[Keyword]) -> Face {
    let mut face = Face {
        power: Some(Printed::Number(size.0)),
        toughness: Some(Printed::Number(size.1)),
        ..face(name, &[CardType::Creature], cost)
    };
    for subtype in subtypes.iter().filter_map(|w| Subtype::from_word(w)) {
        face.subtypes.insert(subtype);
    }
    for keyword in keywords {
        let ability = KeywordAbility { keyword: *keyword, param: KeywordParam::None, means: Arc::from([]) };
        face.abilities.push(Ability::Keyword(ability));
    }
    face
}

/// A spell ability: draw a card.
pub(super) fn drawing() -> Ability {
    let draw = Instruction::Draw { who: Who::You, count: Amount::ONE };
    Ability::Spell(Program::plain(Vec::new(), vec![draw.into()]))
}

/// What makes an Aura enchant creatures.
pub(super) fn enchanting() -> Ability {
    let filter = Filter::permanent(Test::Type(CardType::Creature));
    let enchants = StaticAbility {
        zones: ZoneSet::ANYWHERE,
        condition: None,
        effects: vec![Continuous::Enchants(filter.clone())],
        defines: false,
    };
    Ability::Keyword(KeywordAbility {
        keyword: Keyword::Enchant,
        param: KeywordParam::Quality(Box::new(filter)),
        means: Arc::from([Ability::Static(enchants)]),
    })
}

fn activated(cost: Vec<CostPart>, does: Instruction, mana: bool) -> Ability {
    let loyalty = cost.iter().any(|p| matches!(p, CostPart::Loyalty(_)));
    Ability::Activated(ActivatedAbility {
        cost: Cost { parts: cost },
        program: Program::plain(Vec::new(), vec![does.into()]),
        zones: ZoneSet::BATTLEFIELD,
        limits: ActivationLimits::default(),
        by: None,
        mana,
        loyalty,
    })
}

fn lands() -> Vec<Arc<Card>> {
    let words = ["Plains", "Island", "Swamp", "Mountain", "Forest"];
    let basics = words.iter().zip(Subtype::BASIC_LANDS).map(|(word, subtype)| {
        let mut face = face(word, &[CardType::Land], "");
        face.mana_cost = None;
        face.supertypes.insert(Supertype::Basic);
        face.subtypes.insert(subtype);
        face
    });
    let mut snow = face("Snowfield", &[CardType::Land], "");
    snow.mana_cost = None;
    snow.supertypes.insert(Supertype::Snow);
    snow.abilities.push(activated(vec![CostPart::Tap], mana(ManaType::Colorless), true));
    basics.chain([snow]).map(card).collect()
}

fn mana(one: ManaType) -> Instruction {
    Instruction::AddMana { who: Who::You, mana: ManaYield::Fixed(vec![one]), times: Amount::ONE, rider: None }
}

/// A creature with cycling (702.29).
fn cycler() -> Face {
    let cost =
        Cost { parts: vec![CostPart::Mana(ManaCost::parse("{1}").unwrap_or_default()), CostPart::Discard(this())] };
    let cycling = ActivatedAbility {
        cost: cost.clone(),
        program: Program::plain(Vec::new(), vec![Instruction::Draw { who: Who::You, count: Amount::ONE }.into()]),
        zones: ZoneSet::of(Zone::Hand),
        limits: ActivationLimits::default(),
        by: None,
        mana: false,
        loyalty: false,
    };
    let mut face = creature("Prop Cycler", "{3}{R}", (3, 3), &["Lizard"], &[]);
    face.abilities.push(Ability::Keyword(KeywordAbility {
        keyword: Keyword::Cycling,
        param: KeywordParam::Cost(cost),
        means: Arc::from([Ability::Activated(cycling)]),
    }));
    face
}

fn permanents() -> Vec<Arc<Card>> {
    let mut golem = creature("Prop Golem", "{3}", (3, 3), &["Golem"], &[]);
    golem.types.insert(CardType::Artifact);
    let mut spirit = creature("Prop Spirit", "{1}{W}", (2, 2), &["Spirit"], &[Keyword::Flying]);
    spirit.types.insert(CardType::Enchantment);
    let mut hero = creature("Prop Hero", "{2}{W}{U}", (5, 5), &["Human", "Knight"], &[]);
    hero.supertypes.insert(Supertype::Legendary);
    let mut walker = face("Prop Walker", &[CardType::Planeswalker], "{2}{B}");
    walker.loyalty = Some(Amount::Const(5));
    walker.supertypes.insert(Supertype::Legendary);
    let draw = Instruction::Draw { who: Who::You, count: Amount::ONE };
    walker.abilities.push(activated(vec![CostPart::Loyalty(1)], draw.clone(), false));
    let mut engine = face("Prop Engine", &[CardType::Artifact], "{2}");
    engine.abilities.push(activated(vec![CostPart::Tap], draw, false));
    let life = Instruction::GainLife(Who::You, Amount::ONE);
    let mut sage = creature("Prop Sage", "{1}{G}", (1, 1), &["Elf", "Druid"], &[]);
    sage.abilities.push(activated(vec![CostPart::Tap], life, false));
    let mut elf = creature("Prop Elf", "{G}", (1, 1), &["Elf", "Shaman"], &[]);
    elf.abilities.push(activated(vec![CostPart::Tap], mana(ManaType::Color(Color::Green)), true));
    let mut giant = creature("Prop Giant", "{3}{W}", (2, 4), &["Giant"], &[]);
    let cost = vec![CostPart::Mana(ManaCost::parse("{4}").unwrap_or_default())];
    giant.abilities.push(activated(cost, Instruction::GainLife(Who::You, Amount::ONE), false));
    let mut seat = face("Prop Shrine", &[CardType::Enchantment], "{1}{G}");
    seat.subtypes.insert(Subtype::from_word("Shrine").unwrap_or(Subtype::SAGA));
    vec![
        creature("Prop Soldier", "{W}", (1, 2), &["Human", "Soldier"], &[]),
        creature("Prop Wizard", "{1}{U}", (1, 3), &["Merfolk", "Wizard"], &[Keyword::Flying]),
        creature("Prop Zombie", "{1}{B}", (3, 1), &["Zombie", "Warrior"], &[]),
        creature("Prop Goblin", "{R}", (2, 1), &["Goblin", "Rogue"], &[Keyword::Haste]),
        creature("Prop Beast", "{2}{G}", (4, 4), &["Beast"], &[Keyword::Trample]),
        creature("Prop Dragon", "{5}{R}", (7, 7), &["Dragon"], &[Keyword::Flying]),
        creature("Prop Wall", "{U}", (0, 4), &["Wall"], &[Keyword::Defender]),
        creature("Prop Cleric", "{B}{B}", (2, 2), &["Vampire", "Cleric"], &[Keyword::Lifelink, Keyword::Deathtouch]),
        cycler(),
        elf,
        golem,
        spirit,
        hero,
        walker,
        engine,
        sage,
        giant,
        seat,
    ]
    .into_iter()
    .map(card)
    .collect()
}

const SWORD: &str = "Equipped creature gets +1/+1.\nEquip {1}";

fn attachments() -> Vec<Arc<Card>> {
    let more = |what: Ref| StaticAbility {
        zones: ZoneSet::BATTLEFIELD,
        condition: None,
        effects: vec![Continuous::Modify {
            what: Selector::Ref(what),
            mods: vec![Modification::AddPowerToughness(Amount::ONE, Amount::ONE)],
        }],
        defines: false,
    };
    let host = || Ref::Host(Box::new(Ref::This));
    let mut aura = face("Prop Aura", &[CardType::Enchantment], "{W}");
    aura.subtypes.insert(Subtype::AURA);
    aura.abilities = vec![enchanting(), Ability::Static(more(host()))];
    let sword = needed::written("Prop Sword", "{1}", "Artifact — Equipment", SWORD, None);
    vec![card(aura), sword]
}

/// A dungeon that anybody may venture into, and the one that the initiative leads into.
fn dungeons() -> Vec<Arc<Card>> {
    let one = |name: &str, subtype: Option<Subtype>| {
        let mut face = face(name, &[CardType::Dungeon], "");
        face.mana_cost = None;
        if let Some(subtype) = subtype {
            face.subtypes.insert(subtype);
        }
        for (room, exits) in [(0, vec![1]), (1, Vec::new())] {
            face.rooms.push(Room { name: format!("Room {room}").into(), exits });
            face.abilities.push(Ability::Triggered(TriggeredAbility {
                zones: ZoneSet::of(Zone::Command),
                ..TriggeredAbility::new(
                    EventPattern::EntersRoom(room),
                    Program::plain(Vec::new(), vec![Instruction::GainLife(Who::You, Amount::ONE).into()]),
                )
            }));
        }
        card(face)
    };
    vec![one("Prop Dungeon", None), one("Prop Undercity", Some(Subtype::UNDERCITY))]
}
