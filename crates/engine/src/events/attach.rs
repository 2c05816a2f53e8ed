//! Attaching (701.3): Auras (303.4), Equipment (301.5), Fortifications (301.6). Control of what is attached and of what it is
//! attached to are apart (301.5d, 303.4e).

use lawmage_ir::{
    Ability, CardType, Continuous, EventPattern, Instead, Keyword, KeywordParam, Permission, Prohibition, Rule,
    Subtype, rule,
};

use crate::events::happen::Batch;
use crate::read::context::Context;
use crate::read::layers::static_number;
use crate::state::State;
use crate::state::cache::RuleNode;
use crate::state::chars::{AbilityKey, Chars};
use crate::state::event::Event;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::occurrence::Occurrence;
use crate::state::stack::Frame;
use crate::table::decision::Illegal;
use crate::table::game::{Game, Res};

impl State {
    /// Whether an object could be attached to that object or player, or stay so (301.5, 303.4, 702.16c); of an Aura that is
    /// turned face up, as it is then (303.4k).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn can_attach(&self, what: ObjectId, to: Entity) -> Result<(), Illegal> {
        self.can_attach_as(what, self.chars(what), self.controller(what), to)
    }

    /// Whether what is attached to that object or player may stay so (704.5m-n): what protection doesn't remove does (702.16n).
    pub(crate) fn can_stay_attached(&self, what: ObjectId, to: Entity) -> bool {
        match self.can_attach(what, to) {
            Ok(()) => true,
            Err(illegal) if illegal.rule == rule!("702.16c") => {
                !self.is_removed_by_protection(what, to) && self.attaching_forbidden(what, to).is_ok()
            }
            Err(_) => false,
        }
    }

    /// Whether an instance of protection that the host has removes what is attached to it: one of those that don't say otherwise
    /// (702.16n).
    fn is_removed_by_protection(&self, what: ObjectId, to: Entity) -> bool {
        let Entity::Object(host) = to else { return true };
        let you = self.controller(host);
        self.chars(host).abilities.iter().any(|on| match &*on.ability {
            Ability::Keyword(k) if k.keyword == Keyword::Protection => {
                self.is_of_quality(what, &k.param, host, you) && !self.is_spared(what, on.key)
            }
            _ => false,
        })
    }

    /// Whether the ability that grants that one says that it doesn't remove the attached object: where it says "already attached",
    /// only what was so as that ability's object came to be there (702.16p).
    fn is_spared(&self, what: ObjectId, granted: AbilityKey) -> bool {
        let Some(number) = granted.granted_by() else { return false };
        let since = |id: ObjectId| self.get(id).map(|o| o.timestamp); // 613.7e
        self.rules().mays.iter().any(|active| match (active.what(), active.key, &active.node) {
            (Some(Continuous::May(Permission::StayAttached(spared, already))), Some(key), RuleNode::Static(_, at)) => {
                // It is the last of the effects of its ability.
                (0..*at).any(|index| static_number(active.source, key, index) == number)
                    && self.fits(what.into(), spared, &Context::of(active.source, active.controller))
                    && (!already || since(what) <= since(active.source))
            }
            _ => false,
        })
    }

    /// The same of an object with those characteristics under that player's control: as it would enter.
    pub(crate) fn can_attach_as(
        &self,
        what: ObjectId,
        chars: &Chars,
        controller: PlayerId,
        to: Entity,
    ) -> Result<(), Illegal> {
        if to == Entity::Object(what) {
            return Err(Illegal::new(rule!("301.5c"), "an object can't be attached to itself"));
        }
        // 801.8, 801.9
        if !self.reaches_entity(controller, to) {
            let rule = if chars.has_subtype(Subtype::AURA) { rule!("801.8") } else { rule!("801.9") };
            return Err(Illegal::new(rule, "it is beyond the controller's range of influence"));
        }
        let context = Context::of(what, controller);
        if chars.has_subtype(Subtype::AURA) {
            let mut enchants = chars.keyword(Keyword::Enchant).peekable();
            if enchants.peek().is_none() {
                return Err(Illegal::new(rule!("303.4a"), "it has no enchant ability"));
            }
            // 702.5c: all of them; 702.5d: one that speaks of players fits no permanent.
            let fits = enchants.all(|k| match &k.param {
                KeywordParam::Quality(filter) => self.fits(to, filter, &context),
                _ => false,
            });
            if !fits {
                return Err(Illegal::new(rule!("702.5a"), "its enchant ability doesn't allow that"));
            }
        } else {
            self.can_hold_by_type(chars, to)?;
        }
        self.can_be_attached_to(what, to)
    }

    /// Whether something can have things attached to it: a player in the game, a permanent that exists. One that has left is
    /// undefined (400.7), though it is remembered as it was.
    pub(crate) fn is_there(&self, host: Entity) -> bool {
        match host {
            Entity::Player(player) => self.player(player).is_playing(),
            Entity::Object(id) => self.permanent(id).is_some_and(|p| !p.phased_out),
        }
    }

    /// Equipment goes on creatures, Fortifications on lands.
    fn can_hold_by_type(&self, chars: &Chars, to: Entity) -> Result<(), Illegal> {
        let Entity::Object(host) = to else {
            return Err(Illegal::new(rule!("301.5"), "only Auras can be attached to players"));
        };
        if self.permanent(host).is_none() {
            return Err(Illegal::new(rule!("301.5"), "it is not on the battlefield"));
        }
        if chars.is_creature() && !chars.has(Keyword::Reconfigure) {
            return Err(Illegal::new(rule!("301.5c"), "Equipment that is also a creature can't equip"));
        }
        if chars.has_subtype(Subtype::EQUIPMENT) && self.chars(host).is_creature() {
            return Ok(());
        }
        // 301.6
        if chars.has_subtype(Subtype::FORTIFICATION) && self.chars(host).is(CardType::Land) {
            return Ok(());
        }
        Err(Illegal::new(rule!("301.5"), "it can't be attached to such a permanent"))
    }

    /// Whether an Equipment could be attached to a permanent that is taken for a creature (702.6e).
    fn equips_as_creature(&self, what: ObjectId, to: Entity) -> bool {
        let chars = self.chars(what);
        let only_creatures = chars.has_subtype(Subtype::EQUIPMENT) && !chars.is_creature();
        only_creatures && self.reaches_entity(self.controller(what), to) && self.can_be_attached_to(what, to).is_ok()
    }

    fn can_be_attached_to(&self, what: ObjectId, to: Entity) -> Result<(), Illegal> {
        // 702.16c: of a player, too. 702.16d: Equipment and Fortifications.
        let protected = match to {
            Entity::Object(host) => self.is_protected_from(host, what),
            Entity::Player(player) => self.is_player_protected_from(player, what),
        };
        if protected {
            return Err(Illegal::new(rule!("702.16c"), "it has protection from that"));
        }
        self.attaching_forbidden(what, to)
    }

    /// What effects say: "can't be enchanted", "can't be equipped".
    fn attaching_forbidden(&self, what: ObjectId, to: Entity) -> Result<(), Illegal> {
        for active in &self.rules().cants {
            if let Some(Continuous::Cant(Prohibition::Attach { what: hosts, by })) = active.what() {
                let context =
                    Context { frame: active.frame.as_deref(), ..Context::of(active.source, active.controller) };
                if self.is_selected(to, hosts, &context) && self.fits(what.into(), by, &context) {
                    return Err(Illegal::new(rule!("101.2"), "an effect forbids it"));
                }
            }
        }
        Ok(())
    }

    /// Whether an object has protection from a source (702.16): from a quality of it, or from everything.
    #[must_use]
    pub fn is_protected_from(&self, object: ObjectId, source: ObjectId) -> bool {
        let chars = self.chars(object);
        if !chars.has(Keyword::Protection) {
            return false;
        }
        let you = self.controller(object);
        chars.keyword(Keyword::Protection).any(|k| self.is_of_quality(source, &k.param, object, you))
    }
}

