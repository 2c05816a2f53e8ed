//! Static abilities whose condition has words of its own.

use lawmage_ir::{
    Ability, Amount, CardType, Cmp, Condition, Continuous, CostOf, EventPattern, Modification, Ref, Span,
    StaticAbility, TriggeredAbility, Who, Zone, ZoneSet,
};

use crate::print::{Printer, words};

impl Printer<'_> {
    /// What a permanent spell does as it resolves (608.3g), if a condition holds.
    pub(super) fn becoming_if(&mut self, condition: &Condition, clauses: &[lawmage_ir::Clause]) -> String {
        let (this, condition) = (self.this_named(), self.condition(condition));
        let deeds = self.deeds(clauses);
        words::sentence(&match deeds.strip_prefix("its controller ") {
            Some(does) => format!("if {condition}, the controller of the permanent it becomes {does}"),
            None => format!("as {this} becomes a permanent, if {condition}, {deeds}"),
        })
    }

    /// "Max speed — {T}: Draw a card." (702.178a), "∞ — {T}: Draw a card." (2026:702.186)
    pub(super) fn max_speed(&mut self, ability: &StaticAbility) -> Option<String> {
        let fast = Condition::Compare(Amount::Speed(Who::You), Cmp::AtLeast, Amount::Const(4));
        let word = match ability.condition.as_ref()? {
            condition if *condition == fast => "Max speed",
            condition if *condition == crate::grammar::ability::parse::linked::is_harnessed() => "∞",
            _ => return None,
        };
        match ability.effects.as_slice() {
            [Continuous::Modify { what, mods }] if *what == lawmage_ir::THIS => match mods.as_slice() {
                [Modification::AddAbility(granted)] if !matches!(**granted, Ability::Keyword(_)) => {
                    Some(format!("{word} — {}", self.ability(granted)))
                }
                _ => None,
            },
            [Continuous::Replace(_)] => Some(format!("{word} — {}", words::sentence(&self.statics(&ability.effects)))),
            _ => None,
        }
    }

    /// "~ escapes with "[ability]"" (702.138d).
    pub(super) fn escapes_with(&mut self, ability: &StaticAbility) -> Option<String> {
        let escaped = crate::grammar::condition::has_escaped(Ref::This);
        match ability.effects.as_slice() {
            [Continuous::Modify { what, .. }] if *what == lawmage_ir::THIS && ability.condition == Some(escaped) => {
                let text = self.statics(&ability.effects);
                Some(words::sentence(&text.replacen(" has ", " escapes with ", 1)))
            }
            _ => None,
        }
    }

    /// "…, if you control a creature with flying, ~ gains flying until end of turn. The same is true for reach and vigilance."
    pub(super) fn same_for_others(&mut self, ability: &TriggeredAbility) -> Option<String> {
        let (once, others) = crate::grammar::effect::same_is_true::said_once(ability)?;
        let others: Vec<String> = others.iter().map(|keyword| keyword.word().to_owned()).collect();
        Some(format!("{} The same is true for {}.", self.triggered(&once), words::list(&others, "and")))
    }

    /// "If an ability of another Shrine you control triggers while you control six or more Shrines, …" (603.2d)
    pub(super) fn triggers_while(&mut self, ability: &StaticAbility) -> Option<String> {
        let [Continuous::TriggersAgain { event: None, .. }] = ability.effects.as_slice() else { return None };
        let condition = ability.condition.as_ref()?;
        let text = self.statics(&ability.effects);
        let condition = self.condition(condition);
        Some(words::sentence(&text.replacen(" triggers,", &format!(" triggers while {condition},"), 1)))
    }

    /// "As long as ~ is attached to a creature, the first time you would create one or more tokens each turn, …"
    pub(super) fn first_time(&mut self, ability: &StaticAbility) -> Option<String> {
        let [Continuous::Replace(replacement)] = ability.effects.as_slice() else { return None };
        let (EventPattern::Nth(_, 1), Some(condition)) = (&replacement.event, &ability.condition) else { return None };
        let condition = self.condition(condition);
        Some(words::sentence(&format!("as long as {condition}, {}", self.statics(&ability.effects))))
    }

    /// "The first activated ability you activate during your turn that targets a creature you control costs {2} less to activate."
    pub(super) fn first_ability(&mut self, ability: &StaticAbility) -> Option<String> {
        let [Continuous::CostChange { by: Who::You, of: CostOf::SomeAbilities { targets: Some(whom), .. }, .. }] =
            ability.effects.as_slice()
        else {
            return None;
        };
        let first = crate::grammar::cost::told::none_before(whom);
        let when = match ability.condition.as_ref()? {
            Condition::And(both) if *both == [Condition::TurnOf(Who::You), first.clone()] => "during your turn",
            asked if *asked == first => "each turn",
            _ => return None,
        };
        let text = self.statics(&ability.effects);
        let (_, change) = text.split_once(" cost ")?;
        let whom = self.one(whom);
        let subject = format!("the first activated ability you activate {when} that targets {whom}");
        Some(words::sentence(&format!("{subject} costs {change}")))
    }

    /// "The first artifact spell you cast each turn costs {1} less to cast.": of which so many were cast before.
    pub(super) fn nth_spell(&mut self, ability: &StaticAbility) -> Option<String> {
        let [Continuous::CostChange { by: Who::You, of: CostOf::Spells(spells), .. }] = ability.effects.as_slice()
        else {
            return None;
        };
        let (yours, asked) = match ability.condition.as_ref()? {
            Condition::And(both) => match both.as_slice() {
                [Condition::TurnOf(Who::You), asked] => (true, asked),
                _ => return None,
            },
            asked => (false, asked),
        };
        let (cast, before) = match asked {
            Condition::Not(happened) => match &**happened {
                Condition::Happened(cast, Span::ThisTurn, 1) => (cast, 0),
                _ => return None,
            },
            Condition::Compare(Amount::Happened(cast, Span::ThisTurn), Cmp::Equal, Amount::Const(n)) => (cast, *n),
            _ => return None,
        };
        let EventPattern::Casts { by: Who::You, what } = &**cast else { return None };
        let nth = u32::try_from(before).ok().filter(|_| what == spells)? + 1;
        let spell = self.singular(spells);
        let text = self.statics(&ability.effects);
        let (_, change) = text.split_once(" cost ")?;
        let when = if yours { "during each of your turns" } else { "each turn" };
        Some(words::sentence(&format!("the {} {spell} you cast {when} costs {change}", words::ordinal(nth))))
    }

    /// "This spell has cascade as long as …" of a permanent's card, wherever it is; "If this spell was kicked, it has split second."
    /// of a spell that is on the stack (113.6).
    pub(super) fn spell_has(&mut self, ability: &StaticAbility) -> Option<String> {
        if let [Continuous::Cant(lawmage_ir::Prohibition::Cast(lawmage_ir::Who::All, what))] =
            ability.effects.as_slice()
            && let [lawmage_ir::Test::Is(lawmage_ir::Ref::This), lawmage_ir::Test::Stat(_, lawmage_ir::Cmp::AtMost, _)] =
                what.test.conjuncts()
        {
            return Some("X can't be 0.".to_owned());
        }
        if let [Continuous::Cant(lawmage_ir::Prohibition::Cast(lawmage_ir::Who::All, what))] =
            ability.effects.as_slice()
            && let [
                lawmage_ir::Test::Is(lawmage_ir::Ref::This),
                lawmage_ir::Test::Stat(lawmage_ir::Stat::ManaValue, lawmage_ir::Cmp::Greater, Amount::Plus(_, most)),
            ] = what.test.conjuncts()
        {
            return Some(format!("X can't be greater than {}.", self.expression(most)));
        }
        let [Continuous::Modify { what, mods }] = ability.effects.as_slice() else { return None };
        let condition = ability.condition.as_ref()?;
        let granted = mods.iter().all(|change| matches!(change, Modification::AddAbility(_)));
        if ability.defines || !granted || *what != lawmage_ir::THIS {
            return None;
        }
        let cast = [CardType::Instant, CardType::Sorcery].into_iter().any(|t| self.face().types.has(t));
        if !cast && ability.zones == ZoneSet::ANYWHERE {
            let name = self.alias.replace("this spell".to_owned());
            let text = self.statics(&ability.effects);
            self.alias = name;
            let text = format!("{text} as long as {}", self.condition(condition));
            return Some(words::sentence(&text));
        }
        if cast && ability.zones == ZoneSet::of(Zone::Stack) {
            let condition = self.condition(condition);
            self.thing = Some(Ref::This);
            let text = format!("if {condition}, {}", self.statics(&ability.effects));
            return Some(words::sentence(&text));
        }
        None
    }
}

