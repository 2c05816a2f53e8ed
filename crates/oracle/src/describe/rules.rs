//! Which rule stands behind each node.

use std::collections::BTreeSet;

use lawmage_ir::visit::{self, Go, Node};
use lawmage_ir::{
    Ability, ActivatedAbility, Cause, Continuous, Destination, EndsNow, EventPattern, Instruction, KeywordAbility,
    KeywordDeed, Modal, Modification, Permission, PregameAction, Prohibition, Requirement, Rule, StaticAbility, Status,
    Step, TargetSpec, TokenSpec, TriggeredAbility, Zone, ZoneSet, rule,
};

/// Every rule behind abilities, sorted, each once.
pub(super) fn behind(abilities: &[Ability]) -> Vec<Rule> {
    let mut all = BTreeSet::new();
    visit::walk(abilities, &mut |node| {
        of_node(node, &mut |rule| all.extend([rule]));
        Go::Into
    });
    all.into_iter().collect()
}

/// The rules of a node by itself, if it has any.
fn of_node(node: &dyn Node, tell: &mut dyn FnMut(Rule)) {
    if let Some(does) = node.get() {
        tell(of_instruction(does));
    } else if let Some(event) = node.get() {
        tell(of_event(event));
    } else if let Some(effect) = node.get() {
        tell(of_continuous(effect));
    } else if let Some(modification) = node.get() {
        tell(of_modification(modification));
    } else if let Some(keyword) = node.get::<KeywordAbility>() {
        tell(keyword.keyword.rule());
    } else if let Some(ability) = node.get::<Ability>() {
        match ability {
            Ability::Spell(_) => tell(rule!("113.3a")),
            Ability::SpellInstead(..) => tell(rule!("612.1")),
            Ability::Keyword(_) | Ability::Activated(_) | Ability::Triggered(_) | Ability::Static(_) => {}
        }
    } else if let Some(activated) = node.get::<ActivatedAbility>() {
        tell(match (activated.loyalty, activated.mana) {
            (true, _) => rule!("606"),
            (_, true) => rule!("605.1a"),
            _ => rule!("602"),
        });
        if activated.limits.sorcery {
            tell(rule!("307.5"));
        }
    } else if let Some(triggered) = node.get::<TriggeredAbility>() {
        tell(if triggered.mana { rule!("605.1b") } else { rule!("603") });
        if triggered.condition.is_some() {
            tell(rule!("603.4"));
        }
    } else if let Some(fixed) = node.get::<StaticAbility>() {
        tell(if fixed.defines { rule!("604.3") } else { rule!("604") });
    } else if node.get::<Modal>().is_some() {
        tell(rule!("700.2"));
    } else if node.get::<TargetSpec>().is_some() {
        tell(rule!("115.1"));
    } else if let Some(token) = node.get::<TokenSpec>() {
        match token {
            TokenSpec::Copy(..) => tell(rule!("707.2")),
            TokenSpec::Named(_) => tell(rule!("111.11")),
            TokenSpec::Face(_) | TokenSpec::Sized(..) => {}
        }
    }
}

