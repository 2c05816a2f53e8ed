//! Whether expectations of the game, its players and its stack hold.

use lawmage_engine::state::player::Standing;
use lawmage_engine::{GameResult, ObjectId, PlayerId};
use lawmage_ir::{Color, ColorSet, Continuous, Permission, Rule};

use super::{Look, compare};
use crate::known::mana_type;
use crate::model::{DeckIs, Emblems, IdentityIs, ManaIs, ResultIs, StackIs, TopRevealed};
use crate::refs::fold;
use crate::report::{Outcomes, Trouble};

impl Look<'_> {
    pub(super) fn mana(&self, asked: &ManaIs) -> Outcomes<()> {
        let state = self.state;
        let player = self.player(&asked.player)?;
        let pool = &state.player(player).mana;
        let found = match asked.color.as_deref() {
            None => pool.total(),
            Some(word) => pool.of(mana_type(word)?),
        };
        compare("the mana", &asked.is, &found)
    }

    pub(super) fn stack(&self, asked: &StackIs) -> Outcomes<()> {
        let state = self.state;
        if let Some(size) = asked.size {
            compare("objects on the stack", &size, &state.stack().len())?;
        }
        if let Some(object) = &asked.object {
            let mut found = self.names.among(state, object, state.stack().iter().copied()).len();
            if found == 0 {
                // Nothing is called so: what begins so.
                let begins = |id: &&ObjectId| fold(&state.name_of(**id)).starts_with(&fold(object));
                found = state.stack().iter().filter(begins).count();
            }
            return compare(&format!("{object} on the stack"), &asked.count.unwrap_or(1), &found);
        }
        Ok(())
    }

    pub(super) fn emblems(&self, asked: &Emblems) -> Outcomes<()> {
        let state = self.state;
        let player = asked.player.as_deref().map(|p| self.player(p)).transpose()?;
        let found = state.command().iter().filter(|id| {
            state.get(**id).is_some_and(|o| {
                matches!(o.kind, lawmage_engine::state::object::ObjectKind::Emblem)
                    && player.is_none_or(|p| o.owner == p)
                    && asked.name.as_deref().is_none_or(|name| is_emblem_of(&state.name_of(**id), name))
            })
        });
        compare("emblems", &asked.count, &found.count())
    }

    pub(super) fn top_revealed(&self, asked: &TopRevealed) -> Outcomes<()> {
        let state = self.state;
        let player = self.player_or_active(asked.player.as_deref())?;
        let revealed = state.rules().mays.iter().any(|rule| match rule.what() {
            Some(Continuous::May(Permission::RevealTop(who))) => state.is_among(player, who, &rule.context()),
            _ => false,
        });
        compare("the top card of the library is revealed", &asked.is, &revealed)
    }

    pub(super) fn deck(&self, asked: &DeckIs) -> Outcomes<()> {
        let told = |rules: &[Rule]| {
            let rules: Vec<String> = rules.iter().map(Rule::to_string).collect();
            if rules.is_empty() { "nothing".to_owned() } else { rules.join(", ") }
        };
        let found = self.names.decks.get(self.player(&asked.player)?.index()).map(Vec::as_slice).unwrap_or_default();
        compare(&format!("{}'s deck breaks", asked.player), &told(&asked.breaks), &told(found))
    }

    pub(super) fn color_identity(&self, asked: &IdentityIs) -> Outcomes<()> {
        let known = self.state.cards().iter().find(|def| fold(&def.card.name) == fold(&asked.of));
        let Some(known) = known else { return Err(Trouble::error(format!("no card is named {}", asked.of))) };
        let told = |colors: ColorSet| colors.iter().map(Color::word).collect::<Vec<_>>().join(", ");
        let wanted = asked
            .exactly
            .iter()
            .map(|word| Color::from_word(&fold(word)).ok_or_else(|| Trouble::error(format!("{word} is no color"))));
        let wanted: ColorSet = wanted.collect::<Outcomes<Vec<Color>>>()?.into_iter().collect();
        compare(&format!("the color identity of {}", asked.of), &told(wanted), &told(known.card.identity))
    }

    pub(super) fn day_night(&self, asked: &str) -> Outcomes<()> {
        let state = self.state;
        let now = match state.day() {
            Some(true) => "day",
            Some(false) => "night",
            None => "neither",
        };
        compare("day or night", &asked, &now)
    }

    pub(super) fn result(&self, result: &ResultIs) -> Outcomes<()> {
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
