//! Whether an object or player fits a filter.

use lawmage_ir::{
    Ability, ActivatedAbility, CardType, CostPart, Filter, Keyword, KeywordAbility, KeywordParam, Kind, Ref, Stat,
    Status, Subtype, Supertype, Test, Zone,
};

use crate::read::context::Context;
use crate::read::eval::shared;
use crate::state::State;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::last_known::Seen;
use crate::state::object::Chosen;
use crate::state::stack::StackKind;

impl State {
    /// Whether an entity fits a filter: its kind (zone included) and its test. An object that has left fits as it last
    /// existed.
    #[must_use]
    pub fn fits(&self, entity: Entity, filter: &Filter, context: &Context<'_>) -> bool {
        match entity {
            // 801.4, 801.10, 801.11
            Entity::Player(player) if self.options.is_some() && !self.knows_player(player, context) => false,
            Entity::Player(player) => match filter.kind {
                Kind::Player => {
                    self.player(player).is_playing() && self.test_player(player, &filter.test, &context.testing(entity))
                }
                Kind::AnyTarget => {
                    self.player(player).is_playing() && self.test_player(player, &filter.test, &context.testing(entity))
                }
                Kind::PlayerOrPermanent => {
                    self.player(player).is_playing()
                        && (!filter.test.is_of_players()
                            || self.test_player(player, &filter.test, &context.testing(entity)))
                }
                // "Damage that would be dealt", to anything at all, or to that one target: players too.
                Kind::Object => {
                    matches!(filter.test, Test::Any | Test::Is(_) | Test::Or(_))
                        && self.player(player).is_playing()
                        && self.test_player(player, &filter.test, &context.testing(entity))
                }
                _ => false,
            },
            Entity::Object(id) => {
                self.seen_then(id, context).is_some_and(|seen| self.fits_seen(&seen, filter, context))
            }
        }
    }

    /// Whether an object, as seen, fits a filter.
    #[must_use]
    pub fn fits_seen(&self, seen: &Seen<'_>, filter: &Filter, context: &Context<'_>) -> bool {
        if self.options.is_some() && !self.knows(seen, context) {
            return false; // 801.4, 801.7, 801.8, 801.10, 801.11
        }
        let kind = match &filter.kind {
            // 609.2: permanents only, where the text names no other zone.
            // 110.1, 111.6: tokens too.
            Kind::Permanent | Kind::PlayerOrPermanent => seen.zone == Zone::Battlefield,
            Kind::AnyTarget => {
                // 115.4
                seen.zone == Zone::Battlefield
                    && (seen.chars.is_creature()
                        || seen.chars.is(CardType::Planeswalker)
                        || seen.chars.is(CardType::Battle))
            }
            // 108.2, 108.2b: a token is no card.
            Kind::Card(zones) => zones.has(seen.zone) && !seen.object.is_ability() && !seen.object.is_token(),
            Kind::Spell => seen.is_spell(),
            Kind::Ability => seen.zone == Zone::Stack && seen.object.is_ability(),
            Kind::OnStack => seen.zone == Zone::Stack,
            Kind::SpellOrPermanent => seen.zone == Zone::Battlefield || seen.is_spell(),
            Kind::PermanentOrCard(zones) => {
                seen.zone == Zone::Battlefield
                    || zones.has(seen.zone) && !seen.object.is_ability() && !seen.object.is_token()
            }
            Kind::Player => false,
            // 109.2c: a source, in any zone.
            Kind::Object => true, // 609.7c: sources anywhere
        };
        kind && self.test_seen(seen, &filter.test, &context.testing(seen.id.into()))
    }

    /// Whether a test holds of an entity, now or (if it has left) as it last existed.
    #[must_use]
    pub fn test(&self, entity: Entity, test: &Test, context: &Context<'_>) -> bool {
        // 608.2j: only what is asked for counts.
        match entity {
            Entity::Player(player) => self.test_player(player, test, &context.testing(entity)),
            Entity::Object(id) => {
                self.seen(id).is_some_and(|seen| self.test_seen(&seen, test, &context.testing(entity)))
            }
        }
    }

