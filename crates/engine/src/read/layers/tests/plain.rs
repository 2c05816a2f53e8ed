//! The quick way through the layers comes to what the plain one does, on random boards.

use lawmage_ir::{Amount, Color, ColorSet, CounterKind, KindOf, Modification, Ref, Stat, Subtype, Supertype};

use super::*;
use crate::state::rng::Rng;
use crate::testkit::{A, B, table};

impl State {
    /// The same state worked out without short cuts.
    fn plainly(&self) -> Self {
        let mut plain = self.clone();
        plain.cache = crate::state::cache::Cache::default();
        plain.work_out(true);
        plain
    }
}

fn pick<T: Clone>(rng: &mut Rng, from: &[T]) -> T {
    from[rng.below(from.len() as u32) as usize].clone()
}

fn random_test(rng: &mut Rng) -> Test {
    let kind = pick(
        rng,
        &[Test::Type(CardType::Creature), Test::Type(CardType::Land), Test::Type(CardType::Artifact), Test::Any],
    );
    let more = pick(
        rng,
        &[
            Test::Any,
            yours(),
            Test::Controlled(Who::Opponents),
            Test::Color(Color::Red),
            Test::Color(Color::Green),
            Test::Keyword(Keyword::Flying),
            Test::not(Test::Is(Ref::This)),
            Test::Subtype(Subtype::SWAMP),
            Test::Subtype(subtype("Goblin")),
            Test::Supertype(Supertype::Legendary),
            Test::Historic,
            Test::Status(lawmage_ir::Status::NoAbilities),
            Test::Stat(Stat::Power, lawmage_ir::Cmp::AtMost, Amount::Const(3)),
            Test::not(Test::Supertype(Supertype::Basic)),
            Test::Stat(Stat::Power, lawmage_ir::Cmp::AtLeast, Amount::Const(3)),
        ],
    );
    Test::all([kind, more])
}

fn random_mods(rng: &mut Rng) -> Vec<Modification> {
    let lord = changes(all_creatures(), vec![plus(1)]);
    let count = Amount::Count(Box::new(all(random_test(rng))));
    let kind = pick(rng, &[KindOf::CardType, KindOf::Color, KindOf::CreatureType, KindOf::Name, KindOf::Power]);
    let kinds = Amount::Kinds(kind, Box::new(all(random_test(rng))));
    let legends = TypeLine { supertypes: [Supertype::Legendary].into_iter().collect(), ..TypeLine::default() };
    let goblins = TypeLine { subtypes: subtypes(&[subtype("Goblin")]), ..TypeLine::default() };
    let pool = [
        plus(1),
        set(3),
        plus(-1),
        Modification::AddPowerToughness(count, Amount::Const(0)),
        Modification::AddPowerToughness(Amount::Const(0), kinds.clone()),
        Modification::SetPowerToughness(Some(kinds), None),
        Modification::AddTypes(goblins.clone()),
        Modification::SetTypes(goblins),
        Modification::AddTypes(legends),
        Modification::AllCreatureTypes,
        Modification::RemoveSupertype(Supertype::Legendary),
        Modification::SwitchPowerToughness,
        gains(Keyword::Flying),
        Modification::AddAbility(Arc::new(lord)),
        Modification::LoseAllAbilities,
        Modification::LoseKeyword(Keyword::Flying),
        Modification::CantHave(Keyword::Flying),
        Modification::SetColors(ColorSet::of(Color::Red)),
        Modification::AddColors(ColorSet::of(Color::Green)),
        Modification::AddTypes(types(&[CardType::Creature])),
        Modification::AddTypes(types(&[CardType::Land])),
        Modification::SetTypes(types(&[CardType::Artifact])),
        Modification::RemoveType(CardType::Creature),
        Modification::SetLandTypes(subtypes(&[Subtype::SWAMP])),
        Modification::Controller(Who::You),
    ];
    (0..=rng.below(1)).map(|_| pick(rng, &pool)).collect()
}

fn random_board(seed: u64) -> State {
    let mut rng = Rng::new(seed);
    let mut state = table(2);
    for _ in 0..4 + rng.below(4) {
        let owner = pick(&mut rng, &[A, B]);
        let printed = pick(
            &mut rng,
            &[
                bear(),
                with(creature("Bird", 1, 1), vec![keyword(Keyword::Flying)]),
                land("Bog", &[Subtype::SWAMP]),
                face("Stone", &[CardType::Artifact]),
            ],
        );
        let id = field(&mut state, owner, &printed);
        if rng.below(4) == 0 {
            state.objects[id.index()].counters.add(&CounterKind::PLUS, 1);
        }
    }
    for _ in 0..2 + rng.below(4) {
        let owner = pick(&mut rng, &[A, B]);
        let what = if rng.below(4) == 0 { this() } else { all(random_test(&mut rng)) };
        let ability = changes(what, random_mods(&mut rng));
        let printed = pick(&mut rng, &[enchantment("Law", vec![ability.clone()]), with(bear(), vec![ability])]);
        // Often several that say the same.
        for _ in 0..[1, 1, 2, 4][rng.below(4) as usize] {
            field(&mut state, owner, &printed);
        }
    }
    for _ in 0..rng.below(3) {
        let ids = state.battlefield.clone();
        let (source, on) = (pick(&mut rng, &ids), pick(&mut rng, &ids));
        let mods = random_mods(&mut rng);
        for nth in 0..[1, 2, 3, 5][rng.below(4) as usize] {
            until_end_of_turn(&mut state, source, on, mods.clone());
            // What enters between them has a timestamp between theirs.
            if nth == 1 && rng.below(2) == 0 {
                let law = changes(all(random_test(&mut rng)), random_mods(&mut rng));
                field(&mut state, A, &enchantment("Law", vec![law]));
            }
        }
    }
    state.touch();
    state.refresh();
    state
}

#[test]
fn cache_equals_plain() {
    for seed in 0..1_500 {
        let state = random_board(seed);
        let plain = state.plainly();
        for id in &state.battlefield {
            assert_eq!(state.chars(*id), plain.chars(*id), "seed {seed}, {id:?}");
            assert_eq!(state.controller(*id), plain.controller(*id), "seed {seed}, {id:?}");
        }
        assert_eq!(state.rules(), plain.rules(), "seed {seed}");
    }
}

/// Working out twice comes to the same: nothing of the first time is left behind.
#[test]
fn refreshing_is_idempotent() {
    for seed in 0..100 {
        let state = random_board(seed);
        let mut again = state.clone();
        again.touch();
        again.refresh();
        for id in &state.battlefield {
            assert_eq!(state.chars(*id), again.chars(*id), "seed {seed}, {id:?}");
        }
    }
}

/// What an explanation ends with is what the game sees; each step begins where the one before it ended.
#[test]
fn explanations_end_with_what_is() {
    let mut steps = 0;
    for seed in 0..300 {
        let state = random_board(seed);
        for id in &state.battlefield {
            let history = state.explain(*id).expect("it is there");
            assert_eq!(*history.last.chars, *state.chars(*id), "seed {seed}, {id:?}");
            assert_eq!(history.last.controller, state.controller(*id), "seed {seed}, {id:?}");
            let mut at = history.first.clone();
            for step in &history.steps {
                assert_eq!(step.before, at, "seed {seed}, {id:?}: nothing is left out");
                assert!(step.in_force || step.before == step.after);
                at = step.after.clone();
                steps += 1;
            }
            assert_eq!(at, history.last, "seed {seed}, {id:?}: nothing is left out");
        }
    }
    assert!(steps > 1_000, "{steps}");
}
