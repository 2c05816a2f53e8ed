//! A connection to a table: who comes in says who they are, then both sides speak.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use lawmage_protocol::{FromPlayer, FromTable};
use tokio::sync::mpsc;
use tokio::time::{Instant, interval, timeout};

use crate::house::House;
use crate::limits::{Bucket, Counted};
use crate::said::mistake;
use crate::table::Say;

/// So many messages may wait for one who doesn't read.
const UNREAD: usize = 512;

/// How long one message may take to be sent.
const SENDING: Duration = Duration::from_secs(20);

/// How often is asked whether the other side is there; it is gone when it doesn't answer three times.
const PULSE: Duration = Duration::from_secs(20);

/// So many messages beyond the limit, one after another, end a connection.
const PATIENCE: u32 = 500;

/// Serves one connection to its end.
pub(crate) async fn serve(house: Arc<House>, table: mpsc::Sender<Say>, mut socket: WebSocket, counted: Counted) {
    let secret = match timeout(house.limits.greeting, greeting(&mut socket)).await {
        Ok(Some(secret)) => secret,
        Ok(None) => return,
        Err(_) => {
            say(
                &mut socket,
                &mistake("nothing was said: say {\"type\":\"sit\",\"secret\":…} or {\"type\":\"watch\"} first"),
            )
            .await;
            return;
        }
    };
    let visitor = house.visitor();
    let (to, from) = mpsc::channel(UNREAD);
    if table.send(Say::Enter { visitor, secret, to }).await.is_err() {
        say(&mut socket, &mistake("the table has just been put away: connect again")).await;
        return;
    }
    talk(&house, &table, visitor, &mut socket, from).await;
    // A table that is gone needs not to be told.
    let _ = table.send(Say::Leave(visitor)).await;
    drop(counted);
}

/// Waits for who they are: the secret of a seat, or none.
async fn greeting(socket: &mut WebSocket) -> Option<Option<String>> {
    // One who says nothing right in so many tries is none of ours.
    for _ in 0..10 {
        let text = match socket.recv().await? {
            Ok(Message::Text(text)) => text,
            Ok(Message::Close(_)) | Err(_) => return None,
            Ok(_) => continue,
        };
        match serde_json::from_str(&text) {
            Ok(FromPlayer::Sit { secret }) => return Some(Some(secret)),
            Ok(FromPlayer::Watch) => return Some(None),
            Ok(_) => say(socket, &mistake("say {\"type\":\"sit\",\"secret\":…} or {\"type\":\"watch\"} first")).await,
            Err(why) => say(socket, &mistake(format!("is no message of the protocol: {why}"))).await,
        };
    }
    None
}

async fn talk(
    house: &House,
    table: &mpsc::Sender<Say>,
    visitor: u64,
    socket: &mut WebSocket,
    mut from: mpsc::Receiver<Utf8Bytes>,
) {
    let messages = house.limits.messages;
    let mut bucket = Bucket::new(messages.saturating_mul(3), f64::from(messages));
    let mut beyond = 0;
    let mut pulse = interval(PULSE);
    let mut heard = Instant::now();
    loop {
        tokio::select! {
            said = from.recv() => {
                let Some(text) = said else { return };
                if !send(socket, Message::Text(text)).await {
                    return;
                }
            }
            message = socket.recv() => {
                heard = Instant::now();
                let text = match message {
                    Some(Ok(Message::Text(text))) => text,
                    Some(Ok(Message::Binary(_))) => {
                        say(socket, &mistake("is no text: messages are JSON")).await;
                        continue;
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {
                        // They answer by themselves, but a flood of them is one too.
                        beyond = if bucket.take() { 0 } else { beyond + 1 };
                        if beyond > PATIENCE {
                            return;
                        }
                        continue;
                    }
                    Some(Err(why)) => {
                        say(socket, &mistake(format!("can't be read: {why}; a message has at most {} bytes", house.limits.message))).await;
                        return;
                    }
                    Some(Ok(Message::Close(_))) | None => return,
                };
                if !bucket.take() {
                    beyond += 1;
                    say(socket, &mistake("too many messages: that one was not heard; say no more than some a second")).await;
                    if beyond > PATIENCE {
                        return;
                    }
                    continue;
                }
                beyond = 0;
                match serde_json::from_str::<FromPlayer>(&text) {
                    Ok(message) => if table.send(Say::Hear(visitor, Box::new(message))).await.is_err() { return },
                    Err(why) => { say(socket, &mistake(format!("is no message of the protocol: {why}"))).await; }
                }
            }
            _ = pulse.tick() => {
                if heard.elapsed() > PULSE * 3 || !send(socket, Message::Ping(axum::body::Bytes::new())).await {
                    return;
                }
            }
        }
    }
}

/// Says something to the other side; whether it went.
async fn say(socket: &mut WebSocket, message: &FromTable) -> bool {
    match serde_json::to_string(message) {
        Ok(text) => send(socket, Message::Text(text.into())).await,
        Err(_) => false,
    }
}

async fn send(socket: &mut WebSocket, message: Message) -> bool {
    timeout(SENDING, socket.send(message)).await.is_ok_and(|sent| sent.is_ok())
}
