//! Why an answer can't be, with names.

use lawmage_engine::{Answer, Decision, Domain, Illegal, Sight};

/// Why an answer is not legal, in words for people; where a declaration leaves out a creature that has to be in it, with
/// that creature's name (508.1d, 509.1c).
#[must_use]
pub fn refusal(view: &Sight<'_>, decision: &Decision, answer: &Answer, illegal: Illegal) -> Illegal {
    let owed: Vec<String> = match (&decision.domain, answer) {
        (Domain::Attack(domain), Answer::Attack(attack, _)) if illegal.rule.section == 508 => domain
            .requirements
            .iter()
            .filter_map(|required| Some((domain.attackers.get(usize::from(required.attacker))?, &required.options)))
            .filter(|((id, whom), options)| {
                let obeys = |place: &u16| whom.get(usize::from(*place)).is_some_and(|w| attack.contains(&(*id, *w)));
                !options.iter().any(obeys)
            })
            .map(|((id, _), _)| format!("{} has to attack if able", view.object_name(*id)))
            .collect(),
        (Domain::Block(domain), Answer::Block(block)) if illegal.rule.section == 509 => domain
            .requirements
            .iter()
            .filter_map(|pairs| {
                let named: Vec<_> = pairs
                    .iter()
                    .filter_map(|(b, a)| {
                        let blocker = domain.blockers.get(usize::from(*b))?.0;
                        Some((blocker, domain.attackers.get(usize::from(*a))?.id))
                    })
                    .collect();
                if named.iter().any(|pair| block.contains(pair)) {
                    return None;
                }
                named
                    .first()
                    .map(|(b, a)| format!("{} has to block {} if able", view.object_name(*b), view.object_name(*a)))
            })
            .collect(),
        _ => Vec::new(),
    };
    let about_requirements = illegal.reason.contains("requirements");
    match owed.as_slice() {
        [first, ..] if about_requirements => Illegal::new(illegal.rule, first.clone()),
        _ => Illegal::new(illegal.rule, illegal.reason.replace("pick 1 to 1, not ", "pick one, not ")),
    }
}
