//! Constraints on a set of chosen things, worked out so that an answer can be checked.

use lawmage_ir::{CardType, Color, Quality, SetLimit, Stat, Subtype, SubtypeKind};
use smallvec::SmallVec;

use crate::read::context::Context;
use crate::state::State;
use crate::state::chars::Chars;
use crate::state::ids::Entity;
use crate::table::decision::PickLimit;

impl State {
    /// A constraint as it stands for these options.
    #[must_use]
    pub fn pick_limit(&self, limit: &SetLimit, options: &[Entity], context: &Context<'_>) -> PickLimit {
        match limit {
            SetLimit::Total(stat, cmp, bound) => PickLimit::Total {
                values: options.iter().map(|e| self.stat_of(*e, *stat)).collect(),
                cmp: *cmp,
                bound: self.amount(bound, context),
            },
            SetLimit::AllDiffer(quality) => PickLimit::AllDiffer(self.keys(*quality, options)),
            SetLimit::AllShare(quality) => PickLimit::AllShare(self.keys(*quality, options)),
            SetLimit::OneEach(tests) => PickLimit::OneEach(
                options
                    .iter()
                    .map(|e| {
                        let fits = |(_, test): &(usize, &lawmage_ir::Test)| self.test(*e, test, &context.testing(*e));
                        tests.iter().enumerate().filter(fits).map(|(place, _)| place as u32).collect()
                    })
                    .collect(),
            ),
        }
    }

    /// For each option, numbers that stand for what it has of the quality.
    fn keys(&self, quality: Quality, options: &[Entity]) -> Vec<SmallVec<[u32; 2]>> {
        let mut names: Vec<&str> = Vec::new();
        let mut keys = Vec::with_capacity(options.len());
        for option in options {
            let key: SmallVec<[u32; 2]> = match option {
                Entity::Player(player) => smallvec::smallvec![u32::from(player.0)],
                Entity::Object(id) => {
                    let Some(seen) = self.seen(*id) else {
                        keys.push(SmallVec::new());
                        continue;
                    };
                    match quality {
                        Quality::Color => {
                            Color::ALL.into_iter().filter(|c| seen.chars.colors.has(*c)).map(|c| c as u32).collect()
                        }
                        Quality::CardType => seen.chars.types.iter().map(|t: CardType| t as u32).collect(),
                        Quality::PermanentType => {
                            seen.chars.types.permanent().iter().map(|t: CardType| t as u32).collect()
                        }
                        // 205.3i, 205.3m
                        Quality::CreatureType => subtypes_of(seen.chars, SubtypeKind::Creature),
                        Quality::LandType => subtypes_of(seen.chars, SubtypeKind::Land),
                        Quality::Name => {
                            let name: &str = &seen.chars.name;
                            let place = names.iter().position(|n| *n == name).unwrap_or_else(|| {
                                names.push(name);
                                names.len() - 1
                            });
                            smallvec::smallvec![place as u32]
                        }
                        Quality::Controller => smallvec::smallvec![u32::from(seen.controller.0)],
                        Quality::ManaValue => smallvec::smallvec![seen.chars.mana_value()],
                        Quality::Power => self.stat_seen(&seen, Stat::Power).map(|n| n as u32).into_iter().collect(),
                        Quality::Toughness => {
                            self.stat_seen(&seen, Stat::Toughness).map(|n| n as u32).into_iter().collect()
                        }
                    }
                }
            };
            keys.push(key);
        }
        keys
    }
}

/// Its subtypes of a kind, by their places among all.
fn subtypes_of(chars: &Chars, kind: SubtypeKind) -> SmallVec<[u32; 2]> {
    let all = Subtype::all().enumerate();
    all.filter(|(_, s)| s.kind() == kind && chars.has_subtype(*s)).map(|(place, _)| place as u32).collect()
}
