//! Tests as adjectives and as what follows a noun, and as predicates: "it's a creature card".

use Place::{After, Before};
use lawmage_ir::{Amount, Cmp, Condition, Filter, Kind, Quality, Ref, SpentMana, Stat, Status, Test, Who, ZoneSet};

use super::shared::{not_so, shares_with_commander};
use super::status::{stat_word, status};
use super::there::{cast_zone, not_put_there, put_there_or_drawn};
use crate::grammar::noun::after::cast_this_turn;
use crate::print::{Phrase, Printer, words};

/// Where a test stands in a noun phrase.
#[derive(Clone, Debug)]
pub(crate) enum Place {
    /// Before the head.
    Before(String),
    /// Behind it.
    After(String),
}

impl Place {
    /// Its words.
    pub(crate) fn text(self) -> String {
        match self {
            Self::Before(text) | Self::After(text) => text,
        }
    }
}

impl Printer<'_> {
    /// One test of a noun phrase.
    pub(crate) fn test(&mut self, test: &Test, plural: bool, kind: &Kind) -> Place {
        match test {
            Test::Any => Before(String::new()),
            Test::Type(t) => Before(t.word().to_lowercase()),
            Test::Supertype(s) => Before(s.word().to_lowercase()),
            Test::Subtype(s) => Before(s.word().to_owned()),
            Test::Color(c) => Before(c.word().to_owned()),
            Test::Colorless => Before("colorless".to_owned()),
            Test::Monocolored => Before("monocolored".to_owned()),
            Test::Multicolored => Before("multicolored".to_owned()),
            Test::Historic => Before("historic".to_owned()),
            Test::DoubleFaced => Before("double-faced".to_owned()),
            Test::Token => Before("token".to_owned()),
            Test::Card => Before("nontoken".to_owned()),
            Test::PermanentType => Before("permanent".to_owned()),
            Test::Player => Before("player".to_owned()),
            Test::Status(s) => status(*s),
            Test::Or(both) if let [Test::Supertype(kind), Test::CouldProduce(mana)] = both.as_slice() => {
                After(format!("that is {} or could produce {mana}", kind.word().to_lowercase()))
            }
            Test::Or(both) if alone(both) => After("attacking or blocking alone".to_owned()),
            unchosen if self.is_unchosen(unchosen) => After("that hasn't been chosen".to_owned()),
            Test::Not(inner) => self.negated(inner, plural, kind),
            Test::ChosenColor(_) => After("of the chosen color".to_owned()),
            Test::OffIdentity(_) => After("of a color that's not in your commander's color identity".to_owned()),
            Test::BandedWith(r) => After(format!("banded with {}", self.object(r))),
            Test::ChosenSector(_) => After("in that sector".to_owned()),
            Test::Nameless => After(format!("that {} have a name", if plural { "don't" } else { "doesn't" })),
            Test::Protected(who) => After(self.relation("protect", who, plural)),
            Test::SameSector(r) => After(format!("in the same sector as {}", self.object(r))),
            Test::ChosenType(_) => After("of the chosen type".to_owned()),
            Test::ChosenName(_) => After("with the chosen name".to_owned()),
            Test::NameChosenBy(_, who) => After(format!("with the name {} chose", self.who(who).text)),
            Test::ChoseWord(_, word) => After(format!("who chose {word}")),
            Test::Controlled(who) | Test::Owned(who) if *kind == Kind::Player => match who {
                Who::Opponents => Before("opponent".to_owned()),
                other => After(self.who_is(other)),
            },
            Test::Controlled(who @ Who::Beside(..)) => After(format!("controlled by {}", self.whom(who))),
            Test::Controlled(who) => After(self.under_control(who, plural)),
            Test::Owned(who) => After(self.relation("own", who, plural)),
            Test::Keyword(k) => After(format!("with {}", k.word())),
            Test::CouldProduce(kind) => After(format!("that could produce {kind}")),
            Test::Enchants(what) => After(format!("with enchant {}", self.singular(what))),
            Test::Landwalk(None) => After("with a landwalk ability".to_owned()),
            Test::Landwalk(Some(s)) => After(format!("with {}walk", s.word().to_lowercase())),
            Test::Counters(kind, cmp, n) => After(self.with_counters(kind.as_ref(), *cmp, n, plural)),
            parity if *parity == crate::grammar::noun::with::parity(true) => After("with even mana values".to_owned()),
            parity if *parity == crate::grammar::noun::with::parity(false) => After("with odd mana values".to_owned()),
            // "With the greatest power among creatures you control": it is one of those.
            Test::Stat(stat, Cmp::Equal, n @ (Amount::Greatest(of, _) | Amount::Least(of, _))) if stat == of => {
                After(format!("with {}", self.expression(n)))
            }
            Test::Stat(Stat::Colors, Cmp::Equal, Amount::Const(n)) => {
                let colors = if *n == 1 { "color" } else { "colors" };
                After(format!("with exactly {} {colors}", words::number(*n)))
            }
            Test::Stat(Stat::Power, Cmp::NotEqual, Amount::Stat(Stat::Toughness, Ref::It)) => {
                After("whose power and toughness aren't equal".to_owned())
            }
            Test::Stat(stat, cmp, n) => After(format!("with {}", self.stat_test(*stat, *cmp, n))),
            Test::SameCard(_) => After("that's that spell".to_owned()),
            Test::Named(name) => After(format!("named {name}")),
            Test::ManaCost(costs) => {
                let costs: Vec<String> = costs.iter().map(ToString::to_string).collect();
                After(format!("with mana cost {}", words::list(&costs, "or")))
            }
            Test::HasPhyrexian | Test::HasX | Test::HasAdventure => in_print(test, plural),
            Test::Stickered(None) => Before("stickered".to_owned()),
            Test::Stickered(kind) => After(crate::grammar::sticker::with_stickers(*kind, plural)),
            Test::Did(event, span)
                if matches!(kind, Kind::Card(_))
                    && let Some(text) = put_there_or_drawn(test, event, *span, plural) =>
            {
                After(text)
            }
            Test::Did(event, span)
                if let lawmage_ir::EventPattern::Blocks { what, whom: Some(whom) } = &**event
                    && whom.test == Test::Is(Ref::It)
                    && what.test == Test::Is(Ref::This) =>
            {
                let span = crate::grammar::condition::history::span_word(*span);
                After(format!("{} blocked {span}", self.object(&Ref::This)))
            }
            Test::Did(event, span) => {
                let text = self.did(event, *span);
                After(format!("{} {text}", if *kind == Kind::Player { "who" } else { "that" }))
            }
            more if *more == crate::grammar::noun::with::has_targets() => After("with one or more targets".to_owned()),
            Test::If(condition) => self.such_that(condition, plural, kind),
            Test::Attacking { whom, and_permanents } => self.attacking(whom, *and_permanents, plural),
            Test::Blocking(r) => After(format!("blocking {}", self.object(r))),
            Test::BlockedBy(r) => After(format!("blocked by {}", self.object(r))),
            Test::Is(r) if self.damaged.contains(r) => After("dealt damage this way".to_owned()),
            Test::Is(Ref::Linked(lawmage_ir::SACRIFICED)) => After("sacrificed this way".to_owned()),
            Test::Is(Ref::Slot(n)) if self.slot_participle(*n) != "chosen" => {
                After(format!("{} this way", self.slot_participle(*n)))
            }
            Test::Is(Ref::Slot(n)) if self.slots.get(n).is_some_and(|noun| !plural || noun.plural) => {
                After("chosen this way".to_owned())
            }
            Test::Is(r) => After(format!("that's {}", self.object(r))),
            Test::Shares(quality, r) => self.shares(quality, r, plural),
            Test::ManaSpent(SpentMana::From(from)) if from.test.is_this() => {
                After(format!("using mana produced by {}", self.own_name()))
            }
            Test::ManaSpent(SpentMana::From(from)) => After(format!("that {} was spent to cast", self.mana_from(from))),
            Test::ManaSpent(sort) => After(format!("that {} was spent to cast", crate::grammar::amount::mana_of(sort))),
            Test::NthSpell(by, nth) => After(format!("that's {}", self.which_spell(by, *nth))),
            Test::SharesWithOne { quality, with, other } => self.shares_with_one(*quality, with, *other, plural),
            Test::SharesWithCommander(quality) => shares_with_commander(*quality, plural),
            Test::Above(of, directly) => {
                After(format!("{}above {}", if *directly { "directly " } else { "" }, self.object(of)))
            }
            Test::AttachedTo(r) if self.moved.contains(r) => {
                After(format!("that {} attached to {}", if plural { "were" } else { "was" }, self.object(r)))
            }
            Test::AttachedTo(r) => After(format!("attached to {}", self.object(r))),
            Test::HasAttached(inner) => self.has_attached(inner, plural),
            Test::Targets(filter) if filter.kind == Kind::Player && filter.test == Test::Controlled(Who::You) => {
                After(format!("that {} you", words::agree("target", plural)))
            }
            Test::Targets(filter) => After(format!("that {} {}", words::agree("target", plural), self.one(filter))),
            Test::TargetsOnly(filter) => {
                let only = match &filter.test {
                    Test::Is(_) => self.one(filter),
                    _ if filter.kind == Kind::Player => self.one(filter),
                    _ => format!("a single {}", self.singular(filter)),
                };
                After(format!("that {} only {only}", words::agree("target", plural)))
            }
            Test::SingleTarget => After("with a single target".to_owned()),
            Test::AsChosen(held) => After(self.as_activated(held).unwrap_or_default()),
            Test::AsCard(inner) => self.test(inner, plural, &Kind::Card(lawmage_ir::ZoneSet::default())),
            Test::SourceIs(inner) => self.of_a_source(inner),
            Test::TargetableBy(_) => After("that spell could target".to_owned()),
            Test::Convoked(spell) => After(format!("that convoked {}", self.object(spell))),
            Test::PaidCost(lawmage_ir::CostLabel::Keyword(keyword, _)) if *keyword != lawmage_ir::Keyword::Kicker => {
                let word = keyword.word();
                let using = *keyword == lawmage_ir::Keyword::Teamwork;
                let how = if using { format!("using {word}") } else { format!("for its {word} cost") };
                After(how)
            }
            Test::PaidCost(_) => Before("kicked".to_owned()),
            Test::CastFrom(zones) => self.cast_from_zones(*zones),
            Test::Doer(_) => After("who does".to_owned()),
            Test::CouldHold(of) => {
                let what = self.object(of);
                After(if what == "it" { "it could be attached to".to_owned() } else { format!("{what} can enchant") })
            }
            Test::CouldEnchant(of) => After(format!("that could enchant {}", self.object(of))),
            Test::PutThisWay(_, zones) if zones.has(lawmage_ir::Zone::Hand) => {
                After("returned to its owner's hand this way".to_owned())
            }
            Test::PutThisWay(..) => After("put into a graveyard this way".to_owned()),
            Test::And(all) => {
                let texts: Vec<String> = all.iter().map(|t| self.test(t, plural, kind).text()).collect();
                After(texts.join(" and "))
            }
            Test::Or(all)
                if let [Test::Blocking(a), Test::BlockedBy(b)] = all.as_slice()
                    && a == b =>
            {
                After(format!("blocking or blocked by {}", self.object(a)))
            }
            Test::Or(all) if let Some(text) = super::printed_in(all) => After(text),
            Test::Or(all) => self.either_test(all, plural, kind),
        }
    }

    /// What is asked of it as a clause: "that was dealt damage this turn".
    pub(crate) fn such_that(&mut self, condition: &Condition, plural: bool, kind: &Kind) -> Place {
        if let Condition::AttackedLastTurn { .. } = condition {
            return After("that attacked during their controller's last turn".to_owned());
        }
        if let Condition::Compare(sum, cmp, n) = condition
            && super::table::is_total_size(sum)
        {
            let so_much = self.digits_cmp(*cmp, n);
            return After(format!("with total power and toughness {so_much}"));
        }
        if let Some(chosen) = super::kind::of_what_was_chosen(condition) {
            return After(chosen.to_owned());
        }
        for (by, said) in [(None, "that was cast this turn"), (Some(Who::You), "you cast this turn")] {
            if *kind == Kind::Permanent && Test::If(Box::new(condition.clone())) == cast_this_turn(by) {
                return After(if plural { said.replace("was", "were") } else { said.to_owned() });
            }
        }
        if let (Kind::Spell, Condition::WasCast(Ref::It, None, Some(Who::You))) = (kind, condition) {
            return After("you cast".to_owned());
        }
        if let (Kind::Spell, Condition::WasCast(Ref::It, Some(zones), None)) = (kind, condition) {
            return Place::After(format!("cast from {}", cast_zone(*zones)));
        }
        if let Condition::Is(Ref::Host(of), test) = condition
            && **of == Ref::It
        {
            if *test == Test::all([Test::Player, Test::Controlled(Who::You)]) {
                return After("attached to you".to_owned());
            }
            let permanent = Test::not(Test::Player);
            let test = Test::all(test.conjuncts().iter().filter(|test| **test != permanent).cloned());
            let host = Filter::permanent(test);
            let host = if plural { self.plural(&host) } else { self.one(&host) };
            return Place::After(format!("attached to {host}"));
        }
        if *kind == Kind::Player
            && let Condition::Compare(left, ..) = condition
            && lawmage_ir::visit::any(left, |n: &lawmage_ir::Amount| {
                matches!(n, lawmage_ir::Amount::Life(Who::Ref(Ref::It)))
            })
        {
            self.it.push(Phrase::one("whose"));
            let text = self.condition(condition);
            self.it.pop();
            return After(text.replacen("whose's life", "whose life", 1));
        }
        self.it.push(Phrase::one(if *kind == Kind::Player { "who" } else { "that" }));
        let text = self.condition(condition);
        self.it.pop();
        After(text)
    }

    /// "cast from a graveyard".
    pub(crate) fn cast_from_zones(&mut self, zones: ZoneSet) -> Place {
        if zones.iter().count() > 4 {
            let but = if zones.has(lawmage_ir::Zone::Exile) { "your hand" } else { "exile" };
            return After(format!("from anywhere other than {but}"));
        }
        if zones == ZoneSet::of(lawmage_ir::Zone::Exile) {
            return After("cast from exile".to_owned());
        }
        let names: Vec<&str> = zones.iter().map(lawmage_ir::Zone::word).collect();
        After(format!("cast from a {}", names.join(" or ")))
    }

    /// "white or blue", "blocking or blocked by ~".
    pub(crate) fn either_test(&mut self, all: &[Test], plural: bool, kind: &Kind) -> Place {
        let places: Vec<Place> = all.iter().map(|t| self.test(t, plural, kind)).collect();
        let before = places.iter().all(|p| matches!(p, Before(_)));
        let texts: Vec<String> = places.into_iter().map(Place::text).collect();
        let text = words::list(&texts, "or");
        if before { Before(text) } else { After(text) }
    }

    fn negated(&mut self, inner: &Test, plural: bool, kind: &Kind) -> Place {
        match inner {
            Test::Type(_) | Test::Supertype(_) | Test::Color(_) | Test::Token | Test::Historic => {
                Before(format!("non{}", self.test(inner, plural, kind).text()))
            }
            Test::Card => Before("token".to_owned()),
            whole if let Some(said) = not_so(whole, plural) => After(said),
            Test::Colorless => After(format!("{} one or more colors", if plural { "that are" } else { "that's" })),
            Test::Subtype(s) => Before(format!("non-{}", s.word())),
            Test::Keyword(k) => After(format!("without {}", k.word())),
            Test::Landwalk(_) => After(self.test(inner, plural, kind).text().replacen("with ", "without ", 1)),
            Test::Controlled(Who::You) => After("you don't control".to_owned()),
            Test::Controlled(Who::Chooser) => After("another player controls".to_owned()),
            Test::Owned(Who::You) => After("you don't own".to_owned()),
            // "that player": whose turn it is.
            Test::Owned(Who::Active) => After("they don't own".to_owned()),
            Test::Controlled(who) => {
                let phrase = self.who(who);
                After(format!("{} don't control", phrase.text).replace("player don't", "player doesn't"))
            }
            Test::Is(r) => After(format!("other than {}", self.object(r))),
            Test::Shares(..) | Test::SharesWithOne { .. } if !matches!(inner, Test::Shares(Quality::Controller, _)) => {
                let shares = self.test(inner, false, kind).text();
                let verb = words::agree("don't", plural);
                After(shares.replacen("that shares", &format!("that {verb} share"), 1).replacen(
                    "with the same",
                    &format!("that {verb} have the same"),
                    1,
                ))
            }
            Test::Did(event, lawmage_ir::Span::ThisWay) => {
                After(format!("who didn't {} this way", self.deed_of_it(event)))
            }
            Test::Status(s) => negated_status(*s, plural),
            Test::Or(all) if let Some(place) = none_listed(all) => place,
            Test::Or(all)
                if plural && all.iter().all(|t| matches!(t, Test::Type(_) | Test::Subtype(_) | Test::Token)) =>
            {
                let words: Vec<String> = all.iter().map(|t| words::plural(&self.test(t, false, kind).text())).collect();
                After(format!("except for {}", words::list(&words, "and")))
            }
            Test::Or(all) => {
                // "that's neither A nor B" is said as two negations.
                let texts: Vec<Place> = all.iter().map(|t| self.negated(t, plural, kind)).collect();
                let before = texts.iter().all(|p| matches!(p, Before(_)));
                let texts: Vec<String> = texts.into_iter().map(Place::text).collect();
                if before {
                    Before(texts.join(", "))
                } else if let Some(rest) =
                    texts.iter().map(|t| t.strip_prefix("without ").map(str::to_owned)).collect::<Option<Vec<_>>>()
                {
                    After(format!("without {}", words::list(&rest, "or")))
                } else {
                    After(words::list(&texts, "and"))
                }
            }
            Test::Did(event, lawmage_ir::Span::ThisTurn) if let lawmage_ir::EventPattern::Or(all) = &**event => {
                After(self.did_none_of(all))
            }
            Test::Did(event, span) if let Some(text) = not_put_there(event, *span, plural) => After(text),
            Test::Did(event, span) => {
                let span = crate::grammar::condition::history::span_word(*span);
                After(format!("that didn't {} {span}", self.deed_of_it(event)))
            }
            Test::Named(name) => After(format!("not named {name}")),
            Test::ChosenType(_) | Test::ChosenColor(_) => {
                let kind = if matches!(inner, Test::ChosenType(_)) { "type" } else { "color" };
                After(format!("that {} of the chosen {kind}", if plural { "aren't" } else { "isn't" }))
            }
            Test::And(all) if all.iter().any(|t| matches!(t, Test::Type(_))) => {
                let but = Filter::new(kind.clone(), inner.clone());
                After(match kind {
                    Kind::Card(_) => {
                        format!("other than {}", self.one(&Filter::new(Kind::Card(ZoneSet::default()), inner.clone())))
                    }
                    _ => format!("except for {}", self.plural(&but)),
                })
            }
            other => {
                let text = self.test(other, plural, kind).text();
                After(match text.strip_prefix("with ") {
                    Some(quality) if plural => format!("that don't have {quality}"),
                    Some(quality) => format!("that doesn't have {quality}"),
                    None => format!("that isn't {text}"),
                })
            }
        }
    }

    /// What the tested object did, in the bare form of the verb.
    fn deed_of_it(&mut self, event: &lawmage_ir::EventPattern) -> String {
        self.it.push(crate::print::Phrase::one("it"));
        let happening = self.happening(event, false);
        self.it.pop();
        happening.verb
    }

    /// "with a +1/+1 counter on it".
    fn with_counters(&mut self, kind: Option<&lawmage_ir::CounterKind>, cmp: Cmp, n: &Amount, plural: bool) -> String {
        let it = if plural { "them" } else { "it" };
        let word = kind.map(|k| format!("{k} ")).unwrap_or_default();
        match (cmp, n) {
            (Cmp::AtLeast, Amount::Const(1)) => {
                format!("with {} on {it}", words::article(&format!("{word}counter")))
            }
            (Cmp::Equal | Cmp::AtMost, Amount::Const(0)) => format!("with no {word}counters on {it}"),
            _ => format!("with {} {word}counters on {it}", self.many(cmp, n)),
        }
    }

    /// "three or more", "two or fewer", "exactly X".
    pub(crate) fn many(&mut self, cmp: Cmp, n: &Amount) -> String {
        let number = self.number_word(n);
        match cmp {
            Cmp::AtLeast => format!("{number} or more"),
            Cmp::AtMost => format!("{number} or fewer"),
            Cmp::Equal => format!("exactly {number}"),
            Cmp::Less => format!("fewer than {number}"),
            Cmp::Greater => format!("more than {number}"),
            Cmp::NotEqual => format!("not {number}"),
        }
    }

    /// "power 3 or greater", "mana value equal to the number of …".
    /// Which player: "who is that player", "who controls eight or more lands".
    fn who_is(&mut self, who: &Who) -> String {
        let text = self.who(who).text;
        let such = text.strip_prefix("each player ").filter(|such| such.starts_with("who "));
        such.map_or_else(|| format!("who is {text}"), str::to_owned)
    }

    pub(crate) fn stat_test(&mut self, stat: Stat, cmp: Cmp, n: &Amount) -> String {
        if (stat, cmp, n) == (Stat::Power, Cmp::Greater, &Amount::Stat(Stat::Power, Ref::Each)) && self.each.is_empty()
        {
            return "greater power".to_owned();
        }
        let word = stat_word(stat);
        if let Amount::Const(_) | Amount::X = n {
            let number = self.expression(n);
            return match cmp {
                Cmp::AtLeast => format!("{word} {number} or greater"),
                Cmp::AtMost => format!("{word} {number} or less"),
                Cmp::Equal => format!("{word} {number}"),
                Cmp::Less => format!("{word} less than {number}"),
                Cmp::Greater => format!("{word} greater than {number}"),
                Cmp::NotEqual => format!("{word} not equal to {number}"),
            };
        }
        let number = match n {
            Amount::Event if self.damage_event => "that damage".to_owned(),
            n => self.expression(n),
        };
        match cmp {
            Cmp::AtLeast => format!("{word} greater than or equal to {number}"),
            Cmp::AtMost => format!("{word} less than or equal to {number}"),
            Cmp::Equal => format!("{word} equal to {number}"),
            Cmp::Less => format!("{word} less than {number}"),
            Cmp::Greater => format!("{word} greater than {number}"),
            Cmp::NotEqual => format!("{word} not equal to {number}"),
        }
    }

    /// A reference as an object of a verb or preposition.
    pub(crate) fn object(&mut self, r: &Ref) -> String {
        let phrase = self.reference(r);
        match phrase.text.as_str() {
            "they" => "them".to_owned(),
            _ => phrase.text,
        }
    }
}

