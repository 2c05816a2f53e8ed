//! Sentences, one after another, and clauses that share one.

use lawmage_ir::{
    Amount, Clause, Continuous, EventPattern, Filter, Instead, Instruction, Kind, Prohibition, Ref, Requirement,
    Selector, Test, Who,
};

use super::deed::{Deed, acting};
use crate::print::{Printer, words};

impl Printer<'_> {
    /// Clauses as sentences, capitals and full stops included.
    pub(crate) fn sentences(&mut self, clauses: &[Clause]) -> String {
        let parts = self.joined(clauses);
        let sentences: Vec<String> = parts.iter().map(|p| words::sentence(p)).collect();
        sentences.join(" ")
    }

    /// Clauses as one run of words behind "if …," or "may": "draw a card, then discard a card".
    pub(crate) fn deeds(&mut self, clauses: &[Clause]) -> String {
        let mut parts = self.joined(clauses);
        // A rider of the mana added last is a sentence behind all.
        let rider = parts.last_mut().filter(|_| clauses.len() > 1).and_then(|last| {
            let at = last.find(". Until end of turn, you don't lose this mana")?;
            Some(last.split_off(at))
        });
        if parts.len() > 1 {
            for part in &mut parts {
                *part = part.replace(". It can't be regen", " and it can't be regen");
                *part = part.replace(". They can't be regen", " and they can't be regen");
            }
        }
        let whole = parts
            .iter()
            .any(|p| p.contains(". ") || p.contains('\n') || p.starts_with("if ") || p.contains(" unless "))
            || parts.iter().skip(1).any(|p| p.starts_with("for each "));
        let mut text = match parts.as_slice() {
            [first, rest @ ..] if whole => {
                let mut text = first.clone();
                for part in rest {
                    text.push_str(". ");
                    text.push_str(&words::capital(part));
                }
                text
            }
            [first, second] if !first.contains(", ") && !first.contains(" and ") => format!("{first} and {second}"),
            [first, rest @ ..] => {
                let mut text = first.clone();
                for part in rest {
                    text.push_str(", then ");
                    text.push_str(part);
                }
                text
            }
            [] => String::new(),
        };
        text.push_str(&rider.unwrap_or_default());
        text
    }

    /// Clauses as sentences without capital or full stop, those that belong together joined.
    fn joined(&mut self, clauses: &[Clause]) -> Vec<String> {
        let mut all: Vec<String> = Vec::new();
        let mut before: Option<&Clause> = None;
        let mut told = false;
        let mut same: usize = 0;
        let mut searched: Option<&Who> = None;
        let clauses = unrolled(clauses);
        for (at, clause) in clauses.iter().copied().enumerate() {
            let next = clauses.get(at + 1).copied();
            if std::mem::take(&mut told) || same > 0 {
                same = same.saturating_sub(1);
                continue;
            }
            let both = self.next_time_of_source(clause, next).or_else(|| self.offered_instead(clause, next));
            let both = both.or_else(|| self.unless_dealt(clause, next));
            if let Some(text) = both {
                all.push(text);
                told = true;
                before = next;
                continue;
            }
            if let Some((text, others)) = self.same_is_true(clause, clauses.get(at + 1..).unwrap_or_default()) {
                all.push(text);
                (same, before) = (others, None);
                continue;
            }
            // What is remembered of what was exiled or sacrificed is said by the ability that speaks of it (607.2a).
            let remembered = matches!(
                clause.does,
                Instruction::Remember(lawmage_ir::SACRIFICED | lawmage_ir::PUT_THERE, _)
                    | Instruction::NoteNumber { number: Amount::Vital(_), .. }
            );
            let exiled = before.is_some_and(|b| {
                matches!(
                    b.does,
                    Instruction::ExileUntilLeaves { .. }
                        | Instruction::ExileUntilCrowned(_)
                        | Instruction::RevealUntil { exile: true, .. }
                )
            });
            if self.says_itself(clause, next)
                || remembered
                || exiled && matches!(clause.does, Instruction::Remember(..))
            {
                continue;
            }
            let mut link = before.map_or(Link::Sentence, |b| link(b, clause, next));
            if let Instruction::Search { who: Who::You, whose, .. } = &clause.does {
                searched = Some(whose);
            }
            // Who searches another's library doesn't shuffle it.
            if let Instruction::Shuffle(who) = &clause.does
                && *who != Who::You
                && searched == Some(who)
            {
                let who = self.who(who).does("shuffle");
                all.push(who);
                before = Some(clause);
                continue;
            }
            // What X is ends its sentence.
            if matches!(link, Link::Comma | Link::Then | Link::And | Link::Same(_))
                && all.last().is_some_and(|last| last.contains(", where X is "))
            {
                link = Link::Sentence;
            }
            let mut text = self.linked(clause, &link);
            if let Link::Rest = link {
                // The verb is not said again where it is the same.
                for verb in ["put ", "return ", "exile "] {
                    if all.last().is_some_and(|last| last.contains(verb))
                        && let Some(rest) = text.strip_prefix(verb)
                    {
                        text = rest.to_owned();
                        break;
                    }
                }
            }
            let goes_on = before.filter(|before| same_object(before, clause)).and_then(|_| goes_on(&text));
            match (link, all.last_mut()) {
                // "… gets +1/+0 until end of turn and can't be blocked this turn"
                (Link::Sentence, Some(last)) if goes_on.is_some() && !last.contains(", where X is ") => {
                    last.push_str(&format!(" and {}", goes_on.unwrap_or_default()));
                }
                (Link::Sentence, _) | (_, None) => all.push(text),
                (Link::Third(_), Some(last)) => last.push_str(&format!(", {text}")),
                (Link::ThenThird(_), Some(last)) => last.push_str(&format!(", then {text}")),
                (Link::Comma, Some(last)) => last.push_str(&format!(", {text}")),
                (Link::Then, Some(last)) => last.push_str(&format!(", then {text}")),
                (Link::And | Link::Same(_) | Link::Rest, Some(last)) => last.push_str(&format!(" and {text}")),
            }
            before = Some(clause);
        }
        all
    }

    /// "If …, …. The same is true for first strike and vigilance.", and how many clauses that is.
    fn same_is_true(&mut self, clause: &Clause, rest: &[&Clause]) -> Option<(String, usize)> {
        let others = same_of_others(clause, rest);
        if others.len() < 2 {
            return None;
        }
        let others: Vec<String> = others.iter().map(|keyword| keyword.word().to_owned()).collect();
        let text = self.linked(clause, &Link::Sentence);
        Some((format!("{text}. The same is true for {}", words::list(&others, "and")), others.len()))
    }

    /// "the next time a red source of your choice would deal damage to you this turn, prevent that damage": the choice and
    /// the shield in one sentence.
    fn next_time_of_source(&mut self, clause: &Clause, next: Option<&Clause>) -> Option<String> {
        let (Instruction::Choose(Selector::Choose(choice)), Some(slot)) = (&clause.does, clause.out) else {
            return None;
        };
        let Selector::All(filter) = &choice.from else { return None };
        let Instruction::Effect { effects, duration } = &next?.does else { return None };
        let [Continuous::Replace(replacement)] = effects.as_slice() else { return None };
        let EventPattern::Damage { by, to, combat } = &replacement.event else { return None };
        let chosen = Test::Is(Ref::Slot(slot));
        let same = by.test == Test::all([chosen, filter.test.clone()]);
        let always = match &replacement.instead {
            Instead::Prevent { amount, then } if !replacement.once && then.is_empty() => Some(amount),
            _ => None,
        };
        if !same || !replacement.once && always.is_none() {
            return None;
        }
        let mut source = self.singular(filter);
        if filter.kind == Kind::Object && !source.contains("source") {
            source.push_str(" source");
        }
        let kind = if *combat == Some(true) { "combat damage" } else { "damage" };
        let any = Filter::new(Kind::Object, Test::Any);
        let dealt = self.damage_that_would(&any, to, None);
        let to = dealt.strip_prefix("damage that would be dealt").unwrap_or_default().to_owned();
        let when = self.duration_of_rule(duration);
        let source = words::article(&source);
        if let Some(amount) = always {
            let much = amount.as_ref().map_or_else(|| "all".to_owned(), |n| format!("the next {}", self.digits(n)));
            return Some(format!(
                "prevent {much} {kind} {source} of your choice would deal{to} {when}{}",
                self.where_x()
            ));
        }
        self.slots.insert(slot, crate::print::Noun::new("source", false));
        let instead = match &replacement.instead {
            Instead::Prevent { then, amount: Some(Amount::Divide { of, by: 2, up }) }
                if then.is_empty() && **of == Amount::Event =>
            {
                format!("prevent half that damage, rounded {}", if *up { "up" } else { "down" })
            }
            Instead::Prevent { then, .. } if then.is_empty() => "prevent that damage".to_owned(),
            Instead::Prevent { then, .. } => {
                self.notice(&replacement.event);
                match self.of_sources_prevented(then).or_else(|| self.when_prevented(then)) {
                    Some(besides) => format!("prevent that damage. {besides}"),
                    None => format!("prevent that damage. If damage is prevented this way, {}", self.deeds(then)),
                }
            }
            other => {
                self.notice(&replacement.event);
                let may = if replacement.optional == Some(Who::You) { "you may " } else { "" };
                self.what_instead(&replacement.event, other, may)
            }
        };
        Some(format!("the next time {source} of your choice would deal {kind}{to} {when}, {instead}"))
    }

    /// "a creature dealt damage this way": a choice with nothing to choose, said where its slot is used.
    fn says_itself(&mut self, clause: &Clause, next: Option<&Clause>) -> bool {
        let (Instruction::Choose(Selector::Choose(choice)), Some(slot)) = (&clause.does, clause.out) else {
            return false;
        };
        // "An opponent gains control of it": the one who does it is chosen as it is done.
        if clause.does == Instruction::Choose(crate::grammar::selector::one_opponent())
            && next.is_some_and(|next| is_of_player(&next.does, slot))
        {
            self.fill(slot, &clause.does);
            self.fresh.insert(slot, crate::print::Phrase::one("an opponent"));
            return true;
        }
        let Selector::All(filter) = &choice.from else { return false };
        let told = match &filter.test {
            lawmage_ir::Test::And(all) => {
                all.iter().any(|t| matches!(t, lawmage_ir::Test::Is(r) if self.damaged.contains(r)))
            }
            lawmage_ir::Test::Is(r) => self.damaged.contains(r),
            _ => false,
        };
        if !told || !next.is_some_and(|n| matches!(n.does, Instruction::Effect { .. })) {
            return false;
        }
        let phrase = self.choice(choice);
        self.fill(slot, &clause.does);
        self.fresh.insert(slot, phrase);
        true
    }

    fn linked(&mut self, clause: &Clause, link: &Link) -> String {
        let saved = self.actor.clone();
        if let Link::Same(who) | Link::Third(who) | Link::ThenThird(who) = link {
            self.actor = Some(who.clone());
        }
        let deed = self.clause(clause);
        let mut text = match link {
            Link::Same(_) | Link::Third(_) | Link::ThenThird(_) => match &deed {
                Deed::Act { subject: None, verb } => {
                    let plural = self.actor.clone().is_some_and(|who| self.clone().who(&who).plural);
                    words::agree(verb, plural)
                }
                other => other.finite(),
            },
            _ => deed.finite(),
        };
        self.actor = saved;
        text.push_str(&self.where_x());
        text
    }

    /// A clause behind "may".
    pub(crate) fn behind_may(&mut self, clause: &Clause) -> String {
        let before = std::mem::replace(&mut self.bare, true);
        let deed = self.clause(clause);
        let mut text = match &deed {
            Deed::Act { subject: Some(subject), verb }
                if subject.you && self.names.is_none() && self.actor.as_ref().is_some_and(|who| *who != Who::You) =>
            {
                format!("have you {verb}")
            }
            // "You may have two target players exchange life totals."
            Deed::Whole(text) if matches!(&clause.does, Instruction::ExchangeLife(one, _) if *one != Who::You) => {
                format!("have {text}")
            }
            // "You may have your life total become 10."
            Deed::Whole(text) if matches!(&clause.does, Instruction::SetLife(..)) => {
                format!("have {}", text.replacen(" becomes ", " become ", 1))
            }
            deed => deed.bare(),
        };
        self.bare = before;
        text.push_str(&self.where_x());
        text
    }

    pub(crate) fn joined_bare(&mut self, clauses: &[Clause]) -> String {
        let mut text = String::new();
        let mut before: Option<&Clause> = None;
        for (at, clause) in clauses.iter().enumerate() {
            let next = clauses.get(at + 1);
            let deed = self.behind_may(clause);
            match before {
                None => text.push_str(&deed),
                Some(b) => {
                    let word = match link(b, clause, next) {
                        Link::Comma | Link::Third(_) => ", ",
                        Link::Then | Link::ThenThird(_) => ", then ",
                        _ => " and ",
                    };
                    text.push_str(word);
                    text.push_str(&deed);
                }
            }
            before = Some(clause);
        }
        text
    }
}

