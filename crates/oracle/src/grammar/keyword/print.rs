//! Keyword abilities (702) as they stand in text: "ward {2}", "protection from black", "equip {3}", "islandwalk".

use lawmage_ir::visit::{self, Go};
use lawmage_ir::{
    Ability, Amount, Condition, Cost, CostPart, Filter, Keyword, KeywordAbility, KeywordParam, Kind, Quality, Ref,
    Test, Who, Zone,
};

use super::table::{SUNBURST, joint};
use crate::grammar::ability::annotation::some_x;
use crate::print::{Printer, words};

/// Whether a kicker may be paid any number of times (702.33c).
fn repeats(ability: &KeywordAbility) -> bool {
    use lawmage_ir::Continuous;
    ability.means.iter().any(|a| match a {
        Ability::Static(s) => s.effects.iter().any(|e| matches!(e, Continuous::AdditionalCost { repeat: true, .. })),
        _ => false,
    })
}

/// Whether it may be activated only with an X of more than 0.
fn asks_some_x(ability: &Ability) -> bool {
    let Ability::Activated(activated) = ability else { return false };
    match &activated.limits.condition {
        Some(Condition::And(all)) => all.contains(&some_x()),
        condition => *condition == Some(some_x()),
    }
}

/// Whether it works in the command zone.
fn in_command(ability: &KeywordAbility) -> bool {
    let works = |a: &Ability| matches!(a, Ability::Activated(a) if a.zones.has(Zone::Command));
    ability.means.iter().any(works)
}

