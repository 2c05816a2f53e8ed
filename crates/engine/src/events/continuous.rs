//! Continuous effects of resolved spells and abilities (611.2): how they begin, and how long they last (their ends are in `expiry.rs`).

use std::sync::Arc;

use lawmage_ir::visit::{Go, walk};
use lawmage_ir::{
    Amount, Continuous, Duration, EventPattern, Filter, Kind, Modification, Ref, Replacement, Selector, Test, Who, Zone,
};
use smallvec::SmallVec;

use crate::read::context::Context;
use crate::read::layers::Change;
use crate::state::chars::Chars;
use crate::state::event::Event;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::stack::{Frame, SlotValue};
use crate::state::{Effect, Expiry, State};
use crate::table::game::{Game, Res};

impl State {
    /// Takes out the changes of an object that have begun since that effect and don't end.
    pub(crate) fn take_changes(&mut self, object: ObjectId, since: u32) -> Vec<Modification> {
        let mut taken = Vec::new();
        self.effects.retain(|e| {
            let of_it = e.id >= since && e.expiry == Expiry::Never && e.locked.as_deref() == Some(&[object.into()]);
            let Continuous::Modify { mods, .. } = &*e.what else { return true };
            if of_it {
                taken.extend(mods.iter().cloned());
            }
            !of_it
        });
        taken
    }

    /// When a duration ends; `None` when it is over before it begins (611.2b).
    #[must_use]
    pub fn expiry(&self, duration: &Duration, context: &Context<'_>) -> Option<Expiry> {
        let player = |who: &Who| self.who(who, context).first().copied();
        Some(match duration {
            Duration::EndOfTurn => Expiry::Cleanup,
            Duration::EndOfCombat => Expiry::CombatEnd,
            Duration::UntilNextTurn(who) => Expiry::TurnOf(player(who)?),
            Duration::UntilNextEndStep(who) if *who != Who::All => Expiry::EndStepOf(player(who)?),
            Duration::UntilNextEndStep(_) => Expiry::EndStep,
            Duration::UntilNextUpkeep(who) => Expiry::UpkeepOf(player(who)?),
            Duration::UntilNextUntapStep(who) => Expiry::UntapOf(player(who)?),
            Duration::EndOfNextTurn(who) => Expiry::EndOfTurnOf(player(who)?, self.turn.number),
            Duration::NextTurn(who) => Expiry::InTurnOf(player(who)?, self.turn.number),
            Duration::NextUntapStep(who) => Expiry::UntapStepOf(player(who)?, self.turn.number),
            Duration::ExtraCombat(slot) => Expiry::InCombat(context.slot(*slot).filter(|s| s.done)?.number),
            Duration::NextCombat(who) => Expiry::CombatOf(player(who)?, self.turn.number, self.turn.combats),
            Duration::While(condition) if self.lasts(condition, context) => Expiry::While(condition.clone()),
            Duration::While(_) => return None,
            Duration::UntilLeaves(of) => {
                let id = self.denote(of, context).first().and_then(|e| e.object())?;
                Expiry::Leaves(self.get(id).filter(|o| o.zone == Zone::Battlefield).map(|_| id)?)
            }
            Duration::UntilCast(of) => self.until_cast(self.denote(of, context).first().and_then(|e| e.object())?),
            Duration::UntilExilesWith(linked) => {
                Expiry::ExilesWith { source: context.source, linked: *linked, by: context.you }
            }
            Duration::UntilPaid(who, cost) => Expiry::Paid(player(who)?, cost.clone()),
            Duration::Forever => Expiry::Never,
        })
    }

    /// Forgets effects that can't apply to anything any more: all their objects have become others (400.7).
    pub(super) fn drop_idle_effects(&mut self) {
        let is_idle = |state: &Self, effect: &Effect| {
            effect
                .locked
                .as_ref()
                .is_some_and(|all| all.iter().all(|e| e.object().is_some_and(|id| state.get(id).is_none())))
        };
        if self.effects.iter().any(|e| is_idle(self, e)) {
            let mut effects = std::mem::take(&mut self.effects);
            effects.retain(|e| !is_idle(self, e));
            self.effects = effects;
        }
    }
}

