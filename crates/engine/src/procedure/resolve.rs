//! Resolving spells and abilities (608).

use std::borrow::Cow;
use std::sync::Arc;

use lawmage_ir::visit;
use lawmage_ir::{
    Amount, Cause, Clause, Condition, Continuous, Destination, Duration, Filter, Instruction, Keyword, Kind, Layout,
    Permission, Price, Program, Quality, Ref, Rule, SetLimit, Subtype, TargetSpec, Test, Who, Zone, ZoneSet, rule,
};

use crate::kinds::merge::is_mutate;
use crate::procedure::cast::cast_as::is_bestow;
use crate::read::context::Context;
use crate::state::State;
use crate::state::chars::AbilityKey;
use crate::state::event::Event;
use crate::state::face_down::FaceDown;
use crate::state::ids::{Entity, ObjectId, PlayerId, Players};
use crate::state::object::{ObjectKind, resolves_anyway};
use crate::state::occurrence::Occurrence;
use crate::state::proposal::{Entry, Proposal};
use crate::state::stack::{ChosenMode, Frame, Resolution, SlotValue, StackItem, StackKind, TargetChoice};
use crate::table::decision::{Ask, Choice, Decision};
use crate::table::game::{Game, Res};

impl StackItem {
    /// What it has in hand as it begins to resolve: what a delayed or reflexive trigger captured, its event, what was paid.
    #[must_use]
    pub fn frame(&self) -> Frame {
        let mut frame = self.frame.as_deref().cloned().unwrap_or_default();
        frame.facts = self.facts.clone();
        frame.ability = self.ability_key();
        if let Some(event) = &self.event {
            // An ability that waits for a step still speaks of the event of the ability that made it.
            let of_turn = matches!(event.event, Event::StepBegan { .. } | Event::TurnBegan { .. });
            if frame.event.is_none() || !of_turn {
                frame.event = Some(event.clone());
            }
        }
        frame
    }

    /// Which ability of its source it is; `None` for spells and for delayed and reflexive triggered abilities.
    pub(crate) const fn ability_key(&self) -> Option<AbilityKey> {
        match self.kind {
            StackKind::Spell => None,
            StackKind::Activated { key, .. } => Some(key),
            StackKind::Triggered { key, .. } => key,
        }
    }

    /// Whether it has any targets.
    fn has_targets(&self) -> bool {
        self.modes.iter().any(|m| m.targets.iter().any(|t| !t.chosen.is_empty()))
    }
}

