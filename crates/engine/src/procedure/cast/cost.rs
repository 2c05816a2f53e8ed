//! The total cost of a spell or an ability (601.2f, 118.7-9).

use std::sync::Arc;

use lawmage_ir::{
    Ability, Amount, Condition, Continuous, Cost, CostDelta, CostLabel, CostOf, CostPart, Keyword, Kind, Price, Ref,
    Test, Zone, ZoneSet, visit,
};
use smallvec::SmallVec;

use super::ways::Terms;
use crate::pay::{ManaDue, Purpose, TotalCost};
use crate::read::context::Context;
use crate::state::State;
use crate::state::cache::ActiveRule;
use crate::state::chars::AbilityKey;
use crate::state::ids::{ObjectId, PlayerId};
use crate::state::object::{ability_of, keyword_among};
use crate::state::stack::{CastFacts, Frame, TargetChoice};

/// An additional cost of a spell (118.8).
#[derive(Clone, Debug)]
pub(crate) struct Extra {
    /// The cost.
    pub cost: Cost,
    /// Optional (kicker).
    pub optional: bool,
    /// May be paid any number of times (multikicker).
    pub repeat: bool,
    /// Under which name it is spoken of later.
    pub label: Option<CostLabel>,
    /// Which instance of its keyword it belongs to (702.78b and the like); 0 where no ability of the spell says it.
    pub instance: u64,
    /// How often it is paid.
    pub times: u32,
    /// Whether it must or can't be paid, because of the modes chosen before (601.4).
    pub settled: Option<bool>,
    /// With how many it is paid, where any number may be and each makes the spell cheaper.
    pub counted: u32,
    /// What holds of the spell for it.
    pub gives: Vec<Continuous>,
}

impl Extra {
    /// One that is due, once.
    pub(crate) const fn due(cost: Cost) -> Self {
        Self {
            cost,
            optional: false,
            repeat: false,
            label: None,
            instance: 0,
            times: 1,
            settled: None,
            counted: 0,
            gives: Vec::new(),
        }
    }

    /// What holds of the spell for as often as it is paid.
    pub(crate) fn given(&self) -> Vec<Continuous> {
        let mut given = if self.times == 0 { Vec::new() } else { self.gives.clone() };
        let of_it = self.label.clone().map(Amount::TimesPaid);
        visit::walk_mut(&mut given, &mut |node| {
            if let Some(amount) = node.get_mut::<Amount>()
                && Some(&*amount) == of_it.as_ref()
            {
                *amount = Amount::Const(i32::try_from(self.times).unwrap_or(i32::MAX));
            }
            visit::Go::Into
        });
        given
    }
}

/// What has been announced of a spell, as far as its cost depends on it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Announced {
    /// Additional costs.
    pub extras: Vec<Extra>,
    /// Costs of the modes chosen (700.2h).
    pub modes: Vec<Cost>,
    /// The value of X.
    pub x: u32,
    /// Targets chosen.
    pub targets: SmallVec<[TargetChoice; 1]>,
}

/// What a cost change may be about.
#[derive(Clone, Copy)]
enum About<'a> {
    Spell,
    Ability(Option<Keyword>, Activating<'a>),
    /// 116.2: what changes the costs of activated abilities does not concern it, unless it names its keyword.
    SpecialAction(Option<Keyword>),
}

use super::such_abilities::Activating;

impl State {
    /// The additional costs that apply to a spell (118.8, 118.8a), whatever is paid as its mana cost (118.8d, 118.9d), each
    /// to be paid once unless it is optional.
    pub(crate) fn extra_costs(&self, player: PlayerId, spell: ObjectId) -> Vec<Extra> {
        let mut extras = Vec::new();
        let mut take = |effect: &Continuous, instance: u64| {
            if let Continuous::AdditionalCost { cost, optional, repeat, label, gives, .. } = effect {
                extras.push(Extra {
                    cost: cost.clone(),
                    optional: *optional,
                    repeat: *repeat,
                    label: label.clone(),
                    instance,
                    times: u32::from(!*optional),
                    settled: None,
                    counted: 0,
                    gives: gives.clone(),
                });
            }
        };
        for (key, ability) in self.self_statics(spell, player) {
            for effect in &ability.effects {
                if let Continuous::AdditionalCost { of, .. } = effect
                    && (of.test.is_this() || works_while_cast(ability.zones))
                    && self.test(spell.into(), &of.test, &Context::of(spell, player))
                {
                    take(effect, key.group());
                }
            }
        }
        for rule in self.rules().costs.iter().filter(|r| r.source != spell) {
            if let Some(effect @ Continuous::AdditionalCost { of, .. }) = rule.what()
                && self.test(spell.into(), &of.test, &rule.context())
            {
                take(effect, 0);
            }
        }
        extras
    }

