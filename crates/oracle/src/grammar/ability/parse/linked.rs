//! Lines that are several abilities together: anchor words, exerting, revealing what is drawn (607).

use std::sync::Arc;

use lawmage_ir::{
    Ability, Amount, Cmp, Condition, Continuous, EventPattern, Filter, Instruction, Modification, Permission, Program,
    Ref, Selector, StaticAbility, Status, Step, Test, TriggeredAbility, Who, Zone, ZoneSet,
};

use super::{end, other_than_spell, statics};
use crate::grammar::effect;
use crate::lex::TokenKind;
use crate::parse::{Parser, Scope};

/// "As ~ enters, choose Khans or Dragons." with the abilities of the anchor words, each after a bullet (614.12b).
pub(super) fn anchored(p: &mut Parser<'_>) -> Option<Vec<Ability>> {
    let from = p.pos();
    let head = p.tokens().iter().skip(from).position(|t| t.kind == TokenKind::Newline)?;
    let tokens = p.tokens();
    let mut entering = Parser::new(p.source(), tokens.get(from..from + head)?, p.scope.clone(), p.reading());
    let mut abilities = statics::line(&mut entering)?;
    let (linked, words) = (entering.scope.face.word?, entering.scope.face.words.clone());
    let mut at = from + head;
    while at < tokens.len() {
        let end = tokens.iter().skip(at + 1).position(|t| t.kind == TokenKind::Newline);
        let end = end.map_or(tokens.len(), |n| at + 1 + n);
        let mut one =
            Parser::new(p.source(), tokens.get(at + 1..end)?, Scope::new(entering.scope.face.clone()), p.reading());
        one.expect("•")?;
        let word = crate::grammar::replacement::anchor_word(&mut one).filter(|w| words.contains(w))?;
        one.expect("—")?;
        let read = one.first(&[other_than_spell, statics::line]).filter(|_| one.at_end())?;
        entering.scope.face = one.scope.face.clone();
        for ability in read {
            abilities.push(has_if_chosen(linked, &word, ability));
        }
        at = end;
    }
    p.scope.face = entering.scope.face;
    p.go_back_to(tokens.len());
    Some(abilities)
}

/// "As long as that word was chosen, this has that ability."
pub(super) fn has_if_chosen(linked: u8, word: &Arc<str>, ability: Ability) -> Ability {
    let mods = vec![Modification::AddAbility(Arc::new(ability))];
    Ability::Static(StaticAbility {
        zones: ZoneSet::BATTLEFIELD,
        condition: Some(Condition::ChoseWord(linked, word.clone())),
        effects: vec![Continuous::Modify { what: Selector::Ref(Ref::This), mods }],
        defines: false,
    })
}

/// "You may exert ~ as it attacks. When you do, …" (508.1g, 701.39d): a choice as it is declared, and what triggers on it.
pub(super) fn exerting(p: &mut Parser<'_>) -> Option<Vec<Ability>> {
    let once = p.eat("if ~ hasn't been exerted this turn ,");
    if !(p.eat("you may exert ~ as it attacks") || once && p.eat("you may exert it as it attacks")) {
        return p.fail("an exerted attacker");
    }
    // 607.2h: linked to exerting it so, and not in another way.
    let exerts =
        |attacking| EventPattern::Exerts { by: Who::You, what: Filter::permanent(Test::Is(Ref::This)), attacking };
    let event = exerts(true);
    let never = Condition::Happened(Box::new(exerts(false)), lawmage_ir::Span::ThisTurn, 1);
    let condition = once.then(|| Condition::Not(Box::new(never)));
    let this = Selector::Ref(Ref::This);
    let permission = Continuous::May(Permission::Exert(this));
    let may = StaticAbility { effects: vec![permission], condition, zones: ZoneSet::BATTLEFIELD, defines: false };
    let mut all = vec![Ability::Static(may)];
    if p.eat(". when you do ,") {
        p.scope.mention(crate::parse::Referent::this());
        let program = effect::program(p)?;
        all.push(Ability::Triggered(TriggeredAbility::new(event, program)));
    }
    end(p)?;
    Some(all)
}

/// Which cards are revealed as they are drawn.
const REVEALED: &[&str] = &[
    "reveal the first card you draw each turn",
    "you may reveal the first card you draw each turn as you draw it",
    "you may reveal ~ from your hand as you draw it if it's the first card you've drawn this turn",
];

