//! Activating abilities (602), mana abilities (605) and loyalty abilities (606).

use std::sync::Arc;

use lawmage_ir::{
    Ability, ActivatedAbility, Clause, Condition, CostPart, Instruction, Keyword, KeywordDeed, ManaType, ManaYield,
    Permission, Program, Prohibition, Ref, Who, Zone, rule,
};
use smallvec::SmallVec;

use super::ability_x::{asks_what_x_is, requirements};
use super::cost_by_target::counts_targets;
use super::told_by_card::is_told;
use crate::pay::{Purpose, Supply};
use crate::read::context::{Context, widest_frame};
use crate::state::State;
use crate::state::chars::AbilityKey;
use crate::state::event::Event;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::object::{ObjectKind, ability_of, is_uncounterable};
use crate::state::proposal::Proposal;
use crate::state::stack::{CastFacts, Frame, StackItem, StackKind, TargetChoice};
use crate::state::zones::no_chars;
use crate::table::decision::Illegal;
use crate::table::game::{Game, Halt, Res};
use crate::targets::{asks_x, is_quality_in};

impl State {
    /// Whether a player may activate an ability now, costs of mana and targets aside (602.1-5; 209.2, 306.5d, 606.3).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn may_activate(
        &self,
        player: PlayerId,
        id: ObjectId,
        key: AbilityKey,
        ability: &ActivatedAbility,
    ) -> Result<(), Illegal> {
        let Some(object) = self.get(id) else {
            return Err(Illegal::new(rule!("602.2"), "the object is no longer there"));
        };
        // 113.6
        if !ability.zones.has(object.zone) && !self.plots_from_there(id, key) {
            return Err(Illegal::new(rule!("113.6"), "the ability doesn't work in that zone"));
        }
        let context = Context { is_for_mana: ability.mana, ..Context::of(id, player) };
        if !self.reaches_entity(player, id.into()) {
            return Err(Illegal::new(rule!("801.6"), "it is beyond that player's range of influence"));
        }
        // 602.2
        let owned = !matches!(object.zone, Zone::Battlefield | Zone::Stack | Zone::Command);
        let mine = || if owned { object.owner == player } else { self.controller(id) == player };
        let allowed = match &ability.by {
            None => mine(),
            Some(who) => {
                let of = if owned { object.owner } else { self.controller(id) };
                self.is_among(player, who, &Context::of(id, of))
            }
        };
        if !allowed {
            // 301.5d, 303.4e: also of what an attachment grants it.
            return Err(Illegal::new(rule!("602.2"), "only its controller can activate it"));
        }
        // 602.1b
        let limits = &ability.limits;
        // 113.5
        let any_time = || {
            ability.loyalty
                && self.lets(id, &|p| match p {
                    Permission::LoyaltyAnyTime(what) => Some(what),
                    _ => None,
                })
        };
        if ability.loyalty && !self.is_sorcery_time(player) && !any_time() {
            return Err(Illegal::new(rule!("606.3"), "only in its controller's main phase, with an empty stack"));
        }
        if limits.sorcery && !self.is_sorcery_time(player) && !self.activates_any_time(player, id, key) {
            return Err(Illegal::new(rule!("602.5d"), "only when a sorcery could be cast"));
        }
        if ability.loyalty && self.permanent(id).is_none_or(|p| p.loyalty_uses >= self.loyalty_limit(player, id)) {
            return Err(Illegal::new(rule!("606.3"), "a loyalty ability of it was activated this turn"));
        }
        if limits.per_turn.is_some() || limits.per_object.is_some() {
            // 602.5c: counted for this ability of the object; another, though it reads alike, has its own count.
            let (turn, ever) = self.uses(id, key);
            let spent = |n| ever >= n && !self.exhausts_again(player, id, key);
            let most = |n| if n == 1 { self.boast_limit(player, id, key) } else { n };
            if limits.per_turn.is_some_and(|n| turn >= most(n)) || limits.per_object.is_some_and(spent) {
                return Err(Illegal::new(rule!("602.5b"), "it can't be activated that often"));
            }
        }
        // What X has to be is looked at as X is chosen (107.3a).
        let chosen = ability.cost.has_x();
        let known = |c: &&Condition| !(chosen && asks_what_x_is(c));
        // 702.143a: on any player's turn, where an effect says so.
        let foretells = || self.keyword_of(id, key) == Some(Keyword::Foretell);
        let any_turn = |c: &Condition| {
            *c == Condition::TurnOf(Who::You) && foretells() && self.activates_any_time(player, id, key)
        };
        if requirements(ability).iter().filter(known).any(|c| !self.holds(c, &context) && !any_turn(c)) {
            return Err(Illegal::new(rule!("602.5"), "its condition doesn't hold"));
        }
        // 116.2: a special action is no activation.
        if !limits.special && !self.rules().cants.is_empty() && self.forbids_activation(player, id, key, ability) {
            return Err(Illegal::new(rule!("602.5"), "an effect forbids activating it"));
        }
        // 118.3
        for part in &self.cost_to_activate(player, id, key, &ability.cost).parts {
            // Whether they can be paid together is looked at with the mana.
            if matches!(part, CostPart::ManaCostOf(Ref::Paid(_), _)) {
                continue; // See `told_costs`.
            }
            if let CostPart::ManaCostOf(of, less) = part
                && self.mana_cost_to_pay(of, less.as_ref(), &context).is_some()
            {
                continue; // It is mana.
            }
            let total = match part {
                CostPart::Loyalty(n) => Some(CostPart::Loyalty(n + self.loyalty_change(player, id))),
                _ => None,
            };
            let part = total.as_ref().unwrap_or(part);
            // What X is a quality of is looked at when X is (107.3a).
            if !self.lone_part_payable(player, part, &context, None) && !is_quality_in(&ability.cost) {
                return Err(self.why_unpayable(id, part));
            }
        }
        Ok(())
    }

    /// Which rule says that a part of an ability's cost can't be paid.
    fn why_unpayable(&self, id: ObjectId, part: &CostPart) -> Illegal {
        match part {
            // 107.5, 107.6
            CostPart::Tap | CostPart::Untap if self.is_held_back(id) => {
                Illegal::new(rule!("602.5a"), "its controller has not controlled the creature since their turn began")
            }
            CostPart::Loyalty(_) | CostPart::LoyaltyX => {
                Illegal::new(rule!("606.6"), "it has too few loyalty counters")
            }
            _ => Illegal::new(rule!("118.3"), "its cost can't be paid"),
        }
    }

    fn forbids_activation(&self, player: PlayerId, id: ObjectId, key: AbilityKey, ability: &ActivatedAbility) -> bool {
        self.forbidden(|cant, context| match cant {
            Prohibition::Activate { what, but_mana, by } => {
                !(*but_mana && ability.mana)
                    && by.as_ref().is_none_or(|who| self.is_among(player, who, context))
                    && self.is_selected(id.into(), what, context)
            }
            // 702.29f: typecycling, too.
            Prohibition::Cycle(who) => {
                self.keyword_of(id, key) == Some(Keyword::Cycling) && self.is_among(player, who, context)
            }
            Prohibition::ActivateByTapping(what) => ability.cost.taps() && self.is_selected(id.into(), what, context),
            _ => false,
        })
    }

    /// Whether activating an ability that is no mana ability could be completed now.
    pub(crate) fn can_activate(
        &self,
        player: PlayerId,
        id: ObjectId,
        key: AbilityKey,
        ability: &ActivatedAbility,
        supply: &dyn Fn() -> std::rc::Rc<Supply>,
    ) -> bool {
        if self.may_activate(player, id, key, ability).is_err() {
            return false;
        }
        let has_x = ability.cost.has_x();
        let limited = has_x && requirements(ability).iter().any(asks_what_x_is);
        if has_x && (limited || is_quality_in(&ability.cost) || asks_x(&ability.program)) {
            let (supply, horizon) = (supply(), self.x_horizon());
            let mut values = self.payable_ability_x(player, id, key, ability, &supply).take_while(|x| *x <= horizon);
            return values.any(|x| self.has_choices_at(x, &ability.program, id, player));
        }
        if is_told(&ability.cost) {
            let frame = widest_frame(0);
            let context = Context::with(id, player, &frame);
            return !self.told_costs(player, id, key, &ability.cost, &frame, &supply()).is_empty()
                && self.has_legal_choices(&ability.program, id, &context);
        }
        // An X of 0 would make no mana.
        let x = (ability.mana && has_x).then_some(1);
        let frame = x.map(widest_frame);
        let context = Context { frame: frame.as_ref(), is_for_mana: ability.mana, ..Context::of(id, player) };
        if counts_targets(&ability.cost) {
            return self.payable_somehow_aimed(player, id, key, ability, &supply())
                && self.has_legal_choices(&ability.program, id, &context);
        }
        let due = self.ability_due(player, id, key, &ability.cost, x.unwrap_or(0), &context);
        let supply = if due.bill.is_free() { std::rc::Rc::default() } else { supply() };
        if !self.due_payable(player, &due, self.purpose_of(id, key, ability), &supply, &context, None) {
            return false;
        }
        let fresh = ability.program.modal.as_ref().and_then(|m| m.fresh);
        let spent = fresh.and_then(|since| self.modes_chosen_before(id, key, since)).unwrap_or_default();
        self.has_legal_choices_but(&ability.program, &spent, id, &context)
    }
}

