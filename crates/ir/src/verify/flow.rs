//! The walk through a program in the order in which it runs, with what is there to be spoken of at each place.

use std::collections::{BTreeMap, BTreeSet};

use super::sorts::{Sorts, left_by};
use super::supply::Supply;
use super::xs::{has_own_x, has_x};
use super::{Finding, Rule};
use crate::visit::{self, Node as _};
use crate::{
    Ability, ActivatedAbility, Amount, CardType, Clause, Condition, Continuous, Cost, CostPart, EventPattern, Face,
    Instruction, Keyword, ManaSymbol, Mode, Program, Ref, Selector, Slot, Subtype, TriggeredAbility, Who, Zone,
};

/// What the object is whose ability is looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Home {
    /// A cost or mana cost with X in it.
    x: bool,
    /// Costs besides its mana cost, with which something may be paid.
    pays: bool,
    /// It is never a creature: an Aura or an Equipment.
    pub attachment: bool,
    /// An instant or sorcery.
    pub spell: bool,
    /// It may be a face-down creature (708.2a).
    pub face_down: bool,
    /// The ability is granted by another object's effect, of which it may speak (201.5a).
    pub granted: bool,
    /// It may be a land.
    pub land: bool,
}

impl Home {
    /// The same, where objects of all sorts are spoken of.
    pub const fn of_any_sort(self) -> Self {
        Self { spell: false, attachment: false, land: true, ..self }
    }

    /// Of what gains an ability. 107.3j: X in such an ability is no X of the object, and is 0.
    pub const fn of_whoever_gains(self) -> Self {
        Self { x: true, granted: true, ..self.of_any_sort() }
    }

    /// Of a face.
    pub fn of(face: &Face) -> Self {
        let costs = |continuous: &Continuous| {
            matches!(continuous, Continuous::AdditionalCost { .. } | Continuous::AlternativeCost { .. })
        };
        let pays = visit::any(&face.abilities, costs) || visit::any(&face.abilities, |c: &Cost| !c.parts.is_empty());
        let mana = face.mana_cost.as_ref().is_some_and(|cost| cost.0.contains(&ManaSymbol::X));
        let other = has_own_x(&face.abilities);
        let animated = |types: &crate::TypeLine| types.types.has(CardType::Creature);
        let attachment = (face.subtypes.has(Subtype::AURA) || face.subtypes.has(Subtype::EQUIPMENT))
            && !face.types.has(CardType::Creature)
            && !visit::any(&face.abilities, animated);
        let spell = face.types.has(CardType::Instant) || face.types.has(CardType::Sorcery);
        let face_down = visit::any(&face.abilities, |k: &Keyword| matches!(k, Keyword::Morph | Keyword::Disguise));
        let is_land = |line: &crate::TypeLine| line.types.has(CardType::Land);
        let land = face.types.has(CardType::Land) || visit::any(&face.abilities, is_land);
        Self { x: mana || other, pays, attachment, spell, face_down, granted: false, land }
    }
}

/// What there is to be spoken of at a place.
#[derive(Clone, Debug, Default)]
pub(super) struct Env {
    /// What the slots hold that something has filled.
    pub slots: BTreeMap<Slot, Sorts>,
    /// Slots that one of several arms has filled.
    pub in_one_arm: BTreeSet<Slot>,
    /// The targets of the mode.
    pub targets: Vec<Sorts>,
    pub event: Option<Supply>,
    /// Whether it is said how many targets there are, or what is divided among them (601.2c-d).
    pub choosing_targets: bool,
    /// Whether the choice of targets is left to another player than the controller (601.6).
    pub others_choose: bool,
    /// With how many parts something was paid; unknown, if none.
    pub paid: Option<usize>,
    pub x: bool,
    pub each: Option<Sorts>,
    pub it: Option<Sorts>,
    /// What filters farther out test.
    pub outer_it: Option<Sorts>,
    /// Filters leave "it" as it is: they are part of a question about it.
    pub fixed: bool,
    /// Whether this is a process that can be repeated.
    pub process: bool,
    /// Whether a kind of counter is at hand.
    pub kind: bool,
}