/// What is printed on the card beside its characteristics.
fn in_print(test: &Test, plural: bool) -> Place {
    After(
        match test {
            Test::HasPhyrexian => "with {H} in its mana cost",
            Test::HasAdventure if plural => "that have an Adventure",
            Test::HasAdventure => "that has an Adventure",
            _ if plural => "with {X} in their mana costs",
            _ => "with {X} in its mana cost",
        }
        .to_owned(),
    )
}

/// 700.12: Assassins, Mercenaries, Pirates, Rogues, and Warlocks.
fn is_outlaw(all: &[Test]) -> bool {
    let types: Vec<&str> =
        all.iter().filter_map(|t| if let Test::Subtype(s) = t { Some(s.word()) } else { None }).collect();
    types == ["Assassin", "Mercenary", "Pirate", "Rogue", "Warlock"]
}

/// Whether it is asked of what attacks or blocks alone.
pub(super) fn alone(either: &[Test]) -> bool {
    matches!(either, [Test::Status(Status::AttackingAlone), Test::Status(Status::BlockingAlone)])
}

/// None of what has a word for all of it: "non-outlaw".
fn none_listed(all: &[Test]) -> Option<Place> {
    let outlaws = is_outlaw(all).then(|| Place::Before("non-outlaw".to_owned()));
    outlaws.or_else(|| super::printed_in(all).map(|text| Place::After(text.replacen("with", "without", 1))))
}

/// What hasn't a status: "untapped", "that aren't enchanted".
fn negated_status(of: Status, plural: bool) -> Place {
    match of {
        Status::Tapped => Before("untapped".to_owned()),
        Status::Untapped => Before("tapped".to_owned()),
        Status::Attacking => Before("nonattacking".to_owned()),
        Status::FaceDown => Before("face-up".to_owned()),
        Status::Blocking => Before("nonblocking".to_owned()),
        Status::NoAbilities => After("with an ability".to_owned()),
        Status::HasManaAbility => After("without mana abilities".to_owned()),
        Status::Paired => Before("unpaired".to_owned()),
        Status::Enchanted | Status::Equipped | Status::Modified => {
            let be = if plural { "aren't" } else { "isn't" };
            After(format!("that {be} {}", status(of).text()))
        }
        other => Before(format!("non{}", status(other).text())),
    }
}
