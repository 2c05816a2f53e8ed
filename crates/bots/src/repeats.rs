//! What a bot has done this turn, so that it comes to an end: no rule keeps a player from activating an ability that costs
//! nothing for ever (people name a number instead, 729.1b).

use lawmage_engine::state::chars::AbilityKey;
use lawmage_engine::state::object::ability_of;
use lawmage_engine::{Action, Choice, ObjectId, View};
use lawmage_ir::{Ability, Amount, Cost, CostPart};

/// How often a turn one ability of one object is activated, whatever it costs.
const OF_ONE: u32 = 24;
/// The same where it costs nothing: often enough that something comes of it.
const FREE_OF_ONE: u32 = 3;
/// How often a turn abilities that cost nothing are activated, whichever they are: they may bring forth others.
const FREE: u32 = 12;
/// How many actions are taken in a turn.
const ALL: u32 = 250;

/// With how many permanents on the battlefield nothing more is done: what doubles them would never come to an end.
const CROWD: usize = 2_000;

/// Whether there are so many.
fn is_crowded(view: &View<'_>) -> bool {
    view.battlefield().nth(CROWD).is_some()
}

/// How many turns are taken at the same time, at most (807.4a: with so many turn markers).
const AT_ONCE: usize = 8;

/// Counts actions of each turn that may still go on: of several that are taken at once (807.4) each comes back.
#[derive(Default)]
pub(crate) struct Repeats {
    now: Counts,
    others: Vec<Counts>,
}

/// Counts actions of a turn.
#[derive(Default)]
struct Counts {
    turn: u32,
    all: u32,
    free: u32,
    crowded: bool,
    taken: Vec<(Action, u32)>,
}

impl Repeats {
    /// Whether the bot lets itself take an option offered with priority.
    pub(crate) fn may(&mut self, view: &View<'_>, option: &Choice) -> bool {
        let Choice::Action(action) = option else { return true };
        if matches!(**action, Action::Pass) {
            return true;
        }
        self.begin(view);
        if self.now.all >= ALL || self.now.crowded {
            return false;
        }
        let Action::Activate { source, key } = **action else { return true };
        let times = self.times(view, action);
        if times >= OF_ONE {
            return false;
        }
        (times < FREE_OF_ONE && self.now.free < FREE) || !is_free(view, source, key)
    }

    /// How often an action was taken this turn.
    pub(crate) fn times(&mut self, view: &View<'_>, action: &Action) -> u32 {
        self.begin(view);
        self.now.taken.iter().find(|(a, _)| a == action).map_or(0, |(_, n)| *n)
    }

    /// Takes note of what the bot does.
    pub(crate) fn note(&mut self, view: &View<'_>, option: &Choice) {
        let Choice::Action(action) = option else { return };
        if matches!(**action, Action::Pass) {
            return;
        }
        self.begin(view);
        self.now.crowded = is_crowded(view);
        self.now.all += 1;
        if let Action::Activate { source, key } = **action
            && is_free(view, source, key)
        {
            self.now.free += 1;
        }
        match self.now.taken.iter_mut().find(|(a, _)| a == &**action) {
            Some((_, n)) => *n += 1,
            None => self.now.taken.push(((**action).clone(), 1)),
        }
    }

    fn begin(&mut self, view: &View<'_>) {
        if view.turn() == self.now.turn {
            return;
        }
        let known = self.others.iter().position(|counts| counts.turn == view.turn());
        let now = known.map(|place| self.others.remove(place)).unwrap_or_else(|| Counts {
            turn: view.turn(),
            crowded: is_crowded(view),
            ..Counts::default()
        });
        self.others.push(std::mem::replace(&mut self.now, now));
        if self.others.len() > AT_ONCE {
            self.others.remove(0);
        }
    }
}

/// Whether an ability can be activated for nothing: with X as 0 too, or by tapping others, which untap again. (Hundreds of
/// Vehicles that crew each other all day attack nobody.)
fn is_free(view: &View<'_>, source: ObjectId, key: AbilityKey) -> bool {
    let Some(object) = view.object(source) else { return false };
    match ability_of(object.chars, key).map(|a| &**a) {
        Some(Ability::Activated(ability)) => costs_nothing(&ability.cost),
        _ => false,
    }
}

fn costs_nothing(cost: &Cost) -> bool {
    cost.parts.iter().all(|part| match part {
        CostPart::Mana(mana) | CostPart::ManaTimes(mana, _) => mana.value() == 0,
        CostPart::Life(Amount::X) | CostPart::Energy(Amount::X) | CostPart::Mill(Amount::X) => true,
        CostPart::Reveal(_) | CostPart::TapThose(_) => true,
        CostPart::OneOf(costs) => costs.iter().any(costs_nothing),
        _ => false,
    })
}