    /// What is due for a spell on those terms; `None` when it can't be paid at all (118.6).
    pub(crate) fn spell_due(
        &self,
        player: PlayerId,
        spell: ObjectId,
        terms: &Terms,
        announced: &Announced,
    ) -> Option<TotalCost> {
        let paid = self.paid_in_advance(player, spell, announced);
        // What it costs may depend on which of its costs are paid: "if it's bargained".
        let labels = super::labels_of(terms, announced);
        let facts = CastFacts { by: Some(player), x: Some(announced.x), paid, labels, ..CastFacts::default() };
        let frame = Frame { targets: announced.targets.clone(), facts: Arc::new(facts), ..Frame::default() };
        let context = Context::with(spell, player, &frame);
        let mut due = TotalCost::default();
        for extra in &announced.extras {
            if extra.times == 0 {
                due.skip(&extra.cost);
            }
            for _ in 0..extra.times {
                let cost = self.keyword_cost(player, extra.label.as_ref(), &extra.cost);
                self.add_but_changes(&mut due, &cost, announced.x, &context);
            }
        }
        for cost in &announced.modes {
            due.add(self, cost, announced.x, &context);
        }
        match &terms.price {
            // 118.9c: what is paid instead leaves the mana cost as it is; 118.6, 118.6a: what has none can be cast so only.
            Price::Usual => due.add_mana(self.chars(spell).mana_cost.as_ref()?, announced.x),
            Price::Free => {}
            // "Its mana value", of what is paid for, is the spell's.
            Price::Instead(cost) | Price::Besides(cost) => {
                let cost = self.keyword_cost(player, terms.label.as_ref(), cost);
                due.add(self, &cost, announced.x, &context.testing(spell.into()));
            }
        }
        if let Some(cost) = &terms.besides {
            self.add_but_changes(&mut due, cost, announced.x, &context); // 118.8d
        }
        if let Some(more) = &terms.flash_for {
            due.bill.add(more, 0); // 601.3c
        }
        if !self.commanders.is_empty() {
            due.bill.generic = due.bill.generic.saturating_add(self.commander_tax(spell)); // 903.8
        }
        for extra in &announced.extras {
            self.change_by_extra(&mut due.bill, extra, &context);
        }
        // 118.14
        self.let_spend(&mut due.bill, player, Purpose::Spell(spell));
        due.bill.let_spend(terms.spending);
        self.change_cost(&mut due.bill, player, spell, About::Spell, &context);
        self.change_by_given(&mut due.bill, spell, terms, &context);
        // What it costs less for being cast so comes after all that it costs more (601.2f).
        if let Some(cost) = &terms.besides {
            self.change_by(&mut due.bill, cost, &context);
        }
        self.let_life_pay(player, &mut due.bill);
        Some(due)
    }

    /// 611.3d: what a spell costs less by abilities that it is given as it is cast. On the stack it has them.
    fn change_by_given(&self, bill: &mut ManaDue, spell: ObjectId, terms: &Terms, context: &Context<'_>) {
        if self.get(spell).is_some_and(|o| o.zone == Zone::Stack) {
            return;
        }
        lawmage_ir::visit::each(&terms.gives, |effect: &Continuous| match effect {
            Continuous::CostChange { of: CostOf::Spells(of), change, times, .. }
                if of.test.is_this() && change.is_less() =>
            {
                self.change_mana(bill, change, times, None, context);
            }
            _ => {}
        });
    }

    /// Adds an additional cost, without what it changes of the total cost.
    fn add_but_changes(&self, due: &mut TotalCost, cost: &Cost, x: u32, context: &Context<'_>) {
        for part in &cost.parts {
            let number = due.components;
            due.components = due.components.saturating_add(1);
            if !matches!(part, CostPart::Change(..)) {
                due.add_part(self, number, part, x, context);
            }
        }
    }

    /// 601.2f: what was paid besides makes the total cost less, of the mana cost too: "Those spells cost {R} less to cast if you paid
    /// life this way."
    fn change_by_extra(&self, bill: &mut ManaDue, extra: &Extra, context: &Context<'_>) {
        for _ in 0..extra.times {
            self.change_by(bill, &extra.cost, context);
        }
    }

    /// What a cost changes of the total cost.
    fn change_by(&self, bill: &mut ManaDue, cost: &Cost, context: &Context<'_>) {
        for part in &cost.parts {
            if let CostPart::Change(change, times, condition) = part {
                self.change_mana(bill, change, times, condition.as_deref(), context);
            }
        }
    }

