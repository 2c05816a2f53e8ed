//! Creatures that can block the same attackers, found by what decides it, so that not each of them is asked about each.

use std::sync::Arc;

use lawmage_ir::{CardType, ColorSet, Continuous, Keyword, Permission, Prohibition};

use crate::state::State;
use crate::state::ids::ObjectId;
use crate::table::block_domain::Blockable;

/// The evasion abilities that ask a blocker for nothing but its [`Traits`] (702.9b, 702.13b, 702.28b, 702.31b, 702.36b, 702.118b).
const PLAIN: [Keyword; 6] =
    [Keyword::Flying, Keyword::Intimidate, Keyword::Shadow, Keyword::Horsemanship, Keyword::Fear, Keyword::Skulk];

/// All of a blocker that matters where nothing but plain evasion abilities does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Traits {
    flying: bool,
    reach: bool,
    shadow: bool,
    horsemanship: bool,
    artifact: bool,
    colors: ColorSet,
    power: i32,
}

/// What creatures of the same traits can block.
pub(super) struct Alike {
    attackers: Vec<ObjectId>,
    /// Whether traits alone decide.
    decides: bool,
    /// Whether any attacker has an evasion ability.
    evasive: bool,
    known: Vec<(Traits, Arc<Vec<ObjectId>>)>,
}

impl Alike {
    pub(super) fn new(state: &State, attackers: &[Blockable]) -> Self {
        let restricted = |r: &crate::state::cache::ActiveRule| {
            matches!(
                r.what(),
                Some(
                    Continuous::Cant(Prohibition::Block { .. })
                        | Continuous::May(Permission::BlockAsThough(..) | Permission::BlockDespiteWalk(_))
                )
            )
        };
        let has = |keyword: Keyword| attackers.iter().any(|a| state.chars(a.id).has(keyword));
        let rules = state.rules();
        Self {
            attackers: attackers.iter().map(|a| a.id).collect(),
            decides: !rules.cants.iter().chain(&rules.mays).any(restricted)
                && !has(Keyword::Landwalk)
                && !has(Keyword::Protection),
            evasive: PLAIN.into_iter().any(has),
            known: Vec::new(),
        }
    }

    /// The attackers that a creature can block, `may` telling of one.
    pub(super) fn options(
        &mut self,
        state: &State,
        blocker: ObjectId,
        may: impl FnMut(ObjectId) -> bool,
    ) -> Arc<Vec<ObjectId>> {
        let traits = self.decides.then(|| self.traits(state, blocker));
        if let Some((_, options)) = self.known.iter().find(|(known, _)| Some(*known) == traits) {
            return options.clone();
        }
        let mut may = may;
        let options = Arc::new(self.attackers.iter().copied().filter(|a| may(*a)).collect::<Vec<_>>());
        self.known.extend(traits.map(|traits| (traits, options.clone())));
        options
    }

    fn traits(&self, state: &State, blocker: ObjectId) -> Traits {
        let chars = state.chars(blocker);
        let shadow = chars.has(Keyword::Shadow); // 702.28b: it keeps from blocking, too
        if !self.evasive {
            return Traits { shadow, ..Traits::default() };
        }
        Traits {
            flying: chars.has(Keyword::Flying),
            reach: chars.has(Keyword::Reach),
            shadow,
            horsemanship: chars.has(Keyword::Horsemanship),
            artifact: chars.is(CardType::Artifact),
            colors: chars.colors,
            power: chars.power.unwrap_or(0),
        }
    }
}

#[cfg(test)]
mod tests {
    use lawmage_ir::{Ability, Color, KeywordAbility, KeywordParam, Step, Zone};

    use super::*;
    use crate::state::rng::Rng;
    use crate::table::decision::Answer;
    use crate::table::game::Game;
    use crate::testkit::{A, B, Script, creature, put, table, with};

    fn random_creature(rng: &mut Rng, words: &[Keyword]) -> lawmage_ir::Face {
        let mut face = creature("Beast", 1 + rng.below(3) as i32, 2);
        if rng.below(3) == 0 {
            face.types.insert(CardType::Artifact);
        }
        if rng.below(2) == 0 {
            face.colors = ColorSet::of([Color::Black, Color::Green][rng.below(2) as usize]);
        }
        let keyword = words[rng.below(words.len() as u32) as usize];
        let ability = KeywordAbility { keyword, param: KeywordParam::None, means: Vec::new().into() };
        if rng.below(3) == 0 { face } else { with(face, vec![Ability::Keyword(ability)]) }
    }

    /// 509.1a-b: what creatures of the same traits are said to be able to block is what each of them is when asked about each
    /// attacker; and what is made legal of any declaration is legal.
    #[test]
    fn traits_decide_as_each_pair_does() {
        let mut words = PLAIN.to_vec();
        words.extend([Keyword::Reach, Keyword::Menace]);
        for seed in 0..60 {
            let mut rng = Rng::new(seed);
            let mut state = table(2);
            let attackers: Vec<ObjectId> = (0..1 + rng.below(6))
                .map(|_| put(&mut state, A, Zone::Battlefield, &random_creature(&mut rng, &words)))
                .collect();
            for _ in 0..rng.below(12) {
                put(&mut state, B, Zone::Battlefield, &random_creature(&mut rng, &words));
            }
            state.turn.begin_at(3, A, Step::BeginCombat);
            let attack = attackers.iter().map(|a| (*a, crate::Entity::Player(B))).collect();
            let mut script = Script::of([Answer::Attack(attack, Vec::new())]);
            let mut game = Game::new(state, &mut script);
            while game.state.attackers().is_empty() {
                game.tick().expect("it goes on");
            }
            let mut domain = game.state.block_domain(B).0;
            for (blocker, options) in &domain.blockers {
                let plain = attackers.iter().copied().filter(|a| game.state.evades(*a, *blocker).is_none());
                assert_eq!(**options, plain.collect::<Vec<_>>(), "seed {seed}");
            }
            domain.finish();
            for _ in 0..20 {
                let block = domain.random(&mut |n| rng.below(n));
                assert_eq!(domain.check(&block), Ok(()), "seed {seed}");
            }
        }
    }
}
