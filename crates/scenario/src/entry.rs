//! Taking one entry of the script.

use lawmage_engine::procedure::shortcut::GameChoice;
use lawmage_engine::state::object::{Object, ObjectKind};
use lawmage_engine::table::action::SpecialAction;
use lawmage_engine::table::action::{Way, WayKind};
use lawmage_engine::{Action, Illegal, ObjectId, PlayerId, State};
use lawmage_ir::{CostLabel, CounterKind, rule};

use crate::ability_text::{ability_starts, activated};
use crate::desk::Announcing;
use crate::driver::Stage;
use crate::kind::day_night;
use crate::model::{AddCounters, Edit, Entry, Fails, OneOrMany, Resolve};
use crate::refs::Names;
use crate::report::{Outcomes, Trouble};
use crate::special_actions::{turn_up, unlock};
use crate::ways;

/// What came of an entry.
pub(crate) enum Done {
    /// It is done; the player still has priority.
    Yes,
    /// It goes on; the player passes.
    Pass,
    /// It is done, and the player may be gone.
    Gone,
}

/// Takes an entry for the player who has priority.
pub(crate) fn take(stage: &mut Stage<'_>, player: PlayerId, index: usize) -> Outcomes<Done> {
    let line = stage.desk.script[index].line;
    let entry = stage.desk.script[index].entry.clone();
    take_entry(stage, player, index, &entry).map_err(|t| t.at(line))
}

fn take_entry(stage: &mut Stage<'_>, player: PlayerId, index: usize, entry: &Entry) -> Outcomes<Done> {
    if let Some(check) = &entry.check {
        stage.state.refresh();
        for expectation in check {
            stage.expect(expectation)?;
        }
        return Ok(Done::Yes);
    }
    if let Some(resolve) = &entry.resolve {
        return Ok(resolving(stage, index, resolve));
    }
    if entry.concede == Some(true) {
        stage.with(|game| {
            game.concede(player);
            Ok(())
        })?;
        return Ok(Done::Gone);
    }
    if let Some(add) = &entry.add_counters {
        add_counters(stage, add)?;
        return Ok(Done::Yes);
    }
    if let Some(edit) = &entry.set {
        set(&mut stage.state, player, edit)?;
        return Ok(Done::Yes);
    }
    if let Some(what) = &entry.shortcut {
        let refusal = crate::shortcut::propose(stage, player, entry, what)?;
        stage.desk.refused(&stage.state, index, refusal)?;
        return Ok(Done::Gone);
    }
    let refusal = act(stage, player, entry)?;
    stage.desk.refused(&stage.state, index, refusal)?;
    Ok(Done::Yes)
}

/// Passes until the stack is empty, or so many objects have resolved.
fn resolving(stage: &mut Stage<'_>, index: usize, resolve: &Resolve) -> Done {
    let begun = *stage.resolving.entry(index).or_insert(stage.desk.resolved);
    let enough = matches!(resolve, Resolve::Count(n) if stage.desk.resolved >= begun.saturating_add(*n));
    if stage.state.stack().is_empty() || enough {
        stage.resolving.remove(&index);
        return Done::Yes;
    }
    Done::Pass
}

fn add_counters(stage: &mut Stage<'_>, add: &AddCounters) -> Outcomes<()> {
    let kind = CounterKind::from_word(&add.kind);
    match stage.desk.names.entity(&stage.state, &add.on) {
        Some(lawmage_engine::Entity::Player(player)) => {
            stage.state.player_mut(player).counters.add(&kind, add.count);
        }
        Some(lawmage_engine::Entity::Object(id)) => {
            let stamp = stage.state.stamp();
            if let Some(object) = stage.state.get_mut(id) {
                object.counters.add_at(&kind, add.count, stamp);
            }
        }
        None => return Err(stage.desk.names.nothing(&stage.state, &add.on, format!("{} matches nothing", add.on))),
    }
    stage.state.touch();
    stage.state.refresh();
    Ok(())
}

