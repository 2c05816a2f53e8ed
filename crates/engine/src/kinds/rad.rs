//! Rad counters (725): a triggered ability of the rules themselves.

use lawmage_ir::{
    Amount, CardType, Clause, CounterKind, EventPattern, Instruction, Ref, Selector, Step, Test, Who, rule,
};

use crate::state::ids::PlayerId;
use crate::table::game::Game;

impl Game<'_> {
    /// 122.1i, 725.1: "At the beginning of each player's precombat main phase, if that player has one or more rad counters,
    /// that player mills a number of cards equal to the number of rad counters they have. For each nonland card milled this
    /// way, that player loses 1 life and removes one rad counter from themselves."
    pub(crate) fn rad_mills(&mut self) {
        for active in self.state.active_players() {
            self.rad_mills_of(active);
        }
    }

    fn rad_mills_of(&mut self, active: PlayerId) {
        if self.state.player(active).counters.get(&CounterKind::Rad) == 0 {
            return;
        }
        self.note(rule!("725.1"), |s| format!("{} has rad counters", s.name(active)));
        let milled =
            Selector::Those(Box::new(Selector::Ref(Ref::Slot(0))), Test::Not(Box::new(Test::Type(CardType::Land))));
        let nonlands = Amount::Count(Box::new(milled));
        let mill = Instruction::Mill { who: Who::You, count: Amount::Counters(Some(CounterKind::Rad), Ref::Each) };
        let body = vec![
            Clause { does: mill, out: Some(0) },
            Instruction::LoseToRadiation(nonlands.clone()).into(),
            Instruction::RemoveCounters {
                kind: Some(CounterKind::Rad),
                count: Some(nonlands),
                from: Selector::Players(Who::You),
            }
            .into(),
        ];
        let each = Instruction::ForEach { over: Selector::Players(Who::You), body };
        let event = EventPattern::Begins { step: Step::Main, whose: Who::You };
        self.trigger_without_source(active, event, each, None);
    }
}
