//! X of a spell (107.3, 601.2b): which values it can have so that the spell can be completed, and announcing it.

use std::cell::LazyCell;
use std::sync::Arc;

use lawmage_ir::{Cost, CostLabel, CostPart, Price, Ref, rule};

use super::cost::{Announced, Extra};
use super::fitting_x::FittingX;
use super::labels_of;
use super::program::{aimed, aimed_at, own_target, paragraphs, paragraphs_at, whole_program};
use super::ways::Terms;
use crate::pay::Supply;
use crate::read::context::Context;
use crate::state::State;
use crate::state::chars::Chars;
use crate::state::ids::{ObjectId, PlayerId};
use crate::state::stack::{CastFacts, Frame};
use crate::table::decision::{Ask, Illegal};
use crate::table::game::{Game, Res};
use crate::targets::{LegalX, asks_x, is_quality_in, payable_x};

impl Game<'_> {
    /// 601.2b: the value of X, as far as it can be paid and as its targets need it.
    pub(super) fn announce_x(
        &mut self,
        player: PlayerId,
        spell: ObjectId,
        terms: &Terms,
        chosen: &[u8],
        announced: &mut Announced,
    ) -> Res<()> {
        if self.state.announced_x(spell, terms, announced).is_none() {
            return Ok(());
        }
        let supply = self.state.supply(player, false);
        let state = &self.state;
        let program = whole_program(state.chars(spell), terms.label.as_ref()).filter(|p| asks_x(p));
        let frame_at = frames(player, terms, announced);
        let has_targets = |x: u32| {
            program.as_ref().is_none_or(|program| {
                let frame = frame_at(x);
                let context = Context::with(spell, player, &frame);
                let mut modes = chosen.iter().filter_map(|m| program.modes.get(usize::from(*m)));
                modes.all(|m| state.mode_has_targets(m, spell, &context))
            })
        };
        let horizon = if program.is_some() { state.x_horizon() } else { 0 };
        let mut payable = state.payable_x(player, spell, terms, announced, &supply).peekable();
        if payable.peek().is_none() {
            return Err(Illegal::new(rule!("118.3"), "the cost can't be paid").into());
        }
        let Some(legal) = LegalX::among(payable, horizon, has_targets) else {
            return Err(Illegal::new(rule!("601.2c"), "there are targets for no X that can be paid").into());
        };
        let Some(legal) = legal.only(|x| terms.fits_with(x)) else {
            return Err(Illegal::new(rule!("601.2e"), "with no X that can be paid may it be cast").into());
        };
        announced.x = self.number(legal.question(player, Ask::X, spell))?;
        Ok(())
    }
}

impl State {
    /// Whether a spell has its targets with what is announced of it, those that only an additional cost asks for among
    /// them (601.2c), for some X that can be paid.
    pub(super) fn has_targets_so(
        &self,
        player: PlayerId,
        spell: ObjectId,
        terms: &Terms,
        announced: &Announced,
        supply: &Supply,
    ) -> bool {
        let frame_at = frames(player, terms, announced);
        let open_at = |x: u32| {
            let frame = frame_at(x);
            let context = Context::with(spell, player, &frame);
            paragraphs(self.chars(spell)).all(|p| self.has_legal_choices(p, spell, &context))
        };
        let asked = terms.fitting_x.is_some() || paragraphs(self.chars(spell)).any(asks_x);
        if self.announced_x(spell, terms, announced).is_none() || !asked {
            return open_at(0);
        }
        let horizon = self.x_horizon_on(terms);
        let mut values = self.payable_x(player, spell, terms, announced, supply).take_while(|x| *x <= horizon);
        values.any(|x| terms.fits_with(x) && open_at(x))
    }

    /// Whether a spell cast on those terms can be paid for and have its modes and targets, for one X where it has X (601.2b-c).
    pub(crate) fn can_complete(&self, player: PlayerId, spell: ObjectId, terms: &Terms, supply: &Supply) -> bool {
        match self.told_terms(player, spell, terms) {
            Some(all) => all.iter().any(|(_, terms)| self.can_complete_on(player, spell, terms, supply)),
            None => self.can_complete_on(player, spell, terms, supply),
        }
    }

