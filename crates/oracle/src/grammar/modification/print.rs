//! Modifications as predicates: "gets +1/+1 and has flying", "becomes a 3/3 Elemental creature with haste".

use lawmage_ir::{Ability, Amount, Keyword, Modification, Selector, Stat, TypeLine, Who};

use super::table::{is_every_land_type, text_word};
use crate::grammar::selector::Quant;
use crate::grammar::token::{colors_word, type_words};
use crate::print::{Printer, words};

impl Printer<'_> {
    /// The whole, with its subject: "it has flying". `lasting`: static "has"/"is"; else "gains"/"becomes".
    pub(crate) fn predicate(&mut self, subject: &str, plural: bool, mods: &[Modification], lasting: bool) -> String {
        let verbs = self.predicates(plural, mods, lasting);
        let text = join_verbs(&verbs);
        let text = format!("{subject} {text}");
        if lasting { text.replace("it is ", "it's ") } else { text }
    }

    /// A verb that agrees with its subject, or bare behind "may have …".
    pub(crate) fn agree(&self, verb: &str, plural: bool) -> String {
        words::agree(verb, plural || self.bare)
    }

    /// The verb phrases, one for each kind of change.
    pub(crate) fn predicates(&mut self, plural: bool, mods: &[Modification], lasting: bool) -> Vec<String> {
        let mut verbs: Vec<String> = Vec::new();
        let mut at = 0;
        while let Some(one) = mods.get(at) {
            let run = run_of_abilities(mods.get(at..).unwrap_or_default());
            if run > 0 {
                let verb = if lasting { self.agree("have", plural) } else { self.agree("gain", plural) };
                let abilities: Vec<String> = mods
                    .iter()
                    .skip(at)
                    .take(run)
                    .filter_map(|m| match m {
                        Modification::AddAbility(a) => Some(self.granted(a)),
                        _ => None,
                    })
                    .collect();
                verbs.push(format!("{verb} {}", words::list(&abilities, "and")));
                at += run;
                continue;
            }
            if let Some((said, used)) = self.like_the_last(mods.get(at..).unwrap_or_default(), plural) {
                verbs.push(said);
                at += used;
                continue;
            }
            let used = self.becomes(mods.get(at..).unwrap_or_default(), plural, lasting, &mut verbs);
            if used > 0 {
                at += used;
                continue;
            }
            let text = self.modification(one, plural, lasting);
            verbs.push(text);
            at += 1;
        }
        verbs
    }

    /// "becomes a 2/2 white and blue Bird artifact creature with flying": a run of changes of color, types, size and
    /// abilities said by one noun phrase. Gives how many it took.
    fn becomes(&mut self, mods: &[Modification], plural: bool, lasting: bool, verbs: &mut Vec<String>) -> usize {
        let mut size: Option<(Option<Amount>, Option<Amount>)> = None;
        let mut colors = None;
        let mut line: Option<(TypeLine, bool)> = None;
        let (mut add_colors, mut own_kind) = (false, false);
        let mut used = 0;
        // "has base power and toughness 5/5 and becomes a Dinosaur …": said apart when the size comes first.
        if let Some(Modification::SetPowerToughness(p, t)) = mods.first() {
            verbs.push(self.base_size(p.as_ref(), t.as_ref(), plural));
            return 1;
        }
        for one in mods {
            if size.is_some() {
                break;
            }
            match one {
                Modification::SetPowerToughness(p, t) if size.is_none() => size = Some((p.clone(), t.clone())),
                Modification::SetColors(c) if colors.is_none() => colors = Some(*c),
                Modification::AddColors(c) if colors.is_none() => {
                    colors = Some(*c);
                    add_colors = true;
                }
                Modification::AddTypes(l) if line.is_none() => line = Some((l.clone(), true)),
                Modification::SetTypes(l) if line.is_none() => line = Some((l.clone(), false)),
                // 205.1b: "becomes a Vampire artifact creature".
                Modification::SetTypes(l) if l.types.is_empty() && line.as_ref().is_some_and(|l| l.1) && !own_kind => {
                    own_kind = true;
                    if let Some((line, _)) = &mut line {
                        line.subtypes.clone_from(&l.subtypes);
                    }
                }
                _ => break,
            }
            used += 1;
        }
        if used == 0 {
            return 0;
        }
        let verb = if lasting { self.agree("be", plural) } else { self.agree("become", plural) };
        let Some((line, adds)) = line else {
            if let Some(c) = colors {
                let also =
                    if add_colors { format!(" in addition to {} other colors", its(plural)) } else { String::new() };
                verbs.push(format!("{verb} {}{also}", colors_word(c)));
            }
            verbs.extend(size.map(|(p, t)| self.base_size(p.as_ref(), t.as_ref(), plural)));
            return used;
        };
        let mut all = Vec::new();
        let mut shown_size = None;
        let value = Amount::Stat(lawmage_ir::Stat::ManaValue, lawmage_ir::Ref::It);
        let own_value = matches!(&size, Some((Some(p), Some(t))) if *p == value && *t == value);
        let other = size.as_ref().and_then(size_of_another);
        if let Some((Some(p), Some(t))) = &size
            && !own_value
            && other.is_none()
        {
            shown_size = Some(format!("{}/{}", self.digits(p), self.digits(t)));
        }
        all.extend(line.supertypes.iter().map(|s| s.word().to_lowercase()));
        all.extend(shown_size);
        all.extend(colors.map(colors_word));
        let every = is_every_land_type(&line.subtypes);
        match every {
            true => all.push("every land type".to_owned()),
            false => all.extend(line.subtypes.listed.iter().map(|s| s.word().to_owned())),
        }
        all.extend(type_words(&line));
        let noun = all.join(" ");
        let bare = line.types.is_empty() && line.subtypes.listed.is_empty();
        let noun = match plural {
            _ if bare || every => noun,
            true => words::plural(&noun),
            false => words::article(&noun),
        };
        let mut text = format!("{verb} {noun}");
        text.push_str(&self.other_types_lost(&line, adds || own_kind, plural));
        if own_value {
            text.push_str(" with power and toughness each equal to its mana value");
        }
        // Abilities that follow at once are said with "with".
        let run = if lasting && size.is_none() { 0 } else { run_of_abilities(mods.get(used..).unwrap_or_default()) };
        if run > 0 && size.is_some() && !lasting {
            text.push_str(&self.with_abilities(mods.get(used..used + run).unwrap_or_default()));
            used += run;
        }
        if let Some(other) = other {
            let whose = self.reference(&other).possessive();
            text.push_str(&format!(" and base power and toughness equal to {whose} power and toughness"));
        }
        let artifact_creature =
            line.types.has(lawmage_ir::CardType::Artifact) && line.types.has(lawmage_ir::CardType::Creature);
        let kept = artifact_creature && size.is_some() && line.subtypes.listed.is_empty();
        if adds && !own_kind && !kept && !bare {
            let what = if add_colors { "colors and types" } else { "types" };
            text.push_str(&format!(" in addition to {} other {what}", its(plural)));
        }
        verbs.push(text);
        used
    }

    /// " with haste and trample".
    fn with_abilities(&mut self, mods: &[Modification]) -> String {
        let abilities: Vec<String> = mods
            .iter()
            .filter_map(|m| match m {
                Modification::AddAbility(a) => Some(self.granted(a)),
                _ => None,
            })
            .collect();
        format!(" with {}", words::list(&abilities, "and"))
    }

    fn base_size(&mut self, power: Option<&Amount>, toughness: Option<&Amount>, plural: bool) -> String {
        let have = self.agree("have", plural);
        let value = Amount::Stat(lawmage_ir::Stat::ManaValue, lawmage_ir::Ref::It);
        match (power, toughness) {
            (Some(p), Some(t)) if *p == value && *t == value => {
                format!("{have} base power and toughness each equal to its mana value")
            }
            (Some(p), Some(t)) if p == t && of_done(p) => {
                format!("{have} base power and toughness each equal to {}", self.expression(p))
            }
            (Some(Amount::Stat(Stat::Power, p)), Some(Amount::Stat(Stat::Toughness, t))) if p == t => {
                let whose = self.reference(p).possessive();
                format!("{have} base power and toughness equal to {whose} power and toughness")
            }
            (Some(p), Some(t)) => {
                let text = format!("{have} base power and toughness {}/{}", self.digits(p), self.digits(t));
                text
            }
            (Some(p), None) => format!("{have} base power {}", self.digits(p)),
            (None, Some(t)) => format!("{have} base toughness {}", self.digits(t)),
            (None, None) => String::new(),
        }
    }

    fn modification(&mut self, one: &Modification, plural: bool, lasting: bool) -> String {
        let be = if lasting { self.agree("be", plural) } else { self.agree("become", plural) };
        match one {
            Modification::AddPowerToughness(p, t) => self.gets(p, t, plural),
            Modification::SwitchPowerToughness => "switch power and toughness".to_owned(),
            Modification::LoseKeyword(Keyword::BandsWithOther) => {
                format!("{} all \"bands with other\" abilities", self.agree("lose", plural))
            }
            Modification::LoseLandwalk(land) => {
                format!("{} {}walk", self.agree("lose", plural), land.word().to_lowercase())
            }
            Modification::LoseKeyword(Keyword::Landwalk) => {
                format!("{} all landwalk abilities", self.agree("lose", plural))
            }
            Modification::LoseKeyword(k) => format!("{} {}", self.agree("lose", plural), k.word()),
            Modification::ThisAbility if lasting => format!("{} this ability", self.agree("have", plural)),
            Modification::ThisAbility => format!("{} this ability", self.agree("gain", plural)),
            Modification::LoseThisAbility(_) => format!("{} this ability", self.agree("lose", plural)),
            Modification::LoseAllButMana => {
                format!("{} all abilities except mana abilities", self.agree("lose", plural))
            }
            Modification::LoseAbility(lost) => format!("{} {}", self.agree("lose", plural), self.granted(lost)),
            Modification::LoseAllAbilities => format!("{} all abilities", self.agree("lose", plural)),
            Modification::CantHave(k) => format!("can't have or gain {}", k.word()),
            Modification::Controller(who) => format!("{be} controlled by {}", self.whom(who)),
            // 613.2a: of itself, as it is chosen.
            Modification::CopyOf(lawmage_ir::Ref::This, mods)
                if !lasting && mods.iter().any(|m| matches!(m, Modification::SetPowerToughness(..))) =>
            {
                format!("{be} {}", self.alternative(mods))
            }
            Modification::CopyOf(r, except) => {
                let what = self.object(r);
                format!("{be} a copy of {what}{}", self.exceptions(except))
            }
            Modification::ReplaceWord(from, to) => format!("has {} replaced by {}", text_word(*from), text_word(*to)),
            Modification::RemoveType(t) => {
                format!("{}n't {}", self.agree("be", plural), words::article(&t.word().to_lowercase()))
            }
            Modification::RemoveSupertype(s) => {
                format!("{}n't {}", self.agree("be", plural), s.word().to_lowercase())
            }
            Modification::AllCreatureTypes if lasting => format!("{be} every creature type"),
            Modification::AllCreatureTypes => format!("{} all creature types", self.agree("gain", plural)),
            Modification::CreatureTypesOf(of) => {
                let of = self.object(of);
                format!("{} the creature types of {of}", self.agree("have", plural))
            }
            Modification::LoseCreatureTypes => format!("{} all creature types", self.agree("lose", plural)),
            Modification::SetLandTypes(t) if t.listed.is_empty() => self.agree("lose", plural) + " all land types",
            Modification::SetLandTypes(types) => {
                let all: Vec<String> = types.listed.iter().map(|s| s.word().to_owned()).collect();
                let noun = words::list(&all, "and");
                if plural {
                    format!("{be} {}", words::plural(&noun))
                } else {
                    format!("{be} {}", words::article(&noun))
                }
            }
            Modification::AddChosenType(_) => {
                format!("{be} the chosen type in addition to {} other types", its(plural))
            }
            Modification::SetChosenType(_) => format!("{be} the chosen type"),
            Modification::KeepColors => format!("{}n't copy that creature's color", self.agree("do", plural)),
            Modification::SetChosenColor(_) => format!("{be} the chosen color"),
            Modification::AddChosenColor(_) => {
                format!("{be} the chosen color in addition to {} other colors", its(plural))
            }
            Modification::LoseManaCost => format!("{} no mana cost", self.agree("have", plural)),
            Modification::SetName(name) => format!("{be} named {name}"),
            Modification::StickerWord(words, _) => {
                format!("{} “{words}” added to its name", self.agree("have", plural))
            }
            Modification::StickerAbilities(of) => {
                let of = self.object(of);
                let verb = self.agree(if lasting { "have" } else { "gain" }, plural);
                format!("{verb} the abilities of ability stickers on {of}")
            }
            Modification::FullText(of, besides) => {
                let have = self.agree("have", plural);
                let card = match &**of {
                    lawmage_ir::Selector::GraveyardEnd { .. } => "that card".to_owned(),
                    other => self.those_of(other, Quant::Bare),
                };
                let texts: Vec<String> = besides.iter().map(|a| self.granted(a)).collect();
                let texts = if texts.is_empty() {
                    String::new()
                } else {
                    format!(" and {have} the text {}", words::list(&texts, "and"))
                };
                format!("{have} the full text of {card}{texts}")
            }
            Modification::AllNames(filter) => {
                format!("{} all names of {}", self.agree("have", plural), self.plural(filter))
            }
            Modification::AbilitiesOf(sort, of) => {
                let verb = if lasting { self.agree("have", plural) } else { self.agree("gain", plural) };
                let once = match sort {
                    lawmage_ir::AbilitySort::ActivatedOnce => {
                        ". You may activate each of those abilities only once each turn"
                    }
                    _ => "",
                };
                let but =
                    if *sort == lawmage_ir::AbilitySort::ActivatedButMana { " except mana abilities" } else { "" };
                let sort = match sort {
                    lawmage_ir::AbilitySort::Activated
                    | lawmage_ir::AbilitySort::ActivatedOnce
                    | lawmage_ir::AbilitySort::ActivatedButMana => "activated",
                    lawmage_ir::AbilitySort::ActivatedAndTriggered => "activated and triggered",
                    lawmage_ir::AbilitySort::Loyalty => "loyalty",
                    lawmage_ir::AbilitySort::Keyword(keyword) => keyword.word(),
                };
                format!("{verb} all {sort} abilities of {}{but}{once}", self.those_of(of, Quant::All))
            }
            // Worked out by the engine; no card says so.
            Modification::SetText(_) | Modification::Acquired(_) => String::new(),
            Modification::AddTypes(_)
            | Modification::SetTypes(_)
            | Modification::SetColors(_)
            | Modification::AddColors(_)
            | Modification::SetPowerToughness(..)
            | Modification::AddAbility(_) => String::new(),
        }
    }

    /// "gets +1/+1", "gets +X/+X", "gets +1/+1 for each …".
    fn gets(&mut self, power: &Amount, toughness: &Amount, plural: bool) -> String {
        let get = self.agree("get", plural);
        let twice_less = |n: &Amount| matches!(n, Amount::Times(-2, x) if **x == Amount::X);
        if twice_less(power) && power == toughness {
            return format!("{get} twice -X/-X");
        }
        let p = self.bonus(power);
        let t = self.bonus(toughness);
        if let (Some((p, _)), Some((t, _))) = (&p, &t) {
            // A zero takes the sign of its partner: "-2/-0".
            let sign = |mine: i32, other: i32| if mine < 0 || (mine == 0 && other < 0) { "-" } else { "+" };
            let size = format!("{}{}/{}{}", sign(*p, *t), p.abs(), sign(*t, *p), t.abs());
            return format!("{get} {size}");
        }
        let each = [power, toughness].into_iter().find_map(|a| match a {
            Amount::Const(_) => None,
            other => {
                let negative = matches!(other, Amount::Times(n, _) if *n < 0);
                let _ = negative;
                Some(other.clone())
            }
        });
        // "+1/+1 for each …" when both sides count the same things.
        if let Some(amount) = each
            && let Some((_, things)) = self.split_each(&amount)
        {
            let coefficient = |a: &Amount| match a {
                Amount::Const(0) => Some(0),
                Amount::Const(_) => None,
                Amount::Times(n, inner) if same_base(inner, &amount) => Some(*n),
                other if same_base(other, &amount) => Some(1),
                _ => None,
            };
            if let (Some(p), Some(t)) = (coefficient(power), coefficient(toughness)) {
                let sign = |mine: i32, other: i32| if mine < 0 || (mine == 0 && other < 0) { "-" } else { "+" };
                return format!("{get} {}{}/{}{} for each {things}", sign(p, t), p.abs(), sign(t, p), t.abs());
            }
        }
        let p = self.signed(power, toughness);
        let x = self.where_x.take();
        let mut t = self.signed(toughness, power);
        if x.is_some() && self.where_x.is_some() && x != self.where_x {
            self.where_y = self.where_x.take();
            t = t.replacen('X', "Y", 1);
        }
        self.where_x = x.or_else(|| self.where_x.take());
        format!("{get} {p}/{t}")
    }

    fn bonus(&self, amount: &Amount) -> Option<(i32, ())> {
        match amount {
            Amount::Const(n) => Some((*n, ())),
            _ => None,
        }
    }

    fn signed(&mut self, amount: &Amount, other: &Amount) -> String {
        match amount {
            Amount::Const(0) => {
                if negative(other) {
                    "-0".to_owned()
                } else {
                    "+0".to_owned()
                }
            }
            Amount::Const(n) if *n < 0 => format!("-{}", n.abs()),
            Amount::Const(n) => format!("+{n}"),
            Amount::X => "+X".to_owned(),
            Amount::Times(-1, inner) => {
                if **inner != Amount::X {
                    self.where_x = Some((**inner).clone());
                }
                "-X".to_owned()
            }
            other => {
                self.where_x = Some(other.clone());
                "+X".to_owned()
            }
        }
    }

    /// What is said of those that are given something, with the words for them.
    pub(crate) fn given<T>(&mut self, whom: &Selector, say: impl FnOnce(&mut Self) -> T) -> T {
        let noun = self.noun_of_selector(whom).head;
        let holder = if let Selector::Ref(one) = whom { Some(one.clone()) } else { None };
        let before = (self.granting.replace(noun), std::mem::replace(&mut self.holder, holder));
        let said = say(self);
        (self.granting, self.holder) = before;
        said
    }

    /// A granted ability: its keyword, or in quotes.
    pub(crate) fn granted(&mut self, ability: &Ability) -> String {
        match ability {
            // Cards put this one keyword in quotes.
            Ability::Keyword(k) if k.keyword == Keyword::BandsWithOther => format!("\"{}.\"", self.keyword(k)),
            Ability::Keyword(k) => self.keyword(k),
            other => {
                let mut inner = Printer::new(&crate::print::Context { face: self.face });
                inner.quoted = true;
                let noun = self.granting.as_deref().unwrap_or("creature");
                inner.alias = Some(format!("this {noun}"));
                words::quote(&inner.ability(other), self.quoted)
            }
        }
    }

    /// "gain control of target creature": when the only change is of control to you.
    pub(crate) fn control_change(&mut self, what: &lawmage_ir::Selector, who: &Who) -> String {
        match who {
            Who::You => format!("gain control of {}", self.those_of(what, Quant::All)),
            other => {
                let who = self.who(other).does("gain");
                format!("{who} control of {}", self.those_of(what, Quant::All))
            }
        }
    }
}

