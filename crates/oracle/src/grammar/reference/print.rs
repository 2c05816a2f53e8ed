//! References and players: "it", "that creature", "the sacrificed creature", "its controller", "that player".

use lawmage_ir::{CardType, Condition, Filter, Ref, Role, Slot, TargetSpec, Test, TypeSet, Who};

use crate::print::{Noun, Phrase, Printer, Spoken, words};

impl Printer<'_> {
    /// A reference as a noun phrase in the subject's case.
    pub(crate) fn reference(&mut self, r: &Ref) -> Phrase {
        if let Some(phrase) = self.by_name(r) {
            return phrase;
        }
        match r {
            Ref::This => self.this(),
            Ref::Target(n) => self.target(*n),
            Ref::Slot(n) => self.slot(*n),
            Ref::Event(role) => self.event_role(*role),
            Ref::Paid(n) => self.paid_with(*n),
            Ref::Host(inner) => self.host(inner),
            Ref::Attacked(inner, permanents) if *permanents == TypeSet::NONE => self.attacked_players(inner),
            Ref::Attacked(inner, permanents) => {
                let of = self.object(inner);
                let what = if permanents.has(CardType::Battle) {
                    "the player, planeswalker, or battle"
                } else {
                    "the player or planeswalker"
                };
                Phrase::one(format!("{what} {of} is attacking"))
            }
            Ref::Giver(_) => Phrase::one(self.giver()),
            Ref::AimedAt(inner) => self.aimed_at(inner),
            Ref::Partner(inner) => {
                let with = self.object(inner);
                let is = if with == "it" { "it's".to_owned() } else { format!("{with} is") };
                Phrase::one(format!("a creature {is} paired with"))
            }
            Ref::Source(_) => Phrase::one("that permanent"),
            Ref::TopCard(who) => {
                let owner = self.owner_of_zone(who, false);
                Phrase::one(format!("the top card of {owner} library"))
            }
            Ref::Theirs(slot, _) if self.slot_participle(*slot) == "cast" => self.again(r, &Noun::new("spell", false)),
            Ref::Theirs(slot, who) => {
                let how = if self.slot_participle(*slot) == "revealed" { "revealed" } else { "discarded" };
                Phrase::one(format!("the card {} {how}", self.who(who).text))
            }
            Ref::Players(who) => self.who(who),
            Ref::Last(_, types) => {
                let types: Vec<String> = types.iter().map(|t| t.word().to_lowercase()).collect();
                Phrase::one(format!("the last {} card exiled with {}", types.join(" or "), self.own_name()))
            }
            Ref::LinkedByName(_) => Phrase::one(format!("the card exiled with cards named {}", self.own_name())),
            Ref::Linked(lawmage_ir::HAUNTED) => Phrase::one("the creature it haunts"),
            Ref::Linked(lawmage_ir::PUT_THERE) => {
                Phrase::one(format!("the creature put onto the battlefield with {}", self.own_name()))
            }
            Ref::Linked(lawmage_ir::PROMISED) => Phrase::one("the promised player"),
            Ref::Linked(lawmage_ir::CRAFTED) => {
                Phrase::one(format!("the exiled card used to craft {}", self.own_name()))
            }
            Ref::Linked(n) if let Some(thing) = self.chosen_as_it_entered(*n) => {
                Phrase::one(format!("the chosen {thing}"))
            }
            Ref::Linked(_) => Phrase::one("the exiled card"),
            Ref::Each => match self.each.last().cloned() {
                Some(noun) => self.again(&Ref::Each, &noun),
                None => Phrase::one("it"),
            },
            Ref::It => self.it.last().cloned().unwrap_or_else(|| Phrase::one("it")),
        }
    }

    /// "that player", "those players": whom attacking creatures attack, where that is a player.
    fn attacked_players(&mut self, attackers: &Ref) -> Phrase {
        let plural = *attackers == Ref::Event(Role::Subject) && self.subject.as_ref().is_some_and(|noun| noun.plural);
        if self.told {
            let of = self.object(attackers);
            let text = if plural { "the players that {} are attacking" } else { "the player that {} is attacking" };
            return Phrase { text: text.replace("{}", &of), plural, you: false };
        }
        if plural { Phrase::many("those players") } else { Phrase::one("that player") }
    }

    fn this(&mut self) -> Phrase {
        if self.thing == Some(Ref::This) && !self.told {
            return Phrase::one("it");
        }
        let name = self.own_name();
        self.speak(Spoken::Thing(Ref::This));
        Phrase::one(name)
    }

    /// The name, never "it".
    pub(crate) fn this_named(&mut self) -> String {
        self.thing = None;
        self.this().text
    }

    /// A target phrase: in full the first time, then spoken of again.
    fn target(&mut self, n: u8) -> Phrase {
        let index = usize::from(n);
        let Some(spec) = self.targets.get(index).cloned() else { return Phrase::one("that target") };
        if !self.said.get(index).copied().unwrap_or(true) {
            if let Some(said) = self.said.get_mut(index) {
                *said = true;
            }
            let phrase = self.target_phrase(&spec);
            self.remember(&Ref::Target(n), self.noun_of(&spec.filter, phrase.plural).player);
            return phrase;
        }
        let plural = spec.max != Some(lawmage_ir::Amount::ONE);
        let noun = match self.certain.contains(&Ref::Target(n)) {
            true => Noun::new("creature", plural),
            false => self.noun_of(&spec.filter, plural),
        };
        if !self.told
            && let Some(told_apart) = self.by_controller(index, &noun)
        {
            self.speak(Spoken::Thing(Ref::Target(n)));
            return told_apart;
        }
        self.again(&Ref::Target(n), &noun)
    }

    /// "the creature you control": one of several targets that "that creature" might mean.
    fn by_controller(&self, index: usize, noun: &Noun) -> Option<Phrase> {
        let alike = |(at, spec): (usize, &TargetSpec)| {
            at > index
                && self.said.get(at).copied().unwrap_or(false)
                && self.noun_of(&spec.filter, spec.max != Some(lawmage_ir::Amount::ONE)).head == noun.head
        };
        let spoken = matches!(u8::try_from(index), Ok(n) if self.thing == Some(Ref::Target(n)));
        if spoken || noun.plural || noun.player || !self.targets.iter().enumerate().any(alike) {
            return None;
        }
        let test = &self.targets.get(index)?.filter.test;
        let whose = test.conjuncts().iter().find_map(|test| match test {
            Test::Controlled(Who::You) => Some("you control"),
            Test::Controlled(Who::Opponents) => Some("an opponent controls"),
            Test::Not(inner) if **inner == Test::Controlled(Who::You) => Some("you don't control"),
            _ => None,
        })?;
        Some(Phrase::one(format!("the {} {whose}", noun.head)))
    }

    /// What may be a player is spoken of as what only a permanent can be.
    pub(crate) fn make_certain(&mut self, r: &Ref) {
        if let Ref::Target(n) = r
            && self.said_target(r)
            && self.targets.get(usize::from(*n)).is_some_and(|spec| spec.filter.kind == lawmage_ir::Kind::AnyTarget)
            && !self.certain.contains(r)
        {
            self.certain.push(r.clone());
            self.thing = None;
        }
    }

    /// Whether the target phrase was said in full already.
    pub(crate) fn said_target(&self, r: &Ref) -> bool {
        matches!(r, Ref::Target(n) if self.said.get(usize::from(*n)).copied().unwrap_or(true))
    }

    /// Notes that this was spoken of just now.
    pub(crate) fn remember(&mut self, r: &Ref, player: bool) {
        if player {
            self.speak(Spoken::Player(Who::Ref(r.clone())));
        } else {
            self.speak(Spoken::Thing(r.clone()));
        }
    }

    fn again(&mut self, r: &Ref, noun: &Noun) -> Phrase {
        if self.told {
            self.remember(r, noun.player);
            return self.told_again(r, noun);
        }
        if noun.player {
            self.speak(Spoken::Player(Who::Ref(r.clone())));
            return if noun.plural {
                Phrase::many("those players")
            } else {
                Phrase::one(format!("that {}", noun.head))
            };
        }
        // "It" is not what may be a player.
        let either = !noun.plural && noun.head.ends_with(" or player");
        if self.thing.as_ref() == Some(r) && !either {
            return if noun.plural { Phrase::many("they") } else { Phrase::one("it") };
        }
        self.speak(Spoken::Thing(r.clone()));
        if noun.plural && noun.head == "permanent or player" {
            Phrase::many("each of those permanents and/or players")
        } else if noun.plural {
            Phrase::many(format!("those {}", words::plural(&noun.head)))
        } else {
            Phrase::one(format!("that {}", noun.head))
        }
    }

    fn slot(&mut self, n: Slot) -> Phrase {
        if let Some(phrase) = self.fresh.remove(&n) {
            self.remember(&Ref::Slot(n), phrase.text == "an opponent");
            return phrase;
        }
        let noun = self.slots.get(&n).cloned().unwrap_or_else(|| Noun::new("card", false));
        if noun.head.starts_with("the ") {
            return Phrase { text: noun.head, plural: noun.plural, you: false };
        }
        // "Those cards" would be the ones that something else was done with since.
        let known = (noun.head.as_str(), self.slot_participle(n)) == ("card", "exiled");
        let others = self.slots.len() > 1 || self.strays;
        if known && self.thing != Some(Ref::Slot(n)) && others && self.names.is_none() {
            self.speak(Spoken::Thing(Ref::Slot(n)));
            let text = if noun.plural { "the exiled cards" } else { "the exiled card" };
            return Phrase { text: text.to_owned(), plural: noun.plural, you: false };
        }
        self.again(&Ref::Slot(n), &noun)
    }

    fn event_role(&mut self, role: Role) -> Phrase {
        if role == Role::Subject
            && let Some(same) = self.subject_is.clone()
        {
            // What it was then may not be what is enchanted now.
            if let (Ref::Host(_), Some(mut noun)) = (&same, self.subject.clone()) {
                let name = self.host_name();
                if let ("permanent", Some((_, head))) = (noun.head.as_str(), name.split_once(' ')) {
                    noun.head = head.to_owned();
                }
                return self.again(&same, &noun);
            }
            return self.reference(&same);
        }
        let noun = match role {
            Role::Subject => self.subject.clone(),
            Role::Object => self.object.clone(),
        };
        let noun = noun.unwrap_or_else(|| Noun::new("permanent", false));
        // "Create a Zombie token and exile that card": that creature would be the token.
        if role == Role::Subject && self.dying && self.created && !self.told && self.thing != Some(Ref::Event(role)) {
            return self.again(&Ref::Event(role), &Noun { head: "card".to_owned(), ..noun });
        }
        self.again(&Ref::Event(role), &noun)
    }

    /// "that creature", of a spell that targets one.
    fn aimed_at(&mut self, inner: &Ref) -> Phrase {
        let noun = self.aimed.clone().unwrap_or_else(|| Noun::new("permanent", false));
        let by = if self.told { format!(" {} targets", self.object(inner)) } else { String::new() };
        match noun.plural {
            true => Phrase::many(format!("those {}{by}", words::plural(&noun.head))),
            false => Phrase::one(format!("that {}{by}", noun.head)),
        }
    }

    fn paid_with(&mut self, n: u8) -> Phrase {
        let noun = self.paid.get(usize::from(n)).cloned().unwrap_or_else(|| Noun::new("card", false));
        let how = self.paid_how.get(usize::from(n)).copied().unwrap_or("chosen");
        self.speak(Spoken::Thing(Ref::Paid(n)));
        if noun.plural {
            Phrase::many(format!("the {how} {}", words::plural(&noun.head)))
        } else {
            Phrase::one(format!("the {how} {}", noun.head))
        }
    }

    fn host(&mut self, inner: &Ref) -> Phrase {
        let host = Ref::Host(Box::new(inner.clone()));
        let of_event = self.subject_is.as_ref() == Some(&host);
        if self.thing.as_ref() == Some(&host) && !of_event {
            return Phrase::one("it");
        }
        if self.host_said && !self.told && *inner == Ref::This {
            let name = self.host_name();
            let head = name.split_once(' ').map_or(name.as_str(), |(_, head)| head);
            return self.again(&host, &Noun::new(head, false));
        }
        self.speak(Spoken::Thing(host));
        match inner {
            Ref::This => Phrase::one(self.host_name()),
            other => {
                let what = self.object(other);
                Phrase::one(format!("the permanent {what} is attached to"))
            }
        }
    }

    /// "enchanted creature", "equipped creature", "enchanted player", from what the face can be attached to.
    pub(crate) fn host_name(&mut self) -> String {
        use lawmage_ir::{Ability, Keyword, KeywordParam, Subtype};
        for (kind, word) in [(Subtype::EQUIPMENT, "equipped creature"), (Subtype::FORTIFICATION, "fortified land")] {
            if self.face.subtypes.has(kind) {
                return word.to_owned();
            }
        }
        let noun = self.face.abilities.iter().find_map(|a| match a {
            Ability::Keyword(k) if k.keyword == Keyword::Enchant => match &k.param {
                KeywordParam::Quality(filter) => Some(crate::grammar::noun::head_word(filter, false)),
                _ => None,
            },
            _ => None,
        });
        match noun {
            Some(word) => format!("enchanted {word}"),
            None => "enchanted creature".to_owned(),
        }
    }

    /// Players in the subject's case.
    pub(crate) fn who(&mut self, who: &Who) -> Phrase {
        if let Some(phrase) = self.players_by_name(who) {
            return phrase;
        }
        match who {
            Who::You => Phrase::you(),
            Who::Opponents => Phrase::one("each opponent"),
            Who::All => Phrase::one("each player"),
            Who::OpponentsOf(whose) => {
                let whose = self.who(whose).possessive();
                Phrase::one(format!("each of {whose} opponents"))
            }
            Who::Others => Phrase::one("each other player"),
            Who::Ref(Ref::Each) if self.told => Phrase::one("the player at hand"),
            Who::Team => Phrase::one("you or one of your teammates"),
            Who::Ref(Ref::Each) => self.each_player.take().unwrap_or_else(|| Phrase::one("that player")),
            Who::Ref(r) if self.chosen_player().is_some_and(|n| *r == Ref::Target(n)) => {
                Phrase::one("the second player")
            }
            Who::Ref(r) => {
                let mut phrase = self.reference(r);
                if let Ref::Target(_) = r {
                    self.speak(Spoken::Player(Who::Ref(r.clone())));
                }
                // What may be a permanent is none here.
                if phrase.text == "that permanent or player" {
                    phrase.text = "that player".to_owned();
                }
                phrase
            }
            Who::Actor if self.chosen_player().is_some() => Phrase::one("the first player"),
            Who::Actor => Phrase::one("that player"),
            Who::Controller(_) | Who::Owner(_) if self.player.as_ref() == Some(who) && !self.told => {
                Phrase::one("that player")
            }
            Who::Controller(r) => {
                let phrase = self.side(r, "controller");
                self.speak(Spoken::Player(who.clone()));
                phrase
            }
            Who::Owner(r) => {
                let phrase = self.side(r, "owner");
                self.speak(Spoken::Player(who.clone()));
                phrase
            }
            Who::Defending if self.player == Some(Who::Defending) && !self.told => Phrase::one("that player"),
            Who::Defending => {
                self.speak(Spoken::Player(Who::Defending));
                Phrase::one("defending player")
            }
            Who::Active if self.attack_said => Phrase::one("that attacking player"),
            Who::Active => Phrase::one("the active player"),
            Who::Such(_, condition) if **condition == Condition::Monarch(Who::Ref(Ref::It)) => {
                Phrase::one("the monarch")
            }
            Who::Such(..) if let Some(leader) = self.leader(who) => Phrase::one(leader),
            Who::Beside(of, side) => Phrase::one(self.beside(of, *side)),
            Who::Such(base, _) if matches!(**base, Who::Chosen(_)) => Phrase::one("the other chosen player"),
            Who::Such(base, condition) => self.labelled(condition).unwrap_or_else(|| self.such(base, condition)),
            Who::Chosen(n) if self.chose_two_players(*n) => Phrase::one("one of the chosen players"),
            Who::Chosen(_) => Phrase::one("the chosen player"),
            Who::Chooser => Phrase::one("the player who chooses it"),
        }
    }

    /// The target that is a player whom another has chosen, once that was said: then they are the second and the first player.
    fn chosen_player(&self) -> Option<u8> {
        let chosen = |spec: &lawmage_ir::TargetSpec| {
            spec.filter.kind == lawmage_ir::Kind::Player
                && lawmage_ir::visit::any(spec, |who: &Who| matches!(who, Who::OpponentsOf(_)))
        };
        let n = self.targets.iter().position(chosen).filter(|n| !self.told && self.said.get(*n) == Some(&true))?;
        u8::try_from(n).ok()
    }

    /// Players as an object of a verb or preposition.
    pub(crate) fn whom(&mut self, who: &Who) -> String {
        let phrase = self.who(who);
        if phrase.text == "they" { "them".to_owned() } else { phrase.text }
    }

    fn side(&mut self, r: &Ref, word: &str) -> Phrase {
        if word == "controller" && self.is_player_or_permanent(r) {
            return Phrase::one("that player or that planeswalker's controller");
        }
        let of = self.reference(r);
        let plural = of.plural && !of.you;
        let text = format!("{} {}", of.possessive(), if plural { words::plural(word) } else { word.to_owned() });
        Phrase { text, plural, you: false }
    }

    fn is_player_or_permanent(&self, r: &Ref) -> bool {
        matches!(r, Ref::Target(n) if self.said_target(r)
        && self.targets.get(usize::from(*n)).is_some_and(|t| {
            matches!(t.filter.kind, lawmage_ir::Kind::PlayerOrPermanent | lawmage_ir::Kind::AnyTarget)
        }))
    }

    /// Whether a phrase for the reference would be a plural.
    pub(crate) fn is_plural(&self, r: &Ref) -> bool {
        match r {
            Ref::Target(n) => self.targets.get(usize::from(*n)).is_some_and(|s| s.max != Some(lawmage_ir::Amount::ONE)),
            Ref::Slot(n) => self.slots.get(n).is_some_and(|n| n.plural),
            Ref::Event(Role::Subject) => self.subject.as_ref().is_some_and(|n| n.plural),
            Ref::Paid(n) => self.paid.get(usize::from(*n)).is_some_and(|n| n.plural),
            _ => false,
        }
    }
}

/// What entered under the tested player's control, without saying so.
pub(super) fn without_owner(what: &Filter) -> Option<Filter> {
    let theirs = Test::Controlled(Who::Ref(Ref::It));
    let all = what.test.conjuncts();
    let rest = all.iter().filter(|test| **test != theirs).cloned();
    all.contains(&theirs).then(|| Filter::new(what.kind.clone(), Test::all(rest)))
}
