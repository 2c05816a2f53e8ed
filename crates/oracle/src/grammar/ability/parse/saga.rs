//! Chapter abilities of Sagas (714.2).

use lawmage_ir::{Ability, Amount, Cmp, Condition, CounterKind, EventPattern, Filter, Ref, Test, TriggeredAbility};

use super::text_box;
use crate::grammar::{ability, effect};
use crate::lex::Token;
use crate::parse::{Parser, Scope};

/// The number that a Roman numeral is (714.2a).
fn roman(word: &str) -> Option<i32> {
    const NUMERALS: [&str; 10] = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"];
    NUMERALS.iter().position(|n| *n == word).and_then(|n| i32::try_from(n + 1).ok())
}

fn numbers(p: &mut Parser<'_>) -> Option<Vec<i32>> {
    let mut all = Vec::new();
    loop {
        all.push(roman(p.word())?);
        p.advance();
        if !p.comma() {
            break;
        }
    }
    p.expect("—")?;
    Some(all)
}

/// Whether the line begins with a chapter symbol.
pub(crate) fn is_chapter(tokens: &[Token], reading: &std::rc::Rc<crate::parse::reading::Reading>) -> bool {
    let mut parser = Parser::new("", tokens, Scope::default(), reading);
    numbers(&mut parser).is_some()
}

/// "I, II — effect": for each chapter an ability that triggers as lore counters make their number reach the chapter's, or
/// more, from fewer (714.2, 714.2b-c).
pub(crate) fn chapter(p: &mut Parser<'_>) -> Option<Vec<Ability>> {
    let chapters = numbers(p)?;
    // 207.2d: the name of a chapter has no rules meaning.
    let rest = p.tokens().get(p.pos()..)?;
    let named = rest.len() - text_box::without_ability_word(p.source(), rest, p.reading()).len();
    p.go_back_to(p.pos() + named);
    let program = effect::program(p)?;
    ability::end(p)?;
    let ability = |chapter: &i32| {
        let this = Filter::permanent(Test::Is(Ref::This));
        let put = EventPattern::CountersPut { on: this, kind: Some(CounterKind::Lore), by: None, by_effect: false };
        let lore = Amount::Counters(Some(CounterKind::Lore), Ref::This);
        let before = Amount::Minus(Box::new(lore.clone()), Box::new(Amount::Event));
        let reached = Condition::And(vec![
            Condition::Compare(lore, Cmp::AtLeast, Amount::Const(*chapter)),
            Condition::Compare(before, Cmp::Less, Amount::Const(*chapter)),
        ]);
        Ability::Triggered(TriggeredAbility::new(
            EventPattern::While(Box::new(put), Box::new(reached)),
            program.clone(),
        ))
    };
    Some(chapters.iter().map(ability).collect())
}
