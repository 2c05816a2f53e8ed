//! References to objects and players.

use std::collections::BTreeMap;

use lawmage_engine::state::object::ObjectKind;
use lawmage_engine::state::stack::StackKind;
use lawmage_engine::{Entity, ObjectId, PlayerId, State};
use lawmage_ir::{Rule, Zone};

use crate::ability_text::ability_starts;
use crate::report::{Outcomes, Trouble};
use crate::texts::Texts;

/// What the script calls things.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    aliases: BTreeMap<String, ObjectId>,
    /// Printed texts.
    pub texts: Texts,
    /// The rules that each player's deck breaks, where the scenario asks.
    pub decks: Vec<Vec<Rule>>,
}

/// A reference taken apart.
struct Parts<'r> {
    name: &'r str,
    number: Option<usize>,
    copy: Option<bool>,
    /// Whether an ability on the stack is meant, or a spell; else what is called so.
    ability: Option<bool>,
}

impl Names {
    /// Names an object.
    pub(crate) fn name(&mut self, alias: &str, id: ObjectId) {
        self.aliases.insert(alias.trim_start_matches('@').to_owned(), id);
    }

    /// What an alias is now (400.7: what it has become).
    fn alias(&self, state: &State, alias: &str) -> Option<ObjectId> {
        let id = *self.aliases.get(alias)?;
        let now = state.current(id);
        // Only cards are followed (400.7): what took the place of a token is another object.
        let kind = &state.get(now)?.kind;
        (now == id || matches!(kind, ObjectKind::Card(_))).then_some(now).filter(|_| *kind != ObjectKind::Vacant)
    }

    /// Whether something of that name has been named by the script.
    pub(crate) fn knows(&self, alias: &str) -> bool {
        self.aliases.contains_key(alias)
    }

    /// That no alias is such.
    pub(crate) fn unknown_alias(&self, reference: &str) -> Trouble {
        let known: Vec<String> = self.aliases.keys().map(|alias| format!("@{alias}")).collect();
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        let trouble = Trouble::error(format!("nothing is called {reference}")).about(reference);
        match lawmage_cards::suggest::nearest(reference, known.iter().copied(), 1).first() {
            Some(near) => trouble.hint(format!("did you mean {near}?")),
            None => trouble.hint("a card of the position gets a name by “as”"),
        }
    }

    /// That a reference matches nothing, with the nearest name there is.
    pub(crate) fn nothing(&self, state: &State, reference: &str, what: String) -> Trouble {
        let trouble = Trouble::fail(what).about(reference);
        match self.near(state, reference) {
            Some(near) => trouble.hint(format!("did you mean {near}?")),
            None => trouble,
        }
    }

    /// The name of an object or player nearest to a reference that matches nothing.
    pub(crate) fn near(&self, state: &State, reference: &str) -> Option<String> {
        let wanted = fold(parts(reference).name);
        let mut known: Vec<String> = state.seats().map(|p| state.player(p).name.clone()).collect();
        let ids = state.permanents().chain(state.stack().iter().copied()).chain(others(state));
        known.extend(ids.map(|id| state.name_of(id).to_string()));
        known.sort_unstable();
        known.dedup();
        let folded: Vec<String> = known.iter().map(|name| fold(name)).collect();
        let near = lawmage_cards::suggest::nearest(&wanted, folded.iter().map(String::as_str), 1).first().copied()?;
        let place = folded.iter().position(|name| name == near).filter(|_| *near != *wanted)?;
        known.get(place).cloned()
    }

    /// Whether an object is, or was as it last existed, what the reference speaks of.
    pub(crate) fn was(&self, state: &State, id: ObjectId, reference: &str) -> bool {
        if self.is(state, id, reference) {
            return true;
        }
        if let Some(alias) = reference.strip_prefix('@') {
            return self.aliases.get(alias).is_some_and(|named| named.slot == id.slot);
        }
        state.get(id).is_none() && fold(&state.name_of(id)) == fold(parts(reference).name)
    }

    /// Whether an object is what the reference speaks of, its number aside.
    pub(crate) fn is(&self, state: &State, id: ObjectId, reference: &str) -> bool {
        if let Some(alias) = reference.strip_prefix('@') {
            return self.alias(state, alias) == Some(id);
        }
        let parts = parts(reference);
        let Some(object) = state.get(id) else {
            // What is no longer there is called what it last was.
            return fold(&state.name_of(id)) == fold(parts.name);
        };
        if parts.copy.is_some_and(|wanted| wanted != is_copy(state, id) && object.kind != ObjectKind::Ability) {
            return false;
        }
        let is_ability = object.kind == ObjectKind::Ability;
        if parts.ability.is_some_and(|wanted| object.zone != Zone::Stack || wanted != is_ability) {
            return false;
        }
        let face_down = state.is_face_down(id);
        if fold(parts.name) == "(face down)" || parts.name.is_empty() {
            return face_down || state.is_concealed(id);
        }
        let wanted = fold(parts.name);
        let name = fold(&state.name_of(id));
        // 111.4: "Goblin Token" is called "Goblin".
        if name == wanted || name.strip_suffix(" token") == Some(wanted.as_str()) {
            return true;
        }
        // A permanent with halves is called by the name of a door, locked or not.
        if let Some(halves) = state.halves(id)
            && halves.named(|half| fold(half) == wanted).is_some()
        {
            return true;
        }
        if object.kind == ObjectKind::Ability {
            let Some(item) = object.stack.as_deref() else { return false };
            let key = match item.kind {
                StackKind::Activated { key, .. } => Some(key),
                StackKind::Triggered { key, .. } => key,
                StackKind::Spell => None,
            };
            return key.is_some() && ability_starts(state, &self.texts, item.source, key, parts.name);
        }
        // A card is known by its full name and by that of each face, where it is no permanent.
        match object.kind {
            ObjectKind::Card(card) if !face_down && object.zone != Zone::Battlefield => state
                .cards()
                .get(usize::from(card))
                .is_some_and(|def| fold(&def.card.name) == wanted || def.faces.iter().any(|f| fold(&f.name) == wanted)),
            // A permanent by its card's full name, unless it is a copy of something else.
            ObjectKind::Card(card) if !face_down => state.cards().get(usize::from(card)).is_some_and(|def| {
                fold(&def.card.name) == wanted && def.faces.iter().any(|face| fold(&face.name) == name)
            }),
            _ => false,
        }
    }