    /// What is due for activating an ability.
    pub(crate) fn ability_due(
        &self,
        player: PlayerId,
        source: ObjectId,
        key: AbilityKey,
        cost: &Cost,
        x: u32,
        context: &Context<'_>,
    ) -> TotalCost {
        let mut due = TotalCost::of(self, &self.cost_to_activate(player, source, key, cost), x, context);
        // 602.1e: how its cost may be paid holds for the total.
        let special = self.is_special_action(source, key);
        let purpose = if special { Purpose::Other } else { Purpose::Ability(source, None) };
        self.let_spend(&mut due.bill, player, purpose);
        if self.change_ability_mana(&mut due.bill, player, source, key, context) {
            for (_, part) in &mut due.parts {
                if let CostPart::Loyalty(n) = part {
                    *n += self.loyalty_change(player, source);
                }
            }
        }
        self.let_life_pay(player, &mut due.bill);
        due
    }

    /// What effects change of the mana that activating an ability costs (601.2f); whether there may be any such effects.
    pub(crate) fn change_ability_mana(
        &self,
        bill: &mut ManaDue,
        player: PlayerId,
        source: ObjectId,
        key: AbilityKey,
        context: &Context<'_>,
    ) -> bool {
        let may = !self.rules().costs.is_empty() || self.chars(source).marks.statics;
        if may {
            let keyword = self.keyword_of(source, key);
            let about = if self.is_special_action(source, key) {
                About::SpecialAction(keyword)
            } else {
                let targets = context.frame.map_or(&[][..], |f| &f.targets);
                About::Ability(keyword, Activating { key, targets })
            };
            self.change_cost(bill, player, source, about, context);
        }
        may
    }

    /// What effects add to the loyalty symbol in the costs of a permanent's loyalty abilities (606.4); all of them become one
    /// cost (606.5).
    #[must_use]
    pub fn loyalty_change(&self, player: PlayerId, source: ObjectId) -> i32 {
        let change = |rule: &ActiveRule| match rule.what() {
            Some(Continuous::CostChange {
                by,
                of: CostOf::Abilities(filter, None),
                change: CostDelta::Loyalty(n),
                ..
            }) => {
                let context = rule.context();
                let applies = self.is_among(player, by, &context) && self.test(source.into(), &filter.test, &context);
                applies.then_some(*n)
            }
            _ => None,
        };
        self.rules().costs.iter().filter_map(change).sum()
    }

    fn is_special_action(&self, source: ObjectId, key: AbilityKey) -> bool {
        let ability = ability_of(self.chars(source), key).map(|ability| &**ability);
        matches!(ability, Some(Ability::Activated(a)) if a.limits.special)
    }

    /// The keyword whose meaning an ability is, if it is one (702.1a).
    #[must_use]
    pub fn keyword_of(&self, source: ObjectId, key: AbilityKey) -> Option<Keyword> {
        keyword_among(self.chars(source), key)
    }

    /// 601.2f: increases, then reductions, then effects on the total; none of them is of the mana cost (202.4).
    fn change_cost(
        &self,
        bill: &mut ManaDue,
        player: PlayerId,
        what: ObjectId,
        about: About<'_>,
        context: &Context<'_>,
    ) {
        let open = matches!(about, About::Spell) && self.has_open_targets(what);
        for pass in 0..3 {
            for (_, ability) in self.all_statics(what) {
                let terms = Context::of(what, player);
                let announced = |c: &Condition| matches!(c, Condition::Paid(Ref::This, _)) && self.holds(c, context);
                let holds = ability.condition.as_ref().is_none_or(|c| self.holds(c, &terms) || announced(c));
                let may_hold = || open && ability.condition.as_ref().is_some_and(|c| self.may_hold(c, &terms));
                if !holds && !may_hold() {
                    continue;
                }
                for effect in &ability.effects {
                    let Continuous::CostChange { of, change, .. } = effect else { continue };
                    if !holds && !change.is_less() {
                        continue;
                    }
                    let own = match of {
                        CostOf::Spells(f) => f.test.is_this() || works_while_cast(ability.zones),
                        CostOf::KeywordCosts(_) | CostOf::Unlocking => false,
                        CostOf::Abilities(..) | CostOf::ManaAbilities(_) | CostOf::SomeAbilities { .. } => {
                            self.get(what).is_some_and(|o| o.zone != Zone::Battlefield)
                        }
                    };
                    if own {
                        self.apply_change(bill, player, what, about, effect, context, pass);
                    }
                }
            }
            for rule in &self.rules().costs {
                let Some(effect) = rule.what() else { continue };
                if rule.source == what && matches!(about, About::Spell) {
                    continue; // Seen above.
                }
                if let Continuous::NextSpell { by, what: next, effects, .. } = effect {
                    // 611.2f
                    let context = rule.context();
                    if matches!(about, About::Spell)
                        && self.is_among(player, by, &context)
                        && self.test(what.into(), &next.test, &context)
                    {
                        for change in effects {
                            self.apply_change(bill, player, what, about, change, &context, pass);
                        }
                    }
                    continue;
                }
                self.apply_change(bill, player, what, about, effect, &rule.context(), pass);
            }
        }
    }

