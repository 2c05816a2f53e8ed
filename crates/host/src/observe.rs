//! The picture of a game, for one viewer: built by listing what they may know.

use lawmage_engine::state::chars::Chars;
use lawmage_engine::state::object::{Counters, Designations};
use lawmage_engine::state::stack::StackKind;
use lawmage_engine::table::view::ObjectView;
use lawmage_engine::{GameResult, ObjectId, PlayerId, Sight, Viewer};
use lawmage_ir::{Amount, Color};
use lawmage_protocol::observation::{Attacker, Combat, Face, Object, Outcome, Placed, Player, Turn};
use lawmage_protocol::{self as protocol, Observation};
use lawmage_words::{does, keywords, mana_pool, texts, type_line};

use crate::watch::Watch;

/// A viewer, in the words of the protocol.
pub(crate) const fn viewer(viewer: Viewer) -> protocol::Viewer {
    match viewer {
        Viewer::Player(player) => protocol::Viewer::Player { seat: player.0 },
        Viewer::Spectator => protocol::Viewer::Spectator,
        Viewer::Judge => protocol::Viewer::Judge,
    }
}

/// How a game ended.
pub(crate) fn outcome(result: &GameResult) -> Outcome {
    match result {
        GameResult::Won(players) => Outcome::Won(players.iter().map(|player| player.0).collect()),
        GameResult::Draw(rule) => Outcome::Draw(rule.to_string()),
    }
}

impl Watch {
    /// What the viewer sees now. The sight must be theirs.
    pub fn observe(&mut self, sight: &Sight<'_>) -> Observation {
        self.forget_unseen(sight);
        let seat = |player: PlayerId| player.0;
        // Zones are gone through in one order, so that handles tell nothing but what was seen when.
        let battlefield: Vec<ObjectId> = sight.battlefield().map(|object| object.id).collect();
        let battlefield = self.objects(sight, &battlefield);
        let stack = self.objects(sight, sight.stack());
        let exile = self.objects(sight, sight.exile());
        let command = self.objects(sight, sight.command());
        let players = sight.players().map(|player| self.player(sight, player)).collect();
        let step = sight.step().word().to_owned();
        Observation {
            viewer: viewer(self.viewer()),
            turn: Turn { number: sight.turn(), active: sight.active().0, step },
            priority: sight.priority().map(seat),
            players,
            battlefield,
            stack,
            exile,
            command,
            combat: self.combat(sight),
            day: sight.day(),
            monarch: sight.monarch().map(seat),
            initiative: sight.initiative().map(seat),
            result: sight.result().map(outcome),
        }
    }

    fn objects(&mut self, sight: &Sight<'_>, ids: &[ObjectId]) -> Vec<Object> {
        ids.iter().filter_map(|id| self.object(sight, *id)).collect()
    }

    fn player(&mut self, sight: &Sight<'_>, player: PlayerId) -> Player {
        let mut hand: Vec<ObjectId> = sight.seen_of_hand(player).collect();
        if !sight.is_me(player) {
            // Where a card lies in a hand is its owner's to know.
            hand.sort_by_key(|id| (sight.object_name(*id), self.known(*id)));
        }
        let library: Vec<(usize, ObjectId)> = sight.seen_of_library(player).collect();
        let outside: Vec<ObjectId> = sight.seen_outside(player).collect();
        let mut placed = Vec::with_capacity(library.len());
        for (place, id) in library {
            let card = self.object(sight, id);
            placed.extend(card.map(|card| Placed { place: place as u32, card }));
        }
        Player {
            seat: player.0,
            name: sight.name(player).to_owned(),
            playing: sight.standing(player) == lawmage_engine::state::player::Standing::Playing,
            life: sight.life(player),
            counters: counters(sight.player_counters(player)),
            mana: mana_pool(sight.mana(player)),
            hand_size: sight.hand_size(player) as u32,
            hand: self.objects(sight, &hand),
            library_size: sight.library_size(player) as u32,
            library: placed,
            graveyard: self.objects(sight, sight.graveyard(player)),
            outside: self.objects(sight, &outside),
            lands_played: sight.lands_played(player),
            marks: player_marks(sight, player),
        }
    }

