//! `lawmage serve`: tables by HTTP and WebSocket.

#[path = "../../../../server/examples/load/client.rs"]
mod client;
mod clocks;
mod hostile;
mod killed;
mod matches;
mod seats;

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Stdio};

use crate::common::command;

/// A server; it is killed at the end.
struct Server {
    child: Child,
    address: SocketAddr,
}

impl Server {
    fn begin(data: &Path) -> Self {
        Self::begin_with(data, &[])
    }

    /// One that is told more.
    fn begin_with(data: &Path, arguments: &[&str]) -> Self {
        let arguments: Vec<&str> = ["serve", "--port", "0"].iter().chain(arguments).copied().collect();
        let mut child = command(data, &arguments).stdout(Stdio::piped()).spawn().expect("the server starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("its output")).read_line(&mut line).expect("it says its address");
        let (_, address) = line.trim().split_once("http://").unwrap_or_else(|| panic!("an address: {line}"));
        Self { child, address: address.parse().expect("an address") }
    }

    /// As the system kills: nothing can be done about it.
    fn kill(mut self) {
        self.child.kill().expect("it is killed");
        self.child.wait().expect("it ends");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
