//! Instructions as verb phrases: what each one says.

use lawmage_ir::Instruction;

use crate::grammar::effect::deed::Deed;
use crate::print::Printer;

impl Printer<'_> {
    /// What one instruction says.
    pub(crate) fn instruction(&mut self, does: &Instruction) -> Deed {
        let families: [fn(&mut Self, &Instruction) -> Option<Deed>; 19] = [
            Self::library,
            Self::on_permanents,
            Self::of_keyword_actions,
            Self::of_damage,
            Self::of_life,
            Self::of_counters,
            Self::of_cards,
            Self::of_moves,
            Self::of_tokens,
            Self::of_stack,
            Self::of_mana,
            Self::of_face_down,
            Self::of_game,
            Self::of_values,
            Self::of_stickers,
            Self::of_attractions,
            Self::of_piles,
            Self::of_votes,
            Self::of_actions,
        ];
        families.iter().find_map(|family| family(self, does)).unwrap_or_else(|| self.structure(does))
    }
}
