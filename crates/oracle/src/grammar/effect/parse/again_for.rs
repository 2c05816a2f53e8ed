//! "Then repeat this process for an enchantment and a planeswalker": what was said of one sort of thing is said of others in its place,
//! one after the other (608.2c).

use lawmage_ir::{CardType, Clause, Instruction, Selector};

use super::sentence;
use crate::lex::{Token, TokenKind};
use crate::parse::{Handle, Parser, Referent, Sort};

/// "Then repeat this process for instant cards with mana values 2 and 1", of all that the spell has said so far.
pub(super) fn repeated(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let said = p.tokens().get(..p.pos())?.to_vec();
    let _ = p.eat("then");
    p.expect("repeat this process for")?;
    let all = of_others(p, &said)?;
    if !p.at_stop() {
        return p.fail("the end of the sentence");
    }
    all.iter().try_for_each(|words| say(p, words, out))
}

/// "creature cards with mana values 2 and 3", behind "choose a creature card with mana value 1 in your graveyard, then do the same for":
/// "those cards" are all that were chosen.
pub(crate) fn chosen(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let one = |clause: &Clause| match &clause.does {
        Instruction::Choose(Selector::Choose(_)) => clause.out,
        _ => None,
    };
    let [first] = out.as_slice() else { return p.fail("one thing that was chosen") };
    one(first)?;
    p.expect("the same for")?;
    // ", then do the same for"
    let said = p.tokens().get(..p.pos().checked_sub(6)?)?.to_vec();
    for words in of_others(p, &said)? {
        say(p, &words, out)?;
    }
    let ids: Vec<_> = out.iter().map(one).collect::<Option<_>>()?;
    let chosen: Vec<Selector> = ids.into_iter().map(|id| p.scope.select(&Handle::Clause(id))).collect();
    let all = Handle::Select(Box::new(Selector::Union(chosen)));
    p.scope.mention(Referent { plural: true, verb: Some("chosen"), ..Referent::new(all, Sort::Card) });
    Some(())
}

/// Reads these words as though they stood here.
fn say(p: &mut Parser<'_>, words: &[Token], out: &mut Vec<Clause>) -> Option<()> {
    let mut again = Parser::new(p.source(), words, p.scope.clone(), p.reading());
    while !again.at_end() {
        sentence::sentence(&mut again, out)?;
        if !again.eat(".") && !again.at_end() {
            return p.fail("the end of the sentence");
        }
    }
    p.scope = again.scope;
    Some(())
}

/// The words so far, once for each of the others that stand here.
fn of_others(p: &mut Parser<'_>, said: &[Token]) -> Option<Vec<Vec<Token>>> {
    let whole = |t: &Token| !matches!(t.kind, TokenKind::Newline | TokenKind::QuoteClose) && &*t.text != "•";
    if !p.scope.face.spell || !said.iter().all(whole) {
        return p.fail("a spell that said so much");
    }
    p.attempt(|p| of_types(p, said)).or_else(|| p.attempt(|p| of_mana_values(p, said)))
}

/// "an enchantment and a planeswalker".
fn of_types(p: &mut Parser<'_>, said: &[Token]) -> Option<Vec<Vec<Token>>> {
    let others = p.list("and", |p| {
        let from = p.pos();
        p.eat_any(&["a", "an"])?;
        CardType::from_word(p.word())?;
        p.advance();
        Some(p.tokens().get(from..p.pos())?.to_vec())
    })?;
    let one = |two: &[Token]| matches!(&*two[0].text, "a" | "an") && CardType::from_word(&two[1].text).is_some();
    let at = only(said.windows(2), one).or_else(|| p.fail("one type that was said"))?;
    Some(others.into_iter().map(|other| with(said, at, 2, &other)).collect())
}

/// "instant cards with mana values 2 and 1".
fn of_mana_values(p: &mut Parser<'_>, said: &[Token]) -> Option<Vec<Vec<Token>>> {
    let noun = p.peek()?.text.clone();
    p.advance();
    p.expect("cards with mana values")?;
    let others = p.list("and", |p| {
        let number = p.peek().cloned();
        p.number().and(number)
    })?;
    const WORDS: [&str; 4] = ["card", "with", "mana", "value"];
    let one = |words: &[Token]| {
        words[0].text == noun
            && words[1..5].iter().map(|t| &*t.text).eq(WORDS)
            && matches!(words[5].kind, TokenKind::Number(_))
    };
    let at = only(said.windows(6), one).or_else(|| p.fail("one mana value that was said"))?;
    Some(others.into_iter().map(|other| with(said, at + 5, 1, &[other])).collect())
}

/// Where the only ones of these stand that are so.
fn only<'t>(mut all: impl Iterator<Item = &'t [Token]>, is: impl Fn(&[Token]) -> bool) -> Option<usize> {
    let at = all.by_ref().position(&is)?;
    (!all.any(is)).then_some(at)
}

/// The words with others in the place of some; a target is only spoken of again.
fn with(said: &[Token], at: usize, many: usize, others: &[Token]) -> Vec<Token> {
    let mut words = said.to_vec();
    words.splice(at..at + many, others.iter().cloned());
    if let [first, second, ..] = words.as_mut_slice()
        && &*first.text == "target"
        && matches!(&*second.text, "opponent" | "player")
    {
        first.text = "that".into();
        second.text = "player".into();
    }
    words
}
