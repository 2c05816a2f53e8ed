//! The table in a real browser: `web/browser` plays it in Chromium against this program. Skips where Node, what `npm ci` installs in
//! `web`, or Chromium are missing.

#![allow(clippy::print_stderr, reason = "a test that skips says so")]

use std::path::{Path, PathBuf};
use std::process::Command;

/// Where Debian puts Chromium; `CHROMIUM` names another.
const CHROMIUM: &str = "/usr/bin/chromium";

/// What is missing to try the table in a browser.
fn missing(web: &Path, chromium: &str) -> Option<&'static str> {
    if Command::new("node").arg("--version").output().is_err() {
        return Some("Node isn't installed");
    }
    if !web.join("node_modules/playwright-core").is_dir() {
        return Some("`npm ci` hasn't run in web/");
    }
    (!Path::new(chromium).exists()).then_some("Chromium isn't installed")
}

#[test]
#[allow(clippy::disallowed_methods, reason = "tests are told by the environment where Chromium is")]
fn the_table_is_played_in_a_browser() {
    let web = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../web"));
    let chromium = std::env::var("CHROMIUM").unwrap_or_else(|_| CHROMIUM.to_owned());
    if let Some(missing) = missing(&web, &chromium) {
        eprintln!("skipped: {missing}; the table is not tried in a browser");
        return;
    }
    let played = Command::new("node")
        .args(["node_modules/vitest/vitest.mjs", "run", "--config", "vitest.browser.config.ts"])
        .current_dir(&web)
        .env("LAWMAGE", env!("CARGO_BIN_EXE_lawmage"))
        .env("CHROMIUM", chromium)
        .status();
    assert!(played.is_ok_and(|status| status.success()), "the browser tests of web/ failed: see above");
}
