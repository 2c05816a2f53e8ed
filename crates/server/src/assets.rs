//! The page of the table, as it was built: part of the program.

use std::io::Write;
use std::sync::OnceLock;

use axum::body::Bytes;
use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::secret;

/// A file of the page.
struct Asset {
    kind: &'static str,
    bytes: &'static [u8],
    packed: OnceLock<(Bytes, String)>,
}

impl Asset {
    const fn new(kind: &'static str, bytes: &'static [u8]) -> Self {
        Self { kind, bytes, packed: OnceLock::new() }
    }

    /// The file packed, and a name for what it holds.
    fn packed(&self) -> &(Bytes, String) {
        self.packed.get_or_init(|| {
            let mut packer = GzEncoder::new(Vec::new(), Compression::best());
            let packed = packer.write_all(self.bytes).and_then(|()| packer.finish());
            (packed.unwrap_or_default().into(), format!("\"{}\"", secret::digest(self.bytes)))
        })
    }
}

static INDEX: Asset = Asset::new("text/html; charset=utf-8", include_bytes!("../bundle/index.html"));
static SCRIPT: Asset = Asset::new("text/javascript; charset=utf-8", include_bytes!("../bundle/app.js"));
static STYLE: Asset = Asset::new("text/css; charset=utf-8", include_bytes!("../bundle/app.css"));

/// `GET /`
pub(crate) async fn index(headers: HeaderMap) -> Response {
    given(&INDEX, &headers)
}

/// `GET /app.js`
pub(crate) async fn script(headers: HeaderMap) -> Response {
    given(&SCRIPT, &headers)
}

/// `GET /app.css`
pub(crate) async fn style(headers: HeaderMap) -> Response {
    given(&STYLE, &headers)
}

fn given(asset: &'static Asset, headers: &HeaderMap) -> Response {
    let (packed, tag) = asset.packed();
    let says =
        |name, what: &str| headers.get(name).and_then(|value| value.to_str().ok()).is_some_and(|v| v.contains(what));
    let common = [(ETAG, tag.as_str()), (CACHE_CONTROL, "no-cache"), (VARY, "accept-encoding")];
    if says(IF_NONE_MATCH, tag) {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    if says(ACCEPT_ENCODING, "gzip") && !packed.is_empty() {
        return (common, [(CONTENT_TYPE, asset.kind), (CONTENT_ENCODING, "gzip")], packed.clone()).into_response();
    }
    (common, [(CONTENT_TYPE, asset.kind)], asset.bytes).into_response()
}
