//! Amounts worked out.

use lawmage_ir::{
    Amount, Color, ColorSet, CounterKind, EventPattern, Fold, KindOf, ManaType, Ref, Selector, Span, SpentMana, Stat,
    Subtype,
};
use smallvec::SmallVec;

use super::kinds::distinct;
use crate::read::context::Context;
use crate::state::State;
use crate::state::event::Event;
use crate::state::ids::{Entities, Entity, ObjectId, PlayerId};
use crate::state::last_known::Seen;
use crate::state::object::Counters;
use crate::state::player::Standing;
use crate::state::stack::{CastFacts, Frame, SlotValue};

impl State {
    /// An amount, below zero too.
    #[must_use]
    pub fn amount(&self, amount: &Amount, context: &Context<'_>) -> i32 {
        let frame = context.frame;
        match amount {
            Amount::Const(n) => *n,
            Amount::X => self.x(context),
            Amount::Count(selector) => self.count_selected(selector, context),
            // 701.13d: of several it is the sum.
            Amount::Stat(stat, reference) => {
                self.as_measured(*stat, reference, context).iter().map(|e| self.stat_of(*e, *stat)).sum()
            }
            Amount::Total(stat, selector) => self.stats_of(*stat, selector, context).into_iter().sum(),
            Amount::Greatest(stat, selector) => self.stats_of(*stat, selector, context).into_iter().max().unwrap_or(0),
            Amount::Least(stat, selector) => self.stats_of(*stat, selector, context).into_iter().min().unwrap_or(0),
            Amount::Counters(kind, reference) => self.counter_count(kind.as_ref(), reference, context),
            Amount::Event => frame.and_then(|f| f.event.as_ref()).map_or(0, |o| o.number() as i32),
            Amount::Slot(n) => context.slot(*n).map_or(0, |slot| number_here(slot, context)),
            Amount::Excess(n) | Amount::FlipsLost(n) => context.slot(*n).map_or(0, |s| s.excess),
            Amount::Paid(n) => self.amount_paid(usize::from(*n), context),
            Amount::Share(n) => self.share_divided(usize::from(*n), context),
            Amount::Linked(n) => self.chosen_number(context.source, *n),
            Amount::Stored(n, of) => self.stored_results(context.source, *n, *of),
            // 800.4i: of a player who has left, what it last was.
            Amount::Life(who) => self.who(who, context).iter().map(|p| self.player(*p).life).sum(),
            Amount::StartingLife(who) => self.who(who, context).iter().map(|p| self.player(*p).starting_life).sum(),
            Amount::GreatestLife(who) => self.who(who, context).iter().map(|p| self.player(*p).life).max().unwrap_or(0),
            Amount::LeastLife(who) => self.who(who, context).iter().map(|p| self.player(*p).life).min().unwrap_or(0),
            Amount::OfPlayers { who, of, greatest } => {
                let players = self.who(who, context);
                let numbers = players.iter().map(|p| self.amount(of, &context.looping((*p).into())));
                if *greatest { numbers.max() } else { numbers.min() }.unwrap_or(0)
            }
            Amount::Party(who) => self.who(who, context).iter().map(|p| self.party(*p)).sum(),
            Amount::TargetsOf(of) => {
                let on_stack = self.denote(of, context).into_iter().filter_map(Entity::object);
                on_stack.map(|id| self.seen(id).iter().flat_map(|s| self.targets_of(s)).count() as i32).sum()
            }
            Amount::RingTempted(who) => self.who(who, context).iter().map(|p| self.player(*p).tempted as i32).sum(),
            // 702.179f
            Amount::Speed(who) => self.who(who, context).iter().map(|p| i32::from(self.player(*p).speed)).sum(),
            Amount::HandSize(who) => self.who(who, context).iter().map(|p| self.player(*p).hand.len() as i32).sum(),
            Amount::GraveyardSize(who) => {
                self.who(who, context).iter().map(|p| self.player(*p).graveyard.len() as i32).sum()
            }
            // Players who have left the game aren't counted (702.125b).
            Amount::Players(who) => self.who(who, context).len() as i32,
            // 700.5, 607.2d
            Amount::DevotionChosen(who, linked) => {
                let colors: ColorSet = self.colors_chosen(context.source, *linked).collect();
                self.who(who, context).iter().map(|p| self.devotion(*p, colors)).sum()
            }
            Amount::Devotion(who, colors) => self.who(who, context).iter().map(|p| self.devotion(*p, *colors)).sum(),
            Amount::Happened(pattern, span)
                if matches!(**pattern, EventPattern::Attacks { .. } | EventPattern::Damage { .. }) =>
            {
                self.count_that_did(pattern, *span, context)
            }
            Amount::Happened(pattern, span) | Amount::HowOften(pattern, span) => {
                self.occurrences(pattern, *span, context).count() as i32
            }
            Amount::HappenedSum(pattern, span) => {
                self.occurrences(pattern, *span, context).map(|o| o.number() as i32).sum()
            }
            // 608.2h: as they last existed.
            Amount::HappenedStat(stat, pattern, span) => {
                let moved = self.occurrences(pattern, *span, context).filter_map(|o| match o.event {
                    Event::Moved { object, .. } => Some(object),
                    _ => None,
                });
                moved.map(|object| self.stat_of(object.into(), *stat)).sum()
            }
            Amount::HappenedKinds(kind, pattern, span) => {
                let subjects = self.occurrences(pattern, *span, context).filter_map(|o| match o.event {
                    Event::Moved { object, .. } => Some(object.into()),
                    ref other => other.roles().subject,
                });
                self.kinds_among(*kind, &subjects.collect::<Entities>())
            }
            Amount::Product(a, b) => self.amount(a, context).saturating_mul(self.amount(b, context)),
            Amount::Plus(a, b) => self.amount(a, context).saturating_add(self.amount(b, context)),
            Amount::Minus(a, b) => self.amount(a, context).saturating_sub(self.amount(b, context)),
            Amount::Times(n, a) => self.amount(a, context).saturating_mul(*n),
            // 107.1a: numbers are whole; the text says how it is rounded.
            Amount::Divide { of, by, up } => {
                let (of, by) = (self.amount(of, context), (*by).max(1));
                if *up { of.saturating_add(by - 1).div_euclid(by) } else { of.div_euclid(by) }
            }
            // 601.2c-d: asked for only then.
            Amount::AsCast { of, .. } => self.amount(of, context),
            Amount::Noted(n) => {
                let own = context.frame.and_then(|f| f.facts.numbers.get(usize::from(*n)));
                let of_source = || self.cast_facts(context.source)?.numbers.get(usize::from(*n));
                own.or_else(of_source).copied().unwrap_or(0)
            }
            Amount::Max(a, b) => self.amount(a, context).max(self.amount(b, context)),
            Amount::Min(a, b) => self.amount(a, context).min(self.amount(b, context)),
            other => self.amount_of_casting(other, context),
        }
    }