fn set(state: &mut State, player: PlayerId, edit: &Edit) -> Outcomes<()> {
    if let Some(life) = edit.life {
        state.player_mut(player).life = life;
    }
    if let Some(word) = &edit.day_night {
        state.set_day(day_night(word)?);
    }
    state.touch();
    state.refresh();
    Ok(())
}

/// What an entry says about the action that it takes.
pub(crate) fn announcing(player: PlayerId, entry: &Entry, with: Vec<String>, unpaid: Vec<String>) -> Announcing {
    let texts = |said: &Option<OneOrMany>| said.as_ref().map(OneOrMany::texts).unwrap_or_default();
    Announcing {
        player,
        targets: texts(&entry.targets),
        x: entry.x,
        x_taken: None,
        modes: texts(&entry.modes),
        modes_said: entry.modes.is_some(),
        with,
        makes: entry.mana.as_deref().or(entry.activate.as_deref()).and_then(mana_added),
        unpaid,
    }
}

/// The symbols after "Add" in an ability's text.
fn mana_added(text: &str) -> Option<String> {
    let rest = text.split_once("Add ")?.1;
    let end = rest
        .rmatch_indices('}')
        .map(|(at, _)| at + 1)
        .find(|end| !rest.get(..*end).unwrap_or_default().contains(' '))?;
    rest.get(..end).map(str::to_owned)
}

/// Does what the entry says; why not, if it can't be done.
fn act(stage: &mut Stage<'_>, player: PlayerId, entry: &Entry) -> Outcomes<Option<Illegal>> {
    stage.state.refresh();
    let with = entry.with.as_ref().map(OneOrMany::texts).unwrap_or_default();
    let said = chosen_way(stage, player, entry, &with);
    let with_said: Vec<String> = with.iter().cloned().chain(said.iter().map(|(_, label)| label.clone())).collect();
    let action = match find(&stage.state, &stage.desk.names, player, entry, &with_said)? {
        Ok(action) => action,
        Err(illegal) => return Ok(Some(illegal)),
    };
    if let Some(illegal) = stage.chooses_otherwise(player, &action) {
        return Ok(Some(illegal));
    }
    let unpaid = match &action {
        Action::Cast { card, way } => {
            let seen = ways::Seen { state: &stage.state, names: &stage.desk.names, player, card: *card };
            with.iter().filter(|w| !seen.is_called(way, w, None)).cloned().collect()
        }
        _ => Vec::new(),
    };
    let targets = entry.targets.as_ref().map(OneOrMany::texts).unwrap_or_default();
    stage.desk.announcing = Some(announcing(player, entry, with, unpaid));
    let (before, answers) = (stage.state.clone(), stage.desk.answers.clone());
    let choices = stage.desk.choices.len();
    stage.desk.choices.push(GameChoice::action(&stage.state, player, &action));
    if let Some((place, _)) = said {
        stage.desk.answers[player.index()][place].1 = true;
    }
    let taken = stage.with(|game| game.take_now(player, &action));
    let announced = stage.desk.announcing.take();
    let mut refusal = taken?.err();
    let (unpaid, modes, x_taken) = announced.map(|a| (a.unpaid, a.modes, a.x_taken)).unwrap_or_default();
    if let (None, Some(x)) = (&refusal, entry.x) {
        let no_x = || Err(Illegal::new(rule!("107.3a"), format!("nothing asks for X, which is to be {x}")));
        refusal = x_taken.unwrap_or_else(no_x).err();
    }
    if refusal.is_none()
        && let Some(mode) = modes.iter().find(|m| !was_chosen(&stage.state, m))
    {
        refusal = Some(Illegal::new(rule!("601.2b"), format!("mode {mode} can't be chosen")));
    }
    if refusal.is_none()
        && let Some(unpaid) = unpaid.iter().find(|w| !was_paid(&stage.state, w))
    {
        refusal = Some(Illegal::new(rule!("601.2b"), format!("{unpaid} is no way or cost that can be chosen for it")));
    }
    if refusal.is_none() {
        refusal = untargeted(stage, &targets);
    }
    if refusal.is_some() {
        // What is refused has not been: neither the game nor the answers have moved.
        (stage.state, stage.desk.answers) = (before, answers);
        stage.desk.choices.truncate(choices);
        stage.state.touch();
        stage.state.refresh();
        if entry.fails.is_none() || entry.fails == Some(Fails::Flag(false)) {
            return Ok(refusal);
        }
    } else if let (Some(alias), Some(top)) = (&entry.alias, stage.state.stack().last().copied()) {
        stage.desk.names.name(alias, top);
    }
    Ok(refusal)
}

