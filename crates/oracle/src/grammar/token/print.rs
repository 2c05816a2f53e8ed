//! Tokens (111) and copies (707): "a 2/2 black Zombie creature token with flying".

use lawmage_ir::{
    Ability, Amount, Arrival, Clause, CounterKind, Face, Instruction, Modification, Printed, Ref, Stat, TokenSpec,
    TypeLine, Who,
};

use crate::grammar::amount::for_each_reads;
use crate::grammar::effect::deed::Deed;
use crate::grammar::selector::Quant;
use crate::print::{Context, Printer, words};

/// How many counters an Incubator token enters with, where that is all that is done (701.51a).
pub(crate) fn incubated(body: &[Clause]) -> Option<&Amount> {
    match body {
        [Clause { does: Instruction::CreateToken { count, token, arrival, .. }, .. }] => {
            incubates(count, token, arrival)
        }
        _ => None,
    }
}

/// How many counters an Incubator token enters with.
pub(crate) fn incubates<'t>(count: &Amount, token: &TokenSpec, arrival: &'t Arrival) -> Option<&'t Amount> {
    match (token, arrival.counters.as_slice()) {
        (TokenSpec::Face(face), [(kind, n)])
            if *kind == CounterKind::PLUS && face.back.is_some() && *count == Amount::ONE =>
        {
            Some(n)
        }
        _ => None,
    }
}

