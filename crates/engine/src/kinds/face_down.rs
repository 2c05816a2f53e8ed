//! Face-down spells and permanents (708): what they are, how they get there and how they are turned face up.

use std::sync::{Arc, LazyLock};

use lawmage_ir::{
    Ability, CardType, Cause, Continuous, Cost, CostLabel, CostPart, Destination, EventPattern, Filter, Instead,
    Instruction, Keyword, KeywordAbility, KeywordParam, Kind, ManaCost, Program, Prohibition, Ref, Role, Selector,
    Test, TriggeredAbility, TypeSet, Who, ZoneSet, rule,
};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::pay::parts::cost_has_x;
use crate::pay::{Due, Purpose, Supply};
use crate::procedure::cast::announce::widest_frame;
use crate::read::context::Context;
use crate::state::State;
use crate::state::chars::{AbilityKey, Chars};
use crate::state::event::{Entry, Event, Outcome, Proposal};
use crate::state::ids::{ObjectId, PlayerId};
use crate::state::object::{CastFacts, Frame, ObjectKind};
use crate::table::decision::{Ask, Decision, Illegal};
use crate::table::game::{Game, Res};

/// The greatest X that is offered for a morph or disguise cost.
const MOST_X: u32 = 1_000;

/// By what a spell or permanent is face down (708.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FaceDown {
    /// A spell or ability that lists no characteristics (708.2a).
    Effect,
    /// 702.37.
    Morph,
    /// 702.168.
    Disguise,
    /// 701.34.
    Manifest,
    /// 701.56.
    Cloak,
}

/// What a face-down permanent is when its controller looks at it (708.5).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Hidden {
    /// By what it is face down.
    pub by: FaceDown,
    /// Its copiable values face up (708.8).
    pub base: Arc<Chars>,
}

/// How a face-down permanent is turned face up by a special action (116.2b).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TurnUp {
    /// For its morph cost (702.37e).
    Morph,
    /// For its disguise cost (702.168d).
    Disguise,
    /// A manifested or cloaked creature card, for its mana cost (701.34b, 701.56b).
    ManaCost,
}

/// What a permanent remembers when it was turned face up for its morph cost: "if its megamorph cost was paid" (702.37b).
pub(crate) const MORPH_COST_PAID: CostLabel = CostLabel::Keyword(Keyword::Morph, 0);

impl FaceDown {
    /// The characteristics of what is face down by that (708.2a, 702.168a, 701.56a).
    #[must_use]
    pub fn chars(self) -> Arc<Chars> {
        static PLAIN: LazyLock<Arc<Chars>> = LazyLock::new(|| Arc::new(two_two(None)));
        static WARDED: LazyLock<Arc<Chars>> = LazyLock::new(|| Arc::new(two_two(Some(ward_two()))));
        match self {
            Self::Effect | Self::Morph | Self::Manifest => PLAIN.clone(),
            Self::Disguise | Self::Cloak => WARDED.clone(),
        }
    }

    /// How a way of casting turns a card face down, if it does (702.37c, 702.168b).
    #[must_use]
    pub const fn of_label(label: Option<&CostLabel>) -> Option<Self> {
        match label {
            Some(CostLabel::Keyword(Keyword::Morph, _)) => Some(Self::Morph),
            Some(CostLabel::Keyword(Keyword::Disguise, _)) => Some(Self::Disguise),
            _ => None,
        }
    }
}

/// Whether characteristics are those of something face down, or that would be as it is cast or enters: nothing else that
/// is a creature has no name (708.2).
pub(crate) fn is_guise(chars: &Chars) -> bool {
    chars.name.is_empty() && chars.is_creature()
}

fn two_two(ability: Option<Ability>) -> Chars {
    let mut chars = Chars {
        types: TypeSet::of(CardType::Creature),
        power: Some(2),
        toughness: Some(2),
        base_power: Some(2),
        base_toughness: Some(2),
        ..Chars::default()
    };
    if let Some(ability) = ability {
        chars.add_ability(&Arc::new(ability), |part| AbilityKey::printed(0, part));
    }
    chars
}

/// Ward {2} (702.21a), which no card prints on what is face down.
fn ward_two() -> Ability {
    let cost = Cost::mana(ManaCost::parse("{2}").unwrap_or_default());
    let event = Ref::Event(Role::Object);
    let counter = Instruction::Counter { what: Selector::Ref(event.clone()), to: None };
    let unless =
        Instruction::Unless { who: Who::Controller(Box::new(event)), cost: cost.clone(), body: vec![counter.into()] };
    let means = TriggeredAbility {
        event: EventPattern::Targeted {
            what: Filter::permanent(Test::Is(Ref::This)),
            by: Filter::new(Kind::OnStack, Test::Controlled(Who::Opponents)),
        },
        condition: None,
        program: Program::plain(Vec::new(), vec![unless.into()]),
        zones: ZoneSet::BATTLEFIELD,
        per_turn: None,
        do_once: false,
        mana: false,
    };
    Ability::Keyword(KeywordAbility {
        keyword: Keyword::Ward,
        param: KeywordParam::Cost(cost),
        means: Arc::new([Ability::Triggered(means)]),
    })
}

impl State {
    /// Whether something is face down: a permanent, or a spell.
    #[must_use]
    pub fn is_face_down(&self, id: ObjectId) -> bool {
        self.get(id).is_some_and(|o| {
            o.permanent.as_ref().is_some_and(|p| p.face_down) || o.stack.as_ref().is_some_and(|s| s.face_down.is_some())
        })
    }

