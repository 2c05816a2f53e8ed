//! Abilities (113): the lines of a face.

mod cases;
mod cleave;
mod conditional;
mod each;
mod levels;
mod limits;

use lawmage_ir::visit;
use lawmage_ir::{
    Ability, ActivatedAbility, Amount, Clause, Cmp, Condition, Continuous, CostPart, EventPattern, FreshSince,
    Instruction, Keyword, KeywordAbility, KeywordParam, Modal, Permission, Program, Prohibition, Ref, Role,
    StaticAbility, Test, TriggeredAbility, Who, Zone,
};

pub(crate) use self::conditional::is_visit;
use crate::grammar::ability::parse::annotation::{has_attacked, in_own_upkeep, less_by_own_cost};
use crate::grammar::condition::{own_step, steps_text};
use crate::print::{Context, Printer, words};

/// The lines of a face: neighbouring short keywords share one.
pub(crate) fn lines(context: &Context<'_>) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut run: Vec<String> = Vec::new();
    let flush = |run: &mut Vec<String>, lines: &mut Vec<String>| {
        if !run.is_empty() {
            lines.push(words::capital(&run.join(", ")));
            run.clear();
        }
    };
    let mut costs = Vec::new();
    let mut abilities = context.face.abilities.iter().peekable();
    while let Some(ability) = abilities.next() {
        if let Some(level) = levels::class_level(context, ability, abilities.peek().copied()) {
            flush(&mut run, &mut lines);
            lines.extend(level);
            abilities.next();
            continue;
        }
        if let Some(level) = levels::level_symbol(context, ability).or_else(|| levels::station_symbol(context, ability))
        {
            flush(&mut run, &mut lines);
            lines.extend(level);
            continue;
        }
        match ability {
            // Said by the keyword that changes the text.
            Ability::SpellInstead(..) => {}
            Ability::Keyword(k) if short(k) && k.prefixed().is_none() => run.push(Printer::new(context).keyword(k)),
            Ability::Keyword(k) if k.prefixed().is_some() => {
                flush(&mut run, &mut lines);
                lines.push(Printer::new(context).ability(ability));
            }
            Ability::Keyword(k) => {
                flush(&mut run, &mut lines);
                lines.push(Printer::new(context).keyword_line(k));
            }
            other if let Some(line) = cases::line(context, other) => {
                flush(&mut run, &mut lines);
                lines.push(line);
            }
            other => {
                flush(&mut run, &mut lines);
                let mut printer = Printer::new(context);
                if let Ability::Spell(_) | Ability::Static(_) = other {
                    for cost in &costs {
                        printer.notice_paid(cost);
                    }
                }
                if let Ability::Static(s) = other {
                    for effect in &s.effects {
                        if let Continuous::AdditionalCost { cost, .. } = effect {
                            costs.push(cost.clone());
                        }
                    }
                }
                let mut text = printer.ability(other);
                if let Ability::Static(_) = other {
                    let rest: Vec<&Ability> = abilities.clone().collect();
                    let same = crate::grammar::effect::same_is_true::said_alike(other, &rest);
                    let same: Vec<String> = same.iter().map(|keyword| keyword.word().to_owned()).collect();
                    if same.len() > 1 {
                        text.push_str(&format!(" The same is true for {}.", words::list(&same, "and")));
                        for _ in &same {
                            abilities.next();
                        }
                    }
                }
                if let (Ability::Spell(_), Some(cleaved)) = (other, cleave::cleaved(context)) {
                    text = cleave::bracketed(&text, &cleaved);
                }
                // 603.11: it stands with the ability that it is linked to.
                match (lines.last_mut(), other) {
                    (Some(line), Ability::Triggered(t)) if matches!(t.event, EventPattern::RevealsDrawn(_)) => {
                        line.push_str(&format!(" {text}"));
                    }
                    (Some(line), Ability::Triggered(t))
                        if let Some(with) = cases::chapter_too(line, &t.event, &text) =>
                    {
                        *line = with;
                    }
                    _ => lines.push(text),
                }
            }
        }
    }
    flush(&mut run, &mut lines);
    lines
}