    /// Numbers of how something was cast, of what is on objects and players, and of kinds of things.
    fn amount_of_casting(&self, amount: &Amount, context: &Context<'_>) -> i32 {
        match amount {
            Amount::CountersAmong(kind, selector) => {
                let held = |e: &Entity| self.counters_held(*e).map_or(0, |c| counted(c, kind.as_ref()));
                self.selected(selector, context).iter().map(held).sum()
            }
            Amount::Symbols(colors, selector) => self.symbols(*colors, selector, context),
            Amount::Dice(n, showing) => context.slot(*n).map_or(0, |slot| dice_showing(&slot.shares, *showing)),
            Amount::OfAll(n, fold) => context.slot(*n).map_or(0, |slot| {
                let shares = slot.shares.iter().map(|(_, number)| *number);
                match fold {
                    Fold::Greatest if !slot.shares.is_empty() => shares.max().unwrap_or(0),
                    _ => slot.number,
                }
            }),
            Amount::ManaSpent(reference, colors) => self.mana_spent(reference, colors.as_ref(), context),
            Amount::ManaOf(reference, sort) => self.mana_of(reference, sort, context),
            Amount::ActivationMana(sort) => context.frame.map_or(0, |f| self.mana_among(&f.facts, sort, context)),
            Amount::SpellsCast(who) => {
                let whose = self.who(who, context);
                self.casts.iter().filter(|(by, _)| whose.contains(by)).count() as i32
            }
            Amount::CastFromCommand(reference) => {
                let members = self.denote(reference, context);
                members.iter().filter_map(|e| e.object()).map(|id| self.casts_of(id) as i32).sum()
            }
            Amount::Vital(reference) => self.vital(reference, context),
            Amount::Mutations(reference) => {
                let members = self.denote(reference, context);
                members.iter().filter_map(|e| e.object()).map(|id| self.mutations(id) as i32).sum()
            }
            Amount::StickerLetters(which, of) => self.sticker_letters(*which, of, context),
            Amount::StickerSize(power, of) => self.sticker_size(*power, of, context),
            Amount::Level(reference) => self.levels(reference, context),
            // 309.7
            Amount::DungeonsCompleted(who) => {
                distinct(self.who(who, context).iter().flat_map(|p| self.player(*p).completed.iter().cloned()))
            }
            // 104.3
            Amount::PlayersLost => {
                self.players.iter().filter(|p| matches!(p.standing, Standing::Lost(_) | Standing::Conceded)).count()
                    as i32
            }
            Amount::TimesResolved => {
                let ability = context.frame.and_then(|f| f.ability);
                ability.map_or(0, |key| self.ability_use(context.source, key).resolved as i32)
            }
            Amount::TypesOf(reference) => {
                let of = self.denote(reference, context);
                let seen = of.iter().filter_map(|e| e.object()).filter_map(|id| self.seen(id));
                seen.map(|s| s.chars.words_of_type_line() as i32).sum()
            }
            Amount::Doors(among) => {
                let rooms = self.selected(among, context);
                rooms.iter().filter_map(|e| e.object()).map(|id| self.unlocked_doors(id) as i32).sum()
            }
            Amount::IdentityColors(who) => {
                let players = self.who(who, context);
                let identities = players.iter().filter_map(|player| self.commander_identity(*player));
                identities.fold(ColorSet::default(), ColorSet::union).len() as i32
            }
            Amount::CommanderCasts(who) => self.commander_casts(who, context),
            Amount::TimesPaid(label) => self.times_paid(label, context),
            Amount::MostOfOneType(selector) => self.most_of_one_type(selector, context),
            Amount::MostOfOneName(selector) => self.most_of_one_name(selector, context),
            Amount::Kinds(kind, selector) => self.kinds(*kind, selector, context),
            Amount::ChosenColors(reference, n) => self.chosen_colors(reference, *n, context),
            _ => 0,
        }
    }