impl Printer<'_> {
    /// The tokens created, with their number: "two 1/1 red Goblin creature tokens with haste".
    pub(crate) fn tokens(&mut self, count: &Amount, token: &TokenSpec, arrival: &Arrival) -> String {
        let entering = match token {
            TokenSpec::Copy(..) if self.simply_attacks(arrival) => "tapped and attacking ",
            _ => entering_words(arrival),
        };
        match token {
            TokenSpec::Face(face) => {
                let size = match (face.power, face.toughness) {
                    (Some(p), Some(t)) => format!("{}/{} ", printed(p), printed(t)),
                    _ => String::new(),
                };
                self.face_tokens(count, face, &size, entering)
            }
            TokenSpec::Sized(face, power, toughness)
                if power != toughness
                    && ![power, toughness].iter().any(|n| matches!(n, Amount::Const(_) | Amount::X)) =>
            {
                let token = self.face_tokens(count, face, "", entering);
                let (power, toughness) = (self.expression(power), self.expression(toughness));
                format!("{token} with power equal to {power} and toughness equal to {toughness}")
            }
            TokenSpec::Sized(face, power, toughness) => {
                let size = format!("{}/{} ", self.size(power), self.size(toughness));
                self.face_tokens(count, face, &size, entering)
            }
            TokenSpec::Named(name) => {
                if *count == Amount::ONE {
                    words::article(&format!("{entering}{name} token"))
                } else {
                    format!("{} {entering}{name} tokens", self.number_word(count))
                }
            }
            TokenSpec::Copy(of, exceptions) => {
                let one = *count == Amount::ONE;
                let what = self.those_of(of, Quant::Bare);
                let mut except = self.exceptions(exceptions);
                if let [(kind, n)] = arrival.counters.as_slice() {
                    let counters = match n {
                        Amount::Const(1) => format!("an additional {kind} counter"),
                        n => format!("{} additional {kind} counters", self.number_word(n)),
                    };
                    let (enter, on) = if one { ("it enters", "it") } else { ("they enter", "them") };
                    except = format!("{except}, except {enter} with {counters} on {on}");
                }
                let number = self.number_word(count);
                if one {
                    format!("a {entering}token that's a copy of {what}{except}")
                } else {
                    format!("{number} {entering}tokens that are copies of {what}{except}")
                }
            }
        }
    }

    /// Whether it is said of a copy in front, where what is copied can't be meant: "a tapped and attacking token that's a copy".
    fn simply_attacks(&mut self, arrival: &Arrival) -> bool {
        arrival.tapped && arrival.attacking && self.enters_attacking(arrival).is_empty()
    }

    fn size(&mut self, amount: &Amount) -> String {
        match amount {
            Amount::Const(n) => n.to_string(),
            Amount::X => "X".to_owned(),
            other => {
                self.where_x = Some(other.clone());
                "X".to_owned()
            }
        }
    }

    fn face_tokens(&mut self, count: &Amount, face: &Face, size: &str, entering: &str) -> String {
        let line = TypeLine { supertypes: face.supertypes, types: face.types, subtypes: face.subtypes.clone() };
        let mut adjectives = Vec::new();
        for s in line.supertypes.iter() {
            adjectives.push(s.word().to_lowercase());
        }
        let size = size.trim();
        if !size.is_empty() {
            adjectives.push(size.to_owned());
        }
        let all_colors = face.colors == lawmage_ir::ColorSet::ALL;
        if !all_colors && (face.types.has(lawmage_ir::CardType::Creature) || !face.colors.is_empty()) {
            adjectives.push(colors_word(face.colors));
        }
        // Only a token that a card file defines has a text of its own: it is called by its name.
        if !face.text.is_empty() {
            let noun = format!("{} token", face.name);
            return match *count == Amount::ONE {
                true => words::article(&format!("{entering}{noun}")),
                false => format!("{} {entering}{}", self.number_word(count), words::plural(&noun)),
            };
        }
        let default_name = default_token_name(face);
        let role = is_role(face);
        let named = !face.name.is_empty() && *face.name != *default_name && !role;
        if role {
            adjectives.push(format!("{} Role", face.name));
        } else {
            adjectives.extend(line.subtypes.listed.iter().map(|s| s.word().to_owned()));
        }
        if !predefined(face) {
            adjectives.extend(type_words(&line));
        }
        let noun = format!("{} token", adjectives.join(" "));
        let one = *count == Amount::ONE;
        let noun = if one {
            words::article(&format!("{entering}{noun}"))
        } else {
            format!("{} {entering}{}", self.number_word(count), words::plural(&noun))
        };
        let name = if named { format!(" named {}", face.name) } else { String::new() };
        let with = if predefined(face) { String::new() } else { self.token_abilities(face) };
        let all = match (all_colors, one) {
            (false, _) => "",
            (true, true) => " that's all colors",
            (true, false) => " that are all colors",
        };
        let with = format!("{with}{all}");
        if face.supertypes.has(lawmage_ir::Supertype::Legendary) && named {
            let rest = noun.split_once(' ').map_or(noun.as_str(), |(_, r)| r);
            return format!("{}, {}{with}", face.name, words::article(rest));
        }
        format!("{noun}{name}{with}")
    }

    fn token_abilities(&mut self, face: &Face) -> String {
        let mut parts = Vec::new();
        for ability in &face.abilities {
            parts.push(match ability {
                Ability::Keyword(k) => self.keyword(k),
                other => quote(other, face, self.quoted),
            });
        }
        if parts.is_empty() { String::new() } else { format!(" with {}", words::list(&parts, "and")) }
    }

    /// ", except it's 1/1 and has flying".
    pub(crate) fn exceptions(&mut self, exceptions: &[Modification]) -> String {
        if exceptions.is_empty() {
            return String::new();
        }
        let mut said = Vec::new();
        let (own, others): (Vec<&Modification>, Vec<&Modification>) = exceptions.iter().partition(|m| of_own_size(m));
        let others: Vec<Modification> = others.into_iter().cloned().collect();
        let mut rest = others.as_slice();
        // "may have it become a copy …, except it has flying"
        let bare = std::mem::replace(&mut self.bare, false);
        loop {
            match rest {
                [Modification::SetPowerToughness(Some(Amount::Const(p)), Some(Amount::Const(t))), more @ ..] => {
                    said.push(format!("it's {p}/{t}"));
                    rest = more;
                }
                [
                    Modification::SetPowerToughness(Some(p @ Amount::Divide { .. }), Some(t @ Amount::Divide { .. })),
                    more @ ..,
                ] => {
                    let (power, toughness) = (self.expression(p), self.expression(t));
                    said.push(format!("its power is {power} and its toughness is {toughness}"));
                    rest = more;
                }
                [Modification::SetName(name), more @ ..] => {
                    said.push(format!("its name is {name}"));
                    rest = more;
                }
                _ => break,
            }
        }
        // "Its name is Sam, it's legendary in addition to its other types, and it has flying": of three things, each is a clause.
        if let [types @ Modification::AddTypes(_), more @ ..] = rest
            && let [Modification::AddAbility(_) | Modification::ThisAbility, ..] = more
            && !said.is_empty()
        {
            said.push(self.predicate("it", false, std::slice::from_ref(types), true));
            rest = more;
        }
        if let [abilities @ .., Modification::ThisAbility] = rest
            && !abilities.is_empty()
            && abilities.iter().all(|m| matches!(m, Modification::AddAbility(_)))
        {
            said.push(format!("{} and this ability", self.predicate("it", false, abilities, true)));
        } else if !rest.is_empty() {
            said.push(self.predicate("it", false, rest, true));
        }
        if !own.is_empty() {
            let own = self.this_named();
            said.push(format!("its power and toughness are equal to {own}'s power and toughness"));
        }
        self.bare = bare;
        let said = words::list(&said, "and");
        // "except it's a legendary Alien named Zero"
        format!(", except {}", said.replacen(" and is named ", " named ", 1))
    }

    /// Tokens (111).
    pub(crate) fn of_tokens(&mut self, does: &Instruction) -> Option<Deed> {
        Some(match does {
            Instruction::ChooseMode { who: Who::You, min: 1, max: 1, modes }
                if let Some(all) = modes.iter().map(plain_token).collect::<Option<Vec<_>>>() =>
            {
                let tokens: Vec<String> = all.into_iter().map(|(n, token, to)| self.tokens(n, token, to)).collect();
                let choice = if tokens.len() > 2 { "your choice of " } else { "" };
                Deed::order(format!("create {choice}{}", words::list(&tokens, "or")))
            }
            Instruction::CreateToken { who, count, token, arrival } => self.create_token(who, count, token, arrival),
            Instruction::Populate { attacking: false } => Deed::order("populate"),
            Instruction::Populate { attacking: true } => Deed::order("populate. The token enters tapped and attacking"),
            _ => return None,
        })
    }

    /// "create two 1/1 white Soldier creature tokens".
    pub(crate) fn create_token(&mut self, who: &Who, count: &Amount, token: &TokenSpec, arrival: &Arrival) -> Deed {
        let subject = self.actor(who);
        if let Some(n) = crate::grammar::token::incubates(count, token, arrival) {
            let n = self.digits(n);
            return Deed::act(subject, format!("incubate {n}{}", self.where_x()));
        }
        let each = match count {
            Amount::Const(_) | Amount::X | Amount::Event | Amount::Slot(_) => None,
            other if *other != Amount::ONE && for_each_reads(other) => self.split_each(other),
            _ => None,
        };
        let tokens = match &each {
            Some((n, _)) => self.tokens(&Amount::Const(*n), token, arrival),
            None => self.tokens(count, token, arrival),
        };
        let mut text = format!("create {tokens}");
        if arrival.attacking && !(matches!(token, TokenSpec::Copy(..)) && self.simply_attacks(arrival)) {
            let one = *count == Amount::ONE || each.as_ref().is_some_and(|(n, _)| *n == 1);
            let be = if one { "that's" } else { "that are" };
            let that = if arrival.tapped { format!("{be} tapped and attacking") } else { format!("{be} attacking") };
            text = format!("{} {that}{}", text.replacen("tapped ", "", 1), self.enters_attacking(arrival));
        }
        if let Some(attacker) = &arrival.blocking {
            text.push_str(&format!(" that's blocking {}", self.object(attacker)));
        }
        if let Some(host) = &arrival.attached_to {
            text.push_str(&format!(" attached to {}", self.arrival_host(host)));
        }
        if let Some((_, things)) = each {
            text.push_str(&format!(" for each {things}"));
        }
        text.push_str(&self.where_x());
        Deed::act(subject, text)
    }
}

