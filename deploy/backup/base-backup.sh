#!/bin/sh
# Takes a base backup, checks it, and tells Tijdig that it ended, so that `tijdig doctor` and the alerts know. Nightly, with the environment
# of the processes:
#   base-backup.sh postgres://replica@host /backups
# Only a whole one gets its name: what failed half-way stays under another, and is removed by the next.
set -eu
server=$1 backups=$2
tijdig=${TIJDIG:-"/opt/tijdig/node_modules/.bin/node /opt/tijdig/src/main/cli.ts"}
rm -rf "$backups/unfinished"
pg_basebackup -d "$server" -D "$backups/unfinished" -c fast
pg_verifybackup -q "$backups/unfinished"
mv "$backups/unfinished" "$backups/$(date +%FT%H%M%S)"
$tijdig backup taken
