//! Those of several players of whom something is so.

use lawmage_ir::{Amount, Kind, Ref, Selector, Who};

use super::parse::relation;
use crate::grammar::instruction::votes::labels;
use crate::parse::{Handle, Parser, Referent, Sort};

/// "each player dealt damage this way", behind who they are.
pub(super) fn dealt_this_way(p: &mut Parser<'_>, who: Who) -> Option<Who> {
    p.expect("dealt damage this way")?;
    let dealt = p.scope.latest(|r| r.verb == Some("dealt damage")).or_else(|| p.fail("damage dealt before"))?;
    let dealt = lawmage_ir::Test::Is(p.scope.reference(&dealt.handle)?);
    Some(Who::Such(Box::new(who), Box::new(lawmage_ir::Condition::Is(Ref::It, dealt))))
}

/// That the object itself attacked a player, [`Ref::It`], this turn.
pub(crate) fn attacked_by_this() -> lawmage_ir::Condition {
    use lawmage_ir::{EventPattern, Filter, Test};
    let what = Filter::permanent(Test::Is(Ref::This));
    let whom = Some(Filter::new(Kind::Player, Test::Is(Ref::It)));
    let attacks = EventPattern::Attacks { what, whom, alone: false, others: 0 };
    lawmage_ir::Condition::Happened(Box::new(attacks), lawmage_ir::Span::ThisTurn, 1)
}

/// "each opponent attacking that player": whose creatures are.
pub(super) fn attacking(p: &mut Parser<'_>, who: Who) -> Option<Who> {
    p.expect("attacking")?;
    let whom = relation(p)?;
    Some(Who::Such(Box::new(who), Box::new(is_attacking(whom))))
}

/// That a player, [`Ref::It`], has a creature that is attacking such a player.
pub(crate) fn is_attacking(whom: Who) -> lawmage_ir::Condition {
    use lawmage_ir::{Cmp, Condition, Filter, Test};
    let attacking = Test::Attacking { whom, and_permanents: false };
    let theirs = Filter::permanent(Test::all([attacking, Test::Controlled(Who::Ref(Ref::It))]));
    Condition::Compare(Amount::Count(Box::new(Selector::All(theirs))), Cmp::AtLeast, Amount::ONE)
}

/// "who controls one or more of those permanents".
fn of_those_permanents(p: &mut Parser<'_>) -> Option<lawmage_ir::Condition> {
    use lawmage_ir::{Cmp, Condition, Filter, Test};
    p.expect("who controls one or more of")?;
    let those = crate::grammar::reference::referent(p).filter(|r| r.plural && r.sort == Sort::Permanent)?;
    let those = Test::Is(p.scope.reference(&those.handle)?);
    let theirs = Filter::permanent(Test::all([those, Test::Controlled(Who::Ref(Ref::It))]));
    Some(Condition::Compare(Amount::Count(Box::new(Selector::All(theirs))), Cmp::AtLeast, Amount::ONE))
}

impl crate::print::Printer<'_> {
    /// "controls one or more of those permanents", "controlled a creature returned this way", of the player tested.
    pub(crate) fn has_or_had(&mut self, condition: &lawmage_ir::Condition) -> Option<String> {
        use lawmage_ir::{Cause, Cmp, Condition, EventPattern, Filter, Span, Test};
        let theirs = Test::Controlled(Who::Ref(Ref::It));
        match condition {
            Condition::Compare(Amount::Count(of), Cmp::AtLeast, Amount::Const(1))
                if let Selector::All(Filter { kind: Kind::Permanent, test: Test::And(all) }) = &**of
                    && let [Test::Is(those), whose] = all.as_slice()
                    && *whose == theirs =>
            {
                Some(format!("controls one or more of {}", self.object(those)))
            }
            Condition::Happened(event, Span::ThisWay, 1)
                if let EventPattern::Moves { what, cause: Some(Cause::Return), .. } = &**event
                    && let Some((whose, rest)) = what.test.conjuncts().split_last()
                    && *whose == theirs =>
            {
                let what = Filter { test: Test::all(rest.iter().cloned()), ..what.clone() };
                Some(format!("controlled {} returned this way", self.one(&what)))
            }
            _ => None,
        }
    }
}

/// "who controlled a creature returned this way", as it was on the battlefield.
fn of_what_returned(p: &mut Parser<'_>) -> Option<lawmage_ir::Condition> {
    use lawmage_ir::{Cause, Condition, EventPattern, Span, Test, ZoneSet};
    p.expect("who controlled a")?;
    let noun = crate::grammar::noun::bare(p).filter(|noun| noun.filter.kind == Kind::Permanent)?;
    p.expect("returned this way")?;
    let what = crate::grammar::event::and_test(noun.filter, Test::Controlled(Who::Ref(Ref::It)));
    let (from, to, cause) = (ZoneSet::BATTLEFIELD, ZoneSet::of(lawmage_ir::Zone::Hand), Some(Cause::Return));
    let returned = EventPattern::Moves { what, from, to, cause, by: None };
    Some(Condition::Happened(Box::new(returned), Span::ThisWay, 1))
}

/// "who tapped a land for mana this turn" (106.12).
fn tapped_for_mana(p: &mut Parser<'_>) -> Option<lawmage_ir::Condition> {
    p.expect("who tapped a")?;
    let noun = crate::grammar::noun::bare(p).filter(|noun| !noun.plural && noun.filter.kind == Kind::Permanent)?;
    p.expect("for mana this turn")?;
    let tapped = lawmage_ir::EventPattern::TappedForMana { what: noun.filter, by: Who::Ref(Ref::It), of: None };
    Some(lawmage_ir::Condition::Happened(Box::new(tapped), lawmage_ir::Span::ThisTurn, 1))
}

