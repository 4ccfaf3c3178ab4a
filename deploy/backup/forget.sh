#!/bin/sh
# Removes base backups that are older than so many days, and the WAL that only those needed:
#   forget.sh /backups /archive 14
# Base backups are folders with a `backup_label`; the newest whole one is kept however old it is. What is `unfinished` is none: the next
# night's removes it.
set -eu
backups=$1 archive=$2 days=$3
newest=$(ls -td "$backups"/*/ | grep -v '/unfinished/$' | head -n 1)
[ -n "$newest" ] || { echo "No whole backup in $backups." >&2; exit 1; }
find "$backups" -mindepth 1 -maxdepth 1 -type d -mtime "+$days" ! -path "${newest%/}" ! -name unfinished -exec rm -r {} +
# Names of WAL sort by age. What comes before the start of the oldest backup is of no use to any.
first=$(sed -n 's/^START WAL LOCATION: .*(file \([0-9A-F]\{24\}\))$/\1/p' "$backups"/*/backup_label | sort | head -n 1)
[ -n "$first" ] || { echo "No backup in $backups says from which file of WAL on it is of use." >&2; exit 1; }
for file in "$archive"/*.gz; do
  name=$(basename "$file" .gz)
  case $name in
  # Histories of timelines are small, and needed for ever.
  *.history) ;;
  *) if [ "$(printf '%.24s\n%s\n' "$name" "$first" | LC_ALL=C sort | head -n 1)" != "$first" ]; then rm "$file"; fi ;;
  esac
done
