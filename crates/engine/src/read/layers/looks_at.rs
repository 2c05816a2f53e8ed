//! What an effect looks at: a quick way to see that one effect can't depend on another (613.8a), so that most pairs need
//! not be tried. It errs on the side of looking at too much.

use lawmage_ir::{
    Amount, CardType, Condition, Filter, Kind, KindOf, Modification, Ref, Selector, Stat, Status, SubtypeKind, Test,
    TypeLine, Who, visit,
};

/// Card types.
pub(super) const TYPES: u8 = 1;
/// Colors.
pub(super) const COLORS: u8 = 2;
/// Abilities.
pub(super) const ABILITIES: u8 = 4;
/// Power and toughness.
pub(super) const NUMBERS: u8 = 8;
/// Controllers.
pub(super) const CONTROL: u8 = 16;
/// Names, mana costs and other texts.
pub(super) const TEXT: u8 = 32;
/// Supertypes.
pub(super) const SUPERTYPES: u8 = 64;
/// Subtypes.
pub(super) const SUBTYPES: u8 = 128;
/// The whole type line.
const TYPE_LINE: u8 = TYPES | SUPERTYPES | SUBTYPES;
/// All of it.
pub(super) const ALL: u8 = u8::MAX;

/// What a modification changes, for others to see.
pub(super) fn written(modification: &Modification) -> u8 {
    match modification {
        Modification::CopyOf(..) | Modification::ReplaceWord(..) => ALL,
        Modification::SetName(_)
        | Modification::StickerWord(..)
        | Modification::LoseManaCost
        | Modification::AllNames(_) => TEXT,
        Modification::SetText(_) | Modification::FullText(..) => ALL,
        Modification::AbilitiesOf(..) | Modification::Acquired(_) => ABILITIES,
        Modification::Controller(_) => CONTROL,
        Modification::AddTypes(line) => types_added(line),
        // A land type brings a mana ability with it, and setting one takes abilities away (305.6, 305.7).
        Modification::SetLandTypes(_) | Modification::AddChosenType(_) | Modification::SetChosenType(_) => {
            SUBTYPES | ABILITIES
        }
        // Subtypes go with the card types they belong to (205.3d).
        Modification::SetTypes(_) => TYPE_LINE | ABILITIES,
        Modification::RemoveType(_) => TYPES | SUBTYPES | ABILITIES,
        Modification::RemoveSupertype(_) => SUPERTYPES,
        Modification::AllCreatureTypes | Modification::LoseCreatureTypes | Modification::CreatureTypesOf(_) => SUBTYPES,
        Modification::SetColors(_)
        | Modification::AddColors(_)
        | Modification::SetChosenColor(_)
        | Modification::KeepColors
        | Modification::AddChosenColor(_) => COLORS,
        Modification::AddAbility(_)
        | Modification::StickerAbilities(_)
        | Modification::ThisAbility
        | Modification::LoseKeyword(_)
        | Modification::LoseLandwalk(_)
        | Modification::LoseThisAbility(_)
        | Modification::LoseAllAbilities
        | Modification::LoseAllButMana
        | Modification::LoseAbility(_)
        | Modification::CantHave(_) => ABILITIES,
        Modification::SetPowerToughness(..)
        | Modification::AddPowerToughness(..)
        | Modification::SwitchPowerToughness => NUMBERS,
    }
}

/// What types gained change. Subtypes are looked at with any of them (205.3d); abilities come with those of lands (305.6)
/// and battles (310.11b).
fn types_added(line: &TypeLine) -> u8 {
    let with_ability = [CardType::Land, CardType::Battle].iter().any(|t| line.types.has(*t))
        || line.subtypes.listed.iter().any(|s| matches!(s.kind(), SubtypeKind::Land | SubtypeKind::Battle));
    SUBTYPES
        | if line.types.is_empty() { 0 } else { TYPES }
        | if line.supertypes.is_empty() { 0 } else { SUPERTYPES }
        | if with_ability { ABILITIES } else { 0 }
}

