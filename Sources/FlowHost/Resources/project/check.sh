#!/bin/sh
# What a pipeline runs; it ends at the first that fails.
set -e
cd "$(dirname "$0")"
flow check --strict .
flow fmt --check .
flow test
