#!/bin/sh
# Runs the checks of CI, and stops at the first failure.
set -e
cd "$(dirname "$0")"
flow check --strict .
flow fmt --check .
flow test
