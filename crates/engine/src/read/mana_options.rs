//! Among what mana an ability lets a player choose, and what mana an object could produce (106.7).

use lawmage_ir::visit::{self, Go, Part};
use lawmage_ir::{
    Ability, Amount, Clause, Color, Condition, Continuous, EventPattern, Instead, Instruction, ManaType, ManaYield,
    Ref, Selector,
};
use smallvec::SmallVec;

use crate::read::context::Context;
use crate::state::State;
use crate::state::cache::ActiveRule;
use crate::state::event::Event;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::object::Chosen;

/// How deep "any type that a land could produce" looks through lands that say so themselves (106.7).
const DEPTH: u8 = 3;

impl State {
    /// The bundles among which a yield lets a player choose. Combinations of colors are chosen one mana at a time: they
    /// give each color here, once.
    #[must_use]
    pub fn mana_options(&self, mana: &ManaYield, context: &Context<'_>) -> Vec<SmallVec<[ManaType; 3]>> {
        self.mana_options_within(mana, context, DEPTH)
    }

    fn mana_options_within(&self, mana: &ManaYield, context: &Context<'_>, depth: u8) -> Vec<SmallVec<[ManaType; 3]>> {
        let each = |types: Vec<ManaType>| types.into_iter().map(|t| smallvec::smallvec![t]).collect();
        match mana {
            ManaYield::Fixed(mana) => vec![mana.iter().copied().collect()],
            ManaYield::OneOf(bundles) => bundles.iter().map(|b| b.iter().copied().collect()).collect(),
            ManaYield::AnyColor { count, combination: false, colors } => {
                let count = self.count(count, context) as usize;
                colors.iter().map(|c| smallvec::smallvec![ManaType::Color(*c); count]).collect()
            }
            ManaYield::AnyColor { colors, .. } => each(colors.iter().map(|c| ManaType::Color(*c)).collect()),
            ManaYield::Chosen(linked) => {
                each(self.colors_chosen(context.source, *linked).map(ManaType::Color).collect())
            }
            ManaYield::OrChosen(own, linked) => {
                let mut types = vec![*own];
                for color in self.colors_chosen(context.source, *linked).map(ManaType::Color) {
                    if !types.contains(&color) {
                        types.push(color);
                    }
                }
                each(types)
            }
            ManaYield::Noted(linked) => each(
                self.chosen_values(context.source, *linked)
                    .filter_map(|c| match c {
                        Chosen::Mana(kind) => Some(*kind),
                        _ => None,
                    })
                    .collect(),
            ),
            ManaYield::CouldProduce(what) | ManaYield::ColorCouldProduce(what) => {
                let colors = matches!(mana, ManaYield::ColorCouldProduce(_));
                let mut types = [false; 6];
                if depth > 0 {
                    for land in self.selected(what, context).into_iter().filter_map(Entity::object) {
                        self.could_produce(land, depth - 1, &mut types);
                    }
                }
                let wanted = |t: &ManaType| types[t.index()] && !(colors && *t == ManaType::Colorless);
                each(ManaType::ALL.into_iter().filter(wanted).collect())
            }
            ManaYield::ColorsOf(what) => each(self.colors_among(what, context)),
            ManaYield::EachColorOf(what) => vec![self.colors_among(what, context).into()],
            // 903.4f: without a commander it adds nothing.
            ManaYield::InIdentity => {
                each(self.commander_identity(context.you).unwrap_or_default().iter().map(ManaType::Color).collect())
            }
            ManaYield::SameAsEvent => {
                let made = context.frame.and_then(|f| f.event.as_ref()).and_then(|o| match &o.event {
                    Event::TappedForMana { made, .. } | Event::ManaAdded { made, .. } => Some(*made),
                    _ => None,
                });
                each(ManaType::ALL.into_iter().filter(|t| made.is_some_and(|m| m[t.index()] > 0)).collect())
            }
        }
    }

    /// The colors among the objects of a selection.
    pub(crate) fn colors_among(&self, what: &Selector, context: &Context<'_>) -> Vec<ManaType> {
        let objects = self.selected(what, context);
        let has = |color: &Color| {
            objects
                .iter()
                .filter_map(|e| e.object())
                .any(|id| self.seen(id).is_some_and(|s| s.chars.colors.has(*color)))
        };
        Color::ALL.into_iter().filter(has).map(ManaType::Color).collect()
    }

    /// The types of mana that a permanent's mana abilities could produce, by [`ManaType::index`]: what they would if they resolved
    /// now (106.7), whether or not their costs can be paid.
    #[must_use]
    pub fn types_it_could_produce(&self, id: ObjectId) -> [bool; 6] {
        let mut types = [false; 6];
        self.could_produce(id, DEPTH, &mut types);
        types
    }

