//! Whether expectations of single objects hold: their characteristics, their state, what is on them.

use lawmage_engine::{Entity, ObjectId};
use lawmage_ir::{CounterKind, Subtype, Supertype, Zone};

use super::{Look, compare};
use crate::ability_text;
use crate::known::{known_word, likely_keyword, zone};
use crate::model::{Ability, Attached, Counters, Damage, NameIs, OfIs2, OneOrMany, Pt, Tapped, Types};
use crate::refs;
use crate::report::{Outcomes, Trouble};

impl Look<'_> {
    pub(super) fn pt(&self, asked: &Pt) -> Outcomes<()> {
        let state = self.state;
        let found = self.objects_of(&asked.of, asked.player.as_deref())?;
        let fits = |id: ObjectId| {
            let chars = state.chars(id);
            let (power, toughness) =
                if asked.base { (chars.base_power, chars.base_toughness) } else { (chars.power, chars.toughness) };
            // 208.3, 107.2: what has no power or toughness counts as 0.
            asked.power.is_none_or(|p| power.unwrap_or(0) == p)
                && asked.toughness.is_none_or(|t| toughness.unwrap_or(0) == t)
        };
        let told = |id: ObjectId| {
            let chars = state.chars(id);
            let show = |n: Option<i32>| n.map_or_else(|| "none".to_owned(), |n| n.to_string());
            let (power, toughness) =
                if asked.base { (chars.base_power, chars.base_toughness) } else { (chars.power, chars.toughness) };
            format!("{}/{}", show(power), show(toughness))
        };
        let show = |n: Option<i32>| n.map_or_else(|| "any".to_owned(), |n| n.to_string());
        let wanted = format!("{} to be {}/{}", asked.of, show(asked.power), show(asked.toughness));
        self.some(&found, asked.all, fits, told, &wanted)
    }

    pub(super) fn tapped(&self, asked: &Tapped) -> Outcomes<()> {
        let state = self.state;
        let found = self.permanents_of(&asked.of, asked.player.as_deref())?;
        let is = |id: &ObjectId| state.permanent(*id).is_some_and(|p| p.tapped);
        let count = found.iter().filter(|id| is(id) == asked.is).count();
        match asked.count {
            Some(wanted) => compare(&format!("{} tapped: {}", asked.of, asked.is), &wanted, &count),
            None if count == found.len() && count > 0 => Ok(()),
            None => {
                let is = match found.len() - count {
                    n if n == found.len() => (!asked.is).to_string(),
                    n => format!("{} for {n} of {}", !asked.is, found.len()),
                };
                Err(Trouble::unmet(format!("{} tapped: {}", asked.of, asked.is), is))
            }
        }
    }

    pub(super) fn damage(&self, asked: &Damage) -> Outcomes<()> {
        let state = self.state;
        let found = self.permanents_of(&asked.on, asked.player.as_deref())?;
        let marked = |id: ObjectId| state.permanent(id).map_or(0, |p| p.damage);
        let wanted = format!("damage {} on {}", asked.is, asked.on);
        self.some(&found, false, |id| marked(id) == asked.is, |id| marked(id).to_string(), &wanted)
    }

    pub(super) fn controller(&self, asked: &OfIs2) -> Outcomes<()> {
        let state = self.state;
        let found = self.names.anywhere(state, &asked.of);
        let Some(id) = found.first() else { return Err(self.nothing(&asked.of)) };
        compare(&format!("{}'s controller", asked.of), &asked.is, &state.player(state.controller(*id)).name)
    }

    pub(super) fn name(&self, asked: &NameIs) -> Outcomes<()> {
        let state = self.state;
        let found = self.objects_of(&asked.of, asked.player.as_deref())?;
        let is = |id: ObjectId| *state.name_of(id) == *asked.is;
        let wanted = format!("{} to be named “{}”", asked.of, asked.is);
        self.some(&found, false, is, |id| format!("“{}”", state.name_of(id)), &wanted)
    }

    pub(super) fn counters(&self, asked: &Counters) -> Outcomes<()> {
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

    pub(super) fn ability(&self, asked: &Ability) -> Outcomes<()> {
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

    pub(super) fn types(&self, asked: &Types, kind: &str, is: impl Fn(ObjectId, &str) -> bool) -> Outcomes<()> {
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
                    _ => {
                        let own = chars.subtypes.listed.iter().filter(|s| s.is_own());
                        Subtype::all().filter(|s| chars.has_subtype(*s)).count() + own.count()
                    }
                }
            };
            let fits = |id: ObjectId| count(id) == words.len() && words.iter().all(|w| is(id, w));
            self.some(&found, asked.all, fits, line, &format!("{} to be exactly {}", asked.of, words.join(", ")))?;
        }
        Ok(())
    }

    pub(super) fn attached(&self, asked: &Attached) -> Outcomes<()> {
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
}