impl Game<'_> {
    /// Resolves an object on the stack (608).
    ///
    /// # Errors
    /// The table's halt.
    pub fn resolve(&mut self, object: ObjectId) -> Res<()> {
        self.state.refresh();
        self.state.renewed.clear();
        let Some(item) = self.state.get(object).and_then(|o| o.stack.as_deref()).cloned() else { return Ok(()) };
        let you = self.state.controller(object);
        let mut frame = item.frame();
        frame.since = self.state.next_batch;
        // 608.2a, 603.4: the intervening if is asked again.
        if let StackKind::Triggered { ability, .. } = &item.kind
            && let Some(condition) = &ability.condition
            && !self.state.holds(condition, &Context::with(item.source, you, &frame))
        {
            return self.leave(object, Resolution::ConditionFailed);
        }
        let modes = self.state.legal_modes(object, you, &item, &frame);
        let mutating = item.facts.labels.iter().any(|(label, n)| *n > 0 && is_mutate(label));
        let bestowed = item.facts.labels.iter().any(|(label, n)| *n > 0 && is_bestow(label));
        let untargeted = modes.iter().all(|m| m.targets.iter().all(|t| t.chosen.is_empty()));
        if bestowed && untargeted {
            self.state.cease_to_be_bestowed(object); // 702.103e, 608.3b
        }
        // 608.2b, 608.3b: if all its targets are illegal, it doesn't resolve. 702.140b: a mutating creature spell goes on as another.
        let anyway = item.program.as_ref().is_some_and(|program| resolves_anyway(program));
        if item.has_targets() && untargeted && !mutating && !bestowed && !anyway {
            return self.leave(object, Resolution::TargetsIllegal);
        }
        // 702.131a
        if matches!(item.kind, StackKind::Spell)
            && self.state.chars(object).has(Keyword::Ascend)
            && !self.state.chars(object).types.any_permanent()
            && self.state.ascends(you)
        {
            self.bless(you);
        }
        if let Some(program) = &item.program
            && !self.has_acted(&item)
        {
            if let Some(key) = frame.ability.filter(|_| counts_resolutions(program)) {
                self.state.note_resolution(item.source, key);
            }
            self.choose_who_is_meant(program, item.source, you, &mut frame)?;
            self.run_modes(program, &modes, &item, you, &mut frame)?;
            self.note_acting(program, &item, &frame);
            self.note_mana_added(&item, you, &frame);
            self.tell_of_keyword(&item, you, frame.since);
        }
        if matches!(item.kind, StackKind::Spell) && !self.is_over() {
            self.state.begin_epic(object, you);
            self.begin_paradigm(object, you)?;
            self.encode(object, you)?; // 702.99a
            self.tell_of_gift(&item, object, you);
        }
        if self.is_over() || self.state.get(object).is_none() {
            // 608.2m: what left the stack meanwhile has resolved all the same.
            self.record(Event::Resolved { object, how: Resolution::Done }, rule!("608.2m"), None);
            return Ok(());
        }
        self.state.refresh();
        if matches!(item.kind, StackKind::Spell) && self.state.chars(object).types.any_permanent() {
            if mutating && let Some(target) = modes.iter().flat_map(|m| &m.targets).find_map(|t| t.chosen.first()) {
                return self.mutate(object, you, *target); // 608.3d
            }
            return self.enter(object, you, &modes, item.face_down);
        }
        self.leave(object, Resolution::Done)
    }

    /// 802.2a, 805.9, 805.10c, 805.10e: of several active or defending players, the controller of what speaks of one chooses which it is.
    fn choose_who_is_meant(
        &mut self,
        program: &Program,
        source: ObjectId,
        you: PlayerId,
        frame: &mut Frame,
    ) -> Res<()> {
        if self.state.players.len() < 3 {
            return Ok(());
        }
        let context = Context::with(source, you, frame);
        let (active, defending) =
            (self.state.active_open(program, &context), self.state.defenders_open(program, &context));
        frame.meant.active = self.choose_player(you, source, rule!("805.9"), active)?;
        frame.meant.defending = self.choose_player(you, source, rule!("802.2a"), defending)?;
        Ok(())
    }

    fn choose_player(&mut self, by: PlayerId, source: ObjectId, why: Rule, among: Players) -> Res<Option<PlayerId>> {
        if among.is_empty() {
            return Ok(None);
        }
        let options = among.into_iter().map(Choice::Player).collect();
        let ask = Decision::pick(by, Ask::Choose, why, Some(source), options, 1, 1);
        Ok(self.pick(ask)?.first().and_then(|chosen| chosen.entity()?.player()))
    }

    /// 603.2i: an ability that does its thing only once each turn does nothing more that turn.
    fn has_acted(&self, item: &StackItem) -> bool {
        matches!(&item.kind, StackKind::Triggered { key: Some(key), ability }
            if ability.do_once && self.state.uses(item.source, *key).0 > 0)
    }

    /// 603.2i: notes that such an ability's action was taken; if it is optional, only if its player chose to.
    fn note_acting(&mut self, program: &Program, item: &StackItem, frame: &Frame) {
        let StackKind::Triggered { key: Some(key), ability } = &item.kind else { return };
        let may = |c: &lawmage_ir::Clause| matches!(c.does, Instruction::May { .. } | Instruction::MayPay { .. });
        let optional = program.modes.iter().any(|m| m.clauses.iter().any(may));
        if ability.do_once && (frame.acted || !optional) {
            self.state.note_use(item.source, *key);
        }
    }

    /// Notes for "if you haven't added mana with this ability this turn" that you have.
    fn note_mana_added(&mut self, item: &StackItem, you: PlayerId, frame: &Frame) {
        let StackKind::Triggered { key: Some(key), ability } = &item.kind else { return };
        let asks = |condition: &Condition| matches!(condition, Condition::AddedMana);
        if !ability.condition.as_ref().is_some_and(|condition| visit::any(condition, asks)) {
            return;
        }
        let now = self.state.history.iter().rev().take_while(|o| o.batch >= frame.since);
        let added = |o: &Occurrence| matches!(o.event, Event::ManaAdded { player, source, .. } if player == you && source == item.source);
        if now.into_iter().any(added) {
            self.state.note_added_mana(item.source, *key, you);
        }
    }

    /// Follows the instructions of the chosen modes, in printed order (608.2c, 702.42b).
    fn run_modes(
        &mut self,
        program: &Arc<Program>,
        modes: &[ChosenMode],
        item: &StackItem,
        you: PlayerId,
        frame: &mut Frame,
    ) -> Res<()> {
        let captured = std::mem::take(&mut frame.targets);
        if modes.is_empty()
            && program.modal.is_none()
            && let Some(mode) = program.modes.first()
        {
            frame.targets = captured;
            return self.run(&mode.clauses, item.source, you, frame);
        }
        let slots = frame.slots.clone();
        for chosen in modes {
            let Some(mode) = program.modes.get(usize::from(chosen.mode)) else { continue };
            frame.slots.clone_from(&slots);
            // A delayed trigger without targets of its own still speaks of the targets of what made it.
            frame.targets = if mode.targets.is_empty() { captured.clone() } else { chosen.targets.clone() };
            self.run(&mode.clauses, item.source, you, frame)?;
        }
        Ok(())
    }

    /// Puts a resolved permanent spell onto the battlefield (301.2, 302.2, 303.2, 306.2; 608.3, 110.2b, 310.2). What it makes as it enters,
    /// like the delayed trigger of dash, is made there (608.3g).
    fn enter(&mut self, object: ObjectId, you: PlayerId, modes: &[ChosenMode], face_down: Option<FaceDown>) -> Res<()> {
        let targets = modes.iter().flat_map(|m| &m.targets);
        // 608.3c: an Aura enters attached to what it targeted.
        let attached_to = self
            .state
            .chars(object)
            .has_subtype(lawmage_ir::Subtype::AURA)
            .then(|| targets.flat_map(|t| t.chosen.iter().copied()).next())
            .flatten();
        // 608.3f, 111.13: a copy of a permanent spell becomes a token, which is not "created".
        if let Some(copy) = self.state.get_mut(object).filter(|o| o.kind == ObjectKind::Copy) {
            copy.kind = ObjectKind::Token;
        }
        // 607.2q: the permanent remembers what was exiled, or chosen, to pay for the spell.
        let memory = self.state.get(object).and_then(|o| o.memory.as_ref());
        let (members, chosen) = memory.map(|m| (m.members.clone(), m.chosen.clone())).unwrap_or_default();
        let made = self.state.made_in_becoming(object);
        let proposal = Proposal::Move {
            object,
            to: Destination::Battlefield(Box::default()),
            cause: Cause::Resolve,
            by: Some(you),
            entry: Box::new(Entry {
                controller: Some(you),
                attached_to,
                face_down,
                members,
                chosen,
                tapped: self.state.is_sneaked(object),
                attacking: self.state.sneaks_up_on(object),
                ..Entry::default()
            }),
        };
        let outcome = self.happen_one(proposal, rule!("608.3a"))?;
        if !outcome.done && self.state.get(object).is_some() {
            return self.leave(object, Resolution::Done); // 608.3e
        }
        let permanent = outcome.members.first().and_then(|e| e.object());
        if let Some(permanent) = permanent.filter(|id| self.state.permanent(*id).is_some()) {
            for clauses in &made {
                self.run(clauses, permanent, you, &mut Frame::default())?; // 608.3g
            }
        }
        self.record(Event::Resolved { object, how: Resolution::Done }, rule!("608.3"), None);
        Ok(())
    }

    /// Takes what has resolved, or doesn't, off the stack (304.2, 307.2; 608.2b, 608.2n).
    fn leave(&mut self, object: ObjectId, how: Resolution) -> Res<()> {
        let by_rule = match how {
            Resolution::Done => rule!("608.2n"),
            Resolution::TargetsIllegal => rule!("608.2b"),
            Resolution::ConditionFailed => rule!("608.2a"),
        };
        let resolved = how == Resolution::Done;
        let Some(there) = self.state.get(object) else { return Ok(()) };
        if !there.is_card() {
            // Abilities cease to exist; so do copies of spells (707.10a).
            self.state.cease(object);
            self.state.refresh();
            self.record(Event::Resolved { object, how }, by_rule, None);
            return Ok(());
        }
        let inset = if resolved { self.state.inset(object) } else { None };
        let adventurer = inset == Some(Inset::Adventure);
        let to = match inset {
            Some(Inset::Adventure) => Destination::Exile { linked: None, face_down: false },
            Some(Inset::Omen) => Destination::LibraryShuffled, // 2026:720
            None => self.state.off_the_stack(object, &Destination::Graveyard),
        };
        let cause = if resolved { Cause::Resolve } else { Cause::Rule };
        let by = self.state.controller(object);
        let proposal = Proposal::Move { object, to, cause, by: Some(by), entry: Box::default() };
        let outcome = self.happen_one(proposal, by_rule)?;
        self.record(Event::Resolved { object, how }, by_rule, None);
        if adventurer {
            let exiled = outcome.members.first().and_then(|e| e.object());
            if let Some(card) = exiled.filter(|id| self.state.get(*id).is_some_and(|o| o.zone == Zone::Exile)) {
                self.let_cast_later(card, by)?;
            }
        }
        Ok(())
    }

    /// The player may cast the card that went on an adventure, for as long as it stays exiled, but not as an Adventure (715.3d).
    fn let_cast_later(&mut self, card: ObjectId, by: PlayerId) -> Res<()> {
        let mut frame = Frame::default();
        frame.set(0, SlotValue::of([card.into()]));
        let test = vec![Test::Is(Ref::Slot(0)), Test::not(Test::Subtype(Subtype::ADVENTURE))];
        let what = Filter::new(Kind::Card(ZoneSet::of(Zone::Exile)), Test::And(test));
        let may = Continuous::May(Permission::play(Who::You, what, Price::Usual));
        self.start_effects(&[may], &Duration::Forever, &Context::with(card, by, &frame)).map(drop)
    }
}

