//! Continuous effects: of static abilities and of resolving spells.

use lawmage_ir::{
    Continuous, CostDelta, CostOf, Duration, EventPattern, Filter, Instead, Kind, Modification, Permission,
    Prohibition, Ref, Requirement, Selector, Test, Who,
};

use crate::grammar::duration::is_next_untap;
use crate::grammar::prohibition::Said;
use crate::grammar::selector::Quant;
use crate::print::{Phrase, Printer, words};

impl Printer<'_> {
    /// "if a triggered ability of a permanent you control triggers, that ability triggers an additional time" (603.2d).
    fn triggers_again(&mut self, event: Option<&EventPattern>, source: &Filter) -> Said {
        if event.is_none() && *source == crate::grammar::ability::statics::your_dungeons() {
            return Said::plain(Phrase::many("room abilities of dungeons you own"), "trigger an additional time");
        }
        let source = match source.kind {
            // "a colorless spell you control or another colorless permanent you control"
            Kind::SpellOrPermanent => {
                let others = |t: &&Test| **t != Test::not(Test::Is(Ref::This));
                let test = Test::all(source.test.conjuncts().iter().filter(others).cloned());
                let spell = self.one(&Filter::new(Kind::Spell, test.clone()));
                format!("{spell} or another {}", self.singular(&Filter::permanent(test)))
            }
            _ => self.one(source),
        };
        let cause = match event {
            None => format!("if an ability of {source} triggers,"),
            Some(event) => {
                format!("if {} causes a triggered ability of {source} to trigger,", self.causing(event))
            }
        };
        Said::plain(Phrase::one(cause), "that ability triggers an additional time")
    }

    /// What a static ability says: "creatures you control get +1/+1 and have haste".
    pub(crate) fn statics(&mut self, effects: &[Continuous]) -> String {
        if let [Continuous::Cant(Prohibition::Counter(_)), Continuous::Cant(Prohibition::PreventDamage { by, .. })] =
            effects
            && by.test == Test::Is(Ref::This)
        {
            return "this spell can't be countered and the damage can't be prevented".to_owned();
        }
        self.effects(effects, &Duration::Forever, true)
    }

    /// Effects with their duration, as one sentence without its full stop.
    pub(crate) fn effects(&mut self, effects: &[Continuous], duration: &Duration, lasting: bool) -> String {
        if let Some(said) = self.becomes_told(effects) {
            return said;
        }
        if *duration == Duration::EndOfTurn
            && let Some(said) = self.one_of_each_type(effects)
        {
            return format!("until end of turn, {said}");
        }
        if let [Continuous::Replace(replacement)] = effects
            && let Some(said) = self.of_a_spell(replacement, duration)
        {
            return said;
        }
        if let [Continuous::Replace(replacement)] = effects
            && matches!(replacement.instead, Instead::Enter(_))
            && !lasting
        {
            let text = self.replacement(replacement, "");
            let lasts = self.duration_of_rule(duration);
            return if lasts.is_empty() { text } else { format!("{lasts}, {text}") };
        }
        if let ([Continuous::May(Permission::Skip(who, lawmage_ir::Step::BeginCombat))], Duration::NextTurn(whose)) =
            (effects, duration)
            && who == whose
        {
            let who = self.who(who);
            let skip = words::agree("skip", who.plural || who.you);
            return format!("{} {skip} all combat phases of their next turn", who.text);
        }
        if let Some(text) = crate::grammar::replacement::lands_produce(effects) {
            return text;
        }
        if let [Continuous::May(Permission::TargetDespiteHexproof { .. } | Permission::KeepMana(..))] = effects
            && *duration == Duration::EndOfTurn
        {
            return format!("until end of turn, {}", join(&self.sayings(effects, lasting, "")));
        }
        let rules = effects.iter().all(is_rule);
        let fixed = matches!(duration, Duration::EndOfTurn | Duration::EndOfCombat);
        let when = if fixed && rules { self.duration_of_rule(duration) } else { String::new() };
        let said = self.sayings(effects, lasting, &when);
        let mut text = join(&said);
        if !when.is_empty() || fixed || matches!(duration, Duration::NextTurn(_)) {
            text = text.replace(" each combat", "");
        }
        let where_x = self.where_x();
        if let Some(step) = is_next_untap(duration)
            && let Some(at) = text.find(" untap during ")
        {
            text.truncate(at);
            let whose = self.whose_step(step, &said);
            return format!("{text} untap during {whose} next untap step");
        }
        let until = if rules { self.duration_of_rule(duration) } else { self.duration(duration) };
        if until.is_empty() && effects.iter().any(is_of_exiled_cards) {
            return format!("{text} for as long as they remain exiled{where_x}");
        }
        if until.is_empty() || (rules && !when.is_empty() && text.contains(&when)) {
            return format!("{text}{where_x}");
        }
        // "… this turn. If you do, it enters tapped."
        if let ([Continuous::May(Permission::Play { .. })], Some((may, then))) = (effects, text.split_once(". ")) {
            return format!("{may} {until}. {then}{where_x}");
        }
        match until.as_str() {
            // "twice this turn rather than only once"
            "this turn" if text.contains("twice each turn rather") => text.replace(" each turn ", " this turn "),
            _ => format!("{text} {until}{where_x}"),
        }
    }

    fn whose_step(&mut self, who: &Who, said: &[Said]) -> String {
        let plural = said.first().is_some_and(|s| s.subject.plural);
        match who {
            Who::Controller(_) if plural => "their controllers'".to_owned(),
            Who::Controller(_) => "its controller's".to_owned(),
            other => self.who(other).possessive(),
        }
    }

    /// Every effect as a subject and verb phrase; neighbours that can be one are.
    pub(super) fn sayings(&mut self, effects: &[Continuous], lasting: bool, when: &str) -> Vec<Said> {
        let mut all: Vec<Said> = Vec::new();
        let mut at = 0;
        while let Some(effect) = effects.get(at) {
            let next = effects.get(at + 1);
            if let Some(joint) = next.and_then(|n| self.joint(effect, n, when)) {
                all.push(joint);
                at += 2;
                continue;
            }
            let said = self.saying(effect, lasting, when);
            all.push(said);
            at += 1;
        }
        all
    }

    /// "can't attack or block", "can't block and can't be blocked" share a subject.
    fn joint(&mut self, a: &Continuous, b: &Continuous, when: &str) -> Option<Said> {
        match (a, b) {
            (
                Continuous::Cant(Prohibition::Attack { what, whom: None, unless: None }),
                Continuous::Cant(Prohibition::Block { what: other, whom: None, unless: None }),
            ) if what == other => {
                let subject = self.subject(what, Quant::Bare);
                Some(Said::new(what, subject, "can't attack or block"))
            }
            (
                Continuous::Must(Requirement::Attack { what, whom: None }),
                Continuous::Must(Requirement::Block { what: other, whom: None }),
            ) if what == other => {
                let subject = self.subject(what, Quant::Bare);
                let when = if when.is_empty() { "each combat" } else { when };
                let verb = format!(
                    "{} or {} {when} if able",
                    self.agree("attack", subject.plural),
                    self.agree("block", subject.plural)
                );
                Some(Said::new(what, subject, verb))
            }
            (Continuous::May(play), Continuous::May(Permission::Flash(who, what))) => self.at_any_time(play, who, what),
            (
                Continuous::Cant(Prohibition::Cause { by, whom, deed }),
                Continuous::Cant(Prohibition::Cause { by: too, whom: same, deed: other }),
            ) if by == too && whom == same => Some(self.cant_cause(by, whom, &[deed, other])),
            (Continuous::Cant(land @ Prohibition::PlayLand(..)), Continuous::Cant(spell @ Prohibition::Cast(..))) => {
                self.cant_play_from(land, spell).or_else(|| self.cant_play_or_cast(land, spell))
            }
            (
                Continuous::Cant(cast @ Prohibition::Cast(who, _)),
                Continuous::Cant(Prohibition::Activate {
                    what: Selector::All(Filter { kind: Kind::Object, test: Test::Any }),
                    but_mana: true,
                    by: Some(same),
                }),
            ) if who == same => {
                let said = self.prohibition(cast);
                let verb = format!("{} or activate abilities that aren't mana abilities", said.verb);
                Some(Said { verb, ..said })
            }
            (
                Continuous::Cant(cast @ Prohibition::Cast(who, _)),
                Continuous::Cant(Prohibition::Activate { what: Selector::All(what), but_mana: false, by: Some(same) }),
            ) if who == same => {
                let said = self.prohibition(cast);
                if what.kind == Kind::Object && what.test == Test::Any {
                    let verb = said.verb.replacen("spells", "spells and activate abilities", 1);
                    return Some(Said { verb, ..said });
                }
                let verb = format!("{} or activate abilities of {}", said.verb, self.plural(what));
                Some(Said { verb, ..said })
            }
            // 119.7-8
            (Continuous::Cant(Prohibition::GainLife(who)), Continuous::Cant(Prohibition::LoseLife(same)))
                if who == same =>
            {
                Some(self.fixed_life(who))
            }
            (
                Continuous::Cant(Prohibition::Block { what, whom: Some(Selector::All(others)), unless: None }),
                Continuous::Cant(Prohibition::Block { what: Selector::All(same), whom: Some(it), unless: None }),
            ) if what == it && others == same => {
                let subject = self.subject(what, Quant::Bare);
                let others = self.plural(others);
                Some(Said::new(what, subject, format!("can't block or be blocked by {others}")))
            }
            (Continuous::Cant(Prohibition::AttackAlone(what)), Continuous::Cant(Prohibition::BlockAlone(other)))
                if what == other =>
            {
                let subject = self.subject(what, Quant::Bare);
                Some(Said::new(what, subject, "can't attack or block alone"))
            }
            _ => None,
        }
    }

    /// What is changed: "creatures you control", "this creature and up to one other target creature each".
    fn changed(&mut self, what: &Selector, lasting: bool) -> Phrase {
        let quant = if self.each_quant { Quant::Each } else { Quant::Bare };
        let mut subject = self.subject(what, quant);
        if let (Selector::Union(_), false, false) = (what, lasting, subject.text.starts_with("both ")) {
            subject.text.push_str(" each");
        }
        subject
    }

    fn saying(&mut self, effect: &Continuous, lasting: bool, when: &str) -> Said {
        match effect {
            Continuous::Modify { what, mods } => {
                if let [Modification::SwitchPowerToughness] = mods.as_slice()
                    && !lasting
                {
                    let of = match what {
                        Selector::All(each) => Phrase::one(format!("each {}", self.singular(each))),
                        other => self.subject(other, Quant::Bare),
                    };
                    let verb = format!("switch {} power and toughness", of.possessive());
                    return Said::plain(Phrase::one(""), verb);
                }
                if let [Modification::Controller(who)] = mods.as_slice() {
                    if let Some(each) = self.taken_by_each(what, who) {
                        return each;
                    }
                    if lasting || !matches!(who, Who::You) {
                        let who = self.who(who);
                        let object = self.those_of(what, if lasting { Quant::Bare } else { Quant::All });
                        let verb = self.agree(if lasting { "control" } else { "gain control of" }, who.plural);
                        return Said::plain(who, format!("{verb} {object}"));
                    }
                    let text = self.control_change(what, who);
                    return Said::plain(Phrase::one(""), text);
                }
                let subject = self.changed(what, lasting);
                let verbs = self.given(what, |p| p.predicates(subject.plural, mods, lasting));
                Said::new(what, subject, verbs.join("\u{1}"))
            }
            Continuous::Cant(one) => self.prohibition(one),
            Continuous::Must(one) => self.requirement(one, when),
            Continuous::May(one) => self.permission(one),
            Continuous::CostChange { by, of, change, times } => self.cost_change(by, of, change, times),
            Continuous::NextSpell { by, what, effects, every } => {
                self.next_spell(by, (what, *every), effects, (lasting, when))
            }
            Continuous::AdditionalCost { of, cost, optional, repeat, gives, .. } => {
                self.additional_cost(of, cost, *optional, *repeat, gives)
            }
            Continuous::AlternativeCost { cost, label } => {
                let deed = self.cost_as_deed(cost, false);
                let _ = label;
                if cost.parts.is_empty() {
                    return Said::plain(Phrase::you(), "may cast this spell without paying its mana cost");
                }
                let only = cost.parts.iter().map(|part| match part {
                    lawmage_ir::CostPart::OnlyFrom(of) => {
                        format!(". {}", words::capital(&self.only_from(of, "it this way")))
                    }
                    _ => String::new(),
                });
                let only: String = only.collect();
                Said::plain(Phrase::you(), format!("may {deed} rather than pay this spell's mana cost{only}"))
            }
            Continuous::Replace(replacement) => Said::plain(Phrase::one(""), self.replacement(replacement, when)),
            Continuous::TriggersAgain { event, source } => self.triggers_again(event.as_deref(), source),
            Continuous::NoTriggers { event, source } => {
                let what = self.causing_many(event);
                let of = source.as_ref().map(|of| format!(" of {}", self.plural(of))).unwrap_or_default();
                Said::plain(Phrase::many(what), format!("don't cause abilities{of} to trigger"))
            }
            Continuous::Pregame(pregame) => Said::plain(Phrase::one(""), self.pregame(pregame)),
            Continuous::Ignorable { by, cost, effects } => {
                let text = self.statics(effects);
                let who = match (by, effects.as_slice()) {
                    (Who::Such(..), [Continuous::Cant(Prohibition::PlayLand(who, _)), ..]) if who == by => {
                        "that player".to_owned()
                    }
                    _ => self.whom(by).replacen("each player", "any player", 1),
                };
                let cost = self.cost_as_deed(cost, false);
                let may = format!("{} may {cost} for that player to ignore this effect", words::capital(&who));
                Said::plain(Phrase::one(""), format!("{text}. {may} until end of turn"))
            }
            Continuous::Becoming(does) => Said::plain(Phrase::one(""), self.becoming(does)),
            Continuous::Cascading { exiled, does } => Said::plain(Phrase::one(""), self.cascading(*exiled, does)),
            Continuous::Enchants(filter) => Said::plain(Phrase::one("enchant"), self.singular(filter)),
        }
    }

    /// What is counted may speak of the spell that costs so much: "that spell".
    fn cost_change(&mut self, by: &Who, of: &CostOf, change: &CostDelta, times: &lawmage_ir::Amount) -> Said {
        self.each.push(crate::print::Noun::new("spell", false));
        let said = self.changed_cost(by, of, change, times);
        self.each.pop();
        said
    }

    fn spells_cast(&mut self, filter: &Filter, by: &Who) -> Phrase {
        let by = match by {
            Who::You => " you cast".to_owned(),
            Who::Opponents => " your opponents cast".to_owned(),
            Who::All => String::new(),
            other if *other == crate::grammar::cost::change::in_turns_of_others() => String::new(),
            other => format!(" {}", self.who(other).does("cast")),
        };
        let spells = self.plural(filter);
        // "Spells you cast from your graveyard".
        let (spells, by) = match spells.split_once(" cast from ") {
            Some((spells, zone)) if !by.is_empty() => (format!("{spells}{by} from {zone}"), String::new()),
            _ => (spells, by),
        };
        // Who casts them is said before what they target.
        let (spells, target) = spells.split_at(spells.find(" that target").unwrap_or(spells.len()));
        Phrase::many(format!("{spells}{by}{target}"))
    }

    /// The spells of which a cost is changed.
    fn spells_of_cost(&mut self, filter: &Filter, by: &Who) -> Phrase {
        match &filter.test {
            Test::Is(Ref::This) => {
                self.thing = Some(Ref::This);
                Phrase::one("this spell")
            }
            test if *test == crate::grammar::condition::your_commander() => Phrase::one("your commander"),
            Test::Targets(whom) if whom.kind == Kind::Spell && whom.test == Test::Is(Ref::This) => {
                let it = self.own_name();
                Phrase::many(format!("as long as {it} is on the stack, spells that target it"))
            }
            _ => self.spells_cast(filter, by),
        }
    }

    fn changed_cost(&mut self, by: &Who, of: &CostOf, change: &CostDelta, times: &lawmage_ir::Amount) -> Said {
        let (subject, act) = match of {
            CostOf::Spells(filter) => (self.spells_of_cost(filter, by), "to cast"),
            CostOf::Abilities(filter, keyword) => {
                let of = self.plural(filter);
                let subject = match keyword {
                    Some(k) if filter.test == Test::Any => format!("{} abilities you activate", k.word()),
                    Some(k) => format!("{} abilities you activate of {of}", k.word()),
                    None => format!("activated abilities of {of}"),
                };
                (Phrase::many(subject), "to activate")
            }
            CostOf::KeywordCosts(_) | CostOf::Unlocking => (self.such_costs(of, by), "…"),
            CostOf::ManaAbilities(of) if of.test == Test::Is(Ref::This) => {
                (Phrase::many(format!("mana abilities of {}", self.own_name())), "to activate")
            }
            CostOf::ManaAbilities(of) => {
                (Phrase::many(format!("mana abilities of {}", self.plural(of))), "to activate")
            }
            CostOf::SomeAbilities { source, keyword: Some(keyword), .. } if source.test == Test::Is(Ref::This) => {
                (Phrase::one(format!("{}'s {} ability", self.own_name(), keyword.word())), "to activate")
            }
            CostOf::SomeAbilities { source, keyword, targets, loyalty, .. } => {
                (Phrase::many(self.some_abilities(by, source, *keyword, targets.as_ref(), *loyalty)), "to activate")
            }
        };
        let cost = words::agree("cost", subject.plural);
        let unless = match of {
            CostOf::SomeAbilities { but_mana: true, .. } => " unless they're mana abilities",
            CostOf::Spells(_) if *by == crate::grammar::cost::change::in_turns_of_others() => {
                " except during its controller's turn"
            }
            _ => "",
        };
        let (mana, more) = match change {
            CostDelta::More(mana) => (mana.to_string(), "more"),
            CostDelta::MoreLife(n) if *times == lawmage_ir::Amount::ONE => {
                return Said::plain(subject, format!("{cost} an additional {n} life {act}"));
            }
            // 601.2c: of all targets there are.
            CostDelta::MoreLife(n) => {
                return Said::plain(subject, format!("{cost} {n} life more {act} for each target"));
            }
            CostDelta::Less(mana) | CostDelta::LessDownTo(mana, _) | CostDelta::LessColored(mana) => {
                (mana.to_string(), "less")
            }
            CostDelta::LessByManaCostOf(of) => {
                let of = self.object(of);
                return Said::plain(subject, format!("{cost} less {act} by the mana cost of {of}"));
            }
            CostDelta::AtLeast(n) => {
                let n = words::number(i32::try_from(*n).unwrap_or(i32::MAX));
                let subject = Phrase::one(format!("each spell that would cost less than {n} mana to cast"));
                return Said::plain(subject, format!("costs {n} mana to cast"));
            }
            CostDelta::Loyalty(n) => {
                let sign = if *n < 0 { "−" } else { "+" };
                let yours = matches!(of, CostOf::Abilities(f, _) if matches!(f.test, Test::And(_)));
                let subject =
                    format!("planeswalkers' loyalty abilities you {}", if yours { "control" } else { "activate" });
                let verb = format!("cost an additional [{sign}{}] to activate", n.unsigned_abs());
                return Said::plain(Phrase::many(subject), verb);
            }
        };
        let floor = match change {
            CostDelta::LessDownTo(_, n) => {
                let n = words::number(i32::try_from(*n).unwrap_or(1));
                format!(". This effect can't reduce the mana in that cost to less than {n} mana")
            }
            CostDelta::LessColored(_) => ". This effect reduces only the amount of colored mana you pay".to_owned(),
            _ => String::new(),
        };
        let tail = match times {
            lawmage_ir::Amount::Const(1) => String::new(),
            other => match self.times_told(other, &mana, act) {
                Some(told) => told,
                // Said here where a sentence follows, else at the end.
                _ if !floor.is_empty() => {
                    let x = self.expression(other);
                    return Said::plain(subject, format!("{cost} {{X}} {more} {act}, where X is {x}{floor}"));
                }
                _ => {
                    self.where_x = Some(other.clone());
                    return Said::plain(subject, format!("{cost} {{X}} {more} {act}"));
                }
            },
        };
        let whom = match of {
            CostOf::SomeAbilities { source, targets: Some(whom), .. } if source.test == Test::Is(Ref::This) => {
                format!(" if it targets {}", self.one(whom))
            }
            _ => String::new(),
        };
        let said = format!("{cost} {mana} {more} {act}{tail}{unless}{whom}{floor}").replace(" …", "");
        Said::plain(subject, said)
    }
}

