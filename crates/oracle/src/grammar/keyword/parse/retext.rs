//! What a face's text becomes by its own keywords: overload's "each" for "target" (702.96a), awaken's added instruction
//! (702.113a), and the abilities that backup hands on (702.165a).

use std::sync::Arc;

use lawmage_ir::{
    Ability, Clause, Condition, Continuous, CostLabel, Duration, Instruction, Keyword, KeywordParam, Modification,
    Program, Ref, Selector, Test,
};

use crate::grammar::ability;
use crate::lex::{Token, lex};
use crate::parse::{FaceScope, Parser, Scope, Shared};
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
    pub face: Shared<FaceScope>,
    /// The words of the text, and how far reading it may go.
    pub reading: &'a std::rc::Rc<crate::parse::reading::Reading>,
}

/// Adds what the spell does instead when its overload or awaken cost was paid.
/// Whether all of them could be read.
pub(crate) fn other_texts(context: &mut Context<'_>, abilities: &mut Vec<Ability>) -> bool {
    let mut found = Vec::new();
    let mut all = true;
    for ability in abilities.iter() {
        let Ability::Keyword(k) = ability else { continue };
        let more = match (k.keyword, &k.param) {
            (Keyword::Overload, _) => Other::EachForTarget,
            (Keyword::Cleave, _) => Other::WithoutBrackets,
            (Keyword::Awaken, KeywordParam::NumberCost(lawmage_ir::Amount::Const(n), _)) => Other::More(format!(
                "Put {n} +1/+1 counters on target land you control. That land becomes a 0/0 Elemental creature with \
                 haste. It's still a land."
            )),
            _ => continue,
        };
        let label = CostLabel::Keyword(k.keyword, 0);
        match read(context, &more) {
            Some(program) => found.push(Ability::SpellInstead(label, program)),
            None => all = false,
        }
    }
    abilities.extend(found);
    all
}

/// What the text becomes.
enum Other {
    EachForTarget,
    WithoutBrackets,
    More(String),
}

/// 702.148a: the text without all that stands in square brackets.
fn without_brackets(text: &str) -> String {
    let mut rest = text;
    let mut kept = String::new();
    while let Some((before, after)) = rest.split_once('[') {
        kept.push_str(before.trim_end());
        let after = after.split_once(']').map_or("", |(_, after)| after);
        if !after.starts_with('.') {
            kept.push(' ');
        }
        rest = after.trim_start_matches(' ');
    }
    kept.push_str(rest);
    kept
}

/// The text of a spell with cleave as it is otherwise, with all its words where they stand.
pub(crate) fn with_brackets(text: &str) -> Option<String> {
    let cleaves = text.lines().any(|line| line.starts_with("Cleave "));
    cleaves.then(|| text.replace(['[', ']'], " "))
}

/// The spell ability as that other text says it.
fn read(context: &mut Context<'_>, more: &Other) -> Option<Program> {
    let mut text = String::new();
    for tokens in context.lines {
        let mut parser = Parser::new(context.source, tokens, Scope::new(context.face.clone()), context.reading);
        if ability::other_than_spell(&mut parser).is_some() {
            continue;
        }
        let start = tokens.first()?.span.start;
        let end = tokens.last()?.span.end;
        let end = end + usize::from(context.source.get(end..).is_some_and(|rest| rest.starts_with(']')));
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(context.source.get(start..end)?);
    }
    let text = match more {
        Other::More(more) => format!("{text}\n{more}"),
        Other::EachForTarget => each_for_target(&text),
        Other::WithoutBrackets => without_brackets(&text),
    };
    let tokens = lex(&text, 0, context.names, &context.reading.lexicon);
    let mut parser = Parser::new(&text, &tokens, Scope::new(context.face.clone()), context.reading);
    match ability::spell_effect(&mut parser)?.pop()? {
        Ability::Spell(program) => Some(program),
        _ => None,
    }
}

/// 702.96a, 702.96c: every "target" is "each".
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

/// 702.165a: if the target is another creature, it gains the abilities printed below the backup ability: those alone, whatever
/// it gains otherwise (702.165c). What copies it has the same text in the same order (702.165b).
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