    fn test_player(&self, player: PlayerId, test: &Test, context: &Context<'_>) -> bool {
        match test {
            Test::Any | Test::Player => true,
            Test::And(tests) => tests.iter().all(|t| self.test_player(player, t, context)),
            Test::Or(tests) => tests.iter().any(|t| self.test_player(player, t, context)),
            Test::Not(inner) => !self.test_player(player, inner, context),
            Test::Controlled(who) | Test::Owned(who) => self.is_among(player, who, context),
            Test::Is(reference) => self.denote(reference, context).contains(&Entity::Player(player)),
            Test::If(condition) => self.holds(condition, context),
            Test::AsChosen(inner) => self.test_player(player, inner, context),
            Test::Did(pattern, span) => self.happened(pattern, *span, context, 1),
            Test::ChoseWord(n, word) => self
                .values_chosen_by(context.source, *n)
                .any(|(by, chosen)| by == player && matches!(chosen, Chosen::Word(chose) if chose == word)),
            // 608.2c: of several who did it, those with a share in what was done.
            Test::Doer(Ref::Slot(slot)) => context.slot(*slot).is_some_and(|value| {
                value.members.contains(&player.into()) || value.shares.iter().any(|(p, n)| *p == player && *n > 0)
            }),
            Test::Counters(kind, cmp, amount) => {
                let counters = &self.player(player).counters;
                let count = kind.as_ref().map_or_else(|| counters.total(), |k| counters.get(k));
                cmp.holds(count as i32, self.amount(amount, context))
            }
            Test::HasAttached(inner) => self.permanents().any(|id| {
                self.permanent(id).is_some_and(|p| p.attached_to == Some(Entity::Player(player)))
                    && self.test(id.into(), inner, context)
            }),
            _ => false,
        }
    }

    /// 400.7h: what a card has become by being cast is found by the rest of the effect, but not what it becomes after that.
    fn is_cast_from(&self, id: ObjectId, card: &Ref, context: &Context<'_>) -> bool {
        let is = |was: ObjectId| id == was || id == was.next();
        self.denote(card, context).iter().any(|e| e.object().is_some_and(is))
    }

    /// Whether what is spoken of could be attached to that object, as it is now.
    fn could_hold(&self, host: ObjectId, of: &Ref, context: &Context<'_>) -> bool {
        self.denote(of, context).iter().filter_map(|e| e.object()).any(|what| {
            let what = self.current(what);
            self.can_attach_as(what, self.chars(what), self.controller(what), host.into()).is_ok()
        })
    }

    /// 608.2h: whether a test holds of a card itself, where it is now; a token is none (108.2b).
    pub(super) fn test_card(&self, id: ObjectId, test: &Test, context: &Context<'_>) -> bool {
        self.card_itself(id).is_some_and(|(object, chars)| {
            let (controller, zone) = (object.owner, object.zone);
            self.test_seen(&Seen { id, object, chars, controller, zone, past_combat: None }, test, context)
        })
    }

