//! What a person sees, in words: made of an observation alone.

use lawmage_protocol::observation::{Face, Object, Player};
use lawmage_protocol::{Entity, Handle, Observation, Seat, Viewer};

/// An observation with the words for what is in it.
#[derive(Clone, Copy)]
pub struct Seen<'a>(pub &'a Observation);

impl<'a> Seen<'a> {
    /// Who looks; of those who have no seat, nobody.
    pub fn me(self) -> Option<Seat> {
        match self.0.viewer {
            Viewer::Player { seat } => Some(seat),
            Viewer::Spectator | Viewer::Judge => None,
        }
    }

    /// Whether that is who looks.
    pub fn is_me(self, seat: Seat) -> bool {
        self.me() == Some(seat)
    }

    /// The players, who looks last.
    pub fn players(self) -> impl Iterator<Item = &'a Player> {
        let (mine, others): (Vec<_>, Vec<_>) = self.0.players.iter().partition(|player| self.is_me(player.seat));
        others.into_iter().chain(mine)
    }

    /// A player's name.
    pub fn name(self, seat: Seat) -> &'a str {
        self.0.players.iter().find(|player| player.seat == seat).map_or("somebody", |player| player.name.as_str())
    }

    /// A player's name as the person is told it.
    pub fn called(self, seat: Seat) -> &'a str {
        if self.is_me(seat) { "You" } else { self.name(seat) }
    }

    /// "Your", "Bot's".
    pub fn whose(self, seat: Seat) -> String {
        if self.is_me(seat) { "Your".to_owned() } else { format!("{}'s", self.name(seat)) }
    }

    /// Where the game is: "turn 3, your precombat main phase".
    pub fn when(self) -> String {
        let turn = &self.0.turn;
        match turn.number {
            0 => "before the first turn".to_owned(),
            number if self.is_me(turn.active) => format!("turn {number}, your {}", turn.step),
            number => format!("turn {number}, {}'s {}", self.name(turn.active), turn.step),
        }
    }

    /// Everything that is seen: permanents first, then cards from hand to library, what is on the stack, in exile and beside.
    pub fn objects(self) -> impl Iterator<Item = &'a Object> {
        let seen = self.0;
        let of_players = seen.players.iter().flat_map(|player| {
            let library = player.library.iter().map(|placed| &placed.card);
            player.hand.iter().chain(&player.graveyard).chain(&player.outside).chain(library)
        });
        seen.battlefield.iter().chain(of_players).chain(&seen.stack).chain(&seen.exile).chain(&seen.command)
    }

    /// The object of a handle.
    pub fn object(self, handle: Handle) -> Option<&'a Object> {
        self.objects().find(|object| object.handle == handle)
    }

    /// An object or player in a few words.
    pub fn entity(self, entity: Entity) -> String {
        match entity {
            Entity::Player(seat) if self.is_me(seat) => "you".to_owned(),
            Entity::Player(seat) => self.name(seat).to_owned(),
            Entity::Object(handle) => self.object(handle).map_or_else(|| "a card you can't see".to_owned(), name),
        }
    }

    /// A permanent in a few words: name, size, state.
    pub fn permanent(self, object: &Object) -> String {
        let mut text = name(object);
        let Some(face) = &object.face else { return text };
        if let Some(size) = size(face) {
            text += &format!(" {size}");
            let is_creature = face.types.split([' ', '—']).any(|word| word == "Creature");
            if is_creature && !face.keywords.is_empty() {
                text += &format!(" {}", face.keywords.join(", "));
            }
        }
        let mut notes: Vec<String> = Vec::new();
        if object.commander_tax.is_some() {
            notes.push("commander".to_owned());
        }
        if object.tapped {
            notes.push("tapped".to_owned());
        }
        if object.damage > 0 {
            notes.push(format!("{} damage", object.damage));
        }
        if object.sick && object.controller == self.0.turn.active {
            notes.push("summoning sick".to_owned());
        }
        notes.extend(object.attached_to.map(|host| format!("on {}", self.entity(host))));
        notes.extend(object.counters.iter().map(|counters| format!("{} {}", counters.count, counters.kind)));
        notes.extend(object.marks.iter().cloned());
        if notes.is_empty() { text } else { format!("{text} [{}]", notes.join(", ")) }
    }
}

/// The name of an object, as who looks knows it.
pub fn name(object: &Object) -> String {
    if let Some(under) = &object.under {
        return format!("face-down {}", under.name);
    }
    match &object.face {
        None => "a card".to_owned(),
        // A face-down permanent has no name.
        Some(face) if face.name.is_empty() => "face-down card".to_owned(),
        Some(face) => face.name.clone(),
    }
}

/// A card's name with its cost.
pub fn card(object: &Object) -> String {
    let cost = object.face.as_ref().and_then(|face| face.cost.as_ref()).map(|cost| format!(" {cost}"));
    format!("{}{}", name(object), cost.unwrap_or_default())
}

/// Power and toughness, where there are both: "2/3".
pub fn size(face: &Face) -> Option<String> {
    Some(format!("{}/{}", face.power?, face.toughness?))
}

/// What an object says, as it is now: its types, its abilities, its size.
pub fn described(object: &Object) -> Vec<String> {
    let mut lines = object.face.as_ref().map(lines_of).unwrap_or_default();
    if let Some(under) = &object.under {
        lines.push(format!("Face up it is {}:", under.name));
        lines.extend(lines_of(under));
    }
    lines
}

fn lines_of(face: &Face) -> Vec<String> {
    let word = |letter: &String| match letter.as_str() {
        "W" => "white",
        "U" => "blue",
        "B" => "black",
        "R" => "red",
        _ => "green",
    };
    let colors: Vec<&str> = face.colors.iter().map(word).collect();
    let color = if colors.is_empty() { "colorless".to_owned() } else { colors.join(" and ") };
    let mut lines = vec![format!("{} ({color})", face.types)];
    for text in &face.text {
        if !lines.contains(text) {
            lines.push(text.clone());
        }
    }
    lines.extend(size(face));
    lines
}
