//! What stands around a card as it is exercised: permanents of all sorts, and spells that do to it, and to everything, what the
//! rules have words for.

use std::sync::Arc;

use lawmage_ir::{
    Ability, ActivatedAbility, ActivationLimits, Amount, Arrival, Card, CardType, Cause, Choice, Clause, Color,
    ColorSet, Continuous, Cost, CostPart, CounterKind, Destination, Duration, EventPattern, Face, Filter, Instruction,
    Keyword, KeywordAbility, KeywordParam, Kind, ManaCost, ManaType, ManaYield, Modification, Printed, Program, Ref,
    Room, Selector, StackCopies, StaticAbility, Subtype, Supertype, TargetSpec, Test, TokenSpec, TriggeredAbility, Who,
    Zone, ZoneSet,
};

/// The things that every position is made of.
#[derive(Clone, Debug)]
pub struct Props {
    pub(super) lands: Vec<Arc<Card>>,
    pub(super) permanents: Vec<Arc<Card>>,
    pub(super) spells: Vec<Arc<Card>>,
    pub(super) attachments: Vec<Arc<Card>>,
    pub(super) dungeons: Vec<Arc<Card>>,
}

impl Default for Props {
    fn default() -> Self {
        Self {
            lands: lands(),
            permanents: permanents(),
            spells: spells(),
            attachments: attachments(),
            dungeons: dungeons(),
        }
    }
}

fn card(face: Face) -> Arc<Card> {
    Arc::new(Card { name: face.name.clone(), faces: vec![Arc::new(face)], ..Card::default() })
}

fn face(name: &str, types: &[CardType], cost: &str) -> Face {
    let cost = ManaCost::parse(cost);
    Face {
        name: name.into(),
        types: types.iter().copied().collect(),
        colors: cost.as_ref().map_or(ColorSet::COLORLESS, ManaCost::colors),
        mana_cost: cost,
        ..Face::default()
    }
}

fn creature(name: &str, cost: &str, size: (i32, i32), subtypes: &[&str], keywords: &[Keyword]) -> Face {
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
        seat,
    ]
    .into_iter()
    .map(card)
    .collect()
}

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
    let mut sword = face("Prop Sword", &[CardType::Artifact], "{1}");
    sword.subtypes.insert(Subtype::EQUIPMENT);
    sword.abilities = vec![Ability::Static(more(host()))];
    let mut equip = ActivatedAbility {
        cost: Cost { parts: vec![CostPart::Mana(ManaCost::parse("{1}").unwrap_or_default())] },
        program: Program::plain(
            vec![one(Filter::permanent(Test::And(vec![Test::Type(CardType::Creature), Test::Controlled(Who::You)])))],
            vec![Instruction::Attach { what: this(), to: target() }.into()],
        ),
        zones: ZoneSet::BATTLEFIELD,
        limits: ActivationLimits::default(),
        by: None,
        mana: false,
        loyalty: false,
    };
    equip.limits.sorcery = true;
    sword.abilities.push(Ability::Activated(equip));
    vec![card(aura), card(sword)]
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
                event: EventPattern::EntersRoom(room),
                condition: None,
                program: Program::plain(Vec::new(), vec![Instruction::GainLife(Who::You, Amount::ONE).into()]),
                zones: ZoneSet::of(Zone::Command),
                per_turn: None,
                do_once: false,
                mana: false,
            }));
        }
        card(face)
    };
    vec![one("Prop Dungeon", None), one("Prop Undercity", Some(Subtype::UNDERCITY))]
}

fn this() -> Selector {
    Selector::Ref(Ref::This)
}

fn target() -> Selector {
    Selector::Ref(Ref::Target(0))
}

fn one(filter: Filter) -> TargetSpec {
    TargetSpec { filter, min: Amount::ONE, max: Some(Amount::ONE), limit: None, by: None, divide: None }
}

fn any_permanent() -> Filter {
    Filter::permanent(Test::Any)
}

fn any_creature() -> Filter {
    Filter::permanent(Test::Type(CardType::Creature))
}

fn any_target() -> Filter {
    Filter::new(Kind::AnyTarget, Test::Any)
}

fn a_player() -> Filter {
    Filter::new(Kind::Player, Test::Any)
}

fn target_player() -> Who {
    Who::Ref(Ref::Target(0))
}

/// An instant or sorcery with that text, which a test of filters finds in every color in turn.
fn spell(number: usize, name: &str, targets: Vec<TargetSpec>, does: Vec<Instruction>) -> Arc<Card> {
    let color = Color::ALL[number % 5].letter();
    let kind = if number % 4 == 3 { CardType::Sorcery } else { CardType::Instant };
    let mut face = face(name, &[kind], &format!("{{{color}}}"));
    face.abilities = vec![Ability::Spell(Program::plain(targets, does.into_iter().map(Clause::from).collect()))];
    card(face)
}