    /// An object that lies in a public zone or that the viewer sees.
    fn object(&mut self, sight: &Sight<'_>, id: ObjectId) -> Option<Object> {
        let owner = sight.owner(id)?.0;
        let handle = self.handle(id);
        let hidden = Object {
            handle,
            owner,
            controller: owner,
            face: None,
            under: None,
            face_down: sight.is_face_down(id),
            token: false,
            counters: Vec::new(),
            tapped: false,
            flipped: false,
            sick: false,
            damage: 0,
            attached_to: None,
            attachments: Vec::new(),
            commander_tax: None,
            targets: Vec::new(),
            x: None,
            source: None,
            marks: Vec::new(),
        };
        let Some(seen) = sight.object(id) else { return Some(hidden) };
        let targets = sight.targets(id).into_iter().filter_map(|target| self.entity(sight, target)).collect();
        let on_stack = seen.stack;
        let source = on_stack.filter(|item| !matches!(item.kind, StackKind::Spell)).map(|item| item.source);
        let shown = Object {
            controller: seen.controller.0,
            face: Some(face_of(sight, &seen)),
            under: sight.under(id).map(face),
            token: seen.token,
            counters: counters(seen.counters),
            commander_tax: sight.is_commander(id).then(|| sight.commander_tax(id)),
            targets,
            x: on_stack.and_then(|item| item.facts.x),
            source: source.and_then(|id| self.seen(sight, id)),
            ..hidden
        };
        let Some(permanent) = seen.permanent else { return Some(shown) };
        Some(Object {
            tapped: permanent.tapped,
            flipped: permanent.flipped,
            sick: seen.chars.is_creature() && !permanent.tapped && !sight.can_tap(id),
            damage: permanent.damage,
            attached_to: permanent.attached_to.and_then(|host| self.entity(sight, host)),
            attachments: permanent.attachments.iter().filter_map(|id| self.seen(sight, *id)).collect(),
            marks: marks(sight, id, &permanent.designations, permanent.level),
            ..shown
        })
    }

    fn combat(&mut self, sight: &Sight<'_>) -> Option<Combat> {
        let combat = sight.combat()?;
        let attackers = combat.attackers.iter().map(|attacker| Attacker {
            creature: self.handle(attacker.id),
            defender: attacker.defender.and_then(|defender| self.entity(sight, defender)),
            blocked: attacker.blocked,
            blockers: attacker.blockers.iter().map(|id| self.handle(*id)).collect(),
        });
        Some(Combat { attackers: attackers.collect() })
    }
}

/// What an object shows; an ability on the stack goes by its source and what it does.
fn face_of(sight: &Sight<'_>, seen: &ObjectView<'_>) -> Face {
    let mut shown = face(seen.chars);
    if seen.stack.is_some_and(|item| !matches!(item.kind, StackKind::Spell)) {
        shown.name = sight.object_name(seen.id).to_string();
        shown.types = "Ability".to_owned();
        shown.text = does(sight, seen.id).into_iter().collect();
    }
    shown
}

fn face(chars: &Chars) -> Face {
    let letter = |color: Color| color.letter().to_string();
    Face {
        name: chars.name.to_string(),
        cost: chars.mana_cost.as_ref().map(ToString::to_string),
        colors: chars.colors.iter().map(letter).collect(),
        types: type_line(chars),
        text: texts(chars),
        keywords: keywords(chars),
        power: chars.power,
        toughness: chars.toughness,
        loyalty: chars.loyalty.as_ref().and_then(|loyalty| match loyalty {
            Amount::Const(n) => Some(*n),
            _ => None,
        }),
        defense: chars.defense.map(|defense| defense as i32),
    }
}

fn counters(all: &Counters) -> Vec<protocol::observation::Counters> {
    all.iter().map(|(kind, count)| protocol::observation::Counters { kind: kind.to_string(), count }).collect()
}

fn player_marks(sight: &Sight<'_>, player: PlayerId) -> Vec<String> {
    let mut marks = Vec::new();
    if sight.is_blessed(player) {
        marks.push("the city's blessing".to_owned());
    }
    if sight.speed(player) > 0 {
        marks.push(format!("speed {}", sight.speed(player)));
    }
    if sight.tempted(player) > 0 {
        marks.push(format!("tempted by the Ring {} times", sight.tempted(player)));
    }
    marks
}

/// What players have words for (700, 701).
fn marks(sight: &Sight<'_>, id: ObjectId, has: &Designations, level: u32) -> Vec<String> {
    let named = [
        (has.monstrous, "monstrous"),
        (has.renowned, "renowned"),
        (has.exerted != 0, "exerted"),
        (has.suspected.is_some(), "suspected"),
        (has.saddled, "saddled"),
        (has.solved, "solved"),
        (has.harnessed, "harnessed"),
        (has.prepared.is_some(), "prepared"),
        (has.ring_bearer, "Ring-bearer"),
        (sight.is_goaded(id), "goaded"),
    ];
    let mut marks: Vec<String> = named.into_iter().filter(|(is, _)| *is).map(|(_, word)| word.to_owned()).collect();
    if level > 0 {
        marks.push(format!("level {level}"));
    }
    marks
}
