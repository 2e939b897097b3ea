#!/bin/sh
# Installs this release, or upgrades the existing installation. Needs no internet.
#
#   ./install.sh [--base /opt/wardtrack] [--data /var/lib/wardtrack] [--user wardtrack] [--no-service] [--own-backup]
#
# The release is copied to BASE/releases/NAME. BASE/current points at it, and BASE/previous at the release before. An upgrade
# first writes a backup with the installed release, and rolls back when the new release does not become ready. With
# --no-service, systemd and accounts stay unchanged, and you start and stop the product. Data on a MongoDB are not backed up
# here: the upgrade requires --own-backup, which confirms that you have written a backup with MongoDB's tools.
set -eu
# The service's account must read the release, whatever the administrator's umask is. Data and settings are closed below.
umask 022

here=$(dirname "$(readlink -f "$0")")
base=/opt/wardtrack data=/var/lib/wardtrack user=wardtrack service=yes own_backup=no
. "$here/lib.sh"

while [ $# -gt 0 ]; do
  case $1 in
    --base | --data | --user)
      [ $# -ge 2 ] || fail "$1 needs a value"
      case $1 in --base) base=$2 ;; --data) data=$2 ;; --user) user=$2 ;; esac
      shift 2
      ;;
    --no-service) service=no; shift ;;
    --own-backup) own_backup=yes; shift ;;
    *) sed -n '2,4p' "$0" | cut -c3- >&2; exit 2 ;;
  esac
done
case $base in /*) ;; *) fail '--base is a path from the root' ;; esac
case $data in /*) ;; *) fail '--data is a path from the root' ;; esac
case "$base$data" in *[!A-Za-z0-9/._-]*) fail 'folders consist of letters, digits, dots, hyphens and underscores' ;; esac
[ "$service" = no ] || [ "$(id -u)" -eq 0 ] || fail 'run this as root, or with --no-service'

check_machine() {
  command -v node >/dev/null || fail "Node is needed: $(sed -n 's/.*"node": "\(.*\)".*/\1/p' "$here/release.json")"
  node -e '
    const release = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"))
    const at = (text) => text.replace(/^\D+/, "").split(".").map(Number)
    const [least, now] = [at(release.node), at(process.versions.node)]
    const isOld = now[0] < least[0] || (now[0] === least[0] && now[1] < (least[1] ?? 0))
    if (isOld) { console.error(`wardtrack: Node ${release.node} is needed, this is ${process.versions.node}`); process.exit(1) }
    if (process.platform !== release.platform || process.arch !== release.arch) {
      console.error(`wardtrack: this bundle is for ${release.platform} ${release.arch}`)
      process.exit(1)
    }
  ' "$here/release.json"
  (cd "$here" && sha256sum --check --quiet --strict SHA256SUMS) || fail 'the bundle is damaged: its files differ from SHA256SUMS'
}

make_account() {
  [ "$service" = yes ] || return 0
  id "$user" >/dev/null 2>&1 || useradd --system --home-dir "$data" --shell /usr/sbin/nologin "$user"
}

# Copies the release. Its folder appears complete or not at all.
copy_release() {
  [ ! -e "$base/releases/$name" ] || return 0
  mkdir -p "$base/releases"
  rm -rf "$base/releases/.$name"
  cp -a "$here" "$base/releases/.$name"
  chmod -R a+rX "$base/releases/.$name"
  mv "$base/releases/.$name" "$base/releases/$name"
}

make_folders() {
  mkdir -p "$data" "$backups"
  chmod 0700 "$data" "$backups"
  if [ ! -e "$base/settings.env" ]; then
    sed "s|@DATA@|$data|" "$here/settings.env" >"$base/settings.env"
    chmod 0640 "$base/settings.env"
  fi
  [ "$service" = no ] || {
    chown "$user:$user" "$data" "$backups"
    chown "root:$user" "$base/settings.env"
  }
}

make_units() {
  [ "$service" = yes ] || return 0
  for unit in wardtrack.service wardtrack-backup.service wardtrack-backup.timer; do
    sed -e "s|@BASE@|$base|g" -e "s|@DATA@|$data|g" -e "s|@BACKUPS@|$backups|g" -e "s|@USER@|$user|g" \
      "$here/systemd/$unit" >"/etc/systemd/system/$unit"
  done
  systemctl daemon-reload
  systemctl enable --quiet wardtrack wardtrack-backup.timer
}

# Writes the backup with the release that wrote the data, because that release knows their format.
write_backup() {
  [ -n "$former" ] && [ "$former" != "$name" ] || return 0
  if [ -n "$mongodb" ]; then
    [ "$own_backup" = yes ] ||
      fail "the data are on a MongoDB: write a backup with its own tools (mongodump), then run this with --own-backup"
    return 0
  fi
  [ "$own_backup" = no ] || fail '--own-backup is for data on a MongoDB: of these a backup is written here'
  [ -n "$(ls -A "$data" 2>/dev/null)" ] || return 0
  backup=$backups/before-$name.backup
  [ ! -e "$backup" ] || mv "$backup" "$backup.$(date +%s)"
  echo "Writing a backup to $backup"
  as_owner env WARDTRACK_SETTINGS="$base/settings.env" "$base/current/bin/wardtrack" backup "$backup" >/dev/null
}

as_owner() {
  if [ "$service" = yes ]; then runuser -u "$user" -- "$@"; else "$@"; fi
}

check_machine
name=$(node -p 'JSON.parse(require("fs").readFileSync(process.argv[1], "utf8")).name' "$here/release.json")
data=$(setting WARDTRACK_DATA_DIR "$data")
backups=${data%/}-backups
mongodb=$(setting MONGODB_URI '')
former=$(release_of current)
make_account
copy_release
make_folders
write_backup || fail 'no backup could be written, so nothing was changed'
stop_service
[ -z "$former" ] || [ "$former" = "$name" ] || point previous "$former"
point current "$name"
make_units
start_service
if [ "$service" = yes ] && ! is_ready 60; then
  [ -n "$former" ] && [ "$former" != "$name" ] || fail 'the product did not come up: journalctl -u wardtrack'
  echo "$name did not come up; going back to $former" >&2
  [ -z "$mongodb" ] || exec "$base/current/rollback.sh" --base "$base"
  exec "$base/current/rollback.sh" --base "$base" --restore
fi
echo "$name is installed in $base"
[ "$service" = yes ] || echo "Start it with $base/current/bin/wardtrack start"