fn spells() -> Vec<Arc<Card>> {
    let mut all: Vec<(&str, Vec<TargetSpec>, Vec<Instruction>)> = Vec::new();
    all.extend(to_permanents());
    all.extend(to_players());
    all.extend(to_cards());
    all.into_iter().enumerate().map(|(number, (name, targets, does))| spell(number, name, targets, does)).collect()
}

type Text = (&'static str, Vec<TargetSpec>, Vec<Instruction>);

fn to_permanents() -> Vec<Text> {
    let n = Amount::Const;
    let damage = |amount: i32| Instruction::Damage { source: Ref::This, to: target(), amount: n(amount) };
    let counters = |kind: CounterKind| Instruction::PutCounters { kind, count: n(2), on: target() };
    let pump = |power: i32, toughness: i32| Instruction::Effect {
        effects: vec![Continuous::Modify {
            what: target(),
            mods: vec![Modification::AddPowerToughness(n(power), n(toughness))],
        }],
        duration: Duration::EndOfTurn,
    };
    let control = Instruction::Effect {
        effects: vec![Continuous::Modify { what: target(), mods: vec![Modification::Controller(Who::You)] }],
        duration: Duration::EndOfTurn,
    };
    let mine = Filter::permanent(Test::And(vec![Test::Type(CardType::Creature), Test::Controlled(Who::You)]));
    let spells = Filter::new(Kind::OnStack, Test::Any);
    let flicker = vec![
        Instruction::Move {
            what: target(),
            to: Destination::Exile { linked: None, face_down: false },
            cause: Cause::Exile,
        },
        Instruction::Move { what: target(), to: Destination::Battlefield(Box::default()), cause: Cause::Return },
    ];
    let exile = Destination::Exile { linked: None, face_down: false };
    vec![
        (
            "Prop Kill",
            vec![one(any_permanent())],
            vec![Instruction::Destroy { what: target(), no_regeneration: false }],
        ),
        (
            "Prop Murder",
            vec![one(any_creature())],
            vec![Instruction::Destroy { what: target(), no_regeneration: false }],
        ),
        ("Prop Spark", vec![one(any_target())], vec![damage(2)]),
        ("Prop Blaze", vec![one(any_target())], vec![damage(6)]),
        (
            "Prop Bounce",
            vec![one(any_permanent())],
            vec![Instruction::Move { what: target(), to: Destination::Hand, cause: Cause::Return }],
        ),
        (
            "Prop Exile",
            vec![one(any_permanent())],
            vec![Instruction::Move { what: target(), to: exile, cause: Cause::Exile }],
        ),
        ("Prop Flicker", vec![one(any_permanent())], flicker),
        ("Prop Growth", vec![one(any_creature())], vec![pump(3, 3)]),
        ("Prop Shrink", vec![one(any_creature())], vec![pump(-2, -2)]),
        ("Prop Bless", vec![one(any_creature())], vec![counters(CounterKind::PLUS)]),
        ("Prop Wither", vec![one(any_creature())], vec![counters(CounterKind::MINUS)]),
        ("Prop Tap", vec![one(any_permanent())], vec![Instruction::Tap(target())]),
        ("Prop Untap", vec![one(any_permanent())], vec![Instruction::Untap(target())]),
        ("Prop Steal", vec![one(any_permanent())], vec![control]),
        (
            "Prop Duel",
            vec![one(mine), one(any_creature())],
            vec![Instruction::Fight(target(), Selector::Ref(Ref::Target(1)))],
        ),
        ("Prop Counter", vec![one(spells.clone())], vec![Instruction::Counter { what: target(), to: None }]),
        (
            "Prop Fork",
            vec![one(spells)],
            vec![Instruction::CopyStack(StackCopies {
                who: Who::You,
                what: target(),
                count: Amount::ONE,
                new_targets: true,
                except: Vec::new(),
            })],
        ),
        ("Prop Shift", vec![one(any_permanent())], vec![Instruction::Transform(target())]),
        ("Prop Phase", vec![one(any_permanent())], vec![Instruction::PhaseOut(target())]),
        ("Prop Shield", vec![one(any_creature())], vec![Instruction::Regenerate(target())]),
        (
            "Prop Wipe",
            Vec::new(),
            vec![Instruction::Destroy { what: Selector::All(any_creature()), no_regeneration: false }],
        ),
        (
            "Prop Storm",
            Vec::new(),
            vec![Instruction::Damage { source: Ref::This, to: Selector::All(any_creature()), amount: Amount::ONE }],
        ),
        ("Prop Spread", Vec::new(), vec![Instruction::Proliferate]),
    ]
}

fn choice(from: Filter, count: i32) -> Selector {
    Selector::Choose(Box::new(Choice { by: Who::Ref(Ref::Each), ..Choice::exactly(count, Selector::All(from)) }))
}

fn to_players() -> Vec<Text> {
    let n = Amount::Const;
    let hand = Filter::new(Kind::Card(ZoneSet::of(Zone::Hand)), Test::Owned(Who::Ref(Ref::Each)));
    let of_each = |test: Test| Filter::permanent(Test::all([test, Test::Controlled(Who::Ref(Ref::Each))]));
    let token = |name: &str, subtypes: &[&str], size: (i32, i32)| Instruction::CreateToken {
        who: target_player(),
        count: n(2),
        token: Box::new(TokenSpec::Face(Arc::new(creature(name, "", size, subtypes, &[])))),
        arrival: Box::default(),
    };
    let treasure = {
        let mut face = face("Treasure", &[CardType::Artifact], "");
        face.mana_cost = None;
        if let Some(word) = Subtype::from_word("Treasure") {
            face.subtypes.insert(word);
        }
        face
    };
    let player = || vec![one(a_player())];
    vec![
        ("Prop Insight", player(), vec![Instruction::Draw { who: target_player(), count: n(2) }]),
        ("Prop Rot", player(), vec![Instruction::Discard { who: target_player(), what: choice(hand, 2) }]),
        ("Prop Balm", player(), vec![Instruction::GainLife(target_player(), n(4))]),
        ("Prop Drain", player(), vec![Instruction::LoseLife(target_player(), n(2))]),
        ("Prop Mill", player(), vec![Instruction::Mill { who: target_player(), count: n(4) }]),
        (
            "Prop Edict",
            player(),
            vec![Instruction::Sacrifice {
                who: target_player(),
                what: choice(of_each(Test::Type(CardType::Creature)), 1),
            }],
        ),
        (
            "Prop Offering",
            Vec::new(),
            vec![Instruction::Sacrifice {
                who: Who::All,
                what: choice(of_each(Test::Not(Box::new(Test::Type(CardType::Creature)))), 1),
            }],
        ),
        ("Prop Army", player(), vec![token("Prop Servo", &["Servo"], (1, 1))]),
        (
            "Prop Hoard",
            player(),
            vec![Instruction::CreateToken {
                who: target_player(),
                count: n(2),
                token: Box::new(TokenSpec::Face(Arc::new(treasure))),
                arrival: Box::default(),
            }],
        ),
        (
            "Prop Omen",
            player(),
            vec![Instruction::Scry(target_player(), n(2)), Instruction::Surveil(target_player(), n(2))],
        ),
        ("Prop Crown", player(), vec![Instruction::BecomeMonarch(target_player())]),
        ("Prop Dusk", Vec::new(), vec![Instruction::BecomeDay(false)]),
        ("Prop Dawn", Vec::new(), vec![Instruction::BecomeDay(true)]),
        (
            "Prop Gamble",
            Vec::new(),
            vec![
                Instruction::FlipCoin { who: Who::You, won: Vec::new(), lost: Vec::new() },
                Instruction::RollDie(lawmage_ir::DiceRoll {
                    who: Who::You,
                    count: Amount::ONE,
                    sides: 20,
                    plus: None,
                    ignore: 0,
                }),
            ],
        ),
        (
            "Prop Poison",
            player(),
            vec![
                Instruction::PutCounters { kind: CounterKind::Poison, count: Amount::ONE, on: target() },
                Instruction::PutCounters { kind: CounterKind::Energy, count: n(3), on: target() },
            ],
        ),
        (
            "Prop Tutor",
            Vec::new(),
            vec![
                Instruction::Search {
                    who: Who::You,
                    whose: Who::You,
                    zones: ZoneSet::of(Zone::Library),
                    what: Filter::new(Kind::Card(ZoneSet::of(Zone::Library)), Test::Any),
                    min: n(0),
                    max: Some(Amount::ONE),
                    limit: None,
                    reveal: false,
                },
                Instruction::Shuffle(Who::You),
            ],
        ),
    ]
}

fn to_cards() -> Vec<Text> {
    let in_graveyard = |test: Test| one(Filter::new(Kind::Card(ZoneSet::of(Zone::Graveyard)), test));
    let here = || Destination::Battlefield(Box::new(Arrival { controller: Some(Who::You), ..Arrival::default() }));
    vec![
        (
            "Prop Raise",
            vec![in_graveyard(Test::PermanentType)],
            vec![Instruction::Move { what: target(), to: here(), cause: Cause::Return }],
        ),
        (
            "Prop Regrowth",
            vec![in_graveyard(Test::Any)],
            vec![Instruction::Move { what: target(), to: Destination::Hand, cause: Cause::Return }],
        ),
        (
            "Prop Forget",
            vec![in_graveyard(Test::Any)],
            vec![Instruction::Move {
                what: target(),
                to: Destination::Exile { linked: None, face_down: false },
                cause: Cause::Exile,
            }],
        ),
        ("Prop Hike", Vec::new(), vec![Instruction::ExtraLands(Who::You, Amount::ONE)]),
        ("Prop Initiative", Vec::new(), vec![Instruction::TakeInitiative(Who::You)]),
    ]
}
