//! Random games over real or starter decks, for finding what breaks: `fuzz GAMES SEED CHECK_EVERY [CARDS DECK…]`.
//! For developers; users have `lawmage sim`.
#![allow(clippy::print_stdout, clippy::disallowed_methods, reason = "an example prints")]

use std::error::Error;
use std::path::Path;

use lawmage_cards::{CardPool, deck, starter};
use lawmage_sim::{Bot, Config, Entrant, all_pairs, simulate};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().collect();
    let number = |n: usize, default: u64| args.get(n).and_then(|a| a.parse().ok()).unwrap_or(default);
    let (games, seed, check) = (number(1, 10), number(2, 1), number(3, 1));
    let mut entrants = Vec::new();
    if let (Some(cards), Some(decks)) = (args.get(4), args.get(5..)) {
        let lists: Vec<_> = decks
            .iter()
            .map(|path| Ok((path.clone(), deck::parse(&std::fs::read_to_string(path)?, path)?)))
            .collect::<Result<_, Box<dyn Error>>>()?;
        let imported = lawmage_cards::import::read_file(Path::new(cards), &|_| {})?;
        let wanted = |name: &str| lists.iter().any(|(_, l)| l.lines().any(|line| line.name == name));
        let mut pool = CardPool::empty();
        let sources = imported.cards.into_iter().map(|c| c.source).filter(|s| wanted(&s.name)).collect();
        pool.push_file("cards", sources);
        for (path, list) in lists {
            let found = deck::resolve(&list, &pool).map_err(|e| format!("{e:?}"))?;
            for card in found.incomplete() {
                println!(
                    "incomplete: {} {:?}",
                    card.name,
                    card.faces.iter().map(|f| &f.uncompiled).collect::<Vec<_>>()
                );
            }
            entrants.push(Entrant {
                name: path,
                deck: found.cards().cloned().collect(),
                bot: Bot::Random,
                ..Entrant::default()
            });
        }
    } else {
        let pool = CardPool::starter()?;
        for name in starter::deck_names() {
            let found = deck::resolve(&starter::deck(name)?, &pool).map_err(|e| format!("{e:?}"))?;
            for card in found.incomplete() {
                println!(
                    "incomplete: {} {:?}",
                    card.name,
                    card.faces.iter().map(|f| &f.uncompiled).collect::<Vec<_>>()
                );
            }
            entrants.push(Entrant {
                name: name.to_owned(),
                deck: found.cards().cloned().collect(),
                bot: Bot::Random,
                ..Entrant::default()
            });
        }
    }
    let config = Config {
        pairs: all_pairs(entrants.len()),
        entrants,
        games: games as u32,
        seed,
        threads: 1,
        check_every: (check > 0).then_some(check as u32),
        ..Config::default()
    };
    let (report, records) = simulate(&config, &|_| {});
    println!("{report:#?}");
    println!("longest: {:?}", records.iter().map(|r| r.decisions).max());
    Ok(())
}
