//! Keyword abilities where they are printed, on lines of their own or in running text (702), with what they mean.

mod at_cost;
mod param;
pub(crate) mod retext;
mod special;

use std::cmp::Reverse;
use std::rc::Rc;
use std::sync::{Arc, LazyLock};

use lawmage_ir::visit::{self, Go};
use lawmage_ir::{
    Ability, Amount, CardType, Condition, CostPart, Filter, Keyword, KeywordAbility, KeywordParam, ManaSymbol, Ref,
    Test,
};

pub use self::at_cost::at_its_mana_cost;
pub(crate) use self::at_cost::equal_to_mana_cost;
use self::param::{cost_of, number, param, quality};
use self::special::{
    commander_ninjutsu, companion, craft, crew_otherwise, double_agenda, gift, landwalk, megamorph, multikicker,
    offering, partner, read_ahead, splice, sticker_kicker, tribute, type_cycling,
};
use crate::grammar::{ability, amount};
use crate::keywords::{self, Definition, Filling};
use crate::lex::{Token, TokenKind, lex};
use crate::lexicon::Lexicon;
use crate::parse::reading::Reading;
use crate::parse::{FaceScope, Parser, Scope};
use crate::text::SelfNames;

/// Each keyword with its words as they are lexed, the longest first.
static LONGEST_FIRST: LazyLock<Vec<(Keyword, String)>> = LazyLock::new(|| {
    let spaced = |k: Keyword| k.word().replace('!', " !").replace("'s", " 's");
    let named = Keyword::ALL.iter().filter(|k| **k != Keyword::Own);
    let mut all: Vec<(Keyword, String)> = named.map(|k| (*k, spaced(*k))).collect();
    all.sort_by_key(|(keyword, _)| Reverse(keyword.word().len()));
    all
});

/// The word of a keyword alone, the longest that stands here.
pub fn bare_keyword(p: &mut Parser<'_>) -> Option<Keyword> {
    let (keyword, words) = LONGEST_FIRST.iter().find(|(_, words)| p.at(words))?;
    for _ in words.split(' ') {
        p.advance();
    }
    Some(*keyword)
}

/// A keyword ability in running text, with its parameter and what it means.
pub fn keyword(p: &mut Parser<'_>) -> Option<KeywordAbility> {
    p.attempt(|p| {
        if let Some(ability) = p.attempt(own) {
            return Some(ability);
        }
        if let Some(ability) = p.first(&[
            landwalk,
            type_cycling,
            multikicker,
            sticker_kicker,
            commander_ninjutsu,
            offering,
            megamorph,
            double_agenda,
            partner,
            splice,
            companion,
            gift,
            tribute,
            read_ahead,
            craft,
            crew_otherwise,
        ]) {
            return Some(ability);
        }
        let granted = p.last().is_some_and(|before| &*before.text != "," && before.kind != TokenKind::Newline);
        let keyword = bare_keyword(p)?;
        let mut filling = Filling::default();
        let param = param(p, keyword, &mut filling)?;
        let word = match keyword {
            Keyword::Sunburst if granted && to_creature(p) => "sunburst creature",
            // What it depends on is what it is given to, which this card doesn't tell.
            Keyword::Sunburst if granted && to_spell(p) => return sunburst_of_either(p),
            Keyword::Sunburst if granted => return p.fail("sunburst given to a spell"),
            // 702.44a: what counters it has depends on what it is.
            Keyword::Sunburst if p.scope.face.types.has(lawmage_ir::CardType::Creature) => "sunburst creature",
            Keyword::Sunburst => "sunburst other",
            other => other.word(),
        };
        let ability = build(p, keyword, word, param, &filling)?;
        if keyword == Keyword::Teamwork && !granted {
            mention_team(p);
        }
        Some(ability)
    })
}

