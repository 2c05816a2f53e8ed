//! Casting and playing cards while something resolves (608.2g): which card, as which face, at what price.

use lawmage_ir::visit::{Go, walk_mut};
use lawmage_ir::{
    Amount, Cmp, Continuous, Cost, CostLabel, CostPart, Filter, Instruction, Keyword, Kind, Permission, Ref, Selector,
    Spending, Stat, Test, Zone, rule, visit,
};

use crate::procedure::cast::ways::{FUSED, Terms};
use crate::read::context::{Context, Scope};
use crate::state::State;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::stack::{Frame, SlotValue, StackKind};
use crate::table::action::{Action, Way, WayKind};
use crate::table::decision::{Ask, Choice, Decision};
use crate::table::game::{Game, Res};

/// What an instruction lets a player cast.
#[derive(Clone, Copy)]
struct Leave<'a> {
    player: PlayerId,
    /// What the spells have to be.
    what: &'a Filter,
    /// `None`: without paying their mana costs.
    price: Option<&'a Cost>,
    /// Lands may be played too.
    lands: bool,
    /// With the back face up (712.11a).
    transformed: bool,
    /// As what mana can be spent on them (609.4b).
    spending: Spending,
}

impl State {
    /// 702.35a-b: the name of the cost, where the ability that resolves is the madness ability of that card.
    fn for_its_madness_cost(&self, card: ObjectId) -> Option<CostLabel> {
        let item = self.get(*self.stack.last()?)?.stack.as_ref()?;
        let StackKind::Triggered { key: Some(key), .. } = item.kind else { return None };
        let own = item.source == card && self.keyword_of(card, key) == Some(Keyword::Madness);
        own.then_some(CostLabel::Keyword(Keyword::Madness, 0))
    }
}

impl Game<'_> {
    /// Lets a player cast cards from among some, one after another, while this resolves (608.2g).
    pub(super) fn cast_among(&mut self, does: &Instruction, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let Instruction::Cast { who, from, what, price, max, optional, play, transformed, total, spending } = does
        else {
            return Ok(SlotValue::default());
        };
        let mut cast = Vec::new();
        for player in self.state.players_in_order(who, &scope.context(frame)) {
            // Of all that are cast together: what is left of it is asked of each.
            let mut most = total.as_ref().map(|n| self.state.amount(n, &scope.context(frame)));
            let among = self.pick_out(from, scope, frame)?;
            let at_hand = |e: Entity| e.object().and_then(|id| self.state.at_hand(id, frame));
            let mut cards: Vec<ObjectId> = among.into_iter().filter_map(at_hand).collect();
            let mut left = max.unwrap_or(u32::MAX);
            while left > 0 && !self.is_over() {
                let what = most.map_or_else(|| what.clone(), |most| no_more(what, most));
                let (price, lands, transformed) = (price.as_ref(), *play, *transformed);
                let leave = Leave { player, what: &what, price, lands, transformed, spending: *spending };
                let options = self.state.castable_now(&cards, &leave, scope, frame);
                let Some(first) = options.first() else { break };
                let hidden = |option: &Choice| {
                    card_of(option).is_some_and(|(card, _)| self.state.needs_hidden_cards(card, player))
                };
                let must = !*optional && (!hidden(first) || !options.iter().all(hidden));
                let (least, source) = (u32::from(must), Some(scope.source));
                let decision = Decision::pick(player, Ask::CastDuring, rule!("608.2g"), source, options, least, 1);
                let picked = self.pick(decision)?;
                let Some((card, mut way)) = picked.first().and_then(card_of) else { break };
                if transformed {
                    way.face = 1;
                }
                cards.retain(|id| *id != card);
                let price = price.map(|cost| self.state.settled(cost, card, scope, frame));
                way.label = way.label.or_else(|| self.state.for_its_madness_cost(card));
                if self.cast_during_resolution(player, card, (price.as_ref(), *spending), &way)? {
                    left -= 1;
                    let spell = self.state.current(card);
                    most = most.map(|n| n.saturating_sub(self.state.stat_of(spell.into(), Stat::ManaValue)));
                    cast.push(Entity::Object(spell));
                }
            }
        }
        Ok(SlotValue::of(cast))
    }
}

/// Of the same spells those whose mana value is no more than that.
fn no_more(what: &Filter, most: i32) -> Filter {
    let small = Test::Stat(Stat::ManaValue, Cmp::AtMost, Amount::Const(most));
    Filter::new(what.kind.clone(), Test::all([what.test.clone(), small]))
}

/// The card that an option is, and how it is cast.
fn card_of(option: &Choice) -> Option<(ObjectId, Way)> {
    match option {
        Choice::Object(card) => Some((*card, as_face(0))),
        Choice::Action(action) => match &**action {
            Action::Cast { card, way } | Action::PlayLand { card, way } => Some((*card, way.clone())),
            _ => None,
        },
        _ => None,
    }
}

/// For the price that the instruction says, as that face, or as both halves fused (702.102a).
fn as_face(face: u8) -> Way {
    let label = (face == FUSED).then_some(CostLabel::Keyword(Keyword::Fuse, 0));
    Way { face, kind: WayKind::Normal, label }
}

impl State {
    /// 400.7j: an effect that lets its own card be played is about the card as which a cost has put it into a public zone.
    pub(super) fn where_played_from(&self, effects: &[Continuous], scope: Scope, frame: &Frame) -> Scope {
        let itself =
            |e: &Continuous| matches!(e, Continuous::May(Permission::Play { what, .. }) if what.test.is_this());
        match self.where_paid(scope.source.into(), frame) {
            Entity::Object(source) if effects.iter().all(itself) => Scope { source, ..scope },
            _ => scope,
        }
    }

