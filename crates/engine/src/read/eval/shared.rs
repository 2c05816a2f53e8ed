//! What objects have in common, and what is a crime.

use lawmage_ir::{
    Continuous, CostLabel, Filter, Keyword, Permission, Quality, Ref, Selector, Stat, SubtypeKind, Test, Who, Zone,
};

use crate::read::context::Context;
use crate::state::State;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::last_known::Seen;
use crate::state::stack::StackKind;

/// What sort of thing on the stack it is.
pub(super) fn stack_kind<'a>(seen: &'a Seen<'_>) -> Option<&'a StackKind> {
    seen.object.stack.as_deref().map(|item| &item.kind)
}

impl State {
    /// Whether something could be attached to what the reference denotes, as it is put onto the battlefield (303.4f).
    pub(super) fn could_enchant(&self, seen: &Seen<'_>, of: &Ref, context: &Context<'_>) -> bool {
        let hosts = self.denote(of, context);
        hosts.iter().any(|host| self.can_attach_as(seen.id, seen.chars, context.you, *host).is_ok())
    }

    /// Whether two objects share a quality.
    pub(super) fn share(&self, a: &Seen<'_>, b: &Seen<'_>, quality: Quality) -> bool {
        match quality {
            Quality::Color => !a.chars.colors.intersection(b.chars.colors).is_empty(),
            Quality::CardType => a.chars.types.meets(b.chars.types),
            // 110.4
            Quality::PermanentType => a.chars.types.permanent().meets(b.chars.types),
            Quality::Name => self.share_name(a.chars, b.chars),
            Quality::Controller => a.controller == b.controller,
            Quality::ManaValue => self.stat_seen(a, Stat::ManaValue) == self.stat_seen(b, Stat::ManaValue),
            Quality::Power => self.stat_seen(a, Stat::Power) == self.stat_seen(b, Stat::Power),
            Quality::Toughness => self.stat_seen(a, Stat::Toughness) == self.stat_seen(b, Stat::Toughness),
            // 205.3i, 205.3m
            Quality::LandType | Quality::CreatureType => {
                let land = quality == Quality::LandType;
                let kind = if land { SubtypeKind::Land } else { SubtypeKind::Creature };
                let (x, y) = (&a.chars.subtypes, &b.chars.subtypes);
                x.listed.iter().filter(|s| s.kind() == kind).any(|s| y.has(*s))
                    || y.listed.iter().filter(|s| s.kind() == kind).any(|s| x.has(*s))
                    || (!land && x.all_creature_types && y.all_creature_types)
            }
        }
    }

    /// Whether a cost of that label was paid for what was cast; any of its kicker costs for "kicked" (702.33d), its
    /// own alone (702.33e).
    pub(super) fn has_paid(&self, id: ObjectId, label: &CostLabel) -> bool {
        let kicker = |label: &CostLabel| matches!(label, CostLabel::Keyword(Keyword::Kicker, _));
        let paid = |(of, _): &(CostLabel, u32)| of == label || kicker(of) && kicker(label);
        self.cast_facts(id).is_some_and(|facts| facts.labels.iter().any(paid))
    }

    /// Whether a creature was tapped for convoke to cast what that was or is (702.51c).
    pub(super) fn has_convoked(&self, creature: ObjectId, spell: &Ref, context: &Context<'_>) -> bool {
        let spells = self.denote(spell, context);
        let mut facts = spells.iter().filter_map(|e| self.cast_facts(e.object()?));
        facts.any(|facts| facts.convoked.contains(&creature))
    }

    /// Whether an object shares a quality with one that one of the filters fits, with `other` another than itself.
    pub(super) fn shares_with_one(
        &self,
        seen: &Seen<'_>,
        quality: Quality,
        with: &[Filter],
        other: bool,
        context: &Context<'_>,
    ) -> bool {
        let those = with.iter().flat_map(|filter| self.all(filter, context)).filter_map(Entity::object);
        let mut others = those.filter(|id| !other || *id != seen.id);
        others.any(|id| self.seen(id).is_some_and(|one| self.share(seen, &one, quality)))
    }

    /// Whether an object shares a quality with one of a player's commanders, wherever that is (903.3e).
    pub(super) fn shares_with_commander(&self, seen: &Seen<'_>, owner: PlayerId, quality: Quality) -> bool {
        let theirs = self.commanders.iter().filter(|c| c.owner == owner).filter_map(|c| {
            let generation = self.objects.get(c.slot as usize)?.generation;
            let id = ObjectId { slot: c.slot, generation };
            if self.is_commander(id) { self.seen(id) } else { None }
        });
        theirs.into_iter().any(|other| self.share(seen, &other, quality))
    }

    /// The greatest number of objects of a selection that have a creature type in common (205.3m).
    pub(super) fn most_of_one_type(&self, of: &Selector, context: &Context<'_>) -> i32 {
        let objects: Vec<ObjectId> = self.selected(of, context).into_iter().filter_map(Entity::object).collect();
        let seen: Vec<Seen<'_>> = objects.iter().filter_map(|id| self.seen(*id)).collect();
        let listed = seen.iter().flat_map(|one| one.chars.subtypes.listed.iter().copied());
        let mut types: Vec<lawmage_ir::Subtype> = listed.filter(|s| s.kind() == SubtypeKind::Creature).collect();
        types.sort_unstable();
        types.dedup();
        let of_type = |t: lawmage_ir::Subtype| seen.iter().filter(|one| one.chars.subtypes.has(t)).count();
        let all = seen.iter().filter(|one| one.chars.subtypes.all_creature_types).count();
        types.into_iter().map(of_type).max().unwrap_or(all) as i32
    }