/// What a face says behind teamwork of the creatures tapped for it: "for each creature tapped this way".
fn mention_team(p: &mut Parser<'_>) {
    let creature = Filter::permanent(Test::Type(CardType::Creature));
    let team = crate::grammar::event::role(lawmage_ir::Role::Subject, &creature);
    let handle = crate::parse::Handle::Ref(Ref::Paid(0));
    p.scope.mention(crate::parse::Referent { handle, verb: Some("tapped"), plural: true, ..team });
}

/// Whether it is a creature spell that is given something.
fn to_creature(p: &Parser<'_>) -> bool {
    let given = p.scope.latest(|r| r.sort != crate::parse::Sort::Player && !r.hidden());
    given.is_some_and(|r| r.sort == crate::parse::Sort::Spell && r.types.has(lawmage_ir::CardType::Creature))
}

/// Whether it is a spell that is given something.
fn to_spell(p: &Parser<'_>) -> bool {
    let given = p.scope.latest(|r| r.sort != crate::parse::Sort::Player && !r.hidden());
    given.is_some_and(|r| r.sort == crate::parse::Sort::Spell)
}

/// 702.44a: of both sorts of counters those that go with what it enters as, whatever effects make of it.
fn sunburst_of_either(p: &mut Parser<'_>) -> Option<KeywordAbility> {
    let either = [("sunburst creature", true), ("sunburst other", false)].map(|(word, creature)| {
        let mut half = build(p, Keyword::Sunburst, word, KeywordParam::None, &Filling::default())?.means.to_vec();
        let itself = Test::AsCard(Box::new(Test::Type(CardType::Creature)));
        for ability in &mut half {
            let Ability::Static(rule) = ability else { return p.fail("a static ability") };
            let asked = if creature { itself.clone() } else { Test::not(itself.clone()) };
            rule.condition = Some(Condition::Is(Ref::This, asked));
        }
        Some(half)
    });
    let means = either.into_iter().collect::<Option<Vec<_>>>()?.concat();
    Some(KeywordAbility { keyword: Keyword::Sunburst, param: KeywordParam::None, means: means.into() })
}

/// A keyword that the card file defines, with its parameter: quality, number and cost, whichever it has, in this order.
fn own(p: &mut Parser<'_>) -> Option<KeywordAbility> {
    let lexicon = Arc::clone(&p.reading().lexicon);
    let all = lexicon.own_keywords().iter().enumerate().filter(|(_, d)| p.at(&d.word));
    let (index, definition) = all.max_by_key(|(_, d)| d.word.len())?;
    let start = p.pos();
    p.go_back_to(start + definition.word.split(' ').count());
    let mut filling = Filling::default();
    if definition.shape.quality {
        quality(p, &mut filling)?;
    }
    if definition.shape.number {
        number(p, &mut filling)?;
    }
    if definition.shape.cost {
        cost_of(p, &mut filling)?;
    }
    let printed = p.printed_since(start).trim_end_matches('.');
    let behind = printed.get(definition.word.len()..).unwrap_or_default();
    let param = KeywordParam::Own {
        word: definition.word.as_str().into(),
        printed: format!("{}{behind}", definition.word).into(),
    };
    let means = own_meaning(p, index, definition, &filling)?;
    Some(KeywordAbility { keyword: Keyword::Own, param, means: means.into() })
}

fn own_meaning(p: &mut Parser<'_>, index: usize, definition: &Definition, filling: &Filling) -> Option<Vec<Ability>> {
    // Costs that are labelled with an own keyword are told apart as kickers are.
    let number = u8::try_from(index).ok()?;
    let linked = definition.lines.iter().any(|text| speaks_of_exiled(text));
    let mut means = Vec::new();
    for line in &definition.lines {
        means.extend(definition_line(p, &keywords::fill(line, filling), Keyword::Own, number, linked)?);
    }
    Some(means)
}

