//! Amounts: as digits, as number words, and described: "the number of creatures you control".

use lawmage_ir::{
    Amount, CRAFTED, CounterKind, Filter, Fold, Instruction, Kind, KindOf, Ref, Selector, SpentMana, Stat, Test, Who,
    Zone, ZoneSet,
};

use super::said::times_kicked;
use super::table::{KINDS, KINDS_OF_COUNTERS};
use crate::grammar::condition::your_ring_bearer;
use crate::grammar::instruction::game::print::dice;
use crate::grammar::selector::{Quant, number_of};
use crate::print::{Printer, words};

impl Printer<'_> {
    /// "a card", "two cards", "X cards", "that many cards", "cards equal to …".
    pub(crate) fn counted(&mut self, amount: &Amount, noun: &str) -> String {
        if *amount == Amount::ONE {
            return words::article(noun);
        }
        format!("{} {}", self.number_word(amount), plural_head(noun))
    }

    /// A number noted as the spell became cast, in the words of what it was then.
    fn noted_as_cast(&mut self, n: u8, say: impl FnOnce(&mut Self, &Amount) -> Option<String>) -> Option<String> {
        let number = self.face.noted_numbers.get(usize::from(n)).cloned()?;
        let said = say(self, &number)?;
        Some(format!("{} as you cast this spell", said.replacen("you control", "you controlled", 1)))
    }

    /// Splits an amount into a literal and what it is multiplied by: 2 and "each land you control".
    pub(crate) fn split_each(&mut self, amount: &Amount) -> Option<(i32, String)> {
        let (times, inner) = match amount {
            Amount::Times(n, inner) => (*n, &**inner),
            other => (1, other),
        };
        let each = match inner {
            flips if let Some(flip) = self.flip_counted(flips) => flip,
            Amount::Event if self.scried => "card looked at while scrying this way".to_owned(),
            Amount::Count(selector) => self.each_of(selector),
            Amount::Counters(kind, r) => {
                let word = kind.as_ref().map(|k| format!("{k} ")).unwrap_or_default();
                format!("{word}counter on {}", self.object(r))
            }
            Amount::HandSize(who) if *who != Who::All => {
                let whose = self.owner_of_zone(who, false);
                format!("card in {whose} hand")
            }
            Amount::Players(Who::Such(who, condition)) if **condition == crate::grammar::condition::is_attacked() => {
                let word = if **who == Who::All { "player" } else { "opponent" };
                format!("{word} being attacked")
            }
            Amount::Players(who) => match who {
                Who::Opponents => "opponent you have".to_owned(),
                Who::All => "player".to_owned(),
                other => self.who(other).text.trim_start_matches("each ").to_owned(),
            },
            Amount::Kinds(lawmage_ir::KindOf::Name, _) => return None,
            Amount::Kinds(kind, selector) => {
                let among = self.those_of(selector, Quant::Bare);
                format!("{} among {among}", kind_word(*kind))
            }
            Amount::HappenedKinds(kind, event, span) => self.kinds_of_events(*kind, event, *span, false),
            Amount::CountersAmong(kind, of) => self.counters_among(kind.as_ref(), of, false),
            Amount::Symbols(colors, of) => self.symbols_in(*colors, of, false),
            Amount::ManaOf(r, SpentMana::From(from)) => {
                format!("{} spent to cast {}", self.mana_from(from), self.object(r))
            }
            Amount::Stat(Stat::Colors, r) => format!("of {} colors", self.reference(r).possessive()),
            Amount::CastFromCommand(_) => "time it's been cast from the command zone this game".to_owned(),
            Amount::TimesPaid(_) => "time it was kicked".to_owned(),
            Amount::Plus(..) if times_kicked(amount) => "time it was kicked".to_owned(),
            Amount::CommanderCasts(who) => self.commander_cast("time", who),
            Amount::Paid(n) => {
                let noun = self.paid.get(usize::from(*n)).map_or("card", |n| n.head.as_str());
                format!("{noun} {} this way", self.paid_how.get(usize::from(*n))?)
            }
            Amount::Slot(n) if self.slot_participle(*n) == "removed" => "counter removed this way".to_owned(),
            Amount::OfAll(n, Fold::Sum) if self.tallied.get(n)?.ends_with(" result") => return None,
            Amount::OfAll(n, Fold::Sum) => self.tallied.get(n)?.replace("flips", "flip").replace("votes", "vote"),
            Amount::StickerLetters(which, of) => {
                let letter = match which {
                    lawmage_ir::Letters::Each(letter) => letter.to_string(),
                    lawmage_ir::Letters::UniqueVowels => "unique vowel".to_owned(),
                };
                format!("{letter} on {}", self.stickers(of, lawmage_ir::StickerKind::Name))
            }
            Amount::HowOften(event, _) => self.times_attacked(event, false),
            Amount::Happened(event, lawmage_ir::Span::ThisTurn) => self.event_each(event)?,
            Amount::Happened(event, lawmage_ir::Span::ThisWay) => {
                let (what, rest) = self.befell_this_way(event, false)?;
                format!("{what} {rest} this way")
            }
            Amount::DungeonsCompleted(_) => "differently named dungeon you've completed".to_owned(),
            Amount::PlayersLost => "player who has lost the game".to_owned(),
            Amount::TypesOf(r) => format!("supertype, card type, and subtype {} has", self.object(r)),
            Amount::Stat(Stat::Bushido, r) => format!("point of bushido {} has", self.object(r)),
            n if *n == crate::grammar::amount::energy_lost() => "{E} you've paid or lost this turn".to_owned(),
            Amount::Divide { of, by, up: false } if let Amount::Count(of) = &**of => {
                let Selector::All(filter) = &**of else { return None };
                format!("{} {}", words::number(*by), self.plural(filter))
            }
            Amount::Noted(n) => {
                let each = |printer: &mut Self, number: &Amount| printer.split_each(number).map(|(_, each)| each);
                self.noted_as_cast(*n, each)?
            }
            Amount::ChosenColors(r, _) => format!("of the chosen colors {} is", self.object(r)),
            Amount::Max(floor, inner) if **floor == Amount::Const(0) => match &**inner {
                Amount::Minus(full, hand) if let (Amount::Const(n), Amount::HandSize(_)) = (&**full, &**hand) => {
                    format!("card fewer than {} in their hand", words::number(*n))
                }
                Amount::Minus(count, one) if **one == Amount::ONE && matches!(**count, Amount::Count(_)) => {
                    let Amount::Count(of) = &**count else { return None };
                    match &**of {
                        Selector::Ref(Ref::Target(_)) => "target beyond the first".to_owned(),
                        other => format!("{} beyond the first", self.each_of(other)),
                    }
                }
                _ => return None,
            },
            _ => return None,
        };
        Some((times, each))
    }

    /// " for each land you control".
    pub(crate) fn each_of(&mut self, selector: &Selector) -> String {
        match selector {
            Selector::All(Filter { kind: Kind::Permanent, test: Test::Is(Ref::Slot(n)) }) => {
                format!("permanent {} this way", self.slot_participle(*n))
            }
            Selector::All(filter) => self.singular(filter),
            Selector::Ref(r) => {
                let noun = self.noun_of_ref(r);
                match r {
                    Ref::Slot(n) => {
                        let done = self.participle_of(r).unwrap_or_else(|| self.slot_participle(*n).to_owned());
                        format!("{} {done} this way", noun.head)
                    }
                    Ref::Linked(lawmage_ir::DEVOURED) => "creature it devoured".to_owned(),
                    Ref::Linked(n) if *n != CRAFTED => format!("card exiled with {}", self.own_name()),
                    Ref::Target(_) if self.said_target(r) && self.is_plural(r) => "of them".to_owned(),
                    Ref::Paid(n) => {
                        let how = self.paid_how.get(usize::from(*n)).copied().unwrap_or("chosen");
                        format!("{} {how} this way", noun.head)
                    }
                    _ => self.object(r),
                }
            }
            Selector::Those(of, test) if **of == Selector::Ref(Ref::Linked(lawmage_ir::DEVOURED)) => {
                format!("{} it devoured", self.singular(&Filter::permanent(test.clone())))
            }
            Selector::Those(of, test) => {
                let paid = match &**of {
                    Selector::Ref(Ref::Paid(n)) => self.paid_how.get(usize::from(*n)).copied(),
                    _ => None,
                };
                let kind = match paid {
                    Some("tapped" | "sacrificed") => lawmage_ir::Kind::Permanent,
                    _ => lawmage_ir::Kind::Card(lawmage_ir::ZoneSet::default()),
                };
                let noun = self.singular(&lawmage_ir::Filter::new(kind, test.clone()));
                match &**of {
                    _ if let Some(how) = paid => format!("{noun} {how} this way"),
                    Selector::Ref(Ref::Slot(n)) if !noun.ends_with(" this way") => {
                        format!("{noun} {} this way", self.slot_participle(*n))
                    }
                    _ => noun,
                }
            }
            other => self.those_of(other, Quant::Bare),
        }
    }

    /// A described amount: "its power", "the number of creatures you control", "half X, rounded up".
    pub(crate) fn expression(&mut self, amount: &Amount) -> String {
        if self.difference.as_ref() == Some(amount) {
            return "the difference".to_owned();
        }
        match amount {
            Amount::Const(n) => n.to_string(),
            Amount::ChosenColors(r, _) => format!("the number of the chosen colors {} is", self.object(r)),
            Amount::X => "X".to_owned(),
            Amount::Count(selector) => format!("the number of {}", self.counted_things(selector)),
            Amount::Stat(stat, r) => self.stat_of(*stat, r),
            Amount::Total(stat, of) if **of == Selector::All(Filter::permanent(your_ring_bearer())) => {
                format!("your Ring-bearer's {}", number_of(*stat))
            }
            Amount::Total(stat, selector) => {
                let of = self.those_of(selector, Quant::Bare);
                format!("the total {} of {of}", number_of(*stat))
            }
            Amount::Greatest(stat, selector) | Amount::Least(stat, selector) => self.extreme(amount, *stat, selector),
            Amount::Counters(kind, r) => {
                let word = kind.as_ref().map(|k| format!("{k} ")).unwrap_or_default();
                format!("the number of {word}counters on {}", self.object(r))
            }
            Amount::Event if self.scried => "the number of cards looked at while scrying this way".to_owned(),
            Amount::Event | Amount::Share(_) | Amount::TargetsOf(_) => "that much".to_owned(),
            Amount::Slot(n) => self.slot_number(*n),
            Amount::Excess(_) => "the excess damage dealt this way".to_owned(),
            Amount::Paid(n) => self.paid_number(*n),
            Amount::Stored(_, of) => self.stored_results(*of),
            Amount::Linked(n) => match self.remembers(*n) {
                Some(Instruction::PayLife { .. }) => "the life paid as it entered".to_owned(),
                Some(_) => "the noted number".to_owned(),
                None if self.chosen_again(*n) => "the last chosen number".to_owned(),
                None => "the chosen number".to_owned(),
            },
            Amount::Life(who) => format!("{} life total", self.who(who).possessive()),
            Amount::StartingLife(Who::Ref(Ref::It)) => "their starting life total".to_owned(),
            Amount::StartingLife(who) => format!("{} starting life total", self.who(who).possessive()),
            Amount::GreatestLife(Who::All) => "the greatest life total among all players".to_owned(),
            Amount::GreatestLife(Who::Opponents) => "the greatest life total among your opponents".to_owned(),
            Amount::GreatestLife(who) => format!("the greatest life total among {}", self.whom(who)),
            Amount::LeastLife(Who::All) => "the lowest life total among all players".to_owned(),
            Amount::LeastLife(Who::Opponents) => "the lowest life total among your opponents".to_owned(),
            Amount::LeastLife(who) => format!("the lowest life total among {}", self.whom(who)),
            smallest if *smallest == super::smallest_hand() => "the number of cards in an opponent's hand".to_owned(),
            Amount::OfPlayers { who: who @ (Who::Opponents | Who::All), of, greatest: true }
                if let Some(theirs) = super::said::of_an_opponent(of) =>
            {
                let one = if *who == Who::All { "a player" } else { "an opponent" };
                format!("the greatest number of {} {one} controls", self.plural(&theirs))
            }
            Amount::OfPlayers { who: Who::Opponents, of, greatest: true }
                if **of == Amount::HandSize(Who::Ref(Ref::Each)) =>
            {
                "the number of cards in the hand of the opponent with the most cards in hand".to_owned()
            }
            Amount::OfPlayers { who, of, greatest } => {
                let most = if *greatest { "greatest" } else { "least" };
                format!("the {most} among {} of {}", self.whom(who), self.expression(of))
            }
            Amount::RingTempted(who) => format!("the number of times the Ring has tempted {}", self.who(who).text),
            Amount::Speed(who) => format!("{} speed", self.who(who).possessive()),
            Amount::HandSize(Who::All) => "the number of cards in all players' hands".to_owned(),
            Amount::HandSize(who) => {
                let whose = self.owner_of_zone(who, true);
                let hands = if whose.ends_with("opponents'") { "hands" } else { "hand" };
                format!("the number of cards in {whose} {hands}")
            }
            Amount::GraveyardSize(who) => {
                format!("the number of cards in {} graveyard", self.owner_of_zone(who, true))
            }
            Amount::DungeonsCompleted(_) => "the number of differently named dungeons you've completed".to_owned(),
            Amount::PlayersLost => "the number of players who have lost the game".to_owned(),
            Amount::TimesResolved => "the number of times this ability has resolved this turn".to_owned(),
            Amount::Players(who) => self.number_of_players(who),
            Amount::DevotionChosen(who, _) => format!("{} devotion to that color", self.who(who).possessive()),
            Amount::Devotion(who, colors) => {
                let colors: Vec<String> = colors.iter().map(|c| c.word().to_owned()).collect();
                format!("{} devotion to {}", self.who(who).possessive(), words::list(&colors, "and"))
            }
            Amount::Kinds(lawmage_ir::KindOf::Name, of) if let Selector::All(named) = &**of => {
                format!("the number of differently named {}", self.plural(named))
            }
            Amount::Kinds(kind, selector) => {
                let among = self.those_of(selector, Quant::Bare);
                let kinds = match kind {
                    KindOf::Counter => format!("different {}", KINDS_OF_COUNTERS[1]),
                    kind => words::plural(kind_word(*kind)),
                };
                format!("the number of {kinds} among {among}")
            }
            Amount::MostOfOneType(selector) => {
                let those = self.those_of(selector, Quant::Bare);
                format!("the greatest number of {those} that have a creature type in common")
            }
            Amount::MostOfOneName(selector) => {
                let those = self.those_of(selector, Quant::Bare);
                format!("the greatest number of {those} with the same name")
            }
            Amount::HowOften(event, _) => format!("the number of {}", self.times_attacked(event, true)),
            Amount::Happened(event, span) => self.number_of_events(event, *span),
            Amount::HappenedSum(event, span) => self.sum_of_events(event, *span),
            Amount::HappenedStat(stat, event, span) => self.stat_of_events(*stat, event, *span),
            Amount::HappenedKinds(kind, event, span) => self.kinds_of_events(*kind, event, *span, true),
            Amount::Plus(..) if times_kicked(amount) => {
                format!("the number of times {} was kicked", self.own_name())
            }
            Amount::Plus(..) if dice::all_flips(amount) => "the number of flips".to_owned(),
            Amount::Plus(a, b) => match &**b {
                Amount::Const(n) if *n < 0 => format!("{} minus {}", self.expression(a), -n),
                other => format!("{} plus {}", self.expression(a), self.expression(other)),
            },
            Amount::Product(a, b) => format!("{} times {}", self.expression(a), self.expression(b)),
            Amount::Minus(a, b) if let Some(text) = self.spread(a, b) => text,
            Amount::Minus(a, b) => format!("{} minus {}", self.expression(a), self.expression(b)),
            Amount::Times(2, inner) => format!("twice {}", self.expression(inner)),
            Amount::Times(3, inner) => format!("three times {}", self.expression(inner)),
            Amount::Times(n, inner) => format!("{} times {}", words::number(*n), self.expression(inner)),
            Amount::Noted(n) => {
                self.noted_as_cast(*n, |printer, number| Some(printer.expression(number))).unwrap_or_default()
            }
            Amount::AsCast { of, activated } => {
                let when = if *activated { "as you activate this ability" } else { "as you cast this spell" };
                format!("{} {when}", self.expression(of))
            }
            Amount::Divide { of, by, up } => {
                let part = match by {
                    2 => "half".to_owned(),
                    3 => "a third of".to_owned(),
                    4 => "a quarter of".to_owned(),
                    n => format!("one {} of", words::ordinal(u32::try_from(*n).unwrap_or(0))),
                };
                format!("{part} {}, rounded {}", self.expression(of), if *up { "up" } else { "down" })
            }
            Amount::Max(a, b) => match (&**a, &**b) {
                (Amount::Greatest(Stat::Power, of), Amount::Greatest(Stat::Toughness, same)) if of == same => {
                    format!("the greatest power and/or toughness among {}", self.those_of(of, Quant::Bare))
                }
                (Amount::Minus(more, less), Amount::Minus(l, m)) if l == less && m == more => {
                    format!("the difference between {} and {}", self.expression(more), self.expression(less))
                }
                (Amount::Const(0), Amount::Minus(more, less))
                    if [more, less].iter().all(|n| matches!(***n, Amount::Count(_))) =>
                {
                    format!("{} in excess of {}", self.expression(more), self.expression(less))
                }
                _ => format!("{} or {}, whichever is greater", self.expression(a), self.expression(b)),
            },
            Amount::Min(a, b) => format!("{} or {}, whichever is less", self.expression(a), self.expression(b)),
            other => self.expression_of_casting(other),
        }
    }

    /// "the greatest power among creatures you control".
    fn extreme(&mut self, amount: &Amount, stat: Stat, selector: &Selector) -> String {
        let stat = number_of(stat);
        if let (Amount::Greatest(..), Some(commanders)) = (amount, of_commanders(selector)) {
            return format!("the greatest {stat} of {}", self.one(commanders));
        }
        let which = if matches!(amount, Amount::Least(..)) { "least" } else { "greatest" };
        format!("the {which} {stat} among {}", self.those_of(selector, Quant::Bare))
    }

    /// Numbers of how something was cast, and of what is on objects and players.
    fn expression_of_casting(&mut self, amount: &Amount) -> String {
        match amount {
            Amount::CountersAmong(Some(CounterKind::Energy), of) if let Selector::Players(who) = &**of => {
                format!("the amount of {{E}} {}", self.whom_has(who))
            }
            Amount::CountersAmong(kind, of) => {
                format!("the number of {}", self.counters_among(kind.as_ref(), of, true))
            }
            Amount::Symbols(colors, of) => format!("the number of {}", self.symbols_in(*colors, of, true)),
            Amount::ManaOf(r, SpentMana::From(from)) => {
                format!("the amount of {} spent to cast {}", self.mana_from(from), self.object(r))
            }
            Amount::ManaOf(r, sort) => {
                format!("the amount of {} spent to cast {}", super::mana_of(sort), self.object(r))
            }
            Amount::CommanderCasts(who) => format!("the number of {}", self.commander_cast("times", who)),
            Amount::IdentityColors(_) => "the number of colors in your commanders' color identity".to_owned(),
            Amount::CastFromCommand(_) => {
                "the number of times it's been cast from the command zone this game".to_owned()
            }
            Amount::Dice(_, showing) => {
                format!("the number of {} results", dice::shown(*showing))
            }
            Amount::FlipsLost(n) => match self.tallied.get(n) {
                Some(coins) if coins.starts_with("coins") => "the number of coins that come up tails".to_owned(),
                _ => "the number of flips you lost".to_owned(),
            },
            Amount::OfAll(n, Fold::Sum) if self.tallied.get(n).is_some_and(|t| t.ends_with(" result")) => {
                self.tallied.get(n).cloned().unwrap_or_default()
            }
            Amount::OfAll(n, Fold::Sum) if self.tallied.contains_key(n) => {
                format!("the number of {}", self.tallied.get(n).map_or("", String::as_str))
            }
            Amount::OfAll(_, Fold::Sum) => "the total amount of mana paid this way".to_owned(),
            Amount::OfAll(_, Fold::Greatest) => "the greatest number of cards a player discarded this way".to_owned(),
            Amount::ManaSpent(r, None) => format!("the amount of mana spent to cast {}", self.object(r)),
            Amount::ManaSpent(r, Some(_)) => format!("the number of colors of mana spent to cast {}", self.object(r)),
            Amount::TimesPaid(_) => format!("the number of times {} was kicked", self.own_name()),
            Amount::Party(_) => "the number of creatures in your party".to_owned(),
            Amount::Vital(of) => format!("what {} has to lose", self.object(of)),
            Amount::Mutations(_) => format!("the number of times {} has mutated", self.own_name()),
            Amount::Doors(among) => {
                format!("the number of unlocked doors among {}", self.those_of(among, Quant::Bare))
            }
            Amount::StickerLetters(which, of) => self.sticker_letters(which, of),
            Amount::StickerSize(power, of) => self.sticker_size(*power, of),
            Amount::Level(r) => format!("{} level", self.reference(r).possessive()),
            _ => String::new(),
        }
    }

    /// "the number of opponents you have".
    pub(crate) fn number_of_players(&mut self, who: &Who) -> String {
        match who {
            Who::Opponents => "the number of opponents you have".to_owned(),
            Who::All => "the number of players in the game".to_owned(),
            Who::Such(base, condition) if **condition == crate::grammar::condition::is_attacked() => {
                let word = if **base == Who::All { "players" } else { "opponents" };
                format!("the number of {word} being attacked")
            }
            Who::Such(base, condition) => {
                let text = self.who(&Who::Such(base.clone(), condition.clone())).text;
                let text = text.trim_start_matches("each ").replacen("player", "players", 1).replacen(
                    "opponent",
                    "opponents",
                    1,
                );
                const PLURAL: [(&str, &str); 4] = [
                    (" who was ", " who were "),
                    (" who controls ", " who control "),
                    (" who has ", " who have "),
                    (" who doesn't", " who don't"),
                ];
                let text = PLURAL.iter().fold(text, |text, (one, many)| text.replacen(one, many, 1));
                format!("the number of {text}")
            }
            other => format!("the number of {}", self.who(other).text),
        }
    }

    fn counted_things(&mut self, selector: &Selector) -> String {
        match selector {
            Selector::Ref(Ref::Slot(n)) => {
                let noun = self.noun_of_ref(&Ref::Slot(*n));
                format!("{} {} this way", words::plural(&noun.head), self.slot_participle(*n))
            }
            Selector::Those(of, _) if matches!(**of, Selector::Ref(Ref::Slot(_))) => {
                let text = self.those_of(selector, Quant::Bare);
                text.trim_start_matches("all ").to_owned()
            }
            Selector::Ref(Ref::Linked(lawmage_ir::DEVOURED)) => "creatures it devoured".to_owned(),
            Selector::Those(of, test) if **of == Selector::Ref(Ref::Linked(lawmage_ir::DEVOURED)) => {
                format!("{} it devoured", self.plural(&Filter::permanent(test.clone())))
            }
            Selector::Ref(Ref::Linked(n)) if *n != CRAFTED => self.cards_exiled_with(),
            other => self.those_of(other, Quant::Bare),
        }
    }
}