/// The rule of an event.
pub(crate) fn of_event(event: &EventPattern) -> Rule {
    match event {
        EventPattern::Or(all) => all.first().map_or(rule!("603.2"), of_event),
        EventPattern::While(inner, _)
        | EventPattern::Nth(inner, _)
        | EventPattern::Number(inner, ..)
        | EventPattern::Before(inner) => of_event(inner),
        EventPattern::Exploits { .. } => rule!("702.110b"),
        EventPattern::Batch(_) => rule!("603.2c"),
        EventPattern::Moves { from, to, cause, .. } => match cause {
            Some(Cause::Sacrifice) => rule!("701.17"),
            Some(Cause::Discard) => rule!("701.8"),
            Some(Cause::Mill) => rule!("701.13"),
            Some(Cause::Draw) => rule!("121.1"),
            _ if *to == ZoneSet::BATTLEFIELD => rule!("603.6a"),
            _ if from.has(Zone::Battlefield) => rule!("603.6c"),
            _ => rule!("603.6"),
        },
        EventPattern::Damage { .. } => rule!("120.3"),
        EventPattern::ExcessDamage { .. } => rule!("120.10"),
        EventPattern::DamageCostsLife { .. } => rule!("120.3a"),
        EventPattern::DamageCostsLoyalty(_) => rule!("120.3c"),
        EventPattern::CountersReach { .. } => rule!("122.7"),
        EventPattern::DrawsCards { .. } => rule!("121.2a"),
        EventPattern::Attacks { .. } | EventPattern::AttackDeclared { .. } => rule!("508.3"),
        EventPattern::Blocks { .. } | EventPattern::BecomesBlocked { .. } | EventPattern::Unblocked(_) => {
            rule!("509.3")
        }
        EventPattern::Casts { .. } => rule!("601.2i"),
        EventPattern::Copies { .. } => rule!("707.10"),
        EventPattern::PlaysLand { .. } => rule!("305.1"),
        EventPattern::Activates { .. } => rule!("602.2"),
        EventPattern::GainsLife(_) | EventPattern::LosesLife(_) => rule!("119.3"),
        EventPattern::CountersPut { .. } => rule!("122.6"),
        EventPattern::CountersRemoved { .. } => rule!("122.1"),
        EventPattern::Tapped(_)
        | EventPattern::Untapped(_)
        | EventPattern::Taps { .. }
        | EventPattern::Untaps { .. } => rule!("701.21"),
        EventPattern::TappedForMana { .. } | EventPattern::ProducesMana { .. } => rule!("106.12"),
        EventPattern::Targeted { .. } => rule!("603.2f"),
        EventPattern::Begins { .. } => rule!("603.2b"),
        EventPattern::RevealsDrawn(_) => rule!("603.11"),
        EventPattern::PaysLife(_) => rule!("119.4"),
        EventPattern::TurnBegins(_) | EventPattern::ExtraTurnBegins(_) => rule!("614.10"),
        EventPattern::Shuffles(_) => rule!("701.20"),
        EventPattern::Searches(_) => rule!("701.19"),
        EventPattern::Scries(_) => rule!("701.18"),
        EventPattern::Surveils(_) => rule!("701.42d"),
        EventPattern::Mills(_) => rule!("701.13"),
        EventPattern::Proliferates(_) => rule!("701.27"),
        EventPattern::FlipsCoin { .. } => rule!("705.2"),
        EventPattern::Explores { .. } => rule!("701.40b"),
        EventPattern::Regenerates(_) => rule!("701.15"),
        EventPattern::Cycles { .. } => rule!("702.29"),
        EventPattern::Exerts { .. } => rule!("701.39"),
        EventPattern::Attached { .. } | EventPattern::Unattached { .. } => rule!("701.3"),
        EventPattern::EntersAttached { .. } => rule!("303.4f"),
        EventPattern::PhasesOut(_) | EventPattern::PhasesIn(_) => rule!("702.26"),
        EventPattern::LosesControl { .. } => rule!("603.10d"),
        EventPattern::GainsControl { .. } => rule!("613.1b"),
        EventPattern::Transforms(_) | EventPattern::TransformsInto(_) => rule!("701.28"),
        EventPattern::CommitsCrime(_) => rule!("700.13"),
        EventPattern::Expends(..) => rule!("700.14"),
        EventPattern::BecomesMonstrous(_) => rule!("701.31b"),
        EventPattern::Does { deed, .. } => of_deed(*deed),
        EventPattern::DayTurns => rule!("728.1a"),
        EventPattern::Casual(_) => rule!("900"),
        EventPattern::TurnedFaceUp(_) => rule!("708.8"),
        EventPattern::Mutates(_) => rule!("702.140d"),
        EventPattern::PutsSticker { .. } => rule!("123.3"),
        EventPattern::Attractions { .. } => rule!("701.49"),
        EventPattern::Rolls(_) | EventPattern::RollsNatural(..) => rule!("706"),
        EventPattern::BecomesLevel(..) => rule!("716.2a"),
        EventPattern::EntersRoom(_) => rule!("309.4c"),
        EventPattern::CompletesDungeon(_) => rule!("309.7"),
        EventPattern::Unlocks { fully: true, .. } => rule!("709.5i"),
        EventPattern::Unlocks { .. } => rule!("709.5h"),
        EventPattern::TokenCreated { .. } => rule!("701.6"),
        EventPattern::Prevented { .. } => rule!("615.13"),
        EventPattern::Countered(_) => rule!("701.5"),
        EventPattern::LosesGame(_) => rule!("104.3"),
        EventPattern::State(_) => rule!("603.8"),
    }
}

