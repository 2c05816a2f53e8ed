//! What players may cast, play and activate (601.3, 305.2).

use lawmage_ir::{
    CardType, Color, CostLabel, EventPattern, Filter, Kind, Modification, Permission, Price, Ref, Test, Who, Zone,
    ZoneSet,
};

use super::terms::{is_life_for_it, life_said, spent};
use crate::grammar::prohibition::Said;
use crate::print::{Phrase, Printer, words};

impl Printer<'_> {
    /// "you may play cards exiled with it. If you do, they gain haste".
    pub(crate) fn play_and_give(&mut self, one: &Permission, gives: &[Modification]) -> Said {
        let mut said = self.play(one);
        if let Permission::Play { by, .. } = one
            && *by != Who::You
        {
            said.verb = said.verb.replace("and you may spend mana", "and they may spend mana");
        }
        if *gives == [crate::grammar::permission::exiled_afterwards()] {
            said.verb.push_str(". If a spell cast this way would be put into a graveyard, exile it instead");
            return said;
        }
        let given: Vec<String> = gives
            .iter()
            .filter_map(|m| match m {
                Modification::AddAbility(ability) => Some(self.granted(ability)),
                _ => None,
            })
            .collect();
        let abilities = |m: &&Modification| !matches!(m, Modification::AddAbility(_));
        let changed: Vec<Modification> = gives.iter().filter(abilities).cloned().collect();
        let gains = (!given.is_empty()).then(|| format!("gains {}", words::list(&given, "and")));
        let verbs: Vec<String> = gains.into_iter().chain(self.predicates(false, &changed, true)).collect();
        if !verbs.is_empty() {
            said.verb.push_str(&format!(". If you do, it {}", words::list(&verbs, "and")));
        }
        if let Permission::Play { by, when: Some(ability), .. } = one {
            said.verb.push_str(&self.when_played(by, ability).unwrap_or_default());
        }
        said
    }

    /// "you may play an additional land on each of your turns".
    pub(crate) fn extra_lands_each_turn(&mut self, who: &Who, n: u32) -> Said {
        let n = i32::try_from(n).unwrap_or(1);
        let lands = match n {
            1 => "an additional land".to_owned(),
            lawmage_ir::Amount::ANY_NUMBER => "any number of additional lands".to_owned(),
            n => format!("{} additional lands", words::number(n)),
        };
        let turns = match who {
            Who::You => "each of your turns",
            _ => "each of their turns",
        };
        Said::plain(self.who(who), format!("may play {lands} on {turns}"))
    }

    /// "you may pay {0} rather than pay the mana cost for spells you cast".
    pub(crate) fn pay_rather(
        &mut self,
        by: &Who,
        what: &Filter,
        cost: &lawmage_ir::Cost,
        per_turn: Option<u32>,
    ) -> Said {
        if *what == crate::grammar::permission::first_of_turn() && cost.parts.is_empty() {
            let first = Phrase::one("the first spell each player casts during each of their turns");
            return Said::plain(first, "may be cast without paying its mana cost");
        }
        let who = self.who(by);
        if crate::grammar::permission::life_for_mana_value() == Price::Instead(cost.clone()) {
            let spell = self.one(&Filter::new(Kind::Spell, what.test.clone()));
            let often = if per_turn.is_some() { "once each turn, " } else { "" };
            let subject = Phrase { text: format!("{often}{}", who.text), plural: who.plural, you: who.you };
            let how = "by paying life equal to its mana value rather than paying its mana cost";
            return Said::plain(subject, format!("may cast {spell} {how}"));
        }
        let bare = Filter::new(Kind::Spell, what.test.clone());
        if cost.parts.is_empty() && per_turn.is_none() && what.kind == Kind::Object {
            let spells = self.plural(&bare);
            return Said::plain(who, format!("may cast {spells} without paying their mana costs"));
        }
        let by_value = *cost == crate::grammar::permission::mana_for_mana_value();
        let (deed, value) = match by_value {
            true => ("pay {X}".to_owned(), ", where X is that spell's mana value"),
            false => (self.cost_as_deed(cost, false), ""),
        };
        let from = match what.kind {
            Kind::Card(zones) if zones == ZoneSet::of(lawmage_ir::Zone::Exile) => " from exile",
            Kind::Card(_) => " from your hand",
            _ => "",
        };
        let (often, spells) = match per_turn {
            Some(_) => ("once each turn, ", self.one(&bare)),
            None => ("", self.plural(&bare)),
        };
        let verb = format!("may {deed} rather than pay the mana cost for {spells} {} cast{from}{value}", who.text);
        let subject = Phrase { text: format!("{often}{}", who.text), plural: who.plural, you: who.you };
        Said::plain(subject, verb)
    }

    /// "any player may cast creature cards by paying {E} rather than paying their mana costs and as though they had flash".
    pub(crate) fn rather_at_any_time(&mut self, by: &Who, what: &Filter, cost: &lawmage_ir::Cost) -> Said {
        let subject = if *by == Who::You { Phrase::you() } else { Phrase::one("any player".to_owned()) };
        let cards = self.plural(&Filter::new(Kind::Card(ZoneSet::default()), what.test.clone()));
        let how = if cost.parts.is_empty() {
            "without paying their mana cost".to_owned()
        } else {
            let cost = words::lower(&self.cost(cost));
            let cost = cost.strip_prefix("pay ").unwrap_or(&cost).to_owned();
            format!("by paying {cost} rather than paying their mana costs")
        };
        Said::plain(subject, format!("may cast {cards} {how} and as though they had flash"))
    }

    /// "for each {B} in a cost, you may pay 2 life rather than pay that mana".
    pub(crate) fn life_for_mana(&mut self, color: Color) -> Said {
        let symbol = lawmage_ir::ManaCost([lawmage_ir::ManaSymbol::Color(color)].into_iter().collect());
        let subject = Phrase::many(format!("for each {symbol} in a cost, you"));
        Said::plain(subject, "may pay 2 life rather than pay that mana")
    }

    /// "this spell", "green creature spells", and the pronoun for them.
    pub(crate) fn spells(&mut self, filter: &Filter) -> (String, &'static str) {
        match &filter.test {
            Test::Is(Ref::This) => ("this spell".to_owned(), "it"),
            _ => (self.plural(filter), "they"),
        }
    }

    fn play(&mut self, one: &Permission) -> Said {
        let Permission::Play { by, what, price, per_turn, in_all, spending, label, sorcery_timing: sorcery, .. } = one
        else {
            return Said::plain(Phrase::you(), "");
        };
        let who = self.who(by);
        if let Some(those) = of_cards(&what.test) {
            return self.play_those(one, who, those);
        }
        // What can only be cast says that it is no land; the verb says it in text.
        let castable = without_lands(&what.test);
        let cast_only = castable.is_some();
        let what = &Filter::new(what.kind.clone(), castable.unwrap_or_else(|| what.test.clone()));
        let spells = match &what.kind {
            Kind::Card(_) if *in_all == Some(1) => self.one(what),
            Kind::Card(zones) => {
                if what.test == Test::Is(Ref::This) {
                    let from = |zone: Zone| match zone {
                        Zone::Exile => "from exile".to_owned(),
                        zone => format!("from your {}", zone.word()),
                    };
                    let places: Vec<String> = zones.iter().map(from).collect();
                    format!("{} {}", self.own_card(), places.join(" or "))
                } else {
                    self.cards_as_spells(what, *zones, per_turn.is_some(), cast_only)
                }
            }
            _ if what.test == Test::Is(Ref::This) => self.own_card(),
            _ => self.one(what),
        };
        // "cards you own exiled with ~": whatever they are.
        let plain = |t: &Test| matches!(t, Test::Owned(Who::You) | Test::Is(Ref::Linked(_)));
        let exiled = what.test.conjuncts().len() > 1 && what.test.conjuncts().iter().all(plain);
        let spells = if exiled && !cast_only { self.plural(what) } else { spells };
        let lands = !cast_only
            && (exiled
                || in_all.is_some()
                || speaks_of_lands(&what.test)
                || matches!(what.test, Test::Any | Test::Owned(Who::You))
                || matches!(&what.test, Test::Is(r) if *r != Ref::This));
        let verb = if lands { "play" } else { "cast" };
        let (limit, who) = match (by, per_turn) {
            (Who::Active, Some(1)) => ("during each player's turn, ", Phrase::one("that player")),
            _ => (once_a_turn(*per_turn, &what.test), who),
        };
        let mut text = format!("may {verb} {spells}");
        match price {
            Price::Instead(_)
                if !is_life_for_it(price)
                    && let Some(CostLabel::Keyword(keyword, _)) = label
                    && crate::grammar::keyword::is_way(*keyword) =>
            {
                text.push_str(&format!(" using its {} ability", keyword.word()));
            }
            price => text.push_str(&self.price_said(price)),
        }
        text.push_str(&spent(*spending));
        text.push_str(&life_said(price));
        if *sorcery {
            text.push_str(". Cast it only as a sorcery");
        }
        let subject = Phrase { text: format!("{limit}{}", who.text), plural: who.plural, you: who.you };
        Said::plain(subject, text)
    }

    /// "you may cast cards exiled with ~", "you may play it on a later turn": what is spoken of, whether lands are played, and whether
    /// only later.
    fn play_those(&mut self, one: &Permission, who: Phrase, (of, lands, later): (&Ref, bool, bool)) -> Said {
        let Permission::Play { what, price, spending, sorcery_timing: sorcery, per_turn, in_all, .. } = one else {
            return Said::plain(Phrase::you(), "");
        };
        if let (Some(1), Ref::Slot(_), false) = (per_turn.or(*in_all), of, lands) {
            let those = if self.told { self.object(of) } else { "those cards".to_owned() };
            let spell = self.one(&Filter::new(Kind::Spell, quality_of(&what.test)));
            let free = if *price == Price::Free { " without paying its mana cost" } else { "" };
            return Said::plain(who, format!("may cast {spell} from among {those}{free}"));
        }
        let mut cards = match (&what.kind, of) {
            (Kind::Card(_), Ref::Linked(_)) => format!("cards exiled with {}", self.own_name()),
            _ => self.object(of),
        };
        if let (Some(1), Kind::Card(_), Ref::Linked(_)) = (in_all, &what.kind, of) {
            cards = self.one(what);
        } else if let Some(most) = in_all {
            let those = if self.told { self.object(of) } else { "those cards".to_owned() };
            let most = if *most == 1 { "one".to_owned() } else { format!("up to {}", words::number(*most as i32)) };
            cards = format!("{most} of {those}");
        }
        let quality = quality_of(&what.test);
        let mut only = String::new();
        if quality != Test::Any && !self.is_plural(of) && !matches!(of, Ref::Linked(_)) {
            only = format!(" if it's {}", self.one(&Filter::new(Kind::Spell, quality)));
        } else if quality != Test::Any {
            cards = format!("{} from among {cards}", self.plural(&Filter::new(Kind::Spell, quality)));
        }
        let when = match in_turns(&what.test) {
            Some(EventPattern::Attacks { .. }) => {
                format!("during any turn you attacked with {}, ", self.this_named())
            }
            Some(EventPattern::CountersPut { kind: Some(kind), .. }) => {
                format!("during any turn you put a {kind} counter on {}, ", self.this_named())
            }
            Some(attack) => {
                let attacked = self.happened(attack, lawmage_ir::Span::ThisTurn, 1);
                format!("during any turn {}, ", attacked.trim_end_matches(" this turn"))
            }
            None => String::new(),
        };
        if when.is_empty()
            && let Some(Test::If(condition)) = what.test.conjuncts().iter().find(|t| matches!(t, Test::If(_)))
        {
            only = format!(" if {}", self.condition(condition));
        }
        let who = Phrase { text: format!("{when}{}", who.text), ..who };
        let mut text = format!("may {} {cards}", if lands { "play" } else { "cast" });
        if *sorcery {
            text.push_str(" as a sorcery");
        }
        if later {
            text.push_str(" on a later turn");
        }
        text.push_str(&self.price_said(price));
        text.push_str(spent(*spending).trim_start_matches(','));
        text.push_str(&life_said(price));
        text.push_str(&only);
        Said::plain(who, text)
    }

    /// "creature spells from your graveyard", "lands and cast spells from the top of your library".
    fn cards_as_spells(&mut self, what: &Filter, zones: ZoneSet, one: bool, cast_only: bool) -> String {
        let before = std::mem::replace(&mut self.moving, true);
        let text = if zones == ZoneSet::of(Zone::Library) {
            let rest = match &what.test {
                Test::Owned(Who::You) => Test::Any,
                Test::And(all) => Test::all(all.iter().filter(|t| **t != Test::Owned(Who::You)).cloned()),
                other => other.clone(),
            };
            if rest == Test::Any && !cast_only {
                self.moving = before;
                return "lands and cast spells from the top of your library".to_owned();
            }
            if let Some((lands, spells)) = self.lands_and_spells(&rest) {
                self.moving = before;
                return format!("{lands} and cast {spells} from the top of your library");
            }
            if let (Test::Or(either), true) = (&rest, one)
                && let [land, spell] = either.as_slice()
                && speaks_of_lands(land)
            {
                let (land, spell) = (Filter::permanent(land.clone()), Filter::new(Kind::Spell, spell.clone()));
                let text = format!("{} or cast {} from the top of your library", self.one(&land), self.one(&spell));
                self.moving = before;
                return text;
            }
            let bare = Filter::new(Kind::Spell, rest);
            let spells = if one { self.one(&bare) } else { self.plural(&bare) };
            format!("{spells} from the top of your library")
        } else {
            let from = Filter::new(what.kind.clone(), without_choice(&what.test));
            match &what.test {
                _ if !one && let Some((lands, spells)) = self.lands_and_spells(&what.test) => {
                    format!("{lands} and cast {spells} from among {}", self.plural(&from))
                }
                Test::Owned(Who::You) if zones == ZoneSet::of(Zone::Graveyard) && !one && cast_only => {
                    "spells from your graveyard".to_owned()
                }
                Test::Owned(Who::You) if zones == ZoneSet::of(Zone::Graveyard) && !one => {
                    "lands and cast spells from your graveyard".to_owned()
                }
                Test::Is(Ref::Linked(_)) if cast_only => {
                    let spells = if one { "a spell" } else { "spells" };
                    format!("{spells} from among cards exiled with {}", self.own_name())
                }
                Test::Is(r) => self.object(r),
                _ if let Some(text) = self.among_cards_told_of(what, one) => text,
                _ if let Some(cards) = cards_as_they_are(what) => {
                    if one {
                        self.one(&cards)
                    } else {
                        self.plural(&cards)
                    }
                }
                _ if one => self.one(what).replacen(" card ", " spell ", 1),
                _ => self.plural(what).replacen("cards ", "spells ", 1),
            }
        };
        self.moving = before;
        text
    }
}

