//! Creatures that can block the same attackers, found by what decides it, so that not each of them is asked about each.

use std::sync::Arc;

use lawmage_ir::{CardType, ColorSet, Continuous, Keyword, Permission, Prohibition};

use crate::procedure::combat::Blockable;
use crate::state::State;
use crate::state::ids::ObjectId;

/// The evasion abilities that ask a blocker for nothing but its [`Traits`] (702.9b, 702.13b, 702.28b, 702.31b, 702.36b, 702.118b).
const PLAIN: [Keyword; 6] =
    [Keyword::Flying, Keyword::Intimidate, Keyword::Shadow, Keyword::Horsemanship, Keyword::Fear, Keyword::Skulk];

/// All of a blocker that matters where nothing but plain evasion abilities does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
        let restricted = |r: &crate::read::layers::ActiveRule| {
            matches!(
                r.what(),
                Some(Continuous::Cant(Prohibition::Block { .. }) | Continuous::May(Permission::BlockAsThough(..)))
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
            return Traits { shadow, ..Traits::plain() };
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

impl Traits {
    const fn plain() -> Self {
        Self {
            flying: false,
            reach: false,
            shadow: false,
            horsemanship: false,
            artifact: false,
            colors: ColorSet::COLORLESS,
            power: 0,
        }
    }
}
