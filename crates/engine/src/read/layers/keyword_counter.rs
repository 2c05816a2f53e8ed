//! Keyword counters (122.1b): a permanent has the keywords of the counters on it.

use std::sync::Arc;

use lawmage_ir::{
    Ability, Amount, CardType, Clause, Continuous, Duration, EventPattern, Filter, Instruction, Keyword,
    KeywordAbility, KeywordParam, Modification, Program, Prohibition, Ref, Role, Selector, StaticAbility, Step, Test,
    TriggeredAbility, Who, ZoneSet,
};
use smallvec::smallvec;

use super::fold::Run;
use super::in_force::{Origin, Part};
use super::layer::Layer;
use crate::state::ids::{Entity, ObjectId};
use crate::state::stack::Frame;

/// How many counters of one kind on one permanent are told apart.
const MOST: u32 = 60;
/// The numbers of these effects begin here.
const NUMBERS: u32 = 0x7f00_0000;

/// Keyword counters of a kind (122.1b), as effects on the permanent they are on: an ability for each counter where several
/// do more than one (122.1, 702.83b).
pub(super) fn parts(on: ObjectId, timestamp: u32, keyword: Keyword, count: u32, into: &mut Vec<Part>) {
    let means = meaning(keyword);
    let count = if means.is_empty() { count.min(1) } else { count.min(MOST) };
    let ability = Arc::new(Ability::Keyword(KeywordAbility { keyword, param: KeywordParam::None, means }));
    for nth in 0..count {
        let mods = vec![Modification::AddAbility(ability.clone())];
        into.push(Part {
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
                id: NUMBERS | nth << 16 | keyword as u32,
            },
        });
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
    let this = || Selector::Ref(Ref::This);
    let cant = Prohibition::Block { what: this(), whom: None, unless: None };
    let sacrifice = Instruction::Sacrifice { who: Who::You, what: this() };
    let ends = EventPattern::Begins { step: Step::EndCombat, whose: Who::All };
    let later = Instruction::Delayed { ability: Arc::new(trigger(ends, sacrifice)), duration: None };
    let attacks =
        EventPattern::Attacks { what: Filter::permanent(Test::Is(Ref::This)), whom: None, alone: false, others: 0 };
    let cannot_block = StaticAbility {
        zones: ZoneSet::BATTLEFIELD,
        condition: None,
        effects: vec![Continuous::Cant(cant)],
        defines: false,
    };
    [Ability::Static(cannot_block), triggered(attacks, later)]
}

fn triggered(event: EventPattern, does: Instruction) -> Ability {
    Ability::Triggered(trigger(event, does))
}

fn trigger(event: EventPattern, does: Instruction) -> TriggeredAbility {
    TriggeredAbility {
        event,
        condition: None,
        program: Program::plain(Vec::new(), vec![Clause::from(does)]),
        zones: ZoneSet::BATTLEFIELD,
        per_turn: None,
        do_once: false,
        mana: false,
    }
}
