//! What a modification does to one object once its amounts and references are worked out, and the doing of it.

use std::sync::Arc;

use lawmage_ir::{
    Ability, AbilitySort, Amount, ColorSet, Continuous, Filter, Keyword, KeywordAbility, KeywordParam, KeywordSet,
    Kind, Modification, Ref, Selector, Subtype, SubtypeKind, Test, TextWord, TypeLine, Who,
    visit::{self, Go},
};

use super::in_force::{Live, Origin};
use crate::read::context::Context;
use crate::state::State;
use crate::state::chars::{AbilityKey, Chars};
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::object::{Chosen, Memory, ability_of};

/// So far apart are the keys of abilities that one modification grants.
pub(super) const SEVERAL: usize = 16;

/// A modification with its variables worked out.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Change {
    /// Becomes a copy: these copiable values (707.2).
    Copy(Arc<Chars>),
    /// Its controller becomes that player.
    Control(PlayerId),
    /// One word is replaced by another.
    Words(TextWord, TextWord),
    /// Gains types.
    AddTypes(TypeLine),
    /// Becomes these colors.
    Colors(ColorSet),
    /// Gains an ability.
    Ability(Arc<Ability>),
    /// Gains several.
    Abilities(Vec<Arc<Ability>>),
    /// Base power and toughness become these.
    Set(Option<i32>, Option<i32>),
    /// Gets that much more.
    Add(i32, i32),
    /// Has this rules text instead of its own (612.5).
    Text(Vec<Arc<Ability>>),
    /// Has another object's full text, and these abilities (612.6).
    FullText(Arc<Chars>, Vec<Arc<Ability>>),
    /// Gains abilities that other objects have: from which of them, and what (607.5).
    Acquired(Vec<(u8, Arc<Ability>)>),
    /// What needs no working out.
    Plain(Modification),
}

impl State {
    /// What a modification does to an object now; `None` when what it refers to is not there.
    pub(super) fn change(&self, live: &Live, modification: &Modification, object: ObjectId) -> Option<Change> {
        if let Origin::Resolved { copied: Some(copied), .. } = &live.origin
            && matches!(modification, Modification::CopyOf(..))
        {
            return Some(Change::Copy(copied.clone()));
        }
        // 707.2c
        if let Modification::CopyOf(Ref::Linked(n), exceptions) = modification
            && let Some((_, copied)) =
                self.memory_of(live.source).and_then(|memory| memory.copied.iter().find(|(linked, _)| linked == n))
        {
            return Some(Change::Copy(self.with_exceptions(copied, exceptions, &live.context())));
        }
        // Amounts may speak of the object at hand.
        let entity = Entity::Object(object);
        let context = live.context().testing(entity).looping(entity);
        match modification {
            Modification::AbilitiesOf(sort, of) => Some(self.acquired(*sort, of, &context, object)),
            _ => self.change_in(&context, modification),
        }
    }

    /// The abilities of a sort that some objects have. Nothing takes over its own: `taker` is left out.
    fn acquired(&self, sort: AbilitySort, of: &Selector, context: &Context<'_>, taker: ObjectId) -> Change {
        let mut all = Vec::new();
        let from = self.selected(of, context).into_iter().filter_map(Entity::object);
        let others = from.filter(|id| *id != taker && self.get(*id).is_some());
        for (place, id) in others.take(256).enumerate() {
            let fits = |ability: &&Arc<Ability>| is_of_sort(ability, sort);
            let theirs = self.chars(id).abilities.iter().map(|on| &on.ability).filter(fits);
            all.extend(theirs.map(|ability| (place as u8, taken_over(ability, sort))));
        }
        Change::Acquired(all)
    }

