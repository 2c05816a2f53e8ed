//! What a continuous effect forbids (101.2) and allows (609.4).

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::visit::Node;
use crate::{
    Amount, Cost, CostLabel, CounterKind, Deed, Filter, Keyword, ManaCost, Modification, Selector, Spending,
    SpendingOn, TriggeredAbility, Who,
};

/// "can't": what rules and effects forbid; beats any permission (101.2).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum Prohibition {
    /// These can't attack; not these defenders, when given (508.1c). With a cost: unless their controller pays it (508.1h).
    Attack {
        /// Attackers.
        what: Selector,
        /// Defenders.
        whom: Option<Filter>,
        /// The price at which they can.
        unless: Option<Cost>,
    },
    /// These can't block those (509.1b): "can't block", "can't be blocked", "can't be blocked except by …".
    Block {
        /// Blockers; [`Ref::It`](crate::Ref::It) within is the blocker, [`Ref::Each`](crate::Ref::Each) the attacker.
        what: Selector,
        /// Attackers; any when `None`.
        whom: Option<Selector>,
        /// The price at which they can.
        unless: Option<Cost>,
    },
    /// These can't attack alone.
    AttackAlone(Selector),
    /// These can't block alone.
    BlockAlone(Selector),
    /// These can't attack unless so many others of those also attack; [`Ref::Each`](crate::Ref::Each) among them is the creature.
    AttackUnlessWith {
        /// Which.
        what: Selector,
        /// Which others.
        with: Filter,
        /// How many at least.
        least: u32,
    },
    /// These can't block unless so many others of those also block; likewise.
    BlockUnlessWith {
        /// Which.
        what: Selector,
        /// Which others.
        with: Filter,
        /// How many at least.
        least: u32,
    },
    /// These can only attack alone: not while another creature attacks (506.5).
    AttackAccompanied(Selector),
    /// These can't be blocked by fewer than so many creatures (menace: 2).
    BlockedByFewer(Selector, u32),
    /// These can't be blocked unless all creatures that the defending player controls block them.
    BlockedUnlessByAll(Selector),
    /// These can't be blocked by more than so many creatures.
    BlockedByMore(Selector, u32),
    /// Each player's creatures can attack only the nearest of that player's opponents in the direction, left or right, that was chosen
    /// last under that linked number, and planeswalkers which that opponent controls (508.1c).
    AttackOnlyNearest(u8),
    /// No more than so many creatures of these players can attack each combat.
    AttackersMax(Who, u32),
    /// No more than so many creatures can attack each of these each combat.
    AttackersMaxAt(Selector, u32),
    /// No more than so many creatures of these players can block each combat.
    BlockersMax(Who, u32),
    /// Such counters, any when `None`, can't be removed from these.
    LoseCounters(Selector, Option<CounterKind>),
    /// These can't be the targets of those spells and abilities (702.11 hexproof, 702.18 shroud).
    Target {
        /// Objects or players.
        what: Selector,
        /// Spells or abilities; any when `None`.
        by: Option<Filter>,
    },
    /// Activated abilities of these can't be activated; mana abilities neither, unless spared.
    Activate {
        /// Sources.
        what: Selector,
        /// Whether mana abilities still can.
        but_mana: bool,
        /// Only by these players.
        by: Option<Who>,
    },
    /// Activated abilities of these with {T} in their costs can't be activated (107.5), mana abilities neither.
    ActivateByTapping(Selector),
    /// These players can't cycle cards: no cycling abilities can be activated, typecycling neither (702.29f).
    Cycle(Who),
    /// These players can't cast such spells; [`Ref::Each`](crate::Ref::Each) within is who would cast it, of several players.
    Cast(Who, Filter),
    /// These players can't cast more than so many such spells each turn.
    CastMax(Who, Filter, u32),
    /// These players can't play such land cards (305); the kind's zones say from where, [`Ref::Each`](crate::Ref::Each) within is
    /// who would play it, of several players.
    PlayLand(Who, Filter),
    /// Such objects can't enter the battlefield; the kind's zones say from where.
    Enter(Filter),
    /// These players can't gain life.
    GainLife(Who),
    /// These players can't lose life.
    LoseLife(Who),
    /// These players can't pay life to cast spells or activate abilities (119.4); what effects offer can be paid.
    PayLife {
        /// Who.
        who: Who,
        /// It can be paid to activate mana abilities.
        but_mana: bool,
    },
    /// These players can't sacrifice such permanents to pay costs.
    SacrificeForCosts(Who, Filter),
    /// These players can't draw more than so many cards each turn.
    DrawMax(Who, u32),
    /// These players can't venture into a dungeon more than so often each turn (701.46).
    VentureMax(Who, u32),
    /// These players can't search libraries.
    Search(Who),
    /// These players search the top so many cards of libraries instead of whole libraries (614.1a).
    SearchBeyond(Who, u32),
    /// These players can't lose the game.
    LoseGame(Who),
    /// These players don't lose the game for having 0 or less life (704.5a).
    LoseForLife(Who),
    /// These players can't win the game.
    WinGame(Who),
    /// These can't be countered.
    Counter(Selector),
    /// Such objects can't be chosen as this spell's target as it is cast (601.2c); it may well be aimed at them later.
    TargetAsCast(Filter),
    /// These can't be copied while they are on the stack.
    BeCopied(Selector),
    /// These can't be countered by such spells and abilities.
    CounterBy(Selector, Filter),
    /// These can't be regenerated.
    Regenerate(Selector),
    /// Damage can't be prevented (615.12).
    PreventDamage {
        /// That such sources deal.
        by: Filter,
        /// Combat damage alone, or noncombat damage alone.
        combat: Option<bool>,
    },
    /// These don't untap during their controllers' untap steps.
    UntapStep(Selector),
    /// These players can't untap more than so many such permanents during their untap steps (502.3).
    UntapMax(Who, Filter, u32),
    /// These can't crew Vehicles: they can't be tapped for it (702.122).
    Crew(Selector),
    /// These can't become untapped.
    Untap(Selector),
    /// These can't be sacrificed.
    Sacrifice(Selector),
    /// Spells and abilities of some players can't cause players to do something.
    Cause {
        /// Who controls the spells and abilities.
        by: Who,
        /// Whom they can't make do it.
        whom: Who,
        /// What.
        deed: Deed,
    },
    /// These can't have more than that many counters of a kind on them (704.5r).
    CountersOver(Selector, CounterKind, u32),
    /// These can't have counters of that kind (any when `None`) put on them.
    Counters(Selector, Option<CounterKind>),
    /// These can't be enchanted, equipped or otherwise have such objects attached.
    Attach {
        /// Hosts.
        what: Selector,
        /// Attachments.
        by: Filter,
    },
    /// These can't become suspected (701.58).
    Suspect(Selector),
    /// These can't phase out (702.26b).
    PhaseOut(Selector),
    /// These can't phase in (702.26c).
    PhaseIn(Selector),
    /// These can't transform.
    Transform(Selector),
    /// These can't be turned face up.
    TurnFaceUp(Selector),
}

