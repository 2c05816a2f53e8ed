//! Players.

use lawmage_ir::{Choice, Clause, Instruction, Kind, Ref, Selector, Who};

use super::such::{attacked_by_this, attacking, dealt_this_way, such};
use crate::grammar::instruction::votes::labels;
use crate::grammar::{effect, reference, selector};
use crate::parse::{Handle, Parser, Referent, Sort};

/// Players as a subject or object: "you", "each opponent", "target player", "that player", "its controller", "they".
pub fn who(p: &mut Parser<'_>) -> Option<Who> {
    p.attempt(|p| {
        if let Some(who) = p.attempt(|p| target(p)) {
            return Some(who);
        }
        if let Some(who) = p.attempt(|p| of_target(p)) {
            return Some(who);
        }
        if p.at("they") {
            return they(p);
        }
        if !p.scope.votes.is_empty()
            && let Some(called) = p.attempt(labels::each)
        {
            return Some(called);
        }
        let who = relation(p)?;
        if p.at("'s") {
            return p.fail("a player");
        }
        let told = p.at_any(&["who", "with no cards in hand", "with exactly", "with fewer cards in hand than"]);
        if told && matches!(who, Who::All | Who::Opponents | Who::Others) {
            return such(p, who);
        }
        if p.at("dealt damage this way") && matches!(who, Who::All | Who::Opponents | Who::Others) {
            return dealt_this_way(p, who);
        }
        if who == Who::All && p.eat("~ attacked this turn") {
            return Some(Who::Such(Box::new(who), Box::new(attacked_by_this())));
        }
        if who == Who::All && p.eat("other than") {
            return other_than(p);
        }
        if p.at("attacking") && matches!(who, Who::All | Who::Opponents | Who::Others) {
            return attacking(p, who);
        }
        Some(who)
    })
}

/// "target player", "up to one target opponent".
fn target(p: &mut Parser<'_>) -> Option<Who> {
    let one_at_most = p.at("up to one target opponent may also copy");
    if !one_at_most && !p.at_any(&["target player", "target opponent", "another target player"]) {
        return p.fail("a player");
    }
    let (n, noun) = selector::target(p)?;
    (noun.filter.kind == Kind::Player).then_some(Who::Ref(Ref::Target(n)))
}

