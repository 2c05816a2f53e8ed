//! What is asked of one object: "it was kicked", "it had no counters on it".

use lawmage_ir::{Amount, Cmp, CostLabel, Filter, Kind, Ref, Stat, Supertype, Test, Who, Zone};

use super::negate;
use crate::grammar::selector::at_least_one;
use crate::print::{Printer, words};

impl Printer<'_> {
    /// "it's a creature card", "that creature has flying", "you control it"; of what was moved, "it was", "it had".
    pub(crate) fn is(&mut self, r: &Ref, test: &Test, not: bool) -> String {
        if let Test::AsCard(inner) = test {
            return self.is_card(r, inner, not);
        }
        if let (Test::Protected(who), false) = (test, not) {
            let protects = self.relation("protect", who, false);
            return format!("{protects} {}", self.reference(r).text);
        }
        let text = self.is_now(r, test, not);
        if self.moved.contains(r) { past(&text) } else { text }
    }

    /// "it's a permanent card", of what was a permanent.
    fn is_card(&mut self, r: &Ref, test: &Test, not: bool) -> String {
        let what = self.reference(r);
        let card = match test {
            Test::PermanentType => "a permanent card".to_owned(),
            _ => self.one(&Filter::new(Kind::Card(lawmage_ir::ZoneSet::default()), test.clone())),
        };
        match (what.text.as_str(), not) {
            ("it", false) => format!("it's {card}"),
            (text, _) => format!("{text} {}{} {card}", words::agree("be", what.plural), if not { "n't" } else { "" }),
        }
    }

    /// "you control it", "an opponent doesn't control them".
    fn controls_it(&mut self, who: &Who, what: &str, not: bool) -> String {
        if let (Who::Chosen(_), false) = (who, not) {
            let is = if what == "it" { "it's".to_owned() } else { format!("{what} is") };
            return format!("{is} controlled by {}", self.whom(who));
        }
        let what = if what == "they" { "them" } else { what };
        if (who, not) == (&Who::Opponents, false) {
            return format!("an opponent controls {what}");
        }
        let who = self.who(who);
        format!("{} {what}", who.does(if not { "don't control" } else { "control" }))
    }

    fn is_now(&mut self, r: &Ref, test: &Test, not: bool) -> String {
        if let Some(paired) = self.paired_with_such(r, test).filter(|_| !not) {
            return paired;
        }
        let what = self.reference(r);
        let be = |text: String| {
            let verb = match (what.text.as_str(), not) {
                ("it", false) => return format!("it's {text}"),
                ("they", false) => return format!("they're {text}"),
                (_, false) => words::agree("be", what.plural),
                (_, true) => format!("{}n't", words::agree("be", what.plural)),
            };
            format!("{} {verb} {text}", what.text)
        };
        match test {
            Test::PermanentType => be("a permanent card".to_owned()),
            Test::NthSpell(by, nth) => be(self.which_spell(by, *nth)),
            one if let Some(size) = size_of(one) => be(size),
            Test::Type(_) if !not && matches!(r, Ref::Target(_)) => {
                let text = be(self.as_noun(r, test));
                self.make_certain(r);
                self.thing = Some(r.clone());
                text
            }
            Test::Type(_) | Test::Subtype(_) | Test::Token => be(self.as_noun(r, test)),
            Test::Or(all) if all.iter().all(is_noun) => be(self.as_noun(r, test)),
            Test::And(all) if all.iter().any(is_noun) || !not && self.is_no_such_card(r, all) => {
                be(self.as_noun(r, test))
            }
            Test::Supertype(Supertype::Basic) if not => format!("{} nonbasic", what.does("be")),
            Test::Controlled(who) => self.controls_it(who, &what.text, not),
            Test::ChosenColor(n) => {
                let many = self.face_chooses_colors(*n);
                be(if many { "at least one of the chosen colors".to_owned() } else { "of the chosen color".to_owned() })
            }
            Test::Keyword(k) => {
                let verb = if not {
                    format!("{} have", words::agree("don't", what.plural))
                } else {
                    words::agree("have", what.plural)
                };
                format!("{} {verb} {}", what.text, k.word())
            }
            Test::Counters(kind, cmp, n) => {
                let word = kind.as_ref().map(|k| format!("{k} ")).unwrap_or_default();
                let zero = matches!((*cmp, n), (Cmp::Equal | Cmp::AtMost, Amount::Const(0)));
                let one = at_least_one(*cmp, n);
                let had = if not && one || zero { "no" } else { "" };
                let it = if what.plural { "them" } else { "it" };
                if had == "no" {
                    format!("{} no {word}counters on {it}", what.does("have"))
                } else if one {
                    format!("{} {} on {it}", what.does("have"), words::article(&format!("{word}counter")))
                } else {
                    let many = self.many(*cmp, n);
                    format!("{} {many} {word}counters on {it}", what.does("have"))
                }
            }
            Test::Stat(Stat::Colors, Cmp::Equal, Amount::Const(5)) => be("all colors".to_owned()),
            Test::Stat(stat, cmp, n) => {
                let cmp = if not { negate(*cmp) } else { *cmp };
                let text = self.stat_test(*stat, cmp, n);
                let word = crate::grammar::selector::number_of(*stat);
                let rest = text.strip_prefix(word).unwrap_or(&text).trim_start().to_owned();
                format!("{} {word} is {rest}", what.possessive())
            }
            Test::Did(event, span) => {
                let text = self.did(event, *span);
                match text.strip_prefix("was ").filter(|_| not) {
                    Some(suffered) => format!("{} wasn't {suffered}", what.text),
                    None => format!("{} {}{text}", what.text, if not { "didn't " } else { "" }),
                }
            }
            Test::SingleTarget if !not => format!("{} a single target", what.does("have")),
            Test::AttachedTo(host) => be(format!("attached to {}", self.object(host))),
            Test::Is(other) => be(self.object(other)),
            Test::Not(inner) => self.is_now(r, inner, !not),
            other => {
                let kind = if self.noun_of_ref(r).head == "card" {
                    Kind::Card(lawmage_ir::ZoneSet::default())
                } else {
                    Kind::Permanent
                };
                let text = self.test(other, what.plural, &kind).text();
                // "each opponent whose life total is …"
                if what.text == "who" && text.starts_with("whose ") && !not {
                    return text;
                }
                if let Some(rest) = text.strip_prefix("that ")
                    && !not
                {
                    return format!("{} {rest}", what.text);
                }
                if let Some(rest) = text.strip_prefix("with ") {
                    return format!("{} {rest}", what.does(if not { "don't have" } else { "have" }));
                }
                be(text.trim_start_matches("that's ").to_owned())
            }
        }
    }

    /// "it's paired with a creature with soulbond" (702.95b)
    fn paired_with_such(&mut self, r: &Ref, test: &Test) -> Option<String> {
        let (Ref::Partner(of), Test::Keyword(_)) = (r, test) else { return None };
        let with = self.test(test, false, &Kind::Permanent).text();
        Some(format!("{} paired with a creature {with}", self.reference(of).does("be")))
    }

    /// "a creature card", "a Goblin"
    fn as_noun(&mut self, r: &Ref, test: &Test) -> String {
        let card = self.noun_of_ref(r).head == "card" || matches!(r, Ref::TopCard(_));
        let kind = if card { Kind::Card(lawmage_ir::ZoneSet::default()) } else { Kind::Permanent };
        self.one(&Filter::new(kind, test.clone()))
    }

    /// "a noncreature, nonland card"
    fn is_no_such_card(&self, r: &Ref, all: &[Test]) -> bool {
        let none = |test: &Test| matches!(test, Test::Not(inner) if is_noun(inner));
        self.noun_of_ref(r).head == "card" && all.iter().all(none)
    }

    /// "a Dragon", where that is what the additional cost of the spell asks to behold.
    fn beheld_for_it(&mut self) -> Option<String> {
        let costs = self.face.abilities.iter().filter_map(|ability| match ability {
            lawmage_ir::Ability::Static(fixed) => fixed.effects.iter().find_map(|effect| match effect {
                lawmage_ir::Continuous::AdditionalCost { cost, .. } => Some(&cost.parts),
                _ => None,
            }),
            _ => None,
        });
        let what = costs.flatten().find_map(|part| match part {
            lawmage_ir::CostPart::Behold(what) => Some(what.clone()),
            _ => None,
        })?;
        Some(self.beheld(&what))
    }

    /// "{2}{U}", which may be paid rather than the mana cost, where no other cost goes without a keyword.
    fn alternative_cost(&mut self) -> Option<String> {
        use lawmage_ir::Continuous;
        let statics = self.face.abilities.iter().filter_map(|ability| match ability {
            lawmage_ir::Ability::Static(fixed) => Some(&fixed.effects),
            _ => None,
        });
        let all: Vec<&Continuous> = statics.flatten().collect();
        if all.iter().any(|e| matches!(e, Continuous::AdditionalCost { label: Some(CostLabel::Other(_)), .. })) {
            return None;
        }
        all.iter().find_map(|effect| match effect {
            Continuous::AlternativeCost { cost, label: CostLabel::Other(_) } => match cost.parts.as_slice() {
                [lawmage_ir::CostPart::Mana(mana)] => Some(mana.to_string()),
                _ => None,
            },
            _ => None,
        })
    }

    pub(crate) fn paid_label(&mut self, r: &Ref, label: &CostLabel) -> String {
        use lawmage_ir::Keyword;
        if *r == Ref::This {
            self.thing = Some(Ref::This);
        }
        match label {
            CostLabel::Keyword(Keyword::Kicker, which) => {
                let what = if *r == Ref::This && self.face.types.any_permanent() {
                    "it".to_owned()
                } else if *r == Ref::This {
                    "this spell".to_owned()
                } else {
                    self.object(r)
                };
                match self.kicker_cost(*which) {
                    Some(cost) => format!("{what} was kicked with its {cost} kicker"),
                    None => format!("{what} was kicked"),
                }
            }
            CostLabel::Keyword(Keyword::Bargain, _) => {
                let of = match r {
                    Ref::This if self.face.types.any_permanent() => "it".to_owned(),
                    Ref::This => "this spell".to_owned(),
                    other => self.object(other),
                };
                format!("{of} was bargained")
            }
            // 2026:702.194b
            CostLabel::Keyword(Keyword::Teamwork, _) => {
                let of = if *r == Ref::This { "this spell".to_owned() } else { self.object(r) };
                format!("{of} was cast using teamwork")
            }
            CostLabel::Keyword(Keyword::Gift, _) if *r == Ref::This => "the gift was promised".to_owned(),
            CostLabel::Keyword(k, _) => {
                let of = if *r == Ref::This { "this spell".to_owned() } else { self.object(r) };
                format!("{} {} cost was paid", words::possessive(&of), k.word())
            }
            CostLabel::Other(_) if let Some(cost) = self.alternative_cost() => format!("the {cost} cost was paid"),
            CostLabel::Other(_) if let Some(what) = self.beheld_for_it() => format!("{what} was beheld"),
            CostLabel::Other(_) => "this spell's additional cost was paid".to_owned(),
        }
    }

    /// 702.33f: the cost of one of several kickers, by which it is told from the others.
    fn kicker_cost(&mut self, which: u8) -> Option<String> {
        use lawmage_ir::{Ability, Keyword, KeywordParam};
        let costs: Vec<_> = self
            .face
            .abilities
            .iter()
            .filter_map(|ability| match ability {
                Ability::Keyword(k) if k.keyword == Keyword::Kicker => match &k.param {
                    KeywordParam::Cost(cost) => Some(cost.clone()),
                    _ => None,
                },
                _ => None,
            })
            .collect();
        if costs.len() < 2 {
            return None;
        }
        costs.get(usize::from(which)).map(|cost| self.cost(cost))
    }

    pub(crate) fn was_cast(&mut self, r: &Ref, zones: Option<&lawmage_ir::ZoneSet>, by: Option<&Who>) -> String {
        let what = self.reference(r);
        let from = zones.map(|z| {
            if z.iter().count() > 4 {
                return " from anywhere other than your hand".to_owned();
            }
            match z.iter().collect::<Vec<_>>().as_slice() {
                [Zone::Exile] => " from exile".to_owned(),
                [Zone::Hand] => " from your hand".to_owned(),
                [Zone::Library] => " from your library".to_owned(),
                [Zone::Command] => " from the command zone".to_owned(),
                zones => {
                    let names: Vec<String> = zones.iter().map(|z| z.word().to_owned()).collect();
                    format!(" from {}", words::article(&words::list(&names, "or")))
                }
            }
        });
        match by {
            Some(Who::You) => {
                let from = from.map(|f| f.replace(" from a", " from your")).unwrap_or_default();
                format!("you cast {}{}", what.text, from.replace("yourn ", "your "))
            }
            Some(who) => format!("{} cast {}{}", self.who(who).text, what.text, from.unwrap_or_default()),
            None => format!("{} was cast{}", what.text, from.unwrap_or_default()),
        }
    }
}

