//! Text-changing effects (612): one color word or subtype in an object's text becomes another.
//!
//! The text is gone by the time a game runs; what a word meant stands in nodes of the IR. So the walk below goes to every
//! node that holds a color or a subtype. Mana symbols are no words (612.2), nor are names of cards.

use std::sync::Arc;

use lawmage_ir::{
    Ability, ActivatedAbility, ActivationLimits, Amount, Arrival, CasualAction, CasualEvent, Choice, Clause, Color,
    ColorSet, Condition, Continuous, Cost, CostOf, CostPart, CounterKind, DeckRule, Destination, DieRow, Duration,
    Entering, EventPattern, Face, Filter, Instead, Instruction, KeywordAbility, KeywordParam, ManaRider, ManaYield,
    Modal, ModalInstead, Mode, Modification, Permission, Pregame, PregameAction, Price, Program, Prohibition, Ref,
    Replacement, Requirement, Selector, SetLimit, StaticAbility, Subtype, SubtypeSet, TargetSpec, Test, TextWord,
    TokenSpec, TriggeredAbility, TypeLine, ValueKind, Who,
};

use crate::state::chars::Chars;

impl Chars {
    /// Replaces a word in its rules text and type line (612.1). Abilities that other effects grant are not yet there
    /// (612.3): they come in a later layer. A token's are what it was created with (612.4).
    pub(crate) fn replace_word(&mut self, from: TextWord, to: TextWord) {
        let words = Words { from, to };
        self.subtypes.reword(&words);
        for on in &mut self.abilities {
            let mut changed = Ability::clone(&on.ability);
            changed.reword(&words);
            if changed != *on.ability {
                on.ability = Arc::new(changed);
            }
        }
        self.settle_types();
    }
}

/// A replacement of words.
struct Words {
    from: TextWord,
    to: TextWord,
}

/// What may hold words.
trait Reword {
    fn reword(&mut self, words: &Words);
}

impl Reword for Color {
    fn reword(&mut self, words: &Words) {
        if let (TextWord::Color(from), TextWord::Color(to)) = (words.from, words.to)
            && *self == from
        {
            *self = to;
        }
    }
}

impl Reword for ColorSet {
    fn reword(&mut self, words: &Words) {
        *self = self
            .iter()
            .map(|mut color| {
                color.reword(words);
                color
            })
            .collect();
    }
}

impl Reword for Subtype {
    fn reword(&mut self, words: &Words) {
        if let (TextWord::Subtype(from), TextWord::Subtype(to)) = (words.from, words.to)
            && *self == from
        {
            *self = to;
        }
    }
}

impl Reword for SubtypeSet {
    fn reword(&mut self, words: &Words) {
        let all = self.all_creature_types;
        let mut listed = std::mem::take(&mut self.listed);
        listed.iter_mut().for_each(|s| s.reword(words));
        *self = listed.into_iter().collect();
        self.all_creature_types = all;
    }
}

impl<T: Reword> Reword for Option<T> {
    fn reword(&mut self, words: &Words) {
        if let Some(inner) = self {
            inner.reword(words);
        }
    }
}

impl<T: Reword> Reword for Vec<T> {
    fn reword(&mut self, words: &Words) {
        self.iter_mut().for_each(|inner| inner.reword(words));
    }
}

impl<T: Reword> Reword for Box<T> {
    fn reword(&mut self, words: &Words) {
        (**self).reword(words);
    }
}

impl<T: Reword + Clone> Reword for Arc<T> {
    fn reword(&mut self, words: &Words) {
        Arc::make_mut(self).reword(words);
    }
}

impl Reword for Arc<[Ability]> {
    fn reword(&mut self, words: &Words) {
        Arc::make_mut(self).iter_mut().for_each(|inner| inner.reword(words));
    }
}

impl Reword for CounterKind {
    /// The word of a counter is neither color nor type.
    fn reword(&mut self, _: &Words) {}
}

impl<A: Reword, B: Reword> Reword for (A, B) {
    fn reword(&mut self, words: &Words) {
        self.0.reword(words);
        self.1.reword(words);
    }
}

impl<A: Reword, B: Reword, C: Reword> Reword for (A, B, C) {
    fn reword(&mut self, words: &Words) {
        self.0.reword(words);
        self.1.reword(words);
        self.2.reword(words);
    }
}

/// Goes on to those fields of a struct.
macro_rules! fields {
    ($($type:ident { $($field:ident),+ })+) => {
        $(impl Reword for $type {
            fn reword(&mut self, words: &Words) {
                $(self.$field.reword(words);)+
            }
        })+
    };
}

