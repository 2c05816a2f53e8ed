//! Abilities that players have (113.1b): keywords that continuous effects give them.

use lawmage_ir::{Ability, Continuous, Keyword, KeywordParam, Modification, Test};

use crate::read::context::Context;
use crate::state::State;
use crate::state::ids::{ObjectId, PlayerId};

impl State {
    /// The instances of a keyword that a player has now, each with its parameter and the object whose effect gives it. The
    /// latest effect that adds or removes it prevails (113.10c).
    fn player_keywords(&self, player: PlayerId, keyword: Keyword) -> Vec<(&KeywordParam, ObjectId)> {
        let mut have = Vec::new();
        for rule in &self.rules().players {
            let Some(Continuous::Modify { what, mods }) = rule.what() else { continue };
            if !self.is_selected(player.into(), what, &rule.context()) {
                continue;
            }
            for modification in mods {
                match modification {
                    Modification::AddAbility(ability) => match &**ability {
                        Ability::Keyword(k) if k.keyword == keyword => have.push((&k.param, rule.source)),
                        _ => {}
                    },
                    Modification::LoseKeyword(lost) if *lost == keyword => have.clear(),
                    Modification::LoseAllAbilities => have.clear(),
                    _ => {}
                }
            }
        }
        have
    }

    /// Whether shroud (702.18a), hexproof (702.11c) or protection (702.16b) keeps a player from being the target of a spell or
    /// ability that `you` control, whose source that is.
    #[must_use]
    pub fn is_player_shielded(&self, player: PlayerId, source: ObjectId, you: PlayerId) -> bool {
        if self.rules().players.is_empty() {
            return false;
        }
        let hexproof = || {
            let all = self.player_keywords(player, Keyword::Hexproof);
            all.iter().any(|(param, from)| match param {
                KeywordParam::None => true,
                _ => self.is_of_quality(source, param, *from, player),
            })
        };
        !self.player_keywords(player, Keyword::Shroud).is_empty()
            || self.are_opponents(player, you) && hexproof() && !self.is_targeted_despite_hexproof(player.into(), you)
            || self
                .player_keywords(player, Keyword::Protection)
                .iter()
                .any(|(param, from)| self.bars_target_of(you, source, param, *from, player))
    }

    /// Whether an instance of protection keeps a spell or ability of that controller from targeting (702.16b), whose source
    /// that is. `from` is the object whose ability it is, `player` who "you" are in it.
    pub(crate) fn bars_target_of(
        &self,
        controller: PlayerId,
        source: ObjectId,
        param: &KeywordParam,
        from: ObjectId,
        player: PlayerId,
    ) -> bool {
        match param {
            // 702.16k: from a player's spells and abilities, whoever controls the source.
            KeywordParam::Quality(filter) if let Test::Controlled(who) = &filter.test => {
                self.is_among(controller, who, &Context::of(from, player))
            }
            param => self.is_of_quality(source, param, from, player),
        }
    }

    /// Whether a player has protection from a source (702.16): damage from it is prevented (702.16e), it can't target
    /// (702.16b) or enchant (702.16c) that player.
    #[must_use]
    pub fn is_player_protected_from(&self, player: PlayerId, source: ObjectId) -> bool {
        !self.rules().players.is_empty()
            && self
                .player_keywords(player, Keyword::Protection)
                .iter()
                .any(|(param, from)| self.is_of_quality(source, param, *from, player))
    }

    /// Whether a source, wherever it is (702.16b), has the quality that an instance of protection or hexproof names. `from` is
    /// the object whose ability or effect it is, `player` who "you" are in it.
    pub(crate) fn is_of_quality(
        &self,
        source: ObjectId,
        param: &KeywordParam,
        from: ObjectId,
        player: PlayerId,
    ) -> bool {
        let context = Context::of(from, player);
        match param {
            KeywordParam::Everything => true,
            KeywordParam::Quality(filter) => self.test(source.into(), &filter.test, &context),
            KeywordParam::Chosen(n) => {
                self.test(source.into(), &lawmage_ir::Test::ChosenColor(*n), &context)
                    || self.test(source.into(), &lawmage_ir::Test::ChosenType(*n), &context)
            }
            _ => false,
        }
    }
}