/// The plural of a noun phrase's head, with what follows it left as it is: "1/1 tokens with flying".
fn plural_head(noun: &str) -> String {
    for cut in [" with ", " named ", " that ", " of ", " in ", " from ", " tapped"] {
        if let Some(at) = noun.find(cut) {
            let (head, tail) = noun.split_at(at);
            return format!("{}{tail}", words::plural(head));
        }
    }
    words::plural(noun)
}

pub(super) fn kind_word(kind: KindOf) -> &'static str {
    KINDS.iter().find(|(_, known)| *known == kind).map_or(KINDS_OF_COUNTERS[0], |(words, _)| words)
}

/// Whether an amount reads as "for each …" rather than "equal to …".
pub(crate) fn for_each_reads(amount: &Amount) -> bool {
    match amount {
        Amount::Kinds(lawmage_ir::KindOf::Name, _) => false,
        Amount::Count(_)
        | Amount::Counters(..)
        | Amount::HowOften(..)
        | Amount::Players(Who::Opponents | Who::All)
        | Amount::Kinds(..)
        | Amount::CountersAmong(..)
        | Amount::Symbols(..)
        | Amount::ManaOf(_, SpentMana::From(_))
        | Amount::CommanderCasts(_)
        | Amount::DungeonsCompleted(_)
        | Amount::PlayersLost
        | Amount::TypesOf(_)
        | Amount::Stat(Stat::Colors | Stat::Bushido, _)
        | Amount::TimesPaid(_)
        | Amount::ChosenColors(..) => true,
        Amount::HandSize(who) => *who != Who::All,
        Amount::Times(n, inner) => *n > 0 && for_each_reads(inner),
        other => times_kicked(other) || dice::all_flips(other),
    }
}

/// The commanders on the battlefield and in the command zone that are measured.
fn of_commanders(selector: &Selector) -> Option<&Filter> {
    let commanders = Kind::PermanentOrCard(ZoneSet::of(Zone::Command));
    match selector {
        Selector::All(filter) if filter.kind == commanders => Some(filter),
        _ => None,
    }
}