/// The tokens that a mode has you create and nothing else.
fn plain_token(mode: &lawmage_ir::Mode) -> Option<(&Amount, &TokenSpec, &Arrival)> {
    match mode.clauses.as_slice() {
        [Clause { does: Instruction::CreateToken { who: Who::You, count, token, arrival }, .. }] => {
            Some((count, token, arrival))
        }
        _ => None,
    }
}

/// A quoted ability of another face.
fn quote(ability: &Ability, face: &Face, within: bool) -> String {
    let mut printer = Printer::new(&Context { face });
    printer.quoted = true;
    printer.alias = Some("this token".to_owned());
    words::quote(&printer.ability(ability), within)
}

fn printed(p: Printed) -> String {
    match p {
        Printed::Number(n) => n.to_string(),
        Printed::Star(0) => "*".to_owned(),
        Printed::Star(n) => format!("{n}+*"),
    }
}

const fn entering_words(arrival: &Arrival) -> &'static str {
    match (arrival.tapped, arrival.attacking) {
        (true, false) => "tapped ",
        _ => "",
    }
}

/// "black and green", "colorless".
pub(crate) fn colors_word(colors: lawmage_ir::ColorSet) -> String {
    if colors.is_empty() {
        return "colorless".to_owned();
    }
    let all: Vec<String> = in_order(colors).iter().map(|c| c.word().to_owned()).collect();
    if all.len() == 5 { "all colors".to_owned() } else { words::list(&all, "and") }
}

