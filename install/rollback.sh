#!/bin/sh
# Returns to the previous release.
#
#   rollback.sh [--base /opt/wardtrack] [--restore] [--no-service]
#
# With --restore, the backup from before the upgrade replaces the data. A release needs it when it does not know the newer
# release's format. Data stored since the upgrade are moved to a separate folder, and not deleted.
set -eu

here=$(dirname "$(readlink -f "$0")")
base=$(dirname "$(dirname "$here")") restore=no service=yes
. "$here/lib.sh"

while [ $# -gt 0 ]; do
  case $1 in
    --base) [ $# -ge 2 ] || fail '--base needs a value'; base=$2; shift 2 ;;
    --restore) restore=yes; shift ;;
    --no-service) service=no; shift ;;
    *) sed -n '2,4p' "$0" | cut -c3- >&2; exit 2 ;;
  esac
done

name=$(release_of current)
former=$(release_of previous)
[ -n "$name" ] || fail "nothing is installed in $base"
[ -n "$former" ] && [ "$former" != "$name" ] || fail 'there is no release before this one'
data=$(setting WARDTRACK_DATA_DIR '')
[ -n "$data" ] || fail "$base/settings.env does not say where the data are"
backup=${data%/}-backups/before-$name.backup
[ "$restore" = no ] || [ -z "$(setting MONGODB_URI '')" ] ||
  fail 'the data are on a MongoDB: restore your own backup with its tools, then run this without --restore'

restore_data() {
  [ -e "$backup" ] || fail "there is no backup: $backup"
  aside=${data%/}-of-$name-$(date +%s)
  made=${data%/}-restored-$(date +%s)
  mkdir -m 0700 "$made"
  # A backup can be restored with its key alone.
  [ ! -e "$data/encryption-key" ] || cp -p "$data/encryption-key" "$made/"
  [ "$service" = no ] || chown -R --reference="$data" "$made"
  WARDTRACK_SETTINGS=$base/settings.env run_as_owner "$base/releases/$former/bin/wardtrack" restore "$backup" "$made" >/dev/null ||
    { rm -rf "$made"; fail 'the backup could not be restored, so nothing was changed'; }
  # Earlier releases left the generated secret out of plain backups. Without it, all sessions end, and the audit log cannot
  # be verified.
  [ ! -e "$data/jwt-secret" ] || [ -e "$made/jwt-secret" ] || cp -p "$data/jwt-secret" "$made/"
  mv "$data" "$aside"
  mv "$made" "$data"
  echo "What $name stored is in $aside"
}

run_as_owner() {
  if [ "$service" = yes ]; then
    runuser -u "$(stat -c %U "$data")" -- env WARDTRACK_SETTINGS="$base/settings.env" "$@"
  else
    env WARDTRACK_SETTINGS="$base/settings.env" "$@"
  fi
}

stop_service
[ "$restore" = no ] || restore_data
point previous "$name"
point current "$former"
start_service
[ "$service" = no ] || is_ready 60 || fail "$former did not come up: journalctl -u wardtrack"
echo "$former is installed in $base"