    /// The objects that a reference speaks of among these, in timestamp order; one when it has a number.
    pub(crate) fn among(
        &self,
        state: &State,
        reference: &str,
        all: impl IntoIterator<Item = ObjectId>,
    ) -> Vec<ObjectId> {
        let mut found: Vec<ObjectId> = all.into_iter().filter(|id| self.is(state, *id, reference)).collect();
        found.sort_by_key(|id| state.get(*id).map_or(0, |o| o.timestamp));
        match parts(reference).number {
            Some(number) if !reference.starts_with('@') => {
                found.get(number.saturating_sub(1)).copied().into_iter().collect()
            }
            _ => found,
        }
    }

    /// Everything in any zone that a reference speaks of: permanents first, then the stack, then the rest.
    pub(crate) fn anywhere(&self, state: &State, reference: &str) -> Vec<ObjectId> {
        for ids in [state.permanents().collect::<Vec<_>>(), state.stack().to_vec(), others(state)] {
            let found = self.among(state, reference, ids);
            if !found.is_empty() {
                return found;
            }
        }
        Vec::new()
    }

    /// A player or the first object of that reference.
    pub(crate) fn entity(&self, state: &State, reference: &str) -> Option<Entity> {
        player(state, reference)
            .map(Entity::Player)
            .or_else(|| self.anywhere(state, reference).first().copied().map(Entity::Object))
    }
}

/// The player of that name; that there is none is an error.
pub(crate) fn known_player(state: &State, name: &str) -> Outcomes<PlayerId> {
    player(state, name).ok_or_else(|| {
        let names: Vec<&str> = state.seats().map(|p| state.player(p).name.as_str()).collect();
        Trouble::no_such("there is no player", name, &names, "players")
    })
}

/// The player of that name.
pub(crate) fn player(state: &State, name: &str) -> Option<PlayerId> {
    state.seats().find(|p| state.player(*p).name == name)
}

/// Objects off the battlefield and the stack.
fn others(state: &State) -> Vec<ObjectId> {
    let mut all = Vec::new();
    for player in state.players() {
        all.extend(player.hand.iter().chain(&player.graveyard));
    }
    all.extend(state.exile().iter().chain(state.command()));
    for player in state.players() {
        all.extend(&player.library);
    }
    all
}

fn parts(reference: &str) -> Parts<'_> {
    let mut name = reference.trim();
    let mut copy = None;
    if let Some(rest) = name.strip_suffix("(copy)") {
        (name, copy) = (rest.trim_end(), Some(true));
    } else if let Some(rest) = name.strip_suffix("(original)") {
        (name, copy) = (rest.trim_end(), Some(false));
    }
    let mut ability = None;
    if let Some(rest) = name.strip_suffix("(ability)") {
        (name, ability) = (rest.trim_end(), Some(true));
    } else if let Some(rest) = name.strip_suffix("(spell)") {
        (name, ability) = (rest.trim_end(), Some(false));
    }
    let mut number = None;
    if let Some((rest, digits)) = name.rsplit_once('#')
        && let Ok(n) = digits.parse()
    {
        (name, number) = (rest, Some(n));
    }
    Parts { name, number, copy, ability }
}

/// Whether an object is a copy of another: a copied spell, a token with the name of a card in the game, a card that is
/// called otherwise than it is printed.
fn is_copy(state: &State, id: ObjectId) -> bool {
    let Some(object) = state.get(id) else { return false };
    let printed = |name: &str| state.cards().iter().any(|def| def.faces.iter().any(|f| *f.name == *name));
    match object.kind {
        ObjectKind::Copy => true,
        ObjectKind::Token => printed(&object.base.name),
        ObjectKind::Card(card) => {
            let named = |name: &str| {
                state.cards().get(usize::from(card)).is_some_and(|def| def.faces.iter().any(|f| *f.name == *name))
            };
            !state.is_face_down(id) && !named(&state.copiable(id).name)
        }
        _ => false,
    }
}

/// A name without capitals and typographic marks.
pub(crate) fn fold(text: &str) -> String {
    text.trim().chars().map(|c| if c == '’' { '\'' } else { c }).flat_map(char::to_lowercase).collect()
}
