//! What of several a noun phrase says: "creature, planeswalker, or artifact", "another creature or an artifact".

use lawmage_ir::{Condition, Filter, Kind, Ref, Test, Who, ZoneSet};

use super::Parts;
use crate::grammar::test::Place;
use crate::print::{Printer, words};

impl Printer<'_> {
    /// "an opponent or a permanent an opponent controls", "you or a creature you control".
    pub(super) fn player_or_theirs(&mut self, player: &Test, permanent: &Test) -> Option<String> {
        let (Test::And(player), Test::And(permanent)) = (player, permanent) else { return None };
        let [Test::Player, Test::Controlled(who)] = player.as_slice() else { return None };
        let (Test::Not(not), rest) = permanent.split_first()? else { return None };
        let who = match who {
            _ if **not != Test::Player => return None,
            Who::Opponents => "an opponent".to_owned(),
            who => self.who(who).text,
        };
        // "an opponent or battle", "a creature or opponent": whose the permanent is isn't asked.
        if let ([Test::Type(one)], Some(noun)) = (rest, who.strip_prefix("an ")) {
            let one = one.word().to_lowercase();
            return Some(if one == "creature" { format!("a creature or {noun}") } else { format!("{who} or {one}") });
        }
        let permanent = Filter::permanent(Test::all(rest.iter().cloned()));
        // "the chosen player or a permanent they control"
        let theirs = who.starts_with("the ") && rest.last() == player.get(1);
        let before = theirs.then(|| player.get(1)).flatten().and_then(|test| match test {
            Test::Controlled(who) => Some(self.actor.replace(who.clone())),
            _ => None,
        });
        let rest = self.one(&permanent);
        if let Some(actor) = before {
            self.actor = actor;
        }
        Some(format!("{who} or {rest}"))
    }

    /// "activated ability, triggered ability, or legendary spell".
    pub(super) fn on_stack(&mut self, branches: &[Test], plural: bool, parts: &mut Parts) {
        let one = |p: &mut Self, branch: &Test| {
            let spell = Test::Status(lawmage_ir::Status::Spell);
            let all = branch.conjuncts();
            let kind = if all.contains(&spell) { Kind::Spell } else { Kind::Ability };
            let rest = Test::all(all.iter().filter(|t| **t != spell).cloned());
            p.parts(&Filter::new(kind, rest), plural).whole(plural)
        };
        let texts: Vec<String> = branches.iter().map(|b| one(self, b)).collect();
        parts.heads = vec![words::list(&texts, "or")];
        parts.complete = true;
    }

    /// "creature, planeswalker, or artifact"; or whole phrases joined.
    pub(crate) fn or(&mut self, kind: &Kind, branches: &[Test], plural: bool, parts: &mut Parts) {
        let mixed = *kind == Kind::PlayerOrPermanent;
        // Any permanent and any player; the noun for players is added to every such phrase.
        if mixed && *branches == [Test::Player, Test::not(Test::Player)] {
            parts.heads = vec!["permanent".to_owned()];
            return;
        }
        let simple: Option<Vec<String>> = branches
            .iter()
            .enumerate()
            .map(|(at, b)| match b {
                Test::Type(t) => Some(t.word().to_lowercase()),
                Test::Subtype(s) => Some(s.word().to_owned()),
                Test::Token => Some("token".to_owned()),
                Test::And(all) if mixed && all.as_slice() == [Test::Player, Test::Controlled(Who::Opponents)] => {
                    Some("opponent".to_owned())
                }
                Test::PermanentType if mixed => Some("permanent".to_owned()),
                Test::And(all) => {
                    // "basic Forest", "nonblack creature", "Zombie creature": adjectives and a type.
                    let permanent = mixed && !all.contains(&Test::Player);
                    let kind = if permanent { &Kind::Permanent } else { kind };
                    let inner = Filter::new(kind.clone(), Test::And(all.clone()));
                    let inner = self.parts(&inner, false);
                    // "creature or other planeswalker": the last alone is another.
                    let other = if inner.other { "other " } else { "" };
                    let said = !inner.other || at > 0 && at + 1 == branches.len();
                    (inner.after.is_empty() && said && matches!(kind, Kind::Permanent))
                        .then(|| format!("{other}{}", inner.noun(false)))
                }
                _ => None,
            })
            .collect();
        if let Some(heads) = simple {
            if matches!(kind, Kind::Permanent | Kind::PlayerOrPermanent) {
                parts.heads = heads;
            } else {
                parts.types.push(words::list(&heads, "or"));
            }
            return;
        }
        if let [Test::And(first), second] = branches
            && let Some(at) = first.iter().position(|t| self.is_another(t))
        {
            // "another creature or an artifact"
            let mut first = first.clone();
            first.remove(at);
            let first = self.singular(&Filter::new(kind.clone(), Test::all(first)));
            parts.heads = vec![format!("{first} or {}", self.one(&Filter::new(kind.clone(), second.clone())))];
            parts.other = true;
            return;
        }
        if let [Test::Blocking(a), Test::BlockedBy(b)] = branches
            && a == b
        {
            parts.after.push(format!("blocking or blocked by {}", self.object(a)));
            return;
        }
        let places: Vec<Place> = branches.iter().map(|b| self.test(b, plural, kind)).collect();
        let phrases = matches!(kind, Kind::Card(_) | Kind::Spell | Kind::Permanent) && branches.iter().any(is_phrase);
        if places.iter().all(|p| matches!(p, Place::Before(_))) {
            let texts: Vec<String> = places.into_iter().map(|place| place.text().trim().to_owned()).collect();
            parts.before.push(words::list(&texts, "or"));
        } else if !phrases && places.iter().all(|p| matches!(p, Place::After(_))) {
            let texts: Vec<String> = places.into_iter().map(Place::text).collect();
            parts.after.push(self.join_after(&texts));
        } else {
            // Where cards are is said once, behind all of them.
            let zoned = matches!(kind, Kind::Card(_) | Kind::Spell);
            let kind = if let Kind::Card(_) = kind { &Kind::Card(ZoneSet::default()) } else { kind };
            let mut texts: Vec<String> = Vec::new();
            for (at, branch) in branches.iter().enumerate() {
                let text = self.parts(&Filter::new(kind.clone(), branch.clone()), plural).whole(plural);
                // An article keeps what stands before the first from being said of the others.
                let said = zoned || texts.first().is_some_and(|first| first.contains(" control"));
                texts.push(if said && !plural && at > 0 { words::article(&text) } else { text });
            }
            parts.heads = vec![words::list(&texts, "or")];
            parts.complete = zoned || plural;
        }
    }

    /// "with deathtouch, hexproof, reach, or trample": one preposition for all where they share it.
    fn join_after(&self, texts: &[String]) -> String {
        for lead in ["with ", "without ", "named ", "that ", "attached to "] {
            let stripped: Option<Vec<String>> = texts.iter().map(|t| t.strip_prefix(lead).map(str::to_owned)).collect();
            if let Some(rest) = stripped {
                return format!("{lead}{}", words::list(&rest, "or"));
            }
        }
        words::list(texts, "or")
    }
}

/// Whether it is said with a noun of its own: "red creature".
fn is_phrase(test: &Test) -> bool {
    matches!(test, Test::And(all) if all.iter().any(|t| matches!(t, Test::Type(_) | Test::Subtype(_))))
}

/// "Angel, Demon, or Dragon creature": subtypes before a head that all of them share.
pub(super) fn subtypes_before(branches: &[Test], head: Option<&Test>) -> Option<Vec<String>> {
    matches!(head, Some(Test::Type(_) | Test::Token | Test::PermanentType)).then_some(())?;
    branches.iter().map(|b| if let Test::Subtype(s) = b { Some(s.word().to_owned()) } else { None }).collect()
}

/// Whether these ask for one of several types that something else has too: "that shares one of those types with it".
pub(super) fn shares_one_of(branches: &[Test]) -> bool {
    branches.iter().all(|branch| {
        let [Test::Type(of), Test::If(both)] = branch.conjuncts() else { return false };
        matches!(&**both, Condition::Is(Ref::Target(_), Test::Type(same)) if same == of)
    })
}