/// "instant cards", of which it is asked what they are there (see `as_cards` in the parser).
fn cards_as_they_are(what: &Filter) -> Option<Filter> {
    let (cards, other): (Vec<Test>, Vec<Test>) =
        what.test.conjuncts().iter().cloned().partition(|test| matches!(test, Test::AsCard(_)));
    let [Test::AsCard(card)] = cards.as_slice() else { return None };
    let tests = card.conjuncts().iter().cloned().chain(other);
    Some(Filter::new(what.kind.clone(), Test::all(tests)))
}

impl Printer<'_> {
    /// "a creature spell from among cards in your graveyard that were milled this turn": what happened to them is said of the cards.
    fn among_cards_told_of(&mut self, what: &Filter, one: bool) -> Option<String> {
        let exiled = |t: &Test| matches!(t, Test::Is(Ref::Linked(_)));
        let (told, quality): (Vec<Test>, Vec<Test>) = (what.test.conjuncts().iter().cloned())
            .partition(|t| matches!(t, Test::Did(..) | Test::Owned(_)) || exiled(t) || is_not_owned(t));
        let of_cards =
            told.iter().any(|t| matches!(t, Test::Did(..)) || is_not_owned(t) || exiled(t) && !quality.is_empty());
        if !of_cards {
            return None;
        }
        self.moving = false;
        let yours = told.contains(&Test::Owned(Who::You));
        let mut cards = self.plural(&Filter::new(what.kind.clone(), Test::all(told)));
        if yours {
            // What is in your graveyard came from your library (400.3).
            cards = cards.replacen(" there from a ", " there from your ", 1);
        }
        if let [land @ Test::Type(CardType::Land)] = quality.as_slice() {
            return Some(format!("{} from among {cards}", self.one(&Filter::permanent(land.clone()))));
        }
        let (lands, quality) = match quality.as_slice() {
            [Test::Or(both)] if let [land @ Test::Type(CardType::Land), spells] = both.as_slice() => {
                let land = self.one(&Filter::permanent(land.clone()));
                (format!("{land} or cast "), without_lands(spells).unwrap_or_else(|| spells.clone()))
            }
            all => (String::new(), Test::all(all.iter().cloned())),
        };
        let spells = Filter::new(Kind::Spell, quality);
        let spells = if one { self.one(&spells) } else { self.plural(&spells) };
        Some(format!("{lands}{spells} from among {cards}"))
    }
}