/// Whether an effect is a rule ("this turn") rather than a change ("until end of turn").
pub(crate) fn is_rule(effect: &Continuous) -> bool {
    !matches!(effect, Continuous::Modify { .. } | Continuous::Enchants(_))
}

/// Sayings with one subject become one sentence; others are joined with "and".
fn join(said: &[Said]) -> String {
    let mut groups: Vec<(Option<Selector>, Phrase, Vec<String>)> = Vec::new();
    for one in said {
        let verbs: Vec<String> = one.verb.split('\u{1}').map(str::to_owned).collect();
        match groups.last_mut() {
            Some((of, _, have)) if of.is_some() && *of == one.of => have.extend(verbs),
            _ => groups.push((one.of.clone(), one.subject.clone(), verbs)),
        }
    }
    let texts: Vec<String> = groups
        .iter()
        .map(|(_, subject, verbs)| {
            let verbs = crate::grammar::modification::join_verbs(verbs);
            format!("{} {verbs}", subject.text).trim().to_owned()
        })
        .collect();
    texts.join(", and ").replace(", and this effect can't reduce", ". This effect can't reduce")
}

/// Whether it lets cards spoken of before be looked at or played, for as long as they are exiled.
fn is_of_exiled_cards(effect: &Continuous) -> bool {
    use lawmage_ir::Permission;
    match effect {
        Continuous::May(Permission::Play { what, .. } | Permission::LookAt(_, what)) => {
            crate::grammar::permission::in_turns(&what.test).is_none()
                && crate::grammar::permission::of_cards(&what.test)
                    .is_some_and(|(of, ..)| !matches!(of, lawmage_ir::Ref::Linked(_)))
        }
        _ => false,
    }
}
