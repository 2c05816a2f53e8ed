//! Whether expectations hold.

use lawmage_engine::state::player::Standing;
use lawmage_engine::{Entity, GameResult, ObjectId, PlayerId, State};
use lawmage_ir::{CardType, Color, Continuous, CounterKind, Permission, Subtype, Supertype, Zone};

use crate::ability_text;
use crate::answers::is_token;
use crate::designations;
use crate::entry::can;
use crate::known::{known_word, likely_keyword, mana_type, zone};
use crate::model::{Cards, CombatSet, Expectation, OneOrMany, ResultIs, Types};
use crate::refs::{self, Names, fold};
use crate::report::{Outcomes, Trouble};

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
            Expectation::Pt(pt) => {
                let found = self.objects_of(&pt.of, pt.player.as_deref())?;
                let fits = |id: ObjectId| {
                    let chars = state.chars(id);
                    let (power, toughness) =
                        if pt.base { (chars.base_power, chars.base_toughness) } else { (chars.power, chars.toughness) };
                    // 208.3, 107.2: what has no power or toughness counts as 0.
                    pt.power.is_none_or(|p| power.unwrap_or(0) == p)
                        && pt.toughness.is_none_or(|t| toughness.unwrap_or(0) == t)
                };
                let told = |id: ObjectId| {
                    let chars = state.chars(id);
                    let show = |n: Option<i32>| n.map_or_else(|| "none".to_owned(), |n| n.to_string());
                    let (power, toughness) =
                        if pt.base { (chars.base_power, chars.base_toughness) } else { (chars.power, chars.toughness) };
                    format!("{}/{}", show(power), show(toughness))
                };
                let show = |n: Option<i32>| n.map_or_else(|| "any".to_owned(), |n| n.to_string());
                let wanted = format!("{} to be {}/{}", pt.of, show(pt.power), show(pt.toughness));
                self.some(&found, pt.all, fits, told, &wanted)
            }
            Expectation::Counters(counters) => self.counters(counters),
            Expectation::Ability(ability) => self.ability(ability),
            Expectation::Types(types) => {
                self.types(types, "type", |id, word| CardType::from_word(word).is_some_and(|t| state.chars(id).is(t)))
            }
            Expectation::Subtypes(types) => self.types(types, "subtype", |id, word| {
                Subtype::from_word(word).is_some_and(|t| state.chars(id).has_subtype(t))
            }),
            Expectation::Supertypes(types) => self.types(types, "supertype", |id, word| {
                Supertype::from_word(word).is_some_and(|t| state.chars(id).has_supertype(t))
            }),
            Expectation::Colors(types) => self.types(types, "color", |id, word| match Color::from_word(&fold(word)) {
                Some(color) => state.chars(id).colors.has(color),
                None => fold(word) == "colorless" && state.chars(id).colors.is_empty(),
            }),
            Expectation::Tapped(tapped) => {
                let found = self.permanents_of(&tapped.of, tapped.player.as_deref())?;
                let is = |id: &ObjectId| state.permanent(*id).is_some_and(|p| p.tapped);
                let count = found.iter().filter(|id| is(id) == tapped.is).count();
                match tapped.count {
                    Some(wanted) => compare(&format!("{} tapped: {}", tapped.of, tapped.is), &wanted, &count),
                    None if count == found.len() && count > 0 => Ok(()),
                    None => {
                        let is = match found.len() - count {
                            n if n == found.len() => (!tapped.is).to_string(),
                            n => format!("{} for {n} of {}", !tapped.is, found.len()),
                        };
                        Err(Trouble::unmet(format!("{} tapped: {}", tapped.of, tapped.is), is))
                    }
                }
            }
            Expectation::Attached(attached) => self.attached(attached),
            Expectation::Damage(damage) => {
                let found = self.permanents_of(&damage.on, damage.player.as_deref())?;
                let marked = |id: ObjectId| state.permanent(id).map_or(0, |p| p.damage);
                let wanted = format!("damage {} on {}", damage.is, damage.on);
                self.some(&found, false, |id| marked(id) == damage.is, |id| marked(id).to_string(), &wanted)
            }
            Expectation::Mana(mana) => {
                let player = self.player(&mana.player)?;
                let pool = &state.player(player).mana;
                let found = match mana.color.as_deref() {
                    None => pool.total(),
                    Some(word) => pool.of(mana_type(word)?),
                };
                compare("the mana", &mana.is, &found)
            }
            Expectation::Attacking(of) => {
                let found = self.permanents_of(&of.of, of.player.as_deref())?;
                let is = |id: ObjectId| state.attackers().iter().any(|a| a.id == id);
                self.some(
                    &found,
                    !of.is,
                    |id| is(id) == of.is,
                    |id| is(id).to_string(),
                    &format!("{} attacking: {}", of.of, of.is),
                )
            }
            Expectation::Blocking(of) => {
                let found = self.permanents_of(&of.of, of.player.as_deref())?;
                let is = |id: ObjectId| state.combat().is_some_and(|c| c.blocked_by(id).is_some());
                self.some(
                    &found,
                    !of.is,
                    |id| is(id) == of.is,
                    |id| is(id).to_string(),
                    &format!("{} blocking: {}", of.of, of.is),
                )
            }
            Expectation::Attackers(set) => {
                self.combat_set(set, "attackers", state.attackers().iter().map(|a| a.id).collect())
            }
            Expectation::Blockers(set) => {
                let blockers = state.combat().into_iter().flat_map(|c| c.blockers.iter().map(|(b, _)| *b)).collect();
                self.combat_set(set, "blockers", blockers)
            }
            Expectation::Stack(stack) => {
                if let Some(size) = stack.size {
                    compare("objects on the stack", &size, &state.stack().len())?;
                }
                if let Some(object) = &stack.object {
                    let mut found = self.names.among(state, object, state.stack().iter().copied()).len();
                    if found == 0 {
                        // Nothing is called so: what begins so.
                        let begins = |id: &&ObjectId| fold(&state.name_of(**id)).starts_with(&fold(object));
                        found = state.stack().iter().filter(begins).count();
                    }
                    return compare(&format!("{object} on the stack"), &stack.count.unwrap_or(1), &found);
                }
                Ok(())
            }
            Expectation::Can(asked) => {
                let player = self.player_or_active(asked.player.as_deref())?;
                let with = asked.with.as_ref().map(OneOrMany::texts).unwrap_or_default();
                let found = can(state, self.names, player, &asked.what, &with);
                compare(&format!("can “{}”", asked.what), &asked.is, &found)
            }
            Expectation::CanAttack(asked) => {
                let player = self.player_or_active(asked.player.as_deref())?;
                let defender = asked.defender.as_deref().map(|d| self.entity(d)).transpose()?;
                let domain = state.attacks_of(player);
                let found = self.permanents_of(&asked.of, None)?.into_iter().any(|id| {
                    domain.attackers.iter().any(|(a, to)| *a == id && defender.is_none_or(|d| to.contains(&d)))
                });
                compare(&format!("{} can attack", asked.of), &asked.is, &found)
            }
            Expectation::Controller(of) => {
                let found = self.names.anywhere(state, &of.of);
                let Some(id) = found.first() else { return Err(self.nothing(&of.of)) };
                compare(&format!("{}'s controller", of.of), &of.is, &state.player(state.controller(*id)).name)
            }
            Expectation::Monarch(name) => self.player_is("the monarch", name, state.monarch()),
            Expectation::Initiative(name) => self.player_is("the initiative", name, state.initiative()),
            Expectation::ActivePlayer(name) => self.player_is("the active player", name, Some(state.turn().active)),
            Expectation::DayNight(word) => {
                let now = match state.day() {
                    Some(true) => "day",
                    Some(false) => "night",
                    None => "neither",
                };
                compare("day or night", word, &now.to_owned())
            }
            Expectation::Result(result) => self.result(result),
            Expectation::InGame(of) => {
                let player = self.player(&of.player)?;
                compare(&format!("{} in the game", of.player), &of.is, &state.player(player).is_playing())
            }
            Expectation::Turn(turn) => compare("the turn", turn, &state.turn().number),
            Expectation::Emblems(emblems) => {
                let player = emblems.player.as_deref().map(|p| self.player(p)).transpose()?;
                let found = state.command().iter().filter(|id| {
                    state.get(**id).is_some_and(|o| {
                        matches!(o.kind, lawmage_engine::state::object::ObjectKind::Emblem)
                            && player.is_none_or(|p| o.owner == p)
                            && emblems.name.as_deref().is_none_or(|name| is_emblem_of(&state.name_of(**id), name))
                    })
                });
                compare("emblems", &emblems.count, &found.count())
            }
            Expectation::TopRevealed(asked) => {
                let player = self.player_or_active(asked.player.as_deref())?;
                let revealed = state.rules().mays.iter().any(|rule| match rule.what() {
                    Some(Continuous::May(Permission::RevealTop(who))) => state.is_among(player, who, &rule.context()),
                    _ => false,
                });
                compare("the top card of the library is revealed", &asked.is, &revealed)
            }
            Expectation::Designation(of) => designations::holds(state, self.names, of),
            Expectation::Name(asked) => {
                let found = self.objects_of(&asked.of, asked.player.as_deref())?;
                let is = |id: ObjectId| *state.name_of(id) == *asked.is;
                let wanted = format!("{} to be named “{}”", asked.of, asked.is);
                self.some(&found, false, is, |id| format!("“{}”", state.name_of(id)), &wanted)
            }
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

    fn counters(&self, asked: &crate::model::Counters) -> Outcomes<()> {
        let state = self.state;
        let kind = CounterKind::from_word(&asked.kind);
        let what = format!("{} counters on {}", asked.kind, asked.on);
        if let Some(player) = refs::player(state, &asked.on) {
            return compare(&what, &asked.count, &state.player(player).counters.get(&kind));
        }
        let player = asked.player.as_deref().map(|p| self.player(p)).transpose()?;
        let zone = match asked.zone.as_deref() {
            None => Zone::Battlefield,
            Some(word) => zone(word)?,
        };
        let found = self.names.among(state, &asked.on, self.zone(zone, player));
        if found.is_empty() {
            return Err(self.names.nothing(state, &asked.on, format!("there is no {} there", asked.on)));
        }
        let on = |id: ObjectId| state.get(id).map_or(0, |o| o.counters.get(&kind));
        self.some(
            &found,
            false,
            |id| on(id) == asked.count,
            |id| on(id).to_string(),
            &format!("{} {what}", asked.count),
        )
    }

    fn ability(&self, asked: &crate::model::Ability) -> Outcomes<()> {
        let found = self.objects_of(&asked.of, asked.player.as_deref())?;
        if let Some(text) = &asked.has {
            let least = asked.count.unwrap_or(1);
            let exact = asked.count.is_some();
            let fits = |id| {
                let n = ability_text::has(self.state, &self.names.texts, id, text);
                if exact { n == least } else { n >= least }
            };
            let told = |id| crate::words::abilities(self.state, id);
            self.some(&found, asked.all, fits, told, &format!("{} to have {text}", asked.of))
                .map_err(|t| likely_keyword(t, text))?;
        }
        if let Some(text) = &asked.lacks {
            let fits = |id| ability_text::has(self.state, &self.names.texts, id, text) == 0;
            let told = |id| crate::words::abilities(self.state, id);
            self.some(&found, asked.all, fits, told, &format!("{} not to have {text}", asked.of))?;
        }
        Ok(())
    }

    fn types(&self, asked: &Types, kind: &str, is: impl Fn(ObjectId, &str) -> bool) -> Outcomes<()> {
        let state = self.state;
        let lists = [&asked.has, &asked.lacks, &asked.exactly];
        lists.into_iter().flatten().flat_map(OneOrMany::texts).try_for_each(|word| known_word(kind, &word))?;
        let found = match asked.zone.as_deref() {
            None => self.objects_of(&asked.of, asked.player.as_deref())?,
            Some(word) => {
                let player = asked.player.as_deref().map(|p| self.player(p)).transpose()?;
                let found = self.names.among(state, &asked.of, self.zone(zone(word)?, player));
                if found.is_empty() {
                    return Err(self.nothing(&asked.of));
                }
                found
            }
        };
        let line = |id: ObjectId| {
            let chars = state.chars(id);
            if kind == "color" { crate::words::colors(chars) } else { crate::words::type_line(chars) }
        };
        for (wanted, words) in [(true, asked.has.as_ref()), (false, asked.lacks.as_ref())] {
            for word in words.map(OneOrMany::texts).unwrap_or_default() {
                let verb = if wanted { "have" } else { "lack" };
                let told = format!("{} to {verb} the {kind} {word}", asked.of);
                self.some(&found, asked.all, |id| is(id, &word) == wanted, line, &told)?;
            }
        }
        if let Some(words) = asked.exactly.as_ref().map(OneOrMany::texts) {
            let count = |id: ObjectId| {
                let chars = state.chars(id);
                match kind {
                    "type" => chars.types.len() as usize,
                    "color" => chars.colors.len() as usize,
                    "supertype" => Supertype::ALL.iter().filter(|s| chars.has_supertype(**s)).count(),
                    _ => Subtype::all().filter(|s| chars.has_subtype(*s)).count(),
                }
            };
            let fits = |id: ObjectId| count(id) == words.len() && words.iter().all(|w| is(id, w));
            self.some(&found, asked.all, fits, line, &format!("{} to be exactly {}", asked.of, words.join(", ")))?;
        }
        Ok(())
    }

    fn attached(&self, asked: &crate::model::Attached) -> Outcomes<()> {
        let state = self.state;
        let to = asked.to.as_deref().map(|reference| match refs::player(state, reference) {
            Some(player) => vec![Entity::Player(player)],
            None => self.names.among(state, reference, state.permanents()).into_iter().map(Entity::Object).collect(),
        });
        let things = state.permanents().filter(|id| {
            let host = state.permanent(*id).and_then(|p| p.attached_to);
            let is = match &to {
                None => host.is_some(),
                Some(hosts) => host.is_some_and(|h| hosts.contains(&h)),
            };
            is && asked.what.as_ref().is_none_or(|what| self.names.is(state, *id, what))
        });
        let count = things.count();
        let what = format!(
            "{} attached to {}",
            asked.what.as_deref().unwrap_or("things"),
            asked.to.as_deref().unwrap_or("something")
        );
        match asked.count {
            Some(wanted) => compare(&what, &wanted, &count),
            None => compare(&what, &asked.is.unwrap_or(true), &(count > 0)),
        }
    }

    fn combat_set(&self, set: &CombatSet, what: &str, found: Vec<ObjectId>) -> Outcomes<()> {
        let state = self.state;
        let player = set.player.as_deref().map(|p| self.player(p)).transpose()?;
        let mut left: Vec<ObjectId> =
            found.into_iter().filter(|id| player.is_none_or(|p| state.controller(*id) == p)).collect();
        let told: Vec<String> = left.iter().map(|id| state.name_of(*id).to_string()).collect();
        let all = set.exactly.iter().all(|reference| {
            let place = left.iter().position(|id| self.names.is(state, *id, reference));
            place.map(|p| left.remove(p)).is_some()
        });
        if all && left.is_empty() {
            return Ok(());
        }
        let (wanted, found) =
            (set.exactly.join(", "), if told.is_empty() { "none".to_owned() } else { told.join(", ") });
        Err(Trouble::unmet(format!("{what}: {wanted}"), found))
    }

    fn result(&self, result: &ResultIs) -> Outcomes<()> {
        let state = self.state;
        let told = match state.result() {
            None => "the game goes on".to_owned(),
            Some(GameResult::Draw(rule)) => format!("a draw ({rule})"),
            Some(GameResult::Won(players)) => {
                let names: Vec<&str> = players.iter().map(|p| state.player(*p).name.as_str()).collect();
                format!("won by {}", names.join(", "))
            }
        };
        let ResultIs::Of(of) = result else {
            let ResultIs::Word(word) = result else { return Ok(()) };
            if word != "draw" {
                return Err(Trouble::no_such("there is no result", word, &["draw", "won", "lost"], "results"));
            }
            let drawn = matches!(state.result(), Some(GameResult::Draw(_)));
            return if drawn { Ok(()) } else { Err(Trouble::unmet("a draw", told)) };
        };
        let won = |p: PlayerId| matches!(state.result(), Some(GameResult::Won(players)) if players.contains(&p));
        let lost = |p: PlayerId| {
            let beaten = matches!(state.result(), Some(GameResult::Won(players)) if !players.contains(&p));
            match state.player(p).standing {
                Standing::Playing => beaten,
                Standing::Drew => false, // 801.15
                Standing::Lost(_) | Standing::Conceded => true,
            }
        };
        type Asked<'a> = (&'a Option<String>, &'a str, bool, &'a dyn Fn(PlayerId) -> bool);
        let asked: [Asked<'_>; 4] = [
            (&of.won, "won", true, &won),
            (&of.lost, "lost", true, &lost),
            (&of.not_won, "not won", false, &won),
            (&of.not_lost, "not lost", false, &lost),
        ];
        for (name, word, wanted, is) in asked {
            let Some(name) = name else { continue };
            if is(self.player(name)?) != wanted {
                return Err(Trouble::unmet(format!("{name} has {word}"), told));
            }
        }
        Ok(())
    }
}

/// Emblems are called by what made them, with or without the word.
fn is_emblem_of(name: &str, wanted: &str) -> bool {
    let bare = |text: &str| fold(text).replace("emblem", "").trim().to_owned();
    bare(name) == bare(wanted)
}