/// Keywords that share a line with their neighbours.
fn short(ability: &KeywordAbility) -> bool {
    matches!(ability.param, KeywordParam::None | KeywordParam::Quality(_) | KeywordParam::Everything)
        && !matches!(ability.keyword, Keyword::Enchant | Keyword::Partner | Keyword::Affinity | Keyword::Champion)
}

impl Printer<'_> {
    /// One ability as its line.
    pub(crate) fn ability(&mut self, ability: &Ability) -> String {
        match ability {
            Ability::Keyword(k) => {
                let text = words::capital(&self.keyword(k));
                format!("{text}{}", self.where_x())
            }
            Ability::Spell(program) | Ability::SpellInstead(_, program) => self.program(program),
            Ability::Activated(activated) => self.activated(activated),
            Ability::Triggered(triggered) => {
                self.same_for_others(triggered).unwrap_or_else(|| self.triggered(triggered))
            }
            Ability::Static(fixed) => self.fixed(fixed),
        }
    }

    /// "Boast — {1}: Draw a card.": what the word itself says of its limits is left out (702.142a).
    pub(crate) fn prefixed(&mut self, keyword: Keyword, ability: &ActivatedAbility) -> String {
        let mut own = ability.clone();
        let limits = &mut own.limits;
        if matches!(keyword, Keyword::Exhaust | Keyword::PowerUp) {
            limits.per_object = None;
            own.cost.parts.retain(|part| *part != less_by_own_cost());
        } else {
            limits.per_turn = None;
            limits.condition = match limits.condition.take() {
                Some(condition) if keyword == Keyword::Forecast && condition == in_own_upkeep() => None,
                Some(Condition::And(mut all)) if all.last() == Some(&has_attacked()) => {
                    all.pop();
                    if all.len() == 1 { all.pop() } else { Some(Condition::And(all)) }
                }
                other => other.filter(|c| *c != has_attacked()),
            };
        }
        format!("{} — {}", keyword.word(), self.activated(&own))
    }

    fn activated(&mut self, ability: &ActivatedAbility) -> String {
        self.tell_zones(ability.zones);
        // 116.2e
        if ability.limits.special && ability.program.modes.iter().all(|m| m.clauses.is_empty()) {
            let cost = self.cost_as_deed(&ability.cost, false);
            return format!("You may {cost} any time you could cast an instant.");
        }
        let cost = self.cost(&ability.cost);
        self.notice_paid(&ability.cost);
        let x = self.x_of_cost(&ability.cost);
        let program = self.program(&ability.program);
        let cost = match ability.cost.parts.as_slice() {
            [CostPart::ManaCostOf(..)] => words::capital(&self.cost_as_deed(&ability.cost, false)),
            _ => cost,
        };
        let mut text = format!("{cost}: {program}");
        // 113.6b: what says where the object is speaks of it by name.
        if self.in_exile {
            self.thing = None;
        }
        let limits = self.limits(&ability.limits, ability.by.as_ref());
        let limits: String = limits.iter().map(|sentence| format!(" {sentence}")).collect();
        // Before the rows of a results table, which are lines of their own (706.3a).
        let tabled = |clause: &Clause| matches!(clause.does, Instruction::ResultsTable(..));
        let table = ability.program.modes.iter().any(|mode| mode.clauses.iter().any(tabled));
        let row = text.find(" | ").filter(|_| table).and_then(|row| text.get(..row)?.rfind([' ', '\n']));
        match text.find(" —\n• ").filter(|_| ability.program.modal.is_some() && !limits.is_empty()) {
            // Before the modes: behind them it would be of the last.
            Some(header) => text.replace_range(header..header + " —".len(), &format!(".{limits}")),
            None => text.insert_str(row.unwrap_or(text.len()), &limits),
        }
        text.push_str(&x);
        for sentence in self.cost_changes(&ability.cost) {
            text.push(' ');
            text.push_str(&sentence);
        }
        text
    }

    pub(crate) fn triggered(&mut self, ability: &TriggeredAbility) -> String {
        self.away = ability.zones.has(Zone::Graveyard) && !ability.zones.has(Zone::Battlefield);
        if let Some(chapters) = chapters(&ability.event) {
            return format!("{chapters} — {}", self.program(&ability.program));
        }
        // 309.4c: the trigger condition is not printed on the card.
        if let EventPattern::EntersRoom(n) = &ability.event
            && let Some(room) = self.face.rooms.get(usize::from(*n))
        {
            let exits: Vec<&str> =
                room.exits.iter().filter_map(|e| self.face.rooms.get(usize::from(*e))).map(|r| &*r.name).collect();
            let leads = if exits.is_empty() { String::new() } else { format!(" (Leads to: {})", exits.join(", ")) };
            return format!("{} — {}{leads}", room.name, self.program(&ability.program));
        }
        if is_visit(&ability.event) {
            // 702.159a
            let text = format!("Visit — {}", self.program(&ability.program));
            return match self.prize.take() {
                Some(prize) => format!("{text}\nPrize — {prize}"),
                None => text,
            };
        }
        // What "is dealt damage" is dealt it by all sources at once: of each source, "a source deals damage" (603.2c).
        self.source_said = matches!(ability.event, EventPattern::Damage { .. })
            || visit::any(&ability.program, |r: &Ref| *r == Ref::Event(Role::Subject));
        let event = words::capital(&self.trigger(&ability.event));
        if let EventPattern::Begins { .. } = ability.event {
            self.thing = None;
        }
        let condition = match &ability.condition {
            Some(c) => format!(", if {}", self.condition(c)),
            None => String::new(),
        };
        self.first_of_trigger = ability.condition.is_none();
        let program = self.program(&ability.program);
        let body = if program.starts_with('{') || program.starts_with("X ") {
            program
        } else {
            self.continue_sentence(&program)
        };
        format!("{event}{condition}, {body}{}", limits::of_trigger(ability))
    }

    /// A sentence as the rest of another: its first letter small, unless it is a name's.
    pub(crate) fn continue_sentence(&self, text: &str) -> String {
        if !self.face.name.is_empty()
            && text.starts_with(self.own_name().as_str())
            && !self.own_name().starts_with("this")
        {
            return text.to_owned();
        }
        words::lower(text)
    }

    fn fixed(&mut self, ability: &StaticAbility) -> String {
        self.away = ability.zones.has(Zone::Graveyard) && !ability.zones.has(Zone::Battlefield);
        if let Some(Continuous::Pregame(pregame)) = ability.effects.first() {
            return self.pregame(pregame);
        }
        if let Some((Continuous::May(Permission::StayAttached(what, so)), effects)) = ability.effects.split_last() {
            let text = self.fixed(&StaticAbility { effects: effects.to_vec(), ..ability.clone() });
            return format!("{text} This effect {}.", self.not_removed(what, *so));
        }
        if ability.defines
            && let Some(text) = self.defining(ability)
        {
            return words::sentence(&text);
        }
        if let Some(text) = self
            .max_speed(ability)
            .or_else(|| self.escapes_with(ability))
            .or_else(|| self.first_time(ability))
            .or_else(|| self.triggers_while(ability))
            .or_else(|| self.nth_spell(ability))
            .or_else(|| self.first_ability(ability))
            .or_else(|| self.spell_has(ability))
        {
            return text;
        }
        if let [Continuous::Modify { what, mods }] = ability.effects.as_slice()
            && let [lawmage_ir::Modification::AddTypes(line)] = mods.as_slice()
            && (what, ability.zones) == (&lawmage_ir::THIS, lawmage_ir::ZoneSet::ANYWHERE)
            && line.types.is_empty()
        {
            let types: Vec<String> = line.subtypes.listed.iter().map(|s| s.word().to_owned()).collect();
            let types = words::article(&words::list(&types, "and"));
            return words::sentence(&format!("{} is also {types}", self.this_named()));
        }
        let Some(condition) = &ability.condition else {
            return words::sentence(&self.statics(&ability.effects));
        };
        if let Condition::ChoseWord(_, word) = condition
            && let [Continuous::Modify { mods, .. }] = ability.effects.as_slice()
            && let [lawmage_ir::Modification::AddAbility(granted)] = mods.as_slice()
        {
            return format!("• {word} — {}", self.ability(granted));
        }
        if let [Continuous::Becoming(clauses)] = ability.effects.as_slice() {
            return self.becoming_if(condition, clauses);
        }
        if let Condition::TurnOf(Who::You) = condition {
            let text = self.statics(&ability.effects);
            return words::sentence(&match text.strip_prefix("once each turn, ") {
                Some(rest) => format!("once during each of your turns, {rest}"),
                None if text == "reveal the first card you draw each turn" => {
                    text.replace("each turn", "on each of your turns")
                }
                None => format!("during your turn, {text}"),
            });
        }
        if let [Continuous::Cant(Prohibition::Cast(Who::All, what))] = ability.effects.as_slice()
            && what.test == Test::Is(Ref::This)
        {
            match condition {
                Condition::Not(inner) => return format!("Cast this spell only {}.", self.windows(inner)),
                Condition::FirstTurns(Who::You, most) => {
                    let turns = crate::grammar::condition::ordinals(*most);
                    return format!("You can't cast this spell during your {turns} turns of the game.");
                }
                _ => {}
            }
        }
        if let Condition::Not(inner) = condition
            && (ability.effects.iter().all(|e| matches!(e, Continuous::Cant(_))) || conditional::said_by_unless(inner))
        {
            let text = self.statics(&ability.effects);
            let condition = conditional::of_blockers(&ability.effects, self.condition(inner));
            return words::sentence(&format!("{text} unless {condition}"));
        }
        if ability.effects.iter().all(|e| {
            matches!(e, Continuous::CostChange { .. } | Continuous::AlternativeCost { .. } | Continuous::Replace(_))
        }) {
            let alternative = ability.effects.iter().all(|e| matches!(e, Continuous::AlternativeCost { .. }));
            if alternative {
                let condition = self.condition(condition);
                let text = self.statics(&ability.effects);
                return words::sentence(&format!("if {condition}, {text}"));
            }
            let text = self.statics(&ability.effects);
            if let Condition::And(all) = condition
                && let [Condition::TurnOf(Who::You), Condition::During(steps)] = all.as_slice()
                && let Some(step) = own_step(steps)
            {
                return words::sentence(&format!("{text} during your {step}"));
            }
            return words::sentence(&format!("{text} if {}", self.condition(condition)));
        }
        let text = self.statics(&ability.effects);
        if let Condition::During(steps) = condition {
            return words::sentence(&format!("{text} during {}", steps_text(steps)));
        }
        let condition = self.condition(condition);
        conditional::as_long_as(&text, &condition)
    }

    /// "~'s power and toughness are each equal to …".
    pub(crate) fn defining(&mut self, ability: &StaticAbility) -> Option<String> {
        use lawmage_ir::Modification;
        let [Continuous::Modify { what, mods }] = ability.effects.as_slice() else { return None };
        let [Modification::SetPowerToughness(p, t)] = mods.as_slice() else { return None };
        let of = self.subject(what, crate::grammar::selector::Quant::Bare).possessive();
        Some(match (p, t) {
            (Some(p), Some(t)) if p == t => {
                format!("{of} power and toughness are each equal to {}", self.expression(p))
            }
            (Some(p), Some(t)) => match t {
                Amount::Plus(base, n) if **base == *p => {
                    let text = self.expression(p);
                    format!(
                        "{of} power is equal to {text} and its toughness is equal to that number plus {}",
                        self.expression(n)
                    )
                }
                _ => {
                    let text = self.expression(p);
                    format!("{of} power is equal to {text} and its toughness is equal to {}", self.expression(t))
                }
            },
            (Some(p), None) => format!("{of} power is equal to {}", self.expression(p)),
            (None, Some(t)) => format!("{of} toughness is equal to {}", self.expression(t)),
            (None, None) => return None,
        })
    }

    /// A program: sentences, or a header with modes on lines of their own.
    pub(crate) fn program(&mut self, program: &Program) -> String {
        let Some(modal) = &program.modal else {
            let Some(mode) = program.modes.first() else { return String::new() };
            if let [spec] = mode.targets.as_slice()
                && let Some((who, single)) = each::one_of_each(spec)
            {
                return self.of_each(who, (single, spec), &mode.clauses);
            }
            self.enter_mode(mode.targets.clone());
            return self.sentences(&mode.clauses);
        };
        let priced = program.modes.iter().any(|mode| mode.cost.is_some());
        let tiered = priced && modal.max == Amount::ONE;
        let mut text = match (priced, tiered) {
            (false, _) => self.modal_header(modal, program.modes.len()),
            (true, false) => "Spree".to_owned(),
            (true, true) => "Tiered".to_owned(),
        };
        // No mode speaks of what another does.
        let player = self.player.clone();
        for (at, mode) in program.modes.iter().enumerate() {
            self.enter_mode(mode.targets.clone());
            (self.thing, self.player) = (None, player.clone());
            let cost = match &mode.cost {
                Some(cost) => format!("{} — ", self.cost(cost)),
                None => String::new(),
            };
            let body = self.sentences(&mode.clauses);
            text.push_str(&match modal.pawprints.get(at) {
                Some(prints) => format!("\n{} — ", "{P}".repeat(usize::try_from(*prints).unwrap_or_default())),
                None if mode.cost.is_some() && !tiered => "\n+ ".to_owned(),
                None => "\n• ".to_owned(),
            });
            text.push_str(&cost);
            text.push_str(&body);
        }
        text
    }

    pub(crate) fn enter_mode(&mut self, targets: Vec<lawmage_ir::TargetSpec>) {
        self.said = vec![false; targets.len()];
        self.targets = targets;
        // 601.2c: what the sentence around a phrase says of its number, the phrase does not.
        for spec in &mut self.targets {
            let said = |n: &Amount| n.said_if_paid().map(Amount::Const);
            if let Some(max) = spec.max.as_ref().and_then(said) {
                spec.min = said(&spec.min).unwrap_or(Amount::Const(0));
                spec.max = Some(max).filter(|most| *most != Amount::Const(Amount::ANY_NUMBER));
            }
        }
    }

    pub(crate) fn modal_header(&mut self, modal: &Modal, modes: usize) -> String {
        let who = match &modal.by {
            None => "choose".to_owned(),
            Some(Who::Opponents) => "an opponent chooses".to_owned(),
            Some(who) => self.who(who).does("choose"),
        };
        let number = match (&modal.min, &modal.max) {
            (Amount::Const(1), Amount::Const(2)) => "one or both".to_owned(),
            (Amount::Const(1), Amount::Const(n)) if *n >= 3 => "one or more".to_owned(),
            (Amount::Const(0), max @ Amount::Const(_)) => format!("up to {}", self.number_word(max)),
            (Amount::Const(0), max) => format!("up to X, where X is {}", self.expression(max)),
            (min, _) => self.number_word(min),
        };
        if let Some(other) = &modal.instead {
            let condition = self.condition(&other.condition);
            let choose = if other.min == modal.min { "you may choose" } else { "choose" };
            let many = match &other.max {
                Amount::Const(2) if modes == 2 => "both".to_owned(),
                Amount::Const(n) if *n >= 99 => "any number".to_owned(),
                max => self.number_word(max),
            };
            return words::capital(&format!("{who} {number}. If {condition}, {choose} {many} instead."));
        }
        let random = if !modal.pawprints.is_empty() {
            " {P} worth of modes"
        } else if modal.random {
            " at random"
        } else {
            match modal.fresh {
                Some(FreshSince::Ever) => " that hasn't been chosen",
                Some(FreshSince::ThisTurn) => " that hasn't been chosen this turn",
                None => "",
            }
        };
        let more = match (modal.repeats, modal.different_players) {
            (true, _) => Some("You may choose the same mode more than once."),
            (_, true) => Some("Each mode must target a different player."),
            _ => None,
        };
        if let Some(more) = more {
            return words::capital(&format!("{who} {number}{random}. {more}"));
        }
        words::capital(&format!("{who} {number}{random} —"))
    }
}

/// The chapter of a Saga's chapter ability (714.2): "I".
pub(crate) fn chapters(event: &EventPattern) -> Option<&'static str> {
    const NUMERALS: [&str; 10] = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"];
    let lore = Some(lawmage_ir::CounterKind::Lore);
    let EventPattern::While(put, reached) = event else { return None };
    let EventPattern::CountersPut { kind, .. } = &**put else { return None };
    let Condition::And(both) = &**reached else { return None };
    match both.as_slice() {
        [Condition::Compare(Amount::Counters(of, _), Cmp::AtLeast, Amount::Const(n)), _]
            if *kind == lore && *of == lore =>
        {
            NUMERALS.get(usize::try_from(*n - 1).ok()?).copied()
        }
        _ => None,
    }
}