/// Whether what is on top of the stack has the mode of that number, where nobody was asked about it (700.2a); a mode
/// named by its text passes.
fn was_chosen(state: &State, mode: &str) -> bool {
    let Some(number) = mode.parse::<u8>().ok().filter(|n| *n > 0) else { return true };
    let item = state.stack().last().and_then(|top| state.get(*top)?.stack.as_deref());
    let modal = item.filter(|i| i.program.as_ref().is_some_and(|p| p.modal.is_some()));
    modal.is_none_or(|i| i.modes.iter().any(|m| m.mode == number - 1))
}

/// Whether the spell on top of the stack was cast with that cost paid, where nobody was asked about it (601.4).
fn was_paid(state: &State, wanted: &str) -> bool {
    let Some(spell) = state.stack().last().copied() else { return false };
    let item = state.get(spell).and_then(|o| o.stack.as_deref());
    item.is_some_and(|i| i.facts.labels.iter().any(|(label, _)| ways::is_extra(state, Some(spell), label, wanted)))
}

/// The first unused answer that names a way to cast what the entry casts, where the entry itself names none.
fn chosen_way(stage: &Stage<'_>, player: PlayerId, entry: &Entry, with: &[String]) -> Option<(usize, String)> {
    let name = entry.cast.as_deref().filter(|_| with.is_empty())?;
    let (state, names) = (&stage.state, &stage.desk.names);
    let castable = castable(state, names, player, name);
    let queue = stage.desk.answers.get(player.index())?;
    queue.iter().enumerate().filter(|(_, (_, used))| !used).find_map(|(place, (value, _))| {
        let label = value.get("with")?.as_str()?;
        let source = value.get("source").and_then(|s| s.as_str());
        let fits = castable.iter().any(|action| match action {
            Action::Cast { card, way } => {
                ways::Seen { state, names, player, card: *card }.is_called(way, label, source)
            }
            _ => false,
        });
        fits.then(|| (place, label.to_owned()))
    })
}

/// A target the entry names that was not taken: where only one choice is legal, nobody is asked.
fn untargeted(stage: &Stage<'_>, targets: &[String]) -> Option<Illegal> {
    let state = &stage.state;
    let seen = state.seen(*state.stack().last()?)?;
    let chosen: Vec<_> = state.targets_of(&seen).collect();
    // What has no target phrase has no targets to refuse.
    let phrases = seen.object.stack.as_ref().is_some_and(|item| item.modes.iter().any(|m| !m.targets.is_empty()));
    if chosen.is_empty() && !phrases {
        return None;
    }
    let missing = targets.iter().find(|t| {
        let is_it = |entity: &&lawmage_engine::Entity| match entity {
            lawmage_engine::Entity::Player(p) => state.player(*p).name == ***t,
            lawmage_engine::Entity::Object(id) => stage.desk.names.is(state, *id, t),
        };
        // Named twice, it must have been chosen twice (115.3), or another of its name.
        chosen.iter().filter(is_it).count() < targets.iter().filter(|other| other == t).count()
    })?;
    Some(Illegal::new(rule!("601.2c"), format!("{missing} is no legal target")))
}

/// The action an entry means, or why there is none.
pub(crate) fn find(
    state: &State,
    names: &Names,
    player: PlayerId,
    entry: &Entry,
    with: &[String],
) -> Outcomes<Result<Action, Illegal>> {
    if let Some(name) = &entry.play {
        return Ok(play(state, names, player, name));
    }
    if let Some(name) = &entry.cast {
        return Ok(cast(state, names, player, name, with));
    }
    if let Some(door) = &entry.unlock {
        return Ok(unlock(state, names, player, door));
    }
    if let Some(reference) = &entry.turn_face_up {
        return Ok(turn_up(state, names, player, reference, entry.cost.as_deref()));
    }
    if let Some(text) = entry.activate.as_ref().or(entry.mana.as_ref()) {
        return Ok(activate(state, names, player, text, entry.source.as_deref()));
    }
    Err(Trouble::error("the entry has no verb"))
}

