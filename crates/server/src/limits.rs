//! What one address, one connection and one game may ask for.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The limits of a server. Those by default leave whoever plays alone, and stop who doesn't.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Connections to tables at once, from one address.
    pub connections: u32,
    /// Messages a second through one connection; three times as many at once.
    pub messages: u32,
    /// Requests by HTTP a second, from one address; four times as many at once.
    pub requests: u32,
    /// Tables made a minute, from one address.
    pub tables: u32,
    /// Bytes of a message.
    pub message: usize,
    /// Bytes of a request by HTTP: a deck's list.
    pub request: usize,
    /// Things done in one game.
    pub entries: u32,
    /// Tables in memory at once.
    pub at_once: usize,
    /// How long a table stays in memory when nobody is connected.
    pub idle: Duration,
    /// How long who has connected may take to say who they are.
    pub greeting: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 64,
            messages: 30,
            requests: 50,
            tables: 60,
            message: 64 << 10,
            request: 1 << 20,
            entries: 100_000,
            at_once: 2_000,
            idle: Duration::from_mins(5),
            greeting: Duration::from_secs(10),
        }
    }
}

/// So many of something a second, and some at once: a bucket that fills while it isn't used.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    holds: f64,
    /// A second.
    fills: f64,
    left: f64,
    at: Instant,
}

impl Bucket {
    pub fn new(holds: u32, fills: f64) -> Self {
        let holds = f64::from(holds);
        Self { holds, fills, left: holds, at: Instant::now() }
    }

    /// Takes one out, if there is one.
    pub fn take(&mut self) -> bool {
        let now = Instant::now();
        self.left = (self.left + now.duration_since(self.at).as_secs_f64() * self.fills).min(self.holds);
        self.at = now;
        if self.left < 1.0 {
            return false;
        }
        self.left -= 1.0;
        true
    }

    /// Nothing was taken for so long that it is as new.
    fn is_full(&self) -> bool {
        self.left + self.at.elapsed().as_secs_f64() * self.fills >= self.holds
    }
}

/// What an address has used.
#[derive(Debug)]
struct Used {
    connections: u32,
    requests: Bucket,
    tables: Bucket,
}

/// What all addresses have used.
#[derive(Debug)]
pub(crate) struct Addresses {
    limits: Limits,
    used: Mutex<BTreeMap<IpAddr, Used>>,
}

/// A connection that counts for its address while this is there.
#[derive(Debug)]
pub(crate) struct Counted {
    of: Arc<Addresses>,
    address: IpAddr,
}

impl Addresses {
    pub const fn new(limits: Limits) -> Self {
        Self { limits, used: Mutex::new(BTreeMap::new()) }
    }

    /// Whether an address may ask for something by HTTP.
    pub fn request(&self, address: IpAddr) -> bool {
        self.of(address, |used| used.requests.take())
    }

    /// Whether it may make a table.
    pub fn table(&self, address: IpAddr) -> bool {
        self.of(address, |used| used.tables.take())
    }

    /// Counts a connection, if it may have one more.
    pub fn connect(self: &Arc<Self>, address: IpAddr) -> Option<Counted> {
        let most = self.limits.connections;
        let free = self.of(address, |used| {
            let free = used.connections < most;
            used.connections += u32::from(free);
            free
        });
        free.then(|| Counted { of: self.clone(), address: net(address) })
    }

    /// Forgets those that use nothing.
    pub fn tidy(&self) {
        let mut all = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|_, used| used.connections > 0 || !used.requests.is_full() || !used.tables.is_full());
    }

    fn of<T>(&self, address: IpAddr, does: impl FnOnce(&mut Used) -> T) -> T {
        let limits = self.limits;
        let mut all = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        does(all.entry(net(address)).or_insert_with(|| Used {
            connections: 0,
            requests: Bucket::new(limits.requests.saturating_mul(4), f64::from(limits.requests)),
            tables: Bucket::new(limits.tables, f64::from(limits.tables) / 60.0),
        }))
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut all = self.of.used.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(used) = all.get_mut(&self.address) {
            used.connections = used.connections.saturating_sub(1);
        }
    }
}

/// The network whose addresses one user has: of the sixth version of the protocol, everybody has a great many.
fn net(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(six) => IpAddr::V6((six.to_bits() & (u128::MAX << 64)).into()),
        four => four,
    }
}
