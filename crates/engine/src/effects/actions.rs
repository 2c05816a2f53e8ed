//! Keyword actions that are made of simpler instructions (701): each is said here as the rules say it, and run.

use std::sync::Arc;

use lawmage_ir::{
    Amount, CardType, Cause, Choice, Clause, Cmp, Color, ColorSet, Condition, CounterKind, Destination, Face, Filter,
    Instruction, Keyword, KeywordDeed, Kind, Modification, Printed, Ref, Selector, Stat, Status, Subtype, Test,
    TokenSpec, TypeLine, TypeSet, Who, Zone, ZoneSet, rule,
};
use smallvec::SmallVec;

use crate::read::context::Scope;
use crate::state::event::Event;
use crate::state::ids::{Entities, Entity, ObjectId, PlayerId};
use crate::state::stack::{Frame, SlotValue};
use crate::state::{Expiry, State};
use crate::table::decision::Ask;
use crate::table::game::{Game, Res};

/// A clause that leaves what it did in that slot.
pub(super) fn clause(does: Instruction, out: u8) -> Clause {
    Clause { does, out: Some(out) }
}

/// A frame for instructions of our own, with what the effect at hand knows of its costs and its event.
pub(super) fn own_frame(outer: &Frame) -> Frame {
    Frame { event: outer.event.clone(), facts: outer.facts.clone(), ..Frame::default() }
}

fn mine(test: Test) -> Filter {
    Filter::permanent(Test::all([Test::Type(CardType::Creature), Test::Controlled(Who::You), test]))
}

impl State {
    fn armies(&self, player: PlayerId) -> Vec<ObjectId> {
        let army = |id: &ObjectId| {
            let chars = self.chars(*id);
            chars.is_creature() && chars.has_subtype(Subtype::ARMY) && self.controller(*id) == player
        };
        self.permanents().filter(army).collect()
    }
}