pub(super) fn is_noun(test: &Test) -> bool {
    match test {
        Test::Type(_) | Test::Subtype(_) | Test::PermanentType => true,
        Test::And(all) => all.iter().any(is_noun),
        Test::Or(all) => all.iter().all(is_noun),
        _ => false,
    }
}

/// A statement in the past tense.
pub(super) fn past(text: &str) -> String {
    const VERBS: &[(&str, &str)] = &[
        ("it's ", "it was "),
        ("they're ", "they were "),
        (" is ", " was "),
        (" isn't ", " wasn't "),
        (" are ", " were "),
        (" aren't ", " weren't "),
        (" has ", " had "),
        (" have ", " had "),
        (" doesn't have ", " didn't have "),
        (" don't have ", " didn't have "),
        ("you control ", "you controlled "),
    ];
    let first = VERBS.iter().filter_map(|(now, then)| Some((text.find(now)?, now, then)));
    match first.min_by_key(|(at, now, _)| (*at, std::cmp::Reverse(now.len()))) {
        Some((at, now, then)) => format!("{}{then}{}", &text[..at], &text[at + now.len()..]),
        None => text.to_owned(),
    }
}

/// "1/1", of what has that power and that toughness.
fn size_of(test: &Test) -> Option<String> {
    let [Test::Stat(Stat::Power, Cmp::Equal, power), Test::Stat(Stat::Toughness, Cmp::Equal, toughness)] =
        test.conjuncts()
    else {
        return None;
    };
    match (power, toughness) {
        (Amount::Const(power), Amount::Const(toughness)) => Some(format!("{power}/{toughness}")),
        _ => None,
    }
}
