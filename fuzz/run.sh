#!/usr/bin/env bash
# Hostile input for every format that lawmage reads; all arguments go to the program (`fuzz/run.sh --help`).
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --release -p lawmage -p lawmage-fuzz
exec target/release/lawmage-fuzz "$@"