/// A target phrase without what had to hold only as its targets were chosen (601.2c, 608.2b).
fn once_chosen(spec: &TargetSpec) -> Cow<'_, TargetSpec> {
    let passing = |test: &&Test| matches!(test, Test::AsChosen(_));
    let tests = spec.filter.test.conjuncts();
    if !tests.iter().any(|test| passing(&test)) {
        return Cow::Borrowed(spec);
    }
    let test = Test::all(tests.iter().filter(|test| !passing(test)).cloned());
    Cow::Owned(TargetSpec { filter: Filter::new(spec.filter.kind.clone(), test), ..spec.clone() })
}

impl State {
    /// What static abilities of a permanent spell do as it becomes a permanent (608.3g).
    fn made_in_becoming(&self, spell: ObjectId) -> Vec<Vec<Clause>> {
        let effects = self.own_statics(spell).flat_map(|(_, ability)| &ability.effects);
        effects.filter_map(|e| if let Continuous::Becoming(does) = e { Some(does.clone()) } else { None }).collect()
    }

    /// The chosen modes with only those targets that are still legal (608.2b); shares of a division go with their targets.
    fn legal_modes(&self, object: ObjectId, you: PlayerId, item: &StackItem, frame: &Frame) -> Vec<ChosenMode> {
        let mut modes = item.modes.to_vec();
        let mut frame = frame.clone();
        for chosen in &mut modes {
            if chosen.targets.iter().all(|t| t.chosen.is_empty()) {
                continue;
            }
            let specs = item.program.as_ref().and_then(|p| p.modes.get(usize::from(chosen.mode))).map(|m| &m.targets);
            frame.targets.clone_from(&chosen.targets);
            for (place, choice) in chosen.targets.iter_mut().enumerate() {
                let spec = specs.and_then(|s| s.get(place)).map(once_chosen);
                let spec = spec.as_deref();
                let chooser = choice.by;
                let legal = |target: Entity| match spec {
                    Some(spec) => {
                        let context = Context { chooser, ..Context::with(item.source, you, &frame) };
                        let each = spec.limit == Some(SetLimit::AllDiffer(Quality::Controller))
                            && matches!(spec.max, Some(Amount::Players(_)));
                        !(each && self.changed_hands(target, object))
                            && self.is_legal_target(target, spec, object, &context)
                    }
                    // An Aura spell's target, which its enchant ability describes (303.4a).
                    None => self.can_attach(object, target).is_ok(),
                };
                *choice = only(choice, legal);
                let unlike = spec.map(|spec| self.unlike(spec, &choice.chosen)).unwrap_or_default();
                if !unlike.is_empty() {
                    *choice = only(choice, |target| !unlike.contains(&target));
                }
            }
        }
        modes
    }