    /// Whether a test holds of an object as seen.
    #[must_use]
    pub fn test_seen(&self, seen: &Seen<'_>, test: &Test, context: &Context<'_>) -> bool {
        let chars = seen.chars;
        match test {
            Test::Any => true,
            Test::And(tests) => tests.iter().all(|t| self.test_seen(seen, t, context)),
            Test::Or(tests) => tests.iter().any(|t| self.test_seen(seen, t, context)),
            Test::Not(inner) => !self.test_seen(seen, inner, context),
            Test::Type(t) => chars.is(*t),
            // 205.4g: snow, as any supertype, is what the type line says, not the name.
            // 205.4c, 305.8: so is basic, whatever its land types are.
            Test::Supertype(t) => chars.has_supertype(*t),
            Test::Subtype(t) => chars.has_subtype(*t),
            Test::Color(c) => chars.colors.has(*c),
            Test::Colorless => chars.colors.is_empty(),
            Test::Monocolored => chars.colors.len() == 1,
            Test::Multicolored => chars.colors.len() > 1,
            Test::OffIdentity(who) => !chars.colors.intersection(self.colors_off_identity(who, context)).is_empty(),
            Test::ChosenColor(_)
            | Test::ChosenType(_)
            | Test::ChosenName(_)
            | Test::NameChosenBy(..)
            | Test::ChosenSector(_)
            | Test::SameSector(_) => self.test_chosen(seen, test, context),
            Test::Attacking { .. } | Test::Blocking(_) | Test::BlockedBy(_) | Test::BandedWith(_) => {
                self.test_combat(seen, test, context)
            }
            Test::Nameless => chars.name.is_empty(),
            Test::Protected(who) => self.is_protected_by(seen, who, context),
            Test::Controlled(who) => self.is_among(self.controller_seen(seen), who, context),
            Test::Owned(who) => self.is_among(seen.object.owner, who, context),
            Test::Token => seen.object.is_token(),
            Test::Card => seen.object.is_card(),
            // 110.4a, 110.4b
            Test::PermanentType => chars.types.any_permanent(),
            Test::Historic => {
                // 700.6
                chars.is(CardType::Artifact)
                    || chars.has_supertype(Supertype::Legendary)
                    || chars.has_subtype(Subtype::SAGA)
            }
            Test::Status(status) => self.has_status(seen, *status),
            Test::Keyword(keyword) => chars.has(*keyword), // 702.1d
            Test::CouldProduce(kind) => self.types_it_could_produce(seen.id)[kind.index()],
            Test::Enchants(what) => {
                let says = |of: &KeywordAbility| matches!(&of.param, KeywordParam::Quality(said) if said == what);
                chars.keyword(Keyword::Enchant).any(says) // 702.5a
            }
            Test::Landwalk(subtype) => chars.has_landwalk(subtype.as_ref()),
            Test::Counters(kind, cmp, amount) => {
                let count = kind.as_ref().map_or_else(|| seen.object.counters.total(), |k| seen.object.counters.get(k));
                cmp.holds(count as i32, self.amount(amount, context))
            }
            Test::Stat(stat, cmp, amount) => {
                self.stat_seen(seen, *stat).is_some_and(|n| cmp.holds(n, self.amount(amount, context)))
            }
            Test::Is(Ref::This) => self.is_source(seen.id, context),
            Test::SameCard(reference) => self.is_cast_from(seen.id, reference, context),
            Test::Is(reference) => self.is_of(seen, reference, context),
            Test::Doer(_) | Test::Player | Test::ChoseWord(..) => false,
            Test::PutThisWay(reference, zones) => {
                self.is_of(seen, reference, context)
                    && self.get(self.current(seen.id)).is_some_and(|o| zones.has(o.zone))
            }
            Test::AsChosen(inner) => self.test_seen(seen, inner, context),
            Test::AsCard(inner) => self.test_card(self.current(seen.id), inner, context),
            Test::Named(name) => self.is_named(chars, name) || self.counts_as(seen, name, context),
            Test::Shares(quality, of) => self.shares_with(seen, *quality, of, context),
            Test::ManaSpent(sort) => self.mana_of_sort_spent_on(seen.id, sort, context) > 0,
            Test::NthSpell(by, nth) => self.is_nth_spell(seen, by, *nth, context),
            Test::SharesWithOne { quality, with, other } => self.shares_with_one(seen, *quality, with, *other, context),
            Test::SharesWithCommander(quality) => self.shares_with_commander(seen, context.you, *quality),
            Test::CouldHold(of) => self.could_hold(seen.id, of, context),
            Test::CouldEnchant(of) => self.could_enchant(seen, of, context),
            Test::Above(of, directly) => self.is_above(seen.id, of, *directly, context),
            Test::AttachedTo(host) => self.is_attached_to(seen, host, context),
            Test::HasAttached(inner) => {
                self.attached_to_seen(seen).any(|id| self.test(id.into(), inner, &context.testing(id.into())))
            }
            Test::Targets(_) | Test::TargetsOnly(_) | Test::SingleTarget | Test::SourceIs(_) | Test::HasX => {
                self.test_on_stack(seen, test, context)
            }
            Test::Did(pattern, span) => self.happened(pattern, *span, context, 1),
            Test::If(condition) => self.holds(condition, context),
            Test::HasAdventure => chars.adventure,
            Test::DoubleFaced => self.is_double_faced(seen.object),
            Test::ManaCost(costs) => chars.mana_cost.as_ref().is_some_and(|cost| costs.contains(cost)),
            // 107.4g
            Test::HasPhyrexian => chars.mana_cost.as_ref().is_some_and(|c| c.0.iter().any(|s| s.is_phyrexian())),
            Test::Stickered(kind) => self.is_stickered(seen.id, *kind),
            Test::TargetableBy(spell) => self.is_targetable_by(seen.id, spell, context),
            Test::Convoked(spell) => self.has_convoked(seen.id, spell, context),
            Test::PaidCost(label) => self.has_paid(seen.id, label),
            // 601.3: of a card that is only about to be cast, from where it is.
            Test::CastFrom(zones) => self
                .was_cast_from(seen.id, *zones)
                .unwrap_or_else(|| !matches!(seen.zone, Zone::Stack | Zone::Battlefield) && zones.has(seen.zone)),
        }
    }