/// "each opponent who lost life this turn": those for whom a condition holds of [`Ref::It`].
pub(crate) fn such(p: &mut Parser<'_>, who: Who) -> Option<Who> {
    if let Some(called) = p.attempt(|p| {
        p.expect("who chose")?;
        labels::called(p)
    }) {
        return Some(Who::Such(Box::new(who), Box::new(called)));
    }
    if let Some(condition) = p.attempt(of_those_permanents).or_else(|| p.attempt(of_what_returned)) {
        return Some(Who::Such(Box::new(who), Box::new(condition)));
    }
    if p.eat("who attacked you or a planeswalker you control this turn") {
        let planeswalker = lawmage_ir::Test::Type(lawmage_ir::CardType::Planeswalker);
        let yours = lawmage_ir::Test::all([planeswalker, lawmage_ir::Test::Controlled(Who::You)]);
        let attacked = lawmage_ir::EventPattern::Attacks {
            what: lawmage_ir::Filter::permanent(lawmage_ir::Test::Controlled(Who::Ref(Ref::It))),
            whom: Some(crate::grammar::event::player_or(&Who::You, yours)),
            alone: false,
            others: 0,
        };
        let condition = lawmage_ir::Condition::Happened(Box::new(attacked), lawmage_ir::Span::ThisTurn, 1);
        return Some(Who::Such(Box::new(who), Box::new(condition)));
    }
    if let Some(condition) = p.attempt(tapped_for_mana) {
        return Some(Who::Such(Box::new(who), Box::new(condition)));
    }
    if let Some(condition) = p.attempt(owns_a_spell_cast) {
        return Some(Who::Such(Box::new(who), Box::new(condition)));
    }
    if who == Who::All
        && let Some(most) = p.attempt(crate::grammar::condition::superlative::who_controls_most)
    {
        return Some(Who::Such(Box::new(who), Box::new(most)));
    }
    // "players who chose war", as the permanent entered (607.2d).
    if let Some(test) = p.attempt(|p| {
        p.expect("who chose")?;
        let word = p.scope.face.words.iter().find(|word| word.eq_ignore_ascii_case(p.word())).cloned()?;
        p.advance();
        p.scope.face.word.map(|linked| lawmage_ir::Test::ChoseWord(linked, word))
    }) {
        return Some(Who::Such(Box::new(who), Box::new(lawmage_ir::Condition::Is(Ref::It, test))));
    }
    let test = p.attempt(|p| {
        let mut noun = crate::grammar::noun::any_player();
        crate::grammar::noun::after::modifiers(p, &mut noun)?;
        (noun.filter.test != lawmage_ir::Test::Any).then_some(noun.filter.test)
    });
    let condition = match test {
        Some(test) => lawmage_ir::Condition::Is(Ref::It, test),
        None => match p.attempt(with_so_much) {
            Some(condition) => condition,
            None => {
                p.expect("who")?;
                crate::grammar::condition::of_tested(p)?
            }
        },
    };
    Some(Who::Such(Box::new(who), Box::new(condition)))
}

/// "who owns a spell you cast this way", whose "its" is then what each of them owns of these.
fn owns_a_spell_cast(p: &mut Parser<'_>) -> Option<lawmage_ir::Condition> {
    p.expect("who owns a spell you cast this way")?;
    let cast = p.scope.latest(|r| r.verb == Some("cast") && r.by == Some(Who::You))?;
    let Some(Ref::Slot(slot)) = p.scope.reference(&cast.handle) else { return p.fail("what you cast") };
    let own = |player| Ref::Theirs(slot, Box::new(Who::Ref(player)));
    p.scope.mention(Referent::new(Handle::Ref(own(Ref::Each)), Sort::Spell));
    Some(crate::grammar::condition::owns_some(own(Ref::It)))
}

fn hand(of: Ref) -> Amount {
    Amount::HandSize(Who::Ref(of))
}

fn most_in_hand() -> Amount {
    Amount::OfPlayers { who: Who::All, of: Box::new(hand(Ref::Each)), greatest: true }
}

/// That a player, [`Ref::It`], has fewer cards in hand than another: "than the player with the most cards in hand".
pub(crate) fn fewer_than_most_in_hand() -> lawmage_ir::Condition {
    lawmage_ir::Condition::Compare(hand(Ref::It), lawmage_ir::Cmp::Less, most_in_hand())
}

/// What the difference is, of such a player.
pub(crate) fn fewer_in_hand() -> Amount {
    Amount::Minus(Box::new(most_in_hand()), Box::new(hand(Ref::Each)))
}

/// "with four or more cards in hand", "with exactly 13 life", behind "opponents".
fn with_so_much(p: &mut Parser<'_>) -> Option<lawmage_ir::Condition> {
    p.expect("with")?;
    if p.eat("fewer cards in hand than the player with the most cards in hand") {
        p.scope.difference = Some(fewer_in_hand());
        return Some(fewer_than_most_in_hand());
    }
    if p.eat("exactly") {
        let n = lawmage_ir::Amount::Const(p.number()?);
        p.expect("life")?;
        let life = lawmage_ir::Amount::Life(Who::Ref(Ref::It));
        return Some(lawmage_ir::Condition::Compare(life, lawmage_ir::Cmp::Equal, n));
    }
    let (n, cmp) = match p.eat("no") {
        true => (0, lawmage_ir::Cmp::Equal),
        false => (p.number()?, crate::grammar::condition::or_more(p)?),
    };
    let n = lawmage_ir::Amount::Const(n);
    p.expect("cards in hand")?;
    let hand = lawmage_ir::Amount::HandSize(Who::Ref(Ref::It));
    Some(lawmage_ir::Condition::Compare(hand, cmp, n))
}