/// The rule of what players and objects do by keywords.
const fn of_deed(deed: KeywordDeed) -> Rule {
    match deed {
        KeywordDeed::RingTempts => rule!("701.52d"),
        KeywordDeed::CollectsEvidence => rule!("701.57a"),
        KeywordDeed::BecomesPrepared => rule!("701.1"), // 2026:722.3
        KeywordDeed::BecomesRenowned => rule!("702.112b"),
        KeywordDeed::Enlists => rule!("702.154c"),
        KeywordDeed::Crews => rule!("702.122b"),
        KeywordDeed::BecomesCrewed => rule!("702.122d"),
        KeywordDeed::Champions => rule!("702.72c"),
        KeywordDeed::Evolves => rule!("702.100b"),
        KeywordDeed::Saddles => rule!("702.171b"),
        KeywordDeed::Mentors => rule!("702.134c"),
        KeywordDeed::Trains => rule!("702.149c"),
        KeywordDeed::GivesGift => rule!("702.174c"),
        KeywordDeed::FinalChapterTriggers | KeywordDeed::FinalChapterResolves => rule!("714.2e"),
        // 2026:701.65, 2026:701.66: later words than the rules at hand.
        KeywordDeed::Destroys => rule!("701.7a"),
        _ => rule!("701.1"),
    }
}

