//! Total costs (601.2f): what is due, whether it can be paid, and paying it (601.2g-h).

use std::sync::Arc;

use lawmage_ir::{Cost, CostPart, KeywordDeed, ManaCost, Ref, Zone, rule};
use smallvec::SmallVec;

use super::mana_due::{ManaDue, cut_generic};
use super::needs::Rest;
use super::parts::named;
use super::plan::{Purpose, Supply};
use super::spend::Spent;
use crate::read::context::Context;
use crate::state::State;
use crate::state::event::Event;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::mana::symbols;
use crate::state::proposal::{Entry, Proposal};
use crate::state::stack::PaidPart;
use crate::table::about::Matter;
use crate::table::action::Action;
use crate::table::decision::{Ask, Choice, Decision, Illegal};
use crate::table::game::{Game, Res};
use crate::table::payment::{Help, Need, Plan, Pledge};
use crate::table::view::Sight;

/// A total cost, locked in.
#[derive(Clone, Debug, Default)]
pub struct TotalCost {
    /// Its mana.
    pub bill: ManaDue,
    /// Its other parts, with the number of the component each belongs to.
    pub parts: Vec<(u8, CostPart)>,
    /// How many components it has ([`lawmage_ir::Ref::Paid`] counts them).
    pub components: u8,
    /// The components that are mana.
    pub mana_at: SmallVec<[u8; 2]>,
}

/// What a cost was paid with.
#[derive(Clone, Debug, Default)]
pub struct Payment {
    /// Component by component.
    pub paid: Vec<PaidPart>,
    /// The mana spent.
    pub spent: Spent,
    /// The creatures that convoked the spell (702.51c).
    pub convoked: SmallVec<[ObjectId; 2]>,
    /// For how many Phyrexian mana symbols life was paid (107.4f).
    pub symbols_as_life: u32,
}

impl TotalCost {
    /// Of a cost in a context, with that X.
    #[must_use]
    pub fn of(state: &State, cost: &Cost, x: u32, context: &Context<'_>) -> Self {
        let mut due = Self::default();
        due.add(state, cost, x, context);
        due
    }

    /// Adds a cost: its parts become the next components.
    pub fn add(&mut self, state: &State, cost: &Cost, x: u32, context: &Context<'_>) {
        for part in &cost.parts {
            let number = self.components;
            self.components = self.components.saturating_add(1);
            self.add_part(state, number, part, x, context);
        }
    }

    /// Whether nothing is due.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        self.parts.is_empty() && self.bill.is_free()
    }

    /// Adds only the numbers of a cost's components, for an optional cost that is not paid.
    pub fn skip(&mut self, cost: &Cost) {
        self.components = self.components.saturating_add(cost.parts.len().min(255) as u8);
    }

    /// Adds a mana cost as a component.
    pub fn add_mana(&mut self, cost: &ManaCost, x: u32) {
        self.mana_at.push(self.components);
        self.components = self.components.saturating_add(1);
        self.bill.add(cost, x);
    }

    /// The same with one more cost as parts of a component.
    fn with(&self, state: &State, number: u8, cost: &Cost, context: &Context<'_>) -> Self {
        let x = context.frame.and_then(|f| f.facts.x).unwrap_or(0);
        let mut more = self.clone();
        for part in &cost.parts {
            more.add_part(state, number, part, x, context);
        }
        more
    }

    pub(crate) fn add_part(&mut self, state: &State, number: u8, part: &CostPart, x: u32, context: &Context<'_>) {
        match part {
            CostPart::Mana(mana) => {
                self.mana_at.push(number);
                self.bill.add(mana, x);
            }
            // 2026:701.67a
            CostPart::Waterbend(mana) => {
                self.mana_at.push(number);
                self.bill.add_water(mana, x);
            }
            // Told with the terms that a spell is cast on.
            CostPart::LessBy { .. } | CostPart::LessByManaCost(_) => {}
            CostPart::ManaTimes(mana, times) => {
                self.mana_at.push(number);
                for _ in 0..state.count(times, context).min(10_000) {
                    self.bill.add(mana, x);
                }
            }
            CostPart::ManaCostOf(what, less) => {
                self.mana_at.push(number);
                match state.mana_cost_to_pay(what, less.as_ref(), context) {
                    Some((mana, x)) => self.bill.add(&mana, x),
                    None => self.parts.push((number, part.clone())),
                }
            }
            // 601.2f
            CostPart::Change(change, times, condition) => {
                state.change_mana(&mut self.bill, change, times, condition.as_deref(), context);
            }
            CostPart::OnX(colors) => self.bill.x_colors = *colors,
            CostPart::OnlyFrom(sources) => self.bill.from = Some(Arc::new(sources.clone())),
            CostPart::OnlyChosen(linked) => {
                self.bill.only = Some(state.colors_chosen(context.source, *linked).collect());
            }
            other => self.parts.push((number, state.known_now(other, context))),
        }
    }
}