    fn could_produce(&self, id: ObjectId, depth: u8, types: &mut [bool; 6]) {
        let context = Context::of(id, self.controller(id));
        for on in &self.chars(id).abilities {
            if let Ability::Activated(ability) = &*on.ability
                && ability.mana
            {
                let mut own = [false; 6];
                for mode in &ability.program.modes {
                    self.yields_of(&mode.clauses, &context, depth, &mut own);
                }
                if ability.cost.taps() {
                    self.turn_types(id, context.you, &mut own);
                }
                types.iter_mut().zip(own).for_each(|(all, one)| *all |= one);
            }
        }
    }

    /// 106.7: what replacement effects make of the types that a permanent tapped for mana would produce, in any order they may be
    /// applied in: the last of them decides.
    fn turn_types(&self, id: ObjectId, you: PlayerId, types: &mut [bool; 6]) {
        let applies = |rule: &ActiveRule| match rule.what() {
            Some(Continuous::Replace(replacement)) => match (&replacement.event, &replacement.instead) {
                (EventPattern::ProducesMana { source, by, .. }, Instead::Mana(kind, _)) => {
                    let context = rule.context();
                    let holds = replacement.condition.as_ref().is_none_or(|c| self.holds(c, &context));
                    let fits = self.is_among(you, by, &context) && self.fits(id.into(), source, &context);
                    (holds && fits).then_some(*kind)
                }
                _ => None,
            },
            _ => None,
        };
        if types.contains(&true) {
            let turned: SmallVec<[ManaType; 2]> = self.rules().replacements.iter().filter_map(applies).collect();
            if !turned.is_empty() {
                *types = [false; 6];
                turned.iter().for_each(|kind| types[kind.index()] = true);
            }
        }
    }

    fn yields_of(&self, clauses: &[Clause], context: &Context<'_>, depth: u8, types: &mut [bool; 6]) {
        for clause in clauses {
            match &clause.does {
                Instruction::AddMana { mana, times, .. } => {
                    if self.could_be_more_than_zero(times, context) {
                        self.yield_types(mana, context, depth, types);
                    }
                }
                Instruction::If { condition, then, otherwise } => {
                    let open = is_open(condition);
                    let holds = open || self.holds(condition, context);
                    if holds {
                        self.yields_of(then, context, depth, types);
                    }
                    if open || !holds {
                        self.yields_of(otherwise, context, depth, types);
                    }
                }
                other => {
                    let mut within = Vec::new();
                    visit::walk(other, &mut |node| match node.get::<Clause>() {
                        Some(clause) => {
                            within.push(clause);
                            Go::Past
                        }
                        None => Go::Into,
                    });
                    within.into_iter().for_each(|c| self.yields_of(std::slice::from_ref(c), context, depth, types));
                }
            }
        }
    }

    fn yield_types(&self, mana: &ManaYield, context: &Context<'_>, depth: u8, types: &mut [bool; 6]) {
        let open = match mana {
            ManaYield::AnyColor { count, colors, .. } if is_open(count) => colors.as_slice(),
            ManaYield::AnyColor { count, .. } if self.count(count, context) == 0 => return,
            _ => &[],
        };
        for color in open {
            types[ManaType::Color(*color).index()] = true;
        }
        for one in self.mana_options_within(mana, context, depth).into_iter().flatten() {
            types[one.index()] = true;
        }
    }

    fn could_be_more_than_zero(&self, amount: &Amount, context: &Context<'_>) -> bool {
        is_open(amount) || self.count(amount, context) > 0
    }
}

/// Whether something depends on how the ability's costs are paid, or on what comes of it as it resolves: it could be so or
/// otherwise (106.7).
fn is_open(part: &(impl Part + ?Sized)) -> bool {
    let amount = |a: &Amount| {
        matches!(
            a,
            Amount::X
                | Amount::Event
                | Amount::Slot(_)
                | Amount::OfAll(..)
                | Amount::Excess(_)
                | Amount::FlipsLost(_)
                | Amount::Dice(..)
                | Amount::Paid(_)
                | Amount::Share(_)
                | Amount::TimesPaid(_)
                | Amount::TimesResolved
        )
    };
    let condition =
        |c: &Condition| matches!(c, Condition::Done(_) | Condition::Paid(..) | Condition::AbilityUsed { .. });
    let object = |r: &Ref| matches!(r, Ref::Slot(_) | Ref::Paid(_) | Ref::Event(_) | Ref::Target(_) | Ref::Each);
    visit::any(part, amount) || visit::any(part, condition) || visit::any(part, object)
}
