//! Mana (106): what is added, and what it may be spent on.

use lawmage_ir::{
    Amount, Color, CostUse, Filter, Instruction, Keyword, Kind, ManaRider, ManaType, ManaYield, Selector, Test, Who,
    Zone, ZoneSet,
};

use crate::grammar::effect::deed::Deed;
use crate::grammar::selector::Quant;
use crate::print::{Printer, words};

impl Printer<'_> {
    /// Mana (106).
    pub(crate) fn of_mana(&mut self, does: &Instruction) -> Option<Deed> {
        Some(match does {
            Instruction::AddMana { who, mana, times, rider } => self.add_mana(who, mana, times, rider.as_deref()),
            Instruction::DoubleMana(who) => {
                let have = if *who == Who::You { "you have" } else { "they have" };
                Deed::act(self.actor(who), format!("double the amount of each type of unspent mana {have}"))
            }
            Instruction::LoseMana { who, to } => self.lose_mana(who, to.as_ref()),
            Instruction::ActivateManaOf(who, what) => {
                let subject = self.explicit(who);
                let each = self.those_of(what, Quant::Each);
                Deed::act(subject, format!("activate a mana ability of {each}"))
            }
            Instruction::NoteMana(_) => Deed::order("note the type of mana spent to pay this activation cost"),
            _ => return None,
        })
    }

    /// "add {G}".
    pub(crate) fn add_mana(&mut self, who: &Who, mana: &ManaYield, times: &Amount, rider: Option<&ManaRider>) -> Deed {
        let subject = self.actor(who);
        let text = self.mana(mana, times);
        let rider = rider.map(|r| self.rider(r)).unwrap_or_default();
        Deed::act(subject, format!("add {text}{rider}"))
    }

    /// "lose all unspent mana".
    pub(crate) fn lose_mana(&mut self, who: &Who, to: Option<&Who>) -> Deed {
        let lost = Deed::act(self.explicit(who), "lose all unspent mana");
        match to {
            None => lost,
            Some(heir) => {
                let heir = self.who(heir).does("add");
                Deed::Whole(format!("{} and {heir} the mana lost this way", lost.finite()))
            }
        }
    }

    fn mana(&mut self, mana: &ManaYield, times: &Amount) -> String {
        let symbols = |all: &[ManaType]| all.iter().map(ToString::to_string).collect::<String>();
        let base = match mana {
            ManaYield::Fixed(all) => symbols(all),
            two if *two == super::parse::two_different_colors() => "two mana of different colors".to_owned(),
            ManaYield::OneOf(bundles) => {
                let pairs = (1..=5).find(|n| *bundles == super::pairs_of_colors(*n));
                let texts = || bundles.iter().map(|b| symbols(b)).collect::<Vec<String>>();
                match pairs {
                    Some(1) => "two mana of different colors".to_owned(),
                    Some(n) => {
                        let n = words::number(n as i32);
                        format!("{n} mana of any one color and {n} mana of any other color")
                    }
                    None => words::list(&texts(), "or"),
                }
            }
            ManaYield::AnyColor { count, combination, colors } => {
                let n = self.number_word(count);
                let all = colors.is_empty() || colors.len() == 5;
                if *combination {
                    let set = if all {
                        "colors".to_owned()
                    } else {
                        let texts: Vec<String> = colors.iter().map(|c| format!("{{{}}}", c.letter())).collect();
                        words::list(&texts, "and/or")
                    };
                    format!("{} mana in any combination of {set}", n.replace("that many", "that much"))
                } else if all {
                    let one = if *count == Amount::ONE { "any color" } else { "any one color" };
                    format!("{n} mana of {one}")
                } else {
                    let texts: Vec<String> = colors.iter().map(|c: &Color| format!("{{{}}}", c.letter())).collect();
                    words::list(&texts, "or")
                }
            }
            ManaYield::Chosen(_) => "one mana of the chosen color".to_owned(),
            ManaYield::OrChosen(own, _) => format!("{} or one mana of the chosen color", symbols(&[*own])),
            ManaYield::Noted(_) => format!("one mana of the type last noted for {}", self.this_named()),
            ManaYield::CouldProduce(of) | ManaYield::ColorCouldProduce(of) => {
                let color = matches!(mana, ManaYield::ColorCouldProduce(_));
                let lands = match &**of {
                    Selector::All(filter) => format!("that {}", self.one(filter)),
                    other => self.those_of(other, Quant::Bare),
                };
                let kind = if color { "color" } else { "type" };
                format!("one mana of any {kind} {lands} could produce")
            }
            ManaYield::EachColorOf(of) => {
                format!("one mana of each color among {}", self.those_of(of, Quant::Bare))
            }
            ManaYield::ColorsOf(of) if let Selector::Ref(it) = &**of => {
                let whose = self.reference(it).possessive();
                format!("one mana of any of {whose} colors")
            }
            ManaYield::ColorsOf(of) => format!("one mana of any color among {}", self.those_of(of, Quant::Bare)),
            ManaYield::InIdentity => "one mana of any color in your commander's color identity".to_owned(),
            ManaYield::SameAsEvent => "one mana of any type that land produced".to_owned(),
        };
        // What a number stands before is said without its own.
        let base = match (mana, times) {
            (ManaYield::Chosen(_), Amount::Const(1)) => base,
            (ManaYield::Chosen(_), other) if self.split_each(other).is_none_or(|(n, _)| n != 1) => {
                "mana of that color".to_owned()
            }
            _ => base,
        };
        match times {
            Amount::Const(1) => format!("{base}{}", self.where_x()),
            Amount::Const(n @ 2..) if matches!(mana, ManaYield::CouldProduce(_)) => {
                base.replacen("one mana", &format!("{} mana", words::number(*n)), 1)
            }
            Amount::Event | Amount::Slot(_) if base.starts_with('{') => format!("that much {base}"),
            Amount::Times(2, n) if matches!(**n, Amount::Event | Amount::Slot(_)) && base.starts_with('{') => {
                format!("twice that much {base}")
            }
            other => match self.split_each(other) {
                Some((1, each)) => format!("{base} for each {each}"),
                _ => format!("an amount of {base} equal to {}", self.expression(other)),
            },
        }
    }

    fn rider(&mut self, rider: &ManaRider) -> String {
        let mut text = String::new();
        let one = !rider.on_spell.is_empty();
        let spells = rider.spells.as_ref().map(|f| format!("cast {}", self.cast_with(f, one)));
        let abilities = rider.abilities.as_ref().map(|f| {
            if f.test == Test::Any {
                "activate abilities".to_owned()
            } else {
                format!("activate abilities of {}", self.sources(f))
            }
        });
        let costs: Vec<String> = rider.costs.iter().map(|cost| self.cost_use(cost)).collect();
        let uses: Vec<String> = spells.into_iter().chain(abilities).chain(costs).collect();
        if rider.costs == [CostUse::WithX] && uses.len() == 1 {
            text.push_str(". Spend this mana only on costs that contain {X}");
        } else if !uses.is_empty() {
            text.push_str(&format!(". Spend this mana only to {}", words::list(&uses, "or")));
        }
        if let Some(not) = &rider.not_spells {
            text.push_str(&format!(". This mana can't be spent to cast {}", self.one(not)));
        }
        if rider.not_generic {
            text.push_str(". This mana can't be spent to pay generic mana costs");
        }
        if !rider.on_spell.is_empty() {
            let brought = self.statics(&rider.on_spell);
            let brought =
                brought.strip_prefix("this spell").map_or(brought.clone(), |rest| format!("that spell{rest}"));
            text.push_str(&format!(", and {brought}"));
        }
        if let Some(brought) = &rider.brings {
            text.push_str(&self.brought(brought));
        }
        if let Some(ability) = &rider.when_cast {
            let said = self.delayed(ability, &lawmage_ir::Waits::Once).finite();
            let said = said.strip_prefix("when you cast ").unwrap_or(&said);
            text.push_str(&format!(". When you spend this mana to cast {said}"));
        }
        if rider.until_end_of_turn {
            text.push_str(". Until end of turn, you don't lose this mana as steps and phases end");
        }
        if rider.until_end_of_combat {
            text.push_str(". Until end of combat, you don't lose this mana as steps and phases end");
        }
        text
    }
}

