//! Face-down spells and permanents (708): what they are, how they get there and how they are turned face up.

use std::sync::Arc;

use lawmage_ir::{
    Ability, Cause, Continuous, Cost, CostLabel, CostOf, CostPart, Destination, EventPattern, Instead, Keyword,
    KeywordParam, Kind, Permission, Prohibition, Ref, Test, rule,
};
use smallvec::SmallVec;

use crate::pay::{Purpose, Supply, TotalCost, greatest};
use crate::read::context::{Context, widest_frame};
use crate::state::State;
use crate::state::cache::ActiveRule;
use crate::state::chars::Chars;
use crate::state::event::Event;
use crate::state::face_down::{FaceDown, Hidden};
use crate::state::ids::{ObjectId, PlayerId};
use crate::state::proposal::{Entry, Outcome, Proposal};
use crate::state::stack::{CastFacts, Frame};
use crate::table::action::TurnUp;
use crate::table::decision::{Ask, Decision, Illegal};
use crate::table::game::{Game, Halt, Res};

/// The greatest X that is offered for a morph or disguise cost.
const MOST_X: u32 = 1_000;

/// What a permanent remembers when it was turned face up for its morph cost: "if its megamorph cost was paid" (702.37b).
pub(crate) const MORPH_COST_PAID: CostLabel = CostLabel::Keyword(Keyword::Morph, 0);

impl State {
    /// The special actions that could turn a face-down permanent face up, with their costs (702.37e, 702.168d, 701.34b-d,
    /// 701.56b-d).
    #[must_use]
    pub fn ways_up(&self, id: ObjectId) -> SmallVec<[(TurnUp, Cost); 1]> {
        let mut ways = SmallVec::new();
        let Some(hidden) = self.permanent(id).and_then(|p| p.hidden.as_deref()) else { return ways };
        // 707.3, 702.37e, 702.168d: the cost is that of what it would be face up, which may be a copy of something by now, or
        // have lost its abilities.
        let would_be = if self.has_modifications() { self.as_face_up(id) } else { hidden.base.clone() };
        for (keyword, way) in [(Keyword::Morph, TurnUp::Morph), (Keyword::Disguise, TurnUp::Disguise)] {
            ways.extend(would_be.keyword(keyword).filter_map(|k| match &k.param {
                KeywordParam::Cost(cost) => Some((way, cost.clone())),
                _ => None,
            }));
        }
        if matches!(hidden.by, FaceDown::Manifest | FaceDown::Cloak)
            && hidden.base.is_creature()
            && let Some(mana) = &hidden.base.mana_cost
        {
            ways.push((TurnUp::ManaCost, Cost { parts: vec![CostPart::Mana(mana.clone())] }));
        }
        ways
    }

    /// What a face-down permanent would be face up, with the effects there are.
    fn as_face_up(&self, id: ObjectId) -> Arc<Chars> {
        let mut trial = self.clone();
        trial.unhide(id);
        trial.chars_arc(id)
    }