/// A walk through an ability.
#[derive(Debug)]
pub(super) struct Walk {
    pub home: Home,
    pub env: Env,
    found: Vec<Finding>,
}

impl Walk {
    pub fn new(home: Home) -> Self {
        Self { home, env: Env::default(), found: Vec::new() }
    }

    pub fn found(mut self) -> Vec<Finding> {
        let mut seen = BTreeSet::new();
        self.found.retain(|finding| seen.insert(finding.clone()));
        self.found
    }

    /// Notes that a rule is broken.
    pub fn find(&mut self, rule: Rule, what: impl Into<String>) {
        self.found.push(Finding { rule, what: what.into() });
    }

    /// Notes that a referent is not what it must be.
    pub fn misfit(&mut self, what: String) {
        self.find(Rule::Fit, what);
    }

    // ---- abilities -------------------------------------------------------------------------------------------
    /// An ability by itself: nothing outside it can be spoken of within (but for linked numbers).
    pub fn ability(&mut self, ability: &Ability) {
        let own = Env { paid: if self.home.pays { None } else { Some(0) }, x: self.home.x, ..Env::default() };
        let outer = std::mem::replace(&mut self.env, own);
        match ability {
            Ability::Keyword(keyword) => {
                self.part(&keyword.param);
                // "Other" in a keyword's definition is for objects of all sorts.
                let outer = self.home;
                self.home = outer.of_any_sort();
                keyword.means.iter().for_each(|meant| self.ability(meant));
                self.home = outer;
            }
            Ability::Spell(program) | Ability::SpellInstead(_, program) => self.program(program),
            Ability::Activated(activated) => self.activated(activated),
            Ability::Triggered(triggered) => self.triggered(triggered),
            Ability::Static(statics) => {
                self.part(&statics.condition);
                self.part(&statics.effects);
            }
        }
        self.env = outer;
    }

    fn activated(&mut self, ability: &ActivatedAbility) {
        let symbol = |part: &CostPart| matches!(part, CostPart::Tap | CostPart::Untap);
        if !ability.zones.has(Zone::Battlefield) && ability.cost.parts.iter().any(symbol) {
            self.find(Rule::TapSymbol, "the ability costs {T} or {Q} and doesn't work on the battlefield");
        }
        // 107.3g: where no X was chosen it is 0, but an object with X in its own cost may well say so.
        self.env.x |= has_x(&ability.cost);
        self.part(&ability.limits);
        // 601.2c, 601.2f: the cost, worked out once there are targets, may speak of them.
        let outer = self.env.targets.clone();
        let targets = ability.program.modes.iter().take(1).flat_map(|mode| &mode.targets);
        self.env.targets.extend(targets.map(|target| Sorts::of(&target.filter)));
        self.part(&ability.cost);
        self.env.targets = outer;
        self.env.paid = Some(ability.cost.parts.len());
        self.program(&ability.program);
    }

    fn triggered(&mut self, ability: &TriggeredAbility) {
        self.part(&ability.event);
        let supply = Supply::by(&ability.event);
        self.env.x |= supply.x;
        self.env.event = Some(supply);
        self.part(&ability.condition);
        self.program(&ability.program);
    }

    /// A delayed triggered ability: it knows what is known now; what it makes stays in it. The event is its own, but one that
    /// waits for a step still speaks of the event of the ability that made it.
    fn delayed(&mut self, ability: &TriggeredAbility) {
        let outer = self.env.clone();
        let of_turn = |event: &EventPattern| matches!(event, EventPattern::Begins { .. } | EventPattern::TurnBegins(_));
        let waits = match &ability.event {
            EventPattern::Or(any) => any.iter().all(of_turn),
            event => of_turn(event),
        };
        match outer.event {
            Some(event) if waits => {
                self.part(&ability.event);
                self.env.event = Some(event.in_a_step());
                self.part(&ability.condition);
                self.program(&ability.program);
            }
            _ => self.triggered(ability),
        }
        self.env = outer;
    }

