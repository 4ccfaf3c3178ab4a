#!/bin/sh
# Gives one file of WAL back. In postgresql.conf of a server that is restored:
#   restore_command = '/opt/tijdig/deploy/backup/restore-wal.sh /archive/%f "%p"'
# Exit code 1 where there is none, which is how PostgreSQL finds the end of the archive.
set -eu
[ -e "$1.gz" ] || exit 1
gzip -dc "$1.gz" >"$2"
