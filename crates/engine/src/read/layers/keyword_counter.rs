//! What an object has by something about itself: the keywords of the counters on it (122.1b), and what being suspected
//! gives it (701.58c).

use std::sync::Arc;

use lawmage_ir::{
    Ability, Amount, CardType, Clause, Continuous, CounterKind, Duration, EventPattern, Filter, Instruction, Keyword,
    KeywordAbility, KeywordParam, Modification, Program, Prohibition, Ref, Role, Selector, StaticAbility, Step, Test,
    TriggeredAbility, Waits, Who, Zone, ZoneSet,
};
use smallvec::smallvec;

use super::apply::Work;
use super::fold::Run;
use super::in_force::{Origin, Part};
use super::layer::Layer;
use crate::state::State;
use crate::state::ids::{Entity, ObjectId};
use crate::state::object::Object;
use crate::state::stack::Frame;

/// How many counters of one kind on one permanent are told apart.
const MOST: u32 = 60;
/// The numbers of these effects begin here.
const NUMBERS: u32 = 0x7f00_0000;
/// The number of the effect of being suspected.
pub(super) const SUSPECTED: u32 = 0x7d00_0000;

impl State {
    /// Cards that aren't on the battlefield, and spells, with counters that matter there (122.1a-b).
    pub(super) fn gather_counted_elsewhere(&self, work: &mut Work) {
        let graveyards = self.seats().flat_map(|player| self.zone(Zone::Graveyard, player).iter());
        let shared = [Zone::Stack, Zone::Exile, Zone::Command].into_iter();
        let shared = shared.flat_map(|zone| self.zone(zone, self.turn.active).iter());
        for id in graveyards.chain(shared).copied() {
            let object = &self.objects[id.index()];
            if !object.counters.is_empty() {
                parts(id, object, &mut work.parts);
                if object.base.is_creature() {
                    work.marked.push(id);
                }
            }
        }
    }
}

/// What the keyword counters on an object give it (122.1b).
pub(super) fn parts(on: ObjectId, object: &Object, into: &mut Vec<Part>) {
    for (kind, count) in object.counters.iter() {
        if let CounterKind::Keyword(keyword) = kind {
            // 613.7c.
            let timestamp = object.timestamp.max(object.counters.timestamp(kind));
            of_kind(on, timestamp, *keyword, count, into);
        }
    }
}

/// Keyword counters of a kind (122.1b), as effects on the object they are on: an ability for each counter where several
/// do more than one (122.1, 702.83b).
fn of_kind(on: ObjectId, timestamp: u32, keyword: Keyword, count: u32, into: &mut Vec<Part>) {
    let means = meaning(keyword);
    let count = if means.is_empty() { count.min(1) } else { count.min(MOST) };
    let ability = Arc::new(Ability::Keyword(KeywordAbility { keyword, param: KeywordParam::None, means }));
    for nth in 0..count {
        into.push(part(on, timestamp, vec![ability.clone()], NUMBERS | nth << 16 | keyword as u32));
    }
}

/// What a suspected permanent has (701.58c): menace and "This creature can't block".
pub(super) fn suspected(on: ObjectId, timestamp: u32, into: &mut Vec<Part>) {
    let means: Arc<[Ability]> = Arc::new([]);
    let menace = KeywordAbility { keyword: Keyword::Menace, param: KeywordParam::None, means };
    let abilities = vec![Arc::new(Ability::Keyword(menace)), Arc::new(cannot_block())];
    into.push(part(on, timestamp, abilities, SUSPECTED));
}

/// Abilities that something about a permanent gives it, as an effect on it.
fn part(on: ObjectId, timestamp: u32, abilities: Vec<Arc<Ability>>, id: u32) -> Part {
    let mods = abilities.into_iter().map(Modification::AddAbility).collect();
    Part {
        source: on,
        timestamp,
        layers: Layer::Abilities.bit(),
        defines: false,
        begun: None,
        run: Run::default(),
        origin: Origin::Resolved {
            what: Arc::new(Continuous::Modify { what: Selector::Ref(Ref::This), mods }),
            you: crate::state::ids::PlayerId(0),
            frame: Arc::new(Frame::default()),
            locked: smallvec![Entity::Object(on)],
            copied: None,
            id,
        },
    }
}

/// Whether a number of an effect is one of those that [`parts`] gives.
pub(super) const fn is_number(id: u32) -> bool {
    id & 0xff00_0000 == NUMBERS
}

/// What a keyword means that is defined by text, as the counter gives it (702.1a); empty for those that are machinery.
fn meaning(keyword: Keyword) -> Arc<[Ability]> {
    match keyword {
        Keyword::Exalted => Arc::new([exalted()]),
        Keyword::Decayed => Arc::new(decayed()),
        _ => Arc::new([]),
    }
}

/// 702.83a: "Whenever a creature you control attacks alone, that creature gets +1/+1 until end of turn."
fn exalted() -> Ability {
    let yours = Filter::permanent(Test::all([Test::Type(CardType::Creature), Test::Controlled(Who::You)]));
    let what = Selector::Ref(Ref::Event(Role::Subject));
    let mods = vec![Modification::AddPowerToughness(Amount::ONE, Amount::ONE)];
    let effects = vec![Continuous::Modify { what, mods }];
    let grows = Instruction::Effect { effects, duration: Duration::EndOfTurn };
    triggered(EventPattern::Attacks { what: yours, whom: None, alone: true, others: 0 }, grows)
}

/// 702.147a: "This creature can't block. When this creature attacks, sacrifice it at end of combat."
fn decayed() -> [Ability; 2] {
    let sacrifice = Instruction::Sacrifice { who: Who::You, what: Selector::Ref(Ref::This) };
    let ends = EventPattern::Begins { step: Step::EndCombat, whose: Who::All };
    let later = Instruction::Delayed { ability: Arc::new(trigger(ends, sacrifice)), waits: Waits::Once };
    let attacks =
        EventPattern::Attacks { what: Filter::permanent(Test::Is(Ref::This)), whom: None, alone: false, others: 0 };
    [cannot_block(), triggered(attacks, later)]
}

/// "This creature can't block."
fn cannot_block() -> Ability {
    let cant = Prohibition::Block { what: Selector::Ref(Ref::This), whom: None, unless: None };
    Ability::Static(StaticAbility {
        zones: ZoneSet::BATTLEFIELD,
        condition: None,
        effects: vec![Continuous::Cant(cant)],
        defines: false,
    })
}

fn triggered(event: EventPattern, does: Instruction) -> Ability {
    Ability::Triggered(trigger(event, does))
}

fn trigger(event: EventPattern, does: Instruction) -> TriggeredAbility {
    TriggeredAbility::new(event, Program::plain(Vec::new(), vec![Clause::from(does)]))
}
