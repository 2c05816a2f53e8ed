//! The values of X for which a spell or ability can be completed: a set, which may have gaps (107.3a, 601.2b-c).

use lawmage_ir::{Amount, Cost, Filter, ManaCost, Mode, Program, rule, visit};

use crate::read::context::{Context, widest_frame};
use crate::state::State;
use crate::state::chars::Chars;
use crate::state::ids::{ObjectId, PlayerId};
use crate::state::object::Object;
use crate::table::decision::{Ask, Decision};

/// The greatest X that is offered.
const MOST_X: u32 = 10_000;

/// The values of X that may be announced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LegalX {
    /// The least.
    min: u32,
    /// The greatest.
    max: u32,
    /// Those between them that are not legal, rising.
    but: Vec<u32>,
}

impl LegalX {
    /// Those among values that can be paid (rising) for which the targets exist; `None` where there is none. Beyond `horizon`
    /// all are as that one.
    pub(crate) fn among(
        payable: impl Iterator<Item = u32>,
        horizon: u32,
        mut has_targets: impl FnMut(u32) -> bool,
    ) -> Option<Self> {
        let (mut found, mut open) = (Vec::new(), true);
        for x in payable {
            if x <= horizon {
                open = has_targets(x);
            }
            if open {
                found.push(x);
            }
        }
        let but = found.windows(2).flat_map(|pair| pair[0] + 1..pair[1]).collect();
        Some(Self { min: *found.first()?, max: *found.last()?, but })
    }

    /// Those of them that also fit; `None` where none does.
    pub(crate) fn only(self, fits: impl Fn(u32) -> bool) -> Option<Self> {
        let found = (self.min..=self.max).filter(|x| self.but.binary_search(x).is_err() && fits(*x));
        Self::among(found, 0, |_| true)
    }

    /// The question which of them it is (601.2b).
    pub(crate) fn question(self, player: PlayerId, ask: Ask, object: ObjectId) -> Decision {
        Decision::number(player, ask, rule!("601.2b"), Some(object), (self.min, self.max)).but(self.but)
    }
}

/// The values of X that can be paid, rising. Each less can be, too, unless X is also a quality of what the cost is paid with:
/// then those up to the horizon are tried.
pub(crate) fn payable_x(
    is_quality: bool,
    horizon: u32,
    mut payable: impl FnMut(u32) -> bool,
) -> impl Iterator<Item = u32> {
    let most = if is_quality { horizon } else { MOST_X };
    (0..=most)
        .map_while(move |x| match payable(x) {
            true => Some(Some(x)),
            false => is_quality.then_some(None),
        })
        .flatten()
}

/// Whether which modes and targets can be chosen depends on X.
pub(crate) fn asks_x(program: &Program) -> bool {
    program.modes.iter().any(mode_asks_x) || program.modal.as_ref().is_some_and(|m| visit::any(&m.min, is_x))
}

/// The same of one mode's targets.
pub(super) fn mode_asks_x(mode: &Mode) -> bool {
    visit::any(&mode.targets, is_x)
}

/// Whether X is a quality of what a cost is paid with: "discard a card with mana value X".
pub(crate) fn is_quality_in(cost: &Cost) -> bool {
    visit::any(cost, |filter: &Filter| visit::any(filter, is_x))
}

fn is_x(amount: &Amount) -> bool {
    *amount == Amount::X
}

impl State {
    /// An X from which on it makes no difference to targets how great it is: no object has a greater number of anything that
    /// phrases ask for, and there are not as many objects.
    pub(crate) fn x_horizon(&self) -> u32 {
        let printed = |o: &Object| o.base.mana_cost.as_ref().map_or(0, ManaCost::value).max(o.counters.total());
        let sized = |chars: &Chars| [chars.power, chars.toughness].into_iter().flatten().max().unwrap_or(0);
        let listed = self.objects.iter().map(|o| printed(o).max(sized(&o.base).max(0).unsigned_abs())).max();
        let there = self.permanents().map(|id| sized(self.chars(id)).max(0).unsigned_abs()).max();
        let greatest = listed.max(there).unwrap_or(0).max(self.objects.len() as u32);
        greatest.saturating_add(1).min(MOST_X)
    }

    /// Whether the modes and targets of a program can be chosen with that X.
    pub(crate) fn has_choices_at(&self, x: u32, program: &Program, stack: ObjectId, player: PlayerId) -> bool {
        let frame = widest_frame(x);
        self.has_legal_choices(program, stack, &Context::with(stack, player, &frame))
    }
}