/// "an opponent", who does something: one of them, whom you choose before.
pub fn one_opponent(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<Who> {
    let among = match p.eat_any(&["an opponent", "another player of your choice", "a player of your choice"])? {
        0 => Who::Opponents,
        1 => Who::Others,
        _ => Who::All,
    };
    // Targets are chosen earlier, and so is who chooses them.
    if p.at_any(&["chooses target", "'s"]) {
        return p.fail("what one opponent does");
    }
    Some(one_of(p, among, out))
}

/// One of those players, whom you choose first.
pub(crate) fn one_of(p: &mut Parser<'_>, among: Who, out: &mut Vec<Clause>) -> Who {
    let choice = Choice { by: Who::You, ..Choice::exactly(1, Selector::Players(among)) };
    let chosen = effect::emit(p, Instruction::Choose(Selector::Choose(Box::new(choice))));
    let who = Who::Ref(Ref::Slot(p.scope.bind(effect::id(&chosen))));
    out.push(chosen);
    who
}

/// "A land of an opponent's choice": the one opponent whom you choose chooses it, not each of them.
pub(crate) fn one_opponent_chooses(p: &mut Parser<'_>, what: &mut Selector, out: &mut Vec<Clause>) {
    if let Selector::Choose(choice) = what
        && choice.by == Who::Opponents
        && p.scope.actor.is_none()
    {
        choice.by = one_of(p, Who::Opponents, out);
    }
}

/// "target creature's owner", "the owner of target nonland permanent"; "the controller of the permanent it becomes", of a
/// spell (608.3g).
fn of_target(p: &mut Parser<'_>) -> Option<Who> {
    if p.eat("the controller of the permanent it becomes") {
        return Some(Who::Controller(Box::new(Ref::This)));
    }
    let before = p.eat_any(&["the owner of", "the controller of"]);
    if before.is_none() && !p.at("target") {
        return p.fail("a player");
    }
    let (n, noun) = selector::target(p)?;
    if noun.filter.kind == Kind::Player {
        return p.fail("an object");
    }
    let of = Box::new(Ref::Target(n));
    let owner = match before {
        Some(which) => which == 0,
        None => {
            p.expect("'s")?;
            p.eat_any(&["owner", "controller"])? == 0
        }
    };
    Some(if owner { Who::Owner(of) } else { Who::Controller(of) })
}

/// "they" as a player: the acting player of the sentence, or the latest player spoken of.
fn they(p: &mut Parser<'_>) -> Option<Who> {
    p.expect("they")?;
    p.scope.they().or_else(|| p.fail("a player"))
}

/// "each player other than its controller": those who aren't that player.
fn other_than(p: &mut Parser<'_>) -> Option<Who> {
    use lawmage_ir::{Condition, Test};
    let one = relation(p)?;
    if !matches!(one, Who::Controller(_) | Who::Owner(_) | Who::Ref(_)) {
        return p.fail("one player");
    }
    let is_one = Condition::Is(Ref::It, Test::Controlled(one));
    Some(Who::Such(Box::new(Who::All), Box::new(Condition::Not(Box::new(is_one)))))
}

/// "Whenever a player casts a spell, each other player …": other than the player who does it, not than you.
fn than_who_does(p: &mut Parser<'_>) -> Option<Who> {
    use lawmage_ir::{Condition, Test};
    p.expect("each other player")?;
    let said = p.scope.latest(|r| r.sort == Sort::Player)?;
    let one = match said.handle {
        Handle::Who(one @ (Who::Actor | Who::Owner(_) | Who::Ref(Ref::Host(_) | Ref::Event(_)))) => one,
        Handle::Ref(one @ Ref::Event(_)) => Who::Ref(one),
        _ => return None,
    };
    let is_one = Condition::Is(Ref::It, Test::Controlled(one));
    Some(Who::Such(Box::new(Who::All), Box::new(Condition::Not(Box::new(is_one)))))
}

/// Players in a relation: "you", "an opponent", "your opponents", "that player", "they", "its controller".
pub fn relation(p: &mut Parser<'_>) -> Option<Who> {
    p.attempt(|p| {
        if p.at_any(&["target player", "target opponent", "another target player controls"]) {
            return target(p);
        }
        if p.eat("that player or that planeswalker 's controller")
            || p.eat("that player or that permanent 's controller")
        {
            // A player counts as its own controller.
            // What was dealt damage is only so if it wasn't prevented: the target is who is meant.
            let open = p.scope.latest(|r| r.sort == Sort::Any && !r.hidden);
            let said = open.or_else(|| p.scope.latest(|r| r.sort == Sort::Any))?;
            return p.scope.reference(&said.handle).map(|r| Who::Controller(Box::new(r)));
        }
        if p.eat("that creature 's controller or that player") {
            return creatures_or(p);
        }
        if let Some(who) = p.attempt(than_who_does) {
            return Some(who);
        }
        const FIXED: &[(&str, Who)] = &[
            ("you", Who::You),
            ("each of your opponents", Who::Opponents),
            ("your opponents", Who::Opponents),
            ("your team", Who::Team),
            ("each player on your team", Who::Team),
            ("an opponent", Who::Opponents),
            ("each opponent", Who::Opponents),
            ("opponents", Who::Opponents),
            ("one of your opponents", Who::Opponents),
            ("each other player", Who::Others),
            ("each player other than you", Who::Others),
            ("another player", Who::Others),
            ("other players", Who::Others),
            ("each player", Who::All),
            ("a player", Who::All),
            ("any player", Who::All),
            ("any opponent", Who::Opponents),
            ("all players", Who::All),
            ("players", Who::All),
            ("defending player", Who::Defending),
            ("the defending player", Who::Defending),
            ("the active player", Who::Active),
            ("the player whose turn it is", Who::Active),
        ];
        for (words, who) in FIXED {
            if p.eat(words) {
                return Some(who.clone());
            }
        }
        if let Some(who) = p.attempt(opponents_of).or_else(|| p.attempt(super::beside::beside)) {
            return Some(who);
        }
        if p.eat("enchanted player") || p.eat("enchanted opponent") {
            return Some(Who::Ref(Ref::Host(Box::new(Ref::This))));
        }
        if let Some(who) = p.attempt(who_did) {
            return Some(who);
        }
        // 506.2: in combat the attacking player is the active player.
        if p.eat("attacking player") || p.eat("the attacking player") {
            return Some(Who::Active);
        }
        if let Some(who) = p.attempt(first_or_second) {
            return Some(who);
        }
        // 722.1
        if p.eat("the monarch") {
            let is = lawmage_ir::Condition::Monarch(Who::Ref(Ref::It));
            return Some(Who::Such(Box::new(Who::All), Box::new(is)));
        }
        if p.eat("the promised player") {
            return Some(Who::Ref(Ref::Linked(lawmage_ir::PROMISED)));
        }
        // What is chosen anew takes the place of what was (608.2d).
        if p.eat("the chosen player") || p.eat("the last chosen player") || p.eat("the chosen opponent") {
            return chosen_player(p);
        }
        if p.eat("the other chosen player") {
            return other_chosen(p);
        }
        if p.eat("that player")
            || p.eat("that opponent")
            || p.eat("the player")
            || p.eat("those players")
            || p.eat("those opponents")
        {
            return reference::player(p).or_else(|| p.fail("a player spoken of before"));
        }
        if p.eat("they") {
            return p.scope.they().or_else(|| p.fail("a player"));
        }
        of_object(p)
    })
}

/// "that attacking player", "the voter": who was said to have done so.
fn who_did(p: &mut Parser<'_>) -> Option<Who> {
    let done = match p.eat_any(&["that attacking player", "the attacking player", "the voter"])? {
        2 => "voted",
        _ => "attacked",
    };
    match p.scope.latest(|r| r.sort == Sort::Player && r.verb == Some(done))?.handle {
        Handle::Who(who) => Some(who),
        _ => None,
    }
}

/// The player who was chosen: by an earlier choice, or as the only target.
fn chosen_player(p: &Parser<'_>) -> Option<Who> {
    let target = |spec: &lawmage_ir::TargetSpec| spec.filter.kind == Kind::Player;
    match (p.scope.face.player, p.scope.targets.as_slice()) {
        (Some(linked), _) => Some(Who::Chosen(linked)),
        // "Choose target opponent. … the chosen player …": where that is all there is to choose.
        (None, [only]) if target(only) => Some(Who::Ref(Ref::Target(0))),
        _ => None,
    }
}

/// "the other chosen player": of two the one who isn't the player of the event.
fn other_chosen(p: &mut Parser<'_>) -> Option<Who> {
    use lawmage_ir::{Condition, Role, Test};
    let linked = p.scope.face.players.or_else(|| p.fail("two players chosen before"))?;
    let one = Who::Ref(Ref::Event(Role::Object));
    let said = p.scope.latest(|r| r.sort == Sort::Player && !r.hidden)?;
    if said.handle != Handle::Who(one.clone()) {
        return p.fail("one of the chosen players");
    }
    let is_one = Condition::Is(Ref::It, Test::Controlled(one));
    Some(Who::Such(Box::new(Who::Chosen(linked)), Box::new(Condition::Not(Box::new(is_one)))))
}

/// "each of that player's opponents", "one of their opponents".
fn opponents_of(p: &mut Parser<'_>) -> Option<Who> {
    p.eat_any(&["each of", "one of"])?;
    let whose = possessive(p).filter(|whose| *whose != Who::You && !whose.is_group())?;
    p.expect("opponents").map(|()| Who::OpponentsOf(Box::new(whose)))
}

/// "the first player", "the second player": who chose the target player, and that player.
fn first_or_second(p: &mut Parser<'_>) -> Option<Who> {
    let second = p.eat_any(&["the first player", "the second player"])? == 1;
    // "Choose target player and another target player. The first player …"
    if let [one, other] = p.scope.targets.as_slice()
        && [one, other].iter().all(|spec| spec.filter.kind == Kind::Player && spec.by.is_none())
        && other.filter.test.conjuncts().contains(&lawmage_ir::Test::not(lawmage_ir::Test::Is(Ref::Target(0))))
    {
        return Some(Who::Ref(Ref::Target(u8::from(second))));
    }
    let chose = |(n, spec): (usize, &lawmage_ir::TargetSpec)| {
        let by = spec.left_to().cloned().filter(|by| spec.filter.kind == Kind::Player && !by.is_group())?;
        Some((u8::try_from(n).ok()?, by))
    };
    let mut all = p.scope.targets.iter().enumerate().filter_map(chose);
    match (all.next(), all.next()) {
        (Some((n, _)), None) if second => Some(Who::Ref(Ref::Target(n))),
        (Some((_, by)), None) => Some(by),
        _ => p.fail("a player who chose a target player"),
    }
}

/// "that creature's controller or that player", of a target that may be neither: then it is nobody.
fn creatures_or(p: &mut Parser<'_>) -> Option<Who> {
    use lawmage_ir::{CardType, Condition, Test};
    let any = |n: u8| p.scope.targets.get(usize::from(n)).is_some_and(|spec| spec.filter.kind == Kind::AnyTarget);
    let said = p.scope.latest(|r| r.sort == Sort::Any && !r.hidden && !r.plural)?;
    let Handle::Ref(target @ Ref::Target(n)) = said.handle else { return p.fail("any target") };
    if !any(n) {
        return p.fail("any target");
    }
    let either = Condition::Is(target.clone(), Test::Or(vec![Test::Type(CardType::Creature), Test::Player]));
    Some(Who::Such(Box::new(Who::Controller(Box::new(target))), Box::new(either)))
}

/// "its controller", "that creature's owner", "their controllers".
fn of_object(p: &mut Parser<'_>) -> Option<Who> {
    // "the owners of those cards"
    let one = p.at("the controller of those creatures") && p.eat("the controller of");
    if let Some(which) = if one { Some(1) } else { p.eat_any(&["the owners of", "the controllers of"]) } {
        let those = reference::referent(p).filter(|those| those.plural)?;
        let of = Box::new(those.before.clone().or_else(|| p.scope.reference(&those.handle))?);
        return Some(if which == 0 { Who::Owner(of) } else { Who::Controller(of) });
    }
    let of = if p.at_any(&["their controller", "their controllers", "their owner", "their owners"]) {
        p.advance();
        let said = p
            .scope
            .latest(|r| r.sort != Sort::Player && r.plural)
            .or_else(|| p.scope.latest(|r| r.sort != Sort::Player))?;
        match said.before {
            Some(before) => before,
            None => p.scope.reference(&said.handle)?,
        }
    } else {
        reference::possessor(p)?
    };
    let of = Box::new(of);
    let who = match p.eat_any(&["controllers", "controller", "owners", "owner"])? {
        0 | 1 => Who::Controller(of),
        _ => Who::Owner(of),
    };
    Some(who)
}

/// Players in the possessive: "your", "their", "its owner's", "target player's", "each opponent's".
pub fn possessive(p: &mut Parser<'_>) -> Option<Who> {
    p.attempt(|p| {
        if p.eat("your opponents 's") || p.eat("all opponents 's") {
            return Some(Who::Opponents);
        }
        if p.eat("your") {
            let each = p.scope.you_each && p.at("library");
            return Some(if each { Who::Ref(Ref::Each) } else { Who::You });
        }
        if p.at("their") && !p.at_any(&["their controller", "their owner", "their controllers", "their owners"]) {
            p.advance();
            return p.scope.they().or_else(|| p.fail("a player"));
        }
        let who = relation(p)?;
        p.expect("'s")?;
        // "the top card of defending player's library. … that player's library"
        if who == Who::Defending {
            p.scope.mention(Referent::player(who.clone()));
        }
        Some(who)
    })
}

/// Speaks of players that are no "you": "that player" and "they" may mean them later.
pub fn mention(p: &mut Parser<'_>, who: &Who) {
    let referent = match who {
        Who::You => return,
        group if group.is_group() => Who::Ref(Ref::Each),
        who => who.clone(),
    };
    p.scope.mention(Referent::player(referent));
}

/// "up to one target player's".
pub fn up_to_one(p: &mut Parser<'_>) -> Option<Who> {
    if !p.at("up to one target") {
        return p.fail("up to one target player");
    }
    let (whom, noun) = crate::grammar::selector::target(p)?;
    if noun.filter.kind != lawmage_ir::Kind::Player {
        return p.fail("a player");
    }
    p.expect("'s").map(|()| Who::Ref(Ref::Target(whom)))
}