impl Game<'_> {
    /// Activates an ability (701.2a), 602.2a-b; a mana ability resolves at once (605.3b).
    ///
    /// # Errors
    /// [`crate::Halt::Illegal`] when it can't be completed: the caller undoes it.
    pub fn activate(&mut self, player: PlayerId, source: ObjectId, key: AbilityKey) -> Res<()> {
        let ability = self.activated(source, key)?;
        let Ability::Activated(activated) = &*ability else { return Ok(()) };
        // 113.4
        if activated.mana {
            return self.activate_mana(player, source, key, None);
        }
        if activated.limits.special {
            return self.take_special_action(player, source, key, activated);
        }
        // 702.61b
        if self.state.is_split_second() {
            return Err(Illegal::new(rule!("702.61b"), "a spell with split second is on the stack").into());
        }
        self.state.may_activate(player, source, key, activated).map_err(Halt::Illegal)?;
        let is_cycling = self.state.keyword_of(source, key) == Some(Keyword::Cycling);
        // 602.2a
        let program = Arc::new(activated.program.clone());
        let item = self.put_ability_on_stack(player, source, key, activated.loyalty, program.clone());
        // 602.2b: 601.2b
        let frame = widest_frame(0);
        let context = Context::with(source, player, &frame);
        let most_x = self.state.most_ability_x(player, source, key, activated);
        let Some(modes) = self.choose_modes(player, &program, item, &context, most_x, &|_, _| true)? else {
            return Err(Illegal::new(rule!("601.2c"), "not enough modes or targets can be chosen").into());
        };
        let x = self.announce_ability_x(player, source, key, activated, &modes, item)?;
        // 107.3m: the X of the spell that its source was is none of the ability's.
        let facts = CastFacts { by: Some(player), x: x.or(Some(0)), ..CastFacts::default() };
        let frame = Frame { facts: Arc::new(facts.clone()), ..Frame::default() };
        let context = Context::with(source, player, &frame);
        // 601.2c-d
        let aims = counts_targets(&activated.cost);
        let supply = if aims { self.state.supply(player, false) } else { Supply::default() };
        let affordable = |state: &State, targets: &[TargetChoice]| {
            !aims || state.payable_aimed(player, source, key, activated, targets, &supply)
        };
        let Some(chosen) = self.choose_targets(player, &program, &modes, item, &context, &affordable)? else {
            return Err(Illegal::new(rule!("601.2c"), "there are not enough legal targets").into());
        };
        let targets: SmallVec<[Entity; 4]> =
            chosen.iter().flat_map(|m| &m.targets).flat_map(|t| t.chosen.iter().copied()).collect();
        let mut frame = frame.clone();
        frame.targets = chosen.iter().flat_map(|m| m.targets.iter().cloned()).collect();
        if let Some(on_stack) = self.state.get_mut(item).and_then(|o| o.stack.as_mut()) {
            on_stack.modes = chosen;
        }
        self.note_activation(source, key, activated);
        // 602.1a, 601.2f-h: what stands before the colon, paid by its activator. 602.4: what is on the stack has been paid for.
        let mut cost = &activated.cost;
        let told = is_told(cost).then(|| self.choose_told(player, source, key, cost, &frame)).transpose()?;
        if let Some(told) = &told {
            (cost, frame) = (&told.cost, told.frame.clone());
        }
        let context = Context::with(source, player, &frame);
        let due = self.state.ability_due(player, source, key, cost, x.unwrap_or(0), &context);
        let purpose = self.state.purpose_of(source, key, activated);
        let payment = self.pay_unseen(player, due, purpose, &context)?;
        let mut facts = CastFacts { paid: payment.paid, spent: payment.spent.mana, ..facts };
        if self.state.traces_mana {
            facts.sources.clone_from(&payment.spent.sources);
        }
        if let Some(on_stack) = self.state.get_mut(item).and_then(|o| o.stack.as_mut()) {
            on_stack.facts = Arc::new(facts);
        }
        self.state.show_new_tops(); // 401.5
        // 601.2i
        self.record(Event::Activated { source, key, by: player, mana: false, item: Some(item) }, rule!("602.2b"), None);
        // 702.29c
        if is_cycling {
            let card = self.state.current(source);
            self.record(Event::Cycled { card, by: player, ability: item }, rule!("702.29c"), None);
        }
        self.record_targets(item, &targets, rule!("602.2b"));
        self.uncover_drawn() // 121.8
    }

    /// Takes a special action (116.2): the cost is paid and it is done, without the stack. Of this kind are suspending
    /// (116.2f), foretelling (116.2h) and plotting (116.2k) a card; their timing is with the ability (`may_activate`).
    fn take_special_action(
        &mut self,
        player: PlayerId,
        source: ObjectId,
        key: AbilityKey,
        action: &ActivatedAbility,
    ) -> Res<()> {
        self.state.may_activate(player, source, key, action).map_err(Halt::Illegal)?;
        // 107.3d
        let x = self.announce_ability_x(player, source, key, action, &[], source)?;
        let facts = CastFacts { by: Some(player), x, ..CastFacts::default() };
        let frame = Frame { facts: Arc::new(facts.clone()), ..Frame::default() };
        let context = Context::with(source, player, &frame);
        let due = self.state.ability_due(player, source, key, &action.cost, x.unwrap_or(0), &context);
        // 118.13c: how hybrid and Phyrexian symbols are paid is chosen now.
        let purpose = self.state.purpose_of(source, key, action);
        let payment = self.pay_due(player, due, purpose, &context)?;
        let facts = CastFacts { paid: payment.paid, spent: payment.spent.mana, ..facts };
        let mut frame = Frame { facts: Arc::new(facts), ..Frame::default() };
        self.note(rule!("116.2"), |s| {
            format!("{} takes a special action with {}", s.name(player), s.object_name(source))
        });
        let foretells = self.state.keyword_of(source, key) == Some(Keyword::Foretell);
        let clauses = action.program.modes.first().map_or(&[][..], |m| &m.clauses);
        self.run(clauses, source, player, &mut frame)?;
        if foretells {
            // 702.143c
            self.record(Event::Acted(player, KeywordDeed::Foretells, None, None), rule!("702.143c"), None);
        }
        Ok(())
    }

    /// 602.1c: only activated abilities can be activated.
    fn activated(&self, source: ObjectId, key: AbilityKey) -> Res<Arc<Ability>> {
        let found = self.state.get(source).and_then(|_| ability_of(self.state.chars(source), key).cloned());
        match found {
            Some(ability) if matches!(*ability, Ability::Activated(_)) => Ok(ability),
            _ => Err(Illegal::new(rule!("602.2"), "the object has no such activated ability").into()),
        }
    }

    /// 602.2a: the ability is created on the stack as an object that isn't a card.
    fn put_ability_on_stack(
        &mut self,
        player: PlayerId,
        source: ObjectId,
        key: AbilityKey,
        loyalty: bool,
        program: Arc<Program>,
    ) -> ObjectId {
        let mut object = State::blank(ObjectKind::Ability, player, Zone::Stack, no_chars());
        object.stack = Some(Box::new(StackItem {
            kind: StackKind::Activated { key, loyalty },
            source,
            uncounterable: is_uncounterable(&program),
            program: Some(program),
            modes: SmallVec::new(),
            facts: Arc::default(),
            event: None,
            frame: None,
            leaves_to: None,
            face_down: None,
        }));
        let item = self.state.allocate(object);
        self.state.refresh();
        item
    }

    fn note_activation(&mut self, source: ObjectId, key: AbilityKey, activated: &ActivatedAbility) {
        if activated.limits.per_turn.is_some() || activated.limits.per_object.is_some() {
            self.state.note_use(source, key);
        }
        // 606.3
        if activated.loyalty
            && let Some(permanent) = self.state.permanent_mut(source)
        {
            permanent.loyalty_uses += 1;
        }
    }

    /// Activates a mana ability, of which `player` is the controller as if it were on the stack (109.4a): it doesn't use the
    /// stack and resolves at once (405.6c, 605.3b). `make` says which mana, where the ability leaves a choice, and which is
    /// wanted of triggered mana abilities; else the player is asked.
    ///
    /// # Errors
    /// [`crate::Halt::Illegal`] when it can't be activated; the table's halt.
    pub fn activate_mana(
        &mut self,
        player: PlayerId,
        source: ObjectId,
        key: AbilityKey,
        make: Option<([u16; 6], [u16; 6])>,
    ) -> Res<()> {
        let (make, wanted) = make.map_or((None, [0; 6]), |(make, wanted)| (Some(make), wanted));
        let ability = self.activated(source, key)?;
        let Ability::Activated(activated) = &*ability else { return Ok(()) };
        self.state.may_activate(player, source, key, activated).map_err(Halt::Illegal)?;
        self.note_activation(source, key, activated);
        // 107.3a, 605.3a
        let x = self.announce_ability_x(player, source, key, activated, &[], source)?;
        let frame = x.map(widest_frame);
        let context = Context { frame: frame.as_ref(), is_for_mana: true, ..Context::of(source, player) };
        let due = self.state.ability_due(player, source, key, &activated.cost, x.unwrap_or(0), &context);
        self.begun.push((source, key)); // 605.3c
        let purpose = Purpose::Ability(source, self.state.keyword_of(source, key));
        let paid = self.caused_by(None, |game| game.pay_due(player, due, purpose, &context));
        self.begun.pop();
        let payment = paid?;
        self.record(Event::Activated { source, key, by: player, mana: true, item: None }, rule!("605.3b"), None);
        let pool = self.state.player(player).mana.clone();
        let clauses = activated.program.modes.first().map_or(&[][..], |m| &m.clauses);
        match (clauses, make) {
            ([Clause { does: Instruction::AddMana { who: Who::You, rider, .. }, .. }], Some(mana)) => {
                let rider = rider.as_deref().cloned().map(Arc::new);
                let tapped = activated.cost.taps();
                self.happen_one(Proposal::AddMana { player, source, mana, rider, tapped }, rule!("605.3b"))?;
            }
            _ => {
                let facts = CastFacts {
                    by: Some(player),
                    x,
                    paid: payment.paid,
                    spent: payment.spent.mana,
                    ..CastFacts::default()
                };
                let mut frame = Frame { facts: Arc::new(facts), ability: Some(key), ..Frame::default() };
                let settled = make.map(|mana| with_mana(clauses, &mana));
                let before = std::mem::replace(&mut self.tapping, activated.cost.taps().then_some(source));
                let done = self.run(settled.as_deref().unwrap_or(clauses), source, player, &mut frame);
                self.tapping = before;
                done?;
            }
        }
        // 106.12, 106.12a: what it produced is part of the event.
        if activated.cost.taps() {
            let now = &self.state.player(player).mana;
            let made: [u16; 6] = std::array::from_fn(|i| {
                let kind = ManaType::ALL[i];
                now.of(kind).saturating_sub(pool.of(kind)) as u16
            });
            if made != [0; 6] {
                let event = Event::TappedForMana { object: source, by: player, made };
                self.record(event, rule!("106.12"), None);
            }
        }
        let before = std::mem::replace(&mut self.wanted, wanted);
        let done = self.resolve_mana_triggers();
        self.wanted = before;
        done
    }
}