/// Whether it may end the existence of a static ability, or change its text.
pub(super) fn unmakes(modification: &Modification) -> bool {
    matches!(
        modification,
        Modification::CopyOf(..)
            | Modification::ReplaceWord(..)
            | Modification::SetLandTypes(_)
            | Modification::LoseKeyword(_)
            | Modification::LoseLandwalk(_)
            | Modification::LoseThisAbility(_)
            | Modification::LoseAllAbilities
            | Modification::LoseAllButMana
            | Modification::LoseAbility(_)
            | Modification::CantHave(_)
    )
}

/// What a modification looks at to know what it does.
pub(super) fn of_modification(modification: &Modification) -> u8 {
    match modification {
        Modification::CopyOf(..) => ALL,
        // 613.8a: what they have by then.
        Modification::AbilitiesOf(_, of) => ABILITIES | selector(of),
        Modification::CreatureTypesOf(of) => SUBTYPES | reference(of),
        Modification::Controller(player) => who(player),
        Modification::SetPowerToughness(p, t) => p.as_ref().map_or(0, amount) | t.as_ref().map_or(0, amount),
        Modification::AddPowerToughness(p, t) => amount(p) | amount(t),
        _ => 0,
    }
}

/// What a selection looks at.
pub(super) fn selector(of: &Selector) -> u8 {
    match of {
        Selector::Ref(of) => reference(of),
        Selector::All(of) => filter(of),
        Selector::Players(of) => who(of),
        Selector::Those(from, of) => selector(from) | test(of),
        Selector::Except(from, without) => selector(from) | selector(without),
        Selector::Union(all) => all.iter().fold(0, |reads, s| reads | selector(s)),
        Selector::Top(of, n) | Selector::Bottom(of, n) => who(of) | amount(n),
        Selector::GraveyardEnd { who: of, count, test: wanted, .. } => who(of) | amount(count) | test(wanted),
        Selector::Choose(_) => ALL,
    }
}

/// What a filter looks at.
pub(super) fn filter(of: &Filter) -> u8 {
    let kind = match of.kind {
        Kind::AnyTarget => TYPES,
        _ => 0,
    };
    kind | test(&of.test)
}

fn reference(of: &Ref) -> u8 {
    match of {
        Ref::Host(inner) | Ref::Partner(inner) | Ref::Source(inner) | Ref::AimedAt(inner) => reference(inner),
        Ref::Attacked(inner, _) | Ref::Last(inner, _) => reference(inner) | TYPES,
        Ref::TopCard(of) | Ref::Theirs(_, of) | Ref::Players(of) => who(of),
        _ => 0,
    }
}

fn who(of: &Who) -> u8 {
    match of {
        Who::All | Who::Active | Who::Actor | Who::Chosen(_) | Who::Chooser => 0,
        // "you" is the controller of the ability's object.
        Who::You | Who::Opponents | Who::Others | Who::Team | Who::Defending => CONTROL,
        Who::Ref(of) => reference(of),
        Who::Owner(of) => reference(of),
        Who::Controller(of) => CONTROL | reference(of),
        Who::OpponentsOf(of) | Who::Beside(of, _) => who(of),
        Who::Such(all, condition_) => who(all) | condition(condition_),
    }
}

fn stat(of: Stat) -> u8 {
    match of {
        Stat::Power | Stat::Toughness | Stat::BasePower | Stat::BaseToughness => NUMBERS,
        Stat::CrewPower | Stat::SaddlePower | Stat::Toxic | Stat::Bushido => ALL,
        Stat::ManaValue | Stat::Loyalty => TEXT,
        Stat::Colors => COLORS,
        Stat::Damage => 0,
    }
}