impl Printer<'_> {
    /// "creature spells", "spells from exile", "your commander": what mana is spent to cast.
    fn cast_with(&mut self, spells: &Filter, one: bool) -> String {
        if spells.test == crate::grammar::condition::your_commander() {
            return "your commander".to_owned();
        }
        // Each of several phrases, where they aren't of one word.
        if let Test::Or(either) = &spells.test
            && either.iter().any(|t| matches!(t, Test::And(_) | Test::Stat(..) | Test::HasX | Test::CastFrom(_)))
        {
            let of = |t: &Test| self.cast_with(&Filter::new(Kind::Spell, t.clone()), one);
            return words::list(&either.iter().map(of).collect::<Vec<_>>(), "or");
        }
        let tests = spells.test.conjuncts();
        let of = |t: &Test| if let Test::CastFrom(zones) = t { Some(*zones) } else { None };
        let Some(zones) = tests.iter().find_map(of) else {
            return if one { self.one(spells) } else { self.plural(spells) };
        };
        let own = tests.contains(&Test::Owned(Who::You));
        let rest = tests.iter().filter(|t| !matches!(t, Test::CastFrom(_) | Test::Owned(Who::You)));
        let rest = Filter::new(Kind::Spell, Test::all(rest.cloned()));
        let said = if one { self.one(&rest) } else { self.plural(&rest) };
        let from = if zones == ZoneSet::of(Zone::Exile) {
            "exile".to_owned()
        } else if zones.iter().count() > 4 {
            "anywhere other than your hand".to_owned()
        } else {
            let names: Vec<&str> = zones.iter().map(Zone::word).collect();
            format!("{} {}", if own { "your" } else { "a" }, names.join(" or "))
        };
        format!("{said} from {from}")
    }

    /// "turn creatures face up", after "to".
    fn cost_use(&mut self, cost: &CostUse) -> String {
        match cost {
            CostUse::WithX => "pay a cost that contains {X}".to_owned(),
            CostUse::WithColorless => "pay a cost that contains {C}".to_owned(),
            CostUse::Abilities(keyword) => format!("activate {} ability", words::article(keyword.word())),
            CostUse::TurningUp(what) => format!("turn {} face up", self.plural(what)),
            CostUse::ManifestedUp => "pay a mana cost to turn a manifested creature face up".to_owned(),
            CostUse::OfKeyword(Keyword::Morph) => "pay a morph cost".to_owned(),
            CostUse::OfKeyword(keyword) => format!("pay {} costs", keyword.word()),
            CostUse::Unlocking => "unlock doors".to_owned(),
            CostUse::Foretelling => "foretell cards".to_owned(),
            CostUse::ClassLevels => "gain a Class level".to_owned(),
        }
    }

    /// "artifact sources", wherever they are; "lands", on the battlefield.
    fn sources(&mut self, of: &lawmage_ir::Filter) -> String {
        let text = self.plural(of);
        if of.kind != lawmage_ir::Kind::Object || text.contains("source") {
            return text;
        }
        let one = self.singular(of);
        match one.split_once(" of ") {
            Some((head, of)) => format!("{head} sources of {of}"),
            None => format!("{one} sources"),
        }
    }
}