    /// The same in a context, for modifications that are part of a copy too.
    pub(crate) fn change_in(&self, context: &Context<'_>, modification: &Modification) -> Option<Change> {
        let number = |amount: &Amount| match amount {
            Amount::Const(n) => *n,
            other => self.amount(other, context),
        };
        Some(match modification {
            Modification::CopyOf(of, exceptions) => {
                let of = self.denote(of, context).first().and_then(|e| e.object())?;
                Change::Copy(self.with_exceptions(&self.copiable(of), exceptions, context))
            }
            Modification::Controller(who) => {
                let player = if *who == Who::You { context.you } else { *self.who(who, context).first()? };
                // 800.4a-b: players who have left control nothing.
                if !self.player(player).is_playing() {
                    return None;
                }
                Change::Control(player)
            }
            Modification::ReplaceWord(from, to) => Change::Words(*from, *to),
            Modification::SetText(text) => Change::Text(text.clone()),
            Modification::FullText(of, besides) => {
                let of = self.selected(of, context).first().and_then(|e| e.object())?;
                Change::FullText(self.copiable(of), besides.clone())
            }
            Modification::Acquired(all) => Change::Acquired(all.clone()),
            Modification::AbilitiesOf(sort, of) => self.acquired(*sort, of, context, context.source),
            Modification::AddTypes(line) => Change::AddTypes(line.clone()),
            Modification::AddChosenType(number) => match self.chosen(context.source, *number)? {
                Chosen::Subtype(subtype) => Change::AddTypes(type_line(subtype)),
                _ => return None,
            },
            Modification::SetChosenType(number) => match self.chosen(context.source, *number)? {
                Chosen::Subtype(subtype) if subtype.kind() == SubtypeKind::Land => {
                    Change::Plain(Modification::SetLandTypes(type_line(subtype).subtypes)) // 305.7
                }
                Chosen::Subtype(subtype) => Change::Plain(Modification::SetTypes(type_line(subtype))), // 205.1a
                _ => return None,
            },
            Modification::CreatureTypesOf(of) => {
                let of = self.denote(of, context).first().and_then(|e| e.object())?;
                let mut subtypes = self.seen(of)?.chars.subtypes.clone();
                subtypes.listed.retain(|s| s.kind() == SubtypeKind::Creature);
                Change::Plain(match subtypes.listed.is_empty() && !subtypes.all_creature_types {
                    true => Modification::LoseCreatureTypes,
                    false => Modification::SetTypes(TypeLine { subtypes, ..TypeLine::default() }),
                })
            }
            Modification::SetColors(colors) => Change::Colors(*colors),
            // 707.9c: of what becomes the copy, as it was.
            Modification::KeepColors => Change::Colors(self.copiable(context.source).colors),
            Modification::SetChosenColor(number) | Modification::AddChosenColor(number) => {
                let memory = self.memory_of(context.source)?;
                let chosen = memory.chosen.iter().filter(|(n, _)| n == number);
                let colors = chosen.filter_map(|(_, c)| if let Chosen::Color(color) = c { Some(*color) } else { None });
                let colors: ColorSet = colors.collect();
                if colors.is_empty() {
                    return None;
                }
                match modification {
                    Modification::AddChosenColor(_) => Change::Plain(Modification::AddColors(colors)),
                    _ => Change::Colors(colors),
                }
            }
            // 707.9a: the ability at hand, as its source has it or last had it.
            Modification::ThisAbility => {
                Change::Ability(self.ability_at_hand(context.source, context.frame?.ability?)?)
            }
            Modification::AddAbility(ability) => Change::Ability(self.as_granted(ability, context)?),
            Modification::StickerAbilities(of) => {
                let of = self.denote(of, context).first().and_then(|e| e.object())?;
                Change::Abilities(self.sticker_abilities(of))
            }
            Modification::SetPowerToughness(power, toughness) => {
                Change::Set(power.as_ref().map(number), toughness.as_ref().map(number))
            }
            Modification::AddPowerToughness(power, toughness) => {
                Change::Add(self.bonus(power, context), self.bonus(toughness, context))
            }
            other => Change::Plain(other.clone()),
        })
    }

    /// The ability that resolves or applies, of that source. One on the stack is what it was as it was put there, though its
    /// source may have another in that place by now (113.7a).
    fn ability_at_hand(&self, source: ObjectId, key: AbilityKey) -> Option<Arc<Ability>> {
        let mut items = self.stack.iter().rev().filter_map(|id| self.get(*id)?.stack.as_deref());
        let resolving = items.find(|item| item.source == source && item.ability_key() == Some(key));
        let program = resolving.and_then(|item| item.program.as_deref());
        let is_it = |ability: &&Arc<Ability>| match (&***ability, program) {
            (_, None) => true,
            (Ability::Activated(a), Some(program)) => a.program == *program,
            (Ability::Triggered(t), Some(program)) => t.program == *program,
            _ => false,
        };
        let chars = self.seen(source)?.chars;
        let printed = || self.face_chars(source, self.objects[source.index()].face).map(|c| c.abilities.as_slice());
        let made = &self.seen(source)?.object.base.abilities; // of a token, what it was created with
        let there = ability_of(chars, key).filter(is_it);
        let elsewhere = || {
            let all = chars.abilities.iter().chain(printed().unwrap_or_default()).chain(made.iter());
            all.map(|on| &on.ability).find(is_it)
        };
        there.or_else(elsewhere).cloned()
    }

