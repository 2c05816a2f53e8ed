//! What references and player phrases denote.

use lawmage_ir::{CardType, Color, Continuous, Ref, Role, Selector, TypeSet, Who, Zone, ZoneSet, visit};
use smallvec::SmallVec;

use super::looking_back::{convoked, of_instruction};
use crate::read::context::Context;
use crate::state::State;
use crate::state::chars::AbilityKey;
use crate::state::ids::{Entities, Entity, ObjectId, PlayerId, Players};
use crate::state::last_known::Seen;
use crate::state::object::Chosen;
use crate::state::stack::CastFacts;

impl State {
    /// What a reference denotes. Objects that have left are denoted as they last existed.
    #[must_use]
    pub fn denote(&self, reference: &Ref, context: &Context<'_>) -> Entities {
        let one = |e: Option<Entity>| e.into_iter().collect();
        match reference {
            // 700.7, 707.11: that very object, whatever it is by now, and whatever it is called.
            Ref::This => one(Some(context.source.into())),
            Ref::Target(n) => context
                .frame
                .and_then(|f| f.targets.get(usize::from(*n)))
                .map(|t| t.chosen.iter().copied().collect())
                .unwrap_or_default(),
            Ref::Slot(n) => context.slot(*n).map(|s| s.members.iter().copied().collect()).unwrap_or_default(),
            // 608.2k: it is that object, whatever has become of its characteristics.
            Ref::Event(role) => {
                let Some(occurrence) = context.frame.and_then(|f| f.event.as_ref()) else { return Entities::new() };
                if *role == Role::Subject && !occurrence.subjects.is_empty() {
                    return occurrence.subjects.iter().copied().collect();
                }
                let roles = occurrence.event.roles();
                one(if *role == Role::Subject { roles.subject } else { roles.object })
            }
            Ref::Paid(n) => self.paid(usize::from(*n), context),
            // 604.4: what it is attached to at the moment; nothing is targeted.
            Ref::Host(inner) => self
                .denote(inner, context)
                .into_iter()
                .filter_map(Entity::object)
                .filter_map(|id| self.seen(id).and_then(|s| s.permanent()).and_then(|p| p.attached_to))
                .collect(),
            Ref::Attacked(inner, permanents) => self
                .denote(inner, context)
                .into_iter()
                .filter_map(Entity::object)
                .filter_map(|id| self.seen(id).and_then(|s| self.role_of(&s).attacking))
                .filter(|attacked| self.is_player_or(*attacked, *permanents))
                .collect(),
            Ref::AimedAt(inner) => self.aimed_at(self.denote(inner, context)),
            Ref::Partner(inner) => self
                .denote(inner, context)
                .into_iter()
                .filter_map(Entity::object)
                .filter_map(|id| self.partner(id).map(Entity::Object))
                .collect(),
            // 201.5a
            Ref::Giver(which) => {
                let giver = which.map(|(slot, generation)| ObjectId { slot, generation });
                one(giver.filter(|id| self.seen(*id).is_some()).map(Entity::Object))
            }
            // 113.7
            Ref::Source(inner) => self
                .denote(inner, context)
                .into_iter()
                .filter_map(Entity::object)
                .filter_map(|id| self.seen(id).and_then(|s| s.object.stack.as_deref()).map(|item| item.source.into()))
                .collect(),
            Ref::Players(who) => self.who(who, context).into_iter().map(Entity::Player).collect(),
            Ref::TopCard(whose) => {
                let tops = self.who(whose, context).into_iter().filter_map(|p| self.known_top(p));
                tops.map(Entity::Object).collect()
            }
            Ref::Linked(n) => {
                let mut members = match context.frame.and_then(|f| f.ability).and_then(AbilityKey::acquired_with) {
                    Some(pair) => self.remembered_by(context.source, pair, *n),
                    None => self.remembered(self.linked_with(context.source), *n),
                };
                members.retain(|entity| self.is_spoken_of(*entity, context));
                members
            }
            Ref::Theirs(n, whose) => {
                let whose = self.who(whose, context);
                let mut members = self.denote(&Ref::Slot(*n), context);
                members.retain(|e| {
                    e.object().is_some_and(|id| self.seen(id).is_some_and(|s| whose.contains(&s.object.owner)))
                });
                members
            }
            Ref::Last(of, types) => one(self.last_of(of, *types, context)),
            Ref::LinkedByName(n) => self.exiled_before(context.source, *n),
            Ref::Each => one(context.each.or_else(|| context.frame.and_then(|f| f.each.last().copied()))),
            Ref::It => one(context.it),
        }
    }