    /// The special actions that could turn a face-down permanent face up, with their costs (702.37e, 702.168d, 701.34b).
    #[must_use]
    pub fn ways_up(&self, id: ObjectId) -> SmallVec<[(TurnUp, Cost); 1]> {
        let mut ways = SmallVec::new();
        let Some(hidden) = self.permanent(id).and_then(|p| p.hidden.as_deref()) else { return ways };
        for (keyword, way) in [(Keyword::Morph, TurnUp::Morph), (Keyword::Disguise, TurnUp::Disguise)] {
            ways.extend(hidden.base.keyword(keyword).filter_map(|k| match &k.param {
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
        if !self.up_payable(player, id, &cost, 0, supply) {
            return Err(Illegal::new(rule!("118.3"), "its cost can't be paid"));
        }
        Ok(cost)
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

    fn up_payable(&self, player: PlayerId, id: ObjectId, cost: &Cost, x: u32, supply: &Supply) -> bool {
        let frame = widest_frame(x);
        let context = Context::with(id, player, &frame);
        let due = Due::of(self, cost, x, &context);
        self.due_payable(player, &due, Purpose::Other, supply, &context, None)
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
        self.settle_doors(id);
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

    /// Whether a permanent is represented by a double-faced card, which can't be turned face down (712.16, 727.2j).
    fn is_double_faced(&self, id: ObjectId) -> bool {
        use lawmage_ir::Layout;
        let double = |kind: &ObjectKind| match kind {
            ObjectKind::Card(card) => self
                .cards
                .get(usize::from(*card))
                .is_some_and(|d| matches!(d.card.layout, Layout::Transform | Layout::ModalDfc | Layout::Meld)),
            _ => false,
        };
        self.get(id).is_some_and(|o| {
            double(&o.kind)
                || o.permanent
                    .as_ref()
                    .and_then(|p| p.merged.as_deref())
                    .is_some_and(|m| m.components.iter().any(|c| double(&c.kind)))
        })
    }

    /// What applies as a permanent is turned face up (614.1e, 708.11): "as ~ is turned face up, …".
    fn while_turning_up(&self, id: ObjectId) -> Vec<(Vec<lawmage_ir::Clause>, Option<lawmage_ir::Condition>)> {
        let mut found = Vec::new();
        for on in &self.chars(id).abilities {
            let Ability::Static(ability) = &*on.ability else { continue };
            for effect in &ability.effects {
                if let Continuous::Replace(replacement) = effect
                    && speaks_of_turning_up(&replacement.event)
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
        let cost = self.state.may_turn_up(player, id, by, &supply).map_err(crate::table::game::Halt::Illegal)?;
        // 702.37f
        let mut x = None;
        if cost_has_x(&cost) {
            let mut max = 0;
            while max < MOST_X && self.state.up_payable(player, id, &cost, max + 1, &supply) {
                max += 1;
            }
            x = Some(self.number(Decision::number(player, Ask::X, rule!("702.37f"), Some(id), (0, max)))?);
        }
        let frame = widest_frame(x.unwrap_or(0));
        let context = Context::with(id, player, &frame);
        let mut due = Due::of(&self.state, &cost, x.unwrap_or(0), &context);
        due.bill.spending = self.state.spending(player);
        let payment = self.pay_due(player, due, Purpose::Other, &context)?;
        let labels = if by == TurnUp::Morph { smallvec::smallvec![(MORPH_COST_PAID, 1)] } else { SmallVec::new() };
        let facts = CastFacts { x, labels, paid: payment.paid, spent: payment.spent.mana, ..CastFacts::default() };
        self.turn_face_up(id, Some(facts)).map(drop)
    }

    /// Turns a face-down permanent face up (708.8). Tells whether it was.
    ///
    /// # Errors
    /// The table's halt.
    pub(crate) fn turn_face_up(&mut self, id: ObjectId, facts: Option<CastFacts>) -> Res<bool> {
        if !self.state.permanent(id).is_some_and(|p| p.face_down) || self.state.forbids_turning_up(id) {
            return Ok(false);
        }
        if self.state.stays_down(id) {
            // 701.34g, 727.2g
            let (by, objects) = (self.state.controller(id), smallvec::smallvec![id]);
            self.record(Event::Revealed { by, objects }, rule!("701.34g"), None);
            return Ok(false);
        }
        self.state.unhide(id);
        // What it was cast for face down is no morph cost: only what it is turned up for now is spoken of.
        if let Some(permanent) = self.state.permanent_mut(id) {
            permanent.cast = facts.map(Arc::new);
        }
        self.run_while_turning_up(id)?;
        self.record(Event::TurnedFaceUp(id), rule!("708.8"), None);
        Ok(true)
    }

    /// 708.11
    fn run_while_turning_up(&mut self, id: ObjectId) -> Res<()> {
        let you = self.state.controller(id);
        for (clauses, condition) in self.state.while_turning_up(id) {
            if condition.is_none_or(|c| self.state.holds(&c, &Context::of(id, you))) {
                self.run(&clauses, id, you, &mut Frame::default())?;
            }
        }
        Ok(())
    }

    /// Turns a permanent face down (708.2). Tells whether it was.
    pub(crate) fn turn_face_down(&mut self, id: ObjectId) -> bool {
        // 708.2b: what is face down stays so; 712.16, 727.2j: double-faced permanents can't be turned face down.
        if self.state.permanent(id).is_none_or(|p| p.face_down) || self.state.is_double_faced(id) {
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