    /// Of targets that were to be controlled by one player, or by different ones, those that no longer are (608.2b).
    fn unlike(&self, spec: &TargetSpec, targets: &[Entity]) -> Vec<Entity> {
        let controller = |target: &Entity| target.object().map(|id| self.controller(id));
        let others =
            |target: &Entity| targets.iter().filter(|other| *other != target).map(controller).collect::<Vec<_>>();
        let is_unlike = |target: &&Entity| match spec.limit {
            Some(SetLimit::AllShare(Quality::Controller)) if spec.filter.kind == Kind::Permanent => {
                others(target).iter().any(|other| *other != controller(target))
            }
            Some(SetLimit::AllDiffer(Quality::Controller)) if !matches!(spec.max, Some(Amount::Players(_))) => {
                others(target).contains(&controller(target))
            }
            _ => false,
        };
        targets.iter().filter(is_unlike).copied().collect()
    }

    /// Whether what was targeted for one player ("for each opponent, … that player controls") is another's by now.
    fn changed_hands(&self, target: Entity, by: ObjectId) -> bool {
        let Some(id) = target.object() else { return false };
        let since = self.since_targeted(target, by).unwrap_or_default();
        let first = since.iter().find_map(|o| match o.event {
            Event::ControlChanged { object, from, .. } if object == id => Some(from),
            _ => None,
        });
        first.is_some_and(|from| from != self.controller(id))
    }