/// The rule of an instruction.
pub(crate) fn of_instruction(does: &Instruction) -> Rule {
    use Instruction as I;
    match does {
        I::Destroy { .. } => rule!("701.7"),
        I::Move { to, cause, .. } => match (to, cause) {
            (Destination::Exile { .. }, _) => rule!("701.11"),
            (Destination::LibraryShuffled, _) => rule!("701.20"),
            _ => rule!("400.7"),
        },
        I::Sacrifice { .. } | I::SacrificeAndReturn { .. } => rule!("701.17"),
        I::TapAndUntap { .. } => rule!("701.21"),
        I::Discard { .. } => rule!("701.8"),
        I::Draw { .. } | I::DrawUpTo { .. } => rule!("121"),
        I::Mill { .. } => rule!("701.13"),
        I::ExileUntilLeaves { .. } | I::ExileUntilCrowned(_) => rule!("610.3"),
        I::Haunt { .. } => rule!("702.55b"),
        I::Damage { .. } | I::DamageEvenly { .. } | I::DamageTogether(_) => rule!("120"),
        I::DamageSpilling(_) => rule!("120.4a"),
        I::DoubleMana(_) => rule!("106.4"),
        I::LoseMana { .. } => rule!("106.13"),
        I::ActivateManaOf(..) => rule!("605.3a"),
        I::DamageDivided { .. } | I::DistributeCounters { .. } => rule!("601.2d"),
        I::GainLife(..) | I::LoseLife(..) => rule!("119.3"),
        I::SetLife(..) => rule!("119.5"),
        I::ExchangeZones(..) => rule!("701.10f"),
        I::ExchangeForCard(..) => rule!("701.10d"),
        I::ExchangeLife(..) | I::RedistributeLife => rule!("119.7"),
        I::ExchangeLifeForSize { .. } => rule!("701.10g"),
        I::PutCounters { .. } => rule!("122.6"),
        I::RemoveCounters { .. } => rule!("122.1"),
        I::MoveCounters { .. } => rule!("122.5"),
        I::DoubleCounters(..) => rule!("701.9"),
        I::Proliferate => rule!("701.27"),
        I::AddMana { .. } => rule!("106.4"),
        I::CreateToken { .. } => rule!("701.6"),
        I::Populate { .. } => rule!("701.30"),
        I::Counter { .. } => rule!("701.5"),
        I::CopyNamed(copied) if copied.names.is_empty() => rule!("707.14"),
        I::CopyNamed(_) => rule!("707.13"),
        I::CopyInExile(_) => rule!("707.12"),
        I::NoteCard(..) => rule!("607.2e"),
        I::CopyStack(_) => rule!("707.10"),
        I::ChangeTargets { .. } => rule!("115.7"),
        I::Cast { .. } => rule!("608.2g"),
        I::May { .. } => rule!("608.2d"),
        I::MustPay { .. } => rule!("118.3"),
        I::MayPay { .. } | I::PayTimes { .. } => rule!("118.12"),
        I::Uncounterable => rule!("603.1a"),
        I::ResolvesAnyway => rule!("608.2b"),
        I::Tap(_) | I::Untap(_) => rule!("701.21"),
        I::Attach { .. } | I::Unattach(_) => rule!("701.3"),
        I::Regenerate(_) => rule!("701.15"),
        I::Fight(..) | I::FightEach(..) => rule!("701.12"),
        I::ExchangeControl(..) => rule!("701.10"),
        I::Transform(_) => rule!("701.28"),
        I::Convert(_) => rule!("701.50"),
        I::Flip(_) => rule!("710.2"),
        I::Meld { .. } => rule!("701.37a"),
        I::BecomeDay(_) => rule!("728.1"),
        I::PhaseOut(_) => rule!("702.26"),
        I::PhaseOutUntilLeaves { .. } => rule!("610.4"),
        I::ChangeText { .. } => rule!("612.1"),
        I::TurnFaceUp(_) => rule!("708.7"),
        I::Manifest { cloak: false, .. } => rule!("701.34a"),
        I::Manifest { cloak: true, .. } => rule!("701.56a"),
        I::ManifestDread(_) => rule!("701.60a"),
        I::Pair(..) => rule!("702.95b"),
        I::SetLevel(..) => rule!("716.2a"),
        I::TurnFaceDown(_) => rule!("708.2"),
        I::RemoveFromCombat(_) => rule!("506.4"),
        I::BecomeBlocked(_) => rule!("509.1h"),
        I::Reselect { .. } => rule!("508.7"),
        I::BecomeAttacking { .. } => rule!("508.4"),
        I::TurnDoors { unlock: true, .. } => rule!("709.5f"),
        I::TurnDoors { .. } => rule!("709.5g"),
        I::Detain(_) => rule!("701.29"),
        I::Goad(_) => rule!("701.38"),
        I::OpenAttraction(_) => rule!("701.48"),
        I::RollToVisit(_) => rule!("701.49"),
        I::ClaimPrize(_) => rule!("702.159b"),
        I::PutSticker { .. } => rule!("123.3"),
        I::MoveSticker { .. } => rule!("123.3d"),
        I::Exert(_) => rule!("701.39"),
        I::Monstrosity(_) => rule!("701.31"),
        I::Amass(..) => rule!("701.44"),
        I::Connive(..) => rule!("701.47"),
        // 2026:701.63, 2026:701.68: later words than the rules at hand.
        I::Endure(..) | I::Blight(..) => rule!("701.1"),
        I::Learn => rule!("701.45a"),
        I::RingTempts(_) => rule!("701.52a"),
        I::Action { .. } => rule!("701.1"),
        I::TimeTravel => rule!("701.54a"),
        I::Clash { .. } => rule!("701.23b"),
        I::Bolster(_) => rule!("701.33"),
        I::Discover(_) => rule!("701.55"),
        I::Exploit => rule!("702.110"),
        I::Designate(Status::Renowned, ..) => rule!("702.112b"),
        I::Designate(Status::Prepared, ..) => rule!("701.1"), // 2026:722.3
        I::Designate(Status::Saddled, ..) => rule!("702.171b"),
        I::Designate(Status::Solved, ..) => rule!("719.3a"),
        I::Designate(..) => rule!("701.58"),
        I::RemoveDamage(_) => rule!("120.6"),
        I::GetBlessing(_) => rule!("702.131"),
        I::Casual(_) => rule!("900"),
        I::DoubleSize(_) => rule!("701.9"),
        I::PayAny(_) | I::PutUpTo(_) => rule!("107.1c"),
        I::WithKinds(_) => rule!("122.1"),
        I::SpreadCounters { .. } => rule!("608.2d"),
        I::TakeCounters(takes) => match takes.to {
            Some(_) => rule!("122.5"),
            None => rule!("122.1"),
        },
        I::PayLife { .. } => rule!("119.4"),
        I::DoubleX(_) => rule!("107.3"),
        I::NoteNumber { .. } | I::NoteMana(_) => rule!("607.2e"),
        I::ExchangeText { .. } => rule!("612.5"),
        I::SpeedUp(..) => rule!("702.179"),
        I::Adapt(_) => rule!("701.43"),
        I::Scry(..) => rule!("701.18"),
        I::LoseToRadiation(_) => rule!("725.1a"),
        I::Fateseal(_) => rule!("701.22a"),
        I::Surveil(..) => rule!("701.42"),
        I::Explore(_) => rule!("701.40"),
        I::LookAt { .. } => rule!("701.16"),
        I::Reveal { .. } | I::RevealUntil { .. } => rule!("701.16"),
        I::Search { .. } => rule!("701.19"),
        I::Shuffle(_) => rule!("701.20"),
        I::Face { .. } => rule!("701.53a"),
        I::Piles(_) | I::PilesOfEach(_) => rule!("700.3"),
        I::Vote(_) => rule!("701.32"),
        I::Label(_) => rule!("608.2d"),
        I::Choose(_) | I::ChooseValue { .. } | I::ChooseMode { .. } => rule!("608.2d"),
        I::Remember(..) => rule!("607.2"),
        I::Effect { .. } => rule!("611.2"),
        I::Delayed { .. } => rule!("603.7"),
        I::Reflexive(_) => rule!("603.12"),
        I::Emblem(..) => rule!("114"),
        I::Unpreventable(_) => rule!("615.12"),
        I::InTurnOrder(_) => rule!("101.4"),
        I::Seq(_) | I::If { .. } | I::ForEach { .. } | I::Repeat { .. } | I::Process { .. } | I::Again(_) => {
            rule!("608.2c")
        }
        I::Unless { .. } => rule!("118.12a"),
        I::FlipCoin { .. } | I::FlipCoins(_) => rule!("705"),
        I::RerollStored(_) => rule!("706.8b"),
        I::RollDie(_) | I::ResultsTable(..) => rule!("706"),
        I::ExtraTurn(_) => rule!("500.7"),
        I::ExtraPhase { .. } => rule!("500.8"),
        I::ControlTurn { .. } => rule!("720.1"),
        I::SkipNext(..) => rule!("500.11"),
        I::EndNow(EndsNow::Turn) => rule!("721.1"),
        I::EndNow(EndsNow::CombatPhase) => rule!("721.2"),
        I::Restart(_) => rule!("724.1"),
        I::Subgame => rule!("726.1"),
        I::WinGame(_) => rule!("104.2b"),
        I::LoseGame(_) => rule!("104.3e"),
        I::DrawGame => rule!("104.4c"),
        I::Venture { into: None, .. } => rule!("701.46"),
        I::Venture { .. } => rule!("701.46d"),
        I::TakeInitiative(_) => rule!("723"),
        I::BecomeMonarch(_) => rule!("722"),
        I::ExtraLands(..) => rule!("305.2"),
    }
}

