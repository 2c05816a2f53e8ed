//! `lawmage play`: a game against bots, or one to watch.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use lawmage::{Cards, system_seed};
use lawmage_cards::deck::{Construction, Deck, check};
use lawmage_cards::{CardPool, Error, starter};
use lawmage_engine::procedure::start::Setup;
use lawmage_engine::state::rng::Part;
use lawmage_engine::table::narrate;
use lawmage_engine::variants::kind::{Kind, Variant};
use lawmage_engine::{Listener, Occurrence, PlayerId, Seed, State, Viewer};
use lawmage_ir::Rule;
use lawmage_protocol::Automation;
use lawmage_sim::{Bot, Entrant, GameEnd, Record, Watching, play, setup};

use crate::args::Shared;
use crate::commands::contest;
use crate::commands::sim::units::odd;
use crate::commands::sim::{Who, entrant};
use crate::commands::supplements::deal;
use crate::commands::variant::VariantArgs;
use crate::console::Console;
use crate::data;
use crate::failure::{Failure, Outcome};
use crate::table::contest::Contest;
use crate::table::{INTERRUPTED, Input, Leaving, Sitting, save};

/// What the first of the other players plays where nothing is said.
const DEFAULT_OPPONENT: &str = "green-stampede";

/// The size below which a deck is none of limited play either (100.2b).
const LEAST_LIMITED: u32 = 40;

/// `lawmage play`
#[derive(Args)]
#[command(after_help = "You are asked only where something can matter: type ? at the table for help.\n\nExamples:\n  \
    lawmage play\n  lawmage play --deck my-deck.txt --opponent red-raiders --seed 7\n  \
    lawmage play --save game.save\n  lawmage play --load game.save --save game.save\n  \
    lawmage play --cards mine.yaml --deck own\n  lawmage play --deck my-commander.txt --opponent their-commander.txt\n  \
    lawmage play --players 4\n  lawmage play --variant two-headed-giant --opponent blue-tides --opponent brass-works\n  \
    lawmage play --best-of 3 --deck my-deck.txt --opponent red-raiders\n  lawmage play --variant planechase\n  \
    lawmage play --auto")]
pub struct PlayArgs {
    /// Your deck: a file, a starter deck's name, or “own”: a deck made of the cards of your --cards files. Decks with
    /// commanders play Commander (903) [default: a starter deck for the kind of game]
    #[arg(long, value_name = "DECK")]
    deck: Option<String>,
    /// The other players' decks, in turn order; given once, it is that of the player after you [default: starter decks]
    #[arg(long = "opponent", alias = "opponent-deck", value_name = "DECK")]
    opponents: Vec<String>,
    #[command(flatten)]
    table: VariantArgs,
    /// Who plays the other seats; with --auto, all of them
    #[arg(long, value_enum, default_value = "basic", value_name = "BOT")]
    bot: Who,
    /// From which all randomness comes: a number, or the 64 digits that a game without it tells [default: one from the
    /// system's randomness; 1 with --auto]
    #[arg(long, value_name = "S")]
    seed: Option<Seed>,
    /// Bots play all seats
    #[arg(long, conflicts_with = "load")]
    auto: bool,
    /// List mana abilities among the actions, and be asked how each cost is paid
    #[arg(long)]
    manual_payment: bool,
    /// Write a record of the game when it ends or you leave, for `lawmage replay`
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Save the game there when you leave before its end, however that comes
    #[arg(long, value_name = "FILE", conflicts_with = "auto")]
    save: Option<PathBuf>,
    /// Play on from a saved game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["deck", "opponents", "seed", "any_deck", "players", "variant", "options"])]
    load: Option<PathBuf>,
    /// Play a match: who wins more than half of so many games wins. Between games you may change your deck with your sideboard (100.4),
    /// and the loser chooses who begins
    #[arg(long, value_name = "1|3|5", default_value_t = 1, value_parser = odd, conflicts_with = "load")]
    best_of: u32,
    /// Play decks with cards that are not understood completely
    #[arg(long)]
    incomplete: bool,
    /// Play decks that rules 100.2 and 903.5 don't allow: too small, or too many copies
    #[arg(long)]
    any_deck: bool,
}

