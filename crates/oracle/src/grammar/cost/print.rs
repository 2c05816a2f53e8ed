//! Costs (118): before a colon, behind "pay", and as what a player does.

use lawmage_ir::{
    Amount, Color, Condition, Continuous, Cost, CostDelta, CostPart, Filter, Kind, PutTo, Ref, Selector, Stat, Status,
    Test, Who,
};

use crate::grammar::prohibition::Said;
use crate::grammar::selector::Quant;
use crate::print::{Noun, Phrase, Printer, words};

impl Printer<'_> {
    /// Before a colon: "{2}, {T}, Sacrifice a creature".
    pub(crate) fn cost(&mut self, cost: &Cost) -> String {
        let mut texts: Vec<String> = Vec::new();
        // "Sacrifice a Swamp and a Forest": what is sacrificed is said behind one verb.
        let mut run: Vec<String> = Vec::new();
        for part in cost.parts.iter().filter(|part| {
            !matches!(part, CostPart::Change(..) | CostPart::OnX(_) | CostPart::OnlyChosen(_) | CostPart::XAtMost(_))
        }) {
            let text = self.cost_part(part);
            let sacrificed = matches!(part, CostPart::Sacrifice(_)).then(|| text.strip_prefix("sacrifice ")).flatten();
            match sacrificed {
                // "…, Sacrifice this artifact" is said by itself behind others.
                Some(_) if !run.is_empty() && *part == CostPart::Sacrifice(lawmage_ir::THIS) => {
                    texts.extend(sacrificed_together(&mut run));
                    texts.push(words::capital(&text));
                }
                Some(what) => run.push(what.to_owned()),
                None => {
                    texts.extend(sacrificed_together(&mut run));
                    texts.push(words::capital(&text));
                }
            }
        }
        texts.extend(sacrificed_together(&mut run));
        texts.join(", ")
    }

    /// "This cost is reduced by {2} for each creature you control.": what a cost told before is changed by.
    pub(crate) fn reductions(&mut self, cost: &Cost) -> Vec<String> {
        let reduced = |change: String| change.replacen(" less ", "", 1);
        self.changes_of(cost, "This cost is reduced by", "").into_iter().map(reduced).collect()
    }

    /// " for each creature you control", behind "{1} less to cast": how often, with what is said of that.
    pub(crate) fn times_told(&mut self, times: &Amount, mana: &str, act: &str) -> Option<String> {
        match times {
            Amount::ChosenColors(Ref::Each, _) => Some(" for each of the chosen colors it is".to_owned()),
            Amount::AsCast { of, activated: false } => {
                self.times_told(of, mana, act).map(|told| format!("{told} as you cast it"))
            }
            Amount::Min(of, most) if matches!(**most, Amount::Const(_)) => {
                let most = self.expression(most);
                let limit =
                    format!("This effect can't reduce the amount of mana this spell costs by more than {{{most}}}");
                self.times_told(of, mana, act).map(|told| format!("{told}. {limit}"))
            }
            Amount::Plus(paid, others) if matches!(**others, Amount::Happened(..)) => {
                let paid = self.times_told(paid, mana, act)?;
                let others = self.times_told(others, mana, act)?;
                Some(format!("{paid} and {mana} less {act}{}", others.replacen("each ", "each other ", 1)))
            }
            other => match self.split_each(other) {
                Some((1, each)) => Some(format!(" for each {each}")),
                _ => None,
            },
        }
    }

    /// "This ability costs {1} less to activate for each creature you control.": what a cost is changed by.
    pub(crate) fn cost_changes(&mut self, cost: &Cost) -> Vec<String> {
        self.changes_of(cost, "This ability costs", "to activate")
    }

    /// As that, of what costs it to be done so.
    pub(crate) fn changes_of(&mut self, cost: &Cost, subject: &str, deed: &str) -> Vec<String> {
        let change = |part: &CostPart| match part {
            CostPart::OnX(_) | CostPart::OnlyChosen(_) | CostPart::XAtMost(_) => {
                Some(format!("{}.", words::capital(&self.cost_part(part))))
            }
            CostPart::Change(change, times, condition) => {
                let (mana, more) = match change {
                    CostDelta::More(mana) => (mana, "more"),
                    CostDelta::Less(mana) | CostDelta::LessDownTo(mana, _) | CostDelta::LessColored(mana) => {
                        (mana, "less")
                    }
                    CostDelta::AtLeast(_)
                    | CostDelta::Loyalty(_)
                    | CostDelta::MoreLife(_)
                    | CostDelta::LessByManaCostOf(_) => return None,
                };
                let condition = match condition.as_deref() {
                    Some(Condition::TurnOf(Who::You)) => " during your turn".to_owned(),
                    Some(condition) => format!(" if {}", self.condition(condition)),
                    None => String::new(),
                };
                let of_target = "of the creature it targets";
                match times {
                    Amount::Stat(Stat::Colors, Ref::Target(0)) => {
                        return Some(format!("{subject} {mana} {more} {deed} for each color {of_target}."));
                    }
                    Amount::Stat(Stat::Power, Ref::Target(0)) => {
                        return Some(format!("{subject} {{X}} {more} {deed}, where X is the power {of_target}."));
                    }
                    _ => {}
                }
                Some(match (times, self.split_each(times)) {
                    (Amount::Const(1), _) => format!("{subject} {mana} {more} {deed}{condition}."),
                    (_, Some((1, each))) => {
                        format!("{subject} {mana} {more} {deed} for each {each}{condition}.")
                    }
                    (times, _) => {
                        let x = self.expression(times);
                        format!("{subject} {{X}} {more} {deed}{condition}, where X is {x}.")
                    }
                })
            }
            _ => None,
        };
        cost.parts.iter().filter_map(change).collect()
    }

    /// Behind "may" or "unless you": "pay {2} and sacrifice a creature".
    pub(crate) fn cost_as_deed(&mut self, cost: &Cost, singular: bool) -> String {
        if let [mana @ CostPart::Mana(_), more @ CostPart::ManaTimes(..)] = cost.parts.as_slice() {
            let text = format!("pay {} plus an additional {}", self.cost_part(mana), self.cost_part(more));
            return if singular { words::agree(&text, false) } else { text };
        }
        let texts: Vec<String> = cost
            .parts
            .iter()
            .filter(|part| !matches!(part, CostPart::Change(..) | CostPart::XAtMost(_) | CostPart::OnlyFrom(_)))
            .map(|part| {
                let text = self.evidence(part).unwrap_or_else(|| self.cost_part(part));
                let text = match part {
                    CostPart::Mana(_) | CostPart::ManaTimes(..) | CostPart::ManaCostOf(..) => format!("pay {text}"),
                    _ => text,
                };
                if singular { words::agree(&text, false) } else { text }
            })
            .collect();
        let text = words::list(&texts, "and");
        if singular { text.replace("from your ", "from their ") } else { text }
    }

    /// "As an additional cost to cast this spell, you may sacrifice a creature".
    pub(crate) fn additional_cost(
        &mut self,
        of: &Filter,
        cost: &Cost,
        optional: bool,
        repeat: bool,
        gives: &[Continuous],
    ) -> Said {
        let mine = optional && of.test.conjuncts().contains(&Test::Controlled(Who::You));
        let what = match &of.test {
            Test::Is(Ref::This) => "this spell".to_owned(),
            // "You may" says whose.
            Test::And(all) if mine => {
                let rest = all.iter().filter(|t| **t != Test::Controlled(Who::You)).cloned();
                self.plural(&Filter::new(of.kind.clone(), Test::all(rest)))
            }
            _ => self.plural(of),
        };
        if let [on_x @ (CostPart::OnX(_) | CostPart::OnlyFrom(_))] = cost.parts.as_slice() {
            return Said::plain(Phrase::many(self.cost_part(on_x)), "");
        }
        // 107.1c: so much mana, as often as one likes.
        let amount = repeat && *cost == super::parse::additional::one_mana();
        let deed = if amount { "pay any amount of mana".to_owned() } else { self.cost_as_deed(cost, false) };
        let may = if optional { "you may " } else { "" };
        let often = if repeat && !amount { " any number of times" } else { "" };
        let mut text = format!("as an additional cost to cast {what}, {may}{deed}{often}");
        for part in &cost.parts {
            if let CostPart::XAtMost(_) = part {
                text = format!("{text}. {}", self.cost_part(part));
            }
            if let CostPart::Change(change, ..) = part {
                let told = self.changes_of(&Cost { parts: vec![part.clone()] }, "Those spells cost", "to cast");
                for sentence in told {
                    text = format!("{text}. {} if you paid life this way", sentence.trim_end_matches('.'));
                }
                if let CostDelta::LessColored(mana) = change {
                    let color = match mana.0.first() {
                        Some(lawmage_ir::ManaSymbol::Color(color)) => color.word(),
                        _ => "colored",
                    };
                    text = format!("{text}. This effect reduces only the amount of {color} mana you pay");
                }
            }
        }
        if !gives.is_empty() {
            let enters = self.statics(gives);
            let how = enters.split_once(" enters ").map_or(&*enters, |(_, how)| how);
            let how = how.replacen("that many ", "that many additional ", 1);
            text = format!("{text}. If you do, that creature enters {how}");
        }
        Said::plain(Phrase::many(text), "")
    }

    /// Notes what the parts were paid with, for "the sacrificed creature".
    pub(crate) fn notice_paid(&mut self, cost: &Cost) {
        for part in &cost.parts {
            let (selector, how) = match part {
                CostPart::Sacrifice(s) => (s, "sacrificed"),
                CostPart::Discard(s) => (s, "discarded"),
                CostPart::Exile(s, _) => (s, "exiled"),
                CostPart::Bounce(s) => (s, "returned"),
                CostPart::TapThose(s) => (s, "tapped"),
                CostPart::UntapThose(s) => (s, "untapped"),
                CostPart::Reveal(s) => (s, "revealed"),
                CostPart::RemoveCounters(kind, ..) => {
                    let word = kind.as_ref().map(|k| format!("{k} ")).unwrap_or_default();
                    self.paid.push(Noun::new(&format!("{word}counter"), true));
                    self.paid_how.push("removed");
                    continue;
                }
                CostPart::RollDie(_) => {
                    self.paid.push(Noun::new("result", false));
                    self.paid_how.push("rolled");
                    continue;
                }
                _ => {
                    self.paid.push(Noun::new("card", false));
                    self.paid_how.push("chosen");
                    continue;
                }
            };
            let noun = self.noun_of_selector(selector);
            if let Selector::Choose(_) = selector {
                self.thing = None;
            }
            self.paid.push(noun);
            self.paid_how.push(how);
        }
    }

    pub(crate) fn cost_part(&mut self, part: &CostPart) -> String {
        match part {
            CostPart::Mana(mana) => mana.to_string(),
            CostPart::ManaTimes(mana, Amount::Party(Who::You)) => format!("{mana} for each creature in your party"),
            CostPart::ManaTimes(mana, times) => self.mana_times(mana, times),
            CostPart::ManaCostOf(of, less) => {
                let whose = self.reference(of).possessive();
                let less = less.as_ref().map(|mana| format!(" reduced by up to {mana}")).unwrap_or_default();
                format!("{whose} mana cost{less}")
            }
            CostPart::Change(..) => String::new(),
            CostPart::OnX(colors) => {
                let colors: Vec<&str> = colors.iter().map(Color::word).collect();
                format!("spend only {} mana on X", colors.join(" and/or "))
            }
            CostPart::OnlyChosen(_) => "spend only mana of the chosen color to activate this ability".to_owned(),
            CostPart::OnlyFrom(of) => self.only_from(of, "this spell"),
            CostPart::XAtMost(most) => format!("X can't be greater than {}", self.expression(most)),
            CostPart::Waterbend(mana) => format!("waterbend {mana}"),
            CostPart::LessByManaCost(_) => "reduce this cost by its mana cost".to_owned(),
            CostPart::LessBy { stat, .. } => {
                format!("reduce this cost by its {}", crate::grammar::test::stat_word(*stat))
            }
            CostPart::Tap => "{T}".to_owned(),
            CostPart::Untap => "{Q}".to_owned(),
            CostPart::Life(Amount::Const(n)) => format!("pay {n} life"),
            CostPart::Life(Amount::X) => "pay X life".to_owned(),
            CostPart::Life(amount) => match self.split_each(amount) {
                Some((n, each)) => format!("pay {n} life for each {each}"),
                None => format!("pay life equal to {}", self.expression(amount)),
            },
            CostPart::Energy(Amount::Const(n @ 20..)) => format!("pay {} {{E}}", words::number(*n)),
            CostPart::Energy(Amount::Const(n)) => {
                format!("pay {}", "{E}".repeat(usize::try_from(*n).unwrap_or(1)))
            }
            CostPart::Energy(amount @ Amount::Stat(..)) => {
                format!("pay an amount of {{E}} equal to {}", self.expression(amount))
            }
            CostPart::Energy(amount) => format!("pay {} {{E}}", self.digits(amount)),
            CostPart::Sacrifice(s) => format!("sacrifice {}", self.own_or_self(s)),
            CostPart::Discard(s) => format!("discard {}", self.discarded(s)),
            CostPart::Exile(s, _) if is_of_both(s) => format!("behold {} and exile it", self.beheld(s)),
            CostPart::Exile(s, _) => self.moved("exile", s, face_up(s)),
            CostPart::Bounce(s) => {
                let one = !self.many_of(s);
                let owner = if one { "its owner's hand" } else { "their owner's hand" };
                self.moved("return", s, &format!(" to {owner}"))
            }
            CostPart::Put(s, to) => self.moved("put", s, place_of(*to)),
            CostPart::TapThose(s) => format!("tap {}", self.those_of(s, Quant::All)),
            CostPart::UntapThose(s) => format!("untap {}", self.those_of(s, Quant::All)),
            CostPart::Reveal(s) if *s == lawmage_ir::THIS && self.in_hand => {
                format!("reveal {} from your hand", self.own_card())
            }
            CostPart::Reveal(Selector::All(_)) => "reveal your hand".to_owned(),
            CostPart::Reveal(s) => self.moved("reveal", s, ""),
            CostPart::Behold(s) => self.behold(s),
            CostPart::FlipCoins(n) => self.coins_flipped(n),
            CostPart::TicketAndSticker => "get {TK} and put a sticker on this spell".to_owned(),
            CostPart::RollDie(sides) => format!("roll a d{sides}"),
            CostPart::RevealChosen(linked) => self.chosen_secretly(*linked),
            CostPart::ChooseValue(what, _) => self.choose_value(&lawmage_ir::Who::You, what, 1).bare(),
            CostPart::Mill(n) => format!("mill {}", self.counted(n, "card")),
            CostPart::RemoveCounters(kind, n, from) => {
                let noun = format!("{}counter", kind.as_ref().map(|k| format!("{k} ")).unwrap_or_default());
                let counters = match (n, from) {
                    // As many as there are.
                    (Amount::Counters(of, on), lawmage_ir::Selector::Ref(r)) if of == kind && on == r => {
                        format!("all {noun}s")
                    }
                    _ => self.counted(n, &noun),
                };
                let among = if matches!(from, lawmage_ir::Selector::All(_)) { " among" } else { "" };
                format!("remove {counters} from{among} {}", self.those_of(from, Quant::Bare))
            }
            CostPart::PutCounters(kind, n, on) => {
                let counters = self.counted(n, &format!("{kind} counter"));
                format!("put {counters} on {}", self.those_of(on, Quant::Bare))
            }
            CostPart::LetGain { each, amount } => {
                let who = if *each { "each other player" } else { "an opponent" };
                format!("have {who} gain {} life", self.digits(amount))
            }
            CostPart::Promise => "promise an opponent a gift".to_owned(),
            CostPart::Blight(n) => format!("blight {}", self.digits(n)),
            CostPart::Loyalty(n) if *n > 0 => format!("[+{n}]"),
            CostPart::Loyalty(n) if *n < 0 => format!("[−{}]", n.unsigned_abs()),
            CostPart::Loyalty(_) => "[0]".to_owned(),
            CostPart::LoyaltyX => "[−X]".to_owned(),
            one if *one == CostPart::forage() => "forage".to_owned(),
            CostPart::OneOf(all) => self.one_of_costs(all),
            CostPart::Unattach(s) => format!("unattach {}", self.those_of(s, Quant::Bare)),
            CostPart::Exert(s) => format!("exert {}", self.those_of(s, Quant::Bare)),
        }
    }

    /// "behold a Dragon", "choose a creature you control or reveal a creature card from your hand".
    fn behold(&mut self, what: &Selector) -> String {
        match card_type_beheld(what) {
            Some(of) => {
                let one = words::article(&of.word().to_lowercase());
                format!("choose {one} you control or reveal {one} card from your hand")
            }
            None => format!("behold {}", self.beheld(what)),
        }
    }

    /// "a Dragon": of what may be chosen or revealed, the quality.
    pub(crate) fn beheld(&mut self, selector: &Selector) -> String {
        let Selector::Choose(choice) = selector else { return self.those_of(selector, Quant::All) };
        let Selector::Union(both) = &choice.from else { return self.those_of(selector, Quant::All) };
        match (both.first(), &choice.min) {
            (Some(Selector::All(filter)), Amount::Const(1)) => {
                let noun = self.singular(&beheld_quality(filter));
                words::article(&noun)
            }
            (Some(Selector::All(filter)), n) => {
                let n = n.clone();
                let noun = self.plural(&beheld_quality(filter));
                format!("{} {noun}", self.number_word(&n))
            }
            _ => self.those_of(selector, Quant::All),
        }
    }

    fn own_or_self(&mut self, selector: &Selector) -> String {
        if *selector == lawmage_ir::THIS { self.this_named() } else { self.own(selector) }
    }

    /// "a card", "this card", "your hand", "two cards at random".
    pub(crate) fn discarded(&mut self, selector: &Selector) -> String {
        match selector {
            Selector::Ref(Ref::This) => self.own_card(),
            Selector::All(Filter { kind: Kind::Card(_), test }) if hand_only(test) => match &self.actor {
                None | Some(Who::You) => "your hand".to_owned(),
                Some(_) => "their hand".to_owned(),
            },
            other => self.own(other),
        }
    }

    fn moved(&mut self, verb: &str, selector: &Selector, tail: &str) -> String {
        let before = std::mem::replace(&mut self.moving, true);
        let what = match selector {
            Selector::Ref(Ref::This) if verb == "exile" && self.away => {
                format!("{} from your graveyard", self.own_card())
            }
            Selector::Ref(Ref::This) if verb == "exile" && self.in_hand => {
                format!("{} from your hand", self.own_card())
            }
            Selector::Ref(Ref::This) => self.this_named(),
            other => self.those_of(other, Quant::All),
        };
        self.moving = before;
        format!("{verb} {what}{tail}")
    }
}