    /// What a number is asked of that a reference denotes: power and toughness of a permanent as it left (608.2h); the mana value is
    /// also that of the card it became.
    fn as_measured(&self, stat: Stat, reference: &Ref, context: &Context<'_>) -> Entities {
        match stat {
            Stat::Power | Stat::Toughness | Stat::BasePower | Stat::BaseToughness => {
                self.denote_as_it_left(reference, context)
            }
            _ => self.denote(reference, context),
        }
    }

    /// A number of each of a selection.
    fn stats_of(&self, stat: Stat, selector: &Selector, context: &Context<'_>) -> SmallVec<[i32; 8]> {
        let of = match selector {
            Selector::Ref(reference) => self.as_measured(stat, reference, context),
            other => self.selected(other, context),
        };
        of.iter().map(|e| self.stat_of(*e, stat)).collect()
    }

    /// The levels of Classes (716.2d).
    fn levels(&self, reference: &Ref, context: &Context<'_>) -> i32 {
        let members = self.denote(reference, context);
        let levels = members.iter().filter_map(|e| e.object()).filter_map(|id| self.seen(id)?.permanent());
        levels.map(|p| p.level.max(1) as i32).sum()
    }

    /// What the member at hand has been given of what was divided among a target phrase (601.2d).
    fn share_divided(&self, phrase: usize, context: &Context<'_>) -> i32 {
        let each = self.denote(&Ref::Each, context);
        let choice = context.frame.and_then(|f| f.targets.get(phrase));
        let shares = choice.into_iter().flat_map(|c| c.chosen.iter().zip(&c.divided));
        shares.filter(|(target, _)| each.contains(target)).map(|(_, share)| *share as i32).sum()
    }