    /// What is printed within the frame of a card, if that is what resolves: its Adventure (715.3d), or its Omen, after which the
    /// card is shuffled into the library.
    fn inset(&self, object: ObjectId) -> Option<Inset> {
        let there = self.get(object)?;
        let ObjectKind::Card(card) = there.kind else { return None };
        let def = self.cards.get(usize::from(card))?;
        if def.card.layout != Layout::Adventure || there.face != 1 {
            return None;
        }
        Some(if there.base.has_subtype(Subtype::OMEN) { Inset::Omen } else { Inset::Adventure })
    }
}

/// A second set of characteristics within a card's frame.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inset {
    Adventure,
    Omen,
}

fn only(choice: &TargetChoice, legal: impl Fn(Entity) -> bool) -> TargetChoice {
    let mut kept = TargetChoice { by: choice.by, ..TargetChoice::default() };
    for (place, target) in choice.chosen.iter().copied().enumerate() {
        if legal(target) {
            kept.chosen.push(target);
            kept.divided.extend(choice.divided.get(place).copied());
        }
    }
    kept
}

/// Whether a program asks how often its ability has resolved this turn.
fn counts_resolutions(program: &Program) -> bool {
    visit::any(program, |condition: &Condition| matches!(condition, Condition::AbilityUsed { resolved: true, .. }))
        || visit::any(program, |amount: &Amount| *amount == Amount::TimesResolved)
}