impl State {
    /// The mana cost of an object that an effect has a player pay, and what its X is: 0, unless the object is a spell on the
    /// stack, whose X was chosen for it (107.3h). `None` where there is no mana cost, which can't be paid (118.6).
    pub(crate) fn mana_cost_to_pay(
        &self,
        what: &Ref,
        less: Option<&ManaCost>,
        context: &Context<'_>,
    ) -> Option<(ManaCost, u32)> {
        let id = self.denote(what, context).into_iter().find_map(Entity::object)?;
        let seen = self.seen(id)?;
        let mut mana = seen.chars.mana_cost.clone()?;
        let mut off = less.map_or(0, ManaCost::value);
        cut_generic(&mut mana, &mut off);
        let of_spell = if seen.is_spell() { self.cast_facts(id).and_then(|f| f.x) } else { None };
        // 601.2b: of what is being cast, as it is announced.
        let casting = id == context.source && seen.zone != Zone::Battlefield;
        let announced = context.frame.filter(|_| casting).and_then(|frame| frame.facts.x);
        let x = of_spell.or(announced).unwrap_or(0);
        Some((mana, x))
    }

    /// Whether a player can pay what is due (118.3). `casting`: the card being cast, if it is still where it was.
    #[must_use]
    pub fn due_payable(
        &self,
        player: PlayerId,
        due: &TotalCost,
        purpose: Purpose,
        supply: &Supply,
        context: &Context<'_>,
        casting: Option<ObjectId>,
    ) -> bool {
        // 601.2b: each of several costs with all the others.
        if let Some(place) = due.parts.iter().position(|(_, p)| matches!(p, CostPart::OneOf(_))) {
            let mut other = due.clone();
            let (number, part) = other.parts.remove(place);
            let CostPart::OneOf(costs) = part else { return false };
            return costs.iter().any(|cost| {
                let with = other.with(self, number, cost, context);
                self.due_payable(player, &with, purpose, supply, context, casting)
            });
        }
        if !self.parts_payable(player, due, context, casting) {
            return false;
        }
        if due.bill.is_free() {
            return true;
        }
        let rest = self.rest(player, &due.parts, context, casting);
        self.payable(player, &due.bill, purpose, supply, &rest)
    }

    fn parts_payable(
        &self,
        player: PlayerId,
        due: &TotalCost,
        context: &Context<'_>,
        casting: Option<ObjectId>,
    ) -> bool {
        if due.parts.is_empty() {
            return true;
        }
        let mut used = SmallVec::new();
        // What is named outright is not free for choices.
        for id in named(self, &due.parts, context) {
            used.push((id, true));
        }
        let life: u32 =
            due.parts.iter().map(|(_, p)| if let CostPart::Life(n) = p { self.count(n, context) } else { 0 }).sum();
        if !self.has_life_for(player, life, context.is_offer, context.is_for_mana) {
            return false;
        }
        if let [(_, part)] = due.parts.as_slice() {
            return self.lone_part_payable(player, part, context, casting);
        }
        let is_choice = |part: &CostPart| part.selector().is_none_or(|s| matches!(s, lawmage_ir::Selector::Choose(_)));
        let payable = |used: &SmallVec<[(ObjectId, bool); 8]>, wanted: &[ObjectId]| {
            let mut used = used.clone();
            due.parts.iter().all(|(_, part)| {
                // A named object doesn't clash with itself.
                let mut own = SmallVec::new();
                let used = if is_choice(part) { &mut used } else { &mut own };
                self.part_payable(player, part, context, casting, used, wanted)
            })
        };
        if payable(&used, &[]) {
            return true;
        }
        // 601.2h: what another part needs may be spared for it.
        let chosen: Vec<(&CostPart, &lawmage_ir::Selector)> =
            due.parts.iter().filter(|(_, p)| is_choice(p)).filter_map(|(_, p)| Some((p, p.selector()?))).collect();
        if chosen.len() < 2 {
            return false;
        }
        let fitting =
            |(part, what): &(&CostPart, &lawmage_ir::Selector)| self.needed(player, part, what, context, casting).from;
        let wanted: Vec<ObjectId> = chosen.iter().flat_map(fitting).collect();
        payable(&used, &wanted)
    }

