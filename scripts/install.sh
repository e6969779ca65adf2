#!/usr/bin/env bash
# Installs ecsbench with the commit in it, so that results and
# "ecsbench version" name the program that measured them.
set -euo pipefail
cd "$(dirname "$0")/.."
go install -buildvcs=true ./cmd/ecsbench
bin=$(go env GOBIN)
"${bin:-$(go env GOPATH)/bin}/ecsbench" version
