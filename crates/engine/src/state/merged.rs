//! What represents a merged permanent (727.2), and what it is by that.

use std::sync::Arc;

use lawmage_ir::Layout;
use serde::{Deserialize, Serialize};

use crate::state::State;
use crate::state::chars::{AbilityKey, AbilityOn, Chars};
use crate::state::face_down::FaceDown;
use crate::state::ids::PlayerId;
use crate::state::object::{Object, ObjectKind};

/// So many printed abilities lie between those of one component and those of the next.
const ABILITIES_APART: u64 = 1 << 16;

/// One of the cards and tokens that represent a merged permanent.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Component {
    /// Card or token.
    pub kind: ObjectKind,
    /// Its owner.
    pub owner: PlayerId,
    /// Which face is up.
    pub face: u8,
    /// Its copiable values face up.
    pub base: Arc<Chars>,
    /// Whether it is face down (727.2e).
    pub face_down: bool,
    /// Which it was in the order of merging: tells its abilities from those of the others.
    pub number: u16,
}

/// What represents a merged permanent.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Merged {
    /// The topmost first.
    pub components: Vec<Component>,
    /// How often a spell has merged with it.
    pub times: u32,
    /// When one last merged on top (727.2a): the timestamp of the copiable effect that this is.
    #[serde(default)]
    pub since: u32,
    /// A melded permanent (712.14c): it has the characteristics of the combined back face alone.
    pub melded: bool,
}

impl Component {
    pub(crate) fn of(object: &Object, number: u16) -> Self {
        let permanent = object.permanent.as_deref();
        let hidden = permanent.and_then(|p| p.hidden.as_deref()).map(|h| h.base.clone());
        Self {
            kind: match object.kind {
                ObjectKind::Copy => ObjectKind::Token, // 608.3f
                ref other => other.clone(),
            },
            owner: object.owner,
            face: object.face,
            base: hidden.unwrap_or_else(|| object.base.clone()),
            face_down: permanent.is_some_and(|p| p.face_down),
            number,
        }
    }

    /// Its copiable values: those of its flipped half, if it has one, where that is asked (727.2h).
    fn values(&self, flipped: bool) -> &Chars {
        self.base.flip.as_deref().filter(|_| flipped).unwrap_or(&self.base)
    }

    /// Its abilities, with keys of their own.
    fn abilities(&self, flipped: bool) -> impl Iterator<Item = AbilityOn> + '_ {
        let offset = u64::from(self.number) * ABILITIES_APART;
        let printed = self.values(flipped).abilities.iter().filter(|on| on.key.printed_index().is_some());
        printed.map(move |on| AbilityOn { key: AbilityKey(on.key.0 + (offset << 8)), ability: on.ability.clone() })
    }
}

impl Merged {
    /// The copiable values of the whole: those of the topmost component (727.2a), with the abilities of all that are face up
    /// (702.140e).
    pub(crate) fn chars(&self) -> Arc<Chars> {
        let Some(top) = self.components.first() else { return Arc::default() };
        if self.melded && !top.face_down {
            return top.base.clone(); // 712.8g
        }
        let mut chars = self.put_together(top, false);
        let flips = |c: &Component| !c.face_down && c.base.flip.is_some();
        chars.flip = self.components.iter().any(flips).then(|| Arc::new(self.put_together(top, true)));
        Arc::new(chars)
    }

    /// What the components make, as they are or flipped (727.2h).
    fn put_together(&self, top: &Component, flipped: bool) -> Chars {
        let mut chars =
            if top.face_down { Chars::clone(&FaceDown::Effect.chars()) } else { top.values(flipped).clone() };
        let numbered = |on: &AbilityOn| on.key.printed_index().is_some();
        if !top.face_down {
            let own: Vec<AbilityOn> = chars.abilities.iter().filter(|on| !numbered(on)).cloned().collect();
            chars.abilities = top.abilities(flipped).chain(own).collect();
        }
        let others = self.components.iter().skip(1).filter(|c| !c.face_down);
        chars.abilities.extend(others.flat_map(|c| c.abilities(flipped)));
        chars.remark();
        chars.apply_own_words();
        chars
    }
}

impl State {
    /// Whether an object is represented by a double-faced card (712.1), which can't be turned face down (712.16, 727.2j).
    pub(crate) fn is_double_faced(&self, object: &Object) -> bool {
        let double = |kind: &ObjectKind| match kind {
            ObjectKind::Card(card) => self
                .cards
                .get(usize::from(*card))
                .is_some_and(|d| matches!(d.card.layout, Layout::Transform | Layout::ModalDfc | Layout::Meld)),
            _ => false,
        };
        let merged = object.permanent.as_ref().and_then(|p| p.merged.as_deref());
        double(&object.kind) || merged.is_some_and(|m| m.components.iter().any(|c| double(&c.kind)))
    }
}
