#!/usr/bin/env bash
# Whether the committed runtime is what its sources make, and whether one real app runs, also with the real adb: what of run.sh takes
# two minutes.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/real_apps/bring.sh
cargo test --quiet --package phone --test real_apps -- --exact demos::api_demos_from_install_to_uninstall
cargo test --quiet --package fingertip --test real -- --test-threads=1 with_adb