impl Game<'_> {
    /// Starts continuous effects: locks in objects and values (611.2c-d), works out when they end (611.2a-b). Gives back
    /// the objects that are changed.
    ///
    /// # Errors
    /// The table's halt.
    pub fn start_effects(
        &mut self,
        effects: &[Continuous],
        duration: &Duration,
        context: &Context<'_>,
    ) -> Res<SlotValue> {
        if let Duration::NextUntapStep(Who::Controller(of)) = duration
            && **of != Ref::Each
            && let several @ [_, _, ..] = self.state.denote(of, context).as_slice()
        {
            return self.keep_each_tapped(effects, of, several, context);
        }
        let mut value = SlotValue::done(true);
        let Some(expiry) = self.state.expiry(duration, context) else { return Ok(SlotValue::done(false)) };
        let mut frame = context.frame.cloned().unwrap_or_default();
        frame.each.extend(context.each);
        let frame = Arc::new(frame);
        for what in effects {
            for entity in self.start_effect(what, &expiry, context, &frame)? {
                if !value.members.contains(&entity) {
                    value.members.push(entity);
                }
            }
        }
        self.state.touch();
        self.state.refresh();
        self.follow_control_changes();
        // 608.2c: nothing is done with what is gone.
        let of_one = |what: &Continuous| matches!(what, Continuous::Modify { what: Selector::Ref(_), .. });
        let there = |entity: &Entity| entity.object().is_none_or(|id| self.state.get(id).is_some());
        value.done = value.members.iter().any(there) || !effects.iter().all(of_one);
        Ok(value)
    }

    /// 611.2f: effects on the next spell of a kind that a player casts begin to apply to this one; only those on every one still wait.
    pub(crate) fn begin_for_next_spell(&mut self, spell: ObjectId, player: PlayerId, batch: u32) -> Res<()> {
        let waits = |state: &State, effect: &Effect| match &*effect.what {
            Continuous::NextSpell { by, what, .. } => {
                let context = Context::with(effect.source, effect.controller, &effect.frame);
                state.is_among(player, by, &context) && state.fits(spell.into(), what, &context)
            }
            _ => false,
        };
        if !self.state.effects.iter().any(|e| waits(&self.state, e)) {
            return Ok(());
        }
        let all = std::mem::take(&mut self.state.effects);
        let begun: Vec<Effect> = all.iter().filter(|e| waits(&self.state, e)).cloned().collect();
        self.state.effects = all.into_iter().filter(|e| e.what.is_of_every_spell() || !waits(&self.state, e)).collect();
        self.state.touch();
        for effect in begun {
            let Continuous::NextSpell { effects, .. } = &*effect.what else { continue };
            let rest: Vec<Continuous> = effects.iter().filter(|e| !before_casting(e)).cloned().collect();
            let mut frame = Frame::clone(&effect.frame);
            let cast = Event::Cast { spell, by: player };
            frame.event = Some(Self::occurrence(cast, lawmage_ir::rule!("611.2f"), batch));
            let context = Context::with(effect.source, effect.controller, &frame);
            self.start_effects(&rest, &Duration::EndOfTurn, &context)?;
        }
        Ok(())
    }

    fn start_effect(
        &mut self,
        what: &Continuous,
        expiry: &Expiry,
        context: &Context<'_>,
        frame: &Arc<Frame>,
    ) -> Res<SmallVec<[Entity; 2]>> {
        if let Continuous::Replace(replacement) = what
            && let Some(each) = self.state.shields_of(replacement, context)
        {
            // 615.11: a shield of its own for each of those there are now.
            let left = self.state.left_of(what, context);
            for one in each {
                let (what, frame) = shield_of(replacement, one, frame);
                self.state.push_effect(context, what, None, frame, expiry.clone(), None, left);
            }
            return Ok(SmallVec::new());
        }
        let Continuous::Modify { what: selector, mods } = what else {
            let left = self.state.left_of(what, context);
            let what = Arc::new(self.state.with_values(what, context));
            self.state.push_effect(context, what, None, frame.clone(), expiry.clone(), None, left);
            return Ok(SmallVec::new());
        };
        // 611.2c: the objects are those of now.
        let locked: SmallVec<[Entity; 2]> = match selector {
            Selector::Ref(_) | Selector::All(_) => {
                let now = self.state.selected(selector, context).into_iter();
                now.map(|e| self.state.where_paid(e, frame)).collect()
            }
            _ => self.select(selector, context.source, context.you, frame)?.into_iter().collect(),
        };
        if locked.is_empty() {
            return Ok(locked);
        }
        let affected = locked.clone();
        // What differs from object to object ("gets +X/+0, where X is its power") is locked in for each by itself.
        let apart = |game: &Self| mods.iter().any(differs) || game.state.forbids_some(mods);
        let sets: Vec<SmallVec<[Entity; 2]>> = if locked.len() > 1 && apart(self) {
            locked.into_iter().map(|one| SmallVec::from_slice(&[one])).collect()
        } else {
            vec![locked]
        };
        for locked in sets {
            let here = locked.first().map_or(*context, |one| context.testing(*one).looping(*one));
            let allowed = self.state.allowed_for(mods, locked.first().copied());
            let (mods, frame, copied) = self.state.lock(&allowed, &here, frame, &locked);
            let what = Arc::new(Continuous::Modify { what: selector.clone(), mods });
            self.state.push_effect(context, what, Some(locked), frame, expiry.clone(), copied, None);
        }
        Ok(affected)
    }

    /// Starts changes of one object that last while it is where it is, as an effect of its own: what put it there said so.
    pub fn start_lasting(&mut self, object: ObjectId, mods: &[Modification], context: &Context<'_>, expiry: Expiry) {
        let frame = Arc::new(context.frame.cloned().unwrap_or_default());
        let allowed = self.state.allowed_for(mods, Some(Entity::Object(object)));
        let locked = SmallVec::from_slice(&[Entity::Object(object)]);
        let (mods, frame, copied) = self.state.lock(&allowed, context, &frame, &locked);
        let what = Arc::new(Continuous::Modify { what: Selector::Ref(Ref::This), mods });
        self.state.push_effect(context, what, Some(locked), frame, expiry, copied, None);
    }
}