    /// What was paid at a place of the cost: its number, or how many objects it took.
    fn amount_paid(&self, place: usize, context: &Context<'_>) -> i32 {
        context
            .frame
            .and_then(|f| f.paid.get(place).or_else(|| f.facts.paid.get(place)))
            .or_else(|| self.cast_facts(context.source).and_then(|f| f.paid.get(place)))
            .map_or(0, |p| if p.number > 0 { p.number as i32 } else { p.objects.len() as i32 })
    }

    /// 608.2i: objects that did something are counted, each once however often it did so.
    fn count_that_did(&self, pattern: &EventPattern, span: Span, context: &Context<'_>) -> i32 {
        let mut who: SmallVec<[Entity; 8]> = SmallVec::new();
        for subject in self.occurrences(pattern, span, context).filter_map(|o| o.event.roles().subject) {
            if !who.contains(&subject) {
                who.push(subject);
            }
        }
        who.len() as i32
    }

    /// Counters of a kind, or of any, on objects and players.
    fn counter_count(&self, kind: Option<&CounterKind>, on: &Ref, context: &Context<'_>) -> i32 {
        let of = |entity: &Entity| self.counters_held(*entity).map_or(0, |counters| counted(counters, kind));
        self.denote_as_it_left(on, context).iter().map(of).sum()
    }

    /// The counters on an object, as it is or last was, or on a player.
    pub(super) fn counters_held(&self, entity: Entity) -> Option<&Counters> {
        match entity {
            Entity::Object(id) => self.seen(id).map(|s| &s.object.counters),
            Entity::Player(p) => Some(&self.player(p).counters),
        }
    }

    /// The mana symbols of any of those colors in mana costs; a hybrid symbol is of both its colors and one symbol (107.4e).
    fn symbols(&self, colors: ColorSet, selector: &Selector, context: &Context<'_>) -> i32 {
        let members = self.selected(selector, context);
        let seen = members.iter().filter_map(|e| e.object()).filter_map(|id| self.seen(id));
        let costs = seen.filter_map(|s| s.chars.mana_cost.as_ref());
        costs.flat_map(|cost| cost.0.iter()).filter(|s| !s.colors().intersection(colors).is_empty()).count() as i32
    }

    /// How much mana of a sort was spent to cast objects.
    fn mana_of(&self, reference: &Ref, sort: &SpentMana, context: &Context<'_>) -> i32 {
        let members = self.denote(reference, context);
        members.iter().filter_map(|e| e.object()).map(|id| self.mana_of_sort_spent_on(id, sort, context)).sum()
    }

    /// How much mana of a sort was spent to cast an object.
    pub(super) fn mana_of_sort_spent_on(&self, id: ObjectId, sort: &SpentMana, context: &Context<'_>) -> i32 {
        self.cast_facts(id).map_or(0, |facts| self.mana_among(facts, sort, context))
    }

    /// How much of the mana spent on something is of that sort.
    fn mana_among(&self, f: &CastFacts, sort: &SpentMana, context: &Context<'_>) -> i32 {
        let of = |spent: &[u16; 6], color: Color| i32::from(spent[ManaType::Color(color).index()]);
        match sort {
            SpentMana::Color(color) => of(&f.spent, *color),
            SpentMana::Type(mana) => i32::from(f.spent[mana.index()]),
            SpentMana::OneColor => Color::ALL.iter().map(|c| of(&f.spent, *c)).max().unwrap_or(0),
            // 113.7a: a source that is gone is asked as it was.
            SpentMana::From(filter) => {
                f.sources.iter().filter(|id| self.test((**id).into(), &filter.test, context)).count() as i32
            }
        }
    }

    /// How many of the colors chosen under a linked number objects are.
    fn chosen_colors(&self, reference: &Ref, linked: u8, context: &Context<'_>) -> i32 {
        let members = self.denote(reference, context);
        let seen: Vec<Seen<'_>> = members.iter().filter_map(|e| e.object()).filter_map(|id| self.seen(id)).collect();
        let is_of = |color: &Color| seen.iter().any(|s| s.chars.colors.has(*color));
        self.colors_chosen(context.source, linked).filter(is_of).count() as i32
    }

