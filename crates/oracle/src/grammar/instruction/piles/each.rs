//! "Each opponent separates the creatures they control into two piles. For each opponent, you choose one of their piles. …"

use lawmage_ir::{Clause, First, Instruction, Kind, PileChooser, PilesOfEach, Ref, Selector, Slot, Test, Who};

use super::called;
use crate::grammar::effect::emit;
use crate::grammar::{noun, player};
use crate::parse::Parser;
use crate::print::{Noun, Phrase, Printer};

/// Reads what each of several players separates, who chooses a pile of each, and what becomes of the piles.
pub(crate) fn of_each(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let first = if p.eat("starting with you ,") { First::You } else { First::Active };
    let who = player::who(p).filter(|who| matches!(who, Who::All | Who::Opponents))?;
    p.expect("separates")?;
    p.eat_any(&["the", "all"])?;
    let actor = p.scope.actor.replace(who.clone());
    let noun = noun::noun(p);
    p.scope.actor = actor;
    let noun = noun?;
    let own = Test::Controlled(Who::Ref(Ref::Each));
    if !noun.plural || noun.filter.kind != Kind::Permanent || !noun.filter.test.conjuncts().contains(&own) {
        return p.fail("permanents that each of them controls");
    }
    let what = Selector::All(noun.filter);
    let called = called(&what)?;
    p.expect("into")?;
    let into = p.number().and_then(|n| u32::try_from(n).ok()).filter(|n| (2..=3).contains(n))?;
    p.expect("piles")?;
    p.expect(".")?;
    let slots = [p.scope.slot(), p.scope.slot()];
    let (chooser, then) = p
        .attempt(|p| chosen_by_you(p, &who, called, slots))
        .or_else(|| p.attempt(|p| chosen_by_opponents(p, &who, called, slots)))
        .or_else(|| p.attempt(|p| at_random(p, &who, called, slots)))?;
    let [chosen, other] = slots;
    let piles = PilesOfEach { first, who, what, into, chooser, chosen, other };
    out.push(emit(p, Instruction::PilesOfEach(Box::new(piles))));
    out.extend(then);
    Some(())
}

/// "For each opponent, you choose one of their piles. Each opponent sacrifices the creatures in their chosen pile."
fn chosen_by_you(
    p: &mut Parser<'_>,
    who: &Who,
    called: &'static str,
    [chosen, _]: [Slot; 2],
) -> Option<(PileChooser, Vec<Clause>)> {
    p.expect(if *who == Who::Opponents { "for each opponent ," } else { "for each player ," })?;
    p.expect("you choose one of their piles")?;
    p.expect(".")?;
    player::who(p).filter(|again| again == who)?;
    p.expect("sacrifices the")?;
    p.expect(called)?;
    p.expect("in their chosen pile")?;
    let does = Instruction::Sacrifice { who: who.clone(), what: Selector::slot(chosen) };
    Some((PileChooser::You, vec![emit(p, does)]))
}

/// "For each player, one of their piles is chosen by one of their opponents of their choice. Destroy all lands in the chosen piles. Tap
/// all lands in the other piles."
fn chosen_by_opponents(
    p: &mut Parser<'_>,
    who: &Who,
    called: &'static str,
    [chosen, other]: [Slot; 2],
) -> Option<(PileChooser, Vec<Clause>)> {
    p.expect(if *who == Who::Opponents { "for each opponent ," } else { "for each player ," })?;
    p.expect("one of their piles is chosen by one of their opponents of their choice")?;
    p.expect(". destroy all")?;
    p.expect(called)?;
    p.expect("in the chosen piles")?;
    p.expect(". tap all")?;
    p.expect(called)?;
    p.expect("in the other piles")?;
    let destroys = Instruction::Destroy { what: Selector::slot(chosen), no_regeneration: false };
    let then = vec![emit(p, destroys), emit(p, Instruction::Tap(Selector::slot(other)))];
    Some((PileChooser::TheirOpponent, then))
}

/// "Then each player chooses one of their piles at random and sacrifices those permanents."
fn at_random(
    p: &mut Parser<'_>,
    who: &Who,
    called: &'static str,
    [chosen, _]: [Slot; 2],
) -> Option<(PileChooser, Vec<Clause>)> {
    p.expect("then")?;
    player::who(p).filter(|again| again == who)?;
    p.expect("chooses one of their piles at random and sacrifices those")?;
    p.expect(called)?;
    let does = Instruction::Sacrifice { who: who.clone(), what: Selector::slot(chosen) };
    Some((PileChooser::Random, vec![emit(p, does)]))
}

impl Printer<'_> {
    /// "each opponent separates the creatures they control into two piles. For each opponent, you choose one of their piles".
    pub(crate) fn piles_of_each(&mut self, piles: &PilesOfEach) -> String {
        let first = self.order_begins(piles.first);
        let subject = self.who(&piles.who);
        self.each.push(Noun::new("player", false));
        self.each_player = Some(subject.clone());
        let what = match &piles.what {
            Selector::All(filter) => self.plural(filter),
            _ => "permanents".to_owned(),
        };
        self.each_player = None;
        self.each.pop();
        let number = crate::print::words::number(i32::try_from(piles.into).unwrap_or(2));
        let separate = subject.does(&format!("separate the {what} into {number} piles"));
        let each = if piles.who == Who::Opponents { "opponent" } else { "player" };
        let choose = match piles.chooser {
            PileChooser::You => format!("For each {each}, you choose one of their piles"),
            PileChooser::TheirOpponent => {
                format!("For each {each}, one of their piles is chosen by one of their opponents of their choice")
            }
            PileChooser::Random => format!("Then each {each} chooses one of their piles at random"),
        };
        let called = called(&piles.what).unwrap_or("permanents");
        for (slot, which) in [(piles.chosen, "chosen"), (piles.other, "other")] {
            let text = match piles.chooser {
                PileChooser::You => format!("the {called} in their {which} pile"),
                PileChooser::TheirOpponent => format!("all {called} in the {which} piles"),
                PileChooser::Random => format!("those {called}"),
            };
            self.fill(slot, &Instruction::Choose(piles.what.clone()));
            self.fresh.insert(slot, Phrase::many(text));
        }
        format!("{first}{separate}. {choose}")
    }
}
