//! The doors of the server by HTTP.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{ConnectInfo, DefaultBodyLimit, Path, Query, Request, State};
use axum::http::header::{
    ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST, ORIGIN, REFERRER_POLICY, VARY,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use lawmage_cards::Error;
use lawmage_protocol::web::{
    CardInfo, CardsFound, CheckDeck, DeckCheck, DeckInfo, MadeTable, NewTable, Refusal, RuleText, TakeSeat,
};
use lawmage_protocol::{Seat, TableInfo};
use serde::Deserialize;
use tokio::sync::{Semaphore, oneshot};

use crate::house::{House, NoTable};
use crate::replay::{self, NoReplay};
use crate::table::Say;
use crate::{api, assets, socket};

/// What the page may load: its own files, and no others from anywhere.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; font-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// So many requests that take long are worked on at once.
const AT_WORK: usize = 2;

/// What the doors share.
#[derive(Clone, Debug)]
pub(crate) struct Doors {
    house: Arc<House>,
    /// Only whoever is at this machine may come in, by these names of it.
    private: bool,
    work: Arc<Semaphore>,
}

/// Why something isn't given.
pub(crate) struct Refused(StatusCode, String);

type Given<T> = Result<Json<T>, Refused>;

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        (self.0, Json(Refusal { error: self.1 })).into_response()
    }
}

impl From<Error> for Refused {
    fn from(why: Error) -> Self {
        Self(StatusCode::BAD_REQUEST, why.to_string())
    }
}

/// What can't be read of a request is refused in the same way as all else.
macro_rules! unreadable {
    ($($rejection:ty),+) => {$(
        impl From<$rejection> for Refused {
            fn from(why: $rejection) -> Self {
                Self(why.status(), why.body_text())
            }
        }
    )+};
}

unreadable!(JsonRejection, PathRejection, QueryRejection, WebSocketUpgradeRejection);

/// All doors.
pub(crate) fn router(house: Arc<House>, private: bool) -> Router {
    let request = house.limits.request;
    let doors = Doors { house, private, work: Arc::new(Semaphore::new(AT_WORK)) };
    Router::new()
        .route("/", get(assets::index))
        .route("/index.html", get(assets::index))
        .route("/app.js", get(assets::script))
        .route("/app.css", get(assets::style))
        .route("/api/decks", get(decks))
        .route("/api/decks/check", post(check))
        .route("/api/tables", get(lobby).post(make))
        .route("/api/tables/{id}/seats/{seat}", post(take))
        .route("/api/tables/{id}/socket", get(connect))
        .route("/api/replays/{id}/{game}", get(told))
        .route("/api/cards", get(search))
        .route("/api/cards/{name}", get(card))
        .route("/api/rules/{number}", get(rule))
        .fallback(nothing)
        .method_not_allowed_fallback(other_method)
        .layer(DefaultBodyLimit::max(request))
        .layer(from_fn_with_state(doors.clone(), guard))
        .with_state(doors)
}

