//! Words that a card file adds to the rules' own: subtypes (205.3), keywords with what they mean (702.1), tokens that effects
//! create by name (111.10).

use std::collections::BTreeMap;
use std::sync::Arc;

use lawmage_ir::{Face, Keyword, Subtype, SubtypeKind, TypeSet};

use crate::keywords::{self, Definition};
use crate::source::CardSource;
use crate::{Compiled, FaceSource};

/// The words that texts may use besides those of the rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lexicon {
    /// By their words in lower case.
    subtypes: BTreeMap<String, Subtype>,
    keywords: Vec<Definition>,
    /// What is done, learnt from reminder texts alone (701).
    actions: Vec<Definition>,
    /// By their names in lower case.
    tokens: BTreeMap<String, Arc<Face>>,
}

impl Lexicon {
    /// The subtype of that name, whatever its capitals: one of the rules, else one of its own.
    #[must_use]
    pub fn subtype(&self, word: &str) -> Option<Subtype> {
        Subtype::from_word(word).or_else(|| {
            // Most lexicons have none, and the question is frequent.
            (!self.subtypes.is_empty()).then(|| self.subtypes.get(&word.to_lowercase()).copied()).flatten()
        })
    }

    /// Its own subtypes.
    pub fn subtypes(&self) -> impl Iterator<Item = Subtype> + '_ {
        self.subtypes.values().copied()
    }

    /// Adds a subtype; one that is known is left as it is.
    ///
    /// # Errors
    /// Why it can be none.
    pub fn learn_subtype(&mut self, word: &str, kind: SubtypeKind) -> Result<Subtype, String> {
        if let Some(known) = self.subtype(word) {
            return Ok(known);
        }
        let plain = word.chars().all(|c| c.is_alphabetic() || matches!(c, '-' | '\'' | '’'));
        let capital = word.chars().next().is_some_and(char::is_uppercase);
        if !plain || !capital {
            return Err(format!("“{word}” is no subtype: it is one word with a capital"));
        }
        let Some(subtype) = Subtype::own(word, kind) else {
            return Err(format!("“{word}” is too long for a subtype, or there are too many"));
        };
        self.subtypes.insert(word.to_lowercase(), subtype);
        Ok(subtype)
    }

    /// Learns the subtypes of a type line that nobody knows: they are of the kind that goes with its card types.
    pub fn learn_type_line(&mut self, type_line: &str) {
        let (line, unknown) = crate::typeline::type_line(self, type_line);
        let Some(kind) = kind_of(line.types) else { return };
        for word in unknown.subtypes {
            let _ = self.learn_subtype(&word, kind);
        }
    }

    /// Its own keywords' words, in lower case.
    pub fn keywords(&self) -> impl Iterator<Item = &str> + '_ {
        self.keywords.iter().map(|k| k.word.as_str())
    }

    /// The words of the keywords that were learnt from reminder texts alone.
    pub fn learnt_keywords(&self) -> impl Iterator<Item = &str> + '_ {
        self.keywords.iter().filter(|k| k.learnt).map(|k| k.word.as_str())
    }

    /// Adds a keyword that reminder texts explain.
    pub(crate) fn learn_keyword(&mut self, definition: Definition) {
        self.keywords.push(definition);
    }

    /// Adds a keyword action that reminder texts explain.
    pub(crate) fn learn_action(&mut self, definition: Definition) {
        self.actions.push(definition);
    }

    pub(crate) fn own_actions(&self) -> &[Definition] {
        &self.actions
    }

    pub(crate) fn own_keywords(&self) -> &[Definition] {
        &self.keywords
    }

    /// Adds keywords with what they mean, written as in `keywords.txt`: `= word n` (or `cost`, `quality`) and one ability a
    /// line. Gives back what is wrong with them, with places in the text.
    pub fn define_keywords(&mut self, text: &str) -> Vec<Flaw> {
        let mut flaws = Vec::new();
        let before = self.keywords.len();
        let mut lines: Vec<(usize, &str, usize)> = Vec::new();
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let at = start + (line.len() - line.trim_start().len());
            start += line.len();
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if let Some(head) = line.strip_prefix('=') {
                let definition = keywords::header(head.trim());
                if let Some(what) = self.refusal(&definition.word) {
                    flaws.push(Flaw { span: at..at + line.len(), what });
                }
                self.keywords.push(definition);
            } else if self.keywords.len() == before {
                let what = "a keyword begins with its name: = my keyword n".to_owned();
                flaws.push(Flaw { span: at..at + line.len(), what });
            } else if let Some(last) = self.keywords.last_mut() {
                last.lines.push(line.to_owned().into());
                lines.push((self.keywords.len() - 1, line, at));
            }
        }
        for definition in self.keywords.iter().skip(before).filter(|d| d.lines.is_empty()) {
            let at = text.find(&definition.word).unwrap_or(0);
            let what = format!("the keyword “{}” has no meaning; write one ability a line below it", definition.word);
            flaws.push(Flaw { span: at..at + definition.word.len(), what });
        }
        let lexicon = Arc::new(self.clone());
        for (index, line, at) in lines {
            let Some(definition) = lexicon.keywords.get(index) else { continue };
            if let Some((span, what)) = crate::grammar::keyword::flaw(&lexicon, index, definition, line) {
                flaws.push(Flaw { span: at + span.start..at + span.end, what });
            }
        }
        flaws.sort_by_key(|f| f.span.start);
        flaws
    }

    /// Why a keyword can't have that word.
    fn refusal(&self, word: &str) -> Option<String> {
        let plain = word.chars().all(|c| c.is_alphabetic() || matches!(c, ' ' | '-' | '\'')) && !word.trim().is_empty();
        if !plain || word.split(' ').count() > 4 {
            return Some(format!("“{word}” is no keyword: it is one to four words of letters"));
        }
        if word.chars().any(char::is_uppercase) {
            return Some(format!("write “{}” here; cards may write it with a capital", word.to_lowercase()));
        }
        if Keyword::from_word(word).is_some() {
            return Some(format!("“{word}” is a keyword of the rules already (702)"));
        }
        let known = self.keywords.iter().any(|k| k.word == word);
        known.then(|| format!("the keyword “{word}” is defined twice"))
    }

    /// Adds a token by its name, for "create a Gizmo token" (111.10). Its text may use the subtypes, the keywords and the tokens
    /// known so far. Gives back what could not be compiled of it.
    pub fn define_token(&mut self, source: &FaceSource) -> Vec<crate::Diagnostic> {
        let card = CardSource {
            name: source.name.clone(),
            faces: vec![source.clone()],
            lexicon: Arc::new(self.clone()),
            ..CardSource::default()
        };
        let Compiled { card, diagnostics, .. } = crate::compile(&card);
        if let Some(face) = card.faces.first() {
            self.tokens.insert(source.name.to_lowercase(), face.clone());
        }
        diagnostics
    }

    /// The names of its tokens.
    pub fn tokens(&self) -> impl Iterator<Item = &Arc<Face>> + '_ {
        self.tokens.values()
    }

    pub(crate) fn token_names(&self) -> impl Iterator<Item = &str> + '_ {
        self.tokens.keys().map(String::as_str)
    }

    pub(crate) fn token(&self, name: &str) -> Option<&Arc<Face>> {
        self.tokens.get(&name.to_lowercase())
    }

    pub(crate) fn has_tokens(&self) -> bool {
        !self.tokens.is_empty()
    }
}

/// Something wrong in definitions of keywords.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// Where, in bytes of the text.
    pub span: crate::Span,
    /// What.
    pub what: String,
}

/// The kind of subtypes that goes with card types (205.3d): creature types where several would.
pub(crate) fn kind_of(types: TypeSet) -> Option<SubtypeKind> {
    use SubtypeKind::{Artifact, Battle, Creature, Enchantment, Land, Planeswalker, Spell};
    let kinds = [Creature, Planeswalker, Battle, Land, Artifact, Enchantment, Spell];
    kinds.into_iter().find(|kind| types.iter().any(|t| kind.fits(t)))
}