fn test(of: &Test) -> u8 {
    match of {
        Test::Any | Test::Owned(_) | Test::Token | Test::Card | Test::Player | Test::Status(Status::Spell) => 0,
        Test::And(all) | Test::Or(all) => all.iter().fold(0, |reads, t| reads | test(t)),
        Test::Not(inner) => test(inner),
        Test::Type(_) | Test::PermanentType => TYPES,
        Test::Supertype(_) => SUPERTYPES,
        Test::Subtype(_) => SUBTYPES,
        Test::ChosenType(_) => TYPES | SUBTYPES,
        Test::Historic => TYPE_LINE,
        Test::Color(_) | Test::Colorless | Test::Monocolored | Test::Multicolored | Test::ChosenColor(_) => COLORS,
        Test::OffIdentity(of) => COLORS | who(of),
        Test::Named(_) | Test::ChosenName(_) | Test::Nameless => TEXT,
        Test::Protected(of) => TYPE_LINE | who(of),
        Test::NameChosenBy(_, of) => TEXT | who(of),
        Test::Controlled(by) => CONTROL | who(by),
        Test::Keyword(_) | Test::Enchants(_) | Test::CouldProduce(_) | Test::Landwalk(_) => ABILITIES,
        Test::Status(_) => TYPE_LINE | ABILITIES | CONTROL,
        Test::ChosenSector(_) | Test::ChoseWord(..) => 0,
        Test::SameSector(of) | Test::BandedWith(of) | Test::Above(of, _) => reference(of),
        Test::CouldHold(of) | Test::CouldEnchant(of) => reference(of) | ALL,
        Test::Counters(_, _, n) => amount(n),
        Test::Stat(of, _, n) => stat(*of) | amount(n),
        Test::Is(of)
        | Test::SameCard(of)
        | Test::AttachedTo(of)
        | Test::Blocking(of)
        | Test::BlockedBy(of)
        | Test::Doer(of)
        | Test::PutThisWay(of, _) => reference(of),
        Test::HasAttached(inner) | Test::AsCard(inner) | Test::AsChosen(inner) => test(inner),
        Test::If(inner) => condition(inner),
        Test::CastFrom(_)
        | Test::NthSpell(..)
        | Test::ManaSpent(_)
        | Test::PaidCost(_)
        | Test::HasX
        | Test::ManaCost(_)
        | Test::HasPhyrexian
        | Test::HasAdventure
        | Test::DoubleFaced
        | Test::SingleTarget => 0,
        Test::Stickered(_) => 0,
        Test::Attacking { .. }
        | Test::Shares(..)
        | Test::Convoked(_)
        | Test::SharesWithOne { .. }
        | Test::SharesWithCommander(_)
        | Test::Targets(_)
        | Test::TargetsOnly(_)
        | Test::TargetableBy(_)
        | Test::SourceIs(_)
        | Test::Did(..) => ALL,
    }
}

/// Whether a test asks for characteristics, owner or controller alone: of one object, and the same whoever of a player's asks.
pub(super) const fn is_plain(test: &Test) -> bool {
    matches!(
        test,
        Test::Any
            | Test::Type(_)
            | Test::Supertype(_)
            | Test::Subtype(_)
            | Test::Color(_)
            | Test::Colorless
            | Test::Monocolored
            | Test::Multicolored
            | Test::Keyword(_)
            | Test::Enchants(_)
            | Test::Named(_)
            | Test::Token
            | Test::PermanentType
            | Test::Historic
            | Test::Controlled(Who::You | Who::Opponents | Who::All)
            | Test::Owned(Who::You | Who::Opponents | Who::All)
    )
}

/// What counting them looks at.
const fn kinds(of: KindOf) -> u8 {
    match of {
        KindOf::CardType | KindOf::PermanentType => TYPES,
        KindOf::Color => COLORS,
        KindOf::BasicLandType | KindOf::CreatureType => SUBTYPES,
        KindOf::Name | KindOf::ManaValue | KindOf::ManaCost => TEXT,
        KindOf::Power => NUMBERS,
        KindOf::Counter => 0,
    }
}

