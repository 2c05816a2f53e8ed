//! What is looked at in each node on the way.

use super::Rule;
use super::flow::{Env, Home, Walk};
use super::sorts::Sorts;
use super::supply::Supply;
use crate::visit::{Node, Part};
use crate::{
    Ability, Amount, Arrival, CardType, Clause, Condition, Continuous, CostPart, DeckRule, Entering, EventPattern,
    Face, Filter, Instruction, ManaSymbol, ManaYield, Modification, Permission, Program, Ref, Replacement, Role,
    Selector, Test, TriggeredAbility, Who,
};

impl Walk {
    /// Looks at what a field holds.
    pub fn part(&mut self, part: &(impl Part + ?Sized)) {
        part.offer(&mut |node| self.node(node));
    }

    /// Looks at what a node holds, not at the node.
    pub fn parts_of(&mut self, node: &(impl Node + ?Sized)) {
        node.children(&mut |child| self.node(child));
    }

    fn node(&mut self, node: &dyn Node) {
        if let Some(ability) = node.get::<Ability>() {
            self.ability(ability);
        } else if let Some(program) = node.get::<Program>() {
            self.program(program);
        } else if let Some(ability) = node.get::<TriggeredAbility>() {
            self.ability(&Ability::Triggered(ability.clone()));
        } else if let Some(clause) = node.get::<Clause>() {
            self.clause(clause);
        } else if let Some(does) = node.get::<Instruction>() {
            self.instruction(does);
        } else if let Some(reference) = node.get::<Ref>() {
            self.reference(reference);
        } else if let Some(who) = node.get::<Who>() {
            self.who(who);
        } else if let Some(amount) = node.get::<Amount>() {
            self.amount(amount);
        } else if let Some(condition) = node.get::<Condition>() {
            self.condition(condition);
        } else if let Some(filter) = node.get::<Filter>() {
            self.filter(filter);
        } else if let Some(test) = node.get::<Test>() {
            self.test(test);
        } else if let Some(selector) = node.get::<Selector>() {
            self.selector(selector);
        } else if let Some(event) = node.get::<EventPattern>() {
            self.event(event);
        } else if let Some(face) = node.get::<Face>() {
            self.face(face);
        } else {
            self.effect_node(node);
        }
    }

    /// Nodes of effects that last, of costs and of mana.
    fn effect_node(&mut self, node: &dyn Node) {
        if let Some(continuous) = node.get::<Continuous>() {
            self.continuous(continuous);
        } else if let Some(replacement) = node.get::<Replacement>() {
            self.replacement(replacement);
        } else if node.get::<Modification>().is_some() {
            let outer = self.home;
            if matches!(node.get(), Some(Modification::AddAbility(_) | Modification::CopyOf(..))) {
                self.home = outer.of_whoever_gains();
            }
            self.of_each(node);
            self.home = outer;
        } else if node.get::<DeckRule>().is_some() {
            self.of_it(node, Sorts::CARD);
        } else if node.get::<Arrival>().is_some() || node.get::<Entering>().is_some() {
            self.of_it(node, Sorts::OBJECT);
        } else if node.get::<CostPart>().is_some() {
            let known = self.env.it.is_some();
            if known { node.children(&mut |child| self.node(child)) } else { self.of_it(node, Sorts::OBJECT) }
        } else {
            if matches!(node.get(), Some(ManaYield::SameAsEvent)) && self.env.event.is_none() {
                self.find(Rule::Event, "the mana of an event is spoken of where there is none");
            }
            if matches!(node.get(), Some(crate::CounterKind::That)) && !self.env.kind {
                self.find(Rule::Unbound, "a counter “of that kind” is spoken of where no kind is at hand");
            }
            if matches!(node.get(), Some(ManaSymbol::X)) && !self.env.x {
                self.find(Rule::X, "{X} has no source");
            }
            node.children(&mut |child| self.node(child));
        }
    }

