//! Reads a query: terms beside each other must all hold, `or` between them asks for one, `-` for none, parentheses group.

use std::collections::BTreeSet;
use std::ops::Range;

use lawmage_ir::Layout;
use regex::RegexBuilder;

use super::field::{Field, Number, field_names, why_not};
use super::is::{HAS, IS};
use super::matching::{Expr, Operand, Term, Words};
use super::subject::fold;
use super::value::{Colors, Compare, color_names, color_word, cost, mana_kinds};
use super::{Mention, Order, Query, Vocabulary};
use crate::suggest::nearest;
use crate::{Error, Legality, Result, fold_name};

/// How deep parentheses and minus signs are nested at most.
const DEPTH: usize = 40;

/// Reads a whole query.
pub(super) fn query(text: &str) -> Result<Query> {
    let mut parser = Parser {
        text,
        at: 0,
        depth: 0,
        order: Order::default(),
        descending: false,
        plain: Vec::new(),
        mentions: Vec::new(),
    };
    let expr = parser.any()?;
    parser.blanks();
    if parser.at < text.len() {
        return Err(parser.error("nothing is open that this “)” could close", parser.at..parser.at + 1));
    }
    let Parser { order, descending, plain, mentions, .. } = parser;
    Ok(Query { expr, order, descending, plain, mentions })
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
    order: Order,
    descending: bool,
    plain: Vec<String>,
    mentions: Vec<Mention>,
}

/// A value as it is written: quoted, between slashes, or bare.
struct Value {
    words: String,
    is_regex: bool,
    span: Range<usize>,
}

