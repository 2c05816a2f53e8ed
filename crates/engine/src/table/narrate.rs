//! Telling what happened, in sentences, each with its rule (design §1).

use lawmage_ir::{Cause, Zone};

use crate::state::State;
use crate::state::event::Event;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::mana::symbols;
use crate::state::occurrence::Occurrence;
use crate::state::proposal::{KeywordAct, WouldDo};
use crate::table::view::{Sight, Viewer};

/// One line for an event: what happened, then the rule in parentheses, as [`told`] has it.
#[must_use]
pub fn tell(state: &State, occurrence: &Occurrence, viewer: Viewer) -> Option<String> {
    Some(format!("{} ({})", told(state, occurrence, viewer)?, occurrence.rule))
}

/// What happened, in a sentence. `None` for what players are not told (bookkeeping that another event tells already). What the
/// viewer may not see is "a card". It is told as it happens: later the state is another.
#[must_use]
pub fn told(state: &State, occurrence: &Occurrence, viewer: Viewer) -> Option<String> {
    Teller { state, viewer, whole: false }.sentence(&occurrence.event)
}

/// The same to a judge, with what players see for themselves, such as the mana made and why an ability triggered.
#[must_use]
pub fn tell_judge(state: &State, occurrence: &Occurrence) -> Option<String> {
    let text = Teller { state, viewer: Viewer::Judge, whole: true }.sentence(&occurrence.event)?;
    Some(format!("{text} ({})", occurrence.rule))
}

/// What happens, or would, in a sentence without its rule; in public words.
pub(crate) fn sentence(sight: &Sight<'_>, occurrence: &Occurrence) -> Option<String> {
    // Nobody in particular hears it who may not: a card that moves between hidden zones is not named.
    if let Event::Moved { from, to, .. } = &occurrence.event
        && !from.is_public()
        && !to.is_public()
    {
        return None;
    }
    told(sight.state(), occurrence, sight.viewer())
}

struct Teller<'a> {
    state: &'a State,
    viewer: Viewer,
    /// Whether all is told.
    whole: bool,
}