    /// What is done with kinds of counters, one of which is at hand.
    pub(super) fn with_kinds(&mut self, with: &crate::WithKinds) {
        self.part(&with.of);
        if let (Some(slot), crate::KindsOf::On(on)) = (with.slot, &with.of) {
            self.fill(slot, self.selected(on));
        }
        let outer = std::mem::replace(&mut self.env.kind, true);
        self.clauses(&with.body);
        self.env.kind = outer;
    }

    /// What is worked out for each object that a change applies to: it is both "it" and "each".
    fn of_each(&mut self, node: &dyn Node) {
        let outer = self.env.each.replace(Sorts::OBJECT);
        self.of_it(node, Sorts::OBJECT);
        self.env.each = outer;
    }

    fn of_it(&mut self, node: &dyn Node, it: Sorts) {
        self.testing(it, |walk| node.children(&mut |child| walk.node(child)));
    }

    /// Within what is asked of something that is tested.
    pub fn testing(&mut self, it: Sorts, body: impl FnOnce(&mut Self)) {
        if self.env.fixed {
            return body(self);
        }
        let outer = self.env.it.replace(it);
        let farther = std::mem::replace(&mut self.env.outer_it, outer);
        body(self);
        self.env.outer_it = farther;
        self.env.it = outer;
    }

    // ---- what is spoken of -----------------------------------------------------------------------------------
    fn reference(&mut self, reference: &Ref) {
        self.parts_of(reference);
        let env = &self.env;
        let broken = match reference {
            Ref::Slot(n) | Ref::Theirs(n, _) => return self.slot(*n, "what an instruction did"),
            Ref::Target(n) if usize::from(*n) >= env.targets.len() => {
                Some((Rule::Target, format!("target phrase {n} is spoken of, and there are {}", env.targets.len())))
            }
            Ref::Event(role) => match &env.event {
                None => {
                    Some((Rule::Event, format!("the event's {} is spoken of where there is no event", word(*role))))
                }
                Some(event) if !event.role(*role).meets(Sorts::ANY) => {
                    Some((Rule::Event, format!("the event has no {}", word(*role))))
                }
                Some(_) => None,
            },
            Ref::Paid(n) => env
                .paid
                .filter(|parts| usize::from(*n) >= *parts)
                .map(|parts| (Rule::Paid, format!("part {n} of a cost is spoken of, which has {parts} parts"))),
            Ref::Each if env.each.is_none() => {
                Some((Rule::Unbound, "“each” is spoken of where nothing is gone through".to_owned()))
            }
            Ref::It if env.it.is_none() => {
                Some((Rule::Unbound, "“it” is spoken of where nothing is tested".to_owned()))
            }
            Ref::Giver(_) if !self.home.granted => {
                Some((Rule::Unbound, "what grants an ability is spoken of where none is granted".to_owned()))
            }
            Ref::Source(of) if !self.denoted(of).meets(Sorts::ABILITY) => {
                Some((Rule::Fit, "only abilities have a source".to_owned()))
            }
            Ref::AimedAt(of) if !self.denoted(of).meets(Sorts::SPELL.union(Sorts::ABILITY)) => {
                Some((Rule::Fit, "only spells and abilities have targets".to_owned()))
            }
            Ref::Host(of) | Ref::Attacked(of, _) | Ref::Partner(of) => {
                let is = self.denoted(of);
                let player = is.meets(Sorts::ANY) && !is.meets(Sorts::OBJECT);
                player.then(|| (Rule::Fit, "a player is attached to nothing and attacks nothing".to_owned()))
            }
            _ => None,
        };
        if let Some((rule, what)) = broken {
            self.find(rule, what);
        }
    }

    /// What is chosen for a target phrase.
    pub(super) fn target(&mut self, target: &crate::TargetSpec) {
        (self.env.choosing_targets, self.env.others_choose) = (true, target.left_to().is_some());
        self.part(target);
        (self.env.choosing_targets, self.env.others_choose) = (false, false);
        self.env.targets.push(Sorts::of(&target.filter));
    }