/// "Reveal the first card you draw each turn. Whenever you reveal a basic land card this way, draw a card.": a static
/// ability and the triggered abilities that are linked to it, in one paragraph (603.11, 607.2h).
pub(super) fn revealing(p: &mut Parser<'_>) -> Option<Vec<Ability>> {
    let yours = p.eat("reveal the first card you draw on each of your turns");
    let which = if yours { Some(0) } else { None };
    let which = which.or_else(|| p.eat_any(REVEALED))?;
    let this = Filter::new(lawmage_ir::Kind::Object, Test::Is(Ref::This));
    let any = Filter::new(lawmage_ir::Kind::Object, Test::Any);
    let zones = if which == 2 { ZoneSet::of(Zone::Hand) } else { ZoneSet::BATTLEFIELD };
    let what = if which == 2 { this.clone() } else { any };
    let permission = Continuous::May(Permission::RevealDrawn { what, optional: which > 0 });
    let condition = yours.then_some(Condition::TurnOf(Who::You));
    let mut all = vec![Ability::Static(StaticAbility { effects: vec![permission], condition, zones, defines: false })];
    // The sentence before ends with a full stop, which its effect may have read.
    while p.eat(".") && !p.at_end() || all.len() > 1 && !p.at_end() && !p.at_stop() {
        let card = if p.eat("when you reveal ~ this way") {
            p.scope.mention(crate::parse::Referent::this());
            this.clone()
        } else {
            p.expect("whenever you reveal")?;
            p.eat_any(&["a", "an"])?;
            let noun = crate::grammar::noun::noun(p)?;
            p.expect("this way")?;
            p.scope.mention(crate::parse::Referent::event(lawmage_ir::Role::Subject, crate::parse::Sort::Card));
            Filter::new(lawmage_ir::Kind::Object, noun.filter.test)
        };
        if !p.comma() {
            return p.fail("a comma after the event");
        }
        let program = effect::program(p)?;
        all.push(Ability::Triggered(TriggeredAbility {
            zones,
            ..TriggeredAbility::new(EventPattern::RevealsDrawn(card), program)
        }));
    }
    end(p)?;
    Some(all)
}

/// "To solve — [condition]" (719.3a).
pub(super) fn to_solve(p: &mut Parser<'_>) -> Option<Vec<Ability>> {
    p.expect("to solve —")?;
    let condition = crate::grammar::condition::condition(p)?;
    end(p)?;
    let unsolved = Condition::Not(Box::new(is_solved()));
    let solves = Instruction::Designate(Status::Solved, lawmage_ir::THIS, true);
    Some(vec![Ability::Triggered(TriggeredAbility {
        condition: Some(Condition::And(vec![condition, unsolved])),
        ..TriggeredAbility::new(
            EventPattern::Begins { step: Step::End, whose: Who::You },
            Program::plain(Vec::new(), vec![solves.into()]),
        )
    })])
}

/// That the object is solved (719.3b), for what stands behind "Solved" (719.3, 719.3c).
pub(crate) fn is_solved() -> Condition {
    Condition::Is(Ref::This, Test::Status(Status::Solved))
}

/// "Solved — [ability]" (702.169a): a static ability works, a triggered one triggers, and an activated one may be activated, as long
/// as the Case is solved.
pub(super) fn solved(p: &mut Parser<'_>) -> Option<Vec<Ability>> {
    p.expect("solved —")?;
    let all = p.first(&[other_than_spell, statics::line])?;
    let both = |condition: Option<Condition>| match condition {
        Some(other) => Condition::And(vec![other, is_solved()]),
        None => is_solved(),
    };
    let has = |ability: Ability| {
        Some(match ability {
            // 702.169b
            Ability::Static(mut fixed) => {
                fixed.condition = Some(both(fixed.condition.take()));
                Ability::Static(fixed)
            }
            // 702.169c: whether it is solved is asked as it would trigger, and not again.
            Ability::Triggered(mut triggered) => {
                if !matches!(&triggered.event, EventPattern::While(_, condition) if **condition == is_solved()) {
                    triggered.event = EventPattern::While(Box::new(triggered.event), Box::new(is_solved()));
                }
                Ability::Triggered(triggered)
            }
            // 702.169d
            Ability::Activated(mut activated) => {
                activated.limits.condition = Some(both(activated.limits.condition.take()));
                Ability::Activated(activated)
            }
            _ => return None,
        })
    };
    all.into_iter().map(has).collect::<Option<Vec<_>>>().or_else(|| p.fail("an ability of another kind"))
}

/// "Max speed — [ability]": the object has it as long as its controller's speed is 4 (702.178a).
pub(super) fn max_speed(p: &mut Parser<'_>) -> Option<Vec<Ability>> {
    p.expect("max speed —")?;
    had_while(p, &Condition::Compare(Amount::Speed(Who::You), Cmp::AtLeast, Amount::Const(4)))
}

/// "∞ — [ability]": the object has it as long as it is harnessed (2026:702.186).
pub(super) fn harnessed(p: &mut Parser<'_>) -> Option<Vec<Ability>> {
    p.expect("∞ —")?;
    had_while(p, &is_harnessed())
}

/// That the object is harnessed (2026:701.64).
pub(crate) fn is_harnessed() -> Condition {
    Condition::Is(Ref::This, Test::Status(Status::Harnessed))
}

/// An ability that the object has as long as that holds.
fn had_while(p: &mut Parser<'_>, fast: &Condition) -> Option<Vec<Ability>> {
    let all = p.first(&[other_than_spell, statics::line])?;
    let has = |ability: Ability| match ability {
        Ability::Static(mut fixed) => {
            fixed.condition = Some(match fixed.condition.take() {
                Some(other) => Condition::And(vec![other, fast.clone()]),
                None => fast.clone(),
            });
            Ability::Static(fixed)
        }
        other => {
            let zones = match &other {
                Ability::Activated(a) => a.zones,
                Ability::Triggered(t) => t.zones,
                _ => ZoneSet::BATTLEFIELD,
            };
            let mods = vec![Modification::AddAbility(std::sync::Arc::new(other))];
            let effects = vec![Continuous::Modify { what: lawmage_ir::THIS, mods }];
            Ability::Static(StaticAbility { zones, condition: Some(fast.clone()), effects, defines: false })
        }
    };
    Some(all.into_iter().map(has).collect())
}