fn negative(amount: &Amount) -> bool {
    matches!(amount, Amount::Const(n) if *n < 0) || matches!(amount, Amount::Times(n, _) if *n < 0)
}

fn same_base(a: &Amount, b: &Amount) -> bool {
    fn base(x: &Amount) -> &Amount {
        match x {
            Amount::Times(_, inner) => inner,
            other => other,
        }
    }
    base(a) == base(b)
}

fn run_of_abilities(mods: &[Modification]) -> usize {
    mods.iter().take_while(|m| matches!(m, Modification::AddAbility(_))).count()
}

const fn its(plural: bool) -> &'static str {
    if plural { "their" } else { "its" }
}

/// "gets +1/+1 and has flying", "gets +2/+2, has flying, and is white".
pub(crate) fn join_verbs(verbs: &[String]) -> String {
    words::list(verbs, "and")
}

impl Printer<'_> {
    /// " and loses all other card types": else an artifact creature would keep what it is besides (205.1b).
    fn other_types_lost(&self, line: &TypeLine, keeps: bool, plural: bool) -> String {
        let both = [lawmage_ir::CardType::Artifact, lawmage_ir::CardType::Creature];
        match !keeps && both.into_iter().all(|t| line.types.has(t)) {
            true => format!(" and {} all other card types", self.agree("lose", plural)),
            false => String::new(),
        }
    }
}

/// Whether it is a number of what was done before: "the number of cards exiled this way".
fn of_done(amount: &Amount) -> bool {
    matches!(amount, Amount::Slot(_))
        || lawmage_ir::visit::any(amount, |r: &lawmage_ir::Ref| matches!(r, lawmage_ir::Ref::Slot(_)))
}

/// The object whose power and toughness they are.
fn size_of_another(size: &(Option<Amount>, Option<Amount>)) -> Option<lawmage_ir::Ref> {
    match size {
        (Some(Amount::Stat(Stat::Power, power)), Some(Amount::Stat(Stat::Toughness, of))) if power == of => {
            Some(of.clone())
        }
        _ => None,
    }
}
