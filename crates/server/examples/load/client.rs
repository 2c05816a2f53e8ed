//! A player by WebSocket, and requests by HTTP: no more than tests and measurements need.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use lawmage_protocol::web::{MadeTable, NewSeat, NewTable};
use lawmage_protocol::{Answer, Ask, Domain, FromPlayer, FromTable};
use serde::Serialize;
use serde_json::Value;
use tungstenite::{Message, WebSocket};

/// How long anything may take: beyond it something is wrong.
const PATIENCE: Duration = Duration::from_secs(120);

/// Asks by HTTP; the status and what is said.
pub fn ask(address: SocketAddr, method: &str, path: &str, headers: &str, body: &str) -> std::io::Result<(u16, Value)> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    let host = if headers.contains("Host:") { String::new() } else { format!("Host: {address}\r\n") };
    let length = body.len();
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\n{host}{headers}Connection: close\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    )?;
    let mut said = Vec::new();
    stream.read_to_end(&mut said)?;
    let said = String::from_utf8_lossy(&said);
    let status = said.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    let body = said.split_once("\r\n\r\n").map(|(_, body)| body).unwrap_or_default();
    Ok((status, serde_json::from_str(body).unwrap_or(Value::Null)))
}

/// Gives something by HTTP.
pub fn post(address: SocketAddr, path: &str, body: &impl Serialize) -> std::io::Result<(u16, Value)> {
    ask(address, "POST", path, "", &serde_json::to_string(body)?)
}

/// Makes a table with those seats, each with a deck and perhaps a bot.
pub fn make(address: SocketAddr, seats: &[(&str, Option<&str>, Option<&str>)]) -> std::io::Result<MadeTable> {
    let seat = |(name, deck, bot): &(&str, Option<&str>, Option<&str>)| NewSeat {
        name: (*name).to_owned(),
        deck: deck.map(str::to_owned),
        bot: bot.map(str::to_owned),
    };
    let (status, said) = post(
        address,
        "/api/tables",
        &NewTable { seats: seats.iter().map(seat).collect(), seed: None, clock: None, best_of: None },
    )?;
    serde_json::from_value(said.clone()).map_err(|_| std::io::Error::other(format!("{status}: {said}")))
}

/// Somebody connected to a table.
pub struct Player {
    socket: WebSocket<TcpStream>,
}

impl Player {
    /// Connects to a table, and says who they are.
    pub fn enter(address: SocketAddr, table: &str, first: &FromPlayer) -> std::io::Result<Self> {
        let mut player = Self::connect(address, table)?;
        player.say(first)?;
        Ok(player)
    }

    /// Connects to a table.
    pub fn connect(address: SocketAddr, table: &str) -> std::io::Result<Self> {
        let stream = TcpStream::connect(address)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_nodelay(true)?;
        let url = format!("ws://{address}/api/tables/{table}/socket");
        let (socket, _) = tungstenite::client(url, stream).map_err(|why| std::io::Error::other(why.to_string()))?;
        Ok(Self { socket })
    }

    /// Says something.
    pub fn say(&mut self, message: &FromPlayer) -> std::io::Result<()> {
        self.say_text(serde_json::to_string(message)?)
    }

    /// Says whatever it is.
    pub fn say_text(&mut self, text: String) -> std::io::Result<()> {
        self.say_raw(Message::text(text))
    }

    /// The same, of any sort.
    pub fn say_raw(&mut self, message: Message) -> std::io::Result<()> {
        self.socket.send(message).map_err(|why| std::io::Error::other(why.to_string()))
    }

    /// What is said next; nothing when the connection has ended.
    pub fn hear(&mut self) -> Option<FromTable> {
        let since = Instant::now();
        loop {
            match self.socket.read().ok()? {
                Message::Text(text) => return serde_json::from_str(&text).ok(),
                // The server asks whether one is there: it has been silent for long.
                Message::Ping(_) if since.elapsed() > PATIENCE => return None,
                _ => {}
            }
        }
    }

    /// The next message of a sort; nothing when the connection has ended.
    pub fn wait<T>(&mut self, is: impl Fn(FromTable) -> Option<T>) -> Option<T> {
        loop {
            if let Some(found) = is(self.hear()?) {
                return Some(found);
            }
        }
    }

    /// The next question, or how the game ended.
    pub fn next(&mut self) -> Option<Result<Ask, ()>> {
        self.wait(|message| match message {
            FromTable::Ask { ask } => Some(Ok(*ask)),
            FromTable::Result { .. } => Some(Err(())),
            _ => None,
        })
    }
}

/// An answer that isn't always the same: the option at that place, where one is picked.
pub fn some(ask: &Ask, place: u32) -> Answer {
    match &ask.domain {
        Domain::Pick { options, min: 1, max: 1, .. } => Answer::Pick(vec![place % options.len().max(1) as u32]),
        _ => ask.default.clone(),
    }
}