impl Printer<'_> {
    /// The keyword with its parameter, in lower case.
    pub(crate) fn keyword(&mut self, ability: &KeywordAbility) -> String {
        if let Some(activated) = ability.prefixed() {
            return self.prefixed(ability.keyword, activated);
        }
        let word = match ability.keyword {
            Keyword::Kicker if repeats(ability) => "multikicker",
            // 702.49d
            Keyword::Ninjutsu if in_command(ability) => "commander ninjutsu",
            // 702.37b
            Keyword::Morph if ability.means.len() > 1 => "megamorph",
            other => other.word(),
        };
        match &ability.param {
            // 702.33h
            KeywordParam::Cost(cost) if cost.parts.last() == Some(&CostPart::TicketAndSticker) => {
                let mut paid = cost.clone();
                paid.parts.pop();
                format!("sticker {word}{}", self.keyword_cost(&paid))
            }
            KeywordParam::None => word.to_owned(),
            // 702.106f
            KeywordParam::Number(_) if ability.keyword == Keyword::HiddenAgenda => "double agenda".to_owned(),
            KeywordParam::Number(n) if ability.keyword == Keyword::Devour => {
                let n = self.keyword_number(n);
                match devoured(ability) {
                    // 702.82c
                    Some(what) => format!("{word} {what} {n}"),
                    None => format!("{word} {n}"),
                }
            }
            KeywordParam::Number(n) if *n == SUNBURST => format!("{word}—sunburst"),
            KeywordParam::Number(n) => format!("{word} {}", self.keyword_number(n)),
            KeywordParam::Cost(cost) if *cost == Cost::of_this() => word.to_owned(),
            KeywordParam::Cost(cost) => match cost.parts.split_first() {
                // What has the keyword is "it", whoever gives it that.
                Some((CostPart::ManaCostOf(Ref::This, less), more)) => {
                    let less = less.as_ref().map(|mana| format!(" reduced by up to {mana}")).unwrap_or_default();
                    let more = self.cost(&Cost { parts: more.to_vec() });
                    format!("{word}—its mana cost{less}{}{more}", if more.is_empty() { "" } else { ", " })
                }
                _ => format!("{word}{}", self.keyword_cost(cost)),
            },
            KeywordParam::NumberCost(n, cost) => {
                let n = self.keyword_number(n);
                let cost = self.cost(cost);
                format!("{word} {n}—{cost}")
            }
            KeywordParam::Quality(filter) => self.with_quality(ability.keyword, filter),
            KeywordParam::QualityCost(filter, cost) => match ability.keyword {
                Keyword::Cycling => {
                    let noun = self.cards_word(filter);
                    let cost = self.keyword_cost(cost);
                    format!("{}cycling{cost}", noun)
                }
                _ => {
                    let noun = self.singular(filter);
                    let noun = noun.trim_end_matches(" card");
                    let cost = self.keyword_cost(cost);
                    match joint(ability.keyword) {
                        Some(joint) => format!("{word} {joint} {}{cost}", noun.trim_end_matches(" spell")),
                        None => format!("{word} {noun}{cost}"),
                    }
                }
            },
            KeywordParam::Everything => format!("{word} from everything"),
            KeywordParam::Chosen(_) if ability.keyword == Keyword::Landwalk => format!("{word} of the chosen type"),
            KeywordParam::Chosen(_) => format!("{word} from the chosen color"),
            KeywordParam::Prototype(cost, power, toughness) => format!("{word} {cost} — {power}/{toughness}"),
            KeywordParam::Own { printed, .. } => printed.to_string(),
            KeywordParam::Pair(name) => format!("{word}—{name}"),
            KeywordParam::Deck(rule) => format!("{word} — {}", self.deck_rule(rule)),
            KeywordParam::Subtype(s) => format!("{word} {}", words::article(s.word())),
        }
    }

    fn keyword_number(&mut self, n: &Amount) -> String {
        match n {
            Amount::Const(n) => n.to_string(),
            Amount::X => "X".to_owned(),
            other => {
                // What is given it calls itself "this".
                let mut number = other.clone();
                if let Some(holder) = &self.holder {
                    visit::walk_mut(&mut number, &mut |node| match node.get_mut::<Ref>() {
                        Some(of) => {
                            if *of == Ref::This {
                                *of = holder.clone();
                            }
                            Go::Past
                        }
                        None => Go::Into,
                    });
                }
                self.where_x = Some(number);
                "X".to_owned()
            }
        }
    }

    /// " {3}" for mana, "—Pay 3 life." for other costs.
    fn keyword_cost(&mut self, cost: &Cost) -> String {
        let parts: Vec<CostPart> =
            cost.parts.iter().filter(|part| !matches!(part, CostPart::Change(..))).cloned().collect();
        match parts.as_slice() {
            [CostPart::Mana(mana)] => format!(" {mana}"),
            [CostPart::Waterbend(mana)] => format!(" waterbend {mana}"),
            _ => format!("—{}", self.cost(cost)),
        }
    }

    /// A keyword with all that stands behind it, as a line of its own.
    pub(crate) fn keyword_line(&mut self, ability: &KeywordAbility) -> String {
        let text = words::capital(&self.keyword(ability));
        let text = format!("{text}{}", self.where_x());
        let changes = self.keyword_changes(ability);
        if !changes.is_empty() {
            return format!("{text}. {}", changes.join(" "));
        }
        let cost = text.contains('—') && !matches!(ability.param, KeywordParam::Pair(_));
        if cost { format!("{text}.") } else { text }
    }

    /// "This ability costs {1} less to activate for each …": sentences that change the cost of the keyword before them.
    fn keyword_changes(&mut self, ability: &KeywordAbility) -> Vec<String> {
        if ability.keyword == Keyword::Suspend && ability.means.iter().any(asks_some_x) {
            return vec!["X can't be 0.".to_owned()];
        }
        if let (Keyword::Crew, Some(Ability::Activated(a))) = (ability.keyword, ability.means.first())
            && a.limits.per_turn == Some(1)
        {
            return vec!["Activate only once each turn.".to_owned()];
        }
        let (KeywordParam::Cost(cost) | KeywordParam::QualityCost(_, cost)) = &ability.param else {
            return Vec::new();
        };
        let casts = |a: &Ability| matches!(a, Ability::Static(_));
        match ability.means.first() {
            Some(Ability::Activated(a)) if ability.keyword == Keyword::Equip && a.limits.per_turn == Some(1) => {
                vec!["Activate only once each turn.".to_owned()]
            }
            Some(Ability::Activated(a)) => self.cost_changes(&a.cost),
            Some(_) if ability.keyword != Keyword::Disguise && ability.means.iter().all(casts) => {
                self.changes_of(cost, "This spell costs", "to cast this way")
            }
            _ => self.reductions(cost),
        }
    }

    fn cards_word(&mut self, filter: &Filter) -> String {
        let text = self.singular(filter);
        match text.split_once(" card") {
            Some((noun, _)) => noun.to_owned(),
            None => text,
        }
    }

    fn with_quality(&mut self, keyword: Keyword, filter: &Filter) -> String {
        let word = match joint(keyword) {
            Some(joint) => format!("{} {joint}", keyword.word()),
            None => keyword.word().to_owned(),
        };
        let quality = match keyword {
            Keyword::Landwalk => return self.landwalk(filter),
            Keyword::Offering => return format!("{} {word}", self.singular(filter)),
            Keyword::Protection | Keyword::Hexproof => self.quality_words(filter),
            Keyword::Affinity | Keyword::BandsWithOther => self.plural(filter),
            Keyword::Champion => self.one(filter),
            Keyword::Partner => self.singular(filter).trim_start_matches("permanent named ").to_owned(),
            _ => self.singular(filter),
        };
        format!("{word} {quality}")
    }

    fn landwalk(&mut self, filter: &Filter) -> String {
        let tests: Vec<&Test> = match &filter.test {
            Test::And(all) => all.iter().collect(),
            one => vec![one],
        };
        let mut adjectives = Vec::new();
        let mut noun = "land".to_owned();
        for test in tests {
            match test {
                Test::Subtype(s) => noun = s.word().to_lowercase(),
                Test::Type(t) if t.word() == "Land" => {}
                other => adjectives.push(self.test(other, false, &Kind::Permanent).text()),
            }
        }
        adjectives.push(format!("{noun}walk"));
        adjectives.join(" ")
    }

    /// "black", "artifacts", "creatures with power 4 or greater", "multicolored".
    fn quality_words(&mut self, filter: &Filter) -> String {
        if filter.test == super::colored_spells() {
            return "spells that are one or more colors".to_owned();
        }
        match &filter.test {
            Test::Color(c) => c.word().to_owned(),
            Test::Controlled(Who::Chosen(_)) => "the chosen player".to_owned(),
            Test::Controlled(Who::Opponents) => "each of your opponents".to_owned(),
            Test::Status(lawmage_ir::Status::RingBearer) => "Ring-bearers".to_owned(),
            Test::Status(lawmage_ir::Status::Spell) => "spells".to_owned(),
            Test::Multicolored => "multicolored".to_owned(),
            Test::Monocolored => "monocolored".to_owned(),
            Test::Colorless => "colorless".to_owned(),
            Test::Supertype(s) => s.word().to_lowercase(),
            Test::Shares(Quality::Color, Ref::This) => "its colors".to_owned(),
            Test::Shares(Quality::CardType, Ref::Linked(_)) => "each of the exiled card's card types".to_owned(),
            Test::SharesWithOne { quality, with, .. } => {
                let with: Vec<String> = with.iter().map(|of| self.plural(of)).collect();
                let of = if *quality == Quality::Color { "the colors of" } else { "each mana value among" };
                format!("{of} {}", with.join(" and "))
            }
            Test::Stat(stat, cmp, n) => self.stat_test(*stat, *cmp, n),
            Test::OffIdentity(_) => "each color that's not in your commander's color identity".to_owned(),
            Test::ChosenColor(_) => "the chosen color".to_owned(),
            Test::ChosenType(_) => "the chosen card type".to_owned(),
            Test::ChosenName(_) => "the chosen card name".to_owned(),
            Test::If(held) if let Some(said) = crate::grammar::test::kind::of_what_was_chosen(held) => {
                said.replacen("with", "each", 1)
            }
            Test::Type(t) if !matches!(t.word(), "Instant" | "Sorcery") => words::plural(&t.word().to_lowercase()),
            Test::Subtype(s) => words::plural(s.word()),
            Test::Or(all) if all.len() == 5 && all.iter().all(|t| matches!(t, Test::Color(_))) => {
                "all colors".to_owned()
            }
            Test::Or(all) => {
                let texts: Vec<String> =
                    all.iter().map(|t| self.quality_words(&Filter::new(filter.kind.clone(), t.clone()))).collect();
                texts.join(" and from ")
            }
            Test::And(all) if all.first() == Some(&Test::Status(lawmage_ir::Status::Spell)) => {
                self.plural(&Filter::new(Kind::Spell, Test::all(all.iter().skip(1).cloned())))
            }
            Test::Any => match filter.kind {
                Kind::Player => "each opponent".to_owned(),
                Kind::Ability => "activated and triggered abilities".to_owned(),
                _ => "everything".to_owned(),
            },
            _ => {
                let kind = if filter.kind == Kind::Object { Kind::Permanent } else { filter.kind.clone() };
                self.plural(&Filter::new(kind, filter.test.clone()))
            }
        }
    }
}

/// What is devoured, other than creatures.
fn devoured(ability: &KeywordAbility) -> Option<String> {
    let mut word = None;
    lawmage_ir::visit::each(&ability.means, |does: &lawmage_ir::Instruction| {
        if let lawmage_ir::Instruction::Sacrifice { what: lawmage_ir::Selector::Choose(choice), .. } = does
            && let lawmage_ir::Selector::All(Filter { test: Test::And(all), .. }) = &choice.from
        {
            word = all.iter().find_map(|test| match test {
                Test::Type(t) if *t != lawmage_ir::CardType::Creature => Some(t.word().to_lowercase()),
                Test::Subtype(s) => Some(s.word().to_owned()),
                _ => None,
            });
        }
    });
    word
}