/// What an amount looks at.
pub(super) fn amount(of: &Amount) -> u8 {
    match of {
        Amount::Const(_)
        | Amount::X
        | Amount::Counters(..)
        | Amount::Event
        | Amount::Slot(_)
        | Amount::OfAll(..)
        | Amount::Excess(_)
        | Amount::FlipsLost(_)
        | Amount::Dice(..)
        | Amount::Paid(_)
        | Amount::Share(_)
        | Amount::Linked(_)
        | Amount::Stored(..)
        | Amount::Noted(_)
        | Amount::ManaSpent(..)
        | Amount::ManaOf(..)
        | Amount::ActivationMana(_)
        | Amount::CastFromCommand(_)
        | Amount::SpellsCast(_)
        | Amount::TimesPaid(_)
        | Amount::Mutations(_)
        | Amount::Vital(_)
        | Amount::StickerLetters(..)
        | Amount::StickerSize(..)
        | Amount::Level(_)
        | Amount::PlayersLost
        | Amount::TimesResolved => 0,
        Amount::Count(of) | Amount::Doors(of) | Amount::CountersAmong(_, of) => selector(of),
        Amount::Symbols(_, of) => TEXT | selector(of),
        Amount::Stat(which, of) => stat(*which) | reference(of),
        Amount::Total(which, of) | Amount::Greatest(which, of) | Amount::Least(which, of) => {
            stat(*which) | selector(of)
        }
        Amount::Life(of)
        | Amount::HandSize(of)
        | Amount::GraveyardSize(of)
        | Amount::DungeonsCompleted(of)
        | Amount::Players(of)
        | Amount::GreatestLife(of)
        | Amount::LeastLife(of)
        | Amount::RingTempted(of)
        | Amount::CommanderCasts(of)
        | Amount::IdentityColors(of)
        | Amount::StartingLife(of)
        | Amount::Speed(of) => who(of),
        Amount::OfPlayers { who: of, of: number, .. } => who(of) | amount(number),
        Amount::Party(of) => who(of) | CONTROL | ALL,
        Amount::Devotion(of, _) | Amount::DevotionChosen(of, _) => who(of) | CONTROL | TEXT,
        Amount::Kinds(kind, of) => kinds(*kind) | selector(of),
        Amount::TypesOf(of) => reference(of) | ALL,
        Amount::MostOfOneType(of) => kinds(lawmage_ir::KindOf::CreatureType) | selector(of),
        Amount::MostOfOneName(of) => kinds(lawmage_ir::KindOf::Name) | selector(of),
        Amount::ChosenColors(of, _) | Amount::TargetsOf(of) => reference(of) | ALL,
        Amount::Happened(..)
        | Amount::HowOften(..)
        | Amount::HappenedSum(..)
        | Amount::HappenedStat(..)
        | Amount::HappenedKinds(..) => ALL,
        Amount::Plus(a, b) | Amount::Product(a, b) | Amount::Minus(a, b) | Amount::Max(a, b) | Amount::Min(a, b) => {
            amount(a) | amount(b)
        }
        Amount::Times(_, of) | Amount::Divide { of, .. } | Amount::AsCast { of, .. } => amount(of),
    }
}

