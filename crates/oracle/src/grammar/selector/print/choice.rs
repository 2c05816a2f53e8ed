//! Choices: "a creature", "up to two of them", "a card at random", "a creature of their choice".

use lawmage_ir::{Amount, Choice, Filter, Kind, Quality, Ref, Selector, SetLimit, Test, Who, ZoneSet};

use crate::grammar::condition::targetable::is_targetable;
use crate::grammar::selector::Quant;
use crate::print::{Phrase, Printer, words};

impl Printer<'_> {
    /// A chosen selection, as a noun phrase.
    pub(crate) fn choice(&mut self, choice: &Choice) -> Phrase {
        if let (Some(SetLimit::OneEach(each)), Some(Amount::Const(most))) = (&choice.limit, &choice.max)
            && usize::try_from(*most) == Ok(each.len())
            && let [first @ .., last] = each.as_slice()
        {
            let text = self.one_and_or_other(&choice.from, first, last);
            return Phrase { text, plural: true, you: false };
        }
        if let Amount::Divide { of, by: 2, up } = &choice.min
            && Some(&choice.min) == choice.max.as_ref()
            && let (Amount::Count(of), Selector::All(filter)) = (&**of, &choice.from)
            && **of == choice.from
        {
            let rounded = if *up { "up" } else { "down" };
            let text = format!("half the {}, rounded {rounded}", self.plural(filter));
            return Phrase { text, plural: true, you: false };
        }
        if let Some(text) = self.all_but(choice).or_else(|| self.one_of_each_graveyard(choice)) {
            return Phrase { text, plural: true, you: false };
        }
        let one = choice.max == Some(Amount::ONE);
        let exact = Some(&choice.min) == choice.max.as_ref();
        let limit = match &choice.from {
            Selector::All(filter) => self.limit_of(choice.limit.as_ref(), &filter.kind),
            _ => self.limit(choice.limit.as_ref()),
        };
        let random = if choice.random { " at random" } else { "" };
        let text = match &choice.from {
            Selector::All(filter) if one && exact && is_targetable(filter) => self.one_of_targetable(filter),
            Selector::All(filter) => {
                let filter = self.without_redundant_owner(filter);
                if one && exact {
                    let text = self.one(&filter);
                    insert_random(&text, random)
                } else if one {
                    format!("up to one {}{random}", self.singular(&filter))
                } else {
                    let count = self.count_range(&choice.min, choice.max.as_ref());
                    let text = self.plural(&filter);
                    insert_random(&format!("{count} {text}"), random)
                }
            }
            Selector::Those(of, test) => {
                let filter = Filter::new(Kind::Card(ZoneSet::default()), test.clone());
                let there = |t: &Test| matches!(t, Test::PutThisWay(..));
                if one && exact && test.conjuncts().iter().any(there) {
                    // "Put into a graveyard this way" says already which.
                    let text = self.one(&filter);
                    let text = text.replacen("into a graveyard this way you own", "into your graveyard this way", 1);
                    return Phrase { text: format!("{text}{limit}{random}"), plural: false, you: false };
                }
                let among = self.among(of);
                if one && exact {
                    format!("{} {among}{random}", self.one(&filter))
                } else if one {
                    format!("up to one {} {among}{random}", self.singular(&filter))
                } else {
                    let count = self.count_range(&choice.min, choice.max.as_ref());
                    let text = format!("{count} {}{limit} {among}{random}", self.plural(&filter));
                    return Phrase { text, plural: true, you: false };
                }
            }
            Selector::Union(either) if one && exact && choice.limit.is_none() => {
                let each = either.iter().map(|from| self.choice(&Choice { from: from.clone(), ..choice.clone() }).text);
                each.collect::<Vec<_>>().join(" or ")
            }
            Selector::Players(who) => match who {
                Who::Opponents if choice.random => "an opponent chosen at random".to_owned(),
                Who::All if choice.random => "a player chosen at random".to_owned(),
                Who::Opponents => "an opponent".to_owned(),
                Who::All => "a player".to_owned(),
                Who::Others => format!("another player{random}"),
                other => self.one_of_players(other, random),
            },
            other => {
                let group = match other {
                    // What is left of a group after something was moved out of it.
                    Selector::Except(..) => "them".to_owned(),
                    // "Them" would be those that were looked at.
                    Selector::Ref(r) if self.others_were_seen(r) => self.not_those_seen(r),
                    other => self.those_of(other, Quant::Bare),
                };
                let count =
                    if one && exact { "one".to_owned() } else { self.count_range(&choice.min, choice.max.as_ref()) };
                let count = count.trim_end_matches(" of").to_owned();
                let group = if group == "those cards" || group == "it" { "them".to_owned() } else { group };
                format!("{count} of {group}{random}")
            }
        };
        Phrase { text: format!("{text}{limit}"), plural: !one, you: false }
    }

    /// "an opponent who controls more lands than you", "an opponent at random that ~ didn't attack during your last combat".
    fn one_of_players(&mut self, who: &Who, random: &str) -> String {
        let all = self.who(who).text;
        let one =
            [("each opponent", "an opponent"), ("each other player", "another player"), ("each player", "a player")];
        let said = one.into_iter().find_map(|(each, one)| Some(format!("{one}{}", all.strip_prefix(each)?)));
        let said = said.unwrap_or(all);
        match said.split_once(" that ") {
            Some((one, such)) => format!("{one}{random} that {such}"),
            None => format!("{said}{random}"),
        }
    }

    /// "all lands they control except for three".
    fn all_but(&mut self, choice: &Choice) -> Option<String> {
        let Amount::Minus(all, kept) = choice.max.as_ref().filter(|max| **max == choice.min)? else { return None };
        let (Amount::Count(of), Selector::All(filter)) = (&**all, &choice.from) else { return None };
        if **of != choice.from {
            return None;
        }
        let kept = self.number_word(kept);
        Some(format!("all {} except for {kept}", self.plural(filter)))
    }

    /// "an instant or sorcery card from each graveyard", "a card at random from each opponent's graveyard".
    fn one_of_each_graveyard(&mut self, choice: &Choice) -> Option<String> {
        let (Some(SetLimit::AllDiffer(Quality::Controller)), Amount::Players(whose)) = (&choice.limit, &choice.min)
        else {
            return None;
        };
        let Selector::All(Filter { test, .. }) = &choice.from else { return None };
        let card = test.conjuncts().iter().filter(|test| !matches!(test, Test::Owned(_))).cloned();
        let card = self.one(&Filter::new(Kind::Card(ZoneSet::default()), Test::all(card)));
        let random = if choice.random { " at random" } else { "" };
        let lead = if self.moving { "from" } else { "in" };
        let of = if *whose == Who::Opponents { " opponent's" } else { "" };
        (choice.max.as_ref() == Some(&choice.min)).then(|| format!("{card}{random} {lead} each{of} graveyard"))
    }

    /// What is chosen from, where others were looked at: "them" would be those.
    fn not_those_seen(&mut self, these: &Ref) -> String {
        if self.are_cards_chosen_from(these) {
            return "the chosen cards".to_owned();
        }
        self.thing = None;
        self.object(these)
    }

    /// Whether these are cards that were chosen from among others.
    pub(super) fn are_cards_chosen_from(&self, these: &Ref) -> bool {
        let noun = self.noun_of_ref(these);
        let chosen = matches!(these, Ref::Slot(n) if self.held.get(n).is_some_and(|held| held.participle == "chosen"));
        chosen && noun.plural && noun.head == "card" && self.others_were_seen(these)
    }

    /// Whether other cards than these were looked at or revealed before: "one of them" would be of those.
    fn others_were_seen(&self, these: &Ref) -> bool {
        let seen = |(slot, held): (&lawmage_ir::Slot, &crate::print::control::Held)| {
            matches!(held.participle, "looked at" | "revealed") && Ref::Slot(*slot) != *these
        };
        let own = matches!(these, Ref::Slot(n) if matches!(self.slot_participle(*n), "looked at" | "revealed"));
        !own && self.held.iter().any(seen)
    }

    /// "a creature card and/or a land card from among them".
    fn one_and_or_other(&mut self, from: &Selector, first: &[Test], last: &Test) -> String {
        let (kind, whose, among) = match from {
            Selector::All(Filter { kind, test }) => {
                let whose = if let Test::And(all) = test { all.get(1..).unwrap_or_default() } else { &[] };
                (kind.clone(), whose.to_vec(), String::new())
            }
            Selector::Those(of, _) => (Kind::Card(ZoneSet::default()), Vec::new(), format!(" {}", self.among(of))),
            other => return self.those_of(other, Quant::Bare),
        };
        let bare = if let Kind::Card(_) = kind { Kind::Card(ZoneSet::default()) } else { kind.clone() };
        let mut all: Vec<String> = first.iter().map(|t| self.one(&Filter::new(bare.clone(), t.clone()))).collect();
        all.push(self.one(&Filter::new(kind, Test::all([last.clone()].into_iter().chain(whose)))));
        format!("{}{among}", words::list(&all, "and/or"))
    }

    /// "from among them".
    fn among(&mut self, of: &Selector) -> String {
        match of {
            Selector::Ref(Ref::Slot(_)) => "from among them".to_owned(),
            other => format!("from among {}", self.those_of(other, Quant::Bare)),
        }
    }

    /// A player chooses among what they have: "sacrifices a creature" need not say "they control", and "discards a
    /// card" need not say "from their hand".
    fn without_redundant_owner(&self, filter: &Filter) -> Filter {
        if self.own_choice {
            let drop = |t: &Test| matches!(t, Test::Controlled(_) | Test::Owned(_));
            let test = match &filter.test {
                one if drop(one) => Test::Any,
                Test::And(all) => Test::all(all.iter().filter(|t| !drop(t)).cloned()),
                other => other.clone(),
            };
            let kind = match &filter.kind {
                Kind::Card(zones) if *zones == ZoneSet::of(lawmage_ir::Zone::Hand) => Kind::Card(ZoneSet::default()),
                other => other.clone(),
            };
            return Filter::new(kind, test);
        }
        filter.clone()
    }

    /// Prints with the chooser's own things left unsaid: for what a player sacrifices or discards.
    pub(crate) fn own(&mut self, selector: &Selector) -> String {
        let before = std::mem::replace(&mut self.own_choice, true);
        let text = self.those_of(selector, Quant::All);
        self.own_choice = before;
        text
    }
}

/// "a card at random from your graveyard": before the zone.
fn insert_random(text: &str, random: &str) -> String {
    if random.is_empty() {
        return text.to_owned();
    }
    for zone in [" from ", " in "] {
        if let Some(at) = text.find(zone) {
            let (head, tail) = text.split_at(at);
            return format!("{head}{random}{tail}");
        }
    }
    format!("{text}{random}")
}