impl Printer<'_> {
    /// ". If that mana is spent on a creature spell, it gains haste until end of turn".
    fn brought(&mut self, brought: &lawmage_ir::Brought) -> String {
        let commander = brought.spells.test == crate::grammar::condition::your_commander();
        let spells = if commander {
            "you spend this mana to cast your commander".to_owned()
        } else {
            format!("that mana is spent on {}", self.one(&brought.spells))
        };
        let said = match brought.effects.first() {
            Some(lawmage_ir::Continuous::Cant(_)) => "that spell can't be countered".to_owned(),
            Some(lawmage_ir::Continuous::Modify { mods, .. }) => {
                let lasts = self.duration(&brought.duration);
                let lasts = if lasts.is_empty() { lasts } else { format!(" {lasts}") };
                format!("{}{lasts}", self.predicate("it", false, mods, false))
            }
            Some(lawmage_ir::Continuous::Replace(replacement)) => match &replacement.instead {
                lawmage_ir::Instead::Enter(entering) => match entering.counters.first() {
                    Some((kind, count)) => self.brought_counters(kind, count),
                    None => String::new(),
                },
                _ => String::new(),
            },
            _ => String::new(),
        };
        format!(". If {spells}, {said}")
    }

    fn brought_counters(&mut self, kind: &lawmage_ir::CounterKind, count: &Amount) -> String {
        match count {
            Amount::Const(1) => format!("it enters with an additional {kind} counter on it"),
            Amount::Const(_) | Amount::X => {
                format!("it enters with {} additional {kind} counters on it", self.number_word(count))
            }
            other => {
                let number = self.expression(other);
                format!("it enters with a number of additional {kind} counters on it equal to {number}")
            }
        }
    }
}
