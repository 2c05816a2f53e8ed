//! The line of play as a judge would tell it: turns and steps, each decision, event and refusal with its rule.

use lawmage_engine::state::GameResult;
use lawmage_engine::state::stack::StackKind;
use lawmage_engine::table::narrate;
use lawmage_engine::{Action, Answer, Ask, Choice, Decision, Entity, Event, ObjectId, Occurrence, State, Viewer};
use lawmage_ir::{Ability, Step};

use crate::watch::Watch;

/// What has been told so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Story {
    /// Everything is told; else only what happens.
    whole: bool,
    lines: Vec<String>,
    /// The turn and step of the last heading.
    at: Option<(u32, Step)>,
    /// What continuous effects have come to, where somebody wants to know.
    watch: Option<Watch>,
}

impl Story {
    /// `whole`: everything is told; `watching`: what becomes of continuous effects is followed.
    pub(crate) fn new(whole: bool, watching: bool) -> Self {
        Self { whole, watch: watching.then(Watch::default), ..Self::default() }
    }

    /// Looks at what has become of continuous effects and of the objects they apply to.
    fn notice(&mut self, state: &State) {
        let Some(watch) = &mut self.watch else { return };
        watch.effects(state);
        if self.whole {
            watch.objects(state);
            self.lines.append(&mut watch.news);
        }
        watch.news.clear();
    }

    /// Effects on an object that have ended.
    pub(crate) fn ended_on(&self, id: lawmage_engine::ObjectId) -> Vec<String> {
        self.watch.as_ref().map(|watch| watch.ended_on(id)).unwrap_or_default()
    }

    /// Whether an expectation holds.
    pub(crate) fn held(&mut self, written: impl FnOnce() -> String, failure: Option<&str>) {
        if !self.whole {
            return;
        }
        let written = written();
        self.lines.push(match failure {
            None => format!("holds: {written}"),
            Some(reason) => format!("does not hold: {written}: {reason}"),
        });
    }

    /// A player passes with something on the stack.
    pub(crate) fn passes(&mut self, state: &State, player: lawmage_engine::PlayerId) {
        if self.whole
            && let Some(top) = state.stack().last()
        {
            let (name, top) = (&state.player(player).name, crate::words::object(state, *top));
            self.lines.push(format!("{name} passes, with {top} on top of the stack (117.3d)"));
        }
    }

    /// All lines.
    pub(crate) fn take(&mut self) -> Vec<String> {
        std::mem::take(&mut self.lines)
    }

    /// A sentence.
    pub(crate) fn tell(&mut self, text: impl FnOnce() -> String) {
        self.lines.push(text());
    }

    /// An event.
    pub(crate) fn happened(&mut self, state: &State, occurrence: &Occurrence) {
        if self.whole && matches!(occurrence.event, Event::TurnBegan { .. }) {
            return; // The heading says it.
        }
        let told =
            if self.whole { self.judged(state, occurrence) } else { narrate::tell(state, occurrence, Viewer::Judge) };
        self.lines.extend(told);
        self.notice(state);
    }

    /// An event with the text of the ability that it is about.
    fn judged(&self, state: &State, occurrence: &Occurrence) -> Option<String> {
        let told = narrate::tell_judge(state, occurrence)?;
        let name = |id| crate::words::object(state, id);
        let text = match &occurrence.event {
            Event::Activated { source, key, mana: false, .. } => {
                let chars = state.seen(*source)?.chars;
                let on = chars.abilities.iter().find(|on| on.key == *key);
                on.map(|on| crate::effects::ability_text(&on.ability, &name(*source)))
            }
            Event::Triggered { source, ability, .. } => {
                let item = state.seen(*ability).and_then(|s| s.object.stack.as_deref());
                let kind = item.map(|item| &item.kind);
                match kind {
                    Some(StackKind::Triggered { ability, .. }) => {
                        Some(crate::effects::ability_text(&Ability::Triggered((**ability).clone()), &name(*source)))
                    }
                    _ => None,
                }
            }
            _ => None,
        };
        Some(match text {
            Some(text) => format!("{told}: “{text}”"),
            None => told,
        })
    }

    /// The turn and step at hand, when they are new.
    pub(crate) fn heading(&mut self, state: &State) {
        let at = (state.turn().number, state.turn().step);
        if self.whole && state.turn().number > 0 && self.at != Some(at) {
            self.at = Some(at);
            let active = &state.player(state.turn().active).name;
            self.lines.push(format!("== turn {} of {active}: {}", at.0, step_name(at.1)));
        }
        self.notice(state);
    }