    /// Tests of combat (506).
    fn test_combat(&self, seen: &Seen<'_>, test: &Test, context: &Context<'_>) -> bool {
        match test {
            Test::BandedWith(reference) => self.combat.as_ref().filter(|c| !c.bands.is_empty()).is_some_and(|combat| {
                let leaders = self.denote(reference, context);
                leaders.iter().filter_map(|e| e.object()).any(|id| combat.banded_with(id).any(|other| other == seen.id))
            }),
            Test::Attacking { whom, and_permanents } => match self.role_of(seen).attacking {
                Some(Entity::Player(p)) => self.is_among(p, whom, context),
                // 508.6: a planeswalker, not a battle that one protects.
                Some(Entity::Object(id)) => {
                    let attacked = self.seen(id).filter(|_| *and_permanents);
                    attacked.is_some_and(|s| {
                        s.chars.is(CardType::Planeswalker) && self.is_among(s.controller, whom, context)
                    })
                }
                None => false,
            },
            Test::Blocking(reference) => {
                let blocking = self.role_of(seen).blocking;
                // 608.2h: an attacker that has left knows what was blocking it.
                let was_blocked = |id: ObjectId| {
                    self.seen(id).and_then(|s| s.past_combat).is_some_and(|past| past.blocked_by.contains(&seen.id))
                };
                let attackers = self.denote_as_it_left(reference, context);
                attackers.iter().filter_map(|e| e.object()).any(|id| blocking.contains(&id) || was_blocked(id))
            }
            Test::BlockedBy(reference) => self
                .denote_as_it_left(reference, context)
                .iter()
                .filter_map(|e| e.object())
                .any(|blocker| self.seen(blocker).is_some_and(|b| self.role_of(&b).blocking.contains(&seen.id))),
            _ => false,
        }
    }

    /// Tests of spells and abilities on the stack: what they target (115.9), what they come from, what they cost.
    fn test_on_stack(&self, seen: &Seen<'_>, test: &Test, context: &Context<'_>) -> bool {
        let chars = seen.chars;
        match test {
            // 115.9b: what a target is now; one that has left is ignored.
            Test::Targets(filter) => self.targets_of(seen).any(|t| self.is_current(t) && self.fits(t, filter, context)),
            // 115.9c: one object or player, however many times, which fits now.
            Test::TargetsOnly(filter) => {
                let mut targets = self.targets_of(seen);
                let first = targets.next();
                first.is_some_and(|t| {
                    targets.all(|other| other == t) && self.is_current(t) && self.fits(t, filter, context)
                })
            }
            // 115.9a
            Test::SingleTarget => self.targets_of(seen).count() == 1,
            Test::SourceIs(inner) => match &seen.object.stack {
                Some(item) => self.test(item.source.into(), inner, context),
                None => self.test_seen(seen, inner, context),
            },
            // 107.3a: of an ability, its activation cost; 107.3c: an {X} of which the text says what it is, is so many {1}.
            Test::HasX if seen.object.is_ability() => seen.object.stack.as_deref().is_some_and(|item| {
                let crate::state::stack::StackKind::Activated { key, .. } = item.kind else { return false };
                let source = self.seen(item.source);
                source.and_then(|s| crate::state::object::ability_of(s.chars, key)).is_some_and(|ability| {
                    match &**ability {
                        lawmage_ir::Ability::Activated(a) => {
                            a.cost.has_x() || a.cost.parts.iter().any(|part| matches!(part, CostPart::ManaTimes(..)))
                        }
                        _ => false,
                    }
                })
            }),
            Test::HasX => chars.mana_cost.as_ref().is_some_and(|c| c.xs() > 0),
            _ => false,
        }
    }

    /// The controller, or the owner of a card that has none (108.4a).
    const fn controller_seen(&self, seen: &Seen<'_>) -> PlayerId {
        match seen.zone {
            Zone::Battlefield | Zone::Stack | Zone::Command => seen.controller,
            _ => seen.object.owner,
        }
    }

    fn attached_to_seen(&self, seen: &Seen<'_>) -> impl Iterator<Item = ObjectId> {
        seen.permanent().map(|p| p.attachments.clone()).unwrap_or_default().into_iter()
    }