    /// A program. Each mode begins with what there was before all of them.
    pub fn program(&mut self, program: &Program) {
        self.part(&program.modal);
        let before = self.env.clone();
        for mode in &program.modes {
            self.env.process = false;
            self.mode(mode);
            self.env = before.clone();
        }
    }

    fn mode(&mut self, mode: &Mode) {
        self.part(&mode.cost);
        // A delayed ability without targets of its own speaks of those of what made it.
        if !mode.targets.is_empty() {
            self.env.targets.clear();
        }
        mode.targets.iter().for_each(|target| self.target(target));
        self.clauses(&mode.clauses);
    }

    // ---- instructions ----------------------------------------------------------------------------------------
    pub fn clauses(&mut self, clauses: &[Clause]) {
        clauses.iter().for_each(|clause| self.clause(clause));
    }

    pub fn clause(&mut self, clause: &Clause) {
        self.instruction(&clause.does);
        if let Some(slot) = clause.out {
            let holds = left_by(&clause.does, |what| self.selected(what));
            self.fill(slot, holds);
        }
    }

    pub(super) fn fill(&mut self, slot: Slot, holds: Sorts) {
        self.env.in_one_arm.remove(&slot);
        let before = self.env.slots.get(&slot).copied().unwrap_or(Sorts::NONE);
        self.env.slots.insert(slot, holds.union(before));
    }

    pub fn instruction(&mut self, does: &Instruction) {
        use Instruction as I;
        match does {
            I::If { condition, then, otherwise } => {
                self.part(condition);
                self.arms(&[then, otherwise]);
            }
            I::May { who, body } => {
                self.part(who);
                self.going_through(who, |walk| walk.clauses(body));
            }
            I::MayPay { who, cost, then, otherwise } => self.may_pay(who, cost, then, otherwise),
            I::PayTimes { who, cost } => {
                self.env.x |= has_x(cost); // 107.3f
                self.part(who);
                self.going_through(who, |walk| walk.part(cost));
            }
            I::Unless { who, cost, body } => {
                self.part(who);
                self.going_through(who, |walk| walk.part(cost));
                self.clauses(body);
            }
            I::Action { number, body, .. } => {
                if let Some((number, slot)) = number {
                    self.part(number);
                    self.fill(*slot, Sorts::NONE);
                }
                self.clauses(body);
            }
            I::ForEach { over, body } => {
                self.part(over);
                let each = Some(self.selected(over));
                let outer = std::mem::replace(&mut self.env.each, each);
                self.clauses(body);
                self.env.each = outer;
            }
            I::InTurnOrder(order) => {
                order.so_far.into_iter().for_each(|slot| self.fill(slot, Sorts::ANY));
                self.part(&order.who);
                self.going_through(&order.who, |walk| walk.clauses(&order.body));
            }
            I::WithKinds(with) => self.with_kinds(with),
            I::Process { body, again } => self.process(body, *again),
            I::Again(most) => self.again(most.as_ref()),
            I::ChooseMode { who, modes, .. } => {
                self.part(who);
                let bodies: Vec<&Vec<Clause>> = modes.iter().map(|mode| &mode.clauses).collect();
                self.going_through(who, |walk| walk.arms(&bodies));
            }
            I::Face { who, options } => {
                self.part(who);
                let bodies: Vec<&Vec<Clause>> = options.iter().collect();
                self.going_through(who, |walk| walk.arms(&bodies));
            }
            I::FlipCoin { who, won, lost } => {
                self.part(who);
                self.going_through(who, |walk| walk.arms(&[won, lost]));
            }
            I::Clash { with, won, lost } => {
                self.fill(*with, Sorts::PLAYER);
                self.arms(&[won, lost]);
            }
            I::RollDie(crate::DiceRoll { other: Some(other), .. }) => {
                self.plain(does);
                self.fill(*other, Sorts::PLAYER);
            }
            I::ResultsTable(result, rows) => {
                self.part(result);
                let bodies: Vec<&Vec<Clause>> = rows.iter().map(|row| &row.then).collect();
                self.arms(&bodies);
            }
            I::Delayed { ability, waits } => {
                self.part(waits);
                self.delayed(ability);
            }
            I::Reflexive(program) => self.program(program),
            I::Piles(piles) => {
                self.part(&piles.what);
                self.part(&piles.by);
                self.part(&piles.chooser);
                let holds = self.selected(&piles.what);
                self.fill(piles.chosen, holds);
                self.fill(piles.other, holds);
                self.clauses(&piles.then);
            }
            I::PilesOfEach(piles) => {
                self.part(&piles.who);
                self.going_through(&piles.who, |walk| walk.part(&piles.what));
                let holds = self.selected(&piles.what);
                self.fill(piles.chosen, holds);
                self.fill(piles.other, holds);
            }
            I::Label(labels) => {
                self.part(&labels.players);
                labels.slots.iter().for_each(|slot| self.fill(*slot, Sorts::PLAYER));
            }
            I::Vote(vote) => match &**vote {
                crate::Vote::Objects { among, most, then } => {
                    self.part(among);
                    let holds = self.selected(among);
                    self.fill(*most, holds);
                    self.clauses(then);
                }
                crate::Vote::Words { first, second, .. } => self.arms(&[first, second]),
                crate::Vote::Tally { slots, .. } => slots.iter().for_each(|slot| self.fill(*slot, Sorts::PLAYER)),
            },
            I::RevealUntil { found, .. } => {
                self.plain(does);
                self.fill(*found, Sorts::CARD);
            }
            _ => self.plain(does),
        }
        self.fit(does);
    }