/// Where what is put to pay a cost is put.
const fn place_of(to: PutTo) -> &'static str {
    match to {
        PutTo::LibraryTop => " on top of your library",
        PutTo::LibraryBottom => " on the bottom of your library",
        PutTo::Graveyard => " into its owner's graveyard",
    }
}

/// What is beheld, whoever controls it.
fn beheld_quality(filter: &Filter) -> Filter {
    match &filter.test {
        Test::And(all) => {
            let quality = all.iter().filter(|t| **t != Test::Controlled(lawmage_ir::Who::You)).cloned();
            Filter::new(filter.kind.clone(), Test::all(quality))
        }
        _ => filter.clone(),
    }
}

/// The card type of which something is beheld, where it isn't a quality that the word speaks of (2026:701.4).
fn card_type_beheld(what: &Selector) -> Option<lawmage_ir::CardType> {
    let Selector::Choose(choice) = what else { return None };
    let Selector::Union(both) = &choice.from else { return None };
    let Some(Selector::All(there)) = both.first() else { return None };
    match beheld_quality(there).test {
        Test::Type(of) => Some(of),
        _ => None,
    }
}

/// Whether it is one permanent of a subtype, or a card of it in hand: what is beheld.
fn is_of_both(what: &Selector) -> bool {
    let Selector::Choose(choice) = what else { return false };
    let Selector::Union(both) = &choice.from else { return false };
    let [Selector::All(there), Selector::All(card)] = both.as_slice() else { return false };
    let hand = lawmage_ir::ZoneSet::of(lawmage_ir::Zone::Hand);
    let quality = beheld_quality(there).test;
    there.kind == Kind::Permanent
        && card.kind == Kind::Card(hand)
        && matches!(quality, Test::Subtype(_))
        && card.test.conjuncts().contains(&quality)
}