    /// Whether an object is attached to what a reference denotes, or was as that last existed (608.2h).
    fn is_attached_to(&self, seen: &Seen<'_>, host: &lawmage_ir::Ref, context: &Context<'_>) -> bool {
        let now = seen.permanent().and_then(|p| p.attached_to);
        self.denote(host, context).iter().any(|h| now == Some(*h) || self.was_attached(seen.id, self.as_it_left(*h)))
    }

    /// Whether an object was attached to one that has left, as that last existed (608.2h).
    fn was_attached(&self, what: ObjectId, host: Entity) -> bool {
        let Entity::Object(host) = host else { return false };
        self.get(host).is_none()
            && self
                .last_known(host)
                .and_then(|past| past.object.permanent.as_deref())
                .is_some_and(|p| p.attachments.contains(&what))
    }

    /// Whether an object is still where it was, or a player still in the game.
    fn is_current(&self, entity: Entity) -> bool {
        match entity {
            Entity::Object(id) => self.get(id).is_some(),
            Entity::Player(player) => self.player(player).is_playing(),
        }
    }

    /// A number of an object; power and toughness are missing for what has none (208.3).
    #[must_use]
    pub fn stat_seen(&self, seen: &Seen<'_>, stat: Stat) -> Option<i32> {
        let chars = seen.chars;
        match stat {
            Stat::Power => chars.power,
            Stat::Toughness => chars.toughness,
            Stat::CrewPower => self.power_as_crew(seen, false),
            Stat::SaddlePower => self.power_as_crew(seen, true),
            Stat::Toxic => i32::try_from(chars.total_toxic()).ok(),
            Stat::Bushido => i32::try_from(chars.total_bushido()).ok(),
            Stat::BasePower => chars.base_power,
            Stat::BaseToughness => chars.base_toughness,
            // 202.3e: on the stack, X is what was chosen for it.
            Stat::ManaValue => {
                let x = match (&chars.mana_cost, &seen.object.stack) {
                    (Some(cost), Some(item)) => cost.xs() * item.facts.x.unwrap_or(0),
                    _ => 0,
                };
                let value = match self.fronts_value(seen) {
                    Some(fronts) if chars.mana_cost.is_none() => fronts,
                    _ => chars.mana_value(),
                };
                Some((value + x) as i32)
            }
            // 306.5c
            Stat::Loyalty => Some(seen.object.counters.get(&lawmage_ir::CounterKind::Loyalty) as i32),
            Stat::Damage => Some(seen.permanent().map_or(0, |p| p.damage as i32)),
            Stat::Colors => Some(chars.colors.len() as i32),
        }
    }