fn play(state: &State, names: &Names, player: PlayerId, name: &str) -> Result<Action, Illegal> {
    let found = state
        .legal_actions(player)
        .into_iter()
        .find(|action| matches!(action, Action::PlayLand { card, way } if called(state, names, *card, way.face, name)));
    found.ok_or_else(|| refusal(state, names, player, name))
}

/// Whether a card, with that face, is what the name says; indistinguishable cards are listed once.
fn called(state: &State, names: &Names, card: ObjectId, face: u8, name: &str) -> bool {
    let Some(object) = state.get(card) else { return false };
    let ObjectKind::Card(index) = &object.kind else { return names.is(state, card, name) };
    if name.starts_with('@') {
        let alike = |o: &Object| o.kind == object.kind && o.zone == object.zone && o.owner == object.owner;
        let same = |id: ObjectId| state.get(id).is_some_and(alike);
        return names.anywhere(state, name).into_iter().any(same);
    }
    let Some(def) = state.cards().get(usize::from(*index)) else { return false };
    let wanted = crate::refs::fold(name.split('#').next().unwrap_or(name));
    let own = def.faces.get(usize::from(face)).is_some_and(|f| crate::refs::fold(&f.name) == wanted);
    own || crate::refs::fold(&def.card.name) == wanted
}

/// The actions that cast a card of that name.
fn castable(state: &State, names: &Names, player: PlayerId, name: &str) -> Vec<Action> {
    let all = state.legal_actions(player).into_iter();
    let found = all.filter(|a| matches!(a, Action::Cast { card, way } if called(state, names, *card, way.face, name)));
    found.map(|action| exact(state, names, action, name)).collect()
}

/// Of indistinguishable cards the one that is meant.
fn exact(state: &State, names: &Names, action: Action, name: &str) -> Action {
    let Action::Cast { card, way } = action else { return action };
    let zone = |id: ObjectId| state.get(id).map(|o| (o.zone, o.owner));
    let meant = names.anywhere(state, name);
    let same = meant.iter().find(|id| zone(**id) == zone(card)).copied();
    Action::Cast { card: if meant.contains(&card) { card } else { same.unwrap_or(card) }, way }
}

fn cast(state: &State, names: &Names, player: PlayerId, name: &str, with: &[String]) -> Result<Action, Illegal> {
    let mut found = castable(state, names, player, name);
    let rank = |action: &Action| match action {
        Action::Cast { card, way } => {
            let seen = ways::Seen { state, names, player, card: *card };
            if with.iter().any(|w| seen.is_called(way, w, None)) {
                0
            } else if with.is_empty() && way.label.is_none() && by_another(way.kind, *card) {
                1 // "Without paying its mana cost" is what a player would choose.
            } else if matches!(way.kind, WayKind::Normal) && way.label.is_none() {
                2
            } else {
                3
            }
        }
        _ => 4,
    };
    found.sort_by_key(rank);
    found.into_iter().next().ok_or_else(|| refusal(state, names, player, name))
}

/// Whether another object lets a player cast the card.
fn by_another(kind: WayKind, card: ObjectId) -> bool {
    matches!(kind, WayKind::Permission { source, .. } if source != card)
}

/// Why a card can't be cast or played.
fn refusal(state: &State, names: &Names, player: PlayerId, name: &str) -> Illegal {
    let hand = state.player(player).hand.iter().copied();
    let card = names.among(state, name, hand).first().copied().or_else(|| names.anywhere(state, name).first().copied());
    match card {
        Some(card) => state
            .why_not_play(player, card)
            .unwrap_or_else(|| Illegal::new(rule!("601.3"), format!("{name} can't be cast or played now"))),
        None => Illegal::new(rule!("601.3"), format!("there is no {name}")),
    }
}

