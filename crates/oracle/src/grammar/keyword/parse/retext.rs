//! What a face's text becomes by its own keywords: overload's "each" for "target" (702.96a), awaken's added instruction
//! (702.113a), and the abilities that backup hands on (702.165a).

use std::sync::Arc;

use lawmage_ir::{
    Ability, Clause, Condition, Continuous, CostLabel, Duration, Instruction, Keyword, KeywordParam, Modification,
    Program, Ref, Selector, Test,
};

use crate::grammar::ability;
use crate::lex::{Token, lex};
use crate::parse::{FaceScope, Parser, Scope};
use crate::text::SelfNames;

/// The text box that is read again.
pub(crate) struct Context<'a> {
    /// The printed text.
    pub source: &'a str,
    /// Its lines.
    pub lines: &'a [&'a [Token]],
    /// The names of the face.
    pub names: &'a SelfNames,
    /// What the face shares.
    pub face: FaceScope,
    /// The words of the text, and how far reading it may go.
    pub reading: &'a std::rc::Rc<crate::parse::reading::Reading>,
}

/// Adds what the spell does instead when its overload or awaken cost was paid.
pub(crate) fn other_texts(context: &mut Context<'_>, abilities: &mut Vec<Ability>) {
    let mut found = Vec::new();
    for ability in abilities.iter() {
        let Ability::Keyword(k) = ability else { continue };
        let more = match (k.keyword, &k.param) {
            (Keyword::Overload, _) => None,
            (Keyword::Awaken, KeywordParam::NumberCost(lawmage_ir::Amount::Const(n), _)) => Some(format!(
                "Put {n} +1/+1 counters on target land you control. That land becomes a 0/0 Elemental creature with \
                 haste. It's still a land."
            )),
            _ => continue,
        };
        let label = CostLabel::Keyword(k.keyword, 0);
        if let Some(program) = read(context, more.as_deref()) {
            found.push(Ability::SpellInstead(label, program));
        }
    }
    abilities.extend(found);
}

/// The spell ability with "each" for "target", or with more after it.
fn read(context: &mut Context<'_>, more: Option<&str>) -> Option<Program> {
    let mut text = String::new();
    for tokens in context.lines {
        let mut parser = Parser::new(context.source, tokens, Scope::new(context.face.clone()), context.reading);
        if ability::other_than_spell(&mut parser).is_some() {
            continue;
        }
        let start = tokens.first()?.span.start;
        let end = tokens.last()?.span.end;
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(context.source.get(start..end)?);
    }
    let text = match more {
        Some(more) => format!("{text}\n{more}"),
        None => each_for_target(&text),
    };
    let tokens = lex(&text, 0, context.names, &context.reading.lexicon);
    let mut parser = Parser::new(&text, &tokens, Scope::new(context.face.clone()), context.reading);
    match ability::spell_effect(&mut parser)?.pop()? {
        Ability::Spell(program) => Some(program),
        _ => None,
    }
}

/// 702.96a: every "target" is "each".
fn each_for_target(text: &str) -> String {
    let words: Vec<String> = text
        .split(' ')
        .map(|word| match word {
            "target" => "each".to_owned(),
            "Target" => "Each".to_owned(),
            other => other.to_owned(),
        })
        .collect();
    words.join(" ")
}

/// 702.165a: if the target is another creature, it gains the abilities printed below the backup ability.
pub(crate) fn backup(abilities: &mut [Ability]) {
    let is_backup = |a: &Ability| matches!(a, Ability::Keyword(k) if k.keyword == Keyword::Backup);
    let Some(place) = abilities.iter().position(is_backup) else { return };
    let below: Vec<Modification> = abilities
        .iter()
        .skip(place + 1)
        .filter(|a| !is_backup(a))
        .map(|a| Modification::AddAbility(Arc::new(a.clone())))
        .collect();
    let Some(Ability::Keyword(k)) = abilities.get_mut(place) else { return };
    let mut means = k.means.to_vec();
    let Some(Ability::Triggered(triggered)) = means.first_mut() else { return };
    let Some(mode) = triggered.program.modes.first_mut() else { return };
    let other = Condition::Is(Ref::Target(0), Test::not(Test::Is(Ref::This)));
    let gains = Continuous::Modify { what: Selector::Ref(Ref::Target(0)), mods: below };
    let effect: Clause = Instruction::Effect { effects: vec![gains], duration: Duration::EndOfTurn }.into();
    let then = vec![effect];
    mode.clauses.push(Instruction::If { condition: other, then, otherwise: Vec::new() }.into());
    k.means = means.into();
}