    fn has_status(&self, seen: &Seen<'_>, status: Status) -> bool {
        let permanent = seen.permanent();
        match status {
            Status::Tapped => permanent.is_some_and(|p| p.tapped),
            Status::Untapped => permanent.is_some_and(|p| !p.tapped),
            Status::Commander => self.is_commander(seen.id), // 903.3d
            // 701.28g
            Status::Transformed => permanent.is_some_and(|p| !p.face_down) && self.is_back_up(seen.object),
            Status::FaceDown => {
                permanent.is_some_and(|p| p.face_down)
                    || seen.object.stack.as_ref().is_some_and(|s| s.face_down.is_some())
                    // 708.2: a permanent that is face up may be a copy of one that isn't.
                    || permanent.is_none() && crate::state::face_down::is_guise(seen.chars)
                    || self.is_concealed(seen.id)
            }
            Status::Attacking => self.role_of(seen).attacking.is_some(),
            Status::Blocking => self.role_of(seen).is_blocker,
            Status::DealtDamage => permanent.is_some_and(|p| p.designations.dealt_damage),
            Status::HadToAttack => self.combat.as_ref().is_some_and(|c| c.required.contains(&seen.id)), // 506.6
            // 506.5
            Status::AttackingAlone => {
                let role = self.role_of(seen);
                role.attacking.is_some() && role.alone
            }
            Status::BlockingAlone => {
                let role = self.role_of(seen);
                role.is_blocker && role.alone
            }
            Status::Blocked => self.role_of(seen).attacking.is_some() && self.role_of(seen).blocked,
            Status::Unblocked => match &self.combat {
                Some(combat) if seen.past_combat.is_none() => {
                    combat.attackers.iter().any(|a| a.id == seen.id && a.blocked == Some(false))
                }
                _ => seen.past_combat.is_some_and(|r| r.attacking.is_some() && !r.blocked),
            },
            Status::Enchanted => self.attached_to_seen(seen).any(|id| self.chars(id).has_subtype(Subtype::AURA)),
            Status::Equipped => self.attached_to_seen(seen).any(|id| self.chars(id).has_subtype(Subtype::EQUIPMENT)),
            Status::Modified => {
                // 700.9
                !seen.object.counters.is_empty()
                    || self.attached_to_seen(seen).any(|id| {
                        let chars = self.chars(id);
                        chars.has_subtype(Subtype::EQUIPMENT)
                            || (chars.has_subtype(Subtype::AURA) && self.controller(id) == seen.controller)
                    })
            }
            Status::Monstrous => permanent.is_some_and(|p| p.designations.monstrous),
            Status::Renowned => permanent.is_some_and(|p| p.designations.renowned),
            Status::Saddled => permanent.is_some_and(|p| p.designations.saddled),
            Status::Goaded => seen.past_combat.map_or_else(|| self.is_goaded(seen.id), |past| past.goaded),
            Status::Solved => permanent.is_some_and(|p| p.designations.solved),
            Status::Harnessed => permanent.is_some_and(|p| p.designations.harnessed),
            Status::Prepared => permanent.is_some_and(|p| p.designations.prepared.is_some()),
            Status::PrepareSpell => seen.is_spell() && seen.chars.prepare,
            Status::HasPrepareSpell => seen.chars.inset.is_some(),
            Status::RingBearer => permanent.is_some_and(|p| p.designations.ring_bearer),
            Status::Suspected => permanent.is_some_and(|p| p.designations.suspected.is_some()),
            Status::Paired => self.partner(seen.id).is_some(),
            // 302.6
            Status::SummoningSick => self.is_summoning_sick(seen.id),
            Status::ControlledThroughout => permanent.is_some() && self.is_controlled_throughout(seen.id),
            Status::HasManaAbility => {
                let triggered = |a: &Ability| matches!(a, Ability::Triggered(t) if t.mana); // 605.1b
                seen.chars.marks.mana
                    || seen.chars.abilities.iter().any(|a| triggered(&a.ability))
                    || Subtype::BASIC_LANDS.iter().any(|s| seen.chars.has_subtype(*s))
            }
            // 702.29b, 702.53b: what can be activated in a hand alone counts anywhere.
            Status::HasActivated(mana_too) => {
                let counts = |a: &ActivatedAbility| !a.limits.special && (mana_too || !a.mana);
                let activated = |a: &Ability| matches!(a, Ability::Activated(a) if counts(a));
                seen.chars.abilities.iter().any(|a| activated(&a.ability))
                    || mana_too && Subtype::BASIC_LANDS.iter().any(|s| seen.chars.has_subtype(*s))
            }
            Status::NoAbilities => seen.chars.abilities.is_empty(),
            Status::Activated => matches!(shared::stack_kind(seen), Some(StackKind::Activated { .. })), // 113.3b
            Status::Triggered => matches!(shared::stack_kind(seen), Some(StackKind::Triggered { .. })), // 113.3c
            Status::Spell => seen.is_spell(),
            Status::Foretold => self.is_foretold(seen),
            // 702.62b
            Status::Suspended => {
                seen.zone == Zone::Exile
                    && seen.chars.has(lawmage_ir::Keyword::Suspend)
                    && seen.object.counters.get(&lawmage_ir::CounterKind::Time) > 0
            }
        }
    }
}

/// Whether a face that is no object has the types that a restriction on names speaks of: "a nonland card name".
pub(crate) fn face_fits(face: &crate::state::chars::Chars, test: &lawmage_ir::Test) -> bool {
    use lawmage_ir::Test;
    match test {
        Test::And(tests) => tests.iter().all(|t| face_fits(face, t)),
        Test::Or(tests) => tests.iter().any(|t| face_fits(face, t)),
        Test::Not(test) => !face_fits(face, test),
        Test::Type(card_type) => face.is(*card_type),
        Test::Supertype(supertype) => face.has_supertype(*supertype),
        Test::Subtype(subtype) => face.has_subtype(*subtype),
        Test::Color(color) => face.colors.has(*color),
        Test::Colorless => face.colors.is_empty(),
        _ => true,
    }
}