impl State {
    #[expect(clippy::too_many_arguments, reason = "the parts of an effect, each worked out by the caller")]
    pub(crate) fn push_effect(
        &mut self,
        context: &Context<'_>,
        what: Arc<Continuous>,
        locked: Option<SmallVec<[Entity; 2]>>,
        frame: Arc<Frame>,
        expiry: Expiry,
        copied: Option<Arc<Chars>>,
        left: Option<u32>,
    ) {
        let id = self.next_effect;
        self.next_effect += 1;
        if let Continuous::Modify { mods, .. } = &*what {
            self.roaming.note_given(mods);
        }
        // 613.7b.
        let timestamp = self.stamp();
        let (source, controller) = (context.source, context.you);
        self.effects.push(Effect { id, source, controller, timestamp, what, locked, frame, expiry, copied, left });
        self.touch();
    }

    /// 707.2b, 611.2: what has entered as a copy is one until the effect ends.
    pub(crate) fn copies_for_now(&mut self, object: ObjectId, copied: &Arc<Chars>, expiry: &Expiry) {
        let context = Context::of(object, self.controller(object));
        let mods = vec![Modification::CopyOf(Ref::This, Vec::new())];
        let what = Arc::new(Continuous::Modify { what: Selector::Ref(Ref::This), mods });
        let locked = SmallVec::from_slice(&[Entity::Object(object)]);
        let copied = Some(copied.clone());
        self.push_effect(&context, what, Some(locked), Arc::default(), expiry.clone(), copied, None);
    }

    /// Modifications with their variables as they are now (611.2d): amounts, players, chosen values, and what is copied
    /// (707.2b). Players go into the frame, in a slot of their own.
    fn lock(
        &self,
        mods: &[Modification],
        context: &Context<'_>,
        frame: &Arc<Frame>,
        becoming: &[Entity],
    ) -> (Vec<Modification>, Arc<Frame>, Option<Arc<Chars>>) {
        let mut frame = frame.clone();
        let mut copied = None;
        let mut locked = Vec::with_capacity(mods.len());
        for modification in mods {
            let amount = |a: &Amount| Amount::Const(self.amount(a, context));
            locked.push(match modification {
                Modification::CopyOf(of, exceptions) => {
                    let Some(chars) = self.copy_to_become(of, exceptions, context, becoming) else { continue };
                    copied = Some(chars);
                    modification.clone()
                }
                Modification::Controller(Who::You) => modification.clone(),
                Modification::Controller(who) => {
                    let Some(player) = self.who(who, context).first().copied() else { continue };
                    let frame = Arc::make_mut(&mut frame);
                    let Ok(slot) = u8::try_from(frame.slots.len()) else { continue };
                    let members = SmallVec::from_slice(&[Entity::Player(player)]);
                    frame.slots.push(SlotValue { members, done: true, ..SlotValue::default() });
                    Modification::Controller(Who::Ref(Ref::Slot(slot)))
                }
                Modification::AddChosenType(_)
                | Modification::SetChosenType(_)
                | Modification::SetChosenColor(_)
                | Modification::AddChosenColor(_) => match self.change_in(context, modification) {
                    Some(Change::AddTypes(line)) => Modification::AddTypes(line),
                    Some(Change::Plain(set)) => set,
                    Some(Change::Colors(colors)) => Modification::SetColors(colors),
                    _ => continue,
                },
                Modification::AbilitiesOf(..) => match self.change_in(context, modification) {
                    Some(Change::Acquired(all)) => Modification::Acquired(all), // 611.2d
                    _ => continue,
                },
                // It is what it is as the effect begins, whatever its source has become by then.
                Modification::ThisAbility => match self.change_in(context, modification) {
                    Some(Change::Ability(ability)) => Modification::AddAbility(ability),
                    _ => continue,
                },
                Modification::LoseThisAbility(_) => match context.frame.and_then(|f| f.ability) {
                    Some(key) => Modification::LoseThisAbility(Some(key.group())),
                    None => continue,
                },
                Modification::AddAbility(ability) => match self.as_granted(ability, context) {
                    Some(ability) => Modification::AddAbility(ability),
                    None => continue,
                },
                Modification::SetPowerToughness(p, t) => {
                    Modification::SetPowerToughness(p.as_ref().map(amount), t.as_ref().map(amount))
                }
                Modification::AddPowerToughness(p, t) => {
                    let bonus = |a: &Amount| Amount::Const(self.bonus(a, context));
                    Modification::AddPowerToughness(bonus(p), bonus(t))
                }
                other => other.clone(),
            });
        }
        (locked, frame, copied)
    }

