//! Vanguard (902): vanguard cards (313).

use lawmage_ir::CardType;

use crate::state::State;
use crate::state::object::ObjectKind;

impl State {
    /// Makes the game one of Vanguard (313.1, 902.1): the vanguards in the command zone (902.3), controlled by their owners (313.5,
    /// 902.6), change their owners' starting life totals (212.1, 313.7, 902.4, 103.4b) and hand sizes (211.1, 313.6). They received their
    /// timestamps as they were put there, at the beginning of the game (613.7i).
    pub fn begin_vanguard(&mut self) {
        self.casual_mut();
        for id in self.face_up_of(&[CardType::Vanguard]) {
            let Some((owner, ObjectKind::Card(card))) = self.get(id).map(|o| (o.owner, o.kind.clone())) else {
                continue;
            };
            let def = self.cards.get(usize::from(card));
            let face = def.and_then(|d| d.card.faces.first());
            let Some((hand, life)) = face.and_then(|f| f.modifiers) else { continue };
            let player = self.player_mut(owner);
            player.hand_modifier += hand;
            player.life += life;
        }
    }
}