/// What is wrong with a line of the definition of a keyword, with its place in the line.
pub(crate) fn flaw(
    lexicon: &Arc<Lexicon>,
    index: usize,
    definition: &Definition,
    line: &str,
) -> Option<(crate::Span, String)> {
    let shape = definition.shape;
    let said = |part: &str, there: bool, what: &str| {
        let at = line.find(part).filter(|_| !there)?;
        let message = format!("{part} needs “{what}” in the keyword's name line: = {} {what}", definition.word);
        Some((at..at + part.len(), message))
    };
    let missing = [("[n]", shape.number, "n"), ("[cost]", shape.cost, "cost"), ("[quality]", shape.quality, "quality")];
    if let Some(flaw) = missing.into_iter().find_map(|(part, there, what)| said(part, there, what)) {
        return Some(flaw);
    }
    let mut worst: Option<(crate::Span, String)> = None;
    for quality in ["creature", "artifacts", "Knight"] {
        let filling = Filling {
            number: shape.number.then(|| "2".to_owned()),
            cost: shape.cost.then(|| "{2}".to_owned()),
            quality: shape.quality.then(|| quality.to_owned()),
        };
        let text = keywords::fill(line, &filling);
        let one = Definition { lines: vec![text.clone().into()], ..definition.clone() };
        let reading = Rc::new(Reading::new(Arc::clone(lexicon)));
        let mut parser = Parser::new("", &[], Scope::default(), &reading);
        let place = match definition_or_place(&mut parser, index, &one) {
            Ok(()) if reading.broken().is_none() => return None,
            Ok(()) => 0..text.len(),
            Err(place) => place,
        };
        let word = text.get(place).unwrap_or_default();
        let span = line.find(word).filter(|_| !word.is_empty()).map_or(0..line.len(), |at| at..at + word.len());
        let what = if word.is_empty() {
            "the line ends too soon".to_owned()
        } else {
            format!("not understood from “{word}” on")
        };
        worst.get_or_insert((span, what));
    }
    worst
}

/// Compiles a definition; if it can't be, where in its line.
fn definition_or_place(p: &mut Parser<'_>, index: usize, definition: &Definition) -> Result<(), crate::Span> {
    let number = u8::try_from(index).unwrap_or(u8::MAX);
    for text in &definition.lines {
        let mut names = SelfNames::default();
        names.add("~");
        let tokens = lex(text, 0, &names, p.lexicon());
        let mut scope = Scope { keyword: Some((Keyword::Own, number)), ..Scope::default() };
        scope.face.links_exile = speaks_of_exiled(text);
        let mut inner = Parser::new(text, &tokens, scope, p.reading());
        if ability::line(&mut inner).is_none() {
            return Err(inner.furthest().0.map_or(0..0, |t| t.span.clone()));
        }
    }
    Ok(())
}

/// Whether a line of a definition speaks of what another of its lines exiled (607.2a).
fn speaks_of_exiled(line: &str) -> bool {
    line.contains("the exiled card") || line.contains("exiled with ~")
}

/// The keyword ability, its definition filled in and compiled.
fn build(
    p: &mut Parser<'_>,
    keyword: Keyword,
    word: &str,
    param: KeywordParam,
    filling: &Filling,
) -> Option<KeywordAbility> {
    if keywords::is_machinery(keyword) && keyword != Keyword::Partner {
        if matches!(&param, KeywordParam::Number(n) if !matches!(n, Amount::Const(_) | Amount::X)) {
            return p.fail("a number that stays as it is");
        }
        return Some(KeywordAbility { keyword, param, means: Arc::new([]) });
    }
    let Some(lines) = keywords::definition(word, filling) else {
        return p.fail("a keyword that can be compiled");
    };
    let number = match keyword {
        // 702.33f: kickers of one card are told apart.
        Keyword::Kicker => u8::try_from(p.scope.face.kickers.len()).ok()?,
        _ => 0,
    };
    let mut means = Vec::new();
    // 607.2k: what one line exiles is what another line speaks of.
    let linked = lines.iter().any(|text| speaks_of_exiled(text));
    for text in lines {
        means.extend(definition_line(p, &text, keyword, number, linked)?);
    }
    let counts = match keyword {
        Keyword::Crew => Some(lawmage_ir::Stat::CrewPower),
        Keyword::Saddle => Some(lawmage_ir::Stat::SaddlePower),
        _ => None,
    };
    if let Some(stat) = counts {
        // 702.122b
        lawmage_ir::visit::walk_mut(&mut means, &mut |node| match node.get_mut::<lawmage_ir::SetLimit>() {
            Some(lawmage_ir::SetLimit::Total(of, ..)) => {
                *of = stat;
                lawmage_ir::visit::Go::Past
            }
            _ => lawmage_ir::visit::Go::Into,
        });
    }
    if keyword == Keyword::Devour {
        means.iter_mut().for_each(remember_devoured);
    }
    means.iter_mut().for_each(|ability| define_x(ability, &param, filling));
    if let KeywordParam::Cost(cost) = &param {
        match keyword {
            Keyword::Kicker => p.scope.face.kickers.push(cost.clone()),
            way if super::is_way(way) => p.scope.face.ways.push((way, cost.clone())),
            _ => {}
        }
    }
    Some(KeywordAbility { keyword, param, means: means.into() })
}