    /// What a player could cast or play now of some cards, each with what it can be cast as (601.3e).
    fn castable_now(&self, cards: &[ObjectId], leave: &Leave<'_>, scope: Scope, frame: &Frame) -> Vec<Choice> {
        let mut options = Vec::new();
        for card in cards.iter().copied() {
            let ways = self.ways_castable_now(card, leave, scope, frame);
            if ways == [as_face(0)] || (leave.transformed && !ways.is_empty()) {
                options.push(Choice::Object(card));
                continue;
            }
            options.extend(ways.into_iter().map(|way| {
                let land = self.face_chars(card, way.face).is_some_and(|c| c.is_land());
                Choice::Action(Box::new(match land {
                    true => Action::PlayLand { card, way },
                    false => Action::Cast { card, way },
                }))
            }));
        }
        options
    }

    /// The ways in which a card could be cast now: as which faces, and whether as a prototyped spell (718.3a); where it is cast for
    /// its mana cost, for its alternative costs too (118.9).
    fn ways_castable_now(&self, card: ObjectId, leave: &Leave<'_>, scope: Scope, frame: &Frame) -> Vec<Way> {
        if self.is_concealed(card) {
            // 406.3b
            let allowed =
                self.may_look(leave.player, card) || !crate::kinds::concealed::asks_qualities(&leave.what.test);
            let up = || self.with_face_up(card);
            return if allowed { up().ways_castable_now(card, leave, scope, frame) } else { Vec::new() };
        }
        let faces = if leave.transformed { smallvec::smallvec![1] } else { self.faces_to_play(card) };
        let price = leave.price.map(|cost| self.settled(cost, card, scope, frame));
        let castable_on = |state: &Self, terms: &Terms| {
            let context = scope.context(frame);
            if state.chars(card).is_land() {
                let allowed = || state.may_play_land(leave.player).and_then(|()| state.may_play_it(leave.player, card));
                return leave.lands && allowed().is_ok();
            }
            state.test(card.into(), &leave.what.test, &context.testing(card.into()))
                && state.has_uses(terms)
                && state.may_cast_somehow(leave.player, card, terms).is_ok()
                && state.can_complete(leave.player, card, terms, &state.supply(leave.player, false))
        };
        let castable = |way: &Way| {
            let price = (price.as_ref(), leave.spending);
            let Some(terms) = self.terms_during(leave.player, card, price, way) else { return false };
            let other = self.face_chars(card, way.face).filter(|_| !self.shows_face(card, way.face));
            match self.guised(card, way.face, way.label.as_ref()).or_else(|| other.cloned()) {
                Some(chars) => castable_on(&self.with_face(card, way.face, chars), &terms),
                None => (way.face == 0 || self.shows_face(card, way.face)) && castable_on(self, &terms),
            }
        };
        let mut ways: Vec<Way> = faces.iter().map(|face| as_face(*face)).collect();
        if !leave.transformed {
            if let Some((_, label)) = self.prototype_of(leave.player, card) {
                ways.push(Way { label: Some(label), ..as_face(0) });
            }
            if price.as_ref().is_some_and(Cost::is_own) {
                ways.extend(self.ways_besides_mana(leave.player, card, &faces));
            }
        }
        ways.retain(castable);
        ways
    }

    /// A price of which an effect speaks in its own terms, with the numbers worked out that are not the spell's own: those
    /// are seen when the spell is on the stack (601.2f).
    fn settled(&self, cost: &Cost, card: ObjectId, scope: Scope, frame: &Frame) -> Cost {
        let context: Context<'_> = scope.context(frame);
        let is_card = |e: &Entity| e.object().is_some_and(|id| id == card || self.at_hand(id, frame) == Some(card));
        // "Its" in a price is what is cast.
        let of_card = |r: &Ref| *r == Ref::It || self.denote(r, &context).iter().any(is_card);
        let mut settled = cost.clone();
        if cost.is_own() {
            return settled;
        }
        walk_mut(&mut settled, &mut |node| {
            if let Some(reference) = node.get_mut::<Ref>() {
                let meant = self.denote(reference, &context);
                let one = *reference != Ref::This && meant.len() == 1 && meant.iter().all(is_card);
                if one || *reference == Ref::It {
                    *reference = Ref::This;
                    return Go::Past;
                }
            }
            if let Some(amount) = node.get_mut::<Amount>()
                && !visit::any(amount, of_card)
            {
                *amount = Amount::Const(self.amount(amount, &context));
                return Go::Past;
            }
            Go::Into
        });
        settled
    }

    /// Whether casting a card takes cards with some quality from a zone that others don't see: a player who is told to cast it
    /// "if able" need not have them (118.8c).
    fn needs_hidden_cards(&self, card: ObjectId, player: PlayerId) -> bool {
        let stated = |what: &Selector| match what {
            Selector::Choose(choice) => match &choice.from {
                Selector::All(Filter { kind: Kind::Card(zones), test }) => {
                    (zones.has(Zone::Hand) || zones.has(Zone::Library)) && !matches!(test, Test::Any | Test::Owned(_))
                }
                _ => false,
            },
            _ => false,
        };
        let extras = self.extra_costs(player, card);
        let parts = extras.iter().filter(|e| !e.optional).flat_map(|e| &e.cost.parts);
        parts.filter_map(CostPart::selector).any(stated)
    }
}