    fn slot(&mut self, slot: u8, what: &str) {
        if self.env.slots.contains_key(&slot) {
            return;
        }
        if self.env.in_one_arm.contains(&slot) {
            self.find(
                Rule::Arm,
                format!("{what} (slot {slot}) is spoken of after several arms, one of which fills it"),
            );
        } else {
            self.find(Rule::Slot, format!("{what} (slot {slot}) is spoken of where nothing has filled it"));
        }
    }

    fn who(&mut self, who: &Who) {
        match who {
            Who::Such(base, condition) => {
                self.part(base);
                // The player stays "it" within.
                self.testing(Sorts::PLAYER, |walk| {
                    let outer = std::mem::replace(&mut walk.env.fixed, true);
                    walk.part(condition);
                    walk.env.fixed = outer;
                });
                return;
            }
            Who::Chooser if !self.env.others_choose => {
                self.find(
                    Rule::Target,
                    "who chooses is spoken of elsewhere than of targets that another player chooses",
                );
            }
            Who::Controller(of) if self.home.spell && **of == Ref::This => {
                self.find(Rule::Fit, "a spell's controller is “you”: “its controller” is of something else");
            }
            Who::Actor => match &self.env.event {
                None => self.find(Rule::Event, "who did it is spoken of where there is no event"),
                Some(event) if !event.actor => self.find(Rule::Event, "nobody does what the event tells"),
                Some(_) => {}
            },
            Who::Ref(reference) => {
                let is = self.denoted(reference);
                let captured = *reference == Ref::It && self.env.outer_it.is_some_and(|it| it.meets(Sorts::PLAYER));
                if is.meets(Sorts::ANY) && !is.meets(Sorts::PLAYER) {
                    if captured {
                        self.find(Rule::Captured, format!("“it” is meant of a player, and is the {is} tested within"));
                    } else {
                        self.misfit(format!("what is spoken of is a {is}, where a player is meant"));
                    }
                }
            }
            _ => {}
        }
        self.parts_of(who);
    }

    fn amount(&mut self, amount: &Amount) {
        match amount {
            Amount::X if !self.env.x => self.find(Rule::X, "X has no source"),
            Amount::Slot(n) | Amount::OfAll(n, _) | Amount::Excess(n) | Amount::FlipsLost(n) | Amount::Dice(n, _) => {
                self.slot(*n, "the number of an instruction")
            }
            Amount::Event => match &self.env.event {
                None => self.find(Rule::Event, "the event's number is spoken of where there is no event"),
                Some(event) if !event.number => self.find(Rule::Event, "the event has no number"),
                Some(_) => {}
            },
            Amount::Paid(n) if self.env.paid.is_some_and(|parts| usize::from(*n) >= parts) => {
                self.find(Rule::Paid, format!("what part {n} of a cost came to is spoken of, and there is none"));
            }
            Amount::Stat(_, reference) => {
                let is = self.denoted(reference);
                if is.meets(Sorts::ANY) && !is.meets(Sorts::OBJECT) {
                    self.misfit("a player has no power, mana value or the like".to_owned());
                }
            }
            Amount::AsCast { .. } if !self.env.choosing_targets => {
                self.find(Rule::Target, "a number as the spell is cast is spoken of elsewhere than of its targets");
            }
            Amount::Happened(pattern, _)
            | Amount::HowOften(pattern, _)
            | Amount::HappenedSum(pattern, _)
            | Amount::HappenedStat(_, pattern, _)
            | Amount::HappenedKinds(_, pattern, _) => {
                return self.past(pattern);
            }
            Amount::OfPlayers { who, of, .. } => {
                self.part(who);
                return self.going_through(&Who::All, |walk| walk.part(&**of));
            }
            _ => {}
        }
        self.parts_of(amount);
    }