    /// The mana spent to cast objects; with colors, how many of them were spent.
    fn mana_spent(&self, reference: &Ref, colors: Option<&ColorSet>, context: &Context<'_>) -> i32 {
        let members = self.denote(reference, context);
        let facts = members.iter().filter_map(|e| e.object()).filter_map(|id| self.cast_facts(id));
        let spent = facts.map(|f| match colors {
            None => f.spent.iter().map(|n| i32::from(*n)).sum::<i32>(),
            Some(colors) => colors.iter().filter(|c| f.spent[ManaType::Color(*c).index()] > 0).count() as i32,
        });
        spent.sum()
    }

    /// An amount of which less than zero is zero (107.1b).
    #[must_use]
    pub fn count(&self, amount: &Amount, context: &Context<'_>) -> u32 {
        u32::try_from(self.amount(amount, context)).unwrap_or(0)
    }

    /// A power or toughness bonus: a number that is worked out is no less than zero, also where it is taken away (107.1b).
    #[must_use]
    pub fn bonus(&self, amount: &Amount, context: &Context<'_>) -> i32 {
        match amount {
            Amount::Const(n) => *n,
            Amount::Times(n, of) if *n < 0 => self.amount(of, context).max(0).saturating_mul(*n),
            other => self.amount(other, context).max(0),
        }
    }

    /// X, everywhere on the object the same (107.3i): of the spell or ability at hand; 0 otherwise (107.3g). The value of X
    /// for a permanent is 0, whatever it was for the spell: what may speak of that one has it in its facts (107.3m).
    fn x(&self, context: &Context<'_>) -> i32 {
        let on_battlefield = || self.permanent(context.source).is_some();
        let own = || if on_battlefield() { None } else { self.cast_facts(context.source).and_then(|f| f.x) };
        context.frame.and_then(|f| f.facts.x.or_else(|| self.x_of_event(f))).or_else(own).unwrap_or(0) as i32
    }

    /// The X of the spell or cycling ability whose casting or activation triggered the ability (107.3e).
    fn x_of_event(&self, frame: &Frame) -> Option<u32> {
        match frame.event.as_ref()?.event {
            Event::Cast { spell, .. } | Event::Cycled { ability: spell, .. } => {
                self.cast_facts(spell).and_then(|f| f.x)
            }
            _ => None,
        }
    }

    /// Whether there are at least so many: no more permanents are looked for than that.
    pub(super) fn has_at_least(&self, selector: &Selector, least: i32, context: &Context<'_>) -> bool {
        match permanents_of(selector) {
            Some(filter) => {
                let least = usize::try_from(least).unwrap_or(0);
                self.fitting(filter, least, context) == least
            }
            None => self.count_selected(selector, context) >= least,
        }
    }

    /// How many permanents fit a filter, counted up to that many.
    fn fitting(&self, filter: &lawmage_ir::Filter, most: usize, context: &Context<'_>) -> usize {
        match self.attached_to_gone(filter, context) {
            Some(attached) => attached.take(most).count(),
            None => self.permanents().filter(|id| self.fits((*id).into(), filter, context)).take(most).count(),
        }
    }

    fn count_selected(&self, selector: &Selector, context: &Context<'_>) -> i32 {
        // A count of permanents needs no list of them.
        if let Some(filter) = permanents_of(selector) {
            return self.fitting(filter, usize::MAX, context) as i32;
        }
        let instead = match selector {
            Selector::Ref(Ref::Slot(n)) => context.slot(*n).map_or(0, |done| done.instead.len()),
            _ => 0,
        };
        let mut all = self.selected(selector, context);
        // 712.21e: as an object that moved, what several cards represented counts once.
        if !self.parted.is_empty()
            && matches!(selector, Selector::All(filter) if filter.kind == lawmage_ir::Kind::Permanent)
        {
            all.retain(|one| one.object().is_none_or(|id| !self.is_parted(id)));
        }
        (all.len() + instead) as i32
    }

    /// A number of an object; 0 where it can't be determined (107.2).
    pub(crate) fn stat_of(&self, entity: Entity, stat: Stat) -> i32 {
        entity.object().and_then(|id| self.seen(id)).and_then(|s| self.stat_seen(&s, stat)).unwrap_or(0)
    }

