//! Costs (118).

use serde::{Deserialize, Serialize};

use crate::visit::{Go, Node, walk};
use crate::{
    Amount, CardType, Choice, Cmp, ColorSet, Condition, CostDelta, CounterKind, Filter, Keyword, Kind, ManaCost,
    ManaSymbol, Ref, Selector, SetLimit, Stat, Subtype, Test, Who, Zone, ZoneSet,
};

/// A cost: all of its parts must be paid. Also what "unless you pay" and "you may pay" ask for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, Node)]
pub struct Cost {
    /// Its parts in printed order; [`Ref::Paid`] counts them.
    pub parts: Vec<CostPart>,
}

impl Cost {
    /// A cost of mana alone.
    #[must_use]
    pub fn mana(cost: ManaCost) -> Self {
        Self { parts: vec![CostPart::Mana(cost)] }
    }

    /// The mana cost of the object itself, as what a spell is cast for.
    #[must_use]
    pub fn own() -> Self {
        Self { parts: vec![CostPart::ManaCostOf(Ref::It, None)] }
    }

    /// The mana cost of the object whose ability it is: "the scavenge cost is equal to its mana cost".
    #[must_use]
    pub fn of_this() -> Self {
        Self { parts: vec![CostPart::ManaCostOf(Ref::This, None)] }
    }

    /// Whether it is that.
    #[must_use]
    pub fn is_own(&self) -> bool {
        matches!(self.parts.as_slice(), [CostPart::ManaCostOf(Ref::It, None)])
    }

    /// Whether it has an {X} or X in it (107.3a), be it as a quality of what it is paid with.
    #[must_use]
    pub fn has_x(&self) -> bool {
        self.parts.iter().any(CostPart::has_x)
    }

    /// The mana part, when it has one.
    #[must_use]
    pub fn mana_part(&self) -> Option<&ManaCost> {
        self.parts.iter().find_map(|p| match p {
            CostPart::Mana(mana) => Some(mana),
            _ => None,
        })
    }

    /// Whether {T} is a part of it.
    #[must_use]
    pub fn taps(&self) -> bool {
        self.parts.contains(&CostPart::Tap)
    }
}

impl CostPart {
    /// The same of one part. It is asked of every ability that may be activated: the commonest parts come first.
    fn has_x(&self) -> bool {
        match self {
            Self::Tap | Self::Untap => false,
            Self::Mana(mana) => mana.xs() > 0,
            Self::LoyaltyX => true,
            other => {
                walk(other, &mut |node| match node.get() == Some(&Amount::X) || node.get() == Some(&ManaSymbol::X) {
                    true => Go::Stop,
                    false => Go::Into,
                })
            }
        }
    }
}

/// Where cards are put to pay a cost: into their owners' graveyards, or to an end of their libraries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum PutTo {
    /// On top of the library.
    LibraryTop,
    /// On the bottom of the library.
    LibraryBottom,
    /// Into the graveyard.
    Graveyard,
}

/// One component of a cost. The payer is the actor; `Choice`s in it are the payer's.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum CostPart {
    /// Mana (118.3a).
    Mana(ManaCost),
    /// Waterbend (2026:701.67): generic mana, for each of which an artifact or creature may be tapped.
    Waterbend(ManaCost),
    /// Nothing to pay by itself: so much generic mana less as that number of what the part given is paid with (702.119a).
    LessBy {
        /// Which number.
        stat: crate::Stat,
        /// Which part of this cost.
        part: u8,
    },
    /// Nothing to pay by itself: so much less as the mana cost of what that part of this cost is paid with (702.48a).
    LessByManaCost(u8),
    /// That much generic mana, worked out when the cost is determined: "pays {1} for each …".
    ManaTimes(ManaCost, Amount),
    /// The mana cost of an object (107.3h), reduced by so much where it says so. It can't be paid where there is none (118.6).
    ManaCostOf(Ref, Option<ManaCost>),
    /// {T} (107.5).
    Tap,
    /// {Q} (107.6).
    Untap,
    /// Pay that much life (119.4).
    Life(Amount),
    /// Pay that much energy (107.14).
    Energy(Amount),
    /// Sacrifice this object or a chosen number of permanents.
    Sacrifice(Selector),
    /// Discard cards: this card, chosen ones, the hand.
    Discard(Selector),
    /// Exile cards or permanents, remembered under a linked number where the permanent speaks of them (607.2q).
    Exile(Selector, Option<u8>),
    /// Return permanents to their owners' hands.
    Bounce(Selector),
    /// Put chosen cards somewhere of their owners'.
    Put(Selector, PutTo),
    /// Tap untapped permanents.
    TapThose(Selector),
    /// Untap tapped permanents.
    UntapThose(Selector),
    /// Reveal cards from hand.
    Reveal(Selector),
    /// Behold: choose permanents the payer controls of that quality, or reveal such cards from their hand (later than the rules at
    /// hand; 701.1).
    Behold(Selector),
    /// Reveal what the payer has secretly chosen under that linked number (607.2d).
    RevealChosen(u8),
    /// Choose a thing of that kind, which the spell, and the permanent that it becomes, knows under that linked number (601.2b).
    ChooseValue(crate::ValueKind, u8),
    /// Mill that many cards.
    Mill(Amount),
    /// Flip that many coins (705): whatever comes of it, it is paid.
    FlipCoins(Amount),
    /// Roll a die with so many sides (706): the number is the result.
    RollDie(u32),
    /// What "sticker kicker" adds to its cost: the payer gets a ticket counter and may put a sticker on the spell (702.33h).
    TicketAndSticker,
    /// Remove that many counters of a kind (any when `None`) from this or chosen objects.
    RemoveCounters(Option<CounterKind>, Amount, Selector),
    /// Put that many counters on an object; loyalty abilities' [+N] too (606.4).
    PutCounters(CounterKind, Amount, Selector),
    /// Blight N (2026:701.68): the payer puts that many -1/-1 counters on a creature they control.
    Blight(Amount),
    /// Have another player gain that much life (119.7): an opponent whom the payer chooses, or each other player.
    LetGain {
        /// Each of them, not one.
        each: bool,
        /// How much.
        amount: Amount,
    },
    /// Choose an opponent, to whom a gift is promised (702.174a).
    Promise,
    /// The loyalty symbol `[+N]`, `[-N]`, `[0]` (606.4).
    Loyalty(i32),
    /// The loyalty symbol `[-X]`.
    LoyaltyX,
    /// One of several costs, the payer's choice.
    OneOf(Vec<Cost>),
    /// Unattach a permanent from what it is attached to (701.3d).
    Unattach(Selector),
    /// Exert this permanent (701.39).
    Exert(Selector),
    /// Nothing to pay by itself, but so many times more or less mana in the total cost, where that holds (601.2f): "This ability
    /// costs {1} less to activate for each …"
    Change(CostDelta, Amount, Option<Box<Condition>>),
    /// Nothing to pay by itself: only mana of these colors is spent on the X of the total cost. "Spend only black mana on X."
    OnX(ColorSet),
    /// Nothing to pay by itself: only mana of the colors chosen under that linked number is spent on the total cost. "Spend only mana
    /// of the chosen color to activate this ability."
    OnlyChosen(u8),
    /// Nothing to pay by itself: only mana that such permanents produced may be spent on all of this cost, and on what is added to it.
    OnlyFrom(Filter),
    /// Nothing to pay by itself: the X of the total cost is no greater than that (107.3a). "X can't be greater than …"
    XAtMost(Amount),
}