    /// A decision and its answer.
    pub(crate) fn decided(&mut self, state: &State, decision: &Decision, answer: &Answer) {
        if !self.whole || decision.ask == Ask::Priority {
            return;
        }
        let player = &state.player(decision.player).name;
        let source = decision.source.map(|id| format!(" for {}", state.name_of(id))).unwrap_or_default();
        let (asked, given) = (asked(&decision.ask), told(state, decision, answer));
        self.lines.push(format!("{player} {asked}{source}: {given} ({})", decision.rule));
    }

    /// How the game ended.
    pub(crate) fn ended(&mut self, state: &State) {
        self.notice(state);
        match state.result() {
            Some(GameResult::Draw(rule)) if self.whole => self.lines.push(format!("== the game is a draw ({rule})")),
            Some(GameResult::Won(players)) if self.whole => {
                let names: Vec<&str> = players.iter().map(|p| state.player(*p).name.as_str()).collect();
                self.lines.push(format!("== the game is won by {}", names.join(", ")));
            }
            _ => {}
        }
    }
}

/// What an answer says.
fn told(state: &State, decision: &Decision, answer: &Answer) -> String {
    let options = decision.options();
    let name = |i: &u32| options.get(*i as usize).map_or_else(|| "?".to_owned(), |c| choice(state, c));
    let list = |all: Vec<String>| if all.is_empty() { "nothing".to_owned() } else { all.join(", ") };
    match answer {
        Answer::Picks(picks) => list(picks.iter().map(name).collect()),
        Answer::Order(order) => list(order.iter().map(name).collect()),
        Answer::Number(n) => n.to_string(),
        Answer::Names(names) => list(names.iter().map(ToString::to_string).collect()),
        Answer::Amounts(amounts) => {
            let each = (0u32..).zip(amounts).filter(|(_, n)| **n > 0);
            list(each.map(|(i, n)| format!("{n} to {}", name(&i))).collect())
        }
        Answer::Attack(attacks, bands) => {
            let each = attacks.iter().map(|(a, to)| format!("{} attacks {}", state.name_of(*a), entity(state, *to)));
            let names = |band: &Vec<_>| {
                let names: Vec<String> = band.iter().map(|id| state.name_of(*id).to_string()).collect();
                format!("a band of {}", names.join(" and "))
            };
            list(each.chain(bands.iter().map(names)).collect())
        }
        Answer::Block(blocks) => {
            let each = blocks.iter().map(|(b, a)| format!("{} blocks {}", state.name_of(*b), state.name_of(*a)));
            list(each.collect())
        }
        Answer::Concede(_) => "concedes".to_owned(),
    }
}

fn entity(state: &State, entity: Entity) -> String {
    match entity {
        Entity::Object(id) => state.name_of(id).to_string(),
        Entity::Player(player) => state.player(player).name.clone(),
    }
}

/// An option in words.
pub(crate) fn choice(state: &State, choice: &Choice) -> String {
    match choice {
        Choice::Object(id) => state.name_of(*id).to_string(),
        Choice::Player(player) => state.player(*player).name.clone(),
        Choice::Yes => "yes".to_owned(),
        Choice::No => "no".to_owned(),
        Choice::Mode(mode) => format!("mode {}", mode + 1),
        Choice::Color(color) => color.word().to_owned(),
        Choice::Mana(mana) => mana.iter().map(ToString::to_string).collect(),
        Choice::Subtype(subtype) => subtype.word().to_owned(),
        Choice::CardType(card_type) => card_type.word().to_owned(),
        Choice::Word(word) => word.to_string(),
        Choice::Number(n) => n.to_string(),
        Choice::Counter(kind) => format!("a {kind} counter"),
        Choice::Sticker(place) => {
            let text = state.stickers().get(usize::from(*place)).map(|s| s.sticker.text()).unwrap_or_default();
            format!("the sticker “{text}”")
        }
        Choice::Ability { source, .. } => format!("the effect of {}", state.name_of(*source)),
        Choice::Action(action) => match &**action {
            Action::Cast { card, .. } => format!("cast {}", state.name_of(*card)),
            Action::PlayLand { card, .. } => format!("play {}", state.name_of(*card)),
            Action::Activate { source, .. } => format!("activate {}", state.name_of(*source)),
            _ => "another action".to_owned(),
        },
        Choice::Plan(_) => "the mana at hand".to_owned(),
        Choice::Cost(n) => format!("cost {}", n + 1),
    }
}