    fn paid(&self, part: usize, context: &Context<'_>) -> Entities {
        let frame = context.frame;
        let paid = frame
            .and_then(|f| f.paid.get(part).or_else(|| f.facts.paid.get(part)))
            .or_else(|| self.cast_facts(context.source).and_then(|f| f.paid.get(part)));
        paid.map(|p| p.objects.iter().map(|id| Entity::Object(*id)).collect()).unwrap_or_default()
    }

    /// How a permanent or spell was cast.
    #[must_use]
    pub fn cast_facts(&self, id: ObjectId) -> Option<&CastFacts> {
        let object = self.seen(id)?.object;
        match (&object.stack, &object.permanent) {
            (Some(stack), _) => Some(&stack.facts),
            (None, Some(permanent)) => permanent.cast.as_deref(),
            _ => None,
        }
    }

    /// Whether what was cast was so from one of these zones; `None` of what wasn't cast. A hand spoken of is the caster's own
    /// (109.5, 400.3), and another's is only anywhere else than that.
    pub(super) fn was_cast_from(&self, id: ObjectId, zones: ZoneSet) -> Option<bool> {
        let facts = self.cast_facts(id)?;
        let from = facts.from?;
        let own = from != Zone::Hand || self.seen(id).is_some_and(|seen| facts.by == Some(seen.object.owner));
        Some(if own { zones.has(from) } else { zones.is_all_but_hand() })
    }

    /// What an object's linked abilities remember under a number (607.2), wherever it is by now: each of them, where a text
    /// speaks of one (607.3).
    #[must_use]
    pub fn remembered(&self, source: ObjectId, linked: u8) -> Entities {
        let Some(memory) = self.seen(source).and_then(|s| s.object.memory.as_deref()) else { return Entities::new() };
        let players = memory.chosen.iter().filter_map(|(n, c)| match c {
            Chosen::Player(p) if *n == linked => Some(Entity::Player(*p)),
            _ => None,
        });
        memory.members.iter().filter(|(n, _)| *n == linked).map(|(_, e)| *e).chain(players).collect()
    }

    /// Whether it is a player, or a permanent of one of those types.
    pub(crate) fn is_player_or(&self, entity: Entity, permanents: TypeSet) -> bool {
        entity.object().is_none_or(|id| self.seen(id).is_some_and(|seen| seen.chars.types.meets(permanents)))
    }

    /// What abilities that an object acquired together remember under a number (607.5): nothing that its others do.
    fn remembered_by(&self, source: ObjectId, pair: u64, linked: u8) -> Entities {
        let Some(memory) = self.seen(source).and_then(|s| s.object.memory.as_deref()) else { return Entities::new() };
        memory.acquired.iter().filter(|(p, n, _)| *p == pair && *n == linked).map(|(.., e)| *e).collect()
    }

    /// Whether an object has become a copy of another since it entered: what was chosen as it did belongs to abilities that it
    /// no longer has, and was not chosen for those it has now (607.5a).
    #[must_use]
    pub fn has_become_a_copy(&self, id: ObjectId) -> bool {
        let locks = |locked: &SmallVec<[Entity; 2]>| locked.contains(&id.into());
        self.effects.iter().any(|e| e.copied.is_some() && e.locked.as_ref().is_some_and(locks))
    }

    /// The values chosen for an object under a linked number (607.2d); none where no choice was made (607.5a).
    pub fn chosen_values(&self, source: ObjectId, linked: u8) -> impl Iterator<Item = &Chosen> {
        self.seen(source)
            .filter(|_| !self.has_become_a_copy(source))
            .and_then(|s| s.object.memory.as_deref())
            .into_iter()
            .flat_map(move |m| m.chosen.iter().filter(move |(n, _)| *n == linked).map(|(_, c)| c))
    }

    /// The colors among those values, in the order in which they were chosen.
    pub fn colors_chosen(&self, source: ObjectId, linked: u8) -> impl Iterator<Item = Color> {
        self.chosen_values(source, linked)
            .filter_map(|c| if let Chosen::Color(color) = c { Some(*color) } else { None })
    }