    /// What repeats a process is a part of it.
    fn again(&mut self, most: Option<&Amount>) {
        if !self.env.process {
            self.find(Rule::Slot, "“this process” is spoken of where nothing is one");
        }
        if let Some(most) = most {
            self.part(most);
        }
    }

    /// 608.2c: a process is repeated for one reason alone, and is not a part of another.
    fn process(&mut self, body: &[Clause], again: Slot) {
        let mut repeats = Vec::new();
        visit::clauses(body, |clause| {
            if let Instruction::Again(_) = clause.does {
                repeats.push(clause.out);
            }
        });
        if repeats != [Some(again)] || self.env.process {
            self.find(Rule::Slot, "it is not clear what repeats a process");
        }
        self.env.process = true;
        self.clauses(body);
        self.env.process = false;
    }

    /// An instruction without others in it. Of several players each is "each"; so is the one who sacrifices, discards or
    /// manifests something of theirs. Numbers of counters and damage are worked out for each object by itself.
    fn plain(&mut self, does: &Instruction) {
        use Instruction as I;
        let mut group = false;
        does.children(&mut |child| {
            group |= child.get().is_some_and(Who::is_group);
        });
        let own = matches!(does, I::Sacrifice { .. } | I::Discard { .. } | I::Manifest { .. });
        let outer = self.env.each;
        if group || own && outer.is_none() {
            self.env.each = Some(Sorts::PLAYER);
        }
        match does {
            I::Damage { to: to @ Selector::Players(who), .. } => {
                let it = self.selected(to);
                self.going_through(who, |walk| walk.testing(it, |walk| walk.parts_of(does)));
            }
            I::PutCounters { on: of, .. } | I::RemoveCounters { from: of, .. } | I::Damage { to: of, .. } => {
                let it = self.selected(of);
                self.testing(it, |walk| walk.parts_of(does));
            }
            I::Cast { .. } | I::DamageTogether(_) => self.testing(Sorts::OBJECT, |walk| walk.parts_of(does)),
            _ => self.parts_of(does),
        }
        self.env.each = outer;
    }

    /// 118.12: what comes of paying knows what was paid with, and the X that was chosen then (107.3f).
    fn may_pay(&mut self, who: &Who, cost: &Cost, then: &[Clause], otherwise: &[Clause]) {
        self.part(who);
        self.env.x |= has_x(cost);
        self.going_through(who, |walk| {
            walk.part(cost);
            let outer = walk.env.paid;
            walk.env.paid = outer.map(|parts| parts.max(cost.parts.len()));
            walk.arms(&[then, otherwise]);
            walk.env.paid = outer;
        });
    }

