//! Instructions: what resolving spells and abilities do (608.2c, 701).

mod dice;
mod mana;
mod phases;
mod quantities;
mod stack;
mod values;
mod votes;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use self::dice::*;
pub use self::mana::*;
pub use self::phases::*;
pub use self::quantities::*;
pub use self::stack::*;
pub use self::values::*;
pub use self::votes::*;
use crate::visit::Node;
use crate::{
    Ability, Amount, Arrival, CasualAction, Cause, Clause, Condition, Continuous, Cost, CounterKind, Destination,
    Duration, Filter, Mode, Program, Ref, Selector, Slot, Status, Step, Subtype, TokenSpec, TriggeredAbility, TypeSet,
    Waits, Who, WordKind,
};

/// One thing to do. The actor stands in a `who` where the rules let anyone but "you" do it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum Instruction {
    // ---- objects that move -----------------------------------------------------------------------------------
    /// Destroy (701.7).
    Destroy {
        /// What.
        what: Selector,
        /// "It can't be regenerated".
        no_regeneration: bool,
    },
    /// Exile, return, put (701.11 and the like): one zone change for every object at once.
    Move {
        /// What.
        what: Selector,
        /// Where and how.
        to: Destination,
        /// How the record calls it: exile, return, put.
        cause: Cause,
    },
    /// Sacrifice (701.17): each of the players sacrifices those of the selection that they control. [`Ref::Each`] in the
    /// selection is the player.
    Sacrifice {
        /// Who.
        who: Who,
        /// What.
        what: Selector,
    },
    /// A player sacrifices permanents and returns cards to the battlefield, at the same time (701.17, 608.2c).
    SacrificeAndReturn {
        /// Who.
        who: Who,
        /// What is sacrificed.
        what: Selector,
        /// What is returned.
        returned: Selector,
    },
    /// Discard (701.8): likewise.
    Discard {
        /// Who.
        who: Who,
        /// What: a choice of theirs, at random, all, or cards another chose.
        what: Selector,
    },
    /// Draw (121).
    Draw {
        /// Who.
        who: Who,
        /// How many.
        count: Amount,
    },
    /// Draw up to so many cards: each of the players chooses how many (107.1c, 121.3). The slot is as of [`Instruction::Draw`].
    DrawUpTo {
        /// Who.
        who: Who,
        /// How many at most.
        most: Amount,
    },
    /// Mill (701.13).
    Mill {
        /// Who.
        who: Who,
        /// How many.
        count: Amount,
    },
    /// Exile until this leaves the battlefield (610.3): it returns right after.
    ExileUntilLeaves {
        /// What.
        what: Selector,
        /// Until which object leaves.
        until: Ref,
    },
    /// Exile until an opponent becomes the monarch (610.3, 722.1): it returns right after.
    ExileUntilCrowned(Selector),
    /// Exile a card haunting a creature (702.55b): what it is then knows the creature, as [`crate::HAUNTED`].
    Haunt {
        /// Which card.
        what: Selector,
        /// Which creature.
        whom: Selector,
    },
    // ---- numbers ---------------------------------------------------------------------------------------------
    /// Deal damage (120).
    Damage {
        /// The source.
        source: Ref,
        /// The recipients. Each gets the amount.
        to: Selector,
        /// How much.
        amount: Amount,
    },
    /// Deal damage divided as chosen on announcement (601.2d) among target phrase `n`.
    DamageDivided {
        /// The source.
        source: Ref,
        /// The target phrase whose `divide` says how much.
        target: u8,
    },
    /// Deal damage divided evenly, rounded down, among target phrase `n`.
    DamageEvenly {
        /// The source.
        source: Ref,
        /// The target phrase.
        target: u8,
        /// How much in all.
        amount: Amount,
    },
    /// Deal damage to one permanent; the excess is dealt to another object or player instead (120.4a), as a part of the same
    /// event.
    DamageSpilling(SpillingDamage),
    /// Several damages at once: "4 damage to target player and 1 damage to each creature" is one event.
    DamageTogether(Vec<(Ref, Selector, Amount)>),
    /// Gain life (119.3).
    GainLife(Who, Amount),
    /// Lose life (119.3).
    LoseLife(Who, Amount),
    /// You lose life from radiation (725.1a).
    LoseToRadiation(Amount),
    /// Life total becomes (119.5).
    SetLife(Who, Amount),
    /// Two players exchange life totals (119.7, 701.10g): each gains or loses what it takes.
    ExchangeLife(Who, Who),
    /// Redistribute any number of players' life totals (119.7): you choose the players and which of them gets whose total.
    RedistributeLife,
    /// Exchange a player's life total with a creature's power or toughness (701.10g).
    ExchangeLifeForSize {
        /// Whose life total.
        who: Who,
        /// Of which creature.
        of: Ref,
        /// Its power or its toughness.
        stat: crate::Stat,
    },
    /// Pay any amount of life (119.4): the slot's number says how much, and so does the linked number, where an ability
    /// of the permanent speaks of what was paid as it entered (607.2g).
    PayLife {
        /// Who.
        who: Who,
        /// Under which linked number it is remembered.
        linked: Option<u8>,
    },
    /// Players pay any amount of mana or energy (107.1c): the slot's number says how much all of them paid, its shares how much each.
    PayAny(PayAny),
    /// Remove counters, or move them, as many as the player chooses (107.1c, 122.5): the slot's number says how many.
    TakeCounters(Box<TakeCounters>),
    /// Do something with each kind of counter there is somewhere, or with one that is chosen.
    WithKinds(Box<WithKinds>),
    /// Put counters on objects or players (122.6).
    PutCounters {
        /// Which kind.
        kind: CounterKind,
        /// How many on each.
        count: Amount,
        /// On what.
        on: Selector,
    },
    /// Put counters on objects, up to so many, as the player chooses (107.1c): the slot's number says how many.
    PutUpTo(Box<PutUpTo>),
    /// Distribute counters among target phrase `n`, as chosen on announcement.
    DistributeCounters {
        /// Which kind.
        kind: CounterKind,
        /// The target phrase whose `divide` says how many.
        target: u8,
    },
    /// Distribute counters among any number of objects that are no targets, as the player chooses (608.2d).
    SpreadCounters {
        /// Which kind.
        kind: CounterKind,
        /// How many in all.
        count: Amount,
        /// Among any number of these.
        among: Selector,
    },
    /// Remove counters (122.1); of any kind, when `None`; all when no count.
    RemoveCounters {
        /// Which kind.
        kind: Option<CounterKind>,
        /// How many from each.
        count: Option<Amount>,
        /// From what.
        from: Selector,
    },
    /// Move counters from one object to another.
    MoveCounters {
        /// Which kind; any when `None`.
        kind: Option<CounterKind>,
        /// How many; all when `None`.
        count: Option<Amount>,
        /// From.
        from: Selector,
        /// To.
        to: Selector,
        /// "Put its counters on": as many of each kind as one that has left had (122.8).
        as_many: bool,
    },
    /// Double the counters of a kind on objects.
    DoubleCounters(Option<CounterKind>, Selector),
    /// Proliferate (701.27).
    Proliferate,
    // ---- Attractions -----------------------------------------------------------------------------------------
    /// Open an Attraction (701.48): the slot keeps it.
    OpenAttraction(Who),
    /// Roll to visit one's Attractions (701.49): the slot keeps the result.
    RollToVisit(Who),
    /// Claim the prize of the Attraction whose ability it is (702.159b): what stands after "Prize —".
    ClaimPrize(Vec<Clause>),
    // ---- stickers --------------------------------------------------------------------------------------------
    /// Each of the players puts a sticker on an object they own (123.3): the slot keeps the object, and the sticker.
    PutSticker {
        /// Who.
        who: Who,
        /// Of which kind; any when `None`.
        kind: Option<crate::StickerKind>,
        /// On what.
        on: Selector,
        /// Without paying its ticket cost.
        free: bool,
    },
    /// Move a sticker from one object to another (123.3d): likewise.
    MoveSticker {
        /// Of which kind; any when `None`.
        kind: Option<crate::StickerKind>,
        /// From.
        from: Selector,
        /// To.
        to: Selector,
    },
    /// Add mana (106.4).
    AddMana {
        /// To whose pool.
        who: Who,
        /// What mana.
        mana: ManaYield,
        /// Times this.
        times: Amount,
        /// On what it can be spent, and what happens then (106.6).
        rider: Option<Box<ManaRider>>,
    },
    /// Double the amount of each type of unspent mana that players have (106.6): what is added has no restriction.
    DoubleMana(Who),
    /// Players lose all unspent mana. It is put into another player's pool where it says so, with all that holds of it (106.13).
    LoseMana {
        /// Who.
        who: Who,
        /// Who adds the mana lost.
        to: Option<Who>,
    },
    /// Players activate a mana ability of each of these.
    ActivateManaOf(Who, Selector),
    // ---- tokens, copies, the stack ---------------------------------------------------------------------------
    /// Create tokens (111.2, 701.6).
    CreateToken {
        /// Under whose control.
        who: Who,
        /// How many (each).
        count: Amount,
        /// What.
        token: Box<TokenSpec>,
        /// How they enter.
        arrival: Box<Arrival>,
    },
    /// Populate (701.30).
    Populate {
        /// The token enters tapped and attacking (508.4).
        attacking: bool,
    },
    /// Counter spells or abilities (701.5), to that place when it is not the graveyard.
    Counter {
        /// What.
        what: Selector,
        /// Where a countered spell goes instead.
        to: Option<Destination>,
    },
    /// Copy spells or abilities (707.10), with new targets, if the controller likes; or cards elsewhere, each in its zone, to be
    /// cast (707.12).
    CopyStack(StackCopies),
    /// Create a copy of a card that is told by its name, to be cast (707.13-14): the slot keeps it.
    CopyNamed(CopiedNamed),
    /// A copy of that card or spell, as it is or last existed, is created in exile (2026:702.192a). The slot keeps it.
    CopyInExile(Ref),
    /// Note which card that is, for the other ability that is linked to this one (607.2e, 707.14).
    NoteCard(u8, Selector),
    /// Change targets of, or choose new targets for, a spell or ability (115.7).
    ChangeTargets {
        /// What.
        what: Selector,
        /// Who chooses.
        who: Who,
        /// How many of them.
        how: Retarget,
        /// What the new target has to be, where it says so.
        to: Option<Filter>,
    },
    /// Cast one of (or all, in turn) the cards during this resolution (608.2g), without paying or for a cost.
    Cast {
        /// Who.
        who: Who,
        /// From among which cards.
        from: Selector,
        /// Only those that would be such spells.
        what: Filter,
        /// The cost; `None` for without paying its mana cost.
        price: Option<Cost>,
        /// How many at most; any number when `None`.
        max: Option<u32>,
        /// Whether it may be declined.
        optional: bool,
        /// Lands may be played too.
        play: bool,
        /// With the back face up (712).
        transformed: bool,
        /// The greatest total mana value of all that are cast.
        total: Option<Amount>,
        /// As what mana can be spent to cast them (609.4b).
        spending: crate::Spending,
    },
    // ---- permanents ------------------------------------------------------------------------------------------
    /// Tap (701.21).
    Tap(Selector),
    /// Untap (701.21).
    Untap(Selector),
    /// A player taps these and untaps those at the same time (701.21, 608.2c).
    TapAndUntap {
        /// Who.
        who: Who,
        /// What is tapped.
        tap: Selector,
        /// What is untapped.
        untap: Selector,
    },
    /// Attach to (701.3).
    Attach {
        /// What.
        what: Selector,
        /// To what.
        to: Selector,
        /// As though that were a creature (702.6e).
        as_creature: bool,
    },
    /// Unattach (701.3d).
    Unattach(Selector),
    /// Regenerate (701.15): the next time it would be destroyed this turn …
    Regenerate(Selector),
    /// Fight (701.12).
    Fight(Selector, Selector),
    /// Each of these fights a different one of those, all at once, as you pair them (701.12); where there are more of these, some don't.
    FightEach(Selector, Selector),
    /// Exchange two of a player's zones (701.10f): all cards of each go to the other.
    ExchangeZones(Who, crate::Zone, crate::Zone),
    /// Exchange a permanent with such a card in your hand (701.10d), which becomes attached to what that was attached to (701.10e).
    ExchangeForCard(Ref, Filter),
    /// Exchange control (701.10): of all that the selections hold.
    ExchangeControl(Selector, Selector),
    /// Transform (701.28).
    Transform(Selector),
    /// Convert (701.50): turn over as by transforming, which is another action.
    Convert(Selector),
    /// Flip (710): its alternative name, text, types, power and toughness are those that count from now on.
    Flip(Selector),
    /// Meld (701.37): exile this and a permanent that fits, both of which the player owns and controls, then put them onto
    /// the battlefield combined, with their back faces up, as the permanent of that name.
    Meld {
        /// The other card of the pair.
        with: Filter,
        /// The name of the combined back face.
        into: Arc<str>,
    },
    /// Double power, toughness or both of creatures (701.9a-c): what they are now is added, for so long.
    DoubleSize(DoubledSize),
    /// Phase out (702.26).
    PhaseOut(Selector),
    /// Phase out until another object leaves the battlefield (610.4).
    PhaseOutUntilLeaves {
        /// What.
        what: Selector,
        /// Until which object leaves.
        until: Ref,
    },
    /// Turn face up (708.7).
    TurnFaceUp(Selector),
    /// Turn face down (708.2).
    TurnFaceDown(Selector),
    /// Manifest (701.34) or cloak (701.56): put face down onto the battlefield under these players' control, one at a time;
    /// the slot keeps the permanents.
    Manifest {
        /// Who.
        who: Who,
        /// Which cards; [`Ref::Each`] in the selection is the player.
        what: Selector,
        /// Cloak: with ward {2}.
        cloak: bool,
    },
    /// Manifest dread (701.60): look at the top two cards, manifest one, put the other into the graveyard. The slot keeps
    /// the permanent.
    ManifestDread(Who),
    /// Pair two creatures (702.95b).
    Pair(Selector, Selector),
    /// Its class level becomes that (716.2a).
    SetLevel(Selector, Amount),
    /// Remove from combat (506.4).
    RemoveFromCombat(Selector),
    /// Reselect what attacking creatures attack (508.7).
    Reselect {
        /// Which attackers.
        what: Selector,
        /// Besides players, permanents of which types.
        permanents: TypeSet,
    },
    /// Lock an unlocked half of each of these permanents (709.5g), or unlock a locked one (709.5f); either, if both are said.
    TurnDoors {
        /// Which permanents.
        what: Selector,
        /// Lock.
        lock: bool,
        /// Unlock.
        unlock: bool,
    },
    /// Creatures are attacking that player or permanent, without having been declared (508.4).
    BecomeAttacking {
        /// Which creatures.
        what: Selector,
        /// Whom.
        whom: Selector,
    },
    /// Attacking creatures become blocked, by no creature (509.1h).
    BecomeBlocked(Selector),
    /// Detain (701.29): until your next turn it can't attack or block and its activated abilities can't be activated.
    Detain(Selector),
    /// Goad (701.38).
    Goad(Selector),
    /// Exert (701.39).
    Exert(Selector),
    /// Monstrosity N (701.31).
    Monstrosity(Amount),
    /// Adapt N (701.43).
    Adapt(Amount),
    /// Amass of a subtype N (701.44).
    Amass(Subtype, Amount),
    /// Connive N (701.47).
    Connive(Selector, Amount),
    /// Permanents endure N (2026:701.63).
    Endure(Selector, Amount),
    /// Players blight N (2026:701.68): the slot keeps the blighted creatures.
    Blight(Who, Amount),
    /// Learn (701.45).
    Learn,
    /// Time travel (701.54).
    TimeTravel,
    /// What the rules have a word for, which text defines: these, in order; then it is told, if it was done.
    Action {
        /// The word.
        deed: crate::KeywordDeed,
        /// The number behind it, and the slot that keeps it: worked out as it begins.
        number: Option<(Amount, crate::Slot)>,
        /// What it means.
        body: Vec<Clause>,
    },
    /// The Ring tempts you (701.52): the slot keeps the creature chosen. The emblem has the first two of these abilities from the
    /// first temptation on, and one more from each that follows on (701.52c).
    RingTempts(Arc<[Ability]>),
    /// Clash with an opponent (701.23b), and what follows.
    Clash {
        /// Where the opponent is kept.
        with: crate::Slot,
        /// If you win.
        won: Vec<Clause>,
        /// Otherwise.
        lost: Vec<Clause>,
    },
    /// Bolster N (701.33).
    Bolster(Amount),
    /// Discover N (701.55).
    Discover(Amount),
    /// The source exploits a creature: its controller sacrifices one (702.110).
    Exploit,
    /// It becomes, or stops being, renowned, saddled, suspected (701, 702).
    Designate(Status, Selector, bool),
    /// All damage marked on it is removed.
    RemoveDamage(Selector),
    // ---- libraries and hidden cards --------------------------------------------------------------------------
    /// Scry (701.18).
    Scry(Who, Amount),
    /// Fateseal (701.22): you choose an opponent.
    Fateseal(Amount),
    /// Surveil (701.42).
    Surveil(Who, Amount),
    /// Explore (701.40).
    Explore(Selector),
    /// Look at cards: the slot keeps them.
    LookAt {
        /// Who looks.
        who: Who,
        /// At what.
        what: Selector,
    },
    /// Reveal cards (701.16): the slot keeps them.
    Reveal {
        /// What.
        what: Selector,
    },
    /// Reveal cards from the top of a library until one fits: the slot keeps the revealed; the last is the one found.
    RevealUntil {
        /// Whose library.
        who: Who,
        /// Until how many that fit.
        count: Amount,
        /// Until that number of those that fit comes to so much together, rather than until there are so many.
        total: Option<crate::Stat>,
        /// What fits.
        filter: Filter,
        /// Where found ones are kept.
        found: crate::Slot,
        /// The cards are exiled instead of revealed, one after the other; the slots keep them as exiled cards.
        exile: bool,
    },
    /// Search a library (701.19) for cards; the slot keeps those found.
    Search {
        /// Who searches.
        who: Who,
        /// Whose library; also whose other zones.
        whose: Who,
        /// The zones searched: the library, with hand or graveyard.
        zones: crate::ZoneSet,
        /// For what.
        what: Filter,
        /// How many at least, when the quality is not one a player may fail to find (701.19b).
        min: Amount,
        /// How many at most; any number when `None`.
        max: Option<Amount>,
        /// All there are: those in public zones are found, only those in hidden ones may be left (701.19b).
        all: bool,
        /// A constraint on the set.
        limit: Option<crate::SetLimit>,
        /// Whether the found cards are revealed.
        reveal: bool,
    },
    /// Shuffle a library (701.20).
    Shuffle(Who),
    // ---- choices ---------------------------------------------------------------------------------------------
    /// Choose objects or players: the slot keeps them.
    Choose(Selector),
    /// Choose a color, type, name, number, or one of some words; kept under a linked number of the source.
    ChooseValue {
        /// Who.
        who: Who,
        /// What kind of thing.
        what: ValueKind,
        /// How many.
        count: u32,
        /// Under which linked number.
        linked: u8,
    },
    /// Double the value of X of spells on the stack (107.3).
    DoubleX(Selector),
    /// Note a number, for the other ability that is linked to this one (607.2e).
    NoteNumber {
        /// Which number.
        number: Amount,
        /// Under which linked number.
        linked: u8,
    },
    /// Note the type of mana spent to pay this ability's cost (607.2e).
    NoteMana(u8),
    /// Exchange the text boxes of two objects (612.5).
    ExchangeText {
        /// Of which.
        what: Selector,
        /// How long.
        duration: Duration,
    },
    /// Change an object's text: all instances of a word become another word of the same kind, both chosen now (612).
    ChangeText {
        /// Of what.
        what: Selector,
        /// Words of which kinds.
        words: Vec<WordKind>,
        /// How long.
        duration: Duration,
    },
    /// Remember the selection's members under a linked number of the source, besides what is there.
    Remember(u8, Selector),
    // ---- continuous and delayed ------------------------------------------------------------------------------
    /// A continuous effect with a duration (611.2).
    Effect {
        /// What holds; the selections are evaluated and locked in now where 611.2c says so.
        effects: Vec<Continuous>,
        /// How long.
        duration: Duration,
    },
    /// A delayed triggered ability (603.7).
    Delayed {
        /// The ability; its references keep what they denote now.
        ability: Arc<TriggeredAbility>,
        /// How long it waits.
        waits: Waits,
    },
    /// A reflexive triggered ability (603.12): "when you do, …".
    Reflexive(Arc<Program>),
    /// A player gets an emblem (114).
    Emblem(Who, Vec<Ability>),
    // ---- control ---------------------------------------------------------------------------------------------
    /// These, in order.
    Seq(Vec<Clause>),
    /// That, and the damage that it deals can't be prevented (615.12).
    Unpreventable(Box<Instruction>),
    /// If, else.
    If {
        /// The question.
        condition: Condition,
        /// If so.
        then: Vec<Clause>,
        /// If not.
        otherwise: Vec<Clause>,
    },
    /// A player may do it (the slot's "done" says whether they did).
    May {
        /// Who.
        who: Who,
        /// What.
        body: Vec<Clause>,
    },
    /// A player may pay a cost (118.12); the slot's "done" says whether they paid, [`Ref::Paid`] with what.
    MayPay {
        /// Who.
        who: Who,
        /// The cost.
        cost: Cost,
        /// If they do.
        then: Vec<Clause>,
        /// If they don't.
        otherwise: Vec<Clause>,
    },
    /// Players pay a cost if they can (118.3); the slot's "done" says whether they did.
    MustPay {
        /// Who.
        who: Who,
        /// The cost.
        cost: Cost,
    },
    /// A player may pay a cost any number of times (603.12a): the slot's number says how often, its "done" whether at all.
    PayTimes {
        /// Who.
        who: Who,
        /// The cost.
        cost: Cost,
    },
    /// Nothing as it resolves: the ability that says so resolves though all its targets are illegal (608.2b).
    ResolvesAnyway,
    /// Nothing as it resolves: the ability that says so can't be countered (603.1a).
    Uncounterable,
    /// Unless a player pays.
    Unless {
        /// Who may pay.
        who: Who,
        /// The cost.
        cost: Cost,
        /// What happens if none does.
        body: Vec<Clause>,
    },
    /// For each member of the selection (players in APNAP order), with [`Ref::Each`] as the member.
    ForEach {
        /// Of what.
        over: Selector,
        /// What.
        body: Vec<Clause>,
    },
    /// For each of these players in turn order, with [`Ref::Each`] as the player (101.4).
    InTurnOrder(InTurnOrder),
    /// So many times.
    Repeat {
        /// How often.
        times: Amount,
        /// What.
        body: Vec<Clause>,
    },
    /// A process that may be repeated (608.2c): these, and all of them anew for as long as [`Instruction::Again`] has filled
    /// that slot in the round. What the rounds did adds up.
    Process {
        /// What is done in a round.
        body: Vec<Clause>,
        /// The slot of the one [`Instruction::Again`] in it.
        again: Slot,
    },
    /// "Repeat this process": the [`Instruction::Process`] around it is gone through once more, but it is not repeated more
    /// often than that in all.
    Again(Option<Amount>),
    /// Choose modes during the resolution: "that player chooses one".
    ChooseMode {
        /// Who.
        who: Who,
        /// The least number.
        min: u32,
        /// The greatest.
        max: u32,
        /// The modes; they have no targets.
        modes: Vec<Mode>,
    },
    /// Face a villainous choice (701.53): each of these players, one after the other, chooses one of the options, though it be
    /// impossible (701.53b), and that is done.
    Face {
        /// Who.
        who: Who,
        /// The options.
        options: Vec<Vec<Clause>>,
    },
    /// Piles (700.3): objects are separated, one pile is chosen, and something is done with each.
    Piles(Box<Piles>),
    /// Each of several players separates objects into piles (700.3), and one of each player's piles is chosen.
    PilesOfEach(Box<PilesOfEach>),
    /// Players vote (701.32), starting with you.
    Vote(Box<Vote>),
    /// Each of several players gets or chooses one of two words (608.2d).
    Label(Box<Labels>),
    /// Flip a coin (705): done = won.
    FlipCoin {
        /// Who.
        who: Who,
        /// If won.
        won: Vec<Clause>,
        /// If lost.
        lost: Vec<Clause>,
    },
    /// Flip coins (705): the slot keeps how many were won or came up heads, and how many were not ([`Amount::FlipsLost`]).
    FlipCoins(CoinFlips),
    /// Roll dice (706): the slot keeps the result, the sum of several.
    RollDie(DiceRoll),
    /// Reroll any number of the results stored on the source under that linked number (706.8b).
    RerollStored(u8),
    /// A results table (706.3a): what happens on a result in which row.
    ResultsTable(Amount, Vec<DieRow>),
    // ---- turns and the game ----------------------------------------------------------------------------------
    /// Take an extra turn after this one (500.7).
    ExtraTurn(Who),
    /// Additional phases after this phase (500.8), or an additional step after this step (500.9).
    ExtraPhase {
        /// Which.
        what: ExtraPhase,
        /// How many times over.
        count: Amount,
        /// After which phase: after another nothing is added.
        after: AfterPhase,
        /// "you get …": only in a turn of that player (500.10a).
        of: Option<Who>,
    },
    /// A player controls each of these players during their next turn (720.1).
    ControlTurn {
        /// Who.
        by: Who,
        /// Whom.
        who: Who,
        /// They take an extra turn after that turn (500.7).
        extra_after: bool,
    },
    /// Skip the next such step or turn (`None`) (500.11, 614.10).
    SkipNext(Who, Option<Step>),
    /// It becomes day (`true`) or night (728.1).
    BecomeDay(bool),
    /// End the turn or the combat phase (721).
    EndNow(EndsNow),
    /// Restart the game (724), but for the cards of the selection, which stay where they are (724.5): the slot keeps them.
    Restart(Option<Selector>),
    /// Players play a subgame with their libraries as decks (726): the slot keeps who won it.
    Subgame,
    /// Win the game (104.2b).
    WinGame(Who),
    /// Lose the game (104.3e).
    LoseGame(Who),
    /// The game is a draw (104.4c).
    DrawGame,
    /// Get the city's blessing (702.131).
    GetBlessing(Who),
    /// Speed becomes 1, or increases by that much up to 4 (702.179).
    SpeedUp(Who, Amount),
    /// Venture into the dungeon (701.46), or into one of that dungeon type (701.46d).
    Venture {
        /// Who.
        who: Who,
        /// Into which.
        into: Option<Subtype>,
    },
    /// Take the initiative (723).
    TakeInitiative(Who),
    /// Become the monarch (722).
    BecomeMonarch(Who),
    /// What is done in casual variants alone (section 9).
    Casual(CasualAction),
    /// Play additional lands this turn (305.2).
    ExtraLands(Who, Amount),
}

impl Instruction {
    /// What is done, but for what only says how.
    #[must_use]
    pub fn bare(&self) -> &Self {
        match self {
            Self::Unpreventable(deal) => deal,
            other => other,
        }
    }
}