    /// Which players, in APNAP order where there are several.
    #[must_use]
    pub fn who(&self, who: &Who, context: &Context<'_>) -> Players {
        match who {
            Who::You => self.you_of(context),
            // 801.10: those within range.
            Who::All => self.apnap().filter(|p| self.knows_player(*p, context)).collect(),
            Who::Opponents => {
                self.apnap().filter(|p| self.are_opponents(*p, context.you) && self.knows_player(*p, context)).collect()
            }
            Who::OpponentsOf(whose) => {
                let whose = self.who(whose, context);
                let opposes = |p: &PlayerId| whose.iter().any(|one| self.are_opponents(*p, *one));
                self.apnap().filter(|p| opposes(p) && self.knows_player(*p, context)).collect()
            }
            Who::Others => self.apnap().filter(|p| *p != context.you && self.knows_player(*p, context)).collect(),
            Who::Team => {
                let team = |p: &PlayerId| !self.are_opponents(*p, context.you) && self.knows_player(*p, context);
                self.apnap().filter(team).collect()
            }
            Who::Active => Players::from_slice(&[self.active_meant(context)]),
            Who::Beside(of, side) => {
                self.who(of, context).first().and_then(|of| self.beside(*of, *side, context)).into_iter().collect()
            }
            Who::Ref(reference) => self.denote(reference, context).into_iter().filter_map(Entity::player).collect(),
            Who::Actor => {
                context.frame.and_then(|f| f.event.as_ref()).and_then(|o| o.event.roles().actor).into_iter().collect()
            }
            Who::Controller(reference) => self.players_of(reference, context, |s, e| match e {
                Entity::Player(p) => Some(p),
                Entity::Object(id) => s.seen(id).map(|o| o.controller),
            }),
            Who::Owner(reference) => self.players_of(reference, context, |s, e| match e {
                Entity::Player(p) => Some(p),
                Entity::Object(id) => s.seen(id).map(|o| o.object.owner),
            }),
            Who::Defending => self.defending(context).into_iter().collect(),
            Who::Such(base, condition) => self
                .who(base, context)
                .into_iter()
                // The player stays "it" within filters: "an opponent controls more lands than you".
                .filter(|p| self.holds(condition, &context.testing((*p).into()).fixed()))
                .collect(),
            Who::Chooser => context.chooser.into_iter().collect(),
            Who::Chosen(n) => self
                .chosen_values(context.source, *n)
                .filter_map(|c| match c {
                    Chosen::Player(p) => Some(*p),
                    _ => None,
                })
                .collect(),
        }
    }

    fn players_of(
        &self,
        reference: &Ref,
        context: &Context<'_>,
        of: impl Fn(&Self, Entity) -> Option<PlayerId>,
    ) -> Players {
        let mut players = Players::new();
        for entity in self.denote_as_it_left(reference, context) {
            if let Some(player) = of(self, entity)
                && !players.contains(&player)
            {
                players.push(player);
            }
        }
        players
    }

    /// A player, or the controller (for battles, the protector: 310.8e) of a permanent that is attacked.
    #[must_use]
    pub fn player_of(&self, entity: Entity) -> PlayerId {
        match entity {
            Entity::Player(player) => player,
            Entity::Object(id) => self
                .seen(id)
                .and_then(|s| s.permanent().and_then(|p| p.protector).or(Some(s.controller)))
                .unwrap_or(self.turn.active),
        }
    }

    /// Whether it is a battle that one of those players protects (310.8).
    pub(super) fn is_protected_by(&self, seen: &Seen<'_>, who: &Who, context: &Context<'_>) -> bool {
        let protector = seen.permanent().and_then(|p| p.protector).filter(|_| seen.chars.is(CardType::Battle));
        protector.is_some_and(|player| self.is_among(player, who, context))
    }

    /// Whether a player is among those.
    #[must_use]
    pub fn is_among(&self, player: PlayerId, who: &Who, context: &Context<'_>) -> bool {
        match who {
            Who::You => player == context.you || self.you_of(context).contains(&player),
            Who::All => self.knows_player(player, context),
            Who::Opponents => self.are_opponents(player, context.you) && self.knows_player(player, context),
            Who::Others => player != context.you && self.knows_player(player, context),
            Who::Active => self.is_active(player),
            _ => self.who(who, context).contains(&player),
        }
    }