    fn can_complete_on(&self, player: PlayerId, spell: ObjectId, terms: &Terms, supply: &Supply) -> bool {
        let announced = Announced { extras: self.extra_costs(player, spell), ..Announced::default() };
        let offered = self.completes_with_offering(player, spell, terms, &announced, supply);
        if offered == Some(true) {
            return true;
        }
        // 601.3c
        if let Some(owed) = &terms.owes {
            let with = offered.is_none().then(|| Self::with_one_extra(&announced, Some(owed)).next()).flatten();
            return with.is_some_and(|with| self.can_complete_so(player, spell, terms, &with, supply));
        }
        let cheapest =
            if announced.extras.is_empty() { None } else { self.with_most_counted(player, spell, &announced) };
        self.can_complete_so(player, spell, terms, &announced, supply)
            || cheapest.is_some_and(|cheapest| self.can_complete_so(player, spell, terms, &cheapest, supply))
            || Self::with_one_extra(&announced, None).any(|with| {
                self.affords(player, spell, terms, &with, supply)
                    && self.has_targets_so(player, spell, terms, &with, supply)
            })
    }

    /// What is announced, with one optional cost paid, any or the one of that name: what it asks for may be there where what is asked
    /// for otherwise isn't (601.2c, 702.166d, 702.174m).
    fn with_one_extra<'a>(
        announced: &'a Announced,
        named: Option<&'a CostLabel>,
    ) -> impl Iterator<Item = Announced> + 'a {
        let is_named = move |e: &Extra| named.is_none() || e.label.as_ref() == named;
        let unpaid = move |e: &Extra| e.optional && !e.repeat && e.times == 0 && is_named(e);
        let optional = announced.extras.iter().enumerate().filter(move |(_, e)| unpaid(e));
        optional.map(|(place, _)| {
            let mut with = announced.clone();
            if let Some(extra) = with.extras.get_mut(place) {
                extra.times = 1;
            }
            with
        })
    }

    pub(super) fn can_complete_so(
        &self,
        player: PlayerId,
        spell: ObjectId,
        terms: &Terms,
        announced: &Announced,
        supply: &Supply,
    ) -> bool {
        if self.x_matters(spell, terms, announced) {
            let horizon = self.x_horizon_on(terms);
            let mut values = self.payable_x(player, spell, terms, announced, supply).take_while(|x| *x <= horizon);
            return values.any(|x| terms.fits_with(x) && self.spell_has_choices(player, spell, terms, x));
        }
        let affordable = self.affords(player, spell, terms, announced, supply)
            || (self.depends_on_being_cast(spell) && self.affords_as_spell(player, spell, terms, 0, supply));
        affordable && self.spell_has_choices(player, spell, terms, 0)
    }

    /// Whether the choices for a spell could be made with some X, whatever it costs.
    pub(crate) fn spell_has_choices_for_some_x(&self, player: PlayerId, spell: ObjectId, terms: &Terms) -> bool {
        let announced = Announced { extras: self.extra_costs(player, spell), ..Announced::default() };
        let most = if self.x_matters(spell, terms, &announced) { self.x_horizon() } else { 0 };
        let supply = LazyCell::new(|| self.supply(player, false));
        (0..=most).any(|x| self.spell_has_choices(player, spell, terms, x))
            || Self::with_one_extra(&announced, None)
                .any(|with| self.has_targets_so(player, spell, terms, &with, &supply))
    }

    /// Whether what a spell needs depends on an X that is announced for it.
    fn x_matters(&self, spell: ObjectId, terms: &Terms, announced: &Announced) -> bool {
        self.announced_x(spell, terms, announced).is_some()
            && (terms.fitting_x.is_some()
                || paragraphs_at(self.chars(spell), terms.label.as_ref()).any(asks_x)
                || is_quality_in_costs(terms, announced))
    }

    /// The values of X with which a spell can be paid for, with what is announced of it so far, rising (601.2b).
    fn payable_x(
        &self,
        player: PlayerId,
        spell: ObjectId,
        terms: &Terms,
        announced: &Announced,
        supply: &Supply,
    ) -> impl Iterator<Item = u32> {
        let is_quality = is_quality_in_costs(terms, announced);
        let horizon = if is_quality { self.x_horizon() } else { 0 };
        let mut with = announced.clone();
        let as_spell = self.depends_on_being_cast(spell);
        payable_x(is_quality, horizon, move |x| {
            with.x = x;
            self.affords(player, spell, terms, &with, supply)
                || (as_spell && self.affords_as_spell(player, spell, terms, x, supply))
        })
    }

    /// The greatest X that can be paid, where there is an X to announce that modes or targets ask for.
    pub(super) fn most_x(
        &self,
        player: PlayerId,
        spell: ObjectId,
        terms: &Terms,
        announced: &Announced,
        supply: &Supply,
    ) -> Option<u32> {
        if !self.x_matters(spell, terms, announced) {
            return None;
        }
        let horizon = self.x_horizon_on(terms);
        let values = self.payable_x(player, spell, terms, announced, supply).take_while(|x| *x <= horizon);
        values.filter(|x| terms.fits_with(*x)).last()
    }

    /// The horizon of X with what the terms ask of it.
    fn x_horizon_on(&self, terms: &Terms) -> u32 {
        self.x_horizon().max(terms.fitting_x.as_ref().map_or(0, FittingX::horizon))
    }

    /// Whether a spell cast on those terms has its modes and targets with that X.
    fn spell_has_choices(&self, player: PlayerId, spell: ObjectId, terms: &Terms, x: u32) -> bool {
        let (chars, label) = (self.chars(spell), terms.label.as_ref());
        let mut programs = paragraphs_at(chars, label).peekable();
        if programs.peek().is_none() {
            let context = Context::of(spell, player);
            let so_aimed = |target| if let Some(what) = &terms.aims { aimed_at(target, what) } else { target };
            return own_target(chars, label)
                .is_none_or(|target| self.have_targets(&[so_aimed(target)], spell, &context));
        }
        programs.all(|p| self.has_choices_at(x, &aimed(p, terms.aims.as_ref()), spell, player))
    }

    /// The X announced, when a cost of the spell has X in it (107.3a).
    pub(super) fn announced_x(&self, spell: ObjectId, terms: &Terms, announced: &Announced) -> Option<u32> {
        let has = self.spell_has_x(spell, terms)
            || announced.extras.iter().any(|e| e.times > 0 && e.cost.has_x())
            || announced.modes.iter().any(Cost::has_x);
        has.then_some(announced.x)
    }

    /// Whether what a spell costs on those terms has X in it.
    pub(crate) fn spell_has_x(&self, spell: ObjectId, terms: &Terms) -> bool {
        if terms.besides.as_ref().is_some_and(Cost::has_x) {
            return true;
        }
        match &terms.price {
            Price::Usual => self.chars(spell).mana_cost.as_ref().is_some_and(|c| c.xs() > 0),
            // 107.3b
            Price::Free => false,
            Price::Instead(cost) | Price::Besides(cost) => has_x(cost, self.chars(spell)),
        }
    }
}

/// Whether a cost to cast a spell has X in it, which it has where it is the spell's own mana cost with X (107.3a).
pub(super) fn has_x(cost: &Cost, chars: &Chars) -> bool {
    let own = |part: &CostPart| matches!(part, CostPart::ManaCostOf(Ref::This, _));
    cost.has_x() || cost.parts.iter().any(own) && chars.mana_cost.as_ref().is_some_and(|mana| mana.xs() > 0)
}

/// The frame of a spell with what is announced of it, for each X.
fn frames(player: PlayerId, terms: &Terms, announced: &Announced) -> impl Fn(u32) -> Frame + use<> {
    let facts = CastFacts { by: Some(player), labels: labels_of(terms, announced), ..CastFacts::default() };
    move |x| Frame { facts: Arc::new(CastFacts { x: Some(x), ..facts.clone() }), ..Frame::default() }
}

/// Whether X is a quality of what an announced cost is paid with.
fn is_quality_in_costs(terms: &Terms, announced: &Announced) -> bool {
    announced.extras.iter().any(|e| e.times > 0 && is_quality_in(&e.cost))
        || matches!(&terms.price, Price::Instead(cost) if is_quality_in(cost))
}