    /// Whether a player may turn a permanent face up so now, and can pay for it.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn may_turn_up(&self, player: PlayerId, id: ObjectId, by: TurnUp, supply: &Supply) -> Result<Cost, Illegal> {
        if self.controller(id) != player {
            return Err(Illegal::new(rule!("116.2b"), "only its controller can turn it face up"));
        }
        let Some((_, cost)) = self.ways_up(id).into_iter().find(|(way, _)| *way == by) else {
            return Err(Illegal::new(rule!("702.37e"), "it has no such cost to be turned face up for"));
        };
        if self.forbids_turning_up(id) {
            return Err(Illegal::new(rule!("101.2"), "an effect forbids turning it face up"));
        }
        // 118.7: effects change what morph costs cost.
        let cost = match by {
            TurnUp::Morph => self.cost_of_such(player, &CostOf::KeywordCosts(Keyword::Morph), &cost).into_owned(),
            TurnUp::Disguise | TurnUp::ManaCost => cost,
        };
        if !self.up_payable(player, (id, by), &cost, 0, supply) {
            return Err(Illegal::new(rule!("118.3"), "its cost can't be paid"));
        }
        Ok(cost)
    }

    /// 708.12: whether a permanent is face down and was revealed by the spell or ability at hand, which knows it as it is
    /// face up.
    pub(crate) fn was_unveiled(&self, id: ObjectId, context: &Context<'_>) -> bool {
        let Some(frame) = context.frame.filter(|_| self.permanent(id).is_some_and(|p| p.face_down)) else {
            return false;
        };
        let shown = |event: &Event| matches!(event, Event::Revealed { objects, .. } if objects.contains(&id));
        self.history.iter().rev().take_while(|o| o.batch >= frame.since).any(|o| shown(&o.event))
    }

    /// What something face down is, which its controller may look at at any time (708.5).
    #[must_use]
    pub(crate) fn under(&self, id: ObjectId) -> Option<&Chars> {
        let object = self.get(id)?;
        match &object.permanent {
            Some(permanent) => permanent.hidden.as_deref().map(|hidden| &*hidden.base),
            None => {
                object.stack.as_deref()?.face_down?;
                self.face_chars(id, object.face).map(|face| &**face)
            }
        }
    }

    /// Whether a player may look at something face down: it is theirs (708.5), or an effect says so.
    pub(crate) fn may_look_under(&self, player: PlayerId, id: ObjectId) -> bool {
        let lets = |rule: &ActiveRule| match rule.what() {
            Some(Continuous::May(Permission::LookAt(who, what))) if what.kind == Kind::Permanent => {
                let context = rule.context();
                self.is_among(player, who, &context) && self.fits(id.into(), what, &context)
            }
            _ => false,
        };
        self.controller(id) == player || self.rules().mays.iter().any(lets)
    }

    /// The name of a face-down permanent, which its controller knows (708.5).
    #[must_use]
    pub fn hidden_name(&self, id: ObjectId) -> Option<Arc<str>> {
        self.permanent(id).and_then(|p| p.hidden.as_deref()).map(|h| h.base.name.clone())
    }

    /// Turns a permanent of a position being set up face down, by the ability that lets it be so.
    pub fn place_face_down(&mut self, id: ObjectId) {
        let by = match self.get(id).map(|o| &o.base) {
            Some(base) if base.has(Keyword::Morph) => FaceDown::Morph,
            Some(base) if base.has(Keyword::Disguise) => FaceDown::Disguise,
            _ => FaceDown::Manifest,
        };
        self.hide(id, by);
    }

    fn up_payable(&self, player: PlayerId, (id, by): (ObjectId, TurnUp), cost: &Cost, x: u32, supply: &Supply) -> bool {
        let frame = widest_frame(x);
        let context = Context::with(id, player, &frame);
        let due = TotalCost::of(self, cost, x, &context);
        self.due_payable(player, &due, Purpose::TurningUp(id, by), supply, &context, None)
    }

    /// Whether a permanent is manifested: face down, as it was manifested (701.34a).
    pub(crate) fn is_manifested(&self, id: ObjectId) -> bool {
        self.permanent(id).and_then(|p| p.hidden.as_deref()).is_some_and(|hidden| hidden.by == FaceDown::Manifest)
    }

    fn forbids_turning_up(&self, id: ObjectId) -> bool {
        self.forbids_object(id, &|p| match p {
            Prohibition::TurnFaceUp(what) => Some(what),
            _ => None,
        })
    }

    /// What a permanent that is turned face down would be turned back to (708.8).
    fn hide(&mut self, id: ObjectId, by: FaceDown) {
        let stamp = self.stamp(); // 613.7f
        let Some(object) = self.get_mut(id) else { return };
        let base = std::mem::replace(&mut object.base, by.chars());
        object.timestamp = stamp;
        if let Some(permanent) = object.permanent.as_deref_mut() {
            permanent.face_down = true;
            permanent.hidden = Some(Box::new(Hidden { by, base }));
        }
        self.restamp_stickers(id); // 613.7k
        self.turn_components(id, true); // 727.2f
        self.touch();
        self.refresh();
    }

    fn unhide(&mut self, id: ObjectId) {
        let stamp = self.stamp(); // 613.7f
        let Some(object) = self.get_mut(id) else { return };
        object.timestamp = stamp;
        if let Some(permanent) = object.permanent.as_deref_mut() {
            permanent.face_down = false;
            if let Some(hidden) = permanent.hidden.take() {
                object.base = hidden.base;
            }
        }
        self.restamp_stickers(id); // 613.7k
        self.turn_components(id, false); // 727.2f
        self.apply_doors(id);
        self.touch();
        self.refresh();
    }

    /// Whether a card among what represents a permanent keeps it face down: one that is no permanent card (701.34g, 727.2g).
    fn stays_down(&self, id: ObjectId) -> bool {
        let Some(permanent) = self.permanent(id) else { return true };
        let nonpermanent = |chars: &Chars| !chars.types.any_permanent();
        permanent.hidden.as_deref().is_none_or(|h| nonpermanent(&h.base))
            || permanent.merged.as_deref().is_some_and(|m| m.components.iter().any(|c| nonpermanent(&c.base)))
    }

    /// What applies as a permanent is turned face up (614.1e, 708.11), or over: "as ~ is turned face up, …".
    fn while_turning(
        &self,
        id: ObjectId,
        speaks_of_it: fn(&EventPattern) -> bool,
    ) -> Vec<(Vec<lawmage_ir::Clause>, Option<lawmage_ir::Condition>)> {
        let mut found = Vec::new();
        for on in &self.chars(id).abilities {
            let Ability::Static(ability) = &*on.ability else { continue };
            for effect in &ability.effects {
                if let Continuous::Replace(replacement) = effect
                    && speaks_of_it(&replacement.event)
                    && let Instead::Also(clauses) = &replacement.instead
                {
                    found.push((clauses.clone(), replacement.condition.clone()));
                }
            }
        }
        found
    }
}

