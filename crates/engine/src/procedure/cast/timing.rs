//! When a player may cast a spell (601.3) or play a land (305), and what forbids it.

use lawmage_ir::{
    CardType, Continuous, CostLabel, Filter, Keyword, Kind, Permission, Price, Prohibition, StaticAbility, Step,
    Supertype, Test, ZoneSet, rule,
};

use crate::procedure::cast::ways::{Terms, asks_mana_value};
use crate::read::context::{Context, for_player};
use crate::state::State;
use crate::state::chars::Chars;
use crate::state::event::Event;
use crate::state::ids::{ObjectId, PlayerId};
use crate::table::decision::Illegal;

impl State {
    /// Whether a player could cast a sorcery, or a battle (310.1), now (307.1): their main phase, with an empty stack. What is done
    /// "only as a sorcery" asks for that alone (307.5), as what is done "only as an instant" asks for priority (304.5).
    #[must_use]
    pub fn is_sorcery_time(&self, player: PlayerId) -> bool {
        self.is_active(player) && self.turn.step.is_main() && self.stack.is_empty()
    }

    /// Whether a spell with split second is on the stack (702.61a).
    #[must_use]
    pub fn is_split_second(&self) -> bool {
        self.stack.iter().any(|id| self.chars(*id).has(Keyword::SplitSecond))
    }

    /// Whether a card may be cast at this time: at any time with priority, or only when a sorcery could be (307.1, 702.8), as
    /// artifacts, creatures, enchantments and planeswalkers are (301.1, 302.1, 303.1, 306.1), kindred cards as their other type
    /// is (300.2b, 308.1).
    pub(crate) fn is_time_for(&self, player: PlayerId, id: ObjectId, chars: &Chars, terms: &Terms) -> bool {
        // 2026:702.190a
        if matches!(terms.label, Some(CostLabel::Keyword(Keyword::Sneak, _))) {
            return self.is_active(player) && self.turn.step == Step::DeclareBlockers;
        }
        // 601.3b
        if self.is_sorcery_time(player) || terms.fits_with_some_x() {
            return true;
        }
        terms.flash_for.is_some()
            || terms.owes.is_some()
            || terms.aims.is_some()
            || !terms.sorcery_timing && self.has_instant_timing(player, id, chars)
    }

    /// Whether a card is an instant, or has flash or may be cast as though it had (304.1, 702.8a, 601.3b-d).
    pub(crate) fn has_instant_timing(&self, player: PlayerId, id: ObjectId, chars: &Chars) -> bool {
        if chars.is(CardType::Instant) || chars.has(Keyword::Flash) {
            return true;
        }
        let by_rule = self.rules().mays.iter().any(|rule| match rule.what() {
            // 609.4a: whatever else lets the card be cast, this may serve besides.
            Some(Continuous::May(Permission::Flash(who, filter))) => {
                let context = rule.context();
                self.is_among(player, who, &context)
                    && (self.test(id.into(), &filter.test, &context) || self.fits_once(id, chars, filter, &context))
            }
            _ => false,
        });
        by_rule
            || self.flash_as_next_spell(player, id, chars)
            || self.self_statics(id, player).any(|(_, ability)| {
                ability.effects.iter().any(|e| match e {
                    Continuous::May(Permission::Flash(_, filter)) => filter.test.is_this(),
                    _ => false,
                })
            })
    }

    /// 611.2f: whether the next such spell that a player casts may be cast as though it had flash.
    fn flash_as_next_spell(&self, player: PlayerId, id: ObjectId, chars: &Chars) -> bool {
        self.rules().costs.iter().any(|rule| match rule.what() {
            Some(Continuous::NextSpell { by, what, effects, .. }) => {
                let context = rule.context();
                effects.iter().any(|e| matches!(e, Continuous::May(Permission::Flash(..))))
                    && self.is_among(player, by, &context)
                    && (self.test(id.into(), &what.test, &context) || self.fits_once(id, chars, what, &context))
            }
            _ => false,
        })
    }