/// How a clause follows the one before.
#[derive(Clone, Debug)]
pub(crate) enum Link {
    /// A sentence of its own.
    Sentence,
    /// ", …"
    Comma,
    /// ", then …"
    Then,
    /// " and …"
    And,
    /// " and …" with the same subject, not said again.
    Same(Who),
    /// ", puts it …": the searching player goes on.
    Third(Who),
    /// ", then shuffles".
    ThenThird(Who),
    /// " and the rest …": the verb is not said again.
    Rest,
}

/// How a clause follows the one before it, seeing the one after it.
pub(crate) fn link(before: &Clause, clause: &Clause, next: Option<&Clause>) -> Link {
    use Instruction as I;
    match (&before.does, &clause.does) {
        (I::Search { .. } | I::Move { .. }, I::Shuffle(who)) if *who != Who::You => Link::ThenThird(who.clone()),
        (I::Search { .. } | I::Move { .. }, I::Shuffle(_)) => Link::Then,
        (I::Search { who, .. }, I::Move { .. }) if *who != Who::You => Link::Third(who.clone()),
        (I::Search { whose, .. }, I::Move { .. }) if *whose != Who::You => Link::And,
        (I::Search { .. }, I::Move { .. }) => Link::Comma,
        (I::Reveal { what: Selector::Ref(_) }, I::Move { .. })
            if next.is_some_and(|n| matches!(n.does, I::Shuffle(_))) =>
        {
            Link::Comma
        }
        (I::Reveal { what: Selector::Choose(_) }, I::Move { .. }) => Link::And,
        (I::CreateToken { .. } | I::Move { .. }, I::Populate { .. }) => Link::Then,
        // "reveal the top five cards of your library and separate them into two piles"
        (I::Reveal { .. } | I::Move { .. }, I::Piles(piles)) if piles.by == Who::You => Link::And,
        (I::LookAt { who: Who::You, .. }, I::Piles(piles)) if piles.by == Who::You => Link::And,
        (
            I::Move {
                to:
                    lawmage_ir::Destination::Hand
                    | lawmage_ir::Destination::Graveyard
                    | lawmage_ir::Destination::LibraryTop { .. }
                    | lawmage_ir::Destination::LibraryBottom { .. },
                ..
            },
            I::Move { what: Selector::Except(..), .. },
        ) => Link::Rest,
        (I::Draw { who: Who::You, .. }, I::Discard { who: Who::You, .. }) => Link::Then,
        // "Those cards" are all of them only within the sentence: else those that were found.
        (I::RevealUntil { who, count, exile: false, .. }, I::Move { what: Selector::Ref(Ref::Slot(n)), .. })
            if before.out == Some(*n) && *count != Amount::ONE =>
        {
            if *who == Who::You {
                Link::Then
            } else {
                Link::ThenThird(who.clone())
            }
        }
        // What was drawn is known only within the sentence.
        (I::Draw { who: Who::You, .. }, I::Reveal { what: Selector::Ref(Ref::Slot(n)) }) if before.out == Some(*n) => {
            Link::And
        }
        (I::Scry(Who::You, _) | I::Surveil(Who::You, _), I::Draw { who: Who::You, .. }) => Link::Then,
        (I::CreateToken { .. }, I::PutCounters { .. }) => Link::Then,
        (a, b) => match (acting(a), acting(b)) {
            (Some(Who::You), Some(Who::You))
                if matches!(a, I::Draw { .. } | I::GainLife(..) | I::LoseLife(..))
                    && matches!(b, I::GainLife(..) | I::LoseLife(..)) =>
            {
                Link::And
            }
            (Some(x), Some(y)) if x == y && *x != Who::You && next_ok(a, b) => Link::Same(x.clone()),
            _ => match (a, b) {
                (I::Damage { .. } | I::LoseLife(..), I::GainLife(Who::You, n)) if !matches!(n, Amount::Slot(_)) => {
                    Link::And
                }
                _ => Link::Sentence,
            },
        },
    }
}