/// The rule of a continuous effect.
pub(crate) fn of_continuous(effect: &Continuous) -> Rule {
    match effect {
        Continuous::Modify { .. } => rule!("613.1"),
        Continuous::Cant(one) => match one {
            Prohibition::Attack { .. }
            | Prohibition::AttackAlone(_)
            | Prohibition::AttackUnlessWith { .. }
            | Prohibition::AttackAccompanied(_)
            | Prohibition::AttackOnlyNearest(_)
            | Prohibition::AttackersMaxAt(..)
            | Prohibition::AttackersMax(..) => rule!("508.1c"),
            Prohibition::Block { .. }
            | Prohibition::BlockAlone(_)
            | Prohibition::BlockUnlessWith { .. }
            | Prohibition::BlockedByFewer(..)
            | Prohibition::BlockedUnlessByAll(_)
            | Prohibition::BlockedByMore(..)
            | Prohibition::BlockersMax(..) => rule!("509.1b"),
            Prohibition::Cause { deed: lawmage_ir::Deed::Sacrifice(_), .. } => rule!("701.17"),
            Prohibition::Cause { deed: lawmage_ir::Deed::Discard, .. } => rule!("701.8"),
            Prohibition::PreventDamage { .. } => rule!("615.12"),
            Prohibition::UntapStep(_) | Prohibition::UntapMax(..) | Prohibition::Untap(_) => rule!("502.3"),
            _ => rule!("101.2"),
        },
        Continuous::Must(
            Requirement::Block { .. }
            | Requirement::BeBlocked(_)
            | Requirement::BeBlockedBySoMany { .. }
            | Requirement::BeBlockedByAll(_)
            | Requirement::BeBlockedBySuch { .. },
        ) => rule!("509.1c"),
        Continuous::Must(Requirement::Goaded(_)) => rule!("701.38"),
        Continuous::Must(_) => rule!("508.1d"),
        Continuous::May(one) => match one {
            Permission::Flash(..) => rule!("702.8"),
            Permission::FlashFor(_) | Permission::FlashIfPaid(_) => rule!("601.3c"),
            Permission::FlashIfTargets(_) => rule!("601.3b"),
            Permission::Play { .. } => rule!("601.3"),
            Permission::LookAt(..) => rule!("406.3"),
            Permission::ExtraLands(..) => rule!("305.2"),
            Permission::NoMaxHandSize(_) | Permission::MaxHandSize(..) | Permission::MoreHandSize(..) => rule!("402.2"),
            Permission::Regenerates(_) => rule!("701.15b"),
            Permission::ChooseAttackers(_) => rule!("508.1a"),
            Permission::ChooseBlocks { .. } => rule!("509.1a"),
            Permission::CountAs(_) => rule!("201.2"),
            Permission::KeepCounters => rule!("122.2"),
            Permission::NoLegendRule(_) => rule!("704.5j"),
            Permission::DrawFromBottom(_) => rule!("121.1"),
            Permission::StayAttached(_, false) => rule!("702.16n"),
            Permission::StayAttached(_, true) => rule!("702.16p"),
            Permission::Exert(_) => rule!("701.39"),
            Permission::KeepMana(..) | Permission::TurnMana(..) => rule!("106.4"),
            Permission::MayNotUntap(_) | Permission::UntapEachTurn(_) => rule!("502.3"),
            Permission::BeCommander => rule!("903.3"),
            Permission::DeckCopies(_) => rule!("113.6n"),
            Permission::LoyaltyAnyTime(_) | Permission::LoyaltyTwice(_) | Permission::LoyaltyMore(_) => rule!("606.3"),
            Permission::BoastTwice(_) => rule!("702.142a"),
            Permission::PayRatherForFirst { .. } => rule!("118.9"),
            Permission::TargetDespiteHexproof { .. } => rule!("702.11"),
            Permission::ActivateAnyTime(..) => rule!("602.5d"),
            Permission::ExhaustAgain(_) => rule!("702.177a"),
            Permission::PlotFrom(_) => rule!("702.170f"),
            Permission::Skip(_, Step::Draw | Step::Untap | Step::Upkeep) => rule!("614.10"),
            _ => rule!("609.4"),
        },
        Continuous::CostChange { .. } => rule!("601.2f"),
        Continuous::NextSpell { .. } => rule!("611.2f"),
        Continuous::AdditionalCost { .. } => rule!("118.8"),
        Continuous::AlternativeCost { .. } => rule!("118.9"),
        Continuous::Replace(replacement) => match replacement.instead {
            lawmage_ir::Instead::Prevent { .. } => rule!("615.1"),
            lawmage_ir::Instead::Enter(_) => rule!("614.1c"),
            _ => rule!("614.1a"),
        },
        Continuous::TriggersAgain { .. } => rule!("603.2d"),
        Continuous::NoTriggers { .. } => rule!("603.2"),
        Continuous::Pregame(pregame) => match pregame.action {
            PregameAction::Choose => rule!("607.2p"),
            PregameAction::Deck => rule!("607.2n"),
            PregameAction::Mulligan => rule!("103.5b"),
            PregameAction::Begin(_) => rule!("103.6a"),
            PregameAction::Reveal => rule!("103.6b"),
        },
        Continuous::Enchants(_) => rule!("303.4a"),
        Continuous::Becoming(_) => rule!("608.3g"),
        Continuous::Cascading { .. } => rule!("702.85b"),
        Continuous::Ignorable { .. } => rule!("116.2d"),
    }
}