    /// The permanents to which an effect gives shields of so much damage each, when it speaks of several (615.11).
    fn shields_of(&self, replacement: &Replacement, context: &Context<'_>) -> Option<Vec<ObjectId>> {
        let EventPattern::Damage { to, .. } = &replacement.event else { return None };
        // "You and/or permanents you control" have one among them.
        let one =
            matches!(to.test, Test::Is(_) | Test::Any) || matches!(to.kind, Kind::Player) || to.test.is_of_players();
        if one || replacement.instead.wears_off().is_none() {
            return None;
        }
        Some(self.permanents().filter(|id| self.fits((*id).into(), to, context)).collect())
    }

    /// How much is left of a shield as it begins (615.7), how often it applies (701.15a), or how often it lets a card be played.
    fn left_of(&self, what: &Continuous, context: &Context<'_>) -> Option<u32> {
        if let Continuous::May(lawmage_ir::Permission::Play { in_all, .. }) = what {
            return *in_all;
        }
        let Continuous::Replace(replacement) = what else { return None };
        match replacement.instead.wears_off() {
            Some(amount) => Some(self.count(amount, context)),
            None => replacement.once.then_some(1),
        }
    }
}

/// A shield for one permanent, which stands in a slot of its own.
fn shield_of(replacement: &Replacement, one: ObjectId, frame: &Arc<Frame>) -> (Arc<Continuous>, Arc<Frame>) {
    let mut frame = Frame::clone(frame);
    let slot = u8::try_from(frame.slots.len()).unwrap_or(u8::MAX);
    frame.slots.push(SlotValue {
        members: SmallVec::from_slice(&[Entity::Object(one)]),
        done: true,
        ..SlotValue::default()
    });
    let mut shield = replacement.clone();
    if let EventPattern::Damage { to, .. } = &mut shield.event {
        *to = Filter::new(Kind::PlayerOrPermanent, Test::Is(Ref::Slot(slot)));
    }
    (Arc::new(Continuous::Replace(Box::new(shield))), Arc::new(frame))
}

/// Whether a modification may do something else to each object.
fn differs(modification: &Modification) -> bool {
    match modification {
        Modification::SetPowerToughness(..) | Modification::AddPowerToughness(..) | Modification::Controller(_) => {
            speaks_of_each(modification)
        }
        _ => false,
    }
}

/// Whether it speaks of the object at hand: "its power". In a filter that object is another.
fn speaks_of_each(modification: &Modification) -> bool {
    walk(modification, &mut |node| match (node.get::<Ref>(), node.get::<Filter>()) {
        (Some(Ref::It | Ref::Each), _) => Go::Stop,
        (_, Some(_)) => Go::Past,
        _ => Go::Into,
    })
}

/// Whether an effect on the next spell holds of how it is cast, and is over once it is, or began with that (611.2f).
const fn before_casting(effect: &Continuous) -> bool {
    use Continuous::{CostChange, May, Modify};
    matches!(effect, CostChange { .. } | May(lawmage_ir::Permission::Flash(..)) | Modify { .. })
}