fn next_ok(a: &Instruction, b: &Instruction) -> bool {
    !matches!(a, Instruction::Search { .. } | Instruction::LookAt { .. }) && !matches!(b, Instruction::Shuffle(_))
}

/// Clauses, with those of a process among those that follow it: only "repeat this process" tells that it is one.
fn unrolled(clauses: &[Clause]) -> Vec<&Clause> {
    let mut all = Vec::with_capacity(clauses.len());
    for clause in clauses {
        match &clause.does {
            Instruction::Process { body, .. } => all.extend(body),
            _ => all.push(clause),
        }
    }
    all
}

/// Whether both are effects on one and the same object, each of itself.
fn same_object(before: &Clause, clause: &Clause) -> bool {
    let object = |clause: &Clause| match &clause.does {
        Instruction::Effect { effects, .. } => match effects.as_slice() {
            [Continuous::Modify { what: Selector::Ref(r), .. }]
            | [Continuous::Cant(Prohibition::Block { whom: Some(Selector::Ref(r)), .. })]
            | [Continuous::Must(Requirement::Attack { what: Selector::Ref(r), .. })] => Some(r.clone()),
            _ => None,
        },
        _ => None,
    };
    object(before).is_some() && object(before) == object(clause)
}

/// Whether the player whom a slot holds is the first that the instruction speaks of.
fn is_of_player(does: &Instruction, slot: lawmage_ir::Slot) -> bool {
    let player = Who::Ref(Ref::Slot(slot));
    match does {
        Instruction::Choose(Selector::Choose(choice)) => choice.by == player,
        Instruction::Sacrifice { who: Who::You, what: Selector::Choose(choice) } => choice.by == player,
        Instruction::Effect { effects, .. } => match effects.as_slice() {
            [Continuous::Modify { mods, .. }] => *mods == [lawmage_ir::Modification::Controller(player)],
            _ => false,
        },
        Instruction::ChooseValue { who, .. } => *who == player,
        Instruction::LookAt { who: Who::You, what: Selector::All(Filter { kind: Kind::Card(_), test }) } => {
            *test == Test::Owned(player)
        }
        other => acting(other) == Some(&player),
    }
}

/// Of which other keywords the clauses that follow say the same.
fn same_of_others(clause: &Clause, rest: &[&Clause]) -> Vec<lawmage_ir::Keyword> {
    match clause.does {
        Instruction::If { .. } => crate::grammar::effect::same_is_true::said_alike(clause, rest),
        _ => Vec::new(),
    }
}

/// What is said of the subject before, without saying it again.
fn goes_on(text: &str) -> Option<String> {
    let rest = text.strip_prefix("it ").or_else(|| text.strip_prefix("they "))?;
    ["can't be blocked this turn", "attacks this turn", "attack this turn"]
        .iter()
        .any(|verb| rest.starts_with(verb))
        .then(|| rest.to_owned())
}