fn hand_only(test: &Test) -> bool {
    match test {
        Test::Any | Test::Controlled(_) | Test::Owned(_) => true,
        Test::And(all) => all.iter().all(hand_only),
        _ => false,
    }
}

/// "Sacrifice a Swamp and a Forest".
fn sacrificed_together(run: &mut Vec<String>) -> Option<String> {
    let all = std::mem::take(run);
    (!all.is_empty()).then(|| format!("Sacrifice {}", words::list(&all, "and")))
}

impl Printer<'_> {
    /// "reveal the player you chose".
    fn chosen_secretly(&self, linked: u8) -> String {
        let of_player = self.face.abilities.iter().any(|ability| chooses_player(ability, linked));
        format!("reveal the {} you chose", if of_player { "player" } else { "creature type" })
    }

    /// "flip a coin for each age counter on it".
    fn coins_flipped(&mut self, n: &Amount) -> String {
        match self.split_each(n) {
            Some((1, each)) => format!("flip a coin for each {each}"),
            _ => "flip a coin".to_owned(),
        }
    }
}

/// Whether an ability has a player chosen secretly under that linked number.
fn chooses_player(ability: &lawmage_ir::Ability, under: u8) -> bool {
    use lawmage_ir::{Instruction, ValueKind};
    lawmage_ir::visit::any(ability, |does: &Instruction| match does {
        Instruction::ChooseValue { what: ValueKind::Secret(what), linked, .. } => {
            *linked == under && matches!(**what, ValueKind::Player(_))
        }
        _ => false,
    })
}

/// How what is face down is exiled (406.3).
fn face_up(what: &Selector) -> &'static str {
    let face_down = lawmage_ir::visit::any(what, |status: &Status| *status == Status::FaceDown);
    if face_down { " face up" } else { "" }
}
