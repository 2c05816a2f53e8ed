//! The search for the most requirements against trying everything.

use super::*;
use crate::state::rng::Rng;

/// Every set of blocks, judged one by one.
fn brute(problem: &Problem) -> u32 {
    let pairs: Vec<Pair> = problem
        .options
        .iter()
        .enumerate()
        .flat_map(|(b, options)| options.iter().map(move |a| (b as u16, *a)))
        .collect();
    let mut best = 0;
    for set in 0_u32..1 << pairs.len() {
        let blocks: Vec<Pair> = (0..pairs.len()).filter(|i| set & (1 << i) != 0).map(|i| pairs[i]).collect();
        if legal(problem, &blocks) {
            let obeyed = obeyed_by(problem, &blocks);
            best = best.max(obeyed as u32);
        }
    }
    best
}

fn obeyed_by(problem: &Problem, blocks: &[Pair]) -> usize {
    let its = |a: u16| blocks.iter().filter(|(_, x)| *x == a).count() as u32;
    let counted = problem.counted.iter().filter(|(a, least, most)| (*least..=*most).contains(&its(*a)));
    problem.clauses.iter().filter(|c| c.iter().any(|p| blocks.contains(p))).count() + counted.count()
}

fn legal(problem: &Problem, blocks: &[Pair]) -> bool {
    let mine = |b: usize| blocks.iter().filter(|(x, _)| usize::from(*x) == b).count() as u32;
    let its = |a: usize| blocks.iter().filter(|(_, x)| usize::from(*x) == a).count() as u32;
    (0..problem.options.len()).all(|b| mine(b) <= problem.capacity[b])
        && (0..problem.least.len()).all(|a| its(a) == 0 || (its(a) >= problem.least[a] && its(a) <= problem.most[a]))
        && keeps_limits_of_all(problem, blocks)
}

fn random(rng: &mut Rng) -> Problem {
    let blockers = 1 + rng.below(4) as usize;
    let attackers = 1 + rng.below(3) as usize;
    let options: Vec<Vec<u16>> =
        (0..blockers).map(|_| (0..attackers as u16).filter(|_| rng.below(4) > 0).collect()).collect();
    let mut clauses = Vec::new();
    for _ in 0..rng.below(5) {
        let clause: Vec<Pair> = match rng.below(3) {
            0 => {
                let b = rng.below(blockers as u32) as u16;
                (0..attackers as u16).map(|a| (b, a)).collect()
            }
            1 => {
                let a = rng.below(attackers as u32) as u16;
                (0..blockers as u16).map(|b| (b, a)).collect()
            }
            _ => vec![(rng.below(blockers as u32) as u16, rng.below(attackers as u32) as u16)],
        };
        clauses.push(clause.into_iter().filter(|(b, a)| options[usize::from(*b)].contains(a)).collect());
    }
    Problem {
        company: Vec::new(),
        capacity: (0..blockers).map(|_| if rng.below(4) == 0 { 2 } else { 1 }).collect(),
        least: (0..attackers).map(|_| if rng.below(3) == 0 { 2 } else { 0 }).collect(),
        most: (0..attackers).map(|_| if rng.below(5) == 0 { 1 } else { u32::MAX }).collect(),
        most_blockers: if rng.below(5) == 0 { 1 + rng.below(2) } else { u32::MAX },
        not_alone: (0..blockers).map(|_| rng.below(6) == 0).collect(),
        counted: (0..attackers as u16)
            .filter_map(|a| match rng.below(6) {
                0 => Some((a, 1, 1)),
                1 => Some((a, 2, u32::MAX)),
                _ => None,
            })
            .collect(),
        options,
        clauses,
    }
}

#[test]
fn the_search_finds_what_trying_everything_finds() {
    let mut rng = Rng::new(509);
    for case in 0..3000 {
        let problem = random(&mut rng);
        let (obeyed, blocks) = solve(&problem);
        assert_eq!(obeyed, brute(&problem), "case {case}: {problem:?}");
        assert!(legal(&problem, &blocks), "case {case}: {problem:?}: {blocks:?}");
        let by_them = obeyed_by(&problem, &blocks);
        assert!(by_them as u32 >= obeyed, "case {case}: {problem:?}: {blocks:?}");
    }
}

#[test]
fn many_tokens_are_no_trouble() {
    // Forty equal blockers, two attackers that all must block, ten that must be blocked by someone.
    let options: Vec<Vec<u16>> = (0..40).map(|_| (0..12).collect()).collect();
    let mut clauses: Vec<Vec<Pair>> = (2..12).map(|a| (0..40).map(|b| (b, a)).collect()).collect();
    for b in 0..40 {
        clauses.push(vec![(b, 0)]);
        clauses.push(vec![(b, 1)]);
    }
    let problem = Problem {
        company: Vec::new(),
        options,
        capacity: vec![1; 40],
        least: vec![0; 12],
        most: vec![u32::MAX; 12],
        clauses,
        counted: Vec::new(),
        most_blockers: u32::MAX,
        not_alone: vec![false; 40],
    };
    assert_eq!(solve(&problem).0, 40);
}