    /// Whether a player can pay a cost with the mana in their pool.
    pub(crate) fn has_mana_for(&self, player: PlayerId, cost: &Cost, context: &Context<'_>) -> bool {
        let mut due = TotalCost::of(self, cost, context.frame.and_then(|f| f.facts.x).unwrap_or(0), context);
        self.let_spend(&mut due.bill, player, Purpose::Other);
        let context = context.offering();
        self.due_payable(player, &due, self.purpose_now(), &self.supply_of(player, Vec::new()), &context, None)
    }

    /// Whether a player can pay a cost now, mana abilities included.
    #[must_use]
    pub(crate) fn can_pay_now(
        &self,
        player: PlayerId,
        cost: &Cost,
        context: &Context<'_>,
        casting: Option<ObjectId>,
    ) -> bool {
        let x = context.frame.and_then(|f| f.facts.x).unwrap_or(0);
        let mut due = TotalCost::of(self, cost, x, context);
        self.let_spend(&mut due.bill, player, Purpose::Other);
        self.let_life_pay(player, &mut due.bill);
        let several = due.parts.iter().any(|(_, p)| matches!(p, CostPart::OneOf(_)));
        let supply = if due.bill.is_free() && !several { Supply::default() } else { self.supply(player, false) };
        self.due_payable(player, &due, self.purpose_now(), &supply, context, casting)
    }
}