impl CostPart {
    /// How much evidence it is to collect, said as what that means (701.57a).
    #[must_use]
    pub fn evidence(&self) -> Option<&Amount> {
        let Self::Exile(Selector::Choose(choice), None) = self else { return None };
        let Some(SetLimit::Total(Stat::ManaValue, Cmp::AtLeast, n)) = &choice.limit else { return None };
        let graveyard = Filter::new(Kind::Card(ZoneSet::of(Zone::Graveyard)), Test::Owned(Who::You));
        let any = choice.max.is_none() && choice.min == Amount::Const(0) && choice.from == Selector::All(graveyard);
        any.then_some(n)
    }

    /// Forage, said as what it means: "Exile three cards from your graveyard or sacrifice a Food." (701.59a, 2026:701.61)
    #[must_use]
    pub fn forage() -> Self {
        let graveyard = Filter::new(Kind::Card(ZoneSet::of(Zone::Graveyard)), Test::Owned(Who::You));
        let food = Subtype::from_word("Food").map(Test::Subtype);
        let yours = Filter::permanent(Test::all(food.into_iter().chain([Test::Controlled(Who::You)])));
        let some = |n, what| Selector::Choose(Box::new(Choice::exactly(n, Selector::All(what))));
        let cost = |part| Cost { parts: vec![part] };
        Self::OneOf(vec![cost(Self::Exile(some(3, graveyard), None)), cost(Self::Sacrifice(some(1, yours)))])
    }

    /// Blight N, said as what it means (2026:701.68a).
    #[must_use]
    pub fn blighting(n: &Amount) -> Self {
        let test = Test::all([Test::Type(CardType::Creature), Test::Controlled(Who::You)]);
        let creature = Choice::exactly(1, Selector::All(Filter::permanent(test)));
        Self::PutCounters(CounterKind::MINUS, n.clone(), Selector::Choose(Box::new(creature)))
    }

    /// What it does something with, where it acts on cards or permanents as a whole.
    #[must_use]
    pub const fn selector(&self) -> Option<&Selector> {
        match self {
            Self::Sacrifice(what)
            | Self::Discard(what)
            | Self::Exile(what, _)
            | Self::Bounce(what)
            | Self::Put(what, _)
            | Self::TapThose(what)
            | Self::UntapThose(what)
            | Self::Reveal(what)
            | Self::Behold(what)
            | Self::Unattach(what)
            | Self::Exert(what) => Some(what),
            _ => None,
        }
    }
}

/// Under which name a cost of a spell is spoken of later: "if it was kicked", "its evoke cost".
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum CostLabel {
    /// The cost of that keyword; kickers of one card are numbered from 0 (702.33f).
    Keyword(Keyword, u8),
    /// The additional or alternative cost of linked number `n` that has no keyword.
    Other(u8),
}

impl Choice {
    /// The usual choice in a cost: the payer chooses exactly `n` from `from`.
    #[must_use]
    pub const fn exactly(n: i32, from: Selector) -> Self {
        Self { by: Who::You, from, min: Amount::Const(n), max: Some(Amount::Const(n)), limit: None, random: false }
    }
}

/// `~` as a selection.
pub const THIS: Selector = Selector::Ref(Ref::This);
