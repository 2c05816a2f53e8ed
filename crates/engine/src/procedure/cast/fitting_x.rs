//! Values of X that make a spell one that may be cast: what lets it be cast, or forbids it, may ask for its mana value (202.3e,
//! 601.2e).

use std::cell::Cell;
use std::sync::Arc;

use lawmage_ir::{Amount, Continuous, Filter, ManaSymbol, Permission, Price, Prohibition, visit};

use super::announce_x::has_x;
use super::ways::{Terms, asks_mana_value};
use crate::read::context::Context;
use crate::state::State;
use crate::state::chars::Chars;
use crate::state::ids::{ObjectId, PlayerId};
use crate::table::action::{Way, WayKind};

/// As far as values are tried.
const FURTHEST: u32 = 200;

/// For which values of X a spell may be cast. Beyond the last ones only whether it is even counts.
#[derive(Clone, Debug)]
pub(crate) struct FittingX(Vec<bool>);

impl FittingX {
    fn new(most: u32, fits: impl FnMut(u32) -> bool) -> Self {
        Self((0..most.min(FURTHEST) + 3).map(fits).collect())
    }

    /// Whether that value does.
    pub(super) fn has(&self, x: u32) -> bool {
        let (x, end) = (x as usize, self.0.len());
        let place = if x < end { Some(x) } else { end.checked_sub(2).map(|last| last + (x - end) % 2) };
        place.and_then(|place| self.0.get(place)).is_some_and(|fits| *fits)
    }

    /// Whether any does.
    pub(super) fn any(&self) -> bool {
        self.0.contains(&true)
    }

    /// The last that was tried.
    pub(super) const fn horizon(&self) -> u32 {
        self.0.len() as u32
    }
}

impl Terms {
    /// Whether a spell may be cast with that X.
    pub(super) fn fits_with(&self, x: u32) -> bool {
        self.fitting_x.as_ref().is_none_or(|fitting| fitting.has(x))
    }

    /// Whether it may be cast for an X that its mana value counts.
    pub(super) fn fits_with_some_x(&self) -> bool {
        self.fitting_x.as_ref().is_some_and(FittingX::any)
    }
}

impl State {
    /// For which X a card may be cast that way: what is chosen in its proposal counts (601.3a, 601.3b), and must be such (601.2e).
    /// `None` where its mana value doesn't matter, or X is no part of that.
    pub(super) fn fitting_x(&self, player: PlayerId, id: ObjectId, way: &Way, terms: &Terms) -> Option<FittingX> {
        // Asked of every way to cast a card: mostly nothing speaks of mana values.
        let permission = self.permission_of(id, way);
        let most = self.asked_of_mana_values(player, id, permission.as_ref())?;
        let chars = match self.guised(id, way.face, terms.label.as_ref()) {
            Some(guise) => guise,
            None => self.base_as_face(id, way.face)?.clone(),
        };
        if !x_counts(&chars, &terms.price) {
            return None;
        }
        Some(FittingX::new(most, |x| {
            let trial = self.with_face(id, way.face, Arc::new(with_x(&chars, x)));
            permission.as_ref().is_none_or(|(what, context)| trial.fits(id.into(), what, context))
                && trial.is_time_for(player, id, trial.chars(id), terms)
                && trial.may_cast(player, id).is_ok()
        }))
    }

    /// Whether a card fits a permission, at that price, with some X (601.3).
    pub(super) fn fits_for_some_x(
        &self,
        id: ObjectId,
        face: u8,
        (what, price): (&Filter, &Price),
        context: &Context<'_>,
    ) -> bool {
        if !asks_mana_value(&what.test) {
            return false;
        }
        let Some(chars) = self.base_as_face(id, face).filter(|chars| x_counts(chars, price)) else { return false };
        let fits = |x| self.with_face(id, face, Arc::new(with_x(chars, x))).fits(id.into(), what, context);
        FittingX::new(self.greatest_amount(what, context), fits).any()
    }

    /// What a card is as that face, without what effects make of it.
    fn base_as_face(&self, id: ObjectId, face: u8) -> Option<&Arc<Chars>> {
        let object = self.get(id)?;
        Some(self.face_chars(id, face).filter(|_| !self.shows_face(id, face)).unwrap_or(&object.base))
    }

    /// The permission of another object, or of an effect, by which a card is cast that way.
    fn permission_of(&self, id: ObjectId, way: &Way) -> Option<(&Filter, Context<'_>)> {
        let mine = self.rules().mays.iter().find(|rule| match way.kind {
            WayKind::Permission { source, key } => {
                source != id && rule.source == source && rule.key == Some(key) && is_play(rule.what())
            }
            WayKind::Effect(number) => rule.effect == Some(number) && is_play(rule.what()),
            _ => false,
        })?;
        match mine.what() {
            Some(Continuous::May(Permission::Play { what, .. })) => Some((what, mine.context())),
            _ => None,
        }
    }

    /// The greatest number that the mana value of a spell is compared with, by what lets it be cast or forbids it; `None` where
    /// nothing asks for one.
    fn asked_of_mana_values(
        &self,
        player: PlayerId,
        id: ObjectId,
        permission: Option<&(&Filter, Context<'_>)>,
    ) -> Option<u32> {
        let mut most = None;
        let mut look = |filter: &Filter, context: &Context<'_>| {
            if asks_mana_value(&filter.test) {
                most = most.max(Some(self.greatest_amount(filter, context)));
            }
        };
        if let Some((what, context)) = permission {
            look(what, context);
        }
        for rule in &self.rules().mays {
            if let Some(Continuous::May(Permission::Flash(_, what))) = rule.what() {
                look(what, &rule.context());
            }
        }
        for rule in &self.rules().costs {
            if let Some(Continuous::NextSpell { what, .. }) = rule.what() {
                look(what, &rule.context());
            }
        }
        for rule in &self.rules().cants {
            if let Some(Continuous::Cant(Prohibition::Cast(_, what) | Prohibition::CastMax(_, what, _))) = rule.what() {
                look(what, &rule.context());
            }
        }
        // What the card says of itself: "X can't be 0".
        for (_, ability) in self.own_statics(id) {
            for effect in &ability.effects {
                if let Continuous::Cant(Prohibition::Cast(_, what)) = effect {
                    look(what, &Context::of(id, player));
                }
            }
        }
        most
    }

    fn greatest_amount(&self, filter: &Filter, context: &Context<'_>) -> u32 {
        let most = Cell::new(0);
        visit::any(&filter.test, |amount: &Amount| {
            most.set(most.get().max(self.count(amount, context)));
            false
        });
        most.get()
    }
}

const fn is_play(effect: Option<&Continuous>) -> bool {
    matches!(effect, Some(Continuous::May(Permission::Play { .. })))
}

/// Whether X of a spell's mana value is chosen, at that price (107.3a, 107.3b).
fn x_counts(chars: &Chars, price: &Price) -> bool {
    chars.mana_cost.as_ref().is_some_and(|cost| cost.xs() > 0)
        && match price {
            Price::Usual | Price::Besides(_) => true,
            Price::Free => false,
            Price::Instead(cost) => has_x(cost, chars),
        }
}

/// What a card is with that X in its mana cost (202.3e).
fn with_x(chars: &Chars, x: u32) -> Chars {
    let mut chars = chars.clone();
    for symbol in chars.mana_cost.iter_mut().flat_map(|cost| &mut cost.0) {
        if *symbol == ManaSymbol::X {
            *symbol = ManaSymbol::Generic(x.try_into().unwrap_or_default());
        }
    }
    chars
}