/// The clauses with that mana in place of the choice that the first of them to add mana leaves.
fn with_mana(clauses: &[Clause], mana: &[u16; 6]) -> Vec<Clause> {
    let mut left = Some(ManaYield::Fixed(
        ManaType::ALL.into_iter().flat_map(|t| std::iter::repeat_n(t, usize::from(mana[t.index()]))).collect(),
    ));
    clauses.iter().map(|clause| clause_with_mana(clause, &mut left)).collect()
}

fn clause_with_mana(clause: &Clause, left: &mut Option<ManaYield>) -> Clause {
    let does = match &clause.does {
        Instruction::AddMana { who, mana, times, rider } => {
            // All the mana comes with the first clause, none with the others.
            let (mana, times) = match (left.take(), mana) {
                (Some(all), _) => (all, lawmage_ir::Amount::ONE),
                (None, _) => (ManaYield::Fixed(Vec::new()), times.clone()),
            };
            Instruction::AddMana { who: who.clone(), mana, times, rider: rider.clone() }
        }
        Instruction::Seq(inner) => Instruction::Seq(inner.iter().map(|c| clause_with_mana(c, left)).collect()),
        Instruction::If { condition, then, otherwise } => {
            // Only one branch runs: each gets the mana.
            let mut other = left.clone();
            let then = then.iter().map(|c| clause_with_mana(c, left)).collect();
            let otherwise = otherwise.iter().map(|c| clause_with_mana(c, &mut other)).collect();
            Instruction::If { condition: condition.clone(), then, otherwise }
        }
        // What mana is made tells which color was chosen.
        Instruction::ChooseValue { what: lawmage_ir::ValueKind::Color, .. } => Instruction::Seq(Vec::new()),
        other => other.clone(),
    };
    Clause { does, out: clause.out }
}
