//! Ways to cast, by the names scripts give them.

use lawmage_engine::table::action::{Action, Way, WayKind};
use lawmage_engine::{ObjectId, PlayerId, State};
use lawmage_ir::{Ability, Continuous, CostLabel, Keyword, Price};
use lawmage_oracle::{Context, print_cost};

use crate::ability_text::{face_of, plain};
use crate::answers::label_is;
use crate::refs::{Names, fold};

/// A way to cast a card as one player sees it.
pub(crate) struct Seen<'a> {
    pub state: &'a State,
    pub names: &'a Names,
    pub player: PlayerId,
    pub card: ObjectId,
}

impl Seen<'_> {
    /// Whether a way is called so: by its keyword, as "normal", by its cost, or by what permits it.
    pub(crate) fn is_called(&self, way: &Way, wanted: &str, source: Option<&str>) -> bool {
        let priced = self.state.price_of(self.player, self.card, way);
        let (price, permits) = match &priced {
            Some((price, permits)) => (Some(price), *permits),
            None => (None, None),
        };
        let whose = source.is_none_or(|s| {
            self.names.was(self.state, permits.unwrap_or(self.card), s) || self.names.is(self.state, self.card, s)
        });
        whose && (self.is_label(way, wanted) || self.is_price(price, wanted) || self.is_source(permits, wanted))
    }

    fn is_label(&self, way: &Way, wanted: &str) -> bool {
        way.label.as_ref().is_some_and(|l| label_is(l, wanted))
            || (way.kind == WayKind::Normal && way.label.is_none() && fold(wanted) == "normal")
    }

    fn is_price(&self, price: Option<&Price>, wanted: &str) -> bool {
        let wanted = plain(wanted, "");
        match price {
            Some(Price::Free) => "without paying its mana cost".starts_with(&wanted) && !wanted.is_empty(),
            Some(Price::Instead(cost) | Price::Besides(cost)) => {
                let face = face_of(self.state, self.card).unwrap_or_default();
                let text = plain(&print_cost(cost, &Context { face: &face }), "");
                !wanted.is_empty()
                    && (text.contains(&wanted) || (text == "{0}" && wanted.starts_with("without paying")))
            }
            _ => false,
        }
    }

    fn is_source(&self, permits: Option<ObjectId>, wanted: &str) -> bool {
        permits.is_some_and(|source| self.names.was(self.state, source, wanted))
    }
}

/// Whether a word is that of a keyword by which a spell is cast in a way of its own (702).
pub(crate) fn is_way(word: &str) -> bool {
    use lawmage_ir::Keyword as K;
    matches!(
        Keyword::from_word(&fold(word)),
        Some(
            K::Fuse
                | K::Overload
                | K::Cleave
                | K::Evoke
                | K::Dash
                | K::Blitz
                | K::Flashback
                | K::Escape
                | K::Bestow
                | K::Mutate
                | K::Prototype
                | K::Warp
                | K::Sneak
                | K::Surge
                | K::Spectacle
                | K::Disturb
                | K::Awaken
                | K::Emerge
        )
    )
}

/// Whether an optional additional cost of a spell is called so: by its keyword, by what it costs, or by both.
pub(crate) fn is_extra(state: &State, spell: Option<ObjectId>, label: &CostLabel, wanted: &str) -> bool {
    if label_is(label, wanted) {
        return true;
    }
    let Some(spell) = spell else { return false };
    let face = face_of(state, spell).unwrap_or_default();
    let effects = state.chars(spell).abilities.iter().flat_map(|on| match &*on.ability {
        Ability::Static(ability) => ability.effects.as_slice(),
        _ => &[],
    });
    let wanted = plain(wanted, &face.name);
    let mut costs = effects.filter_map(|e| match e {
        Continuous::AdditionalCost { cost, label: Some(of), .. } if of == label => Some(cost),
        _ => None,
    });
    costs.any(|cost| {
        let text = plain(&print_cost(cost, &Context { face: &face }), &face.name);
        let word = match label {
            CostLabel::Keyword(keyword, _) => fold(keyword.word()),
            CostLabel::Other(_) => String::new(),
        };
        wanted == text || wanted == format!("{word} {text}") || (!wanted.is_empty() && text.starts_with(&wanted))
    })
}

/// Whether a spell would be cast in the way that is asked about, where that is a keyword's.
pub(crate) fn is_so_cast(state: &State, names: &Names, player: PlayerId, action: &Action, with: &[String]) -> bool {
    let Action::Cast { card, way } = action else { return true };
    let seen = Seen { state, names, player, card: *card };
    with.iter().filter(|word| is_way(word)).all(|word| seen.is_called(way, word, None))
}