/// Goes on to those parts of an enum's variants; variants not named hold no words.
macro_rules! variants {
    ($($type:ident { $($pattern:pat => $($part:ident)+,)+ })+) => {
        $(impl Reword for $type {
            fn reword(&mut self, words: &Words) {
                use $type::*;
                match self {
                    $($pattern => { $($part.reword(words);)+ })+
                    #[allow(unreachable_patterns, reason = "some enums hold words in every variant")]
                    _ => {}
                }
            }
        })+
    };
}

fields! {
    Program { modal, modes }
    Mode { cost, targets, clauses }
    Modal { min, max, by, instead }
    ModalInstead { condition, min, max }
    Clause { does }
    ActivatedAbility { cost, program, limits, by }
    ActivationLimits { condition }
    TriggeredAbility { event, condition, program }
    StaticAbility { condition, effects }
    KeywordAbility { param, means }
    Filter { test }
    Choice { by, from, min, max, limit }
    TargetSpec { filter, min, max, limit, by, divide }
    TypeLine { subtypes }
    Replacement { event, condition, instead, optional }
    Entering { controller, first, counters, copy }
    Pregame { action, condition, then }
    Arrival { controller, counters, attached_to, attacks, blocking, mods }
    DieRow { then }
    ManaRider { spells, abilities, on_spell }
    Cost { parts }
}

impl Reword for Face {
    fn reword(&mut self, words: &Words) {
        // 612.2a: a token named for its subtypes is named by words used as subtypes.
        if let (TextWord::Subtype(from), TextWord::Subtype(to)) = (words.from, words.to)
            && self.subtypes.listed.contains(&from)
        {
            let name: Vec<&str> = self.name.split(' ').map(|w| if w == from.word() { to.word() } else { w }).collect();
            self.name = name.join(" ").into();
        }
        self.subtypes.reword(words);
        self.colors.reword(words);
        self.abilities.reword(words);
        self.back.reword(words);
    }
}

