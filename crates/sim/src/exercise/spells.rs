//! Spells that stand around a card as it is exercised: they do to it, and to everything, what the rules have words for.

use std::sync::Arc;

use lawmage_ir::{
    Ability, Amount, Arrival, Card, CardType, Cause, Choice, Clause, Color, Continuous, CounterKind, Destination,
    Duration, Face, Filter, Instruction, Kind, Modification, Program, Ref, Selector, StackCopies, Subtype, TargetSpec,
    Test, TokenSpec, Who, Zone, ZoneSet,
};

use super::props::{card, creature, face};

pub(super) fn this() -> Selector {
    Selector::Ref(Ref::This)
}

pub(super) fn target() -> Selector {
    Selector::Ref(Ref::Target(0))
}

pub(super) fn one(filter: Filter) -> TargetSpec {
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
    let responds = targets.iter().any(|t| matches!(t.filter.kind, Kind::Spell | Kind::Ability | Kind::OnStack));
    let kind = if number % 4 == 3 && !responds { CardType::Sorcery } else { CardType::Instant };
    let mut face = face(name, &[kind], &format!("{{{color}}}"));
    face.abilities = vec![Ability::Spell(Program::plain(targets, does.into_iter().map(Clause::from).collect()))];
    card(face)
}

pub(super) fn spells() -> Vec<Arc<Card>> {
    let mut all: Vec<(&str, Vec<TargetSpec>, Vec<Instruction>)> = Vec::new();
    all.extend(to_permanents());
    all.extend(to_players());
    all.extend(to_others());
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
                for_each: None,
                at: None,
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

/// A Treasure token (111.10a), but for its ability.
fn treasure() -> Face {
    let mut face = face("Treasure", &[CardType::Artifact], "");
    face.mana_cost = None;
    if let Some(word) = Subtype::from_word("Treasure") {
        face.subtypes.insert(word);
    }
    face
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
                token: Box::new(TokenSpec::Face(Arc::new(treasure()))),
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
            "Prop Poison",
            player(),
            vec![
                Instruction::PutCounters { kind: CounterKind::Poison, count: Amount::ONE, on: target() },
                Instruction::PutCounters { kind: CounterKind::Energy, count: n(3), on: target() },
            ],
        ),
    ]
}

fn to_others() -> Vec<Text> {
    let in_graveyard = |test: Test| one(Filter::new(Kind::Card(ZoneSet::of(Zone::Graveyard)), test));
    let here = || Destination::Battlefield(Box::new(Arrival { controller: Some(Who::You), ..Arrival::default() }));
    vec![
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
                    other: None,
                    stored: None,
                }),
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
                    min: Amount::Const(0),
                    max: Some(Amount::ONE),
                    all: false,
                    limit: None,
                    reveal: false,
                },
                Instruction::Shuffle(Who::You),
            ],
        ),
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
