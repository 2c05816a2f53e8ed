//! "may", "as though", and rules that are relaxed.

mod cards;
mod combat;
pub(crate) mod play;
pub(crate) mod terms;

use lawmage_ir::{Amount, CostLabel, Filter, Kind, Permission, Test, Who};

pub(crate) use self::play::{in_turns, of_cards};

use self::play::who_possessive;
use super::table::{agreeing, framed, of_players};
use crate::grammar::prohibition::Said;
use crate::grammar::selector::Quant;
use crate::print::{Phrase, Printer, words};

impl Printer<'_> {
    /// "doesn't remove this Aura" (702.16n).
    pub(crate) fn not_removed(&mut self, spared: &Filter, already: bool) -> String {
        let spared = match &spared.test {
            _ if already => "Auras and Equipment you control that are already attached to it".to_owned(), // 702.16p
            Test::Is(lawmage_ir::Ref::This) => self.this_named(),
            _ => self.plural(spared),
        };
        format!("doesn't remove {spared}")
    }

    /// A permission.
    pub(crate) fn permission(&mut self, one: &Permission) -> Said {
        match one {
            Permission::Flash(_, filter) if let Some(first) = super::flash::first_of(filter) => {
                let spell = self.singular(&first);
                let verb = format!("may cast the first {spell} you cast each turn as though it had flash");
                Said::plain(Phrase::you(), verb)
            }
            Permission::Flash(who, filter) => {
                let who = self.who(who);
                let (what, they) = self.spells(filter);
                Said::plain(who, format!("may cast {what} as though {they} had flash"))
            }
            Permission::FlashFor(more) => Said::plain(
                Phrase::you(),
                format!("may cast this spell as though it had flash if you pay {more} more to cast it"),
            ),
            Permission::FlashIfTargets(what) => {
                let what = self.one(what);
                Said::plain(Phrase::you(), format!("may cast this spell as though it had flash if it targets {what}"))
            }
            Permission::FlashIfPaid(label) => {
                let cost = match label {
                    CostLabel::Keyword(keyword, _) => keyword.word(),
                    CostLabel::Other(_) => "additional",
                };
                let verb = format!("may cast this spell as though it had flash if its {cost} cost was paid");
                Said::plain(Phrase::you(), verb)
            }
            Permission::ActivateAnyTime(who, keyword) => {
                let who = self.who(who);
                Said::plain(
                    who,
                    format!("may activate {} abilities any time you could cast an instant", keyword.word()),
                )
            }
            Permission::PlotFrom(what) => self.plot_from(what),
            Permission::ExhaustAgain(who) => {
                let verb = "may activate exhaust abilities as though they haven't been activated";
                Said::plain(self.who(who), verb.to_owned())
            }
            Permission::ActivateAsThoughHaste(_)
            | Permission::LethalByPower(_)
            | Permission::DamageStays(_)
            | Permission::LoyaltyAnyTime(_)
            | Permission::MayNotUntap(_) => self.framed(one),
            Permission::NoMaxHandSize(_)
            | Permission::RevealHand(_)
            | Permission::RevealTop(_)
            | Permission::DrawFromBottom(_) => self.of_players(one),
            Permission::Play { gives, .. } => self.play_and_give(one, gives),
            Permission::PayRather { by, what, cost, flash: true, .. } => self.rather_at_any_time(by, what, cost),
            Permission::PayRather { by, what, cost, per_turn, .. } => self.pay_rather(by, what, cost, *per_turn),
            Permission::ExtraLands(who, n) => self.extra_lands_each_turn(who, *n),
            Permission::LookAtTop(who) => self.look_at_top(who),
            Permission::LookAt(who, what) => self.may_look_at(who, what),
            Permission::LifeForMana(_, color) => self.life_for_mana(*color),
            Permission::RevealDrawn { what, optional } => self.reveal_drawn(what, *optional),
            Permission::AttackAsThough { what, whom, haste } => self.attack_as_though(what, whom.as_ref(), *haste),
            Permission::AttackDespiteDefender(what) => self.attack_despite_defender(what),
            Permission::Exert(what) => self.may_exert(what),
            Permission::BlockMore(what, n) => self.block_more(what, n.as_ref()),
            Permission::BlockTapped(what) => self.block_tapped(what),
            Permission::BlockDespiteWalk(what) => {
                let subject = self.subject(what, Quant::Bare);
                let walkers = "can block creatures with landwalk abilities as though they didn't have those abilities";
                Said::new(what, subject, walkers)
            }
            Permission::DealtAsThough(to, keyword) => {
                let to = to.as_ref().map(|who| format!(" to {}", self.who(who).text)).unwrap_or_default();
                let as_though = format!("is dealt{to} as though its source had {}", keyword.word());
                Said::plain(Phrase::one("all damage".to_owned()), as_though)
            }
            Permission::CountAs(name) => {
                let from = format!("if this card is in a graveyard, effects from spells named {name}");
                Said::plain(Phrase::many(from), format!("count it as a card named {name}"))
            }
            Permission::KeepCounters => {
                let it =
                    format!("on {} as it moves to any zone other than a player's hand or library", self.own_name());
                Said::plain(Phrase::many("counters"), format!("remain {it}"))
            }
            // 103.1c
            Permission::PlayFirst => Said::plain(Phrase::you(), "are the starting player"),
            Permission::BlockAsThough(what, keyword, whom) => self.block_as_though(what, *keyword, whom.as_ref()),
            Permission::BeBlockedDespiteWalk(what, land) => self.be_blocked_despite(what, *land),
            Permission::AssignAsUnblocked(what) => self.assign_as_unblocked(what),
            Permission::CrewAs { what, more, saddles } => self.crew_as(what, more.as_ref(), *saddles),
            Permission::AssignToughness(what) => self.assign_toughness(what),
            Permission::AssignNone(what) => {
                let subject = self.subject(what, Quant::Bare);
                let verb = words::agree("assign", subject.plural);
                Said::new(what, subject, format!("{verb} no combat damage"))
            }
            Permission::SpendAs(who, spending, on) => self.spends_as(who, *spending, on.as_ref()),
            Permission::TargetDespiteHexproof { what, by } => self.despite_hexproof(what, by.as_ref()),
            Permission::PayRatherForFirst { keyword, cost, yours } => self.rather_for_first(*keyword, cost, *yours),
            Permission::LoyaltyTwice(what) => self.loyalty_twice(what),
            Permission::BoastTwice(what) => {
                let subject = self.subject(what, Quant::Bare);
                Said::new(what, subject, "can boast twice during each of your turns rather than once".to_owned())
            }
            Permission::LoyaltyMore(_) => self.loyalty_more(),
            Permission::ChooseAttackers(who) => {
                let who = self.who(who);
                let verb = format!("{} which creatures attack", words::agree("choose", who.plural || who.you));
                Said::plain(who, verb)
            }
            Permission::ChooseBlocks { by: Who::Active, .. } => {
                Said::plain(Phrase::one("the attacking player"), "chooses how each creature blocks each turn")
            }
            Permission::ChooseBlocks { by, of } => {
                let by = self.who(by);
                let verb = words::agree("choose", by.plural || by.you);
                let which = if *of == Who::All { "which creatures block and " } else { "" };
                Said::plain(by, format!("{verb} {which}how those creatures block"))
            }
            Permission::Regenerates(what) => {
                let what = self.those_of(what, Quant::Bare);
                Said::plain(Phrase::one(format!("if {what} would be destroyed,")), "regenerate it")
            }
            Permission::ExtraCoin(_) => {
                Said::plain(Phrase::one("if you would flip a coin,"), "instead flip two coins and ignore one")
            }
            Permission::FirstFlipsWon(_) => Said::plain(
                Phrase::one("the first time you flip one or more coins each turn,"),
                "those coins come up heads and you win those flips",
            ),
            Permission::ExtraDie(_) => Said::plain(
                Phrase::one("if you would roll one or more dice,"),
                "instead roll that many dice plus one and ignore the lowest roll",
            ),
            Permission::ModifyRoll(modifier) => {
                let (when, what) = self.die_modifier(modifier);
                Said::plain(Phrase::one(when), what)
            }
            Permission::SurveilMore(_, n) => {
                let cards = if *n == 1 { "card".to_owned() } else { format!("{} cards", words::number(*n as i32)) };
                Said::plain(Phrase::you(), format!("may look at an additional {cards} each time you surveil"))
            }
            Permission::FaceAgain(_) => Said::plain(
                Phrase::one("if an opponent would face a villainous choice,"),
                "they face that choice an additional time",
            ),
            Permission::GainFromRadiation(_) => {
                Said::plain(Phrase::you(), "gain life rather than lose life from radiation")
            }
            Permission::MoreDevotion(_) => Said::plain(
                Phrase::one("your devotion to each color and each combination of colors"),
                "is increased by one",
            ),
            Permission::ExtraVote { optional, .. } => {
                let what = if *optional { "may vote an additional time" } else { "get an additional vote" };
                Said::plain(Phrase::one("while voting, you"), what)
            }
            Permission::MaxHandSize(who, n) => {
                let who = self.who(who);
                let equal = if matches!(n, Amount::Const(_)) { "" } else { "equal to " };
                let n = self.expression(n);
                Said::plain(Phrase::one(format!("{} maximum hand size", who.possessive())), format!("is {equal}{n}"))
            }
            Permission::MoreHandSize(who, more) => {
                let whose = Phrase::one(format!("{} maximum hand size", self.who(who).possessive()));
                let verb = if *more < 0 { "reduced" } else { "increased" };
                Said::plain(whose, format!("is {verb} by {}", words::number(more.saturating_abs())))
            }
            Permission::StayAttached(what, already) => {
                Said::plain(Phrase::one("this effect"), self.not_removed(what, *already))
            }
            Permission::NoLegendRule(lawmage_ir::Selector::All(Filter { kind: Kind::Permanent, test: Test::Any })) => {
                Said::plain(Phrase::one("the \"legend rule\""), "doesn't apply")
            }
            Permission::NoLegendRule(what) => {
                let what = self.those_of(what, Quant::Bare);
                Said::plain(Phrase::one("the \"legend rule\""), format!("doesn't apply to {what}"))
            }
            Permission::KeepMana(who, color) => self.keep_mana(who, color.as_ref()),
            Permission::TurnMana(who, into) => {
                let who = self.who(who).text;
                let into = match into {
                    lawmage_ir::ManaType::Color(color) => color.word(),
                    lawmage_ir::ManaType::Colorless => "colorless",
                };
                let text = format!("becomes {into} instead");
                Said::plain(Phrase::one(format!("if {who} would lose unspent mana, that mana")), text)
            }
            Permission::UntapEachTurn(what) => {
                let subject = self.those_of(what, Quant::All);
                Said::plain(Phrase::many(format!("untap {subject}")), "during each other player's untap step")
            }
            Permission::DeckCopies(most) => {
                let many = match most.and_then(|n| i32::try_from(n).ok()) {
                    Some(n) => format!("up to {}", words::number(n)),
                    None => "any number of".to_owned(),
                };
                Said::plain(Phrase::one("a deck"), format!("can have {many} cards named {}", self.face.name))
            }
            Permission::BeCommander => Said::plain(Phrase::one(self.this_named()), "can be your commander"),
            Permission::Skip(Who::You, step) => Said::plain(Phrase::one("skip"), format!("your {}", step.word())),
            Permission::Skip(who, step) => {
                let who = self.who(who);
                let verb = words::agree("skip", who.plural);
                Said::plain(who.clone(), format!("{verb} {} {}", who_possessive(&who), step.word()))
            }
        }
    }

    /// A sentence with its objects in the middle.
    fn framed(&mut self, one: &Permission) -> Said {
        let Some((words, what)) = framed(one) else { return Said::plain(Phrase::you(), "") };
        let (before, behind) = words.split_once('…').unwrap_or((words, ""));
        let these = self.those_of(what, Quant::Bare);
        match before.strip_prefix("you ") {
            Some(verb) => Said::plain(Phrase::you(), format!("{verb}{these}{behind}")),
            None => Said::plain(Phrase::one(format!("{before}{these}")), behind.trim_start()),
        }
    }

    /// What is so for players.
    fn of_players(&mut self, one: &Permission) -> Said {
        let Some((words, who)) = of_players(one) else { return Said::plain(Phrase::you(), "") };
        let who = self.who(who);
        let verb = agreeing(words, who.plural, who.you);
        Said::plain(who, verb)
    }
}