    /// What was chosen for an object under a linked number (607.2d), now or as it last existed.
    pub(crate) fn chosen(&self, source: ObjectId, number: u8) -> Option<Chosen> {
        self.memory_of(source)?.chosen.iter().rev().find(|(n, _)| *n == number).map(|(_, chosen)| chosen.clone())
    }

    /// What an object remembers, now or as it last existed.
    fn memory_of(&self, source: ObjectId) -> Option<&Memory> {
        match self.get(source) {
            Some(object) => object.memory.as_deref(),
            None => self.last_known(source)?.object.memory.as_deref(),
        }
    }

    /// Characteristics that an effect gives, whose abilities speak of the effect's source as what it is now (201.5a).
    pub(crate) fn speaking_of_giver(&self, mut chars: Chars, context: &Context<'_>) -> Chars {
        for on in &mut chars.abilities {
            if visit::any(&*on.ability, |reference: &Ref| *reference == Ref::Giver(None))
                && let Some(granted) = self.as_granted(&on.ability, context)
            {
                on.ability = granted;
            }
        }
        chars
    }

    /// An ability that an effect grants, with what it says of the effect's source (201.5a), of what was chosen for it, and of its
    /// controller's commander. `None` where that is undefined (903.4f) or there are no such qualities.
    pub(crate) fn as_granted(&self, ability: &Arc<Ability>, context: &Context<'_>) -> Option<Arc<Ability>> {
        let source = context.source;
        let open = |reference: &Ref| *reference == Ref::Giver(None);
        if let Ability::Keyword(keyword) = &**ability {
            return self.with_qualities(ability, keyword, context);
        }
        if !visit::any(&**ability, open) {
            return Some(ability.clone());
        }
        let mut granted = (**ability).clone();
        visit::walk_mut(&mut granted, &mut |node| {
            if let Some(reference) = node.get_mut::<Ref>().filter(|r| open(r)) {
                *reference = Ref::Giver(Some((source.slot, source.generation)));
            }
            Go::Into
        });
        Some(Arc::new(granted))
    }

    /// A keyword about what was chosen for the source ("protection from the chosen color") or about the commander of its
    /// controller, in so many words: the object that gains it has chosen nothing, and may be another player's.
    fn with_qualities(
        &self,
        ability: &Arc<Ability>,
        keyword: &KeywordAbility,
        context: &Context<'_>,
    ) -> Option<Arc<Ability>> {
        let chosen = |number: &u8| match self.chosen(context.source, *number)? {
            Chosen::Color(color) => Some(Test::Color(color)),
            Chosen::Subtype(subtype) => Some(Test::Subtype(subtype)),
            Chosen::CardType(card_type) => Some(Test::Type(card_type)),
            Chosen::Name(name) => Some(Test::Named(name)),
            _ => None,
        };
        let test = match &keyword.param {
            KeywordParam::Chosen(number) => chosen(number),
            KeywordParam::Quality(filter) => match &filter.test {
                Test::ChosenType(number) | Test::ChosenColor(number) => chosen(number),
                Test::OffIdentity(who) => {
                    let colors: Vec<Test> = self.colors_off_identity(who, context).iter().map(Test::Color).collect();
                    if colors.is_empty() {
                        return None;
                    }
                    Some(Test::Or(colors))
                }
                _ => None,
            },
            _ => None,
        };
        let Some(test) = test else { return Some(ability.clone()) };
        let param = KeywordParam::Quality(Box::new(Filter::new(Kind::Object, test)));
        Some(Arc::new(Ability::Keyword(KeywordAbility { param, ..keyword.clone() })))
    }
}

/// A type line of one subtype.
pub(crate) fn type_line(subtype: Subtype) -> TypeLine {
    TypeLine { subtypes: std::iter::once(subtype).collect(), ..TypeLine::default() }
}