/// Whether the contrary, said as such, would be another question: "isn't attacking", "has three or more counters on it".
pub(super) fn said_by_unless(condition: &Condition) -> bool {
    use lawmage_ir::Test;
    match condition {
        Condition::Is(_, Test::Or(all)) => all.iter().all(|test| matches!(test, Test::Status(_))),
        Condition::Is(_, Test::Status(_)) | Condition::Compare(Amount::Counters(..), ..) => true,
        _ => false,
    }
}

/// Whether an event is that of a visit ability (702.159a).
pub(crate) fn is_visit(event: &EventPattern) -> bool {
    let EventPattern::Attractions { by: Who::You, deed: lawmage_ir::AttractionDeed::Visit, what } = event else {
        return false;
    };
    what.test == lawmage_ir::Test::Is(lawmage_ir::Ref::This)
}

/// "~ can't block unless you control more creatures than attacking player": whose turn it is attacks.
pub(super) fn of_blockers(effects: &[Continuous], condition: String) -> String {
    match effects {
        [Continuous::Cant(lawmage_ir::Prohibition::Block { .. })] => {
            condition.replace("the active player", "attacking player")
        }
        _ => condition,
    }
}

/// What holds as long as something is so; before a second sentence of it, too.
pub(super) fn as_long_as(text: &str, condition: &str) -> String {
    if let Some(contrary) = condition.strip_prefix("it's not true that ") {
        return words::sentence(&format!("{text} unless {contrary}"));
    }
    // "As long as the top card of your library is a Goblin card, ~ has all activated abilities of that card."
    let top = "the top card of your library";
    let again = [format!(" abilities of {top}"), format!(" color with {top}")].iter().any(|of| text.contains(of));
    if again && condition.starts_with(top) {
        return words::sentence(&format!("as long as {condition}, {}", text.replacen(top, "that card", 1)));
    }
    words::sentence(&match text.contains(". It's still ") {
        true => format!("as long as {condition}, {text}"),
        false => format!("{text} as long as {condition}"),
    })
}