/// What a condition looks at.
pub(super) fn condition(of: &Condition) -> u8 {
    match of {
        Condition::And(all) | Condition::Or(all) => all.iter().fold(0, |reads, c| reads | condition(c)),
        Condition::Not(inner) => condition(inner),
        Condition::Compare(a, _, b) => amount(a) | amount(b),
        Condition::Prime(n) => amount(n),
        Condition::Is(of, what) => reference(of) | test(what),
        Condition::Delved(what) => test(what),
        Condition::Happened(..) => ALL,
        Condition::InZone(of, _) | Condition::Paid(of, _) | Condition::WasCast(of, ..) => reference(of),
        Condition::TurnOf(of)
        | Condition::FirstTurns(of, _)
        | Condition::CausedBy(of)
        | Condition::Monarch(of)
        | Condition::Blessing(of)
        | Condition::Initiative(of)
        | Condition::PlaysFirst(of) => who(of),
        Condition::CompletedDungeon(of, _) => who(of),
        Condition::AttackedLastTurn { of, with, whom, .. } => {
            let with = with.as_ref().map_or(0, reference);
            who(of) | with | whom.as_ref().map_or(0, who)
        }
        Condition::CouldCast(_) | Condition::CastNamesake(_) => ALL,
        Condition::CameUnderControl(of) => CONTROL | reference(of),
        Condition::During(_)
        | Condition::Done(_)
        | Condition::ExtraTurnOf(_)
        | Condition::ExtraCombatOf(_)
        | Condition::Day(_)
        | Condition::ChosenCompanion
        | Condition::TappedToAttack
        | Condition::CreatedBy(_)
        | Condition::CausedBySpell(_)
        | Condition::CausedByTrigger(_)
        | Condition::ChoseWord(..)
        | Condition::AbilityUsed { .. }
        | Condition::AddedMana
        | Condition::AsCast(_) => 0,
    }
}

/// Whether an amount may differ from one affected object to the next: speaks of the object at hand.
pub(super) fn varies(of: &Amount) -> bool {
    match of {
        Amount::Const(_)
        | Amount::X
        | Amount::Event
        | Amount::Slot(_)
        | Amount::OfAll(..)
        | Amount::Paid(_)
        | Amount::Linked(_)
        | Amount::Stored(..)
        | Amount::Noted(_) => false,
        Amount::Life(Who::You) | Amount::HandSize(Who::You) | Amount::Devotion(Who::You, _) => false,
        Amount::Counters(_, of) | Amount::Stat(_, of) => !matches!(of, Ref::This | Ref::Target(_) | Ref::Slot(_)),
        Amount::Count(of)
        | Amount::Kinds(_, of)
        | Amount::MostOfOneType(of)
        | Amount::MostOfOneName(of)
        | Amount::Total(_, of)
        | Amount::Greatest(_, of)
        | Amount::Least(_, of) => match &**of {
            Selector::All(filter) => test_varies(&filter.test),
            _ => true,
        },
        Amount::Times(_, of) | Amount::Divide { of, .. } | Amount::AsCast { of, .. } => varies(of),
        Amount::Plus(a, b) | Amount::Product(a, b) | Amount::Minus(a, b) | Amount::Max(a, b) | Amount::Min(a, b) => {
            varies(a) || varies(b)
        }
        _ => true,
    }
}

fn test_varies(of: &Test) -> bool {
    match of {
        Test::Any
        | Test::Type(_)
        | Test::Supertype(_)
        | Test::Subtype(_)
        | Test::Color(_)
        | Test::Colorless
        | Test::Keyword(_)
        | Test::Enchants(_)
        | Test::Named(_)
        | Test::Token
        | Test::Status(_)
        | Test::Controlled(Who::You | Who::Opponents | Who::All)
        | Test::Owned(Who::You | Who::Opponents | Who::All)
        | Test::Is(Ref::This) => false,
        Test::And(all) | Test::Or(all) => all.iter().any(test_varies),
        Test::Not(inner) => test_varies(inner),
        _ => true,
    }
}

/// Whether an amount is the same for each object that one player controls: speaks neither of the object at hand nor of its source.
pub(super) fn is_common(of: &Amount) -> bool {
    let of_source = |amount: &Amount| {
        matches!(
            amount,
            Amount::X
                | Amount::Event
                | Amount::Slot(_)
                | Amount::OfAll(..)
                | Amount::Paid(_)
                | Amount::Linked(_)
                | Amount::Stored(..)
                | Amount::Noted(_)
        )
    };
    !varies(of) && !visit::any(of, |_: &Ref| true) && !visit::any(of, of_source)
}
