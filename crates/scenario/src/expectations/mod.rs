//! Whether expectations hold.

use lawmage_engine::{Entity, ObjectId, PlayerId, State};
use lawmage_ir::{CardType, Color, Subtype, Supertype, Zone};

use crate::answers::is_token;
use crate::designations;
use crate::entry::can;
use crate::model::{Cards, Expectation, OneOrMany};
use crate::refs::{self, Names, fold};
use crate::report::{Outcomes, Trouble};

mod combat;
mod game;
mod objects;

/// What is looked at.
struct Look<'a> {
    state: &'a State,
    names: &'a Names,
}

/// Fails when an expectation does not hold.
pub(crate) fn holds(expectation: &Expectation, state: &State, names: &Names) -> Outcomes<()> {
    Look { state, names }.holds(expectation)
}

pub(crate) fn compare<T: PartialEq + std::fmt::Display>(what: &str, wanted: &T, found: &T) -> Outcomes<()> {
    if wanted == found { Ok(()) } else { Err(Trouble::unmet(format!("{what}: {wanted}"), found.to_string())) }
}

impl Look<'_> {
    fn holds(&self, expectation: &Expectation) -> Outcomes<()> {
        let state = self.state;
        match expectation {
            Expectation::Life(life) => {
                let player = self.player(&life.player)?;
                compare(&format!("{}'s life", life.player), &life.is, &state.player(player).life)
            }
            Expectation::Permanents(cards) => self.count(cards, Zone::Battlefield),
            Expectation::Hand(cards) => self.count(cards, Zone::Hand),
            Expectation::Graveyard(cards) => self.count(cards, Zone::Graveyard),
            Expectation::Exile(cards) => self.count(cards, Zone::Exile),
            Expectation::Command(cards) => self.count(cards, Zone::Command),
            Expectation::Library(cards) => match cards.at {
                Some(at) => self.library_at(cards, at),
                None => self.count(cards, Zone::Library),
            },
            Expectation::Pt(asked) => self.pt(asked),
            Expectation::Counters(counters) => self.counters(counters),
            Expectation::Ability(ability) => self.ability(ability),
            Expectation::Types(types) => {
                self.types(types, "type", |id, word| CardType::from_word(word).is_some_and(|t| state.chars(id).is(t)))
            }
            Expectation::Subtypes(types) => self.types(types, "subtype", |id, word| {
                let chars = state.chars(id);
                let own = || chars.subtypes.listed.iter().any(|s| s.is_own() && s.word().eq_ignore_ascii_case(word));
                Subtype::from_word(word).is_some_and(|t| chars.has_subtype(t)) || own()
            }),
            Expectation::Supertypes(types) => self.types(types, "supertype", |id, word| {
                Supertype::from_word(word).is_some_and(|t| state.chars(id).has_supertype(t))
            }),
            Expectation::Colors(types) => self.types(types, "color", |id, word| match Color::from_word(&fold(word)) {
                Some(color) => state.chars(id).colors.has(color),
                None => fold(word) == "colorless" && state.chars(id).colors.is_empty(),
            }),
            Expectation::Tapped(asked) => self.tapped(asked),
            Expectation::Attached(attached) => self.attached(attached),
            Expectation::Damage(asked) => self.damage(asked),
            Expectation::Mana(asked) => self.mana(asked),
            Expectation::Attacking(asked) => self.attacking(asked),
            Expectation::Blocking(asked) => self.blocking(asked),
            Expectation::Attackers(set) => {
                self.combat_set(set, "attackers", state.attackers().iter().map(|a| a.id).collect())
            }
            Expectation::Blockers(set) => {
                let blockers = state.combat().into_iter().flat_map(|c| c.blockers.iter().map(|(b, _)| *b)).collect();
                self.combat_set(set, "blockers", blockers)
            }
            Expectation::Stack(asked) => self.stack(asked),
            Expectation::Can(asked) => {
                let player = self.player_or_active(asked.player.as_deref())?;
                let with = asked.with.as_ref().map(OneOrMany::texts).unwrap_or_default();
                let found = can(state, self.names, player, &asked.what, &with);
                compare(&format!("can “{}”", asked.what), &asked.is, &found)
            }
            Expectation::CanAttack(asked) => self.can_attack(asked),
            Expectation::Controller(asked) => self.controller(asked),
            Expectation::Monarch(name) => self.player_is("the monarch", name, state.monarch()),
            Expectation::Initiative(name) => self.player_is("the initiative", name, state.initiative()),
            Expectation::ActivePlayer(name) => self.player_is("the active player", name, Some(state.turn().active)),
            Expectation::DayNight(asked) => self.day_night(asked),
            Expectation::Result(result) => self.result(result),
            Expectation::InGame(of) => {
                let player = self.player(&of.player)?;
                compare(&format!("{} in the game", of.player), &of.is, &state.player(player).is_playing())
            }
            Expectation::Turn(turn) => compare("the turn", turn, &state.turn().number),
            Expectation::Emblems(asked) => self.emblems(asked),
            Expectation::TopRevealed(asked) => self.top_revealed(asked),
            Expectation::Designation(of) => designations::holds(state, self.names, of),
            Expectation::Name(asked) => self.name(asked),
            Expectation::Deck(asked) => self.deck(asked),
            Expectation::ColorIdentity(asked) => self.color_identity(asked),
            Expectation::Stickers(asked) => {
                crate::stickers::holds(state, &self.objects_of(&asked.on, asked.player.as_deref())?, asked)
            }
        }
    }

    fn player(&self, name: &str) -> Outcomes<PlayerId> {
        refs::known_player(self.state, name)
    }

    fn player_or_active(&self, name: Option<&str>) -> Outcomes<PlayerId> {
        name.map_or(Ok(self.state.turn().active), |name| self.player(name))
    }

    fn entity(&self, reference: &str) -> Outcomes<Entity> {
        self.names.entity(self.state, reference).ok_or_else(|| self.nothing(reference))
    }

    fn player_is(&self, what: &str, name: &str, found: Option<PlayerId>) -> Outcomes<()> {
        if name != "none" {
            self.player(name)?;
        }
        let found = found.map_or("none", |p| self.state.player(p).name.as_str());
        compare(what, &name, &found)
    }

    /// The permanents a reference means; that there is none fails.
    fn permanents_of(&self, reference: &str, player: Option<&str>) -> Outcomes<Vec<ObjectId>> {
        self.known(reference)?;
        let player = player.map(|p| self.player(p)).transpose()?;
        let state = self.state;
        let all = state.permanents().filter(|id| player.is_none_or(|p| state.controller(*id) == p));
        let found = self.names.among(state, reference, all);
        if found.is_empty() {
            let what = format!("there is no {reference} on the battlefield");
            return Err(self.names.nothing(state, reference, what));
        }
        Ok(found)
    }

    /// The permanents a reference means, or where there is none the objects elsewhere: spells first.
    fn objects_of(&self, reference: &str, player: Option<&str>) -> Outcomes<Vec<ObjectId>> {
        self.permanents_of(reference, player).or_else(|trouble| {
            let player = player.map(|p| self.player(p)).transpose()?;
            let mut found = self.names.anywhere(self.state, reference);
            found.retain(|id| player.is_none_or(|p| self.state.controller(*id) == p));
            if found.is_empty() { Err(trouble) } else { Ok(found) }
        })
    }

    fn nothing(&self, reference: &str) -> Trouble {
        self.names.nothing(self.state, reference, format!("{reference} matches nothing"))
    }

    /// An alias that the scenario never gives is an error.
    fn known(&self, reference: &str) -> Outcomes<()> {
        match reference.strip_prefix('@') {
            Some(alias) if !self.names.knows(alias) => Err(self.names.unknown_alias(reference)),
            _ => Ok(()),
        }
    }

    fn some(
        &self,
        found: &[ObjectId],
        all: bool,
        fits: impl Fn(ObjectId) -> bool,
        told: impl Fn(ObjectId) -> String,
        wanted: &str,
    ) -> Outcomes<()> {
        let good = if all { found.iter().all(|id| fits(*id)) } else { found.iter().any(|id| fits(*id)) };
        if good {
            return Ok(());
        }
        let told: Vec<String> = found.iter().map(|id| told(*id)).collect();
        Err(Trouble::unmet(wanted, told.join(", ")))
    }

    /// The objects of a zone, of one player or all.
    fn zone(&self, zone: Zone, player: Option<PlayerId>) -> Vec<ObjectId> {
        let state = self.state;
        match zone {
            Zone::Battlefield => {
                state.permanents().filter(|id| player.is_none_or(|p| state.controller(*id) == p)).collect()
            }
            Zone::Exile | Zone::Command | Zone::Stack => {
                let owner = |id: &ObjectId| state.get(*id).map(|o| o.owner);
                let all = state.zone(zone, PlayerId(0)).iter().copied();
                all.filter(|id| player.is_none_or(|p| owner(id) == Some(p))).collect()
            }
            _ => state
                .seats()
                .filter(|p| player.is_none_or(|q| q == *p))
                .flat_map(|p| state.zone(zone, p).to_vec())
                .collect(),
        }
    }

    fn count(&self, cards: &Cards, zone: Zone) -> Outcomes<()> {
        let state = self.state;
        let player = cards.player.as_deref().map(|p| self.player(p)).transpose()?;
        let mut found = self.zone(zone, player);
        if let Some(card) = &cards.card {
            self.known(card)?;
            found = self.names.among(state, card, found);
        }
        if let Some(tapped) = cards.tapped {
            found.retain(|id| state.permanent(*id).is_some_and(|p| p.tapped == tapped));
        }
        if let Some(token) = cards.token {
            found.retain(|id| is_token(state, *id) == token);
        }
        let what = cards.card.as_deref().unwrap_or("cards");
        let whose = cards.player.as_deref().map_or_else(String::new, |p| format!("{p}'s "));
        match cards.count {
            Some(count) => compare(&format!("{what} in {whose}{}", zone.word()), &(count as usize), &found.len()),
            None if found.is_empty() => {
                let is = match self.zone(zone, player).len() {
                    0 => "empty".to_owned(),
                    n => format!("not among the {n} there"),
                };
                Err(Trouble::unmet(format!("{what} in {whose}{}", zone.word()), is))
            }
            None => Ok(()),
        }
    }

    fn library_at(&self, cards: &Cards, at: usize) -> Outcomes<()> {
        let player = self.player_or_active(cards.player.as_deref())?;
        let library = &self.state.player(player).library;
        let card = cards.card.as_deref().unwrap_or_default();
        let found = at.checked_sub(1).and_then(|i| library.get(i)).copied();
        if found.is_some_and(|id| self.names.is(self.state, id, card)) {
            return Ok(());
        }
        let is = found.map_or_else(|| "nothing".to_owned(), |id| self.state.name_of(id).to_string());
        Err(Trouble::unmet(format!("{card} as card {at} of the library"), is))
    }
}