    /// How many of a selection have the same name, at most (201.2a): an object without a name shares none.
    pub(super) fn most_of_one_name(&self, of: &Selector, context: &Context<'_>) -> i32 {
        let objects: Vec<ObjectId> = self.selected(of, context).into_iter().filter_map(Entity::object).collect();
        let seen: Vec<Seen<'_>> = objects.iter().filter_map(|id| self.seen(*id)).collect();
        let alike = |one: &Seen<'_>| {
            let others = seen.iter().filter(|other| other.id != one.id && self.share(one, other, Quality::Name));
            1 + others.count() as i32
        };
        seen.iter().map(alike).max().unwrap_or(0)
    }

    /// Whether an object shares a quality with one of what a reference denotes.
    pub(super) fn shares_with(&self, seen: &Seen<'_>, quality: Quality, of: &Ref, context: &Context<'_>) -> bool {
        let others = self.denote(of, context);
        let mut others = others.iter().filter_map(|e| e.object()).filter_map(|id| self.seen(id));
        others.any(|other| self.share(seen, &other, quality))
    }

    /// Whether what was cast was the nth spell that these players had cast in its turn.
    pub(super) fn is_nth_spell(&self, seen: &Seen<'_>, by: &Who, nth: u32, context: &Context<'_>) -> bool {
        self.cast_facts(seen.id).is_some_and(|facts| match (by, facts.by) {
            (_, None) => false,
            (Who::All, _) => u32::from(facts.nth[0]) == nth,
            (who, Some(by)) => u32::from(facts.nth[1]) == nth && self.is_among(by, who, context),
        })
    }

    /// Whether a card in exile was foretold (702.143c-d): its foretell cost lets it be cast from there.
    pub(crate) fn is_foretold(&self, seen: &Seen<'_>) -> bool {
        let is_it = |t: &Test| matches!(t, Test::Is(_));
        seen.zone == Zone::Exile
            && self.effects.iter().any(|effect| match &*effect.what {
                Continuous::May(Permission::Play {
                    what,
                    label: Some(CostLabel::Keyword(Keyword::Foretell, _)),
                    ..
                }) => {
                    let context = Context::with(effect.source, effect.controller, &effect.frame);
                    let mut told = what.test.conjuncts().iter().filter(|t| is_it(t)).peekable();
                    told.peek().is_some() && told.all(|t| self.test(seen.id.into(), t, &context))
                }
                _ => false,
            })
    }

    /// 700.13: to target an opponent, anything an opponent controls, or a card in an opponent's graveyard.
    pub(super) fn is_crime(&self, player: PlayerId, target: Entity) -> bool {
        let victim = match target {
            Entity::Player(other) => Some(other),
            Entity::Object(id) => self.seen(id).and_then(|s| match s.zone {
                Zone::Battlefield | Zone::Stack => Some(s.controller),
                Zone::Graveyard => Some(s.object.owner),
                _ => None,
            }),
        };
        victim.is_some_and(|other| self.are_opponents(player, other))
    }

    /// With what power a creature crews Vehicles or saddles Mounts (702.122b).
    pub(super) fn power_as_crew(&self, seen: &Seen<'_>, saddles: bool) -> Option<i32> {
        let mut number = seen.chars.power;
        let mut more = 0;
        for rule in &self.rules().mays {
            let Some(Continuous::May(Permission::CrewAs { what, more: by, saddles: mounts })) = rule.what() else {
                continue;
            };
            let context = rule.context();
            if (!saddles || *mounts) && self.is_selected(seen.id.into(), what, &context) {
                match by {
                    Some(by) => more += self.amount(by, &context),
                    None => number = seen.chars.toughness,
                }
            }
        }
        Some(number? + more)
    }

    /// 701.38a: whether someone has goaded a creature, or an effect has it goaded.
    pub(crate) fn is_goaded(&self, id: ObjectId) -> bool {
        self.goaders(id).next().is_some()
    }

    /// The players by whom a creature is goaded (701.38c): by those who did that, and by effects of theirs; one may be told twice.
    pub fn goaders(&self, id: ObjectId) -> impl Iterator<Item = PlayerId> {
        let goads = self.rules().musts.iter().filter(move |rule| match rule.what() {
            Some(Continuous::Must(lawmage_ir::Requirement::Goaded(what))) => {
                !self.is_past_goad(id, rule.timestamp) && self.is_selected(id.into(), what, &rule.context())
            }
            _ => false,
        });
        goads.map(|rule| rule.controller)
    }

    /// Whether a creature has stopped being goaded by what has that timestamp: an effect, or what a static ability is on (613.11).
    pub(crate) fn is_past_goad(&self, id: ObjectId, began: u32) -> bool {
        self.permanent(id).and_then(|p| p.designations.ungoaded).is_some_and(|since| began <= since)
    }

    /// Whether a card is above that one in the same graveyard: the last one put there is on top (404.2).
    pub(super) fn is_above(&self, card: ObjectId, of: &Ref, directly: bool, context: &Context<'_>) -> bool {
        let place = |id: ObjectId| {
            let owner = self.seen(id).filter(|s| s.zone == Zone::Graveyard)?.object.owner;
            Some((owner, self.player(owner).graveyard.iter().position(|card| *card == id)?))
        };
        let Some((whose, at)) = place(card) else { return false };
        self.denote(of, context)
            .iter()
            .filter_map(|e| e.object())
            .filter_map(place)
            .any(|(owner, below)| owner == whose && if directly { at == below + 1 } else { at > below })
    }
}