    /// Devotion (700.5): mana symbols of those colors in mana costs of permanents the player controls, and what effects add.
    fn devotion(&self, player: PlayerId, colors: ColorSet) -> i32 {
        let of = |id: ObjectId| {
            let chars = self.chars(id);
            let symbols = chars.mana_cost.iter().flat_map(|cost| cost.0.iter());
            let fitting = symbols.filter(|symbol| !symbol.colors().intersection(colors).is_empty()).count();
            // 700.5a: by what it is after copy effects, whatever effects of later layers make of it.
            fitting + if chars.marks.rules { self.copiable(id).adds_devotion() } else { 0 }
        };
        self.permanents().filter(|id| self.controller(*id) == player).map(of).sum::<usize>() as i32
    }

    /// 700.8: up to one each of Cleric, Rogue, Warrior and Wizard, as many as can be at once (700.8b) among the creatures the player
    /// controls; nobody declares them (700.8a).
    fn party(&self, player: PlayerId) -> i32 {
        // What each creature could be, as bits; a set of roles can be filled if each has a creature of its own.
        let can: SmallVec<[u8; 8]> = self
            .permanents()
            .filter(|id| self.controller(*id) == player && self.chars(*id).is_creature())
            .map(|id| {
                let chars = self.chars(id);
                (0..)
                    .zip(Subtype::PARTY)
                    .filter(|(_, role)| chars.has_subtype(*role))
                    .fold(0, |bits, (n, _)| bits | 1 << n)
            })
            .filter(|bits| *bits != 0)
            .collect();
        let mut filled: u16 = 1; // One bit for each set of roles that can be filled: so far the empty one.
        for bits in can {
            let before = filled;
            for set in (0..16u16).filter(|set| before & (1 << set) != 0) {
                for role in (0..4).filter(|role| bits & (1 << role) != 0) {
                    filled |= 1 << (set | 1 << role);
                }
            }
        }
        (0..16u16).filter(|set| filled & (1 << set) != 0).map(|set| set.count_ones() as i32).max().unwrap_or(0)
    }

    fn kinds(&self, kind: KindOf, selector: &Selector, context: &Context<'_>) -> i32 {
        self.kinds_among(kind, &self.selected(selector, context))
    }
}

/// So many counters of a kind, or of any.
fn counted(counters: &Counters, kind: Option<&CounterKind>) -> i32 {
    kind.map_or_else(|| counters.total(), |kind| counters.get(kind)) as i32
}

impl State {
    /// How often the cost of that label was paid for the ability's source.
    fn times_paid(&self, label: &lawmage_ir::CostLabel, context: &Context<'_>) -> i32 {
        let frame = context.frame;
        let own = frame.map(|f| &*f.facts).filter(|f| f.by.is_some());
        own.or_else(|| self.cast_facts(context.source))
            .map_or(0, |f| f.times_paid(label, frame.and_then(|f| f.ability).or(context.ability)) as i32)
    }
}

/// 608.2c: "that many" of each player is what that player did.
fn number_here(slot: &SlotValue, context: &Context<'_>) -> i32 {
    let each = context.each.or_else(|| context.frame.and_then(|f| f.each.last().copied()));
    slot.number_of(each.and_then(Entity::player))
}

/// The filter, where a selection is of all permanents that fit one now.
pub(crate) fn permanents_of(selector: &Selector) -> Option<&lawmage_ir::Filter> {
    match selector {
        Selector::All(filter)
            if filter.kind == lawmage_ir::Kind::Permanent && !super::looking_back::looks_back(&filter.test) =>
        {
            Some(filter)
        }
        _ => None,
    }
}

/// How many of these dice have such a result.
fn dice_showing(dice: &[(crate::state::ids::PlayerId, i32)], showing: lawmage_ir::DiceShowing) -> i32 {
    use lawmage_ir::DiceShowing;
    let count = |fits: &dyn Fn(i32) -> bool| dice.iter().filter(|(_, result)| fits(*result)).count() as i32;
    match showing {
        DiceShowing::Even => count(&|result| result % 2 == 0),
        DiceShowing::Odd => count(&|result| result % 2 != 0),
        DiceShowing::Exactly(n) => count(&|result| u32::try_from(result) == Ok(n)),
        DiceShowing::Different => {
            let mut results: Vec<i32> = dice.iter().map(|(_, result)| *result).collect();
            results.sort_unstable();
            results.dedup();
            results.len() as i32
        }
    }
}
