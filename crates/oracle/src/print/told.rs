//! An ability part by part, as an outline tells it: one printer goes through the whole, so that each line calls what lines before
//! it spoke of as the text would.

use lawmage_ir::{
    Ability, Amount, Clause, Condition, Continuous, Cost, Duration, EventPattern, Face, First, InTurnOrder,
    Instruction, Keyword, KeywordParam, Modification, Ref, Role, Selector, Slot, TargetSpec, TriggeredAbility, Waits,
    Who, ZoneSet,
};

use super::{Context, Noun, Phrase, Printer, words};
use crate::grammar::ability::{chapters, is_visit};
use crate::grammar::continuous::is_rule;
use crate::grammar::duration::is_next_untap;
use crate::grammar::modification::join_verbs;

impl<'a> Printer<'a> {
    /// A printer for an outline: what has been listed as a target is called targeted.
    pub(crate) fn telling(context: &Context<'a>) -> Self {
        Self { told: true, ..Self::new(context) }
    }
}

impl Printer<'_> {
    /// The face whose abilities are told.
    pub(crate) const fn face(&self) -> &Face {
        self.face
    }

    /// The zones in which the ability works that is told from here on.
    pub(crate) fn tell_zones(&mut self, zones: ZoneSet) {
        use lawmage_ir::Zone::{Battlefield, Command, Exile, Graveyard, Hand};
        self.away = zones.has(Graveyard) && !zones.has(Battlefield);
        self.in_hand = zones.has(Hand) && !zones.has(Battlefield);
        self.in_command = zones.has(Command) && !zones.has(Battlefield);
        self.in_exile = zones.has(Exile) && !zones.has(Battlefield);
    }

    /// A trigger's event.
    pub(crate) fn tell_event(&mut self, event: &EventPattern) -> String {
        if let Some(chapter) = chapters(event) {
            return format!("chapter {chapter}");
        }
        if let EventPattern::EntersRoom(n) = event {
            let room = self.face.rooms.get(usize::from(*n)).map_or("this room", |room| &*room.name);
            return format!("when you move your venture marker into {room}");
        }
        if is_visit(event) {
            return "whenever you visit this Attraction".to_owned();
        }
        self.source_said = true;
        let text = self.trigger(event);
        if let EventPattern::Begins { .. } = event {
            self.thing = None;
        }
        text
    }

    /// The target phrases of a mode; they are spoken of from here on.
    pub(crate) fn tell_targets(&mut self, targets: &[TargetSpec]) -> Vec<String> {
        self.enter_mode(targets.to_vec());
        let numbers = (0..targets.len()).filter_map(|n| u8::try_from(n).ok());
        let phrases = numbers.map(|n| {
            let text = self.reference(&Ref::Target(n)).text;
            format!("{text}{}", self.where_x())
        });
        let phrases = phrases.collect();
        (self.thing, self.player) = (None, None);
        phrases
    }

    /// What a target that was listed is called: "the targeted creature", "the second targeted creature".
    pub(crate) fn told_target(&self, n: u8, noun: &Noun) -> Phrase {
        let alike = |spec: &&TargetSpec| self.noun_of(&spec.filter, false).head == noun.head;
        let before = self.targets.iter().take(usize::from(n)).filter(alike).count();
        let place = match self.targets.iter().filter(alike).count() {
            0 | 1 => String::new(),
            _ => format!("{} ", words::ordinal(u32::try_from(before + 1).unwrap_or(1))),
        };
        if noun.plural {
            Phrase::many(format!("the {place}targeted {}", words::plural(&noun.head)))
        } else {
            Phrase::one(format!("the {place}targeted {}", noun.head))
        }
    }

    /// What was spoken of before, by a name that means nothing else: an outline has no pronouns.
    pub(crate) fn told_again(&mut self, r: &Ref, noun: &Noun) -> Phrase {
        let head = if noun.plural { words::plural(&noun.head) } else { noun.head.clone() };
        let text = match r {
            Ref::Target(n) => return self.told_target(*n, noun),
            Ref::Slot(n) => self.told_slot(*n, &head, noun),
            Ref::Event(Role::Object) if self.subject.as_ref().is_some_and(|s| s.head == noun.head) => {
                format!("the event's other {head}")
            }
            Ref::Event(_) | Ref::Host(_) => format!("the event's {head}"),
            Ref::Each => format!("the {head} at hand"),
            _ if noun.plural => format!("those {head}"),
            _ => format!("that {head}"),
        };
        Phrase { text, plural: noun.plural, you: false }
    }

    /// "the created token", "the second exiled card": what an instruction left.
    fn told_slot(&self, n: Slot, head: &str, noun: &Noun) -> String {
        let how = self.slot_participle(n);
        let alike = |slot: &Slot| {
            self.slots.get(slot).is_some_and(|other| other.head == noun.head) && self.slot_participle(*slot) == how
        };
        let all: Vec<Slot> = self.slots.keys().copied().filter(alike).collect();
        let place = match all.iter().position(|slot| *slot == n).and_then(|at| u32::try_from(at + 1).ok()) {
            Some(place) if all.len() > 1 => format!("{} ", words::ordinal(place)),
            _ => String::new(),
        };
        format!("the {place}{how} {head}")
    }

    /// One instruction that holds no others; its slot is filled.
    pub(crate) fn tell_clause(&mut self, clause: &Clause) -> String {
        let text = self.clause(clause).finite();
        format!("{text}{}", self.where_x())
    }

    /// Fills the slot of an instruction that was told by its parts.
    pub(crate) fn tell_done(&mut self, clause: &Clause) {
        if let Some(slot) = clause.out {
            self.fill(slot, &clause.does);
        }
    }

    /// "that player may": what follows is theirs.
    pub(crate) fn tell_may(&mut self, who: &Who) -> String {
        self.doer = Some(who.clone());
        format!("{} may", self.who(who).text)
    }

    /// What a player does, told without a subject.
    pub(crate) fn tell_of<T>(&mut self, who: &Who, tell: impl FnOnce(&mut Self) -> T) -> T {
        let saved = self.actor.replace(who.clone());
        let told = tell(self);
        self.actor = saved;
        told
    }

    /// "that player may pay {2}".
    pub(crate) fn tell_may_pay(&mut self, who: &Who, cost: &Cost) -> String {
        let text = format!("{} {}", self.tell_may(who), self.cost_as_deed(cost, false));
        self.notice_paid(cost);
        text
    }

    /// "unless that player pays {2}".
    pub(crate) fn tell_unless(&mut self, who: &Who, cost: &Cost) -> String {
        let payer = match who {
            Who::All => Phrase::one("a player"),
            Who::Opponents => Phrase::one("an opponent"),
            other => self.who(other),
        };
        let deed = self.tell_of(who, |p| p.cost_as_deed(cost, !payer.plural));
        format!("unless {} {deed}", payer.text)
    }

    /// "starting with you, for each player", with what follows told of the one at hand.
    pub(crate) fn tell_in_turn_order<T>(&mut self, order: &InTurnOrder, tell: impl FnOnce(&mut Self, &str) -> T) -> T {
        self.so_far.extend(order.so_far);
        let first = self.order_begins(order.first);
        let told = self.tell_each(&Selector::Players(order.who.clone()), |p, head| tell(p, &format!("{first}{head}")));
        self.several_chosen(&order.body);
        told
    }

    /// With whom a turn order begins, where that isn't said by the rules.
    pub(crate) fn order_begins(&self, first: First) -> &'static str {
        match first {
            First::Active => "",
            First::You => "starting with you, ",
            First::NextOpponent => "starting with the next opponent in turn order, ",
        }
    }

    /// What was chosen in a loop is all that was chosen.
    pub(crate) fn several_chosen(&mut self, body: &[Clause]) {
        let mut chosen = Vec::new();
        lawmage_ir::visit::clauses(body, |clause| {
            chosen.extend(clause.out.filter(|_| matches!(clause.does, Instruction::Choose(_))));
        });
        for slot in chosen {
            if let Some(noun) = self.slots.get_mut(&slot) {
                noun.plural = true;
            }
        }
    }

    /// "for each opponent", with what follows told of the one at hand.
    pub(crate) fn tell_each<T>(&mut self, over: &Selector, tell: impl FnOnce(&mut Self, &str) -> T) -> T {
        let (noun, head) = match over {
            Selector::Players(who) => (Noun::new("player", false), format!("for {}", self.whom(who))),
            Selector::All(filter) => (self.noun_of(filter, false), format!("for each {}", self.singular(filter))),
            Selector::Ref(r) => {
                let noun = Noun { plural: false, ..self.noun_of_selector(over) };
                (noun, format!("for each of {}", self.object(r)))
            }
            other => {
                let noun = Noun { plural: false, ..self.noun_of_selector(other) };
                (noun, format!("for each {}", self.each_of(other)))
            }
        };
        self.each.push(noun);
        self.thing = None;
        let told = tell(self, &head);
        self.each.pop();
        told
    }

    /// A continuous effect with its duration: "until end of turn, the targeted creature gets +3/+3". Those of static abilities have
    /// none.
    pub(crate) fn tell_effect(&mut self, effect: &Continuous, duration: Option<&Duration>) -> String {
        let effects = std::slice::from_ref(effect);
        let Some(duration) = duration else { return self.statics(effects) };
        if is_next_untap(duration).is_some() {
            return self.effects(effects, duration, false);
        }
        let until = if is_rule(effect) { self.duration_of_rule(duration) } else { self.duration(duration) };
        let text = self.effects(effects, &Duration::Forever, false);
        let price = match effect {
            Continuous::Modify { mods, .. } if mods.iter().any(lacks_price) => "; its cost is its mana cost",
            _ => "",
        };
        if until.is_empty() { format!("{text}{price}") } else { format!("{until}, {text}{price}") }
    }

    /// One change that an effect makes to what it applies to: "gets +3/+3".
    pub(crate) fn tell_modification(&mut self, what: &Selector, one: &Modification, lasting: bool) -> String {
        if let Modification::Controller(who) = one {
            return format!("comes under the control of {}", self.whom(who));
        }
        if let Modification::SetPowerToughness(Some(power), Some(toughness)) = one
            && *power != *toughness
            && [power, toughness].iter().any(|n| !matches!(n, Amount::Const(_)))
        {
            let (power, toughness) = (self.expression(power), self.expression(toughness));
            return format!("has base power {power} and base toughness {toughness}");
        }
        let verbs = self.given(what, |p| p.predicates(false, std::slice::from_ref(one), lasting));
        format!("{}{}", join_verbs(&verbs), self.where_x())
    }

    /// When a delayed triggered ability triggers.
    pub(crate) fn tell_delayed(&mut self, ability: &TriggeredAbility, waits: &Waits) -> String {
        let duration = waits.duration();
        let when = match &ability.event {
            EventPattern::Begins { step, whose } if duration.is_none() => self.next_step(*step, whose, waits),
            other => self.trigger(other),
        };
        let until = duration.map(|d| format!(" {}", self.duration_of_rule(d))).unwrap_or_default();
        let condition = ability.condition.as_ref().map(|c| format!(", if {}", self.condition(c))).unwrap_or_default();
        format!("{when}{until}{condition}")
    }

    /// Tells a program within another, which has targets and an event of its own.
    pub(crate) fn tell_apart<T>(&mut self, tell: impl FnOnce(&mut Self) -> T) -> T {
        let targets = (std::mem::take(&mut self.targets), std::mem::take(&mut self.said));
        let roles = (self.subject.clone(), self.object.clone(), self.subject_is.clone());
        let told = tell(self);
        (self.targets, self.said) = targets;
        (self.subject, self.object, self.subject_is) = roles;
        told
    }

    /// "if you do", "if it's your turn".
    pub(crate) fn tell_if(&mut self, condition: &Condition) -> String {
        format!("if {}", self.question(condition))
    }
}

/// Whether it grants flashback or another keyword without a cost: then that is the card's mana cost.
fn lacks_price(granted: &Modification) -> bool {
    let Modification::AddAbility(ability) = granted else { return false };
    let Ability::Keyword(keyword) = &**ability else { return false };
    match &keyword.param {
        KeywordParam::Cost(cost) => *cost == Cost::of_this() || keyword.keyword == Keyword::Flashback && cost.is_own(),
        _ => keyword.keyword == Keyword::Flashback,
    }
}