    /// Whether a player may begin to cast a card with priority now: its kind, the time, split second, uses left. Only the face or
    /// half that would be on the stack counts (709.3a, 712.11c), but for the ability that lets it be cast so (712.11d).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(crate) fn may_begin_to_cast(
        &self,
        player: PlayerId,
        id: ObjectId,
        face: u8,
        terms: &Terms,
    ) -> Result<(), Illegal> {
        // What another face would be is told by its print (601.3e).
        let up = self.shows_face(id, face);
        let guise = self.guised(id, face, terms.label.as_ref());
        let printed = || if up { self.chars(id) } else { self.face_chars(id, face).map_or(self.chars(id), |c| &**c) };
        let chars = guise.as_deref().unwrap_or_else(printed);
        if chars.is_land() {
            // 300.2a: whatever else it is.
            return Err(Illegal::new(rule!("305.9"), "a land can't be cast"));
        }
        if self.is_split_second() {
            return Err(Illegal::new(rule!("702.61b"), "a spell with split second is on the stack"));
        }
        if !self.is_time_for(player, id, chars, terms) {
            return Err(Illegal::new(rule!("307.1"), "only in one's own main phase, with an empty stack"));
        }
        if !self.has_uses(terms) {
            return Err(Illegal::new(rule!("601.3"), "the permission has no uses left this turn"));
        }
        Ok(())
    }

    /// Whether a player could begin to cast a card from where it is, whatever it costs (702.62a), with what forbids it counted
    /// (702.62c).
    pub(crate) fn could_begin_to_cast(&self, player: PlayerId, id: ObjectId) -> bool {
        let terms = Terms::at(Price::Usual);
        self.may_begin_to_cast(player, id, 0, &terms).is_ok() && self.may_cast(player, id).is_ok()
    }

    fn is_legendary_spell(&self, id: ObjectId) -> bool {
        let chars = self.chars(id);
        chars.has_supertype(Supertype::Legendary) && (chars.is(CardType::Instant) || chars.is(CardType::Sorcery))
    }

    /// Whether a player controls a legendary creature or planeswalker (205.4e).
    fn has_legend(&self, player: PlayerId) -> bool {
        self.permanents().any(|id| {
            let chars = self.chars(id);
            self.controller(id) == player
                && chars.has_supertype(Supertype::Legendary)
                && (chars.is_creature() || chars.is(CardType::Planeswalker))
        })
    }

    /// Whether nothing forbids a player to cast a spell (601.3, 101.2).
    ///
    /// # Errors
    /// The rule that does.
    pub(crate) fn may_cast(&self, player: PlayerId, id: ObjectId) -> Result<(), Illegal> {
        self.may_cast_under(player, id, &|_| true)
    }

    /// The same of a spell as it has been proposed (601.2e): what forbids all spells alike was looked at before it was put on the
    /// stack (601.3), and no choice changes that.
    ///
    /// # Errors
    /// The rule that does.
    pub(crate) fn may_cast_as_chosen(&self, player: PlayerId, id: ObjectId) -> Result<(), Illegal> {
        self.may_cast_under(player, id, &|filter| filter.test != Test::Any)
    }

    /// Whether nothing forbids it of what `counts`.
    fn may_cast_under(&self, player: PlayerId, id: ObjectId, counts: &dyn Fn(&Filter) -> bool) -> Result<(), Illegal> {
        if self.is_legendary_spell(id) && !self.has_legend(player) {
            return Err(Illegal::new(rule!("205.4e"), "its caster controls no legendary creature or planeswalker"));
        }
        // 702.61a: also as a spell or ability resolves.
        if self.stack.iter().any(|other| *other != id && self.chars(*other).has(Keyword::SplitSecond)) {
            return Err(Illegal::new(rule!("702.61a"), "a spell with split second is on the stack"));
        }
        let forbidden = self.forbids_casting(player, id, |cant, context| match cant {
            Prohibition::Cast(_, filter) | Prohibition::CastMax(_, filter, _) if !counts(filter) => false,
            Prohibition::Cast(who, filter) => {
                self.is_among(player, who, context)
                    && self.test(id.into(), &filter.test, &for_player(*context, who, player))
            }
            Prohibition::CastMax(who, filter, most) => {
                self.is_among(player, who, context)
                    && self.test(id.into(), &filter.test, context)
                    && self.casts_this_turn(player, filter, context) >= *most
            }
            _ => false,
        });
        if forbidden {
            return Err(Illegal::new(rule!("601.3"), "an effect forbids casting it"));
        }
        Ok(())
    }

    /// Whether a player may begin to cast a spell: what its choices might still change doesn't forbid it (601.3a). With
    /// {X} in its cost, that is its mana value; when X is chosen, [`State::may_cast`] asks again (601.2e).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(crate) fn may_cast_somehow(&self, player: PlayerId, id: ObjectId, terms: &Terms) -> Result<(), Illegal> {
        if terms.fits_with_some_x() {
            return Ok(());
        }
        let forbidden = self.may_cast(player, id);
        if terms.fitting_x.is_none() && forbidden.is_err() && self.spell_has_x(id, terms) {
            let otherwise = self.forbids_casting(player, id, |cant, context| match cant {
                Prohibition::Cast(who, filter) | Prohibition::CastMax(who, filter, _) => {
                    self.is_among(player, who, context)
                        && !asks_mana_value(&filter.test)
                        && self.test(id.into(), &filter.test, &for_player(*context, who, player))
                }
                _ => false,
            });
            return if otherwise { forbidden } else { Ok(()) };
        }
        forbidden
    }

    /// Whether a prohibition is such, among those in force and what a card says of its own casting: "you" is there who would
    /// cast it (109.5), whoever owns it.
    fn forbids_casting(
        &self,
        player: PlayerId,
        id: ObjectId,
        asks: impl Fn(&Prohibition, &Context<'_>) -> bool,
    ) -> bool {
        let of_itself = |cant: &Prohibition| match cant {
            Prohibition::Cast(_, filter) | Prohibition::CastMax(_, filter, _) => filter.test.is_this(),
            _ => false,
        };
        let terms = Context::of(id, player);
        let says =
            |effect: &Continuous| matches!(effect, Continuous::Cant(cant) if of_itself(cant) && asks(cant, &terms));
        let works = |ability: &StaticAbility| {
            self.get(id).is_some_and(|o| ability.zones.has(o.zone))
                && ability.condition.as_ref().is_none_or(|c| self.holds(c, &terms))
        };
        self.forbidden(|cant, context| !(context.source == id && of_itself(cant)) && asks(cant, context))
            || self.all_statics(id).any(|(_, ability)| ability.effects.iter().any(says) && works(ability))
    }

    fn casts_this_turn(&self, player: PlayerId, filter: &Filter, context: &Context<'_>) -> u32 {
        let cast = |e: &Event| match e {
            Event::Cast { spell, by } => *by == player && self.test((*spell).into(), &filter.test, context),
            _ => false,
        };
        self.history.iter().filter(|o| cast(&o.event)).count() as u32
    }

    /// Whether a player may play a land now (305.1-3): 305.2a, more may be played than were, in whatever way.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn may_play_land(&self, player: PlayerId) -> Result<(), Illegal> {
        // 805.4c: each player of the active team may.
        if !self.is_active(player) {
            return Err(Illegal::new(rule!("305.3"), "it isn't that player's turn"));
        }
        if self.player(player).lands_played >= self.land_plays(player) {
            return Err(Illegal::new(rule!("305.2b"), "no land plays are left this turn"));
        }
        let forbidden = self.forbidden(|cant, context| match cant {
            Prohibition::PlayLand(who, which) => all_lands(which) && self.is_among(player, who, context),
            _ => false,
        });
        if forbidden {
            return Err(Illegal::new(rule!("101.2"), "an effect forbids playing lands"));
        }
        Ok(())
    }

    /// Whether a player may play that card as a land now, with that face up: as it would be on the battlefield (712.12).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn may_play_as_land(&self, player: PlayerId, id: ObjectId, face: u8) -> Result<(), Illegal> {
        self.may_play_land(player)?;
        let asks = |cant: &Prohibition| matches!(cant, Prohibition::PlayLand(..));
        if !self.forbidden(|cant, _| asks(cant)) {
            return Ok(());
        }
        match self.face_chars(id, face).filter(|_| !self.shows_face(id, face)).cloned() {
            Some(chars) => self.with_face(id, face, chars).may_play_it(player, id),
            None => self.may_play_it(player, id),
        }
    }

    /// Whether no effect forbids to play that land card (101.2).
    ///
    /// # Errors
    /// That rule.
    pub(crate) fn may_play_it(&self, player: PlayerId, id: ObjectId) -> Result<(), Illegal> {
        let there = |which: &Filter| match which.kind {
            Kind::Card(zones) => zones == ZoneSet::default() || self.get(id).is_some_and(|card| zones.has(card.zone)),
            _ => true,
        };
        let forbidden = self.forbidden(|cant, context| match cant {
            Prohibition::PlayLand(who, which) => {
                there(which)
                    && self.is_among(player, who, context)
                    && self.test(id.into(), &which.test, &for_player(*context, who, player))
            }
            _ => false,
        });
        if forbidden {
            return Err(Illegal::new(rule!("101.2"), "an effect forbids playing that land"));
        }
        Ok(())
    }

    /// How many lands a player can play this turn (305.2).
    #[must_use]
    pub fn land_plays(&self, player: PlayerId) -> u32 {
        let more = self.rules().mays.iter().map(|rule| match rule.what() {
            Some(Continuous::May(Permission::ExtraLands(who, n))) if self.is_among(player, who, &rule.context()) => *n,
            _ => 0,
        });
        1 + self.player(player).extra_lands + more.sum::<u32>()
    }
}

/// Whether a prohibition speaks of all land cards, wherever they are.
fn all_lands(which: &Filter) -> bool {
    which.test == Test::Any && matches!(which.kind, Kind::Card(zones) if zones == ZoneSet::default())
}
