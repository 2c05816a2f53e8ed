//! Clauses as sentences, and the instructions that hold clauses: if, may, unless, for each, delayed.

pub(crate) mod deed;
mod delayed;
mod either;
mod if_done;
mod modes;
mod sentence;

use lawmage_ir::visit;
use lawmage_ir::{
    Ability, Amount, Arrival, Clause, Condition, Continuous, Duration, Filter, InTurnOrder, Instruction, Kind,
    Permission, Ref, Selector, Stat, Test, TokenSpec, Who,
};

use crate::grammar::effect::deed::Deed;
use crate::print::{Noun, Phrase, Printer, words};

impl Printer<'_> {
    /// One clause; its slot is filled.
    pub(crate) fn clause(&mut self, clause: &Clause) -> Deed {
        let deed = self.instruction(&clause.does);
        self.first_of_trigger = false;
        match clause.does.bare() {
            Instruction::Damage { to: Selector::Ref(r), .. } => self.damaged.push(r.clone()),
            Instruction::Destroy { what: Selector::Ref(r), .. }
            | Instruction::Sacrifice { what: Selector::Ref(r), .. }
            | Instruction::Move { what: Selector::Ref(r), .. } => self.moved.push(r.clone()),
            Instruction::DamageDivided { target, .. } | Instruction::DamageEvenly { target, .. } => {
                self.damaged.push(Ref::Target(*target));
            }
            _ => {}
        }
        self.latest = clause.out;
        match clause.out {
            Some(slot) => {
                self.fill(slot, &clause.does);
                if let Instruction::Damage { .. } | Instruction::DamageTogether(_) = clause.does.bare() {
                    self.damaged.push(Ref::Slot(slot));
                    self.thing = None;
                }
            }
            None if leaves_something(&clause.does) => {
                self.thing = None;
                self.strays = true;
                self.created |= matches!(&clause.does, Instruction::CreateToken { token, .. } if matches!(&**token,
                    lawmage_ir::TokenSpec::Face(face) if face.types.has(lawmage_ir::CardType::Creature)));
            }
            None => {}
        }
        deed
    }

    /// Instructions that hold clauses.
    pub(crate) fn structure(&mut self, does: &Instruction) -> Deed {
        match does {
            does @ Instruction::Effect { .. } if let Some(mods) = modes::set_as_it_enters(does) => {
                Deed::Whole(format!("{} enters as {}", self.this_named(), self.alternative(mods)))
            }
            Instruction::Effect { effects, duration } => self.lasting(effects, duration),
            Instruction::Delayed { ability, waits } => self.delayed(ability, waits),
            Instruction::Reflexive(program) => self.reflexive(program),
            Instruction::Emblem(who, abilities) => self.emblem(who, abilities),
            Instruction::Seq(clauses) => Deed::Whole(self.deeds(clauses)),
            // 701.53a
            Instruction::Face { who, options } => {
                let subject = self.explicit(who);
                let group = who.is_group();
                if group {
                    self.each.push(crate::print::Noun::new("player", false));
                }
                let options: Vec<String> = options.iter().map(|option| self.deeds(option)).collect();
                if group {
                    self.each.pop();
                }
                Deed::act(subject, format!("face a villainous choice — {}", options.join(", or ")))
            }
            Instruction::If { condition, then, otherwise }
                if otherwise.is_empty()
                    && let Some(text) = self.copy_gains(condition, then) =>
            {
                Deed::Whole(text)
            }
            Instruction::If { condition, then, otherwise } => self.if_then(condition, then, otherwise),
            Instruction::May { who, body } => self.may(who, body),
            Instruction::MayPay { who, cost, then, otherwise } => self.may_pay(who, cost, then, otherwise),
            Instruction::Haunt { what, whom } => {
                let what = self.those_of(what, crate::grammar::selector::Quant::All);
                let whom = self.those_of(whom, crate::grammar::selector::Quant::All);
                Deed::order(format!("exile {what} haunting {whom}"))
            }
            Instruction::MustPay { who, cost } => {
                let subject = self.actor(who);
                let text = self.cost_as_deed(cost, false);
                Deed::act(subject, text)
            }
            Instruction::PayTimes { who, cost } => {
                let subject = self.who(who);
                let deed = self.cost_as_deed(cost, false);
                Deed::Whole(format!("{} may {deed} any number of times", subject.text))
            }
            Instruction::ResolvesAnyway => {
                Deed::Whole("this ability still resolves if its target becomes illegal".to_owned())
            }
            Instruction::Uncounterable => Deed::Whole("this ability can't be countered".to_owned()),
            Instruction::Unless { who, cost, body } => self.unless(who, cost, body),
            Instruction::ForEach { over, body } if let Some(text) = self.each_kept_tapped(over, body) => {
                Deed::Whole(text)
            }
            Instruction::ForEach { over, body } => self.for_each(over, body),
            Instruction::InTurnOrder(order) => self.in_turn_order(order),
            Instruction::Repeat { times, body } if repeated_action(body) => self.repeated_action(times, body),
            Instruction::Repeat { times: times @ Amount::OfAll(..), body } => {
                let each = self.split_each(times).map_or_else(String::new, |(_, each)| each);
                Deed::Whole(format!("for each {each}, {}", self.deeds(body)))
            }
            Instruction::Repeat { times: Amount::Divide { of, by, up: false }, body }
                if matches!(**of, Amount::Paid(_)) =>
            {
                let so_many = words::number(*by);
                Deed::Whole(format!("for each {so_many} counters removed this way, {}", self.deeds(body)))
            }
            Instruction::Repeat { times, body } => {
                let times = match times {
                    Amount::Const(n) => format!("{} times", words::number(*n)),
                    other => format!("{} times", self.number_word(other)),
                };
                let body = words::capital(&self.sentences(body));
                Deed::Whole(format!("repeat the following process {times}. {}", body.trim_end_matches('.')))
            }
            Instruction::Process { body, .. } => Deed::Whole(self.deeds(body)),
            Instruction::Again(None) if self.in_row => Deed::order("roll again"),
            Instruction::Again(most) => self.process_again(most.as_ref()),
            Instruction::ChooseMode { .. } => self.choose_mode(does),
            Instruction::Label(labels) => Deed::Whole(self.labels(labels)),
            Instruction::FlipCoin { who, won, lost } => self.flip_coin(who, won, lost),
            Instruction::FlipCoins(flips) => self.flip_coins(flips),
            Instruction::Clash { with, won, lost } => self.clash(*with, won, lost),
            Instruction::ClaimPrize(prize) => {
                let text = self.sentences(prize);
                self.prize = Some(text);
                Deed::order("claim the prize")
            }
            Instruction::RollDie(roll) => self.roll_die(roll),
            Instruction::RerollStored(_) => {
                Deed::order(format!("reroll any number of {}'s stored results", self.own_name()))
            }
            Instruction::ResultsTable(_, rows) => self.results_table(rows),
            _ => Deed::Whole(String::new()),
        }
    }

    /// "repeat this process", how often.
    fn process_again(&mut self, most: Option<&Amount>) -> Deed {
        let often = match most {
            None => String::new(),
            Some(Amount::Const(1)) => " once".to_owned(),
            Some(Amount::Const(2)) => " twice".to_owned(),
            Some(more) => format!(" {} more times", self.number_word(more)),
        };
        Deed::order(format!("repeat this process{often}"))
    }

    /// "investigate twice", "proliferate X times".
    fn repeated_action(&mut self, times: &Amount, body: &[Clause]) -> Deed {
        let (subject, verb) = match body {
            [Clause { does: Instruction::CreateToken { who, .. }, .. }] if investigates(body) => {
                (self.actor(who), "investigate".to_owned())
            }
            [clause] => match self.instruction(&clause.does) {
                Deed::Act { subject, verb } => (subject, verb),
                Deed::Whole(text) => (None, text),
            },
            _ => (None, self.deeds(body)),
        };
        let often = match times {
            Amount::Const(2) => "twice".to_owned(),
            other => format!("{} times", self.number_word(other)),
        };
        Deed::act(subject, format!("{verb} {often}{}", self.where_x()))
    }

    /// "starting with you, each player chooses a creature".
    fn in_turn_order(&mut self, order: &InTurnOrder) -> Deed {
        self.so_far.extend(order.so_far);
        let deed = self.for_each(&Selector::Players(order.who.clone()), &order.body);
        let first = self.order_begins(order.first);
        Deed::Whole(format!("{first}{}", deed.finite()))
    }

    /// "If the card a player revealed has the name they chose, that player puts it into their hand. If it doesn't, …".
    fn of_each_revealed(&mut self, body: &[Clause]) -> Option<String> {
        let [Clause { does: Instruction::If { condition, then, otherwise }, .. }] = body else { return None };
        let Condition::Is(card @ Ref::Theirs(..), Test::NameChosenBy(..)) = condition else { return None };
        let mut arm = |body: &[Clause]| {
            self.actor = Some(Who::Ref(Ref::Each));
            self.thing = Some(card.clone());
            let said = self.reference(card).text;
            let text = Phrase::one("that player").does(&self.deeds(body)).replace(&said, "it");
            self.actor = None;
            text.replace("its owner's", "their")
        };
        let (then, otherwise) = (arm(then), (!otherwise.is_empty()).then(|| arm(otherwise)));
        let rest = otherwise.map_or_else(String::new, |rest| format!(". If it doesn't, {rest}"));
        Some(format!("if the card a player revealed has the name they chose, {then}{rest}"))
    }

    /// What is done for each: "tap up to one creature you control. When you do, …".
    fn in_each_round(&mut self, body: &[Clause]) -> String {
        match body.last().map(|clause| &clause.does) {
            Some(Instruction::If { then, .. })
                if matches!(then.as_slice(), [Clause { does: Instruction::Reflexive(_), .. }]) =>
            {
                words::lower(&self.sentences(body)).trim_end_matches('.').to_owned()
            }
            _ => self.deeds(body),
        }
    }

    /// "up to two target creatures you control each deal damage equal to their power to target creature"
    fn each_deals_its_power(&mut self, over: &Selector, body: &[Clause]) -> Option<String> {
        let (Selector::Ref(_) | Selector::Union(_), [dealt]) = (over, body) else { return None };
        let Clause { does: Instruction::Damage { source: Ref::Each, to, amount }, out: None } = dealt else {
            return None;
        };
        if *amount != Amount::Stat(Stat::Power, Ref::Each) {
            return None;
        }
        let these = self.subject(over, crate::grammar::selector::Quant::Bare);
        let verb = words::agree("deal", these.plural);
        self.each.push(Noun::new("creature", false));
        let to = self.those_of(to, crate::grammar::selector::Quant::All);
        self.each.pop();
        Some(format!("{} each {verb} damage equal to their power to {to}", these.text))
    }

    fn for_each(&mut self, over: &Selector, body: &[Clause]) -> Deed {
        if let Some(text) = self.shields(over, body).or_else(|| self.of_each_revealed(body)) {
            return Deed::Whole(text);
        }
        if let Selector::Ref(Ref::Slot(votes)) = over
            && let Some(vote) = self.tallied.get(votes).and_then(|votes| votes.strip_suffix("votes"))
        {
            let each = format!("{vote}vote");
            self.each.push(Noun::new("player", false));
            self.each_player = Some(Phrase::one("the voter"));
            let text = self.deeds(body);
            self.each_player = None;
            self.each.pop();
            self.several_chosen(body);
            return Deed::Whole(format!("for each {each}, {text}"));
        }
        if let Selector::Players(who) = over {
            let before = self.clone();
            let team = *who == Who::Team;
            let subject = if team { Phrase::one("each player on your team") } else { self.who(who) };
            self.each.push(Noun::new("player", false));
            self.each_player = Some(subject.clone());
            let text = self.deeds(body).replacen(" target players each may ", " target players may each ", 1);
            self.each_player = None;
            let said = text.starts_with(&subject.text) || visit::any(body, |w: &Who| w == who);
            self.each.pop();
            let each = match (who, subject.text.strip_prefix("each ")) {
                (Who::Opponents, _) => "opponent",
                (Who::All, _) => "player",
                // "for each opponent who can't, you gain 4 life"
                (Who::Such(..), Some(rest)) => rest,
                _ => return Deed::Whole(text),
            };
            if said {
                // After the loop, what was chosen in it is all that was chosen.
                self.several_chosen(body);
                return Deed::Whole(text);
            }
            // Nothing is said to be done by each of them.
            *self = before;
            self.each.push(Noun::new("player", false));
            let looped = std::mem::replace(&mut self.looped, true);
            let text = self.in_each_round(body);
            self.looped = looped;
            self.each.pop();
            // After the loop, what was chosen in it is all that was chosen.
            let labelled = matches!(who, Who::Such(_, called) if self.labelled(called).is_some());
            if labelled {
                self.several_chosen(body);
            }
            return Deed::Whole(format!("for each {each}, {text}"));
        }
        if let Some(text) = self.each_deals_its_power(over, body) {
            return Deed::Whole(text);
        }
        let of_players = matches!(over, Selector::All(Filter { kind: Kind::Player, test: Test::Is(Ref::Slot(_)) }));
        let noun = if of_players { Noun::new("player", false) } else { self.noun_of_selector(over) };
        let noun = Noun { plural: false, ..noun };
        let things = match over {
            _ if of_players => "player dealt damage this way".to_owned(),
            Selector::Ref(r @ Ref::Slot(n)) if !self.is_plural(r) || self.thing.as_ref() != Some(r) => {
                format!("{} {} this way", noun.head, self.slot_participle(*n))
            }
            // 406.6
            Selector::Ref(r @ Ref::Target(_)) if noun.head == "card" && self.moved.contains(r) => {
                "card exiled this way".to_owned()
            }
            Selector::Ref(r) => format!("of {}", self.object(r)),
            other => self.each_of(other),
        };
        if let [Clause { does: Instruction::Damage { source: Ref::Each, to, amount }, .. }] = body
            && matches!(over, Selector::All(_))
            && *to != Selector::Ref(Ref::Each)
            && matches!(amount, Amount::Stat(Stat::Power, Ref::Each) | Amount::Const(_))
        {
            self.thing = None;
            let much = match amount {
                Amount::Const(n) => format!("{n} damage"),
                _ => "damage equal to its power".to_owned(),
            };
            let to = self.those_of(to, crate::grammar::selector::Quant::All);
            return Deed::Whole(format!("each {things} deals {much} to {to}"));
        }
        self.each.push(noun);
        self.thing = None;
        let text = self.deeds(body);
        self.each.pop();
        Deed::Whole(format!("for each {things}, {text}"))
    }

    /// Continuous effects: "target creature gets +1/+1 until end of turn".
    pub(crate) fn lasting(&mut self, effects: &[Continuous], duration: &Duration) -> Deed {
        if let Some(text) = self.each_others(effects, duration) {
            return Deed::Whole(text);
        }
        let mut text = self.effects(effects, duration, false);
        // "You may cast a creature spell from your graveyard this turn": one in all.
        if let ([Continuous::May(Permission::Play { per_turn: Some(1), .. })], Duration::EndOfTurn) =
            (effects, duration)
        {
            text = text.replacen("once each turn, ", "", 1).replacen("Once each turn, ", "", 1);
        }
        let imperative = ["gain control", "switch", "prevent", "if "].iter().any(|w| text.starts_with(w));
        Deed::Whole(if self.bare && !imperative { format!("have {text}") } else { text })
    }

    /// "you get an emblem with …" (114).
    pub(crate) fn emblem(&mut self, who: &Who, abilities: &[Ability]) -> Deed {
        let who = self.who(who);
        let mut quotes = Vec::new();
        for ability in abilities {
            let mut inner = Printer::new(&crate::print::Context { face: self.face });
            inner.quoted = true;
            quotes.push(format!("\"{}\"", inner.ability(ability)));
        }
        Deed::does(who, format!("get an emblem with {}", words::list(&quotes, "and")))
    }
}

