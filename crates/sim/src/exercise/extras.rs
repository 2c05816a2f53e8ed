//! What only some positions hold: a game about to start, the card on top of its library, what cards ask for.

use std::sync::Arc;

use lawmage_engine::state::chars::is_nontraditional;
use lawmage_engine::{PlayerId, State};
use lawmage_ir::{Card, Color, ManaType, Step, Subtype, Zone};

use super::position::{Maker, ONE, OTHER, is_odd};

impl Maker<'_> {
    /// A game about to start (103), with the card in the deck and outside the game. The deck is large, and has nothing else but
    /// lands: so companions wish it (702.139a).
    pub(super) fn before_the_game(mut self, card: &Arc<Card>) -> State {
        let companion = self.number % 8 == 1;
        for player in [ONE, OTHER] {
            for land in self.props.lands.iter().cycle().take(80) {
                self.put(land, player, Zone::Library);
            }
        }
        for _ in 0..if companion { 0 } else { 30 } {
            self.put(card, ONE, Zone::Library);
        }
        self.state.set_turn(0, ONE, Step::Untap);
        self.state.touch();
        self.state.refresh();
        self.state.begin_start(Some(ONE));
        self.state
    }

    /// The card once more, where it is drawn next. Libraries are in no order then: as they are made, lands are on top.
    pub(super) fn on_top(&mut self, card: &Arc<Card>) {
        if is_odd(self.number) || self.number % 2 == 1 && self.wishes.says(&["LookAt", "Reveal", "RevealUntil"]) {
            for player in [ONE, OTHER] {
                self.rng.shuffle(&mut self.state.player_mut(player).library);
            }
        }
        let front = card.faces.first().map(|face| face.types).unwrap_or_default();
        let next = self.wishes.says(&["Miracle", "Ripple"]) && self.number % 2 == 1;
        if !is_nontraditional(front) && (next || is_odd(self.number) && self.number.is_multiple_of(4)) {
            self.put(card, ONE, Zone::Library);
        }
        if is_odd(self.number) && !is_nontraditional(front) {
            self.put(card, ONE, Zone::Outside);
        }
    }

    /// What only some cards need.
    pub(super) fn needed(&mut self, player: PlayerId) {
        let props = self.props;
        for needed in props.needed.iter().filter(|needed| (needed.when)(self.wishes)) {
            self.put(&needed.card, player, needed.zone);
        }
        if self.wishes.says(&["Improvise"])
            && let Some(engine) = props.permanents.iter().find(|c| &*c.name == "Prop Engine")
        {
            for _ in 0..6 {
                self.put(engine, player, Zone::Battlefield);
            }
        }
    }

    /// How much mana of the color that a basic land is for the card costs.
    pub(super) fn pips_for(&self, land: &Card) -> u32 {
        let place = Subtype::BASIC_LANDS.iter().position(|s| land.faces.iter().any(|f| f.subtypes.has(*s)));
        let color = place.and_then(|place| Color::ALL.get(place));
        color.map_or(0, |color| self.wishes.pips[ManaType::Color(*color).index()].min(4))
    }
}
