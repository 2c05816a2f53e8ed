//! What is face down (708.2): by what, and with which characteristics.

use std::sync::{Arc, LazyLock};

use lawmage_ir::{
    Ability, CardType, Cost, CostLabel, EventPattern, Filter, Instruction, Keyword, KeywordAbility, KeywordParam, Kind,
    ManaCost, Program, Ref, Role, Selector, Test, TriggeredAbility, TypeSet, Who,
};
use serde::{Deserialize, Serialize};

use crate::state::State;
use crate::state::chars::{AbilityKey, Chars};
use crate::state::ids::ObjectId;

/// By what a spell or permanent is face down (708.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FaceDown {
    /// A spell or ability that lists no characteristics (708.2a).
    Effect,
    /// 702.37.
    Morph,
    /// 702.168.
    Disguise,
    /// 701.34.
    Manifest,
    /// 701.56.
    Cloak,
}

/// What a face-down permanent is when its controller looks at it (708.5).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Hidden {
    /// By what it is face down.
    pub by: FaceDown,
    /// Its copiable values face up (708.8).
    pub base: Arc<Chars>,
}

impl FaceDown {
    /// The characteristics of what is face down by that (708.2a, 702.168a, 701.56a).
    #[must_use]
    pub fn chars(self) -> Arc<Chars> {
        static PLAIN: LazyLock<Arc<Chars>> = LazyLock::new(|| Arc::new(two_two(None)));
        static WARDED: LazyLock<Arc<Chars>> = LazyLock::new(|| Arc::new(two_two(Some(ward_two()))));
        match self {
            Self::Effect | Self::Morph | Self::Manifest => PLAIN.clone(),
            Self::Disguise | Self::Cloak => WARDED.clone(),
        }
    }

    /// How a way of casting turns a card face down, if it does (702.37c-d, 702.168b).
    #[must_use]
    pub const fn of_label(label: Option<&CostLabel>) -> Option<Self> {
        match label {
            Some(CostLabel::Keyword(Keyword::Morph, _)) => Some(Self::Morph),
            Some(CostLabel::Keyword(Keyword::Disguise, _)) => Some(Self::Disguise),
            _ => None,
        }
    }
}

impl State {
    /// Whether something is face down: a permanent, or a spell.
    #[must_use]
    pub fn is_face_down(&self, id: ObjectId) -> bool {
        self.get(id).is_some_and(|o| {
            o.permanent.as_ref().is_some_and(|p| p.face_down) || o.stack.as_ref().is_some_and(|s| s.face_down.is_some())
        })
    }

    /// Whether a card is in exile face down.
    #[inline]
    #[must_use]
    pub fn is_concealed(&self, id: ObjectId) -> bool {
        !self.concealed.is_empty() && self.concealed.iter().any(|c| c.id == id)
    }
}

/// Whether characteristics are those of something face down, or that would be as it is cast or enters: nothing else that
/// is a creature has no name (708.2).
pub(crate) fn is_guise(chars: &Chars) -> bool {
    chars.name.is_empty() && chars.is_creature()
}

fn two_two(ability: Option<Ability>) -> Chars {
    let mut chars = Chars {
        types: TypeSet::of(CardType::Creature),
        power: Some(2),
        toughness: Some(2),
        base_power: Some(2),
        base_toughness: Some(2),
        ..Chars::default()
    };
    if let Some(ability) = ability {
        chars.add_ability(&Arc::new(ability), |part| AbilityKey::printed(0, part));
    }
    chars
}

/// Ward {2} (702.21a), which no card prints on what is face down.
fn ward_two() -> Ability {
    let cost = Cost::mana(ManaCost::parse("{2}").unwrap_or_default());
    let event = Ref::Event(Role::Object);
    let counter = Instruction::Counter { what: Selector::Ref(event.clone()), to: None };
    let unless =
        Instruction::Unless { who: Who::Controller(Box::new(event)), cost: cost.clone(), body: vec![counter.into()] };
    let means = TriggeredAbility::new(
        EventPattern::Targeted {
            what: Filter::permanent(Test::Is(Ref::This)),
            by: Filter::new(Kind::OnStack, Test::Controlled(Who::Opponents)),
        },
        Program::plain(Vec::new(), vec![unless.into()]),
    );
    Ability::Keyword(KeywordAbility {
        keyword: Keyword::Ward,
        param: KeywordParam::Cost(cost),
        means: Arc::new([Ability::Triggered(means)]),
    })
}
