//! When and how often abilities may be activated: "Activate only during combat and only once each turn."

use lawmage_ir::{ActivationLimits, Condition, Cost, CostPart, Ref, Step, TriggeredAbility, Who};

use crate::grammar::ability::parse::annotation::before_or_early_in_combat;
use crate::grammar::condition::{own_step, steps_before, steps_text};
use crate::print::{Printer, words};

impl Printer<'_> {
    /// A time or condition behind "only": "during combat", "if you control a Swamp".
    pub(crate) fn window(&mut self, condition: &Condition) -> String {
        match condition {
            Condition::During(steps) if before_attackers(steps) => "before attackers are declared".to_owned(),
            Condition::During(steps) if before_blockers(steps) => "before blockers are declared".to_owned(),
            early if *early == before_or_early_in_combat() => {
                "before combat or during combat before blockers are declared".to_owned()
            }
            Condition::During(steps) if *steps == steps_before(Step::EndCombat) => {
                "before the end of combat step".to_owned()
            }
            Condition::During(steps) if before_damage(steps) => "before the combat damage step".to_owned(),
            Condition::Not(inner) if **inner == Condition::TurnOf(Who::You) => {
                "during turns other than yours".to_owned()
            }
            Condition::TurnOf(Who::Opponents) => "during an opponent's turn".to_owned(),
            Condition::And(all) if matches!(all.as_slice(), [Condition::TurnOf(Who::You), Condition::During(s)] if before_attackers(s)) => {
                "during your turn, before attackers are declared".to_owned()
            }
            Condition::And(all) if matches!(all.as_slice(), [Condition::TurnOf(Who::You), Condition::During(s)] if *s == steps_before(Step::End)) => {
                "during your turn before the end step".to_owned()
            }
            Condition::And(all) if matches!(all.as_slice(), [Condition::TurnOf(Who::Opponents), Condition::During(s)] if after_upkeep(s)) => {
                "during an opponent's turn after their upkeep step".to_owned()
            }
            Condition::And(all) if matches!(all.as_slice(), [Condition::TurnOf(_), Condition::During(s)] if own_step(s).is_some()) => {
                match all.as_slice() {
                    [Condition::TurnOf(who), Condition::During(s)] => {
                        let whose = self.owner_of_zone(who, false);
                        format!("during {whose} {}", own_step(s).unwrap_or_default())
                    }
                    _ => String::new(),
                }
            }
            Condition::During(steps) => match steps.as_slice() {
                [Step::Upkeep] => "during any upkeep step".to_owned(),
                [Step::BeginCombat, Step::DeclareAttackers] => "during combat before blockers are declared".to_owned(),
                [one] => format!("during the {}", one.word()),
                many => format!("during {}", steps_text(many)),
            },
            Condition::TurnOf(Who::You) => "during your turn".to_owned(),
            Condition::TurnOf(who) => format!("during {} turn", self.who(who).possessive()),
            Condition::And(all) => match all.as_slice() {
                [Condition::TurnOf(who @ (Who::You | Who::Opponents)), Condition::During(steps)]
                    if steps.len() > 3 && steps.iter().all(|s| s.in_combat()) =>
                {
                    let whose = if *who == Who::You { "your" } else { "an opponent's" };
                    format!("during combat on {whose} turn")
                }
                [Condition::During(steps), Condition::TurnOf(Who::You)]
                | [Condition::TurnOf(Who::You), Condition::During(steps)] => match steps.as_slice() {
                    [lawmage_ir::Step::Upkeep] => "during your upkeep".to_owned(),
                    many => format!("during your turn, during {}", steps_text(many)),
                },
                _ => {
                    (self.thing, self.player) = (None, None);
                    format!("if {}", self.condition(condition))
                }
            },
            other => {
                // It is a sentence of its own, on the ability.
                (self.thing, self.player) = (None, None);
                format!("if {}", self.condition(other))
            }
        }
    }

    /// "X is the mana value of that card.", of the {X} in a cost: what it is stands behind what the ability does.
    pub(super) fn x_of_cost(&mut self, cost: &Cost) -> String {
        let times = |part: &CostPart| matches!(part, CostPart::ManaTimes(..));
        match cost.parts.iter().any(times).then(|| self.where_x()) {
            Some(x) => x.strip_prefix(", where ").map_or_else(String::new, |x| format!(" {x}.")),
            None => String::new(),
        }
    }

    /// Likewise, of several: "during combat and only on your turn".
    pub(super) fn windows(&mut self, condition: &Condition) -> String {
        let whole = self.window(condition);
        match condition {
            Condition::And(all) if whole.starts_with("if ") && all.len() > 2 => {
                let (step, rest) = all.split_at(2);
                let mut each = vec![self.window(&Condition::And(step.to_vec()))];
                each.extend(rest.iter().map(|one| self.window(one)));
                each.join(" and only ")
            }
            Condition::And(all) if whole.starts_with("if ") => {
                let each: Vec<String> = all.iter().map(|one| self.window(one)).collect();
                each.join(" and only ")
            }
            _ => whole,
        }
    }

    pub(crate) fn limits(&mut self, limits: &ActivationLimits, by: Option<&Who>) -> Vec<String> {
        let mut parts = Vec::new();
        if let Some(condition) = &limits.condition {
            parts.push(self.windows(condition));
        }
        if limits.sorcery {
            parts.push("as a sorcery".to_owned());
        }
        if limits.instant {
            parts.push("as an instant".to_owned());
        }
        match limits.per_turn {
            Some(1) => parts.push("once each turn".to_owned()),
            Some(2) => parts.push("twice each turn".to_owned()),
            Some(n) => parts.push(format!("{} times each turn", words::number(i32::try_from(n).unwrap_or(3)))),
            None => {}
        }
        match limits.per_object {
            Some(1) => parts.push("once".to_owned()),
            Some(n) => parts.push(format!("{n} times")),
            None => {}
        }
        let mut sentences = Vec::new();
        match by {
            Some(Who::All) => {
                let mut any = "Any player may activate this ability".to_owned();
                if let [only] = parts.as_slice()
                    && (only.starts_with("during ") || only == "as a sorcery")
                {
                    let only = only.replace("as a sorcery", "any time they could cast a sorcery");
                    any.push_str(&format!(" but only {}", only.replace("your turn", "their turn")));
                    parts.clear();
                }
                sentences.push(any + ".");
            }
            Some(Who::Opponents) => sentences.push("Only your opponents may activate this ability.".to_owned()),
            Some(Who::Controller(of)) if matches!(**of, Ref::Host(_)) => {
                self.thing = None;
                let host = self.reference(of).text;
                sentences.push(format!("Any player may activate this ability, but only if they control the {host}."));
            }
            Some(who) => {
                // It is a sentence of its own, on the ability.
                (self.thing, self.player) = (None, None);
                let who = match who {
                    Who::Ref(Ref::Attacked(of, _)) => format!("the player {} is attacking", self.object(of)),
                    who => self.whom(who),
                };
                let only = parts.drain(..).map(|part| format!(" and only {part}")).collect::<String>();
                sentences.push(format!("Only {who} may activate this ability{only}."));
            }
            None => {}
        }
        if !parts.is_empty() {
            let only: Vec<String> =
                parts.iter().enumerate().map(|(i, p)| if i == 0 { p.clone() } else { format!("only {p}") }).collect();
            sentences.push(format!("Activate only {}.", words::list(&only, "and")));
        }
        if limits.special {
            sentences.push("This is a special action.".to_owned());
        }
        sentences
    }
}

fn after_upkeep(steps: &[Step]) -> bool {
    steps.iter().eq(Step::ALL.iter().filter(|s| !matches!(s, Step::Untap | Step::Upkeep)))
}

fn before_attackers(steps: &[Step]) -> bool {
    steps == steps_before(Step::DeclareAttackers)
}

fn before_blockers(steps: &[Step]) -> bool {
    steps == steps_before(Step::DeclareBlockers)
}

fn before_damage(steps: &[Step]) -> bool {
    steps == steps_before(Step::FirstStrikeDamage)
}

/// How often a triggered ability triggers, behind what it does.
pub(super) fn of_trigger(ability: &TriggeredAbility) -> String {
    let mut text = match ability.per_turn {
        Some(1) => " This ability triggers only once each turn.".to_owned(),
        Some(n) => {
            let times = words::number(i32::try_from(n).unwrap_or(2));
            format!(" This ability triggers only {times} times each turn.")
        }
        None => String::new(),
    };
    if ability.once {
        text.push_str(" This ability triggers only once.");
    }
    if ability.do_once {
        text.push_str(" Do this only once each turn.");
    }
    text
}
