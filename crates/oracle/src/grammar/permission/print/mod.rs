//! "may", "as though", and rules that are relaxed.

mod cards;
mod combat;
pub(crate) mod play;

use lawmage_ir::{Filter, Kind, Permission, Test, Who};

pub(crate) use self::play::of_cards;
use self::play::who_possessive;
use crate::grammar::prohibition::Said;
use crate::grammar::selector::Quant;
use crate::print::{Phrase, Printer, words};

impl Printer<'_> {
    /// A permission.
    pub(crate) fn permission(&mut self, one: &Permission) -> Said {
        match one {
            Permission::Flash(who, filter) => {
                let who = self.who(who);
                let (what, they) = self.spells(filter);
                Said::plain(who, format!("may cast {what} as though {they} had flash"))
            }
            Permission::FlashFor(more) => Said::plain(
                Phrase::you(),
                format!("may cast this spell as though it had flash if you pay {more} more to cast it"),
            ),
            Permission::Play { gives, .. } => self.play_and_give(one, gives),
            Permission::ExtraLands(who, n) => self.extra_lands_each_turn(who, *n),
            Permission::LookAtTop(who) => self.look_at_top(who),
            Permission::LookAt(who, what) => self.may_look_at(who, what),
            Permission::RevealTop(who) => self.reveal_top(who),
            Permission::LifeForMana(_, color) => self.life_for_mana(*color),
            Permission::LethalByPower(what) => self.lethal_by_power(what),
            Permission::RevealDrawn { what, optional } => self.reveal_drawn(what, *optional),
            Permission::RevealHand(who) => self.reveal_hand(who),
            Permission::AttackDespiteDefender(what) => self.attack_despite_defender(what),
            Permission::Exert(what) => self.may_exert(what),
            Permission::BlockMore(what, n) => self.block_more(what, *n),
            // 103.1c
            Permission::PlayFirst => Said::plain(Phrase::you(), "are the starting player"),
            Permission::BlockAsThough(what, keyword) => self.block_as_though(what, *keyword),
            Permission::AssignAsUnblocked(what) => self.assign_as_unblocked(what),
            Permission::AssignToughness(what) => self.assign_toughness(what),
            Permission::AssignNone(what) => {
                let subject = self.subject(what, Quant::Bare);
                let verb = words::agree("assign", subject.plural);
                Said::new(what, subject, format!("{verb} no combat damage"))
            }
            Permission::SpendAsAny(who, any_type) => {
                let kind = if *any_type { "type" } else { "color" };
                Said::plain(self.who(who), format!("may spend mana as though it were mana of any {kind}"))
            }
            Permission::ExtraDie(_) => Said::plain(
                Phrase::one("if you would roll one or more dice,"),
                "instead roll that many dice plus one and ignore the lowest roll",
            ),
            Permission::NoMaxHandSize(who) => {
                let who = self.who(who);
                let have = words::agree("have", who.plural);
                Said::plain(who, format!("{have} no maximum hand size"))
            }
            Permission::MaxHandSize(who, n) => {
                let who = self.who(who);
                let n = self.expression(n);
                Said::plain(Phrase::one(format!("{} maximum hand size", who.possessive())), format!("is {n}"))
            }
            Permission::NoLegendRule(lawmage_ir::Selector::All(Filter { kind: Kind::Permanent, test: Test::Any })) => {
                Said::plain(Phrase::one("the \"legend rule\""), "doesn't apply")
            }
            Permission::NoLegendRule(what) => {
                let what = self.those_of(what, Quant::Bare);
                Said::plain(Phrase::one("the \"legend rule\""), format!("doesn't apply to {what}"))
            }
            Permission::ActivateAsThoughHaste(what) => self.activate_as_though_haste(what),
            Permission::KeepMana(who, color) => self.keep_mana(who, color.as_ref()),
            Permission::MayNotUntap(what) => {
                let what = self.those_of(what, Quant::Bare);
                Said::plain(Phrase::you(), format!("may choose not to untap {what} during your untap step"))
            }
            Permission::UntapEachTurn(what) => {
                let subject = self.those_of(what, Quant::All);
                Said::plain(Phrase::many(format!("untap {subject}")), "during each other player's untap step")
            }
            Permission::BeCommander => Said::plain(Phrase::one(self.this_named()), "can be your commander"),
            Permission::LoyaltyAnyTime(what) => self.loyalty_any_time(what),
            Permission::Skip(Who::You, step) => Said::plain(Phrase::one("skip"), format!("your {}", step.word())),
            Permission::Skip(who, step) => {
                let who = self.who(who);
                let verb = words::agree("skip", who.plural);
                Said::plain(who.clone(), format!("{verb} {} {}", who_possessive(&who), step.word()))
            }
        }
    }
}