    /// Whether a spell's targets are still to be chosen (601.2c): what its cost will be may depend on them (601.2f), and
    /// till then reductions that they could bring count.
    fn has_open_targets(&self, spell: ObjectId) -> bool {
        self.get(spell).is_some_and(|o| o.stack.as_ref().is_none_or(|item| item.program.is_none()))
    }

    /// Whether a condition on the targets of a spell could hold once they are chosen.
    fn may_hold(&self, condition: &Condition, context: &Context<'_>) -> bool {
        match condition {
            Condition::Is(Ref::This, test) => self.may_pass(context.source, test, context),
            Condition::And(all) => all.iter().all(|c| self.holds(c, context) || self.may_hold(c, context)),
            Condition::Or(any) => any.iter().any(|c| self.may_hold(c, context)),
            _ => false,
        }
    }

    /// Whether a test could hold of a spell once its targets are chosen.
    fn may_pass(&self, spell: ObjectId, test: &Test, context: &Context<'_>) -> bool {
        match test {
            Test::Targets(filter) | Test::TargetsOnly(filter) => !self.all(filter, context).is_empty(),
            Test::And(all) => all.iter().all(|t| self.may_pass(spell, t, context)),
            Test::Or(any) => any.iter().any(|t| self.may_pass(spell, t, context)),
            other => self.test(spell.into(), other, context),
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the terms of one change")]
    fn apply_change(
        &self,
        bill: &mut ManaDue,
        player: PlayerId,
        what: ObjectId,
        about: About<'_>,
        effect: &Continuous,
        context: &Context<'_>,
        pass: u8,
    ) {
        let Continuous::CostChange { by, of, change, times } = effect else { return };
        let in_turn = match change {
            CostDelta::More(_) | CostDelta::MoreLife(_) => 0,
            // Those that stop at some mana before those that don't: of the orders there are, the one in which it costs least.
            CostDelta::LessDownTo(..) => 1,
            CostDelta::Less(_) | CostDelta::LessColored(_) | CostDelta::LessByManaCostOf(_) => 2,
            // It is noted only: what is due is as much when all of it is known.
            CostDelta::AtLeast(_) => 2,
            CostDelta::Loyalty(_) => return, // 606.5: see `loyalty_change`
        };
        let applies = in_turn == pass
            && match (of, about) {
                (CostOf::Spells(filter), About::Spell) => {
                    self.test(what.into(), &filter.test, context)
                        || (change.is_less()
                            && self.has_open_targets(what)
                            && self.may_pass(what, &filter.test, context))
                }
                (CostOf::Abilities(filter, keyword), About::Ability(of, _) | About::SpecialAction(of)) => {
                    let in_zone = |zones: ZoneSet| self.get(what).is_some_and(|o| zones.has(o.zone));
                    let there = match &filter.kind {
                        Kind::Card(zones) => in_zone(*zones),
                        Kind::Permanent => in_zone(ZoneSet::BATTLEFIELD), // 109.2
                        _ => true,
                    };
                    let named = match keyword {
                        None => matches!(about, About::Ability(..)),
                        named => *named == of,
                    };
                    there && named && self.test(what.into(), &filter.test, context)
                }
                (CostOf::ManaAbilities(of), About::Ability(_, asked)) => {
                    matches!(ability_of(self.chars(what), asked.key).map(|a| &**a), Some(Ability::Activated(a)) if a.mana)
                        && self.fits(what.into(), of, context)
                }
                (some @ CostOf::SomeAbilities { .. }, About::Ability(keyword, asked)) => {
                    let less = !matches!(change, CostDelta::More(_) | CostDelta::MoreLife(_));
                    self.is_such_ability(some, what, (keyword, asked), context, less)
                }
                _ => false,
            };
        if !applies || !self.is_among(player, by, context) {
            return;
        }
        // What is counted may speak of the spell, and of what it tests itself.
        let context = context.testing(what.into()).looping(what.into());
        self.change_mana(bill, change, times, None, &context);
    }
}

/// Whether a static ability works while its card is cast: in the hand or on the stack.
const fn works_while_cast(zones: lawmage_ir::ZoneSet) -> bool {
    zones.has(Zone::Stack) || (zones.has(Zone::Hand) && !zones.has(Zone::Battlefield))
}