/// What a player does who answers such a question.
pub(crate) const fn asked(ask: &Ask) -> &'static str {
    match ask {
        Ask::PlayFirst => "chooses who plays first",
        Ask::KeepHand => "keeps the hand",
        Ask::BottomCards => "puts cards on the bottom",
        Ask::OpeningHand => "begins the game with",
        Ask::BeforeMulligan => "uses before a mulligan",
        Ask::BeforeShuffle => "reveals from the deck",
        Ask::Companion => "has as a companion",
        Ask::Priority => "has priority",
        Ask::Modes => "chooses modes",
        Ask::X => "chooses X",
        Ask::OptionalCost(_) => "pays an additional cost",
        Ask::CostOption => "chooses a cost",
        Ask::Targets(_) => "chooses targets",
        Ask::Divide => "divides",
        Ask::Payment => "pays mana",
        Ask::CostObjects => "pays a cost",
        Ask::Mana => "chooses mana",
        Ask::May | Ask::MayChoose(_) => "may do it",
        Ask::Repeat => "may go through it again",
        Ask::LifeTotalOf(_) => "redistributes life totals",
        Ask::MayPay => "may pay",
        Ask::Choose => "chooses",
        Ask::Search => "finds",
        Ask::Scry => "looks at the top",
        Ask::CastDuring => "casts",
        Ask::Value => "chooses a value",
        Ask::OrderCards => "orders cards",
        Ask::Splice => "splices",
        Ask::Assist => "asks for help to pay",
        Ask::AssistMana => "helps to pay",
        Ask::OrderActions => "orders what is done",
        Ask::OrderTriggers => "orders triggered abilities",
        Ask::Replacement => "chooses which effect applies",
        Ask::MayReplace => "may apply an effect",
        Ask::LegendRule => "keeps",
        Ask::HandSize => "discards down to the hand size",
        Ask::Untap => "untaps",
        Ask::Attack => "declares attackers",
        Ask::Block => "declares blockers",
        Ask::CombatCost => "pays to attack or block",
        Ask::CombatDamage => "assigns combat damage",
        Ask::Defender => "chooses what is attacked or who protects",
        Ask::Enchant => "chooses what is enchanted",
        Ask::NewTargets => "chooses new targets",
        Ask::Counters => "chooses counters",
        Ask::Sticker => "chooses a sticker",
        Ask::NamePlace => "chooses a place in the name",
        #[allow(unreachable_patterns, reason = "kinds of decision may be added")]
        _ => "chooses",
    }
}

pub(crate) const fn step_name(step: Step) -> &'static str {
    match step {
        Step::Untap => "untap step",
        Step::Upkeep => "upkeep step",
        Step::Draw => "draw step",
        Step::Main => "main phase",
        Step::BeginCombat => "beginning of combat",
        Step::DeclareAttackers => "declare attackers step",
        Step::DeclareBlockers => "declare blockers step",
        Step::FirstStrikeDamage => "first combat damage step",
        Step::CombatDamage => "combat damage step",
        Step::EndCombat => "end of combat",
        Step::Main2 => "second main phase",
        Step::End => "end step",
        Step::Cleanup => "cleanup step",
    }
}

/// A reason with the names of the objects that it speaks of by their numbers.
pub(crate) fn named(state: &State, text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("ObjectId { slot: ") {
        let (before, from) = rest.split_at(at);
        let Some(end) = from.find('}') else { break };
        let (id, after) = from.split_at(end + 1);
        let mut numbers = id.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse::<u32>().ok());
        let (Some(slot), Some(generation)) = (numbers.next(), numbers.next()) else { break };
        let wrapped = before.ends_with("Object(");
        out.push_str(before.strip_suffix("Object(").unwrap_or(before));
        out.push_str(&state.name_of(ObjectId { slot, generation }));
        rest = if wrapped { after.strip_prefix(')').unwrap_or(after) } else { after };
    }
    out.push_str(rest);
    for player in state.seats() {
        out = out.replace(&format!("Player(PlayerId({}))", player.0), &state.player(player).name);
    }
    out
}