/// "has bushido X, where X is the number of attacking creatures", "has encore {X}, where X is its mana value" (107.3i, 702.1b): that is
/// X in what the keyword means, too.
fn define_x(ability: &mut Ability, param: &KeywordParam, filling: &Filling) {
    match param {
        KeywordParam::Number(n) if *n != Amount::X && filling.number.as_deref() == Some("X") => {
            visit::walk_mut(ability, &mut |node| match node.get_mut::<Amount>() {
                Some(x @ Amount::X) => {
                    *x = n.clone();
                    Go::Past
                }
                _ => Go::Into,
            });
        }
        KeywordParam::Cost(cost) if filling.cost.as_deref() == Some("{X}") && !cost.has_x() => {
            let [defined] = cost.parts.as_slice() else { return };
            visit::walk_mut(ability, &mut |node| {
                if let Some(part) = node.get_mut::<CostPart>()
                    && matches!(part, CostPart::Mana(mana) if mana.0.as_slice() == [ManaSymbol::X])
                {
                    *part = defined.clone();
                    return Go::Past;
                }
                Go::Into
            });
        }
        _ => {}
    }
}

/// 702.82b: what is sacrificed as it enters is what it devoured.
fn remember_devoured(ability: &mut Ability) {
    use lawmage_ir::{Clause, Continuous, DEVOURED, Instead, Instruction, Selector};
    let Ability::Static(fixed) = ability else { return };
    for effect in &mut fixed.effects {
        let Continuous::Replace(replacement) = effect else { continue };
        let Instead::Enter(entering) = &mut replacement.instead else { continue };
        let said = entering.first.last().and_then(|clause| match &clause.does {
            Instruction::May { body, .. } => clause.out.or_else(|| body.last()?.out),
            _ => clause.out,
        });
        if let Some(slot) = said {
            let remember = Instruction::Remember(DEVOURED, Selector::slot(slot));
            entering.first.push(Clause { does: remember, out: None });
        }
    }
}

/// One line of a definition, in which "~" is the object and costs are labelled with the keyword.
fn definition_line(p: &mut Parser<'_>, text: &str, keyword: Keyword, number: u8, linked: bool) -> Option<Vec<Ability>> {
    let tokens = definition_tokens(p, text);
    let links_exile = p.scope.face.links_exile || linked;
    let face = FaceScope { spell: false, links_exile, ..(*p.scope.face).clone() };
    let mut scope = Scope::new(face);
    scope.keyword = Some((keyword, number));
    let mut inner = Parser::new(text, &tokens, scope, p.reading());
    match ability::line(&mut inner) {
        Some(abilities) => {
            p.scope.face.next_linked = inner.scope.face.next_linked;
            p.scope.face.exiled = inner.scope.face.exiled;
            p.scope.face.word = inner.scope.face.word;
            Some(abilities)
        }
        None => p.fail("a keyword whose definition compiles"),
    }
}