variants! {
    Ability {
        Keyword(a) => a,
        Spell(a) => a,
        SpellInstead(_, a) => a,
        Activated(a) => a,
        Triggered(a) => a,
        Static(a) => a,
    }
    KeywordParam {
        Number(a) => a,
        Cost(a) => a,
        NumberCost(a, b) => a b,
        Quality(a) => a,
        QualityCost(a, b) => a b,
        Color(a) => a,
        Subtype(a) => a,
        Deck(a) => a,
    }
    Test {
        And(a) => a,
        Or(a) => a,
        Not(a) => a,
        Subtype(a) => a,
        Color(a) => a,
        Controlled(a) => a,
        Owned(a) => a,
        Attacking { whom, .. } => whom,
        Blocking(a) => a,
        BlockedBy(a) => a,
        Landwalk(a) => a,
        Counters(_, _, a) => a,
        Stat(_, _, a) => a,
        Is(a) => a,
        SameCard(a) => a,
        Shares(_, a) => a,
        AttachedTo(a) => a,
        HasAttached(a) => a,
        Targets(a) => a,
        TargetsOnly(a) => a,
        SourceIs(a) => a,
        Did(a, _) => a,
        If(a) => a,
    }
    Ref {
        Host(a) => a,
        Attacked(a) => a,
        Partner(a) => a,
        TopCard(a) => a,
    }
    Who {
        Ref(a) => a,
        Controller(a) => a,
        Owner(a) => a,
        Such(a, b) => a b,
    }
    Selector {
        Ref(a) => a,
        All(a) => a,
        Players(a) => a,
        Choose(a) => a,
        Top(a, b) => a b,
        Bottom(a, b) => a b,
        GraveyardEnd { who, count, test, .. } => who count test,
        Those(a, b) => a b,
        Except(a, b) => a b,
        Union(a) => a,
    }
    SetLimit {
        Total(_, _, a) => a,
        OneEach(a) => a,
    }
    Amount {
        Count(a) => a,
        Stat(_, a) => a,
        Total(_, a) => a,
        Greatest(_, a) => a,
        Least(_, a) => a,
        Counters(_, a) => a,
        Life(a) => a,
        GreatestLife(a) => a,
        Speed(a) => a,
        HandSize(a) => a,
        Players(a) => a,
        Devotion(a, b) => a b,
        Kinds(_, a) => a,
        Happened(a, _) => a,
        HappenedSum(a, _) => a,
        ManaSpent(a, _) => a,
        Mutations(a) => a,
        Level(a) => a,
        Plus(a, b) => a b,
        Minus(a, b) => a b,
        Times(_, a) => a,
        Divide { of, .. } => of,
        Max(a, b) => a b,
        Min(a, b) => a b,
    }
    Condition {
        And(a) => a,
        Or(a) => a,
        Not(a) => a,
        Compare(a, _, b) => a b,
        Is(a, b) => a b,
        InZone(a, _) => a,
        Happened(a, _, _) => a,
        TurnOf(a) => a,
        Paid(a, _) => a,
        WasCast(a, _, b) => a b,
        Monarch(a) => a,
        PlaysFirst(a) => a,
        Blessing(a) => a,
        Initiative(a) => a,
        CompletedDungeon(a, _) => a,
        CouldCast(a) => a,
        CameUnderControl(a) => a,
    }
    CasualEvent {
        PlaneswalksTo(a, b) => a b,
        PlaneswalksFrom(a, b) => a b,
        Encounters(a, b) => a b,
        RollsPlanarDie(a, _) => a,
        SetsInMotion(a, b) => a b,
        Abandons(a, b) => a b,
    }
    CasualAction {
        Planeswalk(a) => a,
        RollPlanarDie(a) => a,
        SetInMotion(a) => a,
        Abandon(a) => a,
    }
    EventPattern {
        Or(a) => a,
        Moves { what, by, .. } => what by,
        Damage { by, to, .. } => by to,
        ExcessDamage { to, .. } => to,
        DamageCostsLife { who, below } => who below,
        CountersReach { on, .. } => on,
        DrawsCards { by, .. } => by,
        Attacks { what, whom, .. } => what whom,
        AttackDeclared { by, with, .. } => by with,
        Blocks { what, whom } => what whom,
        BecomesBlocked { what, by } => what by,
        Unblocked(a) => a,
        Casts { by, what } => by what,
        Copies { by, what } => by what,
        PlaysLand { by } => by,
        Activates { by, source, .. } => by source,
        GainsLife(a) => a,
        LosesLife(a) => a,
        CountersPut { on, by, .. } => on by,
        CountersRemoved { from, .. } => from,
        Tapped(a) => a,
        Untapped(a) => a,
        TappedForMana { what, by } => what by,
        Targeted { what, by } => what by,
        Begins { whose, .. } => whose,
        Shuffles(a) => a,
        Searches(a) => a,
        Scries(a) => a,
        RevealsDrawn(a) => a,
        PaysLife(a) => a,
        TurnBegins(a) => a,
        Cycles { by, what } => by what,
        Exerts { by, what } => by what,
        Attached { what, to } => what to,
        Unattached { what, from } => what from,
        PhasesOut(a) => a,
        Casual(a) => a,
        LosesControl { by, what } => by what,
        Transforms(a) => a,
        TurnedFaceUp(a) => a,
        Mutates(a) => a,
        CommitsCrime(a) => a,
        Expends(a, _) => a,
        BecomesMonstrous(a) => a,
        BecomesLevel(a, _) => a,
        CompletesDungeon(a) => a,
        Unlocks { by, what, .. } => by what,
        PutsSticker { by, on, .. } => by on,
        Attractions { by, what, .. } => by what,
        Rolls(a) => a,
        TokenCreated { by, what } => by what,
        Prevented { by, to } => by to,
        Countered(a) => a,
        ProducesMana { source, by } => source by,
        LosesGame(a) => a,
        State(a) => a,
        While(a, b) => a b,
        Before(a) => a,
        Exploits { by, what } => by what,
        Nth(a, _) => a,
        Batch(a) => a,
        Number(a, _, b) => a b,
    }
    CostPart {
        ManaTimes(_, a) => a,
        ManaCostOf(a, _) => a,
        Life(a) => a,
        Energy(a) => a,
        Sacrifice(a) => a,
        Discard(a) => a,
        Exile(a, _) => a,
        Bounce(a) => a,
        ToLibrary(a, _) => a,
        TapThose(a) => a,
        UntapThose(a) => a,
        Reveal(a) => a,
        Mill(a) => a,
        RemoveCounters(_, a, b) => a b,
        PutCounters(_, a, b) => a b,
        OneOf(a) => a,
        Exert(a) => a,
    }
    Continuous {
        Modify { what, mods } => what mods,
        Cant(a) => a,
        Must(a) => a,
        May(a) => a,
        CostChange { by, of, times, .. } => by of times,
        NextSpell { by, what, effects } => by what effects,
        AdditionalCost { of, cost, .. } => of cost,
        AlternativeCost { cost, .. } => cost,
        Replace(a) => a,
        TriggersAgain { event, source } => event source,
        Ignorable { by, cost, effects } => by cost effects,
        Pregame(a) => a,
        Enchants(a) => a,
    }
    PregameAction {
        Begin(a) => a,
    }
    DeckRule {
        Each(a, b) => a b,
        Differ(a, _) => a,
        Share(a, _) => a,
    }
    CostOf {
        Spells(a) => a,
        Abilities(a, _) => a,
    }
    Modification {
        CopyOf(a, b) => a b,
        Controller(a) => a,
        AddTypes(a) => a,
        SetTypes(a) => a,
        SetLandTypes(a) => a,
        SetColors(a) => a,
        AddColors(a) => a,
        AddAbility(a) => a,
        SetText(a) => a,
        FullText(a, b) => a b,
        AllNames(a) => a,
        AbilitiesOf(_, a) => a,
        SetPowerToughness(a, b) => a b,
        AddPowerToughness(a, b) => a b,
        StickerAbilities(a) => a,
    }
    Prohibition {
        Attack { what, whom, unless } => what whom unless,
        Block { what, whom, unless } => what whom unless,
        AttackAlone(a) => a,
        BlockAlone(a) => a,
        BlockedByFewer(a, _) => a,
        BlockedByMore(a, _) => a,
        AttackersMax(a, _) => a,
        BlockersMax(a, _) => a,
        Target { what, by } => what by,
        Activate { what, by, .. } => what by,
        Cast(a, b) => a b,
        CastMax(a, b, _) => a b,
        PlayLand(a) => a,
        Enter(a) => a,
        GainLife(a) => a,
        LoseLife(a) => a,
        PayLife(a) => a,
        SacrificeForCosts(a, b) => a b,
        DrawMax(a, _) => a,
        Search(a) => a,
        LoseGame(a) => a,
        WinGame(a) => a,
        Counter(a) => a,
        Regenerate(a) => a,
        PreventDamage(a) => a,
        UntapStep(a) => a,
        Untap(a) => a,
        Sacrifice(a) => a,
        Counters(a, _) => a,
        CountersOver(a, _, _) => a,
        Attach { what, by } => what by,
        Transform(a) => a,
        TurnFaceUp(a) => a,
    }
    Requirement {
        Attack { what, whom } => what whom,
        AttackOther { what, not } => what not,
        Block { what, whom } => what whom,
        BeBlocked(a) => a,
        BeBlockedByAll(a) => a,
    }
    Permission {
        Flash(a, b) => a b,
        Play { by, what, price, gives, .. } => by what price gives,
        ExtraLands(a, _) => a,
        LookAtTop(a) => a,
        RevealDrawn { what, .. } => what,
        LifeForMana(a, _) => a,
        LethalByPower(a) => a,
        LookAt(a, b) => a b,
        RevealTop(a) => a,
        RevealHand(a) => a,
        AttackDespiteDefender(a) => a,
        Exert(a) => a,
        BlockMore(a, _) => a,
        BlockAsThough(a, _) => a,
        AssignAsUnblocked(a) => a,
        AssignToughness(a) => a,
        AssignNone(a) => a,
        SpendAsAny(a, _) => a,
        NoMaxHandSize(a) => a,
        MaxHandSize(a, b) => a b,
        NoLegendRule(a) => a,
        ActivateAsThoughHaste(a) => a,
        KeepMana(a, b) => a b,
        MayNotUntap(a) => a,
        UntapEachTurn(a) => a,
        LoyaltyAnyTime(a) => a,
        Skip(a, _) => a,
        ExtraDie(a) => a,
    }
    Price {
        Instead(a) => a,
    }
    Instead {
        Prevent { amount, then } => amount then,
        Number(a) => a,
        Redirect(a) => a,
        MoveTo(a) => a,
        Enter(a) => a,
        Do(a) => a,
        Also(a) => a,
    }
    Destination {
        Battlefield(a) => a,
    }
    Duration {
        UntilNextTurn(a) => a,
        UntilNextEndStep(a) => a,
        EndOfNextTurn(a) => a,
        NextUntapStep(a) => a,
        While(a) => a,
        UntilLeaves(a) => a,
        UntilPaid(a, b) => a b,
    }
    TokenSpec {
        Face(a) => a,
        Sized(a, b, c) => a b c,
        Copy(a, b) => a b,
    }
    ManaYield {
        AnyColor { count, .. } => count,
        CouldProduce(a) => a,
        ColorCouldProduce(a) => a,
        ColorsOf(a) => a,
    }
    ValueKind {
        CardName(a) => a,
        Player(a) => a,
    }
    Instruction {
        Destroy { what, .. } => what,
        Move { what, to, .. } => what to,
        Sacrifice { who, what } => who what,
        Discard { who, what } => who what,
        Draw { who, count } => who count,
        Mill { who, count } => who count,
        ExileUntilLeaves { what, until } => what until,
        Haunt { what, whom } => what whom,
        PhaseOutUntilLeaves { what, until } => what until,
        ChangeText { what, duration, .. } => what duration,
        Damage { source, to, amount } => source to amount,
        DamageDivided { source, .. } => source,
        DamageEvenly { source, amount, .. } => source amount,
        DamageSpilling { source, to, amount, rest, only } => source to amount rest only,
        DamageTogether(a) => a,
        DoubleMana(a) => a,
        LoseMana { who, to } => who to,
        ActivateManaOf(a, b) => a b,
        GainLife(a, b) => a b,
        LoseLife(a, b) => a b,
        SetLife(a, b) => a b,
        ExchangeLife(a, b) => a b,
        PutCounters { count, on, .. } => count on,
        RemoveCounters { count, from, .. } => count from,
        MoveCounters { count, from, to, .. } => count from to,
        DoubleCounters(_, a) => a,
        PutSticker { who, on, .. } => who on,
        OpenAttraction(a) => a,
        RollToVisit(a) => a,
        ClaimPrize(a) => a,
        MoveSticker { from, to, .. } => from to,
        AddMana { who, mana, times, rider } => who mana times rider,
        CreateToken { who, count, token, arrival } => who count token arrival,
        Counter { what, to } => what to,
        CopyStack { who, what, count, except, .. } => who what count except,
        ChangeTargets { what, who, to, .. } => what who to,
        Cast { who, from, what, price, .. } => who from what price,
        Tap(a) => a,
        Untap(a) => a,
        Attach { what, to } => what to,
        Unattach(a) => a,
        Regenerate(a) => a,
        Fight(a, b) => a b,
        ExchangeControl(a, b) => a b,
        Transform(a) => a,
        Flip(a) => a,
        Meld { with, .. } => with,
        PhaseOut(a) => a,
        TurnFaceUp(a) => a,
        TurnFaceDown(a) => a,
        Manifest { who, what, .. } => who what,
        ManifestDread(a) => a,
        Pair(a, b) => a b,
        SetLevel(a, b) => a b,
        RemoveFromCombat(a) => a,
        BecomeBlocked(a) => a,
        Reselect { what, .. } => what,
        TurnDoors { what, .. } => what,
        BecomeAttacking { what, whom } => what whom,
        Detain(a) => a,
        Goad(a) => a,
        Exert(a) => a,
        Monstrosity(a) => a,
        Adapt(a) => a,
        Amass(a, b) => a b,
        Connive(a, b) => a b,
        Bolster(a) => a,
        Discover(a) => a,
        Designate(_, a, _) => a,
        RemoveDamage(a) => a,
        GetBlessing(a) => a,
        Casual(a) => a,
        PayLife { who, .. } => who,
        DoubleX(a) => a,
        NoteNumber { number, .. } => number,
        ExchangeText { what, duration } => what duration,
        SpeedUp(a, b) => a b,
        Scry(a, b) => a b,
        Surveil(a, b) => a b,
        Explore(a) => a,
        LookAt { who, what } => who what,
        Reveal { what } => what,
        RevealUntil { who, count, filter, .. } => who count filter,
        Search { who, whose, what, min, max, limit, .. } => who whose what min max limit,
        Shuffle(a) => a,
        Choose(a) => a,
        ChooseValue { who, what, .. } => who what,
        Remember(_, a) => a,
        Effect { effects, duration } => effects duration,
        Delayed { ability, duration } => ability duration,
        Reflexive(a) => a,
        Emblem(a, b) => a b,
        Seq(a) => a,
        If { condition, then, otherwise } => condition then otherwise,
        May { who, body } => who body,
        MayPay { who, cost, then, otherwise } => who cost then otherwise,
        MustPay { who, cost } => who cost,
        Unless { who, cost, body } => who cost body,
        ForEach { over, body } => over body,
        Repeat { times, body } => times body,
        ChooseMode { who, modes, .. } => who modes,
        FlipCoin { who, won, lost } => who won lost,
        RollDie { who, count, plus, .. } => who count plus,
        ResultsTable(a, b) => a b,
        ExtraTurn(a) => a,
        ExtraPhase { count, of, .. } => count of,
        SkipNext(a, _) => a,
        WinGame(a) => a,
        LoseGame(a) => a,
        Venture { who, .. } => who,
        TakeInitiative(a) => a,
        BecomeMonarch(a) => a,
        Restart(a) => a,
        ExtraLands(a, b) => a b,
    }
}