impl Teller<'_> {
    fn player(&self, id: PlayerId) -> &str {
        &self.state.player(id).name
    }

    fn object(&self, id: ObjectId) -> String {
        // 406.3
        if self.state.is_concealed(id) && self.may_see(id) {
            return self.state.face_up(id).name.to_string();
        }
        self.state.name_of(id).to_string()
    }

    fn entity(&self, entity: Entity) -> String {
        match entity {
            Entity::Object(id) => self.object(id),
            Entity::Player(id) => self.player(id).to_owned(),
        }
    }

    /// A card that may be hidden from the viewer.
    fn card(&self, id: ObjectId, hidden: bool) -> String {
        if hidden && !self.may_see(id) { "a card".to_owned() } else { self.object(id) }
    }

    fn may_see(&self, id: ObjectId) -> bool {
        Sight::new(self.state, self.viewer, None).can_see(id)
    }

    /// What players do with their libraries, and proliferating.
    fn of_players(&self, event: &Event) -> Option<String> {
        Some(match event {
            Event::Shuffled(player) => format!("{} shuffles their library", self.player(*player)),
            Event::Searched(by, library_of) if by == library_of => {
                format!("{} searches their library", self.player(*by))
            }
            Event::Searched(by, library_of) => {
                format!("{} searches {}'s library", self.player(*by), self.player(*library_of))
            }
            Event::Scried(player, _) => format!("{} scries", self.player(*player)),
            Event::Surveiled(player) => format!("{} surveils", self.player(*player)),
            Event::Proliferated(player) => format!("{} proliferates", self.player(*player)),
            _ => return None,
        })
    }

    /// What the rules have a word for.
    fn of_deed(&self, event: &Event) -> Option<String> {
        use lawmage_ir::KeywordDeed;
        let Event::Acted(by, deed, what, object) = event else {
            let Event::Explored(id, _) = event else { return None };
            return Some(format!("{} explores", self.object(*id)));
        };
        let player = self.player(*by);
        Some(match (deed, what, object) {
            (KeywordDeed::RingTempts, Some(id), _) => {
                format!("The Ring tempts {player}: {} is their Ring-bearer", self.object(*id))
            }
            (KeywordDeed::RingTempts, None, _) => format!("The Ring tempts {player}"),
            (KeywordDeed::Enlists, Some(id), Some(with)) => {
                format!("{} enlists {}", self.object(*id), self.object(*with))
            }
            (KeywordDeed::Crews, Some(id), Some(of)) => format!("{} crews {}", self.object(*id), self.object(*of)),
            (KeywordDeed::Saddles, Some(id), Some(of)) => format!("{} saddles {}", self.object(*id), self.object(*of)),
            (KeywordDeed::BecomesPlotted, Some(id), _) => format!("{} becomes plotted", self.object(*id)),
            (KeywordDeed::BecomesCrewed, Some(id), _) => format!("{} becomes crewed", self.object(*id)),
            (KeywordDeed::Champions, Some(id), Some(of)) => {
                format!("{} champions {}", self.object(*id), self.object(*of))
            }
            (KeywordDeed::Fights, Some(id), Some(of)) => format!("{} fights {}", self.object(*id), self.object(*of)),
            (KeywordDeed::Connives, Some(id), _) => format!("{} connives", self.object(*id)),
            (KeywordDeed::Evolves, Some(id), _) => format!("{} evolves", self.object(*id)),
            (KeywordDeed::Trains, Some(id), _) => format!("{} trains", self.object(*id)),
            (KeywordDeed::Mentors, Some(id), Some(of)) => format!("{} mentors {}", self.object(*id), self.object(*of)),
            (KeywordDeed::BecomesRenowned, Some(id), _) => format!("{} becomes renowned", self.object(*id)),
            (KeywordDeed::BecomesPrepared, Some(id), _) => format!("{} becomes prepared", self.object(*id)),
            (deed, ..) if let Some(did) = done(*deed) => format!("{player} {did}"),
            // The rest is told otherwise: as it moves, is turned up, is put on the stack or resolves.
            _ => return None,
        })
    }

    fn sentence(&self, event: &Event) -> Option<String> {
        Some(match event {
            Event::Moved { object, now, from, to, cause, by } => {
                return self.moved(*object, *now, *from, *to, *cause, *by);
            }
            Event::Damage { .. }
            | Event::ExcessDamage { .. }
            | Event::Attacked { .. }
            | Event::Blocked { .. }
            | Event::Unblocked { .. }
            | Event::Prevented { .. } => return self.of_combat(event),
            Event::Cast { .. }
            | Event::Copied { .. }
            | Event::PlayedLand { .. }
            | Event::Triggered { .. }
            | Event::Resolved { .. }
            | Event::Countered { .. }
            | Event::Cycled { .. } => return self.of_stack(event),
            Event::LifeGained { .. }
            | Event::LifeLost { .. }
            | Event::LifePaid { .. }
            | Event::CountersPut { .. }
            | Event::CountersRemoved { .. } => return self.of_numbers(event),
            Event::RevealedDrawn { .. }
            | Event::LookedAt { .. }
            | Event::Revealed { .. }
            | Event::ChoseValue { .. }
            | Event::Flipped { .. }
            | Event::WouldDo(..)
            | Event::Rolled { .. } => return self.of_choices(event),
            Event::Attraction { .. }
            | Event::Stickered { .. }
            | Event::Planeswalked { .. }
            | Event::ChaosEnsued(_)
            | Event::PlanarRolled { .. }
            | Event::SetInMotion { .. }
            | Event::Abandoned { .. }
            | Event::EnteredRoom { .. }
            | Event::CompletedDungeon { .. } => return self.of_extras(event),
            Event::Activated { source, by, mana: false, item, .. } => {
                let at = item.filter(|_| self.whole).map(|item| self.at(item)).unwrap_or_default();
                format!("{} activates {}{at}", self.player(*by), self.object(*source))
            }
            Event::ManaAdded { player, source, made } if self.whole => {
                format!("{} adds {} with {}", self.player(*player), symbols(made), self.object(*source))
            }
            Event::Tapped(id, _) => format!("{} becomes tapped", self.object(*id)),
            Event::Untapped(id, _) => format!("{} untaps", self.object(*id)),
            Event::TurnBegan { player, number } => format!("Turn {number}: {}", self.player(*player)),
            Event::Shuffled(_)
            | Event::Searched(..)
            | Event::Scried(..)
            | Event::Surveiled(_)
            | Event::Proliferated(_) => return self.of_players(event),
            Event::Explored(..) | Event::Acted(..) => return self.of_deed(event),
            Event::Exerted { object, by, .. } => format!("{} exerts {}", self.player(*by), self.object(*object)),
            Event::Attached(what, to, _) => format!("{} is attached to {}", self.object(*what), self.entity(*to)),
            Event::Unattached { what, from } => {
                format!("{} is unattached from {}", self.object(*what), self.entity(*from))
            }
            Event::Transformed(id) => format!("{} transforms", self.object(*id)),
            Event::Converted(id) => format!("{} converts", self.object(*id)),
            Event::BecameMonstrous(id, _) => format!("{} becomes monstrous", self.object(*id)),
            Event::TurnedUpsideDown(id) => format!("{} is flipped", self.object(*id)),
            Event::DayBecame { day, .. } => format!("It becomes {}", if *day { "day" } else { "night" }),
            Event::TurnedFaceUp(id) => format!("{} is turned face up", self.object(*id)),
            Event::TurnedFaceDown(_) => "A permanent is turned face down".to_owned(),
            Event::Mutated { creature, spell } => {
                format!("{} merges with {}", self.object(*spell), self.object(*creature))
            }
            Event::Paired(one, other) => format!("{} and {} are paired", self.object(*one), self.object(*other)),
            Event::LevelBecame { permanent, level } => format!("{} becomes level {level}", self.object(*permanent)),
            Event::Unlocked { permanent, by, .. } => self.at_door("unlocks", *permanent, *by),
            Event::Locked { permanent, by, .. } => self.at_door("locks", *permanent, *by),
            Event::Initiative(player) => format!("{} takes the initiative", self.player(*player)),
            Event::PhasedOut(id) => format!("{} phases out", self.object(*id)),
            Event::PhasedIn(id) => format!("{} phases in", self.object(*id)),
            Event::Exploited { by, what } => format!("{} exploits {}", self.object(*by), self.object(*what)),
            Event::Regenerated(id, _) => format!("{} regenerates", self.object(*id)),
            Event::ControlChanged { object, to, .. } => {
                format!("{} gains control of {}", self.player(*to), self.object(*object))
            }
            Event::Mulliganed { player, to } => format!("{} takes a mulligan to {to}", self.player(*player)),
            Event::Lost(player) => format!("{} loses the game", self.player(*player)),
            Event::Won(player) => format!("{} wins the game", self.player(*player)),
            Event::Drawn => "The game is a draw".to_owned(),
            Event::Replaced(source) => format!("{}: its effect applies", self.object(*source)),
            // Told by the events that come with them.
            Event::AttackDeclared { .. }
            | Event::BecameBlocked { .. }
            | Event::Activated { .. }
            | Event::TappedForMana { .. }
            | Event::ManaAdded { .. }
            | Event::Targeted { .. }
            | Event::StepBegan { .. } => return None,
        })
    }

    /// Combat and damage.
    fn of_combat(&self, event: &Event) -> Option<String> {
        Some(match event {
            Event::Damage { source, to, amount, combat } => {
                let kind = if *combat { " combat" } else { "" };
                format!("{} deals {amount}{kind} damage to {}", self.object(*source), self.entity(*to))
            }
            Event::ExcessDamage { to, amount, .. } => {
                format!("{amount} of it is excess damage to {}", self.object(*to))
            }
            Event::Attacked { attacker, defender, .. } => {
                format!("{} attacks {}", self.object(*attacker), self.entity(*defender))
            }
            Event::Blocked { blocker, attacker, .. } => {
                format!("{} blocks {}", self.object(*blocker), self.object(*attacker))
            }
            Event::Unblocked { attacker } => format!("{} is unblocked", self.object(*attacker)),
            Event::Prevented { source, to, amount } => {
                format!("{amount} damage from {} to {} is prevented", self.object(*source), self.entity(*to))
            }
            _ => return None,
        })
    }

    /// Spells and abilities.
    fn of_stack(&self, event: &Event) -> Option<String> {
        Some(match event {
            Event::Cast { spell, by } => {
                format!("{} casts {}{}", self.player(*by), self.object(*spell), self.at(*spell))
            }
            Event::Copied { copy, by, .. } => format!("{} copies {}", self.player(*by), self.object(*copy)),
            Event::PlayedLand { land, by, .. } => format!("{} plays {}", self.player(*by), self.object(*land)),
            Event::Triggered { source, ability, .. } => {
                format!("{} triggers{}{}", self.object(*source), self.why(*ability), self.at(*ability))
            }
            Event::Resolved { object, how } => format!("{} {}", self.object(*object), how.told()),
            Event::Cycled { card, by, .. } => format!("{} cycles {}", self.player(*by), self.object(*card)),
            Event::Countered { object, by } => format!("{} counters {}", self.object(*by), self.object(*object)),
            _ => return None,
        })
    }

    /// Life and counters.
    fn of_numbers(&self, event: &Event) -> Option<String> {
        Some(match event {
            Event::LifeGained { player, amount } => {
                format!("{} gains {amount} life: {}", self.player(*player), self.state.player(*player).life)
            }
            Event::LifeLost { player, amount } => {
                format!("{} loses {amount} life: {}", self.player(*player), self.state.player(*player).life)
            }
            Event::CountersPut { on, kind, amount, .. } => {
                format!("{} gets {amount} {kind} {}", self.entity(*on), counters(*amount))
            }
            Event::CountersRemoved { from, kind, amount, .. } => {
                format!("{} loses {amount} {kind} {}", self.entity(*from), counters(*amount))
            }
            Event::LifePaid { player, amount } => format!("{} pays {amount} life", self.player(*player)),
            _ => return None,
        })
    }

    /// What is shown, chosen and left to chance.
    fn of_choices(&self, event: &Event) -> Option<String> {
        Some(match event {
            Event::Revealed { by, objects } => format!("{} reveals {}", self.player(*by), self.list(objects)),
            Event::RevealedDrawn { by, card, .. } => {
                format!("{} reveals {}", self.player(*by), self.object(*card))
            }
            Event::LookedAt { by, objects } => {
                let cards = if self.viewer.hears_for(self.state, *by) {
                    self.list(objects)
                } else {
                    format!("{} card(s)", objects.len())
                };
                format!("{} looks at {cards}", self.player(*by))
            }
            Event::ChoseValue { source, by } => self.chose(*source, *by),
            Event::Flipped { by, won, called: true } => {
                format!("{} {} the flip", self.player(*by), if *won { "wins" } else { "loses" })
            }
            Event::Flipped { by, won, .. } => {
                format!("{} flips {}", self.player(*by), if *won { "heads" } else { "tails" })
            }
            Event::Rolled { by, result, .. } => format!("{} rolls {result}", self.player(*by)),
            Event::WouldDo(by, deed, number) => {
                let (player, s) = (self.player(*by), if *number == 1 { "" } else { "s" });
                match deed {
                    WouldDo::Draw => format!("{player} draws {number} card{s}"),
                    WouldDo::Create => format!("{player} creates {number} token{s}"),
                    WouldDo::Act(KeywordAct::Proliferate) => format!("{player} proliferates"),
                    WouldDo::Act(KeywordAct::Scry) => format!("{player} scries {number}"),
                    WouldDo::Act(KeywordAct::Mill) => format!("{player} mills {number} card{s}"),
                    WouldDo::Act(KeywordAct::CopySpell) => format!("{player} copies a spell {number} time{s}"),
                }
            }
            _ => return None,
        })
    }

    /// Doors of Rooms (709.5).
    fn at_door(&self, does: &str, room: ObjectId, by: PlayerId) -> String {
        format!("{} {does} a door of {}", self.player(by), self.object(room))
    }

    /// Attractions, stickers, dungeons, planes and schemes.
    fn of_extras(&self, event: &Event) -> Option<String> {
        Some(match event {
            Event::Attraction { deed, by, attraction, result } => {
                use lawmage_ir::AttractionDeed as Deed;
                let (player, what) = (self.player(*by), attraction.map(|id| self.object(id)).unwrap_or_default());
                match deed {
                    Deed::Open => format!("{player} opens {what}"),
                    Deed::Roll => format!("{player} rolls {result} to visit their Attractions"),
                    Deed::Visit => format!("{player} visits {what}"),
                    Deed::ClaimPrize => format!("{player} claims the prize of {what}"),
                }
            }
            // 123.6b: a name sticker's new name is announced.
            Event::Stickered { object, sticker, by } => {
                let text = self.state.stickers.get(usize::from(*sticker)).map(|s| s.sticker.text()).unwrap_or_default();
                format!("{} puts the sticker “{text}” on {}", self.player(*by), self.object(*object))
            }
            Event::Planeswalked { by, plane, away } => {
                let way = if *away { "away from" } else { "to" };
                format!("{} planeswalks {way} {}", self.player(*by), self.object(*plane))
            }
            Event::ChaosEnsued(_) => "Chaos ensues".to_owned(),
            Event::PlanarRolled { by, face } => {
                let face = match face {
                    None => "a blank face",
                    Some(lawmage_ir::PlanarFace::Chaos) => "the chaos symbol",
                    Some(lawmage_ir::PlanarFace::Planeswalker) => "the Planeswalker symbol",
                };
                format!("{} rolls {face} on the planar die", self.player(*by))
            }
            Event::SetInMotion { by, scheme } => {
                format!("{} sets {} in motion", self.player(*by), self.object(*scheme))
            }
            Event::Abandoned { by, scheme } => format!("{} abandons {}", self.player(*by), self.object(*scheme)),
            Event::EnteredRoom { dungeon, room, by } => {
                let name = self.state.rooms(*dungeon).get(usize::from(*room)).map_or("a room", |r| &*r.name).to_owned();
                format!("{} moves into {name} of {}", self.player(*by), self.object(*dungeon))
            }
            Event::CompletedDungeon { dungeon, by } => {
                format!("{} completes {}", self.player(*by), self.object(*dungeon))
            }
            _ => return None,
        })
    }

    /// The event that made an ability trigger (603.2).
    fn why(&self, ability: ObjectId) -> String {
        let seen = self.state.seen(ability).filter(|_| self.whole);
        let event = seen.and_then(|s| s.object.stack.as_ref()?.event.clone());
        let told = event.and_then(|event| Teller { whole: false, ..*self }.sentence(&event.event));
        told.map(|told| format!(", as {told}")).unwrap_or_default()
    }

    fn chose(&self, source: ObjectId, by: PlayerId) -> String {
        use crate::state::object::Chosen;
        let memory = self.state.seen(source).and_then(|s| s.object.memory.as_deref());
        let words: Vec<String> = memory
            .into_iter()
            .flat_map(|m| {
                // Of several who chose, what that one did.
                let theirs = m.chosen_by.iter().filter(|(_, who, _)| *who == by).map(|(.., chosen)| chosen);
                let all = m.chosen.iter().map(|(_, chosen)| chosen).filter(|_| m.chosen_by.is_empty());
                theirs.chain(all)
            })
            .map(|chosen| match chosen {
                Chosen::Color(c) => c.word().to_owned(),
                Chosen::Subtype(s) => s.word().to_owned(),
                Chosen::CardType(t) => t.word().to_owned(),
                Chosen::Name(n) | Chosen::Word(n) => n.to_string(),
                Chosen::Number(n) => n.to_string(),
                Chosen::Stored { sides, value } => format!("{value} on a d{sides}"),
                Chosen::Player(p) => self.player(*p).to_owned(),
                Chosen::Mana(kind) => match kind {
                    lawmage_ir::ManaType::Color(color) => color.word().to_owned(),
                    lawmage_ir::ManaType::Colorless => "colorless".to_owned(),
                },
            })
            .collect();
        format!("{} chooses {} for {}", self.player(by), words.join(" and "), self.object(source))
    }

    fn list(&self, objects: &[ObjectId]) -> String {
        let names: Vec<String> = objects.iter().map(|id| self.object(*id)).collect();
        if names.is_empty() { "nothing".to_owned() } else { names.join(", ") }
    }

    /// The targets of something on the stack.
    fn at(&self, id: ObjectId) -> String {
        let Some(seen) = self.state.seen(id) else { return String::new() };
        let names: Vec<String> = self.state.targets_of(&seen).map(|t| self.entity(t)).collect();
        if names.is_empty() { String::new() } else { format!(", targeting {}", names.join(", ")) }
    }

    fn moved(
        &self,
        object: ObjectId,
        now: ObjectId,
        from: Zone,
        to: Zone,
        cause: Cause,
        by: Option<PlayerId>,
    ) -> Option<String> {
        let owner = self.state.objects.get(now.index())?.owner;
        // What left exile face down stays unknown where nobody sees it.
        let was_down = || from == Zone::Exile && self.state.seen(object).is_some_and(|s| s.chars.name.is_empty());
        let hidden = !to.is_public() && (!from.is_public() || was_down());
        // What left the battlefield is called as it was.
        let name = if from == Zone::Battlefield { self.object(object) } else { self.card(now, hidden) };
        let who = by.map_or_else(|| self.player(owner).to_owned(), |p| self.player(p).to_owned());
        Some(match cause {
            Cause::Draw => format!("{who} draws {name}"),
            Cause::Discard => format!("{who} discards {name}"),
            Cause::Mill => format!("{who} mills {name}"),
            Cause::Sacrifice => format!("{who} sacrifices {name}"),
            Cause::Destroy if to == Zone::Exile => format!("{name} is destroyed and exiled"),
            Cause::Destroy => format!("{name} is destroyed"),
            Cause::StateBased if to == Zone::Graveyard => format!("{name} is put into the graveyard"),
            Cause::Exile => format!("{name} is exiled"),
            Cause::Create => format!("{who} creates {name}"),
            Cause::Resolve if to == Zone::Battlefield => format!("{name} enters the battlefield"),
            Cause::Counter | Cause::Rule | Cause::Resolve if self.whole => {
                format!("{name} goes to {}'s {}", self.player(owner), to.word())
            }
            Cause::Counter | Cause::Play | Cause::Rule | Cause::Resolve => return None,
            Cause::Shuffle => format!("{name} is shuffled into the library"),
            Cause::Return | Cause::Put | Cause::StateBased => {
                let verb = if cause == Cause::Return { "returns" } else { "goes" };
                let place = match to {
                    Zone::Battlefield => "to the battlefield".to_owned(),
                    zone => format!("to {}'s {}", self.player(owner), zone.word()),
                };
                format!("{name} {verb} {place}")
            }
        })
    }
}

const fn counters(n: u32) -> &'static str {
    if n == 1 { "counter" } else { "counters" }
}

/// What a player does by a keyword's word, and nothing more is told of it.
const fn done(deed: lawmage_ir::KeywordDeed) -> Option<&'static str> {
    use lawmage_ir::KeywordDeed;
    Some(match deed {
        KeywordDeed::ManifestsDread => "manifests dread",
        KeywordDeed::GivesGift => "gives a gift",
        KeywordDeed::Waterbends => "waterbends",
        KeywordDeed::Firebends => "firebends",
        KeywordDeed::Blights => "blights",
        KeywordDeed::Airbends => "airbends",
        KeywordDeed::Earthbends => "earthbends",
        KeywordDeed::BecomesMonarch => "becomes the monarch",
        KeywordDeed::Clashes => "clashes",
        KeywordDeed::WinsClash => "wins the clash",
        KeywordDeed::Foretells => "foretells a card",
        KeywordDeed::Discovers => "discovers",
        KeywordDeed::Forages => "forages",
        KeywordDeed::CollectsEvidence => "collects evidence",
        _ => return None,
    })
}