fn is_not_owned(test: &Test) -> bool {
    matches!(test, Test::Not(inner) if matches!(**inner, Test::Owned(_)))
}

/// A test without its alternatives of lands and spells.
fn without_choice(test: &Test) -> Test {
    Test::all(test.conjuncts().iter().filter(|t| !matches!(t, Test::Or(_))).cloned())
}

impl Printer<'_> {
    /// "snow lands" and "snow spells", of a test that lets either be played.
    fn lands_and_spells(&mut self, test: &Test) -> Option<(String, String)> {
        let either =
            test.conjuncts().iter().find_map(|t| if let Test::Or(all) = t { Some(all.as_slice()) } else { None });
        let [lands, spells] = either? else { return None };
        let spells = without_lands(spells)?;
        if !speaks_of_lands(lands) {
            return None;
        }
        let lands = self.plural(&Filter::permanent(lands.clone()));
        Some((lands, self.plural(&Filter::new(Kind::Spell, spells))))
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

pub(crate) fn who_possessive(who: &Phrase) -> String {
    if who.you { "your".to_owned() } else { "their".to_owned() }
}

/// What besides is asked of cards spoken of before: which spells may be cast from among them.
fn quality_of(test: &Test) -> Test {
    let Test::And(all) = test else { return Test::Any };
    let told = |t: &&Test| matches!(t, Test::Is(_) | Test::Not(_) | Test::If(_));
    Test::all(all.iter().filter(|t| !told(t)).cloned())
}

/// In which turns alone they may be played: "during any turn you attacked with a commander".
pub(crate) fn in_turns(test: &Test) -> Option<&EventPattern> {
    test.conjuncts().iter().find_map(|test| {
        let Test::If(condition) = test else { return None };
        match &**condition {
            lawmage_ir::Condition::Happened(event, lawmage_ir::Span::ThisTurn, 1)
                if matches!(
                    **event,
                    EventPattern::Attacks { .. }
                        | EventPattern::AttackDeclared { .. }
                        | EventPattern::CountersPut { .. }
                ) =>
            {
                Some(&**event)
            }
            _ => None,
        }
    })
}

/// The cards spoken of before that a lasting permission is about; whether lands too, and only on a later turn.
pub(crate) fn of_cards(test: &Test) -> Option<(&Ref, bool, bool)> {
    let (Test::Is(of), more) = test.conjuncts().split_first()? else { return None };
    let not = |t: &Test, f: fn(&Test) -> bool| matches!(t, Test::Not(inner) if f(inner));
    let land = |t: &Test| matches!(t, Test::Type(lawmage_ir::CardType::Land));
    let lands = !more.iter().any(|t| not(t, land));
    let later = more.iter().any(|t| not(t, |t| matches!(t, Test::Did(..))));
    (*of != Ref::This).then_some((of, lands, later))
}

/// "once each turn, ", but where one card of another player's graveyard is said to be one: "a creature spell from that player's
/// graveyard".
fn once_a_turn(per_turn: Option<u32>, test: &Test) -> &'static str {
    let of_another = |t: &Test| matches!(t, Test::Owned(whose) if *whose != Who::You);
    if per_turn == Some(1) && !test.conjuncts().iter().any(of_another) { "once each turn, " } else { "" }
}
