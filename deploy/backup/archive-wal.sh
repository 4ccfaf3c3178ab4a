#!/bin/sh
# Keeps one file of WAL, compressed: an idle one is 16 MB of nearly nothing. In postgresql.conf:
#   archive_command = '/opt/tijdig/deploy/backup/archive-wal.sh "%p" /archive/%f'
# A file is there whole or not at all; the same one again is fine, another one of that name is an error.
set -eu
if [ -e "$2.gz" ]; then
  gzip -dc "$2.gz" | cmp -s - "$1"
  exit
fi
gzip -1 -c "$1" >"$2.tmp"
sync "$2.tmp"
mv "$2.tmp" "$2.gz"
sync "$(dirname "$2")"
