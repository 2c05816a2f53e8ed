//! What Auras and other attachments enter the battlefield attached to (303.4f-i, 301.5e): settled for all that enter at
//! once before any of them has entered (608.2f).

use std::sync::Arc;

use lawmage_ir::{Destination, Subtype, Zone, rule};

use crate::read::context::Context;
use crate::state::chars::Chars;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::proposal::{Entry, Proposal};
use crate::table::decision::{Ask, Choice, Decision};
use crate::table::game::{Game, Res};

impl Game<'_> {
    /// Settles what each permanent enters attached to. An Aura without anything to enchant stays where it is and is taken out of
    /// what happens (303.4g, 303.4i).
    pub(crate) fn settle_hosts(&mut self, settled: &mut Vec<(usize, Proposal)>) -> Res<()> {
        let mut place = 0;
        while let Some((_, proposal)) = settled.get_mut(place) {
            let stays = match proposal {
                Proposal::Move { object, to, cause, entry, .. } if matches!(to, Destination::Battlefield(_)) => {
                    !self.stays_there(*object, to, *cause, entry) && !self.settle_host(*object, entry)?
                }
                _ => false,
            };
            if stays {
                settled.remove(place);
            } else {
                place += 1;
            }
        }
        Ok(())
    }

    /// Settles what one permanent enters attached to. Tells whether it enters at all.
    fn settle_host(&mut self, object: ObjectId, entry: &mut Entry) -> Res<bool> {
        let source = &self.state.objects[object.index()];
        // What resolves as an Aura spell has its host; what enters as a copy of an Aura has not.
        let resolves = source.zone == Zone::Stack && entry.copy.is_none() && !entry.attached;
        if resolves {
            return Ok(true);
        }
        let controller = entry.controller.unwrap_or(source.controller);
        let Some(chars) = self.state.entering_values(object, entry) else { return Ok(true) };
        // What the effect says that it is counts (303.4f: "It's an Aura enchantment with enchant …").
        let chars = self.state.with_exceptions(&chars, &entry.mods, &Context::of(object, controller));
        let is_aura = chars.has_subtype(Subtype::AURA);
        if entry.attached || entry.attached_to.is_some() {
            entry.attached_to = entry.attached_to.filter(|host| self.can_enter_on(object, &chars, controller, *host));
            // 303.4i: an Aura stays where it is. 301.5e, 303.4h: all else enters unattached.
            return Ok(entry.attached_to.is_some() || !is_aura);
        }
        if !is_aura {
            return Ok(true);
        }
        entry.attached_to = self.choose_host(object, &chars, controller)?;
        Ok(entry.attached_to.is_some())
    }

    /// What an Aura enters enchanting, where no effect says it: the player under whose control it enters chooses (303.4f).
    fn choose_host(&mut self, object: ObjectId, chars: &Arc<Chars>, chooser: PlayerId) -> Res<Option<Entity>> {
        let mut hosts: Vec<Entity> = self.state.permanents().map(Entity::Object).collect();
        hosts.extend(self.state.apnap().map(Entity::Player));
        hosts.retain(|host| self.can_enter_on(object, chars, chooser, *host));
        if hosts.is_empty() {
            return Ok(None); // 303.4g
        }
        let options = hosts.into_iter().map(Choice::from).collect();
        let picked = self.pick(Decision::pick(chooser, Ask::Enchant, rule!("303.4f"), Some(object), options, 1, 1))?;
        Ok(picked.first().and_then(Choice::entity))
    }

    /// Whether something with those characteristics could be attached to that, which is still there.
    fn can_enter_on(&self, object: ObjectId, chars: &Chars, controller: PlayerId, host: Entity) -> bool {
        self.state.is_there(host) && self.state.can_attach_as(object, chars, controller, host).is_ok()
    }
}