    /// What a selector without choices selects, in timestamp order. Choices select nothing here: they are made by
    /// [`Game::select`](crate::Game::select).
    #[must_use]
    pub fn selected(&self, selector: &Selector, context: &Context<'_>) -> Entities {
        match selector {
            Selector::Ref(reference) => self.denote(reference, context),
            Selector::All(filter) => self.all(filter, context),
            Selector::Players(who) => self.who(who, context).into_iter().map(Entity::Player).collect(),
            Selector::Choose(_) => Entities::new(),
            Selector::Top(who, amount) => {
                let count = self.count(amount, context) as usize;
                let tops = self.who(who, context).into_iter().flat_map(|p| self.player(p).library.iter().take(count));
                tops.map(|id| Entity::Object(*id)).collect()
            }
            Selector::Bottom(who, amount) => {
                let count = self.count(amount, context) as usize;
                let ends =
                    self.who(who, context).into_iter().flat_map(|p| self.player(p).library.iter().rev().take(count));
                ends.map(|id| Entity::Object(*id)).collect()
            }
            Selector::GraveyardEnd { who, count, test, top } => {
                let most = self.count(count, context) as usize;
                let mut found = Entities::new();
                for player in self.who(who, context) {
                    let mut cards: SmallVec<[ObjectId; 8]> = self.player(player).graveyard.iter().copied().collect();
                    if *top {
                        cards.reverse(); // 404.2: the last one put there is on top
                    }
                    let fitting = cards.into_iter().map(Entity::Object);
                    found.extend(fitting.filter(|e| self.test(*e, test, &context.testing(*e))).take(most));
                }
                found
            }
            Selector::Those(base, test) => {
                self.selected(base, context).into_iter().filter(|e| self.test(*e, test, &context.testing(*e))).collect()
            }
            Selector::Except(base, without) => {
                let gone = self.selected(without, context);
                self.selected(base, context).into_iter().filter(|e| !gone.contains(e)).collect()
            }
            Selector::Union(parts) => {
                let mut all = Entities::new();
                for entity in parts.iter().flat_map(|p| self.selected(p, context)) {
                    if !all.contains(&entity) {
                        all.push(entity);
                    }
                }
                all
            }
        }
    }

    /// Whether an entity is among what a selector (without choices) selects; quicker than selecting all.
    #[must_use]
    pub fn is_selected(&self, entity: Entity, selector: &Selector, context: &Context<'_>) -> bool {
        match selector {
            Selector::Ref(Ref::This) => entity == Entity::Object(context.source),
            Selector::All(filter) => self.fits(entity, filter, context),
            Selector::Players(who) => entity.player().is_some_and(|p| self.is_among(p, who, context)),
            Selector::Union(parts) => parts.iter().any(|p| self.is_selected(entity, p, context)),
            Selector::Those(base, test) => {
                self.is_selected(entity, base, context) && self.test(entity, test, &context.testing(entity))
            }
            Selector::Except(base, without) => {
                self.is_selected(entity, base, context) && !self.is_selected(entity, without, context)
            }
            _ => self.selected(selector, context).contains(&entity),
        }
    }

    /// All entities that fit a filter now: permanents in timestamp order, then cards zone by zone, players in turn order.
    #[must_use]
    pub fn all(&self, filter: &lawmage_ir::Filter, context: &Context<'_>) -> Entities {
        use lawmage_ir::Kind;
        // "each creature sacrificed this way": those of the instruction spoken of, wherever they are now (608.2h).
        if filter.kind == Kind::Permanent
            && let Some(reference) = of_instruction(&filter.test)
        {
            let of = self.denote(reference, context).into_iter().map(|e| self.as_it_left(e));
            return of.filter(|e| self.test(*e, &filter.test, &context.testing(*e))).collect();
        }
        // "each creature that convoked it": also those that have left since (701.50c).
        if filter.kind == Kind::Permanent
            && let Some(spell) = filter.test.conjuncts().iter().find_map(convoked)
        {
            let facts = self.denote(spell, context).into_iter().filter_map(|e| self.cast_facts(e.object()?));
            let of = facts.flat_map(|facts| &facts.convoked).map(|id| self.as_it_left((*id).into()));
            return of.filter(|e| self.test(*e, &filter.test, &context.testing(*e))).collect();
        }
        let mut found = Entities::new();
        let mut look = |id: ObjectId| {
            if self.fits(id.into(), filter, context) {
                found.push(id.into());
            }
        };
        match &filter.kind {
            Kind::Permanent => self.permanents().for_each(&mut look),
            Kind::Spell | Kind::Ability | Kind::OnStack => self.stack.iter().copied().for_each(&mut look),
            Kind::SpellOrPermanent => {
                self.permanents().for_each(&mut look);
                self.stack.iter().copied().for_each(&mut look);
            }
            Kind::Card(zones) | Kind::PermanentOrCard(zones) => {
                if let Kind::PermanentOrCard(_) = filter.kind {
                    self.permanents().for_each(&mut look);
                }
                for zone in zones.iter() {
                    self.each_in(zone, &mut look);
                }
            }
            Kind::Object => self.each_source(&mut look),
            Kind::Player | Kind::AnyTarget | Kind::PlayerOrPermanent => {
                if !matches!(filter.kind, Kind::Player) {
                    self.permanents().for_each(&mut look);
                }
                for player in self.apnap() {
                    if self.fits(player.into(), filter, context) {
                        found.push(player.into());
                    }
                }
            }
        }
        found
    }