impl Game<'_> {
    /// Amass of a subtype N (701.44a). The slot holds the amassed Army (701.44c).
    pub(super) fn amass(&mut self, kind: Subtype, count: &Amount, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let count = self.state.count(count, &scope.context(frame));
        if self.state.armies(scope.you).is_empty() {
            let face = Face {
                name: format!("{} Army Token", kind.word()).into(),
                types: TypeSet::of(CardType::Creature),
                subtypes: [kind, Subtype::ARMY].into_iter().collect(),
                colors: ColorSet::of(Color::Black),
                power: Some(Printed::Number(0)),
                toughness: Some(Printed::Number(0)),
                ..Face::default()
            };
            let token = Box::new(TokenSpec::Face(Arc::new(face)));
            let create = Instruction::CreateToken { who: Who::You, count: Amount::ONE, token, arrival: Box::default() };
            self.run_body(&[create.into()], scope, &mut own_frame(frame))?;
        }
        let armies = self.state.armies(scope.you);
        let picked = self.pick_some(scope.you, Ask::Choose, rule!("701.44a"), scope.source, &armies, (1, 1))?;
        let Some(army) = picked.first().copied() else { return Ok(SlotValue::done(true)) };
        self.put(&CounterKind::PLUS, vec![(army.into(), count)], scope.you)?;
        if !self.state.chars(army).has_subtype(kind) {
            let line = TypeLine { subtypes: std::iter::once(kind).collect(), ..TypeLine::default() };
            let frame = own_frame(frame);
            self.start_lasting(army, &[Modification::AddTypes(line)], &scope.context(&frame), Expiry::Never);
            self.state.refresh();
        }
        Ok(SlotValue { done: true, ..SlotValue::of([army.into()]) }) // 701.44b
    }

    /// Permanents connive N, one after another in turn order (701.47a, 701.47d-e).
    pub(super) fn connive(&mut self, what: &Selector, count: &Amount, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let n = Amount::Const(self.state.count(count, &scope.context(frame)) as i32);
        let conniving = self.pick_out(what, scope, frame)?;
        let mut left = conniving.clone();
        while let Some(one) = self.next_to_connive(&mut left, scope, frame)? {
            let who = Who::Controller(Box::new(Ref::Slot(0)));
            let hand = Filter::new(Kind::Card(ZoneSet::of(Zone::Hand)), Test::Owned(who.clone()));
            let choice = Choice {
                by: who.clone(),
                from: Selector::All(hand),
                min: n.clone(),
                max: Some(n.clone()),
                limit: None,
                random: false,
            };
            let nonland = Test::not(Test::Type(CardType::Land));
            let discarded = Selector::Those(Box::new(Selector::slot(1)), nonland);
            let body = [
                Instruction::Draw { who: who.clone(), count: n.clone() }.into(),
                clause(Instruction::Discard { who, what: Selector::Choose(Box::new(choice)) }, 1),
                Instruction::PutCounters {
                    kind: CounterKind::PLUS,
                    count: Amount::Count(Box::new(discarded)),
                    on: Selector::slot(0),
                }
                .into(),
            ];
            let mut own = own_frame(frame);
            own.set(0, SlotValue::of([one]));
            self.run_body(&body, scope, &mut own)?;
            // 701.47b; 701.47c: of one that has left, it and its controller are those that were.
            if let Some(object) = one.object() {
                let event = Event::Acted(self.state.controller(object), KeywordDeed::Connives, Some(object), None);
                self.record(event, rule!("701.47b"), None);
            }
        }
        Ok(SlotValue::of(conniving))
    }

    /// 701.47d: of several permanents, the first player in turn order who controls some chooses which connives next.
    fn next_to_connive(&mut self, left: &mut Entities, scope: Scope, frame: &Frame) -> Res<Option<Entity>> {
        let ids: Vec<ObjectId> = left.iter().filter_map(|one| one.object()).collect();
        let of = |player: PlayerId| ids.iter().copied().filter(|id| self.state.controller(*id) == player).collect();
        let players = self.state.players_in_order(&Who::All, &scope.context(frame));
        let theirs =
            players.into_iter().map(|p| (p, of(p))).find(|(_, theirs): &(_, Vec<ObjectId>)| !theirs.is_empty());
        let next = match theirs {
            Some((player, theirs)) if theirs.len() > 1 => {
                let picked = self.pick_some(player, Ask::Choose, rule!("701.47d"), scope.source, &theirs, (1, 1))?;
                picked.first().copied().map(Entity::Object)
            }
            Some((_, theirs)) => theirs.first().copied().map(Entity::Object),
            None => left.first().copied(),
        };
        left.retain(|one| Some(*one) != next);
        Ok(next)
    }

    /// Bolster N (701.33a).
    pub(super) fn bolster(&mut self, count: &Amount, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let count = Amount::Const(self.state.count(count, &scope.context(frame)) as i32);
        let least = Amount::Least(Stat::Toughness, Box::new(Selector::All(mine(Test::Any))));
        let weakest = mine(Test::Stat(Stat::Toughness, Cmp::Equal, least));
        let choice = Choice::exactly(1, Selector::All(weakest));
        let body = [
            clause(Instruction::Choose(Selector::Choose(Box::new(choice))), 0),
            Instruction::PutCounters { kind: CounterKind::PLUS, count, on: Selector::slot(0) }.into(),
        ];
        let mut own = own_frame(frame);
        self.run_body(&body, scope, &mut own)?;
        Ok(own.slots.first().cloned().unwrap_or_default())
    }

    /// Discover N (701.55a); the discovered card is the last one exiled, if it is small enough (701.55c).
    pub(super) fn discover(&mut self, count: &Amount, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let n = Amount::Const(self.state.count(count, &scope.context(frame)) as i32);
        let small = Test::Stat(Stat::ManaValue, Cmp::AtMost, n);
        let nonland = Test::all([Test::not(Test::Type(CardType::Land)), small.clone()]);
        let library = Filter::new(Kind::Card(ZoneSet::of(Zone::Library)), nonland);
        let cast = Instruction::Cast {
            who: Who::You,
            from: Selector::slot(1),
            what: Filter::new(Kind::Spell, small),
            price: None,
            max: Some(1),
            optional: true,
            play: false,
            transformed: false,
            total: None,
            spending: lawmage_ir::Spending::AsIs,
        };
        let to_hand = Instruction::Move { what: Selector::slot(1), to: Destination::Hand, cause: Cause::Put };
        let rest = Selector::Except(Box::new(Selector::slot(0)), Box::new(Selector::slot(1)));
        let body = [
            clause(
                Instruction::RevealUntil {
                    who: Who::You,
                    count: Amount::ONE,
                    total: None,
                    filter: library,
                    found: 1,
                    exile: true,
                },
                0,
            ),
            clause(cast, 2),
            Instruction::If { condition: Condition::Done(2), then: Vec::new(), otherwise: vec![to_hand.into()] }.into(),
            Instruction::Move { what: rest, to: Destination::LibraryBottom { random: true }, cause: Cause::Put }.into(),
        ];
        let mut own = own_frame(frame);
        self.run_body(&body, scope, &mut own)?;
        self.record(Event::Acted(scope.you, KeywordDeed::Discovers, None, None), rule!("701.55b"), None);
        Ok(SlotValue { done: true, ..own.slots.get(1).cloned().unwrap_or_default() })
    }

    /// The source exploits a creature (702.110b). The slot holds the one sacrificed.
    pub(super) fn exploit(&mut self, scope: Scope) -> Res<SlotValue> {
        let choice = Choice::exactly(1, Selector::All(mine(Test::Any)));
        let what = Selector::Choose(Box::new(choice));
        let frame = Frame::default();
        let before = self.state.history.len();
        let value = self.sacrifice(&Who::You, &what, scope, &frame)?;
        let gone = self.state.history.get(before..).unwrap_or_default().iter().find_map(|o| match o.event {
            Event::Moved { object, cause: Cause::Sacrifice, .. } => Some(object),
            _ => None,
        });
        if let Some(what) = gone {
            self.record(Event::Exploited { by: scope.source, what }, rule!("702.110b"), None);
        }
        Ok(value)
    }

    /// Permanents become, or stop being, renowned, saddled or suspected (702.112b, 702.171b, 701.58a).
    pub(super) fn designate(
        &mut self,
        status: Status,
        what: &Selector,
        on: bool,
        scope: Scope,
        frame: &Frame,
    ) -> Res<SlotValue> {
        let objects = self.pick_permanents(what, scope, frame)?;
        let stamp = self.state.stamp();
        for id in &objects {
            if status == Status::Suspected && on && self.state.forbids_suspecting(*id) {
                continue; // 101.2
            }
            let Some(permanent) = self.state.permanent_mut(*id) else { continue };
            match status {
                Status::Monstrous => permanent.designations.monstrous = on,
                Status::Renowned => permanent.designations.renowned = on,
                Status::Saddled => permanent.designations.saddled = on,
                // 613.11: what goads it later does so all the same.
                Status::Goaded => permanent.designations.ungoaded = Some(stamp),
                Status::Solved => permanent.designations.solved = on,
                Status::Harnessed => permanent.designations.harnessed = on,
                Status::Prepared => self.prepare_or_not(*id, on),
                Status::Suspected => {
                    // 701.58d
                    let since = permanent.designations.suspected.unwrap_or(stamp);
                    permanent.designations.suspected = on.then_some(since);
                }
                _ => {}
            }
        }
        self.state.touch();
        Ok(SlotValue::of(objects.into_iter().map(Entity::Object)))
    }

    /// A permanent becomes prepared, or stops being it (2026:722.3).
    fn prepare_or_not(&mut self, id: ObjectId, on: bool) {
        if self.state.set_prepared(id, on) {
            let by = self.state.controller(id);
            let event = Event::Acted(by, KeywordDeed::BecomesPrepared, Some(id), None);
            self.record(event, rule!("700.1"), None);
        }
    }

    /// All damage marked on permanents is removed (120.6).
    pub(super) fn remove_damage(&mut self, what: &Selector, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let objects = self.pick_permanents(what, scope, frame)?;
        for id in &objects {
            if let Some(permanent) = self.state.permanent_mut(*id) {
                permanent.damage = 0;
                permanent.deathtouched = false;
            }
        }
        Ok(SlotValue::of(objects.into_iter().map(Entity::Object)))
    }

    /// Players get the city's blessing for the rest of the game (702.131c).
    pub(super) fn get_blessing(&mut self, who: &Who, scope: Scope, frame: &Frame) -> SlotValue {
        let players = self.state.players_in_order(who, &scope.context(frame));
        for player in &players {
            self.bless(*player);
        }
        SlotValue::of(players.into_iter().map(Entity::Player))
    }

    /// 702.131b: any time, and before abilities trigger (702.131d).
    pub(crate) fn bless_who_ascends(&mut self) {
        let ascending = |id: &ObjectId| self.state.chars(*id).has(Keyword::Ascend);
        let players: SmallVec<[PlayerId; 2]> =
            self.state.permanents().filter(ascending).map(|id| self.state.controller(id)).collect();
        for player in players {
            if self.state.ascends(player) {
                self.bless(player);
            }
        }
    }

    /// A player gets the city's blessing; tells whether they had none.
    pub(crate) fn bless(&mut self, player: PlayerId) -> bool {
        let seat = self.state.player_mut(player);
        if std::mem::replace(&mut seat.blessing, true) {
            return false;
        }
        self.note(rule!("702.131"), |s| format!("{} gets the city's blessing", s.name(player)));
        self.state.touch();
        self.state.refresh(); // 702.131d
        true
    }

    /// Players' speed increases (702.179c).
    pub(super) fn increase_speed(&mut self, who: &Who, amount: &Amount, scope: Scope, frame: &Frame) -> SlotValue {
        let players = self.state.players_in_order(who, &scope.context(frame));
        let by = self.state.count(amount, &scope.context(frame));
        for player in &players {
            self.speed_up(*player, by);
        }
        SlotValue::of(players.into_iter().map(Entity::Player))
    }

    /// A player's speed increases, to 4 at most; tells whether it did.
    pub(crate) fn speed_up(&mut self, player: PlayerId, by: u32) -> bool {
        let seat = self.state.player_mut(player);
        let before = seat.speed;
        seat.speed = u8::try_from(u32::from(before).saturating_add(by).min(4)).unwrap_or(4);
        if seat.speed == before {
            return false;
        }
        self.note(rule!("702.179"), |s| format!("{}'s speed is {}", s.name(player), s.speed(player)));
        self.state.touch();
        true
    }
}
