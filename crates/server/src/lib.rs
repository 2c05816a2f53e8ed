//! Tables of lawmage for the browser and for programs.
//!
//! | file | what it holds |
//! |---|---|
//! | [`starting`] | games as they begin and go on: decks, seats, records |
//! | [`stdio`], [`game_log`] | one game for the program that started this one, written down in a file |
//! | `house`, `table`, `opening` | all tables; one table with its thread; tables as they are made |
//! | `store`, `secret` | what outlives the process; what lets one sit |
//! | `http`, `api`, `assets`, `socket` | the doors: requests, what they tell, the page, connections to tables |
//! | `replay` | games that are over, told again |
//! | `said` | what is said in the same words at every door |
//! | [`limits`] | what one address, one connection and one game may ask for |
//!
//! docs/server.md tells how it is used.

mod api;
mod assets;
pub mod game_log;
mod house;
mod http;
pub mod limits;
mod opening;
mod replay;
mod said;
mod secret;
mod socket;
pub mod starting;
pub mod stdio;
mod store;
mod table;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use lawmage::Cards;
use lawmage_cards::{Error, Result};
use tokio::net::TcpListener;

pub use limits::Limits;

/// How often is looked for what isn't needed any more.
const TIDYING: Duration = Duration::from_secs(10);

/// How long those who are connected may take to hear the last of it when the server ends.
const FAREWELL: Duration = Duration::from_secs(2);

/// A server about to begin.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where it listens.
    pub address: SocketAddr,
    /// Anyone may come, by whatever name of the machine: else only who is at this machine, by its own.
    pub public: bool,
    /// The file that keeps the tables.
    pub store: PathBuf,
    /// The file of the imported rules, to show them.
    pub rules: Option<PathBuf>,
    /// What one address, one connection and one game may ask for.
    pub limits: Limits,
}

/// Serves tables until `ends` does. `listens` is told the address once whoever comes is heard.
///
/// # Errors
/// Why it can't listen there, or can't keep tables there.
pub fn serve(
    cards: Cards,
    options: Options,
    listens: impl FnOnce(SocketAddr),
    ends: impl Future<Output = ()> + Send + 'static,
) -> Result<()> {
    let failed = |why: std::io::Error| Error::new(why.to_string());
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(failed)?;
    let done = runtime.block_on(async {
        let taken = |why: std::io::Error| {
            Error::new(format!("can't listen at {}: {why}", options.address))
                .hint("give another --port; 0 takes any that is free")
        };
        let listener = TcpListener::bind(options.address).await.map_err(taken)?;
        let address = listener.local_addr().map_err(failed)?;
        let store = store::Store::open(&options.store)?;
        let house = Arc::new(house::House::new(cards, store, options.limits, options.rules)?);
        let doors = http::router(house.clone(), !options.public);
        tokio::spawn(async move {
            let mut pulse = tokio::time::interval(TIDYING);
            loop {
                pulse.tick().await;
                house.tidy();
            }
        });
        listens(address);
        let doors = doors.into_make_service_with_connect_info::<SocketAddr>();
        tokio::select! {
            served = axum::serve(listener, doors) => served.map_err(failed),
            () = ends => Ok(()),
        }
    });
    runtime.shutdown_timeout(FAREWELL);
    done
}

/// Waits for whoever ends this program by the usual ways: Ctrl-C.
pub async fn interrupted() {
    // Where no such signal can be had, the server serves on.
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}