    fn condition(&mut self, condition: &Condition) {
        match condition {
            // Of several arms that one was gone through can be asked after all of them.
            Condition::Done(slot) if !self.env.in_one_arm.contains(slot) => {
                self.slot(*slot, "whether an instruction was followed");
            }
            Condition::ExtraTurnOf(slot) => self.slot(*slot, "which turn an instruction made"),
            Condition::ExtraCombatOf(slot) => self.slot(*slot, "which combat phase an instruction made"),
            Condition::Is(reference, test) => {
                self.part(reference);
                let it = self.denoted(reference);
                return self.testing(it, |walk| walk.part(test));
            }
            Condition::Happened(pattern, ..) => return self.past(pattern),
            _ => {}
        }
        self.parts_of(condition);
    }

    /// Such events that have happened: what is tested stays "it" in them.
    fn past(&mut self, pattern: &EventPattern) {
        let outer = self.env.fixed;
        self.env.fixed = outer || self.env.it.is_some();
        self.part(pattern);
        self.env.fixed = outer;
    }

    // ---- filters ---------------------------------------------------------------------------------------------
    fn filter(&mut self, filter: &Filter) {
        self.other_than_this(filter);
        // What a target is, is asked again as it resolves (608.2b).
        let outer = std::mem::replace(&mut self.env.choosing_targets, false);
        self.testing(Sorts::of(filter), |walk| walk.part(&filter.test));
        self.env.choosing_targets = outer;
    }

    /// "Other" than this, among what this can't be.
    fn other_than_this(&mut self, filter: &Filter) {
        let tests = filter.test.conjuncts();
        let other = tests.iter().any(|test| matches!(test, Test::Not(inner) if **inner == Test::Is(Ref::This)));
        let creature = tests.contains(&Test::Type(CardType::Creature));
        let permanent = filter.kind == crate::Kind::Permanent;
        let home = self.home;
        let player = filter.kind == crate::Kind::Player;
        // "exile all other tokens created with this creature"
        let created = tests.contains(&Test::Token) && tests.iter().any(|t| matches!(t, Test::Is(Ref::Linked(_))));
        // "if you had another land enter", of a creature
        let land = tests.contains(&Test::Type(CardType::Land)) && !home.land;
        let never = land || home.spell || home.attachment && creature || created;
        if other && player || other && permanent && !home.face_down && never {
            self.find(Rule::Other, "“other” is other than this object, which could not be among them");
        }
    }

    fn test(&mut self, test: &Test) {
        match test {
            Test::Or(any) if any.contains(&Test::Any) => {
                self.find(Rule::Anything, "one of several alternatives holds of everything");
            }
            Test::Did(pattern, _) => return self.past(pattern),
            Test::AsCard(inner) => return self.testing(Sorts::CARD, |walk| walk.part(inner)),
            Test::HasAttached(inner) => return self.testing(Sorts::PERMANENT, |walk| walk.part(inner)),
            Test::SourceIs(inner) => return self.testing(Sorts::OBJECT, |walk| walk.part(inner)),
            // 608.2c: that something is itself says nothing.
            related if related.relative() == Some(&Ref::It) && !self.env.fixed => {
                self.find(Rule::Captured, "what is tested is compared with or related to itself");
            }
            _ => {}
        }
        self.parts_of(test);
    }

    fn selector(&mut self, selector: &Selector) {
        match selector {
            Selector::Those(base, test) => {
                self.part(base);
                let it = self.selected(base);
                self.testing(it, |walk| walk.part(test));
            }
            Selector::GraveyardEnd { who, count, test, .. } => {
                self.part(who);
                self.part(count);
                self.testing(Sorts::CARD, |walk| walk.part(test));
            }
            // "the rest": what one of several arms has taken is not among them; the others took nothing.
            Selector::Except(base, without) => {
                self.part(base);
                let outer = std::mem::take(&mut self.env.in_one_arm);
                let slots = self.env.slots.clone();
                self.env.slots.extend(outer.iter().map(|slot| (*slot, Sorts::CARD)));
                self.part(without);
                self.env.slots = slots;
                self.env.in_one_arm = outer;
            }
            Selector::Choose(choice) => self.going_through(&choice.by, |walk| walk.parts_of(selector)),
            Selector::All(Filter { kind: crate::Kind::Card(zones), test }) if *zones == crate::ZoneSet::default() => {
                self.find(Rule::Zone, "which cards these are is not known: no zone is said to have them");
                self.testing(Sorts::CARD, |walk| walk.part(test));
            }
            _ => self.parts_of(selector),
        }
    }