impl Chars {
    /// Makes a change; `key` names the abilities it grants, by part. Control is not a characteristic (109.3) and not
    /// changed here.
    pub(crate) fn change(&mut self, change: &Change, banned: KeywordSet, key: impl Fn(usize) -> AbilityKey) {
        match change {
            // 707.2a: its color and abilities come with the values, each once.
            Change::Copy(copy) => self.clone_from(copy),
            Change::Control(_) => {}
            Change::Words(from, to) => self.replace_word(*from, *to),
            Change::AddTypes(line) => self.add_types(line),
            // 105.3, 202.2f: a new color replaces the old ones.
            Change::Colors(colors) => self.colors = *colors,
            Change::Abilities(all) => {
                for (place, ability) in all.iter().enumerate() {
                    self.gain(ability, banned, |part| key(place * SEVERAL + part));
                }
            }
            Change::Ability(ability) => self.gain(ability, banned, key),
            Change::Text(text) => self.set_text(text, key),
            Change::FullText(full, besides) => {
                // 612.6
                let text: Vec<Arc<Ability>> =
                    full.abilities.iter().filter(|on| on.key.0 & 0xff == 0).map(|on| on.ability.clone()).collect();
                *self = Self { abilities: Vec::new(), ..(**full).clone() };
                self.set_text(&text.into_iter().chain(besides.iter().cloned()).collect::<Vec<_>>(), key);
            }
            Change::Acquired(all) => {
                for (n, (from, ability)) in all.iter().enumerate() {
                    match &**ability {
                        Ability::Keyword(k) if banned.has(k.keyword) => {}
                        _ => self.add_ability(ability, |part| key(0).acquired(*from, n as u8, part)),
                    }
                }
            }
            Change::Set(power, toughness) => {
                if let Some(power) = power {
                    self.power = Some(*power);
                }
                if let Some(toughness) = toughness {
                    self.toughness = Some(*toughness);
                }
                self.base_power = self.power;
                self.base_toughness = self.toughness;
            }
            Change::Add(power, toughness) => self.add_power_toughness(*power, *toughness),
            Change::Plain(modification) => self.change_plainly(modification),
        }
    }

    /// 113.11: what an object can't have it doesn't gain.
    fn gain(&mut self, ability: &Arc<Ability>, banned: KeywordSet, key: impl Fn(usize) -> AbilityKey) {
        match &**ability {
            Ability::Keyword(k) if banned.has(k.keyword) => {}
            _ => self.add_ability(ability, key),
        }
    }

    /// Has this rules text and no other.
    fn set_text(&mut self, text: &[Arc<Ability>], key: impl Fn(usize) -> AbilityKey) {
        self.abilities.clear();
        self.remark();
        for (n, ability) in text.iter().enumerate() {
            self.add_ability(ability, |part| AbilityKey(key(part).0 + ((n as u64 + 1) << 12)));
        }
        // 305.6, 310.11b: what its types give it is no part of its text.
        self.add_land_abilities();
        self.add_siege_ability();
    }

    fn change_plainly(&mut self, modification: &Modification) {
        match modification {
            Modification::SetTypes(line) => self.set_types(line),
            Modification::RemoveType(card_type) => self.remove_type(*card_type),
            Modification::RemoveSupertype(supertype) => {
                self.supertypes = self.supertypes.iter().filter(|s| s != supertype).collect();
            }
            Modification::AllCreatureTypes => {
                self.subtypes.all_creature_types = true;
                self.drop_unfit_subtypes();
            }
            Modification::LoseCreatureTypes => self.subtypes.remove_kind(SubtypeKind::Creature),
            Modification::SetLandTypes(types) => self.set_land_types(types),
            Modification::AddColors(colors) => self.colors = self.colors.union(*colors),
            Modification::LoseManaCost => self.mana_cost = None,
            // 113.10, 113.10b: every instance goes. A later effect may give it back: that is no "can't" (101.2a, 113.10c).
            Modification::LoseKeyword(keyword) | Modification::CantHave(keyword) => {
                self.lose_keyword(*keyword);
                // 702.22b: "bands with other" is banding too.
                if *keyword == Keyword::Banding {
                    self.lose_keyword(Keyword::BandsWithOther);
                }
            }
            Modification::LoseLandwalk(land) => self.lose_keywords(|ability| {
                let of_land = |filter: &Filter| filter.test.conjuncts().contains(&Test::Subtype(*land));
                ability.keyword == Keyword::Landwalk
                    && matches!(&ability.param, KeywordParam::Quality(filter) if of_land(filter))
            }),
            Modification::LoseThisAbility(Some(group)) => {
                self.abilities.retain(|a| a.key.group() != *group);
                self.remark();
            }
            Modification::LoseAllAbilities => {
                self.abilities.clear();
                self.remark();
            }
            Modification::LoseAllButMana => {
                // 605.1: activated and triggered ones.
                self.abilities.retain(|on| match &*on.ability {
                    Ability::Activated(ability) => ability.mana,
                    Ability::Triggered(ability) => ability.mana,
                    _ => false,
                });
                self.remark();
            }
            Modification::LoseAbility(lost) => {
                self.abilities.retain(|on| on.ability != *lost);
                self.remark();
            }
            // 613.4d.
            Modification::SwitchPowerToughness => std::mem::swap(&mut self.power, &mut self.toughness),
            // 612.8.
            Modification::SetName(name) => self.name = name.clone(),
            // 612.9, 123.6
            Modification::StickerWord(words, after) => {
                self.name = crate::state::stickers::with_words(&self.name, words, *after)
            }
            // 612.7.
            Modification::AllNames(filter) => self.more_names = Some(Arc::new(filter.test.clone())),
            // The others are worked out to changes of their own.
            _ => {}
        }
    }