/// Prints events as they happen.
struct Teller<'c> {
    console: &'c Console,
}

impl Listener for Teller<'_> {
    fn hear(&mut self, state: &State, occurrence: &Occurrence) {
        if let Some(line) = narrate::tell(state, occurrence, Viewer::Judge) {
            self.console.line(line);
        }
    }

    fn note(&mut self, _: &State, rule: Rule, text: &str) {
        self.console.line(self.console.dim(format!("{text} ({rule})")));
    }
}

/// Runs `lawmage play`.
pub fn run(args: &PlayArgs, shared: &Shared, console: &Console) -> Outcome {
    let cards = Cards::from(data::pool(shared, console)?);
    let bot = Bot::from(args.bot);
    if args.auto {
        return watch(args, &cards, bot, console);
    }
    let saved = match &args.load {
        Some(file) => {
            let mut saved = save::read(file)?;
            saved.automation.auto_pay &= !args.manual_payment;
            saved
        }
        None => begin(args, &cards, bot, console)?,
    };
    console.be_patient(true);
    let left = sit(args, &cards, saved, console);
    console.be_patient(false);
    Ok(if left? == Leaving::Interrupted { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
}

/// Plays a game, or the games of a match from the one at hand on.
fn sit(args: &PlayArgs, cards: &Cards, mut saved: save::Save, console: &Console) -> Outcome<Leaving> {
    let input = Input::listen();
    let mut left = None;
    loop {
        let mut sitting = Sitting::new(console, cards, saved).map_err(|failure| match &args.load {
            Some(file) => Failure::new(format!("{}: {failure}", file.display())),
            None => failure,
        })?;
        sitting.save_to.clone_from(&args.save);
        let leaving = match left.take() {
            Some(left) => Ok(left),
            None => sitting.play(&input),
        };
        keep(&sitting, args, console)?;
        let leaving = leaving?;
        if leaving != Leaving::GameOver {
            return Ok(leaving);
        }
        // Left between two games, the next one is kept as it begins.
        let Some((next, leaves)) = contest::next_game(&sitting, cards, &input, console)? else { return Ok(leaving) };
        (saved, left) = (next, leaves);
    }
}

/// A game from the beginning.
fn begin(args: &PlayArgs, cards: &Cards, bot: Bot, console: &Console) -> Outcome<save::Save> {
    let seed = args.seed.map_or_else(system_seed, Ok).map_err(|why| Failure::new(why.to_string()))?;
    let (decks, variant) = decks(args, cards.pool(), console)?;
    let named = |deck: &Deck, place: usize| match place {
        0 => "Player".to_owned(),
        _ if decks.iter().skip(1).filter(|other| other.name == deck.name).count() > 1 => {
            format!("Bot {place} ({})", deck.name)
        }
        _ => format!("Bot ({})", deck.name),
    };
    let mut setup = setup_of(&decks, variant, Bot::default(), seed, cards)?;
    for (place, (seat, deck)) in setup.seats.iter_mut().zip(&decks).enumerate() {
        // The person's payments are asked for; most are answered for them, but can be made by hand.
        (seat.name, seat.manual_payment) = (named(deck, place), place == 0);
    }
    if !setup.variant.is_plain() {
        let (kind, players) = (setup.variant.kind, setup.seats.len());
        let life = kind.starting_life(players);
        console.line(console.dim(format!("{} ({}), {players} players, {life} life", kind.name(), kind.rule())));
    }
    if args.seed.is_none() {
        console.line(console.dim(format!("The same game again: --seed {seed}")));
    }
    let mut record = Record::begun(&setup);
    for seat in record.decks.iter_mut().skip(1) {
        seat.bot = Some(bot.name().to_owned());
    }
    Ok(save::Save {
        record,
        automation: Automation { auto_pay: !args.manual_payment, ..Automation::default() },
        contest: (args.best_of > 1).then(|| Contest::new(args.best_of, setup.seats.len())),
        log: Vec::new(),
    })
}

/// The setup of a game of that kind between those decks.
fn setup_of(decks: &[Deck], variant: Variant, bot: Bot, seed: Seed, cards: &Cards) -> Outcome<Setup> {
    let mut entrants: Vec<Entrant> = decks.iter().map(|deck| entrant(deck, bot)).collect();
    deal(&mut entrants, variant.kind, cards.pool(), seed)?;
    let mut setup =
        Setup { variant, reference: cards.reference(), ..setup(&entrants.iter().collect::<Vec<_>>(), seed) };
    for (seat, entrant) in setup.seats.iter_mut().zip(entrants) {
        seat.sideboard = entrant.sideboard; // 103.2a
    }
    Ok(setup)
}

/// The decks in turn order, which may play each other, and what they play.
fn decks(args: &PlayArgs, pool: &CardPool, console: &Console) -> Outcome<(Vec<Deck>, Variant)> {
    let players = args.table.count(args.opponents.len() + 1)?;
    if players < args.opponents.len() + 1 {
        let more = args.opponents.len();
        return Err(Failure::usage(format!("--players {players}: there are {more} opponents and you")));
    }
    let playable = |spec: &str| data::playable_deck(spec, pool, args.incomplete);
    // The kind of game is what is asked for, or what the first decks that are given are for.
    let given: Vec<&str> = args.deck.iter().chain(&args.opponents).map(String::as_str).collect();
    let mut decks: Vec<Deck> = given.iter().map(|spec| playable(spec)).collect::<Outcome<_>>()?;
    let kind = args.table.kind().unwrap_or_else(|| kind_of(&decks));
    // Whom nobody gave a deck plays a starter deck for it, the next one each.
    let mut starters: Vec<&str> = starter::deck_names_for(kind.name()).collect();
    let own = args.deck.as_deref().unwrap_or_else(|| starters.first().copied().unwrap_or(DEFAULT_OPPONENT));
    starters.retain(|name| *name != own && *name != DEFAULT_OPPONENT);
    if !kind.has_commanders() {
        starters.insert(0, DEFAULT_OPPONENT);
    }
    let given = std::iter::once(own).chain(args.opponents.iter().map(String::as_str));
    let specs: Vec<&str> = given.chain(starters.into_iter().cycle()).take(players).collect();
    if args.deck.is_none() {
        decks.insert(0, playable(own)?);
    }
    for spec in specs.iter().skip(decks.len()) {
        decks.push(playable(spec)?);
    }
    let variant = args.table.variant(kind_of(&decks))?;
    has_commanders(args, &specs, &decks, variant.kind)?;
    for (spec, deck) in specs.iter().zip(&decks) {
        allow(spec, deck, variant.kind, pool, args.any_deck, console)?;
    }
    Ok((decks, variant))
}

/// What decks play of which no kind is said.
fn kind_of(decks: &[Deck]) -> Kind {
    Kind::led_by(decks.iter().flat_map(|deck| &deck.commander).map(|copies| &*copies.card))
}

/// Refuses a deck without a commander in a game of decks with commanders, unless any deck may play.
fn has_commanders(args: &PlayArgs, specs: &[&str], decks: &[Deck], kind: Kind) -> Outcome<()> {
    let without = specs.iter().zip(decks).find(|(_, deck)| deck.commander.is_empty());
    let Some((without, _)) = without.filter(|_| kind.has_commanders() && !args.any_deck) else { return Ok(()) };
    let option = if args.deck.as_deref() == Some(*without) { "--deck" } else { "--opponent" };
    let with = specs.iter().zip(decks).find(|(_, deck)| !deck.commander.is_empty());
    let what = match with {
        Some(_) => format!("a Commander deck plays against other ones (903.2), and {without} has no commander"),
        None => format!("{} is played with commanders (903.3), and {without} has none", kind.name()),
    };
    let error = Error::new(what).within(with.map_or(*without, |(spec, _)| spec).to_string());
    Err(error.hint(format!("give Commander decks with {option} too; --any-deck lets these play")).into())
}

/// Refuses a deck that nobody may play with, unless any deck may be, or it is there to try one's own cards.
fn allow(spec: &str, deck: &Deck, kind: Kind, pool: &CardPool, any: bool, console: &Console) -> Outcome<()> {
    if data::is_own(spec) {
        return Ok(());
    }
    let findings = check(deck, pool, construction_of(deck, kind), None)?;
    if any {
        findings.iter().for_each(|f| console.warn(format!("{spec}: {f}")));
        return Ok(());
    }
    let errors: Vec<Error> = findings
        .iter()
        .map(|f| Error::new(f.to_string()).within(spec).hint("--any-deck plays it all the same"))
        .collect();
    if errors.is_empty() { Ok(()) } else { Err(errors.into()) }
}

/// What a deck is for in a kind of game.
pub fn construction_of(deck: &Deck, kind: Kind) -> Construction {
    let size: u32 = deck.main.iter().map(|c| c.count).sum();
    match kind {
        Kind::Brawl => Construction::Brawl,
        Kind::Oathbreaker => Construction::Oathbreaker,
        Kind::Commander => Construction::Commander,
        _ => match Construction::of(deck) {
            Construction::Constructed if (LEAST_LIMITED..60).contains(&size) => Construction::Limited, // 100.2b
            construction => construction,
        },
    }
}

/// Saves and records what is left of a game.
fn keep(sitting: &Sitting<'_>, args: &PlayArgs, console: &Console) -> Outcome<()> {
    let shown = |path: &Path| path.display().to_string();
    if let Some(file) = &args.save
        && sitting.game_state().result().is_none()
    {
        save::write(sitting, file).map_err(Failure::new)?;
        console.wrapped(format!("Saved to {0}; play on with --load {0}", shown(file)), "");
    }
    if let Some(file) = &args.record {
        let file = &of_game(file, sitting.contest.as_ref().map_or(0, |contest| contest.played));
        save::write_record(&save::record_of(sitting), file)?;
        console.wrapped(format!("Recorded to {0}; see it with: lawmage replay {0}", shown(file)), "");
    }
    Ok(())
}

/// The record's file of that game of a match: the later ones have their number behind the name.
fn of_game(file: &Path, before: u32) -> PathBuf {
    if before == 0 {
        return file.to_owned();
    }
    let stem = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let mut name = format!("{stem}-{}", before + 1);
    if let Some(extension) = file.extension() {
        name = format!("{name}.{}", extension.to_string_lossy());
    }
    file.with_file_name(name)
}

/// Bots on all sides.
fn watch(args: &PlayArgs, cards: &Cards, bot: Bot, console: &Console) -> Outcome {
    let (decks, variant) = decks(args, cards.pool(), console)?;
    let mut setup = setup_of(&decks, variant, bot, args.seed.unwrap_or(Seed::Number(1)), cards)?;
    let names: Vec<String> = setup.seats.iter().map(|seat| seat.name.clone()).collect();
    let mut contest = Contest::new(args.best_of, names.len());
    loop {
        let how = Watching { keep_answers: args.record.is_some(), ..Watching::default() };
        let record = play(&setup, &vec![bot; decks.len()], how, Some(&mut Teller { console }));
        if let Some(file) = &args.record {
            let written = Record::new(&setup, record.answers, None);
            let file = of_game(file, contest.played);
            save::write_record(&written.map_err(|e| Failure::new(e.to_string()))?, &file)?;
        }
        if let GameEnd::Capped(why) | GameEnd::Error(why) = record.end {
            return Err(Failure::new(why));
        }
        contest.note(&record.winners);
        if args.best_of > 1 {
            contest::tell(&contest, &record.winners, &names, console);
        }
        if contest.is_over() {
            return Ok(ExitCode::SUCCESS);
        }
        setup.seed = setup.seed.part(Part::NextGame);
        let chooser = contest.next_chooser(&record.winners, record.first.unwrap_or(0), setup.variant.kind, setup.seed);
        contest.chooser = chooser.and_then(|seat| u8::try_from(seat).ok());
        setup.first = contest.chooser.map(PlayerId);
    }
}