/// Whether a pattern is this object's being turned face up.
pub(crate) fn speaks_of_turning_up(event: &EventPattern) -> bool {
    match event {
        EventPattern::TurnedFaceUp(what) => what.test == Test::Is(Ref::This),
        EventPattern::Or(all) => all.iter().any(speaks_of_turning_up),
        _ => false,
    }
}

impl Game<'_> {
    /// Turns a permanent face up by the special action (116.2b): its cost is paid, then it is turned.
    ///
    /// # Errors
    /// [`crate::Halt::Illegal`] when it isn't allowed; the table's halt.
    pub fn turn_up_by_action(&mut self, player: PlayerId, id: ObjectId, by: TurnUp) -> Res<()> {
        let supply = self.state.supply(player, false);
        let cost = self.state.may_turn_up(player, id, by, &supply).map_err(Halt::Illegal)?;
        // 702.37f
        let mut x = None;
        if cost.has_x() {
            let max = greatest(MOST_X, |x| self.state.up_payable(player, (id, by), &cost, x, &supply));
            x = Some(self.number(Decision::number(player, Ask::X, rule!("702.37f"), Some(id), (0, max)))?);
        }
        let frame = widest_frame(x.unwrap_or(0));
        let context = Context::with(id, player, &frame);
        let mut due = TotalCost::of(&self.state, &cost, x.unwrap_or(0), &context);
        self.state.let_spend(&mut due.bill, player, Purpose::TurningUp(id, by));
        let payment = self.pay_due(player, due, Purpose::TurningUp(id, by), &context)?;
        let labels = if by == TurnUp::Morph { smallvec::smallvec![(MORPH_COST_PAID, 1)] } else { SmallVec::new() };
        let facts = CastFacts { x, labels, paid: payment.paid, spent: payment.spent.mana, ..CastFacts::default() };
        self.turn_face_up(id, Some(facts), player).map(drop)
    }

    /// A player turns a face-down permanent face up (708.8). Tells whether it was.
    ///
    /// # Errors
    /// The table's halt.
    pub(crate) fn turn_face_up(&mut self, id: ObjectId, facts: Option<CastFacts>, by: PlayerId) -> Res<bool> {
        if !self.state.permanent(id).is_some_and(|p| p.face_down) || self.state.forbids_turning_up(id) {
            return Ok(false);
        }
        if self.state.stays_down(id) {
            // 701.34g, 701.56g, 727.2g
            let (by, objects) = (self.state.controller(id), smallvec::smallvec![id]);
            self.record(Event::Revealed { by, objects }, rule!("701.34g"), None);
            return Ok(false);
        }
        self.state.unhide(id);
        // What it was cast for face down is no morph cost: only what it is turned up for now is spoken of.
        if let Some(permanent) = self.state.permanent_mut(id) {
            permanent.cast = facts.map(Arc::new);
        }
        self.run_while_turning(id, speaks_of_turning_up)?;
        self.record(Event::TurnedFaceUp(id), rule!("708.8"), None);
        self.record(Event::Acted(by, lawmage_ir::KeywordDeed::TurnsFaceUp, Some(id), None), rule!("708.7"), None);
        Ok(true)
    }

    /// 708.11, 712.20: while the permanent is turned, not afterwards.
    pub(crate) fn run_while_turning(&mut self, id: ObjectId, speaks_of_it: fn(&EventPattern) -> bool) -> Res<()> {
        let you = self.state.controller(id);
        for (clauses, condition) in self.state.while_turning(id, speaks_of_it) {
            if condition.is_none_or(|c| self.state.holds(&c, &Context::of(id, you))) {
                self.run(&clauses, id, you, &mut Frame::default())?;
            }
        }
        Ok(())
    }

    /// Turns a permanent face down (708.2). Tells whether it was.
    pub(crate) fn turn_face_down(&mut self, id: ObjectId) -> bool {
        // 708.2b: what is face down stays so; 712.16, 727.2j: double-faced permanents can't be turned face down.
        if self.state.permanent(id).is_none_or(|p| p.face_down)
            || self.state.get(id).is_some_and(|o| self.state.is_double_faced(o))
        {
            return false;
        }
        self.state.hide(id, FaceDown::Effect);
        self.record(Event::TurnedFaceDown(id), rule!("708.2"), None);
        true
    }

    /// Puts a card onto the battlefield face down under a player's control (701.34a, 701.56a).
    pub(crate) fn put_face_down(&mut self, player: PlayerId, object: ObjectId, by: FaceDown) -> Res<Outcome> {
        let entry = Entry { controller: Some(player), face_down: Some(by), ..Entry::default() };
        let by_rule = if by == FaceDown::Cloak { rule!("701.56a") } else { rule!("701.34a") };
        let proposal = Proposal::Move {
            object,
            to: Destination::Battlefield(Box::default()),
            cause: Cause::Put,
            by: Some(player),
            entry: Box::new(entry),
        };
        self.happen_one(proposal, by_rule)
    }
}