/// Whether "it" would mean what the instruction left behind.
fn leaves_something(does: &Instruction) -> bool {
    use Instruction as I;
    matches!(
        does.bare(),
        I::Move { .. }
            | I::Damage { .. }
            | I::Sacrifice { .. }
            | I::Discard { .. }
            | I::Draw { .. }
            | I::DrawUpTo { .. }
            | I::Mill { .. }
            | I::Search { .. }
            | I::Reveal { .. }
            | I::CreateToken { .. }
    )
}

/// One keyword action: how often it is done is said behind it.
pub(crate) fn repeated_action(body: &[Clause]) -> bool {
    let [Clause { does, .. }] = body else { return false };
    let keyword = matches!(
        does,
        Instruction::TimeTravel
            | Instruction::Proliferate
            | Instruction::Populate { .. }
            | Instruction::ManifestDread(_)
            | Instruction::Explore(_)
            | Instruction::DoubleSize(_)
    );
    keyword || crate::grammar::token::incubated(body).is_some() || investigates(body)
}

/// Whether it is to investigate (701.36a).
fn investigates(body: &[Clause]) -> bool {
    let [Clause { does: Instruction::CreateToken { count, token, arrival, .. }, .. }] = body else { return false };
    let clue = match &**token {
        TokenSpec::Face(face) if crate::grammar::token::predefined(face) => {
            face.subtypes.listed.first().is_some_and(|only| only.word() == "Clue")
        }
        _ => false,
    };
    clue && *count == Amount::ONE && **arrival == Arrival::default()
}