/// What a player or object may do beyond the usual rules.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum Permission {
    /// Cast such spells as though they had flash (702.8); [`Ref::This`](crate::Ref::This) among them for the card itself.
    Flash(Who, Filter),
    /// Cast this card as though it had flash for that much more mana (601.3c).
    FlashFor(ManaCost),
    /// Cast this card as though it had flash if that additional cost is paid (601.3c, 702.48a).
    FlashIfPaid(CostLabel),
    /// Cast this card as though it had flash if it targets such an object or player (601.3b).
    FlashIfTargets(Filter),
    /// Play lands and cast spells from among such cards: from a zone they otherwise couldn't.
    Play {
        /// Who may.
        by: Who,
        /// Which cards; the kind's zones say from where.
        what: Filter,
        /// At what cost.
        price: Price,
        /// At most so often each turn (for each such permission).
        per_turn: Option<u32>,
        /// At most so often while it lasts: "one of those cards".
        in_all: Option<u32>,
        /// As what mana can be spent on it.
        spending: Spending,
        /// The name under which the way of casting is spoken of later (flashback, escape).
        label: Option<CostLabel>,
        /// Only at the times a sorcery could (`None`: the card's own timing).
        sorcery_timing: bool,
        /// What is played so gets these (611.3d): "if you do, it gains …".
        gives: Vec<Modification>,
        /// "When they do, …": what triggers as a card is played so (603.12).
        when: Option<Arc<TriggeredAbility>>,
    },
    /// Pay that cost rather than the mana cost for such spells that these players cast (118.9).
    PayRather {
        /// Who.
        by: Who,
        /// Which spells.
        what: Filter,
        /// The cost.
        cost: Cost,
        /// At most so often each turn.
        per_turn: Option<u32>,
        /// What is cast so, is cast as though it had flash (601.3b).
        flash: bool,
    },
    /// Pay that cost rather than the cost of a keyword's ability for the first such ability activated each turn (602.2b, 118.9).
    PayRatherForFirst {
        /// Which keyword.
        keyword: Keyword,
        /// The cost.
        cost: Cost,
        /// Only during one's own turns.
        yours: bool,
    },
    /// Play that many additional lands each turn (305.2).
    ExtraLands(Who, u32),
    /// Look at the top card of one's library any time.
    LookAtTop(Who),
    /// Look at such cards exiled face down (406.3), or at such face-down permanents any time (708.5).
    LookAt(Who, Filter),
    /// Plays with the top card of the library revealed.
    RevealTop(Who),
    /// Pay 2 life rather than a mana of that color in costs (107.4f).
    LifeForMana(Who, crate::Color),
    /// Damage marked on these isn't removed during cleanup steps (514.2).
    DamageStays(Selector),
    /// What damage is lethal to these is determined by their power rather than their toughness (704.5g).
    LethalByPower(Selector),
    /// You reveal the first card you draw each turn as you draw it, if it is such a card (603.11); you may, when optional.
    RevealDrawn {
        /// Which cards; [`Ref::This`](crate::Ref::This) for the card itself.
        what: Filter,
        /// Whether it is a choice.
        optional: bool,
    },
    /// Plays with the hand revealed.
    RevealHand(Who),
    /// These can attack as though they didn't have defender.
    AttackDespiteDefender(Selector),
    /// These can attack as though they had haste (302.6), or as though they didn't have defender (702.3b).
    AttackAsThough {
        /// Attackers.
        what: Selector,
        /// Such defenders alone.
        whom: Option<Filter>,
        /// As though they had haste; else as though they didn't have defender.
        haste: bool,
    },
    /// Their controller may exert these as they attack (508.1g, 701.39).
    Exert(Selector),
    /// These can block that many additional creatures each combat; `None`: any number.
    BlockMore(Selector, Option<Amount>),
    /// These can block as though they were untapped (509.1a, 609.4).
    BlockTapped(Selector),
    /// These can block attackers as though those had no landwalk abilities (702.14, 609.4).
    BlockDespiteWalk(Selector),
    /// Damage to these players, to whatever it is dealt when `None`, is dealt as though its source had that keyword: wither (702.80) or
    /// infect (702.90).
    DealtAsThough(Option<Who>, Keyword),
    /// These can block creatures with flying, or shadow, as though they had what lets them do so; only such attackers, when given.
    BlockAsThough(Selector, Keyword, Option<Filter>),
    /// These can be blocked as though they didn't have landwalk of that land type, or of any (609.4, 702.14).
    BeBlockedDespiteWalk(Selector, Option<crate::Subtype>),
    /// These may assign combat damage as though they weren't blocked.
    AssignAsUnblocked(Selector),
    /// These assign combat damage by toughness rather than power.
    AssignToughness(Selector),
    /// These assign no combat damage.
    AssignNone(Selector),
    /// These crew Vehicles, and saddle Mounts where it says so, as though their power were so much greater; using their toughness
    /// rather than their power when no number is said.
    CrewAs {
        /// Which.
        what: Selector,
        /// How much greater.
        more: Option<Amount>,
        /// Saddling Mounts, too.
        saddles: bool,
    },
    /// Spend mana as though it were other mana (609.4b), on all costs or on those of a sort.
    SpendAs(Who, Spending, Option<SpendingOn>),
    /// Such permanents, and players, can be the targets of the spells and abilities of these players, of all when `None`, as though
    /// they didn't have hexproof (702.11, 609.4).
    TargetDespiteHexproof {
        /// Which.
        what: Selector,
        /// Whose spells and abilities.
        by: Option<Who>,
    },
    /// Activate loyalty abilities of each of these twice a turn rather than only once (606.3).
    LoyaltyTwice(Selector),
    /// Activate boast abilities of each of these twice during each of one's own turns rather than once (702.142a).
    BoastTwice(Selector),
    /// During each of one's own turns, activate one more loyalty ability of each of these (606.3).
    LoyaltyMore(Selector),
    /// Cards are drawn from the bottom of their library rather than the top (121.1).
    DrawFromBottom(Who),
    /// No maximum hand size (402.2).
    NoMaxHandSize(Who),
    /// A maximum hand size other than seven.
    MaxHandSize(Who, Amount),
    /// Such permanents aren't removed by the protection that the other effects of this ability give (702.16n); whether only those
    /// that were attached already as it began (702.16p).
    StayAttached(Filter, bool),
    /// A maximum hand size so many cards larger, or smaller where negative.
    MoreHandSize(Who, i32),
    /// Counters remain on this as it moves to any zone but a hand or library (122.2).
    KeepCounters,
    /// Effects from spells of that name count this as a card of that name, where it is.
    CountAs(Arc<str>),
    /// The legend rule doesn't apply to these (704.5j).
    NoLegendRule(Selector),
    /// Activate such abilities as though the source had haste.
    ActivateAsThoughHaste(Selector),
    /// Mana in these players' pools doesn't empty as steps end (106.4); of the color or any.
    KeepMana(Who, Option<crate::Color>),
    /// Unspent mana that these players would lose becomes mana of that type instead (106.4, 614.1a).
    TurnMana(Who, crate::ManaType),
    /// You may choose not to untap these during your untap step (502.3).
    MayNotUntap(Selector),
    /// These untap during each other player's untap step.
    UntapEachTurn(Selector),
    /// Its controller is the starting player (103.1c).
    PlayFirst,
    /// This can be a commander (903.3): for building decks.
    BeCommander,
    /// A deck can have any number of cards of this name, or up to that many (113.6n): for building decks.
    DeckCopies(Option<u32>),
    /// Activate loyalty abilities of these on any turn at any time you could cast an instant (606.3).
    LoyaltyAnyTime(Selector),
    /// These players choose which creatures attack (508.1a); whom those attack remains the choice of who declares them.
    ChooseAttackers(Who),
    /// These players choose which creatures of those players block, and how they block (509.1a).
    ChooseBlocks {
        /// Who chooses.
        by: Who,
        /// Instead of whom, as a defending player.
        of: Who,
    },
    /// Each time these would be destroyed, they are regenerated instead (701.15b).
    Regenerates(Selector),
    /// For each coin these players would flip, they flip two and ignore one.
    ExtraCoin(Who),
    /// The first coins that these players flip in a turn come up heads, and they win those flips (705.2).
    FirstFlipsWon(Who),
    /// These players activate abilities of that keyword any time they could cast an instant (602.5d, 609.4).
    ActivateAnyTime(Who, Keyword),
    /// Plot abilities of these cards function where they are (702.170f).
    PlotFrom(Selector),
    /// These players activate exhaust abilities as though they haven't been activated (702.177a).
    ExhaustAgain(Who),
    /// Of one or more dice these players would roll, one more is rolled and the lowest is ignored (706.6).
    ExtraDie(Who),
    /// What may be done to a die that these players have rolled (706.2a).
    ModifyRoll(crate::DieModifier),
    /// Look at that many more cards each time they surveil (701.42b).
    SurveilMore(Who, u32),
    /// Face each villainous choice one time more (701.53c).
    FaceAgain(Who),
    /// Gain life rather than lose life from radiation (725.1a).
    GainFromRadiation(Who),
    /// The devotion of these players to each color and combination of colors is greater by one (700.5a).
    MoreDevotion(Who),
    /// While voting, vote an additional time (701.32d).
    ExtraVote {
        /// Who.
        who: Who,
        /// "you may vote", rather than "you get an additional vote".
        optional: bool,
    },
    /// Skips the step (614.10).
    Skip(Who, crate::Step),
}

impl Permission {
    /// To play such cards at that price, as often as one can and at their own times.
    #[must_use]
    pub const fn play(by: Who, what: Filter, price: Price) -> Self {
        Self::Play {
            by,
            what,
            price,
            per_turn: None,
            in_all: None,
            spending: Spending::AsIs,
            label: None,
            sorcery_timing: false,
            gives: Vec::new(),
            when: None,
        }
    }

    /// The same, with mana spent so on what is played.
    #[must_use]
    pub fn spending(mut self, freely: Spending) -> Self {
        if let Self::Play { spending, .. } = &mut self {
            *spending = freely;
        }
        self
    }
}

/// At what cost a permission lets a card be cast.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum Price {
    /// Its usual cost.
    Usual,
    /// Without paying its mana cost.
    Free,
    /// That cost rather than its mana cost.
    Instead(Cost),
    /// That cost in addition to its other costs (118.8).
    Besides(Cost),
}