/// Colors in the order in which cards name them: around the color wheel, after its widest gap.
fn in_order(colors: lawmage_ir::ColorSet) -> Vec<lawmage_ir::Color> {
    let all: Vec<lawmage_ir::Color> = colors.iter().collect();
    let gap = |at: usize| {
        let here = all.get(at).map_or(0, |c| *c as usize);
        let before = all.get((at + all.len() - 1) % all.len().max(1)).map_or(0, |c| *c as usize);
        (here + 5 - before) % 5
    };
    // Three colors with two gaps of two start after the color next to them.
    let wedge = all.len() == 3 && (0..3).filter(|at| gap(*at) == 2).count() == 2;
    let start = (0..all.len())
        .max_by_key(|at| if wedge { usize::from(gap(*at) == 1) * 10 } else { gap(*at) * 10 }.saturating_sub(*at))
        .unwrap_or(0);
    all.iter().cycle().skip(start).take(all.len()).copied().collect()
}

/// Card types in lower case, in the order of a type line.
pub(crate) fn type_words(line: &TypeLine) -> Vec<String> {
    line.types.as_printed().map(|t| t.word().to_lowercase()).collect()
}

/// The name a token gets when none is given: its subtypes (111.4).
fn default_token_name(face: &Face) -> String {
    let words: Vec<&str> = face.subtypes.listed.iter().map(|s| s.word()).collect();
    format!("{} Token", words.join(" "))
}

fn is_role(face: &Face) -> bool {
    face.subtypes.listed.contains(&lawmage_ir::Subtype::ROLE)
}

/// A predefined token (111.10): named by its artifact type alone, or a Role.
pub(crate) fn predefined(face: &Face) -> bool {
    if is_role(face) {
        return true;
    }
    let [only] = face.subtypes.listed.as_slice() else { return false };
    !face.types.has(lawmage_ir::CardType::Creature)
        && matches!(
            only.word(),
            "Treasure"
                | "Food"
                | "Gold"
                | "Clue"
                | "Blood"
                | "Powerstone"
                | "Map"
                | "Junk"
                | "Incubator"
                | "Shard"
                | "Lander"
                | "Mutagen"
                | "Role"
        )
}

/// The power and toughness that the object would have if it were no copy.
fn of_own_size(change: &Modification) -> bool {
    let own = |n: &Option<Amount>, stat| *n == Some(Amount::Stat(stat, Ref::This));
    matches!(change, Modification::SetPowerToughness(p, t) if own(p, Stat::BasePower) && own(t, Stat::BaseToughness))
}
