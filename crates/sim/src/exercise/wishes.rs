//! What a card asks of positions, worked out once from what its abilities say.

use std::collections::BTreeSet;

use lawmage_ir::visit::{self, Go, Node};
use lawmage_ir::{
    Ability, Amount, Card, Cmp, Color, Condition, Continuous, CounterKind, EventPattern, Filter, Instruction, Keyword,
    KeywordAbility, ManaSymbol, ManaType, Ref, Status, Subtype, Test, ZoneSet,
};

use super::shape;

/// What a card asks of positions.
pub(super) struct Wishes {
    pub(super) filters: Vec<Filter>,
    pub(super) counters: Vec<CounterKind>,
    /// The zones in which its abilities work, where they say so.
    pub(super) zones: ZoneSet,
    /// Life totals at which conditions hold.
    pub(super) lives: Vec<i32>,
    /// Whether it speaks of commanders, or of their colors.
    pub(super) commander: bool,
    pub(super) speed: bool,
    /// Whether the Ring tempts.
    pub(super) ring: bool,
    /// Whether it asks for snow mana.
    pub(super) snow: bool,
    /// Whether it asks what was spent to cast it.
    pub(super) spent: bool,
    /// Whether something is done with it before the first turn (103).
    pub(super) starts: bool,
    /// Whether it asks what costs of others were paid: kicked spells, and the like.
    pub(super) kicked: bool,
    /// Whether it asks from where others were cast.
    pub(super) cast_from: bool,
    /// What its nodes are called.
    pub(super) names: BTreeSet<&'static str>,
    /// What happens for it, or instead of what: patterns of events, and causes of moves.
    pub(super) events: BTreeSet<&'static str>,
    /// How much mana of each type its costs ask for.
    pub(super) pips: [u32; 6],
}

impl Wishes {
    pub(super) fn of(card: &Card) -> Self {
        let mut wishes = Self {
            filters: shape::filters(card),
            counters: Vec::new(),
            zones: ZoneSet::default(),
            lives: Vec::new(),
            commander: false,
            speed: false,
            ring: false,
            snow: false,
            spent: false,
            starts: false,
            kicked: false,
            cast_from: false,
            names: BTreeSet::new(),
            events: BTreeSet::new(),
            pips: [0; 6],
        };
        let mut counters = BTreeSet::new();
        for face in &card.faces {
            visit::walk(&face.abilities, &mut |node| {
                wishes.names.insert(node.called());
                if let Some(kind) = node.get::<CounterKind>() {
                    counters.insert(kind.clone());
                }
                if let Some(keyword) = node.get::<KeywordAbility>() {
                    wishes.names.insert(keyword.keyword.called());
                    wishes.starts |= keyword.keyword == Keyword::Companion;
                }
                if let Some(event) = node.get::<EventPattern>() {
                    wishes.events.insert(event.called());
                    if let EventPattern::Moves { cause: Some(cause), .. } = event {
                        wishes.events.insert(cause.called());
                    }
                }
                wishes.zones_of(node.get::<Ability>());
                wishes.amounts(node.get(), node.get());
                wishes.kicked |= matches!(node.get(), Some(Test::PaidCost(_)))
                    || matches!(node.get(), Some(Condition::Paid(of, _)) if *of != Ref::This);
                wishes.cast_from |= matches!(node.get(), Some(Test::CastFrom(_)))
                    || matches!(node.get(), Some(Condition::WasCast(of, Some(_), _)) if *of != Ref::This);
                wishes.ring |= matches!(node.get(), Some(Instruction::RingTempts(_)));
                wishes.snow |= matches!(node.get(), Some(ManaSymbol::Snow));
                wishes.starts |= matches!(node.get(), Some(Continuous::Pregame(_)));
                wishes.commander |= node.get() == Some(&Test::Status(Status::Commander));
                Go::Into
            });
            for symbol in face.mana_cost.iter().flat_map(|cost| cost.0.iter()) {
                if let ManaSymbol::Color(color) = symbol {
                    wishes.pips[ManaType::Color(*color).index()] += 1;
                }
            }
        }
        wishes.commander |=
            ["InIdentity", "OffIdentity", "IdentityColors"].iter().any(|name| wishes.names.contains(name));
        wishes.counters = counters.into_iter().collect();
        wishes
    }

    fn zones_of(&mut self, ability: Option<&Ability>) {
        match ability {
            Some(Ability::Activated(ability)) => self.zones = self.zones.union(ability.zones),
            Some(Ability::Triggered(ability)) => self.zones = self.zones.union(ability.zones),
            Some(Ability::Static(ability)) => self.zones = self.zones.union(ability.zones),
            _ => {}
        }
    }

    fn amounts(&mut self, condition: Option<&Condition>, amount: Option<&Amount>) {
        if let Some(Condition::Compare(Amount::Life(_), cmp, Amount::Const(n))) = condition {
            self.lives.push(if matches!(cmp, Cmp::Less | Cmp::AtMost) { n - 1 } else { n + 1 });
        }
        self.speed |= matches!(amount, Some(Amount::Speed(_)));
        self.spent |= matches!(amount, Some(Amount::ManaSpent(..) | Amount::ManaOf(..) | Amount::ActivationMana(_)));
        self.commander |= matches!(amount, Some(Amount::CommanderCasts(_)));
    }

    /// Whether it has a node of one of these names.
    pub(super) fn says(&self, names: &[&str]) -> bool {
        names.iter().any(|name| self.names.contains(name))
    }

    /// Whether it waits for such an event, or for a move with such a cause.
    pub(super) fn awaits(&self, events: &[&str]) -> bool {
        events.iter().any(|event| self.events.contains(event))
    }

    /// Whether one of its filters speaks of a subtype.
    pub(super) fn speaks_of(&self, word: &str) -> bool {
        let Some(subtype) = Subtype::from_word(word) else { return false };
        self.filters.iter().any(|filter| visit::any(&filter.test, |test: &Test| *test == Test::Subtype(subtype)))
    }

    /// A pool that pays for the card, most of it in one color: one of its own, or any.
    pub(super) fn pool(&self, number: u32) -> [u16; 6] {
        let costs = |color: &Color| self.pips[ManaType::Color(*color).index()] > 0;
        let own: Vec<Color> = Color::ALL.into_iter().filter(|color| number.is_multiple_of(2) && costs(color)).collect();
        let from = if own.is_empty() { &Color::ALL[..] } else { &own };
        let mut pool = self.pips.map(|pips| pips.min(9) as u16);
        if let Some(color) = from.get((number / 2) as usize % from.len()) {
            pool[ManaType::Color(*color).index()] = 12;
        }
        pool
    }
}
