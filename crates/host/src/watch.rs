//! A viewer of a game: the handles by which they know its objects, and what they have heard.

use std::collections::{BTreeMap, VecDeque};

use lawmage_engine::{Entity, Event, Hearer, ObjectId, Occurrence, Sight, State, Viewer};
use lawmage_ir::Rule;
use lawmage_protocol as protocol;

/// Names objects for one viewer, and hears for them. A handle is given when an object is first seen and tells nothing but when
/// that was; it is forgotten when the viewer loses sight of the object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Watch {
    viewer: Viewer,
    handles: BTreeMap<ObjectId, protocol::Handle>,
    next: u32,
    pub(crate) heard: Vec<protocol::Event>,
    /// The last of what they were told before, each with the number of the question that came after it.
    told: VecDeque<(usize, protocol::Event)>,
}

/// So much of what was told is told again to one who comes back.
const RECENT: usize = 200;

impl Watch {
    /// Somebody who begins to watch.
    #[must_use]
    pub const fn new(viewer: Viewer) -> Self {
        Self { viewer, handles: BTreeMap::new(), next: 1, heard: Vec::new(), told: VecDeque::new() }
    }

    /// Who watches.
    #[must_use]
    pub const fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// What has been heard since this was last asked.
    pub fn take_heard(&mut self) -> Vec<protocol::Event> {
        std::mem::take(&mut self.heard)
    }

    /// Takes what has been heard for told, before the question of that number.
    pub(crate) fn settle(&mut self, question: usize) -> Vec<protocol::Event> {
        let heard = self.take_heard();
        self.told.extend(heard.iter().map(|event| (question, event.clone())));
        self.told.drain(..self.told.len().saturating_sub(RECENT));
        heard
    }

    /// Forgets what was told after the question of that number, since it didn't happen.
    pub(crate) fn forget_after(&mut self, question: usize) {
        self.told.retain(|(before, _)| *before <= question);
    }

    /// The last of what they were told.
    pub(crate) fn recent(&self) -> Vec<protocol::Event> {
        self.told.iter().map(|(_, event)| event.clone()).collect()
    }

    /// The handle of an object that the viewer sees, or that lies in a public zone.
    pub(crate) fn handle(&mut self, id: ObjectId) -> protocol::Handle {
        let next = &mut self.next;
        *self.handles.entry(id).or_insert_with(|| {
            let handle = protocol::Handle(*next);
            *next += 1;
            handle
        })
    }

    /// The handle of an object, if the viewer knows it.
    pub(crate) fn known(&self, id: ObjectId) -> Option<protocol::Handle> {
        self.handles.get(&id).copied()
    }

    /// The handle of an object that there is and that the viewer may know of.
    pub(crate) fn seen(&mut self, sight: &Sight<'_>, id: ObjectId) -> Option<protocol::Handle> {
        sight.owner(id).is_some().then(|| self.handle(id))
    }

    /// An object or player, if the viewer may know of it.
    pub(crate) fn entity(&mut self, sight: &Sight<'_>, entity: Entity) -> Option<protocol::Entity> {
        Some(match entity {
            Entity::Player(player) => protocol::Entity::Player(player.0),
            Entity::Object(id) => protocol::Entity::Object(self.seen(sight, id)?),
        })
    }

    /// Forgets the handles of what the viewer sees no more.
    pub(crate) fn forget_unseen(&mut self, sight: &Sight<'_>) {
        self.handles.retain(|id, _| sight.owner(*id).is_some());
    }
}

impl Hearer for Watch {
    fn hear(&mut self, state: &State, occurrence: &Occurrence) {
        let sight = Sight::new(state, self.viewer, None);
        if let Event::Shuffled(_) = occurrence.event {
            self.forget_unseen(&sight);
        }
        let told = self.told(state, occurrence);
        self.heard.extend(told);
    }

    fn note(&mut self, _: &State, rule: Rule, text: &str) {
        let kind = protocol::EventKind::Other;
        self.heard.push(protocol::Event { text: text.to_owned(), rule: rule.to_string(), kind });
    }

    fn taken_back(&mut self) {
        self.heard.clear();
    }
}