/// The layer of a modification.
pub(crate) fn of_modification(one: &Modification) -> Rule {
    use Modification as M;
    match one {
        M::CopyOf(..) => rule!("613.1a"),
        M::ThisAbility => rule!("707.9a"),
        M::KeepColors => rule!("707.9c"),
        M::Controller(_) => rule!("613.1b"),
        M::ReplaceWord(..) | M::SetName(_) | M::StickerWord(..) | M::SetText(_) | M::FullText(..) | M::AllNames(_) => {
            rule!("613.1c")
        }
        M::AbilitiesOf(..) | M::Acquired(_) => rule!("613.1f"),
        M::AddTypes(_)
        | M::SetTypes(_)
        | M::RemoveType(_)
        | M::RemoveSupertype(_)
        | M::AllCreatureTypes
        | M::LoseCreatureTypes
        | M::CreatureTypesOf(_)
        | M::SetLandTypes(_)
        | M::AddChosenType(_)
        | M::SetChosenType(_) => rule!("613.1d"),
        M::SetColors(_) | M::AddColors(_) | M::SetChosenColor(_) | M::AddChosenColor(_) => rule!("613.1e"),
        M::AddAbility(_)
        | M::StickerAbilities(_)
        | M::LoseKeyword(_)
        | M::LoseLandwalk(_)
        | M::LoseThisAbility(_)
        | M::LoseAllAbilities
        | M::LoseAllButMana
        | M::LoseAbility(_)
        | M::CantHave(_) => {
            rule!("613.1f")
        }
        M::LoseManaCost => rule!("613.1a"),
        M::SetPowerToughness(..) => rule!("613.4b"),
        M::AddPowerToughness(..) => rule!("613.4c"),
        M::SwitchPowerToughness => rule!("613.4d"),
    }
}