fn activate(
    state: &State,
    names: &Names,
    player: PlayerId,
    text: &str,
    source: Option<&str>,
) -> Result<Action, Illegal> {
    let mut refused: Option<Illegal> = None;
    // "{0}: Roll the planar die": the special action, at whatever it costs now.
    if crate::refs::fold(text).contains("roll the planar") {
        let listed = || state.legal_actions(player).contains(&Action::RollPlanarDie);
        return match state.may_roll_planar_die(player) {
            Ok(_) if listed() => Ok(Action::RollPlanarDie),
            Ok(_) => Err(Illegal::new(rule!("601.2h"), "the planar die can't be paid for")),
            Err(illegal) => Err(illegal),
        };
    }
    let mut all: Vec<ObjectId> = state.permanents().collect();
    // One's own first.
    all.sort_by_key(|id| state.controller(*id) != player);
    all.extend(state.player(player).hand.iter().chain(&state.player(player).graveyard));
    all.extend(state.exile().iter().chain(state.command()).copied().chain(state.player(player).companion));
    all.extend(state.player(player).library.first().copied());
    let candidates = match source {
        Some(reference) => names.among(state, reference, all),
        None => all,
    };
    // Those of exactly that text before those that only resemble it.
    for (near, id) in [false, true].into_iter().flat_map(|near| candidates.iter().map(move |id| (near, *id))) {
        for key in activated(state, &names.texts, id, text, near) {
            let action = Action::Activate { source: id, key };
            match state.why_not_activate(player, &action) {
                None => return Ok(action),
                Some(illegal) => {
                    // A reason about one's own ability says more than that another's can't be used.
                    if refused.is_none() {
                        refused = Some(illegal);
                    }
                }
            }
        }
    }
    if let Some(action) = special(state, names, player, text, source) {
        return Ok(action);
    }
    if refused.is_none()
        && let Some(action) = cast_by_keyword(state, names, player, text, source)
    {
        return Ok(action);
    }
    Err(refused.unwrap_or_else(|| Illegal::new(rule!("602.1"), format!("there is no ability “{text}”"))))
}

/// What an effect allows (116.2c-d), called "end this effect" or "ignore this effect".
fn special(state: &State, names: &Names, player: PlayerId, text: &str, source: Option<&str>) -> Option<Action> {
    let end = match crate::refs::fold(text).as_str() {
        "end this effect" => true,
        "ignore this effect" => false,
        _ => return None,
    };
    let of = |id: ObjectId| source.is_none_or(|s| names.is(state, id, s));
    state.legal_actions(player).into_iter().find(|action| match action {
        Action::Special(SpecialAction::End(id)) => {
            let delayed = || state.delayed().iter().any(|d| d.id == *id && of(d.source));
            end && (state.effects().iter().any(|e| e.id == *id && of(e.source)) || delayed())
        }
        Action::Special(SpecialAction::Ignore { source, .. }) => !end && of(*source),
        _ => false,
    })
}

/// The keyword that lets a card be cast, named as though it were an ability: "Flashback {R}".
fn cast_by_keyword(state: &State, names: &Names, player: PlayerId, text: &str, source: Option<&str>) -> Option<Action> {
    let fits = |action: &Action| match action {
        Action::Cast { card, way: Way { label: Some(CostLabel::Keyword(keyword, _)), .. } } => {
            let word = crate::refs::fold(keyword.word());
            crate::refs::fold(text).starts_with(&word)
                && source.is_none_or(|s| names.is(state, *card, s))
                && ability_starts(state, &names.texts, *card, None, text)
        }
        _ => false,
    };
    state.legal_actions(player).into_iter().find(fits)
}

/// What the player could cast, play or activate, for expectations.
pub(crate) fn can(state: &State, names: &Names, player: PlayerId, what: &str, with: &[String]) -> bool {
    if let Some(name) = what.strip_prefix("Cast ") {
        return cast(state, names, player, name, with)
            .is_ok_and(|action| ways::is_so_cast(state, names, player, &action, with));
    }
    if let Some(name) = what.strip_prefix("Play ") {
        return play(state, names, player, name).is_ok();
    }
    activate(state, names, player, what, None).is_ok()
}