    /// What a reference denotes, and what an instruction moved from the battlefield as it last was there (608.2h).
    pub(super) fn denote_as_it_left(&self, reference: &Ref, context: &Context<'_>) -> Entities {
        let mut found = self.denote(reference, context);
        if let Ref::Slot(_) = reference {
            found.iter_mut().for_each(|entity| *entity = self.as_it_left(*entity));
        }
        found
    }

    /// 608.2i: a permanent that an instruction moved, as it last was on the battlefield; anything else as it is.
    pub(crate) fn as_it_left(&self, entity: Entity) -> Entity {
        let Entity::Object(now) = entity else { return entity };
        let left = self.seen(now).is_some_and(|o| o.zone != Zone::Battlefield);
        match now.before() {
            Some(before) if left && self.left_battlefield(before) => Entity::Object(before),
            _ => entity,
        }
    }

    /// Whether it is an object that was last on the battlefield.
    pub(super) fn left_battlefield(&self, id: ObjectId) -> bool {
        self.last_known(id).is_some_and(|past| past.object.zone == Zone::Battlefield)
    }

    /// Calls for every object that can be chosen as a source of damage (120.7, 609.7a): permanents, spells, what stands in the
    /// command zone, and what objects on the stack, waiting delayed triggers and waiting replacement or prevention effects
    /// speak of, even if it is no longer where it was.
    fn each_source(&self, look: &mut dyn FnMut(ObjectId)) {
        self.permanents().for_each(&mut *look);
        let mut gone: Vec<ObjectId> = Vec::new();
        let mut spoken_of = |object: ObjectId| {
            let known = |zone: Zone| matches!(zone, Zone::Battlefield | Zone::Stack | Zone::Command);
            if !self.get(object).is_some_and(|o| known(o.zone)) && !gone.contains(&object) {
                gone.push(object);
            }
        };
        for id in self.stack.iter().copied() {
            if !self.objects[id.index()].is_ability() {
                look(id);
            }
            let Some(item) = &self.objects[id.index()].stack else { continue };
            let event = item.event.as_ref().map(|e| e.event.roles());
            let roles = event.iter().flat_map(|r| [r.subject, r.object]).flatten().filter_map(Entity::object);
            let targets = item.modes.iter().flat_map(|m| &m.targets).flat_map(|t| &t.chosen);
            let named = std::iter::once(item.source).chain(roles).chain(targets.filter_map(|e| e.object()));
            named.for_each(&mut spoken_of);
        }
        for waiting in &self.delayed {
            let context = Context::with(waiting.source, waiting.controller, &waiting.frame);
            self.each_spoken_of(&*waiting.ability, &context, &mut spoken_of);
        }
        for effect in &self.effects {
            if let Continuous::Replace(replacement) = &*effect.what {
                let context = Context::with(effect.source, effect.controller, &effect.frame);
                self.each_spoken_of(replacement, &context, &mut spoken_of);
            }
        }
        gone.into_iter().for_each(&mut *look);
        self.each_in(Zone::Command, look);
    }

    /// Calls for every object that the references in a part of an ability or effect denote.
    fn each_spoken_of(&self, part: &impl visit::Part, context: &Context<'_>, look: &mut dyn FnMut(ObjectId)) {
        visit::walk(part, &mut |node| {
            if let Some(reference) = node.get::<Ref>() {
                self.denote(reference, context).into_iter().filter_map(Entity::object).for_each(&mut *look);
            }
            visit::Go::Into
        });
    }

    /// Calls for every object in a zone, of all players. Cards outside the game are in none, and nothing finds them (400.11c).
    pub fn each_in(&self, zone: Zone, look: &mut dyn FnMut(ObjectId)) {
        match zone {
            Zone::Battlefield => self.permanents().for_each(look),
            Zone::Stack | Zone::Exile | Zone::Command => {
                self.zone(zone, self.turn.active).iter().copied().for_each(look);
            }
            Zone::Library | Zone::Hand | Zone::Graveyard | Zone::Outside => {
                let all = self.apnap().flat_map(|player| self.zone(zone, player).iter().copied());
                all.filter(|id| zone != Zone::Outside || self.may_bring_in(*id)).for_each(look);
            }
        }
    }
}