    fn event(&mut self, event: &EventPattern) {
        match event {
            EventPattern::While(inner, condition) => {
                self.part(inner);
                self.with_event(inner, condition);
            }
            _ => self.parts_of(event),
        }
    }

    // ---- effects ---------------------------------------------------------------------------------------------
    fn continuous(&mut self, continuous: &Continuous) {
        match continuous {
            Continuous::Modify { .. } | Continuous::Replace(_) | Continuous::Pregame(_) => self.parts_of(continuous),
            Continuous::Becoming(clauses) | Continuous::Cascading { does: clauses, .. } => {
                let outer = self.env.clone();
                if let Continuous::Cascading { exiled, .. } = continuous {
                    self.fill(*exiled, Sorts::CARD);
                }
                self.clauses(clauses);
                self.env = outer;
            }
            Continuous::NextSpell { .. } => {
                let outer = self.env.event.replace(Supply::NEXT_SPELL);
                self.parts_of(continuous);
                self.env.event = outer;
            }
            // 107.3a: such a cost is a source of X, for what it is the cost of.
            Continuous::AdditionalCost { .. }
            | Continuous::AlternativeCost { .. }
            | Continuous::May(Permission::Play { .. }) => {
                let outer = std::mem::replace(&mut self.env.x, true);
                self.of_it(continuous, Sorts::OBJECT);
                self.env.x = outer;
            }
            // 601.2f: what a spell costs may speak of its targets, which are chosen before (601.2c).
            Continuous::CostChange { .. } if self.home.spell && self.env.targets.is_empty() => {
                self.env.targets.resize(8, Sorts::ANY);
                self.of_it(continuous, Sorts::OBJECT);
                self.env.targets.clear();
            }
            // What is forbidden or required is said of pairs: “each” is the attacker, “it” the blocker.
            // Of who would cast or play it.
            Continuous::Cant(crate::Prohibition::Cast(who, _) | crate::Prohibition::PlayLand(who, _))
                if who.is_group() =>
            {
                let outer = self.env.each.replace(Sorts::PLAYER);
                self.parts_of(continuous);
                self.env.each = outer;
            }
            Continuous::May(Permission::PayRather { by, .. }) if by.is_group() => {
                let outer = self.env.each.replace(Sorts::PLAYER);
                self.of_it(continuous, Sorts::OBJECT);
                self.env.each = outer;
            }
            _ if self.env.each.is_none() => self.of_each(continuous),
            _ => self.of_it(continuous, Sorts::OBJECT),
        }
    }

    /// What happens instead knows the event; what it makes stays in it.
    fn replacement(&mut self, replacement: &Replacement) {
        self.part(&replacement.event);
        let outer: Env = self.env.clone();
        let supply = Supply::would_be(&replacement.event);
        self.env.x |= supply.x;
        self.env.event = Some(supply);
        self.part(&replacement.condition);
        self.part(&replacement.optional);
        self.part(&replacement.instead);
        self.env = outer;
    }

    /// A token, or what else is an object of its own.
    fn face(&mut self, face: &Face) {
        // 201.5a: what creates a token may be spoken of in its abilities.
        let mut home = Home::of(face);
        home.granted = true;
        let outer = std::mem::replace(&mut self.home, home);
        face.abilities.iter().for_each(|ability| self.ability(ability));
        self.part(&face.back);
        self.home = outer;
    }
}

/// Who or what in an event.
const fn word(role: Role) -> &'static str {
    match role {
        Role::Subject => "subject",
        Role::Object => "object",
    }
}