impl Game<'_> {
    /// Attaches an object (701.3a). Nothing happens when it can't be or already is (301.5b, 303.4j, 701.3b). Tells whether it moved.
    ///
    /// # Errors
    /// The table's halt.
    pub fn attach(&mut self, what: ObjectId, to: Entity, by: Rule) -> Res<bool> {
        self.attach_as(what, to, false, by)
    }

    /// The same, or as though that were a creature (702.6e): whether it stays is looked at later (704.5n).
    pub(crate) fn attach_as(&mut self, what: ObjectId, to: Entity, as_creature: bool, by: Rule) -> Res<bool> {
        let state = &self.state;
        let already = state.permanent(what).is_none_or(|p| p.attached_to == Some(to));
        if already
            || !state.is_there(to)
            || !(state.can_attach(what, to).is_ok() || as_creature && state.equips_as_creature(what, to))
        {
            return Ok(false);
        }
        self.unattach(what, by);
        let stamp = self.state.stamp(); // 613.7e
        if let Some(object) = self.state.get_mut(what) {
            object.timestamp = stamp; // 701.3c
        }
        self.state.restamp_stickers(what); // 613.7k
        self.state.link(what, to);
        self.run_while_attaching(what, to)?;
        self.record(Event::Attached(what, to, false), by, None);
        Ok(true)
    }

    /// "As ~ becomes attached to a creature, …" (614.1c): before anything else can see it there.
    fn run_while_attaching(&mut self, what: ObjectId, to: Entity) -> Res<()> {
        let you = self.state.controller(what);
        for clauses in self.state.while_attaching(what, to) {
            self.run(&clauses, what, you, &mut Frame::default())?;
        }
        Ok(())
    }

    /// The same of what entered the battlefield attached in a batch.
    pub(crate) fn run_while_entering_attached(&mut self, start: usize, batch: &Batch) -> Res<()> {
        let attached = |o: &Occurrence| match o.event {
            Event::Attached(what, to, true) if o.batch == batch.number => Some((what, to)),
            _ => None,
        };
        let recorded = self.state.history.get(start..).unwrap_or_default();
        let attached: Vec<(ObjectId, Entity)> = recorded.iter().filter_map(attached).collect();
        attached.into_iter().try_for_each(|(what, to)| self.run_while_attaching(what, to))
    }

    /// Unattaches an object (701.3d). Tells whether it was attached.
    pub fn unattach(&mut self, what: ObjectId, by: Rule) -> bool {
        let Some(from) = self.state.permanent(what).and_then(|p| p.attached_to) else { return false };
        if let Some(permanent) = self.state.permanent_mut(what) {
            permanent.attached_to = None;
        }
        if let Entity::Object(host) = from
            && let Some(permanent) = self.state.permanent_mut(host)
        {
            permanent.attachments.retain(|a| *a != what);
        }
        self.state.touch();
        self.record(Event::Unattached { what, from }, by, None);
        true
    }

    /// 701.3d: what leaves the battlefield becomes unattached, too, by the same event.
    pub(crate) fn note_unattached(&mut self, what: ObjectId, host: Option<Entity>, batch: &Batch) {
        if let Some(from) = host {
            self.push_event(Event::Unattached { what, from }, rule!("701.3d"), batch.number);
        }
    }
}

impl State {
    /// What an object does as it becomes attached to that object or player.
    fn while_attaching(&self, what: ObjectId, host: Entity) -> Vec<Vec<lawmage_ir::Clause>> {
        let context = Context::of(what, self.controller(what));
        let mut found = Vec::new();
        for on in &self.chars(what).abilities {
            let Ability::Static(ability) = &*on.ability else { continue };
            for effect in &ability.effects {
                if let Continuous::Replace(replacement) = effect
                    && let EventPattern::Attached { what: attached, to } = &replacement.event
                    && attached.test.is_this()
                    && self.fits(host, to, &context)
                    && let Instead::Also(clauses) = &replacement.instead
                {
                    found.push(clauses.clone());
                }
            }
        }
        found
    }

    /// Notes that one object is attached to another or to a player.
    pub(crate) fn link(&mut self, what: ObjectId, to: Entity) {
        if let Some(permanent) = self.permanent_mut(what) {
            permanent.attached_to = Some(to);
        }
        if let Entity::Object(host) = to
            && let Some(permanent) = self.permanent_mut(host)
        {
            permanent.attachments.push(what);
        }
        self.touch();
    }
}