impl<'t> Parser<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn blanks(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn error(&self, what: impl Into<String>, span: Range<usize>) -> Error {
        Error::new(what).at(self.text, span)
    }

    /// `a or b`, which binds looser than what stands side by side.
    fn any(&mut self) -> Result<Expr> {
        let mut parts = Vec::new();
        loop {
            let start = self.at;
            parts.push(self.all()?);
            let is_empty = self.text.get(start..self.at).is_none_or(|t| t.trim().is_empty());
            let or = self.at..self.at + 2;
            let is_or = self.word_is("or");
            if is_empty && (is_or || parts.len() > 1) {
                return Err(self.error("“or” stands between two terms", if is_or { or } else { start - 2..start }));
            }
            if !is_or {
                break;
            }
            self.at = or.end;
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Expr::Any(parts) })
    }

    fn all(&mut self) -> Result<Expr> {
        let mut parts = Vec::new();
        loop {
            self.blanks();
            if self.rest().is_empty() || self.rest().starts_with(')') || self.word_is("or") {
                return Ok(Expr::all(parts));
            }
            if self.word_is("and") {
                self.at += 3;
                continue;
            }
            parts.extend(self.one()?);
        }
    }

    /// Whether that word comes next, as a word of its own.
    fn word_is(&self, word: &str) -> bool {
        let rest = self.rest();
        let next = rest.get(..word.len()).is_some_and(|w| w.eq_ignore_ascii_case(word));
        next && rest.get(word.len()..).is_some_and(|r| r.is_empty() || r.starts_with([' ', '\t', '\n', '(', ')']))
    }

    /// One term, negated or grouped; none where it only says how to sort.
    fn one(&mut self) -> Result<Option<Expr>> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(self.error(format!("more than {DEPTH} parentheses within each other"), self.at..self.at + 1));
        }
        let start = self.at;
        let expr = if let Some(after) = self.rest().strip_prefix('-')
            && after.starts_with(|c: char| !c.is_whitespace() && c != ')')
        {
            self.at += 1;
            let plain = self.plain.len();
            let inner = self.one()?;
            self.plain.truncate(plain);
            inner.map(|expr| Expr::Not(Box::new(expr)))
        } else if self.rest().starts_with('(') {
            self.at += 1;
            let inner = self.any()?;
            if self.text.get(start + 1..self.at).is_none_or(|t| t.trim().is_empty()) {
                return Err(self.error("nothing stands in these parentheses", start..start + 1));
            }
            self.blanks();
            if !self.rest().starts_with(')') {
                return Err(self.error("this “(” is not closed", start..start + 1));
            }
            self.at += 1;
            Some(inner)
        } else if self.rest().starts_with('!') {
            self.at += 1;
            let value = self.value()?;
            if value.words.trim().is_empty() {
                return Err(self.error("no name stands after “!”", start..start + 1));
            }
            Some(Term::ExactName(fold_name(&value.words)).into())
        } else {
            self.term()?
        };
        self.depth -= 1;
        Ok(expr)
    }

    /// `field:value`, or words alone.
    fn term(&mut self) -> Result<Option<Expr>> {
        let start = self.at;
        let letters = self.rest().bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count();
        let (name, rest) = self.rest().split_at_checked(letters).unwrap_or_default();
        let operator = Compare::ALL.into_iter().find(|(sign, _)| rest.starts_with(sign));
        let Some((sign, compare)) = operator.filter(|_| letters > 0) else {
            let value = self.value()?;
            let words = self.words(&value)?;
            if let Words::Plain(words) = &words {
                self.plain.push(words.clone());
            }
            return Ok(Some(Term::Anywhere(words).into()));
        };
        let span = start..start + letters;
        let name = name.to_ascii_lowercase();
        let Some(field) = Field::of(&name) else { return Err(self.no_field(&name, span)) };
        self.at += letters + sign.len();
        if self.rest().is_empty() || self.rest().starts_with([' ', ')', '\t', '\n']) {
            let what = format!("what {} is asked for? Nothing stands after “{sign}”", field.word());
            return Err(self.error(what, span.start..self.at));
        }
        let value = self.value()?;
        self.field_term(field, compare, &value)
    }

    fn no_field(&self, name: &str, span: Range<usize>) -> Error {
        if let Some(why) = why_not(name) {
            return self.error(format!("cards can't be searched by “{name}” here: {why}"), span);
        }
        let near = nearest(name, field_names(), 2);
        let hint = if near.is_empty() {
            "see docs/search.md for the fields; words with a colon go in quotes".to_owned()
        } else {
            format!("did you mean {}?", near.join(" or "))
        };
        self.error(format!("“{name}” is no field of a search"), span).hint(hint)
    }

    /// A value: `"words"`, `'words'`, `/regex/`, or what goes on to the next space or closing parenthesis.
    fn value(&mut self) -> Result<Value> {
        let start = self.at;
        let rest = self.rest();
        let mut chars = rest.char_indices();
        let quote = chars.next().map(|(_, c)| c).filter(|c| matches!(c, '"' | '\'' | '/' | '“'));
        let Some(quote) = quote else {
            let length = rest.find([' ', '\t', '\n', '\r', ')']).unwrap_or(rest.len());
            self.at += length;
            let words = rest.get(..length).unwrap_or_default().to_owned();
            return Ok(Value { words, is_regex: false, span: start..self.at });
        };
        let close = if quote == '“' { '”' } else { quote };
        let is_regex = quote == '/';
        let mut words = String::new();
        let mut escaped = false;
        for (at, c) in chars {
            match c {
                c if escaped => {
                    // Within a regular expression `\/` is a slash, and other escapes are the expression's own.
                    if c != close {
                        words.push('\\');
                    }
                    words.push(c);
                    escaped = false;
                }
                '\\' => escaped = true,
                c if c == close => {
                    self.at += at + c.len_utf8();
                    return Ok(Value { words, is_regex, span: start..self.at });
                }
                c => words.push(c),
            }
        }
        Err(self.error(format!("this {quote} is not closed"), start..start + quote.len_utf8()))
    }

    fn words(&self, value: &Value) -> Result<Words> {
        if !value.is_regex {
            return Ok(Words::Plain(fold(&value.words)));
        }
        let built = RegexBuilder::new(&value.words).case_insensitive(true).multi_line(true).size_limit(1 << 20).build();
        built.map(Words::Regex).map_err(|error| {
            let why = error.to_string();
            let why = why.lines().last().unwrap_or_default().trim_start_matches("error: ").to_owned();
            self.error(format!("no regular expression: {why}"), value.span.clone())
        })
    }

    fn field_term(&mut self, field: Field, compare: Compare, value: &Value) -> Result<Option<Expr>> {
        let takes_regex = matches!(field, Field::Name | Field::Oracle | Field::FullOracle | Field::Type);
        if value.is_regex && !takes_regex {
            let what = format!("{} takes no regular expression; name, oracle, fulloracle and type do", field.word());
            return Err(self.error(what, value.span.clone()));
        }
        let term = match field {
            Field::Color | Field::Identity | Field::Produces => self.color_term(field, compare, value)?,
            Field::Mana => match cost(&value.words) {
                Some(cost) => Term::Mana(compare, cost),
                None => return Err(self.wrong("a mana cost", value).hint("write {2}{W}{W}, 2ww or {g/u}")),
            },
            Field::Number(number) => self.number_term(number, compare, value)?,
            Field::Order | Field::Direction => {
                self.sorting(field, value)?;
                return Ok(None);
            }
            _ => return self.word_term(field, compare, value).map(Some),
        };
        Ok(Some(term.into()))
    }

    fn wrong(&self, wanted: &str, value: &Value) -> Error {
        self.error(format!("“{}” is not {wanted}", value.words), value.span.clone())
    }

    fn color_term(&self, field: Field, compare: Compare, value: &Value) -> Result<Term> {
        let hint = || {
            let near = nearest(&value.words.to_lowercase(), color_names(), 2);
            if near.is_empty() {
                "write letters (wubrg), names (red, azorius, esper, colorless, multicolor) or a number".to_owned()
            } else {
                format!("did you mean {}?", near.join(" or "))
            }
        };
        if field == Field::Produces {
            let kinds = mana_kinds(&value.words).ok_or_else(|| self.wrong("a kind of mana", value).hint(hint()))?;
            return Ok(Term::Produces(compare, kinds));
        }
        let colors = color_word(&value.words).ok_or_else(|| self.wrong("a color", value).hint(hint()))?;
        if colors == Colors::Many && !matches!(compare, Compare::Usual | Compare::Equal | Compare::Unequal) {
            return Err(self.wrong("what < and > can be asked of", value).hint("write c>=2"));
        }
        Ok(if field == Field::Color { Term::Color(compare, colors) } else { Term::Identity(compare, colors) })
    }

    fn number_term(&self, number: Number, compare: Compare, value: &Value) -> Result<Term> {
        let words = value.words.to_lowercase();
        let is_equal = matches!(compare, Compare::Usual | Compare::Equal);
        if number == Number::ManaValue && is_equal && (words == "even" || words == "odd") {
            return Ok(Term::Odd(words == "odd"));
        }
        if words == "*"
            && is_equal
            && matches!(number, Number::Power | Number::Toughness | Number::PowerAndToughness | Number::Loyalty)
        {
            return Ok(Term::Star(number));
        }
        if let Some(Field::Number(other)) = Field::of(&words) {
            return Ok(Term::Number(number, compare, Operand::Number(other)));
        }
        match words.parse::<f64>() {
            Ok(value) if value.is_finite() => Ok(Term::Number(number, compare, Operand::Value(value))),
            _ => Err(self.wrong("a number", value).hint("write a number or another field: pow>=3, pow>tou, mv:even")),
        }
    }

    fn sorting(&mut self, field: Field, value: &Value) -> Result<()> {
        let word = value.words.to_lowercase();
        if field == Field::Direction {
            self.descending = match word.as_str() {
                "asc" | "ascending" => false,
                "desc" | "descending" => true,
                _ => return Err(self.wrong("a direction", value).hint("write asc or desc")),
            };
            return Ok(());
        }
        let orders = Order::WORDS.map(|(word, _)| word).join(", ");
        self.order = Order::from_word(&word)
            .ok_or_else(|| self.wrong("an order", value).hint(format!("cards can be sorted by {orders}")))?;
        Ok(())
    }

    /// Terms that know only `:`, `=` and `!=`.
    fn word_term(&mut self, field: Field, compare: Compare, value: &Value) -> Result<Expr> {
        if !matches!(compare, Compare::Usual | Compare::Equal | Compare::Unequal) {
            let what = format!("{} is no number: it knows only “:”, “=” and “!=”", field.word());
            return Err(self.error(what, value.span.clone()));
        }
        let folded = fold(&value.words);
        match field {
            Field::Keyword => self.mention(Vocabulary::Keyword, &folded, value),
            Field::Type if !value.is_regex => {
                folded.split_whitespace().for_each(|word| self.mention(Vocabulary::Type, word, value));
            }
            _ => {}
        }
        let expr: Expr = match field {
            Field::Name => match (compare, value.is_regex) {
                (Compare::Equal | Compare::Unequal, false) => Term::ExactName(fold_name(&value.words)).into(),
                _ => Term::Name(self.words(value)?).into(),
            },
            Field::Oracle => Term::Oracle(self.words(value)?).into(),
            Field::FullOracle => Term::FullOracle(self.words(value)?).into(),
            Field::Type if compare != Compare::Usual && !value.is_regex => Term::TypeWord(folded).into(),
            Field::Type => Term::Type(self.words(value)?).into(),
            Field::Keyword => Term::Keyword(folded).into(),
            Field::Legal => self.standing(&[Legality::Legal, Legality::Restricted], value),
            Field::Banned => self.standing(&[Legality::Banned], value),
            Field::Restricted => self.standing(&[Legality::Restricted], value),
            Field::Set => {
                let code = value.words.to_uppercase();
                self.mention(Vocabulary::Set, &code, value);
                Term::Set(code).into()
            }
            Field::Layout => Term::Layout(self.layout(value)?).into(),
            Field::Not => Expr::Not(Box::new(self.test(field, &folded, value)?)),
            _ => self.test(field, &folded, value)?,
        };
        Ok(if compare == Compare::Unequal { Expr::Not(Box::new(expr)) } else { expr })
    }

    fn standing(&mut self, standings: &[Legality], value: &Value) -> Expr {
        let format = value.words.to_lowercase();
        self.mention(Vocabulary::Format, &format, value);
        Term::Legality(standings.iter().copied().collect::<BTreeSet<_>>(), format).into()
    }

    fn mention(&mut self, kind: Vocabulary, word: &str, value: &Value) {
        let (text, span) = (self.text.to_owned(), value.span.clone());
        self.mentions.push(Mention { kind, word: word.to_owned(), text, span });
    }

    fn layout(&self, value: &Value) -> Result<Layout> {
        Layout::from_word(&value.words.to_lowercase()).ok_or_else(|| {
            let all = Layout::ALL.map(Layout::word);
            self.wrong("a layout", value).hint(format!("there are {}", all.join(", ")))
        })
    }

    fn test(&self, field: Field, word: &str, value: &Value) -> Result<Expr> {
        let word = word.replace('-', "");
        match (field, word.as_str()) {
            (Field::Is | Field::Not, "complete") => return Ok(Term::Complete.into()),
            (Field::Is | Field::Not, "incomplete") => return Ok(Expr::Not(Box::new(Term::Complete.into()))),
            _ => {}
        }
        let table = if field == Field::Has { HAS } else { IS };
        if let Some((_, test)) = table.iter().find(|(name, _)| *name == word) {
            return Ok(Term::Is(*test).into());
        }
        let names = || table.iter().map(|(name, _)| *name).chain(["complete", "incomplete"]);
        let near = nearest(&word, names(), 2);
        let hint = if near.is_empty() {
            format!("there are {}", names().collect::<Vec<_>>().join(", "))
        } else {
            format!("did you mean {}?", near.join(" or "))
        };
        let what =
            if field == Field::Has { "something that “has:” knows" } else { "something that “is:” knows" };
        Err(self.wrong(what, value).hint(hint))
    }
}

impl From<Term> for Expr {
    fn from(term: Term) -> Self {
        Self::Term(Box::new(term))
    }
}