    /// Several ways to go on, each from the same place. What only one of several has filled is not there for all.
    fn arms<C: AsRef<[Clause]>>(&mut self, arms: &[C]) {
        let before = self.env.clone();
        let mut after: Vec<Env> = Vec::new();
        for arm in arms {
            let arm = arm.as_ref();
            self.env = before.clone();
            self.clauses(arm);
            if !arm.is_empty() {
                after.push(self.env.clone());
            }
        }
        self.env = before;
        let filled: BTreeSet<Slot> = after.iter().flat_map(|env| env.slots.keys().copied()).collect();
        for slot in filled {
            let holds = after.iter().filter_map(|env| env.slots.get(&slot)).fold(Sorts::NONE, |a, b| a.union(*b));
            let everywhere = after.iter().all(|env| env.slots.contains_key(&slot));
            // Where the others make nothing that is spoken of, it is what the one made, if anything.
            let mine = |env: &Env| env.slots.keys().filter(|s| !self.env.slots.contains_key(*s)).count();
            let alone = after.iter().all(|env| env.slots.contains_key(&slot) || mine(env) == 0);
            if everywhere || alone {
                self.env.slots.insert(slot, holds);
            } else {
                self.env.in_one_arm.insert(slot);
            }
        }
        self.env.in_one_arm.extend(after.iter().flat_map(|env| env.in_one_arm.iter().copied()));
        self.env.x |= after.iter().any(|env| env.x);
    }

    /// What is done for each of several players.
    pub fn going_through(&mut self, who: &Who, body: impl FnOnce(&mut Self)) {
        let group = who.is_group();
        let outer = self.env.each;
        if group {
            self.env.each = Some(Sorts::PLAYER);
        }
        body(self);
        self.env.each = outer;
    }

    // ---- what is spoken of -----------------------------------------------------------------------------------
    /// What a selection may hold.
    pub fn selected(&self, what: &Selector) -> Sorts {
        match what {
            Selector::Ref(reference) => self.denoted(reference),
            Selector::All(filter) => Sorts::of(filter),
            Selector::Players(_) => Sorts::PLAYER,
            Selector::Choose(choice) => self.selected(&choice.from),
            Selector::Top(..) | Selector::Bottom(..) | Selector::GraveyardEnd { .. } => Sorts::CARD,
            Selector::Those(base, _) | Selector::Except(base, _) => self.selected(base),
            Selector::Union(all) => all.iter().fold(Sorts::NONE, |sorts, one| sorts.union(self.selected(one))),
        }
    }

    /// What a reference may denote; nothing, if it is undefined.
    pub fn denoted(&self, reference: &Ref) -> Sorts {
        let env = &self.env;
        match reference {
            Ref::This | Ref::Paid(_) | Ref::Giver(_) | Ref::Source(_) => Sorts::OBJECT,
            Ref::Target(n) => env.targets.get(usize::from(*n)).copied().unwrap_or(Sorts::NONE),
            Ref::Slot(n) | Ref::Theirs(n, _) => env.slots.get(n).copied().unwrap_or(Sorts::NONE),
            Ref::Event(role) => env.event.map_or(Sorts::NONE, |event| event.role(*role)),
            Ref::Host(_) => Sorts::RECIPIENT.union(Sorts::CARD),
            Ref::Attacked(..) => Sorts::RECIPIENT,
            Ref::AimedAt(_) | Ref::Linked(_) => Sorts::ANY,
            Ref::Last(of, _) => self.denoted(of),
            Ref::Partner(_) => Sorts::PERMANENT,
            Ref::TopCard(_) | Ref::LinkedByName(_) => Sorts::CARD,
            Ref::Players(_) => Sorts::PLAYER,
            Ref::Each => env.each.unwrap_or(Sorts::NONE),
            Ref::It => env.it.unwrap_or(Sorts::NONE),
        }
    }

    /// An event pattern is asked about, of which a condition in it may speak.
    pub fn with_event(&mut self, event: &EventPattern, condition: &Condition) {
        let outer = self.env.event.replace(Supply::by(event));
        self.part(condition);
        self.env.event = outer;
    }
}