impl Game<'_> {
    /// Pays for a spell or ability; cards drawn meanwhile are kept face down (121.8), also where it can't be completed.
    pub(crate) fn pay_unseen(
        &mut self,
        player: PlayerId,
        due: TotalCost,
        purpose: Purpose,
        context: &Context<'_>,
    ) -> Res<Payment> {
        self.paying += 1;
        let paid = self.pay_due(player, due, purpose, context);
        self.paying -= 1;
        if paid.is_err() && self.paying == 0 && !self.state.covered.is_empty() {
            self.state.uncover();
        }
        paid
    }

    /// Pays what is due, 601.2g-h.
    ///
    /// # Errors
    /// [`crate::Halt::Illegal`] when it can't be paid; the table's halt.
    pub fn pay_due(
        &mut self,
        player: PlayerId,
        mut due: TotalCost,
        purpose: Purpose,
        context: &Context<'_>,
    ) -> Res<Payment> {
        let planned = self.planned.take();
        let (symbols, from) = (due.bill.contains(), due.bill.from.clone());
        let waterbends = due.bill.waterbends;
        if planned.as_ref().is_some_and(|p| !p.is_empty()) {
            // 601.2f: what effects add that is no mana is still to be paid.
            due.bill = ManaDue { life: due.bill.life, waterbends, ..ManaDue::default() };
        }
        let forages = due.parts.iter().filter(|(_, part)| *part == CostPart::forage()).count();
        self.choose_costs(player, &mut due, purpose, context)?;
        let waterbends = due.bill.waterbends;
        // 118.3: also where nobody looked before, as with a spell that is cast while something resolves.
        if !self.state.parts_payable(player, &due, context, None) {
            return Err(Illegal::new(rule!("118.3"), "its cost can't be paid").into());
        }
        let paid = vec![PaidPart::default(); usize::from(due.components)];
        let mut payment = Payment { paid, symbols_as_life: due.bill.symbols_as_life, ..Payment::default() };
        if let Some(pays) = planned.filter(|p| !p.is_empty()) {
            payment.spent = self.spend_these(player, &pays, purpose, (symbols, from.as_deref()))?;
            self.pay_life(player, due.bill.life)?;
            for at in &due.mana_at {
                if let Some(part) = payment.paid.get_mut(usize::from(*at)) {
                    part.number = payment.spent.total();
                }
            }
        } else if !due.bill.is_free() {
            // 601.2g, 118.2, 117.1d: mana abilities, in the middle of it
            let plan = self.make_mana(player, &due, purpose, context)?;
            payment.spent = self.spend(player, &plan.demand, purpose, (symbols, from.as_deref()))?;
            self.note(rule!("601.2h"), |state| paid_words(state, player, context.source, &payment.spent.mana));
            self.pay_life(player, plan.demand.life)?;
            self.take_help(player, &plan, context.source)?;
            payment.convoked.extend(plan.helpers.iter().filter(|(_, help)| *help == Help::Convoke).map(|(id, _)| *id));
            let total = payment.spent.total() + plan.helpers.len() as u32;
            for at in &due.mana_at {
                if let Some(part) = payment.paid.get_mut(usize::from(*at)) {
                    part.number = total;
                }
            }
        }
        self.pay_in_turn(player, due.parts, context, &mut payment)?;
        // 2026:701.61, 2026:701.67c
        let forages = (0..forages).map(|_| KeywordDeed::Forages);
        for deed in forages.chain((0..waterbends).map(|_| KeywordDeed::Waterbends)) {
            self.record(Event::Acted(player, deed, None, None), rule!("601.2h"), None);
        }
        Ok(payment)
    }

    /// 601.2b, 118.13a: which of several costs, and whether Phyrexian symbols are paid with life.
    fn choose_costs(
        &mut self,
        player: PlayerId,
        due: &mut TotalCost,
        purpose: Purpose,
        context: &Context<'_>,
    ) -> Res<()> {
        while let Some(place) = due.parts.iter().position(|(_, p)| matches!(p, CostPart::OneOf(_))) {
            let (number, part) = due.parts.remove(place);
            let CostPart::OneOf(costs) = part else { continue };
            let supply = self.state.supply(player, false);
            let payable = |c: &Cost| {
                let with = due.with(&self.state, number, c, context);
                self.state.due_payable(player, &with, purpose, &supply, context, None)
            };
            let options: Vec<Choice> =
                costs.iter().enumerate().filter(|(_, c)| payable(c)).map(|(i, _)| Choice::Cost(i as u8)).collect();
            if options.is_empty() {
                return Err(Illegal::new(rule!("118.3"), "none of the costs can be paid").into());
            }
            let ask = Decision::pick(player, Ask::CostOption, rule!("601.2b"), Some(context.source), options, 1, 1)
                .about(self.about(|| Matter::Costs(costs.clone()), context));
            let picked = self.pick(ask)?;
            let Some(Choice::Cost(index)) = picked.first() else { continue };
            if let Some(cost) = costs.get(usize::from(*index)) {
                *due = due.with(&self.state, number, cost, context);
            }
        }
        // 107.4f
        while let Some(place) = due.bill.phyrexian() {
            let supply = self.state.supply(player, false);
            let able = |with_life: bool| {
                let mut other = due.clone();
                other.bill.decide_phyrexian(place, with_life);
                self.state.due_payable(player, &other, purpose, &supply, context, None)
            };
            let with_life = match (able(false), able(true)) {
                (true, true) => {
                    self.yes(Decision::yes_no(player, Ask::PayLife, rule!("107.4f"), Some(context.source)))?
                }
                (mana, _) => !mana,
            };
            due.bill.decide_phyrexian(place, with_life);
        }
        Ok(())
    }

    /// 601.2g, 605.3a: mana abilities are activated, by plan or by hand. Returns the plan as it is left to be paid.
    fn make_mana(&mut self, player: PlayerId, due: &TotalCost, purpose: Purpose, context: &Context<'_>) -> Res<Plan> {
        loop {
            let supply = self.state.supply(player, true);
            let rest = self.state.rest(player, &due.parts, context, None);
            let plan = self.state.plan(player, &due.bill, purpose, &supply, &rest);
            let busy = rest.busy;
            if self.state.player(player).manual_payment {
                let mut options: Vec<Choice> = plan.clone().map(|p| Choice::Plan(Box::new(p))).into_iter().collect();
                for source in &supply.sources {
                    for ability in source.abilities.iter().filter(|a| !(a.taps && busy == Some(source.object))) {
                        if self.begun.contains(&(source.object, ability.key)) {
                            continue; // 605.3c: not again until it has resolved
                        }
                        let action = Action::Activate { source: source.object, key: ability.key };
                        options.push(Choice::Action(Box::new(action)));
                    }
                }
                let ask = Decision::pick(player, Ask::Payment, rule!("601.2g"), Some(context.source), options, 1, 1);
                match self.pick(ask)?.into_iter().next() {
                    Some(Choice::Action(action)) => {
                        if let Action::Activate { source, key } = *action {
                            self.activate_mana(player, source, key, None)?;
                        }
                        continue;
                    }
                    Some(Choice::Plan(plan)) => {
                        self.follow_plan(player, &plan, &rest)?;
                        return Ok(*plan);
                    }
                    _ => {}
                }
            }
            let Some(plan) = plan else {
                return Err(Illegal::new(rule!("118.3"), "the mana can't be paid").into());
            };
            self.follow_plan(player, &plan, &rest)?;
            return Ok(plan);
        }
    }

    fn follow_plan(&mut self, player: PlayerId, plan: &Plan, rest: &Rest) -> Res<()> {
        if !plan.steps.is_empty() {
            self.note(rule!("601.2g"), |state| {
                let names: Vec<_> = plan.steps.iter().map(|s| state.object_name(s.source).to_string()).collect();
                format!("pays with {}", names.join(", "))
            });
        }
        let outer = std::mem::take(&mut self.pledge);
        let done = self.take_steps(player, plan, rest);
        self.pledge = outer;
        done
    }

    /// Activates the abilities of a plan, each so that what is to come can still be paid.
    fn take_steps(&mut self, player: PlayerId, plan: &Plan, rest: &Rest) -> Res<()> {
        for (place, step) in plan.steps.iter().enumerate() {
            let to_come = plan.steps.get(place + 1..).unwrap_or_default();
            let helpers = || plan.helpers.iter();
            let tapped = helpers().filter(|(_, help)| *help != Help::Delve).map(|(id, _)| Need::one(*id, false));
            let needs = to_come.iter().flat_map(|s| &s.takes).chain(&rest.needs).cloned();
            self.pledge = Pledge {
                needs: needs.chain(tapped).collect(),
                kept: to_come.iter().map(|s| s.source).chain(helpers().map(|(id, _)| *id)).collect(),
            };
            self.planned = Some(step.pays.clone());
            let done = self.activate_mana(player, step.source, step.key, Some((step.mana, step.more)));
            self.planned = None;
            done?;
        }
        Ok(())
    }

    /// Taps and exiles what helps to pay (702.51a, 702.66a, 702.126a), once the total is known (702.51b, 702.66b).
    fn take_help(&mut self, player: PlayerId, plan: &Plan, spell: ObjectId) -> Res<()> {
        if plan.helpers.is_empty() {
            return Ok(());
        }
        let proposals = plan.helpers.iter().map(|(id, help)| match help {
            Help::Convoke | Help::Improvise | Help::Waterbend => Proposal::Tap(*id, player),
            Help::Delve => Proposal::Move {
                object: *id,
                to: lawmage_ir::Destination::Exile { linked: None, face_down: false },
                cause: lawmage_ir::Cause::Exile,
                by: Some(player),
                entry: Box::new(Entry { exiled_with: Some((spell, lawmage_ir::DELVED)), ..Entry::default() }),
            },
        });
        self.happen(proposals.collect(), rule!("601.2h"))?;
        Ok(())
    }
}

/// Who pays how much mana for what.
fn paid_words(sight: &Sight<'_>, player: PlayerId, source: ObjectId, spent: &[u16; 6]) -> String {
    format!("{} pays {} for {}", sight.name(player), symbols(spent), sight.object_name(source))
}
