//! "may", "as though", and rules that are relaxed.

use lawmage_ir::{CostLabel, Filter, Keyword, Kind, Permission, Price, Ref, Test, Who, Zone, ZoneSet};

use crate::grammar::prohibition::Said;
use crate::grammar::selector::Quant;
use crate::print::{Phrase, Printer, words};

impl Printer<'_> {
    /// A permission.
    pub(crate) fn permission(&mut self, one: &Permission) -> Said {
        match one {
            Permission::Flash(who, filter) => {
                let who = self.who(who);
                let (what, they) = self.spells(filter);
                Said::plain(who, format!("may cast {what} as though {they} had flash"))
            }
            Permission::FlashFor(more) => Said::plain(
                Phrase::you(),
                format!("may cast this spell as though it had flash if you pay {more} more to cast it"),
            ),
            Permission::Play { by, what, price, per_turn, any_mana, label, sorcery_timing, gives } => {
                let mut said = self.play(by, what, price, *per_turn, *any_mana, label.as_ref(), *sorcery_timing);
                let given: Vec<String> = gives
                    .iter()
                    .filter_map(|m| match m {
                        lawmage_ir::Modification::AddAbility(ability) => Some(self.granted(ability)),
                        _ => None,
                    })
                    .collect();
                if !given.is_empty() {
                    said.verb.push_str(&format!(". If you do, it gains {}", words::list(&given, "and")));
                }
                said
            }
            Permission::ExtraLands(who, n) => {
                let n = i32::try_from(*n).unwrap_or(1);
                let lands = if n == 1 {
                    "an additional land".to_owned()
                } else {
                    format!("{} additional lands", words::number(n))
                };
                let turns = match who {
                    Who::You => "each of your turns",
                    _ => "each of their turns",
                };
                Said::plain(self.who(who), format!("may play {lands} on {turns}"))
            }
            Permission::LookAtTop(who) => {
                let who = self.who(who);
                Said::plain(
                    who.clone(),
                    format!("may look at the top card of {} library any time", who_possessive(&who)),
                )
            }
            Permission::LookAt(who, what) => {
                let who = self.who(who);
                let what = match of_cards(&what.test) {
                    Some((of, ..)) if !matches!(of, Ref::Linked(_)) => self.object(of),
                    _ => self.plural(what),
                };
                Said::plain(who, format!("may look at {what}"))
            }
            Permission::RevealTop(who) => {
                let who = self.who(who);
                let verb = words::agree("play", who.plural);
                Said::plain(
                    who.clone(),
                    format!("{verb} with the top card of {} library revealed", who_possessive(&who)),
                )
            }
            Permission::LifeForMana(_, color) => {
                let symbol = lawmage_ir::ManaCost([lawmage_ir::ManaSymbol::Color(*color)].into_iter().collect());
                let subject = Phrase::many(format!("for each {symbol} in a cost, you"));
                Said::plain(subject, "may pay 2 life rather than pay that mana")
            }
            Permission::LethalByPower(what) => {
                let these = self.those_of(what, Quant::Bare);
                let subject = Phrase::one(format!("lethal damage dealt to {these}"));
                Said::plain(subject, "is determined by their power rather than their toughness")
            }
            Permission::RevealDrawn { what, optional } => {
                let own = what.test == Test::Is(Ref::This);
                match (own, *optional) {
                    (true, _) => Said::plain(
                        Phrase::you(),
                        "may reveal this card from your hand as you draw it if it's the first card you've drawn this turn",
                    ),
                    (_, true) => {
                        Said::plain(Phrase::you(), "may reveal the first card you draw each turn as you draw it")
                    }
                    (_, false) => Said::plain(Phrase::many("reveal"), "the first card you draw each turn"),
                }
            }
            Permission::RevealHand(who) => {
                let who = self.who(who);
                let verb = words::agree("play", who.plural);
                Said::plain(who.clone(), format!("{verb} with {} hand revealed", who_possessive(&who)))
            }
            Permission::AttackDespiteDefender(what) => {
                let subject = self.subject(what, Quant::Bare);
                let it = if subject.plural { "they" } else { "it" };
                Said::new(what, subject, format!("can attack as though {it} didn't have defender"))
            }
            Permission::Exert(what) => {
                let subject = self.subject(what, Quant::Bare);
                let they = if subject.plural { "they attack" } else { "it attacks" };
                Said::plain(Phrase::one("you may".to_owned()), format!("exert {} as {they}", subject.text))
            }
            Permission::BlockMore(what, n) => {
                let subject = self.subject(what, Quant::Bare);
                let many = match n {
                    None => "any number of creatures".to_owned(),
                    Some(1) => return Said::new(what, subject, "can block an additional creature each combat"),
                    Some(n) => {
                        let n = words::number(i32::try_from(*n).unwrap_or(2));
                        return Said::new(what, subject, format!("can block an additional {n} creatures each combat"));
                    }
                };
                Said::new(what, subject, format!("can block {many}"))
            }
            // 103.1c
            Permission::PlayFirst => Said::plain(Phrase::you(), "are the starting player"),
            Permission::BlockAsThough(what, keyword) => {
                let subject = self.subject(what, Quant::Bare);
                let it = if subject.plural { "they" } else { "it" };
                Said::new(what, subject, format!("can block creatures with {0} as though {it} had {0}", keyword.word()))
            }
            Permission::AssignAsUnblocked(what) => {
                let subject = self.subject(what, Quant::Bare);
                let it = if subject.plural { "they weren't" } else { "it weren't" };
                let its = if subject.plural { "their" } else { "its" };
                Said::plain(
                    Phrase::you(),
                    format!("may have {} assign {its} combat damage as though {it} blocked", subject.text),
                )
            }
            Permission::AssignToughness(what) => {
                let subject = self.subject(what, Quant::Each);
                let verb = words::agree("assign", subject.plural);
                let its = if subject.plural { "their" } else { "its" };
                Said::new(
                    what,
                    subject,
                    format!("{verb} combat damage equal to {its} toughness rather than {its} power"),
                )
            }
            Permission::AssignNone(what) => {
                let subject = self.subject(what, Quant::Bare);
                let verb = words::agree("assign", subject.plural);
                Said::new(what, subject, format!("{verb} no combat damage"))
            }
            Permission::SpendAsAny(who, any_type) => {
                let kind = if *any_type { "type" } else { "color" };
                Said::plain(self.who(who), format!("may spend mana as though it were mana of any {kind}"))
            }
            Permission::ExtraDie(_) => Said::plain(
                Phrase::one("if you would roll one or more dice,"),
                "instead roll that many dice plus one and ignore the lowest roll",
            ),
            Permission::NoMaxHandSize(who) => {
                let who = self.who(who);
                let have = words::agree("have", who.plural);
                Said::plain(who, format!("{have} no maximum hand size"))
            }
            Permission::MaxHandSize(who, n) => {
                let who = self.who(who);
                let n = self.expression(n);
                Said::plain(Phrase::one(format!("{} maximum hand size", who.possessive())), format!("is {n}"))
            }
            Permission::NoLegendRule(lawmage_ir::Selector::All(Filter { kind: Kind::Permanent, test: Test::Any })) => {
                Said::plain(Phrase::one("the \"legend rule\""), "doesn't apply")
            }
            Permission::NoLegendRule(what) => {
                let what = self.those_of(what, Quant::Bare);
                Said::plain(Phrase::one("the \"legend rule\""), format!("doesn't apply to {what}"))
            }
            Permission::ActivateAsThoughHaste(what) => {
                let what = self.those_of(what, Quant::Bare);
                Said::plain(
                    Phrase::you(),
                    format!("may activate abilities of {what} as though those creatures had haste"),
                )
            }
            Permission::KeepMana(who, color) => {
                let who = self.who(who);
                let color = color.map(|c| format!("{} ", c.word())).unwrap_or_default();
                if !who.you {
                    let text = format!("don't lose unspent {color}mana as steps and phases end");
                    return Said::plain(Phrase::many("players"), text);
                }
                let dont = words::agree("don't", who.plural);
                Said::plain(who, format!("{dont} lose unspent {color}mana as steps and phases end"))
            }
            Permission::MayNotUntap(what) => {
                let what = self.those_of(what, Quant::Bare);
                Said::plain(Phrase::you(), format!("may choose not to untap {what} during your untap step"))
            }
            Permission::UntapEachTurn(what) => {
                let subject = self.those_of(what, Quant::All);
                Said::plain(Phrase::many(format!("untap {subject}")), "during each other player's untap step")
            }
            Permission::BeCommander => Said::plain(Phrase::one(self.this_named()), "can be your commander"),
            Permission::LoyaltyAnyTime(what) => {
                let what = self.those_of(what, Quant::Bare);
                let text = format!(
                    "may activate loyalty abilities of {what} on any player's turn any time you could cast an instant"
                );
                Said::plain(Phrase::you(), text)
            }
            Permission::Skip(Who::You, step) => Said::plain(Phrase::one("skip"), format!("your {}", step.word())),
            Permission::Skip(who, step) => {
                let who = self.who(who);
                let verb = words::agree("skip", who.plural);
                Said::plain(who.clone(), format!("{verb} {} {}", who_possessive(&who), step.word()))
            }
        }
    }

    /// "this spell", "green creature spells", and the pronoun for them.
    fn spells(&mut self, filter: &Filter) -> (String, &'static str) {
        match &filter.test {
            Test::Is(Ref::This) => ("this spell".to_owned(), "it"),
            _ => (self.plural(filter), "they"),
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the fields of one node")]
    fn play(
        &mut self,
        by: &Who,
        what: &Filter,
        price: &Price,
        per_turn: Option<u32>,
        any_mana: bool,
        label: Option<&CostLabel>,
        sorcery: bool,
    ) -> Said {
        let who = self.who(by);
        if let Some((of, lands, later)) = of_cards(&what.test) {
            let mut cards = self.object(of);
            let quality = quality_of(&what.test);
            if quality != Test::Any {
                cards = format!("{} from among {cards}", self.plural(&Filter::new(Kind::Spell, quality)));
            }
            let mut text = format!("may {} {cards}", if lands { "play" } else { "cast" });
            if sorcery {
                text.push_str(" as a sorcery");
            }
            if later {
                text.push_str(" on a later turn");
            }
            match price {
                Price::Usual => {}
                Price::Free => text.push_str(" without paying its mana cost"),
                Price::Instead(cost) => {
                    let cost = self.cost(cost);
                    text.push_str(&format!(" by paying {} rather than paying its mana cost", words::lower(&cost)));
                }
            }
            if any_mana {
                text.push_str(" and mana of any type can be spent to cast it");
            }
            return Said::plain(who, text);
        }
        // What can only be cast says that it is no land; the verb says it in text.
        let castable = without_lands(&what.test);
        let cast_only = castable.is_some();
        let what = &Filter::new(what.kind.clone(), castable.unwrap_or_else(|| what.test.clone()));
        let spells = match &what.kind {
            Kind::Card(zones) => {
                if what.test == Test::Is(Ref::This) {
                    let zone = zones.iter().next().map_or("graveyard", Zone::word);
                    format!("{} from your {zone}", self.own_card())
                } else {
                    self.cards_as_spells(what, *zones)
                }
            }
            _ => self.one(what),
        };
        let lands = !cast_only
            && (speaks_of_lands(&what.test)
                || matches!(what.test, Test::Any | Test::Owned(Who::You))
                || matches!(&what.test, Test::Is(r) if *r != Ref::This));
        let verb = if lands { "play" } else { "cast" };
        let limit = match per_turn {
            Some(1) => "once each turn, ",
            _ => "",
        };
        let mut text = format!("may {verb} {spells}");
        match price {
            Price::Usual => {}
            Price::Free => text.push_str(" without paying its mana cost"),
            Price::Instead(_) if matches!(label, Some(CostLabel::Keyword(Keyword::Mutate, _))) => {
                text.push_str(" using its mutate ability");
            }
            Price::Instead(cost) => {
                let cost = self.cost(cost);
                text.push_str(&format!(" by paying {} rather than paying its mana cost", words::lower(&cost)));
            }
        }
        if any_mana {
            text.push_str(", and mana of any type can be spent to cast it");
        }
        if sorcery {
            text.push_str(". Cast it only as a sorcery");
        }
        let subject = Phrase { text: format!("{limit}{}", who.text), plural: who.plural, you: who.you };
        Said::plain(subject, text)
    }

    /// "creature spells from your graveyard", "lands and cast spells from the top of your library".
    fn cards_as_spells(&mut self, what: &Filter, zones: ZoneSet) -> String {
        let before = std::mem::replace(&mut self.moving, true);
        let text = if zones == ZoneSet::of(Zone::Library) {
            let rest = match &what.test {
                Test::Owned(Who::You) => Test::Any,
                Test::And(all) => Test::all(all.iter().filter(|t| **t != Test::Owned(Who::You)).cloned()),
                other => other.clone(),
            };
            if rest == Test::Any {
                self.moving = before;
                return "lands and cast spells from the top of your library".to_owned();
            }
            let bare = Filter::new(Kind::Spell, rest);
            format!("{} from the top of your library", self.plural(&bare))
        } else {
            match &what.test {
                Test::Is(r) => self.object(r),
                _ => self.plural(what).replacen("cards from", "spells from", 1),
            }
        };
        self.moving = before;
        text
    }
}

/// The test without its "not a land", when it has that.
fn without_lands(test: &Test) -> Option<Test> {
    let no_land = |t: &Test| matches!(t, Test::Not(inner) if **inner == Test::Type(lawmage_ir::CardType::Land));
    match test {
        one if no_land(one) => Some(Test::Any),
        Test::And(all) if all.iter().any(no_land) => Some(Test::all(all.iter().filter(|t| !no_land(t)).cloned())),
        _ => None,
    }
}

/// Whether a test asks, or asks of one of its alternatives, that it be a land.
fn speaks_of_lands(test: &Test) -> bool {
    match test {
        Test::Type(lawmage_ir::CardType::Land) => true,
        Test::And(all) | Test::Or(all) => all.iter().any(speaks_of_lands),
        Test::Not(inner) => speaks_of_lands(inner),
        _ => false,
    }
}

fn who_possessive(who: &Phrase) -> String {
    if who.you { "your".to_owned() } else { "their".to_owned() }
}

/// What besides is asked of cards spoken of before: which spells may be cast from among them.
fn quality_of(test: &Test) -> Test {
    let Test::And(all) = test else { return Test::Any };
    let told = |t: &&Test| matches!(t, Test::Is(_) | Test::Not(_));
    Test::all(all.iter().filter(|t| !told(t)).cloned())
}

/// The cards spoken of before that a lasting permission is about; whether lands too, and only on a later turn.
pub(crate) fn of_cards(test: &Test) -> Option<(&Ref, bool, bool)> {
    let tests = match test {
        Test::And(all) => all.as_slice(),
        one => std::slice::from_ref(one),
    };
    let (Test::Is(of), more) = tests.split_first()? else { return None };
    let not = |t: &Test, f: fn(&Test) -> bool| matches!(t, Test::Not(inner) if f(inner));
    let land = |t: &Test| matches!(t, Test::Type(lawmage_ir::CardType::Land));
    let lands = !more.iter().any(|t| not(t, land));
    let later = more.iter().any(|t| not(t, |t| matches!(t, Test::Did(..))));
    (*of != Ref::This).then_some((of, lands, later))
}