    /// Power and toughness that an object does not have can't be raised (208.3a).
    pub(crate) fn add_power_toughness(&mut self, power: i32, toughness: i32) {
        self.power = self.power.map(|p| p.saturating_add(power));
        self.toughness = self.toughness.map(|t| t.saturating_add(toughness));
    }

    /// Takes away every instance of a keyword, with what it means.
    pub(crate) fn lose_keyword(&mut self, keyword: Keyword) {
        if !self.has(keyword) {
            return;
        }
        self.lose_keywords(|ability| ability.keyword == keyword);
    }

    /// Takes away such keyword abilities, with what they mean.
    fn lose_keywords(&mut self, such: impl Fn(&KeywordAbility) -> bool) {
        let lost: Vec<u64> = self
            .abilities
            .iter()
            .filter(|a| matches!(&*a.ability, Ability::Keyword(k) if such(k)))
            .map(|a| a.key.group())
            .collect();
        self.abilities.retain(|a| !lost.contains(&a.key.group()));
        self.remark();
    }

    /// Takes away the characteristic-defining abilities that say something of the sort that `defines` picks (707.9d).
    pub(crate) fn lose_defining(&mut self, defines: impl Fn(&Modification) -> bool) {
        let says = |ability: &Ability| match ability {
            Ability::Static(s) => {
                s.defines
                    && s.effects
                        .iter()
                        .any(|e| matches!(e, Continuous::Modify { mods, .. } if mods.iter().any(&defines)))
            }
            _ => false,
        };
        if self.abilities.iter().any(|a| says(&a.ability)) {
            self.abilities.retain(|a| !says(&a.ability));
            self.remark();
        }
    }
}

/// Whether an ability is of the sort that is taken over.
fn is_of_sort(ability: &Ability, sort: AbilitySort) -> bool {
    match (ability, sort) {
        (Ability::Activated(a), AbilitySort::Loyalty) => a.loyalty,
        (Ability::Activated(a), AbilitySort::ActivatedButMana) => !a.mana,
        (Ability::Activated(_), AbilitySort::Activated | AbilitySort::ActivatedOnce)
        | (Ability::Activated(_) | Ability::Triggered(_), AbilitySort::ActivatedAndTriggered) => true,
        (Ability::Keyword(k), AbilitySort::Keyword(of)) => k.keyword == of,
        // 702.1a: a keyword that stands for such abilities alone.
        (Ability::Keyword(k), AbilitySort::ActivatedButMana | AbilitySort::ActivatedAndTriggered) => {
            !k.means.is_empty() && k.means.iter().all(|means| is_of_sort(means, sort))
        }
        _ => false,
    }
}

/// An ability as it is taken over: activated once each turn at most, where that is said (602.5b).
fn taken_over(ability: &Arc<Ability>, sort: AbilitySort) -> Arc<Ability> {
    match (&**ability, sort) {
        (Ability::Activated(activated), AbilitySort::ActivatedOnce) => {
            let mut once = activated.clone();
            once.limits.per_turn = Some(once.limits.per_turn.map_or(1, |n| n.min(1)));
            Arc::new(Ability::Activated(once))
        }
        _ => ability.clone(),
    }
}