/// Stands before every door: who may come in, how often, and what browsers are told.
async fn guard(
    State(doors): State<Doors>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = match admit(&doors, from.ip(), request.headers()) {
        Ok(()) => next.run(request).await,
        Err(refused) => refused.into_response(),
    };
    let told: [(HeaderName, &'static str); 4] = [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
        (REFERRER_POLICY, "no-referrer"),
    ];
    for (name, value) in told {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

fn admit(doors: &Doors, from: IpAddr, headers: &HeaderMap) -> Result<(), Refused> {
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let host = text(HOST).unwrap_or_default();
    // A page of elsewhere could have its name lead to this machine.
    if doors.private && !is_here(host) {
        return Err(Refused(
            StatusCode::FORBIDDEN,
            format!("“{host}” is no name of this machine: open http://127.0.0.1, or serve with --public"),
        ));
    }
    // Browsers say which page asks: one of another site is none of ours.
    if let Some(origin) = text(ORIGIN)
        && origin.split_once("://").is_none_or(|(_, site)| site != host)
    {
        return Err(Refused(StatusCode::FORBIDDEN, format!("a page of {origin} may not speak with this server")));
    }
    if !doors.house.addresses.request(from) {
        return Err(Refused(
            StatusCode::TOO_MANY_REQUESTS,
            "too many requests from this address: wait a second".to_owned(),
        ));
    }
    Ok(())
}

/// Whether a host's name is one of this machine, with any port.
fn is_here(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => host,
    };
    name.eq_ignore_ascii_case("localhost")
        || name == "[::1]"
        || name.parse::<std::net::Ipv4Addr>().is_ok_and(|four| four.is_loopback())
}

/// Does what takes long where nobody waits for it, not too much at once.
async fn work<T: Send + 'static>(
    doors: &Doors,
    does: impl FnOnce(&Arc<House>) -> Result<T, Error> + Send + 'static,
) -> Result<T, Refused> {
    let failed = |why: String| Refused(StatusCode::INTERNAL_SERVER_ERROR, why);
    let permit = doors.work.clone().acquire_owned().await.map_err(|why| failed(why.to_string()))?;
    let house = doors.house.clone();
    let done = tokio::task::spawn_blocking(move || {
        let done = does(&house);
        drop(permit);
        done
    });
    Ok(done.await.map_err(|_| failed("that met a mistake of lawmage itself".to_owned()))??)
}

async fn decks(State(doors): State<Doors>) -> Given<Vec<DeckInfo>> {
    work(&doors, |house| api::decks(&house.cards)).await.map(Json)
}

async fn check(State(doors): State<Doors>, list: Result<Json<CheckDeck>, JsonRejection>) -> Given<DeckCheck> {
    let Json(list) = list?;
    work(&doors, move |house| api::check(&list.list, &house.cards)).await.map(Json)
}

async fn lobby(State(doors): State<Doors>) -> Json<Vec<TableInfo>> {
    Json(doors.house.lobby())
}

async fn make(
    State(doors): State<Doors>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    new: Result<Json<NewTable>, JsonRejection>,
) -> Given<MadeTable> {
    let Json(new) = new?;
    if !doors.house.addresses.table(from.ip()) {
        let most = doors.house.limits.tables;
        let why = format!("more than {most} tables a minute from this address: wait a little");
        return Err(Refused(StatusCode::TOO_MANY_REQUESTS, why));
    }
    if let Some(why) = doors.house.is_full() {
        return Err(Refused(StatusCode::SERVICE_UNAVAILABLE, why.to_string()));
    }
    work(&doors, |house| house.make(new)).await.map(Json)
}

async fn take(
    State(doors): State<Doors>,
    at: Result<Path<(String, Seat)>, PathRejection>,
    take: Result<Json<TakeSeat>, JsonRejection>,
) -> Given<TableInfo> {
    let (Path((id, seat)), Json(take)) = (at?, take?);
    let table = table(&doors, id.clone()).await?;
    let (reply, taken) = oneshot::channel();
    let gone = || Refused(StatusCode::SERVICE_UNAVAILABLE, "the table has just been put away: try again".to_owned());
    table.send(Say::Take(seat, Box::new(take), reply)).await.map_err(|_| gone())?;
    taken.await.map_err(|_| gone())??;
    doors.house.info(&id).map(Json).ok_or_else(gone)
}

async fn connect(
    State(doors): State<Doors>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Path(id): Path<String>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Refused> {
    let upgrade = upgrade?;
    let house = doors.house.clone();
    let Some(counted) = house.addresses.connect(from.ip()) else {
        let most = house.limits.connections;
        let why = format!("{most} connections from this address are open: close some");
        return Err(Refused(StatusCode::TOO_MANY_REQUESTS, why));
    };
    let table = table(&doors, id).await?;
    let most = house.limits.message;
    let upgrade = upgrade.max_message_size(most).max_frame_size(most);
    Ok(upgrade.on_upgrade(move |socket| socket::serve(house, table, socket, counted)))
}

async fn table(doors: &Doors, id: String) -> Result<tokio::sync::mpsc::Sender<Say>, Refused> {
    let house = doors.house.clone();
    let found = tokio::task::spawn_blocking(move || house.table(&id)).await;
    let found = found.map_err(|why| Refused(StatusCode::INTERNAL_SERVER_ERROR, why.to_string()))?;
    found.map_err(|why| match why {
        NoTable::Unknown(why) => Refused(StatusCode::NOT_FOUND, why.to_string()),
        NoTable::Full(why) => Refused(StatusCode::SERVICE_UNAVAILABLE, why.to_string()),
    })
}

async fn told(
    State(doors): State<Doors>,
    at: Result<Path<(String, u32)>, PathRejection>,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    let Path((id, game)) = at?;
    let unpack = !headers.get(ACCEPT_ENCODING).and_then(|v| v.to_str().ok()).is_some_and(|v| v.contains("gzip"));
    let told = work(&doors, move |house| Ok(replay::told(house, &id, game))).await?;
    let packed = told.map_err(|why| match why {
        NoReplay::Unknown(why) => Refused(StatusCode::NOT_FOUND, why.to_string()),
        NoReplay::NotOver => Refused(
            StatusCode::FORBIDDEN,
            "the game isn't over, or its match isn't: it is told again once it is".to_owned(),
        ),
    })?;
    let kind = [(CONTENT_TYPE, "application/json"), (VARY, "accept-encoding")];
    if unpack {
        return Ok((kind, work(&doors, move |_| replay::unpacked(&packed)).await?).into_response());
    }
    Ok((kind, [(CONTENT_ENCODING, "gzip")], packed).into_response())
}

/// What a search asks for.
#[derive(Deserialize)]
struct Asked {
    #[serde(default)]
    q: String,
    limit: Option<usize>,
}

async fn search(State(doors): State<Doors>, asked: Result<Query<Asked>, QueryRejection>) -> Given<CardsFound> {
    let Query(asked) = asked?;
    work(&doors, move |house| api::search(&asked.q, asked.limit, &house.cards)).await.map(Json)
}

async fn card(State(doors): State<Doors>, Path(name): Path<String>) -> Given<CardInfo> {
    let found = work(&doors, move |house| api::card(&name, &house.cards)).await;
    found.map(Json).map_err(|why| Refused(StatusCode::NOT_FOUND, why.1))
}

async fn rule(State(doors): State<Doors>, Path(number): Path<String>) -> Given<RuleText> {
    let found = work(&doors, move |house| api::rule(&number, house.rules.as_deref())).await;
    found.map(Json).map_err(|why| Refused(StatusCode::NOT_FOUND, why.1))
}

async fn nothing(uri: Uri) -> Refused {
    Refused(StatusCode::NOT_FOUND, format!("there is nothing at {}: docs/server.md lists what there is", uri.path()))
}

async fn other_method(uri: Uri) -> Refused {
    Refused(StatusCode::METHOD_NOT_ALLOWED, format!("{} is not asked for so: docs/server.md lists how", uri.path()))
}