/// What a definition says that an instant or sorcery does.
fn definition_spell(p: &mut Parser<'_>, text: &str) -> Option<Vec<Ability>> {
    let tokens = definition_tokens(p, text);
    let mut inner = Parser::new(text, &tokens, Scope::new(p.scope.face.clone()), p.reading());
    ability::spell_effect(&mut inner).or_else(|| p.fail("a keyword whose definition compiles"))
}

fn definition_tokens(p: &Parser<'_>, text: &str) -> Vec<Token> {
    let mut names = SelfNames::default();
    names.add("~");
    lex(text, 0, &names, p.lexicon())
}

/// A line of keywords alone: "Flying, vigilance", "Ward—Pay 2 life."
pub(crate) fn keyword_line(p: &mut Parser<'_>) -> Option<Vec<Ability>> {
    let mut all = vec![Ability::Keyword(keyword(p)?)];
    if let [Ability::Keyword(only)] = all.as_mut_slice() {
        p.attempt(|p| where_x(p, only));
        p.attempt(|p| at_cost::changed_cost(p, only));
    }
    if let [Ability::Keyword(KeywordAbility { keyword: Keyword::Kicker, .. })] = all.as_slice()
        && p.eat("and/or")
    {
        // 702.33b: two kickers in one line.
        let mut filling = Filling::default();
        let cost = cost_of(p, &mut filling)?;
        let second = build(p, Keyword::Kicker, "kicker", KeywordParam::Cost(cost), &filling)?;
        all.push(Ability::Keyword(second));
    }
    while let Some(next) = p.attempt(|p| {
        if !p.comma() {
            p.expect(";")?;
        }
        keyword(p)
    }) {
        all.push(Ability::Keyword(next));
    }
    p.eat(".");
    // 702.106d: the name is chosen by this ability, for the others to speak of.
    if all.iter().any(|a| matches!(a, Ability::Keyword(k) if k.keyword == Keyword::HiddenAgenda)) {
        p.scope.face.name = Some(p.scope.face.link());
    }
    p.at_end().then_some(all)
}

/// ", where X is ~'s power", behind a keyword whose number is X: what it means speaks of that number.
fn where_x(p: &mut Parser<'_>, ability: &mut KeywordAbility) -> Option<()> {
    if ability.param != KeywordParam::Number(Amount::X) || !p.comma() {
        return None;
    }
    p.expect("where x is")?;
    let number = amount::defined(p)?;
    let mut means = ability.means.to_vec();
    lawmage_ir::visit::walk_mut(&mut means, &mut |node| match node.get_mut::<Amount>() {
        Some(n) if *n == Amount::X => {
            *n = number.clone();
            lawmage_ir::visit::Go::Past
        }
        _ => lawmage_ir::visit::Go::Into,
    });
    ability.means = means.into();
    ability.param = KeywordParam::Number(number);
    Some(())
}

/// Whether a line begins with a keyword before a dash that is a part of it: "Exhaust — …", "Companion — …".
pub(crate) fn is_keyword(line: &[crate::lex::Token], reading: &Rc<Reading>) -> bool {
    let mut parser = Parser::new("", line, Scope::default(), reading);
    let own = reading.lexicon.own_keywords().iter().find(|d| parser.at(&d.word)).map(|d| d.word.split(' ').count());
    match own {
        Some(words) => parser.word_at(words) == "—",
        None => bare_keyword(&mut parser).is_some() && parser.at("—"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_compile() {
        let mut failed = Vec::new();
        for (word, lines) in keywords::samples() {
            // What a line chooses, a later one may speak of.
            let mut parser = Parser::new("", &[], Scope::default(), &Rc::default());
            for text in lines {
                let keyword = Keyword::from_word(&word).unwrap_or(Keyword::Kicker);
                if definition_line(&mut parser, &text, keyword, 0, speaks_of_exiled(&text)).is_none() {
                    failed.push(format!("{word}: {text}"));
                }
            }
        }
        assert!(failed.is_empty(), "{}", failed.join("\n"));
    }
}
