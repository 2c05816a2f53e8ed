//! `lawmage serve`: tables in the browser, or with `--stdio` a game for programs in any language.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use lawmage_server::{Limits, Options, interrupted, stdio};

use crate::args::Shared;
use crate::console::Console;
use crate::data;
use crate::failure::{Failure, Outcome};

/// `lawmage serve`
#[derive(Args)]
#[command(
    after_help = "Opens tables to play at in a browser; docs/server.md tells more. Ctrl-C ends it; games go on where they were when it is started \
    again.\n\nWith --stdio, a program talks to it by its standard input and output, one JSON object a line: docs/protocol.md tells the messages, \
    crates/protocol/generated has them as TypeScript types and as JSON schemas, examples/player.py plays a game.\n\nExamples:\n  \
    lawmage serve                     tables at http://127.0.0.1:7117, for whoever is at this machine\n  \
    lawmage serve --public            for whoever reaches this machine\n  \
    python3 examples/player.py target/release/lawmage"
)]
pub struct ServeArgs {
    /// The port to listen at; 0 takes any that is free
    #[arg(long, default_value_t = 7117, conflicts_with = "stdio")]
    port: u16,
    /// Let everyone come who reaches this machine, not only who is at it. Nothing is encrypted: put a proxy with TLS before it where the network isn't yours
    #[arg(long, conflicts_with = "stdio")]
    public: bool,
    /// The file that keeps the tables [default: tables.db in the data directory]
    #[arg(long, value_name = "FILE", conflicts_with = "stdio")]
    store: Option<PathBuf>,
    /// At most so many tables are played at once; whoever makes more is asked to come again later
    #[arg(long, value_name = "N", conflicts_with = "stdio", default_value_t = Limits::default().at_once)]
    tables: usize,
    /// Speak with the program that started this one, on standard input and output
    #[arg(long)]
    stdio: bool,
    /// Write the game down in this file, each answer before it is acknowledged; where the file holds a game, take it up again
    #[arg(long, value_name = "FILE", requires = "stdio")]
    log: Option<PathBuf>,
}

/// Runs `lawmage serve`.
pub fn run(args: &ServeArgs, shared: &Shared, console: &Console) -> Outcome {
    let cards = data::pool(shared, console)?.into();
    if args.stdio {
        let input = std::io::stdin().lock();
        stdio::serve(cards, args.log.as_deref(), input, &mut |line| console.line(line))?;
        return Ok(ExitCode::SUCCESS);
    }
    let store = match &args.store {
        Some(file) => file.clone(),
        None => data::tables_path(shared)?,
    };
    if let Some(folder) = store.parent() {
        std::fs::create_dir_all(folder).map_err(|why| Failure::new(format!("{}: {why}", folder.display())))?;
    }
    let here = if args.public { Ipv4Addr::UNSPECIFIED } else { Ipv4Addr::LOCALHOST };
    let options = Options {
        address: SocketAddr::new(IpAddr::V4(here), args.port),
        public: args.public,
        store,
        rules: data::rules_path(shared).ok(),
        limits: Limits { at_once: args.tables, ..Limits::default() },
    };
    // Games go on though nobody reads what is printed.
    console.be_patient(true);
    let listens = |address: SocketAddr| {
        let port = address.port();
        console.line(format!("Tables are open at http://127.0.0.1:{port}"));
        if args.public {
            console.line(format!(
                "Whoever reaches this machine at port {port} can make tables and watch games; nothing is encrypted. \
                Who has the secret of a seat plays it."
            ));
        }
        console.line("Ctrl-C ends this; games go on where they were when it is started again.");
        console.flush();
    };
    lawmage_server::serve(cards, options, listens, interrupted())?;
    Ok(ExitCode::SUCCESS)
}
