//! What binds creatures to one another as they attack and block (508.1c-d, 509.1b).

use lawmage_ir::{Filter, Requirement, Selector};

use crate::read::context::Context;
use crate::state::State;
use crate::state::ids::{ObjectId, PlayerId};
use crate::table::attack_domain::{AttackDomain, Joint};
use crate::table::company::Company;

impl State {
    /// Creatures among these that attack, or block, only with others. Within what the others are, such a creature is the member at hand.
    pub(super) fn add_company(
        &self,
        to: &mut Vec<Company>,
        all: &[ObjectId],
        (what, with, least): (&Selector, &Filter, u32),
        context: &Context<'_>,
    ) {
        for (place, id) in all.iter().enumerate() {
            if !self.is_selected((*id).into(), what, context) {
                continue;
            }
            let of_it = context.looping((*id).into());
            let counts = |other: &ObjectId| other != id && self.fits((*other).into(), with, &of_it);
            let among = (0..all.len()).filter(|other| counts(&all[*other])).map(|other| other as u16).collect();
            to.push(Company { creature: place as u16, least, among });
        }
    }

    /// Requirements about several creatures (508.1d).
    pub(super) fn require_jointly(
        &self,
        domain: &mut AttackDomain,
        player: PlayerId,
        must: &Requirement,
        context: &Context<'_>,
    ) {
        match must {
            Requirement::AttackWithOne { who, whom } if self.is_among(player, who, context) => {
                domain.require_one(|_, at| whom.as_ref().is_none_or(|whom| self.fits(*at, whom, context)));
            }
            Requirement::AttackTogether { first, then } => {
                let all: Vec<ObjectId> = domain.attackers.iter().map(|(id, _)| *id).collect();
                let mut firsts: Vec<Vec<u16>> = vec![Vec::new(); all.len()];
                for (place, id) in all.iter().enumerate() {
                    if !self.is_selected((*id).into(), first, context) {
                        continue;
                    }
                    let of_it = context.looping((*id).into());
                    for (other, then_id) in all.iter().enumerate() {
                        if other != place && self.is_selected((*then_id).into(), then, &of_it) {
                            firsts[other].push(place as u16);
                        }
                    }
                }
                // For each creature that is to follow it is one requirement, whichever it follows.
                let follow = firsts.into_iter().enumerate().filter(|(_, firsts)| !firsts.is_empty());
                domain.joint.extend(follow.map(|(then, firsts)| Joint::Follow { firsts, then: then as u16 }));
            }
            _ => {}
        }
    }
}
